"""Scenarios for the cards of Athena: what you receive, the others receive in part."""

from __future__ import annotations

from typing import Any

import pytest

from pediment.testing.scenario import Scenario
from tests.games.elysium.cards.common import deck_of

OPULENCE = ["ares", "athena", "hephaestus", "hermes", "zeus"]
PLOTS = ["apollo", "athena", "hades", "hephaestus", "hermes"]
END: dict[str, Any] = {"phase": "transfers", "epoch": 5}  # without Domains: over at once
QUESTS_OF_2 = ["quest 1", "quest 2"]
QUESTS = ["quest 1", "quest 2", "quest 3", "quest 4"]


def four_seats(*seats: dict[str, Any]) -> dict[str, Any]:
    """Four seats with Discs 3, 1, 4, 2; seat 0 is to move, so that the others follow as 2, 1, 3 (E5.8)."""
    discs = [3, 1, 4, 2]
    return {"seats": [{"disc": disc, **seat} for disc, seat in zip(discs, seats, strict=True)], "to_move": 0}


def seats_logged(play: Scenario, event: str, cause: str) -> list[int]:
    """The seats of the log entries with this event and cause, in order."""
    log = play.match.view()["log"]
    return [entry["seat"] for entry in log if entry["event"] == event and entry["cause"] == cause]


# Trade Agreement


def test_trade_agreement_brings_three_gold_and_one_to_every_other_player() -> None:
    """athena.trade-agreement: 3 Gold; every other player 1 Gold, in order. E4.6, E5.1, E5.8."""
    position = {
        **four_seats({"gold": 1}, {"gold": 0}, {"gold": 4}, {"gold": 7}),
        "agora": ["athena.trade-agreement"],
    }
    with Scenario(position) as play:
        play.asked(0, ["take athena.trade-agreement", *QUESTS], "take athena.trade-agreement")
        play.has(0, gold=1)
        play.asked(0, ["dismiss red", "dismiss yellow", "dismiss green", "dismiss blue"], "dismiss blue")
        play.has(0, gold=4, domain=["athena.trade-agreement"])
        play.has(1, gold=1)
        play.has(2, gold=5)
        play.has(3, gold=8)
        play.logged("gain", seat=0, n=3, counter="gold", cause="athena.trade-agreement", rule="E5.1")
        assert seats_logged(play, "gain", "athena.trade-agreement") == [0, 2, 1, 3]
        play.rests(2)


def test_trade_agreement_drawn_in_anothers_turn_pays_its_taker_most() -> None:
    """athena.trade-agreement: the user is who resolves it, whoever's turn it is. E5.1, E5.8."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0}, {"gold": 0}],
        "draws": ["zeus.hercules", "athena.trade-agreement"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.has(0, gold=1)
        play.has(1, gold=3)
        play.has(2, gold=1)
        assert seats_logged(play, "gain", "athena.trade-agreement") == [1, 2, 0]
        play.asked(2, ["draw", "stop"], "stop")
        play.rests(0)


def test_trade_agreement_is_not_started_by_hand() -> None:
    """athena.trade-agreement: an Instant is never started. E5.1."""
    with Scenario({"seats": [{"domain": ["athena.trade-agreement"]}, {}]}) as play:
        play.refuses("use athena.trade-agreement", "E5.1")
        play.pending(0, QUESTS_OF_2)


# Democracy


def test_democracy_gives_a_citizen_and_offers_the_others_one_for_a_gold() -> None:
    """athena.democracy: take a Citizen; every other player may pay 1 Gold to take one, one after the other. E5.8."""
    position = four_seats({"gold": 0, "domain": ["athena.democracy"]}, {"gold": 1}, {"gold": 3}, {"gold": 1})
    with Scenario(position) as play:
        size = play.match.view()["deck_size"]
        play.asked(0, ["use athena.democracy", *QUESTS], "use athena.democracy")
        play.has(0, gold=0, cards_taken=0, columns="RYGB")
        play.has(0, domain=[{"card": "athena.democracy", "ring": False}, "citizen"])
        play.asked(2, ["yes", "no"], "yes")
        play.has(2, gold=2, domain=["citizen"], cards_taken=0)
        play.asked(1, ["yes", "no"], "no")
        play.has(1, gold=1, domain=[])
        play.asked(3, ["yes", "no"], "yes")
        play.has(3, gold=0, domain=["citizen"])
        play.table(deck_size=size - 3, discard=[])
        play.logged("lose", seat=2, n=1, counter="gold", cause="athena.democracy")
        assert seats_logged(play, "citizen", "athena.democracy") == [0, 2, 3]
        play.refuses("use athena.democracy", "E5.4")
        play.pending(0, QUESTS)


def test_democracy_does_not_ask_who_cannot_pay() -> None:
    """athena.democracy: who can do nothing is not asked. E5.8."""
    position = {"seats": [{"gold": 5, "domain": ["athena.democracy"]}, {"gold": 0}, {"gold": 1}, {"gold": 0}]}
    with Scenario(position) as play:
        play.answers(0, "use athena.democracy")
        play.asked(2, ["yes", "no"], "no")
        play.has(0, gold=5)
        play.has(1, domain=[])
        play.has(3, domain=[])
        play.rests(0)


def test_democracy_asks_nobody_when_the_deck_has_run_out() -> None:
    """athena.democracy: with nothing to draw nobody is asked and nobody pays; judged at each place. E3.2, E5.8."""
    position = {"seats": [{"domain": ["athena.democracy"]}, {"gold": 4}, {"gold": 4}]}
    with Scenario(deck_of(position, "zeus.hercules")) as play:
        play.answers(0, "use athena.democracy")
        play.has(0, domain=[{"card": "athena.democracy", "ring": False}, "citizen"])
        play.has(1, gold=4, domain=[])
        play.rests(0)
    for answer, third in (("yes", False), ("no", True)):
        with Scenario(deck_of(position, "zeus.hercules", "hades.persephone")) as play:
            play.answers(0, "use athena.democracy")
            play.asked(1, ["yes", "no"], answer)
            if third:
                play.asked(2, ["yes", "no"], "yes")
            play.has(2, gold=3 if third else 4)
            play.table(deck_size=0)
            play.rests(0)


def test_democracy_reshuffles_the_discard_pile_for_the_next_citizen() -> None:
    """athena.democracy: an empty deck is renewed from the pile; Citizens of the former deck stay apart. E3.2."""
    position = {"seats": [{"domain": ["athena.democracy"]}, {"gold": 4}], "discard": ["hades.persephone"]}
    with Scenario(deck_of(position, "zeus.hercules")) as play:
        play.answers(0, "use athena.democracy")
        play.asked(1, ["yes", "no"], "yes")
        play.has(0, domain=[{"card": "athena.democracy", "ring": False}, {"card": "citizen", "deck": 0}])
        play.has(1, gold=3, domain=["citizen"])
        play.table(deck_size=0, discard=[])
        play.rests(0)


def test_democracy_needs_a_card_to_draw() -> None:
    """athena.democracy: D. E10."""
    position: dict[str, Any] = {"seats": [{"domain": ["athena.democracy"]}, {}]}
    with Scenario(deck_of(position)) as play:
        play.refuses("use athena.democracy", "E10")
        play.rests(0)
    with Scenario(deck_of({**position, "discard": ["zeus.hercules"]})) as play:
        play.offers("use athena.democracy")
        play.rests(0)


# Assembly, Temple of Athena, Mediation


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (
            [
                "poseidon.earthquake",
                "athena.assembly",
                "hades.posthumous-hero",
                "hephaestus.apprentice",
                "zeus.alliance",
            ],
            5,
        ),
        (["athena.assembly", "zeus.alliance", "hades.posthumous-hero", "poseidon.earthquake"], 4),
        (["athena.assembly", "zeus.alliance", "hades.posthumous-hero", "citizen", "citizen"], 3),
        (["athena.naval-power", "athena.assembly", "athena.embassy"], 1),
        (["athena.assembly", "athena.embassy", "citizen"], 1),
    ],
)
def test_assembly_scores_each_different_family_of_its_legend(legend: list[str], vp: int) -> None:
    """athena.assembly: 1 VP per different family in this Legend, Citizens have none; 5 at most, 1 in a Family Legend.

    E5.6, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": [legend, ["zeus.hercules", "hades.cerberus"]]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "athena.assembly", "legend": 1, "vp": vp}])
        play.over()


