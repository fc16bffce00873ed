"""Puzzles: positions with one best answer, the packs that hold them, and what solving them says about a player.

>>> puzzle = shipped("elysium").of_the_day(date(2026, 11, 18))
>>> puzzle.answer in puzzle.labels()
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta

import pediment
from pediment.bots.hint import reasons_of_the_best
from pediment.core.errors import PositionError
from pediment.core.game import Bits, Game
from pediment.core.texts import DEFAULT_LANGUAGE

FORMAT: Final = "pediment-puzzles-1"
LEVELS: Final = ("easy", "medium", "hard")
GRADERS: Final = ("scholar", "strategist")
"""The bots that grade a puzzle."""
CLEAR_POINTS: Final = 1.0
"""By how many points the best answer must be better than any other, in each search."""
MAX_WORLDS: Final = 100
"""Worlds that are drawn to find one in which a turn could have been played as it was."""
TRIES: Final = 4
"""How often each of them is asked, each time with another seed."""
PuzzleId = Annotated[str, Meta(max_length=16, pattern="^[0-9a-f]*$", description="the id of a puzzle")]


_UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError)
"""What JSON of another shape raises."""


class PackError(ValueError):
    """A file that is not a pack of puzzles; the text says what is wrong where."""


@dataclass(frozen=True)
class Terms:
    """How the puzzles of a pack were made: with the same terms and engine they are made again, letter by letter."""

    game: str
    rules: str
    """The version of the rules,"""
    edition: str | None
    """the hash of the edition, if the game has editions,"""
    version: str
    """and the version of Pediment, which is that of its bots."""
    seed: int
    iterations: int
    """Of the search that looks at a question; those that check it make ten times as many."""
    harder: int
    """How many times longer they are where hard puzzles are wanted."""
    ratings: dict[str, float]
    """What the bots that grade were worth."""


@dataclass(frozen=True)
class Puzzle:
    """A question to one seat, with one answer that is better than all others by a clear margin.

    The position is the start of a turn in a world that the seat cannot tell from the one that was played, with the
    labels that lead to the question: what the seat cannot know was drawn again before it was written down.
    """

    id: str
    seat: int
    position: dict[str, Any]
    answer: str
    second: str
    """The next best answer,"""
    margin: float
    """how many points it costs, by the search that saw less of a difference,"""
    chance: float
    """and what part of the chance to win."""
    solved: dict[str, int]
    """How many of its tries each grading bot solved it in."""
    rating: int
    """How hard it is, on the scale of the bots."""

    @property
    def level(self) -> str:
        """`easy` if scholar mostly solves it, `hard` if strategist mostly does not either, otherwise `medium`."""
        scholar, strategist = (self.solved[bot] for bot in GRADERS)
        return level_of(scholar, strategist)

    def state(self) -> Any:
        """The position at its question."""
        return self.game().position(self.position)

    def game(self) -> Game[Any]:
        """The game that it belongs to."""
        return pediment.game(self.position["game"])

    def labels(self) -> list[str]:
        """All answers."""
        game, state = self.game(), self.state()
        return [game.label(state, action) for action in game.legal(state)]

    def seats(self) -> int:
        """The number of players."""
        return len(self.position["seats"])


@dataclass(frozen=True)
class Pack:
    """The puzzles of one file."""

    terms: Terms
    puzzles: list[Puzzle] = field(repr=False)

    @cached_property
    def by_id(self) -> dict[str, Puzzle]:
        """The puzzles by their ids."""
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    def of_the_day(self, day: date) -> Puzzle:
        """The puzzle of a day: the same for everybody who has this pack, and another one every day until all were on.

        Each round through the pack has an order of its own.
        """
        around, at = divmod(day.toordinal(), len(self.puzzles))
        return sorted(self.puzzles, key=lambda puzzle: _hash(f"{around} {puzzle.id}"))[at]


def id_of(position: Mapping[str, Any], seat: int) -> str:
    """The id of a puzzle: eight letters that depend on nothing but the question."""
    return _hash(json.dumps([position, seat], sort_keys=True, separators=(",", ":")))[:8]


def level_of(scholar: int, strategist: int, tries: int = TRIES) -> str:
    """The level of a puzzle that the bots solved so often."""
    if 2 * scholar > tries:
        return "easy"
    return "medium" if 2 * strategist > tries else "hard"


def rating_of(solved: Mapping[str, int], ratings: Mapping[str, float]) -> int:
    """How hard a puzzle is that the bots solved so often in their tries: the rating that expects just that of them.

    One more try of each, half solved, keeps it finite when all of them failed, or none.

    >>> [rating_of({"a": n, "b": n}, {"a": 1000, "b": 1000}) for n in (0, 2, 4)]
    [1382, 1000, 618]
    """
    wanted = sum(solved[bot] + 0.5 for bot in ratings)
    low, high = min(ratings.values()) - 1000, max(ratings.values()) + 1000
    while high - low > 0.5:
        middle = (low + high) / 2
        told = sum((TRIES + 1) * expected(rating, middle) for rating in ratings.values())
        low, high = (middle, high) if told > wanted else (low, middle)
    return round((low + high) / 2)


def expected(player: float, puzzle: float) -> float:
    """How likely a player with that rating is to solve a puzzle with this one."""
    return 1 / (1 + 10 ** ((puzzle - player) / 400))


def parse(text: str) -> Pack:
    """The pack in the text of a file, as `pediment puzzles make` writes it; half a line at its end is left out.

    Its puzzles are played by the rules and the edition that they were found with. Raises PackError.
    """
    first, *lines = text.split("\n")[:-1] or [""]
    try:
        values = json.loads(first)
        if values.pop("format") != FORMAT:
            raise ValueError
        terms = Terms(**values)
        stated = _stated(terms)
    except _UNREADABLE:
        raise PackError(f"line 1: this is not a pack of the format {FORMAT}, or of a game that is not here") from None
    puzzles: list[Puzzle] = []
    for number, line in enumerate(lines, 2):
        try:
            found = json.loads(line)["puzzles"]
            puzzles += [Puzzle(**puzzle | {"position": puzzle["position"] | stated}) for puzzle in found]
        except _UNREADABLE:
            raise PackError(f"line {number}: not the puzzles of a game") from None
    return Pack(terms, puzzles)


def _stated(terms: Terms) -> dict[str, Any]:
    """The rules and the edition of a pack, as its positions name them. Raises ValueError for those that are unknown."""
    game = pediment.game(terms.game)
    game.rules_number(terms.rules)
    if terms.edition is None or game.editions is None:
        return {"rules": terms.rules}
    edition = game.editions.shipped(terms.edition)
    if edition is None:
        raise ValueError(f"no edition {terms.edition}")
    return {"rules": terms.rules, "edition": game.editions.name(edition)}


def line_of(number: int, puzzles: Iterable[Puzzle]) -> str:
    """A line of a pack: what was found in one game."""
    return _compact({"number": number, "puzzles": [asdict(puzzle) for puzzle in puzzles]}) + "\n"


def header_of(terms: Terms) -> str:
    """The first line of a pack."""
    return _compact({"format": FORMAT, **asdict(terms)}) + "\n"


def read(path: Path | str) -> Pack:
    """The pack in a file. Raises PackError for a file that holds something else, OSError."""
    return parse(Path(path).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Solution:
    """The best answer with its reasons, and those for the next best, all in words."""

    label: str
    caption: str
    reasons: list[str]
    second: str
    second_reasons: list[str]


def solution(puzzle: Puzzle, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None) -> Solution:
    """The solution of a puzzle, by what its seat may know; `names` are the players'."""
    game, state = puzzle.game(), puzzle.state()
    best, second = (game.parse(state, label) for label in (puzzle.answer, puzzle.second))
    return Solution(
        puzzle.answer,
        game.caption(state, best, language, names),
        reasons_of_the_best(game.reasons(state, best, puzzle.seat, language, names), language),
        game.caption(state, second, language, names),
        [str(reason) for reason in game.reasons(state, second, puzzle.seat, language, names)],
    )


