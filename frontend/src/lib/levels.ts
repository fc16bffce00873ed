// The levels of the bots: the ladder, and agents that the host of the server offers under names of their own.

import { say } from "./texts.svelte";

/** The level that is chosen where nobody has chosen. */
export const USUAL = "scholar";

/** The ladder, the gentlest first. */
export const LADDER: readonly string[] = ["shepherd", "potter", "merchant", "scholar", "strategist", "titan"];

/** What a level is called; an agent has the same name in every language. */
export const levelName = (level: string): string => (LADDER.includes(level) ? say(`level.${level}`) : level);

/** The level, if it is one of these, or else the usual one: an agent may not be offered any more. */
export const offered = (level: string, levels: readonly string[]): string => (levels.includes(level) ? level : USUAL);
