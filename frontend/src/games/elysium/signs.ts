import shapes from "../../../../src/pediment/pictures/shapes.json";
import type { Shape } from "../../art/shape";

export type SignName = keyof typeof shapes.powers;

/** When a power works; pictures of the environments have the same. */
export const signs = shapes.powers as unknown as Record<SignName, Shape>;
