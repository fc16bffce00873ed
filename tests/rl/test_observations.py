"""docs/observations.md says what a row holds: its tables are written from the slices themselves.

`make derived` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import pediment
from pediment.core.engine.observation import Slice
from pediment.core.engine.rng import stream
from pediment.rl.numbers import Numbers

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"
MARK = re.compile(r"<!-- (\w+) (table|seat) -->\n.*?<!-- end -->", re.DOTALL)


def lines(parts: list[Slice]) -> str:
    """A table of slices: where in its block each begins, how long it is, its highest number, its meaning."""
    found = ["| slice | from | numbers | highest | meaning |", "|---|---|---|---|---|"]
    start = 0
    for part in parts:
        found.append(f"| `{part.name}` | {start} | {part.size} | {part.most} | {part.meaning} |")
        start += part.size
    return "\n".join([*found, f"| | {start} | | | |"])


def written(page: str) -> str:
    """The page with its tables as the code has them."""

    def table(mark: re.Match[str]) -> str:
        observer = pediment.game(mark[1]).observer
        parts = observer.table() if mark[2] == "table" else observer.seat()
        return f"<!-- {mark[1]} {mark[2]} -->\n{lines(parts)}\n<!-- end -->"

    before, mark, after = MARK.sub(table, page).partition("<!-- elysium answers -->")
    # what is behind depends on how many cards there are
    verbs = ["take", "use", "choose", "discard", "transfer", "convert"]
    labels = pediment.game("elysium").label_list
    firsts = [next(n for n, label in enumerate(labels) if label.startswith(f"{verb} ")) for verb in verbs]
    for verb, first, end in zip(verbs, firsts, [*firsts[1:], len(labels)], strict=True):
        line = rf"^\| \d+ to \d+ \| {verb} "
        after = re.sub(line, f"| {first} to {end - 1} | {verb} ", after, count=1, flags=re.MULTILINE)
    return before + mark + after


def test_the_page_lists_every_slice() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(MARK.findall(page)) == 2 * len(pediment.games())
    assert page == written(page), "make derived writes the tables"


@pytest.mark.parametrize("name", pediment.games())
def test_the_page_says_what_answers_mean(name: str) -> None:
    """Every label of random games begins with a word of its line; the lines cover all answers."""
    page = PAGE.read_text(encoding="utf-8").partition(f"<!-- {name} answers -->")[2].partition("<!-- end -->")[0]
    lines = [(int(a), int(b), text) for a, b, text in re.findall(r"^\| (\d+) to (\d+) (\|.*)$", page, re.MULTILINE)]
    game = pediment.game(name)
    assert [a for a, _, _ in lines] == [0, *(b + 1 for _, b, _ in lines[:-1])]
    assert lines[-1][1] == game.num_actions - 1
    for seats in game.seat_counts:
        state, moves = game.new(seats=seats, seed=seats), stream(seats, "moves")
        while game.to_move(state) != pediment.OVER:
            legal = game.legal(state)
            for answer in legal:
                text = next(text for a, b, text in lines if a <= answer <= b)
                assert re.search(rf"\b{game.label(state, answer).split()[0]}\b", text), (answer, text)
            game.apply(state, legal[moves.below(len(legal))])


@pytest.mark.parametrize("name", pediment.games())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_are_the_row_between_0_and_1(name: str, seats: int) -> None:
    game = pediment.game(name)
    numbers = Numbers(game, seats)
    state, moves = game.new(seats=seats, seed=seats), stream(seats, "moves")
    while game.to_move(state) != pediment.OVER:
        seat = len(state.actions) % seats
        row = numbers.observation(state, seat)
        assert row.dtype == np.float32
        assert 0 <= row.min() <= row.max() <= 1
        assert np.array_equal(np.rint(row * numbers.most), np.frombuffer(game.observe(state, seat), np.uint8))
        mask = numbers.mask(state, seat)
        assert np.flatnonzero(mask).tolist() == (game.legal(state) if game.to_move(state) == seat else [])
        legal = game.legal(state)
        game.apply(state, legal[moves.below(len(legal))])
    assert numbers.width == row.size == max(part.stop for part in numbers.slices.values())
