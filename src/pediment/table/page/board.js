// The games on the page, drawn from a view.

import { h } from "./dom.js";
import { familyOf, nameOf, sheet, signed } from "./plain.js";
import { language, say, word } from "./texts.js";
import { get } from "./api.js";

const COLUMNS = { red: "R", yellow: "Y", green: "G", blue: "B" };
const shelves = new Map();

/** What is to know about a game's cards, by id; empty where the server does not tell. */
export async function cardsOf(game) {
    const shelf = `${game} ${language()}`;
    if (!shelves.has(shelf)) {
        const cards = await get(`/games/${game}/cards`, { keys: [] }).catch(() => []);
        shelves.set(shelf, new Map(cards.map((card) => [card.id, card])));
    }
    return shelves.get(shelf);
}

/** The board of a view, that of `seat` (null: a spectator's); `names` are the players', `yours` the own seats. */
export function board(view, { names, yours, seat, cards }) {
    const draw = view.game === "elysium" ? new Elysium(view, names, cards) : new Ephyran(view, names, cards);
    const order = names.map((_, at) => at);
    if (seat !== null) order.unshift(...order.splice(seat, 1));
    return [
        draw.middle(seat, yours.includes(seat)),
        h(
            "div",
            { class: "players" },
            order.map((at) => draw.player(at, yours.includes(at))),
        ),
    ];
}

/** The score sheet of a view. */
export function scoreSheet(view, names) {
    const label = (item) => (item in (view.scores[0].territories ?? {}) ? word("god", item) : word("item", item));
    return h(
        "div",
        { class: "scroll" },
        h(
            "table",
            { class: "sheet" },
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    h("td"),
                    names.map((name) => h("th", { scope: "col" }, name)),
                ),
            ),
            h(
                "tbody",
                {},
                sheet(view.scores).map(([item, points]) =>
                    h(
                        "tr",
                        { class: item },
                        h("th", { scope: "row" }, label(item)),
                        points.map((n) => h("td", {}, signed(n))),
                    ),
                ),
            ),
        ),
    );
}

const part = (title, ...inside) => h("section", { class: "part" }, h("h3", {}, title), inside);
const list = (items, none) =>
    items.length
        ? h(
              "ul",
              { class: "cards" },
              items.map((item) => h("li", {}, item)),
          )
        : h("p", { class: "quiet" }, none);
const facts = (...texts) =>
    h(
        "p",
        { class: "facts" },
        texts.filter(Boolean).map((text) => h("span", {}, text)),
    );

/** Letters of columns, each in its colour and with its name. */
export const columns = (letters) =>
    [...letters].map((letter) =>
        h("abbr", { class: `column column-${letter === "*" ? "any" : letter}`, title: word("colour", letter) }, letter),
    );

/** "2 Gold, 1 VP, 3 transfers", without what is none. */
function gives({ gold, vp, transfers }) {
    const found = [
        gold && say("elysium.gold", { n: gold }),
        vp && say("elysium.vp", { n: vp }),
        transfers === 1 ? say("elysium.transfer") : say("elysium.transfers", { n: transfers }),
    ];
    return found.filter(Boolean).join(", ");
}

class Elysium {
    constructor(view, names, cards) {
        Object.assign(this, { view, names, cards });
    }

    middle() {
        const { view } = this;
        const head = [say("elysium.epoch", { n: view.epoch }), word("phase", view.phase)];
        head.push(say("elysium.deck", { n: view.deck_size }), say("elysium.discard", { n: view.discard.length }));
        const tile = (name) =>
            name
                .split(" ")
                .map((part) => word("god", part))
                .join(" ");
        return h(
            "div",
            { class: "middle" },
            facts(...head),
            part(
                say("elysium.agora"),
                list(
                    view.agora.map((card, at) => this.card(card, `agora ${at}`, true)),
                    say("none"),
                ),
            ),
            part(
                say("elysium.quests"),
                list(
                    view.quests.map((quest) => this.quest(quest)),
                    say("none"),
                ),
            ),
            view.oracle.length > 0 &&
                part(say("elysium.oracle"), list(view.oracle.map((card, at) => this.card(card, `oracle ${at}`, true)))),
            view.phase !== "actions" && part(say("elysium.bonuses"), facts(...view.bonuses.map(tile))),
        );
    }

