"""`pediment analyse`: a game after it was played, in the terminal, as a page and as numbers."""

from __future__ import annotations

import argparse
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pediment.build import why_no_page
from pediment.command import documents, files
from pediment.command.arguments import Parser
from pediment.command.error_messages import translate
from pediment.command.errors import FAILED, UserError
from pediment.command.layout import FoldingTable
from pediment.core.match import Match
from pediment.lab.analysis import ITERATIONS, Analysis, analyse
from pediment.lab.analysis_page import page
from pediment.lab.analysis_text import AnalysisText
from pediment.lab.formatting import TEXTS
from pediment.lab.workers import WorkerLost

BLOCKS: Final = "▁▂▃▄▅▆▇█"
MAX_CHART_COLUMNS: Final = 100
CHART_MARGIN_COLUMNS: Final = 16
"""Columns for the chances at both ends, the last mark under the chart, and blanks between."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment analyse`."""
    say = TEXTS.section(parser.language, "analyse-help")
    iterations = say["iterations"].format(n=ITERATIONS)
    parser.add_argument("record", metavar="FILE", help=say["record"])
    parser.add_argument("--game", type=int, metavar="N", help=say["game"])
    parser.add_argument("--names", metavar="A,B,…", help=say["names"])
    parser.add_argument("--html", metavar="FILE", help=say["html"])
    parser.add_json()
    parser.add_argument("--iterations", type=int, default=ITERATIONS, metavar="N", help=iterations)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=say["jobs"])
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=say["seed"])


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment analyse`: 0 when it was analysed, 1 if a process was lost. Raises UserError."""
    language: str = args.language
    for option, n in (("iterations", args.iterations), ("jobs", args.jobs)):
        if n < 1:
            raise _wrong(language, "at-least-one", option=f"--{option}", n=n)
    why = args.html and why_no_page()
    if why:
        raise _wrong(language, f"no-page-{why}")
    match, record = _match(args.record, args.game, language)
    seats = match.state.origin.seats
    names = [name.strip() for name in args.names.split(",")] if args.names else None
    if names and len(names) != seats:
        raise _wrong(language, "names", given=len(names), seats=seats)
    names = names or documents.names_in(record) or None
    for file in (args.html, args.json):
        files.try_to_write(file, language)  # better to hear of it now than after a minute
    try:
        analysis = _watched(record, args, console, language)
    except WorkerLost as lost:
        raise UserError(translate(lost, language), FAILED) from None
    say = AnalysisText(analysis, match, language, names)
    if args.html:
        files.write(args.html, page(say), language)
    if files.write_json(args, analysis.as_dict()):
        return 0
    console.print(report(say, console.width))
    if args.html:
        console.print(say("page-written", file=args.html))
    if args.json:
        console.print(say("numbers-written", file=args.json))
    return 0


def _watched(record: dict[str, Any], args: argparse.Namespace, console: Console, language: str) -> Analysis:
    """The analysis, with a bar for people that shows how far it is."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(TEXTS.say(language, "analyse.progress"), total=None)
        return analyse(
            record,
            iterations=args.iterations,
            jobs=args.jobs,
            seed=args.seed,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )


def _match(file: str, wanted: int | None, language: str) -> tuple[Match, dict[str, Any]]:
    """The match in a file, and its record."""
    record = documents.record(file, language, wanted)
    match = documents.match_in(file, record, language)
    if not match.state.actions:
        raise _wrong(language, "no-moves", file=file)
    return match, record


def _wrong(language: str, key: str, **params: object) -> UserError:
    return UserError(TEXTS.say(language, f"analyse-errors.{key}", **params))


def report(say: AnalysisText, width: int) -> RenderableType:
    """The analysis for the terminal."""
    analysis = say.analysis
    bands = say("bands", iterations=analysis.iterations, lines=analysis.lines, seed=analysis.seed)
    return Group(
        Text(say.title(), "bold"),
        *(Text(sentence) for sentence in say.sentences()),
        Text(f"\n{say('chances')}", "bold"),
        _chart(say, width),
        Text(f"\n{say('turning-points')}", "bold"),
        _turning_points(say),
        Text(f"\n{say('accounts')}", "bold"),
        _accounts(say),
        Text(f"\n{say('scores' if analysis.finished else 'scores-now')}", "bold"),
        _scores(say),
        Text(f"\n{bands}", "dim"),
    )


def _chart(say: AnalysisText, width: int) -> RenderableType:
    """A row of blocks for each seat, from the start to the end, and where the Epochs or rounds begin."""
    analysis = say.analysis
    moves = len(analysis.decisions)
    widest = max(map(len, [*say.names, say.period_word()]))
    room = max(10, min(MAX_CHART_COLUMNS, moves + 1, width - widest - CHART_MARGIN_COLUMNS))
    steps = [round(x * moves / (room - 1)) for x in range(room)]
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column()
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    for seat, name in enumerate(say.names):
        shares = [analysis.start[seat], *(decision.after[seat] for decision in analysis.decisions)]
        blocks = "".join(BLOCKS[min(int(shares[step] * len(BLOCKS)), len(BLOCKS) - 1)] for step in steps)
        table.add_row(name, say.percent(shares[0]), Text(blocks, "red"), say.percent(shares[-1]))
    ruler = [" "] * (room + 2)
    for number in say.starts():
        at = round((number - 1) * (room - 1) / moves)
        mark = str(say.decision(number).period)
        ruler[at : at + len(mark)] = mark
    table.add_row(Text(say.period_word(), "dim"), "", Text("".join(ruler), "dim"), "")
    return table


def _turning_points(say: AnalysisText) -> FoldingTable:
    titles = map(say, ("move", "who", "what", "chance", "choice", "luck", "better"))
    table = FoldingTable(*titles, lead=3, prose=(1, 2, 6), left=())
    for number in sorted(say.analysis.turning_points):
        decision, seat = say.decision(number), say.decision(number).seat
        better = f"{say.betters[number - 1]}\n({say.gain(decision)})" if decision.better else "·"
        table.add_row(
            str(number),
            say.names[seat],
            say.moves[number - 1],
            say.move_of_chance(decision, seat),
            say.change(decision.choice[seat]),
            say.change(decision.luck[seat]) if decision.drew else "·",
            better,
        )
        for other in say.others_moved(decision):
            table.add_row("", "", Text(say.names[other], "dim"), Text(say.move_of_chance(decision, other), "dim"))
    return table


def _accounts(say: AnalysisText) -> FoldingTable:
    titles = map(say, ("even", "deal", "own", "others", "luck", "end", "mistakes"))
    table = FoldingTable("", *("\n".join(title.rsplit(" ", 1)) for title in titles))
    for account in say.analysis.accounts:
        table.add_row(
            say.names[account.seat],
            say.percent(1 / say.analysis.seats),
            say.change(account.deal),
            say.change(account.own),
            say.change(account.others),
            say.luck_of(account),
            say.percent(account.end),
            say("mistakes-cell", n=account.mistakes, chance=say.change(-account.lost)) if account.mistakes else "·",
        )
    return table


def _scores(say: AnalysisText) -> FoldingTable:
    table = FoldingTable("", *say.names)
    accounts = say.analysis.accounts
    for item in accounts[0].score:
        style = "bold" if item == "total" else ""
        table.add_row(say.item(item), *(str(account.score[item]) for account in accounts), style=style)
    return table
