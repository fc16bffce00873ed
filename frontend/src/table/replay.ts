// The views that were shown before, to be seen again.

import { get } from "../lib/api";
import * as storage from "../lib/storage";
import type { View } from "../lib/wire";
import type { Scene } from "./live.svelte";

const MAX_REPLAYED_VIEWS = 24; // that are fetched to be shown again

/** A scene and those before it, back to the one in which the log had so many lines; the earliest first. */
export async function scenesSince(table: string, scene: Scene, lines: number): Promise<Scene[]> {
    const scenes = [scene];
    for (let seq = scene.seq - 1; seq > 0 && scenes.length < MAX_REPLAYED_VIEWS; seq -= 1) {
        const path = `/tables/${table}/views/${seq}?seat=${scene.seat}`;
        const before = await get<View>(path, { keys: storage.keys(table) }).catch(() => null);
        if (!before) break;
        scenes.unshift({ ...before, log: before.log.entries });
        if (before.log.entries.length <= lines) break;
    }
    return scenes;
}
