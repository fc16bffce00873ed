from __future__ import annotations

import copy
from typing import Any, Final

import pytest

import pediment
from pediment.bots import make
from pediment.core.errors import PositionError
from pediment.games.elysium.rules.edition import EDITIONS, ElysiumEdition
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, KIND_OF_ID
from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN
from pediment.testing.random_game import without_log
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play

GAME: Final = pediment.game("elysium")
FIRST_GAME: Final = ["athena", "hades", "hephaestus", "poseidon", "zeus"]


def view(position: dict[str, Any]) -> dict[str, Any]:
    return GAME.view(GAME.position(position), None)


def problems(position: Any) -> dict[str, str]:
    with pytest.raises(PositionError) as error:
        GAME.position(position)
    found = dict(error.value.problems)
    assert len(found) == len(error.value.problems), "a field has two problems"
    return found


# Defaults


def test_everything_is_optional_but_the_seats() -> None:
    seen = view({"seats": [{}, {}, {}]})
    for k, seat in enumerate(seen["seats"]):
        assert seat == {
            "disc": k + 1, "gold": 4, "vp": k + 1, "pp": 0, "columns": "RYGB", "cards_taken": 0, "quest": None,
            "domain": [], "elysium": [], "bonuses": [],
        }  # fmt: skip
    assert seen["families"] == FIRST_GAME
    assert (seen["epoch"], seen["phase"], seen["pediment"]) == (1, "actions", "a")
    assert (seen["turn"], seen["to_move"]) == (0, 0)
    assert (seen["agora"], seen["oracle"], seen["discard"]) == ([], [], [])
    assert seen["deck_size"] == len(seen["unseen"][0]) == cards_in_play()  # cards named nowhere are in the deck


def test_as_many_tiles_lie_there_as_in_a_new_game() -> None:
    placed, new = GAME.position({"seats": [{}, {}]}), GAME.new(seats=2)
    assert list(placed.level_tiles) == list(new.level_tiles)
    assert list(placed.family_tiles) == list(new.family_tiles)


def test_vp_are_those_of_the_disc() -> None:
    seats = view({"seats": [{"disc": 3}, {"disc": 1}, {"disc": 2, "vp": 0}]})["seats"]
    assert [seat["vp"] for seat in seats] == [3, 1, 0]


def test_to_move_is_the_seat_with_disc_1() -> None:
    assert view({"seats": [{"disc": 3}, {"disc": 1}, {"disc": 2}]})["to_move"] == 1
    assert view({"seats": [{"disc": 3}, {"disc": 1}, {"disc": 2}], "to_move": 0})["to_move"] == 0


@pytest.mark.parametrize("families", ["opulence", ["zeus", "ares", "athena", "hephaestus", "hermes"]])
def test_families_are_a_named_set_or_a_list(families: Any) -> None:
    expected = ["ares", "athena", "hephaestus", "hermes", "zeus"]
    assert view({"seats": [{}, {}], "families": families})["families"] == expected


@pytest.mark.parametrize(("given", "shown"), [("", ""), ("bg", "GB"), ("R", "R"), ("BGYR", "RYGB")])
def test_columns_may_be_any_subset(given: str, shown: str) -> None:
    assert view({"seats": [{"columns": given, "cards_taken": 3, "quest": 1}, {}]})["seats"][0]["columns"] == shown


def test_the_example_of_the_format() -> None:
    position = {
        "game": "elysium", "families": FIRST_GAME, "epoch": 2, "phase": "actions", "pediment": "a", "to_move": 0,
        "seats": [
            {
                "disc": 1, "gold": 4, "vp": 2, "pp": 0, "columns": "RYGB", "cards_taken": 0, "quest": None,
                "bonuses": ["zeus 5"],
                "domain": ["zeus.hercules", "citizen", {"card": "hades.cerberus", "used": True},
                           {"card": "zeus.triumph", "ring": False}],
                "elysium": [["zeus.alliance", "zeus.triumph", "citizen"], ["hades.charon"]],
            },
            {},
        ],
        "agora": ["zeus.alliance"], "oracle": [], "discard": [], "draws": ["hades.charon"],
    }  # fmt: skip
    seen = view(position)
    assert seen["seats"][0]["domain"] == position["seats"][0]["domain"]  # type: ignore[index]
    assert seen["seats"][0]["elysium"] == position["seats"][0]["elysium"]  # type: ignore[index]
    assert seen["seats"][0]["bonuses"] == ["zeus 5"]
    assert seen["epoch"] == 2
    assert seen["deck_size"] == cards_in_play(seen["families"]) - 7 - 2
    again = GAME.describe(GAME.position(position))
    assert again["seats"][0] == position["seats"][0]  # type: ignore[index]
    assert {field: again[field] for field in position if field != "seats"} == {
        field: value for field, value in position.items() if field != "seats"
    }


# Turns


def test_turns_taken_are_cards_and_the_quest() -> None:
    # seat 1 has had all four turns; seat 0 has passed and owes three cards
    seats = [{"quest": "incomplete"}, {"cards_taken": 3, "quest": 2}]
    state = GAME.position({"seats": seats, "to_move": 1, "agora": ["zeus.alliance", "zeus.triumph"]})
    assert GAME.to_move(state) == 0
    assert [GAME.label(state, action) for action in GAME.legal(state)] == ["take zeus.alliance", "take zeus.triumph"]


def test_who_has_passed_owes_no_quest() -> None:
    seats = [{"quest": "incomplete", "cards_taken": 2, "domain": ["zeus.trial-of-heroes"]}, {}]
    with Scenario({"seats": seats}) as play:
        play.refuses("quest 1", "E4.3")
        play.asked(0, ["citizen", "use zeus.trial-of-heroes"], "citizen")
        play.answers(0, "dismiss red", "end turn")
        play.has(0, cards_taken=3, quest="incomplete")
        # seat 1 has its four turns, then seat 0 is not asked again in this phase
        play.pending(1, ["quest 1", "quest 2"])


def test_when_all_turns_are_taken_phase_three_begins() -> None:
    seats = [
        {"cards_taken": 3, "quest": 2, "gold": 0},
        {"cards_taken": 3, "quest": 1, "gold": 0, "domain": ["zeus.alliance"]},
    ]
    seen = view({"seats": seats})
    assert (seen["phase"], seen["to_move"]) == ("transfers", 1)
    assert [seat["disc"] for seat in seen["seats"]] == [2, 1]  # E6.1
    assert [seat["gold"] for seat in seen["seats"]] == [4, 2]  # E6.2


