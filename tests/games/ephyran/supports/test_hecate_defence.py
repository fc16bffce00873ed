"""Hecate, out of turn: a defence against a theft and a token taken from the supply."""

from __future__ import annotations

from typing import Any

from tests.games.ephyran.common import CITY, Ephyran, areas, columns, hand, on, tokens


def taking(active: int, hands: list[list[str]], **more: Any) -> dict[str, Any]:
    """Four seats; the active one takes a token from the supply."""
    seats: list[dict[str, Any]] = [{"hand": cards} for cards in hands]
    seats[active] = {"hand": ["TS03", "TT55"], "territories": columns(CITY, poseidon=2)}
    return {"seats": seats, "to_move": active, **more}


def test_any_opponent_is_asked_clockwise_from_the_active_player() -> None:
    """Y4.9: from seat 2: 3, 0, 1."""
    hands = [["TS11", "TT05"], ["TS18", "TT02"], [], ["TS19", "TT03"]]
    with Ephyran(taking(2, hands)) as play:
        play.answers(2, "support athena-token ts03")
        play.asked(3, ["hecate ts19", "let it happen"], "let it happen")
        play.asked(0, ["hecate ts11", "let it happen"], "let it happen")
        play.asked(1, ["hecate ts18", "let it happen"], "let it happen")
        play.asked(2, ["place poseidon 1", "place poseidon 2"], "place poseidon 1")
        play.table(supply_size=11, second_discard=["TS03"])
        play.rests(3)


def test_the_first_defence_ends_the_asking() -> None:
    """Y4.9: only it is shown and spent; its player draws at once."""
    hands = [["TS11", "TT05"], ["TS18", "TT02"], [], ["TS19", "TT03"]]
    with Ephyran(taking(2, hands, draws=["TT45", "TT47"])) as play:
        play.answers(2, "support athena-token ts03")
        play.answers(3, "let it happen")
        play.answers(0, "hecate ts11")
        play.table(supply_size=12, second_discard=["TS03", "TS11"])
        assert hand(play, 0) == ["TT05", "TT45"]
        assert hand(play, 1) == ["TS18", "TT02"]
        assert hand(play, 2) == ["TT47", "TT55"]
        play.rests(3)


def test_who_has_no_hecate_is_passed_silently() -> None:
    """Y4.9, Y4.10: seats 3 and 1 are not asked."""
    hands = [["TS11", "TT05"], ["TS10", "TT02"], [], ["TS25", "TT03"]]
    with Ephyran(taking(2, hands)) as play:
        play.answers(2, "support athena-token ts03")
        play.asked(0, ["hecate ts11", "let it happen"], "let it happen")
        play.pending(2, ["place poseidon 1", "place poseidon 2"])


def theft(victim: list[str], bystander: list[str], **more: Any) -> dict[str, Any]:
    """Seat 0 steals the token of seat 1, and seat 2 looks on."""
    return {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": columns(CITY, poseidon=2)},
            {"hand": victim, "territories": {"poseidon": areas(on("TT02a", "owl"))}},
            {"hand": bystander},
        ],
        **more,
    }


def test_the_victim_of_a_theft() -> None:
    """Y4.9: the token stays, the defender draws, the turn goes on to its draw."""
    position = theft(["TS11", "TT54"], ["TT45", "TT46"], draws=["TT48", "TT49"], first_discard=["TT44"])
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05")
        play.asked(1, ["hecate ts11", "let it happen"], "hecate ts11")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl"]
        assert hand(play, 1) == ["TT48", "TT54"]
        play.table(second_discard=["TS05", "TS11"])
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.rests(1)


def test_only_the_victim_of_a_theft() -> None:
    """Y4.9: another's Hecate does not help, nor does the victim's Shield."""
    with Ephyran(theft(["TS10", "TT54"], ["TS11", "TT46"])) as play:
        play.answers(0, "support ares-theft ts05")
        play.pending(0, ["place poseidon 1", "place poseidon 2"])


def test_any_of_several_hecates() -> None:
    """Y4.9"""
    with Ephyran(theft(["TS11", "TS18", "TS26"], ["TT45", "TT46"])) as play:
        play.answers(0, "support ares-theft ts05")
        play.pending(1, ["hecate ts11", "hecate ts18", "hecate ts26", "let it happen"])


def test_no_defence_against_a_defence() -> None:
    """Y4.9: the thief's own Hecate cannot save the theft."""
    position = theft(["TS11", "TT54"], ["TT45", "TT46"])
    position["seats"][0]["hand"] = ["TS05", "TS18"]
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05")
        play.answers(1, "hecate ts11")
        assert tokens(play, 1, 1, "poseidon", 1) == ["owl"]
        play.rests(1)


def test_the_player_of_the_token_is_not_asked() -> None:
    """Y4.9: any opponent, not the active player."""
    position = taking(0, [[], ["TT53", "TT54"], ["TT45", "TT46"], ["TT47", "TT48"]])
    position["seats"][0]["hand"] = ["TS03", "TS11"]
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.pending(0, ["place poseidon 1", "place poseidon 2"])


def test_a_draw_that_empties_the_pile() -> None:
    """Y4.9, Y7.6: the active player then draws nothing from it."""
    position = theft(["TS11", "TT54"], ["TT45", "TT46"], draws=["TT48"], pile_size=1)
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05")
        play.answers(1, "hecate ts11")
        play.table(last_round=True, pile_size=0)
        play.has(0, hand_size=1)
        assert hand(play, 1) == ["TT48", "TT54"]
        play.rests(1)


def test_a_dionysus_is_taken_without_a_defence() -> None:
    """Y4.9, Y6.3, Ruling: neither Hecate nor Shield, even with a token on it."""
    position = {
        "seats": [
            {"hand": ["TT29", "TT55"], "territories": columns(CITY, poseidon=1)},
            {"hand": ["TS11", "TS10"], "territories": {"poseidon": areas("TT02a", on("dionysus", "owl"))}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a", "dionysus gaia")
        play.rests(1)
