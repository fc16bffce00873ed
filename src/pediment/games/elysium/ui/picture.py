"""The table of Elysium as a picture."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

from PIL import Image, ImageDraw

from pediment.games.elysium.game import GAME
from pediment.pictures.canvas import (
    ACCENTS,
    GLOW,
    HEAD_PIXELS,
    INK,
    LINE,
    MARGIN_PIXELS,
    MASK_SCALE,
    PAPER,
    SEATS,
    SHADE,
    SOFT,
    SURFACE,
    TERRACOTTA,
    WIDTH_PIXELS,
    Canvas,
)
from pediment.pictures.words import Words

COLUMNS: Final = {"R": "#b3261e", "Y": "#d8a31a", "G": "#3b7a37", "B": "#2a5ca6", "*": INK}
QUIET: Final = ("agora", "oracle", "slide")  # what the table shows so plainly that the news leave it out
ROW_PIXELS: Final = 106  # of the Agora
# Least width and height of cards in a Domain, and height of those in a Legend: the first that fit are taken
CARD_SIZES_PIXELS: Final = (
    (190, 28, 48),
    (145, 24, 44),
    (145, 24, 38),
    (145, 22, 32),
    (145, 19, 28),
    (145, 17, 24),
    (95, 17, 24),
)
ENDING_SIZES_PIXELS: Final = (96, 84, 72, 62, 54, 46, 40, 34, 28, 24, 20, 16)
"""Heights of cards in a Legend at the end: likewise."""
PANEL_PIXELS: Final = 356
GAP_PIXELS: Final = 6


@lru_cache(1024)
def card(name: str, language: str, edition: Any = None) -> dict[str, Any]:
    """Everything about a card of an edition; of a Citizen there is only that it is one."""
    return {"id": name} if name == "citizen" else GAME.card(name, language, edition)


def draw(view: dict[str, Any]) -> Canvas:
    """The whole table: a view with the `names` of the seats, the `winners`, the `prompt` and the `words`."""
    seats = len(view["seats"])
    rows = 1 if seats == 2 else 2
    agora = HEAD_PIXELS + 106
    bar = agora + rows * (ROW_PIXELS + GAP_PIXELS) + 2
    panels = bar + 44
    canvas = Canvas(panels + PANEL_PIXELS + 10)
    canvas.title("Elysium")
    _head(canvas, view)
    _temple(canvas, view)
    _market(canvas, view, agora, rows)
    _question(canvas, view, bar)
    wide = (WIDTH_PIXELS - 2 * MARGIN_PIXELS - 8 * (seats - 1)) // seats
    for seat in range(seats):
        _seat(canvas, view, seat, MARGIN_PIXELS + seat * (wide + 8), panels, wide, PANEL_PIXELS)
    return canvas


def draw_seat(canvas: Canvas, view: dict[str, Any], seat: int, x: int, y: int, w: int, h: int) -> None:
    """A player's Legends at the end of a game, and what their VP are made of."""
    words, scores = view["words"], [GAME.item_points(score) for score in view["scores"]]
    items = [
        item for item in scores[seat] if item != "total" and (item == "tokens" or any(own[item] for own in scores))
    ]
    top = canvas.items([(words(f"sheet.{item}"), scores[seat][item]) for item in items], x, y + h, w)
    legends = view["seats"][seat]["elysium"]
    worth = {item["legend"]: item["vp"] for item in view["scores"][seat]["legends"]}
    for mini in ENDING_SIZES_PIXELS:
        places = _flow(legends, mini, w)
        fits = max(map(len, legends), default=0) * (mini * 3 // 4 + 1) <= w + 1
        if fits and (not places or places[-1][1] + mini + 16 <= top - y - GAP_PIXELS):
            break
    for i, (legend, (left, down)) in enumerate(zip(legends, places, strict=True), 1):
        _legend(canvas, words, legend, worth.get(i), x + left, y + down, mini)


def _head(canvas: Canvas, view: dict[str, Any]) -> None:
    """The Epochs, the families, deck and discard pile."""
    x = 190
    for epoch in range(1, 6):
        if epoch == view["epoch"]:
            canvas.box(x, 11, 210, 27, TERRACOTTA, radius=3)
            canvas.text(
                x + 105,
                25,
                view["words"]("picture.epoch", n=epoch, phase=view["words"](f"words.{view['phase']}")),
                15,
                200,
                PAPER,
                bold=True,
                align="middle",
            )
            x += 214
        else:
            past = epoch < view["epoch"]
            canvas.box(x, 11, 26, 27, SOFT if past else INK, SOFT, radius=3)
            canvas.text(x + 13, 25, str(epoch), 14, 20, LINE, align="middle")
            x += 30
    x = 546
    for family in view["families"]:
        canvas.box(x, 10, 104, 28, ACCENTS[family], radius=4)
        canvas.sign(family, x + 15, 24, 20, SURFACE)
        canvas.text(x + 29, 25, view["words"](f"words.{family}"), 13, 72, SURFACE)
        x += 108
    canvas.text(
        WIDTH_PIXELS - MARGIN_PIXELS,
        15,
        view["words"]("picture.deck", n=view["deck_size"]),
        14,
        160,
        PAPER,
        align="right",
    )
    discard = view["words"]("picture.discard", n=len(view["discard"]))
    canvas.text(WIDTH_PIXELS - MARGIN_PIXELS, 34, discard, 14, 160, LINE, align="right")


def _temple(canvas: Canvas, view: dict[str, Any]) -> None:
    """The Quests, the Oracle, and the tiles nobody holds."""
    y = HEAD_PIXELS + 26
    x = MARGIN_PIXELS
    _heading(canvas, x, view["words"]("picture.temple"))
    for quest in view["quests"]:
        taker = quest["taken_by"]
        canvas.box(x, y, 148, 58, SURFACE if taker is None else SHADE, LINE if taker is None else SEATS[taker], width=2)
        canvas.text(x + 18, y + 17, str(quest["n"]), 22, 20, bold=True, align="middle")
        for i, colour in enumerate(quest["colours"]):
            _dot(canvas, colour[0].upper(), x + 44 + i * 22, y + 17, 20)
        if taker is not None:
            at = x + 40 + len(quest["colours"]) * 22
            canvas.paragraph(
                at, y + 2, view["names"][taker], 13, x + 144 - at, 30, SEATS[taker], bold=True, middle=True
            )
        at = x + 20
        for sign, colour in (("gold", "#94710a"), ("transfer", INK), ("vp", TERRACOTTA)):
            n = quest["transfers" if sign == "transfer" else sign]
            if n:
                canvas.sign(sign, at, y + 42, 16, colour)
                canvas.text(at + 11, y + 42, str(n), 15, 20, bold=True)
                at += 40
        x += 154
    x += 14
    tiles = WIDTH_PIXELS - MARGIN_PIXELS - 4 * 70
    if "apollo" in view["families"]:
        _heading(canvas, x, view["words"]("picture.oracle"))
        step = min(47, (tiles - 20 - x) // max(1, len(view["oracle"])))
        for i, name in enumerate(view["oracle"]):
            _mini(canvas, card(name, view["words"].language), x + i * step, y, (step - 3) * 4 // 3)
    _heading(canvas, tiles, view["words"]("sheet.bonuses"))
    kinds: dict[str, list[str]] = {}
    for tile in view["bonuses"]:
        kind, _, n = tile.partition(" ")
        kinds.setdefault(tile if kind == "level" else kind, []).append(n)
    for i, (kind, values) in enumerate(kinds.items()):
        left, top = tiles + i % 4 * 70, y + i // 4 * 30
        level = kind.startswith("level")
        canvas.box(left, top, 66, 27, SURFACE, LINE)
        if level:
            _pillars(canvas, int(values[0]), left + 33, top + 13, 15, INK)
        else:
            canvas.seal(kind, left + 15, top + 13, 20, ACCENTS[kind])
            canvas.text(left + 44, top + 14, " ".join(reversed(values)), 14, 36, bold=True, align="middle")


def _market(canvas: Canvas, view: dict[str, Any], y: int, rows: int) -> None:
    """The Agora."""
    cards = view["agora"]
    _heading(canvas, MARGIN_PIXELS, view["words"]("picture.agora"), y - 11)
    across = max(4, -(-len(cards) // rows))
    wide = (WIDTH_PIXELS - 2 * MARGIN_PIXELS - GAP_PIXELS * (across - 1)) // across
    for i, name in enumerate(cards):
        _card(
            canvas,
            card(name, view["words"].language, view["box"]),
            view["conditions"][name],
            MARGIN_PIXELS + i % across * (wide + GAP_PIXELS),
            y + i // across * (ROW_PIXELS + GAP_PIXELS),
            wide,
        )


def _card(canvas: Canvas, facts: dict[str, Any], condition: str, x: int, y: int, w: int) -> None:
    """A card to read: family, Level, name, condition, kind and power."""
    colour = ACCENTS[facts["family"]]
    canvas.box(x, y, w, ROW_PIXELS, SURFACE, colour)
    canvas.box(x, y, 34, ROW_PIXELS, colour)
    canvas.sign(facts["family"], x + 17, y + 22, 26, SURFACE)
    _pillars(canvas, facts["level"], x + 17, y + 58, 18, SURFACE)
    canvas.text(x + 41, y + 14, facts["name"], 15, w - 47, bold=True)
    for i, letter in enumerate(condition):
        _dot(canvas, letter, x + 50 + i * 21, y + 35, 19)
    kind = x + 50 + len(condition) * 21
    canvas.sign(facts["power"], kind, y + 35, 15, colour)
    room = w - 6 - (kind + 11 - x) - (18 if facts["eleusis"] else 0)
    canvas.text(kind + 11, y + 36, facts["power_name"], 12, room, SOFT)
    if facts["eleusis"]:
        canvas.sign("eleusis", x + w - 13, y + 35, 15, colour)
    room, height = w - 47, ROW_PIXELS - 49
    text = facts["text"] if canvas.fits(facts["text"], 12, room, height) else facts["short"]
    canvas.paragraph(x + 41, y + 47, text, 12, room, height, SOFT)


def _question(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    """Who is asked what, or has won, and what happened last."""
    what = view["prompt"]
    if view["winners"]:
        total = view["scores"][view["winners"][0]]["total"]
        level = sum(score["total"] == total for score in view["scores"])
        what = view["words"]("picture.won-by-gold" if level > len(view["winners"]) else "picture.won", n=total)
    wide = (WIDTH_PIXELS - 2 * MARGIN_PIXELS - 8) // 2
    canvas.question(MARGIN_PIXELS, y, wide, 36, view, what)
    x = MARGIN_PIXELS + wide + 8
    canvas.box(x, y, wide, 36, SURFACE, LINE)
    news = [entry for entry in view["log"] if entry["event"] not in QUIET]
    for i, entry in enumerate(news[-2:]):
        canvas.text(
            x + 12,
            y + 11 + i * 15,
            GAME.log_line(entry, view["words"].language, view["names"], None, view["you"]),
            12,
            wide - 24,
            SOFT,
        )


def _seat(canvas: Canvas, view: dict[str, Any], seat: int, x: int, y: int, w: int, h: int) -> None:
    """A player's purse, columns, Domain and Legends."""
    shown, colour = view["seats"][seat], SEATS[seat]
    canvas.panel(view, seat, x, y, w, h)
    canvas.box(x, y, w, 32, colour)
    if seat in view["winners"]:
        canvas.sign("star", x + 18, y + 16, 26, SURFACE)
    elif view["turn"] == seat:
        canvas.sign("play", x + 18, y + 16, 18, SURFACE)
    canvas.paragraph(x + 34, y, view["names"][seat], 17, w // 6 + 44, 32, SURFACE, bold=True, middle=True)
    words, quest = view["words"], ""
    if shown["quest"] is not None:
        quest = (
            words("picture.incomplete") if shown["quest"] == "incomplete" else words("picture.quest", n=shown["quest"])
        )
    total = str(view["scores"][seat]["total"])
    right = x + w - 16 - canvas.text(x + w - 10, y + 17, total, 22, 50, SURFACE, bold=True, align="right")
    right -= canvas.text(right, y + 18, words("picture.total"), 12, 40, SURFACE, align="right") + 10
    canvas.text(
        x + w // 6 + 84,
        y + 18,
        " · ".join(filter(None, (words("picture.disc", n=shown["disc"]), quest))),
        14,
        right - x - w // 6 - 84,
        SURFACE,
    )
    _purse(canvas, view, shown, x, y + 49, w)
    _belongings(canvas, view, seat, x + 8, y + 68, w - 16, h - 74)


def _purse(canvas: Canvas, view: dict[str, Any], shown: dict[str, Any], x: int, y: int, w: int) -> None:
    at = x + 19
    for counter, colour in (("gold", "#94710a"), ("vp", TERRACOTTA), ("pp", ACCENTS["ares"])):
        if counter != "pp" or "ares" in view["families"]:
            canvas.sign(counter, at, y, 20, colour)
            canvas.text(at + 14, y + 1, str(shown[counter]), 17, 30, bold=True)
            at += 58
    for i, letter in enumerate("RYGB"):
        left = x + w - 16 - (3 - i) * 25
        if letter in shown["columns"]:
            _dot(canvas, letter, left, y, 22)
        else:
            canvas.disc(left, y, 20, LINE, 1)
            canvas.text(left, y, letter, 12, 18, LINE, align="middle")


def _belongings(canvas: Canvas, view: dict[str, Any], seat: int, x: int, y: int, w: int, h: int) -> None:
    """Domain and Elysium, as large as there is room for; what exceeds even the smallest is left out."""
    domain = _gathered(view["seats"][seat]["domain"])
    legends = view["seats"][seat]["elysium"]
    for least, chip, mini in CARD_SIZES_PIXELS:
        across = w // least
        below = 22 + -(-len(domain) // across) * (chip + 3)
        places = _flow(legends, mini, w)
        if below + 18 + (places[-1][1] + mini + 16 if places else 0) <= h:
            break
    canvas.text(x, y + 8, view["words"]("picture.domain", n=len(view["seats"][seat]["domain"])), 12, 140, SOFT)
    wide = (w - 4 * (across - 1)) // across
    for i, (item, n) in enumerate(domain):
        top = 18 + i // across * (chip + 3)
        if top + chip <= h:
            _chip(canvas, view["words"], item, n, x + i % across * (wide + 4), y + top, wide, chip)
    if below + 16 <= h:
        canvas.text(x, y + below + 8, view["words"]("picture.elysium", n=sum(map(len, legends))), 12, 140, SOFT)
    worth = {item["legend"]: item["vp"] for item in view["scores"][seat]["legends"]}
    for i, (legend, (left, down)) in enumerate(zip(legends, places, strict=True), 1):
        top = below + 18 + down
        if top + mini + 16 <= h:
            _legend(canvas, view["words"], legend, worth.get(i), x + left, y + top, mini)


def _gathered(domain: list[Any]) -> list[tuple[dict[str, Any], int]]:
    """The cards of a Domain, all Citizens as one."""
    items = [item if isinstance(item, dict) else {"card": item} for item in domain]
    cards = [(item, 1) for item in items if item["card"] != "citizen"]
    citizens = len(items) - len(cards)
    return [*cards, ({"card": "citizen"}, citizens)] if citizens else cards


def _chip(canvas: Canvas, words: Words, item: dict[str, Any], n: int, x: int, y: int, w: int, h: int) -> None:
    """A card of a Domain: family, Level, name, kind; a ring that is there or gone, or the mark of a used one."""
    middle = y + h // 2
    if item["card"] == "citizen":
        canvas.box(x, y, w, h, INK, radius=4)
        canvas.sign("home", x + 13, middle, min(18, h - 2), PAPER)
        canvas.text(x + 28, middle + 1, words("picture.citizens", n=n), 13, w - 34, PAPER)
        return
    facts = card(item["card"], words.language)
    spent = item.get("used", False) or not item.get("ring", True)
    colour = ACCENTS[facts["family"]]
    canvas.box(x, y, w, h, SHADE if spent else PAPER, colour, radius=4)
    canvas.box(x, y, 44, h, colour, radius=4)
    canvas.sign(facts["family"], x + 12, middle, min(18, h - 2), SURFACE)
    _pillars(canvas, facts["level"], x + 32, middle, min(13, h - 5), SURFACE)
    canvas.text(x + 48, middle + 1, facts["name"], 15 if h > 24 else 13, w - 68, SOFT if spent else INK)
    if facts["power"] == "trigger":
        canvas.disc(x + w - 11, middle, 13, LINE if spent else GLOW, 3)
    else:
        canvas.sign(facts["power"], x + w - 11, middle, 13, LINE if spent else colour)
    if spent:
        canvas.box(x + w - 19, middle - 1, 16, 2, TERRACOTTA, radius=0)


def _flow(legends: list[list[Any]], mini: int, w: int) -> list[tuple[int, int]]:
    """Where each Legend is, in lines of that width."""
    found, x, y = [], 0, 0
    for legend in legends:
        wide = len(legend) * (mini * 3 // 4 + 1) - 1
        if x and x + wide > w:
            x, y = 0, y + mini + 17
        found.append((x, y))
        x += wide + 10
    return found


def _legend(canvas: Canvas, words: Words, legend: list[Any], worth: int | None, x: int, y: int, mini: int) -> None:
    """A Legend side by side, what it is worth below; a lone card is worth nothing."""
    step = mini * 3 // 4 + 1
    for i, item in enumerate(legend):
        _mini(canvas, card(item["card"] if isinstance(item, dict) else item, words.language), x + i * step, y, mini)
    wide = len(legend) * step - 1
    canvas.box(x, y + mini + 1, wide, 2, LINE if worth is None else GLOW, radius=0)
    if worth is not None:
        canvas.text(
            x + wide // 2,
            y + mini + 9,
            words("picture.vp", n=worth),
            min(16, max(12, mini // 5)),
            wide,
            TERRACOTTA,
            align="middle",
            bold=True,
        )


def _mini(canvas: Canvas, facts: dict[str, Any], x: int, y: int, h: int) -> None:
    """A card at a glance: its family's emblem and Level, or a back."""
    w = h * 3 // 4
    if facts["id"] == "citizen":
        canvas.box(x, y, w, h, INK, LINE, radius=3)
        canvas.sign("home", x + w // 2, y + h // 2, w * 7 // 10, PAPER)
        return
    colour = ACCENTS[facts["family"]]
    canvas.box(x, y, w, h, SURFACE, colour, radius=3)
    canvas.box(x, y, w, h * 6 // 10, colour, radius=3)
    canvas.sign(facts["family"], x + w // 2, y + h * 3 // 10, min(w - 4, h * 6 // 10 - 2), SURFACE)
    _pillars(canvas, facts["level"], x + w // 2, y + h * 8 // 10, h * 3 // 10, INK)


def _pillars(canvas: Canvas, n: int, x: int, y: int, h: int, colour: str) -> None:
    """A Level as that many pillars under one beam."""
    stem = max(2, h // 6)
    step = stem * 2 + 1
    w = (n - 1) * step + stem + 4
    left, top = x - w // 2, y - h // 2
    canvas.box(left, top, w, 2, colour, radius=0)
    canvas.box(left, top + h - 2, w, 2, colour, radius=0)
    for i in range(n):
        canvas.box(left + 2 + i * step, top, stem, h, colour, radius=0)


def _dot(canvas: Canvas, letter: str, x: int, y: int, size: int) -> None:
    """A column: colour, pattern and letter; a star for any other column."""
    light = INK if letter == "Y" else SURFACE
    canvas.disc(x, y, size, COLUMNS[letter])
    if letter == "*":
        canvas.sign("star", x, y, size, light)
        return
    canvas.lay(_rim(letter, size), x - size // 2, y - size // 2, light)
    canvas.text(x, y, letter, size * 6 // 10, size, light, bold=True, align="middle")


@lru_cache(64)
def _rim(letter: str, size: int) -> Image.Image:
    """The pattern of a column along the rim of its disc: red flutes, yellow dots, green waves, blue meander."""
    image = Image.new("L", (size * MASK_SCALE, size * MASK_SCALE))
    pen, half = ImageDraw.Draw(image), size * MASK_SCALE / 2

    def at(turn: float, r: float) -> tuple[float, float]:
        return half + half * r * math.cos(math.tau * turn), half + half * r * math.sin(math.tau * turn)

    if letter == "R":
        for k in range(16):
            pen.line([at(k / 16, 0.8), at(k / 16, 0.96)], 255, MASK_SCALE)
    elif letter == "Y":
        for k in range(12):
            pen.circle(at(k / 12, 0.84), half * 0.09, 255)
    elif letter == "G":
        pen.line([at(k / 120, 0.86 + 0.07 * math.sin(math.tau * k / 12)) for k in range(121)], 255, MASK_SCALE, "curve")
    else:
        pen.line([at(k // 2 / 20, 0.95 if k % 4 in (1, 2) else 0.78) for k in range(42)], 255, MASK_SCALE)
    return image.reduce(MASK_SCALE)


def _heading(canvas: Canvas, x: int, text: str, y: int = HEAD_PIXELS + 13) -> None:
    canvas.text(x, y, text.upper(), 12, 200, SOFT, bold=True)
