// How large the cards of the table are, from the room there is, and how large their type is. Pure: a browser measures.

import { NO_BREAK, piecesOf } from "./powers.ts";

/** The width of words in pixels, in type of that size. */
export type Measure = (words: string, pixels: number, bold?: boolean) => number;

/** What stands on a card, all of which has to be seen. */
export interface Face {
    name: string;
    text: string;
    /** A shorter wording that is complete in itself; the text if there is none. */
    short: string;
    dots: number;
    /** What stands behind a sign of its own: when the power works, "Eleusis", "used". */
    words: string[];
    /** Does it carry the ring of a Trigger, or the place of one? */
    ring: boolean;
}
export interface Fit {
    /** Pixels. */
    type: number;
    /** Is it the shorter wording? */
    brief: boolean;
    /** Pixels of the figure beside name and facts; 0 if it stands below them. */
    beside: number;
    /** Does the figure lie faintly behind the words, having no room of its own? */
    faint: boolean;
}

const CARD_GAP_PIXELS = 6; // between two cards
const MIN_FIGURE_PIXELS = 38; // what is much smaller cannot be recognised; a browser rounds some away
const MAX_TYPE_PIXELS = 26;
const TYPE_STEP_PIXELS = 0.5;
const MAX_HEIGHT_PER_WIDTH = 1.85; // a card's height for its width
const BROAD_WIDTH_PER_HEIGHT = 1.2; // a card's width for its height
const MAX_WIDTH_PER_HEIGHT = 1.6; // a card's width for its height that is still of use
const HIGH_CARD_PIXELS = 320; // from this height on, a figure has the most room below name and facts
const BROAD_FIGURE_SHARES = [0.45, 0.28]; // of a broad card's width, if name and facts have room beside it
const UPRIGHT_FIGURE_SHARE = 0.3; // of an upright card's height; with small type it gets less
const BROAD_WORTH = 0.85; // of an upright card's, which shows more of its figure
const FLEETING_WORTH = 0.85; // of sizes that the next card in the Domain would change
const MAX_AGORA_ROWS = 4; // of the Agora, if its cards are not too narrow then
const STEADY_WORTH = 1.1; // of cards as wide as before, most of which stay where they are
const WORTHWHILE_GAIN = 1.25; // how much larger cards have to become so that all of them may move
const MAX_CARD_WIDTH_PIXELS = 640;
const MIN_CARD_WIDTH_PIXELS = 104;
const NARROW_CARD_WIDTH_PIXELS = 90; // rather than that something scrolls
/** What is left of a Domain that has to scroll: less would show no card. */
const MIN_CARD_HEIGHT_PIXELS = 96;

// As Card.svelte draws it: pixels of frame, and parts of the type's size.
const FRAME = { across: 12, along: 17 };
const LINE = { name: 1.15, facts: 1.3, text: 1.18 };
const ICON = { rank: 2.5, dot: 1.2, sign: 1.35, ring: 1.5, inText: 1.1 };
const APART = 0.3; // between two facts
const SLACK = 1.02; // a browser may round the width of every letter

/** How many lines these widths need, with a blank between any two; infinitely many if one is wider than a line. */
export function linesOf(widths: number[], blank: number, across: number): number {
    let lines = 0;
    let left = 0;
    for (const width of widths) {
        if (width > across) return Infinity;
        if (lines && width + blank <= left) left -= width + blank;
        else {
            lines += 1;
            left = across - width;
        }
    }
    return lines;
}

/** What a card's height depends on besides its face. */
export interface Print {
    /** The smallest type in pixels. */
    least: number;
    language: string;
    measure: Measure;
}

const known = new Map<string, { word: string; icons: number }[]>();

/** What stands between two places where a line may end, with the number of icons in it. */
function wordsOf(text: string, language: string): { word: string; icons: number }[] {
    const found = known.get(text);
    if (found) return found;
    const marked = piecesOf(text, language).map(({ icon, lead, words }) => (icon ? `${lead}\0${words}` : words));
    const made = marked.join("").split(" ").map((word) => ({ word: word.replaceAll("\0", ""), icons: word.split("\0").length - 1 }));
    known.set(text, made);
    return made;
}

