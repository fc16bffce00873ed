"""The split of a result into choices and luck, and what would have been better."""

from __future__ import annotations

import json
import statistics
from typing import Any

import pytest

import pediment
from pediment.core.match import Match
from pediment.lab.analysis import AnalysedGame, Analysis, analyse, errors_in_band
from pediment.lab.evaluator import Evaluator
from tests.lab.games import ELYSIUM, EPHYRAN, beginning, blunder, ending, token

SEATS = [(name, seats) for name in pediment.games() for seats in (2, 3, 4)]


def adds_up(analysis: Analysis) -> None:
    """Every number that is said to be the sum of others is."""
    before = analysis.start
    for decision in analysis.decisions:
        assert decision.before == before
        for k in range(analysis.seats):
            assert before[k] + decision.choice[k] + decision.luck[k] == pytest.approx(decision.after[k], abs=1e-12)
        assert sum(decision.after) == pytest.approx(1)
        assert sum(decision.luck) == pytest.approx(0, abs=1e-9)
        assert decision.drew or not any(decision.luck)
        before = decision.after
    for account in analysis.accounts:
        parts = account.start + account.own + account.others + account.luck
        assert parts == pytest.approx(account.end, abs=1e-9)
        assert account.end == before[account.seat]
        assert 1 / analysis.seats + account.deal == pytest.approx(account.start, abs=1e-12)
    for part in ("luck", "deal"):
        assert sum(getattr(account, part) for account in analysis.accounts) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_choices_and_luck_add_up_to_the_result(name: str, seats: int) -> None:
    record = ending(name, seats, 8)
    analysis = analyse(record, iterations=4)
    adds_up(analysis)
    match = pediment.replay(record)
    assert analysis.finished
    assert analysis.decisions[-1].after == match.game.returns(match.state)
    assert [account.score["total"] for account in analysis.accounts] == record["result"]
    assert [decision.label for decision in analysis.decisions] == record["actions"]


def test_another_order_of_the_same_answers_is_not_better() -> None:
    """The two transfers of the last Epoch, in whatever order."""
    me = {"quest": 1, "gold": 9, "domain": ["zeus.hercules", "zeus.alliance"], "elysium": [["zeus.triumph"]]}
    start = {"epoch": 5, "phase": "transfers", "seats": [me, {"quest": 2}]}
    state = ELYSIUM.position(start)
    study = AnalysedGame(Match.of(ELYSIUM, state), 4, 1)
    first, second = (a for a in state.legal if ELYSIUM.label(state, a).startswith("transfer"))
    study.states, study.actions = [state], []
    for action in (first, state.legal[0], second, state.legal[0]):
        if study.states[-1].to_move != 0:
            break
        after = study.states[-1].clone()
        answer = action if action in after.legal else after.legal[-1]
        study.actions.append(answer)
        ELYSIUM.apply(after, answer)
        study.states.append(after)
    played = [ELYSIUM.label(s, a) for s, a in zip(study.states, study.actions, strict=False)]
    assert study._follows(0, played[1])
    assert not study._follows(0, "stop")
    assert not study._follows(len(played) - 1, played[0])


@pytest.mark.parametrize(("name", "seats"), [("elysium", 4), ("ephyran", 3)])
def test_an_unfinished_game_ends_in_an_estimate(name: str, seats: int) -> None:
    analysis = analyse(beginning(name, seats, 4), iterations=4)
    adds_up(analysis)
    assert not analysis.finished
    assert all(0 < share < 1 for share in analysis.decisions[-1].after)
    assert analysis.decisions[0].period == 1


def test_a_blunder_is_the_turning_point_and_the_better_move_is_found() -> None:
    analysis = analyse(blunder(), iterations=32)
    (decision,) = analysis.decisions
    assert analysis.turning_points == [1]
    assert decision.better is not None
    assert decision.better.label == "transfer zeus.hercules"
    assert decision.better.chance > 0.9
    assert decision.better.margin > 5
    assert decision.choice[1] < -0.9
    assert not decision.drew
    assert not decision.by_chance
    loser = analysis.accounts[1]
    assert (loser.mistakes, loser.luck, loser.end) == (1, 0, 0)
    assert loser.lost == decision.better.chance


