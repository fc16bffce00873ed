"""A room is the fold of its events: what is rebuilt from the store is what was live, whatever happened."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core import record
from pediment.core.match import Match
from pediment.table import bodies, chronicle, commands, tables, telling, wire
from pediment.table.chronicle import Chatted, Created, Handed, House, Proposed, Returned, Started, Undone, Voted
from pediment.table.clock import Clock
from pediment.table.refusal import Refused
from pediment.table.room import CHAT_LINES, REMEMBERED, Room
from pediment.table.seats import Who, hash_of
from tests.table.playing import LIVE, Sitting, facts, wild_game

GAMES = pediment.games()


@pytest.mark.parametrize("game", GAMES)
def test_a_room_from_the_store_is_the_live_one(game: str) -> None:
    seen: set[type] = set()
    for seats in (2, 3, 4):
        sitting = Sitting(game, seats, house=House(chat=True, clock=LIVE), bots=(1,) if seats == 3 else ())
        for n, events in enumerate(wild_game(sitting, random.Random(seats))):
            seen.update(map(type, events))
            if n % 20 == 0:
                assert facts(Room.of("a-table", sitting.events)) == facts(sitting.room)
        assert sitting.room.status == "over"
        assert facts(Room.of("a-table", sitting.events)) == facts(sitting.room)
        again = pediment.replay(tables.written(sitting.room, "en"))
        assert again.game.digest(again.state) == sitting.room.game.digest(sitting.room.state)
        assert record.follow(sitting.room.game, sitting.room.course()).actions == sitting.room.state.actions
    assert seen == {chronicle.Acted, Undone, Handed, Returned, Chatted, Proposed, Voted}


def test_a_room_is_never_changed_by_what_follows() -> None:
    sitting = Sitting("ephyran", 3, house=House(chat=True, clock=LIVE))
    chance = random.Random(5)
    before = sitting.room, facts(sitting.room)
    for _ in wild_game(sitting, chance, 150):
        assert facts(before[0]) == before[1]
        before = sitting.room, facts(sitting.room)


def test_every_event_survives_the_store() -> None:
    sitting = Sitting("elysium", 3, house=House(chat=True, clock=LIVE), bots=(2,))
    for _ in wild_game(sitting, random.Random(3)):
        pass
    for event in sitting.events:
        assert chronicle.read(chronicle.write(chronicle.read(event))) == chronicle.read(event)
    with pytest.raises(msgspec.ValidationError):
        chronicle.read(b'{"event":"exploded","at":1}')


def test_numbers_never_fall_and_count_for_each_viewer() -> None:
    sitting = Sitting("ephyran", 3, house=House(chat=True))
    before = sitting.room
    for events in wild_game(sitting, random.Random(8)):
        now = sitting.room
        assert all(a <= b for a, b in zip(before.seq, now.seq, strict=True))
        assert now.number >= before.number
        assert now.events == before.events + len(events)
        for viewer in range(now.viewers):
            if now.view(viewer) != before.view(viewer):
                assert now.seq[viewer] > before.seq[viewer]
        before = now


def test_a_free_undo_leads_back_to_the_very_state() -> None:
    """Only when nothing was drawn or shown, and nobody else has played."""
    taken = 0
    for seed in range(6):
        sitting = Sitting("elysium", 2, seed=seed)
        chance = random.Random(seed)
        while sitting.room.status == "running" and taken < 60:
            before, seat = sitting.room, sitting.room.asked
            assert seat is not None
            sitting.move(chance.choice(sitting.options()))
            free = sitting.room.asked is not None and sitting.room.state.drawn == before.state.drawn
            assert (sitting.room.undo_of(seat) == "free") == free
            other = 1 - seat
            assert sitting.room.undo_of(other) != "free"
            if not free:
                continue
            taken += 1
            played = sitting.room
            sitting.do(wire.Undo(seat, sitting.room.seq[seat]))
            assert sitting.room.asked == seat
            assert sitting.room.game.digest(sitting.room.state) == before.game.digest(before.state)
            assert sitting.room.course() == before.course()
            sitting.add(chronicle.read(chronicle.write(chronicle.read(sitting.events[-2]))))  # the same move again
            assert sitting.room.game.digest(sitting.room.state) == played.game.digest(played.state)
    assert taken > 20


@pytest.mark.parametrize("game", GAMES)
def test_undo_by_vote_draws_afresh_and_its_record_verifies(game: str) -> None:
    """Many of them, one in another."""
    sitting = Sitting(game, 2, seed=11)
    chance = random.Random(11)
    seeds: set[str] = set()
    for _ in range(8):
        for _ in range(12):
            if sitting.room.status == "running":
                sitting.move(chance.choice(sitting.options()))
        for seat in (0, 1, 0):
            if sitting.room.undo_of(seat) is None:
                continue
            to = sitting.room.last_of(seat)
            sitting.do(wire.Propose(seat, sitting.room.seq[seat]))
            assert [type(event) for event in sitting.do(wire.Vote(1 - seat, True))] == [Voted, Undone]
            assert sitting.room.wish is None
            assert len(sitting.room.labels) == to
            seeds.add(sitting.room.redraws[-1]["seed"])
            assert sitting.room.redraws[-1]["at"] == to
            assert facts(Room.of("a-table", sitting.events)) == facts(sitting.room)
    assert len(seeds) == sitting.room.branches > 10
    sitting.finish(chance)
    written = tables.written(sitting.room, "en")
    assert pediment.replay(written).state.to_move < 0
    assert all(redraw["seed"].split(":")[1] == sitting.secret for redraw in written.get("redraws", []))


def test_what_is_drawn_after_a_vote_is_another_thing() -> None:
    """The same decisions, and other cards: taking back is no way to choose one's luck, nor to know it."""
    others = 0
    for seed in range(5):
        sitting = Sitting("ephyran", 2, seed=seed)
        while len(sitting.room.labels) < 12:  # everybody has drawn by then
            sitting.move()
        first = [sitting.room.view(seat) for seat in range(2)]
        labels = sitting.room.labels[:]
        while (to := sitting.room.last_of(0)) is not None:
            sitting.do(wire.Propose(0, sitting.room.seq[0]))
            sitting.do(wire.Vote(1, True))
        for label in labels[len(sitting.room.labels) :]:
            sitting.move(label if label in sitting.options() else None)
        others += first != [sitting.room.view(seat) for seat in range(2)]
        assert to is None
    assert others >= 4


