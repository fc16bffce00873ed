"""The table of Ephyran as a picture."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from pediment.games.ephyran.game import GAME
from pediment.rl.picture import (
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

QUESTIONS: Final = {
    "god": "Which god?",
    "action": "Add or change an area, play a Support, or discard.",
    "again": "One more action, no Support.",
    "take from": "From whom is the Dionysus taken?",
    "lay": "Where does the Dionysus go?",
    "draw": "Draw from the pile or the discard?",
    "keep": "Which card is kept?",
    "put": "Which card goes first to the discard?",
    "theft from": "From whom is a token stolen?",
    "steal": "Which token is stolen?",
    "place": "On which area does the token go?",
    "exchange": "Which own area is exchanged?",
    "exchange with": "Exchanged with what?",
    "destruction of": "Whose area is destroyed?",
    "destroy": "Which uncovered area is given up?",
    "lock": "Which territory is locked?",
    "unlock of": "Whose territory is unlocked?",
    "unlock": "Which territory is unlocked?",
    "reactions": "Is the Support blocked?",
    "over": "with {n} points.",
}
TOKENS: Final = {
    "thunderbolt": ("zeus", "+3"),
    "trident": ("poseidon", "+2"),
    "owl": ("athena", "+1"),
    "helmet": ("ares", "-1"),
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
CITY_PIXELS: Final = MAX_AREAS * (SLOT_PIXELS + 2) + 28 + 6
PLATE_PIXELS: Final = 160
CARD_PIXELS: Final = 92
GAP_PIXELS: Final = 6


@lru_cache(1024)
def card(name: str) -> dict[str, Any]:
    """Everything about a card."""
    return GAME.card(name)


def draw(view: dict[str, Any]) -> Canvas:
    """The whole table: a view with the `names` of the seats and the `winners`."""
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


def _head(canvas: Canvas, view: dict[str, Any]) -> None:
    """Whose turn it is, what is in play, and the tokens."""
    x = 210
    if view["active"] is not None:
        canvas.box(x, 11, 124, 27, SEATS[view["active"]], radius=3)
        canvas.text(x + 62, 25, f"Turn of {view['names'][view['active']]}", 14, 116, SURFACE, align="middle")
        x += 134
    if view["winners"] or view["last_round"]:
        text = "Game over" if view["winners"] else "Last round"
        canvas.box(x, 11, 100, 27, TERRACOTTA, radius=3)
        canvas.text(x + 50, 25, text, 14, 92, SURFACE, bold=True, align="middle")
        x += 110
    canvas.text(x + 8, 25, _in_play(view), 14, WIDTH_PIXELS - 280 - x, PAPER)
    tokens = f"{view['supply_size']} tokens left, {len(view['tokens_gone'])} gone"
    w = canvas.text(WIDTH_PIXELS - MARGIN_PIXELS, 25, tokens, 14, 205, PAPER, align="right")
    canvas.sign("token", WIDTH_PIXELS - MARGIN_PIXELS - w - 20, 24, 24, GLOW)


def _in_play(view: dict[str, Any]) -> str:
    """What is between the places of the table just now."""
    parts = []
    if view["in_play"]:
        parts.append(f"In play: {_name(view['in_play'])}")
    if view["transit"]:
        parts.append("A Dionysus on its way")
    if view["looking_size"]:
        parts.append(f"Graeae show {view['looking_size']} cards")
    if view["holding"]:
        parts.append(f"A token to place: {view['holding']} {TOKENS[view['holding']][1]}")
    return " · ".join(parts)


def _name(named: str) -> str:
    """The name of a card or a half."""
    facts = card(named[:4] if named != "dionysus" else named)
    return next((str(half["name"]) for half in facts.get("halves", []) if half["id"] == named), str(facts["name"]))


def _piles(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    """The pile, and the tops of the two discards."""
    x = MARGIN_PIXELS
    canvas.box(x, y, 50, 66, INK, LINE)
    canvas.sign("home", x + 25, y + 24, 30, PAPER)
    canvas.text(x + 25, y + 54, str(view["pile_size"]), 15, 44, PAPER, bold=True, align="middle")
    x += 58
    for title, discard in (("1st discard", view["first_discard"]), ("2nd discard", view["second_discard"])):
        canvas.text(x + 2, y + 12, title, 13, 82, SOFT)
        canvas.text(x + 2, y + 36, str(len(discard)), 20, 60, bold=True)
        if discard:
            _card(canvas, discard[-1], x + 90, y, 176, 66)
        x += 276


def _question(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    what = QUESTIONS[view["asking"]]
    if view["winners"]:
        what = what.format(n=view["scores"][view["winners"][0]]["total"])
    canvas.question(626, y, WIDTH_PIXELS - MARGIN_PIXELS - 626, 66, view, what)


def _city(canvas: Canvas, view: dict[str, Any], seat: int, y: int) -> None:
    """A player's four territories."""
    shown, score, colour = view["seats"][seat], view["scores"][seat], SEATS[seat]
    x = MARGIN_PIXELS
    canvas.panel(view, seat, x, y, WIDTH_PIXELS - 2 * MARGIN_PIXELS, CITY_PIXELS)
    canvas.box(x, y, PLATE_PIXELS, CITY_PIXELS, colour)
    canvas.text(x + 12, y + 20, view["names"][seat], 18, 100, SURFACE, bold=True)
    if seat in view["winners"]:
        canvas.sign("star", x + PLATE_PIXELS - 20, y + 19, 28, SURFACE)
    elif view["active"] == seat:
        canvas.sign("play", x + PLATE_PIXELS - 20, y + 19, 20, SURFACE)
    if shown["god"]:
        canvas.sign(shown["god"], x + 22, y + 50, 24, SURFACE)
        canvas.text(x + 40, y + 51, shown["god"].capitalize(), 15, 110, SURFACE)
    known = f", {len(shown['known'])} known" if shown["known"] else ""
    canvas.text(x + 12, y + 78, f"{shown['hand_size']} in hand{known}", 13, PLATE_PIXELS - 20, SURFACE)
    if view["athena"] == seat:
        canvas.sign("athena", x + 20, y + CITY_PIXELS - 22, 22, SURFACE)
    if shown["city_bonus"]:
        canvas.text(x + 36, y + CITY_PIXELS - 18, f"city +{shown['city_bonus']}", 13, 60, SURFACE)
    canvas.text(
        x + PLATE_PIXELS - 12, y + CITY_PIXELS - 22, str(score["total"]), 30, 60, SURFACE, bold=True, align="right"
    )
    wide = (WIDTH_PIXELS - 2 * MARGIN_PIXELS - PLATE_PIXELS - 5 * GAP_PIXELS) // MAX_AREAS
    for i, (god, territory) in enumerate(shown["territories"].items()):
        left = x + PLATE_PIXELS + GAP_PIXELS + i * (wide + GAP_PIXELS)
        _territory(canvas, god, territory, score["territories"][god], left, y + 4, wide)


