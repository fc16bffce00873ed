// What every game's views, cards and log entries have; more is the game's own.

/** A card. */
export interface CardFacts {
    id: string;
    name: string;
}
/** The game as a seat may know it. */
export interface GameView {
    game: string;
    to_move: number | null;
    /** What is asked; "over" at the end. */
    asking: string;
    /** By seat. */
    scores: { total: number }[];
}
/** A line of the log, with what it is about. */
export interface LogEntry {
    event: string;
    text: string;
    seat?: number;
    card?: string;
    cause: string | null;
    rule: string;
    [more: string]: unknown;
}
