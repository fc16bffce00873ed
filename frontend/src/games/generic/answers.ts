// Where answers stand: in the prompt, as long as it has room for them.

import { MediaQuery } from "svelte/reactivity";

const FEW = 6;
/** As in Layout.svelte. */
export const phone = new MediaQuery("max-width: 820px");

/** Are so many answers laid out on the board? On a phone the prompt has room for none in full. */
export const areOnBoard = (answers: number): boolean => answers > (phone.current ? 0 : FEW);
