"""docs/add-a-card.md, followed to the letter in a copy of the package: the cards work, and nothing else changes."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

import hatch_build
from tests import package, with_added_cards

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/add-a-card.md").read_text(encoding="utf-8")
ADDITIONS = re.findall(r"^```\w+ \+(\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
"""Every file that the page adds something to, and what."""


def with_addition(text: str, addition: str) -> str:
    """A file with what the page adds to it, where the page says that it goes."""
    if addition.startswith("    Card("):  # to the end of the list
        begin, bracket, end = text.rpartition("\n]")
        return f"{begin}\n{addition.rstrip()}{bracket}{end}"
    if addition.startswith("class "):  # above the list
        return text.replace("\nCARDS: Final", f"\n{addition}\n\nCARDS: Final")
    if addition.startswith('"'):  # under the conditions
        return text.replace("[conditions]\n", f"[conditions]\n{addition}")
    return f"{text}\n{addition}" if addition.startswith("[cards.") else f"{text}\n\n{addition}"


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, and of the tests that get scenarios, with the cards of the page."""
    place = package.copy(tmp_path_factory.mktemp("added"), plain=True)
    for name, addition in ADDITIONS:
        file = place / name.removeprefix("src/")
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, file)
        file.write_text(with_addition(file.read_text(encoding="utf-8"), addition), encoding="utf-8")
    package.run(place, "-c", "from tests.derived import keep_editions; keep_editions()")
    return place


def test_a_card_is_four_files() -> None:
    touched = {name for name, _ in ADDITIONS if name.startswith("src/")}
    families = {name for name in touched if "/rules/cards/" in name}
    assert len(families) == len(with_added_cards.ADDED)
    assert len(touched - families) + 1 == 4
    listed = PAGE.partition("| file, below `src/pediment/`")[2].partition("\n\n")[0]
    assert listed.count("\n| `") == 4
    assert {name.removeprefix("src/pediment/") for name in touched - families} < set(re.findall(r"`([\w./]+)`", listed))


@pytest.mark.heavy
def test_the_cards_work_and_what_was_before_goes_on(later: Path) -> None:
    assert re.search(r"\n[1-9]\d* passed", package.run_tests(later, "tests/with_added_cards.py"))


@pytest.mark.long
def test_the_scenarios_of_the_page(later: Path) -> None:
    files = [str(later / name) for name, _ in ADDITIONS if name.startswith("tests/")]
    told = package.run_tests(later, f"--rootdir={ROOT}", "-c", "pyproject.toml", "-k", "hymn or serpent", *files)
    assert re.search(r"\n3 passed", told)


@pytest.mark.long
def test_bots_think_of_old_games_what_they_thought(later: Path) -> None:
    judged = package.run(later, "-c", "from tests.with_added_cards import judged; print(judged())")
    assert judged.strip() == with_added_cards.judged()


@pytest.mark.long
def test_old_tables_go_on(later: Path) -> None:
    chosen = ["-m", "not long", "-k", "(sqlite and not exchange) or record or pass", "tests/server/test_fixtures.py"]
    assert re.search(r"\n[1-9]\d* passed", package.run_tests(later, *chosen))


@pytest.mark.long
@pytest.mark.heavy
def test_the_cards_are_compiled_like_any_other(later: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "src"
    shutil.copytree(later / "pediment", source / "pediment", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("hatch_build.py", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    hook = hatch_build.Hook(str(tmp_path), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    if why := hook.why_plain():
        pytest.skip(hatch_build.WHY[why])
    quick = tmp_path / "cc"  # not to optimise takes a third of the time
    quick.write_text(f'#!/bin/sh\nexec {shlex.join(hatch_build.compiler())} "$@" -O0\n', encoding="utf-8")
    quick.chmod(0o755)
    monkeypatch.setenv("CC", str(quick))
    hook.folder = tmp_path / "build"
    hook.folder.mkdir()
    shutil.copytree(hook.compile(), source, dirs_exist_ok=True)
    assert package.run(source, "-c", "import pediment; print(pediment.build.compiled())") == "True\n"
    assert re.search(r"\n[1-9]\d* passed", package.run_tests(source, "tests/with_added_cards.py"))
