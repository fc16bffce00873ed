"""Y3: a turn."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pediment
from tests.games.ephyran.common import CITY, GAME, OTHER, Ephyran, areas, columns, halves, hand, labels, on, tokens

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}  # another seat, with something to choose


def test_all_five_actions() -> None:
    """Y3.1: Add, take a Dionysus, Change, Support, Discard; nothing else."""
    position = {
        "seats": [
            {
                "hand": ["TS02", "TT29", "TS21", "dionysus"],
                "territories": {"poseidon": areas("TT01a")},
            },
            {"territories": {"poseidon": areas("TT02a", "dionysus")}, "hand": ["TT53", "TT54"]},
        ],
    }
    with Ephyran(position) as play:
        play.pending(
            0,
            [
                "add tt29a",
                "dionysus poseidon",
                "dionysus hephaestus",
                "dionysus aether",
                "dionysus gaia",
                "take dionysus with tt29a",
                "change poseidon with ts02a",
                "change poseidon with dionysus",
                "support graeae ts02",
                "support graeae ts21",
                "discard ts02",
                "discard tt29",
                "discard ts21",
                "discard dionysus",
            ],
        )


def test_one_action_then_one_card_then_the_next_seat() -> None:
    """Y3.1: from the pile or from the first discard."""
    for source, first, card in [("draw pile", ["TT05", "TT06"], "TT07"), ("draw discard", ["TT05"], "TT06")]:
        position = {
            "seats": [{"hand": ["TS02", "TT01"]}, NEXT],
            "first_discard": ["TT05", "TT06"],
            "draws": ["TT07"],
        }
        with Ephyran(position) as play:
            play.answers(0, "add ts02a")
            play.asked(0, ["draw pile", "draw discard"], source)
            assert hand(play, 0) == sorted(["TT01", card])
            play.table(first_discard=first, active=1)
            play.rests(1)


def test_the_draw_is_compulsory_in_the_very_last_turn_too() -> None:
    """Y3.1: seat 1 plays the last turn of the game, and draws."""
    position = {
        "seats": [NEXT, {"hand": ["TS02", "TT01"]}],
        "to_move": 1,
        "last_round": True,
        "first_discard": ["TT05"],
    }
    with Ephyran(position) as play:
        play.answers(1, "add ts02a")
        play.asked(1, ["draw pile", "draw discard"], "draw discard")
        play.has(1, hand_size=2, known=["TT05"])
        play.over()


def test_the_last_draw_of_the_game_from_the_pile() -> None:
    """Y3.1: without a choice the card is drawn all the same."""
    position = {
        "seats": [NEXT, {"hand": ["TS02", "TT01"]}],
        "to_move": 1,
        "last_round": True,
        "draws": ["TT07"],
        "pile_size": 5,
    }
    with Ephyran(position) as play:
        play.answers(1, "add ts02a")
        assert hand(play, 1) == ["TT01", "TT07"]
        play.table(pile_size=4)
        play.over()


def test_nobody_must_add() -> None:
    """Y3.1: with an Add at hand everything else is offered too."""
    with Ephyran({"seats": [{"hand": ["TT01", "TT02"]}, NEXT]}) as play:
        play.asked(0, ["add tt01a", "add tt02a", "discard tt01", "discard tt02"], "discard tt01")
        play.rests(1)


def test_who_discards_draws_from_the_pile() -> None:
    """Y3.2: the own card on top is not taken back, and nothing is asked."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, NEXT], "first_discard": ["TT05"], "draws": ["TT07"]}
    with Ephyran(position) as play:
        play.answers(0, "discard tt01")
        play.logged("draw", seat=0)
        assert hand(play, 0) == ["TT02", "TT07"]
        play.table(first_discard=["TT05", "TT01"])
        play.rests(1)


def test_who_changes_draws_from_the_pile() -> None:
    """Y3.2"""
    position = {
        "seats": [{"hand": ["TS02", "TT02"], "territories": {"poseidon": areas("TT01a")}}, NEXT],
        "first_discard": ["TT05"],
        "draws": ["TT07"],
    }
    with Ephyran(position) as play:
        play.answers(0, "change poseidon with ts02a")
        assert hand(play, 0) == ["TT02", "TT07"]
        play.table(first_discard=["TT05", "TT01"])
        play.rests(1)


