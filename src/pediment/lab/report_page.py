"""A study as one HTML page that needs no other file and asks for nothing from anywhere; its tables sort."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from pathlib import Path
from typing import Final

import pediment
from pediment.lab.formatting import TEXTS
from pediment.lab.report import Cell, Drawing, Interval, Report, Table

HERE: Final = Path(__file__).parent
WIDTH: Final = 120
HEIGHT: Final = 14
"""Of a drawn interval, in units of its own."""
MARGIN: Final = 4


def page(report: Report, language: str) -> str:
    """The whole page."""
    script, style = ((HERE / f"report_page.{kind}").read_text(encoding="utf-8").strip() for kind in ("js", "css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    parts = "\n".join(map(_part, report.parts))
    made = TEXTS.say(language, "report.made", version=pediment.__version__)
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{escape(report.title)}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{escape(report.title)}</h1>
<p>{escape(report.lead)}</p>
{parts}
</main>
<footer>
<p>{escape(report.note)}</p>
<p>{escape(made)}</p>
</footer>
<script>{script}</script>
</body>
</html>
"""


def _part(part: Table | Drawing | list[str]) -> str:
    if isinstance(part, Table):
        return _table(part)
    if isinstance(part, Drawing):
        return f"<section>\n<h2>{escape(part.heading)}</h2>\n{part.svg}\n</section>"
    return "\n".join(f"<p>{escape(line)}</p>" for line in part)


def _table(table: Table) -> str:
    scales = [_scale([row[column] for row in table.rows]) for column in range(len(table.titles))]
    head = "".join(f'<th scope="col"><button type="button">{escape(title)}</button></th>' for title in table.titles)
    body = "\n".join(_row(row, table.titles, scales) for row in table.rows)
    return f"""<section>
<h2>{escape(table.heading)}</h2>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table>
</section>"""


def _row(row: list[Cell], titles: list[str], scales: list[tuple[float, float]]) -> str:
    first, *others = row
    found = [f'<th scope="row">{escape(first.text)}</th>']
    for cell, title, scale in zip(others, titles[1:], scales[1:], strict=True):
        value = "" if cell.value is None else f' data-value="{cell.value:.6g}"'
        drawn = _drawing(cell, cell.interval, scale) if cell.interval else ""
        found.append(f'<td data-title="{escape(title)}"{value}>{escape(cell.text)}{drawn}</td>')
    return f"<tr>{''.join(found)}</tr>"


def _scale(cells: list[Cell]) -> tuple[float, float]:
    """From where to where the intervals of a column reach, with what would be nothing."""
    intervals = [cell.interval for cell in cells if cell.interval]
    ends = [end for one in intervals for end in (one.low, one.high, one.nothing)]
    return (min(ends), max(ends)) if ends else (0.0, 0.0)


def _drawing(cell: Cell, interval: Interval, scale: tuple[float, float]) -> str:
    """A line for the interval, a dot for the value, and a thin line where nothing would be; the text says the same."""
    low, high = scale
    room = (WIDTH - 2 * MARGIN) / (high - low or 1)

    def at(n: float) -> str:
        return f"{MARGIN + (n - low) * room:.1f}"

    middle = HEIGHT / 2
    clear = "" if interval.low <= interval.nothing <= interval.high else ' class="clear"'
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"{clear}>'
        f'<line class="nothing" x1="{at(interval.nothing)}" y1="0" x2="{at(interval.nothing)}" y2="{HEIGHT}"/>'
        f'<line x1="{at(interval.low)}" y1="{middle:g}" x2="{at(interval.high)}" y2="{middle:g}"/>'
        f'<circle cx="{at(cell.value or 0)}" cy="{middle:g}" r="3"/></svg>'
    )
