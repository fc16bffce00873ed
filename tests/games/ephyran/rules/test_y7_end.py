"""Y7: end and scoring."""

from __future__ import annotations

from typing import Any

import pytest

import pediment
from pediment.games.ephyran.rules.vocabulary import NONE
from tests.games.ephyran.common import CITY, GAME, GODS, OTHER, Ephyran, areas, columns, game, on

FIFTEEN = columns(CITY, poseidon=4, hephaestus=4, aether=4, gaia=3)  # TT06b is Gaia 4
THEIR_FIFTEEN = columns(OTHER, poseidon=4, hephaestus=4, aether=4, gaia=3)  # TT14b is Gaia 4


def cities(to_move: int, athena: int, hands: list[list[str]], **more: Any) -> dict[str, Any]:
    """Three seats; 0 and 1 need one more area."""
    return {
        "seats": [
            {"hand": hands[0], "territories": FIFTEEN},
            {"hand": hands[1], "territories": THEIR_FIFTEEN},
            {"hand": hands[2]},
        ],
        "to_move": to_move,
        "athena": athena,
        **more,
    }


HANDS = [["TT06", "TT55"], ["TT14", "TT54"], ["TT45", "TT46"]]


def test_a_city_of_sixteen_areas_ends_the_game_when_the_round_is_played_out() -> None:
    """Y7.1: the first player completes: the others have their turn."""
    with Ephyran(cities(0, 0, HANDS)) as play:
        play.answers(0, "add tt06b")
        play.table(last_round=True)
        play.answers(1, "discard tt54")
        play.answers(2, "discard tt45")
        play.over()
        play.table(asking="over", to_move=None, active=None, last_round=True)
        play.logged("end")


def test_where_the_deal_takes_the_last_card_all_have_one_turn() -> None:
    """Y7.1, Y7.6: only a position can have so small a pile."""
    with Ephyran({"gods": "choose", "seats": [{}, {}], "pile_size": 8}) as play:
        play.answers(0, "god gaia")
        play.answers(1, "god aether")
        play.table(pile_size=0, last_round=True)
        play.answers(0, "dionysus gaia")
        play.answers(1, "dionysus aether")
        play.over()


def test_all_have_had_the_same_number_of_turns() -> None:
    """Y7.1: the round began with the holder of the Athena token, seat 2."""
    with Ephyran(cities(0, 2, HANDS)) as play:
        play.answers(0, "add tt06b")
        play.answers(1, "discard tt54")
        play.over()


def test_completed_in_the_last_turn_of_a_round_the_game_is_over_at_once() -> None:
    """Y7.1: after the draw."""
    with Ephyran(cities(0, 1, HANDS, draws=["TT48"])) as play:
        play.answers(0, "add tt06b")
        play.has(0, hand_size=2, city_bonus=3)
        play.over()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_in_every_game_all_have_the_same_number_of_turns(seats: int, seed: int) -> None:
    """Y7.1: counted by the end of each turn; and the game goes on as long as nothing has triggered its end."""
    turns = [0] * seats
    active = None
    for state in game(seats, seed):
        if state.active not in (NONE, active):
            # turns that pass without a question are skipped over: all seats between have had one
            at = state.athena if active is None else (active + 1) % seats
            while at != state.active:
                turns[at] += 1
                at = (at + 1) % seats
            turns[state.active] += 1
            active = state.active
    assert active is not None
    while (active + 1) % seats != state.athena:
        active = (active + 1) % seats
        turns[active] += 1
    assert len(set(turns)) == 1
    view = GAME.view(state, None)
    assert view["pile_size"] == 0 or any(seat["city_bonus"] for seat in view["seats"])


def test_the_end_is_not_undone() -> None:
    """Y7.1: the city loses an area again, the game ends all the same."""
    with Ephyran(cities(0, 0, [["TT06", "TT55"], ["TS08", "TT54"], ["TT45", "TT46"]])) as play:
        play.answers(0, "add tt06b")
        play.answers(1, "support ares-destruction ts08")
        play.answers(0, "destroy gaia")
        play.table(last_round=True)
        play.answers(2, "discard tt45")
        play.over()


