// What lies on a table, by the ids of cards.

import type { CardFacts } from "./view";

/** The cards that a view names, wherever that is. */
export const cardsIn = (part: unknown, cards: ReadonlyMap<string, CardFacts>): string[] =>
    typeof part === "string"
        ? [part].filter((id) => cards.has(id))
        : Object.values(part ?? {}).flatMap((inner) => cardsIn(inner, cards));
