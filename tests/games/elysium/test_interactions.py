"""Interactions by name: what happens when cards and rules meet."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play, printed

GAME = pediment.game("elysium")
DECK = cards_in_play()
DISMISS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]


def spent(card: str) -> dict[str, Any]:
    return {"card": card, "ring": False}


def turned(card: str) -> dict[str, Any]:
    return {"card": card, "used": True}


def with_hermes(*families: str) -> list[str]:
    """Five families, Hermes and these among them."""
    return list(dict.fromkeys(["hermes", *families, "zeus", "hades", "athena", "ares", "hephaestus"]))[:5]


def copies(play: Scenario) -> list[str]:
    return [entry["card"] for entry in play.match.view()["log"] if entry["event"] == "copy"]


# Copying powers of copying powers


def test_the_longest_chain_of_copies_ends_at_a_real_power() -> None:
    """E5.9: five copies in a row; only the card that was started has lost its ring."""
    domain = ["hermes.keeper-of-dreams", "hermes.psychopomp", "hermes.caduceus", "ares.hoplites"]
    elysium = [["hermes.psychopomp"], ["hermes.keeper-of-dreams"]]
    position = {"families": with_hermes("ares"), "seats": [{"domain": domain, "elysium": elysium}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["choose hermes.psychopomp", "choose hermes.caduceus"], "choose hermes.psychopomp")
        play.asked(0, ["choose hermes.psychopomp", "choose hermes.keeper-of-dreams"], "choose hermes.psychopomp")
        # the second Psychopomp names the second Keeper, that names Caduceus, that names Hoplites: all unasked
        assert copies(play) == [
            "hermes.psychopomp",
            "hermes.psychopomp",
            "hermes.keeper-of-dreams",
            "hermes.caduceus",
            "ares.hoplites",
        ]
        play.has(0, pp=1, domain=[spent("hermes.keeper-of-dreams"), *domain[1:]], elysium=elysium)
        play.rests(0)


def test_copying_cards_that_can_only_name_each_other_cannot_be_started() -> None:
    """E5.9, E10: the chain would end with nothing."""
    domain = ["hermes.keeper-of-dreams", "hermes.psychopomp"]
    elysium = [["hermes.psychopomp"], ["hermes.keeper-of-dreams"], ["hermes.caduceus"]]
    position = {"families": with_hermes(), "seats": [{"domain": domain, "elysium": elysium}, {}]}
    with Scenario(position) as play:
        play.pending(0, ["quest 1", "quest 2"])
        play.refuses("use hermes.keeper-of-dreams", "E10")
        play.refuses("use hermes.psychopomp", "E10")


def test_two_copies_in_the_elysium_are_two_cards_of_a_chain() -> None:
    """E5.9: Psychopomp names one Keeper of the Elysium, whose Trigger leads back to no card twice."""
    domain = ["hermes.psychopomp", "hermes.keeper-of-dreams", spent("zeus.hercules")]
    position = {
        "families": with_hermes(),
        "seats": [{"vp": 3, "domain": domain, "elysium": [["hermes.keeper-of-dreams"]]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")  # the Keeper of the Elysium is the only card there
        play.asked(0, ["choose hermes.keeper-of-dreams", "choose zeus.hercules"], "choose hermes.keeper-of-dreams")
        assert copies(play) == ["hermes.keeper-of-dreams", "hermes.keeper-of-dreams", "zeus.hercules"]
        play.has(0, vp=4, domain=[spent("hermes.psychopomp"), "hermes.keeper-of-dreams", spent("zeus.hercules")])
        play.rests(0)


def test_a_chain_through_three_players_cards_and_the_oracle() -> None:
    """E5.9: Hermes' Initiation - another's Hermes' Initiation - Apollo's - an Oracle Caduceus - your Instant."""
    position = {
        "families": ["apollo", "ares", "hermes", "poseidon", "zeus"],
        "seats": [
            {"vp": 0, "domain": ["hermes.initiation", "ares.initiation", "zeus.garden-of-the-hesperides"]},
            {"vp": 0, "domain": [turned("hermes.initiation")]},
            {"vp": 0, "domain": [turned("apollo.initiation")]},
        ],
        "oracle": ["hermes.caduceus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.initiation")
        play.asked(0, ["choose hermes.initiation", "choose apollo.initiation"], "choose hermes.initiation")
        assert copies(play) == [
            "hermes.initiation",
            "apollo.initiation",
            "hermes.caduceus",
            "zeus.garden-of-the-hesperides",
        ]
        play.has(0, vp=2)
        play.table(oracle=["hermes.caduceus"])
        play.rests(0)


def test_the_second_hermes_initiation_still_means_other_players_than_the_user() -> None:
    """E5.9: copying seat 1's Hermes' Initiation, your own Initiations are out of reach."""
    position = {
        "families": "opulence",
        "seats": [
            {"vp": 0, "gold": 0, "domain": ["hermes.initiation", "zeus.initiation"]},
            {"gold": 0, "domain": ["hermes.initiation", "hephaestus.initiation", "ares.initiation"]},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.initiation", "choose hermes.initiation")
        play.asked(0, ["choose hephaestus.initiation", "choose ares.initiation"], "choose hephaestus.initiation")
        play.has(0, gold=1, vp=0)
        play.has(1, gold=0)
        play.rests(0)


def test_a_power_started_after_a_chain_begins_a_chain_of_its_own() -> None:
    """E5.9: "the present chain" is over with its power."""
    position = {
        "families": with_hermes("ares"),
        "seats": [{"domain": ["hermes.keeper-of-dreams", "hermes.caduceus", "ares.hoplites"]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, pp=1)
        play.answers(0, "use hermes.caduceus")
        play.has(0, pp=2)
        play.rests(0)


# Caduceus and Psychopomp on each Instant: the others' seats, the answers, what the seats have then
INSTANTS: list[tuple[str, dict[str, Any], dict[str, Any], list[tuple[int, str]], list[dict[str, Any]]]] = [
    ("apollo.charisma", {}, {}, [], [{}, {}]),
    ("ares.hoplites", {"pp": 1}, {}, [], [{"pp": 2}, {"pp": 0}]),
    ("ares.deimos-and-phobos", {"pp": 1}, {"pp": 3}, [], [{"pp": 2}, {"pp": 2}]),
    ("athena.trade-agreement", {}, {}, [], [{"gold": 7}, {"gold": 5}]),
    (
        "athena.panathenaic-games",
        {},
        {"domain": ["zeus.alliance"]},
        [(0, "stop"), (1, "transfer zeus.alliance")],
        [{"gold": 4}, {"gold": 2, "elysium": [["zeus.alliance"]]}],
    ),
    ("hades.charons-obol", {"gold": 0}, {}, [], [{"gold": 1}, {}]),
    ("hephaestus.divine-aid", {}, {}, [], [{"gold": 6}, {"gold": 4}]),
    ("hephaestus.sacrifice", {"vp": 3}, {}, [(0, "convert 3 gold")], [{"gold": 1, "vp": 6}, {}]),
    ("poseidon.tidal-wave", {}, {}, [], [{"gold": 4}, {"gold": 3}]),
    ("poseidon.cyclopes", {}, {"domain": ["citizen"]}, [(1, "pay 2 gold")], [{"gold": 4}, {"gold": 2}]),
    ("poseidon.raiders", {}, {}, [], [{"gold": 5}, {"gold": 3}]),
    ("poseidon.charybdis-and-scylla", {"vp": 2}, {"vp": 2}, [], [{"gold": 4, "vp": 2}, {"gold": 3, "vp": 1}]),
    ("zeus.garden-of-the-hesperides", {"vp": 0}, {}, [], [{"vp": 2}, {}]),
]


@pytest.mark.parametrize("copier", ["hermes.caduceus", "hermes.psychopomp"])
@pytest.mark.parametrize(("card", "mine", "other", "answers", "then"), INSTANTS, ids=[row[0] for row in INSTANTS])
def test_caduceus_and_psychopomp_on_each_instant(
    copier: str,
    card: str,
    mine: dict[str, Any],
    other: dict[str, Any],
    answers: list[tuple[int, str]],
    then: list[dict[str, Any]],
) -> None:
    """E5.9, E1.3: it resolves as if taken, the card stays where it is."""
    psychopomp = copier == "hermes.psychopomp"
    domain, elysium = ([copier], [[card]]) if psychopomp else ([copier, card], [])
    families = with_hermes(card.partition(".")[0], "ares")
    seat = {"domain": domain, "elysium": elysium, **mine}
    with Scenario({"families": families, "seats": [seat, other]}) as play:
        play.answers(0, f"use {copier}")
        if GAME.asking(play.state) == "transfer" and not answers:  # the Obol's Gold can transfer the Obol itself
            play.asked(0, [f"transfer {card}", "stop"], "stop")
        for asked, answer in answers:
            play.answers(asked, answer)
        for place, fields in enumerate(then):
            play.has(place, **fields)
        came = ["citizen"] if card == "apollo.charisma" else []
        play.has(0, domain=[spent(copier), *domain[1:], *came], elysium=elysium)
        assert copies(play) == [card]
        play.rests(0)


def test_every_instant_is_tried() -> None:
    """E5.9"""
    assert sorted(row[0] for row in INSTANTS) == sorted(
        card for card in printed() if GAME.card(card)["power"] == "instant"
    )


@pytest.mark.parametrize("card", ["athena.panathenaic-games", "hades.charons-obol"])
def test_an_instant_of_the_domain_may_transfer_itself_when_copied_one_of_the_elysium_cannot(card: str) -> None:
    """E5.9, Ruling"""
    families = with_hermes("athena")
    position = {"families": families, "seats": [{"gold": 3, "domain": ["hermes.caduceus", card]}, {"gold": 0}]}
    with Scenario(position) as play:
        play.answers(0, "use hermes.caduceus")
        play.asked(0, ["transfer hermes.caduceus", f"transfer {card}", "stop"], f"transfer {card}")
        play.has(0, elysium=[[card]])
        play.rests(0)
    seat = {"gold": 3, "domain": ["hermes.psychopomp"], "elysium": [[card]]}
    with Scenario({"families": families, "seats": [seat, {"gold": 0}]}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["transfer hermes.psychopomp", "stop"], "stop")
        play.rests(0)


# Keeper of Dreams and Theft


def test_keeper_of_dreams_on_a_spent_trigger() -> None:
    """E5.9: with or without its ring, and the ring is not changed."""
    domain = ["hermes.keeper-of-dreams", spent("zeus.triumph"), "zeus.hercules", "citizen"]
    with Scenario({"families": with_hermes(), "seats": [{"vp": 3, "domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["choose zeus.triumph", "choose zeus.hercules"], "choose zeus.triumph")
        play.has(0, vp=5, domain=[spent("hermes.keeper-of-dreams"), *domain[1:]])
        play.refuses("use zeus.triumph", "E5.4")
        play.offers("use zeus.hercules")
        play.rests(0)


def test_keeper_of_dreams_may_be_transferred_by_the_power_it_uses() -> None:
    """E5.9, E5.13"""
    domain = ["hermes.keeper-of-dreams", spent("hades.persephone")]
    with Scenario({"families": with_hermes(), "seats": [{"gold": 0, "domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.keeper-of-dreams", "transfer hermes.keeper-of-dreams")
        play.has(0, domain=[spent("hades.persephone")], elysium=[["hermes.keeper-of-dreams"]])
        play.rests(0)


def test_theft_cannot_use_the_power_of_the_card_it_discarded() -> None:
    """E5.9: discard first, then name the card."""
    domain = ["hermes.theft", "ares.hoplites", "zeus.garden-of-the-hesperides"]
    with Scenario({"families": with_hermes("ares"), "seats": [{"vp": 0, "domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.theft")
        play.asked(
            0,
            ["discard hermes.theft", "discard ares.hoplites", "discard zeus.garden-of-the-hesperides"],
            "discard ares.hoplites",
        )
        play.has(0, pp=0, vp=2)  # only the Garden was left
        play.rests(0)


def test_theft_may_not_discard_the_only_card_it_could_use() -> None:
    """E5.7: the discard must leave a usable one."""
    domain = ["hermes.theft", "ares.hoplites", "zeus.alliance"]
    with Scenario({"families": with_hermes("ares"), "seats": [{"domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.theft")
        play.pending(0, ["discard hermes.theft", "discard zeus.alliance"])
        play.refuses("discard ares.hoplites", "E5.7")


def test_theft_discards_itself_and_goes_on() -> None:
    """E5.13, E5.9: the ring of the copied card stays."""
    position = {"families": with_hermes(), "seats": [{"vp": 3, "domain": ["hermes.theft", "zeus.hercules"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hermes.theft")
        play.has(0, vp=4, domain=["zeus.hercules"])
        play.offers("use zeus.hercules")
        play.rests(0)


# Hermes' Initiation on every other Initiation
INITIATIONS: list[tuple[str, dict[str, Any], list[str], list[dict[str, Any]]]] = [
    ("ares", {}, [], [{"pp": 1}, {"pp": 0}]),
    ("athena", {}, [], [{"gold": 6}, {"gold": 5}]),  # its owner has an Eleusis card and receives 1
    ("hades", {}, ["transfer hermes.initiation"], [{"gold": 2, "elysium": [["hermes.initiation"]]}, {"gold": 4}]),
    ("hephaestus", {}, [], [{"gold": 5}, {"gold": 4}]),
    ("poseidon", {}, [], [{"vp": 5}, {"vp": 4}]),
    ("zeus", {}, [], [{"vp": 6}, {"vp": 5}]),
    ("apollo", {"oracle": ["hermes.swindler", "zeus.garden-of-the-hesperides"]}, [], [{"vp": 7}, {"vp": 5}]),
]


@pytest.mark.parametrize(("family", "table", "answers", "then"), INITIATIONS, ids=[row[0] for row in INITIATIONS])
@pytest.mark.parametrize("used", [False, True])
def test_hermes_initiation_on_every_other_initiation(
    family: str, table: dict[str, Any], answers: list[str], then: list[dict[str, Any]], used: bool
) -> None:
    """E5.9: with the owner's only Eleusis card, used or not."""
    card = f"{family}.initiation"
    own = "zeus.initiation" if family != "zeus" else "ares.initiation"
    shown = turned(card) if used else card
    seats = [{"vp": 5, "domain": ["hermes.initiation", own]}, {"vp": 5, "domain": [shown]}]
    with Scenario({"families": with_hermes(family, "zeus", "ares"), "seats": seats, **table}) as play:
        play.answers(0, "use hermes.initiation", *answers)
        for seat, fields in enumerate(then):
            play.has(seat, **fields)
        play.has(1, domain=[shown])
        play.refuses("use hermes.initiation", "E1.3" if family == "hades" else "E5.3")
        play.rests(0)


