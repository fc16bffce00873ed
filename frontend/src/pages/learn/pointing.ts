// What the teacher points at: things of the board light up by themselves, whole places are marked here.

import { scrolling } from "../../lib/motion.svelte";

/** Places that a board calls otherwise. */
const CALLED: Record<string, string> = { discard: "first", tokens: "supply" };

const TEACHER = "[data-place='prompt']"; // always in view

function isInView(element: HTMLElement): boolean {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
}

/** Mark these places, and bring what is to be chosen into view, else something of all that is pointed at. Returns how to end it. */
export function pointAt(names: readonly string[]): () => void {
    // Of several alike the first one is one's own
    const places = names.flatMap((name) => document.querySelector<HTMLElement>(`[data-place="${CALLED[name] ?? name}"]`) ?? []);
    for (const place of places) place.dataset.pointed = "";
    const things = (which: string) => [...document.querySelectorAll<HTMLElement>(`.pointed${which}`)];
    const [choice] = things("[data-choice]").filter((thing) => !thing.closest(TEACHER));
    // What is only spoken of turns no page while a part of it is in view
    const told = [...things(""), ...places];
    const first = choice ?? (told.some(isInView) ? undefined : told[0]);
    first?.scrollIntoView({ block: "nearest", inline: "center", behavior: scrolling() });
    return () => {
        for (const place of places) delete place.dataset.pointed;
    };
}
