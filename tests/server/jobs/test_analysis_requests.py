"""The queue of games that wait for their analysis, without the process that makes one."""

from __future__ import annotations

import asyncio
import copy
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from pediment.server.domain import history
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.jobs import analyses, supervisor
from pediment.server.jobs.analyses import Analyses, Analysis, AnalysisJob
from pediment.server.jobs.supervisor import Job, JobFailed, ProcessLost
from tests.server.playing import Sitting, logged, until

RIGHT = {"en": b'{"x":"en"}', "fr": b'{"x":"fr"}'}


class Analyst:
    """Answers in place of the processes: it fails as often as it is told to, and may be held back."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.asked: list[dict[str, Any]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def do(self, job: Job[Any], address: str, table: str) -> dict[str, bytes]:
        self.asked.append(await job.message())
        job.progress(2)
        await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise JobFailed("died")
        return RIGHT


@pytest.fixture(scope="module")
def over() -> Table:
    sitting = Sitting("elysium", 2)
    sitting.finish(random.Random(1))
    return sitting.table


def copies(table: Table, count: int) -> list[Table]:
    found = [copy.copy(table) for _ in range(count)]
    for n, each in enumerate(found):
        each.id = f"table {n}"
    return found


def with_analyst(test: Callable[[Analyses, Analyst], Coroutine[Any, Any, None]], failures: int = 0) -> None:
    async def main() -> None:
        found, analyst = Analyses(7), Analyst(failures)
        found._supervisor.do = analyst.do  # type: ignore[method-assign, assignment]
        async with asyncio.timeout(60):
            await test(found, analyst)
            await found.close()

    asyncio.run(main())


def told(found: Analyses, table: Table, language: str = "en") -> dict[str, Any]:
    return dict(json.loads(found.told(table, language)))


def test_an_analysis_is_made_once_and_told_in_each_language(over: Table) -> None:
    async def test(found: Analyses, analyst: Analyst) -> None:
        moves = len(over.labels)
        assert told(found, over) == {"status": "none", "done": 0, "of": moves, "analysis": None, "queue": 0}
        analyst.gate.clear()
        found.start(over, "", "en")
        assert told(found, over) == {"status": "running", "done": 0, "of": moves, "analysis": None, "queue": 0}
        await until(lambda: bool(analyst.asked))
        assert told(found, over) == {"status": "running", "done": 2, "of": moves, "analysis": None, "queue": 0}
        found.start(over, "", "en")
        analyst.gate.set()
        await until(lambda: told(found, over)["status"] == "done")
        found.start(over, "", "en")
        for language in ("en", "fr"):
            assert told(found, over, language) == {
                "status": "done",
                "done": 2,
                "of": moves,
                "analysis": {"x": language},
                "queue": 0,
            }
        names = {"en": over.names("en"), "fr": over.names("fr")}
        assert analyst.asked == [{"record": history.record_of(over, "en"), "names": names, "iterations": 7}]
        await until(lambda: not found._tasks)

    with_analyst(test)


def test_what_has_failed_may_be_asked_for_again(over: Table) -> None:
    async def test(found: Analyses, analyst: Analyst) -> None:
        found.start(over, "", "en")
        with logged() as lines:
            await until(lambda: told(found, over)["status"] != "running")
        assert (told(found, over)["status"], len(analyst.asked)) == ("failed", 1)
        assert lines.getvalue().count("analysis failed") == 1
        found.start(over, "", "en")
        await until(lambda: told(found, over)["status"] == "done")
        assert len(analyst.asked) == 2

    with_analyst(test, failures=1)


def test_the_queue_is_as_long_as_it_may_be(over: Table) -> None:
    async def test(found: Analyses, analyst: Analyst) -> None:
        analyst.gate.clear()
        tables = copies(over, analyses.MAX_WAITING + 1)
        for n, each in enumerate(tables[:-1]):
            found.start(each, f"address {n // 3}", "en")
        for language in ("en", "fr"):
            with pytest.raises(Refused) as refused:
                found.start(tables[-1], "another address", language)
            assert (refused.value.code, refused.value.text) == ("long-line", Refused("long-line", language).text)
        assert told(found, tables[-1])["status"] == "none"
        found.start(tables[0], "", "en")  # it is in the queue already
        analyst.gate.set()
        await until(lambda: not found._tasks)
        assert [asked["names"]["en"] for asked in analyst.asked] == [over.names()] * analyses.MAX_WAITING
        assert all(told(found, each)["status"] == "done" for each in tables[:-1])

    with_analyst(test)


def test_whatever_was_asked_for_least_lately_is_forgotten(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MAX_KEPT", 2)

    async def test(found: Analyses, analyst: Analyst) -> None:
        first, second, third = copies(over, 3)
        for each in (first, second):
            found.start(each, "", "en")
            await until(lambda: not found._tasks)
        assert told(found, first)["status"] == "done"  # asked for again: not the oldest any more
        found.start(third, "", "en")
        await until(lambda: not found._tasks)
        assert [told(found, each)["status"] for each in (first, second, third)] == ["done", "none", "done"]

    with_analyst(test)


def test_what_is_under_way_is_not_forgotten(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MAX_KEPT", 0)

    async def test(found: Analyses, analyst: Analyst) -> None:
        tables = copies(over, 3)
        analyst.gate.clear()
        for each in tables:
            found.start(each, "", "en")
        await until(lambda: len(analyst.asked) == 3)
        found._forget()
        assert [told(found, each)["status"] for each in tables] == ["running"] * 3
        analyst.gate.set()
        await until(lambda: not found._tasks)
        assert [told(found, each)["status"] for each in tables] == ["none"] * 3

    with_analyst(test)


def test_what_cannot_be_analysed(over: Table) -> None:
    async def test(found: Analyses, analyst: Analyst) -> None:
        running = Sitting("elysium", 2).table
        for ask in (lambda: found.start(running, "", "en"), lambda: found.told(running, "en")):
            with pytest.raises(Refused) as refused:
                ask()
            assert refused.value.code == "not-over"
        empty = copy.copy(over)
        empty.labels = []
        with pytest.raises(Refused) as refused:
            found.start(empty, "", "en")
        assert (refused.value.code, found._tasks) == ("no-moves", set())

    with_analyst(test)


def test_how_many_and_how_long() -> None:
    """As the documentation of a host's machine counts with."""
    assert (analyses.MAX_KEPT, analyses.MAX_WAITING, supervisor.MAX_TRIES) == (64, 64, 2)
    assert (analyses.DECISION_SECONDS, analyses.GAME_SECONDS, analyses.MAX_LINE_BYTES) == (120.0, 1800.0, 20_000_000)


def test_an_answer_is_kept_as_it_was_written(over: Table) -> None:
    analysis = Analysis()
    job = AnalysisJob(analysis, over, 7, "")
    job.progress(4)
    assert analysis.done == 4
    assert job.read(b'{"en":{"x": 1},"fr":[]}') == {"en": b'{"x": 1}', "fr": b"[]"}
    for rubbish in (b"[]", b"7", b'{"\xff": 1}', b"[" * 100_000):
        with pytest.raises(ProcessLost, match="rubbish"):
            job.read(rubbish)
