"""The frozen judge of Ephyran, from policy to estimate: what it answers is what it answered when it was frozen."""

from __future__ import annotations

import hashlib

import pytest

import pediment
from pediment.core.engine.rng import stream
from pediment.games.ephyran.ai.former.estimate import estimate
from pediment.games.ephyran.ai.former.judge import EphyranJudge

GAMES = 10
ANSWERS = {2: "70e030a00157f4ec", 3: "aebf2bd92d925ea6", 4: "de2bd39c14bccbe7"}
"""By number of seats, a hash of all answers of its policy in games of its own."""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_still_answers_as_it_did(seats: int) -> None:
    game = pediment.game("ephyran")
    judge = EphyranJudge()
    found = hashlib.sha256()
    for seed in range(GAMES):
        state = game.new(seats=seats, seed=seed)
        rng = stream(seed, "former")
        while (seat := game.to_move(state)) != pediment.OVER:
            assert len(judge.sights(state)) == len(game.legal(state))
            assert judge.spread(state) > 0
            action = judge.policy.choose(state, rng)
            found.update(f"{game.label(state, action)} {estimate(state, seat):.6f}\n".encode())
            game.apply(state, action)
        assert sum(judge.values(judge.chances(state, judge.standings(state)), judge.standings(state))) == pytest.approx(
            1
        )
        assert judge.standings(state) == [float(total) for total in game.totals(state)]
    assert found.hexdigest()[:16] == ANSWERS[seats]
