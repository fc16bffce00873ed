from __future__ import annotations

import copy
import hashlib
import hmac
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pediment
from pediment.core import record as records
from pediment.core.engine import fairness
from pediment.core.engine.rng import FairStream, NotedStream, Stream, stream
from pediment.core.errors import OptionError, PositionError, RecordError
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.testing.toy import GAME as PEBBLES

SECRET = bytes(range(32))
SEED = fairness.fair_seed(SECRET, ["ada7", ""])
GAMES: list[Game[Any]] = [PEBBLES, *map(pediment.game, pediment.games())]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

nonces = st.lists(st.text("0123456789abcdefghijklmnopqrstuvwxyz", max_size=64), min_size=1, max_size=4)
secrets = st.binary(min_size=32, max_size=32)
branches = st.integers(0, 10**18 - 1)


def words(seed: str, purpose: str) -> Iterator[int]:
    """docs/fair.md once more, by nobody's code but this."""
    _, secret, rest = seed.split(":", 2)

    def mac(key: bytes, message: bytes) -> bytes:
        key = key.ljust(64, b"\0")
        inner = hashlib.sha256(bytes(k ^ 0x36 for k in key) + message).digest()
        return hashlib.sha256(bytes(k ^ 0x5C for k in key) + inner).digest()

    key = mac(bytes.fromhex(secret), f"{rest}:{purpose}".encode())
    i = 0
    while True:
        yield int(mac(key, i.to_bytes(8, "big"))[:8].hex(), 16)
        i += 1


def below(numbers: Iterator[int], n: int) -> int:
    limit = 2**32 // n * n
    return next(word >> 32 for word in numbers if word >> 32 < limit) % n


@given(secrets, nonces, branches, st.sampled_from(["draws", "start player", ""]))
def test_the_numbers_are_those_of_the_description(secret: bytes, given: list[str], branch: int, purpose: str) -> None:
    seed = fairness.fair_seed(secret, given, branch)
    ours, theirs = stream(seed, purpose), words(seed, purpose)
    assert [ours.getrandbits(64) for _ in range(3)] == [next(theirs) for _ in range(3)]
    sizes = [2, 105, 3 * 2**30, 2**32 - 1, 52]
    assert [ours.below(n) for n in sizes] == [below(theirs, n) for n in sizes]


def test_the_state_of_a_stream_is_its_key_and_the_number_of_its_next_word() -> None:
    """The hashes of records rely on it."""
    text = SEED.split(":", 2)[2]
    key = hmac.digest(SECRET, f"{text}:draws".encode(), "sha256")
    draws = stream(SEED, "draws")
    assert draws.state == int.from_bytes(key, "big") << 64
    for _ in range(3):
        draws.getrandbits(64)
    assert draws.state == int.from_bytes(key, "big") << 64 | 3


def test_the_numbers_stay_the_same() -> None:
    """Published commitments rely on them."""
    draws = stream(SEED, "draws")
    assert isinstance(draws, FairStream)
    assert [draws.below(52) for _ in range(8)] == [47, 20, 36, 38, 43, 19, 26, 4]


@pytest.mark.parametrize("n", [2, 3, 6, 52, 105])
def test_every_number_is_equally_likely(n: int) -> None:
    numbers = stream(SEED, "unbiased")
    counts = Counter(numbers.below(n) for _ in range(500 * n))
    chi2 = sum((counts[i] - 500) ** 2 / 500 for i in range(n))
    assert chi2 < (n - 1) + 4 * (2 * (n - 1)) ** 0.5


