"""What the search asks of Elysium."""

from __future__ import annotations

import hashlib
import itertools
import json
import math
from typing import Any

import pytest

import pediment
from pediment.core.engine.rng import Stream, stream
from pediment.games.elysium.ai.estimate import Outlook
from pediment.games.elysium.ai.features import BLOCKS, BY_CARD, FEATURES, TAKEN, features
from pediment.games.elysium.ai.judge import ElysiumJudge
from pediment.games.elysium.ai.weights import FILE, read_weights, write_weights
from pediment.games.elysium.rules.card import EFFECT, Card, _usual_worths
from pediment.games.elysium.rules.vocabulary import EPOCHS, INSTANT, POWERS, TRIGGER

GAME = pediment.game("elysium")
JUDGE = GAME.judge
ZERO: dict[str, list[float]] = {
    "promise": [0.0] * EPOCHS,
    "spread": [5.0] * EPOCHS,
    "features": [0.0] * FEATURES,
    "rows": [],
    "bias": [],
    "outs": [],
}
"""Weights by which nothing counts but points."""
EVERYTHING = ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"]


def over(*seats: dict[str, Any]) -> Any:
    """A game that is over."""
    filled = [{"vp": 0, "gold": 0, **seat} for seat in seats]
    state = GAME.position(
        {"epoch": 5, "phase": "transfers", "to_move": len(seats) - 1, "seats": filled, "families": "opulence"}
    )
    assert state.to_move == pediment.OVER
    return state


def found(state: Any, seat: int) -> list[int]:
    """The features of a seat."""
    outlook = Outlook(state, seat)
    return features(state, seat, outlook, outlook.promise())


def lead(me: dict[str, Any], **more: Any) -> float:
    """How far the first seat is ahead of the second, which has nothing."""
    standings = JUDGE.standings(GAME.position({"seats": [me, {}], **more}))
    return standings[0] - standings[1]


def test_what_a_legend_gains_by_growing() -> None:
    """E8.3, and the bonus tile that it wins; a single card counts nothing."""
    outlook = Outlook(GAME.position({"seats": [{}, {}]}), 0)
    zeus = EVERYTHING.index("zeus")
    assert [outlook._gain(zeus, 0, n, k) for n, k in ((1, 1), (1, 2), (2, 1))] == [3, 6 + 5, 3 + 5]
    assert [outlook._gain(-1, 1, n, 5 - n) for n in range(1, 5)] == [12 + 3, 10 + 3, 8 + 3, 4 + 3]
    assert [outlook._gain(-1, level, 1, 1) for level in (1, 2, 3)] == [2 + 3, 2 + 6, 2 + 9]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.laws
def test_every_position_is_judged(seats: int) -> None:
    for n, start in enumerate((0, 3)):
        families = [*EVERYTHING, *EVERYTHING][start : start + 5]
        state = GAME.new(seats=seats, seed=seats + n, families=sorted(families))
        moves = stream(n, "moves")
        spreads: list[float] = []
        while state.to_move != pediment.OVER:
            standings = JUDGE.standings(state)
            assert len(standings) == seats
            assert all(math.isfinite(standing) for standing in standings)
            chances = JUDGE.chances(state, standings)
            assert sum(chances) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in chances)
            spreads.append(JUDGE.spread(state))
            for seat in range(seats):
                assert all(0 <= feature < FEATURES for feature in found(state, seat))
            GAME.apply(state, state.legal[moves.below(len(state.legal))])
        assert all(later <= earlier for earlier, later in itertools.pairwise(spreads))
        assert spreads[-1] > JUDGE.spread(state) > 0
        assert JUDGE.chances(state, JUDGE.standings(state)) == pytest.approx(GAME.returns(state))


@pytest.mark.parametrize(
    "seats",
    [
        [{"vp": 5}, {"vp": 4, "gold": 9}],  # the highest total
        [{"vp": 5, "gold": 1}, {"vp": 5, "gold": 2}],  # then most Gold
        [{"vp": 5, "gold": 98}, {"vp": 5, "gold": 99}],
        [{"vp": 5, "gold": 2}, {"vp": 5, "gold": 2}],  # then shared
        [{"vp": 5, "gold": 2}, {"vp": 5, "gold": 2}, {"vp": 5, "gold": 1}],
        [{"vp": 1}, {"vp": 1}, {"vp": 1}, {"vp": 1}],
        [{"vp": 6}, {"vp": 5, "gold": 40}],  # no Gold is worth a point
    ],
)
def test_at_the_end_the_chances_are_the_returns(seats: list[dict[str, Any]]) -> None:
    """E8.7"""
    state = over(*seats)
    assert JUDGE.chances(state, JUDGE.standings(state)) == pytest.approx(GAME.returns(state), abs=1e-6)


