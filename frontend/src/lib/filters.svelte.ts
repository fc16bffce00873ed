// What one looks for on a page, kept in its address: /cards/GAME?q=gold.

import { route } from "./router.svelte";

/** Filters with these names, read from the address and written to it; an empty one filters nothing. */
export function filters<K extends string>(...names: K[]): Record<K, string> {
    const wanted = $state({} as Record<K, string>);
    const read = (query: URLSearchParams) => names.forEach((name) => (wanted[name] = query.get(name) ?? ""));
    read(route().query);
    $effect(() => read(route().query));
    $effect(() => {
        const query = new URLSearchParams(names.flatMap((name) => (wanted[name] ? [[name, wanted[name]]] : [])));
        const text = query.toString();
        if (text !== location.search.slice(1)) history.replaceState(null, "", location.pathname + (text && `?${text}`));
    });
    return wanted;
}

/** Filter nothing any more. */
export function clear<K extends string>(wanted: Record<K, string>): void {
    for (const name of Object.keys(wanted) as K[]) wanted[name] = "";
}
