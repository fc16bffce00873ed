"""`pediment bots`."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

import pediment
from pediment.bots import levels
from pediment.bots.ladder import ratings
from pediment.command.bot_names import canonical_name, display_name
from tests.terminal.running import Run


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["strength", "lives for the points of the moment", "Ratings with 95% intervals"]),
        ("fr", ["force", "le berger vit pour les points du moment", "Cotes avec intervalles à 95 %"]),
    ],
)
def test_every_level_with_its_ratings(run: Run, language: str, words: list[str]) -> None:
    ran = run("bots", "--language", language, columns=120)
    assert ran.code == 0
    assert ran.err == ""
    assert all(word in ran.out for word in words)
    lines = ran.out.splitlines()
    assert all(game.capitalize() in lines[0] for game in pediment.games())
    rows = lines[1 : 1 + len(levels())]
    assert [line.split()[0] for line in rows] == [display_name(level, language) for level in levels()]
    for level, line in zip(levels(), rows, strict=True):
        figures = [f"{ratings(game)[level].rating:.0f}" for game in pediment.games()]
        shown = re.findall(r"  (\d+)(?: ± \d+)?(?=  )", line)
        assert shown == figures


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_on_a_narrow_screen(run: Run, language: str) -> None:
    ran = run("bots", "--language", language, columns=80)
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())
    assert all(display_name(level, language) in ran.out for level in levels())


def test_help_in_both_languages(run: Run) -> None:
    assert "pediment bots" in run("bots", "--help").out
    assert "pediment bots" in run("bots", "--language", "fr", "--help").out


def test_a_bot_has_a_name_in_every_language() -> None:
    assert [
        canonical_name(name) for name in ("berger", "potier", "marchand", "érudit", "stratège", "titan")
    ] == levels()
    assert [canonical_name(name) for name in levels()] == levels()
    assert [canonical_name(name) for name in ("erudit", " Stratege ", "ÉRUDIT", "humain", "human")] == [
        "scholar", "strategist", "scholar", "human", "human",
    ]  # fmt: skip
    assert display_name("scholar", "fr") == "érudit"


@pytest.mark.parametrize(
    "spec", ["search@250ms", "uniform", "./érudit", "node berger.mjs", "ws://me@titan/x", "", "x@y"]
)
def test_what_is_no_level_stays_as_it_was_typed(spec: str) -> None:
    assert canonical_name(spec) == spec


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "command",
    [
        "play --seed 1 --players human,érudit",
        "play --seed 1 --players humain,Stratege",
        "simulate --games 1 --bots berger,érudit --cards none",
        "arena --games 3 --bots berger,marchand",
    ],
)
def test_bots_by_their_french_names(run: Run, command: str, language: str) -> None:
    ran = run(*command.split(), "--language", language, typed="quit\n", columns=120)
    assert (ran.code, ran.err) == (0, "")


def test_a_hint_by_a_bot_with_a_french_name(run: Run) -> None:
    run("play", "--seed", "1", typed="save game.json\nquit\n")
    ran = run("hint", "game.json", "--bot", "stratege", "--language", "fr")
    assert (ran.code, ran.err) == (0, "")


def test_french_names_the_players_there_are_in_french(run: Run) -> None:
    ran = run("play", "--players", "human,erudi", "--language", "fr")
    assert ran.code == 2
    assert "shepherd" not in ran.err
    assert ran.err.endswith("search, berger, potier, marchand, érudit, stratège, titan. Vouliez-vous dire érudit ?\n")
    ran = run("simulate", "--bots", "nobody", "--language", "fr")
    assert ran.code == 2
    assert "search, berger, potier, marchand, érudit, stratège, titan" in ran.err


@pytest.mark.parametrize("language", ["en", "fr"])
def test_bots_are_called_by_their_names_in_the_language(language: str, run: Run) -> None:
    """And what is shown can be typed: in `simulate` and `arena`, too."""
    names = [display_name(level, language) for level in levels()]
    shown = run("bots", "--language", language, columns=120).out
    assert [line.split()[0] for line in shown.splitlines() if line.split()[:1] and line.split()[0] in names] == names
    for command in ("simulate", "arena"):
        cards = ["--cards", "none"] if command == "simulate" else []
        ran = run(command, "--games", "3", "--bots", f"{names[0]},uniform", "--language", language, *cards, columns=120)
        assert ran.code == 0
        assert f"\n{names[0]} " in ran.out
        if language == "fr":
            assert "shepherd" not in ran.out
