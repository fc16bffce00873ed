"""Deals: several games with the same cards in the same order, as far as they are still there."""

from __future__ import annotations

import copy
import hmac
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pediment
from pediment.core import record as records
from pediment.core.engine import fairness
from pediment.core.engine.rng import DealtStream, NotedStream, Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.errors import OptionError
from pediment.core.game import Game
from pediment.games.elysium.rules.deck import draw
from pediment.testing.toy import GAME as PEBBLES
from tests.core.engine.test_fairness import GAMES, below, every_game, words

SECRET = bytes(range(32))
SEED = fairness.deal_seed(SECRET)
TOKEN = 1000
"""Added to what `revealed` has of a token of Ephyran."""


def order_of(purpose: str, deck: int, things: list[int]) -> list[int]:
    """docs/fair.md once more, by nobody's code but this and that of the fair seeds."""
    key = hmac.digest(SECRET, f"deal:{purpose}".encode(), "sha256")
    deck_key = hmac.digest(key, f"deck {deck}".encode(), "sha256")
    numbers = (int.from_bytes(hmac.digest(deck_key, i.to_bytes(8, "big"), "sha256")[:8], "big") for i in range(10**6))
    left, found = things[:], []
    while left:
        at = below(numbers, len(left))
        found.append(left[at])
        left[at] = left[-1]
        left.pop()
    return found


def dealt(things: list[int], *more: list[int]) -> Stream:
    numbers = stream(SEED, "draws")
    numbers.lay_out([things, *more])
    return numbers


def drawn(numbers: Stream, things: list[int], deck: int = 0) -> list[int]:
    """All of them, as a game draws them."""
    left, found = things[:], []
    while left:
        at = numbers.pick(left, deck)
        found.append(left[at])
        left[at] = left[-1]
        left.pop()
    return found


def played(game: Game[Any], policy: int, seats: int = 2, **options: Any) -> Any:
    state = game.new(seats=seats, seed=SEED, **options)
    moves = stream(policy, "moves")
    while state.to_move != OVER:
        game.apply(state, state.legal[moves.below(len(state.legal))])
    return state


def test_the_order_is_that_of_the_description() -> None:
    cards = list(range(40, 60))
    assert drawn(dealt(cards), cards) == order_of("draws", 0, cards)
    assert drawn(dealt(cards), cards, 3) == order_of("draws", 3, cards)
    assert order_of("draws", 0, cards) != order_of("draws", 3, cards)
    fair = words(fairness.fair_seed(SECRET, [""]), "draws")
    assert drawn(dealt(cards), cards)[0] != cards[below(fair, len(cards))]  # an unrelated stream


@given(st.sets(st.integers(0, 30)), st.randoms(use_true_random=False))
def test_what_comes_next_is_the_first_that_is_still_there(gone: set[int], chance: Any) -> None:
    cards = list(range(31))
    left = [card for card in cards if card not in gone]
    chance.shuffle(left)  # how they lie in the list does not matter
    assert drawn(dealt(cards), left, 2) == [card for card in order_of("draws", 2, cards) if card not in gone]


def test_equal_things_come_in_the_order_too() -> None:
    tokens = [1, 1, 1, 2, 2, 3]
    assert drawn(dealt([0], tokens), tokens, 1) == order_of("draws", 1, tokens)


def test_every_card_is_equally_likely_to_be_the_first() -> None:
    counts: Counter[int] = Counter()
    for n in range(1500):
        numbers = stream(fairness.deal_seed(n.to_bytes(32, "big")), "draws")
        numbers.lay_out([[5, 6, 7]])
        counts[numbers.pick([5, 6, 7], 0)] += 1
    assert all(abs(counts[place] - 500) < 90 for place in range(3))


def test_a_stream_of_a_deal_is_copied() -> None:
    numbers = dealt(list(range(20)))
    numbers.pick([3, 4, 5], 0)
    for other in (numbers.clone(), copy.copy(numbers), pickle.loads(pickle.dumps(numbers))):
        assert type(other) is DealtStream
        assert other.state == numbers.state
        assert drawn(other, list(range(20))) == drawn(numbers.clone(), list(range(20)))


def test_a_draw_changes_the_state_of_the_stream() -> None:
    numbers = dealt([1, 2, 3])
    before = numbers.state
    numbers.pick([1, 2], 0)
    assert numbers.state != before


def test_draws_are_noted() -> None:
    noted: list[tuple[str, int, int]] = []
    numbers = NotedStream(stream(SEED, "draws"), "draws", noted)
    numbers.lay_out([[7, 8, 9]])
    place = numbers.pick([7, 9], 0)
    assert noted == [("draws", 2, place)]
    assert numbers.clone().pick([7, 9], 0) == place
    assert len(noted) == 1


def test_nothing_is_left() -> None:
    for numbers in (dealt([1, 2]), stream(7, "draws")):
        with pytest.raises(ValueError, match=r"pick|random int"):
            numbers.pick([], 0)


def test_without_decks_every_thing_is_equally_likely() -> None:
    numbers, other = stream(SEED, "draws"), stream(SEED, "draws")
    assert [numbers.pick([5, 6, 7, 8], 0) for _ in range(20)] == [other.below(4) for _ in range(20)]


