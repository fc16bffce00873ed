"""The view: every field of the format, at every question."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any, Final

import pytest

from pediment.core.engine.log import NO_CAUSE
from pediment.games.ephyran.io import log
from tests.depth import some_of
from tests.games.ephyran.common import (
    CITY,
    GAME,
    GODS,
    OTHER,
    Ephyran,
    areas,
    columns,
    game,
    on,
    viewers,
    with_new_entries,
)

FIELDS: Final = {
    "seats", "hand", "pile_size", "first_discard", "second_discard", "supply_size", "tokens_gone", "active", "athena",
    "to_move", "asking", "last_round", "turn", "in_play", "transit", "looking", "looking_size", "holding", "scores",
    "log",
}  # fmt: skip
FACES: Final = {"thunderbolt", "trident", "owl", "helmet", None}
IDS: Final = set(GAME.cards())
CREATURES: Final = {
    card + side: half["creature"]
    for card in GAME.cards()[:-1]
    for side, half in zip("ab", GAME.card(card)["halves"], strict=True)
    if "creature" in half
}
ITEMS: Final = ["creatures", "dionysus", "variety", "printed", "added", "factor", "points", "unseen"]
ASKING: Final = {
    "god", "action", "again", "take from", "lay", "draw", "keep", "put", "theft from", "steal", "place", "exchange",
    "exchange with", "destruction of", "destroy", "lock", "unlock of", "unlock", "reactions", "over",
}  # fmt: skip


def check(view: dict[str, Any], viewer: int | None) -> None:
    """The shape of a view."""
    assert view.keys() >= FIELDS
    assert view["game"] == "ephyran"
    assert view["asking"] in ASKING
    for seat in view["seats"]:
        assert seat.keys() == {"god", "hand_size", "known", "city_bonus", "territories"}
        assert seat["god"] in GODS or (seat["god"] is None and view["asking"] == "god")
        assert seat["known"] == sorted(seat["known"])
        assert IDS.issuperset(seat["known"])
        assert len(seat["known"]) <= seat["hand_size"]
        assert seat["city_bonus"] in (0, 1, 3)
        assert list(seat["territories"]) == GODS
        for territory in seat["territories"].values():
            assert territory.keys() == {"locked", "areas"}
            assert territory["locked"] is None or territory["locked"] in IDS
            assert len(territory["areas"]) <= 4
            for area in territory["areas"]:
                check_area(area)
    assert view["hand"] == sorted(view["hand"])
    if viewer is None:
        assert view["hand"] == []
    else:
        assert len(view["hand"]) == view["seats"][viewer]["hand_size"]
    assert IDS.issuperset([*view["hand"], *view["first_discard"], *view["second_discard"], *view["looking"]])
    assert FACES.issuperset([*view["tokens_gone"], view["holding"]])
    assert view["transit"] is None or view["transit"]["card"] == "dionysus"
    if view["transit"] is not None:
        check_area(view["transit"])
    for seat, label in view["turn"]:
        assert 0 <= seat < len(view["seats"])
        assert label == label.lower()
    for score in view["scores"]:
        check_score(score)
    for entry in view["log"]:
        assert entry.keys() >= {"event", "cause", "rule"}
        assert entry["rule"].startswith("Y")


def check_area(area: dict[str, Any]) -> None:
    assert area.keys() == {"card", "half", "creature", "tokens"}
    assert FACES.issuperset(area["tokens"])
    if area["card"] == "dionysus":
        assert (area["half"], area["creature"]) == (None, "Dionysus")
    else:
        assert area["creature"] == CREATURES[area["card"] + area["half"]]


def check_score(score: dict[str, Any]) -> None:
    """`points` = factor x the five before it; the total is their sum and the city bonus."""
    assert score.keys() == {"territories", "city_bonus", "total"}
    assert list(score["territories"]) == GODS
    for items in score["territories"].values():
        assert list(items) == ITEMS
        assert all(type(value) is int for value in items.values())
        assert items["points"] == items["factor"] * sum(items[name] for name in ITEMS[:5])
        assert items["factor"] in (1, 2)
    assert score["total"] == score["city_bonus"] + sum(items["points"] for items in score["territories"].values())
    assert sum(items["factor"] == 2 for items in score["territories"].values()) <= 1
    assert sum(items["dionysus"] for items in score["territories"].values()) <= 1


@pytest.mark.laws
@pytest.mark.parametrize(("seats", "seed"), some_of([(2, 1), (3, 2), (4, 3), (2, 4), (3, 5)], [(2, 1), (3, 2), (4, 3)]))
def test_the_shape_of_every_view(seats: int, seed: int) -> None:
    """Y8.1: at every question of whole games, for everybody; ready for JSON."""
    read: defaultdict[int | None, list[dict[str, Any]]] = defaultdict(list)
    for state in game(seats, seed, gods="choose" if seed % 2 else "random"):
        for viewer in viewers(state):
            view = with_new_entries(GAME.view(state, viewer), read[viewer])
            check(view, viewer)
            assert json.loads(json.dumps(view)) == view
            asked = GAME.to_move(state)
            if view["asking"] == "over":
                assert (view["to_move"], view["turn"], view["scores"]) == (None, [], GAME.scores(state))
            elif view["asking"] == "reactions" and viewer != asked:
                assert view["to_move"] is None
            else:
                assert view["to_move"] == asked
            if view["asking"] not in ("reactions", "destroy", "god", "over"):
                assert view["active"] == asked
            looking = view["asking"] in ("keep", "put")
            assert (view["looking_size"] > 0) == looking
            assert len(view["looking"]) == (view["looking_size"] if viewer == asked else 0)
            if viewer == asked:
                assert (view["holding"] is not None) == (view["asking"] == "place")
            assert (view["transit"] is not None) == (view["asking"] == "lay")
            assert (view["in_play"] is not None) == (view["asking"] in ("take from", "lock"))


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_and_every_token_is_somewhere(seats: int) -> None:
    """Y2.1, Y2.2: 104 cards, a Dionysus for each player, 12 tokens, at every question."""
    for state in game(seats, seed=8):
        view = GAME.view(state, None)
        cards = len(view["first_discard"]) + len(view["second_discard"]) + view["pile_size"] + view["looking_size"]
        cards += (view["in_play"] is not None) + (view["transit"] is not None)
        tokens = view["supply_size"] + len(view["tokens_gone"]) + (view["asking"] == "place")
        tokens += len(view["transit"]["tokens"]) if view["transit"] else 0
        for seat in view["seats"]:
            cards += seat["hand_size"]
            for territory in seat["territories"].values():
                cards += len(territory["areas"]) + (territory["locked"] is not None)
                tokens += sum(len(area["tokens"]) for area in territory["areas"])
        assert (cards, tokens) == (104 + seats, 12)


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_territories_are_always_whole(seats: int) -> None:
    """Y1.2, Y3.3: area n of a god's column is that god's half of number n, or a Dionysus."""
    for state in game(seats, seed=12):
        for seat in GAME.view(state, None)["seats"]:
            for god, territory in seat["territories"].items():
                for n, area in enumerate(territory["areas"], 1):
                    if area["card"] != "dionysus":
                        half = GAME.card(area["card"])["halves"]["ab".index(area["half"])]
                        assert (half["god"], half["number"]) == (god, n)
                assert territory["areas"] or territory["locked"] is None  # Y4.7


def test_the_turn_lists_what_was_played_in_it() -> None:
    """Y4.10: who and what; it begins afresh with every turn."""
    position = {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": columns(CITY, poseidon=2)},
            {"hand": ["TS11", "TT54"], "territories": {"poseidon": areas(on("TT02a", "owl", "helmet"))}},
        ],
        "first_discard": ["TT44"],
    }
    with Ephyran(position) as play:
        play.table(turn=[])
        play.answers(0, "support ares-theft ts05", "steal poseidon 1 2")
        play.answers(1, "let it happen")
        play.answers(0, "place poseidon 1")
        expected = [[0, "support ares-theft ts05"], [0, "steal poseidon 1 2"], [0, "place poseidon 1"]]
        for viewer in (None, 0, 1):
            assert play.match.view(viewer)["turn"] == expected
        play.answers(0, "draw discard")
        play.table(turn=[], active=1)
        play.rests(1)


def test_a_defence_stands_in_the_turn() -> None:
    """Y4.9: it is public when played."""
    position = {
        "seats": [{"hand": ["TS08", "TT55"]}, {"hand": ["TS10", "TT54"], "territories": columns(OTHER, gaia=1)}],
        "first_discard": ["TT44"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        play.table(turn=[[0, "support ares-destruction ts08"], [1, "shield ts10"]], active=0, to_move=0)
        play.pending(0, ["draw pile", "draw discard"])


def test_the_example_of_a_whole_turn() -> None:
    """Y4.4: the labels of the format, one after the other."""
    position = {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": columns(CITY, gaia=1, poseidon=1)},
            {"hand": ["TS11", "TT54"], "territories": {"poseidon": areas(on("TT02a", "owl", "helmet"))}},
            {"territories": {"poseidon": areas(on("TT05a", "owl"))}},
        ],
        "first_discard": ["TT44"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05", "seat 1", "steal poseidon 1 2")
        play.answers(1, "let it happen")
        play.answers(0, "place gaia 1", "draw discard")
        play.rests(1)


def test_what_is_in_play_is_public() -> None:
    """Y4.7, Y6.3: the shield before its territory is named, the half before it is named whose Dionysus it takes."""
    shield = {"seats": [{"hand": ["TS09", "TT55"], "territories": columns(CITY, poseidon=1, gaia=1)}, {}]}
    dionysus = areas("TT02a", "dionysus"), areas("TT05a", "dionysus")
    half = {
        "seats": [
            {"hand": ["TT29", "TT55"]},
            {"territories": {"poseidon": dionysus[0]}},
            {"territories": {"poseidon": dionysus[1]}},
        ],
    }
    for position, label, shown in (
        (shield, "support shield ts09", "TS09"),
        (half, "take dionysus with tt29a", "TT29a"),
    ):
        state = GAME.position(position)
        GAME.play(state, label)
        for viewer in viewers(state):
            view = GAME.view(state, viewer)
            assert view["in_play"] == shown
            assert view["seats"][0]["hand_size"] == 1


def test_a_seat_that_there_is_not_has_no_view() -> None:
    """Y2.1"""
    state = GAME.new(seats=2)
    for seat in (2, 3, -1):
        with pytest.raises(ValueError, match="no seat"):
            GAME.view(state, seat)


def test_a_view_belongs_to_its_reader() -> None:
    """Y8.1: changing it changes nothing of the game."""
    state = GAME.new(seats=2, seed=3)
    before = json.dumps(GAME.view(state, 0))
    view = GAME.view(state, 0)
    view["hand"].clear()
    view["seats"][0]["known"].clear()
    view["seats"][0]["territories"]["gaia"]["areas"].append("TT01a")
    view["log"].clear()
    view["first_discard"].append("TT01")
    assert json.dumps(GAME.view(state, 0)) == before


def test_scores_of_a_table() -> None:
    """Y7.3, Y7.4: the items of a territory in their order."""
    state = GAME.position(
        {
            "seats": [
                {
                    "god": "poseidon",
                    "city_bonus": 3,
                    "territories": {
                        "poseidon": areas("TS01a", on("TT29a", "helmet"), "dionysus"),
                        "gaia": areas(*CITY["gaia"]),
                    },
                },
                {"god": "gaia"},
            ]
        }
    )
    score = GAME.scores(state)[0]
    check_score(score)
    assert score["territories"]["poseidon"] == {
        "creatures": 2,
        "dionysus": 1,
        "variety": 0,
        "printed": 1,
        "added": -1,
        "factor": 2,
        "points": 6,
        "unseen": 0,
    }
    assert score["territories"]["gaia"]["points"] == 5
    assert (score["city_bonus"], score["total"]) == (3, 14)


def test_every_event_of_the_log_has_its_own_name() -> None:
    numbers = {name: number for name, number in vars(log).items() if name.startswith("L_")}
    assert sorted(numbers.values()) == list(range(len(log.EVENTS.events)))
    for name, number in numbers.items():
        assert log.EVENTS.entry((number, NO_CAUSE, *[0] * 4))["event"] == name[2:].lower().replace("_", "-")
