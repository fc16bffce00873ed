"""A comparison in words."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pediment
from pediment.command.bot_names import display_name
from pediment.core.game import Game
from pediment.lab.comparison import Comparison, Finding, Measure
from pediment.lab.findings import Estimate
from pediment.lab.formatting import TEXTS, number, percent, signed
from pediment.lab.report import Cell, Report, Table, cells

MAX_CHANGES: Final = 8
"""Values in which editions differ that are listed one by one."""
MAX_SENTENCES: Final = 5
SHARES: Final = ("start-wins", "shared", "bot-wins")
"""Measures that are shares of games."""


def report(found: Comparison, game: Game[Any], language: str, *, everything: bool = False) -> Report:
    """What was changed, whole games, what is clearly different, or everything that happens."""
    say = TEXTS.section(language, "compare")
    clear = [one for one in found.findings if one.points_stand_out or one.frequency_stands_out]
    sentences = [sentence(one, game, language) for one in clear[:MAX_SENTENCES]]
    parts: list[Table | list[str]] = [_measures(found, language), sentences or [say["nothing"]]]
    shown = found.findings if everything else clear
    if shown:
        parts.append(_findings(say["everything" if everything else "findings"], shown, game, language))
    return Report(title(found, language), changes(found, language), parts, say["note"])


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
    """A card by its name, and its family if others are called the same; half a card, or a word of the game."""
    if about in game.cards():
        facts = game.card(about, language)
        alike = [card for card in game.cards() if game.card(card, language)["name"] == facts["name"]]
        return f"{facts['name']} ({facts['family_name']})" if len(alike) > 1 else str(facts["name"])
    for card in game.cards():
        if about.startswith(card):
            halves = {half["id"]: half["name"] for half in game.card(card, language).get("halves", [])}
            return str(halves.get(about, about))
    return game.texts.find(language, f"words.{about}", about)


def _measures(found: Comparison, language: str) -> Table:
    say = TEXTS.section(language, "compare")
    titles = [say[word] for word in ("measure", "a", "b", "difference", "interval")]
    return Table(say["measures"], titles, [_measure(one, language) for one in found.measures])


def _measure(one: Measure, language: str) -> list[Cell]:
    share = one.name in SHARES
    write = percent if share else number
    means = [Cell(write(n, language), n) for n in (one.a, one.b)]
    more = one.difference
    if share:
        more = Estimate(100 * more.value, 100 * more.low, 100 * more.high, more.p)
    name = TEXTS.section(language, "measures")[one.name]
    return [Cell(name), *means, *cells(more, partial(signed, language=language))]


def _findings(heading: str, findings: list[Finding], game: Game[Any], language: str) -> Table:
    say = TEXTS.section(language, "compare")
    titles = [say[word] for word in ("thing", "a", "b", "times", "interval", "points", "interval")]
    write = partial(number, language=language, digits=2)
    rows = [
        [
            Cell(thing(one, game, language)),
            Cell(write(one.a), one.a),
            Cell(write(one.b), one.b),
            *cells(one.frequency, write, nothing=1),
            *cells(one.points, partial(signed, language=language)),
        ]
        for one in findings
    ]
    return Table(heading, titles, rows)
