from __future__ import annotations

from pediment.core.engine.answers import Answers
from pediment.core.engine.observation import zeros


def test_answers_are_ascending_and_each_is_there_once() -> None:
    answers = Answers()
    answers.add_all([7, 3, 9, 3, 1, 9, 7])
    assert answers.listed() == [1, 3, 7, 9]
    assert [answers.at(i) for i in range(answers.size)] == [1, 3, 7, 9]
    assert answers.size == 4


def test_there_is_room_for_any_number() -> None:
    answers = Answers()
    answers.add_all([*range(100, 50, -1), *range(40, 75)])
    assert answers.listed() == list(range(40, 101))


def test_a_list_is_made_once_for_each_question() -> None:
    answers = Answers()
    answers.add(4)
    assert answers.listed() is answers.listed()
    answers = answers.emptied()
    assert (answers.listed(), answers.size) == ([], 0)


def test_a_list_of_ones_own_can_be_changed() -> None:
    answers = Answers()
    answers.add_all([9, 4])
    own = answers.to_list()
    own.append(7)
    assert (own, answers.to_list(), answers.listed()) == ([4, 9, 7], [4, 9], [4, 9])


def test_answers_that_a_clone_needs_are_left_to_it() -> None:
    answers = Answers()
    answers.add(4)
    assert answers.share() is answers
    other = answers.emptied()
    other.add(5)
    assert (answers.listed(), other.listed()) == ([4], [5])
    assert other.emptied() is other


def test_answers_are_marked_in_a_mask_from_its_start_on() -> None:
    answers = Answers()
    answers.add_all([3, 0])
    mask = zeros(12)
    answers.mark(mask, 5, 1)
    assert list(mask) == [0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]
    answers.mark(mask, 5, 0)
    assert not any(mask)
