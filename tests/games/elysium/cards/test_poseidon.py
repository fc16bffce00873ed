"""Poseidon, card by card: every sentence of the power and of its notes."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario

COLUMNS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
QUESTS = ["quest 1", "quest 2"]


def four_seats(user: dict[str, Any], *others: dict[str, Any]) -> dict[str, Any]:
    """Seat 1 with Disc 2 is to move; the others come in the order of E5.8, which is not that of their seats."""
    third, fourth, first = others
    seats = [fourth | {"disc": 4}, user | {"disc": 2}, first | {"disc": 1}, third | {"disc": 3}]
    return {"seats": seats, "to_move": 1}


def seats_of(play: Scenario, event: str) -> list[int]:
    """Who met with this event, in order."""
    return [entry["seat"] for entry in play.match.view()["log"] if entry["event"] == event]


# poseidon.tidal-wave (instant): Every other player discards 1 Gold.


def test_tidal_wave_costs_every_other_player_1_gold() -> None:
    """poseidon.tidal-wave: every other player discards 1 Gold to the bank, in order; none if they have none. E5.8."""
    position = four_seats({"gold": 2}, {"gold": 3}, {"gold": 1}, {"gold": 0}) | {"agora": ["poseidon.tidal-wave"]}
    with Scenario(position) as play:
        play.answers(1, "take poseidon.tidal-wave")
        play.has(3, gold=3)
        play.asked(1, COLUMNS, "dismiss green")
        play.has(1, gold=2)
        play.has(3, gold=2)
        play.has(0, gold=0)
        play.has(2, gold=0)
        play.logged("lose", seat=3, n=1, counter="gold", cause="poseidon.tidal-wave", rule="E5.1")
        assert seats_of(play, "lose") == [3, 0]
        play.rests(3)


def test_tidal_wave_strikes_from_whoever_draws_it() -> None:
    """poseidon.tidal-wave: the user is who resolves it; the next is judged when their place comes. E5.8.

    Seat 1 draws it by seat 0's Oath: seat 2 has no Gold left to follow, seat 3 has.
    """
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 1, "domain": ["zeus.alliance"]},
            {"gold": 1, "domain": ["zeus.triumph"]},
            {"gold": 2, "domain": ["zeus.hercules"]},
        ],
        "draws": ["hephaestus.workshop", "poseidon.tidal-wave"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.asked(1, ["discard zeus.alliance", "stop"], "discard zeus.alliance")
        play.has(1, gold=0, domain=["poseidon.tidal-wave"])
        play.has(2, gold=0)
        play.has(3, gold=1)
        play.asked(3, ["discard zeus.hercules", "stop"], "stop")
        assert seats_of(play, "lose") == [1, 2, 3]  # seat 1 by the Oath
        play.rests(0)


def test_tidal_wave_cannot_be_started() -> None:
    """poseidon.tidal-wave: an Instant resolves when taken. E5.1."""
    with Scenario({"seats": [{"domain": ["poseidon.tidal-wave"]}, {}]}) as play:
        play.refuses("use poseidon.tidal-wave", "E5.1")


# poseidon.earthquake (trigger): Every other player discards all Citizens of their Domain.


def test_earthquake_discards_every_other_players_citizens() -> None:
    """poseidon.earthquake: all Citizens of the others' Domains, in order, first taken first, face up. E5.8, E5.10."""
    user = {"domain": ["poseidon.earthquake", "citizen"]}
    third = {
        "domain": ["citizen", "zeus.hercules", "citizen"],
        "elysium": [["zeus.alliance", "zeus.triumph", "citizen"]],
    }
    fourth = {"domain": ["zeus.initiation"]}
    first = {"domain": ["citizen"]}
    position = four_seats(user, third, fourth, first) | {
        "discard": ["hades.cerberus"],
        "draws": ["hades.charon", "zeus.assembly", "athena.aegis"],
    }
    with Scenario(position) as play:
        play.answers(1, "use poseidon.earthquake")
        play.has(1, domain=[{"card": "poseidon.earthquake", "ring": False}, "citizen"])
        play.has(3, domain=["zeus.hercules"], elysium=[["zeus.alliance", "zeus.triumph", "citizen"]])
        play.has(0, domain=["zeus.initiation"])
        play.has(2, domain=[])
        play.table(discard=["hades.cerberus", "hades.charon", "zeus.assembly", "athena.aegis"])
        play.logged("discard", seat=3, card="citizen", cause="poseidon.earthquake", rule="E5.4")
        play.logged("reveal", seat=2, card="athena.aegis", cause="poseidon.earthquake")
        assert seats_of(play, "discard") == [3, 3, 2]
        play.refuses("use poseidon.earthquake", "E5.4")
        play.rests(1)


