"""Where the commands print."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console


class Screen(Console):
    """A console without markup; into a file or a pipe, it writes no blanks at the ends of lines."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(highlight=False, markup=False, stderr=stderr)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as `rich.console.Console.print` does."""
        if self.is_terminal:
            super().print(*objects, **options)
            return
        with self.capture() as printed:
            super().print(*objects, **options)
        self.file.write(re.sub(r"[ \t]+$", "", printed.get(), flags=re.MULTILINE))
        self.file.flush()  # a server goes on for days after it has said where it is
