"""A finished game, looked at again."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import PHONE, THOUGHT, House, Person, recorded


def test_through_a_game_by_slider_buttons_and_keys(house: House, person: Person) -> None:
    page = person.page
    page.goto(f"/t/{house.finished('elysium-2-seed-1')}/review")
    slider = page.get_by_role("slider", name="Position in the game")
    expect(page.get_by_text("Move 0 of 120")).to_be_visible()
    expect(page.get_by_text("The cards you take go here.", exact=True)).to_be_visible()
    slider.fill("60")
    expect(page.get_by_text("Move 60 of 120")).to_be_visible()
    page.get_by_role("button", name="Previous move").click()
    expect(page.get_by_text("Move 59 of 120")).to_be_visible()
    page.locator("body").press("End")
    expect(page.get_by_text("Move 120 of 120")).to_be_visible()
    expect(page.get_by_text("ended now")).to_have_count(0)
    page.get_by_role("button", name="Final score").first.click()
    sheet = page.get_by_role("dialog", name="Final score")
    expect(sheet).to_contain_text("24")
    sheet.get_by_role("button", name="Close").click()
    page.get_by_label("Seen by").select_option("1")
    expect(page.locator("[data-choice]")).to_have_count(0)


# The width of the selected words, and of the room for them
_FITS = """(select) => {
    const free = select.cloneNode(true);
    free.style.width = free.style.maxWidth = 'auto';
    free.value = select.value;
    select.after(free);
    const needed = free.offsetWidth;
    free.remove();
    return needed <= select.offsetWidth;
}"""


def test_on_a_phone_in_french_the_speed_can_be_read_in_full(house: House) -> None:
    table = house.finished("ephyran-2-seed-3")
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True, locale="fr-FR") as somebody:
        somebody.page.goto(f"/t/{table}/review")
        speed = somebody.page.get_by_label("Vitesse de lecture")
        for words in ("lente", "normale", "rapide"):
            speed.select_option(words)
            assert speed.evaluate(_FITS)


def test_the_analysis_and_going_on_from_there(house: House, person: Person) -> None:
    page = person.page
    table = house.post("/records", recorded("elysium-2-seed-1", 20))["table"]
    page.goto(f"/t/{table}/review")
    page.get_by_role("button", name="Analyse this game").click()
    graph = page.get_by_role("slider", name="Chances of winning")
    expect(graph).to_be_visible(timeout=THOUGHT * 1000)
    graph.click(position={"x": 150, "y": 60})
    expect(page.get_by_text(re.compile(r"Move ([1-9]|1\d) of 20"))).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^1 Move \d+, ")).click()
    expect(page.locator(".findings caption")).to_have_count(2)
    page.get_by_text("All moves", exact=True).click()
    expect(page.locator(".findings tr[id]")).to_have_count(20)
    page.locator("#m7 button").click()
    expect(page.get_by_text("Move 7 of 20")).to_be_visible()
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_label("Strength of the bots").select_option("shepherd")
    page.get_by_role("button", name="Continue", exact=True).click()
    page.wait_for_url(re.compile(rf"/t/(?!{table})"))
    person.play(3)
