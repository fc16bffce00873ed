import type { EmblemName } from "../../art/emblems";
import { say } from "../../lib/texts.svelte";
import type { GameFacts } from "../../lib/wire";
import type { Listing } from "../kit";
import type { ElysiumView } from "./view";

export default {
    frieze: [
        { figure: "poseidon.golden-fleece", tall: 0.5 },
        { figure: "zeus.hercules", tall: 0.78 },
        { figure: "zeus.kings-council", tall: 0.88 },
        { figure: "zeus.angels-of-zeus", tall: 0.78 },
        { figure: "hades.cerberus", tall: 0.6 },
    ],
    figure: "zeus.hercules",
    emblems: ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"],
    chosen: ({ families }, facts) => ({
        words: familiesWords(families as string | string[] | undefined, facts),
        emblems: (Array.isArray(families) ? families : (facts.sets[families as string] ?? [])) as EmblemName[],
    }),
    progress: (view) => say("ely.epoch", { n: (view as ElysiumView).epoch }),
} satisfies Listing;

/** The set by its name, or the families one by one. */
export function familiesWords(families: string | string[] | undefined, { set_texts }: GameFacts): string {
    if (Array.isArray(families)) return families.map((family) => say(`god.${family}`)).join(", ");
    return set_texts[families ?? ""]?.name ?? say("set.random");
}
