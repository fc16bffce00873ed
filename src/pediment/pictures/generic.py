"""A picture of the table of a game that brings none: the question, what lies there, every seat, and what happened."""

from __future__ import annotations

from typing import Any, Final

import pediment
from pediment.command.generic_words import GenericWords
from pediment.pictures.canvas import HEAD_PIXELS, LINE, MARGIN_PIXELS, SEATS, SOFT, SURFACE, WIDTH_PIXELS, Canvas

_APART: Final = ("game", "to_move", "asking", "seats", "scores", "log", "names", "winners", "prompt", "words", "you")
_BAR_PIXELS: Final = 40
_TABLE_PIXELS: Final = 120
_SEAT_PIXELS: Final = 110
_NEWS_LINES: Final = 4
_GAP_PIXELS: Final = 8
_LINE_PIXELS: Final = 21


def draw(view: dict[str, Any]) -> Canvas:
    """The whole table: a view with the `names` of the seats, the `winners`, the `prompt` and the `words`."""
    name = view["game"]
    game = pediment.game(name)
    words = GenericWords(game, view["words"])
    seats = len(view["scores"])
    wide = WIDTH_PIXELS - 2 * MARGIN_PIXELS
    table = HEAD_PIXELS + _GAP_PIXELS + _BAR_PIXELS + _GAP_PIXELS
    panels = table + _TABLE_PIXELS + _GAP_PIXELS
    news = panels + seats * (_SEAT_PIXELS + _GAP_PIXELS)
    canvas = Canvas(news + _NEWS_LINES * _LINE_PIXELS + 2 * _GAP_PIXELS)
    canvas.title(pediment.kit(name).title)
    canvas.question(MARGIN_PIXELS, HEAD_PIXELS + _GAP_PIXELS, wide, _BAR_PIXELS, view, view["prompt"])
    canvas.box(MARGIN_PIXELS, table, wide, _TABLE_PIXELS, SURFACE, LINE)
    common = {field: value for field, value in view.items() if field not in _APART}
    canvas.paragraph(MARGIN_PIXELS + 14, table + 10, _told(words, common), 16, wide - 28, _TABLE_PIXELS - 20)
    for seat in range(seats):
        y = panels + seat * (_SEAT_PIXELS + _GAP_PIXELS)
        canvas.panel(view, seat, MARGIN_PIXELS, y, wide, _SEAT_PIXELS)
        colour = SEATS[seat % len(SEATS)]
        canvas.text(MARGIN_PIXELS + 14, y + 20, view["names"][seat], 18, wide // 2, colour, bold=True)
        total = str(view["scores"][seat]["total"])
        canvas.text(MARGIN_PIXELS + wide - 14, y + 20, total, 18, wide // 4, colour, bold=True, align="right")
        has = view["seats"][seat] if "seats" in view else {}
        canvas.paragraph(MARGIN_PIXELS + 14, y + 38, _told(words, has), 15, wide - 28, _SEAT_PIXELS - 46, SOFT)
    for i, entry in enumerate(view["log"][-_NEWS_LINES:]):
        line = game.log_line(entry, view["words"].language, view["names"], None, view["you"])
        canvas.text(MARGIN_PIXELS + 14, news + _LINE_PIXELS // 2 + i * _LINE_PIXELS, line, 14, wide - 28, SOFT)
    return canvas


def draw_seat(canvas: Canvas, view: dict[str, Any], seat: int, x: int, y: int, w: int, h: int) -> None:
    """What a player has in the end, and what their points are made of."""
    game = pediment.game(view["game"])
    words = GenericWords(game, view["words"])
    items = game.item_points(view["scores"][seat])
    top = canvas.items([(words.field(item), n) for item, n in items.items() if item != "total"], x, y + h, w)
    has = view["seats"][seat] if "seats" in view else {}
    canvas.paragraph(x, y, _told(words, has), 18, w, top - y - _GAP_PIXELS)


def _told(words: GenericWords, fields: dict[str, Any]) -> str:
    return " · ".join(f"{words.field(name)} {words.value(value)}" for name, value in fields.items())
