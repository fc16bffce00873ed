// The sign that one is asked for, where the page cannot be seen: on its tab, and on the icon of an installed page.

const ICONS = { plain: "/icon-small.svg", turn: "/icon-turn.svg" };

/** Show that it is one's turn, or that it is not. */
export function showBadge(turn: boolean): void {
    document.querySelector('link[rel="icon"]')?.setAttribute("href", turn ? ICONS.turn : ICONS.plain);
    if (!("setAppBadge" in navigator)) return;
    void (turn ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined); // only where it is installed
}