def test_the_ban_is_over_in_the_next_turn() -> None:
    """Y3.2: "this turn"; another's card may be taken, and the own one a turn later."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TS02", "TT54"]}],
        "draws": ["TT07", "TT08"],
    }
    with Ephyran(position) as play:
        play.answers(0, "discard tt01")
        play.answers(1, "add ts02a")
        play.asked(1, ["draw pile", "draw discard"], "draw pile")
        play.answers(0, "add tt02a")
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.has(0, known=["TT01"])
        play.rests(1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("wish", ["discard", "change", "draw discard", "dionysus", "support athena-exchange"])
def test_every_game_is_finite(seats: int, wish: str) -> None:
    """Y3.2: also if all players do what keeps a game going whenever they can."""
    state = GAME.new(seats=seats, seed=seats)
    choice = random.Random(seats)
    for _ in range(3000):
        if GAME.to_move(state) == pediment.OVER:
            return
        found = labels(state)
        wished = [label for label in found if label.startswith((wish, "draw discard"))]
        GAME.play(state, choice.choice(wished or found))
    raise AssertionError("the game does not end")


def test_the_discard_is_never_reshuffled() -> None:
    """Y3.2: the pile is empty, the first discard is not, and stays what it is."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"]}, NEXT],
        "first_discard": ["TT05", "TT06", "TT07"],
        "pile_size": 0,
    }
    with Ephyran(position) as play:
        play.answers(0, "discard tt01")  # fed, and no pile: nothing is drawn
        play.has(0, hand_size=1)
        play.table(pile_size=0, first_discard=["TT05", "TT06", "TT07", "TT01"])
        play.rests(1)


