"""A random game to check laws on, which names the place where one is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NoReturn

from pediment.core import record as records
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game

SAMPLED_STATES: Final = 3
"""How many points of a game the expensive laws look at."""
MAX_ACTIONS: Final = 5000
"""A game with more decisions than this does not end."""


class Table:
    """One random game, the same for the same arguments: `states` plays it, `check` names its place when it fails."""

    def __init__(self, game: Game[Any], seats: int, seed: int | str, options: dict[str, Any], law: str) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.options = options
        self.law = law
        self.state: Any = begin(game, seats, seed, options)
        self.moves = stream(seed, "conformance moves")
        self.chance = stream(seed, "conformance points")

    @property
    def everybody(self) -> list[int | None]:
        """All seats, and a spectator."""
        return [None, *range(self.seats)]

    def choose(self, state: Any) -> int:
        """A random legal action."""
        return pick(self.game.legal(state), self.moves)

    def states(self) -> Iterator[Any]:
        """The state at every question and at the end. It is one object, played on between the steps."""
        game, state, below = self.game, self.state, self.moves.below
        yield state
        while state.to_move != OVER:
            legal = game.legal(state)
            game.apply(state, legal[below(len(legal))])
            if len(state.actions) > MAX_ACTIONS:
                self.fail("the game does not end")
            yield state

    def play(self, state: Any, actions: Sequence[int]) -> None:
        """Play actions that should all be legal."""
        game = self.game
        for action in actions:
            if action not in game.legal(state):
                self.fail(f"action {action} was legal, and is not when played again")
            game.apply(state, action)

    def points(self, n: int = SAMPLED_STATES) -> list[Any]:
        """Clones of n random states of the game, in order; the end is always one of them."""
        for _ in self.states():
            pass
        actions = self.state.actions
        places = {len(actions)} | {self.chance.below(len(actions) + 1) for _ in range(n - 1)}
        # To play the game again takes a tenth of the time that a clone of each state would.
        again = begin(self.game, self.seats, self.seed, self.options)
        found = []
        for place in sorted(places):
            self.play(again, actions[len(again.actions) : place])
            found.append(again.clone())
        return found

    def check(self, kept: bool, text: str) -> None:
        """Raise AssertionError that names the game and the place unless the law is kept."""
        if not kept:
            self.fail(text)

    def fail(self, text: str) -> NoReturn:
        """Raise AssertionError that names the game and the place: for a text that costs more than the check."""
        raise AssertionError(
            f"{self.law}: {text} ({self.game.name}, seats={self.seats}, seed={self.seed}, {self.options}, "
            f"after {len(self.state.actions)} actions)"
        )

    def same(self, a: Any, b: Any, what: str) -> None:
        """Two values are equal, or the first difference is named."""
        if a != b:
            self.fail(f"{what}: {difference(a, b)}")

    def same_state(self, a: Any, b: Any, what: str) -> None:
        """Two states are equal in everything, for a spectator and for the seat that is asked."""
        self.same(self.game.digest(a), self.game.digest(b), f"{what}: digest")
        for seat in self.concerned(b):
            self.same(self.game.view(a, seat), self.game.view(b, seat), f"{what}: view of {seat}")

    def concerned(self, state: Any) -> list[int | None]:
        """A spectator and the seat that is asked."""
        return [None] if state.to_move == OVER else [None, state.to_move]


def begin(game: Game[Any], seats: int, seed: int | str, options: dict[str, Any]) -> Any:
    """A new game. Besides its options, `rules` can name an earlier version that it is played by."""
    if "rules" not in options:
        return game.new(seats=seats, seed=seed, **options)
    course: dict[str, Any] = {"game": game.name, "rules": options["rules"], "seats": seats, "seed": seed, "actions": []}
    course["options"] = {name: value for name, value in options.items() if name != "rules"}
    return records.follow(game, course)


def pick(actions: Sequence[int], rng: Stream) -> int:
    """One of several actions, all equally likely."""
    return actions[rng.below(len(actions))]


def difference(a: Any, b: Any, path: str = "") -> str:
    """Where two JSON-like values differ first.

    >>> difference({"seats": [{"gold": 1}]}, {"seats": [{"gold": 2}]})
    '.seats[0].gold: 1, not 2'
    """
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next((difference(a[k], b[k], f"{path}.{k}") for k in a if a[k] != b[k]), "")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next((difference(x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y), "")
    return f"{path}: {a!r}, not {b!r}"


def without_log(view: dict[str, Any]) -> dict[str, Any]:
    """A view without its log, which a position does not hold."""
    return {field: value for field, value in view.items() if field != "log"}
