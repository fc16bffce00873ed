"""E6: Phase III, writing the Legends."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario

GAME = pediment.game("elysium")


def done(quest: int | str | None, **seat: Any) -> dict[str, Any]:
    """A seat that has had its four turns, or owes nothing but a Quest."""
    return {"cards_taken": 3, "quest": quest, "gold": 0, "vp": 0, **seat}


def discs(play: Scenario) -> list[int]:
    return [seat["disc"] for seat in play.match.view()["seats"]]


def events(play: Scenario, name: str) -> list[dict[str, Any]]:
    return [entry for entry in play.match.view()["log"] if entry["event"] == name]


def test_new_discs_follow_the_quest_numbers_without_gaps() -> None:
    """E6.1: Quests 4, 1, 3 give Discs 3, 1, 2."""
    with Scenario({"seats": [done(4), done(1), done(None, columns="GY")], "to_move": 2}) as play:
        assert discs(play) == [1, 2, 3]
        play.answers(2, "quest 3", "dismiss green")
        assert discs(play) == [3, 1, 2]
        assert [(entry["seat"], entry["n"]) for entry in events(play, "disc")] == [(1, 1), (2, 2), (0, 3)]
        play.table(epoch=2)
        play.rests(1)


def test_incomplete_quests_come_last_in_the_order_of_the_current_discs() -> None:
    """E6.1: several of them, and they keep their order among themselves."""
    seats = [
        done("incomplete", disc=3),
        done("incomplete", disc=2),
        done(4, disc=1),
        done(None, disc=4, columns="RY"),
    ]
    with Scenario({"seats": seats, "to_move": 3}) as play:
        play.answers(3, "quest 2", "dismiss red")
        assert discs(play) == [4, 3, 2, 1]
        play.rests(3)


def test_nobody_with_a_quest_keeps_the_order() -> None:
    """E6.1, E4.8: the last player passes as well."""
    seats = [done("incomplete", disc=2), done(None, disc=3, columns=""), done("incomplete", disc=1)]
    with Scenario({"seats": seats, "to_move": 1}) as play:  # the pass is the only answer
        assert discs(play) == [2, 3, 1]
        assert len(events(play, "incomplete")) == 3
        play.rests(2)


def test_until_phase_three_the_old_discs_rule() -> None:
    """E6.1: Naval Power after all Quests but one are taken goes by the old Discs."""
    seats = [
        done(None, columns="RY", domain=["athena.naval-power"], disc=3),
        done(1, disc=2),
        done(4, disc=1),
    ]
    with Scenario({"seats": seats, "to_move": 0}) as play:
        play.asked(0, ["quest 2", "use athena.naval-power"], "quest 2")
        play.answers(0, "dismiss red", "use athena.naval-power")
        play.asked(2, ["gold", "vp"], "gold")
        play.asked(1, ["gold", "vp"], "gold")
        play.asked(0, ["transfer athena.naval-power", "stop"], "stop")
        assert discs(play) == [2, 1, 3]
        play.rests(1)


INCOME = {  # players: Quest: Gold, VP, transfers
    3: {1: (2, 0, 2), 2: (3, 0, 2), 3: (3, 2, 2), 4: (4, 2, 3)},
    2: {1: (2, 0, 2), 2: (4, 1, 3)},
}


@pytest.mark.parametrize(("players", "n"), [(players, n) for players, quests in INCOME.items() for n in quests])
def test_gold_vp_and_transfers_of_each_quest(players: int, n: int) -> None:
    """E6.2, E6.3"""
    colours = {3: "RYGB", 2: "RG"}[players]
    gold, vp, transfers = INCOME[players][n]
    others = [quest for quest in INCOME[players] if quest != n][: players - 1]
    seats = [done(None, columns=colours[n - 1])] + [done(quest) for quest in others]
    with Scenario({"seats": seats}) as play:  # the Quest is the only take, the column the only one
        play.has(0, gold=gold, vp=vp)
        income = [(entry["n"], entry["counter"]) for entry in events(play, "income") if entry["seat"] == 0]
        assert income == [(gold, "gold")] + [(vp, "vp")] * (vp > 0)  # no word of what it does not give
        play.logged("transfers", seat=0, n=transfers)
        play.rests(play.match.to_move)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_income_of_an_incomplete_quest(players: int) -> None:
    """E6.2, E6.3: 1 Gold and one transfer, whatever the number of players."""
    seats = [done(None, columns="")] + [done("incomplete")] * (players - 1)
    with Scenario({"seats": seats}) as play:
        for seat in range(players):
            play.has(seat, gold=1, vp=0)
            play.logged("transfers", seat=seat, n=1)
        play.rests(0)


def test_everybody_has_the_income_before_the_first_transfer() -> None:
    """E6.2"""
    seats = [done(None, columns="R", domain=["zeus.assembly"]), done(2)]
    with Scenario({"seats": seats}) as play:
        play.pending(0, ["transfer zeus.assembly", "stop"])
        play.has(0, gold=2)
        play.has(1, gold=4, vp=1)


LONE = ["zeus.assembly", "zeus.temple-of-zeus", "zeus.alliance", "zeus.justice-of-zeus"]


def writing(quest: int | str, domain: list[Any], **seat: Any) -> dict[str, Any]:
    return {
        "phase": "transfers",
        "seats": [{"quest": quest, "gold": 9, "domain": domain, **seat}, {"gold": 0}, {"gold": 0}],
    }


@pytest.mark.parametrize(("quest", "transfers"), [(1, 2), (2, 2), (3, 2), (4, 3), ("incomplete", 1)])
def test_up_to_the_number_of_transfers_one_card_at_a_time(quest: int | str, transfers: int) -> None:
    """E6.3"""
    with Scenario(writing(quest, LONE)) as play:
        for card in LONE[:transfers]:
            play.answers(0, f"transfer {card}")
        play.has(0, gold=9 - transfers, domain=LONE[transfers:], elysium=[[card] for card in LONE[:transfers]])
        play.table(epoch=2)
        play.rests(0)


def test_helm_adds_one() -> None:
    """E6.3, E5.5"""
    with Scenario(writing("incomplete", ["hades.helm-of-invisibility", *LONE])) as play:
        play.answers(0, "transfer zeus.assembly", "transfer zeus.alliance")
        play.table(epoch=2)
        play.rests(0)


def test_you_may_stop_and_unused_transfers_are_lost() -> None:
    """E6.3"""
    with Scenario(writing(4, LONE)) as play:
        play.answers(0, "transfer zeus.assembly", "stop")
        play.logged("stop", seat=0)
        play.table(epoch=2)
        play.has(0, gold=8, domain=LONE[1:])
        play.rests(0)


def test_it_ends_by_itself_when_none_is_possible() -> None:
    """E6.3: no Gold left; a Citizen has no Legend to join."""
    with Scenario(writing(4, ["zeus.assembly", "zeus.alliance", "citizen"], gold=1)) as play:
        play.answers(0, "transfer zeus.assembly")
        play.table(epoch=2)
        play.rests(0)


def test_in_the_new_order() -> None:
    """E6.3: the seats write in the order of the new Discs."""
    seats = [
        done(4, domain=["zeus.assembly"]),
        done(None, columns="R", domain=["hades.assembly"]),
        done("incomplete", domain=["athena.assembly"]),
    ]
    with Scenario({"seats": seats, "to_move": 1}) as play:
        play.asked(1, ["transfer hades.assembly", "stop"], "stop")
        play.asked(0, ["transfer zeus.assembly", "stop"], "stop")
        play.asked(2, ["transfer athena.assembly", "stop"], "stop")
        play.rests(1)


def test_then_the_quests_go_back() -> None:
    """E6.3"""
    seats = [done(4, domain=["zeus.assembly"]), done(None, columns="R"), done("incomplete")]
    with Scenario({"seats": seats, "to_move": 1}) as play:
        play.has(0, quest=4)
        play.has(1, quest=1)
        play.answers(0, "stop")
        for seat in range(3):
            play.has(seat, quest=None)
        play.offers("quest 1", "quest 2", "quest 3", "quest 4")
        play.rests(1)


def test_a_position_of_phase_three_begins_with_the_seat_to_move() -> None:
    """E6.2, E6.3, E5.5: income is paid, the Legend cards of earlier Discs have paid, later ones have not."""
    position = {
        "phase": "transfers",
        "to_move": 1,
        "seats": [
            {"quest": 1, "vp": 0, "domain": ["zeus.angels-of-zeus"]},
            {"quest": 2, "vp": 0, "gold": 2, "domain": ["zeus.angels-of-zeus"]},
            {"quest": 3, "vp": 0, "gold": 2, "domain": ["zeus.angels-of-zeus"]},
        ],
    }
    with Scenario(position) as play:
        play.has(0, vp=0, gold=4)
        play.has(1, vp=1, gold=2)
        play.has(2, vp=0, gold=2)
        play.asked(1, ["transfer zeus.angels-of-zeus", "stop"], "stop")
        play.has(2, vp=1)
        play.asked(2, ["transfer zeus.angels-of-zeus", "stop"], "stop")
        play.rests(0)
