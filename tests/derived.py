"""`make derived`: write what follows from the sources and is kept beside them.

The standard edition of each game under its hash: whatever begins with it can always be continued. The tables of E10 in
the rules of Elysium, and those of docs/observations.md. Tests compare them, and name this command where they differ.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

import pediment
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.games.elysium.explain.captions import card_name

RULES: Final = Path(__file__).parents[1] / "docs/rules/elysium.md"


def keep_editions() -> None:
    """Copy each standard edition to its hash. What is there already stays."""
    for name in pediment.games():
        editions = pediment.game(name).editions
        if editions is not None and not (kept := editions.folder / f"{editions.standard.hash}.toml").exists():
            shutil.copyfile(editions.folder / "standard.toml", kept)


def when_powers_start() -> tuple[list[str], list[str]]:
    """The lines of E10: of the powers that are started, and of the Instants, which are started only when copied."""
    game = pediment.game("elysium")
    started: list[str] = []
    copied: list[str] = []
    for card in game.cards():
        facts = game.card(card)
        if facts["starts"]:
            line = f"| {card_name(DEFAULT_LANGUAGE, card)} | {facts['starts']} |"
            (copied if facts["power"] == "instant" else started).append(line)
    return started, copied


def write_tables(page: str) -> str:
    """The rules with the tables as the cards have them."""
    titles = ("its power can be started", "its Instant power can be copied")
    for title, lines in zip(titles, when_powers_start(), strict=True):
        before, head, after = page.partition(f"| card | {title} when |\n|---|---|\n")
        assert head, f"{RULES} has no table of when {title}"
        page = before + head + "\n".join(lines) + "\n" + re.sub(r"\A(\|.*\n)*", "", after)
    return page


if __name__ == "__main__":
    from tests.rl.test_observations import PAGE, written

    keep_editions()
    RULES.write_text(write_tables(RULES.read_text(encoding="utf-8")), encoding="utf-8")
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
