// A table: its waiting room, the game, its end.

import { board, cardsOf, scoreSheet } from "./board.js";
import { button, field, fill, h } from "./dom.js";
import { Ending } from "./ending.js";
import { howToPlay } from "./help.js";
import * as kept from "./kept.js";
import { link } from "./links.js";
import { Line } from "./live.js";
import { cardIn, isTimeUp, isVeiled, merged, nameOf, newest, ordered, seatToShow } from "./plain.js";
import { Seats } from "./seats.js";
import { say, timeOf, word } from "./texts.js";

const NEWS = 3; // so many lines of them

let page = null;

/** Show a table in an element; `complain(problem)` shows what went wrong. */
export function showTable(main, id, complain) {
    page?.close();
    page = new TablePage(main, id, complain);
}

class TablePage {
    table = null;
    views = new Map(); // by seat, null for a spectator
    last = null; // the seat shown last
    unveiled = null; // the seat whose person looks, where a device is passed on
    awaited = new Map(); // by seat, the sequence number that an answer promised
    asked = new Set(); // seats that were asked in the last message, for notifications
    cards = new Map();
    made = new Map(); // by part of the page, the facts that it was made of

    net = h("p", { class: "net", role: "status", hidden: true });
    head = h("div", {}, h("p", { class: "quiet" }, say("loading")));
    voice = h("p", { class: "unseen", "aria-live": "polite" }); // the prompt, for who listens
    prompt = h("div");
    clock = h("span", { class: "clock" }); // stands in the prompt
    news = h("div", { class: "news", role: "log", "aria-label": say("news") });
    board = h("section", { "aria-label": say("board") });
    log = h("div", { class: "log", role: "log", tabindex: 0, "aria-labelledby": "log" });
    logBox = h("section", { hidden: true }, h("h2", { id: "log" }, say("log")), this.log);
    chat = h("div", { class: "chat", role: "log", tabindex: 0, "aria-labelledby": "chat" });
    chatForm = h(
        "form",
        { class: "row", onsubmit: (event) => this.speak(event) },
        field(say("chat-line"), h("input", { name: "text", maxlength: 500, autocomplete: "off" })),
        h("button", {}, say("send")),
    );
    chatBox = h("section", { hidden: true }, h("h2", { id: "chat" }, say("chat")), this.chat, this.chatForm);
    fair = h("div");
    help = h("div");

    constructor(main, id, complain) {
        this.id = id;
        this.complain = complain;
        this.seats = new Seats(this);
        this.ending = new Ending(this);
        const middle = h("div", {}, this.ending.part, this.voice, this.prompt, this.news, this.board);
        const side = h("aside", {}, this.seats.part, this.logBox, this.chatBox, this.help, this.fair);
        fill(main, this.net, this.head, h("div", { class: "table" }, middle, side));
        this.line = new Line(
            id,
            (message) => this.hear(message),
            (state) => this.tell(state),
        );
        this.ticking = setInterval(() => this.table && this.seats.tick(), 500);
        this.line.restart();
    }

    close() {
        this.line.close();
        clearInterval(this.ticking);
    }

    // What is heard

    tell(state) {
        this.net.hidden = state === "open" || state === "refused";
        this.net.textContent = this.net.hidden ? "" : say(`net.${state}`);
    }

    hear(message) {
        if (message.type === "table") this.hearTable(message);
        else if (message.type === "view") this.hearView(message);
        else if (message.type === "done") this.hearDone(message);
        else if (message.type === "error") {
            this.complain(message);
            if (!this.table) fill(this.head, h("h1", {}, "Pediment"));
        }
        if (this.table && message.type !== "pong") this.draw();
    }

    hearTable(message) {
        const ownCards = message.game === "ephyran" && message.options.edition?.values; // nobody tells which
        if (!this.table && !ownCards) {
            cardsOf(message.game).then((cards) => {
                this.cards = cards;
                this.draw();
            });
        }
        this.table = message;
        this.seats.sitAgain();
    }

