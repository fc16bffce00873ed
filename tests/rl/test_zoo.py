"""The agents that come with Pediment, and the scripts that train them."""

from __future__ import annotations

import importlib
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import pediment
from pediment.bots import make, python_bots
from pediment.cli import main
from pediment.lab.leaderboard import page
from pediment.lab.ratings import standings
from pediment.lab.tournament import read
from pediment.rl import zoo
from tests.test_docs import ROOT

EXAMPLES = ROOT / "examples"
BOARDS = ROOT / "docs" / "leaderboard"
KINDS: list[type[zoo.Net]] = [zoo.Pupil, zoo.Wrestler, zoo.Miller, zoo.Augur]
AGENTS = {agent.name: agent for agent in KINDS}
MAX_BYTES = 600_000
"""Of all weights."""


def write_pages() -> None:
    """The leaderboards as pages, from their files."""
    for file in BOARDS.glob("*.jsonl"):
        results = read(file)
        file.with_suffix(".html").write_text(page(results, standings(results.results), "en"), encoding="utf-8")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The scripts of examples/ by name."""
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module


def plays(agent: type[zoo.Net]) -> tuple[str, list[int]]:
    """The one game that it plays, and for how many players."""
    [(game, seats)] = zoo.load(zoo.FOLDER / agent.weights).plays.items()
    return game, seats


def games_won(agent: type[zoo.Net], opponent: str, games: int) -> float:
    """How many games of two an agent wins, seats alternating on the same deals."""
    game, won = pediment.game(plays(agent)[0]), 0.0
    for n in range(games):
        bots = [make(agent, n), make(opponent, n)]
        mine = n % 2
        if mine:
            bots.reverse()
        state = game.new(seats=2, seed=n // 2)
        while (seat := game.to_move(state)) != pediment.OVER:
            game.apply(state, bots[seat].choose(game, state, seat))
        won += game.returns(state)[mine]
    return won


@pytest.mark.parametrize("agent", KINDS)
def test_each_has_learned(agent: type[zoo.Net]) -> None:
    assert games_won(agent, "uniform", 20) >= 17


@pytest.mark.parametrize("name", AGENTS)
def test_each_is_a_bot_by_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["pediment.bots"]
    assert declared == {agent: f"pediment.rl.zoo:{kind.__name__}" for agent, kind in sorted(AGENTS.items())}
    found = EntryPoint(name, declared[name], python_bots.ENTRY_POINTS)
    monkeypatch.setattr(python_bots, "_entries", lambda: {name: found})
    bot = make(name, seed=1)
    assert isinstance(bot, AGENTS[name])
    game, seats = plays(AGENTS[name])
    assert seats == [2]
    state = pediment.game(game).new(seats=3, seed=1)
    with pytest.raises(ValueError, match=f"does not play {game} for 3, only {game} for 2"):
        bot.choose(pediment.game(game), state, state.to_move)


def test_weights_of_another_version_of_the_game_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example after a card was added: then a seat observes more numbers."""
    game, _ = plays(zoo.Miller)
    bot = zoo.Miller(1)
    learned, trained = len(bot.layers[0][0]), zoo.load(zoo.FOLDER / zoo.Miller.weights)
    monkeypatch.setattr(bot, "layers", [(np.zeros((learned - 1, 1)), trained.layers[0][1])])
    state = pediment.game(game).new(seats=2, seed=1)
    with pytest.raises(ValueError, match=f"learned from {learned - 1} numbers, and {game} shows {learned}: train it"):
        bot.choose(pediment.game(game), state, state.to_move)


def test_ratings_are_those_of_the_leaderboard_and_of_the_pages() -> None:
    text = (ROOT / "docs" / "zoo.md").read_text(encoding="utf-8")
    for name in pediment.games():
        results = read(BOARDS / f"{name}.jsonl")
        found = standings(results.results)
        assert (BOARDS / f"{name}.html").read_text(encoding="utf-8") == page(results, found, "en"), "make derived"
        rows = [
            (one.bot, f"{one.rating:.0f}", f"{one.low:.0f} to {one.high:.0f}", f"{one.won:.0%}")
            for one in found.ratings
        ]
        table = text[text.index(f"| {pediment.kit(name).title} | rating") :].partition("\n\n")[0]
        shown = re.findall(r"^\| `(\w+)` \| ([\d-]+) \| (–|[\d-]+ to [\d-]+) \| (\d+%) \|", table, re.MULTILINE)
        assert [(bot, rating, "–" if bot == "greedy" else low, won) for bot, rating, low, won in rows] == shown
        for bot, rating, *_ in rows:
            if bot in AGENTS:
                assert AGENTS[bot].ratings == {name: float(rating)}
    assert set(zoo.RATINGS) == {*AGENTS}


