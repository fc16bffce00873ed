"""One hostile address cannot stop the others: attacks on a real server process with its usual limits.

Beside each attack somebody else asks for `/healthz` and plays. Nothing here measures how long that takes;
`python -m benchmarks.attack` does.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.cli import main
from pediment.server.domain.decide import MAX_CHATTED, MAX_EVENTS
from pediment.server.domain.events import Acted, AnyEvent, Chatted, Undone, write_event
from pediment.server.domain.table import Table
from pediment.server.jobs import analyses
from pediment.server.live.listing import head_of
from pediment.server.settings import Settings
from pediment.server.store.store import store_of
from tests.server.playing import Answer, Client, Live, Sitting
from tests.server.server_processes import TableServer
from tests.server.stores import PATIENCE
from tests.server.test_serve import Serving

USUAL = {name: getattr(Settings, name) for name in ("requests", "creations", "commands", "sockets")}
LONG_TABLES = 3
TOKEN = "operator-" + "x" * 40
MAX_TABLE_BYTES = 50_000
MAX_LOG_BYTES = 8 * 1024 * 1024
"""Of the file beside the database, in which SQLite writes first."""
MAX_SERVER_BYTES = 512 * 1024 * 1024
RECORD = json.loads((Path(__file__).parents[1] / "records" / "elysium-2-seed-1.json").read_text(encoding="utf-8"))


class Attacked:
    """A server process with its usual limits, an attacker, and somebody who plays beside it."""

    def __init__(self, server: TableServer) -> None:
        self.server = server
        self.eve = Client(server.port, address="198.51.100.66")
        self.ann = Client(server.port, address="203.0.113.7")
        self.table = self.ann.new_table()["table"]
        self.moves = 0

    def play(self) -> None:
        """Others are served, from many addresses: the server is well, and a move counts."""
        self.ann.address = f"203.0.113.{self.moves % 250}"
        assert self.ann.get("/healthz", headers={})["status"] == "ok"
        if not (asked := self.asked()):  # the game is over: the attack takes long on a busy machine
            self.table = self.ann.new_table()["table"]
            asked = self.asked()
        view = asked[0]
        label = view["prompt"]["options"][0]["label"]
        answer = self.ann.command(self.table, "move", view["seat"], seq=view["seq"], move=label)
        assert answer.status == 200, answer.body
        self.moves += 1

    def asked(self) -> list[Any]:
        """What is seen at the table from seats that have a choice."""
        return [view for view in self.ann.get(f"/api/tables/{self.table}")["views"] if view["prompt"]]

    @contextlib.contextmanager
    def beside(self, attack: Any, threads: int = 8) -> Iterator[list[Any]]:
        """While the attack runs in so many threads, others play; gives what the attack returned, in the end."""
        stop, found = threading.Event(), list[Any]()

        def again() -> None:
            while not stop.is_set():
                found.append(attack())

        with ThreadPoolExecutor(threads) as pool:
            tasks = [pool.submit(again) for _ in range(threads)]
            try:
                yield found
                while not found:
                    self.play()
            finally:
                stop.set()
            for task in tasks:
                task.result(PATIENCE)

    def check(self) -> None:
        """The server is as it was."""
        self.server.check()
        self.play()
        assert self.server.memory() < MAX_SERVER_BYTES
        assert self.server.measured("pediment_errors_total") == 0, self.server.told()


@contextlib.asynccontextmanager
async def attacked(tmp_path: Path, **settings: Any) -> AsyncIterator[Attacked]:
    server = TableServer(f"sqlite://{tmp_path}/tables.sqlite", tmp_path / "log", **USUAL | settings)
    try:
        await server.start()
        yield await asyncio.to_thread(Attacked, server)
    finally:
        server.kill()


def run(tmp_path: Path, test: Any, **settings: Any) -> None:
    async def main() -> None:
        async with attacked(tmp_path, **settings) as found:
            await asyncio.to_thread(test, found)

    asyncio.run(main())


def statuses(answers: list[Answer]) -> Counter[int]:
    return Counter(answer.status for answer in answers)


def test_hostile_editions(tmp_path: Path) -> None:
    """Dotted keys, deep brackets, names that are not shown: each is refused at once, and the server goes on."""
    dotted = ".".join("a" * 30_000)
    lines = "".join(".".join("a" * 145) + f".b{n} = 1\n" for n in range(200))
    named = pediment.game("elysium").edition_template().replace('"my box"', '"\\u202emy\\u0000box"')
    texts = [f"{dotted} = 1", f"[{dotted}]", lines, "x = " + "[\n" * 20_000, "[" * 60_000, named, dotted * 4]
    wanted = {"game": "elysium", "chairs": [{"kind": "me", "name": "Eve"}, {"kind": "bot", "level": "potter"}]}
    given = iter(texts * 10)
    lock = threading.Lock()

    def test(found: Attacked) -> None:
        def attack() -> Answer:
            with lock:
                text = next(given, texts[0])
            return found.eve.call("POST", "/api/tables", wanted | {"edition": text})

        for text in texts:
            answer = found.eve.call("POST", "/api/tables", wanted | {"edition": text})
            assert answer.status in (400, 422), answer.body
            assert "\\u202e" not in answer.body.decode()
        with found.beside(attack) as answers:
            for _ in range(3):
                found.play()
        assert set(statuses(answers)) <= {400, 422, 429}
        hidden = {"edition": {"name": "x" * 2_000_000}}
        assert found.eve.call("POST", "/api/tables", wanted | {"options": hidden}).status in (413, 429)
        found.check()

    run(tmp_path, test)


def test_an_edition_is_sent_once_and_named_by_its_hash(tmp_path: Path) -> None:
    def test(found: Attacked) -> None:
        text = pediment.game("elysium").edition_template()
        table = found.ann.new_table(edition=text)["table"]
        edition = found.ann.get(f"/api/tables/{table}/edition")
        assert edition["values"]["name"] == edition["name"] == "my box"
        shown = found.ann.get(f"/api/tables/{table}")["table"]["options"]["edition"]
        assert shown == {"name": "my box", "hash": edition["hash"]}
        with found.ann.live(table) as live:
            live.quiet()
            assert live.table["options"]["edition"] == shown
        assert "values" not in found.ann.get(f"/api/tables/{found.table}/edition")

    run(tmp_path, test)


def test_tables_of_titans_do_not_starve_others(tmp_path: Path) -> None:
    """Many tables where only titans play, all of them watched; somebody else's bot answers all the same."""
    titans = [{"kind": "me", "name": "Eve"}, *[{"kind": "bot", "level": "titan"}] * 3]
    many = 12

    def test(found: Attacked) -> None:
        with contextlib.ExitStack() as sockets:
            watching: list[Live] = []
            for _ in range(many):
                eve = Client(found.eve.port, address=found.eve.address)
                table = eve.new_table("elysium", titans)["table"]
                assert eve.command(table, "hand", 0, level="titan").status == 200
                watching.append(sockets.enter_context(eve.live(table)))
            place = watching[-1].until(lambda message: message["type"] == "queue")["place"]
            assert 1 <= place <= many
            bots = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "potter"}]
            ann = Client(found.ann.port, address=found.ann.address)
            table = ann.new_table("elysium", bots)["table"]
            with ann.live(table) as live:
                assert live.play(random.Random(1), most=3) == 3
                found.play()
                live.prompt()  # after the bot's answers
            assert many // 2 <= found.server.measured("pediment_bots_waiting") <= many, (
                "the titans wait for their turns"
            )
        found.check()

    run(tmp_path, test)


