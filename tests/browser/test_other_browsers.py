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
_SEQ = "() => document.querySelector('h1[data-seq]').dataset.seq"
_CHOOSE = """(label) => {
    const all = [...document.querySelectorAll(`[data-choice="${label}"]`)].filter((e) => e.offsetParent !== null);
    (all.find((e) => e.classList.contains('choice')) ?? all[0]).click();
}"""
# Whether the table has gone on. Until then, a thing with several answers asks for one of them in a menu, and what gives
# something up for good asks to be chosen once more.
_GOES_ON = """(before) => {
    if (document.querySelector('h1[data-seq]').dataset.seq !== before) return true;
    const shown = [...document.querySelectorAll('[role=menuitem], .choice.armed, .answer.main')];
    shown.find((e) => e.offsetParent !== null)?.click();
    return false;
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
            label, *_ = _until(browser_beside, CHOICES)
            before = browser_beside.run(_SEQ)
            browser_beside.run(_CHOOSE, label)
            _until(browser_beside, _GOES_ON, before)
        assert not browser_beside.wrong(), game


@pytest.mark.long
def test_pages_are_shown(browser_beside: OtherBrowser, house: House) -> None:
    for path in PATHS:
        browser_beside.visit(f"{house.url}{path}")
        _until(browser_beside, "() => document.querySelector('main h1, main h2')?.innerText")
        wide = browser_beside.run("() => document.documentElement.scrollWidth > innerWidth")
        assert not wide, path
        assert not browser_beside.wrong(), path
