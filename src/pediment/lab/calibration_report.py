"""Editions held against facts, in words."""

from __future__ import annotations

from typing import Any

import pediment
from pediment.command.bot_names import display_name
from pediment.core.game import Game
from pediment.lab.calibration import Calibrated, Told
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.report import Cell, Report, Table


def report(found: Calibrated, game: Game[Any], language: str, *, everything: bool = False) -> Report:
    """How far the facts are, whether another edition is nearer, what is pinned down and what is open."""
    say = TEXTS.section(language, "calibrate")
    pinned = [one for one in found.values if one.pinned]
    shown = found.values if everything else pinned
    parts: list[Table | list[str]] = [_facts(found, language), sentences(found, language)]
    if shown:
        titles = [say[word] for word in ("value", "standard", "nearest", "agreeing", "shares", "p", "by")]
        rows = [_row(one, found, language) for one in shown]
        parts.append(Table(say["values" if everything else "pinned"], titles, rows))
    title = TEXTS.say(
        language,
        "calibrate.title",
        game=pediment.kit(game.name).title,
        trials=found.trials,
        facts=len(found.facts),
        deals=found.deals,
        bot=display_name(found.bot, language),
        seed=found.seed,
    )
    return Report(title, "", parts, say["note"])


def sentences(found: Calibrated, language: str) -> list[str]:
    """The verdict, and what the facts leave open."""
    fresh = found.fresh
    figures = {
        name: number(getattr(fresh, name), language) for name in ("standard", "nearest", "nearer", "low", "high")
    }
    open_values = [one.name for one in found.values if not one.pinned]
    pinned = [one.name for one in found.values if one.pinned]
    lines = [
        TEXTS.say(language, "calibrate.fresh", deals=fresh.deals, **figures),
        TEXTS.say(language, "calibrate.better" if found.better else "calibrate.no-better"),
        TEXTS.say(language, "calibrate.even", even=found.even, n=number(found.editions, language)),
    ]
    for key, names in (("are-pinned", pinned), ("are-open", open_values)):
        if names:
            lines.append(TEXTS.say(language, f"calibrate.{key}", values=", ".join(names)))
    return lines


def _facts(found: Calibrated, language: str) -> Table:
    say = TEXTS.section(language, "calibrate")
    rows = []
    for fact in found.facts:
        text = f"{fact.text[language]} ({fact.source[language]})"
        rows.append([Cell(text[0].upper() + text[1:]), *_distances(found, fact.name, language)])
    both = (found.standard.distance, found.nearest.distance)
    rows.append([Cell(say["sum"]), *(Cell(number(n, language), n) for n in both)])
    return Table(say["facts"], [say["fact"], say["standard"], say["nearest"]], rows)


def _distances(found: Calibrated, fact: str, language: str) -> list[Cell]:
    both = (found.standard.tensions[fact], found.nearest.tensions[fact])
    return [Cell(number(n, language), n) for n in both]


def _row(one: Told, found: Calibrated, language: str) -> list[Cell]:
    shares = ", ".join(
        f"{choice}\N{NO-BREAK SPACE}{percent(share, language, 0)}"
        for choice, share in zip(one.choices, one.shares, strict=True)
    )
    fact = next(fact.name for fact in found.facts if fact.name == one.fact)
    return [
        Cell(one.name),
        Cell(str(one.standard)),
        Cell(str(one.nearest)),
        Cell(f"{one.low} – {one.high}"),
        Cell(shares),
        Cell(number(one.p, language, 3), one.p),
        Cell(fact),
    ]
