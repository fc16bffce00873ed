"""Scenarios for the cards of Hades: transfers outside Phase III, and more of them in it."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario

MISFORTUNE = ["ares", "hades", "hephaestus", "hermes", "poseidon"]
PLOTS = ["apollo", "athena", "hades", "hephaestus", "hermes"]
END: dict[str, Any] = {"phase": "transfers", "epoch": 5}  # without Domains: over at once
COLUMNS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
QUESTS = ["quest 1", "quest 2"]


# Posthumous Hero


def test_posthumous_hero_transfers_a_citizen_for_free() -> None:
    """hades.posthumous-hero: transfer a Citizen for free; with one place there is no question. E5.4, E7.1, E7.4."""
    position = {
        "seats": [
            {
                "gold": 0,
                "domain": ["hades.posthumous-hero", "zeus.alliance", "citizen"],
                "elysium": [["zeus.hercules", "athena.embassy"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.asked(0, ["use hades.posthumous-hero", *QUESTS], "use hades.posthumous-hero")
        play.has(0, gold=0, domain=[{"card": "hades.posthumous-hero", "ring": False}, "zeus.alliance"])
        play.has(0, elysium=[["zeus.hercules", "athena.embassy", "citizen"]], bonuses=["level 3"])
        play.logged("transfer", seat=0, card="citizen", n=0, cause="hades.posthumous-hero", rule="E5.4")
        play.refuses("use hades.posthumous-hero", "E5.4")
        play.pending(0, QUESTS)


def test_posthumous_hero_may_join_any_open_legend_and_wins_its_tile() -> None:
    """hades.posthumous-hero: E7.4 decides where; full Legends and lone cards are no place; once started it must be.

    E5.7, E7.4, E7.6.
    """
    legends = [
        ["zeus.hercules", "athena.embassy"],
        ["zeus.triumph"],
        ["poseidon.raiders", "poseidon.tidal-wave"],
        ["hades.charon", "hades.cerberus", "hades.charons-obol"],
        ["hephaestus.workshop", "athena.naval-power", "poseidon.cyclopes", "citizen", "citizen"],
    ]
    position = {
        "seats": [{"gold": 1, "domain": ["hades.posthumous-hero", "citizen", "citizen"], "elysium": legends}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.refuses("stop", "E7.9")
        play.refuses("new legend", "E7.4")
        play.refuses("legend 2", "E7.4")
        play.refuses("legend 4", "E7.4")
        play.refuses("legend 5", "E7.4")
        play.asked(0, ["legend 1", "legend 3"], "legend 3")
        play.has(0, gold=1, domain=[{"card": "hades.posthumous-hero", "ring": False}, "citizen"])
        play.has(0, bonuses=["hades 5", "level 2", "level 3", "poseidon 5"])
        play.rests(0)


def test_posthumous_hero_may_steal_a_level_tile() -> None:
    """hades.posthumous-hero: a Citizen makes a Level Legend bigger. E7.7."""
    position = {
        "seats": [
            {
                "domain": ["hades.posthumous-hero", "citizen"],
                "elysium": [["zeus.hercules", "athena.embassy"]],
                "bonuses": [],
            },
            {"elysium": [["hades.cerberus", "poseidon.medusa"]], "bonuses": ["level 3"]},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.has(0, bonuses=["level 3"])
        play.has(1, bonuses=[])
        play.rests(0)


@pytest.mark.parametrize(
    ("domain", "legends"),
    [
        (["zeus.alliance"], [["zeus.hercules", "athena.embassy"]]),  # no Citizen in the Domain
        (["zeus.alliance"], [["zeus.hercules", "athena.embassy", "citizen"]]),
        (["citizen"], []),
        (["citizen"], [["zeus.hercules"], ["athena.embassy"]]),  # lone cards
        (["citizen"], [["zeus.hercules", "zeus.triumph", "zeus.alliance"]]),  # full
        (["citizen"], [["zeus.hercules", "athena.embassy", "citizen", "citizen", "citizen"]]),
    ],
)
def test_posthumous_hero_needs_a_citizen_and_an_open_legend(domain: list[str], legends: list[list[str]]) -> None:
    """hades.posthumous-hero: a Citizen in the Domain and an open Legend of 2+ cards. E10."""
    seat = {"gold": 9, "domain": ["hades.posthumous-hero", *domain], "elysium": legends}
    with Scenario({"seats": [seat, {}]}) as play:
        play.refuses("use hades.posthumous-hero", "E10")
        play.pending(0, QUESTS)


# Charon's Obol


def test_charons_obol_brings_one_gold_and_then_a_transfer() -> None:
    """hades.charons-obol: 1 Gold, then you may make a transfer, paid with this Gold too; it may be this card. E5.1."""
    position = {
        "seats": [{"gold": 1, "domain": ["hephaestus.workshop", "poseidon.golden-fleece"]}, {"gold": 4}],
        "agora": ["hades.charons-obol"],
    }
    for answer, gold, elysium in (
        ("transfer hephaestus.workshop", 0, [["hephaestus.workshop"]]),
        ("transfer hades.charons-obol", 1, [["hades.charons-obol"]]),
        ("stop", 2, []),
    ):
        with Scenario(position) as play:
            play.answers(0, "take hades.charons-obol")
            play.has(0, gold=1)
            play.asked(0, COLUMNS, "dismiss red")
            play.has(0, gold=2)
            play.logged("gain", seat=0, n=1, counter="gold", cause="hades.charons-obol", rule="E5.1")
            play.refuses("transfer poseidon.golden-fleece", "E7.1")
            play.asked(0, ["transfer hephaestus.workshop", "transfer hades.charons-obol", "stop"], answer)
            play.has(0, gold=gold, elysium=elysium)
            play.has(1, gold=4)
            play.rests(1)


def test_charons_obol_may_be_transferred_with_its_own_gold() -> None:
    """hades.charons-obol: paid as usual, also with this Gold; it joins a Legend as in Phase III. E7.1, E7.2, E7.6."""
    legends = [["hades.charon", "hades.cerberus"], ["zeus.alliance"], ["zeus.hercules"]]
    position = {"seats": [{"gold": 0, "elysium": legends}, {}], "agora": ["hades.charons-obol"]}
    with Scenario(position) as play:
        play.answers(0, "take hades.charons-obol", "dismiss red")
        play.asked(0, ["transfer hades.charons-obol", "stop"], "transfer hades.charons-obol")
        play.refuses("legend 3", "E7.3")
        play.asked(0, ["legend 1", "legend 2", "new legend"], "legend 1")
        play.has(0, gold=0, domain=[], bonuses=["hades 5"])
        play.rests(1)


def test_charons_obol_drawn_in_anothers_turn_serves_its_taker() -> None:
    """hades.charons-obol: an Instant resolves also on another player's turn. E5.1, E5.8."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 1, "domain": ["zeus.triumph"]}],
        "draws": ["zeus.alliance", "hades.charons-obol"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=2)
        play.asked(1, ["transfer zeus.triumph", "transfer hades.charons-obol", "stop"], "transfer zeus.triumph")
        play.has(1, gold=0, elysium=[["zeus.triumph"]], domain=["hades.charons-obol"])
        play.rests(0)


