from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pediment
from pediment.core import record as records
from pediment.core.errors import RecordError
from pediment.core.match import Match
from pediment.testing.toy import GAME


def finished(seed: int = 3) -> dict[str, Any]:
    match = Match(GAME, seats=3, seed=seed, copies=9)
    while not match.over:
        match.play(match.options()[len(match.state.actions) % 5 == 0])
    return match.record()


RECORD = finished()


def altered(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(RECORD) | fields


def without(field: str) -> dict[str, Any]:
    return {name: value for name, value in copy.deepcopy(RECORD).items() if name != field}


def place_of(record: Any) -> str:
    with pytest.raises(RecordError) as error:
        records.replay(GAME, record)
    assert str(error.value).startswith(f"{error.value.place}: ")
    return error.value.place


def test_a_record_is_options_seats_seed_and_labels() -> None:
    assert RECORD["format"] == "pediment-record-1"
    assert (RECORD["game"], RECORD["rules"]) == ("pebbles", "1")
    assert (RECORD["options"], RECORD["seats"], RECORD["seed"]) == ({"copies": 9}, 3, 3)
    assert set(RECORD["actions"]) <= set(GAME.label_list)
    assert list(RECORD["hashes"]) == ["0", "20", "40", str(len(RECORD["actions"]))]
    assert len(RECORD["result"]) == 3


def test_it_replays_through_json() -> None:
    state = records.replay(GAME, records.parse(json.dumps(RECORD)))
    assert state.to_move < 0
    assert [score["total"] for score in GAME.scores(state)] == RECORD["result"]


def test_a_game_not_over_has_no_result() -> None:
    match = Match(GAME, seed=1)
    assert list(match.record()["hashes"]) == ["0"]
    match.play("open")
    assert "result" not in match.record()
    assert records.replay(GAME, match.record()).actions == match.state.actions


def test_an_unknown_field_that_nobody_could_read_is_named_in_brief() -> None:
    assert place_of(altered(colour=1)) == "colour"
    assert place_of(altered(**{"\x1b[2J": 1})) == "'\\x1b[2J'"


def test_a_record_may_begin_at_a_position() -> None:
    match = Match.of(GAME, GAME.position({"seats": [{"open": [1]}, {}], "draws": [2], "played": ["hide"]}))
    match.play("open")
    record = match.record()
    assert record["position"] == {"seats": [{"open": [1]}, {}], "draws": [2]}
    assert record["actions"] == ["hide", "open"]
    assert "seed" not in record
    assert GAME.digest(records.replay(GAME, record)) == GAME.digest(match.state)


@pytest.mark.parametrize("field", ["game", "rules", "options", "seats", "seed", "actions", "hashes", "result"])
def test_a_missing_field_is_named(field: str) -> None:
    assert place_of(without(field)) == field


@pytest.mark.parametrize("played", [0, 1])
def test_the_options_are_written_in_full(played: int) -> None:
    """Even where nothing was played yet."""
    match = Match(GAME, seed=1)
    for _ in range(played):
        match.play("open")
    assert place_of(match.record() | {"options": {}}) == "options.copies"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "pgn"),
        ("format", None),
        ("game", "elysium"),
        ("game", 5),
        ("rules", "2"),
        ("rules", 1),
        ("options", []),
        ("options", {"copies": 0}),
        ("options", {"families": "random"}),
        ("seats", True),
        ("seats", "3"),
        ("seed", 1.5),
        ("actions", "open"),
        ("hashes", []),
        ("result", [1, 2, 3]),
        ("fair", 2),
        ("fair", {}),
        ("fair", {"version": 2}),
        ("fair", {"version": True, "table": ""}),
        ("fair", {"version": "2", "table": ""}),
        ("fair", {"version": 2, "table": 7}),
        ("fair", {"version": 2, "table": "", "secret": "7"}),
        ("position", "start"),
        ("position", {"seats": []}),
        ("comment", "well played"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: Any) -> None:
    assert place_of(altered(**{field: value})) == field


