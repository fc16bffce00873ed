// What one has made of the puzzles: kept with the identity at the server, without one in this browser.

import { get } from "../../lib/api";
import * as storage from "../../lib/storage";
import type { ListedPuzzle, PuzzleList, PuzzleRecord, Standing } from "../../lib/wire";

export const LEVELS = ["easy", "medium", "hard"] as const;
const PLACE = "puzzles";
const NOTHING: Standing = { games: {}, streak: 0, longest: 0, day: "" };
const UNRATED: PuzzleRecord = { rating: 1000, deviation: 350, solved: [], failed: [] };
/** From this standard deviation on a rating is only a guess. */
const UNSURE = 110;

export const kept = (): Standing => storage.setting<Standing>(PLACE) ?? NOTHING;
export const keep = (standing: Standing): void => storage.setSetting(PLACE, standing);

/** One's standing now. */
export async function standing(): Promise<Standing> {
    return storage.hasIdentity() ? get<Standing>("/me/puzzles").catch(() => kept()) : kept();
}

export const recordOf = (standing: Standing, game: string): PuzzleRecord => standing.games[game] ?? UNRATED;

/** A rating for people: a question mark says that few puzzles are behind it. */
export const ratingText = ({ rating, deviation }: PuzzleRecord): string => `${Math.round(rating)}${deviation > UNSURE ? "?" : ""}`;

/** The days in a row on that day: a day left out ends them. */
export function streakOn({ streak, day }: Standing, today: string): number {
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    return day >= yesterday ? streak : 0;
}

/** What to solve next: the puzzle not tried yet that is nearest to one's rating, of a level if one is named; then any that one failed. */
export function next(list: PuzzleList, record: PuzzleRecord, { level, not }: { level?: string; not?: string } = {}): ListedPuzzle | null {
    const wanted = list.puzzles.filter((puzzle) => puzzle.id !== not && (!level || puzzle.level === level));
    const untried = wanted.filter(({ id }) => !record.solved.includes(id) && !record.failed.includes(id));
    const left = untried.length ? untried : wanted.filter(({ id }) => record.failed.includes(id));
    const far = ({ rating }: ListedPuzzle): number => Math.abs(rating - record.rating);
    return left.reduce<ListedPuzzle | null>((best, one) => (!best || far(one) < far(best) ? one : best), null);
}
