"""A server: all its parts, made from settings, started and stopped together."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator

from pediment.server.domain.levels import Levels
from pediment.server.jobs.analyses import Analyses
from pediment.server.jobs.bot_workers import Workers
from pediment.server.jobs.upload_reader import UploadReader
from pediment.server.live.autoplay import Autoplay
from pediment.server.live.deals import Deals
from pediment.server.live.erasure import Erasure
from pediment.server.live.health import Health
from pediment.server.live.hints import HintFinder
from pediment.server.live.histories import Histories
from pediment.server.live.housekeeping import Housekeeping
from pediment.server.live.identities import Identities
from pediment.server.live.limits import Limits
from pediment.server.live.lobby import Lobby
from pediment.server.live.operator import Operator
from pediment.server.live.pictures import Pictures
from pediment.server.live.profiles import Profiles
from pediment.server.live.quotas import Quotas
from pediment.server.live.tables import LiveTables
from pediment.server.live.turn_mail import TurnMail
from pediment.server.live.webhooks import Webhooks
from pediment.server.metrics import Metrics
from pediment.server.settings import Settings
from pediment.server.store.store import store_of
from pediment.server.structured_log import log


class Server:
    """The parts of a server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.levels = Levels(settings.agents)
        self.store = store_of(settings.database)
        self.health = Health(self.store)
        self.workers = Workers(settings.workers, settings.think)
        self.webhooks = Webhooks(settings.webhooks, settings.webhook_hosts)
        self.identities = Identities(self.store, self.webhooks)
        self.metrics = Metrics(self.workers)
        self.commands = Limits(settings.commands, settings.commands * 5)
        self.quotas = Quotas(settings.daily_tables, settings.daily_bytes, settings.max_tables, settings.max_bytes)
        self.creations = Limits(settings.creations, settings.creations * 60)
        self.tables = LiveTables(
            self.store, self.metrics, self.commands, settings.away, self.quotas, self.creations, self.levels
        )
        self.profiles = Profiles(self.store, self.tables.off_loop)
        self.lobby = Lobby(self.tables, self.profiles)
        self.histories = Histories(self.store, self.tables.off_loop)
        self.tables.ended = self.histories.ended
        self.pictures = Pictures(self.tables.off_loop)
        self.histories.rated = self.identities.changed = self.lobby.person_changed
        self.housekeeping = Housekeeping(self.tables, settings)
        self.housekeeping.before_removal = self.histories.note
        self.erasure = Erasure(self.tables)
        self.erasure.forgotten = self.lobby.person_changed
        self.operator = Operator(self.tables, self.housekeeping, self.erasure, self.histories, settings.operator)
        self.deals = Deals(self.tables)
        self.housekeeping.also = [self.operator.load_bans, self.deals.go_round]
        self.autoplay = Autoplay(self.tables, self.workers, self.identities, settings, self.levels)
        self.mail = TurnMail(self.store, self.lobby.here, settings)
        self.autoplay.turn_came = self.mail.tell
        self.hints = HintFinder(self.tables, self.workers, settings.hint)
        self.analyses = Analyses(settings.analysis)
        self.upload_reader = UploadReader()
        self.requests = Limits(settings.requests, settings.requests * 10)
        self.reading = Limits(settings.reading, settings.reading * 1.25, least=0.0)
        self.sending = Limits(settings.sending, settings.sending * 10, least=0.0)
        self.sockets: Counter[str] = Counter()
        self.metrics.gauge("pediment_places", "Tables in memory", lambda: len(self.tables.loaded))

    def load(self) -> dict[str, float]:
        """How busy this process is."""
        return {
            "sockets": sum(self.sockets.values()),
            "workers": self.settings.workers,
            "busy": self.workers.busy,
            "waiting": self.workers.waiting,
        }

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store, go on with what is due; in the end finish what was begun."""
        await self.store.open()
        try:
            await self.operator.load_bans()
            await self.tables.start()
            self.lobby.start()
            self.histories.start()
            self.housekeeping.start()
            log("started", workers=self.settings.workers)
            yield
        finally:
            await self.housekeeping.close()
            await self.lobby.close()
            await self.tables.close()
            await self.histories.close()
            self.tables.off_loop.close()
            await self.upload_reader.close()
            await self.analyses.close()
            await self.workers.close()
            await self.webhooks.close()
            await self.mail.close()
            await self.store.close()
            log("stopped")
