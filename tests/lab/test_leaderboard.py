"""The leaderboard: bots join a tournament by its file alone, and the page shows what the file says."""

from __future__ import annotations

import xml.etree.ElementTree as Tree
from pathlib import Path
from typing import Any

import pytest

from pediment.cli import main
from pediment.lab import arena_command, ratings
from pediment.lab.leaderboard import page
from pediment.lab.ratings import standings
from pediment.lab.tournament import read
from tests.lab.running import run_command

TERMS = ("ephyran", "--games", "6", "--seed", "3", "--gods", "choose")


def run(*words: str) -> tuple[int, str]:
    return run_command(arena_command, "arena", *words)


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "BOOTSTRAP_SAMPLES", 50)


@pytest.fixture
def results(tmp_path: Path) -> Path:
    out = tmp_path / "results.jsonl"
    assert run(*TERMS, "--bots", "uniform,tests.bots.agents:First", "--out", str(out))[0] == 0
    return out


def shown(file: Path) -> list[list[str]]:
    """The words in the tables of a page, row by row; the page is well-formed."""
    text = file.read_text(encoding="utf-8")
    body = text[text.index("<body>") : text.index("</html>")]
    return [[" ".join(cell.itertext()) for cell in row] for row in Tree.fromstring(body).iter("tr")]


def test_a_bot_joins_on_the_terms_of_the_file(results: Path, tmp_path: Path) -> None:
    before = results.read_bytes()
    file = tmp_path / "board.html"
    code, said = run("--out", str(results), "--join", "tests.bots.agents:middle", "--page", str(file))
    assert code == 0
    assert "6 games have already been played" in said
    assert f"The page is {file}." in said.replace("\n", "")
    found = read(results)
    assert results.read_bytes().startswith(before)
    assert found.bots == ["tests.bots.agents:First", "tests.bots.agents:middle", "uniform"]
    assert (found.terms.game, found.terms.seed, found.terms.options["gods"]) == ("ephyran", 3, "choose")
    assert len(found.results) == 18
    whole = tmp_path / "whole.jsonl"
    assert run(*TERMS, "--bots", ",".join(found.bots), "--out", str(whole))[0] == 0
    assert {*read(whole).results} == {*found.results}
    names = [one.bot for one in standings(found.results).ratings]
    rows = shown(file)
    assert [row[1] for row in rows[1:4]] == names
    assert [row[0] for row in rows[5:]] == names


def test_a_page_of_a_file_plays_nothing(results: Path, tmp_path: Path) -> None:
    before = results.read_bytes()
    file = tmp_path / "board.html"
    assert run("--out", str(results), "--page", str(file))[0] == 0
    assert results.read_bytes() == before
    found = read(results)
    table = standings(found.results)
    [best, other] = table.ratings
    rows = shown(file)
    assert rows[1][1:4] == [best.bot, f"{best.rating:.0f}", f"{best.low:.0f} – {best.high:.0f}"]
    assert rows[1][5:7] == ["6", f"{best.won:.1%}"]
    pair = next(pair for pair in table.pairs if pair.bot == best.bot)
    assert rows[4] == [best.bot, "", f"{pair.share:.0%} {100 * pair.low:.0f}–{100 * pair.high:.0f}"]
    assert rows[3][2] == other.bot


def test_the_page_speaks_french_and_trusts_no_name(results: Path) -> None:
    found = read(results)
    text = page(found, standings(found.results), "fr")
    assert '<html lang="fr">' in text
    assert "<h1>Classement</h1>" in text
    altered: Any = results.read_text().replace("uniform", "./<script>alert(1)</script>")
    results.write_text(altered)
    found = read(results)
    text = page(found, standings(found.results), "en")
    assert "<script>" not in text
    assert "./&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_a_bot_that_was_interrupted_joins_by_the_same_command(results: Path) -> None:
    words = ("--out", str(results), "--join", "tests.bots.agents:middle")
    assert run(*words)[0] == 0
    whole = results.read_bytes()
    lines = whole.splitlines(keepends=True)
    results.write_bytes(b"".join(lines[:-5]))
    assert run(*words)[0] == 0
    assert sorted(results.read_bytes().splitlines()) == sorted(whole.splitlines())
    code, said = run(*words)  # and once it has joined, the file is shown
    assert code == 0
    assert "18 games have already been played" in said


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--games", "12"], "--games"),
        (["--seats", "2", "--seed", "3"], "--seats, --seed"),
        (["--gods", "choose"], "--gods"),
    ],
)
def test_terms_beside_those_of_the_file_are_refused(
    results: Path, words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = results.read_bytes()
    code, said = run("ephyran", "--out", str(results), "--join", "greedy", *words)
    assert (code, said) == (2, "")
    assert f"{results} has its own terms: leave out {named}" in capsys.readouterr().err
    assert results.read_bytes() == before


def test_a_file_of_another_game_is_refused(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = results.read_bytes()
    assert main(["arena", "elysium", "--language", "en", "--out", str(results), "--join", "greedy"]) == 2
    assert f"{results} contains a tournament of Ephyran" in " ".join(capsys.readouterr().err.split())
    assert results.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bots", "uniform,greedy", "--page", "board.txt"], "board.txt: a page is an .html file"),
        ([], "name the bots with --bots; or give --out a file of results"),
        (["--out", "nothing.jsonl", "--join", "greedy"], "name the bots with --bots; or give --out a file of results"),
        (["--bots", "uniform,greedy", "--join", "potter"], "--bots and --join exclude each other"),
    ],
)
def test_what_does_not_go_together_is_refused(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "--language", "en", *words]) == 2
    assert why in capsys.readouterr().err
