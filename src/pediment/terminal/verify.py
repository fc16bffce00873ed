"""`pediment verify`: was the chance of a game the promised one?"""

from __future__ import annotations

import argparse
import re
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

import pediment
from pediment.command import documents
from pediment.command.arguments import Parser
from pediment.command.errors import UserError
from pediment.command.files import write_json
from pediment.core import record
from pediment.core.engine import fairness
from pediment.terminal.messages import TEXTS, Messages

DIVERGED = ("actions", "hashes", "result")
"""Places of a record that do not follow from its beginning, where the others are bad fields."""

UNPROMISED, PROMISED, KEPT, CHOSEN, BROKEN = "unpromised", "promised", "kept", "chosen", "broken"
"""What can be said of the draws: nothing was promised; it was, and nobody compared; it was kept; it was not, twice."""
UNMIXED, UNVOTED, CHANGED = "unmixed", "unvoted", "changed"
"""And what players know: their nonce is missing; draws were repeated by votes that nobody confirmed; other moves."""
FAIR_VERSIONS = (1, 2)


def add_arguments(parser: Parser) -> None:
    """The arguments of `pediment verify`."""
    say = Messages(parser.language)
    parser.add_argument("file", metavar="FILE", help=say("help-verify.file"))
    parser.add_argument("--game", type=int, metavar="N", help=say("help.which"))
    parser.add_argument("--commitment", metavar="HEX", help=say("help-verify.commitment"))
    parser.add_argument("--nonce", metavar="WORD", action="append", default=[], help=say("help-verify.nonce"))
    parser.add_argument("--votes", type=int, metavar="N", help=say("help-verify.votes"))
    parser.add_argument("--receipt", metavar="TEXT", action="append", default=[], help=say("help-verify.receipt"))
    parser.add_argument("--draws", action="store_true", help=say("help-verify.draws"))
    parser.add_json()


def run(args: argparse.Namespace, console: Console) -> int:
    """`pediment verify`: 0 if it is as promised, 1 if the record or the commitment does not fit, 2 for a bad file."""
    say = Messages(args.language)
    given = None if args.commitment is None else args.commitment.strip().lower()
    if given is not None and re.fullmatch("[0-9a-f]{64}", given) is None:
        raise UserError(say("verify.no-commitment", given=args.commitment))
    draws: list[tuple[str, int, int]] = []
    found = documents.record(args.file, say.language, args.game)
    state = _replay(args.file, found, draws, say)
    origin = state.origin
    seeds = [(0, origin.seed), *origin.redraws]
    start, promised, problem = _promise(seeds)
    commitment = None if promised is None else _commitment(found, promised, seeds, start)
    votes = 0 if promised is None or problem is not None else promised.branch
    covered = [
        None if promised is None else fairness.covered(text, promised.secret, found["actions"]) for text in args.receipt
    ]
    verdict = _verdict(commitment, problem, given)
    doubts = [
        *([UNMIXED] if promised is None or set(args.nonce) - set(promised.nonces) else []) * bool(args.nonce),
        *([UNVOTED] if votes != (args.votes or 0) else []),
        *([CHANGED] if None in covered else []),
    ]
    code = 1 if verdict in (CHOSEN, BROKEN) or doubts else 0
    facts = {
        "actions": len(state.actions),
        "draws": [{"purpose": purpose, "of": n, "which": number} for purpose, n, number in draws],
        "commitment": commitment,
        "nonces": [] if promised is None else list(promised.nonces),
        "votes": votes,
        "verdict": verdict,
        "doubts": doubts,
    }
    if write_json(args, facts):
        return code
    if args.draws:
        console.print(_listed(draws, say))
    console.print(say("verify.replays", file=args.file, n=len(state.actions), draws=len(draws)))
    if start:
        console.print(say("verify.since", n=start))
    for at, seed in origin.redraws:
        branch = fairness.parse(seed).branch if isinstance(seed, str) else 0
        if at >= start and branch:  # 0 is where a game goes on from another one
            console.print(say("verify.redraw", n=at, branch=branch))
    if promised is None:
        console.print(say("verify.unpromised"))
    else:
        if promised.deal:
            console.print(say("verify.deal"))
        else:
            console.print(say("verify.nonces", nonces=", ".join(nonce or "-" for nonce in promised.nonces)))
        console.print(say("verify.commitment", commitment=commitment))
    for text, n in zip(args.receipt, covered, strict=True):
        if n is not None:
            console.print(say("verify.covered", receipt=text, n=n))
    if verdict == PROMISED:
        console.print(say("verify.compare"))
    elif verdict == KEPT:
        console.print(Text(say("verify.kept"), "bold green"))
        if promised is not None and not any(promised.nonces):
            console.print(say("verify.alone"))
    elif verdict == CHOSEN:
        console.print(Text(say("verify.chosen", n=problem), "bold red"))
    elif verdict == BROKEN:
        console.print(Text(say("verify.broken", given=given), "bold red"))
    if UNMIXED in doubts:
        console.print(Text(say("verify.unmixed"), "bold red"))
    if UNVOTED in doubts:
        console.print(Text(say("verify.unvoted", n=votes), "bold red"))
    if CHANGED in doubts:
        console.print(Text(say("verify.changed"), "bold red"))
    return code


