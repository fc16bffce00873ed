"""How a training went, as a page with curves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pediment
from pediment.lab import plots
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.report import Cell, Drawing, Report, Table
from pediment.lab.report_page import page


def write(folder: Path, language: str) -> None:
    """Write `progress.html` beside the `progress.jsonl` of a training. Raises OSError."""
    settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    events = [json.loads(line) for line in (folder / "progress.jsonl").read_text(encoding="utf-8").splitlines()]
    text = page(report(settings, events, language), language)
    (folder / "progress.html").write_text(text, encoding="utf-8")


def report(settings: dict[str, Any], events: list[dict[str, Any]], language: str) -> Report:
    """What was learned and what won, generation by generation."""
    say = TEXTS.section(language, "train-page")
    learned = [event for event in events if event["part"] == "learn"]
    matches = [event for event in events if event["part"] == "match" and event["n"] == event["total"]]
    at = [f"{event['generation']}.{event['n']}" for event in learned]
    curves = {
        say["points"]: [event["points"] ** 0.5 for event in learned],
        say["chances"]: [event["chances"] for event in learned],
    }
    parts: list[Table | Drawing | list[str]] = []
    if learned:
        parts.append(Drawing(say["curves"], plots.curves(at, curves, say["epoch"])))
        parts.append(Table(say["learned"], [say["epoch"], *curves], _losses(at, curves, language)))
    if matches:
        titles = [say["generation"], say["games"], say["share"], say["low"], say["kept"]]
        parts.append(Table(say["matches"], titles, [_match(event, say, language) for event in matches]))
    title = say["title"].format(game=pediment.kit(settings["game"]).title)
    lead = TEXTS.fill(language, say["lead"], **settings)
    return Report(title, lead, parts, say["note"])


def _losses(at: list[str], curves: dict[str, list[float]], language: str) -> list[list[Cell]]:
    values = zip(*curves.values(), strict=True)
    return [
        [Cell(name), *(Cell(number(value, language, 3), value) for value in row)]
        for name, row in zip(at, values, strict=True)
    ]


def _match(event: dict[str, Any], say: dict[str, str], language: str) -> list[Cell]:
    shares = [Cell(percent(max(event[name], 0), language), event[name]) for name in ("share", "low")]
    games = 2 * event["deals"]
    return [
        Cell(str(event["generation"])),
        Cell(str(games), games),
        *shares,
        Cell(say["yes"] if event["wins"] else say["no"]),
    ]