def test_the_city_bonus_of_the_first_and_of_others_in_the_same_round() -> None:
    """Y7.2: 3 and 1."""
    with Ephyran(cities(0, 0, HANDS)) as play:
        play.answers(0, "add tt06b")
        play.has(0, city_bonus=3)
        play.answers(1, "add tt14b")
        play.has(1, city_bonus=1)
        play.logged("city", seat=1, n=1)
        play.answers(2, "discard tt45")
        play.over()
        play.scores(0, city_bonus=3)
        play.scores(1, city_bonus=1)
        play.scores(2, city_bonus=0)


@pytest.mark.parametrize("bonus", [3, 1])
def test_the_bonus_is_kept_and_not_earned_twice(bonus: int) -> None:
    """Y7.2: even if an area is lost afterwards; completing again earns nothing more."""
    position = {
        "seats": [
            {"hand": ["TT06", "TT55"], "territories": columns(CITY), "city_bonus": bonus},
            {"hand": ["TS08", "TT54"]},
        ],
        "athena": 1,
        "to_move": 1,
    }
    with Ephyran(position) as play:
        play.answers(1, "support ares-destruction ts08")
        play.answers(0, "destroy gaia")
        play.has(0, city_bonus=bonus)
        play.answers(0, "add tt06b")
        play.has(0, city_bonus=bonus)
        play.over()


def test_after_an_empty_pile_the_first_finisher_still_gets_three() -> None:
    """Y7.2"""
    with Ephyran(cities(0, 0, HANDS, pile_size=0)) as play:
        play.table(last_round=True)
        play.answers(0, "discard tt55")
        play.answers(1, "add tt14b")
        play.has(1, city_bonus=3)
        play.rests(2)


def test_the_sixteenth_area_may_be_a_taken_dionysus() -> None:
    """Y7.2: laid, so it completes the city."""
    position = cities(0, 0, [["TT29", "TT55"], HANDS[1], HANDS[2]])
    position["seats"][0]["territories"] = columns(OTHER, poseidon=4, hephaestus=4, aether=4, gaia=3)
    position["seats"][1]["territories"] = {}
    position["seats"][2]["territories"] = {"poseidon": areas("TT03a", "dionysus")}
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a")
        play.has(0, city_bonus=3)
        play.table(last_round=True)
        play.rests(1)


def scored(god: str, **territories: list[Any]) -> dict[str, Any]:
    """The score of a city."""
    position = {
        "seats": [
            {"god": god, "territories": {name: areas(*cards) for name, cards in territories.items()}},
            {},
            {},
            {},
        ],
    }
    found: dict[str, Any] = GAME.scores(GAME.position(position))[0]
    return found


def items(points: int, factor: int = 1, **named: int) -> dict[str, int]:
    zero = {"creatures": 0, "dionysus": 0, "variety": 0, "printed": 0, "added": 0, "unseen": 0}
    return {**zero, **named, "factor": factor, "points": points}


@pytest.mark.parametrize(("cards", "expected"), [
    ([], items(0)),
    (["TT01a"], items(1, creatures=1)),
    (["TT01a", "TT29a"], items(2, creatures=2)),
    (["TT01a", "TT35a"], items(1, creatures=1)),  # Scylla twice
    (["TT01a", "TT29a", "TT36b", "TT10b"], items(5, creatures=4, variety=1)),
    (["TT01a", "TT35a", "TT36b", "TT10b"], items(3, creatures=3)),  # Scylla twice: no bonus
    (["TT01a", "TT29a", "TT36b", "dionysus"], items(4, creatures=3, dionysus=1)),  # no bonus with Dionysus
    (["dionysus", "dionysus"], items(1, dionysus=1)),
    (["TS01a", "TS04a", "TS07a", "TS10a"], items(12, creatures=4, variety=1, printed=7)),
    ([on("TT01a", "thunderbolt", "helmet"), on("TT29a", "owl")], items(5, creatures=2, added=3)),
    ([on("dionysus", "trident")], items(3, dionysus=1, added=2)),
    ([on("TT01a", "helmet", "helmet", "helmet")], items(-2, creatures=1, added=-3)),
])  # fmt: skip
def test_the_points_of_a_territory(cards: list[Any], expected: dict[str, int]) -> None:
    """Y7.3: different creatures, four without Dionysus, printed and added tokens; incomplete: what it has."""
    assert scored("gaia", poseidon=cards)["territories"]["poseidon"] == expected


