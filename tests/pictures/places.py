"""What is drawn on a picture, and whether everything is in its place."""

from __future__ import annotations

from typing import Any

import pytest
from PIL import Image

from pediment.pictures import canvas
from pediment.pictures.canvas import Canvas

Box = tuple[int, int, int, int]


def check_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing may reach out of the picture, or out of the uppermost box that its middle is in."""
    boxes: list[Box] = []
    drawing: list[Box] = []
    begin, lay, box = Canvas.__init__, Canvas.lay, Canvas.box

    def cleared(found: Canvas, *args: Any) -> None:
        boxes.clear()
        begin(found, *args)

    def checked_lay(found: Canvas, mask: Image.Image, x: int, y: int, colour: str) -> None:
        left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
        ink = (x + left, y + top, x + right, y + bottom)
        if not drawing:
            middle = ((ink[0] + ink[2]) // 2, (ink[1] + ink[3]) // 2) * 2
            whole = (0, 0, *found.image.size)
            assert contains(next((outer for outer in reversed(boxes) if contains(outer, middle)), whole), ink)
        lay(found, mask, x, y, colour)

    def checked_box(found: Canvas, x: int, y: int, w: int, h: int, *args: Any, **options: Any) -> None:
        drawing.append((x, y, x + w, y + h))
        assert contains((0, 0, *found.image.size), drawing[-1])
        box(found, x, y, w, h, *args, **options)
        boxes.append(drawing.pop())

    monkeypatch.setattr(Canvas, "__init__", cleared)
    monkeypatch.setattr(Canvas, "lay", checked_lay)
    monkeypatch.setattr(Canvas, "box", checked_box)


def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All texts that are drawn from now on, in order, as they are cut."""
    found: list[str] = []
    fit = canvas._fit

    def noted(text: str, size: int, face: canvas.Face, room: int) -> tuple[str, int]:
        found.append(fit(text, size, face, room)[0])
        return fit(text, size, face, room)

    monkeypatch.setattr(canvas, "_fit", noted)
    return found


def contains(outer: Box, inner: Box) -> bool:
    """Whether a box is within another."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
