"""The settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pediment.lab.analysis import ITERATIONS
from pediment.server.domain.levels import Agent


def default_database() -> str:
    """The URL of the embedded database in the user's folder for data."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite://{home.absolute().as_posix()}/pediment/tables.sqlite"


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str | None = None
    """How the server is called from outside, for links: https://play.example.org."""
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    """Processes in which bots think."""
    agents: tuple[Agent, ...] = ()
    """Bots that players can choose beside the ladder."""
    think: float = 20.0
    """Seconds after which a bot that has not answered is taken for hanging."""
    pace: float = 0.6
    """Seconds that a bot takes at least, so that people can follow, and that its time tells nothing."""
    hint: int = 1200
    """Iterations of the search for a hint: about a second at most."""
    analysis: int = ITERATIONS
    """Iterations for each decision of an analysis."""
    webhooks: bool = False
    webhook_hosts: frozenset[str] = frozenset()
    """Hosts that webhooks may go to though their addresses are private."""
    smtp: str | None = None
    """The SMTP server for mails: smtps://user@mail.example.org; without one there are none."""
    smtp_password: str = ""
    mail_from: str = ""
    """The sender of mails."""
    mail_after: float = 60.0
    """Seconds after which somebody whose turn it is gets a mail, if they have not come."""
    proxies: str = "127.0.0.1"
    """Addresses of reverse proxies that are trusted to name the client's address."""
    requests: float = 20.0
    """Requests and frames a second of one address in the long run; ten times as many at once. Each pays for 10 ms of
    the server's CPU time; one that takes longer counts more often."""
    creations: float = 0.5
    """New tables, people and records a second of one address in the long run; sixty times as many at once."""
    sockets: int = 200
    """Sockets of one address at a time."""
    connections: int = 300
    """Connections of one address at a time, sockets among them; a proxy may have any number."""
    reading: float = 0.2
    """Share of a core that reading from one address may take in the long run, and a little more at once."""
    sending: float = 1e6
    """Bytes a second that one address is sent in the long run; ten times as many at once."""
    commands: float = 10.0
    """Commands a second of one seat in the long run; five times as many at once."""
    daily_tables: int = 500
    """New tables of one address in a day,"""
    daily_bytes: int = 20_000_000
    """and what it may write in all, in bytes; beyond that it can only play on."""
    max_tables: int = 200_000
    """Tables in the database beyond which there are no new ones,"""
    max_bytes: int = 10_000_000_000
    """and the same for its size."""
    open_days: float = 14.0
    """Days after which an open table that nobody joined is removed,"""
    listed_hours: float = 24.0
    """and hours if it is listed and its host is absent."""
    keep_finished: float | None = None
    """Days after which the table of a finished game is removed; a line with its result stays."""
    operator: str | None = None
    """The operator's token; without one there is no operator's page."""
    away: float = 300.0
    """Seconds after which the others at a table may act for a player who is absent."""
    logs: Literal["text", "json"] = "text"

    @property
    def url(self) -> str:
        """How the server is called, for links."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url or f"http://{host}:{self.port}"