# Errors


def two(**fields: Any) -> dict[str, Any]:
    return {"seats": [fields, {}]}


@pytest.mark.parametrize(
    ("position", "field", "text"),
    [
        # a card in more places than it has copies
        ({**two(domain=["zeus.hercules"]), "agora": ["zeus.hercules"]}, "agora[0]", "than it has copies (1)"),
        ({**two(), "discard": ["zeus.alliance"] * 3}, "discard[2]", "more places than it has copies (2)"),
        ({**two(domain=["zeus.hercules"]), "draws": ["zeus.hercules"]}, "draws[0]", "more places than it has copies"),
        ({**two(), "draws": ["zeus.hercules", "zeus.hercules"]}, "draws[1]", "more places than it has copies"),
        (
            two(domain=["zeus.hercules", {"card": "citizen", "face": "zeus.hercules"}]),
            "seats[0].domain[1].face",
            "more places than it has copies",
        ),
        # an unknown card
        ({**two(), "agora": ["zeus.heracles"]}, "agora[0]", "unknown card 'zeus.heracles'"),
        ({**two(), "agora": ["citizen"]}, "agora[0]", "unknown card 'citizen'"),
        ({**two(), "discard": [7]}, "discard[0]", "unknown card 7"),
        ({**two(), "draws": ["Zeus.Hercules"]}, "draws[0]", "unknown card 'Zeus.Hercules'"),
        ({**two(), "draws": [["zeus.hercules"]]}, "draws[0]", "unknown card"),
        ({**two(), "former_decks": [[[]]]}, "former_decks[0][0]", "unknown card []"),
        (two(domain=["hercules"]), "seats[0].domain[0]", "unknown card 'hercules'"),
        (two(domain=[{"used": True}]), "seats[0].domain[0]", "unknown card None"),
        (two(elysium=[["zeus.alliance", "zeus"]]), "seats[0].elysium[0][1]", "unknown card 'zeus'"),
        (two(elysium=[["zeus.alliance", "zeus", "hades.charon"]]), "seats[0].elysium[0][1]", "unknown card 'zeus'"),
        (two(domain=[{"card": "citizen", "face": "citizen"}]), "seats[0].domain[0].face", "unknown card 'citizen'"),
        # a family not in play
        ({**two(), "agora": ["ares.hoplites"]}, "agora[0]", "ares.hoplites: ares is not in play"),
        ({**two(), "draws": ["ares.hoplites"]}, "draws[0]", "ares is not in play"),
        (two(domain=["apollo.homer"]), "seats[0].domain[0]", "apollo is not in play"),
        (two(elysium=[["hermes.cheater"]]), "seats[0].elysium[0][0]", "hermes is not in play"),
        # an illegal Legend (E7.3)
        (two(elysium=[["zeus.alliance", "zeus.assembly"]]), "seats[0].elysium[0]", "zeus.assembly does not fit (E7.3)"),
        (two(elysium=[["zeus.alliance", "hades.charon"]]), "seats[0].elysium[0]", "hades.charon does not fit (E7.3)"),
        (
            two(elysium=[["hades.charon"], ["zeus.alliance", "zeus.triumph", "hades.assembly"]]),
            "seats[0].elysium[1]",
            "hades.assembly does not fit (E7.3)",
        ),
        (
            two(elysium=[["zeus.alliance", "zeus.triumph", "zeus.hercules", "citizen"]]),
            "seats[0].elysium[0]",
            "4 cards are too many (E7.3)",
        ),
        (
            two(elysium=[["zeus.alliance", "hades.assembly", "citizen", "citizen", "citizen", "citizen"]]),
            "seats[0].elysium[0]",
            "6 cards are too many (E7.3)",
        ),
        (two(elysium=[[]]), "seats[0].elysium[0]", "a list of at least one card"),
        (two(elysium=["zeus.alliance"]), "seats[0].elysium[0]", "a list of at least one card"),
        # a Citizen in a Legend with fewer than 2 real cards
        (two(elysium=[["citizen"]]), "seats[0].elysium[0]", "fewer than 2 real cards (E7.4)"),
        (two(elysium=[["zeus.alliance", "citizen"]]), "seats[0].elysium[0]", "fewer than 2 real cards (E7.4)"),
        # two identical cards in a Domain
        (two(domain=["zeus.alliance", "zeus.alliance"]), "seats[0].domain[1]", "two identical cards in a Domain"),
        # used and ring
        (two(domain=[{"card": "zeus.hercules", "used": True}]), "seats[0].domain[0].used", "has no Activate power"),
        (two(domain=[{"card": "zeus.alliance", "used": False}]), "seats[0].domain[0].used", "has no Activate power"),
        (two(domain=[{"card": "zeus.initiation", "ring": True}]), "seats[0].domain[0].ring", "has no Trigger power"),
        (two(domain=[{"card": "zeus.initiation", "used": 1}]), "seats[0].domain[0].used", "must be true or false"),
        (two(domain=[{"card": "zeus.hercules", "ring": "no"}]), "seats[0].domain[0].ring", "must be true or false"),
        # two seats with one Disc or Quest
        ({"seats": [{"disc": 2}, {}]}, "seats[1].disc", "seat 0 has disc 2 too"),
        ({"seats": [{}, {"quest": 1}, {"quest": 1}]}, "seats[2].quest", "seat 1 has quest 1 too"),
        ({"seats": [{"disc": 3}, {}]}, "seats[0].disc", "a whole number from 1 to 2, not 3"),
        ({"seats": [{"quest": 3}, {}]}, "seats[0].quest", 'null, a number from 1 to 2 or "incomplete", not 3'),
        ({"seats": [{"quest": 0}, {}]}, "seats[0].quest", 'null, a number from 1 to 2 or "incomplete", not 0'),
        ({"seats": [{"quest": 5}, {}, {}]}, "seats[0].quest", "a number from 1 to 4"),
        ({"seats": [{"quest": True}, {}]}, "seats[0].quest", "not True"),
        # Oracle without Apollo, PP without Ares
        ({**two(), "oracle": ["zeus.alliance"]}, "oracle", "no Oracle without Apollo (E2.5)"),
        (two(pp=1), "seats[0].pp", "no PP without Ares (E2.5)"),
        # no seats
        ({}, "seats", "2 to 4 seats (E2.1)"),
        ({"seats": []}, "seats", "2 to 4 seats (E2.1)"),
        ({"seats": [{}] * 5}, "seats", "2 to 4 seats (E2.1)"),
        ({"seats": {}}, "seats", "2 to 4 seats (E2.1)"),
        ({"seats": [{}, None]}, "seats[1]", "a table of fields"),
        # unknown fields
        ({**two(), "round": 1}, "round", "unknown field; known are game, families"),
        (two(coins=4), "seats[0].coins", "unknown field; known are disc, gold"),
        (two(domain=[{"card": "zeus.hercules", "rings": 1}]), "seats[0].domain[0].rings", "unknown field of a card"),
        (two(domain=[{"card": "citizen", "used": True}]), "seats[0].domain[0].used", "unknown field of a Citizen"),
        (two(elysium=[[{"card": "zeus.triumph", "ring": False}]]), "seats[0].elysium[0][0].ring", "unknown field"),
        # values out of their bounds
        ({**two(), "game": "ephyran"}, "game", "a position of 'ephyran', not of 'elysium'"),
        ({**two(), "families": "second-game"}, "families", "five different families"),
        ({**two(), "families": ["zeus"] * 5}, "families", "five different families"),
        ({**two(), "families": ["zeus", "hades"]}, "families", "(E2.1)"),
        ({**two(), "families": [["zeus"], {}, None, 1, "zeus"]}, "families", "(E2.1)"),
        ({**two(), "epoch": 6}, "epoch", "a whole number from 1 to 5, not 6"),
        ({**two(), "phase": "awakening"}, "phase", "one of actions, transfers, over"),
        ({**two(), "pediment": "c"}, "pediment", "one of a, b"),
        ({**two(), "to_move": 2}, "to_move", "a whole number from 0 to 1, not 2"),
        ({**two(), "seed": -1}, "seed", "a whole number from 0"),
        ({**two(), "agora": "zeus.alliance"}, "agora", "must be a list"),
        (two(gold=-1), "seats[0].gold", "a whole number from 0 to 999999, not -1"),
        (two(vp=True), "seats[0].vp", "not True"),
        (two(cards_taken=4), "seats[0].cards_taken", "a whole number from 0 to 3, not 4"),
        (two(columns="RR"), "seats[0].columns", "each once, not 'RR'"),
        (two(columns="P"), "seats[0].columns", "some of the letters RYGB"),
        (two(columns=["R"]), "seats[0].columns", "some of the letters RYGB"),
        (two(domain="zeus.alliance"), "seats[0].domain", "must be a list"),
        (two(domain=[{"card": "citizen", "deck": -1}]), "seats[0].domain[0].deck", "a whole number from 0"),
        (two(domain=[{"card": "citizen", "taken": "first"}]), "seats[0].domain[0].taken", "a whole number from 0"),
        ({**two(), "former_decks": ["zeus.alliance"]}, "former_decks[0]", "must be a list of cards"),
        ({**two(), "former_decks": [[]] * 101}, "former_decks", "more than 100 decks"),
        ({**two(domain=[{"card": "citizen", "deck": 100}])}, "seats[0].domain[0].deck", "from 0 to 99"),
        ({**two(), "former_decks": [["zeus.alliance"]]}, "former_decks[0]", "1 cards for 0 face-down Citizens"),
        # bonus tiles
        (two(bonuses=["zeus 3"]), "seats[0].bonuses[0]", "unknown bonus tile 'zeus 3'"),
        (two(bonuses=["ares 5"]), "seats[0].bonuses[0]", "unknown bonus tile 'ares 5'"),
        (two(bonuses=[["level 1"]]), "seats[0].bonuses[0]", "unknown bonus tile"),
        ({"seats": [{"bonuses": ["level 1"]}, {"bonuses": ["level 1"]}]}, "seats[1].bonuses[0]", "held twice"),
        # what was played
        ({**two(), "played": ["pass"]}, "played[0]", "E4.7"),
        ({**two(), "played": "quest 1"}, "played", "a list of labels"),
    ],
)  # fmt: skip
def test_an_error_names_its_field(position: dict[str, Any], field: str, text: str) -> None:
    found = problems(position)
    assert list(found) == [field]
    assert text in found[field]


