"""On a phone, by touch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE, House, Person
from tests.browser.test_axe import found_by_axe

GAMES = ["elysium", "ephyran"]
PATHS = [
    "/",
    "/lobby",
    "/learn",
    *(f"/{page}/{game}" for page in ("play", "learn", "rules", "cards") for game in GAMES),
]
_TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
# Scrolls what lies above the places of a territory to where the prompt bar stands before the page: what is seen there
_BEFORE = """() => {
    const bar = document.querySelector('.prompt .bar').getBoundingClientRect();
    const above = document.querySelector('.prompt .prompt').getBoundingClientRect().top - bar.top;
    const badge = [...document.querySelectorAll('#page-table .twice')].at(-1);
    const page = document.querySelector('#page-table');
    page.scrollTop += badge.getBoundingClientRect().top - bar.top - above / 2;
    const { left, top, width, height } = badge.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return { above, within: top > bar.top, covered: seen.closest('.prompt') !== null };
}"""


@pytest.fixture
def phone(house: House) -> Iterator[Person]:
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2) as somebody:
        yield somebody


def _tap(phone: Person, most: int) -> int:
    """Play by tap at most that often while the prompt stays where it is; returns how often."""
    phone.wait()
    place = phone.prompt.bounding_box()
    assert place
    assert place["y"] + place["height"] <= PHONE["height"] + 1
    for n in range(most):
        phone.play(1, lambda there: there.tap())
        phone.wait()
        if phone.ending.count():
            return n
        assert phone.prompt.bounding_box() == place
        assert not phone.page.evaluate(_TOO_WIDE)
    return most


@pytest.mark.parametrize(
    ("record", "moves"), [("elysium-2-seed-1", 8), pytest.param("ephyran-2-seed-3", 15, marks=pytest.mark.long)]
)
def test_by_tap_and_the_prompt_never_moves(phone: Person, record: str, moves: int) -> None:
    phone.sit(record, 21)
    _tap(phone, moves)


@pytest.mark.long
def test_a_whole_game_by_touch(phone: Person) -> None:
    phone.play_bot("Elysium")
    assert _tap(phone, 1000) > 20
    expect(phone.ending).to_contain_text("points")


def test_a_tap_is_known_in_browsers_whose_click_does_not_say_so(phone: Person) -> None:
    phone.sit("elysium-2-seed-1", 3)
    card = phone.of("take hades.assembly")
    for kind in ("pointerdown", "pointerup"):
        card.dispatch_event(kind, {"pointerType": "touch", "bubbles": True})
    card.evaluate("(card) => card.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
    expect(phone.page.locator("#reader.sheet")).to_contain_text("Assembly")


@pytest.mark.long
def test_no_page_is_wider_than_the_screen(phone: Person, house: House) -> None:
    wide = []
    reviews = [f"/t/{house.finished(record)}/review" for record in ("elysium-2-seed-1", "ephyran-2-seed-3")]
    for path in [*PATHS, *reviews]:
        phone.page.goto(path)
        expect(phone.page.locator("main h1, main h2").first).to_be_attached()
        if phone.page.evaluate(_TOO_WIDE):
            wide.append(path)
    assert not wide


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_opens_on_the_table(phone: Person, game: str) -> None:
    phone.page.goto(f"/learn/{game}")
    expect(phone.page.get_by_role("region", name="The owl")).to_be_visible()
    expect(phone.page.locator("#page-table")).to_be_in_viewport(ratio=0.9)
    expect(phone.page.get_by_role("tab", name="Table")).to_have_attribute("aria-selected", "true")


def test_a_long_press_reads_a_card(phone: Person) -> None:
    phone.sit("elysium-2-seed-1", 3)
    card = phone.of("take hades.assembly")
    card.scroll_into_view_if_needed()
    card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(phone.page.locator("#reader")).to_contain_text("Assembly")


def test_nothing_of_the_page_stands_before_a_long_question(phone: Person) -> None:
    phone.sit("ephyran-4-seed-2", 90, seats=4)
    phone.wait()
    seen = phone.page.evaluate(_BEFORE)
    assert seen["above"] > 20
    assert seen["within"]
    assert seen["covered"]


def test_a_large_hand_is_shown_whole(phone: Person) -> None:
    phone.sit("ephyran-2-seed-3", 97)
    phone.wait()
    hand = phone.page.locator("[data-place=hand]")
    expect(hand.locator(".slot")).to_have_count(6)
    assert hand.evaluate("(hand) => hand.scrollHeight - hand.clientHeight") == 0


# Numbers of a score sheet that stand on a line of their own, without what they are for.
_PARTED = """() => [...document.querySelectorAll("dialog tbody small, dialog tbody li")].flatMap((cell) => {
    const line = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().bottom;
    };
    if (cell.matches("li")) {
        const [name, points] = [cell.firstChild, cell.querySelector("span").firstChild];
        return Math.abs(line(name, name.data.trimEnd().length - 1) - line(points, 0)) > 3 ? [cell.innerText] : [];
    }
    const text = cell.firstChild;
    const numbers = [...text.data.matchAll(/\\S\\s([+\u2212-]\\d)/g)];
    return numbers.filter(({ index }) => line(text, index) !== line(text, index + 2)).map(() => cell.innerText);
})"""


@pytest.mark.parametrize("record", ["elysium-4-seed-11", "ephyran-4-seed-2"])
def test_a_score_sheet_parts_no_number_from_its_words(house: House, record: str) -> None:
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR") as person:
        person.page.goto(f"/t/{house.finished(record)}")
        expect(person.ending).to_be_visible()
        assert person.page.evaluate(_PARTED) == []
        assert not person.page.evaluate(_TOO_WIDE)
        assert not found_by_axe(person.page)
