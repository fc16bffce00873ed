"""Scenarios for the cards of Apollo: the Oracle."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import deck_of

PLOTS = ["apollo", "athena", "hades", "hephaestus", "hermes"]
WASTELAND = ["apollo", "ares", "hades", "hermes", "poseidon"]
END: dict[str, Any] = {"phase": "transfers", "epoch": 5, "families": PLOTS}  # without Domains: over at once

ORACLE_OF_THREE_FAMILIES = ["hades.charon", "hermes.theft", "hades.tartarus", "apollo.homer"]


# Dark Future and Offerings


def test_dark_future_pays_one_vp_per_different_family_in_the_oracle() -> None:
    """apollo.dark-future: 1 VP per different family in the Oracle; its ring goes back. E5.4, E5.7."""
    position = {
        "families": WASTELAND,
        "seats": [{"gold": 4, "vp": 2, "domain": ["apollo.dark-future"]}, {"gold": 4, "vp": 2}],
        "oracle": ORACLE_OF_THREE_FAMILIES,
    }
    with Scenario(position) as play:
        play.asked(0, ["use apollo.dark-future", "quest 1", "quest 2"], "use apollo.dark-future")
        play.has(0, gold=4, vp=5, domain=[{"card": "apollo.dark-future", "ring": False}])
        play.has(1, gold=4, vp=2)
        play.table(oracle=ORACLE_OF_THREE_FAMILIES)
        play.logged("gain", seat=0, n=3, counter="vp", cause="apollo.dark-future", rule="E5.4")
        play.refuses("use apollo.dark-future", "E5.4")
        play.pending(0, ["quest 1", "quest 2"])


def test_dark_future_counts_five_families_once_each() -> None:
    """apollo.dark-future: 1 VP per different family in the Oracle, one when all are of one family. E5.4."""
    five = ["apollo.homer", "ares.veterans", "hades.charon", "hermes.theft", "poseidon.medusa", "hades.tartarus"]
    for oracle, vp in ((five, 5), (["apollo.homer", "apollo.assembly", "apollo.dark-future"], 1)):
        position = {
            "families": WASTELAND,
            "seats": [{"vp": 0, "domain": ["apollo.dark-future"]}, {}],
            "oracle": oracle,
        }
        with Scenario(position) as play:
            play.answers(0, "use apollo.dark-future")
            play.has(0, vp=vp)
            play.rests(0)


def test_dark_future_is_used_after_the_take_too() -> None:
    """apollo.dark-future: a power is used before or after the take of the own turn. E4.2, E5.4."""
    position = {
        "families": WASTELAND,
        "seats": [{"vp": 0, "domain": ["apollo.dark-future"]}, {}, {}],
        "oracle": ["hades.charon"],
    }
    with Scenario(position) as play:
        play.answers(0, "quest 1", "dismiss red")
        play.asked(0, ["use apollo.dark-future", "end turn"], "use apollo.dark-future")
        play.has(0, vp=1)
        play.rests(1)


def test_dark_future_needs_a_ring_a_card_in_the_oracle_and_the_own_turn() -> None:
    """apollo.dark-future: Oracle not empty; only with its ring and in the own turn. E5.4, E10."""
    seats: list[dict[str, Any]] = [{"domain": ["apollo.dark-future"]}, {}]
    with Scenario({"families": WASTELAND, "seats": seats}) as play:
        play.pending(0, ["quest 1", "quest 2"])
        play.refuses("use apollo.dark-future", "E10")
    seats = [{"domain": [{"card": "apollo.dark-future", "ring": False}]}, {}]
    with Scenario({"families": WASTELAND, "seats": seats, "oracle": ["hades.charon"]}) as play:
        play.pending(0, ["quest 1", "quest 2"])
        play.refuses("use apollo.dark-future", "E5.4")
    seats = [{}, {"domain": ["apollo.dark-future"]}]
    with Scenario({"families": WASTELAND, "seats": seats, "oracle": ["hades.charon"]}) as play:
        play.pending(0, ["quest 1", "quest 2"])


def test_dark_future_discarded_with_its_ring_comes_back_with_one() -> None:
    """apollo.dark-future: the ring goes back when the card leaves; taken anew it has one ring again. E5.4, E7.5."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 0, "vp": 0, "domain": ["athena.oath-of-hospitality", "apollo.dark-future"]}, {"gold": 0}],
        "oracle": ["hermes.theft", "hades.charon"],
    }
    with Scenario(deck_of(position, "athena.divine-law")) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard apollo.dark-future")
        play.answers(0, "quest 1", "dismiss red")
        play.answers(1, "quest 2", "dismiss red")
        play.answers(0, "use athena.divine-law", "use apollo.dark-future")
        play.has(0, vp=2)
        play.refuses("use apollo.dark-future", "E5.4")
        play.rests(0)


def test_offerings_pay_one_gold_per_different_family_in_the_oracle() -> None:
    """apollo.offerings: 1 Gold per different family in the Oracle. E5.4."""
    position = {
        "families": WASTELAND,
        "seats": [{"gold": 1, "vp": 2, "domain": ["apollo.offerings"]}, {"gold": 4, "vp": 2}],
        "oracle": ORACLE_OF_THREE_FAMILIES,
    }
    with Scenario(position) as play:
        play.asked(0, ["use apollo.offerings", "quest 1", "quest 2"], "use apollo.offerings")
        play.has(0, gold=4, vp=2, domain=[{"card": "apollo.offerings", "ring": False}])
        play.has(1, gold=4, vp=2)
        play.table(oracle=ORACLE_OF_THREE_FAMILIES)
        play.logged("gain", seat=0, n=3, counter="gold", cause="apollo.offerings")
        play.refuses("use apollo.offerings", "E5.4")
        play.pending(0, ["quest 1", "quest 2"])


def test_offerings_need_a_card_in_the_oracle() -> None:
    """apollo.offerings: Oracle not empty. E10."""
    with Scenario({"families": WASTELAND, "seats": [{"domain": ["apollo.offerings"]}, {}]}) as play:
        play.refuses("use apollo.offerings", "E10")
        play.pending(0, ["quest 1", "quest 2"])


