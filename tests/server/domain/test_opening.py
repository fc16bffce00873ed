"""New tables, from a wish, a finished game or a record; and what a finished game gives away."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core.errors import OptionError
from pediment.core.match import Match
from pediment.server.domain import commands, decide, history, opening
from pediment.server.domain.commands import Chair
from pediment.server.domain.events import AnyEvent, Created, Handed, House, Sat, Started, read_event, write_event
from pediment.server.domain.opening import MAX_RECORD_ACTIONS
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import Table
from pediment.server.live.listing import head_of
from tests.server.playing import Sitting

ME, ALSO_ME, BOT, OPEN = Chair("me", "Ann"), Chair("me", "Ana"), Chair("bot", level="potter"), Chair("open")


def new(chairs: list[Chair], caller: Caller | None = None, **more: Any) -> tuple[list[AnyEvent], opening.Opened]:
    opened = opening.new_table(commands.NewTable("elysium", chairs, **more), caller or Caller(), 5.0, "en")
    return opened.events, opened


def first(events: list[AnyEvent]) -> Created:
    created = events[0]
    assert isinstance(created, Created)
    return created


def refusal(wanted: commands.NewTable, language: str = "en") -> Refused:
    with pytest.raises(Refused) as refused:
        opening.new_table(wanted, Caller(), 1.0, language)
    return refused.value


def over(game: str = "elysium", seats: int = 2, seed: int = 0) -> Sitting:
    sitting = Sitting(game, seats, seed=seed)
    sitting.finish(random.Random(seed))
    return sitting


# From a wish


def test_chairs_become_seats() -> None:
    events, seated = new([ME, BOT, OPEN, ALSO_ME], Caller(person="ann"), nonce="n1")
    created = first(events)
    assert (created.at, created.game, created.seats, created.starts, created.course) == (5.0, "elysium", 4, True, None)
    assert seated.token is not None
    assert seated.invite is not None
    assert seated.seats == [0, 3]
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
    assert Table("x").after(events).status == ("running" if begun else "open")


def test_what_is_wrong_is_told() -> None:
    table = commands.NewTable
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


def bring_in(door: str, game: Any, name: str, given: dict[str, Any], language: str) -> None:
    """Let an edition in, by that door."""
    if door == "record":
        opening.from_record(Match(game, seats=2, seed=1, edition=given).record(), 1.0, language)
        return
    if door == "text":
        text = game.edition_template().replace('"my box"', json.dumps(name))
        given = opening.read_edition("elysium", text, language)
    wanted = commands.NewTable("elysium", [OPEN] * 2, {"edition": given})
    opening.new_table(wanted, Caller(), 1.0, language)


@pytest.mark.parametrize("door", ["text", "options", "record"])
@pytest.mark.parametrize("name", ["my\x00box", "my\x1b[2Jbox", "my\u202ebox", "my\nbox", "x" * 61, "a  b"])
def test_names_of_editions_are_those_of_people(door: str, name: str) -> None:
    """Whichever way an edition comes in. What is stored already can be read all the same."""
    game = pediment.game("elysium")
    assert game.editions is not None
    values = game.editions.parse(game.edition_template()).values | {"name": name}
    given = game.editions.name(game.editions.check(values, {}))
    for language in ("en", "fr"):
        with pytest.raises(Refused) as refused:
            bring_in(door, game, name, given, language)
        assert refused.value.code in ("edition-name", "options")
        assert name not in refused.value.text


@pytest.mark.parametrize("door", ["text", "options", "record"])
def test_the_longest_name_of_an_edition(door: str) -> None:
    game, name = pediment.game("elysium"), "x" * 60
    assert game.editions is not None
    values = game.editions.parse(game.edition_template()).values | {"name": name}
    bring_in(door, game, name, game.editions.name(game.editions.check(values, {})), "en")


@pytest.mark.parametrize("size", [60_000, 200_000])
@pytest.mark.parametrize("text", ["{key} = 1", "[{key}]", "x = {{{key} = 1}}", "[[{key}]]"])
def test_a_long_dotted_key_is_refused_before_it_is_read(text: str, size: int) -> None:
    text = text.format(key=".".join("a" * (size // 2)))
    began = time.thread_time()
    with pytest.raises(Refused, match="characters"):
        opening.read_edition("elysium", text, "en")
    assert time.thread_time() - began < 1, "it would take 11 seconds"


def test_many_long_keys_are_read_in_time() -> None:
    """The worst that the limits let through."""
    line = ".".join("a" * 149)
    text = "".join(f"{line[:-6]}.a{n} = 1\n" for n in range(200))
    with pytest.raises(Refused, match="nested"):
        opening.read_edition("elysium", text, "en")
    with pytest.raises(Refused, match="nested"):
        opening.read_edition("elysium", "x = " + "[\n" * 20_000, "en")


def test_a_game_without_editions_reads_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pediment.game("elysium"), "editions", None)
    with pytest.raises(Refused, match="elysium has no editions") as refused:
        opening.read_edition("elysium", "", "en")
    assert refused.value.code == "options"


def test_options_have_a_size() -> None:
    found = refusal(commands.NewTable("elysium", [OPEN] * 2, {"edition": {"values": "x" * 100_000}}))
    assert (found.code, found.params) == ("too-big", {"most": 100_000})
    empty = len(msgspec.json.encode({"x": ""}))
    for size, code in ((100_000, "options"), (100_001, "too-big")):  # an option x is not known
        assert refusal(commands.NewTable("elysium", [OPEN] * 2, {"x": "y" * (size - empty)})).code == code


def test_of_a_long_mistake_only_the_beginning_is_put_into_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "translate", lambda text, language: f"{len(text)} characters.")
    assert opening._options_refused(OptionError("x" * 5_000), "en").params == {"why": "2000 characters"}
    monkeypatch.setattr(opening, "translate", lambda text, language: "x" * 1000)
    assert refusal(commands.NewTable("elysium", [OPEN] * 2, {"x": 1})).params == {"why": "x" * 500}


def test_an_edition_is_kept_with_its_table() -> None:
    own = opening.read_edition("elysium", pediment.game("elysium").edition_template(), "en")
    events, _ = new([ME, BOT], options={"edition": own})
    assert isinstance(first(events).options["edition"], dict)
    table = Table("x").after(events)
    assert table.status == "running"
    assert b'"values"' not in head_of(table).summary  # lists name it
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
            opening.continue_game(sitting.table, commands.GoOn(3, chairs), Caller(), 5.0, "en")
        assert (refused.value.code, refused.value.params) == ("chairs", {"game": "elysium", "counts": 3})
    with pytest.raises(Refused) as refused:
        opening.continue_game(sitting.table, commands.GoOn(3, [ME, Chair("me"), OPEN]), Caller(), 5.0, "en")
    assert refused.value.params == {"number": 1}
    house = House(stand_in="merchant")
    wanted = commands.GoOn(3, [ME, BOT, OPEN], house, "n1")
    seated = opening.continue_game(sitting.table, wanted, Caller(person="ann"), 5.0, "en")
    events = seated.events
    created = first(events)
    assert (created.at, created.game, created.seats, created.house) == (5.0, "elysium", 3, house)
    assert (created.starts, created.shown, created.options) == (True, False, sitting.table.created.options)
    assert created.course is not None
    assert created.course["actions"] == sitting.table.labels[:3]
    assert len(created.secret) == 64
    assert created.secret != sitting.secret
    assert (seated.seats, seated.invite is not None) == ([0], True)
    assert isinstance(events[1], Sat)
    assert (events[1].person, events[1].nonce) == ("ann", "n1")


def test_where_a_game_does_not_go_on() -> None:
    sitting = over()
    last = len(sitting.table.labels)
    for move, code, params in (
        (last, "at-its-end", {}),
        (last + 1, "no-view", {"first": 0, "last": last}),
    ):
        with pytest.raises(Refused) as refused:
            opening.continue_game(sitting.table, commands.GoOn(move, [ME, BOT]), Caller(), 5.0, "en")
        assert (refused.value.code, refused.value.params) == (code, params)


def test_what_was_drawn_afresh_belongs_to_the_course_up_to_its_move() -> None:
    """A redraw at the very move is replaced by the new table's own."""
    sitting = Sitting("ephyran", 2, seed=3)
    while len(sitting.table.labels) < 8:
        sitting.move()
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    sitting.do(commands.Vote(1, True))
    [redraw] = sitting.table.redraws
    at = redraw["at"]
    sitting.finish(random.Random(3))
    for move, kept in ((at - 1, []), (at, []), (at + 1, [redraw])):
        events = opening.continue_game(sitting.table, commands.GoOn(move, [ME, BOT]), Caller(), 5.0, "en").events
        course = first(events).course
        assert course is not None
        assert course["redraws"] == kept
        table = Table("next").after(events)
        assert table.redraws == [*kept, {"at": move, "seed": table.seed}]


