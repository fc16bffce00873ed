"""Deals that several tables share: the deal of the day and duplicate matches, at a server and over its doors."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.bots.roster import Roster
from pediment.cli import main
from pediment.core.engine import fairness
from pediment.server.domain import deals
from pediment.server.domain.table import Table
from pediment.server.jobs import bot_worker
from pediment.server.live import deals as live_deals
from pediment.server.live.deals import DailyResult
from pediment.server.live.listing import Summary
from tests.server.playing import Answer, Client, Running, finish, serving, wait_for

DAY_SECONDS = 86_400.0
GAMES = pediment.games()
TOKEN = "seat_" + "a" * 40
ANN_AND_SOMEBODY = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


class Days:
    """By which the deals of a server go: every test has a day of its own, and it is noon there."""

    def __init__(self) -> None:
        self.at = datetime.combine(datetime.now(UTC).date(), datetime.min.time(), UTC).timestamp() + DAY_SECONDS / 2

    def __call__(self) -> float:
        return self.at

    def pass_by(self) -> None:
        """It is noon of the next day."""
        self.at += DAY_SECONDS


@pytest.fixture(scope="module")
def days() -> Days:
    return Days()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, days: Days) -> Iterator[Running]:
    """Without bots for comparison, which take their time; one test has them."""
    with pytest.MonkeyPatch.context() as patch, serving(tmp_path_factory.mktemp("deals") / "tables.sqlite") as found:
        patch.setattr(deals, "COMPARED", ())
        found.server.deals.clock = days
        yield found


@pytest.fixture
def running(shared: Running, days: Days) -> Running:
    days.pass_by()
    return shared


def today(client: Client, game: str = "elysium", **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in client.get("/api/daily", **more) if one["game"] == game)
    return found


def play(client: Client, game: str = "elysium", name: str = "Ann", token: str | None = None) -> str:
    """The table of one's try; its token is kept."""
    seated = client.post(f"/api/daily/{game}", {"name": name} | ({} if token is None else {"token": token}))
    assert seated["seats"] == [0]
    if seated["token"] and seated["token"] not in client.keys:
        client.keys.append(seated["token"])
    return str(seated["table"])


def tables(running: Running) -> int:
    """How many there are."""
    return running.do(running.server.store.usage).tables


def doors(table: str) -> list[tuple[str, str, Any]]:
    """All that tells of a finished game, or leads to something that does."""
    at = f"/api/tables/{table}"
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "potter"}]
    return [
        ("GET", f"{at}/record", None),
        ("GET", f"{at}/moves/0", None),
        ("GET", f"{at}/moves/3?seat=1", None),
        ("GET", f"{at}/analysis", None),
        ("POST", f"{at}/analysis", {}),
        ("POST", f"{at}/share", {}),
        ("POST", f"{at}/continue", {"move": 2, "chairs": chairs}),
    ]


def everything(client: Client, table: str) -> list[Answer]:
    """All that can be asked of a table and of the deals, whatever it answers."""
    at = f"/api/tables/{table}"
    found = [client.call(method, path, body) for method, path, body in doors(table)]
    paths = ("", "/views/1", "/views/2", "/match", "/cards", "/edition", "/why?seat=0&move=pass")
    found += [client.call("GET", at + path) for path in paths]
    found += [client.call("GET", path) for path in ("/api/daily", "/api/tables?status=over", "/api/me/tables")]
    found.append(client.call("POST", f"{at}/hint", {"seat": 0, "seq": 1}))
    return found + [client.command(table, command, 0, seq=1) for command in ("undo", "propose")]


