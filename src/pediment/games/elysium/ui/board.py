"""Elysium on the screen: the table, a player's own part of it, and the score sheet, drawn from a view."""

from __future__ import annotations

import re
import textwrap
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pediment.command.layout import ByWidth, Flow
from pediment.games.elysium.ui.cards import COLUMN_STYLES, ElysiumLibrary, letters_of
from pediment.terminal.board import Board, Detail, heading, number

COLUMNS: Final = "RYGB"
FULL: Final = {"family": 3, "level": 5}  # E7.3
FAMILY_LETTERS: Final = 5  # where room is scarce
KIND_LETTERS: Final = 4  # of a kind of power
MIN_TEXT_LETTERS: Final = 12  # with less room there is no text
PLACES: Final = ("agora", "oracle")
# columns before the name of a card: number, condition, family and Level
_BEFORE: Final = 2 + 1 + 2 + 1 + FAMILY_LETTERS + 2 + 1
_POINTS: Final = 3  # columns of a number of VP on the sheet
_BESIDE: Final = ("transfer", "discard")  # first words of labels about cards of the Domain, which stand side by side
READY: Final = "○"
USED: Final = "×"


class ElysiumBoard(Board):
    """Draws Elysium."""

    library: ElysiumLibrary
    quiet = ("agora", "oracle", "slide")
    verbs = ("quest", "take", "use")

    def whole(self, view: dict[str, Any], seat: int | None, numbers: dict[str, int], detail: Detail) -> RenderableType:
        others = [other for other in range(len(view["seats"])) if other != seat]
        parts = [self._header(view, detail)]
        parts += [
            self.part(view, other, detail) if detail < Detail.FOLDED else self._line(view, other) for other in others
        ]
        if view["phase"] == "actions":
            parts += [self._temple(view, seat, numbers), self._market(view, numbers, detail)]
        else:
            parts.append(self._tiles(view))
        if seat is not None:
            parts.append(self.part(view, seat, detail, numbers))
        return Group(*parts)

    def setting(self, view: dict[str, Any]) -> str:
        """The families, and the name of their set if they are one (E2.1)."""
        families = self.say.all([self.word(family) for family in view["families"]])
        sets = [name for name, five in self.game.sets().items() if five == view["families"]]
        if not sets:
            return self.say("board.families", families=families)
        name = self.game.set_texts(self.say.language)[sets[0]]["name"]
        return self.say("board.set", name=name, families=families)

    def changed(self, before: dict[str, Any] | None, view: dict[str, Any]) -> bool:
        if before is None or view["asking"] == "turn":
            return True
        if any(before[field] != view[field] for field in ("epoch", "phase", "turn", "to_move")):
            return True
        others = [seat for seat in range(len(view["seats"])) if seat != view["to_move"]]
        return any(before["seats"][seat] != view["seats"][seat] for seat in others)

    def reminder(self, view: dict[str, Any], seat: int, numbers: dict[str, int]) -> RenderableType | None:
        """The player's own part, but for the column to dismiss."""
        return None if view["asking"] == "dismiss" else self.part(view, seat, Detail.USUAL)

    def numbered(self, label: str) -> bool:
        """Quests and the cards in the Agora."""
        return label.partition(" ")[0] in ("quest", "take")

    def order(self, view: dict[str, Any], label: str) -> tuple[int, int]:
        """Options stand as on the board: Quests, Agora, powers, other choices; at the end what declines."""
        verb, _, card = label.partition(" ")
        place = view["agora"].index(card) if verb == "take" and card in view["agora"] else 0
        return super().order(view, label)[0], place

    def in_words(self, state: Any, label: str) -> str:
        """The caption of any label: in Elysium a label is an action, whatever is asked."""
        return self.game.caption(state, self.game.parse(state, label), self.say.language, self.short_names)

    def at_hand(self, view: dict[str, Any], label: str) -> bool:
        """Of several cards of one name, those to take from the Agora are meant, or those in the player's own Domain."""
        verb, _, card = label.partition(" ")
        names = self.library.names()
        if card not in self.library.facts or names.count(self.library.title(card)) == 1 or view["phase"] == "over":
            return True
        there = view["agora"] if verb == "take" else map(_card, view["seats"][view["to_move"]]["domain"])
        return card in there

    def note(self, view: dict[str, Any], label: str) -> str:
        """Family and Level of the card in a label, unless they stand beside the same number anyway."""
        verb, _, card = label.partition(" ")
        shown = card not in self.library.facts or verb in ("take", *_BESIDE)
        return "" if shown else self.library.family_and_level(card, FAMILY_LETTERS)

    def listed(self, view: dict[str, Any], label: str, caption: str) -> tuple[str, str]:
        """Cards of the Domain stand side by side, with what a transfer costs: the only number in its caption."""
        verb, _, card = label.partition(" ")
        found = [item for item in view["seats"][view["to_move"]]["domain"] if _card(item) == card]
        if verb not in _BESIDE or not found:
            return "", caption
        text = self._domain_card(found[0]).plain
        cost = re.search(r"\d+", caption)
        return self.say(f"board.to-{verb}"), f"{text}, {cost[0]} {self.word('gold')}" if cost else text

    def card_in(self, label: str) -> str | None:
        card = label.rpartition(" ")[2]
        return card if card in self.library.facts else None

    def _header(self, view: dict[str, Any], detail: Detail) -> RenderableType:
        say = self.say
        parts = [say("board.epoch", n=view["epoch"]), self.word(view["phase"])]
        if view["phase"] != "over":
            parts += [say("board.deck", n=view["deck_size"]), say("board.discard", n=len(view["discard"]))]
        return heading(parts + [say("play.folded")] * (detail >= Detail.FOLDED))

    def _temple(self, view: dict[str, Any], seat: int | None, numbers: dict[str, int]) -> RenderableType:
        """The Quests, each under its colours, as many side by side as there is room for; then the Incomplete Quest."""
        heads: list[Text] = []
        gifts: list[Text] = []
        for quest in view["quests"]:
            head = Text.assemble(
                number(numbers, f"quest {quest['n']}"), " ", self.say("board.quest", n=quest["n"]), " "
            )
            for i, colour in enumerate(quest["colours"]):
                head.append("/" if i else "")
                head.append(self.word(colour), COLUMN_STYLES[colour[0].upper()])
            heads.append(head)
            taker = quest["taken_by"]
            if taker is None:
                gifts.append(Text(f"   {self._income(quest, short=len(view['quests']) > 2)}"))
            else:
                name = self.say("play.you") if taker == seat else self.short_names[taker]
                gifts.append(Text(f"   {self.say('board.taken', seat=name)}", "dim"))
        widest = max(text.cell_len for text in heads + gifts)
        income = self._income(view["incomplete_quest"], short=False)
        incomplete = [Text(text, "dim") for text in (self.say("board.incomplete"), income)]
        beside = max(text.cell_len for text in incomplete)

        def draw(width: int) -> RenderableType:
            n = max(1, min(len(heads), width // widest))
            table = Table.grid(expand=True)
            for _ in range(n):
                table.add_column(ratio=1)
            if n == len(heads) and width > n * widest + beside:
                table.add_column(width=beside)
                table.add_row(*heads, incomplete[0])
                table.add_row(*gifts, incomplete[1])
                return table
            for at in range(0, len(heads), n):
                table.add_row(*heads[at : at + n])
                table.add_row(*gifts[at : at + n])
            below = self.say("board.incomplete-gives", income=income)
            return Group(table, Text(f"   {below}", "dim"))

        return ByWidth(draw)

    def _income(self, quest: dict[str, Any], short: bool) -> str:
        parts = [f"{quest[name]} {self.word(name)}" for name in ("gold", "vp") if quest[name]]
        n = quest["transfers"]
        parts.append(self.say("board.transfers-short", n=n) if short else self.say("board.transfers", n=n))
        return (" " if short else ", ").join(parts)

    def _market(self, view: dict[str, Any], numbers: dict[str, int], detail: Detail) -> RenderableType:
        """Agora and Oracle: what can be taken now has its number in front. Where room is short the texts go first."""
        offers = {place: [self._offer(view, place, card, numbers) for card in view[place]] for place in PLACES}
        name = _BEFORE + max((cells[3].cell_len for place in PLACES for cells, _ in offers[place]), default=0)

        def draw(width: int) -> RenderableType:
            if detail == Detail.BRIEF and width > 2 * name:
                return Group(_beside(offers["agora"]), *self._oracle(view))
            kind = name + 1 + KIND_LETTERS
            columns = 6 if width > kind + MIN_TEXT_LETTERS else 5 if width >= kind else 4
            table = Table.grid(padding=(0, 1), expand=True)
            for i in range(columns):
                wide = 5 if columns == 6 else 3
                wraps = i == 3 or (i == 5 and detail == Detail.FULL)
                table.add_column(ratio=1 if i == wide else None, no_wrap=not wraps, overflow="ellipsis")
            for place in PLACES[: 1 if detail >= Detail.SHORT else 2]:
                if view[place]:
                    table.add_row("", "", "", Text(self.say(f"board.{place}"), "dim"))
                for cells, style in offers[place]:
                    table.add_row(*cells[:columns], style=style)
                    if columns < 6 and detail == Detail.FULL:
                        table.add_row("", "", "", cells[5], style=style)
            return Group(table, *self._oracle(view)) if detail >= Detail.SHORT else table

        return ByWidth(draw)

    def _offer(self, view: dict[str, Any], place: str, card: str, numbers: dict[str, int]) -> tuple[list[Text], str]:
        """The number of a card, its condition, family and Level, name, kind and text, and how they are printed."""
        label = f"take {card}" if place == "agora" else ""
        cells = [
            number(numbers, label),
            letters_of(view["conditions"][card], self.say("reader.letters")),
            Text(self.library.family_and_level(card, FAMILY_LETTERS)),
            self.library.name(card),
            Text(self.library.kind(card)[:KIND_LETTERS]),
            Text(self.library.facts[card]["text"]),
        ]
        return cells, "" if label in numbers or not numbers else "dim"

    def _oracle(self, view: dict[str, Any]) -> list[RenderableType]:
        """The Oracle in short: what comes next."""
        if not view["oracle"]:
            return []
        cards = [
            Text.assemble(self.library.name(card), f" {self.library.family_and_level(card, FAMILY_LETTERS)}")
            for card in view["oracle"]
        ]
        line = Table.grid(padding=(0, 1))
        line.add_row(Text(f"   {self.say('board.oracle')}", "dim"), Flow(cards))
        return [line]

    def _tiles(self, view: dict[str, Any]) -> RenderableType:
        """The tiles nobody holds, those of one family or of the Levels together."""
        left: dict[str, list[str]] = {}
        for name in view["bonuses"]:
            kind, _, n = name.partition(" ")
            left.setdefault(kind, []).append(n)
        texts = [self.tile(f"{kind} {'/'.join(values)}") for kind, values in left.items()]
        return Text(self.say("board.tiles-left", tiles=" · ".join(texts) or "-"), "dim")

    def tile(self, name: str) -> str:
        """A bonus tile in words: "level 1", "zeus 5"."""
        kind, _, n = name.partition(" ")
        return self.say("board.level", n=n) if kind == "level" else f"{self.word(kind)} {n}"

    def part(
        self, view: dict[str, Any], seat: int, detail: Detail, numbers: dict[str, int] | None = None
    ) -> RenderableType:
        """A player's purse, columns, Domain, Elysium and bonus tiles; in brief without what the options list anyway."""
        shown, say = view["seats"][seat], self.say
        listed = numbers if numbers and detail == Detail.BRIEF else {}
        domain = [item for item in shown["domain"] if all(f"{verb} {_card(item)}" not in listed for verb in _BESIDE)]
        head = Flow(self._purse(view, seat), "  ", indent=4)
        lines = Table.grid(padding=(0, 1))
        if domain:
            lines.add_row(Text(say("board.domain"), "dim"), Flow([self._domain_card(item) for item in domain]))
        tall = detail == Detail.FULL
        legends = [self._legend(view, seat, place, detail) for place in range(len(shown["elysium"]))]
        if legends:
            lines.add_row(Text(say("board.elysium"), "dim"), Text("\n").join(legends) if tall else Flow(legends))
        total, tiles = view["scores"][seat]["total"], [self.tile(name) for name in shown["bonuses"]]
        if total != shown["vp"] and detail < Detail.BRIEF:
            over = view["phase"] == "over"
            worth = f"{total} {self.word('vp')}" if over else say("board.total", n=total)
            text = f"{worth} · {say('board.tiles', tiles=', '.join(tiles))}" if tiles else worth
            lines.add_row(Text(say("board.score"), "dim"), text)
        return Group(head, Padding(lines, (0, 0, 0, 4))) if lines.row_count else head

    def _purse(self, view: dict[str, Any], seat: int) -> list[Text]:
        """The name of a player, whose turn it is, Disc, Gold, VP, PP; in Phase II also what was taken."""
        shown, say = view["seats"][seat], self.say
        found = [
            Text.assemble(("* " if view["turn"] == seat else "  ", "bold"), (self.names[seat], "bold")),
            Text(say("board.disc", n=shown["disc"])),
        ]
        counters = ("gold", "vp", "pp") if "ares" in view["families"] else ("gold", "vp")
        found += [Text(f"{shown[counter]} {self.word(counter)}") for counter in counters]
        if view["phase"] == "actions":
            columns = shown["columns"]
            shown_as = zip(COLUMNS, self.say("reader.letters"), strict=False)
            letters = ((own, COLUMN_STYLES[letter]) if letter in columns else ("·", "dim") for letter, own in shown_as)
            found += [Text.assemble(*letters), Text(say("board.cards-taken", n=shown["cards_taken"]))]
        quest = shown["quest"]
        if quest is not None:
            income = self._income(view["incomplete_quest"], short=True)
            gift = say("board.incomplete-gives", income=income)
            found.append(Text(gift if quest == "incomplete" else say("board.quest", n=quest)))
        return found

    def _line(self, view: dict[str, Any], seat: int) -> RenderableType:
        """An opponent in one line: as much as there is room for, what matters most first."""
        shown = view["seats"][seat]
        name, disc, *purse = self._purse(view, seat)
        sizes = {"domain": len(shown["domain"]), "elysium": sum(map(len, shown["elysium"]))}
        rest = [Text(f"{self.say(f'board.{place}')} {n}", "dim") for place, n in sizes.items() if n]
        return ByWidth(lambda width: Flow([name, *purse, disc, *rest], "  ").lines(width)[0])

    def _domain_card(self, item: Any) -> Text:
        """A card of a Domain: its kind of power, and whether it is ready or used."""
        fields: dict[str, Any] = item if isinstance(item, dict) else {}
        card = _card(item)
        text = self.library.name(card)
        if card in self.library.facts:
            text.append(
                f" {self.library.family_and_level(card, FAMILY_LETTERS)} {self.library.kind(card)[:KIND_LETTERS]}",
                "not bold",
            )
            spent = fields.get("used", False) or not fields.get("ring", True)
            if spent:
                text.append(USED, "dim")
            elif self.library.facts[card]["power"] == "trigger":
                text.append(READY, "bold")
        return text

    def _legend(self, view: dict[str, Any], seat: int, place: int, detail: Detail) -> Text:
        """A Legend: kind, what is in it, size and worth."""
        tall = detail == Detail.FULL
        cards = [_card(item) for item in view["seats"][seat]["elysium"][place]]
        scored = [item for item in view["scores"][seat]["legends"] if item["legend"] == place + 1]
        text = Text(f"{place + 1}: ", "dim")
        if not scored:
            text.append_text(self.library.name(cards[0]))
            text.append(f" {self.library.family_and_level(cards[0], FAMILY_LETTERS)}", "not bold")
            if detail < Detail.BRIEF:
                text.append(f" ({self.word('lone')})", "not bold")
            return text
        kind, worth = scored[0]["kind"], scored[0]["vp"]
        first = self.library.facts[cards[0]]
        title = self.word(first["family"]) if kind == "family" else self.say("board.level", n=first["level"])
        members = Text(", " if tall else "+").join([self._member(card, kind, tall) for card in cards])
        size = f" ({len(cards)}/{FULL[kind]}, {worth} {self.word('vp')})"
        return Text.assemble(text, title, " ", members, size)

    def _member(self, card: str, kind: str, tall: bool) -> Text:
        """A card of a Legend by what the kind of Legend makes it differ in; with its name where there is room."""
        name = self.library.name(card)
        if card not in self.library.facts:
            return name if tall else Text(name.plain[:3])
        facts = self.library.facts[card]
        differs = str(facts["level"]) if kind == "family" else self.word(facts["family"])[:FAMILY_LETTERS]
        return Text.assemble(name, f" {differs}") if tall else Text(differs)

    def sheet(self, view: dict[str, Any], width: int) -> RenderableType:
        """The itemised score of every seat (E8), at most that wide."""
        say, scores = self.say, view["scores"]
        rows: list[tuple[str, list[list[tuple[str, int]]]]] = [
            (say("sheet.tokens"), [[("", score["tokens"])] for score in scores]),
        ]
        for part in ("chronos", "legends", "bonuses"):
            cells = [
                [(self._item(view, seat, part, item), item["vp"]) for item in score[part]]
                for seat, score in enumerate(scores)
            ]
            rows.append((say(f"sheet.{part}"), cells))
        rows += [(say(f"sheet.{part}"), [[("", score[part])] for score in scores]) for part in ("prestige", "citizens")]
        rows = [(title, cells) for title, cells in rows if any(vp for cell in cells for _, vp in cell)]
        names = [name for _, cells in rows for cell in cells for name, _ in cell]
        margin = max(map(len, [say("sheet.total"), self.word("gold"), *(title for title, _ in rows)])) + 1
        least = max(len(word) for name in names + self.short_names for word in name.split() or [""]) + _POINTS
        beside = max(1, min(len(scores), (width - margin) // (least + 1)))  # seats that there is room for
        widest = min((width - margin) // beside - 1, max(map(len, names + self.names)) + _POINTS + 1)
        blocks = []
        for first in range(0, len(scores), beside):
            seats = range(first, min(first + beside, len(scores)))
            blocks.append(self._block(view, seats, rows, widest))
        return Group(*blocks)

    def _block(
        self, view: dict[str, Any], seats: range, rows: list[tuple[str, list[list[tuple[str, int]]]]], widest: int
    ) -> RenderableType:
        """Some seats of the sheet side by side."""
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True)
        for _ in seats:
            table.add_column(width=widest)
        line = Text("─" * widest, "dim")
        table.add_row("", *(Text(self.short_names[seat], "bold") for seat in seats))
        table.add_row("", *(line for _ in seats))
        for title, cells in rows:
            if any(vp for seat in seats for _, vp in cells[seat]):
                table.add_row(title, *(_items(cells[seat], widest) for seat in seats))
        table.add_row("", *(line for _ in seats))
        totals = [[("", view["scores"][seat]["total"])] for seat in seats]
        table.add_row(self.say("sheet.total"), *(_items(total, widest) for total in totals), style="bold")
        gold = [[("", view["seats"][seat]["gold"])] for seat in seats]
        table.add_row(self.word("gold"), *(_items(n, widest) for n in gold), style="dim")
        return table

    def _item(self, view: dict[str, Any], seat: int, part: str, item: dict[str, Any]) -> str:
        if part == "bonuses":
            return self.tile(item["tile"])
        if part == "chronos":
            return self.library.name(item["card"]).plain
        first = self.library.facts[view["seats"][seat]["elysium"][item["legend"] - 1][0]]
        title = self.word(first["family"]) if item["kind"] == "family" else self.say("board.level", n=first["level"])
        return f"{title} ({item['cards']})"

    def worked_out(self, described: dict[str, Any], view: dict[str, Any]) -> str:
        """Bonus tiles that the description does not name."""
        seats = described.get("seats")
        held = any(seat["bonuses"] for seat in view["seats"])
        unnamed = isinstance(seats, list) and all("bonuses" not in seat for seat in seats)
        return self.say("sheet.tiles-derived") if held and unnamed else ""

    def verdict(self, view: dict[str, Any], returns: list[float]) -> str:
        """Who wins and why (E8.7); before the end, who leads."""
        say = self.say
        totals = [score["total"] for score in view["scores"]]
        best = max(totals)
        level = [seat for seat, total in enumerate(totals) if total == best]
        won = [seat for seat, share in enumerate(returns) if share]
        if not won:
            return say("sheet.leads" if len(level) == 1 else "sheet.level", seats=self.all_of(level), n=best)
        if len(level) == 1:
            return self.victory("sheet.wins", "sheet.wins-you", won, n=best)
        gold = view["seats"][won[0]]["gold"]
        if len(won) == 1:
            params = {"level": self.all_of(level), "n": best, "gold": gold}
            return self.victory("sheet.wins-by-gold", "sheet.wins-by-gold-you", won, **params)
        return say("sheet.shared", seats=self.all_of(won), n=best, gold=gold)


def _card(item: Any) -> str:
    """The card of a Domain or of a Legend as a view has it: its id, or a table with more."""
    card: str = item["card"] if isinstance(item, dict) else item
    return card


def _beside(offers: list[tuple[list[Text], str]]) -> RenderableType:
    """Cards in two columns, down and then across, up to their names."""
    half = (len(offers) + 1) // 2
    table = Table.grid(padding=(0, 1), expand=True)
    for i in range(8):
        table.add_column(no_wrap=i % 4 < 3, ratio=1 if i % 4 == 3 else None)
    for at in range(half):
        row = [cell for cells, style in offers[at::half] for cell in _styled(cells[:4], style)]
        table.add_row(*row)
    return table


def _styled(cells: list[Text], style: str) -> list[Text]:
    return [Text.assemble(cell, style=style) for cell in cells]


def _items(items: list[tuple[str, int]], width: int) -> Text:
    """Items with their VP at the right edge, below one another."""
    lines = []
    for name, vp in items:
        *above, last = textwrap.wrap(name, width - _POINTS) or [""]
        lines += [*above, f"{last:<{width - _POINTS}}{vp:>{_POINTS}}"]
    return Text("\n".join(lines))
