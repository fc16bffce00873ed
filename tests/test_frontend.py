"""The sources of the browser table: complete in both languages, the server's words, a figure for every card."""

from __future__ import annotations

import fcntl
import itertools
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pediment
from frontend import build
from pediment.bots import levels
from tests import wire_types

ROOT = Path(__file__).parent.parent
FRONTEND = ROOT / "frontend"
SOURCES = sorted(
    path for path in (FRONTEND / "src").rglob("*") if path.suffix in {".ts", ".svelte"} and "texts" not in path.parts
)


def run(script: str, given: object = None) -> Any:
    """What a module prints as JSON, given something as JSON; Node reads the sources' TypeScript as it is."""
    node, _ = build.node()
    command = [node, "--no-warnings", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=60, cwd=FRONTEND)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@cache
def texts() -> dict[str, dict[str, dict[str, str]]]:
    """All texts: by language, by file, by key."""
    found: dict[str, dict[str, dict[str, str]]] = run(
        """
        import { globSync } from "node:fs";
        const found = {};
        for (const language of ["en", "fr"]) {
            found[language] = {};
            const files = [`src/texts/${language}/*.ts`, `src/{games/*,analysis}/texts/${language}.ts`];
            for (const file of globSync(files).sort())
                found[language][file.replace(`texts/${language}`, "texts/")] =
                    (await import(`${process.cwd()}/${file}`)).default;
        }
        console.log(JSON.stringify(found));
        """
    )
    return found


@cache
def known() -> dict[str, str]:
    """All English texts by key."""
    return {key: text for file in texts()["en"].values() for key, text in file.items()}


def places(text: str) -> list[str]:
    """The parameters of a text."""
    return sorted(set(re.findall(r"\{(\w+)", text)))


def test_every_text_is_there_in_both_languages() -> None:
    assert list(texts()["en"]) == list(texts()["fr"])
    for file, english in texts()["en"].items():
        french = texts()["fr"][file]
        assert list(english) == list(french), file
        for key, text in english.items():
            assert text.strip(), key
            assert french[key].strip(), key
            assert places(text) == places(french[key]), key


def test_no_key_is_in_two_files() -> None:
    assert sum(len(file) for file in texts()["en"].values()) == len(known())


NUMBERS = [0, 1, 2]
CARDS = {"en": ["Initiation (Athena)", "a Citizen"], "fr": ["Assemblée (Hadès)", "L’obole de Charon", "un Citoyen"]}
NAMES = ["Ariane", "Hélène", "Marc"]
NUMERIC = {
    "days",
    "deck",
    "disc",
    "done",
    "hours",
    "kinds",
    "level",
    "lost",
    "minutes",
    "n",
    "of",
    "points",
    "seconds",
    "vp",
}
"""Parameters that are numbers; those of a plural are, too."""


