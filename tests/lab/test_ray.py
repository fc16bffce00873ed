"""Ray itself: two machines as processes here, of which one is killed. What does the work is in test_cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

PATIENCE_SECONDS = 300
"""Ray takes its time to start where others work as well."""
AGENTS = """
from pediment.bots import Question

def first(question: Question) -> int:
    return question.actions[0]
"""
BROKEN = """
import os, signal, sys
from functools import partial
from pediment.lab.workers import WorkerLost, work

def odd(n: int) -> int:
    if n == 30:
        raise ValueError(f"not {n}")
    return n + 1

def fatal(n: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return n

if __name__ == "__main__":
    told = []
    try:
        told.extend(work(odd, range(100), "ray"))
    except ValueError as error:
        print(len(told), error)
    try:
        list(work(fatal, range(1), "ray"))
    except WorkerLost as error:
        print(error)
"""

pytestmark = [pytest.mark.long, pytest.mark.heavy]


class Running(NamedTuple):
    """A cluster: its address for programs on its machines, and that for others."""

    process: subprocess.Popen[str]
    inside: str
    outside: str

    def kill_one(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "killed\n"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Running]:
    # the processes of games take their turn among others as tests do
    quick = {"RAY_worker_niceness": "0", "RAY_raylet_start_wait_time_s": str(PATIENCE_SECONDS // 2)}
    environment = {**os.environ, **quick, "RAY_USAGE_STATS_ENABLED": "0", "HOME": str(tmp_path)}
    with (
        (tmp_path / "cluster.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "tests.lab.ray_cluster"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        try:
            addresses = process.stdout.readline().split()
            assert len(addresses) == 2, (tmp_path / "cluster.log").read_text()
            yield Running(process, *addresses)
        finally:
            process.stdin.close()
            process.wait(PATIENCE_SECONDS)


def start(folder: Path, *words: str, inside: str | None = None) -> subprocess.Popen[str]:
    """A program of Python in that folder; with an address as a program that a machine of the cluster runs."""
    home = {"HOME": str(folder)}  # where the cluster's token is
    address = {"RAY_ADDRESS": inside} if inside else {}
    command = [sys.executable, "-W", "error", *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **home, **address},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finished(process: subprocess.Popen[str], code: int = 0) -> str:
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == code, said
    return said


def wait_for_lines(file: Path, lines: int, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not file.exists() or file.read_bytes().count(b"\n") < lines:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_machine_that_dies_changes_no_result(cluster: Running, tmp_path: Path) -> None:
    match = ["-m", "pediment.cli", "arena", "elysium", "--bots", "greedy,uniform", "--games", "120"]
    finished(start(tmp_path, *match, "--out", "here.jsonl"))
    process = start(tmp_path, *match, "--out", "there.jsonl", "--on", "ray", inside=cluster.inside)
    wait_for_lines(tmp_path / "there.jsonl", 20, process)
    assert (tmp_path / "there.jsonl").read_bytes().count(b"\n") < 120
    cluster.kill_one()
    assert "The results of 120 games are in there.jsonl." in finished(process)
    assert (tmp_path / "there.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()


def test_training_on_a_cluster_gives_the_same_weights(cluster: Running, tmp_path: Path) -> None:
    train = ["-m", "pediment.cli", "train", "elysium", "--generations", "1", "--games", "24", "--hidden", "2"]
    train += ["--deals", "4", "--iterations", "2", "--epochs", "1"]
    finished(start(tmp_path, *train, "--out", "here"))
    process = start(tmp_path, *train, "--out", "there", "--on", "ray", inside=cluster.inside)
    wait_for_lines(tmp_path / "there" / "notes" / "001-00000.npz", 0, process)
    cluster.kill_one()
    finished(process)
    weights = [tmp_path / folder / "weights-001.json" for folder in ("here", "there")]
    assert weights[0].read_bytes() == weights[1].read_bytes()


def test_from_outside_with_an_agent_and_an_edition_of_this_folder(cluster: Running, tmp_path: Path) -> None:
    (tmp_path / "my_agents.py").write_text(AGENTS)
    play = ["-m", "pediment.cli"]
    finished(start(tmp_path, *play, "edition", "new", "my-box.toml"))
    box = (tmp_path / "my-box.toml").read_text()
    assert "transfers = 3" in box
    (tmp_path / "my-box.toml").write_text(box.replace("transfers = 3", "transfers = 4"))
    simulation = [*play, "simulate", "--games", "60", "--bots", "uniform,my_agents:first", "--edition", "my-box.toml"]
    finished(start(tmp_path, *simulation, "--json", "here.json"))
    finished(start(tmp_path, *simulation, "--json", "there.json", "--on", cluster.outside))
    assert (tmp_path / "there.json").read_bytes() == (tmp_path / "here.json").read_bytes()


def test_ctrl_c_ends_it_with_what_was_played(cluster: Running, tmp_path: Path) -> None:
    simulation = ["-m", "pediment.cli", "simulate", "--games", "100000", "--bots", "uniform", "--out", "games.jsonl"]
    process = start(tmp_path, *simulation, "--on", "ray", inside=cluster.inside)
    wait_for_lines(tmp_path / "games.jsonl", 10, process)
    process.send_signal(signal.SIGINT)
    said = finished(process, 130)
    assert "Stopped after" in said
    assert "Traceback" not in said


def test_an_error_is_raised_and_a_task_that_kills_its_process_is_given_up(cluster: Running, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    said = finished(start(tmp_path, "broken.py", inside=cluster.inside)).splitlines()
    assert said[0] == "30 not 30"
    assert said[-1].startswith("the cluster failed: ")  # after what Ray itself says of each try


def test_no_cluster_is_said_so(tmp_path: Path) -> None:
    words = ["-m", "pediment.cli", "simulate", "--games", "2", "--on", "ray://127.0.0.1:9"]
    said = finished(start(tmp_path, *words), 1)
    assert "pediment simulate: no cluster answers at ray://127.0.0.1:9" in said
    assert "Traceback" not in said
