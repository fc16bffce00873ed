// How things move: quickly, and not at all for people who want no motion.

import { cubicOut } from "svelte/easing";
import { crossfade } from "svelte/transition";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds of a movement. */
export const quick = (): number => (still.matches ? 0 : 240);

const [send, receive] = crossfade({ duration: () => quick(), easing: cubicOut, fallback: () => ({ duration: 0 }) });

/** A card that leaves one place and arrives at another: `in:receive={{ key }} out:send={{ key }}`. */
export { receive, send };

/** For `animate:flip`: others make room. */
export const flipping = { duration: quick, easing: cubicOut };
