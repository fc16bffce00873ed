"""A window of 80 x 24: what is needed to decide is on it, with two, three and four seats."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text

import pediment
from pediment.bots import make
from pediment.terminal.local_game import LocalGame
from pediment.terminal.messages import Messages
from pediment.terminal.options import Options
from tests.depth import often, some_of

ROWS, COLUMNS = 24, 80


def numbers_in(drawn: str) -> set[int]:
    """The numbers of options on a coloured screen: they alone are bold and cyan."""
    return {int(n) for n in re.findall(r"\x1b\[1;36m *(\d+)\x1b\[0m", drawn)}


def coloured(width: int, height: int) -> Console:
    return Console(
        file=io.StringIO(), width=width, height=height, force_terminal=True, color_system="standard", markup=False,
        highlight=False,
    )  # fmt: skip


def screens(
    name: str, seats: int, language: str, seed: int
) -> Iterator[tuple[dict[str, Any], Options, list[str], int]]:
    """Screens with a whole table that the first player gets in a game of chance: the view, options and lines in
    colour of each, and how many lines it has without the news. `make test-deep` looks at all of them."""
    match = pediment.Match(pediment.game(name), seats=seats, seed=seed)
    console = coloured(COLUMNS, ROWS)
    session = LocalGame(
        match, [None, *(make("uniform", seat) for seat in range(1, seats))], Messages(language), console
    )
    bot = make("uniform", seed)
    seen = 0
    while not match.over:
        seat = match.to_move
        if seat == 0:
            view = match.view(0)
            seen += (changed := session.board.changed(session.before[0], view))
            if changed and seen % often(9, 1) == 0:
                options = Options(session.board, match.state, view)
                console.file = io.StringIO()
                session._table(view, 0, options, session._news(view, [0], session.board.quiet))
                lines = console.file.getvalue().splitlines()
                console.file = io.StringIO()
                session._table(view, 0, options, [])
                yield view, options, lines, len(console.file.getvalue().splitlines())
            session.before[0] = view
        match.play((bot if seat == 0 else session.bots[seat] or bot).choose(match.game, match.state, seat))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "seats", "language"),
    some_of(product(["elysium", "ephyran"], [2, 3, 4], ["en", "fr"]), [("elysium", 4, "fr"), ("ephyran", 3, "en")]),
)
def test_what_is_needed_is_on_the_screen(name: str, seats: int, language: str) -> None:
    fits: Counter[bool] = Counter()
    for view, options, drawn, without_news in screens(name, seats, language, seed=3):
        lines = [Text.from_ansi(line).plain for line in drawn]
        assert all(len(line) <= COLUMNS for line in lines)
        fits[without_news < ROWS] += 1
        shown = lines[-(ROWS - 1) :]  # a line is for the answer
        text = " ".join(" ".join(shown).split())
        board = options.board
        assert any(board.names[0] in line for line in shown)  # the own seat
        prompt = board.game.prompt(options.state, language, board.short_names)
        assert " ".join(prompt.split()) in text
        assert numbers_in("\n".join(drawn[-(ROWS - 1) :])) == set(options.numbers.values())
        if view.get("phase") == "actions":
            for card in view["agora"]:
                assert board.game.card(card, language)["name"] in text
        for card in view.get("hand", []):
            assert card == "dionysus" or card in text
    print(f"{name}, {seats} seats, {language}: {fits[True]} of {fits.total()} screens fit {COLUMNS} x {ROWS}")
    assert fits[True] >= 0.95 * fits.total()  # the tightest is a long Domain to transfer from