def test_the_standing_at_the_end_is_the_total() -> None:
    state = over({"vp": 12}, {"vp": 7})
    assert JUDGE.standings(state) == pytest.approx(GAME.totals(state), abs=0.5)
    assert GAME.standings(state) == JUDGE.standings(state)


def test_it_is_the_same_in_every_world() -> None:
    state = GAME.new(seats=3, seed=4)
    moves = stream(4, "moves")
    while state.to_move != pediment.OVER:
        other = GAME.resample(state, state.to_move, Stream(len(state.actions)))
        assert JUDGE.standings(other) == JUDGE.standings(state)
        GAME.apply(state, state.legal[moves.below(len(state.legal))])


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ({"vp": 4}, {"vp": 5}),
        ({"vp": 4, "elysium": [["zeus.alliance"]]}, {"vp": 4, "elysium": [["zeus.alliance", "zeus.triumph"]]}),
        ({"gold": 1}, {"gold": 6}),
    ],
)
def test_more_is_better(less: dict[str, Any], more: dict[str, Any]) -> None:
    for epoch in (2, 4):
        assert lead(less, epoch=epoch) < lead(more, epoch=epoch)


def test_the_weights_fit() -> None:
    weights = read_weights()
    assert len(weights["promise"]) == EPOCHS
    assert len(weights["features"]) == FEATURES
    assert all(math.isfinite(weight) for weight in weights["features"])
    wrongs: list[dict[str, list[float]]] = [
        {"promise": weights["promise"][1:]},
        {"spread": []},
        ZERO | {"features": [0.0, 0.0]},
    ]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=f"the weights of Elysium are {EPOCHS} and {FEATURES} numbers"):
            ElysiumJudge({**weights, **wrong})


def learned_of(weights: list[float], width: int, stored: dict[str, Any]) -> list[float]:
    """What a file has for each feature, `width` numbers, in order and without cards that were added since."""
    kinds = [kind for kind, card in enumerate(GAME.cards()) if card in stored["domain"]]
    ends = [first for _, first in BLOCKS[1:]] + [FEATURES]
    kept: list[int] = []
    for (name, first), end in zip(BLOCKS, ends, strict=True):
        for row in range(BY_CARD.get(name, 0)):
            start = first + (end - first) // BY_CARD[name] * row
            kept += [start + kind for kind in kinds]
        kept += [end - 1] if name == "taken" else [] if name in BY_CARD else range(first, end)
    return [number for feature in kept for number in weights[width * feature : width * (feature + 1)]]


