// Searching as one types: capitals, accents and the order of words do not matter.

import type { Part, Rule } from "./wire";

/** A text as it is compared. */
export const plain = (text: string): string =>
    text
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .replaceAll("’", "'")
        .toLowerCase();

/** Those whose words begin as the ones that are searched for; if there are none, those that contain them. */
export function sought<T>(wanted: string, things: T[], textsOf: (thing: T) => string[]): T[] {
    const wordsIn = (text: string) => plain(text).match(/[\p{L}\p{N}.]+/gu) ?? [];
    const words = wordsIn(wanted);
    const texts = things.map((thing) => ` ${wordsIn(textsOf(thing).join(" ")).join(" ")}`);
    const having = (before: string) => things.filter((_, i) => words.every((word) => texts[i]?.includes(before + word)));
    const begun = having(" ");
    return begun.length ? begun : having("");
}

/** What a search among the rules looks at: a part is found by what it is about, a rule by every word in it. */
export const ruleTexts = (thing: Part | Rule): string[] =>
    "rule" in thing ? [thing.rule, thing.title, thing.text, thing.words] : [thing.title, thing.words];

/** Does the text contain every word that is searched for? */
export function isFound(wanted: string, ...texts: string[]): boolean {
    const among = plain(texts.join(" "));
    return plain(wanted)
        .split(/\s+/)
        .every((word) => among.includes(word));
}
