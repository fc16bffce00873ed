"""What a table does for its players: drags, reasons, previews, undo, hints, scores, words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import pediment
from tests.browser.people import STILL, THOUGHT, House, Person

ELYSIUM = "elysium-2-seed-1"
EPHYRAN = "ephyran-2-seed-3"


@pytest.fixture(scope="module")
def onlooker(house: House) -> Iterator[Person]:
    """Somebody whose turn it is, for tests that move nothing and leave the page as they found it."""
    with house.visit() as somebody:
        somebody.sit(ELYSIUM, 3)
        somebody.wait()
        yield somebody


def _drag(page: Page, what: Locator, to: Locator) -> None:
    """By mouse, in steps, as a hand does."""
    for here, press in ((what, page.mouse.down), (to, page.mouse.up)):
        box = here.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
        press()


def test_a_card_dragged_onto_a_column_is_taken_and_the_column_dismissed(person: Person) -> None:
    person.sit(ELYSIUM, 3)
    card = person.of("take hades.assembly")
    column = person.page.locator("[data-place=columns] li").first
    _drag(person.page, card, column)
    expect(person.page.get_by_role("list", name="Domain").locator("[data-card='hades.assembly']")).to_be_visible()
    expect(column).to_have_attribute("data-tip", re.compile("dismissed"))


def test_a_drag_that_ends_nowhere_changes_nothing(onlooker: Person) -> None:
    before = onlooker.choices()
    _drag(onlooker.page, onlooker.of("take hades.assembly"), onlooker.page.get_by_role("tab", name="Log"))
    assert onlooker.choices() == before


def test_what_cannot_be_chosen_says_why_with_its_rule(person: Person) -> None:
    person.sit(ELYSIUM, 8)  # three cards of five cannot be taken
    person.wait()
    person.page.get_by_role("list", name="Agora").locator(".choice[aria-disabled]").first.click(force=True)
    note = person.page.get_by_role("note", name="Why this is not possible")
    expect(note).to_contain_text("column")
    with person.page.expect_popup() as opened:
        note.get_by_role("link", name=re.compile(r"^E\d")).click()
    expect(opened.value.get_by_role("heading", level=1)).to_be_visible()
    opened.value.close()
    person.page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    person.page.get_by_role("list", name="Agora").locator(".choice[aria-disabled]").first.click(force=True)
    expect(note).to_be_visible()
    label = next(label for label in person.choices() if label.startswith("take "))
    person.of(label).press("Enter")
    expect(person.page.locator(f'[data-choice="{label}"]')).to_have_count(0)
    expect(note).to_have_count(0)  # it belonged to that question


TWO = ["hephaestus.divine-aid", "zeus.garden-of-the-hesperides"]


def _is_lit_only_in(person: Person, label: str, place: Locator) -> None:
    """One thing of the whole board stands for that answer, and there."""
    expect(person.page.locator(f".choice[data-choice='{label}']")).to_have_count(1)
    expect(place.locator(f"[data-choice='{label}']")).to_be_visible()


def test_a_copied_card_is_lit_only_where_it_lies_and_another_says_why_not(person: Person) -> None:
    """Of two cards in the Oracle one lies in the own Domain too, one in the other; only the Oracle counts (E5.9)."""
    position = {
        "families": ["apollo", "hades", "hephaestus", "hermes", "zeus"],
        "seats": [{"domain": ["apollo.initiation", "hephaestus.initiation", TWO[0]]}, {"domain": [TWO[1]]}],
        "oracle": [*TWO, "zeus.kings-council"],
    }
    person.sit_at(pediment.game("elysium"), position, "use apollo.initiation")
    oracle = person.page.get_by_role("list", name="Oracle")
    for card in TWO:
        _is_lit_only_in(person, f"choose {card}", oracle)
    expect(person.prompt.locator("[data-choice]")).to_have_count(0)
    note = person.page.get_by_role("note", name="Why this is not possible")
    theirs = person.page.locator("[data-place=opponents]").locator(f"[data-card='{TWO[1]}']")
    theirs.click(force=True)
    oracle.locator("[data-card='zeus.kings-council']").click(force=True)
    expect(note).to_contain_text("E5.9")
    expect(theirs).to_have_attribute("data-labels", "")  # it stands for nothing
    person.page.keyboard.press("Escape")
    oracle.locator(f"[data-choice='choose {TWO[0]}']").click()
    expect(person.page.locator("[data-choice^='choose ']")).to_have_count(0)


def test_medusa_lights_the_domain_of_one_player_at_a_time(person: Person) -> None:
    two = ["athena.naval-power", "poseidon.cyclopes", "citizen"]
    position = {"seats": [{"domain": ["poseidon.medusa", *two]}, {"domain": two}, {"domain": two}]}
    person.sit_at(pediment.game("elysium"), position, "use poseidon.medusa")
    first, second = person.page.locator("[data-place=opponents] .opponent").all()
    _is_lit_only_in(person, "choose athena.naval-power", first)
    expect(second.locator("[data-choice]")).to_have_count(0)


def test_what_a_choice_would_do_is_told_before(person: Person) -> None:
    person.sit(ELYSIUM, 4)
    person.of("dismiss red").hover()
    expect(person.prompt.locator(".preview")).to_contain_text("You dismiss")
    person.page.mouse.move(2, 2)
    expect(person.prompt.locator(".preview")).to_have_count(0)


def test_a_card_is_read_in_full_where_one_points_at_it(onlooker: Person) -> None:
    card = onlooker.of("take hades.assembly")
    card.hover()
    card.hover(position={"x": 40, "y": 60})  # what comes to lie under a resting pointer is not read
    expect(onlooker.page.locator("#reader")).to_contain_text("Assembly")
    onlooker.page.mouse.move(2, 2)
    expect(onlooker.page.locator("#reader")).to_have_count(0)


@pytest.mark.parametrize(("game", "move", "label"), [(ELYSIUM, 3, "quest 1"), (EPHYRAN, 4, "add ts38a")])
def test_taking_back(person: Person, game: str, move: int, label: str) -> None:
    person.sit(game, move)
    before = person.choices()
    person.choose(label)
    back = person.page.get_by_role("button", name="Undo")
    expect(back).to_be_enabled()
    back.click()
    expect(person.of(label)).to_be_visible()
    assert person.choices() == before
    expect(back).to_be_disabled()


def _hopeless(route: Route) -> None:
    """The server's hint, as if the game were lost."""
    told = route.fetch().json()
    route.fulfill(json=told | {"hints": [told["hints"][0] | {"chance": 0.0, "margin": -3.2}]})


