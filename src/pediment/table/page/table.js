// A table: its waiting room, the game, its end.

import { board, cardsOf, scoreSheet } from "./board.js";
import { button, copyable, field, fill, h } from "./dom.js";
import { Ending } from "./ending.js";
import * as kept from "./kept.js";
import { Line } from "./live.js";
import { cardIn, isVeiled, merged, nameOf, ordered, seatToShow } from "./plain.js";
import { Seats } from "./seats.js";
import { language, say, word } from "./texts.js";

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

    constructor(main, id, complain) {
        this.id = id;
        this.complain = complain;
        this.seats = new Seats(this);
        this.ending = new Ending(this);
        const middle = h("div", {}, this.ending.part, this.voice, this.prompt, this.board);
        const side = h("aside", {}, this.seats.part, this.logBox, this.chatBox, this.fair);
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
        if (message.yours.length) kept.keep(this.id, { game: message.game });
        this.seats.sitAgain();
    }

    hearView({ seat, log, ...view }) {
        const before = this.views.get(seat)?.log ?? [];
        this.views.set(seat, { ...view, seat, log: merged(before, log) });
        if ((this.awaited.get(seat) ?? 0) <= view.seq) this.awaited.delete(seat);
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
        return this.table.seats.map((seat, at) => seat.name || say("seat", { n: at + 1 }));
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
                { class: "facts" },
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
        const word = kept.table(this.id)?.invite;
        const address = `${location.origin}/t/${this.id}`;
        const link = (label, text) => copyable(label, text, say("copy"), say("copied"));
        const invitation = () => {
            if (table.house.listed) return link(say("invite-listed"), address);
            return word ? link(say("invite"), `${address}#invite=${word}`) : h("p", {}, say("invite-none"));
        };
        const start = () => this.do({ type: "start", seat: table.yours[0], level: this.seats.level });
        const starting = () =>
            h(
                "div",
                { class: "row" },
                this.seats.levels(),
                button("start", say("start-bots"), start, { class: "main" }),
            );
        this.announce(say("waiting-room"));
        this.fillOnce(this.board, [], () => []);
        this.fillOnce(this.prompt, ["waiting", table.yours, word], () =>
            h(
                "div",
                { class: "prompt" },
                h("h2", {}, say("waiting-room")),
                invitation(),
                table.yours.length > 0 && starting(),
            ),
        );
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
        const level = seat === null ? null : table.seats[seat].level;
        const busy = this.line.busy || this.awaited.size > 0;
        const title = this.title(view, seat, isAsked);
        if (!busy) this.announce(title);
        const inside = this.prompt.contains(document.activeElement);
        const undos = table.yours.map((own) => [this.views.get(own)?.undo, this.views.get(own)?.seq]);
        const facts = [seat, view.seq, view.prompt, title, busy, level, table.proposal, undos, this.cards.size];
        this.fillOnce(this.prompt, facts, () =>
            h(
                "div",
                { class: isAsked ? "prompt asked" : "prompt" },
                h("h2", { tabindex: -1 }, busy ? say("sending") : title),
                this.proposed(),
                isAsked && h("div", { class: "options" }, this.options(view, busy)),
                level && h("p", {}, say("bot-plays", { level: word("level", level) })),
                this.takingBack(busy),
            ),
        );
        if (inside && !this.prompt.contains(document.activeElement)) this.focusPrompt();
    }

    title({ prompt, view }, seat, isAsked) {
        if (isAsked) return this.table.yours.length > 1 ? `${this.names[seat]}: ${prompt.text}` : prompt.text;
        return view.to_move === null ? say("wait-secret") : say("wait", { name: this.names[view.to_move] });
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
                yours.length > 1 && say("vote-of", { name: this.names[seat] }),
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
        const able = yours.filter((seat) => this.views.get(seat)?.undo && seats[seat].level === null);
        if (proposal || !able.length) return null;
        const buttons = able.map((seat) => {
            const { undo, seq } = this.views.get(seat);
            const type = undo === "free" ? "undo" : "propose";
            const text = yours.length > 1 ? say(`${type}-of`, { name: this.names[seat] }) : say(type);
            const title = type === "propose" ? say("propose-why") : null;
            return button(`${type} ${seat}`, `↶ ${text}`, () => this.do({ type, seat, seq }), {
                class: "plain",
                disabled,
                title,
            });
        });
        return h("div", { class: "row" }, buttons);
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

    drawChat() {
        const { chat, house, yours } = this.table;
        this.chatBox.hidden = !house.chat;
        this.chatForm.hidden = !yours.length;
        const time = (at) => new Date(at * 1000).toLocaleTimeString(language(), { timeStyle: "short" });
        this.fillOnce(this.chat, chat, () =>
            chat.map(({ at, seat, text }) =>
                h("p", {}, h("small", {}, time(at)), " ", h("b", {}, `${this.names[seat]}:`), " ", text),
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
                    nonces.map((nonce, seat) => h("li", {}, `${names[seat]}: `, added(nonce))),
                ),
                seed && h("p", {}, say("seed"), " ", h("code", {}, seed)),
                seed && h("p", { class: "quiet" }, say("fair-check")),
            ),
        );
    }
}
