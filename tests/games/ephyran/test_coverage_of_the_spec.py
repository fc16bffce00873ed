"""Every rule has a test that cites it, the deck is that of its source, every label of the format is met in play."""

from __future__ import annotations

import ast
import csv
import re
from pathlib import Path
from typing import Final

import pytest

from tests.games.ephyran.common import GAME, game, labels

HERE: Final = Path(__file__).parent
RULE: Final = re.compile(r"\bY\d+(?:\.\d+)?\b")
SUPPORTS: Final = [
    "castor-pollux", "graeae", "athena-token", "ares-theft", "athena-exchange", "ares-destruction", "shield", "hecate",
]  # fmt: skip
HALF: Final = r"t[st]\d\d[ab]"
CARD: Final = r"t[st]\d\d"
GOD: Final = "(poseidon|hephaestus|aether|gaia)"
# The table of the format: by question, its labels.
LABELS: Final = {
    "god": [f"god {GOD}"],
    "action": [
        f"add {HALF}", f"dionysus {GOD}", f"take dionysus with {HALF}", f"change {GOD} with {HALF}",
        f"change {GOD} with dionysus", *(f"support {name} {CARD}" for name in SUPPORTS), f"discard {CARD}",
        "discard dionysus",
    ],
    "again": [
        f"add {HALF}", f"dionysus {GOD}", f"take dionysus with {HALF}", f"change {GOD} with {HALF}",
        f"change {GOD} with dionysus", f"discard {CARD}", "discard dionysus",
    ],
    "take from": [r"seat \d"],
    "lay": [f"dionysus {GOD}"],
    "draw": ["draw pile", "draw discard"],
    "keep": [f"keep {CARD}"],
    "put": [f"put {CARD}"],
    "theft from": [r"seat \d"],
    "steal": [rf"steal {GOD} [1-4] \d+"],
    "place": [f"place {GOD} [1-4]"],
    "exchange": [f"exchange {GOD} [1-4]"],
    "exchange with": [f"with {HALF}", "with dionysus", r"with seat \d"],
    "destruction of": [r"seat \d"],
    "destroy": [f"destroy {GOD}"],
    "lock": [f"lock {GOD}"],
    "unlock of": [r"seat \d"],
    "unlock": [f"unlock {GOD}"],
    "reactions": [f"shield {CARD}", f"hecate {CARD}", "let it happen"],
}  # fmt: skip


def cited() -> set[str]:
    """The rule numbers in the docstrings of all tests under this folder but those of this file."""
    found: set[str] = set()
    for file in set(HERE.rglob("test_*.py")) - {Path(__file__)}:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= set(RULE.findall(ast.get_docstring(node) or ""))
    return found


def test_every_rule_is_cited_by_a_test() -> None:
    found = cited()
    missing = [rule for rule in GAME.rules() if rule not in found]
    assert not missing, f"no test cites {', '.join(missing)}"


def test_every_rule_that_is_cited_exists() -> None:
    unknown = sorted(cited() - set(GAME.rules()))
    assert not unknown, f"there is no rule {', '.join(unknown)}"


def test_every_test_cites_a_rule() -> None:
    silent: list[str] = []
    for file in [*HERE.glob("rules/test_*.py"), *HERE.glob("supports/test_*.py")]:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                silent += [f"{file.name}::{node.name}"] * (not RULE.search(ast.get_docstring(node) or ""))
    assert not silent


def test_the_rules_are_complete_and_numbered_without_a_gap() -> None:
    """Y1.1 to Y9, as many as the rules that this project implements have."""
    counts = {"Y1": 5, "Y2": 2, "Y3": 6, "Y4": 11, "Y5": 3, "Y6": 3, "Y7": 6, "Y8": 1}
    expected = [f"{section}.{n}" for section, count in counts.items() for n in range(1, count + 1)] + ["Y9"]
    for language in GAME.texts.languages:
        assert list(GAME.rules(language)) == expected
        assert all(text.strip() for text in GAME.rules(language).values())


def text(row: dict[str, str], side: str) -> str:
    """A half as an edition file writes it."""
    if row[f"{side}_kind"] != "territory":
        return row[f"{side}_kind"]
    words = f"{row[f'{side}_god']} {row[f'{side}_number']} {row[f'{side}_creature']}"
    return f"{words} + {row[f'{side}_token']}" if row[f"{side}_token"] else words


def test_the_deck_is_that_of_its_source() -> None:
    """Y2.2: card by card, in its order."""
    rows = list(csv.DictReader((HERE / "data" / "ephyran-cards.csv").read_text(encoding="utf-8").splitlines()))
    expected = {row["id"]: [text(row, "a"), text(row, "b")] for row in rows}
    values = GAME.new().edition.values
    assert list(values["cards"].items()) == list(expected.items())
    assert values["tokens"] == {"thunderbolt": 2, "trident": 3, "owl": 4, "helmet": 3}


@pytest.mark.laws
def test_every_label_of_the_format_is_met_in_play_and_no_other() -> None:
    """Y3.1: in random games, at the question where the format has it; `<name>` is each of the eight Supports."""
    patterns = {question: [re.compile(label) for label in found] for question, found in LABELS.items()}
    missing = {(question, label) for question, found in LABELS.items() for label in found}
    for seed in range(300):
        for state in game(2 + seed % 3, seed, gods="choose" if seed % 2 else "random"):
            question = GAME.asking(state)
            for label in labels(state):
                met = [pattern.pattern for pattern in patterns[question] if pattern.fullmatch(label)]
                assert len(met) == 1, (question, label)
                missing.discard((question, met[0]))
        if not missing:
            return
    pytest.fail(f"never met: {sorted(missing)}")
