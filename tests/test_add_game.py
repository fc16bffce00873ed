"""A third game, brought by another package exactly as docs/add-a-game.md says, works everywhere."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.bots import levels
from pediment.core.kit import Kit
from pediment.core.texts import Texts
from pediment.terminal.commands import COMMANDS
from pediment.terminal.messages import Messages
from tests.pebbles import PAGE, distribution, install, project
from tests.server.playing import ANALYSIS_PATIENCE, Client, Running, serving, wait_for
from tests.server.test_serve import Serving
from tests.terminal.conftest import run
from tests.terminal.running import Run
from tests.test_docs import ROOT

__all__ = ["run"]

OWN = ["elysium", "ephyran"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of the page."""
    return distribution(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module", autouse=True)
def registered(site: Path) -> Iterator[None]:
    """The package is found by this process and by those that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))
        pediment._kits.cache_clear()
        yield
    pediment._kits.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game."""
    match = pediment.Match(pediment.game("pebbles"), seats=2, seed=3, copies=2)
    while not match.over:
        match.play(match.options()[len(match.state.actions) % 2])
    file = tmp_path_factory.mktemp("records") / "pebbles.json"
    file.write_text(json.dumps(match.record()), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a server with a table of Pebbles, whose id stands beside it."""
    file = tmp_path_factory.mktemp("kept") / "tables.sqlite"
    with serving(file, workers=1) as server:
        chairs = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]
        seated = server.client().new_table("pebbles", chairs, house={"listed": True})
    file.with_name("table").write_text(seated["table"], encoding="utf-8")
    return file


def test_it_is_registered(site: Path) -> None:
    assert pediment.games() == [*OWN, "pebbles"]
    kit = pediment.kit("pebbles")
    assert (kit.name, kit.title, kit.hands_hidden, kit.terminal_board, kit.ratings) == (
        "pebbles",
        "Pebbles",
        True,
        "",
        None,
    )
    game = pediment.game("pebbles")
    assert Path(sys.modules[type(game).__module__].__file__ or "") == site / "pebbles" / "game.py"
    assert pediment.game("pebbles") is game


def test_a_wheel_of_the_page_has_all_of_it(site: Path, tmp_path: Path) -> None:
    """What pip builds of the sources that the page shows is what the other tests here have installed."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-build-isolation", "--no-deps"]
    command = [*pip, "--no-index", "--wheel-dir", str(tmp_path), str(project(tmp_path / "sources"))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        built = {name: archive.read(name) for name in archive.namelist()}
    files = {
        file.relative_to(site).as_posix(): file.read_bytes()
        for file in (site / "pebbles").rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    assert {name: text for name, text in built.items() if name.startswith("pebbles/")} == files
    assert len([name for name in files if name.startswith("pebbles/texts/")]) >= 2
    entries = "pebbles-1.0.dist-info/entry_points.txt"
    assert built[entries].decode().strip() == (site / entries).read_text(encoding="utf-8").strip()


# The commands

BOT = shlex.join([sys.executable, str(ROOT / "examples" / "bots" / "shortest_bot.py")])
CALLS: dict[str, list[tuple[list[str], int, str]]] = {
    "play": [
        (["pebbles", "--copies", "2", "--seed", "3", "--players", "human,shepherd"], 0, "Welcome to Pebbles: "),
        (["pebbles", "--copies", "2", "--seed", "3", "--language", "fr"], 0, "0 point"),
        (["pebbles", "--copies", "30"], 2, "--copies must be a number from 1 to 9, not 30 (P1)"),
        (["pebbles", "--families", "opulence"], 2, "unknown option “families”; pebbles has copies"),
        (["pebbles", "--edition", "RECORD"], 2, "Pebbles has no editions"),
        (["--help"], 0, "  --copies C            Pebbles: number of pebbles of each value, 1 to 9,\n"),
        (["--load", "RECORD", "--players", "human,shepherd"], 0, "open "),
    ],
    "cards": [
        (["--game", "pebbles"], 0, "4 cards."),
        (["--id", "3"], 0, "hidden  3"),
        (["--game", "pebbles", "--family", "zeus"], 2, "no cards have --family in pebbles"),
    ],
    "lesson": [(["pebbles"], 1, "there is no lesson for Pebbles")],
    "puzzles": [(["--game", "pebbles"], 1, "there are no puzzles for Pebbles")],
    "rules": [
        (["--game", "pebbles"], 0, "Pebbles"),
        (["P3"], 0, "Whoever shows a 4"),
        (["--game", "pebbles", "--json", "-"], 0, '"game": "pebbles"'),
        (["pebble"], 0, "P1"),
        ([], 0, "E7"),
    ],
    "replay": [
        (["RECORD"], 0, "Player 1"),
        (["RECORD", "--board", "--at", "3"], 0, "bag size"),
        (["RECORD", "--seat", "1", "--language", "fr"], 0, "Joueur 1"),
    ],
    "verify": [(["RECORD", "--draws"], 0, "replays")],
    "score": [
        (["RECORD"], 0, "Total"),
        (["RECORD", "--json", "-"], 0, '"over": true'),
        (["POSITION"], 0, "Player 2 leads with 8 points."),
    ],
    "hint": [(["RECORD", "--move", "2", "--iterations", "40"], 0, "Draw a pebble"), (["POSITION"], 0, "Draw a pebble")],
    "edition": [
        (["new", "box.toml", "--game", "pebbles"], 2, "Pebbles has no editions"),
        (["check", "POSITION", "--game", "pebbles"], 2, "Pebbles has no editions"),
    ],
    "analyse": [
        (["RECORD", "--iterations", "20"], 0, "Pebbles"),
        (["RECORD", "--iterations", "20", "--html", "page.html", "--language", "fr"], 0, "Pebbles"),
    ],
    "simulate": [
        (["pebbles", "--games", "4", "--copies", "1", "--bots", "shepherd,scholar"], 0, "Pebbles"),
        (["pebbles", "--games", "4", "--jobs", "2", "--json", "-"], 0, '"game": "pebbles"'),
    ],
    "arena": [(["pebbles", "--games", "6", "--bots", "uniform,greedy", "--copies", "1"], 0, "Pebbles")],
    "lab": [
        (["compare", "uniform", "greedy", "--game", "pebbles", "--deals", "20", "--copies", "1"], 0, "Pebbles"),
        (["cards", "pebbles", "--deals", "20", "--bots", "uniform"], 0, "Pebbles"),
        (["balance", "pebbles", "--deals", "20", "--bots", "uniform"], 0, "Pebbles"),
    ],
    "train": [(["pebbles", "--out", "learned"], 2, "pebbles is not possible here; choose from elysium")],
    "bot-check": [([BOT, "--game", "pebbles", "--games", "2"], 0, "No problems found.")],
    "bots": [([], 0, "Pebbles"), (["--json", "-"], 0, '"pebbles": null')],
    "games": [([], 0, "pebbles   2 to 4 players"), (["--json", "-"], 0, '"copies": "number of pebbles')],
    "doctor": [(["--json", "-"], 0, '"pebbles": ')],
    "completion": [([shell], 0, "pebbles") for shell in ("bash", "zsh", "fish")],
    "help": [(["play"], 0, "{elysium,ephyran,pebbles}")],
    "serve": [(["--help"], 0, "usage: pediment serve")],  # the server itself below
    "operate": [(["tables"], 2, "PEDIMENT_OPERATOR_TOKEN")],  # with a server below
    "backup": [(["copy.sqlite", "--database", "TABLES"], 0, "Copied and checked: 1 table, ")],
}
POSITION = {"game": "pebbles", "seats": [{"open": [1]}, {"open": [3, 3]}], "to_move": 1}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command(command: str, run: Run, record: Path, tables: Path, tmp_path: Path) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(POSITION), encoding="utf-8")
    files = {"RECORD": str(record), "POSITION": str(position), "TABLES": str(tables)}
    for arguments, code, expected in CALLS[command]:
        typed = "1\n" * 60 if command == "play" else ""
        ran = run(command, *(files.get(word, word) for word in arguments), typed=typed)
        assert (ran.code, "Traceback" in ran.err) == (code, False), (arguments, ran.out, ran.err)
        assert expected in ran.out + ran.err, (arguments, ran.out, ran.err)


def test_a_game_on_the_plain_board(run: Run) -> None:
    lines = ["?", "? 3", "? P3", "why discard 2", "hint", "board", "more", "score", "log", "undo", "1", "2"] + [
        "1"
    ] * 30
    ran = run("play", "pebbles", "--copies", "2", "--seed", "3", typed="\n".join(lines) + "\n")
    assert ran.code == 0, ran.err
    for part in (
        "Welcome to Pebbles: Player 1 (you) and Player 2 (scholar). Seed 3.",
        "gone - · bag size 8",
        "  Player 2 (scholar)  0 points\n    open - · hidden -",
        "* Player 1 (you)  0 points\n    open - · hidden -",
        "Draw a pebble: show it or hide it?",
        " 1 Draw a pebble and show it",
        "Answer with the number of an option",  # ?
        "3\n  open    4\n  hidden  3\n",  # ? 3
        "Whoever shows a 4 makes every opponent discard",  # ? P3
        "First answer the question.",  # why
        "an open pebble counts one point more",  # hint
        "If the game ended now:",  # score
        "There is no move of yours to undo.",
    ):
        assert part in ran.out, (part, ran.out)
    end = ran.out[ran.out.rindex("Total") :]
    totals = [int(n) for n in re.findall(r"\d+", end.splitlines()[0])]
    assert re.search(rf"(wins|share the victory) with {max(totals)} points", end)


def test_hidden_pebbles_stay_hidden_at_one_screen(run: Run) -> None:
    typed = "\n2\n\n2\n\n" + "quit\n"
    ran = run("play", "pebbles", "--copies", "2", "--seed", "3", "--players", "human,human", typed=typed)
    assert "Pass the screen to Player 2." in ran.out
    turn = ran.out.rpartition("Pass the screen to Player 1.")[2]
    assert re.search(r"Player 2 +0 points\n    open - · hidden \?\n", turn)
    assert re.search(r"Player 1 +\d points?\n    open - · hidden \d\n", turn)


# The server


@pytest.fixture(scope="module")
def running(site: Path, registered: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite", workers=1, operator=OPERATOR) as found:
        yield found


OPERATOR = "operator-" + "x" * 40
PNG = b"\x89PNG"

OTHER_DOORS = {"GET /api/openapi.json", "SOCKET /api/tables/{table}/live"}
"""What the description of all other addresses leaves out: itself, and what is no request."""


class Asker:
    """Asks a server for what its addresses offer of Pebbles, and notes which ones were asked."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.values = {"game": "pebbles"}  # what stands in the places of an address
        self.asked: set[str] = set()

    def __call__(self, door: str, query: str = "", body: Any = None, status: int = 200, language: str = "en") -> Any:
        """The answer at an address such as "GET /api/games/{game}/cards"."""
        self.asked.add(door)
        method, path = door.format(**self.values).split()
        answer = self.client.call(method, path + query, body, headers={"accept-language": language})
        assert answer.status == status, (door, answer.status, answer.body)
        return answer.body if answer.headers["content-type"] == "image/png" else answer.json


def test_every_address(running: Running) -> None:
    client = running.client()
    ask = Asker(client)
    about_the_game(ask)
    identity = ask("POST /api/people", body={"name": "Ada"}, status=201)
    client.keys.append(identity["key"])
    assert ask("PATCH /api/me", body={"name": "Ada L."})["name"] == ask("GET /api/me")["name"] == "Ada L."
    at_a_table(ask)
    of_a_finished_game(ask)
    around_the_table(ask, identity["person"])
    under_an_operator(ask)
    client.keys[0] = ask("POST /api/me/key")["key"]
    until_all_is_deleted(ask)
    assert "Move" in ask("GET /api/live.schema.json")["$defs"]
    paths = ask("GET /api/openapi.json")["paths"]
    doors = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert {door for door in doors if "/api/" in door} | OTHER_DOORS == ask.asked


def about_the_game(ask: Asker) -> None:
    """What there is to know before one plays."""
    facts = ask("GET /api/games")[-1]
    assert facts == {
        "game": "pebbles",
        "seats": [2, 3, 4],
        "options": {"copies": "number of pebbles of each value, 1 to 9, usually 3"},
        "levels": [{"level": level, "rating": None, "seats": [2, 3, 4]} for level in levels()],
        "sets": {},
        "set_texts": {},
        "characters": {},
        "reconstruction": "",
        "title": "Pebbles",
        "about": "Draw pebbles: show them for one point more, or hide them from your opponents.",
        "hands_hidden": True,
        "lesson": False,
        "beginner": {"copies": 2},
        "fields": {"copies": "copies", "open": "open", "hidden": "hidden", "gone": "gone", "bag_size": "bag size"},
    }
    french = ask("GET /api/games", language="fr")[-1]
    assert french["about"].startswith("Piochez des cailloux")
    assert french["options"] == {"copies": "nombre de cailloux de chaque valeur, de 1 à 9, 3 d’habitude"}
    assert [card["id"] for card in ask("GET /api/games/{game}/cards", language="fr")] == ["1", "2", "3", "4"]
    rules = ask("GET /api/games/{game}/rules", language="fr")
    assert [(rule["rule"], rule["title"]) for rule in rules] == [(f"P{n}", "") for n in range(1, 5)]
    assert ask("GET /api/games/{game}/studies") == []
    assert ask("GET /api/games/{game}/guide") == {"overview": [], "aid": []}
    assert [lesson["game"] for lesson in ask("GET /api/lessons")] == OWN
    assert (
        ask("POST /api/lessons/{game}", body={"chapter": "a", "beat": 0}, status=404)["text"]
        == "There is no lesson for Pebbles."
    )
    assert [puzzles["game"] for puzzles in ask("GET /api/puzzles")] == OWN
    ask.values["puzzle"] = "00000000"
    none = "There is no such puzzle for Pebbles."
    assert ask("GET /api/puzzles/{game}/{puzzle}", status=404)["text"] == none
    assert ask("POST /api/puzzles/{game}/{puzzle}", body={}, status=404)["text"] == none
    assert ask("GET /api/puzzles/{game}/{puzzle}/picture", status=404)["text"] == none
    assert ask("GET /api/daily/picture").startswith(PNG)
    chairs = [{"kind": "bot", "level": "scholar"}] * 2
    assert ask("POST /api/puzzles/{game}/{puzzle}/continue", body={"chairs": chairs}, status=404)["text"] == none


def at_a_table(ask: Asker) -> None:
    """Sit down, ask for advice, play to the end."""
    client = ask.client
    chairs = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    house = {"hints": True, "listed": True, "chat": True}
    new = {"game": "pebbles", "chairs": chairs, "options": {"copies": 2}, "house": house}
    seated = ask("POST /api/tables", body=new, status=201)
    client.keys += [word for word in (seated["token"], seated["invite"]) if word]
    ask.values["table"] = table = seated["table"]
    ask("POST /api/tables/{table}/seats", body={"seat": 1, "name": "Ben"}, status=201)
    for found in (ask("GET /api/tables", "?status=running"), ask("GET /api/me/tables")):
        assert [(one["game"], one["table"]) for one in found] == [("pebbles", table)]
    assert ask("GET /api/me/puzzles")["games"] == {}
    assert (
        ask("POST /api/me/lessons", body={"games": {"pebbles": {"a": {}}}})
        == ask("GET /api/me/lessons")
        == {"games": {}}
    )
    assert ask("POST /api/me/tables/{table}")["seats"] == [0, 1]  # as they were: they belong to the identity already
    asking = next(view for view in ask("GET /api/tables/{table}")["views"] if view["prompt"])
    seat = asking["seat"]
    assert asking["prompt"]["text"] == "Draw a pebble: show it or hide it?"
    assert [option["label"] for option in asking["prompt"]["options"]] == ["open", "hide"]
    assert len(ask("GET /api/tables/{table}/cards")) == 4
    assert ask("GET /api/tables/{table}/edition") == {}
    why = ask("GET /api/tables/{table}/why", f"?seat={seat}&move=discard%202", language="fr")
    assert why == {"possible": False, "text": "Répondez d’abord à la question.", "rule": "P1"}
    assert ask("GET /api/tables/{table}/preview", f"?seat={seat}&move=open")["uncertain"]
    planned = ask("GET /api/tables/{table}/ahead", f"?seat={1 - seat}")
    assert [option["label"] for option in planned["prompt"]["options"]] == ["open", "hide"]
    hints = ask("POST /api/tables/{table}/hint", body={"seat": seat, "seq": asking["seq"]})["hints"]
    assert {hint["label"] for hint in hints} == {"hide", "open"}
    move = {"type": "move", "seat": seat, "seq": asking["seq"], "move": "hide"}
    assert ask("POST /api/tables/{table}/commands", body=move)["type"] == "done"
    ask.values["seq"] = asking["seq"]
    assert ask("GET /api/tables/{table}/views/{seq}", f"?seat={seat}")["seq"] == asking["seq"]
    ask.asked.add("SOCKET /api/tables/{table}/live")
    with client.live(table) as live:
        live.play(random.Random(1))
        assert live.table["status"] == "over"


def of_a_finished_game(ask: Asker) -> None:
    """Its record, any move of it, its analysis, and games that begin with it."""
    record = ask("GET /api/tables/{table}/record")
    match = pediment.replay(record)
    assert match.over
    shown = ask("GET /api/tables/{table}")["views"][0]["view"]
    assert [score["total"] for score in shown["scores"]] == [score["total"] for score in match.scores()]
    ask.values["move"] = "2"
    assert ask("GET /api/tables/{table}/moves/{move}", "?seat=0", language="fr")["move"] == 2
    pictures = {ask("GET /api/tables/{table}/picture", query) for query in ("", "?language=fr", "?move=2", "?move=3")}
    assert len(pictures) == 4
    assert all(picture.startswith(PNG) for picture in pictures)
    ask("POST /api/tables/{table}/analysis", body={})
    wait_for(lambda: ask("GET /api/tables/{table}/analysis")["analysis"] is not None, ANALYSIS_PATIENCE)
    analysis = ask("GET /api/tables/{table}/analysis", language="fr")["analysis"]
    assert "Pebbles" in analysis["title"]
    assert len(analysis["decisions"]) == len(match.state.actions)
    assert ask("POST /api/tables/{table}/share", body={}, status=201)["word"]
    chairs = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "shepherd"}]
    ask("POST /api/tables/{table}/continue", body={"move": 2, "chairs": chairs}, status=201)
    assert ask("POST /api/records", body=record, status=201)["table"]


def around_the_table(ask: Asker, person: str) -> None:
    """What was played, who is muted, mails, challenges, and a deal that several tables share."""
    table = ask.values["table"]
    wait_for(lambda: ask("GET /api/me/games", "?game=pebbles")["games"])  # noted in the background
    [played] = ask("GET /api/me/games", "?game=pebbles")["games"]
    assert (played["table"], played["yours"], played["rating"]) == (table, [0, 1], None)
    assert ask("GET /api/me/record") == {"games": []}  # several seats of one person count for nobody
    ask.values |= {"person": person, "word": "no.word"}
    assert ask("GET /api/people/{person}")["name"] == "Ada L."
    assert ask("GET /api/tables/{table}/mutes") == {"seats": []}
    assert ask("POST /api/tables/{table}/mutes", body={"seat": 1}, status=422)["code"] == "not-others"
    assert ask("GET /api/me/email") == {"offered": False, "address": "", "confirmed": False}
    assert ask("PUT /api/me/email", body={"address": "ada@example.org"}, status=404)["code"] == "no-mail"
    assert ask("DELETE /api/me/email")["address"] == ""
    for door in ("POST /api/mail/confirm/{word}", "POST /api/mail/off/{word}"):
        assert ask(door, status=404)["code"] == "no-mail-word"
    myself = {"table": table, "seat": 1, "name": "Ada"}
    assert ask("POST /api/challenges", body=myself, status=403)["code"] == "no-partner"
    assert ask("DELETE /api/challenges/{table}", status=404)["code"] == "no-challenge"
    assert [deal["game"] for deal in ask("GET /api/daily")] == [*OWN, "pebbles"]
    ask.client.keys.append(ask("POST /api/daily/{game}", body={"name": "Ada"}, status=201)["token"])
    assert ask("GET /api/tables/{table}/match", status=404)["code"] == "no-page"


def under_an_operator(ask: Asker) -> None:
    """A player is reported, and the operator sees the table and settles it."""
    client, table = ask.client, ask.values["table"]
    ask("POST /api/tables/{table}/reports", body={"seat": 0, "about": 1, "text": "Ben hides pebbles"}, status=201)
    players, client.keys = client.keys, [OPERATOR]
    overview = ask("GET /api/operator")
    assert (table, "pebbles") in [(one["summary"]["table"], one["summary"]["game"]) for one in overview["tables"]]
    [report] = overview["reports"]
    ask("POST /api/operator", body={"do": "settle", "report": report["id"]})
    assert ask("GET /api/operator")["reports"] == []
    client.keys = players


def until_all_is_deleted(ask: Asker) -> None:
    """What was said, the link, a table, the seats at another, the identity."""
    client, table = ask.client, ask.values["table"]
    assert client.command(table, "chat", 0, text="What a pebble").status == 200
    (mine,) = [one for one in ask("GET /api/me/data")["tables"] if one["table"] == table]
    assert mine["moves"]
    (line,) = ask("GET /api/tables/{table}")["table"]["chat"]
    ask("DELETE /api/tables/{table}/chat", f"?seat=0&at={line['at']!r}")
    assert ask("GET /api/tables/{table}")["table"]["chat"] == []
    ask("DELETE /api/tables/{table}/share")
    ask.values["table"] = client.new_table("pebbles")["table"]
    ask("DELETE /api/tables/{table}")
    ask("GET /api/tables/{table}", status=404)
    ask.values["table"] = table
    ask("DELETE /api/tables/{table}/seats")
    state = ask("GET /api/tables/{table}")["table"]
    assert (state["yours"], [seat["name"] for seat in state["seats"]]) == ([], ["Player 1", "Player 2"])
    ask("DELETE /api/me")
    ask("GET /api/me", status=401)


def test_its_tables_are_operated(running: Running, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    table = running.client().new_table("pebbles")["table"]
    monkeypatch.setenv("PEDIMENT_OPERATOR_TOKEN", OPERATOR)
    server = ("--server", f"http://127.0.0.1:{running.port}")
    ran = run("operate", "tables", *server)
    assert (ran.code, [line for line in ran.out.splitlines() if table in line and "pebbles" in line] != []) == (0, True)
    assert run("operate", "remove", table, *server).code == 0
    assert table not in run("operate", "tables", *server).out


def test_a_table_with_bots_of_every_level(running: Running) -> None:
    client = running.client()
    for level in levels():  # with four pebbles a titan thinks twice at most
        chairs = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": level}]
        seated = client.new_table("pebbles", chairs, options={"copies": 1})
        with client.live(seated["table"]) as live:
            assert live.play(random.Random(7)) > 0
            assert live.table["status"] == "over"


def test_a_backup_is_played_on(tables: Path, run: Run) -> None:
    assert run("backup", "copy.sqlite", "--database", str(tables)).code == 0
    table = tables.with_name("table").read_text(encoding="utf-8")
    with serving(Path("copy.sqlite").absolute(), workers=1) as server:
        found = server.client().get(f"/api/tables/{table}")
        assert (found["table"]["game"], found["table"]["status"]) == ("pebbles", "running")
        assert [seat["name"] for seat in found["table"]["seats"]] == ["Ada", "Ben"]


OF_A_TABLE = ("", "/record", "/cards", "/views/0", "/moves/0", "/why?seat=0&move=open", "/analysis")


def test_tables_of_a_game_that_is_gone(tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stay in the lists, are refused with a sentence, and are there again when the game is."""
    database = shutil.copy(tables, tmp_path / "tables.sqlite")
    table = tables.with_name("table").read_text(encoding="utf-8")
    kits = pediment._kits()
    with monkeypatch.context() as patch:
        patch.setattr(pediment, "_kits", lambda: {name: kits[name] for name in OWN})
        with serving(database, workers=1) as server:
            assert [one["table"] for one in server.client().get("/api/tables?status=running")] == [table]
            for language, text in GONE.items():
                for address in OF_A_TABLE:
                    answer = server.client(language=language).call("GET", f"/api/tables/{table}{address}")
                    assert (answer.status, answer.code, answer.json["text"]) == (404, "game-gone", text), address
            with server.client().open(table) as socket:
                socket.send(json.dumps({"type": "hello", "keys": [], "language": "fr"}))
                said = json.loads(socket.recv())
                assert (said["code"], said["text"]) == ("game-gone", GONE["fr"])
            assert "Traceback" not in server.lines.getvalue()
    with serving(database, workers=1) as server:
        assert server.client().get(f"/api/tables/{table}")["table"]["status"] == "running"


GONE = {
    "en": "This table’s game, pebbles, is no longer on this server; the table is kept.",
    "fr": "Le jeu de cette table, pebbles, n’est plus sur ce serveur\u00a0; la table est conservée.",
}


def test_the_served_game(tmp_path: Path) -> None:
    with Serving("--port", "0", "--database", str(tmp_path / "tables.sqlite"), fresh=True) as server:
        status, _, games = server.ask("GET", "/api/games")
        assert (status, [game["title"] for game in json.loads(games)]) == (200, ["Elysium", "Ephyran", "Pebbles"])


# The environments

ENVIRONMENTS = """
import pickle, warnings
warnings.simplefilter("ignore")
import gymnasium, numpy, pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python.rl_environment import Environment
from pettingzoo.test import api_test, parallel_api_test
import pediment.rl, pediment.rl.open_spiel
from pediment.rl import pettingzoo
from pediment.rl.pettingzoo import pebbles_v0
from pediment.rl.pettingzoo.pebbles_v0 import raw_env

assert "pebbles_v0" in dir(pettingzoo)
api_test(pebbles_v0.env(copies=1), num_cycles=60)
parallel_api_test(pebbles_v0.parallel_env(seats=3), num_cycles=60)
table = raw_env(render_mode="rgb_array")
table.reset(seed=3)
assert table.render().shape[2] == 3 and table.render().std() > 0
ansi = pebbles_v0.env(render_mode="ansi")
ansi.reset(seed=3)
print(ansi.render())

env = gymnasium.make("pediment/Pebbles-v0", opponents="shepherd", render_mode="rgb_array", copies=2)
check_env(env.unwrapped)
envs = gymnasium.make_vec("pediment/Pebbles-v0", num_envs=8, vectorization_mode="vector_entry_point")
observations, info = envs.reset(seed=1)
for _ in range(40):
    actions = numpy.array([numpy.flatnonzero(mask)[0] for mask in info["action_mask"]])
    observations, rewards, over, _, info = envs.step(actions)

game = pyspiel.load_game("pediment_pebbles(players=2,copies=1)")
assert str(pickle.loads(pickle.dumps(game))) == str(game)
pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
print("done")
"""


def test_every_environment(site: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", ENVIRONMENTS], capture_output=True, text=True, check=False, timeout=600)
    assert ran.stdout.endswith("done\n"), ran.stdout[-2000:] + ran.stderr[-4000:]
    assert "  player_1  0 points\n    open - · hidden -" in ran.stdout


# What is wrong with a package


def started(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), os.environ["PYTHONPATH"]])}
    command = [sys.executable, "-m", "pediment.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environ, timeout=600)


def test_the_command_line_says_so(tmp_path: Path) -> None:
    install(tmp_path, "marbles", "KIT = 3\n")
    ran = started(tmp_path, "games", "--language", "fr")
    assert ran.returncode == 0
    assert ran.stderr.replace("\xa0", " ") == (
        "pediment: le jeu « marbles » du paquet « marbles » est laissé de côté : "
        "TypeError: it is not a Kit with the name 'marbles'\n"
    )
    assert "pebbles" in ran.stdout
    assert "marbles" not in ran.stdout


def test_a_game_in_english_only_is_shown_in_english(
    site: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pediment.game("pebbles")
    shutil.copytree(game.texts.folder / "en", tmp_path / "texts" / "en")
    for owner in (game, game.speaker):
        monkeypatch.setattr(owner, "texts", Texts(tmp_path / "texts"))
    ran = run("play", "pebbles", "--seed", "3", "--language", "fr", typed="1\nquitter\n")
    assert ran.code == 0
    assert "Draw a pebble: show it or hide it?" in ran.out
    assert "Bienvenue" in ran.out


def test_the_page_lists_every_part_of_a_kit() -> None:
    part = PAGE.read_text(encoding="utf-8").partition("## 2. The kit")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == list(Kit.__dataclass_fields__)


GAME_NAME = re.compile("elysium|ephyran", re.IGNORECASE)


def test_no_part_of_ours_knows_a_game_by_name() -> None:
    """Outside the folders of the games there is no list of games, and nothing is asked of a name."""
    home = Path(pediment.__file__).parent
    files = [file for file in sorted(home.rglob("*.py")) if file.relative_to(home).parts[0] != "games"]
    found = {file.relative_to(home).as_posix(): mentions(file.read_text(encoding="utf-8")) for file in files}
    assert {path: names for path, names in found.items() if names} == {
        "__init__.py": ["elysium", "ephyran", "pediment.games.elysium.kit:KIT", "pediment.games.ephyran.kit:KIT"],
        # PettingZoo wants a module for each; those of other games are made when they are asked for
        "rl/pettingzoo/__init__.py": ["elysium_v0", "elysium_v0", "ephyran_v0", "ephyran_v0"],
        "rl/pettingzoo/elysium_v0.py": ["elysium"],
        "rl/pettingzoo/ephyran_v0.py": ["ephyran"],
        "testing/scenario.py": ["elysium"],  # what its examples are of
    }


def mentions(code: str) -> list[str]:
    """All names and texts of a module, but for its docstrings, that have the name of a game in them."""
    if not GAME_NAME.search(code):
        return []
    tree = ast.parse(code)
    alone = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    docs = {node for node in alone if isinstance(node, ast.Constant)}
    values = [value for node in ast.walk(tree) if node not in docs for _, value in ast.iter_fields(node)]
    words = [word for value in values for word in (value if isinstance(value, list) else [value])]
    return sorted(word for word in words if isinstance(word, str) and GAME_NAME.search(word))


@pytest.mark.parametrize(
    "code",
    [
        "x = 'elysium'",
        'x = f"of {y} in Ephyran"',
        "from pediment.games import elysium",
        "import pediment.games.elysium.game",
        "def only_ephyran(): ...",
        "x = y.is_elysium",
        "f(elysium=3)",
        "f('a game of elysium')",
        "global elysium",
        "match x:\n    case {'ELYSIUM': 3}: ...",
    ],
)
def test_a_mention_is_found_however_it_is_written(code: str) -> None:
    assert len(mentions(code)) == 1
    assert mentions(f"def f():\n    {code!r}  # Elysium") == []


def test_words_of_the_plain_board_are_those_of_the_terminal() -> None:
    assert Messages("fr")("plain.points", n=1) == "1 point"
