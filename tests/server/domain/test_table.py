"""A table is the fold of its events: what is rebuilt from the store is what was live, whatever happened."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core import record
from pediment.core.match import Match
from pediment.server.domain import commands, decide, history, opening
from pediment.server.domain.clock import Clock
from pediment.server.domain.events import (
    Acted,
    Chatted,
    Created,
    Handed,
    House,
    Planned,
    Proposed,
    Returned,
    Started,
    Undone,
    Unplanned,
    Voted,
    read_event,
    write_event,
)
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import MAX_CHAT_LINES, MAX_REMEMBERED_COMMANDS, Table
from pediment.server.live import compose
from tests.server.playing import LIVE, Sitting, facts, wild_game

GAMES = pediment.games()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_from_the_store_is_the_live_one(game: str) -> None:
    seen: set[type] = set()
    for seats in (2, 3, 4):
        sitting = Sitting(game, seats, house=House(chat=True, clock=LIVE), bots=(1,) if seats == 3 else ())
        for n, events in enumerate(wild_game(sitting, random.Random(seats))):
            seen.update(map(type, events))
            if n % 50 == 0:
                assert facts(Table.of("a-table", sitting.events)) == facts(sitting.table)
        assert sitting.table.status == "over"
        assert facts(Table.of("a-table", sitting.events)) == facts(sitting.table)
        again = pediment.replay(history.record_of(sitting.table, "en"))
        assert again.game.digest(again.state) == sitting.table.game.digest(sitting.table.state)
        assert record.follow(sitting.table.game, sitting.table.course()).actions == sitting.table.state.actions
    assert seen == {Acted, Undone, Handed, Returned, Chatted, Proposed, Voted, Planned, Unplanned}


def test_a_table_is_never_changed_by_what_follows() -> None:
    sitting = Sitting("ephyran", 3, house=House(chat=True, clock=LIVE))
    chance = random.Random(5)
    before = sitting.table, facts(sitting.table)
    for _ in wild_game(sitting, chance, 80):
        assert facts(before[0]) == before[1]
        before = sitting.table, facts(sitting.table)


def test_every_event_survives_the_store() -> None:
    sitting = Sitting("elysium", 3, house=House(chat=True, clock=LIVE), bots=(2,))
    for _ in wild_game(sitting, random.Random(3)):
        pass
    for event in sitting.events:
        assert read_event(write_event(read_event(event))) == read_event(event)
    with pytest.raises(msgspec.ValidationError):
        read_event(b'{"event":"exploded","at":1}')


def test_numbers_never_fall_and_count_for_each_viewer() -> None:
    sitting = Sitting("ephyran", 3, house=House(chat=True))
    before = sitting.table
    for events in wild_game(sitting, random.Random(8)):
        now = sitting.table
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
        while sitting.table.status == "running" and taken < 60:
            before, seat = sitting.table, sitting.table.asked
            assert seat is not None
            sitting.move(chance.choice(sitting.options()))
            free = sitting.table.asked is not None and sitting.table.state.drawn == before.state.drawn
            assert (sitting.table.undo_of(seat) == "free") == free
            other = 1 - seat
            assert sitting.table.undo_of(other) != "free"
            if not free:
                continue
            taken += 1
            played = sitting.table
            sitting.do(commands.Undo(seat, sitting.table.seq[seat]))
            assert sitting.table.asked == seat
            assert sitting.table.game.digest(sitting.table.state) == before.game.digest(before.state)
            assert sitting.table.course() == before.course()
            sitting.add(read_event(write_event(read_event(sitting.events[-2]))))  # the same move again
            assert sitting.table.game.digest(sitting.table.state) == played.game.digest(played.state)
    assert taken > 20


@pytest.mark.parametrize("game", GAMES)
def test_undo_by_vote_draws_afresh_and_its_record_verifies(game: str) -> None:
    """Many of them, one in another."""
    sitting = Sitting(game, 2, seed=11)
    chance = random.Random(11)
    seeds: set[str] = set()
    for _ in range(8):
        for _ in range(12):
            if sitting.table.status == "running":
                sitting.move(chance.choice(sitting.options()))
        for seat in (0, 1, 0):
            if sitting.table.undo_of(seat) is None:
                continue
            to = sitting.table.last_of(seat)
            sitting.do(commands.Propose(seat, sitting.table.seq[seat]))
            assert [type(event) for event in sitting.do(commands.Vote(1 - seat, True))] == [Voted, Undone]
            assert sitting.table.undo_request is None
            assert len(sitting.table.labels) == to
            seeds.add(sitting.table.redraws[-1]["seed"])
            assert sitting.table.redraws[-1]["at"] == to
            assert facts(Table.of("a-table", sitting.events)) == facts(sitting.table)
    assert len(seeds) == sitting.table.branches > 10
    sitting.finish(chance)
    written = history.record_of(sitting.table, "en")
    assert pediment.replay(written).state.to_move < 0
    assert all(redraw["seed"].split(":")[1] == sitting.secret for redraw in written.get("redraws", []))


def test_what_is_drawn_after_a_vote_is_another_thing() -> None:
    """The same decisions, and other cards: taking back is no way to choose one's luck, nor to know it."""
    others = 0
    for seed in range(5):
        sitting = Sitting("ephyran", 2, seed=seed)
        while len(sitting.table.labels) < 12:  # everybody has drawn by then
            sitting.move()
        first = [sitting.table.view(seat) for seat in range(2)]
        labels = sitting.table.labels[:]
        while (to := sitting.table.last_of(0)) is not None:
            sitting.do(commands.Propose(0, sitting.table.seq[0]))
            sitting.do(commands.Vote(1, True))
        for label in labels[len(sitting.table.labels) :]:
            sitting.move(label if label in sitting.options() else None)
        others += first != [sitting.table.view(seat) for seat in range(2)]
        assert to is None
    assert others >= 4


