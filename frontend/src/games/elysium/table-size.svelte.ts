// The size of the cards on a table: worked out once for the whole board, and handed to its parts.

import { getContext, setContext } from "svelte";
import type { BoardContext } from "../../lib/board.svelte";
import { language, say } from "../../lib/texts.svelte";
import { TURNS } from "../../table/Layout.svelte";
import { dotsOf } from "./conditions";
import { leastType, lettersLoaded, measure } from "./measure.svelte";
import type { Placed, Places } from "./places";
import { fitOf, sizesOf, type Face, type Fit, type Print, type Sizes } from "./size";
import { factsOf, viewOf } from "./words";

const KEY = Symbol("size");
const LARGE = { width: 1920, height: 1080 }; // a window that has room for the full wording of every card
const ORACLE_GAP_PIXELS = 26; // between Agora and Oracle
/** Pixels of the frames round Agora and Domain, and of an empty Domain; a scroll bar has its place. */
const FRAME = { across: 50, agora: 14, domain: 14, empty: 79 };

export class TableSize {
    /** Pixels that table and me share, none before they are measured; null on a phone. */
    room = $state.raw<{ width: number; height: number } | null>(null);
    turn = $state(0); // in which the table is laid
    /** Pixels of the Temple above the Agora, and of what lies below the Domain. */
    above = $state(0);
    below = $state(0);
    readonly sizes: Sizes | null = $derived.by(() => this.#sizes());
    readonly #at: () => BoardContext;
    readonly #places: () => Places;
    readonly #seat: () => number;
    readonly #faces = new Map<string, Face>(); // what was measured of a face is kept with it
    readonly #fits = new WeakMap<Face, Map<string, Fit>>();
    #last: { on: unknown[]; sizes: Sizes } | null = null; // the sizes, and what they depend on

    constructor(at: () => BoardContext, places: () => Places, seat: () => number) {
        this.#at = at;
        this.#places = places;
        this.#seat = seat;
        setContext(KEY, this);
    }

    /** Is it known how large cards are, and their turn? Before, none is drawn: it would have to be drawn again. */
    get hasCards(): boolean {
        return this.room === null || (this.turn > 0 && this.sizes !== null);
    }

    /** Does everything stand that is laid in turns? */
    get isLaid(): boolean {
        return this.turn >= TURNS;
    }

    get #print(): Print {
        return { least: leastType(), language: language(), measure };
    }

    #sizes(): Sizes | null {
        if (!this.room?.width || !this.above || !this.below) return null;
        const at = this.#at();
        const places = this.#places();
        const seats = viewOf(at).seats.length;
        const facesOf = (cards: Placed[], live = false) => cards.flatMap((placed) => this.#face(placed, live) ?? BLANK);
        const domain = places.domains[this.#seat()] ?? [];
        const room = {
            width: this.room.width - FRAME.across,
            height: this.room.height - this.above - this.below - FRAME.agora - (domain.length ? FRAME.domain : FRAME.empty),
            places: Math.max(1, places.spots),
            agora: facesOf(places.agora),
            oracle: facesOf(places.oracle),
            domain: facesOf(domain, true),
            apart: viewOf(at).families.includes("apollo") ? ORACLE_GAP_PIXELS : 0,
            whole: seats < 3 || (innerWidth >= LARGE.width && innerHeight >= LARGE.height),
        };
        const print = this.#print;
        // The same sizes as before are no reason to look at every card again; like cards have the same face
        const faces = [room.agora, room.oracle, room.domain].flatMap((cards) => [cards.length, ...cards]);
        const on: unknown[] = [room.width, room.height, room.places, room.apart, room.whole, ...Object.values(print), ...faces];
        const { on: before = [], sizes: last } = this.#last ?? {};
        if (last && on.length === before.length && on.every((part, n) => part === before[n])) return last;
        const found = sizesOf(room, print);
        // Rather no empty places than something that scrolls
        const sizes = found.scrolls ? sizesOf({ ...room, places: Math.max(1, places.agora.length) }, print) : found;
        this.#last = { on, sizes };
        return sizes;
    }

    #face(placed: Placed, live: boolean): Face | null {
        const at = this.#at();
        const card = factsOf(at, placed.card);
        if (!card) return null;
        const words = [card.power_name];
        if (card.eleusis) words.push(say("power.eleusis"));
        if (placed.used) words.push(say("ely.used.badge"));
        const condition = viewOf(at).conditions[placed.card] ?? "";
        const { name, text, short } = card;
        const ring = live && card.power === "trigger";
        const key = [lettersLoaded(), placed.card, text, condition, ring, ...words].join("|");
        const face = this.#faces.get(key) ?? { name, text, short, words, dots: dotsOf(condition).length, ring };
        this.#faces.set(key, face);
        return face;
    }

    /** Type and wording of a card in a box of that height. */
    fit(placed: Placed, height: number, live: boolean): Fit {
        const face = this.#face(placed, live);
        if (!face || !this.sizes) return { type: leastType(), brief: false, beside: 0, faint: false };
        const { width, beside } = this.sizes;
        const fits = this.#fits.get(face) ?? new Map<string, Fit>();
        const key = [width, beside, height, leastType()].join(" ");
        const fit = fits.get(key) ?? fitOf(face, this.sizes, height, this.#print);
        this.#fits.set(face, fits.set(key, fit));
        return fit;
    }
}

/** A card without words: a Citizen. */
const BLANK: Face = { name: "", text: "", short: "", dots: 0, words: [], ring: false };

/** The size of the cards on the table that a part is in. */
export const useSize = (): TableSize => getContext<TableSize>(KEY);
