// The letters of a card's condition, as the server writes them in every language.

import { say } from "../../lib/texts.svelte";
import type { DotColour } from "./colours";

const COLOUR_OF_LETTER: Record<string, DotColour> = { R: "red", Y: "yellow", G: "green", B: "blue", "*": "any" };

/** The dots of a condition: "R*" is red and any other. */
export const dotsOf = (condition: string): DotColour[] => [...condition].flatMap((letter) => COLOUR_OF_LETTER[letter] ?? []);

/** A condition in words: "red and any other column". */
export function inWords(condition: string): string {
    const dots = dotsOf(condition);
    if (!dots.length) return "";
    const colours = dots.map((colour) => say(`colour.${colour}`)).join(` ${say("and")} `);
    return say("ely.condition", { n: dots.filter((colour) => colour !== "any").length || 1, colours });
}