@pytest.mark.parametrize(
    ("legend", "vp"),
    [
        (["athena.temple-of-athena", "athena.naval-power", "athena.embassy"], 3),
        (["athena.embassy", "athena.temple-of-athena"], 2),
        (["athena.embassy", "athena.temple-of-athena", "citizen"], 2),
        (["zeus.alliance", "athena.temple-of-athena", "citizen", "citizen", "citizen"], 1),
    ],
)
def test_temple_of_athena_scores_each_athena_card_of_its_legend(legend: list[str], vp: int) -> None:
    """athena.temple-of-athena: 1 VP per Athena card in this Legend; Citizens and other Legends do not count.

    E5.6, E8.2.
    """
    with Scenario({**END, "seats": [{"elysium": [["athena.democracy", "athena.aegis"], legend]}, {}]}) as play:
        play.scores(0, chronos=[{"card": "athena.temple-of-athena", "legend": 2, "vp": vp}])
        play.over()


@pytest.mark.parametrize(
    ("legends", "vp"),
    [
        ([["athena.mediation", "athena.naval-power", "athena.embassy"]], 3),
        ([["athena.mediation", "athena.naval-power", "citizen"]], 3),
        ([["athena.mediation", "athena.naval-power"]], 0),
        ([["athena.mediation", "zeus.alliance", "hades.posthumous-hero", "poseidon.earthquake"]], 0),
        ([["athena.mediation", "zeus.alliance", "hades.posthumous-hero"]], 0),
        ([["athena.mediation", "zeus.alliance", "citizen", "citizen", "citizen"]], 3),
        (
            [
                ["athena.mediation", "zeus.alliance"],
                ["hades.charon", "hades.cerberus", "hades.charons-obol"],
                ["zeus.hercules", "athena.aegis", "citizen", "citizen", "citizen"],
                ["poseidon.medusa"],
            ],
            6,
        ),
    ],
)
def test_mediation_scores_three_per_complete_legend(legends: list[list[str]], vp: int) -> None:
    """athena.mediation: 3 VP per complete Legend in your Elysium: Family 3, Level 5 cards, with Citizens. E8.2."""
    theirs = ["poseidon.tidal-wave", "poseidon.raiders", "poseidon.antaeus"]
    with Scenario({**END, "seats": [{"elysium": legends}, {"elysium": [theirs]}]}) as play:
        play.scores(0, chronos=[{"card": "athena.mediation", "legend": 1, "vp": vp}])
        play.scores(1, chronos=[])
        play.over()


@pytest.mark.parametrize("card", ["athena.assembly", "athena.temple-of-athena", "athena.mediation"])
def test_chronos_cards_of_athena_score_only_in_a_legend_of_two_or_more(card: str) -> None:
    """athena.assembly, athena.temple-of-athena, athena.mediation: nothing as a lone card or in the Domain.

    E5.6, E8.1.
    """
    hades = ["hades.charon", "hades.cerberus", "hades.charons-obol"]
    with Scenario({**END, "seats": [{"vp": 4, "elysium": [[card], hades]}, {}]}) as play:
        play.scores(0, chronos=[], total=4 + 6 + 5)
        play.over()
    with Scenario({**END, "seats": [{"vp": 4, "gold": 0, "domain": [card], "elysium": [hades]}, {}]}) as play:
        play.scores(0, chronos=[], total=4 + 6 + 5)
        play.over()


# Naval Power


def test_naval_power_brings_gold_and_vp_and_the_others_choose_one() -> None:
    """athena.naval-power: 1 Gold and 1 VP; every other player 1 Gold or 1 VP, their choice, in order. E5.3, E5.8."""
    purse = {"gold": 2, "vp": 5}
    position = four_seats({**purse, "domain": ["athena.naval-power"]}, purse, purse, purse)
    with Scenario(position) as play:
        play.asked(0, ["use athena.naval-power", *QUESTS], "use athena.naval-power")
        play.has(0, gold=3, vp=6, domain=[{"card": "athena.naval-power", "used": True}])
        play.refuses("stop", "E5.7")  # others must take one of the two
        play.asked(2, ["gold", "vp"], "gold")
        play.has(2, gold=3, vp=5)
        play.asked(1, ["gold", "vp"], "vp")
        play.has(1, gold=2, vp=6)
        play.asked(3, ["gold", "vp"], "vp")
        play.has(3, gold=2, vp=6)
        play.has(0, gold=3, vp=6)
        play.logged("gain", seat=2, n=1, counter="gold", cause="athena.naval-power", rule="E5.3")
        play.refuses("use athena.naval-power", "E5.3")
        play.pending(0, QUESTS)


