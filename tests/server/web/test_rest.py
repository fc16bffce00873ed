"""Every door of the server, as somebody meets it who sends requests and keeps no socket open."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

import pediment
from pediment.bots import ladder, levels
from pediment.server.web import wire
from tests.server.playing import Client, Running, serving, wait_for

ANN_AND_A_BOT = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "potter"}]
ANN_AND_SOMEBODY = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("doors") / "tables.sqlite") as found:
        yield found


@pytest.fixture
def ann(running: Running) -> Client:
    return running.client()


@pytest.fixture
def ben(running: Running) -> Client:
    return running.client()


def test_the_games(ann: Client) -> None:
    games = ann.get("/api/games")
    assert [game["game"] for game in games] == pediment.games()
    for game in games:
        assert game["seats"] == list(pediment.game(game["game"]).seat_counts)
        assert [level["level"] for level in game["levels"]] == levels()
        assert [level["rating"] for level in game["levels"]] == [
            rating.rating for rating in ladder.ratings(game["game"]).values()
        ]
        kit = pediment.kit(game["game"])
        assert (game["title"], game["hands_hidden"], game["beginner"]) == (kit.title, kit.hands_hidden, kit.beginner)
        assert game["lesson"] == (kit.lesson is not None)
        assert game["fields"] == {}, "ours are drawn by boards of their own"
    assert [game["about"].partition(" ")[0] for game in games] == ["Collect", "Build"]
    french = ann.get("/api/games", headers={"accept-language": "fr"})
    assert [game["about"].partition(" ")[0] for game in french] == ["Réunissez", "Bâtissez"]


def test_invite_and_sit_down(ann: Client, ben: Client) -> None:
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY)
    assert (seated["seats"], seated["token"][:5], seated["invite"][:7]) == ([0], "seat_", "invite_")
    at = f"/api/tables/{seated['table']}"
    state = ann.get(at)
    assert (state["table"]["status"], state["views"]) == ("open", [])
    assert [seat["kind"] for seat in state["table"]["seats"]] == ["person", "free"]
    assert state["table"]["yours"] == [0]
    assert ben.call("POST", f"{at}/seats", {"seat": 1, "name": "Ben"}).code == "no-invitation"
    ben.keys.append(seated["invite"])
    sat = ben.post(f"{at}/seats", {"seat": 1, "name": "Ben", "nonce": "ben1"})
    assert sat["seats"] == [1]
    ben.keys = [sat["token"]]
    state = ben.get(at)
    assert (state["table"]["status"], state["table"]["yours"], state["table"]["nonces"]) == (
        "running",
        [1],
        ["", "ben1"],
    )
    assert [view["seat"] for view in state["views"]] == [1]
    assert state["table"]["seed"] is None
    assert [seat["present"] for seat in state["table"]["seats"]] == [True, True]


def test_a_game_by_polling_only(running: Running, ann: Client, ben: Client) -> None:
    seated = ann.new_table("ephyran", ANN_AND_SOMEBODY)
    at = f"/api/tables/{seated['table']}"
    ben.keys.append(seated["invite"])
    ben.keys.append(ben.post(f"{at}/seats", {"seat": 1, "name": "Ben"})["token"])
    chance = random.Random(2)
    tags: list[str] = ["", ""]
    moves = 0
    while True:
        players = (ann, ben)
        for k, player in enumerate(players):
            answer = player.call("GET", at, headers={"if-none-match": tags[k]} if tags[k] else {})
            if answer.status == 304:
                assert answer.body == b""
                continue
            assert answer.status == 200
            tags[k] = answer.headers["etag"]
            state = answer.json
            if state["table"]["status"] == "over":
                assert state["table"]["seed"].startswith("hmac-sha256:")
                assert moves > 20
                return
            [view] = state["views"]
            if view["prompt"]:
                label = chance.choice(view["prompt"]["options"])["label"]
                done = player.command(seated["table"], "move", k, seq=view["seq"], move=label, id=f"{moves}")
                assert done.status == 200, done.body
                assert done.json["type"] == "done"
                moves += 1
                if moves == 20:
                    running.finish(seated["table"], left=20)


def test_who_waits_is_told_at_once(running: Running, ann: Client, ben: Client) -> None:
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY)
    at = f"/api/tables/{seated['table']}"
    first = ann.call("GET", at)
    tag = first.headers["etag"]
    assert ann.call("GET", f"{at}?wait=0.2", headers={"if-none-match": tag}).status == 304
    found: list[Any] = []
    waiting = threading.Thread(
        target=lambda: found.append(ann.call("GET", f"{at}?wait=25", headers={"if-none-match": tag}))
    )
    polled = running.server.tables.loaded[seated["table"]].polled
    before = polled[0]
    waiting.start()
    wait_for(lambda: polled[0] > before)
    ben.keys.append(seated["invite"])
    began = time.monotonic()
    ben.post(f"{at}/seats", {"seat": 1, "name": "Ben"})
    waiting.join(60)
    assert found[0].status == 200
    assert found[0].json["table"]["status"] == "running"
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("wait", ["nan", "inf", "-1", "26", "x", "1e999"])
def test_nobody_waits_for_ever(ann: Client, wait: str) -> None:
    at = f"/api/tables/{ann.new_table()['table']}"
    tag = ann.call("GET", at).headers["etag"]
    answer = ann.call("GET", f"{at}?wait={wait}", headers={"if-none-match": tag})
    assert (answer.status, answer.code) == (400, "malformed")


def test_spectators_and_tables_without(ann: Client, ben: Client) -> None:
    seated = ann.new_table()
    watched = ben.get(f"/api/tables/{seated['table']}")
    assert [view["seat"] for view in watched["views"]] == [None]
    assert watched["table"]["yours"] == []
    assert watched["views"][0]["prompt"] is None
    seated = ann.new_table(house={"spectators": False})
    at = f"/api/tables/{seated['table']}"
    for path in (at, f"{at}/views/1", f"{at}/record", f"{at}/moves/0", f"{at}/analysis"):
        answer = ben.call("GET", path)
        assert (answer.status, answer.code) == (403, "no-spectators")
    assert ann.get(at)["table"]["yours"] == [0, 1]


def test_who_is_invited_sees_a_table_without_spectators(ann: Client, ben: Client) -> None:
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY, house={"spectators": False})
    at = f"/api/tables/{seated['table']}"
    assert ben.call("GET", at).status == 403
    ben.keys.append(seated["invite"])
    assert ben.get(at)["table"]["status"] == "open"
    with ben.live(seated["table"]) as live:
        live.quiet()
        ann.command(seated["table"], "start", 0)  # without Ben, who may not look on now
        assert live.until(lambda message: message["type"] == "error")["code"] == "no-spectators"
        with pytest.raises(ConnectionClosed):
            live.hear()
    assert ben.call("GET", at).status == 403


def test_a_finished_game_is_shared(running: Running, ann: Client, ben: Client) -> None:
    seated = ann.new_table(house={"spectators": False})
    at = f"/api/tables/{seated['table']}"
    early = ann.call("POST", f"{at}/share")
    assert (early.status, early.code) == (409, "not-over")
    running.finish(seated["table"])
    assert ben.call("GET", at).status == 403
    assert ben.call("POST", f"{at}/share").status == 403
    word = ann.post(f"{at}/share")["word"]
    ben.keys.append(word)
    assert ben.get(at)["table"]["status"] == "over"
    assert ben.get(f"{at}/record")["result"] == ann.get(f"{at}/record")["result"]
    assert ben.get(f"{at}/moves/3?seat=1")["seat"] == 1
    assert ben.call("POST", f"{at}/share").code == "not-your-seat"


def test_an_identity_on_two_devices(running: Running, ann: Client) -> None:
    """The key of an identity owns all its seats, on whichever device."""
    person = ann.post("/api/people", {"name": "  Zoë "})
    assert (person["name"], person["key"][:7]) == ("Zoë", "person_")
    phone, laptop = running.client(person["key"]), running.client(person["key"])
    assert phone.get("/api/me") == {**person, "key": None}
    seated = phone.new_table()
    phone.keys = [person["key"]]
    state = laptop.get(f"/api/tables/{seated['table']}")
    assert state["table"]["yours"] == [0, 1]
    view = next(view for view in state["views"] if view["prompt"])
    [mine] = laptop.get("/api/me/tables")
    assert (mine["table"], mine["your_turn"], mine["status"]) == (seated["table"], True, "running")
    move = view["prompt"]["options"][0]["label"]
    assert laptop.command(seated["table"], "move", view["seat"], seq=view["seq"], move=move).status == 200
    changed = laptop.call("PATCH", "/api/me", {"name": "Zoé", "language": "fr"})
    assert changed.status == 200
    assert phone.get("/api/me")["name"] == "Zoé"
    refused = laptop.call("PATCH", "/api/me", {"webhook": "https://example.org/"})
    assert refused.status in (403, 422)
    assert ann.call("GET", "/api/me").status == 401
    assert running.client("person_nobody").call("GET", "/api/me/tables").code == "no-person"
    assert running.client("person_nobody").call("GET", f"/api/tables/{seated['table']}").status == 401


def test_an_identity_adopts_tables_of_before(running: Running, ann: Client, ben: Client) -> None:
    """Only with the token of a seat, and no seat of another identity; what is adopted is forgotten with it."""
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY)
    at = f"/api/tables/{seated['table']}"
    ben.keys = [seated["invite"], ben.post("/api/people", {"name": "Ben"})["key"]]
    ben.post(f"{at}/seats", {"seat": 1, "name": "Ben"})
    token = seated["token"]
    key = ann.post("/api/people", {"name": "Ann"})["key"]
    adopt = f"/api/me/tables/{seated['table']}"
    assert running.client(token).call("POST", adopt).code == "no-person"
    assert running.client(key).call("POST", adopt).code == "not-your-seat"
    assert running.client(key, "seat_" + "x" * 32).call("POST", adopt).code == "not-your-seat"
    phone = running.client(key)
    assert phone.get("/api/me/tables") == []
    for _ in range(2):  # a second time changes nothing
        assert running.client(key, token).post(adopt) == {**seated, "token": None, "invite": None}
        [mine] = phone.get("/api/me/tables")
        assert (mine["table"], mine["yours"], mine["players"]) == (seated["table"], [0], ["Ann", "Ben"])
    assert phone.get(at)["table"]["yours"] == [0]
    thief = running.client(ben.post("/api/people", {"name": "Eve"})["key"], token)
    assert thief.call("POST", adopt).status == 200
    assert running.client(thief.keys[0]).get("/api/me/tables") == []
    assert ben.get("/api/me/tables")[0]["yours"] == [1]
    assert [told["sat"][0]["name"] for told in phone.get("/api/me/data")["tables"]] == ["Ann"]
    assert phone.call("DELETE", "/api/me").json == {"tables": 1}
    assert [seat["name"] for seat in ben.get(at)["table"]["seats"]] == ["Player 1", "Ben"]


def test_listed_tables(ann: Client, ben: Client) -> None:
    hidden = ann.new_table(chairs=ANN_AND_SOMEBODY)
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY, house={"listed": True})
    found = {summary["table"]: summary for summary in ben.get("/api/tables")}
    assert hidden["table"] not in found
    summary = found[seated["table"]]
    assert (summary["players"], summary["free"], summary["your_turn"]) == (["Ann", ""], 1, False)
    ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Ben"})
    assert seated["table"] not in [summary["table"] for summary in ben.get("/api/tables?status=open")]
    running = ben.get("/api/tables?status=running")
    assert seated["table"] in [summary["table"] for summary in running]
    assert running == sorted(running, key=lambda summary: -summary["updated"])


def test_a_rematch(running: Running, ann: Client, ben: Client) -> None:
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY)
    ben.keys.append(seated["invite"])
    ben.keys = [ben.post(f"/api/tables/{seated['table']}/seats", {"seat": 1, "name": "Ben"})["token"]]
    assert ann.command(seated["table"], "rematch", 0).code == "not-over"
    running.finish(seated["table"], left=10)
    with running_both(ann, ben, seated["table"]):
        pass
    assert ann.command(seated["table"], "rematch", 0).status == 200
    assert ben.command(seated["table"], "rematch", 1).status == 200
    again = ben.get(f"/api/tables/{seated['table']}")["table"]["rematch"]
    table = ben.get(f"/api/tables/{again}")["table"]
    assert (table["status"], [seat["reserved"] for seat in table["seats"]]) == ("open", [True, True])
    thief = Client(ann.port)
    assert thief.call("POST", f"/api/tables/{again}/seats", {"seat": 1, "name": "Ben"}).code == "seat-reserved"
    assert ben.post(f"/api/tables/{again}/seats", {"seat": 1, "name": "Ben"})["token"] is None
    assert ann.post(f"/api/tables/{again}/seats", {"seat": 0, "name": "Ann"})["token"] is None
    assert ann.get(f"/api/tables/{again}")["table"]["status"] == "running"


class running_both:
    """Two people play to the end over two sockets."""

    def __init__(self, one: Client, two: Client, table: str) -> None:
        self.threads = [
            threading.Thread(target=self.play, args=(client, table, seed)) for seed, client in enumerate((one, two))
        ]
        self.failed: list[BaseException] = []

    def play(self, client: Client, table: str, seed: int) -> None:
        try:
            with client.live(table) as live:
                live.play(random.Random(seed))
        except BaseException as error:
            self.failed.append(error)

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        for thread in self.threads:
            thread.join(90)
        assert not self.failed, self.failed


def test_a_finished_game_at_every_move(running: Running, ann: Client) -> None:
    at = f"/api/tables/{running.finished(ann)}"
    record = ann.get(f"{at}/record")
    match = pediment.replay(record)
    last = len(record["actions"])
    for move in (0, 1, last // 2, last):
        shown = ann.get(f"{at}/moves/{move}?seat=0")
        assert (shown["move"], shown["moves"]) == (move, last)
        assert shown["played"] == (record["actions"][move] if move < last else None)
        state = match.game.rewind(match.state, move)
        view = match.game.view(state, 0)
        view.pop("log")
        assert shown["view"] == json.loads(json.dumps(view))
        assert all(line["text"] for line in shown["log"])
    assert ann.call("GET", f"{at}/moves/{last + 1}").code == "no-view"
    assert ann.call("GET", f"{at}/moves/0?seat=7").code == "no-seat"
    assert ann.get(f"{at}/moves/0")["seat"] is None


def test_a_record_goes_out_and_in_again(running: Running, ann: Client, ben: Client) -> None:
    record = ann.get(f"/api/tables/{running.finished(ann)}/record")
    kept = ben.post("/api/records", record)["table"]
    assert ben.get(f"/api/tables/{kept}/record") == record
    state = ben.get(f"/api/tables/{kept}")
    assert (state["table"]["status"], state["table"]["yours"], state["table"]["seed"]) == ("over", [], None)
    chairs = [{"kind": "me", "name": "Ben"}, {"kind": "me", "name": "Cyd"}]
    going = ben.post(f"/api/tables/{kept}/continue", {"move": 12, "chairs": chairs})
    ben.keys.append(going["token"])
    table = ben.get(f"/api/tables/{going['table']}")["table"]
    assert (table["begun"], table["status"]) == (12, "running")
    running.finish(going["table"], left=5)
    with ben.live(going["table"]) as live:
        assert live.play(random.Random(3))
    again = ben.get(f"/api/tables/{going['table']}/record")
    assert again["actions"][:12] == record["actions"][:12]
    assert pediment.replay(again).state.to_move < 0


def test_views_of_before(ann: Client, ben: Client) -> None:
    """What one was shown under a number, and nobody else's."""
    seated = ann.new_table(chairs=ANN_AND_SOMEBODY)
    at = f"/api/tables/{seated['table']}"
    ben.keys.append(seated["invite"])
    ben.keys.append(ben.post(f"{at}/seats", {"seat": 1, "name": "Ben"})["token"])
    seen: dict[int, Any] = {}
    for n in range(12):
        for k, player in enumerate((ann, ben)):
            [view] = player.get(at)["views"]
            if k == 0:
                seen.setdefault(view["seq"], view)
            if view["prompt"]:
                move = view["prompt"]["options"][n % len(view["prompt"]["options"])]["label"]
                assert player.command(seated["table"], "move", k, seq=view["seq"], move=move).status == 200
                [after] = ann.get(at)["views"]
                seen.setdefault(after["seq"], after)
    assert len(seen) > 10
    for seq, view in seen.items():
        assert ann.get(f"{at}/views/{seq}") == view
    assert ann.call("GET", f"{at}/views/0").status == 400
    assert ann.call("GET", f"{at}/views/{max(seen) + 1}").code == "no-view"
    assert ben.call("GET", f"{at}/views/1?seat=0").code == "not-your-seat"
    watched = Client(ann.port).get(f"{at}/views/1")
    assert watched["seat"] is None


