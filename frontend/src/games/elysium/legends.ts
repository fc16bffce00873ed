// The Legends of a seat with what can be read off them: kind, size, what is missing, tiles, worth.

import type { BoardContext } from "../../lib/board.svelte";
import { say, signed } from "../../lib/texts.svelte";
import type { Placed } from "./places";
import { factsOf, nameOf, tileOf, tileWords, viewOf, type Tile } from "./words";
import type { ElysiumCard } from "./view";

export interface Legend {
    /** Its place, from 1: the answer "legend 2" means it. */
    place: number;
    kind: "family" | "level" | null;
    family: string;
    level: number;
    cards: Placed[];
    /** Families that a Level Legend lacks, Levels that a Family Legend lacks. */
    families: string[];
    levels: number[];
    tiles: Tile[];
    /** What it is worth now, with its tiles, Chronos cards and Citizens; and how that comes. */
    vp: number;
    why: string[];
}
const FULL = { family: 3, level: 5 }; // E7.3

export const isFull = ({ kind, cards }: Legend): boolean => kind !== null && cards.length >= FULL[kind];

/** "Zeus", "Level 2", or the only card's Family and Level. */
export function legendTitle({ kind, family, level }: Legend): string {
    const [god, number] = [say(`god.${family}`), say("ely.level", { n: level })];
    return kind === "family" ? god : kind === "level" ? number : say("ely.lone", { family: god, n: level });
}

export const legendSize = ({ kind, cards }: Legend): string => (kind ? `${cards.length}/${FULL[kind]}` : `${cards.length}`);

/** Is that card one that is missing? Of a Citizen (null) only the size matters, once there is a kind. */
export function isMissing(legend: Legend, card: ElysiumCard | null): boolean {
    if (isFull(legend)) return false;
    if (!card) return legend.kind !== null;
    const family = card.family === legend.family && legend.levels.includes(card.level);
    const level = card.level === legend.level && legend.families.includes(card.family);
    return (family && legend.kind !== "level") || (level && legend.kind !== "family");
}

/** What would make it grow, in words; empty if it is full. */
export function missingWords(legend: Legend): string {
    if (isFull(legend)) return "";
    if (legend.kind === "family") return say("ely.missing.levels", { levels: legend.levels.join(", ") });
    const families = legend.families.map((family) => say(`god.${family}`)).join(", ");
    if (legend.kind === "level") return say("ely.missing.families", { n: legend.level, families });
    const god = say(`god.${legend.family}`);
    return say("ely.missing.lone", { family: god, levels: legend.levels.join(", "), n: legend.level, families });
}

export function legendsOf(at: BoardContext, seat: number, places: Placed[][]): Legend[] {
    const { scores, seats, families } = viewOf(at);
    const score = scores[seat];
    const found = places.map((cards, n): Legend => {
        const scored = score?.legends.find(({ legend }) => legend === n + 1);
        const facts = cards.flatMap(({ card }) => factsOf(at, card) ?? []);
        const kind = (scored?.kind as Legend["kind"] | undefined) ?? null;
        const chronos = score?.chronos.filter(({ legend }) => legend === n + 1) ?? [];
        const why = scored ? [say("ely.worth.cards", { n: cards.length, vp: scored.vp })] : [];
        why.push(...chronos.map(({ card, vp }) => say("item", { name: nameOf(at, String(card)), value: signed(vp) })));
        return {
            place: n + 1,
            kind,
            family: facts[0]?.family ?? "",
            level: facts[0]?.level ?? 0,
            cards,
            families: families.filter((family) => facts.every((card) => card.family !== family)),
            levels: [1, 2, 3].filter((level) => facts.every((card) => card.level !== level)),
            tiles: [],
            vp: (scored?.vp ?? 0) + chronos.reduce((sum, { vp }) => sum + vp, 0),
            why,
        };
    });
    for (const name of seats[seat]?.bonuses ?? []) award(found, tileOf(name));
    charge(found, score?.citizens ?? 0);
    return found;
}

/** Lay a tile on the Legend that won it: the biggest of its Level, or a full one of its Family. */
function award(legends: Legend[], tile: Tile): void {
    const mine = tile.level
        ? legends.filter(({ kind, level }) => kind === "level" && level === tile.level)
        : legends.filter((legend) => legend.kind === "family" && legend.family === tile.kind && isFull(legend));
    const most = Math.max(...mine.map(({ cards }) => cards.length));
    const winner = mine.find(({ cards, tiles }) => cards.length === most && !tiles.length) ?? mine[0];
    winner?.tiles.push(tile);
    winner?.why.push(say("item", { name: tileWords(tile), value: signed(tile.vp) }));
    if (winner) winner.vp += tile.vp;
}

/** What Citizens cost is told of all together: each of them costs the same. */
function charge(legends: Legend[], cost: number): void {
    const all = legends.filter(({ kind }) => kind).map((legend) => ({ legend, n: citizens(legend) }));
    const count = all.reduce((sum, { n }) => sum + n, 0);
    for (const { legend, n } of all) {
        if (!n) continue;
        const vp = (cost / count) * n;
        legend.vp += vp;
        legend.why.push(say("item", { name: say("ely.citizens", { n }), value: signed(vp) }));
    }
}

const citizens = ({ cards }: Legend): number => cards.filter(({ card }) => card === "citizen").length;
