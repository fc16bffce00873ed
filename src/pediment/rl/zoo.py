"""Trained agents that come with Pediment, each a bot by its name: `pediment play --players human,wrestler`.

They are of different kinds, small, and think with NumPy alone. `examples/zoo.py` trains each of them again.

>>> from pediment.bots import make
>>> make("pediment.rl.zoo:Wrestler").plays
{'elysium': [2]}
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

import pediment
from pediment.bots import Agent, Bot, Question
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.rl.numbers import Numbers

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

FOLDER: Final = Path(__file__).parent / "weights"
RATINGS: Final[dict[str, dict[str, float]]] = json.loads((FOLDER / "ratings.json").read_text(encoding="utf-8"))
"""By agent and game, what the leaderboard has found."""
STEPS: Final = 127
"""A weight is stored as a whole number from -127 to 127, times a scale for each column."""

Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Weights and biases, layer by layer."""


class Trained(NamedTuple):
    """What a file of weights holds."""

    layers: Layers
    plays: dict[str, list[int]]
    """By game, for how many players the network was trained."""


def save(path: Path | str, layers: Sequence[NDArray[Any]], plays: Mapping[str, Collection[int]]) -> None:
    """Write a network, weights and biases in turn, with a byte for each weight; and what it plays: `{"chess": [2]}`."""
    about = json.dumps({game: sorted(seats) for game, seats in plays.items()})
    arrays: dict[str, NDArray[Any]] = {"plays": np.array(about)}
    for n, (weights, biases) in enumerate(zip(layers[::2], layers[1::2], strict=True)):
        scale = np.maximum(np.abs(weights).max(axis=0), 1e-12) / STEPS
        arrays |= {f"w{n}": np.rint(weights / scale).astype(np.int8), f"s{n}": scale.astype(np.float32)}
        arrays |= {f"b{n}": biases.astype(np.float32)}
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]  # no array is called allow_pickle


@cache
def load(path: Path) -> Trained:
    """A network that `save` has written, and what it plays."""
    with np.load(path) as found:
        layers = [
            (found[f"w{n}"].astype(np.float32) * found[f"s{n}"], found[f"b{n}"]) for n in range(len(found.files) // 3)
        ]
        return Trained(layers, json.loads(found["plays"].item()))


def forward(layers: Layers, rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """What comes out of a network with rectified layers."""
    for n, (weights, biases) in enumerate(layers):
        rows = (np.maximum(rows, 0) if n else rows) @ weights + biases
    return rows


class Net(Bot):
    """A bot that plays with a network, whatever the file of its weights says that it plays."""

    weights: ClassVar[str]
    """The file, as `save` writes it: in the folder `weights`, or by its whole path."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.layers, self.plays = load(FOLDER / self.weights)

    def check_plays(self, game: str, seats: int) -> None:
        """Raise ValueError also if the game shows other numbers than those that the network learned from."""
        super().check_plays(game, seats)
        learned, shown = len(self.layers[0][0]), _numbers(pediment.game(game), seats).width
        if learned != shown:
            raise ValueError(
                f"the bot {self.name} has learned from {learned} numbers, and {game} shows {shown}: train it again"
            )


class PolicyNet(Net, Agent):
    """A network that gives every action a logit: the likeliest legal one is the answer."""

    def act(self, question: Question) -> Any:
        logits = forward(self.layers, question.observation[None])[0]
        return np.where(question.mask, logits, -np.inf).argmax()


class ValueNet(Net):
    """A network that says how good it is for a seat to have answered and be where it is: the best answer is taken.

    Each answer is tried in the resampled world. What it draws there is chance, as at the table.
    """

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        self.check_plays(game.name, world.origin.seats)
        legal = game.legal(world)
        return legal[int(forward(self.layers, afterstates(game, world, seat))[:, 0].argmax())]


def afterstates(game: Game[Any], world: Any, seat: int) -> NDArray[np.float32]:
    """What the seat observes after each of its legal answers, a row for each."""
    seen = []
    for action in game.legal(world):
        after = world.clone()
        game.apply(after, action)
        seen.append(game.observe(after, seat))
    return _numbers(game, world.origin.seats).scaled(np.frombuffer(b"".join(seen), np.uint8).reshape(len(seen), -1))


@cache
def _numbers(game: Game[Any], seats: int) -> Numbers:
    return Numbers(game, seats)


class Pupil(PolicyNet):
    """Imitates `scholar`: two layers of 64 units, from 400 of its games."""

    name = "pupil"
    weights = "pupil.npz"
    ratings = RATINGS[name]


class Wrestler(PolicyNet):
    """Has learned from scratch against itself by PPO, in 1.2 million decisions: two layers of 64 units."""

    name = "wrestler"
    weights = "wrestler.npz"
    ratings = RATINGS[name]


class Miller(ValueNet):
    """A linear value, one weight for each number that a seat observes, by TD(λ) from 6,000 games against itself."""

    name = "miller"
    weights = "miller.npz"
    ratings = RATINGS[name]


class Augur(ValueNet):
    """A value by a layer of 32 units, by TD(λ) from 3,000 games against itself."""

    name = "augur"
    weights = "augur.npz"
    ratings = RATINGS[name]