def test_a_dionysus_scores_once_per_city() -> None:
    """Y7.3, Y6.2: in the own god's territory if one is there."""
    found = scored("aether", poseidon=["dionysus"], aether=["TT15a", "dionysus"], gaia=["dionysus"])
    assert found["territories"]["aether"] == items(4, factor=2, creatures=1, dionysus=1)
    assert found["territories"]["poseidon"] == found["territories"]["gaia"] == items(0)
    assert found["total"] == 4


def test_hand_cards_count_nothing() -> None:
    """Y7.3"""
    state = GAME.position({"seats": [{"hand": ["TS10", "TT01", "dionysus"]}, {}]})
    assert GAME.scores(state)[0]["total"] == 0


def test_the_own_territory_counts_double() -> None:
    """Y7.4: tokens and bonus too, also when negative; the others once."""
    found = scored("poseidon", poseidon=["TS01a", "TS04a", "TS07a", "TS10a"], gaia=["TT22a", "TT50a"])
    assert found["territories"]["poseidon"]["points"] == 24
    assert found["territories"]["gaia"]["points"] == 2
    assert found["total"] == 26
    found = scored("poseidon", poseidon=[on("TT01a", "helmet", "helmet", "helmet")])
    assert found["territories"]["poseidon"] == items(-4, factor=2, creatures=1, added=-3)
    assert found["total"] == -4


def test_the_city_bonus_does_not_count_double() -> None:
    """Y7.4, Y7.2"""
    state = GAME.position({"seats": [{"god": "gaia", "city_bonus": 3, "territories": columns(CITY)}, {}]})
    found = GAME.scores(state)[0]
    assert [found["territories"][god]["points"] for god in GODS] == [5, 5, 5, 10]
    assert (found["city_bonus"], found["total"]) == (3, 28)


def finished(*territories: dict[str, Any]) -> list[float]:
    """Who has won a game that is over, with these cities; nobody's own god's territory has an area."""
    gods = ["aether", "gaia", "hephaestus"]
    seats = [{"god": god, "territories": city} for god, city in zip(gods, territories, strict=False)]
    return GAME.returns(GAME.position({"seats": seats, "over": True}))


def test_most_points_win() -> None:
    """Y7.5"""
    assert finished(columns(CITY, poseidon=1), columns(OTHER, poseidon=2)) == [0.0, 1.0]
    worse = {"poseidon": areas(on("TT02a", "helmet", "helmet"))}
    assert finished({}, worse) == [1.0, 0.0]  # 0 against -1


def test_ties_share_the_victory() -> None:
    """Y7.5: neither areas nor the bonus break them."""
    assert finished(columns(CITY, poseidon=2), columns(OTHER, poseidon=2)) == [0.5, 0.5]
    assert finished(columns(CITY, poseidon=2), columns(OTHER, poseidon=2), {}) == [0.5, 0.5, 0.0]
    assert finished({}, {}, {}) == [1 / 3, 1 / 3, 1 / 3]


def test_nobody_has_won_before_the_end() -> None:
    """Y7.5"""
    state = GAME.position({"seats": [{"hand": ["TT02"], "territories": columns(CITY, poseidon=2)}, {}]})
    assert GAME.returns(state) == [0.0, 0.0]


def test_added_tokens_in_cities_are_revealed_at_the_end() -> None:
    """Y7.3: those out of the game and in the supply, and hands, are not."""
    position = {
        "seats": [
            {"hand": ["TT53", "TT54"], "territories": {"gaia": areas(on("TT23a", "helmet"))}},
            {"hand": ["TT55", "TT56"], "territories": {"gaia": areas(on("TT22a", {"token": "owl", "seen": []}))}},
        ],
        "tokens_gone": ["trident"],
        "to_move": 1,
        "last_round": True,
        "draws": ["TT48"],
    }
    with Ephyran(position) as play:
        assert play.match.view()["scores"][0]["territories"]["gaia"]["unseen"] == 1
        play.answers(1, "discard tt55")
        play.over()
        for viewer in (None, 0, 1):
            view = play.match.view(viewer)
            assert view["seats"][0]["territories"]["gaia"]["areas"][0]["tokens"] == ["helmet"]
            assert view["seats"][1]["territories"]["gaia"]["areas"][0]["tokens"] == ["owl"]
            assert view["tokens_gone"] == [None]
            assert view["scores"] == play.match.scores()
            assert view["hand"] == ([] if viewer is None else [["TT53", "TT54"], ["TT48", "TT56"]][viewer])
            assert [seat["known"] for seat in view["seats"]] == [[], []]


