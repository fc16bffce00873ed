"""Sharing a picture: the end of a game, a position, a puzzle; saved, sent, by keyboard, on a phone, in French."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect

from pediment.lab.puzzles import shipped
from tests.browser.people import PHONE, House, Person
from tests.browser.test_axe import found_by_axe

SENDING = """() => {
    window.sent = [];
    navigator.canShare = ({ files }) => files.every(({ type }) => type === 'image/png');
    navigator.share = async ({ files, url }) => { window.sent.push(url ?? files[0].name) };
}"""


def saved(page: Page) -> tuple[str, bytes]:
    """The name of the file that the button saves, and what is in it."""
    with page.expect_download() as found:
        page.get_by_role("button", name="Save the picture").press("Enter")
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


def size(body: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(body)) as image:
        assert image.format == "PNG"
        return image.size


def test_the_end_of_a_game_is_saved_and_sent_as_a_picture(house: House) -> None:
    with house.visit() as person:
        page = person.page
        page.add_init_script(f"({SENDING})()")
        person.sit("elysium-2-seed-1", 118, spectators=False)
        person.play()
        person.ending.get_by_role("button", name="Share").click()
        picture = person.ending.get_by_role("img", name="Picture of the end of the game")
        expect(picture).to_be_visible()
        expect(picture).to_have_js_property("naturalWidth", 1200)
        name, body = saved(page)
        assert name.startswith("elysium-")
        assert size(body) == (1200, 630)
        page.get_by_role("button", name="Send the picture").click()
        assert page.evaluate("window.sent") == [name]
        assert not found_by_axe(page)


def test_a_position_of_a_review_and_a_puzzle(house: House, person: Person) -> None:
    page = person.page
    page.goto(f"/t/{house.finished('ephyran-2-seed-3')}/review")
    slider = page.get_by_role("slider", name="Position in the game")
    bodies = []
    for move, shape in (("30", (1600, 840)), ("31", (1600, 840)), ("173", (1200, 630))):
        slider.fill(move)
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_role("img", name="Picture of the table after")).to_have_js_property("naturalWidth", shape[0])
        _, body = saved(page)
        assert size(body) == shape
        bodies.append(body)
        page.keyboard.press("Escape")
    assert len(set(bodies)) == 3
    pack = shipped("elysium")
    assert pack is not None
    puzzle = pack.puzzles[0]
    page.set_viewport_size(PHONE)
    page.goto(f"/puzzles/elysium/{puzzle.id}")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="Picture of the puzzle")).to_have_js_property("naturalWidth", 1600)
    expect(page.get_by_role("textbox", name="try the puzzle")).to_have_value(page.url)
    assert saved(page)[0] == f"elysium-{puzzle.id}.png"
    assert not found_by_axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_review_is_shared_at_the_move_one_looks_at(house: House, person: Person) -> None:
    """By those who played, with a secret word, and by others."""
    page = person.page
    person.sit("elysium-2-seed-1", 118, spectators=False)
    person.play()
    person.ending.get_by_role("link", name="Review").click()
    own = page.url
    links = []
    for address in (own, f"{house.url}/t/{house.finished('ephyran-2-seed-3')}/review"):
        page.goto(address)
        page.get_by_role("slider", name="Position in the game").fill("31")
        expect(page.get_by_text("Move 31 of")).to_be_visible()
        page.get_by_role("button", name="Share").click()
        links.append(page.get_by_role("textbox", name="Anyone with this link").input_value())
        page.keyboard.press("Escape")
    assert "/review?move=31#share=" in links[0]
    assert links[1].endswith("/review?move=31")
    with house.visit() as friend:
        for link in links:
            friend.page.goto(link)
            expect(friend.page.get_by_text("Move 31 of")).to_be_visible()
            expect(friend.page.get_by_role("slider", name="Position in the game")).to_have_value("31")
            assert "share" not in friend.page.url
        friend.page.goto(links[1].replace("move=31", "move=next"))
        expect(friend.page.get_by_text("Move 0 of")).to_be_visible()


def test_the_score_sheet_keeps_its_room_while_one_shares(person: Person) -> None:
    person.sit("elysium-2-seed-1", 118)
    person.play()
    sheet = person.ending.get_by_role("table")
    person.ending.get_by_role("button", name="Share").click()
    expect(person.ending.get_by_role("img", name="Picture of the end")).to_be_visible()
    link = person.ending.get_by_role("textbox", name="Anyone with this link")
    expect(link).to_be_in_viewport()
    sheet.evaluate("(sheet) => sheet.scrollIntoView({ block: 'start' })")
    covered = person.page.evaluate(_COVERED)
    assert not covered


# Lines of the score sheet that something else lies on.
_COVERED = """() => [...document.querySelectorAll("dialog tbody tr")].map((row) => {
    const { left, top, width, height } = row.getBoundingClientRect();
    const on = document.elementFromPoint(left + width / 2, top + height / 2);
    return top + height < innerHeight && on && !row.contains(on) ? row.textContent : null;
}).filter(Boolean)"""


def test_the_deal_of_the_day_is_shared_with_a_picture(person: Person) -> None:
    page = person.page
    page.goto("/daily")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("img", name="Picture of the deal of the day")).to_have_js_property("naturalWidth", 1200)
    expect(page.get_by_role("textbox", name="play today’s deal")).to_have_value(page.url)
    assert not found_by_axe(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Yesterday").click()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)


def test_a_french_reader_shares_in_french(house: House) -> None:
    with house.visit(locale="fr-FR") as person:
        page = person.page
        page.goto(f"/t/{house.finished('ephyran-2-seed-3')}/review")
        page.get_by_role("button", name="Partager").click()
        picture = page.get_by_role("img", name="Image de la table après 0 coup")
        expect(picture).to_have_js_property("naturalWidth", 1600)
        link = page.get_by_role("textbox", name="Toute personne qui a ce lien").input_value()
        assert link.endswith("/review?language=fr")
        assert 'content="fr_FR"' in page.request.get(link).text()
