"""The engine and a second reading of the rules agree on every question, every answer and what every seat then sees.

Positions are random and full of Supports, tokens and locks, many of them near the end; whole games are played, too.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pediment.games.ephyran.rules.edition import IDS
from pediment.games.ephyran.rules.moves import TOKEN_REVEALED
from pediment.games.ephyran.rules.vocabulary import FACES
from tests.depth import games
from tests.games.ephyran.common import GAME, GODS, viewers
from tests.games.ephyran.second import DIONYSUS, HALVES, Second, halves


def area(half: str, chance: random.Random, tokens: list[str], n: int) -> dict[str, Any]:
    """An area, at times with a token that some have seen."""
    shown: dict[str, Any] = {"card": half if half == DIONYSUS else half[:-1], "tokens": []}
    if half != DIONYSUS:
        shown["half"] = half[-1]
    if tokens and chance.random() < 0.15:
        seen = chance.sample(range(n), chance.randrange(n + 1))
        shown["tokens"] = [{"token": tokens.pop(), "seen": seen}]
    return shown


def random_position(chance: random.Random) -> dict[str, Any]:
    """A turn in a game that may never have been."""
    n = chance.randrange(2, 5)
    cards = IDS[:]
    chance.shuffle(cards)
    jokers = [DIONYSUS] * n
    tokens = [face for face, count in zip(FACES, [2, 3, 4, 3], strict=True) for _ in range(count)]
    chance.shuffle(tokens)
    sizes = chance.choice([[0, 1, 2, 3, 4], [0, 1, 2], [3, 4, 4, 4]])
    seats: list[dict[str, Any]] = []
    for god in chance.sample(GODS, n):
        city: dict[str, Any] = {}
        for territory in GODS:
            found: list[dict[str, Any]] = []
            for number in range(1, chance.choice(sizes) + 1):
                fitting = [h for c in cards for h in halves(c) if (h.god, h.number) == (territory, number)]
                if jokers and (chance.random() < 0.12 or not fitting):
                    found.append(area(jokers.pop(), chance, tokens, n))
                elif fitting:
                    half = chance.choice(fitting).name
                    cards.remove(half[:-1])
                    found.append(area(half, chance, tokens, n))
                else:
                    break
            shields = [card for card in cards if HALVES[card + "b"].support == "shield"]
            lock = chance.choice(shields) if shields and found and chance.random() < 0.2 else None
            if lock:
                cards.remove(lock)
            city[territory] = {"locked": lock, "areas": found}
        seats.append({"god": god, "territories": city})
        if sum(len(territory["areas"]) for territory in city.values()) == 16:
            seats[-1]["city_bonus"] = 1 if any("city_bonus" in seat for seat in seats[:-1]) else 3
    cards.sort(key=lambda card: chance.random() + 0.4 * bool(HALVES[card + "b"].support))
    for seat in seats:
        hand: list[Any] = [cards.pop() for _ in range(min(len(cards), chance.choice([0, 1, 2, 4, 6])))]
        seat["hand"] = [{"card": card, "known": True} if chance.random() < 0.3 else card for card in hand]
        if jokers and chance.random() < 0.5:
            seat["hand"].append(jokers.pop())
    chance.shuffle(cards)
    position: dict[str, Any] = {
        "seats": seats,
        "athena": chance.randrange(n),
        "to_move": chance.randrange(n),
        "last_round": chance.random() < 0.1,
        "first_discard": [cards.pop() for _ in range(min(len(cards), chance.choice([0, 1, 3])))],
        "seed": chance.randrange(100),
    }
    if chance.random() < 0.6:
        position["pile_size"] = chance.randrange(min(20, len(cards)) + 1)
    if chance.random() < 0.4:
        position["supply_size"] = chance.randrange(len(tokens) + 1)
    return position


def agree(state: Any, chance: random.Random, most: int) -> Counter[str]:
    """Play both until the game is over, or so many answers; Supports are preferred. What was asked."""
    second = Second(GAME.describe(state), GAME.view(state, None))
    play = second.game()
    question: tuple[int | None, list[str]] = next(play)
    asked: Counter[str] = Counter()
    while True:
        options = [GAME.label(state, action) for action in GAME.legal(state)]
        assert question[0] == (GAME.to_move(state) if options else None)
        assert sorted(question[1]) == sorted(options)
        for viewer in viewers(state):
            view = GAME.view(state, viewer)
            for field, value in second.view(viewer).items():
                assert value == view[field], (viewer, field)
            assert [score["total"] for score in view["scores"]] == second.totals(viewer), viewer
        asked[GAME.asking(state)] += 1
        if not options or asked.total() == most:
            return asked
        wanted = [label for label in options if label.startswith(("support", "take dionysus"))]
        label = chance.choice(wanted) if wanted and chance.random() < 0.5 else chance.choice(options)
        known = len(state.revealed)
        GAME.play(state, label)
        for number in state.revealed[known:]:
            if number < TOKEN_REVEALED:
                second.cards_revealed.append(IDS[number])
            else:
                second.tokens_revealed.append(FACES[number - TOKEN_REVEALED])
        try:
            question = play.send(label)
        except StopIteration:
            question = (None, [])
        assert not second.cards_revealed
        assert not second.tokens_revealed


@pytest.mark.laws
@pytest.mark.parametrize("batch", range(8))
def test_supports_do_the_same_at_random_tables(batch: int) -> None:
    asked: Counter[str] = Counter()
    for number in range(games(40, 10)):
        chance = random.Random(f"{batch} {number}")
        state = GAME.position(random_position(chance))
        if GAME.asking(state) == "action":
            asked += agree(state, chance, 60)
    assert asked["reactions"] > 0
    assert len(asked) > 10


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_the_same(seats: int) -> None:
    for seed in range(games(8, 1)):
        asked = agree(GAME.new(seats=seats, seed=seed), random.Random(seed), 10_000)
        assert asked["over"] == 1
