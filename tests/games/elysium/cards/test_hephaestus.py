"""Hephaestus, card by card: every sentence of the power and of its notes."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario

COLUMNS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
QUESTS = ["quest 1", "quest 2"]


# hephaestus.divine-aid (instant): 2 Gold.


def test_divine_aid_pays_2_gold_after_the_column_is_dismissed() -> None:
    """hephaestus.divine-aid: 2 Gold, for its taker alone, once the column is gone. E4.6, E5.1."""
    with Scenario({"seats": [{"gold": 4}, {"gold": 4}], "agora": ["hephaestus.divine-aid"]}) as play:
        play.asked(0, ["take hephaestus.divine-aid", *QUESTS], "take hephaestus.divine-aid")
        play.has(0, gold=4, domain=["hephaestus.divine-aid"])
        play.asked(0, COLUMNS, "dismiss green")
        play.has(0, gold=6, columns="RYB")
        play.has(1, gold=4)
        play.logged("gain", seat=0, n=2, counter="gold", cause="hephaestus.divine-aid", rule="E5.1")
        play.rests(1)


def test_divine_aid_pays_who_draws_it_in_another_players_turn() -> None:
    """hephaestus.divine-aid: an Instant resolves by whatever route, also on another player's turn. E5.1."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0}],
        "draws": ["hephaestus.apprentice", "hephaestus.divine-aid"],
    }
    with Scenario(position) as play:
        play.asked(0, ["use athena.divine-law", *QUESTS], "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=2, domain=["hephaestus.divine-aid"])
        play.has(0, gold=0)
        play.rests(0)


def test_divine_aid_pays_once_and_cannot_be_started() -> None:
    """hephaestus.divine-aid: an Instant is resolved when taken, never used. E5.1."""
    with Scenario({"seats": [{"domain": ["hephaestus.divine-aid"]}, {}]}) as play:
        play.pending(0, QUESTS)
        play.refuses("use hephaestus.divine-aid", "E5.1")


# hephaestus.apprentice (permanent): When you take or transfer a Citizen: 1 Gold.


def test_apprentice_pays_for_the_citizen_of_a_turn_before_the_column() -> None:
    """hephaestus.apprentice: 1 Gold when you take a Citizen; permanent powers pay before the column. E4.6, E4.7."""
    with Scenario({"seats": [{"gold": 0, "quest": 1, "domain": ["hephaestus.apprentice"]}, {}, {}]}) as play:
        play.has(0, gold=1, domain=["hephaestus.apprentice", "citizen"])  # the Citizen was the only move
        play.logged("gain", seat=0, n=1, counter="gold", cause="hephaestus.apprentice", rule="E5.2")
        play.asked(0, COLUMNS, "dismiss red")
        play.has(0, gold=1)
        play.rests(1)


def test_apprentice_pays_for_a_citizen_taken_by_a_power() -> None:
    """hephaestus.apprentice: "however it happens", by your own Democracy too. E1.7."""
    position = {"seats": [{"gold": 0, "domain": ["hephaestus.apprentice", "athena.democracy"]}, {"gold": 0}]}
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.has(0, gold=1, domain=["hephaestus.apprentice", {"card": "athena.democracy", "ring": False}, "citizen"])
        play.rests(0)


def test_apprentice_pays_in_another_players_turn_and_only_its_owner() -> None:
    """hephaestus.apprentice: in other players' turns too; others' Citizens pay nothing. E1.7."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.democracy"]},
            {"gold": 1, "domain": ["hephaestus.apprentice"]},
            {"gold": 1},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.has(1, gold=1)
        play.asked(1, ["yes", "no"], "yes")
        play.has(1, gold=1, domain=["hephaestus.apprentice", "citizen"])
        play.asked(2, ["yes", "no"], "yes")
        play.has(1, gold=1)
        play.has(2, gold=0, domain=["citizen"])
        play.rests(0)


def test_apprentice_pays_for_a_transferred_citizen_after_its_cost() -> None:
    """hephaestus.apprentice: 1 Gold when you transfer a Citizen; it does not help to pay for it. E7.1, E7.4, E7.9."""
    seat: dict[str, Any] = {
        "gold": 3,
        "quest": 2,
        "domain": ["hephaestus.apprentice", "citizen"],
        "elysium": [["zeus.alliance", "zeus.triumph"]],
    }
    with Scenario({"phase": "transfers", "seats": [seat, {"quest": 1, "disc": 2}]}) as play:
        play.asked(0, ["transfer hephaestus.apprentice", "transfer citizen", "stop"], "transfer citizen")
        play.has(0, gold=1, elysium=[["zeus.alliance", "zeus.triumph", "citizen"]])
        play.logged("gain", seat=0, n=1, counter="gold", cause="hephaestus.apprentice")
        play.asked(0, ["transfer hephaestus.apprentice", "stop"], "stop")
        play.rests(0)
    with Scenario({"phase": "transfers", "seats": [seat | {"gold": 2}, {"quest": 1, "disc": 2}]}) as play:
        play.pending(0, ["transfer hephaestus.apprentice", "stop"])
        play.refuses("transfer citizen", "E7.4")


def test_apprentice_pays_for_a_citizen_transferred_in_another_players_turn() -> None:
    """hephaestus.apprentice: by Panathenaic Games of another player, at +1 Gold, the Gold comes after. E1.7, E7.1."""
    position = {
        "agora": ["athena.panathenaic-games"],
        "seats": [
            {"gold": 0},
            {
                "gold": 4,
                "domain": ["hephaestus.apprentice", "citizen"],
                "elysium": [["zeus.alliance", "zeus.triumph"]],
            },
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        play.asked(1, ["transfer hephaestus.apprentice", "transfer citizen", "stop"], "transfer citizen")
        play.has(1, gold=1, domain=["hephaestus.apprentice"])
        play.rests(1)


def test_apprentice_is_blind_to_orpheus_to_discards_and_to_other_cards() -> None:
    """hephaestus.apprentice: not for Orpheus' exchange, a discarded Citizen or another card. E7.8, E1.7."""
    seat = {
        "gold": 0,
        "domain": ["hephaestus.apprentice", "hermes.orpheus", "hephaestus.slaves", "zeus.hercules"],
        "elysium": [["zeus.alliance", "zeus.triumph", "citizen"]],
    }
    position = {"families": "opulence", "seats": [seat, {}], "agora": ["ares.hoplites"], "draws": ["zeus.initiation"]}
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, gold=0, elysium=[["zeus.alliance", "zeus.triumph", "zeus.hercules"]])
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.has(0, gold=2)
        play.answers(0, "take ares.hoplites", "dismiss red")
        play.has(0, gold=2)
        play.rests(1)


