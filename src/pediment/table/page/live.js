// The line to a table: a WebSocket that comes back by itself, or polling where there is none.

import { ask, post, random } from "./api.js";
import * as kept from "./kept.js";
import { pause, repeatable } from "./plain.js";
import { language } from "./texts.js";

const MISSES = 2; // so many times in a row no socket, and polling begins
const SOCKET_AGAIN = 120_000; // while polling, milliseconds until a socket is tried again
const PING = 25_000;
const PATIENCE = 10_000;
const WAIT = 20; // seconds that a poll waits for news
const FOREVER = new Set(["no-table", "no-spectators", "not-your-seat", "no-page"]);

export class Line {
    #table;
    #hear;
    #tell;
    #socket = null;
    #misses = 0;
    #tries = 0;
    #waiting = new Map(); // commands without an answer, by id: sent again after a reconnect, with the same id and seq
    #timer = 0;
    #alive = 0;
    #polling = null;
    #stopped = false;
    #listening = new AbortController();

    /** `hear(message)` gets what the table tells; `tell(state)` "open", "polling", "lost" or "refused". */
    constructor(table, hear, tell) {
        this.#table = table;
        this.#hear = hear;
        this.#tell = tell;
        const { signal } = this.#listening;
        addEventListener("online", () => this.#soon(), { signal });
        document.addEventListener("visibilitychange", () => document.hidden || this.#soon(), { signal });
        addEventListener("pagehide", () => this.stop(), { signal });
        addEventListener("pageshow", (event) => event.persisted && this.restart(), { signal });
    }

    /** Is a game's command still without an answer? */
    get busy() {
        return this.#waiting.size > 0;
    }

    /** Connect, or connect anew: with other keys, or in another language. */
    restart() {
        this.stop();
        this.#stopped = false;
        this.#misses = this.#tries = 0;
        this.#connect();
    }

    /** Stop for good. */
    close() {
        this.#listening.abort();
        this.stop();
    }

    stop() {
        this.#stopped = true;
        clearTimeout(this.#timer);
        clearInterval(this.#alive);
        this.#polling?.abort();
        this.#polling = null;
        const socket = this.#socket;
        this.#socket = null;
        socket?.close();
    }

    /** Send a command; moves and takebacks get an id, so that they count once however often they are sent. */
    send(command) {
        const sent = "seq" in command ? { ...command, id: random() } : command;
        if (repeatable(sent)) this.#waiting.set(sent.id, sent);
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(sent));
        else if (this.#polling) this.#post(sent);
        else if (!repeatable(sent)) this.#hear({ type: "error", code: "unreachable", text: "" });
    }

    #connect() {
        const address = `${location.origin.replace(/^http/, "ws")}/api/tables/${this.#table}/live`;
        const socket = (this.#socket = new WebSocket(address));
        let heard = false;
        setTimeout(() => heard || socket.close(), PATIENCE);
        socket.onopen = () => {
            const hello = { type: "hello", keys: kept.keys(this.#table), language: language() };
            socket.send(JSON.stringify(hello));
        };
        socket.onmessage = ({ data }) => {
            if (this.#socket !== socket) return;
            const message = JSON.parse(data);
            this.#keepAlive(socket);
            if (!heard && message.type === "error") return this.#refused(message);
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
            if (this.#misses >= MISSES) this.#poll();
            else this.#again(() => this.#connect());
        };
    }

    #keepAlive(socket) {
        clearInterval(this.#alive);
        let asked = false;
        let at = Date.now();
        this.#alive = setInterval(() => {
            if (!asked && Date.now() - at > PING) {
                asked = true;
                at = Date.now();
                socket.send('{"type":"ping"}');
            } else if (asked && Date.now() - at > PATIENCE) {
                socket.onclose();
                socket.close();
            }
        }, 1000);
    }

    /** The server does not let us in: for good, without our identity, or just now. */
    #refused(problem) {
        if (problem.code === "no-person") kept.setUnknown();
        if (!FOREVER.has(problem.code)) return;
        this.stop();
        this.#tell("refused");
        this.#hear({ ...problem, type: "error" });
    }

    #take(message) {
        if (message.type === "bye") return;
        const command = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        this.#hear(command ? { ...message, seat: command.seat } : message);
    }

    #again(what) {
        if (this.#stopped) return;
        this.#tell("lost");
        clearTimeout(this.#timer);
        this.#timer = setTimeout(what, pause(this.#tries++, Math.random()));
    }

    /** The network is back, or somebody looks again: no need to wait any longer. */
    #soon() {
        if (this.#stopped || this.#socket || this.#polling) return;
        clearTimeout(this.#timer);
        this.#connect();
    }

    async #poll() {
        const mine = (this.#polling = new AbortController());
        const until = Date.now() + SOCKET_AGAIN;
        let tag = "";
        let failed = false;
        while (this.#polling === mine && Date.now() < until) {
            try {
                const headers = tag ? { "if-none-match": tag } : {};
                const wait = tag ? WAIT : 0;
                const options = { keys: kept.keys(this.#table), headers, signal: mine.signal };
                const response = await ask(`/tables/${this.#table}?wait=${wait}`, options);
                if (this.#polling !== mine) return;
                if (failed) break; // the server was away and is back: perhaps with sockets
                this.#tries = 0;
                this.#tell("polling");
                tag = response.headers.get("etag") ?? "";
                if (response.status === 200) {
                    const { table, views } = await response.json();
                    this.#hear({ ...table, type: "table" });
                    for (const view of views) this.#hear({ ...view, type: "view" });
                }
                for (const command of this.#waiting.values()) await this.#post(command);
            } catch (problem) {
                if (this.#polling !== mine) return;
                if (FOREVER.has(problem.code)) return this.#refused(problemOf(problem));
                failed = true;
                this.#tell("lost");
                await new Promise((done) => setTimeout(done, pause(this.#tries++, Math.random())));
            }
        }
        if (this.#polling !== mine) return;
        this.#polling = null;
        this.#misses = MISSES - 1;
        this.#connect();
    }

    async #post(command) {
        try {
            const done = await post(`/tables/${this.#table}/commands`, command, { keys: kept.keys(this.#table) });
            this.#take({ ...done, type: "done" });
        } catch (problem) {
            const lost = problem.status === 0 || problem.status >= 500;
            if (!lost || !repeatable(command))
                this.#take({ ...problemOf(problem), type: "error", id: command.id ?? "" });
        }
    }
}

const problemOf = (problem) => ({ code: problem.code, text: problem.message });
