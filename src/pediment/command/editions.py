"""Edition files: which game one is for, and what is wrong with it."""

from __future__ import annotations

import re
import shlex
from typing import Final

import pediment
from pediment.command.error_messages import translate
from pediment.command.errors import UserError
from pediment.command.files import problem, read
from pediment.core.errors import EditionError

MAX_SHOWN_PROBLEMS: Final = 5
"""Problems of an edition that a game cannot be played with; `pediment edition check` shows all."""


def with_editions() -> list[str]:
    """The names of the games that have editions."""
    return [name for name in pediment.games() if pediment.game(name).editions is not None]


def game_of(text: str) -> str:
    """The game whose sections the text of an edition file has, even if it is not valid TOML."""
    return max(with_editions(), key=lambda name: len(_sections(text) & _sections(_template(name))))


def recognised(text: str) -> str | None:
    """The game that the text of a file is an edition for; None if it is not an edition, but a position, for example."""
    found = game_of(text)
    sections = _sections(text)
    return found if sections & _sections(_template(found)) and "seats" not in sections else None


def check_game(file: str, text: str, game: str, language: str) -> None:
    """Refuse a saved game, or an edition of another game, before each of its lines is found wrong. Raises UserError."""
    if game not in with_editions():
        raise problem("no-editions", language, game=pediment.kit(game).title)
    if text.lstrip().startswith("{"):
        raise problem("json-edition", language, file=file)
    found = game_of(text)
    if found != game and not _sections(text) & _sections(_template(game)):
        raise problem(
            "other-edition", language, file=file, found=pediment.kit(found).title, game=pediment.kit(game).title
        )


def check(file: str, game: str, language: str) -> None:
    """Refuse a file that is not a whole edition of that game. Raises UserError with every problem."""
    text = read(file, language)
    check_game(file, text, game, language)
    try:
        pediment.game(game).check_edition(text)
    except EditionError as error:
        lines = problems(file, error, language)
        if len(lines) > MAX_SHOWN_PROBLEMS:
            lines[MAX_SHOWN_PROBLEMS:] = [
                str(problem("more-problems", language, n=len(lines) - MAX_SHOWN_PROBLEMS, typed=shlex.quote(file)))
            ]
        raise UserError("\n".join(lines)) from None


def problems(file: str, error: EditionError, language: str) -> list[str]:
    """A line for each problem of an edition, with its place."""
    return [
        f"{file}:{line}: {translate(text, language)}" if line else translate(f"{file}: {text}", language)
        for line, text in error.problems
    ]


def _template(game: str) -> str:
    return pediment.game(game).edition_template()


def _sections(text: str) -> set[str]:
    return set(re.findall(r"^\s*\[+(\w+)", text, re.MULTILINE))
