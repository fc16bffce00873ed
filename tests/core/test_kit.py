from __future__ import annotations

import json
import re
import shutil
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.bots import levels
from pediment.core.kit import _KINDS, Kit
from pediment.core.texts import Texts
from pediment.games.elysium.calibration import CALIBRATION
from pediment.testing.toy import GAME, Pebbles


@pytest.mark.parametrize("name", pediment.games())
def test_our_own_kits_are_what_they_say(name: str) -> None:
    kit = pediment.kit(name)
    kit.check()
    assert list(kit.measured()) == levels()
    assert kit.measured() == json.loads((kit.ratings or Path()).read_text(encoding="utf-8"))
    assert issubclass(kit.part(kit.terminal_board), kit.part("pediment.terminal.board:Board"))


def test_only_the_engine_is_needed() -> None:
    kit = asdict(Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME"))
    assert {part: value for part, value in kit.items() if value not in ("", {}, frozenset(), None)} == {
        "name": "pebbles",
        "title": "Pebbles",
        "engine": "pediment.testing.toy:GAME",
        "hands_hidden": False,
        "most_outcomes": 0,
        "most_draws": 0,
    }
    Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME").check()


def test_what_can_be_calibrated_is_loaded_where_there_is_something() -> None:
    kit = Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")
    assert kit.calibrated() is None
    assert replace(kit, calibration="pediment.games.elysium.calibration:CALIBRATION").calibrated() is CALIBRATION


@pytest.mark.parametrize("part", ["lesson", "puzzles", "studies"])
def test_a_file_that_is_not_there_is_named(part: str, tmp_path: Path) -> None:
    files: dict[str, Any] = {part: tmp_path / "missing"}
    with pytest.raises(FileNotFoundError, match=f"^there is no {re.escape(str(tmp_path / 'missing'))}$"):
        replace(pediment.kit("ephyran"), **files).check()


def test_every_part_is_of_a_kind() -> None:
    assert ["name", *_KINDS] == list(Kit.__dataclass_fields__)


@pytest.mark.parametrize("part", _KINDS)
def test_a_part_of_another_kind_is_refused(part: str) -> None:
    wrong: dict[str, Any] = {part: 1.5}
    kit = replace(pediment.kit("ephyran"), **wrong)
    with pytest.raises(TypeError, match=rf"^{part} must be {_KINDS[part][1]}, not 1.5$"):
        kit.check()


def test_a_kit_without_ratings_has_none_measured() -> None:
    assert Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME").measured() == {}


def test_a_level_that_was_not_measured_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    file.write_text('{"scholar": {"rating": 1500, "low": 1490.5, "high": 1509.5}}', encoding="utf-8")
    kit = Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME", ratings=file)
    kit.check()
    assert kit.measured() == {"scholar": {"rating": 1500, "low": 1490.5, "high": 1509.5}}


@pytest.mark.parametrize("text", ["[]", '{"scholar": 3}', '{"scholar": {"rating": true, "low": 1, "high": 2}}', "null"])
def test_ratings_are_three_numbers_by_level(text: str, tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"ratings.json does not have rating, low and high by level$"):
        Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME", ratings=file).check()


def test_what_a_level_overlooks_is_a_number() -> None:
    overlooked: dict[str, Any] = {"potter": "half"}
    with pytest.raises(TypeError, match=r"^overlooked must be whole numbers by level, not {'potter': 'half'}$"):
        replace(pediment.kit("ephyran"), overlooked=overlooked).check()


@pytest.mark.parametrize("n", [0, -3, 1.5, 1_000_001])
def test_a_level_searches_for_a_whole_number_of_iterations(n: Any) -> None:
    message = rf"^iterations must be whole numbers from 1 to 1000000 by level, not {{'strategist': {n}}}$"
    with pytest.raises(TypeError, match=message):
        replace(pediment.kit("ephyran"), iterations={"strategist": n}).check()
    replace(pediment.kit("ephyran"), iterations={"potter": 1, "strategist": 1_000_000}).check()


@pytest.mark.parametrize(
    ("field", "kind"), [("seat_counts", "range"), ("num_actions", "int"), ("options", "dict"), ("texts", "Texts")]
)
def test_an_engine_has_fields_of_their_kinds(field: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, field, "two")
    with pytest.raises(TypeError, match=f"^{field} of its engine must be a {kind}, not 'two'$"):
        Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME").check()


def test_the_words_of_a_game_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(GAME.texts.folder, tmp_path / "texts")
    messages = tmp_path / "texts" / "en" / "messages.toml"
    found = messages.read_text(encoding="utf-8")
    start, end = found.index("[words]"), found.index("[options]")
    messages.write_text("words = 3\n" + found[:start] + found[end:], encoding="utf-8")
    monkeypatch.setattr(GAME, "texts", Texts(tmp_path / "texts"))
    with pytest.raises(TypeError):
        Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME").check()


class Replaced(Pebbles):
    """Takes what every engine takes."""

    def new(self, *, seats: int = 2, seed: int | str = 0, **options: Any) -> Any:
        return super().new(seats=seats, seed=seed, **options)


class Seedless(Pebbles):
    """Was written for another version."""

    def new(self, *, seats: int = 2) -> Any:  # type: ignore[override]
        return super().new(seats=seats)


@pytest.mark.parametrize(("engine", "problem"), [(Replaced, ""), (Seedless, "takes seats; it must take seats, seed")])
def test_a_method_is_called_by_the_names_of_ours(
    engine: type[Pebbles], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pediment.testing.toy.GAME", engine())
    kit = Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")
    with pytest.raises(TypeError, match=f"^new of its engine {problem}$") if problem else nullcontext():
        kit.check()


@pytest.mark.parametrize(
    "method",
    ["rules_number", "sets", "cards", "set_texts", "characters", "reconstruction", "rules", "guide"],
)
def test_whatever_lists_of_games_ask_for_is_tried(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game that fails must not break the lists of all games."""

    def broken(*given: object, **named: object) -> None:
        raise ZeroDivisionError(method)

    monkeypatch.setattr("pediment.testing.toy.GAME", type("Broken", (Pebbles,), {method: broken})())
    with pytest.raises(ZeroDivisionError, match=f"^{method}$"):
        Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME").check()


@pytest.mark.parametrize("section", ["fields", "options", "filters"])
def test_every_section_that_lists_show_can_be_read(
    section: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(GAME.texts.folder, tmp_path / "texts")
    (tmp_path / "texts" / "fr" / "wrong.toml").write_text(f"{section} = 3\n", encoding="utf-8")
    monkeypatch.setattr(GAME, "texts", Texts(tmp_path / "texts"))
    with pytest.raises(TypeError):
        Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME").check()
