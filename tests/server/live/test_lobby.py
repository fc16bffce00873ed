"""The lobby: its list, who is here, seekers who meet, challenges; at one process and at two."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pediment.server.domain import wishes
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.wishes import Wish
from pediment.server.live import presence, seekers
from pediment.server.live.limits import Limits
from pediment.server.live.people_here import PeopleHere
from pediment.server.live.seekers import Met, Seekers
from pediment.server.live.tables import LiveTables
from pediment.server.server import Server
from pediment.server.store.played import Played
from pediment.server.store.sqlite import SqliteStore
from pediment.server.store.store import Unavailable
from tests.server.lobby_clients import InLobby, lobby_of, played, sit_at_meeting, somebody
from tests.server.playing import Client, Running, serving, settings_of, wait_for

ANN_AND_SOMEBODY = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("lobby") / "tables.sqlite") as found:
        yield found


# The list


def test_the_list_follows_the_open_tables(running: Running) -> None:
    ann, ben = running.client(), running.client()
    listed = {"listed": True, "clock": {"kind": "live", "minutes": 5, "seconds": 10}}
    first = ann.new_table(chairs=ANN_AND_SOMEBODY, house=listed, options={"families": "wasteland"})["table"]
    hidden = ann.new_table(chairs=ANN_AND_SOMEBODY)["table"]
    with lobby_of(ben) as there:
        told = there.tables[first]
        assert (told["game"], told["free"], told["host"], told["players"]) == ("elysium", 1, 0, ["Ann", ""])
        assert (told["clock"]["minutes"], told["options"]["families"]) == (5.0, "wasteland")
        assert hidden not in there.tables
        before = len(there.heard)
        second = ann.new_table("ephyran", ANN_AND_SOMEBODY, house=listed)["table"]
        there.when(lambda: second in there.tables)
        changes = [message for message in there.heard[before:] if message["type"] == "tables"]
        assert [table["table"] for message in changes for table in message["tables"]] == [second], "only what is new"
        ben.post(f"/api/tables/{first}/seats", {"seat": 1, "name": "Ben"})
        there.when(lambda: first not in there.tables)
        assert ann.call("DELETE", f"/api/tables/{second}").status == 200
        there.when(lambda: second not in there.tables)


def test_nothing_in_the_list_names_an_identity_or_a_secret(running: Running) -> None:
    ann = somebody(running, "Ann")
    made = ann.post(
        "/api/tables", {"game": "elysium", "chairs": ANN_AND_SOMEBODY, "house": {"listed": True}, "nonce": "anns"}
    )
    with lobby_of(running.client()) as there:
        assert made["table"] in there.tables
        text = str(there.heard)
        assert ann.get("/api/me")["person"] not in text
        assert running.table(made["table"]).created.secret not in text
        assert not any(word in text for word in (*ann.keys, made["token"], "anns"))
        assert (there.people["partners"], there.challenges) == ([], [])
    ann.call("DELETE", f"/api/tables/{made['table']}", keys=[made["token"]])


# Seekers


def test_two_seekers_meet_and_play(running: Running) -> None:
    ann, ben = running.client(), running.client()
    with lobby_of(ann) as at_ann, lobby_of(ben) as at_ben:
        at_ann.seek("Player", game="ephyran")
        at_ben.seek("Player", seats=2, clock="days")
        met = [at_ann.until("meeting"), at_ben.until("meeting")]
        assert [found["seat"] for found in met] == [0, 1]
        assert [found["name"] for found in met] == ["Player", "Player 2"], "nobody takes one for the other"
        assert met[0]["table"] == met[1]["table"]
        assert met[0]["token"] != met[1]["token"]
        for client, found in ((ben, met[1]), (ann, met[0])):
            sit_at_meeting(client, found)
        state = running.table(met[0]["table"])
        assert (state.status, state.created.game, state.created.house.clock.kind) == ("running", "ephyran", "days")
        assert [seat.nonce for seat in state.seats] == ["n0", "n1"], "brought after the server has committed to its own"
        at_ann.when(lambda: at_ann.people["seeking"] == 0)


def test_who_does_not_fit_or_stops_or_leaves_meets_nobody(running: Running) -> None:
    with lobby_of(running.client()) as ann, lobby_of(running.client()) as ben:
        ann.seek(game="elysium")
        ben.seek(game="ephyran")
        ann.when(lambda: ann.people["seeking"] == 2)
        assert ann.ask({"type": "stop"}) == {"type": "seeking", "wish": None}
        with lobby_of(running.client()) as cleo:
            cleo.seek(game="elysium")
            ben.when(lambda: ben.people["seeking"] == 2)
        ben.when(lambda: ben.people["seeking"] == 1)
        ann.seek(game="elysium")
        ben.seek(game="elysium")  # instead of what they looked for
        assert ann.until("meeting")["table"] == ben.until("meeting")["table"]
    assert not any(message["type"] == "meeting" for message in cleo.heard)


def test_nobody_meets_themselves(running: Running) -> None:
    ann = somebody(running, "Ann")
    with lobby_of(ann) as one, lobby_of(ann) as other, lobby_of(running.client()) as ben:
        one.seek(game="elysium")
        other.seek(game="elysium")
        ben.when(lambda: ben.people["seeking"] == 2)
        assert ben.people["here"] == 2, "an identity counts once"
        ben.seek("Ben")
        assert ben.until("meeting")["seat"] == 1
        one.until("meeting")
        ben.when(lambda: ben.people["seeking"] == 1)


def test_many_seekers_meet_in_pairs(running: Running) -> None:
    with ExitStack() as all_of_them:
        people = [all_of_them.enter_context(lobby_of(running.client())) for _ in range(8)]
        for n, person in enumerate(people):
            person.seek(f"Player {n}", game="elysium")
        met = [person.until("meeting") for person in people]
        tables = [found["table"] for found in met]
        assert sorted(tables.count(table) for table in set(tables)) == [2] * 4
        for table in set(tables):
            assert sorted(found["seat"] for found in met if found["table"] == table) == [0, 1]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"type": "seek", "name": "Ann", "wish": {"game": "chess"}}, "no-game"),
        ({"type": "seek", "name": "Ann", "wish": {"game": "elysium", "seats": 9}}, "chairs"),
        ({"type": "seek", "name": "Ann", "wish": {"seats": 1}}, "malformed"),
        ({"type": "seek", "name": "Ann", "wish": {"clock": "sun"}}, "malformed"),
        ({"type": "seek", "name": "Ann", "more": 1}, "malformed"),
        ({"type": "seek", "name": "\u202e"}, "unprintable"),
        ({"type": "seek"}, "malformed"),
        ({"type": "move", "seat": 0, "seq": 1, "move": "x"}, "malformed"),
        ({"type": "hello"}, "said-hello"),
        ({}, "malformed"),
    ],
)
def test_bad_frames_change_nothing(running: Running, frame: dict[str, Any], code: str) -> None:
    with lobby_of(running.client(), language="fr") as ann:
        answer = ann.ask(frame)
        assert (answer["type"], answer["code"]) == ("error", code)
        assert len(running.server.lobby.seekers) == 0
        assert ann.ask({"type": "ping"})["type"] == "pong"


def test_an_address_has_a_few_seekers_and_pays_for_them_as_for_tables(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", creations=0.5) as running, ExitStack() as all_of_them:
        games = ["elysium", "ephyran"]
        wanted: list[dict[str, Any]] = [
            {"game": game, "seats": seats, "clock": clock}
            for game in games
            for seats in (2, 3)
            for clock in ("live", "days")
        ]
        people = [all_of_them.enter_context(lobby_of(running.client())) for _ in range(seekers.MAX_OF_ADDRESS + 1)]
        for person, wish in zip(people, wanted, strict=False):
            person.seek(**wish)
        assert people[-1].ask({"type": "seek", "name": "Ann", "wish": {"clock": "none"}})["code"] == "own-line"
        elsewhere = Client(running.port, address="192.0.2.7")
        with lobby_of(elsewhere) as other:
            other.seek(clock="none")
        vars(running.server)["creations"] = Limits(0.001, 1.0)
        people[0].seek(clock="none")
        assert people[0].ask({"type": "seek", "name": "Ann"})["code"] == "too-fast"


def test_a_table_that_cannot_be_made_sends_nobody_away_but_whoever_came_last(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", daily_tables=1) as running:
        running.client().new_table()
        with lobby_of(running.client()) as ann, lobby_of(running.client()) as ben:
            ann.seek()
            ben.seek("Ben")
            assert ben.until("error")["code"] == "quota"
            ann.when(lambda: ann.people["seeking"] == 1)
            cleo = Client(running.port, address="192.0.2.7")
            with lobby_of(cleo) as third:
                third.seek("Cleo")
                assert third.until("meeting")["table"] == ann.until("meeting")["table"]


# Several processes


class Wire(SqliteStore):
    """The notifications between processes of one database, delivered when a test says so."""

    shared = True

    def __init__(self, path: Path, name: str, sent: list[tuple[str, str]]) -> None:
        super().__init__(path)
        self.name = name
        self.sent = sent
        self.failing = False

    async def tell(self, text: str) -> None:
        if self.failing:
            raise Unavailable("away")
        self.sent.append((self.name, text))


class Process:
    """The seekers of one process, whose tables go into a list."""

    def __init__(self, name: str, path: Path, sent: list[tuple[str, str]], made: list[str]) -> None:
        self.name = name
        server = Server(settings_of(path))
        self.store = Wire(path, name, sent)
        server.tables.store = self.store
        self.tables: LiveTables = server.tables
        self.seekers = Seekers(self.tables)
        self.made = made
        self.fails = False
        vars(self.tables)["create"] = self._create

    async def _create(self, events: Any, *rest: Any) -> Any:
        await asyncio.sleep(0)
        if self.fails:
            raise Refused("full")
        table = self._fold(events)
        self.made.append(table.id)
        return msgspec.defstruct("Made", [("table", Any)])(table)

    def _fold(self, events: Any) -> Any:
        from pediment.server.domain.table import Table

        return Table(f"{self.name}-{len(self.made)}").after(events)


def deliver(sent: list[tuple[str, str]], processes: list[Process]) -> None:
    for name, text in sent[:]:
        for process in processes:
            if process.name != name:
                process.seekers.hear(name, text)
    # what was said meanwhile is delivered the next time


async def settle(sent: list[tuple[str, str]], processes: list[Process]) -> None:
    """Deliver everything that is said, until nobody says anything any more."""
    for _ in range(50):
        for _ in range(10):
            await asyncio.sleep(0)
        now, sent[:] = sent[:], []
        deliver(now, processes)


def test_seekers_at_different_processes_meet_once_whatever_order_news_come_in(tmp_path: Path) -> None:
    """All ask at the same moment: each process learns of the others only afterwards."""

    async def run() -> None:
        sent: list[tuple[str, str]] = []
        made: list[str] = []
        met: dict[int, list[Met | Refused]] = {}
        processes = [Process(name, tmp_path / "t.sqlite", sent, made) for name in "PQR"]
        with ExitStack() as seeking:
            for n in range(6):
                found = met.setdefault(n, [])
                process = processes[n % 3]
                seeking.enter_context(
                    process.seekers.seeking(Wish("elysium"), f"P{n}", None, "here", "en", found.append)
                )
            await settle(sent, processes)
            for _ in range(4):  # whoever was refused tries again, as each process does by itself
                for process in processes:
                    process.seekers._repeat_at = 0.0
                    process.seekers.tell_again()
                await settle(sent, processes)
        assert len(made) == 3
        places = [found for [found] in met.values()]
        assert all(isinstance(found, Met) for found in places)
        assert sorted((found.table, found.seat) for found in places if isinstance(found, Met)) == sorted(
            (table, seat) for table in made for seat in (0, 1)
        )

    asyncio.run(run())


def test_nobody_meets_somebody_of_a_killed_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        sent: list[tuple[str, str]] = []
        made: list[str] = []
        killed, living = (Process(name, tmp_path / "t.sqlite", sent, made) for name in "PQ")
        met: list[Met | Refused] = []
        with killed.seekers.seeking(Wish(), "Ann", None, "here", "en", met.append):
            await settle(sent, [living])
            with living.seekers.seeking(Wish(), "Ben", None, "here", "en", met.append):
                await settle(sent, [living])
                assert len(living.seekers) == 2
                now[0] += seekers.ANSWER_SECONDS
                living.seekers.tell_again()
                await settle(sent, [living])
                assert (len(living.seekers), made, met) == (1, [], [])
                with living.seekers.seeking(Wish(), "Cleo", None, "here", "en", met.append):
                    await settle(sent, [living])
                    assert (len(made), len(met)) == (1, 2)

    asyncio.run(run())


def test_whom_a_killed_process_told_of_is_forgotten_even_if_nobody_asks_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        sent: list[tuple[str, str]] = []
        killed, living = (Process(name, tmp_path / "t.sqlite", sent, []) for name in "PQ")
        with killed.seekers.seeking(Wish("elysium"), "Ann", None, "here", "en", lambda met: None):
            await settle(sent, [living])
            for _ in range(3):  # they are told of again while their process lives
                now[0] += seekers.REPEAT_SECONDS
                killed.seekers.tell_again()
                await settle(sent, [living])
                living.seekers.tell_again()
                assert len(living.seekers) == 1
            now[0] += seekers.FORGET_SECONDS
            living.seekers.tell_again()
            assert len(living.seekers) == 0

    asyncio.run(run())


def test_a_third_process_does_not_part_two_who_meet(tmp_path: Path) -> None:
    async def run() -> None:
        sent: list[tuple[str, str]] = []
        made: list[str] = []
        processes = [Process(name, tmp_path / "t.sqlite", sent, made) for name in "PQR"]
        met: list[Met | Refused] = []
        with (
            processes[0].seekers.seeking(Wish(), "Ann", None, "here", "en", met.append),
            processes[1].seekers.seeking(Wish(), "Ben", None, "here", "en", met.append),
        ):
            await settle(sent, processes)
        assert (len(made), len(met)) == (1, 2)

    asyncio.run(run())


def test_a_promise_that_comes_to_nothing_is_void(tmp_path: Path) -> None:
    """The table cannot be made, or whoever asked has left before the answer: the other one is free again."""

    async def run() -> None:
        sent: list[tuple[str, str]] = []
        made: list[str] = []
        elder, later = (Process(name, tmp_path / "t.sqlite", sent, made) for name in "PQ")
        met: list[Met | Refused] = []
        errors: list[Met | Refused] = []
        with elder.seekers.seeking(Wish(), "Ann", None, "here", "en", met.append):
            await settle(sent, [elder, later])
            later.fails = True
            with later.seekers.seeking(Wish(), "Ben", None, "here", "en", errors.append):
                await settle(sent, [elder, later])
            assert [getattr(error, "code", "") for error in errors] == ["full"]
            later.fails = False
            with later.seekers.seeking(Wish(), "Ben", None, "here", "en", errors.append):
                await asyncio.sleep(0)
            await settle(sent, [elder, later])
            assert (made, met) == ([], [])
            with later.seekers.seeking(Wish(), "Cleo", None, "here", "en", met.append):
                await settle(sent, [elder, later])
            assert (len(made), len(met)) == (1, 2)

    asyncio.run(run())


def test_who_is_here_is_told_in_pieces_and_forgotten_unless_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    async def run() -> None:
        sent: list[tuple[str, str]] = []
        here, there = PeopleHere(Wire(tmp_path, "P", sent)), PeopleHere(Wire(tmp_path, "Q", sent))
        ids = [f"{n:040}" for n in range(200)]

        async def tell() -> int:
            sent.clear()
            await here.tell()
            for name, text in sent:
                assert len(text.encode()) < 7_900
                there.hear(name, text)
            there.hear("P", '{"a-table":[[0],1]}')  # of something else
            return len(sent)

        with ExitStack() as present:
            for person in [*ids, None, None]:
                present.enter_context(here.present(Caller(person=person)))
            assert (len(here), await tell(), len(there)) == (202, 3, 202)
            assert await tell() == 0
            with here.present(Caller(person=ids[0])), there.present(Caller(person=ids[1])):
                assert (len(here), await tell(), len(there)) == (202, 0, 202)
                assert there.is_here(ids[1])
            now[0] += presence.REPEAT_SECONDS
            assert await tell() == 3
            now[0] += presence.FORGET_SECONDS + 1
            await there.tell()
            assert (len(there), there.is_here(ids[1])) == (0, False)
            await tell()
        store = here._store
        assert isinstance(store, Wire)
        store.failing = True
        with pytest.raises(Unavailable):
            await here.tell()
        store.failing = False
        assert (await tell(), len(there)) == (3, 0)

    asyncio.run(run())


def test_people_at_two_processes_find_each_other(new_database: Callable[[str], str]) -> None:
    """They meet, see each other's tables and who is here, and challenge each other."""
    database = new_database("postgresql")
    with serving(database) as one, serving(database) as two:
        ann, ben = somebody(one, "Ann"), somebody(two, "Ben")
        with lobby_of(ann) as at_one, lobby_of(ben) as at_two, lobby_of(two.client()) as cleo:
            at_one.when(lambda: at_one.people["here"] == 3)
            listed = ann.post("/api/tables", {"game": "elysium", "chairs": ANN_AND_SOMEBODY, "house": {"listed": True}})
            at_two.when(lambda: listed["table"] in at_two.tables)
            at_one.seek("Ann", game="ephyran")
            at_two.when(lambda: at_two.people["seeking"] == 1)
            at_two.seek("Ben")
            met = [at_one.until("meeting"), at_two.until("meeting")]
            assert met[0]["table"] == met[1]["table"]
            for client, found in zip((ann, ben), met, strict=True):
                sit_at_meeting(client, found)
            table = met[0]["table"]
        with lobby_of(ann) as at_one, lobby_of(ben) as at_two:
            at_one.when(lambda: [partner["present"] for partner in at_one.people.get("partners", [])] == [True])
            [partner] = at_one.people["partners"]
            assert (partner["table"], partner["name"]) == (table, "Ben")
            for offline in (True, False):
                assert ben.call("PATCH", "/api/me", {"offline": offline}).status == 200
                at_one.when(lambda offline=offline: at_one.people["partners"][0]["present"] is not offline)  # type: ignore[misc]
            wanted = {"table": table, "seat": partner["seat"], "name": "Ann", "wish": {"game": "elysium"}}
            made = ann.post("/api/challenges", wanted)
            at_two.when(lambda: [found["table"] for found in at_two.challenges] == [made["table"]])
            [received] = at_two.challenges
            assert (received["players"], received["yours"], received["host"]) == (["Ann", ""], [1], 0)
            assert two.client(*ben.keys).call("DELETE", f"/api/challenges/{made['table']}").status == 200
            at_two.when(lambda: at_two.challenges == [])
        wait_for(lambda: not one.server.lobby.here.is_here(ben.get("/api/me")["person"]))
        assert not cleo.challenges


