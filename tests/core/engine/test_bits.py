from __future__ import annotations

from pediment.core.engine.bits import count


def test_the_bits_of_a_set_are_counted() -> None:
    for word in [0, 1, 0xFFF, 0x1000, 0xABCDEF, 0xFFFFFF]:
        assert count(word) == word.bit_count()
