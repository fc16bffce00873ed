// What the server is asked and what it tells. `make derived` makes this file from the server's schema.
// Schema: 6fde98e760bb9c1ad2bf48869beaaa8aa8ab9f364a8cc25af81cc39a1e48fa7c

import type { Analysis } from "./analysis";
import type { GameView, LogEntry } from "./view";

export type Frame =
    | Move
    | Plan
    | Undo
    | Propose
    | Vote
    | Hand
    | Return
    | Leave
    | Concede
    | Start
    | Free
    | Replace
    | Chat
    | Phrase
    | Rematch
    | Hello
    | Ping;
export type LobbyFrame = Hello | Ping | Seek | Stop;
export type LobbyMessage = LobbyTables | LobbyPeople | LobbyChallenges | Seeking | Meeting | Error | Pong | Bye;
export type Message = Table | Changed | View | Queue | Done | Error | Pong | Bye;

export interface Wire {
    AnalysisProgress: AnalysisProgress;
    AnswerPuzzle: AnswerPuzzle;
    AskBeat: AskBeat;
    AskHint: AskHint;
    Ban: Ban;
    BanOrder: BanOrder;
    Beat: Beat;
    BestGame: BestGame;
    Bye: Bye;
    Career: Career;
    Careers: Careers;
    Chair: Chair;
    ChangePerson: ChangePerson;
    Changed: Changed;
    ChapterProgress: ChapterProgress;
    Chat: Chat;
    Clock: Clock;
    CloseOrder: CloseOrder;
    Concede: Concede;
    Daily: Daily;
    DailyResult: DailyResult;
    Deal: Deal;
    Done: Done;
    DuplicateMatch: DuplicateMatch;
    EmailState: EmailState;
    Error: Error;
    Estimate: Estimate;
    ExportOrder: ExportOrder;
    Favourite: Favourite;
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
    HistoryPage: HistoryPage;
    House: House;
    Identity: Identity;
    JudgedAnswer: JudgedAnswer;
    Kept: Kept;
    Leave: Leave;
    Lesson: Lesson;
    LessonChapter: LessonChapter;
    LineOrder: LineOrder;
    Lines: Lines;
    ListedPuzzle: ListedPuzzle;
    LobbyChallenges: LobbyChallenges;
    LobbyFrame: LobbyFrame;
    LobbyMessage: LobbyMessage;
    LobbyPeople: LobbyPeople;
    LobbyTables: LobbyTables;
    MatchPlayer: MatchPlayer;
    Meeting: Meeting;
    Message: Message;
    Move: Move;
    Mute: Mute;
    MuteOrder: MuteOrder;
    MutedSeats: MutedSeats;
    Named: Named;
    NewChallenge: NewChallenge;
    NewEmail: NewEmail;
    NewPerson: NewPerson;
    NewReport: NewReport;
    NewTable: NewTable;
    News: News;
    OperatedTable: OperatedTable;
    Opponent: Opponent;
    Option: Option;
    Overview: Overview;
    Part: Part;
    Partner: Partner;
    PastGame: PastGame;
    PastPlayer: PastPlayer;
    Phrase: Phrase;
    Ping: Ping;
    Plan: Plan;
    Plannable: Plannable;
    Planned: Planned;
    PlayDaily: PlayDaily;
    PlayOn: PlayOn;
    Player: Player;
    Pong: Pong;
    Preview: Preview;
    Problem: Problem;
    Profile: Profile;
    Progress: Progress;
    Prompt: Prompt;
    Proposal: Proposal;
    Propose: Propose;
    PuzzleList: PuzzleList;
    PuzzleRecord: PuzzleRecord;
    PuzzleSolution: PuzzleSolution;
    Queue: Queue;
    Rating: Rating;
    Reason: Reason;
    RebuildOrder: RebuildOrder;
    Remains: Remains;
    Rematch: Rematch;
    RemoveOrder: RemoveOrder;
    Replace: Replace;
    Report: Report;
    Return: Return;
    Rule: Rule;
    RuleTable: RuleTable;
    Said: Said;
    Seated: Seated;
    Seek: Seek;
    Seeking: Seeking;
    SettleOrder: SettleOrder;
    Shown: Shown;
    ShownPuzzle: ShownPuzzle;
    SitDown: SitDown;
    Standing: Standing;
    Start: Start;
    State: State;
    Stop: Stop;
    Strength: Strength;
    Study: Study;
    StudyCell: StudyCell;
    StudyPart: StudyPart;
    Summary: Summary;
    Table: Table;
    Tally: Tally;
    Thing: Thing;
    Time: Time;
    UnbanOrder: UnbanOrder;
    Undo: Undo;
    View: View;
    Vote: Vote;
    Wish: Wish;
    Word: Word;
}
export interface AnalysisProgress {
    status: "none" | "running" | "done" | "failed";
    done: number;
    of: number;
    analysis: Analysis | null;
    queue: number;
}
export interface AnswerPuzzle {
    move?: string | null;
    last?: boolean;
    standing?: Partial<Standing> | null;
}
export interface AskBeat {
    chapter: string;
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
    chapter: string;
    title: string;
    beat: number;
    beats: number;
    text: string;
    point: string[];
    expect: string;
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
export interface BestGame {
    at: number;
    seats: number;
    points: number;
}
export interface Bye {
    type: "bye";
    text: string;
}
export interface Career {
    game: string;
    rating: Estimate | null;
    rated: number;
    all: Tally;
    seats: {
        [k: string]: Tally;
    };
    levels: {
        [k: string]: Tally;
    };
    people: Tally;
    best: BestGame | null;
    streak: number;
    longest: number;
    favourites: Favourite[];
    chart: Estimate[];
}
export interface Estimate {
    at: number;
    rating: number;
    low: number;
    high: number;
}
export interface Tally {
    games: number;
    won: number;
    best: number | null;
}
export interface Favourite {
    name: string;
    title: string;
    cards: number;
}
export interface Careers {
    games: Career[];
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
    hidden?: boolean | null;
    offline?: boolean | null;
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
    conceded: boolean;
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
    phrase: string;
}
export interface News {
    at: number;
    seat: number;
    what:
        | "agent-gone"
        | "conceded"
        | "declined"
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
export interface ChapterProgress {
    beat: number;
    read: boolean;
    solved: string[];
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
export interface Concede {
    type: "concede";
    seat: number;
}
export interface Daily {
    game: string;
    day: string;
    ends: number;
    over: boolean;
    commitment: string;
    options: {
        [k: string]: unknown;
    };
    opponents: string[];
    players: number;
    table: string | null;
    done: boolean;
    results: DailyResult[] | null;
    seed: string | null;
}
export interface DailyResult {
    place: number;
    name: string;
    level: string | null;
    points: number;
    lead: number;
    yours: boolean;
}
export interface Deal {
    ends: number | null;
    twin: string;
    sealed: boolean;
}
export interface Done {
    type: "done";
    id: string;
    seq: number;
    receipt: string;
}
export interface DuplicateMatch {
    tables: string[];
    over: boolean;
    players: MatchPlayer[];
}
export interface MatchPlayer {
    name: string;
    points: (number | null)[];
    total: number;
}
export interface EmailState {
    offered: boolean;
    address: string;
    confirmed: boolean;
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
export interface Plan {
    type: "plan";
    seat: number;
    seq: number;
    moves?: string[];
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
export interface Phrase {
    type: "phrase";
    seat: number;
    phrase: "again" | "good-game" | "good-luck" | "hello" | "moment" | "nice-move" | "sorry" | "thanks" | "well-played";
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
    seats: number[];
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
export interface HistoryPage {
    games: PastGame[];
    start: number;
    count: number;
    opponents: Opponent[];
}
export interface PastGame {
    table: string;
    kept: boolean;
    game: string;
    began: number;
    ended: number;
    moves: number;
    players: PastPlayer[];
    yours: number[];
    result: "won" | "shared" | "lost" | "none";
    rating: number | null;
}
export interface PastPlayer {
    name: string;
    level: string | null;
    person: string | null;
    points: number;
    place: number;
    how: "played" | "conceded" | "left" | "helped";
}
export interface Opponent {
    person: string;
    name: string;
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
    hidden: boolean;
    offline: boolean;
}
export interface JudgedAnswer {
    counts: boolean;
    right: boolean;
    remark: string;
    rule: string;
    tried: string;
    tried_reasons: string[];
    solution: PuzzleSolution | null;
    standing: Standing | null;
}
export interface PuzzleSolution {
    label: string;
    caption: string;
    reasons: string[];
    second: string;
    second_reasons: string[];
    margin: number;
    chance: number;
    solved: {
        [k: string]: number;
    };
}
export interface Standing {
    games: {
        [k: string]: PuzzleRecord;
    };
    streak: number;
    longest: number;
    day: string;
}
export interface PuzzleRecord {
    rating: number;
    deviation: number;
    solved: string[];
    failed: string[];
}
export interface Kept {
    table: string;
}
export interface Lesson {
    game: string;
    title: string;
    about: string;
    chapters: LessonChapter[];
}
export interface LessonChapter {
    id: string;
    title: string;
    about: string;
    beats: number;
    minutes: number;
    puzzles: string[];
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
export interface ListedPuzzle {
    id: string;
    level: string;
    rating: number;
    seats: number;
}
export interface LobbyChallenges {
    type: "challenges";
    challenges: Summary[];
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
    ended: number;
    helped: boolean;
    deal: string;
    host: number | null;
    until: number;
    host_rating: Strength | null;
}
export interface Strength {
    rating: number;
    margin: number;
}
export interface Seek {
    type: "seek";
    name: string;
    wish?: Partial<Wish>;
}
export interface Stop {
    type: "stop";
}
export interface LobbyTables {
    type: "tables";
    tables: Summary[];
    gone: string[];
}
export interface LobbyPeople {
    type: "people";
    here: number;
    seeking: number;
    partners: Partner[];
}
export interface Partner {
    table: string;
    seat: number;
    name: string;
    game: string;
    present: boolean;
    rating: Strength | null;
}
export interface Seeking {
    type: "seeking";
    wish: Wish | null;
}
export interface Wish {
    game: string | null;
    seats: number | null;
    clock: ("days" | "live" | "none") | null;
}
export interface Meeting {
    type: "meeting";
    table: string;
    seat: number;
    name: string;
    token: string;
}
export interface Pong {
    type: "pong";
    at: number;
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
    deal: Deal | null;
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
    plan: Planned | null;
}
export interface Time {
    banks: number[];
    running: number | null;
    until: number | null;
}
export interface Planned {
    moves: Option[];
    more: boolean;
    due: boolean;
    lost: string;
}
export interface Queue {
    type: "queue";
    place: number;
}
export interface Mute {
    seat: number;
    muted?: boolean;
}
export interface MuteOrder {
    table: string;
    seat: number;
    muted?: boolean;
    do: "mute";
}
export interface MutedSeats {
    seats: number[];
}
export interface NewChallenge {
    table: string;
    seat: number;
    name: string;
    wish?: Partial<Wish>;
    nonce?: string;
}
export interface NewEmail {
    address: string;
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
    duplicate?: boolean;
}
export interface OperatedTable {
    summary: Summary;
    people: string[];
    watching: number;
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
export interface Plannable {
    prompt: Prompt | null;
}
export interface PlayDaily {
    name: string;
    token?: string | null;
}
export interface PlayOn {
    chairs: Chair[];
    house?: Partial<House>;
    nonce?: string;
}
export interface Preview {
    lines: LogEntry[];
    scores: [number, number][] | null;
    uncertain: boolean;
    prompt: string | null;
    remains: Remains[];
}
export interface Remains {
    choice: string;
    keeps: string;
    can: Thing[];
    lost: Thing[];
}
export interface Thing {
    label: string;
    name: string;
}
export interface Problem {
    code: string;
    text: string;
    rule: string;
}
export interface Profile {
    person: string;
    name: string;
    games: Career[];
    together: Tally;
}
export interface Progress {
    games: {
        [k: string]: {
            [k: string]: ChapterProgress;
        };
    };
}
export interface PuzzleList {
    game: string;
    day: string;
    of_the_day: string;
    version: string;
    rules: string;
    puzzles: ListedPuzzle[];
}
export interface Reason {
    possible: boolean;
    text: string;
    rule: string;
}
export interface RebuildOrder {
    do: "rebuild";
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
    twin: string | null;
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
export interface ShownPuzzle {
    game: string;
    id: string;
    level: string;
    rating: number;
    seat: number;
    names: string[];
    view: GameView;
    log: LogEntry[];
    prompt: Prompt;
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
export interface Study {
    about: string;
    seats: number;
    rules: string;
    version: string;
    title: string;
    parts: StudyPart[];
    note: string;
}
export interface StudyPart {
    heading: string;
    titles: string[];
    rows: StudyCell[][];
    lines: string[];
}
export interface StudyCell {
    text: string;
    value: number | null;
    interval: [number, number, number] | null;
}
export interface UnbanOrder {
    subject: string;
    do: "unban";
}
export interface Word {
    table: string;
    word: string;
}
