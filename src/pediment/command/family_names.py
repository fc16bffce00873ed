"""What is typed for families: sets and families by their names, in any language, or by their ids."""

from __future__ import annotations

from typing import Any, Final

from pediment.command.errors import closest
from pediment.core.game import Game
from pediment.core.texts import plain

RANDOM: Final = "random"
"""What leaves the choice of a set to chance; a game that does not offer it refuses it."""
MIN_LETTERS: Final = 3
"""The letters that the beginning of a name has at least; fewer are rather a slip."""


def parse_families(game: Game[Any], typed: str) -> str | list[str]:
    """The id of a set, or those of families with commas between them; what nobody knows is left as it is.

    A name is also known by its first letters, three or more of them, if nothing else begins so.

    >>> import pediment
    >>> elysium = pediment.game("elysium")
    >>> parse_families(elysium, "zone aride"), parse_families(elysium, "Héphaïstos, Zeus")
    ('wasteland', ['hephaestus', 'zeus'])
    """
    names = {plain(name): own for language in game.texts.languages for name, own in _names(game, language).items()}
    whole = _meant(typed, names)
    if whole is not None or "," not in typed:
        return whole or typed.strip().lower()
    return [_meant(part, names) or part.strip().lower() for part in typed.split(",")]


def closest_family(game: Game[Any], typed: str, language: str) -> str | None:
    """The name of a set or a family in that language which was probably meant."""
    names = {plain(name): name for name in _names(game, language)}
    near = closest(plain(typed), names)
    return names[near] if near else None


def _names(game: Game[Any], language: str) -> dict[str, str]:
    """Sets and families by what they are called, each by its id too."""
    known = game.set_texts(language) | game.characters(language)
    names = {name: own for own, texts in known.items() for name in (own, texts["name"])}
    return names | {RANDOM: RANDOM} if game.sets() else names


def _meant(typed: str, names: dict[str, str]) -> str | None:
    wanted = plain(typed)
    if wanted in names or len(wanted) < MIN_LETTERS:
        return names.get(wanted)
    found = {own for name, own in names.items() if name.startswith(wanted)}
    return found.pop() if len(found) == 1 else None
