"""How a finished game counts for those who played it, whatever happened at the table."""

from __future__ import annotations

import pytest

from pediment.server.domain import history
from pediment.server.domain.events import Closed, Handed, Hinted, Returned, Undone
from pediment.server.domain.outcome import Finisher, How, Outcome, Seen, outcome_of
from pediment.server.domain.table import Table
from tests.server.finished import Finished


def outcome(of: Finished) -> Outcome:
    found = outcome_of(of.table, of.read())
    assert found is not None
    return found


def places(of: Finished) -> list[int]:
    return [seat.place for seat in outcome(of).seats]


def test_a_game_that_was_played_to_the_end() -> None:
    played = Finished("t", ["ann", "ben", "potter"], game="ephyran").play()
    found = outcome(played)
    totals = played.table.game.totals(played.table.state)
    assert [seat.total for seat in found.seats] == totals
    assert [seat.place for seat in found.seats] == [1 + sum(other > mine for other in totals) for mine in totals]
    assert [(seat.person, seat.level, seat.how) for seat in found.seats] == [
        ("ann", None, "played"),
        ("ben", None, "played"),
        (None, "potter", "played"),
    ]
    assert found.moves == len(played.table.labels)
    assert (found.began, found.ended) == (played.read()[0].at, played.now)
    assert found.compared() == [0, 1, 2]
    assert [sum(seat.gathered.values()) > 0 for seat in found.seats] == [True] * 3
    assert outcome_of(Table.of("t", played.events), played.read()) == found


def test_whoever_concedes_comes_last_however_the_bot_plays_on() -> None:
    for seed in (1, 2, 3):
        given_up = Finished("t", ["ann", "ben"], game="ephyran").concede(0).play(seed)
        assert places(given_up) == [2, 1]
        assert given_up.table.winners() == [1]
        assert history.places(given_up.table) == [2, 1]
        assert [seat.how for seat in outcome(given_up).seats] == ["conceded", "played"]
        assert outcome(given_up).compared() == [0, 1]


def test_the_first_to_concede_is_the_last() -> None:
    given_up = Finished("t", ["ann", "ben", "cy"]).concede(1, 2, 0)
    assert given_up.table.status == "over"
    assert places(given_up) == history.places(given_up.table) == [1, 3, 2]
    assert given_up.table.winners() == [0]


def test_among_those_who_stayed_the_game_decides() -> None:
    for seed in (1, 2, 3):
        given_up = Finished("t", ["ann", "ben", "cy"], game="ephyran").concede(1).play(seed)
        ann, _, cy = given_up.table.game.totals(given_up.table.state)
        assert ann != cy
        assert given_up.table.winners() == [0 if ann > cy else 2]
        assert history.places(given_up.table) == places(given_up) == ([1, 3, 2] if ann > cy else [2, 3, 1])


def test_a_lone_player_who_concedes_has_lost_against_the_bots() -> None:
    given_up = Finished("t", ["shepherd", "ann"]).concede(1)
    assert given_up.table.status == "over"
    assert places(given_up) == [1, 2]
    assert given_up.table.winners() == [0]


def test_whoever_does_not_come_back_comes_last_and_whoever_does_had_help() -> None:
    left = Finished("t", ["ann", "ben"], game="ephyran")
    left.add(Handed(at=left.now, seat=0, level="titan", why="clock")).play()
    assert (places(left), outcome(left).seats[0].how) == ([2, 1], "left")
    back = Finished("t", ["ann", "ben"], game="ephyran")
    back.add(Handed(at=back.now, seat=0, level="titan", why="clock"))
    while not any(getattr(event, "by", "") == "stand-in" for event in back.read()):
        back.play(most=1)
    back.add(Returned(at=back.now, seat=0)).play()
    assert [seat.how for seat in outcome(back).seats] == ["helped", "played"]
    assert outcome(back).compared() == [1]


def test_to_let_a_bot_play_and_change_ones_mind_is_no_help() -> None:
    back = Finished("t", ["ann", "ben"], game="ephyran")
    back.add(Handed(at=back.now, seat=0, level="titan", why="asked"), Returned(at=back.now, seat=0)).play()
    assert outcome(back).seats[0].how == "played"