/** The widths of all that stands on a card, in pixels. */
interface Widths {
    words: number[];
    name: number[];
    facts: number[];
    blank: number;
    boldBlank: number;
    /** Heights that were asked for, by the width of the card and of the figure beside. */
    heights: Map<number, number>;
}
const measured = new WeakMap<Face, Map<string, Widths>>();

/** Measured once for each size of type: many widths of the card are tried with the same words. */
function widthsOf(face: Face, brief: boolean, type: number, { language, measure }: Print): Widths {
    const key = `${type} ${brief}`;
    const of = measured.get(face) ?? new Map<string, Widths>();
    const found = of.get(key);
    if (found) return found;
    const wide = (words: string, bold = false) => measure(words, type, bold) * SLACK;
    const icon = ICON.inText * type + wide(NO_BREAK);
    const words = wordsOf(brief ? face.short : face.text, language).map(({ word, icons }) => wide(word) + icons * icon);
    const name = face.name.split(" ").map((word) => wide(word, true));
    const signs = face.words.map((word) => ICON.sign * type + wide(word, true));
    if (face.ring) signs[0] = (signs[0] ?? 0) + ICON.ring * type;
    const facts = [ICON.rank * type, face.dots * ICON.dot * type + 2 * face.dots, ...signs];
    const made = { words, name, facts, blank: wide(" "), boldBlank: wide(" ", true), heights: new Map() };
    measured.set(face, of.set(key, made));
    return made;
}

/** How high a card is without its figure, if it is so wide and its type so large; `beside` is what the figure takes. */
export function heightOf(face: Face, brief: boolean, width: number, type: number, print: Print, beside = 0): number {
    const { words, name, facts, blank, boldBlank, heights } = widthsOf(face, brief, type, print);
    const key = width * 1000 + beside;
    const found = heights.get(key);
    if (found !== undefined) return found;
    const across = width - FRAME.across;
    const above = across - beside; // of name and facts
    const rows = linesOf(facts, APART * type, above);
    const height = Math.ceil(
        FRAME.along +
            linesOf(name, boldBlank, above) * LINE.name * type +
            rows * LINE.facts * type +
            (rows - 1) * 2 +
            linesOf(words, blank, across) * LINE.text * type,
    );
    heights.set(key, height);
    return height;
}

/** What the figure may take of the width: that of a broad, low card stands beside name and facts, or like any other below. */
const besidesOf = (width: number, height: number): number[] =>
    width > height * BROAD_WIDTH_PER_HEIGHT && height < HIGH_CARD_PIXELS ? [...BROAD_FIGURE_SHARES.map((share) => Math.round(width * share)), 0] : [0];

/**
 * The largest type in which a card's whole text fits: the figure shrinks first, then the type; then the wording. Type that
 * is a little smaller is better than a figure without room of its own.
 */
export function fitOf(face: Face, { width, height, beside }: Box, print: Print): Fit {
    const { least } = print;
    const needs = (type: number) => heightOf(face, false, width, type, print, beside);
    // In steps: a browser measures and shapes words anew for every size of type
    const largest = Math.round((8 + width * 0.035) / TYPE_STEP_PIXELS) * TYPE_STEP_PIXELS;
    const most = Math.max(least, Math.min(MAX_TYPE_PIXELS, largest));
    const fair = Math.min(most, least + 1);
    const figure = beside ? 0 : height * UPRIGHT_FIGURE_SHARE;
    const fit = (type: number, brief: boolean): Fit => {
        const left = height - heightOf(face, brief, width, type, print, beside);
        return { type, brief, beside, faint: !beside && left < MIN_FIGURE_PIXELS };
    };
    for (let type = most; type >= fair; type -= TYPE_STEP_PIXELS) if (needs(type) + figure <= height) return fit(type, false);
    const fits: Fit[] = [];
    for (let type = fair; type > least - TYPE_STEP_PIXELS; type -= TYPE_STEP_PIXELS) {
        const tried = Math.max(type, least);
        if (needs(tried) <= height) fits.push(fit(tried, false));
    }
    return fits.find(({ faint }) => !faint) ?? fits[0] ?? fit(least, true);
}

