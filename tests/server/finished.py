"""Finished games for tests: tables with people and bots, played at random or given up at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pediment.bots import levels
from pediment.core.engine.state import OVER
from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    By,
    Conceded,
    Created,
    Handed,
    House,
    Sat,
    Started,
    read_event,
    write_event,
)
from pediment.server.domain.seats import hash_of
from pediment.server.domain.table import Table
from pediment.server.live.listing import head_of
from pediment.server.store.store import Store
from tests.server.playing import options_of

START = 1_700_000_000.0
DAY = 86_400.0


class Finished:
    """A table where these sit: people by their ids, bots by their levels, guests as None."""

    def __init__(
        self,
        table: str,
        sitting: Sequence[str | None],
        *,
        day: float = 0.0,
        game: str = "elysium",
        course: dict[str, Any] | None = None,
    ) -> None:
        self.now = START + day * DAY
        self.table = Table(table)
        self.events: list[bytes] = []
        created = Created(
            at=self.now,
            game=game,
            seats=len(sitting),
            options=options_of(game, len(sitting)),
            house=House(chat=True, hints=True),
            secret=hash_of(table),
            invite="",
            rules="2",
            course=course,
        )
        seated: list[AnyEvent] = [
            Handed(at=self.now, seat=k, level=who, why="seated")
            if who is not None and who in levels()
            else Sat(at=self.now, seat=k, name=f"{who or 'guest'} {k}", token=hash_of(f"{table} {who} {k}"), person=who)
            for k, who in enumerate(sitting)
        ]
        self.add(created, *seated, Started(at=self.now))

    def add(self, *events: AnyEvent) -> Finished:
        """Let events happen that nobody decided on."""
        self.table = self.table.after(events)
        self.events += [write_event(event) for event in events]
        return self

    def concede(self, *seats: int) -> Finished:
        """These give up, one after the other."""
        for seat in seats:
            self.now += 60.0
            self.add(Conceded(at=self.now, seat=seat, level="scholar"))
        return self

    def play(self, seed: int = 1, most: int = 100_000) -> Finished:
        """Play at random to the end, or so many moves. Everybody is told of each; views are not compared."""
        chance = random.Random(seed)
        game, state = self.table.game, self.table.state.clone()
        while state.to_move != OVER and most:
            most -= 1
            self.now += 1.0
            found = self.table.seats[state.to_move]
            by: By = "person" if found.played_by_person else "stand-in" if found.owned else "bot"
            action = chance.choice(game.legal(state))
            acted = Acted(at=self.now, seat=state.to_move, move=game.label(state, action), told=-1, by=by)
            self.events.append(write_event(acted))
            game.apply(state, action)
        self.table = Table.of(self.table.id, self.events)
        return self

    def read(self) -> list[AnyEvent]:
        """Its events."""
        return [read_event(event) for event in self.events]

    async def store(self, store: Store) -> str:
        """Keep it, as a server would have; returns its id."""
        await store.append(self.table.id, 0, self.events, head_of(self.table))
        return self.table.id
