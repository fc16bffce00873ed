"""The tree of the search, on the toy game."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER, State
from pediment.core.search.tree import MARGIN_WEIGHT, MAX_NODES, Finding, Judge, Node, Tree, margins, shares
from pediment.testing.toy import GAME, HIDE, OPEN, PebblesState

JUDGE = GAME.judge
ONE, FOUR = 2, 5  # discard 1, discard 4
ANSWERS = list(range(GAME.num_actions))


class Flat(Judge):
    """Sees no difference between the answers before they are tried."""

    def standings(self, s: State) -> list[float]:
        return JUDGE.standings(s)

    def spread(self, s: State) -> float:
        return JUDGE.spread(s)

    def sights(self, s: State) -> list[float]:
        return [0.0] * len(s.legal)


def grown(state: PebblesState, iterations: int, judge: Judge = JUDGE, tree: Tree | None = None) -> Tree:
    """The tree of a position after this many iterations."""
    tree = tree or Tree(state.origin.seats, judge)
    worlds = stream(1, "worlds")
    for _ in range(iterations):
        tree.iterate(GAME.resample(state, state.to_move, worlds))
    return tree


def nodes(node: Node) -> list[Node]:
    """A node and all below it."""
    return [node, *(other for child in (node.children or {}).values() for other in nodes(child))]


def last_pebble(*seats: list[int], hidden: int = 0) -> Any:
    """Only a 4 is left in the bag, and the first seat is asked; the pebbles of the seats lie open."""
    used = [value for pebbles in seats for value in pebbles] + [hidden] * bool(hidden)
    gone = [value for value in (1, 2, 3, 4) for _ in range(3 - used.count(value) - (value == 4))]
    tables: list[dict[str, Any]] = [{"open": pebbles} for pebbles in seats]
    if hidden:
        tables[0]["hidden"] = [hidden]
    return GAME.position({"seats": tables, "gone": gone})


def test_every_iteration_counts_once_at_every_level() -> None:
    tree = grown(GAME.new(seats=3, seed=1), 100)
    assert tree.root.visits == 100 == sum(tree.visits(ANSWERS).values())
    assert tree.nodes == len(nodes(tree.root))
    for node in nodes(tree.root):
        children = sum(child.visits for child in (node.children or {}).values())
        assert node.visits == children or node.visits == children + 1  # the visit that found it
    findings = tree.findings
    assert {action: finding.visits for action, finding in findings.items()} == tree.visits(ANSWERS)
    for finding in findings.values():
        assert 0 <= finding.chance <= finding.visits
        assert finding.chance_squares <= finding.chance


def test_a_node_keeps_the_chances_of_every_seat_and_they_add_up() -> None:
    """Three seats: what the leaders' margins add is known, the rest is the one victory."""
    state = GAME.new(seats=3, seed=2)
    for node in nodes(grown(state, 60).root):
        extra = MARGIN_WEIGHT * 60 * node.visits  # no margin is above 60
        assert len(node.value) == 3
        assert sum(node.value) == pytest.approx(node.visits, abs=extra)


def test_a_world_that_is_searched_keeps_no_log() -> None:
    state = GAME.new(seats=2, seed=3)
    world = state.clone()
    Tree(2, JUDGE).iterate(world)
    assert world.actions
    assert list(world.log) == list(state.log)


def test_the_same_worlds_grow_the_same_tree() -> None:
    state = GAME.new(seats=2, seed=3)
    one, two = (nodes(grown(state, 80).root) for _ in range(2))
    assert [(node.visits, node.value, node.likely) for node in one] == [
        (node.visits, node.value, node.likely) for node in two
    ]


def test_everybody_looks_for_their_own_good() -> None:
    """After a 4 laid open both others discard what costs them least, though the first seat would like it otherwise."""
    tree = grown(last_pebble([], [4, 1], [4, 1]), 300, Flat())
    for given in (OPEN, ONE):
        tree.descend([given])
        assert tree.visits(ANSWERS)[ONE] > 2 * tree.visits(ANSWERS)[FOUR]


def test_a_player_who_cannot_win_plays_for_a_small_margin() -> None:
    """He decides between the other two, and looks at himself only: the last pebble counts more if it is open."""
    tree = grown(last_pebble([1], [3, 3, 3, 2, 2], [4, 4, 2]), 60, Flat())
    visits = tree.visits(ANSWERS)
    assert visits[OPEN] > visits[HIDE]


