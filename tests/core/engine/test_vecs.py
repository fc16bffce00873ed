from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.vecs import EMPTY, first, listed, same, with_last, without


def test_a_change_makes_a_new_vector() -> None:
    first = with_last(with_last(EMPTY, 4), 7)
    second, third = with_last(first, 4), with_last(first, 9)
    assert listed(EMPTY) == []
    assert listed(first) == [4, 7]
    assert listed(second) == [4, 7, 4]
    assert listed(third) == [4, 7, 9]


def test_the_first_of_equal_ints_goes() -> None:
    items = vec[i64]([4, 7, 4, 9])
    assert listed(without(items, 4)) == [7, 4, 9]
    assert listed(without(items, 9)) == [4, 7, 4]
    assert listed(without(vec[i64]([3]), 3)) == []
    assert listed(items) == [4, 7, 4, 9]


def test_the_first_int_is_read_if_there_is_one() -> None:
    assert first(vec[i64]([4, 7])) == 4
    assert first(EMPTY) == 0


def test_vectors_are_the_same_with_the_same_ints_in_the_same_order() -> None:
    items = vec[i64]([4, 7])
    assert same(items, items)
    assert same(items, vec[i64]([4, 7]))
    assert same(EMPTY, vec[i64]())
    for other in ([7, 4], [4], [4, 7, 7], [4, 8], []):
        assert not same(items, vec[i64](other))
        assert not same(vec[i64](other), items)