def test_weights_are_small_and_stay_what_they_were(tmp_path: Path) -> None:
    assert sum(file.stat().st_size for file in zoo.FOLDER.iterdir()) < MAX_BYTES
    rng = np.random.default_rng(1)
    layers = [rng.normal(0, 1, shape).astype(np.float32) for shape in ((50, 8), (8,), (8, 3), (3,))]
    zoo.save(tmp_path / "net.npz", layers, {"pebbles": {4, 2}})
    found, played = zoo.load(tmp_path / "net.npz")
    assert played == {"pebbles": [2, 4]}
    rows = rng.random((20, 50), np.float32)
    exact = np.maximum(rows @ layers[0] + layers[1], 0) @ layers[2] + layers[3]
    assert np.abs(zoo.forward(found, rows) - exact).max() < 0.1
    for (stored, _), weights in zip(found, layers[::2], strict=True):
        assert np.abs(stored - weights).max() <= np.abs(weights).max() / 127


@pytest.mark.parametrize("hidden", [0, 5])
def test_a_value_learns_what_it_is_shown(scripts: Any, hidden: int) -> None:
    td: ModuleType = scripts("td")
    rng = np.random.default_rng(2)
    value = td.Value(10, hidden, rng)
    rows = rng.random((400, 10), np.float32)
    wanted = (rows[:, 0] > rows[:, 1]).astype(np.float64)
    for _ in range(2000):
        value.learn(rows, wanted)
    assert (((value.odds(rows) > 0) == wanted).mean()) > 0.9


def test_targets_are_lambda_returns(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    td: ModuleType = scripts("td")
    values = np.array([0.2, 0.4, 0.8])
    monkeypatch.setattr(td, "LAMBDA", 0.0)
    assert td.targets(values, 1.0).tolist() == [0.4, 0.8, 1.0]
    monkeypatch.setattr(td, "LAMBDA", 1.0)
    assert td.targets(values, 1.0).tolist() == [1.0, 1.0, 1.0]
    monkeypatch.setattr(td, "LAMBDA", 0.5)
    assert td.targets(values, 1.0) == pytest.approx([0.5 * 0.4 + 0.5 * 0.9, 0.9, 1.0])


def test_a_policy_is_stored_without_its_value(scripts: Any) -> None:
    learn, script = scripts("learn"), scripts("zoo")
    player = learn.Network(6, 4, np.random.default_rng(1), hidden=3)
    layers = script.policy_of(player)
    assert [layer.shape for layer in layers] == [(6, 3), (3,), (3, 3), (3,), (3, 4), (4,)]
    assert {name: game for name, (game, _) in script.AGENTS.items()} == {one.name: plays(one)[0] for one in KINDS}


@pytest.mark.long
def test_td_learns_from_a_few_games_and_leaves_weights(tmp_path: Path) -> None:
    command = f"{EXAMPLES / 'td.py'} ephyran --games 1000 --hidden 0 --out {tmp_path}"
    said = subprocess.run([sys.executable, *shlex.split(command)], check=True, capture_output=True, text=True).stdout
    assert re.search(r" 1,000 games, +\d+ s: mean squared error 0\.\d+", said)

    class Learned(zoo.ValueNet):
        name = "learned"
        weights = str(tmp_path / "value.npz")

    assert plays(Learned) == ("ephyran", [2])
    assert games_won(Learned, "uniform", 20) >= 17


def test_anybody_joins_the_leaderboard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On two of its deals, with those of its bots that need no extra names."""
    whole = (BOARDS / "ephyran.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    few = [line for line in whole[1:] if line.startswith(('{"deal":0,', '{"deal":1,')) and "augur" not in line]
    out = tmp_path / "ephyran.jsonl"
    out.write_text("".join([whole[0], *few]), encoding="utf-8")
    words = ["--out", str(out), "--join", "tests.bots.agents:First", "--page", str(tmp_path / "board.html")]
    assert main(["arena", "--language", "en", *words]) == 0
    assert f"{len(few)} games have already been played" in capsys.readouterr().out
    assert "tests.bots.agents:First" in (tmp_path / "board.html").read_text(encoding="utf-8")
