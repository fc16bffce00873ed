// The games that the page knows more of than what the server tells: each is a folder here, found by its name.

import type { Listing, GameKit } from "./kit";

const KITS = import.meta.glob<Partial<GameKit>>(["./*/kit.ts", "!./generic/*"], { import: "default" });
const LISTINGS = import.meta.glob<Partial<Listing>>("./*/listing.ts", { eager: true, import: "default" });
const PLAIN: Listing = { frieze: [], figure: "", emblems: [], chosen: () => ({ words: "", emblems: [] }), progress: () => "" };

/** What lists and the front page show of a game. */
export const listingOf = (game: string): Listing => ({ ...PLAIN, ...LISTINGS[`./${game}/listing.ts`] });

/** The kit of a game; plain parts for whatever it does not bring. */
export async function kitOf(game: string): Promise<GameKit> {
    const [{ default: plain }, own] = await Promise.all([import("./generic/kit"), KITS[`./${game}/kit.ts`]?.()]);
    return { ...plain, ...own };
}
