from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.lab import ratings, tournament
from pediment.lab.ratings import standings
from pediment.lab.tournament import Contest, Table, Tournament, play, play_table, prepare, read, schedule
from pediment.testing.toy import GAME as PEBBLES

EPHYRAN = pediment.game("ephyran")
BOTS = ["uniform", "greedy", "search@3"]


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "BOOTSTRAP_SAMPLES", 50)


def pebbles(out: Path | None = None, bots: list[str] = BOTS, games: int = 6, **more: Any) -> Tournament:
    return play(PEBBLES, bots=bots, games=games, out=out, **more)


def test_every_pair_plays_every_deal_from_both_seats() -> None:
    tables = schedule(["c", "a", "b"], seats=2, games=4)
    assert len(tables) == len(set(tables)) == 12
    for deal in range(2):
        seated = [table.bots for table in tables if table.deal == deal]
        assert seated == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]


@pytest.mark.parametrize("seats", [3, 4])
def test_every_combination_sits_in_every_rotation(seats: int) -> None:
    bots = list("abcde")
    tables = schedule(bots, seats=seats, games=6 * seats)
    assert len(tables) == 6 * seats * len(list(combinations(bots, seats)))
    for combination in combinations(bots, seats):
        of_these = [table for table in tables if set(table.bots) == {*combination}]
        for seat in range(seats):
            assert Counter(table.bots[seat] for table in of_these) == dict.fromkeys(combination, 6)
        for deal in range(6):
            seated = [table.bots for table in of_these if table.deal == deal]
            assert len({bots[i:] + bots[:i] for bots in seated for i in range(seats)}) == seats
        followed = Counter((table.bots[0], table.bots[1]) for table in of_these)
        assert len(set(followed.values())) == 1  # nobody has a neighbour for good


def test_games_are_made_up_to_whole_deals_and_the_order_of_the_bots_does_not_matter() -> None:
    assert schedule(["a", "b"], seats=2, games=3) == schedule(["b", "a"], seats=2, games=4)


def test_a_game_does_not_depend_on_the_others() -> None:
    found = pebbles()
    assert [one.table for one in found.results] == schedule(BOTS, seats=2, games=6)
    for one in found.results[::-1]:
        assert play_table(PEBBLES, found.terms, one.table) == one


def test_all_pairs_play_the_same_deals() -> None:
    terms, _ = prepare(PEBBLES, bots=BOTS, games=4, seats=2, seed=1, jobs=1, time=None, options={})
    seeds: list[int] = []

    class Spy:
        def new(self, seats: int, seed: int, **options: Any) -> Any:
            seeds.append(seed)
            return PEBBLES.new(seats=seats, seed=seed, **options)

        def __getattr__(self, name: str) -> Any:
            return getattr(PEBBLES, name)

    for table in schedule(BOTS, seats=2, games=4):
        play_table(Spy(), terms, table)  # type: ignore[arg-type]
    assert len(seeds) == 12
    assert (len(set(seeds[:6])), len(set(seeds[6:])), len(set(seeds))) == (1, 1, 2)


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    files = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    one, two = (
        play(EPHYRAN, bots=["uniform", "search@1"], games=6, seed=3, jobs=jobs, out=out)
        for jobs, out in zip((1, 2), files, strict=True)
    )
    assert one == two
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("seats", [3, 4])
def test_three_and_four_players(seats: int) -> None:
    bots = [*BOTS, "search@1"]
    found = pebbles(bots=bots, games=2 * seats, seats=seats)
    assert len(found.results) == 2 * seats * len(list(combinations(bots, seats)))
    assert all(len(one.totals) == seats and sum(one.returns) == pytest.approx(1) for one in found.results)
    table = standings(found.results)
    assert {one.bot for one in table.ratings} == {*bots}
    assert len(table.pairs) == 12


