/** One stroke of the brush: how it is laid, and its path in a box of 24 by 24. */
export type Layer = [kind: "fill" | "line" | "bold" | "thin" | "cut" | "deep" | "gap", path: string];
export type Shape = Layer[];

const markup = new WeakMap<object, string>();

/** All strokes of a drawing as markup, made once: hundreds of drawings on a board are hundreds of parts less to keep. */
export function pathsOf<L>(shape: readonly L[], path: (layer: L) => string): string {
    const known = markup.get(shape) ?? shape.map(path).join("");
    markup.set(shape, known);
    return known;
}

/** What a drawing says to a screen reader: its title, or nothing at all. */
export const named = (title?: string) =>
    title ? ({ role: "img", "aria-label": title } as const) : ({ "aria-hidden": "true" } as const);
