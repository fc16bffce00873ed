"""What is mutated, and which tests should notice.

Left out are sentences for people (why a move is good, bad or impossible), what games show on a screen, what they offer
to the lab, and the numbers by which bots judge or overlook: they are no rules, and a bot that plays a little worse is
not wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
_BOTH_GAMES_TESTS: Final = [
    *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests/games").glob("test_*.py")),
    "tests/core",
    "tests/rl/test_observations.py",
]
_ENGINE_TESTS: Final = [*_BOTH_GAMES_TESTS, "tests/testing", "tests/games/elysium", "tests/games/ephyran"]
_SCREEN: Final = "ui"
"""The folders of a game with what it shows, and of the tests for that."""
# Long random play, and tests of what is left out
_NOT: Final = [
    "test_conformance.py",
    "test_position_fuzz.py",
    "test_reasons.py",
    "test_undo_tells_nothing.py",
    "test_why_not.py",
]


class Area(NamedTuple):
    """A part of the sources and its tests."""

    folder: str
    """all modules in it are mutated"""
    but: list[str]
    """except these"""
    only: list[str]
    """or only these, if any are named"""
    tests: list[str]
    """files, and folders with all their files"""

    def sources(self) -> list[str]:
        """The files to mutate."""
        found = sorted((ROOT / self.folder).rglob("*.py"))
        return [
            str(path.relative_to(ROOT))
            for path in found
            if path.parent.name != _SCREEN and path.stem not in self.but and (not self.only or path.stem in self.only)
        ]

    def test_files(self) -> list[str]:
        """The files with the tests."""
        found: list[str] = []
        for name in self.tests:
            path = ROOT / name
            files = sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
            found += [
                str(file.relative_to(ROOT)) for file in files if file.name not in _NOT and file.parent.name != _SCREEN
            ]
        return found


AREAS: Final = {
    "core": Area("src/pediment/core", ["reasons"], [], [*_ENGINE_TESTS, "tests/bots/test_search.py"]),
    "elysium": Area(
        "src/pediment/games/elysium",
        [
            "reasons",
            "refusals",
            "captions",
            "speaker",
            "prospects",
            "growth",
            "taking",
            "estimate",
            "features",
            "judge",
            "weights",
            "calibration",
            "training",
            "kit",
        ],
        [],
        ["tests/games/elysium", *_BOTH_GAMES_TESTS],
    ),
    "ephyran": Area(
        "src/pediment/games/ephyran",
        ["reasons", "refusals", "captions", "speaker", "prospects", "estimate", "policy", "judge", "kit"],
        [],
        ["tests/games/ephyran", *_BOTH_GAMES_TESTS],
    ),
    "server": Area(
        "src/pediment/server",
        [],
        [
            *sorted(path.stem for path in (ROOT / "src/pediment/server/domain").glob("[a-z]*.py")),
            "analyses",
            "autoplay",
            "compose",
            "guard",
            "identities",
            "limits",
            "live_table",
            "settings",
            "tables",
            "wire",
        ],
        [
            "tests/server/domain",
            "tests/server/web/test_guard.py",
            "tests/server/live/test_limits.py",
            "tests/server/live/test_identities.py",
            "tests/server/live/test_live_table.py",
            "tests/server/live/test_presence.py",
            "tests/server/live/test_tables.py",
            "tests/server/test_chairs.py",
            "tests/server/live/test_autoplay.py",
            "tests/server/live/test_deals.py",
            "tests/server/live/test_timekeeper.py",
            "tests/server/jobs/test_analyses.py",
            "tests/server/jobs/test_analysis_requests.py",
            "tests/server/live/test_compose.py",
            "tests/server/live/test_histories.py",
            "tests/server/test_agents.py",
            "tests/server/test_deals.py",
            "tests/server/web/test_people.py",
            "tests/server/web/test_puzzles.py",
            "tests/server/web/test_wire.py",
        ],
    ),
}


def folders_of(file: str) -> list[str]:
    """The sources that a file of tests should guard."""
    return [area.folder for area in AREAS.values() if file in area.test_files()]
