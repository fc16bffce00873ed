// A part that scrolls shows whole rows only: what would be seen of a row in part is covered.

/**
 * For the cover of a part, its last child: keeps `--cut` at the pixels by which the lowest row is cut off. `rows` selects
 * what stands in rows. It is set on the cover alone, since all that a part holds would inherit it.
 */
export const wholeRows = (rows: string) => (cover: HTMLElement) => {
    const part = cover.parentElement!;
    let covered = 0;
    const measure = () => {
        const end = part.getBoundingClientRect().top + part.clientTop + part.clientHeight;
        const boxes = [...part.querySelectorAll(rows)].map((row) => row.getBoundingClientRect());
        const cut = Math.max(0, ...boxes.filter(({ top, bottom }) => top < end && bottom > end + 1).map(({ top }) => end - top));
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
