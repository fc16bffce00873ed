"""A comparison as sentences and tables for the terminal."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console
from rich.text import Text

import pediment
from pediment.command.bot_names import display_name
from pediment.command.layout import FoldingTable
from pediment.core.game import Game
from pediment.lab.comparison import Comparison, Finding, Measure
from pediment.lab.formatting import TEXTS, number, percent, signed
from pediment.lab.paired import Estimate

MAX_CHANGES: Final = 8
"""Values in which editions differ that are listed one by one."""
MAX_SENTENCES: Final = 5
SHARES: Final = ("start-wins", "shared", "bot-wins")
"""Measures that are shares of games."""


def show(found: Comparison, game: Game[Any], console: Console, language: str, *, everything: bool = False) -> None:
    """Print the comparison: what was changed, whole games, what is clearly different or everything that happens."""
    say = TEXTS.section(language, "compare")
    console.print(Text(title(found, language), "bold"), Text(changes(found, language)), "", sep="\n")
    console.print(Text(f"{say['measures']}\n", "bold"), _measures(found, language), "", sep="")
    clear = [one for one in found.findings if one.points_stand_out or one.frequency_stands_out]
    for one in clear[:MAX_SENTENCES]:
        console.print(Text(sentence(one, game, language)))
    if not clear:
        console.print(say["nothing"])
    shown = found.findings if everything else clear
    if shown:
        heading = say["everything" if everything else "findings"]
        console.print("", Text(f"{heading}\n", "bold"), sep="\n", end="")
        console.print(_findings(shown, game, language))
    console.print("", Text(say["note"], "dim"), sep="\n")


def title(found: Comparison, language: str) -> str:
    """What was compared: "Elysium: standard (A) and box.toml (B) on the same 1000 deals, …"."""
    return TEXTS.say(
        language,
        "compare.title",
        game=pediment.kit(found.game).title,
        a=display_name(found.a.name, language),
        b=display_name(found.b.name, language),
        deals=found.deals,
        seats=found.seats,
        bots=", ".join(display_name(bot, language) for bot in found.bots),
        seed=found.seed,
    )


def changes(found: Comparison, language: str) -> str:
    """The values in which the two differ, in a sentence."""
    if not found.changes:
        return TEXTS.say(language, "compare.no-changes")
    listed = found.changes[:MAX_CHANGES]
    if more := len(found.changes) - len(listed):
        listed = [*listed, TEXTS.say(language, "compare.more-changes", n=more)]
    return TEXTS.say(language, "compare.changes", changes=", ".join(listed))


def sentence(one: Finding, game: Game[Any], language: str) -> str:
    """A finding in words: "Taking Quest 2: +2.0 points (1.8 to 2.2) each time, …; 18% more often (12% to 25%)."."""
    what = thing(one, game, language)
    params = {"what": what[0].upper() + what[1:], "often": _often(one, language)}
    if one.points is None or not one.points_stand_out:
        return TEXTS.say(language, "compare.and-often", **params)
    points, low, high = (signed(n, language) for n in (one.points.value, one.points.low, one.points.high))
    return TEXTS.say(language, "compare.and-points", **params, points=points, low=low, high=high)


def _often(one: Finding, language: str) -> str:
    often = one.frequency
    if often is None or not one.frequency_stands_out:
        return TEXTS.say(language, "compare.once" if often is None else "compare.as-often")
    more = (often.value - 1, often.low - 1, often.high - 1)
    key = "often"
    if often.value < 1:
        more, key = (1 - often.value, 1 - often.high, 1 - often.low), "seldom"
    middle, low, high = (percent(share, language, 0) for share in more)
    return TEXTS.say(language, f"compare.{key}", percent=middle, low=low, high=high)


def thing(one: Finding, game: Game[Any], language: str) -> str:
    """What happens, in words: "taking Quest 2"."""
    return TEXTS.say(language, f"things.{one.event}", name=_name(one.about, game, language))


def _name(about: str, game: Game[Any], language: str) -> str:
    """A card by its name, a word of the game in its language, anything else as it is."""
    if about in game.cards():
        return str(game.card(about, language)["name"])
    return game.texts.find(language, f"words.{about}", about)


def _measures(found: Comparison, language: str) -> FoldingTable:
    say = TEXTS.section(language, "compare")
    names = TEXTS.section(language, "measures")
    table = FoldingTable(*(say[word] for word in ("measure", "a", "b", "difference", "interval")))
    for one in found.measures:
        table.add_row(names[one.name], *_cells(one, language))
    return table


def _cells(one: Measure, language: str) -> tuple[str, ...]:
    factor, unit = (100, percent) if one.name in SHARES else (1, number)
    more = one.difference
    bounds = " – ".join(signed(factor * n, language) for n in (more.low, more.high))
    means = (unit(n, language).replace("-", "−") for n in (one.a, one.b))
    return *means, signed(factor * more.value, language), bounds


def _findings(findings: list[Finding], game: Game[Any], language: str) -> FoldingTable:
    say = TEXTS.section(language, "compare")
    titles = (say[word] for word in ("thing", "a", "b", "times", "interval", "points", "interval"))
    table = FoldingTable(*titles, prose=(0,))
    for one in findings:
        table.add_row(
            thing(one, game, language),
            number(one.a, language, 2),
            number(one.b, language, 2),
            *_estimate(one.frequency, lambda n: number(n, language, 2)),
            *_estimate(one.points, lambda n: signed(n, language)),
        )
    return table


def _estimate(one: Estimate | None, write: Any) -> tuple[str, str]:
    return ("", "") if one is None else (write(one.value), f"{write(one.low)} – {write(one.high)}")
