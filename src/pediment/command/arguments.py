"""The arguments of a command: declared once, then read, explained in the help, and completed by a shell.

This is a small part of what argparse does, with the same names. What argparse says differs from one Python to the next
and is English only; here every sentence is ours, in both languages.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from pediment.command.errors import closest, complain
from pediment.core.texts import Texts

TEXTS: Final = Texts(Path(__file__).parent / "texts")
MAX_WIDTH: Final = 80
"""Columns of the help, however wide the window is."""
EXPLANATION_COLUMN: Final = 24
NARROW_COLUMN: Final = 6
"""Where the explanations begin in the help, and where in a window too small for two columns."""
FILE: Final = "FILE"
"""The metavar of an argument that is the name of a file; the help translates it, a shell completes it."""


@dataclass(eq=False)
class Argument:
    """A positional argument or an option, as declared by `Parser.add_argument`."""

    names: tuple[str, ...]
    dest: str  # its name in the namespace
    action: str  # "store", "store_true", "append", "help", "version"
    nargs: str | None  # of a positional: None is one, "?" at most one, "*" any number
    type: Callable[[str], Any]
    choices: Sequence[Any] | None
    default: Any
    required: bool
    metavar: str | None
    help: str
    group: object  # only one argument of a group may be given
    elsewhere: tuple[str, ...]  # what other commands call the same, to suggest this one

    @property
    def is_option(self) -> bool:
        """Does it begin with a dash?"""
        return self.names[0].startswith("-")

    @property
    def takes_value(self) -> bool:
        """Does something follow it?"""
        return self.action in ("store", "append")


class Parser:
    """The arguments of one command, in one language.

    >>> parser = Parser("pediment roll", "en", about="Roll dice.")
    >>> parser.add_argument("--dice", type=int, default=2, metavar="N", help="how many")
    >>> parser.parse_args(["--dice", "3"]).dice
    3
    """

    def __init__(self, prog: str, language: str, about: str = "", examples: str = "") -> None:
        self.prog = prog
        self.language = language
        self.about = about
        self.examples = examples
        self.arguments: list[Argument] = []
        self.commands: dict[str, str] = {}
        """The commands under this one, with a line about each, for the help."""
        self.removed: dict[str, str] = {}
        """Options that there were once, with a sentence about what to do instead."""
        self.version = ""
        self.add_argument("-h", "--help", action="help", help=self._say("help"))
        self.add_argument("--language", choices=TEXTS.languages, default=language, help=self._say("language"))

    def add_argument(
        self,
        *names: str,
        action: str = "store",
        nargs: str | None = None,
        type: Callable[[str], Any] = str,
        choices: Sequence[Any] | None = None,
        default: Any = None,
        required: bool = False,
        metavar: str | None = None,
        help: str = "",
        group: object = None,
        dest: str | None = None,
        elsewhere: tuple[str, ...] = (),
    ) -> None:
        """Declare a positional argument ("file") or an option ("-o", "--out"), as with argparse."""
        if action == "store_true":
            default = bool(default)
        self.arguments.append(
            Argument(
                names,
                dest or _dest(names),
                action,
                nargs,
                type,
                choices,
                default,
                required,
                metavar,
                help,
                group or object(),
                elsewhere,
            )
        )

    def add_version(self, version: str) -> None:
        """Declare -V and --version."""
        self.version = version
        self.add_argument("-V", "--version", action="version", help=self._say("version"))

    def add_json(self) -> None:
        """Declare --json, which means the same in every command that has it."""
        self.add_argument("--json", metavar=FILE, help=self._say("json"))

    @property
    def options(self) -> list[Argument]:
        """The arguments that begin with a dash."""
        return [argument for argument in self.arguments if argument.is_option]

    @property
    def positionals(self) -> list[Argument]:
        """The arguments that are given without a name."""
        return [argument for argument in self.arguments if not argument.is_option]

    def parse_args(self, words: Sequence[str]) -> argparse.Namespace:
        """The values of all arguments. Leaves with code 2 and says why if there is something wrong."""
        found, rest = self._options(list(words))
        self._positionals(rest, found)
        missing = [self._shown(one) for one in self.arguments if self._is_missing(one, found)]
        if missing:
            self.refuse("missing", names=", ".join(missing))
        for one in self.arguments:
            if one.dest not in found:
                default = one.default
                # a text is read as if it had been typed: it may come from the environment
                found[one.dest] = self._value(one, default) if isinstance(default, str) else default
        for name in ("help", "version"):
            found.pop(name, None)
        return argparse.Namespace(**found)

    def _options(self, words: list[str]) -> tuple[dict[str, Any], list[str]]:
        """The options among the words, and all other words."""
        by_name = {name: one for one in self.options for name in one.names}
        found: dict[str, Any] = {}
        given: dict[object, str] = {}  # the option of each group, as it was typed
        rest: list[str] = []
        while words:
            word = words.pop(0)
            if word == "--":
                return found, rest + words
            if not _looks_like_an_option(word):
                rest.append(word)
                continue
            name, equals, value = word.partition("=")
            if name in self.removed:
                complain(f"{self.prog}: {self.removed[name]}")
                sys.exit(2)
            if name not in by_name:
                self.refuse("unknown-option", self._closest_option(name), option=name)
            one = by_name[name]
            if given.setdefault(one.group, name) not in one.names:
                self.refuse("not-together", option=name, other=given[one.group])
            if not one.takes_value:
                if equals:
                    self.refuse("no-value", option=name)
                self._act(one, found)
            else:
                if not equals:
                    if not words or _looks_like_an_option(words[0]):
                        self.refuse("value-missing", option=name, metavar=self._metavar(one))
                    value = words.pop(0)
                read = self._value(one, value)
                found[one.dest] = [*found.get(one.dest, []), read] if one.action == "append" else read
        return found, rest

    def _act(self, one: Argument, found: dict[str, Any]) -> None:
        if one.action == "help":
            print(self.format_help(), end="", flush=True)
            sys.exit(0)
        if one.action == "version":
            print(self.version, flush=True)
            sys.exit(0)
        found[one.dest] = True

    def _positionals(self, words: list[str], found: dict[str, Any]) -> None:
        for one in self.positionals:
            if one.nargs == "*":
                found[one.dest] = [self._value(one, word) for word in words]
                words = []
            elif words:
                found[one.dest] = self._value(one, words.pop(0))
        if words:
            near = self._closest_option(words[0]) if len(words) == 1 else None
            self.refuse("too-many", near, words=" ".join(words))

    def _closest_option(self, typed: str) -> str | None:
        """The option that was probably meant; dashes, which all have in common, make no two alike."""
        bare = typed.lstrip("-")
        names = {name.lstrip("-"): name for one in self.options for name in one.names}
        names |= {name: one.names[0] for one in self.options for name in one.elsewhere}
        near = bare if bare in names else closest(bare, names)
        return names[near] if near else None

    def _is_missing(self, one: Argument, found: dict[str, Any]) -> bool:
        needed = one.required if one.is_option else one.nargs is None
        return needed and one.dest not in found

    def _value(self, one: Argument, text: str) -> Any:
        """What a word typed for an argument means."""
        name = one.names[0] if one.is_option else self._metavar(one)
        try:
            value = one.type(text)
        except argparse.ArgumentTypeError as error:
            self.refuse("wrong-value", name=name, problem=error)
        except ValueError:
            self.refuse("not-a-number", name=name, given=text)
        if one.choices is not None and value not in one.choices:
            choices = [str(choice) for choice in one.choices]
            key = "choice" if one.is_option else "choice-of-words"
            self.refuse(key, closest(text, choices), name=name, given=text, choices=", ".join(choices))
        return value

    def refuse(self, key: str, near: str | None = None, **params: object) -> NoReturn:
        """Leave with code 2: what is wrong, by its key, and the word that was probably meant."""
        hint = f" {self._say('did-you-mean', word=near)}" if near else ""
        message = f"{self.prog}: {self._say(key, **params)}{hint}"
        complain(f"{self.format_usage()}{message}\n{self._say('see-help', prog=self.prog)}")
        sys.exit(2)

    def format_usage(self) -> str:
        """How the command is called, in a line or a few."""
        head = f"{self._say('usage')}{self.prog} "
        words = [self._usage_of(one) for one in (*self.options, *self.positionals)]
        if self.commands:
            words.append(f"{self._say('command')} …")
        fits = len(head) + max(map(len, words)) <= _width()
        return "\n".join(_flow(words, head, " " * (len(head) if fits else NARROW_COLUMN), _width())) + "\n"

    def _usage_of(self, one: Argument) -> str:
        shown = self._metavar(one)
        if not one.is_option:
            return {None: shown, "?": f"[{shown}]", "*": f"[{shown} …]"}[one.nargs]
        text = f"{one.names[0]} {shown}" if one.takes_value else one.names[0]
        return text if one.required else f"[{text}]"

    def format_help(self) -> str:
        """Usage, what the command is for, its arguments, and examples."""
        parts = [self.format_usage(), _folded(self.about)]
        if self.positionals:
            lines = [(self._shown(one), one.help) for one in self.positionals]
            parts.append(self._section("arguments", lines))
        parts.append(self._section("options", [(self._heading(one), one.help) for one in self.options]))
        if self.commands:
            parts.append(self._section("commands", self.commands.items()))
        examples = self.examples.strip("\n").splitlines()
        return "\n".join([*parts, "".join(map(_folded, examples))])

    def _section(self, key: str, lines: Iterable[tuple[str, str]]) -> str:
        return "".join([f"{self._say(key)}\n", *(_explained(*line) for line in lines)])

    def _heading(self, one: Argument) -> str:
        names = ", ".join(one.names)
        return f"{names} {self._metavar(one)}" if one.takes_value else names

    def _shown(self, one: Argument) -> str:
        return one.names[0] if one.is_option else self._metavar(one)

    def _metavar(self, one: Argument) -> str:
        if one.metavar is not None:
            return str(TEXTS.section(self.language, "metavars").get(one.metavar, one.metavar))
        if one.choices is not None:
            return "{" + ",".join(map(str, one.choices)) + "}"
        return one.dest.upper()

    def _say(self, key: str, **params: object) -> str:
        return TEXTS.say(self.language, f"arguments.{key}", **params)


def decimal(text: str) -> float:
    """A number, with a decimal comma, too, as French writes it. Raises ValueError.

    >>> decimal("0,5"), decimal("0.5")
    (0.5, 0.5)

    A comma before three digits is refused: elsewhere, 1,000 is a thousand.
    """
    if re.search(r",\d{3}$", text):
        raise ValueError(text)
    return float(text.replace(",", "."))


def _dest(names: tuple[str, ...]) -> str:
    long = next((name for name in names if name.startswith("--")), names[0])
    return long.lstrip("-").replace("-", "_")


def _looks_like_an_option(word: str) -> bool:
    """A lone dash is the standard input or output, and a number may be negative."""
    return len(word) > 1 and word.startswith("-") and not re.fullmatch(r"-\d+(\.\d+)?", word)


def _width() -> int:
    return min(MAX_WIDTH, shutil.get_terminal_size().columns)


def _folded(line: str) -> str:
    """A line in as many as it needs, those after the first under it; a word is never broken."""
    indent = " " * (len(line) - len(line.lstrip()))
    after = indent + "  " if indent else ""
    lines = textwrap.wrap(
        line.strip(),
        _width(),
        initial_indent=indent,
        subsequent_indent=after,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines) + "\n"


def _explained(name: str, text: str) -> str:
    """A line or a few of the help: a name on the left, what it means on the right."""
    head = f"  {name}"
    column = EXPLANATION_COLUMN if _width() >= 2 * EXPLANATION_COLUMN else NARROW_COLUMN
    gap = " " * column
    lines = textwrap.wrap(text, _width() - column, break_long_words=False, break_on_hyphens=False) or [""]
    first = [] if len(head) < column - 1 else [head]
    if not first:
        first = [f"{head:<{column}}{lines.pop(0)}".rstrip()]
    return "\n".join([*first, *(gap + line for line in lines if line)]) + "\n"


def _flow(words: list[str], head: str, indent: str, width: int) -> list[str]:
    """Words one after the other in lines of a width; a word is never broken."""
    lines = [head + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(indent + word)
    return lines
