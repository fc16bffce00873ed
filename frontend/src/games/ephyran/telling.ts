// What the log of Ephyran tells of players.

import type { Telling } from "../../lib/since";

export const telling: Telling = {
    isDeed: ({ event }) => ["god", "add", "change", "replace", "support", "discard", "pick"].includes(event),
    isTrifle: ({ event }) => event === "draw",
    gains: () => [],
    isPrize: ({ event }) => event === "steal", // tokens are what goes from one to the other
    things: () => [],
};
