// What the server tells of Elysium.

import type { EmblemName } from "../../art/emblems";
import type { CardFacts, GameView } from "../../lib/view";

/** A family is called after its god. */
export type God = EmblemName;
export type Colour = "red" | "yellow" | "green" | "blue";

/** A card, as the server describes it. */
export interface ElysiumCard extends CardFacts {
    family: God;
    family_name: string;
    level: 1 | 2 | 3;
    copies: number;
    power: "instant" | "permanent" | "activate" | "trigger" | "legend" | "chronos";
    power_name: string;
    eleusis: boolean;
    text: string;
    /** The text for a small card: a shorter wording, if there is one. */
    short: string;
    rulings: string;
    starts: string;
    condition: string;
    remark: string;
}
/** A card in a Domain or a Legend: its id, or with how it lies. */
export type Laid = string | { card: string; used?: boolean; ring?: boolean; face?: string; deck?: number };

export interface ElysiumSeat {
    disc: number;
    gold: number;
    vp: number;
    pp: number;
    columns: string;
    cards_taken: number;
    quest: number | "incomplete" | null;
    domain: Laid[];
    elysium: Laid[][];
    bonuses: string[];
}
export interface Income {
    gold: number;
    transfers: number;
    vp: number;
}
export interface Quest extends Income {
    n: number;
    colours: Colour[];
    taken_by: number | null;
}
export interface ScoreItem {
    vp: number;
    [more: string]: unknown;
}
export interface ElysiumScore {
    tokens: number;
    chronos: ScoreItem[];
    legends: ScoreItem[];
    bonuses: ScoreItem[];
    prestige: number;
    citizens: number;
    total: number;
}
export interface ElysiumView extends GameView {
    families: God[];
    edition: string;
    pediment: string;
    epoch: number;
    phase: string;
    turn: number | null;
    source: string | null;
    quests: Quest[];
    incomplete_quest: Income;
    conditions: Record<string, string>;
    seats: ElysiumSeat[];
    agora: string[];
    oracle: string[];
    discard: Laid[];
    deck_size: number;
    bonuses: string[];
    scores: ElysiumScore[];
}
