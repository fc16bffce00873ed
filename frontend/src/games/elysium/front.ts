import { say } from "../../lib/texts.svelte";
import type { Front } from "../parts";
import type { ElysiumView } from "./wire";

export default {
    figure: "zeus.hercules",
    emblems: ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"],
    progress: (view) => say("ely.epoch", { n: (view as ElysiumView).epoch }),
} satisfies Front;
