"""The messages: what is sent fits the schema and holds nothing secret; what is wrong is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import numpy as np
import pytest

import pediment
from pediment.bots.external import protocol
from pediment.bots.external.protocol import About, Mistake
from pediment.core.engine.rng import Stream, stream
from pediment.rl.numbers import Numbers
from pediment.testing.toy import GAME as PEBBLES

SCHEMA = protocol.schema()
TO_BOT, FROM_BOT = (
    jsonschema_rs.Draft202012Validator(SCHEMA | {"oneOf": [{"$ref": f"#/$defs/{way}"}]})
    for way in ("to_bot", "from_bot")
)
GAMES = [*map(pediment.game, pediment.games()), PEBBLES]


def random_states(game: pediment.Game[Any], seats: int, seed: int) -> list[Any]:
    """All questions of a random game, and its end."""
    state = game.new(seats=seats, seed=seed)
    moves = stream(seed, "moves")
    found = [state.clone()]
    while game.to_move(state) != pediment.OVER:
        legal = game.legal(state)
        game.apply(state, legal[moves.below(len(legal))])
        found.append(state.clone())
    return found


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(SCHEMA)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_sent_fits_the_schema(game: pediment.Game[Any]) -> None:
    for seats in game.seat_counts:
        *asked, end = random_states(game, seats, seed=seats)
        messages = [protocol.hello(), protocol.start(game, end, 1, 2**32 - 1, 5000), protocol.bye()]
        for number, state in enumerate(asked[::7], 1):
            seat = state.to_move
            messages.append(protocol.ask(game, state, seat, game.view(state, seat), number, 1))
        messages += [protocol.over(game, end, seat) for seat in range(seats)]
        messages += [protocol.error(kind, "why", 1, "open") for kind in protocol.KINDS]
        for message in messages:
            text = protocol.encode(message)
            assert "\n" not in text
            assert text.isascii()
            TO_BOT.validate(json.loads(text))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_question_tells_nothing_but_what_the_seat_may_know(game: pediment.Game[Any]) -> None:
    """With everything that the seat cannot know drawn again, the message is the same."""
    for state in random_states(game, 3, seed=5)[:-1:5]:
        seat = state.to_move
        said = {
            protocol.encode(protocol.ask(game, world, seat, game.view(world, seat), 1, 5000))
            for world in (state, *(game.resample(state, seat, Stream(other)) for other in range(3)))
        }
        assert len(said) == 1


@pytest.mark.parametrize("game", GAMES[:2], ids=lambda game: game.name)
def test_a_bot_that_wants_numbers_gets_those_of_the_environments(game: pediment.Game[Any]) -> None:
    wants = ("observation", "mask")
    for state in random_states(game, 3, seed=5)[:-1:9]:
        seat = state.to_move
        start = protocol.start(game, state, seat, 1, 1, wants)
        ask = protocol.ask(game, state, seat, game.view(state, seat), 1, 1, wants)
        for message in (start, ask):
            TO_BOT.validate(json.loads(protocol.encode(message)))
        row = np.array(ask["observation"], np.float32) / np.array(start["highest"], np.float32)
        assert (row == Numbers(game, 3).observation(state, seat)).all()
        assert [game.label(state, int(action)) for action in np.flatnonzero(ask["mask"])] == ask["legal"]
        told = {
            protocol.encode(protocol.ask(game, world, seat, {}, 1, 1, wants))
            for world in (state, *(game.resample(state, seat, Stream(other)) for other in range(3)))
        }
        assert len(told) == 1


def test_what_a_bot_can_want() -> None:
    hello = {"type": "hello", "protocol": 1, "name": "net", "wants": ["mask"]}
    assert protocol.read_hello(hello).wants == ("mask",)
    FROM_BOT.validate(hello)
    for wrong in ("mask", ["view"], [7], None):
        with pytest.raises(Mistake, match="hello can want observation and mask in a list, not"):
            protocol.read_hello(hello | {"wants": wrong})


def test_the_end_comes_at_the_end() -> None:
    with pytest.raises(ValueError, match="the game is not over"):
        protocol.over(PEBBLES, PEBBLES.new(), 0)


def test_the_end_is_what_the_seat_sees() -> None:
    end = random_states(PEBBLES, 2, seed=3)[-1]
    message = protocol.over(PEBBLES, end, 1)
    assert message["totals"] == PEBBLES.totals(end)
    assert message["returns"] == PEBBLES.returns(end)
    assert message["view"] == PEBBLES.view(end, 1)


def test_a_hello() -> None:
    text = '{"type": "hello", "protocol": 1, "name": "Δ", "version": "2", "more": [1]}'
    FROM_BOT.validate(json.loads(text))
    assert protocol.read_hello(protocol.decode(text.encode())) == About("Δ", "2", "")


def test_a_move() -> None:
    text = '{"type": "move", "id": 3, "move": "take zeus.hercules", "why": "strong"}'
    FROM_BOT.validate(json.loads(text))
    assert protocol.read_move(protocol.decode(text)) == (3, "take zeus.hercules")


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("", "rubbish", "this is not JSON: ''"),
        ("take zeus.hercules", "rubbish", "this is not JSON: 'take"),
        (b"\xff\xfe{}", "rubbish", "this is not JSON: b'"),
        ('{"type": "move"}'.encode("utf-16"), "rubbish", "this is not JSON"),
        ("[" * 100_000, "rubbish", "this is not JSON"),
        ('{"id": ' + "9" * 5000 + "}", "rubbish", "this is not JSON"),
        ("[1]", "rubbish", "a message is a JSON object, not a list"),
        ("null", "rubbish", "a message is a JSON object, not null"),
        ("3", "rubbish", "a message is a JSON object, not 3"),
        ("{}", "protocol", "a message has a type, a text; this one has null"),
        ('{"type": {}}', "protocol", "this one has an object"),
    ],
)
def test_what_is_no_message(text: str | bytes, kind: str, words: str) -> None:
    with pytest.raises(Mistake) as found:
        protocol.decode(text)
    assert words in str(found.value)
    assert found.value.kind == kind


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"type": "move"}, "a message of type hello was due, not 'move'"),
        ({"protocol": 2}, "this is version 1 of the protocol; the bot's hello says 2"),
        ({"protocol": True}, "the bot's hello says True"),
        ({"protocol": None}, "the bot's hello says null"),
        ({"name": None}, "the bot's hello has no name"),
        ({"name": ""}, "the bot's hello has no name"),
        ({"name": 7}, "the name in the bot's hello must be printable text of at most 80 characters, not 7"),
        ({"name": "x" * 81}, "the name in the bot's hello must be printable text"),
        ({"name": "a\nb"}, "the name in the bot's hello must be printable text"),
        ({"version": 1.5}, "the version in the bot's hello must be"),
        ({"author": ["a", "b"]}, "printable text of at most 80 characters, not a list"),
    ],
)
def test_a_wrong_hello(fields: dict[str, Any], words: str) -> None:
    message = {"type": "hello", "protocol": 1, "name": "mine"} | fields
    with pytest.raises(Mistake) as found:
        protocol.read_hello(message)
    assert words in str(found.value)
    assert found.value.kind == "protocol"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"type": "hello"}, "a message of type move was due, not 'hello'"),
        ({"id": None}, "the id of a move is the number of its question, not null"),
        ({"id": 1.5}, "the id of a move is the number of its question, not 1.5"),
        ({"id": True}, "the id of a move is the number of its question, not True"),
        ({"id": "1"}, "the id of a move is the number of its question, not '1'"),
        ({"move": None}, "a move is a text out of the question's legal ones, not null"),
        ({"move": 0}, "a move is a text out of the question's legal ones, not 0"),
    ],
)
def test_a_wrong_move(fields: dict[str, Any], words: str) -> None:
    message = {"type": "move", "id": 1, "move": "open"} | fields
    with pytest.raises(Mistake) as found:
        protocol.read_move(message)
    assert words in str(found.value)
    assert not FROM_BOT.is_valid(message)
