"""`.venv/bin/python -m benchmarks.cluster`: what work on a Ray cluster costs (extra `cluster`).

Plays the same games on one machine and on two, which are processes here with a core each, and says how many a second,
how long the machine that hands them out is busy with a game and with a chunk, and what a game brings back.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Iterator
from contextlib import contextmanager

import ray
from ray.cluster_utils import Cluster

import pediment
from pediment.lab.arena import Setting, play, play_all, prepare
from pediment.lab.cluster import RUNNING, RayCrew

OBJECT_STORE_BYTES = 100 << 20
GAMES_TO_START = 8


@contextmanager
def cluster_of(machines: int) -> Iterator[None]:
    """A cluster of so many machines, to which this program is connected."""
    each = {"object_store_memory": OBJECT_STORE_BYTES, "num_cpus": 1}
    cluster = Cluster(initialize_head=True, head_node_args=each)
    for _ in range(machines - 1):
        cluster.add_node(**each)
    cluster.wait_for_nodes()
    ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
    try:
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


def games(name: str, setting: Setting, n: int, machines: int) -> None:
    """Play so many games there."""
    game = pediment.game(name)
    for _ in play_all(game, setting, GAMES_TO_START * machines, "ray"):  # so that all processes have started
        pass
    begin, busy = time.perf_counter(), time.process_time()
    for _ in play_all(game, setting, n, "ray"):
        pass
    seconds, busy = time.perf_counter() - begin, time.process_time() - busy
    print(f"{machines} of one core: {n / seconds:,.0f} games/s; {1e6 * busy / n:,.0f} us of this process a game")


def chunks(n: int) -> None:
    """Hand out so many chunks without work in them."""
    crew: RayCrew[int, int] = RayCrew("ray", abs)
    busy = time.process_time()
    for number in range(n):
        crew.start(number, range(number, number + 1))
        if number >= RUNNING:
            crew.wait()
    busy = time.process_time() - busy
    print(f"{1e6 * busy / n:,.0f} us of this process for a chunk")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m benchmarks.cluster", description=__doc__)
    parser.add_argument("game", choices=pediment.games(), nargs="?", default=pediment.games()[0])
    parser.add_argument("--games", type=int, default=4000, metavar="N")
    parser.add_argument("--bot", default="uniform")
    parser.add_argument("--rounds", type=int, default=2, metavar="N")
    arguments = parser.parse_args()
    game = pediment.game(arguments.game)
    setting = prepare(game, {}, seats=2, bots=[arguments.bot], seed=1, options={})
    played = [play(game, setting, number) for number in range(50)]
    print(f"{len(pickle.dumps(played)) / len(played):,.0f} bytes a game")
    for _ in range(arguments.rounds):
        for machines in (1, 2):
            with cluster_of(machines):
                games(arguments.game, setting, arguments.games, machines)
                if machines == 1:
                    chunks(1000)


if __name__ == "__main__":
    main()
