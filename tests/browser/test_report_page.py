"""The file that `pediment lab --html` writes, opened from the disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pediment.lab.findings import Estimate
from pediment.lab.report import Cell, Report, Table, cells
from pediment.lab.report_page import page as written
from tests.browser.people import PHONE
from tests.browser.test_axe import found_by_axe

ROWS = {"Éris": (2.0, 1.0, 3.0), "</script><b>Zeus": (-0.5, -1.5, 0.5), "Ares": (10.25, 9.0, 11.5), "Few": None}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = []
    for name, numbers in ROWS.items():
        estimate = Estimate(*numbers, 0.5) if numbers else None
        rows.append([Cell(name), *cells(estimate, lambda n: f"{n:+.1f} <i>".replace("-", "−"))])
    table = Table("Cards & what they are worth", ["card", "points", "95% interval"], rows)
    report = Report("A study of <cards>", "Four of them.", [["A sentence."], table], "A note on how to read it.")
    made = tmp_path_factory.mktemp("report") / "page.html"
    made.write_text(written(report, "fr"), encoding="utf-8")
    return made


def names(page: Page) -> list[str]:
    return page.locator("tbody th").all_inner_texts()


def test_tables_sort_by_numbers_and_names(file: Path, page: Page) -> None:
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("A study of <cards>")
    eris, zeus, ares, few = ROWS
    assert names(page) == [eris, zeus, ares, few]
    for title in ("points", "95% interval"):
        button = page.get_by_role("button", name=title)
        button.click()
        assert names(page) == [ares, eris, zeus, few]
        expect(page.get_by_role("columnheader", name=title)).to_have_attribute("aria-sort", "descending")
        button.press("Enter")
        assert names(page) == [few, zeus, eris, ares]
        expect(page.locator("[aria-sort]")).to_have_count(1)
    page.get_by_role("button", name="card").click()
    assert names(page) == [zeus, ares, eris, few]
    expect(page.locator("svg")).to_have_count(3)
    expect(page.locator("svg.clear")).to_have_count(2)


def test_an_interval_is_drawn_where_it_is(file: Path, page: Page) -> None:
    page.goto(file.as_uri())
    found = page.locator("tbody tr").nth(1).locator("svg")
    box = {kind: found.locator(kind).bounding_box() for kind in ("line.nothing", "line:not(.nothing)", "circle")}
    nothing, line, dot = box.values()
    assert nothing is not None
    assert line is not None
    assert dot is not None
    middle = dot["x"] + dot["width"] / 2
    assert line["x"] < middle < line["x"] + line["width"]
    assert middle == pytest.approx(line["x"] + line["width"] / 2, abs=1)
    assert middle < nothing["x"] < line["x"] + line["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_readable_on_a_phone_and_for_everybody(file: Path, page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(file.as_uri())
    assert found_by_axe(page) == []
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert found_by_axe(page) == []
    page.get_by_role("button", name="points").click()
    assert names(page)[0] == "Ares"
    assert "+10.2 <i>" in page.locator("tbody tr").first.inner_text()
