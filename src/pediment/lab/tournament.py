"""Tournaments between bots: the schedule, the games, and the file of results that can be gone on with.

>>> [table.bots for table in schedule(["greedy", "uniform"], seats=2, games=2)]
[('greedy', 'uniform'), ('uniform', 'greedy')]
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, BinaryIO, Final

import pediment
from pediment.bots import Bot, Budget, make
from pediment.bots.external.bot import External, is_external, split_time
from pediment.bots.roster import Roster
from pediment.core.engine.rng import stream
from pediment.core.errors import brief
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.arena import check_number, finish
from pediment.lab.formatting import TEXTS
from pediment.lab.workers import Jobs, work

FORMAT: Final = "pediment-arena-1"
_UNREADABLE: Final = (ValueError, TypeError, KeyError, AttributeError)
"""What JSON of another shape raises."""


@dataclass(frozen=True)
class Terms:
    """What all games of a tournament have in common; `options` are in full, as `game.check_options` gives them."""

    game: str
    rules: str
    seats: int
    seed: int
    options: dict[str, Any]


@dataclass(frozen=True)
class Table:
    """A game to play: the number of the deal, and the bots by seat."""

    deal: int
    bots: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """What is kept of a game; lists are by seat. `returns` has the wins: a shared victory is split.

    `faults` counts what went wrong with a bot of another program.
    """

    deal: int
    bots: tuple[str, ...]
    returns: tuple[float, ...]
    totals: tuple[int, ...]
    faults: tuple[int, ...]
    decisions: int

    @property
    def table(self) -> Table:
        """The game that this is the result of."""
        return Table(self.deal, self.bots)


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament, deal by deal."""

    terms: Terms
    bots: list[str]
    results: list[Result]


def play(
    game: Game[Any],
    *,
    bots: Sequence[str],
    games: int = 100,
    seats: int = 2,
    seed: int = 1,
    jobs: Jobs = 1,
    time: str | None = None,
    out: Path | str | None = None,
    **options: Any,
) -> Tournament:
    """Every bot against every other: `play(pediment.game("ephyran"), bots=["uniform", "greedy"], games=200)`.

    Each combination of as many bots as there are seats plays `games` games, rounded up to whole deals, each in all
    rotations of the seats. With `out` the results are written to that file, and those it has are not played again.
    `time` is the budget of bots that think and name none: "1s", "250ms" or a number of iterations.

    With more than one job the caller's module must be safe to import and the game a registered one. Raises ValueError
    for arguments that make no sense and for a file of another tournament, OSError for a file that cannot be written.
    """
    terms, names = prepare(game, bots=bots, games=games, seats=seats, seed=seed, jobs=jobs, time=time, options=options)
    with closing(Contest(game, terms, names, games, jobs, out)) as contest:
        for _ in contest:
            pass
        return contest.tournament


def prepare(
    game: Game[Any],
    *,
    bots: Sequence[str],
    games: int,
    seats: int,
    seed: int,
    jobs: Jobs,
    time: str | None,
    options: dict[str, Any],
    language: str = DEFAULT_LANGUAGE,
) -> tuple[Terms, list[str]]:
    """The terms of a tournament and its bots, budgets named. Raises ValueError for what makes no sense."""
    check_number("jobs", jobs, bots, language)
    terms = Terms(game.name, game.rules_version, seats, seed, game.check_options(seats, seed, options))
    if games <= seats:
        raise ValueError(TEXTS.say(language, "arena-errors.few-games", seats=seats, n=games))
    names = [_with_time(name.strip(), time) for name in bots]
    for name in names:
        if not name:
            raise ValueError(TEXTS.say(language, "arena-errors.no-name"))
        if names.count(name) > 1:
            raise ValueError(TEXTS.say(language, "arena-errors.twice", bot=name))
        with closing(make(name)) as bot:
            bot.check_plays(game.name, seats)
    if len(names) < seats:
        raise ValueError(TEXTS.say(language, "arena-errors.few-bots", bots=len(names), seats=seats))
    return terms, names


def _with_time(name: str, time: str | None) -> str:
    """The bot with this budget, if it can have one and has none of its own."""
    if time is None:
        return name
    seconds = Budget.parse(time).seconds
    if is_external(name):
        return name if seconds is None or split_time(name)[1] is not None else f"{name}@{time}"
    try:
        make(f"{name}@{time}").close()
    except ValueError:
        return name
    return f"{name}@{time}"


def thinks_by_the_clock(name: str) -> bool:
    """Does this bot think for a time, so that a busy machine makes it weaker?"""
    with closing(make(name)) as bot:
        budget = getattr(bot, "budget", None)
        return isinstance(bot, External) or (isinstance(budget, Budget) and budget.seconds is not None)


def schedule(bots: Sequence[str], *, seats: int, games: int) -> list[Table]:
    """Every game of a tournament, deal by deal; the order of the bots does not matter.

    In each deal every combination of bots has its tables: one for each rotation of the seats. For three and four
    players the neighbours change from deal to deal.
    """
    found: list[Table] = []
    for deal in range(math.ceil(games / seats)):
        for first, *others in combinations(sorted(bots), seats):
            around = list(permutations(others))
            order = (first, *around[deal % len(around)])
            found += [Table(deal, order[turn:] + order[:turn]) for turn in range(seats)]
    return found