def test_naval_power_is_used_once_per_epoch() -> None:
    """athena.naval-power: always startable, once per Epoch. E5.3, E10."""
    with Scenario({"seats": [{"domain": [{"card": "athena.naval-power", "used": True}]}, {}]}) as play:
        play.refuses("use athena.naval-power", "E5.3")
        play.pending(0, QUESTS_OF_2)


# Initiation


def test_initiation_brings_two_gold_and_one_to_others_with_an_eleusis_card() -> None:
    """athena.initiation: 2 Gold; every other player with an Eleusis card in their Domain 1 Gold, once. E5.3, E5.8."""
    position = four_seats(
        {"gold": 0, "vp": 1, "domain": ["athena.initiation", "zeus.initiation"]},
        {"gold": 0, "domain": ["hades.initiation", {"card": "zeus.initiation", "used": True}]},
        {"gold": 0, "domain": [{"card": "poseidon.initiation", "used": True}]},
        {"gold": 0, "domain": ["hades.charon"], "elysium": [["hades.initiation"]]},
    )
    with Scenario(position) as play:
        play.asked(0, ["use athena.initiation", "use zeus.initiation", *QUESTS], "use athena.initiation")
        play.has(0, gold=2, vp=1, domain=[{"card": "athena.initiation", "used": True}, "zeus.initiation"])
        play.has(1, gold=1)  # two Eleusis cards, still 1 Gold
        play.has(2, gold=1)
        play.has(3, gold=0)  # one in the Elysium is not enough
        assert seats_logged(play, "gain", "athena.initiation") == [0, 2, 1]
        play.refuses("use athena.initiation", "E5.3")
        play.rests(0)


def test_initiation_needs_another_eleusis_card() -> None:
    """athena.initiation: needs another Eleusis card in your Domain. E5.3."""
    position = {
        "seats": [
            {"domain": ["athena.initiation", "athena.aegis"], "elysium": [["zeus.initiation"]]},
            {"domain": ["hades.initiation"]},
        ],
    }
    with Scenario(position) as play:
        play.refuses("use athena.initiation", "E5.3")
        play.pending(0, QUESTS_OF_2)


# Panathenaic Games


def test_panathenaic_games_let_you_and_then_every_other_player_transfer() -> None:
    """athena.panathenaic-games: you may make a transfer, this card too; then every other player at +1 Gold, in order.

    E5.1, E5.8, E7.1.
    """
    position = {
        **four_seats(
            {"gold": 2, "domain": ["zeus.hercules", "zeus.alliance"]},
            {"gold": 2, "domain": ["hades.charon", "hades.posthumous-hero"]},
            {"gold": 4, "domain": ["zeus.triumph", "poseidon.medusa"]},
            {"gold": 4, "domain": ["athena.naval-power"]},
        ),
        "agora": ["athena.panathenaic-games"],
    }
    with Scenario(position) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        play.refuses("transfer zeus.hercules", "E7.1")
        own = ["transfer zeus.alliance", "transfer athena.panathenaic-games", "stop"]
        play.asked(0, own, "transfer athena.panathenaic-games")
        play.has(0, gold=0, elysium=[["athena.panathenaic-games"]], domain=["zeus.hercules", "zeus.alliance"])
        play.asked(2, ["transfer zeus.triumph", "transfer poseidon.medusa", "stop"], "transfer poseidon.medusa")
        play.has(2, gold=0, elysium=[["poseidon.medusa"]])
        play.refuses("transfer hades.charon", "E7.1")  # 2 Gold do not pay 2 + 1
        play.asked(1, ["transfer hades.posthumous-hero", "stop"], "transfer hades.posthumous-hero")
        play.has(1, gold=0, elysium=[["hades.posthumous-hero"]])
        play.asked(3, ["transfer athena.naval-power", "stop"], "stop")
        play.has(3, gold=4, domain=["athena.naval-power"], elysium=[])
        play.logged("transfer", seat=2, card="poseidon.medusa", n=4, cause="athena.panathenaic-games")
        play.rests(0)


def test_panathenaic_games_ask_the_others_though_you_transferred_nothing() -> None:
    """athena.panathenaic-games: the others are asked even if you declined or could do nothing. E5.1, E5.8."""
    others = [{"gold": 2, "domain": ["zeus.alliance"]}, {"gold": 1, "domain": ["hades.posthumous-hero"]}, {"gold": 9}]
    for gold in (2, 1):
        position = {"seats": [{"gold": gold}, *others], "agora": ["athena.panathenaic-games"]}
        with Scenario(position) as play:
            play.answers(0, "take athena.panathenaic-games", "dismiss red")
            if gold == 2:
                play.asked(0, ["transfer athena.panathenaic-games", "stop"], "stop")
            play.asked(1, ["transfer zeus.alliance", "stop"], "transfer zeus.alliance")
            play.has(1, gold=0)
            play.has(0, gold=gold, elysium=[])
            play.rests(1)  # seat 2 lacks the +1, seat 3 a card


def test_panathenaic_games_charge_one_more_for_citizens_too() -> None:
    """athena.panathenaic-games: +1 applies to Citizens too, on the Level they stand for. E7.1, E7.4."""
    legends = [["zeus.alliance", "hades.posthumous-hero"], ["zeus.triumph", "zeus.garden-of-the-hesperides"]]
    for gold, options in ((1, []), (2, ["legend 1"]), (4, ["legend 1", "legend 2"])):
        position = {
            "seats": [{"gold": 0}, {"gold": gold, "domain": ["citizen"], "elysium": legends}, {}],
            "agora": ["athena.panathenaic-games"],
        }
        with Scenario(position) as play:
            play.answers(0, "take athena.panathenaic-games", "dismiss red")
            if options:
                play.asked(1, ["transfer citizen", "stop"], "transfer citizen")
            if len(options) > 1:
                play.asked(1, options, "legend 2")
                play.has(1, gold=0, bonuses=["level 1", "zeus 5"])  # the missing Level 3, and 1
            play.has(1, gold=0 if options else 1)
            play.rests(1)