@cache
def filled(language: str) -> list[tuple[str, str]]:
    """Every text with everything hard that can stand in its places, by key."""
    asked = []
    for file in texts()[language].values():
        for key, text in file.items():
            plural = set(re.findall(r"\{(\w+):", text))
            kinds = [
                NUMBERS if name in NUMERIC | plural else CARDS[language] if name in {"card", "cards", "move"} else NAMES
                for name in places(text)
            ]
            asked += [(key, text, dict(zip(places(text), values, strict=True))) for values in itertools.product(*kinds)]
    said: list[str] = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ fill }} from "{FRONTEND}/src/lib/phrase.ts";
        const asked = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(asked.map(([, text, params]) => fill(text, "{language}", params))));
        """,
        asked,
    )
    return [(key, text) for (key, _, _), text in zip(asked, said, strict=True)]


def test_texts_are_filled_in_as_the_engine_does_it() -> None:
    """The cases are those of the engine's catalogues, too (tests/core/test_texts.py)."""
    cases = json.loads((ROOT / "tests" / "phrases.json").read_text(encoding="utf-8"))
    said = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ fill }} from "{FRONTEND}/src/lib/phrase.ts";
        const cases = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(cases.map(({{ text, language, params }}) => fill(text, language, params))));
        """,
        cases,
    )
    assert said == [case["said"] for case in cases]


WRONG = {
    "en": {
        "a number that does not agree": r"\b1 (?!is\b|bonus\b)[a-z]+s\b",
        "a space before a sign": r"[ \u00a0][;:!?%]",
    },
    "fr": {
        "a number that does not agree": r"\b[01] (?!fois\b|sans\b)[a-zà-ü]+s\b",
        "no elision": r"(?<!-)\b(?:[dD]e|[qQ]ue|[lL]e|[lL]a|[nN]e|[sS]e) (?=[AEIOUÀÂÉÈÊÎÔÛaeiouàâéèêîôû]|H[aeéè])",
        "no no-break space": r"[^\u00a0←→ ][;:!?»](?!/)|[^\u00a0][%]|«(?!\u00a0)| [;:!?%»]",
    },
}
WRONG_ANYWHERE = {
    "a straight quote": r"""['"`]""",
    "brackets in brackets": r"\([^()]*\(",
    "two colons in a sentence": r":[^.;?!]*:",
    "dots instead of an ellipsis": r"\.\.\.",
    "two spaces": r"  ",
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("wrong", sorted({*WRONG["en"], *WRONG["fr"], *WRONG_ANYWHERE}))
def test_no_text_goes_wrong_with_what_is_filled_in(wrong: str, language: str) -> None:
    pattern = (WRONG[language] | WRONG_ANYWHERE).get(wrong, "$^")
    assert sorted({(key, text) for key, text in filled(language) if re.search(pattern, text)}) == []


def test_such_texts_would_be_found() -> None:
    """As they once stood on the page."""
    for wrong, text in {
        "a number that does not agree": "you have only 1 columns left",
        "a space before a sign": "95 %",
    }.items():
        assert re.search(WRONG["en"][wrong], text)
    for wrong, text in {
        "a number that does not agree": "Aller au présent (1 coups)",
        "no elision": "Domaine de Ariane",
        "no no-break space": "Niveau 1: Zeus",
    }.items():
        assert re.search(WRONG["fr"][wrong], text)
    for wrong, text in {
        "a straight quote": "C'est à vous",
        "brackets in brackets": "carte (Assemblée (Hadès))",
        "two colons in a sentence": "pouvoir Activé : Défaussez une carte : faites un transfert",
        "dots instead of an ellipsis": "More choices...",
        "two spaces": "a  b",
    }.items():
        assert re.search(WRONG_ANYWHERE[wrong], text)


@cache
def source() -> str:
    """All sources but the texts."""
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def test_every_text_that_is_said_exists() -> None:
    said = set(re.findall(r"""\bsay\(\s*["'`]([^"'`$]+)["'`]""", source()))
    assert said
    assert sorted(said - set(known())) == []
    begun = set(re.findall(r"\bsay\(\s*`([^`$]+)\$\{", source()))
    assert sorted(start for start in begun if not any(key.startswith(start) for key in known())) == []


def test_every_text_is_said_somewhere() -> None:
    quoted = set(re.findall(r"""["'`]([\w.-]+)["'`]""", source()))
    begun = tuple(set(re.findall(r"`([\w.-]+[.-])\$\{", source())))
    parts = re.findall(r"`([\w.-]*)\$\{[^}`]*\}([\w.-]*)`", source())
    made = re.compile("|".join(f"{re.escape(start)}.+{re.escape(end)}" for start, end in parts if start) or "$^")
    unsaid = [key for key in known() if key not in quoted and not key.startswith(begun) and not made.fullmatch(key)]
    assert unsaid == []


def test_levels_colours_and_gods_have_their_words() -> None:
    for level in levels():
        assert f"level.{level}" in known()
    facts = pediment.game("elysium")
    for card in facts.cards():
        assert f"god.{facts.card(card, 'en')['family']}" in known()


def test_the_types_of_the_wire_are_the_servers() -> None:
    """`make derived` makes them; where the tool is there, the whole file is compared, else what it was made from."""
    found = wire_types.FILE.read_text(encoding="utf-8")
    assert found.startswith(wire_types.head()), "the server's schema is another one now: make derived"
    if wire_types.TOOL.exists():
        assert found == wire_types.written()


def figures(expression: str) -> Any:
    """What an expression says about the figures of the cards."""
    return run(
        """
        import { globSync } from "node:fs";
        import { registerHooks } from "node:module";
        const files = globSync(`${process.cwd()}/src/games/*/figures.ts`);
        const scenes = files.map((file, n) => `import g${n} from "file://${file}";`).join("")
            + `export const SCENES = { ${files.map((_, n) => `...g${n}`).join(", ")} };`;
        registerHooks({
            resolve: (name, context, next) =>
            name === "./scenes"  // which Vite gathers
                ? { url: `data:text/javascript,${encodeURIComponent(scenes)}`, format: "module", shortCircuit: true }
                : next(name.startsWith(".") && !name.endsWith(".json") ? `${name}.ts` : name, context),
            load: (url, context, next) =>
                next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context) });
        const { FIGURES, standIn } = await import(`${process.cwd()}/src/art/figures.ts`);
        """
        + f"console.log(JSON.stringify({expression}));"
    )


def test_every_card_and_creature_has_a_figure_and_a_card_that_was_added_its_familys_emblem() -> None:
    table = (ROOT / "tests/games/elysium/data/elysium-cards.csv").read_text(encoding="utf-8")
    printed = [line.partition(",")[0] for line in table.splitlines()[1:]]
    ephyran = pediment.game("ephyran")
    halves = [half for card in ephyran.cards() for half in ephyran.card(card, "en")["halves"]]
    names = printed + sorted({half.get("creature") or half["support"] for half in halves}) + ["Dionysus"]
    drawn = figures("FIGURES")
    assert sorted(set(names) - set(drawn)) == []
    added = [card for card in pediment.game("elysium").cards() if card not in drawn] + ["apollo.new", "zeus.hercules2"]
    assert figures(f"{json.dumps(added)}.map(standIn)") == [card.partition(".")[0] for card in added]
    assert figures(f"{json.dumps([*names, 'nobody.new'])}.filter(standIn)") == []


def test_a_game_is_named_in_its_own_folder_only() -> None:
    """The rest of the page knows games by what the server tells, and finds their folders by name."""
    named = re.compile("|".join(pediment.games()), re.IGNORECASE)
    games = FRONTEND / "src" / "games"
    files = [path for path in (FRONTEND / "src").rglob("*") if path.is_file()]
    outside = [path for path in files if not any(path.is_relative_to(games / game) for game in pediment.games())]
    assert len(outside) > 50
    assert [path.name for path in outside if named.search(path.read_text(encoding="utf-8"))] == []
    reached = re.compile(r"""(?:from|import\() ?["'][./]*games/(?!kit"|registry")""")
    assert [path.name for path in outside if reached.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("game", pediment.games())
def test_a_game_does_not_reach_into_another(game: str) -> None:
    others = "|".join(other for other in [*pediment.games(), "generic"] if other != game)
    for path in (FRONTEND / "src" / "games" / game).rglob("*"):
        if path.is_file():
            assert not re.search(rf"""["'][./]+/(?:games/)?(?:{others})/""", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(FRONTEND).as_posix())
def test_nothing_is_inline_and_nothing_leads_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r'\sstyle="[^"{]', text), "the policy forbids inline styles"
    assert "{@html" not in text
    assert "innerHTML" not in text
    assert "text-overflow" not in text, "nothing is cut off by an ellipsis"
    assert '"smooth"' not in text or path.name == "motion.svelte.ts", (
        "whoever wants no motion sees none: scrolling() knows"
    )
    assert not re.search(r"https?://(?!www\.w3\.org/)[a-z]", text)
    assert len(text.splitlines()) <= 500 or "`make derived` makes this file" in text


def test_the_document_has_nothing_inline() -> None:
    text = (FRONTEND / "index.html").read_text(encoding="utf-8")
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"\son\w+=", text)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", text) == [""]


