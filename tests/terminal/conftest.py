"""Commands with everything typed in advance, and what they printed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from pediment.bots import Budget
from pediment.cli import main
from pediment.terminal import doctor, local_game
from tests.terminal.running import Ran, Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command in an empty folder: `run("play", "--seed", "7", typed="1\\nquit\\n")`."""
    for name in ("PEDIMENT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(doctor, "MEASURE_SECONDS", 0.02)
    monkeypatch.setattr(local_game, "HINT_BUDGET", Budget(iterations=30))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run_it(*arguments: str, typed: str = "", columns: int = 80, lines: int = 24) -> Ran:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main(list(arguments))
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        out, err = capsys.readouterr()
        return Ran(code, out.replace("\xa0", " "), err.replace("\xa0", " "))  # French has no-break spaces

    return run_it
