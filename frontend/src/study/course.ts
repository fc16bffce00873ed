// The chapters of the lessons, and how far one has come in them: kept in this browser, with an identity at the server.

import { get, post } from "../lib/api";
import * as storage from "../lib/storage";
import type { ChapterProgress, Lesson, LessonChapter, Progress } from "../lib/wire";

const PLACE = "lessons";
const UNBEGUN: ChapterProgress = { beat: 0, read: false, solved: [] };
const kept = (): Progress => storage.setting<Progress>(PLACE) ?? { games: {} };
let sending: Promise<unknown> = Promise.resolve();

export const lessons = (): Promise<Lesson[]> => get<Lesson[]>("/lessons");
export const progressIn = (progress: Progress, game: string, chapter: string): ChapterProgress => progress.games[game]?.[chapter] ?? UNBEGUN;
export const isBegun = (progress: Progress, game: string, chapter: string): boolean => Boolean(progress.games[game]?.[chapter]);

/** Was the chapter read, and were its puzzles solved? Those of an earlier pack count, too. */
export const isComplete = ({ puzzles }: LessonChapter, { read, solved }: ChapterProgress): boolean => read && solved.length >= puzzles.length;

/** The chapter to go on with: the first one begun and not read, else the first not read, else the first. */
export function toResume({ game, chapters }: Lesson, progress: Progress): LessonChapter | undefined {
    const unread = chapters.filter(({ id }) => !progressIn(progress, game, id).read);
    return unread.find(({ id }) => isBegun(progress, game, id)) ?? unread[0] ?? chapters[0];
}

/** How far one has come. What was kept here before there was an identity goes to the server. */
export function progress(): Promise<Progress> {
    if (!storage.hasIdentity()) return Promise.resolve(kept());
    const sent = Object.keys(kept().games).length ? send() : get<Progress>("/me/lessons");
    return sent.catch(kept);
}

/** Note where one is in a chapter and what one has done there; what one did before stays done. */
export function note(game: string, chapter: string, { beat, read, solved }: ChapterProgress): void {
    const before = kept();
    const old = progressIn(before, game, chapter);
    const now = { beat, read: old.read || read, solved: [...new Set([...old.solved, ...solved])] };
    storage.setSetting(PLACE, { games: { ...before.games, [game]: { ...before.games[game], [chapter]: now } } });
    if (storage.hasIdentity()) send().catch(() => undefined); // it goes along with the next one
}

/** Send what is kept here, one request after the other; it is forgotten here unless it has changed meanwhile. */
function send(): Promise<Progress> {
    const sent = sending.then(async () => {
        const here = kept();
        const now = await post<Progress>("/me/lessons", here);
        if (JSON.stringify(kept()) === JSON.stringify(here)) storage.setSetting(PLACE, null);
        return now;
    });
    sending = sent.catch(() => undefined);
    return sent;
}
