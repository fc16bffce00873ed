"""Identities: a name and a secret key, nothing else. The key is kept by its person, here there is only its hash."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import msgspec

from pediment.table import bodies, wire
from pediment.table.refusal import Refused
from pediment.table.seats import Who, clean, hash_of, new_word
from pediment.table.store import Person, Store, Unavailable
from pediment.table.webhook import Webhooks


class Settings(msgspec.Struct, frozen=True):
    """What a person has chosen."""

    webhook: str | None = None
    language: wire.Language = "en"


class People:
    """The people of a server."""

    def __init__(self, store: Store, webhooks: Webhooks) -> None:
        self._store = store
        self._webhooks = webhooks
        self._tasks: set[asyncio.Task[None]] = set()

    async def who(self, keys: list[str], language: str) -> Who:
        """Who shows these keys. Raises Refused for a key of nobody's."""
        known = any(key.startswith("person_") for key in keys)
        person = (await self.of(keys, language)).id if known else None
        return Who(frozenset(map(hash_of, keys)), person)

    async def add(self, wanted: bodies.NewPerson, language: str) -> bodies.Identity:
        """A new identity, with its key."""
        key = new_word("person")
        settings = Settings(language="fr" if language == "fr" else "en")
        person = Person(secrets.token_urlsafe(12), clean(wanted.name, language), msgspec.json.encode(settings))
        await self._store.add_person(person, bytes.fromhex(hash_of(key)))
        return identity(person, key)

    async def of(self, keys: list[str], language: str) -> Person:
        """The person whose key is among these. Raises Refused if there is none."""
        for key in keys:
            if key.startswith("person_"):
                return await self._by_key(key, language)
        raise Refused("no-person", language)

    async def change(self, person: Person, wanted: bodies.ChangePerson, language: str) -> bodies.Identity:
        """Another name, webhook or language. Raises Refused for a webhook that will not do."""
        settings = msgspec.json.decode(person.settings, type=Settings)
        if wanted.webhook:
            try:
                self._webhooks.check(wanted.webhook)
            except ValueError as error:
                raise Refused("webhook", language, why=str(error)) from None
        changed = Person(
            person.id,
            person.name if wanted.name is None else clean(wanted.name, language),
            msgspec.json.encode(
                Settings(
                    settings.webhook if wanted.webhook is None else wanted.webhook or None,
                    wanted.language or settings.language,
                )
            ),
        )
        await self._store.change_person(changed)
        return identity(changed)

    def notify(self, person: str, news: dict[str, Any]) -> None:
        """Send that to the person's webhook, if they have one, in the background."""
        task = asyncio.create_task(self._notify(person, news))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, person: str, news: dict[str, Any]) -> None:
        with contextlib.suppress(Unavailable):  # the game goes on without
            found = await self._store.person(person)
            settings = None if found is None else msgspec.json.decode(found.settings, type=Settings)
            if settings is not None and settings.webhook is not None:
                self._webhooks.notify(settings.webhook, news)

    async def _by_key(self, key: str, language: str) -> Person:
        person = await self._store.person_by_key(bytes.fromhex(hash_of(key)))
        if person is None:
            raise Refused("no-person", language)
        return person


def identity(person: Person, key: str | None = None) -> bodies.Identity:
    """A person as they are shown to themselves."""
    settings = msgspec.json.decode(person.settings, type=Settings)
    return bodies.Identity(person.id, person.name, key, settings.webhook, settings.language)
