"""The file that `pediment analyse --html` writes, opened from the disk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pediment
from pediment.lab.analysis import analyse
from pediment.lab.analysis_page import page as written
from pediment.lab.analysis_text import AnalysisText
from tests.browser.people import PHONE, recorded
from tests.browser.test_axe import found_by_axe

NAMES = ["</script><img src=x onerror=alert(1)>", "Mo & <b>\u2028"]
MOVES = 40
HEADINGS = {
    "en": ["Chances of winning", "Turning points", "Choice and luck", "All moves", "Score if the game ended now"],
    "fr": ["Chances de gagner", "Tournants", "Choix et hasard", "Tous les coups", "Score si la partie s’arrêtait"],
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A game analysed, by language."""
    record = recorded("elysium-2-seed-1", MOVES)
    analysis = analyse(record, iterations=8)
    made = {}
    for language in HEADINGS:
        made[language] = tmp_path_factory.mktemp(language) / "page.html"
        text = written(AnalysisText(analysis, pediment.replay(record), language, NAMES))
        made[language].write_text(text, encoding="utf-8")
    return made


@pytest.mark.parametrize("language", sorted(HEADINGS))
def test_graph_turning_points_luck_moves_and_score(files: dict[str, Path], page: Page, language: str) -> None:
    page.goto(files[language].as_uri())
    for heading in HEADINGS[language]:
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", str(MOVES))
    expect(page.locator("path.line")).to_have_count(2)
    expect(page.locator("main ol > li")).to_have_count(6)
    expect(page.locator("tr[id]")).to_have_count(MOVES)
    for name in NAMES:
        expect(page.locator("caption", has_text=name.strip())).to_be_visible()
    expect(page.locator("img")).to_have_count(0)
    page.locator("summary").click()
    expect(page.locator("details p")).to_have_count(4)


def test_it_is_gone_through_by_keys_and_clicks(files: dict[str, Path], page: Page) -> None:
    page.goto(files["en"].as_uri())
    slider = page.get_by_role("slider")
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^After move 1, "))
    slider.press("End")
    slider.press("PageUp")
    before = int(slider.get_attribute("aria-valuenow") or 0)
    assert 0 < before < MOVES
    expect(page.locator("main ol .here")).to_contain_text(f"Move {before}, ")
    page.locator("main ol button").first.click()
    expect(page.locator("tr.here")).to_be_in_viewport()
    page.get_by_label("where something was better").check()
    assert 0 < page.locator("tr[id]").count() < MOVES


@pytest.mark.long
def test_light_dark_narrow_and_on_paper(files: dict[str, Path], page: Page) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(files["fr"].as_uri())
        assert found_by_axe(page) == []
        grounds.add(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert len(grounds) == 2
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.emulate_media(color_scheme="light")
    page.goto(files["fr"].as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(page) == []
    page.emulate_media(media="print")
    expect(page.locator("fieldset")).to_be_hidden()
    expect(page.locator("path.line").first).to_be_visible()


def test_it_names_no_host(files: dict[str, Path]) -> None:
    text = files["en"].read_text(encoding="utf-8")
    assert set(re.findall(r"\w+://[\w.]*", text)) <= {"http://www.w3.org"}  # a name of SVG, not an address
    assert not re.search(r"@import|url\((?!#)", text)
    assert text.count("</script>") == 2
