"""The page Lab: studies in tables that sort, in two languages, before a desk and on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import PHONE, House, Person
from tests.browser.test_axe import found_by_axe


def column(table: Locator, n: int) -> list[float]:
    """The numbers of a column, from top to bottom; cells without one are left out."""
    texts = table.locator(f"tbody td:nth-of-type({n})").all_inner_texts()
    numbers = [text.strip().splitlines()[-1].strip() for text in texts if text.strip()]
    return [float(text.replace("−", "-").replace(",", ".").strip("\u00a0%+*")) for text in numbers if text]


def study(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")


def test_what_cards_are_worth_is_found_from_the_front_page_and_sorts(person: Person) -> None:
    page = person.page
    page.goto("/")
    page.get_by_role("navigation").get_by_role("link", name="Lab", exact=True).click()
    expect(page.get_by_role("heading", name="Elysium: lab")).to_be_visible()
    expect(page.get_by_text("Played by Pediment")).to_contain_text("our reconstruction")
    expect(page.get_by_role("tabpanel")).to_contain_text("deals")
    expect(page.get_by_role("tabpanel")).to_contain_text("seed 1")
    table = page.get_by_role("table").first
    raw = table.get_by_role("columnheader", name="raw points")
    raw.get_by_role("button").click()
    expect(raw).to_have_attribute("aria-sort", "descending")
    found = column(table, 2)
    assert len(found) > 20
    assert found == sorted(found, reverse=True)
    raw.get_by_role("button").press("Enter")
    expect(raw).to_have_attribute("aria-sort", "ascending")
    found = column(table, 2)
    assert found == sorted(found)
    cards = table.get_by_role("columnheader", name="card", exact=True)
    cards.get_by_role("button").click()
    expect(raw).not_to_have_attribute("aria-sort", "ascending")
    names = table.locator("tbody th").all_inner_texts()
    assert names == sorted(names, key=lambda name: name.replace("’", "'").casefold())


def test_which_sets_are_tight(person: Person) -> None:
    page = person.page
    page.goto("/lab/elysium")
    study(page, "Balance · 2 players")
    page.get_by_role("link", name="Games by sets of Families").click()
    heading = page.get_by_role("heading", name="Games by sets of Families, the tightest first")
    expect(heading).to_be_in_viewport()
    table = page.get_by_role("table", name="Games by sets of Families, the tightest first")
    leads = column(table, 3)
    assert len(leads) > 10
    assert leads == sorted(leads)
    page.get_by_role("navigation", name="Games").get_by_role("link", name="Ephyran").click()
    expect(page.get_by_role("heading", name="Ephyran: lab")).to_be_visible()
    study(page, "Balance · 4 players")
    expect(page.get_by_role("tabpanel")).to_contain_text("4 players")
    expect(page.get_by_role("table", name="What players had: Supports played")).to_contain_text("Graeae")


def test_on_a_phone_in_french(house: House) -> None:
    with house.visit(viewport=PHONE, locale="fr-FR", color_scheme="dark") as somebody:
        page = somebody.page
        page.goto("/lab/ephyran")
        expect(page.get_by_role("heading", name="Ephyran : labo")).to_be_visible()
        study(page, "Équilibre · 2 joueurs")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        section = page.get_by_role("region", name="Ce que les joueurs ont eu : Soutiens joués", exact=True)
        section.get_by_label("Trier par").select_option("points pour chaque")
        found = column(section, 5)
        assert len(found) > 5
        assert found == sorted(found, reverse=True)
        section.get_by_role("button", name="du plus grand au plus petit").click()
        expect(section.get_by_role("button", name="du plus petit au plus grand")).to_be_visible()
        assert found_by_axe(page) == []
