// Who sits at a table: their presence and clocks, sitting down, handing one's seat to a bot.

import { now, post, random } from "./api.js";
import { button, field, h, select } from "./dom.js";
import * as kept from "./kept.js";
import { duration } from "./plain.js";
import { say, word } from "./texts.js";

const LEVELS = ["shepherd", "potter", "merchant", "scholar", "strategist", "titan"];

export class Seats {
    part = h("div");
    level = "scholar"; // of bots that are called
    #page;
    #typed;

    constructor(page) {
        this.#page = page;
    }

    draw() {
        const { table, time, last, views } = this.#page;
        this.#page.fillOnce(this.part, [table.seats, table.yours, table.status, time !== null], () => [
            h("h2", {}, say("players")),
            h(
                "ul",
                { class: "seats" },
                table.seats.map((player, seat) => this.#row(player, seat)),
            ),
        ]);
        const asked = table.status === "running" ? views.get(last)?.view.to_move : null;
        this.part.querySelectorAll(".seats > li").forEach((row, seat) => row.classList.toggle("asked", seat === asked));
        this.tick();
    }

    #row(player, seat) {
        const { table, names } = this.#page;
        const own = table.yours.includes(seat);
        const facts = [];
        if (player.kind === "free") facts.push(say(player.reserved ? "reserved" : "free"));
        if (player.kind === "bot") facts.push(say("bot", { level: word("level", player.level) }));
        if (player.kind === "person") facts.push(say(own ? "is-you" : player.present ? "present" : "away"));
        if (player.kind === "person" && player.level) {
            facts.push(say("stand-in", { level: word("level", player.level) }));
        }
        return h(
            "li",
            {},
            h("b", {}, names[seat]),
            " ",
            h("small", {}, facts.join(" · "), h("span", { class: "turn" }, ` · ${say("asked")}`)),
            " ",
            h("span", { class: "clock" }),
            player.kind === "free" && table.status === "open" && this.#sitting(player, seat),
            own && table.status !== "over" && this.#mine(player, seat),
        );
    }

    /** How to sit down at a free seat; next to one's own for somebody at the same device. */
    #sitting(player, seat) {
        const more = this.#page.table.yours.length > 0;
        if (more && player.reserved) return null;
        const value = this.#typed ?? (more ? "" : kept.name());
        const oninput = () => (this.#typed = name.value);
        const name = h("input", { maxlength: 40, required: true, value, "data-key": `name ${seat}`, oninput });
        const onsubmit = (event) => {
            event.preventDefault();
            this.#typed = undefined;
            if (!more) kept.setName(name.value.trim());
            this.#page.attempt(() => this.sit(seat, name.value.trim()));
        };
        return h(
            "form",
            { class: "row", onsubmit },
            field(say(more ? "their-name" : "you"), name),
            h("button", { class: "main", "data-key": `sit ${seat}` }, say("sit-here")),
        );
    }

    /** What one can do with a seat of one's own. */
    #mine(player, seat) {
        const act = (key, command) => button(`${key} ${seat}`, say(key), () => this.#page.do({ ...command(), seat }));
        if (this.#page.table.status === "open") return act("stand-up", () => ({ type: "leave" }));
        if (player.level) return act("return", () => ({ type: "return" }));
        const hand = act("hand", () => ({ type: "hand", level: this.level }));
        return h(
            "details",
            { "data-key": `mine ${seat}` },
            h("summary", { class: "quiet" }, say("my-seat")),
            h("div", { class: "row" }, this.levels(), hand),
            act("leave", () => ({ type: "leave" })),
        );
    }

    /** The choice of a bot's level. */
    levels() {
        const onchange = (event) => (this.level = event.target.value);
        const levels = LEVELS.map((level) => [level, word("level", level)]);
        return field(say("level"), select({ "data-key": "level", onchange }, levels, this.level));
    }

    async sit(seat, name) {
        const { id, line, views } = this.#page;
        const nonce = kept.table(id)?.nonce ?? random();
        const seated = await post(`/tables/${id}/seats`, { seat, name, nonce }, { keys: kept.keys(id) });
        kept.keep(id, { token: seated.token ?? undefined, nonce });
        views.clear();
        line.restart();
    }

    /** The seats that one had in the game before this one are taken again without asking. */
    async sitAgain() {
        const { id, table } = this.#page;
        const again = kept.table(id)?.again;
        if (!again || table.status !== "open") return;
        kept.keep(id, { again: undefined });
        for (const [seat, name] of again) {
            if (table.seats[seat]?.kind === "free") await this.#page.attempt(() => this.sit(seat, name));
        }
    }

    /** The clocks go on. */
    tick() {
        const { time, table } = this.#page;
        if (!time) return;
        const shown = (seconds) => duration(seconds, say("day"), say("hour"));
        this.part.querySelectorAll(".clock").forEach((clock, seat) => {
            let text = table.house.clock.kind === "live" ? say("bank", { time: shown(time.banks[seat]) }) : "";
            if (time.running === seat && time.until !== null) text = `${say("time-left")} ${shown(time.until - now())}`;
            if (clock.textContent !== text) clock.textContent = text;
        });
    }
}
