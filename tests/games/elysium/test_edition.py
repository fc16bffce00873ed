from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.core.errors import EditionError, OptionError, PositionError, RecordError
from pediment.games.elysium.rules.edition import _BOXES

GAME: Final = pediment.game("elysium")
TEMPLATE: Final = GAME.edition_template()
TILES: Final = tomllib.loads((Path(__file__).parent / "data" / "elysium-tiles.toml").read_text(encoding="utf-8"))


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in TEMPLATE
    return TEMPLATE.replace(old, new, count)


def line_of(start: str) -> int:
    return next(n for n, line in enumerate(TEMPLATE.splitlines(), 1) if line.startswith(start))


def problems(text: str) -> list[tuple[int, str]]:
    with pytest.raises(EditionError) as error:
        GAME.check_edition(text)
    return error.value.problems


def my_box() -> dict[str, Any]:
    """Hercules for one red column, and Quest 2 of two players gives 9 Gold."""
    text = changed('"zeus.hercules" = "BY"', '"zeus.hercules" = "R"')
    text = text.replace("gold = 4\ntransfers = 3\nvp = 1", "gold = 9\ntransfers = 3\nvp = 1")
    name, digest = GAME.check_edition(text)
    return {"name": name, "hash": digest, "values": tomllib.loads(text)}


def test_the_template_is_the_standard_edition_under_another_name() -> None:
    values = tomllib.loads(TEMPLATE)
    assert values["name"] == "my box"
    assert values.pop("powers") == {}  # they are all comments
    assert GAME.check_edition(TEMPLATE)[0] == "my box"
    standard = GAME.new().edition
    assert values | {"name": standard.name} == standard.values
    assert sorted(values["conditions"]) == sorted(GAME.cards())


def test_the_standard_values_are_those_of_the_tiles_file() -> None:
    values = GAME.new().edition.values
    for name in ("incomplete_quest", "quests_2", "quests_3_4", "pediment"):
        assert values[name] == TILES[name]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("side", [0, 1])
def test_a_quest_needs_a_column_of_its_place(seats: int, side: int) -> None:
    """E2.3: of two colours with two players, of one with more; there is no Quest 0."""
    edition = GAME.new().edition
    colours = edition.pediment[side]
    places = [[], colours[:2], colours[2:]] if seats == 2 else [[], *([colour] for colour in colours)]
    assert edition.quest_columns(seats, side) == [sum(1 << colour for colour in place) for place in places]


def test_the_standard_edition_has_every_card() -> None:
    """Otherwise it would be taken for a box from before a card was added."""
    editions = GAME.editions
    assert editions is not None
    assert GAME.cards_in(editions.standard) == GAME.cards(), "a card has no condition in standard.toml"


def test_the_hash_is_of_the_values() -> None:
    reordered = TEMPLATE.replace('name = "my box"\n', "", 1)
    assert GAME.check_edition('name = "my box"\n# a remark\n' + reordered) == GAME.check_edition(TEMPLATE)
    assert GAME.check_edition(changed("gold = 1", "gold = 2"))[1] != GAME.check_edition(TEMPLATE)[1]


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ('"zeus.hercules" = "BY"', '"zeus.hercules" = "P"', "1 to 4 of the letters R, Y, G, B and *, not 'P'"),
        ('"zeus.hercules" = "BY"', '"zeus.hercules" = ""', "not ''"),
        ('"zeus.hercules" = "BY"', '"zeus.hercules" = 3', "not 3"),
        ('"zeus.hercules" = "BY"', '"zeus.hercules" = "RYGB*"', "not 'RYGB*'"),
        ('"zeus.hercules" = "BY"', '"zeus.hercules" = "BB"', "a colour is named twice in 'BB'"),
        ('"zeus.hercules" = "BY"', '"zeus.hercules" = "BY"\n"zeus.heracles" = "B"', "unknown card 'zeus.heracles'"),
        ('"zeus.hercules" = "BY"', "# none", "zeus.hercules has no condition"),
        ('name = "my box"', 'name = " "', "name must be a text"),
        ('name = "my box"', "name = 7", "name must be a text"),
        ('name = "my box"', 'name = "my box"\ncolour = "red"', "unknown section or field 'colour'"),
        ("[incomplete_quest]\ngold = 1", "[incomplete_quest]\ngold = -1", "gold must be a whole number from 0 to 20"),
        ("[incomplete_quest]\ngold = 1", "[incomplete_quest]\ngold = true", "not True"),
        ("[incomplete_quest]\ngold = 1", "[incomplete_quest]\nsilver = 1\ngold = 1", "unknown field 'silver'"),
        ("[incomplete_quest]\ngold = 1", "[incomplete_quest]", "gold must be a whole number from 0 to 20, not None"),
        ("[[quests_2]]\norder = 1", "[[quests_2]]\norder = 2", "the Quests are in order; this one is number 1"),
        ("[[quests_2]]\norder = 1", "[[quests_2]]\norder = 1\ncards = 1", "unknown field 'cards'"),
        ('side_a = ["red", ', "side_a = [", "side_a must name each of red, yellow, green, blue once"),
        ('side_a = ["red", ', 'side_c = []\nside_a = ["red", ', "unknown field 'side_c'"),
    ],
)
def test_every_problem_has_its_line(old: str, new: str, text: str) -> None:
    found = problems(changed(old, new))
    assert len(found) == 1
    line, problem = found[0]
    assert text in problem
    shown = changed(old, new).splitlines()[line - 1]
    # the line itself; of what is missing, the section it belongs to
    assert line > 0
    assert any(word in problem or shown.startswith("[") for word in shown.replace('"', " ").split() if len(word) > 2)


