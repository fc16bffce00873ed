"""What the engine, the bots and the databases find wrong, in the language of the user.

Their errors are English, as their names are: they are written for programmers. Nearly all of them can be provoked from
the command line, too. So `texts/*/problems.toml` has every sentence once more, and a test finds those that it lacks.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final

import pediment
from pediment.command.arguments import TEXTS
from pediment.command.bot_names import display_name
from pediment.core import record
from pediment.core.errors import RecordError
from pediment.core.texts import DEFAULT_LANGUAGE

OPTIONS: Final = ("deals", "games", "iterations", "jobs", "seats", "seed", "trials")
"""What a problem with an option begins with, besides the options of the games."""
JOINED: Final = "; "
"""Between several problems in one text."""
MAX_PARTS: Final = 12
"""Parts of a text that are looked at; any of them may begin a sentence, so the time grows faster than their number."""
VALUES: Final = {
    "problem": r".*",
    "why": r".*",
    "words": r".*",
    "given": rf"(?:'[^']*'|\"[^\"]*\"|(?:(?!{JOINED}).)+?)",
}
"""What a value can be: a sentence itself, or anything that was given."""
OTHERS: Final = rf"(?:(?!{JOINED}|: |\u00a0).)+?"
"""What every other value can be: no more than one part of a sentence, and not French already."""


def translate(problem: object, language: str) -> str:
    """The text of an error in a language; what nobody has translated stays as it is, and a very long list is cut.

    >>> translate("there is no program ./my-bot", "fr")
    'il n’y a pas de programme ./my-bot'
    """
    text = str(problem)
    if text.count(JOINED) >= MAX_PARTS:
        first = _said(JOINED.join(text.split(JOINED)[:MAX_PARTS]), language)
        if first is not None:
            return f"{first} …"
    return _said(text, language) or text


def translate_option_error(problem: object, language: str) -> str:
    """The same of an error about an option, which is named as it was typed.

    >>> translate_option_error("seats must be one of 2, 3, 4, not 7 (E2.1)", "en")
    '--seats must be one of 2, 3, 4, not 7 (E2.1)'
    """
    text = translate(problem, language)
    named = {*OPTIONS, *(option for name in pediment.games() for option in pediment.game(name).options)}
    return f"--{text}" if text.partition(" ")[0] in named else text


def translate_record_error(error: RecordError, found: dict[str, Any], language: str) -> str:
    """Why a record is not valid, in a language; of a move that cannot be played, the sentence about that very table.

    `found` is the record.
    """
    at = re.fullmatch(r"actions\[(\d+)\]", error.place)
    if at and language != DEFAULT_LANGUAGE and isinstance(move := found["actions"][int(at[1])], str):
        n, game = int(at[1]), pediment.game(found["game"])
        redraws = [redraw for redraw in found.get("redraws", []) if redraw["at"] <= n]
        state = record.at(game, found | {"actions": found["actions"][:n], "redraws": redraws}, n)
        why = game.why_not(state, move, language)
        if why is not None and why.rule:
            values = {"place": error.place, "move": move, "rule": why.rule, "why": why.sentence}
            return TEXTS.say(language, "files.illegal", **values)
    return translate(error, language)


@lru_cache(maxsize=1000)  # the same ends of a text with many parts are met again and again
def _said(text: str, language: str) -> str | None:
    """A known sentence, or several; None for what is unknown."""
    likely = None
    for key, pattern in _patterns():
        if found := pattern.fullmatch(text):
            values = {name: _quoted(value, language) for name, value in found.groupdict().items()}
            if "bots" in values:
                values["bots"] = ", ".join(display_name(name, language) for name in values["bots"].split(", "))
            inner = _said(found["problem"], language) if "problem" in values else ""
            said = TEXTS.say(language, f"problems.{key}", **values | {"problem": inner or values.get("problem")})
            if inner is not None:
                return said
            likely = likely or said
    joints = [found.start() for found in re.finditer(JOINED, text)]
    for at in joints if len(joints) < MAX_PARTS else []:
        first, rest = _said(text[:at], language), _said(text[at + len(JOINED) :], language)
        if first and rest:
            return TEXTS.say(language, "quotes.joined", first=first, rest=rest)
    return likely


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """How each sentence is recognised, those with the most words of their own first."""
    texts = TEXTS.section(DEFAULT_LANGUAGE, "problems")
    literal = {key: re.sub(r"\{\w+\}", "", text) for key, text in texts.items()}
    return [(key, _pattern(texts[key])) for key in sorted(texts, key=lambda key: -len(literal[key]))]


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", text)
    for i, part in enumerate(parts):
        parts[i] = f"(?P<{part}>{VALUES.get(part, OTHERS)})" if i % 2 else re.escape(part.replace("}}", "}"))
    return re.compile("".join(parts), re.DOTALL)


def _quoted(value: str, language: str) -> str:
    """A value in the quotes of the language instead of Python's."""
    found = re.fullmatch(r"""(['"])(.*)\1""", value, re.DOTALL)
    return TEXTS.say(language, "quotes.quoted", text=found[2]) if found else value
