"""The boards show who is active and all that opponents have; nothing is empty, and nothing is cut off."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import expect

import pediment
from tests.browser.people import DESK, PHONE, STILL, House, Person

_BOXES = """() => [".agora", ".mine", ".left"].map((part) => {
    const { top, bottom, right } = document.querySelector(part).getBoundingClientRect();
    return [top, bottom, right];
})"""
_AGORA = """() => Object.fromEntries([...document.querySelectorAll("[data-place=agora] [data-card]")].map((card) => {
    const { x, y } = card.getBoundingClientRect();
    return [card.dataset.card, [x, y]];
}))"""
_CARD_SIZES = """() => [...document.querySelectorAll(".agora .card, .mine .domain .card")].map((card) => {
    const { width, height } = card.getBoundingClientRect();
    return `${Math.round(width)} x ${Math.round(height)}`;
})"""
_SCROLLS = """() => {
    const { scrollHeight, clientHeight } = document.querySelector(".left");
    return scrollHeight > clientHeight;
}"""

# Emblems in the gable that its roof cuts. The inner side of the roof goes from a fifth of its height in the middle
# to nine tenths of its width at the foot.
_UNDER_THE_ROOF = """() => {
    const gable = document.querySelector(".gable").getBoundingClientRect();
    const roof = (x) => gable.top + gable.height * (0.2 + 2 * Math.abs((x - gable.left) / gable.width - 0.5));
    const emblems = [...document.querySelectorAll(".tympanum svg")].map((emblem) => emblem.getBoundingClientRect());
    return emblems.map(({ left, right, top }) => top >= Math.max(roof(left), roof(right)) - 0.5);
}"""

# What is wider than its place, so that something of it is cut off or lies on its neighbour.
_TOO_WIDE = """(parts) => [...document.querySelectorAll(parts)]
    .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.className)"""


def test_a_key_shows_each_opponents_whole_table_by_turns(person: Person) -> None:
    domain = ["athena.naval-power", {"card": "hades.cerberus", "used": True}]
    position = {"seats": [{}, {"domain": domain, "elysium": [["zeus.alliance"]]}, {}], "agora": ["zeus.triumph"]}
    person.sit_at(pediment.game("elysium"), position)
    agora = person.page.get_by_role("list", name="Agora")
    large = person.page.get_by_role("region", name="whole table")
    person.page.keyboard.press("o")
    expect(agora).to_be_hidden()
    expect(large.get_by_text("Every other player: 1 Gold or 1 VP, their choice.")).to_be_visible()
    expect(large.locator("[data-card='hades.cerberus'] .badge")).to_have_text("used")
    expect(large.locator("[data-card='zeus.alliance']")).to_be_visible()
    person.page.keyboard.press("o")
    expect(large.get_by_text("No card in this Domain.")).to_be_visible()
    person.page.keyboard.press("o")
    expect(agora).to_be_visible()
    person.page.locator(".opponent").first.get_by_role("button", name="whole table").click()
    expect(large).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(large).to_have_count(0)


# The cards of Agora and Domain: their faces as they are drawn, without Svelte's marks, and whether each is a copy of
# one that was drawn ahead, which is the last thing in its box.
_FACES = """() => [...document.querySelectorAll(".box.board > .card")].map((face) => {
    const bare = face.cloneNode(true);
    const marks = document.createTreeWalker(bare, NodeFilter.SHOW_COMMENT);
    const found = [];
    while (marks.nextNode()) found.push(marks.currentNode);
    for (const mark of found) mark.remove();
    bare.normalize();
    return [face === face.parentNode.lastChild, bare.outerHTML];
})"""


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_a_card_drawn_ahead_looks_like_any_other(house: House, language: str) -> None:
    """With a ring and without; all cards are laid anew in a window that was narrow for a while."""
    domain = ["poseidon.antaeus", "athena.naval-power"]  # a Trigger has its ring there
    position = {"seats": [{"domain": domain}, {}], "agora": ["zeus.triumph", "hades.judges-of-the-underworld"]}
    with house.visit(locale=language) as person:
        page = person.page
        person.sit_at(pediment.game("elysium"), position)
        page.evaluate(STILL)
        drawn = page.evaluate(_FACES)
        assert [copied for copied, _ in drawn] == [False] * 4
        for _ in range(60):
            page.wait_for_timeout(500)  # the page draws while it is idle
            page.set_viewport_size(PHONE)
            expect(page.locator(".phone")).to_be_visible()
            page.set_viewport_size(DESK)
            expect(page.locator(".desk")).to_be_visible()
            page.evaluate(STILL)
            laid = page.evaluate(_FACES)
            if all(copied for copied, _ in laid):
                break
        assert laid == [[True, face] for _, face in drawn]


_FOCUS_IS_SEEN = """() => {
    const here = document.activeElement;
    return here.matches(".choice") && here.checkVisibility({ visibilityProperty: true }) && !here.closest("[inert]");
}"""


def test_over_an_enlarged_table_arrows_reach_what_is_seen_and_the_next_question_shows_the_agora(
    person: Person,
) -> None:
    person.sit("elysium-2-seed-1", 3)
    large = person.page.get_by_role("region", name="whole table")
    person.wait()
    person.page.keyboard.press("o")
    expect(large).to_be_visible()  # and all that can be chosen is behind it
    person.page.keyboard.press("ArrowDown")
    assert person.page.evaluate(_FOCUS_IS_SEEN)
    person.page.keyboard.press("o")
    person.choose("quest 1")
    expect(person.of("quest 1")).to_have_count(0)
    person.wait()  # for the next question, which would close it
    person.page.keyboard.press("o")
    expect(large).to_be_visible()
    person.page.keyboard.press("u")
    expect(person.of("quest 1")).to_be_visible()
    expect(large).to_have_count(0)


# Chips of opponents of which a part is seen: neither whole nor covered nor scrolled away.
_CUT_CHIPS = """() => [...document.querySelectorAll(".opponent")].flatMap((part) => {
    const seen = part.getBoundingClientRect().top + part.clientTop + part.clientHeight;
    const end = seen - parseFloat(getComputedStyle(part.querySelector(".cover")).height);
    const boxes = [...part.querySelectorAll(".choice")].map((chip) => chip.getBoundingClientRect());
    return boxes.filter(({ top, bottom }) => top < end - 1 && bottom > end + 1);
}).length"""


def test_opponents_show_whole_rows_of_chips(person: Person) -> None:
    page = person.page
    person.sit("elysium-4-seed-11", 230, seats=4)
    opponents = page.locator(".opponent")
    expect(opponents).to_have_count(3)
    page.wait_for_function(f"() => ({_CUT_CHIPS})() === 0")
    crowded = opponents.first
    assert crowded.evaluate("(part) => part.scrollHeight > part.clientHeight")
    for scrolled in (40, 1000):
        crowded.evaluate("(part, by) => part.scrollTo(0, by)", scrolled)
        page.wait_for_function(f"() => ({_CUT_CHIPS})() === 0")


def test_what_travels_leaves_nothing_covered_of_an_opponent(house: House) -> None:
    """Chips on their way to an opponent are measured where they will lie."""
    with house.visit(reduced_motion="no-preference") as person:
        person.page.goto(f"/t/{house.finished('elysium-2-seed-1')}/review")
        slider = person.page.get_by_role("slider", name="Position in the game")
        for move in range(40, 52):
            slider.fill(str(move))
            expect(person.page.get_by_text(f"Move {move} of")).to_be_visible()
            person.page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
            assert person.page.evaluate(_NEEDLESS_COVERS) == 0, move


# Covers in front of opponents whose chips are all seen.
_NEEDLESS_COVERS = """() => [...document.querySelectorAll(".opponent")].filter((part) =>
    part.scrollHeight <= part.clientHeight && part.querySelector(".cover").offsetHeight > 0).length"""


def test_one_seat_at_most_looks_active(person: Person) -> None:
    """While another player answers in one's own turn, only they do."""
    position = {
        "seats": [{"domain": ["poseidon.cyclopes"]}, {"domain": ["zeus.alliance"]}, {}],
        "agora": ["zeus.triumph"],
    }
    person.sit_at(pediment.game("elysium"), position)
    for _ in range(4):
        expect(person.page.locator(".turn")).to_have_count(1)
        person.play(1)
        person.wait()


