"""E5: powers."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play

GAME = pediment.game("elysium")
DISMISS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]


def spent(card: str) -> dict[str, Any]:
    """A Trigger without its ring, as a position and a view write it."""
    return {"card": card, "ring": False}


def turned(card: str) -> dict[str, Any]:
    """A used Activate card."""
    return {"card": card, "used": True}


# E5.1 Instant


def test_an_instant_resolves_when_taken_from_the_agora() -> None:
    """E5.1"""
    with Scenario({"seats": [{"vp": 0}, {}], "agora": ["zeus.garden-of-the-hesperides"]}) as play:
        play.answers(0, "take zeus.garden-of-the-hesperides")
        play.has(0, vp=0)
        play.answers(0, "dismiss red")
        play.has(0, vp=2)
        play.rests(1)


def test_an_instant_resolves_when_taken_from_the_oracle() -> None:
    """E5.1"""
    position = {
        "families": "why-bother",
        "seats": [{"vp": 0, "domain": ["apollo.prophecy-of-glory"]}, {}],
        "oracle": ["zeus.garden-of-the-hesperides"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.has(0, vp=2)
        play.rests(0)


def test_an_instant_resolves_when_drawn_also_on_another_players_turn() -> None:
    """E5.1: Divine Law draws for both."""
    position = {
        "seats": [{"vp": 0, "gold": 0, "domain": ["athena.divine-law"]}, {"vp": 0, "gold": 0}],
        "draws": ["zeus.garden-of-the-hesperides", "hephaestus.divine-aid"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.has(0, vp=2)
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=2)
        play.rests(0)


def test_an_instant_must_be_used() -> None:
    """E5.1: Trade Agreement pays the others whether you like it or not."""
    with Scenario({"seats": [{"gold": 0}, {"gold": 0}, {"gold": 0}], "agora": ["athena.trade-agreement"]}) as play:
        play.answers(0, "take athena.trade-agreement", "dismiss red")
        play.has(0, gold=3)
        play.has(1, gold=1)
        play.has(2, gold=1)
        play.rests(1)


def test_the_may_of_an_instant_is_optional() -> None:
    """E5.1: the Obol's Gold comes, the transfer may be declined."""
    with Scenario({"seats": [{"gold": 0}, {}], "agora": ["hades.charons-obol"]}) as play:
        play.answers(0, "take hades.charons-obol", "dismiss red")
        play.asked(0, ["transfer hades.charons-obol", "stop"], "stop")
        play.has(0, gold=1, domain=["hades.charons-obol"])
        play.rests(1)


def test_a_part_that_cannot_be_done_is_skipped() -> None:
    """E5.1: without Gold you transfer nothing; the others are asked all the same."""
    position = {
        "seats": [{"gold": 0}, {"gold": 2, "domain": ["zeus.assembly"]}, {"gold": 1, "domain": ["hades.assembly"]}],
        "agora": ["athena.panathenaic-games"],
    }
    with Scenario(position) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        play.asked(1, ["transfer zeus.assembly", "stop"], "transfer zeus.assembly")
        play.has(1, gold=0, elysium=[["zeus.assembly"]])
        play.rests(1)  # seat 2 could not pay 2 and was not asked


def test_an_instant_that_can_do_nothing_is_taken_all_the_same() -> None:
    """E5.1, E5.7: Instants of a taken card are not started."""
    with Scenario({"seats": [{}, {"gold": 0}], "agora": ["poseidon.tidal-wave"]}) as play:
        play.answers(0, "take poseidon.tidal-wave", "dismiss red")
        play.has(0, domain=["poseidon.tidal-wave"])
        play.rests(1)


# E5.2 Permanent


def test_a_permanent_power_does_not_see_its_own_card_taken() -> None:
    """E5.2"""
    with Scenario({"seats": [{"gold": 0}, {}], "agora": ["zeus.whispers-of-hera"]}) as play:
        play.answers(0, "take zeus.whispers-of-hera", "dismiss red")
        play.has(0, gold=0)
        play.rests(1)


