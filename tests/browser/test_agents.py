"""Agents that the host offers, as players meet them on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import House
from tests.browser.test_puzzles import answer, taking

AGENTS = "tests.bots.agents"


def test_an_agent_is_chosen_played_against_and_replaced(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PEDIMENT_AGENT", f"plato={AGENTS}:First,duellist={AGENTS}:Duellist")
    with House(browser, tmp_path) as house, house.visit(allowed="CONNECTION_REFUSED") as person:
        page = person.page
        page.goto("/play/ephyran")
        chair = page.get_by_label("Seat 2")
        chair.select_option("bot duellist")
        page.get_by_label("Players").last.select_option("3")
        expect(chair).to_have_value("bot scholar")  # it plays games of two only
        page.get_by_label("Players").last.select_option("2")
        expect(chair).to_have_value("bot duellist")

        page.goto("/")
        strength = page.get_by_label("Strength of the bots")
        expect(strength.get_by_role("option", name="plato")).to_have_count(1)
        expect(strength.get_by_role("option", name="duellist")).to_have_count(0)  # it does not play every game
        strength.select_option("plato")
        page.get_by_role("region", name="Elysium").get_by_role("button", name="Play against a bot").click()
        person.wait()
        expect(page.get_by_role("region", name="Plato", exact=True)).to_be_visible()
        person.move()
        person.wait()

        house.restart(PEDIMENT_AGENT="")
        page.reload()
        person.wait()
        expect(page.get_by_role("region", name="Plato", exact=True)).to_be_visible()
        for _ in range(4):  # until it would have been its turn
            person.move()
        person.wait()
        expect(page.get_by_role("region", name="Scholar", exact=True)).to_be_visible()
        page.get_by_role("tab", name="Players").click()
        expect(page.get_by_role("list", name="Other news")).to_contain_text(
            "A bot is no longer available on this server"
        )

        puzzle = taking()
        page.goto(f"/puzzles/elysium/{puzzle.id}")
        answer(page, puzzle.answer)
        page.get_by_role("button", name="Play on from here").click()
        person.wait()
        expect(page.get_by_role("region", name="Scholar", exact=True)).to_be_visible()
