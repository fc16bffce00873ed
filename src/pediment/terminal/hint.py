"""`pediment hint`: the best moves at a position or in a record, with chances, margins and reasons."""

from __future__ import annotations

import argparse
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pediment.bots import Budget, make
from pediment.bots.hint import DEFAULT_HINTS, Hint, hints
from pediment.command import documents
from pediment.command.arguments import Parser
from pediment.command.bot_names import canonical_name
from pediment.command.errors import UserError
from pediment.command.files import write_json
from pediment.command.layout import Flow
from pediment.core.engine.state import OVER
from pediment.core.match import Match
from pediment.terminal.board import seat_names
from pediment.terminal.messages import Messages

MIN_SIDE_FIGURES_COLUMNS: Final = 66
"""From this many columns on, the figures stand beside the move."""

MIN_VISITS: Final = 2
"""Tries of a move from which on its figures say something; a slow machine may not get that far."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment hint`."""
    say = Messages(parser.language)
    parser.add_argument("file", metavar="FILE", help=say("help-hint.file"))
    parser.add_argument("--game", type=int, metavar="N", help=say("help.which"))
    parser.add_argument("--seat", type=int, metavar="N", help=say("help-hint.seat"))
    parser.add_argument("--move", type=int, metavar="N", help=say("help-hint.move"))
    parser.add_argument("--bot", "--level", metavar="BOT", help=say("help-hint.bot"), group="who")
    parser.add_argument("--time", metavar="1s", help=say("help-hint.time"), group="who")
    parser.add_argument("--iterations", metavar="N", help=say("help-hint.iterations"), group="who")
    parser.add_argument("--best", type=int, default=DEFAULT_HINTS, metavar="N", help=say("help-hint.best"))
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment hint`."""
    say = Messages(args.language)
    bot = _bot(args, say)
    if args.best < 1:
        raise UserError(say("hint.no-best"))
    found = documents.document(args.file, say.language, args.game)
    if documents.is_finished_table(found):
        raise UserError(say("hint.finished", file=args.file))
    match = documents.match_in(args.file, found, say.language)
    game, last = match.game, len(match.state.actions)
    state = match.state if args.move is None else _before(match, args.move, say)
    if state.to_move == OVER:
        raise UserError(say("hint.over", last=last) if last else say("hint.over-at-once"))
    names = seat_names(match, say, documents.names_in(found))
    seat = state.to_move
    if args.seat is not None and args.seat != seat + 1:
        if not 1 <= args.seat <= len(names):
            raise UserError(say("replay.no-seat", last=len(names)))
        raise UserError(say("hint.not-asked", seat=names[args.seat - 1], other=names[seat]))
    try:
        advice = hints(game, state, seat, bot=bot, best=args.best, language=say.language, names=names)
    finally:
        bot.close()
    if write_json(args, [hint.as_dict() for hint in advice]):
        return 0
    prompt = game.prompt(state, say.language, names)
    console.print(Text(say("play.question", seat=names[seat], prompt=prompt), "bold"))
    show(advice, say, console)
    if args.move is not None and args.move <= last:
        played = game.caption(state, match.state.actions[args.move - 1], say.language, names)
        console.print(Text(say("hint.played", caption=played), "dim"))
    return 0


def _bot(args: argparse.Namespace, say: Messages) -> Any:
    """The bot that thinks: the one that was named, or a search with the budget that was named."""
    spec = args.bot and canonical_name(args.bot)
    if spec is None:
        spec = f"search@{args.time or args.iterations or '1s'}"
    try:
        if args.time is not None and Budget.parse(args.time).seconds is None:
            raise ValueError(say("hint.no-time", given=args.time))
        if args.iterations is not None and Budget.parse(args.iterations).iterations is None:
            raise ValueError(say("hint.no-iterations", given=args.iterations))
        bot = make(spec)
    except ValueError as error:
        raise UserError(say.problem(error)) from None
    if not hasattr(bot, "think"):
        bot.close()
        raise UserError(say("hint.no-thinker", bot=spec))
    return bot


def _before(match: Match, move: int, say: Messages) -> Any:
    """The state before that move, counted from 1; one more than there are is the end."""
    actions = match.state.actions
    if not 1 <= move <= len(actions) + 1:
        raise UserError(say("hint.no-move", last=len(actions) + 1))
    return match.game.rewind(match.state, move - 1)


def show(found: list[Hint], say: Messages, console: Console, numbers: dict[str, int] | None = None) -> None:
    """The hints as a table, the reasons under each; `numbers` are those of the options, else they are ranked."""
    console.print(Text(say("hint.by-number" if numbers else "hint.by-rank"), "dim"))
    heads = say("hint.head-chance"), say("hint.head-margin")
    wide = console.width >= MIN_SIDE_FIGURES_COLUMNS
    if wide:
        console.print(_row("", say("hint.head-move"), *heads, style="dim"))
    for i, hint in enumerate(found, 1):
        number = str(numbers[hint.label]) if numbers else f"{i}."
        chance = say("hint.chance", chance=_percent(hint.chance), **_ends(hint.chance_band, _percent))
        margin = say(
            "hint.margin", margin=_points(hint.margin, say), **_ends(hint.margin_band, lambda n: _points(n, say, ""))
        )
        if hint.visits < MIN_VISITS:
            chance = margin = "?"
        if wide:
            console.print(_row(number, hint.caption, chance, margin, style="bold"))
        else:
            console.print(_row(number, hint.caption, style="bold"))
            figures = (
                Text.assemble((f"{head} ", "dim"), text) for head, text in zip(heads, (chance, margin), strict=True)
            )
            console.print(Padding(Flow(figures), (0, 0, 0, 4)))
        for reason in hint.reasons:
            line = Table.grid(padding=(0, 1))
            line.add_row("·", reason)
            console.print(Padding(line, (0, 0, 0, 4), expand=False))


def _row(number: str, move: str, *figures: str, style: str) -> Table:
    row = Table.grid(padding=(0, 1), expand=True)
    row.add_column(width=3, justify="right")
    row.add_column(ratio=1)
    for _, width in zip(figures, (15, 22), strict=False):
        row.add_column(width=width)
    row.add_row(Text(number, "bold cyan"), Text(move, style), *figures)
    return row


def _ends(band: tuple[float, float], write: Any) -> dict[str, str]:
    return {"low": write(band[0]), "high": write(band[1])}


def _percent(share: float) -> str:
    return str(round(100 * share))


def _points(n: float, say: Messages, sign: str = "+") -> str:
    text = f"{n:{sign}z.1f}".replace("-", "−")
    return text.replace(".", ",") if say.language == "fr" else text
