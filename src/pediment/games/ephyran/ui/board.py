"""Ephyran on the screen: cities, the hand and the score sheet, drawn from a view."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pediment.command.layout import ByWidth, Flow, FoldingTable
from pediment.games.ephyran.ui.cards import DIONYSUS, GODS, EphyranLibrary, Half
from pediment.terminal.board import Board, Detail, heading, number

_COLUMN: Final = 14  # columns of a territory, at least; with less room a city is told line by line
_LETTERS: Final = 4  # of a god where room is scarce
# Questions that need a look at the whole table, and those that need one at the own city
_OVERVIEW: Final = ("god", "action", "reactions", "destroy")
_CITY: Final = ("again", "lay", "place", "exchange", "lock")
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
# Items of a territory's score, in the order of Y7.3
_ITEMS: Final = ("creatures", "variety", "dionysus", "printed", "added")
_CARD: Final = re.compile(r"t[st]\d\d")


class EphyranBoard(Board):
    """Draws Ephyran."""

    library: EphyranLibrary
    quiet = ("deal", "draw")
    telling = ("token", "steal", "swap", "destroy", "defend", "replace", "look")
    out_of_turn = ("reactions",)
    verbs = ("add", "dionysus", "take", "change", "support", "discard", "draw")

    def __init__(self, library: EphyranLibrary, names: list[str], short_names: list[str]) -> None:
        super().__init__(library, names, short_names)
        self.captions: dict[str, str] = self.game.texts.section(self.say.language, "labels")

    # The log, and what only one seat learns

    def line(self, entry: dict[str, Any]) -> str:
        """An entry of the log in words; the Support that caused it stands in the sentence before."""
        return super().line({**entry, "cause": None})

    def private(self, before: dict[str, Any] | None, view: dict[str, Any], seat: int) -> list[str]:
        """New cards of the hand, the token to be placed, what a Support in play is aimed at."""
        found = []
        if before is not None and before["asking"] != "god":  # what was dealt is no news
            fresh = Counter(view["hand"]) - Counter(before["hand"])
            found += [self.say("board.new-card", card=self.library.title(card)) for card in fresh]
        if view["to_move"] == seat and view["holding"]:
            found.append(self.say("board.holding", token=self.word(view["holding"])))
        if view["asking"] == "reactions":
            found.append(self._threat(view))
        return found

    def _threat(self, view: dict[str, Any]) -> str:
        """What happens to a defender unless they block."""
        support = self._support(view)["support"]
        place = ""
        if support in ("ares-theft", "athena-exchange"):
            aimed = next(entry for entry in reversed(view["log"]) if entry["event"] == "target-area")
            place = f"{self.word(aimed['god'])} {aimed['n']}"
        return self.say(f"board.threat-{support}", seat=self.short_names[view["active"]], place=place)

    def _support(self, view: dict[str, Any]) -> dict[str, Any]:
        """The entry of the Support played last."""
        found: dict[str, Any] = next(entry for entry in reversed(view["log"]) if entry["event"] == "support")
        return found

    def announced(self, view: dict[str, Any]) -> str:
        """The Support that they may block."""
        return self.line(self._support(view))

    def defenders(self, view: dict[str, Any], fresh: list[dict[str, Any]]) -> list[int]:
        """Y4.9: everybody against a token, else the one it is aimed at. That a defence was played is told anyway."""
        active = None
        if view["asking"] == "reactions" and self._support(view)["support"] == "athena-token":
            active = view["active"]
        for entry in fresh:
            if entry["event"] in ("steal", "swap"):
                return [entry["to"]]
            if entry["event"] == "destroy":
                return [entry["seat"]]
            if entry["event"] == "token":
                active = entry["seat"]
        n = len(view["seats"])
        return [] if active is None else [(active + i) % n for i in range(1, n)]

    # The table

    def whole(self, view: dict[str, Any], seat: int | None, numbers: dict[str, int], detail: Detail) -> RenderableType:
        """The piles, every city, the seat's own last, and its hand."""
        others = [other for other in range(len(view["seats"])) if other != seat]
        parts: list[RenderableType] = [self._header(view, detail)]
        for other in others:
            if detail >= Detail.FOLDED:
                parts.append(self._line(view, other, seat))
            else:
                full = detail == Detail.FULL
                parts += [self._head(view, other, seat), self._city(view, other) if full else self._glance(view, other)]
        if seat is not None:
            parts += [self._head(view, seat, seat), self._city(view, seat)]
        return Group(*parts, self._cards(view, numbers, whole=detail == Detail.FULL))

    def reminder(self, view: dict[str, Any], seat: int, numbers: dict[str, int]) -> RenderableType | None:
        """The own city where it matters, the hand where it is played from."""
        if view["asking"] not in _CITY:
            return None
        city = self._city(view, seat)
        return Group(city, self._cards(view, numbers)) if view["asking"] == "again" else city

    def changed(self, before: dict[str, Any] | None, view: dict[str, Any]) -> bool:
        return before is None or view["asking"] in _OVERVIEW

    def numbered(self, label: str) -> bool:
        """Halves of the hand that are added or played as a Support."""
        return label.partition(" ")[0] in ("add", "support")

    def _header(self, view: dict[str, Any], detail: Detail) -> RenderableType:
        say = self.say
        parts = [say("board.pile", n=view["pile_size"]), say("board.first-discard", n=len(view["first_discard"]))]
        parts.append(say("board.second-discard", n=len(view["second_discard"])))
        parts.append(say("board.supply", n=view["supply_size"]))
        if view["asking"] == "over":
            parts.append(say("board.over"))
        elif view["last_round"]:
            parts.append(say("board.last-round"))
        return heading(parts + [say("play.folded")] * (detail >= Detail.FOLDED))

    def _head(self, view: dict[str, Any], seat: int, viewer: int | None) -> RenderableType:
        """A player, and of others the hand as far as all know it."""
        pieces = self._pieces(view, seat, viewer)
        known = " · ".join(self._short(card) for card in view["seats"][seat]["known"]) if seat != viewer else ""
        last = Text.assemble(pieces[-1], f" ({known})" if known else "")
        return Flow([*pieces[:-1], last], "  ", indent=4, hang=2)

    def _pieces(
        self, view: dict[str, Any], seat: int, viewer: int | None, name: str = "", letters: int | None = None
    ) -> list[Text]:
        """A player: name, god, points, the Athena token, and of others the size of the hand.

        Where there is less room, by another name, and with only the first letters of the god.
        """
        shown, say = view["seats"][seat], self.say
        found = [Text.assemble(("* " if view["active"] == seat else "  ", "bold"), (name or self.names[seat], "bold"))]
        if shown["god"]:
            points = say("board.points", n=view["scores"][seat]["total"])
            found += [self.library.god(shown["god"], letters), Text(points)]
        if view["athena"] == seat:
            found.append(Text(say("board.athena")))
        if seat != viewer:
            found.append(Text(say("board.cards", n=shown["hand_size"])))
        return found

    def _line(self, view: dict[str, Any], seat: int, viewer: int | None) -> RenderableType:
        """An opponent in one line: as much as there is room for, what matters most first, and always the points."""
        territories = view["seats"][seat]["territories"]
        sizes = []
        for god in GODS:
            if territories[god]["areas"]:
                locked = f" {self.say('board.locked')}" if territories[god]["locked"] else ""
                text = f"{self.word(god)[:_LETTERS]} {len(territories[god]['areas'])}{locked}"
                sizes.append(Text(text, self.library.god(god).style))

        def draw(width: int) -> RenderableType:
            whole, short = self.names[seat], self.short_names[seat]
            for name, letters in ((whole, None), (whole, _LETTERS), (short, _LETTERS), (short, 0)):
                pieces = [piece for piece in self._pieces(view, seat, viewer, name, letters) if piece]
                if Text("  ").join(pieces[: 2 if letters == 0 else 3]).cell_len <= width:
                    break
            return Flow([*pieces, *sizes], "  ").lines(width)[0]

        return ByWidth(draw)

    def _short(self, card: str) -> str:
        """A card of another hand in short: "TS04 Pose 2/Athena, token"."""
        sides = [self.word(half.support) if half.support else f"{self.word(half.god)[:4]} {half.number}"
                 for half in self.library.of(card)]  # fmt: skip
        return f"{card} {'/'.join(sides)}" if sides else self.word(card)

    def _territory(self, view: dict[str, Any], seat: int, god: str) -> Text:
        """The head of a territory: the god, doubled or not, locked or not, what it is worth."""
        shown, score = view["seats"][seat], view["scores"][seat]["territories"][god]
        double = " ×2" if shown["god"] == god else ""
        locked = f" {self.say('board.locked')}" if shown["territories"][god]["locked"] else ""
        text = Text.assemble(self.library.god(god), double, (locked, "bold"))
        return text.append(f" ({score['points']})", "dim") if shown["territories"][god]["areas"] else text

    def _area(self, area: dict[str, Any]) -> tuple[str, str]:
        """A creature, and the tokens on it: printed ones, then in brackets the added ones."""
        half = self.library.halves.get(f"{area['card']}{area['half']}".lower())
        printed = f" {self.library.sign(half.token)}" if half and half.token else ""
        added = "".join(f" [{self.library.sign(token)}]" for token in area["tokens"])
        return self.library.creature(area["creature"]), printed + added

    def _areas(self, view: dict[str, Any], seat: int) -> list[tuple[str, str, dict[str, Any]]]:
        """God, number and area of all that stands in an unlocked territory of a city."""
        territories = view["seats"][seat]["territories"]
        return [
            (god, str(n), area)
            for god in GODS
            if not territories[god]["locked"]
            for n, area in enumerate(territories[god]["areas"], 1)
        ]

    def _city(self, view: dict[str, Any], seat: int) -> RenderableType:
        """A column for each territory, with its areas from 1 down to 4; line by line where there is no room."""
        territories = view["seats"][seat]["territories"]

        def draw(width: int) -> RenderableType:
            if width < (_COLUMN + 1) * len(GODS) + 3:
                return self._glance(view, seat, every=True)
            table = Table.grid(padding=(0, 1), expand=True)
            table.add_column(width=2)
            for _ in GODS:
                table.add_column(ratio=1)
            table.add_row("", *(self._territory(view, seat, god) for god in GODS))
            for at in range(max(len(territories[god]["areas"]) for god in GODS)):
                columns = [territories[god]["areas"][at : at + 1] for god in GODS]
                cells = [Text("").join(self._tokened(area) for area in areas) for areas in columns]
                table.add_row(f" {at + 1}", *cells)
            return table

        return ByWidth(draw)

    def _tokened(self, area: dict[str, Any]) -> Text:
        """An area, its tokens with it on the same line."""
        creature, tokens = self._area(area)
        return Text.assemble(creature, (tokens.replace(" ", NO_BREAK), "bold"))

    def _glance(self, view: dict[str, Any], seat: int, every: bool = False) -> RenderableType:
        """A city in a few lines, its empty territories only if wished."""
        found = []
        for god in GODS:
            areas = ["".join(self._area(area)) for area in view["seats"][seat]["territories"][god]["areas"]]
            if areas or every:
                found.append(Text.assemble(self._territory(view, seat, god), f" {', '.join(areas)}".rstrip()))
        return Padding(Flow(found, hang=2), (0, 0, 0, 4)) if found else Group()

    def _cards(self, view: dict[str, Any], numbers: dict[str, int], whole: bool = False) -> RenderableType:
        """The hand and the top of the first discard, a line for each card.

        Where there is no room for that the gods are cut, unless all is to be whole, or every half has its own line.
        """

        def draw(width: int) -> RenderableType:
            for letters in [None] if whole else [None, _LETTERS]:
                rows = [
                    [title, card, *(cell for half in halves for cell in half)]
                    for title, card, halves in self._hand(view, numbers, letters)
                ]
                columns = list(zip_longest(*rows, fillvalue=Text()))
                if sum(max(cell.cell_len for cell in column) for column in columns) + len(columns) - 1 <= width:
                    break
            else:
                rows = [
                    [*((Text(), Text()) if i else (title, card)), *half]
                    for title, card, halves in self._hand(view, numbers)
                    for i, half in enumerate(halves)
                ]
            table = Table.grid(padding=(0, 1))
            for i in range(max(map(len, rows), default=0)):
                table.add_column(no_wrap=i < 3)
            for row in rows:
                table.add_row(*row)
            return table

        return ByWidth(draw)

    def _hand(
        self, view: dict[str, Any], numbers: dict[str, int], letters: int | None = None
    ) -> list[tuple[Text, Text, list[tuple[Text, Text]]]]:
        """The cards of the hand and of the first discard: a title, the card, its halves and the numbers they have."""
        numbered = numbers if any(label.split()[0] in self.verbs[:-1] for label in numbers) else {}
        found = []
        for i, card in enumerate(view["hand"]):
            title = Text("" if i else self.say("board.hand"), "dim")
            if card == DIONYSUS:
                joker = next((label for label in numbers if label.startswith("dionysus ")), "")
                found.append((title, Text(), [(number(numbered, joker), Text(self.word(DIONYSUS)))]))
            else:
                played = [number(numbered, self._play(half, card, numbered)) for half in self.library.of(card)]
                found.append((title, Text(card), list(zip(played, self.library.row(card, letters), strict=True))))
        if view["first_discard"]:
            top = view["first_discard"][-1]
            shown = [(Text(), Text.assemble(half, style="dim")) for half in self.library.row(top, letters)]
            found.append((Text(self.say("board.discard"), "dim"), Text("" if top == DIONYSUS else top), shown))
        return found

    def _play(self, half: Half, card: str, numbers: dict[str, int]) -> str:
        """The label that plays a half now."""
        ways = [f"add {half.id}", f"change {half.god} with {half.id}", f"take dionysus with {half.id}"]
        ways = [f"support {half.support} {card}"] if half.support else ways
        return next((way.lower() for way in ways if way.lower() in numbers), "")

    # The options

    def listed(self, view: dict[str, Any], label: str, caption: str) -> tuple[str, str]:
        """What the hand allows stands in groups, in short, because the hand is shown above; a card to take in full."""
        verb, *words = label.split()
        if label == "draw discard":
            return "", self.say("board.take-top", card=self.library.title(view["first_discard"][-1]))
        if view["asking"] not in ("action", "again"):
            return "", caption
        heading = self.say(f"board.to-{verb}")
        last = words[-1]
        if verb == "support":
            return heading, f"{self.word(words[0])} {last.upper()}"
        if verb == "dionysus":
            return heading, self.say("board.in", god=self.word(last))
        if last == DIONYSUS:
            name = self.word(DIONYSUS)
            return heading, self.say("board.by-dionysus", god=self.word(words[0])) if verb == "change" else name
        if verb == "discard":
            return heading, last.upper()
        half = self.library.halves[last]
        return heading, f"{self.library.half(half).plain} {half.id[:-1]}"

    def in_words(self, state: Any, label: str) -> str:
        """Any label in words, as the game says it of one that is offered."""
        fixed: list[str] = []
        params: dict[str, str] = {}
        words = label.split()
        for i, word in enumerate(words):
            if i and word in GODS:
                params["god"] = self.word(word)
            elif i and word.isdigit():
                params["j" if "n" in params else "n"] = word
                params["seat"] = self._name(int(word))
            elif word in self.library.halves:
                params["half"] = self._half_of(self.library.halves[word])
            elif i and word == DIONYSUS and i == len(words) - 1:
                params["half"] = params["card"] = self.word(word)
            elif word in self.library.ids and word != DIONYSUS:
                halves = self.library.of(self.library.ids[word])
                named = words[1] if words[0] == "support" else words[0]
                params["card"] = " / ".join(self.library.name(half) for half in halves if half.support != named)
            elif i and word in self.library.supports and word != DIONYSUS:
                params["support"] = self.word(word)
            else:
                fixed.append(word)
        return self.captions["-".join(fixed)].format(**params)

    def _name(self, seat: int) -> str:
        """A label may name a seat that this table has not."""
        if seat < len(self.short_names):
            return self.short_names[seat]
        return self.game.texts.say(self.say.language, "words.player", n=seat + 1)

    def _half_of(self, half: Half) -> str:
        """A half with the other half of its card."""
        other = next(own for own in self.library.of(half.id[:-1]) if own != half)
        names = {"half": self.library.name(half), "other": self.library.name(other)}
        return self.game.texts.say(self.say.language, "words.half-of", **names)

    def at_hand(self, view: dict[str, Any], label: str) -> bool:
        """Of several halves with the same creature, those in the hand are meant."""
        found = _CARD.search(label)
        return found is not None and found[0].upper() in view["hand"]

    def note(self, view: dict[str, Any], label: str) -> str:
        """What stands where a label points to."""
        verb, *words = label.split()
        if verb in ("place", "exchange"):
            return self._there(view, view["to_move"], words[0], int(words[1]))
        if verb == "destroy":
            return self._there(view, view["to_move"], words[0], 0)
        if label.startswith("with seat"):
            god, n = self._exchanged(view, int(words[1]))
            return self._there(view, int(words[1]), god, int(n))
        return ""

    def _exchanged(self, view: dict[str, Any], seat: int) -> tuple[str, str]:
        """God and number of the area that the active seat wants to exchange with that seat.

        A label says so, unless there was nothing to choose: then it is the only one that it can be.
        """
        chosen = [label.split() for _, label in view["turn"] if label.startswith("exchange ")]
        if chosen:
            return chosen[-1][1], chosen[-1][2]
        mine = [(god, n) for god, n, _ in self._areas(view, view["active"])]
        return next((god, n) for god, n, _ in self._areas(view, seat) if (god, n) in mine)

    def _there(self, view: dict[str, Any], seat: int, god: str, n: int) -> str:
        """The area of that number, or with 0 the uncovered one."""
        return "".join(self._area(view["seats"][seat]["territories"][god]["areas"][n - 1]))

    # Cards to read

    def card_in(self, label: str) -> str | None:
        found = _CARD.search(label)
        return self.library.ids[found[0]] if found else DIONYSUS if DIONYSUS in label else None

    def cards_named(self, query: str) -> list[str]:
        """The cards whose halves or id a query is a part of."""
        return self.library.find(query) if query.lower() in self.library.halves else self.library.named(query)

    # The score

    def sheet(self, view: dict[str, Any], width: int) -> RenderableType:
        """The items of every territory of every seat (Y7.3), at most that wide."""
        say = self.say
        table = FoldingTable("", *(say(f"sheet.{item}") for item in _ITEMS), "", say("sheet.points"))
        unseen = False
        for seat, score in enumerate(view["scores"]):
            table.add_row(Text(self.short_names[seat], "bold"))
            for god, items in score["territories"].items():
                cells = [str(items[item] or "·") for item in _ITEMS]
                tokens = sum(len(area["tokens"]) for area in view["seats"][seat]["territories"][god]["areas"])
                if tokens:  # of which some may be known
                    seen = [str(items["added"])] if tokens > items["unseen"] else []
                    cells[-1] = " ".join([*seen, f"{items['unseen']}?"] if items["unseen"] else seen)
                    unseen = unseen or items["unseen"] > 0
                factor = f"×{items['factor']}" if items["factor"] > 1 else ""
                table.add_row(Text.assemble("  ", self.library.god(god)), *cells, factor, str(items["points"]))
            blank = [""] * (len(_ITEMS) + 1)
            if score["city_bonus"]:
                table.add_row(f"  {say('sheet.city-bonus')}", *blank, str(score["city_bonus"]))
            table.add_row(f"  {say('sheet.total')}", *blank, str(score["total"]), style="bold")
        return Group(table, Text(say("sheet.unseen"), "dim")) if unseen else table

    def verdict(self, view: dict[str, Any], returns: list[float]) -> str:
        """Who wins (Y7.5); before the end, who leads."""
        say = self.say
        totals = [score["total"] for score in view["scores"]]
        best = max(totals)
        level = [seat for seat, total in enumerate(totals) if total == best]
        if not any(returns):
            return say("sheet.leads" if len(level) == 1 else "sheet.level", seats=self.all_of(level), n=best)
        if len(level) == 1:
            return self.victory("sheet.wins", "sheet.wins-you", level, n=best)
        return say("sheet.shared", seats=self.all_of(level), n=best)
