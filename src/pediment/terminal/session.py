"""A game at one keyboard: asks the humans, lets the bots choose, and answers what the humans want to know."""

from __future__ import annotations

import importlib
import json
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.segment import Segment, SegmentLines, Segments
from rich.table import Table
from rich.text import Text

from pediment.bots import Bot, Budget
from pediment.bots.hint import hints
from pediment.command import files
from pediment.command.errors import UserError
from pediment.core.match import Match
from pediment.lab.folding import Flow
from pediment.terminal.board import Detail, board_of, seat_names
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.editing import Editing
from pediment.terminal.hint import show
from pediment.terminal.kept import Kept, named
from pediment.terminal.options import Options
from pediment.terminal.rules import Rulebook
from pediment.terminal.thinking import thinking
from pediment.terminal.voice import TEXTS, Voice

TALL: Final = 34
"""From this many lines on, texts are not cut to one line each."""
WIDE: Final = 60
"""From this many columns on, a group of options stands beside its heading."""
LOG_LINES: Final = 15
HINT: Final = Budget(seconds=1.0)
"""How long a hint may take."""
_FORGET: Final = "\x1b[3J"
"""Clears what a terminal has scrolled off its screen."""


OPPONENT = "scholar"
"""Who sits at the other seats if nobody is named."""


class Leave(Exception):
    """The player wants to leave."""


class EndOfInput(Exception):
    """Nobody types any more."""


