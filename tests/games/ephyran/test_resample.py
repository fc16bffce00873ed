"""Another world that a seat cannot tell from the true one: all of them, and none that it can tell."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pytest

import pediment
from pediment.core.engine.rng import Stream
from pediment.games.ephyran.rules.sampling import shuffle
from tests.depth import games, often
from tests.games.ephyran.common import GAME, areas, game, labels, on, viewers

IDS: Final = [*GAME.cards()[:-1], "dionysus"]
TOKENS: Final = ["thunderbolt"] * 2 + ["trident"] * 3 + ["owl"] * 4 + ["helmet"] * 3
SAMPLES: Final = often(1000, games(3000, 1000))


class World(NamedTuple):
    """Where every card and token is."""

    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    looking: tuple[str, ...]
    faces: tuple[int, ...]
    supply: tuple[int, ...]


class Question(NamedTuple):
    """Who is asked in a world, and for what."""

    world: World
    seat: int
    labels: tuple[str, ...]


def ids(cards: list[int]) -> tuple[str, ...]:
    return tuple(sorted(IDS[card] for card in cards))


def question(state: Any, viewer: int | None) -> Question:
    """What is to be compared of a state; a spectator has seen no token, so their faces are left out."""
    world = World(
        tuple(ids(p.hand) for p in state.players),
        ids(state.pile),
        ids(state.looking),
        () if viewer is None else tuple(state.token_face),
        () if viewer is None else tuple(sorted(state.supply)),
    )
    return Question(world, GAME.to_move(state), tuple(labels(state)))


def reached(state: Any, viewer: int | None, target: dict[str, Any], passed: int) -> Iterator[Question]:
    """Every question of this turn that looks to the viewer like the target, when it has let so much happen itself."""
    view = GAME.view(state, viewer)
    if view == target and not passed:
        yield question(state, viewer)
    if view["active"] != target["active"] or view["log"] != target["log"][: len(view["log"])]:
        return
    if view["turn"] != target["turn"][: len(view["turn"])]:
        return
    mine = GAME.asking(state) == "reactions" and GAME.to_move(state) == viewer
    for action in GAME.legal(state):
        other = state.clone()
        GAME.apply(other, action)
        yield from reached(other, viewer, target, passed - mine)


class Case(NamedTuple):
    """A small deck: cards and faces, as they truly lie, that some do not know, and what is played.

    The position deals them; every other card and token lies open, or everybody has seen it.
    """

    viewer: int | None
    position: Callable[[Sequence[str], Sequence[str]], dict[str, Any]]
    cards: tuple[str, ...]
    faces: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    passed: int = 0
    """How often the viewer itself has let it happen: no view shows that, but it knows."""

    def start(self, cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
        """The position with the unknown cards and faces dealt this way."""
        position = self.position(cards, faces)
        everybody = list(range(len(position["seats"])))
        others = Counter(TOKENS) - Counter(faces)
        gone = [{"token": face, "seen": everybody} for face in others.elements()]
        return {**position, "tokens_gone": [*position.get("tokens_gone", []), *gone]}

    def truth(self) -> Any:
        """The true state."""
        return GAME.position({**self.start(self.cards, self.faces), "played": list(self.played)})

    def worlds(self) -> tuple[set[Question], Counter[World]]:
        """By exact enumeration: every question that may be pending, and how many deals lead to each world."""
        target = GAME.view(self.truth(), self.viewer)
        questions: set[Question] = set()
        weights: Counter[World] = Counter()
        for cards in itertools.permutations(self.cards):
            for faces in itertools.permutations(self.faces):
                state = GAME.position(self.start(cards, faces))
                found = set(reached(state, self.viewer, target, self.passed))
                questions |= found
                weights.update({one.world for one in found})
        return questions, weights


def chi_square_limit(freedom: int) -> float:
    """What a chi-square of that freedom exceeds less than once in 2,000 times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.3 * spread**0.5) ** 3)


def seen(*cards: str) -> list[Any]:
    """Hand cards that all know."""
    return [{"card": card, "known": True} for card in cards]


def pile(cards: Sequence[str]) -> dict[str, Any]:
    """Just these cards, the first on top."""
    return {"draws": list(cards), "pile_size": len(cards)}


