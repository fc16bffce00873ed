"""NumPy against PyTorch for training: `.venv/bin/python -m benchmarks.learners`, with `pip install torch` before it.

Both learn the same network from the same batches of positions, which a judge plays first, in turns and on one core.
Times are CPU times; the losses at the end say that both learned the same.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch

import pediment
from pediment.lab import self_play
from pediment.lab.network import DECAYS, Network, Positions, batches
from pediment.lab.self_play import Chunk
from pediment.lab.training import Settings, trainer_of

RATE: Final = Settings.rate


class TorchNetwork:
    """`Network`, learned by PyTorch: an EmbeddingBag adds up rows, autograd finds gradients, Adam is PyTorch's own."""

    def __init__(self, network: Network, sparse: bool) -> None:
        table, bias, outs, spread = (torch.from_numpy(part.copy()) for part in network.parts())
        self.hidden = network.hidden
        self.noise = torch.from_numpy(network.noise)
        self.rows = torch.nn.EmbeddingBag.from_pretrained(table, freeze=False, mode="sum", sparse=sparse)
        self.bias, self.outs, self.spread = (torch.nn.Parameter(part) for part in (bias, outs, spread))
        dense = [self.bias, self.outs, self.spread]
        options: dict[str, Any] = {"lr": RATE, "betas": DECAYS}
        self.steppers: list[torch.optim.Optimizer] = [torch.optim.Adam(dense, **options)]
        adam = torch.optim.SparseAdam if sparse else torch.optim.Adam
        self.steppers.append(adam(self.rows.parameters(), **options))

    def learn(self, p: Positions) -> None:
        """A step towards what these positions teach."""
        n, h = p.seats, self.hidden
        held, ends = (torch.from_numpy(part.astype(np.int64)) for part in (p.rows.indices, p.rows.indptr))
        sums = self.rows(held, ends[:-1]).view(-1, n, 1 + 2 * h)
        others = sums[..., 1 + h :]
        units = torch.relu(self.bias + sums[..., 1 : 1 + h] + (others.sum(1, keepdim=True) - others) / (n - 1))
        standings = torch.from_numpy(p.values) + sums[..., 0] + units @ self.outs
        stages = torch.from_numpy(p.stages)
        spread = self.spread[stages][:, None].exp()
        leads, came = _leads(standings), _leads(torch.from_numpy(p.points))
        by_points = ((leads - came) ** 2 / (2 * self.noise[stages][:, None] ** 2)).sum(1) / n
        by_chances = -(torch.from_numpy(p.chances) * torch.log_softmax(standings / spread, 1)).sum(1)
        for stepper in self.steppers:
            stepper.zero_grad()
        (by_points + by_chances).mean().backward()
        for stepper in self.steppers:
            stepper.step()

    def into(self, network: Network) -> Network:
        """That network, with what was learned here."""
        learned = [self.rows.weight, self.bias, self.outs, self.spread]
        network.table, network.bias, network.outs, network.spread = (part.detach().numpy() for part in learned)
        return network


def _leads(standings: torch.Tensor) -> torch.Tensor:
    n = standings.shape[1]
    return (standings - standings.mean(1, keepdim=True)) * (n / (n - 1))


def played(game: str, games: int) -> list[Positions]:
    """Positions of so many games that the judge of the package plays."""
    trainer = trainer_of(game)
    assert trainer is not None
    weights = trainer.read(None)
    names = tuple(f"game {n}" for n in range(games))
    notes = self_play.play(Chunk(game, weights, tuple(pediment.game(game).seat_counts), 0, 1, names))
    return self_play.positions([notes], weights, trainer.features, trust=1)


def compare(game: str, tables: Sequence[Positions], passes: int, hidden: int) -> dict[str, tuple[float, float]]:
    """By library, seconds of the processor for a pass through all positions, and the cross-entropy after the last."""
    trainer = trainer_of(game)
    assert trainer is not None

    def fresh() -> Network:
        found = Network(trainer.features, trainer.stages, hidden, seed=1)
        found.measure_noise(list(tables))
        return found

    own = fresh()
    others = {"PyTorch, dense": TorchNetwork(fresh(), False), "PyTorch, sparse": TorchNetwork(fresh(), True)}
    spent = dict.fromkeys(["NumPy", *others], math.inf)
    for n in range(passes):
        cut = list(batches(list(tables), Settings.batch, np.random.default_rng(n)))
        for name in spent:
            start = time.process_time()
            for batch in cut:
                if name == "NumPy":
                    own.learn(batch, RATE, decay=0)
                else:
                    others[name].learn(batch)
            spent[name] = min(spent[name], time.process_time() - start)
    losses = {"NumPy": own.loss(list(tables)).chances}
    losses |= {name: other.into(fresh()).loss(list(tables)).chances for name, other in others.items()}
    return {name: (seconds, losses[name]) for name, seconds in spent.items()}


def main() -> None:
    """Print a row for each library and game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="whose positions are learned (default: 500)")
    parser.add_argument("--passes", type=int, default=5, help="the quickest counts (default: 5)")
    parser.add_argument("--hidden", type=int, default=Settings.hidden, help="units (default: %(default)s)")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    print("| game | library | positions a second | cross-entropy |\n|---|---|---:|---:|")
    for game in pediment.games():
        tables = played(game, arguments.games)
        found = compare(game, tables, arguments.passes, arguments.hidden)
        for library, (seconds, loss) in found.items():
            print(f"| {game} | {library} | {sum(map(len, tables)) / seconds:,.0f} | {loss:.3f} |", flush=True)


if __name__ == "__main__":
    main()
