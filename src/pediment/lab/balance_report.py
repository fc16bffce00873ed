"""How balanced a game is, in words."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pediment
from pediment.command.bot_names import display_name
from pediment.core.game import Game
from pediment.lab.findings import SHARES, Balance, CardUse, Estimate, Group, InPlay, Leader, Measure, RuleUse
from pediment.lab.formatting import TEXTS, card_name, number, percent, signed
from pediment.lab.report import Cell, Report, Table, cells

SHOWN_TABLES: Final = 8
"""Pairs and sets in play that are listed from either end."""
SHOWN_ROUNDS: Final = 12
SHOWN_CARDS: Final = 15
SHOWN_PAIRS: Final = 15


def report(found: Balance, game: Game[Any], language: str, *, everything: bool = False) -> Report:
    """Whole games, skill and luck, leaders, what players had, what is in play, rules and cards."""
    words = _Words(game, language)
    parts: list[Table | list[str]] = [_measures(found, words)]
    if found.skill is not None:
        parts.append(_skill(found, words))
    if found.leaders:
        parts.append(_leaders(found, words, everything))
    for kind, groups in itertools.groupby(found.groups, key=lambda one: one.kind):
        parts.append(_groups(kind, list(groups), words, 1 / found.seats))
    if found.pairs:
        parts.append(_pairs(found, words))
    for (kind, size), tables in itertools.groupby(found.in_play, key=lambda one: (one.kind, len(one.names))):
        parts.append(_in_play(kind, size, list(tables), found, words, everything))
    parts.append(_rules(found.rule_uses, words))
    parts += _cards(found, words, everything)
    return Report(title(found, language), "", parts, words("note"))


def title(found: Balance, language: str) -> str:
    """What was studied."""
    return TEXTS.say(
        language,
        "balance.title",
        game=pediment.kit(found.game).title,
        seats=found.seats,
        deals=found.deals,
        bots=", ".join(display_name(bot, language) for bot in found.bots),
        seed=found.seed,
    )


class _Words:
    """Words of the lab, and what a game calls its things, in one language."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game = game
        self.language = language
        self.kinds: dict[str, Any] = game.texts.optional(language, "groups")
        self.sets = {tuple(sorted(five)): name for name, five in game.sets().items()}

    def __call__(self, key: str, **params: object) -> str:
        return TEXTS.say(self.language, f"balance.{key}", **params)

    def kind(self, kind: str) -> str:
        own: str = TEXTS.section(self.language, "groups").get(kind) or self.kinds.get(kind, {}).get("title", kind)
        return own

    def thing(self, kind: str, name: str) -> str:
        word = self.game.texts.find(self.language, f"words.{name}", name)
        return str(self.kinds.get(kind, {}).get("one", "{name}").format(name=word))

    def round(self, n: int) -> str:
        return self.game.texts.find(self.language, "rounds.one", self("round", n=n), n=n)

    def things(self, kind: str, names: Sequence[str]) -> str:
        """What a table is played with; the name of a set behind it."""
        text = ", ".join(self.thing(kind, name) for name in names)
        known = self.sets.get(tuple(names))
        if known is None:
            return text
        name = self.game.set_texts(self.language).get(known, {}).get("name", known)
        return self("named", name=name, things=text)

    @property
    def number(self) -> Callable[[float], str]:
        return partial(number, language=self.language)

    @property
    def signed(self) -> Callable[[float], str]:
        return partial(signed, language=self.language)

    @property
    def percent(self) -> Callable[[float], str]:
        return partial(percent, language=self.language)

    def often(self, n: float) -> Cell:
        return Cell(number(n, self.language, 2), n)

    def share(self, n: float) -> Cell:
        return Cell(self.percent(n), n)

    def titles(self, *keys: str) -> list[str]:
        return [self(key) for key in keys]


def _measures(found: Balance, words: _Words) -> Table:
    titles = words.titles("measure", "mean", "interval", "low", "middle", "high")
    names = TEXTS.section(words.language, "measures")
    return Table(words("measures"), titles, [_measure(names[one.name], one, words) for one in found.measures])


def _measure(name: str, one: Measure, words: _Words) -> list[Cell]:
    """Measures have different units: no interval is drawn."""
    share = one.name in SHARES
    mean, interval = cells(one.mean, words.percent if share else words.number)
    spread = ("", "", "") if share else tuple(map(words.number, (one.low, one.middle, one.high)))
    return [Cell(name), mean, Cell(interval.text), *map(Cell, spread)]


def _skill(found: Balance, words: _Words) -> list[str]:
    skill = found.skill
    assert skill is not None
    names = {
        "weaker": display_name(skill.weaker, words.language),
        "bot": ", ".join(display_name(bot, words.language) for bot in found.bots),
    }
    parts = {
        name: _within(one, words.percent, words)
        for name, one in (("player", skill.player), ("deal", skill.deal), ("rest", skill.rest), ("wins", skill.wins))
    }
    lead = _within(skill.points, words.signed, words)
    return [words("skill", **names, **parts), words("weaker", **names, wins=parts["wins"], lead=lead)]


def _within(one: Estimate, write: Callable[[float], str], words: _Words) -> str:
    return words("within", value=write(one.value), low=write(one.low), high=write(one.high))


