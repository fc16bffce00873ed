from __future__ import annotations

from collections.abc import Iterator

import pytest

from pediment.core.engine import kernel
from pediment.core.engine.answers import Answers
from pediment.core.engine.effect import EFFECTS, Effect
from pediment.core.engine.log import Log
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER, Frame, Origin, State

TOKEN = 7


class Ask(Effect[State]):
    """Puts a question with these answers, once; notes what was answered."""

    asking = "ask"

    def __init__(self, *answers: int) -> None:
        super().__init__()
        self.answers = list(answers)

    def options(self, s: State, f: Frame) -> list[int]:
        return self.answers[:]

    def choose(self, s: State, f: Frame, action: int) -> None:
        s.stack.pop()
        s.log.note(f.actor, f.source, f.target, f.amount, action)

    def place(self, s: State, f: Frame, action: int) -> str:
        return f"before seat {f.actor}"


class Twice(Ask):
    """Asks two questions, one in each step."""

    def run(self, s: State, f: Frame) -> bool:
        f.step += 1
        return True

    def choose(self, s: State, f: Frame, action: int) -> None:
        s.log.note(f.step, action)
        if f.step == 2:
            s.stack.pop()

    def asks(self, f: Frame) -> str:
        return f"step {f.step}"


class Then(Effect[State]):
    """Starts effects one after the other, for another actor each."""

    def __init__(self, *parts: Effect[State]) -> None:
        super().__init__()
        self.parts = parts

    def run(self, s: State, f: Frame) -> bool:
        if f.step == len(self.parts):
            s.stack.pop()
        else:
            f.step += 1
            self.parts[f.step - 1].start(s, f.step - 1, f.source, TOKEN, 3)
        return False


class AtOnce(Effect[State]):
    """Needs no frame."""

    def start(self, s: State, actor: int, source: int, target: int = -1, amount: int = 1) -> None:
        s.log.note(actor, source, target, amount)


@pytest.fixture(autouse=True)
def _no_effect_is_left_behind() -> Iterator[None]:
    n = len(EFFECTS)
    yield
    del EFFECTS[n:]


def begin(effect: Effect[State]) -> State:
    s = State(Origin(2, 0, {}, None, 1), stream(0, "test"), [], Answers(), OVER, [], Log([]), [], 0)
    effect.start(s, 1, TOKEN)
    kernel.advance(s)
    return s


def test_a_question_waits_with_its_answers_ascending() -> None:
    s = begin(Ask(5, 2, 9))
    assert (s.to_move, s.legal, kernel.asking(s)) == (1, [2, 5, 9], "ask")
    assert list(s.log) == []


def test_an_answer_leads_to_the_next_question_and_then_to_the_end() -> None:
    s = begin(Then(Ask(1, 2), Ask(3, 4)))
    assert (s.to_move, s.legal) == (0, [1, 2])
    kernel.apply(s, 2)
    assert (s.to_move, s.legal) == (1, [3, 4])
    kernel.apply(s, 3)
    assert (s.to_move, s.legal, s.stack, kernel.asking(s)) == (OVER, [], [], "over")
    assert list(s.log) == [(0, TOKEN, TOKEN, 3, 2), (1, TOKEN, TOKEN, 3, 3)]
    assert s.actions == [2, 3]


def test_the_effect_that_asks_says_where_things_lie() -> None:
    s = begin(Then(Ask(6), Ask(1, 2)))
    assert len(s.stack) == 2
    assert kernel.place(s, 1) == "before seat 1"
    assert kernel.place(begin(Then(AtOnce())), 1) == ""
    assert Effect[State]().place(s, s.stack[0], 1) == ""


def test_a_question_with_one_answer_is_never_put() -> None:
    s = begin(Then(Ask(6), Ask(1, 2), Ask(8)))
    assert (s.to_move, s.legal) == (1, [1, 2])
    kernel.apply(s, 1)
    assert s.to_move == OVER
    assert [line[-1] for line in s.log] == [6, 1, 8]
    assert s.actions == [1]  # what the kernel answers is not recorded


def test_a_question_without_an_answer_is_dropped() -> None:
    s = begin(Then(Ask(), Ask(1, 2), Ask()))
    assert s.legal == [1, 2]
    kernel.apply(s, 2)
    assert s.to_move == OVER
    assert len(s.log) == 1


