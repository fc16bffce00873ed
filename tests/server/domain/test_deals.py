"""Deals that several tables share, as events alone."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest

import pediment
from pediment.server.domain import commands, deals, opening
from pediment.server.domain.commands import Chair, PlayDaily
from pediment.server.domain.events import AnyEvent, Created, Deal, Handed, House, Sat, Started, Stood
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import Table
from tests.server.playing import Sitting

DAY = date(2026, 11, 18)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
MIDNIGHT = datetime(2026, 11, 19, tzinfo=UTC).timestamp()
TOKEN = "seat_" + "a" * 40
HASH = re.compile(r"[0-9a-f]{64}")


def created(events: list[AnyEvent]) -> Created:
    found = events[0]
    assert isinstance(found, Created)
    return found


def daily(game: str = "elysium") -> Table:
    """The table that keeps the deal of the day."""
    return Table(deals.daily_id(game, DAY)).after(deals.daily(pediment.game(game), DAY, NOON))


# The deal of the day


def test_a_day_begins_and_ends_at_midnight_of_greenwich() -> None:
    assert [deals.today(at) for at in (NOON, MIDNIGHT - 0.5, MIDNIGHT)] == [DAY, DAY, date(2026, 11, 19)]


@pytest.mark.parametrize("name", pediment.games())
def test_the_deal_of_a_day_is_a_table_where_nobody_sits(name: str) -> None:
    game = pediment.game(name)
    [found] = deals.daily(game, DAY, NOON)
    assert isinstance(found, Created)
    seats = game.usual_seats()
    assert (found.at, found.game, found.seats, found.rules, found.fair) == (NOON, name, seats, game.rules_version, 2)
    assert found.options == game.check_options(seats, 0, {})
    assert found.house == House(spectators=False)
    assert found.deal == Deal(f"daily-2026-11-18-{name}", ends=MIDNIGHT)
    assert HASH.fullmatch(found.secret)
    assert HASH.fullmatch(found.invite)
    other = created(deals.daily(game, DAY, NOON))
    assert found.secret != other.secret
    assert found.invite != other.invite


def test_whoever_plays_it_sits_first_against_bots() -> None:
    deal = daily()
    opened = deals.play_daily(deal, PlayDaily(" Ann ", TOKEN), Caller(person="ann"), NOON + 1, "en")
    assert (opened.seats, opened.token, opened.invite) == ([0], TOKEN, None)
    first, *others = opened.events
    assert isinstance(first, Created)
    assert (first.secret, first.deal, first.options) == (
        deal.created.secret,
        deal.created.deal,
        deal.created.options,
    )
    assert (first.at, first.host) == (NOON + 1, hash_of(TOKEN))
    assert HASH.fullmatch(first.invite)
    assert first.invite != deal.created.invite
    bots = [Handed(at=NOON + 1, seat=k, level="scholar", why="seated") for k in range(1, deal.created.seats)]
    sat = Sat(at=NOON + 1, seat=0, name="Ann", token=hash_of(TOKEN), person="ann")
    assert others == [sat, *bots, Started(at=NOON + 1)]
    anew = deals.play_daily(deal, PlayDaily("Ann"), Caller(), NOON, "en")
    assert anew.token is not None
    assert anew.token.startswith("seat_")
    assert created(anew.events).host == hash_of(anew.token)


def test_a_bot_that_is_compared_sits_first_too() -> None:
    deal = daily("ephyran")
    first, *others = deals.compare_daily(deal, "potter", NOON)
    assert isinstance(first, Created)
    assert (first.host, first.secret) == ("", deal.created.secret)
    levels = ["potter", *["scholar"] * (deal.created.seats - 1)]
    assert others == [
        *(Handed(at=NOON, seat=seat, level=level, why="seated") for seat, level in enumerate(levels)),
        Started(at=NOON),
    ]


def test_by_what_a_deal_recognises_whoever_asks() -> None:
    deal, other = daily(), daily()
    keys = frozenset({hash_of(TOKEN), hash_of("seat_b")})
    marks = deals.marks_of(deal, Caller(keys, "ann"))
    assert marks[0] == deals.mark_of(deal, Caller(keys, "ann"), "seat_c")  # whatever they show
    by_tokens = [deals.mark_of(deal, Caller(), token) for token in (TOKEN, "seat_b")]
    assert sorted(marks[1:]) == sorted(by_tokens)
    assert marks[1:] == deals.marks_of(deal, Caller(keys))
    assert deals.marks_of(deal, Caller()) == []
    assert len({*marks, *deals.marks_of(other, Caller(keys, "ann"))}) == 6  # nobody is recognised elsewhere
    assert all(re.fullmatch("[0-9a-f]{32}", mark) for mark in marks)
    assert deals.bot_mark("potter") == "bot potter"


def test_the_chance_of_a_bot_comes_from_the_deal_the_seat_and_the_moves() -> None:
    """It is for ever: a later version that drew otherwise would compare what cannot be compared."""
    sitting = Sitting("elysium", 2)
    assert deals.bot_seed(sitting.table, 0) is None
    sitting.table.created = msgspec.structs.replace(sitting.table.created, secret="07" * 32, deal=Deal("x"))
    seeds = [deals.bot_seed(sitting.table, seat) for seat in (0, 1)]
    sitting.table.labels.append("pass")
    expected = [978_351_809_230_582_335, 157_959_354_682_089_440, 1_045_966_642_844_158_261]
    assert [*seeds, deals.bot_seed(sitting.table, 0)] == expected


# Duplicate matches


ANN, OPEN = Chair("me", "Ann"), Chair("open")


def duplicate(*chairs: Chair, **more: Any) -> list[tuple[str, opening.Opened]]:
    wanted = commands.NewTable("elysium", [*chairs], nonce="n1", **more)
    opened = opening.new_table(wanted, Caller(person="ann"), NOON, "en")
    return deals.duplicate(opened, wanted, "en")


@pytest.mark.parametrize("chairs", [(ANN, OPEN), (OPEN, ANN)])
@pytest.mark.parametrize("listed", [False, True])
def test_at_the_second_table_the_seats_are_exchanged(chairs: tuple[Chair, Chair], listed: bool) -> None:
    (one, first), (two, second) = duplicate(*chairs, house=House(listed=listed), start=False)
    assert one != two
    seat = chairs.index(ANN)
    assert (first.seats, second.seats) == ([seat], [1 - seat])
    assert first.token == second.token
    here, sat = first.events
    there, opposite = second.events
    assert isinstance(here, Created)
    assert isinstance(there, Created)
    assert isinstance(sat, Sat)
    assert isinstance(opposite, Sat)
    assert (sat.seat, sat.nonce, opposite.seat, opposite.nonce) == (seat, "", 1 - seat, "")
    assert (sat.name, sat.token, sat.person) == (opposite.name, opposite.token, opposite.person)
    assert (here.secret, here.starts, there.starts) == (there.secret, True, True)
    assert here.deal is not None
    assert there.deal is not None
    assert here.deal.id == there.deal.id
    assert (here.deal.twin, there.deal.twin) == (two, one)
    assert (here.house.listed, there.house.listed) == (listed, False)
    assert bool(here.invite) == (not listed)
    assert there.invite
    assert (there.invite == here.invite) == (not listed)


@pytest.mark.parametrize("chairs", [(ANN, Chair("bot", level="potter")), (OPEN, OPEN), (ANN, OPEN, OPEN)])
def test_a_match_is_for_one_and_an_empty_chair(chairs: tuple[Chair, ...]) -> None:
    with pytest.raises(Refused) as refused:
        duplicate(*chairs)
    assert refused.value.code == "not-two"


def twins() -> tuple[Table, Table]:
    """Both tables of a match; Ben has sat down at the first."""
    (one, first), (two, second) = duplicate(ANN, OPEN)
    ben = Sat(at=NOON, seat=1, name="Ben", token="ben's", person="ben")
    return Table(one).after([*first.events, ben, Started(at=NOON)]), Table(two).after(second.events)


def test_whoever_sat_down_at_one_table_sits_down_at_the_other() -> None:
    here, there = twins()
    assert (here.status, there.status) == ("running", "open")
    change = deals.join(there, here, NOON + 2)
    sat = Sat(at=NOON + 2, seat=0, name="Ben", token="ben's", person="ben")
    assert change.events == [sat, Started(at=NOON + 2)]
    assert [seat.name for seat in change.table.seats] == ["Ben", "Ann"]
    assert change.table.status == "running"
    assert deals.join(change.table, here, NOON + 3).events == []  # it came twice


def test_nobody_sits_down_where_that_is_not_clear() -> None:
    here, there = twins()
    left = here.after([Handed(at=NOON, seat=1, level="potter", why="left")])
    assert deals.join(there, left, NOON).events  # a bot that plays for Ben changes nothing
    nobody_new = Table("x").after([created(duplicate(ANN, OPEN)[0][1].events), *_sat(here)[:1]])
    assert deals.join(there, nobody_new, NOON).events == []
    two_new = Table("x").after([here.created, Sat(at=NOON, seat=0, name="Cy", token="cy's"), *_sat(here)[1:]])
    assert deals.join(there, two_new, NOON).events == []
    full = there.after([Handed(at=NOON, seat=0, level="potter", why="seated")])
    assert deals.join(full, here, NOON).events == []
    empty = there.after([Stood(at=NOON, seat=1)])
    assert deals.join(empty, here, NOON).events == []
    with_a_bot = here.after([Stood(at=NOON, seat=1), Handed(at=NOON, seat=1, level="potter", why="seated")])
    assert deals.join(there, with_a_bot, NOON).events == []
    begun = there.after([Started(at=NOON)])
    assert deals.join(begun, here, NOON).events == []


def _sat(table: Table) -> list[AnyEvent]:
    return [
        Sat(at=NOON, seat=k, name=seat.name, token=seat.token, person=seat.person)
        for k, seat in enumerate(table.seats)
        if seat.owned
    ]
