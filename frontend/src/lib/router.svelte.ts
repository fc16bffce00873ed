// Which page the address names. Links inside the page change it without loading anything.

export interface Route {
    /** The parts of the path: [] is the front page, ["t", "abc", "review"] a review. */
    parts: string[];
    query: URLSearchParams;
}

/** A part of a path in plain letters; as it is where it cannot be read. */
function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

const read = (): Route => ({
    parts: location.pathname.split("/").filter(Boolean).map(decoded),
    query: new URLSearchParams(location.search),
});

/** The address without the place on the page. */
const page = (): string => location.pathname + location.search;
let last = page();

const here = $state({ route: read() });

/** Where one is. */
export const route = (): Route => here.route;

/** Go to another page of ours. */
export function go(path: string): void {
    history.pushState(null, "", path);
    here.route = read();
    last = page();
    scrollTo(0, 0);
}

/** Show another page of ours in the place of this one, to which nobody needs to come back. */
export function replace(path: string): void {
    history.replaceState(null, "", path);
    here.route = read();
    last = page();
}

addEventListener("popstate", () => {
    if (page() !== last) here.route = read(); // a mere jump on the same page leaves it as it is
    last = page();
});

document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
});
