"""The line of games that wait for their analysis, without the process that makes one."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from pediment.table import studies, tables
from pediment.table.process import Lost
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.studies import Studies, Study, _Failed, _read
from tests.table.playing import Sitting, logged, until

RIGHT = {"en": b'{"x":"en"}', "fr": b'{"x":"fr"}'}


class Student:
    """Answers in place of a process: it fails as often as it is told to, and may be held back."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.asked: list[dict[str, Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, study: Study, asked: dict[str, Any]) -> dict[str, bytes]:
        self.asked.append(asked)
        study.done = 2
        await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise Lost("died")
        return RIGHT


@pytest.fixture(scope="module")
def over() -> Room:
    sitting = Sitting("elysium", 2)
    sitting.finish(random.Random(1))
    return sitting.room


def copies(room: Room, count: int) -> list[Room]:
    found = [room.after([]) for _ in range(count)]
    for n, each in enumerate(found):
        each.table = f"table {n}"
    return found


def with_student(test: Callable[[Studies, Student], Coroutine[Any, Any, None]], failures: int = 0) -> None:
    async def main() -> None:
        found, student = Studies(7), Student(failures)
        found._ask = student  # type: ignore[method-assign]
        async with asyncio.timeout(60):
            await test(found, student)
            await found.close()

    asyncio.run(main())


def told(found: Studies, room: Room, language: str = "en") -> dict[str, Any]:
    return dict(json.loads(found.told(room, language)))


def test_an_analysis_is_made_once_and_told_in_each_language(over: Room) -> None:
    async def test(found: Studies, student: Student) -> None:
        moves = len(over.labels)
        assert told(found, over) == {"status": "none", "done": 0, "of": moves, "analysis": None}
        student.gate.clear()
        found.start(over, "en")
        assert told(found, over) == {"status": "running", "done": 0, "of": moves, "analysis": None}
        await until(lambda: bool(student.asked))
        assert told(found, over) == {"status": "running", "done": 2, "of": moves, "analysis": None}
        found.start(over, "en")
        student.gate.set()
        await until(lambda: told(found, over)["status"] == "done")
        found.start(over, "en")
        for language in ("en", "fr"):
            assert told(found, over, language) == {
                "status": "done",
                "done": 2,
                "of": moves,
                "analysis": {"x": language},
            }
        names = {"en": over.names("en"), "fr": over.names("fr")}
        assert student.asked == [{"record": tables.written(over, "en"), "names": names}]
        await until(lambda: found._task is None)
        assert found._line == []

    with_student(test)


@pytest.mark.parametrize(("failures", "status"), [(1, "done"), (2, "failed")])
def test_what_fails_once_is_tried_again(over: Room, failures: int, status: str) -> None:
    async def test(found: Studies, student: Student) -> None:
        found.start(over, "en")
        with logged() as lines:
            await until(lambda: told(found, over)["status"] != "running")
        assert (told(found, over)["status"], len(student.asked)) == (status, 2)
        assert lines.getvalue().count("analysis failed") == failures
        found.start(over, "en")  # what has failed may be asked for again
        await until(lambda: told(found, over)["status"] == "done")
        assert len(student.asked) == (2 if status == "done" else 3)

    with_student(test, failures)


def test_the_line_is_as_long_as_it_may_be(over: Room) -> None:
    async def test(found: Studies, student: Student) -> None:
        student.gate.clear()
        rooms = copies(over, studies.MOST_WAITING + 1)
        for each in rooms[:-1]:
            found.start(each, "en")
        for language in ("en", "fr"):
            with pytest.raises(Refused) as refused:
                found.start(rooms[-1], language)
            assert (refused.value.code, refused.value.text) == ("long-line", Refused("long-line", language).text)
        assert told(found, rooms[-1])["status"] == "none"
        found.start(rooms[0], "en")  # it is in the line already
        student.gate.set()
        await until(lambda: not found._line)
        assert [asked["names"]["en"] for asked in student.asked] == [over.names()] * studies.MOST_WAITING
        assert all(told(found, each)["status"] == "done" for each in rooms[:-1])

    with_student(test)