def test_no_file_of_the_tools_names_a_host() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    bindings = [name for name in lock["packages"] if "@rolldown/binding-" in name]
    assert len(bindings) > 3, "the lock must serve other machines too"


def test_tools_are_fetched_by_one_process_at_a_time() -> None:
    """`make test` builds the page and checks it side by side."""
    command = [sys.executable, str(FRONTEND / "build.py"), "tools"]
    with (FRONTEND / "package-lock.json").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(subprocess.TimeoutExpired):
            subprocess.run(command, timeout=5, check=True)


_SIZES = """
    import { readFileSync } from "node:fs";
    import { fitOf, heightOf, isWorthMoving, rearranged, sizesOf, stillFits } from "./src/games/elysium/size.ts";
    const measure = (words, pixels, bold) => words.length * pixels * (bold ? 0.5 : 0.46);
    const print = { least: 13, language: "en", measure };
    const faceOf = (length) => {
        const text = "word ".repeat(length / 5);
        return { name: "Hercules", text, short: "word word", dots: 1, words: ["Trigger"], ring: true };
    };
    const many = (n, face) => Array(n).fill(face);
    const given = JSON.parse(readFileSync(0, "utf8"));
"""
_FITS = (
    _SIZES
    + """
    const found = given.map(({ seats, length, ...more }) => {
        const face = faceOf(length);
        const places = 3 * seats + 1;
        const cards = { agora: many(places, face), oracle: many(more.oracle, face), domain: many(more.domain, face) };
        const room = { ...more, places, ...cards, coming: 0, likely: [], apart: more.oracle ? 26 : 0 };
        const sizes = sizesOf(room, print);
        const fit = fitOf(face, { ...sizes, height: sizes.agora.height }, print);
        const need = heightOf(face, fit.brief, sizes.width, fit.type, print, sizes.beside);
        return { ...sizes, fit, need, still: stillFits(sizes, room, print) };
    });
    console.log(JSON.stringify(found));
"""
)
_ROOM = (
    _SIZES
    + """
    const roomOf = ({ agora, domain, coming, length, likely }) => ({
        width: 964, height: 400, whole: true, apart: 0, places: agora, oracle: [], coming,
        agora: many(agora, faceOf(length)), domain: many(domain, faceOf(length)), likely: many(1, faceOf(likely)),
    });
"""
)
# The sizes of an Agora and a Domain of so many cards, then whether they still do for others
_KEPT = (
    _ROOM
    + """
    const found = given.map(([before, ...later]) => {
        const sizes = sizesOf(roomOf(before), print);
        return later.map((room) => {
            const others = sizesOf({ ...roomOf(room), before: sizes.column }, print);
            const isSteady = others.column === sizes.column;
            return [stillFits(sizes, roomOf(room), print), isWorthMoving(others, sizes), isSteady];
        });
    });
    console.log(JSON.stringify(found));
"""
)


