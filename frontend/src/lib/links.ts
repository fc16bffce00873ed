// Secret words come in a link's fragment: they are kept, and taken out of the address bar.

import { get, Refusal } from "./api";
import * as storage from "./storage";
import { say } from "./texts.svelte";
import type { Identity } from "./wire";

/** Can that be one of the server's secret words? Anything else is not worth keeping, nor fit for a header. */
const isWord = (given: string): boolean => /^[\w-]{1,100}$/.test(given);

/** Does that host name lead to this machine only? */
export const isLoopback = (host: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** What there is to say about the words of an address. */
export interface Note {
    text: string;
    /** Agrees to what the text asks; returns what there is to say then. */
    agree?: () => Note;
}

/** Keep the words of the address. What may do harm is asked first, by the note. */
export async function takeWords(): Promise<Note> {
    const given = new URLSearchParams(location.hash.replace(/^#/, ""));
    const table = location.pathname.match(/^\/t\/([\w-]+)/)?.[1];
    const [invite, share, me] = ["invite", "share", "me"].map((key) => given.get(key));
    if (!invite && !share && !me) return { text: "" };
    history.replaceState(null, "", location.pathname + location.search);
    if (table && invite && isWord(invite)) storage.keep(table, { invite });
    if (table && share && isWord(share)) storage.keep(table, { share });
    return me ? await takeIdentity(me) : { text: "" };
}

async function takeIdentity(key: string): Promise<Note> {
    const person = await personOf(key);
    if (!person) return { text: say("identity.foreign") };
    // A link of somebody else's would lose the own key, which nobody can give back, and share all seats with them
    if (storage.me()?.key !== key) return { text: say("identity.yours", { name: person.name }), agree: () => setIdentity(key, person.name) };
    return setIdentity(key, person.name);
}

function setIdentity(key: string, name: string): Note {
    storage.setMe({ key, name });
    if (!storage.name()) storage.setName(name);
    return { text: say("identity.stored") };
}

/** The identity with that key; null if there is none. */
async function personOf(key: string): Promise<Identity | null> {
    if (!isWord(key)) return null;
    try {
        return await get<Identity>("/me", { keys: [key] });
    } catch (problem) {
        if (problem instanceof Refusal && problem.code === "no-person") return null;
        throw problem;
    }
}
