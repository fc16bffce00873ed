"""What cards are worth, as tables for the terminal."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console
from rich.text import Text

import pediment
from pediment.command.bot_names import display_name
from pediment.command.layout import FoldingTable
from pediment.core.game import Game
from pediment.lab.card_worth import Cards, CardWorth
from pediment.lab.formatting import TEXTS, number, percent_sign, signed
from pediment.lab.paired import Estimate

SHOWN_CARDS: Final = 15
"""Cards in each of the tables of the best and the worst, and pairs."""


def show(found: Cards, game: Game[Any], console: Console, language: str, *, everything: bool = False) -> None:
    """Print the cards, the best and the worst or all, what their worth depends on, and the pairs."""
    say = TEXTS.section(language, "cards")
    console.print(Text(title(found, language), "bold"), "", sep="\n")
    known = [one for one in found.cards if one.points is not None]
    rest = [one for one in found.cards if one.points is None]
    if everything or len(known) <= 2 * SHOWN_CARDS:
        tables = {say["all"]: known}
    else:
        tables = {say["best"]: known[:SHOWN_CARDS], say["worst"]: known[-SHOWN_CARDS:]}
    for heading, cards in tables.items():
        if cards:
            console.print(Text(f"{heading}\n", "bold"), _cards(cards, game, language), "", sep="")
    for line in _sentences(found, game, language):
        console.print(Text(line))
    if rest:
        names = ", ".join(sorted(_name(one.card, game, language).plain for one in rest))
        console.print(Text(say["unknown"].format(cards=names), "dim"))
    if found.pairs:
        console.print("", Text(f"{say['pairs']}\n", "bold"), sep="\n", end="")
        console.print(_pairs(found, game, language))
    console.print("", Text(say["note"], "dim"), sep="\n")


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


def _cards(cards: list[CardWorth], game: Game[Any], language: str) -> FoldingTable:
    say = TEXTS.section(language, "cards")
    titles = ("card", "taken", "raw-points", "raw-won", "positions", "points", "interval", "won", "interval")
    table = FoldingTable(*(say[word] for word in titles), prose=(0,))
    for one in cards:
        table.add_row(
            Text.assemble(_name(one.card, game, language), "*" * one.stands_out),
            number(one.taken, language, 2),
            _value(one.raw_points, language),
            _share(one.raw_won, language),
            str(one.positions),
            _value(one.points, language),
            _bounds(one.points, language),
            _share(one.won, language),
            _bounds(one.won, language, 100),
        )
    return table


def _sentences(found: Cards, game: Game[Any], language: str) -> list[str]:
    """On what the worth of cards clearly depends."""
    lines: list[str] = []
    for key in ("later", "company"):
        for one in found.cards:
            estimate: Estimate | None = getattr(one, key)
            if estimate is not None and getattr(one, f"{key}_stands_out"):
                points, low, high = (signed(n, language) for n in (estimate.value, estimate.low, estimate.high))
                name = _name(one.card, game, language).plain
                lines.append(TEXTS.say(language, f"cards.{key}", card=name, points=points, low=low, high=high))
    return lines


def _pairs(found: Cards, game: Game[Any], language: str) -> FoldingTable:
    say = TEXTS.section(language, "cards")
    table = FoldingTable(*(say[word] for word in ("pair", "times", "points", "interval")), prose=(0,))
    shown = found.pairs
    if len(shown) > 2 * SHOWN_CARDS:
        shown = [*shown[:SHOWN_CARDS], *shown[-SHOWN_CARDS:]]
    for pair in shown:
        names = " + ".join(_name(card, game, language).plain for card in pair.cards)
        table.add_row(names, str(pair.seats), _value(pair.points, language), _bounds(pair.points, language))
    return table


def _name(card: str, game: Game[Any], language: str) -> Text:
    facts = game.card(card, language)
    return Text.assemble(facts["name"], (f" {facts['family_name']}" if "family_name" in facts else "", "dim"))


def _value(one: Estimate | None, language: str) -> str:
    return "" if one is None else signed(one.value, language)


def _share(one: Estimate | None, language: str) -> str:
    return "" if one is None else signed(100 * one.value, language) + percent_sign(language)


def _bounds(one: Estimate | None, language: str, factor: float = 1) -> str:
    return "" if one is None else " – ".join(signed(factor * n, language) for n in (one.low, one.high))