    hearView({ seat, log, ...view }) {
        const before = this.views.get(seat)?.log ?? [];
        this.views.set(seat, { ...view, seat, log: merged(before, log) });
        if ((this.awaited.get(seat) ?? 0) <= view.seq) this.awaited.delete(seat);
        if (seat === this.table.yours[0] && kept.table(this.id)?.seq !== view.seq)
            kept.keep(this.id, { seq: view.seq });
        const isAsked = this.isAsked(seat);
        if (isAsked && !this.asked.has(seat)) this.notify(view.prompt.text);
        this.asked[isAsked ? "add" : "delete"](seat);
    }

    hearDone({ seat, seq }) {
        this.complain(null);
        if (seat !== undefined && (this.views.get(seat)?.seq ?? 0) < seq) this.awaited.set(seat, seq);
    }

    notify(text) {
        if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
        const title = `${say("notify-title")} – ${nameOf(this.table.game)}`;
        const note = new Notification(title, { body: text, tag: this.id });
        note.onclick = () => {
            window.focus();
            note.close();
        };
    }

    // What is done

    do(command) {
        this.line.send(command);
        this.draw();
    }

    attempt = async (work) => {
        try {
            this.complain(null);
            await work();
        } catch (problem) {
            this.complain(problem);
        }
    };

    speak(event) {
        event.preventDefault();
        const input = this.chatForm.elements.text;
        const text = input.value.trim();
        if (!text) return;
        this.do({ type: "chat", seat: this.last ?? this.table.yours[0], text });
        input.value = "";
    }

    // What is known

    get names() {
        const nameless = this.table.status === "over" ? "player" : "seat"; // a record from elsewhere has no names
        return this.table.seats.map((seat, at) => seat.name || say(nameless, { n: at + 1 }));
    }

    /** A player's name before what they say: "Ana:". */
    says(seat) {
        return say("says", { name: this.names[seat] });
    }

    /** The clock as far as one may know it, of the seat that knows most. */
    get time() {
        const times = [...this.views.values()].map((view) => view.time).filter(Boolean);
        return times.find((time) => time.until !== null) ?? times[0] ?? null;
    }

    /** Is that seat asked, and does its person play it? */
    isAsked(seat) {
        return Boolean(this.views.get(seat)?.prompt) && this.table.seats[seat].level === null;
    }

    // What is shown

    /** Fill a part of the page, unless it was made of the same facts: who clicks must find the button still there. */
    fillOnce(part, facts, make) {
        const made = JSON.stringify(facts);
        if (this.made.get(part) === made) return;
        this.made.set(part, made);
        fill(part, make());
    }

    announce(text) {
        if (this.voice.textContent !== text) this.voice.textContent = text;
    }

    draw() {
        const { table } = this;
        const seat = (this.last = seatToShow(table, this.views, this.last));
        const view = this.views.get(seat);
        const turn = table.yours.some((own) => this.isAsked(own)) ? `● ${say("your-turn")} · ` : "";
        document.title = `${turn}${nameOf(table.game)} · Pediment`;
        this.drawHead();
        this.seats.draw();
        this.drawFair();
        this.drawChat();
        this.drawNews();
        this.fillOnce(this.help, [table.game], () => howToPlay(table.game));
        this.logBox.hidden = table.status === "open";
        if (table.status === "open") return this.drawWaiting();
        if (!view) return;
        if (isVeiled(table, seat, this.unveiled)) return this.drawCurtain(seat);
        if (table.status === "over") this.ending.draw(view);
        if (this.ending.review.shown) return this.ending.review.draw();
        this.drawPrompt(view, seat);
        this.drawBoard(view.view, seat);
        this.drawLog(view.log);
    }

