"""Reasons for moves: each kind of them where it holds and where it does not, and laws that hold for all."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.rng import stream

GAME: Final = pediment.game("ephyran")
POSEIDON: Final = ["TS01a", "TS04a", "TS07a", "TS10a"]  # Siren, Hippocamp, Triton, Scylla
GAIA: Final = ["TS37a", "TS40a", "TS43a", "TS46a"]
AETHER: Final = ["TS25a", "TS28a", "TS31a", "TS34a"]
HEPHAESTUS: Final = ["TS13a", "TS16a", "TS19a", "TS22a"]


def seat(hand: list[Any], god: str = "gaia", **areas: Any) -> dict[str, Any]:
    territories = {own: given if isinstance(given, dict) else {"areas": given} for own, given in areas.items()}
    return {"god": god, "hand": hand, "territories": territories}


def why(label: str, seats: list[dict[str, Any]], language: str = "en", **fields: Any) -> list[str]:
    """The reasons for an answer of the seat that is asked."""
    state = GAME.position({"game": "ephyran", "seats": seats, **fields})
    return GAME.reasons(state, GAME.parse(state, label), GAME.to_move(state), language)


RIVAL: Final = {"god": "aether", "hand": ["TT08"]}


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_answer_has_reasons_and_none_is_learned_from_hidden_cards(seats: int) -> None:
    asked: set[str] = set()
    for seed in range(2):
        chance = random.Random(seed)
        worlds = stream(seed, "other worlds")
        state = GAME.new(seats=seats, seed=seed, gods="random" if seed else "choose")
        while GAME.to_move(state) != pediment.OVER:
            own = GAME.to_move(state)
            world = GAME.resample(state, own, worlds)
            asked.add(GAME.asking(state))
            for action in GAME.legal(state):
                told = GAME.reasons(state, action, own)
                assert 1 <= len(told) <= 3
                assert len(set(told)) == len(told)
                assert told == GAME.reasons(world, action, own)
                for text in [*told, *GAME.reasons(state, action, own, "fr")]:
                    assert text == text.strip() != ""
                    assert "{" not in text
                    assert len(text) <= 115
            GAME.apply(state, chance.choice(GAME.legal(state)))
    assert len(asked) >= 12


def test_every_sentence_is_used() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in Path(pediment.__file__).parent.rglob("*.py"))
    for key in GAME.texts.section("en", "reasons"):
        parts = [f'"{end}"' for end in (key, re.sub(r"-(one|many)$", "", key), key.partition("-")[2])]
        assert any(part in code for part in parts), key


# Areas


def test_a_new_creature_and_its_token() -> None:
    mine = seat(["TS02", "TS01", "TT35"], poseidon=[])
    assert why("add ts02a", [mine, RIVAL])[0] == "Hippocamp is new in Poseidon: 1 point"
    assert why("add ts01a", [mine, RIVAL])[0] == "Siren is new in Poseidon, with its owl +1: 2 points"
    again = seat(["TT34", "TT33", "TT35"], poseidon=["TS03a"])  # Triton, Hippocamp, Scylla
    told = why("add tt34a", [again, RIVAL])
    assert "Triton is in Poseidon already: an area, but no points" in told
    assert "rules out four different creatures in Poseidon" in told
    assert why("add tt33a", [again, RIVAL])[0] == "Hippocamp is new in Poseidon: 1 point"
    token = seat(["TS04", "TT35"], poseidon=["TS02a"])
    told = why("add ts04a", [token, RIVAL])
    assert "Hippocamp is in Poseidon already; its printed token alone counts: 1 point" in told


def test_four_different_creatures() -> None:
    mine = seat(["TS10", "TT35"], poseidon=POSEIDON[:3])
    assert why("add ts10a", [mine, RIVAL])[0] == "Scylla makes four different creatures in Poseidon: 5 points"
    mixed = seat(["TS10", "TT35"], poseidon=["TS01a", "dionysus", "TS07a"])
    assert not any("four different" in text for text in why("add ts10a", [mixed, RIVAL]))


def test_the_own_gods_territory_counts_double() -> None:
    double = "everything in Gaia, your own god’s territory, counts double"
    assert double in why("add ts37a", [seat(["TS37", "TT35"]), RIVAL])
    assert double not in why("add ts37a", [seat(["TS37", "TT35"], god="poseidon"), RIVAL])


def test_a_dionysus() -> None:
    mine = seat(["dionysus", "TT35"], gaia=["TS37a"])
    assert "a Dionysus in Gaia: 2 points" in why("dionysus gaia", [mine, RIVAL])
    assert "rules out four different creatures in Gaia" in why("dionysus gaia", [mine, RIVAL])
    assert not any("rules out" in text for text in why("dionysus aether", [mine, RIVAL]))
    second = seat(["dionysus", "TT35"], gaia=["dionysus"])
    told = why("dionysus aether", [second, RIVAL])
    assert "a Dionysus scores once per city: an area, but no points" in told


def test_room_for_another_half_of_the_hand() -> None:
    told = why("add ts02a", [seat(["TS02", "TT34"]), RIVAL])
    assert "makes room for Triton (Poseidon 2) in your hand" in told
    same = why("add ts02a", [seat(["TS02", "TT33"]), RIVAL])  # a second Hippocamp brings nothing
    assert not any("makes room" in text for text in same)
    last = why("add ts02a", [seat(["TS02", "TT34"]), RIVAL], last_round=True)
    assert not any("makes room" in text for text in last)


def test_the_other_half_of_the_card() -> None:
    buried = "gives up Graeae, the other half of the card"
    assert buried not in why("add tt03a", [seat(["TT03", "TS02"]), RIVAL])
    assert why("add ts02a", [seat(["TS02", "TT28"]), RIVAL]) == ["Hippocamp is new in Poseidon: 1 point", buried]
    both = seat(["TT28", "TT35"], hephaestus=HEPHAESTUS[:3])  # Centaur, Gaia 1, or Chimera, Hephaestus 4
    assert "instead of Chimera (Hephaestus 4) on the same card: 0 points" in why("add tt28a", [both, RIVAL])
    one = seat(["TT28", "TT35"])
    assert not any("instead" in text for text in why("add tt28a", [one, RIVAL]))


def test_the_city_bonus() -> None:
    near = seat(["TS10", "TS46", "TT35"], poseidon=POSEIDON[:3], gaia=GAIA[:3], aether=AETHER, hephaestus=HEPHAESTUS)
    assert "one area short of the city bonus" in why("add ts10a", [near, RIVAL])
    whole = seat(["TS46", "TT35"], poseidon=POSEIDON, gaia=GAIA[:3], aether=AETHER, hephaestus=HEPHAESTUS)
    assert "completes your city: 3 points, and starts the last round" in why("add ts46a", [whole, RIVAL])
    later = why("add ts46a", [whole, RIVAL | {"city_bonus": 3}])
    assert "completes your city: 1 point" in later
    early = seat(["TS46", "TT35"], gaia=GAIA[:3])
    assert not any("city" in text for text in why("add ts46a", [early, RIVAL]))


def test_a_change() -> None:
    mine = seat(["TT03", "TT35"], gaia=[], poseidon=[{"card": "TS02", "half": "a", "tokens": ["owl"]}])
    told = why("change poseidon with tt03a", [mine, RIVAL])
    assert told[0] == "replaces Hippocamp (Poseidon 1) with Scylla (Poseidon 1): −1"
    assert "1 added token on it leaves the game" in told
    bare = seat(["TT03", "TT35"], poseidon=["TS02a"])
    told = why("change poseidon with tt03a", [bare, RIVAL])
    assert not any("leave the game" in text for text in told)
    assert "no new area: your city stays at 1" in told


def test_a_dionysus_taken() -> None:
    owner = seat(["TT08"], god="aether", poseidon=["dionysus"])
    told = why("take dionysus with ts02a", [seat(["TS02", "TT35"]), owner])
    assert told[0] == "a new area for you at an opponent’s expense: 2 points"
    assert "Player 2 receives your half-card: +1 for that city" in why(
        "take dionysus with ts01a", [seat(["TS01", "TT35"]), owner]
    )


# Cards


def test_a_discard() -> None:
    mine = seat(["TS02", "TT34", "TS21", "dionysus"], hephaestus=HEPHAESTUS)
    assert "gives up Hippocamp (Poseidon 1), which could be added now: 1 point" in why("discard ts02", [mine, RIVAL])
    assert "gives up Triton (Poseidon 2), which cannot be added yet" in why("discard tt34", [mine, RIVAL])
    told = why("discard ts21", [mine, RIVAL])  # Phoenix, Hephaestus 3, is too late
    assert "neither half fits a free place in your city" in told
    assert "gives up a Dionysus, which fits any place" in why("discard dionysus", [mine, RIVAL])


def test_what_the_next_player_could_do_with_it() -> None:
    gift = "Player 2 could then take Hippocamp (Poseidon 1), which fits there"
    mine = seat(["TS02", "TT34"], poseidon=POSEIDON)
    assert gift in why("discard ts02", [mine, RIVAL])
    full = seat(["TT08"], god="aether", poseidon=["TT04a"])
    assert gift not in why("discard ts02", [mine, full])
    assert gift not in why("discard ts02", [mine, RIVAL], last_round=True)


def test_from_where_to_draw() -> None:
    mine = seat(["TT34", "TS21", "TS37"])
    fields: dict[str, Any] = {"first_discard": ["TS02"], "played": ["add ts37a"]}
    taken = why("draw discard", [mine, RIVAL], **fields)
    assert taken[0] == "Hippocamp (Poseidon 1) fits your city right away: 1 point"
    assert "keeps it from Player 2, whose city Hippocamp (Poseidon 1) fits" in taken
    left = why("draw pile", [mine, RIVAL], **fields)
    assert "leaves Hippocamp (Poseidon 1) on the discard pile, which fits your city" in left
    nothing = why("draw pile", [mine, RIVAL], **(fields | {"first_discard": ["TT38"]}))
    assert nothing[0] == "the top of the discard pile adds no area to your city now"
    last = why("draw pile", [mine, RIVAL], **fields, pile_size=1)
    assert last[0] == "the last card of the draw pile: it starts the last round"
    over = why("draw pile", [mine, RIVAL], **fields, last_round=True)
    assert over == ["last round: you will not get to play a card drawn now"]


def test_castor_and_pollux_draw_for_an_action_even_in_the_last_round() -> None:
    mine = seat(["TS12", "TT34"])
    told = why(
        "draw discard", [mine, RIVAL], first_discard=["TT05", "TS02"], played=["support castor-pollux ts12"],
        last_round=True,
    )  # fmt: skip
    assert told[0] == "Hippocamp (Poseidon 1) fits your city right away: 1 point"


def test_the_graeae() -> None:
    mine = seat(["TS21", "TT34"], poseidon=["TS03a"])
    fields: dict[str, Any] = {"draws": ["TT33", "TT10", "TS11"]}
    kept = why("keep tt33", [mine, RIVAL], played=["support graeae ts21"], **fields)
    assert kept[0] == "Hippocamp (Poseidon 2) fits your city right away: 1 point"
    put = why("put tt10", [mine, RIVAL], played=["support graeae ts21", "keep tt33"], **fields)
    assert "covers Salamander (Hephaestus 1), which Player 2 could add" in put
    assert "Player 2 cannot add the card on top now" in put
    other = why("put ts11", [mine, RIVAL], played=["support graeae ts21", "keep tt33"], **fields)
    assert other == ["Player 2 could then take Salamander (Hephaestus 1), which fits there"]


# Supports


def test_what_supports_promise() -> None:
    mine = seat(["TS12", "TS21", "TS03", "TS08", "TS09", "TT34"], gaia=GAIA)
    other = seat(["TT08"], god="aether", aether=["TS25a", "TS28a"])
    assert why("support castor-pollux ts12", [mine, other])[0] == "two cards right away, and one more action"
    assert (
        why("support graeae ts21", [mine, other])[0] == "lets you look at 3 cards from the draw pile and keep the best"
    )
    two = why("support graeae ts21", [mine, other], pile_size=2)
    assert two[0] == "lets you look at 2 cards from the draw pile and keep the best"
    token = why("support athena-token ts03", [mine, other])
    assert "a token is worth +1.1 on average, twice that in your own god’s territory" in token
    single = seat(["TS03", "TT34"], poseidon=["TT05a"])
    assert "a token that you do not know is worth +1.1 on average" in why("support athena-token ts03", [single, other])
    destruction = why("support ares-destruction ts08", [mine, other])
    assert "the least valuable area that Player 2 can give up is worth 4 points, as far as you can see" in destruction
    assert why("support shield ts09", [mine, other])[0] == "can protect Gaia: 24 points"
    assert "instead of Triton (Poseidon 1) on the same card: 1 point" in token


def test_a_token_that_is_known_and_one_that_is_not() -> None:
    seen = {
        "card": "TS25",
        "half": "a",
        "tokens": [{"token": "trident", "seen": [0, 1]}, {"token": "owl", "seen": [1]}],
    }
    mine = seat(["TS05", "TT34"], gaia=["TS37a"])
    other = seat(["TT08"], god="aether", aether=[seen])
    played = ["support ares-theft ts05"]
    told = why("support ares-theft ts05", [mine, other])
    assert told[0] == "you can steal a token that you have seen, trident +2"
    known = why("steal aether 1 1", [mine, other], played=played)
    assert known == ["you have seen it: trident +2", "it counts double for Player 2"]
    unknown = why("steal aether 1 2", [mine, other], played=played)
    assert "you have not seen it; such a token is worth +1.0 on average" in unknown
    place = seat(["TS05", "TT34"], gaia=["TS37a", "TS40a"], poseidon=["TS02a"])
    played = [*played, "steal aether 1 1"]
    told = why("place gaia 1", [place, other], played=played)
    assert told == ["is worth +4 in Gaia, your own god’s territory", "on a covered area, no destruction can reach it"]
    told = why("place poseidon 1", [place, other], played=played)
    assert told == ["is worth +2 in Poseidon", "on an uncovered area, it is lost if the area is destroyed"]


def test_an_exchange() -> None:
    mine = seat(["TS06", "TT33", "TS04"], poseidon=["TS02a", "TT34a"])  # Hippocamp, Triton
    other = seat(["TT08"], god="poseidon", poseidon=["TS01a", "TT35a"])
    best = why("support athena-exchange ts06", [mine, other])
    assert best[0] == "the best exchange brings you +1, as far as you can see"
    played = ["support athena-exchange ts06", "exchange poseidon 1"]
    assert why("exchange poseidon 1", [mine, other], played=played[:1]) == ["best with Player 2: +1"]
    alone = seat(["TS06", "TT33", "TS04", "dionysus"], poseidon=["TS02a", "TT34a"])
    swap = why("with seat 1", [alone, other], played=played)
    assert swap[0] == "the exchange with Player 2 means +1 for you and −2 for them, as far as you can see"
    assert "Player 2 may block it with a Shield" in swap
    hand = why("with dionysus", [alone, other], played=played)
    assert hand[0] == "exchanges Hippocamp (Poseidon 1) for Dionysus: 0 points"
    assert "Hippocamp (Poseidon 1) goes to the second discard pile" in hand
    former = why("with dionysus", [alone, other], played=played, rules="1")
    assert "Hippocamp (Poseidon 1) comes back to your hand" in former


def test_locks() -> None:
    mine = seat(["TS09", "TT34"], gaia=GAIA, poseidon=["TS02a"])
    played = ["support shield ts09"]
    full = why("lock gaia", [mine, RIVAL], played=played)
    assert "protects Gaia, 24 points, until someone unlocks it with Hecate" in full
    assert "the territory is full: the lock costs you no place" in full
    early = why("lock poseidon", [mine, RIVAL], played=played)
    assert "you can add nothing there any more: 3 places left empty" in early
    locked = {"locked": "TS10", "areas": ["TS37a"]}
    hecate = seat(["TS11", "TT34"], gaia=locked)
    theirs = seat(["TT08"], god="aether", aether={"locked": "TS36", "areas": ["TS25a"]})
    played = ["support hecate ts11"]
    assert why("seat 0", [hecate, theirs], played=played) == ["lets you change your own territory again"]
    assert why("seat 1", [hecate, theirs], played=played) == [
        "Player 2 leads your opponents: 4 points, as far as you can see"
    ]


# The defence


def reacting(label: str, support: str, card: str, hand: list[Any], played: list[str], areas: Any) -> list[str]:
    active = seat([card, "TT34"], god="gaia", gaia=["TS37a"], poseidon=["TS02a"])
    defender = seat(hand, god="aether", **areas)
    return why(label, [active, defender], played=[f"support {support} {card.lower()}", *played])


def test_a_theft_is_blocked_or_not() -> None:
    def areas(face: str) -> dict[str, Any]:
        return {"aether": [{"card": "TS25", "half": "a", "tokens": [face]}]}

    hand = ["TS45", "TT08"]
    told = reacting("hecate ts45", "ares-theft", "TS05", hand, [], areas("trident"))
    assert told == ["blocks the theft: you keep the trident +2, 4 points", "you draw a card right away"]
    told = reacting("let it happen", "ares-theft", "TS05", hand, [], areas("trident"))
    assert told == ["you lose the trident +2: 4 points", "keeps the card, with both halves, for later"]
    told = reacting("let it happen", "ares-theft", "TS05", hand, [], areas("helmet"))
    assert told[0] == "you lose only the helmet −1: −2 points"


def test_other_supports_are_blocked() -> None:
    token = reacting("hecate ts45", "athena-token", "TS03", ["TS45", "TT08"], ["place gaia 1"][:0], {"gaia": []})
    assert token[0] == "denies Player 1 a token worth +1.1 on average"
    destroyed = {"aether": ["TS25a", "TS28a"], "poseidon": ["TT04a"]}
    told = reacting("shield ts10", "ares-destruction", "TS08", ["TS10", "TT08"], [], destroyed)
    assert told[0] == "saves an area: the least valuable that you could give up is worth 1 point"
    told = reacting("let it happen", "ares-destruction", "TS08", ["TS10", "TT08"], [], destroyed)
    assert told[0] == "you choose what goes: the least valuable area is worth 1 point"
    swapped = {"poseidon": ["TS01a"]}
    told = reacting("shield ts10", "athena-exchange", "TS06", ["TS10", "TT08"], [], swapped)
    assert told[0] == "prevents the exchange with Player 1, which would bring you −1, as far as you can see"


def test_the_area_given_up() -> None:
    active = seat(["TS08", "TT34"], god="gaia")
    defender = seat(["TT08"], god="aether", aether=["TS25a"], poseidon=["TT04a"])
    played = ["support ares-destruction ts08"]
    assert why("destroy poseidon", [active, defender], played=played) == [
        "the least loss: Nereid (Poseidon 1), 1 point"
    ]
    assert why("destroy aether", [active, defender], played=played) == ["costs Harpy (Aether 1): 4 points"]


def test_a_god_is_chosen() -> None:
    state = GAME.new(seats=2, seed=1, gods="choose")
    told = GAME.reasons(state, GAME.parse(state, "god gaia"), GAME.to_move(state))
    assert told[0].startswith("40 halves in the draw pile belong to this god, with 7 points of printed tokens")


def test_the_same_in_french() -> None:
    told = why("add ts01a", [seat(["TS01", "TT34"], god="poseidon"), RIVAL], "fr")
    assert (
        told[0]
        == "Sirène est une nouvelle créature du territoire Poséidon, avec son jeton (chouette +1)\u00a0: 4 points"
    )
    assert "tout compte double dans le territoire Poséidon, celui de votre dieu" in told
