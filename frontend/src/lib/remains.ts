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

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const named = (key: string, things: Thing[]): string[] =>
    things.length ? [say(`remains.${key}`, { things: things.map(({ name }) => name).join(", ") })] : [];

/**
 * What would be out of reach after a move, whichever way one goes on; for each way what one would have left to act with,
 * and what else would be out of reach: first what one has marked. Then what would still be possible.
 */
export function waysOf(at: BoardContext, remains: Remains[]): Way[] {
    const [first, ...others] = remains;
    const isShared = ({ label }: Thing) => others.length > 0 && others.every(({ lost }) => lost.some((thing) => thing.label === label));
    const told = (lost: Thing[], keeps = ""): string => {
        const marked = lost.filter((thing) => isMarked(at, thing));
        const rest = lost.filter((thing) => !marked.includes(thing));
        return [...named("marked", marked), keeps, ...named("lost", rest)].filter(Boolean).join(" · ");
    };
    const shared = first?.lost.filter(isShared) ?? [];
    const ways = remains.map(({ choice, keeps, lost }) => {
        const text = told(lost.filter(({ label }) => !shared.some((thing) => thing.label === label)), keeps);
        return { choice, text: choice ? text : capitalized(text) };
    });
    const can = new Map(remains.flatMap(({ can }) => can.map((thing) => [thing.label, thing])));
    const still = others.length && can.size ? [say("remains.can-else")] : named("can", [...can.values()]);
    const left = first ? [{ choice: "", text: still[0] ?? say("remains.nothing") }] : [];
    return [{ choice: "", text: capitalized(told(shared)) }, ...ways, ...left].filter(({ choice, text }) => choice || text);
}