    drawHead() {
        const { table } = this;
        const watching = !table.yours.length && table.status !== "open";
        const silent = "Notification" in window && Notification.permission === "default";
        const canAsk = silent && table.yours.length > 0 && table.status !== "over";
        const ask = () => Notification.requestPermission().then(() => this.draw());
        this.fillOnce(this.head, [table.game, table.status, table.spectators, watching, canAsk], () =>
            h(
                "div",
                { class: "facts head" },
                h("h1", {}, nameOf(table.game)),
                h("span", {}, say(`status.${table.status}`)),
                table.spectators > 0 && h("span", {}, say("spectators", { n: table.spectators })),
                watching && h("span", {}, say("spectating")),
                table.begun > 0 && h("span", {}, say("begun", { n: table.begun })),
                canAsk && button("notify", say("notify"), ask, { class: "plain" }),
            ),
        );
    }

    drawWaiting() {
        const { table } = this;
        const known = kept.table(this.id);
        const seated = table.yours.length > 0;
        const places = this.seats.places;
        const start = () => this.do({ type: "start", seat: table.yours[0], level: this.seats.level });
        const starting = () =>
            h(
                "div",
                { class: "row" },
                this.seats.levels(),
                button("start", say("start-bots"), start, { class: "main" }),
            );
        const hotSeat = () =>
            h("details", { "data-key": "hot-seat" }, h("summary", {}, say("hot-seat")), this.seats.sitting(places));
        const guest = () => [h("h3", {}, say("sit-down")), this.seats.sitting(places)];
        this.announce(say("waiting-room"));
        this.fillOnce(this.board, [], () => []);
        this.fillOnce(this.prompt, ["waiting", table.seats, table.yours, known?.invite, places], () =>
            h(
                "div",
                { class: "prompt" },
                h("h2", {}, say("waiting-room")),
                this.house(),
                !seated && places.length > 0 && guest(),
                this.invitation(known?.invite, places),
                seated && starting(),
                seated && places.length > 0 && hotSeat(),
            ),
        );
    }

