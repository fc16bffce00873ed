"""Players by name: a bot has a name in every language, and is known to the program by the English one."""

from __future__ import annotations

from functools import cache

from pediment.command.arguments import TEXTS
from pediment.command.encoding import to_ascii


def canonical_name(typed: str) -> str:
    """The name by which the program knows a player that was typed in any language, with or without accents.

    Anything but a level of the ladder stays as it is: `search@250ms`, the path of somebody's bot, a mistake.

    >>> canonical_name("érudit"), canonical_name("Stratege"), canonical_name("scholar"), canonical_name("./my-bot")
    ('scholar', 'strategist', 'scholar', './my-bot')
    """
    name, at, budget = typed.strip().partition("@")
    return f"{_names().get(to_ascii(name).lower(), name)}{at}{budget}"


def canonical_names(typed: str) -> list[str]:
    """The same of several players with commas between them."""
    return [canonical_name(name) for name in typed.split(",")]


def display_name(name: str, language: str) -> str:
    """What a player who has no other name is called in a language; `canonical_name` understands it.

    >>> display_name("scholar@2s", "fr"), display_name("greedy", "fr")
    ('érudit@2s', 'greedy')
    """
    level, at, budget = name.partition("@")
    return f"{TEXTS.section(language, 'bot-names').get(level, level)}{at}{budget}"


@cache
def _names() -> dict[str, str]:
    """The English names by those of all languages, in lower case and without accents."""
    return {
        to_ascii(called).lower(): name
        for language in TEXTS.languages
        for name, called in TEXTS.section(language, "bot-names").items()
    }