def test_with_an_empty_pile_the_top_of_the_first_discard_is_taken() -> None:
    """Y3.2: without a question, for it is the only card to draw; and compulsory."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, NEXT], "first_discard": ["TT05", "TT06"], "pile_size": 0}
    with Ephyran(position) as play:
        play.answers(0, "add tt01a")
        play.has(0, hand_size=2, known=["TT06"])
        play.logged("pick", seat=0, card="TT06")
        play.table(first_discard=["TT05"])
        play.rests(1)


def test_with_both_empty_nothing_is_drawn() -> None:
    """Y3.2"""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, NEXT], "pile_size": 0}
    with Ephyran(position) as play:
        play.answers(0, "add tt01a")
        play.has(0, hand_size=1, known=[])
        play.logged("add", seat=0, half="TT01a", god="poseidon")
        play.rests(1)


def test_an_add_is_the_next_area_of_its_column() -> None:
    """Y3.3: number 2 after 1, of the same god; not 1 again, not 3."""
    position = {
        "seats": [{"hand": ["TT29", "TT44", "TT03"], "territories": {"poseidon": areas("TT01a")}}, NEXT],
    }
    with Ephyran(position) as play:
        play.refuses("add tt29b", "Y3.3")  # Gaia 3 on nothing
        play.refuses("add tt44b", "Y3.3")  # Poseidon 3 on 1
        play.refuses("add tt03a", "Y3.3")  # Poseidon 1 again
        play.asked(
            0,
            ["add tt29a", "change poseidon with tt03a", "discard tt29", "discard tt44", "discard tt03"],
            "add tt29a",
        )
        assert halves(play, 0, "poseidon") == ["TT01a", "TT29a"]
        play.rests(1)


def test_a_dionysus_is_the_next_area_of_any_column() -> None:
    """Y3.3: as number 1, or on top of what is there; a half goes on top of it."""
    position = {
        "seats": [
            {"hand": ["dionysus", "TT44", "TT02"], "territories": {**columns(CITY, poseidon=1, gaia=4)}},
            NEXT,
        ],
        "draws": ["TT55", "TT56", "TT52"],
    }
    with Ephyran(position) as play:
        play.offers("dionysus poseidon", "dionysus hephaestus", "dionysus aether")
        play.refuses("dionysus gaia", "Y3.3")
        play.answers(0, "dionysus poseidon")
        assert halves(play, 0, "poseidon") == ["TT01a", "dionysus"]
        play.answers(1, "discard tt53")
        play.refuses("add tt02a", "Y3.3")  # Poseidon 1 is there
        play.answers(0, "add tt44b")  # Poseidon 3 on the Dionysus
        assert halves(play, 0, "poseidon") == ["TT01a", "dionysus", "TT44b"]
        play.answers(0, "draw pile")
        play.rests(1)


def test_the_column_must_be_unlocked() -> None:
    """Y3.3, Y4.7: neither a half nor a Dionysus."""
    position = {
        "seats": [
            {"hand": ["TT29", "dionysus"], "territories": {"poseidon": areas("TT01a", locked="TS09")}},
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.refuses("add tt29a", "Y4.7")
        play.refuses("dionysus poseidon", "Y4.7")
        play.pending(0, ["dionysus hephaestus", "dionysus aether", "dionysus gaia", "discard tt29", "discard dionysus"])


def test_a_change_replaces_an_uncovered_area_by_the_same_god_and_number() -> None:
    """Y3.4: the old card goes to the first discard."""
    position = {
        "seats": [
            {"hand": ["TT30", "TT02", "TT49"], "territories": columns(CITY, poseidon=2)},
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.refuses("change poseidon with tt02a", "Y3.4")  # the covered 1
        play.refuses("change poseidon with tt49b", "Y3.4")  # 3 in the place of 2
        play.answers(0, "change poseidon with tt30a")
        assert halves(play, 0, "poseidon") == ["TT01a", "TT30a"]
        play.table(first_discard=["TT29"], second_discard=[])
        play.logged("change", seat=0, half="TT30a", god="poseidon")
        play.rests(1)


def test_a_change_by_a_dionysus_and_of_a_dionysus() -> None:
    """Y3.4, Y3.6, Ruling: it replaces any uncovered area, another Dionysus too, and is replaced by what fits."""
    position = {
        "seats": [
            {"hand": ["TT30", "dionysus"], "territories": {"poseidon": areas("TT01a", "dionysus")}},
            NEXT,
            {},
        ],
        "draws": ["TT55"],
    }
    with Ephyran(position) as play:
        play.offers("change poseidon with tt30a", "change poseidon with dionysus")
        play.answers(0, "change poseidon with dionysus")
        assert halves(play, 0, "poseidon") == ["TT01a", "dionysus"]
        play.table(first_discard=["dionysus"])
        play.has(0, known=[], hand_size=2)
        play.rests(1)
    with Ephyran(position) as play:
        play.answers(0, "change poseidon with tt30a")
        assert halves(play, 0, "poseidon") == ["TT01a", "TT30a"]
        play.table(first_discard=["dionysus"])
        play.rests(1)


def test_the_tokens_of_a_changed_area_leave_the_game_face_down() -> None:
    """Y3.4, Y5.2: in their order; only who has seen them knows them."""
    position = {
        "seats": [
            {
                "hand": ["TT30", "TT02"],
                "territories": {
                    "poseidon": areas(on("TT01a", "owl"), on("TT29a", "trident", {"token": "helmet", "seen": [0, 1]}))
                },
            },
            NEXT,
        ],
        "tokens_gone": ["owl"],
    }
    with Ephyran(position) as play:
        play.answers(0, "change poseidon with tt30a")
        assert tokens(play, 0, 0, "poseidon", 2) == []
        assert tokens(play, 0, 0, "poseidon", 1) == ["owl"]
        assert play.match.view(0)["tokens_gone"] == [None, "trident", "helmet"]
        assert play.match.view(1)["tokens_gone"] == [None, None, "helmet"]
        assert play.match.view(None)["tokens_gone"] == [None, None, None]
        play.logged("gone", seat=0, n=2)
        play.rests(1)


def test_a_locked_territory_cannot_be_changed() -> None:
    """Y3.4, Y4.7"""
    position = {
        "seats": [
            {"hand": ["TT02", "dionysus"], "territories": {"poseidon": areas("TT01a", locked="TS09")}},
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.refuses("change poseidon with tt02a", "Y4.7")
        play.refuses("change poseidon with dionysus", "Y4.7")
        play.rests(0)


def test_nothing_to_change_in_an_empty_territory() -> None:
    """Y3.4"""
    with Ephyran({"seats": [{"hand": ["TT02", "dionysus"]}, NEXT]}) as play:
        play.refuses("change poseidon with tt02a", "Y3.4")
        play.refuses("change poseidon with dionysus", "Y3.4")
        play.rests(0)


def test_any_card_may_be_discarded() -> None:
    """Y3.5: a Dionysus too, and it can be taken up again."""
    position = {"seats": [{"hand": ["dionysus", "TT01"]}, {"hand": ["TS02", "TT54"]}], "draws": ["TT07"]}
    with Ephyran(position) as play:
        play.answers(0, "discard dionysus")
        play.table(first_discard=["dionysus"])
        play.has(0, known=[], hand_size=2)
        play.answers(1, "add ts02a", "draw discard")
        play.has(1, known=["dionysus"], hand_size=2)
        play.rests(0)


def test_with_a_card_that_can_only_be_discarded_the_discard_is_silent() -> None:
    """Y3.5: an action is compulsory with a card in hand; with one answer the question is never put."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT29"]}],
        "draws": ["TT07", "TT08"],
    }
    with Ephyran(position) as play:
        play.answers(0, "discard tt01")  # then seat 1 has nothing but "discard tt29"
        play.table(first_discard=["TT01", "TT29"])
        assert hand(play, 1) == ["TT08"]
        play.logged("discard", seat=1, card="TT29")
        play.rests(0)