def check_untold(answers: list[Answer], secret: str) -> None:
    for answer in answers:
        text = answer.body.decode()
        assert secret not in text
        assert fairness.METHOD not in text


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_the_same_deal(running: Running, game: str) -> None:
    ann, ben = running.client(), running.client()
    both = [play(ann, game), play(ben, game, "Ben")]
    assert both[0] != both[1]
    before = [running.table(table) for table in both]
    assert before[0].course()["seed"] == before[1].course()["seed"]
    assert before[0].commitment == before[1].commitment == today(ann, game)["commitment"]
    one, other = (table.back(0, None) for table in before)
    assert one.revealed == other.revealed
    assert today(ann, game)["players"] == 2
    message = ann.get(f"/api/tables/{both[0]}")["table"]
    assert message["deal"] == {"ends": today(ann, game)["ends"], "twin": "", "sealed": True}
    assert message["nonces"] == ["", ""]


def test_the_same_moves_get_the_same_answers(running: Running) -> None:
    """The bot's own chance comes from the deal, too."""
    clients = [running.client(), running.client()]
    found = [play(client, name=name) for client, name in zip(clients, ("Ann", "Ben"), strict=True)]
    for client, table in zip(clients, found, strict=True):
        with client.live(table) as live:
            live.play(random.Random(4), 8)
            live.prompt()
    moves = [running.table(table).labels for table in found]
    n = min(map(len, moves))
    assert n > 8
    assert moves[0][:n] == moves[1][:n]


def test_a_bot_with_a_seed_answers_alike() -> None:
    game = pediment.game("ephyran")
    state = game.new(seed=fairness.deal_seed(bytes(32)))
    course = {"game": "ephyran", "options": state.origin.options, "seats": 2, "seed": state.origin.seed, "actions": []}
    question = {"course": course, "seat": state.to_move, "bot": "potter", "seed": 5}
    answers = {bot_worker.answer(bot_worker.States(2), Roster(), question) for _ in range(5)}
    assert len(answers) == 1


def test_one_try_for_each_identity_and_browser(running: Running) -> None:
    ann = running.client()
    person = ann.post("/api/people", {"name": "Ann"})
    ann.keys = [person["key"]]
    table = play(ann)
    assert play(ann) == table
    elsewhere = running.client(person["key"])
    assert play(elsewhere) == table
    assert today(elsewhere)["table"] == table
    ben = running.client()
    first = play(ben, name="Ben", token=TOKEN)
    assert play(running.client(), name="Ben", token=TOKEN) == first  # the answer may have been lost
    assert play(ben, name="Ben") == first  # shown as a key
    assert today(ben)["table"] == first
    assert play(running.client(), name="Eve") not in (table, first)
    assert today(ann)["players"] == 3


def test_many_ask_at_once_and_have_one_try(running: Running) -> None:
    before = tables(running)
    with ThreadPoolExecutor(6) as threads:
        found = set(threads.map(lambda _: play(running.client(), token=TOKEN), range(6)))
    assert len(found) == 1
    kept = running.table(deals.daily_id("elysium", date.fromisoformat(today(running.client())["day"])))
    assert list(kept.tries.values()) == list(found)
    assert tables(running) == before + len(GAMES) + 1  # what was made in vain is gone


def test_results_are_for_those_who_have_played(running: Running) -> None:
    ann, ben, eve = (running.client() for _ in range(3))
    at = {name: play(client, name=name) for name, client in (("Ann", ann), ("Ben", ben))}
    assert today(ann)["results"] is None
    running.finish(at["Ann"])
    mine = today(ann)
    assert (mine["done"], mine["table"]) == (True, at["Ann"])
    (result,) = mine["results"]
    points = running.table(at["Ann"]).game.totals(running.table(at["Ann"]).state)
    assert result == {
        "place": 1,
        "name": "Ann",
        "level": None,
        "points": points[0],
        "lead": points[0] - points[1],
        "yours": True,
    }
    for other in (ben, eve):
        assert (today(other)["results"], today(other)["done"]) == (None, False)
    running.finish(at["Ben"])
    results = today(ben)["results"]
    assert [result["place"] for result in results] in ([1, 2], [1, 1])
    assert sorted((result["name"], result["yours"]) for result in results) == [("Ann", False), ("Ben", True)]
    assert results == sorted(results, key=lambda result: (-result["lead"], -result["points"]))
    assert today(eve)["results"] is None


