"""Which game an edition file is for."""

from __future__ import annotations

import re

import pediment
from pediment.command.errors import UserError
from pediment.command.files import problem, read


def game_of(text: str) -> str:
    """The game whose sections the text of an edition file has, even if it is not valid TOML."""
    return max(pediment.games(), key=lambda name: len(_sections(text) & _sections(_template(name))))


def check_game(file: str, game: str, language: str) -> None:
    """Refuse an edition of another game before each of its lines is found wrong. Raises UserError."""
    try:
        text = read(file, language)
    except UserError:  # whoever opens it says so
        return
    found = game_of(text)
    if found != game and not _sections(text) & _sections(_template(game)):
        raise problem("other-edition", language, file=file, found=found.capitalize(), game=game.capitalize())


def _template(game: str) -> str:
    return pediment.game(game).edition_template()


def _sections(text: str) -> set[str]:
    return set(re.findall(r"^\s*\[+(\w+)", text, re.MULTILINE))
