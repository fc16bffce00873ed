"""Looking back: what a finished game gives away, and what was shown before."""

from __future__ import annotations

import random

import pytest

import pediment
from pediment.server.domain import commands, history, opening
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Table
from pediment.server.live import compose
from tests.server.domain.test_opening import BOT, ME, OPEN, new, over
from tests.server.playing import Sitting


@pytest.mark.parametrize("game", pediment.games())
def test_a_finished_game_at_a_move(game: str) -> None:
    sitting = over(game)
    table = sitting.table
    last = len(table.labels)
    shown = history.at_move(table, 4, 1, "en")
    state = table.back(4, None)
    assert (shown.move, shown.moves, shown.seat, shown.played, shown.by) == (4, last, 1, table.labels[4], state.to_move)
    assert shown.caption == table.game.caption(state, table.game.parse(state, table.labels[4]), "en", table.names())
    assert shown.view | {"log": None} == table.game.view(state, 1) | {"log": None}
    assert len(shown.log) == len(table.game.view(state, 1)["log"])
    end = history.at_move(table, last, None, "en")
    assert (end.move, end.moves, end.seat, end.played, end.by, end.caption) == (last, last, None, None, None, None)
    with pytest.raises(Refused) as refused:
        history.at_move(table, last + 1, None, "en")
    assert refused.value.params == {"first": 0, "last": last}


def test_only_seats_of_the_table_see_a_finished_game_as_theirs() -> None:
    table = over("ephyran").table
    assert history.at_move(table, 0, 1, "en").view["hand"]
    assert not history.at_move(table, 0, None, "en").view["hand"]
    for seat in (2, 9):
        with pytest.raises(Refused) as refused:
            history.at_move(table, 0, seat, "en")
        assert (refused.value.code, refused.value.params) == ("no-seat", {"seats": 2})


@pytest.mark.parametrize("game", pediment.games())
def test_whoever_conceded_comes_last_and_the_first_to_concede_behind_them_all(game: str) -> None:
    sitting = Sitting(game, 4)
    sitting.finish(random.Random(2))
    table = sitting.table
    table.conceded = (2, 0)
    _, one, _, three = zip(table.game.returns(table.state), table.game.totals(table.state), strict=True)
    assert one != three
    assert history.places(table) == ([3, 1, 4, 2] if one > three else [3, 2, 4, 1])


def test_only_a_finished_game_gives_anything_away() -> None:
    sitting = Sitting("elysium", 2)
    for ask in (
        lambda: history.at_move(sitting.table, 0, None, "en"),
        lambda: history.record_of(sitting.table, "en"),
        lambda: history.check_over(sitting.table, "en"),
        lambda: opening.continue_game(sitting.table, commands.GoOn(0, [ME, BOT]), Caller(), 5.0, "en"),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert (refused.value.code, refused.value.status) == ("not-over", 409)
    opened, _ = new([ME, OPEN])
    with pytest.raises(Refused):
        history.check_over(Table("x").after(opened), "en")
    history.check_over(over().table, "en")


def test_a_view_of_before_is_the_first_under_its_number() -> None:
    sitting = Sitting("elysium", 2)
    shown = {sitting.table.seq[2]: sitting.table.view(2)}
    for _ in range(4):
        sitting.move()
        shown.setdefault(sitting.table.seq[2], sitting.table.view(2))
    for seq, view in shown.items():
        found = compose.view_message(history.at_view("a-table", sitting.events, 2, seq, "en"), 2, "en")
        assert (found.seat, found.seq, found.view) == (None, seq, {k: v for k, v in view.items() if k != "log"})
    last = sitting.table.seq[2]
    for seq in (0, last + 1):
        with pytest.raises(Refused) as refused:
            history.at_view("a-table", sitting.events, 2, seq, "en")
        assert (refused.value.code, refused.value.params) == ("no-view", {"first": 1, "last": last})