# Apollo's Initiation on Oracle cards


def oracle(cards: list[str], *domain: Any, **seat: Any) -> dict[str, Any]:
    return {
        "families": ["apollo", "ares", "hades", "hermes", "zeus"],
        "seats": [{"domain": ["apollo.initiation", "zeus.initiation", *domain], **seat}, {}],
        "oracle": cards,
    }


def test_apollos_initiation_uses_triggers_and_instants_of_the_oracle_only() -> None:
    """E5.9: the Oracle card is not taken by being used, and needs no ring."""
    cards = ["ares.hoplites", "zeus.hercules", "zeus.alliance", "zeus.trial-of-heroes", "hades.charon", "ares.assembly"]
    with Scenario(oracle(cards, vp=9)) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(0, ["choose ares.hoplites", "choose zeus.hercules"], "choose zeus.hercules")
        play.has(0, vp=12)
        play.table(oracle=cards, discard=[])
        play.rests(0)


def test_apollos_initiation_never_uses_an_initiation_of_the_oracle() -> None:
    """E5.9: Activate powers are copied by Hermes' Initiation only."""
    with Scenario(oracle(["zeus.initiation", "hermes.initiation"])) as play:
        play.refuses("use apollo.initiation", "E10")


def test_apollos_initiation_on_an_oracle_card_identical_to_one_of_your_domain() -> None:
    """E5.9, E4.5: using is not taking."""
    with Scenario(oracle(["ares.hoplites"], "ares.hoplites")) as play:
        play.answers(0, "use apollo.initiation")
        play.has(0, pp=1)
        play.table(oracle=["ares.hoplites"])
        play.rests(0)