def play_table(game: Game[Any], terms: Terms, table: Table, roster: Roster | None = None) -> Result:
    """One game. Its cards depend on the deal, a bot's own chance on deal, bot and seat; nothing on the other games.

    With a roster, programs that somebody wrote stay up after it.
    """
    seed = stream(terms.seed, f"deal {table.deal}").getrandbits(59)
    state = game.new(seats=terms.seats, seed=seed, **terms.options)
    with nullcontext(roster) if roster else closing(Roster()) as own:
        players = [
            own.make(name, stream(terms.seed, f"deal {table.deal}, {name} in seat {seat}").getrandbits(32))
            for seat, name in enumerate(table.bots)
        ]
        finish(game, state, players, own)
    return Result(
        table.deal,
        table.bots,
        tuple(game.returns(state)),
        tuple(game.totals(state)),
        tuple(map(_faults, players)),
        len(state.actions),
    )


def _faults(bot: Bot) -> int:
    """What went wrong: faults, or the moves that were played for a bot that was given up."""
    return max(len(bot.faults), bot.fallbacks) if isinstance(bot, External) else 0


def _play_by_name(name: str, terms: Terms, table: Table, roster: Roster) -> Result:
    return play_table(pediment.game(name), terms, table, roster)


class Contest:
    """A tournament being played: an iterator over the results as they come. Those of the file are there already."""

    def __init__(
        self,
        game: Game[Any],
        terms: Terms,
        bots: list[str],
        games: int,
        jobs: Jobs,
        out: Path | str | None = None,
        language: str = DEFAULT_LANGUAGE,
    ) -> None:
        self.terms = terms
        self.bots = bots
        self.tables = schedule(bots, seats=terms.seats, games=games)
        self.file: BinaryIO | None = None
        known: dict[Table, Result] = {}
        if out is not None:
            self.file, known = _resume(Path(out), terms, bots, language)
        self.results = {table: known[table] for table in self.tables if table in known}
        self.roster = Roster()  # each process has its own
        one = partial(play_table, game) if jobs == 1 else partial(_play_by_name, game.name)
        self.games = work(
            partial(one, terms, roster=self.roster), [table for table in self.tables if table not in known], jobs
        )

    def __iter__(self) -> Iterator[Result]:
        for result in self.games:
            if self.file is not None:
                self.file.write(_line(asdict(result)))
                self.file.flush()
            self.results[result.table] = result
            yield result

    def close(self) -> None:
        """End the processes and close the file."""
        self.games.close()
        self.roster.close()
        if self.file is not None:
            self.file.close()

    @property
    def tournament(self) -> Tournament:
        """What has been played, in the order of the schedule."""
        return Tournament(self.terms, self.bots, [self.results[t] for t in self.tables if t in self.results])


def read(path: Path | str, language: str = DEFAULT_LANGUAGE) -> Tournament:
    """The tournament in a file of results, as far as it was played; half a line at its end is left out.

    For example `standings(read("results.jsonl").results)` of `pediment.lab.ratings`. Raises ValueError with the line
    for a file that holds something else, OSError for one that cannot be read.
    """
    terms, results = _parse(Path(path), Path(path).read_bytes(), language)
    return Tournament(terms, sorted({bot for table in results for bot in table.bots}), list(results.values()))


def _resume(path: Path, terms: Terms, bots: list[str], language: str) -> tuple[BinaryIO, dict[Table, Result]]:
    """The file, open at its end, and the results in it; half a line at its end is cut off."""
    begin = _line({"format": FORMAT, **asdict(terms)})
    data = path.read_bytes() if path.exists() else b""
    if begin.startswith(data):
        path.write_bytes(begin)
        return path.open("ab"), {}
    found, results = _parse(path, data, language)
    here, wanted = _facts(found), _facts(_header(begin))
    for fact in here | wanted:
        if here.get(fact) != wanted.get(fact):
            both = {"found": brief(here.get(fact)), "wanted": brief(wanted.get(fact))}
            raise ValueError(TEXTS.say(language, "arena-errors.other-terms", file=path, fact=fact, **both))
    others = sorted({bot for table in results for bot in table.bots} - {*bots})
    if others:
        raise ValueError(TEXTS.say(language, "arena-errors.other-bots", file=path, bots=", ".join(others)))
    file = path.open("r+b")
    file.truncate(data.rindex(b"\n") + 1)
    file.seek(0, 2)
    return file, results


def _facts(terms: Terms) -> dict[str, Any]:
    facts = asdict(terms)
    options: dict[str, Any] = facts.pop("options")
    return facts | options


def _parse(path: Path, data: bytes, language: str) -> tuple[Terms, dict[Table, Result]]:
    first, *lines = data.split(b"\n")[:-1] or [b""]
    try:
        terms = _header(first)
    except _UNREADABLE:
        raise ValueError(TEXTS.say(language, "arena-errors.no-results", file=path)) from None
    results: dict[Table, Result] = {}
    for number, line in enumerate(lines, 2):
        try:
            result = _result(line, terms.seats)
        except _UNREADABLE:
            raise ValueError(TEXTS.say(language, "arena-errors.broken-line", file=path, line=number)) from None
        results[result.table] = result
    return terms, results


def _header(line: bytes) -> Terms:
    values = json.loads(line)
    if values.pop("format") != FORMAT:
        raise ValueError
    return Terms(**values)


def _result(line: bytes, seats: int) -> Result:
    values = json.loads(line)
    lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    if [len(items) for items in lists.values()] != [seats] * 4:
        raise ValueError
    return Result(**values | lists)


def _line(values: Any) -> bytes:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
