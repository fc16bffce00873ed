from __future__ import annotations

import os
import signal

import pytest

from pediment.lab.workers import WorkerLost, work


def square(n: int) -> int:
    if n == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return n * n


def refuse(n: int) -> int:
    raise ValueError(f"not {n}")


def test_a_process_that_dies_does_not_hang_the_others() -> None:
    with pytest.raises(WorkerLost, match="exit code -9"):
        list(work(square, range(20), 2))


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_is_raised(jobs: int) -> None:
    with pytest.raises(ValueError, match=r"not [01]"):
        list(work(refuse, range(3), jobs))


@pytest.mark.parametrize(("n", "jobs"), [(0, 2), (1, 4), (40, 3)])
def test_results_come_in_order(n: int, jobs: int) -> None:
    assert list(work(str, range(n), jobs)) == [str(i) for i in range(n)]
