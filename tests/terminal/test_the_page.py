"""docs/terminal.md, docs/analysis.md and the README show what the commands really print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.terminal.running import Run

ROOT = Path(__file__).parents[2]
ANALYSIS = ROOT / "docs/analysis.md"
PAGES = [ROOT / "docs/terminal.md", ROOT / "README.md"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "..."


def test_the_excerpts_are_real(run: Run) -> None:
    blocks = [block for page in PAGES for block in FENCE.findall(page.read_text(encoding="utf-8"))]
    tables = [text for language, text in blocks if language == "toml"]
    for file, table in zip(("table.toml", "cities.toml"), tables, strict=True):
        Path(file).write_text(table, encoding="utf-8")
    consoles = [text.splitlines() for language, text in blocks if language == "console"]
    assert len(consoles) >= 8
    for command, *shown in consoles:
        typed = [line.removeprefix("> ") for line in shown if line.startswith("> ")]
        ran = run(*shlex.split(command)[2:], typed="".join(f"{line}\n" for line in typed))
        printed = "\n".join(line.rstrip() for line in ran.out.splitlines())
        pattern = "\n".join(re.escape(line) if line != LEFT_OUT else "(?:.*\n)*?.*" for line in shown)
        assert re.fullmatch(pattern, printed), f"{command}\n{printed}"


@pytest.mark.heavy
def test_the_analysis_is_real(run: Run) -> None:
    [block] = [text for language, text in FENCE.findall(ANALYSIS.read_text(encoding="utf-8")) if language == "console"]
    command, *shown = block.splitlines()
    *words, file, option, iterations = shlex.split(command)
    assert words == ["$", "pediment", "analyse"]
    ran = run("analyse", str(ROOT / file), option, iterations)
    printed = ran.out.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert [line.rstrip() for line in printed.splitlines()] == shown
