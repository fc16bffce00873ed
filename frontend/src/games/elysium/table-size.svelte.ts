// The size of the cards on a table: worked out once for the whole board, and handed to its parts.

import { getContext, setContext } from "svelte";
import type { BoardContext } from "../../lib/board.svelte";
import { slowness } from "../../lib/settings.svelte";
import { language, say } from "../../lib/texts.svelte";
import { TURNS } from "../../table/Layout.svelte";
import { dotsOf } from "./conditions";
import { leastType, lettersLoaded, measure } from "./measure.svelte";
import { settle, type Placed, type Places, type Spots } from "./places";
import { fitOf, isWorthMoving, rearranged, sizesOf, stillFits, type Box, type Face, type Fit, type Print, type Room, type Sizes } from "./size";
import { factsOf, viewOf } from "./words";

const KEY = Symbol("size");
const LARGE = { width: 1920, height: 1080 }; // a window that has room for the full wording of every card
const ORACLE_GAP_PIXELS = 26; // between Agora and Oracle
/** Pixels of the frames round Agora and Domain, and of an empty Domain; a scroll bar has its place. */
const FRAME = { across: 50, agora: 14, domain: 14, empty: 79 };

const CARDS_OWED = 3; // in an Epoch: E4.3

/** What lies in each part of the table. */
interface Parts<Content> {
    agora: Content;
    oracle: Content;
    domain: Content;
}
/** The table as it is laid: how large cards are, and where they lie. */
interface Laid extends Parts<Spots> {
    sizes: Sizes;
}

export class TableSize {
    /** Pixels that table and me share, none before they are measured; null on a phone. */
    room = $state.raw<{ width: number; height: number } | null>(null);
    turn = $state(0); // in which the table is laid
    /** Pixels of the Temple above the Agora, and of what lies below the Domain. */
    above = $state(0);
    below = $state(0);
    readonly laid: Laid | null = $derived.by(() => this.#lay());
    readonly sizes: Sizes | null = $derived(this.laid?.sizes ?? null);
    readonly #at: () => BoardContext;
    readonly #places: () => Places;
    readonly #seat: () => number;
    readonly #faces = new Map<string, Face>(); // what was measured of a face is kept with it
    readonly #fits = new WeakMap<Face, Map<string, Fit>>();
    #last: { on: unknown[]; laid: Laid } | null = null; // the table, and what it depends on

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

    /**
     * What lies there moves as seldom as possible: when something no longer fits, or when cards could be much larger as
     * a new Agora is laid; where things glide to their places, also once half of it is gone.
     */
    #lay(): Laid | null {
        if (!this.room?.width || !this.above || !this.below) return null;
        const at = this.#at();
        const places = this.#places();
        const view = viewOf(at);
        const seat = this.#seat();
        const { agora, oracle } = places;
        const domain = places.domains[seat] ?? [];
        const cards = { agora, oracle, domain };
        const facesOf = (cards: Placed[], live = false, used = false) =>
            cards.flatMap((placed) => this.#face(used ? { ...placed, used } : placed, live) ?? BLANK);
        const coming = view.phase === "actions" ? Math.max(0, CARDS_OWED - (view.seats[seat]?.cards_taken ?? 0)) : 0;
        const activates = domain.filter(({ card }) => factsOf(at, card)?.power === "activate");
        const rests = !slowness();
        const height = this.room.height - this.above - this.below - FRAME.agora;
        const room: Room = {
            width: this.room.width - FRAME.across,
            height: height - (domain.length ? FRAME.domain : FRAME.empty),
            places: Math.max(1, agora.length),
            agora: facesOf(agora),
            oracle: facesOf(oracle),
            domain: facesOf(domain, true),
            coming,
            likely: [...facesOf(activates, true, true), ...(coming ? facesOf([...agora, ...oracle], true) : [])],
            apart: view.families.includes("apollo") ? ORACLE_GAP_PIXELS : 0,
            whole: view.seats.length < 3 || (innerWidth >= LARGE.width && innerHeight >= LARGE.height),
        };
        const print = this.#print;
        // The same as before is no reason to look at every card again; like cards have the same face
        const keys = [seat, ...[agora, oracle, domain].flatMap((cards) => [cards.length, ...cards.map(({ key }) => key)])];
        const faces = [...room.agora, ...room.oracle, ...room.domain, ...room.likely];
        const window = [innerWidth, innerHeight, room.width, room.apart, lettersLoaded(), print.least, print.language].join(" ");
        const on: unknown[] = [window, room.height, room.whole, ...keys, ...faces];
        const { on: before = [], laid: last } = this.#last ?? {};
        if (last && on.length === before.length && on.every((part, n) => part === before[n])) return last;
        const lies = last && before[0] === window ? last : null;
        const fits = (sizes: Sizes) => stillFits(sizes, { ...room, height: height - (sizes.domain.rows ? FRAME.domain : FRAME.empty) }, print);
        const stay = lies && (fits(lies.sizes) ? lies.sizes : rearranged(lies.sizes, rests ? room : { ...room, whole: true }, print));
        const kept = lies && stay && fits(stay) ? laidIn(stay, cards, lies) : null;
        const isSame = agora.some(({ key }) => lies?.agora.has(key));
        const isEnough = kept && !kept.sizes.scrolls && isSame && (rests || 2 * agora.length > kept.sizes.agora.places);
        const found = isEnough ? kept : this.#layAnew({ ...room, before: lies?.sizes.column }, cards, rests && isSame ? lies : null);
        const laid = kept && !isWorthMoving(found.sizes, kept.sizes) ? kept : found;
        this.#last = { on, laid };
        return laid;
    }

    /** Where cards are to stay, the Agora keeps its places, unless something would have to scroll. */
    #layAnew(room: Room, cards: Parts<Placed[]>, lies: Laid | null): Laid {
        const same = lies && sizesOf({ ...room, places: Math.max(room.places, lies.sizes.agora.places) }, this.#print);
        return same && !same.scrolls ? laidIn(same, cards, lies) : laidIn(sizesOf(room, this.#print), cards, NOWHERE);
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

    /** Type and wording of a card in that box. */
    fit(placed: Placed, box: Box, live: boolean): Fit {
        const face = this.#face(placed, live);
        if (!face) return { type: leastType(), brief: false, beside: 0, faint: false };
        const fits = this.#fits.get(face) ?? new Map<string, Fit>();
        const key = [box.width, box.beside, box.height, leastType()].join(" ");
        const fit = fits.get(key) ?? fitOf(face, box, this.#print);
        this.#fits.set(face, fits.set(key, fit));
        return fit;
    }
}

const NOWHERE: Parts<Spots> = { agora: new Map(), oracle: new Map(), domain: new Map() };

const laidIn = (sizes: Sizes, { agora, oracle, domain }: Parts<Placed[]>, before: Parts<Spots>): Laid => ({
    sizes,
    agora: settle(agora, before.agora, sizes.agora.rows * sizes.agora.columns),
    oracle: settle(oracle, before.oracle, sizes.agora.rows * sizes.oracle.columns),
    domain: settle(domain, before.domain, sizes.domain.rows * sizes.domain.columns),
});

/** A card without words: a Citizen. */
const BLANK: Face = { name: "", text: "", short: "", dots: 0, words: [], ring: false };

/** The size of the cards on the table that a part is in. */
export const useSize = (): TableSize => getContext<TableSize>(KEY);
