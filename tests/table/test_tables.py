"""New tables, from a wish, a finished game or a record; and what a finished game gives away."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core.match import Match
from pediment.table import bodies, chronicle, commands, tables, wire
from pediment.table.bodies import Chair
from pediment.table.chronicle import AnyEvent, Created, Handed, House, Sat, Started
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.seats import Who, hash_of
from pediment.table.tables import MOST_ACTIONS
from tests.table.playing import Sitting

ME, ALSO_ME, BOT, OPEN = Chair("me", "Ann"), Chair("me", "Ana"), Chair("bot", level="potter"), Chair("open")


def new(chairs: list[Chair], who: Who | None = None, **more: Any) -> tuple[list[AnyEvent], bodies.Seated]:
    return tables.new(bodies.NewTable("elysium", chairs, **more), who or Who(), 5.0, "en")


def first(events: list[AnyEvent]) -> Created:
    created = events[0]
    assert isinstance(created, Created)
    return created


def refusal(wanted: bodies.NewTable, language: str = "en") -> Refused:
    with pytest.raises(Refused) as refused:
        tables.new(wanted, Who(), 1.0, language)
    return refused.value


def over(game: str = "elysium", seats: int = 2, seed: int = 0) -> Sitting:
    sitting = Sitting(game, seats, seed=seed)
    sitting.finish(random.Random(seed))
    return sitting


# From a wish


def test_chairs_become_seats() -> None:
    events, seated = new([ME, BOT, OPEN, ALSO_ME], Who(person="ann"), nonce="n1")
    created = first(events)
    assert (created.at, created.game, created.seats, created.starts, created.course) == (5.0, "elysium", 4, True, None)
    assert seated.token is not None
    assert seated.invite is not None
    assert (seated.table, seated.seats) == ("", [0, 3])
    token = hash_of(seated.token)
    assert events[1:] == [
        Sat(at=5.0, seat=0, name="Ann", token=token, person="ann", nonce="n1"),
        Handed(at=5.0, seat=1, level="potter", why="seated"),
        Sat(at=5.0, seat=3, name="Ana", token=token, person="ann", nonce="n1"),
    ]
    assert created.invite == hash_of(seated.invite)
    assert len(created.secret) == 64
    assert created.secret != first(new([ME, BOT])[0]).secret


@pytest.mark.parametrize(
    ("chairs", "listed", "start", "begun", "token", "invite"),
    [
        ([ME, BOT], False, True, True, True, False),
        ([ME, OPEN], False, True, False, True, True),
        ([ME, OPEN], True, True, False, True, False),  # anybody may sit down
        ([ME, BOT], False, False, False, True, True),  # it waits for its maker
        ([BOT, BOT], False, True, True, False, False),
        ([OPEN, OPEN], False, True, False, False, True),
    ],
)
def test_what_its_maker_is_told(
    chairs: list[Chair], listed: bool, start: bool, begun: bool, token: bool, invite: bool
) -> None:
    events, seated = new(chairs, house=House(listed=listed), start=start)
    assert [isinstance(event, Started) for event in events] == [False] * (len(events) - 1) + [begun]
    assert (seated.token is not None, seated.invite is not None) == (token, invite)
    assert bool(first(events).invite) == (not listed)
    assert first(events).starts == start
    assert Room("x").after(events).status == ("running" if begun else "open")


def test_what_is_wrong_is_told() -> None:
    table = bodies.NewTable
    assert refusal(table("chess", [OPEN] * 2)).params == {"games": "elysium, ephyran"}
    assert refusal(table("elysium", [OPEN] * 5)).params == {"game": "elysium", "counts": "2, 3, 4"}
    assert refusal(table("elysium", [OPEN, Chair("open", level="potter")])).params == {"number": 1}
    assert "potter" in str(refusal(table("elysium", [OPEN, Chair("bot", level="x")])).params["levels"])
    assert refusal(table("elysium", [ME, Chair("me", "ANN")])).params == {"name": "'ANN'"}
    found = refusal(table("elysium", [OPEN] * 2, {"x" * 1000: 1}))
    assert found.code == "options"
    assert len(str(found.params["why"])) <= 500
    assert not str(refusal(table("elysium", [OPEN] * 2, {"nonsense": 1})).params["why"]).endswith(".")
    text = "its text goes into the field edition beside the options"
    assert text in str(refusal(table("elysium", [OPEN] * 2, {"edition": "x"})).params["why"])
    for kind in ("me", "bot", "open"):
        for chair in (Chair(kind), Chair(kind, "Ann"), Chair(kind, None, "potter"), Chair(kind, "Ann", "potter")):
            right = (chair.name is not None, chair.level is not None) == (kind == "me", kind == "bot")
            if right:
                assert new([chair, OPEN])
            else:
                assert refusal(table("elysium", [chair, OPEN])).params == {"number": 0}


def test_an_edition_is_kept_with_its_table() -> None:
    text = pediment.game("elysium").edition_template()
    events, _ = new([ME, BOT], edition=text)
    assert isinstance(first(events).options["edition"], dict)
    room = Room("x").after(events)
    assert room.status == "running"
    without, _ = new([ME, BOT])
    assert first(without).options.get("edition") != first(events).options["edition"]
    # a game whose options hold the edition already
    again, _ = new([ME, BOT], options={"edition": first(events).options["edition"]})
    assert first(again).options["edition"] == first(events).options["edition"]


# From a finished game


def test_a_game_goes_on_with_the_same_number_of_chairs() -> None:
    sitting = over(seats=3)
    for chairs in ([ME, OPEN], [ME, OPEN, OPEN, OPEN]):
        with pytest.raises(Refused) as refused:
            tables.go_on(sitting.room, bodies.GoOn(3, chairs), Who(), 5.0, "en")
        assert (refused.value.code, refused.value.params) == ("chairs", {"game": "elysium", "counts": 3})
    with pytest.raises(Refused) as refused:
        tables.go_on(sitting.room, bodies.GoOn(3, [ME, Chair("me"), OPEN]), Who(), 5.0, "en")
    assert refused.value.params == {"number": 1}
    house = House(stand_in="merchant")
    wanted = bodies.GoOn(3, [ME, BOT, OPEN], house, "n1")
    events, seated = tables.go_on(sitting.room, wanted, Who(person="ann"), 5.0, "en")
    created = first(events)
    assert (created.at, created.game, created.seats, created.house) == (5.0, "elysium", 3, house)
    assert (created.starts, created.shown, created.options) == (True, False, sitting.room.created.options)
    assert created.course is not None
    assert created.course["actions"] == sitting.room.labels[:3]
    assert len(created.secret) == 64
    assert created.secret != sitting.secret
    assert (seated.seats, seated.invite is not None) == ([0], True)
    assert isinstance(events[1], Sat)
    assert (events[1].person, events[1].nonce) == ("ann", "n1")


def test_where_a_game_does_not_go_on() -> None:
    sitting = over()
    last = len(sitting.room.labels)
    for move, code, params in (
        (last, "at-its-end", {}),
        (last + 1, "no-view", {"first": 0, "last": last}),
    ):
        with pytest.raises(Refused) as refused:
            tables.go_on(sitting.room, bodies.GoOn(move, [ME, BOT]), Who(), 5.0, "en")
        assert (refused.value.code, refused.value.params) == (code, params)


def test_what_was_drawn_afresh_belongs_to_the_course_up_to_its_move() -> None:
    """A redraw at the very move is replaced by the new table's own."""
    sitting = Sitting("ephyran", 2, seed=3)
    while len(sitting.room.labels) < 8:
        sitting.move()
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    sitting.do(wire.Vote(1, True))
    [redraw] = sitting.room.redraws
    at = redraw["at"]
    sitting.finish(random.Random(3))
    for move, kept in ((at - 1, []), (at, []), (at + 1, [redraw])):
        events, _ = tables.go_on(sitting.room, bodies.GoOn(move, [ME, BOT]), Who(), 5.0, "en")
        course = first(events).course
        assert course is not None
        assert course["redraws"] == kept
        room = Room("next").after(events)
        assert room.redraws == [*kept, {"at": move, "seed": room.seed}]


