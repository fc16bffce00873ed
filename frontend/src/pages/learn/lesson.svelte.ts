// A chapter of a lesson: the board as its teacher set it up, where every move tried is answered.

import { announce } from "../../lib/announce.svelte";
import { post } from "../../lib/api";
import type { Beat, Lesson, Progress, Prompt, Reason } from "../../lib/wire";
import { StudyBoard } from "../../study/board.svelte";
import { lessons, note, progress, progressIn } from "../../study/course";

export class LessonBoard extends StudyBoard<Beat> {
    readonly chapter: string;
    /** The lesson with all its chapters, and how far one had come when this one began. */
    lesson = $state.raw<Lesson | null>(null);
    before = $state.raw<Progress | null>(null);
    /** Was what was tried last not what leads on? */
    wrong = $state(false);

    constructor(game: string, chapter: string) {
        super(game);
        this.chapter = chapter;
    }

    /** Begin, or go on where one was; again when another language is spoken. */
    async open(): Promise<void> {
        await this.attempt(async () => {
            const [known, now] = await Promise.all([lessons(), progress(), this.prepare()]);
            this.lesson = known.find((lesson) => lesson.game === this.game) ?? null;
            this.before ??= now;
            const beats = this.lesson?.chapters.find(({ id }) => id === this.chapter)?.beats ?? 1;
            // What is kept may be of an older, longer chapter
            await this.#show(this.shown?.beat ?? Math.min(progressIn(now, this.game, this.chapter).beat, beats - 1));
        });
    }

    /** Where the teacher only speaks, nothing is to be chosen. */
    get prompt(): Prompt | null {
        return this.now.expect ? this.now.prompt : null;
    }
    get point(): readonly string[] {
        return this.now.point;
    }

    show(beat: number): void {
        void this.attempt(() => this.#show(beat));
    }
    play(label: string, then?: string): void {
        void this.attempt(() => this.#try(label, then));
    }
    async why(label: string): Promise<Reason | null> {
        const found = await this.#ask(this.now.beat, label).catch(() => null);
        return found && { possible: false, text: found.remark, rule: found.rule };
    }

    async #show(beat: number): Promise<void> {
        this.#take(await this.#ask(beat), false);
    }

    async #try(label: string, then?: string): Promise<void> {
        const { beat } = this.now;
        const found = await this.#ask(beat, label);
        this.#take(found, found.beat === beat);
        if (found.beat !== beat && then && found.expect === then) await this.#try(then);
    }

    #take(found: Beat, wrong: boolean): void {
        this.shown = found;
        this.wrong = wrong;
        note(this.game, this.chapter, { beat: found.beat, read: found.last, solved: [] });
        announce([found.remark, found.text].filter(Boolean).join(" "));
    }

    #ask(beat: number, move?: string): Promise<Beat> {
        return post<Beat>(`/lessons/${this.game}`, { chapter: this.chapter, beat, ...(move ? { move } : {}) });
    }
}