@pytest.mark.deep
def test_seekers_at_two_processes_meet_exactly_once_at_the_same_moment(new_database: Callable[[str], str]) -> None:
    database = new_database("postgresql")
    with serving(database) as one, serving(database) as two, ExitStack() as all_of_them:
        people = [all_of_them.enter_context(lobby_of((one, two)[n % 2].client())) for n in range(8)]
        for n, person in enumerate(people):
            person.say({"type": "seek", "name": f"P{n}", "wish": {"game": "elysium"}})
        met = [person.until("meeting") for person in people]
        assert len({(found["table"], found["seat"]) for found in met}) == 8
        assert len({found["table"] for found in met}) == 4
        tables = one.client().get("/api/tables?status=open")
        assert tables == [], "a meeting is not listed"


# Partners and challenges


def test_a_challenge_is_seen_accepted_and_played(running: Running) -> None:
    ann, ben = somebody(running, "Ann"), somebody(running, "Ben")
    before = played(ann, ben)
    with lobby_of(ben) as there:
        [partner] = there.people["partners"]
        assert partner == {
            **{"table": before, "seat": 0, "name": "Ann", "game": "elysium"},
            **{"present": False, "rating": None},
        }
        wanted = {"table": before, "seat": 1, "name": "Ann", "wish": {"clock": "days"}, "nonce": "anns"}
        made = ann.post("/api/challenges", wanted)
        there.when(lambda: there.challenges)
        [challenge] = there.challenges
        assert challenge["until"] > time.time() + wishes.CHALLENGE_SECONDS - 60
        assert (challenge["clock"]["kind"], challenge["players"]) == ("days", ["Ann", ""])
        assert made["table"] not in there.tables, "nobody else sees it"
        ben.post(f"/api/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"})
        assert running.table(made["table"]).status == "running"
        there.when(lambda: there.challenges == [])


