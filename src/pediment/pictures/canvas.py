"""What pictures are drawn on: boxes, signs and texts in the colours and letters of the page."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal

from PIL import Image, ImageChops, ImageDraw, ImageFont

# The colours of the page: bone, black slip and terracotta, with one accent for each god, column and seat
PAPER: Final = "#f3ead7"
SURFACE: Final = "#fbf6e9"
SHADE: Final = "#eadfc8"
INK: Final = "#1d1613"
SOFT: Final = "#5a4a3f"
LINE: Final = "#cbb898"
TERRACOTTA: Final = "#a84a24"
GLOW: Final = "#e0a13a"
ACCENTS: Final = {
    "apollo": "#b85c0b",
    "ares": "#a3122e",
    "athena": "#5f6b16",
    "hades": "#6a3a94",
    "hephaestus": "#8a5a22",
    "hermes": "#0f7a76",
    "poseidon": "#1f5f9e",
    "zeus": "#94710a",
    "aether": "#2f7a4a",
    "gaia": "#7a4a26",
}
SHAPES: Final[dict[str, list[tuple[str, str]]]] = {
    name: layers
    for group in json.loads(Path(__file__).with_name("shapes.json").read_text(encoding="utf-8")).values()
    for name, layers in group.items()
}
"""The emblems, icons and signs of powers that the page has too, as strokes in a box of 24 by 24: kind and SVG path."""
SEATS: Final = ("#a84a24", "#2a5ca6", "#3b7a37", "#6a3a94")
_STROKES: Final = {"line": 2.0, "bold": 3.0, "cut": 0.9, "gap": 2.2}  # how wide, in the box of 24 by 24
MASK_SCALE: Final = 4
"""Masks are drawn this much larger and reduced, for smooth edges;"""
LETTER_SCALE: Final = 3
"""and letters this much."""
_MIN_FONT_PIXELS: Final = 11  # what does not fit at this size is cut

WIDTH_PIXELS: Final = 1280
MARGIN_PIXELS: Final = 12
ROW_PIXELS: Final = 27  # of what points are made of
HEAD_PIXELS: Final = 58
"""Where the table begins, under the title and its meander."""


class Canvas:
    """Draws on an image: masks, each laid on in one colour. The `y` of texts and signs is that of their middle."""

    def __init__(self, height: int, width: int = WIDTH_PIXELS) -> None:
        self.image = Image.new("RGB", (width, height), PAPER)

    def lay(self, mask: Image.Image, x: int, y: int, colour: str) -> None:
        """A mask, its corner at x and y."""
        self.image.paste(colour, (x, y, x + mask.width, y + mask.height), mask)

    def box(
        self, x: int, y: int, w: int, h: int, fill: str, line: str = "", *, radius: int = 5, width: int = 1
    ) -> None:
        """A rounded box, with a line around it if it has a colour."""
        if line:
            self._fill(x, y, w, h, line, radius)
            x, y, w, h, radius = x + width, y + width, w - 2 * width, h - 2 * width, max(0, radius - width)
        self._fill(x, y, w, h, fill, radius)

    def _fill(self, x: int, y: int, w: int, h: int, colour: str, radius: int) -> None:
        """Only the rounded ends need a mask: what has none is laid on much faster."""
        self.image.paste(colour, (x, y + radius, x + w, y + h - radius))
        if radius:
            top, bottom = _ends(w, radius)
            self.lay(top, x, y, colour)
            self.lay(bottom, x, y + h - radius, colour)

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int,
        room: int,
        colour: str = INK,
        *,
        bold: bool = False,
        title: bool = False,
        align: Literal["left", "middle", "right"] = "left",
    ) -> int:
        """A line of at most `room` pixels, smaller or cut where it would be longer; returns how wide it is.

        A title is in the inscriptional letters of the page, where they have all that it needs.
        """
        face: Face = "title" if title and is_drawable(text, "title") else "bold" if bold or title else "plain"
        mask, left, top, wide = _words(*_fit(text, size, face, room), face)
        start = x - {"left": 0, "middle": wide // 2, "right": wide}[align]
        self.lay(mask, start + left, y + top, colour)
        return wide

    def plate(self, x: int, y: int, h: int, text: str, size: int, most: int, fill: str, *, bold: bool = False) -> int:
        """A text on a box that is as wide as it needs, up to that many pixels; returns how wide it is."""
        face: Face = "bold" if bold else "plain"
        wide = _words(*_fit(text, size, face, most - 16), face)[3] + 16
        self.box(x, y, wide, h, fill, radius=3)
        self.text(x + 8, y + h // 2, text, size, most - 16, PAPER, bold=bold)
        return wide

    def paragraph(
        self,
        x: int,
        y: int,
        text: str,
        size: int,
        room: int,
        height: int,
        colour: str = INK,
        *,
        bold: bool = False,
        middle: bool = False,
    ) -> None:
        """Lines within a box whose corner is x and y, smaller or cut where they would be too many.

        They begin at the top, or are in the middle of its height.
        """
        lines, size = _wrapped(text, size, "bold" if bold else "plain", room, height)
        top = y + (height - len(lines) * _leading(size)) // 2 if middle else y
        for i, line in enumerate(lines):
            self.text(x, top + i * _leading(size) + _leading(size) // 2, line, size, room, colour, bold=bold)

    def fits(self, text: str, size: int, room: int, height: int) -> bool:
        """Whether a paragraph of that size has room for all of a text, if its letters are smaller."""
        lines, _ = _wrapped(text, size, "plain", room, height)
        return not any(line.endswith("…") for line in lines)

    def sign(self, name: str, x: int, y: int, size: int, colour: str) -> None:
        """A sign of `SHAPES`, its middle at x and y."""
        self.lay(_sign(name, size), x - size // 2, y - size // 2, colour)

    def seal(self, name: str, x: int, y: int, size: int, colour: str) -> None:
        """A sign on a disc of that colour."""
        self.disc(x, y, size, colour)
        self.sign(name, x, y, size * 7 // 10, SURFACE)

    def disc(self, x: int, y: int, size: int, colour: str, width: int = 0) -> None:
        """A disc, or a ring of that width, its middle at x and y."""
        self.lay(_disc(size, width), x - size // 2, y - size // 2, colour)

    def title(self, name: str) -> None:
        """The head of the picture: the game's name on black slip over a meander."""
        self.image.paste(INK, (0, 0, self.image.width, HEAD_PIXELS - 10))
        self.meander(HEAD_PIXELS - 10)
        self.sign("home", MARGIN_PIXELS + 16, 24, 30, "#d97b4e")
        self.text(MARGIN_PIXELS + 42, 25, name.upper(), 23, 150, PAPER, title=True)

    def meander(self, y: int) -> None:
        """A border across the whole picture, its upper edge at y."""
        self.image.paste(TERRACOTTA, (0, y, self.image.width, y + 10))
        self.lay(_meander(self.image.width), 0, y, INK)

    def panel(self, table: dict[str, Any], seat: int, x: int, y: int, w: int, h: int) -> None:
        """The box of a seat, in its colour if it is asked, and in a frame if it has won."""
        if seat in table["winners"]:
            self.box(x - 3, y - 3, w + 6, h + 6, GLOW, radius=8)
        asked = table["to_move"] == seat
        self.box(x, y, w, h, SURFACE, SEATS[seat % len(SEATS)] if asked else LINE, width=2 if asked else 1)

    def items(self, rows: list[tuple[str, int]], x: int, bottom: int, w: int) -> int:
        """What points are made of, line by line, down to that height; returns where it begins."""
        top = bottom - len(rows) * ROW_PIXELS
        for n, (name, points) in enumerate(rows):
            y = top + n * ROW_PIXELS
            self.box(x, y, w, 1, LINE, radius=0)
            wide = self.text(
                x + w, y + ROW_PIXELS // 2 + 1, str(points).replace("-", "−"), 18, 60, bold=True, align="right"
            )
            self.text(x, y + ROW_PIXELS // 2 + 1, name, 17, w - wide - 10, SOFT)
        return top

    def question(self, x: int, y: int, w: int, h: int, table: dict[str, Any], what: str) -> None:
        """Who is asked, and what; at the end who has won, and with what."""
        names, winners, words = table["names"], table["winners"], table["words"]
        seat = winners[0] if len(winners) == 1 else table["to_move"]
        colour = SOFT if seat is None else SEATS[seat % len(SEATS)]
        sign, who = ("", words("poster.secret")) if seat is None else ("play", names[seat])
        if winners:
            sign = "star"
            who = words(
                f"poster.{'together' if winners[1:] else 'won'}", names=words.all([names[one] for one in winners])
            )
        self.box(x, y, w, h, SURFACE, GLOW if winners else colour, width=2)
        self.box(x, y, 10, h, colour, radius=3)
        start = x + 22
        if sign:
            self.sign(sign, start + 9, y + h // 2, 20, colour)
            start += 28
        start += self.text(start, y + h // 2, who, 17, w // (2 if what else 1) - 60, colour, bold=True) + 12
        self.paragraph(start, y, what, 16, x + w - 10 - start, h, middle=True)


# Masks, each drawn once


@lru_cache(512)
def _ends(w: int, radius: int) -> tuple[Image.Image, Image.Image]:
    """The upper and the lower end of a rounded box."""
    image = Image.new("L", (w * MASK_SCALE, 2 * radius * MASK_SCALE))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, image.width - 1, image.height - 1), radius * MASK_SCALE, fill=255)
    whole = image.reduce(MASK_SCALE)
    return whole.crop((0, 0, w, radius)), whole.crop((0, radius, w, 2 * radius))


@lru_cache(256)
def _disc(size: int, width: int) -> Image.Image:
    """A disc, or a ring of that width."""
    image = Image.new("L", (size * MASK_SCALE, size * MASK_SCALE))
    box = (0, 0, image.width - 1, image.height - 1)
    ImageDraw.Draw(image).ellipse(box, outline=255, fill=0 if width else 255, width=width * MASK_SCALE)
    return image.reduce(MASK_SCALE)


@lru_cache(4)
def _meander(width: int) -> Image.Image:
    image = Image.new("L", (width, 10))
    pen = ImageDraw.Draw(image)
    for x in range(0, width, 16):
        pen.line([(x, 8), (x, 1), (x + 12, 1), (x + 12, 5), (x + 6, 5)], fill=255, width=2)
        pen.line([(x, 8), (x + 16, 8)], fill=255, width=2)
    return image


@lru_cache(256)
def _sign(name: str, size: int) -> Image.Image:
    """The strokes of a sign one after the other. A subpath that turns the other way is a hole."""
    scale = size * MASK_SCALE / 24
    found = Image.new("L", (size * MASK_SCALE, size * MASK_SCALE))
    for kind, path in SHAPES[name]:
        subpaths = [[(x * scale, y * scale) for x, y in points] for points in _subpaths(path)]
        if kind == "fill":
            turns = Image.new("L", found.size, 128)
            for points in subpaths:
                area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
                mask = Image.new("L", found.size)
                ImageDraw.Draw(mask).polygon(points, fill=1)
                turns = (ImageChops.add if area > 0 else ImageChops.subtract)(turns, mask)
            found.paste(255, (0, 0), turns.point(lambda n: 255 * (n != 128)))
        else:
            pen = ImageDraw.Draw(found)
            ink, width = 255 if kind in ("line", "bold") else 0, _STROKES[kind] * scale
            for points in subpaths:
                pen.line(points, ink, round(width), joint="curve")
                if ink:
                    for x, y in (points[0], points[-1]):
                        pen.circle((x, y), width / 2, ink)
    return found.reduce(MASK_SCALE)


def _subpaths(path: str) -> Iterator[list[tuple[float, float]]]:
    """The subpaths of an SVG path as points; it has absolute commands only, and arcs of circles."""
    points: list[tuple[float, float]] = []
    for command, tail in re.findall(r"([MLHVCAZ])([^MLHVCAZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", tail)]
        if command in "MZ" and points:
            yield points
            points = []
        if command in "ML":
            points += zip(numbers[::2], numbers[1::2], strict=True)
        elif command == "H":
            points += [(x, points[-1][1]) for x in numbers]
        elif command == "V":
            points += [(points[-1][0], y) for y in numbers]
        elif command == "C":
            for i in range(0, len(numbers), 6):
                points += _curve(points[-1], *numbers[i : i + 6])
        elif command == "A":
            points += _arc(points[-1], numbers[0], *numbers[3:7])
    if points:
        yield points