def test_panathenaic_games_charge_you_for_a_citizen_as_usual() -> None:
    """athena.panathenaic-games: yours is paid as usual, a Citizen too. E7.1, E7.4."""
    position = {
        "seats": [
            {"gold": 1, "domain": ["citizen"], "elysium": [["zeus.alliance", "hades.posthumous-hero"]]},
            {},
        ],
        "agora": ["athena.panathenaic-games"],
    }
    with Scenario(position) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        play.asked(0, ["transfer citizen", "stop"], "transfer citizen")
        play.has(0, gold=0, elysium=[["zeus.alliance", "hades.posthumous-hero", "citizen"]])
        play.rests(1)


def test_panathenaic_games_grant_one_transfer_each() -> None:
    """athena.panathenaic-games: a transfer, not more, for each. E7.2."""
    position = {
        "seats": [
            {"gold": 9, "domain": ["zeus.alliance", "zeus.triumph"]},
            {"gold": 9, "domain": ["hades.charon", "hades.cerberus"], "elysium": [["hades.posthumous-hero"]]},
        ],
        "agora": ["athena.panathenaic-games"],
    }
    with Scenario(position) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red", "transfer zeus.alliance")
        play.asked(1, ["transfer hades.charon", "transfer hades.cerberus", "stop"], "transfer hades.cerberus")
        play.asked(1, ["legend 1", "new legend"], "legend 1")
        play.has(0, gold=8)
        play.has(1, gold=5, elysium=[["hades.posthumous-hero", "hades.cerberus"]])
        play.rests(0)


@pytest.mark.parametrize(
    ("mine", "theirs", "usable"),
    [
        ({"gold": 2}, {"gold": 0}, True),  # Caduceus and the Games cost 2
        ({"gold": 1}, {"gold": 2, "domain": ["zeus.alliance"]}, True),
        ({"gold": 1}, {"gold": 1, "domain": ["zeus.alliance"]}, False),
        ({"gold": 1}, {"gold": 9}, False),
        ({"gold": 1}, {"gold": 9, "domain": ["citizen"], "elysium": [["zeus.hercules"]]}, False),
    ],
)
def test_panathenaic_games_copied_need_a_transfer_of_somebody(
    mine: dict[str, Any], theirs: dict[str, Any], usable: bool
) -> None:
    """athena.panathenaic-games: copied, T of you or T+1 of another. E10."""
    position = {
        "families": OPULENCE,
        "seats": [{**mine, "domain": ["hermes.caduceus", "athena.panathenaic-games"]}, theirs, {}],
    }
    with Scenario(position) as play:
        if usable:
            play.offers("use hermes.caduceus")
        else:
            play.refuses("use hermes.caduceus", "E10")
        play.rests(0)


