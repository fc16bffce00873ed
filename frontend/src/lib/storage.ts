// What this browser keeps: a name, a language, an identity, and for each table the words that show who one is.

import { random } from "./random";

export interface KeptTable {
    seats: string[];
    invite?: string;
    share?: string;
    nonce?: string;
    /** What the table answered to one's last move. */
    receipt?: string;
    /** When the last line of its chat was said that one has read. */
    read?: number;
    /** The token with which one asks for a seat: if the answer is lost, it is one's own all the same. */
    asked?: string;
    /** Seats of the game before that are to be taken again here, with their names, */
    again?: [number, string][] | undefined;
    /** and everybody's names there. */
    before?: string[];
    /** The seats whose words one does not want to read; with an identity, the server keeps them. */
    muted?: number[];
    /** What one has marked on the board, for oneself alone. */
    marks?: string[] | undefined;
    /** Is it a record that was opened here? */
    opened?: boolean;
    at: number;
}
export interface Me {
    key: string;
    name: string;
}

const PREFIX = "pediment.";
/** What the browser refused to keep, being full or forbidden to: it lasts as long as this page. */
const unkept = new Map<string, unknown>();

function read<T>(key: string): T | null {
    if (unkept.has(key)) return unkept.get(key) as T | null;
    try {
        return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") as T | null;
    } catch {
        return null;
    }
}

function write(key: string, value: unknown): void {
    try {
        if (value === null) localStorage.removeItem(PREFIX + key);
        else localStorage.setItem(PREFIX + key, JSON.stringify(value));
        unkept.delete(key);
    } catch {
        unkept.set(key, value);
    }
}

/** The keys of all there is. */
function all(): string[] {
    try {
        const stored = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
        return [...new Set([...stored.map((key) => key.slice(PREFIX.length)), ...unkept.keys()])];
    } catch {
        return [...unkept.keys()];
    }
}

export const name = (): string => read<string>("name") ?? "";
export const setName = (value: string): void => write("name", value);
export const language = (): string | null => read<string>("language");
export const setLanguage = (value: string): void => write("language", value);

/** A choice of how things look or behave, such as the theme. */
export const setting = <T>(key: string): T | null => read<T>(`setting.${key}`);
export const setSetting = (key: string, value: unknown): void => write(`setting.${key}`, value);

/** The token by which deals of the day know this browser. */
export function dailyToken(): string {
    const known = read<string>("daily");
    if (known) return known;
    const made = `seat_${random()}`;
    write("daily", made);
    return made;
}

let unknown = false; // this server does not know the identity's key

export const me = (): Me | null => read<Me>("me");
export function setMe(value: Me | null): void {
    unknown = false;
    write("me", value);
}
export function setUnknown(): void {
    unknown = true;
}
export const isUnknown = (): boolean => unknown;
export const hasIdentity = (): boolean => me() !== null && !unknown;

export const table = (id: string): KeptTable | null => read<KeptTable>(`table.${id}`);

/** Add to what is kept of a table; `token` is one more word of a seat. */
export function keep(id: string, { token, ...facts }: Partial<KeptTable> & { token?: string | null }): void {
    const before = table(id) ?? { seats: [], at: 0 };
    const seats = token && !before.seats.includes(token) ? [...before.seats, token] : before.seats;
    write(`table.${id}`, { ...before, ...facts, seats, at: Date.now() });
}
export const forget = (id: string): void => write(`table.${id}`, null);

/** Tables with a seat of one's own and records that one opened, the newest first. */
export function tables(): (KeptTable & { id: string })[] {
    const prefix = "table.";
    return all()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length))
        .flatMap((id) => {
            const kept = table(id);
            return kept && (kept.seats.length || kept.opened) ? [{ id, ...kept }] : [];
        })
        .sort((a, b) => b.at - a.at);
}

/** All that can be shown at a table, or without one only the identity's key. */
export function keys(id: string | null = null): string[] {
    const person = unknown ? null : me()?.key;
    const kept = (id && table(id)) || { seats: [], invite: undefined, share: undefined, asked: undefined };
    const seats = new Set([kept.asked, ...kept.seats.slice(-4)]);
    return [person, kept.invite, kept.share, ...seats].filter((key): key is string => Boolean(key));
}
