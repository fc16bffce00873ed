"""Two people around a table: phrases, mutes, conceding; then their pages, and what each sees of the other."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.people import EMPTY, PATIENCE, PHONE, House, Person
from tests.browser.test_axe import found_by_axe


def identity(house: House, name: str) -> tuple[str, str]:
    """A new identity: its key and its id."""
    made = house.post("/people", {"name": name})
    return made["key"], made["person"]


def become(person: Person, key: str, name: str) -> None:
    """Have an identity in one's browser, and be asked no more how to be told of one's turn."""
    person.page.goto(EMPTY)
    person.page.evaluate("localStorage.setItem('pediment.setting.notices-asked', 'true')")
    person.page.evaluate("me => localStorage.setItem('pediment.me', JSON.stringify(me))", {"key": key, "name": name})


def table_of(house: House, ana: str, ben: str, **house_rules: Any) -> str:
    """A table of these two keys, under way."""
    chairs = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    made = house.post("/tables", {"game": "elysium", "chairs": chairs, "house": house_rules}, ana)
    house.post(f"/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"}, f"{ben},{made['invite']}")
    return str(made["table"])


def wait_for_rating(house: House, key: str, games: int) -> None:
    """Until so many games are noted and rated."""
    until = time.monotonic() + PATIENCE
    while True:
        found = house.get("/me/games", key)["games"]
        if len(found) >= games and all(game["rating"] is not None for game in found):
            return
        assert time.monotonic() < until, found
        time.sleep(0.02)


def no_wider_than_the_screen(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_phrases_mutes_and_a_concession_between_two_people(house: House) -> None:
    (ana_key, _), (ben_key, _) = identity(house, "Ana"), identity(house, "Ben")
    table = table_of(house, ana_key, ben_key)
    with house.visit() as ana, house.visit(locale="fr-FR") as ben:
        become(ana, ana_key, "Ana")
        become(ben, ben_key, "Ben")
        for person in (ana, ben):
            person.page.goto(f"/t/{table}")
            expect(
                person.page.get_by_role("tab", name="Chat").or_(person.page.get_by_role("tab", name="Discussion"))
            ).to_be_visible()
        ana.page.get_by_role("tab", name="Chat").click()
        expect(ana.page.get_by_label("Write a message")).to_have_count(0)  # free chat is off
        ana.page.get_by_role("button", name="Hello!").click()
        expect(ana.page.get_by_role("log", name="Chat")).to_contain_text("Ana Hello!")
        expect(ben.page.get_by_text("Ana : Bonjour !").first).to_be_visible()
        ben.page.get_by_role("tab", name="Discussion").click()
        expect(ben.page.get_by_role("log", name="Discussion")).to_contain_text("Ana Bonjour !")
        assert not found_by_axe(ana.page)

        ben.page.get_by_role("tab", name="Joueurs").click()
        expect(ben.page.get_by_role("button", name="Signaler…")).to_be_visible()
        ben.page.get_by_role("button", name="Masquer les messages d’Ana").click()
        expect(ben.page.get_by_text("messages masqués")).to_be_visible()
        ana.page.get_by_role("button", name="Good luck!").click()
        expect(ana.page.get_by_role("log", name="Chat")).to_contain_text("Good luck!")

        ana.page.get_by_role("tab", name="Players").click()
        ana.page.get_by_text("My seat…").press("Enter")
        concede = ana.page.get_by_role("button", name="Concede")
        concede.press("Enter")
        expect(ana.page.get_by_role("button", name="Stay")).to_be_focused()  # on what changes nothing
        assert not found_by_axe(ana.page)
        concede.press("Enter")
        expect(ana.prompt).to_contain_text("You have conceded; a bot plays on.")
        expect(ana.page.get_by_role("button", name="Take my seat back")).to_have_count(0)
        expect(ben.page.get_by_text("Ana abandonne.").first).to_be_visible()  # after the phrase, which is not shown
        ben.page.get_by_role("tab", name="Discussion").click()
        lines = ben.page.get_by_role("log", name="Discussion")
        expect(lines).to_contain_text("Personne n’a encore rien dit")
        expect(ben.page.get_by_text("Bonne chance !")).to_have_count(1)  # only the button
        ben.page.reload()
        ben.page.get_by_role("tab", name="Joueurs").click()
        ben.page.get_by_role("button", name="Afficher les messages d’Ana").click()  # the identity has kept it
        ben.page.get_by_role("tab", name="Discussion").click()
        expect(lines).to_contain_text("Bonne chance !")


def test_a_guest_mutes_in_the_browser(person: Person) -> None:
    person.sit_with_ben("elysium")
    person.page.get_by_role("tab", name="Players").click()
    person.page.get_by_role("button", name="Mute Ben").click()
    person.page.reload()
    person.page.get_by_role("tab", name="Players").click()
    expect(person.page.get_by_role("button", name="Unmute Ben")).to_be_visible()


def switch(page: Page, label: str) -> None:
    """Turn a switch of one's own by keyboard, and wait until the server knows."""
    with page.expect_response("**/api/me"):
        page.get_by_label(label).focus()
        page.keyboard.press("Space")


