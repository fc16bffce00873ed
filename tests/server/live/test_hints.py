"""Hints at a table: found in a worker, told to the asker, and that somebody asked to everybody."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.bots import Budget
from pediment.bots.hint import hints
from pediment.server.domain import commands, decide
from pediment.server.domain.events import Hinted, House
from pediment.server.domain.refusal import Refused
from pediment.server.jobs import bot_worker as worker
from pediment.server.jobs import bot_workers as workers
from pediment.server.jobs.bot_workers import Closed, HintQuestion, NoHint, Workers
from pediment.server.live.hints import HintFinder, Hints
from tests.server.jobs.test_bot_workers import LONG, READY, children, course, stand_in
from tests.server.playing import Answer, Client, Running, Sitting, serving, until, wait_for
from tests.server.test_hidden import secretly_asked

ITERATIONS = 30
HINTS = {"hints": True}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("hints") / "tables.sqlite", hint=ITERATIONS) as found:
        yield found


@pytest.fixture
def ann(running: Running) -> Client:
    return running.client()


def table_of(client: Client, game: str = "elysium", **more: Any) -> tuple[str, dict[str, Any]]:
    """A new table whose seats are all the client's, and the view of the seat that is asked."""
    table = client.new_table(game, house=HINTS, **more)["table"]
    return table, asked_view(client, table)


def asked_view(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any]
    [found] = [view for view in client.get(f"/api/tables/{table}")["views"] if view["prompt"]]
    return found


def ask(client: Client, table: str, seat: int, seq: int) -> Answer:
    return client.call("POST", f"/api/tables/{table}/hint", {"seat": seat, "seq": seq})


def who_asked(table: dict[str, Any]) -> list[int]:
    """The seats that the table says have asked for a hint."""
    return [news["seat"] for news in table["news"] if news["what"] == "hinted"]


def asked_at(client: Client, table: str) -> list[int]:
    return who_asked(client.get(f"/api/tables/{table}")["table"])


@pytest.mark.parametrize("game", pediment.games())
def test_a_hint_is_what_a_search_finds(running: Running, ann: Client, game: str) -> None:
    table_id, view = table_of(ann, game)
    answer = ask(ann, table_id, view["seat"], view["seq"])
    assert answer.status == 200, answer.body
    table = running.table(table_id)
    expected = hints(table.game, table.state, view["seat"], budget=Budget(iterations=ITERATIONS), names=table.names())
    assert answer.json["seq"] == view["seq"]
    assert answer.json["hints"] == [
        {
            "label": hint.label,
            "caption": hint.caption,
            "chance": hint.chance,
            "band": list(hint.chance_band),
            "margin": hint.margin,
            "reasons": list(hint.reasons),
        }
        for hint in expected
    ]
    french = Client(ann.port, ann.keys, "fr")
    other = ask(french, table_id, view["seat"], view["seq"]).json["hints"]
    assert [hint["label"] for hint in other] == [hint.label for hint in expected]
    assert other != answer.json["hints"]


def test_hints_of_a_table_where_somebody_was_forgotten_are_not_kept(running: Running, ann: Client) -> None:
    """They may name them."""
    table, view = table_of(ann)
    other, others_view = table_of(ann)
    for name, seen in ((table, view), (other, others_view)):
        assert ask(ann, name, seen["seat"], seen["seq"]).status == 200
    kept = running.server.hints._found
    assert {table, other} <= {key[0] for key in kept}
    assert ann.call("DELETE", f"/api/tables/{table}/seats").status == 200
    assert {table, other} & {key[0] for key in kept} == {other}


def test_everybody_hears_once_that_somebody_asked(running: Running, ann: Client) -> None:
    table, view = table_of(ann)
    watcher = running.client()
    with watcher.live(table) as live:
        live.quiet()
        first = ask(ann, table, view["seat"], view["seq"])
        told = live.until(lambda message: message["type"] == "table")
        assert who_asked(told) == [view["seat"]]
    found = {key: id(hints) for key, hints in running.server.hints._found.items()}
    assert ask(ann, table, view["seat"], view["seq"]).json == first.json
    assert {key: id(hints) for key, hints in running.server.hints._found.items()} == found  # nobody thought again
    assert asked_at(watcher, table) == [view["seat"]]
    assert asked_view(ann, table)["seq"] == view["seq"]  # the game is where it was
    label = first.json["hints"][0]["label"]
    assert ann.command(table, "move", view["seat"], seq=view["seq"], move=label).status == 200
    view = asked_view(ann, table)
    assert ask(ann, table, view["seat"], view["seq"]).status == 200
    assert len(asked_at(watcher, table)) == 2