def test_cards_on_the_table_use_the_room_and_their_text_fits() -> None:
    rooms = [
        {
            "width": width,
            "height": height,
            "seats": seats,
            "oracle": oracle,
            "domain": domain,
            "length": length,
            "whole": whole,
        }
        for (width, height), seats, oracle, domain, length, whole in itertools.product(
            [(964, 400), (1400, 700), (1900, 1000)], [2, 3, 4], [0, 4], [0, 3, 9], [20, 60, 140], [False, True]
        )
    ]
    for room, found in zip(rooms, run(_FITS, rooms), strict=True):
        agora, domain, width = found["agora"], found["domain"], found["width"]
        columns = agora["columns"] + found["oracle"]["columns"]
        assert agora["columns"] * agora["rows"] >= 3 * room["seats"] + 1, room
        assert columns * width + (columns - 1) * 6 <= room["width"], room
        assert found["need"] <= agora["height"], room  # whatever is said fits
        assert found["fit"]["type"] >= 13, room
        assert found["still"], room
        used = agora["rows"] * (agora["height"] + 6) + (domain["shown"] if room["domain"] else 0)
        lacks = (
            used > room["height"] + 6
        )  # then the table scrolls: with many long texts, or where none may be shortened
        assert not lacks or room["length"] == 140 or room["whole"], room
        figure = found["agora"]["height"] - found["need"]  # or beside name and facts
        assert found["fit"]["faint"] == (not found["beside"] and figure < 38), room
        assert not found["fit"]["brief"] or (not room["whole"] and room["width"] < 1000), room


