// How things move: quickly, as fast as one likes it, or not at all.

import { cubicOut } from "svelte/easing";
import { crossfade } from "svelte/transition";
import { slowness } from "./settings.svelte";

const TRAVEL_MILLISECONDS = 240; // of a card

/** Milliseconds of a movement. */
export const quick = (): number => TRAVEL_MILLISECONDS * slowness();

/** How something is scrolled into view. */
export const scrolling = (): ScrollBehavior => (slowness() ? "smooth" : "instant");

const [send, receive] = crossfade({ duration: () => quick(), easing: cubicOut, fallback: () => ({ duration: 0 }) });

/** A card that leaves one place and arrives at another: `in:receive={{ key }} out:send={{ key }}`. */
export { receive, send };

/** For `animate:flip`: others make room. */
export const flipping = { duration: quick, easing: cubicOut };
