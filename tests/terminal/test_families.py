"""Sets and families by name, what they are like, and what is a reconstruction."""

from __future__ import annotations

from pathlib import Path

import pytest

import pediment
from pediment.command.family_names import closest_family, parse_families
from pediment.testing.toy import GAME as PEBBLES
from tests.terminal.running import Run

GAME = pediment.game("elysium")
MARKS = {
    "en": "Columns, Quests and Pediment: our reconstruction; no public source prints them.",
    "fr": "Colonnes, Quêtes et Fronton : notre reconstitution, aucune source ne les publie.",
}
OWNERS = {
    "en": "If you own the box, type in the printed values: pediment edition new my-box.toml --game elysium",
    "fr": "Si vous avez la boîte, saisissez les valeurs imprimées : pediment edition new ma-boite.toml --game elysium",
}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wasteland", "wasteland"),
        ("Zone aride", "wasteland"),
        ("ZONE ARIDE", "wasteland"),
        ("combinaisons machiaveliques", "deadly-plots"),
        ("Combinaisons machiavéliques", "deadly-plots"),
        ("Elysium, pourquoi faire ?", "why-bother"),
        ("elysium pourquoi faire", "why-bother"),
        ("Why bother with Elysium?", "why-bother"),
        ("malheur", "misfortune"),
        ("première partie", "first-game"),
        ("premiere-partie", "first-game"),
        ("random", "random"),
        ("rand", "random"),
        ("Ran", "random"),
        ("e", "e"),  # though but one French name begins so
        ("el", "el"),
        ("ely", "why-bother"),
        ("zon", "wasteland"),
        (" Opulence ", "opulence"),
        ("nothing", "nothing"),
        ("Apollon,Arès,Héphaïstos, hermes ,Zeus", ["apollo", "ares", "hephaestus", "hermes", "zeus"]),
        ("apollon,ares,hephaistos,poseidon,Athéna", ["apollo", "ares", "hephaestus", "poseidon", "athena"]),
        ("a,zeus", ["a", "zeus"]),
        ("", ""),
    ],
)
def test_sets_and_families_by_their_names(typed: str, meant: str | list[str]) -> None:
    assert parse_families(GAME, typed) == meant


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_name_is_known(language: str) -> None:
    for own, texts in (GAME.set_texts(language) | GAME.characters(language)).items():
        assert parse_families(GAME, own) == parse_families(GAME, texts["name"]) == own


def test_a_misspelt_name() -> None:
    assert closest_family(GAME, "zone arid", "fr") == "Zone aride"
    assert closest_family(GAME, "Héphaistoss", "fr") == "Héphaïstos"
    assert closest_family(GAME, "xyzzy", "fr") is None


def test_a_game_without_sets_leaves_everything_as_it_is() -> None:
    assert parse_families(PEBBLES, "Zeus, Ares") == ["zeus", "ares"]
    assert closest_family(PEBBLES, "zeus", "en") is None


@pytest.mark.parametrize(
    ("language", "typed", "line"),
    [
        ("en", "zone aride", "Set “Wasteland”: Apollo, Ares, Hades, Hermes and Poseidon."),
        ("fr", "Wasteland", "Set « Zone aride » : Apollon, Arès, Hadès, Hermès et Poséidon."),
        ("en", "Apollon,Arès,Hadès,Hermès,Zeus", "Families: Apollo, Ares, Hades, Hermes and Zeus."),
        ("fr", "zeus,poseidon,hermes,hades,apollo", "Familles : Apollon, Hadès, Hermès, Poséidon et Zeus."),
        ("en", "zeus,ares,athena,hermes,hephaestus", "Set “Opulence”: Ares, Athena, Hephaestus, Hermes and Zeus."),
    ],
)
def test_the_start_of_a_game(run: Run, language: str, typed: str, line: str) -> None:
    """The set by its name, and in one line what is a reconstruction."""
    lines = run("play", "--language", language, "--families", typed, "--seed", "1", typed="q\n").out.splitlines()
    assert lines[lines.index(line) + 1] == MARKS[language]


def test_did_you_mean_in_french(run: Run) -> None:
    ran = run("play", "--language", "fr", "--families", "Malheurs aux vaincu")
    assert ran.code == 2
    assert ran.err.endswith("Vouliez-vous dire Malheur aux vaincus ?\n")


def test_with_the_values_of_a_box_nothing_is_marked(run: Run) -> None:
    run("edition", "new", "box.toml")
    ran = run("play", "--edition", "box.toml", "--seed", "1", typed="? antaeus\nquit\n")
    assert "  Columns      B*   blue and any other column\n" in ran.out
    assert "reconstruction" not in ran.out
    text = Path("box.toml").read_text(encoding="utf-8")
    own = text.replace("[incomplete_quest]\ngold = 1\ntransfers = 1", "[incomplete_quest]\ngold = 2\ntransfers = 3")
    assert own != text
    Path("box.toml").write_text(own, encoding="utf-8")
    board = run("play", "--edition", "box.toml", "--seed", "1", typed="quit\n").out
    assert "Incomplete Quest" in board
    assert "2 Gold, 3 transfers\n" in board


def test_a_card_in_the_game_is_marked(run: Run) -> None:
    ran = run("play", "--seed", "1", typed="? antaeus\nquit\n")
    assert "  Columns      B*   blue and any other column (our reconstruction)\n" in ran.out


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("query", [["--id", "zeus.hercules"], ["--family", "zeus"]])
def test_cards_are_marked(run: Run, language: str, query: list[str]) -> None:
    """One card and many: what is a reconstruction, and what an owner of the box can do about it."""
    out = run("cards", *query, "--language", language).out
    assert f"{MARKS[language]} {OWNERS[language]}" in " ".join(out.split())


def test_the_rules_are_marked(run: Run) -> None:
    marked = {
        "E2.2": "Both sides are our reconstruction: no public source prints them.",
        "E2.3": "What these Quests give is our reconstruction: no public source prints it.",
        "E4.4": "The condition of each card is our reconstruction: no public source prints it.",
        "E4.8": "each player without a Quest receives an Incomplete Quest: 1 Gold and 1 transfer in Phase III.",
    }
    for number, sentence in marked.items():
        assert sentence in " ".join(run("rules", number).out.split())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("given", ["hephaestus", "Héphaïstos", "HEPHAISTOS", "héph"])
def test_a_family_by_its_name_in_any_language_with_its_character(run: Run, language: str, given: str) -> None:
    ran = run("cards", "--family", given, "--level", "1", "--language", language)
    character = GAME.characters(language)["hephaestus"]
    assert ran.code == 0
    assert " ".join(ran.out.split()).startswith(f"{character['name']} – {character['text']}")
    assert run("cards", "--level", "1", "--language", language).out.count(character["text"]) == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_games_tells_sets_and_families(run: Run, language: str) -> None:
    ran = run("games", "--language", language)
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    out, characters = " ".join(ran.out.split()), GAME.characters(language)
    for name, own in GAME.set_texts(language).items():
        families = ", ".join(characters[family]["name"] for family in GAME.sets()[name])
        assert " ".join(f"{own['name']} {name} {families}. {own['text']}".split()) in out
    for own in characters.values():
        assert " ".join(f"{own['name']} {own['text']}".split()) in out
