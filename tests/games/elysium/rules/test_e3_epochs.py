"""E3: five Epochs of four phases."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play

GAME = pediment.game("elysium")
DECK = cards_in_play()
WASTELAND = cards_in_play("wasteland")
DISMISS = ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"]


def last_turn(
    first: dict[str, Any] | None = None, second: dict[str, Any] | None = None, **table: Any
) -> dict[str, Any]:
    """Two players, the very last turn of an Epoch: only the column of Quest 2 is left to choose."""
    seats = [
        {"cards_taken": 3, "quest": 1, "columns": "", "gold": 0, **(first or {})},
        {"cards_taken": 3, "columns": "GB", "gold": 0, **(second or {})},
    ]
    return {"seats": seats, "to_move": 1, **table}


def finish(play: Scenario) -> None:
    play.asked(1, ["dismiss green", "dismiss blue"], "dismiss green")


def test_the_first_epoch_has_no_leftovers() -> None:
    """E3.1: Phase I is not in Epoch 1; the deal of E2.5 stands for it."""
    view = GAME.view(GAME.new(seats=2, seed=1, families="wasteland"), None)
    assert (view["epoch"], view["phase"], view["discard"]) == (1, "actions", [])
    assert (len(view["agora"]), len(view["oracle"])) == (7, 4)


def test_agora_leftovers_go_to_the_discard_pile_and_new_cards_come() -> None:
    """E3.1"""
    draws = [
        "hades.charon",
        "hades.cerberus",
        "hades.persephone",
        "athena.aegis",
        "athena.embassy",
        "poseidon.medusa",
        "poseidon.raiders",
    ]
    position = last_turn(agora=["zeus.alliance", "zeus.triumph"], discard=["zeus.hercules"], draws=draws)
    with Scenario(position) as play:
        finish(play)
        play.table(
            epoch=2,
            phase="actions",
            agora=draws,
            oracle=[],
            discard=["zeus.hercules", "zeus.alliance", "zeus.triumph"],
            deck_size=DECK - 3 - 7,
        )
        play.logged("epoch", n=2)
        play.logged("leftovers", cards=["zeus.alliance", "zeus.triumph"])
        play.logged("agora", cards=draws)
        play.rests(0)


def test_oracle_leftovers_slide_to_the_agora_and_four_new_ones_come() -> None:
    """E3.1"""
    slid = ["apollo.homer", "ares.veterans", "hermes.cheater"]
    drawn = ["hades.charon", "hades.cerberus", "hades.persephone", "poseidon.medusa"]
    oracle = ["apollo.charisma", "apollo.offerings", "apollo.succession", "apollo.the-muses"]
    position = last_turn(families="wasteland", agora=["ares.hoplites"], oracle=slid, draws=drawn + oracle)
    with Scenario(position) as play:
        finish(play)
        play.table(agora=slid + drawn, oracle=oracle, discard=["ares.hoplites"])
        play.logged("slide", cards=slid)
        play.logged("agora", cards=drawn)
        play.logged("oracle", cards=oracle)
        play.rests(0)


def test_more_slid_cards_than_places_are_all_kept() -> None:
    """E3.1, Ruling: 9 slid cards in an Agora of 7."""
    slid = [
        "apollo.homer",
        "apollo.charisma",
        "apollo.offerings",
        "ares.veterans",
        "ares.hoplites",
        "hermes.cheater",
        "hermes.theft",
        "hades.charon",
        "hades.cerberus",
    ]
    with Scenario(last_turn(families="wasteland", agora=["ares.recruiter"], oracle=slid)) as play:
        finish(play)
        play.table(agora=slid, discard=["ares.recruiter"], deck_size=WASTELAND - 10 - 4)
        assert len(play.match.view()["oracle"]) == 4
        play.rests(0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_agora_is_filled_for_the_number_of_players(seats: int) -> None:
    """E3.1: 3 x players + 1, in every Epoch."""
    state = GAME.new(seats=seats, seed=11, families="why-bother")
    epoch = 0
    while GAME.to_move(state) != pediment.OVER:
        if state.epoch > epoch:
            epoch = state.epoch
            view = GAME.view(state, None)
            assert (len(view["agora"]), len(view["oracle"])) == (3 * seats + 1, 4)
        GAME.apply(state, GAME.legal(state)[0])
    assert epoch == 5


def test_too_few_cards_left_fill_the_agora_first() -> None:
    """E3.1, E3.2, Ruling: 1 slid, 3 of the deck, 5 leftovers shuffled in make an Agora of 7 and an Oracle of 2."""
    citizens = ["citizen"] * (WASTELAND - 6 - 3)
    agora = ["ares.recruiter", "hades.charon", "hades.cerberus", "hades.persephone", "hermes.theft"]
    position = last_turn({"domain": citizens}, families="wasteland", agora=agora, oracle=["apollo.homer"])
    with Scenario(position) as play:
        finish(play)
        view = play.match.view()
        assert (len(view["agora"]), len(view["oracle"]), view["deck_size"]) == (7, 2, 0)
        assert view["agora"][0] == "apollo.homer"
        assert view["discard"] == []
        assert set(agora) < {*view["agora"], *view["oracle"]}
        play.rests(0)


def test_with_nothing_left_for_the_oracle_it_stays_empty() -> None:
    """E3.1, E3.2, Ruling"""
    position = last_turn({"domain": ["citizen"] * (WASTELAND - 2)}, families="wasteland")
    with Scenario(position) as play:
        finish(play)
        view = play.match.view()
        assert (len(view["agora"]), view["oracle"], view["deck_size"]) == (2, [], 0)
        play.rests(0)


def empty_deck(domain: list[Any], discard: list[str], other: list[Any] | None = None) -> dict[str, Any]:
    """Seat 0 to move and nothing left in the deck: all other cards lie under Citizens of seat 1."""
    named = len(domain) + len(discard) + len(other or [])
    second = [*(other or []), *["citizen"] * (DECK - named)]
    return {"seats": [{"domain": domain}, {"gold": 0, "domain": second}], "discard": discard}


PILE = ["zeus.father-of-the-gods", "zeus.hercules", "zeus.whispers-of-hera"]  # one copy of each exists


def test_an_empty_deck_is_made_anew_of_the_discard_pile() -> None:
    """E3.2: exactly of it, and only when a card is needed."""
    with Scenario(empty_deck(["athena.democracy"], PILE)) as play:
        play.table(deck_size=0, discard=PILE)
        play.answers(0, "use athena.democracy")
        play.table(deck_size=2, discard=[])
        assert play.match.view()["unseen"][-1] == PILE
        play.logged("reshuffle", n=3)
        play.rests(0)


def test_a_deck_made_anew_can_be_drawn_from_at_once() -> None:
    """E3.2: whatever lies under the Citizens of the former one."""
    position = empty_deck(["athena.democracy"], PILE)
    position["seats"][1]["gold"] = 1
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.asked(1, ["yes", "no"], "yes")
        play.table(deck_size=1, discard=[])
        play.has(1, gold=0)
        play.rests(0)


def test_the_last_card_of_a_deck_does_not_shuffle_yet() -> None:
    """E3.2"""
    position = empty_deck(["athena.democracy"], PILE)
    position["seats"][1]["domain"].pop()
    with Scenario(position) as play:
        play.table(deck_size=1)
        play.answers(0, "use athena.democracy")
        play.table(deck_size=0, discard=PILE)
        play.rests(0)


def test_everybody_knows_from_which_deck_a_citizen_came() -> None:
    """E3.2, E9.1"""
    with Scenario(empty_deck(["athena.democracy", "citizen"], PILE)) as play:
        play.has(0, domain=["athena.democracy", "citizen"])
        play.answers(0, "use athena.democracy")
        former = {"card": "citizen", "deck": 0}
        play.has(0, domain=[{"card": "athena.democracy", "ring": False}, former, "citizen"])
        assert set(map(str, play.match.view()["seats"][1]["domain"])) == {str(former)}
        play.rests(0)


@pytest.mark.parametrize("seed", range(8))
def test_citizens_of_two_decks_never_mix_and_the_first_taken_leaves_first(seed: int) -> None:
    """E3.2: the former Citizen has none of the reshuffled faces, the new one has one of them."""
    position = empty_deck(["athena.democracy", "citizen", "zeus.trial-of-heroes", "hephaestus.slaves"], PILE)
    with Scenario(position | {"seed": seed}) as play:
        play.answers(0, "use athena.democracy", "use zeus.trial-of-heroes", "discard citizen")
        (first,) = play.match.view()["discard"]
        assert first not in PILE
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        assert play.match.view()["discard"][1] in PILE
        play.rests(0)


def test_the_citizen_taken_first_leaves_the_domain_first() -> None:
    """E3.2, Ruling: as a discard and as a transfer."""
    position = {
        "seats": [
            {
                "domain": [
                    "zeus.trial-of-heroes",
                    {"card": "citizen", "face": "hades.charon"},
                    {"card": "citizen", "face": "hades.cerberus"},
                    {"card": "citizen", "face": "hades.tartarus"},
                    "hades.posthumous-hero",
                    "hephaestus.slaves",
                ],
                "elysium": [["zeus.alliance", "zeus.triumph"]],
            },
            {},
        ]
    }
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard citizen")
        play.table(discard=["hades.charon"])
        play.answers(0, "use hades.posthumous-hero")  # Cerberus' face goes
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.table(discard=["hades.charon", "hades.tartarus"])
        play.rests(0)


def test_the_citizen_taken_first_leaves_a_legend_first_and_keeps_its_place_in_the_order() -> None:
    """E3.2, E7.8, Ruling: Orpheus brings the older Citizen of the Legend back, and it is older than the Domain's."""
    position = {
        "families": "opulence",
        "seats": [
            {
                "domain": [
                    "hermes.orpheus",
                    "ares.hoplites",
                    {"card": "citizen", "face": "zeus.hercules"},
                    "zeus.trial-of-heroes",
                    "hephaestus.slaves",
                ],
                "elysium": [
                    [
                        "zeus.alliance",
                        "hermes.cheater",
                        {"card": "citizen", "face": "athena.aegis"},
                        {"card": "citizen", "face": "athena.embassy"},
                    ]
                ],
            },
            {},
        ],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(0, elysium=[["zeus.alliance", "hermes.cheater", "ares.hoplites", "citizen"]])
        play.answers(0, "use zeus.trial-of-heroes", "discard citizen")
        play.table(discard=["athena.aegis"])
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.table(discard=["athena.aegis", "zeus.hercules"])
        play.rests(0)


def test_a_reshuffle_inside_a_turn_leaves_out_what_was_discarded_in_it() -> None:
    """E3.2, Ruling"""
    with Scenario(empty_deck(["athena.democracy", "zeus.trial-of-heroes", "zeus.assembly"], PILE)) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.assembly", "use athena.democracy")
        play.table(deck_size=2, discard=["zeus.assembly"])
        assert play.match.view()["unseen"][-1] == PILE
        play.rests(0)


def test_what_was_discarded_in_this_turn_cannot_be_drawn_in_it() -> None:
    """E3.2, Ruling: with nothing else on the pile, nothing can be drawn."""
    with Scenario(empty_deck(["athena.democracy", "zeus.trial-of-heroes", "zeus.assembly"], [])) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.assembly")
        play.refuses("use athena.democracy", "E10")
        play.rests(0)


def test_after_a_reshuffle_there_is_nothing_more_to_draw_in_the_same_turn() -> None:
    """E3.2, Ruling: a single card is a deck, too; what was discarded for it stays on the pile."""
    domain = ["athena.oath-of-hospitality", "athena.divine-law", "zeus.alliance"]
    position = empty_deck(domain, ["hades.charon"], ["zeus.triumph"])
    position["seats"][1]["gold"] = 9
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard zeus.alliance")
        play.logged("reshuffle", n=1)
        play.has(0, domain=[{"card": domain[0], "used": True}, "athena.divine-law", "hades.charon"])
        # the other, who could pay, is not asked
        play.answers(0, "use athena.divine-law")
        play.logged("nothing", seat=0)
        play.table(deck_size=0, discard=["zeus.alliance"])
        play.answers(0, "stop")
        play.asked(1, ["transfer zeus.triumph", "stop"], "stop")
        play.rests(0)


def test_what_was_discarded_in_this_turn_can_be_drawn_in_the_next() -> None:
    """E3.2, Ruling"""
    position = empty_deck(["zeus.trial-of-heroes", "zeus.assembly"], [], ["athena.democracy"])
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.assembly", "quest 1", "dismiss red")
        play.answers(1, "use athena.democracy")
        play.table(deck_size=0, discard=[])
        assert play.match.view()["unseen"][-1] == ["zeus.assembly"]
        play.has(0, gold=4)  # nothing was left to offer
        play.pending(1, DISMISS)  # Quest 2 was the only take


def test_an_empty_deck_at_the_end_stays_empty() -> None:
    """E3.2"""
    position = last_turn({"domain": ["citizen"] * (DECK - 4)}, epoch=5, agora=["zeus.assembly"], discard=PILE)
    with Scenario(position) as play:
        finish(play)
        play.table(deck_size=0, discard=PILE, agora=["zeus.assembly"])
        play.over()


def test_if_nothing_can_be_drawn_play_goes_on() -> None:
    """E3.2, E4.7: the Citizen take counts, the column is dismissed, no card comes."""
    position = empty_deck([], [])
    position["seats"][0] |= {"columns": "RYG", "quest": 1}
    with Scenario(position) as play:
        play.asked(0, ["dismiss red", "dismiss yellow", "dismiss green"], "dismiss green")
        play.has(0, cards_taken=1, columns="RY", domain=[])
        play.logged("nothing", seat=0)
        play.pending(1, DISMISS)  # Quest 2 was the only take


def test_phase_four() -> None:
    """E3.3: columns return, used Activate cards are straightened, next Epoch; a spent ring does not come back."""
    first = {
        "domain": [{"card": "zeus.trial-of-heroes", "used": True}, {"card": "zeus.hercules", "ring": False}],
    }
    with Scenario(last_turn(first, {"domain": [{"card": "hephaestus.slaves", "used": True}]}, epoch=3)) as play:
        finish(play)
        play.asked(1, ["transfer hephaestus.slaves", "stop"], "stop")
        play.table(epoch=4, phase="actions")
        play.has(
            0,
            columns="RYGB",
            cards_taken=0,
            quest=None,
            domain=["zeus.trial-of-heroes", {"card": "zeus.hercules", "ring": False}],
        )
        play.has(1, columns="RYGB", cards_taken=0, quest=None, domain=["hephaestus.slaves"])
        play.offers("use zeus.trial-of-heroes")
        play.rests(0)


def test_after_epoch_five_phase_four_and_the_end() -> None:
    """E3.3"""
    first = {"domain": [{"card": "zeus.trial-of-heroes", "used": True}]}
    position = last_turn(first, epoch=5, agora=["zeus.alliance"])
    with Scenario(position) as play:
        finish(play)
        play.over()
        play.table(epoch=5, phase="over", to_move=None, agora=["zeus.alliance"])
        play.has(0, columns="RYGB", domain=["zeus.trial-of-heroes"], quest=None)
        play.has(1, columns="RYGB", quest=None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_has_five_epochs_of_four_phases(seats: int) -> None:
    """E3.3, E4.1"""
    state = GAME.new(seats=seats, seed=2, families="opulence")
    seen: list[tuple[int, str]] = []
    while GAME.to_move(state) != pediment.OVER:
        now = (state.epoch, GAME.view(state, None)["phase"])
        if seen[-1:] != [now]:
            seen.append(now)
        GAME.apply(state, GAME.legal(state)[-1])
    assert [now for now in seen if now[1] == "actions"] == [(epoch, "actions") for epoch in range(1, 6)]
    assert seen == sorted(seen)
