"""Ephyran keeps the laws: 2,016 random games over all numbers of players; every game ends, also when bots stall.

Every fourth game is also played under one of the laws that go to and fro in it, about 34 games under each; by
`make test-deep` the others are.

Plain Python plays one of each block, and two by `make test-deep`; each law meets each number of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

import pediment
from pediment.testing import conformance
from tests.depth import DEEP, games

pytestmark = pytest.mark.laws

GAME: Final = pediment.game("ephyran")
PLACE: Final = {
    card + side: (half["god"], half["number"])
    for card in GAME.cards()[:-1]
    for side, half in zip("ab", GAME.card(card)["halves"], strict=True)
    if "god" in half
}
BLOCKS: Final = 84
SEEDS: Final = games(8, 1)
SEAT_COUNTS: Final = games(3, 1)
"""With how many numbers of players each block is played."""
IN_EVERY_GAME: Final = [conformance.questions, conformance.ends]
PLAYED: Final = DEEP and pediment.build.compiled()
"""`make test` has played the same games on the same engine: only the laws that it left out are missing."""
TURNS: Final = ((1, 2, 3) if PLAYED else (1, 3)) if DEEP else (0,)
"""Which of four games are also played under a law that goes to and fro, which takes ten times as long."""
IN_TURN: Final = [law for law in conformance.LAWS if law not in IN_EVERY_GAME]


def census(view: dict[str, Any]) -> int:
    """How many cards there are, wherever they are; no card that can be seen stands twice (Y2.2)."""
    seats = view["seats"]
    areas = [area for seat in seats for territory in seat["territories"].values() for area in territory["areas"]]
    locks = [territory["locked"] for seat in seats for territory in seat["territories"].values()]
    seen = [area["card"] for area in areas] + [lock for lock in locks if lock]
    seen += view["first_discard"] + view["second_discard"] + [card for seat in seats for card in seat["known"]]
    assert all(n == 1 for card, n in Counter(seen).items() if card != "dionysus")
    hidden = sum(seat["hand_size"] - len(seat["known"]) for seat in seats) + view["pile_size"] + view["looking_size"]
    for seat in seats:
        for god, territory in seat["territories"].items():
            keep_the_rules(god, territory)
    on_areas = sum(len(area["tokens"]) for area in areas) + len((view["transit"] or {"tokens": []})["tokens"])
    assert view["supply_size"] + len(view["tokens_gone"]) + on_areas in (11, 12)  # one may be held (Y2.2)
    total: int = len(seen) + hidden + (view["in_play"] is not None) + (view["transit"] is not None)
    return total


def keep_the_rules(god: str, territory: dict[str, Any]) -> None:
    """Areas stand in the order of their numbers (Y1.2); only a territory with an area is locked (Y4.7)."""
    assert len(territory["areas"]) <= 4
    assert territory["locked"] is None or territory["areas"]
    for number, area in enumerate(territory["areas"], 1):
        if area["card"] != "dionysus":
            assert PLACE[area["card"] + area["half"]] == (god, number)


def in_turn(block: int, turn: int) -> Callable[..., None]:
    """One of the laws that go to and fro; with a fair seed, which should keep five of them, one of these."""
    n = block + turn
    law = IN_TURN[n % len(IN_TURN)]
    if law is not conformance.fair_seeds:
        return law
    fair = conformance.FAIR_LAWS
    return partial(law, laws=[fair[(n // len(IN_TURN) + turn) % len(fair)]])


@pytest.mark.deep
@pytest.mark.parametrize(
    ("block", "seats"),
    [(block, 2 + (block // len(IN_TURN) + k) % 3) for block in range(BLOCKS) for k in range(SEAT_COUNTS)],
)
def test_the_laws(block: int, seats: int) -> None:
    for i in range(SEEDS):
        gods = ["random", "choose"][(block + i) % 2]
        table: dict[str, Any] = {"seats": seats, "seed": SEEDS * block + i, "gods": gods}
        laws: list[Callable[..., None]] = []
        if not PLAYED:
            laws += IN_EVERY_GAME
            if gods == "random":  # before the gods are chosen no card is dealt
                laws.append(partial(conformance.conserved, count=census))
        if i % 4 in TURNS:
            laws.append(in_turn(block, i // 2))
        for law in laws:
            law(GAME, **table)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("habits", [["discard", "draw discard"], ["change", "discard", "draw discard"], ["support"]])
def test_every_game_ends_also_when_all_stall(habits: list[str], seats: int) -> None:
    """Y3.2: a player who feeds the first discard draws from the pile, so that the pile runs out."""
    for seed in range(10):
        match = pediment.Match(GAME, seats=seats, seed=seed)
        while not match.over:
            options = match.options()
            liked = [option for habit in habits for option in options if option.startswith(habit)]
            match.play((liked or options)[0])
            assert len(match.state.actions) < 2000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_by_the_first_rules_keep_the_laws_too(seats: int) -> None:
    """Each number of players another third of the laws."""
    for law in [*IN_EVERY_GAME, *IN_TURN][seats - 2 :: 3]:
        for gods in ("random", "choose"):
            law(GAME, seats=seats, seed=seats, gods=gods, rules="1")
    conformance.conserved(GAME, census, seats=seats, seed=seats, rules="1")
