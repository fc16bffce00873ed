"""Players by name: a bot has a name in every language, and is known to the program by the English one."""

from __future__ import annotations

from functools import cache

from pediment.command.arguments import TEXTS
from pediment.command.encoding import plain


def known_as(typed: str) -> str:
    """The name by which the program knows a player that was typed in any language, with or without accents.

    What is no level of the ladder stays as it is: `search@250ms`, the path of somebody's bot, a mistake.

    >>> known_as("érudit"), known_as("Stratege"), known_as("scholar"), known_as("./my-bot")
    ('scholar', 'strategist', 'scholar', './my-bot')
    """
    name, at, budget = typed.strip().partition("@")
    return f"{_names().get(plain(name).lower(), name)}{at}{budget}"


def called(name: str, language: str) -> str:
    """What a player who has no other name is called in a language; `known_as` understands it.

    >>> called("scholar@2s", "fr"), called("greedy", "fr")
    ('érudit@2s', 'greedy')
    """
    level, at, budget = name.partition("@")
    return f"{TEXTS.section(language, 'bot-names').get(level, level)}{at}{budget}"


@cache
def _names() -> dict[str, str]:
    """The English names by those of all languages, in lower case and without accents."""
    return {
        plain(called).lower(): name
        for language in TEXTS.languages
        for name, called in TEXTS.section(language, "bot-names").items()
    }