def test_a_frame_may_ask_again() -> None:
    s = begin(Twice(1, 2))
    assert kernel.asking(s) == "step 1"
    kernel.apply(s, 2)
    assert (kernel.asking(s), s.to_move) == ("step 2", 1)
    kernel.apply(s, 1)
    assert list(s.log) == [(1, 2), (2, 1)]
    assert kernel.asking(s) == "over"


def test_an_effect_without_a_question_needs_no_frame() -> None:
    s = begin(Then(AtOnce(), AtOnce()))
    assert s.to_move == OVER
    assert list(s.log) == [(0, TOKEN, TOKEN, 3), (1, TOKEN, TOKEN, 3)]


def test_the_innermost_is_finished_first() -> None:
    s = begin(Then(Then(Ask(1, 2), Ask(3, 4)), Ask(5, 6)))
    seen = []
    while s.to_move != OVER:
        seen.append(s.legal[0])
        kernel.apply(s, s.legal[0])
    assert seen == [1, 3, 5]


def test_answers_are_replaced_not_changed() -> None:
    s = begin(Then(Ask(1, 2), Ask(3, 4)))
    before = s.legal
    kernel.apply(s, 1)
    assert before == [1, 2]


def test_effects_are_known_by_their_number() -> None:
    effect = Ask(1)
    assert EFFECTS[effect.id] is effect
    assert effect.possible(begin(effect), 0)


def test_an_effect_begins_at_its_first_step_with_one_and_without_a_target() -> None:
    effect = Ask(1, 2)
    [f] = begin(effect).stack
    assert (f.effect, f.actor, f.source, f.target, f.amount, f.step) == (effect.id, 1, TOKEN, -1, 1, 0)


def test_an_effect_that_asks_says_so() -> None:
    s = State(Origin(2, 0, {}, None, 1), stream(0, "test"), [], Answers(), OVER, [], Log([]), [], 0)
    f = Frame(0, 0, 0, 0, 0, 0)
    with pytest.raises(AssertionError, match="Effect lists no answers"):
        Effect[State]().options(s, f)
    with pytest.raises(AssertionError, match="Effect asks nothing"):
        Effect[State]().choose(s, f, 0)


def test_a_frame_is_cloned_int_by_int() -> None:
    f = Frame(1, 2, 3, 4, 5, 6)
    g = f.clone()
    assert [getattr(g, name) for name in ("effect", "actor", "source", "target", "amount", "step")] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]
    g.step = 0
    assert f.step == 6


def test_a_checkpoint_is_kept_only_for_a_witness() -> None:
    class Cloned(State):
        def clone(self) -> State:
            return Cloned(self.origin, self.rng, [], self.answers.share(), self.to_move, [], Log([]), [], 0)

    s = Cloned(Origin(2, 0, {}, None, 1), stream(0, "test"), [], Answers(), OVER, [], Log([]), [], 0)
    s.answers.add(4)
    s.checkpoint()
    assert s.witness is None
    s.witness = []
    s.checkpoint()
    s.checkpoint()
    assert [seen.legal for seen in s.witness] == [[4]]
    assert s.turns_begun == 3
    with pytest.raises(AssertionError, match="clones its own"):
        State(s.origin, s.rng, [], Answers(), OVER, [], Log([]), [], 0).clone()


def test_a_frame_is_found_by_its_effect() -> None:
    lower, middle, upper = Frame(1, 0, 0, 0, 0, 0), Frame(2, 0, 0, 0, 0, 0), Frame(1, 1, 0, 0, 0, 0)
    s = State(Origin(2, 0, {}, None, 1), stream(0, "test"), [lower, middle], Answers(), OVER, [], Log([]), [], 0)
    assert (s.frame_of(1), s.frame_of(2)) == (lower, middle)
    s.stack.append(upper)
    assert s.frame_of(1) is upper
    with pytest.raises(LookupError, match="no frame of the effect 3"):
        s.frame_of(3)
    assert s.find_frame(3) is None


def test_chance_comes_from_the_stream_that_a_state_was_given() -> None:
    s = begin(Ask(1, 2))
    s.chance_from(stream(1, "test"))
    assert s.rng.state == stream(1, "test").state != stream(0, "test").state