    quest(quest) {
        const taken = quest.taken_by !== null;
        return h(
            "div",
            { class: taken ? "card taken" : "card" },
            h("b", {}, say("elysium.quest", { n: quest.n })),
            " ",
            columns(quest.colours.map((colour) => COLUMNS[colour]).join("")),
            h("small", {}, taken ? say("elysium.taken", { name: this.names[quest.taken_by] }) : gives(quest)),
        );
    }

    name(card) {
        return this.cards.get(card)?.name ?? nameOf(card);
    }

    card(card, key, needs = false) {
        const id = typeof card === "string" ? card : card.card;
        if (id === "citizen") return h("div", { class: "card citizen" }, say("citizen"));
        const known = this.cards.get(id);
        const family = familyOf(id);
        const note = [word("god", family), known && say("elysium.level", { n: known.level }), known?.power_name];
        if (card.used) note.push(say("elysium.used"));
        if (card.ring === false) note.push(say("elysium.ring"));
        const condition = this.view.conditions[id] ?? "";
        const head = [
            h("b", {}, this.name(id)),
            needs ? [" ", columns(condition)] : null,
            h("small", {}, note.filter(Boolean).join(" · ")),
        ];
        const spent = card.used || card.ring === false ? " taken" : "";
        if (!known) return h("div", { class: `card family-${family}${spent}` }, head);
        return h(
            "details",
            { class: `card family-${family}${spent}`, "data-key": `${key} ${id}` },
            h("summary", {}, head, needs && h("small", { class: "power" }, known.text)),
            !needs && h("p", {}, known.text),
            known.rulings && h("p", { class: "quiet" }, known.rulings),
            !needs && h("p", { class: "quiet" }, say("elysium.condition", { columns: condition })),
        );
    }

    player(seat, own) {
        const { view, names } = this;
        const player = view.seats[seat];
        const quest =
            player.quest === null
                ? null
                : player.quest === "incomplete"
                  ? say("elysium.incomplete")
                  : say("elysium.quest", { n: player.quest });
        const purse = ["gold", "vp", "pp"].map((counter) =>
            counter !== "pp" || player.pp ? say(`elysium.${counter}`, { n: player[counter] }) : null,
        );
        return h(
            "section",
            { class: `player${own ? " own" : ""}${view.to_move === seat ? " asked" : ""}`, "aria-label": names[seat] },
            h("h3", {}, names[seat], own && h("small", {}, ` (${say("is-you")})`)),
            facts(
                ...purse,
                say("elysium.disc", { n: player.disc }),
                say("elysium.cards-taken", { n: player.cards_taken }),
                quest,
            ),
            h(
                "p",
                { class: "facts" },
                say("elysium.columns"),
                " ",
                player.columns ? columns(player.columns) : say("none"),
            ),
            h("h4", {}, say("elysium.domain")),
            list(
                player.domain.map((card, at) => this.card(card, `domain ${seat} ${at}`)),
                say("none"),
            ),
            h("h4", {}, say("elysium.legends")),
            player.elysium.length === 0 && h("p", { class: "quiet" }, say("none")),
            player.elysium.map((legend, at) =>
                h(
                    "div",
                    { class: "legend" },
                    h("span", {}, `${at + 1}`),
                    list(legend.map((card, n) => this.card(card, `legend ${seat} ${at} ${n}`))),
                ),
            ),
            player.bonuses.length > 0 &&
                facts(
                    say("elysium.tiles"),
                    ...player.bonuses.map((tile) =>
                        tile
                            .split(" ")
                            .map((part) => word("god", part))
                            .join(" "),
                    ),
                ),
        );
    }
}

class Ephyran {
    constructor(view, names, cards) {
        Object.assign(this, { view, names, cards });
    }

