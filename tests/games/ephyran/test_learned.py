"""What is learned about positions of Ephyran: the features that hold, and the file of what they are worth."""

from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.core import record as records
from pediment.core.engine.rng import stream
from pediment.games.ephyran.ai.features import BLOCKS, FEATURES, features
from pediment.games.ephyran.ai.judge import EphyranJudge
from pediment.games.ephyran.ai.learned import FILE, SPREAD_POINTS, read_learned, write_learned
from pediment.games.ephyran.ai.policy import EphyranPolicy
from pediment.games.ephyran.ai.stages import STAGES, stage
from pediment.games.ephyran.ai.weights import read_weights
from pediment.games.ephyran.training import TRAINER
from tests.games.ephyran.common import CITY, GAME, areas, columns, game, on

ENDS = [*[first for _, first in BLOCKS[1:]], FEATURES]
FIRST = dict(BLOCKS)


def held(seats: list[dict[str, Any]], seat: int = 0, **more: Any) -> dict[str, list[int]]:
    """The features of a seat in a position, by block, counted from the block's first."""
    found: dict[str, list[int]] = {}
    for feature in features(GAME.position({"seats": seats, **more}), seat):
        name, first = next(one for one, end in zip(BLOCKS, ENDS, strict=True) if feature < end)
        found.setdefault(name, []).append(feature - first)
    return found


@pytest.mark.laws
def test_features_are_those_of_the_blocks_and_all_blocks_are_met() -> None:
    policy = EphyranPolicy(read_weights())
    rng = stream(5, "choices")
    met: set[int] = set()
    for seed in range(30):
        state = GAME.new(seats=2 + seed % 3, seed=seed)
        while state.to_move != pediment.OVER:
            assert 0 <= stage(state) < STAGES
            for seat in range(len(state.players)):
                met |= set(features(state, seat))
            # half by policy, so that cities are finished, half at random, so that everything happens
            choices = GAME.legal(state) if seed % 2 else [policy.choose(state, rng)]
            GAME.apply(state, choices[rng.below(len(choices))])
    assert all(0 <= feature < FEATURES for feature in met)
    assert not [name for (name, first), end in zip(BLOCKS, ENDS, strict=True) if not met & set(range(first, end))]


def test_what_was_learned_is_about_these_features() -> None:
    """What holds for one seat after the other in the stored games, as a hash.

    Whoever changes a feature has to learn again.
    """
    found = hashlib.sha256()
    for file in sorted((Path(__file__).parents[2] / "records").glob("ephyran-*.json")):
        for state in records.checked(GAME, json.loads(file.read_text(encoding="utf-8"))):
            seat = len(state.actions) % len(state.players)
            found.update(bytes(f"{features(state, seat)}\n", "ascii"))
    assert found.hexdigest()[:16] == "3ecc5cdac5150711"


def test_blocks_lie_behind_each_other() -> None:
    assert BLOCKS[0][1] == 0
    assert all(first < second for (_, first), (_, second) in pairwise(BLOCKS))


RIVAL: dict[str, Any] = {"god": "gaia", "hand": ["TT53"]}


def test_what_a_seat_holds_and_what_it_could_lay() -> None:
    seat = {"god": "poseidon", "hand": ["dionysus", "TT02", "TT54"], "territories": columns(CITY, poseidon=1)}
    found = held([seat, RIVAL])
    assert found["god"] == [0]
    assert found["size"] == [17 * 6 + 1]  # far from the end
    assert found["hand"] == [12 * 6 + 3]
    assert found["dionysus_held"] == [4 * 6 + 1]
    assert len(found["territory"]) == 4
    assert len(found["next"]) == 4
    assert found["time"] == [4 * 6]  # two seats, the own turn
    assert held([seat, RIVAL], seat=1)["time"] == [4 * 6 + 1]


def test_tokens_that_can_be_stolen_and_the_lead() -> None:
    seat = {"god": "poseidon", "hand": ["TT54"], "territories": {"poseidon": areas(on("TS01a", "trident"))}}
    found, theirs = held([seat, RIVAL]), held([seat, RIVAL], seat=1)
    assert found["exposed"] == [10 * 3 + 4]  # the trident counts twice
    assert theirs["exposed"] == [10 * 3]
    lead = 2 * (1 + 1 + 2)  # siren, owl, trident
    assert found["lead"] == [27 * 6 + 13 + lead]
    assert theirs["lead"] == [27 * 6 + 13 - lead]
    assert (found["race"], theirs["race"]) == ([9 * 6 + 5], [9 * 6 + 3])


BUILDER: dict[str, Any] = {
    "god": "poseidon",
    "hand": ["TS05", "TS09", "TS17", "TT29", "TT36", "TT54"],
    "territories": {
        "poseidon": areas("TT01a", "dionysus"),
        "aether": areas("TT15a", "dionysus"),
        "gaia": areas("TT22a", locked="TS10"),
    },
}


