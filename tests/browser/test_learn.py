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
            page.get_by_role("button", name="Continue").click()
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
    page.get_by_role("link", name="Start").first.click()
    step = page.locator("[data-tip^='Step ']")
    expect(step).to_be_visible()
    while not page.locator("[data-choice]:not(.go-on)").count():
        before = step.inner_text()
        page.get_by_role("button", name="Continue").click()
        expect(step).not_to_have_text(before)
    before = step.inner_text()
    page.locator("[data-choice]:not(.pointed, .go-on):visible").first.click()
    expect(page.get_by_role("region", name="The owl").locator(".wrong")).to_be_visible()
    page.reload()
    expect(step).to_have_text(before)


def test_one_initiation_says_why_it_cannot_be_used_and_two_can(house: House, person: Person) -> None:
    page = person.page
    beats = house.post("/lessons/elysium", {"beat": 0})["beats"]
    alone = next(n for n in range(beats) if house.post("/lessons/elysium", {"beat": n})["chapter"] == "Eleusis")
    page.goto("/cards/elysium")
    page.evaluate("beat => localStorage.setItem('pediment.setting.lesson.elysium', beat)", str(alone))
    page.goto("/learn/elysium")
    card = page.locator("[data-place='domain'] [data-card='zeus.initiation']")
    expect(card).to_have_class(re.compile(r"\bpointed\b"))
    expect(card).to_have_attribute("aria-disabled", "true")
    card.click(force=True)  # what is not possible now can still be asked about
    reason = page.get_by_role("note")
    expect(reason).to_contain_text(
        "Initiation (Zeus) is an Eleusis card: it needs another Eleusis card in your Domain."
    )
    expect(reason.get_by_role("link", name="E5.3")).to_be_visible()
    page.keyboard.press("Escape")
    for n, label in enumerate(("take athena.initiation", "use zeus.initiation", "use athena.initiation"), alone):
        expect(page.locator(f"[data-tip='Step {n + 1} of {beats}']")).to_be_visible()
        _answer(person, label, house.post("/lessons/elysium", {"beat": n})["prompt"]["options"])
    expect(page.get_by_role("region", name="The owl")).to_contain_text("2 Gold, and nothing for Leander.")