def test_earthquake_discards_in_the_order_of_taking() -> None:
    """poseidon.earthquake: the Citizen taken first leaves first, also one that hermes.orpheus brought back. E3.2."""
    first, later = {"card": "citizen", "face": "zeus.hercules"}, {"card": "citizen", "face": "zeus.kings-council"}
    seats = [
        {
            "domain": [later, "hermes.orpheus", "zeus.triumph"],
            "elysium": [["hermes.caduceus", "ares.initiation", first]],
        },
        {"domain": ["poseidon.earthquake"]},
        {},
    ]
    with Scenario({"families": ["ares", "athena", "hermes", "poseidon", "zeus"], "seats": seats}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, domain=["citizen", {"card": "hermes.orpheus", "ring": False}, "citizen"])
        play.answers(0, "quest 1", "dismiss red")
        play.answers(1, "use poseidon.earthquake")
        play.has(0, domain=[{"card": "hermes.orpheus", "ring": False}])
        play.table(discard=["zeus.hercules", "zeus.kings-council"])
        play.rests(1)


def test_earthquake_needs_a_citizen_in_another_domain() -> None:
    """poseidon.earthquake: startable only if another player has a Citizen in the Domain. E10."""
    seats = [
        {"domain": ["poseidon.earthquake", "citizen"]},
        {"domain": ["zeus.hercules"], "elysium": [["zeus.alliance", "zeus.triumph", "citizen"]]},
        {},
    ]
    with Scenario({"seats": seats}) as play:
        play.pending(0, ["quest 1", "quest 2", "quest 3", "quest 4"])
        play.refuses("use poseidon.earthquake", "E10")


# poseidon.assembly, poseidon.temple-of-poseidon, poseidon.divine-wrath (chronos)


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["poseidon.assembly", "zeus.alliance"], 2),
        (["poseidon.assembly", "zeus.alliance", "citizen", "citizen"], 2),
        (["poseidon.assembly", "zeus.alliance", "athena.assembly", "hades.tartarus", "hephaestus.apprentice"], 5),
        (["poseidon.assembly", "poseidon.raiders", "poseidon.medusa"], 1),
        (["poseidon.assembly", "poseidon.raiders", "citizen"], 1),
    ],
)
def test_assembly_counts_the_families_of_its_legend(legend: list[str], vp: int) -> None:
    """poseidon.assembly: 1 VP per different family in this Legend (Citizens have none). E5.6, E8.2."""
    with Scenario({"seats": [{"elysium": [["zeus.hercules", "hades.cerberus"], legend]}, {}]}) as play:
        chronos = [item for item in play.match.scores()[0]["chronos"] if item["card"] == "poseidon.assembly"]
        assert chronos == [{"card": "poseidon.assembly", "legend": 2, "vp": vp}]


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["poseidon.temple-of-poseidon", "poseidon.raiders", "poseidon.medusa"], 3),
        (["poseidon.temple-of-poseidon", "poseidon.raiders", "citizen"], 2),
        (["poseidon.temple-of-poseidon", "zeus.alliance", "hades.tartarus", "citizen"], 1),
    ],
)
def test_temple_of_poseidon_counts_the_poseidon_cards_of_its_legend(legend: list[str], vp: int) -> None:
    """poseidon.temple-of-poseidon: 1 VP per Poseidon card in this Legend; Citizens do not count. E5.6, E8.2."""
    elysium = [["poseidon.cyclopes", "poseidon.antaeus"], legend]
    with Scenario({"seats": [{"elysium": elysium, "domain": ["poseidon.tidal-wave"]}, {}]}) as play:
        assert {"card": "poseidon.temple-of-poseidon", "legend": 2, "vp": vp} in play.match.scores()[0]["chronos"]


PILE = [
    "zeus.triumph",
    "zeus.hercules",
    "zeus.initiation",
    "athena.aegis",
    "athena.embassy",
    "hades.charon",
    "hades.cerberus",
]