def test_whoever_deletes_their_table_has_no_second_try(running: Running) -> None:
    ann, ben = running.client(), running.client()
    table = play(ann)
    running.finish(play(ben, name="Ben"))
    assert ann.call("DELETE", f"/api/tables/{table}").status == 200
    found = today(ann)
    assert (found["table"], found["done"]) == (None, True)
    assert [result["name"] for result in found["results"]] == ["Ben"]
    assert ann.post("/api/daily/elysium", {"name": "Ann"})["token"] is None


def test_a_forgotten_player_has_no_name(running: Running) -> None:
    ann = running.client()
    ann.keys = [ann.post("/api/people", {"name": "Ann"})["key"]]
    running.finish(play(ann))
    ben = running.client()
    running.finish(play(ben, name="Ben"))
    assert ann.call("DELETE", "/api/me").status == 200
    assert {result["name"] for result in today(ben)["results"]} == {"Player 1", "Ben"}


def test_a_game_that_a_bot_played_does_not_count(running: Running) -> None:
    ann, ben = running.client(), running.client()
    table = play(ann)
    assert ann.command(table, "hand", 0, level="titan").code == "dealt-alone"
    assert ann.command(table, "concede", 0).code == "dealt-alone"
    assert ann.command(table, "leave", 0).status == 200
    with ann.live(table) as live:  # a bot plays on while somebody watches
        wait_for(lambda: running.table(table).helped)
        live.quiet()
    assert ann.command(table, "return", 0).status == 200
    running.finish(table)
    running.finish(play(ben, name="Ben"))
    assert [result["name"] for result in today(ann)["results"]] == ["Ben"]


def test_nobody_draws_afresh(running: Running) -> None:
    ann = running.client()
    table = play(ann, "ephyran")
    with ann.live(table) as live:
        live.play(random.Random(1), 6)
        view = live.prompt()
        assert view["undo"] in (None, "free")
        refused = live.ask({"type": "propose", "seat": 0, "seq": view["seq"]})
    if view["undo"] is None:
        assert refused["code"] == "nothing-to-undo"


def test_bots_play_the_same_deal_in_ones_own_seat(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "COMPARED", ("shepherd",))
    ann, ben = running.client(), running.client()
    running.finish(play(ann))
    play(ben, name="Ben")

    def levels() -> dict[str | None, int]:
        return {result["level"]: result["lead"] for result in today(ann)["results"]}

    wait_for(lambda: len(levels()) == 2)
    assert levels().keys() == {None, "shepherd"}
    kept = running.table(deals.daily_id("elysium", date.fromisoformat(today(ann)["day"])))
    bots = [table for mark, table in kept.tries.items() if mark.startswith("bot ")]
    assert len(bots) == 1  # however many play
    assert today(ann)["players"] == 2
    for table in bots:  # nobody looks at them
        assert ben.call("GET", f"/api/tables/{table}").code == "no-spectators"
        assert running.do(partial(running.server.tables.get, table)).table.commitment == kept.commitment


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_tells_nothing_until_the_day_is_over(
    running: Running, game: str, days: Days, tmp_path: Path
) -> None:
    ann = running.client()
    table = play(ann, game)
    running.finish(table)
    secret = running.table(table).created.secret
    for method, path, body in doors(table):
        answer = ann.call(method, path, body)
        assert (answer.status, answer.code) == (409, "sealed"), path
    check_untold(everything(ann, table), secret)
    state = ann.get(f"/api/tables/{table}")
    assert (state["table"]["status"], state["table"]["seed"]) == ("over", None)
    with ann.live(table, changes=True) as live:
        live.quiet()
        assert live.table["seed"] is None
        assert secret not in json.dumps(live.heard)

        promised = today(ann, game)["commitment"]
        days.pass_by()
        running.do(running.server.deals.go_round)  # as every minute
        live.until(lambda message: message.get("seed") is not None)
    for method, path, body in doors(table):
        if (method, path[-9:]) != ("POST", "/analysis"):  # which takes long
            assert ann.call(method, path, body).status in (200, 201), path
    record = ann.get(f"/api/tables/{table}/record")
    kept = today(ann, game, headers={})
    assert kept["commitment"] != promised  # another day, another deal
    assert record["fair"]["table"].startswith("daily-")
    (tmp_path / "game.json").write_text(json.dumps(record))
    assert main(["verify", str(tmp_path / "game.json"), "--commitment", promised]) == 0
    assert main(["verify", str(tmp_path / "game.json"), "--commitment", kept["commitment"]]) == 1


