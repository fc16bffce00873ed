import type { Decision } from "../lib/analysis";
import { language, number, say } from "../lib/texts.svelte";

/** A chance, written as the sentences of the analysis write it: "62%", in French "62 %". */
export const percent = (share: number, options: Intl.NumberFormatOptions = {}): string =>
    `${number(100 * share, { maximumFractionDigits: 0, signDisplay: "negative", ...options })}${language() === "fr" ? "\u00a0%" : "%"}`;

/** A change of a chance: "+8%". */
export const change = (share: number): string => percent(share, { signDisplay: "exceptZero" });

/** How far it may be off to either side, if that is worth a word: " ± 6". */
export const plusMinus = (by: number): string =>
    by >= 0.005 ? `\u00a0±\u00a0${number(100 * by, { maximumFractionDigits: 0 })}` : "";

/** A chance before and after a decision: "41 → 58%". */
export const beforeAndAfter = ({ before, after }: Decision, seat: number): string =>
    `${number(100 * (before[seat] ?? 0), { maximumFractionDigits: 0, signDisplay: "negative" })} → ${percent(after[seat] ?? 0)}`;

/** What a decision changed for its own player, in parts: "choice −31%, luck +2%". */
export function inParts({ seat, choice, luck, drew }: Decision): string {
    const chosen = say("moves.by-choice", { change: change(choice[seat] ?? 0) });
    return drew ? `${chosen}, ${say("moves.by-luck", { change: change(luck[seat] ?? 0) })}` : chosen;
}

/** What the better answer would have gained: "+36%, +9.1 points". */
export function gain({ chance, margin }: NonNullable<Decision["better"]>): string {
    const points = number(margin, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
    return say("moves.gain", { chance: change(chance), margin: points });
}