@pytest.mark.parametrize(("size", "vp"), [(0, 0), (3, 0), (4, 1), (7, 1)])
def test_divine_wrath_counts_the_discard_pile_by_fours(size: int, vp: int) -> None:
    """poseidon.divine-wrath: 1 VP per 4 cards in the discard pile, rounded down, and in it alone. E8.1, E8.2."""
    position = {
        "phase": "over",
        "families": ["apollo", "athena", "hades", "poseidon", "zeus"],
        "seats": [
            {
                "domain": ["hades.persephone", "citizen"],
                "elysium": [["poseidon.divine-wrath", "zeus.alliance"], ["zeus.kings-council"]],
            },
            {"domain": ["hades.tartarus"], "elysium": [["zeus.trial-of-heroes"]]},
        ],
        "agora": ["athena.democracy", "hades.assembly"],
        "oracle": ["apollo.homer", "apollo.charisma"],
        "discard": PILE[:size],
    }
    with Scenario(position) as play:
        play.scores(0, chronos=[{"card": "poseidon.divine-wrath", "legend": 1, "vp": vp}])
        play.over()


def test_divine_wrath_counts_a_turned_up_citizen() -> None:
    """poseidon.divine-wrath: a discarded Citizen is an ordinary card of the pile. E5.10."""
    seat = {"domain": ["hephaestus.slaves", "citizen"], "elysium": [["poseidon.divine-wrath", "zeus.alliance"]]}
    with Scenario({"seats": [seat, {}], "discard": PILE[:3]}) as play:
        play.scores(0, chronos=[{"card": "poseidon.divine-wrath", "legend": 1, "vp": 0}])
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.scores(0, chronos=[{"card": "poseidon.divine-wrath", "legend": 1, "vp": 1}])
        play.rests(0)


@pytest.mark.parametrize("card", ["poseidon.assembly", "poseidon.temple-of-poseidon", "poseidon.divine-wrath"])
def test_chronos_alone_or_in_the_domain_is_worth_nothing(card: str) -> None:
    """poseidon.assembly, poseidon.temple-of-poseidon, poseidon.divine-wrath: a Legend of 2+ cards is needed. E5.6."""
    with Scenario({"seats": [{"elysium": [[card]]}, {}], "discard": PILE}) as play:
        play.scores(0, chronos=[])
    with Scenario({"seats": [{"domain": [card]}, {}], "discard": PILE}) as play:
        play.scores(0, chronos=[])
        play.refuses(f"use {card}", "E5.6")


# poseidon.cyclopes (instant): Every other player discards a card of their Domain or 2 Gold, their choice.


def test_cyclopes_lets_every_other_player_choose_a_card_or_2_gold() -> None:
    """poseidon.cyclopes: a card of their Domain or 2 Gold, their choice, in order; the card may be a Citizen. E5.8."""
    position = four_seats(
        {"gold": 5, "domain": ["zeus.hercules", "citizen"]},
        {"gold": 2, "domain": ["zeus.alliance", "citizen", "citizen"]},
        {"gold": 3, "domain": ["zeus.triumph"]},
        {"gold": 7, "domain": ["citizen"]},
    ) | {"agora": ["poseidon.cyclopes"], "draws": ["hades.charon", "hades.cerberus"]}
    with Scenario(position) as play:
        play.answers(1, "take poseidon.cyclopes")
        play.asked(1, COLUMNS, "dismiss blue")
        play.asked(3, ["discard zeus.alliance", "discard citizen", "pay 2 gold"], "discard citizen")
        play.has(3, gold=2, domain=["zeus.alliance", "citizen"])
        play.logged("reveal", seat=3, card="hades.charon", cause="poseidon.cyclopes")
        play.asked(0, ["discard zeus.triumph", "pay 2 gold"], "pay 2 gold")
        play.has(0, gold=1, domain=["zeus.triumph"])
        play.logged("lose", seat=0, n=2, counter="gold", cause="poseidon.cyclopes")
        play.asked(2, ["discard citizen", "pay 2 gold"], "discard citizen")
        play.has(2, gold=7, domain=[])
        play.has(1, gold=5, domain=["zeus.hercules", "citizen", "poseidon.cyclopes"])
        play.table(discard=["hades.charon", "hades.cerberus"])
        play.rests(3)


def test_cyclopes_takes_a_card_where_2_gold_are_missing() -> None:
    """poseidon.cyclopes: with less than 2 Gold and a card: a card; a single one goes unasked. E5.8."""
    position = four_seats(
        {},
        {"gold": 1, "domain": ["zeus.alliance", "zeus.triumph"]},
        {"gold": 0, "domain": ["zeus.hercules"]},
        {"gold": 1, "domain": ["citizen", "citizen"]},
    ) | {"agora": ["poseidon.cyclopes"], "draws": ["hades.charon"]}
    with Scenario(position) as play:
        play.answers(1, "take poseidon.cyclopes", "dismiss blue")
        play.asked(3, ["discard zeus.alliance", "discard zeus.triumph"], "discard zeus.triumph")
        play.has(3, gold=1, domain=["zeus.alliance"])
        play.has(0, gold=0, domain=[])
        play.has(2, gold=1, domain=["citizen"])
        play.table(discard=["zeus.triumph", "zeus.hercules", "hades.charon"])
        play.rests(3)