# From a record


def test_a_record_is_kept_as_it_is() -> None:
    match = Match(pediment.game("ephyran"), seats=3, seed=5)
    for _ in range(5):
        match.play(match.options()[0])
    written = match.record()
    [created] = tables.kept(written, 7.0, "en")
    assert isinstance(created, Created)
    assert (created.at, created.game, created.seats, created.shown) == (7.0, "ephyran", 3, True)
    assert (created.secret, created.invite, created.house) == ("", "", House())
    assert created.course is not None
    kept = ("game", "options", "seats", "seed", "position", "actions", "redraws")
    assert created.course == {key: written[key] for key in kept if key in written}
    room = Room("x").after([chronicle.read(chronicle.write(created))])
    assert (room.commitment, room.called("en"), room.status) == ("", None, "over")
    assert room.begun == 5


def test_how_long_a_record_may_be() -> None:
    written = Match(pediment.game("elysium"), seats=2, seed=5).record()
    for count, why in ((MOST_ACTIONS, "not"), (MOST_ACTIONS + 1, f"actions: more than {MOST_ACTIONS}")):
        with pytest.raises(Refused) as refused:
            tables.kept(written | {"actions": ["pass"] * count}, 1.0, "en")
        assert refused.value.code == "record"
        assert (refused.value.params["why"] == why) == (count > MOST_ACTIONS)
        assert len(str(refused.value.params["why"])) <= 500
    assert MOST_ACTIONS == 5000


