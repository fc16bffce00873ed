"""Bots think in processes of their own; whatever becomes of those, the seat plays on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment import bots
from pediment.core import record
from pediment.core.engine.fairness import fair_seed
from pediment.server import structured_log
from pediment.server.jobs import bot_workers as workers
from pediment.server.jobs import supervisor
from pediment.server.jobs.bot_worker import States
from pediment.server.jobs.bot_workers import Closed, Question, Workers

SECRET = bytes(range(32))
SEED = fair_seed(SECRET, ["", ""])
LONG = 120.0
"""Seconds that nothing here takes, unless it hangs."""


def course(name: str, moves: int, seed: int = 1) -> tuple[dict[str, Any], Any]:
    """A game so far, by chance, and its state."""
    game, rng = pediment.game(name), random.Random(seed)
    start = {"game": name, "options": {}, "seats": 2, "seed": SEED}
    state = record.follow(game, start | {"actions": []})
    labels = []
    for _ in range(moves):
        action = rng.choice(game.legal(state))
        labels.append(game.label(state, action))
        game.apply(state, action)
    return start | {"actions": labels}, state


def question(name: str = "elysium", level: str = "shepherd", moves: int = 12, seed: int = 1) -> Question:
    game = pediment.game(name)
    so_far, state = course(name, moves, seed)
    return Question(so_far, state.to_move, level, tuple(game.label(state, action) for action in game.legal(state)))


def run(test: Callable[[Workers], Awaitable[None]], processes: int = 1, seconds: float = LONG) -> Workers:
    """Try something with workers that are then closed; nothing of them is left."""

    async def trial() -> Workers:
        pool = Workers(processes, seconds)
        pool.start()
        try:
            async with asyncio.timeout(LONG):
                await test(pool)
        finally:
            await pool.close()
        assert not children()
        return pool

    return asyncio.run(trial())


def children(parent: int | None = None) -> list[int]:
    """The workers that a process has started, this one if not said otherwise."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parts = (entry / "stat").read_text().rpartition(")")[2].split()
                ours = b"pediment.server.jobs.bot_worker" in (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if ours and parts[0] != "Z" and int(parts[1]) == (parent or os.getpid()):
                found.append(int(entry.name))
    return found


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


async def stopped(pool: Workers) -> int:
    """Stop the only worker, which has shown that it works, in the middle of whatever it will be asked."""
    await pool.answer(question())
    [pid] = children()
    os.kill(pid, signal.SIGSTOP)
    return pid


async def asked(pool: Workers, what: Question) -> asyncio.Task[str]:
    """Ask, and wait until a worker has the question."""
    task = asyncio.create_task(pool.answer(what))
    await until(lambda: pool.busy == 1)
    return task


def stand_in(code: str) -> tuple[str, ...]:
    """A worker that does as it likes."""
    return sys.executable, "-c", code


@pytest.mark.parametrize("name", pediment.games())
def test_every_level_answers_legally(name: str) -> None:
    async def test(pool: Workers) -> None:
        questions = [question(name, level, 10 * i) for i, level in enumerate(bots.levels())]
        answers = await asyncio.gather(*map(pool.answer, questions))
        for what, answer in zip(questions, answers, strict=True):
            assert answer in what.legal

    pool = run(test, processes=2)
    assert (pool.answered, pool.fallbacks, pool.busy, pool.waiting) == (6, 0, 0, 0)
    assert not pool.replaced


def test_a_position_is_a_beginning_too() -> None:
    game = pediment.game("elysium")
    state = game.new(seats=2, seed=3)
    so_far = {"game": "elysium", "position": game.describe(state), "actions": []}
    what = Question(so_far, state.to_move, "greedy", tuple(game.label(state, action) for action in state.legal))

    async def test(pool: Workers) -> None:
        assert await pool.answer(what) in what.legal

    assert run(test).fallbacks == 0


@pytest.mark.parametrize("name", pediment.games())
def test_a_known_table_is_only_played_on(name: str) -> None:
    game, states = pediment.game(name), States(2)
    so_far, end = course(name, 30)
    actions = so_far["actions"]
    early = states.at(game, so_far | {"actions": actions[:10]})
    assert states.at(game, so_far) is early
    assert game.digest(early) == game.digest(end)

    undone = so_far | {"actions": actions[:10]}
    again = states.at(game, undone)
    assert again is not early
    assert game.digest(again) == game.digest(record.follow(game, undone))

    redrawn = undone | {"redraws": [{"at": 10, "seed": fair_seed(SECRET, ["", ""], 1)}]}
    assert game.digest(states.at(game, redrawn)) == game.digest(record.follow(game, redrawn)) != game.digest(again)
    assert states.at(game, undone) is again


def test_only_the_last_tables_are_kept() -> None:
    game, states = pediment.game("elysium"), States(2)
    courses = [{"game": "elysium", "options": {}, "seats": 2, "seed": seed, "actions": []} for seed in range(3)]
    first, *others = [states.at(game, so_far) for so_far in courses]
    assert [states.at(game, so_far) for so_far in courses[1:]] == others
    assert states.at(game, courses[0]) is not first


def test_a_worker_that_is_killed_while_it_thinks() -> None:
    async def test(pool: Workers) -> None:
        pid = await stopped(pool)
        what = question("ephyran")
        task = await asked(pool, what)
        os.kill(pid, signal.SIGKILL)
        assert await task in what.legal
        assert children() != [pid]

    pool = run(test)
    assert (pool.replaced, pool.answered, pool.fallbacks) == ({"died": 1}, 2, 0)


def test_a_worker_that_died_while_nobody_asked_costs_the_question_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: Workers) -> None:
        what = question()
        for _ in range(2):
            await pool.answer(what)
            [pid] = children()
            os.kill(pid, signal.SIGKILL)
            await until(lambda: not children() and all(ended() for ended in endings))
        assert await pool.answer(what) in what.legal

    endings: list[Callable[[], bool]] = []
    start = supervisor.Process.start

    async def started(*args: Any) -> supervisor.Process:
        found = await start(*args)
        endings.append(lambda: found.ended)
        return found

    monkeypatch.setattr(supervisor.Process, "start", started)
    pool = run(test)
    assert (pool.replaced, pool.answered, pool.fallbacks) == ({"died": 2}, 3, 0)