def test_whatever_was_asked_for_least_lately_is_forgotten(over: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "KEPT", 2)

    async def test(found: Studies, student: Student) -> None:
        first, second, third = copies(over, 3)
        for each in (first, second):
            found.start(each, "en")
            await until(lambda: not found._line)
        assert told(found, first)["status"] == "done"  # asked for again: not the oldest any more
        found.start(third, "en")
        await until(lambda: not found._line)
        assert [told(found, each)["status"] for each in (first, second, third)] == ["done", "none", "done"]

    with_student(test)


def test_what_is_under_way_is_not_forgotten(over: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "KEPT", 0)

    async def test(found: Studies, student: Student) -> None:
        rooms = copies(over, 3)
        for each in rooms:
            found.start(each, "en")
        student.gate.clear()
        await until(lambda: len(student.asked) == 1)
        found._forget()
        assert [told(found, each)["status"] for each in rooms] == ["running"] * 3
        student.gate.set()
        await until(lambda: found._task is None)
        assert [told(found, each)["status"] for each in rooms] == ["none"] * 3

    with_student(test)


def test_what_cannot_be_analysed(over: Room) -> None:
    async def test(found: Studies, student: Student) -> None:
        running = Sitting("elysium", 2).room
        for ask in (lambda: found.start(running, "en"), lambda: found.told(running, "en")):
            with pytest.raises(Refused) as refused:
                ask()
            assert refused.value.code == "not-over"
        empty = over.after([])
        empty.labels = []
        with pytest.raises(Refused) as refused:
            found.start(empty, "en")
        assert (refused.value.code, found._task) == ("no-moves", None)

    with_student(test)


def test_how_many_and_how_long() -> None:
    """As the documentation of a host's machine counts with."""
    assert (studies.KEPT, studies.MOST_WAITING, studies.TRIES) == (32, 32, 2)
    assert (studies.HANGS, studies.LONGEST, studies.LONGEST_LINE) == (120.0, 1800.0, 20_000_000)


class Process:
    """What a process says, line by line."""

    def __init__(self, *lines: bytes) -> None:
        self.lines = list(lines)
        self.said: list[object] = []
        self.ended = False

    def say(self, message: object) -> None:
        self.said.append(message)

    async def read_line(self, seconds: float) -> bytes:
        assert seconds == studies.HANGS
        return self.lines.pop(0)

    async def end(self) -> None:
        self.ended = True


def asked_of(process: Process, monkeypatch: pytest.MonkeyPatch) -> tuple[Study, dict[str, bytes]]:
    async def start(command: object, longest: int) -> Process:
        assert (command, longest) == (studies.COMMAND, studies.LONGEST_LINE)
        return process

    monkeypatch.setattr("pediment.table.process.Process.start", start)
    study = Study()
    return study, asyncio.run(Studies(7)._ask(study, {"record": 1}))


def test_what_a_process_says_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(b'{"done":1}', b'{"done":4}', b'{"told":{"en":{"x":1},"fr":[]}}')
    study, found = asked_of(process, monkeypatch)
    assert (found, study.done, process.ended) == ({"en": b'{"x":1}', "fr": b"[]"}, 4, True)
    assert process.said == [{"record": 1, "iterations": 7}]


def test_a_process_that_says_where_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(json.dumps({"error": "x" * 600}).encode())
    with pytest.raises(_Failed) as failed:
        asked_of(process, monkeypatch)
    assert (str(failed.value), process.ended) == ("x" * 500, True)


@pytest.mark.parametrize("line", [b"", b"x", b"[]", b'{"more":1}', b'{"done":"x"}', b"[" * 100_000])
def test_rubbish_is_a_process_lost(line: bytes) -> None:
    with pytest.raises(Lost, match="rubbish"):
        _read(line)
