"""What teaches a game beside its numbered rules: an overview, an aid to print, tables, and words to search by."""

from __future__ import annotations

from pediment.core.texts import Texts


class Part:
    """A titled part of an overview or an aid, line by line; `words` are other names for what it is about."""

    __slots__ = ("lines", "name", "title", "words")

    def __init__(self, name: str, title: str, lines: list[str], words: str) -> None:
        self.name = name
        self.title = title
        self.lines = lines
        self.words = words


class RuleTable:
    """A table that belongs to a rule: a sentence above it, the titles of its two columns, and its rows."""

    __slots__ = ("head", "lead", "rows")

    def __init__(self, lead: str, head: tuple[str, str], rows: list[tuple[str, str]]) -> None:
        self.lead = lead
        self.head = head
        self.rows = rows


class Guide:
    """All of it in one language. Every part may be empty, and is for a game whose catalogues do not have it."""

    __slots__ = ("aid", "overview", "sections", "tables", "words")

    def __init__(
        self,
        overview: list[Part],
        aid: list[Part],
        sections: dict[str, str],
        words: dict[str, str],
        tables: dict[str, list[RuleTable]],
    ) -> None:
        self.overview = overview
        self.aid = aid
        self.sections = sections  # the titles of the sections that rules are in, by their numbers
        self.words = words  # by rule: other words for what it is about
        self.tables = tables  # by rule


def read_guide(
    texts: Texts,
    language: str,
    values: dict[str, object] | None = None,
    tables: dict[str, list[RuleTable]] | None = None,
) -> Guide:
    """The guide of a catalogue: its sections `overview`, `aid`, `sections` and `synonyms`, as far as they are there.

    `values` are filled into the lines of overview and aid. Raises ValueError for a language that is not there.
    """
    return Guide(
        _parts(texts, language, "overview", values or {}),
        _parts(texts, language, "aid", values or {}),
        texts.optional(language, "sections"),
        texts.optional(language, "synonyms"),
        tables or {},
    )


def _parts(texts: Texts, language: str, section: str, values: dict[str, object]) -> list[Part]:
    found: list[Part] = []
    for name, entry in texts.optional(language, section).items():
        lines: str = entry["lines"]
        found.append(Part(name, entry["title"], lines.format(**values).splitlines(), entry["words"]))
    return found


def read_table(texts: Texts, language: str, name: str, rows: list[tuple[str, str]]) -> RuleTable:
    """A table of a rule, with its sentence and its titles from `tables` of the catalogue."""
    entry: dict[str, str] = texts.section(language, "tables")[name]
    return RuleTable(entry["lead"], (entry["what"], entry["when"]), rows)
