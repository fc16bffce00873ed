"""The options of all games as options of a command: what they are called, and what was typed for them."""

from __future__ import annotations

import argparse
import re
from typing import Any, Final

import pediment
from pediment.command import editions, family_names, files
from pediment.command.arguments import FILE, TEXTS, Parser

EDITION: Final = "edition"
"""The option that is a file, in every game that has it."""


def names() -> list[str]:
    """The names of the options of all games, editions last."""
    found = [option for name in pediment.games() for option in pediment.game(name).options]
    return sorted(dict.fromkeys(found), key=EDITION.__eq__)


def add_options(parser: Parser) -> None:
    """Declare an option for each that a game has: `--families F`, `--copies C`.

    What a command has already, under that name, stays as it is.
    """
    taken = {name for one in parser.options for name in one.names}
    for option in names():
        if f"--{option}" not in taken:
            metavar = FILE if option == EDITION else option[0].upper()
            parser.add_argument(f"--{option}", metavar=metavar, help=_help(option, parser.language), dest=_dest(option))


def options_of(args: argparse.Namespace, game: str) -> dict[str, Any]:
    """What was typed for options, for that game; the game itself refuses those that it does not have.

    A number is an int, and commas make a list; names are lower case. Raises UserError for a file that is not an edition
    of the game.
    """
    given = {option: text for option in names() if (text := getattr(args, _dest(option), None)) is not None}
    return {option: option_of(option, text, game, args.language) for option, text in given.items()}


def option_of(option: str, text: str, game: str, language: str) -> Any:
    """What was typed for one option of a game; `options_of` says what it means, and raises."""
    if option == EDITION:
        editions.check(text, game, language)
        return str(files.path(text))
    if option == pediment.kit(game).sets:
        return family_names.parse_families(pediment.game(game), text)
    return _read(text)


def given(args: argparse.Namespace) -> list[str]:
    """The options of games that were typed, as they were: ["--families"]."""
    return [f"--{option}" for option in names() if getattr(args, _dest(option), None) is not None]


def _dest(option: str) -> str:
    return f"option_{option}"


def _read(text: str) -> Any:
    """A typed value.

    >>> _read("5"), _read("Opulence"), _read("ares, zeus")
    (5, 'opulence', ['ares', 'zeus'])
    """
    words = [word.strip().lower() for word in text.split(",")]
    values = [int(word) if re.fullmatch(r"-?\d{1,18}", word) else word for word in words]
    return values if len(values) > 1 else values[0]


def _help(option: str, language: str) -> str:
    """What an option means in each game that has it."""
    texts = {name: pediment.game(name).option_texts(language) for name in pediment.games()}
    about = [of_game(name, own[option], language) for name, own in texts.items() if option in own]
    return TEXTS.say(language, "arguments.between-games").join(about)


def of_game(game: str, text: str, language: str) -> str:
    """A text about one game: "Elysium: a named set"."""
    return TEXTS.say(language, "arguments.of-game", game=pediment.kit(game).title, text=text)
