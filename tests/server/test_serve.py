"""`pediment serve` as a process of its own: how it starts, what it says, and how it says goodbye."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pediment.cli import main
from pediment.server import serve
from pediment.server.domain.refusal import TEXTS
from pediment.server.settings import Settings
from pediment.terminal.commands import parser_of
from pediment.terminal.messages import Messages
from tests.server.forks import Forked
from tests.server.stores import PATIENCE, PostgresServer, free_port

NEW_TABLE = {"game": "elysium", "chairs": [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "potter"}]}


class Serving:
    """A server in a process, and what it has said; `fresh` has imported all by itself, as a user's has."""

    def __init__(self, *arguments: str, fresh: bool = False, **environ: str) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PEDIMENT_")}
        command = ["serve", "--workers", "1", "--language", "en", *arguments]
        env = {**clean, "PYTHONUTF8": "1", **environ}
        (heard, out), (complained, err) = os.pipe(), os.pipe()
        self.out, self.err = os.fdopen(heard, encoding="utf-8"), os.fdopen(complained, encoding="utf-8")
        self.process: subprocess.Popen[bytes] | Forked
        if fresh:
            program = [sys.executable, "-m", "pediment.cli"]
            self.process = subprocess.Popen(
                [*program, *command], stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=env
            )
        else:
            self.process = Forked("pediment.cli", command, stdout=out, stderr=err, env=env)
        os.close(out)
        os.close(err)
        self.said: list[str] = []

    def __enter__(self) -> Serving:
        """Wait until it is ready."""
        for line in self.out:
            self.said.append(line.rstrip("\n"))
            if "Ctrl-C" in line:
                return self
        pytest.fail(f"it did not start: {self.said} {self.ended()}")

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self.out.close()
        self.err.close()

    @property
    def link(self) -> str:
        return next(line.split()[1] for line in self.said if line.split()[0] == "open")

    @property
    def port(self) -> int:
        return int(self.link.rstrip("/").rpartition(":")[2])

    def ask(
        self, method: str, path: str, body: object = None, keys: str = "", **headers: str
    ) -> tuple[int, dict[str, str], Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            sent = {"content-type": "application/json", **headers}
            if keys:
                sent["authorization"] = f"Bearer {keys}"
            connection.request(method, path, None if body is None else json.dumps(body), sent)
            response = connection.getresponse()
            text = response.read().decode()
        found = {name.lower(): value for name, value in response.getheaders()}
        return response.status, found, json.loads(text) if text.startswith("{") else text

    def new_table(self) -> tuple[str, str]:
        """Its id, and the token of the first seat."""
        status, _, made = self.ask("POST", "/api/tables", NEW_TABLE)
        assert status == 201, made
        return made["table"], made["token"]

    @contextlib.contextmanager
    def socket(self, table: str, *keys: str) -> Iterator[ClientConnection]:
        """A socket at a table, with a hello if there are keys to show."""
        with connect(f"ws://127.0.0.1:{self.port}/api/tables/{table}/live", compression=None) as live:
            if keys:
                live.send(json.dumps({"type": "hello", "keys": keys}))
            yield live

    def stop(self, how: signal.Signals) -> tuple[int, str, str]:
        """Its exit code and the rest of what it says."""
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> tuple[int, str, str]:
        """Its exit code and the rest of what it says, once it has ended."""
        with self.out, self.err:
            return self.process.wait(PATIENCE), self.out.read(), self.err.read()


def until(live: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of that kind."""
    while True:
        message: dict[str, Any] = json.loads(live.recv(PATIENCE))
        if message["type"] == kind:
            return message


def asked(live: ClientConnection) -> dict[str, Any]:
    """The next view with a question."""
    while True:
        view = until(live, "view")
        if view["prompt"]:
            return view


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite://{tmp_path}/data/tables.sqlite"


def test_it_says_where_it_is(database: str, tmp_path: Path) -> None:
    with Serving("--port", "0", "--database", database, fresh=True) as server:
        assert server.said == [
            f"Pediment listens on 127.0.0.1, port {server.port}.",
            f"  open      http://127.0.0.1:{server.port}/",
            f"  tables    {tmp_path}/data/tables.sqlite",
            "  stop      Ctrl-C",
        ]
        status, headers, health = server.ask("GET", "/healthz")
        assert (status, health["status"]) == (200, "ok")
        assert "server" not in headers
        code, out, err = server.stop(signal.SIGINT)
    assert (code, out) == (0, "Stopped; every move is kept.\n")
    assert [line.split()[2] for line in err.splitlines() if "logger=" not in line] == ["started", "hanging", "stopped"]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_everybody_is_told_goodbye(how: signal.Signals, database: str) -> None:
    """With open sockets and a request that waits for news, the server stops in good order, and goes on afterwards."""
    options = ("--port", "0", "--database", database, "--pace", "0")
    with Serving(*options) as server, contextlib.ExitStack() as stack:
        table, token = server.new_table()
        seated = stack.enter_context(server.socket(table, token))
        spectator = stack.enter_context(server.socket(table, "share_none"))
        view = asked(seated)
        until(spectator, "view")
        path = f"/api/tables/{table}?wait=25"
        tag = server.ask("GET", path, keys=token)[1]["etag"]
        poll = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        stack.callback(poll.close)
        poll.request("GET", path, headers={"authorization": f"Bearer {token}", "if-none-match": tag})
        server.ask("GET", "/healthz")  # answered after the poll was heard
        silent = stack.enter_context(server.socket(table))  # as the last: whoever says nothing is soon sent away
        code, out, err = server.stop(how)
        assert (code, out) == (0, "Stopped; every move is kept.\n"), err
        assert "Traceback" not in err
        assert poll.getresponse().status == 304
        for live in (seated, spectator):
            assert "come back" in until(live, "bye")["text"]
        for live in (seated, spectator, silent):
            with pytest.raises(ConnectionClosed) as closed:
                live.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
    with Serving(*options) as again, again.socket(table, token) as seated:
        assert asked(seated)["seq"] == view["seq"]


def test_commands_under_way_are_answered_before_the_goodbye(database: str) -> None:
    """Whoever sends while the server is stopped hears of each command, in order, up to the bye."""
    house = {"chat": True}
    with Serving("--port", "0", "--database", database) as server:
        made = server.ask("POST", "/api/tables", {**NEW_TABLE, "house": house})[2]
        with server.socket(made["table"], made["token"]) as live:
            until(live, "view")
            for n in range(40):
                live.send(json.dumps({"type": "chat", "seat": 0, "text": f"line {n}"}))
            until(live, "done")
            stopping = threading.Thread(target=server.stop, args=(signal.SIGTERM,))
            stopping.start()
            done, kinds = 1, list[str]()
            with contextlib.suppress(ConnectionClosed):
                while True:
                    kinds.append(json.loads(live.recv(PATIENCE))["type"])
            stopping.join(PATIENCE)
        done += kinds.count("done")
        assert kinds[-1] == "bye"
    with Serving("--port", "0", "--database", database) as again, again.socket(made["table"], made["token"]) as live:
        said = until(live, "table")["chat"]
    assert [line["text"] for line in said] == [f"line {n}" for n in range(done)]


def test_a_second_signal_ends_it_at_once(database: str) -> None:
    """Here a request whose body never comes keeps the server waiting."""
    with (
        Serving("--port", "0", "--database", database) as server,
        socket.create_connection(("127.0.0.1", server.port)) as slow,
    ):
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n")
        slow.sendall(b"Content-Type: application/json\r\n\r\n{")
        server.ask("GET", "/healthz")
        server.process.send_signal(signal.SIGINT)
        for line in server.err:
            if "hanging up" in line:
                break
        assert server.stop(signal.SIGINT)[0] == 130


def test_without_a_port_the_next_free_one_is_taken(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", free_port())) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve, "PORTS", range(port, port + 20))
        with serve._listener("127.0.0.1", None, "en") as found:
            assert port < found.getsockname()[1] < port + 20
        monkeypatch.setattr(serve, "PORTS", range(port, port + 1))
        assert main(["serve", "--database", database]) == 2
        assert f"all ports from {port} to {port} are in use" in capsys.readouterr().err
        assert main(["serve", "--database", database, "--port", str(port)]) == 2
        assert capsys.readouterr() == ("", f"pediment serve: port {port} is in use; choose another one with --port.\n")


def test_it_says_that_it_took_another_port(database: str) -> None:
    while True:
        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # somebody else has it
                stack.enter_context(socket.create_server(("127.0.0.1", Settings.port)))
            server = stack.enter_context(Serving("--database", database))
            if server.port == Settings.port:  # and gave it back just now
                continue
            assert server.said[0] == f"Port 8000 is in use, so this is port {server.port}."
            assert server.ask("GET", "/healthz")[0] == 200
            return


def test_a_database_in_use_is_refused(database: str) -> None:
    with Serving("--port", "0", "--database", database):
        code, out, err = Serving("--port", "0", "--database", database).ended()
    assert (code, out) == (2, "")
    assert err.startswith("pediment serve: the database cannot be used: another server uses ")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--port", "99999"], "99999 is not valid; it must be a number from 0 to 65535."),
        (["--workers", "0"], "0 is not valid"),
        (["--think", "nan"], "nan is not valid"),
        (["--pace", "-1"], "-1 is not valid"),
        (["--requests", "1,000"], "1,000 is not valid"),  # a thousand, or one?
        (["--logs", "xml"], "xml is not valid; it must be text or json."),
        (["--public-url", "play.example.org"], "it must be a link like https://play.example.org, without a path."),
        (["--public-url", "https://example.org/play"], "without a path."),
        (["--smtp", "mail.example.org", "--mail-from", "table@example.org"], "smtps://user@mail.example.org"),
        (["--smtp", "smtp://localhost:25", "--mail-from", "table"], "an e-mail address like table@example.org"),
    ],
)
def test_wrong_arguments(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["serve", "--language", "en", *arguments])
    assert leaving.value.code == 2
    assert why in capsys.readouterr().err


def test_numbers_may_have_a_decimal_comma() -> None:
    parser = parser_of("serve", Messages("fr"))
    assert [parser.parse_args(["--pace", text]).pace for text in ("0,5", "0.5", "2")] == [0.5, 0.5, 2.0]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--database", "mysql://localhost/x"], "no store for mysql://"),
        (["--database", "/dev/null/tables.sqlite"], "cannot be created"),
        (["--database", "postgresql://nobody:secret@127.0.0.1:1/none"], "the database cannot be used: "),
        (["--proxy", "*"], "* is not the address of a proxy"),
        (["--smtp", "smtp://localhost:25"], "--smtp and --mail-from belong together"),
        (["--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
    ],
)
def test_what_cannot_be_used(arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--language", "en", "--port", "0", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pediment serve: ")
    assert why in err
    assert "Traceback" not in err
    assert "secret" not in err


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("arguments", [["--fanout", "redis://localhost"], ["--fanout=redis://localhost"], []])
def test_an_option_that_was_removed(
    language: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a traceback nor silence: whoever relied on it, or on its variable, is told what to do."""
    if not arguments:
        monkeypatch.setenv("PEDIMENT_FANOUT", "redis://localhost")
    assert left(["serve", "--language", language, "--port", "0", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.strip()) == ("", f"pediment serve: {TEXTS.say(language, 'serve.no-fanout')}")
    for word in ("--fanout", "PEDIMENT_FANOUT", "Redis", "PostgreSQL"):
        assert word in err
    assert left(["serve", "--help"]) == 0
    assert "fanout" not in capsys.readouterr().out


def left(arguments: list[str]) -> object:
    """The exit code of a command, by whichever way it is left."""
    try:
        return main(arguments)
    except SystemExit as leaving:
        return leaving.code


def test_the_environment_stands_in_for_options(database: str) -> None:
    given = {
        "PEDIMENT_PORT": "0",
        "PEDIMENT_DATABASE": database,
        "PEDIMENT_PUBLIC_URL": "https://play.example.org/",
        "PEDIMENT_LOGS": "json",
        "PEDIMENT_PROXY": "127.0.0.1, 10.0.0.0/8",
        "PEDIMENT_WEBHOOKS": "1",
    }
    with Serving(fresh=False, **given) as server:
        assert server.link == "https://play.example.org/"
        port = int(server.said[0].rpartition(" ")[2].rstrip("."))
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        with contextlib.closing(connection):
            for host, status in (("play.example.org", 200), ("elsewhere.example.org", 421)):
                connection.request("GET", "/api/games", headers={"host": host})
                response = connection.getresponse()
                response.read()
                assert response.status == status
        code, _, err = server.stop(signal.SIGTERM)
    assert code == 0
    assert [json.loads(line)["event"] for line in err.splitlines()][-1] == "stopped"


def test_a_wrong_variable_is_told_like_a_wrong_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PEDIMENT_PORT", "http")
    with pytest.raises(SystemExit):
        main(["serve"])
    assert "--port" in capsys.readouterr().err


def test_a_trusted_proxy_says_who_the_client_is(database: str) -> None:
    """Metrics are for this machine: a client that a proxy names is not on it. Only a proxy is believed."""
    far = {"x-forwarded-for": "203.0.113.9"}
    with Serving("--port", "0", "--database", database) as server:
        assert server.ask("GET", "/metrics")[0] == 200
        assert server.ask("GET", "/metrics", **far)[0] == 404
    with Serving("--port", "0", "--database", database, "--proxy", "10.0.0.1") as server:
        assert server.ask("GET", "/metrics", **far)[0] == 200


class Browser:
    """What `webbrowser` finds."""

    opened: ClassVar[list[str]] = []

    def __init__(self, name: str) -> None:
        self.basename = name

    def open(self, link: str) -> bool:
        self.opened.append(link)
        return True


@pytest.mark.parametrize(("name", "opens"), [("firefox", True), ("xdg-open", True), ("w3m", False), ("lynx", False)])
def test_only_a_browser_with_windows_is_opened(name: str, opens: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.get", lambda: Browser(name))
    monkeypatch.setattr(Browser, "opened", [])
    serve._open("http://127.0.0.1:8000/")
    assert Browser.opened == ["http://127.0.0.1:8000/"] * opens


@pytest.fixture
def browser(tmp_path: Path) -> tuple[dict[str, str], Path]:
    """A program that is a browser: the environment in which it is the one, and where it writes the link."""
    program, link = tmp_path / "browser", tmp_path / "link"
    os.mkfifo(link)
    program.write_text(f'#!/bin/sh\necho "$1" > {link}\nexec sleep 20 > /dev/null 2>&1\n')
    program.chmod(0o755)
    return {"BROWSER": str(program)}, link


def test_it_opens_the_browser_and_is_quiet(database: str, browser: tuple[dict[str, str], Path]) -> None:
    environ, link = browser
    with Serving("--port", "0", "--database", database, "--open", fresh=True, **environ) as server:
        assert link.read_text() == f"{server.link}\n"
        assert server.ask("GET", "/api/games")[0] == 200  # the browser, which does not end, holds nothing up
        assert server.stop(signal.SIGINT) == (0, "Stopped; every move is kept.\n", "")


def test_without_a_browser_there_is_the_link(database: str) -> None:
    nothing = {"PATH": "/nonexistent", "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    with Serving("--port", "0", "--database", database, "--open", fresh=False, **nothing) as server:
        assert server.ask("GET", "/")[0] == 200
        assert server.stop(signal.SIGINT)[2] == ""


def test_who_starts_it_again_gets_the_page_back(
    database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(serve, "_open", opened.append)
    with Serving("--port", "0", "--database", database) as server:
        monkeypatch.setattr(serve, "PORTS", range(server.port, server.port + 20))
        assert main(["serve", "--open", "--database", database]) == 0
    link = f"http://127.0.0.1:{server.port}/"
    assert opened == [link]
    assert capsys.readouterr().out == f"A table is already open: {link}\n"


def test_links_to_a_server_that_listens_everywhere() -> None:
    assert re.fullmatch(
        r"http://(localhost|\d+\.\d+\.\d+\.\d+):8000/", serve._link(Settings(host="0.0.0.0", port=8000))
    )
    assert serve._link(Settings(host="::1", port=8000)) == "http://[::1]:8000/"
    assert serve._link(Settings(host="::", public_url="https://play.example.org")) == "https://play.example.org/"


def test_a_file_is_shown_by_its_whole_path_and_no_password() -> None:
    for database in ("/srv/tables.sqlite", "sqlite:///srv/tables.sqlite", "sqlite:////srv/tables.sqlite"):
        assert serve._shown(database) == "/srv/tables.sqlite"
    assert serve._shown("tables.sqlite") == str(Path.cwd() / "tables.sqlite")
    assert serve._shown("postgresql://me:secret@db/pediment?password=secret") == "postgresql://db/pediment"


def test_without_its_database_a_server_is_not_healthy(postgres: PostgresServer) -> None:
    with Serving("--port", "0", "--database", postgres.new_database()) as server:
        assert server.said[-2].split()[1].startswith("postgresql://127.0.0.1:")
        assert server.ask("GET", "/healthz")[0] == 200
        postgres.crash()
        while (found := server.ask("GET", "/healthz"))[0] != 503:  # it is tried once a second
            time.sleep(0.05)
        assert found[2]["code"] == "unavailable"
        postgres.start()
        while server.ask("GET", "/healthz")[0] != 200:
            time.sleep(0.05)
        assert server.stop(signal.SIGTERM)[0] == 0


def test_english_and_french_say_the_same() -> None:
    english, french = (TEXTS.section(language, "serve") for language in ("en", "fr"))
    assert english.keys() == french.keys()
