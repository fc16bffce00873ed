"""Training a game's judge: it plays itself, learns from what it noted, and replaces the weights that it beats.

Everything is in one folder, each file written whole or not at all, so the same call goes on after any interruption:
`settings.json`; `notes/`, the positions of every chunk of games; `learning.npz`, what is learned so far in this
generation; `weights-NNN.json`, what a generation learned; `match-NNN.json` and `verdict-NNN.json`, its games against
the best so far; `best.json`, the best so far; `progress.jsonl` and `progress.html`, how it went.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import pediment
from pediment.bots import Bot
from pediment.bots.roster import Roster
from pediment.command.files import keep
from pediment.core.engine.rng import stream
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.training import Trainer, Weights
from pediment.lab import self_play
from pediment.lab.arena import finish, shared_deal
from pediment.lab.network import Network, Positions, batches
from pediment.lab.self_play import Chunk, JudgedSearch, Notes
from pediment.lab.workers import Jobs, work

with extra("train"):
    import numpy as np
    from scipy.special import stdtrit  # type: ignore[import-untyped]

CHUNK_GAMES: Final = 100
"""Games that a process plays before it hands over what it noted."""
HELD_OUT: Final = 12
"""One chunk in this many does not teach; losses are measured there."""
MIN_SEEN: Final = 20
"""A feature that held less often keeps no row for the hidden units."""
CONFIDENCE: Final = 0.95
"""How sure it must be that new weights win more than half of the games,"""
MIN_DEALS: Final = 8
"""and in how many deals at least: in fewer, all may end alike by chance."""


@dataclass(frozen=True)
class Settings:
    """What a training is; the same settings give the same weights, whatever the number of jobs."""

    game: str
    generations: int = 3
    games: int = 10_000
    """Of each generation."""
    keep: int = 2
    """From how many generations it learns, the last ones."""
    seats: tuple[int, ...] = ()
    """Numbers of seats, all equally likely; empty for two, two, two, and each larger number once."""
    hidden: int = 32
    """Hidden units; 0 learns the worths of features alone."""
    epochs: int = 3
    """How often it goes through all positions."""
    batch: int = 2048
    rate: float = 0.002
    decay: float = 1e-5
    trust: float = 0.8
    """λ of TD(λ): 1 learns from the ends of games alone, as is done while nothing is learned yet."""
    search: int = 0
    """Iterations with which it plays itself; 0 looks one answer ahead."""
    deals: int = 100
    """Of the match between new weights and the best so far; each is played in every rotation of the seats."""
    iterations: int = 100
    """Of the search in that match."""
    seed: int = 1
    start: str = ""
    """The file of the weights with which it begins; those of the package, if none is named."""


@dataclass(frozen=True)
class Event:
    """Something that happened; `n` of `total` in this part of the generation."""

    generation: int
    part: str
    n: int
    total: int
    found: dict[str, Any]


Told = Callable[[Event], None]


class Events:
    """What happened in a training so far, in a file of lines of JSON; the same thing is told once."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: list[dict[str, Any]] = []
        if file.exists():
            with undamaged(file):
                self.found = [dict(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]

    def add(self, event: Event) -> None:
        """This happened now."""
        key = {"generation": event.generation, "part": event.part, "n": event.n}
        if any(key.items() <= one.items() for one in self.found):
            return
        self.found.append(key | {"total": event.total, **event.found, "time": round(time.time())})
        keep(self.file, "".join(json.dumps(one) + "\n" for one in self.found).encode())


class Damaged(ValueError):
    """A file of the folder is not what was written there."""


@contextmanager
def undamaged(file: Path) -> Iterator[None]:
    """Raises Damaged if what is read in it from that file cannot have been written there."""
    try:
        yield
    except OSError:  # out of reach
        raise
    except Exception:  # what readers of archives and headers raise has no end
        raise Damaged(str(file)) from None


class OtherSettings(ValueError):
    """The folder is that of a training with other settings."""


def trainer_of(game: str) -> Trainer | None:
    """What a game offers to training; None if nothing.

    >>> trainer_of("elysium").stages
    5
    """
    kit = pediment.kit(game)
    return kit.part(kit.trainer) if kit.trainer else None


class Training:
    """A training in its folder. Raises OtherSettings for the folder of another one, OSError for files out of reach."""

    def __init__(self, settings: Settings, folder: Path, jobs: Jobs = 1, told: Told | None = None) -> None:
        trainer = trainer_of(settings.game)
        if trainer is None:
            raise ValueError(f"{settings.game} offers nothing to learn")
        self.trainer = trainer
        self.game: Game[Any] = pediment.game(settings.game)
        self.settings = settings
        self.folder = folder
        self.jobs = jobs
        self.told = told
        (folder / "notes").mkdir(parents=True, exist_ok=True)
        file = folder / "settings.json"
        # What was learned under other rules or by another version is not gone on with
        own = (json.dumps(asdict(settings) | self._version(), indent=2) + "\n").encode()
        if not file.exists():
            keep(file, own)
        elif file.read_bytes() != own:
            raise OtherSettings(str(folder))
        self.events = Events(folder / "progress.jsonl")

    def run(self) -> Weights:
        """Train, or go on; returns the best weights."""
        if not (self.folder / "best.json").exists():
            start = self.settings.start
            text = Path(start).read_text(encoding="utf-8") if start else None
            self._write("best.json", self.trainer.read(text), {"start": start or "the package"})
        for generation in range(1, self.settings.generations + 1):
            if not (self.folder / f"weights-{generation:03}.json").exists():
                self._play(generation)
                self._learn(generation)
            self._decide(generation)
        return self.best()

    def best(self) -> Weights:
        """The best weights so far."""
        return self._read("best.json")

    def _version(self) -> dict[str, Any]:
        return {"rules": self.game.rules_version, "version": pediment.__version__}

    def _read(self, name: str) -> Weights:
        file = self.folder / name
        with undamaged(file):
            return self.trainer.read(file.read_text(encoding="utf-8"))

    def _write(self, name: str, weights: Weights, made: dict[str, Any]) -> None:
        keep(self.folder / name, self.trainer.write(weights, made).encode())

    def _tell(self, event: Event) -> None:
        self.events.add(event)
        if self.told:
            self.told(event)

    def _play(self, generation: int) -> None:
        """Play the games of a generation that were not played yet, with the best weights so far."""
        s = self.settings
        chunks = -(-s.games // CHUNK_GAMES)
        missing = [n for n in range(chunks) if not self._notes(generation, n).exists()]
        tasks = [
            Chunk(
                s.game,
                self.best(),
                s.seats or usual_seats(self.game),
                s.search,
                s.seed,
                tuple(
                    f"generation {generation}, game {game}"
                    for game in range(n * CHUNK_GAMES, min(s.games, (n + 1) * CHUNK_GAMES))
                ),
            )
            for n in missing
        ]
        with closing(work(self_play.play, tasks, self.jobs)) as played:
            for n, notes in zip(missing, played, strict=True):
                keep(self._notes(generation, n), notes.as_bytes())
                self._tell(Event(generation, "play", n + 1, chunks, {"games": len(notes.seats)}))

    def _notes(self, generation: int, chunk: int) -> Path:
        return self.folder / "notes" / f"{generation:03}-{chunk:05}.npz"

    def _noted(self, generation: int) -> tuple[list[Notes], list[Notes]]:
        """What was noted in the generations that teach, and what is held out of it."""
        found: list[Notes] = []
        for g in range(max(1, generation - self.settings.keep + 1), generation + 1):
            found += map(_read_notes, sorted((self.folder / "notes").glob(f"{g:03}-*.npz")))
        if len(found) < 2:
            return found, found
        return [notes for i, notes in enumerate(found) if i % HELD_OUT], found[::HELD_OUT]

    def _learn(self, generation: int) -> None:
        s, best = self.settings, self.best()
        features = self.trainer.features
        teaching, held_out = self._noted(generation)
        trust = s.trust if any(best["features"]) else 1  # a judge that learned nothing has nothing to say
        taught = self_play.positions(teaching, best, features, trust)
        tested = self_play.positions(held_out, best, features, 1)
        network = Network(features, self.trainer.stages, s.hidden, s.seed)
        network.begin_from(best)
        network.measure_noise(tested)
        first = 0
        checkpoint = self.folder / "learning.npz"
        with suppress(FileNotFoundError), undamaged(checkpoint), np.load(io.BytesIO(checkpoint.read_bytes())) as state:
            if int(state["generation"]) == generation:
                network.restore(state)
                first = int(state["epoch"])
                # what is kept may not have been told yet
                self.events.add(Event(generation, "learn", first, s.epochs, asdict(network.loss(tested))))
        steps = s.epochs * sum(-(-len(p) // s.batch) for p in taught)
        for epoch in range(first, s.epochs):
            rng = np.random.default_rng([s.seed, generation, epoch])
            for batch in batches(taught, s.batch, rng):
                rate = s.rate * (1 - network.steps / steps)
                network.learn(batch, rate, s.decay)
            state = network.state() | {"generation": np.array(generation), "epoch": np.array(epoch + 1)}
            arrays = io.BytesIO()
            np.savez(arrays, **state)
            keep(checkpoint, arrays.getvalue())
            self._tell(Event(generation, "learn", epoch + 1, s.epochs, asdict(network.loss(tested))))
        weights = network.weights(best, seen(taught, features) >= MIN_SEEN)
        self._write(f"weights-{generation:03}.json", weights, self._made(generation))
        checkpoint.unlink(missing_ok=True)

    def _made(self, generation: int) -> dict[str, Any]:
        """What weights were made with, to be kept with them."""
        return {"settings": asdict(self.settings), "generation": generation, **self._version()}

    def _decide(self, generation: int) -> None:
        """Let the new weights play the best so far; they replace them only if they win."""
        new, best = self._read(f"weights-{generation:03}.json"), self.best()
        verdict = self.folder / f"verdict-{generation:03}.json"
        if verdict.exists():
            return
        s = self.settings
        file = self.folder / f"match-{generation:03}.json"
        won: list[float] = []
        if file.exists():
            with undamaged(file):
                won = list(map(float, json.loads(file.read_text(encoding="utf-8"))))
        if won:
            self.events.add(Event(generation, "match", len(won), s.deals, asdict(judged(won))))
        tasks = [Deal(s.game, new, best, s.iterations, s.seed, deal) for deal in range(len(won), s.deals)]
        with closing(work(play_deal, tasks, self.jobs)) as played:
            for share in played:
                won.append(share)
                keep(file, json.dumps(won).encode())
                self._tell(Event(generation, "match", len(won), s.deals, asdict(judged(won))))
        found = judged(won)
        if found.wins:
            self._write("best.json", new, self._made(generation) | {"match": asdict(found)})
        keep(verdict, (json.dumps(asdict(found)) + "\n").encode())


def usual_seats(game: Game[Any]) -> tuple[int, ...]:
    """The smallest number of seats three times, each larger one once: tables of two are the most usual."""
    smallest, *larger = game.seat_counts
    return (smallest, smallest, smallest, *larger)


def seen(tables: Sequence[Positions], features: int) -> Any:
    """How often each feature holds."""
    return sum(np.bincount(p.rows.indices, minlength=features) for p in tables)


def _read_notes(file: Path) -> Notes:
    with undamaged(file):
        return Notes.of(io.BytesIO(file.read_bytes()))


@dataclass(frozen=True)
class Deal:
    """A deal of a match between new weights and old ones."""

    game: str
    new: Weights
    old: Weights
    iterations: int
    seed: int
    number: int


@dataclass(frozen=True)
class Verdict:
    """What share of the games new weights won, with the lower end of an interval of `CONFIDENCE` on that side."""

    share: float
    low: float
    deals: int
    wins: bool


def play_deal(deal: Deal) -> float:
    """The share of its games that the new weights win: a deal is played in both seats of two."""
    game = pediment.game(deal.game)
    trainer = trainer_of(deal.game)
    assert trainer is not None
    judges = [trainer.judge(weights) for weights in (deal.new, deal.old)]
    won = 0.0
    for new_seat in range(2):
        state = game.new(seats=2, seed=shared_deal(deal.seed, deal.number))
        bots: list[Bot] = []
        for seat in range(2):
            own = stream(deal.seed, f"deal {deal.number}, seat {seat}, new in {new_seat}").getrandbits(32)
            bots.append(JudgedSearch(own, judges[seat != new_seat], deal.iterations))
        finish(game, state, bots, Roster())
        won += game.returns(state)[new_seat]
    return won / 2


def judged(won: Sequence[float]) -> Verdict:
    """Whether shares by deal show that more than half is won.

    >>> judged([0.5, 1.0, 0.5, 1.0, 1.0, 0.5, 1.0, 1.0]).wins
    True
    """
    n, share = len(won), float(np.mean(won))
    if n < MIN_DEALS:
        return Verdict(share, 0.0, n, False)
    low = share - float(stdtrit(n - 1, CONFIDENCE)) * float(np.std(won, ddof=1)) / n**0.5
    return Verdict(share, low, n, low > 0.5)
