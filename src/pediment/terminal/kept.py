"""Games at this keyboard, kept move by move, so that a closed window loses nothing."""

from __future__ import annotations

import json
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pediment.bots import Bot, make
from pediment.core.match import Match
from pediment.core.rng import Stream, stream

FORMAT: Final = "pediment-game-1"
HUMAN: Final = "human"
MOST_RUNNING: Final = 50
"""Games that were left; beyond this many the oldest goes."""
MOST_FINISHED: Final = 20
"""Records of games that were played to their end."""


def home() -> Path:
    """The user's folder for data, where the server keeps its tables too."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pediment"


@dataclass
class Player:
    """Who sits at a seat: a human or a bot by its name, and what they are called at the table."""

    player: str = HUMAN
    name: str = ""
    seed: int = 0
    """Of a bot: with it the bot has the same habits in every sitting of the game."""

    def sit_down(self, state: int | None = None) -> Bot | None:
        """The bot, its random stream as it was left; None for a human. Raises ValueError."""
        if self.player == HUMAN:
            return None
        bot = make(self.player, self.seed)
        if state is not None:
            bot.stream = Stream(state)
        return bot


def bot_seeds(seed: int, seats: int) -> list[int]:
    """A seed for the bot of each seat, from which that of the game cannot be told."""
    return [stream(seed, f"player {seat}").getrandbits(32) for seat in range(seats)]


class Kept:
    """A game in a file of its own, written after every move."""

    def __init__(self, players: list[Player], file: Path | None = None) -> None:
        self.players = players
        self.file = file or home() / "games" / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.json"
        self.streams: list[int | None] = [None] * len(players)
        self.record: dict[str, Any] = {}

    @classmethod
    def read(cls, file: Path) -> Kept | None:
        """The game in a file; None if it is not one."""
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            if found["format"] != FORMAT:
                return None
            kept = cls([Player(**fields) for fields in found["players"]], file)
            kept.streams = [None if state is None else int(state) for state in found["streams"]]
            kept.record = dict(found["record"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return kept

    def write(self, match: Match, bots: list[Bot | None]) -> None:
        """Keep the game as it stands; a finished one as its record alone, for `pediment replay`. Raises OSError."""
        self.streams = [None if bot is None else bot.stream.state for bot in bots]
        self.record = match.record()
        fresh = not self.file.exists()
        if match.over:
            before, self.file = self.file, home() / "records" / self.file.name
            _write(self.file, self.record)
            before.unlink(missing_ok=True)
            _prune(self.file.parent, MOST_FINISHED)
            return
        players = [vars(player) for player in self.players]
        _write(self.file, {"format": FORMAT, "players": players, "streams": self.streams, "record": self.record})
        if fresh:
            _prune(self.file.parent, MOST_RUNNING)


def running(game: str | None = None) -> list[Kept]:
    """The games that were left before their end, the newest first; only those of one game if it is named."""
    found = filter(None, map(Kept.read, _newest(home() / "games")))
    return [kept for kept in found if game in (None, kept.record.get("game"))]


def _newest(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"), key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def _prune(folder: Path, most: int) -> None:
    for file in _newest(folder)[most:]:
        file.unlink(missing_ok=True)


def _write(file: Path, value: dict[str, Any]) -> None:
    """Write a file so that after a crash, of the program or the machine, it is the old one or the new one, whole."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
        json.dump(value, out, ensure_ascii=False)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
    if os.name == "posix":
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
