// How lively the page is: how fast things move, and whether it makes a sound.

import * as storage from "./storage";

export type Speed = "slow" | "normal" | "fast" | "off";
export const SPEEDS: readonly Speed[] = ["slow", "normal", "fast", "off"];

const TIMES: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.5, off: 0 };
const still = matchMedia("(prefers-reduced-motion: reduce)");

const chosen = $state({
    speed: storage.setting<Speed>("speed"), // null: as the machine prefers
    sound: storage.setting<boolean>("sound") ?? false,
});

export const speed = (): Speed => chosen.speed ?? (still.matches ? "off" : "normal");
export function setSpeed(wanted: Speed): void {
    chosen.speed = wanted;
    storage.setSetting("speed", wanted);
    show();
}

/** By how much every movement takes longer; 0 where nothing moves. */
export const slowness = (): number => TIMES[speed()];

export const hasSound = (): boolean => chosen.sound;
export function setSound(wanted: boolean): void {
    chosen.sound = wanted;
    storage.setSetting("sound", wanted);
}

function show(): void {
    document.documentElement.style.setProperty("--slowness", String(slowness()));
}

still.addEventListener("change", show);
show();