def test_gathering_of_heroes_in_the_oracle_may_take_itself_or_what_it_drew() -> None:
    """E5.9, Ruling"""
    draws = ["zeus.alliance", "zeus.assembly", "zeus.hercules", "ares.hoplites"]
    position = oracle(["apollo.gathering-of-heroes"]) | {"draws": draws}
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.table(oracle=["apollo.gathering-of-heroes", "zeus.alliance", "zeus.assembly"])
        play.asked(
            0,
            ["choose apollo.gathering-of-heroes", "choose zeus.alliance", "choose zeus.assembly"],
            "choose apollo.gathering-of-heroes",
        )
        play.table(oracle=["zeus.alliance", "zeus.assembly"])
        play.answers(0, "use apollo.gathering-of-heroes")  # newly taken, with a ring
        assert play.match.view()["seats"][0]["domain"][-1] == spent("apollo.gathering-of-heroes")
        play.pending(0, [f"choose {card}" for card in draws])


def test_master_of_the_oracle_in_the_oracle_discards_and_takes_two_itself_among_them() -> None:
    """E5.9, Ruling"""
    with Scenario(oracle(["apollo.master-of-the-oracle", "ares.assembly"], "citizen")) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(
            0, ["discard apollo.initiation", "discard zeus.initiation", "discard citizen"], "discard apollo.initiation"
        )
        play.answers(0, "choose apollo.master-of-the-oracle")
        play.has(0, domain=["zeus.initiation", "citizen", "apollo.master-of-the-oracle", "ares.assembly"])
        play.rests(0)


def test_judges_and_triumph_in_the_oracle_count_your_domain() -> None:
    """E5.9, Ruling: a card of the Oracle is not counted."""
    with Scenario(oracle(["hades.judges-of-the-underworld", "zeus.triumph"], vp=0, gold=9)) as play:
        play.answers(0, "use apollo.initiation")  # no Hades card in the Domain: only Triumph is left
        play.has(0, vp=1)
        play.rests(0)


# A power discarding or transferring its own card


@pytest.mark.parametrize(
    ("card", "counter", "families"),
    [
        ("ares.go-tell-the-spartans", "pp", "opulence"),
        ("hephaestus.slaves", "gold", "opulence"),
        ("zeus.trial-of-heroes", "vp", "opulence"),
    ],
)
def test_a_power_that_discards_its_own_card_pays_all_the_same(card: str, counter: str, families: str) -> None:
    """E5.7, E5.13"""
    seat = {"gold": 0, "vp": 0, "pp": 0, "domain": [card, "citizen"]}
    with Scenario({"families": families, "seats": [seat, {}]}) as play:
        play.answers(0, f"use {card}", f"discard {card}")
        play.has(0, **{counter: 2, "domain": ["citizen"]})
        play.table(discard=[card])
        play.rests(0)


