"""Editions: the values of a game that no public source prints, ours or those typed in by an owner, a TOML file each."""

from __future__ import annotations

import copy
import hashlib
import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from pediment.core.errors import EditionError, OptionError, brief

MAX_TEXT_CHARS: Final = 64_000
"""Of an edition file; those of the package have 6,000."""
MAX_LINE_CHARS: Final = 300
"""Of one line of it: the time to read a dotted key grows with the square of its length."""
MAX_NAME_CHARS: Final = 60
"""Of the name of an edition."""
_MAX_KNOWN_EDITIONS: Final = 16
_MAX_DEPTH: Final = 100


@mypyc_attr(allow_interpreted_subclasses=True)
class Edition:
    """The values of an edition file, with the name and a hash of them for records."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = copy.deepcopy(values)  # nobody else can change them
        self.name: str = values["name"]
        self.hash: str = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]

    def in_full(self) -> dict[str, Any]:
        """The values, with those that a file need not name. A game whose files may leave some out overrides it."""
        return self.values


@mypyc_attr(allow_interpreted_subclasses=True)
class Checker:
    """Goes through an edition's values and notes each problem with its line; a game's own checker extends it."""

    def __init__(
        self, values: Any, lines: dict[str, int], sections: list[str], optional: list[str] | None = None
    ) -> None:
        self.problems: list[tuple[int, str]] = []
        self.lines = lines
        self.values: dict[str, Any] = values if isinstance(values, dict) else {}
        known = sections + (optional or [])
        for name in self.values:
            if name not in known:
                self.note(str(name), f"unknown section or field {name!r}; known are {', '.join(known)}")
            elif self.values[name] is None:  # TOML has no such thing, but JSON has
                self.note(str(name), f"{name!r} is missing")
        for name in sections:
            if name not in self.values:
                self.note("", f"{name!r} is missing")
        title: Any = self.values.get("name", "-")
        if not isinstance(title, str) or not title.strip():
            self.note("name", 'name must be a text, such as "my box"')

    def note(self, path: str, text: str) -> None:
        """A problem at the line of that path, or of the section it is in."""
        while path and path not in self.lines:
            path = path.rpartition("/")[0]
        self.problems.append((self.lines.get(path, 0), text))

    def section(self, name: str) -> dict[str, Any] | None:
        """A section as a table; None, with the problem noted, if it is something else or missing."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, dict):
            self.note(name, f"{name} must be a section [{name}]")
        return value if isinstance(value, dict) else None

    def number(self, values: dict[str, Any], path: str, field: str, most: int) -> None:
        """A whole number from 0."""
        value = values.get(field)
        if type(value) is not int or not 0 <= value <= most:
            self.note(f"{path}/{field}", f"{field} must be a whole number from 0 to {most}, not {value!r}")


E = TypeVar("E", bound=Edition)


def _text(values: Any) -> str:
    """The values as JSON. Raises EditionError for names that are no texts, or nested too deeply; no file has such."""
    _check_names(values, _MAX_DEPTH)
    return json.dumps(values, sort_keys=True, default=repr)


def _check_names(values: Any, deep: int) -> None:
    if deep == 0:
        raise EditionError([(0, "the values are nested too deeply")])
    if isinstance(values, dict):
        for name in list[Any](values):
            if not isinstance(name, str):
                raise EditionError([(0, f"a name must be a text, not {brief(name)}")])
        values = list(values.values())
    if isinstance(values, (list, tuple)):
        for value in values:
            _check_names(value, deep - 1)


