// How numbers are written. This file imports only types, so that tests can run it.

import type { Language } from "./phrase";

const formats = new Map<string, Intl.NumberFormat>(); // the first one takes 50 ms: small whole numbers need none

/** A number as it is written, with its sign if wanted: a real minus, a no-break space before %. */
export function written(n: number, language: Language, options: Intl.NumberFormatOptions = {}): string {
    const { signDisplay, ...more } = options;
    if (Number.isInteger(n) && Math.abs(n) < 1000 && !Object.keys(more).length && signDisplay !== "never") {
        const hasPlus = signDisplay === "always" || (signDisplay === "exceptZero" && n > 0);
        return `${n < 0 ? "−" : hasPlus ? "+" : ""}${Math.abs(n)}`;
    }
    const kind = language + JSON.stringify(options);
    const format = formats.get(kind) ?? new Intl.NumberFormat(language, options);
    formats.set(kind, format);
    return format.format(n).replace("-", "−");
}