def test_undo_at_the_beginning_and_after_the_end() -> None:
    sitting = Sitting("elysium", 2)
    assert [sitting.table.undo_of(seat) for seat in range(2)] == [None, None]
    assert sitting.refused(commands.Propose(0, 1)).code == "nothing-to-undo"
    assert sitting.refused(commands.Undo(0, 1)).code == "no-undo"
    sitting.finish(random.Random(1))
    for seat in range(2):
        seq = sitting.table.seq[seat]
        assert sitting.table.undo_of(seat) is None
        for command in (commands.Undo(seat, seq), commands.Propose(seat, seq), commands.Move(seat, seq, "pass")):
            assert sitting.refused(command).code == "not-running"
    assert sitting.refused(commands.Vote(0, True)).code == "no-vote"


def go_on(sitting: Sitting, move: int) -> tuple[list[Any], opening.Opened]:
    """A table that continues a game, for two people at one screen."""
    chairs = [commands.Chair("me", name) for name in ("Zoë", "Yan")]
    opened = opening.continue_game(sitting.table, commands.GoOn(move, chairs), Caller(), 5.0, "en")
    return opened.events, opened


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_goes_on_from_any_move(game: str) -> None:
    sitting = Sitting(game, 2, seed=4)
    with pytest.raises(Refused) as running:
        go_on(sitting, 0)
    assert running.value.code == "not-over"
    sitting.finish(random.Random(4))
    last = len(sitting.table.labels)
    for move in (0, 7, last - 1):
        events, seated = go_on(sitting, move)
        assert (seated.seats, seated.invite) == ([0, 1], None)
        table = Table("next").after(events)
        assert (table.begun, table.labels, table.status) == (move, sitting.table.labels[:move], "running")
        assert [table.undo_of(seat) for seat in range(2)] == [None, None]  # nothing was decided here yet
        assert table.view(2)["log"] == tables_log(sitting, move)
        assert table.redraws[-1] == {"at": move, "seed": table.seed}
        token = seated.token
        assert token is not None
        caller, chance = Caller(frozenset({hash_of(token)})), random.Random(move)
        written = [write_event(event) for event in events]
        while table.asked is not None:
            seat = table.asked
            label = table.game.label(table.state, chance.choice(table.game.legal(table.state)))
            change = decide.decide(table, caller, commands.Move(seat, table.seq[seat], label), 6.0, "en")
            written += [write_event(event) for event in change.events]
            table = change.table
        assert facts(Table.of("next", written)) == facts(table)
        assert pediment.replay(history.record_of(table, "en")).state.to_move < 0
    with pytest.raises(Refused) as at_its_end:
        go_on(sitting, last)
    assert (at_its_end.value.code, at_its_end.value.status) == ("at-its-end", 422)
    with pytest.raises(Refused) as beyond:
        go_on(sitting, last + 1)
    assert (beyond.value.code, beyond.value.status) == ("no-view", 404)


def tables_log(sitting: Sitting, move: int) -> Any:
    return sitting.table.game.view(sitting.table.back(move, None), None)["log"]


