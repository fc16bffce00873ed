"""The commands. Each lives in a module of its own, which is imported when the command is used."""

from __future__ import annotations

import importlib
from typing import Final

from pediment import __version__
from pediment.command.arguments import Parser
from pediment.terminal.messages import Messages

COMMANDS: Final = {
    "play": "pediment.terminal.play",
    "lesson": "pediment.terminal.lesson",
    "puzzles": "pediment.terminal.puzzles",
    "cards": "pediment.terminal.cards",
    "rules": "pediment.terminal.rules",
    "replay": "pediment.terminal.replay",
    "verify": "pediment.terminal.verify",
    "score": "pediment.terminal.score",
    "hint": "pediment.terminal.hint",
    "edition": "pediment.terminal.edition",
    "analyse": "pediment.lab.analyse",
    "simulate": "pediment.lab.simulate",
    "arena": "pediment.lab.arena_command",
    "lab": "pediment.lab.lab_command",
    "train": "pediment.lab.train",
    "bot-check": "pediment.terminal.bot_check",
    "bots": "pediment.terminal.bots",
    "games": "pediment.terminal.games",
    "serve": "pediment.server.serve",
    "backup": "pediment.server.store.backup",
    "operate": "pediment.server.operate",
    "doctor": "pediment.terminal.doctor",
    "completion": "pediment.terminal.completion",
    "help": "pediment.terminal.help",
}


def parser_of_all(say: Messages) -> Parser:
    """The parser of what stands before a command."""
    parser = Parser("pediment", say.language, say("help.about"), say("help.examples"))
    parser.add_version(f"pediment {__version__}")
    parser.commands = {name: say(f"help-{name}.summary") for name in COMMANDS}
    return parser


def parser_of(command: str, say: Messages) -> Parser:
    """The parser of one command, with its arguments; the others need not be imported."""
    key = f"help-{command}"
    parser = Parser(f"pediment {command}", say.language, say(f"{key}.about"), say(f"{key}.examples"))
    importlib.import_module(COMMANDS[command]).add_arguments(parser)
    return parser
