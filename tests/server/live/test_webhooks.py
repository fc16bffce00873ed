"""Webhooks reach the open Internet and what the host has named, nothing else, and never hold up a game."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from pediment.server.live import webhooks
from pediment.server.live.webhooks import Webhooks, is_public

NAMED = frozenset({"127.0.0.1", "hooks.example"})
PUBLIC = "93.184.215.14"
QUICK = (0.0, 0.0, 0.0)
PAYLOAD = {"event": "your turn", "table": "blue-owl"}


class Hook:
    """A real HTTP server that answers as it is told, in order, the last answer for ever."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.connections = 0
        self.open = 0
        self.most_open = 0
        self.hold = asyncio.Event()
        self.hold.set()

    @contextlib.asynccontextmanager
    async def listening(self, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=tls)
        async with server:
            yield server.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.requests.append((first, headers, body))
            await self.hold.wait()
            self.open -= 1
            writer.write(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])
            await writer.drain()
        writer.close()


def answer(status: int, more: str = "") -> bytes:
    return f"HTTP/1.1 {status} Whatever\r\n{more}Content-Length: 0\r\n\r\n".encode()


def resolver(*addresses: str) -> Callable[[str, int], Any]:
    async def resolve(host: str, port: int) -> list[str]:
        return list(addresses)

    return resolve


def deliver(hook: Hook, host: str = "127.0.0.1", **options: Any) -> None:
    async def trial() -> None:
        async with hook.listening() as port:
            webhooks = Webhooks(True, NAMED, **({"pauses": QUICK} | options))
            await webhooks.send(f"http://{host}:{port}/turn/secretpath?key=secretquery", PAYLOAD)

    asyncio.run(trial())


