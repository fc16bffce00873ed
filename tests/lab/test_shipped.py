"""The studies that games are shipped with."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import pediment
from pediment.core.kit import Kit
from pediment.lab import balance, balance_report, card_worth, card_worth_report
from pediment.lab.report import show
from pediment.lab.shipped import Studies, keep, shipped
from tests import studies
from tests.lab.running import printed

MAX_BYTES = 300_000
GAMES = ["elysium", "ephyran"]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_studies_that_are_small_and_fit_its_cards(name: str) -> None:
    found, game, path = shipped(name), pediment.game(name), pediment.kit(name).studies
    assert found is not None
    assert path is not None
    assert path.stat().st_size < MAX_BYTES
    versions = {str(n) for n in range(1, int(game.rules_version) + 1)}
    for cards in found.cards:
        assert (cards.game, cards.rules in versions) == (name, True)
        assert {one.card for one in cards.cards} <= set(game.cards())
        assert sum(one.points is not None for one in cards.cards) > len(game.cards()) / 2
    assert [(whole.seats, whole.deals) for whole in found.balance] == [*studies.DEALS[name][1].items()]
    assert [cards.deals for cards in found.cards] == [studies.DEALS[name][0]]
    for whole in found.balance:
        assert (whole.game, whole.rules in versions) == (name, True)
        assert whole.deals >= 500
        assert {one.card for one in whole.cards} <= set(game.cards())
        assert {one.rule for one in whole.rule_uses} <= set(game.rules())
        assert whole.skill is not None
        parts = (whole.skill.player, whole.skill.deal, whole.skill.rest)
        assert sum(one.value for one in parts) == pytest.approx(1, abs=0.001)


def test_what_is_kept_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game("elysium")
    made = Studies(
        "0.1",
        [card_worth.study(game, deals=20, bots=["uniform"])],
        [balance.study(game, deals=20, bots=["uniform"], weaker="uniform")],
    )
    path = tmp_path / "studies.json"
    keep(path, made)
    monkeypatch.setattr(pediment, "kit", lambda name: Kit("elysium", "Elysium", "", studies=path))
    read = shipped("elysium")
    assert read is not None
    keep(path, read)
    assert shipped("elysium") == read  # rounded once, and for good
    assert (read.version, read.cards[0].positions) == ("0.1", made.cards[0].positions)
    monkeypatch.undo()
    for mine, theirs in (
        (card_worth_report.report(made.cards[0], game, "en"), card_worth_report.report(read.cards[0], game, "en")),
        (balance_report.report(made.balance[0], game, "fr"), balance_report.report(read.balance[0], game, "fr")),
    ):
        assert len(printed(partial(show, mine)).splitlines()) == len(printed(partial(show, theirs)).splitlines())
        assert mine.title == theirs.title


def test_one_command_writes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "studies.json"
    kit = replace(pediment.kit("ephyran"), studies=path)
    monkeypatch.setattr(pediment, "kit", lambda name: kit)
    monkeypatch.setattr(studies, "DEALS", {"ephyran": (0, {2: 20, 3: 20})})
    studies.write("ephyran", jobs=1)
    found = shipped("ephyran")
    assert found is not None
    assert (found.version, found.cards) == (pediment.__version__, [])
    assert [(one.seats, one.deals) for one in found.balance] == [(2, 20), (3, 20)]


def test_they_are_written_into_the_sources(tmp_path: Path) -> None:
    path = pediment.kit("ephyran").studies
    assert path is not None
    assert studies.source_of(path) == Path(__file__).parents[2] / "src/pediment/games/ephyran/data/studies.json"
    assert studies.source_of(tmp_path / "studies.json") == tmp_path / "studies.json"


def test_a_game_without_studies_has_none_and_a_broken_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = pediment.kit("elysium")
    monkeypatch.setattr(pediment, "kit", lambda name: replace(kit, studies=None))
    assert shipped("elysium") is None
    broken = tmp_path / "studies.json"
    broken.write_text('{"version": 3}', encoding="utf-8")
    monkeypatch.setattr(pediment, "kit", lambda name: replace(kit, studies=broken))
    with pytest.raises(ValueError, match=r"studies\.json does not hold studies"):
        shipped("elysium")
    with pytest.raises(FileNotFoundError, match="there is no"):
        replace(kit, studies=tmp_path / "nothing.json").check()
