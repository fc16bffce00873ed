"""A finished game is analysed in a process apart, one after the other, and told in numbers and words."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.core import record
from pediment.core.engine.state import OVER
from pediment.lab.analysis import analyse
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.jobs import analyses
from pediment.server.jobs.analyses import Analyses
from pediment.server.jobs.analysis_worker import rounded
from tests.server.jobs.test_bot_workers import READY, stand_in
from tests.server.playing import ANALYSIS_PATIENCE, Client, Running, Sitting, serving, until, wait_for

ITERATIONS = 1


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("analyses") / "tables.sqlite", analysis=ITERATIONS) as found:
        yield found


@pytest.fixture
def ann(running: Running) -> Client:
    return running.client()


def late(game: str) -> dict[str, Any]:
    """The record of a game that begins with a position shortly before its end."""
    rules, chance = pediment.game(game), random.Random(1)
    state = rules.new(seats=2, seed=3)
    while state.to_move != OVER:
        rules.apply(state, chance.choice(rules.legal(state)))
    state = rules.position(rules.describe(rules.rewind(state, len(state.actions) - 8)))
    while state.to_move != OVER:
        rules.apply(state, chance.choice(rules.legal(state)))
    return record.write(rules, state)


def finished(client: Client, game: str) -> str:
    """The id of a table at which such an end was played by Ann and Ben."""
    kept = client.post("/api/records", late(game))["table"]
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    seated = client.post(f"/api/tables/{kept}/continue", {"move": 0, "chairs": chairs})
    client.keys.append(seated["token"])
    with client.live(seated["table"]) as live:
        live.play(random.Random(1))
    return str(seated["table"])


def studied(running: Running, client: Client, table: str) -> dict[str, Any]:
    """The analysis of a table, once it is done."""
    at = f"/api/tables/{table}/analysis"
    client.post(at)
    wait_for(lambda: not running.server.analyses._jobs, ANALYSIS_PATIENCE)
    found: dict[str, Any] = client.get(at)
    assert (found["status"], found["done"]) == ("done", found["of"])
    analysis: dict[str, Any] = found["analysis"]
    return analysis


@pytest.mark.parametrize("game", pediment.games())
def test_a_finished_game_is_analysed(running: Running, ann: Client, game: str) -> None:
    table = finished(ann, game)
    at = f"/api/tables/{table}/analysis"
    given = ann.get(f"/api/tables/{table}/record")
    assert ann.get(at) == {"status": "none", "done": 0, "of": len(given["actions"]), "analysis": None, "queue": 0}
    assert ann.post(at)["status"] == "running"
    assert ann.post(at)["status"] in ("running", "done")  # the same one
    found = studied(running, ann, table)
    numbers = json.loads(json.dumps(rounded(analyse(given, iterations=ITERATIONS).as_dict())))
    for told, decision in zip(found["decisions"], numbers["decisions"], strict=True):
        assert told["caption"]
        assert told | {"better": None} == decision | {"caption": told["caption"], "better": None}
        assert bool(told["better"]) == bool(decision["better"])
        if told["better"]:
            assert told["better"] == decision["better"] | {"caption": told["better"]["caption"]}
    assert {key: found[key] for key in numbers if key != "decisions"} == {
        key: value for key, value in numbers.items() if key != "decisions"
    }
    assert found["names"] == ["Ann", "Ben"]
    assert [turn["number"] for turn in found["turns"]] == numbers["turning_points"]
    assert all(f"Move {turn['number']}, " in turn["text"] for turn in found["turns"])
    assert found["parts"][0]["number"] == 1
    french = studied(running, Client(ann.port, ann.keys, "fr"), table)
    assert f"Coup {french['turns'][0]['number']}, " in french["turns"][0]["text"]
    assert french["sentences"] != found["sentences"]
    assert french["accounts"] == found["accounts"]


def test_records_from_elsewhere_and_games_that_went_on(running: Running, ann: Client) -> None:
    match = pediment.Match(pediment.game("elysium"), seats=2, seed=7)
    for _ in range(9):
        match.play(match.options()[0])
    kept = ann.post("/api/records", match.record())["table"]
    found = studied(running, ann, kept)
    assert (found["names"], found["finished"], len(found["decisions"])) == (["Player 1", "Player 2"], False, 9)
    given = late("elysium")
    kept = ann.post("/api/records", given)["table"]
    chairs = [{"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cyd"}]
    going = ann.post(f"/api/tables/{kept}/continue", {"move": 3, "chairs": chairs})
    ann.keys.append(going["token"])
    with ann.live(going["table"]) as live:
        live.play(random.Random(3))
    found = studied(running, ann, going["table"])
    assert (found["names"], found["finished"]) == (["Ben", "Cyd"], True)
    assert [decision["label"] for decision in found["decisions"][:3]] == given["actions"][:3]


def test_what_is_not_analysed(running: Running, ann: Client) -> None:
    table = ann.new_table(house={"spectators": False})["table"]
    at = f"/api/tables/{table}/analysis"
    for method in ("GET", "POST"):
        answer = ann.call(method, at)
        assert (answer.status, answer.code) == (409, "not-over")
        assert running.client().call(method, at).code == "no-spectators"
    empty = pediment.Match(pediment.game("elysium"), seats=2, seed=7).record()
    kept = ann.post("/api/records", empty)["table"]
    answer = ann.call("POST", f"/api/tables/{kept}/analysis")
    assert (answer.status, answer.code) == (422, "no-moves")
    assert ann.get(f"/api/tables/{kept}/analysis")["status"] == "none"


def over(table: str = "a-table") -> Table:
    sitting = Sitting("elysium", 2)
    sitting.finish(random.Random(1))
    sitting.table.id = table
    return sitting.table


def told(found: Analyses, table: Table) -> dict[str, Any]:
    return dict(json.loads(found.told(table, "en")))


async def ended(found: Analyses, table: Table) -> str:
    while told(found, table)["status"] == "running":
        await asyncio.sleep(0.01)
    return str(told(found, table)["status"])


SAY = "def say(**message): print(json.dumps({'id': asked['id'], **message}), flush=True)\n"
DONE = READY + f"asked = json.loads(sys.stdin.readline())\n{SAY}say(done=3)\n"
GOOD = DONE + "say(answer={'en': {'x': 1}, 'fr': {}}); time.sleep(60)"


@pytest.mark.parametrize(
    "code", ["sys.exit()", "print('[]', flush=True)", "print('x', flush=True)", "say(answer=7)", "say(error='x')"]
)
def test_a_process_that_is_of_no_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str) -> None:
    tries = tmp_path / "tries"
    noted = f"open({str(tries)!r}, 'a').write('x')\n"
    monkeypatch.setattr(analyses, "COMMAND", stand_in(noted + DONE + code))

    async def test() -> None:
        found, table = Analyses(1), over()
        found.start(table, "", "en")
        assert await ended(found, table) == "failed"
        assert tries.read_text() == "xx"
        found._supervisor.command = stand_in(GOOD)
        found.start(table, "", "en")
        assert await ended(found, table) == "done"
        assert told(found, table)["analysis"] == {"x": 1}
        await found.close()

    asyncio.run(test())


def test_a_process_that_hangs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It has all the time it needs to begin, and little for what it never says."""
    gate = tmp_path / "gate"
    code = f"import os\nwhile not os.path.exists({str(gate)!r}): time.sleep(0.01)\n"
    code += "say(done=3); time.sleep(60)"
    monkeypatch.setattr(analyses, "COMMAND", stand_in(DONE + code))

    async def test() -> None:
        found, table = Analyses(1), over()
        found.start(table, "", "en")
        while told(found, table)["done"] < 3:
            await asyncio.sleep(0.01)
        found._supervisor.silence_seconds = 0.3
        gate.touch()
        assert await ended(found, table) == "failed"
        assert told(found, table)["done"] == 3

    asyncio.run(test())


