// The games that the page knows more of than what the server tells: each is a folder here, found by its name.

import type { Front, GameParts } from "./parts";

const PARTS = import.meta.glob<Partial<GameParts>>(["./*/parts.ts", "!./generic/*"], { import: "default" });
const FRONTS = import.meta.glob<Partial<Front>>("./*/front.ts", { eager: true, import: "default" });
const PLAIN: Front = { figure: "", emblems: [], progress: () => "" };

/** What lists and the front page show of a game. */
export const frontOf = (game: string): Front => ({ ...PLAIN, ...FRONTS[`./${game}/front.ts`] });

/** The parts of a game; plain ones for whatever it does not bring. */
export async function partsOf(game: string): Promise<GameParts> {
    const [{ default: plain }, own] = await Promise.all([import("./generic/parts"), PARTS[`./${game}/parts.ts`]?.()]);
    return { ...plain, ...own };
}
