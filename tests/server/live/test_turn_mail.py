"""Mails about turns, by a real SMTP server: confirmed, bounded, turned off by a click, never while somebody is here."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pediment.server.domain.table import Table
from pediment.server.live import turn_mail
from pediment.server.live.mail import Daily, Mailer, is_address, smtp_server
from tests.server.lobby_clients import lobby_of, somebody
from tests.server.playing import Client, Running, serving, until, wait_for
from tests.server.post_office import PostOffice, post_office

DAYS = {"clock": {"kind": "days", "days": 2}}
SENDER = "table@example.org"


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with post_office() as found:
        yield found


@pytest.fixture
def running(office: PostOffice, database: str) -> Iterator[Running]:
    with _serving(office, database) as found:
        yield found


@pytest.fixture
def single(office: PostOffice, tmp_path: Path) -> Iterator[Running]:
    """For what does not depend on the database."""
    with _serving(office, tmp_path / "tables.sqlite") as found:
        yield found


def _serving(office: PostOffice, database: Path | str, **more: Any) -> Any:
    mail = {"smtp": office.url, "mail_from": SENDER, "mail_after": 0.0}
    return serving(database, **mail, public_url="http://127.0.0.1", **more)


def _text(office: PostOffice, n: int = -1) -> str:
    return str(office.mails[n].get_content())


def _word(office: PostOffice, kind: str, n: int = -1) -> str:
    """The word of a link in a mail."""
    found = re.search(rf"http://127\.0\.0\.1/mail#{kind}=(\S+)", _text(office, n))
    assert found
    return found[1]


def _confirmed(running: Running, office: PostOffice, name: str, address: str) -> Client:
    """Somebody whose address is confirmed."""
    client = somebody(running, name)
    mails = len(office.mails)
    answer = client.call("PUT", "/api/me/email", {"address": address})
    assert (answer.status, answer.json) == (200, {"offered": True, "address": address, "confirmed": False})
    wait_for(lambda: len(office.mails) > mails)
    running.client().post(f"/api/mail/confirm/{_word(office, 'confirm')}")
    return client


def _turn_of_ben(ann: Client, ben: Client, name: str = "Ann", **house: Any) -> str:
    """A table of two where it is Ben's turn, whichever seat begins."""
    made = ann.post(
        "/api/tables",
        {"game": "elysium", "chairs": [{"kind": "me", "name": name}, {"kind": "open"}], "house": house or DAYS},
    )
    table = str(made["table"])
    ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Ben"}, keys=[*ben.keys, made["invite"]])
    _play(ann, table, 0)
    return table


def _play(client: Client, table: str, seat: int) -> None:
    """Play until it is somebody else's turn."""
    while True:
        found = client.get(f"/api/tables/{table}")
        [view] = found["views"]
        if not view["prompt"]:
            return
        move = view["prompt"]["options"][0]["label"]
        assert client.command(table, "move", seat, seq=view["seq"], move=move).status == 200


def _gone(running: Running, table: str) -> None:
    """Nobody counts as present at that table for having asked a moment ago."""
    running.server.tables.loaded[table].polled.clear()


