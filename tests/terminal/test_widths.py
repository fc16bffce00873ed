"""Every command that prints tables, in narrow and wide windows: no line is too long, and nothing needed is cut."""

from __future__ import annotations

import io
import json
import re
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import pediment
from pediment.bots import make
from pediment.command.layout import Flow, FoldingTable
from pediment.core.match import Match
from pediment.terminal import commands
from pediment.terminal.board import board_of, seat_names
from pediment.terminal.local_game import LocalGame
from pediment.terminal.messages import Messages
from pediment.terminal.options import Options
from pediment.terminal.screen import Screen
from tests.depth import some_of
from tests.games.elysium.ui.test_board import drawn
from tests.terminal.running import Run
from tests.terminal.test_rows import coloured, numbers_in

WIDTHS = (40, 60, 80, 120)
RECORDS = {("elysium", 2): 20, ("elysium", 4): 60, ("ephyran", 2): 20, ("ephyran", 3): 40}
"""Games and seats, and how many moves of each are played."""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of games that have come some way, and of one that is over."""
    folder = tmp_path_factory.mktemp("records")
    for (name, seats), moves in RECORDS.items():
        match = pediment.Match(pediment.game(name), seats=seats, seed=7)
        bots = [make("greedy", seat) for seat in range(seats)]
        while len(match.state.actions) < moves:
            match.play(bots[match.to_move].choose(match.game, match.state, match.to_move))
        (folder / f"{name}{seats}.json").write_text(json.dumps(match.record()), encoding="utf-8")
    return folder


# What is typed, and what has to be there at any width, blanks and breaks apart
COMMANDS: list[tuple[str, list[str]]] = [
    ("cards", ["Judges of the Underworld", "Trial of Heroes", "R*", "Perm"]),
    ("cards hercules", ["Hercules", "1 VP per 3 VP you have."]),
    ("cards --god gaia --number 3", ["TT42", "Hephaestus 2", "Salamander", "Gaia 3 Satyr", "Ares’s destruction"]),
    ("rules", ["Elysium: overview", "Phase I, Awakening:", "E10", "13 rules", "Y4", "11 rules"]),
    ("rules aid", ["Kinds of power", "Chronos: at the end of the game", "Magical tokens", "Thunderbolt +3"]),
    ("rules E10", ["Judges of the Underworld", "you have at least 3 VP", "Charybdis and Scylla"]),
    ("rules E8", ["E8.7", "highest total wins"]),
    ("replay --at 60 {}/elysium4.json", ["Player 4", "Quest 4", "Domain", "Agora", "R*"]),
    ("replay --at 40 {}/ephyran3.json --seat 2", ["Player 3", "Hand", "Hephaestus", "Poseidon"]),
    ("replay {}/elysium2.json", ["20/20"]),
    ("hint --iterations 20 {}/elysium4.json", ["1. ", "2. ", "Chance", "Margin", "%"]),
    ("hint --iterations 20 {}/ephyran2.json", ["1 ", "2 ", "Chance", "Margin", "%"]),
    ("score {}/elysium4.json", ["Player 1", "Player 4", "Total", "Gold"]),
    ("score {}/ephyran3.json", ["Player 3", "Hephaestus", "creatures", "printed", "points", "Total"]),
    ("verify --draws {}/elysium2.json", ["Draw", "start player", "20 actions"]),
    ("games", ["elysium", "--families", "ephyran", "--gods"]),
    ("bots", ["shepherd", "strategist", "1000", "356 ± 59", "252 ± 110", "1324 ± 130"]),
    ("doctor", ["Pediment", "Engine", "Ephyran"]),
    (
        "simulate --games 2 --bots greedy,uniform",
        ["greedy", "uniform", "95% interval", "median", "Citizens", "100.0%"],
    ),
    ("simulate ephyran --games 1 --seats 3", ["greedy", "territories", "city bonus", "by winners"]),
    ("arena --bots greedy,uniform,shepherd --games 4", ["greedy", "uniform", "shepherd", "rating", "margin", "100%"]),
    ("analyse --names Ana,Mo --iterations 1 {}/elysium2.json", ["Ana", "Mo", "Epochs", "50%", "own", "luck", "±"]),
    ("analyse --iterations 1 {}/ephyran3.json", ["Player 1", "Player 3", "even", "deal", "territories"]),
    ("edition new box.toml", ["box.toml"]),
]


SLOW = ("arena", "analyse --iterations")  # seconds at each width


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        pytest.param(line, needed, id=line, marks=[pytest.mark.long] * line.startswith(SLOW))
        for line, needed in COMMANDS
    ],
)
def test_commands_fit(run: Run, records: Path, line: str, needed: list[str]) -> None:
    for language, widths in (("en", WIDTHS), ("fr", WIDTHS[::2])):
        for width in widths:
            words = [*line.format(records).split(), *(["--force"] if "new" in line else [])]
            ran = run(*words, "--language", language, columns=width)
            assert ran.err == ""
            lines = [text for text in ran.out.splitlines() if "pediment " not in text and str(records) not in text]
            assert [text for text in lines if cell_len(text) > width] == []  # but for what can be copied and run
            assert [text for text in lines if "…" in text] == []
            assert [text for text in lines if text != text.rstrip()] == []
            if language == "en":
                said = " ".join(ran.out.split())
                assert [text for text in needed if text not in said] == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("command", [None, *commands.COMMANDS])
def test_help_fits(run: Run, command: str | None, language: str) -> None:
    whole = run("help", *filter(None, [command]), "--language", language, columns=80).out
    assert [line for line in whole.splitlines() if cell_len(line) > 80] == []
    for width in (40, 60):
        out = run("help", *filter(None, [command]), "--language", language, columns=width).out
        assert out.split() == whole.split()  # no word is cut or broken
        assert [line for line in out.splitlines() if cell_len(line) > width and len(line.split()) > 1] == []


def first_screen(match: Match, language: str, width: int, height: int) -> str:
    """What the player to move sees first, in colour."""
    seat, console = match.to_move, coloured(width, height)
    bots = [None if own == seat else make("greedy", own) for own in range(match.state.origin.seats)]
    session = LocalGame(match, bots, Messages(language), console)
    view = match.view(seat)
    session._table(view, seat, Options(session.board, match.state, view), [])
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


TABLES = [f"{name}{seats}" for name, seats in RECORDS]


@pytest.mark.parametrize(
    ("table", "language", "width"),
    some_of(
        product(TABLES, ("en", "fr"), WIDTHS),
        [*product(TABLES, ["en"], WIDTHS[1::2]), *product(TABLES, ["fr"], WIDTHS[::2])],
    ),
)
def test_the_table_fits(run: Run, records: Path, table: str, language: str, width: int) -> None:
    """Every option has its number, every card its name; only the texts of powers may be cut, and `more` has them."""
    record = json.loads((records / f"{table}.json").read_text(encoding="utf-8"))
    match = pediment.replay(record)
    seat, seats = match.to_move, int(table[-1])
    players = ",".join("human" if own == seat else "greedy" for own in range(seats))
    names = [match.game.card(card, language)["name"] for card in match.view(seat).get("agora", [])]
    load = ["play", "--load", str(records / f"{table}.json"), "--players", players, "--language", language]
    ran = run(*load, typed="more\nscore\n?\nlog\nquit\n", columns=width)
    assert [line for line in ran.out.splitlines() if cell_len(line) > width and "pediment" not in line] == []
    first, _, rest = ran.out.partition("> more")
    said = " ".join(first.split())
    assert [name for name in names if name not in said] == []
    for height in (24, 60):
        assert numbers_in(first_screen(match, language, width, height)) == set(range(1, len(match.options()) + 1))
    if width < 60:
        assert "…" not in first + rest  # texts that would be cut are left out
    assert "…" not in rest.partition("> score")[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", pediment.games())
def test_the_score_fits_at_the_start_of_a_game(name: str, language: str) -> None:
    """When it has the fewest rows, and the name of the total is the longest of theirs."""
    for seats in (2, 3, 4):
        match = pediment.Match(pediment.game(name), seats=seats, seed=1)
        names = ["Ana Maria Alessandra", "Bartholomew Smithson", "Mo", ""][:seats]
        board = board_of(match, Messages(language), seat_names(match, Messages(language), names))
        for width in range(40, 121, 4):
            lines = drawn(board.sheet(match.view(None), width), width).splitlines()
            assert "…" not in "".join(lines)
            assert max(map(cell_len, lines)) <= width


def test_a_flow_breaks_between_its_texts_only() -> None:
    texts = [Text("one two"), Text("three four"), Text("five")]
    assert drawn(Flow(texts), 40) == "one two · three four · five"
    assert drawn(Flow(texts), 20) == "one two ·\nthree four · five"
    assert drawn(Flow(texts, indent=3), 15) == "one two ·\n   three four ·\n   five"
    assert drawn(Flow(texts, hang=2), 8) == "one\n  two ·\nthree\n  four ·\nfive"


def test_a_table_becomes_paragraphs() -> None:
    table = FoldingTable("bot", "won\ngames", "remark", prose=(2,))
    table.add_row("greedy", "50 %", "looks ahead as far as it can, which is one move")
    table.add_row("uniform", "·", "guesses")
    assert drawn(table, 40).splitlines()[2].startswith("greedy    50 %  looks ahead")
    assert drawn(table, 30) == (
        "greedy\n  won games 50 % ·\n  remark looks ahead as far\n    as it can, which is one\n    move\n"
        "uniform\n  remark guesses"
    )


SENTENCE = "Répondez\xa0: « oui » ou « non »\xa0! À 95\xa0%, qui gagne\xa0? 1\u202f000 points\xa0; voilà.".replace(
    "« ", "«\xa0"
).replace(" »", "\xa0»")


def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, what: object, width: int) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    Screen().print(what)
    return capsys.readouterr().out


@pytest.mark.parametrize("width", range(12, 60))
def test_no_line_is_broken_at_a_no_break_space(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.grid(padding=(0, 1))
    table.add_row("·", SENTENCE)
    table.add_row("·", Text(SENTENCE, "bold"))
    folding = FoldingTable("", "intervalle à\n95\xa0%")
    folding.add_row("x", Text(SENTENCE))
    for what in (SENTENCE, Text(SENTENCE), table, Padding(SENTENCE, (0, 0, 0, 1)), Flow([Text(SENTENCE)], hang=1)):
        out = printed(capsys, monkeypatch, what, width)
        lines = [line.strip(" ·") for line in out.splitlines()]
        assert " ".join(lines).split(" ") == SENTENCE.split(" ") * (2 if what is table else 1)
        assert all(cell_len(line) <= width for line in out.splitlines())
    assert "95\xa0%" in printed(capsys, monkeypatch, folding, width)


FRENCH = [
    "play ephyran --seed 85",
    "play elysium --seed 11",
    "cards sirène",
    "cards hercule",
    "rules E7",
    "rules E10",
    "rules aide-mémoire",
    "replay {}/ephyran3.json",
    "bots",
    "arena --bots greedy,uniform --games 3",
    "simulate --games 1",
    "verify {}/elysium2.json",
]


@pytest.mark.parametrize("columns", [*(pytest.param(columns, marks=pytest.mark.long) for columns in (40, 80)), 57])
@pytest.mark.parametrize("command", FRENCH)
def test_no_line_begins_with_a_sign_that_belongs_to_the_one_before(
    command: str, columns: int, run: Run, records: Path
) -> None:
    words = [word.format(records) for word in command.split()]
    ran = run(*words, "--language", "fr", typed="conseil\nquitter\n", columns=columns)
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if re.match(r"\s*[:;?!»%](\s|$)|.*«$", line)] == []
