"""Records of Ephyran: games that were played once replay for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import pediment

FILES: Final = sorted((Path(__file__).parents[2] / "records").glob("ephyran-*.json"))
RECORDS: Final[dict[str, dict[str, Any]]] = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}


def test_there_are_records_of_all_seat_counts() -> None:
    assert len(FILES) >= 12
    assert {record["seats"] for record in RECORDS.values()} == {2, 3, 4}


@pytest.mark.parametrize("name", RECORDS)
def test_a_stored_record_replays_to_its_scores(name: str) -> None:
    record = RECORDS[name]
    match = pediment.replay(record)
    assert match.over
    assert [score["total"] for score in match.scores()] == record["result"]
    assert match.record() == record
    assert sum(match.game.returns(match.state)) == pytest.approx(1)
