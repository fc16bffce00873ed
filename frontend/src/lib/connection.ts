// The connection to a table: a WebSocket that reconnects by itself, or polling where sockets do not work.

import { ask, post, Refusal } from "./api";
import { random } from "./random";
import * as storage from "./storage";
import { language } from "./texts.svelte";
import type { Changed, Done, Frame, Hello, Message, Ping, Problem, State, Table } from "./wire";

const MAX_MISSES = 2; // failed attempts in a row after which polling begins
const SOCKET_RETRY_MILLISECONDS = 120_000; // while polling, until a socket is tried again
const PING_MILLISECONDS = 25_000;
const ANSWER_MILLISECONDS = 10_000;
const POLL_SECONDS = 20; // for which a poll waits for news
const MAX_CHAT_LINES = 100; // lines of the chat that are kept
const FOREVER = new Set(["no-table", "game-gone", "no-spectators", "not-your-seat", "no-page"]);

/** What a player wants of a table. */
export type Command = Exclude<Frame, Hello | Ping>;
/** What a table tells: a table always as a whole. */
export type Told = Exclude<Message, Changed>;
export type Net = "connecting" | "open" | "polling" | "lost" | "refused";

/** Milliseconds to wait before the attempt number n (from 0) to reach the server again. */
const pause = (n: number): number => Math.min(30_000, 500 * 2 ** n) * (0.5 + Math.random() / 2);

export class Connection {
    readonly #table: string;
    readonly #hear: (message: Told) => void;
    readonly #tell: (net: Net) => void;
    #socket: WebSocket | null = null;
    #told: Table | null = null; // as it stands, over the socket
    #misses = 0;
    #tries = 0;
    #waiting = new Map<string, Command>(); // without an answer: sent again after a reconnect, with the same id and seq
    #timer = 0;
    #alive = 0;
    #polling: AbortController | null = null;
    #stopped = false;
    readonly #listening = new AbortController();

