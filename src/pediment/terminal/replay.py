"""`pediment replay`: a record, step by step."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

import pediment
from pediment.command import documents
from pediment.command.arguments import Parser
from pediment.command.errors import UserError
from pediment.core.match import Match
from pediment.terminal.board import Detail, board_of, seat_names
from pediment.terminal.messages import TEXTS, Messages


class Replay:
    """A record that was verified, with the state after each of its actions, as a seat or a spectator sees it."""

    def __init__(
        self, match: Match, seat: int | None, say: Messages, console: Console, names: list[str] | None = None
    ) -> None:
        self.game = match.game
        self.seat = seat
        self.say = say
        self.console = console
        self.states: list[Any] = [state.clone() for state in self.game.retrace(match.state)]
        self.board = board_of(match, say, seat_names(match, say, names))
        self.captions = [
            self.game.caption(state, action, say.language, self.board.short_names)
            for state, action in zip(self.states, match.state.actions, strict=False)
        ]

    @property
    def last(self) -> int:
        """The number of the last step; step 0 is the beginning."""
        return len(self.captions)

    def step(self, n: int, board: bool) -> None:
        """What action n was and what it brought about; the table after it."""
        state = self.states[n]
        view = self.game.view(state, self.seat)
        told = 0
        if n:
            told = len(self.states[n - 1].log)
            seat = self.game.to_move(self.states[n - 1])
            head = self.say("replay.step", n=n, last=self.last, seat=self.board.names[seat])
            self.console.print(Text.assemble((head, "bold"), " ", (self.captions[n - 1], "cyan")))
        else:
            self.console.print(Text(self.say("replay.beginning", last=self.last), "bold"))
        for entry in view["log"][told:]:
            self.console.print(Padding(Text(self.board.line(entry)), (0, 0, 0, 4)))
        if board:
            self.console.print(self.board.whole(view, self.seat, {}, Detail.FULL))
        if n == self.last and self.game.to_move(state) == pediment.OVER:
            self.console.print(self.board.sheet(view, self.console.width))
            self.console.print(Text(self.board.verdict(view, self.game.returns(state)), "bold"))

    def walk(self, n: int, board: bool) -> None:
        """Step through by the keyboard: Enter next, b back, a number jumps, q leaves."""
        self.console.print(Text(self.say("replay.keys"), "dim"))
        commands, keys = (TEXTS.section(self.say.language, section) for section in ("commands", "keys"))
        self.step(n, board)
        while True:
            try:
                typed = input(f"{n}/{self.last}> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if not sys.stdin.isatty():
                self.console.print(typed)
            if typed in commands["quit"]:
                return
            if typed in commands["board"]:
                view = self.game.view(self.states[n], self.seat)
                self.console.print(self.board.whole(view, self.seat, {}, Detail.FULL))
                continue
            if typed.isdigit():
                to = int(typed)
            elif typed in keys["back"]:
                to = n - 1
            elif typed:
                self.console.print(self.say("replay.keys"))
                continue
            else:
                to = n + 1
            if 0 <= to <= self.last:
                n = to
                self.step(n, board)
            else:
                self.console.print(self.say("replay.no-step", last=self.last))


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment replay`."""
    say = Messages(parser.language)
    parser.add_argument("file", metavar="FILE", help=say("help-replay.file"))
    parser.add_argument("--game", type=int, metavar="N", help=say("help.which"))
    parser.add_argument("--step", action="store_true", help=say("help-replay.step"))
    parser.add_argument("--at", type=int, metavar="N", help=say("help-replay.at"))
    parser.add_argument("--seat", type=int, metavar="N", help=say("help-replay.seat"))
    parser.add_argument("--board", action="store_true", help=say("help-replay.board"))


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment replay`: a record that cannot be verified ends with 2."""
    say = Messages(args.language)
    record = documents.record(args.file, say.language, args.game)
    match = documents.match_in(args.file, record, say.language)
    if args.seat is not None and not 1 <= args.seat <= match.state.origin.seats:
        raise UserError(say("replay.no-seat", last=match.state.origin.seats))
    replay = Replay(match, None if args.seat is None else args.seat - 1, say, console, documents.names_in(record))
    if args.at is not None and not 0 <= args.at <= replay.last:
        raise UserError(say("replay.no-step", last=replay.last))
    console.print(say("replay.verified", file=args.file, n=replay.last))
    if args.step or (args.at is None and sys.stdin.isatty() and console.is_terminal):
        replay.walk(args.at or 0, args.board)
    elif args.at is not None:
        replay.step(args.at, board=True)
    else:
        for n in range(replay.last + 1):
            replay.step(n, args.board)
    return 0