def test_every_problem_is_told() -> None:
    position = {
        "seats": [
            {"gold": -1, "domain": ["zeus.heracles", "zeus.alliance", "citizen", "zeus.ares"]},
            {"disc": 1, "elysium": [[], ["citizen"], ["zeus"]], "bonuses": ["level 4", "zeus 3", "level 1"]},
            {"bonuses": ["level 1"]},
        ],
        "agora": ["ares.hoplites"],
        "former_decks": ["hades.charon", ["ares.hoplites"]],
        "epoch": 9,
        "colour": "red",
    }
    assert set(problems(position)) == {
        "colour", "epoch", "seats[0].gold", "seats[0].domain[0]", "seats[0].domain[3]", "seats[1].disc",
        "seats[1].elysium[0]", "seats[1].elysium[1]", "seats[1].elysium[2][0]", "seats[1].bonuses[0]",
        "seats[1].bonuses[1]", "seats[2].bonuses[0]", "agora[0]", "former_decks[0]", "former_decks[1][0]",
    }  # fmt: skip


def test_more_citizens_than_cards() -> None:
    deck = [card for card in GAME.cards() if card.split(".")[0] in FIRST_GAME for _ in range(GAME.card(card)["copies"])]
    found = problems({"seats": [{"domain": ["citizen"] * 5}, {}], "discard": deck[:-4]})
    assert found == {"seats": "5 Citizens, but only 4 cards are left for their faces"}
    # a Citizen that brings its card, as its face or in its deck, needs none of the others
    brought = [{"card": "citizen", "face": deck[-1]}, {"card": "citizen", "deck": 0}]
    for domain, former in ([], []), (brought[:1], []), (brought[1:], [deck[-1:]]):
        position = {"seats": [{"domain": ["citizen"] * (4 - len(domain)) + domain}, {}], "former_decks": former}
        assert view(position | {"discard": deck[:-4]})["deck_size"] == 0


@pytest.mark.parametrize("position", [None, 3, "elysium", [], [("seats", [])]])
def test_a_position_is_a_table(position: Any) -> None:
    assert set(problems(position)) == {"position"}


# Citizens: faces and decks


