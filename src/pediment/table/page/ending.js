// The end of a game: who has won, the record, the link to share, the next game.

import { get, post } from "./api.js";
import { scoreSheet } from "./board.js";
import { button, h } from "./dom.js";
import * as kept from "./kept.js";
import { link } from "./links.js";
import { signed, winners } from "./plain.js";
import { Review } from "./review.js";
import { all, say } from "./texts.js";

export class Ending {
    part = h("div");
    #page;
    #shared = null; // the link
    #wanted = false; // has one asked for the next game?

    constructor(page) {
        this.#page = page;
        this.review = new Review(page);
    }

    draw({ seq, view }) {
        const page = this.#page;
        const { table, names } = page;
        if (this.#wanted && table.rematch) return this.#goToRematch();
        const facts = [seq, names, table.rematch, table.yours, this.#shared, this.review.shown !== null];
        page.fillOnce(this.part, facts, () => [
            h(
                "div",
                { class: "prompt asked" },
                h("h2", {}, say("result")),
                h("p", {}, h("b", {}, this.#result(view))),
                scoreSheet(view, names),
                h("div", { class: "row" }, this.#buttons()),
                this.#shared && link(say("share-link"), this.#shared),
            ),
            this.review.shown && this.review.panel,
        ]);
        page.announce(`${say("result")}. ${this.#result(view)}`);
    }

    /** Who has won; nothing of a record that stops in the middle. */
    #result(view) {
        if (view.asking !== "over") return "";
        const best = winners(view);
        const names = all(best.map((seat) => this.#page.names[seat]));
        return say(best.length > 1 ? "won-together" : "won", { names, n: signed(view.scores[best[0]].total) });
    }

    #buttons() {
        const { table, attempt } = this.#page;
        const main = { class: "main" };
        const play = table.yours.length > 0;
        return [
            table.rematch && button("rematch", say("rematch-go"), () => this.#goToRematch(), main),
            play && !table.rematch && button("rematch", say("rematch"), () => this.#askRematch(), main),
            button("record", say("record"), () => attempt(() => this.#save())),
            play && !this.#shared && button("share", say("share"), () => attempt(() => this.#share())),
            !this.review.shown && button("review", say("review"), () => attempt(() => this.review.open())),
        ];
    }

    #askRematch() {
        this.#wanted = true;
        this.#page.do({ type: "rematch", seat: this.#page.table.yours[0] });
    }

    /** At the next table the seats are kept for the words of this one. */
    #goToRematch() {
        const { id, names, table } = this.#page;
        const again = table.yours.map((seat) => [seat, table.seats[seat].name]);
        if (!kept.table(table.rematch)) kept.keep(table.rematch, { again, before: names });
        for (const token of kept.table(id)?.seats ?? []) kept.keep(table.rematch, { token });
        location.assign(`/t/${table.rematch}`);
    }

    async #save() {
        const { id, table } = this.#page;
        const record = await get(`/tables/${id}/record`, { keys: kept.keys(id) });
        const address = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
        h("a", { href: address, download: `${table.game}-${id}.json` }).click();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
    }

    async #share() {
        const { id } = this.#page;
        const { word } = await post(`/tables/${id}/share`, undefined, { keys: kept.keys(id) });
        this.#shared = `${location.origin}/t/${id}#share=${word}`;
        this.#page.draw();
    }
}
