import shapes from "../../../src/pediment/pictures/shapes.json";
import type { Shape } from "./shape";

export type EmblemName = keyof typeof shapes.emblems;

/** The emblem of each god; pictures of the environments have the same. */
export const emblems = shapes.emblems as unknown as Record<EmblemName, Shape>;
