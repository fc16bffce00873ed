// Reading what a game tells of itself: names of fields, and values in words.

import { factsOf } from "../../lib/games.svelte";
import type { BoardContext } from "../../lib/board.svelte";
import { number, say } from "../../lib/texts.svelte";
import type { CardFacts } from "../../lib/view";

export type Fields = Record<string, unknown>;

/** Fields of a view that have their own place, or that nobody needs to see. */
const ELSEWHERE = ["game", "edition", "seats", "scores", "to_move", "asking", "log"];

/** What a game calls a field; if it does not say, the field's own name: "bag_size" is "Bag size". */
export function titleOf(game: string, field: string): string {
    const words = factsOf(game)?.fields[field] ?? field.replace(/[_-]+/g, " ").trim();
    return words.charAt(0).toUpperCase() + words.slice(1);
}

export const isFields = (value: unknown): value is Fields =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** Something that is one word or number. */
export const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** A value of a game in words; null is what one may not know. */
export function wordsOf(game: string, value: unknown): string {
    if (value === null) return say("plain.unknown");
    if (value === undefined || value === "") return say("plain.none");
    if (typeof value === "boolean") return say(value ? "yes" : "no");
    if (typeof value === "number") return number(value);
    if (typeof value === "string") return value;
    if (Array.isArray(value)) return value.map((item) => wordsOf(game, item)).join(", ") || say("plain.none");
    return Object.entries(value)
        .map(([field, item]) => say("item", { name: titleOf(game, field), value: wordsOf(game, item) }))
        .join(say("separator"));
}

/** What lies on the table for all: the view without what belongs to seats. */
export const tableOf = (at: BoardContext): Fields =>
    Object.fromEntries(Object.entries(at.view).filter(([field]) => !ELSEWHERE.includes(field)));

/** What lies before a seat. */
export function seatOf(at: BoardContext, seat: number): Fields {
    const { seats } = at.view as unknown as Fields;
    const found: unknown = Array.isArray(seats) ? seats[seat] : undefined;
    return isFields(found) ? found : {};
}

/** Who has to answer, or has the turn. */
export const isAsked = (at: BoardContext, seat: number): boolean => at.view.asking !== "over" && at.view.to_move === seat;

/** The lines of the score sheet: all that a seat's score consists of. */
export const linesOf = (at: BoardContext): string[] => [
    ...new Set((at.view.scores as Fields[]).flatMap((score) => Object.keys(score).filter((field) => field !== "total"))),
];

/** What a game says of a card besides its name. */
export const factsIn = (card: CardFacts): [string, unknown][] =>
    Object.entries(card).filter(([fact]) => fact !== "id" && fact !== "name");

/** The texts of a card that are searched: all that is said of it. */
export const textsOf = (game: string, card: CardFacts): string[] => [
    card.id,
    card.name,
    ...factsIn(card).map(([fact, value]) => `${titleOf(game, fact)} ${wordsOf(game, value)}`),
];
