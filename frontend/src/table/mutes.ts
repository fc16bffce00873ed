// Whose words one does not want to read: kept with the identity, or in this browser where there is none.

import { get, post } from "../lib/api";
import * as storage from "../lib/storage";
import type { MutedSeats } from "../lib/wire";


/** The seats of a table that one has muted. */
export async function mutedAt(id: string): Promise<number[]> {
    const kept = storage.table(id)?.muted ?? [];
    if (!storage.hasIdentity()) return kept;
    const found = await get<MutedSeats>(`/tables/${id}/mutes`, { keys: storage.keys(id) }).catch(() => null);
    return found?.seats ?? kept;
}

/** Hide what a seat says, or show it again; returns all that are muted then. Raises Refusal. */
export async function mute(id: string, before: readonly number[], seat: number, muted: boolean): Promise<number[]> {
    if (storage.hasIdentity()) return (await post<MutedSeats>(`/tables/${id}/mutes`, { seat, muted }, { keys: storage.keys(id) })).seats;
    const seats = [...before.filter((other) => other !== seat), ...(muted ? [seat] : [])];
    storage.keep(id, { muted: seats });
    return seats;
}