def _curve(
    start: tuple[float, float], x1: float, y1: float, x2: float, y2: float, x3: float, y3: float
) -> list[tuple[float, float]]:
    found = []
    for step in range(1, 9):
        t = step / 8
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        found.append((a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3))
    return found


def _arc(
    start: tuple[float, float], r: float, large: float, clockwise: float, x: float, y: float
) -> list[tuple[float, float]]:
    """An arc of a circle to x and y; the flags are 0 or 1."""
    dx, dy = x - start[0], y - start[1]
    chord = math.hypot(dx, dy)
    off = math.sqrt(max(0.0, r * r - chord * chord / 4)) * (-1 if large == clockwise else 1)
    cx, cy = start[0] + dx / 2 - dy / chord * off, start[1] + dy / 2 + dx / chord * off
    first, last = math.atan2(start[1] - cy, start[0] - cx), math.atan2(y - cy, x - cx)
    turn = (last - first) % math.tau if clockwise else -((first - last) % math.tau)
    return [(cx + r * math.cos(first + turn * k / 8), cy + r * math.sin(first + turn * k / 8)) for k in range(1, 9)]


# Texts


Face = Literal["plain", "bold", "title"]
_FONTS: Final = Path(__file__).parent / "fonts"
_SCRIPTS: Final = ("latin", "latin-ext", "vietnamese", "greek", "cyrillic")
"""The parts that the letters come in; each has its own file."""
_FILES: Final[dict[Face, list[Path]]] = {
    "plain": [_FONTS / f"source-sans-3-{script}-400.woff2" for script in _SCRIPTS],
    "bold": [_FONTS / f"source-sans-3-{script}-600.woff2" for script in _SCRIPTS],
    "title": [_FONTS / f"cinzel-{script}-600.woff2" for script in _SCRIPTS[:2]],
}