    middle(seat, own) {
        const { view } = this;
        const top = view.first_discard.at(-1);
        const head = [say("ephyran.pile", { n: view.pile_size })];
        head.push(
            say("ephyran.first-discard", { n: view.first_discard.length }) +
                (top ? ` (${say("ephyran.top", { card: this.name(top) })})` : ""),
        );
        head.push(
            say("ephyran.second-discard", { n: view.second_discard.length }),
            say("ephyran.supply", { n: view.supply_size }),
        );
        if (view.last_round) head.push(say("ephyran.last-round"));
        if (view.in_play) head.push(say("ephyran.in-play", { card: this.half(view.in_play) }));
        const token = view.holding === null ? null : word("token", view.holding);
        return h(
            "div",
            { class: "middle" },
            facts(...head),
            view.to_move === seat && token && facts(say("ephyran.holding", { token })),
            view.looking.length > 0 &&
                part(say("ephyran.looking"), list(view.looking.map((card, at) => this.card(card, `looking ${at}`)))),
            seat !== null &&
                part(
                    own ? say("ephyran.hand") : say("ephyran.hand-of", { name: this.names[seat] }),
                    list(
                        view.hand.map((card, at) => this.card(card, `hand ${at}`)),
                        say("none"),
                    ),
                ),
        );
    }

    name(card) {
        const known = this.cards.get(card);
        const id = card === "dionysus" ? null : card;
        return known ? [id, known.name].filter(Boolean).join(" ") : word("god", card);
    }

    /** A half, "TS04a", or a whole card. */
    half(id) {
        const halves = this.cards.get(id.slice(0, -1))?.halves ?? [];
        const half = halves.find((half) => half.id === id);
        return half ? `${id} ${half.name}` : this.name(id);
    }

    card(id, key) {
        const known = this.cards.get(id);
        if (!known) return h("div", { class: "card" }, this.name(id));
        const halves = known.halves.map((half) => h("span", { class: `half god-${half.god ?? "support"}` }, half.name));
        return h(
            "details",
            { class: "card", "data-key": `${key} ${id}` },
            h("summary", {}, id === "dionysus" ? h("b", {}, known.name) : [h("small", {}, id), halves]),
            known.text && h("p", {}, known.text),
        );
    }

    area(area) {
        const half = this.cards.get(area.card)?.halves.find((half) => half.id === area.card + area.half);
        const creature = half ? half.name.split(",")[0] : (this.cards.get(area.card)?.name ?? area.creature);
        const printed = half?.token ? [` ${word("token", half.token).split(" ").at(-1)}`] : [];
        const added = area.tokens.map((token) => ` [${token ? word("token", token).split(" ").at(-1) : "?"}]`);
        return h("li", {}, creature, ...printed, ...added);
    }

    player(seat, own) {
        const { view, names } = this;
        const player = view.seats[seat];
        const known = player.known.map((card) => this.name(card)).join("; ");
        return h(
            "section",
            { class: `player${own ? " own" : ""}${view.to_move === seat ? " asked" : ""}`, "aria-label": names[seat] },
            h("h3", {}, names[seat], own && h("small", {}, ` (${say("is-you")})`)),
            facts(
                player.god ? word("god", player.god) : say("ephyran.no-god"),
                say("ephyran.points", { n: signed(view.scores[seat].total) }),
                say("ephyran.hand-size", { n: player.hand_size }),
                view.athena === seat && say("ephyran.athena"),
                player.city_bonus ? say("ephyran.city-bonus", { n: player.city_bonus }) : null,
            ),
            !own && known && h("p", { class: "quiet" }, say("ephyran.known", { cards: known })),
            h(
                "div",
                { class: "city" },
                Object.entries(player.territories).map(([god, territory]) =>
                    h(
                        "div",
                        { class: `territory god-${god}${territory.locked ? " taken" : ""}` },
                        h(
                            "h4",
                            {},
                            word("god", god),
                            player.god === god && ` ${say("ephyran.double")}`,
                            territory.locked && ` (${say("ephyran.locked")})`,
                        ),
                        territory.areas.length
                            ? h(
                                  "ol",
                                  {},
                                  territory.areas.map((area) => this.area(area)),
                              )
                            : h("p", { class: "quiet" }, "–"),
                    ),
                ),
            ),
        );
    }
}