def test_hints_and_undos_with_new_draws_are_help() -> None:
    hinted = Finished("t", ["ann", "potter"], game="ephyran")
    hinted.add(Hinted(at=hinted.now, seat=0)).play()
    assert outcome(hinted).seats[0].how == "helped"
    for branch, how in ((1, "helped"), (None, "played")):
        undone = Finished("t", ["ann", "ben"], game="ephyran")
        seat = undone.table.asked
        assert seat is not None
        undone.play(most=1)
        undone.add(Undone(at=undone.now, seat=seat, to=0, told=-1, branch=branch)).play()
        assert outcome(undone).seats[seat].how == how


def test_several_seats_of_one_person_count_for_nobody() -> None:
    alone = Finished("t", ["ann", "ann", "ben"]).concede(0, 1, 2)
    assert outcome(alone).unrated == "hot-seat"
    assert outcome(alone).compared() == []
    assert outcome(alone).own("ann") == [0, 1]


def test_several_bots_are_not_one_person() -> None:
    assert outcome(Finished("t", ["ann", "potter", "potter"]).concede(0)).unrated == ""


def test_a_game_that_went_on_from_another_counts_for_nobody() -> None:
    first = Finished("t", ["ann", "ben"])
    course = first.table.course() | {"actions": []}
    later = Finished("t", ["ann", "potter"], course=course).concede(0)
    assert outcome(later).unrated == "continued"
    played = Finished("t", ["ann", "ben"], game="ephyran").play()
    middle = played.table.course()
    middle["actions"] = middle["actions"][:5]
    ended = Finished("u", ["ann", "ben"], game="ephyran", course=middle).play()
    assert outcome(ended).moves == len(ended.table.labels) - 5


@pytest.mark.parametrize("closed", [True, False])
def test_what_is_not_over_or_was_closed_has_no_outcome(closed: bool) -> None:
    game = Finished("t", ["ann", "ben"])
    if closed:
        game.add(Closed(at=game.now))
    assert outcome_of(game.table, game.read()) is None


def finisher(who: str, place: int, how: How = "played") -> Finisher:
    """A person, or a bot of that level; with ten points for each they came before the tenth."""
    bot = who in ("potter", "scholar")
    return Finisher(who, 100 - 10 * place, place, person=None if bot else who, level=who if bot else None, how=how)


@pytest.mark.parametrize(
    ("seats", "seen"),
    [
        (
            [finisher("potter", 2), finisher("ann", 1), finisher("scholar", 3)],
            Seen(3, "bots", "won", 90, "potter+ scholar+", True),
        ),
        (
            [finisher("potter", 1), finisher("ann", 2), finisher("ben", 4), finisher("scholar", 3)],
            Seen(4, "both", "lost", 80, "potter- scholar+", True),
        ),
        (
            [finisher("ann", 2), finisher("potter", 1), finisher("potter", 3)],
            Seen(3, "bots", "lost", 80, "potter-", True),
        ),
        ([finisher("ann", 1), finisher("ben", 1)], Seen(2, "people", "shared", 90, "", True)),
        ([finisher("ann", 1), finisher("ben", 2), finisher("cy", 2)], Seen(3, "people", "won", 90, "", True)),
        ([finisher("ann", 2, "conceded"), finisher("ben", 1)], Seen(2, "people", "lost", None, "", True)),
        ([finisher("ann", 2, "left"), finisher("ben", 1)], Seen(2, "people", "lost", None, "", True)),
        (
            [finisher("ann", 1, "helped"), finisher("ben", 2), finisher("cy", 3)],
            Seen(3, "people", "won", 90, "", False),
        ),
        ([finisher("ann", 1), finisher("ben", 2, "helped")], Seen(2, "people", "won", 90, "", False)),
        (
            [finisher("ben", 2), finisher("ann", 1), finisher("ann", 3)],
            Seen(3, "people", "none", 90, "", False),
        ),
    ],
)
def test_what_a_game_was_for_one_of_its_players(seats: list[Finisher], seen: Seen) -> None:
    assert Outcome("elysium", 0.0, 1.0, 9, seats).seen_by("ann") == seen


def test_without_an_identity_nothing_is_noted() -> None:
    game = Finished("t", [None, "potter"]).concede(0)
    assert outcome_of(game.table, game.read()) is None


def test_whoever_is_forgotten_is_a_guest_without_a_name() -> None:
    found = outcome(Finished("t", ["ann", "ben"]).concede(0, 1))
    left = found.without("ann")
    assert (left.seats[0].person, left.seats[0].name) == (None, "Player 1")
    assert left.seats[1] == found.seats[1]
    assert left.without("ann") == left
