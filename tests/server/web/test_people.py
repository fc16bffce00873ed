"""My page and profiles, for programs: histories, records, privacy, mutes; what strangers are told, and bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pediment.server.store.played import Played
from tests.server.playing import Answer, Client, Running, serving, wait_for
from tests.server.test_bad_input import assert_clean


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("people") / "tables.sqlite") as found:
        yield found
    assert_clean(found)


def somebody(running: Running, name: str) -> tuple[Client, str]:
    """Somebody with an identity, and its id."""
    client = running.client()
    made = client.post("/api/people", {"name": name})
    client.keys = [made["key"]]
    return client, made["person"]


def play(host: Client, guest: Client | None = None, bots: int = 0, game: str = "elysium", **house: Any) -> str:
    """A table of these, under way."""
    chairs: list[dict[str, str]] = [{"kind": "me", "name": "Ann"}]
    chairs += [{"kind": "open"}] if guest is not None else []
    chairs += [{"kind": "bot", "level": "scholar"}] * bots
    made = host.post("/api/tables", {"game": game, "chairs": chairs, "house": house})
    if guest is not None:
        keys = [*guest.keys, made["invite"]]
        seated = guest.post(f"/api/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"}, keys=keys)
        guest.keys += [] if guest.keys else [seated["token"]]
    return str(made["table"])


def concede(table: str, *players: tuple[Client, int]) -> None:
    for client, seat in players:
        assert client.command(table, "concede", seat).status == 200


def history(client: Client, count: int, query: str = "") -> dict[str, Any]:
    """The history, once it has so many games, all of them rated where they count."""
    found: dict[str, Any] = {}

    def is_there() -> bool:
        found.update(client.get(f"/api/me/games{query}"))
        return bool(found["count"] >= count)

    wait_for(is_there)
    return found


def test_history_record_and_filters(running: Running) -> None:
    ann, me = somebody(running, "Ann")
    ben, _ = somebody(running, "Ben")
    assert ann.get("/api/me/games") == {"games": [], "start": 0, "count": 0, "opponents": []}
    assert ann.get("/api/me/record") == {"games": []}
    won, lost, both, other = (
        play(ann, ben),
        play(ann, bots=1),
        play(ann, ben, bots=1),
        play(ann, bots=2, game="ephyran"),
    )
    concede(won, (ben, 1), (ann, 0))
    concede(lost, (ann, 0))
    concede(both, (ann, 0), (ben, 1))
    concede(other, (ann, 0))
    found = history(ann, 4)
    assert [game["table"] for game in found["games"]] == [other, both, lost, won]
    assert [game["result"] for game in found["games"]] == ["lost", "lost", "lost", "won"]
    assert [opponent["name"] for opponent in found["opponents"]] == ["Ben"]
    by = {
        "?game=ephyran": [other],
        "?seats=3": [other, both],
        "?against=bots": [other, lost],
        "?against=people": [won],
        "?against=both&result=lost": [both],
        "?result=won": [won],
        f"?opponent={found['opponents'][0]['person']}": [both, won],
        "?start=3": [won],
        "?game=chess": [],
        "?opponent=nobody": [],
    }
    for query, tables in by.items():
        assert [game["table"] for game in ann.get(f"/api/me/games{query}")["games"]] == tables
    last = found["games"][-1]
    assert (last["kept"], last["yours"], last["game"]) == (True, [0], "elysium")
    assert [(p["place"], p["how"], p["person"] is None) for p in last["players"]] == [
        (1, "conceded", True),
        (2, "conceded", False),
    ]

    def is_rated() -> bool:
        return all(game["rating"] for game in ann.get("/api/me/games")["games"])

    wait_for(is_rated)
    elysium, ephyran = ann.get("/api/me/record")["games"]
    assert (elysium["game"], ephyran["game"]) == ("elysium", "ephyran")
    assert elysium["all"]["games"] == elysium["rated"] == len(elysium["chart"]) == 3
    assert (elysium["all"]["won"], elysium["people"]["games"], elysium["levels"]["scholar"]["games"]) == (1, 2, 2)
    assert {n: tally["games"] for n, tally in elysium["seats"].items()} == {"2": 2, "3": 1}
    assert (elysium["streak"], elysium["longest"]) == (0, 1)
    assert elysium["rating"] == elysium["chart"][-1]
    assert elysium["rating"]["low"] < elysium["rating"]["rating"] < elysium["rating"]["high"]
    assert me not in json.dumps(found)  # one knows who one is


def test_a_whole_game_has_scores_and_favourites(running: Running) -> None:
    ann, _ = somebody(running, "Ann")
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "potter"}]
    table = running.finished(ann, "elysium", chairs=chairs)
    [game] = history(ann, 1)["games"]
    assert game["moves"] == len(running.table(table).labels)
    totals = running.table(table).game.totals(running.table(table).state)
    assert [player["points"] for player in game["players"]] == totals
    [career] = ann.get("/api/me/record")["games"]
    assert career["best"]["points"] == career["all"]["best"] == totals[0]
    titles = {one["name"]: one["title"] for one in career["favourites"]}
    ann.language = "fr"
    french = {one["name"]: one["title"] for one in ann.get("/api/me/record")["games"][0]["favourites"]}
    assert titles.keys() == french.keys() != set()
    names = {"zeus": "Zeus", "poseidon": "Poséidon", "hades": "Hadès", "ares": "Arès", "hermes": "Hermès"}
    assert all(french[name] == names.get(name, french[name]) for name in french)


REFUSED = {"code": "no-profile", "text": "There is no profile here that you can see.", "rule": ""}


def refusal(answer: Answer) -> dict[str, Any]:
    assert answer.status == 404
    found: dict[str, Any] = answer.json
    return found


def test_a_profile_is_for_those_who_have_played_together(running: Running) -> None:
    ann, me = somebody(running, "Ann")
    ben, _ = somebody(running, "Ben")
    stranger, _ = somebody(running, "Zoe")
    spectator = running.client()
    table = play(ann, ben)
    address = f"/api/people/{me}"
    assert stranger.call("GET", f"/api/tables/{table}").status == 200  # may watch
    assert refusal(ben.call("GET", address)) == REFUSED  # not before the end
    concede(table, (ben, 1), (ann, 0))
    history(ben, 1)
    shown = ben.get(address)
    assert (shown["name"], shown["person"], shown["together"]["games"]) == ("Ann", me, 1)
    assert [career["game"] for career in shown["games"]] == ["elysium"]
    assert ann.get(address)["together"]["games"] == 0  # one's own
    nowhere = "/api/people/AAAAAAAAAAAAAAAA"
    for client in (stranger, spectator):
        assert refusal(client.call("GET", address)) == refusal(client.call("GET", nowhere)) == REFUSED
    assert ann.call("PATCH", "/api/me", {"hidden": True}).json["hidden"] is True
    assert refusal(ben.call("GET", address)) == REFUSED
    assert ann.get(address)["name"] == "Ann"
    assert ann.call("PATCH", "/api/me", {"name": "Ana"}).json["hidden"] is True  # what is left out stays
    assert ann.call("PATCH", "/api/me", {"hidden": False}).json["hidden"] is False
    assert ben.get(address)["name"] == "Ana"


def test_nothing_of_a_profile_is_a_secret(running: Running) -> None:
    """No key, no token, no id of third people: only of the viewer's own opponents, and only in their own history."""
    ann, me = somebody(running, "Ann")
    ben, ben_id = somebody(running, "Ben")
    cy, cy_id = somebody(running, "Cy")
    for other in (ben, cy):
        table = play(ann, other)
        concede(table, (other, 1), (ann, 0))
    played = history(ann, 2)["games"]
    history(ben, 1)
    profile = ben.get(f"/api/people/{me}")
    [career] = profile["games"]
    assert career["chart"]
    for dated in (career["rating"], *career["chart"], *filter(None, [career["best"]])):
        assert dated["at"] % 86_400 == 43_200, "an exact time would tell which games they were, and with whom"
    assert not any(game["table"] in json.dumps(profile) for game in played)
    shown = json.dumps(ben.get(f"/api/people/{me}"))
    own = json.dumps(ben.get("/api/me/games"))
    for text in (shown, own):
        assert cy_id not in text
        assert "Cy" not in text
        assert "seat_" not in text
        assert "person_" not in text
    assert ben_id not in shown


