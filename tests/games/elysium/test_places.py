"""Where the answers of Elysium are on the board, and what its things stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import pediment
from pediment.testing.random_game import Table
from pediment.testing.scenario import Scenario

GAME = pediment.game("elysium")
VERBS = {"agora": "take", "quests": "quest", "columns": "dismiss", "domain": "use", "legends": "legend"}
COLUMNS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}


def ids(laid: list[Any]) -> list[str]:
    """The ids of cards in a view."""
    return [card if isinstance(card, str) else card["card"] for card in laid]


def things(view: dict[str, Any], place: str) -> list[str]:
    """All that lies in an area of the view of the seat that is asked, as labels name it; KeyError for no area."""
    me, seats = view["to_move"], view["seats"]
    others = [seat for k, seat in enumerate(seats) if k != me]
    if place.startswith("domain "):
        number = int(place.split()[1])
        assert number != me
        return ids(seats[number]["domain"])
    areas: dict[str, Callable[[], list[str]]] = {
        "agora": lambda: ids(view["agora"]),
        "oracle": lambda: ids(view["oracle"]),
        "deck": lambda: ["citizen", "draw"],
        "quests": lambda: [str(quest["n"]) for quest in view["quests"] if quest["taken_by"] is None],
        "columns": lambda: list(COLUMNS),
        "domain": lambda: ids(seats[me]["domain"]),
        "elysium": lambda: [card for legend in seats[me]["elysium"] for card in ids(legend)],
        "legends": lambda: ["legend", *(str(n) for n in range(1, len(seats[me]["elysium"]) + 1))],
        "others": lambda: [card for seat in others for card in ids(seat["domain"])],
    }
    return areas[place]()


def places(play: Scenario) -> dict[str, str]:
    """By label, where it is."""
    return {GAME.label(play.state, action): GAME.place(play.state, action) for action in GAME.legal(play.state)}


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_an_answer_names_lies_in_its_area(seats: int) -> None:
    met: set[str] = set()
    for seed in range(6):
        for state in Table(GAME, seats, seed, {}, "places").states():
            view = GAME.view(state, None)
            for action in GAME.legal(state):
                label, place = GAME.label(state, action), GAME.place(state, action)
                if place:
                    assert label.split()[-1] in things(view, place), (label, place)
                else:
                    assert label.split()[0] not in ("take", "use", "choose", "discard", "transfer"), label
                met.add(place.split(" ")[0])
    assert met >= {"", "agora", "deck", "quests", "columns", "domain", "legends"}


@pytest.mark.laws
def test_a_verb_and_a_thing_make_a_label() -> None:
    """Whatever is asked: "why not?" has a sentence for each thing of an area that stands for something."""
    unknown = GAME.texts.say("en", "errors.unknown-move")
    for seed in range(6):
        for state in Table(GAME, 2 + seed % 3, seed, {}, "verbs").states():
            if state.to_move == pediment.OVER:
                assert GAME.verbs(state) == {}
                continue
            view = GAME.view(state, None)
            for area, verb in GAME.verbs(state).items():
                for thing in set(things(view, area)) - {"citizen", "legend"}:
                    why = GAME.why_not(state, f"{verb} {thing}")
                    assert why is None or why.sentence != unknown, (area, verb, thing)


GIFTS = ["hades", "hephaestus", "hermes", "poseidon", "zeus"]
INSTANTS = ["hephaestus.divine-aid", "zeus.garden-of-the-hesperides"]
TRIGGERS = ["zeus.hercules", "hermes.caduceus", "hephaestus.divine-aid"]  # what the Caduceus could use comes last
APOLLO = ["apollo", "hephaestus", "hermes", "hades", "zeus"]


@pytest.mark.parametrize(
    ("card", "place", "first", "more"),
    [
        ("hermes.messenger", "domain", {"domain": ["hermes.messenger", "citizen", *INSTANTS]}, {}),
        ("hermes.caduceus", "domain", {"domain": ["hermes.caduceus", *INSTANTS]}, {}),
        ("hermes.keeper-of-dreams", "domain", {"domain": ["hermes.keeper-of-dreams", *TRIGGERS], "vp": 3}, {}),
        ("hermes.psychopomp", "elysium", {"domain": ["hermes.psychopomp"], "elysium": [[c] for c in INSTANTS]}, {}),
        (
            "apollo.initiation",
            "oracle",
            {"domain": ["apollo.initiation", "hephaestus.initiation"]},
            {"families": APOLLO, "oracle": INSTANTS},
        ),
    ],
)
def test_a_copied_card_is_chosen_where_it_lies(
    card: str, place: str, first: dict[str, Any], more: dict[str, Any]
) -> None:
    """E5.9: the other player has the same cards, and theirs stand for nothing."""
    position = {"families": GIFTS, "seats": [first, {"domain": [*INSTANTS, "hermes.caduceus"]}], **more}
    with Scenario(position) as play:
        play.answers(0, f"use {card}")
        found = places(play)
        assert len(found) == 2
        assert set(found.values()) == {place}
        assert GAME.verbs(play.state) == VERBS | {place: "choose"}
        play.pending(0, list(found))


def test_theft_discards_and_copies_in_the_domain() -> None:
    seat = {"domain": ["hermes.theft", *INSTANTS, "zeus.hercules"], "vp": 3}
    with Scenario({"families": GIFTS, "seats": [seat, {"domain": INSTANTS}]}) as play:
        play.answers(0, "use hermes.theft")
        assert set(places(play).values()) == {"domain"}
        assert GAME.verbs(play.state)["domain"] == "discard"
        play.answers(0, f"discard {INSTANTS[0]}")
        found = places(play)
        assert found == {"choose zeus.garden-of-the-hesperides": "domain", "choose zeus.hercules": "domain"}
        assert GAME.verbs(play.state)["domain"] == "choose"
        play.pending(0, list(found))


def test_initiation_of_hermes_copies_in_the_domains_of_all_others() -> None:
    seats = [
        {"vp": 0, "domain": ["hermes.initiation", "hephaestus.initiation"]},
        {"vp": 5, "domain": ["zeus.initiation"]},
        {"vp": 5, "domain": ["poseidon.initiation", "zeus.triumph"]},
    ]
    with Scenario({"families": GIFTS, "seats": seats}) as play:
        play.answers(0, "use hermes.initiation")
        found = places(play)
        assert found == {"choose poseidon.initiation": "others", "choose zeus.initiation": "others"}
        assert GAME.verbs(play.state) == VERBS | {"others": "choose"}
        play.pending(0, list(found))


def test_a_chain_asks_where_its_last_card_looks() -> None:
    """Another player's Initiation of Apollo, used by that of Hermes, looks into the Oracle (E5.9)."""
    seats = [
        {"gold": 0, "vp": 3, "domain": ["hermes.initiation", "zeus.initiation"]},
        {"domain": ["apollo.initiation", *INSTANTS]},
    ]
    with Scenario({"families": APOLLO, "seats": seats, "oracle": INSTANTS}) as play:
        play.answers(0, "use hermes.initiation")
        assert set(places(play).values()) == {"oracle"}
        play.pending(0, [f"choose {card}" for card in INSTANTS])


