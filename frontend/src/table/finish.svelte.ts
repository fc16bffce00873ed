// What one can do with a finished game: play again, share it, save it; and how it ended for oneself.

import { saveRecord, shareLink } from "../lib/record";
import { go } from "../lib/router.svelte";
import * as storage from "../lib/storage";
import { number, say } from "../lib/texts.svelte";
import type { LiveTable } from "./live.svelte";

export type Outcome = "victory" | "shared" | "defeat" | "watched";

export class Finish {
    readonly #at: LiveTable;
    /** Is the sheet of points open? */
    open = $state(true);
    /** The link to the finished game, once it was asked for. */
    shared = $state("");
    /** Did one ask for a rematch? */
    wanted = $state(false);

    constructor(at: LiveTable) {
        this.#at = at;
    }

    /** One's own seat, if one played. */
    get mine(): number | undefined {
        return this.#at.table?.yours[0];
    }
    /** How it ended for oneself. Whoever plays several seats at one screen has not lost. */
    get outcome(): Outcome {
        const { yours = [], winners = [] } = this.#at.table ?? {};
        if (yours.length !== 1 || !this.result) return "watched";
        if (!winners.includes(yours[0] ?? -1)) return "defeat";
        return winners.length > 1 ? "shared" : "victory";
    }
    /** Who has won; nothing of a record that stops in the middle. */
    get result(): string {
        const { view, table, names } = this.#at;
        const winners = table?.winners ?? [];
        const [first] = winners;
        const isGivenUp = table?.seats.some(({ conceded }) => conceded); // then there may be no last view
        if (first === undefined || (view.asking !== "over" && !isGivenUp)) return ""; // it may come after the table
        const won = winners.map((seat) => names[seat] ?? "");
        // The first list takes 50 ms: one name needs none
        const who = won.length > 1 ? new Intl.ListFormat(document.documentElement.lang).format(won) : (won[0] ?? "");
        const points = number(view.scores[first]?.total ?? 0);
        return say(winners.length > 1 ? "end.together" : "end.won", { names: who, points });
    }

    askRematch(): void {
        this.wanted = true;
        if (this.mine !== undefined) this.#at.send({ type: "rematch", seat: this.mine });
    }
    /** At the next table the seats are kept for the words of this one. */
    rematch(id: string): void {
        const { table, names } = this.#at;
        const again = (table?.yours ?? []).map((seat): [number, string] => [seat, table?.seats[seat]?.name ?? ""]);
        if (!storage.table(id)) storage.keep(id, { again, before: names });
        for (const token of storage.table(this.#at.id)?.seats ?? []) storage.keep(id, { token });
        go(`/t/${id}`);
    }
    async share(): Promise<void> {
        await this.#at.attempt(async () => {
            if (this.#at.table) this.shared = await shareLink(this.#at.table);
        });
        this.open = true; // the link stands there
    }
    async revoke(): Promise<void> {
        await this.#at.revokeLinks();
        this.shared = "";
    }
    async save(): Promise<void> {
        await this.#at.attempt(() => saveRecord(this.#at.id, this.#at.game));
    }
}