class Editions(Generic[E]):
    """The editions of a game: those of the package and those of owners of a box.

    The package has a folder of them. `standard.toml` is the edition of new games. Every one that was ever shipped stays
    beside it under its hash, so that a game is played to its end, and replayed, with the values it began with. `first`
    is the hash of the first one: a recorded position that names no edition was written when there was no other.
    """

    def __init__(
        self, folder: Path, checker: Callable[[Any, dict[str, int]], Checker], make: Callable[[Any], E], first: str = ""
    ) -> None:
        self.folder = folder
        self._first = first
        self.checker = checker
        self.make = make
        self._standard: E | None = None
        self._shipped: dict[str, E] = {}
        self._known: dict[str, E] = {}  # by the text of their values: many games share one edition

    @property
    def standard(self) -> E:
        """The edition of new games, read when it is first asked for."""
        if self._standard is None:
            self._standard = self.parse(self._text_of("standard"))
        return self._standard

    @property
    def first(self) -> E:
        """The first standard edition that was shipped."""
        return self.shipped(self._first) or self.standard

    def shipped(self, name: object) -> E | None:
        """The edition with that hash, if it came with this or an earlier version of the package."""
        if name == self.standard.hash:
            return self.standard
        if not isinstance(name, str) or not re.fullmatch(r"[0-9a-f]{16}", name):
            return None
        if name not in self._shipped and (self.folder / f"{name}.toml").exists():
            self._shipped[name] = self.parse(self._text_of(name))
        return self._shipped.get(name)

    def _text_of(self, name: str) -> str:
        return (self.folder / f"{name}.toml").read_text(encoding="utf-8")

    def template(self) -> str:
        """The text of an edition file to type printed values into: the standard one under another name."""
        return self._text_of("standard").replace('name = "reconstruction"', 'name = "my box"')

    def parse(self, text: str) -> E:
        """The edition written in that TOML text; raises EditionError with every problem and its line."""
        _check_shape(text)
        try:
            values = tomllib.loads(text)
        except RecursionError:
            raise EditionError([(0, "the values are nested too deeply")]) from None
        except ValueError as error:  # not TOML, or a number beyond what Python can handle
            at = re.search(r"line (\d+)", str(error))
            line = int(at[1]) if at else len(text.splitlines())  # "at end of document"
            raise EditionError([(line, f"not valid TOML: {error}")]) from None
        lines = lines_of(text)
        name: Any = values.get("name")
        if isinstance(name, str) and (len(name) > MAX_NAME_CHARS or not name.isprintable()):
            problem = f"name must be one line of at most {MAX_NAME_CHARS} printable characters"
            raise EditionError([(lines.get("name", 0), problem)])
        return self.check(values, lines)

    def check(self, values: Any, lines: dict[str, int]) -> E:
        """The edition of values already read; raises EditionError with every problem."""
        key = _text(values)
        known = self._known.get(key)
        if known is None:
            problems = self.checker(values, lines).problems
            if problems:
                raise EditionError(sorted(problems))
            if len(self._known) >= _MAX_KNOWN_EDITIONS:
                self._known.clear()
            known = self._known[key] = self.make(values)
        return known

    def of(self, given: Any) -> E:
        """The edition that an option, a position or a record names: a file, or name, hash and values.

        Raises OptionError for one that cannot be read, has problems, or is not the one that was recorded.
        """
        if given is None or given == "":
            return self.standard
        try:
            if isinstance(given, dict):
                return self._recorded(given)
            return self.parse(_read(given))
        except EditionError as error:
            raise OptionError(f"edition: {error}") from None

    def _recorded(self, given: dict[str, Any]) -> E:
        name, expected = given.get("name"), given.get("hash")
        edition = self.check(given["values"], {}) if "values" in given else self.shipped(expected) or self.standard
        if (name, expected) != (edition.name, edition.hash):
            found = f"{edition.name!r} with the hash {edition.hash!r}"
            raise OptionError(f"edition {brief(name)} with the hash {brief(expected)}: its values are those of {found}")
        return edition

    def name(self, edition: E) -> dict[str, Any]:
        """An edition for a record or a position: the values too unless it came with the package."""
        named: dict[str, Any] = {"name": edition.name, "hash": edition.hash}
        if self.shipped(edition.hash) is None:
            named["values"] = copy.deepcopy(edition.values)
        return named


def _check_shape(text: str) -> None:
    """Raise EditionError for a text that no owner of a box would type, before anything reads it."""
    if len(text) > MAX_TEXT_CHARS:
        raise EditionError([(0, f"longer than {MAX_TEXT_CHARS} characters")])
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MAX_LINE_CHARS:
            raise EditionError([(number, f"a line longer than {MAX_LINE_CHARS} characters")])


def _read(path: Any) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, TypeError, ValueError) as error:  # no such file, no path, no text
        raise OptionError(f"edition: cannot be read: {error}") from None


def lines_of(text: str) -> dict[str, int]:
    """The line of every section and field of a TOML text, by its path, such as `quests_2/0/gold`."""
    found: dict[str, int] = {}
    section = ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        many = re.match(r"\s*\[\[\s*([\w.-]+)\s*\]\]", line)
        one = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
        field = re.match(r"""\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""", line)
        if many:
            name = many[1]
            counts[name] = counts.get(name, -1) + 1
            section = f"{name}/{counts[name]}"
            found.setdefault(name, number)
            found[section] = number
        elif one:
            section = one[1]
            found[section] = number
        elif field:
            name = field[1] or field[2] or field[3] or ""
            found[f"{section}/{name}" if section else name] = number
    return found
