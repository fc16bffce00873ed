import type { Front } from "../parts";

export default {
    figure: "Griffin",
    emblems: ["poseidon", "hephaestus", "aether", "gaia"],
} satisfies Partial<Front>;
