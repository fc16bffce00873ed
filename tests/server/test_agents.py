"""Agents that the host offers: players choose them as they choose levels, and whatever becomes of one, games go on."""

from __future__ import annotations

import random
import shlex
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.cli import main
from pediment.server.domain import commands, opening
from pediment.server.domain.events import House
from pediment.server.domain.levels import Agent, Levels
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.jobs.agents import look_at
from pediment.server.live.messages import News
from tests.bots import rude_bot
from tests.server.playing import Running, serving
from tests.server.test_serve import Serving

AGENTS = "tests.bots.agents"


def offered(*bots: str) -> tuple[Agent, ...]:
    """Agents by the names of their classes."""
    return tuple(look_at(bot.lower(), f"{AGENTS}:{bot}") for bot in bots)


def table_with(level: str, game: str = "ephyran", seats: int = 2) -> dict[str, Any]:
    chairs = [{"kind": "me", "name": "Ann"}, *[{"kind": "bot", "level": level}] * (seats - 1)]
    return {"game": game, "chairs": chairs}


def play_out(running: Running, table: dict[str, Any]) -> None:
    """Ann plays to the end, at random."""
    client = running.client(table["token"])
    with client.live(table["table"]) as live:
        live.play(random.Random(1), 1000)
    assert running.table(table["table"]).status == "over"


def test_an_agent_is_a_level_and_plays(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite", agents=offered("Hashed", "Duellist")) as running:
        ann = running.client()
        levels = {game["game"]: {one["level"]: one for one in game["levels"]} for game in ann.get("/api/games")}
        assert levels["elysium"]["hashed"] == {"level": "hashed", "rating": None, "seats": [2, 3, 4]}
        assert levels["ephyran"]["duellist"] == {"level": "duellist", "rating": 640.0, "seats": [2]}
        assert "duellist" not in levels["elysium"]
        table = ann.post("/api/tables", table_with("hashed"))
        play_out(running, table)
        assert running.server.workers.fallbacks == 0
        assert running.table(table["table"]).names()[1] == "Hashed"
        assert not any(line for line in running.lines.getvalue().splitlines() if "failed" in line)


def test_only_what_is_offered_can_be_chosen(tmp_path: Path) -> None:
    levels = Levels(offered("Duellist"))
    me, agent = commands.Chair("me", "Ann"), commands.Chair("bot", level="duellist")
    assert opening.new_table(commands.NewTable("ephyran", [me, agent]), Caller(), 0.0, "en", levels).seats == [0]
    for wanted in (
        commands.NewTable("elysium", [me, agent]),
        commands.NewTable("ephyran", [me, agent, agent]),
        commands.NewTable("ephyran", [me, commands.Chair("bot", level=f"{AGENTS}:First")]),
        commands.NewTable("ephyran", [me, agent], house=House(stand_in="duellist")),
    ):
        with pytest.raises(Refused) as refused:
            opening.new_table(wanted, Caller(), 0.0, "en", levels)
        assert refused.value.code == "no-level"
    with serving(tmp_path / "t.sqlite", agents=tuple(levels.agents.values())) as running:
        ann = running.client()
        table = ann.post("/api/tables", table_with("scholar", "elysium"))
        with running.client(table["token"]).live(table["table"]) as live:
            done = live.ask({"type": "hand", "seat": 0, "level": "duellist"})
            assert done["code"] == "no-level"
            assert "duellist" not in done["text"]  # it does not play this game


@pytest.mark.parametrize("bot", ["Illegal", "Fatal"])
def test_an_agent_that_fails_hurts_nobody(bot: str, tmp_path: Path) -> None:
    """Its own game is played to the end by chance, as with every bot; the game beside it by its own bot."""
    with serving(tmp_path / "t.sqlite", agents=offered(bot)) as running:
        ann, ben = running.client(), running.client()
        mine, other = (
            client.post("/api/tables", table_with(level)) for client, level in ((ann, bot.lower()), (ben, "potter"))
        )
        with running.client(mine["token"]).live(mine["table"]) as live:
            live.play(random.Random(1), 4)
            live.prompt()
        play_out(running, other)
        workers = running.server.workers
        assert workers.fallbacks > 0
        assert running.table(mine["table"]).status == "running"
        assert workers.answered > 0


def test_a_program_that_fails_is_counted_like_an_agent(tmp_path: Path) -> None:
    """From its second question on it answers with what is not legal."""
    program = f"{shlex.quote(sys.executable)} -IS {shlex.quote(rude_bot.__file__)} illegal"
    with serving(tmp_path / "t.sqlite", agents=(look_at("rude", program),)) as running:
        play_out(running, running.client().post("/api/tables", table_with("rude")))
        assert running.server.workers.fallbacks > 0
        assert f'worker says text="the program {program}: illegal"' in running.lines.getvalue()


def test_an_agent_with_threads_of_its_own_is_offered_at_once() -> None:
    assert offered("Busy")[0].bot == f"{AGENTS}:Busy"


def test_the_stand_in_plays_on_where_an_agent_is_no_longer_offered(tmp_path: Path) -> None:
    with serving(tmp_path / "t.sqlite", agents=offered("First")) as running:
        table = running.client().post("/api/tables", table_with("first") | {"house": {"stand_in": "potter"}})
        with running.client(table["token"]).live(table["table"]) as live:
            live.play(random.Random(1), 3)
            live.prompt()
        assert running.table(table["table"]).seats[1].level == "first"
    with serving(tmp_path / "t.sqlite") as running:
        play_out(running, table)
        found = running.client(table["token"]).get(f"/api/tables/{table['table']}")["table"]
        assert found["seats"][1]["level"] == "potter"
        news = [News(**one) for one in found["news"]]
        assert [(one.seat, one.what) for one in news if one.what != "sat"] == [(1, "agent-gone")]


def test_it_is_offered_by_an_option_or_a_variable(tmp_path: Path) -> None:
    database = f"sqlite://{tmp_path}/t.sqlite"
    both = [f"plato={AGENTS}:First", "mill=search@50"]
    for options, variable in ([f"--agent={both[0]}", f"--agent={both[1]}"], ""), ([], ",".join(both)):
        with Serving("--port", "0", "--database", database, *options, PEDIMENT_AGENT=variable) as server:
            games = server.ask("GET", "/api/games")[2]
            for name in pediment.games():
                assert f'"game":"{name}"' in games
            assert games.count('"level":"plato"') == games.count('"level":"mill"') == len(pediment.games())
            assert server.stop(signal.SIGTERM)[0] == 0


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("plato", "--agent plato is not valid: it must look like aristotle=my_agents:Net"),
        ("scholar=greedy", "--agent scholar=greedy is not valid"),
        ("Plato=greedy", "with a name in lower case that no other bot has"),
        ("plato=", "--agent plato= is not valid"),
        ("plato=./nothing-here", "the agent plato cannot be offered: there is no program ./nothing-here"),
        (f"plato={AGENTS}:Missing", f"the agent plato cannot be offered: the module “{AGENTS}” has no “Missing”"),
        (f"plato={AGENTS}:Failing", "makes no bot: OSError: no weights here"),
        (f"plato={AGENTS}:Confused", "the agent plato cannot be offered: AttributeError"),
        (f"plato={AGENTS}:Stillborn", "the agent plato cannot be offered: its process ended with code 4"),
    ],
)
def test_a_wrong_agent_is_refused_before_the_server_starts(
    agent: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite://{tmp_path}/t.sqlite"
    assert main(["serve", "--language", "en", "--port", "0", "--database", database, "--agent", agent]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert not (tmp_path / "t.sqlite").exists()
