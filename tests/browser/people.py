"""A server with people before it: each is a browser of their own, and none of them may see anything go wrong."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    TimeoutError,
    ViewportSize,
    expect,
)

from pediment.core import record as records
from pediment.core.game import Game
from pediment.server.web import pages
from tests.server.stores import free_port

PATIENCE = 30.0
THOUGHT = 240.0  # an analysis of a whole game, on a machine that is busy with much else
"""Seconds that a bot's second of thought may take: its process comes last, and tests use all cores."""
RECORDS = Path(__file__).parent.parent / "records"
DESK: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 360, "height": 740}

# What can be chosen now, or the end of the game: an open dialog, a menu, a curtain.
READY = """() => {
    const shown = (e) => e.offsetParent !== null;
    return document.querySelector('dialog[open], .curtain') !== null ||
        [...document.querySelectorAll('[data-choice]')].some(shown);
}"""
CHOICES = """() => {
    const shown = [...document.querySelectorAll('[data-choice]')].filter((e) => e.offsetParent !== null);
    const lit = shown.filter((e) => e.classList.contains('choice'));
    return (lit.length ? lit : shown).map((e) => e.dataset.choice);
}"""
# Whether an answer was taken, or asks to be chosen once more.
_GONE_ON = """(before) => document.querySelector('h1[data-seq]').dataset.seq !== before ||
    document.querySelector('.choice.armed, .answer.main') !== null"""
# The type is there, and the size of the cards is worked out from what was drawn: two frames later all is still, and so
# is what comes after a frame.
STILL = """() => document.fonts.ready.then(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
)"""

expect.set_options(timeout=PATIENCE * 1000)


EMPTY = "/healthz"
"""An address of the server that shows next to nothing."""
OPERATOR = "operator-" + "x" * 40


