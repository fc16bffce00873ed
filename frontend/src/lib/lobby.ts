// What the front page knows of tables: one's own and those that anybody may see.

import { listingOf } from "../games/registry";
import { createTable, get, post, Refusal } from "./api";
import { factsOf } from "./games.svelte";
import * as storage from "./storage";
import { say } from "./texts.svelte";
import type { Summary, Table, View } from "./wire";

const MAX_ASKED_TABLES = 12; // tables of this browser that are asked for

/** A table in a list, with how far the game is where that is known. */
export type Listed = Summary & { progress?: string };

/** The name to play with. */
export const myName = (): string => storage.name().trim() || say("anonymous");

/** A game against one bot, at once. */
export function playNow(game: string, level: string): Promise<void> {
    return createTable("/tables", {
        game,
        options: factsOf(game)?.beginner ?? {},
        chairs: [
            { kind: "me", name: myName() },
            { kind: "bot", level },
        ],
        house: { hints: true },
    });
}

/** A table with one seat for a friend, who comes by the link. */
export function invite(game: string): Promise<void> {
    return createTable("/tables", {
        game,
        options: factsOf(game)?.beginner ?? {},
        chairs: [{ kind: "me", name: myName() }, { kind: "open" }],
        house: { chat: true },
    });
}

/** One's own tables: of the identity, and of this browser. Those where one is asked come first. */
export async function myTables(): Promise<Listed[]> {
    const all = storage.me() ? await get<Summary[]>("/me/tables").catch(() => []) : [];
    const theirs = all.filter(({ status, yours }) => status !== "open" || yours.length); // not those that one declined or left
    const known = new Set(all.map(({ table }) => table));
    const here = storage.tables().filter(({ id }) => !known.has(id));
    const found = await Promise.all(here.slice(0, MAX_ASKED_TABLES).map(summaryOf));
    const mine: Listed[] = [...theirs, ...found.filter((summary) => summary !== null)];
    return mine.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated);
}

/** The tables where this browser has a seat that are not among those of the identity. */
export async function earlierTables(): Promise<string[]> {
    const known = new Set((await get<Summary[]>("/me/tables")).map(({ table }) => table));
    return storage.tables().flatMap(({ id, seats }) => (seats.length && !known.has(id) ? [id] : []));
}

/** Let tables of this browser belong to the identity; returns how many now do. Those that are gone stay as they are. */
export async function adopt(tables: string[]): Promise<number> {
    for (const id of tables) await post(`/me/tables/${id}`, undefined, { keys: storage.keys(id) }).catch(() => null);
    const left = await earlierTables();
    return tables.filter((id) => !left.includes(id)).length;
}

/** A table of this browser as it stands; null if it is gone. */
async function summaryOf({ id, at }: { id: string; at: number }): Promise<Listed | null> {
    try {
        const { table, views } = await get<{ table: Table; views: View[] }>(`/tables/${id}`, { keys: storage.keys(id) });
        const view = views[0]?.view;
        return {
            table: id,
            game: table.game,
            status: table.status,
            players: table.seats.map(({ name }) => name),
            host_rating: null,
            bots: table.seats.map(({ kind, level }) => (kind === "bot" ? level : null)),
            stand_ins: table.seats.flatMap(({ kind, level }, seat) => (kind === "person" && level ? [seat] : [])),
            free: table.seats.filter(({ kind }) => kind === "free").length,
            progress: table.status === "running" && view ? listingOf(table.game).progress(view) : "",
            your_turn: views.some(({ seat, prompt }) => prompt && seat !== null && table.seats[seat]?.level === null),
            updated: at / 1000,
            options: table.options,
            clock: table.house.clock,
            winners: table.winners,
            points: table.status === "over" && view ? view.scores.map(({ total }) => total) : [],
            yours: table.yours,
            ended: 0,
            helped: false,
            deal: "",
            host: table.host,
            until: 0,
        };
    } catch (problem) {
        if (problem instanceof Refusal && problem.code === "no-table") storage.forget(id);
        return null;
    }
}

/** The tables that anybody may join or watch. */
export async function publicTables(): Promise<Summary[]> {
    const [open, running] = await Promise.all([
        get<Summary[]>("/tables?status=open"),
        get<Summary[]>("/tables?status=running"),
    ]);
    return [...open, ...running.slice(0, MAX_ASKED_TABLES)];
}