def test_lines_are_exact() -> None:
    assert problems(changed('"zeus.hercules" = "BY"', '"zeus.hercules" = "P"'))[0][0] == line_of('"zeus.hercules"')
    assert problems(changed('"zeus.hercules" = "BY"', "# none"))[0][0] == line_of("[conditions]")
    third = [n for n, line in enumerate(TEMPLATE.splitlines(), 1) if line == "[[quests_3_4]]"][2]
    lines = TEMPLATE.splitlines()
    assert lines[third + 3] == "vp = 2"
    lines[third + 3] = "vp = 21"
    assert problems("\n".join(lines)) == [(third + 4, "vp must be a whole number from 0 to 20, not 21")]


def test_all_problems_are_told_at_once() -> None:
    text = changed('"zeus.hercules" = "BY"', '"zeus.hercules" = "P"').replace("order = 2", "order = 9")
    found = problems(text)
    assert len(found) == 3
    assert found == sorted(found)
    assert str(EditionError(found)).count("line ") == 3


@pytest.mark.parametrize("section", ["name", "conditions", "incomplete_quest", "quests_2", "quests_3_4", "pediment"])
def test_a_missing_section_is_named(section: str) -> None:
    values = tomllib.loads(TEMPLATE)
    del values[section]
    with pytest.raises(OptionError, match=f"'{section}' is missing"):
        GAME.new(edition={"name": "my box", "hash": "", "values": values})


@pytest.mark.parametrize(
    "section", ["name", "conditions", "incomplete_quest", "quests_2", "quests_3_4", "pediment", "powers"]
)
def test_null_is_no_section(section: str) -> None:
    """JSON has it, TOML has not."""
    values = tomllib.loads(TEMPLATE) | {section: None}
    with pytest.raises(OptionError, match=f"'{section}' is missing"):
        GAME.new(edition={"name": "my box", "hash": "", "values": values})


@pytest.mark.parametrize(
    ("section", "value", "text"),
    [
        ("conditions", [], "conditions must be a section [conditions]"),
        ("incomplete_quest", 3, "incomplete_quest must be a section [incomplete_quest]"),
        ("quests_2", [], "quests_2 must be 2 parts [[quests_2]]"),
        ("quests_2", 2, "quests_2 must be 2 parts [[quests_2]]"),
        ("quests_3_4", {"gold": 1}, "quests_3_4 must be 4 parts [[quests_3_4]]"),
        ("pediment", "a", "pediment must be a section [pediment]"),
    ],
)
def test_a_section_of_another_shape_is_named(section: str, value: Any, text: str) -> None:
    """And nothing else: of what it should hold, nothing is missed."""
    assert GAME.editions is not None
    with pytest.raises(EditionError) as error:
        GAME.editions.check(tomllib.loads(TEMPLATE) | {section: value}, {})
    assert error.value.problems == [(0, text)]


def test_a_part_of_another_shape_is_named() -> None:
    assert GAME.editions is not None
    with pytest.raises(EditionError) as error:
        GAME.editions.check(tomllib.loads(TEMPLATE) | {"quests_2": [1, 2]}, {})
    assert error.value.problems == [(0, "a part [[quests_2]] has gold, transfers and vp")] * 2


def test_a_quest_gives_20_at_most() -> None:
    GAME.check_edition(changed("[[quests_2]]\norder = 1\ngold = 2", "[[quests_2]]\norder = 1\ngold = 20"))
    assert "not 21" in problems(changed("[incomplete_quest]\ngold = 1", "[incomplete_quest]\ngold = 21"))[0][1]


