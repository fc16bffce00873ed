// A part of the page that cannot be loaded: mostly there is a newer version, so the page is loaded anew, once.

const MARK = "pediment.reloaded";

addEventListener("vite:preloadError", () => {
    try {
        if (sessionStorage.getItem(MARK)) return;
        sessionStorage.setItem(MARK, "1");
    } catch {
        return; // without a mark it could go on for ever
    }
    location.reload();
});

/** A part was loaded: the next one that fails may load the page anew again. */
export function loaded(): void {
    try {
        sessionStorage.removeItem(MARK);
    } catch {
        // there was no mark
    }
}
