// A part of the page that cannot be loaded: usually there is a newer version, so the page is reloaded, once.

const MARK = "pediment.reloaded";

// Parts that were under way when one left cannot be loaded either; a reload would call one back.
let left = false;
addEventListener("beforeunload", () => {
    left = true;
});

addEventListener("vite:preloadError", () => {
    if (left) return;
    try {
        if (sessionStorage.getItem(MARK)) return;
        sessionStorage.setItem(MARK, "1");
    } catch {
        return; // without a mark it could go on for ever
    }
    location.reload();
});

/** A part was loaded: the next one that fails may reload the page again. */
export function loaded(): void {
    try {
        sessionStorage.removeItem(MARK);
    } catch {
        // there was no mark
    }
}