def test_charons_obol_copied_from_the_elysium_is_not_transferred() -> None:
    """hades.charons-obol: always to be copied; a copied card in the Elysium cannot go. E5.9, E10."""
    position = {
        "families": PLOTS,
        "seats": [{"gold": 0, "domain": ["hermes.psychopomp"], "elysium": [["hades.charons-obol"]]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.has(0, gold=1, elysium=[["hades.charons-obol"]])  # Psychopomp costs 3: no question
        play.rests(0)


# Assembly, Temple of Hades, Tartarus


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["athena.democracy", "hades.assembly", "poseidon.earthquake", "hephaestus.apprentice", "zeus.alliance"], 5),
        (["hades.assembly", "zeus.alliance", "poseidon.earthquake", "citizen"], 3),
        (["hades.assembly", "hades.charon"], 1),
        (["hades.assembly", "hades.charon", "hades.cerberus"], 1),
        (["hades.assembly", "hades.charon", "citizen"], 1),
    ],
)
def test_assembly_scores_each_different_family_of_its_legend(legend: list[str], vp: int) -> None:
    """hades.assembly: 1 VP per different family in this Legend, Citizens have none; 5 at most, 1 in a Family Legend.

    E5.6, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": [legend, ["zeus.hercules", "athena.embassy"]]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "hades.assembly", "legend": 1, "vp": vp}])
        play.over()


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["hades.temple-of-hades", "hades.charon", "hades.cerberus"], 3),
        (["hades.charon", "hades.temple-of-hades"], 2),
        (["hades.charon", "hades.temple-of-hades", "citizen"], 2),
        (["zeus.alliance", "hades.temple-of-hades", "poseidon.earthquake", "citizen", "citizen"], 1),
    ],
)
def test_temple_of_hades_scores_each_hades_card_of_its_legend(legend: list[str], vp: int) -> None:
    """hades.temple-of-hades: 1 VP per Hades card in this Legend; Citizens and other Legends do not count. E8.2."""
    with Scenario({**END, "seats": [{"elysium": [["hades.persephone", "hades.initiation"], legend]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "hades.temple-of-hades", "legend": 2, "vp": vp}])
        play.over()


@pytest.mark.parametrize(
    ("legends", "vp"),
    [
        ([["hades.tartarus", "zeus.alliance"]], 1),
        ([["hades.tartarus", "zeus.alliance", "poseidon.earthquake"]], 1),  # rounded down
        ([["hades.tartarus", "zeus.alliance", "citizen", "citizen"]], 2),  # Citizens count
        ([["hades.tartarus", "zeus.alliance", "citizen"], ["zeus.hercules"]], 1),  # lone cards are gone
        ([["hades.tartarus", "zeus.alliance", "citizen"], ["zeus.hercules", "athena.aegis"]], 2),
        ([["hades.tartarus", "hades.charon", "hades.cerberus"], ["zeus.hercules", "athena.aegis", "citizen"]], 3),
    ],
)
def test_tartarus_scores_one_per_two_cards_of_your_elysium(legends: list[list[str]], vp: int) -> None:
    """hades.tartarus: 1 VP per 2 cards in your Elysium, rounded down; lone cards are gone; Citizens count.

    E5.6, E8.1, E8.2.
    """
    theirs = [["poseidon.medusa", "hephaestus.slaves", "athena.embassy"]]
    with Scenario({**END, "seats": [{"elysium": legends}, {"elysium": theirs}]}) as play:
        play.scores(0, chronos=[{"card": "hades.tartarus", "legend": 1, "vp": vp}])
        play.over()


@pytest.mark.parametrize("card", ["hades.assembly", "hades.temple-of-hades", "hades.tartarus"])
def test_chronos_cards_of_hades_score_only_in_a_legend_of_two_or_more(card: str) -> None:
    """hades.assembly, hades.temple-of-hades, hades.tartarus: nothing as a lone card or in the Domain. E5.6, E8.1."""
    pair = ["zeus.triumph", "zeus.hercules"]
    with Scenario({**END, "seats": [{"vp": 4, "elysium": [[card], pair]}, {}]}) as play:
        play.scores(0, chronos=[], total=4 + 3)
        play.over()
    with Scenario({**END, "seats": [{"vp": 4, "gold": 0, "domain": [card], "elysium": [pair]}, {}]}) as play:
        play.scores(0, chronos=[], total=4 + 3)
        play.over()


# Helm of Invisibility


def test_helm_adds_one_transfer() -> None:
    """hades.helm-of-invisibility: one more transfer, paid as usual; here 2 with an Incomplete Quest. E5.5, E6.3."""
    domain = ["hades.helm-of-invisibility", "zeus.alliance", "zeus.triumph", "athena.democracy"]
    with Scenario({**END, "seats": [{"gold": 9, "domain": domain}, {}]}) as play:
        play.logged("transfers", seat=0, n=2)
        options = [f"transfer {card}" for card in domain]
        play.asked(0, [*options, "stop"], "transfer zeus.alliance")
        play.answers(0, "transfer athena.democracy", "new legend")
        play.has(0, gold=7, domain=["hades.helm-of-invisibility", "zeus.triumph"])
        play.over()


def test_helm_counts_even_if_it_goes_first() -> None:
    """hades.helm-of-invisibility: counts even if Helm goes first. E5.5."""
    with Scenario(
        {**END, "seats": [{"gold": 9, "domain": ["hades.helm-of-invisibility", "zeus.alliance"]}, {}]}
    ) as play:
        play.answers(0, "transfer hades.helm-of-invisibility")
        play.asked(0, ["transfer zeus.alliance", "stop"], "transfer zeus.alliance")
        play.has(0, gold=6, domain=[], elysium=[["hades.helm-of-invisibility"], ["zeus.alliance"]])
        play.over()


def test_helm_is_optional_and_adds_to_the_number_of_a_quest() -> None:
    """hades.helm-of-invisibility: optional; with Quest 1 it makes three. E5.5, E6.3."""
    seat = {"quest": 1, "gold": 9, "domain": ["hades.helm-of-invisibility", "zeus.alliance"]}
    with Scenario({**END, "seats": [seat, {}]}) as play:
        play.logged("transfers", seat=0, n=3)
        play.answers(0, "transfer zeus.alliance")
        play.asked(0, ["transfer hades.helm-of-invisibility", "stop"], "stop")
        play.has(0, gold=8, domain=["hades.helm-of-invisibility"])
        play.over()


def test_helm_is_paid_as_usual() -> None:
    """hades.helm-of-invisibility: its transfer is not free; it ends by itself when none is possible. E6.3, E7.1."""
    with Scenario(
        {**END, "seats": [{"gold": 2, "domain": ["hades.helm-of-invisibility", "zeus.alliance"]}, {}]}
    ) as play:
        play.asked(
            0, ["transfer hades.helm-of-invisibility", "transfer zeus.alliance", "stop"], "transfer zeus.alliance"
        )
        play.has(0, gold=1, domain=["hades.helm-of-invisibility"])
        play.over()


def test_helm_adds_nothing_from_the_elysium_or_for_others() -> None:
    """hades.helm-of-invisibility: only in the own Domain when your transfers begin. E1.3, E5.5."""
    position = {
        **END,
        "seats": [
            {"gold": 9, "domain": ["zeus.alliance", "zeus.triumph"], "elysium": [["hades.helm-of-invisibility"]]},
            {"gold": 0, "domain": ["hades.helm-of-invisibility"]},
        ],
    }
    with Scenario(position) as play:
        play.logged("transfers", seat=0, n=1)
        play.asked(0, ["transfer zeus.alliance", "transfer zeus.triumph", "stop"], "transfer zeus.alliance")
        play.has(0, domain=["zeus.triumph"])
        play.logged("transfers", seat=1, n=2)
        play.over()


def test_helm_that_left_in_phase_two_adds_nothing() -> None:
    """hades.helm-of-invisibility: a Legend card that left the Domain in Phase II gives nothing. E5.5."""
    position = {
        "epoch": 5,
        "seats": [
            {
                "cards_taken": 3,
                "columns": "R",
                "gold": 9,
                "domain": ["hades.persephone", "hades.helm-of-invisibility", "zeus.alliance"],
            },
            {"cards_taken": 3, "quest": 2},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.persephone", "transfer hades.helm-of-invisibility")
        play.table(phase="transfers")  # Quest 1 was the only take left
        play.logged("transfers", seat=0, n=2)
        play.has(0, gold=11)
        play.pending(0, ["transfer hades.persephone", "transfer zeus.alliance", "stop"])


def test_helm_is_not_used_by_hand() -> None:
    """hades.helm-of-invisibility: a Legend power works by itself in Phase III. E5.5."""
    with Scenario({"seats": [{"domain": ["hades.helm-of-invisibility"]}, {}]}) as play:
        play.refuses("use hades.helm-of-invisibility", "E5.5")
        play.pending(0, QUESTS)


# Initiation


def test_initiation_makes_a_transfer_that_must_be_made() -> None:
    """hades.initiation: make a transfer, paid as usual; once started it must be made. E5.3, E5.7, E7.1."""
    position = {
        "seats": [{"gold": 2, "domain": ["hades.initiation", "zeus.hercules", "poseidon.initiation"]}, {"vp": 0}],
    }
    with Scenario(position) as play:
        play.asked(0, ["use hades.initiation", *QUESTS], "use hades.initiation")
        play.has(0, gold=2, domain=[{"card": "hades.initiation", "used": True}, "zeus.hercules", "poseidon.initiation"])
        play.refuses("stop", "E5.7")
        play.refuses("transfer zeus.hercules", "E7.1")
        options = ["transfer hades.initiation", "transfer poseidon.initiation"]
        play.asked(0, options, "transfer poseidon.initiation")
        play.has(0, gold=0, elysium=[["poseidon.initiation"]])
        play.logged("transfer", seat=0, card="poseidon.initiation", n=2, cause="hades.initiation", rule="E5.3")
        play.refuses("use hades.initiation", "E5.3")
        play.rests(0)


def test_initiation_may_transfer_itself_or_a_citizen() -> None:
    """hades.initiation: may be this card; a Citizen under E7.4. E5.7, E7.4."""
    position = {
        "seats": [
            {
                "gold": 2,
                "domain": ["hades.initiation", "poseidon.initiation", "citizen"],
                "elysium": [["zeus.alliance", "hades.charons-obol"]],
            },
            {"vp": 0},
        ],
    }
    options = ["transfer hades.initiation", "transfer poseidon.initiation", "transfer citizen"]
    with Scenario(position) as play:
        play.answers(0, "use hades.initiation")
        play.asked(0, options, "transfer hades.initiation")
        play.has(0, gold=0, domain=["poseidon.initiation", "citizen"])
        play.has(0, elysium=[["zeus.alliance", "hades.charons-obol"], ["hades.initiation"]])
        play.rests(0)
    with Scenario(position) as play:
        play.answers(0, "use hades.initiation")
        play.asked(0, options, "transfer citizen")
        play.has(0, gold=1, elysium=[["zeus.alliance", "hades.charons-obol", "citizen"]])
        play.rests(0)


@pytest.mark.parametrize(
    ("seat", "usable"),
    [
        ({"gold": 1, "domain": []}, False),
        ({"gold": 2, "domain": []}, True),  # this card itself
        ({"gold": 1, "domain": ["zeus.alliance"]}, True),
        ({"gold": 0, "domain": ["zeus.alliance"]}, False),
        ({"gold": 1, "domain": ["citizen"], "elysium": [["zeus.alliance", "hades.charons-obol"]]}, True),
        ({"gold": 0, "domain": ["citizen"], "elysium": [["zeus.alliance", "hades.charons-obol"]]}, False),
        ({"gold": 1, "domain": ["citizen"], "elysium": [["zeus.alliance"]]}, False),
    ],
)
def test_initiation_needs_a_possible_transfer(seat: dict[str, Any], usable: bool) -> None:
    """hades.initiation: T. E10."""
    seat = {**seat, "domain": ["hades.initiation", "poseidon.initiation", *seat["domain"]]}
    with Scenario({"seats": [seat, {"vp": 0}]}) as play:
        if usable:
            play.offers("use hades.initiation")
        else:
            play.refuses("use hades.initiation", "E10")
        play.rests(0)


def test_initiation_needs_another_eleusis_card() -> None:
    """hades.initiation: needs another Eleusis card in your Domain. E5.3."""
    seat = {"gold": 9, "domain": ["hades.initiation", "zeus.alliance"], "elysium": [["zeus.initiation"]]}
    with Scenario({"seats": [seat, {"domain": ["athena.initiation"]}]}) as play:
        play.refuses("use hades.initiation", "E5.3")
        play.pending(0, QUESTS)


# Charon


@pytest.mark.parametrize(
    ("order", "vps"),
    [
        (["hades.charon", "zeus.alliance", "zeus.triumph"], [0, 0, 0]),  # first: nothing
        (["zeus.alliance", "hades.charon", "zeus.triumph"], [0, 2, 2]),
        (["zeus.alliance", "zeus.triumph", "hades.charon"], [0, 2, 2]),
        (["zeus.alliance", "zeus.triumph"], [0, 2]),  # Charon may stay
        (["zeus.alliance"], [0]),  # one transfer is not enough
        ([], []),
    ],
)
def test_charon_pays_two_vp_after_the_second_transfer(order: list[str], vps: list[int]) -> None:
    """hades.charon: 2 VP with your second transfer; transferred first, nothing; second or later, 2 VP. E5.5."""
    cards = ["hades.charon", "zeus.alliance", "zeus.triumph"]
    seats = [{"quest": 2, "disc": 1, "gold": 9, "vp": 0, "domain": cards}, {"disc": 2}]
    with Scenario({**END, "seats": seats}) as play:
        play.has(0, vp=0)
        for card, vp in zip(order, vps, strict=True):
            play.answers(0, f"transfer {card}")
            if "new legend" in play.match.options():
                play.answers(0, "new legend")
            play.has(0, vp=vp)
        if not play.match.over:
            play.answers(0, "stop")
        play.has(0, vp=vps[-1] if vps else 0)
        if vps and vps[-1]:
            play.logged("gain", seat=0, n=2, counter="vp", cause="hades.charon", rule="E5.5")
        play.over()


def test_charon_counts_the_transfer_of_helm_alike() -> None:
    """hades.charon: transfers of the Quest and of Helm count alike; with one transfer alone nothing comes. E5.5."""
    seat = {"gold": 9, "vp": 0, "domain": ["zeus.alliance", "hades.charon", "hades.helm-of-invisibility"]}
    with Scenario({**END, "seats": [seat, {}]}) as play:
        play.answers(0, "transfer zeus.alliance")
        play.has(0, vp=0)
        play.asked(0, ["transfer hades.charon", "transfer hades.helm-of-invisibility", "stop"], "transfer hades.charon")
        play.has(0, vp=2)
        play.over()
    with Scenario({**END, "seats": [{"gold": 9, "vp": 0, "domain": ["zeus.alliance", "hades.charon"]}, {}]}) as play:
        play.answers(0, "transfer zeus.alliance")  # an Incomplete Quest grants one
        play.has(0, vp=0)
        play.over()


def test_charon_counts_each_players_own_transfers() -> None:
    """hades.charon: your second transfer of this phase, not the second of the phase. E5.5."""
    position = {
        **END,
        "seats": [
            {"quest": 1, "gold": 9, "vp": 0, "domain": ["zeus.alliance", "hades.charon"]},
            {"quest": 2, "gold": 9, "vp": 0, "domain": ["zeus.triumph", "zeus.hercules", "hades.charon"]},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "transfer zeus.alliance", "stop")
        play.answers(1, "transfer zeus.triumph")
        play.has(0, vp=0)
        play.has(1, vp=0)
        play.answers(1, "transfer zeus.hercules", "new legend")
        play.has(0, vp=0)
        play.has(1, vp=2)
        play.answers(1, "stop")
        play.over()


def test_charon_does_not_count_transfers_of_phase_two() -> None:
    """hades.charon: Phase II transfers do not count, and pay nothing. E5.5."""
    position = {
        "epoch": 5,
        "seats": [
            {
                "cards_taken": 3,
                "columns": "R",
                "gold": 9,
                "vp": 0,
                "domain": [
                    "hades.judges-of-the-underworld",
                    "hades.charon",
                    "zeus.alliance",
                    "hephaestus.workshop",
                    "hades.tartarus",
                ],
            },
            {"cards_taken": 3, "quest": 2},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.judges-of-the-underworld", "transfer zeus.alliance", "transfer hades.tartarus")
        play.answers(0, "new legend", "stop")
        play.has(0, vp=0)
        play.table(phase="transfers")
        play.answers(0, "transfer hephaestus.workshop")
        play.has(0, vp=0)
        play.answers(0, "transfer hades.charon", "new legend")
        play.has(0, vp=2)
        play.over()


def test_charon_is_not_used_by_hand() -> None:
    """hades.charon: a Legend power works by itself in Phase III. E5.5."""
    with Scenario({"seats": [{"domain": ["hades.charon"]}, {}]}) as play:
        play.refuses("use hades.charon", "E5.5")
        play.pending(0, QUESTS)


# Cerberus


def test_cerberus_discards_a_card_and_makes_a_transfer() -> None:
    """hades.cerberus: discard a card, a Citizen or this card too: make a transfer, paid as usual. E5.3, E5.7, E7.1."""
    domain = ["hades.cerberus", "citizen", "zeus.triumph", "zeus.alliance"]
    all_discards = [f"discard {card}" for card in domain]
    used = {"card": "hades.cerberus", "used": True}
    position = {"seats": [{"gold": 3, "vp": 0, "domain": domain}, {}], "draws": ["poseidon.medusa"]}
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")
        play.has(0, domain=[used, "citizen", "zeus.triumph", "zeus.alliance"])
        play.refuses("stop", "E5.7")
        play.asked(0, all_discards, "discard citizen")
        play.table(discard=["poseidon.medusa"])
        play.refuses("stop", "E5.7")  # the transfer is then made
        options = ["transfer hades.cerberus", "transfer zeus.triumph", "transfer zeus.alliance"]
        play.asked(0, options, "transfer hades.cerberus")
        play.has(0, gold=0, domain=["zeus.triumph", "zeus.alliance"], elysium=[["hades.cerberus"]])
        play.logged("transfer", seat=0, card="hades.cerberus", n=3, cause="hades.cerberus", rule="E5.3")
        play.rests(0)
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")
        play.asked(0, all_discards, "discard hades.cerberus")
        play.asked(0, ["transfer zeus.triumph", "transfer zeus.alliance"], "transfer zeus.triumph")
        play.has(0, gold=1, domain=["citizen", "zeus.alliance"], elysium=[["zeus.triumph"]])
        play.table(discard=["hades.cerberus"])
        play.rests(0)
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")
        play.asked(0, all_discards, "discard zeus.triumph")
        play.asked(0, ["transfer hades.cerberus", "transfer zeus.alliance"], "transfer zeus.alliance")
        play.has(0, gold=2, domain=[used, "citizen"], elysium=[["zeus.alliance"]])
        play.refuses("use hades.cerberus", "E5.3")
        play.rests(0)


def test_cerberus_offers_only_discards_that_leave_a_transfer() -> None:
    """hades.cerberus: only a discard that leaves a possible transfer is offered. E5.7."""
    position: dict[str, Any] = {
        "seats": [{"gold": 1, "domain": ["hades.cerberus", "zeus.alliance", "zeus.hercules"]}, {}]
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")
        play.refuses("discard zeus.alliance", "E5.7")
        play.asked(0, ["discard hades.cerberus", "discard zeus.hercules"], "discard zeus.hercules")
        play.has(0, gold=0, elysium=[["zeus.alliance"]])  # the only possible transfer, unasked
        play.rests(0)
    legends = [["zeus.alliance", "hades.charons-obol"]]
    position = {"seats": [{"gold": 1, "domain": ["hades.cerberus", "citizen"], "elysium": legends}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")  # only Cerberus can be spared, and only the Citizen can go
        play.has(0, gold=0, domain=[], elysium=[["zeus.alliance", "hades.charons-obol", "citizen"]])
        play.table(discard=["hades.cerberus"])
        play.rests(0)
    position = {"seats": [{"gold": 1, "domain": ["hades.cerberus", "citizen", "citizen"], "elysium": legends}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.cerberus")
        play.asked(0, ["discard hades.cerberus", "discard citizen"], "discard citizen")
        play.has(0, gold=0, domain=[{"card": "hades.cerberus", "used": True}])
        play.rests(0)


@pytest.mark.parametrize(
    "seat",
    [
        {"gold": 9, "domain": ["hades.cerberus"]},  # nothing left after the discard
        {"gold": 0, "domain": ["hades.cerberus", "zeus.alliance"]},
        {"gold": 2, "domain": ["hades.cerberus", "zeus.father-of-the-gods"]},
        {"gold": 2, "domain": ["hades.cerberus", "citizen"], "elysium": [["zeus.alliance"]]},
    ],
)
def test_cerberus_needs_a_transfer_after_some_discard(seat: dict[str, Any]) -> None:
    """hades.cerberus: after some discard, T. E10."""
    with Scenario({"seats": [seat, {}]}) as play:
        play.refuses("use hades.cerberus", "E10")
        play.rests(0)


def test_cerberus_is_used_once_per_epoch() -> None:
    """hades.cerberus: an Activate card already turned is not used again. E5.3."""
    with Scenario({"seats": [{"domain": [{"card": "hades.cerberus", "used": True}, "zeus.alliance"]}, {}]}) as play:
        play.refuses("use hades.cerberus", "E5.3")
        play.pending(0, QUESTS)


# Judges of the Underworld


def test_judges_grant_one_transfer_per_hades_card() -> None:
    """hades.judges-of-the-underworld: up to one transfer per Hades card of the Domain, this one too; of any family.

    E5.4, E7.1.
    """
    domain = [
        "hades.judges-of-the-underworld",
        "zeus.alliance",
        "hades.charon",
        "athena.embassy",
        "citizen",
        "zeus.triumph",
    ]
    position = {"seats": [{"gold": 9, "domain": domain, "elysium": [["hades.tartarus"]]}, {}]}
    with Scenario(position) as play:
        play.answers(0, "use hades.judges-of-the-underworld")
        options = [f"transfer {card}" for card in domain if card != "citizen"]
        play.asked(0, [*options, "stop"], "transfer athena.embassy")
        options.remove("transfer athena.embassy")
        play.asked(0, [*options, "stop"], "transfer zeus.alliance")
        play.asked(0, ["legend 1", "new legend"], "new legend")
        play.has(0, gold=5, elysium=[["hades.tartarus"], ["athena.embassy"], ["zeus.alliance"]])
        play.refuses("use hades.judges-of-the-underworld", "E5.4")
        play.rests(0)


def test_judges_fix_their_number_at_the_start() -> None:
    """hades.judges-of-the-underworld: the number does not change as Hades cards leave, nor by Horn of Plenty's Gold.

    E5.4, E5.13.
    """
    domain = ["hades.judges-of-the-underworld", "hades.charons-obol", "hades.horn-of-plenty"]
    with Scenario({"seats": [{"gold": 4, "domain": domain}, {}]}) as play:
        play.answers(0, "use hades.judges-of-the-underworld")
        options = [f"transfer {card}" for card in domain]
        play.asked(0, [*options, "stop"], "transfer hades.judges-of-the-underworld")
        play.has(0, gold=2)  # 3 paid, 1 from Horn of Plenty
        play.refuses("transfer hades.horn-of-plenty", "E7.1")
        play.asked(0, ["transfer hades.charons-obol", "stop"], "transfer hades.charons-obol")
        play.answers(0, "legend 1")
        play.has(0, gold=2, domain=["hades.horn-of-plenty"])
        play.rests(0)  # one transfer is left, but not the Gold for it
    with Scenario({"seats": [{"gold": 9, "domain": [*domain, "zeus.alliance"]}, {}]}) as play:
        play.answers(0, "use hades.judges-of-the-underworld", "transfer hades.charons-obol")
        play.answers(0, "transfer hades.horn-of-plenty", "legend 1")
        play.answers(0, "transfer hades.judges-of-the-underworld")
        play.has(0, gold=4, domain=["zeus.alliance"])  # three were granted, three were made
        play.rests(0)


def test_judges_may_stop_at_once_or_before_any_transfer() -> None:
    """hades.judges-of-the-underworld: you may stop before any of them; the rest is lost and the ring is gone. E5.7."""
    domain = ["hades.judges-of-the-underworld", "hades.charons-obol", "zeus.alliance"]
    with Scenario({"seats": [{"gold": 4, "domain": domain}, {}]}) as play:
        play.answers(0, "use hades.judges-of-the-underworld", "stop")
        used = {"card": "hades.judges-of-the-underworld", "ring": False}
        play.has(0, gold=4, domain=[used, "hades.charons-obol", "zeus.alliance"], elysium=[])
        play.refuses("use hades.judges-of-the-underworld", "E5.4")
        play.pending(0, QUESTS)
    with Scenario({"seats": [{"gold": 4, "domain": domain}, {}]}) as play:
        play.answers(0, "use hades.judges-of-the-underworld", "transfer zeus.alliance")
        play.asked(0, ["transfer hades.judges-of-the-underworld", "transfer hades.charons-obol", "stop"], "stop")
        play.has(0, gold=3, elysium=[["zeus.alliance"]])
        play.pending(0, QUESTS)


def test_judges_are_paid_one_by_one_with_what_earlier_transfers_brought() -> None:
    """hades.judges-of-the-underworld: paid one by one; Horn of Plenty's Gold helps with the next. E7.9."""
    domain = ["hades.judges-of-the-underworld", "hades.charons-obol", "hades.posthumous-hero", "hades.horn-of-plenty"]
    with Scenario({"seats": [{"gold": 1, "domain": domain}, {}]}) as play:
        play.answers(0, "use hades.judges-of-the-underworld")
        play.asked(
            0, ["transfer hades.charons-obol", "transfer hades.posthumous-hero", "stop"], "transfer hades.charons-obol"
        )
        play.has(0, gold=1)
        play.asked(0, ["transfer hades.posthumous-hero", "stop"], "transfer hades.posthumous-hero")
        play.has(0, gold=1, elysium=[["hades.charons-obol"], ["hades.posthumous-hero"]])
        play.rests(0)