def test_a_table_in_which_much_happened_gives_hints_too(ann: Client) -> None:
    table, _ = table_of(ann, "ephyran")
    with ann.live(table) as live:
        live.play(random.Random(1), 20)
    view = asked_view(ann, table)
    again = ann.command(table, "undo", 0, seq=view["seq"])
    assert again.status in (200, 409)
    view = asked_view(ann, table)
    legal = {option["label"] for option in view["prompt"]["options"]}
    found = ask(ann, table, view["seat"], view["seq"]).json["hints"]
    assert found
    assert {hint["label"] for hint in found} <= legal


def test_who_gets_no_hint(running: Running, ann: Client) -> None:
    table, view = table_of(ann)
    seat, seq = view["seat"], view["seq"]
    other = 1 - seat
    cases = [
        (running.client(), seat, seq, 403, "not-your-seat"),
        (ann, seat, seq - 1, 409, "old-view"),
        (ann, other, seq, 409, "not-asked"),
        (ann, 7, seq, 422, "no-seat"),
    ]
    for client, whose, when, status, code in cases:
        answer = ask(client, table, whose, when)
        assert (answer.status, answer.code) == (status, code)
    assert asked_at(ann, table) == []
    plain = ann.new_table()["table"]
    view = asked_view(ann, plain)
    english = ask(ann, plain, view["seat"], view["seq"])
    french = ask(Client(ann.port, ann.keys, "fr"), plain, view["seat"], view["seq"])
    assert (english.code, french.code) == ("no-hints", "no-hints")
    assert english.json["text"] != french.json["text"]


def test_no_hint_that_tells_who_is_asked_in_secret() -> None:
    """Seat 1 is asked, and nobody else may know; seats 0 and 2 hear what they always hear."""
    sitting = secretly_asked()
    for seat, code in ((0, "not-asked"), (1, "hint-tells"), (2, "not-asked")):
        wanted = commands.AskHint(seat, sitting.table.seq[seat])
        with pytest.raises(Refused) as refused:
            decide.hint(sitting.table, sitting.caller(seat), wanted, sitting.now, "en")
        assert refused.value.code == code


def test_each_question_is_told_of_anew() -> None:
    sitting = Sitting("elysium", 2, house=House(hints=True))

    def ask_now() -> list[Any]:
        seat = sitting.table.asked
        assert seat is not None
        wanted = commands.AskHint(seat, sitting.table.seq[seat])
        return sitting.take(decide.hint(sitting.table, sitting.caller(seat), wanted, sitting.now, "en"))

    assert [type(event) for event in ask_now()] == [Hinted]
    assert ask_now() == []
    sitting.move()
    assert len(ask_now()) == 1
    again = sitting.table.of("a-table", sitting.events)
    assert again.hinted
    assert list(again.news) == list(sitting.table.news)
    sitting.finish(random.Random(1))
    with pytest.raises(Refused, match="not running"):
        decide.hint(sitting.table, sitting.caller(0), commands.AskHint(0, sitting.table.seq[0]), sitting.now, "en")


def hint_question(game: str = "elysium", iterations: int = ITERATIONS) -> HintQuestion:
    so_far, state = course(game, 12)
    legal = tuple(pediment.game(game).label(state, action) for action in state.legal)
    return HintQuestion(so_far, state.to_move, iterations, "en", legal)


def test_hints_call_players_by_their_names() -> None:
    first, second = ({"card": card, "half": "a", "tokens": ["owl"]} for card in ("TS37", "TS39"))
    hands, areas = [["TS05", "TT55"], ["TT04"], ["TT05"]], ["TS38a", first, second]
    seats = [
        {"hand": hand, "territories": {"gaia": {"areas": [area]}}} for hand, area in zip(hands, areas, strict=True)
    ]
    so_far = {"game": "ephyran", "position": {"seats": seats}, "actions": ["support ares-theft ts05"]}
    question = HintQuestion(so_far, 0, 20, "en", ("seat 1", "seat 2"), ["Ann", "Bob", "Cy"])
    found = worker.hints(worker.States(1), asyncio.run(question.message()))
    assert {hint["label"]: hint["caption"] for hint in found} == {"seat 1": "Bob", "seat 2": "Cy"}
    told = " ".join(reason for hint in found for reason in hint["reasons"])
    assert "Bob leads your opponents" in told
    assert "Player" not in told


