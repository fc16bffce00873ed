"""A described position is read back into the same state, field by field, though its cards may have other numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import pediment
from pediment.games.elysium.rules.tables import KIND

# What happened before, and what chance is to bring
BEFORE = {"origin", "rng", "actions", "log", "revealed", "drawn", "turns_begun", "witness", "draws", "token_draws"}
CITIZENS = {"unseen", "citizen_deck", "citizen_face"}  # which Citizen is which; what can be told of them is below
TOKENS = {"token_face", "seen"}
# What is kept for whoever observes or scores
KEPT = {"arranged", "built", "placed", "settled", "tallied", "legends_vp", "chronos"}


def turn_starts(name: str, seats: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """States of a random game at the start of a turn, each with the one that is read from its description."""
    game, chance = pediment.game(name), random.Random(seed)
    state: Any = game.new(seats=seats, seed=seed)
    while state.to_move != pediment.OVER:
        position = game.describe(state)
        if "played" not in position:
            yield state, game.position(position)
        for _ in range(chance.randrange(1, 12)):
            if state.to_move != pediment.OVER:
                game.apply(state, chance.choice(state.legal))


def fields(thing: Any, but: set[str]) -> dict[str, Any]:
    # compiled, a class lists its attributes under another name
    lists = (getattr(kind, "__slots__", ()) or getattr(kind, "__mypyc_attrs__", ()) for kind in type(thing).__mro__)
    names = {name for names in lists for name in names}
    return {name: getattr(thing, name) for name in names - but}


def frames(state: Any) -> list[dict[str, Any]]:
    """Those of the game, of the phase or turn, and of the turn or action; phases have no amount."""
    return [fields(frame, {"amount"} if frame.actor < 0 else set()) for frame in state.stack[:3]]


def kinds(cards: list[Any]) -> list[Any]:
    return [kinds(card) if isinstance(card, list) else KIND[card] for card in cards]


def elysium(state: Any) -> dict[str, Any]:
    found = fields(state, BEFORE | KEPT | CITIZENS)
    for name in ("agora", "oracle", "discard"):
        found[name] = kinds(found[name])
    found["stack"] = frames(state)
    found["answers"] = state.legal
    found["players"] = [fields(p, KEPT) for p in state.players]
    for p in found["players"]:
        p |= {name: kinds(p[name]) for name in ("domain", "legends")}
        p |= {name: sorted(kinds(p[name])) for name in ("rings", "used")}
    found["unseen"] = [sorted(kinds(deck)) for deck in state.unseen if deck]
    return found


def ephyran(state: Any) -> dict[str, Any]:
    def seen(tokens: list[Any]) -> list[Any]:
        return [seen(t) if isinstance(t, list) else (state.token_face[t], state.seen[t] & 0b1111) for t in tokens]

    found = fields(state, BEFORE | KEPT | TOKENS)
    for name in ("pile", "supply"):
        found[name] = sorted(found[name])
    found["stack"] = frames(state)
    found["answers"] = state.legal
    found["tokens_gone"] = seen(found["tokens_gone"])
    found["players"] = [fields(p, KEPT) | {"tokens": seen(p.tokens)} for p in state.players]
    return found


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("read", [elysium, ephyran])
def test_a_described_state_is_the_same_in_every_field(read: Any, seats: int) -> None:
    compared = 0
    for seed in range(3):
        for state, again in turn_starts(read.__name__, seats, seed):
            assert read(again) == read(state)
            compared += 1
    assert compared > 20
