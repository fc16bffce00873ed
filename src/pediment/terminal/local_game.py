"""A game at one keyboard: asks the humans, lets the bots choose, and answers what the humans want to know."""

from __future__ import annotations

import importlib
import json
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

import pediment
from pediment.bots import Bot, Budget
from pediment.bots.hint import hints
from pediment.command import files
from pediment.command.errors import UserError
from pediment.command.layout import Flow
from pediment.core.match import Match
from pediment.terminal.board import board_of, seat_names
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.hint import show
from pediment.terminal.messages import TEXTS, Messages
from pediment.terminal.options import Options
from pediment.terminal.prompt import Leave, Prompt
from pediment.terminal.saved_games import SavedGame, with_names
from pediment.terminal.spinner import spinner

HINT_BUDGET: Final = Budget(seconds=1.0)
"""How long a hint may take."""
_CLEAR_SCROLLBACK: Final = "\x1b[3J"
"""Clears what a terminal has scrolled off its screen."""


OPPONENT = "scholar"
"""Who sits at the other seats if nobody is named."""


class LocalGame(Prompt):
    """A match, its players, and the screen. `bots` has the bot of each seat, or None for a human.

    `names` are those of the seats, empty where a player has none; `saved` writes every move down.
    """

    def __init__(
        self,
        match: Match,
        bots: list[Bot | None],
        say: Messages,
        console: Console,
        names: list[str] | None = None,
        saved: SavedGame | None = None,
    ) -> None:
        self.bots = bots
        self.humans = [seat for seat, bot in enumerate(bots) if bot is None]
        self.hidden = pediment.kit(match.game.name).hands_hidden
        self.secret = len(self.humans) > 1 and self.hidden  # what one human sees, the others may not
        self.given = given = names or [""] * len(bots)
        names = seat_names(match, say, given)
        self.players = names[:]  # without "(you)"
        if len(self.humans) == 1 and not given[self.humans[0]]:
            names[self.humans[0]] += f" ({say('play.you')})"
        titles = [f"{name} ({say.bot(bot.name)})" if bot else name for name, bot in zip(names, bots, strict=True)]
        super().__init__(match, board_of(match, say, titles, names), say, console)
        self.named = len(self.humans) > 1
        self.reader: int | None = None  # the human at the screen
        self.told = [0] * len(bots)  # how many entries of the log each has read
        self.before: list[dict[str, Any] | None] = [None] * len(bots)  # the view of each at their last question
        self.heard = 0  # entries of the log whose defenders have had the screen
        self.visited: list[int] = []  # defenders who have had it for the Support now in play
        self.saved = saved
        self.file = ""  # where the player saved this game last

    def catch_up(self) -> None:
        """Count everything so far as read: it is not news."""
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
                    with spinner(self.console, self.say("play.thinking", seat=self.board.names[seat])):
                        action = bot.choose(self.game, self.match.state, seat)
                    self._play(action)
                    self.editor.drop_typed()
                    if not self.humans:
                        self.console.print(*self._news(self.match.view(None), [seat]))
            if self._finish():
                return True
        except (Leave, KeyboardInterrupt):
            if self.saved and self.saved.record and not self.match.over:
                self.console.print(self.say("play.kept"))
        self.console.print(self.say("play.goodbye"))
        return False

    def _play(self, action: int) -> None:
        self.match.play(action)
        self._keep()

    def _keep(self) -> None:
        """Write the game down as it stands; where that fails, say so once and play on."""
        if self.saved:
            try:
                self.saved.write(self.match, self.bots)
            except OSError as error:
                reason = files.reason(error, self.say.language)
                self.console.print(self.say("play.not-kept", file=self.saved.file, reason=reason))
                self.saved = None

    def _finish(self) -> bool:
        """Who has won; True if they want a rematch."""
        view = self.match.view(None)
        self.console.print(*self._news(view, self.humans))
        self.board.you = self.humans[0] if len(self.humans) == 1 else None
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
            kept = self.saved if self.saved and self.saved.record else None  # a game that was over when loaded is not
            file = kept.file if kept else Path(folder) / f"{self.game.name}.json"
            arguments = [str(file)]
            if command == "analyse":
                arguments.append(f"--names={','.join(self.players)}")
            try:
                if kept is None:
                    files.write(str(file), json.dumps(with_names(self.match.record(), self.given)), self.say.language)
                args = parser_of(command, self.say).parse_args(arguments)
                importlib.import_module(COMMANDS[command]).run(args, self.console)
            except UserError as error:
                self.console.print(str(error))
            except KeyboardInterrupt:
                self.console.print()

    def _go_round(self) -> None:
        """Whoever could answer out of turn gets the screen, asked or not: so nobody learns who was (Y4.10)."""
        view = self.match.view(None)
        asked = self.match.to_move if view["asking"] in self.board.out_of_turn else None
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
        self.board.you = seat
        if self.console.is_terminal and self.reader is not None:
            self.console.clear()
            self.console.file.write(_CLEAR_SCROLLBACK)
        self.editor.forget()
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
            self.editor.remember(typed)
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
        one = self.humans if len(self.humans) == 1 else readers if self.secret else []
        self.board.you = one[0] if len(one) == 1 else None
        if not self.secret:  # everybody reads along
            readers = list(range(len(self.bots)))
        told = min(self.told[seat] for seat in readers)
        entries = [entry for entry in view["log"][told:] if entry["event"] not in quiet]
        for seat in readers:
            self.told[seat] = len(view["log"])
        return self._told(entries, private)

    # The commands of a game

    def _hint(self, rest: str, seat: int, options: Options) -> None:
        language, names = self.say.language, self.board.short_names
        with spinner(self.console, self.say("play.looking")):
            found = hints(self.game, self.match.state, seat, budget=HINT_BUDGET, language=language, names=names)
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
        if not self.hidden:
            return True
        view = self.match.view(seat)
        entries = view["log"][since:]
        told = any(entry.get("seat", seat) != seat or self.board.tells(entry) for entry in entries)
        return last == seat and not told

    def _save(self, rest: str, *_: object) -> None:
        keys = TEXTS.section(self.say.language, "keys")
        name = "" if rest.lower() in ("-", *keys["yes"], *keys["no"]) else rest  # no names of files
        if name or self.file:
            self._write(name or self.file)
        else:
            self.console.print(self.say("play.save-where", file=f"{self.game.name}.json"))

    def _write(self, name: str) -> None:
        """Write the record; a file that is not this game's own is not overwritten without a yes."""
        if name != self.file and files.is_there(name):
            answer = self._read(self.say("play.overwrite", file=name))
            if not self._is_yes(answer):
                self.console.print(self.say("play.not-saved"))
                return
        try:
            record = with_names(self.match.record(), self.given)
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
