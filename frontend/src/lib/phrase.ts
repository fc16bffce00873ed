// Filling in a text, by the rules of the engine's catalogues (`pediment.core.texts`): the same cases test both. This
// file imports nothing, so that tests can run it.

export type Language = "en" | "fr";
export type Params = Record<string, string | number>;

/** Before these French drops a vowel. The h of Greek names and of Hugo is mute; before others nothing is elided. */
const ELIDED = /^(?:[aeiouàâäéèêëîïôöœùûü]|y(?![aeiou])|h(?!ér(?:os|aut)(?![\p{L}])|eaume)(?:[éèêeiyo]|ad|u[bg]))/iu;
/** Before these the English article is "an". */
const WITH_N = /^(?:[aeio8]|1[18](?!\d))/i;
const CONTRACTED: Record<string, string> = { "de le": "du", "de les": "des", "à le": "au", "à les": "aux" };
/** Parameters that name players: an article in such a name is a part of it. */
const PEOPLE = new Set(["seat", "to", "player", "name", "other"]);
const PLACE = /(?:(?<![\p{L}\p{N}_])([Dd]e|[Qq]ue|[àÀ]|[Aa]) )?\{(\w+)(?::((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*))?\}/gu;

/**
 * A text with its parameters: `{name}` stands for one, `{n:card|cards}` for the form that fits n, which may have
 * parameters in it, such as `{n:a card|{n} cards}`. Where it has to,
 * a French `de {name}`, `que {name}` or `à {name}` is elided or contracted, and an English `a {name}` becomes "an".
 * Throws if a parameter is missing.
 */
export function fill(text: string, language: Language, params: Params): string {
    if (!text.includes("{")) return text; // most have no place to fill
    return text.replace(PLACE, (_, word: string | undefined, name: string, one?: string, many?: string) => {
        const value = params[name];
        if (value === undefined) throw new Error(`the text wants ${name}: ${text}`);
        if (one !== undefined) return (word ? `${word} ` : "") + fill((isOne(value, language) ? one : many)!, language, params);
        const said = typeof value === "number" ? String(value).replace("-", "−") : value;
        if (!word) return said;
        return language === "fr" ? joined(word, said, PEOPLE.has(name)) : `${withArticle(word, said)} ${said}`;
    });
}

/** Does a number take the singular? Zero and fractions below two do in French. */
function isOne(value: string | number, language: Language): boolean {
    const size = Math.abs(Number(String(value).replace("−", "-")));
    return language === "fr" ? size < 2 : size === 1;
}

const withArticle = (word: string, said: string): string => (/^a$/i.test(word) && WITH_N.test(said) ? `${word}n` : word);

/** A small word of French and the name behind it: d’Ariane, qu’Ariane, du Caducée, aux Muses. */
function joined(word: string, said: string, isPerson: boolean): string {
    const space = said.indexOf(" ");
    const contracted = CONTRACTED[`${word} ${said.slice(0, Math.max(space, 0))}`.toLowerCase()];
    if (contracted && !isPerson) {
        const first = word === word.toLowerCase() ? contracted : contracted[0]!.toUpperCase() + contracted.slice(1);
        return first + said.slice(space);
    }
    return /e$/.test(word) && ELIDED.test(said) ? `${word.slice(0, -1)}’${said}` : `${word} ${said}`;
}
