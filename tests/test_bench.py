"""`make bench`: who takes part, and the table of ratios with an earlier revision."""

from __future__ import annotations

import pytest
from rich.console import Console

from benchmarks.environments import Absent, python_of, sources_of
from benchmarks.peers import ours
from benchmarks.table import ratios


def test_each_engine_is_followed_by_itself_at_the_revision() -> None:
    assert [one.id for one in ours("")] == [
        *("elysium-plain", "elysium-compiled"),
        *("ephyran-plain", "ephyran-compiled"),
    ]
    both = list(ours("v1"))
    assert [one.id for one in both[:4]] == [
        *("elysium-plain", "elysium-plain@v1"),
        *("elysium-compiled", "elysium-compiled@v1"),
    ]
    for now, before in zip(both[::2], both[1::2], strict=True):
        assert (before.revision, before.title) == ("v1", f"{now.title} at v1")
        assert (before.module, before.variables, before.compiled) == (now.module, now.variables, now.compiled)


def test_ratios_are_those_within_rounds_and_more_is_always_better() -> None:
    rounds = {
        "a": [{"2": {"moves": 20.0, "clone": 1.0}}, {"2": {"moves": 90.0, "clone": 4.0}}],
        "a@v1": [{"2": {"moves": 10.0, "clone": 3.0}}, {"2": {"moves": 30.0, "clone": 4.0}}],
        "b": [{"2": {"moves": 20.0}}],
    }
    console = Console(width=120)
    with console.capture() as captured:
        console.print(ratios(rounds, {"a": "Ours", "a@v1": "Ours at v1", "b": "Peer"}, "v1"))
    header, row = captured.get().splitlines()
    assert header.split()[:2] == ["seats", "moves"]
    assert row.split() == ["Ours", "2", "2.50", "×", "2.00", "×"]


def test_a_revision_that_git_does_not_know_is_left_out() -> None:
    with pytest.raises(Absent, match="git knows no revision 'no-such-revision'"):
        python_of("no-such-revision")


def test_the_sources_of_a_revision_are_there_for_a_while() -> None:
    with sources_of("HEAD") as tree:
        assert (tree / "install.py").is_file()
    assert not tree.exists()
