"""Plans: what is chosen for the next turn while others play, when it is played, and what makes it void."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pediment.server.domain import commands, decide, plans, preview
from pediment.server.domain.events import UNTOLD, Acted, House, Planned, Undone, Unplanned, read_event
from pediment.server.domain.forgetting import known_of
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.live import compose, messages
from pediment.testing.toy import GAME as PEBBLES
from tests.server.playing import LIVE, Sitting, labels_to_plan
from tests.server.test_hidden import secretly_asked

HERCULES, ASSEMBLY, CHARON, TRIUMPH = "zeus.hercules", "zeus.assembly", "hades.charon", "zeus.triumph"


def elysium(seats: int = 2, agora: list[str] | None = None, **house: Any) -> Sitting:
    """Seat 0 is asked first, in an Agora that all can take from."""
    laid = agora or [HERCULES, ASSEMBLY, CHARON, TRIUMPH]
    position = {"seats": [{"gold": 4} for _ in range(seats)], "families": "first-game", "agora": laid}
    course = {"game": "elysium", "position": position, "actions": []}
    return Sitting("elysium", seats, course=course, house=House(**house))


def plan(sitting: Sitting, seat: int, *moves: str) -> list[Any]:
    return sitting.do(commands.Plan(seat, sitting.table.seq[seat], list(moves)))


def told(sitting: Sitting, seat: int, language: str = "en") -> messages.Planned | None:
    """What the seat is told of its plan."""
    return compose.view_message(sitting.table, seat, language).plan


def play_plan(sitting: Sitting) -> list[Any]:
    return sitting.take(decide.play_plan(sitting.table, sitting.now))


def test_what_was_planned_is_played_step_by_step_when_the_turn_comes() -> None:
    sitting = elysium(clock=LIVE)
    [planned] = plan(sitting, 1, f"Take  {HERCULES.upper()}", "dismiss red")
    assert isinstance(planned, Planned)
    assert planned.moves == [f"take {HERCULES}", "dismiss red"]
    before = told(sitting, 1)
    assert before is not None
    moves = before.moves
    assert play_plan(sitting) == []  # it is not its turn
    sitting.move(f"take {ASSEMBLY}")
    assert told(sitting, 1) == messages.Planned(moves, more=False, due=False, lost="")
    sitting.move("dismiss blue")
    assert sitting.table.plan_is_due
    assert sitting.table.due() == sitting.table.asked_at
    for viewer in range(3):  # nobody can tell from the clock
        time = compose.view_message(sitting.table, viewer, "en").time
        assert time is not None
        assert time.until == sitting.now + 70.0
    found = told(sitting, 1)
    assert found is not None
    assert (found.due, [move.label for move in found.moves]) == (True, list(planned.moves))
    events = play_plan(sitting)
    assert [type(event) for event in events] == [Unplanned, Acted, Acted]
    assert [(event.move, event.by) for event in events[1:]] == [(move, "person") for move in planned.moves]
    assert (sitting.table.plans, sitting.table.lost_plans) == ({}, {})
    assert told(sitting, 1) is None
    assert sitting.table.view(1)["seats"][1]["columns"] == "YGB"


def test_a_plan_is_told_in_the_language_of_its_player() -> None:
    sitting = elysium()
    plan(sitting, 1, "quest 1", "dismiss red")
    for language, captions in (
        ("en", ["Take Quest 1", "Dismiss the red column"]),
        ("fr", ["Prendre la Quête 1", "Écarter la Colonne rouge"]),
    ):
        found = told(sitting, 1, language)
        assert found is not None
        assert [move.caption for move in found.moves] == captions


def test_the_rest_of_a_plan_that_is_not_asked_any_more_is_left_to_the_player() -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    sitting.move(f"take {ASSEMBLY}")
    sitting.move("dismiss red")
    play_plan(sitting)
    assert (sitting.table.asked, sitting.options()[0]) == (1, "dismiss red")


def test_a_plan_ends_with_the_first_move_that_was_foreseen_and_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the world that a game foresees for a seat is not the true one."""
    monkeypatch.setattr(plans, "stands", lambda *_: True)
    for moves, played in ((["quest 1", "quest 2", "dismiss red"], ["quest 1"]), (["quest 9", "quest 1"], [])):
        sitting = elysium()
        sitting.take(sitting.table.change([Planned(at=sitting.now, seat=0, moves=moves, basis="")]))
        unplanned, *acted = play_plan(sitting)
        assert unplanned == Unplanned(at=sitting.now, seat=0)
        assert [event.move for event in acted] == played
        assert (sitting.table.asked, sitting.table.plans) == (0, {})