def test_a_hint_points_at_a_move_and_the_table_is_told(newcomer: Person) -> None:
    newcomer.sit(ELYSIUM, 3, hints=True)
    newcomer.wait()
    newcomer.page.get_by_role("button", name="Hint").click()
    hints = newcomer.page.get_by_role("region", name="Hint").get_by_role("listitem")
    expect(hints.first).to_contain_text("%", timeout=THOUGHT * 1000)
    expect(newcomer.page.locator(".pointed").first).to_be_attached()
    newcomer.page.get_by_role("tab", name="Players").click()
    expect(newcomer.page.get_by_text("Ana asked for a hint.")).to_be_visible()
    newcomer.page.route("**/hint", _hopeless)
    newcomer.page.get_by_role("button", name="Hint").click()
    expect(hints).to_have_count(1)
    expect(hints).to_contain_text("−3.2")
    expect(hints).not_to_contain_text("%")


@pytest.mark.parametrize("game", [ELYSIUM, EPHYRAN])
def test_points_if_it_ended_now_and_the_table_in_words(person: Person, game: str) -> None:
    person.sit(game, 21)
    before = set(person.choices())
    person.page.get_by_role("button", name="Score if the game ended now").click()
    sheet = person.page.get_by_role("dialog", name="Score if the game ended now")
    expect(sheet.get_by_role("table")).to_contain_text("Ana")
    sheet.get_by_role("button", name="Close").click()
    totals = person.page.locator(".plate .total .unseen").all_inner_texts()
    assert len(totals) == (2 if game == EPHYRAN else 0)
    person.page.get_by_role("button", name="Text view of the table").click()
    for total in totals:
        expect(person.page.get_by_role("listitem").filter(has_text=total)).not_to_have_count(0)
    expect(person.page.get_by_role("button", name="Text view of the table")).to_have_attribute("aria-pressed", "true")
    assert before <= set(person.choices())


