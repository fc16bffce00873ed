"""Identities: a name and a key, what they have chosen, and who is told that it is their turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.live.identities import ChangePerson, Identities, Identity, NewPerson, Preferences, identity
from pediment.server.store.store import Person, Store, Unavailable, store_of

GOOD = "https://example.org/hook"


class Hooks:
    """Webhooks that take one address only, and remember what was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def check(self, url: str) -> None:
        if url != GOOD:
            raise ValueError("not that one")

    def notify(self, url: str, news: dict[str, Any]) -> None:
        self.sent.append((url, news))


def with_people(path: Path, test: Callable[[Identities, Hooks, Store], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        hooks, store = Hooks(), store_of(str(path / "tables.sqlite"))
        await store.open()
        try:
            await test(Identities(store, hooks), hooks, store)  # type: ignore[arg-type]
        finally:
            await store.close()

    asyncio.run(main())


async def refusal(asked: Coroutine[Any, Any, object]) -> Refused:
    with pytest.raises(Refused) as refused:
        await asked
    return refused.value


def test_a_new_identity(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("  Ann  B "), "en")
        zoe = await people.add(NewPerson("Zoë"), "fr")
        assert (ann.name, ann.webhook, ann.language, zoe.language) == ("Ann B", None, "en", "fr")
        assert (await people.add(NewPerson("Uli"), "de")).language == "en"
        assert ann.key is not None
        assert ann.key.startswith("person_")
        assert ann.key != zoe.key
        assert ann.person != zoe.person
        assert len(ann.person) == 16
        kept = await store.person_by_key(bytes.fromhex(hash_of(ann.key)))
        assert kept == Person(ann.person, "Ann B", kept.settings if kept else b"")
        assert (await refusal(people.add(NewPerson("\n"), "en"))).code == "unprintable"

    with_people(tmp_path, test)


def test_who_shows_keys(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "en")
        assert ann.key is not None
        caller = await people.caller(["seat_x", ann.key], "en")
        assert caller == Caller(frozenset({hash_of("seat_x"), hash_of(ann.key)}), ann.person)
        caller = await people.caller(["seat_x", "not a person_"], "en")
        assert caller == Caller(frozenset({hash_of("seat_x"), hash_of("not a person_")}))
        assert (await people.caller([], "en")).keys == frozenset()
        assert (await people.of(["seat_x", ann.key], "en")).id == ann.person
        for keys in (["person_x"], ["seat_x", "person_x"]):
            for language in ("en", "fr"):
                refused = await refusal(people.caller(keys, language))
                assert (refused.code, refused.status) == ("no-person", 401)
                assert refused.text == Refused("no-person", language).text
        for keys in ([], ["seat_x"], ["person_x"]):
            refused = await refusal(people.of(keys, "fr"))
            assert (refused.code, refused.text) == ("no-person", Refused("no-person", "fr").text)

    with_people(tmp_path, test)


def test_what_is_left_out_stays(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "fr")

        async def change(**wanted: Any) -> tuple[str, str | None, str]:
            person = await store.person(ann.person)
            assert person is not None
            told = await people.change(person, ChangePerson(**wanted), "en")
            kept = await store.person(ann.person)
            assert kept is not None
            assert told == identity(kept)
            assert (told.key, told.person) == (None, ann.person)
            return told.name, told.webhook, told.language

        assert await change() == ("Ann", None, "fr")
        assert await change(webhook=GOOD) == ("Ann", GOOD, "fr")
        assert await change(name=" Anna ") == ("Anna", GOOD, "fr")
        assert await change(language="en") == ("Anna", GOOD, "en")
        refused = await refusal(change(name="Eve", webhook="https://evil.example"))
        assert (refused.code, refused.params) == ("webhook", {"why": "not that one"})
        assert (await refusal(change(name="\n"))).code == "unprintable"
        assert await change() == ("Anna", GOOD, "en")
        assert await change(webhook="") == ("Anna", None, "en")

    with_people(tmp_path, test)


def test_who_has_a_webhook_is_told(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann, ben = [await people.add(NewPerson(name), "en") for name in ("Ann", "Ben")]
        person = await store.person(ann.person)
        assert person is not None
        await people.change(person, ChangePerson(webhook=GOOD), "en")
        for told in (ann.person, ben.person, "nobody"):
            people.notify(told, {"event": told})
        await asyncio.gather(*people._tasks)
        assert hooks.sent == [(GOOD, {"event": ann.person})]
        assert not people._tasks

    with_people(tmp_path, test)


def test_a_database_that_is_away_tells_nobody_and_stops_nothing(tmp_path: Path) -> None:
    class Away:
        async def person(self, person: str) -> Person | None:
            raise Unavailable("away")

    async def test() -> None:
        hooks = Hooks()
        people = Identities(Away(), hooks)  # type: ignore[arg-type]
        people.notify("ann", {})
        await asyncio.gather(*people._tasks)
        assert hooks.sent == []

    asyncio.run(test())


def test_an_identity_is_told_with_its_key_once() -> None:
    person = Person("id", "Ann", json.dumps({"webhook": GOOD, "language": "fr"}).encode())
    assert identity(person) == Identity("id", "Ann", None, GOOD, "fr")
    assert identity(person, "person_x").key == "person_x"
    assert identity(Person("id", "Ann", b"{}")) == Identity("id", "Ann", None, None, "en")
    assert (Preferences().webhook, Preferences().language) == (None, "en")


def test_who_was_forgotten_meanwhile_is_refused(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "en")
        assert ann.key is not None
        found = await people.of([ann.key], "en")
        await store.remove_person(ann.person)
        for wanted in (people.change(found, ChangePerson(name="Eve"), "en"), people.change_key(found, "en")):
            assert (await refusal(wanted)).code == "no-person"

    with_people(tmp_path, test)


def test_another_key_replaces_the_former_one(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "en")
        assert ann.key is not None
        changed = await people.change_key(await people.of([ann.key], "en"), "en")
        assert changed.key is not None
        assert changed.key != ann.key
        assert (await people.of([changed.key], "en")).id == ann.person
        assert (await refusal(people.of([ann.key], "en"))).status == 401

    with_people(tmp_path, test)