def test_analyses_are_shared_by_addresses(tmp_path: Path) -> None:
    def test(found: Attacked) -> None:
        def finished(who: Client) -> str:
            return str(who.post("/api/records", RECORD)["table"])

        eves = [finished(found.eve) for _ in range(analyses.MAX_WAITING_PER_ADDRESS + 1)]
        for table in eves[:-1]:
            assert found.eve.post(f"/api/tables/{table}/analysis")["status"] == "running"
        refused = found.eve.call("POST", f"/api/tables/{eves[-1]}/analysis")
        assert (refused.status, refused.code) == (429, "own-line")
        mine = finished(found.ann)
        assert found.ann.post(f"/api/tables/{mine}/analysis")["status"] == "running"
        places = [found.ann.get(f"/api/tables/{table}/analysis")["queue"] for table in (eves[0], eves[2], mine)]
        assert places[0] == 0, "it is under way"
        assert places[2] <= 2 < places[1], "whoever asks first does not have two turns before others have one"
        found.check()

    run(tmp_path, test)


def long_table(database: str, name: str, lines: int = MAX_CHATTED // 2, most: int = MAX_EVENTS) -> Table:
    """A table with lines of chat, where one move was made and taken back again and again; stored as if played."""
    sitting = Sitting("elysium", 2)
    seat, label = sitting.table.asked, sitting.options()[0]
    assert seat is not None
    pair: list[AnyEvent] = [Acted(at=2e9, seat=seat, move=label, told=7), Undone(at=2e9, seat=seat, to=0, told=7)]
    said = [Chatted(at=2e9, seat=0, text="x" * 500)] * lines
    events = [*sitting.events, *map(write_event, said)]
    events += [*map(write_event, pair)] * ((most - len(events) + 1) // 2)
    table = Table.of(name, events)

    async def keep() -> None:
        store = store_of(database)
        await store.open()
        await store.append(name, 0, events, replace(head_of(table), due=None))
        await store.close()

    asyncio.run(keep())
    return table


def test_costly_requests_are_paid_for(tmp_path: Path) -> None:
    """Views of a table as long as it may be, tables that must be loaded, descriptions: an address has a budget."""
    for n in range(LONG_TABLES):
        long_table(f"sqlite://{tmp_path}/tables.sqlite", f"long-{n}")
    seen = iter(range(1, 1_000_000))

    def test(found: Attacked) -> None:
        first = found.eve.get("/api/tables/long-0/views/2000")
        assert first["seq"] == 2000
        codes: Counter[str] = Counter()

        def attack() -> int:
            n = next(seen)
            table = f"long-{n % LONG_TABLES}"
            paths = (f"{table}/views/{n % 1000 + 1}", f"{table}/cards", table, "nowhere")
            answer = found.eve.call("GET", f"/api/tables/{paths[n % 4]}")
            if answer.status == 429:
                codes[answer.code] += 1
                assert int(answer.headers["retry-after"]) >= 1
            return answer.status

        with found.beside(attack, threads=4) as answers:
            while not codes:
                found.play()
            found.play()
        assert set(answers) <= {200, 404, 429}
        assert set(codes) == {"too-fast"}
        found.check()

    run(tmp_path, test, requests=1.0)  # a tenth of a second of CPU time at once: even a slow machine has that


def test_a_table_takes_only_so_much(tmp_path: Path) -> None:
    """At a table with as many events as there may be only moves count; and chat ends earlier."""
    table = long_table(f"sqlite://{tmp_path}/tables.sqlite", "long")
    long_table(f"sqlite://{tmp_path}/tables.sqlite", "talkative", lines=MAX_CHATTED, most=MAX_CHATTED + 10)
    sitting = Sitting("elysium", 2)

    def test(found: Attacked) -> None:
        people = Client(found.ann.port, sitting.tokens, address="203.0.113.8")
        asked = table.asked
        assert asked is not None
        [view] = [view for view in people.get("/api/tables/long")["views"] if view["prompt"]]
        for kind, fields in (
            ("chat", {"text": "Hello"}),
            ("hand", {"level": "potter"}),
            ("propose", {"seq": view["seq"]}),
            ("leave", {}),
        ):
            refused = people.command("long", kind, asked, **fields)
            assert (refused.status, refused.code) == (409, "full-table"), refused.body
        refused = people.command("talkative", "chat", 0, text="Hello")
        assert (refused.status, refused.code) == (409, "full-chat"), refused.body
        assert people.command("talkative", "chat", 1, text="Hello").status == 200, "nobody takes the word from others"
        move = view["prompt"]["options"][0]["label"]
        assert people.command("long", "move", asked, seq=view["seq"], move=move).status == 200
        found.check()

    run(tmp_path, test)


def test_chairs_are_not_lost_or_taken(tmp_path: Path) -> None:
    """A seat that is asked for again and again is had once; a stranger neither takes one nor starts a listed table."""
    chairs = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    word = "seat_" + "a1" * 16

    def test(found: Attacked) -> None:
        host = Client(found.ann.port, address="203.0.113.21")
        seated = host.new_table(chairs=chairs[:2])
        path = f"/api/tables/{seated['table']}/seats"
        wanted = {"seat": 1, "name": "Ben", "token": word}
        ben = Client(host.port, [seated["invite"]], address="203.0.113.22")
        with found.beside(lambda: ben.call("POST", path, wanted)) as answers:
            found.play()
        assert set(statuses(answers)) <= {201, 429}
        assert {answer.body for answer in answers if answer.status == 201} == {
            json.dumps(
                {"table": seated["table"], "seats": [1], "token": word, "invite": None, "twin": None},
                separators=(",", ":"),
            ).encode()
        }
        assert host.get(f"/api/tables/{seated['table']}", keys=[word])["table"]["yours"] == [1]
        thief = found.eve.call("POST", path, wanted | {"token": "seat_" + "b2" * 16}, keys=[seated["invite"]])
        assert (thief.status, thief.code) == (409, "already-started")

        listed = host.new_table(chairs=chairs, house={"listed": True})["table"]
        sat = found.eve.post(f"/api/tables/{listed}/seats", {"seat": 1, "name": "Eve"})
        found.eve.keys = [sat["token"]]
        with found.beside(lambda: found.eve.command(listed, "start", 1)) as answers:
            found.play()
        assert {answer.code for answer in answers} <= {"only-host", "too-fast"}
        assert host.command(listed, "free", 0, chair=1).status == 200
        assert host.get(f"/api/tables/{listed}")["table"]["yours"] == [0]
        assert host.command(listed, "free", 0, chair=1).status == 200  # it came twice
        assert host.command(listed, "start", 0).status == 200
        found.check()

    run(tmp_path, test, away=0.0)


def test_disk_rematches_and_bad_input(tmp_path: Path) -> None:
    """One address adds so much a day, all of them so much in all; what cannot be read is said to be so."""
    wanted = {"game": "elysium", "chairs": [{"kind": "me", "name": "Eve"}, {"kind": "open"}]}
    numbers = iter(range(1_000_000))
    is_json = {"content-type": "application/json"}
    unreadable = (b'{"name":"\xff\xfe"}', b'{"name":' + b"9" * 5_000 + b"}", b'{"name":"\xed\xa0\x80"}', b"[" * 5_000)

    def test(found: Attacked) -> None:
        ann = Client(found.ann.port, address="203.0.113.31")
        table = ann.new_table(nonce="mine")["table"]
        promised = ann.get(f"/api/tables/{table}")["table"]["commitment"]
        with ann.live(table) as live:
            live.play(random.Random(1))
            receipt = next(message["receipt"] for message in live.heard if message["type"] == "done")
        game = tmp_path / "game.json"
        game.write_text(json.dumps(ann.get(f"/api/tables/{table}/record")), encoding="utf-8")
        verify = ["verify", str(game), "--commitment", promised, "--nonce", "mine", "--receipt"]
        assert [main([*verify, receipt]), main([*verify, "0" * len(receipt)])] == [0, 1]

        operator = Client(ann.port, [TOKEN], address="203.0.113.32")
        before = operator.get("/api/operator")["load"]["tables"]
        with found.beside(lambda: ann.command(table, "rematch", next(numbers) % 2)) as answers:
            found.play()
        assert set(statuses(answers)) == {200}
        assert operator.get("/api/operator")["load"]["tables"] == before + 1
        assert (
            ann.get(f"/api/tables/{ann.get(f'/api/tables/{table}')['table']['rematch']}")["table"]["status"] == "open"
        )

        def bad() -> Answer:
            return found.eve.call("POST", "/api/people", raw=unreadable[next(numbers) % 4], headers=is_json)

        with found.beside(bad) as answers:
            found.play()
        assert set(statuses(answers)) <= {400, 429}
        assert found.eve.call("POST", "/api/people", {"name": "\u202eEve"}).code in ("unprintable", "too-fast")

        eve = Client(ann.port, address="198.51.100.67")
        with found.beside(lambda: eve.call("POST", "/api/tables", wanted), threads=4) as answers:
            while 429 not in statuses(answers):
                found.play()
        assert statuses(answers)[201] == 12
        assert {answer.code for answer in answers if answer.status != 201} <= {"quota", "too-fast"}

        def many() -> Answer:
            return Client(ann.port, address=f"198.51.100.{next(numbers) % 100 + 100}").call(
                "POST", "/api/tables", wanted
            )

        with found.beside(many, threads=4) as answers:
            while 507 not in statuses(answers):
                found.play()
        assert operator.get("/api/operator")["load"]["tables"] == 60
        refused = ann.call("POST", "/api/tables", wanted)
        assert (refused.status, refused.code) == (507, "full")
        used = sum(file.stat().st_size for file in tmp_path.glob("tables.sqlite*"))
        assert used < 60 * MAX_TABLE_BYTES + MAX_LOG_BYTES
        found.check()

    run(tmp_path, test, daily_tables=12, max_tables=60, requests=1e4, commands=1e4, operator=TOKEN)


def test_clocks_and_the_file_hold_and_open_tables_expire(tmp_path: Path) -> None:
    """A clock that is set, a server that was down for a day, and a second one at the same file under other names."""
    path = tmp_path / "tables.sqlite"
    names = [tmp_path / "soft.sqlite", tmp_path / "hard.sqlite"]
    three = [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    listed = {"listed": True}

    def test(found: Attacked) -> None:
        ann = Client(found.ann.port, address="203.0.113.41")
        clocked = ann.new_table(house={"clock": {"kind": "live", "minutes": 30, "seconds": 60}})["table"]
        path_of = f"/api/tables/{clocked}"
        began = time.monotonic()

        def thinks() -> None:
            """The seat that is asked plays, and its bank has paid for no more than the time that has passed."""
            seen = ann.get(path_of)
            [view] = [view for view in seen["views"] if view["prompt"]]
            label = view["prompt"]["options"][0]["label"]
            assert ann.command(clocked, "move", view["seat"], seq=view["seq"], move=label).status == 200
            seen = ann.get(path_of)
            assert not [news for news in seen["table"]["news"] if news["what"] == "time-up"]
            assert [seat["level"] for seat in seen["table"]["seats"]] == [None, None], "no bot plays for them"
            passed = time.monotonic() - began
            assert sum(view["time"]["banks"][view["seat"]] for view in seen["views"]) >= 2 * 30 * 60 - passed

        for ahead in (7_200.0, -7_200.0, 0.0):
            found.server.set_clock(ahead)
            found.play()
            thinks()

        for name, link in zip(names, (Path.symlink_to, Path.hardlink_to), strict=True):
            link(name, path)
        others = [Serving("--port", "0", "--database", str(name)) for name in names]
        found.play()
        for other in others:
            code, _, said = other.ended()
            assert (code, "another server uses" in said) == (2, True), said
        found.play()

        lonely = [found.eve.new_table(chairs=three, house=listed)["table"] for _ in range(5)]
        joined = ann.new_table(chairs=three, house=listed)["table"]
        Client(ann.port, address="203.0.113.42").post(f"/api/tables/{joined}/seats", {"seat": 1, "name": "Ben"})
        private = ann.new_table(chairs=three)["table"]
        found.server.kill()
        found.server.set_clock(25 * 3600.0)
        asyncio.run(found.server.start())
        thinks()
        while set(lonely) & {table["table"] for table in found.ann.get("/api/tables")}:
            found.play()
        for table in lonely:  # gone from the list a moment before it is gone from memory; to ask earlier would keep it
            while (answer := found.eve.call("GET", f"/api/tables/{table}")).status == 200:
                found.play()
            assert answer.code == "no-table"
        for table in (joined, private):
            assert ann.get(f"/api/tables/{table}")["table"]["status"] == "open"
        found.check()

    run(tmp_path, test, clock=tmp_path / "clock")


def test_names_that_mislead_and_votes_that_nobody_can_know(tmp_path: Path) -> None:
    three = [{"kind": "me", "name": "Paul"}, {"kind": "open"}, {"kind": "open"}]
    alike = ["paul", "\u0420\u0430ul", "P\u0430u1", "\uff30\uff41\uff55\uff4c"]
    unseen = ["Pa\u200bul", "\u202ePaul", "\u3164", "Pa\u200dul", "Paul\ufe0f", "\u2800 \u2800", "P\u00adaul"]
    numbers = iter(range(1_000_000))

    def test(found: Attacked) -> None:
        host = Client(found.ann.port, address="203.0.113.51")
        seated = host.new_table(chairs=three)
        path = f"/api/tables/{seated['table']}/seats"
        eve = Client(host.port, [seated["invite"]], address=found.eve.address)

        def named(name: str) -> Answer:
            return eve.call("POST", path, {"seat": 1, "name": name})

        assert {name: named(name).code for name in alike} == dict.fromkeys(alike, "name-taken")
        assert {name: named(name).code for name in unseen} == dict.fromkeys(unseen, "unprintable")
        with found.beside(lambda: named((alike + unseen)[next(numbers) % 11])) as answers:
            found.play()
        assert {answer.code for answer in answers} <= {"name-taken", "unprintable", "too-fast"}
        coder = "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}"
        guest = Client(host.port, [seated["invite"]], address="203.0.113.52")
        assert guest.call("POST", path, {"seat": 1, "name": coder}).status == 201
        names = [seat["name"] for seat in host.get(f"/api/tables/{seated['table']}")["table"]["seats"]]
        assert names[:2] == ["Paul", coder]

        chairs = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "shepherd"}]
        table = host.new_table(chairs=chairs)["table"]
        promised = host.get(f"/api/tables/{table}")["table"]["commitment"]
        with host.live(table) as live:
            live.play(random.Random(1), 2)
            assert live.ask({"type": "propose", "seat": 0, "seq": live.prompt()["seq"]})["type"] == "done"
            found.play()
            live.play(random.Random(2))
        game = tmp_path / "game.json"
        game.write_text(json.dumps(host.get(f"/api/tables/{table}/record")), encoding="utf-8")
        verify = ["verify", str(game), "--commitment", promised]
        assert [main([*verify, *votes]) for votes in ([], ["--votes", "1"], ["--votes", "2"])] == [1, 0, 1]
        found.check()

    run(tmp_path, test, commands=1e4)


def test_it_stops_in_good_order_during_hostile_editions(tmp_path: Path) -> None:
    """SIGTERM is answered, whoever is being read for; nothing of the server is left."""
    texts = ["\n".join(f"[{'.'.join('a' * 140)}.b{n}]" for n in range(200)), "x = " + "[\n" * 20_000]
    wanted = {"game": "elysium", "chairs": [{"kind": "me", "name": "Eve"}, {"kind": "bot", "level": "potter"}]}
    numbers = iter(range(1_000_000))

    def test(found: Attacked) -> None:
        process = found.server.process
        assert process is not None

        def attack() -> int:
            eve = Client(found.eve.port, address=f"198.51.100.{next(numbers) % 200}")
            try:
                return eve.call("POST", "/api/tables", wanted | {"edition": texts[next(numbers) % 2]}).status
            except (OSError, http.client.HTTPException):  # it has stopped
                return 0

        with found.beside(attack) as answers:
            while not answers:
                found.play()
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0, found.server.told()
            found.server.process = None
        assert set(answers) <= {0, 400, 422, 429, 503}
        with pytest.raises(ProcessLookupError):
            os.killpg(process.pid, 0)

    run(tmp_path, test)