def _leaders(found: Balance, words: _Words, everything: bool) -> Table:
    leaders: list[Leader] = found.leaders
    if not everything and len(leaders) > SHOWN_ROUNDS:
        leaders = leaders[:: math.ceil(len(leaders) / SHOWN_ROUNDS)]
    rows = [
        [
            Cell(
                words.game.texts.find(words.language, "rounds.one", words("round", n=one.round), n=one.round), one.round
            ),
            Cell(str(one.games), one.games),
            *cells(one.wins, words.percent, 1 / found.seats),
        ]
        for one in leaders
    ]
    return Table(words("leaders"), words.titles("after", "games", "wins", "interval"), rows)


def _groups(kind: str, groups: list[Group], words: _Words, even: float) -> Table:
    rows = [
        [
            Cell(words.thing(kind, one.name) + "*" * one.stands_out),
            words.often(one.per_game),
            words.share(one.players),
            *cells(one.wins, words.percent, even),
            *cells(one.points, words.signed),
        ]
        for one in groups
    ]
    keys = ("thing", "per-game", "players", "wins", "interval", "points", "interval")
    return Table(words("had", kind=words.kind(kind)), words.titles(*keys), rows)


def _pairs(found: Balance, words: _Words) -> Table:
    shown = found.pairs
    if len(shown) > 2 * SHOWN_PAIRS:
        shown = [*shown[:SHOWN_PAIRS], *shown[-SHOWN_PAIRS:]]
    rows = [
        [
            Cell(
                words(
                    "named", name=words.kind(one.kind), things=" + ".join(words.thing(one.kind, it) for it in one.names)
                )
            ),
            Cell(str(one.seats), one.seats),
            *cells(one.points, words.signed),
        ]
        for one in shown
    ]
    return Table(words("pairs"), words.titles("pair", "times", "points", "interval"), rows)


def _in_play(kind: str, size: int, tables: list[InPlay], found: Balance, words: _Words, everything: bool) -> Table:
    """The tightest first; of many only those at both ends, and the sets that have names."""
    usual = {one.name: one.mean.value for one in found.measures}
    tables = sorted(tables, key=lambda one: one.lead.value)
    heading = words("in-play" if size == 1 else "in-play-pairs" if size == 2 else "in-play-sets", kind=words.kind(kind))
    if not everything and len(tables) > 2 * SHOWN_TABLES:
        ends = [*tables[:SHOWN_TABLES], *tables[-SHOWN_TABLES:]]
        tables = [one for one in tables if one in ends or one.names in words.sets]
    titles = words.titles("thing", "games", "table-points", "lead", "interval", "start-wins", "interval", "decisions")
    rows = [
        [
            Cell(words.things(kind, one.names)),
            Cell(str(one.games), one.games),
            _marked(one.points, words.number, "points" in one.stand_out),
            _marked(one.lead, words.number, "lead" in one.stand_out),
            cells(one.lead, words.number, usual["lead"])[1],
            _marked(one.start_wins, words.percent, "start_wins" in one.stand_out),
            cells(one.start_wins, words.percent, usual["start-wins"])[1],
            _marked(one.decisions, words.number, "decisions" in one.stand_out),
        ]
        for one in tables
    ]
    return Table(heading, titles, rows)


def _marked(estimate: Estimate, write: Callable[[float], str], clear: bool) -> Cell:
    return Cell(write(estimate.value) + "*" * clear, estimate.value)


def _rules(uses: list[RuleUse], words: _Words) -> Table:
    texts = words.game.rules(words.language)
    rows = [
        [
            Cell(f"{one.rule} {_first(texts.get(one.rule, ''))}".strip()),
            words.often(one.per_game),
            words.share(one.games),
        ]
        for one in uses
    ]
    return Table(words("rules"), words.titles("rule", "per-game", "in-games"), rows)


def _first(text: str) -> str:
    """The first sentence of a rule."""
    line = text.splitlines()[0].removeprefix("(a) ") if text else ""
    return line.partition(". ")[0].rstrip(".")


def _cards(found: Balance, words: _Words, everything: bool) -> list[Table | list[str]]:
    """The cards that are taken most and least, what happens to them, and those that nobody takes."""
    game, events = words.game, words.game.texts.optional(words.language, "card-events")
    uses: list[CardUse] = found.cards
    if not uses:
        return []
    shown = uses
    if not everything and len(uses) > 2 * SHOWN_CARDS:
        shown = [*uses[:SHOWN_CARDS], *uses[-SHOWN_CARDS:]]
    rows = [
        [
            Cell(card_name(one.card, game, words.language)),
            words.often(one.taken),
            words.share(one.games),
            *(words.often(one.events.get(event, 0)) for event in events),
        ]
        for one in shown
    ]
    titles = [*words.titles("card", "taken", "works"), *events.values()]
    parts: list[Table | list[str]] = [Table(words("cards"), titles, rows)]
    edition = None if game.editions is None else game.editions.of(found.options.get("edition"))
    taken = {one.card for one in uses if one.taken}
    left = [card for card in (game.cards() if edition is None else game.cards_in(edition)) if card not in taken]
    if left:
        names = ", ".join(sorted(card_name(card, game, words.language) for card in left))
        parts.append([words("never", cards=names)])
    return parts
