// Keeps the page itself for when the network is slow or gone. Nothing of a game is ever kept here.

const CACHE = "page";
const isAsset = (url) => url.pathname.startsWith("/assets/") || /^\/icon[\w-]*\.(svg|png)$/.test(url.pathname);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
    const url = new URL(event.request.url);
    if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    if (isAsset(url)) event.respondWith(kept(event.request));
    else if (event.request.mode === "navigate") event.respondWith(fresh(event.request));
});

/** What never changes: from the cache, else from the network and into the cache. */
async function kept(request) {
    const cache = await caches.open(CACHE);
    const found = await cache.match(request);
    if (found) return found;
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
}

/** The document: from the network, else the last one; with a new one, assets that it no longer names are dropped. */
async function fresh(request) {
    const cache = await caches.open(CACHE);
    try {
        const response = await fetch(request);
        if (response.ok) await renew(cache, response.clone());
        return response;
    } catch (error) {
        const found = await cache.match("/");
        if (found) return found;
        throw error;
    }
}

async function renew(cache, document) {
    const before = await cache.match("/");
    const [now, then] = await Promise.all([document.clone().text(), before?.text()]);
    if (now === then) return;
    for (const request of await cache.keys()) await cache.delete(request);
    await cache.put("/", document);
}
