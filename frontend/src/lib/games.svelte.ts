// The games of this server, as it tells of them in the language spoken now.

import { get } from "./api";
import { LADDER } from "./levels";
import * as storage from "./storage";
import { language } from "./texts.svelte";
import type { GameFacts } from "./wire";

const KEPT = "games"; // what was told last, for when the server is away
let told = $state.raw<GameFacts[]>(storage.setting<GameFacts[]>(KEPT) ?? []);
let asked: { language: string; answer: Promise<void> } | null = null;

/** All games, in the server's order. */
export const games = (): GameFacts[] => told;

/** What is to know about a game; undefined for one that the server does not have. */
export const factsOf = (game: string): GameFacts | undefined => told.find((known) => known.game === game);

/** What a game is called. */
export const titleOf = (game: string): string => factsOf(game)?.title ?? game;

/** The levels that play a game of so many players. */
export const levelsFor = (game: string, seats: number): readonly string[] =>
    factsOf(game)?.levels.flatMap((one) => (one.seats.includes(seats) ? [one.level] : [])) ?? LADDER;

/** Ask for the games, once for each language that is spoken. If the server is away, the last answer goes on. */
export function learnGames(): Promise<void> {
    if (asked?.language === language()) return asked.answer;
    const answer = get<GameFacts[]>("/games").then(
        (found) => {
            told = found;
            storage.setSetting(KEPT, found);
        },
        () => void (asked = null),
    );
    asked = { language: language(), answer };
    return answer;
}