def test_a_plan_that_nobody_can_follow_is_told_as_it_was_written() -> None:
    """It is about to be withdrawn."""
    sitting = elysium()
    sitting.take(sitting.table.change([Planned(at=sitting.now, seat=1, moves=["quest 9", "pass"], basis="")]))
    moves = [messages.Option("quest 9", "quest 9"), messages.Option("pass", "pass")]
    assert told(sitting, 1) == messages.Planned(moves, more=False, due=False, lost="")


def test_nobody_plans_before_the_beginning_and_after_the_end() -> None:
    sitting = elysium()
    sitting.finish(random.Random(1))
    waiting = Table("a-table")
    waiting.fold(sitting.table.created)
    for table in (sitting.table, waiting):
        for seat in (0, 1):
            with pytest.raises(Refused) as refused:
                decide.check_plannable(table, seat, "en")
            assert refused.value.code == "not-running"


def test_a_turn_is_due_only_for_the_seat_that_begins_it() -> None:
    sitting = elysium()
    assert [plans.is_due(sitting.table.game, sitting.table.state, seat) for seat in (0, 1)] == [True, False]
    sitting.move(f"take {ASSEMBLY}")  # now it is asked which column goes
    assert [plans.is_due(sitting.table.game, sitting.table.state, seat) for seat in (0, 1)] == [False, False]


def test_a_card_that_somebody_takes_is_planned_no_more_and_the_reason_is_told() -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    unplanned, acted = sitting.move(f"take {HERCULES}")
    assert isinstance(unplanned, Unplanned)
    assert isinstance(acted, Acted)
    found = told(sitting, 1)
    assert found == messages.Planned([], True, False, "Player 0 takes Hercules. Your plan was withdrawn.")
    french = told(sitting, 1, "fr")
    assert french is not None
    assert french.lost == "Player 0 prend Hercule. Votre plan est retiré."
    assert told(sitting, 0) is told(sitting, 2) is None
    sitting.move()
    assert told(sitting, 1) == found  # until one acts
    sitting.move()
    assert told(sitting, 1) is None


def test_only_whoever_sees_a_move_learns_of_it_by_their_plan() -> None:
    sitting = elysium(3)
    plan(sitting, 1, f"take {HERCULES}")
    table = sitting.table
    snapshot = table.snapshot(table.played(table.game.parse(table.state, f"take {HERCULES}")))
    for told_to, ended in ((0b0010, True), (0b0101, False)):
        acted = Acted(at=2.0, seat=0, move=f"take {HERCULES}", told=told_to)
        found = decide._plans_over(table, snapshot, acted)
        assert [(event.at, event.seat) for event in found] == ([(2.0, 1)] if ended else [])


def test_a_quest_that_somebody_takes_is_planned_no_more() -> None:
    sitting = elysium()
    plan(sitting, 1, "quest 1")
    sitting.move("quest 1")
    found = told(sitting, 1)
    assert found is not None
    assert found.lost == "Player 0 takes Quest 1. Your plan was withdrawn."


def test_a_second_copy_will_do() -> None:
    charon = "hades.cerberus"
    sitting = elysium(agora=[charon, charon, ASSEMBLY])
    plan(sitting, 1, f"take {charon}")
    sitting.move(f"take {charon}")
    sitting.move("dismiss red")
    assert play_plan(sitting)[1].move == f"take {charon}"


