"""Large arrays in memory that is used again."""

from __future__ import annotations

import weakref
from typing import Any, Final

from pediment.core.extras import extra

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

KEEP: Final = 4
"""Arrays of which the memory is kept, those in use included."""


class Recycled:
    """Arrays of one shape and type, filled with anything. Each is its owner's for as long as anybody refers to it.

    >>> arrays = Recycled((2, 3), np.float32)
    >>> first, second = arrays.take(), arrays.take()
    >>> np.shares_memory(first, second)
    False

    The system has to clear the pages of every large new array: for observations of 1,024 rows that takes longer than
    to fill it in.
    """

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)
        self._lent: list[tuple[bytearray, weakref.ref[NDArray[Any]]]] = []

    def take(self) -> NDArray[Any]:
        """An array that nobody else has. Views of it keep it alive, so that its memory is not used again too early."""
        free = [at for at, (_, lent) in enumerate(self._lent) if lent() is None]
        if free:
            memory, _ = self._lent.pop(free[0])
        else:
            memory = bytearray(int(np.prod(self.shape)) * self.dtype.itemsize)
        found: NDArray[Any] = np.ndarray(self.shape, self.dtype, memory)
        self._lent = [*self._lent[-(KEEP - 1) :], (memory, weakref.ref(found))]
        return found
