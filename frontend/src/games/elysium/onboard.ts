// Which answers of Elysium have their thing on the board.

const PLACED = ["take", "quest", "use", "transfer", "discard", "choose", "dismiss", "swap", "legend", "new"];

/** Does a card, column, Quest or Legend of the board stand for this answer? The others are buttons of the prompt. */
export const onBoard = (label: string): boolean => PLACED.includes(label.split(" ")[0] ?? "");

/** Does this answer give something up for good? Passing leaves the Quest of the Epoch incomplete. */
export const grave = (label: string): boolean => label === "pass";