def test_what_a_finished_game_gives_away_a_running_one_does_not(ann: Client) -> None:
    at = f"/api/tables/{ann.new_table()['table']}"
    for method, path, body in (
        ("GET", f"{at}/record", None),
        ("GET", f"{at}/moves/0", None),
        ("GET", f"{at}/analysis", None),
        ("POST", f"{at}/analysis", None),
        ("POST", f"{at}/continue", {"move": 0, "chairs": ANN_AND_A_BOT}),
    ):
        answer = ann.call(method, path, body)
        assert (answer.status, answer.code) == (409, "not-over")


def test_leave_start_and_come_back(running: Running, ann: Client) -> None:
    seated = ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}])
    table = seated["table"]
    assert ann.command(table, "start", 0, level="potter").status == 200
    state = ann.get(f"/api/tables/{table}")
    assert [seat["name"] for seat in state["table"]["seats"]] == ["Ann", "Potter", "Potter 2"]
    running.finish(table, left=60)
    with ann.live(table) as live:
        assert ann.command(table, "leave", 0).status == 200
        live.until(lambda message: message.get("status") == "over")
    assert ann.command(table, "return", 0).code == "not-running"


def test_answers_in_french(running: Running) -> None:
    anne, ann = running.client(language="fr-CH, fr;q=0.9, en;q=0.5"), running.client()
    french = anne.call("GET", "/api/tables/nowhere")
    assert (french.status, french.code) == (404, "no-table")
    assert french.json["text"] != ann.call("GET", "/api/tables/nowhere").json["text"]
    assert "table" in french.json["text"]
    assert anne.call("GET", "/api/nothing").json["text"] != ann.call("GET", "/api/nothing").json["text"]
    seated = anne.new_table("ephyran")
    [view, *_] = [v for v in anne.get(f"/api/tables/{seated['table']}")["views"] if v["prompt"]]
    ann.keys = anne.keys
    [english, *_] = [v for v in ann.get(f"/api/tables/{seated['table']}")["views"] if v["prompt"]]
    assert view["prompt"]["text"] != english["prompt"]["text"]
    assert [o["label"] for o in view["prompt"]["options"]] == [o["label"] for o in english["prompt"]["options"]]
    with anne.live(seated["table"], language="fr") as live:
        live.quiet()
        error = live.ask({"type": "vote", "seat": 0, "yes": True})
    assert error["text"] == anne.command(seated["table"], "vote", 0, yes=True).json["text"]
    with anne.live("nowhere", language="fr") as live:
        assert live.hear()["text"] == french.json["text"]


