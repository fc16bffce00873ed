"""`pediment bots`."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

import pediment
from pediment.bots import levels
from pediment.bots.ladder import ratings
from tests.terminal.running import Run


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["level", "lives for the points of the moment", "Ratings with 95% intervals"]),
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
    assert [line.split()[0] for line in lines[1 : 1 + len(levels())]] == levels()
    for line in lines[1 : 1 + len(levels())]:
        level = line.split()[0]
        figures = [f"{ratings(game)[level].rating:.0f}" for game in pediment.games()]
        shown = re.findall(r"  (\d+)(?: ± \d+)?(?=  )", line)
        assert shown == figures


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_on_a_narrow_screen(run: Run, language: str) -> None:
    ran = run("bots", "--language", language, columns=80)
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())
    assert all(level in ran.out for level in levels())


def test_help_in_both_languages(run: Run) -> None:
    assert "pediment bots" in run("bots", "--help").out
    assert "pediment bots" in run("bots", "--language", "fr", "--help").out
