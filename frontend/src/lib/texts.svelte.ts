// What the page says, in English and French.

import { written } from "./numbers";
import { fill, type Language, type Params } from "./phrase";
import * as storage from "./storage";

export type { Language };
type Texts = Record<string, string>;

const TEXTS: Record<Language, Texts> = { en: {}, fr: {} };

/** Have more texts to say. */
export function learn(texts: Record<Language, Texts>): void {
    Object.assign(TEXTS.en, texts.en);
    Object.assign(TEXTS.fr, texts.fr);
}

/** The language for somebody who prefers these, the best first. */
export function languageFor(wanted: readonly string[]): Language {
    const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in TEXTS);
    return (found as Language | undefined) ?? "en";
}

const spoken = $state({ language: (storage.language() as Language | null) ?? languageFor(navigator.languages) });

/** The language that is spoken now. */
export const language = (): Language => spoken.language;

/** The language with its country, for dates: the browser's own word if it is the same language. */
export const locale = (): string => navigator.languages.find((tag) => tag.startsWith(spoken.language)) ?? spoken.language;

/** Speak another one from now on. */
export function speak(wanted: Language): void {
    spoken.language = wanted;
}

/** A text in the language spoken now, with its parameters. A text that is missing is a mistake of ours: it throws. */
export function say(key: string, params: Params = {}): string {
    const text = TEXTS[spoken.language][key];
    if (text === undefined) throw new Error(`no text ${key}`);
    return fill(text, spoken.language, params);
}

/** Is there such a text? */
export const isSaid = (key: string): boolean => key in TEXTS[spoken.language];

/** A number as it is written in the language spoken now. */
export const number = (n: number, options: Intl.NumberFormatOptions = {}): string => written(n, spoken.language, options);

/** A number that is added or taken away: "+2", "−1", "0". */
export const signed = (n: number): string => number(n, { signDisplay: "exceptZero" });
