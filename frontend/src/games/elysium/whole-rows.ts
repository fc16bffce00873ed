// A part that scrolls shows whole rows only: what would be seen of a row in part is covered.

/** Keep `--cut` of the part at the pixels by which its lowest row is cut off; `rows` selects what stands in rows. */
export const wholeRows = (rows: string) => (part: HTMLElement) => {
    const measure = () => {
        const end = part.getBoundingClientRect().top + part.clientTop + part.clientHeight;
        const boxes = [...part.querySelectorAll(rows)].map((row) => row.getBoundingClientRect());
        const cut = boxes.filter(({ top, bottom }) => top < end && bottom > end + 1).map(({ top }) => end - top);
        part.style.setProperty("--cut", `${Math.max(0, ...cut)}px`);
    };
    const resized = new ResizeObserver(measure);
    const watch = () => {
        resized.disconnect();
        for (const box of [part, ...part.children]) resized.observe(box);
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