def test_the_page_the_health_and_the_numbers(ann: Client) -> None:
    for path in ("/", f"/t/{ann.new_table()['table']}"):
        page = ann.call("GET", path)
        assert (page.status, page.headers["content-type"].partition(";")[0]) == (200, "text/html")
        assert "content-security-policy" in page.headers
    assert ann.get("/healthz")["status"] == "ok"
    metrics = ann.call("GET", "/metrics")
    assert metrics.status == 200
    assert b"pediment_moves_total" in metrics.body


def test_the_descriptions_are_right(ann: Client) -> None:
    document = ann.get("/api/openapi.json")
    assert document["openapi"].startswith("3.1")
    assert {"/api/tables/{table}/commands", "/api/lessons/{game}"} <= set(document["paths"])
    asked = {f"/api/tables/{{table}}/{what}" for what in ("why", "preview", "cards")}
    assert asked | {"/api/games/{game}/rules"} <= set(document["paths"])
    assert msgspec.json.decode(json.dumps(document))
    assert ann.get("/api/live.schema.json") == json.loads(json.dumps(wire.schema()))


def test_a_table_survives_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database) as first:
        ann = first.client()
        table = ann.new_table()["table"]
        with ann.live(table) as live:
            live.play(random.Random(1), 7)
        before = ann.get(f"/api/tables/{table}")
    with serving(database) as second:
        ann = second.client(*ann.keys)
        after = ann.get(f"/api/tables/{table}")
        assert after["views"] == before["views"]
        second.finish(table, left=5)
        with ann.live(table) as live:
            assert live.play(random.Random(2))
        assert pediment.replay(ann.get(f"/api/tables/{table}/record")).state.to_move < 0
