"""E4: Phase II, actions."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.games.elysium.rules.flow import open_quests
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play

GAME = pediment.game("elysium")
DISMISS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
FOUR = ["hades.charons-obol", "zeus.justice-of-zeus", "zeus.alliance", "athena.democracy"]  # R, Y, G, B


def options(position: dict[str, Any]) -> list[str]:
    state = GAME.position(position)
    return [GAME.label(state, action) for action in GAME.legal(state)]


@pytest.mark.parametrize(("columns", "quests"), [("RYGB", [1, 2, 4]), ("R", [1]), ("GB", [4]), ("RY", [1, 2])])
def test_the_open_quests_are_those_on_offer(columns: str, quests: list[int]) -> None:
    """E4.4: from the first to the last, without those that another player has."""
    seats = [{"columns": columns}, {"cards_taken": 3, "quest": 3}, {}]
    position = {"seats": seats, "agora": ["zeus.alliance", "zeus.justice-of-zeus", *FOUR[:1]]}
    state = GAME.position(position)
    assert open_quests(state, state.players[0]) == quests
    assert [label for label in options(position) if label.startswith("quest")] == [f"quest {n}" for n in quests]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_in_disc_order_round_and_round_four_each(seats: int) -> None:
    """E4.1: in every Epoch, by the Discs of that Epoch."""
    state = GAME.new(seats=seats, seed=8, families="opulence")
    order = sorted(range(seats), key=lambda seat: state.players[seat].disc)
    while GAME.to_move(state) != pediment.OVER:
        GAME.apply(state, GAME.legal(state)[-1])
    expected: list[int] = []
    turns: list[int] = []
    for entry in GAME.view(state, None)["log"]:
        if entry["event"] == "epoch":
            expected += order * 4
            order = []
        elif entry["event"] == "disc":  # in ascending order, for the next Epoch
            order.append(entry["seat"])
        elif entry["event"] in ("take", "quest", "citizen", "pass") and entry["cause"] is None:
            turns.append(entry["seat"])
    assert len(turns) == 5 * 4 * seats
    assert turns == expected


def test_the_order_is_that_of_the_discs_not_of_the_seats() -> None:
    """E4.1"""
    position = {"seats": [{"disc": 2}, {"disc": 3}, {"disc": 1}], "agora": FOUR}
    with Scenario(position) as play:
        play.answers(2, "quest 1", "dismiss red")
        play.answers(0, "quest 2", "dismiss red")
        play.answers(1, "quest 3", "dismiss red")
        play.rests(2)


def owes_only_a_quest(**seat: Any) -> dict[str, Any]:
    """Three players, seat 0 owes only the Quest, has red only, and Quest 1 under red is gone."""
    return {"seats": [{"cards_taken": 3, "columns": "R", **seat}, {"quest": 1}, {}], "agora": FOUR}


def test_a_pass_skips_the_whole_turn() -> None:
    """E4.1, E4.6, Ruling: nothing is asked, no power is used, no column dismissed; the log tells it."""
    position = owes_only_a_quest(vp=6, domain=["zeus.hercules", "zeus.triumph"])
    with Scenario(position) as play:
        play.logged("pass", seat=0)
        play.has(0, vp=6, quest="incomplete", columns="R", cards_taken=3)
        play.refuses("pass", "E4.7")
        play.rests(1)
        assert play.state.turns_begun == 1  # that of the next player
        assert {**play.match.record()["position"], "edition": None} == {**position, "edition": None}
        assert play.match.game.describe(play.state)["to_move"] == 1  # what follows the pass


def test_everybody_may_pass_one_after_the_other() -> None:
    """E4.1, E4.8: then Phase III comes, in which all have an Incomplete Quest."""
    seats = [{"cards_taken": 3, "columns": "", "gold": 0, "vp": 0} for _ in range(3)]
    with Scenario({"seats": seats, "agora": FOUR}) as play:
        for seat in range(3):
            play.logged("pass", seat=seat)
            play.has(seat, gold=1, vp=0, disc=seat + 1)
        play.table(epoch=2)  # nobody had a card to transfer
        play.rests(0)


@pytest.mark.parametrize("last", ["hermes.swindler", "zeus.hercules"])
def test_a_power_that_makes_the_last_quest_impossible_ends_the_turn_as_a_pass(last: str) -> None:
    """E4.7, E4.1: without further powers; a power that leaves the Quest possible does not."""
    seat = {"cards_taken": 3, "columns": "B", "vp": 6, "domain": ["hermes.swindler", "zeus.hercules"]}
    agora = ["zeus.alliance", "zeus.temple-of-zeus"]
    position = {"families": "opulence", "seats": [seat, {"quest": 1}, {}, {"quest": 3}], "agora": agora}
    with Scenario(position) as play:
        play.pending(0, ["quest 4", "use hermes.swindler", "use zeus.hercules"])
        play.answers(0, f"use {last}")
        if last == "hermes.swindler":
            play.asked(0, [f"swap blue for {other}" for other in ("red", "yellow", "green")], "swap blue for red")
            play.logged("pass", seat=0)
            play.has(0, quest="incomplete", columns="R", vp=6)
        else:
            play.asked(0, ["quest 4", "use hermes.swindler"], "use hermes.swindler")
            play.asked(0, [f"swap blue for {other}" for other in ("red", "yellow", "green")], "swap blue for yellow")
            play.has(0, quest=2, columns="")  # the only answer left
        play.rests(1)


def test_by_the_first_rules_powers_may_be_used_before_and_after_a_pass() -> None:
    """E4.1: so it was in version 1, and games that began by it go on by it."""
    position = owes_only_a_quest(vp=6, domain=["zeus.hercules", "zeus.triumph"]) | {"rules": "1"}
    with Scenario(position) as play:
        play.asked(0, ["pass", "use zeus.hercules", "use zeus.triumph"], "use zeus.hercules")
        play.asked(0, ["pass", "use zeus.triumph"], "pass")
        play.asked(0, ["end turn", "use zeus.triumph"], "use zeus.triumph")
        play.has(0, vp=9, quest="incomplete", columns="R", cards_taken=3)
        play.rests(1)
        assert play.match.record()["rules"] == "1"
        assert play.match.game.describe(play.state)["rules"] == "1"


def test_a_turn_is_powers_one_take_powers() -> None:
    """E4.2: any number of powers before and after, exactly one take."""
    position = {
        "seats": [
            {"vp": 3, "domain": ["zeus.hercules", "zeus.triumph", "zeus.trial-of-heroes", "hephaestus.slaves"]},
            {},
        ],
        "agora": ["zeus.alliance", "zeus.assembly"],
    }
    with Scenario(position) as play:
        play.refuses("end turn", "E4.2")
        play.answers(0, "use zeus.hercules", "use zeus.triumph", "take zeus.alliance", "dismiss green")
        play.refuses("take zeus.assembly", "E4.2")
        play.refuses("quest 1", "E4.2")
        play.refuses("citizen", "E4.2")
        play.refuses("pass", "E4.2")
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.alliance")
        play.answers(0, "use hephaestus.slaves", "discard hephaestus.slaves")
        play.rests(1)


def test_powers_after_the_take_are_optional() -> None:
    """E4.2"""
    position = {"seats": [{"domain": ["zeus.trial-of-heroes"]}, {}], "agora": ["zeus.alliance"]}
    with Scenario(position) as play:
        play.answers(0, "take zeus.alliance", "dismiss red")
        play.asked(0, ["end turn", "use zeus.trial-of-heroes"], "end turn")
        play.rests(1)


def test_no_power_is_started_while_another_runs() -> None:
    """E4.2: not between the steps of a power, and not while a column is to be dismissed."""
    position = {
        "seats": [{"vp": 9, "domain": ["zeus.hercules", "zeus.trial-of-heroes", "athena.naval-power"]}, {}],
        "agora": ["zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes")
        play.pending(0, ["discard zeus.hercules", "discard zeus.trial-of-heroes", "discard athena.naval-power"])
        assert GAME.why_not(play.state, "use zeus.hercules") is not None
        play.answers(0, "discard athena.naval-power", "take zeus.alliance")
        play.pending(0, DISMISS)
        assert GAME.why_not(play.state, "use zeus.hercules") is not None


def test_what_a_power_sets_off_is_part_of_it_and_the_innermost_is_finished_first() -> None:
    """E4.2: permanent payment, Instant of the taken card, the transfer it grants; then the outer power's next card."""
    position = {
        "families": "deadly-plots",
        "seats": [
            {"gold": 0, "domain": ["apollo.master-of-the-oracle", "hades.horn-of-plenty", "citizen"]},
            {},
        ],
        "oracle": ["hades.charons-obol", "hephaestus.divine-aid"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.master-of-the-oracle", "discard citizen")
        play.asked(0, ["choose hades.charons-obol", "choose hephaestus.divine-aid"], "choose hades.charons-obol")
        play.has(0, gold=2)  # 1 of Horn of Plenty, 1 of the Obol
        play.asked(0, ["transfer hades.charons-obol", "stop"], "transfer hades.charons-obol")
        # paid 1, Horn paid 1, then the second card with its Instant
        play.has(0, gold=4, elysium=[["hades.charons-obol"]])
        play.table(oracle=[])
        play.rests(0)


def test_the_outer_power_goes_on_with_its_next_player() -> None:
    """E4.2, E5.8: the Instant that seat 1 draws is over before seat 2 is asked."""
    position = {
        "seats": [
            {"domain": ["athena.oath-of-hospitality", "citizen"], "gold": 0},
            {"domain": ["zeus.alliance"], "gold": 3},
            {"domain": ["zeus.temple-of-zeus"], "gold": 3},
        ],
        "draws": ["hades.assembly", "zeus.assembly", "poseidon.cyclopes", "hades.temple-of-hades"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard citizen")  # turns up hades.assembly
        play.has(0, domain=[{"card": "athena.oath-of-hospitality", "used": True}, "zeus.assembly"])
        play.asked(1, ["discard zeus.alliance", "stop"], "discard zeus.alliance")
        play.has(1, gold=2, domain=["poseidon.cyclopes"])
        play.asked(2, ["discard zeus.temple-of-zeus", "pay 2 gold"], "pay 2 gold")  # from the Disc after seat 1
        play.asked(
            0, ["discard athena.oath-of-hospitality", "discard zeus.assembly"], "discard zeus.assembly"
        )  # no Gold: a card
        play.asked(2, ["discard zeus.temple-of-zeus", "stop"], "discard zeus.temple-of-zeus")
        play.has(2, gold=0, domain=["hades.temple-of-hades"])
        play.rests(0)


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_one_quest_and_three_cards_in_any_order(place: int) -> None:
    """E4.3: the Quest in any of the four turns."""
    takes = [
        ("take zeus.justice-of-zeus", "dismiss yellow"),
        ("take zeus.alliance", "dismiss green"),
        ("take poseidon.temple-of-poseidon", "dismiss blue"),
    ]
    takes.insert(place, ("quest 1", "dismiss red"))
    agora = ["zeus.justice-of-zeus", "zeus.alliance", "poseidon.temple-of-poseidon"]
    with Scenario({"seats": [{}, {"cards_taken": 3, "quest": 2}], "agora": agora}) as play:
        for take, column in takes[:3]:
            play.answers(0, take, column)
        play.table(phase="transfers")  # the last take was the only one left and made itself
        play.has(0, quest=1, cards_taken=3, columns="")
        play.answers(0, "stop")
        done = [entry["event"] for entry in play.match.view()["log"] if entry["event"] in ("take", "quest")]
        assert done == ["quest" if i == place else "take" for i in range(4)]
        play.rests(0)


def test_no_fourth_card() -> None:
    """E4.3"""
    with Scenario({"seats": [{"cards_taken": 3}, {}], "agora": FOUR}) as play:
        play.pending(0, ["quest 1", "quest 2"])
        play.refuses("take zeus.alliance", "E4.3")


def test_no_second_quest() -> None:
    """E4.3"""
    with Scenario({"seats": [{"quest": 2}, {}], "agora": FOUR}) as play:
        play.pending(0, [f"take {card}" for card in FOUR])
        play.refuses("quest 1", "E4.3")


@pytest.mark.parametrize(
    ("card", "enough", "lacking"),
    [
        ("zeus.alliance", ["G", "RG", "RYGB"], ["R", "RYB"]),  # G
        ("zeus.hercules", ["YB", "RYB", "RYGB"], ["Y", "B", "RGB", "RYG"]),  # BY
        ("zeus.kings-council", ["RY", "YG", "YB", "RYGB"], ["Y", "RGB", "R"]),  # Y*
        ("athena.divine-law", ["RG", "RYG"], ["R", "G", "RYB", "YGB"]),  # GR
    ],
)
def test_an_agora_card_needs_every_colour_of_its_condition(card: str, enough: list[str], lacking: list[str]) -> None:
    """E4.4: and one further column for a black dot."""
    for columns in enough:
        assert f"take {card}" in options({"seats": [{"columns": columns}, {}], "agora": [card]})
    for columns in lacking:
        state = GAME.position({"seats": [{"columns": columns}, {}], "agora": [card, *FOUR]})
        why = GAME.why_not(state, f"take {card}")
        assert why is not None
        assert why.rule == "E4.4"


def test_only_columns_still_on_the_board_count() -> None:
    """E4.4"""
    with Scenario(
        {"seats": [{}, {}], "agora": ["zeus.alliance", "hephaestus.assembly", "zeus.temple-of-zeus"]}
    ) as play:
        play.answers(0, "take zeus.alliance", "dismiss green")
        play.answers(1, "quest 1", "dismiss red")
        play.offers("take zeus.temple-of-zeus")
        play.refuses("take hephaestus.assembly", "E4.4")
        play.rests(0)


@pytest.mark.parametrize(
    ("side", "columns", "quests"),
    [("a", "R", [1]), ("a", "YB", [2, 4]), ("a", "RYGB", [1, 2, 3, 4]), ("b", "R", [3]), ("b", "GB", [2, 4])],
)
def test_a_quest_needs_the_colour_above_it(side: str, columns: str, quests: list[int]) -> None:
    """E4.4"""
    found = options({"pediment": side, "seats": [{"columns": columns}, {}, {}], "agora": FOUR})
    assert [label for label in found if label.startswith("quest")] == [f"quest {n}" for n in quests]


@pytest.mark.parametrize(
    ("side", "columns", "quests"),
    [("a", "R", [1]), ("a", "Y", [1]), ("a", "G", [2]), ("a", "B", [2]), ("b", "YB", [1]), ("b", "RG", [2])],
)
def test_with_two_players_either_colour_opens_a_quest(side: str, columns: str, quests: list[int]) -> None:
    """E4.4"""
    found = options({"pediment": side, "seats": [{"columns": columns}, {}], "agora": FOUR})
    assert [label for label in found if label.startswith("quest")] == [f"quest {n}" for n in quests]


def test_a_taken_quest_is_gone_until_the_quests_go_back() -> None:
    """E4.4, E6.3"""
    with Scenario({"seats": [{}, {}], "agora": FOUR}) as play:
        play.answers(0, "quest 1", "dismiss red")
        play.refuses("quest 1", "E4.4")
        play.rests(1)
    end = {"seats": [{"cards_taken": 3, "quest": 1}, {"cards_taken": 3, "columns": "GB"}], "to_move": 1}
    with Scenario(end) as play:
        play.answers(1, "dismiss green")
        play.offers("quest 1", "quest 2")
        play.rests(0)


def test_no_identical_card_from_agora_or_oracle() -> None:
    """E4.5"""
    position = {
        "families": "why-bother",
        "seats": [{"domain": ["apollo.prophecy-of-glory", "zeus.alliance"]}, {}],
        "agora": ["zeus.alliance"],
        "oracle": ["zeus.triumph", "apollo.prophecy-of-glory", "zeus.assembly"],
    }
    with Scenario(position) as play:
        play.refuses("take zeus.alliance", "E4.5")
        play.answers(0, "use apollo.prophecy-of-glory")
        play.pending(0, ["choose zeus.triumph", "choose zeus.assembly"])
        play.refuses("choose apollo.prophecy-of-glory", "E4.5")


def test_no_identical_card_from_the_deck() -> None:
    """E4.5, E5.11"""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law", "zeus.alliance"]}, {"gold": 0}],
        "draws": ["zeus.alliance", "zeus.assembly"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.has(0, domain=[{"card": "athena.divine-law", "ring": False}, "zeus.alliance", "zeus.assembly"])
        play.table(discard=["zeus.alliance"])
        play.asked(1, ["draw", "stop"], "stop")
        play.rests(0)


def test_the_elysium_and_other_domains_are_no_hindrance() -> None:
    """E4.5"""
    position = {
        "seats": [{"elysium": [["zeus.triumph"]]}, {"domain": ["zeus.alliance"]}],
        "agora": ["zeus.triumph", "zeus.alliance"],
    }
    with Scenario(position) as play:
        play.offers("take zeus.triumph", "take zeus.alliance")
        play.answers(0, "take zeus.triumph", "dismiss red")
        play.rests(1)


def test_a_card_that_has_left_as_a_cost_is_no_hindrance() -> None:
    """E4.5: Succession discards the card that stood in the way; the other discard would leave nothing to take."""
    position = {
        "families": "why-bother",
        "seats": [{"domain": ["apollo.succession", "zeus.alliance"]}, {}],
        "oracle": ["zeus.alliance"],
        "agora": FOUR[:0],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.succession")
        play.table(oracle=[], discard=["zeus.alliance"])
        play.has(0, domain=[{"card": "apollo.succession", "used": True}, "zeus.alliance"])
        play.rests(0)


@pytest.mark.parametrize("colour", ["red", "yellow", "green", "blue"])
def test_any_one_column_is_dismissed_whatever_the_condition(colour: str) -> None:
    """E4.6: after a card and after a Quest."""
    with Scenario({"seats": [{}, {}], "agora": FOUR}) as play:
        play.answers(0, "take zeus.alliance")
        play.asked(0, DISMISS, f"dismiss {colour}")
        play.has(0, columns="RYGB".replace(colour[0].upper(), ""))
        play.answers(1, "quest 2")
        play.asked(1, DISMISS, f"dismiss {colour}")
        play.has(1, columns="RYGB".replace(colour[0].upper(), ""))
        play.rests(0)


def test_a_column_is_dismissed_after_a_citizen_and_none_after_a_pass() -> None:
    """E4.6"""
    with Scenario({"seats": [{"quest": 1}, {}]}) as play:
        play.asked(0, DISMISS, "dismiss blue")
        play.has(0, columns="RYG", domain=["citizen"], cards_taken=1)
        play.pending(1, DISMISS)
    with Scenario(owes_only_a_quest()) as play:
        play.has(0, columns="R", quest="incomplete")
        play.rests(1)


def test_a_dismissed_column_cannot_be_dismissed_again() -> None:
    """E4.6"""
    with Scenario({"seats": [{"columns": "GB"}, {}], "agora": ["zeus.alliance"]}) as play:
        play.answers(0, "take zeus.alliance")
        play.pending(0, ["dismiss green", "dismiss blue"])
        play.refuses("dismiss red", "E4.6")


def causes(play: Scenario) -> list[tuple[str, str | None]]:
    return [(entry["event"], entry["cause"]) for entry in play.match.view()["log"]]


def test_the_order_inside_a_take() -> None:
    """E4.6, Ruling: card, permanent powers, column, Instant."""
    position = {"seats": [{"gold": 0, "domain": ["hephaestus.automatons"]}, {}], "agora": ["hephaestus.divine-aid"]}
    with Scenario(position) as play:
        play.answers(0, "take hephaestus.divine-aid")
        play.has(0, gold=1, domain=["hephaestus.automatons", "hephaestus.divine-aid"])
        play.answers(0, "dismiss red")
        play.has(0, gold=3)
        assert causes(play)[:4] == [
            ("take", None),
            ("gain", "hephaestus.automatons"),
            ("dismiss", None),
            ("gain", "hephaestus.divine-aid"),
        ]
        play.rests(1)


def test_the_ring_is_placed_after_the_column() -> None:
    """E4.6, Ruling"""
    with Scenario({"seats": [{"vp": 3}, {}], "agora": ["zeus.hercules"]}) as play:
        play.answers(0, "take zeus.hercules")
        play.has(0, domain=[{"card": "zeus.hercules", "ring": False}])
        play.answers(0, "dismiss red")
        play.has(0, domain=["zeus.hercules"])
        play.asked(0, ["end turn", "use zeus.hercules"], "end turn")
        play.rests(1)


def test_the_order_inside_a_take_by_a_power() -> None:
    """E4.6, Ruling: the same without the column."""
    position = {
        "families": "deadly-plots",
        "seats": [{"gold": 0, "domain": ["hephaestus.automatons", "apollo.prophecy-of-glory"]}, {}],
        "oracle": ["hephaestus.divine-aid"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.has(0, gold=3, columns="RYGB")
        assert causes(play) == [
            ("use", None),
            ("take", "apollo.prophecy-of-glory"),
            ("gain", "hephaestus.automatons"),
            ("gain", "hephaestus.divine-aid"),
        ]
        play.rests(0)


def test_a_trigger_taken_by_a_power_gets_its_ring_too() -> None:
    """E4.6, E5.4"""
    position = {
        "families": "why-bother",
        "seats": [{"vp": 3, "domain": ["apollo.prophecy-of-glory"]}, {}],
        "oracle": ["zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory", "use zeus.hercules")
        play.has(0, vp=4)
        play.rests(0)


@pytest.mark.parametrize("face", ["zeus.garden-of-the-hesperides", "zeus.hercules"])
def test_a_citizen_has_no_instant_and_no_ring(face: str) -> None:
    """E4.6: whatever its face, nothing happens and nothing can be used."""
    position: dict[str, Any] = {"seats": [{"quest": 1, "vp": 6}, {}], "draws": [face]}
    with Scenario(position) as play:
        play.answers(0, "dismiss blue")
        play.has(0, vp=6, domain=["citizen"])
        play.pending(1, DISMISS)


USE = "use zeus.hercules"  # a power to hand, so that a single take is still a question


def turn(agora: list[str], **seat: Any) -> dict[str, Any]:
    return {"seats": [{"vp": 9, "domain": ["zeus.hercules"], **seat}, {"disc": 2, "quest": 1}, {}], "agora": agora}


def test_while_a_card_can_be_taken_neither_citizen_nor_pass() -> None:
    """E4.7"""
    with Scenario(turn(["zeus.alliance"], quest=2)) as play:
        play.pending(0, [USE, "take zeus.alliance"])
        play.refuses("citizen", "E4.7")
        play.refuses("pass", "E4.7")


def test_owing_both_and_able_to_take_only_a_quest_you_take_the_quest() -> None:
    """E4.7: the card of the Agora wants green."""
    with Scenario(turn(["zeus.alliance"], columns="Y")) as play:
        play.pending(0, [USE, "quest 2"])
        play.refuses("citizen", "E4.7")
        play.refuses("pass", "E4.7")


def test_owing_both_and_able_to_take_only_a_card_you_take_the_card() -> None:
    """E4.7: Quest 1 under red is gone."""
    with Scenario(turn(["zeus.temple-of-zeus"], columns="R")) as play:
        play.pending(0, [USE, "take zeus.temple-of-zeus"])
        play.refuses("citizen", "E4.7")


def test_owing_both_and_able_to_take_neither_you_take_a_citizen() -> None:
    """E4.7: not a pass."""
    with Scenario(turn(["zeus.alliance"], columns="R")) as play:
        play.refuses("pass", "E4.7")
        play.asked(0, [USE, "citizen"], "citizen")
        play.has(0, cards_taken=1, quest=None, columns="", domain=["zeus.hercules", "citizen"])
        play.rests(0)


def test_owing_only_a_card_you_take_a_citizen_though_quests_are_open() -> None:
    """E4.7"""
    with Scenario(turn(["zeus.alliance"], columns="Y", quest=3)) as play:
        play.asked(0, [USE, "citizen"], "citizen")
        play.rests(0)


def test_an_identical_card_cannot_be_taken_so_a_citizen_is_legal() -> None:
    """E4.7, E4.5"""
    with Scenario(turn(["zeus.alliance"], quest=2, domain=["zeus.hercules", "zeus.alliance"])) as play:
        play.pending(0, [USE, "citizen"])


def test_owing_only_the_quest_you_pass_though_cards_could_be_taken() -> None:
    """E4.7, E4.1: unasked."""
    with Scenario(turn(["zeus.temple-of-zeus"], columns="R", cards_taken=3)) as play:
        play.logged("pass", seat=0)
        play.has(0, quest="incomplete", columns="R", cards_taken=3, domain=["zeus.hercules"])
        play.pending(
            1, ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]
        )  # that card was the only take


def test_a_citizen_is_the_top_of_the_deck_face_down_one_of_the_three_cards() -> None:
    """E4.7"""
    with Scenario(turn([], columns="R", cards_taken=2)) as play:
        before = play.match.view()["deck_size"]
        play.answers(0, "citizen")
        play.table(deck_size=before - 1)
        play.has(0, cards_taken=3, columns="", domain=["zeus.hercules", "citizen"])
        play.rests(0)


def swindler(columns: str) -> dict[str, Any]:
    return {
        "families": "opulence",
        "seats": [{"columns": columns, "quest": 2, "cards_taken": 1, "domain": ["hermes.swindler"]}, {}],
        "agora": ["zeus.alliance"],
    }


def test_a_power_may_make_a_take_legal_and_is_never_compulsory() -> None:
    """E4.7: Swindler could fetch green; a Citizen is legal all the same, before it."""
    with Scenario(swindler("RY")) as play:
        play.pending(0, ["citizen", "use hermes.swindler"])
        play.answers(0, "citizen", "dismiss red", "end turn")
        play.rests(1)
    with Scenario(swindler("RY")) as play:
        play.answers(0, "use hermes.swindler", "swap red for green")
        play.pending(0, ["dismiss yellow", "dismiss green"])  # the take of Alliance was the only one left
        play.has(0, domain=[{"card": "hermes.swindler", "ring": False}, "zeus.alliance"])


def test_a_power_may_make_a_take_illegal() -> None:
    """E4.7: Swindler gives green away; Prophecy brings the card that the Agora holds too."""
    with Scenario(swindler("RG")) as play:
        play.refuses("citizen", "E4.7")
        play.answers(0, "use hermes.swindler", "swap green for blue")
        play.pending(0, ["dismiss red", "dismiss blue"])
        play.has(0, domain=[{"card": "hermes.swindler", "ring": False}, "citizen"])
    position = {
        "families": "why-bother",
        "seats": [{"quest": 2, "domain": ["apollo.prophecy-of-glory"]}, {}],
        "agora": ["zeus.alliance"],
        "oracle": ["zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory")
        play.pending(0, DISMISS)
        play.has(0, domain=[{"card": "apollo.prophecy-of-glory", "ring": False}, "zeus.alliance", "citizen"])


def test_if_nothing_can_be_drawn_the_citizen_take_counts() -> None:
    """E4.7"""
    position = {
        "seats": [{"quest": 1, "columns": "RB", "domain": []}, {"domain": ["citizen"] * cards_in_play()}],
    }
    with Scenario(position) as play:
        play.answers(0, "dismiss blue")
        play.has(0, cards_taken=1, columns="R", domain=[])
        play.pending(1, DISMISS)


def test_players_without_a_quest_get_an_incomplete_quest() -> None:
    """E4.8: who passed, when everybody is done."""
    seats = [{"cards_taken": 3, "columns": ""}, {"cards_taken": 3, "quest": 1}, {"cards_taken": 3, "columns": "YG"}]
    with Scenario({"seats": seats, "to_move": 2}) as play:
        play.answers(2, "quest 3", "dismiss green")
        play.table(epoch=2)
        play.logged("incomplete", seat=0)
        play.logged("income", seat=0, n=1, counter="gold")
        assert len([e for e in play.match.view()["log"] if e["event"] == "incomplete"]) == 1
        play.rests(1)


def test_cards_gained_by_powers_are_outside_the_three_and_need_no_column() -> None:
    """E4.9: from the Oracle (wants red and green) and as a Citizen."""
    position = {
        "families": "why-bother",
        "seats": [
            {"columns": "B", "cards_taken": 3, "domain": ["apollo.prophecy-of-glory", "athena.democracy"], "gold": 0},
            {"gold": 0},
        ],
        "oracle": ["apollo.master-of-the-oracle"],
        "agora": ["zeus.temple-of-zeus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use apollo.prophecy-of-glory", "use athena.democracy")
        spent = [{"card": "apollo.prophecy-of-glory", "ring": False}, {"card": "athena.democracy", "ring": False}]
        play.has(0, cards_taken=3, columns="", quest=2, domain=[*spent, "apollo.master-of-the-oracle", "citizen"])
        play.rests(1)
