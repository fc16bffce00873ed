// The text of a power in pieces: plain words, and words that have an icon.

/** Words that have an icon, as the cards of that language write them. */
const WORDS: Record<string, Record<string, string>> = {
    en: { gold: "Gold\\b", vp: "VP\\b", pp: "PP\\b", transfer: "[Tt]ransfer\\w*", citizen: "Citizens?\\b" },
    fr: { gold: "Or\\b", vp: "PV\\b", pp: "PP\\b", transfer: "[Tt]ransf[eé]r\\w*", citizen: "Citoyens?\\b" },
};
export const NO_BREAK = "\u00a0";

export interface Piece {
    /** The icon's name; empty for plain words. */
    icon: string;
    words: string;
}

/** Cut a text before and after every word that has an icon. */
export function piecesOf(text: string, language: string): Piece[] {
    const icons = Object.entries(WORDS[language] ?? {});
    const found = new RegExp(icons.map(([icon, word]) => `(?<${icon}>(?<![\\p{L}])${word})`).join("|") || "(?!)", "gu");
    const made: Piece[] = [];
    let done = 0;
    for (const match of text.matchAll(found)) {
        const icon = icons.find(([name]) => match.groups?.[name])?.[0] ?? "";
        // A number stays on the line of its icon
        const before = text.slice(done, match.index).replace(/(\d) $/, `$1${NO_BREAK}`);
        made.push({ icon: "", words: before }, { icon, words: match[0] });
        done = match.index + match[0].length;
    }
    return [...made, { icon: "", words: text.slice(done) }];
}
