"""The vocabulary of a game: every answer to every question is one of its ints, in named blocks."""

from __future__ import annotations


class Block:
    """Answers of one kind, one int after another: `take` has one for each kind of card."""

    __slots__ = ("name", "size", "start")

    def __init__(self, name: str, start: int, size: int) -> None:
        self.name = name
        self.start = start
        self.size = size


class Vocabulary:
    """The blocks of a game, each right behind the one before: what is added at the end shifts no action."""

    def __init__(self) -> None:
        self.blocks: dict[str, Block] = {}
        self._by_action: list[Block] = []

    def add(self, name: str, start: int, size: int = 1) -> Block:
        """A new block at the end.

        Raises ValueError unless it has a name of its own and begins where the last one ends: no two blocks overlap.
        """
        if name in self.blocks:
            raise ValueError(f"there is a block {name!r} already")
        if start != len(self._by_action):
            raise ValueError(f"the block {name!r} begins at {start}; the one before it ends at {len(self._by_action)}")
        if size < 1:
            raise ValueError(f"the block {name!r} has no answers")
        block = self.blocks[name] = Block(name, start, size)
        self._by_action += [block] * size
        return block

    def __len__(self) -> int:
        return len(self._by_action)

    def block_of(self, action: int) -> Block:
        """The block of an action; what it says there is `action - block.start`. Raises IndexError above the last."""
        return self._by_action[action]