def test_the_log_names_causes_and_the_rules_of_the_line_one_reads(person: Person) -> None:
    person.sit(ELYSIUM, 100)
    person.wait()
    rule = person.page.locator("[data-line] a.rule").last
    expect(rule).to_have_attribute("href", re.compile(r"rule=E"))
    expect(rule).to_have_css("opacity", "0")
    rule.locator("xpath=..").hover()
    expect(rule).to_have_css("opacity", "1")
    person.page.mouse.move(2, 2)
    expect(rule).to_have_css("opacity", "0")
    rule.focus()
    expect(rule).to_have_css("opacity", "1")
    person.page.locator("button.cause").first.click()  # the log scrolls
    expect(person.page.locator("[data-line].shown")).to_have_count(1)


def test_what_gives_something_up_for_good_is_asked_twice(person: Person) -> None:
    person.sit(EPHYRAN, 2)
    person.choose("discard dionysus")
    expect(person.prompt).to_contain_text("to confirm")
    person.choose("discard dionysus")
    expect(person.prompt).not_to_contain_text("to confirm")
    expect(person.page.locator("[data-choice='discard dionysus']")).to_have_count(0)


def _turn(person: Person, seen: str = ".recap") -> None:
    """Play until the others have done something since."""
    for _ in range(20):
        person.play(1)
        person.wait()
        if person.page.locator(seen).count():
            return
    raise AssertionError(person.prompt.inner_text())


@pytest.mark.parametrize(
    ("locale", "told", "again"),
    [
        ("en-GB", r"^Shepherd (takes|uses|transfers|passes) .*\.", "Replay"),
        ("fr-FR", r"^Berger (prend|utilise|transfère|passe) .*\.", "Rejouer la séquence"),
    ],
)
def test_what_the_others_did_is_told_marked_and_shown_again(house: House, locale: str, told: str, again: str) -> None:
    with house.visit(locale=locale) as person:
        page = person.page
        person.sit(ELYSIUM, 21)
        person.wait()
        bare = person.prompt.bounding_box()
        _turn(person, "body:has(.choice.changed) [data-choice^='take ']")
        recap = person.prompt.locator(".recap")
        expect(recap).to_have_text(re.compile(told))
        before = person.prompt.bounding_box()  # lower or higher than it was, as my Domain has more or fewer rows
        assert bare
        assert before
        assert before["height"] == bare["height"]
        labels = person.choices()
        page.evaluate(STILL)  # the log comes after the board
        lines = page.locator("[data-line]").count()
        page.evaluate(
            """() => {
                window.counts = [];
                const log = document.querySelector("[data-place=log] ol");
                const count = () => window.counts.push(log.children.length);
                new MutationObserver(count).observe(log, { childList: true });
            }"""
        )
        recap.get_by_role("button", name=again).click()
        page.wait_for_function(
            "(lines) => Math.min(...window.counts) < lines && window.counts.at(-1) === lines", arg=lines
        )
        assert person.choices() == labels
        assert person.prompt.bounding_box() == before
        person.choose(next(label for label in labels if label.startswith("take ")))
        expect(page.locator(".choice.changed")).to_have_count(0)  # the column is asked next, of the same player


