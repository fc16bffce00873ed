"""Turns told by e-mail, in games over days: to confirmed addresses only, once for a turn, never while somebody is here.

An address belongs to an identity and is known to nobody else. Until its owner has opened the link in the one mail that
goes there, nothing else does; every further mail has a link that turns them off.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import re
from collections import OrderedDict
from typing import Annotated, Final

import msgspec
from msgspec import Meta

import pediment
from pediment.server.domain.commands import Request
from pediment.server.domain.refusal import TEXTS, Refused
from pediment.server.domain.seats import hash_of, new_word
from pediment.server.domain.table import Table
from pediment.server.live.identities import Preferences, change_settings
from pediment.server.live.live_table import LiveTable
from pediment.server.live.mail import Daily, Mailer, Wanted, is_address, smtp_server
from pediment.server.live.people_here import PeopleHere
from pediment.server.settings import Settings
from pediment.server.store.store import Person, Store, Unavailable
from pediment.server.structured_log import log

MAX_CONFIRMATIONS: Final = {"by": 5, "from": 10, "to": 3, "all": 500}
"""Mails that ask for a confirmation, in a day: by one identity, from one address of a client, to one e-mail address,
and all of a process."""
MAX_TURNS: Final = 24
"""Mails about turns to one e-mail address in a day."""
MAX_REMEMBERED: Final = 20_000
"""Turns of which it is known that a mail was sent."""

_LINK: Final = re.compile(r"[:/@]|\S\.\S")
"""What a mail program could take for an address: a name must be no link in a mail from this server."""


class NewEmail(Request, frozen=True):
    """Where you would like to be told of your turn in games over days."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]


class EmailState(msgspec.Struct, frozen=True):
    """Your e-mail address, and whether you have confirmed it."""

    offered: bool
    """Whether this server sends mails at all."""
    address: str
    """Empty if you have none."""
    confirmed: bool


