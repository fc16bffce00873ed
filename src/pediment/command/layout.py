"""Tables and lines that fit any width: where there is no room they fold, and nothing in them is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

GAP_COLUMNS: Final = 2
"""Blanks between two columns."""
MIN_PROSE_LETTERS: Final = 20
"""Letters that a column of sentences needs in order to be read."""
EMPTY_CELLS: Final = ("", "·")
"""Cells that a folded row leaves out."""


STAND_INS: Final = {"\N{NO-BREAK SPACE}": "\ue000", "\N{NARROW NO-BREAK SPACE}": "\ue001"}
"""For rich every space is a place to break a line, even those that are there to prevent it: others stand for them."""
JOINED: Final = str.maketrans(STAND_INS)
PARTED: Final = str.maketrans({sign: space for space, sign in STAND_INS.items()})


def joined(text: Text) -> Text:
    """A text in which rich breaks no line at a no-break space, because a letter stands for it."""
    return _translated(text, JOINED)


def parted(text: Text) -> Text:
    """The same text with its no-break spaces again."""
    return _translated(text, PARTED)


def _translated(text: Text, table: dict[int, str]) -> Text:
    copy = text.copy()
    copy.plain = text.plain.translate(table)
    return copy


class Flow:
    """Texts side by side, broken into lines only between them.

    All lines but the first are indented by `indent`. A text that is longer than a line is broken between its words
    and goes on after `hang` blanks more.
    """

    def __init__(self, texts: Iterable[Text], separator: str = " · ", *, indent: int = 0, hang: int = 0) -> None:
        self.texts = list(texts)
        self.separator = separator
        self.indent = indent
        self.hang = hang

    def lines(self, width: int) -> list[Text]:
        """As many texts on a line as there is room for."""
        gap = self.separator[len(self.separator.rstrip()) :]
        found: list[Text] = []
        line = Text()
        for i, text in enumerate(self.texts):
            piece = text if i == len(self.texts) - 1 else Text.assemble(text, self.separator.rstrip())
            room = width - (self.indent if found else 0)
            if line and line.cell_len + len(gap) + piece.cell_len > room:
                found.append(line)
                line = Text()
            line = Text.assemble(line, gap, piece) if line else piece
        return [*found, line] if line else found

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """On one line if there is room; at least as wide as its longest text."""
        gaps = len(self.separator) * (len(self.texts) - 1)
        widths = [text.cell_len for text in self.texts] or [0]
        return Measurement(max(widths), sum(widths) + gaps).with_maximum(options.max_width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for i, line in enumerate(self.lines(options.max_width)):
            indent = self.indent if i else 0
            room = options.max_width - indent
            parts = map(parted, joined(line).wrap(console, room - self.hang)) if line.cell_len > room else [line]
            for j, part in enumerate(parts):
                part.rstrip()
                yield Padding(part, (0, 0, 0, indent + (self.hang if j else 0)), expand=False)


class ByWidth:
    """Something that is drawn in another way where there is less room; `draw` gets the columns that there are."""

    def __init__(self, draw: Callable[[int], RenderableType]) -> None:
        self.draw = draw

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.draw(options.max_width)


class FoldingTable:
    """A table of figures. Where there is no room for all columns, a row is a paragraph of titles and figures.

    The first `lead` columns say what a row is about. Columns in `prose` hold sentences, which may be broken into lines;
    everything else stays whole. Figures stand at the right of their columns, but for those in `left`.
    """

    def __init__(self, *titles: str, lead: int = 1, prose: tuple[int, ...] = (), left: tuple[int, ...] = (0,)) -> None:
        self.titles = titles
        self.lead = lead
        self.prose = prose
        self.left = left
        self.rows: list[tuple[list[Text], str]] = []

    def add_row(self, *cells: str | Text, style: str = "") -> None:
        """A row; cells that are missing are empty."""
        texts = [cell if isinstance(cell, Text) else Text(cell) for cell in cells]
        self.rows.append((texts + [Text()] * (len(self.titles) - len(texts)), style))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._width() <= options.max_width:
            yield self._table()
            return
        for cells, style in self.rows:
            head = Text(" ").join(cell for cell in cells[: self.lead] if cell.plain)
            indent = GAP_COLUMNS + len(head.plain) - len(head.plain.lstrip())
            yield Flow([Text.assemble(head, style=style or "bold")], hang=indent)
            yield Padding(Flow(self._figures(cells), hang=GAP_COLUMNS), (0, 0, 0, indent), style=style)

    def _width(self) -> int:
        """The columns at which it is a table."""
        widths = [_width(title) for title in self.titles]
        for cells, _ in self.rows:
            widths = [max(width, _width(cell.plain)) for width, cell in zip(widths, cells, strict=True)]
        widths = [min(width, MIN_PROSE_LETTERS) if i in self.prose else width for i, width in enumerate(widths)]
        return sum(widths) + GAP_COLUMNS * (len(widths) - 1)

    def _table(self) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, GAP_COLUMNS, 0, 0), header_style="dim")
        for i, title in enumerate(self.titles):
            justify: Literal["left", "right"] = "left" if i in (*self.prose, *self.left) else "right"
            table.add_column(title, justify=justify, no_wrap=i not in self.prose)
        for cells, style in self.rows:
            table.add_row(*cells, style=style)
        return table

    def _figures(self, cells: list[Text]) -> list[Text]:
        """Every figure of a row behind its title."""
        found = []
        for title, cell in zip(self.titles[self.lead :], cells[self.lead :], strict=True):
            if cell.plain not in EMPTY_CELLS:
                whole = Text(" ").join(cell.split("\n"))
                found.append(Text.assemble((f"{' '.join(title.splitlines())} ".lstrip(), "dim"), whole))
        return found


def _width(text: str) -> int:
    return max(map(len, text.split("\n")), default=0)
