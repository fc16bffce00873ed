// What one plans for one's next turn while others play. The server keeps the plan, and plays it or withdraws it.

import { announce } from "../lib/announce.svelte";
import { get } from "../lib/api";
import * as storage from "../lib/storage";
import { say } from "../lib/texts.svelte";
import type { Plannable, Planned, Prompt } from "../lib/wire";
import type { LiveTable, Scene } from "./live.svelte";

export class Planner {
    readonly #at: LiveTable;
    /** Does the board offer what could be done on one's next turn? */
    isOn = $state(false);
    #ahead = $state.raw<Prompt | null>(null); // what can be planned next

    constructor(at: LiveTable) {
        this.#at = at;
    }

    /** What is planned, or why there is no plan any more. */
    get plan(): Planned | null {
        return this.#at.scene?.plan ?? null;
    }
    get labels(): readonly string[] {
        return this.plan?.moves.map(({ label }) => label) ?? [];
    }
    get prompt(): Prompt | null {
        return this.isOn ? this.#ahead : null;
    }
    /** Can one plan now: while others play? */
    get isPossible(): boolean {
        const { scene, table, isMine, sent, veiled } = this.#at;
        return table?.status === "running" && isMine && scene !== null && !scene.prompt && !sent && !veiled;
    }

    /** Begin to plan, or stop it. */
    toggle(): void {
        this.#at.forget();
        this.isOn = this.isPossible && !this.isOn;
        this.#ahead = null;
        if (this.isOn) void this.#look();
    }

    /** Plan these answers after those that are planned already. */
    add(labels: string[]): void {
        this.#send([...this.labels, ...labels]);
    }

    /** Do nothing of what was planned. */
    withdraw(): void {
        this.#send([]);
    }

    /** Something else is shown: what can be planned may be something else, too. */
    shown(scene: Scene): void {
        if (scene.prompt || scene.plan?.more === false) this.isOn = false;
        else if (this.isOn) void this.#look();
    }

    #send(moves: string[]): void {
        const { scene } = this.#at;
        if (!scene || scene.seat === null) return;
        this.#at.forget();
        this.#at.send({ type: "plan", seat: scene.seat, seq: scene.seq, moves });
    }

    async #look(): Promise<void> {
        const { id, scene } = this.#at;
        const path = `/tables/${id}/ahead?seat=${scene?.seat}`;
        const found = await get<Plannable>(path, { keys: storage.keys(id) }).catch(() => null);
        if (this.#at.scene !== scene || !this.isOn) return;
        this.#ahead = found?.prompt ?? null;
        if (this.#ahead) return announce(this.#ahead.text);
        this.isOn = false;
        if (!this.labels.length) this.#at.tell(say("plan.nothing"));
    }
}