def test_apprentice_does_not_pay_for_itself() -> None:
    """hephaestus.apprentice: it is no Citizen: neither its take nor its transfer pays. E5.2."""
    with Scenario({"seats": [{"gold": 0}, {}], "agora": ["hephaestus.apprentice"]}) as play:
        play.answers(0, "take hephaestus.apprentice", "dismiss red")
        play.has(0, gold=0)
        play.rests(1)
    with Scenario(
        {"phase": "transfers", "seats": [{"gold": 1, "quest": 1, "domain": ["hephaestus.apprentice"]}, {}]}
    ) as play:
        play.asked(0, ["transfer hephaestus.apprentice", "stop"], "transfer hephaestus.apprentice")
        play.has(0, gold=0, domain=[], elysium=[["hephaestus.apprentice"]])
        play.rests(0)


# hephaestus.assembly, hephaestus.forges-of-hephaestus, hephaestus.gift-of-hephaestus (chronos)


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["hephaestus.assembly"], None),
        (["hephaestus.assembly", "zeus.alliance"], 2),
        (["hephaestus.assembly", "zeus.alliance", "citizen"], 2),
        (["hephaestus.assembly", "zeus.alliance", "athena.assembly", "hades.tartarus", "poseidon.earthquake"], 5),
        (["hephaestus.assembly", "zeus.alliance", "athena.assembly", "hades.tartarus", "citizen"], 4),
        (["hephaestus.assembly", "hephaestus.workshop", "hephaestus.slaves"], 1),
        (["hephaestus.assembly", "hephaestus.workshop", "citizen"], 1),
    ],
)
def test_assembly_counts_the_families_of_its_legend(legend: list[str], vp: int | None) -> None:
    """hephaestus.assembly: 1 VP per different family in this Legend; Citizens have none; a lone card nothing. E5.6."""
    elysium = [legend, ["zeus.triumph", "athena.naval-power"]]
    with Scenario({"seats": [{"elysium": elysium, "domain": ["athena.aegis"]}, {}]}) as play:
        expected = [] if vp is None else [{"card": "hephaestus.assembly", "legend": 1, "vp": vp}]
        chronos = [item for item in play.match.scores()[0]["chronos"] if item["card"] == "hephaestus.assembly"]
        assert chronos == expected


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["hephaestus.forges-of-hephaestus", "hephaestus.workshop", "hephaestus.slaves"], 3),
        (["hephaestus.forges-of-hephaestus", "hephaestus.workshop"], 2),
        (["hephaestus.forges-of-hephaestus", "hephaestus.workshop", "citizen"], 2),
        (["hephaestus.forges-of-hephaestus", "zeus.alliance", "poseidon.earthquake", "citizen"], 1),
    ],
)
def test_forges_of_hephaestus_counts_the_hephaestus_cards_of_its_legend(legend: list[str], vp: int) -> None:
    """hephaestus.forges-of-hephaestus: 1 VP per Hephaestus card in this Legend; Citizens do not count. E5.6, E8.2."""
    elysium = [["hephaestus.sacrifice", "hephaestus.automatons"], legend]
    with Scenario({"seats": [{"elysium": elysium, "domain": ["hephaestus.divine-aid"]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "hephaestus.forges-of-hephaestus", "legend": 2, "vp": vp}])


def test_forges_of_hephaestus_alone_or_in_the_domain_is_worth_nothing() -> None:
    """hephaestus.forges-of-hephaestus: Chronos scores in a Legend of 2+ cards only. E5.6, E8.1."""
    with Scenario({"seats": [{"elysium": [["hephaestus.forges-of-hephaestus"]]}, {}]}) as play:
        play.scores(0, chronos=[])
    with Scenario({"seats": [{"domain": ["hephaestus.forges-of-hephaestus", "hephaestus.workshop"]}, {}]}) as play:
        play.scores(0, chronos=[])
        play.refuses("use hephaestus.forges-of-hephaestus", "E5.6")


@pytest.mark.parametrize(("gold", "vp"), [(0, 0), (1, 0), (2, 1), (9, 4), (10, 5)])
def test_gift_of_hephaestus_is_worth_1_vp_per_2_gold(gold: int, vp: int) -> None:
    """hephaestus.gift-of-hephaestus: 1 VP per 2 Gold you have, rounded down; the Gold is not spent. E8.2."""
    position = {
        "phase": "over",
        "seats": [
            {"gold": gold, "vp": 3, "elysium": [["hephaestus.gift-of-hephaestus", "zeus.alliance", "citizen"]]},
            {"gold": 40, "elysium": [["hephaestus.assembly"]]},
        ],
    }
    with Scenario(position) as play:
        play.scores(0, tokens=3, chronos=[{"card": "hephaestus.gift-of-hephaestus", "legend": 1, "vp": vp}])
        play.scores(0, citizens=-2, total=3 + vp + 4 + 3 - 2)
        play.has(0, gold=gold)
        play.over()


# hephaestus.workshop (legend): 1 Gold.


def test_workshop_pays_1_gold_when_its_owners_transfers_begin() -> None:
    """hephaestus.workshop: 1 Gold at the beginning of your own transfers, also if you transfer nothing. E5.5."""
    position = {
        "phase": "transfers",
        "seats": [
            {"gold": 0, "quest": 1, "domain": ["hephaestus.workshop", "hephaestus.divine-aid"]},
            {"gold": 5, "quest": 2, "domain": ["hephaestus.workshop"]},
        ],
    }
    with Scenario(position) as play:
        play.has(0, gold=1)
        play.has(1, gold=5)
        play.logged("gain", seat=0, n=1, counter="gold", cause="hephaestus.workshop", rule="E5.5")
        play.asked(0, ["transfer hephaestus.divine-aid", "stop"], "stop")
        play.has(0, gold=1)
        play.has(1, gold=6)
        play.asked(1, ["transfer hephaestus.workshop", "stop"], "stop")
        play.rests(0)


def test_workshop_pays_although_it_is_transferred_in_this_phase() -> None:
    """hephaestus.workshop: also if the card is transferred in this phase, and the Gold may pay for it. E5.5."""
    seats = [{"gold": 1, "quest": 1, "domain": ["hephaestus.workshop"]}, {"quest": 2}]
    with Scenario({"phase": "transfers", "seats": seats}) as play:
        play.asked(0, ["transfer hephaestus.workshop", "stop"], "transfer hephaestus.workshop")
        play.has(0, gold=0, domain=[], elysium=[["hephaestus.workshop"]])
        play.rests(0)


def test_workshop_pays_once_per_epoch_and_not_from_the_elysium() -> None:
    """hephaestus.workshop: once per Epoch, from the Domain; powers in the Elysium are dead. E1.3, E5.5."""
    seat = {
        "gold": 2,
        "quest": 2,
        "domain": ["hephaestus.workshop", "zeus.alliance", "zeus.assembly"],
        "elysium": [["hephaestus.workshop"]],
    }
    with Scenario({"phase": "transfers", "seats": [seat, {}]}) as play:
        play.has(0, gold=3)
        play.answers(0, "transfer zeus.alliance")
        play.has(0, gold=2)
        play.answers(0, "transfer zeus.assembly")
        play.has(0, gold=1)
        play.rests(0)


def test_workshop_that_left_in_phase_two_pays_nothing() -> None:
    """hephaestus.workshop: Phase II transfers do not count, a Workshop gone in Phase II gives nothing. E5.5."""
    position = {
        "seats": [
            {
                "gold": 0,
                "columns": "R",
                "cards_taken": 3,
                "domain": ["hades.persephone", "hephaestus.workshop"],
            },
            {"cards_taken": 3, "quest": 2},
        ]
    }
    with Scenario(position) as play:
        play.asked(0, ["use hades.persephone", "quest 1"], "use hades.persephone")
        play.asked(0, ["transfer hades.persephone", "transfer hephaestus.workshop"], "transfer hephaestus.workshop")
        play.table(epoch=2)  # Quest 1, its column, and Phase III, where 2 Gold pay for nothing, went by unasked
        play.has(0, gold=2, elysium=[["hephaestus.workshop"]])
        play.rests(0)


def test_workshop_cannot_be_started() -> None:
    """hephaestus.workshop: a Legend power is no Activate. E5.5."""
    with Scenario({"seats": [{"domain": ["hephaestus.workshop"]}, {}]}) as play:
        play.refuses("use hephaestus.workshop", "E5.5")


# hephaestus.initiation (activate, Eleusis): 1 Gold.


def test_initiation_pays_1_gold_with_another_eleusis_card() -> None:
    """hephaestus.initiation: 1 Gold, once per Epoch, with any other Initiation in your Domain. E5.3."""
    seats = [{"gold": 0, "domain": ["hephaestus.initiation", "zeus.initiation"]}, {"gold": 0}]
    with Scenario({"seats": seats}) as play:
        play.asked(
            0, ["use hephaestus.initiation", "use zeus.initiation", "quest 1", "quest 2"], "use hephaestus.initiation"
        )
        play.has(0, gold=1, domain=[{"card": "hephaestus.initiation", "used": True}, "zeus.initiation"])
        play.has(1, gold=0)
        play.refuses("use hephaestus.initiation", "E5.3")
        play.asked(0, ["use zeus.initiation", *QUESTS], "use zeus.initiation")
        play.rests(0)


def test_initiation_starts_beside_a_used_one_and_after_the_take() -> None:
    """hephaestus.initiation: the other Eleusis card may be turned already; powers follow the take too. E4.2, E5.3."""
    domain = ["hephaestus.initiation", {"card": "hades.initiation", "used": True}]
    with Scenario({"seats": [{"gold": 0, "domain": domain}, {}, {}]}) as play:
        play.answers(0, "quest 1", "dismiss red")
        play.asked(0, ["use hephaestus.initiation", "end turn"], "use hephaestus.initiation")
        play.has(0, gold=1)
        play.rests(1)


def test_initiation_alone_cannot_be_started() -> None:
    """hephaestus.initiation: needs another Eleusis card in your own Domain, not in an Elysium or elsewhere. E5.3."""
    seats = [
        {"domain": ["hephaestus.initiation", "zeus.triumph"], "elysium": [["hades.initiation"]]},
        {"domain": ["hephaestus.initiation", "zeus.initiation"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.refuses("use hephaestus.initiation", "E5.3")


# hephaestus.sacrifice (instant): Exchange any amount of your Gold for as many VP, or the reverse.


CONVERSIONS = [*(f"convert {n} gold" for n in (1, 2, 3)), *(f"convert {n} vp" for n in (1, 2)), "stop"]


@pytest.mark.parametrize(
    ("answer", "gold", "vp"),
    [
        ("convert 3 gold", 0, 5),
        ("convert 1 gold", 2, 3),
        ("convert 2 vp", 5, 0),
        ("convert 1 vp", 4, 1),
        ("stop", 3, 2),
    ],
)
def test_sacrifice_exchanges_gold_and_vp_1_for_1(answer: str, gold: int, vp: int) -> None:
    """hephaestus.sacrifice: 1 for 1, one direction, any amount, none allowed; VP tokens. E5.1."""
    with Scenario({"seats": [{"gold": 3, "vp": 2}, {"gold": 9, "vp": 9}], "agora": ["hephaestus.sacrifice"]}) as play:
        play.answers(0, "take hephaestus.sacrifice", "dismiss blue")
        play.asked(0, CONVERSIONS, answer)
        play.has(0, gold=gold, vp=vp)
        play.has(1, gold=9, vp=9)
        play.rests(1)


def test_sacrifice_is_logged_with_its_cause() -> None:
    """hephaestus.sacrifice: the log says what became of what. E5.1."""
    with Scenario({"seats": [{"gold": 0, "vp": 2}, {}], "agora": ["hephaestus.sacrifice"]}) as play:
        play.answers(0, "take hephaestus.sacrifice", "dismiss blue")
        play.asked(0, ["convert 1 vp", "convert 2 vp", "stop"], "convert 2 vp")
        play.logged("convert", seat=0, n=2, counter="vp", cause="hephaestus.sacrifice")
        play.rests(1)


def test_sacrifice_asks_nothing_of_who_has_neither_gold_nor_vp() -> None:
    """hephaestus.sacrifice: a question whose only answer is to decline is never asked. E5.7."""
    with Scenario({"seats": [{"gold": 0, "vp": 0}, {}], "agora": ["hephaestus.sacrifice"]}) as play:
        play.answers(0, "take hephaestus.sacrifice", "dismiss blue")
        play.has(0, gold=0, vp=0)
        play.rests(1)


def test_sacrifice_offers_99_at_most() -> None:
    """hephaestus.sacrifice: the vocabulary is bounded, a bigger exchange is not offered. E5.1."""
    with Scenario({"seats": [{"gold": 120, "vp": 0}, {}], "agora": ["hephaestus.sacrifice"]}) as play:
        play.answers(0, "take hephaestus.sacrifice", "dismiss blue")
        play.asked(0, [*(f"convert {n} gold" for n in range(1, 100)), "stop"], "convert 99 gold")
        play.has(0, gold=21, vp=99)
        play.rests(1)


@pytest.mark.parametrize(("gold", "vp", "startable"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_sacrifice_is_copied_only_by_who_has_gold_or_vp(gold: int, vp: int, startable: bool) -> None:
    """hephaestus.sacrifice: copied, only if you have Gold or VP; here by hermes.caduceus. E5.7, E10."""
    seat = {"gold": gold, "vp": vp, "domain": ["hephaestus.sacrifice", "hermes.caduceus"]}
    with Scenario({"families": "opulence", "seats": [seat, {}]}) as play:
        if startable:
            play.answers(0, "use hermes.caduceus")
            play.asked(0, [f"convert 1 {'gold' if gold else 'vp'}", "stop"], "stop")
            play.rests(0)
        else:
            play.refuses("use hermes.caduceus", "E10")


# hephaestus.slaves (activate): Discard a card from your Domain: 2 Gold.


def test_slaves_discards_any_card_of_the_domain_for_2_gold() -> None:
    """hephaestus.slaves: turn the card, discard a card, then 2 Gold; once per Epoch. E5.3, E5.7."""
    seats = [{"gold": 0, "domain": ["hephaestus.slaves", "zeus.hercules", "citizen", "citizen"]}, {"gold": 0}]
    with Scenario({"seats": seats, "discard": ["zeus.triumph"]}) as play:
        play.answers(0, "use hephaestus.slaves")
        play.has(0, gold=0, domain=[{"card": "hephaestus.slaves", "used": True}, "zeus.hercules", "citizen", "citizen"])
        play.asked(
            0, ["discard hephaestus.slaves", "discard zeus.hercules", "discard citizen"], "discard zeus.hercules"
        )
        play.has(0, gold=2, domain=[{"card": "hephaestus.slaves", "used": True}, "citizen", "citizen"])
        play.has(1, gold=0)
        play.table(discard=["zeus.triumph", "zeus.hercules"])
        play.logged("discard", seat=0, card="zeus.hercules", cause="hephaestus.slaves")
        play.refuses("use hephaestus.slaves", "E5.3")
        play.rests(0)


def test_slaves_turns_up_the_citizen_that_was_taken_first() -> None:
    """hephaestus.slaves: the discarded card may be a Citizen; it is turned face up on the pile. E3.2, E5.10."""
    citizens = [{"card": "citizen", "face": "hades.charon"}, {"card": "citizen", "face": "zeus.alliance"}]
    with Scenario({"seats": [{"gold": 0, "domain": ["hephaestus.slaves", *citizens]}, {}]}) as play:
        play.answers(0, "use hephaestus.slaves")
        play.asked(0, ["discard hephaestus.slaves", "discard citizen"], "discard citizen")
        play.has(0, gold=2, domain=[{"card": "hephaestus.slaves", "used": True}, "citizen"])
        play.table(discard=["hades.charon"])
        play.logged("reveal", seat=0, card="hades.charon", cause="hephaestus.slaves")
        play.rests(0)


def test_slaves_alone_discards_itself() -> None:
    """hephaestus.slaves: the discarded card may be this card; the power runs to its end without it. E5.7, E5.13."""
    with Scenario({"seats": [{"gold": 0, "domain": ["hephaestus.slaves"]}, {}]}) as play:
        play.asked(0, ["use hephaestus.slaves", *QUESTS], "use hephaestus.slaves")
        play.has(0, gold=2, domain=[])
        play.table(discard=["hephaestus.slaves"])
        play.rests(0)


# hephaestus.master-builder (activate): 1 Gold per Hephaestus card in your Domain.


def test_master_builder_counts_the_hephaestus_cards_of_the_domain() -> None:
    """hephaestus.master-builder: 1 Gold per Hephaestus card in your Domain; no Citizens, Elysium or others. E5.3."""
    seats = [
        {
            "gold": 0,
            "domain": ["hephaestus.master-builder", "hephaestus.workshop", "zeus.hercules", "citizen"],
            "elysium": [["hephaestus.workshop"]],
        },
        {"gold": 0, "domain": ["hephaestus.divine-aid"]},
    ]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use hephaestus.master-builder")
        play.has(0, gold=2)
        play.has(1, gold=0)
        play.logged("gain", seat=0, n=2, counter="gold", cause="hephaestus.master-builder", rule="E5.3")
        play.refuses("use hephaestus.master-builder", "E5.3")
        play.rests(0)


def test_master_builder_counts_itself() -> None:
    """hephaestus.master-builder: this card counts, so it can always be started. E10."""
    with Scenario({"seats": [{"gold": 0, "domain": ["hephaestus.master-builder"]}, {}]}) as play:
        play.asked(0, ["use hephaestus.master-builder", *QUESTS], "use hephaestus.master-builder")
        play.has(0, gold=1, domain=[{"card": "hephaestus.master-builder", "used": True}])
        play.rests(0)


def test_master_builder_is_straight_again_in_the_next_epoch() -> None:
    """hephaestus.master-builder: once per Epoch; Phase IV straightens it. E3.3, E5.3."""
    position = {
        "seats": [
            {
                "gold": 0,
                "columns": "RY",
                "cards_taken": 3,
                "domain": [{"card": "hephaestus.master-builder", "used": True}],
            },
            {"cards_taken": 3, "quest": 2},
        ]
    }
    with Scenario(position) as play:
        play.asked(0, ["dismiss red", "dismiss yellow"], "dismiss red")
        play.table(epoch=2)
        play.has(0, gold=2, domain=["hephaestus.master-builder"])
        play.answers(0, "use hephaestus.master-builder")
        play.has(0, gold=3)
        play.rests(0)


# hephaestus.automatons and hephaestus.god-of-fire (permanent): When you take or transfer a Hephaestus card.


@pytest.mark.parametrize(("card", "counter"), [("hephaestus.automatons", "gold"), ("hephaestus.god-of-fire", "vp")])
def test_automatons_and_god_of_fire_pay_for_a_take_but_not_their_own(card: str, counter: str) -> None:
    """hephaestus.automatons, hephaestus.god-of-fire: 1 Gold or 1 VP per Hephaestus take, not their own. E4.6, E5.2."""
    agora = [card, "hephaestus.divine-aid", "zeus.alliance"]
    with Scenario({"seats": [{"gold": 0, "vp": 0}, {"gold": 0, "vp": 0}], "agora": agora}) as play:
        play.answers(0, f"take {card}", "dismiss green")
        play.has(0, gold=0, vp=0)
        play.answers(1, "take zeus.alliance", "dismiss green")
        play.answers(0, "take hephaestus.divine-aid")
        play.has(0, **{"gold": 0, "vp": 0, counter: 1})  # before the column and the Instant
        play.logged("gain", seat=0, n=1, counter=counter, cause=card, rule="E5.2")
        play.answers(0, "dismiss red")
        play.has(0, **{"gold": 2, "vp": 0, counter: 3 if counter == "gold" else 1})
        play.has(1, gold=0, vp=0)
        play.rests(1)


@pytest.mark.parametrize(("card", "counter"), [("hephaestus.automatons", "gold"), ("hephaestus.god-of-fire", "vp")])
def test_automatons_and_god_of_fire_ignore_other_families_and_citizens(card: str, counter: str) -> None:
    """hephaestus.automatons, hephaestus.god-of-fire: only Hephaestus cards, only yours. E5.2."""
    seats = [
        {"gold": 0, "vp": 0, "domain": [card, "athena.democracy"], "elysium": [["hephaestus.workshop"]]},
        {"gold": 0, "vp": 0},
    ]
    with Scenario({"seats": seats, "agora": ["zeus.alliance", "hephaestus.divine-aid"]}) as play:
        play.answers(0, "use athena.democracy", "take zeus.alliance", "dismiss red")
        play.has(0, gold=0, vp=0)
        play.answers(1, "take hephaestus.divine-aid", "dismiss green")
        play.has(0, gold=0, vp=0)
        play.has(1, gold=2, vp=0)
        play.rests(0)


@pytest.mark.parametrize(("card", "counter"), [("hephaestus.automatons", "gold"), ("hephaestus.god-of-fire", "vp")])
def test_automatons_and_god_of_fire_pay_for_transfers_their_own_too(card: str, counter: str) -> None:
    """hephaestus.automatons, hephaestus.god-of-fire: pay for transfers, their own too, after the cost. E5.2, E7.9."""
    seat = {"gold": 4, "vp": 0, "quest": 2, "domain": ["hephaestus.divine-aid", card, "zeus.alliance"]}
    with Scenario({"phase": "transfers", "seats": [seat, {}]}) as play:
        play.answers(0, "transfer zeus.alliance")
        play.has(0, gold=3, vp=0)
        play.answers(0, f"transfer {card}")
        play.has(0, **{"gold": 0, "vp": 0, counter: 1})
        play.logged("gain", seat=0, n=1, counter=counter, cause=card)
        if counter == "gold":  # the Gold of Automatons pays for the next transfer, but no longer for itself
            play.asked(0, ["transfer hephaestus.divine-aid", "stop"], "transfer hephaestus.divine-aid")
            play.asked(0, ["legend 1", "legend 2", "new legend"], "legend 2")
            play.has(0, gold=0, elysium=[["zeus.alliance"], [card, "hephaestus.divine-aid"]])
        play.rests(0)


def test_automatons_gold_comes_after_the_transfer_is_paid() -> None:
    """hephaestus.automatons: the Gold comes after the transfer is paid, so it needs 3 Gold to go. E7.1, E7.9."""
    seats = [{"gold": 2, "quest": 1, "domain": ["hephaestus.automatons", "hephaestus.divine-aid"]}, {}]
    with Scenario({"phase": "transfers", "seats": seats}) as play:
        play.refuses("transfer hephaestus.automatons", "E7.1")
        play.asked(0, ["transfer hephaestus.divine-aid", "stop"], "transfer hephaestus.divine-aid")
        play.has(0, gold=2)
        play.rests(0)


def test_automatons_and_god_of_fire_pay_for_takes_in_another_players_turn_and_in_phase_two() -> None:
    """hephaestus.automatons, hephaestus.god-of-fire: see takes and transfers however they happen. E1.7."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0, "vp": 0, "domain": ["hephaestus.automatons", "hephaestus.god-of-fire"]},
            {"gold": 1, "vp": 0, "domain": ["hephaestus.slaves", "hephaestus.divine-aid"]},
        ],
        "draws": ["zeus.alliance", "hephaestus.workshop"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=1, vp=1)
        play.asked(2, ["draw", "transfer hephaestus.divine-aid", "stop"], "transfer hephaestus.divine-aid")
        play.has(1, gold=1, vp=1)
        play.has(2, gold=0, vp=0)
        play.rests(0)
    seat = {"gold": 0, "vp": 0, "domain": ["hades.persephone", "hephaestus.automatons", "hephaestus.god-of-fire"]}
    with Scenario({"seats": [seat, {}]}) as play:
        play.answers(0, "use hades.persephone", "transfer hephaestus.god-of-fire")
        play.has(0, gold=1, vp=1)  # both were in the Domain before the move
        play.rests(0)


def test_automatons_does_not_pay_for_a_discarded_hephaestus_card() -> None:
    """hephaestus.automatons: a discard is neither a take nor a transfer. E1.7."""
    seats = [{"gold": 0, "domain": ["hephaestus.automatons", "hephaestus.slaves", "hephaestus.workshop"]}, {}]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use hephaestus.slaves", "discard hephaestus.workshop")
        play.has(0, gold=2)
        play.rests(0)


# hephaestus.golden-throne-of-hera (trigger): Receive Gold until you have as much as the richest player.


def test_golden_throne_of_hera_draws_level_with_the_richest_from_the_bank() -> None:
    """hephaestus.golden-throne-of-hera: as much as the richest, from the bank, nobody loses; the ring is gone. E5.4."""
    seats = [{"gold": 2, "domain": ["hephaestus.golden-throne-of-hera"]}, {"gold": 5}, {"gold": 9}, {"gold": 0}]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use hephaestus.golden-throne-of-hera")
        play.has(0, gold=9, domain=[{"card": "hephaestus.golden-throne-of-hera", "ring": False}])
        play.has(1, gold=5)
        play.has(2, gold=9)
        play.has(3, gold=0)
        play.logged("gain", seat=0, n=7, counter="gold", cause="hephaestus.golden-throne-of-hera", rule="E5.4")
        play.refuses("use hephaestus.golden-throne-of-hera", "E5.4")
        play.rests(0)


@pytest.mark.parametrize(("mine", "theirs"), [(5, 4), (4, 4), (0, 0)])
def test_golden_throne_of_hera_is_nothing_for_a_richest_player(mine: int, theirs: int) -> None:
    """hephaestus.golden-throne-of-hera: not startable by a richest player, tied included. E10."""
    seats = [{"gold": mine, "domain": ["hephaestus.golden-throne-of-hera"]}, {"gold": theirs}, {"gold": 0}]
    with Scenario({"seats": seats}) as play:
        play.refuses("use hephaestus.golden-throne-of-hera", "E10")


def test_golden_throne_of_hera_compares_when_it_is_used() -> None:
    """hephaestus.golden-throne-of-hera: compared when it is used, after what was gained before. E10."""
    domain = ["hephaestus.golden-throne-of-hera", "hephaestus.slaves", "citizen"]
    with Scenario({"seats": [{"gold": 3, "domain": domain}, {"gold": 6}]}) as play:
        play.answers(0, "use hephaestus.slaves", "discard citizen", "use hephaestus.golden-throne-of-hera")
        play.has(0, gold=6)
        play.logged("gain", seat=0, n=1, counter="gold", cause="hephaestus.golden-throne-of-hera")
        play.rests(0)
    with Scenario({"seats": [{"gold": 4, "domain": domain}, {"gold": 6}]}) as play:
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.refuses("use hephaestus.golden-throne-of-hera", "E10")
        play.rests(0)


def test_golden_throne_of_hera_gets_its_ring_when_taken() -> None:
    """hephaestus.golden-throne-of-hera: the ring goes on when it is taken, and it may be used at once. E4.6, E5.4."""
    position = {"seats": [{"gold": 1}, {"gold": 2}], "agora": ["hephaestus.golden-throne-of-hera"]}
    with Scenario(position) as play:
        play.answers(0, "take hephaestus.golden-throne-of-hera", "dismiss blue")
        play.asked(0, ["use hephaestus.golden-throne-of-hera", "end turn"], "use hephaestus.golden-throne-of-hera")
        play.has(0, gold=2)
        play.rests(1)