@pytest.mark.parametrize("seats", [2, 4])
def test_the_parts_of_the_board_fill_the_window(person: Person, seats: int) -> None:
    record = {2: "elysium-2-seed-1", 4: "elysium-4-seed-11"}[seats]
    person.sit(record, 80, seats=seats)
    person.wait()
    for width, height in ((1366, 768), (1920, 1080), (2560, 1440)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(STILL)
        boxes = person.page.evaluate(_BOXES)
        (top, bottom, right), (mine_top, mine_bottom, _), (_, left_bottom, left_right) = boxes
        assert -1 < left_bottom - mine_bottom < 12, "below my area"
        assert mine_top - bottom < 100, "between the Agora and my area stands the prompt alone"
        assert left_right - right < 12
        cards = person.page.locator(".agora .box.board").first.bounding_box()
        assert cards
        assert cards["height"] > (bottom - top) / 4, "the cards use the Agora's height"
        assert not person.page.evaluate(_SCROLLS)
        assert person.page.evaluate(_UNDER_THE_ROOF) == [True] * 5


def test_when_a_card_is_taken_the_others_of_the_agora_stay_where_they_are(person: Person) -> None:
    agora = ["ares.hoplites", "athena.assembly", "zeus.alliance", "hermes.messenger"]
    families = ["ares", "athena", "hades", "hermes", "zeus"]
    position = {"families": families, "seats": [{"domain": ["zeus.triumph"]}, {}], "agora": agora}
    person.sit_at(pediment.game("elysium"), position)
    before = person.page.evaluate(_AGORA)
    person.choose("take athena.assembly")
    expect(person.page.locator("[data-place=domain] [data-card='athena.assembly']")).to_be_visible()
    now = person.page.evaluate(_AGORA)
    assert now == {card: place for card, place in before.items() if card in now}
    assert "zeus.alliance" in now
    assert person.page.locator(".agora .empty").count() == 1


_DOMAIN = _AGORA.replace("data-place=agora", "data-place=domain")


def test_when_a_card_leaves_the_domain_the_others_stay_where_they_are(person: Person) -> None:
    domain = ["zeus.triumph", "hades.cerberus", "athena.assembly", "ares.hoplites"]
    seats = [{"quest": 1, "gold": 5, "domain": domain}, {"quest": 2}]
    families = ["ares", "athena", "hades", "hermes", "zeus"]
    agora = ["zeus.alliance", "hermes.messenger"]
    position = {"families": families, "phase": "transfers", "seats": seats, "agora": agora}
    person.sit_at(pediment.game("elysium"), position)
    before = person.page.evaluate(_DOMAIN) | person.page.evaluate(_AGORA)
    person.choose("transfer hades.cerberus")
    expect(person.page.locator("[data-place=domain] [data-card='hades.cerberus']")).to_have_count(0)
    now = person.page.evaluate(_DOMAIN) | person.page.evaluate(_AGORA)
    assert now == {card: place for card, place in before.items() if card != "hades.cerberus"}


def test_cards_keep_their_size_while_others_are_taken(person: Person, house: House) -> None:
    """In an Epoch of a recorded game: from a new Agora until half of it is gone, whatever the Domain gets."""
    person.page.goto(f"/t/{house.finished('elysium-2-seed-1')}/review")
    slider = person.page.get_by_role("slider", name="Position in the game")
    found = set()
    for move in range(49, 69):  # the Domain grows from five cards to seven, and a Quest is taken
        slider.fill(str(move))
        expect(person.page.get_by_text(f"Move {move} of")).to_be_visible()
        person.page.evaluate(STILL)
        found |= set(person.page.evaluate(_CARD_SIZES))
    assert len(found) == 1, found


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_when_half_of_the_agora_is_gone_it_is_laid_anew_where_things_glide(
    house: House, motion: Literal["no-preference", "reduce"]
) -> None:
    """Where nothing moves, the Agora keeps its places."""
    families = ["ares", "athena", "hades", "hermes", "zeus"]
    agora = ["ares.hoplites", "zeus.alliance"]
    with house.visit(reduced_motion=motion) as person:
        person.sit_at(pediment.game("elysium"), {"families": families, "seats": [{}, {}], "agora": agora})
        person.page.evaluate(STILL)
        box = person.page.locator(".agora [data-card='zeus.alliance']")
        before = box.bounding_box()
        person.choose("take ares.hoplites")
        expect(person.page.locator("[data-place=domain] [data-card='ares.hoplites']")).to_be_visible()
        person.page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
        now = box.bounding_box()
        assert before
        assert now
        assert (now["x"] < before["x"]) == (motion == "no-preference")
        assert person.page.locator(".agora .empty").count() == (1 if motion == "reduce" else 0)


@pytest.mark.parametrize(("record", "move", "seats"), [("ephyran-2-seed-3", 97, 2), ("ephyran-4-seed-2", 4, 4)])
def test_ephyran_fills_the_window(person: Person, record: str, move: int, seats: int) -> None:
    person.sit(record, move, seats=seats)
    person.wait()
    for width, height in ((1366, 768), (1920, 1080), (2560, 1440)):
        person.page.set_viewport_size({"width": width, "height": height})
        hand, left = (person.page.locator(part).bounding_box() for part in ("[data-place=hand]", ".left"))
        assert hand
        assert left
        assert -1 < left["y"] + left["height"] - hand["y"] - hand["height"] < 16, (width, height)
        assert not person.page.evaluate(_SCROLLS)


def test_plates_and_piles_of_ephyran_have_room_for_all_they_tell(person: Person, house: House) -> None:
    person.page.goto(f"/t/{house.finished('ephyran-2-seed-0')}/review")
    person.page.get_by_role("slider", name="Position in the game").fill("147")  # a Support, and tokens that are gone
    expect(person.page.locator(".plate.mine .attack")).to_be_visible()
    for width, height in ((1366, 768), (1024, 768)):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.evaluate(STILL)
        assert not person.page.evaluate(_TOO_WIDE, ".plate, .piles, .piles .grid > *"), width


def test_quests_have_room_in_a_small_window(person: Person) -> None:
    person.page.set_viewport_size({"width": 1024, "height": 768})
    person.sit("elysium-2-seed-1", 3)
    person.wait()
    assert not person.page.evaluate(_TOO_WIDE, ".temple, .quests, .quests > li")


@pytest.mark.parametrize(("record", "move"), [("elysium-4-seed-11", 3), ("elysium-4-seed-13", 160)])
def test_a_table_of_four_has_room_in_a_small_window(person: Person, record: str, move: int) -> None:
    """A new Agora of thirteen; and a full Domain, with purses that have Prestige, too."""
    person.page.set_viewport_size({"width": 1024, "height": 768})
    person.sit(record, move, seats=4)
    person.wait()
    person.page.evaluate(STILL)
    assert not person.page.evaluate(_TOO_WIDE, ".opponent, .opponent .owns")
    assert not person.page.evaluate(_SCROLLS)


# Of the cards whose figure has no room of its own: whether it ends where the text begins.
_ABOVE_THE_TEXT = """() => [...document.querySelectorAll(".box.faint")].map((box) => {
    const [figure, text] = [".figure", ".text"].map((part) => box.querySelector(part).getBoundingClientRect());
    return figure.height > 30 && figure.bottom <= text.top + 1;
})"""


def test_no_figure_lies_behind_the_text_of_a_card(person: Person, house: House) -> None:
    person.page.goto(f"/t/{house.finished('elysium-4-seed-12')}/review?move=134")
    expect(person.page.get_by_text("Move 134 of")).to_be_visible()
    person.page.evaluate(STILL)
    found = person.page.evaluate(_ABOVE_THE_TEXT)
    assert found
    assert all(found)


def test_a_new_legend_can_be_started_however_many_there_are(person: Person) -> None:
    domain = ["zeus.triumph", "ares.hoplites"]
    names = ["cerberus", "charon", "tartarus", "assembly", "initiation", "persephone", "posthumous-hero"]
    legends = [[f"hades.{name}"] for name in names] + [["hermes.swindler"], ["hermes.messenger"], ["athena.assembly"]]
    seats = [{"quest": 1, "gold": 5, "domain": domain, "elysium": legends}, {"quest": 2}]
    families = ["ares", "athena", "hades", "hermes", "zeus"]
    person.sit_at(pediment.game("elysium"), {"families": families, "phase": "transfers", "seats": seats})
    person.page.set_viewport_size({"width": 1024, "height": 768})
    assert person.page.locator(".legends").evaluate("(part) => part.scrollHeight > part.clientHeight")
    person.choose("transfer zeus.triumph")
    expect(person.of("new legend")).to_be_in_viewport(ratio=1)
    assert person.page.locator(".legends").evaluate("(part) => part.scrollWidth <= part.clientWidth")


def test_a_hand_of_six_is_shown_whole(person: Person) -> None:
    person.sit("ephyran-2-seed-3", 97)
    person.wait()
    hand = person.page.locator("[data-place=hand]")
    expect(hand.locator(".slot")).to_have_count(6)
    assert hand.evaluate("(part) => part.scrollWidth <= part.clientWidth")
    assert not person.page.evaluate(_SCROLLS)
