/** The figure of every power, by the id of its card: `zeus.hercules`. */
import type { Scenes } from "../../art/figures-kit";
import { FIRST_FAMILIES } from "./figures-apollo-to-hades";
import { LAST_FAMILIES } from "./figures-hephaestus-to-zeus";

const SCENES: Scenes = {};
for (const [family, powers] of Object.entries({ ...FIRST_FAMILIES, ...LAST_FAMILIES }))
    for (const [power, scene] of Object.entries(powers)) SCENES[`${family}.${power}`] = scene;

export default SCENES;
