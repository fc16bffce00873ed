"""Firefox and WebKit as Debian has them: Firefox is driven by WebDriver BiDi, WebKit by its own driver."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import connect

from tests.browser.people import DESK, PATIENCE
from tests.server.stores import free_port

_WEBKIT = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)
# Where there is no way to ask the browser, the page itself notes what goes wrong.
_LISTEN = """() => {
    window.wrong = [];
    addEventListener('error', (event) => window.wrong.push(String(event.error ?? event.message)));
    addEventListener('unhandledrejection', (event) => window.wrong.push(String(event.reason)));
    const { error } = console;
    console.error = (...said) => (window.wrong.push(said.join(' ')), error(...said));
}"""


# What Firefox says of a request that was under way when one left the page; a part that is really lacking is told of by
# the page too.
_LEFT = "A ServiceWorker intercepted the request and encountered an unexpected error"


class OtherBrowser(Protocol):
    """What a test asks of a browser."""

    def visit(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    def run(self, script: str, *given: Any) -> Any:
        """What a function of JavaScript returns for these arguments, as JSON."""

    def wrong(self) -> list[str]:
        """The errors that the page met."""


class Firefox:
    """Firefox by WebDriver BiDi, which it speaks itself."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._count = 0
        self._wrong: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.setViewport", context=self._page, viewport=DESK)

    def _ask(self, method: str, **params: Any) -> Any:
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                text = str(told["params"]["text"])
                if _LEFT not in text:
                    self._wrong.append(text)
            if told.get("id") == self._count:
                assert told["type"] == "success", told
                return told["result"]

    def visit(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, script: str, *given: Any) -> Any:
        call = f"JSON.stringify(({script})(...{json.dumps(given)}) ?? null)"
        found = self._ask("script.evaluate", expression=call, target={"context": self._page}, awaitPromise=False)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wrong(self) -> list[str]:
        return self._wrong


class WebKit:
    """WebKitGTK's own small browser by its WebDriver."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(_WEBKIT), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self._url += "/" + self._ask("", wanted)["sessionId"]

    def _ask(self, path: str, body: Any) -> Any:
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self._url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=4 * PATIENCE) as answer:  # it comes once the browser has started
            return json.load(answer)["value"]

    def visit(self, address: str) -> None:
        self._ask("/url", {"url": address})
        self.run(_LISTEN)

    def run(self, script: str, *given: Any) -> Any:
        return self._ask("/execute/sync", {"script": f"return ({script})(...arguments) ?? null", "args": list(given)})

    def wrong(self) -> list[str]:
        found: list[str] = self.run("() => window.wrong")
        return found


def missing(name: str) -> str:
    """What is not there of a browser; empty if all is."""
    if name == "Firefox":
        return "" if _firefox() else "there is no Firefox; Debian has it as firefox-esr"
    tools = all(map(shutil.which, ("WebKitWebDriver", "Xvfb"))) and _WEBKIT
    return "" if tools else "there is no WebKitGTK with its driver; Debian has it as webkit2gtk-driver, with xvfb"


def _firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


@contextmanager
def running(name: str) -> Iterator[OtherBrowser]:
    """That browser, with nothing in it."""
    with _running_firefox() if name == "Firefox" else _running_webkit() as browser:
        yield browser


@contextmanager
def _running_firefox() -> Iterator[OtherBrowser]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [str(_firefox()), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        with _ended(subprocess.Popen(command, stderr=subprocess.PIPE, text=True)) as process:
            assert process.stderr
            told = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            address = next(found[1] for found in told if found)
            with connect(f"{address}/session", max_size=None, open_timeout=PATIENCE) as socket:
                yield Firefox(socket)


@contextmanager
def _running_webkit() -> Iterator[OtherBrowser]:
    screen = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{DESK['width']}x{DESK['height']}x24"]
    with _ended(subprocess.Popen(screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)) as display:
        assert display.stdout
        # Root has no sandbox, and there is no graphics card
        env = {"DISPLAY": f":{display.stdout.readline().strip()}", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        port = free_port()
        # It reserves more memory than tests may have
        command = ["sh", "-c", f"ulimit -S -d unlimited && exec WebKitWebDriver --port={port}"]
        with _ended(subprocess.Popen(command, env=os.environ | env | {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"})):
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=PATIENCE).close()
                    break
                except OSError:
                    assert time.monotonic() < until, "WebKit's driver does not answer"
                    time.sleep(0.1)
            yield WebKit(port)


@contextmanager
def _ended(process: subprocess.Popen[Any]) -> Iterator[subprocess.Popen[Any]]:
    """The process, which ends with what it is needed for."""
    with process:
        try:
            yield process
        finally:
            process.terminate()
