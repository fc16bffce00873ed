// The labels of Ephyran for its things: halves, territories, areas. Labels are put together here, never taken apart.

import { optionOf, type BoardContext } from "../../lib/board.svelte";
import type { EphyranCard, EphyranView, Half } from "./view";

export const GODS = ["poseidon", "hephaestus", "aether", "gaia"] as const;
export type God = (typeof GODS)[number];
export const DIONYSUS = "dionysus";

/** The facts of a card; undefined while they are on their way. */
export const cardOf = (at: BoardContext, id: string): EphyranCard | undefined => at.cards.get(id) as EphyranCard | undefined;

/** The half with this id ("TS04a"). */
export function halfOf(at: BoardContext, id: string): Half | undefined {
    return cardOf(at, id.slice(0, -1).toUpperCase())?.halves.find((half) => half.id.toLowerCase() === id.toLowerCase());
}

/** The halves of the own hand. */
const held = (at: BoardContext): Half[] => (at.view as EphyranView).hand.flatMap((id) => cardOf(at, id)?.halves ?? []);

/** Those of these labels that are answers now. */
export const legal = (at: BoardContext, labels: string[]): string[] => labels.filter((label) => optionOf(at, label));

const written = ({ id }: Half): string => id.toLowerCase();

/** All answers that use this half of a card, whatever is asked. */
export function halfLabels(half: Half): string[] {
    const id = written(half);
    const card = id.slice(0, -1);
    const { god, support } = half;
    if (!support) return [`add ${id}`, `change ${god} with ${id}`, `with ${id}`, `take dionysus with ${id}`];
    const defence = support === "shield" || support === "hecate" ? [`${support} ${card}`] : [];
    return [`support ${support} ${card}`, ...defence];
}

/** All answers that use a Dionysus of the hand, but to discard it. */
export const DIONYSUS_LABELS = [
    ...GODS.map((god) => `dionysus ${god}`),
    ...GODS.map((god) => `change ${god} with dionysus`),
    "with dionysus",
];

const adding = (half: Half): string => `add ${written(half)}`;

/** The answers now that lay something in the next place of an own territory. */
export const layings = (at: BoardContext, god: string): string[] =>
    legal(at, [
        ...held(at)
            .filter((half) => half.god === god)
            .map(adding),
        `dionysus ${god}`,
    ]);

/** The half that an answer adds to the city; undefined for any other answer. */
export const added = (at: BoardContext, label: string): Half | undefined => held(at).find((half) => adding(half) === label);

export interface Place {
    god: string;
    n: number;
}

const fits = ({ god, n }: Place, half: Half | undefined): boolean => half?.god === god && half.number === n;

/** Is the half that is being played one for this place? */
export const fitsInPlay = (at: BoardContext, place: Place): boolean =>
    fits(place, halfOf(at, (at.view as EphyranView).in_play ?? ""));

/** The answers now that begin like that and end with a half of the hand that fits a place. */
const withHalves = (at: BoardContext, place: Place, start: string): string[] =>
    legal(
        at,
        held(at)
            .filter((half) => fits(place, half))
            .map((half) => `${start} ${written(half)}`),
    );

/** The answers now that replace the uncovered area of an own territory, which is at this place. */
export const changings = (at: BoardContext, place: Place): string[] => {
    const start = `change ${place.god} with`;
    return [...withHalves(at, place, start), ...legal(at, [`${start} ${DIONYSUS}`])];
};

/** The answers now that give a half of the hand for a Dionysus at this place of another city. */
export const takings = (at: BoardContext, place: Place): string[] => withHalves(at, place, `take ${DIONYSUS} with`);

/** The answers now that exchange the own area at this place for something of the hand. */
export const counterparts = (at: BoardContext, place: Place): string[] =>
    [...withHalves(at, place, "with"), ...legal(at, [`with ${DIONYSUS}`])];

/** The answers now that discard a card of the hand. */
export const discards = (at: BoardContext): string[] =>
    legal(
        at,
        (at.view as EphyranView).hand.map((id) => `discard ${id.toLowerCase()}`),
    );

/** The answers now whose thing is the territory of a god in the city of that seat, or one area of it. */
export function answersIn(at: BoardContext, seat: number, god: string, n?: number): string[] {
    const wanted = ["city", seat === at.seat ? [] : seat, god, n ?? []].flat().join(" ");
    return (at.prompt?.options ?? []).filter(({ place }) => place === wanted).map(({ label }) => label);
}

/** Is this the own area that is exchanged, while its counterpart is asked for? */
export const isExchanged = (at: BoardContext, place: Place): boolean =>
    withHalves(at, place, "with").length > 0 ||
    at.names.some((_, seat) => answersIn(at, seat, place.god, place.n).includes(`with seat ${seat}`));

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
