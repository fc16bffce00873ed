"""Y4: what holds for all Supports; each of them has its own file under `supports`."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario
from tests.games.ephyran.common import CITY, OTHER, Ephyran, areas, columns, on

SUPPORTS = {
    "castor-pollux": "ts12",
    "graeae": "ts21",
    "athena-token": "ts03",
    "ares-theft": "ts05",
    "athena-exchange": "ts06",
    "ares-destruction": "ts08",
    "shield": "ts09",
    "hecate": "ts11",
}


def table(support: str, *, defended: bool = False) -> dict[str, Any]:
    """Seat 0 can play any Support; every other hand has both defences if wished."""
    defence = [["TS10", "TS18"], ["TS17", "TS19"], ["TS25", "TS26"]] if defended else [[], [], []]
    return {
        "seats": [
            {"hand": [SUPPORTS[support], "TT55", "TT56"], "territories": columns(CITY, poseidon=2, gaia=1)},
            {
                "hand": ["TT53", "TT54", *defence[0]],
                "territories": {
                    "poseidon": areas(on("TT02a", "owl"), "TT30a"),
                    "gaia": areas("TT23a", locked="TS36"),
                },
            },
            {"hand": ["TT45", "TT46", *defence[1]], "territories": columns(OTHER, hephaestus=2)},
            {"hand": ["TT47", "TT48", *defence[2]]},
        ],
    }


def play_on(play: Scenario, defend: bool) -> None:
    """Answer with the first option, and to reactions as said, until the turn of seat 1."""
    while play.match.view()["active"] == 0:
        options = play.match.options()
        reactions = play.game.asking(play.state) == "reactions"
        play.match.play(options[-1] if reactions and defend else options[0])


@pytest.mark.parametrize("support", SUPPORTS)
def test_a_support_goes_to_the_second_discard_when_it_is_played(support: str) -> None:
    """Y4.11, Y1.4: at announcement; a locking Shield only when it is unlocked (Y4.7)."""
    card = SUPPORTS[support]
    with Ephyran(table(support)) as play:
        play.answers(0, f"support {support} {card}")
        play.table(second_discard=[] if support == "shield" else [card.upper(), *(["TS36"] * (support == "hecate"))])
        play_on(play, defend=False)
        discarded = play.match.view()["second_discard"]
        assert discarded[:1] == ([] if support == "shield" else [card.upper()])
        play.logged("support", seat=0, support=support, card=card.upper())
        play.rests(1)


BLOCKED = {
    "athena-token": "Y4.3",
    "ares-theft": "Y4.4",
    "athena-exchange": "Y4.5",
    "ares-destruction": "Y4.6",
}


@pytest.mark.parametrize("support", SUPPORTS)
def test_which_supports_can_be_blocked(support: str) -> None:
    """Y4.9: four of them; the Support is spent, blocked or not, then the defence card lies on it (Y4.11)."""
    position = table(support, defended=True)
    if support == "athena-exchange":  # with the hand there is no defence
        position["seats"][0]["hand"] = ["TS06", "TT55", "TT54"]
        position["seats"][1]["hand"][:2] = ["TT52", "TT53"]
    with Ephyran(position) as play:
        play.answers(0, f"support {support} {SUPPORTS[support]}")
        asked: list[int] = []
        while play.match.view()["active"] == 0:
            if play.game.asking(play.state) == "reactions":
                asked.append(play.match.to_move)
                play.match.play(play.match.options()[-1])
            else:
                play.match.play(play.match.options()[0])
        assert bool(asked) == (support in BLOCKED)
        assert len(asked) <= 1
        if asked:
            second = play.match.view()["second_discard"]
            assert len(second) == 2
            assert second[0] == SUPPORTS[support].upper()
        play.rests(1)


def test_the_answer_to_a_reaction_is_always_put() -> None:
    """Y4.9, Y4.10: of a player who holds the card, though another answer would do."""
    with Ephyran(table("athena-token", defended=True)) as play:
        play.answers(0, "support athena-token ts03")
        play.asked(1, ["hecate ts18", "let it happen"], "let it happen")
        play.asked(2, ["hecate ts19", "let it happen"], "let it happen")
        play.asked(3, ["hecate ts26", "let it happen"], "let it happen")
        play.pending(0, ["place poseidon 1", "place poseidon 2", "place gaia 1"])


def test_everybody_is_told_only_that_reactions_are_awaited() -> None:
    """Y4.10: see test_hidden.py for all hands."""
    with Ephyran(table("athena-token", defended=True)) as play:
        play.answers(0, "support athena-token ts03")
        for viewer in (None, 0, 2, 3):
            view = play.match.view(viewer)
            assert (view["asking"], view["to_move"], view["active"]) == ("reactions", None, 0)
        view = play.match.view(1)
        assert (view["asking"], view["to_move"], view["active"]) == ("reactions", 1, 0)
        play.pending(1, ["hecate ts18", "let it happen"])


def test_a_defence_out_of_turn_is_shown_to_all() -> None:
    """Y4.10: the first defence played; those who let it happen before are not named."""
    with Ephyran(table("athena-token", defended=True)) as play:
        play.answers(0, "support athena-token ts03")
        play.answers(1, "let it happen")
        play.answers(2, "hecate ts19")
        for viewer in (None, 0, 1, 2, 3):
            events = [(e["event"], e.get("seat")) for e in play.match.view(viewer)["log"]]
            assert events == [("support", 0), ("defend", 2), ("draw", 2), ("draw", 0)]
        play.logged("defend", seat=2, support="hecate", card="TS19")
        play.rests(1)


def test_both_discards_are_listed_bottom_to_top() -> None:
    """Y4.11: the Support, the defence card, then a destroyed area or the unlocked shield."""
    position = {
        "seats": [
            {"hand": ["TS08", "TS11", "TT55"]},
            {
                "hand": ["TS10", "TT01", "TT03"],
                "territories": {"poseidon": areas("TT02a"), "gaia": areas("TT23a", locked="TS36")},
            },
            {"hand": ["TS15", "TT46"]},
        ],
        "second_discard": ["TS01", "dionysus"],
        "first_discard": ["TT44"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.answers(1, "shield ts10")
        play.answers(0, "draw pile")
        play.answers(1, "discard tt01")
        play.table(first_discard=["TT44", "TT01"])
        play.answers(2, "support ares-destruction ts15", "draw pile")
        play.answers(0, "support hecate ts11", "draw pile")
        play.table(second_discard=["TS01", "dionysus", "TS08", "TS10", "TS15", "TT02", "TS11", "TS36"])
        play.rests(1)


def test_the_log_cites_the_support_and_its_rule() -> None:
    """Y4.6, Y4.9: what a Support does names its card as the cause."""
    with Ephyran(table("ares-destruction")) as play:
        play.answers(0, "support ares-destruction ts08", "seat 2")
        play.logged("destroy", seat=2, half="TT38a", cause="TS08", rule="Y4.6")
        play.rests(1)


ONE_TARGET = [
    ("ares-theft", {"event": "target-area", "seat": 0, "to": 1, "god": "gaia", "n": 1}),
    ("athena-exchange", {"event": "target-area", "seat": 0, "to": 1, "god": "gaia", "n": 1}),
    ("ares-destruction", {"event": "target", "seat": 0, "to": 1}),
]


@pytest.mark.parametrize("defended", [False, True])
@pytest.mark.parametrize(("support", "aimed"), ONE_TARGET)
def test_the_target_is_announced_before_anybody_answers(support: str, aimed: dict[str, Any], defended: bool) -> None:
    """Y4.9: also one that was not chosen, because there is no other; whoever could answer."""
    theirs = {"gaia": areas(on("TT23a", "owl"))}
    card = ("TS11" if support == "ares-theft" else "TS09") if defended else "TT53"
    position = {
        "seats": [
            {"hand": [SUPPORTS[support].upper(), "TT55"], "territories": {"gaia": areas("TT22a")}},
            {"hand": [card, "TT54"], "territories": theirs},
        ],
        "first_discard": ["TT44"],
    }
    with Ephyran(position) as play:
        play.answers(0, f"support {support} {SUPPORTS[support]}")
        assert (play.match.view()["asking"] == "reactions") == defended
        for viewer in (None, 0, 1):
            log = play.match.view(viewer)["log"]
            assert log[0]["event"] == "support"
            assert aimed.items() <= log[1].items()
            assert log[1]["cause"] == SUPPORTS[support].upper()
        if defended:
            play.answers(1, "let it happen")
        play.answers(0, "draw pile")
        play.rests(1)
