"""The tests against the rules and cards, and the code against its source: what is missing is listed."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pediment

GAME = pediment.game("elysium")
TESTS = Path(__file__).parent.parent
DATA = Path(__file__).parent / "data"


def texts(folder: Path) -> str:
    """All tests under a folder but this one, as one text."""
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")) if path != Path(__file__)
    )


def table() -> list[dict[str, str]]:
    with (DATA / "elysium-cards.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def values() -> dict[str, Any]:
    return tomllib.loads((DATA / "elysium-tiles.toml").read_text(encoding="utf-8"))


def test_every_rule_is_cited_by_a_test() -> None:
    cited = set(re.findall(r"\bE\d+(?:\.\d+)?\b", texts(TESTS)))
    assert [rule for rule in GAME.rules() if rule not in cited] == []


def test_every_rule_that_is_cited_exists() -> None:
    known = {*GAME.rules(), *(rule.partition(".")[0] for rule in GAME.rules())}
    cited = set(re.findall(r"\bE\d+(?:\.\d+)?\b", texts(TESTS / "elysium")))
    assert sorted(cited - known) == []


def test_the_rules_are_those_of_the_spec() -> None:
    sections = {"E1": 7, "E2": 6, "E3": 3, "E4": 9, "E5": 13, "E6": 3, "E7": 10, "E8": 7, "E9": 1}
    numbers = [f"{section}.{n}" for section, last in sections.items() for n in range(1, last + 1)]
    for language in ("en", "fr"):
        assert list(GAME.rules(language)) == [*numbers, "E10"]
        assert all(text.strip() for text in GAME.rules(language).values())


def test_every_card_is_mentioned_by_a_test_of_cards() -> None:
    tested = texts(TESTS / "elysium" / "cards")
    assert [card for card in GAME.cards() if not re.search(rf"{re.escape(card)}(?![\w-])", tested)] == []


def test_the_cards_of_the_table_are_there_in_its_order() -> None:
    """Cards that were added since have no printed line to be compared with."""
    printed = [line["id"] for line in table()]
    assert [card for card in GAME.cards() if card in printed] == printed


@pytest.mark.parametrize("line", table(), ids=lambda line: line["id"])
def test_a_card_is_as_the_table_has_it(line: dict[str, str]) -> None:
    card = GAME.card(line["id"])
    assert card["family"] == line["family"]
    assert card["level"] == int(line["level"])
    assert card["copies"] == int(line["copies"])
    assert card["power"] == line["kind"]
    assert card["eleusis"] is (line["eleusis"] == "1")
    assert card["condition"] == line["condition"]
    assert card["name"] == line["name_en"]
    assert GAME.card(line["id"], "fr")["name"] == line["name_fr"]
    assert card["text"] == line["power"]
    assert card["rulings"] == line["notes"]


@pytest.mark.parametrize(("seats", "name"), [(2, "quests_2"), (3, "quests_3_4"), (4, "quests_3_4")])
def test_the_quests(seats: int, name: str) -> None:
    quests = GAME.view(GAME.new(seats=seats), None)["quests"]
    assert [
        {field: quest[field] for field in ("gold", "transfers", "vp")} | {"order": quest["n"]} for quest in quests
    ] == (values()[name])


def test_the_incomplete_quest() -> None:
    done = {"cards_taken": 3, "columns": "", "gold": 0, "vp": 0}
    view = GAME.view(GAME.position({"seats": [done, done | {"quest": "incomplete"}]}), None)
    transfers = [entry["n"] for entry in view["log"] if entry["event"] == "transfers"]
    for seat in range(2):
        shown = view["seats"][seat]
        received = {"gold": shown["gold"], "vp": shown["vp"], "transfers": transfers[seat]}
        assert received == values()["incomplete_quest"]


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_pediment(side: str) -> None:
    quests = GAME.view(GAME.new(seats=4, pediment=side), None)["quests"]
    assert [colour for quest in quests for colour in quest["colours"]] == values()["pediment"][f"side_{side}"]


def test_the_bonus_tiles() -> None:
    bonus = values()["bonus"]
    expected = {f"level {n}": vp for n, vp in enumerate(bonus["level"], 1)}
    expected |= {f"{family} {vp}": vp for family in GAME.view(GAME.new(), None)["families"] for vp in bonus["family"]}
    families = GAME.view(GAME.new(), None)["families"]
    state = GAME.position({"families": families, "seats": [{"bonuses": list(expected)}, {}]})
    assert {tile["tile"]: tile["vp"] for tile in GAME.scores(state)[0]["bonuses"]} == expected
    assert sorted(GAME.view(GAME.new(), None)["bonuses"]) == sorted(expected)
