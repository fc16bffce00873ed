// Requests to the paths under /api.

import { random } from "./random";
import * as storage from "./storage";
import { go } from "./router.svelte";
import { language, say } from "./texts.svelte";
import type { GoOn, NewTable, PlayOn, Problem, Seated } from "./wire";

let skew = 0; // milliseconds by which the server's clock is ahead of ours

/** The server's time now, in Unix seconds. */
export const now = (): number => (Date.now() + skew) / 1000;

/** What the server refused, with its own words. Status 0: it could not be reached. */
export class Refusal extends Error {
    readonly status: number;
    readonly problem: Problem;
    constructor(status: number, problem: Problem) {
        super(problem.text);
        this.status = status;
        this.problem = problem;
    }
    get code(): string {
        return this.problem.code;
    }
}

/** What to tell people of something that went wrong: the server's own words, or that it cannot be reached. */
export const wordsOf = (problem: unknown): string =>
    problem instanceof Refusal && problem.code !== "unreachable" ? problem.message : say("unreachable");

interface Asking {
    method?: string;
    body?: unknown;
    /** A body that is JSON already and goes as it stands: a browser would round its long numbers. */
    json?: string;
    keys?: string[];
    headers?: Record<string, string>;
    signal?: AbortSignal;
}

/** Ask a path of the server: the response. Raises Refusal. `keys` are what is shown; by default the identity's key. */
export async function ask(path: string, asking: Asking = {}): Promise<Response> {
    const { method = "GET", body, keys = storage.keys(), headers = {}, signal } = asking;
    const text = asking.json ?? (body === undefined ? null : JSON.stringify(body));
    const sent: Record<string, string> = { "accept-language": language(), ...headers };
    if (keys.length) sent.authorization = `Bearer ${keys.join(",")}`;
    if (text !== null) sent["content-type"] = "application/json";
    let response: Response;
    try {
        response = await fetch(`/api${path}`, { method, headers: sent, body: text, signal: signal ?? null, cache: "no-store" });
    } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") throw error;
        throw new Refusal(0, { code: "unreachable", text: String(error), rule: "" });
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    if (date && Math.abs(date - Date.now() - skew) > 2000) skew = date - Date.now();
    if (response.ok || response.status === 304) return response;
    const fallback: Problem = { code: "failed", text: `${response.status} ${response.statusText}`, rule: "" };
    const problem = (await response.json().catch(() => fallback)) as Problem;
    const person = storage.me()?.key;
    if (problem.code === "no-person" && person && keys.includes(person)) {
        storage.setUnknown();
        return ask(path, { ...asking, keys: keys.filter((key) => key !== person) });
    }
    throw new Refusal(response.status, problem);
}

export const get = async <T>(path: string, asking: Asking = {}): Promise<T> =>
    (await (await ask(path, asking)).json()) as T;

export const post = async <T>(path: string, body: unknown, asking: Asking = {}): Promise<T> =>
    (await (await ask(path, { method: "POST", body, ...asking })).json()) as T;

/** Make a table, or one that goes on from another; keep its words and go there. */
export async function createTable(path: string, wanted: NewTable | GoOn | PlayOn, keys?: string[]): Promise<void> {
    const nonce = random();
    // Where no guest brings a nonce later, one's own comes only after the server has committed to its secret
    const kinds = wanted.chairs.map((chair) => chair.kind);
    const later = path === "/tables" && kinds.includes("me") && !kinds.includes("open");
    const asking = keys ? { keys } : {};
    const seated = await post<Seated>(path, later ? { ...wanted, start: false } : { ...wanted, nonce }, asking);
    const kept = { token: seated.token, nonce, ...(seated.invite ? { invite: seated.invite } : {}) };
    for (const id of [seated.twin, seated.table]) if (id) storage.keep(id, kept);
    if (later && seated.token) {
        const start = { type: "start", seat: seated.seats[0], nonce };
        await post(`/tables/${seated.table}/commands`, start, { keys: [seated.token] });
    }
    go(`/t/${seated.table}`);
}