def test_the_winning_answer_is_found() -> None:
    """Open is one point more, and the others have to discard: the only way to win."""
    state = last_pebble([3, 3, 2], [4, 4, 1, 1, 2])
    tree = grown(state, 50, Flat())
    first = 1  # look at the answer, before the discard is answered
    assert tree.findings[OPEN].chance == pytest.approx(tree.findings[OPEN].visits, abs=first)
    assert tree.findings[HIDE].chance == pytest.approx(0)
    assert tree.ahead(ANSWERS) == tree.visits(ANSWERS)[OPEN] - tree.visits(ANSWERS)[HIDE] > 30
    assert tree.findings[OPEN].margin > 0  # 16 to 15 at least
    assert tree.findings[HIDE].margin == pytest.approx(-2 * tree.findings[HIDE].visits)  # 15 to 17


def test_a_promising_answer_is_looked_at_first() -> None:
    class Hides(Flat):
        def sights(self, s: State) -> list[float]:
            return [3.0 * (action == HIDE) for action in s.legal]

    assert grown(GAME.new(seed=1), 1, Hides()).visits(ANSWERS) == {HIDE: 1, OPEN: 0}


class Promising(Flat):
    """Sees a promise of so many points in hiding."""

    def __init__(self, points: float, temperature: float) -> None:
        super().__init__(temperature=temperature)
        self.points = points
        self.asked = 0

    def sights(self, s: State) -> list[float]:
        self.asked += 1
        return [self.points * (action == HIDE) for action in s.legal]


@pytest.mark.parametrize(("points", "likely"), [(2.0, -0.5), (-2.0, -0.5), (23.9, -5.975), (24.1, -6.0), (1e6, -6.0)])
def test_an_answer_is_less_likely_by_its_points_to_a_bound(points: float, likely: float) -> None:
    """At a temperature of 4, an answer that promises 4 points less is e times less likely."""
    children = grown(GAME.new(seed=1), 1, Promising(points, 4.0)).root.children
    assert children is not None
    best, worse = (HIDE, OPEN) if points > 0 else (OPEN, HIDE)
    assert [children[best].likely, children[worse].likely] == pytest.approx([1.0, math.exp(likely)])


@pytest.mark.parametrize(("mean", "next_look"), [(0.4552, OPEN), (0.4553, HIDE)])
def test_the_next_look_goes_to_the_best_answer_or_to_one_that_had_few(mean: float, next_look: int) -> None:
    """0.5 + 0.5 * sqrt(5) / 1.25 * 1 / 5 against the mean of the node + 0.5 * sqrt(5) / 1.25 * 0.25."""
    root, known, new = Node(2, 0.0), Node(2, 1.0), Node(2, 0.25)
    root.visits, root.value = 4, [4.0, 4 * mean]
    known.visits, known.value = 4, [0.0, 2.0]
    assert Tree(2, Flat(explore=0.5))._select(root, {OPEN: known, HIDE: new}, [OPEN, HIDE], 1) == next_look


def test_a_question_is_looked_at_once_before_its_answers_are_tried() -> None:
    judge = Promising(1.0, 1.0)
    tree = grown(last_pebble([3, 3, 2], [4, 4, 1, 1, 2]), 40, judge)
    assert judge.asked == sum(node.children is not None for node in nodes(tree.root))


def test_however_little_an_answer_promises_it_is_looked_at_in_time() -> None:
    class Blind(Flat):
        def sights(self, s: State) -> list[float]:
            return [1e6 * (action == HIDE) for action in s.legal]

    tree = grown(last_pebble([3, 3, 2], [4, 4, 1, 1, 2]), 3000, Blind())
    assert tree.visits(ANSWERS)[OPEN] > 1000


