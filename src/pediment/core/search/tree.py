"""Information-set Monte Carlo tree search: what the bots think with.

Every iteration walks through one world that the seat cannot tell from the true one, so a node stands for the answers
that led to it, in whatever world (open loop); what chance brings, each world draws for itself. A node keeps a value for
every seat, and whoever is asked looks for its own.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import mypyc_attr

from pediment.core.engine.kernel import apply
from pediment.core.engine.state import OVER, State

MARGIN_WEIGHT: Final = 0.002  # what a point of margin counts beside the chance to win: of two sure wins the higher
MAX_NODES: Final = 100_000  # after that the tree no longer grows; about 30 MB
MIN_LOG_CHANCE: Final = -6.0  # no answer is less likely at first sight than e to this


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """What a game tells the search about its positions, and how it is searched best."""

    def __init__(self, explore: float = 0.5, temperature: float = 1.0) -> None:
        self.explore = explore  # how much an answer is worth a look because it had few
        self.temperature = temperature  # points that make an answer e times less likely to be looked at

    def standings(self, s: State) -> list[float]:
        """For every seat a guess at its points at the end, up to a number that all have in common.

        At the end the points, tie-breaks as parts of a point.
        """
        raise AssertionError("every game judges its own positions")

    def spread(self, s: State) -> float:
        """How far from the truth the standings may be, in points; at the end close to nothing."""
        raise AssertionError("every game judges its own positions")

    def sights(self, s: State) -> list[float]:
        """By answer of `s.legal` what it promises the seat that is asked, in points: the standing after it."""
        found: list[float] = []
        for action in s.legal:
            after = s.clone()
            apply(after, action)
            found.append(margins(self.standings(after))[s.to_move])
        return found

    def finish(self, s: State) -> None:
        """Play a world on to where it can be judged; nothing to do where any position can."""

    def chances(self, s: State, standings: list[float]) -> list[float]:
        """For every seat the chance to win, together 1."""
        return shares(standings, self.spread(s))

    def values(self, chances: list[float], standings: list[float]) -> list[float]:
        """For every seat what it plays for: to win, and by much."""
        leads = margins(standings)
        return [chances[k] + MARGIN_WEIGHT * leads[k] for k in range(len(chances))]


def shares(standings: list[float], spread: float) -> list[float]:
    """For every seat its part of the victory, together 1; e times more for each `spread` of points."""
    most = max(standings)
    found: list[float] = []
    total = 0.0
    for standing in standings:
        weight = math.exp((standing - most) / spread)
        found.append(weight)
        total += weight
    for k in range(len(found)):
        found[k] /= total
    return found


def margins(standings: list[float]) -> list[float]:
    """For every seat how far it is ahead of the best other."""
    found: list[float] = []
    for k, mine in enumerate(standings):
        best = -1e9
        for i, other in enumerate(standings):
            if i != k and other > best:
                best = other
        found.append(mine - best)
    return found


class Node:
    """What was found about the position after an answer."""

    __slots__ = ("children", "likely", "value", "visits")

    def __init__(self, seats: int, likely: float) -> None:
        self.visits = 0
        self.value = [0.0] * seats  # sums over the visits
        self.likely = likely  # at first sight, against the best answer
        self.children: dict[int, Node] | None = None


class Finding:
    """What was found about one answer to the question at the root, for the seat that is asked: sums and of squares."""

    __slots__ = ("chance", "chance_squares", "margin", "margin_squares", "visits")

    def __init__(
        self,
        visits: int = 0,
        chance: float = 0.0,
        chance_squares: float = 0.0,
        margin: float = 0.0,
        margin_squares: float = 0.0,
    ) -> None:
        self.visits = visits
        self.chance = chance
        self.chance_squares = chance_squares
        self.margin = margin
        self.margin_squares = margin_squares

    def sums(self) -> tuple[int, float, float, float, float]:
        """All of it, as the constructor takes it."""
        return self.visits, self.chance, self.chance_squares, self.margin, self.margin_squares

    def merge(self, other: Finding) -> None:
        """Add what was found elsewhere."""
        self.visits += other.visits
        self.chance += other.chance
        self.chance_squares += other.chance_squares
        self.margin += other.margin
        self.margin_squares += other.margin_squares


class Tree:
    """What was found so far about one question."""

    def __init__(self, seats: int, judge: Judge, least: float = 0.0) -> None:
        self.seats = seats
        self.judge = judge
        self.least = least  # the part of all looks that every answer to the question itself is given
        self.nodes = 1
        self.root = Node(seats, 0.0)
        self.findings: dict[int, Finding] = {}

    def visits(self, legal: list[int]) -> dict[int, int]:
        """How often each of these answers to the question was looked at, before it was asked too.

        Then other worlds may have had other answers, or another seat: those do not count.
        """
        children = self.root.children
        found: dict[int, int] = {}
        if children is not None:
            for action in legal:
                if action in children:
                    found[action] = children[action].visits
        return found

    def ahead(self, legal: list[int]) -> int:
        """By how many visits the most visited of these answers leads the next."""
        best = second = 0
        for n in self.visits(legal).values():
            second = max(second, min(n, best))
            best = max(best, n)
        return best - second

    def descend(self, actions: list[int]) -> None:
        """These answers were given: keep only what was found about what may follow."""
        for action in actions:
            children = self.root.children
            node = None if children is None else children.get(action)
            self.root = Node(self.seats, 0.0) if node is None else node
        self.findings = {}
        self.nodes = _count(self.root)

    def iterate(self, s: State) -> None:
        """Walk once through a world, which is used up; it keeps no log."""
        s.log.closed = True
        node = self.root
        path = [node]
        seat = s.to_move
        first = -1
        while s.to_move != OVER:
            if first >= 0 and (node.visits == 0 or (self.nodes >= MAX_NODES and not _known(node, s.legal))):
                break
            children = self._children(node, s)
            action = self._neglected(children, s.legal) if first < 0 else -1
            if action < 0:
                action = self._select(node, children, s.legal, s.to_move)
            if first < 0:
                first = action
            node = children[action]
            apply(s, action)
            path.append(node)
        judge = self.judge
        judge.finish(s)
        standings = judge.standings(s)
        chances = judge.chances(s, standings)
        leads = margins(standings)
        values = judge.values(chances, standings)
        finding = self.findings.get(first)
        if finding is None:
            finding = Finding()
            self.findings[first] = finding
        chance, lead = chances[seat], leads[seat]
        finding.merge(Finding(1, chance, chance * chance, lead, lead * lead))
        for node in path:
            node.visits += 1
            for k in range(self.seats):
                node.value[k] += values[k]

    def _neglected(self, children: dict[int, Node], legal: list[int]) -> int:
        """An answer to the question itself that had less than the least part of the looks, or -1."""
        for action in legal:
            if children[action].visits < self.least * self.root.visits:
                return action
        return -1

    def _children(self, node: Node, s: State) -> dict[int, Node]:
        """The answers to the question in this world, each with how likely it is at first sight."""
        children = node.children
        if children is None:
            children = {}
            node.children = children
        for action in s.legal:
            if action not in children:
                self._add(children, s)
                break
        return children

    def _add(self, children: dict[int, Node], s: State) -> None:
        sights = self.judge.sights(s)
        most = max(sights)
        for i, action in enumerate(s.legal):
            if action not in children:
                likely = math.exp(max(MIN_LOG_CHANCE, (sights[i] - most) / self.judge.temperature))
                children[action] = Node(self.seats, likely)
                self.nodes += 1

    def _select(self, node: Node, children: dict[int, Node], legal: list[int], seat: int) -> int:
        """The answer to look at next: the best so far, unless another was looked at too little for its promise.

        So the tree widens step by step: of the many orders of the same powers most are never looked at.
        """
        likely = 0.0
        visits = 0
        for action in legal:
            child = children[action]
            likely += child.likely
            visits += child.visits
        urge = self.judge.explore * math.sqrt(visits + 1.0) / likely
        unseen = node.value[seat] / node.visits if node.visits else 0.5
        best = -1
        most = -1e9
        for action in legal:
            child = children[action]
            n = child.visits
            score = (child.value[seat] / n if n else unseen) + urge * child.likely / (n + 1.0)
            if score > most:
                best = action
                most = score
        return best


def _known(node: Node, legal: list[int]) -> bool:
    """Have all these answers been found before?"""
    children = node.children
    return children is not None and all(action in children for action in legal)


def _count(node: Node) -> int:
    found = 1
    if node.children is not None:
        for child in node.children.values():
            found += _count(child)
    return found