def test_names_change_nothing() -> None:
    state = records.replay(GAME, RECORD)
    for names in (["Ana", "Mo", "Z" * 40], ["", "Éloïse", ""], []):
        assert GAME.digest(records.replay(GAME, altered(names=names))) == GAME.digest(state)
        assert records.at(GAME, altered(names=names), 3).actions == state.actions[:3]
    assert "names" not in records.write(GAME, state)


@pytest.mark.parametrize(
    ("names", "place"),
    [
        ("Ana,Mo", "names"),
        (["Ana"], "names"),
        (["Ana", "Mo", "Zoe", "Lea"], "names"),
        (["Ana", None], "names[1]"),
        (["Ana", "M" * 41], "names[1]"),
        (["\x1b[2J", "Mo"], "names[0]"),
    ],
)
def test_what_is_not_a_name_is_refused(names: Any, place: str) -> None:
    assert place_of(altered(names=names)) == place


@pytest.mark.parametrize("field", ["format", "game", "rules", "seats", "seed", "actions", "hashes"])
def test_a_field_nested_too_deep_is_named(field: str) -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    assert place_of(altered(**{field: value})).partition("[")[0] == field


def test_a_seat_count_that_the_game_has_not() -> None:
    assert place_of(altered(seats=7)) == "options"


@pytest.mark.parametrize("record", [None, [], "record", 3])
def test_what_is_no_object_is_no_record(record: Any) -> None:
    assert place_of(record) == "record"


def test_foreign_json_is_no_record() -> None:
    assert place_of({"moves": ["e4", "e5"]}) == "format"


def test_a_truncated_text_says_where_it_ends() -> None:
    text = json.dumps(RECORD, indent=1)
    for end in range(0, len(text) - 1, 97):
        with pytest.raises(RecordError, match=r"line \d+, column \d+: not a whole JSON document"):
            records.parse(text[:end])


@pytest.mark.parametrize("text", ["[" * 100_000, '{"seed": ' + "9" * 5000 + "}"])
def test_json_beyond_reading_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="record: cannot be read"):
        records.parse(text)


def test_truncated_actions_are_noticed() -> None:
    n = len(RECORD["actions"])
    assert place_of(altered(actions=RECORD["actions"][: n - 5])) == f"hashes['{n}']"
    hashes = {key: value for key, value in RECORD["hashes"].items() if int(key) <= 20}
    assert place_of(altered(actions=RECORD["actions"][:25], hashes=hashes)) == "hashes"
    # the whole beginning with its hashes is a record of its own
    assert len(records.replay(GAME, without("result") | {"actions": RECORD["actions"][:20], "hashes": hashes}).log) > 20


@pytest.mark.parametrize("key", ["0", "-1", "020", "²", "x", "", "9" * 5000])
def test_a_hash_stands_after_an_action(key: str) -> None:
    assert place_of(altered(hashes=RECORD["hashes"] | {key: "0" * 16})) == f"hashes[{key!r}]"


def test_an_altered_label_is_named() -> None:
    actions = RECORD["actions"][:]
    actions[11] = "resign"
    assert place_of(altered(actions=actions)) == "actions[11]"
    actions[11] = "discard 3" if RECORD["actions"][11] in ("open", "hide") else "hide"
    assert place_of(altered(actions=actions)) == "actions[11]"


def test_another_legal_label_is_found_at_the_next_hash() -> None:
    actions = RECORD["actions"][:]
    at = next(i for i in range(22, 40) if actions[i] in ("open", "hide"))
    actions[at] = "hide" if actions[at] == "open" else "open"
    place = place_of(altered(actions=actions))
    assert place.startswith("actions[")
    assert at <= int(place[8:-1]) < 40


def test_an_altered_hash_is_found_at_its_place() -> None:
    hashes = RECORD["hashes"] | {"40": "0123456789abcdef"}
    with pytest.raises(RecordError, match=r"^actions\[39\]: .* between actions\[20\] and here"):
        records.replay(GAME, altered(hashes=hashes))


def test_another_seed_is_found() -> None:
    assert place_of(altered(seed=4)) == "hashes['0']"


