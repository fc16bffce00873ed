// The analysis of a finished game: asked for, waited for, kept.

import { get, post, wordsOf } from "../../lib/api";
import * as storage from "../../lib/storage";
import type { Analysis } from "../../lib/analysis";
import type { AnalysisProgress } from "../../lib/wire";

const POLL_MILLISECONDS = 1000; // between two questions about progress

export class GameAnalysis {
    readonly #path: string;
    readonly #id: string;
    #timer = 0;
    status = $state<AnalysisProgress["status"] | "unknown">("unknown");
    done = $state(0);
    of = $state(0);
    /** The place of the game in the queue; 0 if it does not wait. */
    queue = $state(0);
    analysis = $state.raw<Analysis | null>(null);
    problem = $state("");

    constructor(id: string) {
        this.#id = id;
        this.#path = `/tables/${id}/analysis`;
    }

    /** How far is it? Goes on asking while it runs. */
    async look(): Promise<void> {
        await this.#hear(get<AnalysisProgress>(this.#path, { keys: storage.keys(this.#id) }));
    }

    async start(): Promise<void> {
        await this.#hear(post<AnalysisProgress>(this.#path, undefined, { keys: storage.keys(this.#id) }));
    }

    close(): void {
        clearTimeout(this.#timer);
        this.#timer = -1;
    }

    async #hear(asked: Promise<AnalysisProgress>): Promise<void> {
        this.problem = "";
        try {
            const { status, done, of, analysis, queue } = await asked;
            Object.assign(this, { status, done, of, analysis, queue });
        } catch (problem) {
            this.problem = wordsOf(problem);
        }
        if (this.status !== "running" || this.#timer < 0) return;
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => void this.look(), POLL_MILLISECONDS);
    }
}
