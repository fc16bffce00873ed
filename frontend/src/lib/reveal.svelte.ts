// A sheet that is told line by line.

import { onMount } from "svelte";
import { quick } from "./motion";

const LINE = 700; // milliseconds from one line to the next

/** How many of the lines are told by now; all at once if they need not be revealed, or where nothing may move. */
export function told(lines: () => number, reveal: () => boolean): () => number {
    let count = $state(0);
    onMount(() => {
        if (!reveal() || !quick()) return void (count = Infinity);
        const timer = setInterval(() => {
            count += 1;
            if (count >= lines()) clearInterval(timer);
        }, LINE);
        return () => clearInterval(timer);
    });
    return () => (reveal() ? Math.min(count, lines()) : lines());
}
