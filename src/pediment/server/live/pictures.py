"""Pictures to share, kept for a while as they go out."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pediment.pictures import posters
from pediment.pictures.canvas import Canvas
from pediment.server.live.off_loop import OffLoop

MAX_KEPT_BYTES: Final = 16_000_000
"""Of all pictures together; one is some 30 to 90 kB."""


@dataclass(frozen=True)
class Picture:
    """A picture as a file, with its tag."""

    body: bytes

    @cached_property
    def tag(self) -> str:
        """What tells it from any other."""
        return f'"{hashlib.sha256(self.body).hexdigest()[:32]}"'


class Pictures:
    """The pictures that were wanted last. Each is drawn beside the loop, and paid for by the address that wants it."""

    def __init__(self, off_loop: OffLoop) -> None:
        self._off_loop = off_loop
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()
        self._bytes = 0

    async def get(self, key: Hashable, draw: Callable[[], Canvas]) -> Picture:
        """The picture with that key, which names all that it depends on. Raises Refused for an address in debt."""
        found = self._kept.get(key)
        if found is None:
            found = Picture(await self._off_loop.do(lambda: posters.png(draw())))
            self._keep(key, found)
        self._kept.move_to_end(key)
        return found

    def _keep(self, key: Hashable, picture: Picture) -> None:
        if key not in self._kept:  # somebody else may have wanted it meanwhile
            self._bytes += len(picture.body)
        self._kept[key] = picture
        while self._bytes > MAX_KEPT_BYTES and len(self._kept) > 1:
            self._bytes -= len(self._kept.popitem(last=False)[1].body)
