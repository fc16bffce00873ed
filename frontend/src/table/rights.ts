// What one may do with a table. This file imports only types: tests put tables through it.

import type { Table } from "../lib/wire";

/** Does anybody else play there, seen from one’s own seats or from another one? Bots do not count. */
export function hasOthers({ seats, yours }: Pick<Table, "seats" | "yours">, from?: number): boolean {
    const same = from === undefined || yours.includes(from) ? yours : [from];
    return seats.some(({ kind }, seat) => kind === "person" && !same.includes(seat));
}

/** May one share it? Whoever played there can, and anybody where all may look. */
export const mayShare = ({ yours, house }: Pick<Table, "yours" | "house">): boolean => yours.length > 0 || house.spectators;

/** May one delete it? Only where nobody else has a seat, or as its host before the game. */
export function mayDelete({ status, seats, yours, host }: Pick<Table, "status" | "seats" | "yours" | "host">): boolean {
    return yours.length > 0 && (!hasOthers({ seats, yours }) || (status === "open" && host !== null && yours.includes(host)));
}
