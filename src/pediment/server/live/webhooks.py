"""Webhooks: a POST that tells a player's own server that it is their turn. It reaches only the open Internet.

The address that is connected to is the address that was checked: a name is looked up once for each try.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import re
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from pediment.server.structured_log import log

MAX_URL_LENGTH: Final = 500
"""Characters of a URL."""
MAX_TRY_SECONDS: Final = 5.0
"""For a whole try."""
RETRY_SECONDS: Final = (1.0, 5.0, 25.0)
"""Seconds before each further try."""
MAX_CONCURRENT: Final = 16
MAX_CONCURRENT_PER_TARGET: Final = 2
"""Tries under way, in all and for each target."""
MAX_PENDING: Final = 1000
MAX_PENDING_PER_TARGET: Final = 50
"""Messages that are not delivered yet, in all and for each target; what comes beyond is dropped."""
MAX_ANSWER_BYTES: Final = 4096
"""Bytes that are read of an answer."""

Resolve = Callable[[str, int], Awaitable[list[str]]]

_NAME: Final = re.compile(
    r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
)
_NUMBER: Final = re.compile(r"(.*\.)?([0-9]+|0x[0-9a-f]*)")
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])[ \r\n]")
_NOT_PUBLIC: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            # IANA's special-purpose registry of IPv4, and multicast
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the customers of a provider
            "127.0.0.0/8",  # this machine
            "169.254.0.0/16",  # link-local, where clouds keep their secrets
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # multicast tunnels
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and broadcast
            # IPv6 outside global unicast, 2000::/3: this machine, what embeds an IPv4 address (mapped, compatible,
            # NAT64), private, link-local, multicast, and what is not assigned to anybody
            "::/3",
            "4000::/2",
            "8000::/1",
            # what is special within it
            "2001::/23",  # protocol assignments, Teredo among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which embeds an IPv4 address
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
"""Ours, because what Python's `ipaddress` calls global changes with its patch level."""


class _Undeliverable(Exception):
    """A message that no further try will deliver."""


@dataclass(frozen=True)
class _Target:
    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


_PORTS: Final = {"http": 80, "https": 443}


def is_public(address: str) -> bool:
    """Is this the address of somebody on the open Internet? Not this machine, nor a network that is not everybody's.

    An IPv6 address with an IPv4 address inside is never public. Raises ValueError if it is not an address at all.

    >>> [is_public(address) for address in ("93.184.215.14", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1")]
    [True, False, False, False]
    """
    found = ipaddress.ip_address(address)
    return not any(found in network for network in _NOT_PUBLIC)


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host. Raises OSError.

    In a thread that nobody waits for: a slow name server must hold up neither the server's other threads nor its end.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[str]] = loop.create_future()

    def settle(addresses: list[str] | OSError) -> None:
        if found.done():
            return
        if isinstance(addresses, OSError):
            found.set_exception(addresses)
        else:
            found.set_result(addresses)

    def look_up() -> None:
        addresses: list[str] | OSError
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            addresses = [str(info[4][0]) for info in infos]
        except OSError as error:
            addresses = error
        except UnicodeError:
            addresses = OSError("no name")
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, addresses)

    threading.Thread(target=look_up, daemon=True).start()
    return await found