    /** `hear(message)` gets what the table tells; `tell(net)` the state of the connection. */
    constructor(table: string, hear: (message: Told) => void, tell: (net: Net) => void) {
        this.#table = table;
        this.#hear = hear;
        this.#tell = tell;
        const { signal } = this.#listening;
        addEventListener("online", () => this.#soon(), { signal });
        document.addEventListener("visibilitychange", () => document.hidden || this.#soon(), { signal });
        addEventListener("pagehide", () => this.stop(), { signal });
        addEventListener("pageshow", (event) => event.persisted && this.restart(), { signal });
    }

    /** Connect, or connect again: with other keys, or in another language. */
    restart(): void {
        this.stop();
        this.#stopped = false;
        this.#misses = this.#tries = 0;
        this.#connect();
    }

    /** Stop for good. */
    close(): void {
        this.#listening.abort();
        this.stop();
    }

    stop(): void {
        this.#stopped = true;
        clearTimeout(this.#timer);
        clearInterval(this.#alive);
        this.#polling?.abort();
        this.#polling = null;
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }

    /** Send a command; moves and undos get an id, so that they count once however often they are sent. */
    send(command: Command): void {
        const sent: Command = "seq" in command ? { ...command, id: random() } : command;
        const id = idOf(sent);
        if (id) this.#waiting.set(id, sent);
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(sent));
        else if (this.#polling) void this.#post(sent);
        else if (!id) this.#hear({ type: "error", code: "unreachable", text: "", rule: "", id: "" });
    }

    #connect(): void {
        const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${this.#table}/live`;
        const socket = (this.#socket = new WebSocket(address));
        let heard = false;
        setTimeout(() => heard || socket.close(), ANSWER_MILLISECONDS);
        socket.onopen = () => {
            const hello: Hello = { type: "hello", keys: storage.keys(this.#table), language: language(), changes: true };
            socket.send(JSON.stringify(hello));
        };
        socket.onmessage = ({ data }: MessageEvent<string>) => {
            if (this.#socket !== socket) return;
            const message = JSON.parse(data) as Message;
            this.#keepAlive(socket);
            if (!heard && message.type === "error") {
                this.#refused(message);
                return;
            }
            if (!heard) {
                heard = true;
                this.#misses = this.#tries = 0;
                this.#tell("open");
                for (const command of this.#waiting.values()) socket.send(JSON.stringify(command));
            }
            this.#take(message);
        };
        socket.onclose = () => {
            if (this.#socket !== socket) return;
            this.#socket = null;
            clearInterval(this.#alive);
            if (!heard) this.#misses += 1;
            if (this.#misses >= MAX_MISSES) void this.#poll();
            else this.#again(() => this.#connect());
        };
    }

    #keepAlive(socket: WebSocket): void {
        clearInterval(this.#alive);
        let asked = false;
        let at = Date.now();
        this.#alive = window.setInterval(() => {
            if (!asked && Date.now() - at > PING_MILLISECONDS) {
                asked = true;
                at = Date.now();
                socket.send('{"type":"ping"}');
            } else if (asked && Date.now() - at > ANSWER_MILLISECONDS) {
                clearInterval(this.#alive);
                socket.close();
            }
        }, 1000);
    }

    /** The server does not let us in: for good, without our identity, or just now. */
    #refused(problem: Problem): void {
        if (problem.code === "no-person") storage.setUnknown();
        if (!FOREVER.has(problem.code)) return;
        this.stop();
        this.#tell("refused");
        this.#hear({ ...problem, type: "error", id: "" });
    }

    #take(message: Message): void {
        if (message.type === "bye") return;
        const id = "id" in message ? message.id : "";
        this.#waiting.delete(id);
        if (message.type === "table") this.#told = message;
        if (message.type !== "changed") this.#hear(message);
        else if (this.#told) this.#hear((this.#told = merged(this.#told, message)));
    }

    #again(what: () => void): void {
        if (this.#stopped) return;
        this.#tell("lost");
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(what, pause(this.#tries++));
    }

    /** The network is back, or somebody looks again: no need to wait any longer. */
    #soon(): void {
        if (this.#stopped || this.#socket || this.#polling) return;
        clearTimeout(this.#timer);
        this.#connect();
    }

    async #poll(): Promise<void> {
        const mine = (this.#polling = new AbortController());
        const until = Date.now() + SOCKET_RETRY_MILLISECONDS;
        let tag = "";
        let failed = false;
        while (this.#polling === mine && Date.now() < until) {
            try {
                const headers: Record<string, string> = tag ? { "if-none-match": tag } : {};
                const asking = { keys: storage.keys(this.#table), headers, signal: mine.signal };
                const response = await ask(`/tables/${this.#table}?wait=${tag ? POLL_SECONDS : 0}`, asking);
                if (this.#polling !== mine) return;
                if (failed) break; // the server was away and is back: perhaps with sockets
                this.#tries = 0;
                this.#tell("polling");
                tag = response.headers.get("etag") ?? "";
                if (response.status === 200) {
                    const { table, views, queue } = (await response.json()) as State;
                    this.#hear(table);
                    for (const view of views) this.#hear(view);
                    this.#hear({ type: "queue", place: queue });
                }
                for (const command of this.#waiting.values()) await this.#post(command);
            } catch (problem) {
                if (this.#polling !== mine) return;
                if (problem instanceof Refusal && FOREVER.has(problem.code)) {
                    this.#refused(problem.problem);
                    return;
                }
                failed = true;
                this.#tell("lost");
                await new Promise((done) => setTimeout(done, pause(this.#tries++)));
            }
        }
        if (this.#polling !== mine) return;
        this.#polling = null;
        this.#misses = MAX_MISSES - 1;
        this.#connect();
    }

    async #post(command: Command): Promise<void> {
        try {
            const done = await post<Done>(`/tables/${this.#table}/commands`, command, { keys: storage.keys(this.#table) });
            this.#take(done);
        } catch (problem) {
            if (!(problem instanceof Refusal)) throw problem;
            const lost = problem.status === 0 || problem.status >= 500;
            if (!lost || !idOf(command)) this.#take({ ...problem.problem, type: "error", id: idOf(command) });
        }
    }
}

function merged(table: Table, { said = [], ...changed }: Changed): Table {
    const chat = [...(changed.chat ?? table.chat), ...said].slice(-MAX_CHAT_LINES);
    return { ...table, ...changed, chat, type: "table" };
}

const idOf = (command: Command): string => ("id" in command ? (command.id ?? "") : "");
