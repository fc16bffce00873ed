export type Colour = "red" | "yellow" | "green" | "blue" | "any";

/** The English letter of each colour; a page in another language passes its own. */
export const letters: Record<Colour, string> = { red: "R", yellow: "Y", green: "G", blue: "B", any: "" };
