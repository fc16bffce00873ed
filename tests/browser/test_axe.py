"""axe-core, on every page and dialog."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, get_args

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import OPERATOR, PHONE, House, Person
from tests.depth import some_of

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ["elysium", "ephyran"]
PATHS = ["/", "/lobby", "/learn", *(f"/{page}/{game}" for page in ("play", "learn", "rules", "lab") for game in GAMES)]
_RUN = """async () => (await axe.run({ resultTypes: ['violations'] })).violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}) ${target}: ${failureSummary}`))"""


def found_by_axe(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands, of any impact."""
    assert AXE.exists(), "axe-core is not there: python frontend/build.py tools"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong: list[str] = page.evaluate(_RUN)
    return wrong


def _visit(path: str) -> Callable[[Person], None]:
    def go(person: Person) -> None:
        person.page.goto(path)
        expect(person.page.locator("main h1, main h2").first).to_be_attached()

    return go


def _sit(record: str, move: int) -> Callable[[Person], None]:
    def go(person: Person) -> None:
        person.sit(record, move, hints=True, chat=True)
        person.wait()

    return go


def _waiting(person: Person) -> None:
    person.page.goto("/")
    person.page.get_by_role("button", name="Invite a friend").first.click()
    expect(person.page.get_by_text("waiting for players")).to_be_visible()


def _cards(game: str) -> Callable[[Person], None]:
    def go(person: Person) -> None:
        person.page.goto(f"/cards/{game}")
        expect(person.page.locator("main .shelf > *").first).to_be_visible()

    return go


def _ended(person: Person) -> None:
    """The end of a game, with its score sheet over the board."""
    person.sit("elysium-2-seed-1", 118)
    person.play()
    expect(person.ending).to_be_visible()


def _review(person: Person) -> None:
    person.page.goto(f"/t/{person.house.finished('ephyran-2-seed-3')}/review")
    person.page.get_by_role("slider", name="Position in the game").fill("60")
    expect(person.page.get_by_text("Move 60 of")).to_be_visible()


def _legend(person: Person) -> None:
    person.page.goto("/")
    person.page.get_by_role("button", name="What the icons mean").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def _words(record: str) -> Callable[[Person], None]:
    def go(person: Person) -> None:
        _sit(record, 21)(person)
        person.page.keyboard.press("t")
        expect(person.page.get_by_role("button", name="Text view of the table")).to_have_attribute(
            "aria-pressed", "true"
        )

    return go


def _read(person: Person) -> None:
    """A card read in full, and a note why another one cannot be taken."""
    _sit("elysium-2-seed-1", 8)(person)
    person.page.get_by_role("list", name="Agora").locator(".choice[aria-disabled]").first.click(force=True)
    expect(person.page.get_by_role("note")).to_be_visible()
    person.of("take hades.assembly").hover()
    expect(person.page.locator("#reader")).to_be_visible()


def _scores(person: Person) -> None:
    _sit("ephyran-2-seed-3", 60)(person)
    person.page.get_by_role("button", name="Score if the game ended now").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def _operator(person: Person) -> None:
    """With a table to be seen, and the buttons for it."""
    person.sit("elysium-2-seed-1", 8)
    person.page.goto("/operator")
    person.page.get_by_label("Operator’s token").fill(OPERATOR)
    person.page.get_by_role("button", name="Enter").click()
    expect(person.page.get_by_role("button", name="Delete").first).to_be_visible()


SCREENS: dict[str, Callable[[Person], None]] = {
    **{path: _visit(path) for path in PATHS},
    "waiting room": _waiting,
    "Elysium": _sit("elysium-2-seed-1", 80),
    "Ephyran": _sit("ephyran-2-seed-3", 60),
    "Elysium in words": _words("elysium-2-seed-1"),
    "Ephyran in words": _words("ephyran-2-seed-3"),
    "read": _read,
    "scores": _scores,
    "end": _ended,
    "review": _review,
    "legend": _legend,
    "operator": _operator,
    "cards of Elysium": _cards("elysium"),
    "cards of Ephyran": _cards("ephyran"),
}


Theme = Literal["light", "dark"]
ALWAYS: dict[str, Theme] = {"/": "dark", "Elysium": "dark", "Ephyran": "light", "end": "light"}
LATER: dict[str, list[Theme]] = {
    screen: [theme for theme in get_args(Theme) if theme != ALWAYS.get(screen)] for screen in SCREENS
}


@pytest.mark.parametrize(
    ("screen", "themes"),
    [
        *[(screen, [theme]) for screen, theme in ALWAYS.items()],
        *[pytest.param(screen, themes, marks=pytest.mark.long) for screen, themes in LATER.items()],
    ],
    ids=str,
)
def test_axe_finds_nothing(person: Person, screen: str, themes: list[Theme]) -> None:
    SCREENS[screen](person)
    for theme in themes:
        person.page.emulate_media(color_scheme=theme)
        expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
        wrong = found_by_axe(person.page)
        assert not wrong, "\n".join(wrong)


@pytest.mark.long
def test_axe_finds_nothing_where_nothing_is(house: House) -> None:
    with house.visit(allowed="404") as person:
        person.page.goto("/nowhere")
        expect(person.page.get_by_role("heading", name="Page not found")).to_be_visible()
        assert not found_by_axe(person.page)


@pytest.mark.long
def test_axe_finds_nothing_in_french_on_an_enlarged_table_and_in_the_settings(house: House) -> None:
    with house.visit(locale="fr-FR") as person:
        _sit("elysium-2-seed-1", 80)(person)
        person.page.keyboard.press("o")
        expect(person.page.get_by_role("region", name="Toute la table")).to_be_visible()
        assert not found_by_axe(person.page)
        person.page.get_by_role("button", name="Réglages").click()
        expect(person.page.get_by_role("dialog", name="Réglages")).to_be_visible()
        assert not found_by_axe(person.page)


@pytest.mark.parametrize(
    ("record", "move"), some_of([("elysium-2-seed-1", 80), ("ephyran-2-seed-3", 60)], [("elysium-2-seed-1", 80)])
)
def test_axe_finds_nothing_on_a_phone(house: House, record: str, move: int) -> None:
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True) as person:
        _sit(record, move)(person)
        assert not found_by_axe(person.page)