def test_medusa_points_into_one_domain_at_a_time() -> None:
    """Everybody has the same two cards."""
    two = ["athena.naval-power", "poseidon.cyclopes", "citizen"]
    seats = [{"domain": ["poseidon.medusa", *two]}, {"domain": two}, {"domain": two}]
    with Scenario({"seats": seats}) as play:
        play.answers(0, "use poseidon.medusa")
        for victim in (1, 2):
            there = f"domain {victim}"
            assert places(play) == {"choose athena.naval-power": there, "choose poseidon.cyclopes": there}
            assert GAME.verbs(play.state) == VERBS | {there: "choose"}
            play.answers(0, "choose athena.naval-power", "choose poseidon.cyclopes")
            assert places(play) == {"discard athena.naval-power": "domain", "discard poseidon.cyclopes": "domain"}
            play.answers(victim, "discard poseidon.cyclopes")
        play.rests(0)


def test_who_can_pay_for_no_transfer_is_still_asked_about_transfers() -> None:
    """Divine Law: only to draw or to stop is left, and a click on a card tells what its transfer would cost."""
    families = ["athena", "hades", "hephaestus", "hermes", "zeus"]
    seats = [{"domain": ["athena.divine-law"], "gold": 0}, {"domain": ["zeus.hercules"], "gold": 0}]
    with Scenario({"families": families, "seats": seats}) as play:
        play.answers(0, "use athena.divine-law")
        while play.match.to_move == 0:
            play.answers(0, "stop")
        assert places(play) == {"draw": "deck", "stop": ""}
        assert GAME.verbs(play.state)["domain"] == "transfer"
        why = GAME.why_not(play.state, "transfer zeus.hercules")
        assert why
        assert why.rule == "E7.1"
        play.pending(1, ["draw", "stop"])
