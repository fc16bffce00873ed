// Where answers stand: at the piece that they name, else in the prompt, as long as it has room for them.

import { MediaQuery } from "svelte/reactivity";
import type { BoardContext } from "../../lib/board.svelte";
import type { Option } from "../../lib/wire";
import { isPlain, seatOf, tableOf } from "./fields";

const MAX_FEW_ANSWERS = 6;
/** As in Layout.svelte. */
export const phone = new MediaQuery("max-width: 820px");

/** Does the piece lie open that this answer names? Its place is a field of the view, or of one's own seat. */
function hasPiece(at: BoardContext, { label, place }: Option): boolean {
    const words = label.split(" ");
    const trays = at.seat === null ? [tableOf(at)] : [tableOf(at), seatOf(at, at.seat)];
    return trays.some(({ [place]: pieces }) => Array.isArray(pieces) && pieces.every(isPlain) && pieces.some((piece) => words.includes(wordOf(piece))));
}

/** A piece as a label names it. */
export const wordOf = (piece: unknown): string => String(piece).toLowerCase();

/** The answers that no piece stands for. */
export const otherAnswers = (at: BoardContext): Option[] => (at.prompt?.options ?? []).filter((option) => !hasPiece(at, option));

/** Are they laid out on the board? On a phone the prompt has room for none in full. */
export const areLaidOut = (at: BoardContext): boolean => otherAnswers(at).length > (phone.current ? 0 : MAX_FEW_ANSWERS);

/** Is this answer somewhere on the board? */
export const onBoard = (option: Option, at: BoardContext): boolean => hasPiece(at, option) || areLaidOut(at);
