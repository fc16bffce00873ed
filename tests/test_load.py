from __future__ import annotations

from benchmarks.load import Measured, percentiles, summary


def test_percentiles_are_measured_values() -> None:
    assert percentiles([]) == {}
    assert percentiles([0.002]) == {"p50": 2.0, "p99": 2.0, "max": 2.0}
    assert percentiles([0.001 * n for n in range(200, 0, -1)]) == {"p50": 100.0, "p99": 198.0, "max": 200.0}


def test_a_summary_is_by_the_second() -> None:
    found = summary(Measured([0.01], [0.02, 0.03], [0.04], moves=30, games=3), seconds=10.0, processor=5.0)
    assert (found["moves/s"], found["games/s"], found["core"]) == (3.0, 0.3, 0.5)
    assert found["others, ms"] == {"p50": 20.0, "p99": 30.0, "max": 30.0}
