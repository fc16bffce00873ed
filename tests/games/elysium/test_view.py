from __future__ import annotations

import json
import random
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.log import NO_CAUSE
from pediment.games.elysium.io import log
from pediment.games.elysium.rules.edition import EDITIONS
from pediment.games.elysium.rules.vocabulary import FAMILIES
from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import cards_in_play

GAME: Final = pediment.game("elysium")
SEAT_FIELDS: Final = {"disc", "gold", "vp", "pp", "columns", "cards_taken", "quest", "domain", "elysium", "bonuses"}
FIELDS: Final = {
    "seats", "agora", "oracle", "discard", "deck_size", "epoch", "phase", "turn", "to_move", "bonuses", "scores", "log",
}  # fmt: skip


def view(position: dict[str, Any]) -> dict[str, Any]:
    return GAME.view(GAME.position(position), None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_new_game_has_every_field(seats: int) -> None:
    seen = GAME.view(GAME.new(seats=seats, seed=9, families="why-bother"), None)
    assert seen.keys() >= FIELDS
    assert len(seen["seats"]) == len(seen["scores"]) == seats
    for seat in seen["seats"]:
        assert seat.keys() == SEAT_FIELDS
        assert (seat["gold"], seat["pp"], seat["columns"], seat["quest"]) == (4, 0, "RYGB", None)
        assert seat["vp"] == seat["disc"]
    assert len(seen["agora"]) == 3 * seats + 1
    assert len(seen["oracle"]) == 4
    assert seen["deck_size"] == cards_in_play(seen["families"]) - len(seen["agora"]) - 4
    assert (seen["epoch"], seen["phase"]) == (1, "actions")
    assert seen["seats"][seen["to_move"]]["disc"] == 1
    assert seen["bonuses"] == sorted(
        ["level 1", "level 2", "level 3", *(f"{family} {vp}" for family in seen["families"] for vp in (5, 2))]
    )


def test_everybody_sees_the_same() -> None:
    state = GAME.new(seats=4, seed=2)
    for _ in range(60):
        GAME.apply(state, GAME.legal(state)[-1])
    seen = GAME.view(state, None)
    assert all(GAME.view(state, seat) == seen for seat in range(4))
    assert json.loads(json.dumps(seen)) == seen
    for seat in (-1, 4):
        with pytest.raises(ValueError, match=f"no seat {seat}"):
            GAME.view(state, seat)


def test_the_domain_is_by_arrival() -> None:
    seats = [{"domain": ["zeus.whispers-of-hera", "citizen"]}, {}]
    with Scenario({"seats": seats, "agora": ["zeus.triumph", "athena.democracy", "hades.charon"]}) as play:
        play.answers(0, "take athena.democracy", "dismiss green")
        play.has(0, domain=["zeus.whispers-of-hera", "citizen", "athena.democracy"])
        play.answers(0, "use athena.democracy")
        play.answers(1, "no")
        play.has(0, domain=["zeus.whispers-of-hera", "citizen", {"card": "athena.democracy", "ring": False}, "citizen"])
        play.rests(1)


def test_rings_and_turned_cards_are_shown_only_where_they_are_gone_or_turned() -> None:
    domain = [
        "zeus.triumph", {"card": "zeus.hercules", "ring": False}, "zeus.trial-of-heroes",
        {"card": "zeus.kings-council", "used": True}, {"card": "zeus.initiation", "used": False},
    ]  # fmt: skip
    shown = view({"seats": [{"domain": domain}, {}], "agora": ["zeus.alliance"]})["seats"][0]["domain"]
    assert shown == [*domain[:4], "zeus.initiation"]


def test_the_elysium_is_by_founding_and_joining() -> None:
    seats = [
        {
            "gold": 20,
            "quest": 2,
            "domain": ["zeus.triumph", "hades.charon", "zeus.alliance", "citizen"],
            "elysium": [["hades.assembly"]],
        },
        {},
    ]
    with Scenario({"seats": seats, "phase": "transfers"}) as play:
        play.answers(0, "transfer zeus.triumph")  # fits nowhere: founds a Legend unasked
        play.answers(0, "transfer zeus.alliance", "legend 2")
        play.has(0, elysium=[["hades.assembly"], ["zeus.triumph", "zeus.alliance"]])
        play.answers(0, "transfer citizen")
        play.has(0, elysium=[["hades.assembly"], ["zeus.triumph", "zeus.alliance", "citizen"]], bonuses=["zeus 5"])
        play.rests(0)


def test_orpheus_card_stands_in_the_citizens_place() -> None:
    legend = ["zeus.alliance", "ares.assembly", "citizen", "hermes.assembly", "citizen"]
    domain = ["hermes.orpheus", "athena.assembly"]
    position = {
        "families": "opulence",
        "seats": [{"domain": domain, "elysium": [legend]}, {}],
        "agora": ["zeus.triumph"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.orpheus")
        play.has(
            0,
            elysium=[["zeus.alliance", "ares.assembly", "athena.assembly", "hermes.assembly", "citizen"]],
            domain=[{"card": "hermes.orpheus", "ring": False}, "citizen"],
        )
        play.rests(0)


def test_the_discard_pile_is_by_discarding() -> None:
    domain = ["zeus.trial-of-heroes", "hephaestus.slaves", "zeus.alliance", "hades.charon"]
    position = {
        "seats": [{"domain": domain}, {}],
        "agora": ["zeus.triumph", "zeus.assembly"],
        "discard": ["zeus.triumph"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hephaestus.slaves", "discard hades.charon")
        play.answers(0, "use zeus.trial-of-heroes", "discard zeus.alliance")
        play.table(discard=["zeus.triumph", "hades.charon", "zeus.alliance"])
        play.rests(0)


def test_leftovers_are_discarded_and_the_oracle_slides_to_the_front() -> None:
    seats = [{"cards_taken": 3, "quest": 2}, {"cards_taken": 3, "quest": 1}]
    seen = view({
        "families": "why-bother", "seats": seats, "discard": ["zeus.triumph"],
        "agora": ["zeus.alliance", "ares.hoplites"], "oracle": ["apollo.homer", "ares.veterans"],
        "draws": ["zeus.hercules", "zeus.assembly"],
    })  # fmt: skip
    assert seen["discard"] == ["zeus.triumph", "zeus.alliance", "ares.hoplites"]
    assert seen["agora"][:4] == ["apollo.homer", "ares.veterans", "zeus.hercules", "zeus.assembly"]
    assert len(seen["agora"]) == 7
    assert len(seen["oracle"]) == 4


def test_an_incomplete_quest_gives_what_the_edition_says() -> None:
    """E4.8"""
    assert GAME.view(GAME.new(), None)["incomplete_quest"] == {"gold": 1, "transfers": 1, "vp": 0}
    text = GAME.edition_template().replace(
        "[incomplete_quest]\ngold = 1\ntransfers = 1\nvp = 0", "[incomplete_quest]\ngold = 2\ntransfers = 3\nvp = 4"
    )
    own = EDITIONS.name(EDITIONS.parse(text))
    assert GAME.view(GAME.new(edition=own), None)["incomplete_quest"] == {"gold": 2, "transfers": 3, "vp": 4}


def test_turn_and_to_move_may_differ() -> None:
    domain = ["athena.naval-power"]
    with Scenario({"seats": [{"domain": domain}, {}], "agora": ["zeus.alliance", "zeus.triumph"]}) as play:
        play.answers(0, "use athena.naval-power")
        play.table(turn=0, to_move=1, asking="gold-or-vp", source="athena.naval-power")
        play.answers(1, "vp")
        play.table(turn=0, to_move=0, asking="turn", source=None)
        play.rests(0)


def test_the_quests_say_who_has_them() -> None:
    seen = view({"seats": [{}, {"quest": 2}, {}], "pediment": "b"})
    assert [quest["taken_by"] for quest in seen["quests"]] == [None, 1, None, None]
    assert [quest["colours"] for quest in seen["quests"]] == [["yellow"], ["blue"], ["red"], ["green"]]
    assert seen["quests"][3] == {
        "n": 4, "colours": ["green"], "gold": 4, "transfers": 3, "vp": 2, "taken_by": None,
    }  # fmt: skip
    two = view({"seats": [{}, {}], "pediment": "b"})["quests"]
    assert [quest["colours"] for quest in two] == [["yellow", "blue"], ["red", "green"]]


def test_columns_cards_and_quest_during_an_epoch() -> None:
    agora = ["zeus.triumph", "zeus.alliance", "zeus.assembly", "hades.charon"]
    with Scenario({"seats": [{}, {}], "agora": agora}) as play:
        play.answers(0, "take zeus.alliance", "dismiss yellow")
        play.has(0, columns="RGB", cards_taken=1, quest=None)
        play.answers(1, "quest 2", "dismiss red")
        play.has(1, columns="YGB", cards_taken=0, quest=2)
        play.rests(0)


def test_citizens_hide_their_faces_but_not_their_deck() -> None:
    legend = ["zeus.alliance", "hades.assembly", {"card": "citizen", "deck": 0}]
    seats = [{"domain": ["citizen", {"card": "citizen", "deck": 0}], "elysium": [legend]}, {}]
    seen = view({"seats": seats, "agora": ["zeus.triumph", "hades.charon"]})
    assert seen["seats"][0]["domain"] == ["citizen", {"card": "citizen", "deck": 0}]
    assert seen["seats"][0]["elysium"] == [legend]
    assert [len(deck) for deck in seen["unseen"]] == [2, cards_in_play(seen["families"]) - 4 - 2]
    assert seen["deck_size"] == cards_in_play(seen["families"]) - 4 - 2 - 1


def test_scores_leave_out_the_running_epochs_quest() -> None:
    seats = [{"quest": 2, "vp": 5, "elysium": [["zeus.alliance", "zeus.triumph"]]}, {"vp": 4}]
    seen = view({"seats": seats, "agora": ["zeus.assembly", "hades.charon"]})
    assert seen["scores"][0] == {
        "tokens": 5, "chronos": [], "legends": [{"legend": 1, "kind": "family", "cards": 2, "vp": 3}],
        "bonuses": [], "prestige": 0, "citizens": 0, "total": 8,
    }  # fmt: skip
    assert seen["scores"][1]["total"] == 4


def test_scores_are_itemised() -> None:
    level, family = ["zeus.alliance", "ares.veterans"], ["ares.temple-of-ares", "ares.initiation", "citizen"]
    seats = [{"vp": 3, "pp": 4, "elysium": [level, family, ["zeus.hercules"]]}, {"pp": 4}]
    seen = view({"families": "opulence", "seats": seats, "phase": "over"})
    assert seen["scores"][0] == {
        "tokens": 3,
        "chronos": [
            {"card": "ares.veterans", "legend": 1, "vp": 4},
            {"card": "ares.temple-of-ares", "legend": 2, "vp": 2},
        ],
        "legends": [
            {"legend": 1, "kind": "level", "cards": 2, "vp": 2},
            {"legend": 2, "kind": "family", "cards": 3, "vp": 6},
        ],
        "bonuses": [{"tile": "ares 5", "vp": 5}, {"tile": "level 1", "vp": 3}],
        "prestige": 12,
        "citizens": -2,
        "total": 3 + 4 + 2 + 2 + 6 + 5 + 3 + 12 - 2,
    }


def test_the_end() -> None:
    match = pediment.Match(GAME, seats=2, seed=6)
    while not match.over:
        match.play(match.options()[0])
    seen = match.view()
    assert (seen["phase"], seen["to_move"], seen["turn"], seen["epoch"]) == ("over", None, None, 5)
    assert seen["scores"] == match.scores()
    assert all(seat["columns"] == "RYGB" and seat["quest"] is None for seat in seen["seats"])  # E3.3
    assert seen["log"][-1]["event"] == "end"


def test_the_log_names_causes_and_rules() -> None:
    domain = ["zeus.whispers-of-hera"]
    with Scenario(
        {"seats": [{"domain": domain}, {}], "agora": ["zeus.garden-of-the-hesperides", "zeus.triumph"]}
    ) as play:
        play.answers(0, "take zeus.garden-of-the-hesperides", "dismiss red")
        assert play.match.view()["log"][:4] == [
            {"event": "take", "seat": 0, "card": "zeus.garden-of-the-hesperides", "cause": None, "rule": "E4.4"},
            {"event": "gain", "seat": 0, "n": 1, "counter": "gold", "cause": "zeus.whispers-of-hera", "rule": "E5.2"},
            {"event": "dismiss", "seat": 0, "colour": "red", "cause": None, "rule": "E4.6"},
            {
                "event": "gain",
                "seat": 0,
                "n": 2,
                "counter": "vp",
                "cause": "zeus.garden-of-the-hesperides",
                "rule": "E5.1",
            },
        ]
        play.rests(1)


def test_the_conditions_are_those_of_the_edition_for_the_families_in_play() -> None:
    conditions = view({"seats": [{}, {}]})["conditions"]
    in_play = [card for card in GAME.cards() if card.split(".")[0] in GAME.sets()["first-game"]]
    assert conditions == {card: GAME.card(card)["condition"] for card in in_play}


def test_every_event_of_the_log_has_its_own_name() -> None:
    numbers = {name: number for name, number in vars(log).items() if name.startswith("L_")}
    assert sorted(numbers.values()) == list(range(len(log.EVENTS.events)))
    for name, number in numbers.items():
        assert log.EVENTS.entry((number, NO_CAUSE, *[0] * 4))["event"] == name[2:].lower().replace("_", "-")


WORDS: Final = {
    "turn": "take quest citizen pass use",
    "after-take": "use end",
    "dismiss": "dismiss",
    "transfer": "transfer stop",
    "legend": "legend new",
    "discard": "discard",
    "oracle": "choose",
    "copy": "choose",
    "gold-or-vp": "gold vp",
    "offer-citizen": "yes no",
    "offer-oath": "discard stop",
    "draw-or-transfer": "draw transfer stop",
    "convert": "convert stop",
    "swap": "swap",
    "exchange": "choose",
    "exchange-legend": "legend",
    "card-or-gold": "pay discard",
    "level": "level",
    "discard-level": "discard",
    "point": "choose",
    "discard-pointed": "discard",
}


def test_every_question_has_its_own_answers() -> None:
    """The first words of the labels, in games in which powers are used whenever they can be."""
    seen: dict[str, set[str]] = {}
    for seed in range(20):
        state = GAME.new(seats=3, seed=seed, families=FAMILIES[:5] if seed % 2 else FAMILIES[3:])
        chance = random.Random(seed)
        while state.to_move != pediment.OVER:
            labels = {GAME.label(state, action): action for action in GAME.legal(state)}
            seen.setdefault(GAME.asking(state), set()).update(label.split()[0] for label in labels)
            powers = [label for label in labels if label.startswith("use ")]
            GAME.apply(state, labels[chance.choice(powers or list(labels))])
    assert len(seen) > 15
    for question, words in seen.items():
        assert words <= set(WORDS[question].split()), question
