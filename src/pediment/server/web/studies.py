"""The shipped studies of the lab over HTTP, as sentences and tables in the language of whoever asks."""

from __future__ import annotations

import logging
from functools import cache

import pediment
from pediment.lab import balance_report, card_worth_report
from pediment.lab.report import Cell, Drawing, Report, Table
from pediment.lab.shipped import Studies, shipped
from pediment.server.structured_log import log
from pediment.server.web import bodies


@cache
def studies(name: str) -> Studies | None:
    """The studies of a game. Those that cannot be read are left out, and the log says why."""
    try:
        return shipped(name)
    except (OSError, ValueError) as error:
        log("studies left out", level=logging.ERROR, game=name, error=error)
        return None


@cache
def shown(name: str, language: str) -> list[bodies.Study]:
    """All studies of a game; none for a game without."""
    found, game = studies(name), pediment.game(name)
    if found is None:
        return []
    reports = [(one, card_worth_report.report(one, game, language, everything=True)) for one in found.cards]
    balance = [(one, balance_report.report(one, game, language, everything=True)) for one in found.balance]
    return [
        bodies.Study(about, one.seats, one.rules, found.version, told.title, _parts(told), told.note)
        for about, studied in (("cards", reports), ("balance", balance))
        for one, told in studied
    ]


def _parts(report: Report) -> list[bodies.StudyPart]:
    """Drawings are left out: what they say is in a table, too."""
    return [_part(part) for part in report.parts if not isinstance(part, Drawing)]


def _part(part: Table | list[str]) -> bodies.StudyPart:
    if isinstance(part, Table):
        return bodies.StudyPart(part.heading, part.titles, [[_cell(cell) for cell in row] for row in part.rows], [])
    return bodies.StudyPart("", [], [], part)


def _cell(cell: Cell) -> bodies.StudyCell:
    among = cell.interval
    interval = None if among is None else (among.low, among.high, among.nothing)
    return bodies.StudyCell(cell.text, cell.value, interval)