def test_my_page_and_the_profile_of_somebody_i_played_with(house: House) -> None:
    (ana_key, ana_id), (ben_key, _) = identity(house, "Ana"), identity(house, "Ben")
    for _ in range(2):
        table = table_of(house, ana_key, ben_key)
        for key, seat in ((ben_key, 1), (ana_key, 0)):
            house.post(f"/tables/{table}/commands", {"type": "concede", "seat": seat}, key)
    table_of(house, ana_key, ben_key)
    for key in (ana_key, ben_key):
        wait_for_rating(house, key, 2)
    with house.visit() as ana, house.visit(allowed="404", viewport=PHONE, has_touch=True, is_mobile=True) as ben:
        become(ana, ana_key, "Ana")
        become(ben, ben_key, "Ben")
        ana.page.goto("/")
        ana.page.get_by_role("link", name="My page").click()
        expect(ana.page.get_by_role("heading", name="My page")).to_be_visible()
        expect(ana.page.get_by_role("region", name="Games in progress").get_by_role("link")).to_have_count(1)
        career = ana.page.get_by_role("region", name="Elysium")
        expect(career.get_by_role("row", name="All 2 2 100%")).to_be_visible()
        expect(career.get_by_text("2 now, 2 at most")).to_be_visible()
        career.get_by_text("The same as a table").press("Enter")
        expect(career.get_by_role("region", name="Rating over time").get_by_role("row")).to_have_count(3)
        history = ana.page.get_by_role("region", name="History")
        expect(history.get_by_text("2 games")).to_be_visible()
        history.get_by_label("Result").select_option("lost")
        expect(history.get_by_text("No finished game fits.")).to_be_visible()
        history.get_by_label("Result").select_option("won")
        expect(history.get_by_role("listitem")).to_have_count(2)
        assert not found_by_axe(ana.page)

        ben.page.goto("/me")
        ben.page.get_by_role("link", name="Ana").first.tap()
        expect(ben.page.get_by_role("heading", name="Ana’s profile")).to_be_visible()
        expect(ben.page.get_by_text("You have finished 2 games together and won 0 of them.")).to_be_visible()
        assert no_wider_than_the_screen(ben.page)
        assert not found_by_axe(ben.page)
        ben.page.get_by_role("link", name="Our games").tap()
        expect(ben.page.get_by_role("region", name="History").get_by_role("listitem")).to_have_count(2)
        assert no_wider_than_the_screen(ben.page)
        assert not found_by_axe(ben.page)

        listed = {
            "game": "elysium",
            "chairs": [{"kind": "me", "name": "Ana"}, {"kind": "open"}],
            "house": {"listed": True},
        }
        table = house.post("/tables", listed, ana_key)["table"]
        ben.page.goto("/lobby")
        row = ben.page.get_by_role("listitem").filter(has=ben.page.locator(f'a[href="/t/{table}"]'))
        rated = re.compile(r"Ana\s\(host, rating 1,\d\d0 ± \d\d0\)")
        expect(row).to_have_text(rated)
        assert no_wider_than_the_screen(ben.page)

        switch(ana.page, "Hide my profile")
        expect(ana.page.get_by_label("Hide my profile")).to_be_checked()
        ana.page.reload()
        expect(ana.page.get_by_label("Hide my profile")).to_be_checked()
        expect(row).not_to_have_text(rated)
        switch(ana.page, "Appear offline")
        expect(ana.page.get_by_label("Appear offline")).to_be_checked()
        assert house.get("/me", ana_key)["offline"]
        ben.page.goto(f"/p/{ana_id}")
        expect(ben.page.get_by_role("heading", name="There is no profile here that you can see")).to_be_visible()
        expect(ben.page.get_by_text("Ana")).to_have_count(0)
        assert not found_by_axe(ben.page)


def test_my_page_begins_with_an_identity(person: Person) -> None:
    person.page.goto("/me")
    person.page.get_by_role("button", name="Create an identity").click()
    expect(person.page.get_by_text("You have not finished a game yet.")).to_be_visible()
    assert not found_by_axe(person.page)
