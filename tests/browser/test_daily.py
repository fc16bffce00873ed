"""The deal of the day and duplicate matches, in a browser."""

from __future__ import annotations

import json
import random
import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.people import PATIENCE, PHONE, House, Person
from tests.browser.test_axe import found_by_axe

_TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
_TOKEN = "() => JSON.parse(localStorage.getItem('pediment.daily'))"


@pytest.fixture(scope="module")
def own_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of its own: its bots are busy with the deal."""
    with House(browser, tmp_path_factory.mktemp("daily"), pace=0.0) as running:
        yield running


def _ask(house: House, path: str, key: str, body: Any = None) -> Any:
    """Ask the server without the page, from another address, and as often as an address may."""
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json", "x-forwarded-for": "192.0.2.7"}
    data = None if body is None else json.dumps(body).encode()
    while True:
        request = urllib.request.Request(f"{house.url}/api{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            error.close()
            time.sleep(float(error.headers["retry-after"]))


def _play_out(house: House, table: str, key: str) -> None:
    """Play all own seats to the end."""
    chance = random.Random(3)
    until = time.monotonic() + 10 * PATIENCE
    while time.monotonic() < until:
        found = _ask(house, f"/tables/{table}?wait=1", key)
        if found["table"]["status"] == "over":
            return
        for view in found["views"]:
            if view["prompt"]:
                label = chance.choice(view["prompt"]["options"])["label"]
                move = {"type": "move", "seat": view["seat"], "seq": view["seq"], "move": label}
                _ask(house, f"/tables/{table}/commands", key, move)
    raise AssertionError("the game does not end")


def _looks_well(person: Person) -> None:
    assert found_by_axe(person.page) == []
    assert not person.page.evaluate(_TOO_WIDE)


def test_the_deal_of_the_day_is_begun_and_its_results_are_shown(own_house: House) -> None:
    """The results are made up, since no bot has thought that long."""
    with own_house.visit() as ana:
        page = ana.page
        page.goto("/daily")
        elysium = page.get_by_role("region", name="Elysium")
        expect(elysium).to_contain_text("The results are shown once you have played.")
        expect(elysium.get_by_text("has started it")).to_have_count(0)
        _looks_well(ana)
        elysium.get_by_role("button", name="Play").press("Enter")
        page.wait_for_url("**/t/*")
        table = page.url.rsplit("/", 1)[1]
        page.goto("/daily")
        elysium.get_by_role("button", name="Continue").click()
        page.wait_for_url(f"**/t/{table}")
    with own_house.visit(viewport=PHONE, has_touch=True, is_mobile=True) as ben:
        ben.page.goto("/daily")
        elysium = ben.page.get_by_role("region", name="Elysium")
        expect(elysium).to_contain_text("1 player has started it.")
        expect(ben.page.get_by_role("table")).to_have_count(0)

        def over(route: Route) -> None:
            answer = route.fetch()
            made_up = [_result(1, "Ana", None, 9, True), _result(2, "", "potter", 3), _result(3, "Cleo", None, -4)]
            route.fulfill(response=answer, json=[deal | {"done": True, "results": made_up} for deal in answer.json()])

        ben.page.route("**/api/daily", over)
        ben.page.reload()
        expect(elysium.get_by_role("row", name="1 Ana (you) 50 +9")).to_be_visible()
        expect(elysium.get_by_role("row", name="3 Cleo 50 −4")).to_be_visible()
        _looks_well(ben)


def _result(place: int, name: str, level: str | None, lead: int, yours: bool = False) -> dict[str, Any]:
    return {"place": place, "name": name, "level": level, "points": 50, "lead": lead, "yours": yours}


@pytest.mark.long  # bots that think take part
def test_the_deal_of_the_day(own_house: House) -> None:
    with own_house.visit() as ana:
        page = ana.page
        page.goto("/")
        page.get_by_label("Name").fill("Ana")
        page.get_by_role("link", name="Deal of the day").press("Enter")
        expect(page.get_by_role("heading", name="Deal of the day")).to_be_visible()
        elysium = page.get_by_role("region", name="Elysium")
        expect(elysium).to_contain_text("The results are shown once you have played.")
        _looks_well(ana)
        elysium.get_by_role("button", name="Play").press("Enter")
        page.wait_for_url("**/t/*")
        ana.wait()
        table = page.url.rsplit("/", 1)[1]
        page.goto("/daily")
        expect(elysium.get_by_role("button", name="Continue")).to_be_visible()
        elysium.get_by_role("button", name="Continue").click()
        page.wait_for_url(f"**/t/{table}")
        _play_out(own_house, table, page.evaluate(_TOKEN))
        expect(ana.ending).to_be_visible()
        expect(ana.ending).to_contain_text("Others may still play this deal.")
        expect(ana.ending.get_by_role("link", name="Review")).to_have_count(0)
        expect(ana.ending.get_by_role("button", name="Share")).to_have_count(0)
        expect(ana.ending.get_by_role("button", name="Save the record")).to_have_count(0)
        assert found_by_axe(page) == []
        ana.ending.get_by_role("link", name="See the results").press("Enter")
        expect(elysium.get_by_role("row", name="Ana (you)")).to_be_visible()
        expect(elysium.get_by_role("button", name="Play")).to_have_count(0)
        page.set_viewport_size(PHONE)
        _looks_well(ana)
        page.get_by_role("link", name="Yesterday").click()
        expect(page.get_by_text("There was no deal that day.")).to_be_visible()
        page.goto("/daily")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Français").click()
        expect(page.get_by_role("heading", name="Donne du jour")).to_be_visible()
        expect(elysium.get_by_role("row", name="Ana (vous)")).to_be_visible()
    with own_house.visit() as ben:
        ben.page.goto("/daily")
        started = re.compile("[12] players? ha(s|ve) started it.")  # Ana, and whoever did in another test
        expect(ben.page.get_by_role("region", name="Elysium")).to_contain_text(started)
        expect(ben.page.get_by_role("table")).to_have_count(0)


@pytest.mark.long
def test_a_duplicate_match(own_house: House) -> None:
    with own_house.visit() as ana, own_house.visit(viewport=PHONE, has_touch=True, is_mobile=True) as ben:
        page = ana.page
        page.goto("/play/ephyran")
        page.get_by_label("Name").fill("Ana")
        page.get_by_label("Seat 2").select_option("open")
        page.get_by_label("Duplicate match").check()
        page.get_by_role("button", name="Create the table").click()
        page.wait_for_url("**/t/*")
        expect(page.get_by_text("Two tables with the same deal")).to_be_visible()
        expect(page.get_by_role("button", name="Start with bots")).to_have_count(0)
        invitation = page.get_by_label("link").input_value()
        ben.page.goto(invitation)
        ben.page.get_by_label("Name").fill("Ben")
        ben.page.get_by_role("button", name="Sit down").click()
        expect(page.locator("h1[data-seq]")).to_be_attached()
        expect(ben.page.get_by_role("button", name="Sit down")).to_have_count(0)
        expect(ben.page.locator("h1[data-seq]")).to_be_attached()
        first = page.url.rsplit("/", 1)[1]
        keys = [
            person.page.evaluate("(id) => JSON.parse(localStorage.getItem(`pediment.table.${id}`)).seats[0]", first)
            for person in (ana, ben)
        ]
        other = _ask(own_house, f"/tables/{first}", keys[0])["table"]["deal"]["twin"]
        assert all(_ask(own_house, f"/tables/{other}", key)["table"]["yours"] for key in keys)
        both = ",".join(keys)
        _play_out(own_house, first, both)
        expect(ana.ending).to_contain_text("The other table has the same deal.")
        assert found_by_axe(page) == []
        ana.ending.get_by_role("link", name="Go to the other table").click()
        page.wait_for_url(f"**/t/{other}")
        _play_out(own_house, other, both)
        sums = ana.ending.get_by_role("table", name="Duplicate match")
        expect(sums.get_by_role("row", name="Ben")).to_be_visible()
        expect(ana.ending.get_by_role("link", name="Review")).to_be_visible()
        match = _ask(own_house, f"/tables/{other}/match", keys[0])
        for player in match["players"]:
            row = sums.get_by_role("row", name=player["name"])
            expect(row.get_by_role("cell").last).to_have_text(str(player["total"]))
        ben.page.goto(f"/t/{other}")
        sums = ben.ending.get_by_role("table", name="Duplicate match")
        expect(sums.get_by_role("row", name="Ana")).to_be_visible()
        _looks_well(ben)
