"""Pictures to share: the end of a game, a position, the deal of the day; and the table that they are made of."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from PIL import Image

import pediment
from pediment.pictures.canvas import (
    ACCENTS,
    GLOW,
    HEAD_PIXELS,
    INK,
    LINE,
    MARGIN_PIXELS,
    PAPER,
    SEATS,
    SOFT,
    SURFACE,
    TERRACOTTA,
    Canvas,
    is_drawable,
)
from pediment.pictures.words import Words

GENERIC: Final = "pediment.pictures.generic:draw"
"""The picture of a game that brings none,"""
GENERIC_SEAT: Final = "pediment.pictures.generic:draw_seat"
"""and of what a player of such a game has in the end."""
SIZE_PIXELS: Final = (1200, 630)
"""What link previews show whole: width and height."""
POSITION_SIZE_PIXELS: Final = (1600, 840)
"""The same shape, larger: a table has small letters."""
_LINE_PIXELS: Final = 40
_PANEL_Y: Final = 134
_NAME_PIXELS: Final = 60
_GAP_PIXELS: Final = 16
_SIDE_PIXELS: Final = 24


def table(
    view: dict[str, Any],
    names: Sequence[str],
    winners: Sequence[int],
    prompt: str = "",
    language: str = "en",
    you: int | None = None,
    box: Any = None,
) -> Canvas:
    """The table of a view, in the game's own picture or a plain one, with the cards of that edition.

    Raises ValueError for an unknown game.
    """
    kit = pediment.kit(view["game"])
    canvas: Canvas = kit.part(kit.picture or GENERIC)(_told(view, names, winners, prompt, language, you, box))
    return canvas


def position(
    view: dict[str, Any],
    names: Sequence[str],
    winners: Sequence[int],
    prompt: str,
    line: str,
    language: str,
    you: int | None = None,
    box: Any = None,
) -> Canvas:
    """A table with a line below it that says what it is; `you` is the seat that the reader has, if any.

    The cards are those of the edition `box`, the package's unless another is given.
    """
    width, height = POSITION_SIZE_PIXELS
    drawn = table(view, names, winners, prompt, language, you, box).image
    scale = min(width / drawn.width, (height - _LINE_PIXELS) / drawn.height)
    size = (round(drawn.width * scale), round(drawn.height * scale))
    canvas = Canvas(height, width)
    canvas.image.paste(INK, (0, 0, width, height))
    top = (height - _LINE_PIXELS - size[1]) // 2
    canvas.image.paste(
        drawn if size == drawn.size else drawn.resize(size, Image.Resampling.LANCZOS),
        (
            (width - size[0]) // 2,
            top,
        ),
    )
    canvas.text(width // 2, height - _LINE_PIXELS // 2, line, 24, width - 40, PAPER, title=True, align="middle")
    return canvas


def ending(
    view: dict[str, Any], names: Sequence[str], winners: Sequence[int], places: Sequence[int], language: str
) -> Canvas:
    """The end of a game: who has won, and for each player their place, points and what they have made.

    `places` has 1 for the first; whoever shares a place has the same.
    """
    kit = pediment.kit(view["game"])
    told = _told(view, names, winners, "", language, None)
    words: Words = told["words"]
    canvas = Canvas(SIZE_PIXELS[1], SIZE_PIXELS[0])
    canvas.title(kit.title)
    canvas.text(SIZE_PIXELS[0] - _SIDE_PIXELS, 25, "Pediment", 19, 200, LINE, title=True, align="right")
    first = words.all([told["names"][seat] for seat in winners])
    result = (
        words(f"poster.{'together' if winners[1:] else 'won'}", names=first) if winners else words("poster.stopped")
    )
    canvas.text(SIZE_PIXELS[0] // 2, (HEAD_PIXELS + _PANEL_Y) // 2, result, 38, 1080, INK, title=True, align="middle")
    seats = sorted(range(len(names)), key=lambda seat: places[seat])
    wide = (SIZE_PIXELS[0] - 2 * _SIDE_PIXELS - _GAP_PIXELS * (len(seats) - 1)) // len(seats)
    draw_seat = kit.part(kit.ending or GENERIC_SEAT)
    for n, seat in enumerate(seats):
        x, h = _SIDE_PIXELS + n * (wide + _GAP_PIXELS), SIZE_PIXELS[1] - _SIDE_PIXELS - _PANEL_Y
        _head(canvas, told, seat, places[seat], x, wide, h)
        draw_seat(canvas, told, seat, x + 14, _PANEL_Y + _NAME_PIXELS + 12, wide - 28, h - _NAME_PIXELS - 22)
    return canvas


def daily(day: date, titles: Sequence[str], language: str) -> Canvas:
    """The deal of the day: what it is, and nothing of its cards."""
    words = Words(language)
    width, height = SIZE_PIXELS
    canvas = Canvas(height, width)
    canvas.title("Pediment")
    canvas.meander(height - 10)
    canvas.text(width // 2, 190, words("poster.daily"), 64, width - 120, INK, title=True, align="middle")
    month = words(f"months.{day.month}")
    written = words("dates.first" if day.day == 1 else "dates.day", day=day.day, month=month, year=day.year)
    canvas.text(width // 2, 275, written, 36, width - 120, TERRACOTTA, title=True, align="middle")
    step = 104
    for n, (god, colour) in enumerate(ACCENTS.items()):
        canvas.seal(god, width // 2 + round((n - (len(ACCENTS) - 1) / 2) * step), 385, 76, colour)
    canvas.text(width // 2, 490, words("poster.daily-note"), 30, width - 120, SOFT, align="middle")
    canvas.text(width // 2, 550, " · ".join(titles), 28, width - 120, INK, title=True, align="middle")
    return canvas


def png(canvas: Canvas) -> bytes:
    """A picture as a file."""
    file = io.BytesIO()
    canvas.image.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _told(
    view: dict[str, Any],
    names: Sequence[str],
    winners: Sequence[int],
    prompt: str,
    language: str,
    you: int | None,
    box: Any = None,
) -> dict[str, Any]:
    """What a picture is drawn from. A name without letters to draw it with is that of a seat."""
    game = pediment.game(view["game"])
    shown = [name if name and is_drawable(name) else game.player(seat + 1, language) for seat, name in enumerate(names)]
    words = Words(language, game.texts)
    own = {"names": shown, "winners": list(winners), "prompt": prompt, "words": words, "you": you, "box": box}
    return {**view, **own}


def _head(canvas: Canvas, told: dict[str, Any], seat: int, place: int, x: int, w: int, h: int) -> None:
    """The panel of a seat, with place, name and points on top."""
    colour, y = SEATS[seat % len(SEATS)], _PANEL_Y
    canvas.panel(told | {"to_move": None}, seat, x, y, w, h)
    canvas.box(x, y, w, _NAME_PIXELS, colour)
    middle = y + _NAME_PIXELS // 2
    canvas.disc(x + 32, middle, 40, GLOW if seat in told["winners"] else SURFACE)
    canvas.text(x + 32, middle, str(place), 24, 36, INK, title=True, align="middle")
    total = str(told["scores"][seat]["total"])
    taken = canvas.text(x + w - MARGIN_PIXELS, middle, total, 36, 90, SURFACE, title=True, align="right")
    room = w - 62 - taken - 2 * MARGIN_PIXELS
    canvas.paragraph(x + 62, y, told["names"][seat], 25, room, _NAME_PIXELS, SURFACE, bold=True, middle=True)
