"""`pediment backup`: copy one database into another, even while a server runs; restoring works the same way."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final

from rich.console import Console

from pediment.command.arguments import Parser
from pediment.command.error_messages import translate
from pediment.command.errors import complain
from pediment.server.domain.refusal import TEXTS
from pediment.server.settings import default_database
from pediment.server.store.store import Conflict, KeyedPerson, Row, Store, Unavailable, WholeTable, store_of

EXIT_FAILED: Final = 1
EXIT_WRONG: Final = 2


@dataclass(slots=True)
class Tally:
    """How much was copied, and a fingerprint of all of it."""

    tables: int = 0
    events: int = 0
    people: int = 0
    digest: Any = field(default_factory=hashlib.sha256)

    async def of(self, rows: AsyncIterator[Row]) -> AsyncGenerator[Row]:
        """The same rows, each of them counted."""
        async for row in rows:
            if isinstance(row, KeyedPerson):
                self.people += 1
            elif isinstance(row, WholeTable):
                self.tables += 1
                self.events += len(row.events)
            self.digest.update(repr(row).encode())
            yield row

    def same_as(self, other: Tally) -> bool:
        """Did both count the same rows?"""
        return bool(self.digest.digest() == other.digest.digest())


async def copy(source: Store, target: Store) -> Tally:
    """Copy everything as it is at this instant, and read it back. Neither store needs to be open.

    Raises Conflict for a target that is not empty, Unavailable where a database fails or the copy is not the same.
    """
    copied, found = Tally(), Tally()
    async with aclosing(copied.of(source.rows())) as rows:
        first = await anext(rows, None)  # a source that cannot be read is found out before a target is made
        await target.fill(_after(first, rows))
    async for _ in found.of(target.rows()):
        pass
    if not found.same_as(copied):
        raise Unavailable("what was written is not what was read")
    return copied


async def _after(first: Row | None, rows: AsyncIterator[Row]) -> AsyncGenerator[Row]:
    if first is not None:
        yield first
    async for row in rows:
        yield row


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment backup`."""
    say = TEXTS.section(parser.language, "backup")
    parser.add_argument("target", metavar="FILE", help=say["target"])
    parser.add_argument("--database", metavar="URL", default=default_database(), help=say["database"])


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment backup`: 0 when all is copied, 1 when a database failed, 2 for wrong arguments."""
    try:
        tally = asyncio.run(copy(store_of(args.database), store_of(args.target)))
    except (ValueError, ModuleNotFoundError) as error:
        return _complain(TEXTS.say(args.language, "backup.wrong", why=translate(error, args.language)), EXIT_WRONG)
    except Conflict:
        return _complain(TEXTS.say(args.language, "backup.not-empty", target=_shown(args.target)), EXIT_WRONG)
    except Unavailable as error:
        return _complain(TEXTS.say(args.language, "backup.failed", why=translate(error, args.language)), EXIT_FAILED)
    counts = {"tables": tally.tables, "events": tally.events, "people": tally.people}
    console.print(TEXTS.say(args.language, "backup.done", **counts))
    return 0


def _complain(text: str, code: int) -> int:
    complain(f"pediment backup: {text}")
    return code


def _shown(url: str) -> str:
    """A URL without its password."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"
