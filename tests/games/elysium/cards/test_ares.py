"""Scenarios for the cards of Ares: Prestige."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario

OPULENCE = ["ares", "athena", "hephaestus", "hermes", "zeus"]
MISFORTUNE = ["ares", "hades", "hephaestus", "hermes", "poseidon"]
WASTELAND = ["apollo", "ares", "hades", "hermes", "poseidon"]
END: dict[str, Any] = {"phase": "transfers", "epoch": 5, "families": MISFORTUNE}  # without Domains: over at once
COLUMNS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]


# Hoplites


def test_hoplites_bring_one_pp_after_the_column() -> None:
    """ares.hoplites: 1 PP when taken, after the column is dismissed. E4.6, E5.1."""
    position = {
        "families": OPULENCE,
        "seats": [{"gold": 4, "vp": 1, "pp": 2}, {"pp": 1}],
        "agora": ["ares.hoplites"],
    }
    with Scenario(position) as play:
        play.asked(0, ["take ares.hoplites", "quest 1", "quest 2"], "take ares.hoplites")
        play.has(0, pp=2)
        play.asked(0, COLUMNS, "dismiss yellow")
        play.has(0, gold=4, vp=1, pp=3, domain=["ares.hoplites"])
        play.has(1, pp=1)
        play.logged("gain", seat=0, n=1, counter="pp", cause="ares.hoplites", rule="E5.1")
        play.rests(1)


def test_hoplites_pay_whoever_takes_them_in_anybodys_turn() -> None:
    """ares.hoplites: an Instant resolves by whatever route, also in another player's turn. E5.1."""
    position = {
        "families": OPULENCE,
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0}],
        "draws": ["hermes.cheater", "ares.hoplites"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(0, pp=0)
        play.has(1, pp=1, domain=["ares.hoplites"])
        play.rests(0)


def test_hoplites_are_not_started_but_may_always_be_copied() -> None:
    """ares.hoplites: an Instant is never started by hand; copied, always. E5.1, E5.9, E10."""
    with Scenario({"families": OPULENCE, "seats": [{"domain": ["hermes.caduceus", "ares.hoplites"]}, {}]}) as play:
        play.refuses("use ares.hoplites", "E5.1")
        play.asked(0, ["use hermes.caduceus", "quest 1", "quest 2"], "use hermes.caduceus")
        play.has(0, pp=1, domain=[{"card": "hermes.caduceus", "ring": False}, "ares.hoplites"])
        play.rests(0)


# Recruiter


def test_recruiter_pays_for_the_citizen_of_a_turn_before_the_column() -> None:
    """ares.recruiter: when you take a Citizen, 1 PP; other players' Citizens pay nothing. E4.6, E4.7, E5.2."""
    position = {
        "families": OPULENCE,
        "seats": [
            {"disc": 1, "quest": 1, "domain": ["ares.recruiter"]},
            {"disc": 2, "quest": 2},
            {"disc": 3},
        ],
    }
    with Scenario(position) as play:  # nothing but a Citizen to take
        play.has(0, pp=1, domain=["ares.recruiter", "citizen"])
        play.logged("gain", seat=0, n=1, counter="pp", cause="ares.recruiter", rule="E5.2")
        play.asked(0, COLUMNS, "dismiss red")
        play.has(1, domain=["citizen"], pp=0)
        play.asked(1, COLUMNS, "dismiss red")
        play.has(0, pp=1)
        play.has(1, pp=0)
        play.rests(2)


def test_recruiter_pays_for_citizens_by_powers_in_other_players_turns_too() -> None:
    """ares.recruiter: however it happens, in other players' turns too. E1.7, E5.2."""
    position = {
        "families": OPULENCE,
        "seats": [
            {"gold": 0, "domain": ["athena.democracy"]},
            {"gold": 1, "domain": ["ares.recruiter"]},
            {"gold": 1},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.asked(1, ["yes", "no"], "yes")
        play.has(1, gold=0, pp=1, domain=["ares.recruiter", "citizen"])
        play.asked(2, ["yes", "no"], "yes")
        play.has(0, pp=0, domain=[{"card": "athena.democracy", "ring": False}, "citizen"])
        play.has(1, pp=1)
        play.has(2, pp=0)
        play.rests(0)


def test_recruiter_pays_for_the_citizen_of_charisma() -> None:
    """ares.recruiter: a Citizen taken by an Instant pays too, the taken card itself does not. E1.7, E4.6."""
    position = {"families": WASTELAND, "seats": [{"domain": ["ares.recruiter"]}, {}], "agora": ["apollo.charisma"]}
    with Scenario(position) as play:
        play.answers(0, "take apollo.charisma")
        play.has(0, pp=0)
        play.answers(0, "dismiss red")
        play.has(0, pp=1, domain=["ares.recruiter", "apollo.charisma", "citizen"])
        play.rests(1)


def test_recruiter_pays_for_every_transfer_of_a_citizen() -> None:
    """ares.recruiter: when you transfer a Citizen, 1 PP each; for other cards, itself too, nothing. E5.2, E7.9."""
    position = {
        **END,
        "seats": [
            {
                "quest": 2,
                "gold": 6,
                "domain": ["citizen", "ares.recruiter", "citizen"],
                "elysium": [["hades.charon", "hermes.caduceus"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.asked(0, ["transfer citizen", "transfer ares.recruiter", "stop"], "transfer citizen")
        play.has(0, gold=4, pp=1, elysium=[["hades.charon", "hermes.caduceus", "citizen"]])
        play.logged("gain", seat=0, n=1, counter="pp", cause="ares.recruiter")
        play.asked(0, ["transfer citizen", "transfer ares.recruiter", "stop"], "transfer citizen")
        play.has(0, gold=2, pp=2)
        play.asked(0, ["transfer ares.recruiter", "stop"], "transfer ares.recruiter")
        play.has(0, gold=1, pp=2)
        play.over()


def test_recruiter_pays_for_a_citizen_transferred_by_a_power() -> None:
    """ares.recruiter: Phase II transfers of Citizens count. E1.7, E5.2."""
    position = {
        "families": MISFORTUNE,
        "seats": [
            {
                "gold": 0,
                "domain": ["ares.recruiter", "citizen", "hades.posthumous-hero"],
                "elysium": [["hades.charon", "hermes.caduceus"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.has(0, pp=1, elysium=[["hades.charon", "hermes.caduceus", "citizen"]])
        play.rests(0)


def test_recruiter_pays_nothing_for_a_discard_or_for_orpheus() -> None:
    """ares.recruiter: not for Orpheus' exchange, nor for a discarded Citizen. E1.7, E7.8."""
    position = {
        "families": MISFORTUNE,
        "seats": [
            {
                "domain": ["ares.recruiter", "hermes.orpheus", "poseidon.raiders", "ares.go-tell-the-spartans"],
                "elysium": [["hades.charon", "hermes.caduceus", "citizen"]],
            },
            {},
        ],
        "draws": ["hermes.cheater"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, pp=0, elysium=[["hades.charon", "hermes.caduceus", "poseidon.raiders"]])
        play.answers(0, "use ares.go-tell-the-spartans", "discard citizen")
        play.has(0, pp=2)  # those of Go Tell the Spartans
        play.table(discard=["hermes.cheater"])
        play.rests(0)


def test_recruiter_does_not_pay_for_being_taken_or_from_the_elysium() -> None:
    """ares.recruiter: taking this card is no Citizen; in the Elysium its power is dead. E1.3, E5.2."""
    position: dict[str, Any] = {"families": OPULENCE, "seats": [{}, {}], "agora": ["ares.recruiter"]}
    with Scenario(position) as play:
        play.answers(0, "take ares.recruiter", "dismiss red")
        play.has(0, pp=0)
        play.rests(1)
    position = {"families": OPULENCE, "seats": [{"quest": 1, "elysium": [["ares.recruiter"]]}, {}, {}]}
    with Scenario(position) as play:
        play.has(0, pp=0, domain=["citizen"])
        play.refuses("use ares.recruiter", "E1.3")
        play.answers(0, "dismiss red")
        play.rests(1)


# Assembly, Temple of Ares, Veterans


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["hades.tartarus", "ares.assembly", "poseidon.earthquake", "hephaestus.apprentice", "hermes.swindler"], 5),
        (["ares.assembly", "hades.posthumous-hero"], 2),
        (["ares.assembly", "hades.posthumous-hero", "citizen", "citizen"], 2),
        (["ares.war-chariots", "ares.assembly", "ares.glorious-victory"], 1),
        (["ares.assembly", "ares.glorious-victory", "citizen"], 1),
    ],
)
def test_assembly_scores_each_different_family_of_its_legend(legend: list[str], vp: int) -> None:
    """ares.assembly: 1 VP per different family in this Legend, Citizens have none; 5 at most, 1 in a Family Legend.

    E5.6, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": [legend, ["hermes.theft", "poseidon.medusa"]]}, {}]}) as play:
        found = [item for item in play.match.scores()[0]["chronos"] if item["card"] != "hades.tartarus"]
        assert found == [{"card": "ares.assembly", "legend": 1, "vp": vp}]
        play.over()


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["ares.temple-of-ares", "ares.war-chariots", "ares.glorious-victory"], 3),
        (["ares.water-dragon", "ares.temple-of-ares"], 2),
        (["ares.temple-of-ares", "ares.war-chariots", "citizen"], 2),
        (["ares.temple-of-ares", "hades.posthumous-hero", "hermes.swindler", "citizen", "citizen"], 1),
    ],
)
def test_temple_of_ares_scores_each_ares_card_of_its_legend(legend: list[str], vp: int) -> None:
    """ares.temple-of-ares: 1 VP per Ares card in this Legend; Citizens and other Legends do not count. E5.6, E8.2."""
    with Scenario({**END, "seats": [{"elysium": [legend, ["ares.hoplites", "ares.initiation"]]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "ares.temple-of-ares", "legend": 1, "vp": vp}])
        play.over()


@pytest.mark.parametrize("pp", [0, 1, 7])
def test_veterans_score_one_vp_per_pp(pp: int) -> None:
    """ares.veterans: 1 VP per PP you have, beside the VP of their rank. E5.6, E8.2, E8.5."""
    position = {
        **END,
        "seats": [
            {"vp": 3, "pp": pp, "elysium": [["ares.veterans", "ares.war-chariots"]]},
            {"vp": 0, "pp": 3},
        ],
    }
    with Scenario(position) as play:
        rank = {0: 0, 1: 8, 7: 16}[pp]
        play.scores(
            0, chronos=[{"card": "ares.veterans", "legend": 1, "vp": pp}], prestige=rank, total=3 + 3 + pp + rank
        )
        play.scores(1, chronos=[], prestige=8 if pp == 7 else 16)
        play.has(0, pp=pp)
        play.over()


@pytest.mark.parametrize("card", ["ares.assembly", "ares.temple-of-ares", "ares.veterans"])
def test_chronos_cards_of_ares_score_only_in_a_legend_of_two_or_more(card: str) -> None:
    """ares.assembly, ares.temple-of-ares, ares.veterans: nothing as a lone card or in the Domain. E5.6, E8.1."""
    pair = ["hades.charon", "hades.cerberus"]
    with Scenario({**END, "seats": [{"vp": 4, "pp": 2, "elysium": [[card], pair]}, {}]}) as play:
        play.scores(0, chronos=[], total=4 + 3 + 16)
        play.over()
    with Scenario({**END, "seats": [{"vp": 4, "gold": 0, "pp": 2, "domain": [card]}, {}]}) as play:
        play.scores(0, chronos=[], total=4 + 16)
        play.over()


# War Chariots


def test_war_chariots_pay_at_the_beginning_of_your_own_transfers() -> None:
    """ares.war-chariots: 1 PP when your own transfers begin, not in another's, also if nothing is transferred. E5.5."""
    position = {
        **END,
        "seats": [
            {"quest": 1, "gold": 1, "domain": ["ares.war-chariots", "ares.hoplites"]},
            {"quest": 2, "gold": 2, "domain": ["ares.war-chariots"]},
        ],
    }
    with Scenario(position) as play:
        play.has(0, pp=1)
        play.has(1, pp=0)
        play.logged("gain", seat=0, n=1, counter="pp", cause="ares.war-chariots", rule="E5.5")
        play.asked(0, ["transfer ares.hoplites", "stop"], "stop")
        play.has(0, pp=1)
        play.has(1, pp=1)
        play.asked(1, ["transfer ares.war-chariots", "stop"], "stop")
        play.has(1, pp=1)
        play.over()


def test_war_chariots_pay_once_also_when_they_are_transferred() -> None:
    """ares.war-chariots: also if the card is transferred in this phase, once; also with an Incomplete Quest. E5.5."""
    for quest in (2, None):
        with Scenario({**END, "seats": [{"quest": quest, "gold": 2, "domain": ["ares.war-chariots"]}, {}]}) as play:
            play.has(0, pp=1)
            play.asked(0, ["transfer ares.war-chariots", "stop"], "transfer ares.war-chariots")
            play.has(0, pp=1, gold=0, domain=[], elysium=[["ares.war-chariots"]])
            play.over()


def test_war_chariots_pay_when_no_transfer_is_possible() -> None:
    """ares.war-chariots: they pay at the beginning, whatever can be transferred then. E5.5, E6.3."""
    with Scenario({**END, "seats": [{"gold": 1, "pp": 3, "domain": ["ares.war-chariots"]}, {"pp": 3}]}) as play:
        play.has(0, pp=4)
        play.has(1, pp=3)
        play.scores(0, prestige=16)
        play.over()


def test_war_chariots_that_left_in_phase_two_pay_nothing() -> None:
    """ares.war-chariots: a Legend card that left the Domain in Phase II gives nothing. E5.5."""
    position = {
        "families": MISFORTUNE,
        "epoch": 5,
        "seats": [
            {
                "cards_taken": 3,
                "columns": "B",
                "gold": 2,
                "domain": ["hades.initiation", "poseidon.initiation", "ares.war-chariots"],
            },
            {"cards_taken": 3, "quest": 1, "vp": 0},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.initiation", "transfer ares.war-chariots")
        play.table(phase="transfers")  # the Quest was the only take left
        play.has(0, pp=0, quest=2, gold=4, elysium=[["ares.war-chariots"]])
        play.pending(0, ["transfer hades.initiation", "transfer poseidon.initiation", "stop"])


def test_war_chariots_do_nothing_in_phase_two() -> None:
    """ares.war-chariots: a Legend power is neither used by hand nor set off by taking the card. E5.5."""
    with Scenario({"families": OPULENCE, "seats": [{}, {}], "agora": ["ares.war-chariots"]}) as play:
        play.answers(0, "take ares.war-chariots", "dismiss red")
        play.has(0, pp=0)
        play.rests(1)
    with Scenario({"families": OPULENCE, "seats": [{"domain": ["ares.war-chariots"]}, {}]}) as play:
        play.refuses("use ares.war-chariots", "E5.5")
        play.pending(0, ["quest 1", "quest 2"])


def test_war_chariots_pay_again_in_the_next_epoch() -> None:
    """ares.war-chariots: once per Epoch. E5.5."""
    position = {
        "families": OPULENCE,
        "epoch": 4,
        "phase": "transfers",
        "seats": [{"gold": 0, "domain": ["ares.war-chariots"]}, {}],
    }
    with Scenario(position) as play:
        play.table(epoch=5, phase="actions")
        play.has(0, pp=1, domain=["ares.war-chariots"])
        while play.match.view()["phase"] == "actions":
            play.match.play(play.match.options()[0])
        paid = [entry for entry in play.match.view()["log"] if entry["cause"] == "ares.war-chariots"]
        assert [entry["seat"] for entry in paid] == [0, 0]


# Initiation


def test_initiation_brings_one_pp_once_per_epoch() -> None:
    """ares.initiation: 1 PP; the card is turned and rests until the next Epoch. E5.3."""
    position = {
        "families": OPULENCE,
        "seats": [{"gold": 4, "vp": 1, "pp": 1, "domain": ["ares.initiation", "hermes.initiation"]}, {}],
    }
    with Scenario(position) as play:
        play.asked(0, ["use ares.initiation", "quest 1", "quest 2"], "use ares.initiation")
        play.has(0, gold=4, vp=1, pp=2, domain=[{"card": "ares.initiation", "used": True}, "hermes.initiation"])
        play.has(1, pp=0)
        play.logged("gain", seat=0, n=1, counter="pp", cause="ares.initiation", rule="E5.3")
        play.refuses("use ares.initiation", "E5.3")
        play.pending(0, ["quest 1", "quest 2"])


def test_initiation_needs_another_eleusis_card() -> None:
    """ares.initiation: needs another Eleusis card in your Domain. E5.3."""
    position = {
        "families": OPULENCE,
        "seats": [
            {"domain": ["ares.initiation", "ares.hoplites", "citizen"], "elysium": [["zeus.initiation"]]},
            {"domain": ["athena.initiation"]},
        ],
    }
    with Scenario(position) as play:
        play.refuses("use ares.initiation", "E5.3")
        play.pending(0, ["quest 1", "quest 2"])


# Deimos and Phobos, Water Dragon


def test_deimos_and_phobos_collect_one_pp_of_every_other_player() -> None:
    """ares.deimos-and-phobos: every other player gives you 1 PP; a player without PP gives none. E5.1, E5.8."""
    position = {
        "families": OPULENCE,
        "seats": [{"pp": 1}, {"pp": 3}, {"pp": 0}, {"pp": 1}],
        "agora": ["ares.deimos-and-phobos"],
    }
    with Scenario(position) as play:
        play.answers(0, "take ares.deimos-and-phobos")
        play.has(0, pp=1)
        play.asked(0, COLUMNS, "dismiss red")
        play.has(0, pp=3)
        play.has(1, pp=2)
        play.has(2, pp=0)
        play.has(3, pp=0)
        play.logged("give", seat=1, to=0, n=1, counter="pp", cause="ares.deimos-and-phobos")
        play.rests(1)


def test_deimos_and_phobos_bring_nothing_when_nobody_has_pp() -> None:
    """ares.deimos-and-phobos: a part that cannot be done is skipped; the bank gives nothing. E5.1."""
    with Scenario({"families": OPULENCE, "seats": [{"pp": 2}, {}, {}], "agora": ["ares.deimos-and-phobos"]}) as play:
        play.answers(0, "take ares.deimos-and-phobos", "dismiss red")
        play.has(0, pp=2)
        play.rests(1)


def test_deimos_and_phobos_copied_need_another_player_with_pp() -> None:
    """ares.deimos-and-phobos: copied, another has PP. E10."""
    for pp, usable in ((0, False), (1, True)):
        position = {
            "families": OPULENCE,
            "seats": [{"pp": 2, "domain": ["hermes.caduceus", "ares.deimos-and-phobos"]}, {}, {"pp": pp}],
        }
        with Scenario(position) as play:
            if usable:
                play.answers(0, "use hermes.caduceus")
                play.has(0, pp=3)
                play.has(2, pp=0)
            else:
                play.refuses("use hermes.caduceus", "E10")
            play.rests(0)


def test_deimos_and_phobos_drawn_in_anothers_turn_collect_for_their_taker() -> None:
    """ares.deimos-and-phobos: the user is who resolves the power, whoever's turn it is. E5.1, E5.8."""
    position = {
        "families": OPULENCE,
        "seats": [{"gold": 0, "pp": 2, "domain": ["athena.divine-law"]}, {"gold": 0, "pp": 0}, {"gold": 0, "pp": 1}],
        "draws": ["hermes.cheater", "ares.deimos-and-phobos"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(0, pp=1)
        play.has(1, pp=2)
        play.has(2, pp=0)
        play.asked(2, ["draw", "stop"], "stop")
        play.rests(0)


def test_water_dragon_collects_one_pp_of_every_other_player() -> None:
    """ares.water-dragon: every other player gives you 1 PP; a player without PP gives none. E5.4, E5.8."""
    position = {
        "families": OPULENCE,
        "seats": [{"pp": 1}, {"pp": 0, "domain": ["ares.water-dragon"]}, {"pp": 0}, {"pp": 4}],
        "to_move": 1,
    }
    with Scenario(position) as play:
        quests = ["quest 1", "quest 2", "quest 3", "quest 4"]
        play.asked(1, ["use ares.water-dragon", *quests], "use ares.water-dragon")
        play.has(0, pp=0)
        play.has(1, pp=2, domain=[{"card": "ares.water-dragon", "ring": False}])
        play.has(2, pp=0)
        play.has(3, pp=3)
        play.logged("give", seat=3, to=1, n=1, counter="pp", cause="ares.water-dragon", rule="E5.4")
        play.refuses("use ares.water-dragon", "E5.4")
        play.pending(1, quests)


def test_water_dragon_needs_another_player_with_pp() -> None:
    """ares.water-dragon: another player has PP; your own do not help. E10."""
    with Scenario({"families": OPULENCE, "seats": [{"pp": 3, "domain": ["ares.water-dragon"]}, {}, {}]}) as play:
        play.refuses("use ares.water-dragon", "E10")
        play.rests(0)


# Go Tell the Spartans, Glorious Victory


def test_spartans_discard_a_card_for_two_pp() -> None:
    """ares.go-tell-the-spartans: discard a card from your Domain, a Citizen or this card too: 2 PP. E5.3, E5.10."""
    for discarded, left, pile in (
        ("citizen", [{"card": "ares.go-tell-the-spartans", "used": True}, "ares.hoplites"], "hermes.cheater"),
        ("ares.hoplites", [{"card": "ares.go-tell-the-spartans", "used": True}, "citizen"], "ares.hoplites"),
        ("ares.go-tell-the-spartans", ["citizen", "ares.hoplites"], "ares.go-tell-the-spartans"),
    ):
        position = {
            "families": OPULENCE,
            "seats": [{"pp": 1, "domain": ["ares.go-tell-the-spartans", "citizen", "ares.hoplites"]}, {"pp": 1}],
            "discard": ["zeus.hercules"],
            "draws": ["hermes.cheater"],
        }
        with Scenario(position) as play:
            use = "use ares.go-tell-the-spartans"
            play.asked(0, [use, "quest 1", "quest 2"], use)
            play.has(0, pp=1)
            play.refuses("stop", "E5.7")
            options = ["discard ares.go-tell-the-spartans", "discard citizen", "discard ares.hoplites"]
            play.asked(0, options, f"discard {discarded}")
            play.has(0, pp=3, domain=left)
            play.has(1, pp=1)
            play.table(discard=["zeus.hercules", pile])
            play.logged("gain", seat=0, n=2, counter="pp", cause="ares.go-tell-the-spartans")
            play.logged("discard", seat=0, card=discarded, cause="ares.go-tell-the-spartans")
            play.pending(0, ["quest 1", "quest 2"])


def test_spartans_discard_the_citizen_taken_first() -> None:
    """ares.go-tell-the-spartans: of several Citizens the one taken first leaves first; its face is seen then only.

    E1.5, E3.2, E5.10.
    """
    citizens = [{"card": "citizen", "face": "zeus.hercules"}, {"card": "citizen", "face": "hermes.cheater"}]
    position = {"families": OPULENCE, "seats": [{"domain": [*citizens, "ares.go-tell-the-spartans"]}, {}]}
    with Scenario(position) as play:
        play.has(0, domain=["citizen", "citizen", "ares.go-tell-the-spartans"])
        play.answers(0, "use ares.go-tell-the-spartans")
        play.asked(0, ["discard ares.go-tell-the-spartans", "discard citizen"], "discard citizen")
        play.has(0, pp=2, domain=["citizen", {"card": "ares.go-tell-the-spartans", "used": True}])
        play.table(discard=["zeus.hercules"])
        play.logged("reveal", seat=0, card="zeus.hercules", cause="ares.go-tell-the-spartans")
        play.rests(0)


def test_spartans_alone_discard_themselves_unasked() -> None:
    """ares.go-tell-the-spartans: always startable, with this card alone too. E5.7, E10."""
    with Scenario({"families": OPULENCE, "seats": [{"domain": ["ares.go-tell-the-spartans"]}, {}]}) as play:
        play.answers(0, "use ares.go-tell-the-spartans")
        play.has(0, pp=2, domain=[])
        play.table(discard=["ares.go-tell-the-spartans"])
        play.rests(0)


def test_spartans_are_used_once_per_epoch() -> None:
    """ares.go-tell-the-spartans: an Activate card already turned is not used again. E5.3."""
    domain = [{"card": "ares.go-tell-the-spartans", "used": True}, "citizen"]
    with Scenario({"families": OPULENCE, "seats": [{"domain": domain}, {}]}) as play:
        play.refuses("use ares.go-tell-the-spartans", "E5.3")
        play.pending(0, ["quest 1", "quest 2"])


def test_glorious_victory_brings_one_pp_per_ares_card_of_the_domain() -> None:
    """ares.glorious-victory: 1 PP per Ares card in your Domain, this card too; nothing else counts. E5.3."""
    position = {
        "families": OPULENCE,
        "seats": [
            {
                "domain": ["ares.hoplites", "ares.glorious-victory", "citizen", "zeus.hercules", "ares.war-chariots"],
                "elysium": [["ares.veterans"]],
            },
            {"domain": ["ares.initiation"]},
        ],
        "agora": ["ares.water-dragon"],
    }
    with Scenario(position) as play:
        play.answers(0, "use ares.glorious-victory")
        play.has(0, pp=3)
        play.has(1, pp=0)
        play.logged("gain", seat=0, n=3, counter="pp", cause="ares.glorious-victory", rule="E5.3")
        play.refuses("use ares.glorious-victory", "E5.3")
        play.rests(0)


def test_glorious_victory_alone_brings_one() -> None:
    """ares.glorious-victory: always startable, since this card counts. E10."""
    with Scenario({"families": OPULENCE, "seats": [{"domain": ["ares.glorious-victory"]}, {}]}) as play:
        play.asked(0, ["use ares.glorious-victory", "quest 1", "quest 2"], "use ares.glorious-victory")
        play.has(0, pp=1, domain=[{"card": "ares.glorious-victory", "used": True}])
        play.rests(0)


# Tribute to the Amazons, God of War

PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("ares.tribute-to-the-amazons", "gold"), ("ares.god-of-war", "vp")]
)


@PERMANENTS
def test_permanents_do_not_see_discards_or_citizens(card: str, counter: str) -> None:
    """ares.tribute-to-the-amazons, ares.god-of-war: a discard, and a Citizen in an Ares Legend, pay nothing. E1.5."""
    position = {
        "families": MISFORTUNE,
        "seats": [
            {
                "gold": 3,
                "vp": 0,
                "domain": [card, "hades.posthumous-hero", "ares.go-tell-the-spartans", "ares.veterans", "citizen"],
                "elysium": [["ares.war-chariots", "ares.glorious-victory"]],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hades.posthumous-hero")
        play.has(0, gold=3, vp=0, elysium=[["ares.war-chariots", "ares.glorious-victory", "citizen"]])
        play.answers(0, "use ares.go-tell-the-spartans", "discard ares.veterans")
        play.has(0, gold=3, vp=0, pp=2)
        play.rests(0)


def test_tribute_pays_after_the_transfer_is_paid() -> None:
    """ares.tribute-to-the-amazons: the Gold comes after the transfer is paid. E7.1, E7.9."""
    tribute = "ares.tribute-to-the-amazons"
    with Scenario({**END, "seats": [{"quest": 1, "gold": 2, "domain": [tribute, "ares.veterans"]}, {}]}) as play:
        play.refuses(f"transfer {tribute}", "E7.1")
        play.asked(0, ["transfer ares.veterans", "stop"], "transfer ares.veterans")
        play.has(0, gold=2)  # 1 paid, 1 received
        play.over()
    with Scenario({**END, "seats": [{"quest": 1, "gold": 3, "domain": [tribute, "ares.veterans"]}, {}]}) as play:
        play.answers(0, f"transfer {tribute}")
        play.has(0, gold=1)
        play.asked(0, ["transfer ares.veterans", "stop"], "stop")
        play.over()