# Charisma


def test_charisma_takes_a_citizen_after_the_column() -> None:
    """apollo.charisma: take a Citizen, outside the three cards of the Epoch and without a column. E4.6, E4.9, E5.1."""
    with Scenario({"families": PLOTS, "seats": [{}, {}], "agora": ["apollo.charisma"]}) as play:
        size = play.match.view()["deck_size"]
        play.asked(0, ["take apollo.charisma", "quest 1", "quest 2"], "take apollo.charisma")
        play.has(0, domain=["apollo.charisma"])
        play.asked(0, ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"], "dismiss blue")
        play.has(0, domain=["apollo.charisma", "citizen"], cards_taken=1, columns="RYG")
        play.table(deck_size=size - 1, discard=[])
        play.logged("citizen", seat=0, cause="apollo.charisma", rule="E5.1")
        play.rests(1)


def test_charisma_resolves_by_whatever_route_it_is_taken() -> None:
    """apollo.charisma: an Instant resolves when the card is taken, from the Oracle too. E5.1, E1.7."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.prophecy-of-glory"]}, {}],
        "oracle": ["apollo.charisma"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.has(0, domain=[{"card": "apollo.prophecy-of-glory", "ring": False}, "apollo.charisma", "citizen"])
        play.has(0, cards_taken=0, columns="RYGB")
        play.rests(0)


def test_charisma_brings_nothing_when_nothing_can_be_drawn() -> None:
    """apollo.charisma: a part that cannot be done is skipped. E3.2, E5.1."""
    with Scenario(deck_of({"families": PLOTS, "seats": [{}, {}]})) as play:
        play.answers(0, "take apollo.charisma", "dismiss red")
        play.has(0, domain=["apollo.charisma"])
        play.table(deck_size=0, discard=[])
        play.rests(1)


def test_charisma_is_not_used_by_hand() -> None:
    """apollo.charisma: an Instant is never started. E5.1."""
    with Scenario({"families": PLOTS, "seats": [{"domain": ["apollo.charisma"]}, {}]}) as play:
        play.refuses("use apollo.charisma", "E5.1")
        play.pending(0, ["quest 1", "quest 2"])


# Assembly, Temple of Apollo, Homer


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (
            [
                "athena.democracy",
                "apollo.assembly",
                "hades.posthumous-hero",
                "hephaestus.apprentice",
                "hermes.swindler",
            ],
            5,
        ),
        (["apollo.assembly", "athena.democracy", "hades.posthumous-hero"], 3),
        (["apollo.assembly", "athena.democracy", "citizen", "citizen", "citizen"], 2),
        (["apollo.assembly", "apollo.offerings", "apollo.succession"], 1),
        (["apollo.assembly", "apollo.offerings", "citizen"], 1),
    ],
)
def test_assembly_scores_each_different_family_of_its_legend(legend: list[str], vp: int) -> None:
    """apollo.assembly: 1 VP per different family in this Legend, Citizens have none; 5 at most, 1 in a Family Legend.

    E5.6, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": [["hermes.orpheus", "hades.cerberus"], legend]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "apollo.assembly", "legend": 2, "vp": vp}])
        play.scores(1, chronos=[])
        play.over()


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["apollo.temple-of-apollo", "apollo.offerings", "apollo.succession"], 3),
        (["apollo.offerings", "apollo.temple-of-apollo"], 2),
        (["apollo.temple-of-apollo", "apollo.succession", "citizen"], 2),
        (["apollo.temple-of-apollo", "athena.democracy", "hades.posthumous-hero", "hermes.swindler", "citizen"], 1),
    ],
)
def test_temple_of_apollo_scores_each_apollo_card_of_its_legend(legend: list[str], vp: int) -> None:
    """apollo.temple-of-apollo: 1 VP per Apollo card in this Legend; Citizens and other Legends do not count.

    E5.6, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": [legend, ["apollo.charisma", "apollo.initiation"]]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "apollo.temple-of-apollo", "legend": 1, "vp": vp}])
        play.over()


@pytest.mark.parametrize("card", ["apollo.assembly", "apollo.temple-of-apollo", "apollo.homer"])
def test_chronos_cards_of_apollo_score_only_in_a_legend_of_two_or_more(card: str) -> None:
    """apollo.assembly, apollo.temple-of-apollo, apollo.homer: nothing as a lone card or in the Domain. E5.6, E8.1."""
    with Scenario({**END, "seats": [{"vp": 4, "elysium": [[card], ["hades.charon", "hades.cerberus"]]}, {}]}) as play:
        play.scores(0, chronos=[], tokens=4, total=4 + 3)
        play.over()
    with Scenario({**END, "seats": [{"vp": 4, "gold": 0, "domain": [card]}, {}]}) as play:
        play.scores(0, chronos=[], total=4)
        play.over()


HOMER = ["apollo.homer", "hades.posthumous-hero"]


@pytest.mark.parametrize(
    ("mine", "theirs", "vp"),
    [
        ([HOMER], [], 7),
        ([HOMER], [["hermes.caduceus", "athena.initiation"]], 0),  # a tie
        ([HOMER], [["hermes.caduceus", "athena.initiation", "hades.charon"]], 0),
        ([[*HOMER, "citizen"]], [["hermes.caduceus", "athena.initiation"]], 7),  # Citizens count
        ([HOMER], [["hermes.caduceus", "hades.charon", "citizen"]], 0),  # theirs too
        ([HOMER, ["hermes.theft"]], [["hermes.caduceus", "hades.charon"]], 0),  # lone cards are gone
        ([HOMER], [["hermes.caduceus"], ["hades.charon"], ["athena.embassy"]], 7),  # theirs too
        ([HOMER, ["hermes.theft", "hades.cerberus"]], [["hermes.caduceus", "athena.initiation", "hades.charon"]], 7),
    ],
)
def test_homer_scores_seven_for_strictly_most_cards(mine: list[list[str]], theirs: list[list[str]], vp: int) -> None:
    """apollo.homer: 7 VP if your Elysium holds more cards than every other; no tie, no lone cards, with Citizens.

    E5.6, E8.1, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": mine}, {"elysium": theirs}]}) as play:
        play.scores(0, chronos=[{"card": "apollo.homer", "legend": 1, "vp": vp}])
        play.over()


