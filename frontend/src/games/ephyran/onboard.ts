// Which answers have their thing on the board, and which cost something for good.

const HERE = /^(god|add|dionysus|take|change|support|discard|place|exchange|destroy|lock|keep|put) |^with (?!seat)/;

/**
 * Is there a thing on the own page of the board for this answer? What lies elsewhere (piles, other cities) can be
 * chosen there too, but stands in the prompt as well: on a phone it is on another page.
 */
export const onBoard = (label: string): boolean => HERE.test(label);

/** Does this answer throw something away for good? */
export const grave = (label: string): boolean => label.startsWith("destroy ") || label === "discard dionysus";