def test_whatever_changes_ones_own_area_makes_a_plan_void() -> None:
    """Cyclopes makes the other player give a card or Gold: what one has left may not be enough for what follows."""
    sitting = elysium(agora=["poseidon.cyclopes", HERCULES, ASSEMBLY, CHARON])
    plan(sitting, 1, f"take {HERCULES}")
    sitting.move("take poseidon.cyclopes")
    assert 1 in sitting.table.plans
    sitting.move("dismiss red")
    if sitting.table.asked == 1 and "pay 2 gold" in sitting.options():
        sitting.move("pay 2 gold")
    found = told(sitting, 1)
    assert sitting.table.view(1)["seats"][1]["gold"] == 2
    assert found is None or found.lost
    assert 1 not in sitting.table.plans


def test_who_plays_by_hand_is_not_played_for() -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    sitting.move("quest 1")
    sitting.move("dismiss red")
    assert sitting.table.plan_is_due
    assert [type(event) for event in sitting.move(f"take {CHARON}")] == [Unplanned, Acted]
    assert told(sitting, 1) is None
    assert play_plan(sitting) == []


def test_a_plan_can_be_changed_and_withdrawn_even_when_it_is_due() -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    assert plan(sitting, 1, f"take {HERCULES}") == []
    assert plan(sitting, 1, f"take {CHARON}")
    assert sitting.table.plans[1].moves == (f"take {CHARON}",)
    sitting.move("quest 1")
    sitting.move("dismiss red")
    old = sitting.table.seq[1] - 1
    assert [type(event) for event in sitting.do(commands.Plan(1, old))] == [Unplanned]
    assert play_plan(sitting) == []
    assert sitting.do(commands.Plan(1, old)) == []


def test_what_a_seat_cannot_plan() -> None:
    sitting = elysium()
    seq = sitting.table.seq
    assert sitting.refused(commands.Plan(0, seq[0], ["quest 1"])).code == "plan-when"
    assert sitting.refused(commands.Plan(1, seq[1] - 1, ["quest 1"])).code == "old-view"
    assert sitting.refused(commands.Plan(1, seq[1], ["quest 1"]), sitting.caller(0)).code == "not-your-seat"
    for moves in (["nonsense"], ["take ares.amazons"], ["quest 1", "quest 2"], ["pass"]):
        assert sitting.refused(commands.Plan(1, seq[1], moves)).code == "not-plannable"
    assert sitting.refused(commands.Plan(1, seq[1], ["quest 1", "dismiss red", "end turn"])).code == "no-plan"
    sitting.do(commands.Concede(1))
    assert sitting.refused(commands.Plan(1, seq[1], ["quest 1"])).code == "conceded"
    with pytest.raises(Refused, match="while others play"):
        preview.planned(sitting.table, 0, "en")


@pytest.mark.parametrize(
    "command", [commands.Hand(1, "potter"), commands.Leave(1), commands.Concede(1)], ids=["hand", "leave", "concede"]
)
def test_a_bot_does_not_follow_a_persons_plan(command: commands.AnyCommand) -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    sitting.do(command)
    assert sitting.table.plans == {}


def test_a_seat_that_has_no_turn_left_is_told_that_it_cannot_plan() -> None:
    sitting = elysium()
    assert told(sitting, 1) is None
    seats = [{"quest": 1, "gold": 5, "domain": [HERCULES, CHARON]}, {"quest": 2}]
    position = {"seats": seats, "families": "first-game", "phase": "transfers"}
    writing = Sitting("elysium", 2, course={"game": "elysium", "position": position, "actions": []})
    assert told(writing, 0) is None  # it is asked, and does not plan
    assert told(writing, 1) == messages.Planned([], more=False, due=False, lost="")
    assert compose.plannable(writing.table, 1, "en").prompt is None
    assert compose.view_message(writing.table, 2, "en").plan is None  # somebody who watches


