// The sounds, as notes: few, soft, like plucked strings. This file imports nothing.

export type Sound = "move" | "turn" | "epoch" | "prize" | "victory" | "shared" | "defeat";

/** A note: its pitch in hertz, when it begins and how long it rings, in seconds. */
export type Note = readonly [pitch: number, at: number, length: number];

const [C4, E4, G4, A4, C5, D5, E5, G5, C6] = [261.6, 329.6, 392, 440, 523.3, 587.3, 659.3, 784, 1046.5];

export const TONES: Record<Sound, readonly Note[]> = {
    move: [[A4, 0, 0.14]],
    turn: [[E5, 0, 0.3], [A4, 0.12, 0.45]],
    epoch: [[C4, 0, 0.9], [G4, 0.18, 0.9], [D5, 0.36, 1.1]],
    prize: [[G5, 0, 0.25], [C6, 0.09, 0.5]],
    victory: [[C5, 0, 0.4], [E5, 0.14, 0.4], [G5, 0.28, 0.5], [C6, 0.46, 1.2]],
    shared: [[C5, 0, 0.4], [E5, 0.14, 0.4], [G5, 0.28, 0.9]],
    defeat: [[E4, 0, 0.6], [C4, 0.3, 1.2]],
};
