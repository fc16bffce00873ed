"""Adopting seats into an identity: they become those of a person who sat down there without one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from pediment.server.domain.events import AnyEvent, Sat


def adopt(events: Sequence[AnyEvent], person: str, tokens: Collection[str]) -> list[AnyEvent]:
    """The same events, in which whoever had these seat tokens, which are hashes, sat down with that identity.

    A seat that belongs to another identity stays its own.
    """
    return [
        msgspec.structs.replace(event, person=person)
        if isinstance(event, Sat) and event.token in tokens and event.person is None
        else event
        for event in events
    ]
