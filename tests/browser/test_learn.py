"""The lessons, from the first beat to the last, by what they ask for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import House, Person


@pytest.mark.parametrize("game", ["elysium", pytest.param("ephyran", marks=pytest.mark.long)])
def test_a_lesson_from_the_first_to_the_last_beat(house: House, person: Person, game: str) -> None:
    page = person.page
    page.goto(f"/learn/{game}")
    number = 0
    while True:
        beat = house.post(f"/lessons/{game}", {"beat": number})
        expect(page.locator(f"[data-tip='Step {number + 1} of {beat['beats']}']")).to_be_visible()
        if beat["last"]:
            break
        if beat["expect"]:
            _answer(person, beat["expect"][0], beat["prompt"]["options"])
        else:
            page.get_by_role("button", name="Go on").click()
        number += 1
    page.get_by_role("button", name="Play against a shepherd").click()
    page.wait_for_url(re.compile(r"/t/"))
    person.wait()


def _answer(person: Person, label: str, options: list[dict[str, str]]) -> None:
    """Choose what is expected: the thing of that label, or the pointed one whose menu has it."""
    there = person.page.locator(f'[data-choice="{label}"]:visible')
    (there if there.count() else person.page.locator(".pointed[data-choice]:visible")).first.click()
    caption = next(option["caption"] for option in options if option["label"] == label)
    if person.page.get_by_role("menu").count():
        person.page.get_by_role("menuitem", name=caption, exact=True).click()


def test_a_wrong_move_is_answered_and_the_lesson_is_found_again(person: Person) -> None:
    page = person.page
    page.goto("/learn")
    page.get_by_role("link", name="Begin").first.click()
    step = page.locator("[data-tip^='Step ']")
    expect(step).to_be_visible()
    while not page.locator("[data-choice]:not(.go-on)").count():
        before = step.inner_text()
        page.get_by_role("button", name="Go on").click()
        expect(step).not_to_have_text(before)
    before = step.inner_text()
    page.locator("[data-choice]:not(.pointed, .go-on):visible").first.click()
    expect(page.get_by_role("region", name="The teacher").locator(".wrong")).to_be_visible()
    page.reload()
    expect(step).to_have_text(before)