def test_panathenaic_games_drawn_in_anothers_turn_go_round_from_their_taker() -> None:
    """athena.panathenaic-games: the user is who takes it; all of it is finished before the outer power goes on.

    E4.2, E5.8.
    """
    position = {
        "seats": [
            {"gold": 3, "domain": ["athena.divine-law"]},
            {"gold": 2},
            {"gold": 2, "domain": ["zeus.alliance"]},
        ],
        "draws": ["hades.charon", "athena.panathenaic-games", "zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(0, ["transfer athena.divine-law", "transfer hades.charon", "stop"], "stop")
        play.asked(1, ["draw", "stop"], "draw")
        play.asked(1, ["transfer athena.panathenaic-games", "stop"], "stop")  # as usual: 2 Gold
        play.asked(2, ["transfer zeus.alliance", "stop"], "stop")  # at +1
        play.asked(0, ["transfer hades.charon", "stop"], "transfer hades.charon")  # at +1: 3 Gold, no longer Divine Law
        play.has(0, gold=0, elysium=[["hades.charon"]])
        play.asked(2, ["draw", "transfer zeus.alliance", "stop"], "draw")  # Divine Law goes on
        play.has(2, gold=2, domain=["zeus.alliance", "zeus.hercules"])
        play.rests(0)


# Embassy


def test_embassy_pays_one_number_to_all() -> None:
    """athena.embassy: n Athena cards of your Domain, this one too: you n Gold and n VP, others n Gold or n VP. E5.4."""
    purse = {"gold": 1, "vp": 2}
    position = four_seats(
        {
            **purse,
            "domain": ["athena.embassy", "athena.aegis", "citizen", "zeus.alliance", "athena.democracy"],
            "elysium": [["athena.mediation"]],
        },
        {**purse, "domain": ["athena.embassy", "athena.initiation"]},
        purse,
        purse,
    )
    with Scenario(position) as play:
        play.answers(0, "use athena.embassy")
        play.has(0, gold=4, vp=5)
        play.refuses("stop", "E5.7")
        play.asked(2, ["gold", "vp"], "vp")
        play.has(2, gold=1, vp=5)
        play.asked(1, ["gold", "vp"], "gold")
        play.has(1, gold=4, vp=2)  # the user's number, whatever their own Athena cards
        play.asked(3, ["gold", "vp"], "gold")
        play.has(3, gold=4, vp=2)
        play.logged("gain", seat=2, n=3, counter="vp", cause="athena.embassy", rule="E5.4")
        play.refuses("use athena.embassy", "E5.4")
        play.rests(0)


def test_embassy_alone_counts_itself() -> None:
    """athena.embassy: an Athena card in your Domain, this one if it is there. E10."""
    with Scenario({"seats": [{"gold": 0, "vp": 0, "domain": ["athena.embassy"]}, {"gold": 0, "vp": 0}]}) as play:
        play.asked(0, ["use athena.embassy", *QUESTS_OF_2], "use athena.embassy")
        play.has(0, gold=1, vp=1, domain=[{"card": "athena.embassy", "ring": False}])
        play.asked(1, ["gold", "vp"], "gold")
        play.has(1, gold=1, vp=0)
        play.rests(0)


def test_embassy_copied_from_the_elysium_counts_only_the_domain() -> None:
    """athena.embassy: copied by Psychopomp it is not counted, and needs an Athena card in the Domain. E5.9, E10."""
    seat = {"gold": 0, "vp": 0, "elysium": [["athena.embassy", "athena.assembly"]]}
    psychopomp = ["hermes.psychopomp", "zeus.alliance"]
    position: dict[str, Any] = {"families": OPULENCE, "seats": [{**seat, "domain": psychopomp}, {}]}
    with Scenario(position) as play:
        play.refuses("use hermes.psychopomp", "E10")
        play.rests(0)
    position = {
        "families": OPULENCE,
        "seats": [{**seat, "domain": [*psychopomp, "athena.aegis"]}, {"gold": 0, "vp": 0}],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.has(0, gold=1, vp=1)
        play.asked(1, ["gold", "vp"], "vp")
        play.has(1, gold=0, vp=1)
        play.rests(0)


# Oath of Hospitality


def test_oath_discards_a_card_draws_one_and_takes_it() -> None:
    """athena.oath-of-hospitality: discard a card, a Citizen too: draw a card and take it. E5.3, E5.7, E5.10."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.oath-of-hospitality", "citizen", "hades.charon"]}, {"gold": 0}],
        "discard": ["zeus.alliance"],
        "draws": ["zeus.hercules", "poseidon.medusa"],
    }
    with Scenario(position) as play:
        use = "use athena.oath-of-hospitality"
        play.asked(0, [use, *QUESTS_OF_2], use)
        play.refuses("stop", "E5.7")
        options = ["discard athena.oath-of-hospitality", "discard citizen", "discard hades.charon"]
        play.asked(0, options, "discard citizen")
        used = {"card": "athena.oath-of-hospitality", "used": True}
        play.has(0, gold=0, cards_taken=0, domain=[used, "hades.charon", "poseidon.medusa"])  # with its ring
        play.table(discard=["zeus.alliance", "zeus.hercules"])
        play.logged("take", seat=0, card="poseidon.medusa", cause=use[4:], rule="E5.3")
        play.refuses(use, "E5.3")
        play.pending(0, QUESTS_OF_2)


def test_oath_may_discard_itself() -> None:
    """athena.oath-of-hospitality: the discarded card may be this card; the power runs on. E5.7, E5.13."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 1, "domain": ["hades.charon"]},
        ],
        "draws": ["zeus.hercules", "poseidon.medusa"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.has(0, domain=["zeus.hercules"])
        play.table(discard=["athena.oath-of-hospitality"])
        play.asked(1, ["discard hades.charon", "stop"], "discard hades.charon")
        play.has(1, gold=0, domain=["poseidon.medusa"])
        play.rests(0)


def test_oath_others_may_discard_and_pay_one_gold_in_order() -> None:
    """athena.oath-of-hospitality: every other player may discard a card and pay 1 Gold to do the same. E5.8."""
    position = {
        **four_seats(
            {"gold": 3, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 2, "domain": ["hades.charon", "citizen"]},
            {"gold": 1, "domain": ["zeus.alliance"]},
            {"gold": 5, "domain": ["zeus.triumph"]},
        ),
        "draws": ["zeus.hercules", "poseidon.medusa", "hephaestus.apprentice", "athena.aegis"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.has(0, gold=3, domain=["zeus.hercules"])  # the user pays no Gold
        play.asked(2, ["discard zeus.alliance", "stop"], "discard zeus.alliance")
        play.has(2, gold=0, domain=["poseidon.medusa"], cards_taken=0, columns="RYGB")
        play.asked(1, ["discard hades.charon", "discard citizen", "stop"], "discard citizen")
        play.has(1, gold=1, domain=["hades.charon", "athena.aegis"])
        play.asked(3, ["discard zeus.triumph", "stop"], "stop")
        done = [entry["event"] for entry in play.match.view()["log"] if entry.get("seat") == 1]
        assert done == ["discard", "reveal", "lose", "take"]  # discarded, then paid, then drawn
        play.has(3, gold=5, domain=["zeus.triumph"])
        play.table(discard=["athena.oath-of-hospitality", "zeus.alliance", "hephaestus.apprentice"])
        play.logged("lose", seat=1, n=1, counter="gold", cause="athena.oath-of-hospitality")
        play.rests(0)


def test_oath_asks_only_who_has_a_card_and_a_gold() -> None:
    """athena.oath-of-hospitality: who can do nothing is not asked. E5.8."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 0, "domain": ["hades.charon"]},
            {"gold": 5, "domain": []},
            {"gold": 1, "domain": ["citizen"]},
        ],
        "draws": ["zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.asked(3, ["discard citizen", "stop"], "stop")
        play.rests(0)


def test_oath_judges_each_player_when_their_place_comes() -> None:
    """athena.oath-of-hospitality: Instants resolve as each player takes, before the next is judged. E4.2, E5.8."""
    position: dict[str, Any] = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 0, "domain": ["hades.charon"]},
            {"gold": 0, "domain": ["zeus.alliance"]},
        ],
        "draws": ["athena.trade-agreement", "poseidon.raiders"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.has(0, gold=3, domain=["athena.trade-agreement"])
        play.has(2, gold=1)
        play.asked(1, ["discard hades.charon", "stop"], "discard hades.charon")  # with the Gold just received
        play.has(1, gold=2, domain=["poseidon.raiders"])  # 1 of each other player
        play.has(0, gold=2)
        play.has(2, gold=0, domain=["zeus.alliance"])  # no Gold any more: not asked
        play.rests(0)
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 2, "domain": ["hades.charon"]},
            {"gold": 2, "domain": ["zeus.alliance"]},
        ],
        "draws": ["poseidon.cyclopes"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.asked(1, ["pay 2 gold", "discard hades.charon"], "discard hades.charon")
        play.asked(2, ["pay 2 gold", "discard zeus.alliance"], "pay 2 gold")
        play.has(1, gold=2, domain=[])  # no card any more
        play.has(2, gold=0, domain=["zeus.alliance"])
        play.rests(0)


def test_oath_judges_duplicates_after_the_discard() -> None:
    """athena.oath-of-hospitality: a copy of the discarded card may be drawn and taken. E4.5, E5.11."""
    position = {
        "seats": [
            {"gold": 0, "domain": [{"card": "athena.oath-of-hospitality", "used": False}, "zeus.alliance"]},
            {"gold": 1, "domain": ["hades.charon"]},
        ],
        "draws": ["athena.oath-of-hospitality", "hades.charon"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard athena.oath-of-hospitality")
        play.has(0, domain=["zeus.alliance", "athena.oath-of-hospitality"])  # newly taken: straight, E5.4
        play.asked(1, ["discard hades.charon", "stop"], "discard hades.charon")
        play.has(1, gold=0, domain=["hades.charon"])
        play.table(discard=["athena.oath-of-hospitality", "hades.charon"])
        play.offers("use athena.oath-of-hospitality")
        play.rests(0)


def test_oath_discards_duplicates_and_draws_again() -> None:
    """athena.oath-of-hospitality: a drawn duplicate is discarded face up and another card drawn. E5.11."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "zeus.alliance", "zeus.triumph", "citizen"]},
            {"gold": 1, "domain": ["zeus.angels-of-zeus", "citizen"]},
        ],
        "draws": [
            "hades.persephone", "zeus.triumph", "zeus.alliance", "zeus.angels-of-zeus",
            "poseidon.medusa", "zeus.angels-of-zeus", "athena.aegis",
        ],
    }  # fmt: skip
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard citizen")
        used = {"card": "athena.oath-of-hospitality", "used": True}
        play.has(0, domain=[used, "zeus.alliance", "zeus.triumph", "zeus.angels-of-zeus"])
        play.table(discard=["hades.persephone", "zeus.triumph", "zeus.alliance"])
        play.logged("duplicate", seat=0, card="zeus.triumph", cause="athena.oath-of-hospitality")
        play.answers(1, "discard citizen")
        play.has(1, gold=0, domain=["zeus.angels-of-zeus", "athena.aegis"])
        pile = ["hades.persephone", "zeus.triumph", "zeus.alliance", "poseidon.medusa", "zeus.angels-of-zeus"]
        play.table(discard=pile)
        play.rests(0)


def test_oath_takes_nothing_when_only_duplicates_are_left() -> None:
    """athena.oath-of-hospitality: with nothing left that can be taken nothing is taken, and nobody else is asked.

    E3.2, E5.8, E5.11.
    """
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "hades.charon", "zeus.triumph"]},
            {"gold": 4, "domain": ["zeus.alliance"]},
        ],
    }
    with Scenario(deck_of(position, "hades.charon")) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard zeus.triumph")
        play.has(0, domain=[{"card": "athena.oath-of-hospitality", "used": True}, "hades.charon"])
        play.table(discard=["zeus.triumph", "hades.charon"], deck_size=0)
        play.has(1, gold=4, domain=["zeus.alliance"])
        play.rests(0)


