// How tables of studies are sorted, and how far the intervals in a column reach.

import type { StudyCell } from "../../lib/wire";

export interface Sorting {
    column: number;
    falling: boolean;
}

/** The rows by a column: by its numbers if it has any, cells without one last, otherwise by the alphabet. */
export function sorted(rows: StudyCell[][], { column, falling }: Sorting, locale: string): StudyCell[][] {
    const sign = falling ? -1 : 1;
    const numbers = rows.some((row) => typeof row[column]?.value === "number");
    return [...rows].sort((one, other) => {
        const [a, b] = [one[column], other[column]];
        if (!numbers) return sign * (a?.text ?? "").localeCompare(b?.text ?? "", locale);
        if (typeof a?.value !== "number" || typeof b?.value !== "number") return Number(typeof a?.value !== "number") - Number(typeof b?.value !== "number");
        return sign * (a.value - b.value);
    });
}

/** From where to where the intervals of a column reach, with what would be nothing. */
export function scaleOf(rows: StudyCell[][], column: number): [number, number] {
    const ends = rows.flatMap((row) => row[column]?.interval ?? []);
    return ends.length ? [Math.min(...ends), Math.max(...ends)] : [0, 0];
}
