// What the server tells of the games: sets and families by their names, and what is a reconstruction.

import { get } from "./api";
import { language } from "./texts.svelte";
import type { GameFacts } from "./wire";

const told = new Map<string, Promise<GameFacts[]>>();

/** The facts of a game in the language spoken now; null for a game that the server does not have. */
export function factsOf(game: string): Promise<GameFacts | null> {
    const spoken = language();
    const asked = told.get(spoken) ?? get<GameFacts[]>("/games");
    told.set(spoken, asked);
    asked.catch(() => told.delete(spoken));
    return asked.then((games) => games.find((known) => known.game === game) ?? null);
}