def test_a_label_must_be_text() -> None:
    actions: list[Any] = RECORD["actions"][:]
    actions[2] = 0
    assert place_of(altered(actions=actions)) == "actions[2]"


def test_an_edition_in_a_record_is_never_a_file() -> None:
    """A record comes from anywhere: it must not make anybody read a file."""
    assert place_of(altered(options={"copies": 9, "edition": "secret.toml"})) == "options.edition"


def test_the_registry_knows_which_games_there_are() -> None:
    with pytest.raises(RecordError, match="game: no game 'pebbles'; there are elysium"):
        pediment.replay(RECORD)
    with pytest.raises(RecordError, match="line 1, column 1"):
        pediment.replay("")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 99)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(GAME.label_list),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.laws
@pytest.mark.deep
@given(st.data())
def test_a_mutated_record_raises_nothing_but_record_errors(data: st.DataObject) -> None:
    record = copy.deepcopy(RECORD)
    for _ in range(data.draw(st.integers(1, 3))):
        spot: Any = record
        key: Any = data.draw(st.sampled_from([*record, "extra"]))
        if isinstance(spot.get(key), (dict, list)) and spot[key] and data.draw(st.booleans()):
            spot = spot[key]
            key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
        spot[key] = data.draw(json_values)
    try:
        records.replay(GAME, record)
    except RecordError as error:
        assert error.place  # noqa: PT017 - a record that still replays is fine, too


@pytest.mark.laws
@pytest.mark.deep
@given(st.data())
def test_a_mutated_text_raises_nothing_but_record_errors(data: st.DataObject) -> None:
    text = json.dumps(RECORD)
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(at + 30, len(text))))
    text = text[:at] + data.draw(st.text(max_size=10)) + text[end:]
    try:
        records.replay(GAME, records.parse(text))
    except RecordError as error:
        assert error.place  # noqa: PT017 - a record that still replays is fine, too


@pytest.mark.parametrize("junk", [{}, {"actions": []}, {"game": "pebbles", "actions": [0]}])
def test_a_state_inside_what_is_no_record_is_refused(junk: dict[str, Any]) -> None:
    with pytest.raises(RecordError):
        records.at(GAME, junk, 0)


@pytest.mark.parametrize("name", pediment.games())
def test_a_game_keeps_the_rules_it_began_with(name: str) -> None:
    game = pediment.game(name)
    for version in ("1", "2"):
        course: dict[str, Any] = {"game": name, "rules": version, "options": {}, "seats": 2, "seed": 7, "actions": []}
        match = Match.of(game, records.follow(game, course))
        while not match.over and len(match.state.actions) < 60:
            match.play(match.options()[-1])
            assert match.state.origin.rules == int(version)
        record = match.record()
        assert record["rules"] == version
        assert pediment.replay(record).record() == record
        assert game.describe(match.state).get("rules", "2") == version
        assert game.position(game.describe(match.state)).origin.rules == int(version)
        assert game.resample(match.state, 0, random.Random(1)).origin.rules == int(version)
        game.redraw(match.state, 5)
        assert match.record()["rules"] == version


@pytest.mark.parametrize("version", ["0", "3", "one", "", "01", 2, None, [], "１"])
def test_rules_that_never_were(version: object) -> None:
    game = pediment.game("elysium")
    record = pediment.Match(game, seed=7).record() | {"rules": version}
    with pytest.raises(RecordError, match=r"^rules: "):
        pediment.replay(record)
    with pytest.raises(pediment.PositionError, match=r"^rules: must be a version of the rules, from '1' to '2', not "):
        game.position({"seats": [{}, {}], "rules": version})


def test_a_record_and_its_position_agree_on_the_rules() -> None:
    game = pediment.game("elysium")
    record = Match.of(game, game.position({"seats": [{}, {}], "rules": "1"})).record()
    assert pediment.replay(record).record() == record
    with pytest.raises(RecordError, match=r"position: rules: the record says '2', its position '1'"):
        pediment.replay(record | {"rules": "2"})


