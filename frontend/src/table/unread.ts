// Which lines of the chat are news. This file imports only types, so that tests can run it.

import type { Said } from "../lib/wire";

/** How many lines of others came after the moment up to which one has read. */
export const unreadOf = (chat: readonly Said[], read: number, yours: readonly number[]): number =>
    chat.filter(({ at, seat }) => at > read && !yours.includes(seat)).length;
