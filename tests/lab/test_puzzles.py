"""Puzzles: every one that ships, the puzzle of the day, and how packs are made."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.bots.ladder import LEVELS as BOTS
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.lab.puzzle_maker import MIN_ANSWERS, Making, OtherTerms, seen_by_seat, terms_of
from pediment.lab.puzzle_rating import MIN_DEVIATION, Rating, rated
from pediment.lab.puzzles import (
    CLEAR_POINTS,
    GRADERS,
    LEVELS,
    TRIES,
    Pack,
    PackError,
    Puzzle,
    id_of,
    level_of,
    parse,
    played_on,
    rating_of,
    shipped,
    solution,
)

GAMES = ["elysium", "ephyran"]
FEWEST = {"elysium": 145, "ephyran": 51}
MAX_BYTES = 1_000_000


@cache
def pack(game: str) -> Pack:
    found = shipped(game)
    assert found is not None
    return found


def without_log(puzzle: Puzzle, state: Any) -> dict[str, Any]:
    return puzzle.game().view(state, puzzle.seat) | {"log": None}


# What ships


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_one_legal_answer_to_a_question_that_its_seat_is_asked(game: str) -> None:
    found = pack(game)
    assert len(found.puzzles) >= FEWEST[game]
    assert len(found.by_id) == len(found.puzzles)
    for puzzle in found.puzzles:
        state, labels = puzzle.state(), puzzle.labels()
        assert state.to_move == puzzle.seat != OVER
        assert len(labels) >= MIN_ANSWERS
        assert labels.count(puzzle.answer) == labels.count(puzzle.second) == 1
        assert puzzle.answer != puzzle.second
        assert puzzle.margin >= CLEAR_POINTS
        assert 0 < puzzle.chance <= 1
        assert all(0 <= puzzle.solved[bot] <= TRIES for bot in GRADERS)
        assert puzzle.rating == rating_of(puzzle.solved, found.terms.ratings)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_a_puzzle_depends_on_what_its_seat_cannot_know(game: str) -> None:
    for n, puzzle in enumerate(pack(game).puzzles):
        position = played_on(puzzle, stream(n, "another world"))
        other = replace(puzzle, position=position)
        assert without_log(other, other.state()) == without_log(puzzle, puzzle.state())
        assert other.labels() == puzzle.labels()
        if n % 5 == 0:
            assert solution(other) == solution(puzzle)


def test_a_hand_that_is_hidden_is_dealt_again() -> None:
    puzzles = pack("ephyran").puzzles

    def hands(position: dict[str, Any], seat: int) -> list[Any]:
        return [sorted(map(str, one["hand"])) for k, one in enumerate(position["seats"]) if k != seat]

    again = [(one.seat, one.position, played_on(one, stream(n, "hands"))) for n, one in enumerate(puzzles[:20])]
    assert all(before["seats"][seat] == after["seats"][seat] for seat, before, after in again)
    assert sum(hands(before, seat) != hands(after, seat) for seat, before, after in again) > len(again) / 2


@pytest.mark.parametrize("game", GAMES)
def test_the_packs_are_varied_and_small(game: str) -> None:
    path = pediment.kit(game).puzzles
    assert path is not None
    assert path.stat().st_size < MAX_BYTES
    puzzles = pack(game).puzzles
    assert {puzzle.seats() for puzzle in puzzles} == set(pediment.game(game).seat_counts)
    assert {puzzle.level for puzzle in puzzles} == set(LEVELS)
    assert len({pediment.game(game).asking(puzzle.state()) for puzzle in puzzles}) >= 3
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(len(line["puzzles"]) <= 2 for line in lines[1:])


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_names_its_rules_edition_bots_and_terms(game: str) -> None:
    terms = pack(game).terms
    engine = pediment.game(game)
    assert terms.game == game
    assert engine.rules_number(terms.rules) <= int(engine.rules_version)
    assert engine.editions is not None
    assert terms.edition is not None
    assert engine.editions.shipped(terms.edition) is not None
    assert set(terms.ratings) == set(GRADERS) <= set(BOTS)
    assert terms.version
    for puzzle in pack(game).puzzles[:3]:
        stored = {field: value for field, value in puzzle.position.items() if field not in ("rules", "edition")}
        assert puzzle.id == id_of(stored, puzzle.seat)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_solutions_have_their_reasons(game: str, language: str) -> None:
    for puzzle in pack(game).puzzles[::7]:
        told = solution(puzzle, language)
        assert told.label == puzzle.answer
        assert 1 <= len(told.reasons) <= 3
        assert 1 <= len(told.second_reasons) <= 3
        assert told.caption != told.second


# The day, levels and ratings


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_its_day_and_everybody_the_same(game: str) -> None:
    found = pack(game)
    size = len(found.puzzles)
    first = date.fromordinal(739_000 // size * size)
    days = [found.of_the_day(first + timedelta(days=n)).id for n in range(size)]
    assert sorted(days) == sorted(found.by_id)
    shuffled = Pack(found.terms, found.puzzles[::-1])
    assert [shuffled.of_the_day(first + timedelta(days=n)).id for n in range(5)] == days[:5]
    assert [found.of_the_day(first + timedelta(days=size + n)).id for n in range(size)] != days


def test_levels_are_what_the_bots_found() -> None:
    assert [level_of(4, 4), level_of(3, 0), level_of(2, 4), level_of(0, 3), level_of(2, 2), level_of(0, 0)] == [
        "easy", "easy", "medium", "medium", "hard", "hard",
    ]  # fmt: skip


def test_a_rating_grows_with_every_solved_puzzle_and_settles() -> None:
    player = Rating()
    for _ in range(40):
        better, worse = rated(player, 1200, solved=True), rated(player, 1200, solved=False)
        assert worse.rating < player.rating < better.rating
        assert MIN_DEVIATION <= better.deviation <= player.deviation
        player = better
    assert player.rating > 1500
    assert player.deviation < 200


# Making


def made(path: Path, puzzles: int, jobs: int = 1) -> list[Puzzle]:
    making = Making(terms_of(pediment.game("elysium"), seed=1, iterations=6, harder=1), puzzles, path, jobs)
    for _ in making:
        pass
    making.close()
    return making.found


def test_a_pack_is_the_same_whatever_the_jobs_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    whole, shared, killed = (tmp_path / f"{name}.jsonl" for name in ("whole", "shared", "killed"))
    found = made(whole, 1)
    data = whole.read_bytes()
    assert [puzzle.id for puzzle in found] == [puzzle.id for puzzle in parse(data.decode()).puzzles] != []
    made(shared, 1, jobs=2)
    assert shared.read_bytes() == data
    killed.write_bytes(data[:20])  # while the first line was written,
    made(killed, 0)
    assert killed.read_bytes() == data[: data.index(b"\n") + 1]
    killed.write_bytes(data[:-30])  # and while the last one was
    made(killed, 1)
    assert killed.read_bytes() == data
    made(whole, 1)  # nothing is left to do
    assert whole.read_bytes() == data


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "pack.jsonl"
    game = pediment.game("elysium")
    Making(terms_of(game, seed=1), 0, path).close()
    before = path.read_bytes()
    with pytest.raises(OtherTerms) as refused:
        Making(terms_of(game, seed=2), 1, path)
    assert (refused.value.fact, refused.value.found, refused.value.wanted) == ("seed", 1, 2)
    assert path.read_bytes() == before
    path.write_text("a poem\n", encoding="utf-8")
    with pytest.raises(PackError):
        Making(terms_of(game), 1, path)
    assert path.read_text(encoding="utf-8") == "a poem\n"
    with pytest.raises(ValueError, match="iterations must be at least 1"):
        terms_of(game, iterations=0)


@pytest.mark.parametrize("text", ["", "{}\n", "[]\n", '{"format":"pediment-puzzles-1"}\n', "\x00\n"])
def test_what_is_not_a_pack_is_refused(text: str) -> None:
    with pytest.raises(PackError, match="line 1"):
        parse(text)


def test_a_broken_line_is_named() -> None:
    path = pediment.kit("elysium").puzzles
    assert path is not None
    head = path.read_text(encoding="utf-8").split("\n")[0]
    with pytest.raises(PackError, match="line 2"):
        parse(f'{head}\n{{"puzzles":[{{}}]}}\n')
    assert parse(f'{head}\n{{"half a line').puzzles == []


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_put_as_the_seat_knows_it(game: str) -> None:
    """Of a whole game, wherever a question can be put: the seat sees what it saw, and nothing else is told."""
    engine = pediment.game(game)
    final = engine.new(seats=3, seed=11)
    engine.play_out(final, 11)
    put = 0
    for at in range(0, len(final.actions), 7):
        now = engine.rewind(final, at)
        position = seen_by_seat(engine, final, at, stream(at, "seen"))
        if position is None:
            continue
        put += 1
        again = engine.position(position)
        assert again.to_move == now.to_move
        assert again.legal == now.legal
        hidden = {"log": None}
        assert engine.view(again, now.to_move) | hidden == engine.view(now, now.to_move) | hidden
    assert put >= 3
