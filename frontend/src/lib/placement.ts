// Where something stands beside something else: inside the window, and not on it if there is any room.

const MARGIN_PIXELS = 10;

interface Place {
    left: number;
    top: number;
}

/** The place for a box of that size: at a side of the rectangle, or rather below or above it; the first that fits. */
export function beside(by: DOMRect, width: number, height: number, rather: "side" | "below"): Place {
    const inside = (value: number, size: number, room: number) => Math.max(MARGIN_PIXELS, Math.min(value, room - size - MARGIN_PIXELS));
    const top = inside(by.top + by.height / 2 - height / 2, height, innerHeight);
    const left = inside(by.left + by.width / 2 - width / 2, width, innerWidth);
    const sides = [
        { room: innerWidth - by.right, needs: width, place: { left: by.right + MARGIN_PIXELS, top } },
        { room: by.left, needs: width, place: { left: by.left - MARGIN_PIXELS - width, top } },
    ];
    const levels = [
        { room: innerHeight - by.bottom, needs: height, place: { left, top: by.bottom + MARGIN_PIXELS } },
        { room: by.top, needs: height, place: { left, top: by.top - MARGIN_PIXELS - height } },
    ];
    const ways = rather === "side" ? [...sides, ...levels] : [...levels, ...sides];
    const fits = ways.find(({ room, needs }) => room >= needs + 2 * MARGIN_PIXELS);
    const best = fits ?? ways.reduce((a, b) => (b.room - b.needs > a.room - a.needs ? b : a));
    return { left: inside(best.place.left, width, innerWidth), top: inside(best.place.top, height, innerHeight) };
}

/** The same place moved up or down until it leaves a rectangle free, if there is room for that. */
export function clearOf(place: Place, { width, height }: { width: number; height: number }, free: DOMRect): Place {
    if (place.top >= free.bottom || place.top + height <= free.top) return place;
    if (place.left >= free.right || place.left + width <= free.left) return place;
    const [above, below] = [free.top - MARGIN_PIXELS - height, free.bottom + MARGIN_PIXELS];
    if (below + height <= innerHeight - MARGIN_PIXELS) return { ...place, top: below };
    return above >= MARGIN_PIXELS ? { ...place, top: above } : place;
}
