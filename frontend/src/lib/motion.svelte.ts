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
    /** Does it hold others? It only changes its place: what it holds is not stretched, and rides along. */
    frame?: boolean;
}

/** By how many pixels something lay further right and further down than it lies. */
interface Way {
    x: number;
    y: number;
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
    readonly #faces = new Map<Element, HTMLElement>(); // that were replaced, each by where it was
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

    /** For what a traveller shows, if it is drawn anew in every size: what it was fades away over what it becomes. */
    readonly face: Attachment = (element) => {
        const place = element.parentElement!;
        return () => void (slowness() && this.#faces.set(place, element as HTMLElement));
    };

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
        const boxes = new Map([...this.#travellers.keys()].map((element) => [element, element.getBoundingClientRect()]));
        const ways = this.#waysOf(boxes);
        const moves = [...this.#travellers].flatMap(([element, { key, from, frame }]) => {
            const to = boxes.get(element)!;
            const seen = this.#before.get(element)?.box ?? (frame ? undefined : lay.get(key));
            if (!this.#before.has(element)) arrived.add(key);
            const along = this.#along(element, ways);
            const start = seen ? between(seen, to, along, frame) : this.#before.has(element) ? null : through(from, to);
            return start && to.width ? [{ element, start, frame }] : [];
        });
        const gone = left.flatMap(([element, { traveller, box, parent }]) => {
            const end = arrived.has(traveller.key) ? null : through(untrack(() => traveller.to?.()), box);
            return end && parent?.isConnected ? [{ element, end, box, parent }] : [];
        });
        const faded = [...this.#faces].flatMap(([place, face]) => {
            const element = around(place, (one) => boxes.has(one)) ?? place;
            const [from, to] = [this.#before.get(element)?.box, boxes.get(element)];
            return from?.width && to?.width ? [{ place, face, from, to }] : [];
        });
        this.#moving = [
            ...moves.map(({ element, start, frame }) => animate(element, [start, frame ? { translate: "none" } : { transform: "none" }], frame)),
            ...gone.map(({ element, end, box, parent }) => leave(element as HTMLElement, box, parent, end)),
            ...faded.map(({ place, face, from, to }) => fade(place, face, from, to)),
        ];
        this.#before.clear();
        this.#faces.clear();
    }

    /** From where frames lay to where they lie. */
    #waysOf(boxes: Map<Element, DOMRect>): Map<Element, Way> {
        const frames = [...this.#travellers].filter(([, { frame }]) => frame);
        return new Map(
            frames.flatMap(([element]) => {
                const [from, to] = [this.#before.get(element)?.box, boxes.get(element)!];
                return from?.width && to.width ? [[element, { x: from.x - to.x, y: from.y - to.y }] as const] : [];
            }),
        );
    }

    /** What something rides along with the frame that it is in. */
    #along(element: Element, ways: Map<Element, Way>): Way {
        const frame = around(element.parentElement, (one) => ways.has(one));
        return (frame && ways.get(frame)) ?? { x: 0, y: 0 };
    }
}

/** The nearest element of that kind which contains this one, or is it. */
function around(element: Element | null, is: (element: Element) => boolean): Element | null {
    return !element || is(element) ? element : around(element.parentElement, is);
}

/** A box moved to where another is, as far as its frame does not take it along; null if it is there. */
function between(from: DOMRect, to: DOMRect, along: Way, frame = false): Keyframe | null {
    const [x, y] = [from.x - to.x - along.x, from.y - to.y - along.y];
    const isStretched = !frame && (from.width !== to.width || from.height !== to.height);
    if (!from.width || (!x && !y && !isStretched)) return null;
    if (frame) return { translate: `${x}px ${y}px` }; // before whatever else turns it
    return { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width}, ${from.height / to.height})` };
}

/** A box that vanishes in a place; null where that is not shown. */
function through(place: string | undefined, box: DOMRect): Keyframe | null {
    const there = place && document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
    if (!there || !there.width) return null;
    const x = there.x + there.width / 2 - box.x - box.width / 4;
    const y = there.y + there.height / 2 - box.y - box.height / 4;
    return { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0 };
}

/** Set something in motion: above what lies beside it, unless it is a frame. */
const animate = (element: Element, steps: Keyframe[], frame = false, fill: FillMode = "none"): Animation =>
    element.animate(
        steps.map((step) => ({ transformOrigin: "0 0", ...(frame ? {} : { zIndex: 3 }), ...step })),
        { duration: quick(), easing: EASING, fill },
    );

/** Show something that is no longer there until it has arrived. */
function leave(element: HTMLElement, box: DOMRect, parent: Element, end: Keyframe): Animation {
    element.inert = true;
    Object.assign(element.style, { position: "absolute", width: `${box.width}px`, height: `${box.height}px`, left: "0", top: "0" });
    parent.append(element);
    const { x, y } = element.getBoundingClientRect();
    Object.assign(element.style, { left: `${box.x - x}px`, top: `${box.y - y}px` });
    const animation = animate(element, [{ transform: "none" }, end], false, "forwards");
    animation.onfinish = () => element.remove();
    return animation;
}

/** Let a face of that size vanish over the one that has taken its place. */
function fade(place: Element, face: HTMLElement, from: DOMRect, to: DOMRect): Animation {
    face.inert = true;
    const size = { width: `${from.width}px`, height: `${from.height}px` };
    const transform = `scale(${to.width / from.width}, ${to.height / from.height})`;
    Object.assign(face.style, { position: "absolute", top: "0", left: "0", transformOrigin: "0 0", transform, ...size });
    place.append(face);
    const animation = animate(face, [{ opacity: 1 }, { opacity: 0 }], true, "forwards");
    animation.onfinish = () => face.remove();
    return animation;
}

/** What lets things travel on the board that a part is in. */
export const useTravels = (): Travels => getContext<Travels>(KEY);

const RESTING: Attachment = () => {};
/** For the frames of a board, which ride to their new places with all that they hold; elsewhere it does nothing. */
export const framed = (): Attachment => getContext<Travels | undefined>(KEY)?.of({ key: "frame", frame: true }) ?? RESTING;