def test_homer_must_beat_every_other_elysium_of_four() -> None:
    """apollo.homer: more cards than every other Elysium, not than one of them. E8.2."""
    pair = ["hermes.caduceus", "athena.initiation"]
    three = [*HOMER, "hephaestus.apprentice"]
    for last, vp in (([["hermes.theft", "hades.cerberus"]], 7), ([["hermes.theft", "hades.cerberus", "citizen"]], 0)):
        position = {
            **END,
            "seats": [{"elysium": [three]}, {"elysium": [pair]}, {}, {"elysium": last}],
        }
        with Scenario(position) as play:
            play.scores(0, chronos=[{"card": "apollo.homer", "legend": 1, "vp": vp}])
            play.over()


def test_homer_does_not_count_domains() -> None:
    """apollo.homer: Domains are removed before Chronos powers are read. E8.1, E8.2."""
    position = {
        **END,
        "seats": [{"elysium": [HOMER]}, {"gold": 0, "domain": ["hermes.theft", "hades.cerberus", "citizen"]}],
    }
    with Scenario(position) as play:
        play.scores(0, chronos=[{"card": "apollo.homer", "legend": 1, "vp": 7}])
        play.over()


# Prophecy of Glory


def test_prophecy_takes_a_card_of_your_choice_without_a_column() -> None:
    """apollo.prophecy-of-glory: take a card of your choice from the Oracle; no column needed. E4.9, E5.4."""
    position = {
        "families": PLOTS,
        "seats": [{"columns": "RG", "cards_taken": 3, "domain": ["apollo.prophecy-of-glory"]}, {}],
        "oracle": ["hades.persephone", "apollo.god-of-the-sun", "hades.charon"],
    }
    with Scenario(position) as play:
        play.asked(0, ["use apollo.prophecy-of-glory", "quest 1", "quest 2"], "use apollo.prophecy-of-glory")
        play.has(0, domain=[{"card": "apollo.prophecy-of-glory", "ring": False}])
        play.asked(
            0,
            ["choose hades.persephone", "choose apollo.god-of-the-sun", "choose hades.charon"],
            "choose apollo.god-of-the-sun",
        )
        play.has(0, domain=[{"card": "apollo.prophecy-of-glory", "ring": False}, "apollo.god-of-the-sun"])
        play.has(0, columns="RG", cards_taken=3, gold=4, vp=1)
        play.table(oracle=["hades.persephone", "hades.charon"])
        play.logged("take", seat=0, card="apollo.god-of-the-sun", cause="apollo.prophecy-of-glory")
        play.rests(0)


def test_prophecy_never_takes_a_card_identical_to_one_of_the_domain() -> None:
    """apollo.prophecy-of-glory: not a card identical to one in your Domain; the Elysium is no hindrance.

    E1.4, E4.5, E10.
    """
    seat = {
        "domain": ["apollo.prophecy-of-glory", "hades.charon", "hades.initiation"],
        "elysium": [["hermes.theft"]],
    }
    oracle = ["hades.charon", "apollo.prophecy-of-glory", "apollo.initiation", "hermes.theft"]
    with Scenario({"families": PLOTS, "seats": [seat, {}], "oracle": oracle}) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.refuses("choose hades.charon", "E4.5")
        play.refuses("choose apollo.prophecy-of-glory", "E4.5")
        play.refuses("stop", "E5.7")
        play.asked(0, ["choose apollo.initiation", "choose hermes.theft"], "choose hermes.theft")
        play.rests(0)
    with Scenario({"families": PLOTS, "seats": [seat, {}], "oracle": oracle[:2]}) as play:
        play.refuses("use apollo.prophecy-of-glory", "E10")
        play.rests(0)


def test_prophecy_needs_a_card_in_the_oracle() -> None:
    """apollo.prophecy-of-glory: O. E10."""
    with Scenario({"families": PLOTS, "seats": [{"domain": ["apollo.prophecy-of-glory"]}, {}]}) as play:
        play.refuses("use apollo.prophecy-of-glory", "E10")
        play.pending(0, ["quest 1", "quest 2"])


