// Phrases that everybody reads in their own language.

import { isSaid, say } from "../lib/texts.svelte";
import type { Phrase, Said } from "../lib/wire";

/** All of them, in the order in which they are offered. */
export const PHRASES: Phrase["phrase"][] = ["hello", "good-luck", "nice-move", "well-played", "thanks", "sorry", "moment", "good-game", "again"];

/** What somebody said; a phrase of a newer server by its name. */
export const wordsOfLine = ({ text, phrase }: Pick<Said, "text" | "phrase">): string =>
    phrase ? (isSaid(`phrase.${phrase}`) ? say(`phrase.${phrase}`) : phrase) : text;
