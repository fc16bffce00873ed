import { say } from "../../lib/texts.svelte";
import type { Listing } from "../kit";

const emblems = ["poseidon", "hephaestus", "aether", "gaia"] as const;

export default {
    frieze: [
        { figure: "Hippocamp", tall: 0.56, drums: 2 },
        { figure: "Chimera", tall: 0.56, drums: 1 },
        { figure: "Griffin", tall: 0.56, drums: 3 },
        { figure: "Sphinx", tall: 0.56, drums: 2 },
        { figure: "Centaur", tall: 0.56, drums: 1 },
    ],
    figure: "Griffin",
    emblems,
    chosen: ({ gods }) => ({ words: say("item", { name: say("waiting.gods"), value: say(`gods.${(gods as string) ?? "random"}`) }), emblems }),
} satisfies Partial<Listing>;