def test_a_challenge_is_declined_or_withdrawn(running: Running) -> None:
    ann, ben, cleo = (somebody(running, name) for name in ("Ann", "Ben", "Cleo"))
    before = played(ann, ben)
    wanted = {"table": before, "seat": 1, "name": "Ann"}
    declined, withdrawn = (ann.post("/api/challenges", wanted)["table"] for _ in range(2))
    with lobby_of(ben) as there:
        assert {table["table"] for table in there.challenges} == {declined, withdrawn}
        assert cleo.call("DELETE", f"/api/challenges/{declined}").code in ("no-spectators", "no-challenge")
        assert ann.call("DELETE", f"/api/challenges/{declined}").code == "no-challenge"
        assert ben.call("DELETE", f"/api/challenges/{declined}").status == 200
        assert ann.get(f"/api/tables/{declined}")["table"]["news"][-1]["what"] == "declined"
        assert ann.call("DELETE", f"/api/tables/{withdrawn}").status == 200
        there.when(lambda: there.challenges == [])
    assert ben.call("DELETE", f"/api/challenges/{declined}").code == "no-challenge"
    mine = {table["table"]: table for table in ben.get("/api/me/tables")}
    assert mine[declined]["yours"] == []


def _rated(running: Running, client: Client, points: float) -> None:
    """That rating in Elysium, as if it came from a game."""
    person = client.get("/api/me")["person"]
    row = Played(person, 1.0, f"made-up-{person}", "elysium", 2, "bots", "won", 50, "", True, b"{}", True, points, 40.0)
    running.do(lambda: running.server.store.played.put([row]))


