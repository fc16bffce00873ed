"""What a move would gain, reckoned without playing it, is what the scores say once it is made."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from pediment.games.ephyran.io.log import half_id
from pediment.games.ephyran.rules.edition import EDITIONS, IDS
from pediment.games.ephyran.rules.gains import best_exchange, best_swap, best_theft, least_destroyed, points, replaced
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import AREAS, CARDS, CITY, DIONYSUS, FACES, FIRST_BONUS, GODS, NONE, SHIELD
from tests.games.ephyran.common import GAME, areas, on


def cities(seats: int, chance: random.Random) -> EphyranState:
    """A table with cities, tokens, locks and hands of chance."""
    edition = EDITIONS.standard
    cards = chance.sample(range(CARDS), CARDS)
    tokens = chance.sample(edition.tokens, len(edition.tokens))
    shields = [card for card in cards if SHIELD in edition.support[2 * card : 2 * card + 2]]
    dionysus = [(seat, *divmod(chance.randrange(CITY), AREAS)) for seat in range(seats)]

    def area(seat: int, god: int, at: int) -> dict[str, Any]:
        if (seat, god, at) in dionysus:
            return on("dionysus")
        for half in [half for card in cards for half in (2 * card, 2 * card + 1)]:
            if (edition.god[half], edition.number[half]) == (god, at + 1):
                cards.remove(half // 2)
                added = [FACES[tokens.pop()] for _ in range(chance.randrange(3)) if tokens]
                return on(half_id(half), *added)
        raise AssertionError("no half is left")

    def territory(seat: int, god: int) -> dict[str, Any]:
        found = [area(seat, god, at) for at in range(chance.randrange(AREAS + 1))]
        lock = next((card for card in shields if card in cards), None)
        if not found or lock is None or chance.random() < 0.7:
            return areas(*found)
        cards.remove(lock)
        return areas(*found, locked=IDS[lock])

    seated: list[dict[str, Any]] = []
    for seat, god in enumerate(chance.sample(GODS, seats)):
        city = {GODS[k]: territory(seat, k) for k in range(AREAS)}
        whole = all(len(part["areas"]) == AREAS for part in city.values())
        seated.append({"god": god, "territories": city, "city_bonus": FIRST_BONUS if whole else 0})
    for one in seated:
        one["hand"] = [IDS[cards.pop()] for _ in range(5)]
    state: EphyranState = GAME.position({"seats": seated})
    return state


def counted(state: EphyranState, seat: int) -> int:
    """The points of a city without its Dionysus, which these sums leave out."""
    score = GAME.scores(state)[seat]
    return int(score["total"] - sum(items["dionysus"] * items["factor"] for items in score["territories"].values()))


def ahead(state: EphyranState, seat: int, other: int, move: Callable[[EphyranState], None]) -> int:
    """How much further a seat is ahead of another after a move."""
    after = state.clone()
    move(after)
    return (counted(after, seat) - counted(state, seat)) - (counted(after, other) - counted(state, other))


def swap(seat: int, other: int, god: int, at: int) -> Callable[[EphyranState], None]:
    def move(s: EphyranState) -> None:
        s.players[seat].swap(s.players[other], god, at)

    return move


def put(seat: int, god: int, at: int, half: int) -> Callable[[EphyranState], None]:
    def move(s: EphyranState) -> None:
        s.players[seat].replace(god, at, half, [])

    return move


def steal(seat: int, other: int, token: int, god: int) -> Callable[[EphyranState], None]:
    def move(s: EphyranState) -> None:
        theirs, at, _ = s.players[other].place_of(token)
        thief, victim = s.players[seat], s.players[other]
        victim.put_tokens(theirs, at, [t for t in victim.tokens[theirs][at] if t != token])
        thief.put_tokens(god, 0, [*thief.tokens[god][0], token])

    return move


def destroy(seat: int, god: int) -> Callable[[EphyranState], None]:
    def move(s: EphyranState) -> None:
        s.players[seat].remove(god)

    return move


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gains_are_those_of_the_scores_after_the_move(seats: int) -> None:
    """What bots and hints expect is what Y7.3 and Y7.4 count."""
    found = dict.fromkeys(["swaps", "exchanges", "thefts", "destructions"], 0)
    chance = random.Random(seats)
    for _ in range(24 // seats):
        s = cities(seats, chance)
        assert [points(s, p) for p in s.players] == GAME.totals(s)
        for seat, p in enumerate(s.players):
            other = (seat + 1) % seats
            q = s.players[other]
            open_to_both = [god for god in p.uncovered() if god in q.uncovered()]
            swaps = {
                AREAS * god + at: ahead(s, seat, other, swap(seat, other, god, at))
                for god in open_to_both
                for at in range(min(len(p.areas[god]), len(q.areas[god])))
            }
            exchanges: dict[int, list[int]] = {}
            for half in [half for card in p.hand if card != DIONYSUS for half in (2 * card, 2 * card + 1)]:
                god, at = s.edition.god[half], s.edition.number[half] - 1
                if god in p.uncovered() and at < len(p.areas[god]):
                    gain = ahead(s, seat, other, put(seat, god, at, half))
                    assert replaced(s, p, god, at, half) == gain
                    exchanges.setdefault(AREAS * god + at, []).append(gain)
            for place in range(CITY):
                assert best_swap(s, p, q, place) == max(0, swaps.get(place, 0))
                assert best_exchange(s, p, place) == max([0, *exchanges.get(place, [])])
            assert best_swap(s, p, q, NONE) == max([0, *swaps.values()])
            assert best_exchange(s, p, NONE) == max([0, *(gain for gains in exchanges.values() for gain in gains)])
            thefts = [
                ahead(s, seat, other, steal(seat, other, token, god))
                for token in q.stealable()
                for god in p.uncovered()
            ]
            assert best_theft(s, p, q) == max([0, *thefts])
            losses = [ahead(s, other, seat, destroy(seat, god)) for god in p.uncovered()]
            assert least_destroyed(s, p) == min(losses, default=0)
            for kind, gains in zip(found, (swaps.values(), exchanges, thefts, losses), strict=True):
                found[kind] += len(gains)
    assert min(found.values()) > 20