def test_a_permanent_power_sees_its_own_card_transferred_and_then_no_more() -> None:
    """E5.2"""
    position = {
        "phase": "transfers",
        "seats": [{"quest": 2, "gold": 6, "domain": ["zeus.whispers-of-hera", "zeus.assembly", "zeus.triumph"]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "transfer zeus.assembly")
        play.has(0, gold=6)
        play.answers(0, "transfer zeus.whispers-of-hera", "new legend")
        play.has(0, gold=4)
        play.answers(0, "transfer zeus.triumph", "new legend")
        play.has(0, gold=2)
        play.rests(0)


def test_several_permanent_powers_all_pay() -> None:
    """E5.2"""
    position = {
        "seats": [{"gold": 0, "vp": 0, "domain": ["zeus.whispers-of-hera", "zeus.father-of-the-gods"]}, {}],
        "agora": ["zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "take zeus.assembly", "dismiss red")
        play.has(0, gold=1, vp=1)
        play.rests(1)


def test_a_permanent_power_sees_only_its_owner() -> None:
    """E5.2"""
    position = {"seats": [{}, {"gold": 0, "domain": ["zeus.whispers-of-hera"]}], "agora": ["zeus.assembly"]}
    with Scenario(position) as play:
        play.answers(0, "take zeus.assembly", "dismiss red")
        play.has(1, gold=0)
        play.rests(1)


def test_a_permanent_power_that_has_left_is_off() -> None:
    """E5.2"""
    position = {
        "seats": [{"gold": 0, "domain": ["zeus.whispers-of-hera", "zeus.trial-of-heroes"]}, {}],
        "agora": ["zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.whispers-of-hera")
        play.has(0, gold=0)  # a discard is no transfer
        play.answers(0, "take zeus.assembly", "dismiss red")
        play.has(0, gold=0)
        play.rests(1)


# E5.3 Activate and Eleusis


def test_activate_once_per_epoch_and_the_card_is_turned_when_the_power_starts() -> None:
    """E5.3"""
    position = {"seats": [{"vp": 0, "domain": ["zeus.trial-of-heroes", "citizen", "citizen"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes")
        play.has(0, domain=[turned("zeus.trial-of-heroes"), "citizen", "citizen"])
        play.answers(0, "discard citizen")
        play.has(0, vp=2)
        play.refuses("use zeus.trial-of-heroes", "E5.3")
        play.answers(0, "quest 1", "dismiss red")
        play.answers(1, "dismiss red")  # Quest 2 made itself
        play.has(0, domain=[turned("zeus.trial-of-heroes"), "citizen", "citizen"])
        play.pending(0, ["dismiss yellow", "dismiss green", "dismiss blue"])


def test_activate_only_on_your_own_turn() -> None:
    """E5.3"""
    with Scenario({"seats": [{}, {"domain": ["zeus.trial-of-heroes"]}]}) as play:
        play.pending(0, ["quest 1", "quest 2"])
        assert GAME.why_not(play.state, "use zeus.trial-of-heroes") is not None


@pytest.mark.parametrize(("card", "rule"), [("zeus.trial-of-heroes", "E5.3"), ("zeus.hercules", "E5.4")])
def test_activate_and_trigger_only_in_phase_two(card: str, rule: str) -> None:
    """E5.3, E5.4"""
    with Scenario({"phase": "transfers", "seats": [{"quest": 1, "vp": 9, "domain": [card]}, {}]}) as play:
        play.pending(0, [f"transfer {card}", "stop"])
        play.refuses(f"use {card}", rule)


def test_eleusis_alone_cannot_be_used() -> None:
    """E5.3"""
    with Scenario({"seats": [{"domain": ["zeus.initiation"]}, {"domain": ["hades.initiation"]}]}) as play:
        play.refuses("use zeus.initiation", "E5.3")


def test_eleusis_with_another_initiation_of_any_family() -> None:
    """E5.3: each of the two makes the other usable, used or not, once per Epoch."""
    position = {"seats": [{"vp": 0, "gold": 0, "domain": ["zeus.initiation", "hephaestus.initiation"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use zeus.initiation")
        play.has(0, vp=1)
        play.refuses("use zeus.initiation", "E5.3")
        play.answers(0, "use hephaestus.initiation")
        play.has(0, gold=1)
        play.refuses("use hephaestus.initiation", "E5.3")
        play.rests(0)


# E5.4 Trigger


def test_a_trigger_once_and_the_ring_goes_back_when_the_power_starts() -> None:
    """E5.4"""
    position = {"seats": [{"gold": 3, "domain": ["hades.judges-of-the-underworld", "zeus.assembly"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.judges-of-the-underworld")
        play.has(0, domain=[spent("hades.judges-of-the-underworld"), "zeus.assembly"])
        play.answers(0, "stop")
        play.refuses("use hades.judges-of-the-underworld", "E5.4")
        play.rests(0)


def test_a_trigger_without_its_ring_stays_without() -> None:
    """E5.4"""
    with Scenario({"seats": [{"vp": 9, "domain": [spent("zeus.hercules")]}, {}]}) as play:
        play.refuses("use zeus.hercules", "E5.4")


def test_a_newly_taken_copy_has_a_ring_though_another_copy_was_used() -> None:
    """E5.4: Succession throws the spent Dark Future away and takes the other one."""
    position = {
        "families": "why-bother",
        "seats": [{"vp": 0, "domain": ["apollo.dark-future", "apollo.succession"]}, {}],
        "oracle": ["apollo.dark-future", "zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.dark-future")
        play.has(0, vp=2)
        play.answers(0, "use apollo.succession", "discard apollo.dark-future", "choose apollo.dark-future")
        play.answers(0, "use apollo.dark-future")
        play.has(0, vp=3)
        play.rests(0)


def test_a_newly_taken_copy_is_straight_though_another_copy_was_used() -> None:
    """E5.4: Succession discards itself and takes the other Succession."""
    position = {
        "families": "why-bother",
        "seats": [{"domain": ["apollo.succession", "zeus.alliance"]}, {}],
        "oracle": ["apollo.succession", "zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.succession", "discard apollo.succession", "choose apollo.succession")
        play.has(0, domain=["zeus.alliance", "apollo.succession"])
        play.answers(0, "use apollo.succession", "discard zeus.alliance")
        play.has(0, domain=[turned("apollo.succession"), "zeus.assembly"])
        play.rests(0)


# E5.5 Legend


def writing(domain: list[Any], **seat: Any) -> dict[str, Any]:
    """Phase III of seat 0 of three with an Incomplete Quest: one transfer."""
    seats = [{"gold": 9, "vp": 0, "domain": domain, **seat}, {"gold": 0}, {"gold": 0}]
    return {"families": "misfortune", "phase": "transfers", "seats": seats}


@pytest.mark.parametrize(
    ("card", "counter", "families"),
    [
        ("ares.war-chariots", "pp", "misfortune"),
        ("hephaestus.workshop", "gold", "misfortune"),
        ("zeus.angels-of-zeus", "vp", "first-game"),
    ],
)
def test_legend_cards_pay_at_the_beginning_also_if_you_transfer_nothing(card: str, counter: str, families: str) -> None:
    """E5.5, Ruling"""
    with Scenario(writing([card], gold=2) | {"families": families}) as play:
        before = {"pp": 0, "gold": 2, "vp": 0}
        play.has(0, **before | {counter: before[counter] + 1})
        play.asked(0, [f"transfer {card}", "stop"], "stop")
        play.table(epoch=2)
        play.rests(0)


def test_workshop_pays_for_its_own_transfer() -> None:
    """E5.5, Ruling: it pays before the transfers."""
    with Scenario(writing(["hephaestus.workshop"], gold=1)) as play:
        play.asked(0, ["transfer hephaestus.workshop", "stop"], "transfer hephaestus.workshop")
        play.has(0, gold=0, elysium=[["hephaestus.workshop"]])
        play.rests(0)


def test_legend_cards_pay_once_per_epoch() -> None:
    """E5.5"""
    with Scenario(writing(["ares.war-chariots", "ares.assembly", "ares.veterans"], quest=4)) as play:
        play.answers(0, "transfer ares.assembly", "transfer ares.veterans")
        play.has(0, pp=1)
        play.answers(0, "transfer ares.war-chariots", "new legend")
        play.has(0, pp=1)
        play.rests(0)


def test_helm_adds_a_transfer_also_if_it_is_the_first_to_go() -> None:
    """E5.5, Ruling"""
    with Scenario(writing(["hades.helm-of-invisibility", "ares.assembly", "ares.veterans"])) as play:
        play.answers(0, "transfer hades.helm-of-invisibility", "transfer ares.assembly")
        play.has(0, domain=["ares.veterans"])
        play.rests(0)


def test_helm_is_optional_and_paid_as_usual() -> None:
    """E5.5"""
    with Scenario(writing(["hades.helm-of-invisibility", "ares.assembly"], gold=3)) as play:
        play.answers(0, "transfer hades.helm-of-invisibility")
        play.asked(0, ["transfer ares.assembly", "stop"], "stop")
        play.has(0, gold=1)
        play.rests(0)


def test_legend_powers_work_in_your_own_transfers_only() -> None:
    """E5.5: those of seat 1 have not paid while seat 0 writes."""
    position = writing(["ares.assembly"])
    position["seats"][1] |= {"domain": ["ares.war-chariots", "hades.helm-of-invisibility"], "gold": 2}
    with Scenario(position) as play:
        play.has(1, pp=0)
        play.answers(0, "stop")
        play.has(1, pp=1)
        play.answers(1, "transfer ares.war-chariots")
        play.rests(0)


def test_a_legend_card_that_left_in_phase_two_gives_nothing() -> None:
    """E5.5: War Chariots and Helm go in the last turn of the Epoch, by Persephone and by a discard."""
    position = {
        "families": "misfortune",
        "seats": [
            {
                "cards_taken": 3,
                "columns": "R",
                "gold": 0,
                "domain": [
                    "hades.persephone",
                    "ares.war-chariots",
                    "ares.go-tell-the-spartans",
                    "hades.helm-of-invisibility",
                    "ares.hoplites",
                ],
            },
            {"cards_taken": 3, "quest": 2},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.persephone", "transfer ares.war-chariots")
        play.answers(0, "use ares.go-tell-the-spartans", "discard hades.helm-of-invisibility")
        play.table(phase="transfers")  # Quest 1 was the only take
        play.has(0, pp=2, gold=2)
        play.logged("transfers", seat=0, n=2)  # those of Quest 1
        play.answers(0, "transfer ares.hoplites", "new legend")
        play.has(0, gold=1)
        play.rests(0)  # Quest 1 has two transfers, but Gold is left for none


def test_charon_counts_the_second_transfer_of_the_phase() -> None:
    """E5.5, Ruling: Charon stays."""
    with Scenario(writing(["hades.charon", "ares.assembly", "ares.veterans"], quest=4)) as play:
        play.answers(0, "transfer ares.assembly")
        play.has(0, vp=0)
        play.answers(0, "transfer ares.veterans")
        play.has(0, vp=2)
        play.answers(0, "stop")
        play.has(0, vp=2)
        play.rests(0)


@pytest.mark.parametrize(("place", "vp"), [(0, 0), (1, 2), (2, 2)])
def test_charon_transferred_first_gives_nothing_second_or_third_two(place: int, vp: int) -> None:
    """E5.5, Ruling"""
    cards = ["ares.assembly", "ares.veterans"]
    cards.insert(place, "hades.charon")
    with Scenario(writing(["hades.charon", "ares.assembly", "ares.veterans"], quest=4)) as play:
        for card in cards[:2]:
            play.answers(0, f"transfer {card}")
        play.has(0, vp=vp)
        play.answers(0, f"transfer {cards[2]}")
        play.has(0, vp=vp)
        play.rests(0)


def test_transfers_of_helm_count_for_charon() -> None:
    """E5.5: one of the Quest, one of Helm."""
    with Scenario(writing(["hades.charon", "hades.helm-of-invisibility", "ares.veterans"])) as play:
        play.answers(0, "transfer ares.veterans", "transfer hades.helm-of-invisibility")
        play.has(0, vp=2)
        play.rests(0)


def test_phase_two_transfers_do_not_count_for_charon() -> None:
    """E5.5"""
    position = {
        "families": "misfortune",
        "seats": [
            {
                "cards_taken": 3,
                "columns": "R",
                "gold": 2,
                "vp": 0,
                "domain": ["hades.persephone", "hades.charon", "ares.hoplites", "ares.veterans"],
            },
            {"cards_taken": 3, "quest": 2},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.persephone", "transfer hades.persephone")
        play.answers(0, "transfer ares.hoplites")
        play.has(0, vp=0)  # the first of this phase
        play.answers(0, "transfer ares.veterans")
        play.has(0, vp=2)
        play.rests(0)


# E5.6 Chronos


@pytest.mark.parametrize(
    ("seat", "vp"),
    [
        ({"domain": ["zeus.temple-of-zeus"]}, []),
        ({"elysium": [["zeus.temple-of-zeus"]]}, []),
        ({"elysium": [["zeus.temple-of-zeus", "zeus.triumph"]]}, [2]),
    ],
)
def test_chronos_scores_only_in_a_legend_of_two_or_more(seat: dict[str, Any], vp: list[int]) -> None:
    """E5.6"""
    state = GAME.position({"seats": [seat, {}]})
    assert [item["vp"] for item in GAME.scores(state)[0]["chronos"]] == vp


def test_chronos_pays_no_tokens_during_the_game() -> None:
    """E5.6"""
    with Scenario({"seats": [{"vp": 3, "domain": ["zeus.justice-of-zeus"]}, {}]}) as play:
        play.refuses("use zeus.justice-of-zeus", "E5.6")
        play.has(0, vp=3)


# E5.7 Starting a power


def test_a_power_that_could_change_nothing_cannot_be_started() -> None:
    """E5.7: its own turning, ring and cost do not count."""
    position = {
        "families": "why-bother",
        "seats": [
            {"vp": 2, "domain": ["zeus.hercules", "apollo.succession"]},
            {},
        ],
    }
    with Scenario(position) as play:
        play.pending(0, ["quest 1", "quest 2"])
        play.refuses("use zeus.hercules", "E10")
        play.refuses("use apollo.succession", "E10")


def test_what_a_draw_will_bring_is_not_looked_at() -> None:
    """E5.7: Divine Law starts though the only card left is a duplicate, which is then discarded."""
    domain = ["athena.divine-law", "zeus.alliance"]
    position = {
        "seats": [{"gold": 0, "domain": domain}, {"gold": 0, "domain": ["citizen"] * (cards_in_play() - 3)}],
        "draws": ["zeus.alliance"],
    }
    with Scenario(position) as play:
        play.table(deck_size=1)
        play.answers(0, "use athena.divine-law")
        play.has(0, domain=[spent("athena.divine-law"), "zeus.alliance"])
        play.table(discard=["zeus.alliance"], deck_size=0)
        play.rests(0)


def test_a_choice_is_offered_only_if_the_power_can_still_change_something_after_it() -> None:
    """E5.7: with 1 Gold, Cerberus may not discard the only Level 1 card."""
    position = {"seats": [{"gold": 1, "domain": ["hades.cerberus", "zeus.alliance", "zeus.triumph"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")
        play.asked(0, ["discard hades.cerberus", "discard zeus.triumph"], "discard zeus.triumph")
        play.has(0, gold=0, elysium=[["zeus.alliance"]])
        play.rests(0)


def test_a_level_that_nobody_has_is_not_offered() -> None:
    """E5.7"""
    position = {
        "seats": [
            {"domain": ["poseidon.antaeus"]},
            {"domain": ["zeus.alliance", "citizen"]},
            {"domain": ["zeus.hercules"]},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use poseidon.antaeus")
        play.pending(0, ["level 1", "level 3"])


def test_declining_is_offered_but_never_asked_alone() -> None:
    """E5.7: seat 1 has 1 Gold and may decline; seat 2 could only decline and is not asked."""
    position = {
        "seats": [
            {"domain": ["athena.democracy"]},
            {"gold": 1},
            {"gold": 0},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.asked(1, ["yes", "no"], "no")
        play.has(1, gold=1, domain=[])
        play.rests(0)


def test_a_may_without_anything_to_do_is_not_asked() -> None:
    """E5.7: the user of Divine Law has no Gold to transfer with."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0}],
        "draws": ["zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.pending(1, ["draw", "stop"])


def test_the_order_is_turn_then_cost_then_effect() -> None:
    """E5.7"""
    with Scenario({"seats": [{"vp": 0, "domain": ["zeus.trial-of-heroes", "zeus.alliance"]}, {}]}) as play:
        play.answers(0, "use zeus.trial-of-heroes")
        play.has(0, vp=0, domain=[turned("zeus.trial-of-heroes"), "zeus.alliance"])
        play.answers(0, "discard zeus.alliance")
        assert [entry["event"] for entry in play.match.view()["log"]] == ["use", "discard", "gain"]
        play.rests(0)


def test_a_card_may_be_discarded_by_its_own_power() -> None:
    """E5.7, E5.13: and the power goes on."""
    with Scenario({"seats": [{"vp": 0, "domain": ["zeus.trial-of-heroes"]}, {}]}) as play:
        play.answers(0, "use zeus.trial-of-heroes")
        play.has(0, vp=2, domain=[])
        play.table(discard=["zeus.trial-of-heroes"])
        play.rests(0)


def test_a_card_may_be_transferred_by_its_own_power() -> None:
    """E5.7"""
    with Scenario({"seats": [{"gold": 0, "domain": ["hades.persephone"]}, {}]}) as play:
        play.answers(0, "use hades.persephone")
        play.has(0, domain=[], elysium=[["hades.persephone"]])
        play.rests(0)


def test_judges_may_stop_at_once() -> None:
    """E5.7"""
    position = {"seats": [{"domain": ["hades.judges-of-the-underworld", "zeus.assembly"]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.judges-of-the-underworld")
        play.offers("stop")
        play.answers(0, "stop")
        play.has(0, gold=4, elysium=[])
        play.rests(0)


@pytest.mark.parametrize(
    ("card", "before"),
    [
        ("hades.initiation", []),
        ("hades.cerberus", ["discard zeus.triumph"]),
        ("hades.persephone", []),
    ],
)
def test_these_must_transfer_once_started(card: str, before: list[str]) -> None:
    """E5.7"""
    domain = [card, "zeus.initiation", "zeus.assembly", "zeus.triumph"]
    with Scenario({"seats": [{"gold": 9, "domain": domain}, {}]}) as play:
        play.answers(0, f"use {card}", *before)
        play.refuses("stop", "E5.7")
        play.offers(f"transfer {card}", "transfer zeus.assembly")
        assert all(label.startswith("transfer") for label in play.match.options())
        play.pending(0, play.match.options())


def test_posthumous_hero_must_transfer_once_started() -> None:
    """E5.7: with one place for the Citizen nothing is asked, with two only which."""
    legends = [["zeus.assembly", "zeus.triumph"], ["hades.assembly", "hades.charon"]]
    position = {"seats": [{"domain": ["hades.posthumous-hero", "citizen"], "elysium": legends}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.asked(0, ["legend 1", "legend 2"], "legend 2")
        play.has(0, gold=4, elysium=[legends[0], [*legends[1], "citizen"]])
        play.rests(0)


# E5.8 Every other player


def test_the_others_follow_from_the_disc_after_the_user_and_go_round() -> None:
    """E5.8, Ruling: Discs 3 (user), 4, 1, 2."""
    seats = [{"disc": 2}, {"disc": 3, "domain": ["athena.naval-power"], "vp": 0, "gold": 0}, {"disc": 1}, {"disc": 4}]
    with Scenario({"seats": seats, "to_move": 1}) as play:
        play.answers(1, "use athena.naval-power")
        play.has(1, gold=1, vp=1)  # the user first
        play.asked(3, ["gold", "vp"], "gold")
        play.asked(2, ["gold", "vp"], "vp")
        play.asked(0, ["gold", "vp"], "gold")
        play.rests(1)


def test_the_user_is_who_resolves_the_power_whoever_s_turn_it_is() -> None:
    """E5.8: Raiders, drawn by seat 1 in the turn of seat 0, takes from seat 0 and seat 2."""
    position = {
        "seats": [
            {"domain": ["athena.divine-law"], "gold": 1},
            {"gold": 0},
            {"gold": 1},
        ],
        "draws": ["zeus.hercules", "poseidon.raiders"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(0, gold=0)
        play.has(1, gold=2)
        play.has(2, gold=0)
        assert [e["seat"] for e in play.match.view()["log"] if e["event"] == "give"] == [2, 0]
        play.asked(2, ["draw", "stop"], "stop")
        play.rests(0)


def test_whether_a_player_can_do_something_is_judged_when_their_place_comes() -> None:
    """E5.8: seat 1 takes the last card of the deck, so seat 2 is not asked."""
    position = {
        "seats": [
            {"domain": ["athena.democracy", *["citizen"] * (cards_in_play() - 3)]},
            {"gold": 1},
            {"gold": 1},
        ]
    }
    with Scenario(position) as play:
        play.table(deck_size=2)
        play.answers(0, "use athena.democracy")
        play.asked(1, ["yes", "no"], "yes")
        play.has(2, gold=1, domain=[])
        play.rests(0)


def test_a_player_enabled_on_the_way_is_asked() -> None:
    """E5.8: the Trade Agreement of seat 1 gives seat 2 the Gold for the Oath."""
    position = {
        "seats": [
            {"domain": ["athena.oath-of-hospitality", "zeus.alliance"]},
            {"gold": 1, "domain": ["zeus.assembly"]},
            {"gold": 0, "domain": ["hades.assembly"]},
        ],
        "draws": ["zeus.temple-of-zeus", "athena.trade-agreement", "hades.tartarus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard zeus.alliance")
        play.asked(1, ["discard zeus.assembly", "stop"], "discard zeus.assembly")
        play.has(1, gold=3)
        play.has(2, gold=1)
        play.asked(2, ["discard hades.assembly", "stop"], "discard hades.assembly")
        play.has(2, gold=0, domain=["hades.tartarus"])
        play.rests(0)


# E5.9 Using another card's power


def test_first_the_copying_card_pays_then_the_card_is_named_then_that_power_runs_with_its_cost() -> None:
    """E5.9: Theft discards, names Master of the Oracle, which wants a discard of its own."""
    position = {
        "families": "deadly-plots",
        "seats": [{"gold": 0, "domain": ["hermes.theft", "apollo.master-of-the-oracle", "citizen", "citizen"]}, {}],
        "oracle": ["hephaestus.divine-aid", "hephaestus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.theft")
        play.has(0, domain=[turned("hermes.theft"), "apollo.master-of-the-oracle", "citizen", "citizen"])
        play.asked(0, ["discard hermes.theft", "discard citizen"], "discard citizen")
        # the only usable card names itself, then asks for its own cost
        play.asked(
            0,
            ["discard hermes.theft", "discard apollo.master-of-the-oracle", "discard citizen"],
            "discard citizen",
        )
        play.answers(0, "choose hephaestus.assembly")
        play.has(
            0,
            gold=2,
            domain=[
                turned("hermes.theft"),
                "apollo.master-of-the-oracle",  # its ring stays
                "hephaestus.assembly",
                "hephaestus.divine-aid",
            ],
        )
        play.rests(0)


def test_the_user_of_a_copied_power_is_you_and_its_owner_is_another_player() -> None:
    """E5.9: Hermes' Initiation uses the Initiation of Poseidon; its owner loses a VP, you do not."""
    position = {
        "families": "misfortune",
        "seats": [
            {"vp": 5, "domain": ["hermes.initiation", "ares.initiation"]},
            {"vp": 5, "domain": ["poseidon.initiation"]},
            {"vp": 5},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.initiation")
        play.has(0, vp=5)
        play.has(1, vp=4, domain=["poseidon.initiation"])
        play.has(2, vp=4)
        play.rests(0)


def test_a_copied_power_uses_your_domain_columns_and_counters() -> None:
    """E5.9: Swindler of the Elysium exchanges your columns."""
    position = {
        "families": "opulence",
        "seats": [
            {"columns": "R", "domain": ["hermes.psychopomp"], "elysium": [["hermes.swindler"]]},
            {"columns": "YGB"},
        ],
        "agora": ["hermes.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["swap red for yellow", "swap red for green", "swap red for blue"], "swap red for blue")
        play.has(0, columns="B", elysium=[["hermes.swindler"]])
        play.has(1, columns="YGB")
        play.pending(0, ["quest 2", "take hermes.assembly"])


@pytest.mark.parametrize("ring", [True, False])
def test_ring_and_used_state_of_the_copied_card_are_not_needed_and_not_changed(ring: bool) -> None:
    """E5.9"""
    hercules = "zeus.hercules" if ring else spent("zeus.hercules")
    position = {
        "families": "opulence",
        "seats": [{"vp": 9, "domain": ["hermes.keeper-of-dreams", hercules]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, vp=12, domain=[spent("hermes.keeper-of-dreams"), hercules])
        play.rests(0)


def test_a_used_eleusis_card_is_copied_and_stays_used() -> None:
    """E5.9"""
    position = {
        "families": "opulence",
        "seats": [
            {"vp": 0, "domain": ["hermes.initiation", "ares.initiation"]},
            {"vp": 0, "domain": [turned("zeus.initiation")]},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.initiation")
        play.has(0, vp=1)
        play.has(1, vp=0, domain=[turned("zeus.initiation")])
        play.rests(0)


def test_a_copied_card_in_your_domain_may_be_transferred_by_its_own_power_and_its_ring_goes_back() -> None:
    """E5.9, Ruling: Keeper of Dreams uses Persephone, which transfers itself."""
    position = {
        "families": "misfortune",
        "seats": [{"gold": 0, "domain": ["hermes.keeper-of-dreams", "hades.persephone"]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["transfer hermes.keeper-of-dreams", "transfer hades.persephone"], "transfer hades.persephone")
        play.has(0, domain=[spent("hermes.keeper-of-dreams")], elysium=[["hades.persephone"]])
        assert list(play.state.players[0].rings) == []
        play.rests(0)


def test_a_copied_card_of_the_oracle_may_be_taken_by_its_own_power() -> None:
    """E5.9, Ruling: Apollo's Initiation uses the Prophecy of the Oracle."""
    position = {
        "families": "why-bother",
        "seats": [{"domain": ["apollo.initiation", "zeus.initiation"]}, {}],
        "oracle": ["apollo.prophecy-of-glory", "zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(0, ["choose apollo.prophecy-of-glory", "choose zeus.alliance"], "choose apollo.prophecy-of-glory")
        play.has(0, domain=[turned("apollo.initiation"), "zeus.initiation", "apollo.prophecy-of-glory"])
        play.table(oracle=["zeus.alliance"])
        play.rests(0)


def test_a_copied_card_of_an_elysium_is_not_transferred_discarded_or_counted() -> None:
    """E5.9, Ruling: Judges in the Elysium count no Hades card there, Triumph only the Domain."""
    position = {
        "families": ["hades", "hermes", "zeus", "ares", "athena"],
        "seats": [
            {
                "gold": 9,
                "vp": 0,
                "domain": ["hermes.psychopomp", "hades.tartarus", "zeus.assembly"],
                "elysium": [["hades.judges-of-the-underworld"], ["zeus.triumph"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(
            0,
            ["choose hades.judges-of-the-underworld", "choose zeus.triumph"],
            "choose hades.judges-of-the-underworld",
        )
        play.asked(
            0,
            ["transfer hermes.psychopomp", "transfer hades.tartarus", "transfer zeus.assembly", "stop"],
            "transfer zeus.assembly",
        )
        play.asked(0, ["legend 2", "new legend"], "new legend")  # one Hades card in the Domain: one transfer
        play.rests(0)
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp", "choose zeus.triumph")
        play.has(0, vp=1)  # three cards
        play.rests(0)


def test_a_copied_card_of_another_domain_is_not_transferred() -> None:
    """E5.9, Ruling: Hades' Initiation of seat 1 transfers your cards only."""
    position = {
        "families": "misfortune",
        "seats": [
            {"gold": 2, "domain": ["hermes.initiation", "ares.initiation", "ares.hoplites"]},
            {"gold": 9, "domain": ["hades.initiation"]},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.initiation")
        play.asked(
            0,
            ["transfer hermes.initiation", "transfer ares.initiation", "transfer ares.hoplites"],
            "transfer hermes.initiation",
        )
        play.has(0, gold=0, elysium=[["hermes.initiation"]])
        play.has(1, gold=9, domain=["hades.initiation"])
        play.rests(0)


@pytest.mark.parametrize(
    ("copier", "domain", "elysium"),
    [
        ("hermes.caduceus", ["ares.hoplites"], []),
        ("hermes.keeper-of-dreams", ["zeus.hercules"], []),
        ("hermes.psychopomp", ["zeus.alliance"], [["ares.hoplites"]]),
    ],
)
def test_activate_permanent_legend_and_chronos_are_never_copied(
    copier: str, domain: list[str], elysium: list[list[str]]
) -> None:
    """E5.9: of all kinds of power only one can be named, so it names itself."""
    others = ["zeus.trial-of-heroes", "zeus.whispers-of-hera", "zeus.angels-of-zeus", "zeus.assembly"]
    lone = [["zeus.kings-council"], ["zeus.father-of-the-gods"], ["ares.war-chariots"], ["ares.assembly"]]
    position = {
        "families": "opulence",
        "seats": [{"vp": 3, "domain": [copier, *domain, *others], "elysium": elysium + lone}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, f"use {copier}")
        play.has(0, **({"vp": 4} if copier == "hermes.keeper-of-dreams" else {"pp": 1}))
        play.rests(0)


def test_hermes_initiation_copies_eleusis_cards_only() -> None:
    """E5.9: not a Trigger, an Instant or another Activate card of another Domain."""
    position = {
        "families": "opulence",
        "seats": [
            {"domain": ["hermes.initiation", "ares.initiation"]},
            {"domain": ["zeus.trial-of-heroes", "zeus.hercules", "ares.hoplites"], "vp": 9},
        ],
    }
    with Scenario(position) as play:
        play.refuses("use hermes.initiation", "E10")


def test_a_card_of_the_chain_cannot_be_named_again_but_another_copy_can() -> None:
    """E5.9, Ruling: Keeper (Domain) - Psychopomp (Domain) - the other Keeper (Elysium) - Hercules."""
    position = {
        "families": "opulence",
        "seats": [
            {
                "vp": 3,
                "domain": ["hermes.keeper-of-dreams", "hermes.psychopomp", spent("zeus.hercules")],
                "elysium": [["hermes.keeper-of-dreams"], ["hermes.psychopomp"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["choose hermes.psychopomp", "choose zeus.hercules"], "choose hermes.psychopomp")
        play.asked(0, ["choose hermes.keeper-of-dreams", "choose hermes.psychopomp"], "choose hermes.psychopomp")
        # Psychopomp (Elysium) can name only Keeper (Elysium), and that only Hercules: both name themselves
        play.has(0, vp=4)
        play.has(0, domain=[spent("hermes.keeper-of-dreams"), "hermes.psychopomp", spent("zeus.hercules")])
        assert [e["card"] for e in play.match.view()["log"] if e["event"] == "copy"] == [
            "hermes.psychopomp",
            "hermes.psychopomp",
            "hermes.keeper-of-dreams",
            "zeus.hercules",
        ]
        play.rests(0)


# E5.10 to E5.13


def test_a_discarded_citizen_is_turned_face_up_and_ordinary_from_then_on() -> None:
    """E5.10, Ruling"""
    position = {
        "seats": [
            {"domain": ["zeus.trial-of-heroes", {"card": "citizen", "face": "zeus.hercules"}]},
            {},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard citizen")
        play.table(discard=["zeus.hercules"])
        play.logged("reveal", seat=0, card="zeus.hercules")
        play.rests(0)


def test_a_citizen_turned_up_is_drawn_as_an_ordinary_card_after_a_reshuffle() -> None:
    """E5.10, E3.2, Ruling"""
    position = {
        "seats": [
            {
                "gold": 0,
                "vp": 0,
                "domain": [
                    "zeus.trial-of-heroes",
                    {"card": "citizen", "face": "zeus.garden-of-the-hesperides"},
                    "athena.assembly",
                ],
            },
            {"gold": 0, "vp": 0, "domain": ["athena.divine-law", *["citizen"] * (cards_in_play() - 4)]},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard citizen", "quest 1", "dismiss red")
        play.answers(1, "use athena.divine-law")
        play.has(1, vp=2)  # the pile was that one card, an Instant
        assert play.match.view()["seats"][1]["domain"][-1] == "zeus.garden-of-the-hesperides"
        play.pending(1, DISMISS)


def test_duplicates_are_discarded_until_one_can_be_taken() -> None:
    """E5.11: judged in the Domain after the cost; the card paid for the Oath is no hindrance."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "zeus.alliance", "zeus.triumph"]},
            {"gold": 0},
        ],
        "draws": ["athena.oath-of-hospitality", "zeus.triumph", "zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard zeus.alliance")
        play.table(discard=["zeus.alliance", "athena.oath-of-hospitality", "zeus.triumph"])
        play.has(0, domain=[turned("athena.oath-of-hospitality"), "zeus.triumph", "zeus.alliance"])
        play.logged("duplicate", seat=0, card="zeus.triumph")
        play.rests(0)


def test_if_none_can_be_taken_nothing_is_taken() -> None:
    """E5.11, E3.2: the duplicate is discarded in this turn, so it is not shuffled in again."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "zeus.alliance", "citizen"]},
            {"gold": 0, "domain": ["citizen"] * (cards_in_play() - 4)},
        ],
        "discard": ["zeus.alliance"],
    }
    with Scenario(position) as play:
        play.table(deck_size=0)
        play.answers(0, "use athena.oath-of-hospitality", "discard citizen")
        play.has(0, domain=[turned("athena.oath-of-hospitality"), "zeus.alliance"])
        assert play.match.view()["discard"][-1] == "zeus.alliance"
        play.table(deck_size=0)
        play.rests(0)


def test_where_power_and_rule_differ_the_power_wins() -> None:
    """E5.12: Persephone is free though E7.1 wants Gold; the Legend must be legal all the same."""
    position = {
        "seats": [
            {
                "gold": 0,
                "domain": [spent("zeus.hercules"), "hades.persephone"],
                "elysium": [["hades.assembly", "hades.charon"]],
            },
            {},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.persephone", "transfer zeus.hercules")
        play.has(0, gold=0, elysium=[["hades.assembly", "hades.charon"], ["zeus.hercules"]])
        play.rests(0)


def test_a_power_once_started_runs_to_its_end_though_its_card_has_left() -> None:
    """E5.13: Judges go first; two Hades cards were there, so one more transfer follows."""
    position = {
        "seats": [
            {"gold": 9, "domain": ["hades.judges-of-the-underworld", "hades.tartarus", "zeus.alliance"]},
            {},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.judges-of-the-underworld", "transfer hades.judges-of-the-underworld")
        play.asked(0, ["transfer hades.tartarus", "transfer zeus.alliance", "stop"], "transfer zeus.alliance")
        play.has(0, gold=5, domain=["hades.tartarus"])
        play.rests(0)


def test_divine_law_goes_on_with_the_others_though_it_was_transferred() -> None:
    """E5.13"""
    position = {
        "seats": [{"gold": 3, "domain": ["athena.divine-law"]}, {"gold": 0}],
        "draws": ["zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law", "transfer athena.divine-law")
        play.asked(1, ["draw", "stop"], "stop")
        play.has(0, elysium=[["athena.divine-law"]], domain=["zeus.assembly"])
        play.rests(0)