def test_undo_at_the_beginning_and_after_the_end() -> None:
    sitting = Sitting("elysium", 2)
    assert [sitting.room.undo_of(seat) for seat in range(2)] == [None, None]
    assert sitting.refused(wire.Propose(0, 1)).code == "nothing-to-undo"
    assert sitting.refused(wire.Undo(0, 1)).code == "no-undo"
    sitting.finish(random.Random(1))
    for seat in range(2):
        seq = sitting.room.seq[seat]
        assert sitting.room.undo_of(seat) is None
        for command in (wire.Undo(seat, seq), wire.Propose(seat, seq), wire.Move(seat, seq, "pass")):
            assert sitting.refused(command).code == "not-running"
    assert sitting.refused(wire.Vote(0, True)).code == "no-vote"


def go_on(sitting: Sitting, move: int) -> tuple[list[Any], bodies.Seated]:
    """A table that continues a game, for two people at one screen."""
    chairs = [bodies.Chair("me", name) for name in ("Zoë", "Yan")]
    return tables.go_on(sitting.room, bodies.GoOn(move, chairs), Who(), 5.0, "en")


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_goes_on_from_any_move(game: str) -> None:
    sitting = Sitting(game, 2, seed=4)
    with pytest.raises(Refused) as running:
        go_on(sitting, 0)
    assert running.value.code == "not-over"
    sitting.finish(random.Random(4))
    last = len(sitting.room.labels)
    for move in (0, 7, last - 1):
        events, seated = go_on(sitting, move)
        assert (seated.seats, seated.invite) == ([0, 1], None)
        room = Room("next").after(events)
        assert (room.begun, room.labels, room.status) == (move, sitting.room.labels[:move], "running")
        assert [room.undo_of(seat) for seat in range(2)] == [None, None]  # nothing was decided here yet
        assert room.view(2)["log"] == tables_log(sitting, move)
        assert room.redraws[-1] == {"at": move, "seed": room.seed}
        token = seated.token
        assert token is not None
        who, chance = Who(frozenset({hash_of(token)})), random.Random(move)
        written = [chronicle.write(event) for event in events]
        while room.asked is not None:
            seat = room.asked
            label = room.game.label(room.state, chance.choice(room.game.legal(room.state)))
            more = commands.decide(room, who, wire.Move(seat, room.seq[seat], label), 6.0, "en")
            written += [chronicle.write(event) for event in more]
            room = room.after(more)
        assert facts(Room.of("next", written)) == facts(room)
        assert pediment.replay(tables.written(room, "en")).state.to_move < 0
    with pytest.raises(Refused) as at_its_end:
        go_on(sitting, last)
    assert (at_its_end.value.code, at_its_end.value.status) == ("at-its-end", 422)
    with pytest.raises(Refused) as beyond:
        go_on(sitting, last + 1)
    assert (beyond.value.code, beyond.value.status) == ("no-view", 404)


def tables_log(sitting: Sitting, move: int) -> Any:
    return sitting.room.game.view(sitting.room.back(move, None), None)["log"]


