"""The sources of the browser table: complete in both languages, the server's words, a figure for every card."""

from __future__ import annotations

import fcntl
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pediment
from frontend import build
from pediment.bots import levels
from pediment.table import bodies, wire

ROOT = Path(__file__).parent.parent
FRONTEND = ROOT / "frontend"
SOURCES = sorted(
    path for path in (FRONTEND / "src").rglob("*") if path.suffix in {".ts", ".svelte"} and "texts" not in path.parts
)


def run(script: str) -> Any:
    """What a module prints as JSON; Node reads the sources' TypeScript as it is."""
    node, _ = build.node()
    command = [node, "--no-warnings", "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=FRONTEND)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@cache
def texts() -> dict[str, dict[str, dict[str, str]]]:
    """All texts: by language, by file, by key."""
    found: dict[str, dict[str, dict[str, str]]] = run(
        """
        import { globSync } from "node:fs";
        const found = {};
        for (const language of ["en", "fr"]) {
            found[language] = {};
            for (const file of globSync([`src/texts/${language}/*.ts`, `src/games/*/texts/${language}.ts`]).sort())
                found[language][file.replace(`texts/${language}`, "texts/")] =
                    (await import(`${process.cwd()}/${file}`)).default;
        }
        console.log(JSON.stringify(found));
        """
    )
    return found


@cache
def known() -> dict[str, str]:
    """All English texts by key."""
    return {key: text for file in texts()["en"].values() for key, text in file.items()}


def places(text: str) -> list[str]:
    """The parameters of a text."""
    return sorted(set(re.findall(r"\{(\w+)", text)))


def test_every_text_is_there_in_both_languages() -> None:
    assert list(texts()["en"]) == list(texts()["fr"])
    for file, english in texts()["en"].items():
        french = texts()["fr"][file]
        assert list(english) == list(french), file
        for key, text in english.items():
            assert text.strip(), key
            assert french[key].strip(), key
            assert places(text) == places(french[key]), key


def test_no_key_is_in_two_files() -> None:
    assert sum(len(file) for file in texts()["en"].values()) == len(known())


def test_french_has_its_no_break_spaces() -> None:
    for file in texts()["fr"].values():
        for key, text in file.items():
            assert not re.search(r" [;:!?%»]|« ", text), key


@cache
def source() -> str:
    """All sources but the texts."""
    return "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)


def test_every_text_that_is_said_exists() -> None:
    said = set(re.findall(r"""\bsay\(\s*["'`]([^"'`$]+)["'`]""", source()))
    assert said
    assert sorted(said - set(known())) == []
    begun = set(re.findall(r"\bsay\(\s*`([^`$]+)\$\{", source()))
    assert sorted(start for start in begun if not any(key.startswith(start) for key in known())) == []


def test_every_text_is_said_somewhere() -> None:
    quoted = set(re.findall(r"""["'`]([\w.-]+)["'`]""", source()))
    begun = tuple(set(re.findall(r"`([\w.-]+[.-])\$\{", source())))
    parts = re.findall(r"`([\w.-]*)\$\{[^}`]*\}([\w.-]*)`", source())
    made = re.compile("|".join(f"{re.escape(start)}.+{re.escape(end)}" for start, end in parts if start) or "$^")
    unsaid = [key for key in known() if key not in quoted and not key.startswith(begun) and not made.fullmatch(key)]
    assert unsaid == []


def test_levels_colours_and_gods_have_their_words() -> None:
    for level in levels():
        assert f"level.{level}" in known()
    facts = pediment.game("elysium")
    for card in facts.cards():
        assert f"god.{facts.card(card, 'en')['family']}" in known()


def interfaces() -> dict[str, dict[str, str]]:
    """The interfaces of lib/wire.ts: by name, field by field."""
    text = (FRONTEND / "src" / "lib" / "wire.ts").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for name, body in re.findall(r"export interface (\w+)[^{]*\{\n(.*?)\n\}", text, re.DOTALL):
        fields = re.findall(r"^    (\w+)\??: (.+);$", body, re.MULTILINE)
        found[name] = dict(fields)
    return found


TOLD = ["Table", "Player", "Said", "News", "Proposal", "Option", "Prompt", "Lines", "Time", "View", "Done", "Pong"]
TOLD += ["Bye", "Seated", "Identity", "Summary", "Rating", "GameFacts", "Shown", "Reason", "Preview", "Hint", "Hints"]


@pytest.mark.parametrize("name", TOLD)
def test_the_page_knows_the_wire(name: str) -> None:
    struct = getattr(wire, name, None) or getattr(bodies, name)
    fields = set(struct.__struct_fields__) | ({"type"} if struct.__struct_config__.tag else set())
    assert set(interfaces()[name]) == fields


def figures(expression: str) -> Any:
    """What an expression says about the figures of the cards."""
    return run(
        """
        import { globSync } from "node:fs";
        import { registerHooks } from "node:module";
        const files = globSync(`${process.cwd()}/src/games/*/figures.ts`);
        const scenes = files.map((file, n) => `import g${n} from "file://${file}";`).join("")
            + `export const SCENES = { ${files.map((_, n) => `...g${n}`).join(", ")} };`;
        registerHooks({ resolve: (name, context, next) =>
            name === "./scenes"  // which Vite gathers
                ? { url: `data:text/javascript,${encodeURIComponent(scenes)}`, format: "module", shortCircuit: true }
                : next(name.startsWith(".") ? `${name}.ts` : name, context) });
        const { FIGURES, standIn } = await import(`${process.cwd()}/src/art/figures.ts`);
        """
        + f"console.log(JSON.stringify({expression}));"
    )


def test_every_card_and_creature_has_a_figure_and_a_card_that_was_added_its_familys_emblem() -> None:
    table = (ROOT / "tests/games/elysium/data/elysium-cards.csv").read_text(encoding="utf-8")
    printed = [line.partition(",")[0] for line in table.splitlines()[1:]]
    ephyran = pediment.game("ephyran")
    halves = [half for card in ephyran.cards() for half in ephyran.card(card, "en")["halves"]]
    names = printed + sorted({half.get("creature") or half["support"] for half in halves}) + ["Dionysus"]
    drawn = figures("FIGURES")
    assert sorted(set(names) - set(drawn)) == []
    added = [card for card in pediment.game("elysium").cards() if card not in drawn] + ["apollo.new", "zeus.hercules2"]
    assert figures(f"{json.dumps(added)}.map(standIn)") == [card.partition(".")[0] for card in added]
    assert figures(f"{json.dumps([*names, 'nobody.new'])}.filter(standIn)") == []


def test_a_game_is_named_in_its_own_folder_only() -> None:
    """The rest of the page knows games by what the server tells, and finds their folders by name."""
    named = re.compile("|".join(pediment.games()), re.IGNORECASE)
    games = FRONTEND / "src" / "games"
    files = [path for path in (FRONTEND / "src").rglob("*") if path.is_file()]
    outside = [path for path in files if not any(path.is_relative_to(games / game) for game in pediment.games())]
    assert len(outside) > 50
    assert [path.name for path in outside if named.search(path.read_text(encoding="utf-8"))] == []
    reached = re.compile(r"""(?:from|import\() ?["'][./]*games/(?!parts"|registry")""")
    assert [path.name for path in outside if reached.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("game", pediment.games())
def test_a_game_does_not_reach_into_another(game: str) -> None:
    others = "|".join(other for other in [*pediment.games(), "generic"] if other != game)
    for path in (FRONTEND / "src" / "games" / game).rglob("*"):
        if path.is_file():
            assert not re.search(rf"""["'][./]+/(?:games/)?(?:{others})/""", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(FRONTEND).as_posix())
def test_nothing_is_inline_and_nothing_leads_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r'\sstyle="[^"{]', text), "the policy forbids inline styles"
    assert "{@html" not in text
    assert "innerHTML" not in text
    assert not re.search(r"https?://(?!www\.w3\.org/)[a-z]", text)
    assert len(text.splitlines()) <= 500


def test_the_document_has_nothing_inline() -> None:
    text = (FRONTEND / "index.html").read_text(encoding="utf-8")
    assert "<style" not in text
    assert " style=" not in text
    assert not re.search(r"\son\w+=", text)
    assert re.findall(r"<script[^>]*>([^<]*)</script>", text) == [""]


def test_no_file_of_the_tools_names_a_host() -> None:
    lock = json.loads((FRONTEND / "package-lock.json").read_text(encoding="utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    bindings = [name for name in lock["packages"] if "@rolldown/binding-" in name]
    assert len(bindings) > 3, "the lock must serve other machines too"


def test_tools_are_fetched_by_one_process_at_a_time() -> None:
    """`make test` builds the page and checks it side by side."""
    command = [sys.executable, str(FRONTEND / "build.py"), "tools"]
    with (FRONTEND / "package-lock.json").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(subprocess.TimeoutExpired):
            subprocess.run(command, timeout=5, check=True)