def test_oath_does_not_shuffle_in_what_this_turn_discarded() -> None:
    """athena.oath-of-hospitality: a reshuffle leaves out what was discarded during this turn. E3.2, E5.11."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "hades.charon", "zeus.triumph"]},
            {"gold": 4, "domain": ["zeus.alliance"]},
            {"gold": 4, "domain": ["zeus.hercules"]},
        ],
        "discard": ["poseidon.medusa", "hades.persephone"],
        "draws": ["hades.charon", "poseidon.medusa", "hades.persephone"],
    }
    with Scenario(deck_of(position, "hades.charon")) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard zeus.triumph")
        used = {"card": "athena.oath-of-hospitality", "used": True}
        play.has(0, domain=[used, "hades.charon", "poseidon.medusa"])  # a duplicate, then from the new deck
        play.table(discard=["zeus.triumph", "hades.charon"], deck_size=1)
        play.asked(1, ["discard zeus.alliance", "stop"], "discard zeus.alliance")
        play.has(1, gold=3, domain=["hades.persephone"])
        play.table(discard=["zeus.triumph", "hades.charon", "zeus.alliance"], deck_size=0)
        play.has(2, gold=4)  # nothing left to draw: not asked
        play.rests(0)


def test_oath_others_pay_though_the_draw_brings_only_a_duplicate() -> None:
    """athena.oath-of-hospitality: what a draw will bring is not looked at; discard and Gold are gone. E5.7, E5.11."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality"]},
            {"gold": 1, "domain": ["zeus.triumph", "zeus.alliance"]},
        ],
        "draws": ["poseidon.medusa", "zeus.triumph"],
    }
    with Scenario(deck_of(position, "poseidon.medusa", "zeus.triumph")) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        options = ["discard zeus.triumph", "discard zeus.alliance", "stop"]
        play.asked(1, options, "discard zeus.alliance")
        play.has(1, gold=0, domain=["zeus.triumph"])
        play.table(discard=["athena.oath-of-hospitality", "zeus.alliance", "zeus.triumph"])
        play.rests(0)


def test_oath_brought_back_by_a_reshuffle_is_straight() -> None:
    """athena.oath-of-hospitality: the very card that was used and discarded comes back unused. E3.2, E5.4, E7.5."""
    position = {"seats": [{"gold": 0, "domain": ["athena.oath-of-hospitality"]}, {"gold": 0}]}
    with Scenario(deck_of(position, "athena.divine-law")) as play:
        play.answers(0, "use athena.oath-of-hospitality")
        play.has(0, domain=["athena.divine-law"])
        play.refuses("use athena.divine-law", "E10")  # what this turn discarded is no card to draw
        play.answers(0, "quest 1", "dismiss red")
        play.answers(1, "quest 2", "dismiss red")
        play.answers(0, "use athena.divine-law")
        play.has(0, domain=[{"card": "athena.divine-law", "ring": False}, "athena.oath-of-hospitality"])
        play.table(discard=[], deck_size=0)
        play.refuses("use athena.oath-of-hospitality", "E10")
        play.rests(0)


def test_oath_needs_a_card_to_draw() -> None:
    """athena.oath-of-hospitality: D; what it would discard itself is no card to draw. E3.2, E10."""
    position: dict[str, Any] = {"seats": [{"domain": ["athena.oath-of-hospitality", "citizen"]}, {}]}
    with Scenario(deck_of(position, "zeus.hercules")) as play:  # the face of the Citizen
        play.refuses("use athena.oath-of-hospitality", "E10")
        play.rests(0)
    with Scenario(deck_of({**position, "discard": ["hades.charon"]}, "zeus.hercules")) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard athena.oath-of-hospitality")
        play.has(0, domain=[{"card": "citizen", "deck": 0}, "hades.charon"])
        play.table(discard=["athena.oath-of-hospitality"], deck_size=0)
        play.rests(0)