export interface Room {
    /** Pixels for Agora and Domain together, without their frames. */
    width: number;
    height: number;
    /** How many places the Agora has, and its cards, among them those of the Oracle. */
    places: number;
    agora: Face[];
    oracle: Face[];
    domain: Face[];
    /** How many more cards the Domain may soon get, and how any card may look that will lie there. */
    coming: number;
    likely: Face[];
    /** For what width the cards were worked out before. */
    before?: number | undefined;
    /** Pixels between Agora and Oracle, if there is one. */
    apart: number;
    /** Is the full wording promised here? Then what does not fit scrolls, and no shorter one stands in. */
    whole: boolean;
}
/** A card: its width and height, and the pixels of a figure beside name and facts; 0 if the figure stands below them. */
export interface Box {
    width: number;
    height: number;
    beside: number;
}
/** The cards of Agora and Oracle have one size, those of the Domain another; they are as wide where nothing speaks against it. */
export interface Sizes {
    width: number;
    /** The width for which they were worked out: cards of the Agora may be wider, those of the Domain wider or narrower. */
    column: number;
    /** Pixels of a figure beside name and facts; 0 if figures stand below them. */
    beside: number;
    agora: { columns: number; rows: number; height: number; /** How many cards have one there. */ places: number };
    oracle: { columns: number };
    domain: Box & { columns: number; rows: number; /** Pixels of it that are shown. */ shown: number };
    /** Is there too little room, so that something scrolls? */
    scrolls: boolean;
    /** Are they made for the shorter wordings? */
    brief: boolean;
    /** How good they are: what can be read counts first, then how large the cards are, or minus the pixels that lack. */
    rank: number;
    area: number;
}

/** The largest cards that the room allows, with the fullest wording. */
export function sizesOf(room: Room, print: Print): Sizes {
    return widened(bestOf(room, print), room, print);
}

function bestOf(room: Room, print: Print): Sizes {
    const found = largest(room, print, MIN_CARD_WIDTH_PIXELS);
    if (!found.scrolls) return found;
    const narrow = largest(room, print, NARROW_CARD_WIDTH_PIXELS);
    const isLess = found.area < 0 && narrow.area > found.area; // of what the table scrolls
    const best = narrow.rank > found.rank || isLess ? narrow : found;
    return lowered(found, room, print) ?? lowered(narrow, room, print) ?? best;
}

/** The same with wider cards in Agora and Oracle, if those have fewer columns than the Domain: no room beside them is empty. */
function widened(sizes: Sizes, room: Room, print: Print): Sizes {
    const columns = sizes.agora.columns + sizes.oracle.columns;
    const { height } = sizes.agora;
    const free = Math.floor((room.width - room.apart - (columns - 1) * CARD_GAP_PIXELS) / columns);
    const width = Math.max(sizes.width, Math.min(free, MAX_CARD_WIDTH_PIXELS, Math.floor(height * BROAD_WIDTH_PER_HEIGHT)));
    const open = [...room.agora, ...room.oracle];
    const beside = besidesOf(width, height).find((beside) => areLow(open, sizes.brief, { width, height, beside }, print));
    return beside === undefined ? sizes : { ...sizes, width, beside };
}

/** The same with broader cards in the Domain, all of which are seen in the room that it has; null if there is none. */
function lowered(sizes: Sizes, room: Room, print: Print): Sizes | null {
    const { brief, area, domain } = sizes;
    if (area < 0 || !domain.rows) return null;
    const line = { ...sizes, domain: { ...domain, rows: 1, height: domain.shown }, scrolls: false, rank: rankOf(brief, false, 0) };
    return rearranged(line, room, print);
}

