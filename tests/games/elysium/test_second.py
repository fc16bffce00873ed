"""The engine and a second reading of the rules agree on every question, every answer and everything that follows.

Positions are random and full of powers, most of them far from any that play would lead to; whole games are played, too.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from pediment.games.elysium.rules.tables import IDS, KIND
from tests.depth import games
from tests.games.elysium.second import FACTS, GAME, Second

FAMILIES = sorted({facts["family"] for facts in FACTS.values()})
POWERS = ("trigger", "instant", "activate")


def legend(chance: random.Random, pool: list[str]) -> list[str]:
    """A legal Legend out of the pool, perhaps with Citizens."""
    one_family = chance.random() < 0.4
    cards = [pool.pop()]
    first = FACTS[cards[0]]
    for _ in range(chance.randrange(3 if one_family else 5)):
        if len(cards) > 1 and chance.random() < 0.4:
            cards.append("citizen")
            continue
        same, other = ("family", "level") if one_family else ("level", "family")
        taken = {FACTS[card][other] for card in cards if card != "citizen"}
        fitting = [c for c in pool if FACTS[c][same] == first[same] and FACTS[c][other] not in taken]
        if fitting:
            cards.append(chance.choice(fitting))
            pool.remove(cards[-1])
    return cards


def domain(chance: random.Random, pool: list[str]) -> list[Any]:
    """Different cards out of the pool, some of them used, and Citizens."""
    cards: dict[str, Any] = {}
    citizens = 0
    for _ in range(chance.choice([1, 3, 5, 7])):
        name = pool.pop()
        if name in cards or chance.random() < 0.2:
            pool.insert(0, name)
            citizens += 1
            continue
        cards[name] = name
        if FACTS[name]["power"] in ("trigger", "activate") and chance.random() < 0.15:
            cards[name] = {"card": name} | ({"ring": False} if FACTS[name]["power"] == "trigger" else {"used": True})
    found = [*cards.values(), *["citizen"] * citizens]
    chance.shuffle(found)
    return found


def random_position(chance: random.Random) -> dict[str, Any]:
    """A turn in a game that may never have been: everybody has some of everything, and the deck is often at its end."""
    families = chance.sample(FAMILIES, 5)
    if "hermes" not in families:
        families[chance.randrange(5)] = "hermes"
    n = chance.randrange(2, 5)
    pool = [card for card, facts in FACTS.items() for _ in range(facts["copies"]) if facts["family"] in families]
    chance.shuffle(pool)
    pool.sort(key=lambda card: chance.random() + 0.8 * (FACTS[card]["power"] in POWERS))
    quests: list[int | None] = [None] * n
    quests += range(1, 3 if n == 2 else 5)
    seats = []
    for disc, quest in zip(chance.sample(range(1, n + 1), n), chance.sample(quests, n), strict=True):
        seats.append(
            {
                "disc": disc,
                "gold": chance.choice([0, 1, 2, 3, 9]),
                "vp": chance.choice([0, 1, 3, 7]),
                "pp": chance.choice([0, 1, 3]) if "ares" in families else 0,
                "columns": "".join(letter for letter in "RYGB" if chance.random() < 0.7),
                "cards_taken": chance.randrange(4),
                "quest": quest,
                "domain": domain(chance, pool),
                "elysium": [legend(chance, pool) for _ in range(chance.randrange(3))],
            }
        )
    chance.shuffle(pool)
    unseen = str(seats).count("citizen") + chance.choice([0, 1, 2, 20])
    laid = iter(pool[unseen:])
    agora = list(itertools.islice(laid, chance.choice([0, 3, 7])))
    oracle = list(itertools.islice(laid, chance.choice([0, 1, 4]) if "apollo" in families else 0))
    gone = list(laid)
    if chance.random() < 0.2:
        agora, gone = agora + gone, []
    return {
        "families": families,
        "pediment": chance.choice("ab"),
        "epoch": chance.randrange(1, 6),
        "to_move": chance.randrange(n),
        "seats": seats,
        "agora": agora,
        "oracle": oracle,
        "discard": gone,
        "seed": chance.randrange(100),
    }


def agree(state: Any, chance: random.Random, most: int) -> Counter[str]:
    """Play both until the game is over, or so many answers; powers and their choices are preferred. What was asked."""
    second = Second(GAME.view(state, None), GAME.edition_of(state).in_full()["powers"])
    play = second.game()
    question = next(play)
    asked: Counter[str] = Counter()
    while True:
        view = GAME.view(state, None)
        options = [GAME.label(state, action) for action in GAME.legal(state)]
        assert question == (view["to_move"], question[1])
        assert sorted(question[1]) == sorted(options)
        for field, value in second.view().items():
            assert value == view[field], field
        asked[view["asking"]] += 1
        if asked.total() == most:
            return asked
        wanted = [label for label in options if label.startswith(("use ", "choose ", "discard ", "draw", "yes"))]
        label = chance.choice(wanted) if wanted and chance.random() < 0.6 else chance.choice(options)
        known = len(state.revealed)
        GAME.play(state, label)
        second.brought_to_light = [IDS[KIND[card]] for card in state.revealed[known:]]
        try:
            question = play.send(label)
        except StopIteration:
            break
        assert not second.brought_to_light
    view = GAME.view(state, None)
    assert view["to_move"] is None
    for field, value in second.view().items():
        assert value == view[field], field
    return asked


@pytest.mark.laws
@pytest.mark.parametrize("batch", range(8))
def test_powers_do_the_same_at_random_tables(batch: int) -> None:
    asked: Counter[str] = Counter()
    for number in range(games(60, 6)):
        chance = random.Random(f"{batch} {number}")
        state = GAME.position(random_position(chance))
        if GAME.asking(state) == "turn":
            asked += agree(state, chance, 60)
    assert asked["copy"] > 0
    assert len(asked) > 12


def random_box(chance: random.Random) -> dict[str, Any]:
    """An edition in which all numbers of all powers are others."""
    editions = GAME.editions
    assert editions is not None
    powers = {
        card: {name: chance.randrange(0 if name == "others_cost" else 1, 5) for name in numbers}
        for card, numbers in editions.standard.in_full()["powers"].items()
    }
    return editions.name(editions.check(editions.standard.values | {"name": "other numbers", "powers": powers}, {}))


@pytest.mark.laws
@pytest.mark.parametrize("batch", range(4))
def test_powers_with_other_numbers_do_the_same_at_random_tables(batch: int) -> None:
    asked: Counter[str] = Counter()
    for number in range(games(60, 6)):
        chance = random.Random(f"numbers {batch} {number}")
        state = GAME.position({**random_position(chance), "edition": random_box(chance)})
        if GAME.asking(state) == "turn":
            asked += agree(state, chance, 60)
    assert len(asked) > 12


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_the_same(seats: int) -> None:
    for seed in range(games(10, 1)):
        assert agree(GAME.new(seats=seats, seed=seed), random.Random(seed), 10_000)["transfer"] > 5
