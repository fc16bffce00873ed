"""What players gather: the families or gods that their page counts over many games."""

from __future__ import annotations

import random

import pytest

import pediment
from pediment.core.engine.state import OVER
from pediment.core.texts import SPOKEN
from pediment.games.elysium.rules.vocabulary import FAMILIES
from pediment.games.ephyran.rules.vocabulary import GODS


@pytest.mark.parametrize(("name", "names"), [("elysium", FAMILIES), ("ephyran", GODS)])
def test_gathered_cards_have_names_in_every_language(name: str, names: list[str]) -> None:
    game = pediment.game(name)
    state = game.new(seats=3, seed=4)
    assert game.gathered(state) == [{}, {}, {}]
    chance = random.Random(1)
    while state.to_move != OVER:
        game.apply(state, chance.choice(game.legal(state)))
    found = game.gathered(state)
    assert len(found) == 3
    assert {one for seat in found for one in seat} <= set(names)
    assert all(n > 0 for seat in found for n in seat.values())
    assert sum(sum(seat.values()) for seat in found) > 6
    for language in SPOKEN:
        assert all(game.texts.say(language, f"words.{one}") for one in names)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("elysium", ["written", "quests", "level-tiles", "family-tiles", "citizens"]),
        ("ephyran", ["gods", "areas", "supports", "defences"]),
    ],
)
def test_what_studies_of_balance_count(name: str, kinds: list[str]) -> None:
    game = pediment.game(name)
    state = game.new(seats=3, seed=5)
    chance = random.Random(3)
    while state.to_move != OVER:
        game.apply(state, chance.choice(game.legal(state)))
    found = game.groups(state)
    assert [list(had) for had in found] == [kinds] * 3
    assert all(type(n) is int and n > 0 for had in found for counts in had.values() for n in counts.values())
    log = game.view(state, None)["log"]
    for seat, had in enumerate(found):
        own = [entry["event"] for entry in log if entry.get("seat") == seat]
        if name == "elysium":
            tiles = sum(1 for part in game.scores(state)[seat]["bonuses"])
            assert sum(had["quests"].values()) == own.count("quest")
            assert sum(had["level-tiles"].values()) + sum(had["family-tiles"].values()) == tiles
            assert had["citizens"].get("citizen", 0) == game.scores(state)[seat]["citizens"] // -2
        else:
            assert had["gods"] == {game.setup(state)["gods"][seat]: 1}
            assert sum(had["supports"].values()) == own.count("support")
            assert sum(had["defences"].values()) == own.count("defend")
    for language in SPOKEN:
        texts = game.texts.section(language, "groups")
        assert set(kinds) <= set(texts)
        assert set(game.setup(state)) <= set(texts)


def test_what_a_seat_of_elysium_has_gathered() -> None:
    """Each thing under its name: the tiles by Level and by Family, the Quest by its number."""
    game = pediment.game("elysium")
    legends = [["zeus.alliance", "zeus.triumph", "citizen"], ["athena.assembly", "hades.assembly", "citizen"]]
    other = [["hades.charon", "hades.cerberus"]]
    tiles = [["level 2", "zeus 2", "athena 5"], ["level 1", "level 3", "athena 2", "zeus 5"]]
    state = game.position({
        "seats": [{"elysium": legends, "bonuses": tiles[0]}, {"elysium": other, "bonuses": tiles[1]}],
        "played": ["quest 2"],
    })  # fmt: skip
    assert game.groups(state) == [
        {
            "written": {"athena": 1, "hades": 1, "zeus": 2},
            "quests": {"2": 1},
            "level-tiles": {"2": 1},
            "family-tiles": {"athena": 1, "zeus": 1},
            "citizens": {"citizen": 2},
        },
        {
            "written": {"hades": 2},
            "quests": {},
            "level-tiles": {"1": 1, "3": 1},
            "family-tiles": {"athena": 1, "zeus": 1},
            "citizens": {},
        },
    ]


def test_a_citizen_is_of_no_family() -> None:
    """E1.5"""
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=9)
    chance = random.Random(2)
    while state.to_move != OVER:
        game.apply(state, chance.choice(game.legal(state)))
    cards = [sum(len(legend) for legend in player.legends) for player in state.players]
    citizens = [score["citizens"] // -2 for score in game.scores(state)]
    assert sum(citizens) > 0
    for seat, gathered in enumerate(game.gathered(state)):
        assert sum(gathered.values()) == cards[seat] - citizens[seat]
