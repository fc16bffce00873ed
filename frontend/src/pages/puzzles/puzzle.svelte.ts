// A puzzle: the board as the seat sees it that is asked, where an answer is judged at once.

import { announce } from "../../lib/announce.svelte";
import { get, post } from "../../lib/api";
import * as storage from "../../lib/storage";
import { say } from "../../lib/texts.svelte";
import type { AnswerPuzzle, JudgedAnswer, Lesson, Progress, Prompt, PuzzleList, Reason, ShownPuzzle, Standing } from "../../lib/wire";
import { StudyBoard } from "../../study/board.svelte";
import { lessons, note, progress, progressIn } from "../../study/course";
import * as standings from "./standing";

const TRIES = 2;

export class PuzzleBoard extends StudyBoard<ShownPuzzle> {
    readonly id: string;
    /** The chapter at whose end it is solved, if any. */
    readonly chapter: string | null;
    list = $state.raw<PuzzleList | null>(null);
    standing = $state.raw<Standing>(standings.kept());
    /** The lesson of that chapter, and how far one had come in it. */
    lesson = $state.raw<Lesson | null>(null);
    before = $state.raw<Progress | null>(null);
    /** What was said to the last answer, */
    judged = $state.raw<JudgedAnswer | null>(null);
    /** how many answers were wrong, */
    wrong = $state(0);
    /** and by how much the rating has changed. */
    gained = $state(0);
    #last: AnswerPuzzle | null = null;

    constructor(game: string, id: string, chapter: string | null) {
        super(game);
        this.id = id;
        this.chapter = chapter;
    }

    async open(): Promise<void> {
        await this.attempt(async () => {
            const asked = [get<ShownPuzzle>(this.#path), get<PuzzleList[]>("/puzzles"), standings.standing()] as const;
            const course = this.chapter === null ? null : Promise.all([lessons(), progress()]);
            const [shown, lists, standing] = await Promise.all([...asked, course, this.prepare()]);
            [this.shown, this.standing] = [shown, standing];
            this.list = lists.find(({ game }) => game === this.game) ?? null;
            const [known, now] = (await course) ?? [[], null];
            this.lesson = known.find(({ game }) => game === this.game) ?? null;
            this.before ??= now;
            if (this.#last) await this.#answer(this.#last, true);
        });
    }

    get #path(): string {
        return `/puzzles/${this.game}/${this.id}`;
    }
    get question(): Prompt {
        return this.now.prompt;
    }
    /** Once the solution is there, nothing is to be chosen. */
    get prompt(): Prompt | null {
        return this.judged?.solution ? null : this.now.prompt;
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
    /** The puzzles of the chapter that are still to be solved, and the chapter after it; null without a chapter. */
    get course(): { left: string[]; following: string | undefined } | null {
        const place = this.lesson?.chapters.findIndex(({ id }) => id === this.chapter) ?? -1;
        const chapter = this.lesson?.chapters[place];
        if (!this.lesson || !this.before || !chapter) return null;
        const { solved } = progressIn(this.before, this.game, chapter.id);
        const left = chapter.puzzles.filter((id) => !solved.includes(id) && id !== this.id);
        return { left, following: this.lesson.chapters[place + 1]?.id };
    }

    play(label: string): void {
        void this.attempt(() => this.#answer({ move: label, last: this.wrong + 1 >= TRIES }));
    }
    giveUp(): void {
        void this.attempt(() => this.#answer({}));
    }
    again(): void {
        this.judged = this.#last = null;
        this.wrong = this.gained = 0;
    }

    async #answer(given: AnswerPuzzle, repeated = false): Promise<void> {
        if (this.judged?.solution && !repeated) return;
        const before = standings.recordOf(this.standing, this.game).rating;
        const known = storage.hasIdentity();
        const judged = await post<JudgedAnswer>(this.#path, known ? given : { ...given, standing: this.standing });
        this.judged = judged;
        this.#last = given;
        if (judged.standing) {
            this.standing = judged.standing;
            if (!known) standings.keep(judged.standing);
            if (!repeated) this.gained += standings.recordOf(judged.standing, this.game).rating - before;
        }
        if (judged.counts && !judged.right && !repeated) this.wrong += 1;
        const chapter = this.lesson?.chapters.find(({ id }) => id === this.chapter);
        if (judged.right && chapter) note(this.game, chapter.id, { beat: chapter.beats - 1, read: true, solved: [this.id] });
        announce(this.verdict);
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
            const { remark, rule } = await post<JudgedAnswer>(this.#path, { move: label });
            return { possible: false, text: remark, rule };
        } catch {
            return null;
        }
    }
}
