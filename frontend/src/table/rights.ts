// What one may do with a table. This file imports only types: tests put tables through it.

import type { Table } from "../lib/wire";

/** May one share it? Whoever played there can, and anybody where all may look. */
export const mayShare = ({ yours, house }: Pick<Table, "yours" | "house">): boolean => yours.length > 0 || house.spectators;

/** May one delete it? Only where nobody else has a seat, or as its host before the game. */
export function mayDelete({ status, seats, yours, host }: Pick<Table, "status" | "seats" | "yours" | "host">): boolean {
    const others = seats.some(({ kind }, seat) => kind === "person" && !yours.includes(seat));
    return yours.length > 0 && (!others || (status === "open" && host !== null && yours.includes(host)));
}
