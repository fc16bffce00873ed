// What the log of Elysium tells of players.

import type { Gain, LogMeaning } from "../../lib/since";
import { say } from "../../lib/texts.svelte";

const SIGNS: Record<string, number> = { gain: 1, income: 1, lose: -1, give: -1, convert: -1, transfer: -1 };
const thing = (counter: unknown): string => say(`thing.${String(counter)}`);

export const logMeaning: LogMeaning = {
    isDeed: ({ event }) => ["take", "citizen", "quest", "pass", "use", "transfer"].includes(event),
    isMinorDeed: ({ event }) => event === "dismiss" || event === "stop",
    gains({ event, seat, to, n, counter, into }) {
        const sign = SIGNS[event];
        if (!sign || seat === undefined || typeof n !== "number") return [];
        const of = thing(event === "transfer" ? "gold" : counter);
        const found: Gain[] = [{ seat, of, n: sign * n }];
        if (event === "convert") return [...found, { seat, of: thing(into), n }];
        return typeof to === "number" ? [...found, { seat: to, of, n }] : found;
    },
    isPrize: ({ event }) => event === "level-bonus" || event === "family-bonus",
    things: ({ event, n }) => (event === "quest" ? [`quest ${String(n)}`] : []),
};
