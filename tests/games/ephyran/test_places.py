"""Where the answers of Ephyran are on the board."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.random_game import Table

GAME = pediment.game("ephyran")
HAND = ("add", "take", "change", "support", "discard", "shield", "hecate")


def lies_there(view: dict[str, Any], seat: int, label: str, place: str) -> bool:
    """Is what the label names in that place, as the seat that is asked sees it?"""
    verb, *words = label.split()
    if place == "hand":
        return ("dionysus" if "dionysus" in (verb, words[-1]) else words[-1][:4].upper()) in view["hand"]
    if place == "looking":
        return words[0].upper() in view["looking"]
    if place == "pile":
        return label == "draw pile" and view["pile_size"] > 0
    if place == "discard":
        return label == "draw discard" and bool(view["first_discard"])
    kind, *where = place.split()
    owner = int(where.pop(0)) if where and where[0].isdecimal() else seat
    if kind != "city" or place.startswith(f"city {seat}"):
        return False
    if verb == "seat":
        return words == [str(owner)] and not where
    territory = view["seats"][owner]["territories"][where[0]]
    if verb in ("god", "lock", "unlock"):
        return where == words and (verb != "unlock" or territory["locked"] is not None)
    n = int(where[1])
    if verb == "dionysus":
        return where[0] == words[0] and n == len(territory["areas"]) + 1
    if verb == "destroy":
        return where[0] == words[0] and n == len(territory["areas"])
    if verb == "with":
        return words == ["seat", str(owner)] and n <= len(territory["areas"]) and territory["locked"] is None
    tokens = territory["areas"][n - 1]["tokens"]
    return where == words[:2] and (verb != "steal" or len(tokens) >= int(words[2]))


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.laws), pytest.param(4, marks=pytest.mark.laws)])
def test_what_an_answer_names_lies_in_its_place(seats: int) -> None:
    met: set[tuple[str, str]] = set()
    for seed in range(4):
        for state in Table(GAME, seats, seed, {"gods": "choose"}, "places").states():
            if state.to_move == pediment.OVER:
                continue
            view = GAME.view(state, state.to_move)
            for action in GAME.legal(state):
                label, place = GAME.label(state, action), GAME.place(state, action)
                if place:
                    assert lies_there(view, state.to_move, label, place), (label, place)
                else:
                    assert label == "let it happen"
                assert (place == "hand") == (label.split()[0] in HAND) or label.split()[0] in ("dionysus", "with")
                met.add((label.split()[0], place.split(" ")[0]))
    places = {"hand", "looking", "pile", "discard", "city"}
    assert {place for _, place in met} >= places
    assert {("steal", "city"), ("seat", "city"), ("unlock", "city")} & met


def test_a_dionysus_comes_from_the_hand_or_is_only_laid() -> None:
    met = set()
    for seed in range(8):
        for state in Table(GAME, 2, seed, {}, "places").states():
            for action in GAME.legal(state):
                if GAME.label(state, action).startswith("dionysus "):
                    met.add((GAME.asking(state), GAME.place(state, action).split()[0]))
    assert met >= {("action", "hand"), ("lay", "city")}
    assert met <= {("action", "hand"), ("again", "hand"), ("lay", "city")}