def test_the_ratings_of_hosts_partners_and_challengers_are_told_unless_they_hide_them(running: Running) -> None:
    ann, ben, zoe = somebody(running, "Ann"), somebody(running, "Ben"), somebody(running, "Zoe")
    _rated(running, ann, 1083.4)
    before = played(ann, ben)
    house = {"listed": True}
    made = ann.post("/api/tables", {"game": "elysium", "chairs": ANN_AND_SOMEBODY, "house": house})["table"]
    other = ann.post("/api/tables", {"game": "ephyran", "chairs": ANN_AND_SOMEBODY, "house": house})["table"]
    guest = running.client().new_table(chairs=ANN_AND_SOMEBODY, house=house)["table"]
    ann.post("/api/challenges", {"table": before, "seat": 1, "name": "Ann", "wish": {"game": "elysium"}})
    shown = {"rating": 1080, "margin": 80}

    def in_list() -> Any:
        return {table["table"]: table["host_rating"] for table in zoe.get("/api/tables")}

    with lobby_of(ben) as at_ben, lobby_of(zoe) as at_zoe:
        assert {table: at_zoe.tables[table]["host_rating"] for table in (made, other, guest)} == {
            made: shown,
            other: None,
            guest: None,
        }
        assert in_list()[made] == shown
        assert [partner["rating"] for partner in at_ben.people["partners"]] == [shown]
        assert [challenge["host_rating"] for challenge in at_ben.challenges] == [shown]
        for hidden, rating in ((True, None), (False, shown)):
            assert ann.call("PATCH", "/api/me", {"hidden": hidden}).status == 200
            at_zoe.when(lambda rating=rating: at_zoe.tables[made]["host_rating"] == rating)  # type: ignore[misc]
            at_ben.when(lambda rating=rating: at_ben.people["partners"][0]["rating"] == rating)  # type: ignore[misc]
            at_ben.when(lambda rating=rating: at_ben.challenges[0]["host_rating"] == rating)  # type: ignore[misc]
            assert in_list()[made] == rating
    for table in (made, other):
        assert ann.call("DELETE", f"/api/tables/{table}").status == 200