def test_a_continued_game_with_votes_goes_on_again() -> None:
    """A game with redraws of its own is continued before and after them."""
    sitting = Sitting("ephyran", 2, seed=2)
    chance = random.Random(2)
    for n in range(60):
        sitting.move(chance.choice(sitting.options()))
        if n % 10 == 9:
            sitting.do(commands.Propose(0, sitting.table.seq[0]))
            sitting.do(commands.Vote(1, True))
    sitting.finish(chance)
    for at in {redraw["at"] for redraw in sitting.table.redraws}:
        for move in (at - 1, at, at + 1):
            events, _ = go_on(sitting, max(move, 0))
            table = Table("next").after(events)
            assert table.view(2)["log"] == tables_log(sitting, max(move, 0))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_from_elsewhere_is_shown_and_continued(game: str) -> None:
    match = Match(pediment.game(game), seats=3, seed=5)
    chance = random.Random(5)
    while match.options():
        match.play(chance.choice(match.options()))
    written = match.record()
    table = Table("kept").after(opening.from_record(written, 1.0, "en"))
    assert (table.status, table.names(), table.seq) == ("over", ["", "", ""], [1, 1, 1, 1])
    assert history.record_of(table, "en") == written
    assert history.at_move(table, 3, None, "en").moves == len(written["actions"])
    assert winners(table) == [seat for seat, share in enumerate(match.game.returns(match.state)) if share]
    chairs = [commands.Chair("me", "Ann"), commands.Chair("bot", level="potter"), commands.Chair("open")]
    opened = opening.continue_game(table, commands.GoOn(9, chairs), Caller(), 2.0, "en")
    assert opened.invite is not None
    next_table = Table("next").after(
        [*opened.events, Handed(at=3.0, seat=2, level="potter", why="seated"), Started(at=3.0)]
    )
    assert (next_table.begun, next_table.status) == (9, "running")
    unfinished = Match(pediment.game(game), seats=3, seed=5)
    shown = Table("kept").after(opening.from_record(unfinished.record(), 1.0, "en"))
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
            opening.from_record(broken, 1.0, "en")
        assert (refused.value.code, refused.value.status) == ("record", 422), broken
        assert "hashes" not in refused.value.text


def test_chat_and_names_of_commands_are_remembered_to_a_measure() -> None:
    sitting = Sitting("ephyran", 2, house=House(chat=True))
    for n in range(MAX_CHAT_LINES + 20):
        sitting.do(commands.Chat(0, f"line {n}"))
    assert len(sitting.table.chat) == MAX_CHAT_LINES
    chance = random.Random(0)
    for n in range(MAX_REMEMBERED_COMMANDS * 2 + 10):
        sitting.move(chance.choice(sitting.options()), f"m{n}")
    assert all(len(done) <= MAX_REMEMBERED_COMMANDS for done in sitting.table.done)
    assert facts(Table.of("a-table", sitting.events)) == facts(sitting.table)


def test_nobody_loses_time_while_the_server_is_away() -> None:
    sitting = Sitting("elysium", 2, house=House(clock=LIVE))
    table = Table.of("a-table", sitting.events)
    table.wake(boot=sitting.now + 500.0)
    due = table.due()
    assert due is not None
    assert due >= sitting.now + 500.0 + 70.0  # all that the clock gives, from then on
    days = Sitting("elysium", 2, house=House(clock=Clock("days", days=2)))
    table = Table.of("a-table", days.events)
    table.wake(boot=days.now + 86_400.0)
    assert table.due() == days.now + 2 * 86_400.0  # a day is left, which is enough
    table = Table.of("a-table", days.events)
    table.wake(boot=days.now + 5 * 86_400.0)
    assert table.due() == days.now + 5 * 86_400.0 + 600.0
    table.wake(boot=days.now + 5 * 86_400.0)
    assert table.due() == days.now + 5 * 86_400.0 + 600.0


def test_names_of_bots_are_told_apart() -> None:
    sitting = Sitting("elysium", 4, bots=(1, 2, 3))
    assert sitting.table.names() == ["Player 0", "Potter", "Potter 2", "Potter 3"]
    assert isinstance(sitting.table.created, Created)


def winners(table: Table) -> list[int]:
    """The seats that have won, as the table tells."""
    return compose.table_message(table, (), 0, [], 1, None).winners


@pytest.mark.parametrize("game", GAMES)
def test_who_has_won_is_told_at_the_end(game: str) -> None:
    sitting = Sitting(game, 3)
    assert winners(sitting.table) == []
    sitting.finish(random.Random(2))
    table = sitting.table
    totals = table.game.totals(table.state)
    assert winners(table)
    assert {totals[seat] for seat in winners(table)} == {max(totals)}


def test_a_victory_may_be_shared() -> None:
    seats: list[dict[str, Any]] = [{"vp": 9}, {"vp": 9}, {"vp": 1}]
    position = {"epoch": 5, "phase": "transfers", "to_move": 2, "seats": seats}
    match = Match.of(pediment.game("elysium"), pediment.game("elysium").position(position))
    table = Table("kept").after(opening.from_record(match.record(), 1.0, "en"))
    assert winners(table) == [0, 1]
