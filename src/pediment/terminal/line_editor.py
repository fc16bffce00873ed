"""Line editing with completion and a history for this sitting, where Python has readline."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Callable
from typing import Any

from pediment.core.texts import plain


class LineEditor:
    """What Tab offers; without a terminal or without readline it does nothing."""

    def __init__(self, candidates: Callable[[str], list[str]]) -> None:
        """`candidates` gets what was typed so far, and returns lines that it may become."""
        self.candidates = candidates
        self.found: list[str] = []
        self.readline: Any = None
        if sys.stdin.isatty():
            try:
                self.readline = importlib.import_module("readline")
            except ImportError:
                return
            self.readline.set_auto_history(False)  # only answers are worth finding again, not file names or Enter
            self.readline.set_completer_delims("")
            self.readline.set_completer(self._complete)
            edits = "libedit" in (self.readline.__doc__ or "")
            self.readline.parse_and_bind("bind ^I rl_complete" if edits else "tab: complete")

    def _complete(self, typed: str, n: int) -> str | None:
        """The nth line that the typed one may become, as readline asks for them."""
        if n == 0:
            wanted = plain(typed)
            signs = typed[: len(typed) - len(typed.lstrip("? "))]
            self.found = [
                line for line in self.candidates(typed) if plain(line).startswith(wanted) and line.startswith(signs)
            ]
        return self.found[n] if n < len(self.found) else None

    def drop_typed(self) -> None:
        """Drop what was typed before the question was shown: it cannot be an answer to it."""
        if self.readline:
            termios = importlib.import_module("termios")  # wherever there is readline
            termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def remember(self, line: str) -> None:
        """An answer that the arrow keys bring back."""
        if self.readline and line:
            with contextlib.suppress(UnicodeEncodeError):  # what the terminal's signs do not have is not brought back
                self.readline.add_history(line)

    def forget(self) -> None:
        """The next player must not see what was typed: it tells of hidden cards."""
        if self.readline:
            self.readline.clear_history()
