"""What people look for, and what suits two of them."""

from __future__ import annotations

import itertools

import pytest

import pediment
from pediment.server.domain import decide, wishes
from pediment.server.domain.commands import SitDown, Start
from pediment.server.domain.events import Created, Declined, read_event, write_event
from pediment.server.domain.forgetting import forget
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.domain.table import Table
from pediment.server.domain.wishes import CHALLENGE_SECONDS, Wish, together

NOW = 1_000_000.0
WISHES = [
    Wish(game, seats, clock)
    for game in (None, *pediment.games())
    for seats in (None, 2, 4)
    for clock in (None, "live", "days")
]


def test_what_suits_both_is_what_each_asks_for() -> None:
    for one, other in itertools.product(WISHES, WISHES):
        found = together(one, other)
        assert found == together(other, one)
        pairs = [(getattr(one, name), getattr(other, name)) for name in Wish.__struct_fields__]
        assert (found is None) == any(None not in pair and len(set(pair)) == 2 for pair in pairs)
        if found is not None:
            for name, pair in zip(Wish.__struct_fields__, pairs, strict=True):
                assert {*pair} <= {getattr(found, name), None}


def test_nobody_meets_at_a_table_of_a_size_that_the_game_lacks() -> None:
    assert together(Wish(game="elysium"), Wish(seats=9)) is None
    for wish, code in ((Wish("chess"), "no-game"), (Wish("elysium", 9), "chairs"), (Wish(seats=9), "chairs")):
        with pytest.raises(Refused) as refused:
            wishes.check(wish, "fr")
        assert refused.value.code == code
        if code == "chairs":
            assert refused.value.params == {"game": wish.game or "Pediment", "counts": "2, 3, 4"}
    for wish in WISHES:
        wishes.check(wish, "en")


def test_two_who_are_called_alike_can_be_told_apart() -> None:
    assert wishes.names_apart("Ann", "Ben") == "Ben"
    assert wishes.names_apart("Ann", "ANN") == "ANN 2"
    assert wishes.names_apart("x" * 40, "x" * 40) == "x" * 36 + " 2"  # a name has forty characters at most


@pytest.mark.parametrize("seats", [None, 3])
def test_two_who_met_sit_down_themselves_on_their_own_chairs(seats: int | None) -> None:
    tokens = {0: hash_of("seat_a"), 1: hash_of("seat_b")}
    opened = wishes.meeting(Wish("ephyran", seats), tokens, {1: "ben"}, NOW)
    table = Table("t").after(opened.events)
    assert (table.status, opened.seats, opened.token) == ("open", [], None)
    assert (table.created.house.chat, table.created.house.listed) == (True, seats == 3)
    stranger = Caller(frozenset({hash_of("seat_c")}), "cleo")
    for seat in (0, 1):
        with pytest.raises(Refused) as refused:
            decide.sit(table, stranger, SitDown(seat, "Cleo"), hash_of("seat_c"), NOW, "en")
        assert refused.value.code == "seat-reserved"
    for seat, name in ((1, "Ben"), (0, "Ann")):
        caller = Caller(frozenset({tokens[seat]}))
        table = decide.sit(table, caller, SitDown(seat, name, f"n{seat}"), tokens[seat], NOW, "en").table
    assert table.host == 0
    assert table.status == ("open" if seats == 3 else "running")
    if seats == 3:
        assert decide.sit(table, stranger, SitDown(2, "Cleo"), hash_of("seat_c"), NOW, "en").table.status == "running"


def test_whoever_does_not_mind_plays_the_first_game() -> None:
    created, *_ = wishes.meeting(Wish(), {0: hash_of("seat_a"), 1: hash_of("seat_b")}, {}, NOW).events
    assert isinstance(created, Created)
    assert (created.game, created.seats) == (pediment.games()[0], 2)


def challenged(person: str = "ben") -> Table:
    ann = Caller(person="ann")
    opened = wishes.challenge(Wish("elysium", clock="days"), "Ann", "n0", ann, person, NOW, "en")
    assert [read_event(write_event(event)) for event in opened.events] == opened.events
    return Table("t").after(opened.events)


def test_a_challenge_is_for_one_identity_until_it_is_over() -> None:
    table = challenged()
    assert (table.challenged, table.due(), table.created.house.clock.kind) == ([1], NOW + CHALLENGE_SECONDS, "days")
    ben, cleo = Caller(person="ben"), Caller(person="cleo")
    with pytest.raises(Refused) as refused:
        decide.sit(table, cleo, SitDown(1, "Cleo"), "t", NOW, "en")
    assert refused.value.code == "seat-reserved"
    with pytest.raises(Refused) as refused:
        decide.sit(table, ben, SitDown(1, "Ben"), "t", NOW + CHALLENGE_SECONDS, "en")
    assert refused.value.code == "no-challenge"
    accepted = decide.sit(table, ben, SitDown(1, "Ben"), "t", NOW + 5, "en").table
    assert (accepted.status, accepted.challenged) == ("running", [])


def test_where_more_can_play_whoever_challenges_invites_the_others() -> None:
    opened = wishes.challenge(Wish("ephyran", 3), "Ann", "n0", Caller(), "ben", NOW, "en")
    table = Table("t").after(opened.events)
    assert (table.challenged, table.created.house.listed, len(table.seats)) == ([1], False, 3)
    assert opened.invite is not None
    assert (table.created.house.chat, table.created.house.clock.kind) == (True, "live")


def test_what_was_declined_or_not_answered_is_free_for_others_and_still_found() -> None:
    table = challenged()
    for caller in (Caller(person="ann"), Caller(person="cleo"), Caller()):
        with pytest.raises(Refused) as refused:
            decide.decline(table, caller, NOW, "en")
        assert refused.value.code == "no-challenge"
    declined = decide.decline(table, Caller(person="ben"), NOW + 5, "en")
    assert declined.events == [Declined(at=NOW + 5, seat=1)]
    over = decide.challenge_is_over(table, NOW + CHALLENGE_SECONDS)
    for after in (declined.table, over.table):
        assert (after.status, after.challenged, after.due(), after.seats[1].reserved) == ("open", [], None, "")
        assert after.people == ("ann", "ben"), "whoever is forgotten is forgotten here, too"
        assert [type(event) for event in after.news][-1] is Declined
        assert decide.challenge_is_over(after, NOW).events == []


def test_of_whoever_declined_and_is_forgotten_nothing_is_found() -> None:
    table = challenged()
    opened = wishes.challenge(Wish("elysium"), "Ann", "n0", Caller(person="ann"), "ben", NOW, "en").events
    forgotten = forget([*opened, Declined(at=NOW, seat=1)], "ben", ())
    assert Table("t").after(forgotten).people == ("ann",)
    assert table.after([Declined(at=NOW, seat=1)]).people == ("ann", "ben")


def test_whoever_begins_without_them_has_a_bot_there_and_a_rematch_is_no_challenge() -> None:
    table = challenged()
    begun = decide.decide(table, Caller(person="ann"), Start(0, "potter"), NOW, "en").table
    assert (begun.status, begun.challenged) == ("running", [])
    assert isinstance(begun.created, Created)
    assert begun.created.until
