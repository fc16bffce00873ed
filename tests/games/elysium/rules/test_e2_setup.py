"""E2: setup."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play

GAME = pediment.game("elysium")
SETS = {
    "first-game": ["athena", "hades", "hephaestus", "poseidon", "zeus"],
    "opulence": ["ares", "athena", "hephaestus", "hermes", "zeus"],
    "misfortune": ["ares", "hades", "hephaestus", "hermes", "poseidon"],
    "wasteland": ["apollo", "ares", "hades", "hermes", "poseidon"],
    "deadly-plots": ["apollo", "athena", "hades", "hephaestus", "hermes"],
    "why-bother": ["apollo", "ares", "athena", "poseidon", "zeus"],
}
SIDES = {"a": ["red", "yellow", "green", "blue"], "b": ["yellow", "blue", "red", "green"]}


def view(**options: Any) -> dict[str, Any]:
    return GAME.view(GAME.new(**options), None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players(seats: int) -> None:
    """E2.1"""
    assert len(view(seats=seats)["seats"]) == seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_other_number_of_players(seats: int) -> None:
    """E2.1"""
    with pytest.raises(pediment.OptionError, match=r"E2\.1"):
        GAME.new(seats=seats)


@pytest.mark.parametrize(("name", "families"), SETS.items())
def test_named_sets(name: str, families: list[str]) -> None:
    """E2.1"""
    assert sorted(view(families=name)["families"]) == families


def test_an_explicit_list_of_families() -> None:
    """E2.1: the cards in play are those of the list."""
    chosen = ["zeus", "apollo", "hermes", "ares", "hades"]
    shown = view(families=chosen)
    assert sorted(shown["families"]) == sorted(chosen)
    cards = [*shown["agora"], *shown["oracle"], *shown["unseen"][0]]
    assert {card.partition(".")[0] for card in cards} == set(chosen)


@pytest.mark.parametrize(
    "families",
    [
        ["zeus", "apollo", "hermes", "ares"],
        ["zeus", "apollo", "hermes", "ares", "hades", "athena"],
        ["zeus", "zeus", "hermes", "ares", "hades"],
        ["zeus", "apollo", "hermes", "ares", "dionysus"],
        "last-game",
    ],
)
def test_five_different_families_are_needed(families: Any) -> None:
    """E2.1"""
    with pytest.raises(pediment.OptionError, match=r"E2\.1"):
        GAME.new(families=families)


def test_random_families_are_five_different_ones_and_vary() -> None:
    """E2.1"""
    drawn = [view(seed=seed, families="random")["families"] for seed in range(40)]
    assert all(len(set(families)) == 5 for families in drawn)
    assert len({tuple(sorted(families)) for families in drawn}) > 20
    assert {family for families in drawn for family in families} == {f for fs in SETS.values() for f in fs}


def test_the_side_of_the_pediment_is_random() -> None:
    """E2.2"""
    sides = [view(seed=seed)["pediment"] for seed in range(40)]
    assert 10 <= sides.count("a") <= 30
    assert sides.count("a") + sides.count("b") == 40


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("seats", [3, 4])
def test_quest_n_stands_under_colour_n(side: str, seats: int) -> None:
    """E2.2, E2.3: all four Quests with 3 players too."""
    quests = view(seats=seats, pediment=side)["quests"]
    assert [quest["n"] for quest in quests] == [1, 2, 3, 4]
    assert [quest["colours"] for quest in quests] == [[colour] for colour in SIDES[side]]


@pytest.mark.parametrize("side", ["a", "b"])
def test_with_two_players_a_quest_stands_under_two_colours(side: str) -> None:
    """E2.2, E2.3"""
    quests = view(seats=2, pediment=side)["quests"]
    assert [quest["n"] for quest in quests] == [1, 2]
    assert set(quests[0]["colours"]) == set(SIDES[side][:2])
    assert set(quests[1]["colours"]) == set(SIDES[side][2:])


@pytest.mark.parametrize("side", ["a", "b"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_colour_above_a_quest_opens_it(side: str, n: int) -> None:
    """E2.3, E4.4"""
    colour = SIDES[side][n - 1][0].upper()
    agora = ["hades.charons-obol", "zeus.justice-of-zeus", "zeus.alliance", "athena.democracy"]  # one of each colour
    state = GAME.position({"pediment": side, "seats": [{"columns": colour}, {}, {}], "agora": agora})
    assert next(GAME.label(state, a) for a in GAME.legal(state)) == f"quest {n}"
    assert len(GAME.legal(state)) == 2


def test_there_is_no_third_quest_with_two_players() -> None:
    """E2.3"""
    with Scenario({"seats": [{}, {}]}) as play:
        play.pending(0, ["quest 1", "quest 2"])
        play.refuses("quest 3", "E2.3")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_player_is_random_and_discs_ascend_clockwise(seats: int) -> None:
    """E2.4"""
    starts = set()
    for seed in range(30):
        shown = view(seats=seats, seed=seed)
        discs = [seat["disc"] for seat in shown["seats"]]
        start = discs.index(1)
        assert shown["log"][0] == {"event": "start", "seat": start, "cause": None, "rule": "E2.4"}
        starts.add(start)
        assert [discs[(start + i) % seats] for i in range(seats)] == list(range(1, seats + 1))
    assert starts == set(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_each_player_begins_with(seats: int) -> None:
    """E2.4: 4 Gold, four Columns, VP equal to the Disc; the start player begins."""
    state = GAME.new(seats=seats, seed=5)
    for shown in GAME.view(state, None)["seats"]:
        assert (shown["gold"], shown["columns"], shown["vp"], shown["pp"]) == (4, "RYGB", shown["disc"], 0)
        assert (shown["domain"], shown["elysium"], shown["bonuses"], shown["quest"]) == ([], [], [], None)
    assert GAME.view(state, None)["seats"][GAME.to_move(state)]["disc"] == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("families", "oracle"), [("first-game", 0), ("wasteland", 4)])
def test_the_deal(seats: int, families: str, oracle: int) -> None:
    """E2.5: all cards of the families, 3 x players + 1 of them in the Agora, with Apollo then 4 in the Oracle."""
    shown = view(seats=seats, seed=3, families=families)
    assert len(shown["agora"]) == 3 * seats + 1
    assert len(shown["oracle"]) == oracle
    assert shown["deck_size"] == cards_in_play(families) - (3 * seats + 1) - oracle
    assert shown["discard"] == []
    together = sorted([*shown["agora"], *shown["oracle"], *shown["unseen"][0]])
    in_play = [card for card in GAME.cards() if card.partition(".")[0] in SETS[families]]
    assert together == sorted(card for card in in_play for _ in range(GAME.card(card)["copies"]))


def test_the_cards_are_shuffled() -> None:
    """E2.5"""
    deals = {tuple(view(seed=seed, families="first-game")["agora"]) for seed in range(20)}
    assert len(deals) == 20


def test_prestige_exists_with_ares_only() -> None:
    """E2.5"""
    with pytest.raises(pediment.PositionError, match=r"E2\.5"):
        GAME.position({"families": "first-game", "seats": [{"pp": 1}, {}]})
    assert GAME.view(GAME.position({"families": "opulence", "seats": [{"pp": 1}, {}]}), None)["seats"][0]["pp"] == 1


def test_the_oracle_exists_with_apollo_only() -> None:
    """E2.5"""
    with pytest.raises(pediment.PositionError, match=r"E2\.5"):
        GAME.position({"families": "first-game", "seats": [{}, {}], "oracle": ["zeus.alliance"]})


@pytest.mark.parametrize(("name", "families"), SETS.items())
def test_the_bonus_tiles(name: str, families: list[str]) -> None:
    """E2.6: three Level tiles and two tiles for each family in play."""
    tiles = [f"level {n}" for n in (1, 2, 3)] + [f"{family} {vp}" for family in families for vp in (5, 2)]
    assert view(families=name)["bonuses"] == sorted(tiles)


@pytest.mark.parametrize(
    ("tile", "vp"), [("level 1", 3), ("level 2", 6), ("level 3", 9), ("zeus 5", 5), ("zeus 2", 2), ("hades 2", 2)]
)
def test_what_a_bonus_tile_is_worth(tile: str, vp: int) -> None:
    """E2.6"""
    with Scenario({"seats": [{"vp": 1, "bonuses": [tile]}, {}]}) as play:
        play.scores(0, bonuses=[{"tile": tile, "vp": vp}], total=1 + vp)