def test_a_face_is_fixed_and_hidden() -> None:
    citizens = [{"card": "citizen", "face": "zeus.alliance"}, {"card": "citizen", "face": "hades.charon"}]
    position = {**two(domain=["zeus.trial-of-heroes", "hephaestus.slaves", *citizens]), "agora": ["zeus.triumph"]}
    seen = view(position)
    assert seen["seats"][0]["domain"][2:] == ["citizen", "citizen"]
    assert seen["unseen"][0].count("hades.charon") == 2  # which card is where is not known (E9.1)
    assert seen["deck_size"] == cards_in_play(seen["families"]) - 3 - 2
    assert GAME.describe(GAME.position(position))["seats"][0]["domain"][2:] == citizens
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard citizen")
        play.table(discard=["zeus.alliance"])  # the one taken first leaves first (E3.2)
        play.answers(0, "use hephaestus.slaves", "discard citizen")
        play.table(discard=["zeus.alliance", "hades.charon"])
        play.rests(0)


def test_a_fixed_face_is_never_drawn() -> None:
    deck = [card for card in GAME.cards() if card.split(".")[0] in FIRST_GAME for _ in range(GAME.card(card)["copies"])]
    deck.remove("zeus.hercules")
    deck.remove("hades.charon")
    deck.remove("athena.divine-law")
    seats = [{"domain": ["athena.divine-law", {"card": "citizen", "face": "zeus.hercules"}]}, {}]
    for seed in range(20):
        state = GAME.position({"seats": seats, "discard": deck, "seed": seed})
        assert GAME.view(state, None)["deck_size"] == 1
        GAME.play(state, "use athena.divine-law")
        assert GAME.view(state, None)["seats"][0]["domain"][-1] == "hades.charon"


def test_a_face_that_was_turned_up_is_no_draw() -> None:
    """E5.10: it is described as the face that it was, and the draws to come stay the same, even of an equal card."""
    for face in ("zeus.alliance", "zeus.hercules"):  # there are two of the one and one of the other
        domain = ["zeus.trial-of-heroes", "athena.oath-of-hospitality", {"card": "citizen", "face": face}]
        position = {
            "seats": [{"domain": domain}, {"gold": 0}],
            "agora": ["zeus.triumph"],
            "draws": ["hades.charon", "hades.cerberus"],
            "played": ["use zeus.trial-of-heroes", "discard citizen"],
        }
        described = GAME.describe(GAME.position(position))
        assert described["seats"][0]["domain"] == domain
        assert described["draws"] == position["draws"]
        assert GAME.describe(GAME.position(described)) == described
        with Scenario(described) as play:
            play.table(discard=[face])
            play.answers(0, "use athena.oath-of-hospitality", "discard zeus.trial-of-heroes")
            play.has(0, domain=[{"card": "athena.oath-of-hospitality", "used": True}, "hades.charon"])
            play.rests(0)


def test_a_citizen_of_a_former_deck() -> None:
    domain = ["citizen", {"card": "citizen", "deck": 1}, {"card": "citizen", "deck": 0}]
    seen = view({**two(domain=domain), "agora": ["zeus.alliance", "zeus.triumph"]})
    assert seen["seats"][0]["domain"] == domain
    assert [len(deck) for deck in seen["unseen"]] == [1, 1, cards_in_play(seen["families"]) - 4]
    assert seen["deck_size"] == cards_in_play(seen["families"]) - 5


def test_former_decks_say_what_lies_under_their_citizens() -> None:
    domain = ["zeus.trial-of-heroes", {"card": "citizen", "deck": 0}, "citizen"]
    position = {**two(domain=domain), "former_decks": [["hades.charon"]], "agora": ["zeus.alliance", "zeus.triumph"]}
    assert view(position)["unseen"][0] == ["hades.charon"]
    assert GAME.describe(GAME.position(position))["former_decks"] == [["hades.charon"]]
    with Scenario(position) as play:
        play.answers(0, "use zeus.trial-of-heroes", "discard citizen")
        play.table(discard=["hades.charon"])
        play.rests(0)


def test_a_face_that_is_fixed_is_told_with_its_citizen_not_with_its_deck() -> None:
    fixed = {"card": "citizen", "deck": 0, "face": "zeus.hercules"}
    position = {**two(domain=[fixed, {"card": "citizen", "deck": 0}]), "former_decks": [["hades.charon"]]}
    described = GAME.describe(GAME.position({**position, "agora": ["zeus.alliance", "zeus.triumph"]}))
    assert described["former_decks"] == [["hades.charon"]]
    assert described["seats"][0]["domain"] == [fixed, {"card": "citizen", "deck": 0}]


def test_there_may_be_a_hundred_former_decks() -> None:
    position = two(domain=[{"card": "citizen", "deck": 99}])
    state = GAME.position({**position, "former_decks": [[]] * 99 + [["hades.charon"]]})
    seen = GAME.view(state, None)
    assert (len(seen["unseen"]), seen["unseen"][99]) == (101, ["hades.charon"])
    assert GAME.describe(state)["former_decks"] == [[]] * 99 + [["hades.charon"]]


def test_the_order_of_taking_may_be_said() -> None:
    domain = ["zeus.trial-of-heroes", {"card": "citizen", "deck": 0, "taken": 1}, {"card": "citizen", "taken": 0}]
    position = {**two(domain=domain), "former_decks": [["hades.charon"]], "agora": ["zeus.alliance", "zeus.triumph"]}
    assert GAME.describe(GAME.position(position))["seats"][0]["domain"] == domain
    state = GAME.position({**position, "played": ["use zeus.trial-of-heroes", "discard citizen"]})
    assert GAME.view(state, None)["unseen"][0] == ["hades.charon"]  # the other one was turned up
    assert GAME.view(state, None)["seats"][0]["domain"] == [
        {"card": "zeus.trial-of-heroes", "used": True}, {"card": "citizen", "deck": 0},
    ]  # fmt: skip


def test_citizens_whose_place_in_the_order_is_not_said_come_first_as_they_are_listed() -> None:
    """As if it were 0, and of equal numbers the one that is listed first."""
    first, second = {"card": "citizen", "deck": 0}, {"card": "citizen"}
    for said in ({}, {"taken": 0}):
        for domain in ([first | said, second], [first, second | said], [first, second | {"taken": 1}]):
            described = GAME.describe(GAME.position(two(domain=domain) | {"former_decks": [["hades.charon"]]}))
            assert described["seats"][0]["domain"] == [first, "citizen"]


def test_the_place_in_the_order_of_taking_has_four_digits() -> None:
    domain = [{"card": "citizen", "taken": 9999}, {"card": "citizen", "deck": 0, "taken": 9998}]
    described = GAME.describe(GAME.position(two(domain=domain) | {"former_decks": [["hades.charon"]]}))
    assert [citizen["taken"] for citizen in described["seats"][0]["domain"]] == [1, 0]
    domain[0]["taken"] = 10_000
    assert problems(two(domain=domain) | {"former_decks": [["hades.charon"]]}) == {
        "seats[0].domain[0].taken": "must be a whole number from 0 to 9999, not 10000"
    }


