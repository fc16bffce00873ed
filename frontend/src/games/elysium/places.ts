// Where the cards of a view lie, each with a key that stays its own while it moves, and the answers it stands for.

import { labelsAt, type BoardContext } from "../../lib/board.svelte";
import { dragged } from "../../lib/drag.svelte";
import type { GameView } from "../../lib/view";
import type { Colour, ElysiumView, Laid } from "./view";
import { CITIZEN } from "./words";

export const COLOURS: readonly Colour[] = ["red", "yellow", "green", "blue"];

/** Does this column stand among those of a seat ("RGB")? */
export const stands = (columns: string, colour: Colour): boolean => columns.includes(colour.charAt(0).toUpperCase());

export const idOf = (laid: Laid): string => (typeof laid === "string" ? laid : laid.card);

/** A card on the table. Copies of one card are alike: the key tells them apart, so that moves can be shown. */
export interface Placed {
    key: string;
    card: string;
    used: boolean;
    /** A Trigger that has given its ring back. */
    spent: boolean;
}
export interface Places {
    agora: Placed[];
    oracle: Placed[];
    discard: Placed[];
    domains: Placed[][];
    legends: Placed[][][];
}

/** Follows the cards from view to view: what stays keeps its key, what moved takes its key along. */
export class Follower {
    #before = new Map<string, Placed[]>();
    #made = 0;

    follow(view: ElysiumView): Places {
        const zones = new Map<string, Laid[]>([
            ["agora", view.agora],
            ["oracle", view.oracle],
            ["discard", view.discard],
        ]);
        view.seats.forEach((seat, n) => {
            zones.set(`domain ${n}`, seat.domain);
            seat.elysium.forEach((legend, k) => zones.set(`legend ${n} ${k}`, legend));
        });
        const found = this.#match(zones);
        const at = (zone: string): Placed[] => found.get(zone) ?? [];
        return {
            agora: at("agora"),
            oracle: at("oracle"),
            discard: at("discard"),
            domains: view.seats.map((_, n) => at(`domain ${n}`)),
            legends: view.seats.map((seat, n) => seat.elysium.map((_, k) => at(`legend ${n} ${k}`))),
        };
    }

    #match(zones: Map<string, Laid[]>): Map<string, Placed[]> {
        const left = new Map([...this.#before].map(([zone, cards]) => [zone, [...cards]]));
        const found = new Map([...zones].map(([zone, cards]) => [zone, cards.map((laid) => placed(laid))]));
        for (const [zone, cards] of found) for (const card of cards) card.key = pull(left.get(zone), card.card) ?? "";
        for (const card of [...found.values()].flat()) {
            if (card.key) continue;
            for (const cards of left.values()) card.key ||= pull(cards, card.card) ?? "";
            card.key ||= `${card.card}#${this.#made++}`;
        }
        for (const [zone, cards] of found) {
            const before = this.#before.get(zone);
            if (before && isSame(before, cards)) found.set(zone, before); // what has not changed is not drawn again
        }
        this.#before = found;
        return found;
    }
}

/** Where cards lie side by side, by their keys: the first is 0. */
export type Spots = ReadonlyMap<string, number>;

/** Give cards their places: those that lay here keep theirs if it still is one of so many, others take the first that are free. */
export function settle(cards: Placed[], before: Spots, places: number): Spots {
    const most = Math.max(places, cards.length);
    const kept = new Map([...before].filter(([, spot]) => spot < most));
    const taken = new Set(cards.map(({ key }) => kept.get(key)));
    let free = 0;
    return new Map(
        cards.map(({ key }) => {
            while (taken.has(free)) free += 1;
            return [key, kept.get(key) ?? free++];
        }),
    );
}

function placed(laid: Laid): Placed {
    const fields = typeof laid === "string" ? { card: laid } : laid;
    return { key: "", card: fields.card, used: fields.used ?? false, spent: fields.ring === false };
}

const isSame = (before: Placed[], now: Placed[]): boolean =>
    before.length === now.length &&
    before.every(({ key, used, spent }, n) => key === now[n]?.key && used === now[n].used && spent === now[n].spent);

/** Take the first of these cards with that id out of them: its key. */
function pull(cards: Placed[] | undefined, id: string): string | undefined {
    const n = cards?.findIndex(({ card }) => card === id) ?? -1;
    return n < 0 ? undefined : cards?.splice(n, 1)[0]?.key;
}

/** What things stand for while nothing is asked: a lesson speaks of them, and they say whose turn it is. */
const USUAL: Record<string, string> = { agora: "take", quests: "quest", columns: "dismiss", domain: "use", legends: "legend" };

/** The answers that a thing stands for where it lies; if there is none, the one that "why not?" is about. */
export function labelsOf(at: BoardContext, area: string, thing: string): string[] {
    const found = labelsAt(at, area, thing);
    if (found.length) return found;
    const verb = (at.prompt?.verbs ?? USUAL)[area];
    return verb ? [`${verb} ${thing}`] : [];
}

/** The answers that a card in another player's Domain stands for. */
export const othersLabels = (at: BoardContext, seat: number, card: string): string[] => [
    ...labelsOf(at, "others", card),
    ...labelsOf(at, `domain ${seat}`, card),
];

/** The cards of Agora, Oracle, Domains and Legends, and the Quests: what can be marked. Citizens are all alike. */
export function things(view: GameView): Set<string> {
    const { agora, oracle, seats, quests } = view as ElysiumView;
    const laid = [...agora, ...oracle, ...seats.flatMap(({ domain, elysium }) => [...domain, ...elysium.flat()])];
    const found = new Set([...laid.map(idOf), ...quests.map(({ n }) => `quest ${n}`)]);
    found.delete(CITIZEN);
    return found;
}

/** Is something being dragged whose answer begins with one of these words? */
export const carries = (...verbs: string[]): boolean => dragged().some((label) => verbs.includes(label.split(" ")[0] ?? ""));
