"""Zeus, card by card: every sentence of the power and of its notes."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario

COLUMNS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
QUESTS = ["quest 1", "quest 2"]


# zeus.garden-of-the-hesperides (instant): 2 VP.


def test_garden_of_the_hesperides_pays_2_vp_after_the_column_is_dismissed() -> None:
    """zeus.garden-of-the-hesperides: 2 VP, for its taker alone, once the column is gone. E4.6, E5.1."""
    with Scenario({"seats": [{"vp": 1}, {"vp": 2}], "agora": ["zeus.garden-of-the-hesperides"]}) as play:
        play.asked(0, ["take zeus.garden-of-the-hesperides", *QUESTS], "take zeus.garden-of-the-hesperides")
        play.has(0, vp=1)
        play.asked(0, COLUMNS, "dismiss red")
        play.has(0, vp=3, gold=4, domain=["zeus.garden-of-the-hesperides"])
        play.has(1, vp=2)
        play.logged("gain", seat=0, n=2, counter="vp", cause="zeus.garden-of-the-hesperides", rule="E5.1")
        play.rests(1)


def test_garden_of_the_hesperides_pays_who_draws_it_in_another_players_turn() -> None:
    """zeus.garden-of-the-hesperides: resolves by whatever route, also on another player's turn. E5.1."""
    position = {
        "seats": [{"gold": 0, "vp": 0, "domain": ["athena.divine-law"]}, {"vp": 0}],
        "draws": ["hades.charon", "zeus.garden-of-the-hesperides"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, vp=2)
        play.has(0, vp=0)
        play.rests(0)


def test_garden_of_the_hesperides_cannot_be_started() -> None:
    """zeus.garden-of-the-hesperides: an Instant is resolved when taken, never used. E5.1."""
    with Scenario({"seats": [{"domain": ["zeus.garden-of-the-hesperides"]}, {}]}) as play:
        play.pending(0, QUESTS)
        play.refuses("use zeus.garden-of-the-hesperides", "E5.1")


# zeus.alliance (permanent): When you take or transfer a Citizen: 1 VP.


def test_alliance_pays_for_the_citizen_of_a_turn_before_the_column() -> None:
    """zeus.alliance: 1 VP when you take a Citizen; permanent powers pay before the column. E4.6, E4.7."""
    with Scenario({"seats": [{"vp": 0, "quest": 1, "domain": ["zeus.alliance"]}, {}, {}]}) as play:
        play.has(0, vp=1, domain=["zeus.alliance", "citizen"])  # the Citizen was the only move
        play.logged("gain", seat=0, n=1, counter="vp", cause="zeus.alliance", rule="E5.2")
        play.asked(0, COLUMNS, "dismiss red")
        play.has(0, vp=1)
        play.rests(1)


def test_alliance_pays_in_another_players_turn_and_only_its_owner() -> None:
    """zeus.alliance: however it happens, in other players' turns too; others' Citizens pay nothing. E1.7."""
    position = {
        "seats": [
            {"vp": 0, "domain": ["athena.democracy", "zeus.alliance"]},
            {"gold": 1, "vp": 0, "domain": ["zeus.alliance"]},
            {"gold": 1, "vp": 0},
            {"gold": 0, "vp": 0},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.has(0, vp=1)
        play.asked(1, ["yes", "no"], "yes")
        play.has(1, vp=1)
        play.asked(2, ["yes", "no"], "yes")
        play.has(0, vp=1)
        play.has(1, vp=1)
        play.has(2, vp=0)
        play.rests(0)


def test_alliance_pays_for_a_transferred_citizen() -> None:
    """zeus.alliance: 1 VP when you transfer a Citizen, in Phase III and by a power. E1.7, E7.4."""
    seat: dict[str, Any] = {
        "gold": 1,
        "vp": 0,
        "quest": 1,
        "domain": ["zeus.alliance", "citizen"],
        "elysium": [["hades.charon", "hades.cerberus"]],
    }
    with Scenario({"phase": "transfers", "seats": [seat, {"quest": 2}]}) as play:
        play.asked(0, ["transfer zeus.alliance", "transfer citizen", "stop"], "transfer citizen")
        play.has(0, gold=0, vp=1, elysium=[["hades.charon", "hades.cerberus", "citizen"]])
        play.rests(0)
    seat = seat | {"gold": 0, "quest": None, "domain": ["zeus.alliance", "hades.posthumous-hero", "citizen"]}
    with Scenario({"seats": [seat, {}]}) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.has(0, vp=1, elysium=[["hades.charon", "hades.cerberus", "citizen"]])
        play.rests(0)


def test_alliance_is_blind_to_orpheus_to_discards_and_to_other_cards() -> None:
    """zeus.alliance: not for Orpheus' exchange, a discarded Citizen, another card, or itself. E7.8, E1.7."""
    seat = {
        "vp": 0,
        "domain": ["zeus.alliance", "hermes.orpheus", "hephaestus.slaves", "zeus.hercules"],
        "elysium": [["zeus.temple-of-zeus", "zeus.triumph", "citizen"]],
    }
    with Scenario({"families": "opulence", "seats": [seat, {}], "agora": ["ares.hoplites"]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.answers(0, "take ares.hoplites", "dismiss red")
        play.has(0, vp=0)
        play.rests(1)
    with Scenario({"seats": [{"vp": 0}, {}], "agora": ["zeus.alliance"]}) as play:
        play.answers(0, "take zeus.alliance", "dismiss red")
        play.has(0, vp=0)
        play.rests(1)


def test_alliance_is_dead_in_the_elysium() -> None:
    """zeus.alliance: powers in the Elysium are dead. E1.3."""
    with Scenario({"seats": [{"vp": 0, "quest": 1, "elysium": [["zeus.alliance"]]}, {}, {}]}) as play:
        play.asked(0, COLUMNS, "dismiss red")
        play.has(0, vp=0, domain=["citizen"])
        play.rests(1)


# zeus.assembly, zeus.temple-of-zeus, zeus.justice-of-zeus (chronos)


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["zeus.assembly", "athena.democracy"], 2),
        (["zeus.assembly", "athena.democracy", "citizen", "citizen", "citizen"], 2),
        (["zeus.assembly", "athena.assembly", "poseidon.earthquake", "hades.tartarus", "hephaestus.apprentice"], 5),
        (["zeus.assembly", "zeus.triumph", "zeus.hercules"], 1),
        (["zeus.assembly", "zeus.triumph", "citizen"], 1),
    ],
)
def test_assembly_counts_the_families_of_its_legend(legend: list[str], vp: int) -> None:
    """zeus.assembly: 1 VP per different family in this Legend (Citizens have none). E5.6, E8.2."""
    with Scenario({"seats": [{"elysium": [["hades.charon", "athena.naval-power"], legend]}, {}]}) as play:
        chronos = [item for item in play.match.scores()[0]["chronos"] if item["card"] == "zeus.assembly"]
        assert chronos == [{"card": "zeus.assembly", "legend": 2, "vp": vp}]


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["zeus.temple-of-zeus", "zeus.triumph", "zeus.hercules"], 3),
        (["zeus.temple-of-zeus", "zeus.triumph", "citizen"], 2),
        (["zeus.temple-of-zeus", "athena.democracy", "hades.posthumous-hero", "citizen"], 1),
    ],
)
def test_temple_of_zeus_counts_the_zeus_cards_of_its_legend(legend: list[str], vp: int) -> None:
    """zeus.temple-of-zeus: 1 VP per Zeus card in this Legend; Citizens do not count. E5.6, E8.2."""
    elysium = [["zeus.initiation", "zeus.kings-council"], legend]
    with Scenario({"seats": [{"elysium": elysium, "domain": ["zeus.alliance"]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "zeus.temple-of-zeus", "legend": 2, "vp": vp}])


@pytest.mark.parametrize(("tokens", "vp"), [(0, 0), (2, 0), (3, 1), (8, 2), (9, 3)])
def test_justice_of_zeus_reads_the_vp_tokens_only(tokens: int, vp: int) -> None:
    """zeus.justice-of-zeus: 1 VP per 3 VP tokens, rounded down: no tiles, Legends, other Chronos, Citizens. E8.2."""
    elysium = [
        ["zeus.justice-of-zeus", "athena.assembly", "citizen", "citizen"],
        ["hades.charon", "hades.cerberus", "hades.charons-obol"],
    ]
    position = {"phase": "over", "seats": [{"vp": tokens, "elysium": elysium}, {"vp": 30}]}
    with Scenario(position) as play:
        play.has(0, vp=tokens, bonuses=["hades 5", "level 1"])
        play.scores(
            0,
            tokens=tokens,
            chronos=[
                {"card": "zeus.justice-of-zeus", "legend": 1, "vp": vp},
                {"card": "athena.assembly", "legend": 1, "vp": 2},
            ],
            citizens=-4,
            total=tokens + vp + 2 + 8 + 6 + 5 + 3 - 4,
        )
        play.over()


@pytest.mark.parametrize("card", ["zeus.assembly", "zeus.temple-of-zeus", "zeus.justice-of-zeus"])
def test_chronos_alone_or_in_the_domain_is_worth_nothing(card: str) -> None:
    """zeus.assembly, zeus.temple-of-zeus, zeus.justice-of-zeus: only in a Legend of 2+ cards. E5.6, E8.1."""
    with Scenario({"seats": [{"vp": 9, "elysium": [[card]]}, {}]}) as play:
        play.scores(0, chronos=[])
    with Scenario({"seats": [{"vp": 9, "domain": [card]}, {}]}) as play:
        play.scores(0, chronos=[])
        play.refuses(f"use {card}", "E5.6")


# zeus.angels-of-zeus (legend): 1 VP.


def test_angels_of_zeus_pays_1_vp_when_its_owners_transfers_begin() -> None:
    """zeus.angels-of-zeus: 1 VP at the beginning of your own transfers, also if you transfer nothing. E5.5."""
    position = {
        "phase": "transfers",
        "seats": [
            {"gold": 2, "vp": 0, "quest": 1, "domain": ["zeus.angels-of-zeus"], "elysium": [["zeus.angels-of-zeus"]]},
            {"gold": 2, "vp": 0, "quest": 2, "domain": ["zeus.angels-of-zeus"]},
        ],
    }
    with Scenario(position) as play:
        play.has(0, vp=1)
        play.has(1, vp=0)
        play.logged("gain", seat=0, n=1, counter="vp", cause="zeus.angels-of-zeus", rule="E5.5")
        play.asked(0, ["transfer zeus.angels-of-zeus", "stop"], "stop")
        play.has(0, vp=1)
        play.has(1, vp=1)
        play.asked(1, ["transfer zeus.angels-of-zeus", "stop"], "transfer zeus.angels-of-zeus")
        play.has(1, vp=1, gold=0, elysium=[["zeus.angels-of-zeus"]])  # also if it is transferred in this phase
        play.rests(0)


def test_angels_of_zeus_pays_although_no_transfer_is_possible() -> None:
    """zeus.angels-of-zeus: pays at the beginning of the transfers, also if none can be made. E5.5."""
    position = {
        "seats": [
            {"gold": 0, "vp": 0, "columns": "RY", "cards_taken": 3, "domain": ["zeus.angels-of-zeus", "zeus.hercules"]},
            {"cards_taken": 3, "quest": 1},
        ]
    }
    with Scenario(position) as play:
        play.table(epoch=2)  # no column above Quest 2, so the turn was a pass, and the Epoch is over
        play.has(0, gold=1, vp=1)
        play.rests(1)


def test_angels_of_zeus_that_left_in_phase_two_pays_nothing() -> None:
    """zeus.angels-of-zeus: a Legend card that left the Domain in Phase II gives nothing. E5.5."""
    seat = {
        "gold": 0,
        "vp": 0,
        "columns": "R",
        "cards_taken": 3,
        "domain": ["hades.persephone", "zeus.angels-of-zeus"],
    }
    with Scenario({"seats": [seat, {"cards_taken": 3, "quest": 2}]}) as play:
        play.answers(0, "use hades.persephone", "transfer zeus.angels-of-zeus")
        play.table(epoch=2)
        play.has(0, gold=2, vp=0, elysium=[["zeus.angels-of-zeus"]])
        play.rests(0)


def test_angels_of_zeus_cannot_be_started() -> None:
    """zeus.angels-of-zeus: a Legend power is no Activate. E5.5."""
    with Scenario({"seats": [{"domain": ["zeus.angels-of-zeus"]}, {}]}) as play:
        play.refuses("use zeus.angels-of-zeus", "E5.5")


# zeus.initiation (activate, Eleusis): 1 VP.


def test_initiation_pays_1_vp_with_another_eleusis_card() -> None:
    """zeus.initiation: 1 VP, once per Epoch, with any other Initiation in your Domain, used or not. E5.3."""
    domain = ["zeus.initiation", {"card": "hephaestus.initiation", "used": True}]
    with Scenario({"seats": [{"vp": 0, "domain": domain}, {"vp": 0}]}) as play:
        play.asked(0, ["use zeus.initiation", *QUESTS], "use zeus.initiation")
        play.has(0, vp=1, domain=[{"card": "zeus.initiation", "used": True}, domain[1]])
        play.has(1, vp=0)
        play.logged("gain", seat=0, n=1, counter="vp", cause="zeus.initiation", rule="E5.3")
        play.refuses("use zeus.initiation", "E5.3")
        play.rests(0)


def test_initiation_alone_cannot_be_started() -> None:
    """zeus.initiation: needs another Eleusis card in your own Domain. E5.3."""
    seats = [
        {"domain": ["zeus.initiation", "citizen"], "elysium": [["hades.initiation"]]},
        {"domain": ["zeus.initiation", "hephaestus.initiation"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.refuses("use zeus.initiation", "E5.3")


def test_initiation_loses_its_partner_to_a_discard() -> None:
    """zeus.initiation: the other Eleusis card must be there when it starts. E5.3."""
    domain = ["zeus.initiation", "hades.initiation", "zeus.trial-of-heroes"]
    with Scenario({"seats": [{"gold": 0, "vp": 0, "domain": domain}, {}]}) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard hades.initiation")
        play.refuses("use zeus.initiation", "E5.3")
        play.rests(0)


# zeus.triumph (trigger): 1 VP per 2 cards in your Domain.


@pytest.mark.parametrize(
    ("others", "vp"),
    [
        (["citizen"], 1),
        (["citizen", "hades.charon"], 1),
        (["citizen", "hades.charon", "zeus.hercules"], 2),
        (["athena.aegis", "citizen", "citizen", "citizen"], 2),
    ],
)
def test_triumph_counts_all_cards_of_the_domain_by_twos(others: list[str], vp: int) -> None:
    """zeus.triumph: 1 VP per 2 cards, any cards, Citizens and this card too, rounded down. E5.4."""
    seats = [
        {"vp": 0, "domain": ["zeus.triumph", *others], "elysium": [["zeus.alliance", "zeus.initiation"]]},
        {"vp": 0, "domain": ["hades.cerberus"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use zeus.triumph")
        play.has(0, vp=vp, domain=[{"card": "zeus.triumph", "ring": False}, *others])
        play.has(1, vp=0)
        play.logged("gain", seat=0, n=vp, counter="vp", cause="zeus.triumph", rule="E5.4")
        play.refuses("use zeus.triumph", "E5.4")
        play.rests(0)


def test_triumph_needs_at_least_2_cards() -> None:
    """zeus.triumph: needs at least 2 cards in your Domain. E10."""
    seats = [{"domain": ["zeus.triumph"], "elysium": [["zeus.alliance", "zeus.initiation"]]}, {"domain": ["citizen"]}]
    with Scenario({"seats": seats}) as play:
        play.pending(0, QUESTS)
        play.refuses("use zeus.triumph", "E10")


# zeus.kings-council (activate): 1 VP per 2 Zeus cards in your Domain.


@pytest.mark.parametrize(
    ("others", "vp"),
    [
        (["zeus.hercules"], 1),
        (["zeus.hercules", "zeus.triumph", "citizen", "hades.charon"], 1),
        (["zeus.hercules", "zeus.triumph", "zeus.alliance"], 2),
    ],
)
def test_kings_council_counts_the_zeus_cards_of_the_domain_by_twos(others: list[str], vp: int) -> None:
    """zeus.kings-council: 1 VP per 2 Zeus cards in your Domain; this card counts; rounded down. E5.3."""
    seats = [
        {"vp": 0, "domain": ["zeus.kings-council", *others], "elysium": [["zeus.initiation"]]},
        {"vp": 0, "domain": ["zeus.alliance"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use zeus.kings-council")
        play.has(0, vp=vp, domain=[{"card": "zeus.kings-council", "used": True}, *others])
        play.has(1, vp=0)
        play.logged("gain", seat=0, n=vp, counter="vp", cause="zeus.kings-council", rule="E5.3")
        play.refuses("use zeus.kings-council", "E5.3")
        play.rests(0)


def test_kings_council_needs_at_least_2_zeus_cards() -> None:
    """zeus.kings-council: needs at least 2 Zeus cards in your Domain; Citizens and other places do not help. E10."""
    seats = [
        {"domain": ["zeus.kings-council", "citizen", "hades.charon"], "elysium": [["zeus.alliance", "zeus.triumph"]]},
        {"domain": ["zeus.hercules"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.pending(0, QUESTS)
        play.refuses("use zeus.kings-council", "E10")


def test_kings_council_is_straight_again_in_the_next_epoch() -> None:
    """zeus.kings-council: once per Epoch; Phase IV straightens it. E3.3, E5.3."""
    position = {
        "seats": [
            {
                "gold": 0,
                "vp": 0,
                "columns": "RY",
                "cards_taken": 3,
                "domain": [{"card": "zeus.kings-council", "used": True}, "zeus.hercules"],
            },
            {"cards_taken": 3, "quest": 2},
        ]
    }
    with Scenario(position) as play:
        play.asked(0, ["dismiss red", "dismiss yellow"], "dismiss red")
        play.table(epoch=2)
        play.has(0, vp=0, domain=["zeus.kings-council", "zeus.hercules"])
        play.answers(0, "use zeus.kings-council")
        play.has(0, vp=1)
        play.rests(0)


# zeus.trial-of-heroes (activate): Discard a card from your Domain: 2 VP.


def test_trial_of_heroes_discards_any_card_of_the_domain_for_2_vp() -> None:
    """zeus.trial-of-heroes: turn the card, discard a card, then 2 VP; once per Epoch. E5.3, E5.7."""
    seats = [{"vp": 0, "domain": ["zeus.trial-of-heroes", "hades.charon", "citizen"]}, {"vp": 0}]
    with Scenario({"seats": seats, "discard": ["zeus.triumph"]}) as play:
        play.answers(0, "use zeus.trial-of-heroes")
        play.has(0, vp=0, domain=[{"card": "zeus.trial-of-heroes", "used": True}, "hades.charon", "citizen"])
        play.asked(
            0, ["discard zeus.trial-of-heroes", "discard hades.charon", "discard citizen"], "discard hades.charon"
        )
        play.has(0, vp=2, domain=[{"card": "zeus.trial-of-heroes", "used": True}, "citizen"])
        play.has(1, vp=0)
        play.table(discard=["zeus.triumph", "hades.charon"])
        play.logged("gain", seat=0, n=2, counter="vp", cause="zeus.trial-of-heroes")
        play.refuses("use zeus.trial-of-heroes", "E5.3")
        play.rests(0)


def test_trial_of_heroes_turns_up_a_discarded_citizen() -> None:
    """zeus.trial-of-heroes: the discarded card may be a Citizen; it is turned face up on the pile. E5.10."""
    position = {"seats": [{"vp": 0, "domain": ["zeus.trial-of-heroes", "citizen"]}, {}], "draws": ["hades.cerberus"]}
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes")
        play.asked(0, ["discard zeus.trial-of-heroes", "discard citizen"], "discard citizen")
        play.has(0, vp=2, domain=[{"card": "zeus.trial-of-heroes", "used": True}])
        play.table(discard=["hades.cerberus"])
        play.rests(0)


def test_trial_of_heroes_alone_discards_itself() -> None:
    """zeus.trial-of-heroes: the discarded card may be this card. E5.7, E5.13."""
    with Scenario({"seats": [{"vp": 0, "domain": ["zeus.trial-of-heroes"]}, {}]}) as play:
        play.asked(0, ["use zeus.trial-of-heroes", *QUESTS], "use zeus.trial-of-heroes")
        play.has(0, vp=2, domain=[])
        play.table(discard=["zeus.trial-of-heroes"])
        play.rests(0)


def test_trial_of_heroes_that_discarded_itself_may_be_taken_and_used_again() -> None:
    """zeus.trial-of-heroes: used-state belongs to the card; another copy is straight. E4.5, E5.4."""
    position = {"seats": [{"vp": 0, "domain": ["zeus.trial-of-heroes"]}, {}], "agora": ["zeus.trial-of-heroes"]}
    with Scenario(position) as play:
        play.refuses("take zeus.trial-of-heroes", "E4.5")
        play.answers(0, "use zeus.trial-of-heroes", "take zeus.trial-of-heroes", "dismiss red")
        play.has(0, vp=2, domain=["zeus.trial-of-heroes"])
        play.asked(0, ["use zeus.trial-of-heroes", "end turn"], "use zeus.trial-of-heroes")
        play.has(0, vp=4, domain=[])
        play.rests(1)


# zeus.whispers-of-hera and zeus.father-of-the-gods (permanent): When you take or transfer a Zeus card.


PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("zeus.whispers-of-hera", "gold"), ("zeus.father-of-the-gods", "vp")]
)


@PERMANENTS
def test_whispers_of_hera_and_father_of_the_gods_pay_for_a_take_but_not_their_own(card: str, counter: str) -> None:
    """zeus.whispers-of-hera, zeus.father-of-the-gods: 1 per Zeus card you take, not their own. E4.6, E5.2."""
    agora = [card, "zeus.garden-of-the-hesperides", "zeus.triumph", "hades.charon"]
    with Scenario({"seats": [{"gold": 0, "vp": 0}, {"gold": 0, "vp": 0}], "agora": agora}) as play:
        play.answers(0, f"take {card}", "dismiss green")
        play.has(0, gold=0, vp=0)
        play.answers(1, "take zeus.triumph", "dismiss green")
        play.has(0, gold=0, vp=0)
        play.answers(0, "take zeus.garden-of-the-hesperides")
        play.has(0, **{"gold": 0, "vp": 0, counter: 1})  # before the column and the Instant
        play.answers(0, "dismiss blue")
        play.has(0, **({"gold": 1, "vp": 2} if counter == "gold" else {"gold": 0, "vp": 3}))
        play.logged("gain", seat=0, n=1, counter=counter, cause=card, rule="E5.2")
        play.answers(1, "quest 1", "dismiss red")
        play.has(0, domain=[card, "zeus.garden-of-the-hesperides", "hades.charon"])  # Charon was the only move
        play.answers(0, "dismiss red")
        play.has(0, **({"gold": 1, "vp": 2} if counter == "gold" else {"gold": 0, "vp": 3}))
        play.pending(1, ["dismiss yellow", "dismiss blue"])  # a Citizen, the only move


@PERMANENTS
def test_whispers_of_hera_and_father_of_the_gods_pay_for_transfers_their_own_too(card: str, counter: str) -> None:
    """zeus.whispers-of-hera, zeus.father-of-the-gods: 1 per Zeus transfer, their own too, after the cost. E7.9."""
    seat = {"gold": 5, "vp": 0, "quest": 2, "domain": ["zeus.alliance", card, "hades.charons-obol", "citizen"]}
    with Scenario({"phase": "transfers", "seats": [seat, {}]}) as play:
        play.answers(0, "transfer hades.charons-obol")
        play.has(0, gold=4, vp=0)
        play.answers(0, "transfer zeus.alliance", "new legend")
        play.has(0, **({"gold": 4, "vp": 0} if counter == "gold" else {"gold": 3, "vp": 1}))
        play.answers(0, f"transfer {card}")
        play.asked(0, ["legend 2", "new legend"], "legend 2")
        play.has(0, **({"gold": 2, "vp": 0} if counter == "gold" else {"gold": 0, "vp": 2}))
        play.logged("gain", seat=0, n=1, counter=counter, cause=card)
        play.rests(0)


def test_whispers_of_hera_gold_comes_after_the_transfer_is_paid() -> None:
    """zeus.whispers-of-hera: the Gold comes after the transfer is paid, so it needs 3 Gold to go. E7.1, E7.9."""
    seats = [{"gold": 2, "quest": 1, "domain": ["zeus.whispers-of-hera", "zeus.triumph"]}, {}]
    with Scenario({"phase": "transfers", "seats": seats}) as play:
        play.refuses("transfer zeus.whispers-of-hera", "E7.1")
        play.asked(0, ["transfer zeus.triumph", "stop"], "transfer zeus.triumph")
        play.has(0, gold=1)
        play.rests(0)


def test_whispers_of_hera_and_father_of_the_gods_pay_in_another_players_turn() -> None:
    """zeus.whispers-of-hera, zeus.father-of-the-gods: takes and transfers are seen however they happen. E1.7."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0, "vp": 0, "domain": ["zeus.whispers-of-hera", "zeus.father-of-the-gods"]},
            {"gold": 3, "vp": 0, "domain": ["zeus.triumph"]},
        ],
        "draws": ["hades.charon", "zeus.garden-of-the-hesperides"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=1, vp=3)
        play.asked(2, ["draw", "transfer zeus.triumph", "stop"], "transfer zeus.triumph")
        play.has(1, gold=1, vp=3)
        play.has(2, gold=1, vp=0)
        play.rests(0)


# zeus.hercules (trigger): 1 VP per 3 VP you have.


@pytest.mark.parametrize(("before", "after"), [(3, 4), (5, 6), (7, 9), (9, 12)])
def test_hercules_pays_1_vp_per_3_vp(before: int, after: int) -> None:
    """zeus.hercules: 1 VP per 3 VP you have when it starts, rounded down. E5.4."""
    with Scenario({"seats": [{"vp": before, "domain": ["zeus.hercules"]}, {"vp": 30}]}) as play:
        play.answers(0, "use zeus.hercules")
        play.has(0, vp=after, domain=[{"card": "zeus.hercules", "ring": False}])
        play.has(1, vp=30)
        play.logged("gain", seat=0, n=after - before, counter="vp", cause="zeus.hercules", rule="E5.4")
        play.refuses("use zeus.hercules", "E5.4")
        play.rests(0)


def test_hercules_needs_3_vp() -> None:
    """zeus.hercules: startable with 3+ VP of your own only. E10."""
    with Scenario({"seats": [{"vp": 2, "domain": ["zeus.hercules"]}, {"vp": 9}]}) as play:
        play.pending(0, QUESTS)
        play.refuses("use zeus.hercules", "E10")


def test_hercules_starts_after_the_take_and_never_in_phase_three() -> None:
    """zeus.hercules: before or after the take of your own Phase II turn, and only there. E4.2, E5.4."""
    with Scenario({"seats": [{"vp": 1}, {}], "agora": ["zeus.hercules", "zeus.garden-of-the-hesperides"]}) as play:
        play.answers(0, "take zeus.garden-of-the-hesperides", "dismiss red")
        play.answers(1, "quest 1", "dismiss red")
        play.answers(0, "take zeus.hercules", "dismiss green")
        play.asked(0, ["use zeus.hercules", "end turn"], "use zeus.hercules")
        play.has(0, vp=4)
        play.logged("gain", seat=0, n=1, counter="vp", cause="zeus.hercules")
        play.pending(1, ["dismiss yellow", "dismiss green", "dismiss blue"])  # a Citizen, the only move
    with Scenario({"phase": "transfers", "seats": [{"vp": 9, "domain": ["zeus.hercules"]}, {}]}) as play:
        play.pending(0, ["transfer zeus.hercules", "stop"])
        play.refuses("use zeus.hercules", "E5.4")
