"""`.venv/bin/python -m benchmarks.open_spiel elysium --against mcts`: our search against theirs, at equal time.

One of ours plays among theirs; every deal is played in each seat, and all chance in a deal comes from its number.
Ours is `search` with that many seconds. OpenSpiel's bots count simulations: before every move they get as many as fit,
at the pace of their last moves, into the same time plus what their earlier moves left over. docs/open_spiel.md has the
results.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel  # type: ignore[import-not-found]
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]

import pediment
import pediment.rl.open_spiel
from pediment.bots import Bot, make
from pediment.core.engine.rng import stream
from pediment.lab.ratings import share

UCT: Final = 2.0
"""The exploration constant of OpenSpiel's bots, as in its examples."""
MIN_SIMULATIONS: Final = 2
"""The fewest simulations with which its bots can answer."""
PACE: Final = 3
"""How many of its last moves its pace is measured over."""
FIRST: Final = 20
"""Simulations for its first move."""
MEMORY_MB: Final = 500
"""For the tree of the bot in C++."""


class Theirs:
    """A bot of OpenSpiel, made anew before every move: `mcts` in Python and `mcts_cpp` in C++ see the true state,
    `is_mcts` worlds that its seat cannot tell from it.
    """

    def __init__(self, kind: str, game: Any, seconds: float, seed: int) -> None:
        self.kind = kind
        self.game = game
        self.seconds = seconds
        self.last: deque[tuple[int, float]] = deque(maxlen=PACE)
        self.left = 0.0  # time left over from the moves so far
        self.simulations = 0
        self.chance, self.worlds = np.random.RandomState(seed), random.Random(seed)

    def _bot(self, simulations: int) -> Any:
        if self.kind == "mcts_cpp":
            seed = self.worlds.getrandbits(31)
            rollout = pyspiel.RandomRolloutEvaluator(1, seed)
            return pyspiel.MCTSBot(self.game, rollout, UCT, simulations, MEMORY_MB, False, seed, False)
        evaluator = mcts.RandomRolloutEvaluator(1, self.chance)
        if self.kind == "mcts":
            return mcts.MCTSBot(self.game, UCT, simulations, evaluator, solve=False, random_state=self.chance)
        bot = ismcts.ISMCTSBot(self.game, evaluator, UCT, simulations, random_state=self.chance)
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, self.worlds.random))
        return bot

    def choose(self, state: Any) -> int:
        """An answer, in about the given time."""
        made = FIRST
        if self.last:
            due = min(max(self.seconds + self.left, self.seconds / 2), self.seconds * 2)
            made = max(MIN_SIMULATIONS, round(due * sum(n for n, _ in self.last) / sum(t for _, t in self.last)))
        begin = time.perf_counter()
        _policy, action = self._bot(made).step_with_policy(state)
        spent = time.perf_counter() - begin
        self.last.append((made, spent))
        self.left += self.seconds - spent
        self.simulations += made
        return int(action)


def play(game: Any, kind: str, seconds: float, seed: int, deal: int, seat: int) -> dict[str, Any]:
    """Play one game of a deal with our bot in that seat; returns what is stored."""
    chance = stream(seed, f"deal {deal}")
    own = stream(seed, f"deal {deal}, seat {seat}").getrandbits(31)
    ours: Bot = make(f"search@{seconds:g}s", own)
    theirs = [Theirs(kind, game, seconds, own + other) for other in range(game.num_players())]
    state = game.new_initial_state()
    rules = game.spec.game
    spent, moves = [0.0, 0.0], [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.below(len(state.legal_actions())))
            continue
        asked = state.current_player()
        other = int(asked != seat)
        gc.collect()
        gc.disable()  # our search does the same while it thinks
        begin = time.perf_counter()
        action = theirs[asked].choose(state) if other else ours.choose(rules, state.engine, seat)
        spent[other] += time.perf_counter() - begin
        moves[other] += 1
        gc.enable()
        state.apply_action(action)
    ours.close()
    return {
        "deal": deal,
        "seat": seat,
        "won": state.returns()[seat],
        "totals": rules.totals(state.engine),
        "moves": moves,
        "seconds": [round(t, 2) for t in spent],
        "simulations": sum(bot.simulations for bot in theirs),
    }


def report(games: list[dict[str, Any]], kind: str, seats: int) -> str:
    """The results so far, by whole deals."""
    deals = [[g["won"] for g in games if g["deal"] == deal] for deal in {g["deal"] for g in games}]
    whole = [sum(won) / seats for won in deals if len(won) == seats]
    mean, low, high = share(whole)
    margin = sum(_margin(g["totals"], g["seat"]) for g in games) / len(games)
    ours, theirs = (sum(g["seconds"][i] for g in games) / sum(g["moves"][i] for g in games) for i in (0, 1))
    rate = sum(g["simulations"] for g in games) / sum(g["seconds"][1] for g in games)
    return (
        f"{len(whole)} deals: search wins {sum(whole) * seats:g} of {len(whole) * seats} games against {kind}, "
        f"{mean:.1%} (95 %: {low:.1%} to {high:.1%}), margin {margin:+.1f}; "
        f"seconds a move {ours:.2f} and {theirs:.2f}, {kind} {rate:.0f} simulations/s"
    )


def _margin(totals: list[int], seat: int) -> int:
    """How far a seat is ahead of the best of the others."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m benchmarks.open_spiel", description=__doc__)
    parser.add_argument("game", choices=pediment.games())
    parser.add_argument("--against", choices=["mcts", "is_mcts", "mcts_cpp"], default="is_mcts")
    parser.add_argument("--seats", type=int, default=2, help="number of players; one of them is ours")
    parser.add_argument("--seconds", type=float, default=1.0, help="time per move for both sides")
    parser.add_argument("--deals", type=int, default=20, help="each is a game in every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="store the games in this file, and continue from those it has")
    given = parser.parse_args(arguments)
    terms = {name: getattr(given, name) for name in ("game", "against", "seats", "seconds", "seed")}
    kept: dict[str, Any] = {"terms": terms, "games": []}
    if given.json and given.json.exists():
        kept = json.loads(given.json.read_text(encoding="utf-8"))
        if kept["terms"] != terms:
            parser.error(f"{given.json} has games of other terms: {kept['terms']}")
    games: list[dict[str, Any]] = kept["games"]
    played = {(g["deal"], g["seat"]) for g in games}
    game = pyspiel.load_game(f"pediment_{given.game}", {"players": given.seats})
    for deal in range(given.deals):
        for seat in range(given.seats):
            if (deal, seat) not in played:
                games.append(play(game, given.against, given.seconds, given.seed, deal, seat))
                if given.json:
                    given.json.write_text(json.dumps(kept), encoding="utf-8")
        print(report(games, given.against, given.seats), flush=True)


if __name__ == "__main__":
    main()