def test_a_running_game_is_in_no_history(running: Running) -> None:
    """What a running game hides, its history does not tell: there is none until it is over."""
    ann, _ = somebody(running, "Ann")
    ben, _ = somebody(running, "Ben")
    table = play(ann, ben, game="ephyran")
    over = play(ann, bots=1)
    concede(over, (ann, 0))
    assert [game["table"] for game in history(ann, 1)["games"]] == [over]
    assert running.do(lambda: running.server.store.played.at(table)) == []
    assert ben.get("/api/me/games")["count"] == 0


@pytest.mark.parametrize("address", ["/api/me/games", "/api/me/record"])
def test_ones_own_pages_need_an_identity(running: Running, address: str) -> None:
    guest = running.client()
    table = guest.new_table()["table"]
    for keys in ([], guest.keys, ["person_nobody"]):
        answer = guest.call("GET", address, keys=keys)
        assert (answer.status, answer.code) == (401, "no-person")
    assert guest.call("GET", f"/api/tables/{table}/mutes").code == "no-person"


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/me/games?start=-1", 400, "malformed"),
        ("/api/me/games?start=x", 400, "malformed"),
        ("/api/me/games?start=1000001", 400, "malformed"),
        ("/api/me/games?seats=0", 400, "malformed"),
        ("/api/me/games?seats=11", 400, "malformed"),
        ("/api/me/games?against=nobody", 400, "malformed"),
        ("/api/me/games?result=maybe", 400, "malformed"),
        ("/api/me/games?game=" + "x" * 41, 400, "malformed"),
        ("/api/me/games?opponent=" + "x" * 41, 400, "malformed"),
        ("/api/people/" + "x" * 41, 400, "malformed"),
        ("/api/people/%00", 404, "no-profile"),
        ("/api/people/a/b", 404, "no-page"),
    ],
)
def test_bad_addresses(running: Running, path: str, status: int, code: str) -> None:
    ann, _ = somebody(running, "Ann")
    answer = ann.call("GET", path)
    assert (answer.status, answer.code) == (status, code)
    assert ann.call("POST", "/api/me/games", {}).status == 405