def test_a_move_that_was_the_only_one_is_told(person: Person) -> None:
    mine = {"quest": 1, "cards_taken": 2, "columns": "RY", "domain": ["hephaestus.slaves"]}
    person.sit_at(pediment.game("elysium"), {"seats": [mine, {"quest": 2}], "agora": ["hades.assembly"]})
    person.choose("use hephaestus.slaves")
    expect(person.prompt.locator(".recap")).to_have_text("Only one move was possible: You take Assembly (Hades).")
    person.choose("dismiss red")
    expect(person.prompt).not_to_contain_text("Only one move")


def test_what_floats_stays_open_while_the_log_goes_on(person: Person) -> None:
    """It closes when what it belongs to is scrolled away."""
    page = person.page
    person.sit(ELYSIUM, 60)
    person.wait()
    log = page.locator("[data-place=log]")
    expect(log).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    expect(settings).to_be_visible()
    scroll = "(box) => new Promise((done) => (box.onscroll = () => requestAnimationFrame(done), (box.scrollTop = 0)))"
    log.evaluate(scroll)
    expect(settings).to_be_visible()
    page.get_by_role("region", name="Your move").dispatch_event("scroll")
    expect(settings).to_have_count(0)


def test_the_log_follows_unless_one_reads_above(person: Person) -> None:
    page = person.page
    person.sit(ELYSIUM, 60)
    person.wait()
    expect(page.locator("[data-place=log]")).to_be_visible()  # it comes a little after the board
    at_end = """() => {
        const log = document.querySelector("[data-place=log]");
        return log.scrollHeight - log.clientHeight - log.scrollTop < 24;
    }"""
    page.wait_for_function(at_end)
    person.play(2)
    person.wait()
    page.wait_for_function(at_end)
    page.set_viewport_size({"width": 1366, "height": 640})  # nobody scrolled
    page.wait_for_function(at_end)
    page.keyboard.press("l")
    log = page.get_by_role("region", name="Log")
    expect(log).to_be_focused()
    page.keyboard.press("Home")
    newest = page.get_by_role("button", name="Newest")
    expect(newest).to_be_visible()
    assert not page.evaluate(at_end)
    newest.click()
    page.wait_for_function(at_end)
    expect(newest).to_have_count(0)


def test_everybodys_time_is_shown_with_names(person: Person) -> None:
    clock = {"kind": "live", "minutes": 10, "seconds": 20, "days": 1}
    person.sit(ELYSIUM, 3, clock=clock)
    person.wait()
    clocks = person.page.get_by_role("list", name="Time left").get_by_role("listitem")
    expect(clocks).to_have_text([re.compile(r"Ana\s+(time is running)?\s*10:\d\d"), re.compile(r"Shepherd\s+10:00")])
    running = person.page.get_by_role("img", name="time is running")
    expect(clocks.filter(has=running)).to_have_count(1)


def test_times_of_the_chat_are_written_as_the_country_does(house: House) -> None:
    for locale, form in (("en-US", r"\d\d:\d\d [AP]M"), ("en-GB", r"^\d\d:\d\d Ana"), ("fr-FR", r"^\d\d:\d\d Ana")):
        with house.visit(locale=locale) as person:
            person.sit_with_ben("elysium", chat=True)
            person.page.get_by_role("tab", name=re.compile("Chat|Discussion")).click()
            person.page.get_by_role("textbox").fill("x")
            person.page.keyboard.press("Enter")
            expect(person.page.locator(".lines p")).to_have_text(re.compile(form))


def test_one_is_asked_once_whether_to_be_notified(newcomer: Person) -> None:
    newcomer.page.add_init_script(
        "window.Notification = { permission: 'default', requestPermission: async () => 'granted' }"
    )
    newcomer.sit(ELYSIUM, 3)
    newcomer.page.get_by_role("tab", name="Players").click()
    button = newcomer.page.get_by_role("button", name="Notify me")
    button.click()
    expect(button).to_have_count(0)


