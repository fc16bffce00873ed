// Which answers have their thing on the board, and which cost something for good.

import type { BoardContext } from "../../lib/board.svelte";
import type { Option } from "../../lib/wire";

const OWN = ["hand", "looking", "city"];

/**
 * Is there a thing on the own page of the board for this answer? What lies elsewhere (piles, other cities) can be
 * chosen there too, but stands in the prompt as well: on a phone it is on another page. So does a defence, since one
 * is asked for it out of turn.
 */
export function onBoard({ place }: Option, at: BoardContext): boolean {
    const [area = "", whose] = place.split(" ");
    return OWN.includes(area) && !(Number(whose) >= 0) && at.prompt?.question !== "reactions";
}

/** Does this answer throw something away for good? */
export const needsConfirmation = (label: string): boolean => label.startsWith("destroy ") || label === "discard dionysus";
