"""A summary as tables for the terminal."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Console
from rich.text import Text

import pediment
from pediment.command.bot_names import display_name
from pediment.command.layout import FoldingTable
from pediment.core.game import Game
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.simulation_summary import CardSummary, Rate, Summary

SHOWN_CARDS: Final = 15
"""Cards in each of the two tables of the best and the worst."""


def show(summary: Summary, game: Game[Any], console: Console, language: str, cards: str = "some") -> None:
    """Print the summary; `cards` is "some", "all" or "none"."""
    say = TEXTS.section(language, "words")
    facts = {
        "game": pediment.kit(summary.game).title,
        "games": summary.games,
        "seats": summary.seats,
        "seed": summary.seed,
    }
    _print(console, TEXTS.say(language, "words.title", **facts), _bots(summary, language))
    _print(console, say["items"], _items(summary, language))
    _print(console, say["places"], _places(summary, language))
    taken = [card for card in summary.cards if card.won.games]
    if cards == "all":
        _print(console, say["cards"], _cards(taken, game, language))
    elif cards == "some" and taken:
        best, worst = taken[:SHOWN_CARDS], taken[SHOWN_CARDS:][-SHOWN_CARDS:]
        _print(console, say["cards-best"].format(n=len(best)), _cards(best, game, language))
        if worst:
            _print(console, say["cards-worst"].format(n=len(worst)), _cards(worst, game, language))
    never = [_name(card, game, language).plain for card in summary.cards if not card.won.games]
    if never and cards != "none":  # nobody won or lost by them
        console.print(Text(say["never-taken"].format(cards=", ".join(sorted(never))), "dim"), "", sep="\n")
    _print(console, *_length(summary, language))
    console.print(Text(say["interval-note"], "dim"))


def _length(summary: Summary, language: str) -> tuple[str, Text]:
    """How long a game is, and how often what people know happens in it."""
    length = summary.decisions
    names = TEXTS.section(language, "events")
    events = [
        f"{words} {number(summary.events[event], language)}"
        for event, words in names.items()
        if event in summary.events
    ]
    title = TEXTS.say(language, "words.length", mean=round(length.mean), least=length.least, most=length.most)
    return title, Text(" · ".join(events), "dim")


def _print(console: Console, title: str, body: FoldingTable | Text) -> None:
    console.print(Text(f"{title}\n", "bold"), body, "", sep="")


def _bots(summary: Summary, language: str) -> FoldingTable:
    say = TEXTS.section(language, "words")
    table = FoldingTable(
        say["bot"], *(say[word] for word in ("games", "wins", "won", "interval", "mean", "median", "sd"))
    )
    for bot in summary.bots:
        score = (number(n, language) for n in (bot.score.mean, bot.score.median, bot.score.sd))
        table.add_row(
            display_name(bot.name, language),
            str(bot.won.games),
            number(bot.won.wins, language),
            *_rate(bot.won, language),
            *score,
        )
    return table


def _items(summary: Summary, language: str) -> FoldingTable:
    names = TEXTS.section(language, "items")
    bot = TEXTS.say(language, "words.bot")
    table = FoldingTable(bot, *(names.get(item, item) for item in summary.bots[0].items))
    for line in summary.bots:
        table.add_row(display_name(line.name, language), *(number(n, language) for n in line.items.values()))
    return table


def _places(summary: Summary, language: str) -> FoldingTable:
    say = TEXTS.section(language, "words")
    table = FoldingTable(say["place"], say["won"], say["interval"])
    for place, won in enumerate(summary.places, 1):
        table.add_row(str(place), *_rate(won, language))
    return table


def _cards(cards: list[CardSummary], game: Game[Any], language: str) -> FoldingTable:
    say = TEXTS.section(language, "words")
    titles = (say[word] for word in ("card", "offered", "by-winners", "by-others", "won", "interval"))
    table = FoldingTable(*titles, prose=(0,))
    for card in cards:
        table.add_row(
            _name(card, game, language),
            percent(card.offered, language, 0),
            str(card.by_winners),
            str(card.by_others),
            *_rate(card.won, language),
        )
    return table


def _name(card: CardSummary, game: Game[Any], language: str) -> Text:
    facts = game.card(card.card, language)
    return Text.assemble(facts["name"], (f" {facts['family_name']}" if "family_name" in facts else "", "dim"))


def _rate(won: Rate, language: str) -> tuple[str, str]:
    return percent(won.rate, language), f"{percent(won.low, language)} – {percent(won.high, language)}"
