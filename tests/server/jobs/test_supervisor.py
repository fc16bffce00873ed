"""Child processes are started, asked, replaced and ended; no job is lost, and none is waited for in vain."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from pediment.server.jobs import supervisor
from pediment.server.jobs.supervisor import Closed, Job, JobFailed, Process, ProcessLost, Queue, Supervisor, _Entry
from tests.server.jobs.conftest import NEVER_SECONDS
from tests.server.jobs.test_bot_workers import READY, stand_in, until
from tests.server.playing import logged


@dataclass
class Errand(Job[Any]):
    """Tells the process what it is given, and takes any answer."""

    what: object = ""
    done: list[int] = field(default_factory=list)

    def name(self) -> str:
        return "errand"

    async def message(self) -> dict[str, Any]:
        if isinstance(self.what, Exception):
            raise self.what
        return {"what": self.what}

    def read(self, answer: bytes) -> Any:
        return msgspec.json.decode(answer)

    def progress(self, done: int) -> None:
        self.done.append(done)


def child(code: str) -> tuple[str, ...]:
    """A process that runs some code for each job; `what` is what it was told, `say` answers."""
    code = "\n ".join(
        [
            "for line in sys.stdin:",
            "job = json.loads(line); what = job['what']",
            "def say(**message): print(json.dumps({'id': job['id'], **message}), flush=True)",
            *code.splitlines(),
        ]
    )
    return stand_in(f"{READY}\n{code}")


def run(test: Callable[[Supervisor], Awaitable[None]], supervised: Supervisor) -> Supervisor:
    """Try something with a supervisor that is then closed."""

    async def trial() -> None:
        async with asyncio.timeout(NEVER_SECONDS):
            try:
                await test(supervised)
            finally:
                await supervised.close()

    asyncio.run(trial())
    assert (supervised.busy, supervised.waiting) == (0, 0)
    return supervised


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("fresh", [False, True])
def test_processes_are_kept_or_fresh(fresh: bool) -> None:
    async def test(supervised: Supervisor) -> None:
        pids = [await supervised.do(Errand()) for _ in range(3)]
        assert len(set(pids)) == (3 if fresh else 1)
        assert [gone(pid) for pid in pids[:-1]] == [fresh] * 2

    command = child("say(answer=os.getpid())")
    found = run(test, Supervisor(command, 1, NEVER_SECONDS, fresh=fresh))
    assert (found.answered, found.replaced) == (3, {})


def test_nothing_is_started_before_the_first_job_needs_it() -> None:
    async def test(supervised: Supervisor) -> None:
        supervised.start()
        await asyncio.sleep(0)
        assert not started
        assert await supervised.do(Errand()) == 1
        assert len(started) == 1

    started: list[object] = []
    start = Process.start

    async def noted(*args: Any) -> Process:
        started.append(args)
        return await start(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Process, "start", noted)
        run(test, Supervisor(child("say(answer=1)"), 1, NEVER_SECONDS, fresh=True))


def test_a_process_says_how_far_it_is() -> None:
    errand = Errand()

    async def test(supervised: Supervisor) -> None:
        assert await supervised.do(errand) == {"x": [1]}

    run(test, Supervisor(child("say(done=1); say(done=4); say(answer={'x': [1]})"), 1, NEVER_SECONDS))
    assert errand.done == [1, 4]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_job_that_a_process_cannot_do(fresh: bool) -> None:
    async def test(supervised: Supervisor) -> None:
        with pytest.raises(JobFailed) as failed:
            await supervised.do(Errand("a secret"))
        assert str(failed.value) == "x" * supervisor.MAX_TEXT_CHARS

    with logged() as lines:
        found = run(test, Supervisor(child("say(error='x' * 600)"), 1, NEVER_SECONDS, fresh=fresh))
    assert (found.answered, found.replaced) == (0, {})
    assert lines.getvalue().count("job failed") == supervisor.MAX_TRIES
    assert "errand" in lines.getvalue()
    assert "a secret" not in lines.getvalue()


def test_a_job_that_cannot_even_be_told() -> None:
    async def test(supervised: Supervisor) -> None:
        with pytest.raises(JobFailed, match=r"^KeyError at test_supervisor\.py:"):
            await supervised.do(Errand(KeyError("a secret")))
        assert await supervised.do(Errand(7)) == 7

    assert not run(test, Supervisor(child("say(answer=what)"), 1, NEVER_SECONDS)).replaced


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("limits", [(0.3, None), (0.3, NEVER_SECONDS), (NEVER_SECONDS, 0.3)])
def test_silence_and_a_job_without_end(fresh: bool, limits: tuple[float, float | None]) -> None:
    """The second limit is for saying nothing; the first is for all of it, whatever is said meanwhile."""
    job_seconds, silence_seconds = limits
    code = "time.sleep(3600)" if job_seconds == NEVER_SECONDS else "while True: say(done=1); time.sleep(0.01)"

    async def test(supervised: Supervisor) -> None:
        with pytest.raises(JobFailed, match="hung"):
            await supervised.do(Errand())

    found = run(test, Supervisor(child(code), 1, job_seconds, silence_seconds=silence_seconds, fresh=fresh))
    assert found.replaced == {"hung": 2}


def test_fresh_processes_that_do_not_start_fail_their_own_job_only() -> None:
    async def test(supervised: Supervisor) -> None:
        for _ in range(3):
            with pytest.raises(JobFailed, match="died"):
                await supervised.do(Errand())
        supervised.command = child("say(answer=1)")
        assert await supervised.do(Errand()) == 1

    found = run(test, Supervisor(("/nowhere/at/all",), 1, NEVER_SECONDS, fresh=True))
    assert (found.answered, found.replaced) == (1, {"died": 6})


def test_a_line_may_be_as_long_as_the_supervisor_says() -> None:
    async def test(supervised: Supervisor) -> None:
        assert await supervised.do(Errand(500)) == "x" * 500
        with pytest.raises(JobFailed, match="rubbish"):
            await supervised.do(Errand(5000))

    run(test, Supervisor(child("say(answer='x' * what)"), 1, NEVER_SECONDS, max_line_bytes=1000))


@pytest.mark.parametrize("fresh", [False, True])
def test_closing_ends_what_is_done_and_what_waits(fresh: bool) -> None:
    async def test(supervised: Supervisor) -> None:
        jobs = [Errand(), Errand()]
        tasks = [asyncio.create_task(supervised.do(job)) for job in jobs]
        await until(lambda: bool(jobs[0].done))
        await supervised.close()
        for task in tasks:
            with pytest.raises(Closed):
                await task
        with pytest.raises(Closed):
            await supervised.do(Errand())
        assert gone(jobs[0].done[0])
        assert not jobs[1].done

    run(test, Supervisor(child("say(done=os.getpid()); time.sleep(3600)"), 1, NEVER_SECONDS, fresh=fresh))


def test_the_queue_gives_back_what_came_first() -> None:
    async def main() -> None:
        queue, loop = Queue(), asyncio.get_running_loop()
        first, second, third = (_Entry(n, Errand(), ("", ""), loop.create_future()) for n in range(3))
        for entry in (first, second, third):
            queue.put(entry)
        assert await queue.take() is first
        queue.done(first, 0.0)
        assert await queue.take() is second
        queue.done(second, 0.0)
        queue.put(first)  # to be tried once more
        assert len(queue) == 2
        assert await queue.take() is first
        queue.remove(third)
        queue.remove(third)
        assert len(queue) == 0
        taken = asyncio.create_task(queue.take())
        await asyncio.sleep(0)
        queue.put(second)
        assert await taken is second
        queue.put(third)
        assert queue.remove_all() == [third]
        assert len(queue) == 0

    asyncio.run(main())


def order(waiting: list[tuple[str, str]], seconds: dict[str, float], under_way: int = 1) -> list[tuple[str, str]]:
    """The lines of jobs in the order in which they are taken, each of which takes so long for its table."""

    async def main() -> list[tuple[str, str]]:
        queue, loop = Queue(), asyncio.get_running_loop()
        for n, line in enumerate(waiting):
            queue.put(_Entry(n, Errand(), line, loop.create_future()))
        taken: list[_Entry] = []
        for n in range(len(waiting)):
            if n >= under_way:
                queue.done(taken[n - under_way], seconds[taken[n - under_way].line[1]])
            taken.append(await queue.take())
        for entry in taken[-under_way:]:
            queue.done(entry, 1.0)
        assert (+queue._jobs, queue._spent, +queue._under_way) == ({}, {}, {}), "what is done leaves nothing behind"
        return [(entry.line[0], entry.line[1]) for entry in taken]

    return asyncio.run(main())


def test_addresses_take_turns_and_so_do_the_tables_of_one() -> None:
    many = [("eve", f"t{n % 3}") for n in range(30)]
    found = order([*many, ("ann", "a"), ("ben", "b"), ("ann", "a")], dict.fromkeys(["t0", "t1", "t2", "a", "b"], 1.0))
    assert found[0] == ("eve", "t0")
    assert sorted(found[1:3]) == [("ann", "a"), ("ben", "b")]
    assert ("ann", "a") in found[3:5]
    assert [table for _, table in found if table[0] == "t"] == ["t0", "t1", "t2"] * 10


def test_long_jobs_count_for_more_than_short_ones() -> None:
    found = order([("eve", "titan")] * 10 + [("ann", "potter")] * 20, {"titan": 1.0, "potter": 0.1})
    assert found[0] == ("eve", "titan")
    assert found[1:11] == [("ann", "potter")] * 10, "ten short ones for a long one"


def test_an_address_does_not_take_all_processes_while_others_wait() -> None:
    found = order([("eve", "t")] * 6 + [("ann", "a"), ("ben", "b")], dict.fromkeys("tab", 1.0), under_way=3)
    assert {address for address, _ in found[:3]} == {"eve", "ann", "ben"}


def test_the_place_in_the_queue() -> None:
    async def main() -> None:
        queue, loop = Queue(), asyncio.get_running_loop()
        entries = [_Entry(n, Errand(), ("eve", f"t{n}"), loop.create_future()) for n in range(5)]
        mine = _Entry(5, Errand(), ("ann", "a"), loop.create_future())
        for entry in (*entries, mine):
            queue.put(entry)
        assert [queue.place(entry.job) for entry in (*entries, mine)] == [1, 3, 4, 5, 6, 2]  # by turns
        assert await queue.take() is entries[0]
        assert [queue.place(entry.job) for entry in (*entries, mine)] == [0, 2, 3, 4, 5, 1]
        assert (queue.waiting_of("eve"), queue.waiting_of("ann"), queue.waiting_of("ben")) == (5, 1, 0)
        assert queue.place(Errand()) == 0

    asyncio.run(main())


def test_why_a_process_was_lost() -> None:
    lost = ProcessLost("hung")
    assert (lost.why, str(lost)) == ("hung", "hung")


@pytest.mark.parametrize("fresh", [False, True])
def test_nothing_unexpected_ends_the_supervisor(fresh: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    start, attempts = Process.start, 0

    async def once_without_a_thread(*args: Any) -> Process:
        nonlocal attempts
        attempts += 1
        if attempts == 2:
            raise RuntimeError("can't start new thread")
        return await start(*args)

    monkeypatch.setattr(Process, "start", once_without_a_thread)

    async def test(supervised: Supervisor) -> None:
        with pytest.raises(JobFailed):
            await supervised.do(Errand(object()))  # not JSON
        assert [await supervised.do(Errand(n)) for n in range(3)] == [0, 1, 2]

    run(test, Supervisor(child("say(answer=what)"), 1, NEVER_SECONDS, fresh=fresh))
    assert attempts >= 3