# The sizes of an Agora and a Domain of so many cards, then those with a Domain that has more of them
_NARROWED = (
    _ROOM
    + """
    const [before, ...later] = given;
    const sizes = sizesOf(roomOf(before), print);
    const found = later.map((room) => {
        const next = rearranged(sizes, roomOf(room), print);
        return next && { ...next, fits: stillFits(next, roomOf(room), print) };
    });
    console.log(JSON.stringify([sizes, ...found]));
"""
)


def test_a_domain_that_grows_becomes_narrower_before_anything_else_moves() -> None:
    """At 1366 x 768 with two seats: seven columns, which become nine; for more, or for long texts, there is no room."""
    start = {"agora": 7, "domain": 7, "coming": 0, "length": 40, "likely": 40}
    nine = start | {"domain": 9}
    before, after, same, many, long = run(
        _NARROWED, [start, nine, start, start | {"domain": 12}, nine | {"length": 400}]
    )
    assert (before["domain"]["columns"], before["domain"]["width"]) == (7, before["width"])
    assert {key: value for key, value in after.items() if key not in ("domain", "fits")} == {
        key: value for key, value in before.items() if key != "domain"
    }
    domain = after["domain"]
    assert (domain["columns"], domain["rows"], domain["height"]) == (9, 1, before["domain"]["height"])
    assert 9 * domain["width"] + 8 * 6 <= 964
    assert after["fits"]
    assert same["domain"] == before["domain"]
    assert many is None
    assert long is None


def test_where_a_table_scrolls_a_row_of_the_domain_is_seen() -> None:
    """Four seats with an Oracle, long texts, and no room for all of it."""
    room = {"width": 964, "height": 300, "seats": 4, "oracle": 4, "domain": 9, "length": 140, "whole": True}
    [found] = run(_FITS, [room])
    assert found["area"] < 0
    assert found["domain"]["shown"] == found["domain"]["height"]


def test_more_room_never_makes_cards_smaller() -> None:
    rooms = [
        {
            "width": 964 + 60 * n,
            "height": 400 + 30 * n,
            "seats": 3,
            "oracle": 0,
            "domain": 5,
            "length": 60,
            "whole": False,
        }
        for n in range(16)
    ]
    areas = [found["width"] * found["agora"]["height"] for found in run(_FITS, rooms)]
    assert areas == sorted(areas)


def test_sizes_stay_while_cards_come_that_they_foresaw() -> None:
    """At 1366 x 768 with two seats: an Agora of seven, a Domain of four, three cards to come."""
    start = {"agora": 7, "domain": 4, "coming": 3, "length": 40, "likely": 60}
    taken = {"agora": 4, "domain": 7, "coming": 0, "length": 40, "likely": 60}
    longer = taken | {"length": 60}
    crowded = taken | {"domain": 9}
    longest = taken | {"length": 400}
    emptier = {"agora": 2, "domain": 3, "coming": 0, "length": 40, "likely": 40}
    [[unchanged, later, foreseen, more, none, few]] = run(
        _KEPT, [[start, start, taken, longer, crowded, longest, emptier]]
    )
    assert unchanged == [True, False, True]
    assert later == [True, False, True]
    assert foreseen == [True, False, True]
    assert more[0] is False  # a row is lacking
    assert none[0] is False
    assert few == [True, True, False]  # cards become so much larger that they may move


ELYSIUM_LOG_MEANING = """{
    isDeed: ({ event }) => ["take", "use"].includes(event),
    isMinorDeed: ({ event }) => event === "dismiss",
    gains: ({ event, seat, n, counter }) => event === "gain" ? [{ seat, of: counter, n }] : [],
    isPrize: () => false,
    things: ({ event, n }) => event === "quest" ? [`quest ${n}`] : [],
}"""

