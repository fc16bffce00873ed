// Requests to the doors under /api.

import * as kept from "./kept.js";
import { language } from "./texts.js";

let skew = 0; // milliseconds by which the server's clock is ahead of ours

/** The server's time now, in Unix seconds. */
export const now = () => (Date.now() + skew) / 1000;

/** What the server refused, with its own words. Status 0: it could not be reached. */
export class Refusal extends Error {
    constructor(status, problem) {
        super(problem.text);
        this.status = status;
        this.code = problem.code;
    }
}

/** Ask a door: the response. Raises Refusal. `keys` are what is shown; by default the identity's key. */
export async function ask(path, { method = "GET", body, keys = kept.keys(), headers = {}, signal } = {}) {
    const sent = { "accept-language": language(), ...headers };
    if (keys.length) sent.authorization = `Bearer ${keys.join(",")}`;
    if (body !== undefined) sent["content-type"] = "application/json";
    let response;
    try {
        response = await fetch(`/api${path}`, {
            method,
            headers: sent,
            body: body && JSON.stringify(body),
            signal,
            cache: "no-store",
        });
    } catch (error) {
        throw error.name === "AbortError" ? error : new Refusal(0, { code: "unreachable", text: error.message });
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    if (date && Math.abs(date - Date.now() - skew) > 2000) skew = date - Date.now();
    if (response.ok || response.status === 304) return response;
    const problem = await response
        .json()
        .catch(() => ({ code: "failed", text: `${response.status} ${response.statusText}` }));
    const person = kept.me()?.key;
    if (problem.code === "no-person" && keys.includes(person)) {
        kept.setUnknown();
        return ask(path, { method, body, keys: keys.filter((key) => key !== person), headers, signal });
    }
    throw new Refusal(response.status, problem);
}

export const get = async (path, options) => (await ask(path, options)).json();
export const post = async (path, body, options) => (await ask(path, { method: "POST", body, ...options })).json();

/** Make a table, or one that goes on from another; keep its words and go there. */
export async function found(path, wanted, keys) {
    const nonce = random();
    // Where no guest brings a nonce later, one's own comes only after the server has committed to its secret
    const kinds = wanted.chairs.map((chair) => chair.kind);
    const later = path === "/tables" && kinds.includes("me") && !kinds.includes("open");
    const seated = await post(path, later ? { ...wanted, start: false } : { ...wanted, nonce }, { keys });
    kept.keep(seated.table, { token: seated.token, invite: seated.invite ?? undefined, nonce });
    if (later) {
        const start = { type: "start", seat: seated.seats[0], nonce };
        await post(`/tables/${seated.table}/commands`, start, { keys: [seated.token] });
    }
    location.assign(`/t/${seated.table}`);
}

/** 128 random bits, for ids and nonces. */
export function random() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