def test_judges_may_transfer_citizens_and_win_tiles() -> None:
    """hades.judges-of-the-underworld: a Citizen under E7.4, at the Level it stands for. E7.4, E7.6."""
    position = {
        "seats": [
            {
                "gold": 2,
                "domain": ["hades.judges-of-the-underworld", "citizen"],
                "elysium": [["zeus.alliance", "zeus.hercules"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.judges-of-the-underworld")
        play.asked(0, ["transfer citizen", "stop"], "transfer citizen")
        play.has(0, gold=0, bonuses=["zeus 5"], elysium=[["zeus.alliance", "zeus.hercules", "citizen"]])
        play.rests(0)


def test_judges_need_a_hades_card_and_a_possible_transfer() -> None:
    """hades.judges-of-the-underworld: a Hades card in your Domain, and T. E10."""
    for gold, usable in ((2, False), (3, True)):
        with Scenario({"seats": [{"gold": gold, "domain": ["hades.judges-of-the-underworld", "citizen"]}, {}]}) as play:
            if usable:
                play.offers("use hades.judges-of-the-underworld")
            else:
                play.refuses("use hades.judges-of-the-underworld", "E10")
            play.rests(0)


def test_judges_copied_from_the_elysium_count_only_the_domain() -> None:
    """hades.judges-of-the-underworld: copied by Psychopomp, it neither counts nor may go. E5.9, E10."""
    legends = [["hades.judges-of-the-underworld"]]
    position: dict[str, Any] = {
        "families": MISFORTUNE,
        "seats": [{"gold": 9, "domain": ["hermes.psychopomp", "poseidon.raiders"], "elysium": legends}, {}],
    }
    with Scenario(position) as play:
        play.refuses("use hermes.psychopomp", "E10")
        play.rests(0)
    position = {
        "families": MISFORTUNE,
        "seats": [
            {"gold": 9, "domain": ["hermes.psychopomp", "poseidon.raiders", "hades.charon"], "elysium": legends},
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        options = ["transfer hermes.psychopomp", "transfer poseidon.raiders", "transfer hades.charon", "stop"]
        play.asked(0, options, "transfer poseidon.raiders")
        play.has(0, gold=7, elysium=[["hades.judges-of-the-underworld"], ["poseidon.raiders"]])
        play.rests(0)


# Horn of Plenty, God of the Dead

PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("hades.horn-of-plenty", "gold"), ("hades.god-of-the-dead", "vp")]
)


@PERMANENTS
def test_permanents_see_powers_but_no_discards_and_no_citizens(card: str, counter: str) -> None:
    """hades.horn-of-plenty, hades.god-of-the-dead: Phase II transfers pay; discards and Citizens do not. E1.5, E1.7."""
    position = {
        "seats": [
            {
                "gold": 3,
                "vp": 0,
                "domain": [card, "hades.cerberus", "hades.tartarus", "hades.posthumous-hero", "citizen"],
                "elysium": [["hades.charon", "hades.charons-obol"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        gold, vp = int(counter == "gold"), int(counter == "vp")
        play.answers(0, "use hades.posthumous-hero")
        play.has(0, gold=3, vp=0, bonuses=["hades 5"])
        play.answers(0, "use hades.cerberus", "discard hades.cerberus", "transfer hades.tartarus")
        play.has(0, gold=2 + gold, vp=vp)  # one payment: the transfer
        play.rests(0)


def test_horn_of_plenty_pays_after_the_transfer_is_paid() -> None:
    """hades.horn-of-plenty: the Gold comes after the transfer is paid. E7.1, E7.9."""
    horn = "hades.horn-of-plenty"
    with Scenario({**END, "seats": [{"quest": 1, "gold": 2, "domain": [horn, "zeus.triumph"]}, {}]}) as play:
        play.refuses(f"transfer {horn}", "E7.1")
        play.asked(0, ["transfer zeus.triumph", "stop"], "stop")
        play.over()
    with Scenario({**END, "seats": [{"quest": 1, "gold": 3, "domain": [horn, "hades.tartarus"]}, {}]}) as play:
        play.answers(0, f"transfer {horn}")
        play.has(0, gold=1)
        play.asked(0, ["transfer hades.tartarus", "stop"], "stop")
        play.over()


# Persephone


def test_persephone_transfers_a_card_for_free() -> None:
    """hades.persephone: transfer a card for free, this card too; once started it must be. E5.4, E5.7, E7.1."""
    domain = ["hades.persephone", "zeus.alliance", "athena.embassy"]
    for answer, left in (
        ("transfer athena.embassy", [{"card": "hades.persephone", "ring": False}, "zeus.alliance"]),
        ("transfer hades.persephone", ["zeus.alliance", "athena.embassy"]),
    ):
        with Scenario({"seats": [{"gold": 0, "domain": domain}, {}]}) as play:
            play.answers(0, "use hades.persephone")
            play.has(0, domain=[{"card": "hades.persephone", "ring": False}, "zeus.alliance", "athena.embassy"])
            play.refuses("stop", "E5.7")
            play.asked(0, [f"transfer {card}" for card in domain], answer)
            play.has(0, gold=0, domain=left, elysium=[[answer.removeprefix("transfer ")]])
            play.logged("transfer", seat=0, card=answer.removeprefix("transfer "), n=0, cause="hades.persephone")
            play.rests(0)


def test_persephone_alone_goes_herself_unasked_and_costs_nothing() -> None:
    """hades.persephone: always startable; free costs 0 even if you have Gold. E7.1, E10."""
    with Scenario({"seats": [{"gold": 5, "domain": ["hades.persephone"]}, {}]}) as play:
        play.asked(0, ["use hades.persephone", *QUESTS], "use hades.persephone")
        play.has(0, gold=5, domain=[], elysium=[["hades.persephone"]])
        play.rests(0)


def test_persephone_may_transfer_a_citizen() -> None:
    """hades.persephone: or a Citizen under E7.4, for free; without an open Legend none is offered. E7.4."""
    seat = {"gold": 0, "domain": ["hades.persephone", "citizen"]}
    legends = [["zeus.hercules", "athena.embassy"], ["zeus.triumph", "zeus.alliance"], ["hades.charon"]]
    with Scenario({"seats": [{**seat, "elysium": legends}, {}]}) as play:
        play.answers(0, "use hades.persephone")
        play.asked(0, ["transfer hades.persephone", "transfer citizen"], "transfer citizen")
        play.asked(0, ["legend 1", "legend 2"], "legend 2")
        play.has(0, gold=0, bonuses=["level 3", "zeus 5"], domain=[{"card": "hades.persephone", "ring": False}])
        play.rests(0)
    with Scenario({"seats": [{**seat, "elysium": [["hades.charon"]]}, {}]}) as play:
        play.answers(0, "use hades.persephone")  # only she can go
        play.asked(0, ["legend 1", "new legend"], "legend 1")
        play.has(0, domain=["citizen"], elysium=[["hades.charon", "hades.persephone"]])
        play.rests(0)


def test_persephone_sets_off_permanent_powers() -> None:
    """hades.persephone: a free transfer is a transfer; permanent powers pay, her own family's too. E1.7, E7.9."""
    domain = ["hades.persephone", "hades.horn-of-plenty", "hades.god-of-the-dead"]
    with Scenario({"seats": [{"gold": 0, "vp": 0, "domain": domain}, {}]}) as play:
        play.answers(0, "use hades.persephone", "transfer hades.horn-of-plenty")
        play.has(0, gold=1, vp=1, elysium=[["hades.horn-of-plenty"]])
        play.rests(0)


def test_persephone_needs_her_ring() -> None:
    """hades.persephone: a Trigger is used once. E5.4."""
    with Scenario({"seats": [{"domain": [{"card": "hades.persephone", "ring": False}]}, {}]}) as play:
        play.refuses("use hades.persephone", "E5.4")
        play.pending(0, QUESTS)


def test_persephone_copied_from_the_elysium_moves_another_card() -> None:
    """hades.persephone: copied by Psychopomp she stays where she is. E5.9."""
    position = {
        "families": MISFORTUNE,
        "seats": [{"gold": 0, "domain": ["hermes.psychopomp"], "elysium": [["hades.persephone"]]}, {}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["legend 1", "new legend"], "legend 1")
        play.has(0, gold=0, domain=[], elysium=[["hades.persephone", "hermes.psychopomp"]], bonuses=["level 3"])
        play.rests(0)
