"""The pages of rules in docs/rules as the catalogues have them; `make derived` writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pediment
from pediment.core.game import Game
from pediment.core.guide import Part, RuleTable
from pediment.terminal.messages import Messages

FOLDER = Path(__file__).parents[1] / "docs" / "rules"
PAGES = {
    (game, language): FOLDER / (f"{game}.md" if language == "en" else f"{game}.{language}.md")
    for game in ("elysium", "ephyran")
    for language in pediment.game(game).texts.languages
}
START = "\n## "
"""Where the introduction of a page ends."""


def written(game: Game[Any], language: str) -> str:
    """Overview, aid and rules of a game as a page has them below its introduction."""
    guide, say, title = game.guide(language), Messages(language), game.name.capitalize()
    rules = game.rules(language)
    blocks = [f"## {say('rules.overview', game=title)}", *_parts(guide.overview)]
    blocks += [f"## {say('rules.aid', game=title)}", *_parts(guide.aid)]
    for section, heading in guide.sections.items():
        numbers = [number for number in rules if number.partition(".")[0] == section]
        blocks += [f"## {section} {heading}", "\n".join(_rule(number, rules[number]) for number in numbers)]
        blocks += [block for number in numbers for table in guide.tables.get(number, []) for block in _table(table)]
    return "\n\n".join(blocks) + "\n"


def _rule(number: str, text: str) -> str:
    """A rule, and each of its parts by its own number: "(b) …" of E4.7 is E4.7b."""
    if not text.startswith("(a) "):
        return f"- **{number}** {text}"
    return "\n".join([f"- **{number}**", *(f"  - **{number}{line[1]}** {line[4:]}" for line in text.split("\n"))])


def _parts(parts: list[Part]) -> list[str]:
    return [block for part in parts for block in (f"### {part.title}", "\n".join(f"- {line}" for line in part.lines))]


def _table(table: RuleTable) -> list[str]:
    rows = [table.head, ("---", "---"), *table.rows]
    return [table.lead, "\n".join(f"| {name} | {text} |" for name, text in rows).replace("| --- | --- |", "|---|---|")]


def write() -> None:
    """Write all pages."""
    for (game, language), page in PAGES.items():
        introduction = page.read_text(encoding="utf-8").partition(START)[0]
        page.write_text(f"{introduction}\n{written(pediment.game(game), language)}", encoding="utf-8")
