"""Pictures of the table: of one size, only of what the view holds, and with everything in its place."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import ImageColor

import pediment
from pediment.pictures.canvas import ACCENTS, GLOW, SHAPES
from pediment.rl import render
from pediment.rl.picture import picture
from tests.pictures.places import check_masks, texts

GAMES = pytest.mark.parametrize("name", pediment.games())
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
PAGE = Path(__file__).parents[2] / "frontend" / "src"
NAMES = ["player_0", "player_1", "player_2", "player_3"]


@cache
def states(name: str, seats: int) -> list[Any]:
    """A random game: its first questions, some later ones and its end."""
    game, rng = pediment.game(name), random.Random(seats)
    found = [game.new(seats=seats, seed=seats)]
    while game.to_move(found[-1]) != pediment.OVER:
        state = found[-1].clone()
        game.apply(state, rng.choice(list(game.legal(state))))
        found.append(state)
    return [*found[:3], *found[3:-1:37], found[-1]]


def check_places(view: dict[str, Any], returns: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw: nothing may reach out of its place."""
    check_masks(monkeypatch)
    picture(view, NAMES, returns)


def words(view: dict[str, Any], returns: list[float], monkeypatch: pytest.MonkeyPatch, prompt: str = "") -> list[str]:
    """Draw: all the texts, in order."""
    found = texts(monkeypatch)
    picture(view, NAMES, returns, prompt)
    return found


@GAMES
@SEATS
def test_every_stage_is_drawn_in_its_place(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game(name)
    for n, state in enumerate(states(name, seats)):
        with monkeypatch.context() as patch:
            check_places(game.view(state, n % seats if n % 2 else None), game.returns(state), patch)


@GAMES
@SEATS
def test_pictures_are_as_large_and_show_what_changes(name: str, seats: int) -> None:
    game = pediment.game(name)
    drawn = [render.picture(game, state, None) for state in states(name, seats)]
    assert {found.shape for found in drawn} == {drawn[0].shape}
    assert drawn[0].shape[2:] == (3,)
    assert {found.dtype for found in drawn} == {np.dtype(np.uint8)}
    assert all((one != other).any() for one, other in pairwise(drawn))
    assert (render.picture(game, states(name, seats)[1], None) == drawn[1]).all()


@GAMES
def test_nothing_hidden_is_shown(name: str) -> None:
    game, rng = pediment.game(name), random.Random(1)
    for state in states(name, 3)[::3]:
        for viewer in (None, 1):
            other = game.resample(state, viewer, rng)
            assert (render.picture(game, state, viewer) == render.picture(game, other, viewer)).all()


def test_a_crowded_table_stays_within_its_panels(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game("elysium")
    view = game.view(states("elysium", 4)[-1], None)
    cards = list(view["conditions"])
    view["agora"], view["oracle"] = cards[:15], cards[:13]
    for n, seat in enumerate(view["seats"]):
        citizens = [{"card": "citizen", "deck": 0}, "citizen"]
        seat["domain"] = [{"card": name, "used": True} for name in cards[: 8 + 12 * n]] + citizens
        seat["elysium"] = [[*cards[i : i + 4], *citizens] for i in range(4 + 4 * n)]
        seat.update(gold=99, vp=188, pp=77, quest="incomplete")
        view["scores"][n].update(total=288, legends=[{"legend": i, "vp": 16} for i in range(1, 4)])
    check_places(view, [0.25] * 4, monkeypatch)


@GAMES
@SEATS
def test_players_are_called_as_the_agents(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game(name)
    for state in states(name, seats):
        with monkeypatch.context() as patch:
            drawn = words(game.view(state, None), game.returns(state), patch)
        for text in (" ".join(drawn), render.ansi(game, state, None)):
            assert "Player" not in text
            assert all(player in text for player in NAMES[:seats])


@GAMES
def test_what_happened_last_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game(name)
    view = game.view(states(name, 3)[-1], None)
    last = [game.log_line(entry, names=NAMES) for entry in view["log"][-2:]]
    drawn = words(view, [1, 0, 0], monkeypatch)
    assert drawn[drawn.index(last[0]) :][:2] == last
    text = render.ansi(game, states(name, 3)[-1], None)
    assert all(line.partition(" [")[0] in text.replace("\n", " ") for line in last)


@pytest.mark.parametrize(
    ("name", "totals", "returns", "winners", "score"),
    [
        ("elysium", [39, 30, 31], [1, 0, 0], "player_0 wins", "with 39 VP."),
        ("elysium", [39, 30, 39], [0, 0, 1], "player_2 wins", "with 39 VP and the most Gold."),
        ("elysium", [39, 30, 39], [0.5, 0, 0.5], "player_0 and player_2 share the victory", "with 39 VP."),
        ("ephyran", [9, 11, 8], [0, 1, 0], "player_1 wins", "with 11 points."),
        ("ephyran", [9, 9, 8], [0.5, 0.5, 0], "player_0 and player_1 share the victory", "with 9 points."),
    ],
)
def test_the_winners_are_named_and_framed(
    name: str,
    totals: list[int],
    returns: list[float],
    winners: str,
    score: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = pediment.game(name).view(states(name, 3)[-1], None)
    for own, total in zip(view["scores"], totals, strict=True):
        own["total"] = total
    drawn = words(view, returns, monkeypatch)
    assert drawn[drawn.index(winners) + 1] == score
    assert "Last round" not in drawn
    pixels = picture(view, NAMES, returns)
    edges = [pixels[-9, 213 + 427 * n] if name == "elysium" else pixels[205 + 136 * n, 10] for n in range(3)]
    assert [tuple(edge) == ImageColor.getrgb(GLOW) for edge in edges] == [share > 0 for share in returns]


@GAMES
def test_whoever_is_asked_is_named_before_the_question(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    view = pediment.game(name).view(states(name, 2)[0], None)
    drawn = words(view, [0, 0], monkeypatch, "What do you give for it?")
    assert drawn[drawn.index("What do you give for it?") - 1] == NAMES[view["to_move"]]


def test_the_page_draws_the_same_shapes() -> None:
    for module, group in (("art/emblems", "emblems"), ("art/icons", "icons"), ("games/elysium/signs", "powers")):
        source = (PAGE / f"{module}.ts").read_text(encoding="utf-8")
        assert "src/pediment/pictures/shapes.json" in source
        assert f"shapes.{group} as" in source
    sources = [file.read_text(encoding="utf-8") for kind in ("*.ts", "*.svelte") for file in PAGE.rglob(kind)]
    drawn_again = {name for name, layers in SHAPES.items() for _, path in layers for text in sources if path in text}
    assert drawn_again == {"star"}  # in the disc of a column, where it has no box of its own


def test_the_page_has_the_same_accents() -> None:
    light, _, _ = (PAGE / "app.css").read_text(encoding="utf-8").partition("dark")
    assert [god for god, colour in ACCENTS.items() if f"--{god}: {colour};" not in light] == []


def test_the_view_of_an_unknown_game_has_no_picture() -> None:
    with pytest.raises(ValueError, match="no game 'chess'; there are elysium, ephyran"):
        picture({"game": "chess"}, NAMES, [])
