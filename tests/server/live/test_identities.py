"""Identities: a name and a key, what they have chosen, and who is told that it is their turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pediment.lab.chapters import ChapterProgress, Progress
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of
from pediment.server.live import identities
from pediment.server.live.identities import (
    ChangePerson,
    Identities,
    Identity,
    NewPerson,
    Preferences,
    has_muted,
    identity,
    progress_of,
    standing_of,
)
from pediment.server.live.puzzles import Standing
from pediment.server.store.store import Conflict, Person, Store, Unavailable, store_of

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


def test_others_hear_of_what_is_hidden_only_when_that_changes(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "en")
        heard: list[str] = []
        people.changed = heard.append

        async def change(**wanted: Any) -> tuple[bool, bool, int]:
            person = await store.person(ann.person)
            assert person is not None
            told = await people.change(person, ChangePerson(**wanted), "en")
            return told.hidden, told.offline, len(heard)

        assert await change() == (False, False, 0)
        assert await change(hidden=True) == (True, False, 1)
        assert await change(hidden=True, name="Anna") == (True, False, 1)
        assert await change(offline=True) == (True, True, 2)
        assert await change(webhook=GOOD) == (True, True, 2)
        assert await change(hidden=False) == (False, True, 3)
        assert heard == [ann.person] * 3

    with_people(tmp_path, test)


def test_whoever_is_muted_is_noted_once_and_in_a_way_that_tells_nobody_who(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert identities.MAX_MUTED == 500
    monkeypatch.setattr(identities, "MAX_MUTED", 2)

    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann, zoe = [await people.add(NewPerson(name), "en") for name in ("Ann", "Zoë")]
        assert ann.key is not None
        heard: list[str] = []
        people.changed = heard.append
        person = await people.of([ann.key], "en")
        for who in ("ben", "cy", "ben"):  # the second time it is nothing new
            person = await people.mute(person, who, muted=True, language="en")
        assert [has_muted(person, who) for who in ("ben", "cy", "dee")] == [True, True, False]
        refused = await refusal(people.mute(person, "dee", muted=True, language="fr"))
        assert (refused.code, refused.params) == ("full-mutes", {"most": 2})
        person = await people.mute(person, "ben", muted=False, language="en")
        person = await people.mute(person, "dee", muted=True, language="en")
        assert [has_muted(person, who) for who in ("ben", "cy", "dee")] == [False, True, True]
        assert heard == [ann.person] * 5
        assert person == await store.person(ann.person)
        marks = json.loads(person.settings)["muted"]
        assert [len(mark) for mark in marks] == [16, 16]
        other = await store.person(zoe.person)
        assert other is not None
        other = await people.mute(other, "cy", muted=True, language="en")
        assert json.loads(other.settings)["muted"][0] not in marks

    with_people(tmp_path, test)


def test_what_was_done_in_puzzles_and_lessons_is_kept(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "en")
        assert ann.key is not None
        standing, progress = Standing(streak=3, longest=4), Progress({"elysium": {"city": ChapterProgress(2)}})
        assert await people.change_standing([ann.key], lambda before: standing, "en") == standing
        person = await people.of([ann.key], "en")
        assert standing_of(person) == standing
        assert await people.change_progress(person, lambda before: progress, "en") == progress
        kept = await people.of([ann.key], "en")
        assert (standing_of(kept), progress_of(kept), identity(kept).name) == (standing, progress, "Ann")
        assert (await refusal(people.change_standing(["person_x"], lambda before: before, "en"))).code == "no-person"

    with_people(tmp_path, test)


def test_a_standing_that_stays_the_same_is_not_written() -> None:
    class Once:
        async def person_by_key(self, digest: bytes) -> Person:
            return Person("ann", "Ann", b'{"puzzles":{"streak":2}}')

    async def test() -> None:
        people = Identities(Once(), Hooks())  # type: ignore[arg-type]
        assert await people.change_standing(["person_x"], lambda before: before, "en") == Standing(streak=2)

    asyncio.run(test())


def test_what_two_requests_change_at_once_is_both_changed(tmp_path: Path) -> None:
    async def test(people: Identities, hooks: Hooks, store: Store) -> None:
        ann = await people.add(NewPerson("Ann"), "en")
        before = await store.person(ann.person)
        assert before is not None
        await people.change(before, ChangePerson(name="Anna", hidden=True), "en")
        progress = Progress({"elysium": {"city": ChapterProgress(2)}})
        assert await people.change_progress(before, lambda _: progress, "en") == progress  # by what was known before
        told = await people.change(before, ChangePerson(language="fr"), "en")
        assert (told.name, told.hidden, told.language) == ("Anna", True, "fr")
        kept = await store.person(ann.person)
        assert kept is not None
        assert (identity(kept), progress_of(kept)) == (told, progress)

    with_people(tmp_path, test)


def test_whoever_is_forgotten_while_another_request_changes_them_is_refused() -> None:
    class Forgetting:
        """A store in which somebody else was faster, and is gone by then."""

        async def change_person(self, person: Person, before: Person) -> None:
            raise Conflict("no")

        async def person(self, person: str) -> Person | None:
            return None

    async def test() -> None:
        people = Identities(Forgetting(), Hooks())  # type: ignore[arg-type]
        person = Person("ann", "Ann", b"{}")
        for wanted in (
            people.change(person, ChangePerson(name="Eve"), "en"),
            people.change_progress(person, lambda before: before, "en"),
            people.mute(person, "ben", muted=True, language="en"),
        ):
            assert (await refusal(wanted)).code == "no-person"

    asyncio.run(test())