def test_prophecy_takes_the_only_card_unasked_and_a_trigger_comes_with_its_ring() -> None:
    """apollo.prophecy-of-glory: the taken Trigger has its ring and may be used in the same turn. E4.6, E5.4."""
    position = {
        "families": PLOTS,
        "seats": [{"vp": 0, "domain": ["apollo.prophecy-of-glory", "apollo.charisma"]}, {}],
        "oracle": ["apollo.charisma", "apollo.dark-future"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        used = {"card": "apollo.prophecy-of-glory", "ring": False}
        play.has(0, domain=[used, "apollo.charisma", "apollo.dark-future"])
        play.table(oracle=["apollo.charisma"])
        play.asked(0, ["use apollo.dark-future", "quest 1", "quest 2"], "use apollo.dark-future")
        play.has(0, vp=1)
        play.rests(0)


def test_prophecy_does_not_use_up_the_take_of_the_turn() -> None:
    """apollo.prophecy-of-glory: cards gained by powers are outside the three; the take is still due. E4.2, E4.9."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.prophecy-of-glory"]}, {}],
        "oracle": ["hades.charon"],
        "agora": ["hermes.cheater"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.asked(0, ["take hermes.cheater", "quest 1", "quest 2"], "take hermes.cheater")
        play.answers(0, "dismiss red")
        play.has(0, cards_taken=1)
        play.rests(1)


# Initiation


def test_initiation_uses_a_trigger_or_instant_of_the_oracle_and_leaves_the_card_there() -> None:
    """apollo.initiation: use the Trigger or Instant power of an Oracle card, which is not taken by being used.

    E5.3, E5.9.
    """
    oracle = ["hades.charons-obol", "apollo.dark-future", "hermes.theft", "hades.charon", "apollo.the-muses"]
    position = {
        "families": PLOTS,
        "seats": [{"gold": 0, "vp": 0, "domain": ["apollo.initiation", "hades.initiation"]}, {}],
        "oracle": oracle,
    }
    with Scenario(position) as play:
        play.asked(0, ["use apollo.initiation", "quest 1", "quest 2"], "use apollo.initiation")
        play.has(0, domain=[{"card": "apollo.initiation", "used": True}, "hades.initiation"])
        play.refuses("choose hermes.theft", "E5.9")  # an Activate power
        play.refuses("choose hades.charon", "E5.9")  # a Legend power
        play.refuses("choose apollo.the-muses", "E5.9")  # a Permanent power
        play.asked(0, ["choose hades.charons-obol", "choose apollo.dark-future"], "choose apollo.dark-future")
        play.has(0, vp=3, domain=[{"card": "apollo.initiation", "used": True}, "hades.initiation"])
        play.table(oracle=oracle)
        play.logged("gain", seat=0, n=3, counter="vp", cause="apollo.dark-future")
        play.refuses("use apollo.initiation", "E5.3")
        play.pending(0, ["quest 1", "quest 2"])


def test_initiation_needs_another_eleusis_card() -> None:
    """apollo.initiation: needs another Eleusis card in your Domain, the Elysium and other Domains do not help. E5.3."""
    for other in ("athena.initiation", "hermes.initiation"):
        position: dict[str, Any] = {
            "families": PLOTS,
            "seats": [{"domain": ["apollo.initiation", other]}, {}],
            "oracle": ["apollo.offerings"],
        }
        with Scenario(position) as play:
            play.offers("use apollo.initiation")
    position = {
        "families": PLOTS,
        "seats": [
            {"domain": ["apollo.initiation", "hades.charon"], "elysium": [["hades.initiation"]]},
            {"domain": ["athena.initiation"]},
        ],
        "oracle": ["apollo.offerings"],
    }
    with Scenario(position) as play:
        play.refuses("use apollo.initiation", "E5.3")
        play.rests(0)


def test_initiation_needs_a_power_that_could_change_something() -> None:
    """apollo.initiation: a Trigger or Instant c in the Oracle, S(c). E5.7, E10."""
    seats = [{"gold": 4, "domain": ["apollo.initiation", "poseidon.initiation"]}, {"gold": 0, "vp": 1}]
    families = ["apollo", "ares", "hades", "hermes", "poseidon"]
    useless = ["hades.charon", "poseidon.raiders", "ares.water-dragon", "hermes.psychopomp", "poseidon.medusa"]
    for oracle in ([], useless):
        with Scenario({"families": families, "seats": seats, "oracle": oracle}) as play:
            play.refuses("use apollo.initiation", "E10")
            play.rests(0)
    with Scenario({"families": families, "seats": seats, "oracle": [*useless, "ares.hoplites"]}) as play:
        play.answers(0, "use apollo.initiation")  # the only choice is made unasked
        play.has(0, pp=1)
        play.rests(0)


def test_initiation_may_take_the_card_that_it_uses() -> None:
    """apollo.initiation: a taking power may take the Oracle card itself, which then has its ring. E5.4, E5.9."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 0, "domain": ["apollo.initiation", "hades.initiation"]}, {}],
        "oracle": ["apollo.prophecy-of-glory", "hades.charon"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(0, ["choose apollo.prophecy-of-glory", "choose hades.charon"], "choose apollo.prophecy-of-glory")
        used = {"card": "apollo.initiation", "used": True}
        play.has(0, domain=[used, "hades.initiation", "apollo.prophecy-of-glory"])
        play.table(oracle=["hades.charon"])
        play.asked(0, ["use apollo.prophecy-of-glory", "quest 1", "quest 2"], "use apollo.prophecy-of-glory")
        play.table(oracle=[])
        play.rests(0)


def test_initiation_counts_the_used_card_only_where_it_lies() -> None:
    """apollo.initiation: an Embassy of the Oracle counts the Athena cards of your Domain, not itself. E5.9."""
    position: dict[str, Any] = {
        "families": PLOTS,
        "seats": [{"gold": 0, "vp": 0, "domain": ["apollo.initiation", "athena.initiation"]}, {"gold": 0, "vp": 0}],
        "oracle": ["athena.embassy"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.has(0, gold=1, vp=1)
        play.asked(1, ["gold", "vp"], "vp")
        play.has(1, gold=0, vp=1)
        play.rests(0)
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.initiation", "hades.initiation"]}, {}],
        "oracle": ["athena.embassy"],
    }
    with Scenario(position) as play:
        play.refuses("use apollo.initiation", "E10")
        play.rests(0)


def test_initiation_pays_the_cost_of_the_used_power_with_your_cards() -> None:
    """apollo.initiation: the copied power runs with its own cost; this card itself may pay it, being in your Domain.

    E5.9, E5.13.
    """
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.initiation", "hades.initiation"]}, {}],
        "oracle": ["apollo.master-of-the-oracle", "hades.initiation", "apollo.homer"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(0, ["discard apollo.initiation", "discard hades.initiation"], "discard apollo.initiation")
        play.table(discard=["apollo.initiation"])
        play.asked(
            0, ["choose apollo.master-of-the-oracle", "choose apollo.homer"], "choose apollo.master-of-the-oracle"
        )
        play.has(0, domain=["hades.initiation", "apollo.master-of-the-oracle", "apollo.homer"])
        play.table(oracle=["hades.initiation"])
        play.rests(0)


def test_initiation_with_charisma_needs_a_card_to_draw() -> None:
    """apollo.initiation: copied Charisma needs D. E10."""
    seats: list[dict[str, Any]] = [{"domain": ["apollo.initiation", "hades.initiation"]}, {}]
    position = {"families": PLOTS, "seats": seats, "oracle": ["apollo.charisma"]}
    with Scenario(deck_of(position)) as play:
        play.refuses("use apollo.initiation", "E10")
        play.rests(0)
    with Scenario(deck_of(position, "hermes.theft")) as play:
        play.answers(0, "use apollo.initiation")
        play.has(0, domain=[{"card": "apollo.initiation", "used": True}, "hades.initiation", "citizen"])
        play.table(oracle=["apollo.charisma"], deck_size=0)
        play.rests(0)


def test_initiation_starts_a_chain_that_goes_on_with_your_own_cards() -> None:
    """apollo.initiation: a Caduceus of the Oracle uses an Instant of your Domain; the others follow in order.

    E5.8, E5.9.
    """
    position = {
        "families": PLOTS,
        "seats": [
            {"gold": 0, "domain": ["apollo.initiation", "hermes.initiation", "athena.trade-agreement"]},
            {"gold": 0},
            {"gold": 2},
        ],
        "oracle": ["hermes.caduceus", "apollo.gathering-of-heroes"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(0, ["choose hermes.caduceus", "choose apollo.gathering-of-heroes"], "choose hermes.caduceus")
        play.has(0, gold=3)  # the only Instant of the Domain is named unasked
        play.has(1, gold=1)
        play.has(2, gold=3)
        play.logged("copy", seat=0, card="athena.trade-agreement", cause="hermes.caduceus")
        play.table(oracle=["hermes.caduceus", "apollo.gathering-of-heroes"])
        play.rests(0)


def test_initiation_may_draw_and_then_take_the_gathering_that_it_uses() -> None:
    """apollo.initiation, apollo.gathering-of-heroes: copied from the Oracle it is among the cards to take. E5.9."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 0, "domain": ["apollo.initiation", "hades.initiation"]}, {}],
        "oracle": ["apollo.gathering-of-heroes"],
        "draws": ["hades.initiation", "hermes.cheater"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.table(oracle=["apollo.gathering-of-heroes", "hades.initiation", "hermes.cheater"])
        play.asked(
            0, ["choose apollo.gathering-of-heroes", "choose hermes.cheater"], "choose apollo.gathering-of-heroes"
        )
        used = {"card": "apollo.initiation", "used": True}
        play.has(0, domain=[used, "hades.initiation", "apollo.gathering-of-heroes"])
        play.offers("use apollo.gathering-of-heroes")
        play.rests(0)


# Gathering of Heroes


def test_gathering_draws_two_into_the_oracle_and_takes_from_old_and_new() -> None:
    """apollo.gathering-of-heroes: draw 2 cards into the Oracle, then take one of old and new cards; compulsory.

    E5.4, E5.7.
    """
    for taken in ("hades.charon", "hermes.cheater", "hephaestus.workshop"):
        position = {
            "families": PLOTS,
            "seats": [{"domain": ["apollo.gathering-of-heroes"]}, {}],
            "oracle": ["hades.charon"],
            "draws": ["hermes.cheater", "hephaestus.workshop"],
        }
        with Scenario(position) as play:
            size = play.match.view()["deck_size"]
            play.asked(0, ["use apollo.gathering-of-heroes", "quest 1", "quest 2"], "use apollo.gathering-of-heroes")
            play.table(oracle=["hades.charon", "hermes.cheater", "hephaestus.workshop"], deck_size=size - 2)
            play.refuses("stop", "E5.7")
            play.asked(
                0, ["choose hades.charon", "choose hermes.cheater", "choose hephaestus.workshop"], f"choose {taken}"
            )
            play.has(0, domain=[{"card": "apollo.gathering-of-heroes", "ring": False}, taken], cards_taken=0)
            play.table(oracle=[c for c in ("hades.charon", "hermes.cheater", "hephaestus.workshop") if c != taken])
            play.rests(0)


def test_gathering_draws_what_there_is() -> None:
    """apollo.gathering-of-heroes: if fewer than 2 can be drawn, those; D or O. E3.2, E10."""
    seats = [{"domain": ["apollo.gathering-of-heroes"]}, {}]
    position: dict[str, Any] = {"families": PLOTS, "seats": seats, "oracle": ["hades.charon"]}
    with Scenario(deck_of(position, "hermes.cheater")) as play:
        play.answers(0, "use apollo.gathering-of-heroes")
        play.table(oracle=["hades.charon", "hermes.cheater"], deck_size=0)
        play.asked(0, ["choose hades.charon", "choose hermes.cheater"], "choose hermes.cheater")
        play.rests(0)
    with Scenario(deck_of(position)) as play:  # O without D
        play.answers(0, "use apollo.gathering-of-heroes")
        play.has(0, domain=[{"card": "apollo.gathering-of-heroes", "ring": False}, "hades.charon"])
        play.table(oracle=[])
        play.rests(0)
    with Scenario(deck_of({**position, "oracle": []}, "hades.charon")) as play:  # D without O
        play.answers(0, "use apollo.gathering-of-heroes")
        play.has(0, domain=[{"card": "apollo.gathering-of-heroes", "ring": False}, "hades.charon"])
        play.rests(0)
    with Scenario(deck_of({**position, "oracle": ["apollo.gathering-of-heroes"]})) as play:  # neither
        play.refuses("use apollo.gathering-of-heroes", "E10")
        play.rests(0)


def test_gathering_takes_nothing_when_all_are_identical_to_cards_of_the_domain() -> None:
    """apollo.gathering-of-heroes: what a draw will bring is not looked at; the take only if possible. E4.5, E5.7."""
    domain = ["apollo.gathering-of-heroes", "hades.charon", "hermes.caduceus"]
    position = {
        "families": PLOTS,
        "seats": [{"domain": domain}, {}],
        "draws": ["hades.charon", "hermes.caduceus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.gathering-of-heroes")
        used = {"card": "apollo.gathering-of-heroes", "ring": False}
        play.has(0, domain=[used, "hades.charon", "hermes.caduceus"])
        play.table(oracle=["hades.charon", "hermes.caduceus"], discard=[])
        play.rests(0)


@pytest.mark.parametrize("draws", [["hephaestus.workshop", "hades.charon"], ["hades.charon"]])
def test_gathering_shuffles_the_discard_pile_when_the_deck_runs_out(draws: list[str]) -> None:
    """apollo.gathering-of-heroes: an empty deck is renewed from the discard pile between the two draws. E3.2."""
    position: dict[str, Any] = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.gathering-of-heroes"]}, {}],
        "discard": ["hermes.cheater", "hades.charon"],
        "draws": draws,
    }
    with Scenario(deck_of(position, "hephaestus.workshop")) as play:
        play.answers(0, "use apollo.gathering-of-heroes")
        play.table(oracle=["hephaestus.workshop", "hades.charon"], deck_size=1, discard=[])
        play.logged("oracle", cards=["hephaestus.workshop", "hades.charon"], cause="apollo.gathering-of-heroes")
        play.asked(0, ["choose hephaestus.workshop", "choose hades.charon"], "choose hades.charon")
        play.rests(0)


# Succession


def test_succession_discards_a_card_and_takes_one_from_the_oracle() -> None:
    """apollo.succession: discard a card from your Domain: take a card of your choice from the Oracle. E5.3, E5.7."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.succession", "citizen", "hades.charon"]}, {}],
        "oracle": ["hermes.cheater", "hephaestus.workshop"],
        "discard": ["hades.tartarus"],
        "draws": ["athena.mediation"],
    }
    with Scenario(position) as play:
        play.asked(0, ["use apollo.succession", "quest 1", "quest 2"], "use apollo.succession")
        play.has(0, domain=[{"card": "apollo.succession", "used": True}, "citizen", "hades.charon"])
        play.refuses("stop", "E5.7")
        play.asked(0, ["discard apollo.succession", "discard citizen", "discard hades.charon"], "discard citizen")
        play.table(discard=["hades.tartarus", "athena.mediation"])  # turned face up, E5.10
        play.asked(0, ["choose hermes.cheater", "choose hephaestus.workshop"], "choose hermes.cheater")
        play.has(0, domain=[{"card": "apollo.succession", "used": True}, "hades.charon", "hermes.cheater"])
        play.has(0, cards_taken=0, columns="RYGB")
        play.table(oracle=["hephaestus.workshop"])
        play.logged("discard", seat=0, card="citizen", cause="apollo.succession")
        play.refuses("use apollo.succession", "E5.3")
        play.rests(0)


def test_succession_may_discard_itself_and_still_takes() -> None:
    """apollo.succession: the discarded card may be this card; the power runs to its end. E5.7, E5.13."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.succession"]}, {}],
        "oracle": ["hermes.cheater", "hephaestus.workshop"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.succession")
        play.has(0, domain=[])
        play.table(discard=["apollo.succession"])
        play.asked(0, ["choose hermes.cheater", "choose hephaestus.workshop"], "choose hephaestus.workshop")
        play.has(0, domain=["hephaestus.workshop"])
        play.rests(0)


def test_succession_offers_only_discards_after_which_a_card_can_be_taken() -> None:
    """apollo.succession: only such a discard is offered; it may be the card that stood in the way. E4.5, E5.7."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.succession", "hades.charon", "hermes.caduceus", "citizen"]}, {}],
        "oracle": ["hades.charon", "hermes.caduceus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.succession")
        play.refuses("discard citizen", "E5.7")
        play.refuses("discard apollo.succession", "E5.7")
        play.asked(0, ["discard hades.charon", "discard hermes.caduceus"], "discard hades.charon")
        used = {"card": "apollo.succession", "used": True}
        play.has(0, domain=[used, "hermes.caduceus", "citizen", "hades.charon"])
        play.table(oracle=["hermes.caduceus"], discard=["hades.charon"])
        play.rests(0)