function largest(room: Room, print: Print, least: number): Sizes {
    const open = [...room.agora, ...room.oracle];
    const wordings = room.whole ? [false] : [false, true];
    const most = room.places + room.oracle.length + room.domain.length;
    let best: Sizes | undefined;
    let mostWorth = 0;
    for (let rows = 1; rows <= Math.max(MAX_AGORA_ROWS, most) && (rows <= MAX_AGORA_ROWS || !best); rows++) {
        const agora = Math.ceil(room.places / rows);
        const oracle = Math.ceil(room.oracle.length / rows);
        for (let columns = agora + oracle; columns <= Math.max(most, 3); columns++) {
            const free = room.width - (columns - 1) * CARD_GAP_PIXELS - room.apart;
            const width = Math.min(MAX_CARD_WIDTH_PIXELS, Math.floor(free / columns));
            if (width < least && rows < most) break;
            const full = Math.ceil(room.domain.length / columns);
            for (const beside of besidesOf(width, room.height / (rows + full))) {
                const needs = (faces: Face[], brief: boolean) =>
                    Math.max(0, ...faces.map((face) => heightOf(face, brief, width, print.least, print, beside)));
                const hasRoom = room.domain.length + room.coming <= full * columns;
                const faces = [{ lasts: false, domain: room.domain }];
                if (hasRoom) faces.push({ lasts: true, domain: [...room.domain, ...room.likely] });
                const needed = pairs(wordings, faces).map(([brief, { lasts, domain }]) => ({
                    brief,
                    lasts,
                    agora: needs(open, brief),
                    domain: needs(domain, brief),
                }));
                for (const [{ brief, lasts, ...need }, lines] of pairs(needed, [full, Math.min(full, 1)])) {
                    const split = share(room.height, rows, lines, need, width);
                    const scrolls = lines < full || split.shown < lines * split.domain + (lines - 1) * CARD_GAP_PIXELS;
                    if (lasts && (scrolls || split.over)) continue;
                    const rank = rankOf(brief, scrolls, split.over);
                    const whole = full * split.domain + Math.max(0, full - 1) * CARD_GAP_PIXELS;
                    const seen = whole ? split.shown / whole : 1; // of the Domain
                    const height = Math.min(split.agora, lines ? split.domain : Infinity);
                    const shape = width > BROAD_WIDTH_PER_HEIGHT * height ? BROAD_WORTH : 1;
                    const area = split.over ? -split.over : seen * Math.min(width, MAX_WIDTH_PER_HEIGHT * height) * height * shape;
                    const rest = (lasts ? 1 : FLEETING_WORTH) * (width === room.before ? STEADY_WORTH : 1);
                    const worth = split.over ? area : area * rest;
                    if (best && (rank < best.rank || (rank === best.rank && worth <= mostWorth))) continue;
                    mostWorth = worth;
                    best = {
                        width,
                        column: width,
                        beside,
                        agora: { columns: agora, rows, height: split.agora, places: room.places },
                        oracle: { columns: oracle },
                        domain: { width, beside, columns, rows: lines, height: split.domain, shown: split.shown },
                        scrolls: scrolls || split.over > 0,
                        brief,
                        rank,
                        area,
                    };
                }
            }
        }
    }
    return best!; // one column is always tried
}

/** Is there still room for everything in these sizes, in their wordings; where something scrolls, for the Agora? */
export function stillFits(sizes: Sizes, room: Room, print: Print): boolean {
    const { width, beside, agora, oracle, domain, brief, scrolls } = sizes;
    const low = (faces: Face[], box: Box) => areLow(faces, brief, box, print);
    const high = agora.rows * (agora.height + CARD_GAP_PIXELS) - CARD_GAP_PIXELS + domain.shown;
    return (
        (scrolls || (high <= room.height && room.domain.length <= domain.rows * domain.columns)) &&
        room.places <= agora.rows * agora.columns &&
        room.oracle.length <= agora.rows * oracle.columns &&
        low([...room.agora, ...room.oracle], { width, beside, height: agora.height }) &&
        (!room.domain.length || domain.rows > 0) &&
        low(room.domain, domain)
    );
}

const areLow = (faces: Face[], brief: boolean, { width, height, beside }: Box, print: Print): boolean =>
    faces.every((face) => heightOf(face, brief, width, print.least, print, beside) <= height);

/**
 * The same with as many columns in the Domain as let all its cards fit, and those that may come if possible, or with the
 * shorter wording where it may stand in: nothing else changes, and that as little as possible. Null if nothing helps.
 */