def test_with_an_empty_hand_the_action_is_skipped_and_a_card_is_drawn() -> None:
    """Y3.5: from either top."""
    position = {
        "seats": [{"hand": []}, NEXT],
        "first_discard": ["TT05"],
        "draws": ["TT07"],
    }
    with Ephyran(position) as play:
        play.asked(0, ["draw pile", "draw discard"], "draw discard")
        play.has(0, hand_size=1, known=["TT05"])
        play.table(first_discard=[])
        play.rests(1)


def test_with_an_empty_hand_and_nothing_to_draw_the_turn_passes() -> None:
    """Y3.5, Y3.2"""
    with Ephyran({"seats": [{}, NEXT], "pile_size": 0}) as play:
        play.has(0, hand_size=0)
        play.rests(1)


def test_a_support_without_any_effect_cannot_be_played() -> None:
    """Y3.6, Y9: Hecate without a locked territory, for example."""
    with Ephyran({"seats": [{"hand": ["TS11", "TT02"]}, NEXT]}) as play:
        play.refuses("support hecate ts11", "Y9")
        play.rests(0)


def test_a_dionysus_may_be_exchanged_for_a_dionysus() -> None:
    """Y3.6, Ruling: with the hand, and between cities."""
    position = {
        "seats": [
            {"hand": ["TS06", "dionysus", "TT55"], "territories": {"poseidon": areas("dionysus")}},
            {"hand": ["TT53", "TT54"], "territories": {"poseidon": areas("dionysus")}},
            {},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-exchange ts06")
        play.asked(0, ["with dionysus", "with seat 1"], "with dionysus")
        assert halves(play, 0, "poseidon") == ["dionysus"]
        play.has(0, known=[])
        play.table(second_discard=["TS06", "dionysus"])
        play.rests(1)


def test_turns_go_round() -> None:
    """Y3.1, Y2.1: from the seat to move, clockwise, back to it."""
    position = {
        "seats": [{"hand": ["TT01", "TT02"], "territories": columns(OTHER, gaia=1)}, NEXT, {"hand": ["TT03", "TT04"]}],
        "to_move": 1,
        "athena": 2,
    }
    with Ephyran(position) as play:
        play.answers(1, "discard tt53")
        play.answers(2, "discard tt03")
        play.answers(0, "discard tt01")
        play.rests(1)
