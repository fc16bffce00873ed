"""Real databases for tests: SQLite files, and Debian's PostgreSQL on loopback."""

from __future__ import annotations

import contextlib
import glob
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from pediment.server.store.store import TableHead
from tests.depth import MUST

HEAD = TableHead(game="elysium", status="running", listed=True, due=None, people=("ana", "mo"), summary=b'{"seats":2}')
PATIENCE = 120.0
"""Seconds within which everything happens that happens at all, on a busy machine too."""


class PostgresServer:
    """PostgreSQL in a folder of its own, which can be killed and started again on the same data.

    It runs as the user of that name when we are root, which it refuses to be.
    """

    def __init__(self, program: str) -> None:
        self.program = program
        self.user = "postgres" if os.geteuid() == 0 else None
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="pediment-"))
        if self.user:
            shutil.chown(self.folder, self.user, self.user)
        self.process: subprocess.Popen[bytes] | None = None
        self.data = self.folder / "data"
        self.used: list[str] = []
        self.spare: list[str] = []
        initdb = [str(Path(program).resolve().with_name("initdb")), "--no-sync", "-A", "trust", "-U", "postgres"]
        subprocess.run(
            [*initdb, "-E", "UTF8", "--locale=C", "-D", str(self.data)],
            check=True,
            capture_output=True,
            cwd=self.folder,
            user=self.user,
            group=self.user,
        )

    def start(self) -> None:
        settings = ["listen_addresses=127.0.0.1", f"port={self.port}", "unix_socket_directories=", "fsync=on"]
        command = [self.program, "-D", str(self.data), *(f"-c{setting}" for setting in settings)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, user=self.user, group=self.user
            )
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > until:
                    pytest.fail((self.folder / "log").read_text(errors="replace"))
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it politely, or by another signal."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)  # at once: its data are not wanted any more
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The URL of a database that is empty."""
        if self.spare:
            name = self.spare.pop()
        else:
            name = f"test_{secrets.token_hex(6)}"
            self.execute("postgres", f"create database {name}")
        self.used.append(name)
        return self.url(name)

    def empty_databases(self) -> None:
        """After a test: to make new ones takes much longer."""
        while self.used:
            name = self.used.pop()
            end = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'"
            self.execute("postgres", f"alter database {name} reset all; {end}")
            self.execute(name, "drop schema public cascade; create schema public")
            self.spare.append(name)

    def execute(self, database: str, commands: str) -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for command in commands.split(";"):
                connection.execute(command)

    def crash(self) -> None:
        """Leave at once, as after a loss of power: nothing but what is durable is there afterwards."""
        self.stop(signal.SIGQUIT)


def free_port() -> int:
    """A port for a server that is started later, perhaps several times. It stays free until then.

    The system gives nobody a port below its own range, and another test process does not get the same number: as long
    as this one lives, it holds the UDP port of that number.
    """
    while True:
        port = secrets.SystemRandom().randrange(10_000, 32_768)
        with contextlib.suppress(OSError), socket.socket() as tried:
            tried.bind(("127.0.0.1", port))
            with socket.socket(type=socket.SOCK_DGRAM) as held:
                held.bind(("127.0.0.1", port))
                held.detach()
            return port


def program(name: str, package: str, *elsewhere: str) -> str:
    """The path of a server's program. Without it tests are skipped, or fail where everything must be tested."""
    found = shutil.which(name) or next((path for live in elsewhere for path in sorted(glob.glob(live))), None)
    if found:
        return found
    reason = f"there is no {name} here; install the package {package}"
    if MUST:
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for all tests."""
    server = PostgresServer(program("postgres", "postgresql", "/usr/lib/postgresql/*/bin/postgres"))
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def postgres(postgres_server: PostgresServer) -> Iterator[PostgresServer]:
    """A PostgreSQL server that runs, with nothing in it from other tests."""
    if not postgres_server.process:
        postgres_server.start()
    yield postgres_server
    if postgres_server.process:
        postgres_server.empty_databases()


@pytest.fixture
def new_database(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The URL of an empty database by its kind: "sqlite" or "postgresql"."""

    def new(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite://{tmp_path}/{secrets.token_hex(6)}/tables.sqlite"
        server: PostgresServer = request.getfixturevalue("postgres")
        return server.new_database()

    return new


@pytest.fixture(params=["sqlite", "postgresql"])
def database(new_database: Callable[[str], str], request: pytest.FixtureRequest) -> str:
    """The URL of an empty database of each kind."""
    return new_database(request.param)


@pytest.fixture
def old(tmp_path: Path, new_database: Callable[[str], str]) -> Callable[[Path, str], str]:
    """A copy of an old database, by its folder in `tests/fixtures` and its kind."""

    def copy(folder: Path, kind: str) -> str:
        if kind == "sqlite":
            return str(shutil.copy(folder / "tables.db", tmp_path))
        url = new_database(kind)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute((folder / "tables.postgres.sql").read_bytes())
        return url

    return copy
