import type { Listing } from "../kit";

export default {
    figure: "Griffin",
    emblems: ["poseidon", "hephaestus", "aether", "gaia"],
} satisfies Partial<Listing>;
