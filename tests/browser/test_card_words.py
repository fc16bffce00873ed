"""No word of a card is lost: all cards of both games, in the boxes that the layout gives them, in both languages.

A real table is opened, and what its socket says is changed before the page hears it, so that the same board shows
every card in turn. Of every word on every card it is checked that it is painted inside its card, that nothing cuts it
off or lies on it, and that it is large enough; of the figures, that they can be recognised.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, WebSocketRoute

import pediment
from tests.browser.page_texts import page_texts
from tests.browser.people import STILL, House, Person

DESKS = [(1366, 768), (1920, 1080), (2560, 1440)]
HANDS = [(820, 1180), (390, 844)]  # tablet and phone: screens that one holds
RECORDS = {
    ("elysium", 2): "elysium-2-seed-1",
    ("elysium", 3): "elysium-3-seed-8",
    ("elysium", 4): "elysium-4-seed-11",
    ("ephyran", 2): "ephyran-2-seed-3",
}
LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}
SMALLEST = {"desk": 13, "hand": 15}  # pixels of type
CROWD = 8  # cards in a crowded Domain
INK = 60  # of 255: how much the darkest and the lightest pixel of a word differ at least

# Every word of every card in these places, as it is painted: what is wrong with it, or nothing.
_WORDS = """([places, face, parts, least]) => {
    const MIN_FIGURE = 30; // pixels in which one recognises something
    const wrong = [];
    const clips = (element) => getComputedStyle(element).overflow !== "visible" || element.matches(face);
    const known = new Map(); // what could cut off the text of an element: found once
    const clipsOf = (element) => {
        if (!element) return [];
        const above = known.get(element) ?? [...(clips(element) ? [element] : []), ...clipsOf(element.parentElement)];
        known.set(element, above);
        return above;
    };
    const isSeen = (element) => !element.closest(".unseen, .foot, svg");
    const inside = (rect, box) =>
        rect.left >= box.left - 0.6 && rect.right <= box.right + 0.6 &&
        rect.top >= box.top - 0.6 && rect.bottom <= box.bottom + 0.6;
    // Where a place has less room than a card is high, one scrolls to the word
    const reveal = (range) => {
        for (const at of clipsOf(range.startContainer.parentElement)) {
            if (at.scrollHeight <= at.clientHeight || at.matches(".card, .half")) continue;
            const [rect, box] = [range.getBoundingClientRect(), at.getBoundingClientRect()];
            if (rect.top < box.top) at.scrollTop -= box.top - rect.top;
            else if (rect.bottom > box.bottom) at.scrollTop += rect.bottom - box.bottom;
        }
    };
    const faces = [...document.querySelectorAll(places)].flatMap((place) => [...place.querySelectorAll(face)]);
    const found = [];
    for (const card of faces) {
        const id = card.closest("[data-card]")?.dataset.card;
        card.closest(".page")?.scrollIntoView({ inline: "start" });
        card.scrollIntoView({ block: "nearest" });
        const words = [];
        const judge = (word, rects, parent) => {
            if (!rects.length) wrong.push(`${id}: "${word}" is not painted`);
            const style = getComputedStyle(parent);
            if (parseFloat(style.fontSize) < least - 0.01) wrong.push(`${id}: "${word}" is ${style.fontSize} large`);
            if (style.textOverflow === "ellipsis") wrong.push(`${id}: "${word}" may be hidden`);
            for (const rect of rects)
                for (const at of clipsOf(parent).filter((box) => !inside(rect, box.getBoundingClientRect())))
                    wrong.push(`${id}: "${word}" leaves ${at.className}`);
            for (const { left, top, width, height } of rects) {
                const on = document.elementFromPoint(left + width / 2, top + height / 2);
                if (!on?.closest(`[data-card="${id}"]`)) wrong.push(`${id}: "${word}" lies under ${on?.className}`);
            }
        };
        const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!isSeen(node.parentElement) || !node.parentElement.checkVisibility()) continue;
            for (const match of node.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(node, match.index);
                range.setEnd(node, match.index + match[0].length);
                reveal(range);
                const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
                const { left: x, top: y } = card.getBoundingClientRect();
                const onCard = ({ left, top, width, height }) => new DOMRect(left - x, top - y, width, height);
                words.push({ word: match[0], rects: rects.map(onCard) });
                judge(match[0], rects, node.parentElement);
            }
        }
        const all = words.flatMap(({ word, rects }) => rects.map((rect) => ({ word, rect })));
        all.forEach(({ word, rect }, n) => {
            for (const other of all.slice(n + 1)) {
                const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left);
                const along = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top);
                // Lines are set closer than the boxes of their letters
                if (across > 0.6 && along > rect.height * 0.4) wrong.push(`${id}: "${word}" lies on "${other.word}"`);
            }
        });
        for (const part of parts)
            if (!card.querySelector(`.${part}`)?.checkVisibility()) wrong.push(`${id}: its ${part} is not shown`);
        // On every card of Elysium, and where there is room for it on a half-card
        const figure = card.querySelector(".figure svg");
        const high = figure.checkVisibility() ? figure.getBoundingClientRect().height : 0;
        if (high ? high < MIN_FIGURE : card.matches(".card")) wrong.push(`${id}: its figure is ${high} px high`);
        const textOf = (part) => card.querySelector(`.${part}`)?.textContent ?? "";
        const texts = { name: textOf("name"), text: textOf("text") };
        const { width, height } = card.getBoundingClientRect();
        found.push({ id, texts, box: [Math.round(width), Math.round(height)] });
    }
    return { wrong, found };
}"""
_RECTS = """(face) => [...document.querySelectorAll(face)].slice(0, 4).flatMap((card) => {
    card.scrollIntoView({ block: "nearest" });
    const rects = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        if (walker.currentNode.parentElement.closest(".unseen, .foot, svg")) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const wide = [...range.getClientRects()].filter(({ width }) => width > 4);
        rects.push(...wide.map(({ x, y, width, height }) => [x, y, width, height]));
    }
    return rects;
})"""


class Board:
    """A table whose socket can be made to say something else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: dict[str, Any] = {}
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/live", self._pass_on)

    def _pass_on(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "view" and said["seat"] == 0:
                self.heard = said
            socket.send(message)

        server.on_message(hear)

    def say(self, wait_for: str, **view: Any) -> None:
        """Tell the page that the game stands otherwise, and wait until that is seen."""
        assert self._socket
        log = {**self.heard["log"], "start": 0, "entries": []}
        changed = {**self.heard, "view": {**self.heard["view"], **view}, "prompt": None, "log": log}
        self._socket.send(json.dumps(changed))
        self.page.wait_for_function("selector => document.querySelector(selector) !== null", arg=wait_for)
        self.page.evaluate(STILL)


@contextlib.contextmanager
def table(house: House, game: str, seats: int, size: tuple[int, int], language: str) -> Iterator[tuple[Person, Board]]:
    """A real table at a screen of that size."""
    in_hand = size in HANDS
    how: dict[str, Any] = {"has_touch": True, "is_mobile": True} if in_hand else {}
    viewport = {"width": size[0], "height": size[1]}
    with house.visit(viewport=viewport, locale=LANGUAGES[language], **how) as person:
        board = Board(person.page)
        person.sit(RECORDS[game, seats], 4, seats=seats)
        person.wait()
        person.page.evaluate(STILL)
        yield person, board


def check(person: Person, places: str, face: str, parts: list[str], size: tuple[int, int]) -> list[dict[str, Any]]:
    """All cards that are seen there, if nothing is wrong with any word of them."""
    least = SMALLEST["hand" if size in HANDS else "desk"]
    told = person.page.evaluate(_WORDS, [places, face, parts, least])
    assert not told["wrong"], "\n".join(told["wrong"][:20])
    found: list[dict[str, Any]] = told["found"]
    return found


def has_ink(person: Person, face: str) -> None:
    """Of some cards, every word is there in pixels."""
    rects: list[tuple[float, ...]] = person.page.evaluate(_RECTS, face)
    picture = Image.open(io.BytesIO(person.page.screenshot(scale="css"))).convert("L")
    for x, y, width, height in rects:
        tones = picture.crop((int(x), int(y), int(x + width) + 1, int(y + height) + 1)).tobytes()
        assert max(tones) - min(tones) >= INK, (x, y, width, height)


def batched(cards: Iterable[str], size: int) -> list[list[str]]:
    """The cards in groups of that size; the last one may be smaller."""
    every = list(cards)
    return [every[n : n + size] for n in range(0, len(every), size)]


def plain(text: str) -> str:
    """Without blanks: an icon before a word adds one."""
    return "".join(text.split())


def elysium(house: House, seats: int, size: tuple[int, int], language: str, most: int = 1000) -> str:
    """Show all cards of Elysium, at the start and in a crowded ending: how many have the shorter wording."""
    game = pediment.game("elysium")
    facts = {card: game.card(card, language) for card in game.cards()}
    places = 3 * seats + 1
    shown: dict[str, set[str]] = {"start": set(), "crowd": set()}
    short: dict[str, set[str]] = {"start": set(), "crowd": set()}
    with table(house, "elysium", seats, size, language) as (person, board):
        conditions = {card: fact["condition"] for card, fact in facts.items()}
        round_the_table = list(facts) * 2
        scenes: list[tuple[str, list[str], list[str], list[str]]] = [
            ("start", cards, [], []) for cards in batched(facts, places)
        ]
        for n in range(max(-(-len(facts) // places), -(-len(facts) // CROWD))):
            oracle = round_the_table[(n * 4 + 50) % len(facts) :][:4] if n % 3 == 2 else []
            first = n * places % len(facts)
            scenes.append(
                ("crowd", round_the_table[first:][:places], round_the_table[n * CROWD % len(facts) :][:CROWD], oracle)
            )
        for when, agora, domain, oracle in scenes[:: max(1, len(scenes) // most)]:
            seen = board.heard["view"]["seats"]
            laid = [{"card": card, **({"ring": True} if facts[card]["power"] == "trigger" else {})} for card in domain]
            if laid:
                laid[0] |= {"used": True}
            families = ["apollo", *board.heard["view"]["families"][1:]] if oracle else board.heard["view"]["families"]
            wanted = f"[data-place=agora] [data-card='{agora[-1]}']"
            mine = [{**seen[0], "domain": laid}, *seen[1:]]
            board.say(wanted, agora=agora, oracle=oracle, seats=mine, conditions=conditions, families=families)
            for place in ("agora", "oracle", "domain"):
                cards = check(person, f"[data-place={place}]", ".box.board > .card:not(.back)", ["name", "text"], size)
                assert sorted(card["id"] for card in cards) == sorted(
                    {"agora": agora, "oracle": oracle, "domain": domain}[place]
                )
                for card in cards:
                    fact = facts[card["id"]]
                    shown[when].add(card["id"])
                    assert plain(card["texts"]["name"]) == plain(fact["name"])
                    stands = plain(card["texts"]["text"])
                    if stands != plain(fact["text"]):
                        assert stands == plain(fact["short"]), card
                        short[when].add(card["id"])
        has_ink(person, "[data-place=agora] .box.board > .card")
    if most >= len(scenes):
        assert shown["start"] == shown["crowd"] == set(facts)
    if seats == 2 or size[0] >= 1920 or size in HANDS:
        assert short == {"start": set(), "crowd": set()}
    counts = f"{len(short['start'])} at the start, {len(short['crowd'])} in a crowded ending"
    return f"{seats} seats, {size[0]} x {size[1]}, {language}: shorter wordings: {counts}"


def ephyran(house: House, size: tuple[int, int], language: str, most: int = 1000) -> None:
    """Show all half-cards of Ephyran in a hand."""
    game = pediment.game("ephyran")
    facts = {card: game.card(card, language) for card in game.cards() if game.card(card, language)["halves"]}
    said = page_texts(language)
    shown: set[str] = set()
    with table(house, "ephyran", 2, size, language) as (person, board):
        hands = batched(facts, len(board.heard["view"]["hand"]))
        for hand in hands[:: max(1, len(hands) // most)]:
            board.say(f"[data-place=hand] [data-card='{hand[-1]}']", hand=hand)
            for half in check(person, "[data-place=hand]", ".half.board", ["name"], size):
                shown.add(half["id"])
                words = [
                    (part["creature_name"], "")
                    if part.get("god")
                    else (part["name"], said[f"support.{part['support']}"])
                    for part in facts[half["id"]]["halves"]
                ]
                assert (plain(half["texts"]["name"]), plain(half["texts"]["text"])) in {
                    (plain(name), plain(text)) for name, text in words
                }
        has_ink(person, "[data-place=hand] .half")
    assert most < len(hands) or shown == set(facts)


@pytest.mark.heavy
@pytest.mark.parametrize(("seats", "size", "language"), [(3, DESKS[0], "fr"), (2, HANDS[1], "en")])
def test_no_word_of_elysium_is_lost(house: House, seats: int, size: tuple[int, int], language: str) -> None:
    print(elysium(house, seats, size, language, most=5))


@pytest.mark.parametrize(("size", "language"), [(DESKS[0], "fr")])
def test_no_word_of_ephyran_is_lost(house: House, size: tuple[int, int], language: str) -> None:
    ephyran(house, size, language, most=3)


@pytest.mark.long
@pytest.mark.heavy
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [*DESKS, *HANDS], ids=str)
def test_no_word_is_lost_at_any_size(house: House, size: tuple[int, int], language: str) -> None:
    """All cards in all boxes; what is held in the hand scrolls, so that seats make no difference there."""
    for seats in [2] if size in HANDS else [2, 3, 4]:
        print(elysium(house, seats, size, language))
    ephyran(house, size, language)