def test_succession_taken_anew_is_straight() -> None:
    """apollo.succession: another copy may replace this one; newly taken it is unused. E4.5, E5.4."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.succession"]}, {}],
        "oracle": ["apollo.succession"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.succession")
        play.has(0, domain=["apollo.succession"])
        play.table(oracle=[], discard=["apollo.succession"])
        play.refuses("use apollo.succession", "E10")
        play.rests(0)


def test_succession_needs_a_card_that_can_be_taken_after_some_discard() -> None:
    """apollo.succession: after some discard, O; once per Epoch. E5.3, E10."""
    with Scenario({"families": PLOTS, "seats": [{"domain": ["apollo.succession", "citizen"]}, {}]}) as play:
        play.refuses("use apollo.succession", "E10")
        play.rests(0)
    domain = [{"card": "apollo.succession", "used": True}, "citizen"]
    with Scenario({"families": PLOTS, "seats": [{"domain": domain}, {}], "oracle": ["hades.charon"]}) as play:
        play.refuses("use apollo.succession", "E5.3")
        play.rests(0)


def test_succession_resolves_the_instant_of_the_card_taken() -> None:
    """apollo.succession: the Instant of a card that it takes is part of it. E4.2, E5.1."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 0, "domain": ["apollo.succession"]}, {"gold": 0}, {"gold": 5}],
        "oracle": ["athena.trade-agreement"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.succession")
        play.has(0, gold=3, domain=["athena.trade-agreement"])
        play.has(1, gold=1)
        play.has(2, gold=6)
        play.logged("gain", seat=2, n=1, cause="athena.trade-agreement")
        play.rests(0)


# The Muses and God of the Sun

PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("apollo.the-muses", "gold"), ("apollo.god-of-the-sun", "vp")]
)


