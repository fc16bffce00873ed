"""Pictures of the table: of one size, only of what the view holds, and with everything in its place."""

from __future__ import annotations

import importlib
import random
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import pediment
from pediment.rl.emblems import SHAPES
from pediment.rl.picture import Canvas, picture

GAMES = pytest.mark.parametrize("name", pediment.games())
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
ART = Path(__file__).parents[2] / "frontend" / "src" / "art"
Box = tuple[int, int, int, int]


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


def check_places(view: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw: nothing may reach out of the picture, or out of the uppermost box that its middle is in."""
    boxes: list[Box] = []
    drawing: list[Box] = []
    lay, box = Canvas.lay, Canvas.box

    def checked_lay(canvas: Canvas, mask: Image.Image, x: int, y: int, colour: str) -> None:
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        ink = (x + left, y + top, x + right, y + bottom)
        if not drawing:
            middle = ((ink[0] + ink[2]) // 2, (ink[1] + ink[3]) // 2) * 2
            whole = (0, 0, *canvas.image.size)
            assert contains(next((outer for outer in reversed(boxes) if contains(outer, middle)), whole), ink)
        lay(canvas, mask, x, y, colour)

    def checked_box(canvas: Canvas, x: int, y: int, w: int, h: int, *args: Any, **options: Any) -> None:
        drawing.append((x, y, x + w, y + h))
        assert contains((0, 0, *canvas.image.size), drawing[-1])
        box(canvas, x, y, w, h, *args, **options)
        boxes.append(drawing.pop())

    monkeypatch.setattr(Canvas, "lay", checked_lay)
    monkeypatch.setattr(Canvas, "box", checked_box)
    picture(view)


def contains(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


@GAMES
@SEATS
def test_every_stage_is_drawn_in_its_place(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game(name)
    for n, state in enumerate(states(name, seats)):
        with monkeypatch.context() as patch:
            check_places(game.view(state, n % seats if n % 2 else None), patch)


@GAMES
@SEATS
def test_pictures_are_as_large_and_show_what_changes(name: str, seats: int) -> None:
    game = pediment.game(name)
    drawn = [picture(game.view(state, None)) for state in states(name, seats)]
    assert {found.shape for found in drawn} == {drawn[0].shape}
    assert drawn[0].shape[2:] == (3,)
    assert {found.dtype for found in drawn} == {np.dtype(np.uint8)}
    assert all((one != other).any() for one, other in pairwise(drawn))
    assert (picture(game.view(states(name, seats)[1], None)) == drawn[1]).all()


@GAMES
def test_nothing_hidden_is_shown(name: str) -> None:
    game, rng = pediment.game(name), random.Random(1)
    for state in states(name, 3)[::3]:
        for viewer in (None, 1):
            other = game.resample(state, viewer, rng)
            assert (picture(game.view(state, viewer)) == picture(game.view(other, viewer))).all()


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
    check_places(view, monkeypatch)


@GAMES
def test_every_question_has_its_words(name: str) -> None:
    questions = importlib.import_module(f"pediment.rl.{name}_picture").QUESTIONS
    prompts = pediment.game(name).texts.section("en", "prompts")
    assert {question.replace(" ", "-") for question in questions} == set(prompts)


def test_the_signs_are_those_of_the_page() -> None:
    art = "".join(file.read_text(encoding="utf-8") for file in ART.iterdir())
    assert [path for layers in SHAPES.values() for _, path in layers if path not in art] == []


def test_another_game_has_no_picture() -> None:
    with pytest.raises(ValueError, match="no pictures of 'pebbles'; there are of elysium, ephyran"):
        picture({"game": "pebbles"})