@pytest.mark.parametrize("poor", [OPEN, HIDE])
def test_every_answer_to_the_question_is_given_its_least_part_of_the_looks(poor: int) -> None:
    """The first answer of the vocabulary, 0, as well as any other."""

    class Against(Flat):
        def sights(self, s: State) -> list[float]:
            return [-1e6 * (action == poor) for action in s.legal]

    state = GAME.new(seats=2, seed=1)
    assert grown(state, 100, Against()).visits(ANSWERS)[poor] < 5
    visits = grown(state, 100, tree=Tree(2, Against(), least=0.3)).visits(ANSWERS)
    assert 28 <= visits[poor] <= 31
    assert sum(visits.values()) == 100


def test_only_the_question_itself_has_a_least_part() -> None:
    """Whoever discards after the first answer of the vocabulary looks at nothing that promises nothing."""

    class Keeps(Flat):
        def sights(self, s: State) -> list[float]:
            return [-1e6 * (action == FOUR) for action in s.legal]

    tree = grown(last_pebble([], [4, 1], [4, 1]), 100, tree=Tree(3, Keeps(), least=0.3))
    tree.descend([OPEN])
    assert tree.visits(ANSWERS)[FOUR] < 5


def test_worlds_may_ask_different_questions_at_the_same_node() -> None:
    """Whoever has to discard has other pebbles in every world: the node learns the answers as they come."""
    state = GAME.position({"seats": [{"open": [4]}, {"open": [1]}], "copies": 2})
    tree = grown(state, 400, Flat())
    answers = {
        action
        for first in (tree.root.children or {}).values()
        for second in (first.children or {}).values()
        for action in second.children or {}
    }
    assert answers > {OPEN, HIDE}
    assert tree.nodes == len(nodes(tree.root))


def test_descending_keeps_what_was_found_below() -> None:
    tree = grown(GAME.new(seats=2, seed=1), 100)
    assert tree.root.children
    child = tree.root.children[OPEN]
    visits = child.visits
    tree.descend([OPEN])
    assert tree.root is child
    assert tree.root.visits == visits > 1
    assert tree.findings == {}
    assert tree.nodes == len(nodes(child))
    tree.descend([])
    assert tree.root is child


@pytest.mark.parametrize("answers", [[FOUR], [FOUR, OPEN], [OPEN] * 40])
def test_descending_where_nothing_was_found_begins_anew(answers: list[int]) -> None:
    tree = grown(GAME.new(seats=2, seed=1), 20)
    tree.descend(answers)
    assert (tree.root.visits, tree.visits(ANSWERS), tree.nodes, tree.ahead(ANSWERS)) == (0, {}, 1, 0)
    state = GAME.new(seats=2, seed=5)
    assert grown(state, 10, tree=tree).root.visits == 10


def test_a_full_tree_does_not_grow_but_its_nodes_are_still_visited() -> None:
    state = GAME.new(seats=3, seed=1)
    tree = grown(state, 50)
    before = [node.visits for node in nodes(tree.root)]
    tree.nodes = MAX_NODES
    grown(state, 200, tree=tree)
    after = [node.visits for node in nodes(tree.root)]
    assert tree.nodes == MAX_NODES
    assert len(after) == len(before)
    assert tree.root.visits == 250 == sum(tree.visits(ANSWERS).values())
    assert sum(after) - sum(before) > 4 * 200  # as deep as it was grown


def test_a_full_tree_stops_at_an_answer_that_is_new() -> None:
    """Whoever has to discard has other pebbles in every world."""
    state = GAME.position({"seats": [{"open": [4]}, {"open": [1]}], "copies": 2})
    tree = grown(state, 30, Flat())
    size = len(nodes(tree.root))
    tree.nodes = MAX_NODES
    grown(state, 300, tree=tree)
    assert len(nodes(tree.root)) == size


def test_a_full_tree_still_learns_the_answers_to_the_question() -> None:
    tree = Tree(2, JUDGE)
    tree.nodes = MAX_NODES
    grown(GAME.new(seats=2, seed=1), 30, tree=tree)
    assert sorted(tree.visits(ANSWERS)) == [OPEN, HIDE]
    assert sum(tree.visits(ANSWERS).values()) == 30
    assert len(nodes(tree.root)) == 3


def test_ahead_of_the_second() -> None:
    for visits, ahead in (([], 0), ([7], 7), ([3, 9, 5], 4), ([9, 3, 5], 4), ([4, 4], 0), ([0, 0], 0)):
        tree = Tree(2, JUDGE)
        tree.root.children = {}
        for action, n in enumerate(visits):
            tree.root.children[action] = Node(2, 1.0)
            tree.root.children[action].visits = n
        assert tree.ahead(ANSWERS) == ahead