class Session:
    """A match, its players, and the screen. `bots` has the bot of each seat, or None for a human.

    `names` are those of the seats, empty where a player has none; `kept` writes every move down.
    """

    def __init__(
        self,
        match: Match,
        bots: list[Bot | None],
        say: Voice,
        console: Console,
        names: list[str] | None = None,
        kept: Kept | None = None,
    ) -> None:
        self.match = match
        self.game = match.game
        self.bots = bots
        self.say = say
        self.console = console
        self.humans = [seat for seat, bot in enumerate(bots) if bot is None]
        self.secret = len(self.humans) > 1 and "hand" in match.view(None)  # hands that the other humans may not see
        self.given = given = names or [""] * len(bots)
        names = seat_names(match, say, given)
        self.players = names[:]  # without "(you)"
        if len(self.humans) == 1 and not given[self.humans[0]]:
            names[self.humans[0]] += f" ({say('play.you')})"
        titles = [f"{name} ({say.bot(bot.name)})" if bot else name for name, bot in zip(names, bots, strict=True)]
        self.board = board_of(match, say, titles, names)
        self.reader: int | None = None  # the human at the screen
        self.told = [0] * len(bots)  # how many entries of the log each has read
        self.before: list[dict[str, Any] | None] = [None] * len(bots)  # the view of each at their last question
        self.heard = 0  # entries of the log whose defenders have had the screen
        self.visited: list[int] = []  # defenders who have had it for the Support now in play
        self.kept = kept
        self.file = ""  # where the player saved this game last
        self.options: Options | None = None  # what can be answered now
        self.editing = Editing(self._candidates)
        self.commands = {word: name for texts in (TEXTS.section(own, "commands") for own in TEXTS.languages)
                         for name, words in texts.items() for word in words}  # fmt: skip

    def catch_up(self) -> None:
        """What has happened before is no news."""
        self.heard = len(self.match.view(None)["log"])
        self.told = [self.heard] * len(self.bots)

    def run(self) -> bool:
        """Play to the end, or until the player leaves; True if they want a rematch."""
        try:
            while not self.match.over:
                if self.secret:
                    self._go_round()
                seat = self.match.to_move
                bot = self.bots[seat]
                if bot is None:
                    self._ask(seat)
                else:
                    with thinking(self.console, self.say("play.thinking", seat=self.board.names[seat])):
                        action = bot.choose(self.game, self.match.state, seat)
                    self._play(action)
                    self.editing.drop_typed()
                    if not self.humans:
                        self.console.print(*self._news(self.match.view(None), [seat]))
            if self._finish():
                return True
        except (Leave, KeyboardInterrupt):
            if self.kept and self.kept.record and not self.match.over:
                self.console.print(self.say("play.kept"))
        except EndOfInput:
            pass
        self.console.print(self.say("play.goodbye"))
        return False

    def _play(self, action: int) -> None:
        self.match.play(action)
        self._keep()

    def _keep(self) -> None:
        """Write the game down as it stands; where that fails, say so once and play on."""
        if self.kept:
            try:
                self.kept.write(self.match, self.bots)
            except OSError as error:
                reason = files.reason(error, self.say.language)
                self.console.print(self.say("play.not-kept", file=self.kept.file, reason=reason))
                self.kept = None

    def _finish(self) -> bool:
        """Who has won; True if they want a rematch."""
        view = self.match.view(None)
        self.console.print(*self._news(view, self.humans))
        self.console.print(self.board.sheet(view, self.console.width))
        self.console.print(Text(self.board.verdict(view, self.game.returns(self.match.state)), "bold"))
        return bool(self.humans) and sys.stdin.isatty() and self._afterwards()

    def _afterwards(self) -> bool:
        """What can be done with a finished game, until the player has had enough; True for a rematch."""
        again = self.match.state.origin.position is None  # from a described position there is nothing to deal
        offers = [name for name in ("rematch", "analyse", "replay") if again or name != "rematch"]
        keys = TEXTS.section(self.say.language, "keys")
        words = {word: name for name in offers for word in keys[name]}
        names = [self.say(f"play.offer-{name}") for name in offers]
        texts = [Text.assemble((str(i), "bold cyan"), f" {name}") for i, name in enumerate(names, 1)]
        while True:
            self.console.print(Flow([*texts, Text(self.say("play.offer-leave"))]))
            typed = self._read()
            word, _, rest = typed.partition(" ")
            named = (
                offers[int(word) - 1] if word.isdigit() and 1 <= int(word) <= len(offers) else words.get(word.lower())
            )
            if not typed or self.commands.get(word.lower()) == "quit":
                return False
            if named == "rematch":
                return True
            if named in ("analyse", "replay"):
                self._look_back(named)
            elif self.commands.get(word.lower()) == "save":
                self._save(rest.strip())
            else:
                self.console.print(self.say("play.no-offer", typed=typed))

    def _look_back(self, command: str) -> None:
        """Run a command on the record of this game."""
        with tempfile.TemporaryDirectory() as folder:
            file = self.kept.file if self.kept else Path(folder) / f"{self.game.name}.json"
            arguments = [str(file)]
            if command == "analyse":
                arguments.append(f"--names={','.join(self.players)}")
            try:
                if self.kept is None:
                    files.write(str(file), json.dumps(named(self.match.record(), self.given)), self.say.language)
                args = parser_of(command, self.say).parse_args(arguments)
                importlib.import_module(COMMANDS[command]).run(args, self.console)
            except UserError as error:
                self.console.print(str(error))
            except KeyboardInterrupt:
                self.console.print()

    def _table(self, view: dict[str, Any], seat: int, options: Options, news: list[RenderableType]) -> None:
        """The table, the news and the question, with as much detail as the screen has room for."""
        for detail in list(Detail)[0 if self.console.height >= TALL else 1 :]:
            table = self.board.whole(view, seat, options.numbers, detail)
            question = self._question(seat, options, detail)
            lines = self.console.render_lines(Group(table, *news, question), pad=False)
            if len(lines) < self.console.height:  # one line is for the answer
                self.console.print(SegmentLines(lines, new_lines=True))
                return
        self.console.print(Group(*news, table, question))  # what scrolls off the screen is what matters least

    def _go_round(self) -> None:
        """Whoever could answer out of turn gets the screen, asked or not: so nobody learns who was (Y4.10)."""
        view = self.match.view(None)
        asked = self.match.to_move if view["asking"] == "reactions" else None
        for seat in self.board.defenders(view, view["log"][self.heard :]):
            if seat == asked:
                break
            if self.bots[seat] is None and seat not in (*self.visited, self.reader):
                self._pass_screen(seat)
                self.console.print(self.board.announced(view))  # and nothing that came of it
                self._pause(self.say("play.cannot-answer", seat=self.board.names[seat]))
                self.visited.append(seat)
        if asked is None:
            self.visited = []
            self.heard = len(view["log"])
        else:
            self.visited.append(asked)

    def _pass_screen(self, seat: int) -> None:
        """Hide what the human before has seen, and wait until the next one is at the screen."""
        if self.console.is_terminal and self.reader is not None:
            self.console.clear()
            self.console.file.write(_FORGET)
        self.editing.forget()
        self.console.print(Rule(characters="="))
        self.reader = seat
        self._pause(self.say("play.pass-screen", seat=self.board.names[seat]))
        if self.console.is_terminal:
            self.console.clear()

    def _pause(self, text: str) -> None:
        """Wait for Enter; whoever wants to leave may."""
        self.console.print(Text(text, "bold"))
        if self.commands.get(self._read("").lower()) == "quit":
            raise Leave

    def _ask(self, seat: int) -> None:
        """Put the pending question until it is answered."""
        before = self.before[seat]
        same = self.reader == seat
        if self.secret and not same:
            self._pass_screen(seat)
        elif len(self.humans) > 1 and not same:
            self.console.print(
                Rule(Text(self.say("play.next-player", seat=self.board.names[seat]), "bold"), characters="=")
            )
        self.reader = seat
        view = self.match.view(seat)
        self.options = options = Options(self.board, self.match.state, view)
        self.console.print()
        private = self.board.private(before, view, seat)
        if self.board.changed(before if same else None, view):
            self._table(view, seat, options, self._news(view, [seat], self.board.quiet, private))
        else:
            reminder = self.board.reminder(view, seat, options.numbers)
            parts = self._news(view, [seat], private=private) + ([] if reminder is None else [reminder])
            self.console.print(Group(*parts, self._question(seat, options)))
        self.before[seat] = view
        while True:
            typed = self._read()
            self.editing.remember(typed)
            action = self._understand(typed, seat, options)
            if action is not None:
                self._play(action)
            if action is not None or self.match.state is not options.state:  # played, or taken back
                self.options = None
                return

    def _news(
        self, view: dict[str, Any], readers: list[int], quiet: tuple[str, ...] = (), private: list[str] | None = None
    ) -> list[RenderableType]:
        """What happened since the readers looked last, the sentences about one player side by side."""
        if not self.secret:  # everybody reads along
            readers = list(range(len(self.bots)))
        told = min(self.told[seat] for seat in readers)
        entries = [entry for entry in view["log"][told:] if entry["event"] not in quiet]
        for seat in readers:
            self.told[seat] = len(view["log"])
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
        name = self.board.names[seat]
        prompt = self.game.prompt(self.match.state, self.say.language, self.board.short_names)
        question = Text(self.say("play.question", seat=name, prompt=prompt), "bold")
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
        if self.console.width < WIDE:
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
        except (EOFError, KeyboardInterrupt) as error:
            self.console.print()
            ended = isinstance(error, EOFError) and not sys.stdin.isatty()
            raise (EndOfInput if ended else Leave) from None
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
        own = [words[0] for words in TEXTS.section(self.say.language, "commands").values()]
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
            self.console.print(Text(self.say(f"{self.game.name}.help").rstrip()))
            return
        book = Rulebook([self.game], self.say)
        rules = [] if rest.isdigit() else book.named(rest)
        if rest.isdigit():
            cards = [card for i in options.meant(rest) if (card := self.board.card_in(options.labels[i]))]
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
            self.console.print(self.say(f"{self.game.name}.why-what"))
        elif len(labels) > 4:
            self.console.print(self.say("play.why-which", labels=", ".join(labels[:4])))
        for label in labels if len(labels) <= 4 else []:
            self._refusal(label, options)

    def _hint(self, rest: str, seat: int, options: Options) -> None:
        language, names = self.say.language, self.board.short_names
        with thinking(self.console, self.say("play.looking")):
            found = hints(self.game, self.match.state, seat, budget=HINT, language=language, names=names)
        show(found, self.say, self.console, options.numbers)

    def _undo(self, rest: str, seat: int, options: Options) -> None:
        last: int | None = None
        since = 0
        for state in self.game.retrace(self.match.state):
            if len(state.actions) < len(self.match.state.actions) and state.to_move in self.humans:
                last, since = state.to_move, len(state.log)
        if last is None:
            self.console.print(self.say("play.nothing-to-undo"))
        elif self._may_undo(last, seat, since) and self.match.undo(last):
            n = len(self.match.state.log)
            self.told = [min(told, n) for told in self.told]
            self.heard = min(self.heard, n)
            self.before = [None] * len(self.bots)
            self._keep()
            self.console.print(self.say("play.undone"))
        else:
            self.console.print(self.say("play.cannot-undo"))

    def _may_undo(self, last: int, seat: int, since: int) -> bool:
        """Where hands are hidden, only one's own decision is taken back, and only if nobody learned anything."""
        view = self.match.view(seat)
        if "hand" not in view:
            return True
        entries = view["log"][since:]
        told = any(entry.get("seat", seat) != seat or entry["event"] in self.board.telling for entry in entries)
        return last == seat and not told

    def _save(self, rest: str, *_: object) -> None:
        keys = TEXTS.section(self.say.language, "keys")
        name = "" if rest.lower() in ("-", *keys["yes"], *keys["no"]) else rest  # no names of files
        if name or self.file:
            self._write(name or self.file)
        else:
            self.console.print(self.say("play.save-where", file=f"{self.game.name}.json"))

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
        lines = self.console.render_lines(Group(whole, self._question(seat, options)), pad=False)
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

    def _write(self, name: str) -> None:
        """Write the record; a file that is not this game's own is not overwritten without a yes."""
        if name != self.file and files.path(name).is_file():
            answer = self._read(self.say("play.overwrite", file=name))
            if not self._is_yes(answer):
                self.console.print(self.say("play.not-saved"))
                return
        try:
            record = named(self.match.record(), self.given)
            files.write(name, json.dumps(record, ensure_ascii=False, indent=1) + "\n", self.say.language)
        except UserError as error:
            self.console.print(str(error))
            return
        self.file = name
        key = "play.saved-over" if self.match.over else "play.saved"
        self.console.print(self.say(key, file=name, command=self._how_to_go_on(name)))

    def _is_yes(self, typed: str) -> bool:
        return typed.lower() in TEXTS.section(self.say.language, "keys")["yes"]

    def _how_to_go_on(self, name: str) -> str:
        """The command that brings a saved game back, with the same players in the same seats."""
        if self.match.over:
            return f"pediment replay {shlex.quote(name)}"
        players = shlex.quote(",".join("human" if bot is None else bot.name for bot in self.bots))
        usual = self.humans == [0] and {bot.name for bot in self.bots if bot} == {OPPONENT}
        command = f"pediment play --load {shlex.quote(name)}"
        return command if usual else f"{command} --players {players}"


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
