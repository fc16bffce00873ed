// What the server is asked and what it tells. `make derived` makes this file from the server's schema.
// Schema: 6c9bfd9e92c7d766b5744af434fe9aaa47b8e42736d7bbfa9b0485cfa74eb61a

import type { Analysis } from "./analysis";
import type { GameView, LogEntry } from "./view";

export type Frame =
    Move | Undo | Propose | Vote | Hand | Return | Leave | Start | Free | Replace | Chat | Rematch | Hello | Ping;
export type Message = Table | Changed | View | Queue | Done | Error | Pong | Bye;

export interface Wire {
    AnalysisProgress: AnalysisProgress;
    AskBeat: AskBeat;
    AskHint: AskHint;
    Ban: Ban;
    BanOrder: BanOrder;
    Beat: Beat;
    Bye: Bye;
    Chair: Chair;
    ChangePerson: ChangePerson;
    Changed: Changed;
    Chat: Chat;
    Clock: Clock;
    CloseOrder: CloseOrder;
    Done: Done;
    Error: Error;
    ExportOrder: ExportOrder;
    ForgetOrder: ForgetOrder;
    Frame: Frame;
    Free: Free;
    GameFacts: GameFacts;
    GoOn: GoOn;
    Gone: Gone;
    Guide: Guide;
    Hand: Hand;
    Hello: Hello;
    Hint: Hint;
    Hints: Hints;
    House: House;
    Identity: Identity;
    Kept: Kept;
    Leave: Leave;
    Lesson: Lesson;
    LineOrder: LineOrder;
    Lines: Lines;
    Message: Message;
    Move: Move;
    MuteOrder: MuteOrder;
    Named: Named;
    NewPerson: NewPerson;
    NewReport: NewReport;
    NewTable: NewTable;
    News: News;
    OperatedTable: OperatedTable;
    Option: Option;
    Overview: Overview;
    Part: Part;
    Ping: Ping;
    Player: Player;
    Pong: Pong;
    Preview: Preview;
    Problem: Problem;
    Prompt: Prompt;
    Proposal: Proposal;
    Propose: Propose;
    Queue: Queue;
    Rating: Rating;
    Reason: Reason;
    Rematch: Rematch;
    RemoveOrder: RemoveOrder;
    Replace: Replace;
    Report: Report;
    Return: Return;
    Rule: Rule;
    RuleTable: RuleTable;
    Said: Said;
    Seated: Seated;
    SettleOrder: SettleOrder;
    Shown: Shown;
    SitDown: SitDown;
    Start: Start;
    State: State;
    Summary: Summary;
    Table: Table;
    Time: Time;
    UnbanOrder: UnbanOrder;
    Undo: Undo;
    View: View;
    Vote: Vote;
    Word: Word;
}
export interface AnalysisProgress {
    status: "none" | "running" | "done" | "failed";
    done: number;
    of: number;
    analysis: Analysis | null;
    queue: number;
}
export interface AskBeat {
    beat: number;
    move?: string | null;
}
export interface AskHint {
    seat: number;
    seq: number;
}
export interface Ban {
    subject: string;
    until: number | null;
    note: string;
}
export interface BanOrder {
    subject: string;
    days?: number | null;
    note?: string;
    do: "ban";
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
export interface Prompt {
    question: string;
    text: string;
    options: Option[];
    verbs: {
        [k: string]: string;
    };
}
export interface Option {
    label: string;
    caption: string;
    place: string;
}
export interface Bye {
    type: "bye";
    text: string;
}
export interface Chair {
    kind: "me" | "bot" | "open";
    name?: string | null;
    level?: string | null;
}
export interface ChangePerson {
    name?: string | null;
    webhook?: string | null;
    language?: "en" | "fr" | null;
}
export interface Changed {
    type: "changed";
    number: number;
    status?: "open" | "over" | "running";
    seats?: Player[];
    nonces?: string[];
    seed?: string | null;
    winners?: number[];
    spectators?: number;
    proposal?: Proposal | null;
    chat?: Said[];
    said?: Said[];
    news?: News[];
    rematch?: string | null;
    yours?: number[];
}
export interface Player {
    name: string;
    kind: "bot" | "free" | "person";
    level: string | null;
    present: boolean;
    reserved: boolean;
}
export interface Proposal {
    number: number;
    seat: number;
    agreed: number[];
    asked: number[];
}
export interface Said {
    at: number;
    seat: number;
    text: string;
}
export interface News {
    at: number;
    seat: number;
    what:
        | "handed"
        | "hinted"
        | "left"
        | "missed"
        | "refused-take-back"
        | "replaced"
        | "returned"
        | "sat"
        | "stood"
        | "time-up"
        | "took-back"
        | "took-back-by-vote";
}
export interface Chat {
    type: "chat";
    seat: number;
    text: string;
}
export interface Clock {
    kind: "days" | "live" | "none";
    minutes: number;
    seconds: number;
    days: number;
}
export interface CloseOrder {
    table: string;
    do: "close";
}
export interface Done {
    type: "done";
    id: string;
    seq: number;
    receipt: string;
}
export interface Error {
    type: "error";
    code: string;
    text: string;
    rule: string;
    id: string;
}
export interface ExportOrder {
    person: string;
    do: "export";
}
export interface ForgetOrder {
    person: string;
    do: "forget";
}
export interface Move {
    type: "move";
    seat: number;
    seq: number;
    move: string;
    id?: string;
}
export interface Undo {
    type: "undo";
    seat: number;
    seq: number;
    id?: string;
}
export interface Propose {
    type: "propose";
    seat: number;
    seq: number;
    id?: string;
}
export interface Vote {
    type: "vote";
    seat: number;
    yes: boolean;
    number?: number | null;
}
export interface Hand {
    type: "hand";
    seat: number;
    level: string;
}
export interface Return {
    type: "return";
    seat: number;
}
export interface Leave {
    type: "leave";
    seat: number;
}
export interface Start {
    type: "start";
    seat: number;
    level?: string;
    nonce?: string | null;
}
export interface Free {
    type: "free";
    seat: number;
    chair: number;
}
export interface Replace {
    type: "replace";
    seat: number;
    chair: number;
}
export interface Rematch {
    type: "rematch";
    seat: number;
}
export interface Hello {
    type: "hello";
    keys?: string[];
    language?: "en" | "fr";
    changes?: boolean;
}
export interface Ping {
    type: "ping";
}
export interface GameFacts {
    game: string;
    seats: number[];
    options: {
        [k: string]: string;
    };
    levels: Rating[];
    sets: {
        [k: string]: string[];
    };
    set_texts: {
        [k: string]: Named;
    };
    characters: {
        [k: string]: Named;
    };
    reconstruction: string;
    title: string;
    about: string;
    hands_hidden: boolean;
    lesson: boolean;
    beginner: {
        [k: string]: unknown;
    };
    fields: {
        [k: string]: string;
    };
}
export interface Rating {
    level: string;
    rating: number | null;
}
export interface Named {
    name: string;
    text: string;
}
export interface GoOn {
    move: number;
    chairs: Chair[];
    house?: Partial<House>;
    nonce?: string;
}
export interface Gone {
    tables: number;
}
export interface Guide {
    overview: Part[];
    aid: Part[];
}
export interface Part {
    name: string;
    title: string;
    lines: string[];
    words: string;
}
export interface Hint {
    label: string;
    caption: string;
    chance: number;
    /**
     * @minItems 2
     * @maxItems 2
     */
    band: [number, number];
    margin: number;
    reasons: string[];
}
export interface Hints {
    seq: number;
    hints: Hint[];
}
export interface House {
    clock: Clock;
    chat: boolean;
    spectators: boolean;
    listed: boolean;
    stand_in: string;
    hints: boolean;
}
export interface Identity {
    person: string;
    name: string;
    key: string | null;
    webhook: string | null;
    language: "en" | "fr";
}
export interface Kept {
    table: string;
}
export interface Lesson {
    game: string;
    title: string;
    about: string;
    chapters: string[];
    beats: number;
}
export interface LineOrder {
    table: string;
    seat: number;
    at: number;
    do: "line";
}
export interface Lines {
    start: number;
    entries: LogEntry[];
}
export interface Table {
    type: "table";
    table: string;
    number: number;
    game: string;
    options: {
        [k: string]: unknown;
    };
    status: "open" | "over" | "running";
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
    host: number | null;
}
export interface View {
    type: "view";
    seat: number | null;
    seq: number;
    view: GameView;
    log: Lines;
    prompt: Prompt | null;
    undo: ("free" | "vote") | null;
    time: Time | null;
}
export interface Time {
    banks: number[];
    running: number | null;
    until: number | null;
}
export interface Queue {
    type: "queue";
    place: number;
}
export interface Pong {
    type: "pong";
    at: number;
}
export interface MuteOrder {
    table: string;
    seat: number;
    muted?: boolean;
    do: "mute";
}
export interface NewPerson {
    name: string;
}
export interface NewReport {
    seat: number;
    about: number;
    text: string;
}
export interface NewTable {
    game: string;
    chairs: Chair[];
    options?: {
        [k: string]: unknown;
    };
    edition?: string | null;
    house?: Partial<House>;
    nonce?: string;
    start?: boolean;
}
export interface OperatedTable {
    summary: Summary;
    people: string[];
    watching: number;
}
export interface Summary {
    table: string;
    game: string;
    status: string;
    updated: number;
    players: string[];
    free: number;
    your_turn: boolean;
    options: {
        [k: string]: unknown;
    };
    clock: Clock;
    winners: number[];
    points: number[];
    yours: number[];
    bots: (string | null)[];
    stand_ins: number[];
}
export interface Overview {
    load: {
        [k: string]: number;
    };
    tables: OperatedTable[];
    reports: Report[];
    bans: Ban[];
    results: {
        [k: string]: unknown;
    }[];
}
export interface Report {
    id: string;
    at: number;
    table: string;
    seat: number;
    by: number;
    text: string;
}
export interface Preview {
    lines: LogEntry[];
    scores: [number, number][] | null;
    uncertain: boolean;
    prompt: string | null;
}
export interface Problem {
    code: string;
    text: string;
    rule: string;
}
export interface Reason {
    possible: boolean;
    text: string;
    rule: string;
}
export interface RemoveOrder {
    table: string;
    do: "remove";
}
export interface Rule {
    rule: string;
    section: string;
    title: string;
    text: string;
    ruling: boolean;
    words: string;
    tables: RuleTable[];
}
export interface RuleTable {
    lead: string;
    /**
     * @minItems 2
     * @maxItems 2
     */
    head: [string, string];
    rows: [string, string][];
}
export interface Seated {
    table: string;
    seats: number[];
    token: string | null;
    invite: string | null;
}
export interface SettleOrder {
    report: string;
    do: "settle";
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
export interface SitDown {
    seat: number;
    name: string;
    nonce?: string;
    token?: string | null;
}
export interface State {
    table: Table;
    views: View[];
    queue: number;
}
export interface UnbanOrder {
    subject: string;
    do: "unban";
}
export interface Word {
    table: string;
    word: string;
}