def test_a_player_is_muted_for_oneself_alone_and_wherever_one_meets(running: Running) -> None:
    ann, _ = somebody(running, "Ann")
    ben, ben_id = somebody(running, "Ben")
    first, second = play(ann, ben), play(ann, ben)
    assert ann.get(f"/api/tables/{first}/mutes") == {"seats": []}
    assert ann.post(f"/api/tables/{first}/mutes", {"seat": 1}) == {"seats": [1]}
    assert ann.get(f"/api/tables/{second}/mutes") == {"seats": [1]}
    assert ben.get(f"/api/tables/{first}/mutes") == {"seats": []}
    told = ann.get("/api/me/data")["settings"]["muted"]
    assert len(told) == 1
    assert ben_id not in json.dumps(told)  # who it is cannot be read from it
    assert ann.post(f"/api/tables/{second}/mutes", {"seat": 1, "muted": False}) == {"seats": []}
    assert ann.get(f"/api/tables/{first}/mutes") == {"seats": []}


def test_a_guest_is_muted_at_that_table(running: Running) -> None:
    ann, _ = somebody(running, "Ann")
    first, second = play(ann, running.client()), play(ann, running.client())
    assert ann.post(f"/api/tables/{first}/mutes", {"seat": 1}) == {"seats": [1]}
    assert ann.get(f"/api/tables/{second}/mutes") == {"seats": []}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seat": 0}, 422, "not-others"),
        ({"seat": 1}, 422, "not-others"),  # a bot
        ({"seat": 2}, 422, "no-seat"),
        ({"seat": -1}, 400, "malformed"),
        ({"seat": "1"}, 400, "malformed"),
        ({"seat": 1, "muted": 1}, 400, "malformed"),
        ({"seat": 1, "why": ""}, 400, "malformed"),
        ({}, 400, "malformed"),
    ],
)
def test_who_cannot_be_muted(running: Running, body: dict[str, Any], status: int, code: str) -> None:
    ann, _ = somebody(running, "Ann")
    table = play(ann, bots=1)
    answer = ann.call("POST", f"/api/tables/{table}/mutes", body)
    assert (answer.status, answer.code) == (status, code)