# Aegis, Goddess of Wisdom

PERMANENTS = pytest.mark.parametrize(
    ("card", "counter"), [("athena.aegis", "gold"), ("athena.goddess-of-wisdom", "vp")]
)


@PERMANENTS
def test_permanents_see_takes_by_powers_but_no_discards_and_no_citizens(card: str, counter: str) -> None:
    """athena.aegis, athena.goddess-of-wisdom: any take in anybody's turn pays; discards and Citizens do not.

    E1.5, E1.7.
    """
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.oath-of-hospitality", "athena.democracy"]},
            {"gold": 2, "vp": 0, "domain": [card, "athena.naval-power"]},
        ],
        "draws": ["zeus.hercules", "athena.mediation"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.oath-of-hospitality", "discard athena.oath-of-hospitality")
        play.answers(1, "discard athena.naval-power")
        gold, vp = int(counter == "gold"), int(counter == "vp")
        play.has(1, gold=1 + gold, vp=vp, domain=[card, "athena.mediation"])  # one payment: the take
        play.answers(0, "use athena.democracy")
        play.answers(1, "yes")
        play.has(1, gold=gold, vp=vp)
        play.rests(0)


def test_aegis_pays_after_the_transfer_is_paid() -> None:
    """athena.aegis: the Gold comes after the transfer is paid. E7.1, E7.9."""
    with Scenario({**END, "seats": [{"quest": 1, "gold": 2, "domain": ["athena.aegis", "zeus.triumph"]}, {}]}) as play:
        play.refuses("transfer athena.aegis", "E7.1")
        play.asked(0, ["transfer zeus.triumph", "stop"], "stop")
        play.over()
    with Scenario(
        {**END, "seats": [{"quest": 1, "gold": 3, "domain": ["athena.aegis", "athena.democracy"]}, {}]}
    ) as play:
        play.answers(0, "transfer athena.aegis")
        play.has(0, gold=1)
        play.asked(0, ["transfer athena.democracy", "stop"], "stop")
        play.over()


# Divine Law


def test_divine_law_draws_takes_and_may_transfer() -> None:
    """athena.divine-law: draw a card and take it, then you may make a transfer, paid as usual. E5.4, E7.1."""
    for answer, gold, elysium in (
        ("transfer athena.divine-law", 1, [["zeus.triumph", "zeus.alliance"], ["athena.divine-law"]]),
        ("transfer zeus.hercules", 1, [["zeus.triumph", "zeus.alliance"], ["zeus.hercules"]]),
        ("transfer citizen", 1, [["zeus.triumph", "zeus.alliance", "citizen"]]),
        ("stop", 4, [["zeus.triumph", "zeus.alliance"]]),
    ):
        position = {
            "seats": [
                {
                    "gold": 4,
                    "domain": ["athena.divine-law", "citizen"],
                    "elysium": [["zeus.triumph", "zeus.alliance"]],
                },
                {"gold": 0},
            ],
            "draws": ["zeus.hercules"],
        }
        with Scenario(position) as play:
            play.asked(0, ["use athena.divine-law", *QUESTS_OF_2], "use athena.divine-law")
            play.has(0, gold=4, domain=[{"card": "athena.divine-law", "ring": False}, "citizen", "zeus.hercules"])
            options = ["transfer athena.divine-law", "transfer zeus.hercules", "transfer citizen", "stop"]
            play.asked(0, options, answer)
            if answer == "transfer zeus.hercules":
                play.asked(0, ["legend 1", "new legend"], "new legend")
            play.has(0, gold=gold, elysium=elysium, cards_taken=0)
            play.asked(1, ["draw", "stop"], "stop")
            play.has(1, domain=[], gold=0)
            play.rests(0)


def test_divine_law_does_not_ask_for_a_transfer_that_cannot_be_paid() -> None:
    """athena.divine-law: a question whose only answer is to decline is never asked. E5.7."""
    position = {
        "seats": [{"gold": 0, "vp": 0, "domain": ["athena.divine-law"]}, {"gold": 0}],
        "draws": ["zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.has(0, domain=[{"card": "athena.divine-law", "ring": False}, "zeus.hercules"])
        play.asked(1, ["draw", "stop"], "stop")
        play.refuses("use athena.divine-law", "E5.4")
        play.pending(0, QUESTS_OF_2)


def test_divine_law_lets_every_other_player_choose_one_of_the_two() -> None:
    """athena.divine-law: every other player draws and takes, or transfers as usual, or declines; in order. E5.8."""
    position = {
        **four_seats(
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 2, "domain": ["hades.charon", "hades.cerberus"]},
            {"gold": 3, "domain": ["zeus.triumph"]},
            {"gold": 1, "domain": ["zeus.alliance"]},
        ),
        "draws": ["zeus.hercules", "poseidon.medusa"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(2, ["draw", "transfer zeus.triumph", "stop"], "draw")
        play.has(2, gold=3, domain=["zeus.triumph", "poseidon.medusa"], elysium=[])  # no transfer after the draw
        play.asked(1, ["draw", "transfer hades.charon", "stop"], "transfer hades.charon")
        play.has(1, gold=0, domain=["hades.cerberus"], elysium=[["hades.charon"]])  # no draw after the transfer
        play.asked(3, ["draw", "transfer zeus.alliance", "stop"], "stop")
        play.has(3, gold=1, domain=["zeus.alliance"])
        play.logged("take", seat=2, card="poseidon.medusa", cause="athena.divine-law", rule="E5.4")
        play.logged("transfer", seat=1, card="hades.charon", n=2, cause="athena.divine-law")
        play.rests(0)


def test_divine_law_asks_where_the_transferred_card_of_another_goes() -> None:
    """athena.divine-law: the other player names the Legend, a Citizen's too. E7.2, E7.4."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {
                "gold": 2,
                "domain": ["citizen", "zeus.kings-council"],
                "elysium": [["hades.charon", "zeus.triumph"], ["zeus.alliance", "hades.posthumous-hero"]],
            },
        ],
        "draws": ["zeus.hercules"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "transfer citizen", "stop"], "transfer citizen")
        play.asked(1, ["legend 1", "legend 2"], "legend 1")
        play.has(1, gold=0, domain=["zeus.kings-council"])
        play.has(1, elysium=[["hades.charon", "zeus.triumph", "citizen"], ["zeus.alliance", "hades.posthumous-hero"]])
        play.rests(0)


def test_divine_law_offers_no_draw_when_the_deck_has_run_out() -> None:
    """athena.divine-law: who can do neither is not asked, judged when their place comes. E3.2, E5.8."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 0, "domain": ["hades.charon"]},
            {"gold": 1, "domain": ["zeus.alliance"]},
            {"gold": 0, "domain": ["zeus.triumph"]},
        ],
        "draws": ["zeus.hercules", "poseidon.medusa"],
    }
    with Scenario(deck_of(position, "zeus.hercules", "poseidon.medusa")) as play:
        play.answers(0, "use athena.divine-law")
        play.asked(1, ["draw", "stop"], "draw")
        play.table(deck_size=0)
        play.refuses("draw", "E5.7")
        play.asked(2, ["transfer zeus.alliance", "stop"], "transfer zeus.alliance")
        play.has(2, gold=0, elysium=[["zeus.alliance"]])
        play.has(3, domain=["zeus.triumph"])  # neither: not asked
        play.rests(0)


@pytest.mark.parametrize(
    ("mine", "theirs", "usable"),
    [
        (3, {"gold": 0}, True),  # Divine Law itself costs 3
        (2, {"gold": 0, "domain": ["zeus.alliance"]}, False),
        (2, {"gold": 1, "domain": ["zeus.alliance"]}, True),
        (2, {"gold": 9, "domain": ["citizen"], "elysium": [["zeus.triumph"]]}, False),
        (2, {"gold": 2, "domain": ["citizen"], "elysium": [["zeus.triumph", "hades.charon"]]}, True),
    ],
)
def test_divine_law_without_a_deck_needs_a_transfer_of_any_player(
    mine: int, theirs: dict[str, Any], usable: bool
) -> None:
    """athena.divine-law: D, or T of any player. E10."""
    position = {"seats": [{"gold": mine, "domain": ["athena.divine-law"]}, theirs]}
    faces = ["zeus.hercules"] if "citizen" in theirs.get("domain", []) else []
    with Scenario(deck_of(position, *faces)) as play:
        play.table(deck_size=0)
        if usable:
            play.answers(0, "use athena.divine-law")
            asked = 0 if mine == 3 else 1
            assert play.match.to_move == asked
            assert len(play.match.options()) == 2
            play.answers(asked, "stop")
        else:
            play.refuses("use athena.divine-law", "E10")
        play.rests(0)
    with Scenario(deck_of(position, *faces, "poseidon.medusa")) as play:
        play.offers("use athena.divine-law")  # D is enough
        play.rests(0)


def test_divine_law_resolves_the_instant_before_the_transfer() -> None:
    """athena.divine-law: the card just drawn, whose Instant has resolved before, may be transferred. E4.2."""
    position = {
        "seats": [{"gold": 0, "domain": ["athena.divine-law"]}, {"gold": 0}],
        "draws": ["hades.charons-obol"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        play.has(0, gold=1)
        play.asked(0, ["transfer hades.charons-obol", "stop"], "stop")  # the Obol's own transfer
        play.asked(0, ["transfer hades.charons-obol", "stop"], "transfer hades.charons-obol")  # that of Divine Law
        play.has(0, gold=0, elysium=[["hades.charons-obol"]])
        play.asked(1, ["draw", "stop"], "stop")
        play.rests(0)


def test_divine_law_discards_duplicates_of_each_drawer() -> None:
    """athena.divine-law: duplicates are discarded and another card drawn, for every drawer. E5.11."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law", "zeus.alliance"]},
            {"gold": 0, "domain": ["hades.charon"]},
        ],
        "draws": ["zeus.alliance", "hades.cerberus", "hades.charon", "hades.cerberus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        used = {"card": "athena.divine-law", "ring": False}
        play.has(0, domain=[used, "zeus.alliance", "hades.cerberus"])
        play.table(discard=["zeus.alliance"])
        play.asked(1, ["draw", "stop"], "draw")
        play.has(1, domain=["hades.charon", "hades.cerberus"])
        play.table(discard=["zeus.alliance", "hades.charon"])
        play.logged("duplicate", seat=1, card="hades.charon", cause="athena.divine-law")
        play.rests(0)


def test_divine_law_copied_from_the_elysium_is_not_transferred() -> None:
    """athena.divine-law: a copied card in the Elysium is no card of the Domain. E5.9."""
    position = {
        "families": OPULENCE,
        "seats": [
            {"gold": 3, "domain": ["hermes.psychopomp"], "elysium": [["athena.divine-law"]]},
            {"gold": 0},
        ],
        "draws": ["zeus.alliance"],
    }
    with Scenario(position) as play:
        play.answers(0, "use hermes.psychopomp")
        play.asked(0, ["transfer hermes.psychopomp", "transfer zeus.alliance", "stop"], "transfer hermes.psychopomp")
        play.asked(0, ["legend 1", "new legend"], "legend 1")
        play.has(0, gold=0, elysium=[["athena.divine-law", "hermes.psychopomp"]], domain=["zeus.alliance"])
        play.has(0, bonuses=["level 3"])
        play.asked(1, ["draw", "stop"], "stop")
        play.rests(0)


def test_divine_law_asks_the_others_by_a_question_of_its_own() -> None:
    """athena.divine-law: the draw and the transfers are one question; into which Legend is another. E5.8, E7.5."""
    position = {
        "seats": [
            {"gold": 0, "domain": ["athena.divine-law"]},
            {"gold": 3, "domain": ["zeus.triumph"], "elysium": [["zeus.alliance"]]},
        ],
        "draws": ["hades.cerberus"],
    }
    with Scenario(position) as play:
        play.answers(0, "use athena.divine-law")
        assert play.game.asking(play.state) == "draw-or-transfer"
        play.asked(1, ["draw", "stop", "transfer zeus.triumph"], "transfer zeus.triumph")
        assert play.game.asking(play.state) == "legend"
        play.asked(1, ["legend 1", "new legend"], "legend 1")
        play.has(1, elysium=[["zeus.alliance", "zeus.triumph"]])
        play.rests(0)
