"""The table of Ephyran as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from pediment.games.ephyran.game import GAME
from pediment.pictures.canvas import (
    ACCENTS,
    GLOW,
    HEAD_PIXELS,
    INK,
    LINE,
    MARGIN_PIXELS,
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

TOKENS: Final = {
    "thunderbolt": ("zeus", "+3"),
    "trident": ("poseidon", "+2"),
    "owl": ("athena", "+1"),
    "helmet": ("ares", "−1"),
}
SUPPORTS: Final = {
    "castor-pollux": "star",
    "graeae": "eye",
    "athena-token": "athena",
    "ares-theft": "ares",
    "athena-exchange": "athena",
    "ares-destruction": "ares",
    "shield": "lock",
    "hecate": "moon",
}
MAX_AREAS: Final = 4  # areas of a territory
SLOT_PIXELS: Final = 22
FOOT_PIXELS: Final = 26
CITY_PIXELS: Final = MAX_AREAS * (SLOT_PIXELS + 2) + FOOT_PIXELS + 2 + 6
PLATE_PIXELS: Final = 160
CARD_PIXELS: Final = 92
GAP_PIXELS: Final = 6


@lru_cache(1024)
def card(name: str, language: str) -> dict[str, Any]:
    """Everything about a card."""
    return GAME.card(name, language)


def draw(view: dict[str, Any]) -> Canvas:
    """The whole table: a view with the `names` of the seats, the `winners`, the `prompt` and the `words`."""
    seats = len(view["seats"])
    cities = HEAD_PIXELS + 8 + 66 + 8
    hand = cities + seats * (CITY_PIXELS + GAP_PIXELS) + 2
    canvas = Canvas(hand + CARD_PIXELS + 8)
    canvas.title("Ephyran")
    _head(canvas, view)
    _piles(canvas, view, HEAD_PIXELS + 8)
    _question(canvas, view, HEAD_PIXELS + 8)
    for seat in range(seats):
        _city(canvas, view, seat, cities + seat * (CITY_PIXELS + GAP_PIXELS))
    _hand(canvas, view, hand)
    return canvas


def draw_seat(canvas: Canvas, view: dict[str, Any], seat: int, x: int, y: int, w: int, h: int) -> None:
    """A player's city at the end of a game, with the points of its territories."""
    words, shown, score = view["words"], view["seats"][seat], view["scores"][seat]
    bonus = any(own["city_bonus"] for own in view["scores"])
    rows = [(words("sheet.city-bonus"), score["city_bonus"])] if bonus else []
    h = canvas.items(rows, x, y + h, w) - y
    across, foot, gap = (2, FOOT_PIXELS, GAP_PIXELS) if w > 500 else (1, 20, 3)
    wide = (w - gap * (across - 1)) // across
    high = h // (MAX_AREAS // across)
    slot = (high - foot - gap) // MAX_AREAS - 2
    for i, (god, territory) in enumerate(shown["territories"].items()):
        left, top = x + i % across * (wide + gap), y + i // across * high
        _territory(canvas, words, god, territory, score["territories"][god], left, top, wide, slot, foot)


def _head(canvas: Canvas, view: dict[str, Any]) -> None:
    """Whose turn it is, what is in play, and the tokens."""
    x, words = 210, view["words"]
    if view["active"] is not None:
        turn = words("picture.turn", name=view["names"][view["active"]])
        x += canvas.plate(x, 11, 27, turn, 14, 300, SEATS[view["active"]]) + 10
    if view["winners"] or view["last_round"]:
        text = words("picture.over" if view["winners"] else "picture.last-round")
        x += canvas.plate(x, 11, 27, text, 14, 180, TERRACOTTA, bold=True) + 10
    canvas.text(x + 8, 25, _in_play(view), 14, WIDTH_PIXELS - 280 - x, PAPER)
    tokens = words("picture.tokens", n=view["supply_size"], gone=len(view["tokens_gone"]))
    w = canvas.text(WIDTH_PIXELS - MARGIN_PIXELS, 25, tokens, 14, 205, PAPER, align="right")
    canvas.sign("token", WIDTH_PIXELS - MARGIN_PIXELS - w - 20, 24, 24, GLOW)