def test_only_so_many_are_muted(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pediment.server.live.identities.MAX_MUTED", 1)
    ann, _ = somebody(running, "Ann")
    for status in (200, 409):
        table = play(ann, running.client())
        assert ann.call("POST", f"/api/tables/{table}/mutes", {"seat": 1}).status == status
    assert ann.call("POST", f"/api/tables/{table}/mutes", {"seat": 1, "muted": False}).status == 200


def test_mutes_of_a_table_that_one_may_not_see(running: Running) -> None:
    ann, _ = somebody(running, "Ann")
    stranger, _ = somebody(running, "Zoe")
    table = play(ann, bots=1, spectators=False)
    for answer in (
        stranger.call("GET", f"/api/tables/{table}/mutes"),
        stranger.call("POST", f"/api/tables/{table}/mutes", {"seat": 0}),
    ):
        assert (answer.status, answer.code) == (403, "no-spectators")


def test_data_and_deletion_cover_the_history(running: Running) -> None:
    ann, me = somebody(running, "Ann")
    ben, ben_id = somebody(running, "Ben")
    kept, retired = play(ann, ben), play(ann, ben)
    for table in (kept, retired):
        concede(table, (ben, 1), (ann, 0))
    history(ben, 2)
    running.do(lambda: running.server.housekeeping.retire(retired))  # only its line is left
    told = ann.get("/api/me/data")["games"]
    assert {line["table"] for line in told} == {kept, retired}
    assert {seat["person"] for line in told for seat in line["seats"]} == {me}
    assert "Ben" not in json.dumps(told)
    assert ann.call("DELETE", "/api/me").status == 200

    def is_forgotten() -> bool:
        rows = running.do(lambda: running.server.store.played.of(ben_id))
        return len(rows) == 2 and all(row.rated and me.encode() not in row.line for row in rows)

    wait_for(is_forgotten)
    rows = running.do(lambda: running.server.store.played.of(ben_id))
    assert all(b"Ann" not in row.line for row in rows)
    names = [[player["name"] for player in game["players"]] for game in ben.get("/api/me/games")["games"]]
    assert names == [["Player 1", "Ben"]] * 2
    assert running.do(lambda: running.server.store.played.of(me)) == []
    assert refusal(ben.call("GET", f"/api/people/{me}")) == REFUSED


def test_ratings_are_found_again_where_a_removed_game_forgets_somebody(running: Running) -> None:
    """Nothing else wakes up whoever finds them: no table is rewritten."""
    ann, me = somebody(running, "Ann")
    ben, ben_id = somebody(running, "Ben")
    table = play(ann, ben)
    concede(table, (ben, 1), (ann, 0))
    history(ben, 1)
    running.do(lambda: running.server.housekeeping.retire(table))

    def row() -> Played:
        (found,) = running.do(lambda: running.server.store.played.of(ben_id))
        return found

    wait_for(lambda: row().rated)
    assert ann.call("DELETE", "/api/me").status == 200
    wait_for(lambda: row().rated)
    assert me.encode() not in row().line


def test_an_adopted_table_is_in_the_history(running: Running) -> None:
    guest = running.client()
    made = running.client().post("/api/people", {"name": "Ann"})
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "scholar"}]
    seated = guest.post("/api/tables", {"game": "elysium", "chairs": chairs})
    table = seated["table"]
    guest.keys = [seated["token"]]
    concede(table, (guest, 0))
    ann = running.client(made["key"], seated["token"])
    assert ann.get("/api/me/games")["count"] == 0
    ann.post(f"/api/me/tables/{table}")
    assert [game["table"] for game in history(ann, 1)["games"]] == [table]


def test_the_operator_has_everything_made_again(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", operator="secret-of-the-operator") as running:
        ann, me = somebody(running, "Ann")
        concede(play(ann, bots=1), (ann, 0))
        before = history(ann, 1)["games"]
        wait_for(lambda: ann.get("/api/me/games")["games"][0]["rating"] is not None)
        before = ann.get("/api/me/games")["games"]
        running.do(lambda: running.server.store.played.remove(me))
        assert ann.get("/api/me/games")["count"] == 0
        operator = running.client("secret-of-the-operator")
        assert operator.post("/api/operator", {"do": "rebuild"}) == {}
        wait_for(lambda: ann.get("/api/me/games")["games"] == before)


def test_a_restart_keeps_histories(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running:
        ann, _ = somebody(running, "Ann")
        concede(play(ann, bots=1), (ann, 0))
        history(ann, 1)
    with serving(tmp_path / "tables.sqlite") as running:
        assert running.client(*ann.keys).get("/api/me/games")["count"] == 1
