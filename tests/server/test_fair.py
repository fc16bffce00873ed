"""Fair draws on a server: what it promised, and what its records can be held to."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from pediment.cli import main
from tests.server.playing import Client, Running, serving


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("fair") / "tables.sqlite") as found:
        yield found


def played(running: Running, client: Client, table: str) -> list[str]:
    """Play to the end; the receipts of the moves at the beginning and at the end."""
    chance = random.Random(1)
    with client.live(table) as live:
        live.play(chance, 20)
        running.finish(table, left=20)
        live.quiet()
        live.play(chance)
        receipts = [message["receipt"] for message in live.heard if message["type"] == "done"]
    assert all(receipts)
    assert len(set(receipts)) == len(receipts) > 20
    return receipts


def verify(record: Any, folder: Path, *arguments: str) -> int:
    (folder / "game.json").write_text(json.dumps(record))
    return main(["verify", str(folder / "game.json"), *arguments])


@pytest.mark.parametrize("game", ["elysium", "ephyran"])
def test_a_record_is_held_to_its_promise_and_its_receipts(running: Running, game: str, tmp_path: Path) -> None:
    ann = running.client()
    table = ann.new_table(game, nonce="mine")["table"]
    promised = ann.get(f"/api/tables/{table}")["table"]["commitment"]
    receipts = played(running, ann, table)
    record = ann.get(f"/api/tables/{table}/record")
    assert record["fair"] == {"version": 2, "table": table}
    shown = [word for receipt in receipts[::5] for word in ("--receipt", receipt)]
    assert verify(record, tmp_path, "--commitment", promised, "--nonce", "mine", *shown) == 0
    assert verify(record | {"fair": {"version": 2, "table": "other"}}, tmp_path, "--commitment", promised) == 1
    kept = ann.post("/api/records", record)["table"]  # somewhere else it is still of that table
    assert ann.get(f"/api/tables/{kept}/record") == record

    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}]
    again = ann.post(f"/api/tables/{table}/continue", {"move": 5, "chairs": chairs})
    ann.keys = [again["token"]]
    promised = ann.get(f"/api/tables/{again['table']}")["table"]["commitment"]
    receipts = played(running, ann, again["table"])
    record = ann.get(f"/api/tables/{again['table']}/record")
    assert verify(record, tmp_path, "--commitment", promised, "--receipt", receipts[-1]) == 0


def test_fresh_draws_need_the_word_of_the_players(running: Running, tmp_path: Path) -> None:
    ann = running.client()
    table = ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "shepherd"}])["table"]
    promised = ann.get(f"/api/tables/{table}")["table"]["commitment"]
    with ann.live(table) as live:
        live.play(random.Random(1), 2)
        view = live.prompt()
        assert live.ask({"type": "propose", "seat": 0, "seq": view["seq"]})["type"] == "done"
        live.play(random.Random(2))
    record = ann.get(f"/api/tables/{table}/record")
    assert verify(record, tmp_path, "--commitment", promised) == 1
    assert verify(record, tmp_path, "--commitment", promised, "--votes", "1") == 0


def test_a_receipt_tells_nothing_while_the_game_runs(running: Running) -> None:
    """It depends on the secret: with the same moves, two tables give different ones."""
    found = set()
    for _ in range(2):
        ann = running.client()
        table = ann.new_table("ephyran", options={"gods": "random"})["table"]
        with ann.live(table) as live:
            view = live.prompt()
            move = {"type": "move", "seat": view["seat"], "seq": 1, "move": view["prompt"]["options"][0]["label"]}
            found.add(live.ask(move)["receipt"])
    assert len(found) == 2
