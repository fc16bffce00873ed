/** The figure of every card, in the manner of black-figure vases. */
import { emblems, type EmblemName } from "./emblems";
import { fitted, layers, type FigureData } from "./figures-kit";
import { SCENES } from "./scenes";

/** All cards that have a figure. */
export const FIGURES: readonly string[] = Object.keys(SCENES);

/** The emblem of the family that stands in for a card without a figure; none for a card with one, or of no family. */
export function standIn(card: string): EmblemName | undefined {
    const [family = ""] = card.split(".");
    return !(card in SCENES) && family in emblems ? (family as EmblemName) : undefined;
}

const drawn = new Map<string, FigureData>();

/** The layers of a card's figure, from back to front; none for an unknown card. */
export function figureOf(card: string): FigureData {
    let figure = drawn.get(card);
    if (!figure) drawn.set(card, (figure = layers(fitted(SCENES[card]?.() ?? []))));
    return figure;
}