# Before a script that runs modules which keep state: without the compiler, what they keep is just not watched.
_STATEFUL = """
    import { readFileSync } from "node:fs";
    import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(name.startsWith(".") ? `${name}.ts` : name, context) });
    globalThis.$state = Object.assign((value) => value, { raw: (value) => value });
    const source = (path) => import(`${process.cwd()}/src/${path}.ts`);
    const { learn, speak } = await source("lib/texts.svelte");
    const catalogue = async (path) => {
        const [en, fr] = await Promise.all(["en", "fr"].map((language) => source(path.replace("*", language))));
        learn({ en: en.default, fr: fr.default });
    };
    const given = JSON.parse(readFileSync(0, "utf8"));
"""


def test_numbers_are_written_with_the_sign_that_is_wanted() -> None:
    cases = [
        (0, {}, "0"),
        (-3, {}, "−3"),
        (2, {"signDisplay": "always"}, "+2"),
        (0, {"signDisplay": "always"}, "+0"),
        (2, {"signDisplay": "exceptZero"}, "+2"),
        (0, {"signDisplay": "exceptZero"}, "0"),
        (-2, {"signDisplay": "exceptZero"}, "−2"),
        (-2, {"signDisplay": "never"}, "2"),
        (1.5, {"signDisplay": "exceptZero"}, "+1.5"),
        (2000, {"signDisplay": "exceptZero"}, "+2,000"),
    ]
    said = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ written }} from "{FRONTEND}/src/lib/numbers.ts";
        const cases = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(cases.map(([n, options]) => written(n, "en", options))));
        """,
        cases,
    )
    assert said == [wanted for _, _, wanted in cases]


def test_what_elysiums_players_gain_and_pay_is_summed_up() -> None:
    found = run(
        _STATEFUL
        + """
        await catalogue("games/elysium/texts/*");
        const { logMeaning } = await source("games/elysium/log-meaning");
        console.log(JSON.stringify(given.map((entry) => logMeaning.gains(entry))));
        """,
        [
            {"event": "gain", "seat": 1, "n": 2, "counter": "vp"},
            {"event": "give", "seat": 0, "n": 1, "counter": "gold", "to": 1},
            {"event": "convert", "seat": 1, "n": 3, "counter": "gold", "into": "vp"},
            {"event": "transfer", "seat": 1, "card": "zeus.triumph", "legend": 1, "n": 2},
            {"event": "quest", "seat": 1, "n": 2},
        ],
    )
    assert found == [
        [{"seat": 1, "of": "VP", "n": 2}],
        [{"seat": 0, "of": "Gold", "n": -1}, {"seat": 1, "of": "Gold", "n": 1}],
        [{"seat": 1, "of": "Gold", "n": -3}, {"seat": 1, "of": "VP", "n": 3}],
        [{"seat": 1, "of": "Gold", "n": -2}],
        [],
    ]


def test_a_note_that_comes_too_late_is_not_shown() -> None:
    """Neither after a newer one, nor to another question."""
    found = run(
        _STATEFUL
        + """
        const { explain, explanation } = await source("lib/explain.svelte");
        const answers = {};
        const at = { prompt: "first", why: (label) => new Promise((done) => (answers[label] = done)) };
        const [slow, quick] = [explain(null, at, "slow"), explain(null, at, "quick")];
        answers.quick({ text: "quick", rule: "" });
        answers.slow({ text: "slow", rule: "" });
        await Promise.all([slow, quick]);
        const late = explain(null, at, "late");
        at.prompt = "second";
        answers.late({ text: "late", rule: "" });
        await late;
        const { text, prompt } = explanation();
        console.log(JSON.stringify([text, prompt]));
        """
    )
    assert found == ["quick", "first"]


def test_lines_of_others_are_unread_until_one_has_read_them() -> None:
    chat = [{"at": at, "seat": seat, "text": "x"} for at, seat in ((1.5, 0), (2.5, 1), (3.5, 2), (4.5, 1))]
    found = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ unreadOf }} from "{FRONTEND}/src/table/unread.ts";
        const chat = JSON.parse(readFileSync(0, "utf8"));
        const cases = [[chat, 0, [0]], [chat, 2.5, [0]], [chat.slice(1), 2.5, [2]], [chat, 4.5, []]];
        console.log(JSON.stringify(cases.map((one) => unreadOf(...one))));
        """,
        chat,
    )
    assert found == [3, 2, 1, 0]


