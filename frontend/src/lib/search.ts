// Searching as one types: capitals, accents and the order of words do not matter.

/** A text as it is compared. */
export const plain = (text: string): string =>
    text
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .replaceAll("’", "'")
        .toLowerCase();

/** Does the text contain every word that is searched for? */
export function isFound(wanted: string, ...texts: string[]): boolean {
    const among = plain(texts.join(" "));
    return plain(wanted)
        .split(/\s+/)
        .every((word) => among.includes(word));
}
