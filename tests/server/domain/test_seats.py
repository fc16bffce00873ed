"""Seats: which there are, whose they are, and what their people bring along."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pediment.server.domain import commands, decide, history
from pediment.server.domain.events import Created, Handed, House, Sat, Started
from pediment.server.domain.names import clean
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, Seat, hash_of, new_id, new_word
from pediment.server.domain.table import Table
from tests.server.playing import Running, Sitting, facts, serving

COMMANDS: list[commands.AnyCommand] = [
    commands.Move(2, 1, "pass"),
    commands.Undo(2, 1),
    commands.Propose(2, 1),
    commands.Vote(2, True),
    commands.Hand(2, "potter"),
    commands.Return(2),
    commands.Leave(2),
    commands.Start(2, "potter"),
    commands.Chat(2, "Hello"),
]
"""Every command but the rematch, of the seat after the last one of two."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("seats") / "tables.sqlite") as found:
        yield found


def refusal(decide: Callable[[], object]) -> tuple[str, int, object]:
    with pytest.raises(Refused) as refused:
        decide()
    return refused.value.code, refused.value.status, refused.value.params.get("seats")


# A seat that does not exist: two seats are numbered 0 and 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_no_command_for_the_seat_after_the_last(command: commands.AnyCommand) -> None:
    sitting = Sitting("elysium", 2)
    refused = sitting.refused(command, sitting.caller(1))
    assert (refused.code, refused.status, refused.params) == ("no-seat", 422, {"seats": 2})


def test_nothing_else_for_the_seat_after_the_last() -> None:
    sitting = Sitting("elysium", 2, house=House(hints=True))
    caller = sitting.caller(1)
    assert refusal(lambda: decide.check_seat(sitting.table, caller, 2, "en")) == ("no-seat", 422, 2)
    decide.check_seat(sitting.table, caller, 1, "en")
    asked = commands.AskHint(2, sitting.table.seq[2])  # what spectators have seen
    assert refusal(lambda: decide.hint(sitting.table, caller, asked, 1.0, "en")) == ("no-seat", 422, 2)
    sitting.finish(random.Random(1))
    again = commands.Rematch(2)
    assert refusal(lambda: decide.rematch(sitting.table, caller, again, 1.0, "en")) == ("no-seat", 422, 2)
    assert refusal(lambda: history.at_move(sitting.table, 0, 2, "en")) == ("no-seat", 422, 2)
    assert history.at_move(sitting.table, 0, 1, "en").seat == 1
    table = Table("open").after([created(2), Sat(at=1.0, seat=0, name="Ann", token="ann")])
    wanted = commands.SitDown(2, "Ben")
    assert refusal(lambda: decide.sit(table, Caller(), wanted, "ben", 2.0, "en")) == ("no-seat", 422, 2)


def test_no_door_for_the_seat_after_the_last(running: Running) -> None:
    ann, watcher = running.client(), running.client()
    table = ann.new_table(house={"hints": True, "chat": True})["table"]
    at, before = f"/api/tables/{table}", facts(running.table(table))
    for command in COMMANDS:
        fields = {name: getattr(command, name) for name in command.__struct_fields__ if name != "seat"}
        kind = type(command).__name__.lower()
        answer = ann.command(table, kind, 2, **fields)
        assert (answer.status, answer.code) == (422, "no-seat"), command
        with ann.live(table) as live:
            assert live.ask({"type": kind, "seat": 2, **fields})["code"] == "no-seat"
    answer = ann.call("POST", f"{at}/hint", {"seat": 2, "seq": 1})
    assert (answer.status, answer.code) == (422, "no-seat")
    for caller in (ann, watcher):
        for path in ("why?seat=2&move=pass", "preview?seat=2&move=pass", "views/1?seat=2"):
            answer = caller.call("GET", f"{at}/{path}")
            assert (answer.status, answer.code) == (403, "not-your-seat"), path
    for path in ("why?seat=10&move=x", "preview?seat=10&move=x", "views/1?seat=10", "views/1?seat=-1"):
        assert ann.call("GET", f"{at}/{path}").code == "malformed", path
    assert ann.get(f"{at}/views/1?seat=1")["seat"] == 1
    assert watcher.get(f"{at}/views/1")["seat"] is None
    assert facts(running.table(table)) == before
    waiting = ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])["table"]
    for seat in (2, 9):
        answer = ann.call("POST", f"/api/tables/{waiting}/seats", {"seat": seat, "name": "Ben"})
        assert (answer.status, answer.code) == (422, "no-seat")
    assert ann.call("POST", f"/api/tables/{waiting}/seats", {"seat": 10, "name": "Ben"}).status == 400


