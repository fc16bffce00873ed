/** The scenes of all figures: each game brings its own. */
import type { Scenes } from "./figures-kit";

const found = import.meta.glob<Scenes>("../games/*/figures.ts", { eager: true, import: "default" });
export const SCENES: Scenes = Object.assign({}, ...Object.values(found));
