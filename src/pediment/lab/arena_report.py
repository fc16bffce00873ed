"""The standings of a tournament as tables for the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

import pediment
from pediment.command.bot_names import display_name
from pediment.command.layout import FoldingTable
from pediment.lab.formatting import TEXTS, number, percent
from pediment.lab.ratings import Pair, Standings
from pediment.lab.tournament import Tournament


def title(tournament: Tournament, language: str) -> str:
    """What was played, in a line."""
    terms = tournament.terms
    facts = {
        "game": pediment.kit(terms.game).title,
        "games": len(tournament.results),
        "bots": len(tournament.bots),
        "seats": terms.seats,
        "deals": len({result.deal for result in tournament.results}),
        "seed": terms.seed,
    }
    return TEXTS.say(language, "arena-words.title", **facts)


def show(tournament: Tournament, standings: Standings, console: Console, language: str) -> None:
    """Print the ratings and the cross table."""
    say = TEXTS.section(language, "arena-words")
    console.print(Text(f"{title(tournament, language)}\n", "bold"), _ratings(standings, language), sep="")
    scale = (
        say["centred"]
        if standings.anchor is None
        else say["anchored"].format(anchor=display_name(standings.anchor, language))
    )
    console.print(Text(scale, "dim"), "", sep="\n")
    console.print(Text(f"{say['cross']}\n", "bold"), _cross(standings, language), "", sep="")


def _ratings(standings: Standings, language: str) -> FoldingTable:
    say = TEXTS.section(language, "arena-words")
    faults = any(one.faults for one in standings.ratings)
    words = ["rating", "interval", "games", "won", "margin", *["faults"] * faults]
    table = FoldingTable(say["bot"], *(say[word] for word in words))
    for one in standings.ratings:
        interval = (
            "–" if one.bot == standings.anchor else f"{number(one.low, language, 0)} – {number(one.high, language, 0)}"
        )
        facts = [
            number(one.rating, language, 0),
            interval,
            str(one.games),
            percent(one.won, language),
            ("+" if one.margin >= 0 else "") + number(one.margin, language),
        ]
        table.add_row(display_name(one.bot, language), *facts, *[str(one.faults)] * faults)
    return table


def _cross(standings: Standings, language: str) -> FoldingTable:
    names = [one.bot for one in standings.ratings]
    pairs = {(pair.bot, pair.against): pair for pair in standings.pairs}
    table = FoldingTable("", *(display_name(name, language) for name in names))
    for name in names:
        table.add_row(display_name(name, language), *(_cell(pairs.get((name, other)), language) for other in names))
    return table


def _cell(pair: Pair | None, language: str) -> Text:
    if pair is None:
        return Text()
    return Text.assemble(
        f"{percent(pair.share, language, 0)}\n", (f"{100 * pair.low:.0f}–{100 * pair.high:.0f}", "dim")
    )
