"""Elysium keeps the laws: 2,016 random games over all choices of five families and all numbers of players.

In every other game all cards are counted, and every fourth is also played under one of the laws that go to and fro in
it, about 32 games under each; by `make test-deep` the others are.

Plain Python plays one for each choice, and four by `make test-deep`; each law meets each number of players.
"""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import pytest

import pediment
from pediment.testing import conformance
from pediment.testing.random_game import Table
from tests.depth import DEEP, games

pytestmark = pytest.mark.laws

GAME: Final = pediment.game("elysium")
FAMILIES: Final = ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"]
CHOICES: Final = [list(choice) for choice in itertools.combinations(FAMILIES, 5)]
LEVEL: Final = {card: GAME.card(card)["level"] for card in GAME.cards()}
SEEDS: Final = games(12, 1)
SEAT_COUNTS: Final = games(3, 1)
"""With how many numbers of players each choice is played."""
IN_EVERY_GAME: Final = [conformance.questions, conformance.ends]
PLAYED: Final = DEEP and pediment.build.compiled()
"""`make test` has played the same games on the same engine: only the laws that it left out are missing."""
TURNS: Final = ((1, 2, 3) if PLAYED else (1, 3)) if DEEP else (0,)
"""Which of four games are also played under a law that goes to and fro, which takes ten times as long."""
IN_TURN: Final[list[conformance.Law]] = [
    *(law for law in conformance.LAWS if law not in IN_EVERY_GAME),
    conformance.hidden_until_chance,
]


def census(view: dict[str, Any]) -> Counter[str]:
    """Every card by where it is, each somewhere. The faces of Citizens are among the unseen (E9.1)."""
    lying = [item for seat in view["seats"] for cards in (seat["domain"], *seat["elysium"]) for item in cards]
    names = [item["card"] if isinstance(item, dict) else item for item in lying]
    cards = [name for name in names if name != "citizen"]
    cards += view["agora"] + view["oracle"] + view["discard"] + [card for deck in view["unseen"] for card in deck]
    citizens = [item for item in lying if item == "citizen" or (isinstance(item, dict) and item["card"] == "citizen")]
    of_former = Counter(item["deck"] for item in citizens if isinstance(item, dict))
    last = len(view["unseen"]) - 1
    assert view["deck_size"] + sum(item == "citizen" for item in citizens) == len(view["unseen"][last])  # E3.2
    assert [of_former[deck] for deck in range(last)] == [len(deck) for deck in view["unseen"][:-1]]
    for seat in view["seats"]:
        keep_the_rules(seat)
    assert len({seat["disc"] for seat in view["seats"]}) == len(view["seats"])
    held = [tile for seat in view["seats"] for tile in seat["bonuses"]] + view["bonuses"]
    assert len(held) == len(set(held)) == 13  # E2.6
    return Counter(cards)


def keep_the_rules(seat: dict[str, Any]) -> None:
    """What holds of a seat at every moment."""
    assert min(seat["gold"], seat["vp"], seat["pp"]) >= 0  # E1.6
    domain = [item["card"] if isinstance(item, dict) else item for item in seat["domain"]]
    assert all(n == 1 for card, n in Counter(domain).items() if card != "citizen")  # E4.5
    for legend in seat["elysium"]:
        cards = [item for item in legend if isinstance(item, str) and item != "citizen"]
        families = {card.partition(".")[0] for card in cards}
        levels = {LEVEL[card] for card in cards}
        assert len(cards) >= min(2, len(legend))  # E7.4
        if len(legend) > 1:  # E7.3
            one_family = len(families) == 1 and len(levels) == len(cards) and len(legend) <= 3
            one_level = len(levels) == 1 and len(families) == len(cards) and len(legend) <= 5
            assert one_family or one_level


def in_turn(choice: int, turn: int) -> Callable[..., None]:
    """One of the laws that go to and fro; with a fair seed, which should keep five of them, one of these."""
    n = choice + turn
    law = IN_TURN[n % len(IN_TURN)]
    if law is not conformance.fair_seeds:
        return law
    fair = conformance.FAIR_LAWS
    return partial(law, laws=[fair[(n // len(IN_TURN) + turn) % len(fair)]])


@pytest.mark.deep
@pytest.mark.parametrize(
    ("choice", "seats"),
    [(choice, 2 + (choice // len(IN_TURN) + k) % 3) for choice in range(len(CHOICES)) for k in range(SEAT_COUNTS)],
)
def test_the_laws(choice: int, seats: int) -> None:
    families = CHOICES[choice]
    for i in range(SEEDS):
        seed = SEEDS * choice + i
        table: dict[str, Any] = {"seats": seats, "seed": seed, "families": families, "pediment": "ab"[(choice + i) % 2]}
        laws: list[Callable[..., None]] = [] if PLAYED else [*IN_EVERY_GAME]
        if i % 2 == DEEP:
            laws.append(partial(conformance.conserved, count=census))
        if i % 4 in TURNS:
            laws.append(in_turn(choice, i // 2))
        for law in laws:
            law(GAME, **table)


def test_the_first_position_has_all_cards_of_its_families() -> None:
    for families in CHOICES:
        found = census(GAME.view(GAME.new(families=families), None))
        assert found == {card: GAME.card(card)["copies"] for card in GAME.cards() if card.split(".")[0] in families}


def test_every_card_is_taken() -> None:
    taken: set[str] = set()
    for i, families in enumerate(CHOICES):
        table = Table(GAME, 4, i, {"families": families}, "every card")
        *_, end = table.states()
        taken |= {entry["card"] for entry in GAME.view(end, None)["log"] if entry["event"] == "take"}
    assert taken == set(GAME.cards())


def test_a_table_of_another_edition() -> None:
    text = GAME.edition_template().replace('"zeus.hercules" = "BY"', '"zeus.hercules" = "R"')
    values = tomllib.loads(text)
    name, digest = GAME.check_edition(text)
    edition = {"name": name, "hash": digest, "values": values}
    for law in conformance.LAWS:
        law(GAME, seats=3, seed=5, families="first-game", edition=edition)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_by_the_first_rules_keep_the_laws_too(seats: int) -> None:
    """Each number of players another third of the laws."""
    for law in [*IN_EVERY_GAME, *IN_TURN][seats - 2 :: 3]:
        for families in ("first-game", "wasteland"):
            law(GAME, seats=seats, seed=seats, families=families, rules="1")
    conformance.conserved(GAME, census, seats=seats, seed=seats, rules="1")
