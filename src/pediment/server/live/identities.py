"""Identities: a name and a secret key, nothing else. Only the person has the key; the store has its hash."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from pediment.command.error_messages import translate
from pediment.lab.chapters import Progress
from pediment.server.domain.commands import Language, Name, Request
from pediment.server.domain.names import clean
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of, new_id, new_word
from pediment.server.live.puzzles import Standing
from pediment.server.live.webhooks import Webhooks
from pediment.server.store.store import Conflict, Person, Store, Unavailable

MAX_MUTED: Final = 500
"""People whom one person may mute."""


class NewPerson(Request, frozen=True):
    """A new identity."""

    name: Name


class ChangePerson(Request, frozen=True):
    """Changes of an identity; what is left out stays."""

    name: Name | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    """A URL that is notified when it is your turn; empty for none."""
    language: Language | None = None
    hidden: bool | None = None
    """Whether your profile is hidden from people you have played with, and your rating from lists."""
    offline: bool | None = None
    """Whether you appear offline to people you have played with."""


class Identity(msgspec.Struct, frozen=True):
    """An identity. The key is told only this once; a link with it opens the identity on another device."""

    person: str
    name: str
    key: str | None = None
    webhook: str | None = None
    language: Language = "en"
    hidden: bool = False
    offline: bool = False


class Preferences(msgspec.Struct, frozen=True):
    """What a person has chosen."""

    webhook: str | None = None
    language: Language = "en"
    email: str = ""
    """Where they are told of their turn in games over days, once they have confirmed it."""
    email_word: str = ""
    """The hash of the word that confirms it; empty once it is confirmed."""
    email_off: str = ""
    """The word of the link that turns it off. It is in every mail, and good for nothing else."""
    hidden: bool = False
    offline: bool = False
    muted: tuple[str, ...] = ()
    """Whose words they do not want to read, as hashes that only they can make sense of."""
    puzzles: Standing = Standing()
    lessons: Progress = Progress()


class Privacy(msgspec.Struct, frozen=True):
    """What of these a list has to know of each person in it; the rest is not even read."""

    hidden: bool = False
    offline: bool = False


class Identities:
    """The identities of a server."""

    def __init__(self, store: Store, webhooks: Webhooks) -> None:
        self._store = store
        self._webhooks = webhooks
        self._tasks: set[asyncio.Task[None]] = set()
        self.changed: Callable[[str], None] = lambda person: None
        """Called with an identity that others see differently from now on."""

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
        """Change the name or the settings. Raises Refused for a webhook that is not allowed."""
        if wanted.webhook:
            try:
                self._webhooks.check(wanted.webhook)
            except ValueError as error:
                raise Refused("webhook", language, why=translate(error, language)) from None
        name = None if wanted.name is None else clean(wanted.name, language)

        def changing(settings: Preferences) -> Preferences:
            return msgspec.structs.replace(
                settings,
                webhook=settings.webhook if wanted.webhook is None else wanted.webhook or None,
                language=wanted.language or settings.language,
                hidden=settings.hidden if wanted.hidden is None else wanted.hidden,
                offline=settings.offline if wanted.offline is None else wanted.offline,
            )

        before = privacy_of(person)
        with _forgotten_refused(language):
            person = await change_settings(self._store, person, changing, name)
        if privacy_of(person) != before:
            self.changed(person.id)
        return identity(person)

    async def change_standing(
        self, keys: list[str], changing: Callable[[Standing], Standing], language: str
    ) -> Standing:
        """Change what the person whose key is among these has made of the puzzles; returns what it is now."""
        person = await self.of(keys, language)
        if changing(standing_of(person)) == standing_of(person):
            return standing_of(person)

        def change(settings: Preferences) -> Preferences:
            return msgspec.structs.replace(settings, puzzles=changing(settings.puzzles))

        with _forgotten_refused(language):
            return standing_of(await change_settings(self._store, person, change))

    async def change_progress(
        self, person: Person, changing: Callable[[Progress], Progress], language: str
    ) -> Progress:
        """Change how far a person has come in the lessons; returns what it is now."""

        def change(settings: Preferences) -> Preferences:
            return msgspec.structs.replace(settings, lessons=changing(settings.lessons))

        with _forgotten_refused(language):
            return progress_of(await change_settings(self._store, person, change))

    async def change_key(self, person: Person, language: str) -> Identity:
        """Another key for a person, told only this once; the former one does not work any more."""
        key = new_word("person")
        with _forgotten_refused(language):
            await self._store.change_key(person.id, bytes.fromhex(hash_of(key)))
        return identity(person, key)

    async def mute(self, person: Person, who: str, muted: bool, language: str) -> Person:
        """Note whether a person wants to read what somebody says; returns the person after it. Raises Refused."""
        mark = _mark(person, who)

        def change(settings: Preferences) -> Preferences:
            others = tuple(one for one in settings.muted if one != mark)
            if muted and len(others) >= MAX_MUTED:
                raise Refused("full-mutes", language, most=MAX_MUTED)
            return msgspec.structs.replace(settings, muted=(*others, mark) if muted else others)

        with _forgotten_refused(language):
            person = await change_settings(self._store, person, change)
        self.changed(person.id)  # they hear of no challenge by somebody they have muted
        return person

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


async def change_settings(
    store: Store, person: Person, changing: Callable[[Preferences], Preferences], name: str | None = None
) -> Person:
    """Change what a person has chosen, perhaps the name; again if another request has changed it meanwhile.

    Returns the person after it. Raises KeyError if they were forgotten meanwhile.
    """
    while True:
        settings = msgspec.json.encode(changing(msgspec.json.decode(person.settings, type=Preferences)))
        changed = Person(person.id, person.name if name is None else name, settings)
        try:
            await store.change_person(changed, before=person)
            return changed
        except Conflict:
            found = await store.person(person.id)
            if found is None:
                raise KeyError(person.id) from None
            person = found


@contextlib.contextmanager
def _forgotten_refused(language: str) -> Iterator[None]:
    """Refuses what somebody wants who was forgotten meanwhile."""
    try:
        yield
    except KeyError:
        raise Refused("no-person", language) from None


def standing_of(person: Person) -> Standing:
    """What a person has made of the puzzles."""
    return msgspec.json.decode(person.settings, type=Preferences).puzzles


def progress_of(person: Person) -> Progress:
    """How far a person has come in the lessons."""
    return msgspec.json.decode(person.settings, type=Preferences).lessons


def identity(person: Person, key: str | None = None) -> Identity:
    """A person as they are shown to themselves."""
    settings = msgspec.json.decode(person.settings, type=Preferences)
    return Identity(person.id, person.name, key, settings.webhook, settings.language, settings.hidden, settings.offline)


def privacy_of(person: Person) -> Privacy:
    """What a person hides from others."""
    return msgspec.json.decode(person.settings, type=Privacy)


def has_muted(person: Person, who: str) -> bool:
    """Whether a person does not want to read what somebody says."""
    return _mark(person, who) in msgspec.json.decode(person.settings, type=Preferences).muted


def _mark(person: Person, who: str) -> str:
    """What is kept of somebody who was muted: it tells nobody who that is, and stays when they are forgotten."""
    return hash_of(f"{person.id} does not read {who}")[:16]