def test_the_better_move_itself_has_nothing_better() -> None:
    record = blunder()
    match = Match.of(ELYSIUM, ELYSIUM.position(record["position"]))
    match.play("transfer zeus.hercules")
    while not match.over:
        match.play(match.options()[0])
    analysis = analyse(match.record(), iterations=32)
    assert analysis.decisions[0].better is None
    assert analysis.accounts[1].mistakes == 0


def by_token(points: int) -> Match:
    """A game in which the token was worth this many points: 1 before it, so one more is a tie."""
    return next(match for match in map(token, range(40)) if match.scores()[0]["total"] == 1 + points)


@pytest.mark.parametrize(("points", "end", "luck"), [(2, 1.0, 0.417), (1, 0.5, -0.083), (-1, 0.0, -0.583)])
def test_a_draw_that_decides_is_luck(points: int, end: float, luck: float) -> None:
    """Of 12 tokens 5 win and 4 tie: on average the answer wins 58.3 %."""
    analysis = analyse(by_token(points).record(), iterations=960)
    adds_up(analysis)
    taken = analysis.decisions[0]
    account = analysis.accounts[0]
    assert taken.drew
    assert account.end == end
    assert account.luck == pytest.approx(luck, abs=0.15)
    assert account.luck_band[0] < account.luck < account.luck_band[1]
    assert taken.by_chance or points == 1


@pytest.mark.parametrize(("lines", "t"), [(2, 12.706), (3, 4.303), (4, 3.182), (12, 2.201), (60, 2.001), (1000, 1.962)])
def test_bands_are_wider_for_few_lines(lines: int, t: float) -> None:
    assert t - 0.001 <= errors_in_band(lines) <= 1.015 * t


def test_luck_is_nothing_on_average() -> None:
    found = [analyse(token(seed).record(), iterations=64, seed=seed).accounts[0].luck for seed in range(40)]
    assert abs(statistics.fmean(found)) < 0.15
    assert max(found) > 0.3 > -0.3 > min(found)


def test_draws_that_a_position_prescribes_are_no_luck() -> None:
    position = token(0).record()["position"] | {"supply": ["thunderbolt"], "draws": ["TT52"]}
    match = Match.of(EPHYRAN, EPHYRAN.position(position))
    match.play("support athena-token ts03")
    match.play("draw pile")
    analysis = analyse(match.record(), iterations=32)
    assert [account.luck for account in analysis.accounts] == [0, 0]


def test_the_same_numbers_in_any_number_of_processes() -> None:
    record = ending("ephyran", 2, 5)
    alone = analyse(record, iterations=16)
    assert analyse(json.dumps(record), iterations=16, jobs=2) == alone
    assert analyse(record, iterations=16, seed=2) != alone


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    analyse(token(0).record(), iterations=1, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_everything_goes_into_json() -> None:
    analysis = analyse(blunder(), iterations=16)
    found = json.loads(json.dumps(analysis.as_dict()))
    assert found["decisions"][0]["better"]["label"] == "transfer zeus.hercules"
    assert found["accounts"][0]["score"]["total"] == 20


@pytest.mark.parametrize(
    ("record", "wrong", "message"),
    [
        (beginning("elysium", 2, 0), {}, "no moves"),
        (blunder(), {"iterations": 0}, "iterations must be at least 1, not 0"),
        (blunder(), {"jobs": -1}, "jobs must be at least 1, not -1"),
    ],
)
def test_what_makes_no_sense(record: dict[str, Any], wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        analyse(record, **wrong)


def test_no_record() -> None:
    with pytest.raises(pediment.RecordError):
        analyse(blunder() | {"rules": "0"})


def test_the_onlooker_changes_nothing_and_sees_no_draw_to_come() -> None:
    state = ELYSIUM.new(seats=2, seed=3)
    before = ELYSIUM.digest(state)
    onlooker = Evaluator(ELYSIUM, 1, 2)
    seen = onlooker.look(state)
    assert ELYSIUM.digest(state) == before
    other = state.clone()
    other.rng.getrandbits(64)
    assert onlooker.look(other) == seen
