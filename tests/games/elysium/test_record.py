"""Records of Elysium: errors name their place, and no mutation of a record raises anything else."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pediment
from pediment.core.engine.rng import stream
from pediment.core.errors import RecordError
from tests.depth import examples

GAME: Final = pediment.game("elysium")
FILES: Final = sorted((Path(__file__).parents[2] / "records").glob("elysium-*.json"))
RECORDS: Final[dict[str, dict[str, Any]]] = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FILES}
SHORT: Final = min(RECORDS.values(), key=lambda record: len(record["actions"]))


def test_there_are_records_of_all_seat_counts_and_many_choices() -> None:
    assert len(FILES) >= 12
    assert {record["seats"] for record in RECORDS.values()} == {2, 3, 4}
    assert len({str(record["options"]["families"]) for record in RECORDS.values()}) >= 8
    assert len({record["seed"] for record in RECORDS.values()}) >= 10


@pytest.mark.parametrize("name", RECORDS)
def test_a_stored_record_replays_to_its_scores(name: str) -> None:
    record = RECORDS[name]
    match = pediment.replay(record)
    assert match.over
    assert [score["total"] for score in match.scores()] == record["result"]
    assert match.record() == record
    assert sum(GAME.returns(match.state)) == pytest.approx(1)


def place_of(record: Any) -> str:
    with pytest.raises(RecordError) as error:
        pediment.replay(record)
    return error.value.place


def altered(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(SHORT) | fields


BEGUN: Final = {"0": SHORT["hashes"]["0"]}


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"format": "elysium-1"}, "format"),
        ({"game": "chess"}, "game"),
        ({"rules": "0"}, "rules"),
        ({"seats": 5}, "options"),
        ({"options": {"families": "all"}}, "options"),
        ({"options": {"families": {"zeus": 1}}}, "options"),
        ({"options": {"families": [[], {}, 1, 2, 3]}}, "options"),
        ({"options": {"pediment": ["a"]}}, "options"),
        ({"options": {"colour": "red"}}, "options"),
        ({"options": {"edition": "box.toml"}}, "options.edition"),
        ({"actions": ["take zeus.heracles"]}, "hashes['20']"),
        ({"actions": ["take zeus.heracles"], "hashes": BEGUN | {"1": ""}}, "actions[0]"),
        ({"actions": ["end turn"], "hashes": BEGUN | {"1": ""}}, "actions[0]"),
        ({"actions": [], "hashes": BEGUN | {"0": None}}, "hashes['0']"),
        ({"actions": [], "hashes": {}}, "hashes"),
        ({"seed": 6}, "hashes['0']"),
        ({"result": [0, 0]}, "result"),
        ({"position": {"seats": [{"gold": -1}, {}]}}, "position"),
    ],
)
def test_an_error_names_its_place(fields: dict[str, Any], place: str) -> None:
    assert place_of(altered(**fields)) == place


def test_an_illegal_action_cites_the_rule() -> None:
    with pytest.raises(RecordError, match=r"actions\[0\]: 'end turn' cannot be played. E4.2: "):
        pediment.replay(altered(actions=["end turn"], hashes=BEGUN | {"1": ""}))


def test_every_altered_label_is_noticed() -> None:
    for i in range(0, len(SHORT["actions"]), 7):
        match = pediment.replay(beginning(i))
        other = next(label for label in match.options() if label != SHORT["actions"][i])
        actions = [*SHORT["actions"][:i], other, *SHORT["actions"][i + 1 :]]
        place = place_of(altered(actions=actions))
        assert place == "result" or int(place.removeprefix("actions[").removesuffix("]")) >= i


def beginning(n: int) -> dict[str, Any]:
    """The record of the first n actions."""
    match = pediment.Match(GAME, seats=SHORT["seats"], seed=SHORT["seed"], **SHORT["options"])
    for label in SHORT["actions"][:n]:
        match.play(label)
    return match.record()


def test_a_record_from_a_position_replays() -> None:
    match = pediment.replay(beginning(50))
    placed = pediment.Match.of(GAME, GAME.position(GAME.describe(match.state)))
    for _ in range(30):
        placed.play(placed.options()[-1])
    again = pediment.replay(json.dumps(placed.record()))
    assert again.view() == placed.view()


def test_a_face_fixed_by_a_position_replays() -> None:
    citizens = [{"card": "citizen", "face": "zeus.alliance"}, "citizen", {"card": "citizen", "face": "hades.charon"}]
    domain = ["zeus.trial-of-heroes", "hephaestus.slaves", *citizens]
    start = {"seats": [{"domain": domain}, {}], "agora": ["zeus.triumph"]}
    for seed in range(5):
        match = pediment.Match.of(GAME, GAME.position({**start, "seed": seed}))
        for label in ("use zeus.trial-of-heroes", "discard citizen", "use hephaestus.slaves", "discard citizen"):
            match.play(label)
        while not match.over:
            match.play(match.options()[-1])
        again = pediment.replay(json.dumps(match.record()))
        assert again.view() == match.view()


def test_a_resampled_world_has_no_past() -> None:
    """Its origin would tell the seed, and so the draws to come."""
    start = {"seats": [{"domain": ["zeus.trial-of-heroes", {"card": "citizen", "face": "zeus.alliance"}]}, {}]}
    faces = set()
    for seed in range(20):
        world = GAME.resample(GAME.position(start), None, stream(seed, "test"))
        for label in ("use zeus.trial-of-heroes", "discard citizen"):
            GAME.play(world, label)
        faces.add(GAME.view(world, None)["discard"][0])
        for past in (GAME.rewind, GAME.describe, pediment.Match.of(GAME, world).undo):
            with pytest.raises(ValueError, match="a resampled world has no past"):
                past(0 if past.__name__ == "undo" else world)
        with pytest.raises(ValueError, match="a resampled world has no past"):
            pediment.Match.of(GAME, world).record()
        assert (world.origin.seed, world.origin.options, world.origin.position) == (0, {}, None)
    assert len(faces) > 5


scalars = st.none() | st.booleans() | st.integers(-2, 400) | st.floats() | st.text(max_size=5)
values: st.SearchStrategy[Any] = st.recursive(
    scalars | st.sampled_from(GAME.label_list) | st.sampled_from(["zeus", "random", "first-game", "elysium", "1"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.laws
@pytest.mark.deep
@settings(max_examples=examples(150, 150))
@given(st.data())
def test_a_mutated_record_raises_nothing_but_record_errors(data: st.DataObject) -> None:
    record = copy.deepcopy(SHORT)
    for _ in range(data.draw(st.integers(1, 2))):
        spot: Any = record
        key: Any = data.draw(st.sampled_from([*record, "position"]))
        while isinstance(spot.get(key) if isinstance(spot, dict) else spot[key], (dict, list)) and data.draw(
            st.booleans()
        ):
            spot = spot[key]
            keys = sorted(spot) if isinstance(spot, dict) else list(range(len(spot)))
            key = data.draw(st.sampled_from(keys or ["new"])) if isinstance(spot, dict) or keys else None
            if key is None:
                return
        if isinstance(spot, dict) or key < len(spot):
            spot[key] = data.draw(values)
    try:
        pediment.replay(json.dumps(record) if data.draw(st.booleans()) else record)
    except RecordError as error:
        if not error.place:
            raise AssertionError("an error without its place") from None
