"""The metrics of a server, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from pediment.server.domain.events import Acted, AnyEvent, Created, Undone
from pediment.server.domain.table import Table
from pediment.server.jobs.bot_workers import Workers

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one server. They hold only numbers: no table, no person, no move."""

    def __init__(self, workers: Workers) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Counter("pediment_tables", "Tables made", ["game"], registry=registry)
        self.moves = Counter("pediment_moves", "Decisions made", ["game", "by"], registry=registry)
        self.undone = Counter("pediment_undone", "Decisions taken back", ["game", "how"], registry=registry)
        self.games = Counter("pediment_games_over", "Games that ended", ["game"], registry=registry)
        self.refused = Counter("pediment_refused", "Wishes that were refused", ["code"], registry=registry)
        self.requests = Counter("pediment_requests", "HTTP requests", ["method", "status"], registry=registry)
        self.errors = Counter("pediment_errors", "Errors of the server itself", registry=registry)
        self.append = Histogram(
            "pediment_append_seconds", "Time to make events durable", buckets=_SECONDS, registry=registry
        )
        self.command = Histogram(
            "pediment_command_seconds", "Time from a command to its answer", buckets=_SECONDS, registry=registry
        )
        self.sockets = Gauge("pediment_sockets", "Open WebSockets", registry=registry)
        self.gauge("pediment_bots_waiting", "Questions that wait for a worker", lambda: workers.waiting)
        self.gauge("pediment_bots_busy", "Workers that think", lambda: workers.busy)
        self.gauge("pediment_bots_answered", "Questions that bots answered", lambda: workers.answered)
        self.gauge("pediment_bots_replaced", "Workers that were replaced", lambda: sum(workers.replaced.values()))
        self.gauge("pediment_bots_fallbacks", "Questions answered by chance after failures", lambda: workers.fallbacks)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """A number that is asked for when it is read."""
        Gauge(name, about, registry=self.registry).set_function(value)

    def count(self, table: Table, events: Sequence[AnyEvent]) -> None:
        """Count what has happened at a table."""
        game = table.created.game
        for event in events:
            if isinstance(event, Acted):
                self.moves.labels(game, event.by).inc()
                if table.status == "over":
                    self.games.labels(game).inc()
            elif isinstance(event, Undone):
                self.undone.labels(game, "free" if event.branch is None else "vote").inc()
            elif isinstance(event, Created):
                self.tables.labels(game).inc()

    def text(self) -> bytes:
        """All of them, for Prometheus."""
        return generate_latest(self.registry)