@pytest.mark.parametrize("name", pediment.games())
def test_every_record_names_its_rules_and_its_edition(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the game began at a position that does not, as a test, a lesson or a puzzle does."""
    game = pediment.game(name)
    assert game.editions is not None
    edition = game.editions.name(game.editions.standard)
    record = Match(game, seed=7).record()
    assert (record["rules"], record["options"]["edition"]) == ("2", edition)
    position: dict[str, Any] = {"seats": [{}, {}]}
    match = Match.of(game, game.position(position))
    assert position == {"seats": [{}, {}]}
    record = match.record()
    assert (record["rules"], record["position"]) == ("2", {"seats": [{}, {}], "edition": edition})
    assert pediment.replay(record).record() == record

    later = game.editions.parse(game.edition_template())
    monkeypatch.setattr(game.editions, "_standard", later)
    assert game.edition_of(pediment.replay(record).state).hash == edition["hash"]
    assert game.edition_of(game.position(position)) is later
    without = copy.deepcopy(record)
    del without["position"]["edition"]
    assert pediment.replay(without).record() == record  # as version 0.1.0 wrote it


@pytest.mark.parametrize("name", pediment.games())
def test_only_the_first_rules_do_without_an_edition(name: str) -> None:
    """Version 0.1.0 could leave it out; whatever was written since names it."""
    game = pediment.game(name)
    record = Match(game, seed=7).record()
    options = record["options"]
    for changed in (options | {"edition": None}, {k: v for k, v in options.items() if k != "edition"}):
        with pytest.raises(RecordError) as error:
            pediment.replay(record | {"options": changed})
        assert error.value.place == "options.edition"
    assert game.editions is not None
    course = {"game": name, "rules": "1", "options": {}, "seats": 2, "seed": 7, "actions": []}
    first = Match.of(game, records.follow(game, course)).record()
    again = pediment.replay(first | {"options": first["options"] | {"edition": None}})
    assert again.record()["options"]["edition"] == game.editions.name(game.editions.first)


@pytest.mark.laws
@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("name", pediment.games())
def test_whole_games_by_all_rules(name: str, version: str) -> None:
    """E4.1, Y4.5: what was asked by the first rules is never asked by the second, and the other way round."""
    game = pediment.game(name)
    passes = asked = spent = returned = 0
    for seed in range(24):
        chance = random.Random(seed)
        course = {"game": name, "rules": version, "options": {}, "seats": 2 + seed % 3, "seed": seed, "actions": []}
        match = Match.of(game, records.follow(game, course))
        while not match.over:
            options = match.options()
            asked += "pass" in options
            likely = [label for label in options if label.startswith(("with t", "exchange", "support athena-exchange"))]
            label = chance.choice(likely or options)
            exchanged = label.startswith("with t")
            before = len(match.view()["second_discard"]) if exchanged else 0
            match.play(label)
            if exchanged:
                more = len(match.view()["second_discard"]) - before
                spent += more == 1
                returned += more == 0
        passes += sum(entry["event"] == "pass" for entry in match.view()["log"])
        record = match.record()
        assert record["rules"] == version
        assert pediment.replay(record).record() == record
    if name == "elysium":
        assert passes
        assert bool(asked) == (version == "1")
    else:
        assert (bool(spent), bool(returned)) == (version == "2", version == "1")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_under_way_has_no_result(seat: int) -> None:
    match = Match(GAME, seats=2, seed=3)
    while match.to_move != seat:
        match.play(match.options()[0])
    assert "result" not in match.record()


class Noting:
    """Stands before an object and notes what is asked of it."""

    def __init__(self, behind: object) -> None:
        self.behind = behind
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        self.asked.append(name)
        return getattr(self.behind, name)


@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_a_game_by_the_first_rules_without_an_edition_has_the_first_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pediment.game(name)
    editions = Noting(game.editions)
    monkeypatch.setattr(game, "editions", editions)
    course: dict[str, Any] = {"game": name, "seats": 2, "seed": 3, "options": {}, "actions": []}
    records.follow(game, course)
    assert "first" not in editions.asked
    records.follow(game, course | {"rules": "1"})
    assert "first" in editions.asked
