"""The board of a game that brings none: what its views hold, field by field."""

from __future__ import annotations

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

import pediment
from pediment.command.generic_words import GenericWords
from pediment.command.layout import Flow, FoldingTable
from pediment.terminal.board import Board, Detail, heading
from pediment.terminal.cards import Library

_APART: Final = ("game", "to_move", "asking", "seats", "scores", "log")
"""Fields of a view that are told in another way."""


class GenericBoard(Board):
    """Draws any game."""

    def __init__(self, library: Library, names: list[str], short_names: list[str]) -> None:
        super().__init__(library, names, short_names)
        self.words = GenericWords(self.game, self.say)
        self.kit = pediment.kit(self.game.name)

    def whole(self, view: dict[str, Any], seat: int | None, numbers: dict[str, int], detail: Detail) -> RenderableType:
        """What lies on the table, then every seat, the own one last."""
        head = [self.kit.title, *([self.say("plain.over")] if view["asking"] == "over" else [])]
        common = {field: value for field, value in view.items() if field not in _APART}
        parts = [heading(head + [self.say("play.folded")] * (detail >= Detail.FOLDED)), self._fields(common)]
        seats = sorted(range(len(view["scores"])), key=lambda other: other == seat)
        return Group(*parts, *(self._seat(view, other, other != seat and detail >= Detail.FOLDED) for other in seats))

    def _seat(self, view: dict[str, Any], seat: int, folded: bool) -> RenderableType:
        """Who sits there, with what they have; in short only the points."""
        marker = "* " if view["to_move"] == seat else "  "
        points = self.say("plain.points", n=view["scores"][seat]["total"])
        head = Flow([Text.assemble(marker, (self.names[seat], "bold")), Text(points)], "  ", indent=4)
        has = view["seats"][seat] if not folded and "seats" in view else {}
        return Group(head, Padding(self._fields(has), (0, 0, 0, 4))) if has else head

    def _fields(self, fields: dict[str, Any]) -> RenderableType:
        return Flow(
            [Text.assemble((f"{self.words.field(name)} ", "dim"), self.words.value(fields[name])) for name in fields],
            hang=2,
        )

    def reminder(self, view: dict[str, Any], seat: int, numbers: dict[str, int]) -> RenderableType | None:
        """Nothing: the table is shown whenever it has changed."""
        return None

    def changed(self, before: dict[str, Any] | None, view: dict[str, Any]) -> bool:
        """Is anything on the table new since the view before?"""
        told = ("log", "asking")
        return before is None or any(before.get(field) != view[field] for field in view if field not in told)

    def tells(self, entry: dict[str, Any]) -> bool:
        """Where seats see different things, everything may tell somebody something."""
        return self.kit.hands_hidden

    def numbered(self, label: str) -> bool:
        return False

    def in_words(self, state: Any, label: str) -> str:
        return self.game.caption(state, self.game.parse(state, label), self.say.language, self.short_names)

    def note(self, view: dict[str, Any], label: str) -> str:
        return ""

    def card_in(self, label: str) -> str | None:
        """The card that the last word of a label names."""
        return self.library.ids.get(label.rpartition(" ")[2])

    def sheet(self, view: dict[str, Any], width: int) -> RenderableType:
        """The items of every seat's score, the total last."""
        scores = view["scores"]
        items = list(dict.fromkeys(item for score in scores for item in score if item != "total"))
        table = FoldingTable("", *self.short_names)
        for item in items:
            table.add_row(self.words.field(item), *(self.words.value(score.get(item, "")) for score in scores))
        table.add_row(self.say("plain.total"), *(str(score["total"]) for score in scores), style="bold")
        return table

    def verdict(self, view: dict[str, Any], returns: list[float]) -> str:
        """Who wins; before the end, who leads."""
        totals = [score["total"] for score in view["scores"]]
        best = [seat for seat, total in enumerate(totals) if total == max(totals)]
        won = [seat for seat, share in enumerate(returns) if share]
        if len(won) == 1:
            return self.victory("plain.wins", "plain.wins-you", won, n=totals[won[0]])
        seats = won or best
        key = "shared" if won else "leads" if len(best) == 1 else "level"
        return self.say(f"plain.{key}", seats=self.all_of(seats), n=totals[seats[0]])
