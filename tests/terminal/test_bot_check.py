"""`pediment bot-check` with bots that are right and wrong, each a program of its own."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

import pediment
from pediment.bots.external import transport
from pediment.bots.external.protocol import KINDS
from pediment.terminal.bot_check import DIFFERENT, NAMES, OPPONENTS, sittings
from tests.bots import rude_bot
from tests.terminal.running import Run

RUDE = f"{shlex.quote(sys.executable)} -IS {shlex.quote(rude_bot.__file__)}"
QUICK = ("--game", "elysium", "--seats", "2", "--games")


def test_the_bot_sits_everywhere_against_everybody() -> None:
    game = pediment.game("elysium")
    found = sittings(game, 18, [2, 3, 4], seed=1)
    assert {(one.seats, one.seat, one.opponent) for one in found} == {
        (seats, seat, opponent) for seats in (2, 3, 4) for seat in range(seats) for opponent in OPPONENTS
    }
    assert len({one.seed for one in found}) == 18
    assert found == sittings(game, 18, [2, 3, 4], seed=1) != sittings(game, 18, [2, 3, 4], seed=2)


def test_every_kind_of_problem_has_a_name() -> None:
    assert list(NAMES) == [*KINDS, DIFFERENT]


def test_a_bot_without_problems(run: Run) -> None:
    ran = run("bot-check", f"{RUDE} good", *QUICK, "2", "--json", "report.json", "--trace", "talk.txt", columns=300)
    assert ran.code == 0
    assert ran.err == ""
    first, *_, last = ran.out.splitlines()
    assert first.startswith(f"rude 2 ({RUDE} good): 2 games, ")
    assert last == "No problems found."
    assert "elysium against uniform: won " in ran.out
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert report["format"] == "pediment-bot-check-1"
    assert (report["name"], report["version"], report["author"]) == ("rude", "2", "Eris")
    assert report["problems"] == []
    assert set(report["counts"].values()) == {0}
    assert report["games"] == sum(result["games"] for result in report["results"]) == 2
    assert 0 < report["time_ms"]["median"] <= report["time_ms"]["longest"] <= report["time_ms"]["allowed"] == 5000
    talk = Path("talk.txt").read_text(encoding="utf-8").splitlines()
    assert talk[0] == '> {"type":"hello","protocol":1}'
    assert talk.count('> {"type":"bye"}') == 3  # one connection for all games, then one for each
    assert {line[:2] for line in talk} == {"> ", "< "}


def test_both_games(run: Run) -> None:
    ran = run("bot-check", f"{RUDE} good", "--games", "1", "--seats", "2", "--time", "30s", columns=300)
    assert ran.code == 0
    assert "2 games" in ran.out
    assert "ephyran against uniform: won " in ran.out
    assert "30000 ms" in ran.out


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ("illegal", "illegal", "illegal moves: “discard 4” is not one of the legal moves."),
        ("rubbish", "rubbish", "unreadable messages (not JSON, too long): this is not JSON"),
        ("dies", "crash", "crashes: it ended with exit code 1; its last words: RuntimeError: a bug"),
        ("moody", "different", "different answers to the same questions: "),
        ("forgetful", "different", "different answers to the same questions: "),
    ],
)
def test_a_bot_with_problems(wrong: str, kind: str, words: str, run: Run) -> None:
    games = "2" if wrong == "forgetful" else "1"
    ran = run("bot-check", f"{RUDE} {wrong}", *QUICK, games, "--json", "report.json", columns=300)
    assert ran.code == 1
    assert words in ran.out
    assert "elysium, player 1 of 2 against uniform, question 2: " in ran.out or kind == "different"
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    counts = report["counts"]
    assert counts[kind] == len(report["problems"]) == sum(counts.values()) > 0
    problem = report["problems"][0]
    assert (problem["game"], problem["seats"], problem["kind"]) == ("elysium", 2, kind)
    assert ran.out.splitlines()[-1] in (f"{counts[kind]} problems.", f"{counts[kind]} problem.")
    assert (f"… and {counts[kind] - 5} more; --json writes them all." in ran.out) == (counts[kind] > 5)


def test_a_bot_that_is_too_slow(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "GRACE_SECONDS", 0.05)
    ran = run("bot-check", f"{RUDE} stubborn", *QUICK, "1", "--time", "80ms", columns=300)
    assert ran.code == 1
    assert "time-outs: no answer within 0.08 s" in ran.out


def test_in_french(run: Run) -> None:
    ran = run("bot-check", f"{RUDE} unknown", *QUICK, "1", "--language", "fr", columns=300)
    assert ran.code == 1
    assert "coups illégaux" in ran.out
    assert "elysium, joueur 1 sur 2 contre uniform, question 2 : " in ran.out
    assert ran.out.splitlines()[-1].endswith(" problèmes.")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["./no-such-bot"], 2, "pediment bot-check: there is no program ./no-such-bot"),
        (["ws://"], 2, "ws:// is not the address of a WebSocket"),
        ([f"{RUDE} good", "--games", "0"], 2, "--games must be 1 or more, not 0"),
        ([f"{RUDE} good", "--time", "soon"], 2, "a time for a move is 2s or 250ms, not “soon”"),
        ([f"{RUDE} good", "--time", "2000"], 2, "a time for a move is 2s or 250ms, not “2000”"),
        ([f"{RUDE} good", "--seats", "9"], 2, "--seats cannot be 9; choose from 2, 3, 4."),
        ([f"{RUDE} good", "--game", "chess"], 2, "--game cannot be chess; choose from elysium, ephyran, all."),
        ([f"{RUDE} good", "--trace", "no/such/folder"], 2, "no/such/folder"),
        ([], 2, "missing: BOT."),
        ([f"{RUDE} stillborn"], 1, "does not start: it ended with exit code 1; its last words: no wish to play"),
        ([f"{RUDE} old"], 1, "does not start: this is version 1 of the protocol; the bot's hello says 0"),
    ],
)
def test_what_is_refused(arguments: list[str], code: int, message: str, run: Run) -> None:
    ran = run("bot-check", *arguments)
    assert ran.code == code
    assert message in ran.err
    assert ran.out == ""


def test_a_bot_in_python_is_checked_in_the_same_way(run: Run) -> None:
    ran = run("bot-check", "tests.bots.agents:Hashed", *QUICK, "2", "--json", "report.json", columns=300)
    assert ran.code == 0, ran.out
    assert ran.out.startswith("Hashed (tests.bots.agents:Hashed): 2 games, ")
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert report["problems"] == []
    assert 0 < report["time_ms"]["median"] <= report["time_ms"]["longest"] <= report["time_ms"]["allowed"] == 5000
    wrong = run("bot-check", "tests.bots.agents:Sometimes", *QUICK, "2", "--json", "report.json", columns=300)
    assert wrong.code == 1
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    assert report["counts"]["illegal"] > 0
    assert "answered 0, which is not legal; legal are" in report["problems"][0]["detail"]
    stateful = run("bot-check", "tests.bots.agents:Stateful", *QUICK, "3", columns=300)
    assert stateful.code == 1
    assert "different answers" in stateful.out
    slow = run("bot-check", "tests.bots.agents:Hashed", *QUICK, "1", "--time", "0.001ms", columns=300)
    assert slow.code == 1
    assert "no answer within 1e-06 s" in slow.out
    assert run("bot-check", "tests.bots.agents:First", "--trace", "talk.txt").code == 2
    assert "no messages to write" in run("bot-check", "tests.bots.agents:First", "--trace", "talk.txt").err
    assert "has no 'Nobody'" in run("bot-check", "tests.bots.agents:Nobody").err.replace("“", "'").replace("”", "'")
