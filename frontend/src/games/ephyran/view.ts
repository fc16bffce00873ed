// What the server tells of Ephyran.

import type { EmblemName } from "../../art/emblems";
import type { CardFacts, GameView } from "../../lib/view";

/** Half a card: a territory (god, number, creature) or a support. */
export interface Half {
    id: string;
    name: string;
    god?: EmblemName;
    god_name?: string;
    number?: number;
    creature?: string;
    creature_name?: string;
    token?: string | null;
    token_name?: string | null;
    support?: string;
    text?: string;
}
export interface EphyranCard extends CardFacts {
    halves: Half[];
    text: string;
    copies: number;
    remark: string;
}
export interface Area {
    card: string;
    half: string | null;
    creature: string;
    tokens: (string | null)[];
}
export interface Territory {
    locked: string | null;
    areas: Area[];
}
export interface EphyranSeat {
    god: string | null;
    hand_size: number;
    known: string[];
    city_bonus: number;
    territories: Record<string, Territory>;
}
export interface TerritoryScore {
    creatures: number;
    dionysus: number;
    variety: number;
    printed: number;
    added: number;
    factor: number;
    points: number;
    unseen: number;
}
export interface EphyranScore {
    territories: Record<string, TerritoryScore>;
    city_bonus: number;
    total: number;
}
export interface EphyranView extends GameView {
    edition: string;
    seats: EphyranSeat[];
    hand: string[];
    pile_size: number;
    first_discard: string[];
    second_discard: string[];
    supply_size: number;
    tokens_gone: (string | null)[];
    active: number | null;
    athena: number;
    last_round: boolean;
    turn: [number, string][];
    in_play: string | null;
    transit: Area | null;
    looking: string[];
    looking_size: number;
    holding: string | null;
    scores: EphyranScore[];
}