def last_card(support: str, hand: list[str], **more: Any) -> dict[str, Any]:
    """Seat 1 of three, seat 0 with the Athena token; one card in the pile."""
    return {
        "seats": [
            {"hand": hand, "territories": {"poseidon": areas(on("TT02a", "owl"))}},
            {"hand": [support, "TT55", "TT56"], "territories": columns(CITY, poseidon=2)},
            {"hand": ["TT45", "TT46"]},
        ],
        "to_move": 1,
        "pile_size": 1,
        "draws": ["TT48"],
        **more,
    }


def test_the_pile_is_empty_when_its_last_card_leaves_it() -> None:
    """Y7.6, Y7.1: by the draw of a turn; the round ends with the seat before the Athena token."""
    with Ephyran(last_card("TS02", ["TT53", "TT54"])) as play:
        play.answers(1, "discard tt55")
        play.table(last_round=True, pile_size=0)
        play.logged("last-round", rule="Y7.1")
        play.answers(2, "discard tt45")
        play.over()


def test_by_castor_and_pollux() -> None:
    """Y7.6: before the further action."""
    with Ephyran(last_card("TS12", ["TT53", "TT54"])) as play:
        play.answers(1, "support castor-pollux ts12")
        play.table(last_round=True, asking="again")
        play.answers(1, "discard tt55")
        play.answers(2, "discard tt45")
        play.over()


def test_by_the_look_of_graeae() -> None:
    """Y7.6"""
    with Ephyran(last_card("TS21", ["TT53", "TT54"], pile_size=3)) as play:
        play.answers(1, "support graeae ts21")
        play.table(last_round=True, asking="keep", pile_size=0)
        play.answers(1, "keep tt48", play_put(play.match.view(1)["looking"]))
        play.answers(2, "discard tt45")
        play.over()


def play_put(looking: list[str]) -> str:
    return "put " + next(card.lower() for card in looking if card != "TT48")


def test_by_a_defender_and_whoever_drew() -> None:
    """Y7.6: seat 0 draws the last card in the turn of seat 1; seat 2 plays, and it is over."""
    with Ephyran(last_card("TS05", ["TS11", "TT54"])) as play:
        play.answers(1, "support ares-theft ts05")
        play.answers(0, "hecate ts11")
        play.table(last_round=True)
        play.answers(2, "discard tt45")
        play.over()


def test_in_the_turn_of_the_player_before_the_athena_token() -> None:
    """Y7.6: after this turn."""
    with Ephyran(last_card("TS05", ["TS11", "TT54"], athena=2)) as play:
        play.answers(1, "support ares-theft ts05")
        play.answers(0, "hecate ts11")
        play.over()


def test_in_the_turn_of_the_holder_of_the_athena_token() -> None:
    """Y7.6: a whole round is still to be played."""
    with Ephyran(last_card("TS02", ["TT53", "TT54"], athena=1)) as play:
        play.answers(1, "discard tt55")
        play.answers(2, "discard tt45")
        play.answers(0, "discard tt53")
        play.over()


def test_an_empty_first_discard_ends_nothing() -> None:
    """Y7.1: the pile alone."""
    position = {"seats": [{"hand": ["TT01", "TT02"]}, {"hand": ["TT53", "TT54"]}], "first_discard": ["TT05"]}
    with Ephyran(position) as play:
        play.answers(0, "add tt01a", "draw discard")
        play.table(first_discard=[], last_round=False)
        play.rests(1)


def test_the_result_of_a_whole_game() -> None:
    """Y7.5: the returns go to the highest totals."""
    for seed in range(10):
        *_, state = game(3, seed)
        assert GAME.to_move(state) == pediment.OVER
        totals = [score["total"] for score in GAME.scores(state)]
        winners = [total == max(totals) for total in totals]
        assert GAME.returns(state) == [won / sum(winners) for won in winners]
