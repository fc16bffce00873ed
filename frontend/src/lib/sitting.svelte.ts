// What a board needs to be drawn and played on: the same for a live table, a lesson and a review.

import { getContext, onDestroy, setContext } from "svelte";
import { get } from "./api";
import { language } from "./texts.svelte";
import type { GameParts } from "../games/parts";
import type { CardFacts, GameView, LogEntry, Preview, Prompt, Reason } from "./wire";

/** Somebody before a board. Boards read it and call `play`; they know nothing of sockets, lessons or reviews. */
export interface Sitting {
    readonly game: string;
    /** What is drawn and said of that game. */
    readonly parts: GameParts;
    /** Everybody's name, by seat. */
    readonly names: string[];
    /** Whose eyes the board is seen with; null for a spectator. */
    readonly seat: number | null;
    readonly view: GameView;
    readonly log: LogEntry[];
    /** What is asked of `seat` now, with all legal answers; null while nothing is. */
    readonly prompt: Prompt | null;
    readonly cards: ReadonlyMap<string, CardFacts>;
    /** Labels, cards or places to point at: a lesson's or a hint's. */
    readonly point: readonly string[];
    /** The answer that is looked at (hovered or focused) and previewed. */
    looking: string | null;
    /** An answer that gives something up for good, chosen once: chosen again it is played. */
    readonly armed: string | null;
    /** Answer the question. Drags may give the next answer too: `play("take x", "dismiss red")`. */
    play(label: string, then?: string): void;
    /** Why that answer is not possible now; null where nobody can be asked. */
    why(label: string): Promise<Reason | null>;
    preview(label: string): Promise<Preview | null>;
}

const KEY = Symbol("sitting");
const here = $state<{ of: (() => Sitting) | null }>({ of: null });

/** Give the sitting to all parts below. A function, so that they follow its changes. */
export function provideSitting(of: () => Sitting): void {
    setContext(KEY, of);
    here.of = of;
    onDestroy(() => {
        if (here.of === of) here.of = null;
    });
}

/** The sitting of the page that is shown, for parts outside of it; null where nobody sits. */
export const present = (): Sitting | null => here.of?.() ?? null;

/** The sitting of the page that a part is in: `const now = useSitting(); const at = $derived(now());`. */
export const useSitting = (): (() => Sitting) => getContext<() => Sitting>(KEY);

/** The legal answer with this label, if it is one now. */
export const optionOf = (at: Sitting, label: string) => at.prompt?.options.find((option) => option.label === label);

const shelf = new Map<string, Promise<ReadonlyMap<string, CardFacts>>>();

/** All cards of a game (or of a table, with its own edition) in the language spoken now, by id. */
export function cardsOf(path: string, keys?: string[]): Promise<ReadonlyMap<string, CardFacts>> {
    const place = `${language()} ${path}`;
    const known = shelf.get(place);
    if (known) return known;
    const asked = get<CardFacts[]>(path, keys ? { keys } : {}).then((cards) => new Map(cards.map((card) => [card.id, card])));
    shelf.set(place, asked);
    asked.catch(() => shelf.delete(place));
    return asked;
}
