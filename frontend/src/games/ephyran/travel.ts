// Cards of Ephyran travel from where they lay to where they lie: hand, city, discard; unseen ones from their pile.

import { cubicOut } from "svelte/easing";
import { crossfade, type CrossfadeParams, type TransitionConfig } from "svelte/transition";
import { quick } from "../../lib/motion.svelte";

export interface Travel extends CrossfadeParams {
    key: unknown;
    /** Where it comes from or goes to when nobody saw it there: the `data-place` of an element. */
    by: string;
}

function unseen(node: Element, params: CrossfadeParams): TransitionConfig {
    const place = document.querySelector(`[data-place="${(params as Travel).by}"]`)?.getBoundingClientRect();
    if (!place?.width) return { duration: 0 };
    const here = node.getBoundingClientRect();
    const x = place.left + place.width / 2 - here.left - here.width / 2;
    const y = place.top + place.height / 2 - here.top - here.height / 2;
    return {
        duration: quick(),
        easing: cubicOut,
        css: (t, u) => `translate: ${u * x}px ${u * y}px; scale: ${0.5 + 0.5 * t}; opacity: ${t};`,
    };
}

const [away, into] = crossfade({ duration: () => quick(), easing: cubicOut, fallback: unseen });

/** For cards that leave: `out:leave={{ key, by: "second" }}`. */
export const leave = (node: Element, travel: Travel) => away(node, travel);
/** For cards that arrive: `in:arrive={{ key, by: "pile" }}`. */
export const arrive = (node: Element, travel: Travel) => into(node, travel);
