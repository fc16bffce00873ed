// What happened since one's last turn, read from the log. This file imports only types: tests put logs through it.

import type { LogEntry } from "./view";

/** How many of something a line of the log brings a seat; fewer than none if it costs. */
export interface Gain {
    seat: number;
    of: string;
    n: number;
}
/** What the log of a game tells of players. */
export interface LogMeaning {
    /** Is it something that a player chose and that others want to know of? Lines with a cause are never asked about. */
    isDeed(entry: LogEntry): boolean;
    /** Is it something that a player chose, too small to be told? */
    isMinorDeed(entry: LogEntry): boolean;
    gains(entry: LogEntry): Gain[];
    /** Has something gone to somebody that all look at? */
    isPrize(entry: LogEntry): boolean;
    /** What it changed on the board that is no card, as the board names it. */
    things(entry: LogEntry): string[];
}
/** What somebody did, in words, and what it brought. */
export interface Recap {
    seat: number;
    deeds: string[];
    gains: Gain[];
}

/** The line after the last that a seat chose and all that came of it; 0 if there is none. */
export function sinceOf(log: readonly LogEntry[], seat: number, logMeaning: LogMeaning): number {
    const chosen = (entry: LogEntry) =>
        entry.seat === seat && entry.cause === null && (logMeaning.isDeed(entry) || logMeaning.isMinorDeed(entry));
    let n = log.findLastIndex(chosen) + 1;
    while (n && log[n]?.cause) n += 1;
    return n;
}

/** What a seat did in these lines without having been asked, since nothing else was possible; it chose the first so many. */
export function forced(lines: readonly LogEntry[], seat: number, chosen: number, logMeaning: LogMeaning): string[] {
    const own = lines.filter((entry) => entry.seat === seat && entry.cause === null && logMeaning.isDeed(entry));
    return own.slice(chosen).map(({ text }) => text);
}

/** The cause that the engine names in brackets at the end of a line, and the line without it. */
export function withoutCause({ text, cause }: LogEntry): { text: string; cause: string } {
    const found = cause === null ? null : / \[([^\]]*)\]$/.exec(text);
    return { text: found ? text.slice(0, found.index) : text, cause: found?.[1] ?? "" };
}

/** What everybody but `seat` did in these lines, in the order of `names`. */
export function recap(lines: readonly LogEntry[], seat: number, names: readonly string[], logMeaning: LogMeaning): Recap[] {
    const gains = lines.flatMap((entry) => logMeaning.gains(entry));
    const of = (other: number): Recap => {
        const own = lines.filter((entry) => entry.seat === other && entry.cause === null && logMeaning.isDeed(entry));
        const name = `${names[other]} `;
        const deeds = own.map((entry, n) => {
            const text = withoutCause(entry).text.replace(/\.$/, "");
            return n && text.startsWith(name) ? text.slice(name.length) : text;
        });
        return { seat: other, deeds, gains: sums(gains.filter((gain) => gain.seat === other)) };
    };
    return names.flatMap((_, other) => (other === seat ? [] : [of(other)])).filter(({ deeds, gains }) => deeds.length || gains.length);
}

/** How much of each there is altogether; nothing of what came and went. */
function sums(gains: Gain[]): Gain[] {
    const found = new Map<string, Gain>();
    for (const gain of gains) found.set(gain.of, { ...gain, n: gain.n + (found.get(gain.of)?.n ?? 0) });
    return [...found.values()].filter(({ n }) => n);
}

/** The cards and things that others did something with in these lines; what a new part of the game lays out is new as a whole. */
export function changed(lines: readonly LogEntry[], seat: number, logMeaning: LogMeaning): Set<string> {
    const others = lines.filter((entry) => (entry.seat === undefined ? entry.cause !== null : entry.seat !== seat));
    const ids = others.flatMap(({ card, half, cards }) => [card, half, ...(Array.isArray(cards) ? cards : [])]);
    return new Set([...ids.filter((id) => typeof id === "string"), ...others.flatMap((entry) => logMeaning.things(entry))]);
}
