"""The main screens as pictures, for README and docs: always of the same positions.

python -m tests.browser.screenshots [NAME ...]    into docs/screenshots; all of them, or those named
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium
from tests.browser.people import PHONE, House, Person

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
PATIENCE = 600_000  # milliseconds for an analysis

Show = Callable[[Person], None]


def _visit(path: str) -> Show:
    def show(person: Person) -> None:
        person.page.goto(path, wait_until="networkidle")

    return show


def _sit(record: str, move: int, **more: Any) -> Show:
    def show(person: Person) -> None:
        person.sit(record, move, **more)
        person.wait()

    return show


def _end(person: Person) -> None:
    person.page.goto(f"/t/{person.house.finished('elysium-2-seed-1')}")
    expect(person.ending).to_be_visible()


def _review(person: Person) -> None:
    person.page.goto(f"/t/{person.house.finished('elysium-2-seed-1')}/review")
    person.page.get_by_role("button", name="Analyse this game").click()
    expect(person.page.get_by_role("slider", name="Chances of winning")).to_be_visible(timeout=PATIENCE)
    person.page.get_by_role("slider", name="Position in the game").fill("60")
    expect(person.page.get_by_text("Move 60 of")).to_be_visible()


def _lesson(beat: int) -> Show:
    def show(person: Person) -> None:
        person.page.goto("/cards/elysium")
        person.page.evaluate("beat => localStorage.setItem('pediment.setting.lesson.elysium', beat)", str(beat))
        person.page.goto("/learn/elysium", wait_until="networkidle")

    return show


ELYSIUM = _sit("elysium-2-seed-1", 80)
EPHYRAN = _sit("ephyran-2-seed-3", 97)
DARK = {"color_scheme": "dark"}
POCKET = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SCREENS: dict[str, tuple[Show, dict[str, Any]]] = {
    "front": (_visit("/"), {}),
    "front-dark": (_visit("/"), DARK),
    "elysium": (ELYSIUM, {}),
    "elysium-dark": (ELYSIUM, DARK),
    "elysium-phone": (ELYSIUM, POCKET),
    "elysium-french": (ELYSIUM, {"locale": "fr-FR"}),
    "elysium-four": (_sit("elysium-4-seed-11", 90, seats=4), {}),
    "ephyran": (EPHYRAN, {}),
    "ephyran-dark": (EPHYRAN, DARK),
    "ephyran-phone": (EPHYRAN, POCKET),
    "end": (_end, {}),
    "review": (_review, {}),
    "lesson": (_lesson(8), {}),
    "rules": (_visit("/rules/elysium?rule=E4.4"), {}),
    "cards": (_visit("/cards/elysium"), {}),
}


def picture(house: House, name: str) -> bytes:
    """One screen as PNG with few colours."""
    show, how = SCREENS[name]
    with house.visit(**how) as person:
        show(person)
        person.page.mouse.move(1, 1)
        person.page.evaluate("() => document.fonts.ready.then(() => undefined)")
        taken = person.page.screenshot(animations="disabled", caret="hide")
    few = Image.open(io.BytesIO(taken)).convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def main(names: list[str]) -> int:
    """Write the pictures; 1 where there is no browser."""
    program = chromium.ready()
    if program is None:
        return 1
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
        with House(browser, Path(folder)) as house:
            for name in names or SCREENS:
                (FOLDER / f"{name}.png").write_bytes(picture(house, name))
                print(FOLDER / f"{name}.png", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
