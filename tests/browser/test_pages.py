"""The house around the tables: front page, set-up, languages, themes, the app, and how quiet and small it all is."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, expect

import pediment
from tests.browser.page_texts import page_texts
from tests.browser.people import PHONE, House, Person
from tests.depth import some_of

LIMIT = 300_000
_MOVING = "() => document.getAnimations().filter(({ playState }) => playState === 'running').length"


def test_two_clicks_to_a_game_which_is_found_again(house: House) -> None:
    with house.visit(service_workers="allow") as person:
        page = person.page
        page.goto("/")
        page.get_by_role("region", name="Elysium").get_by_role("button", name="Play against a bot").click()
        person.wait()
        page.get_by_role("link", name="Pediment: front page").click()
        mine = page.locator("section", has=page.get_by_role("heading", name="My games")).get_by_role("listitem")
        expect(mine).to_have_count(1)
        mine.get_by_role("link", name="Continue").click()
        person.wait()


def test_a_table_of_one_s_own_choice(person: Person) -> None:
    page = person.page
    page.goto("/")
    page.get_by_role("region", name="Elysium").get_by_role("link", name="More options").click()
    page.get_by_label("Number of players").select_option("3")
    for seat in (2, 3):
        page.get_by_label(f"Seat {seat}").select_option("bot shepherd")
    page.get_by_text("My own choice").click()
    make = page.get_by_role("button", name="Create the table")
    for family in ["Apollo", "Ares", "Hades", "Hermes", "Zeus"]:
        expect(make).to_be_disabled()
        page.get_by_role("button", name=family).click()
    make.click()
    person.wait()
    expect(page.get_by_role("region", name="Temple").get_by_role("img", name="Apollo")).to_be_visible()
    expect(page.get_by_role("region", name="Shepherd")).to_have_count(2)


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("fr-FR", "fr")])
def test_setting_up_tells_sets_families_and_what_is_a_reconstruction(house: House, locale: str, language: str) -> None:
    game = pediment.game("elysium")
    characters = game.characters(language)
    with house.visit(locale=locale) as person:
        page = person.page
        page.goto("/play/elysium")
        for name, texts in game.set_texts(language).items():
            choice = page.get_by_role("radio", name=texts["name"])
            choice.check(force=True)
            expect(choice.locator("xpath=..")).to_contain_text(texts["text"])
            expect(page.locator("ul.characters li")).to_have_text(
                [f"{characters[family]['name']} {characters[family]['text']}" for family in game.sets()[name]]
            )
        page.get_by_role("radio").last.check(force=True)
        own = page.locator("button.family")
        expect(own).to_have_text([f"{texts['name']} {texts['text']}" for texts in characters.values()])
        note = page.get_by_text(game.reconstruction(language))
        expect(note).to_be_visible()
        page.locator("summary").click()
        page.locator("input[type=file]").set_input_files(
            {"name": "box.toml", "mimeType": "text/plain", "buffer": game.edition_template().encode()}
        )
        expect(note).to_have_count(0)


@pytest.mark.parametrize(("locale", "language"), some_of([("en-GB", "en"), ("fr-FR", "fr")], [("fr-FR", "fr")]))
@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_cards_are_marked_as_a_reconstruction(house: House, name: str, locale: str, language: str) -> None:
    game = pediment.game(name)
    with house.visit(locale=locale) as person:
        page = person.page
        page.goto(f"/cards/{name}")
        expect(page.get_by_text(game.reconstruction(language))).to_be_visible()
        for texts in game.characters(language).values():
            shelf = page.get_by_role("region", name=texts["name"])
            expect(shelf.get_by_text(texts["text"])).to_be_visible()
        first = page.locator("section button").first
        first.click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_text(game.card(game.cards()[0], language)["remark"])).to_be_visible()


def test_with_the_values_of_a_box_no_card_is_marked(house: House) -> None:
    """What an Incomplete Quest gives is the box's, too."""
    game = pediment.game("elysium")
    text = game.edition_template().replace("[incomplete_quest]\ngold = 1", "[incomplete_quest]\ngold = 7")
    chairs = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "shepherd"}]
    for edition, marked, gold in ((None, 1, 1), (text, 0, 7)):
        wanted = {"game": "elysium", "chairs": chairs, "nonce": "0"} | ({"edition": edition} if edition else {})
        seated = house.post("/tables", wanted)
        with house.visit() as person:
            person.keep(seated["table"], seated["token"])
            person.page.goto(f"/t/{seated['table']}")
            person.wait()
            temple = person.page.get_by_role("region", name="Temple")
            gives = f"Incomplete Quest, for a player without a Quest: {gold} Gold, 1 transfer"
            expect(temple.get_by_text(gives)).to_have_count(1)
            expect(temple.get_by_text("Incomplete Quest", exact=True)).to_be_visible()
            person.page.locator("[data-card]").first.hover()
            reader = person.page.get_by_role("tooltip")
            expect(reader.get_by_text("To take it")).to_be_visible()
            expect(reader.get_by_text("our reconstruction")).to_have_count(marked)
            person.page.keyboard.press("t")  # the table in words
            expect(person.page.get_by_role("row", name="Incomplete Quest")).to_contain_text(f"{gold} Gold, 1 transfer")


