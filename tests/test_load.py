from __future__ import annotations

import asyncio

from benchmarks.load import Measured, News, Option, Prompt, Table, percentiles, summary


def test_percentiles_are_measured_values() -> None:
    assert percentiles([]) == {}
    assert percentiles([0.002]) == {"p50": 2.0, "p99": 2.0, "max": 2.0}
    assert percentiles([0.001 * n for n in range(200, 0, -1)]) == {"p50": 100.0, "p99": 198.0, "max": 200.0}


def test_a_summary_is_by_the_second() -> None:
    found = summary(Measured([0.01], [0.02, 0.03], [0.04], moves=30, games=3), seconds=10.0, processor=5.0)
    assert (found["moves/s"], found["games/s"], found["core"]) == (3.0, 0.3, 0.5)
    assert found["others, ms"] == {"p50": 20.0, "p99": 30.0, "max": 30.0}


class Sink:
    """A socket that takes everything."""

    async def send(self, text: str) -> None:
        self.sent = text


def test_every_move_is_timed_by_itself() -> None:
    """Though the next one is sent before everybody has seen the last."""

    async def played() -> tuple[Table, list[float]]:
        table = Table("t", ["a", "b"], sockets=3, seed=1)
        ann, ben, watching = table.clients
        times: list[float] = []
        for client in (ann, ben, watching):
            client.socket = Sink()  # type: ignore[assignment]
            table.hear(client, News("view", seq=1), 0.0)
        for seq, mover in ((1, ann), (2, ben)):
            table.hear(
                mover, News("view", seq=seq, prompt=Prompt([Option("pass")])), table._sent[2][1] + 1 if times else 0
            )
            await table.move()
            times.append(table._sent[seq + 1][1])
        table.hear(watching, News("view", seq=3), times[0] + 9)
        table.hear(ann, News("done", id=str(times[0])), times[0] + 5)
        return table, times

    table, (first, second) = asyncio.run(played())
    measured = table.measured
    assert [round(seconds, 6) for seconds in measured.done] == [5.0]
    assert [round(seconds, 6) for seconds in measured.others] == [1.0, 9.0, round(first + 9 - second, 6)]


def test_after_a_secret_decision_views_are_not_timed() -> None:
    async def played() -> Measured:
        table = Table("t", ["a", "b"], sockets=2, seed=1)
        ann, ben = table.clients
        for client in (ann, ben):
            client.socket = Sink()  # type: ignore[assignment]
            table.hear(client, News("view", seq=1, prompt=Prompt([Option("pass")])), 0.0)
            await table.move()  # the second does not know of the first
        for client in (ann, ben):
            table.hear(client, News("view", seq=2), 1e9)
        return table.measured

    measured = asyncio.run(played())
    assert (measured.mover, measured.others) == ([], [])
