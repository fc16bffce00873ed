"""How big things are: whatever is pressed can be hit, whatever is written can be read, and no word of it is cut off."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import pediment
from tests.browser.page_texts import page_texts
from tests.browser.people import DESK, STILL, House
from tests.depth import some_of

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
DEVICES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "tablet": {"viewport": TABLET, **TOUCH},
    "phone": {"viewport": PHONE, **TOUCH},
}
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
GAMES = ["elysium", "ephyran"]
PATHS = [
    "/",
    "/lobby",
    "/learn",
    "/nowhere",
    *(f"/{page}/{game}" for page in ("play", "rules", "cards") for game in GAMES),
]
MIN_TARGET = 24  # CSS pixels: WCAG 2.5.8
MIN_MAIN_TARGET = 44  # of main actions, by touch
MIN_TYPE = {"desk": 13, "tablet": 15, "phone": 15}

# Whatever can be pressed and is too small. As in WCAG 2.5.8, a link inside a sentence may be as high as its line, and a
# small field is as big as the label that sets it.
_SMALL = """([least, main]) => {
    const targets = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio]';
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.unseen, .skip, [inert]');
    const inline = (e) =>
        getComputedStyle(e).display === 'inline' && e.parentElement.innerText.trim() !== e.innerText.trim();
    return [...document.querySelectorAll(targets)].filter((e) => shown(e) && !inline(e)).flatMap((e) => {
        const { width, height } = (e.closest('label') ?? e).getBoundingClientRect();
        const small = Math.min(width, height) < (e.matches('.button.main') ? main : least) - 0.5;
        const called = (e.innerText || e.ariaLabel || e.type || '').trim();
        return small ? [`${e.tagName} "${called}" ${width} x ${height}`] : [];
    });
}"""

# The texts that are shown, each with the element that it is in.
_TEXTS = """
    const unread = '.unseen, .skip, option, noscript, svg';
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode;
        const inside = text.parentElement;
        if (text.data.trim() && inside.checkVisibility({ visibilityProperty: true }) && !inside.closest(unread))
            texts.push([text, inside]);
    }
