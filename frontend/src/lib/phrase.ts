// Filling in a text. This file imports nothing: tests put hard words through every text with it.

export type Language = "en" | "fr";
export type Params = Record<string, string | number>;

/** Where a French `de` loses its vowel: an h of the names of gods and people is nearly always mute. */
const ELIDES = /^[haeiouàâäéèêëîïôöœùûü]/i;
const PLACE = /(\bde )?\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

/**
 * A text with its parameters: `{name}` stands for one, `{n:card|cards}` for the form that fits n; a French `de {name}`
 * is elided where it has to be. Throws if a parameter is missing.
 */
export function fill(text: string, language: Language, params: Params): string {
    return text.replace(PLACE, (_, of = "", name: string, one?: string, many?: string) => {
        const value = params[name];
        if (value === undefined) throw new Error(`the text wants ${name}: ${text}`);
        const said = typeof value === "number" ? String(value).replace("-", "−") : value;
        if (one === undefined) return (of && ELIDES.test(said) ? "d’" : of) + said;
        const isOne = language === "fr" ? Math.abs(Number(value)) < 2 : Number(value) === 1;
        return of + (isOne ? one : (many ?? ""));
    });
}
