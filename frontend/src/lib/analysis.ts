/** What `AnalysisText.as_dict` of `pediment analyse` says, as far as it is shown. Lists are by seat. */
export interface Analysis {
    finished: boolean;
    iterations: number;
    lines: number;
    seed: number;
    start: number[];
    start_error: number[];
    /** So many standard errors are half a band of 95 %. */
    errors_in_band: number;
    decisions: Decision[];
    accounts: Account[];
    names: string[];
    game_title: string;
    title: string;
    sentences: string[];
    turns: { number: number; text: string }[];
    parts: { number: number; text: string }[];
    /** Every Epoch or round by its name. */
    periods: Record<number, string>;
    /** The items of the score, the total last. */
    scores: { item: string; text: string; points: number[] }[];
}
export interface Decision {
    number: number;
    seat: number;
    period: number;
    caption: string;
    before: number[];
    choice: number[];
    luck: number[];
    after: number[];
    error: number[];
    drew: boolean;
    better: { caption: string; chance: number; margin: number } | null;
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
    lost: number;
    lost_margin: number;
}
