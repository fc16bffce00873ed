// How things move: quickly, as fast as one likes it, or not at all.

import { getContext, setContext, untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import { slowness } from "./settings.svelte";

const TRAVEL_MILLISECONDS = 240; // of a card

/** Milliseconds of a movement. */
export const quick = (): number => TRAVEL_MILLISECONDS * slowness();

/** How something is scrolled into view. */
export const scrolling = (): ScrollBehavior => (slowness() ? "smooth" : "instant");

const KEY = Symbol("travels");
const EASING = "cubic-bezier(0.33, 1, 0.68, 1)"; // slows down towards the end

/** What travels: the same thing has the same key wherever it is. */
interface Traveller {
    key: string;
    /** Where it comes from when nobody saw it there: the `data-place` of an element. */
    from?: string;
    /** Where it goes to when nobody sees it there; asked when it has gone. */
    to?: () => string;
}

/** Where it lay, and in what. */
interface Before {
    traveller: Traveller;
    box: DOMRect;
    parent: Element | null;
}

/**
 * Lets things travel from where they lay to where they lie, within a list and from one to another.
 *
 * All of them are measured once before a change and once after it: lists that animate themselves make the browser lay
 * out the page for each of them.
 */
export class Travels {
    readonly #travellers = new Map<Element, Traveller>();
    #before = new Map<Element, Before>();
    #moving: Animation[] = [];

    /** To be made by the component that shows everything; `change` names what it depends on. */
    constructor(change: () => unknown) {
        setContext(KEY, this);
        $effect.pre(() => {
            change();
            this.#measure();
        });
        $effect(() => {
            change();
            this.#move();
        });
    }

    /** For what travels: `{@attach travels.of({ key })}`. */
    of(traveller: Traveller): Attachment {
        return (element) => {
            this.#travellers.set(element, traveller);
            return () => this.#travellers.delete(element);
        };
    }

    #measure(): void {
        const all = slowness() ? [...this.#travellers] : [];
        this.#before = new Map(
            all.map(([element, traveller]) => [element, { traveller, box: element.getBoundingClientRect(), parent: element.parentElement }]),
        );
    }

    #move(): void {
        if (!this.#before.size) return;
        for (const animation of this.#moving) animation.finish();
        const left = [...this.#before].filter(([element]) => !this.#travellers.has(element));
        const lay = new Map(left.map(([, { traveller, box }]) => [traveller.key, box]));
        const arrived = new Set<string>();
        const moves = [...this.#travellers].flatMap(([element, { key, from }]) => {
            const to = element.getBoundingClientRect();
            const seen = this.#before.get(element)?.box ?? lay.get(key);
            if (!this.#before.has(element)) arrived.add(key);
            const start = seen ? between(seen, to) : this.#before.has(element) ? null : through(from, to);
            return start && to.width ? [{ element, start }] : [];
        });
        const gone = left.flatMap(([element, { traveller, box, parent }]) => {
            const end = arrived.has(traveller.key) ? null : through(untrack(() => traveller.to?.()), box);
            return end && parent?.isConnected ? [{ element, end, box, parent }] : [];
        });
        this.#moving = [
            ...moves.map(({ element, start }) => animate(element, [start, { transform: "none" }])),
            ...gone.map(({ element, end, box, parent }) => leave(element as HTMLElement, box, parent, end)),
        ];
        this.#before.clear();
    }
}

/** A box moved to where another is; null if it is there. */
function between(from: DOMRect, to: DOMRect): Keyframe | null {
    if (!from.width || (from.x === to.x && from.y === to.y && from.width === to.width)) return null;
    return { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})` };
}

/** A box that vanishes in a place; null where that is not shown. */
function through(place: string | undefined, box: DOMRect): Keyframe | null {
    const there = place && document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
    if (!there || !there.width) return null;
    const x = there.x + there.width / 2 - box.x - box.width / 4;
    const y = there.y + there.height / 2 - box.y - box.height / 4;
    return { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0 };
}

const animate = (element: Element, frames: Keyframe[], fill: FillMode = "none"): Animation =>
    element.animate(
        frames.map((frame) => ({ transformOrigin: "0 0", zIndex: 3, ...frame })),
        { duration: quick(), easing: EASING, fill },
    );

/** Show something that is no longer there until it has arrived. */
function leave(element: HTMLElement, box: DOMRect, parent: Element, end: Keyframe): Animation {
    element.inert = true;
    Object.assign(element.style, { position: "absolute", width: `${box.width}px`, height: `${box.height}px`, left: "0", top: "0" });
    parent.append(element);
    const { x, y } = element.getBoundingClientRect();
    Object.assign(element.style, { left: `${box.x - x}px`, top: `${box.y - y}px` });
    const animation = animate(element, [{ transform: "none" }, end], "forwards");
    animation.onfinish = () => element.remove();
    return animation;
}

/** What lets things travel on the board that a part is in. */
export const useTravels = (): Travels => getContext<Travels>(KEY);