def test_whoever_appears_offline_is_present_to_nobody(running: Running) -> None:
    ann, ben = somebody(running, "Ann"), somebody(running, "Ben")
    assert ann.get("/api/me")["offline"] is False
    played(ann, ben)

    def present(there: InLobby) -> list[bool]:
        return [partner["present"] for partner in there.people["partners"]]

    with lobby_of(ben) as at_ben, lobby_of(ann) as at_ann:
        at_ben.when(lambda: present(at_ben) == [True])
        assert ann.call("PATCH", "/api/me", {"offline": True}).json["offline"] is True
        at_ben.when(lambda: present(at_ben) == [False])
        assert present(at_ann) == [True], "they still see others"
        with lobby_of(ben) as again:
            assert present(again) == [False]
        assert ann.call("PATCH", "/api/me", {"name": "Ana"}).json["offline"] is True, "what is left out stays"
        assert ann.call("PATCH", "/api/me", {"offline": False}).status == 200
        at_ben.when(lambda: present(at_ben) == [True])


def test_a_challenge_by_somebody_muted_is_told_to_nobody_and_looks_unanswered(running: Running) -> None:
    ann, ben = somebody(running, "Ann"), somebody(running, "Ben")
    before = played(ann, ben)
    wanted = {"table": before, "seat": 1, "name": "Ann"}
    first = ann.post("/api/challenges", wanted)["table"]
    with lobby_of(ben) as there:
        assert [challenge["table"] for challenge in there.challenges] == [first]
        assert ben.call("POST", f"/api/tables/{before}/mutes", {"seat": 0}).status == 200
        there.when(lambda: there.challenges == [])
        second = ann.post("/api/challenges", wanted)
        assert second["table"] not in {table["table"] for table in ben.get("/api/me/tables")}
        assert ann.get(f"/api/tables/{second['table']}")["table"]["status"] == "open"
        assert ben.call("POST", f"/api/tables/{before}/mutes", {"seat": 0, "muted": False}).status == 200
        there.when(lambda: {challenge["table"] for challenge in there.challenges} == {first, second["table"]})


