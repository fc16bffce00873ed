"""The main screens as pictures, for README and docs: always of the same positions.

python -m tests.browser.screenshots [NAME ...]    into docs/screenshots; all of them, or those named
python -m tests.browser.screenshots tables        into build/screenshots: both games at every size and number of seats
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser import chromium
from tests.browser.people import PHONE, STILL, House, Person

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
TABLES = Path(__file__).parents[2] / "build" / "screenshots"
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


def _lesson(chapter: str, beat: int) -> Show:
    def show(person: Person) -> None:
        person.page.goto("/cards/elysium")
        kept = {"games": {"elysium": {chapter: {"beat": beat, "read": False, "solved": []}}}}
        person.page.evaluate("kept => localStorage.setItem('pediment.setting.lessons', kept)", json.dumps(kept))
        person.page.goto(f"/learn/elysium/{chapter}", wait_until="networkidle")

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
    "lesson": (_lesson("quest", 0), {}),
    "rules": (_visit("/rules/elysium?rule=E4.4"), {}),
    "cards": (_visit("/cards/elysium"), {}),
}


# Every table at its start and in a crowded ending: game, seats, record, moves
MOMENTS = [
    ("elysium", 2, "elysium-2-seed-1", 3, 100),
    ("elysium", 3, "elysium-3-seed-7", 3, 205),
    ("elysium", 4, "elysium-4-seed-11", 3, 230),
    ("ephyran", 2, "ephyran-2-seed-3", 4, 97),
    ("ephyran", 3, "ephyran-3-seed-1", 4, 97),
    ("ephyran", 4, "ephyran-4-seed-2", 4, 97),
]
SIZES = {"1366": (1366, 768), "1920": (1920, 1080), "2560": (2560, 1440), "tablet": (820, 1180), "phone": (390, 844)}


def _tables() -> dict[str, tuple[Show, dict[str, Any]]]:
    """Both games with every number of seats, at every size, early and late; half in French, half in the dark."""
    found: dict[str, tuple[Show, dict[str, Any]]] = {}
    for game, seats, record, start, crowd in MOMENTS:
        for size, (width, height) in SIZES.items():
            for when, move in (("start", start), ("crowd", crowd)):
                how: dict[str, Any] = {"viewport": {"width": width, "height": height}}
                how |= {"has_touch": True, "is_mobile": True} if width <= 820 else {}
                how |= DARK if len(found) % 4 > 1 else {}
                how |= {"locale": "fr-FR"} if len(found) % 2 else {}
                found[f"{game}-{seats}-{size}-{when}"] = _sit(record, move, seats=seats), how
    return found


def picture(house: House, show: Show, how: dict[str, Any]) -> bytes:
    """One screen as PNG with few colours."""
    with house.visit(**how) as person:
        show(person)
        person.page.mouse.move(1, 1)
        person.page.evaluate(STILL)
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
    folder, screens = (TABLES, _tables()) if names == ["tables"] else (FOLDER, SCREENS)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as kept:
        browser = playwright.chromium.launch(executable_path=program, args=chromium.FLAGS)
        with House(browser, Path(kept)) as house:
            for name in screens if names in ([], ["tables"]) else names:
                (folder / f"{name}.png").write_bytes(picture(house, *screens[name]))
                print(folder / f"{name}.png", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