def at_action(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 0 is asked; seat 1 has two unknown cards, one taken from the first discard, and a token."""
    return {
        "seats": [
            {"hand": ["TT10", "TT11", "dionysus"]},
            {
                "hand": [cards[0], *seen("TT09"), cards[1], "dionysus"],
                "territories": {"poseidon": areas(on("TT02a", {"token": faces[0], "seen": [1]}))},
            },
        ],
        "tokens_gone": [faces[1]],
        "supply": list(faces[2:]),
        **pile(cards[2:]),
    }


def at_another_action(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 0 is asked with one card: in a world where it could only be discarded nobody would be asked."""
    return {"seats": [{"hand": [cards[0]]}, {"hand": seen("TT09", "TT10")}], **pile(cards[1:])}


def at_graeae(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 0 has Graeae and another card."""
    return {"seats": [{"hand": [*seen("TS21"), cards[0]]}, {"hand": seen("TT09", "TT10")}], **pile(cards[1:])}


def at_castor_and_pollux(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """The last card of the pile is the only one in the hand, and can be played or not."""
    return {"seats": [{"hand": seen("TS12")}, {"hand": list(cards[1:])}], **pile(cards[:1])}


def at_token(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 2 takes a token; 0 and then 1 may have Hecate."""
    return {
        "seats": [
            {"hand": [cards[0], "dionysus"]},
            {"hand": [cards[1], "dionysus"]},
            {"hand": [*seen("TS03"), cards[2]], "territories": {"poseidon": areas("TT01a", "TT29a")}},
        ],
        "to_move": 2,
        "supply": list(faces),
        **pile(cards[3:]),
    }


def at_token_of_four(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 3 takes a token; 0, then 1, then 2 may have Hecate."""
    position = at_token([*cards[:2], cards[3], cards[4]], faces)
    position["seats"].insert(2, {"hand": [cards[2], "dionysus"]})
    return {**position, "to_move": 3}


def at_exchange(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 0 has the Support and two unknown cards; the counterparts of its areas depend on them."""
    return {
        "seats": [
            {"hand": [*seen("TS07"), *cards[:2]], "territories": {"poseidon": areas("TT01a", "TT29a")}},
            {"hand": seen("TT09", "TT10"), "territories": {"poseidon": areas("TT02a")}},
        ],
        "first_discard": ["TT44"],
        **pile(cards[2:]),
    }


def at_exchange_with_a_shield(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """The opponent has an unknown card too."""
    position = at_exchange(cards[1:], faces)
    position["seats"][1]["hand"] = [cards[0], *seen("TT10")]
    return position


def at_place(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 0 draws a token, another lies in its city."""
    city = areas(on("TT01a", {"token": faces[0], "seen": [0]}), "TT29a")
    return {
        "seats": [
            {"hand": [*seen("TS03"), cards[0]], "territories": {"poseidon": city}},
            {"hand": seen("TT09", "TT10")},
        ],
        "supply": list(faces[1:]),
        **pile(cards[1:]),
    }


def at_theft(cards: Sequence[str], faces: Sequence[str]) -> dict[str, Any]:
    """Seat 0 steals from seat 1, who has seen one of the tokens; seat 2 looks on."""
    city = areas(on("TT02a", {"token": faces[0], "seen": [1]}, {"token": faces[1], "seen": []}))
    return {
        "seats": [
            {"hand": [*seen("TS05"), cards[0]], "territories": {"poseidon": areas("TT01a", "TT29a")}},
            {"hand": seen("TT09", "TT10"), "territories": {"poseidon": city}},
            {"hand": seen("TT11")},
        ],
        "supply": list(faces[2:]),
        **pile(cards[1:]),
    }


PLAIN: Final = ("TT03", "TT04", "TT05", "TT06", "TT07")
TOKEN: Final = "support athena-token ts03"
EXCHANGE: Final = "support athena-exchange ts07"
EXCHANGE_OF_POSEIDON_1: Final = (EXCHANGE, "exchange poseidon 1", "with seat 1")
THEFT: Final = "support ares-theft ts05"
CASES: Final = {
    "own action": Case(0, at_action, PLAIN[:4], ("owl", "owl", "helmet", "trident")),
    "another's action": Case(1, at_another_action, ("TT03", "TT29", "TS11", "TS02", "TT30")),
    "another's action, spectator": Case(None, at_another_action, ("TT03", "TT29", "TS11", "TS02", "TT30")),
    "keep": Case(1, at_graeae, PLAIN, (), ("support graeae ts21",)),
    "keep, own": Case(0, at_graeae, PLAIN, (), ("support graeae ts21",)),
    "put": Case(None, at_graeae, PLAIN, (), ("support graeae ts21", "keep tt05")),
    "put, own": Case(0, at_graeae, PLAIN, (), ("support graeae ts21", "keep tt05")),
    "draw": Case(1, at_exchange, ("TT49", "TT04", "TT45", "TT46"), (), ("add tt49b",)),
    "again": Case(None, at_castor_and_pollux, ("TT03", "TT29", "TS02"), (), ("support castor-pollux ts12",)),
    # Seat 0 or 1 is asked. The active seat and one without Hecate cannot know which.
    "reactions, active": Case(2, at_token, ("TS11", "TT45", "TT46", "TS18", "TT47"), ("owl",), (TOKEN,)),
    "reactions, spectator": Case(None, at_token, ("TS11", "TT45", "TT46", "TS18", "TT47"), ("owl",), (TOKEN,)),
    "reactions, asked": Case(0, at_token, ("TS11", "TT45", "TT46", "TS18", "TT47"), ("owl",), (TOKEN,)),
    "reactions, passed": Case(
        0, at_token, ("TS11", "TS18", "TT46", "TT45", "TS19"), ("owl",), (TOKEN, "let it happen"), 1
    ),
    "reactions, not yet asked": Case(1, at_token, ("TS11", "TS18", "TT46", "TT45", "TS19"), ("owl",), (TOKEN,)),
    "reactions, without Hecate": Case(1, at_token, ("TS11", "TT45", "TT46", "TS18", "TT47"), ("owl",), (TOKEN,)),
    "reactions of three, not yet asked": Case(
        1, at_token_of_four, ("TS11", "TS18", "TS19", "TT46", "TT45"), ("owl",), (TOKEN,)
    ),
    "reactions of three, passed": Case(
        1, at_token_of_four, ("TS11", "TS18", "TS19", "TT46", "TT45"), ("owl",), (TOKEN, *["let it happen"] * 2), 1
    ),
    "exchange": Case(1, at_exchange, ("TT03", "TT31", "TT04", "TT45"), (), (EXCHANGE,)),
    "exchange with": Case(
        1, at_exchange, ("TT03", "TT31", "TT04", "TT45", "TT46"), (), (EXCHANGE, "exchange poseidon 1")
    ),
    "exchange with, not asked which": Case(
        None, at_exchange, ("TT03", "TT45", "TT04", "TT31", "TT46"), (), (EXCHANGE,)
    ),
    "exchange, target asked": Case(
        1, at_exchange_with_a_shield, ("TS10", "TT03", "TT31", "TT45", "TT46"), (), EXCHANGE_OF_POSEIDON_1
    ),
    "exchange, target asked, spectator": Case(
        None, at_exchange_with_a_shield, ("TS10", "TT03", "TT31", "TT45", "TS17"), (), EXCHANGE_OF_POSEIDON_1
    ),
    "exchange, target asked, nothing else to name": Case(
        1, at_exchange_with_a_shield, ("TS10", "TT45", "TT46", "TT03", "TT31"), (), (EXCHANGE,)
    ),
    "place": Case(1, at_place, PLAIN[:3], ("owl", "helmet", "trident", "owl"), (TOKEN,)),
    "place, own": Case(0, at_place, PLAIN[:3], ("owl", "helmet", "trident", "owl"), (TOKEN,)),
    "steal": Case(0, at_theft, PLAIN[:3], ("owl", "helmet", "trident"), (THEFT,)),
    "place what was stolen, thief": Case(
        0, at_theft, PLAIN[:3], ("owl", "helmet", "trident"), (THEFT, "steal poseidon 1 2")
    ),
    "place what was stolen, victim": Case(
        1, at_theft, PLAIN[:3], ("owl", "helmet", "trident"), (THEFT, "steal poseidon 1 1")
    ),
    "place what was stolen, bystander": Case(
        2, at_theft, PLAIN[:3], ("owl", "helmet", "trident"), (THEFT, "steal poseidon 1 1")
    ),
}


# With few worlds: these are drawn where branches are counted too
FEW: Final = ["keep", "draw", "exchange", "reactions, asked", "reactions of three, not yet asked"]


@pytest.mark.deep
@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.laws) for name in CASES]
)
def test_every_world_that_looks_the_same_and_no_other(name: str) -> None:
    """Y8.1, Y4.10: all questions that may be pending occur, no other; every deal is equally likely (chi-square)."""
    case = CASES[name]
    truth = case.truth()
    questions, weights = case.worlds()
    assert question(truth, case.viewer) in questions
    rng = random.Random(2024)
    drawn = Counter(question(GAME.resample(truth, case.viewer, rng), case.viewer) for _ in range(SAMPLES))
    assert set(drawn) <= questions, [one for one in drawn if one not in questions][:3]
    assert set(drawn) == questions
    found: Counter[World] = Counter()
    for one, n in drawn.items():
        found[one.world] += n
    total = sum(weights.values())
    statistic = sum((found[world] - SAMPLES * n / total) ** 2 / (SAMPLES * n / total) for world, n in weights.items())
    if len(weights) > 1:
        assert statistic < chi_square_limit(len(weights) - 1), (statistic, len(weights))


QUESTIONS: Final = {
    "god", "action", "again", "take from", "lay", "draw", "keep", "put", "theft from", "steal", "place", "exchange",
    "exchange with", "destruction of", "destroy", "lock", "unlock of", "unlock", "reactions", "over",
}  # fmt: skip


def states(number: int) -> Iterator[tuple[Any, int]]:
    """Every question of some games, at every number of seats, the rare ones always and others now and then."""
    for seed in range(number):
        for n, state in enumerate(game(2 + seed % 3, seed, gods="choose" if seed % 2 else "random")):
            if n % 12 == 0 or GAME.asking(state) not in ("action", "draw"):
                yield state, n


@pytest.mark.laws
def test_the_view_stays_the_same_at_every_question() -> None:
    """Y8.1, Y4.10: for all seats and spectators; only what is hidden changes, and nothing is lost."""
    rng = random.Random(1)
    asked: set[str] = set()
    for state, _ in states(9):
        asked.add(GAME.asking(state))
        before = GAME.digest(state)
        for viewer in viewers(state):
            other = GAME.resample(state, viewer, rng)
            assert GAME.view(other, viewer) == GAME.view(state, viewer)
            assert GAME.asking(other) == GAME.asking(state)
            if viewer is not None:
                assert other.players[viewer].hand == state.players[viewer].hand
            if GAME.to_move(state) == viewer:
                assert labels(other) == labels(state)
            assert everything(other) == everything(state)
        assert GAME.digest(state) == before
    assert asked == QUESTIONS


def everything(state: Any) -> tuple[list[str], list[int], list[int], list[list[str]], list[int]]:
    """What is the same in all worlds: the cards and faces all together, sizes and public cards of hands."""
    cards = [*state.pile, *state.looking, *(card for p in state.players for card in p.hand)]
    return (
        sorted(IDS[card] for card in cards),
        [len(state.pile), len(state.looking), len(state.supply)],
        [len(p.hand) for p in state.players],
        [sorted(IDS[card] for card in p.known) for p in state.players],
        sorted([*state.supply, *state.token_face]),
    )


@pytest.mark.laws
def test_the_answers_fit_the_world() -> None:
    """Y3.1: of whoever is asked in it, its hand allows them; and it can be played to its end."""
    rng = random.Random(2)
    for state, n in states(9):
        for viewer in viewers(state):
            other = GAME.resample(state, viewer, rng)
            seat = GAME.to_move(other)
            if seat == pediment.OVER:
                continue
            held = {IDS[card].lower() for card in other.players[seat].hand}
            held |= {IDS[card].lower() for card in other.looking}
            for label in labels(other):
                word = label.split()[-1]
                if word.startswith(("ts", "tt")):
                    assert word[:4] in held
            if GAME.asking(other) == "action":
                assert {label.split()[1] for label in labels(other) if label.startswith("discard")} == held
            if n % 5 == 0:
                for _ in range(1000):
                    if GAME.to_move(other) == pediment.OVER:
                        break
                    GAME.apply(other, rng.choice(GAME.legal(other)))
                assert GAME.to_move(other) == pediment.OVER


def test_a_card_taken_from_the_first_discard_stays_until_it_is_played() -> None:
    """Y8.1: in every world, for every viewer."""
    state = GAME.position(
        {
            "seats": [{"hand": ["TT03", "TT04"]}, {"hand": ["TT45", "TT46"]}, {"hand": ["TT47", "TT48"]}],
            "first_discard": ["TT09"],
            "draws": ["TT05", "TT06", "TT07", "TT08"],
        }
    )
    rng = random.Random(3)

    def always(card: str) -> bool:
        worlds = [GAME.resample(state, viewer, rng) for viewer in (None, 1, 2) for _ in range(40)]
        return all(card in ids(world.players[0].hand) for world in worlds)

    for label in ("add tt03a", "draw discard", "discard tt45", "discard tt47"):
        GAME.play(state, label)
    assert always("TT09")
    assert not always("TT04")
    GAME.play(state, "discard tt04")
    assert always("TT09")
    assert not always("TT07")
    for label in ("discard tt46", "discard tt48", "discard tt09"):
        GAME.play(state, next(found for found in labels(state) if found == label))
    assert not always("TT09")


def test_what_is_drawn_next_differs_from_world_to_world() -> None:
    """Y8.1: the order of the pile and of the supply is nobody's knowledge; draws that a position forces neither."""
    position = {
        "seats": [{"hand": ["TT03", "TT04"]}, {"hand": ["TT45", "TT46"]}],
        "draws": ["TT05"],
    }
    state = GAME.position(position)
    rng = random.Random(4)
    drawn: set[str] = set()
    for _ in range(60):
        other = GAME.resample(state, 0, rng)
        GAME.play(other, "discard tt03")
        drawn |= set(GAME.view(other, 0)["hand"]) - {"TT04"}
    assert len(drawn) > 20


def test_a_world_is_found_though_an_exchange_leaves_next_to_none() -> None:
    """Seat 0 was not asked for its area: each of its five cards fits this one, or none. No other such hand is left."""
    city = {
        "poseidon": areas("TT01a", "TS04a", "TS07a", "TS10a"),
        "hephaestus": areas("TS13a", "TS16a", "TS19a", "TS22a"),
        "aether": areas("TS25a", "TS28a", "TS31a", "TS34a"),
        "gaia": areas("TS37a", "TS40a", "TS43a"),
    }
    hand = ["TS06", "TS01", "TS02", "TS03", "TT03", "TT06"]
    state = GAME.position(
        {
            "seats": [
                {"hand": hand, "territories": city},
                {"hand": ["TS09"], "territories": {"poseidon": areas("TT02a")}},
            ],
            "second_discard": ["TS46", "TS47", "TS48"],
            "played": ["support athena-exchange ts06", "with seat 1"],
        }
    )
    assert labels(state) == ["let it happen", "shield ts09"]
    rng = random.Random(5)
    for viewer in (0, 1, None):
        world = GAME.resample(state, viewer, rng)
        assert GAME.view(world, viewer) == GAME.view(state, viewer)
        assert "let it happen" in labels(world)


def test_a_seat_that_there_is_not() -> None:
    """Y2.1: a world is asked for by a seat of the table or by a spectator."""
    state = GAME.new(seats=2)
    for seat in (2, -1):
        with pytest.raises(ValueError, match="seat"):
            GAME.view(state, seat)


def test_a_world_does_not_tell_which_card_graeae_let_another_keep() -> None:
    """Y8.1: neither the turn nor the past of a world has the true card in it."""
    start = {
        "seats": [{"hand": ["TS21", "TS09"]}, {"hand": ["TS11"]}, {"hand": ["TS01"]}],
        "draws": ["TT01", "TT02", "TT03"],
        "played": ["support graeae ts21", "keep tt02"],
    }
    kept = set()
    for seed in range(20):
        world = GAME.resample(GAME.position(start), 1, random.Random(seed))
        seen = GAME.view(world, 0)
        label = seen["turn"][1][1]
        assert label.removeprefix("keep ").upper() in seen["hand"]
        assert (world.revealed, world.actions) == ([], [])
        kept.add(label)
    assert len(kept) > 10


def test_a_shuffled_list_may_have_any_order() -> None:
    rng = Stream(5)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(1200):
        items = [1, 2, 3]
        shuffle(items, rng)
        found[tuple(items)] += 1
    assert set(found) == set(itertools.permutations([1, 2, 3]))
    assert all(150 <= n <= 250 for n in found.values())