def test_an_address_is_confirmed_by_a_link_and_told_to_its_owner_only(running: Running, office: PostOffice) -> None:
    ben = somebody(running, "Ben")
    ben.call("PATCH", "/api/me", {"language": "fr"})
    assert ben.get("/api/me/email") == {"offered": True, "address": "", "confirmed": False}
    assert ben.call("PUT", "/api/me/email", {"address": "ben@example.org"}).status == 200
    wait_for(lambda: len(office.mails) == 1)
    [mail] = office.mails
    assert office.envelopes == [(SENDER, "ben@example.org")]
    assert (mail["From"], mail["To"], mail["Auto-Submitted"]) == (SENDER, "ben@example.org", "auto-generated")
    assert mail.get_content_type() == "text/plain"
    assert "confirmez" in str(mail["Subject"])
    assert "Ben" not in _text(office), "no word of a stranger goes to somebody who did not ask for it"
    word = _word(office, "confirm")
    for wrong in (word + "x", word.partition(".")[0], f"nobody.{word.partition('.')[2]}", ".", "%00.x"):
        assert running.client().call("POST", f"/api/mail/confirm/{wrong}").code in ("no-mail-word", "no-page")
    assert ben.get("/api/me/email")["confirmed"] is False
    assert running.client().post(f"/api/mail/confirm/{word}") == {
        "offered": True,
        "address": "ben@example.org",
        "confirmed": True,
    }
    assert running.client().call("POST", f"/api/mail/confirm/{word}").code == "no-mail-word", "it works once"
    assert "ben@example.org" in json.dumps(ben.get("/api/me/data"))
    assert "email" not in ben.get("/api/me")
    ben.call("PATCH", "/api/me", {"name": "Benno"})
    assert ben.get("/api/me/email")["confirmed"], "other changes leave it as it is"
    assert ben.call("DELETE", "/api/me/email").json["address"] == ""
    assert "ben@example.org" not in json.dumps(ben.get("/api/me/data"))
    assert "ben@example.org" not in running.lines.getvalue()
    assert word.partition(".")[2] not in running.lines.getvalue()


def test_a_turn_is_told_once_in_ones_language_with_a_way_out(running: Running, office: PostOffice) -> None:
    ann, ben = somebody(running, "Ann"), _confirmed(running, office, "Ben", "ben@example.org")
    ben.call("PATCH", "/api/me", {"language": "fr"})
    table = _turn_of_ben(ann, ben)
    wait_for(lambda: len(office.mails) == 2)
    mail = office.mails[1]
    assert str(mail["Subject"]) == "Elysium\u00a0: c’est à vous"
    assert f"http://127.0.0.1/t/{table}" in _text(office)
    assert "Ann" in _text(office)
    off = _word(office, "off")
    assert mail["List-Unsubscribe"] == f"<http://127.0.0.1/api/mail/off/{off}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    _play(ben, table, 1)
    _play(ann, table, 0)
    _gone(running, table)
    # A mail program turns it off by itself, with a form and without an origin
    form = {"content-type": "application/x-www-form-urlencoded"}
    answer = running.client().call("POST", f"/api/mail/off/{off}", raw=b"List-Unsubscribe=One-Click", headers=form)
    assert answer.status == 200
    assert ben.get("/api/me/email")["address"] == ""
    assert running.client().call("POST", f"/api/mail/off/{off}").code == "no-mail-word"


def test_no_mail_where_it_is_not_wanted(single: Running, office: PostOffice) -> None:
    """Without days, without an address that is confirmed, to somebody who is here, to a seat that a bot plays."""
    ann, ben = somebody(single, "Ann"), _confirmed(single, office, "Ben", "ben@example.org")
    cleo = somebody(single, "Cleo")
    cleo.call("PUT", "/api/me/email", {"address": "cleo@example.org"})
    wait_for(lambda: len(office.mails) == 2)
    _turn_of_ben(ann, ben, clock={"kind": "live"})
    _turn_of_ben(ann, cleo)
    with lobby_of(ben):
        _turn_of_ben(ann, ben)
        _settled(single)
    assert len(office.mails) == 2
    table = _turn_of_ben(ann, ben)
    wait_for(lambda: len(office.mails) == 3)
    assert table in _text(office)


def _settled(running: Running) -> None:
    """Wait until no mail is under way."""
    mail = running.server.mail
    assert mail.mailer is not None
    mailer = mail.mailer
    wait_for(lambda: not mail._tasks and not mailer._tasks)


def test_what_was_undone_and_made_again_is_told_once(single: Running, office: PostOffice) -> None:
    ann, ben = somebody(single, "Ann"), _confirmed(single, office, "Ben", "ben@example.org")
    table = _turn_of_ben(ann, ben)
    wait_for(lambda: len(office.mails) == 2)
    live = single.server.tables.loaded[table]

    async def again() -> None:
        single.server.mail.tell(live, 1, Table(table))

    single.do(again)
    _settled(single)
    assert len(office.mails) == 2


