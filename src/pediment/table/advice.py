"""What a seat may ask before it decides: why a move is not possible, and what one would do.

Both are answered by what the seat may know. A preview plays the move in worlds drawn anew for that seat, never in the
true one, and tells what comes out the same in all of them.
"""

from __future__ import annotations

from typing import Any, Final

import pediment
from pediment.bots import ladder
from pediment.core.game import Game
from pediment.core.guide import Part
from pediment.core.rng import stream
from pediment.core.state import OVER
from pediment.table import bodies, telling
from pediment.table.lesson import taught
from pediment.table.refusal import TEXTS, Refused
from pediment.table.room import Room

WORLDS: Final = 8
"""In so many worlds a move is played for a preview."""


def why(room: Room, seat: int, move: str, language: str) -> bodies.Reason:
    """Why the seat may not play that label now."""
    if room.status != "running":
        return bodies.Reason(False, TEXTS.say(language, "refused.not-running"))
    if seat != room.asked:
        asked = room.view(seat)["to_move"]
        if asked is None:  # who it is may not be known
            return bodies.Reason(False, TEXTS.say(language, "refused.not-asked"))
        return bodies.Reason(False, TEXTS.say(language, "advice.turn", player=room.names(language)[asked]))
    found = room.game.why_not(room.state, move, language, room.called(language))
    return bodies.Reason(True) if found is None else bodies.Reason(False, found.sentence, found.rule)


def preview(room: Room, seat: int, move: str, language: str) -> bodies.Preview:
    """What the move would do, as far as the seat can foresee it. Raises Refused for a move that is not possible."""
    game = room.game
    if room.status != "running":
        raise Refused("not-running", language)
    if seat != room.asked:
        raise Refused("not-asked", language)
    names = room.called(language)
    forbidden = game.why_not(room.state, move, language, names)
    if forbidden is not None:
        raise Refused.illegal(forbidden, language)
    before = game.view(room.state, seat)
    known = len(before["log"])
    worlds: list[Any] = []
    views: list[dict[str, Any]] = []
    drawn = False
    for number in range(WORLDS):
        world = game.resample(room.state, seat, stream(number, "preview"))
        chance = world.rng.state
        game.apply(world, game.parse(world, move))
        drawn |= world.rng.state != chance
        worlds.append(world)
        views.append(game.view(world, seat))
    new = [view["log"][known:] for view in views]
    totals = [_totals(view) for view in views]
    prompts = {game.prompt(world, language, names) if world.to_move == seat else None for world in worlds}
    others = any(world.to_move not in (seat, OVER) for world in worlds)
    return bodies.Preview(
        lines=telling.lines(room, _common(new), language),
        scores=list(zip(_totals(before), totals[0], strict=True)) if _alike(totals) else None,
        uncertain=drawn or others or not _alike(views),
        prompt=prompts.pop() if len(prompts) == 1 else None,
    )


def _totals(view: dict[str, Any]) -> list[int]:
    return [score["total"] for score in view["scores"]]


def _common(logs: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The beginning that all have in common."""
    found: list[dict[str, Any]] = []
    for entries in zip(*logs, strict=False):
        if not _alike(list(entries)):
            break
        found.append(entries[0])
    return found


def _alike(found: list[Any]) -> bool:
    return all(one == found[0] for one in found)


def game_facts(name: str, language: str) -> bodies.GameFacts:
    """What the page offers of a game."""
    kit, game, ratings = pediment.kit(name), pediment.game(name), ladder.ratings(name)
    return bodies.GameFacts(
        game=name,
        seats=list(game.seat_counts),
        options=game.option_texts(language),
        levels=[bodies.Rating(level, ratings[level].rating if level in ratings else None) for level in ladder.LEVELS],
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


def rules(game: Game[Any], language: str) -> list[bodies.Rule]:
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


def guide(game: Game[Any], language: str) -> bodies.Guide:
    """The overview and the aid of a game."""
    found = game.guide(language)
    return bodies.Guide(_parts(found.overview), _parts(found.aid))


def _parts(parts: list[Part]) -> list[bodies.Part]:
    return [bodies.Part(part.name, part.title, part.lines, part.words) for part in parts]


def cards(room: Room, language: str) -> list[dict[str, Any]]:
    """All cards as the edition of this table has them."""
    game = room.game
    course = room.created.course or {}
    if room.state is not None:
        edition = game.edition_of(room.state)
    elif game.editions is None:
        edition = None
    elif "position" in course:
        edition = game.position_edition(course["position"])
    else:
        edition = game.editions.of(room.created.options.get("edition"))
    return [game.card(card, language, edition) for card in game.cards_in(edition)]
