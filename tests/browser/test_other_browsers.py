"""Both games begin and go on in Firefox and in WebKit, and no page meets an error there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import other_browsers
from tests.browser.other_browsers import OtherBrowser
from tests.browser.people import CHOICES, PATIENCE, READY, House
from tests.depth import MUST

MOVES = 6
PATHS = ["/play/elysium", "/learn/ephyran", "/rules/elysium", "/cards/ephyran"]
_BEGIN = """(game) => {
    const shown = document.getElementById(`game-${game}`)?.closest('section').querySelector('.button.main');
    shown?.click();
    return Boolean(shown);
}"""
_CHOOSE = """(label) => {
    const all = [...document.querySelectorAll(`[data-choice="${label}"]`)].filter((e) => e.offsetParent !== null);
    (all.find((e) => e.classList.contains('choice')) ?? all[0])?.click();
    setTimeout(() => document.querySelector('[role=menuitem]')?.click(), 100);
}"""


@pytest.fixture(scope="module", params=["Firefox", "WebKit"])
def browser_beside(request: pytest.FixtureRequest) -> Iterator[OtherBrowser]:
    """One of the other browsers. Without it the tests are skipped, or fail where it is a must."""
    if lacking := other_browsers.missing(request.param):
        if MUST:
            pytest.fail(lacking)
        pytest.skip(lacking)
    with other_browsers.running(request.param) as browser:
        yield browser


def _until(browser: OtherBrowser, script: str, *given: Any) -> Any:
    """What a function returns as soon as that is something."""
    until = time.monotonic() + PATIENCE
    while not (found := browser.run(script, *given)):
        assert time.monotonic() < until, f"{script}\n{browser.wrong()}"
        time.sleep(0.1)
    return found


@pytest.mark.long
def test_both_games_begin_and_go_on(browser_beside: OtherBrowser, house: House) -> None:
    for game in ("elysium", "ephyran"):
        browser_beside.visit(f"{house.url}/")
        _until(browser_beside, _BEGIN, game)
        for _ in range(MOVES):
            _until(browser_beside, READY)
            labels = _until(browser_beside, CHOICES)
            assert any(_goes_on(browser_beside, label, labels) for label in labels), browser_beside.wrong()
        assert not browser_beside.wrong(), game


@pytest.mark.long
def test_pages_are_shown(browser_beside: OtherBrowser, house: House) -> None:
    for path in PATHS:
        browser_beside.visit(f"{house.url}{path}")
        _until(browser_beside, "() => document.querySelector('main h1, main h2')?.innerText")
        wide = browser_beside.run("() => document.documentElement.scrollWidth > innerWidth")
        assert not wide, path
        assert not browser_beside.wrong(), path


def _goes_on(browser: OtherBrowser, label: str, labels: list[str]) -> bool:
    """Choose that; does it change what can be chosen? A thing that stands for a later question only says why not."""
    browser.run(_CHOOSE, label)
    until = time.monotonic() + PATIENCE / 5
    while browser.run("(before) => JSON.stringify((" + CHOICES + ")()) === before", _written(labels)):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def _written(labels: list[str]) -> str:
    """As the page's own JSON.stringify writes them."""
    return "[" + ",".join(f'"{label}"' for label in labels) + "]"
