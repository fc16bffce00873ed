// What the players of a table are called on the screen: bots by their level, in the language of the page.

import { say } from "./texts.svelte";
import type { Player } from "./wire";

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names seat by seat; `nameless` is the key of the text for a seat without a name. */
export const namesOf = (seats: readonly Player[], nameless: string): string[] =>
    seats.map(({ name, kind, level }, at) => {
        if (kind === "bot" && level) return name.replace(/^\S+/, capital(say(`level.${level}`)));
        return name || say(nameless, { n: at + 1 });
    });
