"""Whole games in a real browser, and several people at one table."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

import pediment
from tests.browser.people import PATIENCE, STILL, THOUGHT, House, Person

ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]
_FOCUS = "() => document.activeElement?.dataset.choice ?? document.activeElement?.getAttribute('role')"


@pytest.mark.long
@pytest.mark.parametrize("game", ["Elysium", "Ephyran"])
def test_a_whole_game_by_mouse_against_a_bot(person: Person, game: str) -> None:
    person.play_bot(game)
    assert person.play() > 20
    expect(person.ending).to_contain_text("points")


def _tab_to(person: Person, name: str) -> None:
    for _ in range(80):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("() => document.activeElement.value || document.activeElement.innerText") == name:
            return
    raise AssertionError(f"Tab does not lead to {name}")


@pytest.mark.long
@pytest.mark.parametrize("game", ["Elysium", "Ephyran"])
def test_a_whole_game_by_keyboard_only(person: Person, game: str) -> None:
    page, keys = person.page, person.page.keyboard
    page.goto("/")
    expect(page.get_by_role("button", name="Play against a bot")).to_have_count(2)
    _tab_to(person, "scholar")
    keys.type("shepherd")
    _tab_to(person, "Play against a bot")
    if game == "Ephyran":  # the second on the page
        _tab_to(person, "Play against a bot")
    keys.press("Enter")
    person.wait()
    keys.press("?")
    expect(page.get_by_role("dialog", name="What the icons mean")).to_be_visible()
    keys.press("Escape")
    keys.press("s")
    expect(page.get_by_role("dialog", name="Score if the game ended now")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    keys.press("t")
    expect(page.get_by_role("button", name="Text view of the table")).to_have_attribute("aria-pressed", "true")
    keys.press("t")
    expect(page.get_by_role("button", name="Text view of the table")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-place=log]")).to_be_visible()
    keys.press("l")
    expect(page.locator("[data-place=log]")).to_be_focused()
    keys.press("Escape")
    assert page.evaluate(_FOCUS) is not None, "Escape leads back to the board"
    keys.press("h")
    expect(page.get_by_role("region", name="Hint")).to_be_visible(timeout=THOUGHT * 1000)
    for n in range(1000):
        person.wait()
        if person.ending.count():
            assert n > 20
            break
        for _ in range(person.chance.randint(1, 4)):
            keys.press(person.chance.choice(ARROWS))
        if page.evaluate(_FOCUS) is None:  # nothing in that direction yet
            continue
        keys.press("Enter")
        for _ in range(person.chance.randint(0, 2) if page.evaluate(_FOCUS) == "menuitem" else 0):
            keys.press("ArrowDown")
        if page.evaluate(_FOCUS) == "menuitem":
            keys.press("Enter")
        if n == 3:
            keys.press("u")
    expect(person.ending).to_contain_text("points")


def test_two_people_with_a_reload_in_the_middle_and_somebody_who_watches(house: House) -> None:
    with house.visit() as ana, house.visit() as ben, house.visit() as eva:
        ana.page.goto("/")
        ana.page.get_by_label("Your name").fill("Ana")
        ana.page.get_by_role("region", name="Ephyran").get_by_role("button", name="Invite a friend").click()
        link = ana.page.get_by_label("Send this link").input_value()
        ben.page.goto(link)
        ben.page.get_by_label("Your name").fill("Ben")
        ben.page.get_by_role("button", name="Sit down and play").click()
        eva.page.goto(ana.page.url)
        expect(eva.prompt).to_be_visible()
        _watches_only(eva, [ana, ben])
        for n in range(12):
            mover = _asked(ana, ben)
            mover.choose(mover.chance.choice(mover.choices()))
            if n == 5:
                ben.page.reload()
        _asked(ana, ben)
        (told,) = eva.page.request.get(f"/api/tables/{eva.page.url.rpartition('/')[2]}").json()["views"]
        newest = str(told["log"]["start"] + len(told["log"]["entries"]) - 1)
        for other in (ana, ben, eva):  # each reads the same line in words of their own, a frame after the board
            expect(other.page.locator("[data-line]").last).to_have_attribute("data-line", newest)
        _watches_only(eva, [ana, ben])


def _asked(*people: Person) -> Person:
    """Whoever is asked now."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for person in people:
            if person.page.evaluate("() => document.querySelector('[data-choice]') !== null"):
                return person
        people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody is asked")


