"""What Elysium offers to the rest of the product."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pediment.core.kit import Kit

KIT: Final = Kit(
    name="elysium",
    title="Elysium",
    engine="pediment.games.elysium.game:GAME",
    beginner={"families": "first-game"},
    sets="families",
    finished={"phase": "over"},
    running=frozenset(("phase", "to_move", "epoch", "agora", "oracle", "played", "draws")),
    terminal_board="pediment.games.elysium.ui.board:ElysiumBoard",
    card_reader="pediment.games.elysium.ui.cards:ElysiumLibrary",
    picture="pediment.games.elysium.ui.picture:draw",
    ending="pediment.games.elysium.ui.picture:draw_seat",
    lesson=Path(__file__).parent / "ui" / "lesson.toml",
    puzzles=Path(__file__).parent / "data" / "puzzles.jsonl",
    studies=Path(__file__).parent / "data" / "studies.json",
    ratings=Path(__file__).parent / "data" / "ratings.json",
    calibration="pediment.games.elysium.calibration:CALIBRATION",
    overlooked={"shepherd": 75, "potter": 55, "merchant": 30},
    trainer="pediment.games.elysium.training:TRAINER",
    most_outcomes="pediment.games.elysium.io.observation:DECK",
    most_draws=2000,  # powers may draw again and again; random games draw up to 120 times
)
