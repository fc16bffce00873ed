from __future__ import annotations

from pediment.core.engine.lists import last, remove, with_at, with_last, without


def test_each_change_makes_a_new_list() -> None:
    cards = [7, 5, 7, 300]
    assert with_last(cards, 1) == [7, 5, 7, 300, 1]
    assert with_at(cards, 1, 2) == [7, 2, 7, 300]
    assert with_at(cards, -1, 2) == [7, 5, 7, 2]
    assert without(cards, 7) == [5, 7, 300]
    assert without(cards, 300) == [7, 5, 7]
    assert cards == [7, 5, 7, 300]


def test_the_last_int_is_read_if_there_is_one() -> None:
    assert last([5, 300]) == 300
    assert last([]) == 0


def test_the_first_of_several_is_removed() -> None:
    cards = [5, 300, 7, 300]
    remove(cards, 300)
    assert cards == [5, 7, 300]
