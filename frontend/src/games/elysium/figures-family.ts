/** What the eight families share: the same compositions, each with the attribute of its god. */
import { at, draw, over, tinted, type Scene, type Shape } from "../../art/figures-kit";
import { bust, HEADS, three, type Head } from "../../art/figures-people";
import { TORCH, WHEAT } from "../../art/figures-things";

export const FLOOR = draw("bs2 8,93 92,93");
export const HELM = at(HEADS.helm, 53, 53, 3.2);

const PEDIMENT = draw(`
bp 50,8 95,33 5,33;gp 50,15 80,30 20,30;bp 10,35 90,35 90,42 10,42;bp 10,82 90,82 90,87 95,87 95,92 5,92 5,87 10,87
*bp 12,42 27,42 25,46 26,82 13,82 14,46;*gs1.2 17.4,48 17,80;*gs1.2 21.8,48 22.2,80;gs1.3 16,38.6 84,38.6`);

/** The front of a temple with the god's attribute between its columns. */
export function temple(attribute: Scene, scale = 0.42): Shape[] {
    return [...PEDIMENT, ...draw("ac 50,24.6,4"), ...tinted(at(attribute, 50, 62, scale))];
}

/** The night of Eleusis: the god's attribute between two torches, over ears of wheat. */
export function initiation(attribute: Scene, scale = 0.62): Shape[] {
    return [
        ...at(TORCH, 14, 50, 0.9, -6),
        ...at(TORCH, 86, 50, 0.9, 6),
        ...at(attribute, 50, 36, scale),
        ...at(WHEAT, 36, 78, 0.36, -46),
        ...at(WHEAT, 64, 78, 0.36, 46),
        ...draw("bs2 6,94 94,94"),
    ];
}

/** The citizens of the city under the attribute of their god. */
export function assembly(attribute: Scene): Shape[] {
    return [...three(["man", "woman", "old"]), ...tinted(at(attribute, 50, 19, 0.36))];
}

/** The god, with the attribute in front. */
export function god(head: Head, attribute: Scene, x = 82, scale = 0.86): Shape[] {
    return [...at(bust(head), 43, 50), ...over(tinted(at(attribute, x, 50, scale)))];
}
