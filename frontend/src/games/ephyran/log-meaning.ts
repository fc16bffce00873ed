// What the log of Ephyran tells of players.

import type { LogMeaning } from "../../lib/since";

export const logMeaning: LogMeaning = {
    isDeed: ({ event }) => ["god", "add", "change", "replace", "support", "discard", "pick"].includes(event),
    isMinorDeed: ({ event }) => event === "draw",
    gains: () => [],
    isPrize: ({ event }) => event === "steal", // tokens are what goes from one to the other
    things: () => [],
};
