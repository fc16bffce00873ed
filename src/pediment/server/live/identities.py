"""Identities: a name and a secret key, nothing else. Only the person has the key; the store has its hash."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pediment.command.error_messages import translate
from pediment.server.domain.commands import Language, Name, Request
from pediment.server.domain.names import clean
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of, new_id, new_word
from pediment.server.live.webhooks import Webhooks
from pediment.server.store.store import Person, Store, Unavailable


class NewPerson(Request, frozen=True):
    """A new identity."""

    name: Name


class ChangePerson(Request, frozen=True):
    """Changes of an identity; what is left out stays."""

    name: Name | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    """A URL that is notified when it is your turn; empty for none."""
    language: Language | None = None


class Identity(msgspec.Struct, frozen=True):
    """An identity. The key is told only this once; a link with it opens the identity on another device."""

    person: str
    name: str
    key: str | None = None
    webhook: str | None = None
    language: Language = "en"


class Preferences(msgspec.Struct, frozen=True):
    """What a person has chosen."""

    webhook: str | None = None
    language: Language = "en"


class Identities:
    """The identities of a server."""

    def __init__(self, store: Store, webhooks: Webhooks) -> None:
        self._store = store
        self._webhooks = webhooks
        self._tasks: set[asyncio.Task[None]] = set()

    async def caller(self, keys: list[str], language: str) -> Caller:
        """The caller who shows these keys. Raises Refused for an identity's key that is unknown."""
        known = any(key.startswith("person_") for key in keys)
        person = (await self.of(keys, language)).id if known else None
        return Caller(frozenset(map(hash_of, keys)), person)

    async def add(self, wanted: NewPerson, language: str) -> Identity:
        """A new identity, with its key."""
        key = new_word("person")
        settings = Preferences(language="fr" if language == "fr" else "en")
        person = Person(new_id(), clean(wanted.name, language), msgspec.json.encode(settings))
        await self._store.add_person(person, bytes.fromhex(hash_of(key)))
        return identity(person, key)

    async def of(self, keys: list[str], language: str) -> Person:
        """The person whose key is among these. Raises Refused if there is none."""
        for key in keys:
            if key.startswith("person_"):
                return await self._by_key(key, language)
        raise Refused("no-person", language)

    async def change(self, person: Person, wanted: ChangePerson, language: str) -> Identity:
        """Change the name, webhook or language. Raises Refused for a webhook that is not allowed."""
        settings = msgspec.json.decode(person.settings, type=Preferences)
        if wanted.webhook:
            try:
                self._webhooks.check(wanted.webhook)
            except ValueError as error:
                raise Refused("webhook", language, why=translate(error, language)) from None
        changed = Person(
            person.id,
            person.name if wanted.name is None else clean(wanted.name, language),
            msgspec.json.encode(
                Preferences(
                    settings.webhook if wanted.webhook is None else wanted.webhook or None,
                    wanted.language or settings.language,
                )
            ),
        )
        with _forgotten_refused(language):
            await self._store.change_person(changed)
        return identity(changed)

    async def change_key(self, person: Person, language: str) -> Identity:
        """Another key for a person, told only this once; the former one does not work any more."""
        key = new_word("person")
        with _forgotten_refused(language):
            await self._store.change_key(person.id, bytes.fromhex(hash_of(key)))
        return identity(person, key)

    def notify(self, person: str, news: dict[str, Any]) -> None:
        """Send that to the person's webhook, if they have one, in the background."""
        task = asyncio.create_task(self._notify(person, news))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _notify(self, person: str, news: dict[str, Any]) -> None:
        with contextlib.suppress(Unavailable):  # the game goes on without
            found = await self._store.person(person)
            settings = None if found is None else msgspec.json.decode(found.settings, type=Preferences)
            if settings is not None and settings.webhook is not None:
                self._webhooks.notify(settings.webhook, news)

    async def _by_key(self, key: str, language: str) -> Person:
        person = await self._store.person_by_key(bytes.fromhex(hash_of(key)))
        if person is None:
            raise Refused("no-person", language)
        return person


@contextlib.contextmanager
def _forgotten_refused(language: str) -> Iterator[None]:
    """Refuses what somebody wants who was forgotten meanwhile."""
    try:
        yield
    except KeyError:
        raise Refused("no-person", language) from None


def identity(person: Person, key: str | None = None) -> Identity:
    """A person as they are shown to themselves."""
    settings = msgspec.json.decode(person.settings, type=Preferences)
    return Identity(person.id, person.name, key, settings.webhook, settings.language)
