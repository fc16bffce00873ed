"""`pediment serve`: the table server, from its first line to its goodbye."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import ipaddress
import json
import logging
import os
import socket
import threading
import urllib.request
import webbrowser
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import uvicorn
from rich.console import Console

from pediment.command.arguments import Parser
from pediment.command.errors import complain
from pediment.command.problems import in_words
from pediment.table import garbage, logs
from pediment.table.app import app_of
from pediment.table.refusal import TEXTS
from pediment.table.rooms import Rooms
from pediment.table.server import Server
from pediment.table.settings import Settings
from pediment.table.store import Unavailable
from pediment.table.wire import LONGEST_FRAME

Number = TypeVar("Number", int, float)

WRONG: Final = 2
PORTS: Final = range(Settings.port, Settings.port + 100)
"""Where a free port is looked for when none is named."""
PATIENCE: Final = 10
"""Seconds for which requests under way may go on when the server is stopped."""
GOODBYE: Final = 2.0
"""Seconds for which sockets may take their time to answer a goodbye."""
TEXT_BROWSERS: Final = frozenset({"www-browser", "links", "elinks", "lynx", "w3m"})
"""They would take the server's terminal."""


class _Wrong(Exception):
    """What whoever starts a server can put right."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment serve`; an environment variable stands in for each of them, but for --open."""
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
    add("fanout", "URL")
    add("public-url", "URL", _public_url)
    add("workers", "N", _workers)
    add("think", "SECONDS", _think)
    add("pace", "SECONDS", _pace)
    parser.add_argument("--webhooks", action="store_true", default=_environ("webhooks") == "1", help=say["webhooks"])
    parser.add_argument("--webhook-host", metavar="HOST", action="append", help=say["webhook-host"])
    parser.add_argument("--proxy", metavar="ADDRESS", action="append", help=say["proxy"])
    add("logs", "text|json", _logs)
    parser.add_argument("--open", action="store_true", help=say["open"])


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment serve`: 0 when it was stopped, 2 for wrong arguments, a taken port or a database that will not do."""
    language: str = args.language
    try:
        with _listener(args.host or Settings.host, args.port, language) as listener:
            settings = _settings(args, listener.getsockname()[1])
            logs.set_up(settings.logs)
            if args.open and args.logs is None:  # somebody's own table: its terminal is for the link
                for name in ("pediment", "uvicorn", "uvicorn.error"):
                    logging.getLogger(name).setLevel(logging.WARNING)
            asyncio.run(serve(_server(settings, language), listener, lambda: _welcome(args, settings, console)))
    except _Wrong as wrong:
        complain(f"pediment serve: {wrong}")
        return WRONG
    except Unavailable as error:
        running = _running() if args.open else None
        if running is not None:  # they closed the page and want it back
            console.print(TEXTS.say(language, "serve.running", link=running), soft_wrap=True)
            _open(running)
            return 0
        complain(f"pediment serve: {TEXTS.say(language, 'serve.no-database', why=in_words(error, language))}")
        return WRONG
    console.print(TEXTS.say(language, "serve.stopped"))
    return 0


class Listening(uvicorn.Server):
    """uvicorn, which tells when it is ready, and says goodbye before it hangs up."""

    def __init__(self, config: uvicorn.Config, rooms: Rooms, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._rooms = rooms
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in, finish the commands under way, say goodbye to every socket; then hang up."""
        for server in self.servers:
            server.close()
        await self._rooms.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while any(place.ears for place in self._rooms.places.values()):
                    await asyncio.sleep(0.02)
        logs.log("hanging up", connections=len(self.server_state.connections))
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal stops the server, the second ends it at once: what was acknowledged is durable anyway."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True


async def serve(server: Server, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on a socket that listens, until a signal; `ready` is called when the first request can come."""
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio does it only for sockets it makes itself
    async with server.running():
        config = uvicorn.Config(
            app_of(server),
            lifespan="off",  # the server is started here, where its errors can be told
            ws="websockets-sansio",
            ws_max_size=4 * LONGEST_FRAME,  # a frame that is a little too long gets an answer
            ws_per_message_deflate=False,  # costs each socket more memory than all the rest
            forwarded_allow_ips=server.settings.proxies,
            timeout_graceful_shutdown=PATIENCE,
            server_header=False,
            **logs.UVICORN,
        )
        collecting = asyncio.create_task(garbage.collect_seldom())
        await Listening(config, server.rooms, ready).serve([listener])
        collecting.cancel()


def _listener(host: str, port: int | None, language: str) -> socket.socket:
    """A socket that listens at that port, or without one at the first that is free. Raises _Wrong."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for each in PORTS if port is None else [port]:
        try:
            return socket.create_server((host, each), family=family)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                why = in_words(error.strerror or error, language)
                raise _Wrong(TEXTS.say(language, "serve.no-address", host=host, port=each, why=why)) from None
    if port is None:
        raise _Wrong(TEXTS.say(language, "serve.no-port", first=PORTS[0], last=PORTS[-1]))
    raise _Wrong(TEXTS.say(language, "serve.taken", port=port))


def _settings(args: argparse.Namespace, port: int) -> Settings:
    given = {
        "host": args.host,
        "port": port,
        "database": args.database,
        "fanout": args.fanout,
        "public_url": args.public_url,
        "workers": args.workers,
        "think": args.think,
        "pace": args.pace,
        "webhooks": args.webhooks,
        "webhook_hosts": frozenset(host.lower() for host in _several(args, "webhook-host")),
        "proxies": ",".join(_proxies(args)) or None,
        "logs": args.logs,
    }
    return Settings(**{name: value for name, value in given.items() if value is not None})


def _several(args: argparse.Namespace, option: str) -> list[str]:
    """What was given for an option that may be given several times; with commas in its variable."""
    given: list[str] | None = getattr(args, option.replace("-", "_"))
    return given or [word.strip() for word in _environ(option).split(",") if word.strip()]


def _proxies(args: argparse.Namespace) -> list[str]:
    proxies = _several(args, "proxy")
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise _Wrong(TEXTS.say(args.language, "serve.no-proxy", proxy=proxy)) from None
    return proxies


def _server(settings: Settings, language: str) -> Server:
    try:
        return Server(settings)
    except (ValueError, ModuleNotFoundError) as error:
        raise _Wrong(TEXTS.say(language, "serve.no-database", why=in_words(error, language))) from None


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
    """How the server is called from this machine, or by its public name."""
    everywhere = settings.host in ("", "0.0.0.0", "::") and not settings.public_url
    return f"http://{_own_address()}:{settings.port}/" if everywhere else f"{settings.url}/"


def _own_address() -> str:
    """By which address others in the same network reach this machine."""
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
    """The place of a database, without what may be a password."""
    parts = urlsplit(database)
    if parts.scheme in ("", "sqlite"):
        return database.removeprefix("sqlite://")
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
    return _between(float(text), 0.1, 3600.0)


def _pace(text: str) -> float:
    return _between(float(text), 0.0, 60.0)


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
