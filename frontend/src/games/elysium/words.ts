// Cards, tiles and Legends of Elysium in words.

import { inWords } from "./conditions";
import type { BoardContext } from "../../lib/board.svelte";
import { say } from "../../lib/texts.svelte";
import type { Placed } from "./places";
import type { ElysiumCard, ElysiumView, Income } from "./view";

export const viewOf = (at: BoardContext): ElysiumView => at.view as ElysiumView;

/** Who is choosing; while nobody is, whose turn it is. One seat at most looks active. */
export const activeSeat = ({ to_move, turn }: ElysiumView): number | null => to_move ?? turn;

/** What is to know about a card; null for a Citizen. */
export const factsOf = (at: BoardContext, card: string): ElysiumCard | null =>
    (at.cards.get(card) as ElysiumCard | undefined) ?? null;

/** What stands for a card that lies face down. */
export const CITIZEN = "citizen";

export const nameOf = (at: BoardContext, card: string): string => factsOf(at, card)?.name ?? say("citizen");

/** A card for a screen reader: name, Family, Level, power, what it asks for and how it lies. */
export function cardWords(at: BoardContext, placed: Placed, condition?: string): string {
    const card = factsOf(at, placed.card);
    if (!card) return say("citizen");
    const parts = [card.name, card.family_name, say("ely.level", { n: card.level }), card.power_name];
    if (card.eleusis) parts.push(say("power.eleusis"));
    if (condition) parts.push(say("ely.asks", { columns: inWords(condition) }));
    if (placed.used) parts.push(say("ely.used"));
    if (card.power === "trigger" && placed.spent) parts.push(say("ely.no-ring"));
    return parts.join(", ");
}

/** What a bonus tile is for, and its worth: "level 1", "zeus 5". */
export interface Tile {
    name: string;
    kind: string;
    level: number;
    vp: number;
}
const LEVEL_VP = [0, 3, 6, 9]; // E2.6

export function tileOf(name: string): Tile {
    const [kind = "", n = ""] = name.split(" ");
    const level = kind === "level" ? Number(n) : 0;
    return { name, kind, level, vp: level ? (LEVEL_VP[level] ?? 0) : Number(n) };
}
export const tileWords = ({ kind, level, vp }: Tile): string =>
    level ? say("ely.tile.level", { n: level, vp }) : say("ely.tile.family", { family: say(`god.${kind}`), vp });

/** What a Quest brings. */
export function questWords(quest: Income): string {
    const parts = [say("ely.gold", { n: quest.gold }), say("ely.transfers", { n: quest.transfers })];
    if (quest.vp) parts.push(say("ely.vp", { n: quest.vp }));
    return parts.join(", ");
}

export const phaseWords = (phase: string): string => say(`ely.phase.${phase}`);