def test_only_people_who_played_with_each_other_can_challenge_or_see_each_other(running: Running) -> None:
    ann, ben, cleo, dora = (somebody(running, name) for name in ("Ann", "Ben", "Cleo", "Dora"))
    before = played(ann, ben)
    stranger, oneself = (cleo, before, 1), (ann, before, 0)
    for client, table, seat in (stranger, oneself, (ann, before, 7), (ann, "nowhere", 1), (ann, "\x00", 1)):
        answer = client.call("POST", "/api/challenges", {"table": table, "seat": seat, "name": "X"})
        assert (answer.status, answer.code) == (403, "no-partner")
    nameless = running.client().call("POST", "/api/challenges", {"table": before, "seat": 1, "name": "X"})
    assert nameless.code == "no-person"
    # Who only shares an open table has not played, and a bot is nobody
    made = cleo.post(
        "/api/tables", {"game": "elysium", "chairs": [{"kind": "me", "name": "Cleo"}, *[{"kind": "open"}] * 2]}
    )
    dora.post(f"/api/tables/{made['table']}/seats", {"seat": 1, "name": "Dora"}, keys=[*dora.keys, made["invite"]])
    with lobby_of(dora) as there, lobby_of(cleo):
        assert there.people["partners"] == []
        assert (
            dora.call("POST", "/api/challenges", {"table": made["table"], "seat": 0, "name": "X"}).code == "no-partner"
        )
    with lobby_of(ann) as there, lobby_of(ben):
        there.when(lambda: [partner["present"] for partner in there.people["partners"]] == [True])
        person = ben.get("/api/me")["person"]
        assert person not in str(there.heard)


