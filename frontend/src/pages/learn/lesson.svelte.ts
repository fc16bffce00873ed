// A lesson: the board as its teacher set it up, where every move tried is answered.

import type { GameKit } from "../../games/kit";
import { kitOf } from "../../games/registry";
import { announce } from "../../lib/announce.svelte";
import { post, Refusal, wordsOf } from "../../lib/api";
import * as storage from "../../lib/storage";
import { cardsOf, type BoardContext } from "../../lib/board.svelte";
import type { CardFacts, GameView, LogEntry } from "../../lib/view";
import type { Beat, Prompt, Reason } from "../../lib/wire";

export class LessonBoard implements BoardContext {
    readonly game: string;
    #kit = $state.raw<GameKit | null>(null);
    beat = $state.raw<Beat | null>(null);
    cards = $state.raw<ReadonlyMap<string, CardFacts>>(new Map());
    looking = $state<string | null>(null);
    readonly armed = null;
    readonly changed: ReadonlySet<string> = new Set();
    problem = $state("");
    /** Was what was tried last not what leads on? */
    wrong = $state(false);
    #busy = false;

    constructor(game: string) {
        this.game = game;
    }

    /** Begin, or go on where one was; again when another language is spoken. */
    async open(): Promise<void> {
        const asked = cardsOf(`/games/${this.game}/cards`).catch(() => new Map());
        [this.#kit, this.cards] = await Promise.all([kitOf(this.game), asked]);
        await this.show(this.beat?.beat ?? storage.setting<number>(this.#place) ?? 0);
    }

    get #place(): string {
        return `lesson.${this.game}`;
    }
    get #now(): Beat {
        if (!this.beat) throw new Error("the lesson has not begun");
        return this.beat;
    }
    get kit(): GameKit {
        if (!this.#kit) throw new Error("the game was not loaded yet");
        return this.#kit;
    }
    get names(): string[] {
        return this.#now.names;
    }
    get seat(): number {
        return this.#now.seat;
    }
    get view(): GameView {
        return this.#now.view;
    }
    get log(): LogEntry[] {
        return this.#now.log;
    }
    /** Where the teacher only speaks, nothing is to be chosen. */
    get prompt(): Prompt | null {
        return this.#now.expect.length ? this.#now.prompt : null;
    }
    get point(): readonly string[] {
        return this.#now.point;
    }

    async show(beat: number): Promise<void> {
        const found = await this.#ask(beat);
        if (found) this.#take(found);
        // What is kept may be of an older, longer lesson
        else if (!this.problem) await this.show(0);
    }

    play(label: string, then?: string): void {
        void this.#try(label, then);
    }

    async #try(label: string, then?: string): Promise<void> {
        if (!this.beat || this.#busy) return;
        this.#busy = true;
        this.looking = null;
        const found = await this.#ask(this.beat.beat, label);
        this.#busy = false;
        if (!found) return;
        const ledOn = found.beat !== this.beat.beat;
        this.#take(found);
        this.wrong = !ledOn;
        if (ledOn && then && found.expect.includes(then)) await this.#try(then);
    }

    async why(label: string): Promise<Reason | null> {
        const found = this.beat && (await this.#ask(this.beat.beat, label));
        return found && { possible: false, text: found.remark, rule: found.rule };
    }

    async preview(): Promise<null> {
        return null;
    }

    #take(found: Beat): void {
        this.beat = found;
        this.wrong = false;
        storage.setSetting(this.#place, found.last ? null : found.beat);
        announce([found.remark, found.text].filter(Boolean).join(" "));
    }

    async #ask(beat: number, move?: string): Promise<Beat | null> {
        try {
            const found = await post<Beat>(`/lessons/${this.game}`, { beat, ...(move ? { move } : {}) });
            this.problem = "";
            return found;
        } catch (problem) {
            const gone = problem instanceof Refusal && problem.code === "no-beat";
            this.problem = gone ? "" : wordsOf(problem);
            return null;
        }
    }
}