def test_escape_leaves_the_text_view(onlooker: Person) -> None:
    button = onlooker.page.get_by_role("button", name="Text view of the table")
    onlooker.page.keyboard.press("t")
    expect(button).to_have_attribute("aria-pressed", "true")
    onlooker.page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_key_that_comes_before_the_log_is_there_is_not_lost(onlooker: Person) -> None:
    page = onlooker.page
    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Text view of the table")).to_have_attribute("aria-pressed", "true")
    page.evaluate(
        """async () => {
            dispatchEvent(new KeyboardEvent("keydown", { key: "t" }));
            await null;  // the board is there, and what stands beside it comes a little later
            dispatchEvent(new KeyboardEvent("keydown", { key: "l" }));
        }"""
    )
    expect(page.locator("[data-place=log]")).to_be_focused()


_SPY = """(() => {
    window.notes = [];
    const param = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
    window.AudioContext = class {
        currentTime = 0;
        destination = {};
        resume() { return Promise.resolve(); }
        createGain() { return { gain: param(), connect: (to) => to }; }
        createOscillator() {
            const frequency = param();
            return { frequency, connect: (to) => to, start: () => window.notes.push(frequency.value), stop() {} };
        }
    };
})()"""


def test_sounds_are_off_until_asked_for_and_the_choice_is_kept(newcomer: Person) -> None:
    page = newcomer.page
    page.add_init_script(_SPY)
    newcomer.sit(ELYSIUM, 21)
    _turn(newcomer)
    assert page.evaluate("() => window.notes") == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("checkbox", name="Sounds").check()
    page.wait_for_function("() => window.notes.length === 2")  # one hears what it is like
    page.reload()
    _turn(newcomer)
    page.wait_for_function("() => window.notes.length > 0")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("checkbox", name="Sounds")).to_be_checked()
    page.get_by_role("checkbox", name="Sounds").uncheck()
    page.evaluate("() => void (window.notes.length = 0)")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    newcomer.play(2)
    assert page.evaluate("() => window.notes") == []


def test_how_fast_things_move_is_ones_own_choice(house: House) -> None:
    for prefers, speed in (("reduce", "off"), ("no-preference", "normal")):
        with house.visit(reduced_motion=prefers) as person:
            page = person.page
            page.goto("/")
            expect(page.locator("html")).to_have_css("--slowness", "0" if speed == "off" else "1")
            person.sit(ELYSIUM, 3)
            person.wait()
            page.get_by_role("button", name="Settings").click()
            expect(page.get_by_role("radio", name=speed)).to_be_checked()
            page.get_by_role("radio", name="slow").check()
            expect(page.locator("html")).to_have_css("--slowness", "2")
            page.get_by_role("button", name="Settings").click()
            expect(page.get_by_role("dialog", name="Settings")).to_have_count(0)
            page.reload()
            expect(page.locator("html")).to_have_css("--slowness", "2")


