/** One stroke of the brush: how it is laid, and its path in a box of 24 by 24. */
export type Layer = [kind: "fill" | "line" | "bold" | "thin" | "cut" | "deep" | "gap", path: string];
export type Shape = Layer[];

/** What a drawing says to a screen reader: its title, or nothing at all. */
export const named = (title?: string) =>
    title ? ({ role: "img", "aria-label": title } as const) : ({ "aria-hidden": "true" } as const);