def test_a_finished_game_is_shown_to_its_last_seat_and_no_further(running: Running) -> None:
    ann = running.client()
    at = f"/api/tables/{running.finished(ann)}"
    assert ann.get(f"{at}/moves/0?seat=1")["seat"] == 1
    assert ann.call("GET", f"{at}/moves/0?seat=2").code == "no-seat"
    assert ann.command(at.rpartition("/")[2], "rematch", 2).code == "no-seat"


# Whose seat it is


def test_a_seat_is_free_a_persons_or_a_bots() -> None:
    for seat, owned, free, played in (
        (Seat(), False, True, False),
        (Seat(reserved="x", person="ann"), False, True, False),
        (Seat("Ann", "token"), True, False, True),
        (Seat("Ann", "token", level="potter"), True, False, False),
        (Seat(level="potter"), False, False, False),
    ):
        assert (seat.owned, seat.free, seat.played_by_person) == (owned, free, played), seat


def test_a_seat_belongs_to_its_token_or_its_person() -> None:
    seat = Seat("Ann", "token", "ann")
    assert Caller(frozenset({"token"})).owns(seat)
    assert Caller(person="ann").owns(seat)
    assert not Caller(frozenset({"other"}), "ben").owns(seat)
    assert not Caller().owns(Seat("Ann", "token"))  # nobody's person is not somebody without one
    free = Seat(person="ann")  # kept for Ann, who does not sit there yet
    assert not Caller(frozenset({""}), "ann").owns(free)


def test_a_free_seat_is_kept_for_its_token_or_its_person() -> None:
    seat = Seat(reserved="token", person="ann")
    assert Caller(frozenset({"token"})).expected(seat)
    assert Caller(person="ann").expected(seat)
    assert not Caller(frozenset({"other"}), "ben").expected(seat)
    assert not Caller().expected(Seat(reserved="token"))


def test_words_say_what_they_are_for() -> None:
    for kind in ("seat", "person", "invite", "share"):
        word = new_word(kind)
        assert word.startswith(f"{kind}_")
        assert len(word) == len(kind) + 1 + 32  # 24 bytes
    assert hash_of("word") == "98c1eb4ee93476743763878fcb96a25fbc9a175074d64004779ecb5242f645e6"


def test_a_line_is_made_of_its_words() -> None:
    assert clean("Ann", "en") == "Ann"
    assert clean("  a   b ", "en") == "a b"


# What people bring along


def created(seats: int, **more: Any) -> Created:
    fields: dict[str, Any] = {"options": {}, "house": House(), "secret": "00" * 32, "invite": "", "starts": False}
    return Created(at=1.0, game="elysium", seats=seats, **fields | more)


def waiting_table() -> Table:
    """Ann on seats 0 and 2 with one token, Ben on seat 1, and a free seat."""
    people = [("Ann", "ann"), ("Ben", "ben"), ("Ana", "ann")]
    sat = [Sat(at=1.0, seat=k, name=name, token=token, nonce=f"n{k}") for k, (name, token) in enumerate(people)]
    return Table("open").after([created(4), *sat])


def test_a_nonce_of_the_start_replaces_only_the_askers() -> None:
    table = waiting_table()
    events = decide.decide(table, Caller(frozenset({"ann"})), commands.Start(0, "potter", "late"), 3.0, "en").events
    assert events == [
        Handed(at=3.0, seat=3, level="potter", why="seated"),
        Started(at=3.0, nonces={0: "late", 2: "late"}),
    ]
    assert [seat.nonce for seat in table.after(events).seats] == ["late", "n1", "late", ""]
    assert table.after(events).seed != table.after(events[:1]).after([Started(at=3.0)]).seed
    ben = decide.decide(table, Caller(frozenset({"ben"})), commands.Start(1, "potter", "late"), 3.0, "en").events
    assert ben[-1] == Started(at=3.0, nonces={1: "late"})


@pytest.mark.parametrize(("nonce", "nonces"), [(None, {}), ("", {0: "", 2: ""})])
def test_a_start_without_a_nonce_leaves_them(nonce: str | None, nonces: dict[int, str]) -> None:
    """An empty one is one."""
    events = decide.decide(
        waiting_table(), Caller(frozenset({"ann"})), commands.Start(0, "potter", nonce), 3.0, "en"
    ).events
    assert events[-1] == Started(at=3.0, nonces=nonces)


def test_a_start_says_what_it_wants_before_it_is_refused() -> None:
    table = waiting_table()
    ann = Caller(frozenset({"ann"}))
    with pytest.raises(Refused) as refused:
        decide.decide(table, ann, commands.Start(0, "grandmaster"), 3.0, "en")
    assert refused.value.code == "no-level"
    assert "scholar" in refused.value.text
    assert commands.Start(0).level == "scholar"


