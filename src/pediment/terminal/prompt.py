"""A question on the screen: the table, what can be answered, and all that one may want to know first."""

from __future__ import annotations

import itertools
import re
import sys
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segment, SegmentLines, Segments
from rich.table import Table
from rich.text import Text

from pediment.command.layout import Flow
from pediment.core.match import Match
from pediment.terminal.board import Board, Detail
from pediment.terminal.line_editor import LineEditor
from pediment.terminal.messages import TEXTS, Messages
from pediment.terminal.options import Options
from pediment.terminal.rules import Rulebook

TALL_LINES: Final = 34
"""From this many lines on, texts are not cut to one line each."""
MIN_SIDE_HEADING_COLUMNS: Final = 60
"""From this many columns on, a group of options stands beside its heading."""
LOG_LINES: Final = 15


class Leave(Exception):
    """The player wants to leave, or nobody types any more."""


class Prompt:
    """A player at the screen, with the position they look at in `match`.

    A command is a method: what a subclass adds is understood by the words that the catalogues have for it.
    """

    def __init__(self, match: Match, board: Board, say: Messages, console: Console) -> None:
        self.match = match
        self.game = match.game
        self.board = board
        self.say = say
        self.console = console
        self.named = False  # does a question say whom it is for?
        self.help = board.guide("help")  # what can be typed besides answers
        self.options: Options | None = None  # what can be answered now
        self.editor = LineEditor(self._candidates)
        self.commands = {word: name for texts in (TEXTS.section(own, "commands") for own in TEXTS.languages)
                         for name, words in texts.items() if hasattr(self, f"_{name}") for word in words}  # fmt: skip

    def _table(self, view: dict[str, Any], seat: int, options: Options, news: list[RenderableType]) -> None:
        """The table, the news and the question, with as much detail as the screen has room for."""
        for detail in list(Detail)[0 if self.console.height >= TALL_LINES else 1 :]:
            table = self.board.whole(view, seat, options.numbers, detail)
            question = self._question(seat, options, detail)
            below = self._lines(*news, question)
            room = max(0, self.console.height - len(below))  # one line is for the answer
            lines = self._lines(table, limit=room)
            if len(lines) < room:
                self.console.print(SegmentLines([*lines, *below], new_lines=True))
                return
        self.console.print(Group(*news, table, question))  # what scrolls off the screen is what matters least

    def _lines(self, *parts: RenderableType, limit: int | None = None) -> list[list[Segment]]:
        """Lines on the screen; those beyond a limit are not drawn."""
        drawn = self.console.render(Group(*parts))
        lines = Segment.split_and_crop_lines(drawn, self.console.width, pad=False, include_new_lines=False)
        return list(itertools.islice(lines, limit))

    def _told(self, entries: list[dict[str, Any]], private: list[str] | None = None) -> list[RenderableType]:
        """Entries of the log in words, the sentences about one player side by side, and what only the reader learns."""
        paragraphs: list[list[str]] = []
        about: int | None = None
        for entry in entries:
            if entry.get("seat") is None or entry.get("seat") != about or not paragraphs:
                paragraphs.append([])
            about = entry.get("seat")
            paragraphs[-1].append(self.board.line(entry))
        paragraphs += [[sentence] for sentence in private or []]
        table = Table.grid(padding=(0, 1))
        for sentences in paragraphs:
            table.add_row(" ·", " ".join(sentences))
        return [table] if paragraphs else []

    def _question(self, seat: int, options: Options, detail: Detail = Detail.FULL) -> RenderableType:
        prompt = self.game.prompt(self.match.state, self.say.language, self.board.short_names)
        named = self.say("play.question", seat=self.board.names[seat], prompt=prompt) if self.named else prompt
        question = Text(named, "bold")
        groups: dict[str, list[Text]] = {}
        above: list[int] = []
        for i, (heading, caption) in enumerate(options.listed):
            label = options.labels[i]
            if detail >= Detail.SHORT and self.board.numbered(label):
                above.append(i + 1)
                continue
            line = Text.assemble((f"{i + 1:>2}", "bold cyan"), " ", caption)
            note = self.board.note(options.view, label)
            groups.setdefault(heading, []).append(Text.assemble(line, (f"  {note}", "dim")) if note else line)
        parts: list[RenderableType] = [question]
        shown = [Text(self.say("play.above", numbers=_ranges(above)), "dim")] if above else []
        if list(groups) == [""]:
            parts.append(_listed(shown + groups.pop(""), self.console.width))
        else:
            parts += shown
        if self.console.width < MIN_SIDE_HEADING_COLUMNS:
            for heading, lines in groups.items():
                parts += [Text(heading, "dim")] if heading else []
                parts.append(Padding(Flow(lines, "  ", hang=3), (0, 0, 0, 1 if heading else 0)))
        elif groups:
            table = Table.grid(padding=(0, 1))
            for heading, lines in groups.items():
                table.add_row(Text(heading, "dim"), Flow(lines, "  ", hang=3))
            parts.append(table)
        return Group(*parts)

    def _read(self, prompt: str = "> ") -> str:
        try:
            typed = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leave from None
        if not sys.stdin.isatty():
            self.console.print(Text(typed))
        return typed.strip()

    def _candidates(self, typed: str) -> list[str]:
        """What a line may become: an option, a command, a card to read, something to ask the reason for."""
        if self.options is None:
            return []
        word, blank, _ = typed.partition(" ")
        command = "help" if typed.startswith("?") else self.commands.get(word.lower()) if blank else None
        if command == "help":
            sign = re.match(r"\?\s*|\w+\s+", typed)
            return [f"{sign[0] if sign else ''}{name}" for name in self.board.card_names]
        if command == "why":
            return [f"{word} {label}" for label in self.game.label_list]
        texts = TEXTS.section(self.say.language, "commands")
        own = [texts[name][0] for name in dict.fromkeys(self.commands.values())]
        return [*self.options.captions, *self.options.labels, *own]

    def _understand(self, typed: str, seat: int, options: Options) -> int | None:
        """The action that a line means; None after a command, or after saying what is wrong."""
        word, _, rest = typed.partition(" ")
        if typed.startswith("?"):
            word, rest = "?", typed[1:]
        command = self.commands.get(word.lower())
        if not typed:
            self.console.print(self._question(seat, options))
        elif re.fullmatch(r"[-+]\d.*|\d+[.,]\d+", typed):  # a number, but none of an option
            self._not_understood(typed, [], options)
        elif command is not None and typed.lower() not in options.numbers:
            answer: int | None = getattr(self, f"_{command}")(rest.strip(), seat, options)
            return answer
        else:
            meant = options.meant(typed)
            if len(meant) == 1:
                return options.actions[meant[0]]
            self._not_understood(typed, meant, options)
        return None

    def _not_understood(self, typed: str, meant: list[int], options: Options) -> None:
        if meant:
            self._tell(self.say("play.ambiguous", typed=typed), options, meant)
            return
        others = [] if typed.isdigit() else options.of_the_game(typed)
        if 0 < len(others) <= 2:
            for label in others:
                self._refusal(label, options)
        elif options.near(typed):
            self._tell(self.say("play.near", typed=typed), options, options.near(typed))
        else:
            self._unknown(typed, options)

    def _unknown(self, typed: str, options: Options) -> None:
        self.console.print(self.say("play.unknown", typed=typed, n=len(options.actions)))

    def _tell(self, text: str, options: Options, places: list[int]) -> None:
        self.console.print(text)
        for i in places:
            self.console.print(Text.assemble((f"{i + 1:>4}", "bold cyan"), " ", options.captions[i]))

    def _refusal(self, label: str, options: Options) -> None:
        why = self.game.why_not(self.match.state, label, self.say.language, self.board.short_names)
        if why is None:
            n = options.numbers[label]
            self.console.print(self.say("play.legal", caption=options.captions[n - 1], n=n))
        else:
            caption = self.board.in_words(self.match.state, label)
            reason = self.say("play.refused", caption=caption, reason=why.sentence)
            self.console.print(Text.assemble(reason, (f" ({why.rule})", "cyan")))

    # The commands; the words for them are in the catalogues

    def _help(self, rest: str, seat: int, options: Options) -> None:
        if not rest:
            self.console.print(Text("\n".join(text.rstrip() for text in (self.help, self.board.guide("signs")))))
            return
        book = Rulebook([self.game], self.say)
        rules = [] if rest.isdigit() else book.named(rest)
        if rest.isdigit():
            labels = [options.labels[i] for i in options.meant(rest)]
            cards = [card for label in [*labels, rest] if (card := self.board.card_in(label))][:1]
        else:
            cards = [] if rules else self.board.cards_named(rest)
            rules = rules or ([] if cards else book.find(rest))
        if cards:
            self.console.print(self.board.explain(cards, self.match.view(seat)))
        elif rules:
            self.console.print(book.show(rules))
        else:
            near = self.board.similar(rest)
            message = self.say("play.no-help", query=rest)
            self.console.print(f"{message} {self.say('errors.did-you-mean', word=near)}" if near else message)

    def _why(self, rest: str, seat: int, options: Options) -> None:
        labels = [options.labels[i] for i in options.meant(rest)] if rest.isdigit() else options.of_the_game(rest)
        if not labels:
            self.console.print(self.board.guide("why-what"))
        elif len(labels) > 4:
            self.console.print(self.say("play.why-which", labels=", ".join(labels[:4])))
        for label in labels if len(labels) <= 4 else []:
            self._refusal(label, options)

    def _score(self, rest: str, seat: int, options: Options) -> None:
        self.console.print(Text(self.say("play.score-now"), "dim"))
        self.console.print(self.board.sheet(self.match.view(seat), self.console.width))

    def _log(self, rest: str, seat: int, options: Options) -> None:
        n = int(rest) if rest.isdigit() else LOG_LINES
        for entry in self.match.view(seat)["log"][-n:] if n else []:
            self.console.print(Padding(Text(self.board.line(entry)), (0, 0, 0, 2)))

    def _board(self, rest: str, seat: int, options: Options) -> None:
        self._table(self.match.view(seat), seat, options, [])

    def _more(self, rest: str, seat: int, options: Options) -> int | None:
        """The whole table, a screen at a time; whoever has seen enough may answer in between."""
        whole = self.board.whole(self.match.view(seat), seat, options.numbers, Detail.FULL)
        lines = self._lines(whole, self._question(seat, options))
        page = self.console.height - 1 if sys.stdin.isatty() else len(lines)
        for at in range(0, len(lines), page):
            typed = self._read(self.say("play.next-page")) if at else ""
            if typed:
                return self._understand(typed, seat, options)
            top = max(0, min(at, len(lines) - page))  # the last screen is full, and has the whole question
            shown = [[*line, Segment.line()] for line in lines[top : top + page]]
            self.console.print(Segments(segment for line in shown for segment in line), end="")
        return None

    def _quit(self, rest: str, seat: int, options: Options) -> None:
        raise Leave


def _listed(lines: list[Text], width: int) -> RenderableType:
    """Options in as many columns as there is room for, down and then across."""
    gap = 2
    beside = max(1, (width + gap) // (max(line.cell_len for line in lines) + gap))
    rows = -(-len(lines) // beside)
    if rows == len(lines):
        return Group(*(Flow([line], hang=3) for line in lines))
    table = Table.grid(padding=(0, gap, 0, 0))
    for at in range(rows):
        table.add_row(*lines[at::rows])
    return table


def _ranges(numbers: list[int]) -> str:
    """Numbers in short: "1–5, 7"."""
    found: list[list[int]] = []
    for n in numbers:
        if found and found[-1][-1] == n - 1:
            found[-1].append(n)
        else:
            found.append([n])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)
