// Sounds, made here from a few notes; there are no recordings. Silent until somebody asks for them.

import { hasSound } from "./settings.svelte";
import { TONES, type Sound } from "./tones";

const MAX_GAIN = 0.12;
const ATTACK_SECONDS = 0.012; // until a note is at its loudest
const MIN_GAIN = 0.0001; // to which a note fades: an exponential never reaches 0

let context: AudioContext | null = null;

/** Play a sound, if sounds are wanted and the browser can. */
export function sound(name: Sound): void {
    if (!hasSound() || !("AudioContext" in window)) return;
    context ??= new AudioContext();
    void context.resume(); // it sleeps until the page was touched
    const start = context.currentTime;
    for (const [pitch, at, length] of TONES[name]) pluck(context, pitch, start + at, length);
}

/** One soft note. */
function pluck(by: AudioContext, pitch: number, at: number, length: number): void {
    const [string, loudness] = [by.createOscillator(), by.createGain()];
    string.type = "triangle";
    string.frequency.value = pitch;
    loudness.gain.setValueAtTime(MIN_GAIN, at);
    loudness.gain.exponentialRampToValueAtTime(MAX_GAIN, at + ATTACK_SECONDS);
    loudness.gain.exponentialRampToValueAtTime(MIN_GAIN, at + length);
    string.connect(loudness).connect(by.destination);
    string.start(at);
    string.stop(at + length);
}