def test_a_game_that_lasts_longer_than_its_day_does_not_count(running: Running, days: Days) -> None:
    ann, ben = running.client(), running.client()
    table = play(ann)
    day = today(ann)["day"]
    running.finish(play(ben, name="Ben"))
    kept = running.server.tables.loaded[deals.daily_id("elysium", date.fromisoformat(day))]
    assert kept.table.created.deal
    ends = kept.table.created.deal.ends
    days.pass_by()
    state = ann.get(f"/api/tables/{table}")
    assert (state["table"]["deal"]["sealed"], state["table"]["seed"]) == (False, None)  # it still runs
    past = ann.get(f"/api/daily?day={day}")
    (elysium,) = [one for one in past if one["game"] == "elysium"]
    assert (elysium["over"], elysium["ends"], elysium["done"]) == (True, ends, False)
    assert [result["name"] for result in elysium["results"]] == ["Ben"]
    assert elysium["seed"] == kept.table.seed
    assert (
        fairness.commitment(fairness.parse(elysium["seed"]).secret, fairness.terms(kept.table.id, _course(kept.table)))
        == (elysium["commitment"])
    )


def _course(table: Table) -> dict[str, Any]:
    created = table.created
    return {"game": created.game, "rules": created.rules, "options": created.options, "seats": created.seats}


def test_other_days(running: Running) -> None:
    ann = running.client()
    day = date.fromisoformat(today(ann)["day"])
    for other in (day - timedelta(days=1), day + timedelta(days=1)):
        assert ann.get(f"/api/daily?day={other}") == []
    assert {one["game"] for one in ann.get(f"/api/daily?day={day}")} == set(GAMES)
    for bad in ("tomorrow", "2026-13-01", "0000-00-00", "20261118", "1", "%00"):
        answer = ann.call("GET", f"/api/daily?day={bad}")
        assert answer.code == "no-day" if bad != "20261118" else answer.status in (200, 422), bad
    assert ann.call("GET", "/api/daily?day=2026-11-18-and-more").status == 400
    assert ann.get("/api/daily?day=9999-12-31") == []


def test_the_table_that_keeps_the_deal_is_nobodys(running: Running) -> None:
    ann = running.client()
    kept = deals.daily_id("elysium", date.fromisoformat(today(ann)["day"]))
    secret = running.table(kept).created.secret
    at = f"/api/tables/{kept}"
    assert ann.call("GET", at).code == "no-spectators"
    assert ann.call("POST", f"{at}/seats", {"seat": 0, "name": "Ann"}).code == "no-spectators"
    assert ann.call("DELETE", at).code == "no-spectators"
    assert ann.command(kept, "start", 0, level="potter").code == "no-spectators"
    check_untold(everything(ann, kept), secret)
    assert kept not in json.dumps(ann.get("/api/tables"))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "malformed"),
        ({"name": ""}, "malformed"),
        ({"name": "a\nb"}, "unprintable"),
        ({"name": "Ann", "token": "seat_x"}, "malformed"),
        ({"name": "Ann", "nonce": "a"}, "malformed"),
        ([], "malformed"),
    ],
)
def test_bad_bodies(running: Running, body: Any, code: str) -> None:
    ann = running.client()
    assert ann.call("POST", "/api/daily/elysium", body).code == code
    assert today(ann)["players"] == 0


def test_an_unknown_game(running: Running) -> None:
    assert running.client().call("POST", "/api/daily/chess", {"name": "Ann"}).code == "no-game"


