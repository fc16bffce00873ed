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
    /** What stays on the line of the icon: a number, a bracket, an article without a blank. */
    lead: string;
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
        const before = text.slice(done, match.index);
        const [lead = ""] = /(\S*\d |\S+)$/.exec(before) ?? [];
        const plain = before.slice(0, before.length - lead.length);
        made.push({ icon: "", lead: "", words: plain }, { icon, lead: lead.replace(" ", NO_BREAK), words: match[0] });
        done = match.index + match[0].length;
    }
    return [...made, { icon: "", lead: "", words: text.slice(done) }];
}
