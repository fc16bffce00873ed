"""Two people at once, one of whom plans while the other plays; marks; what a move would leave."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

import pediment
from pediment.core import record as records
from tests.browser.people import PHONE, House
from tests.browser.test_axe import found_by_axe

HERCULES, ASSEMBLY, CHARON, TRIUMPH = "zeus.hercules", "zeus.assembly", "hades.charon", "zeus.triumph"


def two_at_a_table(house: House) -> tuple[str, str, str]:
    """A table where Ana is asked before Ben: its id, and the words of their seats."""
    game = pediment.game("elysium")
    seats = [{"gold": 4}, {"gold": 4}]
    position = {"seats": seats, "families": "first-game", "agora": [HERCULES, ASSEMBLY, CHARON, TRIUMPH]}
    table = str(house.post("/records", records.write(game, game.position(position)))["table"])
    chairs: list[dict[str, Any]] = [{"kind": "me", "name": "Ana"}, {"kind": "open"}]
    made = house.post(f"/tables/{table}/continue", {"move": 0, "chairs": chairs, "nonce": "0"})
    ben = house.post(f"/tables/{made['table']}/seats", {"seat": 1, "name": "Ben"}, made["invite"])
    return made["table"], made["token"], ben["token"]


def test_a_plan_is_played_or_withdrawn_while_two_people_play(house: House) -> None:
    table, anas, bens = two_at_a_table(house)
    with house.visit() as ana, house.visit(locale="fr-FR") as ben:
        for person, token in ((ana, anas), (ben, bens)):
            person.keep(table, token)
            person.page.evaluate("localStorage.setItem('pediment.setting.notices-asked', 'true')")
            person.page.goto(f"/t/{table}")
        ana.wait()
        expect(ben.prompt).to_contain_text("À Ana de jouer")

        # By keyboard: a card, then the column
        ben.page.keyboard.press("p")
        expect(ben.prompt).to_contain_text("Pour votre prochain tour")
        assert not ben.page.title().startswith("●")
        ben.of(f"take {HERCULES}").press("Enter")
        expect(ben.prompt).to_contain_text("Prévu : Prendre Hercule")
        ben.of("dismiss blue").press("Enter")
        expect(ben.prompt).to_contain_text("Prévu : Prendre Hercule, Écarter la Colonne bleue")
        expect(ben.prompt.get_by_role("button", name="Retirer")).to_be_visible()
        assert not found_by_axe(ben.page)
        ben.page.reload()
        expect(ben.prompt).to_contain_text("Prévu : Prendre Hercule, Écarter la Colonne bleue")
        expect(ana.page.get_by_text("Planned")).to_have_count(0)

        ana.choose(f"take {ASSEMBLY}")
        ana.choose("dismiss blue")
        ana.wait()  # it is her turn again: Ben's was played for him
        expect(ana.page.get_by_role("log")).to_contain_text("Ben takes Hercules.")
        expect(ana.page.get_by_role("log")).to_contain_text("Ben dismisses the blue column.")
        expect(ben.page.get_by_text("Prévu")).to_have_count(0)
        expect(ben.page.get_by_text("Un seul coup était possible")).to_have_count(0)

        # What Ana takes, Ben cannot
        ben.page.get_by_role("button", name="Planifier mon prochain tour").click()
        ben.of(f"take {CHARON}").click()
        expect(ben.prompt).to_contain_text("Prévu : Prendre Charon")
        ana.choose(f"take {CHARON}")
        expect(ben.prompt).to_contain_text("Ana prend Charon. Votre plan est retiré.")
        expect(ben.page.get_by_text("Prévu")).to_have_count(0)

        # He goes on planning. Escape stops that, then withdraws
        ben.of(f"take {TRIUMPH}").click()
        expect(ben.prompt).to_contain_text("Prévu : Prendre Triomphe")
        ben.page.keyboard.press("Escape")
        expect(ben.prompt).to_contain_text("Prévu : Prendre Triomphe")
        ben.page.keyboard.press("Escape")
        expect(ben.page.get_by_text("Prévu")).to_have_count(0)


def test_marks_are_ones_own_and_a_preview_says_what_remains(house: House) -> None:
    table, anas, _ = two_at_a_table(house)
    with house.visit() as ana:
        ana.keep(table, anas)
        ana.page.evaluate("localStorage.setItem('pediment.setting.notices-asked', 'true')")
        ana.page.goto(f"/t/{table}")
        ana.wait()
        charon, hercules = (ana.page.locator(f"[data-mark='{card}']") for card in (CHARON, HERCULES))
        charon.click(button="right")
        expect(charon).to_contain_text("marked")
        ana.page.locator("[data-mark='quest 1']").focus()
        ana.page.keyboard.press("m")
        expect(ana.page.locator("[data-mark='quest 1']")).to_contain_text("marked")
        ana.page.reload()
        expect(charon).to_contain_text("marked")
        hercules.hover()
        hercules.focus()
        expect(ana.prompt).to_contain_text("Dismiss the red column")
        expect(ana.prompt).to_contain_text(re.compile("columns left: yellow, green, blue"))
        expect(ana.prompt).to_contain_text("All else would still be possible")
        expect(ana.prompt).to_contain_text("out of reach, and you marked it: Charon")
        assert not found_by_axe(ana.page)
        ana.page.get_by_role("button", name="Settings").click()
        ana.page.get_by_role("button", name="Remove 2 marks").click()
        expect(ana.page.locator(".signs")).to_have_count(0)


def test_plans_and_marks_on_a_phone(house: House) -> None:
    table, _, bens = two_at_a_table(house)
    with house.visit(viewport=PHONE, has_touch=True, is_mobile=True) as ben:
        ben.keep(table, bens)
        ben.page.evaluate("localStorage.setItem('pediment.setting.notices-asked', 'true')")
        ben.page.goto(f"/t/{table}")
        ben.page.get_by_role("button", name="Plan my next turn").tap()
        card = ben.page.locator(f"[data-mark='{HERCULES}']")
        card.tap()
        sheet = ben.page.locator("#reader.sheet")
        sheet.get_by_role("button", name="Mark").tap()
        expect(sheet.get_by_role("button", name="Remove the mark")).to_be_visible()
        sheet.get_by_role("button", name="Take Hercules").tap()
        expect(ben.prompt).to_contain_text("Planned: Take Hercules")
        assert not found_by_axe(ben.page)
        assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        ben.page.get_by_role("button", name="Withdraw").tap()
        expect(ben.page.get_by_text("Planned")).to_have_count(0)
