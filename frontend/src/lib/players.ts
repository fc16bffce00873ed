// What the players of a table are called on the screen: bots by their level, in the language of the page.

import { levelName } from "./levels";
import { number, say } from "./texts.svelte";
import type { Player, Strength, Summary } from "./wire";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A bot's name, which the server gives in its own language. */
const botName = (name: string, level: string): string => name.replace(/^\S+/, capital(levelName(level)));

/** Names seat by seat; `nameless` is the key of the text for a seat without a name. */
export const namesOf = (seats: readonly Player[], nameless: string): string[] =>
    seats.map(({ name, kind, level }, at) =>
        kind === "bot" && level ? botName(name, level) : name || say(nameless, { n: at + 1 }),
    );

/** Somebody's rating, with half the width of its interval. */
export const ratingOf = ({ rating, margin }: Strength): string =>
    say("career.rating.of", { rating: number(rating), margin: number(margin) });

/** Names seat by seat in a list of tables; empty for a free seat. */
export const listedNames = ({ players, bots }: Pick<Summary, "players" | "bots">): string[] =>
    players.map((name, seat) => (bots[seat] ? botName(name, bots[seat]) : name));