def test_a_city_with_locks_and_dionysus_and_the_cards_for_it() -> None:
    found = held([BUILDER, RIVAL])
    # by part: own, locked, with Dionysus; then height and different creatures
    assert found["territory"] == [25 * (24 + 5) + 11, 25 * 24, 25 * (24 + 1) + 11, 25 * (24 + 2) + 6]
    assert found["dionysus_laid"] == [5 * 3, 5 * 3 + 1]  # in the own god's territory, and in one more
    assert found["next"] == [
        8 * (4 * 7 + 2) + 3,
        8 * (4 * 6),
        8 * (4 * 6 + 2),
    ]  # a point more; no locked one
    assert found["after"] == [8 * 6 + 3]  # TT36 could follow a first area of Hephaestus
    assert found["fits"] == [12 * 3 + 2]  # TS09 and TT36 are third areas of Poseidon
    assert found["open"] == [5 * 6 + 1]
    assert found["support"] == [2 * (24 + 3), 2 * (24 + 6) + 1]  # a theft, two shields


def test_whose_turn_of_the_last_round_is_to_come() -> None:
    first, second = held([BUILDER, RIVAL], last_round=True), held([BUILDER, RIVAL], seat=1, last_round=True)
    assert "to_come" not in first
    assert second["to_come"] == [0]
    assert (first["time"], second["time"]) == ([0], [1])
    three = held([BUILDER, RIVAL, {"god": "aether"}], seat=2, last_round=True)
    assert three["to_come"] == [1]


@pytest.mark.parametrize(
    ("card", "now", "next_turn"),
    [
        ("dionysus", 1, 1),
        ("TS25", 8, 14),  # a shield, or for whoever has nothing yet an area with an owl
        ("TT51", 0, 0),
        ("TT39", 21, 0),  # the third area of the own god
        ("TT10", 13, 13),
    ],
)
def test_what_the_top_of_the_discard_brings(card: str, now: int, next_turn: int) -> None:
    builder = BUILDER
    if card == "dionysus":  # there are as many as seats
        builder = BUILDER | {"territories": BUILDER["territories"] | {"aether": areas("TT15a")}}
    assert held([builder, RIVAL], first_discard=[card])["top"] == [now]
    assert held([builder, RIVAL], seat=1, first_discard=[card])["top"] == [26 + next_turn]


def test_nothing_is_to_be_done_after_the_end() -> None:
    state = GAME.new(seats=2, seed=3)
    rng = stream(1, "to the end")
    while state.to_move != pediment.OVER:
        legal = GAME.legal(state)
        GAME.apply(state, legal[rng.below(len(legal))])
    found = [feature for feature in features(state, state.active) if FIRST["pending"] <= feature < FIRST["to_come"]]
    assert found == [FIRST["pending"] + 3]


def test_what_was_learned_is_kept_by_the_names_of_blocks() -> None:
    learned = {
        "features": [i / 8 for i in range(FEATURES)],
        "rows": [i % 7 / 4 for i in range(4 * FEATURES)],
        "bias": [0.5, -0.25],
        "outs": [1.0, 2.0],
        "spread": [float(i + 1) for i in range(STAGES)],
    }
    text = write_learned(learned, {"by": "hand"})
    assert read_learned(text) == learned
    stored = json.loads(text)
    assert stored["made"] == {"by": "hand"}
    assert stored["god"] == [i / 8 for i in range(FIRST["god"], FIRST["god"] + 4)]
    del stored["god"], stored["net"]["hand"]
    found = read_learned(json.dumps(stored))
    assert found["features"][FIRST["god"] : FIRST["god"] + 4] == [0.0] * 4
    assert found["features"][: FIRST["god"]] == learned["features"][: FIRST["god"]]
    assert found["rows"][4 * FIRST["hand"]] == 0.0


def test_nothing_may_have_been_learned() -> None:
    nothing = read_learned("{}")
    assert not any(nothing["features"])
    assert nothing["spread"] == [SPREAD_POINTS] * STAGES
    state = GAME.new(seats=3, seed=1)
    assert EphyranJudge(read_weights(), nothing).standings(state) == [0.0] * 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"gold": [1]}', "no block 'gold'"),
        ('{"god": [1, 2]}', "'god' of features has 2 numbers instead of 4"),
        ("[]", "a table by name"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_learned(text)


def test_a_judge_adds_up_what_a_trainer_notes() -> None:
    learned = TRAINER.read("{}") | {"features": [i % 11 / 8 for i in range(FEATURES)]}
    judge = TRAINER.judge(learned)
    for state in game(3, 5):
        if state.to_move != pediment.OVER:
            assert TRAINER.stage(state) == stage(state)
            noted = TRAINER.note(state, learned)
            assert [value for value, _ in noted] == GAME.totals(state)
            added = [value + sum(learned["features"][feature] for feature in found) for value, found in noted]
            assert judge.standings(state) == pytest.approx(added)
    assert json.loads(TRAINER.write(learned, {"by": "hand"}))["made"] == {"by": "hand"}


def test_the_judge_refuses_what_does_not_fit() -> None:
    nothing = read_learned("{}")
    for name in ("features", "spread"):
        with pytest.raises(ValueError, match="judge of Ephyran"):
            EphyranJudge(read_weights(), nothing | {name: nothing[name][1:]})


def test_the_package_says_by_what_it_was_learned() -> None:
    text = FILE.read_text(encoding="utf-8")
    made = json.loads(text)["made"]
    assert made["rules"] == GAME.rules_version
    assert made["settings"]["game"] == "ephyran"
    assert write_learned(read_learned(), made) == text
    assert FILE.stat().st_size < 1_500_000
