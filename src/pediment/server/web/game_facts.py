"""What the page is told of games: what can be played, their rules, guides and cards."""

from __future__ import annotations

from typing import Any

import pediment
from pediment.bots import ladder
from pediment.core.game import Game
from pediment.core.guide import Part
from pediment.server.domain.levels import LADDER, Levels
from pediment.server.domain.table import Table
from pediment.server.web import bodies
from pediment.server.web.lesson import taught


def facts_of(name: str, language: str, levels: Levels = LADDER) -> bodies.GameFacts:
    """What the page offers of a game."""
    kit, game = pediment.kit(name), pediment.game(name)
    ratings = {level: found.rating for level, found in ladder.ratings(name).items()}
    ratings |= {agent.name: agent.ratings[name] for agent in levels.agents.values() if name in agent.ratings}
    playing = {level: levels.seats(level, name) for level in [*ladder.LEVELS, *levels.agents]}
    return bodies.GameFacts(
        game=name,
        seats=list(game.seat_counts),
        options=game.option_texts(language),
        levels=[bodies.Rating(level, ratings.get(level), seats) for level, seats in playing.items() if seats],
        sets=game.sets(),
        set_texts=_named(game.set_texts(language)),
        characters=_named(game.characters(language)),
        reconstruction=game.reconstruction(language),
        title=kit.title,
        about=game.texts.find(language, "words.about"),
        hands_hidden=kit.hands_hidden,
        lesson=name in taught(),
        beginner=dict(kit.beginner),
        fields=game.texts.optional(language, "fields"),
    )


def _named(texts: dict[str, dict[str, str]]) -> dict[str, bodies.Named]:
    return {name: bodies.Named(**own) for name, own in texts.items()}


def rules_of(game: Game[Any], language: str) -> list[bodies.Rule]:
    """All rules of a game, each with the title of its section, its tables, and other words to find it by."""
    guide = game.guide(language)
    english = game.rules()
    found: list[bodies.Rule] = []
    for number, text in game.rules(language).items():
        section = number.partition(".")[0]
        title = guide.sections.get(section, "")
        tables = [bodies.RuleTable(table.lead, table.head, table.rows) for table in guide.tables.get(number, [])]
        words = guide.words.get(number, "")
        ruling = "Ruling:" in english[number]
        found.append(bodies.Rule(number, section if title else "", title, text, ruling, words, tables))
    return found


def guide_of(game: Game[Any], language: str) -> bodies.Guide:
    """The overview and the aid of a game."""
    found = game.guide(language)
    return bodies.Guide(_parts(found.overview), _parts(found.aid))


def _parts(parts: list[Part]) -> list[bodies.Part]:
    return [bodies.Part(part.name, part.title, part.lines, part.words) for part in parts]


def cards_of(table: Table, language: str) -> list[dict[str, Any]]:
    """All cards as the edition of this table has them."""
    game = table.game
    course = table.created.course or {}
    if table.state is not None:
        edition = game.edition_of(table.state)
    elif game.editions is None:
        edition = None
    elif "position" in course:
        edition = game.position_edition(course["position"])
    else:
        edition = game.editions.of(table.created.options.get("edition"))
    return [game.card(card, language, edition) for card in game.cards_in(edition)]