def _territory(
    canvas: Canvas, god: str, territory: dict[str, Any], score: dict[str, Any], x: int, y: int, w: int
) -> None:
    """Areas from 1 up, over the god's plate."""
    colour = ACCENTS[god]
    for n in range(1, MAX_AREAS + 1):
        top = y + (MAX_AREAS - n) * (SLOT_PIXELS + 2)
        if n <= len(territory["areas"]):
            _area(canvas, territory["areas"][n - 1], n, colour, x, top, w)
        else:
            canvas.box(x, top, w, SLOT_PIXELS, PAPER, SHADE, radius=3)
            canvas.text(x + 14, top + SLOT_PIXELS // 2, str(n), 12, 20, LINE, align="middle")
    foot = y + MAX_AREAS * (SLOT_PIXELS + 2)
    canvas.box(x, foot, w, 26, colour, radius=3)
    canvas.sign(god, x + 16, foot + 13, 20, SURFACE)
    at = x + 32 + canvas.text(x + 32, foot + 14, god.capitalize(), 15, 90, SURFACE, bold=True)
    if score["factor"] > 1:
        canvas.text(at + 8, foot + 14, f"x{score['factor']}", 14, 24, SURFACE)
        at += 32
    if territory["locked"]:
        canvas.sign("lock", at + 16, foot + 13, 18, SURFACE)
        canvas.text(at + 28, foot + 14, "locked", 13, 44, SURFACE)
    unseen = f"{score['points']} + {score['unseen']}?" if score["unseen"] else str(score["points"])
    canvas.text(x + w - 10, foot + 14, unseen, 16, 60, SURFACE, bold=True, align="right")


def _area(canvas: Canvas, area: dict[str, Any], n: int, colour: str, x: int, y: int, w: int) -> None:
    """The creature of an area, and its tokens: the printed one in a ring, added ones on a disc, or turned down."""
    middle = y + SLOT_PIXELS // 2
    canvas.box(x, y, w, SLOT_PIXELS, SHADE, colour, radius=3)
    canvas.box(x, y, 28, SLOT_PIXELS, colour, radius=3)
    canvas.text(x + 14, middle, str(n), 15, 20, SURFACE, bold=True, align="middle")
    at = x + w - 6
    for token in reversed(area["tokens"]):
        at -= _token(canvas, token, at, middle, added=True)
    printed = _printed(area)
    if printed:
        at -= _token(canvas, printed, at, middle, added=False)
    start = x + 36
    if area["half"] is None:
        canvas.sign("dionysus", start + 8, middle, 18, ACCENTS["hades"])
        start += 22
    canvas.text(start, middle + 1, area["creature"], 14, at - start)


def _printed(area: dict[str, Any]) -> str | None:
    """The token on the card of an area."""
    if area["half"] is None:
        return None
    token: str | None = card(area["card"])["halves"]["ab".index(area["half"])]["token"]
    return token


def _token(canvas: Canvas, token: str | None, right: int, y: int, *, added: bool) -> int:
    """A token that ends at `right`; returns how much room it takes."""
    w = 42 if token else 20
    left = right - w
    if token is None:
        canvas.disc(left + 10, y, 18, INK)
        canvas.text(left + 10, y, "?", 13, 16, SURFACE, bold=True, align="middle")
        return w + 3
    sign, value = TOKENS[token]
    canvas.box(left, y - 9, w, 18, INK if added else PAPER, INK, radius=9)
    canvas.sign(sign, left + 12, y, 15, SURFACE if added else INK)
    canvas.text(left + w - 6, y + 1, value, 13, 22, SURFACE if added else INK, bold=True, align="right")
    return w + 3


def _hand(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    """The viewer's hand, and what Graeae show; a spectator sees what happened last."""
    cards = [*view["hand"], *view["looking"]]
    if not cards:
        _news(canvas, view, y)
        return
    first = MARGIN_PIXELS + 62
    canvas.paragraph(MARGIN_PIXELS, y + CARD_PIXELS // 2 - 18, "Your hand", 16, 50, 40, SOFT)
    wide = min(198, (WIDTH_PIXELS - MARGIN_PIXELS - first + GAP_PIXELS) // len(cards) - GAP_PIXELS)
    for i, name in enumerate(cards):
        left = first + i * (wide + GAP_PIXELS)
        _card(canvas, name, left, y, wide, CARD_PIXELS)
        if i >= len(view["hand"]):
            canvas.box(left, y + CARD_PIXELS - 4, wide, 4, GLOW, radius=2)


def _news(canvas: Canvas, view: dict[str, Any], y: int) -> None:
    canvas.box(MARGIN_PIXELS, y, WIDTH_PIXELS - 2 * MARGIN_PIXELS, CARD_PIXELS, SURFACE, LINE)
    for i, entry in enumerate(view["log"][-4:]):
        canvas.text(
            MARGIN_PIXELS + 14,
            y + 14 + i * 21,
            GAME.log_line(entry, names=view["names"]),
            14,
            WIDTH_PIXELS - 2 * MARGIN_PIXELS - 28,
            SOFT,
        )


def _card(canvas: Canvas, name: str, x: int, y: int, w: int, h: int) -> None:
    """Both halves of a card side by side."""
    if name == "dionysus":
        canvas.box(x, y, w, h, SURFACE, ACCENTS["hades"])
        canvas.box(x, y, w, 24, ACCENTS["hades"])
        canvas.sign("dionysus", x + w // 2, y + 12, 20, SURFACE)
        canvas.text(x + w // 2, y + 24 + (h - 24) // 2, "Dionysus", 15, w - 12, bold=True, align="middle")
        return
    half = w // 2
    for i, facts in enumerate(card(name)["halves"]):
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
            canvas.text(left + half // 2, y + 13, "Support", 13, half - 10, SURFACE, align="middle")
        canvas.paragraph(left + 7, y + 28, facts.get("creature", facts["name"]), 14, half - 12, 36)
        if h == CARD_PIXELS and half > 80:
            canvas.sign(sign, left + half - 18, y + h - 18, 26, colour)
