"""Whole games as text: every question, all options, the answer and what followed, compared line by line.

A change of rules, labels or texts changes the transcripts. Look at the difference, then write them anew:

    python -m tests.elysium.test_playthroughs --write     the transcripts, from the records
    python -m tests.elysium.test_playthroughs --records   the records too, when the old ones do not replay any more
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.core.rng import stream
from pediment.testing.conformance import pick

GAME: Final = pediment.game("elysium")
RECORDS: Final = Path(__file__).parents[1] / "records"
PLAYTHROUGHS: Final = Path(__file__).parents[1] / "playthroughs"
TABLES: Final[list[tuple[int, int, Any, str]]] = [  # seats, seed, families, Pediment
    (2, 1, "first-game", "a"),
    (2, 2, "opulence", "b"),
    (2, 3, "wasteland", "a"),
    (2, 4, "random", "random"),
    (2, 5, ["apollo", "athena", "hermes", "poseidon", "zeus"], "b"),
    (3, 6, "misfortune", "b"),
    (3, 7, "deadly-plots", "a"),
    (3, 8, "why-bother", "random"),
    (3, 9, "random", "random"),
    (3, 10, ["apollo", "ares", "hephaestus", "hermes", "poseidon"], "a"),
    (4, 11, "first-game", "b"),
    (4, 12, "wasteland", "random"),
    (4, 13, "opulence", "a"),
    (4, 14, "random", "random"),
    (4, 15, ["apollo", "athena", "hades", "hermes", "zeus"], "b"),
]
TOLD: Final = ["elysium-2-seed-5", "elysium-3-seed-7", "elysium-4-seed-12"]


def transcript(record: dict[str, Any]) -> str:
    """The whole game of a record in words."""
    return "\n".join(_tell(record)) + "\n"


def _tell(record: dict[str, Any]) -> Iterator[str]:
    match = pediment.replay(record)
    match = pediment.Match.of(GAME, GAME.rewind(match.state))
    seen = match.view()
    yield f"Elysium for {record['seats']} players, seed {record['seed']}, Pediment {seen['pediment']}"
    yield f"Families: {', '.join(seen['families'])}. Edition: {seen['edition']}."
    yield ""
    told = 0
    for n, label in enumerate(record["actions"], 1):
        seen = match.view()
        yield from _log(seen["log"][told:])
        told = len(seen["log"])
        yield ""
        if seen["asking"] == "turn":
            yield from _seats(seen)
        yield f"{n}. Player {seen['to_move'] + 1}: {GAME.prompt(match.state)}"
        yield from _wrap(match.options())
        yield f"  > {label}"
        match.play(label)
    seen = match.view()
    yield from _log(seen["log"][told:])
    yield ""
    yield from _seats(seen)
    for k, score in enumerate(seen["scores"]):
        yield ""
        yield from _score(k, score)
    yield ""
    yield f"Victory: {GAME.returns(match.state)}"


def _wrap(labels: list[str]) -> list[str]:
    """Labels side by side; no line ends inside of one."""
    text = ", ".join(label.replace(" ", "\N{NO-BREAK SPACE}") for label in labels)
    lines = textwrap.wrap(text, 112, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _log(entries: list[dict[str, Any]]) -> Iterator[str]:
    for entry in entries:
        yield f"  {GAME.log_line(entry)} ({entry['rule']})"


def _seats(seen: dict[str, Any]) -> Iterator[str]:
    for k, seat in enumerate(seen["seats"]):
        turn = "*" if k == seen["turn"] else " "
        quest = {None: "no Quest"}.get(seat["quest"], f"Quest {seat['quest']}")
        yield (
            f"{turn} Player {k + 1}: Disc {seat['disc']}, {seat['gold']} Gold, {seat['vp']} VP, {seat['pp']} PP, "
            f"columns {seat['columns'] or '-'}, {seat['cards_taken']} cards taken, {quest}"
        )


def _score(k: int, score: dict[str, Any]) -> Iterator[str]:
    yield f"Player {k + 1}: {score['total']} VP"
    yield f"  tokens {score['tokens']}"
    for item in score["chronos"]:
        yield f"  chronos {item['card']} in Legend {item['legend']}: {item['vp']}"
    for item in score["legends"]:
        yield f"  Legend {item['legend']}, {item['kind']}, {item['cards']} cards: {item['vp']}"
    for item in score["bonuses"]:
        yield f"  bonus {item['tile']}: {item['vp']}"
    yield f"  prestige {score['prestige']}"
    yield f"  citizens {score['citizens']}"


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", TOLD)
def test_a_transcript_has_not_changed(name: str) -> None:
    told = transcript(read(name)).splitlines()
    kept = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    first = next((i for i, lines in enumerate(zip(kept, told, strict=False)) if lines[0] != lines[1]), len(kept))
    assert told[first : first + 5] == kept[first : first + 5], f"line {first + 1} differs"
    assert len(told) == len(kept)


def test_there_is_a_transcript_for_each_number_of_players() -> None:
    assert sorted(file.stem for file in PLAYTHROUGHS.glob("*.txt")) == TOLD
    assert [read(name)["seats"] for name in TOLD] == [2, 3, 4]


@pytest.mark.parametrize(("seats", "seed", "families", "pediment_side"), TABLES)
def test_a_stored_record_is_of_its_table(seats: int, seed: int, families: Any, pediment_side: str) -> None:
    record = read(f"elysium-{seats}-seed-{seed}")
    assert (record["seats"], record["seed"]) == (seats, seed)
    assert (record["options"]["families"], record["options"]["pediment"]) == (families, pediment_side)


def play(seats: int, seed: int, families: Any, side: str) -> dict[str, Any]:
    """The record of a random game."""
    match = pediment.Match(GAME, seats=seats, seed=seed, families=families, pediment=side)
    moves = stream(seed, "playthrough")
    while not match.over:
        match.play(pick(GAME.legal(match.state), moves))
    return match.record()


def main(arguments: list[str]) -> None:
    if arguments not in (["--write"], ["--records"]):
        sys.exit(__doc__)
    if arguments == ["--records"]:
        for seats, seed, families, side in TABLES:
            text = json.dumps(play(seats, seed, families, side), indent=1)
            (RECORDS / f"elysium-{seats}-seed-{seed}.json").write_text(text + "\n", encoding="utf-8")
    for name in TOLD:
        (PLAYTHROUGHS / f"{name}.txt").write_text(transcript(read(name)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
