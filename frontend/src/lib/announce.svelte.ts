// What screen readers are told: one polite voice for the whole page.

import { afterFrame } from "./frame";

const MAX_LINES = 10; // lines that stay, so that none is gone before it was read out

let lines = $state.raw<{ n: number; text: string }[]>([]);
let count = 0;

/** What was said last, the newest at the end. */
export const announced = (): { n: number; text: string }[] => lines;

/** Say something, after what was said before, once it is to be seen. */
export function announce(text: string): void {
    const line = { n: count++, text };
    afterFrame(() => (lines = [...lines.slice(1 - MAX_LINES), line]));
}
