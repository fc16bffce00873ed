import { say } from "../../lib/texts.svelte";
import type { Listing } from "../kit";
import type { ElysiumView } from "./view";

export default {
    figure: "zeus.hercules",
    emblems: ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"],
    progress: (view) => say("ely.epoch", { n: (view as ElysiumView).epoch }),
} satisfies Listing;
