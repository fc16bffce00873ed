// What the labels of Ephyran name: halves, territories, seats.

import type { BoardContext } from "../../lib/board.svelte";
import type { EphyranCard, EphyranView, Half } from "./view";

export const GODS = ["poseidon", "hephaestus", "aether", "gaia"] as const;
export type God = (typeof GODS)[number];
export const DIONYSUS = "dionysus";

/** The facts of a card; undefined while they are on their way. */
export const cardOf = (at: BoardContext, id: string): EphyranCard | undefined => at.cards.get(id) as EphyranCard | undefined;

/** A half as a label writes it ("ts04a"). */
export function halfOf(at: BoardContext, written: string): Half | undefined {
    return cardOf(at, written.slice(0, -1).toUpperCase())?.halves["ab".indexOf(written.slice(-1))];
}

/** All answers that use this half of a card, whatever is asked. */
export function halfLabels(half: Half): string[] {
    const written = half.id.toLowerCase();
    const card = written.slice(0, -1);
    const { god, support } = half;
    if (!support) return [`add ${written}`, `change ${god} with ${written}`, `with ${written}`, `take dionysus with ${written}`];
    const defence = support === "shield" || support === "hecate" ? [`${support} ${card}`] : [];
    return [`support ${support} ${card}`, ...defence];
}

/** All answers that use a Dionysus of the hand, but to discard it. */
export const DIONYSUS_LABELS = [
    ...GODS.map((god) => `dionysus ${god}`),
    ...GODS.map((god) => `change ${god} with dionysus`),
    "with dionysus",
];

/** The answers now that lay something in the next place of an own territory. */
export function layings(at: BoardContext, god: string): string[] {
    const labels = (at.prompt?.options ?? []).map(({ label }) => label);
    const adds = labels.filter((label) => label.startsWith("add ") && halfOf(at, label.slice(4))?.god === god);
    return [...adds, ...labels.filter((label) => label === `dionysus ${god}`)];
}

/** The answers now that begin like that. */
export const answers = (at: BoardContext, start: string): string[] =>
    (at.prompt?.options ?? []).map(({ label }) => label).filter((label) => label.startsWith(start));

export interface Place {
    god: string;
    n: number;
}

/** The answers now that are about the city of that seat. */
export function cityAnswers(at: BoardContext, seat: number): string[] {
    const city = seat === at.seat ? "city" : `city ${seat}`;
    return (at.prompt?.options ?? []).filter(({ place }) => place === city).map(({ label }) => label);
}

/** The own area that is exchanged, while its counterpart is asked for. */
export function exchanged(at: BoardContext): Place | null {
    const view = at.view as EphyranView;
    if (view.asking !== "exchange with") return null;
    const [, god, n] = view.turn.findLast(([, label]) => label.startsWith("exchange "))?.[1].split(" ") ?? [];
    if (god && n) return { god, n: Number(n) };
    const halves = answers(at, "with ").flatMap((label) => halfOf(at, label.slice(5)) ?? []);
    const half = halves[0];
    return half?.god && half.number ? { god: half.god, n: half.number } : null;
}

export interface Aim extends Partial<Place> {
    support: string;
    by: number;
    seat?: number;
}

/** What an attack that is going on is aimed at: a seat, one of its areas, or (a token drawn) nobody. */
export function aimOf(at: BoardContext): Aim | null {
    const view = at.view as EphyranView;
    if (view.asking !== "reactions" && view.asking !== "destroy") return null;
    const from = at.log.findLastIndex(({ event }) => event === "support");
    const played = at.log[from] as unknown as { seat: number; support: string } | undefined;
    if (!played) return null;
    const found = at.log.slice(from).find(({ event }) => event === "target" || event === "target-area");
    const target = found as unknown as ({ to: number } & Partial<Place>) | undefined;
    const place = target?.god && target.n ? { god: target.god, n: target.n } : {};
    return { support: played.support, by: played.seat, ...(target ? { seat: target.to, ...place } : {}) };
}
