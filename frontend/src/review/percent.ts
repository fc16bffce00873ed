import { number } from "../lib/texts.svelte";

/** A chance, written as the analysis writes it: "62 %". */
export const percent = (share: number, options: Intl.NumberFormatOptions = {}): string =>
    `${number(100 * share, { maximumFractionDigits: 0, signDisplay: "negative", ...options })}\u00a0%`;

/** How far it may be off to either side, if that is worth a word: " ± 6". */
export const plusMinus = (by: number): string =>
    by >= 0.005 ? `\u00a0±\u00a0${number(100 * by, { maximumFractionDigits: 0 })}` : "";