def test_a_listed_table_is_joined_and_begun(house: House) -> None:
    with house.visit() as host, house.visit() as guest:
        host.page.goto("/play/ephyran")
        host.page.get_by_label("Seat 2").select_option("open")
        host.page.get_by_label("Anyone may join").check()
        host.page.get_by_role("button", name="Create the table").click()
        expect(host.page.get_by_text("waiting for players")).to_be_visible()
        guest.page.goto("/")
        guest.page.get_by_role("link", name="Join").first.click()
        guest.page.get_by_label("Your name").fill("Eva")
        guest.page.get_by_role("button", name="Sit down and play").click()
        expect(host.prompt).to_be_visible()
        expect(guest.prompt).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "families", "told"),
    [
        ("en-GB", "Wasteland", ["Elysium", "15 min per game and 30 s per move", "1 free seat", "Zoë"]),
        ("fr-FR", "Zone aride", ["Elysium", "15 min par partie et 30 s par coup", "1 place libre", "Zoë"]),
    ],
)
def test_a_public_table_that_waits_says_what_is_played_there(
    house: House, locale: str, families: str, told: list[str]
) -> None:
    clock = {"kind": "live", "minutes": 15, "seconds": 30, "days": 2}
    chairs = [{"kind": "me", "name": "Zoë"}, {"kind": "open"}]
    wanted = {"game": "elysium", "options": {"families": "wasteland"}, "chairs": chairs}
    seated = house.post("/tables", wanted | {"house": {"listed": True, "clock": clock}})
    with house.visit(locale=locale, viewport=PHONE) as person:
        person.page.goto("/")
        row = person.page.locator("li", has=person.page.locator(f"a[href='/t/{seated['table']}']"))
        for text in [families, *told]:
            expect(row).to_contain_text(text)
        person.page.goto(f"/t/{seated['table']}#invite={seated['invite']}")
        expect(person.page.get_by_text(families, exact=True)).to_be_visible()


def test_results_are_kept_and_my_turn_comes_first(person: Person, house: House) -> None:
    page = person.page
    person.sit("elysium-2-seed-1", 118)
    person.play()
    expect(person.ending).to_be_visible()
    waiting = house.post("/tables", {"game": "elysium", "chairs": [{"kind": "me", "name": "Ana"}, {"kind": "open"}]})
    person.keep(waiting["table"], waiting["token"])
    mine, token = house.continued(
        "ephyran-2-seed-3", 60, [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "shepherd"}]
    )
    person.keep(mine, token)
    page.goto("/")
    results = page.locator("section", has=page.get_by_role("heading", name="Results")).get_by_role("listitem")
    expect(results).to_have_count(1)
    expect(results).to_contain_text(re.compile(r"Elysium\s*(won|lost)"))
    expect(results).to_contain_text(re.compile(r"Ana\s+\d+"))
    running = page.locator("section", has=page.get_by_role("heading", name="My games")).get_by_role("listitem")
    expect(running).to_have_count(2)
    expect(running.first).to_contain_text("Your turn")
    expect(running.last).to_contain_text("1 free seat")


def test_a_table_that_one_left_is_played_by_a_bot_and_one_is_away(person: Person) -> None:
    page = person.page
    person.sit("elysium-2-seed-1", 21)
    person.wait()
    table = page.url.rpartition("/")[2]
    page.get_by_role("tab", name="Players").click()
    page.get_by_text("My seat…").click()
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("button", name="Leave the table").click()
    row = page.locator("section", has=page.get_by_role("heading", name="My games")).get_by_role("listitem")
    expect(row).to_contain_text("A bot plays for you.")
    expect(row.get_by_role("link", name="Come back")).to_be_visible()
    assert not page.request.get(f"/api/tables/{table}").json()["table"]["seats"][0]["present"]