# From a position


def test_a_position_goes_on_at_a_table_with_as_many_chairs() -> None:
    game = pediment.game("elysium")
    played = ["take zeus.triumph"]
    position: dict[str, Any] = {"seats": [{"gold": 0}, {}], "agora": ["zeus.triumph"], "played": played}
    house = House(stand_in="merchant")
    wanted = commands.PlayOn([ME, BOT], house, "n1")
    opened = opening.from_position(game, position, wanted, Caller(person="ann"), 5.0, "en")
    created, sat, *_ = opened.events
    assert isinstance(created, Created)
    state = game.position(position)
    assert (created.at, created.game, created.seats, created.house) == (5.0, "elysium", 2, house)
    assert (created.options, created.rules) == (state.origin.options, str(state.origin.rules))
    assert (created.fair, created.shown, created.starts, len(created.secret)) == (2, False, True, 64)
    assert created.course == {"game": "elysium", "position": state.origin.position, "actions": played}
    assert opened.token is not None
    assert sat == Sat(at=5.0, seat=0, name="Ann", token=hash_of(opened.token), person="ann", nonce="n1")
    without = opening.from_position(game, {"seats": [{}, {}]}, wanted, Caller(), 5.0, "en").events
    course = first(without).course
    assert course is not None
    assert course["actions"] == []
    for chairs, code in (([ME, OPEN, OPEN], "chairs"), ([ME], "chairs"), ([ME, Chair("me")], "chair")):
        with pytest.raises(Refused) as refused:
            opening.from_position(game, {"seats": [{}, {}]}, commands.PlayOn(chairs), Caller(), 5.0, "en")
        assert refused.value.code == code
    with pytest.raises(Refused, match="2"):
        opening.from_position(game, {"seats": [{}, {}]}, commands.PlayOn([ME] * 3), Caller(), 5.0, "en")