def test_a_number_that_would_bias_is_drawn_again() -> None:
    n = 2**31 + 1
    numbers, count = stream(SEED, "unbiased"), Counter[bool]()
    for _ in range(2000):
        count[numbers.below(n) < n // 2] += 1
    assert abs(count[True] - 1000) < 150


@given(st.integers(0, 5), st.integers(1, 2**32 - 1))
def test_copies_go_on_alike(ahead: int, n: int) -> None:
    numbers = stream(SEED, "draws")
    for _ in range(ahead):
        numbers.below(10)
    copies = [numbers.clone(), copy.copy(numbers), copy.deepcopy(numbers), pickle.loads(pickle.dumps(numbers))]
    assert {one.state for one in copies} == {numbers.state}
    assert len({one.below(n) for one in [*copies, numbers]}) == 1
    assert {one.state for one in copies} == {numbers.state}


def test_everything_in_the_seed_counts() -> None:
    seeds = [
        SEED,
        fairness.fair_seed(bytes(32), ["ada7", ""]),
        fairness.fair_seed(SECRET, ["", "ada7"]),
        fairness.fair_seed(SECRET, ["ada", "7"]),
        fairness.fair_seed(SECRET, ["ada7", "", ""]),
        fairness.fair_seed(SECRET, ["ada7", ""], 1),
    ]
    assert len({stream(seed, "draws").below(2**32 - 1) for seed in seeds}) == len(seeds)
    assert stream(SEED, "draws").below(2**32 - 1) != stream(SEED, "setup").below(2**32 - 1)


@given(secrets, nonces, branches)
def test_a_seed_and_its_parts(secret: bytes, given: list[str], branch: int) -> None:
    found = fairness.parse(fairness.fair_seed(secret, given, branch))
    assert (found.secret, found.nonces, found.branch) == (secret, given, branch)


@pytest.mark.parametrize("n", [0, 31, 33])
def test_a_secret_of_another_length_is_refused_in_words(n: int) -> None:
    with pytest.raises(ValueError, match=f"a secret has 32 bytes, not {n}"):
        fairness.fair_seed(bytes(n), [""])


def test_the_commitment() -> None:
    assert fairness.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    promised = b'hmac-sha256 2\n{"a":[1,2],"b":"x","table":"t1"}\n' + SECRET.hex().encode()
    terms = fairness.terms("t1", {"b": "x", "a": [1, 2]})
    assert fairness.commitment(SECRET, terms) == hashlib.sha256(promised).hexdigest()


def test_a_receipt_covers_a_beginning_of_the_game() -> None:
    actions = ["open", "hide", "open", "hide"]
    given = [fairness.receipt(SECRET, 1, 12, actions[:n]) for n in range(5)]
    assert {len(one) for one in given} == {len("1.12.") + 32}
    assert [fairness.covered(one, SECRET, actions) for one in given] == [0, 1, 2, 3, 4]
    assert fairness.covered(given[4], SECRET, actions[:3]) is None
    assert fairness.covered(given[4], SECRET, ["hide", *actions[1:]]) is None
    assert fairness.covered(given[4], bytes(32), actions) is None
    for other in ("", given[4][:-1], given[4].replace("1.", "0.", 1), given[4].replace(".12.", ".13.")):
        assert fairness.covered(other, SECRET, actions) is None


@pytest.mark.parametrize(
    ("secret", "given", "branch"),
    [(b"short", [""], 0), (SECRET, ["ADA"], 0), (SECRET, ["a,b"], 0), (SECRET, ["a" * 65], 0), (SECRET, [""], -1)],
)
def test_what_makes_no_seed(secret: bytes, given: list[str], branch: int) -> None:
    with pytest.raises(ValueError, match=r"secret|nonce"):
        fairness.fair_seed(secret, given, branch)


WRONG = [
    "",
    "7",
    SEED.upper(),
    SEED + "\n",
    SEED.replace(":0:", ":00:"),
    SEED.replace(":0:", ":-1:"),
    SEED.replace(":0:", ":" + "1" * 19 + ":"),
    SEED.replace("ada7", "a" * 65),
    SEED.replace("ada7", "ada é"),
    SEED.replace("00", "0", 1),
    SEED.rpartition(":")[0],
]


@pytest.mark.parametrize("seed", WRONG)
def test_what_is_no_fair_seed(seed: str) -> None:
    with pytest.raises(ValueError, match="a fair seed is") as error:
        fairness.parse(seed)
    assert "0102030405" not in str(error.value)  # a secret is not repeated


@every_game
@pytest.mark.parametrize("seed", [*WRONG, SEED + ",", 10**18 + 1, 1.5, True, None])
def test_games_refuse_what_is_no_seed(game: Game[Any], seed: Any) -> None:
    with pytest.raises(OptionError, match="seed"):
        game.new(seats=2, seed=seed)
    with pytest.raises(ValueError, match="seed"):
        game.redraw(game.new(seats=2, seed=1), seed)
    if isinstance(seed, str):
        with pytest.raises(PositionError, match="seed"):
            game.position({"game": game.name, "seats": [{}, {}], "seed": seed})


@every_game
def test_many_games_want_a_number(game: Game[Any]) -> None:
    with pytest.raises(OptionError, match="whole number"):
        game.play_games(2, seed=SEED)  # type: ignore[arg-type]


@every_game
def test_a_game_from_a_fair_seed(game: Game[Any]) -> None:
    noted: list[tuple[str, int, int]] = []
    match = Match(game, seed=SEED)
    game.play_out(match.state, 1)
    again = records.replay(game, records.parse(json.dumps(match.record())), noted)
    assert game.digest(again) == game.digest(match.state)
    assert len(noted) > 5
    streams = {purpose: words(SEED, purpose) for purpose, _, _ in noted}
    assert [below(streams[purpose], n) for purpose, n, _ in noted] == [number for _, _, number in noted]


@every_game
def test_a_position_with_a_fair_seed(game: Game[Any]) -> None:
    position = {"game": game.name, "seats": [{}, {}], "seed": SEED}
    match = Match.of(game, game.position(position))
    game.play_out(match.state, 1)
    assert match.record()["position"]["seed"] == SEED
    assert game.digest(records.replay(game, match.record())) == game.digest(match.state)


def test_noted_numbers() -> None:
    noted: list[tuple[str, int, int]] = []
    numbers: Stream = NotedStream(stream(SEED, "draws"), "draws", noted)
    plain = stream(SEED, "draws")
    assert (numbers.below(6), numbers.getrandbits(8)) == (plain.below(6), plain.getrandbits(8))
    assert numbers.state == plain.state
    assert numbers.clone().below(6) == plain.below(6)
    assert [(purpose, n) for purpose, n, _ in noted] == [("draws", 6)]
    assert pickle.loads(pickle.dumps(numbers)).state == numbers.state


# Redraws


def redrawn(game: Game[Any], at: int, seed: int | str, then: int) -> Any:
    """A game with a redraw after some actions, and some more after it."""
    state = game.new(seats=2, seed=SEED)
    for _ in range(at):
        game.apply(state, state.legal[0])
    game.redraw(state, seed)
    for _ in range(then):
        if state.legal:
            game.apply(state, state.legal[0])
    return state


@every_game
def test_what_comes_after_a_redraw_is_fresh(game: Game[Any]) -> None:
    seen = set()
    for branch in range(1, 6):
        state = redrawn(game, 5, fairness.fair_seed(SECRET, ["", ""], branch), 20)
        seen.add(json.dumps(game.view(state, 0)))
    assert len(seen) == 5


@every_game
def test_everything_that_goes_back_knows_the_redraws(game: Game[Any]) -> None:
    state = redrawn(game, 5, 1, 0)
    game.redraw(state, 2)  # nothing was drawn from the first
    for _ in range(3):
        game.apply(state, state.legal[0])
    game.redraw(state, 3)
    assert state.origin.redraws == [(5, 2), (8, 3)]
    steps = [(game.digest(step), step.drawn, step.origin.redraws) for step in game.retrace(state)]
    assert steps[-1] == (game.digest(state), state.drawn, state.origin.redraws)
    assert [redraws for _, _, redraws in steps] == [[]] * 5 + [[(5, 2)]] * 3 + [[(5, 2), (8, 3)]]
    record = records.write(game, state)
    assert record["redraws"] == [{"at": 5, "seed": 2}, {"at": 8, "seed": 3}]
    for n in range(9):
        for again in (records.at(game, record, n), game.rewind(state, n)):
            assert (game.digest(again), again.drawn, again.origin.redraws) == steps[n]
    course = {key: value for key, value in record.items() if key not in ("format", "rules", "hashes", "result")}
    assert game.digest(records.follow(game, course)) == game.digest(state)


@every_game
def test_without_a_redraw_nothing_is_written(game: Game[Any]) -> None:
    assert "redraws" not in Match(game).record()


@every_game
def test_undo_stops_at_a_redraw(game: Game[Any]) -> None:
    match = Match.of(game, redrawn(game, 5, 1, 0))
    assert not any(match.undo(seat) for seat in (0, 1))


def test_undo_after_a_redraw() -> None:
    start = {"seats": [{}, {"open": [1, 2]}], "draws": [4, 1]}
    match = Match.of(PEBBLES, PEBBLES.position(start))
    match.play("open")
    PEBBLES.redraw(match.state, 5)
    match.play("discard 1")
    assert match.undo(1)
    assert match.state.origin.redraws == [(1, 5)]
    match.play("discard 2")
    assert PEBBLES.digest(records.replay(PEBBLES, match.record())) == PEBBLES.digest(match.state)


def test_a_redraw_forgets_what_a_position_wanted_to_be_drawn() -> None:
    found = set()
    for seed in range(20):
        state = PEBBLES.position({"seats": [{}, {}], "draws": [4, 4, 4]})
        PEBBLES.redraw(state, seed)
        PEBBLES.play(state, "open")
        found.add(PEBBLES.view(state, None)["seats"][0]["open"][0])
        assert state.draws == []
        assert PEBBLES.digest(records.replay(PEBBLES, records.write(PEBBLES, state))) == PEBBLES.digest(state)
    assert len(found) > 1
    for name, position in {
        "elysium": {
            "draws": ["zeus.hercules"],
            "seats": [{"domain": [{"card": "citizen", "face": "zeus.alliance"}]}, {}],
        },
        "ephyran": {"draws": ["TT01"], "supply": ["owl"], "seats": [{}, {}]},
    }.items():
        game = pediment.game(name)
        state = game.position({"game": name, **position})
        game.redraw(state, 1)
        assert state.draws == getattr(state, "token_draws", []) == []
        if name == "elysium":
            assert state.citizen_face[0] >= 0  # the owner put it there; it lies on the table


def test_a_world_is_not_redrawn() -> None:
    for game in GAMES:
        with pytest.raises(ValueError, match="a resampled world has no past"):
            game.redraw(game.resample(game.new(), 0, stream(1, "test")), 1)


@pytest.mark.parametrize(
    ("redraws", "place"),
    [
        ({}, "redraws"),
        ([5], "redraws[0]"),
        ([{"at": 5}], "redraws[0]"),
        ([{"at": 5, "seed": 1, "why": 2}], "redraws[0]"),
        ([{"at": "5", "seed": 1}], "redraws[0].at"),
        ([{"at": True, "seed": 1}], "redraws[0].at"),
        ([{"at": -1, "seed": 1}], "redraws[0].at"),
        ([{"at": 6, "seed": 1}], "redraws[0].at"),
        ([{"at": 3, "seed": 1}, {"at": 3, "seed": 2}], "redraws[1].at"),
        ([{"at": 3, "seed": 1}, {"at": 2, "seed": 2}], "redraws[1].at"),
        ([{"at": 3, "seed": None}], "redraws[0].seed"),
        ([{"at": 3, "seed": "seven"}], "redraws[0].seed"),
        ([{"at": 3, "seed": SEED + ","}], "redraws[0].seed"),
        ([{"at": 3, "seed": 7}], "actions[4]"),  # hashes differ
        ([{"at": 5, "seed": 7}], "actions[4]"),
        ([{"at": 0, "seed": 7}], "hashes['0']"),
    ],
)
def test_redraws_of_a_record_are_checked(redraws: Any, place: str) -> None:
    record = records.write(PEBBLES, redrawn(PEBBLES, 2, 4, 3))
    records.replay(PEBBLES, record)
    with pytest.raises(RecordError) as error:
        records.replay(PEBBLES, record | {"redraws": redraws})
    assert error.value.place == place
    course = {key: value for key, value in record.items() if key not in ("format", "rules", "hashes")}
    if place.startswith("redraws"):
        with pytest.raises(RecordError) as error:
            records.follow(PEBBLES, course | {"redraws": redraws})
        assert error.value.place == place


COURSE: dict[str, Any] = {"game": "pebbles", "options": {}, "seats": 2, "seed": 1, "actions": ["open", "hide"]}


@pytest.mark.parametrize(
    ("course", "place"),
    [
        (None, "course"),
        ([], "course"),
        ({}, "game"),
        ({**COURSE, "format": "pediment-record-1"}, "format"),
        ({**COURSE, "hashes": {}}, "hashes"),
        ({**COURSE, "game": "elysium"}, "game"),
        ({**COURSE, "seats": 5}, "options"),
        ({**COURSE, "seed": "seven"}, "seed"),
        ({**COURSE, "seed": 1.5}, "seed"),
        ({**COURSE, "options": {"colour": 1}}, "options"),
        ({**COURSE, "actions": ["open", "fold"]}, "actions[1]"),
        ({**COURSE, "actions": ["open", 1]}, "actions[1]"),
        ({"game": "pebbles", "position": {"seats": []}, "actions": []}, "position"),
        ({"game": "pebbles", "seats": 2, "actions": []}, "options"),
    ],
)
def test_a_course_is_checked(course: Any, place: str) -> None:
    with pytest.raises(RecordError) as error:
        records.follow(PEBBLES, course)
    assert error.value.place == place


def test_a_course_from_a_position_with_moves_played() -> None:
    position = {"seats": [{}, {"open": [1, 2]}], "draws": [4, 1], "played": ["open"]}
    course = {"game": "pebbles", "position": position, "actions": ["discard 1"], "redraws": [{"at": 1, "seed": 5}]}
    state = records.follow(PEBBLES, course)
    assert (len(state.actions), state.origin.redraws) == (2, [(2, 5)])
    assert PEBBLES.digest(records.replay(PEBBLES, records.write(PEBBLES, state))) == PEBBLES.digest(state)


@pytest.mark.parametrize("n", [-1, 3, True, "1"])
def test_there_is_no_such_place_in_a_record(n: Any) -> None:
    record = records.write(PEBBLES, records.follow(PEBBLES, COURSE))
    with pytest.raises(ValueError, match="the record has 2 actions"):
        records.at(PEBBLES, record, n)


@pytest.mark.parametrize("n", [-1, 3])
def test_there_is_no_such_place_in_a_game(n: int) -> None:
    with pytest.raises(ValueError, match="the game has 2 actions"):
        PEBBLES.rewind(records.follow(PEBBLES, COURSE), n)


def test_hmac_is_the_library_s() -> None:
    """The description's words are right about HMAC, too."""
    key = hmac.digest(SECRET, b"0:ada7,:draws", "sha256")
    first = hmac.digest(key, bytes(8), "sha256")[:8]
    assert int.from_bytes(first, "big") == next(words(SEED, "draws"))