def failures(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    for entry in caplog.records:
        assert "secretpath" not in repr(vars(entry))
        assert "secretquery" not in repr(vars(entry))
    return [vars(entry)["fields"] for entry in caplog.records]


def test_a_message_arrives(caplog: pytest.LogCaptureFixture) -> None:
    hook = Hook(answer(204))
    deliver(hook)
    [(first, headers, body)] = hook.requests
    assert first == "POST /turn/secretpath?key=secretquery HTTP/1.1"
    assert json.loads(body) == PAYLOAD
    assert headers["content-type"] == "application/json"
    assert headers["host"].startswith("127.0.0.1:")
    assert not failures(caplog)


def test_a_named_host_may_be_private() -> None:
    hook = Hook(answer(200))
    deliver(hook, "Hooks.Example", resolve=resolver("127.0.0.1"))
    assert hook.requests[0][1]["host"].startswith("hooks.example:")


def test_the_real_resolver_finds_this_machine(caplog: pytest.LogCaptureFixture) -> None:
    async def trial() -> None:
        assert "127.0.0.1" in await webhooks.resolve("localhost", 80)
        with pytest.raises(OSError, match=r".*"):
            await webhooks.resolve("no.such.host.invalid", 80)
        with pytest.raises(OSError, match="no name"):
            await webhooks.resolve("a" * 100 + ".example", 80)

    asyncio.run(trial())


def test_errors_are_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    hook = Hook(answer(500), b"", answer(503), answer(200))
    deliver(hook)
    assert hook.connections == 4
    assert not failures(caplog)


@pytest.mark.parametrize(
    ("wrong", "tries", "why"),
    [
        (answer(500), 4, "answered 500"),
        (answer(404), 1, "answered 404"),
        (answer(302, "Location: http://127.0.0.1:1/other\r\n"), 1, "answered 302"),
        (b"", 4, "ConnectionError"),
        (b"SSH-2.0-rubbish\r\n", 4, "ConnectionError"),
        (b"HTTP/1.1 " + b"2" * 100_000, 4, "ConnectionError"),
        (b"HTTP/1.1 200", 4, "ConnectionError"),
    ],
)
def test_failures_are_logged_once(caplog: pytest.LogCaptureFixture, wrong: bytes, tries: int, why: str) -> None:
    hook = Hook(wrong)
    deliver(hook)
    assert hook.connections == tries
    [failure] = failures(caplog)
    assert failure["why"] == why
    assert failure["host"].startswith("127.0.0.1:")


def test_nobody_listens(caplog: pytest.LogCaptureFixture) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        port = taken.getsockname()[1]
        asyncio.run(Webhooks(True, NAMED, pauses=QUICK).send(f"http://127.0.0.1:{port}/", PAYLOAD))
    assert [failure["why"] for failure in failures(caplog)] == ["ConnectionRefusedError"]


def test_no_answer_in_time(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(webhooks, "MAX_TRY_SECONDS", 0.2)

    async def trial() -> None:
        hook = Hook(answer(200))
        hook.hold.clear()
        async with hook.listening() as port:
            await Webhooks(True, NAMED, pauses=()).send(f"http://127.0.0.1:{port}/", PAYLOAD)
            hook.hold.set()

    asyncio.run(trial())
    assert [failure["why"] for failure in failures(caplog)] == ["no answer in time"]


def test_a_slow_name_server_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webhooks, "MAX_TRY_SECONDS", 0.1)

    async def slow(host: str, port: int) -> list[str]:
        await asyncio.sleep(60)
        return []

    asyncio.run(Webhooks(True, resolve=slow, pauses=()).send("https://example.org/", PAYLOAD))
    assert [failure["why"] for failure in failures(caplog)] == ["no answer in time"]


def test_only_a_few_at_once_and_a_bounded_queue(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webhooks, "MAX_PENDING_PER_TARGET", 10)

    async def trial() -> Hook:
        hook = Hook(answer(200))
        hook.hold.clear()
        async with hook.listening() as port:
            sender = Webhooks(True, NAMED)
            tasks = [asyncio.create_task(sender.send(f"http://127.0.0.1:{port}/{i}", PAYLOAD)) for i in range(15)]
            while len(hook.requests) < webhooks.MAX_CONCURRENT_PER_TARGET:
                await asyncio.sleep(0.01)
            hook.hold.set()
            await asyncio.gather(*tasks)
            await sender.send(f"http://127.0.0.1:{port}/again", PAYLOAD)  # there is room again
        return hook

    hook = asyncio.run(trial())
    assert len(hook.requests) == 11
    assert hook.most_open == webhooks.MAX_CONCURRENT_PER_TARGET
    assert [failure["why"] for failure in failures(caplog)] == ["too many are pending"] * 5


def test_in_the_background() -> None:
    async def trial() -> None:
        hook = Hook(answer(200))
        async with hook.listening() as port:
            webhooks = Webhooks(True, NAMED)
            webhooks.notify(f"http://127.0.0.1:{port}/", PAYLOAD)
            while not hook.requests:
                await asyncio.sleep(0.01)
            hook.hold.clear()
            webhooks.notify(f"http://127.0.0.1:{port}/", PAYLOAD)
            await asyncio.sleep(0)
            await webhooks.close()
            assert len(asyncio.all_tasks()) <= 3
            hook.hold.set()

    asyncio.run(trial())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for hooks.example, with its key in the same file."""
    openssl = shutil.which("openssl")
    assert openssl is not None
    folder = tmp_path_factory.mktemp("tls")
    command = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=hooks -batch"
    more = ["-addext", "subjectAltName=DNS:hooks.example", "-keyout", str(folder / "key"), "-out", str(folder / "cert")]
    subprocess.run([openssl, *command.split(), *more], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes((folder / "cert").read_bytes() + (folder / "key").read_bytes())
    return both


@pytest.mark.parametrize(
    ("host", "trusted", "why"),
    [
        ("hooks.example", True, None),
        ("127.0.0.1", True, "SSLCertVerificationError"),
        ("hooks.example", False, "SSLCertVerificationError"),
    ],
)
def test_tls_by_the_right_name(
    caplog: pytest.LogCaptureFixture, certificate: Path, host: str, trusted: bool, why: str | None
) -> None:
    hook = Hook(answer(200))
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(certificate)
    names: list[str | None] = []
    server.sni_callback = lambda connection, name, context: names.append(name)
    client = ssl.create_default_context(cafile=str(certificate)) if trusted else None

    async def trial() -> None:
        async with hook.listening(server) as port:
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)  # the server's, refused
            webhooks = Webhooks(True, NAMED, resolve=resolver("127.0.0.1"), tls=client, pauses=())
            await webhooks.send(f"https://{host}:{port}/", PAYLOAD)

    asyncio.run(trial())
    assert [failure["why"] for failure in failures(caplog)] == ([why] if why else [])
    assert len(hook.requests) == (0 if why else 1)
    if host == "hooks.example":
        assert names == [host]


PRIVATE = [
    "127.0.0.1",
    "127.255.0.7",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%1",
    "fec0::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "2001:db8::1",
    "100::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:0:127.0.0.1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a00:1",
    "2001:0:5ef5:79fd::1",
    "2001:0:7f00:1:0:0:80ff:fffe",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    async def never(*args: Any, **options: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(asyncio, "open_connection", never)
    assert not is_public(address)
    for found in ([address], [PUBLIC, address]):
        asyncio.run(Webhooks(True, NAMED, resolve=resolver(*found)).send("https://example.org/", PAYLOAD))
    assert [failure["why"] for failure in failures(caplog)] == ["not a public address"] * 2
    host = f"[{address}]" if ":" in address else address
    for url in (f"http://{host}/", f"https://{host}:8443/x"):
        with pytest.raises(ValueError, match=r"public address|names a host"):
            Webhooks(True).check(url)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::1111", "2a00:1450:4001:810::200e"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)
    Webhooks(True).check(f"https://{f'[{address}]' if ':' in address else address}/")


SPECIAL = [
    # https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast
    *("0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
    *("192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/31"),
    *("192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24"),
    *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32"),
    # https://www.iana.org/assignments/iana-ipv6-special-registry, and multicast
    *("::1/128", "::/128", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64"),
    *("2001::/23", "2001::/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32"),
    *("2001:4:112::/48", "2001:10::/28", "2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16"),
    *("2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "ff00::/8"),
    # IPv4-compatible, IPv4-translated and site-local addresses, which are not in use any more
    *("::/96", "::ffff:0:0:0/96", "fec0::/10"),
    # outside global unicast
    *("::/3", "4000::/2", "8000::/1"),
]


@pytest.mark.parametrize("special", SPECIAL)
def test_special_networks_end_where_the_registries_say(special: str) -> None:
    """The first and the last address are refused; the addresses beside them only if another network has them."""
    network = ipaddress.ip_network(special)
    kind, first, last = type(network[0]), int(network[0]), int(network[-1])
    assert not is_public(str(network[0]))
    assert not is_public(str(network[-1]))
    for beside in (first - 1, last + 1):
        if 0 <= beside < 2**network.max_prefixlen:
            neighbour = kind(beside)
            assert is_public(str(neighbour)) == (not any(neighbour in ipaddress.ip_network(each) for each in SPECIAL))


@pytest.mark.parametrize(
    "prefix", ["::ffff:{}", "::{}", "::ffff:0:{}", "64:ff9b::{}", "64:ff9b:1::{}", "2002:{}::1", "2001:0:{}::1"]
)
def test_an_address_inside_an_address_is_refused(prefix: str) -> None:
    """Even that of a public host: what is in between might lead elsewhere."""
    number = int(ipaddress.IPv4Address(PUBLIC))
    assert not is_public(prefix.format(f"{number >> 16:x}:{number & 0xFFFF:x}"))


def test_python_is_not_asked_what_is_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer depends on its patch level."""
    for kind in (ipaddress.IPv4Address, ipaddress.IPv6Address):
        for name in ("is_global", "is_private", "is_reserved"):
            monkeypatch.setattr(kind, name, property(lambda address: pytest.fail("asked")))
    assert [is_public(address) for address in (PUBLIC, "10.0.0.1", "2606:4700::1111", "2002:a00:1::1")] == [
        True,
        False,
        True,
        False,
    ]


def test_the_address_that_was_checked_is_the_address_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: a name that answers with a public address first and with this machine after."""
    answers = [[PUBLIC], ["127.0.0.1"]]
    called: list[tuple[str, str | None]] = []

    async def rebinding(host: str, port: int) -> list[str]:
        return answers.pop(0)

    async def connect(host: str, port: int, *, server_hostname: str | None, **options: Any) -> None:
        called.append((host, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    asyncio.run(Webhooks(True, resolve=rebinding, pauses=QUICK).send("https://example.org/", PAYLOAD))
    assert called == [(PUBLIC, "example.org")]
    assert not answers


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org/turn?a=b",
        "http://example.org:8080/turn",
        "https://EXAMPLE.org./turn",
        "https://xn--bcher-kva.example/%20",
        "http://127.0.0.1:99/",
        "http://hooks.example:1/",
    ],
)
def test_good_urls(url: str) -> None:
    Webhooks(True, NAMED).check(url)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://example.org/", "begins with"),
        ("file:///etc/passwd", "begins with"),
        ("gopher://example.org/", "begins with"),
        ("example.org/turn", "begins with"),
        ("", "no spaces"),
        ("https://", "names a host"),
        ("https:///turn", "names a host"),
        ("https://me:word@example.org/", "name and password"),
        ("https://example.org@127.0.0.1/", "name and password"),
        ("https://example.org/#x", "no # in it"),
        ("https://example.org:0/", "port"),
        ("https://example.org:22/", "port"),
        ("https://example.org:99999/", "cannot be read"),
        ("https://example.org:x/", "cannot be read"),
        ("https://[::1/", "cannot be read"),
        ("https://example.org/" + "x" * 500, "at most 500"),
        ("https://example.org/a b", "no spaces"),
        ("https://example.org/\r\nHost: evil", "no spaces"),
        ("https://bücher.example/", "no spaces"),
        ("https://①②⑦.⓪.⓪.①/", "no spaces"),
        ("https://example.org\\@127.0.0.1/", "no spaces"),
        ("https://exa%6dple.org/", "names a host"),
        ("https://-example.org/", "names a host"),
        ("https://example..org/", "names a host"),
        ("http://2130706433/", "names a host"),
        ("http://0x7f000001/", "names a host"),
        ("http://0x7f.0.0.0x1/", "names a host"),
        ("http://017700000001/", "names a host"),
        ("http://0177.0.0.1/", "names a host"),
        ("http://127.1/", "names a host"),
        ("http://127.0.1/", "names a host"),
        ("http://1.2.3.4.5/", "names a host"),
        ("http://127.0.0.1./", "public address"),
        ("http://localhost/", "public address"),
        ("http://LOCALHOST.:80/", "public address"),
        ("http://x.localhost/", "public address"),
        ("http://[::ffff:7f00:1]/", "public address"),
    ],
)
def test_bad_urls(caplog: pytest.LogCaptureFixture, url: str, why: str) -> None:
    webhooks = Webhooks(True)
    with pytest.raises(ValueError, match=why):
        webhooks.check(url)
    asyncio.run(webhooks.send(url, PAYLOAD))  # a URL that was good once
    [failure] = failures(caplog)
    assert why in failure["why"]


def test_off_unless_the_host_allows_it(caplog: pytest.LogCaptureFixture) -> None:
    webhooks = Webhooks(False, NAMED)
    with pytest.raises(ValueError, match="sends no webhooks"):
        webhooks.check("https://example.org/")
    asyncio.run(webhooks.send("https://example.org/", PAYLOAD))
    assert len(failures(caplog)) == 1
