// "Why not?": a small note beside a thing that cannot be chosen now.

import { say } from "./texts.svelte";
import type { BoardContext } from "./board.svelte";
import type { Prompt } from "./wire";

interface Note {
    anchor: HTMLElement;
    at: BoardContext;
    /** The question that it belongs to: with another one, the note is gone. */
    prompt: Prompt | null;
    text: string;
    rule: string;
}
let shown = $state.raw<Note | null>(null);
let asked = 0; // how often: only the last answer is shown

/** The note that is open, if one is. */
export const explanation = (): Note | null => shown;
export const closeExplanation = (): void => void (shown = null);

/** Ask why the label is no answer now, and say it beside the element. */
export async function explain(anchor: HTMLElement, at: BoardContext, label: string): Promise<void> {
    const { prompt } = at;
    const mine = (asked += 1);
    const reason = await at.why(label);
    if (!reason || mine !== asked || at.prompt !== prompt) return;
    shown = { anchor, at, prompt, text: reason.text || say("why.nothing"), rule: reason.rule };
}
