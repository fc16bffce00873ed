import type { Colour } from "./view";

/** The colour of a dot or of a drawn column, "any" where each will do. */
export type DotColour = Colour | "any";

/** The English letter of each colour; a page in another language passes its own. */
export const letters: Record<DotColour, string> = { red: "R", yellow: "Y", green: "G", blue: "B", any: "" };

/** What a column or a dot of that colour is painted with; the black of the ink if any colour will do. */
export const paintOf = (colour: DotColour): string => (colour === "any" ? "currentColor" : `var(--${colour})`);

/** What its pattern and letter are drawn with on that paint. */
export const patternOf = (colour: DotColour): string =>
    colour === "yellow" ? "color-mix(in srgb, var(--yellow) 12%, black)" : "var(--ground)";