def test_a_file_holds_the_tournament(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    found = pebbles(out, copies=3, seed=9)
    head, *lines = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(head) == {
        "format": "pediment-arena-1", "game": "pebbles", "rules": "1", "seats": 2, "seed": 9, "options": {"copies": 3},
    }  # fmt: skip
    assert len(lines) == len(found.results)
    assert read(out) == Tournament(found.terms, sorted(BOTS), found.results)


@pytest.mark.parametrize("kept", [0, 2, 30, 0.3, 0.8, 0.999, 1])
def test_it_goes_on_where_it_was_cut_off(kept: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "results.jsonl"
    whole = pebbles(out)
    data = out.read_bytes()
    cut = data[: round(kept * len(data)) if kept <= 1 else int(kept)]
    out.write_bytes(cut)
    played: list[Table] = []

    def spied(game: Any, terms: Any, table: Table, roster: Any) -> Any:
        played.append(table)
        return play_table(game, terms, table, roster)

    monkeypatch.setattr(tournament, "play_table", spied)
    assert pebbles(out) == whole
    assert out.read_bytes() == data
    assert len(played) == len(whole.results) - max(0, cut.count(b"\n") - 1)


def test_half_a_line_is_left_out_when_a_file_is_read(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    whole = pebbles(out)
    out.write_bytes(out.read_bytes()[:-5])
    cut = out.read_bytes()
    assert read(out).results == whole.results[:-1]
    assert out.read_bytes() == cut


def test_more_games_and_more_bots_reuse_what_was_played(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    pebbles(out, bots=["uniform", "greedy"], games=4)
    few = out.read_bytes()
    more = pebbles(out, games=6)
    assert out.read_bytes().startswith(few)
    assert more == pebbles(games=6)
    assert pebbles(out, games=4) == pebbles(games=4)  # what is there beyond is left alone
    assert len(read(out).results) == 18


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"seed": 2}, "results.jsonl holds another tournament, with seed = 1 instead of 2"),
        ({"seats": 3}, "with seats = 2 instead of 3"),
        ({"copies": 5}, "with copies = 3 instead of 5"),
        ({"bots": ["uniform", "greedy"]}, "has games of bots that are not in this tournament: search@3"),
    ],
)
def test_a_file_of_another_tournament_is_refused(change: dict[str, Any], problem: str, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    pebbles(out)
    before = out.read_bytes()
    with pytest.raises(ValueError, match=problem):
        pebbles(out, **change)
    assert out.read_bytes() == before


def test_another_game_other_rules_and_another_edition_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, box = tmp_path / "results.jsonl", tmp_path / "box.toml"
    bots = ["uniform", "search@1"]
    play(EPHYRAN, bots=bots, games=4, out=out)
    with pytest.raises(ValueError, match="with game = 'ephyran' instead of 'pebbles'"):
        play(PEBBLES, bots=bots, games=4, out=out)
    box.write_text(EPHYRAN.edition_template(), encoding="utf-8")
    with pytest.raises(ValueError, match=r"with edition = .*'reconstruction'.* instead of .*'my box'"):
        play(EPHYRAN, bots=bots, games=4, out=out, edition=str(box))
    monkeypatch.setattr(type(EPHYRAN), "rules_version", "next")
    with pytest.raises(ValueError, match=r"with rules = '.*' instead of 'next'"):
        play(EPHYRAN, bots=bots, games=4, out=out)


GOOD = b'{"format":"pediment-arena-1","game":"pebbles","rules":"1","seats":2,"seed":1,"options":{"copies":4}}\n'


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"my notes", "is not a file of arena results"),
        (b"my notes\n", "is not a file of arena results"),
        (b"[]\n", "is not a file of arena results"),
        (b"\xff\xfe\n", "is not a file of arena results"),
        (GOOD.replace(b"arena-1", b"record-1"), "is not a file of arena results"),
        (GOOD.replace(b'"seed":1,', b""), "is not a file of arena results"),
        (GOOD + b"oops\n", "line 2: this is not the result of a game"),
        (GOOD + b"{}\n", "line 2: this is not the result"),
        (GOOD + b"3\n", "line 2: this is not the result"),
        (
            GOOD + b'{"deal":0,"bots":["a"],"returns":[1],"totals":[1],"faults":[0],"decisions":5}\n',
            "line 2: this is not the result",
        ),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(data: bytes, problem: str, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    out.write_bytes(data)
    with pytest.raises(ValueError, match=problem):
        pebbles(out)
    with pytest.raises(ValueError, match=problem):
        read(out)
    assert out.read_bytes() == data


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"bots": ["greedy"]}, "a table of 2 needs 2 different bots or more, not 1"),
        ({"bots": ["greedy", "uniform"], "seats": 3}, "a table of 3 needs 3 different bots or more, not 2"),
        ({"bots": ["greedy", "greedy"]}, "greedy plays against others, not against itself"),
        ({"bots": ["search@1s", "search"], "time": "1s"}, "search@1s plays against others"),
        ({"bots": ["greedy", " "]}, "one of the bots has no name"),
        ({"bots": ["greedy", "best"]}, "no bot 'best'"),
        ({"games": 2}, "games must be more than 2, not 2"),
        ({"jobs": 0}, "jobs must be at least 1, not 0"),
        ({"seats": 7}, "seats must be one of 2, 3, 4, not 7"),
        ({"time": "soon"}, "a budget is 1s, 250ms, or iterations"),
        ({"colour": "red"}, "unknown option 'colour'"),
    ],
)
def test_arguments_that_make_no_sense(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        play(PEBBLES, **{"bots": ["uniform", "greedy"], **arguments})


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no-such-folder"):
        pebbles(tmp_path / "no-such-folder" / "results.jsonl")


@pytest.mark.parametrize(
    ("bot", "time", "named"),
    [
        ("search", "250ms", "search@250ms"),
        ("search", "40", "search@40"),
        ("search@7", "1s", "search@7"),
        ("greedy", "1s", "greedy"),
        (f"{sys.executable} -c pass", "1s", f"{sys.executable} -c pass@1s"),
        (f"{sys.executable} -c pass@2s", "1s", f"{sys.executable} -c pass@2s"),
        ("search", "250ms-cpu", "search@250ms-cpu"),
        (f"{sys.executable} -c pass", "40", f"{sys.executable} -c pass"),
        (f"{sys.executable} -c pass", "1s-cpu", f"{sys.executable} -c pass"),
    ],
)
def test_the_time_is_for_bots_without_a_budget_of_their_own(bot: str, time: str, named: str) -> None:
    _, bots = prepare(PEBBLES, bots=["uniform", bot], games=4, seats=2, seed=1, jobs=1, time=time, options={})
    assert bots == ["uniform", named]


def test_faults_of_other_programs_are_counted() -> None:
    """A program that ends at once is given up; every move is played for it, by greedy."""
    bot = f"{shlex.quote(sys.executable)} -IS -c pass"
    found = play(PEBBLES, bots=[bot, "uniform"], games=4)
    for one in found.results:
        seat = one.bots.index(bot)
        assert one.faults[seat] >= 3
        assert one.faults[1 - seat] == 0
    rating = next(one for one in standings(found.results).ratings if one.bot == bot)
    assert rating.faults == sum(sum(one.faults) for one in found.results)


def test_a_contest_can_be_left_at_any_time(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    terms, bots = prepare(
        EPHYRAN, bots=["uniform", "search@1"], games=8, seats=2, seed=1, jobs=2, time=None, options={}
    )
    with closing(Contest(EPHYRAN, terms, bots, 8, 2, out)) as contest:
        next(iter(contest))
    assert len(contest.tournament.results) == len(read(out).results) == 1