class TurnMail:
    """The mails of a server."""

    def __init__(self, store: Store, here: PeopleHere, settings: Settings) -> None:
        self._store = store
        self._here = here
        self._settings = settings
        self.mailer: Mailer | None = None
        if settings.smtp is not None:
            self.mailer = Mailer(smtp_server(settings.smtp, settings.smtp_password), settings.mail_from)
        self._confirmations = {kind: Daily(most) for kind, most in MAX_CONFIRMATIONS.items()}
        self._turns = Daily(MAX_TURNS)
        self._told: OrderedDict[tuple[str, int], int] = OrderedDict()  # by table and seat, the moves at the last mail
        self._tasks: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Send nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.mailer is not None:
            await self.mailer.close()

    # Addresses

    def state(self, person: Person) -> EmailState:
        """What somebody is told of their own address."""
        found = _preferences(person)
        return EmailState(self.mailer is not None, found.email, bool(found.email) and not found.email_word)

    async def ask(self, person: Person, wanted: NewEmail, client: str, language: str) -> EmailState:
        """Note an address, and send the link there that confirms it. Raises Refused."""
        if self.mailer is None:
            raise Refused("no-mail", language)
        if not is_address(wanted.address):
            raise Refused("bad-address", language)
        keys = {"by": person.id, "from": client, "to": wanted.address.lower(), "all": ""}
        if not all(daily.take(keys[kind]) for kind, daily in self._confirmations.items()):
            raise Refused("mail-often", language)
        word = new_word("mail")
        await self._change(person, email=wanted.address, email_word=hash_of(word), email_off=new_word("mail"))
        link = f"{self._settings.url}/mail#confirm={person.id}.{word}"

        async def wanted_still() -> bool:
            return (await self._of(person.id)).email_word == hash_of(word)

        spoken = _preferences(person).language
        self._send(wanted.address, spoken, "confirm", {}, wanted_still, 0.0, link=link)
        return EmailState(True, wanted.address, False)

    async def confirm(self, word: str, language: str) -> EmailState:
        """Confirm an address with the word of the link that went there. Raises Refused for any other word."""
        person, secret = await self._by_word(word, language)
        found = _preferences(person)
        if not found.email_word or not hmac.compare_digest(hash_of(secret), found.email_word):
            raise Refused("no-mail-word", language)
        await self._change(person, email_word="")
        return EmailState(self.mailer is not None, found.email, True)

    async def turn_off(self, word: str, language: str) -> None:
        """Forget an address, by the word of the link in every mail. Raises Refused for any other word."""
        person, secret = await self._by_word(word, language)
        found = _preferences(person)
        if not found.email_off or not hmac.compare_digest(secret.encode(), found.email_off.encode()):
            raise Refused("no-mail-word", language)
        await self.remove(person)

    async def remove(self, person: Person) -> None:
        """Forget somebody's address."""
        await self._change(person, email="", email_word="", email_off="")

    async def _by_word(self, word: str, language: str) -> tuple[Person, str]:
        name, _, secret = word.partition(".")
        person = await self._store.person(name) if name.isprintable() else None
        if person is None or not secret:
            raise Refused("no-mail-word", language)
        return person, secret

    async def _change(self, person: Person, **changes: str) -> None:
        with contextlib.suppress(KeyError):  # forgotten meanwhile
            await change_settings(self._store, person, lambda found: msgspec.structs.replace(found, **changes))

    async def _of(self, person: str) -> Preferences:
        """What somebody has chosen; nothing for somebody who is forgotten, or while the database is away."""
        with contextlib.suppress(Unavailable):
            found = await self._store.person(person)
            if found is not None:
                return _preferences(found)
        return Preferences()

    # Turns

    def tell(self, live: LiveTable, seat: int, before: Table) -> None:
        """It has become somebody's turn: mail them, if they wish, unless they come by themselves."""
        table, player = live.table, live.table.seats[seat]
        days = table.created.house.clock.kind == "days"
        still = before.asked == seat and not before.plan_is_due  # a plan may stop short, and then it is asked on
        if self.mailer is None or not days or player.person is None or player.level or still:
            return
        key, moves = (table.id, seat), len(table.labels)
        if self._told.get(key, -1) >= moves:  # a move was undone and made again
            return
        self._told.pop(key, None)
        self._told[key] = moves
        if len(self._told) > MAX_REMEMBERED:
            self._told.popitem(last=False)
        task = asyncio.create_task(self._tell(live, seat, player.person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, live: LiveTable, seat: int, person: str) -> None:
        table = live.table
        question = table.question()
        counted = False

        async def wanted() -> bool:
            """Is it still their turn, are they still away, do they still wish it, have they not had too many?"""
            nonlocal counted
            now = live.table
            is_here = self._here.is_here(person) or seat in live.surely_present()
            if now.question() != question or live.gone or is_here or now.seats[seat].person != person:
                return False
            found = await self._of(person)
            if found.email != address or found.email_word:
                return False
            counted = counted or self._turns.take(address.lower())  # once, however often it is tried
            return counted

        try:
            found = await self._of(person)
            address = found.email
            if not address or found.email_word:
                return
            off = f"{person}.{found.email_off}"
            headers = {
                "List-Unsubscribe": f"<{self._settings.url}/api/mail/off/{off}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }
            names = [
                table.game.player(k + 1, found.language) if _LINK.search(name) else name
                for k, name in enumerate(table.names(found.language))
                if k != seat
            ]
            facts = {
                "name": table.seats[seat].name,
                "game": pediment.kit(table.created.game).title,
                "others": ", ".join(names),
                "link": f"{self._settings.url}/t/{table.id}",
                "off": f"{self._settings.url}/mail#off={off}",
            }
            self._send(address, found.language, "turn", headers, wanted, self._settings.mail_after, **facts)
        except Exception as error:
            log("mail failed", level=logging.ERROR, error=error)

    def _send(
        self, to: str, language: str, kind: str, headers: dict[str, str], wanted: Wanted, after: float, **facts: str
    ) -> None:
        assert self.mailer is not None
        subject, text = (TEXTS.say(language, f"mail.{kind}{part}", **facts) for part in ("-subject", ""))
        self.mailer.send(to, subject, text, headers | {"Content-Language": language}, wanted, after)


def _preferences(person: Person) -> Preferences:
    return msgspec.json.decode(person.settings, type=Preferences)
