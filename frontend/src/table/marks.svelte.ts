// What one has marked on a table for oneself. Only this browser knows it.

import { announce } from "../lib/announce.svelte";
import * as storage from "../lib/storage";
import { say } from "../lib/texts.svelte";
import type { LiveTable } from "./live.svelte";

export class Marks {
    readonly #at: LiveTable;
    /** By the names that things go by on the board. */
    things = $state.raw<ReadonlySet<string>>(new Set());

    constructor(at: LiveTable) {
        this.#at = at;
    }

    load(): void {
        this.things = new Set(storage.table(this.#at.id)?.marks);
    }

    /** Mark a thing, or take its mark away. */
    toggle(thing: string): void {
        const isMarked = this.things.has(thing);
        if (!isMarked && !this.#there().has(thing)) return;
        this.#set([...this.things].filter((other) => other !== thing).concat(isMarked ? [] : thing));
        announce(say(isMarked ? "mark.gone" : "mark.set"));
    }

    clear(): void {
        this.#set([]);
    }

    /** What has left the table for good keeps no mark. */
    keep(): void {
        if (!this.things.size || !this.#at.isReady) return;
        const there = this.#there();
        const left = [...this.things].filter((thing) => there.has(thing));
        if (left.length < this.things.size) this.#set(left);
    }

    #there(): ReadonlySet<string> {
        return this.#at.kit.things(this.#at.view, this.#at.cards);
    }

    #set(things: string[]): void {
        this.things = new Set(things);
        storage.keep(this.#at.id, { marks: things.length ? things : undefined });
    }
}