class House:
    """A server in a process of its own, and the browser that people come with."""

    def __init__(self, browser: Browser, folder: Path, *packages: Path, pace: float = 0.02) -> None:
        """`packages` are folders with more packages for the server, installed or not; a bot takes `pace` seconds."""
        if not (pages.STATIC / "index.html").exists():
            raise AssertionError("the browser table is not built: `make page` builds it into the sources")
        self.browser = browser
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        self._regular: Person | None = None
        self._addresses = cycle(f"203.0.113.{host}" for host in range(1, 255))
        command = [sys.executable, "-m", "pediment.cli", "serve", "--port", str(self.port), "--pace", str(pace)]
        command += ["--think", str(THOUGHT)]
        database = f"sqlite://{(folder / 'tables.sqlite').as_posix()}"
        found = [*map(str, packages), os.environ.get("PYTHONPATH", "")]
        self._command = [*command, "--database", database, "--workers", "1", "--language", "en"]
        self._env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, found)),
            "PEDIMENT_OPERATOR_TOKEN": OPERATOR,
        }
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            return subprocess.Popen(self._command, stdout=log, stderr=log, env=self._env)

    def restart(self, **environ: str) -> None:
        """Stop the server and start it again, on the same database and port, in another environment."""
        self._env |= environ
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.process = self._start()
        self.__enter__()

    def __enter__(self) -> House:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE).close()
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > until:
                    raise AssertionError(self.log.read_text(errors="replace")) from None
                time.sleep(0.05)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._regular:
            self._regular.context.close()
        self.process.terminate()
        self.process.wait(PATIENCE)

    @contextlib.contextmanager
    def visit(self, *, allowed: str = "", **how: Any) -> Iterator[Person]:
        """Somebody comes, with a browser of their own. Errors that match `allowed` are no errors here.

        By default nothing moves, so that nothing has to be waited for; `reduced_motion="no-preference"` lets it. Nor
        does a service worker keep the page for later, which takes as long as to show it; `service_workers="allow"`
        lets it.
        """
        somebody = self._comes(how)
        try:
            yield somebody
        finally:
            somebody.context.close()
        wrong = [what for what in somebody.wrong if not (allowed and re.search(allowed, what))]
        assert not wrong, "\n".join(wrong)

    @contextlib.contextmanager
    def welcome(self) -> Iterator[Person]:
        """Somebody comes as with `visit`, at a third of its cost: with the same page as the one before, after that has
        forgotten everything. What a test changes in the browser itself, such as scripts and routes, would stay.
        """
        somebody, self._regular = self._regular or self._comes({}), None
        try:
            yield somebody
            assert not somebody.wrong, "\n".join(somebody.wrong)
            somebody.forget()
            self._regular = somebody
        finally:
            if self._regular is None:
                somebody.context.close()

    def _comes(self, how: dict[str, Any]) -> Person:
        usual = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        context = self.browser.new_context(**{**usual, "base_url": self.url, **how})
        context.set_extra_http_headers(self.from_elsewhere())
        context.set_default_timeout(PATIENCE * 1000)
        return Person(self, context)

    def from_elsewhere(self) -> dict[str, str]:
        """The header by which a request comes from another address than those before: what the server grants to one
        in a second or a day is less than all the tests of a process need.
        """
        return {"x-forwarded-for": next(self._addresses)}

    def post(self, path: str, body: Any, key: str = "") -> Any:
        """Ask the server for something without a browser."""
        headers = {"content-type": "application/json", "accept-language": "en", **self.from_elsewhere()}
        if key:
            headers["authorization"] = f"Bearer {key}"
        request = urllib.request.Request(f"{self.url}/api{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def get(self, path: str, key: str) -> Any:
        """Look at something without a browser."""
        headers = {"authorization": f"Bearer {key}", **self.from_elsewhere()}
        request = urllib.request.Request(f"{self.url}/api{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def finished(self, record: str) -> str:
        """A table with a recorded game: its id."""
        return str(self.post("/records", recorded(record))["table"])

    def continued(self, record: str, move: int, chairs: list[dict[str, str]], **house: Any) -> tuple[str, str]:
        """A table that goes on from there: its id, and the word of one's seats."""
        return self._go_on(self.finished(record), move, chairs, house)

    def placed(self, game: Game[Any], position: dict[str, Any], *answers: str) -> tuple[str, str]:
        """A table that goes on from a position after these answers, with bots on all seats but the first."""
        state = game.position(position)
        for answer in answers:
            game.play(state, answer)
        chairs = [{"kind": "me", "name": "Ana"}, *[{"kind": "bot", "level": "shepherd"}] * (len(position["seats"]) - 1)]
        table = str(self.post("/records", records.write(game, state))["table"])
        return self._go_on(table, len(answers), chairs, {})

    def _go_on(self, table: str, move: int, chairs: list[dict[str, str]], house: dict[str, Any]) -> tuple[str, str]:
        seated = self.post(f"/tables/{table}/continue", {"move": move, "chairs": chairs, "house": house, "nonce": "0"})
        return seated["table"], seated["token"]


def recorded(name: str, most: int = 1000) -> dict[str, Any]:
    """A record of `tests/records`; or its first decisions, twenty or a multiple of it, as its hashes are made there."""
    record: dict[str, Any] = json.loads((RECORDS / f"{name}.json").read_text(encoding="utf-8"))
    if most < len(record["actions"]):
        record["actions"] = record["actions"][:most]
        record["hashes"] = {n: found for n, found in record["hashes"].items() if int(n) <= most}
        del record["result"]
    return record


class Person:
    """Somebody with a browser."""

    def __init__(self, house: House, context: BrowserContext) -> None:
        self.house = house
        self.context = context
        self.wrong: list[str] = []
        self.chance = random.Random(7)
        context.on("page", self._watch)
        context.on("request", self._check)
        self.page: Page = context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.wrong.append(f"{error}\n{error.stack}"))
        page.on("requestfailed", self._failed)

    def _heard(self, said: ConsoleMessage) -> None:
        late = "/preview?" in said.location["url"] and "422" in said.text  # the question has changed while it was asked
        if said.type == "error" and not late:
            self.wrong.append(f"{said.text} {said.location}")

    def _check(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc != urlsplit(self.house.url).netloc:
            self.wrong.append(f"a request leaves the host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # what was under way when one left the page
            self.wrong.append(f"{request.url}: {request.failure}")

    def forget(self) -> None:
        """Be as if one came for the first time, on an empty page."""
        for page in self.context.pages:
            if page is not self.page:
                page.close()
        self.page.goto(EMPTY)
        self.page.set_viewport_size(DESK)
        self.page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
        tools = self.context.new_cdp_session(self.page)
        tools.send("Storage.clearDataForOrigin", {"origin": self.house.url, "storageTypes": "all"})
        tools.send("Page.resetNavigationHistory")
        tools.detach()
        self.context.set_extra_http_headers(self.house.from_elsewhere())
        self.chance = random.Random(7)
        self.wrong.clear()

    # At a table

    def keep(self, table: str, token: str) -> None:
        """Have a seat's word, as if one had sat down there."""
        if not self.page.url.startswith(self.house.url):
            self.page.goto(EMPTY)
        key, kept = f"pediment.table.{table}", json.dumps({"seats": [token], "at": 0})
        self.page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])

    def sit(self, record: str, move: int, *, seats: int = 2, **house: Any) -> None:
        """At a table that goes on from a recorded game, on the first seat, with bots on the others."""
        chairs = [{"kind": "me", "name": "Ana"}, *[{"kind": "bot", "level": "shepherd"}] * (seats - 1)]
        table, token = self.house.continued(record, move, chairs, **house)
        self.keep(table, token)
        self.page.goto(f"/t/{table}")

    def sit_with_ben(self, game: str, **house: Any) -> None:
        """At a new table, on the first seat, with somebody else on the other."""
        chairs = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
        made = self.house.post("/tables", {"game": game, "chairs": chairs, "house": house})
        self.house.post(f"/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"}, made["invite"])
        self.keep(made["table"], made["token"])
        self.page.goto(f"/t/{made['table']}")

    def sit_at(self, game: Game[Any], position: dict[str, Any], *answers: str) -> None:
        """At a table that goes on from a position, on the first seat, after these answers."""
        table, token = self.house.placed(game, position, *answers)
        self.keep(table, token)
        self.page.goto(f"/t/{table}")
        self.wait()

    def play_bot(self, game: str) -> None:
        """From the front page, in two clicks at most."""
        self.page.goto("/")
        self.page.get_by_label("Strength of the bots").select_option("shepherd")
        self.page.get_by_role("region", name=game).get_by_role("button", name="Play against a bot").click()

    @property
    def prompt(self) -> Locator:
        """The bar with the question."""
        return self.page.get_by_role("region", name=re.compile("^(Your move|À vous)$"))

    @property
    def ending(self) -> Locator:
        """The end of a game."""
        return self.page.get_by_role("dialog", name=re.compile("End of the game|Fin de la partie"))

    def wait(self) -> None:
        """Until one is asked, or the game is over."""
        try:
            self.page.wait_for_function(READY)
        except TimeoutError as error:
            raise AssertionError(f"nothing is asked: {self.prompt.inner_text()}\n{self.wrong}") from error

    def choices(self) -> list[str]:
        """What can be chosen on the board; where nothing can, the buttons."""
        self.wait()
        found: list[str] = self.page.evaluate(CHOICES)
        return found

    def of(self, label: str) -> Locator:
        """The thing that stands for an answer: on the board if it is there, else its button."""
        there = self.page.locator(f'.choice[data-choice="{label}"]:visible')
        return (there if there.count() else self.page.locator(f'[data-choice="{label}"]:visible')).first

    def choose(self, label: str, how: Callable[[Locator], None] = lambda there: there.click()) -> None:
        """Choose a thing, then one of what it can do."""
        how(self.of(label))
        items = self.page.get_by_role("menuitem").all() or self.page.locator("#reader.sheet .actions button").all()
        if items:
            how(self.chance.choice(items))

    def move(self) -> None:
        """Choose at random, what asks twice once more, until the table has gone on."""
        title = self.page.locator("h1[data-seq]")
        before = title.get_attribute("data-seq")
        while title.get_attribute("data-seq") == before:
            self.play(1)
            self.page.wait_for_function(_GONE_ON, arg=before)

    def play(self, most: int = 1000, how: Callable[[Locator], None] = lambda there: there.click()) -> int:
        """Choose at random until the game is over, at most `most` times; returns how often."""
        for n in range(most):
            labels = self.choices()
            if self.ending.count():
                return n
            self.choose(self.chance.choice(labels), how)
        return most