def test_the_weights_are_those_that_were_learned() -> None:
    """To the bit, whatever cards were added since; and the file says how they were learned."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    weights = read_weights()
    width = 2 * len(weights["bias"])
    found = [weights[name] for name in ("promise", "spread", "bias", "outs")]
    found += [learned_of(weights["features"], 1, stored), learned_of(weights["rows"], width, stored)]
    digest = "2d9a686819f34dc12dd795607b9999c5057292cd8932cb4dc3027d8692f5ae88"
    assert hashlib.sha256(json.dumps(found).encode()).hexdigest() == digest
    assert stored["made"]["rules"] == GAME.rules_version
    assert stored["made"]["settings"]["game"] == "elysium"
    assert stored["made"]["match"]["wins"]
    assert FILE.stat().st_size < 5_000_000


def test_weights_are_kept_by_the_names_of_blocks_and_cards() -> None:
    weights = read_weights()
    assert read_weights(write_weights(weights)) == weights
    stored = json.loads(write_weights(weights))
    turned = {name: stored[name] for name in reversed(list(stored))}
    for name, rows in BY_CARD.items():  # the order counts for nothing, nor does a card that is gone
        turned[name] = {card: stored[name][card] for card in reversed(list(stored[name]))}
        turned[name]["zeus.of-a-former-version"] = [99.0] * rows
    assert read_weights(json.dumps({**turned, "a block of a former version": [1.0]})) == weights


def with_a_net(hidden: int) -> dict[str, list[float]]:
    """Weights with hidden units whose numbers are all different."""
    rows = [i / 1000 for i in range(2 * hidden * FEATURES)]
    return read_weights() | {"rows": rows, "bias": [0.5] * hidden, "outs": [0.25] * hidden}


def test_rows_of_hidden_units_are_kept_by_blocks_and_cards_too() -> None:
    weights = with_a_net(4)
    text = write_weights(weights, {"seed": 7})
    assert read_weights(text) == weights
    stored = json.loads(text)
    assert stored["made"] == {"seed": 7}
    kinds, hercules = len(GAME.cards()), GAME.cards().index("zeus.hercules")
    first = dict(BLOCKS)["domain"] + hercules
    rows = [weights["rows"][8 * (first + kinds * epoch) :][:8] for epoch in range(EPOCHS)]
    assert stored["net"]["domain"]["zeus.hercules"] == [number for row in rows for number in row]
    turned = {card: stored["net"]["domain"][card] for card in reversed(list(stored["net"]["domain"]))}
    stored["net"]["domain"] = turned | {"zeus.of-a-former-version": [99.0] * 8 * EPOCHS}
    assert read_weights(json.dumps(stored)) == weights


def test_an_unknown_card_has_the_mean_of_all_rows_too() -> None:
    weights = with_a_net(2)
    stored = json.loads(write_weights(weights))
    hercules = GAME.cards().index("zeus.hercules")
    del stored["net"]["taken"]["zeus.hercules"]
    others = [row for card, row in stored["net"]["taken"].items() if card != "citizen"]
    found = read_weights(json.dumps(stored))["rows"][4 * (TAKEN + hercules) :][:4]
    assert found == pytest.approx([sum(row[k] for row in others) / len(others) for k in range(4)])
    stored["net"]["taken"]["zeus.triumph"] = [1.0]
    with pytest.raises(ValueError, match=r"zeus\.triumph has 1 numbers instead of 4 in the block 'taken'"):
        read_weights(json.dumps(stored))


def test_hidden_units_see_what_the_opponents_have() -> None:
    """A feature of one seat lowers the standing of the other, by what the row says."""
    state = GAME.new(seats=2, seed=1)
    feature = next(feature for feature in found(state, 0) if feature not in found(state, 1))
    rows = [0.0] * 4 * FEATURES
    rows[4 * feature + 2] = 3.0
    judge = ElysiumJudge(ZERO | {"rows": rows, "bias": [0.0, 0.0], "outs": [-0.5, 0.0]})
    totals = GAME.totals(state)
    assert judge.standings(state) == [totals[0], totals[1] - 1.5 * found(state, 0).count(feature)]


def test_an_unknown_card_is_like_the_mean_of_all() -> None:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    hercules = GAME.cards().index("zeus.hercules")
    del stored["taken"]["zeus.hercules"]
    others = [weights[0] for card, weights in stored["taken"].items() if card != "citizen"]
    found = read_weights(json.dumps(stored))
    assert found["features"][TAKEN + hercules] == pytest.approx(sum(others) / len(others))
    known = [kind for kind, card in enumerate([*GAME.cards(), "citizen"]) if card in stored["taken"]]
    assert found["features"][:TAKEN] == read_weights()["features"][:TAKEN]
    assert [found["features"][TAKEN + kind] for kind in known] == [
        read_weights()["features"][TAKEN + kind] for kind in known
    ]


@pytest.mark.parametrize(
    ("name", "wrong", "problem"),
    [
        ("stage", [0.0], "the block 'stage' of the weights has 1 numbers instead of 40"),
        ("stage", None, "the block 'stage' of the weights has 0 numbers instead of 40"),
        ("spent", {"zeus.hercules": [1.0, 2.0]}, "zeus.hercules has 2 numbers instead of 1 in the block 'spent'"),
    ],
)
def test_weights_of_another_size_are_refused(name: str, wrong: Any, problem: str) -> None:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    with pytest.raises(ValueError, match=problem):
        read_weights(json.dumps(stored | {name: wrong}))


def test_a_feature_counts_what_its_weight_says() -> None:
    state = GAME.new(seats=2, seed=1)
    zero = ZERO | {"features": [0.0] * FEATURES}
    assert ElysiumJudge(zero).standings(state) == GAME.totals(state)
    feature = next(feature for feature in found(state, 0) if feature not in found(state, 1))
    zero["features"][feature] = 2.5
    totals = GAME.totals(state)
    assert ElysiumJudge(zero).standings(state) == [totals[0] + 2.5 * found(state, 0).count(feature), totals[1]]


def test_a_card_without_a_worth_has_the_mean_of_its_kind_of_power() -> None:
    power = next(effect for effect in EFFECT if effect is not None)
    cards = [Card("a", 1, 1, instant=power, worth=1.0), Card("b", 2, 3, instant=power, worth=4.0)]
    cards += [Card("c", 3, 1, instant=power), Card("d", 1, 1, trigger=power, worth=7.0)]
    usual = {INSTANT: 2.5, TRIGGER: 7.0}
    assert _usual_worths(cards) == [usual.get(kind, 0.0) for kind in range(len(POWERS))]


def test_whoever_is_ahead_is_valued_higher() -> None:
    state = GAME.position({"seats": [{"vp": 30}, {"vp": 1}]})
    assert GAME.evaluate(state, 0) > 0 > GAME.evaluate(state, 1)
