// The board of a lesson or a puzzle: it stands as the server set it up, and what is tried on it is answered at once.

import type { GameKit } from "../games/kit";
import { kitOf } from "../games/registry";
import { wordsOf } from "../lib/api";
import { cardsOf, type BoardContext } from "../lib/board.svelte";
import type { CardFacts, GameView, LogEntry } from "../lib/view";
import type { Prompt, Reason } from "../lib/wire";

interface Position {
    names: string[];
    seat: number;
    view: GameView;
    log: LogEntry[];
    prompt: Prompt | null;
}

export abstract class StudyBoard<Shown extends Position = Position> implements BoardContext {
    readonly game: string;
    #kit = $state.raw<GameKit | null>(null);
    #cards = $state.raw<ReadonlyMap<string, CardFacts>>(new Map());
    shown = $state.raw<Shown | null>(null);
    looking = $state<string | null>(null);
    problem = $state("");
    readonly armed = null;
    readonly changed: ReadonlySet<string> = new Set();
    #busy = false;

    constructor(game: string) {
        this.game = game;
    }

    /** Begin; again when another language is spoken. */
    abstract open(): Promise<void>;
    abstract get prompt(): Prompt | null;
    abstract get point(): readonly string[];
    abstract play(label: string, then?: string): void;
    abstract why(label: string): Promise<Reason | null>;

    /** Load what a board of this game is drawn with. */
    protected async prepare(): Promise<void> {
        const cards = cardsOf(`/games/${this.game}/cards`).catch(() => new Map());
        [this.#kit, this.#cards] = await Promise.all([kitOf(this.game), cards]);
    }
    /** Try something, one thing at a time; what goes wrong is the problem that is told. */
    protected async attempt(act: () => Promise<void>): Promise<void> {
        if (this.#busy) return;
        this.#busy = true;
        this.looking = null;
        try {
            await act();
            this.problem = "";
        } catch (problem) {
            this.problem = wordsOf(problem);
        }
        this.#busy = false;
    }

    protected get now(): Shown {
        if (!this.shown) throw new Error("nothing was set up yet");
        return this.shown;
    }
    get kit(): GameKit {
        if (!this.#kit) throw new Error("the game was not loaded yet");
        return this.#kit;
    }
    get cards(): ReadonlyMap<string, CardFacts> {
        return this.#cards;
    }
    get names(): string[] {
        return this.now.names;
    }
    get seat(): number {
        return this.now.seat;
    }
    get view(): GameView {
        return this.now.view;
    }
    get log(): LogEntry[] {
        return this.now.log;
    }
    async preview(): Promise<null> {
        return null;
    }
}
