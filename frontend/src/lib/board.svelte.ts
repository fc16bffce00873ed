// What a board needs to be drawn and played on: the same for a live table, a lesson and a review.

import { getContext, onDestroy, setContext } from "svelte";
import { get } from "./api";
import { language } from "./texts.svelte";
import type { GameKit } from "../games/kit";
import type { CardFacts, GameView, LogEntry } from "./view";
import type { Option, Preview, Prompt, Reason } from "./wire";

/** Boards read it and call `play`; they know nothing of sockets, lessons or reviews. */
export interface BoardContext {
    readonly game: string;
    /** What is drawn and said of that game. */
    readonly kit: GameKit;
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
    /** Cards and other things that something happened to since one's last turn. */
    readonly changed: ReadonlySet<string>;
    /** Is what is asked only planned, for one's next turn? */
    readonly planning?: boolean;
    /** The answers that are planned for it, by their labels. */
    readonly planned?: readonly string[];
    /** What one has marked for oneself, by the names that things go by on the board. */
    readonly marks?: ReadonlySet<string>;
    /** Mark a thing, or take its mark away; nothing where nothing can be marked. */
    mark?(thing: string): void;
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

const KEY = Symbol("board");
const here = $state<{ of: (() => BoardContext) | null }>({ of: null });

/** Give the board's context to all parts below. A function, so that they follow its changes. */
export function provideBoard(of: () => BoardContext): void {
    setContext(KEY, of);
    here.of = of;
    onDestroy(() => {
        if (here.of === of) here.of = null;
    });
}

/** The context of the page that is shown, for parts outside of it; null where there is no board. */
export const present = (): BoardContext | null => here.of?.() ?? null;

/** The context of the board that a part is in: `const now = useBoard(); const at = $derived(now());`. */
export const useBoard = (): (() => BoardContext) => getContext<() => BoardContext>(KEY);

/** Is the game over where one looks? */
export const isOver = ({ view }: BoardContext): boolean => view.asking === "over";

/** The others as they sit round the table; a spectator sits behind the first seat. */
export const othersOf = ({ names, seat }: BoardContext): number[] =>
    names.slice(1).map((_, n) => ((seat ?? 0) + n + 1) % names.length);

/** The legal answer with this label, if it is one now. */
export const optionOf = (at: BoardContext, label: string) => at.prompt ? answersOf(at.prompt).byLabel.get(label) : undefined;

/** The answers now that name a thing of an area of the board, be it a card's id, a colour or a number. */
export function labelsAt(at: BoardContext, area: string, thing: string): string[] {
    return (at.prompt && answersOf(at.prompt).byThing.get(`${area} ${thing.toLowerCase()}`)) ?? [];
}

/** The answers to a question, by their labels, and the labels by area and word: every thing of a board asks for its own. */
interface Answers {
    byLabel: Map<string, Option>;
    byThing: Map<string, string[]>;
}
const answers = new WeakMap<Prompt, Answers>();

function answersOf(prompt: Prompt): Answers {
    const found = answers.get(prompt);
    if (found) return found;
    const byThing = new Map<string, string[]>();
    for (const { label, place } of prompt.options) {
        for (const word of new Set(label.split(" "))) byThing.set(`${place} ${word}`, [...(byThing.get(`${place} ${word}`) ?? []), label]);
    }
    const made = { byLabel: new Map(prompt.options.map((option) => [option.label, option])), byThing };
    answers.set(prompt, made);
    return made;
}

const cardCache = new Map<string, Promise<ReadonlyMap<string, CardFacts>>>();

/** All cards of a game (or of a table, with its own edition) in the language spoken now, by id. */
export function cardsOf(path: string, keys?: string[]): Promise<ReadonlyMap<string, CardFacts>> {
    const place = `${language()} ${path}`;
    const known = cardCache.get(place);
    if (known) return known;
    const asked = get<CardFacts[]>(path, keys ? { keys } : {}).then((cards) => new Map(cards.map((card) => [card.id, card])));
    cardCache.set(place, asked);
    asked.catch(() => cardCache.delete(place));
    return asked;
}
