// How things move: quickly, as fast as one likes it, or not at all.

import { cubicOut } from "svelte/easing";
import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";
import { slowness } from "./settings.svelte";

const TRAVEL_MILLISECONDS = 240; // of a card

/** Milliseconds of a movement. */
export const quick = (): number => TRAVEL_MILLISECONDS * slowness();

/** How something is scrolled into view. */
export const scrolling = (): ScrollBehavior => (slowness() ? "smooth" : "instant");

/** For `animate:flip`: others make room. */
export const flipping = { duration: quick, easing: cubicOut };

const KEY = Symbol("travels");
const EASING = "cubic-bezier(0.33, 1, 0.68, 1)"; // cubicOut, as a browser writes it

/**
 * Lets things travel from where they lay to where they lie, within a list and from one to another.
 *
 * All of them are measured once before a change and once after it: lists that animate themselves make the browser lay
 * out the page for each of them.
 */
export class Travels {
    readonly #keys = new Map<Element, string>();
    #before = new Map<Element, DOMRect>();
    #left = new Map<string, DOMRect>(); // by key, where something lay
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

    /** For what travels: `{@attach travels.of(key)}`. The same thing has the same key wherever it is. */
    of(key: string): Attachment {
        return (element) => {
            this.#keys.set(element, key);
            return () => this.#keys.delete(element);
        };
    }

    #measure(): void {
        this.#before = new Map([...(slowness() ? this.#keys.keys() : [])].map((element) => [element, element.getBoundingClientRect()]));
        this.#left = new Map([...this.#before].map(([element, box]) => [this.#keys.get(element) ?? "", box]));
    }

    #move(): void {
        if (!this.#before.size) return;
        for (const animation of this.#moving) animation.cancel();
        const stay = new Set([...this.#before.keys()].flatMap((element) => this.#keys.get(element) ?? []));
        const moves = [...this.#keys].flatMap(([element, key]) => {
            const from = this.#before.get(element) ?? (stay.has(key) ? undefined : this.#left.get(key));
            const to = element.getBoundingClientRect();
            const isMoved = from && (from.x !== to.x || from.y !== to.y || from.width !== to.width);
            return isMoved && from.width && to.width ? [{ element, from, to }] : [];
        });
        this.#moving = moves.map(({ element, from, to }) => {
            const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
            const start = { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) ${scale}`, transformOrigin: "0 0", zIndex: 3 };
            return element.animate([start, { transform: "none", transformOrigin: "0 0", zIndex: 3 }], { duration: quick(), easing: EASING });
        });
        this.#before.clear();
    }
}

/** What lets things travel on the board that a part is in. */
export const useTravels = (): Travels => getContext<Travels>(KEY);