def test_ordinary_streams_pick_as_they_always_drew() -> None:
    for seed in (7, fairness.fair_seed(SECRET, ["a", ""])):
        numbers, other = stream(seed, "draws"), stream(seed, "draws")
        numbers.lay_out([[1, 2, 3]])
        assert [numbers.pick([1, 2, 3], 0) for _ in range(20)] == [other.below(3) for _ in range(20)]


@pytest.mark.parametrize("seed", ["hmac-sha256-deal:", SEED[:-1], SEED + "0", SEED.upper(), SEED + ":0:,"])
def test_what_is_no_seed_of_a_deal(seed: str) -> None:
    with pytest.raises(ValueError, match="a fair seed is"):
        fairness.parse(seed)
    with pytest.raises(OptionError):
        PEBBLES.new(seed=seed)


def test_a_secret_of_another_length() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        fairness.deal_seed(bytes(31))


def test_the_parts_of_a_seed() -> None:
    fair = fairness.parse(SEED)
    assert (fair.secret, fair.nonces, fair.branch, fair.deal) == (SECRET, [], 0, True)
    assert not fairness.parse(fairness.fair_seed(SECRET, [""])).deal


@every_game
def test_a_deal_is_for_any_number_of_seats(game: Game[Any]) -> None:
    for seats in game.seat_counts:
        assert game.new(seats=seats, seed=SEED).origin.seats == seats


@every_game
def test_games_of_a_deal_begin_alike(game: Game[Any]) -> None:
    one, other = game.new(seed=SEED), game.new(seed=SEED)
    assert game.digest(one) == game.digest(other)
    assert game.digest(game.new(seed=fairness.deal_seed(bytes(32)))) != game.digest(one)


@pytest.mark.parametrize("seats", [2, 4])
def test_cards_and_tokens_of_ephyran_come_in_one_order(seats: int) -> None:
    """Nothing ever comes back into the pile or the supply: of two games one sees a beginning of what the other sees."""
    game = pediment.game("ephyran")
    ends = [played(game, policy, seats) for policy in range(6)]
    assert len({tuple(end.actions[:8]) for end in ends}) > 1  # they were played differently
    for tokens in (False, True):
        found = [[thing for thing in end.revealed if (thing >= TOKEN) == tokens] for end in ends]
        longest = max(found, key=len)
        assert all(one == longest[: len(one)] for one in found)
    edition = ends[0].edition
    assert ends[0].revealed[0] == order_of("draws", 0, list(range(104)))[0]
    faces = [thing - TOKEN for thing in ends[0].revealed if thing >= TOKEN]
    assert faces == order_of("draws", 1, edition.tokens)[: len(faces)]


@pytest.mark.parametrize("seats", [2, 4])
def test_cards_of_elysium_come_in_one_order(seats: int) -> None:
    """The first time that a card is seen it comes from the first deck; after a reshuffle it may come again."""
    game = pediment.game("elysium")
    ends = [played(game, policy, seats, families="wasteland") for policy in range(6)]
    found = [list(dict.fromkeys(end.revealed)) for end in ends]
    longest = max(found, key=len)
    assert all(one == longest[: len(one)] for one in found)
    assert len({len(one) for one in found}) > 1
    assert longest == order_of("draws", 0, ends[0].edition.deck(ends[0].families))[: len(longest)]


def test_a_deck_of_elysium_that_was_shuffled_again_has_an_order_of_its_own() -> None:
    """The cards that lie in it differ from game to game; those that both have come in the same order."""
    game = pediment.game("elysium")
    for kept in (0, 40):
        state = game.new(seed=SEED)
        deck = state.edition.deck(state.families)
        state.discard, state.unseen[0] = state.unseen[0][kept:], []
        state.old_discards = len(state.discard)
        discarded = set(state.discard)
        n = len(state.revealed)
        while draw(state) != -1:
            pass
        assert state.revealed[n:] == [card for card in order_of("draws", 1, deck) if card in discarded]


@every_game
def test_records_of_a_deal_replay(game: Game[Any]) -> None:
    end = played(game, 1)
    record = records.write(game, end)
    assert record["seed"] == SEED
    noted: list[tuple[str, int, int]] = []
    assert game.digest(records.replay(game, record, noted)) == game.digest(end)
    assert noted
    middle = len(end.actions) // 2
    assert game.digest(records.at(game, record, middle)) == game.digest(game.rewind(end, middle))


@every_game
def test_a_resampled_world_knows_nothing_of_the_deal(game: Game[Any]) -> None:
    """What comes next is different in different worlds; in the true game it is one thing."""
    true = game.new(seed=SEED)
    moves = stream(3, "moves")
    for _ in range(4):
        game.apply(true, true.legal[moves.below(len(true.legal))])
    ends = set()
    for n in range(5):
        world = game.resample(true, true.to_move, Stream(n))
        assert type(world.rng) is Stream
        game.play_out(world, 1)
        ends.add(game.digest(world))
    assert len(ends) == 5
    assert {game.digest(end) for end in (played(game, 2), played(game, 2))} == {game.digest(played(game, 2))}


def test_all_games_are_looked_at() -> None:
    assert {game.name for game in GAMES} == {"pebbles", *pediment.games()}
