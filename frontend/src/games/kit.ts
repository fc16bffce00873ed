// What a game brings to the page. Each part is optional: games/generic has a plain one for whatever is missing.

import type { Component, Snippet } from "svelte";
import type { EmblemName } from "../art/emblems";
import type { BoardContext } from "../lib/board.svelte";
import type { LogMeaning } from "../lib/since";
import type { CardFacts, GameView, LogEntry } from "../lib/view";
import type { GameFacts, Option } from "../lib/wire";

/** A figure in the picture of a game. */
export interface Standing {
    /** By the card's id. */
    figure: string;
    /** As a share of the picture's height. */
    tall: number;
    /** Of the column that it stands on. */
    drums?: number;
}
/** What lists and the front page show of a game; it is always there, so it is small. */
export interface Listing {
    /** The picture of the game: who stands there, from left to right. */
    frieze: readonly Standing[];
    /** The figure that stands for the game in a list, by the card's id. */
    figure: string;
    /** Whose game it is. */
    emblems: readonly EmblemName[];
    /** What was chosen at a table, in a few words and with the emblems of those who take part. */
    chosen(options: Record<string, unknown>, facts: GameFacts): { words: string; emblems: readonly EmblemName[] };
    /** How far a game is, in a word or two: "Epoch 3". Nothing where that cannot be said. */
    progress(view: GameView): string;
}

export interface BoardProps {
    prompt: Snippet;
    /** What stands beside the board. */
    side: Snippet;
}
export interface ScoresProps {
    /** Build the sheet line by line. */
    reveal?: boolean;
    /** Who has won, once it is over. */
    winners?: number[];
}

/** All else, which is loaded when a page of the game is opened. `C` is what the game says of a card. */
export interface GameKit<C extends CardFacts = CardFacts> {
    /** The table, laid out with the prompt and what stands beside it. */
    Board: Component<BoardProps>;
    /** The score sheet. */
    Scores: Component<ScoresProps>;
    /** The text view of the table. */
    TextView: Component;
    /** All cards, to search and choose among. */
    CardSearch: Component<{ cards: C[]; facts: GameFacts; read: (card: C) => void }>;
    /** A card in full, with all that is to know about it; `linked` if one may click on the rules it cites. */
    Details: Component<{ card: C; game: string; linked: boolean }>;
    /** What can be chosen at a new table; null while the choice is not complete. */
    SetUp: Component<{ facts: GameFacts; options: Record<string, unknown> | null }, object, "options">;
    /** What the game's icons mean; nothing if it has none of its own. */
    Icons: Component | null;
    /** What the page of all cards begins with, in words. */
    cardsLead(cards: C[]): string;
    /** What stands for an id on the board: a card, half a card, one that lies face down. */
    cardOf(cards: ReadonlyMap<string, CardFacts>, id: string): CardFacts | undefined;
    /** The texts of a card of the game that are searched. */
    textsOf(game: string, card: C): string[];
    /** What was chosen at a table, each with its name. */
    chosen(options: Record<string, unknown>, facts: GameFacts): [string, string][];
    /** Does something on the board stand for this answer? Others are buttons in the prompt. */
    onBoard(option: Option, at: BoardContext): boolean;
    /** Does this answer give something up for good? It is asked twice. */
    needsConfirmation(label: string): boolean;
    /** What lies on the table and can be marked, by the names that things go by there. What is not among it has left. */
    things(view: GameView, cards: ReadonlyMap<string, CardFacts>): ReadonlySet<string>;
    /** What the log tells of players, so that one learns what the others did meanwhile. */
    logMeaning: LogMeaning;
    /** Does this line of the log begin a new part of the game? */
    isTitle(entry: LogEntry): boolean;
}
