"""`pediment serve`: the command that runs a server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import functools
import ipaddress
import json
import logging
import os
import re
import socket
import threading
import urllib.request
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import uvicorn
from rich.console import Console
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from pediment.command.arguments import Parser, decimal
from pediment.command.error_messages import translate
from pediment.command.errors import UserError
from pediment.server import garbage, structured_log
from pediment.server.domain.levels import Agent, is_agent_name
from pediment.server.domain.refusal import TEXTS
from pediment.server.jobs.agents import AgentFails, look_at
from pediment.server.live.mail import is_address, smtp_server
from pediment.server.live.tables import LiveTables
from pediment.server.server import Server
from pediment.server.settings import Settings
from pediment.server.store.store import Unavailable
from pediment.server.web.app import app_of
from pediment.server.web.connections import (
    ACCEPTED_AT_ONCE,
    Connections,
    FilteringSocket,
    HttpConnection,
    most_connections,
)
from pediment.server.web.wire import MAX_FRAME_BYTES

Number = TypeVar("Number", int, float)

PORTS: Final = range(Settings.port, Settings.port + 100)
"""Searched for a free port when none is given."""
BACKLOG: Final = 1024
"""Connections that wait to be accepted."""
SHUTDOWN_SECONDS: Final = 10
"""For which requests under way may go on when the server is stopped."""
GOODBYE_SECONDS: Final = 2.0
"""For which the server waits until sockets have answered its goodbye."""
MIN_TOKEN_LENGTH: Final = 24
"""Characters of the operator's token."""
TEXT_BROWSERS: Final = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})
"""They would take the server's terminal."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment serve`; each but --open can be set by an environment variable."""
    say = TEXTS.section(parser.language, "serve")

    def add(option: str, metavar: str, read: Callable[[str], Any] = str) -> None:
        def checked(text: str) -> Any:
            try:
                return read(text)
            except ValueError:
                raise argparse.ArgumentTypeError(say["wrong"].format(text=text, wanted=say[f"{option}-is"])) from None

        parser.add_argument(
            f"--{option}", metavar=metavar, type=checked, default=_environ(option) or None, help=say[option]
        )

    add("host", "ADDRESS")
    add("port", "PORT", _port)
    add("database", "URL")
    add("public-url", "URL", _public_url)
    add("workers", "N", _workers)
    parser.add_argument("--agent", metavar="NAME=BOT", action="append", help=say["agent"])
    add("think", "SECONDS", _think)
    add("pace", "SECONDS", _pace)
    add("requests", "N", _requests)
    add("keep-finished", "DAYS", _days)
    parser.add_argument("--webhooks", action="store_true", default=_environ("webhooks") == "1", help=say["webhooks"])
    parser.add_argument("--webhook-host", metavar="HOST", action="append", help=say["webhook-host"])
    add("smtp", "URL", _smtp)
    add("mail-from", "ADDRESS", _sender)
    parser.add_argument("--proxy", metavar="ADDRESS", action="append", help=say["proxy"])
    add("logs", "text|json", _logs)
    parser.add_argument("--open", action="store_true", help=say["open"])
    parser.removed["--fanout"] = say["no-fanout"]


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment serve`: 0 once it was stopped. Raises UserError for a port or a database that cannot be used."""
    language: str = args.language
    try:
        if _environ("fanout"):
            raise UserError(TEXTS.say(language, "serve.no-fanout"))
        with _listener(args.host or Settings.host, args.port, language) as listener:
            settings = _settings(args, listener.getsockname()[1])
            structured_log.set_up(settings.logs)
            if args.open and args.logs is None:  # somebody's own table: its terminal is for the link
                for name in ("pediment", "uvicorn", "uvicorn.error"):
                    logging.getLogger(name).setLevel(logging.WARNING)
            asyncio.run(serve(_server(settings, language), listener, lambda: _welcome(args, settings, console)))
    except Unavailable as error:
        running = _running() if args.open else None
        if running is not None:  # they closed the page and want it back
            console.print(TEXTS.say(language, "serve.running", link=running), soft_wrap=True)
            _open(running)
            return 0
        raise UserError(TEXTS.say(language, "serve.no-database", why=translate(error, language))) from None
    console.print(TEXTS.say(language, "serve.stopped"))
    return 0


class Listening(uvicorn.Server):
    """uvicorn, which tells when it is ready, and says goodbye before it hangs up."""

    def __init__(self, config: uvicorn.Config, tables: LiveTables, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._tables = tables
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(BACKLOG)  # asyncio has set it to what it accepts at once
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, finish the commands under way, say goodbye to every socket; then hang up."""
        for server in self.servers:
            server.close()
        await self._tables.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while any(live.listeners for live in self._tables.loaded.values()):
                    await asyncio.sleep(0.02)
        structured_log.log("hanging up", connections=len(self.server_state.connections))
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal stops the server, the second ends it at once: what was acknowledged is durable anyway."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True


def listening(server: Server, listener: socket.socket) -> tuple[uvicorn.Config, FilteringSocket]:
    """How uvicorn serves a server that is running, and what it listens on instead of that socket."""
    proxy = ProxyHeadersMiddleware(app_of(server), server.settings.proxies)  # type: ignore[arg-type]
    most = most_connections(server.settings.workers)
    connections = Connections(proxy, server.reading, most, server.settings.connections)
    server.metrics.gauge("pediment_connections", "Open connections", lambda: len(connections))
    config = uvicorn.Config(
        proxy,
        proxy_headers=False,  # done by `proxy`, which knows whom to trust
        lifespan="off",  # the server is started where its errors can be told
        http=functools.partial(HttpConnection, connections),  # type: ignore[arg-type]
        ws="websockets-sansio",  # as HttpConnection makes it
        ws_max_size=4 * MAX_FRAME_BYTES,  # a frame that is a little too long gets an answer
        ws_per_message_deflate=False,  # costs each socket more memory than all the rest
        backlog=ACCEPTED_AT_ONCE,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        server_header=False,
        **structured_log.UVICORN,
    )
    return config, FilteringSocket(listener, connections)


async def serve(server: Server, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on a socket that listens, until a signal; `ready` is called when the first request can come."""
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio does it only for sockets it makes itself
    async with server.running():
        server.workers.start()  # the first bot to be asked need not wait for its process
        config, filtering = listening(server, listener)
        collecting = asyncio.create_task(garbage.collect_seldom())
        await Listening(config, server.tables, ready).serve([filtering])
        collecting.cancel()


def _listener(host: str, port: int | None, language: str) -> socket.socket:
    """A socket that listens at that port, or without one at the first that is free. Raises UserError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in PORTS if port is None else [port]:
        try:
            return socket.create_server((host, each), family=family)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = translate(error.strerror or error, language)
                raise UserError(TEXTS.say(language, "serve.no-address", host=host, port=each, why=why)) from None
    if port is None:
        raise UserError(TEXTS.say(language, "serve.no-port", first=PORTS[0], last=PORTS[-1]))
    raise UserError(TEXTS.say(language, "serve.taken", port=port))


def _settings(args: argparse.Namespace, port: int) -> Settings:
    given = {
        "host": args.host,
        "port": port,
        "database": args.database,
        "public_url": args.public_url,
        "workers": args.workers,
        "agents": _agents(args),
        "think": args.think,
        "pace": args.pace,
        "requests": args.requests,
        "keep_finished": args.keep_finished,
        "operator": _operator(args.language),
        "webhooks": args.webhooks,
        "webhook_hosts": frozenset(host.lower() for host in _several(args, "webhook-host")),
        "smtp": _smtp_with_sender(args),
        "smtp_password": _environ("smtp-password") or None,
        "mail_from": args.mail_from,
        "proxies": ",".join(_proxies(args)) or None,
        "logs": args.logs,
    }
    return Settings(**{name: value for name, value in given.items() if value is not None})


def _several(args: argparse.Namespace, option: str) -> list[str]:
    """The values of an option that can be repeated; its variable separates them with commas."""
    given: list[str] | None = getattr(args, option.replace("-", "_"))
    return given or [word.strip() for word in _environ(option).split(",") if word.strip()]


def _proxies(args: argparse.Namespace) -> list[str]:
    proxies = _several(args, "proxy")
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise UserError(TEXTS.say(args.language, "serve.no-proxy", proxy=proxy)) from None
    return proxies


def _agents(args: argparse.Namespace) -> tuple[Agent, ...]:
    """The bots that are offered to players."""
    found: dict[str, Agent] = {}
    for given in _several(args, "agent"):
        name, _, bot = given.partition("=")
        if not is_agent_name(name) or not bot or name in found:
            raise UserError(TEXTS.say(args.language, "serve.no-agent", given=given))
        try:
            found[name] = look_at(name, bot)
        except AgentFails as error:
            why = translate(error, args.language)
            raise UserError(TEXTS.say(args.language, "serve.agent-fails", name=name, why=why)) from None
    return tuple(found.values())


def _smtp_with_sender(args: argparse.Namespace) -> str | None:
    """The SMTP server, which needs a sender, as does the sender a server."""
    if (args.smtp is None) != (args.mail_from is None):
        raise UserError(TEXTS.say(args.language, "serve.no-mail"))
    smtp: str | None = args.smtp
    return smtp


def _operator(language: str) -> str | None:
    """The operator's token, from the environment only: the command line can be read by others."""
    token = _environ("operator-token")
    if token and (len(token) < MIN_TOKEN_LENGTH or not token.isascii() or not token.isprintable() or "," in token):
        raise UserError(TEXTS.say(language, "serve.no-operator", least=MIN_TOKEN_LENGTH))
    return token or None


def _server(settings: Settings, language: str) -> Server:
    try:
        return Server(settings)
    except (ValueError, ModuleNotFoundError) as error:
        raise UserError(TEXTS.say(language, "serve.no-database", why=translate(error, language))) from None


def _welcome(args: argparse.Namespace, settings: Settings, console: Console) -> None:
    """Tell where the server is, and open it if that was asked for."""
    link = _link(settings)
    facts = {"host": settings.host, "port": settings.port, "link": link, "database": _shown(settings.database)}
    if args.port is None and settings.port != PORTS[0]:
        console.print(TEXTS.say(args.language, "serve.other-port", taken=PORTS[0], port=settings.port), soft_wrap=True)
    console.print(TEXTS.say(args.language, "serve.welcome", **facts), soft_wrap=True)
    if args.open:
        threading.Thread(target=_open, args=(link,), daemon=True).start()


def _link(settings: Settings) -> str:
    """The link to the server, by its public name if it has one."""
    everywhere = settings.host in ("", "0.0.0.0", "::") and not settings.public_url
    return f"http://{_own_address()}:{settings.port}/" if everywhere else f"{settings.url}/"


def _own_address() -> str:
    """The address by which others in the same network reach this machine."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing
        return str(probe.getsockname()[0])
    return "localhost"


def _running() -> str | None:
    """The link of a server of this machine that was started without a port."""
    for port in PORTS:
        link = f"http://127.0.0.1:{port}/"
        with contextlib.suppress(OSError, ValueError), urllib.request.urlopen(f"{link}healthz", timeout=2) as answer:
            if json.load(answer).get("status") == "ok":
                return link
    return None


def _shown(database: str) -> str:
    """The place of a database: the whole path of a file, or a URL without what may be a password."""
    parts = urlsplit(database)
    if parts.scheme in ("", "sqlite"):
        return str(Path(re.sub("^/+", "/", database.removeprefix("sqlite://"))).absolute())
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _open(link: str) -> None:
    """Open a link in a browser with windows, if there is one."""
    with contextlib.suppress(webbrowser.Error):
        browser = webbrowser.get()
        if browser.basename not in TEXT_BROWSERS:
            browser.open(link)


def _environ(option: str) -> str:
    """What the environment says of an option: PEDIMENT_PUBLIC_URL for --public-url."""
    return os.environ.get(f"PEDIMENT_{option.upper().replace('-', '_')}", "")


def _port(text: str) -> int:
    return _between(int(text), 0, 65_535)


def _workers(text: str) -> int:
    return _between(int(text), 1, 1000)


def _think(text: str) -> float:
    return _between(decimal(text), 0.1, 3600.0)


def _pace(text: str) -> float:
    return _between(decimal(text), 0.0, 60.0)


def _requests(text: str) -> float:
    return _between(decimal(text), 0.1, 1e6)


def _days(text: str) -> float:
    return _between(decimal(text), 0.0, 36_500.0)


def _smtp(text: str) -> str:
    smtp_server(text)
    return text


def _sender(text: str) -> str:
    if not is_address(text):
        raise ValueError(text)
    return text


def _logs(text: str) -> str:
    if text not in ("text", "json"):
        raise ValueError(text)
    return text


def _public_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError(text)
    return text.rstrip("/")


def _between(number: Number, least: Number, most: Number) -> Number:
    if not least <= number <= most:
        raise ValueError(number)
    return number