def test_an_undo_makes_plans_void() -> None:
    """Whoever undoes their own move is asked again, and not played for; the others are told why their plan is gone."""
    sitting = elysium(3)
    sitting.move("quest 1")
    plan(sitting, 1, f"take {HERCULES}")
    [undone] = sitting.do(commands.Undo(0, sitting.table.seq[0]))
    assert isinstance(undone, Undone)
    assert sitting.table.plans == {}
    found = told(sitting, 1)
    assert found is not None
    assert found.lost == "A move was undone. Your plan was withdrawn."
    for label in ("quest 1", "dismiss red"):
        sitting.move(label)
    plan(sitting, 0, f"take {HERCULES}")
    sitting.do(commands.Undo(0, sitting.table.seq[0]))
    assert (told(sitting, 0), sitting.table.plan_is_due) == (None, False)


def test_a_plan_that_was_void_before_an_undo_names_no_move_that_came_after_it() -> None:
    sitting = elysium(3)
    plan(sitting, 1, f"take {HERCULES}")
    sitting.move(f"take {HERCULES}")
    sitting.do(commands.Undo(0, sitting.table.seq[0]))
    sitting.move(f"take {ASSEMBLY}")
    found = told(sitting, 1)
    assert found is not None
    assert found.lost == "A move was undone. Your plan was withdrawn."


def test_a_plan_waits_while_somebody_would_like_to_undo() -> None:
    sitting = elysium(clock=LIVE)
    plan(sitting, 1, "quest 1")
    for label in (f"take {HERCULES}", "dismiss blue"):
        sitting.move(label)
    plan_is_played_at = sitting.table.due()
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    assert sitting.table.undo_request is not None
    assert sitting.table.plan_is_due
    assert play_plan(sitting) == []
    assert sitting.table.due() == sitting.table.time_up != plan_is_played_at
    asked = sitting.table.question()
    sitting.do(commands.Vote(1, yes=False))
    assert sitting.table.question() != asked  # whoever waits for its time looks again
    assert play_plan(sitting)


def test_a_plan_that_does_not_stand_when_its_turn_comes_ends_with_what_happened_last() -> None:
    sitting = elysium()
    sitting.move(f"take {ASSEMBLY}")
    sitting.move("dismiss red")
    planned = Planned(at=sitting.now, seat=1, moves=[f"take {HERCULES}"], basis="of another table")
    sitting.take(sitting.table.change([planned]))
    assert sitting.table.plan_is_due
    [unplanned] = play_plan(sitting)
    assert (unplanned.seat, unplanned.line) == (1, len(sitting.table.state.log) - 1)
    found = told(sitting, 1)
    assert found is not None
    assert found.lost == "Player 0 dismisses the red column. Your plan was withdrawn."


def test_before_anything_has_happened_no_line_tells_why_a_plan_does_not_stand() -> None:
    sitting = elysium()
    sitting.take(sitting.table.change([Planned(at=sitting.now, seat=0, moves=["quest 1"], basis="of another table")]))
    [unplanned] = play_plan(sitting)
    assert (len(sitting.table.state.log), unplanned.line) == (0, UNTOLD)


def test_a_plan_that_ends_without_a_line_of_the_log_says_so() -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    stored = read_event(b'{"event":"unplanned","at":1.0,"seat":1,"line":-1}')
    assert stored == Unplanned(at=1.0, seat=1, line=UNTOLD)
    sitting.take(sitting.table.change([stored]))
    found, french = told(sitting, 1), told(sitting, 1, "fr")
    assert found is not None
    assert french is not None
    assert found.lost == "The table has changed. Your plan was withdrawn."
    assert french.lost == "La table a changé. Votre plan est retiré."


