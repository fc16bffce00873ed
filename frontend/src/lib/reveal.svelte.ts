// A sheet that is shown line by line; whoever does not want to wait sees the rest with a click or a key.

import { onMount } from "svelte";
import { slowness } from "./settings.svelte";

const LINE_MILLISECONDS = 700; // from one line to the next

/** How many of the lines are shown by now; all at once if they need not be revealed, or where nothing may move. */
export function shownLines(lines: () => number, reveal: () => boolean): () => number {
    let count = $state(0);
    onMount(() => {
        if (!reveal() || !slowness()) return void (count = Infinity);
        const timer = setInterval(() => {
            count += 1;
            if (count >= lines()) stop();
        }, LINE_MILLISECONDS * slowness());
        const ends = new AbortController();
        const stop = () => {
            clearInterval(timer);
            ends.abort();
        };
        const skip = () => {
            count = Infinity;
            stop();
        };
        for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, skip, { signal: ends.signal, capture: true });
        return stop;
    });
    return () => (reveal() ? Math.min(count, lines()) : lines());
}