@PERMANENTS
def test_permanents_pay_for_an_apollo_card_taken_before_the_column_goes(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: when you take an Apollo card, 1 Gold or 1 VP. E4.6, E5.2."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 1, "vp": 1, "domain": [card]}, {"gold": 1, "vp": 1}],
        "agora": ["apollo.homer", "hades.charon"],
    }
    with Scenario(position) as play:
        play.answers(0, "take apollo.homer")
        play.has(0, **{"gold": 1, "vp": 1, counter: 2})
        play.has(1, gold=1, vp=1)
        play.logged("gain", seat=0, n=1, counter=counter, cause=card, rule="E5.2")
        play.answers(0, "dismiss red")
        play.has(0, **{"gold": 1, "vp": 1, counter: 2})
        play.rests(1)


@PERMANENTS
def test_permanents_do_not_pay_for_other_takes(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: other families, Citizens and other players' takes pay nothing. E5.2."""
    seats: list[dict[str, Any]] = [{"gold": 1, "vp": 1, "domain": [card]}, {"gold": 1, "vp": 1}]
    with Scenario({"families": PLOTS, "seats": seats, "agora": ["hades.charon", "apollo.homer"]}) as play:
        play.answers(0, "take hades.charon", "dismiss yellow")
        play.answers(1, "take apollo.homer", "dismiss yellow")
        play.has(0, gold=1, vp=1)
        play.has(1, gold=1, vp=1)
        play.rests(0)
    with Scenario({"families": PLOTS, "seats": [{**seats[0], "quest": 1}, seats[1], {}]}) as play:
        play.answers(0, "dismiss red")  # nothing but a Citizen to take
        play.has(0, gold=1, vp=1, domain=[card, "citizen"])
        play.rests(1)


@PERMANENTS
def test_permanents_do_not_see_their_own_taking(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: not for taking this card; the other of the two does see it. E5.2."""
    with Scenario({"families": PLOTS, "seats": [{"gold": 1, "vp": 1}, {}], "agora": [card]}) as play:
        play.answers(0, f"take {card}", "dismiss red")
        play.has(0, gold=1, vp=1)
        play.rests(1)
    other = {"apollo.the-muses": "apollo.god-of-the-sun", "apollo.god-of-the-sun": "apollo.the-muses"}[card]
    paid = {"gold": 1, "vp": 1, {"gold": "vp", "vp": "gold"}[counter]: 2}
    position = {
        "families": PLOTS,
        "seats": [{"gold": 1, "vp": 1, "domain": [other]}, {}],
        "agora": [card],
    }
    with Scenario(position) as play:
        play.answers(0, f"take {card}", "dismiss red")
        play.has(0, **paid)
        play.rests(1)


@PERMANENTS
def test_permanents_pay_for_transfers_and_for_their_own(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: when you transfer an Apollo card, this one too. E5.2, E7.9."""
    position = {
        **END,
        "seats": [{"quest": 2, "gold": 6, "vp": 0, "domain": [card, "apollo.homer", "hermes.caduceus"]}, {}],
    }
    with Scenario(position) as play:
        all_three = ["transfer apollo.homer", "transfer hermes.caduceus", f"transfer {card}", "stop"]
        play.asked(0, all_three, "transfer apollo.homer")
        play.has(0, gold=5 + (counter == "gold"), vp=1 * (counter == "vp"))
        play.asked(0, ["transfer hermes.caduceus", f"transfer {card}", "stop"], f"transfer {card}")
        play.asked(0, ["legend 1", "new legend"], "legend 1")
        play.has(0, gold=2 + 2 * (counter == "gold"), vp=2 * (counter == "vp"))
        play.logged("gain", seat=0, n=1, counter=counter, cause=card)
        play.asked(0, ["transfer hermes.caduceus", "stop"], "transfer hermes.caduceus")
        play.has(0, gold=2 * (counter == "gold"), vp=2 * (counter == "vp"))
        play.over()


@PERMANENTS
def test_permanents_pay_nothing_once_they_have_left(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: a card in the Elysium pays no more. E1.3, E5.2."""
    position = {
        **END,
        "seats": [{"quest": 1, "gold": 1, "vp": 0, "domain": ["apollo.homer"], "elysium": [[card]]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "transfer apollo.homer", "legend 1")
        play.has(0, gold=0, vp=0)
        play.over()


def test_the_muses_pay_after_the_transfer_is_paid() -> None:
    """apollo.the-muses: the Gold comes after the transfer is paid, so it does not help to pay it. E7.1, E7.9."""
    with Scenario(
        {**END, "seats": [{"quest": 1, "gold": 2, "domain": ["apollo.the-muses", "hades.charon"]}, {}]}
    ) as play:
        play.refuses("transfer apollo.the-muses", "E7.1")
        play.asked(0, ["transfer hades.charon", "stop"], "stop")
        play.over()
    with Scenario(
        {**END, "seats": [{"quest": 1, "gold": 3, "domain": ["apollo.the-muses", "apollo.homer"]}, {}]}
    ) as play:
        play.asked(0, ["transfer apollo.the-muses", "transfer apollo.homer", "stop"], "transfer apollo.the-muses")
        play.has(0, gold=1)  # 3 paid, 1 received: enough for the next
        play.asked(0, ["transfer apollo.homer", "stop"], "stop")
        play.over()


@PERMANENTS
def test_permanents_do_not_see_discards_citizens_or_exchanges(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: no pay for a discard, a Citizen or Orpheus' exchange.

    E1.5, E1.7, E7.8.
    """
    seat = {"gold": 3, "vp": 0, "elysium": [["apollo.offerings", "apollo.succession"]]}
    position: dict[str, Any] = {
        "families": PLOTS,
        "seats": [{**seat, "domain": [card, "hermes.theft", "apollo.homer", "hades.charons-obol"]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.theft", "discard apollo.homer", "stop")
        play.has(0, gold=4, vp=0)  # the Gold of Charon's Obol
        play.rests(0)
    position = {
        "families": PLOTS,
        "seats": [
            {**seat, "domain": [card, "hades.posthumous-hero", "hermes.orpheus", "apollo.homer", "citizen"]},
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.has(0, gold=3, vp=0, elysium=[["apollo.offerings", "apollo.succession", "citizen"]])
        play.answers(0, "use hermes.orpheus")
        play.has(0, gold=3, vp=0, elysium=[["apollo.offerings", "apollo.succession", "apollo.homer"]])
        play.rests(0)


@PERMANENTS
def test_permanents_see_takes_by_powers_in_anybodys_turn(card: str, counter: str) -> None:
    """apollo.the-muses, apollo.god-of-the-sun: "take" is by any means and in anybody's turn. E1.7, E5.8."""
    position = {
        "families": PLOTS,
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 1, "vp": 0, "domain": [card, "hades.charon"]},
        ],
        "draws": ["hermes.cheater", "apollo.homer"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.asked(1, [f"discard {card}", "discard hades.charon", "stop"], "discard hades.charon")
        play.has(1, **{"gold": 0, "vp": 0, counter: 1}, domain=[card, "apollo.homer"])
        play.rests(0)


# Master of the Oracle


def test_master_discards_a_card_and_takes_two_one_after_the_other() -> None:
    """apollo.master-of-the-oracle: discard a card: take 2 cards of your choice; the first is settled before the second.

    E5.4, E5.7.
    """
    position = {
        "families": PLOTS,
        "seats": [
            {"gold": 0, "domain": ["apollo.master-of-the-oracle", "apollo.the-muses", "citizen"]},
            {"gold": 4},
        ],
        "oracle": ["apollo.charisma", "hermes.cheater", "athena.trade-agreement"],
        "draws": ["hades.persephone"],
    }
    with Scenario(position) as play:
        use = "use apollo.master-of-the-oracle"
        play.asked(0, [use, "quest 1", "quest 2"], use)
        used = {"card": "apollo.master-of-the-oracle", "ring": False}
        play.has(0, domain=[used, "apollo.the-muses", "citizen"])
        play.refuses("stop", "E5.7")
        play.asked(
            0, ["discard apollo.master-of-the-oracle", "discard apollo.the-muses", "discard citizen"], "discard citizen"
        )
        play.table(discard=["hades.persephone"])
        play.asked(
            0,
            ["choose apollo.charisma", "choose hermes.cheater", "choose athena.trade-agreement"],
            "choose apollo.charisma",
        )
        play.has(0, gold=1, domain=[used, "apollo.the-muses", "apollo.charisma", "citizen"])  # payment and Instant
        play.refuses("stop", "E5.7")
        play.asked(0, ["choose hermes.cheater", "choose athena.trade-agreement"], "choose athena.trade-agreement")
        play.has(0, gold=4, cards_taken=0, columns="RYGB")
        play.has(0, domain=[used, "apollo.the-muses", "apollo.charisma", "citizen", "athena.trade-agreement"])
        play.has(1, gold=5)
        play.table(oracle=["hermes.cheater"])
        play.rests(0)


def test_master_may_discard_itself_and_still_takes_two() -> None:
    """apollo.master-of-the-oracle: the discarded card may be this card; the power runs to its end. E5.7, E5.13."""
    position = {
        "families": PLOTS,
        "seats": [{"domain": ["apollo.master-of-the-oracle"]}, {}],
        "oracle": ["hermes.cheater", "hades.charon"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.master-of-the-oracle")
        play.asked(0, ["choose hermes.cheater", "choose hades.charon"], "choose hades.charon")
        play.has(0, domain=["hades.charon", "hermes.cheater"])  # the second is compulsory, here unasked
        play.table(oracle=[], discard=["apollo.master-of-the-oracle"])
        play.rests(0)


def test_master_takes_only_one_when_no_second_can_be_taken() -> None:
    """apollo.master-of-the-oracle: the second only if one can be taken, never an identical one. E4.5, E5.7."""
    for oracle, left in ((["hades.charon"], []), (["hades.charon", "hades.charon"], ["hades.charon"])):
        position = {
            "families": PLOTS,
            "seats": [{"domain": ["apollo.master-of-the-oracle", "citizen"]}, {}],
            "oracle": oracle,
        }
        with Scenario(position) as play:
            play.answers(0, "use apollo.master-of-the-oracle", "discard apollo.master-of-the-oracle")
            play.has(0, domain=["citizen", "hades.charon"])
            play.table(oracle=left)
            play.rests(0)


def test_master_judges_the_second_take_after_the_first_instant() -> None:
    """apollo.master-of-the-oracle: an Instant of the first card may clear the way for the second. E4.2, E4.5."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 1, "domain": ["apollo.master-of-the-oracle", "hades.charon", "citizen"]}, {}],
        "oracle": ["hades.charons-obol", "hades.charon"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.master-of-the-oracle", "discard apollo.master-of-the-oracle")
        play.has(0, gold=2, domain=["hades.charon", "citizen", "hades.charons-obol"])
        play.asked(0, ["transfer hades.charon", "transfer hades.charons-obol", "stop"], "transfer hades.charon")
        play.has(0, gold=0, domain=["citizen", "hades.charons-obol", "hades.charon"], elysium=[["hades.charon"]])
        play.table(oracle=[])
        play.rests(0)


def test_master_offers_only_discards_after_which_a_card_can_be_taken() -> None:
    """apollo.master-of-the-oracle: after some discard, O; no other discard is offered. E5.7, E10."""
    seats: list[dict[str, Any]] = [{"domain": ["apollo.master-of-the-oracle", "hades.charon", "citizen"]}, {}]
    with Scenario({"families": PLOTS, "seats": seats}) as play:
        play.refuses("use apollo.master-of-the-oracle", "E10")
        play.rests(0)
    with Scenario({"families": PLOTS, "seats": seats, "oracle": ["hades.charon"]}) as play:
        play.answers(0, "use apollo.master-of-the-oracle")  # only Charon stands in the way: discarded unasked
        used = {"card": "apollo.master-of-the-oracle", "ring": False}
        play.has(0, domain=[used, "citizen", "hades.charon"])
        play.table(oracle=[], discard=["hades.charon"])
        play.rests(0)


def test_master_copied_needs_and_changes_no_ring() -> None:
    """apollo.master-of-the-oracle: copied by Keeper of Dreams it runs without its ring, and keeps one it has. E5.9."""
    master = {"card": "apollo.master-of-the-oracle", "ring": False}
    for card in (master, "apollo.master-of-the-oracle"):
        position = {
            "families": PLOTS,
            "seats": [{"domain": ["hermes.keeper-of-dreams", card, "citizen"]}, {}],
            "oracle": ["hermes.cheater", "hades.charon"],
        }
        with Scenario(position) as play:
            play.answers(0, "use hermes.keeper-of-dreams", "discard citizen", "choose hermes.cheater")
            used = {"card": "hermes.keeper-of-dreams", "ring": False}
            play.has(0, domain=[used, card, "hermes.cheater", "hades.charon"])
            play.rests(0)
