"""What each event does to a table, counted and compared; the long games are in `test_table`."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from pediment.core.engine import fairness
from pediment.server.domain import commands, decide, table
from pediment.server.domain.clock import Clock
from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    Chatted,
    Closed,
    Created,
    Handed,
    Hinted,
    House,
    Muted,
    Proposed,
    Rematched,
    Returned,
    Sat,
    Shared,
    Started,
    Stood,
    Undone,
    Unshared,
    Voted,
    write_event,
)
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, Seat
from pediment.server.domain.table import Table
from pediment.server.live import compose
from tests.server.playing import LIVE, Sitting, facts
from tests.server.test_hidden import secretly_asked


def created(seats: int = 2, **more: Any) -> Created:
    fields: dict[str, Any] = {"options": {}, "house": House(), "secret": "07" * 32, "invite": "invited"}
    return Created(at=1.0, game="elysium", seats=seats, **fields | more)


def sat(seat: int, name: str = "", token: str = "") -> Sat:
    return Sat(at=2.0, seat=seat, name=name or f"P{seat}", token=token or f"t{seat}", nonce=f"n{seat}")


def bot(seat: int, level: str = "potter") -> Handed:
    return Handed(at=2.0, seat=seat, level=level, why="seated")


def opened(*events: AnyEvent, **more: Any) -> Table:
    return Table("a-table").after([created(**more), *events])


def until_undo(sitting: Sitting, seat: int, how: str) -> None:
    while sitting.table.undo_of(seat) != how:
        sitting.move()


# Before the start


def test_a_table_as_it_is_set_up() -> None:
    found = opened(seats=3, reserved={1: "kept"}, reserved_people={1: "ben"})
    assert found.seats == [Seat(), Seat(reserved="kept", person="ben"), Seat()]
    assert (found.status, found.asked, found.due(), found.due(watched=True)) == ("open", None, None, None)
    assert (found.seq, found.undone, found.done, found.viewers) == ([0] * 4, [0] * 4, [{}, {}, {}], 4)
    assert (found.events, found.number, found.updated) == (1, 1, 1.0)
    assert (found.begun, found.branches, found.undo_requests, found.base) == (0, 0, 0, {})
    assert found.commitment == fairness.commitment(bytes.fromhex("07" * 32))


def test_sitting_down_and_standing_up() -> None:
    found = opened(sat(0), seats=3, reserved={1: "kept"})
    assert found.seats[0] == Seat("P0", "t0", None, None, "n0")
    found = found.after([Sat(at=3.0, seat=1, name="Ben", token="ben", person="b", nonce="x")])
    assert found.seats[1] == Seat("Ben", "ben", "b", None, "x")
    assert (found.number, found.updated) == (3, 3.0)
    found = found.after([Stood(at=4.0, seat=1)])
    assert found.seats[1] == Seat()
    assert (found.number, found.updated, found.events) == (4, 4.0, 4)
    assert list(found.news) == [
        sat(0),
        Sat(at=3.0, seat=1, name="Ben", token="ben", person="b", nonce="x"),
        Stood(at=4.0, seat=1),
    ]


def test_the_start_makes_the_seed_of_everybodys_nonce() -> None:
    found = opened(sat(0), bot(1)).after([Started(at=5.0, nonces={0: "late"})])
    assert [seat.nonce for seat in found.seats] == ["late", ""]
    seed = fairness.fair_seed(bytes.fromhex("07" * 32), ["late", ""], 0)
    assert (found.seed, found.base["seed"]) == (seed, seed)
    assert found.seed_of(2) == fairness.fair_seed(bytes.fromhex("07" * 32), ["late", ""], 2) != seed
    assert found.base == {"game": "elysium", "rules": "1", "options": {}, "seats": 2, "seed": seed}
    assert (found.seq, found.asked_at, found.status) == ([1, 1, 1], 5.0, "running")
    assert found.banks == [0.0, 0.0]
    assert (found.number, found.updated) == (4, 5.0)
    assert found.course() == found.base | {"actions": [], "redraws": []}


def test_a_table_that_has_not_begun_is_read_from_its_events() -> None:
    events = [write_event(event) for event in (created(), sat(0))]
    found = Table.of("a-table", events)
    assert (found.status, found.state, found.seats[0].name) == ("open", None, "P0")


def test_nobody_is_replaced_before_the_start() -> None:
    table = opened(sat(0), sat(1))
    with pytest.raises(Refused) as refused:
        decide.decide(table, Caller(frozenset({"t0"})), commands.Replace(0, 1), 3.0, "en", {1})
    assert refused.value.code == "not-running"


def test_bots_of_the_beginning_are_no_news() -> None:
    assert list(opened(bot(1)).news) == []
    for why in ("asked", "clock", "left"):
        sitting = Sitting("elysium", 2)
        sitting.table.news.clear()
        handed = Handed(at=9.0, seat=0, level="potter", why=why)
        assert list(sitting.table.after([handed]).news) == [handed]


@pytest.mark.parametrize(
    ("people", "bots", "names"),
    [
        (["Ann"], ["potter", "potter", "titan"], ["Ann", "Potter", "Potter 2", "Titan"]),
        (["Potter"], ["potter", "potter", "potter"], ["Potter", "Potter 2", "Potter 3", "Potter 4"]),
        (["Potter", "Potter 2", "Potter 3"], ["potter"], ["Potter", "Potter 2", "Potter 3", "Potter 4"]),
        (["Potter 2"], ["potter", "potter"], ["Potter 2", "Potter", "Potter 3"]),
    ],
)
def test_bots_are_called_by_their_level(people: list[str], bots: list[str], names: list[str]) -> None:
    found = opened(
        *(sat(k, name) for k, name in enumerate(people)),
        *(bot(len(people) + k, level) for k, level in enumerate(bots)),
        seats=len(names),
    )
    assert found.names() == found.called("en") == names
    assert opened().names() == ["", ""]
    assert opened().called("en") is None
    assert opened(sat(1)).called("en") == ["", "P1"]
    assert opened(sat(0), bot(1)).names("fr") == ["P0", "Potier"]


def test_a_person_keeps_their_name_while_a_bot_plays() -> None:
    sitting = Sitting("elysium", 2)
    sitting.do(commands.Hand(0, "titan"))
    assert sitting.table.names() == ["Player 0", "Player 1"]


# When something is due


def test_when_a_table_needs_something_done() -> None:
    assert Sitting("elysium", 2).table.due() is None  # no clock, nobody but people
    bots = opened(bot(0), bot(1)).after([Started(at=5.0)])
    assert (bots.due(), bots.due(watched=True)) == (None, 5.0)
    live = Sitting("elysium", 2, house=House(clock=LIVE))
    asked = live.table.asked
    assert asked is not None
    live.table.banks[asked] = 7.0
    assert live.table.due() == live.table.asked_at + 10.0 + 7.0
    live.do(commands.Hand(asked, "potter"))
    assert live.table.due() == live.table.asked_at
    secret = secretly_asked()
    assert secret.table.due() == secret.table.asked_at + 30.0  # whatever is in the bank
    over = Sitting("elysium", 2, house=House(clock=LIVE))
    over.finish(random.Random(1))
    assert (over.table.due(), over.table.due(watched=True), over.table.asked) == (None, None, None)


def test_nobody_is_woken_where_nothing_runs() -> None:
    for found in (opened(sat(0)), Sitting("elysium", 2).table):
        before = found.asked_at
        found.wake(1e9)
        assert found.asked_at == before


def test_whoever_was_asked_after_the_server_was_back_gains_nothing() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=Clock("days", days=1)))
    before = sitting.table.asked_at
    for boot in (before - 100.0, before + 86_400.0 - 601.0):
        sitting.table.wake(boot)
        assert sitting.table.asked_at == before
    sitting.table.wake(before + 86_400.0 - 599.0)
    assert sitting.table.asked_at == before + 1.0
    secret = secretly_asked()
    secret.table.wake(secret.now + 100.0)
    assert secret.table.due() == secret.now + 130.0  # less than ten minutes, but all of it


def test_a_question_is_told_from_any_other() -> None:
    sitting = Sitting("elysium", 2)
    asked = sitting.table.asked
    assert asked is not None
    seen = [sitting.table.question()]
    sitting.do(commands.Chat(0, "Hello"))
    assert sitting.table.question() == seen[0]
    sitting.do(commands.Hand(asked, "potter"))
    seen.append(sitting.table.question())
    sitting.do(commands.Return(asked))
    assert sitting.table.question() == seen[0]
    sitting.now += 1.0
    sitting.move()
    seen.append(sitting.table.question())
    assert len(set(seen)) == 3
    other = copy.copy(sitting.table)
    other.branches += 1
    assert other.question() != sitting.table.question()
    assert opened().question()[:2] == (None, False)


# The game


def test_a_decision_is_noted_with_what_it_cost() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    seat, label = sitting.table.asked, sitting.options()[0]
    assert seat is not None
    before = sitting.table
    sitting.now += 12.5
    [event] = sitting.move(label, "first")
    assert isinstance(event, Acted)
    assert (event.at, event.seat, event.move, event.id, event.by, event.used) == (
        sitting.now, seat, label, "first", "person", 2.5,
    )  # fmt: skip
    found = sitting.table
    assert found.past_moves == [table.PastMove(seat, before.state.drawn, before.asked_at, 2.5)]
    assert (found.banks[seat], found.banks[1 - seat]) == (57.5, 60.0)
    assert (found.labels, found.asked_at, found.updated) == ([label], sitting.now, sitting.now)
    assert found.done[seat] == {"first": found.receipt(seat, before.seq[seat])}
    assert found.done[1 - seat] == {}
    assert (found.number, found.events) == (before.number, before.events + 1)
    for viewer in range(3):
        assert found.seq[viewer] == before.seq[viewer] + (event.told >> viewer & 1)
    assert event.told >> seat & 1


def test_what_bots_take_costs_no_time() -> None:
    for by in ("bot", "stand-in", "person"):
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))
        seat = sitting.table.asked
        assert seat is not None
        label = sitting.options()[0]
        [event] = decide.act(sitting.table, seat, label, sitting.now + 30.0, by, "en").events
        assert isinstance(event, Acted)
        assert (event.by, event.used, event.id) == (by, 20.0 if by == "person" else 0.0, "")
        handed = sitting.table.after([Handed(at=1.0, seat=seat, level="potter", why="asked")])
        returned, event = decide.act(handed, seat, label, sitting.now + 30.0, "person", "en").events
        assert returned == Returned(at=sitting.now + 30.0, seat=seat)
        assert isinstance(event, Acted)
        assert event.used == 0.0


def test_the_end_of_a_game_is_a_change_of_the_table() -> None:
    sitting = Sitting("elysium", 2)
    while True:
        before = sitting.table
        sitting.move()
        if sitting.table.status == "over":
            break
        assert sitting.table.number == before.number
    assert sitting.table.number == before.number + 1
    assert compose.table_message(sitting.table, (), 0, [], 1, None).seed == sitting.table.seed


def test_a_hint_is_told_once_in_a_question() -> None:
    sitting = Sitting("elysium", 2, house=House(hints=True))
    seat = sitting.table.asked
    assert seat is not None
    hinted = Hinted(at=3.0, seat=seat)
    before = sitting.table
    sitting.add(hinted)
    told = sitting.table
    sitting.move()
    assert [found.hinted for found in (before, told, sitting.table)] == [False, True, False]
    assert told.news[-1] == hinted


def test_a_shared_game_and_its_rematch() -> None:
    sitting = Sitting("elysium", 2)
    number = sitting.table.number
    sitting.add(Shared(at=3.0, token="a"), Shared(at=4.0, token="b"), Rematched(at=5.0, table="next"))
    found = sitting.table
    assert (found.shares, found.rematch, found.number, found.updated) == ({"a", "b"}, "next", number + 3, 5.0)
    assert not {Shared, Rematched} & set(map(type, found.news))


def test_links_that_are_revoked_work_no_more() -> None:
    sitting = Sitting("elysium", 2)
    sitting.add(Shared(at=3.0, token="a"))
    before = sitting.table
    sitting.add(Unshared(at=4.0))
    assert (before.shares, sitting.table.shares) == ({"a"}, set())


def test_whoever_is_muted_says_nothing_until_they_may_again() -> None:
    sitting = Sitting("elysium", 3)
    sitting.add(Muted(at=3.0, seat=0), Muted(at=4.0, seat=2))
    assert sitting.table.muted == {0, 2}
    with pytest.raises(Refused) as refused:
        sitting.do(commands.Chat(0, "I object"))
    assert refused.value.code == "muted"
    sitting.do(commands.Chat(1, "hello"))
    sitting.add(Muted(at=5.0, seat=0, muted=False))
    sitting.do(commands.Chat(0, "thank you"))
    assert sitting.table.muted == {2}
    assert [line.text for line in sitting.table.chat] == ["hello", "thank you"]


def test_nobody_says_more_than_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    assert decide.MAX_CHATTED == 2_000
    monkeypatch.setattr(decide, "MAX_CHATTED", 5)
    sitting = Sitting("elysium", 2)
    for text in ("one", "two"):
        sitting.do(commands.Chat(0, text))
    with pytest.raises(Refused) as refused:
        sitting.do(commands.Chat(0, "three"))
    assert (refused.value.code, refused.value.params["most"]) == ("full-chat", 2)
    sitting.do(commands.Chat(1, "my turn"))


def test_a_game_that_was_closed_is_over() -> None:
    sitting = Sitting("elysium", 2)
    before = sitting.table
    sitting.add(Closed(at=3.0))
    assert (before.status, sitting.table.status) == ("running", "over")


def test_whoever_acts_is_told_even_if_they_see_no_change() -> None:
    table = Sitting("elysium", 3).table
    same = table.snapshot(table.state)
    assert [table.told(same, seat) for seat in range(3)] == [1, 2, 4]


def test_time_that_is_up_empties_the_bank_and_nothing_else_does() -> None:
    for why, bank in (("clock", 0.0), ("asked", 60.0), ("left", 60.0)):
        sitting = Sitting("elysium", 2, house=House(clock=LIVE))
        sitting.add(Handed(at=3.0, seat=1, level="potter", why=why))  # type: ignore[arg-type]
        assert sitting.table.banks == [60.0, bank]
        handed = sitting.table.seats[1]
        sitting.add(Returned(at=4.0, seat=1))
        returned = sitting.table.seats[1]
        assert (handed.level, returned.level, returned.owned) == ("potter", None, True)


# Taking back


def test_a_free_undo_gives_back_the_time() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    until_undo(sitting, 0, "free")
    before = sitting.table
    last = before.past_moves[-1]
    before.banks[0] -= 4.0
    before.past_moves[-1] = table.PastMove(0, last.drawn, last.asked_at, 4.0)
    sitting.now += 3.0
    [event] = sitting.do(commands.Undo(0, before.seq[0], "back"))
    assert isinstance(event, Undone)
    assert (event.to, event.branch, event.id, event.seat) == (len(before.labels) - 1, None, "back", 0)
    found = sitting.table
    assert (found.banks[0], found.asked_at) == (before.banks[0] + 4.0, last.asked_at)
    assert (found.labels, found.past_moves) == (before.labels[:-1], before.past_moves[:-1])
    assert found.done[0]["back"] == ""
    assert (found.branches, found.redraws) == (0, [])
    assert [new - old for old, new in zip(before.undone, found.undone, strict=True)] == [
        event.told >> viewer & 1 for viewer in range(3)
    ]
    assert event.told & 0b100  # spectators have seen the decision
    assert found.news[-1] == event
    assert found.number == before.number + 1
    assert found.updated == sitting.now


def test_an_undo_by_vote_gives_back_no_time() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    until_undo(sitting, 0, "vote")
    banks = sitting.table.banks[:]
    to = sitting.table.last_of(0)
    sitting.do(commands.Propose(0, sitting.table.seq[0], "please"))
    undo_request = sitting.table.undo_request
    assert undo_request == table.UndoRequest(1, 0, to or 0, set())
    assert sitting.table.done[0]["please"] == ""
    sitting.now += 8.0
    voted, undone = sitting.do(commands.Vote(1, True))
    assert voted == Voted(at=sitting.now, seat=1, yes=True)
    assert isinstance(undone, Undone)
    assert (undone.branch, undone.to, undone.seat, undone.id) == (1, to, 0, "")
    assert (sitting.table.banks, sitting.table.asked_at) == (banks, sitting.now)
    assert (sitting.table.undo_request, sitting.table.undo_requests, sitting.table.branches) == (None, 1, 1)
    assert sitting.table.redraws == [{"at": to, "seed": sitting.table.seed_of(1)}]
    assert voted not in sitting.table.news  # what came of it is


def test_a_free_undo_keeps_the_draws_of_the_place_it_leads_to() -> None:
    sitting = Sitting("elysium", 2)
    until_undo(sitting, 0, "vote")
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    sitting.do(commands.Vote(1, True))
    voted = sitting.table
    sitting.move()
    assert sitting.table.undo_of(0) == "free"
    sitting.do(commands.Undo(0, sitting.table.seq[0]))
    assert sitting.table.redraws == voted.redraws != []
    assert sitting.table.game.digest(sitting.table.state) == voted.game.digest(voted.state)


def test_whoever_does_something_is_missed_no_more() -> None:
    for does in ("moves", "hands their seat over", "concedes"):
        sitting = Sitting("elysium", 3)
        away = sitting.table.asked
        assert away is not None
        asks, other = (away + 1) % 3, (away + 2) % 3
        for chair in (away, other):
            command = commands.Replace(asks, chair)
            sitting.take(decide.decide(sitting.table, sitting.caller(asks), command, sitting.now, "en", {chair}))
        assert sitting.table.missed == {away: {asks}, other: {asks}}
        if does == "moves":
            sitting.move()
        else:
            sitting.do(commands.Concede(away) if does == "concedes" else commands.Hand(away, "potter"))
        assert sitting.table.missed == {other: {asks}}, does


def test_a_vote_against_is_news_and_ends_the_wish() -> None:
    sitting = Sitting("elysium", 3)
    until_undo(sitting, 0, "vote")
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    number = sitting.table.number
    sitting.do(commands.Vote(1, True))
    one = sitting.table
    assert (one.undo_request, one.number) == (table.UndoRequest(1, 0, one.last_of(0) or 0, {1}), number + 1)
    [against] = sitting.do(commands.Vote(2, False))
    two = sitting.table
    assert (two.undo_request, two.news[-1]) == (None, against)
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    assert sitting.table.undo_request == table.UndoRequest(2, 0, two.last_of(0) or 0, set())
    assert sitting.table.undo_requests == 2
    assert sitting.refused(commands.Vote(1, True, 1)).code == "no-vote"  # meant for the first
    assert sitting.do(commands.Vote(1, True, 2))


def test_what_nobody_sees_leaves_no_trace() -> None:
    """Neither a secret decision nor its way back: only the defenders are told, and the wish stays."""
    sitting = secretly_asked()
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    before = sitting.table
    sitting.now += 29.0
    [acted] = sitting.move("let it happen")
    assert isinstance(acted, Acted)
    assert acted.told == 0b0110
    sitting.add(Undone(at=sitting.now, seat=1, to=len(before.labels), told=0b0110, branch=None))
    after = sitting.table
    assert (after.updated, after.number, list(after.news)) == (before.updated, before.number, list(before.news))
    assert after.undo_request == before.undo_request is not None


def test_a_secret_decision_that_is_taken_back_by_vote_fulfils_the_wish() -> None:
    """Though spectators, who saw neither, are told nothing."""
    sitting = secretly_asked()
    sitting.move("let it happen")
    assert (sitting.table.asked, sitting.table.secret) == (2, True)
    sitting.do(commands.Propose(1, sitting.table.seq[1]))
    sitting.do(commands.Vote(0, True))
    _, undone = sitting.do(commands.Vote(2, True))
    assert isinstance(undone, Undone)
    assert not undone.told >> 3
    assert (sitting.table.asked, sitting.table.secret, sitting.table.undo_request) == (1, True, None)


def test_one_wish_at_a_time() -> None:
    sitting = Sitting("elysium", 3)
    while None in [sitting.table.undo_of(seat) for seat in range(3)]:
        sitting.move()
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    for seat in range(3):
        assert sitting.refused(commands.Propose(seat, sitting.table.seq[seat])).code == "wish-pending"


def test_a_wish_that_nobody_has_to_agree_to_counts_once() -> None:
    sitting = Sitting("elysium", 2, same_token=True)
    for _ in range(6):
        sitting.move()
    seat = sitting.table.past_moves[-1].seat
    propose = commands.Propose(seat, sitting.table.seq[seat], "please")
    [undone] = sitting.do(propose)
    assert isinstance(undone, Undone)
    assert (undone.branch, undone.id, undone.to) == (1, "please", 5)
    assert sitting.do(propose) == []
    [again] = sitting.do(
        commands.Propose(sitting.table.past_moves[-1].seat, sitting.table.seq[sitting.table.past_moves[-1].seat])
    )
    assert isinstance(again, Undone)
    assert (again.branch, sitting.table.branches) == (2, 2)


def test_only_the_wisher_who_goes_takes_the_wish_along() -> None:
    sitting = Sitting("elysium", 3)
    until_undo(sitting, 0, "vote")
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    assert sitting.table.after([Handed(at=9.0, seat=1, level="potter", why="left")]).undo_request is not None
    assert sitting.table.after([Handed(at=9.0, seat=0, level="potter", why="left")]).undo_request is None
    assert sitting.table.after([Returned(at=9.0, seat=0)]).undo_request is not None


def test_a_wish_that_the_next_move_ends_is_a_change_of_the_table() -> None:
    sitting = Sitting("elysium", 3)
    until_undo(sitting, 0, "vote")
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    number = sitting.table.number
    sitting.move()
    assert (sitting.table.undo_request, sitting.table.number) == (None, number + 1)


def test_who_must_agree() -> None:
    sitting = Sitting("elysium", 4, bots=(3,))
    assert sitting.table.asked_to_agree(0) == {1, 2}
    assert sitting.table.asked_to_agree(2) == {0, 1}
    sitting.do(commands.Leave(1))
    assert sitting.table.asked_to_agree(0) == {1, 2}  # nobody agrees for somebody who is away
    assert Sitting("elysium", 3, same_token=True).table.asked_to_agree(1) == set()


def test_the_last_decision_of_a_seat() -> None:
    sitting = Sitting("elysium", 2)
    assert (sitting.table.last_of(0), sitting.table.last_of(1)) == (None, None)
    for _ in range(12):
        sitting.move()
    for seat in (0, 1):
        places = [k for k, step in enumerate(sitting.table.past_moves) if step.seat == seat]
        assert sitting.table.last_of(seat) == places[-1]


def test_the_last_decision_of_a_table_that_goes_on() -> None:
    """It counts what was decided before, and takes none of it back."""
    first = Sitting("elysium", 2)
    for _ in range(5):
        first.move()
    course = first.table.course()
    going = Sitting("elysium", 2, course={**course, "actions": course["actions"][:]})
    assert (going.table.begun, going.table.last_of(0), going.table.last_of(1)) == (5, None, None)
    assert going.table.redraws == [{"at": 5, "seed": going.table.seed}]
    seat = going.table.asked
    assert seat is not None
    going.move()
    assert going.table.last_of(seat) == 5
    assert facts(Table.of("a-table", going.events)) == facts(going.table)
    going.do(commands.Propose(seat, going.table.seq[seat]))
    going.do(commands.Vote(1 - seat, True))
    assert (going.table.labels, going.table.past_moves) == (first.table.labels, [])
    assert going.table.redraws == [{"at": 5, "seed": going.table.seed_of(1)}]
    assert facts(Table.of("a-table", going.events)) == facts(going.table)


def test_nothing_is_taken_back_before_or_after() -> None:
    assert opened(sat(0)).undo_of(0) is None
    sitting = Sitting("elysium", 2)
    sitting.finish(random.Random(1))
    assert [sitting.table.undo_of(seat) for seat in (0, 1)] == [None, None]


# Hints


def test_when_a_hint_may_be_asked_for() -> None:
    sitting = Sitting("elysium", 2, house=House(hints=True))
    asked = sitting.table.asked
    assert asked is not None
    other, seq = 1 - asked, sitting.table.seq

    def hint(found: Table, seat: int, at: int, language: str = "en") -> list[AnyEvent]:
        return decide.hint(found, sitting.caller(seat), commands.AskHint(seat, at), 4.0, language).events

    def refused(found: Table, seat: int, at: int) -> str:
        with pytest.raises(Refused) as refusal:
            hint(found, seat, at)
        return refusal.value.code

    assert hint(sitting.table, asked, seq[asked]) == [Hinted(at=4.0, seat=asked)]
    assert hint(sitting.table.after([Hinted(at=3.0, seat=asked)]), asked, seq[asked]) == []
    assert refused(sitting.table, asked, seq[asked] + 1) == "old-view"
    assert refused(sitting.table, asked, seq[asked] - 1) == "old-view"
    assert refused(sitting.table, other, seq[other]) == "not-asked"
    assert refused(Sitting("elysium", 2).table, asked, seq[asked]) == "no-hints"
    full = sitting.table.after([Hinted(at=3.0, seat=asked)])
    full.events = decide.MAX_EVENTS
    assert refused(full, asked, seq[asked]) == "full-table"
    secret = secretly_asked()
    assert refused(secret.table, 1, secret.table.seq[1]) == "hint-tells"
    sitting.finish(random.Random(1))
    assert refused(sitting.table, asked, sitting.table.seq[asked]) == "not-running"


# What is remembered


def test_how_much_is_remembered() -> None:
    assert (
        table.MAX_REMEMBERED_COMMANDS,
        table.MAX_CHAT_LINES,
        table.MAX_NEWS_LINES,
        table.MIN_SECONDS_AFTER_RESTART,
    ) == (32, 100, 30, 600.0)
    sitting = Sitting("elysium", 2)
    for n in range(40):
        sitting.table._remember(0, f"m{n}")
        sitting.table._remember(1, "")
    assert list(sitting.table.done[0]) == [f"m{n}" for n in range(8, 40)]
    assert sitting.table.done[1] == {}
    for n in range(110):
        sitting.table.fold(Chatted(at=float(n), seat=0, text=f"{n}"))
    assert [line.text for line in sitting.table.chat] == [f"{n}" for n in range(10, 110)]
    for n in range(40):
        sitting.table.fold(Returned(at=float(n), seat=0))
    assert [event.at for event in sitting.table.news] == [float(n) for n in range(10, 40)]


def test_no_event_changes_the_table_before_it() -> None:
    """Nor what it shares with the table after."""
    sitting = Sitting("elysium", 3, house=House(chat=True, clock=LIVE))
    until_undo(sitting, 0, "vote")
    seat = sitting.table.asked
    assert seat is not None
    happen: list[list[AnyEvent]] = [
        [Chatted(at=9.0, seat=0, text="Hello")],
        [Hinted(at=9.0, seat=seat)],
        [Handed(at=9.0, seat=1, level="potter", why="clock")],
        [Returned(at=9.0, seat=1)],
        [Shared(at=9.0, token="x")],
        [Rematched(at=9.0, table="x")],
        [Proposed(at=9.0, seat=0, id="p"), Voted(at=9.0, seat=1, yes=True)],
        decide.act(sitting.table, seat, sitting.options()[0], 9.0, "person", "en", "m").events,
        decide._undo(sitting.table, [], 0, 9.0, 1, "u").events,
    ]
    before = facts(sitting.table)
    for events in happen:
        after = sitting.table.after(events)
        assert facts(sitting.table) == before, events
        assert facts(after) != before, events
        again = Table.of("a-table", [*sitting.events, *map(write_event, events)])
        assert facts(again) == facts(after), events


def test_a_decision_of_another_process_changes_only_the_table_after_it() -> None:
    """Nobody has tried it here before it comes."""
    sitting = Sitting("elysium", 2)
    elsewhere = Table.of("a-table", sitting.events)
    seat = elsewhere.asked
    assert seat is not None
    change = decide.act(elsewhere, seat, sitting.options()[0], 9.0, "person", "en")
    before = facts(sitting.table)
    after = sitting.table.after(change.events)
    assert facts(sitting.table) == before
    assert facts(after) == facts(change.table) != before


def test_a_table_from_the_store_goes_on_like_a_live_one() -> None:
    """Also after something that could not be written, and so did not happen."""
    sitting = Sitting("elysium", 2)
    for _ in range(4):
        sitting.move()
    sitting.table = Table.of("a-table", sitting.events)
    seat = sitting.table.asked
    assert seat is not None
    for label in sitting.options()[:2]:
        decide.act(sitting.table, seat, label, 9.0, "person", "en")
    sitting.move()
    sitting.do(commands.Propose(seat, sitting.table.seq[seat]))
    sitting.do(commands.Vote(1 - seat, True))
    assert len(sitting.table.labels) == 4
    assert facts(Table.of("a-table", sitting.events)) == facts(sitting.table)


def test_an_event_that_nobody_knows_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="nobody knows"):
        opened().fold("nonsense")  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="nobody knows"):
        decide._decide("nonsense", opened(), 1.0, "en")  # type: ignore[arg-type]


def test_a_refused_decision_says_why_in_the_language_of_its_seat() -> None:
    sitting = Sitting("elysium", 2)
    seat = sitting.table.asked
    assert seat is not None
    for language in ("en", "fr"):
        with pytest.raises(Refused) as refused:
            decide.act(sitting.table, seat, "nonsense", 1.0, "person", language)
        why = sitting.table.game.why_not(sitting.table.state, "nonsense", language, sitting.table.names())
        assert why is not None
        assert (refused.value.text, refused.value.rule) == (why.sentence, why.rule)
