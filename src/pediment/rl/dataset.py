"""Finished games as arrays, for programs that learn from what somebody answered.

>>> from pediment.rl import dataset
>>> data = dataset.load("games.jsonl", players="scholar")       # doctest: +SKIP
>>> data.observations.shape, data.masks.shape, data.answers.shape  # doctest: +SKIP
((38261, 2526), (38261, 791), (38261,))
"""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

import pediment
from pediment.core import record as recording
from pediment.core.engine.state import OVER
from pediment.core.errors import RecordError, brief
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.rl.numbers import Numbers

with extra("rl"):
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray

if TYPE_CHECKING:
    from minari import MinariDataset

ROWS_IN_A_GROUP: Final = 4096
"""Rows of a Parquet file that are packed, and can be read, without the others."""

Records: TypeAlias = str | Path | dict[str, Any] | Iterable[str | dict[str, Any]]
"""A file with a record on each line, or with a single one; or a record; or several, each a dict or its JSON text."""


@dataclass(frozen=True, eq=False)
class Dataset:
    """Decisions as arrays, a row for each: game by game, in a game seat by seat, of a seat in the order of the game.

    `data[which]` is a part of it, by a slice, by the numbers of rows, or by True and False for each row.
    """

    numbers: Numbers
    """The game and its number of seats; what is where in an observation."""
    observations: NDArray[Any]
    """What the seat saw that answered: numbers from 0 to 1, or with `scaled=False` the engine's own small ints."""
    masks: NDArray[np.int8]
    """1 for every answer that was legal."""
    answers: NDArray[np.int64]
    """The answer that was given."""
    returns: NDArray[np.float32]
    """How the game ended for that seat: 1 for the winner, split if the victory is shared, 0 for the others."""
    points: NDArray[np.int64]
    """The points of all seats at the end, a column for each: that seat first, then the others clockwise."""
    seats: NDArray[np.int64]
    """The seat that answered."""
    games: NDArray[np.int64]
    """The number of the game among the records, from 0."""
    steps: NDArray[np.int64]
    """The number of answers that all seats had given before."""

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, which: slice | NDArray[Any]) -> Dataset:
        if not isinstance(which, slice | np.ndarray):
            raise TypeError(f"a part of a dataset is named by a slice or an array, not by {brief(which)}")
        return Dataset(self.numbers, **{name: column[which] for name, column in self.columns().items()})

    def columns(self) -> dict[str, NDArray[Any]]:
        """All arrays by their names."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "numbers"}

    def save(self, path: str | Path) -> None:
        """Write all arrays to a file under their names: `.npz` for NumPy, or `.parquet` with a column for each.

        Parquet needs the extra `data`. Raises ValueError for another kind of file.
        """
        match Path(path).suffix:
            case ".npz":
                np.savez_compressed(path, **self.columns())  # type: ignore[arg-type]  # no array is called allow_pickle
            case ".parquet":
                _write_parquet(self.columns(), Path(path))
            case suffix:
                raise ValueError(
                    f"a dataset is saved as .npz or .parquet, not as {suffix or 'a file without a suffix'}"
                )


class Episode:
    """What one seat saw and answered in one game, from its first question to the end."""

    def __init__(self, numbers: Numbers, game: int, seat: int) -> None:
        self.numbers = numbers
        self.game = game
        self.seat = seat
        self.rows: list[bytes] = []
        """The observations; behind those of its questions that of the end."""
        self.legal: list[list[int]] = []
        self.answers: list[int] = []
        self.steps: list[int] = []
        self.result = 0.0
        self.points: list[int] = []


def load(
    records: Records, *, players: str | Collection[str] | None = None, seat: int | None = None, scaled: bool = True
) -> Dataset:
    """The decisions in finished games, which are replayed and checked: all games of one name and number of seats.

    With `players`, one name or several, only the decisions of players who are called so in the records are taken;
    `pediment simulate` calls bots by their names. With `seat` only those of that seat. With `scaled=False`
    observations are the engine's own small ints, in a quarter of the memory; `numbers.most` has the highest of each
    column.

    Raises RecordError for a record that is altered or not finished, and ValueError for names in a record without
    names, for different games, and where no decision is left.
    """
    rows, taken = bytearray(), list[Episode]()
    for episode in episodes(records, players=players, seat=seat):
        rows += b"".join(episode.rows[:-1])
        episode.rows.clear()
        taken.append(episode)
    numbers = taken[0].numbers
    observations: NDArray[Any] = _rows([rows], numbers)
    if scaled:
        raw, observations = observations, np.empty(observations.shape, np.float32)
        numbers.scale(raw, observations)
    lengths = [len(episode.answers) for episode in taken]

    def for_each(values: list[Any], dtype: Any) -> NDArray[Any]:
        return np.repeat(np.array(values, dtype), lengths, axis=0)

    return Dataset(
        numbers,
        observations,
        _masks([legal for episode in taken for legal in episode.legal], numbers),
        np.array([answer for episode in taken for answer in episode.answers], np.int64),
        for_each([episode.result for episode in taken], np.float32),
        for_each([episode.points for episode in taken], np.int64),
        for_each([episode.seat for episode in taken], np.int64),
        for_each([episode.game for episode in taken], np.int64),
        np.array([step for episode in taken for step in episode.steps], np.int64),
    )


def write_minari(
    name: str, records: Records, *, players: str | Collection[str] | None = None, seat: int | None = None, **about: Any
) -> MinariDataset:
    """Write a dataset for Minari, where `minari.load_dataset(name)` finds it, such as `elysium/scholar-v0`.

    An episode is what one seat saw and answered in a game, as the Gymnasium environment would have shown it with
    `mask_in_observation`; it is rewarded at the end, as with `reward="win"`. `about` is what else Minari may note:
    `author`, `algorithm_name`, `description` and so on. Needs the extra `data`. Raises what `load` raises, and
    ValueError where there is such a dataset.
    """
    with extra("data"):
        import minari
        import pyarrow  # noqa: F401  # with which Minari writes Parquet
        from minari.data_collector import EpisodeBuffer

    found = iter(episodes(records, players=players, seat=seat))
    first = next(found)
    numbers = first.numbers
    env = copy.deepcopy(gymnasium.spec(f"pediment/{numbers.game.name.capitalize()}-v0"))
    env.kwargs |= {"seats": numbers.seats, "mask_in_observation": True}

    def buffer(episode: Episode) -> EpisodeBuffer:
        before = len(episode.answers) - 1
        return EpisodeBuffer(
            observations={
                "observation": numbers.scaled(_rows(episode.rows, numbers)),
                "action_mask": _masks([*episode.legal, []], numbers),
            },
            actions=episode.answers,
            rewards=[0.0] * before + [episode.result],
            terminations=[False] * before + [True],
            truncations=[False] * (before + 1),
        )

    buffers: Any = map(buffer, chain([first], found))  # it asks for a list, and goes through it once
    about.setdefault("eval_env", env)
    written: MinariDataset = minari.create_dataset_from_buffers(name, buffers, env, data_format="parquet", **about)
    return written


def episodes(
    records: Records, *, players: str | Collection[str] | None = None, seat: int | None = None
) -> Iterator[Episode]:
    """What each seat saw and answered, game by game, chosen and checked as by `load`; it raises the same."""
    wanted = {players} if isinstance(players, str) else players
    kind: Numbers | None = None
    names: set[str] = set()
    for number, given in enumerate(_each(records)):
        try:
            record = recording.parse(given) if isinstance(given, str) else given
            recording.check(record)
            found = _replayed(record, number, kind, wanted, seat)
        except RecordError as error:
            raise RecordError(f"record {number}: {error.place}", error.text) from None
        names.update(record.get("names", []))
        for episode in found:
            kind = episode.numbers
            yield episode
    if kind is None:
        called = f"; players are called {', '.join(sorted(names))}" if names else ""
        raise ValueError(f"there is no decision to take in these records{called}")


def _each(records: Records) -> Iterator[str | dict[str, Any]]:
    """The records one by one, those in files as they are read."""
    if isinstance(records, dict):
        yield records
    elif isinstance(records, str | Path):
        with Path(records).open(encoding="utf-8") as file:
            yield from _texts(file)
    else:
        yield from records


def _texts(file: TextIO) -> Iterator[str]:
    """The JSON texts in a file: one on each line, or a single one over many."""
    first = file.readline()
    try:
        json.loads(first)
    except ValueError:
        yield first + file.read()
    else:
        yield first
        yield from filter(str.strip, file)


def _replayed(
    record: dict[str, Any], number: int, kind: Numbers | None, players: Collection[str] | None, seat: int | None
) -> list[Episode]:
    """What the wanted seats saw and answered in a game. Raises RecordError, also for a game of another kind."""
    if record["game"] not in pediment.games():
        raise RecordError("game", f"there is no game {brief(record['game'])}; there are {', '.join(pediment.games())}")
    if players is not None and "names" not in record:
        raise RecordError("names", "missing; nobody can be chosen by name")
    game = pediment.game(record["game"])
    found: dict[int, Episode] = {}
    asked = OVER
    for n, state in enumerate(recording.checked(game, record)):
        if n == 0:
            numbers = _numbers(game, state.origin.seats, kind)
            for at in range(numbers.seats):
                if seat in (None, at) and (players is None or record["names"][at] in players):
                    found[at] = Episode(numbers, number, at)
        if asked in found:
            found[asked].answers.append(state.actions[-1])
        asked = state.to_move
        if asked in found:
            found[asked].rows.append(game.observe(state, asked))
            found[asked].legal.append(state.legal)
            found[asked].steps.append(n)
    if asked != OVER:
        raise RecordError("result", "missing; nobody knows yet how this game ends")
    returns, points = game.returns(state), game.totals(state)
    for seat, episode in found.items():
        episode.rows.append(game.observe(state, seat))
        episode.result = returns[seat]
        episode.points = points[seat:] + points[:seat]
    return [episode for episode in found.values() if episode.answers]


def _numbers(game: Game[Any], seats: int, kind: Numbers | None) -> Numbers:
    """The numbers of a game, which have to be those of the records before. Raises RecordError."""
    if kind is None:
        return Numbers(game, seats)
    if (kind.game, kind.seats) != (game, seats):
        before = f"{kind.game.name} with {kind.seats} seats"
        raise RecordError("game", f"this is {game.name} with {seats} seats, and before it was {before}")
    return kind


def _rows(rows: Iterable[bytes | bytearray], numbers: Numbers) -> NDArray[np.uint8]:
    """Observations as one array."""
    return np.frombuffer(bytearray().join(rows), np.uint8).reshape(-1, numbers.width)


def _masks(legal: list[list[int]], numbers: Numbers) -> NDArray[np.int8]:
    """1 for every answer that is legal, a row for each question."""
    masks = np.zeros((len(legal), numbers.game.num_actions), np.int8)
    counts = [len(answers) for answers in legal]
    masks[np.repeat(np.arange(len(legal)), counts), np.fromiter(chain.from_iterable(legal), np.int64, sum(counts))] = 1
    return masks


def _write_parquet(columns: dict[str, NDArray[Any]], path: Path) -> None:
    with extra("data"):
        import pyarrow
        from pyarrow import parquet

    def arrow(column: NDArray[Any]) -> Any:
        if column.ndim == 1:
            return pyarrow.array(column)
        return pyarrow.FixedSizeListArray.from_arrays(column.ravel(), column.shape[1])

    table = pyarrow.table({name: arrow(column) for name, column in columns.items()})
    parquet.write_table(table, path, row_group_size=ROWS_IN_A_GROUP, compression="zstd")
