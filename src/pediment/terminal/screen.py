"""Where the commands print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from pediment.command.layout import JOINED, PARTED, joined


class Screen(Console):
    """A console without markup, which breaks no line at a no-break space.

    Into a file or a pipe, it writes no blanks at the ends of lines.
    """

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(highlight=False, markup=False, stderr=stderr)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Render as `rich.console.Console.render` does; all that is printed passes here, text by text."""
        if isinstance(renderable, str) and not renderable.isascii():
            renderable = renderable.translate(JOINED)
        elif isinstance(renderable, Text) and not renderable.plain.isascii():
            renderable = joined(renderable)
        else:
            return super().render(renderable, options)
        segments = super().render(renderable, options)
        return (Segment(text.translate(PARTED), style, control) for text, style, control in segments)

    def print(self, *objects: Any, **options: Any) -> None:
        if self.is_terminal:
            super().print(*objects, **options)
            return
        with self.capture() as printed:
            super().print(*objects, **options)
        self.file.write(re.sub(r"[ \t]+$", "", printed.get(), flags=re.MULTILINE))
        self.file.flush()  # a server goes on for days after it has said where it is