def test_bad_challenges(running: Running) -> None:
    ann, ben = somebody(running, "Ann"), somebody(running, "Ben")
    before = played(ann, ben)
    good = {"table": before, "seat": 1, "name": "Ann"}
    for change, code in (
        ({"name": ""}, "malformed"),
        ({"name": "\n"}, "unprintable"),
        ({"seat": -1}, "malformed"),
        ({"table": "x" * 41}, "malformed"),
        ({"wish": {"game": "chess"}}, "no-game"),
        ({"wish": {"game": "elysium", "seats": 7}}, "chairs"),
        ({"nonce": "NO"}, "malformed"),
        ({"more": 1}, "malformed"),
    ):
        assert ann.call("POST", "/api/challenges", good | change).code == code, change
    for _ in range(3):
        ann.post("/api/challenges", good)
    assert ann.call("POST", "/api/challenges", good).code == "many-to-one"
    for n in range(3):
        to_another = {**good, "table": played(ann, somebody(running, f"Cleo {n}"))}
        for _ in range(3 if n < 2 else 1):
            ann.post("/api/challenges", to_another)
    assert ann.call("POST", "/api/challenges", to_another).code == "many-challenges"
    assert ben.post("/api/challenges", good | {"seat": 0, "name": "Ben"})["table"], "that counts for nobody else"
    assert ann.call("DELETE", "/api/challenges/nowhere").code == "no-table"