def test_a_worker_that_hangs() -> None:
    """Only the hanging one has little time: what is measured is not how quick the machine is."""

    async def test(pool: Workers) -> None:
        await stopped(pool)
        what = question("ephyran", "scholar")
        pool.job_seconds = 0.2
        task = await asked(pool, what)
        pool.job_seconds = LONG
        assert await task in what.legal

    pool = run(test)
    assert (pool.replaced, pool.answered, pool.fallbacks) == ({"hung": 1}, 2, 0)


READY = "import os, sys, json, time; print('{\"ready\": true}', flush=True)\n"


@pytest.mark.parametrize(
    ("why", "code"),
    [
        ("rubbish", "print('hello', flush=True)"),
        ("rubbish", "print('x' * 200_000, flush=True)"),
        ("rubbish", "print('[' * 60_000, flush=True)"),
        ("rubbish", "print('[]', flush=True)"),
        ("rubbish", "print(json.dumps({'id': asked['id'] + 1, 'answer': 'pass'}), flush=True)"),
        ("rubbish", "print(json.dumps({'id': asked['id']}), flush=True)"),
        ("rubbish", "print(json.dumps({'id': asked['id'], 'answer': 7}), flush=True)"),
        ("rubbish", "print(json.dumps({'id': asked['id'], 'answer': 'pass', 'more': 7}), flush=True)"),
        ("rubbish", 'os.write(1, b\'{"id": %d, "answer": "\\xff"}\\n\' % asked[\'id\'])'),
        ("rubbish", 'os.write(1, b\'{"id": %d, "error": "\\xff"}\\n\' % asked[\'id\'])'),
        ("illegal", "print(json.dumps({'id': asked['id'], 'answer': 'castle'}), flush=True)"),
        ("died", "print('{', end='', flush=True); sys.exit()"),
        ("hung", "time.sleep(60)"),
    ],
)
def test_no_answer_after_all(monkeypatch: pytest.MonkeyPatch, why: str, code: str) -> None:
    endless = f"for line in sys.stdin:\n asked = json.loads(line)\n {code}"
    monkeypatch.setattr(workers, "COMMAND", stand_in(READY + endless))

    async def test(pool: Workers) -> None:
        what = question()
        assert await pool.answer(what) in what.legal

    pool = run(test, seconds=0.3 if why == "hung" else LONG)
    assert (pool.replaced, pool.answered, pool.fallbacks) == ({why: 2}, 0, 1)


def test_what_is_said_unasked_is_no_answer_to_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "for line in sys.stdin:\n i = json.loads(line)['id']\n"
    code += " for i in (i, i + 1): print(json.dumps({'id': i, 'answer': 'quest 1'}), flush=True)"
    monkeypatch.setattr(workers, "COMMAND", stand_in(READY + code))
    what = question()
    legal = Question(what.course, what.seat, what.level, ("quest 1", "quest 2"))
    other = Question(what.course, what.seat, what.level, ("pass", "quest 3"))

    async def test(pool: Workers) -> None:
        assert await pool.answer(legal) == "quest 1"
        assert await pool.answer(other) in other.legal

    assert run(test).fallbacks == 1


