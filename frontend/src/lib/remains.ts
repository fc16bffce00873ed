// What would be left of one's next turn after a move, in words.

import type { BoardContext } from "./board.svelte";
import { say } from "./texts.svelte";
import type { Remains, Thing } from "./wire";

/** A way to go on from a move; nothing for all of them together. */
export interface Way {
    choice: string;
    text: string;
}

const isMarked = ({ marks }: BoardContext, { label }: Thing): boolean =>
    [...(marks ?? [])].some((thing) => label === thing || label.split(" ").includes(thing.toLowerCase()));

const named = (key: string, things: Thing[]): string[] =>
    things.length ? [say(`remains.${key}`, { things: things.map(({ name }) => name).join(", ") })] : [];

/**
 * For each way to go on from a move what one would have left to act with, and what would be out of reach: first what
 * one has marked. Then what would still be possible.
 */
export function waysOf(at: BoardContext, remains: Remains[]): Way[] {
    const ways = remains.map(({ choice, keeps, lost }) => {
        const marked = lost.filter((thing) => isMarked(at, thing));
        const others = lost.filter((thing) => !marked.includes(thing));
        const parts = [...named("marked", marked), keeps, ...named("lost", others)];
        const text = parts.filter(Boolean).join(" · ");
        return { choice, text: choice ? text : text.charAt(0).toUpperCase() + text.slice(1) };
    });
    const can = new Map(remains.flatMap(({ can }) => can.map((thing) => [thing.label, thing])));
    const still = named(remains.length > 1 ? "can-else" : "can", [...can.values()]);
    const left = remains.length ? [{ choice: "", text: still[0] ?? say("remains.nothing") }] : [];
    return [...ways, ...left].filter(({ choice, text }) => choice || text);
}