    /** What will be played, and how. */
    house() {
        const { house, options, seats } = this.table;
        const { kind, days } = house.clock;
        const families = Array.isArray(options.families)
            ? options.families.map((family) => word("god", family)).join(", ")
            : options.families && say(`families.${options.families}`);
        const gods = options.gods && say(`gods.${options.gods}`);
        const clock = {
            none: () => say("clock.none"),
            live: () => say("live-of", house.clock),
            days: () => say("days-of", { n: days }),
        };
        const facts = [
            [say("seats"), seats.length],
            families && [say("families"), families],
            gods && [say("gods"), gods],
            [say("clock"), clock[kind]()],
            [say("chat"), say(house.chat ? "chat-on" : "chat-off")],
        ];
        return h(
            "dl",
            { class: "house" },
            facts.filter(Boolean).map(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))]),
        );
    }

    /** How others come: by a link, by themselves, or as they did before. */
    invitation(invite, places) {
        const { house, seats, yours } = this.table;
        const address = `${location.origin}/t/${this.id}`;
        const free = seats.flatMap(({ kind, reserved }, at) => (kind === "free" ? [{ at, reserved }] : []));
        const kept = free.filter(({ reserved }) => reserved);
        if (free.length && kept.length === free.length) {
            return kept.map(({ at }) => h("p", {}, `${say("seat", { n: at + 1 })} · ${this.seats.reserved(at)}`));
        }
        if (house.listed) return link(say("invite-listed"), address);
        if (invite) return link(say("invite"), `${address}#invite=${invite}`);
        if (yours.length || places.length) return h("p", {}, say("invite-none"));
        return h("p", {}, h("b", {}, say("invitation-needed")));
    }

    drawCurtain(seat) {
        const name = this.names[seat];
        const lift = () => {
            this.unveiled = seat;
            this.draw();
            this.focusPrompt();
        };
        this.announce(say("curtain", { name }));
        this.fillOnce(this.board, [], () => []);
        this.fillOnce(this.prompt, ["curtain", seat, name], () =>
            h(
                "div",
                { class: "prompt asked curtain" },
                h("h2", {}, say("curtain", { name })),
                h("p", {}, say("curtain-why")),
                button("curtain", say("curtain-go", { name }), lift, { class: "main" }),
            ),
        );
    }

    focusPrompt() {
        this.prompt.querySelector("h2")?.focus({ preventScroll: true });
    }

    drawPrompt(view, seat) {
        const { table } = this;
        if (table.status === "over") return this.fillOnce(this.prompt, [], () => []);
        const isAsked = this.isAsked(seat);
        const busy = this.line.busy || this.awaited.size > 0;
        const title = this.title(view, seat, isAsked);
        if (!busy) this.announce(title);
        const inside = this.prompt.contains(document.activeElement);
        const undos = table.yours.map((own) => [this.views.get(own)?.undo, this.views.get(own)?.seq]);
        const absent = table.yours.filter((own) => table.seats[own].level);
        const facts = [seat, view.seq, view.prompt, title, busy, absent, table.proposal, undos, this.cards.size];
        this.fillOnce(this.prompt, facts, () =>
            h(
                "div",
                { class: isAsked ? "prompt asked" : "prompt" },
                h("div", { class: "asking" }, h("h2", { tabindex: -1 }, busy ? say("sending") : title), this.clock),
                absent.map((own) => this.standIn(own, title)),
                this.proposed(),
                isAsked && h("div", { class: "options" }, this.options(view, busy)),
                this.takingBack(busy),
            ),
        );
        if (inside && !this.prompt.contains(document.activeElement)) this.focusPrompt();
    }

    title({ prompt, view }, seat, isAsked) {
        if (isAsked) return this.table.yours.length > 1 ? `${this.says(seat)} ${prompt.text}` : prompt.text;
        if (view.to_move === null) return say("wait-secret");
        if (this.table.yours.includes(view.to_move)) return this.absence(view.to_move);
        return say("wait", { name: this.names[view.to_move] });
    }

    /** Why somebody else's hand plays a seat of one's own. */
    absence(seat) {
        const why = isTimeUp(this.table, seat) ? "time-up" : "bot-plays";
        return this.table.yours.length > 1 ? say(`${why}-of`, { name: this.names[seat] }) : say(why);
    }

    /** That a bot plays for one, unless the title says so, and the way back. */
    standIn(seat, title) {
        const why = this.absence(seat);
        return h("div", { class: "row level" }, why !== title && h("span", {}, why), this.seats.returning(seat));
    }

    options({ seat, seq, prompt, view }, disabled) {
        return ordered(prompt.options).map(({ label, caption }) => {
            const card = view.game === "elysium" ? this.cards.get(cardIn(label, this.cards)) : null;
            const text = [caption, card && h("small", {}, card.text)];
            return button(`option ${label}`, text, () => this.do({ type: "move", seat, seq, move: label }), {
                disabled,
            });
        });
    }

    /** Somebody's wish to take back, and one's answer. */
    proposed() {
        const { proposal, yours } = this.table;
        if (!proposal) return null;
        const name = this.names[proposal.seat];
        const vote = (seat, yes) => () => this.do({ type: "vote", seat, yes, number: proposal.number });
        const ballot = (seat) =>
            h(
                "div",
                { class: "row" },
                yours.length > 1 && this.says(seat),
                button(`yes ${seat}`, say("agree"), vote(seat, true), { class: "main" }),
                button(`no ${seat}`, say("refuse"), vote(seat, false)),
            );
        return h(
            "div",
            { class: "box", role: "status" },
            h("p", {}, yours.includes(proposal.seat) ? say("proposal-mine") : say("proposal", { name })),
            proposal.asked.filter((seat) => yours.includes(seat)).map(ballot),
        );
    }

    /** Taking back, or asking the others for it. */
    takingBack(disabled) {
        const { proposal, yours, seats } = this.table;
        const alone = !seats.some((player, at) => player.kind === "person" && !yours.includes(at));
        const able = yours.filter((seat) => this.views.get(seat)?.undo && seats[seat].level === null);
        if (proposal || !able.length) return null;
        const buttons = able.map((seat) => {
            const { undo, seq } = this.views.get(seat);
            const type = undo === "free" ? "undo" : "propose";
            const called = alone ? "undo" : type;
            const text = yours.length > 1 ? say(`${called}-of`, { name: this.names[seat] }) : say(called);
            const act = () => this.do({ type, seat, seq });
            return button(`${type} ${seat}`, `↶ ${text}`, act, { class: "plain", disabled });
        });
        const drawn = able.some((seat) => this.views.get(seat).undo === "vote");
        const why = drawn && h("small", {}, say(alone ? "propose-alone" : "propose-why"));
        return h("div", { class: "row level" }, buttons, why);
    }

    drawBoard(view, seat) {
        const { names, cards } = this;
        const { yours } = this.table;
        this.fillOnce(this.board, [view, names, yours, seat, cards.size], () => [
            board(view, { names, yours, seat, cards }),
            view.asking !== "over" &&
                h(
                    "details",
                    { class: "box", "data-key": "scores" },
                    h("summary", {}, say("if-ended")),
                    scoreSheet(view, names),
                ),
        ]);
    }

    /** The log: new lines are added, so that they alone are read out. */
    drawLog(entries) {
        const before = this.logged ?? [];
        if (before === entries) return;
        const grown = before.every((entry, at) => entry === entries[at]);
        if (!grown) this.log.replaceChildren();
        const fresh = grown ? entries.slice(before.length) : entries;
        this.log.append(...fresh.map((entry) => h("p", { title: entry.rule || null }, entry.text)));
        this.logged = entries;
        this.log.scrollTop = this.log.scrollHeight;
    }

    /** What happened besides the game: new lines are added, so that they alone are read out. */
    drawNews() {
        const news = newest(this.table, NEWS).map((line) => [JSON.stringify(line), line]);
        const keys = new Set(news.map(([key]) => key));
        const there = [...this.news.children];
        for (const line of there) if (!keys.has(line.dataset.key)) line.remove();
        const known = new Set(there.map((line) => line.dataset.key));
        const text = ({ seat, what }) => say(`news.${what}`, { name: this.names[seat], n: seat + 1 });
        const fresh = news.filter(([key]) => !known.has(key));
        this.news.append(
            ...fresh.map(([key, line]) =>
                h("p", { "data-key": key }, h("small", {}, timeOf(line.at)), " ", text(line)),
            ),
        );
    }

    drawChat() {
        const { chat, house, yours } = this.table;
        this.chatBox.hidden = !house.chat;
        this.chatForm.hidden = !yours.length;
        this.fillOnce(this.chat, chat, () =>
            chat.map(({ at, seat, text }) =>
                h("p", {}, h("small", {}, timeOf(at)), " ", h("b", {}, this.says(seat)), " ", text),
            ),
        );
        this.chat.scrollTop = this.chat.scrollHeight;
    }

    drawFair() {
        const { commitment, nonces, seed } = this.table;
        const names = this.names;
        if (!commitment) return;
        const added = (nonce) => (nonce ? h("code", {}, nonce) : h("span", { class: "quiet" }, say("nonce-none")));
        this.fillOnce(this.fair, [commitment, nonces, seed, names], () =>
            h(
                "details",
                { class: "box", "data-key": "fair" },
                h("summary", {}, say("fair")),
                h("p", { class: "quiet" }, say("fair-why")),
                h("p", {}, say("commitment"), " ", h("code", {}, commitment)),
                h("p", {}, say("nonces")),
                h(
                    "ul",
                    {},
                    nonces.map((nonce, seat) => h("li", {}, `${this.says(seat)} `, added(nonce))),
                ),
                seed && h("p", {}, say("seed"), " ", h("code", {}, seed)),
                seed && h("p", { class: "quiet" }, say("fair-check")),
            ),
        );
    }
}
