// The deal of the day: what the server tells of it, and one's try.

import { get, post } from "./api";
import { myName } from "./lobby";
import { go } from "./router.svelte";
import * as storage from "./storage";
import type { Daily, Seated } from "./wire";

/** Today's deals, or those of an earlier day. */
export const dailyOf = (day: string | null): Promise<Daily[]> =>
    get<Daily[]>(`/daily${day ? `?day=${encodeURIComponent(day)}` : ""}`, { keys: [...storage.keys(), storage.dailyToken()] });

/** Play today's deal: the same table again, if one has begun. */
export async function playDaily(game: string): Promise<void> {
    const token = storage.dailyToken();
    const { table } = await post<Seated>(`/daily/${game}`, { name: myName(), token });
    storage.keep(table, { token });
    go(`/t/${table}`);
}
