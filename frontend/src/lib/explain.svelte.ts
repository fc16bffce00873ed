// "Why not?": a small note beside a thing that cannot be chosen now.

import { say } from "./texts.svelte";
import type { BoardContext } from "./board.svelte";

interface Note {
    anchor: HTMLElement;
    game: string;
    text: string;
    rule: string;
}
const shown = $state<{ note: Note | null }>({ note: null });

/** The note that is open, if one is. */
export const explanation = (): Note | null => shown.note;
export const closeExplanation = (): void => void (shown.note = null);

/** Ask why the label is no answer now, and say it beside the element. */
export async function explain(anchor: HTMLElement, at: BoardContext, label: string): Promise<void> {
    const reason = await at.why(label);
    if (!reason) return;
    shown.note = { anchor, game: at.game, text: reason.text || say("why.nothing"), rule: reason.rule };
}