# From a record


def test_a_record_is_kept_as_it_is() -> None:
    match = Match(pediment.game("ephyran"), seats=3, seed=5)
    for _ in range(5):
        match.play(match.options()[0])
    written = match.record()
    [created] = opening.from_record(written, 7.0, "en")
    assert isinstance(created, Created)
    assert (created.at, created.game, created.seats, created.shown) == (7.0, "ephyran", 3, True)
    assert (created.secret, created.invite, created.house) == ("", "", House())
    assert created.course is not None
    kept = ("game", "options", "seats", "seed", "position", "actions", "redraws")
    assert created.course == {key: written[key] for key in kept if key in written}
    table = Table("x").after([read_event(write_event(created))])
    assert (table.commitment, table.called("en"), table.status) == ("", None, "over")
    assert table.begun == 5


def test_how_long_a_record_may_be() -> None:
    written = Match(pediment.game("elysium"), seats=2, seed=5).record()
    for count, why in (
        (MAX_RECORD_ACTIONS, "not"),
        (MAX_RECORD_ACTIONS + 1, f"actions: more than {MAX_RECORD_ACTIONS}"),
    ):
        with pytest.raises(Refused) as refused:
            opening.from_record(written | {"actions": ["pass"] * count}, 1.0, "en")
        assert refused.value.code == "record"
        assert (refused.value.params["why"] == why) == (count > MAX_RECORD_ACTIONS)
        assert len(str(refused.value.params["why"])) <= 500
    assert MAX_RECORD_ACTIONS == 5000


# Which rules


def test_a_new_table_has_the_newest_rules() -> None:
    created = first(new([ME, BOT])[0])
    assert created.rules == pediment.game("elysium").rules_version == "2"
    assert b'"rules":"2"' in write_event(created)


def test_a_table_from_before_rules_were_noted_has_the_first() -> None:
    kept = write_event(first(new([ME, BOT])[0])).replace(b'"rules":"2",', b"")
    before = read_event(kept)
    assert isinstance(before, Created)
    assert before.rules == "1"


@pytest.mark.parametrize("version", ["1", "2"])
def test_what_goes_on_keeps_its_rules_and_a_rematch_has_the_newest(version: str) -> None:
    sitting = Sitting("ephyran", 2, rules=version)
    sitting.finish(random.Random(1))
    table = sitting.table
    assert table.state.origin.rules == int(version)
    again = history.record_of(table, "en")
    assert again["rules"] == version
    assert first(opening.from_record(again, 1.0, "en")).rules == version
    shown = Table("shown").after(opening.from_record(again, 1.0, "en"))
    assert shown.state.origin.rules == int(version)
    events = opening.continue_game(table, commands.GoOn(2, [ME, BOT]), Caller(), 1.0, "en").events
    assert Table("on").after(events).state.origin.rules == int(version)
    rematch = decide.rematch(table, sitting.caller(0), commands.Rematch(0), 1.0, "en")
    assert first(rematch).rules == "2"


