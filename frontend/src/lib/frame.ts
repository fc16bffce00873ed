// What can wait until the next picture is on the screen: the board comes first.

/** Do something after the next frame is painted; soon, where nothing is. Returns what calls it off. */
export function afterFrame(work: () => void): () => void {
    let frame = 0;
    let timer = 0;
    const soon = () => (timer = window.setTimeout(work));
    if (document.hidden) soon();
    else frame = requestAnimationFrame(soon);
    return () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
    };
}
