// What screen readers are told: one polite voice for the whole page.

import { untrack } from "svelte";

const MAX_LINES = 10; // lines that stay, so that none is gone before it was read out

let lines = $state.raw<{ n: number; text: string }[]>([]);
let count = 0;

/** What was said last, the newest at the end. */
export const announced = (): { n: number; text: string }[] => lines;

/** Say something, after what was said before. */
export function announce(text: string): void {
    const before = untrack(() => lines); // an effect that says something does not depend on what was said
    lines = [...before.slice(1 - MAX_LINES), { n: count++, text }];
}