# Which edition


@pytest.mark.parametrize("name", pediment.games())
def test_every_table_names_its_edition(name: str) -> None:
    """However it came to be: a corrected value must never reach a game that has begun."""
    game = pediment.game(name)
    assert game.editions is not None
    standard = game.editions.name(game.editions.standard)
    created = first(opening.new_table(commands.NewTable(name, [ME, BOT]), Caller(), 5.0, "en").events)
    assert (created.options["edition"], created.rules) == (standard, "2")
    sitting = Sitting(name, 2)
    sitting.finish(random.Random(2))
    assert (
        first(opening.continue_game(sitting.table, commands.GoOn(2, [ME, BOT]), Caller(), 5.0, "en").events).options
        == created.options
    )
    rematch = first(decide.rematch(sitting.table, sitting.caller(0), commands.Rematch(0), 5.0, "en"))
    assert rematch.options == created.options
    written = history.record_of(sitting.table, "en")
    assert (written["options"]["edition"], written["rules"]) == (standard, "2")
    assert first(opening.from_record(written, 5.0, "en")).options["edition"] == standard


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("name", pediment.games())
def test_every_table_from_a_position_names_its_edition(name: str, own: bool) -> None:
    game = pediment.game(name)
    assert game.editions is not None
    edition = game.editions.name(game.editions.parse(game.edition_template()) if own else game.editions.standard)
    assert ("values" in edition) == own
    match = Match.of(game, game.position({"seats": [{}, {}]} | ({"edition": edition} if own else {})))
    shown = opening.from_record(match.record(), 5.0, "en")
    before = first(shown).course
    assert before is not None
    assert before["position"]["edition"] == edition
    events = opening.continue_game(
        Table("shown").after(shown), commands.GoOn(0, [ME, ALSO_ME]), Caller(), 5.0, "en"
    ).events
    after = first(events).course
    assert after is not None
    assert after["position"] == before["position"]
    sitting = Sitting(name, 2, course=after)
    sitting.finish(random.Random(3))
    assert history.record_of(sitting.table, "en")["position"] == before["position"]
    rematch = first(decide.rematch(sitting.table, sitting.caller(0), commands.Rematch(0), 5.0, "en"))
    assert rematch.options == game.check_options(2, 0, {"edition": edition})


@pytest.mark.parametrize("name", pediment.games())
def test_a_record_whose_position_names_no_edition_is_shown_with_one(name: str) -> None:
    game = pediment.game(name)
    written = Match.of(game, game.position({"seats": [{}, {}]})).record()
    without = written | {"position": {key: value for key, value in written["position"].items() if key != "edition"}}
    course = first(opening.from_record(without, 5.0, "en")).course
    assert course is not None
    assert course["position"] == pediment.replay(without).state.origin.position != without["position"]


@pytest.mark.parametrize("name", pediment.games())
def test_what_version_0_1_0_wrote_without_an_edition_has_the_first(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table from a position, shown or continued, and its rematch."""
    game = pediment.game(name)
    assert game.editions is not None
    first_one = game.editions.name(game.editions.first)
    monkeypatch.setattr(game.editions, "_standard", game.editions.parse(game.edition_template()))
    course: dict[str, Any] = {"game": name, "position": {"seats": [{}, {}]}, "actions": []}
    continued = Sitting(name, 2, course=course, rules="1").table
    assert game.edition_of(continued.state).hash == first_one["hash"]
    events = opening.continue_game(ended(continued), commands.GoOn(0, [ME, BOT]), Caller(), 1.0, "en").events
    created = first(events)
    assert created.course is not None
    assert created.course["position"] == {"seats": [{}, {}], "edition": first_one}
    assert Table("on").after(events).state.origin.rules == 1
    rematch = Created(at=1.0, game=name, seats=2, options={}, house=House(), secret="0" * 64, invite="")
    people = [Sat(at=1.0, seat=seat, name=f"{seat}", token=f"{seat}") for seat in range(2)]
    table = Table("again").after([rematch, *people, Started(at=1.0)])
    assert game.edition_of(table.state).hash == first_one["hash"]
    assert game.edition_of(game.new()).hash != first_one["hash"]


def ended(table: Table) -> Table:
    """The same table as one that shows a record."""
    return Table("ended").after([msgspec.structs.replace(table.created, secret="", shown=True)])
