"""Puzzles are found, not written: in games of strong play, wherever one answer is better and remains so.

Each game is looked at by itself, so the same terms give the same puzzles, whatever the number of processes:

1. A search plays the game. Where it sees a clear margin between the best answer and the next, there may be a puzzle. In
   every third round of games, which looks for hard ones, it thinks on where it does not, and takes what it finds then.
2. Another search, in the position as the seat knows it, has to see the same answer and a clear margin.
3. So has one that is ten times as long.
4. So has a fresh one of that length, with other worlds, which gives half of its attention to all answers alike.
5. The bots that grade answer it, each a few times.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, Final

import pediment
from pediment.bots.ladder import level, ratings
from pediment.bots.search import EXPLORED_SHARE, grow
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.search.tree import Tree
from pediment.lab.puzzles import (
    CLEAR_POINTS,
    GRADERS,
    LEVELS,
    TRIES,
    PackError,
    Puzzle,
    Terms,
    dealt_again,
    header_of,
    id_of,
    level_of,
    line_of,
    parse,
    rating_of,
)
from pediment.lab.workers import Jobs, work

ITERATIONS: Final = 200
HARDER: Final = 3
DEEPER: Final = 10
"""How many times longer the searches are that check."""
PLAYED_SHARE: Final = 0.5
"""How long the search is that plays, against the one that looks at a question again."""
ROTATION: Final = (0, 1, 0, 2)
"""Which of the numbers of seats games have in turn: long games of many seats are fewer."""
EVEN_SHARE: Final = 0.5
"""The part of the fresh search that is spread over all answers."""
EARLY_SHARE: Final = 0.3
"""The part of a check after which one that does not look well is given up."""
CLEAR_CHANCE: Final = 0.01
"""What part of the chance to win the best answer must bring, besides points: the game must not be decided."""
MIN_ANSWERS: Final = 3
"""A question of two answers is solved by guessing."""
MAX_LOOKED_AT: Final = 8
"""Questions of a game that are looked at again,"""
MAX_CHECKED: Final = 5
"""how many of them are checked,"""
MAX_FOUND: Final = 2
"""how many can become puzzles,"""
MIN_APART: Final = 12
"""and how many answers must lie between two puzzles."""
MAX_GAMES: Final = 1_000_000


@dataclass(frozen=True)
class Verdict:
    """What a search says: the best answer, the next best, and by how many points and what part of the victory."""

    best: int
    second: int
    margin: float
    chance: float

    @property
    def clear(self) -> bool:
        """Is one answer clearly better than all others?"""
        return self.margin >= CLEAR_POINTS and self.chance >= CLEAR_CHANCE


@dataclass(frozen=True)
class Candidate:
    """A question that may become a puzzle: where it stands in the game, as the seat knows it, and the answer."""

    at: int
    position: dict[str, Any]
    state: Any
    verdict: Verdict
    level: str
    """By the first try of each of the bots that grade."""


class Look:
    """A search that looks at a question by what the seat that is asked may know; it can look on."""

    def __init__(self, game: Game[Any], state: Any, seed: int, share: float = EXPLORED_SHARE) -> None:
        self.game = game
        self.state = state
        self.stream = stream(seed, "puzzle")
        self.tree = Tree(state.origin.seats, game.judge, share / len(state.legal))

    def on(self, iterations: int) -> Verdict:
        """Look on for so many iterations, one at least; what is found then."""
        grow(self.tree, self.game, self.state, self.state.to_move, self.stream, iterations, math.inf, decided=False)
        tried = {action: self.tree.findings[action] for action in self.state.legal if action in self.tree.findings}
        margins = {action: found.margin / found.visits for action, found in tried.items()}
        chances = {action: found.chance / found.visits for action, found in tried.items()}
        best = max(tried, key=lambda action: (tried[action].visits, -action))
        others = [action for action in tried if action != best]
        if not others:
            return Verdict(best, best, 0.0, 0.0)
        second = max(others, key=lambda action: margins[action])
        chance = chances[best] - max(chances[action] for action in others)
        return Verdict(best, second, margins[best] - margins[second], chance)


def terms_of(game: Game[Any], seed: int = 1, iterations: int = ITERATIONS, harder: int = HARDER) -> Terms:
    """The terms of a pack by the present rules, edition and bots. Raises ValueError for a wrong number."""
    for name, n in (("iterations", iterations), ("harder", harder)):
        if n < 1:
            raise ValueError(f"{name} must be at least 1, not {n}")
    edition = None if game.editions is None else game.editions.standard.hash
    known = ratings(game.name)
    graders = {bot: known[bot].rating if bot in known else 1000.0 for bot in GRADERS}
    return Terms(game.name, game.rules_version, edition, pediment.__version__, seed, iterations, harder, graders)


def puzzles_of(terms: Terms, number: int) -> list[Puzzle]:
    """The puzzles of one game: two at most. Rounds of games look for easy, for medium and for hard ones in turn."""
    game = pediment.game(terms.game)
    around, k = divmod(number, len(ROTATION))
    wanted = LEVELS[around % len(LEVELS)]
    search = Searching(game, terms, number, hard=wanted == "hard")
    final, clear = search.play(game.seat_counts[ROTATION[k] % len(game.seat_counts)])
    looked_at = [search.look_again(final, at) for at in clear]
    candidates = [candidate for candidate in looked_at if candidate is not None]
    found: dict[int, Puzzle] = {}
    checked = 0
    for candidate in sorted(candidates, key=lambda one: (one.level != wanted, -one.verdict.margin)):
        if candidate.level != wanted and found:
            break  # another level is better than no puzzle, but one of them is enough
        if any(abs(candidate.at - at) < MIN_APART for at in found):
            continue
        puzzle = search.check(candidate)
        checked += 1
        if puzzle is not None:
            found[candidate.at] = puzzle
        if len(found) == MAX_FOUND or checked == MAX_CHECKED:
            break
    return [found[at] for at in sorted(found)]


class Searching:
    """The search for puzzles in one game."""

    def __init__(self, game: Game[Any], terms: Terms, number: int, *, hard: bool) -> None:
        self.game = game
        self.terms = terms
        self.number = number
        self.hard = hard
        self.iterations = terms.iterations * (terms.harder if hard else 1)

    def _stream(self, purpose: str) -> Stream:
        return stream(self.terms.seed, f"game {self.number} {purpose}")

    def play(self, seats: int) -> tuple[Any, list[int]]:
        """A game to its end, and how many actions came before the clearest of the questions that are wanted."""
        chance = self._stream("play")
        state = self.game.new(seats=seats, seed=chance.getrandbits(59))
        short = max(round(PLAYED_SHARE * self.terms.iterations), 1)
        clear: list[tuple[float, int]] = []
        while state.to_move != OVER:
            look = Look(self.game, state, chance.getrandbits(32))
            first = verdict = look.on(short)
            asked = len(state.legal) >= MIN_ANSWERS
            if self.hard and asked and not first.clear:
                verdict = look.on(self.iterations - short)
            if verdict.clear and asked and self.hard == (verdict.best != first.best):
                clear.append((-verdict.margin, len(state.actions)))
            self.game.apply(state, verdict.best)
        return state, [at for _, at in sorted(clear)[:MAX_LOOKED_AT]]

    def look_again(self, final: Any, at: int) -> Candidate | None:
        """The question after `at` actions, if it can be put to the seat and another search finds it clear."""
        game, chance = self.game, self._stream(f"look {at}")
        position = seen_by_seat(game, final, at, chance)
        if position is None:
            return None
        state = game.position(position)
        verdict = Look(game, state, chance.getrandbits(32)).on(self.iterations)
        if not verdict.clear:
            return None
        scholar, strategist = (solves(game, state, bot, chance.getrandbits(32), verdict.best) for bot in GRADERS)
        return Candidate(at, position, state, verdict, level_of(scholar, strategist, tries=1))

    def check(self, candidate: Candidate) -> Puzzle | None:
        """The puzzle, if ten times the search and then a fresh one agree; and its grade."""
        game, state, best = self.game, candidate.state, candidate.verdict.best
        chance = self._stream(f"check {candidate.at}")
        length = DEEPER * self.iterations
        early = max(round(EARLY_SHARE * length), 1)
        verdicts: list[Verdict] = []
        for share in (EXPLORED_SHARE, EVEN_SHARE):
            look = Look(game, state, chance.getrandbits(32), share)
            first = look.on(early)
            if first.best != best or first.margin < CLEAR_POINTS / 2:
                return None
            verdicts.append(look.on(length - early))
            if verdicts[-1].best != best or not verdicts[-1].clear:
                return None
        weaker = min(verdicts, key=lambda verdict: verdict.margin)
        solved = {
            bot: sum(solves(game, state, bot, chance.getrandbits(32), best) for _ in range(TRIES)) for bot in GRADERS
        }
        return Puzzle(
            id=id_of(candidate.position, state.to_move),
            seat=state.to_move,
            position=candidate.position,
            answer=game.label(state, best),
            second=game.label(state, weaker.second),
            margin=round(weaker.margin, 1),
            chance=round(weaker.chance, 3),
            solved=solved,
            rating=rating_of(solved, self.terms.ratings),
        )


def solves(game: Game[Any], state: Any, bot: str, seed: int, best: int) -> bool:
    """Does that bot give the best answer?"""
    with closing(level(bot, seed)) as asked:
        return asked.choose(game, state, state.to_move) == best


def seen_by_seat(game: Game[Any], final: Any, at: int, rng: Any) -> dict[str, Any] | None:
    """The question after `at` actions of a game as a position, with nothing in it that the seat does not know.

    It is the start of the turn, in a world that the seat could not tell from the true one, with the labels that were
    played since. None where these might tell something: where a card was drawn since, or a third seat has answered,
    which others do not always hear of; and if no world is found in which all this could have been played.
    """
    witness: list[Any] = []
    now = next(islice(game.retrace(final, witness), at, None)).clone()
    states = [state.clone() for state in islice(game.retrace(final), len(witness[0].actions), at)]
    start, seat = (states or [now])[0], now.to_move
    if len(witness[0].revealed) != len(now.revealed) or any(s.to_move not in (seat, start.to_move) for s in states):
        return None
    labels = [game.label(state, final.actions[len(state.actions)]) for state in states]
    return dealt_again(game, start, labels, now, rng)


class OtherTerms(PackError):
    """A file whose puzzles were made on other terms."""

    def __init__(self, fact: str, found: object, wanted: object) -> None:
        super().__init__(f"{fact}: the file has {found!r}, this would be {wanted!r}")
        self.fact = fact
        self.found = found
        self.wanted = wanted


class Making:
    """A pack being made: an iterator over the games that were looked at, with the puzzles found so far.

    Whatever was found is in the file before it is told, and what the file has is not looked for again. It ends with the
    game that brings the last puzzle that was wanted, all of whose puzzles are kept. The same terms give the same file,
    whatever `jobs` is.

    Raises PackError for a file of something else or of other terms, OSError for one that cannot be written.
    """

    def __init__(self, terms: Terms, wanted: int, path: Path | str, jobs: Jobs = 1) -> None:
        self.wanted = wanted
        self.found: list[Puzzle] = []
        self.games = 0
        self._file = self._resume(Path(path), terms)
        tasks = range(self.games, MAX_GAMES)
        self._work: Generator[list[Puzzle], None, None] = work(partial(puzzles_of, terms), tasks, jobs)

    def __iter__(self) -> Iterator[int]:
        while len(self.found) < self.wanted:
            puzzles = next(self._work)
            self._file.write(line_of(self.games, puzzles).encode())
            self._file.flush()
            self.found += puzzles
            self.games += 1
            yield len(self.found)

    def close(self) -> None:
        """End the processes and close the file."""
        self._work.close()
        self._file.close()

    def _resume(self, path: Path, terms: Terms) -> BinaryIO:
        """The file, open at its end; half a line there is cut off."""
        begin = header_of(terms).encode()
        data = path.read_bytes() if path.exists() else b""
        if begin.startswith(data):
            path.write_bytes(begin)
            return path.open("ab")
        pack = parse(data.decode("utf-8", "replace"))
        here, wanted = asdict(pack.terms), asdict(terms)
        for fact in wanted:
            if here[fact] != wanted[fact]:
                raise OtherTerms(fact, here[fact], wanted[fact])
        self.found = pack.puzzles
        self.games = data.count(b"\n") - 1
        file = path.open("r+b")
        file.truncate(data.rindex(b"\n") + 1)
        file.seek(0, 2)
        return file
