"""Puzzles on the page: solved, missed, found again, played on; by mouse, by keyboard and on a phone."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from playwright.sync_api import Locator, Page, expect

from pediment.lab.puzzles import Puzzle, shipped
from tests.browser.people import PHONE, House, Person
from tests.browser.test_axe import found_by_axe


def taking(n: int = 0) -> Puzzle:
    """A puzzle of Elysium whose question is answered on the board, by taking a card."""
    pack = shipped("elysium")
    assert pack is not None
    found = [one for one in pack.puzzles if sum(label.startswith("take") for label in one.labels()) >= 3]
    return [one for one in found if one.answer.startswith("take")][n]


def wrong(puzzle: Puzzle) -> list[str]:
    return [label for label in puzzle.labels() if label.startswith("take") and label != puzzle.answer]


def answer(page: Page, label: str) -> None:
    page.locator(f'[data-choice="{label}"]:visible').first.click()


def question(page: Page) -> Locator:
    return page.get_by_role("region", name="Puzzles")


def test_the_puzzle_of_the_day_is_found_from_the_front_page(person: Person) -> None:
    page = person.page
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()
    for game in ("elysium", "ephyran"):
        pack = shipped(game)
        assert pack is not None
        today = datetime.now(UTC).date()
        link = page.locator(f"section[aria-labelledby='study-{game}'] a.day")
        expect(link).to_contain_text("Puzzle of the day")
        # Midnight may pass meanwhile
        expect(link).to_have_attribute("href", re.compile(f"/puzzles/{game}/[0-9a-f]{{8}}$"))
        if datetime.now(UTC).date() == today:
            assert link.get_attribute("href") == f"/puzzles/{game}/{pack.of_the_day(today).id}"
    page.locator("a.day").first.click()
    expect(question(page)).to_contain_text("Puzzle of the day")
    expect(question(page)).to_contain_text("One answer is clearly the best")


def test_a_solved_puzzle_explains_itself_is_rated_and_played_on(person: Person) -> None:
    puzzle, page = taking(), person.page
    page.goto(f"/puzzles/elysium/{puzzle.id}")
    answer(page, puzzle.answer)
    expect(question(page)).to_contain_text("Right: that is the best answer.")
    expect(question(page).locator("li")).not_to_have_count(0)
    expect(question(page)).to_contain_text(re.compile(r"You: \d+\?"))
    expect(page.locator("[data-choice]:visible")).to_have_count(0)
    page.reload()  # the rating is kept; the same puzzle is not rated again
    before = question(page).locator(".mine").inner_text()
    answer(page, puzzle.answer)
    expect(question(page)).to_contain_text("Right")
    expect(question(page).locator(".mine")).to_have_text(before)
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("Solved at the first try: 1 of 1.")).to_be_visible()
    page.go_back()
    answer(page, puzzle.answer)
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/t/"))
    person.wait()


def test_two_wrong_answers_show_the_solution(person: Person) -> None:
    puzzle, page = taking(), person.page
    page.goto(f"/puzzles/elysium/{puzzle.id}")
    one, two = wrong(puzzle)[:2]
    answer(page, one)
    expect(question(page)).to_contain_text("There is a better answer")
    expect(question(page)).to_contain_text("Try once more.")
    answer(page, two)
    expect(question(page)).to_contain_text("The best answer is")
    expect(question(page)).to_contain_text(f"brings {puzzle.margin} points")
    page.get_by_role("button", name="Try again").click()
    answer(page, puzzle.answer)
    expect(question(page)).to_contain_text("Right")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(question(page)).to_contain_text("One answer is clearly the best")


def test_a_puzzle_by_keyboard_and_in_french(person: Person) -> None:
    puzzle, page = taking(), person.page
    page.goto(f"/puzzles/elysium/{puzzle.id}")
    expect(question(page)).to_be_visible()
    page.keyboard.press("ArrowDown")
    here = "document.activeElement.dataset.choice ?? ''"
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp") * 8:
        if page.evaluate(here) in puzzle.labels():
            break
        page.keyboard.press(key)
    chosen = page.evaluate(here)
    assert chosen in puzzle.labels()
    page.keyboard.press("Enter")
    right = chosen == puzzle.answer
    expect(question(page)).to_contain_text("Right" if right else "There is a better answer")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("region", name="Problèmes")).to_contain_text(
        "c’est la meilleure réponse" if right else "Il y a mieux que"
    )


def test_a_puzzle_that_is_not_there(house: House) -> None:
    with house.visit(allowed="404") as person:
        person.page.goto("/puzzles/elysium/00000000")
        expect(person.page.get_by_role("status")).to_contain_text("There is no such puzzle for Elysium.")
        person.page.get_by_role("link", name="All puzzles").click()
        expect(person.page.get_by_role("heading", name="Puzzles", level=1)).to_be_visible()


def test_puzzles_on_a_phone_and_for_everybody(house: House, person: Person) -> None:
    pack = shipped("ephyran")
    assert pack is not None
    puzzle = pack.puzzles[0]
    with house.visit(viewport=PHONE, has_touch=True) as phone:
        for somebody in (person, phone):
            page = somebody.page
            page.goto("/puzzles")
            expect(page.locator("a.day").first).to_be_visible()
            assert found_by_axe(page) == []
            page.goto(f"/puzzles/ephyran/{puzzle.id}")
            expect(question(page)).to_contain_text("One answer is clearly the best")
            assert found_by_axe(page) == []
            page.get_by_role("button", name="Show the solution").click()
            expect(question(page)).to_contain_text("The best answer is")
            assert found_by_axe(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
