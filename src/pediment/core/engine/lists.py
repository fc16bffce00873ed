"""Lists that are replaced, never changed, so that clones share them: each change makes a new one."""

from __future__ import annotations

from typing import TypeVar

from mypy_extensions import i64

T = TypeVar("T")


def with_last(items: list[T], item: T) -> list[T]:
    """The same list with one more item at its end."""
    found = items[:]
    found.append(item)
    return found


def with_at(items: list[T], at: int, item: T) -> list[T]:
    """The same list with another item in one place, counted from 0 or, below that, from the end."""
    found = items[:]
    found[at] = item
    return found


def last(items: list[int]) -> i64:
    """The last of the ints, or 0 if there are none."""
    return items[-1] if items else 0


def contains(items: list[int], item: int) -> bool:
    """Is the item in the list? Compiled, `in` compares objects, at some 50 instructions each."""
    return any(other == item for other in items)


def remove(items: list[int], item: int) -> None:
    """Take an item that is in it out of a list of one's own, the first of several."""
    for i in range(len(items)):
        if items[i] == item:
            items.pop(i)
            break


def without(items: list[int], item: int) -> list[int]:
    """The same list without an item that is in it; of several, the first goes."""
    found = items[:]
    remove(found, item)
    return found
