"""The lessons: chapter by chapter by what they ask for, the puzzles after them, and what is kept of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import pediment
from pediment.core.lesson import Lesson, lesson_of
from pediment.lab.chapters import Course
from pediment.lab.puzzles import shipped
from tests.browser.people import PHONE, House, Person
from tests.browser.test_axe import found_by_axe
from tests.browser.test_people import become, identity


def course(game: str) -> Course:
    kit = pediment.kit(game)
    assert kit.lesson is not None
    return Course(lesson_of(kit.game(), kit.lesson), shipped(game))


def owl(page: Page) -> Locator:
    return page.get_by_role("region", name="The owl")


def go_through(person: Person, lesson: Lesson, chapter: str) -> None:
    """From the first step of a chapter to its last, as it is asked for."""
    steps = lesson.steps[chapter]
    for n, step in enumerate(steps):
        expect(person.page.locator(f"[data-tip='Step {n + 1} of {len(steps)}']")).to_be_visible()
        if step.line.expect:
            beat = person.house.post(f"/lessons/{lesson.game.name}", {"chapter": chapter, "beat": n})
            answer(person, beat["expect"], beat["prompt"]["options"])
        elif n + 1 < len(steps):
            person.page.get_by_role("button", name="Continue").click()


def answer(person: Person, label: str, options: list[dict[str, str]]) -> None:
    """Choose what is expected: the thing of that label, or the pointed one whose menu has it."""
    there = person.page.locator(f'[data-choice="{label}"]:visible')
    (there if there.count() else person.page.locator(".pointed[data-choice]:visible")).first.click()
    caption = next(option["caption"] for option in options if option["label"] == label)
    if person.page.get_by_role("menu").count():
        person.page.get_by_role("menuitem", name=caption, exact=True).click()


def keep(page: Page, progress: dict[str, Any]) -> None:
    """As if one had come so far in Elysium."""
    page.goto("/cards/elysium")
    page.evaluate("kept => localStorage.setItem('pediment.setting.lessons', kept)", json.dumps({"games": progress}))


@pytest.mark.parametrize(
    ("game", "chapters"),
    [
        ("elysium", ["gods", "well"]),
        ("ephyran", ["exchange"]),
        pytest.param("elysium", None, marks=pytest.mark.long),
        pytest.param("ephyran", None, marks=pytest.mark.long),
    ],
)
def test_chapters_from_their_first_to_their_last_step(person: Person, game: str, chapters: list[str] | None) -> None:
    page, lesson = person.page, course(game).lesson
    chapters = chapters or lesson.chapters
    page.goto(f"/learn/{game}/{chapters[0]}")
    for chapter in chapters:
        expect(page).to_have_url(re.compile(f"/learn/{game}/{chapter}$"))
        go_through(person, lesson, chapter)
        expect(owl(page)).to_contain_text("Well done!")
        if chapter != lesson.chapters[-1]:
            page.get_by_role("link", name=re.compile("^Next: ")).click()
    if chapters == lesson.chapters:
        page.get_by_role("button", name="Play against a shepherd").click()
        page.wait_for_url(re.compile(r"/t/"))
        person.wait()


def test_a_chapter_is_complete_when_its_puzzles_are_solved(house: House, person: Person) -> None:
    page, learning = person.page, course("ephyran")
    [first, second, third] = learning.puzzles["city"]
    asked = page.get_by_role("region", name="Puzzles")
    page.goto("/learn")
    panel = page.locator("section[aria-labelledby='study-ephyran']")
    expect(panel.get_by_role("listitem")).to_have_count(len(learning.lesson.chapters))
    expect(panel).to_contain_text("3 min, 7 steps · puzzles 0/3")
    assert found_by_axe(page) == []
    panel.get_by_role("link", name="Start").click()
    go_through(person, learning.lesson, "city")
    expect(owl(page)).to_contain_text("Puzzles on this chapter: 0 of 3 solved.")
    assert found_by_axe(page) == []
    page.keyboard.press("Enter")  # the way on
    for puzzle in (first, second, third):
        expect(page).to_have_url(re.compile(f"/puzzles/ephyran/{puzzle.id}\\?chapter=city$"))
        if puzzle is second:  # not at the first try: only the rating knows the difference
            _choose(page, puzzle.second)
            expect(asked).to_contain_text("There is a better answer")
        _choose(page, puzzle.answer)
        expect(asked).to_contain_text("Right")
        if puzzle is not third:
            page.get_by_role("link", name="Next puzzle").click()
    page.get_by_role("link", name="Next chapter").click()
    expect(page).to_have_url(re.compile("/learn/ephyran/changes$"))
    expect(page.locator("[data-tip='Step 1 of 5']")).to_be_visible()
    page.goto("/learn")
    expect(panel).to_contain_text("Chapters complete: 1 of 6")
    expect(panel.get_by_role("listitem").first).to_contain_text("complete")
    expect(panel.get_by_role("listitem").nth(1)).to_contain_text("begun")
    expect(panel.get_by_role("link", name="Resume: Replacing, and Dionysus")).to_be_visible()
    panel.get_by_role("link", name="Your city").click()
    expect(owl(page)).to_contain_text("Puzzles on this chapter: 3 of 3 solved.")
    expect(page.get_by_role("link", name=re.compile("^Puzzle "))).to_have_count(0)


def _choose(page: Page, label: str) -> None:
    page.locator(f'[data-choice="{label}"]:visible').first.click()


def test_a_lesson_is_found_again_here_and_with_an_identity_anywhere(house: House, person: Person) -> None:
    page = person.page
    page.goto("/learn")
    page.get_by_role("link", name="Start").first.click()
    step = page.locator("[data-tip^='Step ']")
    expect(step).to_be_visible()
    choice, go_on = page.locator("[data-choice]:not(.go-on)"), page.get_by_role("button", name="Continue")
    expect(choice.or_(go_on).first).to_be_visible()
    while not choice.count():
        before = step.inner_text()
        go_on.click()
        expect(step).not_to_have_text(before)
        expect(choice.or_(go_on).first).to_be_visible()
    here = step.inner_text()
    page.locator("[data-choice]:not(.pointed, .go-on):visible").first.click()
    expect(owl(page).locator(".wrong")).to_be_visible()
    page.reload()
    expect(step).to_have_text(here)
    # Once there is an identity, it takes all that along
    key, _ = identity(house, "Ana")
    become(person, key, "Ana")
    page.goto("/learn/elysium")
    expect(step).to_have_text(here)
    expect(page).to_have_url(re.compile("/learn/elysium/cards$"))
    page.get_by_role("button", name="Previous step").click()
    expect(step).not_to_have_text(here)
    now = step.inner_text()
    with house.visit() as laptop:
        become(laptop, key, "Ana")
        laptop.page.goto("/learn/elysium")
        expect(laptop.page.locator("[data-tip^='Step ']")).to_have_text(now)
        laptop.page.goto("/learn")
        expect(laptop.page.get_by_role("link", name="Resume: Cards and columns")).to_be_visible()


def test_one_initiation_says_why_it_cannot_be_used_and_two_can(person: Person) -> None:
    page = person.page
    page.goto("/learn/elysium/eleusis")
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
    go_through(person, course("elysium").lesson, "eleusis")
    expect(owl(page)).to_contain_text("2 Gold, and nothing for Leander.")


def test_what_is_kept_may_be_of_a_longer_lesson_and_what_is_not_there_is_said(house: House) -> None:
    with house.visit(allowed="404") as person:
        page = person.page
        keep(page, {"elysium": {"cards": {"beat": 900, "read": False, "solved": []}, "castle": {"beat": 1}}})
        page.goto("/learn/elysium")
        expect(page.locator("[data-tip='Step 9 of 9']")).to_be_visible()
        page.goto("/learn/elysium/castle")
        expect(page.get_by_role("status")).to_contain_text("There is no such chapter or step in this lesson.")
        page.get_by_role("link", name="All chapters").click()
        expect(page.get_by_role("heading", name="Learn", exact=True)).to_be_visible()


def test_chapters_on_a_phone_and_in_french(house: House) -> None:
    with house.visit(viewport=PHONE, has_touch=True, locale="fr-FR") as phone:
        page = phone.page
        keep(page, {"elysium": {"cards": {"beat": 8, "read": True, "solved": []}}})
        page.goto("/learn")
        panel = page.locator("section[aria-labelledby='study-elysium']")
        expect(panel).to_contain_text("Chapitres terminés : 0 sur 9")
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        panel.get_by_role("link", name="Cartes et Colonnes").click()
        expect(page.get_by_role("region", name="La chouette")).to_contain_text("0 résolu sur 3")
        for way in ("Suite : La Quête", "Tous les chapitres"):
            expect(page.get_by_role("link", name=way)).to_be_in_viewport(ratio=1)
        assert found_by_axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
