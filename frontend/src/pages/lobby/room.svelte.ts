// The lobby as the page knows it: what its socket has told, and what one looks for there.

import { announce } from "../../lib/announce.svelte";
import { ask, post, wordsOf } from "../../lib/api";
import { myName } from "../../lib/lobby";
import { random } from "../../lib/random";
import { go } from "../../lib/router.svelte";
import { sound } from "../../lib/sound";
import * as storage from "../../lib/storage";
import { language, say } from "../../lib/texts.svelte";
import type { LobbyFrame, LobbyMessage, Meeting, NewChallenge, Partner, Seated, Summary, Wish } from "../../lib/wire";

const OFFER_MILLISECONDS = 30_000; // without anybody, after which a bot is offered
const PING_MILLISECONDS = 25_000;
const MAX_PAUSE_MILLISECONDS = 20_000;

export class Room {
    #tables = $state.raw<ReadonlyMap<string, Summary>>(new Map());
    here = $state(0);
    seeking = $state(0);
    partners = $state.raw<Partner[]>([]);
    challenges = $state.raw<Summary[]>([]);
    /** What is looked for, until somebody is found or one stops. */
    wish = $state.raw<Wish | null>(null);
    /** Has one waited so long that a bot is offered? */
    offered = $state(false);
    isOpen = $state(false);
    isLost = $state(false);
    problem = $state("");
    #socket: WebSocket | null = null;
    #tries = 0;
    #again = 0;
    #offer = 0;
    #alive = 0;
    #closed = false;
    readonly #listening = new AbortController();

    /** The open tables, the newest first. */
    readonly tables = $derived([...this.#tables.values()].sort((a, b) => b.updated - a.updated));

    constructor() {
        const { signal } = this.#listening;
        addEventListener("online", () => this.#soon(), { signal });
        document.addEventListener("visibilitychange", () => document.hidden || this.#soon(), { signal });
        addEventListener("pagehide", () => this.#hangUp(), { signal });
        addEventListener("pageshow", (event) => event.persisted && this.#connect(), { signal });
        this.#connect();
    }

    close(): void {
        this.#closed = true;
        this.#listening.abort();
        clearTimeout(this.#offer);
        this.#hangUp();
    }

    /** With another identity, or in another language: begin anew. */
    restart(): void {
        this.#hangUp();
        this.#connect();
    }

    /** Look for somebody who would like to play the same. */
    seek(wish: Wish): void {
        this.problem = "";
        this.wish = wish;
        this.#ask();
        this.wait();
    }

    stop(): void {
        this.wish = null;
        this.offered = false;
        clearTimeout(this.#offer);
        this.#send({ type: "stop" });
    }

    /** Wait on; after a while a bot is offered. */
    wait(): void {
        this.offered = false;
        clearTimeout(this.#offer);
        this.#offer = window.setTimeout(() => {
            this.offered = this.wish !== null;
            if (this.offered) announce(say("find.bot"));
        }, OFFER_MILLISECONDS);
    }

    /** Challenge somebody with whom one has played. */
    challenge({ table, seat }: Partner, wish: Wish): Promise<void> {
        return this.#attempt(async () => {
            const nonce = random();
            const wanted: NewChallenge = { table, seat, wish, name: myName(), nonce };
            const made = await post<Seated>("/challenges", wanted);
            storage.keep(made.table, { token: made.token, nonce, ...(made.invite ? { invite: made.invite } : {}) });
            go(`/t/${made.table}`);
        });
    }

    /** Sit down on the chair that is kept for one. */
    accept({ table, yours }: Summary): void {
        const seat = yours[0];
        if (seat !== undefined) this.#sit(table, seat, myName());
    }

    decline({ table }: Summary): Promise<void> {
        this.challenges = this.challenges.filter((other) => other.table !== table);
        return this.#attempt(() => ask(`/challenges/${table}`, { method: "DELETE" }));
    }

    #sit(table: string, seat: number, name: string, asked?: string): void {
        storage.keep(table, { again: [[seat, name]], ...(asked ? { asked } : {}) });
        go(`/t/${table}`);
    }

    async #attempt(work: () => Promise<unknown>): Promise<void> {
        this.problem = "";
        try {
            await work();
        } catch (refused) {
            this.problem = wordsOf(refused);
        }
    }

    // The socket

    #connect(): void {
        clearTimeout(this.#again);
        const socket = (this.#socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/lobby/live`));
        socket.onopen = () => {
            socket.send(JSON.stringify({ type: "hello", keys: storage.keys(), language: language() } satisfies LobbyFrame));
            if (this.wish) this.#ask();
            this.#alive = window.setInterval(() => this.#send({ type: "ping" }), PING_MILLISECONDS);
        };
        socket.onmessage = ({ data }: MessageEvent<string>) => {
            if (this.#socket === socket) this.#hear(JSON.parse(data) as LobbyMessage);
        };
        socket.onclose = () => {
            if (this.#socket !== socket) return;
            clearInterval(this.#alive);
            this.#socket = null;
            this.isLost = true;
            this.#again = window.setTimeout(() => this.#connect(), Math.min(MAX_PAUSE_MILLISECONDS, 500 * 2 ** this.#tries++));
        };
    }

    #hangUp(): void {
        clearTimeout(this.#again);
        clearInterval(this.#alive);
        const socket = this.#socket;
        this.#socket = null;
        this.#tables = new Map();
        socket?.close();
    }

    #soon(): void {
        if (!this.#socket && !this.#closed) this.#connect();
    }

    #ask(): void {
        if (this.wish) this.#send({ type: "seek", name: myName(), wish: this.wish });
    }

    #send(frame: LobbyFrame): void {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
    }

    #hear(message: LobbyMessage): void {
        if (message.type === "tables") {
            const whole = this.isLost || !this.isOpen; // the first of a connection
            const tables = new Map(whole ? [] : this.#tables);
            for (const table of message.gone) tables.delete(table);
            for (const table of message.tables) tables.set(table.table, table);
            this.#tables = tables;
            this.isOpen = true;
            this.isLost = false;
            this.#tries = 0;
        } else if (message.type === "people") {
            this.here = message.here;
            this.seeking = message.seeking;
            this.partners = message.partners;
        } else if (message.type === "challenges") {
            if (message.challenges.length > this.challenges.length) this.#tell(message.challenges);
            this.challenges = message.challenges;
        } else if (message.type === "meeting") this.#meet(message);
        else if (message.type === "error") {
            if (message.code === "no-person") {
                storage.setUnknown();
                return;
            }
            this.problem = message.text;
            this.wish = null;
        }
    }

    #tell([newest]: Summary[]): void {
        sound("turn");
        if (newest) announce(say("find.challenged", { name: hostOf(newest) }));
    }

    #meet({ table, seat, name, token }: Meeting): void {
        this.wish = null;
        sound("turn");
        announce(say("find.met"));
        this.#sit(table, seat, name, token);
    }
}

/** What the host of a table is called. */
export const hostOf = ({ players, host }: Summary): string => players[host ?? 0] ?? "";
