"""Cards travel: from where they lay to where they lie, or from and to a place where nobody sees them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import STILL, House

# Notes what is set in motion: whether it appears or vanishes, the place it lies in and, if it vanishes, where to
_NOTE = """
    window.travels = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        const first = frames[0], last = frames.at(-1);
        const kind = first.opacity === 0 ? "appears" : last.opacity === 0 ? "vanishes" : "moves";
        travels.push([kind, this.closest("[data-place]")?.dataset.place, this.isConnected]);
        if (kind === "vanishes") {
            const { x, y, width, height } = this.getBoundingClientRect();
            const [right, down] = last.transform.match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
            const there = document.elementFromPoint(x + right + width / 4, y + down + height / 4);
            travels.push(["to", there?.closest("[data-place]")?.dataset.place, true]);
        }
        return animate.call(this, frames, options);
    };
"""


def test_cards_travel_to_and_from_where_they_are_seen_or_not(house: House) -> None:
    with house.visit(reduced_motion="no-preference") as person:
        page = person.page
        page.add_init_script(_NOTE)
        person.sit("ephyran-2-seed-3", 94)
        person.wait()

        def travels(answer: str, expected: list[list[object]]) -> None:
            page.evaluate("travels.length = 0")
            person.choose(answer)
            page.wait_for_function("() => travels.length > 0")
            found = page.evaluate("travels")
            assert all(travel in found for travel in expected), found

        travels("support castor-pollux ts27", [["vanishes", "hand", True], ["moves", "hand", True]])
        travels("draw pile", [["appears", "hand", True]])
        travels("draw discard", [["moves", "hand", True]])
        expect(page.locator("[data-place=hand] [inert]")).to_have_count(0)
        person.sit("ephyran-2-seed-3", 97)  # after the draws of the record: one card can replace that area
        person.wait()
        change = page.locator("[data-place=city] [data-choice^='change gaia with']").first
        page.evaluate("travels.length = 0")
        change.click()
        page.wait_for_function("() => travels.some(([, place]) => place === 'first')")
        assert ["moves", "city", True] in page.evaluate("travels"), "from the hand"


def test_a_card_that_another_draws_goes_to_that_players_hand(house: House) -> None:
    table = house.finished("ephyran-2-seed-3")
    with house.visit(reduced_motion="no-preference") as person:
        page = person.page
        page.add_init_script(_NOTE)
        page.goto(f"/t/{table}/review")
        with page.expect_response(re.compile("/moves/92")):  # fetched ahead, once the board shows the one before
            page.get_by_role("slider", name="Position in the game").fill("91")
        page.evaluate(STILL)
        page.evaluate("travels.length = 0")
        page.get_by_role("slider", name="Position in the game").press("ArrowRight")
        page.wait_for_function("() => travels.some(([kind]) => kind === 'to')")
        assert ["to", "hand 1", True] in page.evaluate("travels")


# Notes by how much anything jumps that is not set in motion
_JUMPS = """
    window.jumps = 0;
    window.watcher = new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (jumps += value)));
    watcher.observe({ type: "layout-shift" });
"""
_JUMPED = """() => {
    watcher.takeRecords().forEach(({ value }) => (jumps += value));
    return jumps;
}"""


def test_what_stays_on_the_table_glides_and_does_not_jump(house: House) -> None:
    """When the Domain gets its first card, when half of the Agora is gone, and when a new one is laid."""
    with house.visit(reduced_motion="no-preference") as person:
        page = person.page
        page.goto(f"/t/{house.finished('elysium-2-seed-1')}/review?move=4")
        expect(page.locator(".agora .card").first).to_be_visible()
        page.evaluate(STILL)
        page.evaluate(_JUMPS)
        sizes = set()
        for move in range(5, 26):
            page.get_by_role("slider", name="Position in the game").fill(str(move))
            expect(page.get_by_text(f"Move {move} of")).to_be_visible()
            page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
            sizes.add(page.locator(".agora .box").first.evaluate("(box) => `${box.offsetWidth} x ${box.offsetHeight}`"))
        assert len(sizes) > 1, "something changed its size"
        assert page.evaluate(_JUMPED) < 0.05