def test_a_link_is_revoked_and_a_table_deleted_after_a_question_in_place(person: Person, house: House) -> None:
    """Neither the page nor these buttons open a window of the browser's own: Playwright would answer it with no."""
    page = person.page
    person.sit("elysium-2-seed-1", 118, spectators=False)
    person.play()
    person.ending.get_by_role("button", name="Share").click()
    link = person.ending.get_by_label("Anyone with this link can see the game")
    table, word = link.input_value().split("/t/")[1].split("#share=")
    record, key = f"/api/tables/{table}/record", {"authorization": f"Bearer {word}"}
    assert page.request.get(record, headers=key).ok
    person.ending.get_by_role("button", name="Revoke all links").click()
    person.ending.get_by_role("button", name="Cancel").click()
    expect(link).to_be_visible()
    person.ending.get_by_role("button", name="Revoke all links").click()
    expect(person.ending.get_by_role("alert")).to_contain_text("Every link")
    person.ending.get_by_role("button", name="Revoke all links").click()
    expect(link).to_have_count(0)
    assert page.request.get(record, headers=key).status == 403
    person.ending.get_by_role("button", name="Delete this table").click()
    person.ending.get_by_role("button", name="Delete this table").click()
    expect(page).to_have_url(re.compile("/$"))
    expect(page.get_by_role("heading", name="Results")).to_have_count(0)


def test_somebody_elses_identity_is_taken_only_after_a_question_in_place(person: Person, house: House) -> None:
    key = house.post("/people", {"name": "Zoë"})["key"]
    stored = "() => JSON.parse(localStorage.getItem('pediment.me'))?.name ?? null"
    person.page.goto(f"/#me={key}")
    expect(person.page.get_by_text("Are you Zoë?")).to_be_visible()
    assert person.page.evaluate(stored) is None
    person.page.get_by_role("button", name="Yes, this is me").click()
    expect(person.page.get_by_text("now stored in this browser")).to_be_visible()
    assert person.page.evaluate(stored) == "Zoë"
    person.page.get_by_text("My games on all my devices").click()
    for answer, name in (("Cancel", "Zoë"), ("Remove it from this browser", None)):
        person.page.get_by_role("button", name="Remove it from this browser").click()
        person.page.get_by_role("button", name=answer).click()
        assert person.page.evaluate(stored) == name


def test_an_identity_adopts_the_games_of_this_browser(house: House) -> None:
    """When it is created, at once; where a link brought it, on request, since the link may be somebody else's."""
    chairs = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "shepherd"}]
    box = "My games on all my devices"

    def mine(somebody: Person) -> Locator:
        heading = somebody.page.get_by_role("heading", name="My games", exact=True)
        return somebody.page.locator("section", has=heading).get_by_role("listitem")

    def seated(somebody: Person) -> None:
        somebody.keep(*house.continued("elysium-2-seed-1", 40, chairs))

    with house.visit() as laptop, house.visit() as phone:
        seated(laptop)
        laptop.page.goto("/")
        expect(mine(laptop)).to_have_count(1)
        laptop.page.get_by_text(box).click()
        laptop.page.get_by_role("button", name="Create an identity").click()
        expect(laptop.page.get_by_text("1 earlier game of this browser now belongs to it.")).to_be_visible()
        link = laptop.page.get_by_label("Secret link for your other devices").input_value()
        seated(phone)
        phone.page.goto(link)
        phone.page.get_by_role("button", name="Yes, this is me").click()
        expect(mine(phone)).to_have_count(2)
        laptop.page.goto("/")
        expect(mine(laptop)).to_have_count(1)
        phone.page.get_by_text(box).click()
        phone.page.get_by_role("button", name="Add 1 earlier game of this browser").click()
        expect(phone.page.get_by_text("1 earlier game of this browser now belongs to it.")).to_be_visible()
        laptop.page.goto("/")
        expect(mine(laptop)).to_have_count(2)
        laptop.page.get_by_text(box).click()
        expect(laptop.page.get_by_role("button", name="Download my data")).to_be_visible()
        expect(laptop.page.get_by_role("button", name="earlier")).to_have_count(0)
        for table in (mine(laptop).first, mine(laptop).last):
            expect(table).to_contain_text("Your turn")


