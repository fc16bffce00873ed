"""Editions: the deck and the tokens of somebody's own box (Y2.2)."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.core.errors import EditionError, OptionError, RecordError
from tests.games.ephyran.common import GAME, Ephyran, areas, labels, on

TEMPLATE: Final = GAME.edition_template()


def changed(old: str, new: str) -> str:
    assert old in TEMPLATE
    return TEMPLATE.replace(old, new, 1)


def problems(text: str) -> list[tuple[int, str]]:
    with pytest.raises(EditionError) as caught:
        GAME.check_edition(text)
    return caught.value.problems


def edition(text: str) -> dict[str, Any]:
    """The edition of that text, as an option, a position or a record names it."""
    name, digest = GAME.check_edition(text)
    return {"name": name, "hash": digest, "values": tomllib.loads(text)}


def test_the_template_is_the_standard_edition_under_another_name() -> None:
    """Y2.2: with every card and every token, ready to be changed."""
    values = tomllib.loads(TEMPLATE)
    assert values["name"] == "my box"
    standard = GAME.new().edition
    assert values | {"name": standard.name} == standard.values
    assert [*values["cards"], "dionysus"] == GAME.cards()
    assert values["tokens"] == {"thunderbolt": 2, "trident": 3, "owl": 4, "helmet": 3}
    assert GAME.check_edition(TEMPLATE)[0] == "my box"


def test_the_hash_is_of_the_values() -> None:
    """Y2.2: remarks do not matter, a half does."""
    assert GAME.check_edition("# a remark\n" + TEMPLATE) == GAME.check_edition(TEMPLATE)
    assert GAME.check_edition(changed("Siren + owl", "Siren"))[1] != GAME.check_edition(TEMPLATE)[1]


TS01: Final = 'TS01 = ["poseidon 1 Siren + owl", "castor-pollux"]'


@pytest.mark.parametrize(("old", "new", "text"), [
    (TS01, 'TS01 = ["poseidon 5 Siren + owl", "castor-pollux"]', "TS01"),
    (TS01, 'TS01 = ["poseidon 0 Siren", "castor-pollux"]', "TS01"),
    (TS01, 'TS01 = ["poseidon Siren", "castor-pollux"]', "TS01"),
    (TS01, 'TS01 = ["poseidon 1", "castor-pollux"]', "TS01"),
    (TS01, 'TS01 = ["poseidon 1 ", "castor-pollux"]', "TS01"),
    (TS01, 'TS01 = ["zeus 1 Siren + owl", "castor-pollux"]', "unknown god 'zeus'"),
    (TS01, 'TS01 = ["poseidon 1 Siren + sword", "castor-pollux"]', "unknown token 'sword'"),
    (TS01, 'TS01 = ["poseidon 1 Siren + ", "castor-pollux"]', "TS01"),
    (TS01, 'TS01 = ["poseidon 1 Siren + owl", "castor"]', "castor"),
    (TS01, 'TS01 = ["poseidon 1 Siren + owl", "Graeae"]', "Graeae"),
    (TS01, 'TS01 = ["poseidon 1 Siren + owl", 7]', "7"),
    (TS01, 'TS01 = ["poseidon 1 Siren + owl"]', "two half-cards"),
    (TS01, 'TS01 = ["poseidon 1 Siren + owl", "graeae", "graeae"]', "two half-cards"),
    (TS01, 'TS01 = "poseidon 1 Siren + owl"', "two half-cards"),
    (TS01, 'TS01 = ["graeae", "graeae"]', "TS01"),
    (TS01, TS01 + '\nTS49 = ["graeae", "poseidon 1 Siren"]', "unknown card 'TS49'"),
    ("owl = 4", "owl = -1", "owl must be a whole number from 0 to 12, not -1"),
    ("owl = 4", "owl = true", "not True"),
    ("owl = 4", 'owl = "4"', "not '4'"),
    ("owl = 4", "owl = 4\nsword = 1", "unknown token 'sword'"),
    ('name = "my box"', 'name = ""', "name must be a text"),
    ('name = "my box"', "name = 7", "name must be a text"),
    ('name = "my box"', 'name = "my box"\nfamilies = 8', "unknown section or field 'families'"),
])  # fmt: skip
def test_every_problem_has_its_line(old: str, new: str, text: str) -> None:
    """Y2.2, Y1.3: a half is a god, a number, a creature and perhaps a token, or a Support."""
    typed = changed(old, new)
    ((line, problem),) = problems(typed)
    assert text in problem
    wrong = new.splitlines()[-1]
    assert typed.splitlines()[line - 1] == wrong


@pytest.mark.parametrize(("old", "new", "section", "text"), [
    (TS01, "", "[cards]", "TS01 is missing"),
    ("owl = 4", "", "[tokens]", "owl must be a whole number"),
    ("owl = 4", "owl = 5", "[tokens]", "more than 12 tokens"),
    ("[tokens]", "[token]", "", "'tokens' is missing"),
])  # fmt: skip
def test_what_is_missing_or_too_much_has_the_line_of_its_section(old: str, new: str, section: str, text: str) -> None:
    """Y2.2: at most as many tokens as the vocabulary can name."""
    typed = changed(old, new)
    found = problems(typed)
    line = next(line for line, problem in found if text in problem)
    assert (typed.splitlines()[line - 1] if line else "") == section


def test_all_problems_are_told_at_once() -> None:
    """Y2.2: sorted by line."""
    typed = changed(TS01, 'TS01 = ["zeus 1 Siren", "graces"]').replace("owl = 4", "owl = -4")
    found = problems(typed)
    assert len(found) == 3
    assert found == sorted(found)
    assert str(EditionError(found)).count("line ") == 3


def test_what_is_not_toml() -> None:
    """Y2.2: with its line too."""
    ((line, problem),) = problems('name = "my box"\n[cards\n')
    assert line == 2
    assert "TOML" in problem


def test_tokens_may_be_fewer_or_others() -> None:
    """Y2.2: a box with two helmets only, for example, or none."""
    text = TEMPLATE[: TEMPLATE.index("[tokens]")] + "[tokens]\nthunderbolt = 0\ntrident = 0\nowl = 0\nhelmet = 2\n"
    state = GAME.new(edition=edition(text))
    assert GAME.view(state, None)["supply_size"] == 2
    with pytest.raises(pediment.PositionError, match="owl"):
        GAME.position({"edition": edition(text), "seats": [{}, {}], "supply": ["owl"]})


MINE: Final = (
    TEMPLATE.replace("poseidon 1 Siren + owl", "poseidon 1 Kraken + thunderbolt")
    .replace('TS02 = ["poseidon 1 Hippocamp", "graeae"]', 'TS02 = ["shield", "hecate"]')
    .replace(
        'TT01 = ["poseidon 1 Scylla", "hephaestus 4 Bronze Bull"]', 'TT01 = ["gaia 1 Scylla", "gaia 1 Triton + helmet"]'
    )
)


def test_a_changed_deck_is_played() -> None:
    """Y1.3, Y1.5, Y3.3: other halves, another creature, a printed helmet."""
    position = {
        "edition": edition(MINE),
        "seats": [
            {"god": "aether", "hand": ["TS01", "TT01", "TT55"]},
            {"hand": ["TT53", "TT54"]},
        ],
        "draws": ["TT45", "TT46"],
    }
    with Ephyran(position) as play:
        play.table(edition="my box")
        play.pending(
            0,
            [
                "add ts01a",
                "support castor-pollux ts01",
                "add tt01a",
                "add tt01b",
                "discard ts01",
                "discard tt01",
                "discard tt55",
            ],
        )
        play.answers(0, "add tt01b")
        play.scores(0, total=0)  # Triton and the printed helmet
        play.answers(1, "discard tt53")
        play.answers(0, "add ts01a", "draw pile")
        assert play.match.view()["seats"][0]["territories"]["poseidon"]["areas"][0]["creature"] == "Kraken"
        play.scores(0, total=4)
        play.rests(1)


def test_a_card_with_two_supports() -> None:
    """Y1.3, Y4.7, Y4.9: it is a Shield and a Hecate."""
    position: dict[str, Any] = {
        "edition": edition(MINE),
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": {"gaia": areas("TT22a")}},
            {"hand": ["TS02", "TT54"], "territories": {"gaia": areas(on("TT23a", "owl"))}},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-theft ts05")
        play.asked(1, ["hecate ts02", "let it happen"], "let it happen")
        play.offers("support shield ts02")
        play.answers(1, "support shield ts02")
        assert play.match.view()["seats"][1]["territories"]["gaia"]["locked"] == "TS02"
        play.rests(0)


def test_whole_games_with_a_changed_deck() -> None:
    """Y2.2: labels stay unique, games end."""
    for seed in range(6):
        state = GAME.new(seats=2 + seed % 3, seed=seed, edition=edition(MINE))
        choice = random.Random(seed)
        while GAME.to_move(state) != pediment.OVER:
            found = labels(state)
            assert len(set(found)) == len(found)
            GAME.play(state, choice.choice(found))


def test_an_edition_is_named_by_its_file(tmp_path: Path) -> None:
    """Y2.2: what cannot be read or is wrong is an error of the option."""
    file = tmp_path / "my-box.toml"
    file.write_text(MINE, encoding="utf-8")
    assert GAME.view(GAME.new(edition=str(file)), None)["edition"] == "my box"
    file.write_text(MINE.replace("owl = 4", "owl = 40"), encoding="utf-8")
    with pytest.raises(OptionError, match="owl"):
        GAME.new(edition=str(file))
    with pytest.raises(OptionError, match="edition"):
        GAME.new(edition=str(tmp_path / "no-box.toml"))


def test_the_record_carries_the_edition() -> None:
    """Y2.2: name, hash and values; so it replays without the file."""
    match = pediment.Match(GAME, seats=3, seed=4, edition=edition(MINE))
    choice = random.Random(4)
    for _ in range(60):
        match.play(choice.choice(match.options()))
    record = json.loads(json.dumps(match.record()))
    assert record["options"]["edition"] == edition(MINE)
    again = pediment.replay(record)
    assert again.view(1) == match.view(1)
    assert again.view(None)["edition"] == "my box"
    record["options"]["edition"]["values"]["cards"]["TS01"][0] = "poseidon 1 Siren"
    with pytest.raises(RecordError, match="edition"):
        pediment.replay(record)


def test_the_record_of_the_standard_edition_has_its_name_and_hash_only() -> None:
    """Y2.2: the reconstruction says that it is one."""
    record = pediment.Match(GAME, seats=2, seed=1).record()
    assert record["options"]["edition"].keys() == {"name", "hash"}
    assert record["options"]["edition"]["name"] == "reconstruction"


@pytest.mark.parametrize(("language", "word"), [("en", "reconstruction"), ("fr", "reconstitution")])
def test_only_what_came_with_the_package_is_marked_as_a_reconstruction(language: str, word: str) -> None:
    """Y2.2: the game, and every card but the Dionysus; nothing of an edition that somebody typed in."""
    assert GAME.editions is not None
    assert word in GAME.reconstruction(language)
    assert word in GAME.reconstruction(language, GAME.editions.standard)
    remarks = {card: GAME.card(card, language)["remark"] for card in GAME.cards()}
    assert remarks.pop("dionysus") == ""
    assert len(remarks) == 104
    assert all(word in remark for remark in remarks.values())
    own = GAME.editions.parse(GAME.edition_template())
    assert GAME.reconstruction(language, own) == ""
    assert {GAME.card(card, language, own)["remark"] for card in GAME.cards()} == {""}


def test_a_game_of_another_edition_is_described_with_it() -> None:
    """Y2.2"""
    state = GAME.new(seats=2, seed=3, edition=edition(MINE))
    described = GAME.describe(state)
    assert described["edition"] == edition(MINE)
    assert GAME.view(GAME.position(described), None)["edition"] == "my box"
    assert "edition" not in GAME.describe(GAME.new(seats=2, seed=3))
