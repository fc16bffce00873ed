// Every text of the page, in English and French. The files of texts/en and texts/fr have the same names and keys.

import * as kept from "./kept";

export type Language = "en" | "fr";
type Texts = Record<string, string>;

const gather = (found: Record<string, unknown>): Texts =>
    Object.assign({}, ...Object.values(found).map((module) => (module as { default: Texts }).default));

const TEXTS: Record<Language, Texts> = {
    en: gather(import.meta.glob(["../texts/en/*.ts", "../games/*/texts/en.ts"], { eager: true })),
    fr: gather(import.meta.glob(["../texts/fr/*.ts", "../games/*/texts/fr.ts"], { eager: true })),
};

const VOWEL = /^[aeiouàâäéèêëîïôöœùûü]/i;

/** The language for who prefers these, the best first. */
export function languageFor(wanted: readonly string[]): Language {
    const found = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in TEXTS);
    return (found as Language | undefined) ?? "en";
}

const spoken = $state({ language: (kept.language() as Language | null) ?? languageFor(navigator.languages) });

/** The language that is spoken now. */
export const language = (): Language => spoken.language;

/** The language with its country, for dates: the browser's own word if it is the same language. */
export const locale = (): string => navigator.languages.find((tag) => tag.startsWith(spoken.language)) ?? spoken.language;

/** Speak another one from now on. */
export function speak(wanted: Language): void {
    spoken.language = wanted;
    kept.setLanguage(wanted);
}

/**
 * A text in the language spoken now. `{name}` stands for a parameter, `{n:card|cards}` for the form that fits n; a
 * French `de {name}` is elided where it has to be. A text that is missing is a mistake of ours: it throws.
 */
export function say(key: string, params: Record<string, string | number> = {}): string {
    const text = TEXTS[spoken.language][key];
    if (text === undefined) throw new Error(`no text ${key}`);
    const place = /(\bde )?\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;
    return text.replace(place, (_, of = "", name: string, one?: string, many?: string) => {
        const value = params[name];
        if (value === undefined) throw new Error(`the text ${key} wants ${name}`);
        if (one === undefined) return `${of && VOWEL.test(String(value)) ? "d’" : of}${value}`;
        const single = spoken.language === "fr" ? Number(value) < 2 : Number(value) === 1;
        return of + (single ? one : (many ?? ""));
    });
}

/** Is there such a text? */
export const isSaid = (key: string): boolean => key in TEXTS[spoken.language];

const formats = new Map<string, Intl.NumberFormat>(); // to make one takes long

/** A number as it is written, with its sign if wanted: a real minus, a no-break space before %. */
export function number(n: number, options: Intl.NumberFormatOptions = {}): string {
    const kind = spoken.language + JSON.stringify(options);
    const format = formats.get(kind) ?? new Intl.NumberFormat(spoken.language, options);
    formats.set(kind, format);
    return format.format(n).replace("-", "−");
}
