"""How somebody is told that it is their turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.people import PHONE, READY, House, Person
from tests.browser.test_axe import found_by_axe
from tests.server.post_office import post_office

# Counts what is asked and shown, and lets the page believe that nobody looks at it.
_SPY = """
    window.asked = 0;
    window.notes = [];
    window.Notification = class {
        static permission = 'default';
        static async requestPermission() { window.asked += 1; return (window.Notification.permission = 'granted'); }
        constructor(title, options) { window.notes.push(title); }
        close() {}
    };
    window.look = (hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event('visibilitychange'));
    };
"""


@pytest.fixture
def ana(house: House) -> Iterator[Person]:
    with house.visit() as somebody:
        somebody.context.add_init_script(_SPY)
        yield somebody


def _question(person: Person) -> Locator:
    return person.page.get_by_role("form", name="Shall we tell you when it is your turn?")


def _icon(person: Person) -> Locator:
    return person.page.locator('link[rel="icon"]')


def test_it_is_asked_once_at_the_first_turn_against_a_person(ana: Person) -> None:
    ana.sit("elysium-2-seed-1", 8)
    ana.wait()
    expect(_icon(ana)).to_have_attribute("href", "/icon-turn.svg")
    expect(_question(ana)).to_have_count(0)  # against bots
    _sit_with_ben(ana)
    expect(_question(ana)).to_be_visible()
    assert not found_by_axe(ana.page)
    _covers_nothing(ana)
    ana.page.get_by_role("checkbox", name="With a sound").press("Space")
    ana.page.get_by_role("button", name="Yes, please").press("Enter")
    expect(_question(ana)).to_have_count(0)
    assert ana.page.evaluate("() => window.asked") == 1
    assert ana.page.evaluate("() => localStorage.getItem('pediment.setting.sound')") is None
    ana.page.reload()
    ana.wait()
    expect(_question(ana)).to_have_count(0)


@pytest.mark.long
def test_whoever_says_no_is_not_asked_again(ana: Person) -> None:
    _sit_with_ben(ana)
    ana.page.get_by_role("button", name="No, thanks").click()
    assert ana.page.evaluate("() => window.asked") == 0
    ana.page.reload()
    ana.wait()
    expect(_question(ana)).to_have_count(0)


def test_title_icon_and_notification_tell_of_a_turn_while_one_looks_elsewhere(ana: Person, house: House) -> None:
    token = _sit_with_ben(ana)
    ana.page.get_by_role("button", name="Yes, please").click()
    table = ana.page.url.rpartition("/")[2]
    expect(ana.page).to_have_title("● Your turn · Elysium · Pediment")
    while ana.page.evaluate(READY):
        ana.move()
    expect(_icon(ana)).to_have_attribute("href", "/icon-small.svg")
    ana.page.evaluate("() => window.look(true)")
    while not ana.page.title().startswith("●"):
        _play_for_ben(house, table, token)
    expect(_icon(ana)).to_have_attribute("href", "/icon-turn.svg")
    ana.page.wait_for_function("() => window.notes.length > 0")
    assert ana.page.evaluate("() => window.notes[0]") == "Your turn – Elysium"
    ana.page.evaluate("() => window.look(false)")
    ana.page.get_by_role("link", name="Pediment: front page").click()
    expect(_icon(ana)).to_have_attribute("href", "/icon-small.svg")


@pytest.mark.long
def test_the_question_fits_on_a_phone(house: House) -> None:
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True) as phone:
        phone.context.add_init_script(_SPY)
        _sit_with_ben(phone)
        expect(_question(phone)).to_be_visible()
        _covers_nothing(phone)
        assert not phone.page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
        phone.page.get_by_role("button", name="No, thanks").tap()
        phone.play(1, lambda there: there.tap())


@pytest.mark.long
def test_an_address_is_confirmed_and_turned_off_by_links(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with post_office() as office:
        monkeypatch.setenv("PEDIMENT_SMTP", office.url)
        monkeypatch.setenv("PEDIMENT_MAIL_FROM", "table@example.org")
        with House(browser, tmp_path) as house, house.visit() as ana:
            ana.page.goto("/#identity")
            ana.page.get_by_role("button", name="Create an identity").click()
            ana.page.get_by_label("E-mail address").fill("ana@example.org")
            ana.page.keyboard.press("Enter")
            expect(ana.page.get_by_text("Open the link that was sent to ana@example.org")).to_be_visible()
            assert not found_by_axe(ana.page)
            while not office.mails:
                ana.page.wait_for_timeout(50)
            link = re.search(r"http://\S+/mail#confirm=\S+", str(office.mails[0].get_content()))
            assert link
            ana.page.goto("/healthz")
            ana.page.goto(link[0])
            ana.page.get_by_role("button", name="Confirm my address").press("Enter")
            expect(ana.page.get_by_text("ana@example.org is confirmed")).to_be_visible()
            assert "#" not in ana.page.url
            assert not found_by_axe(ana.page)
            key = ana.page.evaluate("() => JSON.parse(localStorage.getItem('pediment.me')).key")
            data = house.get("/me/data", key)
            ana.page.goto("/healthz")
            ana.page.goto(f"/mail#off={data['person']}.{data['settings']['email_off']}")
            ana.page.get_by_role("button", name="Get no more mails").click()
            expect(ana.page.get_by_text("You get no more mails")).to_be_visible()
            assert "ana@example.org" not in house.log.read_text()
            ana.page.goto("/mail")
            expect(ana.page.get_by_text("This link is incomplete")).to_be_visible()


def _covers_nothing(person: Person) -> None:
    """The question stands beside everything else: no other thing of the page is under it."""
    covered = person.page.evaluate(
        """() => {
            const question = document.querySelector("form.asks"), box = question.getBoundingClientRect();
            const apart = (a, b) =>
                a.left >= b.right - 1 || a.right <= b.left + 1 || a.top >= b.bottom - 1 || a.bottom <= b.top + 1;
            const meets = (e) => e.offsetParent !== null && !apart(e.getBoundingClientRect(), box);
            const all = ".side.panel, .prompt > :not(form), .swiper, .others, .tabs";
            const others = [...document.querySelectorAll(all)];
            return others.filter((e) => !e.contains(question) && meets(e)).map((e) => e.className);
        }"""
    )
    assert covered == []


def _sit_with_ben(person: Person) -> str:
    """At a table that goes on where Ana is asked, with somebody else on the other seat: the word of his."""
    house = person.house
    chairs = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    made = house.post(
        f"/tables/{house.finished('elysium-2-seed-1')}/continue",
        {"move": 8, "chairs": chairs, "house": {}, "nonce": "0"},
    )
    sat = house.post(f"/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"}, made["invite"])
    person.keep(made["table"], made["token"])
    person.page.goto(f"/t/{made['table']}")
    person.wait()
    return str(sat["token"])


def _play_for_ben(house: House, table: str, token: str) -> None:
    state = house.get(f"/tables/{table}", token)
    [view] = state["views"]
    if view["prompt"]:
        move = view["prompt"]["options"][0]["label"]
        house.post(f"/tables/{table}/commands", {"type": "move", "seat": 1, "seq": view["seq"], "move": move}, token)
