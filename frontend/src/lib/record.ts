// What can be done with a finished game: save its record, share it and stop sharing it.

import { ask, post } from "./api";
import * as storage from "./storage";
import { language } from "./texts.svelte";
import type { Table } from "./wire";

/** Save the record of a game as a file. Raises Refusal. */
export async function saveRecord(id: string, game: string): Promise<void> {
    await saveFile(`/tables/${id}/record`, `${game}-${id}.json`, storage.keys(id));
}

/** Save what is at an address as a file. Raises Refusal. */
export async function saveFile(path: string, name: string, keys = storage.keys()): Promise<void> {
    saveBlob(await (await ask(path, { keys })).blob(), name);
}

/** Save what is here as a file. */
export function saveBlob(blob: Blob, name: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * A link by which anybody sees this page of the game, after that many moves in a review: with a word of those who played
 * it, else its address. Raises Refusal.
 */
export async function shareLink({ table: id, yours }: Table, move?: number): Promise<string> {
    if (!yours.length) return pageLink(move);
    const { word } = await post<{ word: string }>(`/tables/${id}/share`, undefined, { keys: storage.keys(id) });
    return `${pageLink(move)}#share=${word}`;
}

/** A link to this page. Other programs show what is behind it, in the language of whoever shares it. */
export function pageLink(move?: number): string {
    const query = new URLSearchParams({ ...(move ? { move: String(move) } : {}), ...(language() === "en" ? {} : { language: language() }) });
    return `${location.origin}${location.pathname}${query.size ? `?${query}` : ""}`;
}

/** All links to it stop working, whoever shared them. Raises Refusal. */
export async function revokeLinks(id: string): Promise<void> {
    await ask(`/tables/${id}/share`, { method: "DELETE", keys: storage.keys(id) });
}