# What a finished game gives away


@pytest.mark.parametrize("game", pediment.games())
def test_a_finished_game_at_a_move(game: str) -> None:
    sitting = over(game)
    room = sitting.room
    last = len(room.labels)
    shown = tables.shown(room, 4, 1, "en")
    state = room.back(4, None)
    assert (shown.move, shown.moves, shown.seat, shown.played, shown.by) == (4, last, 1, room.labels[4], state.to_move)
    assert shown.caption == room.game.caption(state, room.game.parse(state, room.labels[4]), "en", room.names())
    assert shown.view | {"log": None} == room.game.view(state, 1) | {"log": None}
    assert len(shown.log) == len(room.game.view(state, 1)["log"])
    end = tables.shown(room, last, None, "en")
    assert (end.move, end.moves, end.seat, end.played, end.by, end.caption) == (last, last, None, None, None, None)
    with pytest.raises(Refused) as refused:
        tables.shown(room, last + 1, None, "en")
    assert refused.value.params == {"first": 0, "last": last}


def test_only_a_finished_game_gives_anything_away() -> None:
    sitting = Sitting("elysium", 2)
    for ask in (
        lambda: tables.shown(sitting.room, 0, None, "en"),
        lambda: tables.written(sitting.room, "en"),
        lambda: tables.check_over(sitting.room, "en"),
        lambda: tables.go_on(sitting.room, bodies.GoOn(0, [ME, BOT]), Who(), 5.0, "en"),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert (refused.value.code, refused.value.status) == ("not-over", 409)
    opened, _ = new([ME, OPEN])
    with pytest.raises(Refused):
        tables.check_over(Room("x").after(opened), "en")
    tables.check_over(over().room, "en")


def test_a_view_of_before_is_the_first_under_its_number() -> None:
    sitting = Sitting("elysium", 2)
    shown = {sitting.room.seq[2]: sitting.room.view(2)}
    for _ in range(4):
        sitting.move()
        shown.setdefault(sitting.room.seq[2], sitting.room.view(2))
    for seq, view in shown.items():
        found = tables.as_shown("a-table", sitting.events, 2, seq, "en")
        assert (found.seat, found.seq, found.view) == (None, seq, {k: v for k, v in view.items() if k != "log"})
    last = sitting.room.seq[2]
    for seq in (0, last + 1):
        with pytest.raises(Refused) as refused:
            tables.as_shown("a-table", sitting.events, 2, seq, "en")
        assert (refused.value.code, refused.value.params) == ("no-view", {"first": 1, "last": last})


# Which rules


def test_a_new_table_has_the_newest_rules() -> None:
    created = first(new([ME, BOT])[0])
    assert created.rules == pediment.game("elysium").rules_version == "2"
    assert b'"rules":"2"' in chronicle.write(created)


def test_a_table_from_before_rules_were_noted_has_the_first() -> None:
    kept = chronicle.write(first(new([ME, BOT])[0])).replace(b'"rules":"2",', b"")
    before = chronicle.read(kept)
    assert isinstance(before, Created)
    assert before.rules == "1"


@pytest.mark.parametrize("version", ["1", "2"])
def test_what_goes_on_keeps_its_rules_and_a_rematch_has_the_newest(version: str) -> None:
    sitting = Sitting("ephyran", 2, rules=version)
    sitting.finish(random.Random(1))
    room = sitting.room
    assert room.state.origin.rules == int(version)
    again = tables.written(room, "en")
    assert again["rules"] == version
    assert first(tables.kept(again, 1.0, "en")).rules == version
    shown = Room("shown").after(tables.kept(again, 1.0, "en"))
    assert shown.state.origin.rules == int(version)
    events, _ = tables.go_on(room, bodies.GoOn(2, [ME, BOT]), Who(), 1.0, "en")
    assert Room("on").after(events).state.origin.rules == int(version)
    rematch = commands.rematch(room, sitting.who(0), wire.Rematch(0), 1.0, "en")
    assert first(rematch).rules == "2"


# Which edition


@pytest.mark.parametrize("name", pediment.games())
def test_every_table_names_its_edition(name: str) -> None:
    """However it came to be: a corrected value must never reach a game that has begun."""
    game = pediment.game(name)
    assert game.editions is not None
    standard = game.editions.name(game.editions.standard)
    created = first(tables.new(bodies.NewTable(name, [ME, BOT]), Who(), 5.0, "en")[0])
    assert (created.options["edition"], created.rules) == (standard, "2")
    sitting = Sitting(name, 2)
    sitting.finish(random.Random(2))
    assert first(tables.go_on(sitting.room, bodies.GoOn(2, [ME, BOT]), Who(), 5.0, "en")[0]).options == created.options
    rematch = first(commands.rematch(sitting.room, sitting.who(0), wire.Rematch(0), 5.0, "en"))
    assert rematch.options == created.options
    written = tables.written(sitting.room, "en")
    assert (written["options"]["edition"], written["rules"]) == (standard, "2")
    assert first(tables.kept(written, 5.0, "en")).options["edition"] == standard


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("name", pediment.games())
def test_every_table_from_a_position_names_its_edition(name: str, own: bool) -> None:
    game = pediment.game(name)
    assert game.editions is not None
    edition = game.editions.name(game.editions.parse(game.edition_template()) if own else game.editions.standard)
    assert ("values" in edition) == own
    match = Match.of(game, game.position({"seats": [{}, {}]} | ({"edition": edition} if own else {})))
    shown = tables.kept(match.record(), 5.0, "en")
    before = first(shown).course
    assert before is not None
    assert before["position"]["edition"] == edition
    events, _ = tables.go_on(Room("shown").after(shown), bodies.GoOn(0, [ME, ALSO_ME]), Who(), 5.0, "en")
    after = first(events).course
    assert after is not None
    assert after["position"] == before["position"]
    sitting = Sitting(name, 2, course=after)
    sitting.finish(random.Random(3))
    assert tables.written(sitting.room, "en")["position"] == before["position"]
    rematch = first(commands.rematch(sitting.room, sitting.who(0), wire.Rematch(0), 5.0, "en"))
    assert rematch.options == game.check_options(2, 0, {"edition": edition})


@pytest.mark.parametrize("name", pediment.games())
def test_what_version_0_1_0_wrote_without_an_edition_has_the_first(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table from a position, shown or continued, and its rematch."""
    game = pediment.game(name)
    assert game.editions is not None
    first_one = game.editions.name(game.editions.first)
    monkeypatch.setattr(game.editions, "_standard", game.editions.parse(game.edition_template()))
    course: dict[str, Any] = {"game": name, "position": {"seats": [{}, {}]}, "actions": []}
    continued = Sitting(name, 2, course=course, rules="1").room
    assert game.edition_of(continued.state).hash == first_one["hash"]
    events, _ = tables.go_on(ended(continued), bodies.GoOn(0, [ME, BOT]), Who(), 1.0, "en")
    created = first(events)
    assert created.course is not None
    assert created.course["position"] == {"seats": [{}, {}], "edition": first_one}
    assert Room("on").after(events).state.origin.rules == 1
    rematch = Created(at=1.0, game=name, seats=2, options={}, house=House(), secret="0" * 64, invite="")
    people = [Sat(at=1.0, seat=seat, name=f"{seat}", token=f"{seat}") for seat in range(2)]
    room = Room("again").after([rematch, *people, Started(at=1.0)])
    assert game.edition_of(room.state).hash == first_one["hash"]
    assert game.edition_of(game.new()).hash != first_one["hash"]


def ended(room: Room) -> Room:
    """The same table as one that shows a record."""
    return Room("ended").after([msgspec.structs.replace(room.created, secret="", shown=True)])
