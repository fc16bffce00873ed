"""What cards are worth, in words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import pediment
from pediment.command.bot_names import display_name
from pediment.core.game import Game
from pediment.lab.findings import Cards, CardWorth, Estimate
from pediment.lab.formatting import TEXTS, card_name, number, percent_sign, signed
from pediment.lab.report import Cell, Report, Table, cells

SHOWN_CARDS: Final = 15
"""Cards in each of the tables of the best and the worst, and pairs."""


def report(found: Cards, game: Game[Any], language: str, *, everything: bool = False) -> Report:
    """The cards, the best and the worst or all, what their worth depends on, and the pairs."""
    say = TEXTS.section(language, "cards")
    known = [one for one in found.cards if one.points is not None]
    rest = [one for one in found.cards if one.points is None]
    if everything or len(known) <= 2 * SHOWN_CARDS:
        tables = {say["all"]: known}
    else:
        tables = {say["best"]: known[:SHOWN_CARDS], say["worst"]: known[-SHOWN_CARDS:]}
    parts: list[Table | list[str]] = [
        _cards(heading, cards, game, language) for heading, cards in tables.items() if cards
    ]
    if everything and (when := _when(known, game, language)):
        parts.append(when)
    sentences = _sentences(found, game, language)
    if rest:
        names = ", ".join(sorted(card_name(one.card, game, language) for one in rest))
        sentences.append(TEXTS.say(language, "cards.unknown", cards=names))
    if sentences:
        parts.append(sentences)
    if found.pairs:
        parts.append(_pairs(found, game, language))
    return Report(title(found, language), "", parts, say["note"])


def title(found: Cards, language: str) -> str:
    """What was studied."""
    return TEXTS.say(
        language,
        "cards.title",
        game=pediment.kit(found.game).title,
        seats=found.seats,
        deals=found.deals,
        positions=found.positions,
        bots=", ".join(display_name(bot, language) for bot in found.bots),
        seed=found.seed,
    )


def _cards(heading: str, cards: list[CardWorth], game: Game[Any], language: str) -> Table:
    say = TEXTS.section(language, "cards")
    words = ("card", "taken", "raw-points", "raw-won", "positions", "points", "interval", "won", "interval")
    return Table(heading, [say[word] for word in words], [_card(one, game, language) for one in cards])


def _card(one: CardWorth, game: Game[Any], language: str) -> list[Cell]:
    points = partial(signed, language=language)
    shares = partial(_share, language=language)
    return [
        Cell(card_name(one.card, game, language) + "*" * one.stands_out),
        Cell(number(one.taken, language, 2), one.taken),
        cells(one.raw_points, points)[0],
        cells(one.raw_won, shares)[0],
        Cell(str(one.positions), one.positions),
        *cells(one.points, points),
        *cells(one.won, shares),
    ]


def _when(cards: list[CardWorth], game: Game[Any], language: str) -> Table | None:
    """Points by round and in company, of the cards of which that is known; None if it is of none."""
    say, points = TEXTS.section(language, "cards"), partial(signed, language=language)
    known = [one for one in cards if any(one.by_round.values()) or one.later or one.company]
    rounds = sorted({n for one in known for n, estimate in one.by_round.items() if estimate})
    if not known:
        return None
    names = [game.texts.find(language, "rounds.one", TEXTS.say(language, "balance.round", n=n), n=n) for n in rounds]
    company = any(one.company for one in known)
    rows = [
        [
            Cell(card_name(one.card, game, language)),
            *(cells(one.by_round.get(n), points)[0] for n in rounds),
            *_starred(cells(one.later, points), one.later_stands_out),
            *(_starred(cells(one.company, points), one.company_stands_out) if company else []),
        ]
        for one in known
    ]
    titles = [say["card"], *names, say["each-later"], say["interval"]]
    return Table(say["when"], titles + [say["with-family"], say["interval"]] * company, rows)


def _starred(both: list[Cell], clear: bool) -> list[Cell]:
    value, interval = both
    return [replace(value, text=value.text + "*" * clear), interval]


def _sentences(found: Cards, game: Game[Any], language: str) -> list[str]:
    """On what the worth of cards clearly depends."""
    lines: list[str] = []
    for key in ("later", "company"):
        for one in found.cards:
            estimate: Estimate | None = getattr(one, key)
            if estimate is not None and getattr(one, f"{key}_stands_out"):
                points, low, high = (signed(n, language) for n in (estimate.value, estimate.low, estimate.high))
                name = card_name(one.card, game, language)
                lines.append(TEXTS.say(language, f"cards.{key}", card=name, points=points, low=low, high=high))
    return lines


def _pairs(found: Cards, game: Game[Any], language: str) -> Table:
    say = TEXTS.section(language, "cards")
    shown = found.pairs
    if len(shown) > 2 * SHOWN_CARDS:
        shown = [*shown[:SHOWN_CARDS], *shown[-SHOWN_CARDS:]]
    rows = [
        [
            Cell(" + ".join(card_name(card, game, language) for card in pair.cards)),
            Cell(str(pair.seats), pair.seats),
            *cells(pair.points, partial(signed, language=language)),
        ]
        for pair in shown
    ]
    return Table(say["pairs"], [say[word] for word in ("pair", "times", "points", "interval")], rows)


def _share(share: float, language: str) -> str:
    return signed(100 * share, language) + percent_sign(language)
