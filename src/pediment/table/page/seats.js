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
        const level = player.level && word("level", player.level);
        if (player.kind === "free") facts.push(player.reserved ? this.reserved(seat) : say("free"));
        if (player.kind === "bot") facts.push(say("bot", { level }));
        if (own) facts.push(say("is-you"));
        else if (player.kind === "person" && player.name) facts.push(say(player.present ? "present" : "away"));
        if (player.kind === "person" && level) facts.push(say(own ? "stand-in-own" : "stand-in", { level }));
        return h(
            "li",
            {},
            h("b", {}, names[seat]),
            " ",
            h("small", {}, facts.join(" · "), h("span", { class: "turn" }, ` · ${say("asked")}`)),
            " ",
            h("span", { class: "clock" }),
            own && table.status !== "over" && this.#mine(player, seat),
        );
    }

    /** For whom a free seat is kept, by name if this browser knows the game before. */
    reserved(seat) {
        const name = kept.table(this.#page.id)?.before?.[seat];
        return name ? say("reserved-for", { name }) : say("reserved");
    }

    /** The free seats that one may take: with the invitation, at a listed table, or kept for one. */
    get places() {
        const { id, table } = this.#page;
        const { invite, seats } = kept.table(id) ?? { seats: [] };
        const more = table.yours.length > 0;
        const may = ({ reserved }) =>
            reserved ? !more && (seats.length > 0 || kept.me()) : more || table.house.listed || invite;
        return table.seats.flatMap((player, seat) => (player.kind === "free" && may(player) ? [seat] : []));
    }

    /** How to sit down at one of these seats; next to one's own for somebody at the same device. */
    sitting(places) {
        const more = this.#page.table.yours.length > 0;
        const value = this.#typed ?? (more ? "" : kept.name());
        const oninput = () => (this.#typed = name.value);
        const name = h("input", { maxlength: 40, required: true, value, "data-key": "name", oninput });
        const onsubmit = (event) => {
            event.preventDefault();
            this.#typed = undefined;
            if (!more) kept.setName(name.value.trim());
            this.#page.attempt(() => this.sit(Number(event.submitter.value), name.value.trim()));
        };
        return h(
            "form",
            { class: "row", onsubmit },
            field(say(more ? "their-name" : "you"), name),
            places.map((seat) =>
                h(
                    "button",
                    { class: more ? null : "main", value: seat, "data-key": `sit ${seat}` },
                    places.length > 1 ? say("sit-at", { n: seat + 1 }) : say("sit-here"),
                ),
            ),
        );
    }

    /** What one can do with a seat of one's own. */
    #mine(player, seat) {
        const act = (key, command) => button(`${key} ${seat}`, say(key), () => this.#page.do({ ...command(), seat }));
        if (this.#page.table.status === "open") return act("stand-up", () => ({ type: "leave" }));
        if (player.level) return this.returning(seat);
        const hand = act("hand", () => ({ type: "hand", level: this.level }));
        return h(
            "details",
            { "data-key": `mine ${seat}` },
            h("summary", { class: "quiet" }, say("my-seat")),
            h("div", { class: "row" }, this.levels(), hand),
            button(`leave ${seat}`, say("leave"), () => this.#page.attempt(() => this.#leave(seat))),
        );
    }

    /** The way back for somebody for whom a bot plays. */
    returning(seat) {
        return button(`return ${seat}`, say("return"), () => this.#page.do({ type: "return", seat }), {
            class: "main",
        });
    }

    /** Not over the socket, which closes with the page. */
    async #leave(seat) {
        if (!confirm(say("leave-sure"))) return;
        const { id } = this.#page;
        await post(`/tables/${id}/commands`, { type: "leave", seat }, { keys: kept.keys(id) });
        location.assign("/");
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

    /** The clocks go on: each seat's, and beside the prompt the one that runs. */
    tick() {
        const { clock, time, table } = this.#page;
        const shown = (seconds) => duration(seconds, say("day"), say("hour"));
        const put = (element, text) => element.textContent === text || (element.textContent = text);
        const running = time && time.until !== null ? `${say("time-left")} ${shown(time.until - now())}` : "";
        put(clock, running);
        if (!time) return;
        this.part.querySelectorAll(".clock").forEach((element, seat) => {
            const bank = table.house.clock.kind === "live" ? say("bank", { time: shown(time.banks[seat]) }) : "";
            put(element, running && time.running === seat ? running : bank);
        });
    }
}
