"""E-mail by the host's SMTP server: sent from threads beside the loop, tried again when it fails, never waited for."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import smtplib
import ssl
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final
from urllib.parse import unquote, urlsplit

from pediment.server.live.quotas import DAY_SECONDS
from pediment.server.structured_log import log

Wanted = Callable[[], Awaitable[bool]]
"""Says whether a mail is still to be sent."""

RETRY_SECONDS: Final = (30.0, 300.0, 1800.0)
"""Seconds before each further try."""
MAX_TRY_SECONDS: Final = 20.0
"""For which the SMTP server may be silent."""
MAX_CONCURRENT: Final = 2
MAX_PENDING: Final = 500
"""Mails that are not sent yet; what comes beyond is dropped."""
MAX_KEYS: Final = 20_000
"""Of which something is counted; beyond that, the one that was counted longest ago is forgotten."""

_ADDRESS: Final = re.compile(
    r"(?=.{3,254}\Z)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?=.{1,253}\Z)"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_PORTS: Final = {"smtp": 587, "smtps": 465}


def is_address(text: str) -> bool:
    """Is that an e-mail address? It can break out of no header.

    >>> [is_address(text) for text in ("ann@example.org", "ann@localhost", "ann@example.org\\nBcc: ben@example.org")]
    [True, False, False]
    """
    name = text.partition("@")[0]
    return _ADDRESS.fullmatch(text) is not None and ".." not in name and name.strip(".") == name


@dataclass(frozen=True)
class SmtpServer:
    """Where mails are handed over."""

    host: str
    port: int
    tls: bool
    """From the first byte on; otherwise a server that is not on this machine must offer STARTTLS."""
    user: str = ""
    password: str = ""


def smtp_server(url: str, password: str = "") -> SmtpServer:
    """The server at `smtp://user@mail.example.org:587` or `smtps://mail.example.org`. Raises ValueError.

    >>> smtp_server("smtps://ann@mail.example.org")
    SmtpServer(host='mail.example.org', port=465, tls=True, user='ann', password='')
    """
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.password:
        raise ValueError(url)
    port = parts.port or _PORTS[parts.scheme]
    return SmtpServer(parts.hostname, port, parts.scheme == "smtps", unquote(parts.username or ""), password)


class Daily:
    """At most so many a day for each key, in memory.

    >>> daily = Daily(1, clock=lambda: 0.0)
    >>> daily.take("ann@example.org"), daily.take("ann@example.org"), daily.take("ben@example.org")
    (True, False, True)
    """

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._days: OrderedDict[str, tuple[float, int]] = OrderedDict()  # since when, and how many

    def take(self, key: str) -> bool:
        """Count one more, if there may be one."""
        since, n = self._days.pop(key, (self._clock(), 0))
        if self._clock() - since >= DAY_SECONDS:
            since, n = self._clock(), 0
        self._days[key] = since, min(n + 1, self._most)
        if len(self._days) > MAX_KEYS:
            self._days.popitem(last=False)
        return n < self._most


class Mailer:
    """Sends mails. Addresses and texts are in no log."""

    def __init__(self, server: SmtpServer, sender: str, pauses: tuple[float, ...] = RETRY_SECONDS) -> None:
        self._server = server
        self._sender = sender
        self._pauses = pauses
        self._threads = ThreadPoolExecutor(MAX_CONCURRENT, "mail")
        self._tasks: set[asyncio.Task[None]] = set()
        self.counts: Counter[str] = Counter()
        """How many were sent, dropped, or failed for good."""

    def send(
        self,
        to: str,
        subject: str,
        text: str,
        headers: dict[str, str],
        wanted: Wanted,
        after: float = 0.0,
    ) -> None:
        """Send a mail in the background, after so many seconds, and only if it is still wanted at that moment."""
        if len(self._tasks) >= MAX_PENDING:
            self.counts["dropped"] += 1
            log("mail dropped", level=logging.WARNING, pending=len(self._tasks))
            return
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, Address(addr_spec=to), subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text, cte="quoted-printable")
        task = asyncio.create_task(self._deliver(message, wanted, after))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, message: EmailMessage, wanted: Wanted, after: float) -> None:
        loop = asyncio.get_running_loop()
        why = ""
        try:
            for pause in (after, *self._pauses):
                await asyncio.sleep(pause)
                if not await wanted():
                    return
                why = await loop.run_in_executor(self._threads, self._try, message)
                if not why:
                    self.counts["sent"] += 1
                    return
            self.counts["failed"] += 1
            log("mail failed", level=logging.WARNING, why=why)
        except Exception as error:
            log("mail failed", level=logging.ERROR, error=error)

    def _try(self, message: EmailMessage) -> str:
        """Hand it over, in a thread; returns what went wrong, empty if nothing did. Of an answer only its number is
        told: its text may hold the address.
        """
        server = self._server
        kind = smtplib.SMTP_SSL if server.tls else smtplib.SMTP
        try:
            with kind(server.host, server.port, timeout=MAX_TRY_SECONDS) as smtp:
                smtp.ehlo()
                if not server.tls and (smtp.has_extn("starttls") or server.host not in _LOCAL):
                    smtp.starttls(context=ssl.create_default_context())
                if server.user:
                    smtp.login(server.user, server.password)
                smtp.send_message(message)
        except smtplib.SMTPResponseException as error:
            return f"answered {error.smtp_code}"
        except (OSError, smtplib.SMTPException) as error:
            return type(error).__name__
        return ""

    async def close(self) -> None:
        """Send nothing more; what waits for another try is lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(RuntimeError):
            self._threads.shutdown(wait=False, cancel_futures=True)
