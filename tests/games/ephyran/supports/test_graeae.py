"""The Graeae."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import Ephyran, hand

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def graeae(**more: Any) -> dict[str, Any]:
    return {"seats": [{"hand": ["TS21", "TT55"]}, NEXT], "draws": ["TT07", "TT05", "TT06"], **more}


def test_look_at_three_keep_one_put_the_others() -> None:
    """Y4.2: of two the one named is put first, the other lies on top; no other draw."""
    with Ephyran(graeae(first_discard=["TT02"])) as play:
        play.answers(0, "support graeae ts21")
        play.table(second_discard=["TS21"], asking="keep")
        play.asked(0, ["keep tt05", "keep tt06", "keep tt07"], "keep tt06")
        assert hand(play, 0) == ["TT06", "TT55"]
        play.table(asking="put", first_discard=["TT02"])
        play.asked(0, ["put tt05", "put tt07"], "put tt07")
        play.table(first_discard=["TT02", "TT07", "TT05"], active=1)
        play.has(0, hand_size=2, known=[])
        play.logged("look", seat=0, n=3)
        play.logged("keep", seat=0)
        play.logged("put", seat=0, card="TT07")
        play.logged("put", seat=0, card="TT05")
        play.rests(1)


def test_exactly_one_is_kept() -> None:
    """Y4.2: neither none nor two."""
    with Ephyran(graeae()) as play:
        play.answers(0, "support graeae ts21")
        play.refuses("put tt05", "Y4.2")
        play.refuses("keep tt01", "Y4.2")
        play.answers(0, "keep tt05")
        play.refuses("keep tt06", "Y4.2")
        play.answers(0, "put tt06")
        play.has(0, hand_size=2)
        play.rests(1)


def test_the_cards_have_left_the_pile_while_they_are_looked_at() -> None:
    """Y4.2, Y8.1: everybody sees how many, only the player sees which."""
    with Ephyran(graeae(pile_size=10)) as play:
        play.answers(0, "support graeae ts21")
        for viewer in (None, 0, 1):
            view = play.match.view(viewer)
            assert (view["pile_size"], view["looking_size"]) == (7, 3)
            assert view["looking"] == (["TT05", "TT06", "TT07"] if viewer == 0 else [])
        play.answers(0, "keep tt06")
        for viewer in (None, 0, 1):
            view = play.match.view(viewer)
            assert (view["pile_size"], view["looking_size"]) == (7, 2)
            assert view["looking"] == (["TT05", "TT07"] if viewer == 0 else [])
        play.answers(0, "put tt05")
        play.table(pile_size=7, looking_size=0)
        play.rests(1)


def test_two_in_the_pile() -> None:
    """Y4.2: fewer in the pile: what is there; the one that is not kept is put without a question."""
    with Ephyran(graeae(draws=["TT07", "TT05"], pile_size=2)) as play:
        play.answers(0, "support graeae ts21")
        play.asked(0, ["keep tt05", "keep tt07"], "keep tt07")
        assert hand(play, 0) == ["TT07", "TT55"]
        play.table(first_discard=["TT05"], pile_size=0, last_round=True)
        play.rests(1)


def test_one_in_the_pile() -> None:
    """Y4.2: it is kept, without a question."""
    with Ephyran(graeae(draws=["TT07"], pile_size=1, first_discard=["TT02"])) as play:
        play.answers(0, "support graeae ts21")
        assert hand(play, 0) == ["TT07", "TT55"]
        play.has(0, known=[])
        play.table(first_discard=["TT02"], pile_size=0, last_round=True)
        play.rests(1)


def test_pile_only() -> None:
    """Y4.2, Ruling: with an empty pile it cannot be played, whatever the first discard holds."""
    with Ephyran(graeae(draws=[], pile_size=0, first_discard=["TT02", "TT03", "TT04"])) as play:
        play.refuses("support graeae ts21", "Y9")
        play.rests(0)


def test_the_look_at_the_last_cards_brings_the_last_round_at_once() -> None:
    """Y7.6: Graeae's look too."""
    with Ephyran(graeae(pile_size=3)) as play:
        play.table(last_round=False)
        play.answers(0, "support graeae ts21")
        play.table(last_round=True, pile_size=0)
        play.answers(0, "keep tt05", "put tt06")
        play.answers(1, "discard tt53")
        play.over()


@pytest.mark.parametrize("viewer", [None, 1])
def test_the_card_kept_is_hidden(viewer: int | None) -> None:
    """Y8.1, Y4.2: not in the log, not in the labels of the turn, not among the known cards."""
    with Ephyran(graeae()) as play:
        play.answers(0, "support graeae ts21", "keep tt06")
        assert play.match.view(viewer)["turn"] == [[0, "support graeae ts21"], [0, "keep"]]
        assert play.match.view(0)["turn"] == [[0, "support graeae ts21"], [0, "keep tt06"]]
        assert "tt06" not in str(play.match.view(viewer)).lower()
        play.answers(0, "put tt05")
        assert "tt06" not in str(play.match.view(viewer)).lower()
        play.rests(1)


def test_what_was_put_can_be_drawn_by_the_next_player() -> None:
    """Y4.2, Y1.4: the other lies on top."""
    position = graeae()
    position["seats"] = [{"hand": ["TS21", "TT55"]}, {"hand": ["TT03", "TT54"]}]
    with Ephyran(position) as play:
        play.answers(0, "support graeae ts21", "keep tt06", "put tt07")
        play.answers(1, "add tt03a", "draw discard")
        play.has(1, known=["TT05"])
        play.rests(0)


def test_it_is_never_blocked() -> None:
    """Y4.9"""
    position = graeae()
    position["seats"] = [{"hand": ["TS21", "TT55"]}, {"hand": ["TS11", "TS10"]}]
    with Ephyran(position) as play:
        play.answers(0, "support graeae ts21")
        play.table(asking="keep", to_move=0)
        play.pending(0, ["keep tt05", "keep tt06", "keep tt07"])
