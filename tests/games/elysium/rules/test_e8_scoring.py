"""E8: final scoring."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario

GAME = pediment.game("elysium")
ZEUS = ["zeus.assembly", "zeus.triumph", "zeus.hercules"]
LEVEL_2 = ["zeus.initiation", "hades.charon", "athena.naval-power", "poseidon.raiders", "hephaestus.workshop"]


def ending(*seats: dict[str, Any], **table: Any) -> dict[str, Any]:
    """The last transfers of the last Epoch: with nothing to transfer, the game is over."""
    filled = [{"vp": 0, "gold": 0, **seat} for seat in seats]
    return {"epoch": 5, "phase": "transfers", "to_move": len(seats) - 1, "seats": filled, **table}


def total(seat: dict[str, Any], **table: Any) -> int:
    state = GAME.position(ending(seat, {}, **table))
    assert GAME.to_move(state) == pediment.OVER
    found: int = GAME.scores(state)[0]["total"]
    return found


def test_domains_and_lone_cards_do_not_count_but_are_still_shown() -> None:
    """E8.1: not to the discard pile; Agora stays where it is."""
    domain = ["zeus.justice-of-zeus", {"card": "zeus.hercules", "ring": False}]
    seat = {"vp": 9, "domain": domain, "elysium": [["zeus.temple-of-zeus"], ["hades.tartarus"]]}
    with Scenario(ending({}, seat, agora=["zeus.alliance"], discard=["zeus.triumph"])) as play:
        play.over()
        play.scores(1, tokens=9, chronos=[], legends=[], bonuses=[], citizens=0, total=9)
        play.has(1, domain=domain, elysium=[["zeus.temple-of-zeus"], ["hades.tartarus"]])
        play.table(agora=["zeus.alliance"], discard=["zeus.triumph"])


def test_the_oracle_stays_where_it_is() -> None:
    """E8.1: Divine Wrath does not see it."""
    seat = {"elysium": [["poseidon.divine-wrath", "poseidon.raiders"]]}
    oracle = ["apollo.homer", "apollo.charisma", "apollo.offerings", "ares.hoplites"]
    with Scenario(ending(seat, {}, families="why-bother", oracle=oracle, agora=["zeus.alliance"])) as play:
        play.over()
        play.table(oracle=oracle, agora=["zeus.alliance"], discard=[])
        play.scores(0, chronos=[{"card": "poseidon.divine-wrath", "legend": 1, "vp": 0}])


def test_lone_cards_are_gone_before_chronos_is_read() -> None:
    """E8.1, E8.2: Tartarus counts two cards, not four."""
    seat = {"elysium": [["hades.tartarus", "hades.charon"], ["zeus.alliance"], ["zeus.triumph"]]}
    state = GAME.position(ending(seat, {}))
    assert GAME.scores(state)[0]["chronos"] == [{"card": "hades.tartarus", "legend": 1, "vp": 1}]


def test_chronos_vp_are_not_on_the_board_for_one_another() -> None:
    """E8.2: Justice of Zeus sees the 6 tokens only."""
    elysium = [
        ["zeus.justice-of-zeus", "hades.tartarus", "athena.assembly"],
        ["hephaestus.gift-of-hephaestus", "hephaestus.workshop"],
    ]
    state = GAME.position(ending({"vp": 6, "gold": 5, "elysium": elysium}, {}))
    assert {item["card"]: item["vp"] for item in GAME.scores(state)[0]["chronos"]} == {
        "zeus.justice-of-zeus": 2,
        "hades.tartarus": 2,
        "athena.assembly": 3,
        "hephaestus.gift-of-hephaestus": 2,
    }


def test_chronos_is_read_before_citizens_are_charged() -> None:
    """E8.2, E8.6: 3 tokens give Justice its VP though the Citizen costs 2."""
    seat = {"vp": 3, "elysium": [["zeus.justice-of-zeus", "hades.tartarus", "citizen"]], "bonuses": []}
    with Scenario(ending(seat, {})) as play:
        play.scores(0, tokens=3, citizens=-2)
        # Justice 1, Tartarus 1, a Level Legend of three 4
        play.scores(0, total=3 + 1 + 1 + 4 - 2)
        play.over()


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (ZEUS[1:], 3),
        ([ZEUS[2], ZEUS[1], "citizen"], 6),
        (["zeus.alliance", *ZEUS[1:]], 6),
        (LEVEL_2[:2], 2),
        (LEVEL_2[:3], 4),
        (LEVEL_2[:4], 8),
        (LEVEL_2, 12),
        ([*LEVEL_2[:2], "citizen", "citizen"], 8),
        ([*LEVEL_2[:2], "citizen", "citizen", "citizen"], 12),
    ],
)
def test_what_legends_are_worth(legend: list[Any], vp: int) -> None:
    """E8.3, E8.6"""
    assert total({"elysium": [legend], "bonuses": []}) == vp - 2 * legend.count("citizen")


def test_every_legend_counts() -> None:
    """E8.3"""
    elysium = [ZEUS[1:], LEVEL_2[:3], ["zeus.alliance", "zeus.angels-of-zeus"], ["hades.cerberus"]]
    assert total({"elysium": elysium, "bonuses": []}) == 3 + 4 + 3


def test_bonus_tiles_count() -> None:
    """E8.4"""
    assert total({"bonuses": ["level 1", "level 2", "level 3", "zeus 5", "zeus 2", "hades 2"]}) == 3 + 6 + 9 + 5 + 2 + 2


@pytest.mark.parametrize(
    ("pp", "vp"),
    [
        ([4, 3, 2, 1], [16, 8, 4, 2]),
        ([1, 4, 2, 3], [2, 16, 4, 8]),
        ([5, 5, 1, 0], [12, 12, 4, 0]),
        ([5, 3, 3, 3], [16, 4, 4, 4]),
        ([2, 2, 2, 2], [7, 7, 7, 7]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([0, 1, 0], [0, 16, 0]),
        ([3, 3, 3], [9, 9, 9]),
        ([1, 2], [8, 16]),
    ],
)
def test_prestige(pp: list[int], vp: list[int]) -> None:
    """E8.5: tied players share the sum of their ranks, rounded down; no PP, no VP, no rank."""
    state = GAME.position(ending(*({"pp": n} for n in pp), families="opulence"))
    assert [score["prestige"] for score in GAME.scores(state)] == vp
    assert [score["total"] for score in GAME.scores(state)] == vp


def test_no_prestige_without_ares() -> None:
    """E8.5"""
    state = GAME.position(ending({}, {}))
    assert [score["prestige"] for score in GAME.scores(state)] == [0, 0]


def test_minus_two_per_citizen_in_a_legend() -> None:
    """E8.6: a Citizen of the Domain costs nothing; a total may be negative."""
    elysium = [[*LEVEL_2[:2], "citizen"], [*ZEUS[1:], "citizen"]]
    state = GAME.position(ending({"elysium": elysium, "domain": ["citizen", "citizen"], "bonuses": []}, {}))
    assert GAME.scores(state)[0]["citizens"] == -4
    assert GAME.scores(state)[0]["total"] == 4 + 6 - 4


@pytest.mark.parametrize(
    ("seats", "returns"),
    [
        ([{"vp": 5}, {"vp": 4, "gold": 9}], [1.0, 0.0]),  # the highest total
        ([{"vp": 5, "gold": 1}, {"vp": 5, "gold": 2}], [0.0, 1.0]),  # then most Gold
        ([{"vp": 5, "gold": 2}, {"vp": 5, "gold": 2}], [0.5, 0.5]),  # then shared
        ([{"vp": 5, "gold": 2}, {"vp": 5, "gold": 2}, {"vp": 5, "gold": 1}], [0.5, 0.5, 0.0]),
        ([{"vp": 1}, {"vp": 1}, {"vp": 1}, {"vp": 1}], [0.25, 0.25, 0.25, 0.25]),
        ([{"vp": 1, "gold": 1}, {"vp": 1, "gold": 1}, {"vp": 1, "gold": 1}], [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_who_wins(seats: list[dict[str, Any]], returns: list[float]) -> None:
    """E8.7"""
    state = GAME.position(ending(*seats, families="opulence"))
    assert GAME.to_move(state) == pediment.OVER
    assert GAME.returns(state) == pytest.approx(returns)


def test_the_total_decides_not_the_tokens() -> None:
    """E8.7: a Legend beats tokens."""
    state = GAME.position(ending({"vp": 10}, {"vp": 0, "elysium": [LEVEL_2], "bonuses": []}))
    assert GAME.returns(state) == [0.0, 1.0]


def test_nobody_has_won_before_the_end() -> None:
    """E8.7"""
    assert GAME.returns(GAME.position({"seats": [{"vp": 50}, {}]})) == [0.0, 0.0]


def test_scores_if_the_game_ended_now_leave_out_the_running_quest() -> None:
    """E8.1, E8.2: at any moment; Quest income is not foreseen."""
    with Scenario({"seats": [{"vp": 3, "quest": 2}, {"vp": 1}], "agora": ["zeus.alliance", "zeus.assembly"]}) as play:
        play.scores(0, tokens=3, total=3)
        play.scores(1, tokens=1, total=1)