def test_the_order_of_taking_may_be_said_in_a_legend() -> None:
    legend = ["zeus.alliance", "hades.assembly", {"card": "citizen", "deck": 0, "taken": 1}]
    seats = [{"elysium": [legend], "domain": [{"card": "citizen", "taken": 0}]}, {}]
    described = GAME.describe(GAME.position({"seats": seats, "former_decks": [["hades.charon"]]}))
    assert [described["seats"][0][where] for where in ("elysium", "domain")] == [[legend], seats[0]["domain"]]
    # the first that was taken lies in the Legend, and the others lie in another order than they came
    legend = ["zeus.alliance", "hades.assembly", {"card": "citizen", "taken": 0}]
    domain = [{"card": "citizen", "taken": 2}, {"card": "citizen", "taken": 1}]
    described = GAME.describe(GAME.position({"seats": [{"elysium": [legend], "domain": domain}, {}]}))
    assert [described["seats"][0][where] for where in ("elysium", "domain")] == [[legend], domain]


def test_without_a_former_deck_none_is_described() -> None:
    assert "former_decks" not in GAME.describe(GAME.position(two(domain=["citizen"])))


def test_citizens_in_a_legend_stand_behind_its_first_two_cards() -> None:
    legend = ["zeus.alliance", "citizen", "hades.assembly"]
    assert view(two(elysium=[legend]))["seats"][0]["elysium"] == [["zeus.alliance", "hades.assembly", "citizen"]]
    # Orpheus' card may stand behind a Citizen that came before it
    legend = ["zeus.alliance", "hades.assembly", "citizen", "athena.assembly"]
    assert view(two(elysium=[legend]))["seats"][0]["elysium"] == [legend]


# Draws


def test_draws_are_the_cards_that_become_known() -> None:
    domain = ["zeus.trial-of-heroes", "citizen"]
    position = {
        **two(domain=domain, quest=1),
        "draws": ["hades.charon", "athena.democracy"],
        "agora": [],
    }
    with Scenario(position) as play:
        play.answers(0, "citizen", "dismiss red")  # a Citizen taken consumes nothing
        play.answers(0, "use zeus.trial-of-heroes")
        assert GAME.describe(play.state)["draws"] == ["hades.charon", "athena.democracy"]
        play.answers(0, "discard citizen")
        play.table(discard=["hades.charon"])
        play.answers(1, "dismiss red")  # Quest 2 was all that seat could take
        assert GAME.describe(play.state)["draws"] == ["athena.democracy"]
        play.pending(0, ["dismiss yellow", "dismiss green", "dismiss blue"])


def test_draws_feed_phase_one_agora_first() -> None:
    seats = [{"cards_taken": 3, "quest": 2}, {"cards_taken": 3, "quest": 1}]
    agora = ["apollo.homer", "ares.hoplites", "ares.veterans", "zeus.alliance", "zeus.triumph", "zeus.hercules"]
    oracle = ["zeus.initiation", "ares.initiation", "apollo.initiation", "athena.initiation"]
    seen = view({
        "families": "why-bother", "seats": seats, "oracle": ["poseidon.raiders"], "discard": ["zeus.assembly"],
        "draws": agora + oracle,
    })  # fmt: skip
    assert seen["epoch"] == 2
    assert seen["agora"] == ["poseidon.raiders", *agora]  # slid cards first, then drawn
    assert seen["oracle"] == oracle


def test_copies_are_drawn_in_their_order() -> None:
    """The hashes of a record tell them apart."""
    seats = [{"cards_taken": 3, "quest": 2}, {"cards_taken": 3, "quest": 1}]
    state = GAME.position({"seats": seats, "draws": ["zeus.angels-of-zeus"] * 3})
    assert list(state.agora[:3]) == CARDS_OF_KIND[KIND_OF_ID["zeus.angels-of-zeus"]]
    placed = GAME.position({"seats": [{}, {}], "discard": ["zeus.angels-of-zeus"] * 2})
    assert placed.discard == CARDS_OF_KIND[KIND_OF_ID["zeus.angels-of-zeus"]][:2]


def test_as_many_draws_as_there_are_copies_that_nobody_has() -> None:
    """E3.2: of two copies, those in the deck, on the pile and under Citizens of former decks can become known."""
    alliance = "zeus.alliance"
    former = {"former_decks": [[alliance]]}
    for more in ({}, {"discard": [alliance]}, {"discard": [alliance] * 2}, former, former | {"discard": [alliance]}):
        domain = [{"card": "citizen", "deck": 0}] if "former_decks" in more else []
        position: dict[str, Any] = two(domain=domain) | more
        drawn = GAME.describe(GAME.position(position | {"draws": [alliance] * 2}))["draws"]
        assert drawn == [alliance] * 2
        found = problems(position | {"draws": [alliance] * 3})
        assert found == {"draws[2]": f"{alliance} is in more places than it has copies (2)"}
    assert problems(two(domain=[alliance]) | {"draws": [alliance] * 2}).keys() == {"draws[1]"}


def test_a_card_that_the_box_has_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    values = copy.deepcopy(EDITIONS.standard.values)
    del values["conditions"]["zeus.hercules"]
    monkeypatch.setattr(EDITIONS, "_standard", ElysiumEdition(values))
    missing = "zeus.hercules is not in the edition 'reconstruction'"
    assert problems({**two(), "agora": ["zeus.hercules"], "draws": ["zeus.hercules"]}) == {
        "agora[0]": missing, "draws[0]": missing,
    }  # fmt: skip


def test_a_draw_from_the_discard_pile_is_one_after_a_reshuffle() -> None:
    deck = [card for card in GAME.cards() if card.split(".")[0] in FIRST_GAME for _ in range(GAME.card(card)["copies"])]
    deck.remove("athena.divine-law")
    position = {"seats": [{"domain": ["athena.divine-law"]}, {}], "discard": deck, "draws": ["hades.charon"]}
    with Scenario(position) as play:
        play.table(deck_size=0)
        play.answers(0, "use athena.divine-law")
        play.has(0, domain=[{"card": "athena.divine-law", "ring": False}, "hades.charon"])
        play.table(deck_size=cards_in_play() - 2, discard=[])
        play.pending(0, ["transfer athena.divine-law", "transfer hades.charon", "stop"])


