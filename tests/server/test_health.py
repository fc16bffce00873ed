"""/healthz tells the truth about a full disk and a damaged file; what one process has written, another reads."""

from __future__ import annotations

import asyncio
import http.client
import json
import resource
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.attack import MINE
from tests.server.server_processes import TableServer
from tests.server.store.test_store import damage
from tests.server.stores import PATIENCE, PostgresServer
from tests.server.test_serve import Serving


def health(port: int, language: str = "en") -> tuple[int, dict[str, Any]]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/healthz", headers={"accept-language": language})
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


def until_health(port: int, status: int) -> dict[str, Any]:
    """It is tried once a second."""
    until = time.monotonic() + PATIENCE
    while (found := health(port))[0] != status:
        assert time.monotonic() < until
        time.sleep(0.05)
    return found[1]


def test_a_full_disk_is_not_healthy(tmp_path: Path) -> None:
    """Nor is a move acknowledged on it; and all goes on when there is room again."""
    with Serving("--port", "0", "--database", f"sqlite://{tmp_path}/tables.sqlite") as server:
        table, token = server.new_table()
        assert health(server.port)[0] == 200
        none = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        full = (tmp_path / "tables.sqlite-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, resource.RLIM_INFINITY))
        problem = until_health(server.port, 503)
        assert problem["code"] == "unavailable"
        assert problem["text"].startswith("Nothing can be stored now: d")
        assert str(tmp_path) not in problem["text"]
        assert health(server.port, "fr")[1]["text"].startswith("Rien ne peut être enregistré pour l’instant\u00a0: ")
        status, _, refused = server.ask("POST", f"/api/tables/{table}/commands", {"type": "leave", "seat": 0}, token)
        assert (status, refused["code"]) == (503, "unavailable")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, none)
        until_health(server.port, 200)
        assert server.ask("POST", f"/api/tables/{table}/commands", {"type": "leave", "seat": 0}, token)[0] == 200


def test_a_full_disk_of_postgresql_is_not_healthy(postgres: PostgresServer) -> None:
    url = postgres.new_database()
    with Serving("--port", "0", "--database", url) as server:
        assert health(server.port)[0] == 200
        name = url.rpartition("/")[2]
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "create function no_room() returns trigger language plpgsql as $$begin raise exception"
                " 'could not extend file: No space left on device' using errcode = '53100'; end$$"
            )
        trigger = "create trigger no_room before update on pediment for each row execute function no_room()"
        postgres.execute(name, trigger)
        problem = until_health(server.port, 503)
        assert problem["code"] == "unavailable"
        assert problem["text"] == "Nothing can be stored now: could not extend file: No space left on device."
        postgres.execute(name, "drop trigger no_room on pediment")
        until_health(server.port, 200)


def test_on_a_damaged_file_no_server_starts(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    options = ("--port", "0", "--database", f"sqlite://{file}")
    with Serving(*options) as server:
        server.new_table()
        server.stop(signal.SIGTERM)
    damage(file)
    for language, said, backup in (("en", "is damaged", "BACKUP"), ("fr", "est endommagé", "SAUVEGARDE")):
        code, out, err = Serving(*options, "--language", language).ended()
        assert code == 2, (out, err)
        assert said in err
        assert f"pediment backup --database {backup} {file}" in " ".join(err.split())
        assert "Traceback" not in err


@asynccontextmanager
async def two_servers(database: str, folder: Path) -> AsyncIterator[tuple[TableServer, TableServer]]:
    one, other = (TableServer(database, folder / f"log{n}") for n in range(2))
    try:
        await asyncio.gather(one.start(), other.start())
        yield one, other
    finally:
        one.kill()
        other.kill()


def test_a_player_reads_their_own_writes_at_another_process(tmp_path: Path, postgres: PostgresServer) -> None:
    """From the very moment in which they are acknowledged."""

    async def test() -> None:
        async with two_servers(postgres.new_database(), tmp_path) as servers:
            await asyncio.to_thread(play, *servers)

    def play(one: TableServer, other: TableServer) -> None:
        made = one.ask("POST", "/api/tables", {"game": "elysium", "chairs": MINE, "house": {"chat": True}})
        at, keys = f"/api/tables/{made['table']}", (made["token"],)
        assert other.ask("GET", at, keys=keys)["table"]["chat"] == []
        for n in range(40):
            here, there = (one, other) if n % 2 else (other, one)
            here.ask("POST", f"{at}/commands", {"type": "chat", "seat": 0, "text": f"line {n}"}, keys)
            assert len(there.ask("GET", at, keys=keys)["table"]["chat"]) == n + 1

    asyncio.run(test())