export function rearranged(sizes: Sizes, room: Room, print: Print): Sizes | null {
    const { domain, coming, likely } = room;
    const wordings = sizes.brief || room.whole ? [sizes.brief] : [false, true];
    const expected = [
        { faces: [...domain, ...likely], cards: domain.length + coming },
        { faces: domain, cards: domain.length },
    ];
    for (const [brief, { faces, cards }] of pairs(wordings, expected))
        for (const box of columnsFor(cards, sizes.domain, room)) {
            const beside = besidesOf(box.width, box.height).find((beside) => areLow(faces, brief, { ...box, beside }, print));
            const rank = brief === sizes.brief ? sizes.rank : rankOf(brief, sizes.scrolls, 0);
            if (beside !== undefined) return { ...sizes, domain: { ...box, beside }, brief, rank };
        }
    return null;
}

/** A Domain with columns for so many cards, and with more; those that are most like the present ones first. */
function columnsFor(cards: number, before: Sizes["domain"], room: Room): Sizes["domain"][] {
    const least = Math.max(1, Math.ceil(cards / Math.max(1, before.rows)));
    const most = Math.floor((room.width + CARD_GAP_PIXELS) / (NARROW_CARD_WIDTH_PIXELS + CARD_GAP_PIXELS));
    const numbers = Array.from({ length: before.rows ? Math.max(0, most - least + 1) : 0 }, (_, n) => least + n);
    const widthOf = (columns: number) => Math.floor((room.width - (columns - 1) * CARD_GAP_PIXELS) / columns);
    return numbers
        .sort((a, b) => Math.abs(a - before.columns) - Math.abs(b - before.columns))
        .map((columns) => (columns === before.columns ? before : { ...before, columns, width: Math.min(MAX_CARD_WIDTH_PIXELS, widthOf(columns)) }));
}

/** Are these sizes so much better that everything may move for them? */
export function isWorthMoving(sizes: Sizes, before: Sizes): boolean {
    const wanted = before.area < 0 ? before.area / WORTHWHILE_GAIN : before.area * WORTHWHILE_GAIN;
    return sizes.rank > before.rank || (sizes.rank === before.rank && sizes.area >= wanted);
}

const pairs = <A, B>(some: A[], others: B[]): [A, B][] => some.flatMap((one) => others.map((other): [A, B] => [one, other]));

/** Everything in full is best; then everything to be seen at once, then the full wording. */
function rankOf(brief: boolean, scrolls: boolean, over: number): number {
    if (over) return brief ? 1 : 0;
    return scrolls ? (brief ? 2 : 3) : brief ? 4 : 5;
}

interface Split {
    agora: number;
    domain: number;
    shown: number;
    /** Pixels that are lacking even so: the table scrolls. */
    over: number;
}

/** Share the height among the rows: equal parts if they are high enough, else what each needs, the Agora first. */
function share(height: number, rows: number, lines: number, need: { agora: number; domain: number }, width: number): Split {
    const gaps = (n: number) => Math.max(0, n - 1) * CARD_GAP_PIXELS;
    const free = height - gaps(rows) - gaps(lines);
    const tallest = Math.floor(width * MAX_HEIGHT_PER_WIDTH);
    const equal = Math.min(tallest, Math.floor(free / (rows + lines)));
    if (equal >= need.agora && equal >= need.domain)
        return { agora: equal, domain: equal, shown: lines * equal + gaps(lines), over: 0 };
    const rest = free - rows * need.agora - lines * need.domain;
    if (rest >= 0) {
        const more = Math.floor(rest / (rows + lines));
        const [agora, domain] = [need.agora + more, need.domain + more];
        return { agora, domain, shown: lines * domain + gaps(lines), over: 0 };
    }
    const left = height - gaps(rows) - rows * need.agora;
    const fits = left >= (lines ? MIN_CARD_HEIGHT_PIXELS : 0);
    const shown = fits ? left : Math.min(lines, 1) * need.domain; // a row of the Domain, if the table scrolls anyway
    return { agora: need.agora, domain: need.domain, shown, over: Math.max(0, shown - left) };
}
