// The start: a game in one click, a table set up, one's games, public tables, one's identity.

import { found, get, post } from "./api.js";
import { field, fill, h, select } from "./dom.js";
import { howToPlay } from "./help.js";
import * as kept from "./kept.js";
import { link } from "./links.js";
import { nameOf } from "./plain.js";
import { say, timeOf, word } from "./texts.js";

const MOST = 12; // tables of this browser that are asked for
const QUICK = "scholar";
const FAMILIES = ["first-game", "opulence", "misfortune", "wasteland", "deadly-plots", "why-bother", "random"];

/** Show the start in an element; `complain(problem)` shows what went wrong. */
export async function showStart(main, complain) {
    const attempt = (work) => async (event) => {
        event?.preventDefault();
        try {
            await work();
        } catch (problem) {
            complain(problem);
        }
    };
    const name = h("input", {
        value: kept.name(),
        maxlength: 40,
        autocomplete: "nickname",
        placeholder: say("anonymous"),
        oninput: () => kept.setName(name.value.trim()),
    });
    const myName = () => {
        kept.setName(name.value.trim());
        return name.value.trim() || say("anonymous");
    };
    const quick = h("div", { class: "quick" });
    const mine = h("section", { "aria-labelledby": "mine" });
    const open = h("section", { "aria-labelledby": "open" });
    const identity = h("div");
    const setUp = h("div");
    const help = h("div");
    fill(
        main,
        h("h1", {}, "Pediment"),
        h("p", {}, say("lead")),
        field(say("you"), name),
        quick,
        h("div", { class: "two" }, mine, open),
        h("details", { class: "box" }, h("summary", {}, say("set-up")), setUp),
        help,
        h("details", { class: "box" }, h("summary", {}, say("identity")), identity),
    );
    drawIdentity();
    listMine().catch(complain);
    listOpen().catch(complain);
    const games = await get("/games");
    fill(
        quick,
        games.map((game) =>
            h(
                "button",
                { class: "big", type: "button", onclick: attempt(() => found("/tables", oneClick(game.game))) },
                h("b", {}, say("play", { game: nameOf(game.game) })),
                h("small", {}, say("against-scholar")),
            ),
        ),
    );
    fill(
        help,
        games.map(({ game }) => howToPlay(game)),
    );
    drawForm(games);

    function oneClick(game) {
        const options = game === "elysium" ? { families: "first-game" } : {};
        return {
            game,
            options,
            chairs: [
                { kind: "me", name: myName() },
                { kind: "bot", level: QUICK },
            ],
        };
    }

    // A table set up

    function drawForm(games) {
        const form = h("form", {});
        const wanted = {
            game: games[0].game,
            seats: 2,
            chairs: ["bot:scholar", "bot:scholar", "bot:scholar"],
            names: ["", "", ""],
            clock: "none",
        };
        form.addEventListener(
            "submit",
            attempt(() => found("/tables", read())),
        );
        redraw();
        fill(setUp, form);

        function redraw() {
            const game = games.find(({ game }) => game === wanted.game);
            const change =
                (key, as = String) =>
                (event) => {
                    wanted[key] = as(event.target.value);
                    redraw();
                };
            const kinds = [
                ...game.levels.map(({ level }) => [`bot:${level}`, say("seat-is", { level: word("level", level) })]),
                ["open", say("seat-open")],
                ["here", say("seat-here")],
            ];
            const chairs = Array.from({ length: wanted.seats - 1 }, (_, at) => [
                field(
                    say("seat", { n: at + 2 }),
                    select(
                        {
                            "data-key": `chair ${at}`,
                            onchange: (event) => {
                                wanted.chairs[at] = event.target.value;
                                redraw();
                            },
                        },
                        kinds,
                        wanted.chairs[at],
                    ),
                ),
                wanted.chairs[at] === "here" &&
                    field(
                        say("their-name"),
                        h("input", {
                            "data-key": `name ${at}`,
                            required: true,
                            maxlength: 40,
                            value: wanted.names[at],
                            oninput: (event) => (wanted.names[at] = event.target.value),
                        }),
                    ),
            ]);
            const number = (key, value, min, max, step = 1) =>
                field(
                    say(key),
                    h("input", {
                        type: "number",
                        name: key,
                        "data-key": key,
                        min,
                        max,
                        step,
                        value: wanted[key] ?? value,
                        required: true,
                        oninput: (event) => (wanted[key] = event.target.value),
                    }),
                );
            const tick = (key) =>
                h(
                    "label",
                    { class: "tick" },
                    h("input", {
                        type: "checkbox",
                        "data-key": key,
                        checked: Boolean(wanted[key]),
                        onchange: (event) => (wanted[key] = event.target.checked),
                    }),
                    " ",
                    say(key),
                );
            fill(
                form,
                field(
                    say("game"),
                    select(
                        { "data-key": "game", onchange: change("game") },
                        games.map(({ game }) => [game, nameOf(game)]),
                        wanted.game,
                    ),
                ),
                field(
                    say("seats"),
                    select(
                        { "data-key": "seats", onchange: change("seats", Number) },
                        game.seats.map((n) => [n, String(n)]),
                        wanted.seats,
                    ),
                ),
                chairs,
                "families" in game.options &&
                    field(
                        say("families"),
                        select(
                            { "data-key": "families", onchange: change("families") },
                            FAMILIES.map((set) => [set, say(`families.${set}`)]),
                            wanted.families,
                        ),
                    ),
                "gods" in game.options &&
                    field(
                        say("gods"),
                        select(
                            { "data-key": "gods", onchange: change("gods") },
                            ["random", "choose"].map((way) => [way, say(`gods.${way}`)]),
                            wanted.gods,
                        ),
                    ),
                field(
                    say("clock"),
                    select(
                        { "data-key": "clock", onchange: change("clock") },
                        ["none", "live", "days"].map((kind) => [kind, say(`clock.${kind}`)]),
                        wanted.clock,
                    ),
                ),
                wanted.clock === "live" && [number("minutes", 15, 0, 600), number("seconds", 30, 1, 3600)],
                wanted.clock === "days" && number("days", 2, 1, 60),
                tick("chat-on"),
                tick("listed"),
                h("p", { class: "quiet" }, say("by-link")),
                h("button", { class: "main", "data-key": "create" }, say("create")),
            );
        }

        function read() {
            const chairs = Array.from({ length: wanted.seats - 1 }, (_, at) => {
                const [kind, level] = wanted.chairs[at].split(":");
                return kind === "bot"
                    ? { kind, level }
                    : kind === "here"
                      ? { kind: "me", name: wanted.names[at].trim() }
                      : { kind };
            });
            const clock = { kind: wanted.clock };
            for (const key of { none: [], live: ["minutes", "seconds"], days: ["days"] }[wanted.clock]) {
                if (wanted[key] !== undefined) clock[key] = Number(wanted[key]);
            }
            const options =
                wanted.game === "elysium"
                    ? { families: wanted.families ?? "first-game" }
                    : { gods: wanted.gods ?? "random" };
            const house = { clock, chat: Boolean(wanted["chat-on"]), listed: Boolean(wanted.listed) };
            return { game: wanted.game, options, house, chairs: [{ kind: "me", name: myName() }, ...chairs] };
        }
    }

    // Lists of tables

    function row(summary, action) {
        const facts = [
            nameOf(summary.game),
            summary.players.filter(Boolean).join(", "),
            say(`status.${summary.status}`),
        ];
        if (summary.epoch) facts.push(say("elysium.epoch", { n: summary.epoch }));
        if (summary.free) facts.push(say("free-seats", { n: summary.free }));
        return h(
            "li",
            { class: summary.your_turn ? "asked" : null },
            h("a", { class: "button", href: `/t/${summary.table}` }, action),
            " ",
            facts.filter(Boolean).join(" · "),
            " ",
            h("small", {}, timeOf(summary.updated, true)),
            summary.your_turn && [" ", h("mark", {}, say("your-turn"))],
        );
    }

    async function listMine() {
        fill(mine, h("h2", { id: "mine" }, say("my-games")), h("p", { class: "quiet" }, say("loading")));
        const person = kept.me();
        const theirs = person ? await get("/me/tables").catch(() => []) : [];
        const known = new Set(theirs.map(({ table }) => table));
        const here = await Promise.all(
            kept
                .tables()
                .filter(({ id }) => !known.has(id))
                .slice(0, MOST)
                .map(summaryOf),
        );
        const all = [...theirs, ...here.filter(Boolean)].sort(
            (a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated,
        );
        const action = { open: "go-on-playing", running: "go-on-playing", over: "look" };
        fill(
            mine,
            h("h2", { id: "mine" }, say("my-games")),
            all.length
                ? h(
                      "ul",
                      { class: "tables" },
                      all.map((summary) => row(summary, say(action[summary.status]))),
                  )
                : h("p", { class: "quiet" }, say("no-games")),
        );
        if (kept.isUnknown()) drawIdentity();
    }

    /** A table of this browser as it stands, like the server's own summaries; null if it is gone. */
    async function summaryOf({ id, at }) {
        try {
            const { table, views } = await get(`/tables/${id}`, { keys: kept.keys(id) });
            const asked = views.some(({ seat, prompt }) => prompt && table.seats[seat].level === null);
            const players = table.seats.map((seat) => seat.name);
            return {
                table: id,
                game: table.game,
                status: table.status,
                players,
                free: table.seats.filter(({ kind }) => kind === "free").length,
                epoch: table.status === "running" ? views[0]?.view.epoch : null,
                your_turn: asked,
                updated: at / 1000,
            };
        } catch (problem) {
            if (problem.code === "no-table") kept.forget(id);
            return null;
        }
    }

    async function listOpen() {
        const [waiting, running] = await Promise.all([get("/tables?status=open"), get("/tables?status=running")]);
        const rows = [
            ...waiting.map((summary) => row(summary, say("join"))),
            ...running.slice(0, MOST).map((summary) => row(summary, say("watch"))),
        ];
        fill(
            open,
            h("h2", { id: "open" }, say("public")),
            rows.length ? h("ul", { class: "tables" }, rows) : h("p", { class: "quiet" }, say("no-public")),
        );
    }

    // The identity

    function drawIdentity() {
        const person = kept.me();
        if (!person) {
            const make = attempt(async () => {
                const made = await post("/people", { name: myName() });
                kept.setMe({ key: made.key, name: made.name });
                drawIdentity();
            });
            fill(
                identity,
                h("p", {}, say("identity-why")),
                h("button", { type: "button", onclick: make }, say("identity-make")),
            );
            return;
        }
        const forget = (event) => {
            if (event.target.dataset.sure) {
                kept.setMe(null);
                drawIdentity();
                listMine().catch(complain);
            }
            event.target.dataset.sure = "yes";
            event.target.textContent = say("identity-forget-sure");
        };
        fill(
            identity,
            h("p", {}, kept.isUnknown() ? say("identity-unknown") : say("identity-is", { name: person.name })),
            link(say("identity-link"), `${location.origin}/#me=${person.key}`),
            h("p", { class: "quiet" }, say("identity-secret")),
            h("button", { type: "button", onclick: forget }, say("identity-forget")),
        );
    }
}