class Webhooks:
    """Messages to URLs that players chose: never to private addresses, unless the host of the server named them."""

    def __init__(
        self,
        allowed: bool,
        named: frozenset[str] = frozenset(),
        *,
        resolve: Resolve = resolve,
        tls: ssl.SSLContext | None = None,
        pauses: tuple[float, ...] = RETRY_SECONDS,
    ) -> None:
        self._allowed = allowed
        self._named = frozenset(host.lower().strip("[]") for host in named)
        self._resolve = resolve
        self._tls = tls
        self._pauses = pauses
        self._at_once = asyncio.Semaphore(MAX_CONCURRENT)
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._pending: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    def check(self, url: str) -> None:
        """Raise ValueError, with a text for people, for a URL to which nothing would be sent."""
        self._target(url)

    def notify(self, url: str, payload: dict[str, Any]) -> None:
        """Send in the background."""
        task = asyncio.create_task(self.send(url, payload))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send(self, url: str, payload: dict[str, Any]) -> None:
        """Deliver a message as JSON; what goes wrong is logged, once, and never raised."""
        host = "?"
        try:
            target = self._target(url)
            host = target.authority
            await self._send(target, json.dumps(payload).encode())
        except (_Undeliverable, ValueError) as refused:
            log("webhook failed", level=logging.WARNING, host=host, why=str(refused))

    async def close(self) -> None:
        """Give up what is not delivered yet."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _target(self, url: str) -> _Target:
        if not self._allowed:
            raise ValueError("this server sends no webhooks; whoever hosts it can allow them")
        if len(url) > MAX_URL_LENGTH:
            raise ValueError(f"a webhook’s URL has at most {MAX_URL_LENGTH} characters, not {len(url)}")
        if not re.fullmatch(r"[!-~]+", url) or "\\" in url:
            raise ValueError("a webhook’s URL has ASCII letters only and no spaces; percent-encode all others (%20)")
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise ValueError("a webhook’s URL is like https://example.org/turn; this one cannot be read") from None
        if parts.scheme not in _PORTS:
            raise ValueError("a webhook’s URL begins with https:// or http://")
        if "@" in parts.netloc:
            raise ValueError("a webhook’s URL has no name and password in it")
        if "#" in url:
            raise ValueError("a webhook’s URL has no # in it")
        host = (parts.hostname or "").removesuffix(".")
        port = _PORTS[parts.scheme] if port is None else port
        self._check_host(host)
        if host not in self._named and not (port in _PORTS.values() or port >= 1024):
            raise ValueError(f"a webhook’s port is 80, 443, or 1024 and more, not {port}")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return _Target(parts.scheme, host, port, path)

    def _check_host(self, host: str) -> None:
        try:
            public = is_public(host)
        except ValueError:
            if not _NAME.fullmatch(host) or _NUMBER.fullmatch(host):
                raise ValueError("a webhook’s URL names a host, as example.org in https://example.org/turn") from None
            public = host != "localhost" and not host.endswith(".localhost")
        if not public and host not in self._named:
            raise ValueError("a webhook goes to a public address, not to this machine or a private network")

    async def _send(self, target: _Target, body: bytes) -> None:
        """Deliver, in several tries if need be. Raises _Undeliverable."""
        key = target.authority
        if self._pending.total() >= MAX_PENDING or self._pending[key] >= MAX_PENDING_PER_TARGET:
            raise _Undeliverable("too many are pending")
        self._pending[key] += 1
        turn = self._turns.setdefault(key, asyncio.Semaphore(MAX_CONCURRENT_PER_TARGET))
        try:
            why = ""
            for pause in (0.0, *self._pauses):
                await asyncio.sleep(pause)
                async with turn, self._at_once:
                    why = await self._try(target, body)
                if not why:
                    return
            raise _Undeliverable(why)
        finally:
            self._pending[key] -= 1
            if not self._pending[key]:
                del self._pending[key], self._turns[key]

    async def _try(self, target: _Target, body: bytes) -> str:
        """Try once; returns what went wrong, empty if nothing did. Raises _Undeliverable if another try is useless."""
        try:
            async with asyncio.timeout(MAX_TRY_SECONDS):
                status = await self._post(target, body)
        except TimeoutError:
            return "no answer in time"
        except OSError as error:
            return type(error).__name__
        if status >= 500:
            return f"answered {status}"
        if not 200 <= status < 300:
            raise _Undeliverable(f"answered {status}")
        return ""

    async def _post(self, target: _Target, body: bytes) -> int:
        """The status of the answer. Raises OSError and _Undeliverable."""
        addresses = list(dict.fromkeys(await self._resolve(target.host, target.port)))
        if target.host not in self._named and not all(map(is_public, addresses)):
            raise _Undeliverable("not a public address")
        reader, writer = await self._connect(target, addresses)
        try:
            head = (
                f"POST {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nUser-Agent: pediment\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode() + body)
            await writer.drain()
            try:
                line = await reader.readline()
            except ValueError:  # too long
                line = b""
            found = _STATUS.match(line)
            if found is None:
                raise ConnectionError("no HTTP")
            return int(found[1])
        finally:
            writer.transport.abort()  # nobody waits for a polite end

    async def _connect(
        self, target: _Target, addresses: list[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To the first of these very addresses that lets us. Raises OSError."""
        tls, name = None, None
        if target.scheme == "https":
            self._tls = tls = self._tls or ssl.create_default_context()
            name = target.host
        error = OSError("no address")
        for address in addresses:
            try:
                return await asyncio.open_connection(
                    address, target.port, ssl=tls, server_hostname=name, limit=MAX_ANSWER_BYTES
                )
            except OSError as failure:
                error = failure
        raise error
