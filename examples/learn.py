"""Learn two-player Elysium from scratch by self-play: PPO with action masks, in one file and with NumPy alone.

    .venv/bin/python install.py extras rl
    .venv/bin/python examples/learn.py

It takes less than ten minutes on two cores, reports how it does against uniform play, and writes its learning curve to
`curve.png` and its weights to `player.npz`. docs/learn.md walks through it.
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
STEPS = 64  # decisions in each game between two updates
UPDATES = 150
PASSES = 3  # of an update over its decisions
MINIBATCH = 1024
LEARNING_RATE = 5e-4
GAE_LAMBDA = 0.95  # generalised advantage estimation
CLIP = 0.2  # how far an update may change the probability of an action (PPO)
ENTROPY_WEIGHT = 0.01
VALUE_WEIGHT = 1.0
MAX_GRADIENT_NORM = 0.5
HIDDEN = 192
LEAD_SCALE = 15.0  # the lead in points that counts as a good part of a victory
EVALUATE_EVERY = 10  # updates between two evaluations; each of the first ten is followed by one
EVALUATION_GAMES = 256
FINAL_GAMES = 1024


class Network:
    """Three layers, from an observation to a logit for each action and one for the value."""

    def __init__(self, width: int, answers: int, rng: np.random.Generator, hidden: int | None = None) -> None:
        hidden = hidden or HIDDEN
        sizes = [width, hidden, hidden, answers + 1]
        self.layers: list[Array] = []
        for n, m in pairwise(sizes):
            self.layers += [rng.normal(0, np.sqrt(2 / n), (n, m)).astype(np.float32), np.zeros(m, np.float32)]
        self.layers[-2] *= 0.01  # start with a nearly uniform policy
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0
        self.learning_rate = LEARNING_RATE

    def forward(self, observations: Array, masks: Array) -> tuple[Array, Array, list[Array]]:
        """For each row the policy, the value (the chance of winning), and the activations that `gradients` needs."""
        seen = [observations]
        for i in (0, 2):
            seen.append(np.maximum(seen[-1] @ self.layers[i] + self.layers[i + 1], 0))
        out = seen[-1] @ self.layers[4] + self.layers[5]
        logits = np.where(masks, out[:, :-1], -np.inf)
        weights = np.exp(logits - logits.max(1, keepdims=True))
        return weights / weights.sum(1, keepdims=True), 1 / (1 + np.exp(-out[:, -1])), seen

    def gradients(self, seen: list[Array], gradient: Array) -> list[Array]:
        """Backpropagation: the gradient of a loss by layer, from its gradient at the output of the last one."""
        found: list[Array] = []
        for i in (4, 2, 0):
            found = [seen[i // 2].T @ gradient, gradient.sum(0), *found]
            if i:
                gradient = (gradient @ self.layers[i].T) * (seen[i // 2] > 0)
        return found

    def descend(self, gradients: list[Array]) -> None:
        """One step of Adam, with the gradients clipped to MAX_GRADIENT_NORM."""
        norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients))
        self.steps += 1
        rate = self.learning_rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, mean, square, gradient in zip(self.layers, self.means, self.squares, gradients, strict=True):
            gradient *= min(1.0, MAX_GRADIENT_NORM / norm)
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            layer -= rate * mean / (np.sqrt(square) + 1e-6)


class Trainer:
    """Self-play: one network plays both sides and learns; or against other opponents, it plays one."""

    def __init__(self, seed: int, opponents: str = "self", hidden: int | None = None) -> None:
        self.rng = np.random.default_rng(seed)
        self.env = BatchEnv("elysium", ROWS, opponents=opponents)
        self.observations, self.infos = self.env.reset(seed=seed)
        self.player = Network(self.observations.shape[1], self.infos["action_mask"].shape[1], self.rng, hidden)

    def play(self) -> list[Array]:
        """Play on in every row: for each decision its observation, mask, action, probability, advantage and target."""
        played: list[tuple[Array, ...]] = []
        seats: list[Array] = []
        ends: list[dict[str, Any] | None] = []
        for _ in range(STEPS):
            masks = self.infos["action_mask"]
            probabilities, values, _ = self.player.forward(self.observations, masks)
            answers = draw(probabilities, self.rng)
            played.append((self.observations, masks, answers, probabilities[np.arange(ROWS), answers], values))
            seats.append(self.infos["seat"])
            self.observations, _, ended, _, self.infos = self.env.step(answers)
            ends.append(self.infos["final_info"] if ended.any() else None)
        last = self.player.forward(self.observations, self.infos["action_mask"])[1]
        values = np.array([step[-1] for step in played])
        advantages = estimate_advantages(values, seats, ends, last, self.infos["seat"])
        columns = [np.concatenate(column) for column in zip(*played, strict=True)]
        return [*columns[:-1], advantages.ravel(), (values + advantages).ravel()]

    def learn(self, played: list[Array]) -> None:
        """Update the policy and the value by PPO, with the ratio of probabilities clipped at CLIP."""
        for _ in range(PASSES):
            for chosen in np.split(self.rng.permutation(STEPS * ROWS), STEPS * ROWS // MINIBATCH):
                observations, masks, answers, before, advantages, targets = (column[chosen] for column in played)
                probabilities, values, seen = self.player.forward(observations, masks)
                rows = np.arange(MINIBATCH)
                ratio = probabilities[rows, answers] / before
                gain = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
                inside = ratio * gain <= np.clip(ratio, 1 - CLIP, 1 + CLIP) * gain
                push = np.where(inside, ratio * gain, 0)
                logs = np.log(np.maximum(probabilities, 1e-30))
                entropy = -(probabilities * logs).sum(1, keepdims=True)
                gradient = np.empty((MINIBATCH, probabilities.shape[1] + 1), np.float32)
                gradient[:, :-1] = push[:, None] * probabilities + ENTROPY_WEIGHT * probabilities * (logs + entropy)
                gradient[rows, answers] -= push
                gradient[:, -1] = VALUE_WEIGHT * 2 * (values - targets) * values * (1 - values)
                self.player.descend(self.player.gradients(seen, gradient / MINIBATCH))


def draw(probabilities: Array, rng: np.random.Generator) -> Array:
    """Sample an action for each row (Gumbel-max)."""
    noise = rng.random(probabilities.shape, np.float32)
    answers: Array = (np.log(np.maximum(probabilities, 1e-30)) - np.log(-np.log(noise + 1e-12))).argmax(1)
    return answers


def estimate_advantages(
    values: Array, seats: list[Array], ends: list[dict[str, Any] | None], last: Array, asked: Array
) -> Array:
    """The advantage of each action, for the seat that chose it.

    The two seats of a row are kept apart: an action is followed by the next decision of the same seat, or by the end.
    """
    rows = np.arange(ROWS)
    after = np.empty((ROWS, 2), np.float32)  # by seat: the value of its next decision
    after[rows, asked], after[rows, 1 - asked] = last, 1 - last
    trace = np.zeros((ROWS, 2), np.float32)
    found = np.empty_like(values)
    for t in reversed(range(STEPS)):
        end = ends[t]
        if end is not None:
            over = end["_returns"]
            after[over] = outcome(end["returns"], end["totals"])[over]
            trace[over] = 0
        seat = seats[t]
        found[t] = trace[rows, seat] = after[rows, seat] - values[t] + GAE_LAMBDA * trace[rows, seat]
        after[rows, seat] = values[t]
    return found


def outcome(returns: Array, totals: Array) -> Array:
    """The return to learn from: half the result, half the margin, since a narrow defeat is better than a clear one."""
    return 0.5 * returns + 0.5 / (1 + np.exp((totals[:, ::-1] - totals) / LEAD_SCALE))


def evaluate(player: Network, games: int, seed: int, opponents: str = "uniform") -> tuple[float, float]:
    """The share of games that the player wins against uniform play or another bot, and its mean lead in points."""
    env = BatchEnv("elysium", games, opponents=opponents)  # only the first game of every row counts
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
    """The share of games that the player wins against a bot of that level."""
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
    """Train, evaluate, and write the results."""
    parser = argparse.ArgumentParser(description="Learn two-player Elysium by self-play.")
    parser.add_argument(
        "--updates", type=int, default=UPDATES, help=f"how many updates, each of {ROWS * STEPS} decisions"
    )
    parser.add_argument("--games", type=int, default=FINAL_GAMES, help="games of the final evaluation")
    parser.add_argument("--challenge", type=int, default=100, help="games against each of the weaker bots")
    parser.add_argument("--out", type=Path, default=Path("."), help="where curve.png and player.npz go")
    args = parser.parse_args()
    if args.updates < 0 or args.games < 1 or args.challenge < 0:
        parser.error("--games must be 1 or more, --updates and --challenge 0 or more")
    trainer, begin = Trainer(SEED), time.perf_counter()
    curve: list[tuple[int, float, float]] = []
    for update in range(args.updates + 1):
        if update < EVALUATE_EVERY or update % EVALUATE_EVERY == 0:
            won, lead = evaluate(trainer.player, EVALUATION_GAMES, seed=SEED)
            curve.append((update * ROWS * STEPS, won, lead))
            seconds = time.perf_counter() - begin
            print(f"{curve[-1][0]:9,} decisions, {seconds:4.0f} s: wins {won:6.1%}, lead {lead:+5.1f}", flush=True)
        if update < args.updates:
            trainer.learn(trainer.play())
    args.out.mkdir(parents=True, exist_ok=True)
    picture(curve, args.out / "curve.png")
    np.savez(args.out / "player.npz", *trainer.player.layers)
    won, lead = evaluate(trainer.player, args.games, seed=SEED + 1)
    print(f"in {args.games} games against uniform play it wins {won:.1%}, with a lead of {lead:.1f} points")
    for level in ("shepherd", "potter") if args.challenge else ():
        won = challenge(trainer.player, level, args.challenge, seed=SEED)
        print(f"in {args.challenge} games against {level} it wins {won:.0%}")


if __name__ == "__main__":
    main()