def run(test: Callable[[Workers], Awaitable[None]], seconds: float = LONG) -> Workers:
    """Try something with a worker that is then closed."""

    async def trial() -> Workers:
        pool = Workers(1, seconds)
        pool.start()
        try:
            async with asyncio.timeout(LONG):
                await test(pool)
        finally:
            await pool.close()
        return pool

    return asyncio.run(trial())


def test_a_killed_worker_is_replaced() -> None:
    others = children()

    async def test(pool: Workers) -> None:
        first = await pool.hints(hint_question())
        [pid] = set(children()).difference(others)
        os.kill(pid, signal.SIGSTOP)
        task = asyncio.create_task(pool.hints(hint_question()))
        await until(lambda: pool.busy == 1)
        os.kill(pid, signal.SIGKILL)
        assert await task == first

    pool = run(test)
    assert (pool.replaced, pool.fallbacks) == ({"died": 1}, 0)


@pytest.mark.parametrize(
    ("why", "answer"),
    [
        ("rubbish", "'answer': 7"),
        ("rubbish", "'answer': 'pass'"),
        ("rubbish", "'answer': [{'label': 'pass'}]"),
        ("illegal", "'answer': [dict(label='x', caption='', chance=1.0, band=[0, 1], margin=0, reasons=[])]"),
        ("hung", ""),
    ],
)
def test_no_hint_after_all(monkeypatch: pytest.MonkeyPatch, why: str, answer: str) -> None:
    say = "print(json.dumps({'id': json.loads(line)['id'], " + answer + "}), flush=True)"
    code = f"for line in sys.stdin:\n {say if answer else 'time.sleep(60)'}"
    monkeypatch.setattr(workers, "COMMAND", stand_in(READY + code))

    async def test(pool: Workers) -> None:
        with pytest.raises(NoHint):
            await pool.hints(hint_question())

    pool = run(test, seconds=LONG if answer else 0.3)
    assert (pool.replaced, pool.fallbacks) == ({why: 2}, 0)


def test_no_hint_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "COMMAND", ("/nowhere/at/all",))

    async def test(pool: Workers) -> None:
        for _ in range(2):
            with pytest.raises(NoHint):
                await pool.hints(hint_question())
        await pool.close()
        with pytest.raises(Closed):
            await pool.hints(hint_question())

    run(test)


def test_one_hint_at_a_time_and_a_refusal_when_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker answers nothing until it may die, twice; meanwhile the seat cannot ask for more."""
    gate = tmp_path / "gate"
    code = f"import os\nfor line in sys.stdin:\n while not os.path.exists({str(gate)!r}): time.sleep(0.01)\n sys.exit()"
    monkeypatch.setattr(workers, "COMMAND", stand_in(READY + code))
    hint, asks = HintFinder.hint, []

    async def counted(self: HintFinder, *args: Any) -> Hints:
        asks.append(args)
        return await hint(self, *args)

    monkeypatch.setattr(HintFinder, "hint", counted)
    with serving(tmp_path / "tables.sqlite") as running:
        ann = running.client()
        table, view = table_of(ann)
        seat, seq = view["seat"], view["seq"]
        got: list[Answer] = []
        threads = [threading.Thread(target=lambda: got.append(ask(ann, table, seat, seq))) for _ in range(2)]
        for thread in threads:
            thread.start()
        wait_for(lambda: len(asks) == 2 and running.server.workers.busy == 1)
        answer = ask(Client(ann.port, ann.keys, "fr"), table, seat, seq)
        assert (answer.status, answer.code) == (409, "one-hint")
        gate.touch()
        for thread in threads:
            thread.join()
        assert [(answer.status, answer.code) for answer in got] == [(503, "no-hint")] * 2
        assert running.server.workers.replaced == {"died": 2}  # asked once, for both
        assert asked_at(ann, table) == [seat]
