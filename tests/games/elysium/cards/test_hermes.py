"""Hermes, card by card: every sentence of the power and of its notes, and the chains of copies (E5.9)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario

COLUMNS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
QUESTS = ["quest 1", "quest 2"]
GIFTS = ["hades", "hephaestus", "hermes", "poseidon", "zeus"]


def five(*families: str) -> list[str]:
    """Five families, with Hermes and these among them."""
    return list(dict.fromkeys([*families, "hermes", "zeus", "hephaestus", "hades", "poseidon"]))[:5]


def without_a_deck(position: dict[str, Any]) -> dict[str, Any]:
    """The position with every card that it does not name in the Agora, so that nothing can be drawn."""
    game = pediment.game("elysium")
    text = json.dumps(position)
    left: list[str] = []
    for card in game.cards():
        if card.partition(".")[0] in position["families"]:
            left += [card] * (game.card(card)["copies"] - text.count(f'"{card}"'))
    return position | {"agora": left}


def copies(play: Scenario) -> list[tuple[str, str]]:
    """Which card copied which, in order."""
    return [(entry["cause"], entry["card"]) for entry in play.match.view()["log"] if entry["event"] == "copy"]


def seats_of(play: Scenario, event: str) -> list[int]:
    """Who met with this event, in order."""
    return [entry["seat"] for entry in play.match.view()["log"] if entry["event"] == event]


# hermes.swindler (trigger): Exchange a column on your board for one you dismissed this Epoch.


def test_swindler_exchanges_a_column_for_a_dismissed_one() -> None:
    """hermes.swindler: a column on your board for one you dismissed; the one given is dismissed instead. E5.4."""
    seats = [{"columns": "RG", "cards_taken": 2, "domain": ["hermes.swindler"]}, {"columns": "RY"}]
    with Scenario({"families": GIFTS, "seats": seats, "agora": ["hephaestus.divine-aid"]}) as play:
        play.asked(
            0, ["use hermes.swindler", "take hephaestus.divine-aid", "quest 1", "quest 2"], "use hermes.swindler"
        )
        play.has(0, columns="RG", domain=[{"card": "hermes.swindler", "ring": False}])
        swaps = ["swap red for yellow", "swap red for blue", "swap green for yellow", "swap green for blue"]
        play.asked(0, swaps, "swap green for yellow")
        play.has(0, columns="RY", cards_taken=2)
        play.has(1, columns="RY")
        play.logged("swap", seat=0, colour="green", other="yellow", cause="hermes.swindler", rule="E5.4")
        play.refuses("use hermes.swindler", "E5.4")
        play.pending(0, ["take hephaestus.divine-aid", "quest 1"])


def test_swindler_needs_a_dismissed_column() -> None:
    """hermes.swindler: needs one of each; with all four columns there is none dismissed. E10."""
    with Scenario({"families": GIFTS, "seats": [{"domain": ["hermes.swindler"]}, {"columns": "YB"}, {}]}) as play:
        play.refuses("use hermes.swindler", "E10")
        play.answers(0, "quest 1", "dismiss blue")
        play.asked(0, ["use hermes.swindler", "end turn"], "use hermes.swindler")
        swaps = ["swap red for blue", "swap yellow for blue", "swap green for blue"]
        play.asked(0, swaps, "swap red for blue")
        play.has(0, columns="YGB")
        play.rests(1)


def test_swindler_needs_a_column_on_the_board() -> None:
    """hermes.swindler: needs one of each; after the last column there is none on the board. E10."""
    domain = ["hermes.swindler", "hephaestus.slaves"]
    with Scenario({"families": GIFTS, "seats": [{"columns": "R", "cards_taken": 3, "domain": domain}, {}]}) as play:
        play.asked(0, ["use hermes.swindler", "use hephaestus.slaves", "quest 1"], "quest 1")
        play.has(0, columns="")
        play.pending(0, ["use hephaestus.slaves", "end turn"])
        play.refuses("use hermes.swindler", "E10")


def test_swindler_makes_a_take_legal_and_the_citizen_illegal() -> None:
    """hermes.swindler: E4.7 is judged after it: with the green column the cards must be taken. E4.4, E4.7."""
    seats = [{"columns": "RB", "quest": 2, "domain": ["hermes.swindler"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats, "agora": ["zeus.triumph", "hermes.caduceus"]}) as play:
        play.refuses("take zeus.triumph", "E4.4")
        play.asked(0, ["use hermes.swindler", "citizen"], "use hermes.swindler")
        swaps = ["swap red for yellow", "swap red for green", "swap blue for yellow", "swap blue for green"]
        play.asked(0, swaps, "swap red for green")
        play.refuses("citizen", "E4.7")
        play.pending(0, ["take zeus.triumph", "take hermes.caduceus"])


def test_swindler_makes_a_take_illegal_and_the_citizen_legal() -> None:
    """hermes.swindler: E4.7 is judged after it: without the green column only a Citizen is left. E4.7."""
    seats = [{"columns": "G", "quest": 2, "domain": ["hermes.swindler"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats, "agora": ["zeus.triumph"]}) as play:
        play.refuses("citizen", "E4.7")
        play.asked(0, ["use hermes.swindler", "take zeus.triumph"], "use hermes.swindler")
        play.asked(0, ["swap green for red", "swap green for yellow", "swap green for blue"], "swap green for blue")
        play.has(0, columns="", domain=[{"card": "hermes.swindler", "ring": False}, "citizen"])
        play.rests(1)


def test_swindler_that_makes_the_last_quest_impossible_ends_the_turn() -> None:
    """hermes.swindler: a player who owes only the Quest and gives its column away passes, without more powers. E4.7."""
    domain = ["hermes.swindler", "hephaestus.slaves"]
    seats = [{"columns": "R", "cards_taken": 3, "domain": domain}, {"quest": 2}, {"quest": 3}, {"quest": 4}]
    with Scenario({"families": GIFTS, "seats": seats, "agora": ["zeus.triumph", "hermes.caduceus"]}) as play:
        play.asked(0, ["use hermes.swindler", "use hephaestus.slaves", "quest 1"], "use hermes.swindler")
        play.asked(0, ["swap red for yellow", "swap red for green", "swap red for blue"], "swap red for blue")
        play.has(0, columns="B", quest="incomplete")
        play.logged("pass", seat=0, rule="E4.7")
        play.rests(1)


def test_swindler_does_not_bring_a_quest_back_into_reach() -> None:
    """hermes.swindler: E4.1 comes before any power: a turn that can only be a pass is skipped. E4.1."""
    seats = [
        {"columns": "Y", "cards_taken": 3, "domain": ["hermes.swindler"]},
        {"quest": 2},
        {"quest": 3},
        {"quest": 4},
    ]
    with Scenario({"families": GIFTS, "seats": seats, "agora": ["zeus.triumph", "hermes.caduceus"]}) as play:
        play.has(0, columns="Y", quest="incomplete", domain=["hermes.swindler"])
        play.logged("pass", seat=0, rule="E4.7")
        play.rests(1)


def test_swindler_copied_exchanges_the_users_columns() -> None:
    """hermes.swindler: copied, your columns; here from the Oracle by apollo.initiation. E5.9."""
    seats = [
        {"columns": "RYG", "domain": ["apollo.initiation", "hephaestus.initiation"]},
        {"columns": "B", "domain": ["hermes.swindler"]},
    ]
    with Scenario({"families": five("apollo"), "seats": seats, "oracle": ["hermes.swindler"]}) as play:
        play.answers(0, "use apollo.initiation")
        play.asked(0, ["swap red for blue", "swap yellow for blue", "swap green for blue"], "swap green for blue")
        play.has(0, columns="RYB")
        play.has(1, columns="B", domain=["hermes.swindler"])
        play.table(oracle=["hermes.swindler"])
        play.rests(0)


# hermes.messenger (activate): If your Domain has a Citizen: use the Instant power of a card in your Domain.


def test_messenger_uses_an_instant_of_the_domain_and_the_citizen_stays() -> None:
    """hermes.messenger: with a Citizen use the Instant of a Domain card; the Citizen stays. E5.3, E5.9."""
    rest = ["citizen", "hephaestus.divine-aid", "zeus.garden-of-the-hesperides", "zeus.hercules", "zeus.triumph"]
    seats = [
        {"gold": 0, "vp": 0, "domain": ["hermes.messenger", *rest], "elysium": [["poseidon.raiders"]]},
        {"domain": ["poseidon.tidal-wave"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.messenger")
        play.has(0, domain=[{"card": "hermes.messenger", "used": True}, *rest])
        play.asked(
            0, ["choose hephaestus.divine-aid", "choose zeus.garden-of-the-hesperides"], "choose hephaestus.divine-aid"
        )
        play.has(0, gold=2, vp=0, domain=[{"card": "hermes.messenger", "used": True}, *rest])
        play.logged("copy", seat=0, card="hephaestus.divine-aid", cause="hermes.messenger", rule="E5.3")
        play.logged("gain", seat=0, n=2, counter="gold", cause="hephaestus.divine-aid")
        play.refuses("use hermes.messenger", "E5.3")
        play.rests(0)


@pytest.mark.parametrize(
    "domain",
    [
        ["hephaestus.divine-aid"],  # no Citizen, though one in a Legend
        ["citizen", "zeus.hercules", "zeus.kings-council"],  # no Instant
        ["citizen", "hephaestus.sacrifice"],  # an Instant that could change nothing
    ],
)
def test_messenger_needs_a_citizen_and_a_useful_instant(domain: list[str]) -> None:
    """hermes.messenger: startable with a Citizen, and an Instant c in your Domain, S(c). E10."""
    elysium = [["zeus.alliance", "zeus.initiation", "citizen"], ["hephaestus.divine-aid"]]
    seat = {"gold": 0, "vp": 0, "domain": ["hermes.messenger", *domain], "elysium": elysium}
    with Scenario({"families": GIFTS, "seats": [seat, {"domain": ["citizen"]}]}) as play:
        play.refuses("use hermes.messenger", "E10")


def test_messenger_sees_a_citizen_taken_before() -> None:
    """hermes.messenger: the Citizen may just have been taken. E4.2, E10."""
    seat = {"gold": 0, "quest": 1, "domain": ["hermes.messenger", "hephaestus.divine-aid"]}
    with Scenario({"families": GIFTS, "seats": [seat, {}, {}]}) as play:
        play.answers(0, "dismiss red")  # the Citizen was the only move
        play.asked(0, ["use hermes.messenger", "end turn"], "use hermes.messenger")
        play.has(0, gold=2)
        play.rests(1)


# hermes.assembly, hermes.temple-of-hermes, hermes.cheater (chronos)


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["hermes.assembly", "zeus.alliance"], 2),
        (["hermes.assembly", "zeus.alliance", "citizen"], 2),
        (["hermes.assembly", "zeus.alliance", "poseidon.assembly", "hades.tartarus", "hephaestus.apprentice"], 5),
        (["hermes.assembly", "hermes.caduceus", "hermes.theft"], 1),
        (["hermes.assembly", "hermes.caduceus", "citizen"], 1),
    ],
)
def test_assembly_counts_the_families_of_its_legend(legend: list[str], vp: int) -> None:
    """hermes.assembly: 1 VP per different family in this Legend (Citizens have none). E5.6, E8.2."""
    elysium = [["zeus.hercules", "hades.cerberus"], legend]
    with Scenario({"families": GIFTS, "seats": [{"elysium": elysium}, {}]}) as play:
        assert {"card": "hermes.assembly", "legend": 2, "vp": vp} in play.match.scores()[0]["chronos"]


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["hermes.temple-of-hermes", "hermes.caduceus", "hermes.theft"], 3),
        (["hermes.temple-of-hermes", "hermes.caduceus", "citizen"], 2),
        (["hermes.temple-of-hermes", "zeus.alliance", "hades.posthumous-hero", "citizen"], 1),
    ],
)
def test_temple_of_hermes_counts_the_hermes_cards_of_its_legend(legend: list[str], vp: int) -> None:
    """hermes.temple-of-hermes: 1 VP per Hermes card in this Legend; Citizens do not count. E5.6, E8.2."""
    elysium = [["hermes.keeper-of-dreams", "hermes.psychopomp"], legend]
    seats = [{"elysium": elysium, "domain": ["hermes.swindler"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.scores(0, chronos=[{"card": "hermes.temple-of-hermes", "legend": 2, "vp": vp}])


@pytest.mark.parametrize(
    ("other", "vp"),
    [
        (["zeus.hercules", "hades.cerberus"], 5),
        (["zeus.hercules", "hades.cerberus", "citizen"], 0),
        (["zeus.triumph", "zeus.hercules", "citizen"], 0),
    ],
)
def test_cheater_wants_no_citizen_in_the_elysium(other: list[str], vp: int) -> None:
    """hermes.cheater: 5 VP if your Elysium has no Citizen; Domain and other players do not matter. E8.2."""
    seats = [
        {"domain": ["citizen"], "elysium": [["hermes.cheater", "zeus.alliance"], other, ["hermes.theft"]]},
        {"elysium": [["zeus.initiation", "hades.charon", "citizen"]]},
    ]
    with Scenario({"families": GIFTS, "phase": "over", "seats": seats}) as play:
        play.scores(0, chronos=[{"card": "hermes.cheater", "legend": 1, "vp": vp}])
        play.over()


def test_cheater_with_a_citizen_in_its_own_legend_is_worth_nothing() -> None:
    """hermes.cheater: the Citizen may stand in its own Legend. E8.2."""
    seats = [{"elysium": [["hermes.cheater", "hermes.caduceus", "citizen"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.scores(0, chronos=[{"card": "hermes.cheater", "legend": 1, "vp": 0}])


@pytest.mark.parametrize("card", ["hermes.assembly", "hermes.temple-of-hermes", "hermes.cheater"])
def test_chronos_alone_or_in_the_domain_is_worth_nothing(card: str) -> None:
    """hermes.assembly, hermes.temple-of-hermes, hermes.cheater: only in a Legend of 2+ cards. E5.6, E8.1."""
    with Scenario({"families": GIFTS, "seats": [{"elysium": [[card]]}, {}]}) as play:
        play.scores(0, chronos=[])
    with Scenario({"families": GIFTS, "seats": [{"domain": [card]}, {}]}) as play:
        play.scores(0, chronos=[])
        play.refuses(f"use {card}", "E5.6")


# hermes.caduceus (trigger): Use the Instant power of a card in your Domain.


def test_caduceus_uses_an_instant_of_the_domain() -> None:
    """hermes.caduceus: the Instant of a Domain card, which stays as it is; Triggers are not offered. E5.4, E5.9."""
    rest = ["hephaestus.divine-aid", "poseidon.raiders", "zeus.hercules"]
    seats = [
        {"gold": 0, "vp": 9, "domain": ["hermes.caduceus", *rest], "elysium": [["poseidon.tidal-wave"]]},
        {"gold": 3, "domain": ["zeus.garden-of-the-hesperides"]},
        {"gold": 3},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.caduceus")
        play.refuses("choose zeus.hercules", "E5.9")
        play.asked(0, ["choose hephaestus.divine-aid", "choose poseidon.raiders"], "choose poseidon.raiders")
        play.has(0, gold=2, domain=[{"card": "hermes.caduceus", "ring": False}, *rest])
        play.logged("give", seat=1, n=1, counter="gold", to=0, cause="poseidon.raiders")
        assert copies(play) == [("hermes.caduceus", "poseidon.raiders")]
        play.refuses("use hermes.caduceus", "E5.4")
        play.rests(0)


def test_caduceus_lets_the_copied_instant_transfer_its_own_card() -> None:
    """hermes.caduceus: a copied card in your Domain may be transferred by its own power. E5.9."""
    domain = ["hermes.caduceus", "hades.charons-obol"]
    with Scenario({"families": GIFTS, "seats": [{"gold": 0, "domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.caduceus")
        play.has(0, gold=1)
        play.asked(0, ["transfer hades.charons-obol", "stop"], "transfer hades.charons-obol")
        play.has(0, gold=0, domain=[{"card": "hermes.caduceus", "ring": False}], elysium=[["hades.charons-obol"]])
        play.rests(0)


def test_caduceus_asks_the_others_round_the_table_from_its_user() -> None:
    """hermes.caduceus: a copied "every other player" is seen from the user, here poseidon.cyclopes. E5.8, E5.9."""
    seats = [
        {"disc": 2, "gold": 2, "domain": ["zeus.hercules"]},
        {"disc": 3, "gold": 9, "domain": ["hermes.caduceus", "poseidon.cyclopes"]},
        {"disc": 1, "gold": 2, "domain": ["citizen"]},
        {"disc": 4, "gold": 1},
    ]
    with Scenario({"families": GIFTS, "seats": seats, "to_move": 1}) as play:
        play.answers(1, "use hermes.caduceus")
        play.has(3, gold=0)
        play.asked(2, ["discard citizen", "pay 2 gold"], "pay 2 gold")
        play.asked(0, ["discard zeus.hercules", "pay 2 gold"], "pay 2 gold")
        assert seats_of(play, "lose") == [3, 2, 0]
        play.has(1, gold=9)
        play.rests(1)


HAS: dict[str, Any] = {"gold": 9, "vp": 9}
BARE: dict[str, Any] = {"gold": 0, "vp": 0}


@pytest.mark.parametrize(
    ("instant", "mine", "theirs", "startable"),
    [
        ("ares.hoplites", BARE, BARE, True),
        ("athena.trade-agreement", BARE, BARE, True),
        ("hades.charons-obol", BARE, BARE, True),
        ("hephaestus.divine-aid", BARE, BARE, True),
        ("zeus.garden-of-the-hesperides", BARE, BARE, True),
        ("apollo.charisma", BARE, BARE, True),
        ("ares.deimos-and-phobos", HAS | {"pp": 3}, HAS | {"pp": 0}, False),
        ("ares.deimos-and-phobos", BARE, BARE | {"pp": 1}, True),
        ("athena.panathenaic-games", {"gold": 1}, {"gold": 1, "domain": ["zeus.alliance", "citizen"]}, False),
        ("athena.panathenaic-games", {"gold": 2}, {"gold": 1, "domain": ["zeus.alliance"]}, True),
        ("athena.panathenaic-games", {"gold": 1}, {"gold": 2, "domain": ["zeus.alliance"]}, True),
        (
            "athena.panathenaic-games",
            {"gold": 1},
            {"gold": 1, "domain": ["citizen"], "elysium": [["zeus.triumph", "zeus.hercules"]]},
            False,
        ),
        (
            "athena.panathenaic-games",
            {"gold": 1},
            {"gold": 2, "domain": ["citizen"], "elysium": [["zeus.triumph", "zeus.hercules"]]},
            True,
        ),
        ("hephaestus.sacrifice", BARE, HAS, False),
        ("hephaestus.sacrifice", {"gold": 1, "vp": 0}, BARE, True),
        ("hephaestus.sacrifice", {"gold": 0, "vp": 1}, BARE, True),
        ("poseidon.tidal-wave", HAS, {"gold": 0, "vp": 9, "domain": ["citizen"]}, False),
        ("poseidon.tidal-wave", BARE, {"gold": 1}, True),
        ("poseidon.raiders", HAS, {"gold": 0, "vp": 9, "domain": ["citizen"]}, False),
        ("poseidon.raiders", BARE, {"gold": 1}, True),
        ("poseidon.cyclopes", HAS, {"gold": 0, "vp": 9, "elysium": [["zeus.alliance"]]}, False),
        ("poseidon.cyclopes", BARE, {"gold": 0, "domain": ["citizen"]}, True),
        ("poseidon.cyclopes", BARE, {"gold": 1}, True),
        ("poseidon.charybdis-and-scylla", HAS, BARE | {"domain": ["citizen"]}, False),
        ("poseidon.charybdis-and-scylla", BARE, {"gold": 0, "vp": 1}, True),
        ("poseidon.charybdis-and-scylla", BARE, {"gold": 1, "vp": 0}, True),
    ],
)
def test_caduceus_starts_only_for_an_instant_that_can_change_something(
    instant: str, mine: dict[str, Any], theirs: dict[str, Any], startable: bool
) -> None:
    """hermes.caduceus: an Instant c in your Domain, S(c), for every Instant of the game. E10."""
    seats = [mine | {"domain": ["hermes.caduceus", instant]}, theirs]
    with Scenario({"families": five(instant.partition(".")[0], "zeus"), "seats": seats}) as play:
        if startable:
            play.offers("use hermes.caduceus")
        else:
            play.refuses("use hermes.caduceus", "E10")


def test_caduceus_does_not_start_for_a_citizen_that_cannot_be_drawn() -> None:
    """hermes.caduceus: apollo.charisma needs a card to draw; the pile of earlier turns will do. E3.2, E10."""
    seats = [{"domain": ["hermes.caduceus", "apollo.charisma"]}, {}]
    position = {"families": five("apollo"), "seats": seats}
    with Scenario(without_a_deck(position)) as play:
        play.table(deck_size=0)
        play.refuses("use hermes.caduceus", "E10")
    with Scenario(without_a_deck(position | {"discard": ["zeus.hercules"]})) as play:
        play.answers(0, "use hermes.caduceus")
        play.has(0, domain=[{"card": "hermes.caduceus", "ring": False}, "apollo.charisma", "citizen"])
        play.table(deck_size=0, discard=[])
        play.rests(0)


def test_caduceus_needs_an_instant_in_its_own_domain() -> None:
    """hermes.caduceus: Instants elsewhere do not count. E10."""
    seats = [
        {"domain": ["hermes.caduceus", "citizen"], "elysium": [["hephaestus.divine-aid"]]},
        {"domain": ["hephaestus.divine-aid"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.caduceus", "E10")


# hermes.initiation (activate, Eleusis): Use the power of an Eleusis card in another player's Domain.


def test_initiation_uses_an_eleusis_card_of_another_player() -> None:
    """hermes.initiation: any other player's; whether used, or how many they have, does not matter. E5.3, E5.9."""
    zeus = {"card": "zeus.initiation", "used": True}
    seats = [
        {"vp": 0, "domain": ["hermes.initiation", "hephaestus.initiation"]},
        {"vp": 5, "domain": [zeus, "zeus.triumph"]},
        {"vp": 5, "domain": ["poseidon.initiation", "hephaestus.initiation"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.initiation")
        play.has(0, domain=[{"card": "hermes.initiation", "used": True}, "hephaestus.initiation"])
        play.asked(
            0,
            ["choose hephaestus.initiation", "choose poseidon.initiation", "choose zeus.initiation"],
            "choose zeus.initiation",
        )
        play.has(0, vp=1, domain=[{"card": "hermes.initiation", "used": True}, "hephaestus.initiation"])
        play.has(1, vp=5, domain=[zeus, "zeus.triumph"])
        play.logged("gain", seat=0, n=1, counter="vp", cause="zeus.initiation")
        play.refuses("use hermes.initiation", "E5.3")
        play.rests(0)


def test_initiation_robs_the_copied_cards_owner_too() -> None:
    """hermes.initiation: "another player" is anybody else, the copied card's owner too; E5.8 from the user. E5.9."""
    seats = [
        {"vp": 2, "domain": ["hermes.initiation", "zeus.initiation"]},
        {"vp": 2, "domain": ["poseidon.initiation"]},
        {"vp": 2},
        {"vp": 0},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.initiation")
        play.has(0, vp=2)
        play.has(1, vp=1, domain=["poseidon.initiation"])
        play.has(2, vp=1)
        assert seats_of(play, "lose") == [1, 2]
        play.rests(0)


def test_initiation_copies_athenas_for_all_with_an_eleusis_card() -> None:
    """hermes.initiation: athena.initiation pays the user 2 Gold and the others with Eleusis cards 1. E5.9."""
    seats = [
        {"gold": 0, "domain": ["hermes.initiation", "zeus.initiation"]},
        {"gold": 0, "domain": ["athena.initiation"]},
        {"gold": 0},
        {"gold": 0, "domain": ["zeus.initiation"]},
    ]
    with Scenario({"families": five("athena"), "seats": seats}) as play:
        play.answers(0, "use hermes.initiation")
        play.asked(0, ["choose athena.initiation", "choose zeus.initiation"], "choose athena.initiation")
        play.has(0, gold=2)
        play.has(1, gold=1)
        play.has(2, gold=0)
        play.has(3, gold=1)
        play.rests(0)


def test_initiation_copies_hades_for_the_users_own_cards() -> None:
    """hermes.initiation: hades.initiation transfers a card of the user; the copied one cannot go. E5.9, E10."""
    seats = [
        {"gold": 2, "domain": ["hermes.initiation", "hephaestus.initiation", "zeus.hercules"]},
        {"gold": 9, "domain": ["hades.initiation"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.initiation")
        play.asked(0, ["transfer hephaestus.initiation", "transfer hermes.initiation"], "transfer hermes.initiation")
        play.has(0, gold=0, domain=["hephaestus.initiation", "zeus.hercules"], elysium=[["hermes.initiation"]])
        play.has(1, gold=9, domain=["hades.initiation"])
        play.rests(0)
    with Scenario({"families": GIFTS, "seats": [seats[0] | {"gold": 1}, seats[1]]}) as play:
        play.refuses("use hermes.initiation", "E10")


def test_initiation_reaches_the_oracle_through_apollos() -> None:
    """hermes.initiation: apollo.initiation of another player uses a Trigger or Instant of the Oracle. E5.9."""
    seats = [
        {"gold": 0, "vp": 3, "domain": ["hermes.initiation", "zeus.initiation"]},
        {"domain": ["apollo.initiation"]},
    ]
    oracle = ["hephaestus.divine-aid", "zeus.hercules", "zeus.kings-council", "hephaestus.apprentice"]
    with Scenario({"families": five("apollo"), "seats": seats, "oracle": oracle}) as play:
        play.answers(0, "use hermes.initiation")
        play.asked(0, ["choose hephaestus.divine-aid", "choose zeus.hercules"], "choose zeus.hercules")
        play.has(0, vp=4)
        play.table(oracle=oracle)
        assert copies(play) == [("hermes.initiation", "apollo.initiation"), ("apollo.initiation", "zeus.hercules")]
        play.rests(0)
    with Scenario({"families": five("apollo"), "seats": seats, "oracle": oracle[2:]}) as play:
        play.refuses("use hermes.initiation", "E10")


def test_initiation_starts_a_chain_through_every_place() -> None:
    """hermes.initiation: another Domain, the Oracle, the Elysium and the Domain in one chain of copies. E5.9."""
    seats = [
        {
            "vp": 6,
            "domain": ["hermes.initiation", "zeus.initiation", {"card": "zeus.hercules", "ring": False}],
            "elysium": [["hermes.keeper-of-dreams"]],
        },
        {"domain": ["apollo.initiation"]},
    ]
    with Scenario({"families": five("apollo"), "seats": seats, "oracle": ["hermes.psychopomp"]}) as play:
        play.answers(0, "use hermes.initiation")
        play.has(0, vp=8, elysium=[["hermes.keeper-of-dreams"]])
        play.has(1, domain=["apollo.initiation"])
        play.table(oracle=["hermes.psychopomp"])
        assert copies(play) == [
            ("hermes.initiation", "apollo.initiation"),
            ("apollo.initiation", "hermes.psychopomp"),
            ("hermes.psychopomp", "hermes.keeper-of-dreams"),
            ("hermes.keeper-of-dreams", "zeus.hercules"),
        ]
        play.rests(0)


def test_initiation_through_a_second_one_looks_at_the_users_others() -> None:
    """hermes.initiation: "another player" is another than you, also through a second Hermes' Initiation. E5.9."""
    seats = [
        {"gold": 0, "domain": ["hermes.initiation", "zeus.initiation"]},
        {"domain": ["hermes.initiation", "hephaestus.initiation"]},
        {"domain": ["poseidon.initiation"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.initiation")
        play.asked(
            0,
            ["choose hephaestus.initiation", "choose hermes.initiation", "choose poseidon.initiation"],
            "choose hermes.initiation",
        )
        play.refuses("choose zeus.initiation", "E5.9")
        play.asked(0, ["choose hephaestus.initiation", "choose poseidon.initiation"], "choose hephaestus.initiation")
        play.has(0, gold=1)
        play.has(1, domain=["hermes.initiation", "hephaestus.initiation"])
        play.rests(0)


def test_initiation_is_nothing_with_only_another_hermes_initiation() -> None:
    """hermes.initiation: chains end; two Hermes' Initiations alone lead nowhere. E5.9, E10."""
    seats = [
        {"domain": ["hermes.initiation", "zeus.initiation"]},
        {"domain": ["hermes.initiation"]},
        {"domain": ["hephaestus.divine-aid"], "elysium": [["hephaestus.initiation"]]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.initiation", "E10")


@pytest.mark.parametrize(("vp", "startable"), [(0, False), (1, True)])
def test_initiation_starts_only_if_the_copy_could_change_something(vp: int, startable: bool) -> None:
    """hermes.initiation: an Initiation c in another Domain, S(c). E10."""
    seats = [
        {"vp": 9, "domain": ["hermes.initiation", "zeus.initiation"]},
        {"vp": vp, "domain": ["poseidon.initiation"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        if startable:
            play.offers("use hermes.initiation")
        else:
            play.refuses("use hermes.initiation", "E10")


def test_initiation_needs_another_eleusis_card_of_its_own() -> None:
    """hermes.initiation: Eleusis: needs another Eleusis card in your Domain. E5.3."""
    seats = [{"domain": ["hermes.initiation"], "elysium": [["zeus.initiation"]]}, {"domain": ["zeus.initiation"]}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.initiation", "E5.3")


# hermes.keeper-of-dreams (trigger): Use the Trigger power of a card in your Domain.


def test_keeper_of_dreams_uses_a_trigger_with_or_without_its_ring() -> None:
    """hermes.keeper-of-dreams: another card; with or without its ring; a ring stays. E5.4, E5.9."""
    triumph = {"card": "zeus.triumph", "ring": False}
    seats = [
        {"vp": 3, "domain": ["hermes.keeper-of-dreams", triumph, "zeus.hercules", "hephaestus.divine-aid"]},
        {"domain": ["poseidon.medusa"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.refuses("choose hermes.keeper-of-dreams", "E5.9")
        play.refuses("choose hephaestus.divine-aid", "E5.9")
        play.asked(0, ["choose zeus.triumph", "choose zeus.hercules"], "choose zeus.hercules")
        keeper = {"card": "hermes.keeper-of-dreams", "ring": False}
        play.has(0, vp=4, domain=[keeper, triumph, "zeus.hercules", "hephaestus.divine-aid"])
        play.refuses("use hermes.keeper-of-dreams", "E5.4")
        play.asked(0, ["use zeus.hercules", *QUESTS], "use zeus.hercules")  # its own ring is still there
        play.has(0, vp=5)
        play.rests(0)


def test_keeper_of_dreams_uses_a_trigger_without_its_ring() -> None:
    """hermes.keeper-of-dreams: a spent Trigger will do, and stays spent. E5.9."""
    hercules = {"card": "zeus.hercules", "ring": False}
    seats = [{"vp": 6, "domain": [hercules, "hermes.keeper-of-dreams"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, vp=8, domain=[hercules, {"card": "hermes.keeper-of-dreams", "ring": False}])
        play.refuses("use zeus.hercules", "E5.4")
        play.rests(0)


def test_keeper_of_dreams_lets_the_copied_card_be_transferred_by_its_own_power() -> None:
    """hermes.keeper-of-dreams: the ring stays unless the card itself leaves, here hades.persephone. E5.9, E7.5."""
    seats = [{"gold": 0, "domain": ["hermes.keeper-of-dreams", "hades.persephone"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["transfer hades.persephone", "transfer hermes.keeper-of-dreams"], "transfer hades.persephone")
        play.has(0, domain=[{"card": "hermes.keeper-of-dreams", "ring": False}], elysium=[["hades.persephone"]])
        play.refuses("use hades.persephone", "E1.3")
        play.rests(0)
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams", "transfer hermes.keeper-of-dreams")
        play.has(0, domain=["hades.persephone"], elysium=[["hermes.keeper-of-dreams"]])
        play.offers("use hades.persephone")
        play.rests(0)


def test_keeper_of_dreams_may_be_discarded_for_its_other_copy() -> None:
    """hermes.keeper-of-dreams: paid away by apollo.master-of-the-oracle, its twin may be taken. E4.5, E5.4, E5.13."""
    seats = [{"domain": ["hermes.keeper-of-dreams", {"card": "apollo.master-of-the-oracle", "ring": False}]}, {}]
    with Scenario({"families": five("apollo"), "seats": seats, "oracle": ["hermes.keeper-of-dreams"]}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, domain=[{"card": "apollo.master-of-the-oracle", "ring": False}, "hermes.keeper-of-dreams"])
        play.table(discard=["hermes.keeper-of-dreams"], oracle=[])
        play.logged("discard", seat=0, card="hermes.keeper-of-dreams", cause="apollo.master-of-the-oracle")
        play.rests(0)


def test_keeper_of_dreams_pays_the_copied_powers_own_cost() -> None:
    """hermes.keeper-of-dreams: the power runs with its own cost; the copied card may be it. E5.9, E7.5."""
    seats = [{"domain": ["hermes.keeper-of-dreams", "apollo.master-of-the-oracle", "citizen"]}, {}]
    oracle = ["zeus.hercules", "hephaestus.divine-aid", "zeus.triumph"]
    with Scenario({"families": five("apollo"), "seats": seats, "oracle": oracle}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(
            0,
            ["discard apollo.master-of-the-oracle", "discard hermes.keeper-of-dreams", "discard citizen"],
            "discard apollo.master-of-the-oracle",
        )
        play.asked(0, [f"choose {card}" for card in oracle], "choose hephaestus.divine-aid")
        play.has(0, gold=6)
        play.asked(0, ["choose zeus.hercules", "choose zeus.triumph"], "choose zeus.triumph")
        keeper = {"card": "hermes.keeper-of-dreams", "ring": False}
        play.has(0, domain=[keeper, "citizen", "hephaestus.divine-aid", "zeus.triumph"])
        play.table(discard=["apollo.master-of-the-oracle"], oracle=["zeus.hercules"])
        play.rests(0)


def test_keeper_of_dreams_chains_on_to_an_instant() -> None:
    """hermes.keeper-of-dreams: copies hermes.caduceus, which copies an Instant; each log line names its cause. E5.9."""
    caduceus = {"card": "hermes.caduceus", "ring": False}
    seats = [{"gold": 0, "domain": ["hermes.keeper-of-dreams", caduceus, "hephaestus.divine-aid"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, gold=2)
        assert copies(play) == [
            ("hermes.keeper-of-dreams", "hermes.caduceus"),
            ("hermes.caduceus", "hephaestus.divine-aid"),
        ]
        play.logged("gain", seat=0, n=2, counter="gold", cause="hephaestus.divine-aid")
        play.rests(0)


def test_keeper_of_dreams_asks_the_others_round_the_table_from_its_user() -> None:
    """hermes.keeper-of-dreams: a copied "every other player" goes in order from the user, here antaeus. E5.8, E5.9."""
    seats = [
        {"disc": 4, "domain": ["hermes.keeper-of-dreams", "poseidon.antaeus"]},
        {"disc": 3, "domain": ["zeus.triumph", "zeus.initiation", "zeus.alliance"]},
        {"disc": 1, "domain": ["hades.charon", "hades.initiation"]},
        {"disc": 2, "domain": ["zeus.hercules"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats, "to_move": 0}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["level 1", "level 2", "level 3"], "level 2")
        play.asked(2, ["discard hades.charon", "discard hades.initiation"], "discard hades.charon")
        play.asked(1, ["discard zeus.triumph", "discard zeus.initiation"], "discard zeus.initiation")
        play.has(0, domain=[{"card": "hermes.keeper-of-dreams", "ring": False}, "poseidon.antaeus"])
        play.table(discard=["hades.charon", "zeus.initiation"])
        play.rests(0)


WRITTEN: list[list[str]] = [["zeus.alliance", "zeus.initiation"]]


@pytest.mark.parametrize(
    ("trigger", "mine", "theirs", "oracle", "startable"),
    [
        ("apollo.dark-future", {}, {}, [], False),
        ("apollo.dark-future", {}, {}, ["zeus.alliance"], True),
        ("apollo.offerings", {}, {}, [], False),
        ("apollo.offerings", {}, {}, ["zeus.alliance"], True),
        ("apollo.prophecy-of-glory", {}, {}, ["apollo.prophecy-of-glory", "hermes.keeper-of-dreams"], False),
        ("apollo.prophecy-of-glory", {}, {}, ["zeus.alliance"], True),
        ("apollo.gathering-of-heroes", {}, {}, [], True),
        ("apollo.master-of-the-oracle", {}, {}, [], False),
        ("apollo.master-of-the-oracle", {}, {}, ["hermes.keeper-of-dreams"], True),
        ("ares.water-dragon", {"pp": 1}, {}, None, False),
        ("ares.water-dragon", {}, {"pp": 1}, None, True),
        ("athena.democracy", {}, {}, None, True),
        ("athena.embassy", {}, {}, None, True),
        ("athena.divine-law", {"gold": 0}, {}, None, True),
        ("hades.posthumous-hero", {}, {}, None, False),
        ("hades.posthumous-hero", {"domain": ["citizen"]}, {"elysium": WRITTEN}, None, False),
        ("hades.posthumous-hero", {"elysium": WRITTEN}, {"domain": ["citizen"]}, None, False),
        ("hades.posthumous-hero", {"gold": 0, "domain": ["citizen"], "elysium": WRITTEN}, {}, None, True),
        ("hades.judges-of-the-underworld", {"gold": 1}, {}, None, False),
        ("hades.judges-of-the-underworld", {"gold": 2}, {}, None, True),
        ("hades.persephone", {"gold": 0}, {}, None, True),
        ("hephaestus.golden-throne-of-hera", {"gold": 4}, {"gold": 4}, None, False),
        ("hephaestus.golden-throne-of-hera", {"gold": 4}, {"gold": 5}, None, True),
        ("hermes.swindler", {}, {"columns": "R"}, None, False),
        ("hermes.swindler", {"columns": "R"}, {}, None, True),
        ("hermes.caduceus", {}, {"domain": ["hephaestus.divine-aid"]}, None, False),
        ("hermes.caduceus", {"domain": ["hephaestus.divine-aid"]}, {}, None, True),
        ("hermes.psychopomp", {"elysium": WRITTEN}, {"elysium": [["hephaestus.divine-aid"]]}, None, False),
        ("hermes.psychopomp", {"elysium": [["hephaestus.divine-aid"]]}, {}, None, True),
        ("hermes.orpheus", {"elysium": WRITTEN, "domain": ["zeus.hercules", "citizen"], "vp": 0}, {}, None, False),
        ("hermes.orpheus", {"elysium": [[*WRITTEN[0], "citizen"]]}, {}, None, False),
        (
            "hermes.orpheus",
            {"elysium": [[*WRITTEN[0], "citizen"]], "domain": [{"card": "zeus.hercules", "ring": False}], "vp": 0},
            {},
            None,
            True,
        ),
        ("poseidon.earthquake", {"domain": ["citizen"]}, {"domain": ["zeus.alliance"]}, None, False),
        ("poseidon.earthquake", {}, {"domain": ["citizen"]}, None, True),
        ("poseidon.antaeus", {}, {"domain": ["citizen"]}, None, False),
        ("poseidon.antaeus", {}, {"domain": ["zeus.alliance"]}, None, True),
        ("poseidon.medusa", {}, {"elysium": WRITTEN}, None, False),
        ("poseidon.medusa", {}, {"domain": ["citizen"]}, None, True),
        ("zeus.triumph", {}, {}, None, True),
        ("zeus.hercules", {"vp": 2}, {"vp": 9}, None, False),
        ("zeus.hercules", {"vp": 3}, {}, None, True),
    ],
)
def test_keeper_of_dreams_starts_only_for_a_trigger_that_can_change_something(
    trigger: str, mine: dict[str, Any], theirs: dict[str, Any], oracle: list[str] | None, startable: bool
) -> None:
    """hermes.keeper-of-dreams: another Trigger c in your Domain, S(c), for every Trigger of the game. E10."""
    domain = ["hermes.keeper-of-dreams", {"card": trigger, "ring": False}, *mine.get("domain", [])]
    position: dict[str, Any] = {
        "families": five(trigger.partition(".")[0]),
        "seats": [mine | {"domain": domain}, theirs],
    }
    with Scenario(position if oracle is None else position | {"oracle": oracle}) as play:
        if startable:
            play.offers("use hermes.keeper-of-dreams")
        else:
            play.refuses("use hermes.keeper-of-dreams", "E10")


def test_keeper_of_dreams_does_not_start_for_a_draw_from_nothing() -> None:
    """hermes.keeper-of-dreams: democracy and gathering-of-heroes need a card to draw, divine-law or a transfer. E10."""

    def copying(trigger: str, gold: int, theirs: dict[str, Any]) -> dict[str, Any]:
        domain = ["hermes.keeper-of-dreams", {"card": trigger, "ring": False}]
        families = five(trigger.partition(".")[0])
        return without_a_deck({"families": families, "seats": [{"gold": gold, "domain": domain}, theirs]})

    for trigger in ("athena.democracy", "apollo.gathering-of-heroes"):
        with Scenario(copying(trigger, 9, {"gold": 9})) as play:
            play.refuses("use hermes.keeper-of-dreams", "E10")
    with Scenario(copying("athena.divine-law", 1, {"gold": 0, "domain": ["zeus.alliance"]})) as play:
        play.refuses("use hermes.keeper-of-dreams", "E10")
    with Scenario(copying("athena.divine-law", 2, {"gold": 0, "domain": ["zeus.alliance"]})) as play:
        play.offers("use hermes.keeper-of-dreams")
    with Scenario(copying("athena.divine-law", 1, {"gold": 1, "domain": ["zeus.alliance"]})) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(1, ["transfer zeus.alliance", "stop"], "stop")  # nothing to draw, and seat 0 can do nothing
        play.rests(0)


def test_keeper_of_dreams_needs_another_trigger_of_its_own_domain() -> None:
    """hermes.keeper-of-dreams: another Trigger, in your Domain; not itself, nor Triggers elsewhere. E10."""
    seats = [
        {"vp": 9, "domain": ["hermes.keeper-of-dreams", "hephaestus.divine-aid"], "elysium": [["zeus.hercules"]]},
        {"vp": 9, "domain": ["zeus.triumph", "citizen"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.keeper-of-dreams", "E10")


# hermes.psychopomp (trigger): Use the Trigger or Instant power of a card in your Elysium.


def test_psychopomp_uses_triggers_and_instants_of_the_elysium() -> None:
    """hermes.psychopomp: Trigger or Instant, lone cards too, no other powers, Citizens never. E1.3, E5.4, E5.9."""
    elysium = [
        ["zeus.kings-council", "zeus.triumph", "citizen"],
        ["hephaestus.divine-aid"],
        ["hephaestus.workshop", "hades.initiation"],
    ]
    seats = [
        {"gold": 0, "vp": 0, "domain": ["hermes.psychopomp", "zeus.garden-of-the-hesperides"], "elysium": elysium},
        {"elysium": [["zeus.hercules"]]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["choose zeus.triumph", "choose hephaestus.divine-aid"], "choose zeus.triumph")
        domain = [{"card": "hermes.psychopomp", "ring": False}, "zeus.garden-of-the-hesperides"]
        play.has(0, gold=0, vp=1, domain=domain, elysium=elysium)  # 2 cards in the Domain
        assert copies(play) == [("hermes.psychopomp", "zeus.triumph")]
        play.refuses("use hermes.psychopomp", "E5.4")
        play.rests(0)


def test_psychopomp_cannot_transfer_the_card_it_uses() -> None:
    """hermes.psychopomp: a card in the Elysium cannot be transferred by its own power. E5.9."""
    seats = [{"gold": 0, "domain": ["hermes.psychopomp", "zeus.alliance"], "elysium": [["hades.persephone"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["transfer hermes.psychopomp", "transfer zeus.alliance"], "transfer hermes.psychopomp")
        play.asked(0, ["legend 1", "new legend"], "legend 1")
        play.has(0, gold=0, domain=["zeus.alliance"], elysium=[["hades.persephone", "hermes.psychopomp"]])
        play.rests(0)


def test_psychopomp_cannot_discard_the_card_it_uses() -> None:
    """hermes.psychopomp: a card in the Elysium cannot be discarded by its own power. E5.9."""
    position = {
        "families": five("apollo"),
        "seats": [
            {"domain": ["hermes.psychopomp", "citizen"], "elysium": [["apollo.master-of-the-oracle"]]},
            {},
        ],
        "oracle": ["zeus.alliance"],
        "draws": ["zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["discard hermes.psychopomp", "discard citizen"], "discard citizen")
        play.has(0, domain=[{"card": "hermes.psychopomp", "ring": False}, "zeus.alliance"])
        play.has(0, elysium=[["apollo.master-of-the-oracle"]])
        play.table(discard=["zeus.hercules"], oracle=[])
        play.rests(0)


@pytest.mark.parametrize(
    ("written", "domain", "startable"),
    [
        ("zeus.triumph", [], False),  # Triumph in the Elysium is no card of the Domain
        ("zeus.triumph", ["citizen"], True),
        ("athena.embassy", ["zeus.alliance"], False),  # nor is Embassy an Athena card there
        ("athena.embassy", ["athena.aegis"], True),
        ("hades.judges-of-the-underworld", ["zeus.alliance"], False),
        ("hades.judges-of-the-underworld", ["hades.tartarus"], True),
        ("hermes.keeper-of-dreams", ["hephaestus.divine-aid"], False),  # Psychopomp is in the chain
        ("hermes.keeper-of-dreams", ["zeus.hercules"], True),
        ("hermes.caduceus", ["zeus.hercules"], False),
        ("hermes.caduceus", ["hephaestus.divine-aid"], True),
        ("hephaestus.workshop", ["hephaestus.divine-aid"], False),
        ("zeus.kings-council", ["zeus.alliance", "zeus.hercules"], False),
        ("zeus.alliance", ["citizen"], False),
        ("hermes.cheater", ["citizen"], False),
        ("zeus.initiation", ["hermes.initiation"], False),
    ],
)
def test_psychopomp_starts_only_for_a_power_that_can_change_something(
    written: str, domain: list[str], startable: bool
) -> None:
    """hermes.psychopomp: a Trigger or Instant c in your Elysium, S(c); what lies there is not counted. E5.9, E10."""
    families = five(written.partition(".")[0], "hades" if "hades" in written else "hephaestus")
    seats = [{"gold": 4, "vp": 9, "domain": ["hermes.psychopomp", *domain], "elysium": [[written]]}, {"gold": 0}]
    with Scenario({"families": families, "seats": seats}) as play:
        if startable:
            play.offers("use hermes.psychopomp")
        else:
            play.refuses("use hermes.psychopomp", "E10")


def test_psychopomp_counts_only_the_domain_for_a_copied_power() -> None:
    """hermes.psychopomp: judges-of-the-underworld in the Elysium is not counted among your Hades cards. E5.9."""
    domain = ["hermes.psychopomp", "hades.tartarus", "zeus.alliance"]
    seats = [{"gold": 9, "domain": domain, "elysium": [["hades.judges-of-the-underworld"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(
            0,
            ["transfer hermes.psychopomp", "transfer hades.tartarus", "transfer zeus.alliance", "stop"],
            "transfer zeus.alliance",
        )
        play.has(0, gold=8, elysium=[["hades.judges-of-the-underworld"], ["zeus.alliance"]])
        play.rests(0)  # one Hades card, one transfer


def test_psychopomp_names_its_twin_in_the_elysium() -> None:
    """hermes.psychopomp: another copy is another card: it may be named, once, and leads on. E5.9."""
    seats = [{"vp": 3, "domain": ["hermes.psychopomp"], "elysium": [["hermes.psychopomp"], ["zeus.hercules"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["choose hermes.psychopomp", "choose zeus.hercules"], "choose hermes.psychopomp")
        play.has(0, vp=4)
        assert copies(play) == [("hermes.psychopomp", "hermes.psychopomp"), ("hermes.psychopomp", "zeus.hercules")]
        play.rests(0)
    seats = [{"vp": 3, "domain": ["hermes.psychopomp", "zeus.hercules"], "elysium": [["hermes.psychopomp"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.psychopomp", "E10")


def test_of_two_copies_one_power_is_used() -> None:
    """hermes.psychopomp: both copies of a card may be meant by its name; one of them is used. E5.9."""
    divine_aid = ["hephaestus.divine-aid"]
    seats = [{"gold": 0, "domain": ["hermes.psychopomp"], "elysium": [divine_aid, divine_aid]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.has(0, gold=2)
        assert copies(play) == [("hermes.psychopomp", "hephaestus.divine-aid")]
        play.rests(0)


def test_psychopomp_and_two_keepers_of_dreams_make_a_chain_that_ends() -> None:
    """hermes.psychopomp, hermes.keeper-of-dreams: a card already in the chain cannot be named again. E5.9."""
    seats = [
        {
            "vp": 3,
            "domain": ["hermes.psychopomp", "hermes.keeper-of-dreams", {"card": "zeus.hercules", "ring": False}],
            "elysium": [["hermes.keeper-of-dreams"]],
        },
        {},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")  # the Elysium has one card to name
        play.refuses("choose hermes.psychopomp", "E5.9")
        play.asked(0, ["choose hermes.keeper-of-dreams", "choose zeus.hercules"], "choose hermes.keeper-of-dreams")
        play.has(0, vp=4)  # from the second Keeper only Hercules is left to name
        assert copies(play) == [
            ("hermes.psychopomp", "hermes.keeper-of-dreams"),
            ("hermes.keeper-of-dreams", "hermes.keeper-of-dreams"),
            ("hermes.keeper-of-dreams", "zeus.hercules"),
        ]
        play.offers("use hermes.keeper-of-dreams")  # its ring was neither needed nor changed
        play.rests(0)
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(0, ["choose hermes.psychopomp", "choose zeus.hercules"], "choose hermes.psychopomp")
        play.has(0, vp=4)
        assert copies(play) == [
            ("hermes.keeper-of-dreams", "hermes.psychopomp"),
            ("hermes.psychopomp", "hermes.keeper-of-dreams"),
            ("hermes.keeper-of-dreams", "zeus.hercules"),
        ]
        play.rests(0)


def test_psychopomp_and_two_keepers_of_dreams_alone_lead_nowhere() -> None:
    """hermes.psychopomp, hermes.keeper-of-dreams: without another power at its end no chain starts. E5.9, E10."""
    domain = ["hermes.psychopomp", "hermes.keeper-of-dreams"]
    seats = [{"domain": domain, "elysium": [["hermes.keeper-of-dreams"], ["hermes.psychopomp"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.pending(0, QUESTS)
        play.refuses("use hermes.psychopomp", "E10")
        play.refuses("use hermes.keeper-of-dreams", "E10")


# hermes.theft (activate): Discard a card from your Domain: use the Instant or Trigger power of a card in your Domain.


def test_theft_discards_first_and_then_names_the_card() -> None:
    """hermes.theft: discard a card, then use an Instant or Trigger of the Domain; its ring stays. E5.3, E5.7, E5.9."""
    seats = [
        {"gold": 0, "vp": 3, "domain": ["hermes.theft", "hephaestus.divine-aid", "zeus.hercules", "citizen"]},
        {},
    ]
    with Scenario({"families": GIFTS, "seats": seats, "draws": ["hades.charon"]}) as play:
        play.answers(0, "use hermes.theft")
        theft = {"card": "hermes.theft", "used": True}
        play.has(0, domain=[theft, "hephaestus.divine-aid", "zeus.hercules", "citizen"])
        play.asked(
            0,
            ["discard hermes.theft", "discard hephaestus.divine-aid", "discard zeus.hercules", "discard citizen"],
            "discard citizen",
        )
        play.table(discard=["hades.charon"])
        play.asked(0, ["choose hephaestus.divine-aid", "choose zeus.hercules"], "choose zeus.hercules")
        play.has(0, gold=0, vp=4, domain=[theft, "hephaestus.divine-aid", "zeus.hercules"])
        play.logged("discard", seat=0, card="citizen", cause="hermes.theft")
        play.logged("copy", seat=0, card="zeus.hercules", cause="hermes.theft")
        play.refuses("use hermes.theft", "E5.3")
        play.asked(0, ["use zeus.hercules", *QUESTS], "use zeus.hercules")
        play.has(0, vp=5)
        play.rests(0)


def test_theft_does_not_offer_the_power_of_the_discarded_card() -> None:
    """hermes.theft: the power of the discarded card is not available. E5.7."""
    seats = [{"gold": 0, "vp": 3, "domain": ["hermes.theft", "hephaestus.divine-aid", "zeus.hercules"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.theft", "discard zeus.hercules")
        play.has(0, gold=2, vp=3, domain=[{"card": "hermes.theft", "used": True}, "hephaestus.divine-aid"])
        play.rests(0)


def test_theft_may_discard_itself() -> None:
    """hermes.theft: the discarded card may be this card; here it must, to leave a usable one. E5.7, E5.13."""
    seats = [{"gold": 0, "domain": ["hermes.theft", "hephaestus.divine-aid"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.asked(0, ["use hermes.theft", *QUESTS], "use hermes.theft")
        play.has(0, gold=2, domain=["hephaestus.divine-aid"])
        play.table(discard=["hermes.theft"])
        play.rests(0)


def test_theft_offers_only_a_discard_that_leaves_a_usable_power() -> None:
    """hermes.theft: after some discard, a Trigger or Instant c in your Domain, S(c): triumph needs 2 cards. E10."""
    seats = [{"vp": 0, "domain": ["hermes.theft", "zeus.triumph", "citizen"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.theft")
        play.refuses("discard zeus.triumph", "E5.7")
        play.asked(0, ["discard hermes.theft", "discard citizen"], "discard hermes.theft")
        play.has(0, vp=1, domain=["zeus.triumph", "citizen"])
        play.rests(0)
    with Scenario({"families": GIFTS, "seats": [{"domain": ["hermes.theft", "zeus.triumph"]}, {}]}) as play:
        play.refuses("use hermes.theft", "E10")


def test_theft_needs_a_trigger_or_instant_in_its_own_domain() -> None:
    """hermes.theft: other powers, and cards elsewhere, do not count. E10."""
    seats = [
        {"domain": ["hermes.theft", "citizen", "zeus.kings-council", "zeus.alliance"], "elysium": [["zeus.triumph"]]},
        {"domain": ["hephaestus.divine-aid"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.theft", "E10")


def test_theft_judges_chains_after_the_discard() -> None:
    """hermes.theft: a discard that leaves hermes.caduceus without an Instant is not offered. E5.7, E5.9."""
    caduceus = {"card": "hermes.caduceus", "ring": False}
    seats = [{"gold": 0, "domain": ["hermes.theft", caduceus, "hephaestus.divine-aid"]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.theft")
        play.asked(0, ["discard hermes.theft", "discard hermes.caduceus"], "discard hermes.theft")
        play.asked(0, ["choose hermes.caduceus", "choose hephaestus.divine-aid"], "choose hermes.caduceus")
        play.has(0, gold=2, domain=[caduceus, "hephaestus.divine-aid"])
        assert copies(play) == [("hermes.theft", "hermes.caduceus"), ("hermes.caduceus", "hephaestus.divine-aid")]
        play.rests(0)


def test_theft_starts_a_chain_of_four() -> None:
    """hermes.theft: Theft, Keeper of Dreams, Psychopomp, Caduceus in the Elysium, an Instant of the Domain. E5.9."""
    domain = ["hermes.theft", "hermes.keeper-of-dreams", "hermes.psychopomp", "hephaestus.divine-aid", "citizen"]
    seats = [{"gold": 0, "domain": domain, "elysium": [["hermes.caduceus"]]}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.theft", "discard citizen")
        play.asked(
            0,
            ["choose hephaestus.divine-aid", "choose hermes.keeper-of-dreams", "choose hermes.psychopomp"],
            "choose hermes.keeper-of-dreams",
        )
        play.has(0, gold=2)
        assert copies(play) == [
            ("hermes.theft", "hermes.keeper-of-dreams"),
            ("hermes.keeper-of-dreams", "hermes.psychopomp"),
            ("hermes.psychopomp", "hermes.caduceus"),
            ("hermes.caduceus", "hephaestus.divine-aid"),
        ]
        play.has(0, domain=[{"card": "hermes.theft", "used": True}, *domain[1:4]], elysium=[["hermes.caduceus"]])
        play.rests(0)


# hermes.legendary-loot and hermes.god-of-thieves (permanent): When you take or transfer a Hermes card.


PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("hermes.legendary-loot", "gold"), ("hermes.god-of-thieves", "vp")]
)


@PERMANENTS
def test_legendary_loot_and_god_of_thieves_pay_for_a_take_but_not_their_own(card: str, counter: str) -> None:
    """hermes.legendary-loot, hermes.god-of-thieves: 1 per Hermes card you take, not their own. E4.6, E5.2."""
    seats = [{"gold": 0, "vp": 0}, {"gold": 0, "vp": 0}]
    agora = [card, "hermes.caduceus", "hermes.temple-of-hermes", "zeus.alliance"]
    with Scenario({"families": GIFTS, "seats": seats, "agora": agora}) as play:
        play.answers(0, f"take {card}", "dismiss yellow")
        play.has(0, gold=0, vp=0)
        play.answers(1, "take hermes.temple-of-hermes", "dismiss yellow")
        play.has(0, gold=0, vp=0)
        play.answers(0, "take hermes.caduceus")
        play.has(0, **{"gold": 0, "vp": 0, counter: 1})  # before the column
        play.logged("gain", seat=0, n=1, counter=counter, cause=card, rule="E5.2")
        play.answers(0, "dismiss blue")
        play.answers(1, "quest 1", "dismiss red")
        play.answers(0, "take zeus.alliance", "dismiss red")
        play.has(0, **{"gold": 0, "vp": 0, counter: 1})
        play.pending(1, ["dismiss green", "dismiss blue"])  # a Citizen, the only move


@PERMANENTS
def test_legendary_loot_and_god_of_thieves_pay_for_transfers_their_own_too(card: str, counter: str) -> None:
    """hermes.legendary-loot, hermes.god-of-thieves: 1 per Hermes transfer, their own too, after the cost. E7.9."""
    seat = {"gold": 5, "vp": 0, "quest": 2, "domain": ["hermes.swindler", card, "zeus.triumph", "citizen"]}
    with Scenario({"families": GIFTS, "phase": "transfers", "seats": [seat, {}]}) as play:
        play.answers(0, "transfer hermes.swindler")
        play.has(0, **({"gold": 5, "vp": 0} if counter == "gold" else {"gold": 4, "vp": 1}))
        play.answers(0, f"transfer {card}", "legend 1")
        play.has(0, **({"gold": 3, "vp": 0} if counter == "gold" else {"gold": 1, "vp": 2}))
        play.logged("gain", seat=0, n=1, counter=counter, cause=card)
        if counter == "gold":
            play.answers(0, "transfer citizen")  # no Hermes card: pays nothing
            play.has(0, gold=1, elysium=[["hermes.swindler", card, "citizen"]])
        play.rests(0)


def test_legendary_loot_gold_comes_after_the_transfer_is_paid() -> None:
    """hermes.legendary-loot: the Gold comes after the transfer is paid, so it needs 3 Gold to go. E7.1, E7.9."""
    seats = [{"gold": 2, "quest": 1, "domain": ["hermes.legendary-loot", "hermes.caduceus"]}, {}]
    with Scenario({"families": GIFTS, "phase": "transfers", "seats": seats}) as play:
        play.refuses("transfer hermes.legendary-loot", "E7.1")
        play.asked(0, ["transfer hermes.caduceus", "stop"], "transfer hermes.caduceus")
        play.has(0, gold=1)
        play.rests(0)


def test_legendary_loot_and_god_of_thieves_pay_in_another_players_turn_but_not_for_orpheus() -> None:
    """hermes.legendary-loot, hermes.god-of-thieves: see any take and transfer, no exchange or copy. E1.7, E7.8."""
    position = {
        "families": five("athena"),
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0, "vp": 0, "domain": ["hermes.legendary-loot", "hermes.god-of-thieves"]},
        ],
        "draws": ["zeus.hercules", "hermes.swindler"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, gold=1, vp=1)
        play.rests(0)
    seat = {
        "gold": 0,
        "vp": 0,
        "domain": ["hermes.legendary-loot", "hermes.god-of-thieves", "hermes.orpheus", "hermes.keeper-of-dreams"],
        "elysium": [["hermes.swindler", "hermes.caduceus", "citizen"]],
    }
    with Scenario({"families": GIFTS, "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.asked(
            0,
            ["choose hermes.legendary-loot", "choose hermes.god-of-thieves", "choose hermes.orpheus"],
            "choose hermes.legendary-loot",
        )
        play.has(0, gold=0, vp=0, elysium=[["hermes.swindler", "hermes.caduceus", "hermes.legendary-loot"]])
        play.rests(0)


# hermes.orpheus (trigger): Exchange a card of your Domain with a Citizen in your Elysium, keeping the Legend legal.


def test_orpheus_exchanges_a_domain_card_with_a_citizen() -> None:
    """hermes.orpheus: card, then Legend; free, in the Citizen's place; the Citizen returns to the Domain. E7.8."""
    orpheus = {"card": "hermes.orpheus", "ring": False}
    rest = ["zeus.kings-council", "hades.tartarus", "zeus.alliance"]
    family, level = ["zeus.temple-of-zeus", "zeus.triumph", "citizen"], ["hermes.theft", "hades.cerberus"]
    more = [["zeus.initiation"], ["hermes.caduceus", "hermes.swindler"]]
    seat = {
        "gold": 0,
        "vp": 0,
        "domain": ["citizen", "hermes.orpheus", *rest],
        "elysium": [family, [*level, "citizen", "citizen"], *more],
    }
    with Scenario({"families": GIFTS, "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, domain=["citizen", orpheus, *rest])
        play.pending(0, ["legend 1", "legend 2"])  # King's Council was the only card that fits anywhere
        play.refuses("legend 3", "E7.8")
        play.refuses("new legend", "E7.8")
        play.answers(0, "legend 2")
        play.has(0, gold=0, vp=0, domain=["citizen", orpheus, *rest[1:], "citizen"])
        play.has(0, elysium=[family, [*level, "zeus.kings-council", "citizen"], *more])
        play.logged("exchange", seat=0, card="zeus.kings-council", legend=2, cause="hermes.orpheus", rule="E5.4")
        play.refuses("use hermes.orpheus", "E5.4")
        play.rests(0)


def test_orpheus_offers_every_card_that_keeps_a_legend_legal() -> None:
    """hermes.orpheus: Family Legend: the missing Level; Level Legend: a family it lacks, Citizens aside. E7.3, E7.8."""
    seat = {
        "domain": ["hermes.orpheus", "zeus.alliance", "hades.tartarus", "zeus.assembly", "poseidon.raiders", "citizen"],
        "elysium": [
            ["zeus.triumph", "zeus.hercules", "citizen"],
            ["hephaestus.divine-aid", "poseidon.earthquake", "citizen", "citizen", "citizen"],
        ],
    }
    with Scenario({"families": GIFTS, "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.refuses("choose citizen", "E7.8")
        play.refuses("choose hermes.orpheus", "E7.8")
        play.asked(
            0, ["choose zeus.alliance", "choose hades.tartarus", "choose zeus.assembly"], "choose hades.tartarus"
        )
        play.has(
            0,
            elysium=[
                ["zeus.triumph", "zeus.hercules", "citizen"],
                ["hephaestus.divine-aid", "poseidon.earthquake", "hades.tartarus", "citizen", "citizen"],
            ],
        )
        play.rests(0)


def test_orpheus_may_go_itself() -> None:
    """hermes.orpheus: Orpheus itself is allowed; copied with its ring, the ring goes back. E5.13, E7.8."""
    elysium = [["hermes.swindler", "hermes.caduceus", "citizen"]]
    with Scenario({"families": GIFTS, "seats": [{"domain": ["hermes.orpheus"], "elysium": elysium}, {}]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, domain=["citizen"], elysium=[["hermes.swindler", "hermes.caduceus", "hermes.orpheus"]])
        play.rests(0)
    seats = [{"domain": ["hermes.orpheus", "hermes.keeper-of-dreams"], "elysium": elysium}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.keeper-of-dreams")
        play.has(0, domain=[{"card": "hermes.keeper-of-dreams", "ring": False}, "citizen"])
        play.refuses("use hermes.orpheus", "E1.3")
        play.rests(0)


def test_orpheus_is_neither_a_take_nor_a_transfer() -> None:
    """hermes.orpheus: no permanent power pays, for the card or for the Citizen, and no bonus tile moves. E7.8."""
    permanents = ["zeus.alliance", "hephaestus.apprentice", "zeus.whispers-of-hera", "zeus.father-of-the-gods"]
    seats = [
        {
            "gold": 0,
            "vp": 0,
            "domain": ["hermes.orpheus", "zeus.triumph", *permanents],
            "elysium": [["hermes.caduceus", "hades.charon", "citizen"]],
            "bonuses": [],
        },
        {"elysium": [["zeus.initiation", "hades.initiation"]], "bonuses": ["level 2"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, gold=0, vp=0, bonuses=[], elysium=[["hermes.caduceus", "hades.charon", "zeus.triumph"]])
        play.has(1, bonuses=["level 2"])
        play.rests(0)


def test_orpheus_wins_no_family_tile() -> None:
    """hermes.orpheus: the Legend was complete with the Citizen; its size does not change. E7.6, E7.8."""
    seats = [
        {
            "vp": 0,
            "domain": ["hermes.orpheus", "zeus.hercules"],
            "elysium": [["zeus.alliance", "zeus.triumph", "citizen"]],
        }
        | {"bonuses": ["zeus 5"]},
        {},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, bonuses=["zeus 5"], elysium=[["zeus.alliance", "zeus.triumph", "zeus.hercules"]])
        assert "zeus 2" in play.match.view()["bonuses"]
        play.rests(0)


def test_orpheus_takes_out_the_citizen_that_was_taken_first() -> None:
    """hermes.orpheus: in one Legend the Citizen taken first leaves first, and keeps its place in that order. E3.2."""
    first, second = {"card": "citizen", "face": "zeus.hercules"}, {"card": "citizen", "face": "hades.persephone"}
    later = {"card": "citizen", "face": "zeus.kings-council"}
    seat = {
        "domain": [later, "hermes.orpheus", "hephaestus.slaves", "poseidon.raiders"],
        "elysium": [["hermes.caduceus", "hades.charon", first, second]],
    }
    with Scenario({"families": GIFTS, "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, elysium=[["hermes.caduceus", "hades.charon", "poseidon.raiders", "citizen"]])
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.table(discard=["zeus.hercules"])  # of both Citizens of the Domain, the one that Orpheus brought back
        play.rests(0)


def test_orpheus_citizen_may_be_transferred_again() -> None:
    """hermes.orpheus: the Citizen returns to the Domain and may be transferred again. E7.4, E7.8."""
    seat = {
        "gold": 0,
        "domain": ["hermes.orpheus", "zeus.triumph", "hades.posthumous-hero"],
        "elysium": [["hermes.caduceus", "hades.charon", "citizen"]],
    }
    with Scenario({"families": GIFTS, "seats": [seat, {}]}) as play:
        play.refuses("use hades.posthumous-hero", "E10")
        play.answers(0, "use hermes.orpheus", "use hades.posthumous-hero")
        play.has(0, elysium=[["hermes.caduceus", "hades.charon", "zeus.triumph", "citizen"]])
        play.rests(0)


@pytest.mark.parametrize(
    ("domain", "elysium"),
    [
        (["zeus.hercules", "citizen"], [["zeus.alliance", "zeus.triumph"]]),  # no Citizen in a Legend
        (["zeus.initiation"], [["zeus.alliance", "zeus.triumph", "citizen"]]),  # the Level is there
        (["hades.cerberus"], [["zeus.alliance", "zeus.triumph", "citizen"]]),  # another family
        (["zeus.initiation"], [["hades.charon", "zeus.triumph", "citizen"]]),  # the family is there
        (["zeus.alliance"], [["hades.charon", "hermes.caduceus", "citizen"]]),  # another Level
        (["citizen"], [["zeus.alliance", "zeus.triumph", "citizen"]]),  # a Citizen never
    ],
)
def test_orpheus_needs_a_card_that_fits_a_citizens_place(domain: list[str], elysium: list[list[str]]) -> None:
    """hermes.orpheus: a Citizen in a Legend, and a non-Citizen Domain card that fits its place. E10."""
    seats = [
        {"vp": 0, "domain": ["hermes.orpheus", *domain], "elysium": elysium},
        {"elysium": [["hermes.swindler", "hermes.theft", "citizen"]]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.refuses("use hermes.orpheus", "E10")


def test_orpheus_in_the_elysium_is_used_by_psychopomp() -> None:
    """hermes.orpheus: copied by hermes.psychopomp, which itself may take the Citizen's place. E5.9, E7.8."""
    elysium = [["hermes.orpheus", "hades.persephone", "citizen"], ["hermes.swindler", "hermes.caduceus", "citizen"]]
    seats = [{"gold": 0, "domain": ["hermes.psychopomp", "zeus.hercules"], "elysium": elysium, "vp": 0}, {}]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(
            0,
            ["choose hades.persephone", "choose hermes.orpheus"],
            "choose hermes.orpheus",
        )
        play.asked(0, ["choose hermes.psychopomp", "choose zeus.hercules"], "choose hermes.psychopomp")
        play.has(
            0,
            domain=["zeus.hercules", "citizen"],
            elysium=[elysium[0], ["hermes.swindler", "hermes.caduceus", "hermes.psychopomp"]],
        )
        play.rests(0)