def test_a_plan_that_stops_short_is_told(single: Running, office: PostOffice) -> None:
    """No mail for what is played without its player, but one if more is asked than was planned."""
    ann, ben = somebody(single, "Ann"), _confirmed(single, office, "Ben", "ben@example.org")
    table = _turn_of_ben(ann, ben)
    wait_for(lambda: len(office.mails) == 2)
    _gone(single, table)
    live, mail = single.server.tables.loaded[table], single.server.mail
    for planned in (False, True):
        vars(mail)["_told"].clear()

        async def asked_on(planned: bool = planned) -> None:
            mail.tell(live, 1, cast(Table, SimpleNamespace(asked=1, plan_is_due=planned)))

        single.do(asked_on)
        _settled(single)
        assert len(office.mails) == 2 + planned


def test_an_address_gets_so_many_a_day(single: Running, office: PostOffice) -> None:
    ann, ben = somebody(single, "Ann"), _confirmed(single, office, "Ben", "ben@example.org")
    vars(single.server.mail)["_turns"] = Daily(1)
    with lobby_of(ben):  # turns of which nobody had to be told count for nothing
        _turn_of_ben(ann, ben)
        _settled(single)
    for _ in range(2):
        _turn_of_ben(ann, ben)
        _settled(single)
    assert len(office.mails) == 2


def test_a_name_is_no_link_in_a_mail(single: Running, office: PostOffice) -> None:
    ann, ben = somebody(single, "Ann"), _confirmed(single, office, "Ben", "ben@example.org")
    for name, shown in (("evil.example/win", "Player 1"), ("Ann J. Lee", "Ann J. Lee")):
        count = len(office.mails)
        _turn_of_ben(ann, ben, name)
        wait_for(lambda count=count: len(office.mails) > count)  # type: ignore[misc]
        assert f"with {shown}:" in _text(office)
        assert "evil" not in _text(office)


def test_nobody_can_have_others_mailed(single: Running, office: PostOffice) -> None:
    limits = turn_mail.MAX_CONFIRMATIONS
    client = somebody(single, "Ann")
    codes = [
        client.call("PUT", "/api/me/email", {"address": f"a{n}@example.org"}).status for n in range(limits["by"] + 1)
    ]
    assert codes == [200] * limits["by"] + [429]
    victim: list[int] = []
    for n in range(limits["to"] + 2):
        other = Client(single.port, address=f"192.0.2.{n}")
        other.keys = [other.post("/api/people", {"name": f"P{n}"})["key"]]
        victim.append(
            other.call("PUT", "/api/me/email", {"address": ("Victim@Example.org", "victim@example.org")[n % 2]}).status
        )
    assert victim == [200] * limits["to"] + [429] * 2
    _settled(single)
    assert sum(to.lower() == "victim@example.org" for _, to in office.envelopes) <= limits["to"]
    one = Client(single.port, address="192.0.2.200")
    made = [one.post("/api/people", {"name": f"Q{n}"})["key"] for n in range(limits["from"] + 1)]
    told = [
        one.call("PUT", "/api/me/email", {"address": f"q{n}@example.org"}, keys=[key]).status
        for n, key in enumerate(made)
    ]
    assert told == [200] * limits["from"] + [429]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("ben", "bad-address"),
        ("ben@localhost", "bad-address"),
        ("ben@example.org\nBcc: cleo@example.org", "bad-address"),
        ("ben@example.org,cleo@example.org", "bad-address"),
        ("<ben@example.org>", "bad-address"),
        ('"ben"@example.org', "bad-address"),
        (".ben@example.org", "bad-address"),
        ("bén@example.org", "bad-address"),
        ("b@e" + "x" * 300 + ".org", "malformed"),
        ("", "malformed"),
        (7, "malformed"),
    ],
)
def test_bad_addresses(module_server: Running, address: Any, code: str) -> None:
    client = somebody(module_server, "Ben")
    answer = client.call("PUT", "/api/me/email", {"address": address}, headers={"accept-language": "fr"})
    assert answer.code == code
    assert client.get("/api/me/email")["address"] == ""


@pytest.fixture(scope="module")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with post_office() as office, _serving(office, tmp_path_factory.mktemp("mail") / "tables.sqlite") as found:
        yield found


