"""The shipped studies over HTTP: what the lab's reports say, in the language of whoever asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pediment
from pediment.lab import balance_report, card_worth_report
from pediment.lab.findings import Balance, Cards
from pediment.lab.report import Report, Table
from pediment.server.web import studies
from tests.server.playing import Client, serving


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("studies") / "tables.sqlite") as running:
        yield running.client()


@pytest.mark.parametrize(("name", "language"), [("elysium", "en"), ("ephyran", "fr")])
def test_they_say_what_the_reports_say(ann: Client, name: str, language: str) -> None:
    answer = ann.call("GET", f"/api/games/{name}/studies", headers={"accept-language": language})
    assert answer.status == 200
    kept, game = studies.studies(name), pediment.game(name)
    assert kept is not None
    reports: list[tuple[Cards | Balance, Report]] = [
        *((one, card_worth_report.report(one, game, language, everything=True)) for one in kept.cards),
        *((one, balance_report.report(one, game, language, everything=True)) for one in kept.balance),
    ]
    assert [one["about"] for one in answer.json] == ["cards"] * len(kept.cards) + ["balance"] * len(kept.balance)
    for told, (study, report) in zip(answer.json, reports, strict=True):
        assert (told["title"], told["note"], told["seats"]) == (report.title, report.note, study.seats)
        assert (told["rules"], told["version"]) == (study.rules, kept.version)
        assert len(told["parts"]) == len(report.parts)
        for part, expected in zip(told["parts"], report.parts, strict=True):
            if isinstance(expected, Table):
                assert (part["heading"], part["titles"]) == (expected.heading, expected.titles)
                assert [[cell["text"] for cell in row] for row in part["rows"]] == [
                    [cell.text for cell in row] for row in expected.rows
                ]
            else:
                assert part["lines"] == expected
    cells = [cell for part in answer.json[0]["parts"] for row in part["rows"] for cell in row]
    drawn = [cell["interval"] for cell in cells if cell["interval"]]
    assert drawn
    assert all(low <= high for low, high, _ in drawn)


def test_the_page_and_other_games(ann: Client) -> None:
    assert [ann.call("GET", path).status for path in ("/lab", "/lab/elysium", "/lab/elysium/2")] == [200, 200, 404]
    refused = ann.call("GET", "/api/games/chess/studies")
    assert (refused.status, refused.json["code"]) == (422, "no-game")


def test_those_that_cannot_be_read_are_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(name: str) -> None:
        raise ValueError(f"no studies of {name}")

    monkeypatch.setattr(studies, "shipped", broken)
    studies.studies.cache_clear()
    studies.shown.cache_clear()
    try:
        assert studies.shown("elysium", "en") == []
    finally:
        monkeypatch.undo()
        studies.studies.cache_clear()
        studies.shown.cache_clear()
    assert studies.shown("elysium", "en")
