// What the teacher points at: things of the board light up by themselves, whole places are marked here.

/** Places that a board calls otherwise. */
const CALLED: Record<string, string> = { discard: "first", tokens: "supply" };

const TEACHER = "[data-place='prompt']"; // always in view

/** Mark these places, and bring the first of all that is pointed at into view. Returns how to end it. */
export function pointAt(names: readonly string[]): () => void {
    // Of several alike the first one is one's own
    const places = names.flatMap((name) => document.querySelector<HTMLElement>(`[data-place="${CALLED[name] ?? name}"]`) ?? []);
    for (const place of places) place.dataset.pointed = "";
    const things = (which: string) => [...document.querySelectorAll<HTMLElement>(`.pointed${which}`)];
    // What can be chosen is more urgent than what is only spoken of
    const all = [...things("[data-choice]"), ...things(""), ...places];
    const first = all.find((element) => !element.closest(TEACHER));
    first?.scrollIntoView({ block: "nearest", inline: "center", behavior: "smooth" });
    return () => {
        for (const place of places) delete place.dataset.pointed;
    };
}