def test_bots_are_listed_in_the_language_of_the_page() -> None:
    found = run(
        _STATEFUL
        + """
        await catalogue("texts/*/common");
        await catalogue("texts/*/lobby");
        const { listedNames } = await source("lib/players");
        speak("fr");
        console.log(JSON.stringify(given.map(listedNames)));
        """,
        [
            {"players": ["Ana", "Shepherd", "Shepherd 2", ""], "bots": [None, "shepherd", "shepherd", None]},
            {"players": ["Ana", "Shepherd"], "bots": []},
        ],
    )
    assert found == [["Ana", "Berger", "Berger 2", ""], ["Ana", "Shepherd"]]


LOG = [
    {"event": "take", "seat": 0, "card": "a", "cause": None, "text": "You take A.", "rule": ""},
    {
        "event": "gain",
        "seat": 1,
        "n": 1,
        "counter": "Gold",
        "cause": "a",
        "text": "Ben receives 1 Gold. [A]",
        "rule": "",
    },
    {"event": "use", "seat": 1, "card": "b", "cause": None, "text": "Ben uses B.", "rule": ""},
    {
        "event": "gain",
        "seat": 1,
        "n": 2,
        "counter": "Gold",
        "cause": "b",
        "text": "Ben receives 2 Gold. [B]",
        "rule": "",
    },
    {"event": "take", "seat": 1, "card": "c", "cause": None, "text": "Ben takes C.", "rule": ""},
    {"event": "dismiss", "seat": 1, "cause": None, "text": "Ben dismisses the red column.", "rule": ""},
    {"event": "quest", "seat": 1, "n": 2, "cause": None, "text": "Ben takes Quest 2.", "rule": ""},
    {"event": "agora", "cards": ["d"], "cause": None, "text": "New in the Agora: D.", "rule": ""},
    {"event": "gain", "seat": 2, "n": 1, "counter": "VP", "cause": "c", "text": "Eva receives 1 VP. [C]", "rule": ""},
]


def test_what_happened_since_ones_turn_is_read_from_the_log() -> None:
    found = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ changed, forced, recap, sinceOf, withoutCause }} from "{FRONTEND}/src/lib/since.ts";
        const log = JSON.parse(readFileSync(0, "utf8"));
        const logMeaning = {ELYSIUM_LOG_MEANING};
        const of = (seat) => {{
            const from = sinceOf(log, seat, logMeaning);
            const lines = log.slice(from);
            const names = ["Ana", "Ben", "Eva"];
            const touched = [...changed(lines, seat, logMeaning)];
            return {{ from, recap: recap(lines, seat, names, logMeaning), changed: touched }};
        }};
        const unasked = [1, 0].map((chosen) => forced(log, 1, chosen, logMeaning));
        console.log(JSON.stringify([of(0), of(1), of(2), withoutCause(log[1]), unasked]));
        """,
        LOG,
    )
    mine, theirs, newcomer, told, unasked = found
    gold, vp = {"seat": 1, "of": "Gold", "n": 2}, {"seat": 2, "of": "VP", "n": 1}
    assert mine["from"] == 2, "what one's own card gave others is no news"
    assert mine["recap"] == [
        {"seat": 1, "deeds": ["Ben uses B", "takes C"], "gains": [gold]},
        {"seat": 2, "deeds": [], "gains": [vp]},
    ]
    assert mine["changed"] == ["b", "c", "quest 2"]
    assert (theirs["from"], theirs["recap"]) == (6, [{"seat": 2, "deeds": [], "gains": [vp]}])
    assert newcomer["from"] == 0
    assert [one["seat"] for one in newcomer["recap"]] == [0, 1]
    assert told == {"text": "Ben receives 1 Gold.", "cause": "A"}
    assert unasked == [["Ben takes C."], ["Ben uses B.", "Ben takes C."]]


SEAT = {"name": "Ana", "kind": "person", "level": None, "present": True, "reserved": False}
BOT, FREE = SEAT | {"kind": "bot"}, SEAT | {"kind": "free"}


@pytest.mark.parametrize(
    ("status", "seats", "yours", "host", "may"),
    [
        ("running", [SEAT, BOT], [0], 0, True),
        ("over", [SEAT, SEAT], [0, 1], 0, True),
        ("over", [SEAT, SEAT], [0], 0, False),
        ("open", [SEAT, SEAT, FREE], [0], 0, True),
        ("open", [SEAT, SEAT, FREE], [1], 0, False),
        ("over", [SEAT, BOT], [], 0, False),
    ],
)
def test_a_table_is_deleted_only_by_those_to_whom_it_belongs(
    status: str, seats: list[object], yours: list[int], host: int, may: bool
) -> None:
    found = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ mayDelete }} from "{FRONTEND}/src/table/rights.ts";
        console.log(JSON.stringify(mayDelete(JSON.parse(readFileSync(0, "utf8")))));
        """,
        {"status": status, "seats": seats, "yours": yours, "host": host},
    )
    assert found is may