def test_a_challenge_survives_a_restart_and_ends_by_itself(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(database) as running:
        ann, ben = somebody(running, "Ann"), somebody(running, "Ben")
        before = played(ann, ben)
        wanted = {"table": before, "seat": 1, "name": "Ann"}
        lasting = ann.post("/api/challenges", wanted)["table"]
        monkeypatch.setattr(wishes, "CHALLENGE_SECONDS", 2.0)
        ending = ann.post("/api/challenges", wanted)["table"]
    with serving(database) as running:
        ann.port = ben.port = running.port
        wait_for(lambda: not _is_kept(ann, ending))
        with lobby_of(ben) as there:
            assert [challenge["table"] for challenge in there.challenges] == [lasting]
        assert ben.call("POST", f"/api/tables/{ending}/seats", {"seat": 1, "name": "Ben"}).status == 403
        ben.post(f"/api/tables/{lasting}/seats", {"seat": 1, "name": "Ben"})


def _is_kept(client: Client, table: str) -> bool:
    return bool(client.get(f"/api/tables/{table}")["table"]["seats"][1]["reserved"])


def test_whoever_is_forgotten_is_nobody_s_partner_and_in_no_challenge(running: Running) -> None:
    ann, ben = somebody(running, "Ann"), somebody(running, "Ben")
    before = played(ann, ben)
    person = ben.get("/api/me")["person"]
    wanted = {"table": before, "seat": 1, "name": "Ann"}
    waiting, declined = (ann.post("/api/challenges", wanted)["table"] for _ in range(2))
    assert ben.call("DELETE", f"/api/challenges/{declined}").status == 200
    with lobby_of(ann) as there, lobby_of(ben):
        there.when(lambda: [partner["present"] for partner in there.people["partners"]] == [True])
        assert ben.call("DELETE", "/api/me").status == 200
        there.when(lambda: there.people["partners"] == [])
    assert ann.call("POST", "/api/challenges", wanted).code == "no-partner"
    for table in (before, waiting, declined):
        events = running.do(partial(running.server.store.read, table))
        assert person.encode() not in b"".join(events)


def test_a_lobby_that_stops_says_goodbye(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as running, lobby_of(running.client()) as there:
        asyncio.run_coroutine_threadsafe(running.server.tables.close(), running.loop).result(60)
        assert there.until("bye")["type"] == "bye"


def test_while_the_database_is_away_the_lobby_waits(tmp_path: Path) -> None:
    async def run() -> None:
        server = Server(settings_of(tmp_path / "tables.sqlite"))
        async with server.running():
            lobby, store = server.lobby, server.store
            with lobby.listening(Caller()) as listener:
                assert len(await listener.messages()) == 3
                assert await listener.messages() == []
                listed, failing = store.listed, True

                async def away(*args: Any) -> Any:
                    if failing:
                        raise Unavailable("away")
                    return await listed(*args)

                vars(store)["listed"] = away
                server.tables.lists_changed()
                with pytest.raises(Refused):
                    await listener.messages()
                failing = False
                assert await listener.messages() == []

    asyncio.run(run())