def is_drawable(text: str, face: Face = "bold") -> bool:
    """Whether there are letters for all of a text, so that it is no row of boxes.

    >>> [is_drawable(name) for name in ("Zoë Œuvrard", "Łukasz", "Ελένη", "Жанна", "たろう", "🦉")]
    [True, True, True, True, False, False]
    """
    return all(_part(char, face) is not None and not unicodedata.combining(char) for char in text)


@lru_cache(512)
def _font(face: Face, part: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FILES[face][part], size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _part(char: str, face: Face) -> int | None:
    """Which file of a face has that character; None if none has: then all show their sign for what is missing."""
    for part in range(len(_FILES[face])):
        font = _font(face, part, 24)
        if font.getmask(char).getbbox() is None and char.isspace():
            return 0
        if bytes(font.getmask(char)) != bytes(font.getmask("\uffff")):
            return part
    return None


@lru_cache(4096)
def _words(text: str, size: int, face: Face) -> tuple[Image.Image, int, int, int]:
    """The mask of a text, its corner from the left end at the middle of capitals, and the width.

    It is drawn larger, too: else every letter and space would be a whole number of pixels wide.
    """
    parts = groupby(text, lambda char: _part(char, face) or 0)
    runs = [(_font(face, part, size * LETTER_SCALE), "".join(chars)) for part, chars in parts]
    wide = math.ceil(sum(font.getlength(run) for font, run in runs) / LETTER_SCALE)
    mask = Image.new("L", ((wide + size) * LETTER_SCALE, size * 2 * LETTER_SCALE))  # room for what leans out
    pen, at = ImageDraw.Draw(mask), size * LETTER_SCALE / 2
    for font, run in runs:
        pen.text((at, size * 3 // 2 * LETTER_SCALE), run, 255, font, "ls")
        at += font.getlength(run)
    mask = mask.reduce(LETTER_SCALE)
    box = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop(box), box[0] - size // 2, box[1] - size * 3 // 2 + round(size * 0.33), wide


@lru_cache(4096)
def _fit(text: str, size: int, face: Face, room: int) -> tuple[str, int]:
    """The text and the size at which it fits: smaller, then cut."""
    while size > _MIN_FONT_PIXELS and _words(text, size, face)[3] > room:
        size -= 1
    cut = text
    while len(cut) > 1 and _words(cut, size, face)[3] > room:
        cut = cut.rstrip("…")[:-1].rstrip() + "…"
    return cut, size


def _leading(size: int) -> int:
    return size * 6 // 5 + 1


@lru_cache(1024)
def _wrapped(text: str, size: int, face: Face, room: int, height: int) -> tuple[list[str], int]:
    while True:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and _words(longer, size, face)[3] <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        most = height // _leading(size)
        if len(lines) <= most and all(_words(line, size, face)[3] <= room for line in lines):
            return lines, size
        if size <= _MIN_FONT_PIXELS:
            return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]}…"], size
        size -= 1