@pytest.mark.parametrize(
    ("mine", "theirs", "word"), [(30, 8, "Victory!"), (0, 30, "Defeat"), (10, 10, "Shared victory")]
)
def test_the_end_looks_and_sounds_like_what_it_is_and_its_buttons_stay(
    house: House, mine: int, theirs: int, word: str
) -> None:
    seats = [{"quest": 1, "gold": 3, "vp": mine, "domain": ["zeus.triumph"]}, {"quest": 2, "gold": 3, "vp": theirs}]
    with house.visit(reduced_motion="no-preference") as person:
        page = person.page
        page.add_init_script(_SPY)
        page.add_init_script("localStorage.setItem('pediment.setting.sound', 'true')")
        page.add_init_script("window.setInterval = (beat, time) => time === 700 && (window.beat = beat)")
        person.sit_at(pediment.game("elysium"), {"epoch": 5, "phase": "transfers", "seats": seats})
        page.evaluate("() => void (window.notes.length = 0)")
        person.choose("stop")
        expect(person.ending).to_contain_text(word)
        rising = {"Victory!": True, "Shared victory": True, "Defeat": False}[word]
        page.wait_for_function("() => window.notes.length > 1")
        notes = page.evaluate("() => window.notes")
        assert (notes[-1] > notes[0]) is rising
        hidden = person.ending.locator("tbody tr[aria-hidden]")
        lines = hidden.count()
        assert lines > 0
        page.evaluate("() => window.beat()")
        expect(hidden).to_have_count(lines - 1)  # it builds itself
        person.ending.get_by_role("heading").click()  # and who does not want to wait sees it all
        expect(hidden).to_have_count(0)
        before = person.prompt.bounding_box()
        page.keyboard.press("Escape")
        expect(person.ending).to_have_count(0)
        assert person.prompt.bounding_box() == before
        for name in ("Final score", "Rematch", "Share"):
            expect(person.prompt.get_by_role("button", name=name)).to_be_visible()
        for name in ("Review", "History"):
            expect(person.prompt.get_by_role("link", name=name)).to_be_visible()
        person.prompt.get_by_role("button", name="Final score").click()
        expect(person.ending).to_contain_text(word)
        expect(hidden).to_have_count(0)
        page.keyboard.press("Escape")
        page.keyboard.press("s")
        expect(person.ending).to_be_visible()
        person.ending.get_by_role("button", name="Share").click()
        for name in ("Copy", "Revoke all links"):
            expect(person.ending.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        assert re.search("ended now|yet", page.content()) is None
        person.ending.get_by_role("link", name="History").click()
        expect(page.get_by_role("heading", name="Results")).to_be_focused()
        expect(page.get_by_role("heading", name="Results")).to_be_in_viewport()


def test_against_bots_only_nobody_has_to_agree_and_there_is_no_chat(person: Person) -> None:
    page = person.page
    person.sit(ELYSIUM, 3, chat=True)
    person.choose("take hades.assembly")
    person.wait()
    for label in person.choices()[:1]:
        person.choose(label)
    person.wait()
    page.keyboard.press("u")
    page.get_by_role("tab", name="Players").click()
    expect(page.get_by_text("Ana undid a move; cards are drawn afresh.")).to_be_visible()
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)


def test_keys_do_nothing_under_a_dialog(person: Person) -> None:
    person.sit(ELYSIUM, 3)
    person.choose("quest 1")
    expect(person.page.get_by_role("button", name="Undo")).to_be_enabled()
    person.page.keyboard.press("s")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    person.page.keyboard.press("u")
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    expect(person.page.get_by_role("button", name="Undo")).to_be_enabled()


def test_keys_go_to_the_board_as_soon_as_a_dialog_is_closed(newcomer: Person) -> None:
    page, keys = newcomer.page, newcomer.page.keyboard
    # The browser tells of a closed dialog some time later; here it never does
    page.add_init_script("addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true })")
    newcomer.sit(ELYSIUM, 3)
    newcomer.wait()
    keys.press("s")
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    keys.press("ArrowRight")
    expect(page.locator("[data-choice]:focus")).to_have_count(1)

    button = page.get_by_role("button", name="Score if the game ended now")
    button.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    expect(button).to_be_focused()
    keys.press("ArrowRight")  # a button has no use for it
    expect(page.locator("[data-choice]:focus")).to_have_count(1)


def test_rules_and_cards_are_searched_without_leaving_the_table(onlooker: Person) -> None:
    page = onlooker.page
    page.get_by_role("tab", name="Rules").click()
    search = page.get_by_role("searchbox", name="Search rules and cards")
    search.fill("hercules")
    found = page.get_by_role("region", name="Results")
    expect(found.get_by_role("button", name="Hercules")).to_be_visible()
    search.fill("citizen")
    expect(found).to_contain_text("E1.5")
    search.fill("winner")  # by what the rule is about
    expect(page.locator(".look-up dt")).to_have_text(["E8.7"])
    page.get_by_role("tab", name="Log").click()
