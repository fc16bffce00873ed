// A finished game, looked through decision by decision.

import { found, get } from "./api.js";
import { button, field, fill, h, select } from "./dom.js";
import * as kept from "./kept.js";
import { chairsAgain, inWords } from "./plain.js";
import { say, word } from "./texts.js";

export class Review {
    shown = null; // what the server tells of the decision looked at
    panel = h("div", { class: "box" });
    #page;
    #wanted = 0;
    #asking = false;

    constructor(page) {
        this.#page = page;
        this.seat = null;
        // The slider stays the same element, so that it can be dragged.
        const slide = () => page.attempt(() => this.#go(Number(this.slider.value)));
        this.slider = h("input", { type: "range", min: 0, "aria-label": say("review"), oninput: slide });
        this.above = h("p", { "aria-live": "polite" });
        this.below = h("div", { class: "row" });
        this.panel.append(this.above, this.slider, this.below);
    }

    async open() {
        this.seat = this.#page.last;
        await this.#go(0);
    }

    /** Show a decision; while the answer is on its way only the newest wish counts. */
    async #go(move) {
        const wish = () => `${this.#wanted}${this.seat === null ? "" : `?seat=${this.seat}`}`;
        this.#wanted = move;
        if (this.#asking) return;
        this.#asking = true;
        try {
            let asked = "";
            while (asked !== wish()) {
                asked = wish();
                this.shown = await get(`/tables/${this.#page.id}/moves/${asked}`, { keys: kept.keys(this.#page.id) });
            }
        } finally {
            this.#asking = false;
        }
        this.#page.draw();
    }

    /** The decision that follows, in words, and whose it is. */
    #next() {
        const { played, view } = this.shown;
        const { cards, names } = this.#page;
        const words = inWords(played, { cards, names, word });
        return h("b", {}, view.to_move === null ? words : `${say("says", { name: names[view.to_move] })} ${words}`);
    }

    #close() {
        this.shown = null;
        this.#page.draw();
    }

    draw() {
        const { shown } = this;
        const page = this.#page;
        const go = (move) => () => page.attempt(() => this.#go(Math.min(Math.max(move, 0), shown.moves)));
        const look = (event) => {
            this.seat = event.target.value === "" ? null : Number(event.target.value);
            page.attempt(() => this.#go(shown.move));
        };
        const viewers = [["", say("review-all")], ...page.names.map((name, seat) => [String(seat), name])];
        const chairs = () => chairsAgain(page.table, this.seat, kept.name() || say("anonymous"));
        const onward = async () =>
            found(`/tables/${page.id}/continue`, { move: shown.move, chairs: chairs() }, kept.keys(page.id));
        const step = (key, sign, move) => button(key, sign, go(move), { "aria-label": say(key), title: say(key) });
        this.slider.max = shown.moves;
        if (document.activeElement !== this.slider) this.slider.value = shown.move;
        fill(
            this.above,
            say("review-of", { n: shown.move, all: shown.moves }),
            shown.played && [" · ", say("review-next"), " ", this.#next()],
        );
        fill(
            this.below,
            step("first", "|◀", 0),
            step("back", "◀", shown.move - 1),
            step("forward", "▶", shown.move + 1),
            step("last", "▶|", shown.moves),
            field(
                say("review-seat"),
                select({ "data-key": "viewer", onchange: look }, viewers, this.seat === null ? "" : String(this.seat)),
            ),
            shown.played && button("go-on", say("go-on"), () => page.attempt(onward), { class: "main" }),
            button("close", say("review-end"), () => this.#close()),
        );
        page.fillOnce(page.prompt, [], () => []);
        page.drawBoard(shown.view, this.seat);
        page.drawLog(shown.log);
    }
}
