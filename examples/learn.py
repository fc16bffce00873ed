"""Learn two-player Elysium from nothing, by playing against itself: PPO with masks, in one file and NumPy alone.

    .venv/bin/python install.py extras rl
    .venv/bin/python examples/learn.py

It takes less than ten minutes on two cores, says how it fares against uniform play, and leaves its learning curve in
`curve.png` and what it has learned in `player.npz`. docs/learn.md walks through it.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from pediment.rl.vector import BatchEnv

Array = NDArray[Any]

SEED = 1
ROWS = 128  # games side by side
STEPS = 64  # decisions in each of them between two updates
UPDATES = 150
PASSES = 3  # how often an update goes through what was played
MINIBATCH = 1024
LEARNING_RATE = 5e-4
TRACE = 0.95  # how far a surprise reaches back (generalised advantage estimation)
CLIP = 0.2  # how far an update may move the chance of an answer (PPO)
ENTROPY = 0.01  # what it is worth to stay undecided
VALUE = 1.0  # what it is worth to know how one stands
MOST_SLOPE = 0.5
HIDDEN = 192
LEAD = 15.0  # points of lead that make a good part of a victory
EXAMINE = 10  # updates between two examinations; the first ones are examined one by one
GAMES = 256  # of an examination
LAST_GAMES = 1024  # of the last one


class Network:
    """Three layers, from an observation to a number for each answer and one for the chance to win."""

    def __init__(self, width: int, answers: int, rng: np.random.Generator) -> None:
        sizes = [width, HIDDEN, HIDDEN, answers + 1]
        self.layers: list[Array] = []
        for n, m in pairwise(sizes):
            self.layers += [rng.normal(0, np.sqrt(2 / n), (n, m)).astype(np.float32), np.zeros(m, np.float32)]
        self.layers[-2] *= 0.01  # so that it begins undecided
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    def forward(self, observations: Array, masks: Array) -> tuple[Array, Array, list[Array]]:
        """By row the chance of every answer, the chance to win, and what `slopes` needs."""
        seen = [observations]
        for i in (0, 2):
            seen.append(np.maximum(seen[-1] @ self.layers[i] + self.layers[i + 1], 0))
        out = seen[-1] @ self.layers[4] + self.layers[5]
        logits = np.where(masks, out[:, :-1], -np.inf)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True), 1 / (1 + np.exp(-out[:, -1])), seen

    def slopes(self, seen: list[Array], slope: Array) -> list[Array]:
        """How a loss changes with every weight, from how it changes with the numbers of the last layer."""
        found: list[Array] = []
        for i in (4, 2, 0):
            found = [seen[i // 2].T @ slope, slope.sum(0), *found]
            if i:
                slope = (slope @ self.layers[i].T) * (seen[i // 2] > 0)
        return found

    def descend(self, slopes: list[Array]) -> None:
        """A step down these slopes (Adam), which are cut to a length of MOST_SLOPE."""
        length = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        self.steps += 1
        rate = LEARNING_RATE * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, mean, square, slope in zip(self.layers, self.means, self.squares, slopes, strict=True):
            slope *= min(1.0, MOST_SLOPE / length)
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            layer -= rate * mean / (np.sqrt(square) + 1e-6)


class School:
    """A table at which the same player sits on both sides and learns."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.env = BatchEnv("elysium", ROWS, opponents="self")
        self.observations, self.infos = self.env.reset(seed=seed)
        self.player = Network(self.observations.shape[1], self.infos["action_mask"].shape[1], self.rng)

    def play(self) -> list[Array]:
        """Play on in every row: by decision the observation, mask, answer, its chance, advantage and true value."""
        played: list[tuple[Array, ...]] = []
        seats: list[Array] = []
        ends: list[dict[str, Any] | None] = []
        for _ in range(STEPS):
            masks = self.infos["action_mask"]
            chances, values, _ = self.player.forward(self.observations, masks)
            answers = draw(chances, self.rng)
            played.append((self.observations, masks, answers, chances[np.arange(ROWS), answers], values))
            seats.append(self.infos["seat"])
            self.observations, _, ended, _, self.infos = self.env.step(answers)
            ends.append(self.infos["final_info"] if ended.any() else None)
        last = self.player.forward(self.observations, self.infos["action_mask"])[1]
        values = np.array([step[-1] for step in played])
        advantages = surprises(values, seats, ends, last, self.infos["seat"])
        columns = [np.concatenate(column) for column in zip(*played, strict=True)]
        return [*columns[:-1], advantages.ravel(), (values + advantages).ravel()]

    def learn(self, played: list[Array]) -> None:
        """Make answers that turned out better than thought more likely, but not by more than CLIP at once."""
        for _ in range(PASSES):
            for chosen in np.split(self.rng.permutation(STEPS * ROWS), STEPS * ROWS // MINIBATCH):
                observations, masks, answers, before, advantages, truth = (column[chosen] for column in played)
                chances, values, seen = self.player.forward(observations, masks)
                rows = np.arange(MINIBATCH)
                ratio = chances[rows, answers] / before
                gain = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
                inside = ratio * gain <= np.clip(ratio, 1 - CLIP, 1 + CLIP) * gain
                push = np.where(inside, ratio * gain, 0)
                logs = np.log(np.maximum(chances, 1e-30))
                entropy = -(chances * logs).sum(1, keepdims=True)
                slope = np.empty((MINIBATCH, chances.shape[1] + 1), np.float32)
                slope[:, :-1] = push[:, None] * chances + ENTROPY * chances * (logs + entropy)
                slope[rows, answers] -= push
                slope[:, -1] = VALUE * 2 * (values - truth) * values * (1 - values)
                self.player.descend(self.player.slopes(seen, slope / MINIBATCH))


def draw(chances: Array, rng: np.random.Generator) -> Array:
    """An answer for each row, as likely as it says."""
    noise = rng.random(chances.shape, np.float32)
    answers: Array = (np.log(np.maximum(chances, 1e-30)) - np.log(-np.log(noise + 1e-12))).argmax(1)
    return answers


def surprises(values: Array, seats: list[Array], ends: list[dict[str, Any] | None], last: Array, asked: Array) -> Array:
    """How much better each answer turned out than was thought, for the seat that gave it.

    The seats of a row are told apart: an answer is followed by the next question to the same seat, or the end.
    """
    rows = np.arange(ROWS)
    after = np.empty((ROWS, 2), np.float32)  # by seat: what its next question is worth
    after[rows, asked], after[rows, 1 - asked] = last, 1 - last
    trace = np.zeros((ROWS, 2), np.float32)
    found = np.empty_like(values)
    for t in reversed(range(STEPS)):
        end = ends[t]
        if end is not None:
            over = end["_returns"]
            after[over] = worth(end["returns"], end["totals"])[over]
            trace[over] = 0
        seat = seats[t]
        found[t] = trace[rows, seat] = after[rows, seat] - values[t] + TRACE * trace[rows, seat]
        after[rows, seat] = values[t]
    return found


def worth(returns: Array, totals: Array) -> Array:
    """What a seat plays for: half to win, half by how much, so that one defeat teaches more than another."""
    return 0.5 * returns + 0.5 / (1 + np.exp((totals[:, ::-1] - totals) / LEAD))


def examine(player: Network, games: int, seed: int) -> tuple[float, float]:
    """The part of its games against uniform play that the player wins, and its lead in points."""
    env = BatchEnv("elysium", games, opponents="uniform")  # the first game of every row counts
    observations, infos = env.reset(seed=seed)
    won, lead = np.full(games, np.nan), np.full(games, np.nan)
    while np.isnan(won).any():
        answers = player.forward(observations, infos["action_mask"])[0].argmax(1)
        observations, rewards, ended, _, infos = env.step(answers)
        first = np.flatnonzero(ended & np.isnan(won))
        if first.size:
            end = infos["final_info"]
            seat = end["seat"][first]
            won[first] = rewards[first]
            lead[first] = end["totals"][first, seat] - end["totals"][first, 1 - seat]
    return float(won.mean()), float(lead.mean())


def challenge(player: Network, level: str, games: int, seed: int) -> float:
    """The part of its games that the player wins against a bot of that level."""
    env = gymnasium.make("pediment/Elysium-v0", opponents=level)
    won = 0.0
    for game in range(games):
        observation, info = env.reset(seed=seed + game)
        over = False
        while not over:
            answer = int(player.forward(observation[None], info["action_mask"][None])[0].argmax())
            observation, reward, over, _, info = env.step(answer)
        won += float(reward)
    env.close()
    return won / games


def picture(curve: list[tuple[int, float, float]], path: Path) -> None:
    """The learning curve: games won and lead in points, by decisions played."""
    figure = Figure((7, 4), layout="constrained")
    axes = figure.subplots()
    decisions = [point[0] / 1e6 for point in curve]
    axes.plot(decisions, [100 * point[1] for point in curve], color="#0b559f", marker="o", markersize=3)
    axes.axhline(50, color="#888888", linewidth=0.8, linestyle=":")
    axes.set_xlabel("decisions played against itself, millions")
    axes.set_ylabel("games won against uniform play, %", color="#0b559f")
    axes.set_ylim(0, 103)
    leads = axes.twinx()
    leads.plot(decisions, [point[2] for point in curve], color="#b35806", linestyle="--")
    leads.set_ylabel("lead in points (dashed)", color="#b35806")
    axes.set_title("Learning two-player Elysium")
    figure.savefig(path, dpi=120, metadata={"Software": None})


def main() -> None:
    """Learn, examine, and write down what came of it."""
    parser = argparse.ArgumentParser(description="Learn two-player Elysium by playing against oneself.")
    parser.add_argument("--updates", type=int, default=UPDATES, help=f"each of {ROWS * STEPS} decisions")
    parser.add_argument("--games", type=int, default=LAST_GAMES, help="of the last examination")
    parser.add_argument("--challenge", type=int, default=100, help="games against each of the weaker bots")
    parser.add_argument("--out", type=Path, default=Path("."), help="where curve.png and player.npz go")
    args = parser.parse_args()
    if args.updates < 0 or args.games < 1 or args.challenge < 0:
        parser.error("--games must be 1 or more, --updates and --challenge 0 or more")
    school, begin = School(SEED), time.perf_counter()
    curve: list[tuple[int, float, float]] = []
    for update in range(args.updates + 1):
        if update < EXAMINE or update % EXAMINE == 0:
            won, lead = examine(school.player, GAMES, seed=SEED)
            curve.append((update * ROWS * STEPS, won, lead))
            seconds = time.perf_counter() - begin
            print(f"{curve[-1][0]:9,} decisions, {seconds:4.0f} s: wins {won:6.1%}, lead {lead:+5.1f}", flush=True)
        if update < args.updates:
            school.learn(school.play())
    args.out.mkdir(parents=True, exist_ok=True)
    picture(curve, args.out / "curve.png")
    np.savez(args.out / "player.npz", *school.player.layers)
    won, lead = examine(school.player, args.games, seed=SEED + 1)
    print(f"in {args.games} games against uniform play it wins {won:.1%}, with a lead of {lead:.1f} points")
    for level in ("shepherd", "potter") if args.challenge else ():
        won = challenge(school.player, level, args.challenge, seed=SEED)
        print(f"in {args.challenge} games against {level} it wins {won:.0%}")


if __name__ == "__main__":
    main()
