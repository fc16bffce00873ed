"""E1: the words of the rulebook."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pediment
from pediment.games.elysium.rules.purse import gain, give, lose
from pediment.games.elysium.rules.vocabulary import GOLD, NONE
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import printed

GAME = pediment.game("elysium")
FAMILIES = ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"]


def facts() -> list[dict[str, Any]]:
    return [GAME.card(card) for card in GAME.cards()]


def test_eight_families() -> None:
    """E1.1"""
    assert sorted({card["family"] for card in facts()}) == FAMILIES


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_has_21_cards_13_distinct_7_of_each_level(family: str) -> None:
    """E1.1"""
    cards = [card for card in facts() if card["family"] == family and card["id"] in printed()]
    assert len(cards) == 13
    assert sum(card["copies"] for card in cards) == 21
    levels: Counter[int] = Counter()
    for card in cards:
        levels[card["level"]] += card["copies"]
    assert levels == {1: 7, 2: 7, 3: 7}


def test_the_columns_are_red_yellow_green_and_blue() -> None:
    """E1.2"""
    with Scenario({"seats": [{}, {}], "agora": ["zeus.alliance"]}) as play:
        play.answers(0, "take zeus.alliance")
        play.asked(0, ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"], "dismiss yellow")
        play.has(0, columns="RGB")
        play.rests(1)


@pytest.mark.parametrize(
    ("columns", "takeable"),
    [("R", False), ("RY", True), ("RG", True), ("RB", True), ("YGB", False), ("RYGB", True)],
)
def test_black_means_any_one_other_column(columns: str, takeable: bool) -> None:
    """E1.2: Trial of Heroes wants R*."""
    position = {"seats": [{"columns": columns}, {}], "agora": ["zeus.trial-of-heroes", "zeus.temple-of-zeus"]}
    state = GAME.position(position)
    assert ("take zeus.trial-of-heroes" in [GAME.label(state, a) for a in GAME.legal(state)]) is takeable


@pytest.mark.parametrize("card", ["athena.goddess-of-wisdom", "hephaestus.automatons"])
@pytest.mark.parametrize(("columns", "takeable"), [("RB", True), ("RYG", False), ("YGB", False)])
def test_the_order_of_the_letters_has_no_meaning(card: str, columns: str, takeable: bool) -> None:
    """E1.2: the one is written BR, the other RB."""
    assert sorted(GAME.card(card)["condition"]) == ["B", "R"]
    state = GAME.position({"seats": [{"columns": columns}, {}], "agora": [card]})
    assert (GAME.why_not(state, f"take {card}") is None) is takeable


def test_powers_in_the_domain_are_live() -> None:
    """E1.3"""
    with Scenario({"seats": [{"vp": 6, "domain": ["zeus.hercules"]}, {}]}) as play:
        play.answers(0, "use zeus.hercules")
        play.has(0, vp=8)
        play.rests(0)


@pytest.mark.parametrize("elysium", [[["zeus.hercules"]], [["zeus.hercules", "zeus.triumph"]]])
def test_triggers_in_the_elysium_are_dead(elysium: list[list[str]]) -> None:
    """E1.3: in a Legend and as a lone card."""
    with Scenario({"seats": [{"vp": 6, "elysium": elysium}, {}]}) as play:
        play.refuses("use zeus.hercules", "E1.3")


def test_activate_powers_in_the_elysium_are_dead() -> None:
    """E1.3"""
    with Scenario({"seats": [{"domain": ["zeus.triumph"], "elysium": [["zeus.trial-of-heroes"]]}, {}]}) as play:
        play.refuses("use zeus.trial-of-heroes", "E1.3")


def test_permanent_powers_in_the_elysium_are_dead() -> None:
    """E1.3"""
    position = {
        "seats": [{"vp": 0, "gold": 0, "elysium": [["zeus.father-of-the-gods"], ["zeus.whispers-of-hera"]]}, {}],
        "agora": ["zeus.temple-of-zeus"],
    }
    with Scenario(position) as play:
        play.answers(0, "take zeus.temple-of-zeus", "dismiss red")
        play.has(0, vp=0, gold=0)
        play.rests(1)


def test_legend_powers_in_the_elysium_are_dead() -> None:
    """E1.3"""
    position = {
        "phase": "transfers",
        "seats": [
            {"quest": 1, "gold": 3, "vp": 0, "domain": ["zeus.temple-of-zeus"], "elysium": [["zeus.angels-of-zeus"]]},
            {},
        ],
    }
    with Scenario(position) as play:
        play.pending(0, ["transfer zeus.temple-of-zeus", "stop"])
        play.has(0, vp=0)


def test_an_eleusis_card_in_the_elysium_is_no_companion() -> None:
    """E1.3, E5.3"""
    with Scenario({"seats": [{"domain": ["zeus.initiation"], "elysium": [["hades.initiation"]]}, {}]}) as play:
        play.refuses("use zeus.initiation", "E5.3")


def test_chronos_scores_in_the_elysium_and_not_in_the_domain() -> None:
    """E1.3"""
    position = {
        "seats": [
            {"elysium": [["zeus.temple-of-zeus", "zeus.triumph"]]},
            {"domain": ["zeus.justice-of-zeus"], "vp": 9},
        ]
    }
    with Scenario(position) as play:
        play.scores(0, chronos=[{"card": "zeus.temple-of-zeus", "legend": 1, "vp": 2}])
        play.scores(1, chronos=[])


def test_psychopomp_uses_triggers_and_instants_of_legends_and_of_lone_cards() -> None:
    """E1.3"""
    position = {
        "families": "opulence",
        "seats": [
            {
                "vp": 4,
                "domain": ["hermes.psychopomp"],
                "elysium": [
                    ["zeus.hercules"],  # a lone Trigger
                    ["ares.hoplites"],  # a lone Instant
                    ["zeus.triumph", "hermes.caduceus"],  # Triggers in a Legend
                    ["hephaestus.divine-aid", "hephaestus.sacrifice"],  # Instants in a Legend
                    ["zeus.initiation"],
                    ["zeus.alliance"],
                    ["zeus.angels-of-zeus"],
                    ["zeus.justice-of-zeus"],
                ],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(
            0,
            [
                "choose zeus.hercules",
                "choose ares.hoplites",
                "choose hephaestus.divine-aid",
                "choose hephaestus.sacrifice",
            ],  # Triumph wants two Domain cards, Caduceus an Instant there
            "choose zeus.hercules",
        )
        play.has(0, vp=5)
        play.rests(0)


def test_cards_of_one_family_and_name_are_identical() -> None:
    """E1.4"""
    with Scenario({"seats": [{"domain": ["zeus.alliance"]}, {}], "agora": ["zeus.alliance"]}) as play:
        play.refuses("take zeus.alliance", "E4.5")


@pytest.mark.parametrize("name", ["assembly", "initiation"])
def test_assembly_and_initiation_of_different_families_are_not_identical(name: str) -> None:
    """E1.4"""
    position = {"seats": [{"domain": [f"zeus.{name}"]}, {}], "agora": [f"hades.{name}", f"athena.{name}"]}
    with Scenario(position) as play:
        play.offers(f"take hades.{name}", f"take athena.{name}")
        play.answers(0, f"take hades.{name}", "dismiss red")
        play.has(0, domain=[f"zeus.{name}", f"hades.{name}"])
        play.rests(0 if name == "initiation" else 1)  # two Eleusis cards can be used


def zeus_citizen() -> dict[str, str]:
    return {"card": "citizen", "face": "zeus.alliance"}


def test_a_citizen_has_no_family() -> None:
    """E1.5: neither King's Council nor Father of the Gods sees a Zeus card."""
    position = {
        "seats": [
            {
                "vp": 0,
                "domain": ["zeus.kings-council", zeus_citizen(), "zeus.father-of-the-gods", "hades.persephone"],
                "elysium": [["zeus.temple-of-zeus", "zeus.triumph"]],
            },
            {},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.kings-council")
        play.has(0, vp=1)
        play.answers(0, "use hades.persephone", "transfer citizen")
        play.has(0, vp=1)
        play.rests(0)


def test_a_citizen_has_no_level() -> None:
    """E1.5: Antaeus finds nothing."""
    position = {"seats": [{"domain": ["poseidon.antaeus"]}, {"domain": [zeus_citizen()]}]}
    with Scenario(position) as play:
        play.refuses("use poseidon.antaeus", "E10")


def test_a_citizen_has_no_power() -> None:
    """E1.5: an Instant, a Permanent or a Trigger face does nothing."""
    position = {
        "families": "opulence",
        "seats": [
            {
                "vp": 0,
                "domain": [
                    "hermes.caduceus",
                    {"card": "citizen", "face": "ares.hoplites"},
                    {"card": "citizen", "face": "zeus.whispers-of-hera"},
                    {"card": "citizen", "face": "zeus.triumph"},
                ],
            },
            {},
        ],
        "agora": ["zeus.temple-of-zeus"],
    }
    with Scenario(position) as play:
        play.refuses("use hermes.caduceus", "E10")
        play.refuses("use zeus.triumph", "E1.3")
        play.refuses("use citizen", "")
        play.answers(0, "take zeus.temple-of-zeus", "dismiss red")
        play.has(0, gold=4)
        play.rests(1)


def test_a_citizen_is_identical_to_nothing() -> None:
    """E1.5: many Citizens in one Domain, and the card of one's face beside it."""
    position = {"seats": [{"domain": [zeus_citizen(), "citizen", "citizen"]}, {}], "agora": ["zeus.alliance"]}
    with Scenario(position) as play:
        play.answers(0, "take zeus.alliance", "dismiss red")
        play.has(0, domain=["citizen", "citizen", "citizen", "zeus.alliance"])
        play.rests(1)


def test_nobody_knows_the_face_of_a_citizen() -> None:
    """E1.5, E9.1: not its owner, not a spectator."""
    state = GAME.position({"seats": [{"domain": [{"card": "citizen", "face": "zeus.hercules"}]}, {}]})
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        assert view["seats"][0]["domain"] == ["citizen"]


def test_the_bank_is_unlimited() -> None:
    """E1.6"""
    position = {
        "families": "opulence",
        "seats": [{"gold": 500, "vp": 900, "pp": 300, "domain": ["zeus.hercules", "ares.glorious-victory"]}, {}],
        "agora": ["hephaestus.divine-aid"],
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.hercules", "use ares.glorious-victory", "take hephaestus.divine-aid", "dismiss red")
        play.has(0, gold=502, vp=1200, pp=301)
        play.rests(1)


def test_nothing_is_told_of_nothing() -> None:
    """E1.6: what receives, loses or gives none of a counter leaves no line in the log."""
    state = GAME.position({"seats": [{"gold": 0}, {}]})
    before = GAME.view(state, None)
    gain(state, 0, 0, GOLD, NONE)
    lose(state, 0, 1, GOLD, NONE)
    give(state, 0, 1, GOLD, 1, NONE)
    assert GAME.view(state, None) == before


def test_no_counter_goes_below_zero() -> None:
    """E1.6: three ways to lose what is not there."""
    position = {
        "families": "why-bother",
        "seats": [
            {"vp": 0, "domain": ["poseidon.initiation", "zeus.initiation", "ares.water-dragon"]},
            {"gold": 0, "vp": 0, "pp": 0},
            {"gold": 1, "vp": 1, "pp": 1},
        ],
        "agora": ["poseidon.charybdis-and-scylla"],
    }
    with Scenario(position) as play:
        play.answers(0, "use poseidon.initiation")
        play.has(1, vp=0)
        play.has(2, vp=0)
        play.answers(0, "use ares.water-dragon")
        play.has(0, pp=1)
        play.has(1, pp=0)
        play.has(2, pp=0)
        play.answers(0, "take poseidon.charybdis-and-scylla", "dismiss red")
        play.has(1, gold=0, vp=0)
        play.has(2, gold=0, vp=0)
        play.rests(0)


def test_permanents_see_a_take_from_agora_oracle_and_deck() -> None:
    """E1.7"""
    position = {
        "families": "why-bother",
        "seats": [
            {
                "vp": 0,
                "domain": ["apollo.god-of-the-sun", "apollo.prophecy-of-glory", "athena.divine-law", "zeus.alliance"],
                "gold": 0,
            },
            {"gold": 0},
        ],
        "agora": ["apollo.charisma"],
        "oracle": ["apollo.homer"],
        "draws": ["apollo.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.has(0, vp=1)  # from the Oracle
        play.answers(0, "use athena.divine-law")
        play.has(0, vp=2)  # from the deck
        play.asked(1, ["draw", "stop"], "stop")
        play.answers(0, "take apollo.charisma", "dismiss red")
        play.has(0, vp=4)  # from the Agora, and its Citizen for Alliance
        play.rests(1)


def test_permanents_see_a_take_in_another_players_turn() -> None:
    """E1.7: Alliance of seat 1 pays for Democracy of seat 0."""
    position = {"seats": [{"domain": ["athena.democracy"]}, {"vp": 0, "domain": ["zeus.alliance"]}]}
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.asked(1, ["yes", "no"], "yes")
        play.has(1, vp=1, gold=3, domain=["zeus.alliance", "citizen"])
        play.rests(0)


def test_permanents_see_a_transfer_in_phase_two_and_in_another_players_turn() -> None:
    """E1.7: Horn of Plenty at Persephone; Aegis of seat 1 at the Panathenaic Games of seat 0."""
    position = {
        "seats": [
            {"gold": 0, "vp": 0, "domain": ["hades.god-of-the-dead", "hades.persephone", "hades.tartarus"]},
            {"gold": 4, "domain": ["athena.aegis", "athena.mediation"]},
        ],
        "agora": ["athena.panathenaic-games"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.persephone", "transfer hades.tartarus")
        play.has(0, vp=1)
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        play.asked(1, ["transfer athena.aegis", "transfer athena.mediation", "stop"], "transfer athena.mediation")
        play.has(1, gold=3)  # 2 paid, 1 received
        play.rests(1)


def test_orpheus_exchange_is_neither_take_nor_transfer() -> None:
    """E1.7, E7.8"""
    position = {
        "families": "opulence",
        "seats": [
            {
                "gold": 0,
                "vp": 0,
                "domain": ["hermes.orpheus", "hermes.god-of-thieves", "zeus.alliance"],
                "elysium": [["hermes.messenger", "hermes.caduceus", "citizen"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus", "choose hermes.orpheus")
        play.has(0, vp=0, gold=0, domain=["hermes.god-of-thieves", "zeus.alliance", "citizen"])
        play.rests(0)