def test_at_a_full_table_a_plan_can_be_withdrawn_and_none_made(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    monkeypatch.setattr(decide, "MAX_EVENTS", sitting.table.events)
    assert sitting.refused(commands.Plan(1, sitting.table.seq[1], ["quest 1"])).code == "full-table"
    assert [type(event) for event in plan(sitting, 1)] == [Unplanned]
    assert plan(sitting, 1, *[]) == []


def test_an_export_tells_of_plans() -> None:
    sitting = elysium()
    plan(sitting, 1, f"take {HERCULES}")
    events = [read_event(event) for event in sitting.events]
    (told_of,) = known_of(events, None, {sitting.table.seats[1].token})["plans"]
    assert (told_of["seat"], told_of["moves"]) == (1, [f"take {HERCULES}"])


def test_a_secret_move_neither_shows_in_a_plan_nor_ends_it() -> None:
    """One seat decides in secret; the plan of another gives nothing of it away."""
    sitting = secretly_asked()
    label = labels_to_plan(sitting.table, 0)[0]
    plan(sitting, 0, label)
    before = told(sitting, 0)
    sitting.move("let it happen")
    assert sitting.table.secret
    assert told(sitting, 0) == before


def test_an_undo_in_secret_ends_only_the_plans_of_those_who_see_it() -> None:
    sitting = secretly_asked()
    plan(sitting, 0, labels_to_plan(sitting.table, 0)[0])
    before = told(sitting, 0)
    sitting.move("let it happen")
    sitting.do(commands.Propose(1, sitting.table.seq[1]))
    sitting.do(commands.Vote(0, True))
    _, undone = sitting.do(commands.Vote(2, True))
    assert isinstance(undone, Undone)
    assert undone.told == 0b0110
    assert before is not None
    assert told(sitting, 0) == before


def test_seats_of_one_person_plan_each_for_itself() -> None:
    sitting = Sitting("elysium", 3, same_token=True)
    asked = sitting.table.asked
    assert asked is not None
    one, two = ((asked + n) % 3 for n in (1, 2))
    for seat in (one, two):
        plan(sitting, seat, labels_to_plan(sitting.table, seat)[0])
        assert told(sitting, seat) is not None
    assert set(sitting.table.plans) == {one, two}


def test_half_cards_are_planned_too() -> None:
    """To lay an own half rests on one's own city and hand; a Support rests on all that lies there."""
    lay = {"hand": ["TT55", "TS03"], "territories": {"gaia": {"areas": ["TS38a"]}}}
    position = {"seats": [{"hand": ["TS04", "TT02"]}, lay]}
    sitting = Sitting("ephyran", 2, course={"game": "ephyran", "position": position, "actions": []})
    labels = labels_to_plan(sitting.table, 1)
    own = [label for label in labels if label.startswith(("add", "change"))]
    supports = [label for label in labels if label.startswith("support")]
    assert own
    for label in [own[0], *supports[:1]]:
        ahead = Sitting("ephyran", 2, course={"game": "ephyran", "position": position, "actions": []})
        plan(ahead, 1, label)
        ahead.move(next(option for option in ahead.options() if option.startswith("discard")))
        ahead.move("draw pile") if ahead.table.asked == 0 else None
        assert ahead.table.plan_is_due is label.startswith(("add", "change"))


def test_a_third_game_can_be_planned_by_what_its_contract_says() -> None:
    world = PEBBLES.new(seats=2, seed=1)
    ahead = PEBBLES.turn_ahead(PEBBLES.resample(world, 1, world.rng), 1)
    assert ahead is not None
    assert (ahead.to_move, PEBBLES.asking(ahead), len(ahead.legal)) == (1, "turn", 2)
    own = PEBBLES.basis(ahead, 1, ahead.legal[0])
    PEBBLES.apply(world, 0)
    again = PEBBLES.turn_ahead(world, 1)
    assert again is not None
    assert PEBBLES.basis(again, 1, 0) == own  # what the other opened is not one's own
