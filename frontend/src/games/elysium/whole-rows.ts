// A part that scrolls shows whole rows only: what would be seen of a row in part is covered.

/** How far below the upper edge of a part something lies, wherever it may still be travelling. */
function topIn(part: Element, row: HTMLElement): number {
    let top = 0;
    for (let at: Element | null = row; at instanceof HTMLElement && at !== part; at = at.offsetParent) top += at.offsetTop;
    return top;
}

/**
 * For the cover of a part, its last child: keeps `--cut` at the pixels by which the lowest row is cut off. `rows` selects
 * what stands in rows. The part is positioned. It is set on the cover alone, since all that a part holds would inherit it.
 */
export const wholeRows = (rows: string) => (cover: HTMLElement) => {
    const part = cover.parentElement!;
    let covered = 0;
    const measure = () => {
        const end = part.scrollTop + part.clientHeight;
        const boxes = [...part.querySelectorAll<HTMLElement>(rows)].map((row) => ({ top: topIn(part, row), height: row.offsetHeight }));
        const cut = Math.max(0, ...boxes.filter(({ top, height }) => top < end && top + height > end + 1).map(({ top }) => end - top));
        if (cut !== covered) cover.style.setProperty("--cut", `${cut}px`);
        covered = cut;
    };
    const resized = new ResizeObserver(measure);
    const watch = () => {
        resized.disconnect();
        for (const box of [part, ...part.children]) if (box !== cover) resized.observe(box);
    };
    const changed = new MutationObserver(watch);
    changed.observe(part, { childList: true });
    watch();
    part.addEventListener("scroll", measure, { passive: true });
    return () => {
        resized.disconnect();
        changed.disconnect();
        part.removeEventListener("scroll", measure);
    };
};
