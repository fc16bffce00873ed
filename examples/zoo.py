"""Train the agents of the zoo again, each by one command. NumPy is enough.

    .venv/bin/python install.py extras rl
    .venv/bin/python examples/zoo.py pupil

Each takes some minutes on one core and ends in a file of weights, such as `pupil.npz`; in `src/pediment/rl/weights/`
it is what the agent of that name plays with. docs/zoo.md says what they are and how strong.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import imitate
import learn
import td

import pediment
from pediment.lab.arena import Setting, play_all
from pediment.rl import dataset, zoo

SEED = 1
HIDDEN = 64  # units in each of two layers
GAMES = 400  # of scholar, to imitate
PASSES = 12  # over them


def pupil() -> list[learn.Array]:
    """A policy that imitates scholar."""
    game = pediment.game("elysium")
    setting = Setting(2, ["scholar", "scholar"], SEED, game.check_options(2, SEED, {}), records=True)
    data = dataset.load([str(played.record) for played in play_all(game, setting, GAMES, jobs=1)])
    print(f"{len(data):,} decisions of scholar", flush=True)
    trainer = learn.Trainer(SEED, hidden=HIDDEN)
    for _ in range(PASSES):
        imitate.imitate(trainer.player, data, trainer.rng)
        print(f"answers {imitate.agreement(trainer.player, data):.1%} of them as scholar did", flush=True)
    return policy_of(trainer.player)


def wrestler() -> list[learn.Array]:
    """A policy that has learned from scratch, against itself, by PPO."""
    trainer = learn.Trainer(SEED, hidden=HIDDEN)
    for update in range(1, learn.UPDATES + 1):
        trainer.learn(trainer.play())
        if update % learn.EVALUATE_EVERY == 0:
            won, lead = learn.evaluate(trainer.player, learn.EVALUATION_GAMES, SEED)
            print(f"{update} updates: wins {won:.1%} against uniform play, lead {lead:+.1f}", flush=True)
    return policy_of(trainer.player)


def policy_of(player: learn.Network) -> list[learn.Array]:
    """The network without its value."""
    *layers, weights, biases = player.layers
    return [*layers, weights[:, :-1], biases[:-1]]


AGENTS: dict[str, tuple[str, Callable[[], list[learn.Array]]]] = {
    "pupil": ("elysium", pupil),
    "wrestler": ("elysium", wrestler),
    "miller": ("elysium", lambda: td.train("elysium", hidden=0, games=6000, seed=SEED).layers),
    "augur": ("ephyran", lambda: td.train("ephyran", hidden=32, games=3000, seed=SEED).layers),
}
"""The game that each plays, and how it learns it."""


def main() -> None:
    """Train one of them, and write its weights."""
    parser = argparse.ArgumentParser(description="Train an agent of the zoo.")
    parser.add_argument("agent", choices=AGENTS)
    parser.add_argument("--out", type=Path, default=Path("."), help="where the weights go")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    game, train = AGENTS[args.agent]
    zoo.save(args.out / f"{args.agent}.npz", train(), {game: [td.SEATS]})


if __name__ == "__main__":
    main()
