"""Athena's shield, out of turn: a defence against an exchange with an opponent and a destruction."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import CITY, OTHER, Ephyran, areas, columns, halves, hand, on


def attack(support: str, target: list[str], **more: Any) -> dict[str, Any]:
    """Seat 0 attacks seat 1, whose hand is `target`."""
    return {
        "seats": [
            {"hand": [support, "TT55"], "territories": {"poseidon": areas("TT01a")}},
            {"hand": target, "territories": {"poseidon": areas("TT02a")}},
            {"hand": ["TS36", "TT46"]},
        ],
        **more,
    }


ATTACKS = [("TS06", "support athena-exchange ts06"), ("TS08", "support ares-destruction ts08")]


@pytest.mark.parametrize(("card", "label"), ATTACKS)
def test_the_target_may_play_a_shield(card: str, label: str) -> None:
    """Y4.9, Y4.11: the Support is spent without effect; the defender draws at once; the turn goes on to its draw."""
    position = attack(card, ["TS10", "TT54"], draws=["TT45", "TT47"], first_discard=["TT44"], second_discard=["TS02"])
    with Ephyran(position) as play:
        play.answers(0, label)
        play.table(second_discard=["TS02", card])
        play.asked(1, ["shield ts10", "let it happen"], "shield ts10")
        assert [halves(play, seat, "poseidon") for seat in (0, 1)] == [["TT01a"], ["TT02a"]]
        play.table(second_discard=["TS02", card, "TS10"])
        assert hand(play, 1) == ["TT45", "TT54"]  # the defender's draw before the active player's
        play.has(1, known=[])
        play.asked(0, ["draw pile", "draw discard"], "draw pile")
        assert hand(play, 0) == ["TT47", "TT55"]
        play.rests(1)


@pytest.mark.parametrize(("card", "label"), ATTACKS)
def test_nobody_else_may(card: str, label: str) -> None:
    """Y4.9: seat 2 holds a Shield, but is not the target."""
    with Ephyran(attack(card, ["TT53", "TT54"])) as play:
        play.answers(0, label)
        play.table(second_discard=[card] if card == "TS06" else [card, "TT02"])
        play.rests(1)


@pytest.mark.parametrize(("card", "label"), ATTACKS)
def test_hecate_does_not_help(card: str, label: str) -> None:
    """Y4.9"""
    with Ephyran(attack(card, ["TS11", "TS18"])) as play:
        play.answers(0, label)
        play.has(1, hand_size=2)
        play.rests(1)


@pytest.mark.parametrize(("card", "label"), ATTACKS)
def test_any_of_several_shields(card: str, label: str) -> None:
    """Y4.9: only the one played is spent."""
    with Ephyran(attack(card, ["TS10", "TS25", "TT54"], draws=["TT45"])) as play:
        play.answers(0, label)
        play.asked(1, ["shield ts10", "shield ts25", "let it happen"], "shield ts25")
        assert hand(play, 1) == ["TS10", "TT45", "TT54"]
        play.rests(1)


def test_a_defending_shield_locks_nothing() -> None:
    """Y4.9"""
    with Ephyran(attack("TS08", ["TS10", "TT54"])) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        territories = play.match.view()["seats"][1]["territories"]
        assert all(territory["locked"] is None for territory in territories.values())
        play.table(in_play=None)
        play.rests(1)


def test_a_shield_that_locks_is_no_card_of_the_hand() -> None:
    """Y4.9, Y4.7: it protects its territory only."""
    position = attack("TS08", ["TT53", "TT54"])
    position["seats"][1]["territories"]["gaia"] = areas("TT23a", locked="TS10")
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        assert halves(play, 1, "poseidon") == []
        play.rests(1)


def test_no_defence_against_a_defence() -> None:
    """Y4.9: the active player's Hecate and Shield do not help."""
    position = attack("TS08", ["TS10", "TT54"])
    position["seats"][0]["hand"] = ["TS08", "TS11", "TS17"]
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        assert halves(play, 1, "poseidon") == ["TT02a"]
        play.rests(1)


def test_the_defender_draws_nothing_from_an_empty_pile() -> None:
    """Y4.9, Ruling: not from the first discard either."""
    position = attack("TS08", ["TS10", "TT53", "TT54"], pile_size=0, first_discard=["TT44", "TT43"])
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        assert hand(play, 1) == ["TT53", "TT54"]
        play.has(0, known=["TT43"])
        play.table(first_discard=["TT44"])
        play.logged("nothing", seat=1)
        play.rests(1)


def test_a_draw_that_empties_the_pile_brings_the_last_round() -> None:
    """Y4.9, Y7.1, Y7.6: the defender's draw too."""
    position = attack("TS08", ["TS10", "TT54", "TT53"], pile_size=1, draws=["TT45"])
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.table(last_round=False)
        play.answers(1, "shield ts10")
        play.table(last_round=True, pile_size=0)
        play.answers(1, "discard tt54")
        play.answers(2, "discard ts36")
        play.over()


def test_one_shield_serves_once() -> None:
    """Y4.9: spent, it does not help against the next attack."""
    position = {
        "seats": [
            {"hand": ["TS08", "TT55"], "territories": columns(CITY, poseidon=1)},
            {"hand": ["TS10", "TT54", "TT53"], "territories": columns(OTHER, gaia=2)},
            {"hand": ["TS15", "TT46"]},
        ],
        "draws": ["TT45", "TT47", "TT48"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10", "discard tt54")
        play.answers(2, "support ares-destruction ts15", "seat 1")
        assert halves(play, 1, "gaia") == ["TT23a"]
        play.answers(2, "draw pile")
        play.rests(0)


def test_the_card_that_was_swapped_away_is_not_needed_for_it() -> None:
    """Y4.9: a Shield half standing as an area is no defence."""
    position = {
        "seats": [
            {"hand": ["TS15", "TT55"]},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("TT02a", "TT30a", on("TS09a", "owl"))}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts15")
        play.table(second_discard=["TS15", "TS09"])
        play.rests(1)
