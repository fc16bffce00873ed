"""A simulation in Parquet files: `games.parquet` and beside it `games.seats.parquet` and the like.

While it is played, its parts lie in a folder beside them, so that a simulation that was ended goes on where it stopped.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

import pediment
from pediment.bots.roster import Roster
from pediment.command.files import keep
from pediment.core.errors import brief
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.arena import Played, Setting
from pediment.lab.formatting import TEXTS
from pediment.lab.game_tables import CARDS, GAMES, SEATS, TABLES, Frames, chunk, games_in, to_bytes
from pediment.lab.workers import Jobs, work

with extra("lab"):
    import polars as pl

FORMAT: Final = "pediment-games-1"
SUFFIX: Final = ".parquet"
METADATA: Final = "pediment"
"""Where a Parquet file says what was simulated, among its keys and values."""
MAX_CHUNK_GAMES: Final = 250
MIN_CHUNKS: Final = 200
"""So often is something kept, and the progress seen, where games take long."""
_PART: Final = re.compile(rf"(\d+)-(\d+)\.{GAMES}{SUFFIX}")


def table(path: Path, name: str) -> Path:
    """The file of one of the tables: that of the games has the name itself, `games.parquet` for example."""
    return path if name == GAMES else path.with_suffix(f".{name}{SUFFIX}")


def describe(game: Game[Any], setting: Setting) -> dict[str, Any]:
    """What all games of a simulation have in common, ready for JSON; the edition is among the options."""
    facts = {fact: value for fact, value in asdict(setting).items() if fact != "records"}
    described: dict[str, Any] = {"format": FORMAT, "game": game.name, "rules": game.rules_version, **facts}
    return json.loads(json.dumps(described))  # type: ignore[no-any-return]


def read_description(path: Path) -> dict[str, Any]:
    """What the games of a file have in common, and in `games` how many there are. Raises ValueError for another file.

    For example `read_description(Path("games.parquet"))["bots"]`.
    """
    try:
        found = json.loads(pl.read_parquet_metadata(path)[METADATA])
    except (pl.exceptions.PolarsError, KeyError, ValueError):
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(f"{path} is not a file of games as pediment simulate writes it")
    return found


class GamesFile:
    """The games of a simulation on their way into files: an iterator over them, those that are there already first.

    With more than one job the game must be a registered one. Raises ValueError where parts of another simulation lie.
    """

    def __init__(
        self,
        game: Game[Any],
        setting: Setting,
        games: int,
        jobs: Jobs,
        path: Path,
        language: str = DEFAULT_LANGUAGE,
    ) -> None:
        self.path = path
        self.games = games
        self.facts = describe(game, setting)
        self.parts = path.with_name(f"{path.name}.parts")
        self.roster = Roster()  # each process has its own
        one = partial(_chunk_of, game) if jobs == 1 else partial(_chunk_by_name, game.name)
        self.is_complete = self._is_complete()
        self.kept: list[range] = []
        if not self.is_complete:
            self._open(language)
        self.missing = [] if self.is_complete else _chunks(_gaps(self.kept, games), games)
        self.work = work(partial(one, setting, roster=self.roster), self.missing, jobs)

    def __iter__(self) -> Iterator[Played]:
        if self.is_complete:
            yield from games_in({name: pl.read_parquet(table(self.path, name)) for name in (GAMES, SEATS, CARDS)})
            return
        for kept in self.kept:
            frames = {name: pl.read_parquet(self._part(kept, name)) for name in (GAMES, SEATS, CARDS)}
            yield from (played for played in games_in(frames) if played.number < self.games)
        for numbers, files in zip(self.missing, self.work, strict=True):
            frames = self._keep(numbers, files)
            yield from games_in(frames)
        self._join()

    def close(self) -> None:
        """End the processes; parts that were kept stay."""
        self.work.close()
        self.roster.close()

    def _is_complete(self) -> bool:
        if self.parts.exists() or not all(table(self.path, name).exists() for name in TABLES):
            return False
        try:
            return read_description(self.path) == {**self.facts, "games": self.games}
        except ValueError:
            return False

    def _open(self, language: str) -> None:
        """Make the folder of parts, or find out what is there."""
        self.parts.mkdir(exist_ok=True)
        facts = self.parts / "simulation.json"
        try:
            found = json.loads(facts.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            keep(facts, json.dumps(self.facts).encode())
            return
        for fact, wanted in _flat(self.facts).items():
            if (here := _flat(found).get(fact)) != wanted:
                both = {"found": brief(here), "wanted": brief(wanted)}
                raise ValueError(TEXTS.say(language, "tables.other-games", folder=self.parts, fact=fact, **both))
        names = (_PART.fullmatch(file.name) for file in self.parts.iterdir())
        ranges = [range(int(name[1]), int(name[2])) for name in names if name]
        whole = (numbers for numbers in ranges if numbers.start < self.games and self._is_whole(numbers))
        self.kept = sorted(whole, key=lambda one: one.start)

    def _is_whole(self, numbers: range) -> bool:
        """Whether no table of a part is missing, as it is where the folder was being removed."""
        return all(self._part(numbers, name).exists() for name in TABLES)

    def _part(self, numbers: range, name: str) -> Path:
        return self.parts / f"{numbers.start:09}-{numbers.stop:09}.{name}{SUFFIX}"

    def _keep(self, numbers: range, tables: dict[str, bytes]) -> Frames:
        """Write a part; that of the games, by which it is known, comes last."""
        for name in reversed(TABLES):
            keep(self._part(numbers, name), tables[name])
        self.kept.append(numbers)
        return {name: pl.read_parquet(tables[name]) for name in (GAMES, SEATS, CARDS)}

    def _join(self) -> None:
        """One file for each table, in the order of the games; that of the games comes last."""
        ranges = sorted(self.kept, key=lambda one: one.start)
        facts = json.dumps({**self.facts, "games": self.games}, ensure_ascii=False)
        for name in reversed(TABLES):
            rows = pl.scan_parquet([self._part(numbers, name) for numbers in ranges])
            beside = self.parts / f"whole.{name}{SUFFIX}"
            rows.filter(pl.col("game") < self.games).sink_parquet(
                beside, compression="zstd", metadata={METADATA: facts}, maintain_order=True
            )
            beside.replace(table(self.path, name))
        shutil.rmtree(self.parts)


def _gaps(kept: list[range], games: int) -> list[range]:
    """The games that are in no part; the parts are in order."""
    ends = [0, *(one.stop for one in kept)]
    starts = [*(one.start for one in kept), games]
    return [range(end, start) for end, start in zip(ends, starts, strict=True) if end < start]


def _chunks(gaps: list[range], games: int) -> list[range]:
    """What a process plays at a time."""
    size = max(1, min(MAX_CHUNK_GAMES, games // MIN_CHUNKS))
    return [gap[at : at + size] for gap in gaps for at in range(0, len(gap), size)]


def _chunk_of(game: Game[Any], setting: Setting, numbers: range, roster: Roster) -> dict[str, bytes]:
    return to_bytes(chunk(game, setting, numbers, roster))


def _chunk_by_name(name: str, setting: Setting, numbers: range, roster: Roster) -> dict[str, bytes]:
    return _chunk_of(pediment.game(name), setting, numbers, roster)


def _flat(facts: dict[str, Any]) -> dict[str, Any]:
    """The options beside the rest, so that a difference can be named."""
    return {fact: value for fact, value in facts.items() if fact != "options"} | dict(facts.get("options", {}))
