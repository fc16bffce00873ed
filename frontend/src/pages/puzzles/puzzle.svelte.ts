// A puzzle: the board as the seat sees it that is asked, where an answer is judged at once.

import type { GameKit } from "../../games/kit";
import { kitOf } from "../../games/registry";
import { announce } from "../../lib/announce.svelte";
import { get, post, wordsOf } from "../../lib/api";
import { cardsOf, type BoardContext } from "../../lib/board.svelte";
import { say } from "../../lib/texts.svelte";
import type { CardFacts, GameView, LogEntry } from "../../lib/view";
import type { AnswerPuzzle, JudgedAnswer, Prompt, PuzzleList, Reason, ShownPuzzle, Standing } from "../../lib/wire";
import * as standings from "./standing";

const TRIES = 2;

export class PuzzleBoard implements BoardContext {
    readonly game: string;
    readonly id: string;
    #kit = $state.raw<GameKit | null>(null);
    shown = $state.raw<ShownPuzzle | null>(null);
    list = $state.raw<PuzzleList | null>(null);
    standing = $state.raw<Standing>(standings.kept());
    cards = $state.raw<ReadonlyMap<string, CardFacts>>(new Map());
    looking = $state<string | null>(null);
    readonly armed = null;
    readonly changed: ReadonlySet<string> = new Set();
    problem = $state("");
    /** What was said to the last answer, */
    judged = $state.raw<JudgedAnswer | null>(null);
    /** how many answers were wrong, */
    wrong = $state(0);
    /** and by how much the rating has changed. */
    gained = $state(0);
    #last: AnswerPuzzle | null = null;
    #busy = false;

    constructor(game: string, id: string) {
        this.game = game;
        this.id = id;
    }

    /** Begin; again when another language is spoken. */
    async open(): Promise<void> {
        const path = `/puzzles/${this.game}/${this.id}`;
        const cards = cardsOf(`/games/${this.game}/cards`).catch(() => new Map());
        try {
            const asked = Promise.all([kitOf(this.game), cards, get<ShownPuzzle>(path), get<PuzzleList[]>("/puzzles"), standings.standing()]);
            const [kit, known, shown, lists, standing] = await asked;
            [this.#kit, this.cards, this.shown, this.standing] = [kit, known, shown, standing];
            this.list = lists.find(({ game }) => game === this.game) ?? null;
            if (this.#last) await this.#answer(this.#last, true);
        } catch (problem) {
            this.problem = wordsOf(problem);
        }
    }

    get #now(): ShownPuzzle {
        if (!this.shown) throw new Error("the puzzle was not loaded yet");
        return this.shown;
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
    get question(): Prompt {
        return this.#now.prompt;
    }
    /** Once the solution is there, nothing is to be chosen. */
    get prompt(): Prompt | null {
        return this.judged?.solution ? null : this.#now.prompt;
    }
    get point(): readonly string[] {
        return this.judged?.solution ? [this.judged.solution.label] : [];
    }
    get isOfTheDay(): boolean {
        return this.list?.of_the_day === this.id;
    }
    get solved(): boolean {
        return this.judged?.right ?? false;
    }

    play(label: string): void {
        void this.#answer({ move: label, last: this.wrong + 1 >= TRIES });
    }
    giveUp(): void {
        void this.#answer({});
    }
    again(): void {
        this.judged = this.#last = null;
        this.wrong = this.gained = 0;
    }

    async #answer(given: AnswerPuzzle, repeated = false): Promise<void> {
        if (this.#busy || (this.judged?.solution && !repeated)) return;
        this.#busy = true;
        this.looking = null;
        const before = standings.recordOf(this.standing, this.game).rating;
        try {
            const sent = standings.hasIdentity() ? given : { ...given, standing: this.standing };
            const judged = await post<JudgedAnswer>(`/puzzles/${this.game}/${this.id}`, sent);
            this.problem = "";
            this.judged = judged;
            this.#last = given;
            if (judged.standing) {
                this.standing = judged.standing;
                if (!standings.hasIdentity()) standings.keep(judged.standing);
                if (!repeated) this.gained += standings.recordOf(judged.standing, this.game).rating - before;
            }
            if (judged.counts && !judged.right && !repeated) this.wrong += 1;
            announce(this.verdict);
        } catch (problem) {
            this.problem = wordsOf(problem);
        }
        this.#busy = false;
    }

    /** What is said to the last answer, in one sentence. */
    get verdict(): string {
        const judged = this.judged;
        if (!judged) return "";
        if (!judged.counts) return judged.remark;
        if (judged.right) return say(this.wrong ? "puzzle.right-at-last" : "puzzle.right");
        if (judged.solution) return say("puzzle.solution-is", { caption: judged.solution.caption });
        return say("puzzle.wrong", { caption: judged.tried });
    }

    /** Why that cannot be answered; whatever can is not given away. */
    async why(label: string): Promise<Reason | null> {
        if (this.question.options.some((option) => option.label === label)) return null;
        try {
            const { remark, rule } = await post<JudgedAnswer>(`/puzzles/${this.game}/${this.id}`, { move: label });
            return { possible: false, text: remark, rule };
        } catch {
            return null;
        }
    }

    async preview(): Promise<null> {
        return null;
    }
}
