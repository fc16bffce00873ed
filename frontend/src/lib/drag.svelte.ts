// Dragging with mouse, pen or finger: a card is lifted and dropped on a target with `data-drop`.

import type { Attachment } from "svelte/attachments";
import type { BoardContext } from "./board.svelte";

const MIN_DRAG_PIXELS = 8; // until a press becomes a drag

/** What is being dragged: its labels, so that targets can light up. */
const carried = $state<{ labels: string[] }>({ labels: [] });
export const dragged = (): string[] => carried.labels;

/**
 * Let an element be dragged. A target names what it means by its attribute: `data-drop="dismiss red"` plays the card
 * and answers the next question with that; `data-drop=""` just plays it.
 * Of things with several labels a target plays the first; with `data-accept="add ts04a|change gaia with ts04a"` the
 * first that it lists, and it lets those pass to the targets around it that have none of them.
 */
export function draggable(labels: () => string[], at: BoardContext): Attachment<HTMLElement> {
    return (element) => {
        const stop = new AbortController();
        element.addEventListener("pointerdown", (event) => begin(event, element, labels(), at), { signal: stop.signal });
        element.addEventListener("dragstart", (event) => event.preventDefault(), { signal: stop.signal });
        return () => stop.abort();
    };
}

function begin(press: PointerEvent, element: HTMLElement, labels: string[], at: BoardContext): void {
    if (press.button !== 0 || !labels.length || press.pointerType === "touch") return;
    const ends = new AbortController();
    const { signal } = ends;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;
    let meaning: string | undefined;
    const finish = () => {
        ends.abort();
        ghost?.remove();
        over?.removeAttribute("data-over");
        element.removeAttribute("data-lifted");
        carried.labels = [];
    };
    const move = (event: PointerEvent) => {
        const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
        if (!ghost) {
            if (Math.hypot(x, y) < MIN_DRAG_PIXELS) return;
            ghost = lift(element);
            carried.labels = labels;
        }
        ghost.style.translate = `${x}px ${y}px`;
        const [target, label] = targetOf(document.elementFromPoint(event.clientX, event.clientY), labels);
        meaning = label;
        if (target === over) return;
        over?.removeAttribute("data-over");
        over = target;
        over?.setAttribute("data-over", "");
        at.looking = over ? (labels[0] ?? null) : null;
    };
    const drop = () => {
        const meant = over?.getAttribute("data-drop") ?? null;
        const moved = ghost !== null;
        finish();
        if (!moved) return;
        // The click that follows a drag is not a choice
        element.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), 50);
        if (meant === null || !meaning) return;
        if (meant) at.play(meaning, meant);
        else at.play(meaning);
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", finish, { signal });
    addEventListener("keydown", (event) => event.key === "Escape" && finish(), { signal });
}

/** The target under the pointer that takes one of the labels, and that label. */
function targetOf(under: Element | null, labels: string[]): [Element | null, string?] {
    for (let target = under?.closest("[data-drop]"); target; target = target.parentElement?.closest("[data-drop]")) {
        const accepted = target.getAttribute("data-accept")?.split("|");
        const label = accepted ? labels.find((one) => accepted.includes(one)) : labels[0];
        if (label) return [target, label];
    }
    return [null];
}

function swallow(event: Event): void {
    event.stopImmediatePropagation();
    event.preventDefault();
}

/** A copy of the element that follows the pointer. */
function lift(element: HTMLElement): HTMLElement {
    const place = element.getBoundingClientRect();
    const ghost = element.cloneNode(true) as HTMLElement;
    ghost.setAttribute("aria-hidden", "true");
    ghost.inert = true;
    Object.assign(ghost.style, {
        position: "fixed",
        left: `${place.left}px`,
        top: `${place.top}px`,
        width: `${place.width}px`,
        height: `${place.height}px`,
        margin: "0",
        zIndex: "1000",
        pointerEvents: "none",
        transition: "none",
        rotate: "2deg",
        opacity: "0.92",
    });
    document.body.append(ghost);
    element.setAttribute("data-lifted", "");
    return ghost;
}
