// The score sheet: what every seat has points for, line by line.

import type { BoardContext } from "../../lib/board.svelte";
import { say } from "../../lib/texts.svelte";
import { idOf } from "./places";
import { factsOf, nameOf, tileOf, viewOf } from "./words";
import type { ElysiumScore, ScoreItem } from "./view";

export interface Item {
    name: string;
    card?: string;
    vp: number;
}
/** A line of the sheet: for each seat what it has, and its VP. */
export interface Line {
    part: string;
    cells: { items: Item[]; vp: number }[];
}
const LISTS = ["chronos", "legends", "bonuses"] as const;
const SUMS = ["tokens", "prestige", "citizens"] as const;
const ORDER = ["tokens", "chronos", "legends", "bonuses", "prestige", "citizens"] as const;

/** The lines in the order of E8, without those that nobody has anything in. */
export function linesOf(at: BoardContext): Line[] {
    const { scores } = viewOf(at);
    const lines = ORDER.map((part): Line => ({ part, cells: scores.map((score, seat) => cellOf(at, score, seat, part)) }));
    return lines.filter(({ part, cells }) => part === "tokens" || cells.some(({ items, vp }) => items.length || vp));
}

function cellOf(at: BoardContext, score: ElysiumScore, seat: number, part: (typeof ORDER)[number]): Line["cells"][number] {
    const sum = SUMS.find((name) => name === part);
    if (sum) return { items: [], vp: score[sum] };
    const items = LISTS.filter((name) => name === part).flatMap((name) => score[name].map((item) => itemOf(at, seat, name, item)));
    return { items, vp: items.reduce((total, { vp }) => total + vp, 0) };
}

function itemOf(at: BoardContext, seat: number, part: (typeof LISTS)[number], item: ScoreItem): Item {
    const { vp } = item;
    if (part === "chronos") return { name: nameOf(at, String(item.card)), card: String(item.card), vp };
    if (part === "bonuses") {
        const { kind, level } = tileOf(String(item.tile));
        return { name: level ? say("ely.level", { n: level }) : say(`god.${kind}`), vp };
    }
    const first = viewOf(at).seats[seat]?.elysium[Number(item.legend) - 1]?.[0];
    const facts = factsOf(at, first ? idOf(first) : "");
    const kind = item.kind === "family" ? (facts?.family_name ?? "") : say("ely.level", { n: facts?.level ?? 0 });
    return { name: say("ely.sheet.legend", { kind, n: Number(item.cards) }), vp };
}