def test_there_is_an_end_to_tries(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    assert deals.MAX_TRIES == 2_000
    monkeypatch.setattr(deals, "MAX_TRIES", 1)
    before = tables(running)
    play(running.client())
    answer = running.client(language="fr").call("POST", "/api/daily/elysium", {"name": "Ben"})
    assert (answer.status, answer.code) == (409, "many-tries")
    assert "donne du jour" in answer.json["text"]
    assert tables(running) == before + 2  # the deal, and Ann's


def test_a_deal_outlives_the_server(tmp_path: Path, days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "COMPARED", ())
    with serving(tmp_path / "tables.sqlite") as running:
        running.server.deals.clock = days
        ann = running.client()
        table = play(ann)
        before = today(ann)
    with serving(tmp_path / "tables.sqlite") as running:
        running.server.deals.clock = days
        ann.port = running.port
        assert today(ann) == before
        assert play(ann) == table
        running.finish(table)
        assert len(today(ann)["results"]) == 1


def test_two_servers_have_one_deal(
    new_database: Callable[[str], str], days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one PostgreSQL: whoever asks either of them has one try, and a match is revealed by either."""
    monkeypatch.setattr(deals, "COMPARED", ())
    url = new_database("postgresql")
    with serving(url) as one, serving(url) as other:
        for running in (one, other):
            running.server.deals.clock = days
        with ThreadPoolExecutor(2) as threads:
            found = list(threads.map(lambda running: today(running.client())["commitment"], (one, other)))
        assert found[0] == found[1]
        with ThreadPoolExecutor(4) as threads:
            at = set(threads.map(lambda running: play(running.client(), token=TOKEN), (one, other, one, other)))
        assert len(at) == 1
        one.finish(at.pop())
        assert len(today(other.client(TOKEN))["results"]) == 1
        assert today(one.client())["results"] is None

        ann, ben, both = match(one)
        ann.port = other.port
        one.finish(both[0])
        other.finish(both[1])
        assert ann.get(f"/api/tables/{both[0]}/match")["over"]
        assert ben.get(f"/api/tables/{both[1]}/record")["seed"] == ann.get(f"/api/tables/{both[0]}/record")["seed"]


def test_a_rematch_is_an_ordinary_game(running: Running) -> None:
    ann = running.client()
    table = play(ann)
    running.finish(table)
    assert ann.command(table, "rematch", 0).status == 200
    again = ann.get(f"/api/tables/{ann.get(f'/api/tables/{table}')['table']['rematch']}")["table"]
    assert again["deal"] is None
    assert again["commitment"] != today(ann)["commitment"]


# Who comes first


def ended(table: str, *points: int, level: str | None = None, **more: Any) -> Summary:
    """A game that is over: a person's, by the name of its table, or a bot's."""
    fields: dict[str, Any] = {"status": "over", "ended": 5.0, "bots": [level, "scholar"]} | more
    players = ["" if level else table.title(), "Scholar"]
    return Summary(table, "elysium", updated=0.0, players=players, free=0, points=list(points), **fields)


def test_whoever_leads_by_most_is_first_and_those_who_do_alike_share_their_place() -> None:
    found = [
        ended("ann", 50, 40),
        ended("ben", 60, 50, 10),
        ended("cy", 50, 40, 30),
        ended("potter", 45, 44, 20, level="potter"),
        ended("dee", 30, 20, 33),
        ended("eve", 70),
    ]
    assert live_deals._results(found, "cy", 9.0) == [
        DailyResult(1, "Eve", None, 70, 70, False),
        DailyResult(2, "Ben", None, 60, 10, False),
        DailyResult(3, "Ann", None, 50, 10, False),
        DailyResult(3, "Cy", None, 50, 10, True),
        DailyResult(5, "", "potter", 45, 1, False),
        DailyResult(6, "Dee", None, 30, -3, False),
    ]


def test_only_games_that_people_have_played_by_themselves_and_in_time_count() -> None:
    last = ended("last", 9, 8, ended=8.9)
    others = [
        ended("late", 9, 8, ended=9.0),
        ended("unknown", 9, 8, ended=0.0),
        ended("running", 9, 8, status="running"),
        ended("helped", 9, 8, helped=True),
    ]
    assert [result.name for result in live_deals._results([*others, last], None, 9.0)] == ["Last"]
    before = ended("before", 9, 8, bots=[])  # as it was noted once
    assert live_deals._results([before], None, 9.0) == [DailyResult(1, "Before", None, 9, 1, False)]


def test_of_many_results_the_first_are_shown_and_ones_own_and_those_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    assert live_deals.MAX_SHOWN == 100
    monkeypatch.setattr(live_deals, "MAX_SHOWN", 2)
    found = [ended(name, points, 0) for name, points in zip("abcdef", range(60, 0, -10), strict=True)]
    found.append(ended("potter", 5, 0, level="potter"))
    shown = live_deals._results(found, "e", 9.0)
    assert [(result.place, result.name, result.level, result.yours) for result in shown] == [
        (1, "A", None, False),
        (2, "B", None, False),
        (5, "E", None, True),
        (7, "", "potter", False),
    ]


# Duplicate matches


def match(running: Running, game: str = "elysium", **more: Any) -> tuple[Client, Client, list[str]]:
    """Ann and Ben at the two tables of a match."""
    ann, ben = running.client(), running.client()
    seated = ann.new_table(game, ANN_AND_SOMEBODY, duplicate=True, **more)
    ben.keys += [seated["invite"]] if seated["invite"] else []
    sat = ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Ben", "nonce": "ben"})
    ben.keys = [sat["token"]]
    return ann, ben, [seated["table"], seated["twin"]]


@pytest.mark.parametrize("game", GAMES)
def test_both_sit_at_both_tables_the_other_way_round(running: Running, game: str) -> None:
    ann, ben, both = match(running, game)
    states = [ann.get(f"/api/tables/{table}")["table"] for table in both]
    assert [state["status"] for state in states] == ["running", "running"]
    assert [[seat["name"] for seat in state["seats"]] for state in states] == [["Ann", "Ben"], ["Ben", "Ann"]]
    assert [state["yours"] for state in states] == [[0], [1]]
    assert [ben.get(f"/api/tables/{table}")["table"]["yours"] for table in both] == [[1], [0]]
    assert states[0]["commitment"] == states[1]["commitment"]
    assert [state["deal"]["twin"] for state in states] == both[::-1]
    assert all(state["nonces"] == ["", ""] for state in states)
    one, other = (running.table(table) for table in both)
    assert one.state.revealed == other.state.revealed
    assert game == "elysium" or [p.hand for p in one.state.players] == [p.hand for p in other.state.players]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_revealed_with_its_last_table(running: Running, game: str, tmp_path: Path) -> None:
    ann, ben, both = match(running, game)
    promised = ann.get(f"/api/tables/{both[0]}")["table"]["commitment"]
    secret = running.table(both[0]).created.secret
    running.finish(both[0])
    for client in (ann, ben):
        for method, path, body in doors(both[0]):
            assert client.call(method, path, body).code == "sealed", path
        check_untold(everything(client, both[0]) + everything(client, both[1]), secret)
    found = ann.get(f"/api/tables/{both[0]}/match")
    totals = running.table(both[0]).game.totals(running.table(both[0]).state)
    assert found["over"] is False
    assert [player["points"] for player in found["players"]] == [[totals[0], None], [totals[1], None]]
    running.finish(both[1])
    others = running.table(both[1]).game.totals(running.table(both[1]).state)
    found = ann.get(f"/api/tables/{both[0]}/match")
    assert found["over"] is True
    assert found["tables"] == both
    assert [(player["name"], player["total"]) for player in found["players"]] == [
        ("Ann", totals[0] + others[1]),
        ("Ben", totals[1] + others[0]),
    ]
    assert {player["name"]: player["total"] for player in ben.get(f"/api/tables/{both[1]}/match")["players"]} == {
        player["name"]: player["total"] for player in found["players"]
    }
    for table in both:
        record = ben.get(f"/api/tables/{table}/record")
        (tmp_path / "game.json").write_text(json.dumps(record))
        assert main(["verify", str(tmp_path / "game.json"), "--commitment", promised]) == 0
        assert ben.get(f"/api/tables/{table}")["table"]["seed"] == fairness.deal_seed(bytes.fromhex(secret))


def test_a_match_is_revealed_even_to_an_address_that_has_added_all_that_it_may(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, both = match(running)
    for table in both:
        running.finish(table)
    monkeypatch.setattr(running.server.quotas, "_most_bytes", 0)
    assert ann.command(both[0], "phrase", 0, phrase="thanks").code == "quota"
    assert ann.call("GET", f"/api/tables/{both[0]}/record").status == 200


def test_a_table_that_was_removed_seals_nothing(running: Running) -> None:
    ann, _, both = match(running)
    running.finish(both[0])
    assert ann.call("GET", f"/api/tables/{both[0]}/record").code == "sealed"
    assert running.do(lambda: running.server.tables.remove(both[1]))
    assert ann.call("GET", f"/api/tables/{both[0]}/record").status == 200
    assert ann.get(f"/api/tables/{both[0]}/match")["tables"] == [both[0]]


def test_a_listed_match_is_listed_once(running: Running) -> None:
    ann, ben = running.client(), running.client()
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY, duplicate=True, house={"listed": True})
    assert [table["table"] for table in ben.get("/api/tables")] == [seated["table"]]
    other = f"/api/tables/{seated['twin']}"
    assert ben.call("POST", f"{other}/seats", {"seat": 0, "name": "Ben"}).code == "no-invitation"
    ben.keys = [ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Ben"})["token"]]
    assert ben.get(other)["table"]["status"] == "running"


def test_whoever_was_left_at_one_table_is_seated_at_the_other(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the server was killed between the two."""

    async def nothing(*_: object) -> None:
        pass

    with monkeypatch.context() as broken:
        broken.setattr(running.server.deals, "joined", nothing)
        ann, ben, both = match(running)
        assert ann.get(f"/api/tables/{both[1]}")["table"]["status"] == "open"
    assert ben.get(f"/api/tables/{both[0]}/match")["over"] is False
    assert ann.get(f"/api/tables/{both[1]}")["table"]["status"] == "running"


def test_a_match_that_has_not_begun_is_deleted_whole(running: Running) -> None:
    ann = running.client()
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY, duplicate=True)
    assert ann.command(seated["table"], "start", 0, level="potter").code == "dealt-alone"
    assert ann.call("DELETE", f"/api/tables/{seated['table']}").status == 200
    assert ann.call("GET", f"/api/tables/{seated['twin']}").code == "no-table"


@pytest.mark.parametrize(
    "chairs",
    [
        [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "potter"}],
        [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}],
        [{"kind": "open"}, {"kind": "open"}],
        [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}],
    ],
)
def test_a_match_is_for_two(running: Running, chairs: list[dict[str, str]]) -> None:
    before = tables(running)
    answer = running.client().call("POST", "/api/tables", {"game": "elysium", "chairs": chairs, "duplicate": True})
    assert (answer.status, answer.code) == (422, "not-two")
    assert tables(running) == before


def test_a_table_without_a_twin_has_no_match(running: Running) -> None:
    ann = running.client()
    table = ann.new_table()["table"]
    assert ann.call("GET", f"/api/tables/{table}/match").status == 404
    assert running.client().call("GET", f"/api/tables/{play(ann)}/match").code == "no-spectators"


def test_a_deal_is_told_nowhere_in_a_running_game(running: Running) -> None:
    ann, ben, both = match(running, "ephyran")
    secret = running.table(both[0]).created.secret
    running.do(lambda: finish(running.server.tables, both[0], 20))
    for client in (ann, ben, running.client()):
        check_untold([answer for table in both for answer in everything(client, table)], secret)
    assert secret not in running.lines.getvalue()
