// A finished game, looked at: one of its decisions as one of its seats saw it.

import type { GameKit } from "../../games/kit";
import { kitOf } from "../../games/registry";
import { get, wordsOf } from "../../lib/api";
import * as storage from "../../lib/storage";
import { cardsOf, type BoardContext } from "../../lib/board.svelte";
import { namesOf } from "../../lib/players";
import { language } from "../../lib/texts.svelte";
import type { CardFacts, GameView, LogEntry } from "../../lib/view";
import type { Shown, Table } from "../../lib/wire";

/** Decisions to either side that are fetched ahead, so that stepping is instant. */
const AHEAD_VIEWS = 3;
/** Decisions that are kept. */
const MAX_KEPT_VIEWS = 64;
/** Milliseconds that each decision is shown while the game plays by itself. */
export const STEP_MILLISECONDS = [2400, 1200, 500] as const;

export class ReviewBoard implements BoardContext {
    readonly id: string;
    readonly prompt = null;
    readonly point: readonly string[] = [];
    table = $state.raw<Table | null>(null);
    #kit = $state.raw<GameKit | null>(null);
    cards = $state.raw<ReadonlyMap<string, CardFacts>>(new Map());
    readonly armed = null;
    readonly changed: ReadonlySet<string> = new Set();
    looking = $state<string | null>(null);
    problem = $state<string | null>(null);
    /** Whose eyes one looks through. */
    seat = $state(0);
    /** So many decisions are made where one wants to be; the board follows as soon as it is there. */
    move = $state(0);
    speed = $state<number>(STEP_MILLISECONDS[1]);
    #shown = $state.raw<Shown | null>(null);
    #frames = $state.raw(new Map<string, Shown>());
    #asked = new Set<string>();
    #timer = $state(0);

    constructor(id: string) {
        this.id = id;
    }

    /** Fetch everything; again when another language is spoken. `at` is where to look first: a decision, or the end. */
    async open(at: number): Promise<void> {
        this.problem = null;
        const spoken = language();
        try {
            const { table } = await get<{ table: Table }>(`/tables/${this.id}`, { keys: this.keys });
            const asked = cardsOf(`/tables/${this.id}/cards`, this.keys);
            const [parts, cards] = await Promise.all([kitOf(table.game), asked]);
            if (spoken !== language()) return; // it is asked for again
            if (!this.table) this.seat = table.yours[0] ?? 0;
            this.#kit = parts;
            this.cards = cards;
            this.table = table;
            await this.goTo(at);
        } catch (problem) {
            this.#complain(problem);
        }
    }

    close(): void {
        this.pause();
    }

    get keys(): string[] {
        return storage.keys(this.id);
    }
    get game(): string {
        return this.table?.game ?? "";
    }
    get kit(): GameKit {
        if (!this.#kit) throw new Error("the game was not loaded yet");
        return this.#kit;
    }
    get names(): string[] {
        return namesOf(this.table?.seats ?? [], "table.player");
    }
    get shown(): Shown | null {
        return this.#shown;
    }
    get view(): GameView {
        if (!this.#shown) throw new Error("nothing was shown yet");
        return this.#shown.view;
    }
    get log(): LogEntry[] {
        return this.#shown?.log ?? [];
    }
    /** How many decisions the game has. */
    get moves(): number {
        return this.#shown?.moves ?? 0;
    }
    /** Where the decision that led here was made, once it is known. */
    get before(): Shown | null {
        return this.#frames.get(this.#key(this.move - 1)) ?? null;
    }
    get playing(): boolean {
        return this.#timer !== 0;
    }

    /** Look at the game after that many decisions. */
    async goTo(move: number): Promise<void> {
        this.move = Math.max(0, this.moves ? Math.min(move, this.moves) : move);
        try {
            const wanted = this.#key(this.move);
            const frame = await this.#fetch(this.move);
            if (wanted !== this.#key(this.move)) return; // one has gone elsewhere meanwhile
            this.#shown = frame;
            this.problem = null;
            this.#fetchAround(frame);
        } catch (problem) {
            this.#complain(problem);
        }
    }

    async lookAs(seat: number): Promise<void> {
        this.seat = seat;
        await this.goTo(this.move);
    }

    play(): void {
        if (this.move >= this.moves) void this.goTo(0);
        this.#wait();
    }

    pause(): void {
        clearTimeout(this.#timer);
        this.#timer = 0;
    }

    async why(): Promise<null> {
        return null;
    }

    async preview(): Promise<null> {
        return null;
    }

    #wait(): void {
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(async () => {
            await this.goTo(this.move + 1);
            if (this.move < this.moves && this.playing && !this.problem) this.#wait();
            else this.pause();
        }, this.speed);
    }

    #key(move: number): string {
        return `${language()} ${this.seat} ${move}`;
    }

    async #fetch(move: number): Promise<Shown> {
        const key = this.#key(move);
        const known = this.#frames.get(key);
        if (known) {
            this.#keep(key, known);
            return known;
        }
        this.#asked.add(key);
        try {
            const frame = await get<Shown>(`/tables/${this.id}/moves/${move}?seat=${this.seat}`, { keys: this.keys });
            this.#keep(key, frame);
            return frame;
        } finally {
            this.#asked.delete(key);
        }
    }

    /** What was looked at last is kept longest. */
    #keep(key: string, frame: Shown): void {
        const others = [...this.#frames].filter(([other]) => other !== key);
        this.#frames = new Map([...others.slice(1 - MAX_KEPT_VIEWS), [key, frame]]);
    }

    #fetchAround({ move, moves }: Shown): void {
        for (let by = 1; by <= AHEAD_VIEWS; by++) {
            for (const near of [move + by, move - by]) {
                const missing = near >= 0 && near <= moves && !this.#asked.has(this.#key(near));
                if (missing) void this.#fetch(near).catch(() => undefined);
            }
        }
    }

    #complain(problem: unknown): void {
        this.pause();
        this.problem = wordsOf(problem);
    }
}