def played_on(puzzle: Puzzle, rng: Bits) -> dict[str, Any]:
    """The position from which a puzzle is played on: what its seat does not know is drawn again.

    A pack is there for everybody to read, so nobody may be dealt what stands in it.
    """
    game, now = puzzle.game(), puzzle.state()
    labels: list[str] = puzzle.position.get("played", [])
    start = game.position({field: value for field, value in puzzle.position.items() if field != "played"})
    return dealt_again(game, start, labels, now, rng) or puzzle.position


@cache
def shipped(game: str) -> Pack | None:
    """The pack that comes with a game; None without one. Raises ValueError for an unknown game, PackError, OSError."""
    path = pediment.kit(game).puzzles
    return None if path is None else read(path)


def dealt_again(
    game: Game[Any], start: Any, labels: list[str], now: Any, rng: Bits, worlds: int = MAX_WORLDS
) -> dict[str, Any] | None:
    """The position at `now`, which these labels lead to from the start of a turn, with nothing in it that the seat
    which is asked does not know: whatever it has not seen is drawn again.

    None if in so many worlds there is none in which the turn could be played so.
    """
    seat = now.to_move
    former = {} if start.origin.rules == game.rules_number() else {"rules": str(start.origin.rules)}
    more = former | ({"played": labels} if labels else {})
    shown = _without_log(game.view(now, seat))
    for _ in range(worlds):
        world = game.resample(start, seat, rng)
        position = game.describe_start(world, world) | more
        try:
            again = game.position(position)
        except PositionError:
            continue
        if again.to_move == seat and again.legal == now.legal and _without_log(game.view(again, seat)) == shown:
            return position
    return None


def _without_log(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "log"}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _compact(values: Any) -> str:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False)
