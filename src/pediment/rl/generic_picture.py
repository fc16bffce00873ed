"""A picture of the table of a game that brings none: the question, what lies there, every seat, and what happened."""

from __future__ import annotations

from typing import Any, Final

import pediment
from pediment.rl.picture import HEAD, LINE, MARGIN, SEATS, SOFT, SURFACE, WIDTH, Canvas
from pediment.terminal.generic_words import GenericWords
from pediment.terminal.messages import Messages

_APART: Final = ("game", "to_move", "asking", "seats", "scores", "log", "names", "winners", "prompt")
_BAR: Final = 40
_TABLE: Final = 120
_SEAT: Final = 110
_NEWS: Final = 4
_GAP: Final = 8
_LINE: Final = 21


def draw(view: dict[str, Any]) -> Canvas:
    """The whole table: a view with the `names` of the seats, the `winners` and the `prompt`."""
    name = view["game"]
    game = pediment.game(name)
    words = GenericWords(game, Messages())
    seats = len(view["scores"])
    wide = WIDTH - 2 * MARGIN
    table = HEAD + _GAP + _BAR + _GAP
    panels = table + _TABLE + _GAP
    news = panels + seats * (_SEAT + _GAP)
    canvas = Canvas(news + _NEWS * _LINE + 2 * _GAP)
    canvas.title(pediment.kit(name).title)
    canvas.question(MARGIN, HEAD + _GAP, wide, _BAR, view, view["prompt"])
    canvas.box(MARGIN, table, wide, _TABLE, SURFACE, LINE)
    common = {field: value for field, value in view.items() if field not in _APART}
    canvas.paragraph(MARGIN + 14, table + 10, _told(words, common), 16, wide - 28, _TABLE - 20)
    for seat in range(seats):
        y = panels + seat * (_SEAT + _GAP)
        canvas.panel(view, seat, MARGIN, y, wide, _SEAT)
        colour = SEATS[seat % len(SEATS)]
        canvas.text(MARGIN + 14, y + 20, view["names"][seat], 18, wide // 2, colour, bold=True)
        total = str(view["scores"][seat]["total"])
        canvas.text(MARGIN + wide - 14, y + 20, total, 18, wide // 4, colour, bold=True, align="right")
        has = view["seats"][seat] if "seats" in view else {}
        canvas.paragraph(MARGIN + 14, y + 38, _told(words, has), 15, wide - 28, _SEAT - 46, SOFT)
    for i, entry in enumerate(view["log"][-_NEWS:]):
        line = game.log_line(entry, names=view["names"])
        canvas.text(MARGIN + 14, news + _LINE // 2 + i * _LINE, line, 14, wide - 28, SOFT)
    return canvas


def _told(words: GenericWords, fields: dict[str, Any]) -> str:
    return " · ".join(f"{words.field(name)} {words.value(value)}" for name, value in fields.items())
