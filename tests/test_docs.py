"""The documentation against the code: examples run, excerpts are real, links and paths lead somewhere, rules agree."""

from __future__ import annotations

import doctest
import json
import pkgutil
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.core.engine.log import Events
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.games.elysium.io.log import EVENTS as ELYSIUM_EVENTS
from pediment.games.ephyran.io.log import EVENTS as EPHYRAN_EVENTS
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.messages import Messages
from tests import rules_pages

ROOT = Path(__file__).parents[1]
DOCS = sorted(ROOT.glob("docs/**/*.md"))
README = ROOT / "README.md"
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "examples/bots/README.md", *DOCS]
SITE = ROOT / "mkdocs.yml"
# Files outside docs/ and the pages of the site that `mkdocs_hooks.py` makes of them
OUTSIDE = dict(re.findall(r'^    "([\w./]+)": "([\w.-]+)",$', (ROOT / "mkdocs_hooks.py").read_text(), re.MULTILINE))

# A fence is its language, the file it is an excerpt of if it names one, and its text
FENCE = re.compile(r"^```(\w*) *(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`([\w.*-]+(?:/[\w.*-]+)*(?:/|\.(?:py|toml|md|json|csv)))`")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def fences(page: Path) -> list[tuple[str, str, str]]:
    return FENCE.findall(page.read_text(encoding="utf-8"))


def prose(page: Path) -> str:
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def run(code: str, namespace: dict[str, Any], page: Path) -> dict[str, Any]:
    """Run an example, one with prompts as a doctest; the names it leaves behind."""
    if not code.startswith(">>>"):
        exec(compile(code, name(page), "exec"), namespace)
        return namespace
    test = doctest.DocTestParser().get_doctest(code, namespace, name(page), name(page), 0)
    complaints: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=complaints.append, clear_globs=False)
    assert not complaints, "".join(complaints)
    return test.globs


@pytest.mark.parametrize("page", [README, *DOCS], ids=name)
def test_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    namespace: dict[str, Any] = {"__name__": page.stem}
    for language, file, code in fences(page):
        if language == "python" and not file:
            namespace = run(code, namespace, page)
        elif language == "json":
            position = json.loads(code)
            pediment.game(position["game"]).position(position)


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_excerpts_are_real(page: Path) -> None:
    for _, file, text in fences(page):
        if file.startswith("+"):  # what is to be added there
            assert (ROOT / file[1:]).exists(), file
        elif file:
            assert text in (ROOT / file).read_text(encoding="utf-8"), f"{file} does not contain\n{text}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_named_files_exist(page: Path) -> None:
    """Paths are written from the root of the repository or from src/pediment."""
    for path in PATH.findall(prose(page)):
        found = [*ROOT.glob(path), *(ROOT / "src/pediment").glob(path)]
        assert found, f"there is no {path}"


@pytest.mark.parametrize("page", [README, ROOT / "docs/terminal.md"], ids=name)
def test_the_list_of_commands_is_whole(page: Path) -> None:
    listed = re.findall(r"^\| (`pediment .*?) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert {command for row in listed for command in re.findall(r"`pediment ([\w-]+)", row)} == set(COMMANDS)


def test_every_command_that_writes_json_is_described() -> None:
    part = (ROOT / "docs/terminal.md").read_text(encoding="utf-8").partition("## For programs")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)
    writing = {name for name in COMMANDS for one in parser_of(name, Messages()).options if one.names == ("--json",)}
    assert {command for row in rows for command in re.findall(r"`([\w-]+)`", row)} == writing


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs/README.md"
    listed = {(index.parent / link).resolve() for link in LINK.findall(index.read_text(encoding="utf-8"))}
    assert {page.resolve() for page in DOCS if page != index} <= listed


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = re.findall(r"^ +- (?:[\w ]+: )?([\w./-]+\.md)$", SITE.read_text(encoding="utf-8"), re.MULTILINE)
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in DOCS]
    assert sorted(listed) == sorted([*pages, *OUTSIDE.values()])


@pytest.mark.parametrize("page", [*map(ROOT.joinpath, OUTSIDE), *DOCS], ids=name)
def test_links_stay_on_the_site(page: Path) -> None:
    on_site = {ROOT / source for source in OUTSIDE}
    for link in LINK.findall(prose(page)):
        file = link.partition("#")[0]
        if file and "://" not in file:
            target = (page.parent / file).resolve()
            assert target in on_site or (target.is_file() and target.is_relative_to(ROOT / "docs")), link


@pytest.mark.parametrize("page", [page for page in DOCS if page.parent.name == "api"], ids=name)
def test_the_api_pages_name_what_exists(page: Path) -> None:
    named = re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert named
    for one in named:
        found = pkgutil.resolve_name(one)
        compiled = not str(sys.modules[getattr(found, "__module__", one)].__file__).endswith(".py")
        assert compiled or found.__doc__, (
            one
        )  # the pages are made from the sources, where tests/test_docstrings.py looks


@pytest.mark.parametrize(("played", "language"), rules_pages.PAGES, ids="-".join)
def test_the_rules_page_is_the_catalogue(played: str, language: str) -> None:
    """Overview, aid, every rule and every table in the words of the catalogue, in their order, and nothing else."""
    page = rules_pages.PAGES[played, language].read_text(encoding="utf-8")
    introduction, start, _ = page.partition(rules_pages.START)
    assert start
    written = rules_pages.written(pediment.game(played), language)
    assert page == f"{introduction}\n{written}", "make derived writes the rules"


@pytest.mark.parametrize(("played", "events"), [("elysium", ELYSIUM_EVENTS), ("ephyran", EPHYRAN_EVENTS)])
def test_the_formats_page_names_every_question_and_event(played: str, events: Events) -> None:
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    part = page.split("\n## Ephyran\n")[played == "ephyran"]
    rows = re.findall(r"^\| `([\w -]+)` \| (.*?) \|", part, re.MULTILINE)
    questions = pediment.game(played).texts.section(DEFAULT_LANGUAGE, "prompts")
    assert set(questions) <= {row[0].replace(" ", "-") for row in rows}
    for event, _, fields in events.events:
        assert (event, ", ".join(f"`{field}`" for field in fields)) in rows


@pytest.mark.parametrize("played", pediment.games())
def test_the_formats_page_names_every_field_of_a_view(played: str) -> None:
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    game = pediment.game(played)
    listed = set(re.findall(r"`(\w+)`", page.split("\n## Ephyran\n")[played == "ephyran"]))
    view = game.view(game.new(), 0)
    assert {*view, *view["seats"][0]} <= listed


@pytest.mark.parametrize("described", [Game, Match])
def test_the_contract_page_names_every_method(described: type) -> None:
    page = (ROOT / "docs/game-contract.md").read_text(encoding="utf-8")
    for method in vars(described):
        assert method.startswith("_") or re.search(rf"[`.]{method}\b", page), method
