// How wide words are in the letters of the page, and how small type may be.

import { MediaQuery } from "svelte/reactivity";
import type { Measure } from "./size";

const touch = new MediaQuery("(max-width: 820px), (pointer: coarse)");

/** The smallest type on a card in pixels: larger where a screen is held in the hand. */
export const leastType = (): number => (touch.current ? 15 : 13);

const context = document.createElement("canvas").getContext("2d")!;
const family = getComputedStyle(document.documentElement).getPropertyValue("--text");
const known = new Map<string, number>();
const letters = $state({ loaded: 0 });

document.fonts.addEventListener("loadingdone", () => {
    known.clear();
    letters.loaded++;
});

/** How often letters of the page arrived: what was measured before has to be measured again. */
export const lettersLoaded = (): number => letters.loaded;

export const measure: Measure = (words, pixels, bold = false) => {
    const font = `${bold ? 600 : 400} ${pixels}px ${family}`;
    const key = `${font}${words}`;
    let width = known.get(key);
    if (width === undefined) {
        context.font = font;
        width = context.measureText(words).width;
        known.set(key, width);
    }
    return width;
};