# Bonus tiles


def test_level_tiles_go_to_the_biggest_level_legend_and_ties_to_the_lower_disc() -> None:
    ones = [["zeus.alliance", "hades.assembly"], ["zeus.assembly", "athena.assembly", "poseidon.assembly"]]
    twos = [["zeus.triumph", "hades.charon"], ["zeus.initiation", "hades.initiation"]]
    seats = [
        {"disc": 3, "elysium": [ones[0], twos[0]]},
        {"disc": 1, "elysium": [ones[1]]},
        {"disc": 2, "elysium": [twos[1], ["zeus.hercules"]]},
    ]
    seen = view({"seats": seats})
    assert [seat["bonuses"] for seat in seen["seats"]] == [[], ["level 1"], ["level 2"]]
    assert "level 3" in seen["bonuses"]  # a lone card is no Level Legend


def test_family_tiles_go_in_disc_order_5_first() -> None:
    legends = [
        ["zeus.alliance", "zeus.triumph", "zeus.hercules"],
        ["zeus.assembly", "zeus.initiation", "citizen"],
        ["zeus.temple-of-zeus", "zeus.angels-of-zeus", "zeus.kings-council"],
    ]
    seats = [{"disc": 2, "elysium": legends[:1]}, {"disc": 1, "elysium": legends[1:2]}, {"elysium": legends[2:]}]
    assert [seat["bonuses"] for seat in view({"seats": seats})["seats"]] == [["zeus 2"], ["zeus 5"], []]
    both = [{"elysium": legends[:2]}, {}]
    assert [seat["bonuses"] for seat in view({"seats": both})["seats"]] == [["zeus 2", "zeus 5"], []]
    two_cards = [{"elysium": [legends[0][:2]]}, {}]
    assert view({"seats": two_cards})["seats"][0]["bonuses"] == []


def test_tiles_named_anywhere_are_all_that_are_held() -> None:
    legend = ["zeus.alliance", "zeus.triumph", "zeus.hercules"]
    seats = [{"elysium": [legend]}, {"bonuses": ["level 2", "athena 2"]}]
    seen = view({"seats": seats})
    assert [seat["bonuses"] for seat in seen["seats"]] == [[], ["athena 2", "level 2"]]
    assert seen["bonuses"] == sorted(seen["bonuses"])
    assert len(seen["bonuses"]) == 11
    assert view({"seats": [{"elysium": [legend], "bonuses": []}, {}]})["seats"][0]["bonuses"] == []


# Phase III


def test_in_transfers_income_is_paid_and_earlier_discs_have_had_their_legend_powers() -> None:
    workshop = {"gold": 5, "domain": ["hephaestus.workshop", "zeus.angels-of-zeus"], "vp": 0}
    seats = [{**workshop, "quest": 1}, {**workshop, "quest": 3}, {**workshop, "quest": 4}]
    options = ["transfer hephaestus.workshop", "transfer zeus.angels-of-zeus", "stop"]
    with Scenario({"seats": seats, "phase": "transfers", "to_move": 1}) as play:
        play.table(phase="transfers", turn=1)
        play.has(0, gold=5, vp=0)  # they have paid before
        play.has(1, gold=6, vp=1)  # they pay at the beginning of its transfers (E5.5)
        play.has(2, gold=5, vp=0)  # they will pay
        play.asked(1, options, "stop")
        play.has(0, gold=5, vp=0)
        play.has(2, gold=6, vp=1)
        play.pending(2, options)


def test_war_chariots_and_angels_pay_when_their_seat_is_named() -> None:
    domain = ["ares.war-chariots", "zeus.angels-of-zeus", "zeus.alliance"]
    seen = view({"families": "opulence", "seats": [{"domain": domain, "gold": 9}, {}], "phase": "transfers"})
    assert (seen["seats"][0]["pp"], seen["seats"][0]["vp"]) == (1, 2)


def test_the_number_of_transfers_is_that_of_the_quest_and_helm() -> None:
    cards = ["zeus.alliance", "zeus.triumph", "zeus.hercules", "zeus.assembly"]
    for quest, helm, n in ((1, [], 2), (None, [], 1), ("incomplete", ["hades.helm-of-invisibility"], 2), (2, [], 3)):
        seats = [{"quest": quest, "gold": 30, "domain": [*helm, *cards]}, {"quest": None}]
        with Scenario({"seats": seats, "phase": "transfers"}) as play:
            play.logged("transfers", seat=0, n=n)
            play.pending(0, [f"transfer {card}" for card in [*helm, *cards]] + ["stop"])


def test_without_a_quest_in_transfers_it_is_incomplete() -> None:
    seen = view({"seats": [{"domain": ["zeus.alliance"]}, {"quest": 2}], "phase": "transfers"})
    assert [seat["quest"] for seat in seen["seats"]] == ["incomplete", 2]


def test_charon_pays_after_the_second_transfer_of_a_position_in_transfers() -> None:
    seats = [{"quest": 2, "gold": 30, "domain": ["hades.charon", "zeus.alliance", "zeus.triumph"]}, {}]
    with Scenario({"seats": seats, "phase": "transfers"}) as play:
        play.answers(0, "transfer zeus.alliance", "transfer zeus.triumph", "new legend")
        play.has(0, vp=3)
        play.pending(0, ["transfer hades.charon", "stop"])


# The end


def test_phase_over_is_a_table_to_score() -> None:
    legend = ["zeus.alliance", "zeus.triumph", "zeus.hercules"]
    state = GAME.position({"seats": [{"vp": 10, "elysium": [legend]}, {"vp": 20}], "phase": "over"})
    seen = GAME.view(state, None)
    assert (seen["phase"], seen["to_move"], seen["turn"], seen["epoch"], seen["asking"]) == (
        "over",
        None,
        None,
        5,
        "over",
    )
    assert GAME.legal(state) == []
    assert [score["total"] for score in seen["scores"]] == [10 + 6 + 5, 20]
    assert GAME.returns(state) == [1, 0]
    assert (GAME.describe(state)["phase"], GAME.describe(state)["to_move"]) == ("over", 0)
    other = GAME.position({"seats": [{"disc": 2}, {"disc": 3}, {"disc": 1}], "phase": "over"})
    assert GAME.describe(other)["to_move"] == 2
    assert without_log(GAME.view(GAME.position(GAME.describe(state)), None)) == without_log(seen)


# Inverse


