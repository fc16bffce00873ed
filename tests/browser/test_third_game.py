"""A game of another package, of which the page knows only what the server tells: found, set up, played, reviewed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from pediment.testing.toy import GAME
from tests import pebbles
from tests.browser.people import PHONE, STILL, House, Person
from tests.browser.test_axe import found_by_axe

_TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def guest_house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server beside which the package of Pebbles is installed."""
    folder: Path = tmp_path_factory.mktemp("guest-house")
    with House(browser, folder, pebbles.distribution(folder / "site")) as running:
        yield running


def test_found_set_up_and_played_to_its_end_by_mouse(guest_house: House) -> None:
    with guest_house.visit(allowed="422") as person:  # an option is refused below
        page = person.page
        page.goto("/")
        listed = page.get_by_role("region", name="Pebbles")
        expect(listed.get_by_role("button", name="Play against a bot")).to_be_visible()
        expect(listed.get_by_role("link", name="Teach me")).to_have_count(0)
        assert not found_by_axe(page)
        listed.get_by_role("link", name="More options").click()

        expect(page.get_by_role("heading", name="New Pebbles table")).to_be_visible()
        copies = page.get_by_label("Copies")
        expect(copies).to_have_accessible_description("number of pebbles of each value, 1 to 9, usually 3")
        assert not found_by_axe(page)
        make = page.get_by_role("button", name="Create the table")
        copies.fill("many")
        make.click()
        expect(page.get_by_role("alert")).to_contain_text("copies must be a number from 1 to 9, not 'many'")
        copies.fill("2")
        page.get_by_label("Seat 2").select_option("bot shepherd")
        make.click()

        person.wait()
        expect(page).to_have_title("● Your turn · Pebbles · Pediment")
        table = page.get_by_role("region", name="On the table")
        expect(table).to_contain_text("Bag size")
        expect(page.get_by_role("region", name="Shepherd")).to_contain_text("Open")
        assert not found_by_axe(page)
        before = person.prompt.bounding_box()
        assert person.play(2) == 2
        person.wait()
        assert person.prompt.bounding_box() == before
        _keys_work(person)
        person.play()
        _ended(person, pebbles_drawn=8)
        assert not found_by_axe(page)
        _reviewed(person)


def test_an_answer_with_a_place_is_the_piece_that_it_names(guest_house: House) -> None:
    position = {"seats": [{"open": [1, 2, 2]}, {"open": [1]}], "to_move": 1, "draws": [4]}
    with guest_house.visit() as person:
        person.sit_at(GAME, position, "open")
        mine = person.page.get_by_role("region", name="Ana")
        expect(mine.locator("[data-choice='discard 1']")).to_have_count(1)
        expect(mine.locator("[data-choice='discard 2']")).to_have_count(2)  # alike
        expect(person.page.locator("[data-choice]")).to_have_count(3)  # no button, and not the other player's pebble
        assert not found_by_axe(person.page)
        mine.locator("[data-choice='discard 1']").click()
        expect(mine.get_by_role("list", name="Open")).to_have_text(re.compile(r"^\s*2\s*2\s*$"))


