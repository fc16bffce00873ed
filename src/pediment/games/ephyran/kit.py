"""What Ephyran offers to the rest of the product."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pediment.core.kit import Kit

KIT: Final = Kit(
    name="ephyran",
    title="Ephyran",
    engine="pediment.games.ephyran.game:GAME",
    hands_hidden=True,
    finished={"over": True},
    running=frozenset(("to_move", "played", "over", "last_round", "athena", "draws")),
    terminal_board="pediment.games.ephyran.ui.board:EphyranBoard",
    card_reader="pediment.games.ephyran.ui.cards:EphyranLibrary",
    picture="pediment.games.ephyran.ui.picture:draw",
    ending="pediment.games.ephyran.ui.picture:draw_seat",
    lesson=Path(__file__).parent / "ui" / "lesson.toml",
    puzzles=Path(__file__).parent / "data" / "puzzles.jsonl",
    studies=Path(__file__).parent / "data" / "studies.json",
    ratings=Path(__file__).parent / "data" / "ratings.json",
    trainer="pediment.games.ephyran.training:TRAINER",
    overlooked={"shepherd": 55, "potter": 35, "merchant": 12},
    iterations={"strategist": 4000},
    most_outcomes=104,
    most_draws=103 + 12 + 4 + 1,  # the pile of 104 but for its last card, 12 tokens, four gods and the first player
)
