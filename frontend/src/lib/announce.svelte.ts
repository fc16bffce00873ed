// What is said to who listens instead of looking: one polite voice for the whole page.

import { untrack } from "svelte";

const voice = $state({ text: "" });

/** What is being said. */
export const announced = (): string => voice.text;

/** Say something, after what was said before. */
export function announce(text: string): void {
    const before = untrack(() => voice.text); // an effect that says something does not depend on what was said
    voice.text = text === before ? `${text}\u00a0` : text; // the same words twice are said twice
}