def _commitment(found: dict[str, Any], promised: fairness.Fair, seeds: list[tuple[int, int | str]], start: int) -> str:
    """The commitment of the last secret, by the rule that the record names."""
    fair = found.get("fair")
    if fair is None or fair["version"] == 1:
        return fairness.commitment(promised.secret)
    fields = ["game", "rules", *(["position"] if "position" in found else ["options", "seats"])]
    first = seeds[0][1]
    if not isinstance(first, str) or fairness.parse(first).secret != promised.secret:  # it continues another game
        before = [redraw for redraw in found.get("redraws", []) if redraw["at"] < start]
        course = {"actions": found["actions"][:start], "redraws": before}
        fields += [] if "position" in found else ["seed"]
    else:
        course = {}
    return fairness.commitment(
        promised.secret, fairness.terms(fair["table"], {key: found[key] for key in fields} | course)
    )


def _verdict(commitment: str | None, problem: int | None, given: str | None) -> str:
    """What is to be said of the draws: of the commitment of their secret, a seed that does not fit, the one given."""
    if problem is not None:
        return CHOSEN
    if given is None:
        return UNPROMISED if commitment is None else PROMISED
    return KEPT if given == commitment else BROKEN


def _replay(file: str, found: dict[str, Any], draws: list[tuple[str, int, int]], say: Messages) -> Any:
    """The state at the end of the record in a file, all its draws noted."""
    code = 2
    try:
        record.check(found)
        if found.get("fair", {"version": 1})["version"] not in FAIR_VERSIONS:
            raise pediment.RecordError("fair.version", "of a newer Pediment; update this one")
        game = pediment.game(found["game"])
        code = 1
        return record.replay(game, found, draws)
    except pediment.RecordError as error:
        code = code if error.place.startswith(DIVERGED) else 2
        raise documents.invalid(file, found, error, say.language, code) from None
    except ValueError as error:  # there is no such game
        raise documents.invalid(file, found, pediment.RecordError("game", str(error)), say.language) from None


def _promise(seeds: list[tuple[int, int | str]]) -> tuple[int, fairness.Fair | None, int | None]:
    """Since which action the last secret holds, its first seed, and after which action a seed does not fit it.

    A game that goes on from another one has the secret of that one until then. Under one secret the nonces stay, and
    the branches count up from 0: otherwise anyone who knows the secret could try again until they like the draws. Only
    a game that goes on may begin with a later branch, when its first decision was taken back.
    """
    parts = [(at, fairness.parse(seed) if isinstance(seed, str) else None) for at, seed in seeds]
    last = parts[-1][1]
    if last is None:
        return 0, None, None
    under = next(i for i, (_, found) in enumerate(parts) if found is not None and found.secret == last.secret)
    start = parts[under][0]
    least = 0
    for at, found in parts[under:]:
        if found is None or (found.secret, found.nonces) != (last.secret, last.nonces):
            return start, last, at
        if found.branch < least or (found.branch and not (least or under)):
            return start, last, at
        least = found.branch + 1
    return start, last, None


def _listed(draws: list[tuple[str, int, int]], say: Messages) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in ("draw", "purpose", "of", "which"):
        table.add_column(say(f"verify.{head}"), justify="left" if head == "purpose" else "right", no_wrap=True)
    for i, (purpose, n, number) in enumerate(draws, 1):
        table.add_row(str(i), TEXTS.section(say.language, "purposes").get(purpose, purpose), str(n), str(number))
    return table
