"""Short games to analyse."""

from __future__ import annotations

from typing import Any, Final

import pediment
from pediment.core.match import Match

ELYSIUM: Final = pediment.game("elysium")
EPHYRAN: Final = pediment.game("ephyran")


def ending(name: str, seats: int, moves: int) -> dict[str, Any]:
    """The record of the last moves of a game that was played at random."""
    game = pediment.game(name)
    last = game.new(seats=seats, seed=seats)
    game.play_out(last, seats)
    state = game.rewind(last)
    for action in last.actions[:-moves]:
        game.apply(state, action)
    match = Match.of(game, game.position(game.describe(state)))
    actions = iter(last.actions[-moves:])
    while not match.over:  # chance may differ
        action = next(actions, None)
        match.play(action if action is not None and action in match.state.legal else match.options()[0])
    return match.record()


def beginning(name: str, seats: int, moves: int) -> dict[str, Any]:
    """The record of the first moves of a game, everybody taking the first answer."""
    match = Match(pediment.game(name), seats=seats, seed=7)
    for _ in range(moves):
        match.play(match.options()[0])
    return match.record()


def blunder() -> dict[str, Any]:
    """The second player ends the game 19 to 20, where a transfer would have completed a Legend."""
    seats = [
        {"vp": 20, "gold": 0},
        {"vp": 16, "gold": 6, "quest": 1, "elysium": [["zeus.alliance", "zeus.triumph"]], "domain": ["zeus.hercules"]},
    ]
    match = Match.of(ELYSIUM, ELYSIUM.position({"epoch": 5, "phase": "transfers", "to_move": 1, "seats": seats}))
    match.play("stop")
    return match.record()


def token(seed: int) -> Match:
    """The last turn of a game that a token from the supply decides: 1 to 2 before it."""
    position = {
        "seats": [
            {"god": "gaia", "hand": ["TS03"], "territories": {"poseidon": {"areas": ["TT01a"]}}},
            {"god": "poseidon", "hand": [], "territories": {"gaia": {"areas": ["TT22a", "TT50a"]}}},
        ],
        "athena": 1, "to_move": 0, "last_round": True, "first_discard": ["TT48"], "seed": seed,
    }  # fmt: skip
    match = Match.of(EPHYRAN, EPHYRAN.position(position))
    match.play("support athena-token ts03")
    match.play("draw pile")
    assert match.over
    return match