def test_describe_writes_what_was_played_in_the_turn() -> None:
    position = {"seats": [{"domain": ["zeus.trial-of-heroes"]}, {}], "agora": ["zeus.alliance", "zeus.triumph"]}
    state = GAME.position(position)
    for label in ("take zeus.triumph", "dismiss blue", "use zeus.trial-of-heroes"):
        GAME.play(state, label)
    described = GAME.describe(state)
    assert described["played"] == ["take zeus.triumph", "dismiss blue", "use zeus.trial-of-heroes"]
    assert described["agora"] == ["zeus.alliance", "zeus.triumph"]
    assert described["seats"][0]["cards_taken"] == 0
    again = GAME.position(described)
    assert GAME.asking(again) == "discard"
    assert without_log(GAME.view(again, None)) == without_log(GAME.view(state, None))


def test_describe_writes_what_was_transferred_in_phase_three() -> None:
    """E6.3: the transfers of a seat begin where a turn would; each seat's are described from their own beginning."""
    seats = [
        {"gold": 9, "quest": 2, "domain": ["zeus.alliance", "zeus.triumph"]},
        {"gold": 9, "quest": 1, "domain": ["hades.charon", "hades.cerberus"]},
    ]
    state = GAME.position({"seats": seats, "phase": "transfers"})
    described = GAME.describe(state)
    assert (described["phase"], described["to_move"], "played" in described) == ("transfers", 0, False)
    GAME.play(state, "transfer zeus.alliance")
    described = GAME.describe(state)
    assert (described["to_move"], described["played"]) == (0, ["transfer zeus.alliance"])
    assert without_log(GAME.view(GAME.position(described), None)) == without_log(GAME.view(state, None))
    GAME.play(state, "stop")
    described = GAME.describe(state)
    assert (described["phase"], described["to_move"], "played" in described) == ("transfers", 1, False)
    assert described["seats"][0]["elysium"] == [["zeus.alliance"]]


def test_a_position_is_not_changed_by_being_read_or_played() -> None:
    position = GAME.describe(GAME.new(seats=3, seed=5))
    before = copy.deepcopy(position)
    state = GAME.position(position)
    for _ in range(40):
        GAME.apply(state, GAME.legal(state)[-1])
    assert position == before


def test_the_seed_decides_what_chance_brings() -> None:
    position = {"seats": [{"domain": ["athena.divine-law"]}, {}], "played": ["use athena.divine-law"]}
    drawn = {GAME.view(GAME.position({**position, "seed": seed}), None)["seats"][0]["domain"][-1] for seed in range(30)}
    assert len(drawn) > 10
    assert view({**position, "seed": 4}) == view({**position, "seed": 4})


def test_more_legends_than_there_are_labels() -> None:
    """`legend <k>` goes up to 32: a Citizen that could only join the 33rd is not offered a transfer."""
    families = ["ares", "athena", "hades", "hephaestus", "zeus"]
    ids = [card for card in GAME.cards() if card.split(".")[0] in families]
    lone = [[card] for card in ids if card not in ("zeus.alliance", "zeus.triumph", "hades.initiation")][:32]
    open_legend = ["zeus.alliance", "zeus.triumph"]
    seat = {"gold": 9, "quest": 2, "elysium": [*lone, open_legend], "domain": ["citizen", "hades.initiation"]}
    state = GAME.position({"families": families, "seats": [seat, {}], "phase": "transfers"})
    assert [GAME.label(state, action) for action in GAME.legal(state)] == ["stop", "transfer hades.initiation"]


def test_a_citizen_returned_by_orpheus_keeps_its_place_in_the_order_of_taking() -> None:
    """E3.2, E7.8: it stands last in the Domain, but it leaves first."""
    state = GAME.position(
        {
            "families": ["ares", "hades", "hephaestus", "hermes", "poseidon"],
            "agora": ["ares.hoplites"],
            "seats": [
                {
                    "domain": ["hermes.orpheus", "citizen", "hephaestus.slaves", "hades.cerberus"],
                    "elysium": [["hephaestus.automatons", "poseidon.medusa", "citizen"]],
                },
                {"quest": 2, "cards_taken": 3},
            ],
            "played": ["use hermes.orpheus", "choose hades.cerberus", "quest 1", "dismiss red", "end turn"],
        }
    )
    placed = GAME.position(GAME.describe(state))
    for world in (state, placed):
        GAME.play(world, "use hephaestus.slaves")
        GAME.play(world, "discard citizen")
    assert GAME.view(placed, 0)["seats"] == GAME.view(state, 0)["seats"]
    assert GAME.view(GAME.position(GAME.describe(placed)), 0)["seats"] == GAME.view(state, 0)["seats"]


def test_too_many_citizens_are_a_problem_with_a_field() -> None:
    """One, not as many as there are Citizens too many."""
    with pytest.raises(pediment.PositionError) as error:
        GAME.position({"seats": [{"domain": ["citizen"] * 1100 + ["zeus.hercules"]}, {}]})
    assert error.value.problems == [("seats[0].domain[1024]", "more than 1024 Citizens")]


def test_a_forced_draw_on_the_discard_pile_waits_for_the_reshuffle() -> None:
    """E3.2: what lies on the pile cannot be drawn before; the other forced cards come first."""
    for seed in range(5):
        state = GAME.position(
            {
                "seats": [{"domain": ["athena.divine-law"], "gold": 0}, {"gold": 0}],
                "discard": ["zeus.hercules"],
                "draws": ["zeus.hercules", "hades.persephone"],
                "seed": seed,
                "played": ["use athena.divine-law"],
            }
        )
        assert GAME.view(state, 0)["seats"][0]["domain"][-1] == "hades.persephone"
        assert GAME.describe(GAME.position(GAME.describe(state))) == GAME.describe(state)


def test_a_forced_draw_is_fetched_from_under_a_former_citizen() -> None:
    """The card that must become known changes places with one of the deck; nothing is lost or doubled."""
    for seed in range(5):
        state = GAME.position(
            {
                "seats": [{"domain": ["athena.divine-law", {"card": "citizen", "deck": 0}], "gold": 0}, {"gold": 0}],
                "former_decks": [["zeus.hercules"]],
                "draws": ["zeus.hercules"],
                "seed": seed,
            }
        )
        before = [card for deck in GAME.view(state, None)["unseen"] for card in deck]
        GAME.play(state, "use athena.divine-law")
        seen = GAME.view(state, None)
        assert seen["seats"][0]["domain"][-1] == "zeus.hercules"
        assert [len(deck) for deck in seen["unseen"]] == [1, len(before) - 2]
        assert sorted(["zeus.hercules", *(card for deck in seen["unseen"] for card in deck)]) == sorted(before)


