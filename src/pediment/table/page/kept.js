// What this browser keeps: a name, a language, an identity, and for each table the words that show who one is.

const read = (key) => {
    try {
        return JSON.parse(localStorage.getItem(`pediment.${key}`));
    } catch {
        return null;
    }
};
const write = (key, value) => {
    if (value === null) localStorage.removeItem(`pediment.${key}`);
    else localStorage.setItem(`pediment.${key}`, JSON.stringify(value));
};

export const name = () => read("name") ?? "";
export const setName = (value) => write("name", value);
export const language = () => read("language");
export const setLanguage = (value) => write("language", value);

let unknown = false; // this server does not know the identity's key

/** The identity, {key, name}, or null. */
export const me = () => read("me");
export function setMe(value) {
    unknown = false;
    write("me", value);
}
export const setUnknown = () => (unknown = true);
export const isUnknown = () => unknown;

/** What is kept of a table: {seats, invite, share, nonce, seq, again, before, at}. */
export const table = (id) => read(`table.${id}`);

/** Add to what is kept of a table; `token` is one more word of a seat. */
export function keep(id, { token, ...facts }) {
    const before = table(id) ?? { seats: [] };
    const seats = token && !before.seats.includes(token) ? [...before.seats, token] : before.seats;
    write(`table.${id}`, { ...before, ...facts, seats, at: Date.now() });
}
export const forget = (id) => write(`table.${id}`, null);

/** Tables with a seat of one's own, the newest first. */
export function tables() {
    const prefix = "pediment.table.";
    return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .map((key) => ({ id: key.slice(prefix.length), ...table(key.slice(prefix.length)) }))
        .filter((kept) => kept.seats?.length)
        .sort((a, b) => b.at - a.at);
}

/** All that can be shown at a table, or without one only the identity's key. */
export function keys(id = null) {
    const person = unknown ? null : me()?.key;
    const kept = (id && table(id)) || { seats: [] };
    return [person, kept.invite, kept.share, ...kept.seats.slice(-5)].filter(Boolean);
}
