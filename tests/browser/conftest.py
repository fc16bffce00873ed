"""A real browser before a real server. Without a Chromium the tests are skipped, or fail where it is a must."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.people import House, Person
from tests.depth import MUST


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    program = chromium.found()
    if program is None:
        if MUST:
            pytest.fail(chromium.LEFT_OUT)
        pytest.skip(chromium.LEFT_OUT)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a process, which people visit with that browser."""
    folder: Path = tmp_path_factory.mktemp("house")
    with House(browser, folder) as running:
        yield running


@pytest.fixture
def person(house: House) -> Iterator[Person]:
    """Somebody before a desk's screen. What went wrong in the browser fails the test."""
    with house.welcome() as somebody:
        yield somebody


@pytest.fixture
def newcomer(house: House) -> Iterator[Person]:
    """The same with a browser of their own, for a test that changes it: by scripts, routes, listeners."""
    with house.visit() as somebody:
        yield somebody


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A browser's page that may load nothing but the file, and may not complain."""
    context = browser.new_context(reduced_motion="reduce")
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("console", lambda message: wrong.append(message.text))
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("dialog", lambda dialog: wrong.append(dialog.message))
    opened.on("request", lambda request: wrong.append(request.url) if not request.is_navigation_request() else None)
    yield opened
    context.close()
    assert wrong == []