def test_cyclopes_takes_what_gold_there_is_without_cards() -> None:
    """poseidon.cyclopes: without cards what Gold they have, 2 at most, unasked; with neither, nothing. E5.8."""
    elysium = [["zeus.alliance", "zeus.triumph", "citizen"]]
    position = four_seats({}, {"gold": 1}, {"gold": 5, "elysium": elysium}, {"gold": 0}) | {
        "agora": ["poseidon.cyclopes"]
    }
    with Scenario(position) as play:
        play.answers(1, "take poseidon.cyclopes", "dismiss blue")
        play.has(3, gold=0)
        play.has(0, gold=3, elysium=elysium)
        play.has(2, gold=0)
        play.table(discard=[])
        assert seats_of(play, "lose") == [3, 0]
        play.rests(3)


def test_cyclopes_asks_the_player_whose_turn_it_is_last_when_another_draws_it() -> None:
    """poseidon.cyclopes: "every other" is seen from who resolves it, whoever's turn it is. E5.1, E5.8."""
    position = {
        "seats": [
            {"gold": 2, "domain": ["athena.divine-law"]},
            {"gold": 0, "domain": ["zeus.hercules"]},
            {"gold": 2, "domain": ["hades.cerberus"]},
        ],
        "draws": ["zeus.kings-council", "poseidon.cyclopes"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.asked(2, ["discard hades.cerberus", "pay 2 gold"], "discard hades.cerberus")
        play.asked(
            0, ["discard athena.divine-law", "discard zeus.kings-council", "pay 2 gold"], "discard athena.divine-law"
        )
        play.asked(2, ["draw", "stop"], "stop")  # only now does Divine Law, already discarded, go on
        play.has(0, gold=2, domain=["zeus.kings-council"])
        play.table(discard=["hades.cerberus", "athena.divine-law"])
        play.rests(0)


# poseidon.initiation (activate, Eleusis): Every other player loses 1 VP.


def test_initiation_costs_every_other_player_1_vp() -> None:
    """poseidon.initiation: every other player loses 1 VP, not below zero; once per Epoch. E1.6, E5.3, E5.8."""
    user = {"vp": 1, "domain": ["poseidon.initiation", "zeus.initiation"]}
    with Scenario(four_seats(user, {"vp": 3}, {"vp": 0}, {"vp": 1})) as play:
        play.answers(1, "use poseidon.initiation")
        play.has(1, vp=1, domain=[{"card": "poseidon.initiation", "used": True}, "zeus.initiation"])
        play.has(3, vp=2)
        play.has(0, vp=0)
        play.has(2, vp=0)
        play.logged("lose", seat=2, n=1, counter="vp", cause="poseidon.initiation", rule="E5.3")
        assert seats_of(play, "lose") == [3, 2]
        play.refuses("use poseidon.initiation", "E5.3")
        play.rests(1)


def test_initiation_needs_another_eleusis_card() -> None:
    """poseidon.initiation: needs another Eleusis card in your Domain. E5.3."""
    with Scenario({"seats": [{"domain": ["poseidon.initiation"]}, {"vp": 5, "domain": ["zeus.initiation"]}]}) as play:
        play.refuses("use poseidon.initiation", "E5.3")


def test_initiation_needs_another_player_with_vp() -> None:
    """poseidon.initiation: startable only if another player has VP. E10."""
    seats = [{"vp": 5, "domain": ["poseidon.initiation", "athena.initiation"]}, {"vp": 0}, {"vp": 0}]
    with Scenario({"seats": seats}) as play:
        play.refuses("use poseidon.initiation", "E10")


# poseidon.raiders (instant): Every other player gives you 1 Gold.


def test_raiders_collects_1_gold_of_every_other_player() -> None:
    """poseidon.raiders: every other player gives you 1 Gold, in order; none if they have none. E5.8."""
    position = four_seats({"gold": 0}, {"gold": 4}, {"gold": 0}, {"gold": 1}) | {"agora": ["poseidon.raiders"]}
    with Scenario(position) as play:
        play.answers(1, "take poseidon.raiders")
        play.has(1, gold=0)
        play.asked(1, COLUMNS, "dismiss yellow")
        play.has(1, gold=2)
        play.has(3, gold=3)
        play.has(0, gold=0)
        play.has(2, gold=0)
        play.logged("give", seat=3, n=1, counter="gold", to=1, cause="poseidon.raiders")
        assert seats_of(play, "give") == [3, 2]
        play.rests(3)


def test_raiders_drawn_in_another_players_turn_robs_that_player_too() -> None:
    """poseidon.raiders: "you" is who resolves it, also on another player's turn. E5.1, E5.8."""
    position = {
        "seats": [{"gold": 2, "domain": ["athena.divine-law"]}, {"gold": 0}, {"gold": 1}],
        "draws": ["zeus.triumph", "poseidon.raiders"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(0, ["transfer zeus.triumph", "stop"], "stop")
        play.answers(1, "draw")
        play.has(1, gold=2)
        play.asked(2, ["draw", "stop"], "stop")
        play.has(0, gold=1)
        play.has(2, gold=0)
        assert seats_of(play, "give") == [2, 0]
        play.rests(0)


# poseidon.charybdis-and-scylla (instant): Every other player loses 1 VP and 1 Gold.


def test_charybdis_and_scylla_costs_every_other_player_1_vp_and_1_gold() -> None:
    """poseidon.charybdis-and-scylla: every other player loses 1 VP and 1 Gold; neither below zero. E1.6, E5.8."""
    position = four_seats({"gold": 1, "vp": 1}, {"gold": 2, "vp": 2}, {"gold": 0, "vp": 1}, {"gold": 1, "vp": 0}) | {
        "agora": ["poseidon.charybdis-and-scylla"]
    }
    with Scenario(position) as play:
        play.answers(1, "take poseidon.charybdis-and-scylla", "dismiss yellow")
        play.has(1, gold=1, vp=1)
        play.has(3, gold=1, vp=1)
        play.has(0, gold=0, vp=0)
        play.has(2, gold=0, vp=0)
        play.logged("lose", seat=0, n=1, counter="vp", cause="poseidon.charybdis-and-scylla")
        play.logged("lose", seat=2, n=1, counter="gold", cause="poseidon.charybdis-and-scylla")
        assert seats_of(play, "lose") == [3, 3, 0, 2]
        play.rests(3)


def test_charybdis_and_scylla_does_nothing_to_who_has_nothing() -> None:
    """poseidon.charybdis-and-scylla: an Instant resolves as far as it can. E5.1, E5.7."""
    seats = [{}, {"gold": 0, "vp": 0}]
    with Scenario({"seats": seats, "agora": ["poseidon.charybdis-and-scylla"]}) as play:
        play.answers(0, "take poseidon.charybdis-and-scylla", "dismiss yellow")
        play.has(1, gold=0, vp=0)
        play.rests(1)


# poseidon.antaeus (trigger): Choose a Level. Every other player discards a card of that Level from their Domain.


def test_antaeus_makes_every_other_player_discard_a_card_of_a_level() -> None:
    """poseidon.antaeus: you choose a Level, the others their card, in order, if they have one. E5.4, E5.8."""
    position = four_seats(
        {"domain": ["poseidon.antaeus", "zeus.kings-council"]},
        {"domain": ["zeus.hercules", "hades.cerberus", "zeus.alliance", "citizen"]},
        {"domain": ["zeus.triumph", "citizen"]},
        {"domain": ["athena.aegis", "athena.embassy"]},
    )
    with Scenario(position) as play:
        play.answers(1, "use poseidon.antaeus")
        play.has(1, domain=[{"card": "poseidon.antaeus", "ring": False}, "zeus.kings-council"])
        play.asked(1, ["level 1", "level 2", "level 3"], "level 3")
        play.logged("level", seat=1, n=3, cause="poseidon.antaeus")
        play.asked(3, ["discard zeus.hercules", "discard hades.cerberus"], "discard zeus.hercules")
        play.asked(2, ["discard athena.aegis", "discard athena.embassy"], "discard athena.embassy")
        play.has(3, domain=["hades.cerberus", "zeus.alliance", "citizen"])
        play.has(0, domain=["zeus.triumph", "citizen"])
        play.has(2, domain=["athena.aegis"])
        play.has(1, domain=[{"card": "poseidon.antaeus", "ring": False}, "zeus.kings-council"])
        play.table(discard=["zeus.hercules", "athena.embassy"])
        play.logged("discard", seat=3, card="zeus.hercules", cause="poseidon.antaeus")
        play.refuses("use poseidon.antaeus", "E5.4")
        play.rests(1)


def test_antaeus_offers_only_levels_that_some_other_player_has() -> None:
    """poseidon.antaeus: Citizens have no Level; only a Level that some other player has is offered. E5.7."""
    seats = [
        {"domain": ["poseidon.antaeus", "zeus.triumph"]},
        {"domain": ["citizen", "zeus.alliance"], "elysium": [["zeus.initiation"]]},
        {"domain": ["hades.cerberus"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use poseidon.antaeus")
        play.refuses("level 2", "E5.7")
        play.asked(0, ["level 1", "level 3"], "level 1")
        play.has(1, domain=["citizen"])  # the only card of its Level goes unasked
        play.has(2, domain=["hades.cerberus"])
        play.rests(0)


def test_antaeus_asks_for_no_level_where_there_is_one() -> None:
    """poseidon.antaeus: a question with one answer is not put, neither the Level nor the card. E5.7."""
    with Scenario({"seats": [{"domain": ["poseidon.antaeus"]}, {"domain": ["zeus.triumph", "citizen"]}]}) as play:
        play.asked(0, ["use poseidon.antaeus", *QUESTS], "use poseidon.antaeus")
        play.has(1, domain=["citizen"])
        play.table(discard=["zeus.triumph"])
        play.rests(0)


def test_antaeus_needs_a_card_with_a_level_in_another_domain() -> None:
    """poseidon.antaeus: startable only if another player has a Domain card that is no Citizen. E10."""
    seats = [{"domain": ["poseidon.antaeus", "zeus.alliance"]}, {"domain": ["citizen"], "elysium": [["zeus.alliance"]]}]
    with Scenario({"seats": seats}) as play:
        play.pending(0, QUESTS)
        play.refuses("use poseidon.antaeus", "E10")


# poseidon.golden-fleece and poseidon.god-of-the-oceans (permanent): When you take or transfer a Poseidon card.


PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("poseidon.golden-fleece", "gold"), ("poseidon.god-of-the-oceans", "vp")]
)


@PERMANENTS
def test_golden_fleece_and_god_of_the_oceans_pay_for_a_take_but_not_their_own(card: str, counter: str) -> None:
    """poseidon.golden-fleece, poseidon.god-of-the-oceans: 1 per Poseidon card you take, not their own. E4.6, E5.2."""
    agora = [card, "poseidon.raiders", "zeus.alliance", "poseidon.earthquake"]
    with Scenario({"seats": [{"gold": 0, "vp": 0}, {"gold": 1, "vp": 0}], "agora": agora}) as play:
        play.answers(0, f"take {card}", "dismiss green")
        play.has(0, gold=0, vp=0)
        play.answers(1, "take poseidon.earthquake", "dismiss green")
        play.has(0, gold=0, vp=0)
        play.answers(0, "take poseidon.raiders")
        play.has(0, **{"gold": 0, "vp": 0, counter: 1})  # before the column and the Instant
        play.answers(0, "dismiss red")
        play.has(0, **{"gold": 1, "vp": 0, counter: 2 if counter == "gold" else 1})
        play.logged("gain", seat=0, n=1, counter=counter, cause=card, rule="E5.2")
        play.has(1, gold=0, vp=0)
        play.rests(1)


@PERMANENTS
def test_golden_fleece_and_god_of_the_oceans_pay_for_transfers_their_own_too(card: str, counter: str) -> None:
    """poseidon.golden-fleece, poseidon.god-of-the-oceans: 1 per Poseidon transfer, their own too. E5.2, E7.9."""
    seat = {"gold": 5, "vp": 0, "quest": 2, "domain": ["poseidon.earthquake", card, "zeus.alliance", "citizen"]}
    with Scenario({"phase": "transfers", "seats": [seat, {}]}) as play:
        play.answers(0, "transfer zeus.alliance")
        play.has(0, gold=4, vp=0)
        play.answers(0, "transfer poseidon.earthquake", "new legend")
        play.has(0, **{"gold": 3, "vp": 0} | ({"gold": 4} if counter == "gold" else {"vp": 1}))
        play.answers(0, f"transfer {card}", "new legend")
        play.has(0, **({"gold": 2, "vp": 0} if counter == "gold" else {"gold": 0, "vp": 2}))
        play.logged("gain", seat=0, n=1, counter=counter, cause=card)
        play.rests(0)


def test_golden_fleece_gold_comes_after_the_transfer_is_paid() -> None:
    """poseidon.golden-fleece: the Gold comes after the transfer is paid, so it needs 3 Gold to go. E7.1, E7.9."""
    seats = [{"gold": 2, "quest": 1, "domain": ["poseidon.golden-fleece", "poseidon.raiders"]}, {}]
    with Scenario({"phase": "transfers", "seats": seats}) as play:
        play.refuses("transfer poseidon.golden-fleece", "E7.1")
        play.asked(0, ["transfer poseidon.raiders", "stop"], "transfer poseidon.raiders")
        play.has(0, gold=1)
        play.rests(0)


def test_golden_fleece_and_god_of_the_oceans_pay_in_another_players_turn() -> None:
    """poseidon.golden-fleece, poseidon.god-of-the-oceans: takes are seen however they happen. E1.7."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0, "vp": 0, "domain": ["poseidon.golden-fleece", "poseidon.god-of-the-oceans"]},
        ],
        "draws": ["zeus.alliance", "poseidon.earthquake"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=1, vp=1)
        play.rests(0)


# poseidon.medusa (trigger): For every other player, point at 2 cards of their Domain; they discard one of the two.


def test_medusa_points_at_two_cards_in_the_order_of_the_card_table() -> None:
    """poseidon.medusa: you point at two cards, Citizens too, in the order of the card table; they discard one. E5.4."""
    seats = [
        {"domain": ["poseidon.medusa", "hades.charon"]},
        {"domain": ["zeus.hercules", "citizen", "athena.aegis", "poseidon.raiders"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use poseidon.medusa")
        play.has(0, domain=[{"card": "poseidon.medusa", "ring": False}, "hades.charon"])
        play.asked(
            0, ["choose athena.aegis", "choose poseidon.raiders", "choose zeus.hercules"], "choose poseidon.raiders"
        )
        play.asked(0, ["choose zeus.hercules", "choose citizen"], "choose zeus.hercules")
        play.logged("point", seat=0, to=1, card="poseidon.raiders", cause="poseidon.medusa")
        play.logged("point", seat=0, to=1, card="zeus.hercules", cause="poseidon.medusa")
        play.asked(1, ["discard poseidon.raiders", "discard zeus.hercules"], "discard zeus.hercules")
        play.has(1, domain=["citizen", "athena.aegis", "poseidon.raiders"])
        play.has(0, domain=[{"card": "poseidon.medusa", "ring": False}, "hades.charon"])
        play.table(discard=["zeus.hercules"])
        play.logged("discard", seat=1, card="zeus.hercules", cause="poseidon.medusa", rule="E5.4")
        play.refuses("use poseidon.medusa", "E5.4")
        play.rests(0)


def test_medusa_asks_for_no_second_card_where_one_is_left() -> None:
    """poseidon.medusa: the last but one of the card table leaves one second card, which is not asked for. E5.7."""
    seats = [{"domain": ["poseidon.medusa"]}, {"domain": ["citizen", "zeus.hercules", "athena.aegis"]}]
    with Scenario({"seats": seats, "draws": ["hades.charon"]}) as play:
        play.answers(0, "use poseidon.medusa")
        play.asked(0, ["choose athena.aegis", "choose zeus.hercules"], "choose zeus.hercules")
        play.asked(1, ["discard zeus.hercules", "discard citizen"], "discard citizen")
        play.has(1, domain=["zeus.hercules", "athena.aegis"])
        play.table(discard=["hades.charon"])
        play.logged("reveal", seat=1, card="hades.charon", cause="poseidon.medusa")
        play.rests(0)


def test_medusa_points_at_a_citizen_beside_an_earlier_card() -> None:
    """poseidon.medusa: of several Citizens the one taken first is meant, and they are one label. E3.2."""
    citizens = [{"card": "citizen", "face": "hades.charon"}, {"card": "citizen", "face": "zeus.alliance"}]
    seats = [{"domain": ["poseidon.medusa"]}, {"domain": [*citizens, "athena.aegis"]}]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use poseidon.medusa")
        play.asked(0, ["choose athena.aegis", "choose citizen"], "choose athena.aegis")
        play.asked(1, ["discard athena.aegis", "discard citizen"], "discard citizen")
        play.has(1, domain=["citizen", "athena.aegis"])
        play.table(discard=["hades.charon"])
        play.rests(0)


def test_medusa_points_at_two_citizens() -> None:
    """poseidon.medusa: both cards may be Citizens; they are alike, so the first taken goes unasked. E3.2, E5.10."""
    citizens = [{"card": "citizen", "face": "hades.charon"}, {"card": "citizen", "face": "zeus.alliance"}]
    seats = [{"domain": ["poseidon.medusa"]}, {"domain": [*citizens, "athena.aegis"]}]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use poseidon.medusa")
        play.asked(0, ["choose athena.aegis", "choose citizen"], "choose citizen")
        play.has(1, domain=["citizen", "athena.aegis"])
        play.table(discard=["hades.charon"])
        play.rests(0)


def test_medusa_goes_round_player_by_player() -> None:
    """poseidon.medusa: you point at two, they discard one, then the next, in order. E5.8."""
    position = four_seats(
        {"domain": ["poseidon.medusa"]},
        {"domain": ["zeus.triumph", "zeus.hercules", "zeus.initiation"]},
        {"domain": ["hades.charon", "hades.cerberus", "citizen"]},
        {"domain": ["athena.aegis", "athena.embassy"]},
    )
    with Scenario(position) as play:
        play.answers(1, "use poseidon.medusa")
        play.asked(1, ["choose zeus.initiation", "choose zeus.triumph"], "choose zeus.initiation")
        play.asked(1, ["choose zeus.triumph", "choose zeus.hercules"], "choose zeus.hercules")
        play.asked(3, ["discard zeus.initiation", "discard zeus.hercules"], "discard zeus.hercules")
        play.has(3, domain=["zeus.triumph", "zeus.initiation"])
        play.asked(1, ["choose hades.charon", "choose hades.cerberus"], "choose hades.charon")
        play.asked(1, ["choose hades.cerberus", "choose citizen"], "choose hades.cerberus")
        play.asked(0, ["discard hades.charon", "discard hades.cerberus"], "discard hades.charon")
        play.asked(2, ["discard athena.aegis", "discard athena.embassy"], "discard athena.aegis")  # two: a forced pair
        play.table(discard=["zeus.hercules", "hades.charon", "athena.aegis"])
        play.rests(1)


def test_medusa_discards_a_lone_card_unasked_and_passes_by_an_empty_domain() -> None:
    """poseidon.medusa: with one card it is discarded unasked, a Citizen too; with none nothing. E5.8, E5.10."""
    position = four_seats(
        {"domain": ["poseidon.medusa", "citizen"]},
        {"domain": ["zeus.triumph"]},
        {"elysium": [["zeus.alliance"]]},
        {"domain": ["citizen"]},
    ) | {"draws": ["hades.charon"]}
    with Scenario(position) as play:
        play.answers(1, "use poseidon.medusa")
        play.has(1, domain=[{"card": "poseidon.medusa", "ring": False}, "citizen"])
        play.has(3, domain=[])
        play.has(0, elysium=[["zeus.alliance"]])
        play.has(2, domain=[])
        play.table(discard=["zeus.triumph", "hades.charon"])
        assert seats_of(play, "discard") == [3, 2]
        play.rests(1)


def test_medusa_needs_a_card_in_another_domain() -> None:
    """poseidon.medusa: startable only if another player has a Domain card. E10."""
    seats = [{"domain": ["poseidon.medusa", "zeus.triumph"]}, {"elysium": [["zeus.alliance"]]}, {}]
    with Scenario({"seats": seats}) as play:
        play.refuses("use poseidon.medusa", "E10")
    with Scenario({"seats": [seats[0], {}, {"domain": ["citizen"]}]}) as play:
        play.offers("use poseidon.medusa")


def test_medusa_ends_the_power_of_what_is_discarded() -> None:
    """poseidon.medusa: a Trigger that was discarded is out of the Domain, ring and all. E1.3, E7.5."""
    seats = [{"domain": ["poseidon.medusa"]}, {"vp": 6, "domain": ["zeus.hercules", "athena.aegis"]}]
    with Scenario({"seats": seats, "agora": ["zeus.alliance"]}) as play:
        play.answers(0, "use poseidon.medusa")
        play.asked(1, ["discard athena.aegis", "discard zeus.hercules"], "discard zeus.hercules")
        play.answers(0, "take zeus.alliance", "dismiss red")
        play.refuses("use zeus.hercules", "E1.3")
        play.rests(1)


def test_the_order_of_the_table_starts_after_the_user() -> None:
    """poseidon.tidal-wave: the last Disc begins with Disc 1. E5.8."""
    seats: list[dict[str, Any]] = [{"disc": 2}, {"disc": 4}, {"disc": 1}, {"disc": 3}]
    with Scenario({"seats": seats, "to_move": 1, "agora": ["poseidon.tidal-wave"]}) as play:
        play.answers(1, "take poseidon.tidal-wave", "dismiss red")
        assert seats_of(play, "lose") == [2, 0, 3]
        play.rests(2)
