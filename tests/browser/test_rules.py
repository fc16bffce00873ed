"""The rules page: overview and aid before the rules, the aid alone on paper, and rules found by what they are about."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Route, expect

import pediment
from tests.browser.people import House, Person
from tests.depth import some_of

GAMES = ["elysium", "ephyran"]
LOCALES = {"en": "en-GB", "fr": "fr-FR"}


def sheets(pdf: bytes) -> int:
    """The pages of a PDF."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize(("game", "language"), some_of(product(GAMES, LOCALES), [("elysium", "fr"), ("ephyran", "en")]))
def test_overview_and_aid_come_first_and_the_aid_is_one_sheet_of_paper(house: House, game: str, language: str) -> None:
    guide = pediment.game(game).guide(language)
    with house.visit(locale=LOCALES[language], color_scheme="dark") as person:
        page = person.page
        page.add_init_script("window.print = () => (window.printing = true)")
        page.goto(f"/rules/{game}")
        parts = page.locator(".rules .part")
        expect(parts).to_have_count(len(guide.overview) + len(guide.aid))
        for shown, part in zip(parts.all(), [*guide.overview, *guide.aid], strict=True):
            expect(shown.get_by_role("heading")).to_have_text(part.title)
            expect(shown.get_by_role("listitem")).to_have_text(part.lines)
        first = page.locator(".rules section").nth(2)
        expect(first.get_by_role("heading", level=2)).to_have_text(re.compile(next(iter(guide.sections.values()))))
        assert sheets(page.pdf(prefer_css_page_size=True)) > 3
        page.get_by_role("button", name="Print the aid" if language == "en" else "Imprimer l’aide-mémoire").click()
        page.wait_for_function("window.printing")
        assert sheets(page.pdf(prefer_css_page_size=True)) == 1
        assert sheets(page.pdf(prefer_css_page_size=True)) > 3  # and whoever prints again prints everything


def test_only_the_aid_is_on_that_sheet(newcomer: Person) -> None:
    page = newcomer.page
    page.add_init_script("window.print = () => {}")
    page.goto("/rules/elysium")
    page.get_by_role("button", name="Print the aid").click()
    expect(page.locator(".page.alone")).to_be_attached()
    page.emulate_media(media="print")
    aid = page.locator("section.aid").inner_text()
    assert page.locator("body").inner_text().strip() == aid.strip()
    assert aid.lower().startswith("elysium: player aid")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.get_by_role("heading", name="Final scoring", level=2)).to_be_visible()


@pytest.mark.parametrize(
    ("language", "searches"),
    {
        "en": [("goal", ["The aim"], ["E8.7"]), ("Awakening", ["An Epoch"], ["E3.1"]), ("regle", [], [])],
        "fr": [("but", ["Le but du jeu"], ["E8.7"]), ("passer", [], ["E4.1", "E4.7"])],
    }.items(),
)
def test_rules_are_found_by_what_they_are_about(
    house: House, language: str, searches: list[tuple[str, list[str], list[str]]]
) -> None:
    with house.visit(locale=LOCALES[language]) as person:
        page = person.page
        page.goto("/rules/elysium")
        for wanted, parts, rules in searches:
            page.get_by_role("searchbox").fill(wanted)
            expect(page.locator(".rules .number")).to_have_text(rules)
            expect(page.locator(".rules .part h3")).to_have_text(parts)
            expect(page.get_by_text("No rule mentions that.")).to_have_count(0 if parts or rules else 1)


@pytest.mark.parametrize(("game", "rule"), [("elysium", "E10"), ("ephyran", "Y9")])
def test_when_powers_start_is_a_table_by_name(person: Person, game: str, rule: str) -> None:
    page = person.page
    page.goto(f"/rules/{game}?rule={rule}")
    tables = pediment.game(game).guide().tables[rule]
    expect(page.get_by_role("table")).to_have_count(len(tables))
    for shown, table in zip(page.get_by_role("table").all(), tables, strict=True):
        expect(shown.get_by_role("columnheader")).to_have_text([*table.head])
        expect(shown.get_by_role("rowheader")).to_have_text([name for name, _ in table.rows])
        expect(shown.get_by_role("cell")).to_have_text([text for _, text in table.rows])


def test_a_game_without_a_guide_shows_its_rules(newcomer: Person) -> None:
    page = newcomer.page
    rule = {"section": "", "title": "", "ruling": False, "words": "", "tables": []}
    told = [{"rule": "P1", "text": "There is a bag.", **rule}, {"rule": "P2", "text": "Draw a pebble.", **rule}]

    def answer(route: Route) -> None:
        guide = route.request.url.endswith("/guide")
        route.fulfill(json={"overview": [], "aid": []} if guide else told)

    page.route(re.compile("/api/games/elysium/(guide|rules)$"), answer)
    page.goto("/rules/elysium")
    expect(page.locator(".rules .rule")).to_have_text([re.compile("P1.*There is a bag."), re.compile("P2.*Draw")])
    expect(page.locator(".rules h2, .rules .part, .contents a")).to_have_count(0)


def test_the_contents_lead_to_their_places_and_leave_the_page_as_it_is(person: Person) -> None:
    page = person.page
    page.goto("/rules/elysium")
    page.get_by_role("searchbox").fill("legend")
    page.get_by_role("navigation", name="Contents").get_by_role("link").last.click()
    page.wait_for_function("scrollY > 0")
    expect(page.get_by_role("searchbox")).to_have_value("legend")
    page.goto("about:blank")
    page.goto("/rules/elysium#E8")
    expect(page.get_by_role("heading", name="Final scoring", level=2)).to_be_in_viewport()


def test_the_skip_link_leaves_a_form_as_it_is(person: Person) -> None:
    page = person.page
    page.goto("/play/elysium")
    name = page.get_by_role("textbox").first
    name.fill("Ariadne")
    page.get_by_role("link", name="Skip to content").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    expect(name).to_have_value("Ariadne")