def test_a_start_with_a_nonce_over_the_wire(running: Running) -> None:
    ann = running.client()
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    seated = ann.new_table(chairs=chairs, nonce="ann1", start=False)
    at = f"/api/tables/{seated['table']}"
    ben = running.client(seated["invite"])
    ben.keys.append(ben.post(f"{at}/seats", {"seat": 1, "name": "Ben", "nonce": "ben1"})["token"])
    assert ann.get(at)["table"]["nonces"] == ["ann1", "ben1", ""]
    assert ann.command(seated["table"], "start", 0, level="shepherd", nonce="ann2").status == 200
    assert ben.get(at)["table"]["nonces"] == ["ann2", "ben1", ""]


def test_the_last_to_sit_down_starts_the_game_if_it_starts_by_itself() -> None:
    for starts, types in ((True, [Sat, Started]), (False, [Sat])):
        table = Table("open").after([created(3, starts=starts), Sat(at=1.0, seat=0, name="Ann", token="ann")])
        caller = Caller(person="ben")
        events = decide.sit(table, caller, commands.SitDown(2, " Ben  B", "n2"), "ben", 2.0, "en").events
        assert events == [Sat(at=2.0, seat=2, name="Ben B", token="ben", person="ben", nonce="n2")]
        table = table.after(events)
        last = decide.sit(table, Caller(), commands.SitDown(1, "Cyd"), "cyd", 3.0, "en").events
        assert [type(event) for event in last] == types


def test_a_name_is_taken_by_people_and_bots_alike() -> None:
    table = Table("open").after([created(3), Handed(at=1.0, seat=0, level="potter", why="seated")])
    with pytest.raises(Refused) as refused:
        decide.sit(table, Caller(), commands.SitDown(1, "potter"), "x", 2.0, "en")
    assert (refused.value.code, refused.value.params) == ("name-taken", {"name": "potter"})


def test_a_seat_that_is_kept_needs_no_invitation_and_another_does() -> None:
    """The first is kept for the player who sat there; a free one beside it is not."""
    keeping = created(3, invite="invited", reserved={0: "ann"}, reserved_people={0: "zoë"})
    table = Table("open").after([keeping])
    ann = Caller(frozenset({"ann"}))
    assert decide.sit(table, ann, commands.SitDown(0, "Ann"), "ann", 2.0, "en").events
    assert decide.sit(table, Caller(person="zoë"), commands.SitDown(0, "Zoë"), "zoë", 2.0, "en").events
    assert refusal(lambda: decide.sit(table, ann, commands.SitDown(1, "Ann"), "ann", 2.0, "en"))[0] == "no-invitation"
    invited = Caller(frozenset({"invited"}))
    assert decide.sit(table, invited, commands.SitDown(1, "Ben"), "ben", 2.0, "en").events
    assert (
        refusal(lambda: decide.sit(table, invited, commands.SitDown(0, "Ben"), "ben", 2.0, "en"))[0] == "seat-reserved"
    )


def test_a_rematch_is_the_same_table_with_new_luck() -> None:
    sitting = Sitting("elysium", 3, house=House(listed=True, stand_in="merchant"), bots=(2,))
    sitting.add(Sat(at=1.0, seat=1, name="Ben", token="ben", person="ben"))
    sitting.do(commands.Hand(0, "potter"))
    chance = random.Random(1)
    while sitting.table.asked is not None:
        label = chance.choice(sitting.options())
        sitting.take(decide.act(sitting.table, sitting.table.asked, label, sitting.now, "bot", "en"))
    first, *bots = decide.rematch(sitting.table, sitting.caller(0), commands.Rematch(0), 9.0, "en")
    assert isinstance(first, Created)
    before = sitting.table.created
    assert (first.at, first.game, first.seats, first.options) == (9.0, before.game, 3, before.options)
    assert (first.house, first.starts, first.course, first.invite) == (before.house, True, None, before.invite)
    assert first.reserved == {0: hash_of(sitting.tokens[0]), 1: "ben"}
    assert first.reserved_people == {1: "ben"}
    assert len(first.secret) == 64
    assert bots == [Handed(at=9.0, seat=2, level="potter", why="seated")]  # not the one who stands in for a person


def test_no_id_looks_like_an_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-QRHZSLxNdDPSlh-", "--HZSLxNdDPSlh-_", "_QRHZSLxNdDPSlh-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(made))
    assert new_id() == "_QRHZSLxNdDPSlh-"