def test_cerberus_transfers_itself_or_discards_itself() -> None:
    """E5.7"""
    position = {"seats": [{"gold": 3, "domain": ["hades.cerberus", "zeus.alliance"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus", "discard zeus.alliance")
        play.has(0, gold=0, domain=[], elysium=[["hades.cerberus"]])
        play.rests(0)
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus", "discard hades.cerberus")
        play.has(0, gold=2, domain=[], elysium=[["zeus.alliance"]])
        play.rests(0)


def test_hades_initiation_transfers_itself() -> None:
    """E5.7, E7.5: turned, it is straight again in the Elysium."""
    with Scenario({"seats": [{"gold": 2, "domain": ["hades.initiation", "zeus.initiation"]}, {}]}) as play:
        play.answers(0, "use hades.initiation", "transfer hades.initiation")
        play.has(0, gold=0, domain=["zeus.initiation"], elysium=[["hades.initiation"]])
        assert list(play.state.players[0].used) == []
        play.refuses("use zeus.initiation", "E5.3")  # its companion has left
        play.rests(0)


def test_embassy_copied_after_it_left_counts_what_is_still_there() -> None:
    """E5.9, Ruling: in the Elysium it is not counted itself."""
    seat = {"gold": 0, "vp": 0, "domain": ["hermes.psychopomp", "athena.assembly"], "elysium": [["athena.embassy"]]}
    with Scenario({"families": with_hermes(), "seats": [seat, {"gold": 0, "vp": 0}]}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(1, ["gold", "vp"], "vp")
        play.has(0, gold=1, vp=1)
        play.has(1, gold=0, vp=1)
        play.rests(0)


def test_oath_discards_itself_and_may_draw_its_own_copy() -> None:
    """E5.11: the discarded Oath is no hindrance; the new one is straight."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.oath-of-hospitality"]}, {"gold": 0}],
        "draws": ["athena.oath-of-hospitality"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.has(0, domain=["athena.oath-of-hospitality"])
        play.offers("use athena.oath-of-hospitality")
        play.rests(0)


# Instants on another player's turn


def test_instants_drawn_by_the_oath_resolve_for_each_player_in_turn_and_nest() -> None:
    """E5.1, E5.8: seat 1's Panathenaic Games, inside seat 0's Oath, ask seat 2 and seat 0 before seat 2's Oath."""
    position = {
        "seats": [
            {"gold": 3, "domain": ["athena.oath-of-hospitality", "zeus.alliance"]},
            {"gold": 3, "domain": ["zeus.assembly"]},
            {"gold": 3, "domain": ["hades.tartarus"]},
        ],
        "draws": ["hades.temple-of-hades", "athena.panathenaic-games", "poseidon.raiders"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard zeus.alliance")
        play.asked(1, ["discard zeus.assembly", "stop"], "discard zeus.assembly")
        play.asked(1, ["transfer athena.panathenaic-games", "stop"], "transfer athena.panathenaic-games")
        play.asked(2, ["transfer hades.tartarus", "stop"], "stop")
        play.asked(0, ["transfer hades.temple-of-hades", "stop"], "transfer hades.temple-of-hades")
        play.has(0, gold=1)
        play.has(1, gold=0)
        play.asked(2, ["discard hades.tartarus", "stop"], "discard hades.tartarus")
        play.has(0, gold=0)  # Raiders of seat 2
        play.has(1, gold=0)
        play.has(2, gold=3, domain=["poseidon.raiders"])
        play.rests(0)


def test_an_instant_that_nests_inside_divine_law_can_empty_a_purse_before_its_place_comes() -> None:
    """E5.8: seat 1 draws Raiders, so seat 2 has no Gold left for a transfer and may only draw."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0},
            {"gold": 1, "domain": ["zeus.alliance"]},
        ],
        "draws": ["zeus.assembly", "poseidon.raiders", "hephaestus.divine-aid"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=1)
        play.asked(2, ["draw", "stop"], "draw")
        play.has(2, gold=2, domain=["zeus.alliance", "hephaestus.divine-aid"])
        play.rests(0)


def test_the_instant_of_divine_law_resolves_before_its_transfer_which_may_be_that_card() -> None:
    """E5.1: the Obol drawn grants a transfer of its own first."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law", "zeus.alliance"]}, {"gold": 0}],
        "draws": ["hades.charons-obol"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        transfers = ["transfer zeus.alliance", "transfer hades.charons-obol", "stop"]
        play.asked(0, transfers, "stop")  # the Obol's
        play.asked(0, transfers, "transfer hades.charons-obol")  # Divine Law's
        play.has(0, gold=0, elysium=[["hades.charons-obol"]])
        play.asked(1, ["draw", "stop"], "stop")
        play.rests(0)


def test_permanents_pay_for_what_is_drawn_in_another_players_turn() -> None:
    """E1.7, E5.2: Father of the Gods of seat 1 at the Divine Law of seat 0."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0, "vp": 0, "domain": ["zeus.father-of-the-gods"]},
        ],
        "draws": ["hades.assembly", "zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, vp=1)
        play.rests(0)


def test_a_trigger_drawn_in_another_players_turn_waits_with_its_ring() -> None:
    """E5.4: it is used on your own turn."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0, "vp": 3}],
        "draws": ["hades.assembly", "zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.answers(1, "draw")
        play.has(1, domain=["zeus.hercules"], vp=3)
        play.answers(0, "quest 1", "dismiss red")
        play.offers("use zeus.hercules")
        play.rests(1)


# Duplicates drawn by Oath and Divine Law


def test_duplicates_drawn_by_divine_law_are_judged_per_player() -> None:
    """E5.11: seat 0 throws Alliance away and takes the Triumph that seat 1 has too."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law", "zeus.alliance"]},
            {"gold": 0, "domain": ["zeus.triumph"]},
        ],
        "draws": ["zeus.alliance", "zeus.triumph", "zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.has(0, domain=[spent("athena.divine-law"), "zeus.alliance", "zeus.triumph"])
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, domain=["zeus.triumph", "zeus.assembly"])
        play.table(discard=["zeus.alliance"])
        play.rests(0)


def test_several_duplicates_in_a_row_with_a_reshuffle_between() -> None:
    """E5.11, E3.2: the deck ends with a duplicate, the pile of before is shuffled, the duplicates are not."""
    domain = ["athena.oath-of-hospitality", "zeus.alliance", "zeus.triumph", "citizen"]
    position = {
        "seats": [{"gold": 0, "domain": domain}, {"gold": 0, "domain": ["citizen"] * (DECK - 7)}],
        "discard": ["zeus.triumph", "zeus.hercules"],
        "draws": ["zeus.assembly", "zeus.alliance", "zeus.triumph", "zeus.hercules"],
    }
    with Scenario(position) as play:
        play.table(deck_size=1)
        play.answers(0, "use athena.oath-of-hospitality", "discard citizen")
        play.has(0, domain=[turned("athena.oath-of-hospitality"), "zeus.alliance", "zeus.triumph", "zeus.hercules"])
        play.table(discard=["zeus.assembly", "zeus.alliance", "zeus.triumph"], deck_size=0)
        play.logged("reshuffle", n=2)
        play.rests(0)


def test_the_oath_of_another_player_is_judged_after_their_discard() -> None:
    """E5.11: seat 1 discards Alliance and draws the other Alliance."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "citizen"]},
            {"gold": 1, "domain": ["zeus.alliance", "zeus.triumph"]},
        ],
        "draws": ["hades.assembly", "hades.tartarus", "zeus.triumph", "zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard citizen")
        play.asked(1, ["discard zeus.alliance", "discard zeus.triumph", "stop"], "discard zeus.alliance")
        play.has(1, gold=0, domain=["zeus.triumph", "zeus.alliance"])
        play.table(discard=["hades.assembly", "zeus.alliance", "zeus.triumph"])
        play.rests(0)


# Gold from a transfer never pays for that transfer


@pytest.mark.parametrize(
    ("permanent", "card", "families"),
    [
        ("apollo.the-muses", "apollo.homer", "deadly-plots"),
        ("athena.aegis", "athena.assembly", "first-game"),
        ("hades.horn-of-plenty", "hades.assembly", "first-game"),
        ("hephaestus.automatons", "hephaestus.assembly", "first-game"),
        ("zeus.whispers-of-hera", "zeus.assembly", "first-game"),
        ("poseidon.golden-fleece", "poseidon.assembly", "first-game"),
        ("hermes.legendary-loot", "hermes.assembly", "opulence"),
        ("ares.tribute-to-the-amazons", "ares.assembly", "opulence"),
    ],
)
def test_gold_from_a_transfer_never_pays_for_that_transfer(permanent: str, card: str, families: str) -> None:
    """E7.1: with no Gold nothing can go; with 1 Gold the first pays for the second, and so on."""
    level2 = card.partition(".")[0] + ".initiation"
    seats: list[dict[str, Any]] = [{"quest": 4, "gold": 0, "domain": [permanent, card]}, {"gold": 0}, {"gold": 0}]
    state = GAME.position({"families": families, "phase": "transfers", "seats": seats})
    assert GAME.asking(state) == "turn"  # the transfers were over at once
    seats[0] |= {"gold": 1, "domain": [permanent, card, level2]}
    with Scenario({"families": families, "phase": "transfers", "seats": seats}) as play:
        play.asked(0, [f"transfer {card}", "stop"], f"transfer {card}")
        play.has(0, gold=1, elysium=[[card]])  # 1 paid, 1 received; too little for Level 2
        play.table(epoch=2)
        play.rests(0)


def test_gold_from_a_citizens_transfer_comes_afterwards_too() -> None:
    """E7.1: Apprentice does not pay for the Citizen that pays it."""
    legend = ["zeus.assembly", "hades.assembly"]
    seat = {"quest": 1, "gold": 0, "domain": ["hephaestus.apprentice", "citizen"], "elysium": [legend]}
    state = GAME.position({"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]})
    assert GAME.view(state, None)["epoch"] == 2  # the transfers were over at once


# Charon


@pytest.mark.parametrize(("place", "vp"), [(1, 0), (2, 2), (3, 2)])
def test_charon_first_second_third(place: int, vp: int) -> None:
    """E5.5: transferred first, nothing; second or third, 2 VP, once."""
    order = ["poseidon.assembly", "athena.aegis"]
    order.insert(place - 1, "hades.charon")
    seat = {"quest": 4, "gold": 9, "vp": 0, "domain": ["hades.charon", "poseidon.assembly", "athena.aegis"]}
    with Scenario({"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]}) as play:
        play.answers(0, f"transfer {order[0]}")
        play.has(0, vp=0)
        play.answers(0, f"transfer {order[1]}")
        play.has(0, vp=vp)
        play.answers(0, f"transfer {order[2]}")
        play.has(0, vp=vp)
        play.rests(0)


def test_charon_left_in_the_domain_and_a_citizen_as_second_transfer() -> None:
    """E5.5: a Citizen's transfer is a transfer."""
    seat = {
        "quest": 1,
        "gold": 9,
        "vp": 0,
        "domain": ["hades.charon", "citizen", "citizen"],
        "elysium": [["zeus.assembly", "hades.assembly"]],
    }
    with Scenario({"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]}) as play:
        play.answers(0, "transfer citizen", "transfer citizen")
        play.has(0, vp=2, gold=7, domain=["hades.charon"])
        play.rests(0)


def test_charon_pays_nothing_for_a_single_transfer() -> None:
    """E5.5"""
    seat = {"quest": 1, "gold": 1, "vp": 0, "domain": ["hades.charon", "zeus.assembly"]}
    with Scenario({"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]}) as play:
        play.answers(0, "transfer zeus.assembly")
        play.has(0, vp=0)
        play.rests(0)


# Citizens in both kinds of Legend


def test_citizens_in_both_kinds_of_legend() -> None:
    """E7.4, E7.6, E7.7: the missing Level, the Level of the Legend; both win tiles and cost 2 VP each."""
    seat = {
        "quest": 4,
        "gold": 7,
        "vp": 0,
        "domain": ["citizen", "citizen", "citizen"],
        "elysium": [["zeus.triumph", "zeus.assembly"], ["hades.cerberus", "athena.aegis"], ["hades.charon"]],
        "bonuses": [],
    }
    position = {"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]}
    with Scenario(position) as play:
        play.answers(0, "transfer citizen")
        play.asked(0, ["legend 1", "legend 2"], "legend 1")  # for a Level 3
        play.has(0, gold=4, bonuses=["zeus 5"])
        play.answers(0, "transfer citizen")  # only the Level Legend is open
        play.has(0, gold=1, bonuses=["level 3", "zeus 5"])
        play.has(
            0,
            elysium=[
                ["zeus.triumph", "zeus.assembly", "citizen"],
                ["hades.cerberus", "athena.aegis", "citizen"],
                ["hades.charon"],
            ],
        )
        play.scores(0, citizens=-4)
        # Family 6, Level 4, tiles 9 + 5, Assembly 1
        play.scores(0, total=6 + 4 + 14 + 1 - 4)
        play.rests(0)


def test_a_level_legend_of_two_cards_and_three_citizens_is_complete() -> None:
    """E7.4, E8.3: and no real card can join any more."""
    legend = ["zeus.initiation", "hades.charon", "citizen", "citizen", "citizen"]
    seat = {"quest": 1, "domain": ["athena.naval-power", "citizen"], "elysium": [legend]}
    with Scenario({"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]}) as play:
        play.asked(0, ["transfer athena.naval-power", "stop"], "transfer athena.naval-power")
        play.has(0, elysium=[legend, ["athena.naval-power"]])
        play.rests(0)


# Orpheus


def test_orpheus_frees_a_citizen_that_is_transferred_again_and_its_place_scores() -> None:
    """E7.8, E8.6"""
    seat = {
        "gold": 0,
        "vp": 0,
        "domain": ["hermes.orpheus", "zeus.hercules"],
        "elysium": [["zeus.triumph", "zeus.assembly", "citizen"]],
    }
    with Scenario({"families": with_hermes(), "seats": [seat, {}]}) as play:
        play.scores(0, citizens=-2)
        play.answers(0, "use hermes.orpheus")
        play.scores(0, citizens=0)
        play.has(0, bonuses=["zeus 5"], domain=[spent("hermes.orpheus"), "citizen"])
        play.rests(0)


def test_orpheus_by_keeper_of_dreams_and_by_psychopomp() -> None:
    """E7.8, E5.9: a copied Orpheus of the Domain may go itself, one of the Elysium cannot."""
    legend = ["zeus.hercules", "athena.aegis", "citizen"]
    seat = {"domain": ["hermes.keeper-of-dreams", spent("hermes.orpheus")], "elysium": [legend]}
    with Scenario({"families": with_hermes(), "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, elysium=[["zeus.hercules", "athena.aegis", "hermes.orpheus"]])
        play.rests(0)
    seat = {"domain": ["hermes.psychopomp", "hades.cerberus"], "elysium": [legend, ["hermes.orpheus"]]}
    with Scenario({"families": with_hermes(), "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["choose hermes.psychopomp", "choose hades.cerberus"], "choose hades.cerberus")
        play.has(0, elysium=[["zeus.hercules", "athena.aegis", "hades.cerberus"], ["hermes.orpheus"]])
        play.rests(0)


def test_orpheus_puts_a_used_card_away_straight() -> None:
    """E7.8, E7.5: a turned card goes into the Legend too."""
    seat = {
        "domain": ["hermes.orpheus", turned("zeus.kings-council")],
        "elysium": [["zeus.triumph", "zeus.assembly", "citizen"]],
    }
    with Scenario({"families": with_hermes(), "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, elysium=[["zeus.triumph", "zeus.assembly", "zeus.kings-council"]])
        assert list(play.state.players[0].used) == []
        play.rests(0)


# Bonus tiles


def test_level_bonus_stolen_and_kept() -> None:
    """E7.7, E7.10: two against two keeps, three steals, three against three keeps."""
    seats = [
        {"quest": 1, "gold": 9, "domain": ["zeus.initiation", "athena.naval-power"], "elysium": [["hades.charon"]]},
        {"quest": 2, "gold": 9, "domain": ["hades.initiation"], "elysium": [["athena.initiation", "zeus.triumph"]]},
    ]
    with Scenario({"phase": "transfers", "seats": seats}) as play:
        play.has(1, bonuses=["level 2"])
        play.answers(0, "transfer zeus.initiation", "legend 1")
        play.has(1, bonuses=["level 2"])  # two against two
        play.answers(0, "transfer athena.naval-power", "legend 1")
        play.has(0, bonuses=["level 2"])  # three against two
        play.has(1, bonuses=[])
        play.answers(1, "transfer hades.initiation", "legend 1")
        play.has(0, bonuses=["level 2"])  # three against three
        play.has(1, bonuses=[])
        play.rests(0)


def test_both_family_bonuses_by_one_player() -> None:
    """E7.6"""
    seat = {
        "quest": 1,
        "gold": 9,
        "vp": 0,
        "domain": ["zeus.hercules", "zeus.kings-council"],
        "elysium": [["zeus.triumph", "zeus.assembly"], ["zeus.initiation", "zeus.alliance"]],
    }
    with Scenario({"phase": "transfers", "seats": [seat, {"gold": 0}, {"gold": 0}]}) as play:
        play.answers(0, "transfer zeus.hercules", "legend 1")
        play.has(0, bonuses=["zeus 5"])
        play.answers(0, "transfer zeus.kings-council", "legend 2")
        play.has(0, bonuses=["zeus 2", "zeus 5"])
        play.rests(0)


def test_bonuses_are_won_by_transfers_of_phase_two_too() -> None:
    """E7.6, E7.7: Judges complete a Family Legend and a Level Legend in one turn, and steal."""
    seats = [
        {
            "gold": 9,
            "domain": ["hades.judges-of-the-underworld", "hades.tartarus", "zeus.alliance"],
            "elysium": [["hades.assembly", "hades.charon"], ["athena.assembly", "poseidon.assembly"]],
            "bonuses": [],
        },
        {"elysium": [["zeus.assembly", "athena.mediation"]], "bonuses": ["level 1"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use hades.judges-of-the-underworld", "transfer hades.judges-of-the-underworld", "legend 1")
        play.has(0, bonuses=["hades 5"])
        play.answers(0, "transfer zeus.alliance", "legend 2")
        play.has(0, bonuses=["hades 5", "level 1"])
        play.has(1, bonuses=[])
        play.rests(0)


# Quests


def test_incomplete_quests_of_several_players() -> None:
    """E4.8, E6.1, E6.2: three of four pass and follow in the order of their Discs, each with 1 Gold and 1 transfer."""
    seats = [
        {"disc": 3, "cards_taken": 3, "quest": "incomplete", "gold": 0, "domain": ["zeus.assembly", "zeus.alliance"]},
        {"disc": 2, "cards_taken": 3, "quest": "incomplete", "gold": 0, "domain": ["hades.assembly"]},
        {"disc": 4, "cards_taken": 3, "columns": "", "gold": 0, "domain": ["athena.assembly"]},
        {"disc": 1, "cards_taken": 3, "quest": 4, "gold": 0},
    ]
    with Scenario({"seats": seats, "to_move": 2}) as play:  # the pass makes itself
        assert [seat["disc"] for seat in play.match.view()["seats"]] == [3, 2, 4, 1]
        play.has(3, gold=4)
        play.asked(1, ["transfer hades.assembly", "stop"], "transfer hades.assembly")
        play.asked(0, ["transfer zeus.assembly", "transfer zeus.alliance", "stop"], "transfer zeus.alliance")
        play.asked(2, ["transfer athena.assembly", "stop"], "stop")
        play.table(epoch=2)
        play.rests(3)


def test_two_player_quests() -> None:
    """E2.3, E4.4, E6.2: each of the two Quests opens by either of its colours and can be taken once."""
    for columns, quest in (("R", 1), ("Y", 1), ("G", 2), ("B", 2)):
        seats = [
            {"cards_taken": 3, "columns": columns, "gold": 0, "vp": 0},
            {"cards_taken": 3, "quest": 3 - quest, "gold": 0, "vp": 0},
        ]
        with Scenario({"seats": seats}) as play:  # the Quest is the only take
            play.logged("quest", seat=0, n=quest)
            play.has(0, gold=[2, 4][quest - 1], vp=[0, 1][quest - 1], disc=quest)
            play.rests(quest - 1)
    seats = [{"cards_taken": 3, "columns": "GB", "gold": 0}, {"cards_taken": 3, "quest": 2, "gold": 0}]
    with Scenario({"seats": seats}) as play:  # both colours of Quest 2, and it is gone: a pass
        play.logged("pass", seat=0)
        play.has(0, gold=1, disc=2)
        play.has(1, gold=4, disc=1)
        play.rests(1)


# The deck runs out


def test_the_deck_runs_out_in_the_middle_of_democracy() -> None:
    """E3.2, E5.8: user and seat 1 take the last two; the pile of before serves seat 2; this turn's pile nobody."""
    seats = [
        {"domain": ["athena.democracy", "zeus.trial-of-heroes", *["citizen"] * (DECK - 6)]},
        {"gold": 1},
        {"gold": 1},
        {"gold": 1},
    ]
    with Scenario({"seats": seats, "discard": ["zeus.hercules", "zeus.assembly"]}) as play:
        play.table(deck_size=2)
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.trial-of-heroes", "use athena.democracy")
        play.asked(1, ["yes", "no"], "yes")
        play.table(deck_size=0)
        play.asked(2, ["yes", "no"], "yes")
        play.table(deck_size=1, discard=["zeus.trial-of-heroes"])
        play.has(1, domain=[{"card": "citizen", "deck": 0}])
        play.has(2, domain=["citizen"])
        play.asked(3, ["yes", "no"], "yes")
        play.table(deck_size=0, discard=["zeus.trial-of-heroes"])
        play.rests(0)


def test_the_deck_runs_out_in_the_middle_of_gathering_of_heroes() -> None:
    """E3.2: one card of the old deck, one of the new; fewer than two if there is no more."""
    families = "why-bother"
    cards = cards_in_play(families)
    domain = ["apollo.gathering-of-heroes", *["citizen"] * (cards - 2)]
    with Scenario({"families": families, "seats": [{"domain": domain}, {}], "draws": ["zeus.assembly"]}) as play:
        play.table(deck_size=1)
        play.answers(0, "use apollo.gathering-of-heroes")
        play.table(deck_size=0, oracle=[])  # the one card drawn was the only one to take
        assert play.match.view()["seats"][0]["domain"][-1] == "zeus.assembly"
        play.rests(0)
    domain.pop()
    position = {"families": families, "seats": [{"domain": domain}, {}], "discard": ["zeus.hercules"]}
    with Scenario(position | {"draws": ["zeus.assembly", "zeus.hercules"]}) as play:
        play.table(deck_size=1)
        play.answers(0, "use apollo.gathering-of-heroes")
        play.table(deck_size=0, oracle=["zeus.assembly", "zeus.hercules"], discard=[])
        play.pending(0, ["choose zeus.assembly", "choose zeus.hercules"])


def test_two_reshuffles_make_three_decks() -> None:
    """E3.2: Citizens of each say where they come from."""
    seats = [
        {"gold": 0, "domain": ["athena.democracy", "zeus.trial-of-heroes", "zeus.triumph"]},
        {"gold": 0, "domain": ["athena.democracy", *["citizen"] * (DECK - 5)]},
    ]
    with Scenario({"seats": seats, "discard": ["zeus.hercules"]}) as play:
        play.answers(0, "use athena.democracy")
        play.has(0, domain=[spent("athena.democracy"), "zeus.trial-of-heroes", "zeus.triumph", "citizen"])
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.triumph", "quest 1", "dismiss red")
        play.answers(1, "use athena.democracy")
        assert play.match.view()["seats"][0]["domain"][-1] == {"card": "citizen", "deck": 1}
        assert play.match.view()["seats"][1]["domain"][1] == {"card": "citizen", "deck": 0}
        assert play.match.view()["seats"][1]["domain"][-1] == "citizen"
        assert play.match.view()["unseen"][1:] == [["zeus.hercules"], ["zeus.triumph"]]
        play.pending(1, DISMISS)


# Prestige


def shared(pp: list[int]) -> list[int]:
    """E8.5 written out once more: sort, group the equal, give each group its ranks' sum."""
    ranks = [16, 8, 4, 2]
    found = [0] * len(pp)
    for value in sorted({n for n in pp if n > 0}, reverse=True):
        group = [seat for seat, n in enumerate(pp) if n == value]
        prize = sum(ranks.pop(0) for _ in group)
        for seat in group:
            found[seat] = prize // len(group)
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_prestige_ties_of_every_shape(seats: int) -> None:
    """E8.5"""
    for pp in product(range(seats + 1), repeat=seats):
        position = {"families": "opulence", "seats": [{"pp": n, "vp": 0} for n in pp]}
        assert [score["prestige"] for score in GAME.scores(GAME.position(position))] == shared(list(pp))


@pytest.mark.parametrize(
    ("pp", "vp"),
    [
        ([3, 2, 1, 1], [16, 8, 3, 3]),
        ([3, 2, 2, 1], [16, 6, 6, 2]),
        ([2, 2, 1, 1], [12, 12, 3, 3]),
        ([2, 2, 2, 1], [9, 9, 9, 2]),  # 28 / 3
        ([2, 1, 1, 1], [16, 4, 4, 4]),  # 14 / 3
        ([1, 1, 1, 1], [7, 7, 7, 7]),  # 30 / 4
        ([1, 1, 0, 0], [12, 12, 0, 0]),
        ([2, 1, 1, 0], [16, 6, 6, 0]),
    ],
)
def test_prestige_ties_by_hand(pp: list[int], vp: list[int]) -> None:
    """E8.5: so that the formula above is checked too."""
    assert shared(pp) == vp


# Every Chronos card: Elysium of seat 0 (the card first), table, VP
HOMER = [["apollo.homer", "apollo.offerings"]]
GIFT = [["hephaestus.gift-of-hephaestus", "hephaestus.workshop"]]
CHRONOS: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    *(
        (f"{family}.assembly", {"elysium": [[f"{family}.assembly", *others]]}, {}, vp)
        for family in ("apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus")
        for others, vp in (
            ([f"{family}.initiation"], 1),
            ([f"{family}.initiation", "citizen"], 1),
        )
    ),
    ("zeus.assembly", {"elysium": [["zeus.assembly", "hades.tartarus"]]}, {}, 2),
    ("zeus.assembly", {"elysium": [["zeus.assembly", "hades.tartarus", "citizen", "citizen"]]}, {}, 2),
    (
        "zeus.assembly",
        {
            "elysium": [
                [
                    "zeus.assembly",
                    "hades.tartarus",
                    "athena.democracy",
                    "poseidon.earthquake",
                    "hephaestus.apprentice",
                ]
            ]
        },
        {},
        5,
    ),
    *(
        (temple, {"elysium": [[temple, *others]]}, {}, vp)
        for temple in (
            "apollo.temple-of-apollo",
            "ares.temple-of-ares",
            "athena.temple-of-athena",
            "hades.temple-of-hades",
            "hephaestus.forges-of-hephaestus",
            "hermes.temple-of-hermes",
            "poseidon.temple-of-poseidon",
            "zeus.temple-of-zeus",
        )
        for initiation in (temple.partition(".")[0] + ".initiation",)
        for others, vp in (([initiation], 2), ([initiation, "citizen"], 2))
    ),
    ("zeus.temple-of-zeus", {"elysium": [["zeus.temple-of-zeus", "zeus.triumph", "zeus.hercules"]]}, {}, 3),
    ("zeus.temple-of-zeus", {"elysium": [["zeus.temple-of-zeus", "hades.tartarus"], ["zeus.hercules"]]}, {}, 1),
    ("apollo.homer", {"elysium": HOMER}, {}, 7),
    ("apollo.homer", {"elysium": HOMER}, {"other": [["zeus.alliance"]]}, 7),
    ("apollo.homer", {"elysium": HOMER}, {"other": [["zeus.alliance", "zeus.triumph"]]}, 0),
    (
        "apollo.homer",
        {"elysium": [["apollo.homer", "apollo.offerings", "citizen"]]},
        {"other": [["zeus.alliance", "zeus.triumph"]]},
        7,
    ),
    ("ares.veterans", {"pp": 7, "elysium": [["ares.veterans", "ares.initiation"]]}, {}, 7),
    ("ares.veterans", {"elysium": [["ares.veterans", "ares.initiation"]]}, {}, 0),
    ("athena.mediation", {"elysium": [["athena.mediation", "athena.initiation"]]}, {}, 0),
    ("athena.mediation", {"elysium": [["athena.mediation", "zeus.alliance", "citizen", "citizen"]]}, {}, 0),
    ("athena.mediation", {"elysium": [["athena.mediation", "athena.initiation", "citizen"]]}, {}, 3),
    (
        "athena.mediation",
        {
            "elysium": [
                ["athena.mediation", "zeus.alliance", "citizen", "citizen", "citizen"],
                ["zeus.assembly", "zeus.triumph", "zeus.hercules"],
                ["hades.charon", "zeus.initiation", "athena.initiation"],
            ]
        },
        {},
        6,
    ),
    ("hades.tartarus", {"elysium": [["hades.tartarus", "hades.charon"]]}, {}, 1),
    ("hades.tartarus", {"elysium": [["hades.tartarus", "hades.charon", "citizen"], ["zeus.alliance"]]}, {}, 1),
    ("hades.tartarus", {"elysium": [["hades.tartarus", "hades.charon"], ["zeus.alliance", "zeus.triumph"]]}, {}, 2),
    ("hephaestus.gift-of-hephaestus", {"gold": 7, "elysium": GIFT}, {}, 3),
    ("hephaestus.gift-of-hephaestus", {"gold": 1, "elysium": GIFT}, {}, 0),
    ("hermes.cheater", {"elysium": [["hermes.cheater", "hermes.caduceus"]]}, {}, 5),
    ("hermes.cheater", {"domain": ["citizen"], "elysium": [["hermes.cheater", "hermes.caduceus"]]}, {}, 5),
    ("hermes.cheater", {"elysium": [["hermes.cheater", "hermes.caduceus", "citizen"]]}, {}, 0),
    (
        "hermes.cheater",
        {"elysium": [["hermes.cheater", "hermes.caduceus"], ["zeus.alliance", "zeus.triumph", "citizen"]]},
        {},
        0,
    ),
    (
        "poseidon.divine-wrath",
        {"domain": ["zeus.alliance"], "elysium": [["poseidon.divine-wrath", "poseidon.raiders"], ["zeus.assembly"]]},
        {"discard": ["hades.charon", "hades.tartarus", "hades.assembly"], "agora": ["zeus.triumph"]},
        0,
    ),
    (
        "poseidon.divine-wrath",
        {"elysium": [["poseidon.divine-wrath", "poseidon.raiders"]]},
        {"discard": ["hades.charon", "hades.tartarus", "hades.assembly", "hades.cerberus", "zeus.triumph"]},
        1,
    ),
    ("zeus.justice-of-zeus", {"vp": 8, "elysium": [["zeus.justice-of-zeus", "zeus.triumph"]]}, {}, 2),
    ("zeus.justice-of-zeus", {"vp": 2, "elysium": [["zeus.justice-of-zeus", "zeus.triumph"]]}, {}, 0),
]  # fmt: skip


@pytest.mark.parametrize(("card", "mine", "table", "vp"), CHRONOS)
def test_every_chronos_card(card: str, mine: dict[str, Any], table: dict[str, Any], vp: int) -> None:
    """E5.6, E8.2"""
    table = dict(table)
    seats = [{"vp": 0, "gold": 0, **mine}, {"elysium": table.pop("other", [])}]
    family = card.partition(".")[0]
    text = str(seats) + str(table)
    families = [
        family,
        *(f for f in ("zeus", "hades", "athena", "poseidon", "hephaestus") if f != family and f in text),
    ]
    families += [f for f in ("zeus", "hades", "athena", "poseidon", "ares") if f not in families]
    state = GAME.position({"families": families[:5], "seats": seats, **table})
    assert [item["vp"] for item in GAME.scores(state)[0]["chronos"] if item["card"] == card] == [vp]


def test_the_list_of_chronos_cards_is_complete() -> None:
    """E5.6"""
    assert {row[0] for row in CHRONOS} == {card for card in GAME.cards() if GAME.card(card)["power"] == "chronos"}


# Shared victory


def test_shared_victory_at_the_end_of_a_played_game() -> None:
    """E8.7: equal totals by different means, equal Gold after the last income."""
    seats = [
        {"cards_taken": 3, "quest": 1, "vp": 6, "gold": 2},
        {"cards_taken": 3, "columns": "GB", "vp": 2, "gold": 0, "elysium": [["zeus.triumph", "zeus.hercules"]]},
    ]
    with Scenario({"epoch": 5, "seats": seats, "to_move": 1}) as play:
        play.answers(1, "dismiss green")
        play.over()
        play.scores(0, total=6)
        play.scores(1, total=6)  # 2 + 1 of the Quest + 3
        play.has(0, gold=4)
        play.has(1, gold=4)
        assert GAME.returns(play.state) == [0.5, 0.5]


def test_gold_breaks_the_tie_before_a_victory_is_shared() -> None:
    """E8.7"""
    seats = [
        {"cards_taken": 3, "quest": 1, "vp": 6, "gold": 3},
        {"cards_taken": 3, "columns": "GB", "vp": 2, "gold": 0, "elysium": [["zeus.triumph", "zeus.hercules"]]},
    ]
    with Scenario({"epoch": 5, "seats": seats, "to_move": 1}) as play:
        play.answers(1, "dismiss green")
        play.over()
        assert GAME.returns(play.state) == [1.0, 0.0]
