import type { Attachment } from "svelte/attachments";

/** One stroke of the brush: how it is laid, and its path in a box of 24 by 24. */
export type Layer = [kind: "fill" | "line" | "bold" | "thin" | "cut" | "deep" | "gap", path: string];
export type Shape = Layer[];

const drawn = new WeakMap<object, DocumentFragment>();

/** Draws all strokes of a shape at once, from a copy: hundreds of drawings on a board are hundreds of parts less to keep. */
export function strokes<L>(shape: readonly L[], stroke: (layer: L) => Record<string, string>): Attachment<SVGGElement> {
    return (group) => {
        const known = drawn.get(shape) ?? new DocumentFragment();
        if (!drawn.has(shape)) {
            for (const layer of shape) {
                const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
                for (const [name, value] of Object.entries(stroke(layer))) path.setAttribute(name, value);
                known.append(path);
            }
            drawn.set(shape, known);
        }
        group.replaceChildren(known.cloneNode(true));
    };
}

/** What a drawing says to a screen reader: its title, or nothing at all. */
export const named = (title?: string) =>
    title ? ({ role: "img", "aria-label": title } as const) : ({ "aria-hidden": "true" } as const);
