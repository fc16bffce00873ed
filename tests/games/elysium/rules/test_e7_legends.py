"""E7: transfers and Legends."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario

GAME = pediment.game("elysium")
ZEUS = ["zeus.assembly", "zeus.triumph", "zeus.hercules"]  # Levels 1, 2, 3
LEVEL_1 = ["zeus.assembly", "hades.assembly", "athena.assembly", "poseidon.assembly", "hephaestus.assembly"]
LEVEL_2 = ["zeus.triumph", "hades.charon", "athena.naval-power", "poseidon.raiders", "hephaestus.workshop"]
LEVEL_3 = ["zeus.hercules", "hades.cerberus", "athena.aegis", "poseidon.medusa", "hephaestus.slaves"]


def writing(domain: list[Any], elysium: list[list[Any]] | None = None, **seat: Any) -> dict[str, Any]:
    """Phase III of seat 0 with three transfers."""
    first = {"quest": 4, "gold": 9, "vp": 0, "domain": domain, "elysium": elysium or [], **seat}
    return {"phase": "transfers", "seats": [first, {"gold": 0}, {"gold": 0}]}


def tiles(play: Scenario, seat: int) -> list[str]:
    found: list[str] = play.match.view()["seats"][seat]["bonuses"]
    return found


def events(play: Scenario) -> list[str]:
    return [entry["event"] for entry in play.match.view()["log"]]


# E7.1 Cost


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_transfer_costs_the_level(level: int) -> None:
    """E7.1"""
    card = ["zeus.assembly", "zeus.initiation", "zeus.kings-council"][level - 1]
    with Scenario(writing([card, "zeus.alliance"])) as play:
        play.answers(0, f"transfer {card}", "stop")
        play.has(0, gold=9 - level)
        play.rests(0)


@pytest.mark.parametrize(("gold", "cards"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_only_what_can_be_paid_is_offered(gold: int, cards: int) -> None:
    """E7.1"""
    state = GAME.position(writing(ZEUS, gold=gold))
    offered = [GAME.label(state, action) for action in GAME.legal(state)]
    if gold == 0:
        assert GAME.asking(state) == "turn"
    else:
        assert sorted(offered) == sorted([*(f"transfer {card}" for card in ZEUS[:cards]), "stop"])
        for card in ZEUS[cards:]:
            why = GAME.why_not(state, f"transfer {card}")
            assert why is not None
            assert why.rule == "E7.1"


def test_the_cost_is_paid_before_anything_it_yields() -> None:
    """E7.1: Horn of Plenty would pay the third Gold, but afterwards."""
    with Scenario(writing(["hades.horn-of-plenty", "zeus.assembly"], gold=2)) as play:
        play.refuses("transfer hades.horn-of-plenty", "E7.1")
        play.pending(0, ["transfer zeus.assembly", "stop"])


def test_free_costs_nothing_also_for_a_citizen() -> None:
    """E7.1: Persephone and Posthumous Hero without any Gold."""
    position = {
        "seats": [
            {
                "gold": 0,
                "domain": ["hades.persephone", "hades.posthumous-hero", "citizen", "citizen"],
                "elysium": [["zeus.assembly", "zeus.triumph"], ["zeus.initiation", "hades.charon"]],
            },
            {},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.asked(0, ["legend 1", "legend 2"], "legend 1")
        play.answers(0, "use hades.persephone", "transfer citizen")
        play.has(
            0,
            gold=0,
            elysium=[["zeus.assembly", "zeus.triumph", "citizen"], ["zeus.initiation", "hades.charon", "citizen"]],
        )
        play.rests(0)


@pytest.mark.parametrize(("gold", "offered"), [(1, []), (2, ["zeus.assembly"]), (3, ["zeus.assembly", "citizen"])])
def test_plus_one_costs_one_more_also_for_a_citizen(gold: int, offered: list[str]) -> None:
    """E7.1, E7.4: the others at the Panathenaic Games."""
    other = {"gold": gold, "domain": ["zeus.assembly", "citizen"], "elysium": [["hades.charon", "athena.initiation"]]}
    position = {"seats": [{"gold": 0}, other], "agora": ["athena.panathenaic-games"]}
    with Scenario(position) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        if not offered:
            play.rests(1)
            return
        play.pending(1, [*(f"transfer {card}" for card in offered), "stop"])
        play.answers(1, f"transfer {offered[-1]}")
        play.has(1, gold=0)
        play.rests(1)


# E7.2 Where a card goes


def test_a_card_starts_a_new_legend_or_joins_one_of_yours() -> None:
    """E7.2"""
    with Scenario(writing(["zeus.triumph"], [["zeus.assembly"], ["hades.charon"], ["hades.cerberus"]])) as play:
        play.answers(0, "transfer zeus.triumph")
        play.refuses("legend 3", "E7.3")
        play.refuses("legend 4", "E7.2")
        play.asked(0, ["legend 1", "legend 2", "new legend"], "legend 2")
        play.has(0, elysium=[["zeus.assembly"], ["hades.charon", "zeus.triumph"], ["hades.cerberus"]])
        play.rests(0)


def test_a_card_in_the_elysium_never_moves_again() -> None:
    """E7.2"""
    with Scenario(writing(["zeus.triumph", "zeus.alliance"], [["zeus.assembly"]])) as play:
        play.pending(0, ["transfer zeus.triumph", "transfer zeus.alliance", "stop"])
        assert GAME.why_not(play.state, "transfer zeus.assembly") is not None


@pytest.mark.parametrize(
    ("card", "joins"),
    [
        ("zeus.triumph", True),  # same family, another Level
        ("hades.tartarus", True),  # same Level, another family
        ("zeus.alliance", False),  # same family and Level
        ("hades.charon", False),  # nothing in common
    ],
)
def test_the_second_card_fixes_the_kind(card: str, joins: bool) -> None:
    """E7.2, E7.3"""
    with Scenario(writing([card, "poseidon.medusa"], [["zeus.assembly"]])) as play:
        play.answers(0, f"transfer {card}")
        if joins:
            play.asked(0, ["legend 1", "new legend"], "legend 1")
            play.has(0, elysium=[["zeus.assembly", card]])
        else:
            play.has(0, elysium=[["zeus.assembly"], [card]])
        play.pending(0, ["transfer poseidon.medusa", "stop"])


def joins(legend: list[Any], card: str) -> bool:
    """Is joining offered, beside a new Legend?"""
    state = GAME.position(writing([card], [legend]))
    GAME.play(state, f"transfer {card}")
    return GAME.asking(state) == "legend"


@pytest.mark.parametrize(
    ("legend", "card", "fits"),
    [
        (["zeus.assembly", "zeus.triumph"], "zeus.kings-council", True),
        (["zeus.hercules", "zeus.assembly"], "zeus.initiation", True),  # any order
        (["zeus.assembly", "zeus.triumph"], "zeus.alliance", False),  # Level 1 is there
        (["zeus.assembly", "zeus.triumph"], "zeus.initiation", False),  # Level 2 is there
        (["zeus.assembly", "zeus.triumph"], "hades.cerberus", False),  # another family
        (["zeus.assembly", "zeus.triumph"], "hades.tartarus", False),  # it is no Level Legend
        (ZEUS, "zeus.kings-council", False),  # full
        (["zeus.assembly", "hades.assembly"], "athena.assembly", True),
        (["zeus.assembly", "hades.assembly"], "zeus.alliance", False),  # the family is there
        (["zeus.assembly", "hades.assembly"], "zeus.triumph", False),  # it is no Family Legend
        (["zeus.assembly", "hades.assembly"], "athena.naval-power", False),  # another Level
        (LEVEL_1[:4], LEVEL_1[4], True),
        (LEVEL_3[:4], LEVEL_3[4], True),
    ],
)
def test_family_and_level_legends(legend: list[str], card: str, fits: bool) -> None:
    """E7.3"""
    assert joins(legend, card) is fits


def test_a_level_legend_of_five_is_full() -> None:
    """E7.3: five families are in play, so only a Citizen could be too many; and a Citizen cannot join."""
    with Scenario(writing(["citizen", "zeus.alliance"], [LEVEL_1])) as play:
        play.pending(0, ["transfer zeus.alliance", "stop"])
        play.refuses("transfer citizen", "E7.4")


def test_any_number_of_legends_also_of_one_kind() -> None:
    """E7.3: two Zeus Legends and two of Level 1."""
    elysium = [["zeus.assembly", "zeus.triumph"], ["zeus.alliance", "zeus.initiation"], ["hades.tartarus"]]
    with Scenario(writing(["zeus.hercules", "athena.mediation"], elysium)) as play:
        play.answers(0, "transfer zeus.hercules")
        play.asked(0, ["legend 1", "legend 2", "new legend"], "new legend")
        play.answers(0, "transfer athena.mediation")
        play.asked(0, ["legend 3", "new legend"], "new legend")
        play.has(0, elysium=[*elysium, ["zeus.hercules"], ["athena.mediation"]])
        play.rests(0)


# E7.4 Citizens


@pytest.mark.parametrize(
    ("legend", "cost"),
    [
        (["zeus.hercules", "zeus.triumph"], 1),
        (["zeus.assembly", "zeus.hercules"], 2),
        (["zeus.triumph", "zeus.assembly"], 3),
        (LEVEL_1[:2], 1),
        (LEVEL_2[:3], 2),
        (LEVEL_3[:4], 3),
        ([*LEVEL_3[:2], "citizen", "citizen"], 3),
    ],
)
def test_what_a_citizen_costs(legend: list[Any], cost: int) -> None:
    """E7.4: the missing Level of a Family Legend, the Level of a Level Legend."""
    with Scenario(writing(["citizen", "hades.temple-of-hades"], [legend], gold=cost)) as play:
        play.answers(0, "transfer citizen")
        play.has(0, gold=0, elysium=[[*legend, "citizen"]])
        play.rests(0)
    with Scenario(writing(["citizen", "hades.temple-of-hades"], [legend], gold=cost - 1)) as play:
        if cost > 1:
            play.refuses("transfer citizen", "E7.4")
        else:
            play.rests(0)


@pytest.mark.parametrize(
    "legend",
    [
        ["zeus.assembly"],  # a lone card
        ZEUS,
        ["zeus.assembly", "zeus.triumph", "citizen"],
        LEVEL_1,
        [*LEVEL_1[:2], "citizen", "citizen", "citizen"],
    ],
)
def test_a_citizen_joins_no_lone_card_and_no_full_legend(legend: list[Any]) -> None:
    """E7.4"""
    with Scenario(writing(["citizen", "hades.temple-of-hades"], [legend])) as play:
        play.pending(0, ["transfer hades.temple-of-hades", "stop"])
        play.refuses("transfer citizen", "E7.4")


def test_a_citizen_founds_no_legend() -> None:
    """E7.4"""
    elysium = [["zeus.assembly", "zeus.triumph"], LEVEL_3[:2]]
    with Scenario(writing(["citizen"], elysium)) as play:
        play.answers(0, "transfer citizen")
        play.refuses("new legend", "E7.4")
        play.pending(0, ["legend 1", "legend 2"])


def test_a_citizen_too_expensive_for_one_legend_joins_another() -> None:
    """E7.4"""
    elysium = [["zeus.assembly", "zeus.triumph"], LEVEL_2[1:3], ["hades.assembly"]]
    with Scenario(writing(["citizen", "athena.assembly"], elysium, gold=2)) as play:
        play.answers(0, "transfer citizen")
        play.has(0, gold=0, elysium=[elysium[0], [*elysium[1], "citizen"], elysium[2]])
        play.rests(0)


def test_a_level_legend_with_citizens_takes_any_family_it_lacks_up_to_five_cards() -> None:
    """E7.4: a Citizen stands for no particular family."""
    with_two = [*LEVEL_1[:2], "citizen", "citizen"]
    for card in LEVEL_1[2:]:
        assert joins(with_two, card)
    assert not joins(with_two, "zeus.alliance")
    assert not joins([*with_two, "citizen"], LEVEL_1[2])


def test_a_family_legend_with_a_citizen_is_full() -> None:
    """E7.4: the card it stands for comes too late."""
    assert not joins(["zeus.assembly", "zeus.triumph", "citizen"], "zeus.hercules")


def test_a_transfer_tells_its_legend_by_the_number_of_the_question() -> None:
    """E7.1: counted from 1, a new one after all others."""
    position = writing(["zeus.assembly", "hades.assembly"], [["zeus.alliance"], ["zeus.triumph"]], gold=9)
    with Scenario(position) as play:
        play.answers(0, "transfer zeus.assembly", "legend 2")
        play.logged("transfer", seat=0, card="zeus.assembly", legend=2, n=1)
        play.answers(0, "transfer hades.assembly", "new legend")
        play.logged("transfer", seat=0, card="hades.assembly", legend=3, n=1)
        play.has(0, elysium=[["zeus.alliance"], ["zeus.triumph", "zeus.assembly"], ["hades.assembly"]])
        play.rests(0)


# E7.5 Leaving the Domain


@pytest.mark.parametrize("way", ["discard", "transfer"])
def test_a_card_that_leaves_gives_its_ring_back_and_is_straight_again(way: str) -> None:
    """E7.5"""
    domain = ["hades.cerberus", "zeus.hercules", {"card": "zeus.kings-council", "used": True}, "zeus.assembly"]
    with Scenario({"seats": [{"gold": 3, "domain": domain}, {}]}) as play:
        trigger = play.state.players[0].rings[0]
        used = play.state.players[0].used[0]
        play.answers(0, "use hades.cerberus")
        if way == "discard":
            play.answers(0, "discard zeus.hercules", "transfer zeus.kings-council")
        else:
            play.answers(0, "discard zeus.kings-council", "transfer zeus.hercules")
        player = play.state.players[0]
        assert trigger not in player.rings
        assert used not in player.used
        play.rests(0)


def test_used_cards_may_be_transferred_and_discarded() -> None:
    """E7.5"""
    domain = [
        {"card": "zeus.kings-council", "used": True},
        {"card": "zeus.hercules", "ring": False},
        "hades.cerberus",
    ]
    with Scenario({"seats": [{"gold": 3, "domain": domain}, {}]}) as play:
        play.answers(0, "use hades.cerberus", "discard zeus.kings-council", "transfer zeus.hercules")
        play.has(0, elysium=[["zeus.hercules"]], domain=[{"card": "hades.cerberus", "used": True}])
        play.rests(0)


# E7.6 Family bonus


@pytest.mark.parametrize("third", ["zeus.hercules", "citizen"])
def test_completing_a_family_legend_wins_the_best_tile_left(third: str) -> None:
    """E7.6: Citizen included."""
    with Scenario(writing([third, "hades.cerberus"], [["zeus.assembly", "zeus.triumph"]])) as play:
        play.answers(0, f"transfer {third}")
        if third != "citizen":
            play.answers(0, "legend 1")
        assert tiles(play, 0) == ["zeus 5"]
        play.logged("family-bonus", seat=0, family="zeus", n=5)
        play.answers(0, "stop")
        play.rests(0)


def test_two_cards_of_a_family_win_nothing() -> None:
    """E7.6"""
    with Scenario(writing(["zeus.hercules", "hades.cerberus"], [["zeus.assembly"]])) as play:
        play.answers(0, "transfer zeus.hercules", "legend 1", "stop")
        assert tiles(play, 0) == []
        play.rests(0)


def test_the_second_to_complete_wins_the_second_tile_the_third_nothing() -> None:
    """E7.6: also a second time for the same player."""
    elysium = [ZEUS, ["zeus.alliance", "zeus.initiation"], ["zeus.temple-of-zeus", "zeus.angels-of-zeus"]]
    with Scenario(writing(["zeus.kings-council", "citizen"], elysium)) as play:
        assert tiles(play, 0) == ["zeus 5"]
        play.answers(0, "transfer zeus.kings-council", "legend 2")
        assert tiles(play, 0) == ["zeus 2", "zeus 5"]
        play.logged("family-bonus", seat=0, family="zeus", n=2)
        play.answers(0, "transfer citizen")
        assert tiles(play, 0) == ["zeus 2", "zeus 5"]
        assert not [tile for tile in play.match.view()["bonuses"] if tile.startswith("zeus")]
        play.rests(0)


# E7.7 Level bonus


def test_the_first_level_legend_of_two_wins_the_tile() -> None:
    """E7.7: lone cards and Family Legends have no size here."""
    position = writing(["hades.tartarus", "poseidon.medusa"], [["zeus.assembly"]])
    position["seats"][1]["elysium"] = [["zeus.alliance", "zeus.triumph", "zeus.hercules"], ["athena.assembly"]]
    with Scenario(position) as play:
        assert tiles(play, 0) == []
        play.answers(0, "transfer hades.tartarus", "legend 1")
        assert tiles(play, 0) == ["level 1"]
        play.logged("level-bonus", seat=0, n=1)
        play.answers(0, "stop")
        play.rests(0)


@pytest.mark.parametrize(("size", "stolen"), [(1, True), (2, False), (3, False)])
def test_a_strictly_bigger_level_legend_steals_the_tile(size: int, stolen: bool) -> None:
    """E7.7, E7.10: drawing level steals nothing. Seat 0 comes to two cards."""
    holder = ["zeus.temple-of-zeus", "hades.tartarus", "athena.mediation"][:size]
    position = writing(["hades.assembly", "poseidon.medusa"], [["zeus.assembly"]], bonuses=[])
    position["seats"][1] |= {"elysium": [holder], "bonuses": ["level 1"]}
    with Scenario(position) as play:
        play.answers(0, "transfer hades.assembly", "legend 1", "stop")
        assert tiles(play, 0) == (["level 1"] if stolen else [])
        assert tiles(play, 1) == ([] if stolen else ["level 1"])
        play.rests(0)


def test_the_tile_is_stolen_with_a_citizen_too_and_can_be_stolen_back() -> None:
    """E7.7: seat 1 holds with two; seat 0 makes three with a Citizen; seat 1 makes four."""
    position = writing(["citizen", "poseidon.medusa"], [["zeus.assembly", "hades.assembly"]], bonuses=[])
    position["seats"][1] |= {
        "quest": 1,
        "gold": 2,
        "elysium": [["zeus.temple-of-zeus", "hades.tartarus"]],
        "domain": ["athena.mediation", "poseidon.divine-wrath"],
        "bonuses": ["level 1"],
    }
    with Scenario(position) as play:
        play.answers(0, "transfer citizen", "stop")
        assert (tiles(play, 0), tiles(play, 1)) == (["level 1"], [])
        play.answers(1, "transfer athena.mediation", "legend 1")
        assert (tiles(play, 0), tiles(play, 1)) == (["level 1"], [])  # level at three
        play.answers(1, "transfer poseidon.divine-wrath", "legend 1")
        assert (tiles(play, 0), tiles(play, 1)) == ([], ["level 1"])
        play.logged("steal", seat=1, n=1, to=0)
        play.rests(0)


def test_only_the_biggest_legend_of_that_level_counts() -> None:
    """E7.7: two Legends of two do not beat one of two; another Level does not matter."""
    elysium = [["zeus.assembly", "hades.assembly"], ["poseidon.assembly"], LEVEL_3[:3]]
    position = writing(["athena.mediation", "zeus.initiation"], elysium, bonuses=["level 3"])
    position["seats"][1] |= {"elysium": [["zeus.temple-of-zeus", "hades.tartarus"]], "bonuses": ["level 1"]}
    with Scenario(position) as play:
        play.answers(0, "transfer athena.mediation", "legend 2", "stop")
        assert (tiles(play, 0), tiles(play, 1)) == (["level 3"], ["level 1"])
        play.rests(0)


# E7.8 Orpheus


def orpheus(domain: list[Any], elysium: list[list[Any]], **seat: Any) -> dict[str, Any]:
    families = ["athena", "hades", "hephaestus", "hermes", "zeus"]
    first = {"gold": 0, "vp": 0, "domain": ["hermes.orpheus", *domain], "elysium": elysium, **seat}
    return {"families": families, "seats": [first, {}]}


SPENT = {"card": "hermes.orpheus", "ring": False}


def test_orpheus_puts_a_card_into_the_place_of_a_citizen() -> None:
    """E7.8: it costs nothing, nothing pays, a ring goes back, no tile moves."""
    domain = ["zeus.hercules", "zeus.father-of-the-gods", "zeus.whispers-of-hera", "zeus.alliance"]
    position = orpheus(domain, [["zeus.assembly", "zeus.triumph", "citizen"]])
    with Scenario(position) as play:
        before = tiles(play, 0)
        play.answers(0, "use hermes.orpheus")
        play.asked(
            0,
            ["choose zeus.hercules", "choose zeus.father-of-the-gods", "choose zeus.whispers-of-hera"],
            "choose zeus.hercules",
        )
        play.has(
            0,
            gold=0,
            vp=0,
            elysium=[["zeus.assembly", "zeus.triumph", "zeus.hercules"]],
            domain=[SPENT, *domain[1:], "citizen"],
        )
        assert list(play.state.players[0].rings) == []
        assert tiles(play, 0) == before == ["zeus 5"]
        play.rests(0)


def test_orpheus_itself_may_go() -> None:
    """E7.8"""
    with Scenario(orpheus([], [["hermes.cheater", "hermes.caduceus", "citizen"]])) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, domain=["citizen"], elysium=[["hermes.cheater", "hermes.caduceus", "hermes.orpheus"]])
        play.rests(0)


@pytest.mark.parametrize(
    ("domain", "legend"),
    [
        (["zeus.kings-council"], ZEUS),  # no Citizen there
        (["zeus.kings-council"], ["zeus.triumph", "zeus.hercules", "citizen"]),  # the Level is there
        (["hades.cerberus"], ["zeus.assembly", "zeus.triumph", "citizen"]),  # another family
        (["zeus.alliance"], ["zeus.assembly", "hades.assembly", "citizen"]),  # the family is there
        (["citizen"], ["zeus.assembly", "zeus.triumph", "citizen"]),  # a Citizen is no card of the exchange
    ],
)
def test_the_legend_must_be_legal_with_the_card(domain: list[Any], legend: list[Any]) -> None:
    """E7.8, E7.3"""
    with Scenario(orpheus(domain, [legend])) as play:
        play.refuses("use hermes.orpheus", "E10")


def test_the_other_citizens_are_left_aside() -> None:
    """E7.8: a full Level Legend of two cards and three Citizens takes any family it lacks."""
    legend = ["zeus.assembly", "hades.assembly", "citizen", "citizen", "citizen"]
    position = orpheus(["athena.mediation", "hermes.cheater", "zeus.alliance", "athena.aegis"], [legend])
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus")
        play.asked(0, ["choose athena.mediation", "choose hermes.cheater"], "choose hermes.cheater")
        play.has(0, elysium=[["zeus.assembly", "hades.assembly", "hermes.cheater", "citizen", "citizen"]])
        play.rests(0)


def test_orpheus_chooses_among_legends() -> None:
    """E7.8"""
    elysium = [
        ["zeus.assembly", "zeus.triumph", "citizen"],
        ["hades.cerberus", "athena.aegis", "citizen"],
        ["hades.tartarus", "hades.charon", "citizen"],
    ]
    with Scenario(orpheus(["zeus.hercules"], elysium)) as play:
        play.answers(0, "use hermes.orpheus")
        play.asked(0, ["choose zeus.hercules", "choose hermes.orpheus"], "choose zeus.hercules")
        play.refuses("legend 3", "E7.8")
        play.asked(0, ["legend 1", "legend 2"], "legend 2")
        play.has(0, elysium=[elysium[0], ["hades.cerberus", "athena.aegis", "zeus.hercules"], elysium[2]])
        play.rests(0)


def test_the_citizen_may_be_transferred_again() -> None:
    """E7.8: by Persephone, into the Legend beside."""
    elysium = [["zeus.assembly", "zeus.triumph", "citizen"], ["hades.cerberus", "athena.aegis"]]
    with Scenario(orpheus(["zeus.hercules", "hades.persephone"], elysium)) as play:
        play.answers(0, "use hermes.orpheus", "use hades.persephone", "transfer citizen")
        play.has(
            0,
            elysium=[["zeus.assembly", "zeus.triumph", "zeus.hercules"], ["hades.cerberus", "athena.aegis", "citizen"]],
        )
        play.rests(0)


def test_orpheus_pays_no_citizen_power_and_needs_no_gold() -> None:
    """E7.8, Ruling: neither a take nor a transfer of the Citizen."""
    position = orpheus(
        ["zeus.alliance", "hephaestus.apprentice", "athena.mediation"],
        [["zeus.assembly", "hades.assembly", "citizen"]],
    )
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus", "choose athena.mediation")
        play.has(0, gold=0, vp=0)
        play.rests(0)


# E7.9 Order, E7.10


def test_the_order_of_a_transfer() -> None:
    """E7.9: pay and move, permanent powers (its own too), bonus tile, Charon."""
    domain = ["hades.charon", "zeus.whispers-of-hera", "poseidon.assembly"]
    position = writing(domain, [["zeus.assembly", "zeus.triumph"]])
    with Scenario(position) as play:
        play.answers(0, "transfer poseidon.assembly")
        mark = len(events(play))
        play.answers(0, "transfer zeus.whispers-of-hera", "legend 1")
        log = [(e["event"], e["cause"]) for e in play.match.view()["log"]][mark:]
        assert log == [
            ("transfer", None),
            ("gain", "zeus.whispers-of-hera"),
            ("family-bonus", None),
            ("gain", "hades.charon"),
        ]
        play.has(0, gold=9 - 1 - 3 + 1, vp=2, bonuses=["zeus 5"])
        play.pending(0, ["transfer hades.charon", "stop"])


def test_the_card_is_chosen_before_its_place_and_nothing_is_paid_until_then() -> None:
    """E7.9"""
    with Scenario(writing(["zeus.hercules"], [["zeus.assembly"]])) as play:
        play.answers(0, "transfer zeus.hercules")
        play.has(0, gold=9, domain=["zeus.hercules"])
        play.answers(0, "legend 1")
        play.has(0, gold=6, domain=[])
        play.rests(0)


def test_a_transfer_of_five_of_a_level_wins_one_tile() -> None:
    """E7.9: one transfer changes one Legend, so at most one tile."""
    with Scenario(writing([LEVEL_2[4]], [LEVEL_2[:4]], bonuses=[])) as play:
        play.answers(0, f"transfer {LEVEL_2[4]}", "legend 1")
        assert tiles(play, 0) == ["level 2"]
        play.rests(0)


def test_a_holder_who_grows_keeps() -> None:
    """E7.10"""
    position = writing(["athena.mediation", "poseidon.medusa"], [["zeus.assembly", "hades.assembly"]])
    with Scenario(position) as play:
        assert tiles(play, 0) == ["level 1"]
        play.answers(0, "transfer athena.mediation", "legend 1", "stop")
        assert tiles(play, 0) == ["level 1"]
        assert "steal" not in events(play)
        play.rests(0)


def test_a_family_tile_is_never_lost() -> None:
    """E7.10: seat 1 completes the same family later and gets the second tile."""
    position = writing(["zeus.kings-council", "hades.cerberus"], [["zeus.alliance", "zeus.initiation"]])
    position["seats"][1]["elysium"] = [ZEUS]
    with Scenario(position) as play:
        assert tiles(play, 1) == ["zeus 5"]
        play.answers(0, "transfer zeus.kings-council", "legend 1", "stop")
        assert (tiles(play, 0), tiles(play, 1)) == (["zeus 2"], ["zeus 5"])
        play.rests(0)
