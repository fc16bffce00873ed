// Keeps the page itself for when the network is slow or gone. Nothing of a game is ever kept here.
// Each version of the document has a cache of its own, with what it names; the one before stays for tabs that are open.

const isPage = ({ pathname }) => /^\/($|(play|t|lobby|learn|rules|cards)(\/|$))/.test(pathname);
// There the document may tell other programs of a game: that is not kept either.
const isShared = ({ pathname }) => pathname.startsWith("/t/");
const isAsset = ({ pathname }) => /^\/(assets\/|icon[\w-]*\.(svg|png)$)/.test(pathname);

self.addEventListener("install", (event) => {
    self.skipWaiting();
    event.waitUntil(fetch("/", { cache: "no-cache" }).then(renew));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== "GET" || url.origin !== location.origin) return;
    if (isAsset(url)) event.respondWith(kept(request));
    else if (request.mode === "navigate" && isPage(url)) event.respondWith(fresh(event));
});

/** What was kept under an address, of the newest version that has it. */
async function found(request) {
    for (const name of (await caches.keys()).reverse()) {
        const response = await (await caches.open(name)).match(request);
        if (response) return response;
    }
}

/** What never changes: from a cache, else from the network and into the newest one. */
async function kept(request) {
    const known = await found(request);
    if (known) return known;
    const response = await fetch(request);
    const newest = (await caches.keys()).at(-1);
    if (response.ok && newest) await (await caches.open(newest)).put(request, response.clone());
    return response;
}

/** The document: from the network, else the last one. */
async function fresh(event) {
    try {
        const response = await fetch(event.request);
        if (!isShared(new URL(event.request.url))) event.waitUntil(renew(response.clone()));
        return response;
    } catch (error) {
        const known = await found("/");
        if (known) return known;
        throw error;
    }
}

let renewing = Promise.resolve();

/** Keep a document, if it is a new one; one after the other. */
function renew(response) {
    const isDocument = response.ok && response.headers.get("content-type")?.startsWith("text/html");
    if (isDocument) renewing = renewing.then(() => begin(response)).catch(() => undefined);
    return renewing;
}

/** Begin a cache with a document and the assets it names; only the version before is kept besides. */
async function begin(response) {
    const text = await response.clone().text();
    if (text === (await (await found("/"))?.text())) return;
    const before = await caches.keys();
    const name = `page-${Date.now()}`;
    const cache = await caches.open(name);
    const named = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]);
    try {
        await cache.addAll(named.filter((pathname) => isAsset({ pathname })));
        await cache.put("/", response);
    } catch (error) {
        await caches.delete(name);
        throw error;
    }
    for (const old of before.slice(0, -1)) await caches.delete(old);
}