def test_others_are_people_who_have_a_seat_that_is_not_the_same_persons() -> None:
    """As a spectator sees it, a player on the first seat, and one on the first two; then from the first seat."""
    alone, hot_seat = [SEAT, BOT], [SEAT, SEAT, BOT]
    asked = [[alone, []], [alone, [0]], [hot_seat, []], [hot_seat, [0]], [hot_seat, [0, 1]]]
    found = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ hasOthers }} from "{FRONTEND}/src/table/rights.ts";
        const asked = JSON.parse(readFileSync(0, "utf8"));
        const seen = asked.map(([seats, yours]) => [hasOthers({{ seats, yours }}), hasOthers({{ seats, yours }}, 0)]);
        console.log(JSON.stringify(seen));
        """,
        asked,
    )
    assert found == [[True, False], [False, False], [True, True], [True, True], [False, False]]


def test_no_two_sounds_are_alike() -> None:
    tones = run(f'import {{ TONES }} from "{FRONTEND}/src/lib/tones.ts"; console.log(JSON.stringify(TONES));')
    assert set(tones) == {"move", "turn", "epoch", "prize", "victory", "shared", "defeat"}
    tunes = [tuple(pitch for pitch, _, _ in notes) for notes in tones.values()]
    assert len(set(tunes)) == len(tunes)
    for notes in tones.values():
        assert max(at + length for _, at, length in notes) < 2, "short"


def test_what_is_read_stands_beside_it_and_on_no_list() -> None:
    card, chip, hints, bar = [400, 300, 500, 400], [900, 300, 980, 340], [600, 300, 990, 690], [0, 410, 600, 470]
    cases = [
        ([card, [200, 100], [], []], [510, 300]),
        ([card, [200, 100], [hints], []], [190, 300]),
        ([card, [200, 300], [hints], [bar]], [190, 100]),  # above the bar
        ([card, [450, 600], [hints], [bar]], [10, 50]),  # rather on the card and the bar than on the hints
        ([chip, [450, 600], [], [bar]], [440, 20]),  # rather on the bar than on what is read
    ]
    found = run(
        f"""
        import {{ readFileSync }} from "node:fs";
        import {{ placeFor }} from "{FRONTEND}/src/lib/placement.ts";
        Object.assign(globalThis, {{ innerWidth: 1000, innerHeight: 700 }});
        const box = ([left, top, right, bottom]) =>
            ({{ left, top, right, bottom, width: right - left, height: bottom - top }});
        const cases = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(cases.map(([by, [width, height], kept, spared]) => {{
            const others = {{ kept: kept.map(box), spared: spared.map(box) }};
            const {{ left, top }} = placeFor(box(by), {{ width, height }}, "side", others);
            return [left, top];
        }})));
        """,
        [case for case, _ in cases],
    )
    assert found == [place for _, place in cases]