@pytest.mark.parametrize("command", [stand_in("raise SystemExit(1)"), ("/nowhere/at/all",), stand_in("print('no')")])
def test_workers_that_never_start_neither_spin_nor_hold_up_the_game(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr(workers, "COMMAND", command)
    monkeypatch.setattr(supervisor, "PAUSE_SECONDS", LONG)

    async def test(pool: Workers) -> None:
        what = question()
        answers = await asyncio.gather(*(pool.answer(what) for _ in range(5)))
        assert set(answers) <= set(what.legal)
        for _ in range(100):
            assert await pool.answer(what) in what.legal
            await asyncio.sleep(0)
        assert pool.replaced.total() == 4  # each of the two has been started twice, and then rests

    assert run(test, processes=2).fallbacks == 105


def test_workers_come_back_when_they_can(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = f"import os, sys\nif not os.path.exists({str(tmp_path / 'well')!r}): sys.exit(1)\n"
    monkeypatch.setattr(workers, "COMMAND", stand_in(code + "from pediment.server.jobs.bot_worker import main\nmain()"))
    monkeypatch.setattr(supervisor, "PAUSE_SECONDS", 0.05)

    async def test(pool: Workers) -> None:
        await pool.answer(question())
        assert pool.answered == 0
        (tmp_path / "well").touch()
        while not pool.answered:
            assert await pool.answer(question())
            await asyncio.sleep(0.05)

    run(test)


def test_a_question_that_cannot_be_answered_harms_no_worker(caplog: pytest.LogCaptureFixture) -> None:
    what = question()
    wrong = Question(what.course | {"actions": ["take somethinghidden"]}, what.seat, what.level, what.legal)
    not_asked = Question(what.course, 1 - what.seat, what.level, what.legal)

    async def test(pool: Workers) -> None:
        await pool.answer(what)
        before = children()
        assert await pool.answer(wrong) in what.legal
        assert await pool.answer(not_asked) in what.legal
        assert await pool.answer(what) in what.legal
        assert children() == before

    pool = run(test)
    assert (pool.answered, pool.fallbacks) == (2, 2)
    said = [structured_log.JsonLines().format(entry) for entry in caplog.records]
    assert "RecordError at record.py:" in said[0]
    assert "somethinghidden" not in "".join(said)


def test_a_cancelled_question_leaves_its_worker_to_the_next() -> None:
    async def test(pool: Workers) -> None:
        pid = await stopped(pool)
        gone = await asked(pool, question("elysium", "scholar"))
        waits = asyncio.create_task(pool.answer(question("elysium", "scholar")))
        what = question("ephyran")
        task = asyncio.create_task(pool.answer(what))
        await until(lambda: pool.waiting == 2)
        gone.cancel()
        waits.cancel()
        await until(lambda: pool.waiting == 1)
        os.kill(pid, signal.SIGCONT)
        assert await task in what.legal
        assert gone.cancelled()
        assert waits.cancelled()
        assert children() == [pid]

    pool = run(test)
    assert (pool.answered, pool.fallbacks, pool.busy) == (3, 0, 0)
    assert not pool.replaced


def test_a_cancelled_question_is_not_asked_again() -> None:
    async def test(pool: Workers) -> None:
        pid = await stopped(pool)
        gone = await asked(pool, question())
        gone.cancel()
        await asyncio.wait([gone])
        os.kill(pid, signal.SIGKILL)
        await pool.answer(question())

    pool = run(test)
    assert (pool.answered, pool.fallbacks) == (2, 0)


def test_twenty_questions_at_once() -> None:
    async def test(pool: Workers) -> None:
        questions = [question(name, "shepherd", 3 * i) for i in range(10) for name in pediment.games()]
        tasks = [asyncio.create_task(pool.answer(what)) for what in questions]
        await asyncio.sleep(0)
        assert (pool.waiting, pool.busy) == (20, 0)
        await until(lambda: pool.busy == 2 or pool.answered > 0)
        for what, answer in zip(questions, await asyncio.gather(*tasks), strict=True):
            assert answer in what.legal

    pool = run(test, processes=2)
    assert (pool.answered, pool.fallbacks) == (20, 0)


def test_the_first_asked_is_the_first_answered() -> None:
    async def test(pool: Workers) -> None:
        order: list[int] = []

        async def ask(i: int) -> None:
            await pool.answer(question(level="uniform", moves=i))
            order.append(i)

        await asyncio.gather(*map(ask, range(8)))
        assert order == list(range(8))

    run(test)


def test_a_long_course_gets_through() -> None:
    what = question()
    actions = [" " * 300_000 + label for label in what.course["actions"]]
    long = Question(what.course | {"actions": actions}, what.seat, what.level, what.legal)

    async def test(pool: Workers) -> None:
        assert await pool.answer(long) in what.legal

    assert run(test).fallbacks == 0


def test_close_ends_the_thinking_and_the_waiting() -> None:
    async def test(pool: Workers) -> None:
        await stopped(pool)
        thinking = await asked(pool, question())
        waiting = asyncio.create_task(pool.answer(question()))
        await until(lambda: pool.waiting == 1)
        await pool.close()
        for task in (thinking, waiting):
            with pytest.raises(Closed):
                await task
        with pytest.raises(Closed):
            await pool.answer(question())

    run(test)


def test_close_while_they_start() -> None:
    async def test(pool: Workers) -> None:
        await asyncio.sleep(0)

    run(test, processes=2)


@pytest.mark.parametrize("level", ["zeus", "./bot", "python3 bot.py", "ws://localhost:1", "search@9", ""])
def test_only_the_bots_by_name(level: str) -> None:
    async def test(pool: Workers) -> None:
        with pytest.raises(ValueError, match="shepherd, potter"):
            await pool.answer(question(level=level))

    run(test)


def test_interruptions_are_for_the_server() -> None:
    async def test(pool: Workers) -> None:
        what = question()
        await pool.answer(what)
        [pid] = children()
        assert os.getpgid(pid) == pid
        os.kill(pid, signal.SIGINT)
        os.kill(pid, signal.SIGTERM)
        assert await pool.answer(what) in what.legal
        assert children() == [pid]

    assert not run(test).replaced


def test_what_a_worker_prints_is_a_complaint_and_no_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = "import sys, warnings\nfrom pediment.server.jobs import bot_worker as worker\nanswer = worker.answer\n"
    code += "def noisy(*a): print('noise', flush=True); print('x' * 100_000, file=sys.stderr); return answer(*a)\n"
    monkeypatch.setattr(workers, "COMMAND", stand_in(code + "worker.answer = noisy\nworker.main()"))

    async def test(pool: Workers) -> None:
        for _ in range(30):
            await pool.answer(question())

    assert run(test).answered == 30
    said = [vars(entry)["fields"]["text"] for entry in caplog.records]
    assert said[0] == "noise"
    assert len(said) <= supervisor.MAX_STDERR_LINES


PARENT = """
import asyncio, json, sys
from pediment.server.jobs.bot_workers import Question, Workers

async def main():
    workers = Workers(2, 60)
    workers.start()
    what = Question(**json.loads(sys.stdin.readline()))
    await asyncio.gather(*(workers.answer(what) for _ in range(2)))
    tasks = [asyncio.create_task(workers.answer(what)) for _ in range(50)]
    while workers.busy < 2:
        await asyncio.sleep(0)
    print("thinking", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


def test_no_worker_survives_its_server() -> None:
    with subprocess.Popen(stand_in(PARENT), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        what = question("ephyran", "titan")
        server.stdin.write(json.dumps(vars(what)).encode() + b"\n")
        server.stdin.flush()
        assert server.stdout.readline() == b"thinking\n"
        orphans = children(server.pid)
        assert len(orphans) == 2
        server.kill()
    end = time.monotonic() + LONG
    while any(is_worker(pid) for pid in orphans):
        assert time.monotonic() < end
        time.sleep(0.01)


def is_worker(pid: int) -> bool:
    try:
        return b"pediment.server.jobs.bot_worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_the_secret_is_told_to_nobody(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    logs_before = caplog.text

    async def test(pool: Workers) -> None:
        what = question()
        await pool.answer(what)
        for pid in children():
            for kind in ("cmdline", "environ"):
                assert SECRET.hex().encode() not in Path(f"/proc/{pid}/{kind}").read_bytes()
        for change in ({"seed": SEED + "x"}, {"actions": [SEED]}, {"options": {SEED: 1}}, {"game": SEED}):
            wrong = Question(what.course | change, what.seat, what.level, what.legal)
            await pool.answer(wrong)

    assert run(test).fallbacks == 4
    out, err = capfd.readouterr()
    told = "".join(repr(vars(entry)) for entry in caplog.records) + caplog.text + out + err + logs_before
    assert "fell back" in told
    assert SECRET.hex() not in told
    assert "hmac" not in told
