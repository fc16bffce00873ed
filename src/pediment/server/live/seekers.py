"""People who want a game now: two whose wishes fit meet at a new table, exactly once, whichever processes they are at.

Nothing is stored: somebody seeks for as long as their socket is open. When two seekers fit, the process of the later
one asks the process of the other, which promises that person to nobody else; only after a yes is the table made. A
process that was killed does not answer, so nobody meets a person who is gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pediment.server.domain import wishes
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import hash_of, new_id, new_word
from pediment.server.domain.wishes import Wish
from pediment.server.live.tables import LiveTables
from pediment.server.store.store import Unavailable
from pediment.server.structured_log import log

REPEAT_SECONDS: Final = 5.0
"""Between two times that all seekers are told again."""
FORGET_SECONDS: Final = 15.0
"""After which a seeker of another process counts as gone, unless they were told of again."""
ANSWER_SECONDS: Final = 10.0
"""Within which another process answers, unless it was killed."""
PROMISE_SECONDS: Final = 30.0
"""For which somebody is promised to a seeker of another process: longer than it takes to make a table."""
MAX_OF_ADDRESS: Final = 8
"""Seekers at one address at a time."""
MAX_ELSEWHERE: Final = 2_000
"""Seekers of other processes that are remembered."""


class Met(msgspec.Struct, frozen=True):
    """Where two seekers meet: the table, the seat that is kept, and the name to sit down with."""

    table: str
    seat: int
    name: str
    token: str


class Seek(msgspec.Struct, frozen=True, array_like=True):
    """A seeker as other processes know them."""

    id: str
    at: float
    wish: Wish
    name: str
    token: str
    """The hash of what they will show for their seat."""
    person: str | None

    @property
    def age(self) -> tuple[float, str]:
        """By which seekers are in the same order at every process."""
        return self.at, self.id


class _Seeks(msgspec.Struct, frozen=True, array_like=True, tag="seeks"):
    """These people seek,"""

    seeks: list[Seek]


class _Stopped(msgspec.Struct, frozen=True, array_like=True, tag="stopped"):
    """and this one no longer does."""

    id: str


class _Asks(msgspec.Struct, frozen=True, array_like=True, tag="asks"):
    """A seeker would like to meet an earlier one of another process."""

    by: Seek
    of: str


class _Answers(msgspec.Struct, frozen=True, array_like=True, tag="answers"):
    """Whether that seeker is still free; if so, they are now promised."""

    to: str
    by: str
    yes: bool


class _Meets(msgspec.Struct, frozen=True, array_like=True, tag="meets"):
    """The table is there; without one, the promise is void."""

    who: str
    by: str
    table: str = ""
    seat: int = 0
    name: str = ""


_READ: Final = msgspec.json.Decoder(_Seeks | _Stopped | _Asks | _Answers | _Meets)


@dataclass(eq=False)
class Seeker:
    """Somebody who seeks at this process."""

    seek: Seek
    word: str
    """Their seat token, which no other process learns."""
    address: str
    language: str
    met: Callable[[Met | Refused], None]
    """Called once, with the table, or with why there is none."""
    promised: str = ""
    """The id of the one they are about to meet,"""
    until: float = 0.0
    """for so long."""


class Seekers:
    """All who seek at this process, and what the others told of theirs."""

    def __init__(self, tables: LiveTables) -> None:
        self._tables = tables
        self._store = tables.store
        self._here: dict[str, Seeker] = {}
        self._elsewhere: dict[str, Seek] = {}
        self._heard: dict[str, float] = {}  # when each of these was last told of
        self._repeat_at = 0.0
        self.changed: Callable[[], None] = lambda: None
        """Called when somebody seeks or no longer does."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._outbox: list[str] = []  # what others are still to be told, in order

    def __len__(self) -> int:
        """How many seek, at any process."""
        return len(self._here) + len(self._elsewhere)

    @contextlib.contextmanager
    def seeking(
        self,
        wish: Wish,
        name: str,
        person: str | None,
        address: str,
        language: str,
        met: Callable[[Met | Refused], None],
    ) -> Iterator[None]:
        """Somebody seeks for as long as this lasts, or until they have met somebody. Raises Refused."""
        wishes.check(wish, language)
        if sum(other.address == address for other in self._here.values()) >= MAX_OF_ADDRESS:
            raise Refused("own-line", language, most=MAX_OF_ADDRESS)
        word = new_word("seat")
        seek = Seek(new_id(), time.time(), wish, name, hash_of(word), person)
        seeker = self._here[seek.id] = Seeker(seek, word, address, language, met)
        self._tell(_Seeks([seek]))
        self.changed()
        self._match()
        try:
            yield
        finally:
            self._remove(seeker)

    def tell_again(self) -> None:
        """Tell everybody now and then who seeks here; forget promises that nobody kept, and whom nobody tells of."""
        now = time.monotonic()
        self._heard = {who: at for who, at in self._heard.items() if who in self._elsewhere}
        for gone in [who for who, at in self._heard.items() if now - at >= FORGET_SECONDS]:
            del self._elsewhere[gone]
            self.changed()
        for seeker in self._here.values():
            if seeker.promised and now >= seeker.until:
                self._elsewhere.pop(seeker.promised, None)  # their process is gone, unless it tells of them again
                self._tell(_Meets(seeker.promised, seeker.seek.id))
                seeker.promised = ""
        self._match()
        if self._here and self._store.shared and now >= self._repeat_at:
            self._repeat_at = now + REPEAT_SECONDS
            for seeker in self._here.values():
                self._tell(_Seeks([seeker.seek]))

    async def close(self) -> None:
        """Let what was begun come to its end."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Meeting

    def _match(self) -> None:
        """Bring together whoever fits, those who came first before the others."""
        for seeker in sorted(self._here.values(), key=lambda seeker: seeker.seek.age):
            if not seeker.promised:
                self._find(seeker)

    def _find(self, seeker: Seeker) -> None:
        free = [other.seek for other in self._here.values() if not other.promised]
        for other in sorted([*free, *self._elsewhere.values()], key=lambda seek: seek.age):
            if other.age >= seeker.seek.age:
                return  # they look for this one themselves
            if not _fit(seeker.seek, other):
                continue
            if other.id in self._here:
                self._promise(seeker, other.id, math.inf)
                self._promise(self._here[other.id], seeker.seek.id, math.inf)
                self._do(self._meet(seeker, other))
            else:
                self._promise(seeker, other.id, ANSWER_SECONDS)
                self._tell(_Asks(seeker.seek, other.id))
            return

    @staticmethod
    def _promise(seeker: Seeker, to: str, seconds: float) -> None:
        seeker.promised, seeker.until = to, time.monotonic() + seconds

    async def _meet(self, seeker: Seeker, other: Seek) -> None:
        """Make the table for a seeker of this process and an earlier one, who was promised to them."""
        first, second = sorted((seeker.seek, other), key=lambda seek: seek.age)
        wish = wishes.together(first.wish, second.wish)
        assert wish is not None, "they fit"
        kept = {0: first.token, 1: second.token}
        people = {seat: seek.person for seat, seek in enumerate((first, second)) if seek.person is not None}
        names = first.name, wishes.names_apart(first.name, second.name)
        try:
            opened = wishes.meeting(wish, kept, people, time.time())
            live = await self._tables.create(opened.events, seeker.address, seeker.language)
        except Exception as error:
            refused = error if isinstance(error, Refused) else Refused("failed", seeker.language)
            if refused is not error:
                log("meeting failed", level=logging.ERROR, error=error)
            self._leave(seeker, refused)
            self._release(other.id, seeker.seek.id)
            return
        for seat, seek in enumerate((first, second)):
            self._arrive(seek.id, seeker.seek.id, live.table.id, seat, names[seat])

    def _arrive(self, who: str, by: str, table: str, seat: int, name: str) -> None:
        """Send a seeker to their table, wherever they are."""
        seeker = self._here.get(who)
        if seeker is None:
            self._elsewhere.pop(who, None)
            self._tell(_Meets(who, by, table, seat, name))
        else:
            self._leave(seeker, Met(table, seat, name, seeker.word))

    def _release(self, who: str, by: str) -> None:
        """Nothing comes of what was promised."""
        seeker = self._here.get(who)
        if seeker is None:
            self._tell(_Meets(who, by))
        elif seeker.promised == by:
            seeker.promised = ""
            self._match()

    def _leave(self, seeker: Seeker, found: Met | Refused) -> None:
        self._remove(seeker)
        seeker.met(found)

    def _remove(self, seeker: Seeker) -> None:
        if self._here.pop(seeker.seek.id, None) is seeker:
            self._tell(_Stopped(seeker.seek.id))
            self.changed()

    # Between processes

    def hear(self, process: str, text: str) -> None:
        """Another process tells something. What cannot be read is about something else."""
        with contextlib.suppress(msgspec.DecodeError):
            told = _READ.decode(text)
            self.changed()
            match told:
                case _Seeks(seeks=seeks):
                    self._heard |= dict.fromkeys((seek.id for seek in seeks), time.monotonic())
                    new = [seek for seek in seeks if seek.id not in self._elsewhere]
                    self._elsewhere |= {seek.id: seek for seek in new}
                    while len(self._elsewhere) > MAX_ELSEWHERE:
                        del self._elsewhere[next(iter(self._elsewhere))]
                    if new:
                        self._match()
                case _Stopped(id=who):
                    self._elsewhere.pop(who, None)
                    for seeker in self._here.values():
                        if seeker.promised == who and seeker.until < math.inf:
                            seeker.promised = ""
                    self._match()
                case _Asks(by=by, of=of):
                    self._asked(by, of)
                case _Answers() as answer:
                    self._answered(answer)
                case _Meets() as meets:
                    self._heard_of_table(meets)

    def _asked(self, by: Seek, of: str) -> None:
        seeker = self._here.get(of)
        if seeker is None:
            return  # of a third process, or gone, which was told
        free = not seeker.promised and _fit(seeker.seek, by)
        if free:
            self._promise(seeker, by.id, PROMISE_SECONDS)
        self._tell(_Answers(by.id, of, free))

    def _answered(self, answer: _Answers) -> None:
        seeker, other = self._here.get(answer.to), self._elsewhere.get(answer.by)
        if seeker is not None and seeker.promised == answer.by and answer.yes and other is not None:
            self._promise(seeker, answer.by, math.inf)  # until the table is there, or is not to be had
            self._do(self._meet(seeker, other))
        elif seeker is not None and seeker.promised == answer.by:
            self._elsewhere.pop(answer.by, None)  # until they are told of again
            seeker.promised = ""
            self._match()

    def _heard_of_table(self, meets: _Meets) -> None:
        seeker = self._here.get(meets.who)
        if seeker is None or seeker.promised != meets.by:
            return
        if meets.table:
            self._leave(seeker, Met(meets.table, meets.seat, meets.name, seeker.word))
        else:
            self._release(meets.who, meets.by)

    def _tell(self, told: msgspec.Struct) -> None:
        """Tell other processes, soon; while the database is away, nobody meets anybody elsewhere."""
        if self._store.shared:
            self._outbox.append(msgspec.json.encode(told).decode())
            if len(self._outbox) == 1:
                self._do(self._send())

    async def _send(self) -> None:
        while self._outbox:
            with contextlib.suppress(Unavailable):
                await self._store.tell(self._outbox[0])
            del self._outbox[0]

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _fit(one: Seek, other: Seek) -> bool:
    """Could these two meet? Nobody meets themselves."""
    same = one.person is not None and one.person == other.person
    return not same and wishes.together(one.wish, other.wish) is not None
