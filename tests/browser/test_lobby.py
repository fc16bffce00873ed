"""The lobby, with several people at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.people import PHONE, House, Person
from tests.browser.test_axe import found_by_axe

LISTED = {"listed": True, "clock": {"kind": "days", "days": 3}}


@pytest.fixture
def two(house: House) -> Iterator[tuple[Person, Person]]:
    """Two people with browsers of their own."""
    with ExitStack() as visiting:
        yield visiting.enter_context(house.visit()), visiting.enter_context(house.visit())


def _enter(person: Person, name: str = "") -> None:
    if name:
        person.page.goto("/healthz")
        person.page.evaluate("(name) => localStorage.setItem('pediment.name', name)", json.dumps(name))
    person.page.goto("/lobby")
    expect(person.page.get_by_role("button", name="Find me a game")).to_be_enabled()


def _is(person: Person, name: str) -> str:
    """Be somebody with an identity: its key."""
    made = person.house.post("/people", {"name": name})
    person.page.goto("/healthz")
    for key, value in (("me", {"key": made["key"], "name": name}), ("name", name)):
        person.page.evaluate(
            "([key, value]) => localStorage.setItem(`pediment.${key}`, value)", [key, json.dumps(value)]
        )
    return str(made["key"])


def _played_together(ana: Person, ben: Person, game: str) -> None:
    """Two people with identities, who play at a table."""
    house, keys = ana.house, [_is(ana, "Ana"), _is(ben, "Ben")]
    chairs = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    made = house.post("/tables", {"game": game, "chairs": chairs}, keys[0])
    house.post(f"/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"}, f"{keys[1]},{made['invite']}")


def _open_table(house: House, game: str, name: str, *others: dict[str, str], **rules: Any) -> str:
    chairs = [{"kind": "me", "name": name}, {"kind": "open"}, *others]
    return str(house.post("/tables", {"game": game, "chairs": chairs, "house": {**LISTED, **rules}})["table"])


def _row(person: Person, name: str) -> Locator:
    return person.page.get_by_role("listitem").filter(has_text=name)


def test_two_seekers_meet_and_play(two: tuple[Person, Person]) -> None:
    ana, ben = two
    _enter(ana)
    ana.page.get_by_role("group", name="Game").get_by_role("button", name="Elysium").click()
    ana.page.get_by_role("button", name="Find me a game").click()
    expect(ana.page.get_by_text("Looking for somebody to play Elysium")).to_be_visible()
    _enter(ben)
    expect(ben.page.get_by_text("1 looking for a game")).to_be_visible()
    ben.page.get_by_role("button", name="Find me a game").press("Enter")
    for person in two:
        expect(person.prompt).to_be_visible()
    assert ana.page.url == ben.page.url
    while not (asked := [person for person in two if person.page.title().startswith("●")]):
        ana.page.wait_for_timeout(50)
    asked[0].play(1)


def test_a_bot_is_offered_after_a_while_and_never_forced(newcomer: Person) -> None:
    newcomer.page.clock.install()
    _enter(newcomer)
    newcomer.page.get_by_role("group", name="Game").get_by_role("button", name="Ephyran").click()
    newcomer.page.get_by_role("group", name="Players").get_by_role("button", name="4").click()
    newcomer.page.get_by_role("button", name="Find me a game").click()
    offer = newcomer.page.get_by_role("button", name="Play against a bot")
    expect(newcomer.page.get_by_text("Keep this page open")).to_be_visible()
    expect(offer).to_have_count(0)
    newcomer.page.clock.fast_forward(31_000)
    expect(offer).to_be_visible()
    newcomer.page.get_by_role("button", name="Keep waiting").click()
    expect(offer).to_have_count(0)
    expect(newcomer.page.get_by_text("1 looking for a game")).to_be_visible()
    newcomer.page.clock.fast_forward(31_000)
    offer.click()
    expect(newcomer.prompt).to_be_visible()
    newcomer.page.goto("/lobby")
    expect(newcomer.page.get_by_text("looking for a game")).to_have_count(0)


def test_open_tables_come_and_go_and_are_filtered(person: Person, house: House) -> None:
    _open_table(house, "elysium", "Aglaia")
    _open_table(house, "ephyran", "Thalia", {"kind": "bot", "level": "potter"}, clock={"kind": "none"})
    _enter(person)
    aglaia, thalia = _row(person, "Aglaia"), _row(person, "Thalia")
    expect(aglaia).to_contain_text("Aglaia (host)")
    expect(aglaia).to_contain_text("1 free seat")
    expect(aglaia).to_contain_text("3 days")
    expect(thalia).to_be_visible()
    for group, button, left, other in (
        ("Game", "Ephyran", thalia, aglaia),
        ("Players", "3", thalia, aglaia),
        ("Time limit", "days per move", aglaia, thalia),
        ("At the table", "people only", aglaia, thalia),
    ):
        chosen = person.page.get_by_role("group", name=group).get_by_role("button", name=button)
        chosen.press("Enter")
        expect(other).to_have_count(0)
        expect(left).to_be_visible()
        chosen.press("Enter")
        expect(other).to_be_visible()
    euphrosyne = _open_table(house, "elysium", "Euphrosyne")
    expect(_row(person, "Euphrosyne")).to_be_visible()
    house.post(f"/tables/{euphrosyne}/seats", {"seat": 1, "name": "Ben"})
    expect(_row(person, "Euphrosyne")).to_have_count(0)
    aglaia.get_by_role("link", name="Join").click()
    person.page.get_by_label("Your name").fill("Clio")
    person.page.get_by_role("button", name="Sit down and play").click()
    expect(person.prompt).to_be_visible()


def test_a_table_made_from_the_lobby_is_listed_there(two: tuple[Person, Person]) -> None:
    ana, ben = two
    _enter(ana, "Ariadne")
    _enter(ben)
    ana.page.get_by_role("link", name="Elysium").last.click()
    expect(ana.page.get_by_label("Anyone may join")).to_be_checked()
    expect(ana.page.get_by_label("Seat 2")).to_have_value("open")
    ana.page.get_by_role("button", name="Create the table").click()
    ana.page.wait_for_url("**/t/*")
    expect(_row(ben, "Ariadne")).to_be_visible()
    ana.page.goto("/play/elysium")  # from elsewhere, one plays against a bot at first
    expect(ana.page.get_by_label("Anyone may join")).not_to_be_checked()
    expect(ana.page.get_by_label("Seat 2")).not_to_have_value("open")


def test_a_challenge_is_made_seen_and_accepted(two: tuple[Person, Person]) -> None:
    ana, ben = two
    _played_together(ana, ben, "ephyran")
    for person in two:
        _enter(person)
    expect(_row(ana, "Ben")).to_contain_text("here now")
    ana.page.get_by_role("group", name="Time limit").get_by_role("button", name="days per move").click()
    ana.page.get_by_role("button", name="Challenge Ben").click()
    expect(ana.page.get_by_text("waiting for players")).to_be_visible()
    challenges = ben.page.get_by_role("region", name="Challenges")
    expect(challenges).to_contain_text("Ana challenges you")
    expect(challenges).to_contain_text("Ephyran")
    assert not found_by_axe(ben.page)
    ben.page.goto("/")
    expect(_row(ben, "Ana").filter(has_text="challenge").get_by_role("link", name="Answer")).to_be_visible()
    ben.page.goto("/lobby")
    challenges.get_by_role("button", name="Accept").press("Enter")
    for person in two:
        expect(person.prompt).to_be_visible()


@pytest.mark.long
def test_a_challenge_is_declined(two: tuple[Person, Person]) -> None:
    ana, ben = two
    _played_together(ana, ben, "elysium")
    _enter(ana)
    ana.page.get_by_role("button", name="Challenge Ben").click()
    expect(ana.page.get_by_text("waiting for players")).to_be_visible()
    _enter(ben)
    ben.page.get_by_role("button", name="Decline").click()
    expect(ben.page.get_by_role("region", name="Challenges")).to_have_count(0)
    expect(ana.page.locator("#main").get_by_text("The challenge was declined")).to_be_visible()


@pytest.mark.long
def test_a_page_that_goes_away_looks_for_nobody_and_one_that_comes_back_looks_on(two: tuple[Person, Person]) -> None:
    ana, ben = two
    _enter(ana)
    ana.page.get_by_role("group", name="Game").get_by_role("button", name="Elysium").click()
    ana.page.get_by_role("button", name="Find me a game").click()
    _enter(ben)
    expect(ben.page.get_by_text("1 looking for a game")).to_be_visible()
    ana.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    expect(ben.page.get_by_text("looking for a game")).to_have_count(0)
    ana.page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(ben.page.get_by_text("1 looking for a game")).to_be_visible()


@pytest.mark.long
def test_after_a_restart_a_challenge_is_still_there_and_whoever_looked_looks_on(
    browser: Browser, tmp_path: Path
) -> None:
    with House(browser, tmp_path) as house, ExitStack() as visiting:
        ana, ben = (visiting.enter_context(house.visit(allowed="WebSocket|CONNECTION_REFUSED")) for _ in range(2))
        _played_together(ana, ben, "elysium")
        _enter(ana)
        ana.page.get_by_role("button", name="Challenge Ben").click()
        expect(ana.page.get_by_text("waiting for players")).to_be_visible()
        _enter(ben)
        ben.page.get_by_role("button", name="Find me a game").click()
        challenges = ben.page.get_by_role("region", name="Challenges")
        expect(challenges).to_contain_text("Ana challenges you")
        house.restart()
        expect(ben.page.get_by_text("1 looking for a game")).to_be_visible()
        expect(challenges).to_contain_text("Ana challenges you")
        with house.visit() as cleo:
            _enter(cleo)
            cleo.page.get_by_role("button", name="Find me a game").click()
            for person in (ben, cleo):
                expect(person.prompt).to_be_visible()


@pytest.mark.long
def test_in_french_on_a_phone(house: House) -> None:
    _open_table(house, "elysium", "Aglaia")
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR") as phone:
        phone.page.goto("/lobby")
        expect(_row(phone, "Aglaia")).to_contain_text("(hôte)")
        phone.page.get_by_role("button", name="Me trouver une partie").tap()
        expect(phone.page.get_by_text("Gardez cette page ouverte")).to_be_visible()
        assert not phone.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        assert not found_by_axe(phone.page)
