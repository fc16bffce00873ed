"""Whole games as text: every question, all options, the answer and what followed, compared line by line.

A change of rules, labels or texts changes the transcripts. Look at the difference, then write them anew:

    python -m tests.test_playthroughs --write     the transcripts, from the records
    python -m tests.test_playthroughs --records   the records that are not there yet; those that are replay for ever
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
from pediment.core.engine.rng import stream
from pediment.testing.random_game import pick

pytestmark = pytest.mark.laws  # on both engines

RECORDS: Final = Path(__file__).parent / "records"
PLAYTHROUGHS: Final = Path(__file__).parent / "playthroughs"
TABLES: Final[list[tuple[str, int, int, dict[str, Any]]]] = [  # game, seats, seed, options
    ("elysium", 2, 1, {"families": "first-game", "pediment": "a"}),
    ("elysium", 2, 2, {"families": "opulence", "pediment": "b"}),
    ("elysium", 2, 3, {"families": "wasteland", "pediment": "a"}),
    ("elysium", 2, 4, {"families": "random", "pediment": "random"}),
    ("elysium", 2, 5, {"families": ["apollo", "athena", "hermes", "poseidon", "zeus"], "pediment": "b"}),
    ("elysium", 3, 6, {"families": "misfortune", "pediment": "b"}),
    ("elysium", 3, 7, {"families": "deadly-plots", "pediment": "a"}),
    ("elysium", 3, 8, {"families": "why-bother", "pediment": "random"}),
    ("elysium", 3, 9, {"families": "random", "pediment": "random"}),
    ("elysium", 3, 10, {"families": ["apollo", "ares", "hephaestus", "hermes", "poseidon"], "pediment": "a"}),
    ("elysium", 4, 11, {"families": "first-game", "pediment": "b"}),
    ("elysium", 4, 12, {"families": "wasteland", "pediment": "random"}),
    ("elysium", 4, 13, {"families": "opulence", "pediment": "a"}),
    ("elysium", 4, 14, {"families": "random", "pediment": "random"}),
    ("elysium", 4, 15, {"families": ["apollo", "athena", "hades", "hermes", "zeus"], "pediment": "b"}),
    *[("ephyran", 2 + seed % 3, seed, {"gods": ["random", "choose"][seed % 2]}) for seed in range(12)],
    # by the second rules: with passes, and with exchanges of an area for a hand card
    *[
        ("elysium", seats, seed, {"families": "random", "pediment": "random"})
        for seats, seed in ((2, 16), (3, 18), (4, 16))
    ],
    *[("ephyran", seats, seed, {"gods": "random"}) for seats, seed in ((2, 13), (3, 12), (4, 12))],
]
TOLD: Final = [
    "elysium-2-seed-16", "elysium-2-seed-5", "elysium-3-seed-18",
    "elysium-3-seed-7", "elysium-4-seed-12", "elysium-4-seed-16",
    "ephyran-2-seed-13", "ephyran-2-seed-3", "ephyran-3-seed-12",
    "ephyran-3-seed-4", "ephyran-4-seed-12", "ephyran-4-seed-5",
]  # fmt: skip


def transcript(record: dict[str, Any]) -> str:
    """The whole game of a record in words."""
    return "\n".join(_tell(record)) + "\n"


def _tell(record: dict[str, Any]) -> Iterator[str]:
    match = pediment.replay(record)
    game = match.game
    match = pediment.Match.of(game, game.rewind(match.state))
    options = {name: value for name, value in record["options"].items() if name != "edition"}
    yield f"{game.name} for {record['seats']} players, seed {record['seed']}, {options}"
    yield ""
    told = 0
    for n, label in enumerate(record["actions"], 1):
        log = match.view()["log"]
        yield from (f"  {game.log_line(entry)} ({entry['rule']})" for entry in log[told:])
        told = len(log)
        yield ""
        if game.asking(match.state) in ("turn", "action"):
            yield from _seats(match.view(match.to_move))
        yield f"{n}. Player {match.to_move + 1}: {game.prompt(match.state)}"
        yield from _wrap(match.options())
        yield f"  > {label}"
        match.play(label)
    yield from (f"  {game.log_line(entry)} ({entry['rule']})" for entry in match.view()["log"][told:])
    yield ""
    yield from _seats(match.view())
    for k, score in enumerate(match.scores()):
        yield ""
        yield f"Player {k + 1}: {score['total']}"
        yield from (f"  {line}" for line in _items(score))
    yield ""
    yield f"Victory: {game.returns(match.state)}"


def _wrap(labels: list[str]) -> list[str]:
    """Labels side by side; no line ends inside of one."""
    text = ", ".join(label.replace(" ", "\N{NO-BREAK SPACE}") for label in labels)
    lines = textwrap.wrap(text, 112, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _seats(seen: dict[str, Any]) -> Iterator[str]:
    if "hand" in seen:
        yield f"  hand: {', '.join(seen['hand'])}; pile {seen['pile_size']}, first discard {seen['first_discard'][-3:]}"
    for k, seat in enumerate(seen["seats"]):
        turn = "*" if k == seen.get("active", seen["turn"]) else " "
        yield f"{turn} Player {k + 1}: {_counters(seat)}"


def _counters(seat: dict[str, Any]) -> str:
    if "territories" in seat:
        places = [
            f"{god} {'locked ' if territory['locked'] else ''}{' '.join(_area(area) for area in territory['areas'])}"
            for god, territory in seat["territories"].items()
            if territory["areas"]
        ]
        return "; ".join([f"{seat['god']}, {seat['hand_size']} cards, known {seat['known']}", *places])
    quest = {None: "no Quest"}.get(seat["quest"], f"Quest {seat['quest']}")
    return (
        f"Disc {seat['disc']}, {seat['gold']} Gold, {seat['vp']} VP, {seat['pp']} PP, "
        f"columns {seat['columns'] or '-'}, {seat['cards_taken']} cards taken, {quest}"
    )


def _area(area: dict[str, Any]) -> str:
    tokens = "".join(f"+{token or '?'}" for token in area["tokens"])
    return f"{area['card']}{area['half'] or ''}({area['creature']}){tokens}"


def _items(score: dict[str, Any]) -> Iterator[str]:
    for name, item in score.items():
        if isinstance(item, int):
            if name != "total":
                yield f"{name} {item}"
            continue
        for part in item.items() if isinstance(item, dict) else item:
            yield f"{name} {part}"


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


def test_there_is_a_transcript_for_each_game_and_number_of_players() -> None:
    assert sorted(file.stem for file in PLAYTHROUGHS.glob("*.txt")) == TOLD
    assert {(read(name)["game"], read(name)["rules"], read(name)["seats"]) for name in TOLD} == {
        (game, rules, seats) for game in pediment.games() for rules in ("1", "2") for seats in (2, 3, 4)
    }


def test_transcripts_by_the_second_rules_have_what_changed() -> None:
    """E4.1, Y4.5"""
    for record in [read(name) for name in TOLD]:
        if record["rules"] == "2":
            log = pediment.replay(record).view()["log"]
            assert [
                entry for entry in log if entry["event"] == {"elysium": "pass", "ephyran": "exchange"}[record["game"]]
            ]


@pytest.mark.parametrize(("game", "seats", "seed", "options"), TABLES)
def test_a_stored_record_replays_to_its_result(game: str, seats: int, seed: int, options: dict[str, Any]) -> None:
    record = read(f"{game}-{seats}-seed-{seed}")
    assert (record["game"], record["seats"], record["seed"]) == (game, seats, seed)
    assert options.items() <= record["options"].items()
    match = pediment.replay(record)
    assert match.over
    assert [score["total"] for score in match.scores()] == record["result"]


def play(name: str, seats: int, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """The record of a random game."""
    match = pediment.Match(pediment.game(name), seats=seats, seed=seed, **options)
    moves = stream(seed, "playthrough")
    while not match.over:
        match.play(pick(match.game.legal(match.state), moves))
    return match.record()


def main(arguments: list[str]) -> None:
    if arguments not in (["--write"], ["--records"]):
        sys.exit(__doc__)
    if arguments == ["--records"]:
        for game, seats, seed, options in TABLES:
            file = RECORDS / f"{game}-{seats}-seed-{seed}.json"
            if not file.exists():
                file.write_text(json.dumps(play(game, seats, seed, options), indent=1) + "\n", encoding="utf-8")
    for name in TOLD:
        (PLAYTHROUGHS / f"{name}.txt").write_text(transcript(read(name)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