def test_the_incomplete_quest_has_no_order() -> None:
    found = problems(changed("[incomplete_quest]\n", "[incomplete_quest]\norder = 1\n"))
    assert found == [(line_of("[incomplete_quest]") + 1, "unknown field 'order'")]


def conditions_without(*cards: str) -> list[str]:
    """What is wrong with an edition without conditions for these cards."""
    assert GAME.editions is not None
    values = tomllib.loads(TEMPLATE)
    values["conditions"] = {card: needs for card, needs in values["conditions"].items() if card not in cards}
    try:
        GAME.editions.check(values, {})
    except EditionError as error:
        return [problem for _, problem in error.problems]
    return []


def former_editions() -> list[dict[str, Any]]:
    """What the package has for old games; the standard edition, which goes under no hash, is not among them."""
    folder = Path(pediment.__file__).parent / "games/elysium/data/editions"
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("[0-9a-f]*.toml"))]


def test_a_box_is_whole_if_it_was_once_shipped_so() -> None:
    """The smallest box that has all named cards is meant: one from before Hercules and Alliance were added, or all."""
    hercules, alliance, triumph = "zeus.hercules", "zeus.alliance", "zeus.triumph"
    assert conditions_without(hercules) == [f"{hercules} has no condition"]
    assert conditions_without(triumph) == [f"{triumph} has no condition"]
    assert [list(edition["conditions"]) for edition in former_editions()] == _BOXES  # read once
    _BOXES.append([card for card in GAME.cards() if card not in (hercules, alliance)])
    try:
        assert conditions_without(hercules, alliance) == []
        assert conditions_without(hercules, alliance, triumph) == [f"{triumph} has no condition"]
        assert conditions_without(alliance) == [f"{alliance} has no condition"]
    finally:
        _BOXES.pop()


@pytest.mark.parametrize("text", ["name = ", "[conditions\n", '\nname = "a"\nname = "b"\n'])
def test_what_is_no_toml_has_a_line_too(text: str) -> None:
    line, problem = problems(text)[0]
    assert problem.startswith("not valid TOML")
    assert line > 0


def test_playing_with_another_edition(tmp_path: Path) -> None:
    file = tmp_path / "my-box.toml"
    file.write_text(changed('"zeus.hercules" = "BY"', '"zeus.hercules" = "R"'), encoding="utf-8")
    for given in (file, str(file)):
        match = pediment.Match(GAME, seats=2, seed=5, families="first-game", edition=given)
        assert match.view()["edition"] == "my box"
        assert match.view()["conditions"]["zeus.hercules"] == "R"
    standard = pediment.Match(GAME, seats=2, seed=5, families="first-game")
    assert standard.view()["agora"] == match.view()["agora"]  # the seed deals the same cards


def test_conditions_and_quests_rule_the_game() -> None:
    seat = {"columns": "RY", "cards_taken": 3, "quest": 2}
    seats = [{"columns": "R", "domain": ["zeus.trial-of-heroes"]}, seat]
    match = pediment.Match.of(GAME, GAME.position({"seats": seats, "agora": ["zeus.hercules"], "edition": my_box()}))
    assert "take zeus.hercules" in match.options()
    assert match.view()["quests"][1]["gold"] == 9
    standard = pediment.Match.of(GAME, GAME.position({"seats": seats, "agora": ["zeus.hercules"]}))
    assert "take zeus.hercules" not in standard.options()
    why = standard.why_not("take zeus.hercules")
    assert why is not None
    assert why.startswith("E4.4")
    done = [{"cards_taken": 3, "quest": 1, "gold": 0}, {"cards_taken": 3, "quest": 2, "gold": 0}]
    paid = GAME.position({"seats": done, "edition": my_box(), "agora": []})
    assert GAME.view(paid, None)["seats"][1]["gold"] == 9  # E6.2


def test_the_card_facts_are_those_of_the_package() -> None:
    assert GAME.card("zeus.hercules")["condition"] == "BY"


@pytest.mark.parametrize("name", ["missing.toml", ".", "\0", 7, True, []])
def test_a_file_that_cannot_be_read(name: Any) -> None:
    with pytest.raises(OptionError, match="edition: "):
        GAME.new(edition=name)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptionError, match="edition: cannot be read"):
        GAME.new(edition=file)


def finished(**options: Any) -> dict[str, Any]:
    match = pediment.Match(GAME, seats=2, seed=3, families="first-game", **options)
    while not match.over:
        match.play(match.options()[len(match.state.actions) % 7 % len(match.options())])
    found: dict[str, Any] = json.loads(json.dumps(match.record()))
    return found