def test_a_forced_draw_changes_places_with_a_card_that_is_free() -> None:
    """The first card of the deck is the face of a Citizen, and stays that."""
    here, former = (
        ["hades.charon", "hades.cerberus", "zeus.triumph"],
        ["zeus.assembly", "zeus.alliance", "zeus.hercules"],
    )
    everything = [name for name in GAME.cards() if name.split(".")[0] in FIRST_GAME]
    discard = [name for name in everything for _ in range(GAME.card(name)["copies"])]
    for card in ["athena.divine-law", *here, *former]:
        discard.remove(card)
    citizens = [{"card": "citizen", "face": "hades.charon"}, *[{"card": "citizen", "deck": 0}] * 3]
    position = {
        "seats": [{"domain": ["athena.divine-law", *citizens], "gold": 0}, {"gold": 0}],
        "discard": discard,
        "former_decks": [former],
        "draws": ["zeus.hercules"],
    }
    state = GAME.position(position)
    state.unseen[1].sort(key=lambda card: (card not in state.citizen_face, card))
    free = state.unseen[1][1:]
    GAME.play(state, "use athena.divine-law")
    assert GAME.view(state, None)["seats"][0]["domain"][-1] == "zeus.hercules"
    assert state.unseen[0][2] == free[0]
    assert state.unseen[1][1:] == free[1:]
    assert state.unseen[1][0] in state.citizen_face


@pytest.mark.parametrize("seed", range(4))
def test_a_card_forced_out_of_another_deck_is_described_with_what_it_changed_places_with(seed: int) -> None:
    """E3.2: chance decided what lies under the three Citizens; whatever is read again shows the same decks."""
    citizens = [{"card": "citizen", "deck": 0}] * 3
    position = {
        "seats": [{"domain": ["zeus.trial-of-heroes", *citizens]}, {}],
        "agora": ["zeus.triumph"],
        "draws": ["zeus.hercules"],
        "played": ["use zeus.trial-of-heroes", "discard citizen"],
        "seed": seed,
    }
    state = GAME.position(position)
    assert GAME.view(state, None)["discard"] == ["zeus.hercules"]
    assert GAME.view(GAME.position(GAME.describe(state)), None) == GAME.view(state, None)


def test_a_card_forced_out_of_another_deck_in_games_of_version_1() -> None:
    """It changed places with the first card of the list, which stays so for their records."""
    for rules in ("1", "2"):
        position = {
            "seats": [{"domain": ["zeus.trial-of-heroes", *[{"card": "citizen", "deck": 0}] * 2]}, {}],
            "agora": ["zeus.triumph"],
            "draws": ["zeus.hercules"],
            "rules": rules,
        }
        state = GAME.position(position)
        state.unseen[0].sort(reverse=True)
        high, low = state.unseen[0]
        GAME.play(state, "use zeus.trial-of-heroes")
        GAME.play(state, "discard citizen")
        assert state.unseen[0] == [low if rules == "1" else high]


def test_the_face_of_a_citizen_is_no_forced_draw() -> None:
    """Of two equal cards one lies under a Citizen, the other on the pile: the next forced card comes first."""
    for seed in range(5):
        state = GAME.position(
            {
                "seats": [
                    {"domain": ["athena.divine-law", {"card": "citizen", "face": "zeus.alliance"}], "gold": 0},
                    {"gold": 0},
                ],
                "discard": ["zeus.alliance"] * (GAME.card("zeus.alliance")["copies"] - 1),
                "draws": ["zeus.alliance", "hades.charon"],
                "seed": seed,
                "played": ["use athena.divine-law"],
            }
        )
        assert GAME.view(state, 0)["seats"][0]["domain"][-1] == "hades.charon"
        assert GAME.describe(state)["draws"] == ["hades.charon", "zeus.alliance"]


def test_without_a_column_a_take_dismisses_none() -> None:
    """E4.6: only a position can bring that about; the turn goes on after the take."""
    with Scenario({"seats": [{"columns": "", "quest": 1, "domain": ["zeus.trial-of-heroes"]}, {}]}) as play:
        play.asked(0, ["citizen", "use zeus.trial-of-heroes"], "citizen")
        play.pending(0, ["use zeus.trial-of-heroes", "end turn"])
        play.has(0, columns="", cards_taken=1, domain=["zeus.trial-of-heroes", "citizen"])


@pytest.mark.parametrize("seed", range(3))
def test_whatever_full_purses_receive_is_described_and_read_again(seed: int) -> None:
    """E1.6: from the most that a position can say, by powers, Quests and gifts."""
    full = {"gold": 999_999, "vp": 999_999, "pp": 999_999}
    families = ["apollo", "ares", "athena", "hephaestus", "zeus"]
    agora = [
        "athena.trade-agreement",
        "hephaestus.sacrifice",
        "zeus.hercules",
        "ares.hoplites",
        "athena.oath-of-hospitality",
    ]
    position = {"families": families, "epoch": 5, "agora": agora, "seats": [full] * 3, "seed": seed}
    match, bot = pediment.Match.of(GAME, GAME.position(position)), make("uniform", seed)
    while not match.over:
        match.play(bot.choose(GAME, match.state, match.to_move))
        again = GAME.position(GAME.describe(match.state))
        assert GAME.view(again, None)["seats"] == match.view(None)["seats"]
    events = {entry["event"] for entry in match.view(None)["log"]}
    assert {"gain", "income"} <= events


def test_nobody_has_less_than_nothing() -> None:
    for counter in ("gold", "vp", "pp"):
        with pytest.raises(PositionError, match=counter):
            GAME.position({"seats": [{counter: -1}, {}]})


def test_citizens_are_numbered_in_domain_and_elysium() -> None:
    legend = ["zeus.assembly", "zeus.angels-of-zeus", "citizen"]
    seats = [{"domain": ["citizen", "citizen"]}, {"elysium": [legend], "domain": ["citizen"]}]
    state = GAME.position({"seats": seats})
    areas = [cards for p in state.players for cards in (p.domain, *p.legends)]
    citizens = [card for cards in areas for card in cards if card >= FIRST_CITIZEN]
    assert sorted(citizens) == list(range(FIRST_CITIZEN, FIRST_CITIZEN + 4))
    domain, elysium = state.players[1].domain, state.players[1].legends[0]
    assert elysium[2] < domain[0]  # a seat's Elysium first
