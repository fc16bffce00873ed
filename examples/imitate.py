"""Learn Elysium from a bot's games, then by playing against it: imitation, and PPO from there. NumPy is enough.

    .venv/bin/python install.py extras rl
    .venv/bin/pediment simulate elysium --games 400 --bots scholar --seats 2 --out scholar.jsonl
    .venv/bin/python examples/imitate.py scholar.jsonl --seed 1

It says after each pass how often it answers as the bot did, in games that it did not learn from; then how it fares
against that bot, before and after PPO. docs/imitate.md walks through it and says what to expect.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from learn import ROWS, STEPS, VALUE_WEIGHT, Network, Trainer, evaluate, outcome
from numpy.typing import NDArray

from pediment.rl import dataset
from pediment.rl.dataset import Dataset

Array = NDArray[Any]

PASSES = 6  # over all decisions
MINIBATCH = 512
HELD_OUT = 10  # every tenth game is not learned from
UPDATES = 80  # by PPO
LEARNING_RATE = 2e-4  # of PPO, lower than from scratch: what was learned should last
GAMES = 400  # of each evaluation
OPPONENT = "scholar"


def imitate(player: Network, data: Dataset, rng: np.random.Generator) -> None:
    """Learn to answer as the data does, and who will win: one pass over all decisions in random order."""
    targets = outcome(data.returns[:, None], data.points)[:, 0]
    for chosen in np.array_split(rng.permutation(len(data)), max(1, len(data) // MINIBATCH)):
        probabilities, values, seen = player.forward(data.observations[chosen], data.masks[chosen])
        gradient = np.empty((len(chosen), probabilities.shape[1] + 1), np.float32)
        gradient[:, :-1] = probabilities  # of the cross-entropy
        gradient[np.arange(len(chosen)), data.answers[chosen]] -= 1
        gradient[:, -1] = VALUE_WEIGHT * 2 * (values - targets[chosen]) * values * (1 - values)
        player.descend(player.gradients(seen, gradient / len(chosen)))


def agreement(player: Network, data: Dataset) -> float:
    """How often the likeliest answer is that of the data."""
    agreed = 0
    for some in (data[at : at + MINIBATCH] for at in range(0, len(data), MINIBATCH)):
        agreed += int((player.forward(some.observations, some.masks)[0].argmax(1) == some.answers).sum())
    return agreed / len(data)


def main() -> None:
    """Imitate, improve, and write the weights."""
    parser = argparse.ArgumentParser(description="Learn two-player Elysium from records of a bot, then against it.")
    parser.add_argument("records", type=Path, help="what pediment simulate --out has written")
    parser.add_argument("--seed", type=int, default=1, help="of the weights, the order of decisions, and the games")
    parser.add_argument("--passes", type=int, default=PASSES, help="how often to go through the decisions")
    parser.add_argument("--updates", type=int, default=UPDATES, help=f"by PPO, after {ROWS * STEPS} decisions each")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each evaluation")
    parser.add_argument("--out", type=Path, default=Path("."), help="where imitated.npz and improved.npz go")
    args = parser.parse_args()
    begin = time.perf_counter()

    def say(what: str) -> None:
        print(f"{time.perf_counter() - begin:4.0f} s: {what}", flush=True)

    def report(who: str, games: int) -> None:
        won, lead = evaluate(player, games, args.seed, OPPONENT)
        say(f"{who} wins {won:.1%} of {games} games against {OPPONENT}, with a lead of {lead:+.1f} points")

    args.out.mkdir(parents=True, exist_ok=True)
    data = dataset.load(args.records, players=OPPONENT)
    held_out = data.games % HELD_OUT == 0
    train, test = data[~held_out], data[held_out]
    say(f"{len(train):,} decisions to learn from, {len(test):,} to compare with")
    trainer = Trainer(args.seed, OPPONENT)
    player = trainer.player
    for _ in range(args.passes):
        imitate(player, train, trainer.rng)
        say(f"answers {agreement(player, test):.1%} of the questions as {OPPONENT} did")
    np.savez(args.out / "imitated.npz", *player.layers)
    report("the imitator", args.games)
    player.learning_rate = LEARNING_RATE
    for update in range(1, args.updates + 1):
        trainer.learn(trainer.play())
        if update % 10 == 0 and update < args.updates:
            report(f"after {update * ROWS * STEPS:,} decisions it", args.games // 4)
    np.savez(args.out / "improved.npz", *player.layers)
    report("the improved one", args.games)


if __name__ == "__main__":
    main()