def _watches_only(spectator: Person, players: list[Person]) -> None:
    """Nothing can be chosen, and no hand is seen."""
    expect(spectator.page.locator("[data-choice]")).to_have_count(0)
    hidden = "() => [...document.querySelectorAll('[data-place=hand] [data-card]')].map((e) => e.dataset.card)"
    table = spectator.page.url.rpartition("/")[2]
    (told,) = spectator.page.request.get(f"/api/tables/{table}").json()["views"]
    known = {card for seat in told["view"]["seats"] for card in seat["known"]}  # taken from the open discard
    for player in players:
        hand = set(player.page.evaluate(hidden)) - known
        seen = spectator.page.evaluate("() => [...document.querySelectorAll('[data-card]')].map((e) => e.dataset.card)")
        assert not hand & set(seen)


# Plays for the seat that is asked until another one is, without touching the page.
_PLAY_ON = """async () => {
    const path = `/api/tables/${location.pathname.split("/").at(-1)}`;
    const { seats } = JSON.parse(localStorage.getItem(`pediment.table.${path.split("/").at(-1)}`));
    const headers = { authorization: `Bearer ${seats.join(",")}`, "content-type": "application/json" };
    const asked = async () => (await (await fetch(path, { headers })).json()).views.find(({ prompt }) => prompt);
    const first = await asked();
    for (let now = first; now.seat === first.seat; now = await asked()) {
        const { seat, seq, prompt } = now;
        const body = JSON.stringify({ type: "move", seat, seq, move: prompt.options.at(-1).label });
        await fetch(`${path}/commands`, { method: "POST", headers, body });
    }
}"""


def test_two_people_at_one_screen_pass_it_on_behind_a_curtain(person: Person) -> None:
    page = person.page
    page.goto("/play/ephyran")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Seat 2").select_option("here")
    page.get_by_label("Their name").fill("Ben")
    page.get_by_role("button", name="Create the table").click()
    curtain = page.get_by_role("button", name=re.compile(r"I am (Ana|Ben): show my hand"))
    person.wait()
    for name in ["Ana", "Ben", "Ana"] if "Ana" in curtain.inner_text() else ["Ben", "Ana", "Ben"]:
        person.wait()
        expect(curtain).to_contain_text(name)
        expect(page.locator("[data-place=hand]")).to_have_count(0)
        for key in "sut":
            page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(curtain).to_contain_text(name)
        curtain.click()
        while person.choices() and not curtain.count():
            person.choose(person.chance.choice(person.choices()))
    curtain.click()
    page.keyboard.press("s")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate(_PLAY_ON)
    curtain.click()
    expect(page.locator("[data-place=hand]")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)  # what one opened is not for the next


_BOXES = """places => places.map((place) => {
    const { x, y, width, height } = document.querySelector(place).getBoundingClientRect();
    return [place, x, y, width, height];
})"""


def _resting(person: Person, parts: list[str]) -> Any:
    """Where these parts lie, once nothing glides any more."""
    person.page.evaluate(STILL)
    person.page.wait_for_function("() => document.getAnimations().every((one) => one.playState === 'finished')")
    return person.page.evaluate(_BOXES, parts)


def _stays(person: Person, places: list[str], moves: int) -> None:
    """The prompt bar and the parts of the board are where they were, whatever is played.

    After a long sentence the bar has one more line, as it cuts nothing off; that is seldom.
    """
    parts = [".bar.panel", *places]
    for part in parts:
        expect(person.page.locator(part).first).to_be_visible()
    before = _resting(person, parts)
    long = 0
    for _ in range(moves):
        person.play(1)
        person.wait()
        now = _resting(person, parts)
        if now[0][-1] > before[0][-1]:
            long += 1
        else:
            assert now == before
    assert long <= moves // 2


def test_the_parts_of_elysiums_board_stay_where_they_are(house: House) -> None:
    """As long as my Domain needs no further row: it is as high as its cards."""
    position = {
        "families": ["ares", "athena", "hades", "hermes", "zeus"],
        "seats": [{"domain": ["zeus.alliance"]}, {"domain": ["athena.assembly"]}],
        "agora": [
            *("ares.hoplites", "athena.trade-agreement", "ares.temple-of-ares", "athena.temple-of-athena"),
            *("hermes.temple-of-hermes", "hades.tartarus", "ares.veterans"),
        ],
    }
    with house.visit(reduced_motion="no-preference") as person:
        person.sit_at(pediment.game("elysium"), position)
        _stays(person, [".temple", ".agora", ".mine"], moves=4)


@pytest.mark.long
def test_the_parts_of_ephyrans_board_stay_where_they_are(house: House) -> None:
    with house.visit(reduced_motion="no-preference") as person:
        person.sit("ephyran-2-seed-3", 97)
        _stays(person, ["[data-place=hand]", ".side.panel"], moves=6)