"""

# Words that are painted outside what cuts them off; what can be scrolled to is not lost.
_CUT = f"""() => {{{_TEXTS}
    const cuts = (how) => how === 'hidden' || how === 'clip';
    const found = new Set();
    for (const [text, inside] of texts) {{
        const range = document.createRange();
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()];
        for (let up = inside; up && up !== document.documentElement; up = up.parentElement) {{
            const {{ overflowX: x, overflowY: y, webkitLineClamp: lines }} = getComputedStyle(up);
            const edge = up.getBoundingClientRect();
            const beside = (box) => box.right > edge.right + 1.5 || box.left < edge.left - 1.5;
            const beyond = (box) => box.bottom > edge.bottom + 3 || box.top < edge.top - 3;
            const out = boxes.some((box) => (cuts(x) && beside(box)) || (cuts(y) && beyond(box)));
            const clamped = lines !== 'none' && up.scrollHeight > up.clientHeight + 1;
            if (out || clamped) found.add(`${{text.data.trim()}} in ${{up.className}}`);
            if (/auto|scroll/.test(x + y)) break;
        }}
    }}
    return [...found];
}}"""

# Texts in smaller type than that.
_FINE = f"""(least) => {{{_TEXTS}
    const sizes = texts.map(([text, inside]) => [text.data.trim(), parseFloat(getComputedStyle(inside).fontSize)]);
    return sizes.filter(([, size]) => size < least - 0.1).map(([text, size]) => `${{text}}: ${{size}} px`);
}}"""


def faults(page: Page, device: str) -> list[str]:
    """What is too small or cut off on the page as it stands."""
    main = MIN_TARGET if device == "desk" else MIN_MAIN_TARGET
    return [
        *page.evaluate(_SMALL, [MIN_TARGET, main]),
        *page.evaluate(_CUT),
        *page.evaluate(_FINE, MIN_TYPE[device]),
    ]


@pytest.mark.parametrize(("device", "language"), some_of(product(DEVICES, LANGUAGES), [("phone", "fr")]))
def test_pages_are_readable_and_can_be_hit(house: House, device: str, language: str) -> None:
    seated = house.post("/tables", {"game": "elysium", "chairs": [{"kind": "me", "name": "A" * 40}, {"kind": "open"}]})
    wrong: dict[str, list[str]] = {}
    with house.visit(locale=LANGUAGES[language], allowed="404", **DEVICES[device]) as person:
        person.keep(seated["table"], seated["token"])
        for path in PATHS:
            person.page.goto(path)
            expect(person.page.locator("main h1, main h2").first).to_be_attached()
            if path.startswith("/cards"):
                expect(person.page.locator("main .shelf > *").first).to_be_visible()
            for fold in person.page.locator("main summary").all():
                fold.click()
            if found := faults(person.page, device):
                wrong[path] = found
    assert not wrong, "\n".join(f"{path}: {what}" for path, found in wrong.items() for what in found[:20])


@pytest.mark.parametrize("device", some_of(DEVICES, ["desk"]))
def test_whatever_is_pressed_at_a_table_can_be_hit(house: House, device: str) -> None:
    """On its pages, in the help about icons, in the settings, in the text view, and in a review."""
    small: dict[str, list[str]] = {}
    with house.visit(**DEVICES[device]) as person:
        page = person.page

        def look(where: str) -> None:
            page.evaluate(STILL)
            if found := page.evaluate(_SMALL, [MIN_TARGET, MIN_TARGET]):
                small[where] = found

        for record, move in (("elysium-2-seed-1", 80), ("ephyran-2-seed-3", 97)):
            person.sit(record, move, hints=True, chat=True)
            person.wait()
            for tab in page.get_by_role("tab").all():
                tab.click()
                look(f"{record}: {tab.inner_text()}")
            page.get_by_role("button", name="Settings").click()
            look(f"{record}: settings")
            page.keyboard.press("Escape")
            for key in ("?", "t"):
                page.keyboard.press(key)
                look(f"{record}: {key}")
                page.keyboard.press("Escape")
            page.goto(f"/t/{house.finished(record)}/review")
            expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
            look(f"{record}: review")
    assert not small


# What of the prompt bar cannot be seen: each line of its words and each of its buttons is on top, at both of its ends.
_HIDDEN = """() => {
    const bar = document.querySelector('[data-place=prompt] .bar');
    const range = document.createRange();
    const shown = [...bar.querySelectorAll('button, a')].filter((of) => of.checkVisibility());
    const boxes = shown.map((of) => [of, [of.getBoundingClientRect()]]);
    for (const of of bar.querySelectorAll('.words p')) {
        range.selectNodeContents(of);
        boxes.push([of, [...range.getClientRects()]]);
    }
    const seen = (of, { left, right, top, bottom }) =>
        [[left + 3, top + 4], [right - 3, bottom - 4]].every(([x, y]) => {
            const there = document.elementFromPoint(x, y);
            return there !== null && (of.contains(there) || there.contains(of));
        });
    return boxes.flatMap(([of, found]) => (found.every((box) => seen(of, box)) ? [] : [of.innerText || of.ariaLabel]));
}"""
WIDTHS = {".phone": [360, 600, 820], ".desk": [821, 1024, 1200, 1366]}


# As long a question and as many answers as there can be.
_MUCH = """() => {
    const bar = document.querySelector('[data-place=prompt] .bar');
    const question = bar.querySelector('.question');
    question.textContent = `${question.textContent} `.repeat(3);
    const answers = bar.querySelector('.answers');
    for (const answer of [...answers.children, ...answers.children]) answers.append(answer.cloneNode(true));
}"""


def test_the_prompt_never_cuts_anything(house: House) -> None:
    hidden: dict[tuple[str, int], list[str]] = {}
    with house.visit(locale="fr-FR") as person:
        person.sit("elysium-2-seed-1", 15)
        person.wait()
        expect(person.prompt.locator(".answer")).to_have_count(2)
        for what in ("as it is", "much"):
            for layout, widths in WIDTHS.items():
                person.page.set_viewport_size({"width": widths[0], "height": 768})
                expect(person.page.locator(layout)).to_be_visible()
                if what == "much":
                    person.page.evaluate(_MUCH)
                for width in widths:
                    person.page.set_viewport_size({"width": width, "height": 768})
                    person.page.evaluate(STILL)
                    if found := person.page.evaluate(_HIDDEN):
                        hidden[what, width] = found
    assert not hidden


# The height of the bar, and the size of the type in which it says what the others did.
_RECAP = """() => [
    document.querySelector(".bar").offsetHeight,
    parseFloat(getComputedStyle(document.querySelector(".recap")).fontSize),
]"""


def test_a_long_recap_leaves_the_prompt_as_high_as_it_is(house: House) -> None:
    """Three opponents, in French; in a small window, too, and when the type comes late."""
    for width, height, record, move in ((1366, 68, "ephyran-4-seed-2", 90), (1024, 84, "ephyran-4-seed-2", 70)):
        with house.visit(locale="fr-FR", viewport={"width": width, "height": 768}) as person:
            person.sit(record, move, seats=4)
            person.wait()
            recap = person.page.locator(".recap")
            expect(recap).to_contain_text("Berger 3")
            for spacing, long in (("-0.2em", 0), ("", 1)):  # narrow type at first, then what it should be
                recap.evaluate("(recap, spacing) => recap.style.letterSpacing = spacing", spacing)
                expect(person.page.locator(".recap.long")).to_have_count(long)
            person.page.evaluate(STILL)
            high, type_size = person.page.evaluate(_RECAP)
            assert high == height
            assert not person.page.evaluate(_HIDDEN)
            assert type_size >= MIN_TYPE["desk"]


# The board of Ephyran with each of these names and texts in every box where one can stand, and up to two tokens beside
# it: the words that do not fit into their box.
_FILLED = """([creatures, supports, god]) => {
    const all = (which) => [...document.querySelectorAll(which)].filter((e) => e.checkVisibility());
    const lacking = new Set();
    const check = (boxes) => {
        for (const box of boxes) {
            const of = box.closest('.half, .face, .ghost, .plinth') ?? box;
            const wide = box.scrollWidth > box.clientWidth + 1 || of.scrollWidth > of.clientWidth + 1;
            if (wide || of.scrollHeight > of.clientHeight + 2)
                lacking.add(`${box.innerText}: ${box.className} ${box.clientWidth} x ${of.clientHeight}`);
        }
    };
    const put = (boxes, text) => boxes.forEach((box) => (box.textContent = text));
    put(all('.plinth .god'), god);
    check(all('.plinth .god'));
    for (const [name, text] of supports) {
        put(all('.half.board.support .name'), name);
        put(all('.half.board.support .text'), text);
        check(all('.half.board.support .name, .half.board.support .text'));
    }
    for (let tokens = 0; tokens < 3; tokens++) {
        for (const name of creatures) {
            const boxes = all('.half.board:not(.support) .name, .face .name, .ghost .name');
            put(boxes, name);
            check(boxes);
        }
        const token = document.querySelector('.token');
        for (const row of all('.face .tokens')) {
            const more = document.createElement('span');
            more.className = [...row.classList].at(-1); // Svelte's own, which its styles go by
            more.append(token.cloneNode(true));
            row.replaceChildren(...[...row.children].slice(0, tokens), more);
        }
    }
    return [...lacking];
}"""
MORE_DEVICES: dict[str, dict[str, Any]] = {
    "large desk": {"viewport": {"width": 1920, "height": 1080}},
    "tablet on its side": {"viewport": {"width": 1180, "height": 820}, **TOUCH},
    "small tablet on its side": {"viewport": {"width": 1024, "height": 768}, **TOUCH},
}


# Games, each at a moment at which the first seat is asked: no bot moves before it is looked at. One with a hand of six.
MOMENTS = [("ephyran-2-seed-3", 60), ("ephyran-2-seed-3", 97), ("ephyran-3-seed-1", 62), ("ephyran-4-seed-2", 60)]


@pytest.mark.parametrize(("device", "language"), some_of(product(DEVICES | MORE_DEVICES, LANGUAGES), [("desk", "fr")]))
def test_ephyran_has_room_for_every_name(house: House, device: str, language: str) -> None:
    game = pediment.game("ephyran")
    halves = [half for card in game.cards() for half in game.card(card, language)["halves"]]
    creatures = sorted({half["creature_name"] for half in halves if "creature" in half})
    texts = page_texts(language)
    supports = sorted({(half["name"], texts[f"support.{half['support']}"]) for half in halves if "support" in half})
    longest = max({half["god_name"] for half in halves if "god" in half}, key=len)
    wrong: dict[str, list[str]] = {}
    with house.visit(locale=LANGUAGES[language], **(DEVICES | MORE_DEVICES)[device]) as person:
        for record, move in MOMENTS:
            person.sit(record, move, seats=int(record.split("-")[1]))
            person.wait()
            person.page.evaluate(STILL)  # other type than ours is wider
            lacking = [*person.page.evaluate(_FILLED, [creatures, supports, longest]), *person.page.evaluate(_CUT)]
            if lacking:
                wrong[f"{record}, {move}"] = lacking
    assert not wrong, "\n".join(f"{record}: {what}" for record, found in wrong.items() for what in found)
