// Which answers of Elysium are buttons, and which give something up.

import type { Option } from "../../lib/wire";

/** Does a thing of the board stand for this answer? What the deck stands for is told by a button too. */
export const onBoard = ({ place }: Option): boolean => place !== "" && place !== "deck";

/** Does this answer give something up for good? Passing leaves the Quest of the Epoch incomplete. */
export const needsConfirmation = (label: string): boolean => label === "pass";
