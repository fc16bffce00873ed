"""A study as sentences and tables, and how the terminal shows it; `report_page` makes a page of the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from pediment.command.layout import FoldingTable
from pediment.lab.findings import Estimate


@dataclass(frozen=True)
class Cell:
    """A cell of a table: its text, the number by which a page sorts it, and the interval that a page draws."""

    text: str
    value: float | None = None
    interval: Interval | None = None


@dataclass(frozen=True)
class Interval:
    """From where to where a value may lie, and where it would be if there were nothing."""

    low: float
    high: float
    nothing: float


@dataclass(frozen=True)
class Table:
    """Titles and rows; the first cell of a row says what it is about."""

    heading: str
    titles: list[str]
    rows: list[list[Cell]]


@dataclass(frozen=True)
class Drawing:
    """A picture that only a page shows: what it says is in a table, too."""

    heading: str
    svg: str


@dataclass(frozen=True)
class Report:
    """A study in one language: what was studied, then sentences and tables in their order, and how to read them."""

    title: str
    lead: str
    parts: Sequence[Table | Drawing | list[str]]
    note: str


def show(report: Report, console: Console) -> None:
    """Print a report; nothing in it is cut, however narrow the terminal is."""
    console.print(Text(report.title, "bold"))
    if report.lead:
        console.print(Text(report.lead))
    for part in report.parts:
        if isinstance(part, Drawing):
            continue
        console.print()
        if isinstance(part, Table):
            table = FoldingTable(*part.titles, prose=(0,))
            for row in part.rows:
                table.add_row(*(cell.text for cell in row))
            console.print(Text(f"{part.heading}\n", "bold"), table, sep="")
        else:
            for line in part:
                console.print(Text(line))
    console.print("", Text(report.note, "dim"), sep="\n")


def cells(estimate: Estimate | None, write: Callable[[float], str], nothing: float = 0) -> list[Cell]:
    """An estimate in two cells: the value, and the interval around it; both are empty if nothing is known."""
    if estimate is None:
        return [Cell(""), Cell("")]
    bounds = f"{write(estimate.low)} – {write(estimate.high)}"
    interval = Interval(estimate.low, estimate.high, nothing)
    return [Cell(write(estimate.value), estimate.value), Cell(bounds, estimate.value, interval)]