def test_one_after_the_other_and_not_for_ever(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """They are analysed in their order, one process at a time, and the oldest are forgotten."""
    running = str(tmp_path / "running")
    once = f"import os; os.mkdir({running!r})\n" + DONE + "time.sleep(0.05)\n"
    once += f"os.rmdir({running!r}); say(answer={{'en': {{}}, 'fr': {{}}}}); time.sleep(60)"
    monkeypatch.setattr(analyses, "COMMAND", stand_in(once))
    monkeypatch.setattr(analyses, "MAX_WAITING", 4)
    monkeypatch.setattr(analyses, "MAX_WAITING_PER_ADDRESS", 4)
    monkeypatch.setattr(analyses, "MAX_KEPT", 2)

    async def test() -> None:
        found, table = Analyses(1), over()
        tables = [table]
        for n in range(4):
            tables.append(copy.copy(table))
            tables[-1].id = f"table {n}"
        for each in tables[:4]:
            found.start(each, "", "en")
            found.start(each, "", "en")
        for address, code in (("", "own-line"), ("another address", "long-line")):
            with pytest.raises(Refused) as refused:
                found.start(tables[4], address, "en")
            assert refused.value.code == code
        await until(lambda: told(found, tables[3])["queue"] > 0)
        assert [await ended(found, each) for each in tables[2:4]] == ["done", "done"]
        assert [told(found, each)["status"] for each in tables] == ["none", "none", "done", "done", "none"]
        await found.close()

    asyncio.run(test())


def test_closing_ends_the_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    monkeypatch.setattr(
        analyses,
        "COMMAND",
        stand_in(f"import os; open({str(pid)!r}, 'w').write(str(os.getpid()))\n{DONE}time.sleep(60)"),
    )

    async def test() -> None:
        found, table = Analyses(1), over()
        found.start(table, "", "en")
        while not told(found, table)["done"]:
            await asyncio.sleep(0.01)
        await found.close()
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)

    asyncio.run(test())


def test_a_mistake_of_ours_does_not_keep_it_from_closing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def mistake(*given: object) -> None:
        raise KeyError("a mistake")

    async def test() -> None:
        found = Analyses(1)
        monkeypatch.setattr(found._supervisor, "do", mistake)
        found.start(over(), "", "en")
        await found.close()

    asyncio.run(test())


def test_it_needs_no_extra_and_gives_way_to_bots() -> None:
    code = "import sys; from pediment.server.jobs import analysis_worker, bot_worker\n"
    code += "assert not {'numpy', 'scipy', 'matplotlib'} & set(sys.modules)\n"
    code += "assert analysis_worker.NICENESS > bot_worker.NICENESS"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_who_is_forgotten_is_not_named_by_the_analysis(running: Running, ann: Client) -> None:
    table = finished(ann, "ephyran")
    assert "Ann" in json.dumps(studied(running, ann, table))
    assert ann.call("DELETE", f"/api/tables/{table}/seats").status == 200
    assert ann.get(f"/api/tables/{table}/analysis")["status"] == "none"
    assert "Ann" not in json.dumps(studied(running, ann, table))
