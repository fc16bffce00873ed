"""Games at this keyboard, kept move by move, so that a closed window loses nothing."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pediment.bots import Bot, make
from pediment.command import files
from pediment.core.engine.rng import Stream, stream
from pediment.core.match import Match

if sys.platform != "win32":
    import fcntl

FORMAT: Final = "pediment-game-1"
HUMAN: Final = "human"
MAX_UNFINISHED_GAMES: Final = 50
"""Games that were left; beyond this many the oldest goes."""
MAX_FINISHED_GAMES: Final = 20
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


def with_names(record: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """A record with the names of the players, if any has one."""
    return record | {"names": names} if any(names) else record


def bot_seeds(seed: int, seats: int) -> list[int]:
    """A seed for the bot of each seat, from which that of the game cannot be told."""
    return [stream(seed, f"player {seat}").getrandbits(32) for seat in range(seats)]


class SavedGame:
    """A game in a file of its own, written after every move.

    The file is locked from the first move, or from `resume`, until `close` or the end of the process, however it ends.
    """

    def __init__(self, players: list[Player], file: Path | None = None) -> None:
        self.players = players
        self.file = file or home() / "games" / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.json"
        self.streams: list[int | None] = [None] * len(players)
        self.record: dict[str, Any] = {}
        self.left = 0.0  # when the file was last written
        self._lock: int | None = None  # the file, open and locked

    @classmethod
    def resume(cls, file: Path) -> SavedGame | None:
        """The game in a file, for this window alone; None if it is no longer there.

        Raises BlockingIOError if another window has it open.
        """
        lock = _open_locked(file)
        saved = cls.read(file)
        if saved is None:
            _close(lock)
        else:
            saved._lock = lock
        return saved

    @classmethod
    def read(cls, file: Path) -> SavedGame | None:
        """The game in a file; None if it is not one."""
        try:
            found = json.loads(file.read_text(encoding="utf-8"))
            if found["format"] != FORMAT:
                return None
            saved = cls([Player(**fields) for fields in found["players"]], file)
            saved.streams = [None if state is None else int(state) for state in found["streams"]]
            saved.record = dict(found["record"])
            if not (isinstance(saved.record["game"], str) and isinstance(saved.record["actions"], list)):
                return None
            saved.left = file.stat().st_mtime
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None
        return saved

    def write(self, match: Match, bots: list[Bot | None]) -> None:
        """Keep the game as it stands; a finished one as its record alone, for `pediment replay`. Raises OSError."""
        self.streams = [None if bot is None else bot.stream.state for bot in bots]
        self.record = match.record()
        fresh = not self.file.exists()
        if match.over:
            before, self.file = self.file, home() / "records" / self.file.name
            _close(_write(self.file, with_names(self.record, [player.name for player in self.players])))
            before.unlink(missing_ok=True)
            self.close()
            _prune(self.file.parent, MAX_FINISHED_GAMES)
            return
        players = [vars(player) for player in self.players]
        lock = _write(self.file, {"format": FORMAT, "players": players, "streams": self.streams, "record": self.record})
        self.close()
        self._lock = lock
        if fresh:
            _prune(self.file.parent, MAX_UNFINISHED_GAMES)

    def close(self) -> None:
        """Other windows may resume the game."""
        _close(self._lock)
        self._lock = None


def unfinished_games(game: str | None = None) -> list[SavedGame]:
    """The games that were left before their end, the newest first; only those of one game if it is named."""
    found = filter(None, map(SavedGame.read, _newest(home() / "games")))
    return [saved for saved in found if game in (None, saved.record.get("game"))]


def _newest(folder: Path) -> list[Path]:
    found = []
    for file in folder.glob("*.json"):
        with contextlib.suppress(OSError):  # another window has finished or pruned it since
            found.append((file.stat().st_mtime_ns, file.name, file))
    return [file for _, _, file in sorted(found, reverse=True)]


def _prune(folder: Path, most: int) -> None:
    for file in _newest(folder)[most:]:
        file.unlink(missing_ok=True)


def _write(file: Path, value: dict[str, Any]) -> int | None:
    """Write a file whole, and return it open and locked: nobody else finds it before it is. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lock: int | None = None
    try:
        with files.replacing(file, 0o600) as out:
            out.write(json.dumps(value, ensure_ascii=False).encode())
            lock = _locked(os.dup(out.fileno()))
    except OSError:
        _close(lock)
        raise
    return lock


def _open_locked(file: Path) -> int | None:
    """A file, open and locked; None if it is gone or cannot be locked. Raises BlockingIOError."""
    while True:
        try:
            lock = _locked(os.open(file, os.O_RDWR))
        except BlockingIOError:
            raise
        except OSError:
            return None
        if lock is None:
            return None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(lock), file.stat()):
                return lock
        os.close(lock)  # another window has just replaced or removed it


def _locked(descriptor: int) -> int | None:
    """The same open file, locked; where there are no such locks it is closed instead. Raises BlockingIOError."""
    try:
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
    except BlockingIOError:
        os.close(descriptor)
        raise
    except OSError:  # some network drives
        pass
    os.close(descriptor)
    return None


def _close(lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
