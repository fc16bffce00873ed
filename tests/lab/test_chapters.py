"""The chapters of the lessons: which puzzles come after each, and how far somebody has come."""

from __future__ import annotations

import dataclasses

import pytest

import pediment
from pediment.core.lesson import lesson_of
from pediment.lab.chapters import MOST_PUZZLES, ChapterProgress, Course, Progress, merged
from pediment.lab.puzzles import Pack, shipped

GAMES = ["elysium", "ephyran"]


def pack_of(game: str) -> Pack:
    pack = shipped(game)
    assert pack is not None
    return pack


def course(game: str, pack: Pack | None) -> Course:
    kit = pediment.kit(game)
    assert kit.lesson is not None
    return Course(lesson_of(kit.game(), kit.lesson), pack)


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_has_puzzles_that_fit_and_none_comes_twice(game: str) -> None:
    puzzles = course(game, pack_of(game)).puzzles
    every = [puzzle.id for found in puzzles.values() for puzzle in found]
    assert len(set(every)) == len(every)
    for chapter, found in puzzles.items():
        assert 2 <= len(found) <= MOST_PUZZLES, chapter
        assert len({puzzle.answer for puzzle in found}) == len(found), chapter
        assert found[0].level == "easy", chapter


def test_puzzles_follow_from_the_pack() -> None:
    pack = pack_of("ephyran")
    before = course("ephyran", pack).puzzles["defence"]
    without = dataclasses.replace(pack, puzzles=[one for one in pack.puzzles if one.id != before[0].id])
    after = course("ephyran", without).puzzles["defence"]
    assert len(after) == len(before)
    assert before[0] not in after
    again = dataclasses.replace(pack, puzzles=pack.puzzles[::-1])
    assert course("ephyran", again).puzzles == course("ephyran", pack).puzzles
    assert set(map(len, course("ephyran", None).puzzles.values())) == {0}


def test_a_chapter_is_complete_with_its_puzzles_even_those_of_an_earlier_pack() -> None:
    learning, bare = course("ephyran", pack_of("ephyran")), course("ephyran", None)
    ids = [puzzle.id for puzzle in learning.puzzles["city"]]
    assert not learning.is_complete("city", ChapterProgress(6, True, ids[:-1]))
    assert not learning.is_complete("city", ChapterProgress(5, False, ids))
    assert learning.is_complete("city", ChapterProgress(0, True, ids))
    assert learning.is_complete("city", ChapterProgress(0, True, ["0a"] * len(ids)))
    assert bare.is_complete("city", ChapterProgress(6, True))


def test_one_goes_on_in_what_was_begun_then_in_what_is_new() -> None:
    learning = course("ephyran", None)
    first, second, third, *_ = learning.lesson.chapters
    read, begun = ChapterProgress(3, True), ChapterProgress(1)
    assert learning.to_resume({}) == first
    assert learning.to_resume({first: read}) == second
    assert learning.to_resume({third: begun}) == third
    assert learning.to_resume({second: begun, third: begun}) == second
    assert learning.to_resume(dict.fromkeys(learning.lesson.chapters, read)) == first


def test_news_add_to_what_is_known() -> None:
    learning = course("ephyran", pack_of("ephyran"))
    one, two, _ = (puzzle.id for puzzle in learning.puzzles["city"])
    before = Progress({"ephyran": {"city": ChapterProgress(6, True, [one])}})
    news = Progress({"ephyran": {"city": ChapterProgress(2, False, [two, two, one, "00"])}, "chess": {"city": begun()}})
    after = merged(before, news, {"ephyran": learning})
    assert after == Progress({"ephyran": {"city": ChapterProgress(2, True, [one, two])}})
    assert before.chapters("ephyran")["city"].solved == [one]
    assert merged(after, Progress(), {}) == after


def begun() -> ChapterProgress:
    return ChapterProgress(1)
