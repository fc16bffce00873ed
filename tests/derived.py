"""`make derived`: write what follows from the sources and is kept beside them.

The standard edition of each game under its hash: whatever begins with it can always be continued. The pages of rules
in docs/rules, the tables of docs/observations.md, the leaderboards' pages, and the page's types of the wire
(frontend/src/lib/wire.ts). Tests compare them, and name this command where they differ.
"""

from __future__ import annotations

import shutil

import pediment


def keep_editions() -> None:
    """Copy each standard edition to its hash. What is there already stays."""
    for name in pediment.games():
        editions = pediment.game(name).editions
        if editions is not None and not (kept := editions.folder / f"{editions.standard.hash}.toml").exists():
            shutil.copyfile(editions.folder / "standard.toml", kept)


if __name__ == "__main__":
    from tests import rules_pages, wire_types
    from tests.rl import test_zoo
    from tests.rl.test_observations import PAGE, written

    keep_editions()
    rules_pages.write()
    wire_types.write()
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    test_zoo.write_pages()