def test_a_record_carries_name_hash_and_values() -> None:
    record = finished(edition=my_box())
    assert record["options"]["edition"] == my_box()
    again = pediment.replay(record)
    assert again.over
    assert again.view()["edition"] == "my box"
    assert again.record() == record


def test_a_record_of_the_standard_edition_needs_no_values() -> None:
    record = finished()
    assert set(record["options"]["edition"]) == {"name", "hash"}
    assert pediment.replay(record).over


def test_a_position_carries_its_edition() -> None:
    state = GAME.position({"seats": [{}, {}], "edition": my_box()})
    assert GAME.describe(state)["edition"] == my_box()
    assert "edition" not in GAME.describe(GAME.position({"seats": [{}, {}]}))
    record = pediment.Match.of(GAME, state).record()
    assert pediment.replay(json.dumps(record)).view()["edition"] == "my box"


@pytest.mark.parametrize("given", ["my-box.toml", 7, [], True, {"name": "my box"}, {"hash": "0" * 16}, {}])
def test_a_position_names_its_edition_in_full(given: Any) -> None:
    with pytest.raises(PositionError) as error:
        GAME.position({"seats": [{}, {}], "edition": given})
    assert [field for field, _ in error.value.problems] == ["edition"]


def test_a_tampered_edition_in_a_record_is_refused() -> None:
    record = finished(edition=my_box())
    record["options"]["edition"]["values"]["conditions"]["zeus.hercules"] = "B"
    with pytest.raises(RecordError, match=r"^options: edition 'my box' with the hash"):
        pediment.replay(record)


@pytest.mark.parametrize(("field", "value"), [("hash", "0" * 16), ("hash", None), ("name", "their box"), ("name", 1)])
def test_a_tampered_name_or_hash_is_refused(field: str, value: Any) -> None:
    for record in (finished(edition=my_box()), finished()):
        record["options"]["edition"][field] = value
        with pytest.raises(RecordError, match=r"^options: edition "):
            pediment.replay(record)


def test_an_edition_with_problems_in_a_record_is_refused() -> None:
    record = finished(edition=my_box())
    record["options"]["edition"]["values"] = {"name": 7}
    with pytest.raises(RecordError, match=r"^options: edition: .*'conditions' is missing"):
        pediment.replay(record)


def test_a_record_without_the_edition_it_was_played_with_is_refused() -> None:
    record = finished(edition=my_box())
    del record["options"]["edition"]
    with pytest.raises(RecordError, match=r"^options\.edition: missing"):
        pediment.replay(record)


@pytest.mark.parametrize(("language", "word"), [("en", "reconstruction"), ("fr", "reconstitution")])
def test_only_what_came_with_the_package_is_marked_as_a_reconstruction(language: str, word: str) -> None:
    """The game and every card, by former editions of the package too; nothing of an edition that somebody typed in."""
    editions = GAME.editions
    assert editions is not None
    former = editions.shipped("3b34aac3c3b1e374")  # of version 0.1.0
    for edition in (None, editions.standard, former):
        assert word in GAME.reconstruction(language, edition)
        assert all(word in GAME.card(card, language, edition)["remark"] for card in GAME.cards())
    own = editions.parse(GAME.edition_template())
    assert GAME.reconstruction(language, own) == ""
    assert {GAME.card(card, language, own)["remark"] for card in GAME.cards()} == {""}


def test_a_card_without_a_condition_is_not_in_the_box() -> None:
    """As one that was added to the package after the edition was typed in."""
    standard = GAME.new().edition
    conditions = {card: needs for card, needs in standard.values["conditions"].items() if card != "zeus.hercules"}
    smaller = type(standard)(standard.values | {"conditions": conditions})
    families = list(range(8))
    assert smaller.conditions_of(families) == conditions
    assert GAME.cards_in(smaller) == [card for card in GAME.cards() if card != "zeus.hercules"]
    assert len(smaller.deck(families)) == len(standard.deck(families)) - GAME.card("zeus.hercules")["copies"]


def test_a_rematch_keeps_the_values_of_a_box_and_nothing_else() -> None:
    box = my_box()
    assert GAME.options_anew(GAME.new(seats=2, seed=3, edition=box))["edition"] == box
    standard = GAME.options_anew(GAME.new(seats=2, seed=3))["edition"]
    assert "values" not in standard


def test_a_rematch_after_an_update_has_the_new_standard_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    assert GAME.editions is not None
    before = GAME.new(seats=2, seed=3)
    newer = GAME.editions.of(my_box())
    monkeypatch.setattr(GAME.editions, "_standard", newer)
    assert GAME.edition_of(before).hash != newer.hash
    assert GAME.options_anew(before)["edition"] == {"name": newer.name, "hash": newer.hash}