def test_people_at_one_screen_have_names_which_are_kept(house: House) -> None:
    with house.visit() as person:
        page = person.page
        page.goto("/play/ephyran")
        page.get_by_label("Number of players").select_option("3")
        for seat in (2, 3):
            page.get_by_label(f"Seat {seat}").select_option("here")
        names = page.get_by_label("Their name")
        assert [names.nth(n).input_value() for n in (0, 1)] == ["Player 2", "Player 3"]
        names.nth(1).fill("Eva")
        page.get_by_role("button", name="Create the table").click()
        page.wait_for_url("**/t/*")
        page.goto("/play/ephyran")
        page.get_by_role("button", name="Français").click()
        page.get_by_label("Nombre de joueurs").select_option("3")
        for seat in (2, 3):
            page.get_by_label(f"Place {seat}").select_option("here")
        names = page.get_by_label("Son nom")
        assert [names.nth(n).input_value() for n in (0, 1)] == ["Joueur 2", "Eva"]


_DROP = """(button, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "game.json", { type: "application/json" }));
    button.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def test_a_record_is_opened_by_keyboard_and_by_dropping_it(newcomer: Person) -> None:
    page = newcomer.page
    match = pediment.Match(pediment.game("ephyran"), seats=2, seed=395_337_264_768_089_692)  # a browser would round it
    match.play(match.options()[0])
    record = json.dumps(match.record())
    page.on("filechooser", lambda _: None)  # from the start, or the key may come before the browser listens for it
    for way in ("key", "drop"):
        page.goto("/")
        page.get_by_text("Open a recorded game").click()
        field = page.get_by_label("Choose a record file")
        if way == "key":
            page.keyboard.press("Tab")
            expect(field).to_be_focused()
            with page.expect_file_chooser() as chooser:
                page.keyboard.press("Enter")
            chooser.value.set_files({"name": "game.json", "mimeType": "application/json", "buffer": record.encode()})
        else:
            field.locator("xpath=..").evaluate(_DROP, record)
        page.wait_for_url("**/review")
        expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Anyone with this link can see the game").input_value()
    assert link == page.url
    with newcomer.house.visit() as friend:
        friend.page.goto(link)
        expect(friend.page.get_by_role("slider", name="Position in the game")).to_be_visible()
    page.goto("/")
    expect(page.locator("section", has_text="Results").get_by_role("link", name="View")).to_have_count(2)
    page.get_by_role("link", name="View").first.click()
    page.wait_for_url(link)


def test_the_host_is_told_once_how_others_come_in(person: Person) -> None:
    page = person.page
    note = page.get_by_text("pediment serve --host")
    page.goto("/")
    expect(page.get_by_role("region", name="Elysium")).to_be_visible()
    expect(note).to_have_count(0)
    page.get_by_role("region", name="Elysium").get_by_role("button", name="Invite a friend").click()
    expect(note).to_be_visible()
    assert note.evaluate("(code) => code.getClientRects().length") == 1  # in one line, to be copied
    page.get_by_role("button", name="Understood").click()
    expect(note).to_have_count(0)
    page.reload()
    expect(page.get_by_text("waiting for players")).to_be_visible()
    expect(note).to_have_count(0)


# As a browser is over plain HTTP: there is no clipboard, and the old way fails the first time.
_NO_CLIPBOARD = """(() => {
    window.copied = [];
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = (what) => window.copied.push(what) > 1;
})()"""


def test_a_link_is_copied_without_a_clipboard_and_only_then_said_to_be(newcomer: Person) -> None:
    page = newcomer.page
    page.add_init_script(_NO_CLIPBOARD)
    page.goto("/")
    page.get_by_role("button", name="Invite a friend").first.click()
    page.get_by_role("button", name="Copy").click()
    page.wait_for_function("() => window.copied.length === 1")
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_an_address_that_leads_nowhere(house: House) -> None:
    with house.visit(allowed="40[04]") as person:
        for path in ("/nowhere/at/all", "/play", "/rules/chess", "/%E0%A4%A"):
            person.page.goto(path)
            expect(person.page.get_by_role("heading", name="Page not found")).to_be_visible()
            person.page.get_by_role("main").get_by_role("link").first.click()
            expect(person.page.get_by_role("region", name="Elysium")).to_be_visible()


def test_a_table_that_is_gone_is_told_once(house: House) -> None:
    with house.visit(allowed="404") as person:
        person.page.goto("/t/gone")
        expect(person.page.get_by_role("main")).to_contain_text("There is no such table.")
        expect(person.page.get_by_role("alert")).to_have_count(0)


def test_rules_and_cards_are_searched(person: Person) -> None:
    page = person.page
    page.goto("/rules/elysium?rule=E4.4")
    wanted = page.locator(".rule.wanted .number")
    expect(wanted).to_have_text("E4.4")
    expect(wanted).to_be_in_viewport()
    page.goto("/cards/elysium")
    page.get_by_role("searchbox").fill("Hercules")
    expect(page.get_by_role("main")).to_contain_text("Hercules")
    expect(page.locator("main .shelf > *")).to_have_count(1)


def test_in_french_nothing_english_is_left(house: House) -> None:
    french = page_texts("fr")
    texts = page_texts("en")
    del texts["anonymous"]  # who plays under that name keeps it
    own = {text for text in texts.values() if "{" not in text and len(text) > 5}
    english = own - set(french.values())
    assert len(english) > 200
    with house.visit(locale="fr-FR") as person:
        page = person.page
        tables = [f"/t/{house.finished(record)}/review" for record in ("elysium-2-seed-1", "ephyran-2-seed-3")]
        for path in ["/", "/play/elysium", "/learn/ephyran", "/cards/elysium", "/rules/ephyran", *tables]:
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", "fr")
            expect(page.locator("main h1, main h2").first).to_be_attached()
            lines = {line.strip() for line in page.locator("body").inner_text().split("\n")}
            assert not lines & english, path
            assert "undefined" not in page.locator("body").inner_text()


def test_another_language_keeps_the_game(person: Person) -> None:
    person.sit("elysium-2-seed-1", 3)
    before = person.choices()
    address = person.page.url
    person.page.get_by_role("button", name="Français").click()
    expect(person.prompt).to_contain_text("À vous de jouer")
    assert person.page.url == address
    assert person.choices() == before
    expect(person.page.get_by_role("region", name="Journal")).to_contain_text("Époque 1")


def test_light_and_dark(house: House) -> None:
    with house.visit(color_scheme="dark") as person:
        person.page.goto("/")
        html = person.page.locator("html")
        expect(html).to_have_attribute("data-theme", "dark")
        theme = person.page.get_by_role("button", name="Theme:")
        theme.click()
        expect(html).to_have_attribute("data-theme", "light")
        person.page.reload()
        expect(html).to_have_attribute("data-theme", "light")
        theme.click()
        theme.click()
        expect(html).to_have_attribute("data-theme", "dark")


def test_installable_and_opened_without_a_network(house: House) -> None:
    lost = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to"
    with house.visit(allowed=lost, service_workers="allow") as person:
        page = person.page
        page.goto("/")
        manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
        sizes = {icon["sizes"] for icon in manifest["icons"]}
        assert {"192x192", "512x512"} <= sizes
        assert any("maskable" in icon.get("purpose", "") for icon in manifest["icons"])
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            assert page.request.get(icon["src"]).ok
        page.evaluate("async () => { await navigator.serviceWorker.ready }")
        person.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
        expect(page.get_by_role("region", name="Elysium")).to_be_visible()


def test_a_part_that_cannot_be_loaded_is_tried_again_once(house: House) -> None:
    with house.visit(allowed="ERR_FAILED|Failed to|preload") as person:
        page = person.page
        page.goto("/")
        part = re.compile("/assets/Rules-.*js")
        page.route(part, lambda route: route.abort())
        with page.expect_event("load"):  # the page has loaded itself anew
            page.get_by_role("link", name="Rules").first.click()
        reload = page.get_by_role("button", name="Reload")
        expect(reload).to_be_visible()
        page.unroute(part)
        reload.click()
        expect(page.get_by_role("heading", name="The rules of Elysium")).to_be_visible()


@pytest.mark.parametrize("at_table", [False, True])
def test_the_first_view_is_small(house: House, at_table: bool) -> None:
    path = "/"
    if at_table:
        chairs = [{"kind": "bot", "level": "shepherd"}] * 2
        path = f"/t/{house.continued('elysium-2-seed-1', 21, chairs)[0]}"
    with house.visit() as person:
        network = person.context.new_cdp_session(person.page)
        sizes: list[float] = []
        network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        network.send("Network.enable")
        person.page.goto(path)
        expect(person.page.get_by_role("main")).to_be_visible()  # a slow page lets the network rest before
        person.page.wait_for_load_state("networkidle")
        assert len(sizes) > 5
        assert sum(sizes) < LIMIT


def test_nothing_moves_for_who_wants_no_motion(person: Person) -> None:
    person.sit("elysium-2-seed-1", 3)
    for _ in range(4):
        person.play(1)
        person.wait()
        assert person.page.evaluate(_MOVING) == 0
    person.page.goto("/learn/elysium")
    expect(person.page.locator(".pointed, [data-pointed]").first).to_be_visible()
    assert person.page.evaluate(_MOVING) == 0