def test_an_address_needs_an_identity_and_a_server_that_sends(module_server: Running, tmp_path: Path) -> None:
    nobody = module_server.client()
    for method in ("GET", "PUT", "DELETE"):
        body = {"address": "ben@example.org"} if method == "PUT" else None
        assert nobody.call(method, "/api/me/email", body).code == "no-person"
    with serving(tmp_path / "tables.sqlite") as silent:
        ben = somebody(silent, "Ben")
        assert ben.get("/api/me/email")["offered"] is False
        assert ben.call("PUT", "/api/me/email", {"address": "ben@example.org"}).code == "no-mail"
        _turn_of_ben(somebody(silent, "Ann"), ben)


def test_whoever_is_forgotten_has_changed_their_mind_or_plays_gets_no_mail(single: Running, office: PostOffice) -> None:
    """Whatever happens between two tries."""
    ann, ben, cleo = (
        somebody(single, "Ann"),
        _confirmed(single, office, "Ben", "ben@example.org"),
        _confirmed(single, office, "Cleo", "cleo@example.org"),
    )
    mailer = single.server.mail.mailer
    assert mailer is not None
    sent: list[Any] = []
    vars(mailer)["send"] = lambda *args: sent.append(args)
    tables = [_turn_of_ben(ann, client) for client in (ben, cleo, cleo)]
    wait_for(lambda: len(sent) == 3)
    wanted = {args[0]: args[4] for args in sent[:2]} | {"played": sent[2][4]}
    assert all(single.do(still) for still in wanted.values())
    _play(cleo, tables[2], 1)
    assert not single.do(wanted["played"])
    assert ben.call("DELETE", "/api/me").status == 200
    assert cleo.call("DELETE", "/api/me/email").status == 200
    assert not any(single.do(still) for still in wanted.values())


def test_what_fails_is_tried_again_and_holds_up_nobody(office: PostOffice) -> None:
    async def run() -> None:
        wanted = [True]

        async def still() -> bool:
            return wanted[0]

        mailer = Mailer(smtp_server(office.url), SENDER, pauses=(0.0, 0.0))
        office.answers = ["451 ben@example.org is busy", "550 no"]
        mailer.send("ben@example.org", "Turn", "Yours", {}, still)
        await until(lambda: mailer.counts["sent"] == 1)
        assert office.asked == 3
        office.answers = ["451 later"] * 3
        mailer.send("ben@example.org", "Turn", "Yours", {}, still)
        await until(lambda: mailer.counts["failed"] == 1)
        wanted[0] = False
        mailer.send("ben@example.org", "Turn", "Yours", {}, still)
        await until(lambda: not mailer._tasks)
        assert (len(office.mails), office.asked) == (1, 6)
        mailer.send("ben@example.org", "Turn", "Yours", {}, still, after=1000.0)
        await mailer.close()

    asyncio.run(run())


def test_a_server_that_says_nothing_holds_up_nobody(tmp_path: Path) -> None:
    """Its silence is waited for in a thread, and nobody waits for the thread."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        with serving(tmp_path / "tables.sqlite", smtp=url, mail_from=SENDER) as running:
            ben = somebody(running, "Ben")
            assert ben.call("PUT", "/api/me/email", {"address": "ben@example.org"}).status == 200
            assert ben.get("/api/me/email")["confirmed"] is False


def test_servers_and_addresses_are_read_strictly() -> None:
    found = smtp_server("smtp://ann%40example.org@mail.example.org:2525", "secret")
    assert (found.host, found.port, found.tls, found.user, found.password) == (
        "mail.example.org",
        2525,
        False,
        "ann@example.org",
        "secret",
    )
    for wrong in (
        "http://mail.example.org",
        "smtp://",
        "smtp://ann:pass@mail.example.org",
        "smtp://h/x",
        "smtp://h?x=1",
    ):
        with pytest.raises(ValueError, match=re.escape(wrong)):
            smtp_server(wrong)
    assert is_address("a.b+c@mail.example.org")
    assert not is_address("a..b@example.org")