def _in_play(view: dict[str, Any]) -> str:
    """What is between the places of the table just now."""
    parts, words = [], view["words"]
    if view["in_play"]:
        parts.append(words("picture.in-play", card=_name(view["in_play"], words.language)))
    if view["transit"]:
        parts.append(words("picture.transit"))
    if view["looking_size"]:
        parts.append(words("picture.graeae", n=view["looking_size"]))
    if view["holding"]:
        parts.append(words("picture.holding", token=words(f"words.{view['holding']}")))
    return " · ".join(parts)


def _name(named: str, language: str) -> str:
    """The name of a card or a half."""
    facts = card(named[:4] if named != "dionysus" else named, language)
    return next((str(half["name"]) for half in facts.get("halves", []) if half["id"] == named), str(facts["name"]))


def _piles(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    """The pile, and the tops of the two discards."""
    x = MARGIN_PIXELS
    canvas.box(x, y, 50, 66, INK, LINE)
    canvas.sign("home", x + 25, y + 24, 30, PAPER)
    canvas.text(x + 25, y + 54, str(view["pile_size"]), 15, 44, PAPER, bold=True, align="middle")
    x += 58
    for title, discard in (("first-discard", view["first_discard"]), ("second-discard", view["second_discard"])):
        canvas.text(x + 2, y + 12, view["words"](f"picture.{title}"), 13, 84, SOFT)
        canvas.text(x + 2, y + 36, str(len(discard)), 20, 60, bold=True)
        if discard:
            _card(canvas, view["words"], discard[-1], x + 90, y, 176, 66)
        x += 276


def _question(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    what = view["prompt"]
    if view["winners"]:
        what = view["words"]("picture.won", n=view["scores"][view["winners"][0]]["total"])
    canvas.question(626, y, WIDTH_PIXELS - MARGIN_PIXELS - 626, 66, view, what)


def _city(canvas: Canvas, view: dict[str, Any], seat: int, y: int) -> None:
    """A player's four territories."""
    shown, score, colour, words = view["seats"][seat], view["scores"][seat], SEATS[seat], view["words"]
    x = MARGIN_PIXELS
    canvas.panel(view, seat, x, y, WIDTH_PIXELS - 2 * MARGIN_PIXELS, CITY_PIXELS)
    canvas.box(x, y, PLATE_PIXELS, CITY_PIXELS, colour)
    canvas.paragraph(x + 12, y + 2, view["names"][seat], 18, 108, 36, SURFACE, bold=True, middle=True)
    if seat in view["winners"]:
        canvas.sign("star", x + PLATE_PIXELS - 20, y + 19, 28, SURFACE)
    elif view["active"] == seat:
        canvas.sign("play", x + PLATE_PIXELS - 20, y + 19, 20, SURFACE)
    if shown["god"]:
        canvas.sign(shown["god"], x + 22, y + 50, 24, SURFACE)
        canvas.text(x + 40, y + 51, words(f"words.{shown['god']}"), 15, 110, SURFACE)
    hand = words(
        "picture.known" if shown["known"] else "picture.in-hand", n=shown["hand_size"], known=len(shown["known"])
    )
    canvas.text(x + 12, y + 78, hand, 13, PLATE_PIXELS - 20, SURFACE)
    if view["athena"] == seat:
        canvas.sign("athena", x + 20, y + CITY_PIXELS - 22, 22, SURFACE)
    if shown["city_bonus"]:
        canvas.text(x + 36, y + CITY_PIXELS - 18, words("picture.city-bonus", n=shown["city_bonus"]), 13, 62, SURFACE)
    canvas.text(
        x + PLATE_PIXELS - 12, y + CITY_PIXELS - 22, str(score["total"]), 30, 60, SURFACE, bold=True, align="right"
    )
    wide = (WIDTH_PIXELS - 2 * MARGIN_PIXELS - PLATE_PIXELS - 5 * GAP_PIXELS) // MAX_AREAS
    for i, (god, territory) in enumerate(shown["territories"].items()):
        left = x + PLATE_PIXELS + GAP_PIXELS + i * (wide + GAP_PIXELS)
        _territory(canvas, words, god, territory, score["territories"][god], left, y + 4, wide)


def _territory(
    canvas: Canvas,
    words: Words,
    god: str,
    territory: dict[str, Any],
    score: dict[str, Any],
    x: int,
    y: int,
    w: int,
    slot: int = SLOT_PIXELS,
    foot_height: int = FOOT_PIXELS,
) -> None:
    """Areas from 1 up, over the god's plate."""
    colour = ACCENTS[god]
    for n in range(1, MAX_AREAS + 1):
        top = y + (MAX_AREAS - n) * (slot + 2)
        if n <= len(territory["areas"]):
            _area(canvas, words, territory["areas"][n - 1], n, colour, x, top, w, slot)
        else:
            canvas.box(x, top, w, slot, PAPER, SHADE, radius=3)
            canvas.text(x + 14, top + slot // 2, str(n), min(12, slot - 4), 20, LINE, align="middle")
    foot = y + MAX_AREAS * (slot + 2)
    middle = foot + foot_height // 2
    canvas.box(x, foot, w, foot_height, colour, radius=3)
    canvas.sign(god, x + 16, middle, foot_height - 6, SURFACE)
    at = x + 32 + canvas.text(x + 32, middle + 1, words(f"words.{god}"), 15, 90, SURFACE, bold=True)
    if score["factor"] > 1:
        canvas.text(at + 8, middle + 1, f"×{score['factor']}", 14, 24, SURFACE)
        at += 32
    if territory["locked"]:
        canvas.sign("lock", at + 16, middle, foot_height - 8, SURFACE)
        canvas.text(at + 28, middle + 1, words("picture.locked"), 13, 50, SURFACE)
    unseen = f"{score['points']} + {score['unseen']}?" if score["unseen"] else str(score["points"])
    canvas.text(x + w - 10, middle + 1, unseen, 16, 60, SURFACE, bold=True, align="right")


def _area(
    canvas: Canvas, words: Words, area: dict[str, Any], n: int, colour: str, x: int, y: int, w: int, slot: int
) -> None:
    """The creature of an area, and its tokens: the printed one in a ring, added ones on a disc, or turned down."""
    middle = y + slot // 2
    canvas.box(x, y, w, slot, SHADE, colour, radius=3)
    canvas.box(x, y, 28, slot, colour, radius=3)
    canvas.text(x + 14, middle, str(n), min(15, slot - 3), 20, SURFACE, bold=True, align="middle")
    at = x + w - 6
    for token in reversed(area["tokens"]):
        at -= _token(canvas, token, at, middle, added=True, h=min(18, slot - 2))
    printed = _printed(area, words.language)
    if printed:
        at -= _token(canvas, printed, at, middle, added=False, h=min(18, slot - 2))
    start = x + 36
    if area["half"] is None:
        canvas.sign("dionysus", start + 8, middle, min(18, slot - 2), ACCENTS["hades"])
        start += 22
    canvas.text(start, middle + slot // 20, _creature(area["creature"], words), min(14, slot - 3), at - start - 4)


def _creature(name: str, words: Words) -> str:
    """A creature in the language of the picture; an edition may have others than the catalogue."""
    return words("words.dionysus") if name == "Dionysus" else words.find(f"creatures.{name}", name)


def _printed(area: dict[str, Any], language: str) -> str | None:
    """The token on the card of an area."""
    if area["half"] is None:
        return None
    token: str | None = card(area["card"], language)["halves"]["ab".index(area["half"])]["token"]
    return token


def _token(canvas: Canvas, token: str | None, right: int, y: int, *, added: bool, h: int = 18) -> int:
    """A token that ends at `right`; returns how much room it takes."""
    w = 42 if token else 20
    left = right - w
    if token is None:
        canvas.disc(left + 10, y, h, INK)
        canvas.text(left + 10, y, "?", min(13, h - 2), 16, SURFACE, bold=True, align="middle")
        return w + 3
    sign, value = TOKENS[token]
    canvas.box(left, y - h // 2, w, h, INK if added else PAPER, INK, radius=h // 2)
    canvas.sign(sign, left + 12, y, h - 3, SURFACE if added else INK)
    canvas.text(left + w - 6, y + 1, value, min(13, h - 2), 22, SURFACE if added else INK, bold=True, align="right")
    return w + 3


def _hand(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    """The viewer's hand, and what Graeae show; a spectator sees what happened last."""
    cards = [*view["hand"], *view["looking"]]
    if not cards:
        _news(canvas, view, y)
        return
    first = MARGIN_PIXELS + 62
    canvas.paragraph(MARGIN_PIXELS, y, view["words"]("picture.hand"), 16, 56, CARD_PIXELS, SOFT, middle=True)
    wide = min(198, (WIDTH_PIXELS - MARGIN_PIXELS - first + GAP_PIXELS) // len(cards) - GAP_PIXELS)
    for i, name in enumerate(cards):
        left = first + i * (wide + GAP_PIXELS)
        _card(canvas, view["words"], name, left, y, wide, CARD_PIXELS)
        if i >= len(view["hand"]):
            canvas.box(left, y + CARD_PIXELS - 4, wide, 4, GLOW, radius=2)


def _news(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    canvas.box(MARGIN_PIXELS, y, WIDTH_PIXELS - 2 * MARGIN_PIXELS, CARD_PIXELS, SURFACE, LINE)
    for i, entry in enumerate(view["log"][-4:]):
        canvas.text(
            MARGIN_PIXELS + 14,
            y + 14 + i * 21,
            GAME.log_line(entry, view["words"].language, view["names"], None, view["you"]),
            14,
            WIDTH_PIXELS - 2 * MARGIN_PIXELS - 28,
            SOFT,
        )


def _card(canvas: Canvas, words: Words, name: str, x: int, y: int, w: int, h: int) -> None:
    """Both halves of a card side by side."""
    if name == "dionysus":
        canvas.box(x, y, w, h, SURFACE, ACCENTS["hades"])
        canvas.box(x, y, w, 24, ACCENTS["hades"])
        canvas.sign("dionysus", x + w // 2, y + 12, 20, SURFACE)
        canvas.text(x + w // 2, y + 24 + (h - 24) // 2, words("words.dionysus"), 15, w - 12, bold=True, align="middle")
        return
    half = w // 2
    for i, facts in enumerate(card(name, words.language)["halves"]):
        left, god = x + i * half, facts.get("god")
        colour, sign = (ACCENTS[god], god) if god else (SOFT, SUPPORTS[facts["support"]])
        canvas.box(left, y, half, h, SURFACE, colour)
        canvas.box(left, y, half, 24, colour)
        if god:
            canvas.text(left + 14, y + 12, str(facts["number"]), 17, 20, SURFACE, bold=True, align="middle")
            canvas.sign(god, left + 32, y + 12, 18, SURFACE)
            if facts["token"]:
                right, middle = (left + 48, y + h - 16) if h == CARD_PIXELS else (left + half - 3, y + 12)
                _token(canvas, facts["token"], right, middle, added=False)
        else:
            canvas.text(left + half // 2, y + 13, words("picture.support"), 13, half - 10, SURFACE, align="middle")
        canvas.paragraph(
            left + 7, y + 28, _creature(facts["creature"], words) if god else facts["name"], 14, half - 12, 36
        )
        if h == CARD_PIXELS and half > 80:
            canvas.sign(sign, left + half - 18, y + h - 18, 26, colour)
