// What the server tells and is told: the same names as in src/pediment/table/wire.py; a test compares them.

export interface Player {
    name: string;
    kind: "free" | "person" | "bot";
    level: string | null;
    present: boolean;
    reserved: boolean;
}
export interface Said {
    at: number;
    seat: number;
    text: string;
}
export interface News {
    at: number;
    seat: number;
    what: string;
}
export interface Proposal {
    number: number;
    seat: number;
    agreed: number[];
    asked: number[];
}
export interface Clock {
    kind: "none" | "live" | "days";
    minutes: number;
    seconds: number;
    days: number;
}
export interface House {
    clock: Clock;
    chat: boolean;
    spectators: boolean;
    listed: boolean;
    hints: boolean;
    stand_in: string;
}
export interface Table {
    type: "table";
    table: string;
    number: number;
    game: string;
    options: Record<string, unknown>;
    status: "open" | "running" | "over";
    seats: Player[];
    house: House;
    commitment: string;
    nonces: string[];
    seed: string | null;
    winners: number[];
    spectators: number;
    proposal: Proposal | null;
    chat: Said[];
    news: News[];
    rematch: string | null;
    begun: number;
    yours: number[];
}
export interface Option {
    label: string;
    caption: string;
}
export interface Prompt {
    question: string;
    text: string;
    options: Option[];
}
export interface LogEntry {
    event: string;
    text: string;
    seat?: number;
    card?: string;
    cause: string | null;
    rule: string;
    [more: string]: unknown;
}
export interface Lines {
    start: number;
    entries: LogEntry[];
}
export interface Time {
    banks: number[];
    running: number | null;
    until: number | null;
}
export interface View {
    type: "view";
    seat: number | null;
    seq: number;
    view: GameView;
    log: Lines;
    prompt: Prompt | null;
    undo: "free" | "vote" | null;
    time: Time | null;
}
export interface Done {
    type: "done";
    id: string;
    seq: number;
}
export interface Problem {
    code: string;
    text: string;
    rule?: string;
}
export interface WireError extends Problem {
    type: "error";
    id?: string;
}
export interface Pong {
    type: "pong";
    at: number;
}
export interface Bye {
    type: "bye";
    text: string;
}
export type Message = Table | View | Done | WireError | Pong | Bye;

export type Command =
    | { type: "move"; seat: number; seq: number; move: string; id?: string }
    | { type: "undo" | "propose"; seat: number; seq: number; id?: string }
    | { type: "vote"; seat: number; yes: boolean; number?: number }
    | { type: "hand"; seat: number; level: string }
    | { type: "return" | "leave" | "rematch"; seat: number }
    | { type: "start"; seat: number; level?: string; nonce?: string }
    | { type: "chat"; seat: number; text: string };

export interface Chair {
    kind: "me" | "bot" | "open";
    name?: string;
    level?: string;
}
export interface NewTable {
    game: string;
    chairs: Chair[];
    options?: Record<string, unknown>;
    edition?: string;
    house?: Partial<House>;
    nonce?: string;
    start?: boolean;
}
export interface GoOn {
    move: number;
    chairs: Chair[];
    house?: Partial<House>;
    nonce?: string;
}
export interface Seated {
    table: string;
    seats: number[];
    token: string | null;
    invite: string | null;
}
export interface Identity {
    person: string;
    name: string;
    key: string | null;
    webhook: string | null;
    language: string;
}
export interface Summary {
    table: string;
    game: string;
    status: "open" | "running" | "over";
    updated: number;
    players: string[];
    free: number;
    your_turn: boolean;
}
export interface Rating {
    level: string;
    rating: number | null;
}
export interface Named {
    name: string;
    text: string;
}
export interface GameFacts {
    game: string;
    seats: number[];
    options: Record<string, string>;
    levels: Rating[];
    sets: Record<string, string[]>;
    set_texts: Record<string, Named>;
    characters: Record<string, Named>;
    reconstruction: string;
    title: string;
    about: string;
    hands_hidden: boolean;
    lesson: boolean;
    beginner: Record<string, unknown>;
    fields: Record<string, string>;
}
export interface Rule {
    rule: string;
    section: string;
    title: string;
    text: string;
    ruling: boolean;
    /** Other words for what it is about. */
    words: string;
    tables: RuleTable[];
}
export interface RuleTable {
    lead: string;
    head: [string, string];
    rows: [string, string][];
}
export interface Part {
    name: string;
    title: string;
    lines: string[];
    words: string;
}
export interface Guide {
    overview: Part[];
    aid: Part[];
}
export interface Reason {
    possible: boolean;
    text: string;
    rule: string;
}
export interface Preview {
    lines: LogEntry[];
    scores: [number, number][] | null;
    uncertain: boolean;
    prompt: string | null;
}
export interface Hint {
    label: string;
    caption: string;
    chance: number;
    band: [number, number];
    margin: number;
    reasons: string[];
}
export interface Hints {
    seq: number;
    hints: Hint[];
}
export interface Shown {
    move: number;
    moves: number;
    seat: number | null;
    view: GameView;
    log: LogEntry[];
    played: string | null;
    by: number | null;
    caption: string | null;
}
export interface Lesson {
    game: string;
    title: string;
    about: string;
    chapters: string[];
    beats: number;
}
export interface Beat {
    beat: number;
    beats: number;
    chapter: string;
    text: string;
    point: string[];
    expect: string[];
    rules: string[];
    seat: number;
    names: string[];
    view: GameView;
    log: LogEntry[];
    prompt: Prompt | null;
    remark: string;
    rule: string;
    last: boolean;
}
export interface Studied {
    status: "none" | "running" | "done" | "failed";
    done: number;
    of: number;
    analysis: Analysis | null;
}

/** What `pediment analyse --json` writes, as far as it is shown. Lists are by seat. */
export interface Analysis {
    start: number[];
    start_error: number[];
    decisions: Decision[];
    turning_points: number[];
    accounts: Account[];
    sentences: string[];
    turns: { number: number; text: string }[];
    parts: { number: number; text: string }[];
}
export interface Decision {
    number: number;
    seat: number;
    caption: string;
    after: number[];
    error: number[];
}
export interface Account {
    seat: number;
    deal: number;
    own: number;
    others: number;
    luck: number;
    luck_band: [number, number];
    end: number;
    mistakes: number;
    lost_margin: number;
}

/** What every game says of a card; more is the game's own. */
export interface CardFacts {
    id: string;
    name: string;
}
/** What every game's view has; more is the game's own. */
export interface GameView {
    game: string;
    to_move: number | null;
    /** What is asked; "over" at the end. */
    asking: string;
    /** By seat. */
    scores: { total: number }[];
}
