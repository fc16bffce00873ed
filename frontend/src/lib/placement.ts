// Where something stands beside something else: inside the window, and on nothing that is to stay in view if it can.

const MARGIN_PIXELS = 10;

interface Place {
    left: number;
    top: number;
}
interface Size {
    width: number;
    height: number;
}

/**
 * The place for a box: rather at a side of the rectangle, or below or above it. It covers as little as possible of what
 * is `kept` in view, then of the rectangle, then of what is `spared`.
 */
export function placeFor(
    by: DOMRect,
    { width, height }: Size,
    rather: "side" | "below",
    { kept = [], spared = [] }: { kept?: DOMRect[]; spared?: DOMRect[] } = {},
): Place {
    const free = [...kept, by, ...spared];
    const middle = { left: by.left + by.width / 2 - width / 2, top: by.top + by.height / 2 - height / 2 };
    const sides = around(by.left, by.right, width);
    const levels = around(by.top, by.bottom, height);
    const lefts = [middle.left, ...free.flatMap((box) => around(box.left, box.right, width))];
    const tops = [middle.top, ...free.flatMap((box) => around(box.top, box.bottom, height))];
    const beside = sides.map((left) => ({ left, top: middle.top }));
    const below = levels.map((top) => ({ left: middle.left, top }));
    const anywhere = lefts.flatMap((left) => tops.map((top) => ({ left, top })));
    const far = ({ left, top }: Place) => Math.hypot(left - middle.left, top - middle.top);
    const places = [...(rather === "side" ? [beside, below] : [below, beside]), anywhere.sort((a, b) => far(a) - far(b))];
    const inside = ({ left, top }: Place) => ({ left: within(left, width, innerWidth), top: within(top, height, innerHeight) });
    const shared = ({ left, top }: Place, box: DOMRect) =>
        overlap(left, left + width, box.left, box.right) * overlap(top, top + height, box.top, box.bottom);
    const covered = (place: Place) => free.map((box) => shared(place, box));
    return places.flat().map(inside).reduce((best, place) => (isLess(covered(place), covered(best)) ? place : best));
}

/** Is the first that differs less? */
function isLess(some: number[], others: number[]): boolean {
    const n = some.findIndex((one, n) => one !== others[n]);
    return (some[n] ?? 0) < (others[n] ?? 0);
}

const within = (at: number, size: number, room: number): number => Math.max(MARGIN_PIXELS, Math.min(at, room - size - MARGIN_PIXELS));

/** Right behind a stretch, and right before it. */
const around = (from: number, to: number, size: number): [number, number] => [to + MARGIN_PIXELS, from - MARGIN_PIXELS - size];

const overlap = (from: number, to: number, start: number, end: number): number => Math.max(0, Math.min(to, end) - Math.max(from, start));