def test_answers_of_other_worlds_do_not_count() -> None:
    tree = Tree(2, JUDGE)
    tree.root.children = {OPEN: Node(2, 1.0), HIDE: Node(2, 1.0), ONE: Node(2, 1.0)}
    for action, n in ((OPEN, 5), (HIDE, 2), (ONE, 90)):
        tree.root.children[action].visits = n
    assert tree.visits([OPEN, HIDE]) == {OPEN: 5, HIDE: 2}
    assert tree.ahead([OPEN, HIDE]) == 3
    assert tree.visits([FOUR]) == {}


def test_findings_add_up() -> None:
    one, two = Finding(1, 0.5, 0.25, -3.0, 9.0), Finding(2, 1.0, 0.75, 4.0, 16.0)
    one.merge(two)
    assert one.sums() == (3, 1.5, 1.0, 1.0, 25.0)
    assert Finding(*one.sums()).sums() == one.sums()
    assert Finding().sums() == (0, 0.0, 0.0, 0.0, 0.0)


def test_shares_of_the_victory() -> None:
    assert shares([10.0, 10.0], 5.0) == [0.5, 0.5]
    assert shares([30.0, 10.0, 10.0], 0.001) == [1.0, 0.0, 0.0]
    assert shares([30.0, 30.0, 10.0], 0.001) == [0.5, 0.5, 0.0]
    for seats in (2, 3, 4):
        found = shares([2.0 * seat for seat in range(seats)], 4.0)
        assert sum(found) == pytest.approx(1)
        assert found == sorted(found)


def test_margins_are_against_the_best_other() -> None:
    assert margins([5.0, 3.0]) == [2.0, -2.0]
    assert margins([5.0, 9.0, 7.0]) == [-4.0, 2.0, -2.0]
    assert margins([4.0, 4.0, 1.0, 0.0]) == [0.0, 0.0, -3.0, -4.0]


def test_of_two_sure_wins_the_higher_counts_more() -> None:
    state = GAME.new(seats=2, seed=1)
    low, high = JUDGE.values([1.0, 0.0], [12.0, 10.0]), JUDGE.values([1.0, 0.0], [19.0, 10.0])
    assert 1 < low[0] < high[0]
    assert high[1] < low[1] < 0
    chances = JUDGE.chances(state, JUDGE.standings(state))
    assert chances == [0.5, 0.5]


def test_at_the_end_the_chances_are_the_returns() -> None:
    shared = 0
    for seed in range(40):
        state = GAME.new(seats=2 + seed % 3, seed=seed)
        GAME.play_out(state, seed)
        assert state.to_move == OVER
        assert JUDGE.chances(state, JUDGE.standings(state)) == pytest.approx(GAME.returns(state))
        shared += max(GAME.returns(state)) < 1
    assert shared


def test_sights_are_the_margins_after_each_answer_and_change_nothing() -> None:
    """P2, P3: to discard a 1 costs less than a 4."""
    state = GAME.position(
        {"seats": [{"open": [4, 1]}, {"open": []}], "to_move": 1, "draws": [4, 2], "played": ["open"]}
    )
    before = GAME.digest(state)
    assert state.legal == [ONE, FOUR]
    assert JUDGE.sights(state) == [5.0 - 5.0, 2.0 - 5.0]
    assert GAME.digest(state) == before


def test_a_game_has_to_judge_its_own_positions() -> None:
    state = GAME.new(seats=2, seed=1)
    judge = Judge()
    assert (judge.explore, judge.temperature) == (0.5, 1.0)
    with pytest.raises(AssertionError, match="judges its own"):
        judge.standings(state)
    with pytest.raises(AssertionError, match="judges its own"):
        judge.spread(state)
    before = GAME.digest(state)
    judge.finish(state)
    assert GAME.digest(state) == before


def test_the_last_question_of_a_game() -> None:
    """The walk ends where the game does."""
    tree = grown(last_pebble([1], [2]), 40, Flat())
    assert [(node.visits > 0, node.children) for node in (tree.root.children or {}).values()] == [(True, None)] * 2