@pytest.mark.long
def test_played_by_touch_on_a_phone(guest_house: House) -> None:
    with guest_house.visit(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark") as person:
        page = person.page
        for path in ("/", "/play/pebbles", "/cards/pebbles", "/rules/pebbles"):
            page.goto(path)
            expect(page.locator("main h1, main h2").first).to_be_attached()
            assert not page.evaluate(_TOO_WIDE), path
        page.goto("/play/pebbles")
        page.get_by_label("Copies").fill("2")
        page.get_by_label("Seat 2").select_option("bot shepherd")
        page.get_by_role("button", name="Create the table").tap()
        person.wait()
        place = person.prompt.bounding_box()
        assert place
        assert place["y"] + place["height"] <= PHONE["height"] + 1
        answers = page.get_by_role("region", name="Answers").get_by_role("button")
        expect(answers).to_have_count(2)
        assert not found_by_axe(page)
        while not person.ending.count():
            assert person.prompt.bounding_box() == place
            assert not page.evaluate(_TOO_WIDE)
            person.play(1, lambda there: there.tap())
            person.wait()
        _ended(person, pebbles_drawn=8)
        assert not page.evaluate(_TOO_WIDE)
        assert not found_by_axe(page)


@pytest.mark.long
def test_two_people_at_one_screen_see_only_their_own_pebbles(guest_house: House) -> None:
    with guest_house.visit() as person:
        page = person.page
        page.goto("/play/pebbles")
        page.get_by_label("Your name").fill("Ana")
        page.get_by_label("Seat 2").select_option("here")
        page.get_by_label("Their name").fill("Ben")
        page.get_by_label("Copies").fill("1")
        page.get_by_role("button", name="Create the table").click()
        curtain = page.get_by_role("button", name=re.compile(r"I am (Ana|Ben): show my hand"))
        for name, other in [("Ana", "Ben"), ("Ben", "Ana"), ("Ana", "Ben"), ("Ben", "Ana")]:
            person.wait()
            expect(curtain).to_contain_text(name)
            expect(page.get_by_role("region", name=other)).to_have_count(0)
            curtain.click()
            expect(_pieces(page.get_by_role("region", name=name), "Hidden").filter(has_text="?")).to_have_count(0)
            expect(page.get_by_role("region", name=other)).to_be_visible()
            theirs = _pieces(page.get_by_role("region", name=other), "Hidden")
            expect(theirs.filter(has_text="?")).to_have_count(theirs.count())
            page.get_by_role("button", name="Draw a pebble and hide it").click()
        _ended(person, pebbles_drawn=4)
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        hidden = [_pieces(page.get_by_role("region", name=name), "Hidden") for name in ("Ana", "Ben")]
        assert sorted(text for seat in hidden for text in seat.all_inner_texts()) == ["1", "2", "3", "4"]
        _reviewed(person)


def test_rules_and_cards_in_french(guest_house: House) -> None:
    with guest_house.visit(locale="fr-FR", color_scheme="dark") as person:
        page = person.page
        page.goto("/rules")
        page.get_by_role("navigation", name="Jeux").get_by_role("link", name="Pebbles").click()
        expect(page.get_by_role("heading", name="Les règles de Pebbles")).to_be_visible()
        expect(page.get_by_role("main")).to_contain_text("Un caillou est montré, ou caché")
        assert not found_by_axe(page)
        page.get_by_role("link", name="Elysium").click()
        expect(page.get_by_role("heading", name="Les règles d’Elysium")).to_be_visible()
        page.goto("/cards/pebbles?q=4")
        page.get_by_role("button", name=re.compile("^4")).click()
        for word in ("Identifiant", "Visibles", "Cachés"):
            expect(page.get_by_role("dialog")).to_contain_text(word)
        assert not found_by_axe(page)
        page.goto("/learn/pebbles")
        expect(page.get_by_role("heading", name="Apprendre", exact=True)).to_be_visible()
        expect(page.locator("section[aria-labelledby^=study-]")).to_have_count(2)


def _pieces(seat: Locator, field: str) -> Locator:
    """What lies in a field of a seat."""
    return seat.get_by_role("list", name=field).get_by_role("listitem")


def _keys_work(person: Person) -> None:
    """The text view of the table, the points, and an answer by keyboard alone."""
    page, keys = person.page, person.page.keyboard
    keys.press("t")
    expect(page.get_by_role("heading", name="On the table")).to_be_visible()
    assert not found_by_axe(page)
    keys.press("t")
    keys.press("s")
    expect(page.get_by_role("dialog", name="Score if the game ended now")).to_contain_text("Total")
    keys.press("Escape")
    keys.press("?")
    expect(page.get_by_role("dialog", name="What the icons mean")).to_contain_text("Keys")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.evaluate(STILL)  # the log comes after the board
    lines = page.locator("[data-line]").count()
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(page.locator(f'[data-line="{lines}"]')).to_be_visible()


def _ended(person: Person, pebbles_drawn: int) -> None:
    """The end is told with a sheet of which every column adds up."""
    expect(person.ending).to_contain_text("points")
    sheet = [row.locator("td").all_inner_texts() for row in person.ending.locator("tbody tr, tfoot tr").all()]
    opened, hidden, total = ([int(cell) for cell in row] for row in sheet)
    assert total == [a + b for a, b in zip(opened, hidden, strict=True)]
    assert len(person.page.locator("[data-line]").all()) >= pebbles_drawn


def _reviewed(person: Person) -> None:
    """From the end to the review: its board can be walked through."""
    page = person.page
    if person.ending.count():
        person.ending.get_by_role("link", name="Review").click()
    else:
        page.goto(f"{page.url}/review")
    slider = page.get_by_role("slider", name="Position in the game")
    expect(slider).to_be_visible()
    slider.fill("2")
    expect(page.get_by_text("Move 2 of")).to_be_visible()
    expect(page.get_by_role("region", name="On the table")).to_contain_text("Bag size")
    assert not found_by_axe(page)