def test_a_continued_game_with_votes_goes_on_again() -> None:
    """A game with redraws of its own is continued before and after them."""
    sitting = Sitting("ephyran", 2, seed=2)
    chance = random.Random(2)
    for n in range(60):
        sitting.move(chance.choice(sitting.options()))
        if n % 10 == 9:
            sitting.do(wire.Propose(0, sitting.room.seq[0]))
            sitting.do(wire.Vote(1, True))
    sitting.finish(chance)
    for at in {redraw["at"] for redraw in sitting.room.redraws}:
        for move in (at - 1, at, at + 1):
            events, _ = go_on(sitting, max(move, 0))
            room = Room("next").after(events)
            assert room.view(2)["log"] == tables_log(sitting, max(move, 0))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_elsewhere_is_shown_and_continued(game: str) -> None:
    match = Match(pediment.game(game), seats=3, seed=5)
    chance = random.Random(5)
    while match.options():
        match.play(chance.choice(match.options()))
    written = match.record()
    room = Room("kept").after(tables.kept(written, 1.0, "en"))
    assert (room.status, room.names(), room.seq) == ("over", ["", "", ""], [1, 1, 1, 1])
    assert tables.written(room, "en") == written
    assert tables.shown(room, 3, None, "en").moves == len(written["actions"])
    assert winners(room) == [seat for seat, share in enumerate(match.game.returns(match.state)) if share]
    chairs = [bodies.Chair("me", "Ann"), bodies.Chair("bot", level="potter"), bodies.Chair("open")]
    events, seated = tables.go_on(room, bodies.GoOn(9, chairs), Who(), 2.0, "en")
    assert seated.invite is not None
    next_room = Room("next").after([*events, Handed(at=3.0, seat=2, level="potter", why="seated"), Started(at=3.0)])
    assert (next_room.begun, next_room.status) == (9, "running")
    unfinished = Match(pediment.game(game), seats=3, seed=5)
    shown = Room("kept").after(tables.kept(unfinished.record(), 1.0, "en"))
    assert (shown.status, shown.asked, shown.due(), winners(shown)) == ("over", None, None, [])


def test_a_broken_record_is_refused_with_its_place() -> None:
    written = Match(pediment.game("elysium"), seats=2, seed=5).record()
    for broken in (
        {},
        {"format": "chess"},
        written | {"game": "chess"},
        written | {"actions": ["x"]},
        written | {"actions": 3},
        written | {"seed": "hmac-sha256:00"},
        written | {"hashes": {"0": "wrong"}},
        written | {"options": {"edition": []}},
        written | {"actions": ["pass"] * 5001},
        written | {"seats": 9},
        written | {"more": 1},
    ):
        with pytest.raises(Refused) as refused:
            tables.kept(broken, 1.0, "en")
        assert (refused.value.code, refused.value.status) == ("record", 422), broken


def test_chat_and_names_of_commands_are_remembered_to_a_measure() -> None:
    sitting = Sitting("ephyran", 2, house=House(chat=True))
    for n in range(CHAT_LINES + 20):
        sitting.do(wire.Chat(0, f"line {n}"))
    assert len(sitting.room.chat) == CHAT_LINES
    chance = random.Random(0)
    for n in range(REMEMBERED * 2 + 10):
        sitting.move(chance.choice(sitting.options()), f"m{n}")
    assert all(len(done) <= REMEMBERED for done in sitting.room.done)
    assert facts(Room.of("a-table", sitting.events)) == facts(sitting.room)


def test_nobody_loses_time_while_the_server_is_away() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    room = Room.of("a-table", sitting.events)
    room.wake(boot=sitting.now + 500.0)
    due = room.due()
    assert due is not None
    assert due >= sitting.now + 500.0 + 70.0  # all that the clock gives, from then on
    days = Sitting("elysium", 2, house=House(clock=Clock("days", days=2)))
    room = Room.of("a-table", days.events)
    room.wake(boot=days.now + 86_400.0)
    assert room.due() == days.now + 2 * 86_400.0  # a day is left, which is enough
    room = Room.of("a-table", days.events)
    room.wake(boot=days.now + 5 * 86_400.0)
    assert room.due() == days.now + 5 * 86_400.0 + 600.0
    room.wake(boot=days.now + 5 * 86_400.0)
    assert room.due() == days.now + 5 * 86_400.0 + 600.0


def test_names_of_bots_are_told_apart() -> None:
    sitting = Sitting("elysium", 4, bots=(1, 2, 3))
    assert sitting.room.names() == ["Player 0", "Potter", "Potter 2", "Potter 3"]
    assert isinstance(sitting.room.created, Created)


def winners(room: Room) -> list[int]:
    """The seats that have won, as the table tells."""
    return telling.table(room, (), 0, [], 1).winners


@pytest.mark.parametrize("game", GAMES)
def test_who_has_won_is_told_at_the_end(game: str) -> None:
    sitting = Sitting(game, 3)
    assert winners(sitting.room) == []
    sitting.finish(random.Random(2))
    room = sitting.room
    totals = room.game.totals(room.state)
    assert winners(room)
    assert {totals[seat] for seat in winners(room)} == {max(totals)}


def test_a_victory_may_be_shared() -> None:
    seats: list[dict[str, Any]] = [{"vp": 9}, {"vp": 9}, {"vp": 1}]
    position = {"epoch": 5, "phase": "transfers", "to_move": 2, "seats": seats}
    match = Match.of(pediment.game("elysium"), pediment.game("elysium").position(position))
    room = Room("kept").after(tables.kept(match.record(), 1.0, "en"))
    assert winners(room) == [0, 1]
