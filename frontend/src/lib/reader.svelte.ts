// Reading a card or a tip: what is under the pointer, has the focus or is pressed for long.

import { present } from "./board.svelte";
import type { CardFacts } from "./view";

const HOVER_MILLISECONDS = 350;
const PRESS_MILLISECONDS = 450;
const SETTLED_MILLISECONDS = 60;
const MAX_PRESS_PIXELS = 10; // by which a long press may move

/** The id of the element that shows what is read. */
export const READER = "reader";

interface Reading {
    anchor: HTMLElement;
    /** A card, or nothing: then there is a tip. */
    card: CardFacts | undefined;
    tip: string;
    /** The answers that it stands for, where it is opened by touch: a sheet has no place for hovering. */
    labels: string[];
    /** Opened by touch, it stays until it is closed. */
    touch: boolean;
}

let open = $state.raw<Reading | null>(null);

/** What is read now, if anything is. */
export const reading = (): Reading | null => open;

/** What stands for that id at the table where one sits. */
function find(id: string): CardFacts | undefined {
    const at = present();
    return at && id ? at.kit.cardOf(at.cards, id) : undefined;
}

const anchorOf = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element ? target.closest<HTMLElement>("[data-card], [data-tip]") : null;

const choiceOf = (pressed: Element | null): HTMLElement | null => pressed?.closest<HTMLElement>("[data-labels]") ?? null;

/** Show what an element stands for; pressed for long, what can be done with it too. */
function read(anchor: HTMLElement, pressed: Element | null = null): void {
    const card = find(anchor.dataset.card ?? "");
    const tip = anchor.dataset.tip ?? "";
    const labels = choiceOf(pressed)?.dataset.labels?.split("|").filter(Boolean) ?? [];
    stopReading();
    if (!anchor.isConnected || !(card || tip || labels.length)) return;
    open = { anchor, card, tip, labels, touch: pressed !== null };
    describe(anchor, true);
}

/** What a tap on a thing opens: its card, and what can be done with it. */
export const readByTouch = (element: HTMLElement): void => read(element, element);

export function stopReading(): void {
    if (open) describe(open.anchor, false);
    open = null;
}

/** Let the element say, or no longer say, that the reader describes it. */
function describe(element: HTMLElement, by: boolean): void {
    const others = (element.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== READER);
    const ids = by ? [...others, READER] : others;
    if (ids.length) element.setAttribute("aria-describedby", ids.join(" "));
    else element.removeAttribute("aria-describedby");
}

/** Open and close the reader by what happens anywhere on the page. `inside` says what belongs to the reader itself. */
export function listen(inside: (target: EventTarget | null) => boolean, signal: AbortSignal): void {
    let waiting = 0;
    let settling = 0;
    let awaited: HTMLElement | null = null; // what is read in a moment
    const wait = (anchor: HTMLElement, delay: number, pressed: Element | null) => {
        clearTimeout(waiting);
        awaited = anchor;
        waiting = window.setTimeout(() => {
            awaited = null;
            read(anchor, pressed);
            if (pressed && open) swallowClick();
        }, delay);
    };
    const leave = () => {
        clearTimeout(waiting);
        awaited = null;
        stopReading();
    };
    let pressed: PointerEvent | null = null;
    const on = <K extends keyof DocumentEventMap>(kind: K, act: (event: DocumentEventMap[K]) => void) =>
        document.addEventListener(kind, act, { signal, capture: true });

    let [lastX, lastY] = [0, 0]; // where the pointer rests
    let slid: HTMLElement | null = null; // what came to lie under it by itself: read only when the pointer moves
    on("pointerover", (event) => {
        if (event.pointerType === "touch" || event.buttons) return;
        const anchor = anchorOf(event.target);
        if (anchor === open?.anchor || (anchor && anchor === awaited) || inside(event.target)) return;
        if (event.clientX === lastX && event.clientY === lastY) {
            slid = anchor;
            return leave();
        }
        slid = null;
        // What the keyboard opened stays until something else is pointed at
        if (!open?.anchor.matches(":focus-visible")) leave();
        if (anchor) wait(anchor, HOVER_MILLISECONDS, null);
        else {
            clearTimeout(waiting);
            awaited = null;
        }
    });
    on("pointerdown", (event) => {
        if (inside(event.target)) return;
        if (open?.touch) swallowClick(); // a tap beside the sheet only closes it
        leave();
        const target = event.target instanceof Element ? event.target : null;
        const anchor = anchorOf(target) ?? choiceOf(target);
        if (event.pointerType !== "touch" || !anchor) return;
        pressed = event;
        wait(anchor, PRESS_MILLISECONDS, target);
    });
    on("pointermove", (event) => {
        [lastX, lastY] = [event.clientX, event.clientY];
        if (slid && anchorOf(event.target) === slid) wait(slid, HOVER_MILLISECONDS, null);
        slid = null;
        if (!pressed || Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) < MAX_PRESS_PIXELS) return;
        pressed = null;
        clearTimeout(waiting);
    });
    for (const end of ["pointerup", "pointercancel"] as const) {
        on(end, (event) => {
            if (event.pointerType !== "touch") return;
            pressed = null;
            clearTimeout(waiting);
        });
    }
    on("contextmenu", (event) => {
        if (pressed) event.preventDefault();
    });
    on("focusin", (event) => {
        const anchor = anchorOf(event.target);
        if (inside(event.target)) return;
        if (anchor === event.target && anchor?.matches(":focus-visible")) read(anchor);
        else if (!open?.touch) leave();
    });
    on("scroll", (event) => {
        const anchor = open?.anchor;
        if (!anchor || inside(event.target) || open?.touch) return;
        if (anchor !== document.activeElement) return leave();
        clearTimeout(settling); // the focus itself scrolls
        settling = window.setTimeout(() => open?.anchor === anchor && read(anchor), SETTLED_MILLISECONDS);
    });
    on("keydown", (event) => event.key === "Escape" && leave());
    const gone = new MutationObserver(() => open && !open.anchor.isConnected && leave());
    gone.observe(document.body, { childList: true, subtree: true });
    signal.addEventListener("abort", () => gone.disconnect());
}

/** The click that ends this press chooses nothing. */
function swallowClick(): void {
    const over = new AbortController();
    const { signal } = over;
    const swallow = (event: Event) => {
        event.stopImmediatePropagation();
        event.preventDefault();
        over.abort();
    };
    document.addEventListener("click", swallow, { capture: true, signal });
    document.addEventListener("pointerdown", () => over.abort(), { capture: true, signal });
}
