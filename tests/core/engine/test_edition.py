"""What the editions of all games share: a checker that notes problems with their lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pediment.core.engine.edition import Checker, Edition, Editions, lines_of
from pediment.core.errors import EditionError

TEXT = """\
name = "my box"
 'short' = 1

[cards]
"zeus.hercules" = "BY"
  'hades.cerberus' = "R"

[[ quests ]]
gold = 4
[[quests]]
gold = 9
[ pediment ]
side-a = "RGBY"
# gold = 3
"""


def checker(**values: Any) -> Checker:
    return Checker({"name": "my box", **values}, {"quests": 3, "quests/0": 4, "quests/0/gold": 5}, ["name", *values])


def test_the_line_of_every_section_and_field() -> None:
    assert lines_of(TEXT) == {
        "name": 1,
        "short": 2,
        "cards": 4,
        "cards/zeus.hercules": 5,
        "cards/hades.cerberus": 6,
        "quests": 8,
        "quests/0": 8,
        "quests/0/gold": 9,
        "quests/1": 10,
        "quests/1/gold": 11,
        "pediment": 12,
        "pediment/side-a": 13,
    }


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("quests/0/gold", 5), ("quests/0/vp", 4), ("quests/1/gold", 3), ("quests", 3),
        ("cards/zeus.hercules", 0), ("cards", 0), ("", 0),
    ],
)  # fmt: skip
def test_a_problem_is_at_its_line_or_at_that_of_its_section(path: str, line: int) -> None:
    found = checker()
    found.note(path, "wrong")
    assert found.problems == [(line, "wrong")]


@pytest.mark.parametrize(
    ("value", "fits"),
    [(0, True), (1, True), (8, True), (9, True), (-1, False), (10, False), (True, False), (1.0, False), ("1", False)],
)
def test_the_bounds_of_a_number_belong_to_it(value: Any, fits: bool) -> None:
    found = checker()
    found.number({"gold": value}, "quests/0", "gold", 9)
    text = f"gold must be a whole number from 0 to 9, not {value!r}"
    assert found.problems == ([] if fits else [(5, text)])


def test_a_number_that_is_missing() -> None:
    found = checker()
    found.number({}, "quests/0", "gold", 9)
    assert found.problems == [(5, "gold must be a whole number from 0 to 9, not None")]


def test_a_section_is_a_table() -> None:
    found = checker(quests={"gold": 4}, cards=[])
    assert found.section("quests") == {"gold": 4}
    assert found.section("pediment") is None
    assert found.problems == []
    assert found.section("cards") is None
    assert found.problems == [(0, "cards must be a section [cards]")]


@pytest.mark.parametrize(
    ("values", "problems"),
    [
        ({"name": "my box", "quests": {}}, []),
        (
            {"name": "my box", "quests": {}, "moons": 3},
            [(7, "unknown section or field 'moons'; known are name, quests")],
        ),
        ({"name": "my box"}, [(0, "'quests' is missing")]),
        ({"quests": {}}, [(0, "'name' is missing")]),
        ({"name": " ", "quests": {}}, [(1, 'name must be a text, such as "my box"')]),
        ({"name": 3, "quests": {}}, [(1, 'name must be a text, such as "my box"')]),
        ([], [(0, "'name' is missing"), (0, "'quests' is missing")]),
    ],
)
def test_an_edition_has_a_name_and_all_sections_and_no_others(values: Any, problems: list[tuple[int, str]]) -> None:
    assert Checker(values, {"name": 1, "moons": 7}, ["name", "quests"]).problems == problems


def test_an_edition_has_its_own_values_and_a_short_hash_of_them() -> None:
    values: dict[str, Any] = {"name": "my box", "quests": [{"gold": 4, "vp": 1}]}
    edition, other = Edition(values), Edition({"quests": [{"vp": 1, "gold": 4}], "name": "my box"})
    assert (len(edition.hash), edition.hash) == (16, other.hash)  # whatever stands first
    values["quests"][0]["gold"] = 5
    assert edition.values["quests"] == [{"gold": 4, "vp": 1}]
    assert edition.in_full() == {"name": "my box", "quests": [{"gold": 4, "vp": 1}]}
    assert Edition(values).hash != edition.hash


@pytest.mark.parametrize(
    ("text", "most", "problem"),
    [
        ("name = 'my box'\n" + "#\n" * 31_900 + "#{}", 183, (0, "longer than 64000 characters")),
        ("name = 'my box'\n#{}", 299, (2, "a line longer than 300 characters")),
        ("#\nname = '{}'", 60, (2, "name must be one line of at most 60 printable characters")),
    ],
    ids=["text", "line", "name"],
)
def test_the_bounds_of_a_text_belong_to_it(text: str, most: int, problem: tuple[int, str]) -> None:
    editions = Editions(Path(), lambda values, lines: Checker(values, lines, ["name"]), Edition)
    assert editions.parse(text.format("x" * most)).values["name"]
    with pytest.raises(EditionError) as error:
        editions.parse(text.format("x" * (most + 1)))
    assert error.value.problems == [problem]


def test_a_text_nested_too_deep_is_refused() -> None:
    editions = Editions(Path(), lambda values, lines: Checker(values, lines, ["name"]), Edition)
    with pytest.raises(EditionError, match="the values are nested too deeply"):
        editions.parse("name = " + "[\n" * 30_000)


@pytest.mark.parametrize(
    ("lists", "problem"), [(98, 'name must be a text, such as "my box"'), (99, "the values are nested too deeply")]
)
def test_values_are_nested_a_hundred_deep_at_most(lists: int, problem: str) -> None:
    """One table, the lists in it, and a text."""
    editions = Editions(Path(), lambda values, lines: Checker(values, lines, ["name"]), Edition)
    name: Any = "my box"
    for _ in range(lists):
        name = [name]
    with pytest.raises(EditionError) as error:
        editions.check({"name": name}, {})
    assert error.value.problems == [(0, problem)]
