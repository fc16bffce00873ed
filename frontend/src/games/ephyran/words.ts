// A city and its cards in words: for tips and for screen readers.

import { TOKENS } from "./halves";
import { isOver, type BoardContext } from "../../lib/board.svelte";
import { say, signed } from "../../lib/texts.svelte";
import { cardOf, halfOf } from "./labels";
import type { Area, EphyranScore, Half, TerritoryScore } from "./view";

/** "owl +1", or that it lies face down. */
export function tokenWords(token: string | null): string {
    const worth = token ? TOKENS[token]?.worth : undefined;
    return worth === undefined ? say("token.hidden") : `${say(`token.${token}`)} ${signed(worth)}`;
}

/** The half that stands in an area; undefined for a Dionysus. */
export const halfIn = (at: BoardContext, area: Area): Half | undefined =>
    area.half ? halfOf(at, `${area.card}${area.half}`) : undefined;

/** The creature of an area in the language spoken. */
export const creatureOf = (at: BoardContext, area: Area): string =>
    halfIn(at, area)?.creature_name ?? (area.half ? area.creature : (cardOf(at, area.card)?.name ?? area.creature));

/** "Poseidon 2: Hippocamp; printed token (owl +1); added tokens (1. trident +2, 2. face-down token)". */
export function areaWords(at: BoardContext, god: string, n: number, area: Area | undefined): string {
    const place = `${say(`god.${god}`)} ${n}`;
    if (!area) return say("eph.empty", { place });
    const printed = halfIn(at, area)?.token;
    const parts = [creatureOf(at, area), ...(printed ? [say("eph.printed", { token: tokenWords(printed) })] : [])];
    const added = area.tokens.map((token, i) => (area.tokens.length > 1 ? `${i + 1}. ${tokenWords(token)}` : tokenWords(token)));
    if (added.length) parts.push(say("eph.added", { n: added.length, tokens: added.join(", ") }));
    return say("eph.area", { place, what: parts.join(say("separator")) });
}

/** Has somebody added tokens that one has not seen? */
export const hasUnseen = ({ territories }: EphyranScore): boolean => Object.values(territories).some(({ unseen }) => unseen);

/** The points of a city: at the end, or if the game ended now. */
export const totalWords = (at: BoardContext, score: EphyranScore): string =>
    say(isOver(at) ? "eph.total.final" : hasUnseen(score) ? "eph.total.unseen" : "eph.total", { n: score.total });

const ITEMS = ["creatures", "dionysus", "variety", "printed", "added"] as const;

/** What a territory's points are made of: "creatures 3", "printed tokens +1". */
export function scoreItems(score: TerritoryScore): string[] {
    const found = ITEMS.filter((item) => score[item]).map((item) => `${say(`eph.item.${item}`)}\u00a0${signed(score[item])}`);
    return [...found, ...(score.unseen ? [say("eph.item.unseen", { n: score.unseen })] : [])];
}

/** A territory's points in one line: "Gaia: 8 points (creatures +3, printed tokens +1; counts double)". */
export function scoreWords(god: string, score: TerritoryScore): string {
    const items = scoreItems(score);
    const inside = [...(items.length ? [items.join(", ")] : []), ...(score.factor > 1 ? [say("eph.item.double")] : [])];
    const points = say("eph.points", { n: score.points });
    return `${say(`god.${god}`)} – ${points}${inside.length ? ` (${inside.join(say("separator"))})` : ""}`;
}
