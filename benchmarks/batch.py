"""Steps per second of the batch environment against the size of the batch: `.venv/bin/python -m benchmarks.batch`.

Answers are drawn uniformly. Self-play is compared with the same number of games played one after the other from Python
through the contract, producing the same arrays; play against uniform opponents is compared with Gymnasium's own
SyncVectorEnv with as many single-seat environments. None of them includes the time to draw the answers. Times are CPU
times, so a busy machine matters little; each number is the best of a few rounds.

A second table has what runs in several processes, and is therefore timed by the clock on the wall: the batch in one
process and, half the rows each, in two; Gymnasium's AsyncVectorEnv, which has a process for each environment; and
beside them PettingZoo's own loop over one game.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import pediment
import pediment.rl.gymnasium
from pediment.core.engine.state import Origin
from pediment.rl.numbers import Numbers

SIZES = [1, 4, 16, 64, 256, 1024, 4096]
SAME_STEP = {"autoreset_mode": AutoresetMode.SAME_STEP}
SYNC: dict[str, Any] = {"vectorization_mode": "sync", "vector_kwargs": SAME_STEP}
ASYNC: dict[str, Any] = {"vectorization_mode": "async", "vector_kwargs": SAME_STEP}
Step = Callable[[NDArray[np.int64]], NDArray[np.int8]]


def main() -> None:
    """Print the table of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds for each round (default: 0.5)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds for each number (default: 3)")
    parser.add_argument("--seats", type=int, default=2, help="seats of each game (default: 2)")
    arguments = parser.parse_args()
    engine = "compiled" if pediment.build.compiled() else "plain Python"
    print(f"Steps per second; the engine is {engine}; {arguments.seats} seats.")
    for name in pediment.games():
        print(f"\n| {name}: rows | self-play | one by one | ratio | uniform | SyncVectorEnv | ratio | drawing, us |")
        print("|---:|---:|---:|---:|---:|---:|---:|---:|")
        for size in SIZES:
            sides = [
                Side(*gathered(name, size, arguments.seats, opponents="self")),
                Side(*one_by_one(name, size, arguments.seats)),
                Side(*gathered(name, size, arguments.seats)),
                Side(*gathered(name, size, arguments.seats, **SYNC)),
            ]
            for _ in range(arguments.rounds):
                for side in sides:
                    side.measure(arguments.seconds)
            own, alone, uniform, sync = (max(side.rates) for side in sides)
            drawing = min(sides[0].drawing)
            print(
                f"| {size:,} | {own:,.0f} | {alone:,.0f} | {own / alone:.1f} |"
                f" {uniform:,.0f} | {sync:,.0f} | {uniform / sync:.1f} | {drawing:.1f} |",
                flush=True,
            )
    print("\n| by the clock on the wall | rows | elysium | ephyran |\n|---|---:|---:|---:|")
    for title, size, processes, make, how in BY_THE_WALL:
        tasks = [(make, name, size // processes, arguments.seats, how, arguments.seconds) for name in pediment.games()]
        rates = [max(in_processes(processes, task) for _ in range(arguments.rounds)) for task in tasks]
        print(f"| {title} | {size:,} | {' | '.join(f'{rate:,.0f}' for rate in rates)} |", flush=True)


def in_processes(count: int, task: Task) -> float:
    """Steps per second of so many processes together, each with a task of its own."""
    with ProcessPoolExecutor(count) as pool:
        return sum(pool.map(by_the_wall, [task] * count))


def by_the_wall(task: Task) -> float:
    """Steps per second of a task in this process."""
    make, name, size, seats, how, seconds = task
    side = Side(*make(name, size, seats, **how), clock=time.perf_counter)
    side.measure(seconds)
    return side.rates[0]


def gathered(name: str, size: int, seats: int, opponents: str = "uniform", **how: Any) -> tuple[NDArray[np.int8], Step]:
    """The first masks of a vector environment, and a step function from answers to masks."""
    envs = gymnasium.make_vec(
        f"pediment/{name.capitalize()}-v0", num_envs=size, seats=seats, opponents=opponents, **how
    )

    def step(answers: NDArray[np.int64]) -> NDArray[np.int8]:
        masks: NDArray[np.int8] = envs.step(answers)[4]["action_mask"]
        return masks

    masks: NDArray[np.int8] = envs.reset(seed=1)[1]["action_mask"]
    return masks, step


def one_by_one(name: str, size: int, seats: int) -> tuple[NDArray[np.int8], Step]:
    """The same for a list of games in self-play."""
    game = pediment.game(name)
    numbers = Numbers(game, seats)
    options = game.check_options(seats, 0, {})
    chance = np.random.default_rng(1)

    def new() -> Any:
        return game.restart(Origin(seats, int(chance.integers(2**32)), options, None, game.rules_number()))

    states = [new() for _ in range(size)]

    def step(answers: NDArray[np.int64]) -> NDArray[np.int8]:
        observations = []
        masks = []
        for i, answer in enumerate(answers.tolist()):
            state = states[i]
            game.play(state, answer)
            if game.to_move(state) == pediment.OVER:
                game.returns(state)
                game.totals(state)
                state = states[i] = new()
            observations.append(numbers.observation(state, state.to_move))
            masks.append(numbers.mask(state, state.to_move))
        np.stack(observations)
        return np.stack(masks)

    return np.stack([numbers.mask(state, state.to_move) for state in states]), step


def pettingzoo_loop(name: str, size: int, seats: int) -> tuple[NDArray[np.int8], Step]:
    """The same for PettingZoo's own loop over one game."""
    assert size == 1, "PettingZoo has no batches"
    from pediment.rl import pettingzoo  # here, since an earlier revision is measured without it

    env = getattr(pettingzoo, f"{name}_v0").env(seats=seats)
    env.reset(seed=1)

    def step(answers: NDArray[np.int64]) -> NDArray[np.int8]:
        env.step(answers[0])
        observation, _, terminated, *_ = env.last()
        if terminated:
            env.reset()
            observation = env.observe(env.agent_selection)
        masks: NDArray[np.int8] = observation["action_mask"][None]
        return masks

    return env.observe(env.agent_selection)["action_mask"][None], step


Maker = Callable[..., tuple[NDArray[np.int8], Step]]
Task = tuple[Maker, str, int, int, dict[str, Any], float]
BY_THE_WALL: list[tuple[str, int, int, Maker, dict[str, Any]]] = [
    ("batch, self-play, one process", 1024, 1, gathered, {"opponents": "self"}),
    ("batch, self-play, two processes", 1024, 2, gathered, {"opponents": "self"}),
    ("AsyncVectorEnv, a process for each of", 2, 1, gathered, ASYNC),
    ("AsyncVectorEnv, a process for each of", 16, 1, gathered, ASYNC),
    ("PettingZoo's own loop", 1, 1, pettingzoo_loop, {}),
]


class Side:
    """A participant, with its latest masks."""

    def __init__(self, masks: NDArray[np.int8], step: Step, clock: Callable[[], float] = time.process_time) -> None:
        self.masks = masks
        self.step = step
        self.clock = clock
        self.chance = np.random.default_rng(2)
        self.rates: list[float] = []
        self.drawing: list[float] = []

    def measure(self, seconds: float) -> None:
        """One round: steps per second without the time to draw answers, and that time in microseconds per step."""
        steps = 0
        stepping = drawing = 0.0
        while stepping < seconds:
            begin = self.clock()
            answers = draw(self.masks, self.chance)
            drawn = self.clock()
            self.masks = self.step(answers)
            stepping += self.clock() - drawn
            drawing += drawn - begin
            steps += len(answers)
        self.rates.append(steps / stepping)
        self.drawing.append(1e6 * drawing / steps)


def draw(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.int64]:
    """A uniformly random legal answer for each row."""
    legal = masks.view(np.bool_)
    counts = np.count_nonzero(legal, axis=1)
    firsts = np.cumsum(counts) - counts
    found: NDArray[np.int64] = np.flatnonzero(legal)[firsts + chance.integers(counts)] % masks.shape[1]
    return found


if __name__ == "__main__":
    main()
