"""The commands besides play: what they print, and how they end."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import pediment
from pediment.command.arguments import TEXTS
from pediment.command.game_options import of_game
from pediment.core.texts import plain
from pediment.terminal.commands import COMMANDS, parser_of
from pediment.terminal.messages import Messages
from tests.terminal.running import Run

TABLE = """
[[seats]]
gold = 5
vp = 14
elysium = [["zeus.alliance", "zeus.triumph"], ["hades.charon", "poseidon.raiders", "citizen"]]
[[seats]]
gold = 2
vp = 17
"""


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    match = pediment.Match(pediment.game("elysium"), seats=2, seed=3, families="first-game")
    while not match.over:
        match.play(match.options()[-1])
    return match.record()


def written(name: str, content: str | dict[str, Any]) -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    Path(name).write_text(text, encoding="utf-8")
    return name


# cards


def test_all_cards(run: Run) -> None:
    ran = run("cards")
    assert ran.code == 0
    assert f"{len(pediment.game('elysium').cards())} cards." in ran.out
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())
    assert "Hephaestus 3" in run("cards", columns=120).out


@pytest.mark.parametrize(
    "query", [["hercules"], ["zeus.hercules"], ["--id", "ZEUS.hercules"], ["HERC"], ["hercules", "zeus"]]
)
def test_one_card_with_its_rulings(run: Run, query: list[str]) -> None:
    ran = run("cards", *query)
    assert ran.code == 0
    assert "Hercules   Zeus 3 · Trigger · 1 copy" in ran.out
    assert "Power        1 VP per 3 VP you have." in ran.out
    assert "Columns      BY   blue and yellow" in ran.out
    assert "Usable when  you have at least 3 VP" in ran.out
    assert "Notes        Rounded down." in ran.out
    assert "Id           zeus.hercules" in ran.out


def test_cards_in_french(run: Run) -> None:
    ran = run("cards", "hercule", "--language", "fr")
    assert "Hercule   Zeus 3 · Déclenché · 1 exemplaire" in ran.out
    assert run("cards", "--family", "Héphaïstos", "--kind", "déclenché", "--language", "fr").code == 0


def test_words_in_names_and_powers(run: Run) -> None:
    ran = run("cards", "oracle", "--kind", "trigger")
    assert "Prophecy of Glory" in ran.out
    assert "Trig" in ran.out
    assert "Perm" not in ran.out


def test_filters(run: Run) -> None:
    assert "5 cards." in run("cards", "--family", "zeus", "--level", "1").out
    assert "8 cards." in run("cards", "--kind", "eleusis").out
    assert "8 cards." in run("cards", "initiation", "--level", "2").out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["herculse"], 1, "No card found. Did you mean Hercules?"),
        (["xyzzy"], 1, "No card found.\n"),
        (["hercules", "--level", "1"], 1, "No card found."),
        (["--id", "zeus.herculse"], 2, "there is no card “zeus.herculse”. Did you mean zeus.hercules?"),
        (["--family", "zeuss"], 2, "Did you mean zeus?"),
        (["--kind", "triger"], 2, "Did you mean trigger?"),
        (["--level", "4"], 2, "--level cannot be 4"),
        (["--game", "elisium"], 2, "Did you mean elysium?"),
    ],
)
def test_no_such_card(run: Run, arguments: list[str], code: int, message: str) -> None:
    ran = run("cards", *arguments)
    assert ran.code == code
    assert message in ran.out + ran.err


@pytest.mark.parametrize("query", [["ts04"], ["TS04"], ["ts04b"], ["--id", "ts04"], ["hippocamp", "2", "athena"]])
def test_one_card_of_ephyran_with_both_halves(run: Run, query: list[str]) -> None:
    ran = run("cards", *query)
    assert ran.code == 0
    assert "TS04 Poseidon 2 Hippocamp +1 / Athena’s gift" in ran.out
    assert "Area           Hippocamp (Poseidon 2, owl +1)" in ran.out
    assert "Support        Athena’s gift. Draw an added token, look at it" in ran.out
    assert "Playable when  a token is in the supply" in ran.out
    assert "are a reconstruction" in ran.out


def test_cards_of_ephyran(run: Run) -> None:
    everything = run("cards", "--game", "ephyran")
    assert "105 cards." in everything.out
    assert all(cell_len(line) <= 80 for line in everything.out.splitlines())
    assert "8 cards." in run("cards", "siren").out
    assert "6 cards." in run("cards", "hecate").out  # those that only mention Hecate are not meant
    assert "Hecate  Unlock any locked territory." in run("cards", "hecate").out
    assert "A joker" in run("cards", "dionysus").out
    assert "A joker" in run("cards", "joker").out
    assert "Area  Scylla (Poseidon 1)" in run("cards", "tt01").out
    assert "TT05  Poséidon 1 Sirène" in run("cards", "sirène", "--language", "fr").out
    assert all(cell_len(line) <= 80 for line in run("cards", "--game", "ephyran", "--language", "fr").out.splitlines())


def test_filters_of_ephyran(run: Run) -> None:
    here = run("cards", "--god", "gaia", "--number", "3")
    assert "TT29  Poseidon 2 Nereid" in here.out
    assert "TS44  Gaia 3 Minotaur" in here.out
    assert "TT12" not in here.out  # a 3 and Gaia, but not together
    assert (
        "TS44 Gaia 3 Minotaur / Athena’s shield"
        in run("cards", "--god", "gaia", "--number", "3", "--support", "shield").out
    )
    assert run("cards", "--support", "Bouclier d’Athéna", "--god", "Gaïa", "--language", "fr").code == 0


def test_cards_of_both_games(run: Run) -> None:
    ran = run("cards", "poseidon")
    of_poseidon = [card for card in pediment.game("elysium").cards() if card.startswith("poseidon.")]
    assert f"{len(of_poseidon)} cards." in ran.out
    assert "40 more in ephyran: --game ephyran" in ran.out
    assert "105 more in ephyran" in run("cards").out
    assert "more in" not in run("cards", "siren").out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["sirne"], 1, "No card found. Did you mean Siren?"),
        (["--id", "TS99"], 2, "there is no card “TS99”. Did you mean TS"),
        (
            ["--god", "gaai"],
            2,
            "there is no god “gaai”; there are aether, gaia, hephaestus, poseidon. Did you mean gaia?",
        ),
        (["--support", "sheild"], 2, "Did you mean shield?"),
        (["--number", "5"], 2, "--number cannot be 5"),
        (["--level", "3", "--game", "ephyran"], 2, "no cards have --level in ephyran"),
        (["--family", "zeus", "--god", "gaia"], 2, "no cards have --family, --god in elysium, ephyran"),
    ],
)
def test_no_such_card_of_ephyran(run: Run, arguments: list[str], code: int, message: str) -> None:
    ran = run("cards", *arguments)
    assert ran.code == code
    assert message in ran.out + ran.err


@pytest.mark.parametrize(
    ("language", "given", "support"),
    [
        ("en", "shield", "Athena’s shield"),
        ("fr", "shield", "Bouclier d’Athéna"),
        ("fr", "bouclier", "Bouclier d’Athéna"),
        ("fr", "Échange", "Échange d’Athéna"),
        ("en", "theft", "Ares’s theft"),
    ],
)
def test_a_support_by_part_of_its_name(run: Run, language: str, given: str, support: str) -> None:
    ran = run("cards", "--support", given, "--language", language, "--god", "gaia")
    assert ran.code == 0
    assert plain(support) in plain(ran.out)


def test_part_of_several_names_is_not_guessed(run: Run) -> None:
    assert run("cards", "--support", "athena").code == 2


# rules


def test_the_contents_of_the_rules(run: Run) -> None:
    ran = run("rules")
    assert ran.code == 0
    assert "E7   Transfers and Legends" in ran.out
    assert ran.out.count("10 rules") == 1
    assert " 1 rule\n" in ran.out


def test_a_rule_and_a_section(run: Run) -> None:
    one = run("rules", "e7.4")
    assert "E7.4" in one.out
    assert "E7.5" not in one.out
    section = run("rules", "E7")
    assert [number for number in ("E7.1", "E7.10", "E8.1") if number in section.out] == ["E7.1", "E7.10"]
    assert run("rules", "E10").out.count("E10 ") == 1
    assert "Un Citoyen peut agrandir" in run("rules", "E7.4", "--language", "fr").out


def test_the_letter_says_which_game(run: Run) -> None:
    contents = run("rules").out
    assert (
        contents.index("Elysium") < contents.index("E7 ") < contents.index("Ephyran") < contents.index("Y4  Supports")
    )
    assert "E is Elysium, Y is Ephyran; --game chooses one." in " ".join(contents.split())
    assert "Y4.9  (a) A defence is played out of turn" in run("rules", "y4.9").out
    assert run("rules", "Y4").out.count("Y4.") >= 11
    both = run("rules", "draw").out
    assert "\nE" in both
    assert "\nY" in both
    assert "\nE" not in run("rules", "draw", "--game", "ephyran").out
    assert "Ephyran" not in run("rules", "--game", "elysium").out.splitlines()[0]
    assert run("rules", "Y4.9", "--game", "elysium").code == 1


def test_rules_with_a_word(run: Run) -> None:
    ran = run("rules", "orpheus")
    assert ran.code == 0
    assert [number for number in ("E1.7", "E3.2", "E7.8", "E8.1") if number in ran.out] == ["E1.7", "E3.2", "E7.8"]
    assert "E7.8" not in run("rules", "orpheus", "transfer", "means").out
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("E99", "Did you mean E9?"),
        ("E10.3", "No rule found for “E10.3”. Did you mean E10?"),
        ("y4.99", "Did you mean Y4?"),
        ("xyzzy", "No rule found for “xyzzy”.\n"),
    ],
)
def test_no_such_rule(run: Run, query: str, message: str) -> None:
    ran = run("rules", query)
    assert ran.code == 1
    assert message in ran.out


# replay


def test_a_replay_prints_everything_where_nobody_types(run: Run, record: dict[str, Any]) -> None:
    ran = run("replay", written("game.json", record))
    last = len(record["actions"])
    assert ran.code == 0
    assert f"game.json: verified, {last} actions." in ran.out
    assert f"1/{last} Player " in ran.out
    assert f"{last}/{last} Player " in ran.out
    taken = pediment.game("elysium").card(record["actions"][0].removeprefix("take "))["name"]
    assert f"Player 1: Take {taken}\n" in ran.out
    assert "Joueur 1 : Prendre" in run("replay", "game.json", "--language", "fr").out
    assert not re.search(r" $", ran.out, re.MULTILINE)  # nothing but words goes into a pipe
    assert " VP." in ran.out.splitlines()[-1]
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())


def test_a_replay_with_boards_in_french(run: Run, record: dict[str, Any]) -> None:
    record = {**record, "actions": [], "hashes": {"0": record["hashes"]["0"]}}
    del record["result"]
    ran = run("replay", written("game.json", record), "--board", "--language", "fr")
    assert "0/0 Le début" in ran.out
    assert "Époque 1 sur 5" in ran.out


def test_one_moment_of_a_replay(run: Run, record: dict[str, Any]) -> None:
    ran = run("replay", written("game.json", record), "--at", "3")
    assert "3/" in ran.out
    assert "4/" not in ran.out
    assert "Epoch 1 of 5" in ran.out


def test_a_replay_step_by_step(run: Run, record: dict[str, Any]) -> None:
    last = len(record["actions"])
    typed = f"\n\nb\n{last}\n\n-1\nhuh\nboard\n0\nb\nq\n"
    ran = run("replay", written("game.json", record), "--step", typed=typed)
    assert ran.code == 0
    steps = [line.split("/")[0] for line in ran.out.splitlines() if f"/{last} " in line]
    assert steps == ["0", "1", "2", "1", str(last), "0"]
    assert ran.out.count(f"there are only steps from 0 to {last}") == 2
    assert ran.out.count("Enter: next") == 3
    assert "Game over" in ran.out


def test_a_replay_from_a_moment_on_until_the_input_ends(run: Run, record: dict[str, Any]) -> None:
    ran = run("replay", written("game.json", record), "--step", "--at", "5", typed="\n")
    assert ran.code == 0
    assert "5/" in ran.out
    assert "6/" in ran.out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actions": ["take zeus.nobody"]}, "is not a valid record"),
        ({"seed": "x"}, "seed: seed must be a fair seed or a whole number"),
        ({"game": "halma"}, "game: no game “halma”"),
        ({"format": "x"}, "format: this is not a record of Pediment"),
        ({"hashes": {}}, "hashes: none after 0 actions"),
        ({"result": [1, 2]}, "result: the game replays to"),
        ({"extra": 1}, "extra: unknown field"),
    ],
)
def test_a_bad_record_names_the_place(run: Run, record: dict[str, Any], change: dict[str, Any], message: str) -> None:
    ran = run("replay", written("game.json", {**record, **change}))
    assert ran.code == 2
    assert message in ran.err
    assert "game.json" in ran.err
    assert ran.out == ""


def test_an_altered_action_is_found(run: Run, record: dict[str, Any]) -> None:
    actions = list(record["actions"])
    actions[0] = "citizen"
    ran = run("replay", written("game.json", {**record, "actions": actions}))
    assert ran.code == 2
    assert "actions[0]" in ran.err


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("game.json", '{"format": ', "line 1, column 12: not valid JSON"),
        ("game.json", "[1]", "is neither a record nor a position"),
        ("game.json", "[" * 100_000, "nested too deeply"),
        ("game.json", '{"seats": [{}, {}]}', "game.json is not a record: it has no field “format”"),
        ("game.toml", "seats = [", "not valid TOML"),
    ],
)
def test_files_that_are_no_records(run: Run, name: str, content: str, message: str) -> None:
    ran = run("replay", written(name, content))
    assert ran.code == 2
    assert message in ran.err


def test_files_that_cannot_be_read(run: Run) -> None:
    assert "cannot read nothing.json: No such file or directory" in run("replay", "nothing.json").err
    assert "cannot read .: Is a directory" in run("replay", ".").err
    Path("bytes.json").write_bytes(b"{\xff}")
    assert "bytes.json is not a text file (byte 1 is not UTF-8)" in run("replay", "bytes.json").err
    for name, reason in (("rien.json", "ce fichier ou ce dossier n’existe pas"), (".", "c’est un dossier")):
        assert f"impossible de lire {name} : {reason}" in run("replay", name, "--language", "fr").err.replace(
            "\u00a0", " "
        )


@pytest.mark.parametrize("step", ["-1", "100000"])
def test_no_such_moment(run: Run, record: dict[str, Any], step: str) -> None:
    ran = run("replay", written("game.json", record), "--at", step)
    assert ran.code == 2
    assert "there are only steps from 0 to" in ran.err


# score


def test_the_score_of_a_table(run: Run) -> None:
    ran = run("score", written("table.toml", TABLE))
    assert ran.code == 0
    assert "Level 2 (3)" in ran.out
    assert "Player 1 wins with 25 VP." in ran.out
    assert "The file names no bonus tiles" in ran.out


def test_the_score_from_the_standard_input(run: Run) -> None:
    assert "Player 1 wins with 25 VP." in run("score", "-", typed=TABLE).out
    tied = '{"seats": [{"vp": 3, "gold": 1}, {"vp": 3, "gold": 1}]}'
    ran = run("score", "-", "--language", "fr", typed=tied)
    assert "Joueur 1 et Joueur 2 partagent la victoire" in ran.out
    assert "tuile Bonus" not in ran.out


def test_tiles_named_in_the_file_need_no_remark(run: Run) -> None:
    table = TABLE.replace("vp = 14", 'vp = 14\nbonuses = ["level 2"]')
    assert "The file names no bonus tiles" not in run("score", "-", typed=table).out


def test_the_score_of_a_table_in_the_middle(run: Run) -> None:
    ran = run("score", "-", typed='phase = "actions"\nagora = ["zeus.hercules"]' + TABLE)
    assert "If the game ended now:" in ran.out
    assert "Player 1 leads with 25 VP." in ran.out


def test_the_score_of_a_record(run: Run, record: dict[str, Any]) -> None:
    ran = run("score", written("game.json", record))
    assert ran.code == 0
    for total in record["result"]:
        assert str(total) in ran.out


def test_a_bad_table_names_every_place(run: Run) -> None:
    ran = run("score", "-", typed='seats = [{vp = "x"}, {elysium = [["zeus.nobody"]], foo = 1}]')
    assert ran.code == 2
    for place in ("seats[0].vp", "seats[1].elysium[0][0]: unknown card “zeus.nobody”", "seats[1].foo: unknown field"):
        assert place in ran.err


def test_a_table_of_an_unknown_game(run: Run) -> None:
    ran = run("score", "-", typed='{"game": "halma", "seats": [{}, {}]}')
    assert ran.code == 2
    assert "no game “halma”" in ran.err


CITIES = """
game = "ephyran"
[[seats]]
god = "gaia"
city_bonus = 3
territories.gaia.areas = ["TS37a", {card = "TS40", half = "a", tokens = ["trident"]}, "dionysus", "TT03b"]
[[seats]]
god = "aether"
territories.aether.areas = ["TT15a", "TT43a", "TT33b", "TT08b"]
"""


def test_the_score_of_a_table_of_ephyran(run: Run) -> None:
    ran = run("score", written("table.toml", CITIES))
    assert ran.code == 0
    found = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "Gaia 2 · 1 2 2 ×2 14" in found
    assert "City bonus 3" in found
    assert "Aether 4 1 · · · ×2 10" in found
    assert found[-1] == "Player 1 wins with 17 points."
    assert "Joueur 1 gagne avec 17 points." in run("score", "table.toml", "--language", "fr").out


def test_a_game_of_ephyran_under_way_is_scored_as_it_stands(run: Run) -> None:
    table = CITIES.replace("city_bonus = 3\n", 'hand = ["TT29", "TT30"]\n').replace(
        "[[seats]]", "to_move = 0\n[[seats]]", 1
    )
    ran = run("score", "-", typed=table)
    assert "If the game ended now:" in ran.out
    assert "Player 1 and Player 2 are level with 10 points." in ran.out  # nobody but its owner has seen the trident


def test_a_table_that_does_not_say_which_game(run: Run) -> None:
    ran = run("score", "-", typed=CITIES.replace('game = "ephyran"', ""))
    assert ran.code == 2
    assert (
        'There is no field “game”, so this was read as a position of elysium; otherwise say game = "ephyran".'
        in ran.err
    )
    ran = run("score", "-", typed=CITIES.replace("TS37a", "TS38b"))
    assert "seats[0].territories.gaia.areas[0]: " in ran.err
    assert "field “game”" not in ran.err


# edition


def test_a_new_edition_is_fine(run: Run) -> None:
    made = run("edition", "new", "box.toml")
    assert made.code == 0
    assert "pediment edition check box.toml" in " ".join(made.out.split())
    checked = run("edition", "check", "box.toml")
    assert checked.code == 0
    name, digest = pediment.game("elysium").check_edition(Path("box.toml").read_text(encoding="utf-8"))
    assert f"box.toml is fine: an edition of Elysium, “{name}”, hash {digest}." in checked.out
    french = " ".join(run("edition", "check", "box.toml", "--language", "fr").out.split())
    assert f"une édition d’Elysium, « {name} », empreinte {digest}." in french


@pytest.mark.parametrize("name", pediment.games())
def test_a_new_edition_speaks_the_language_of_its_owner(name: str, run: Run) -> None:
    """Its comments and its name; the values are the same."""
    for language in ("en", "fr"):
        assert run("edition", "new", f"{language}.toml", "--game", name, "--language", language).code == 0
        assert run("edition", "check", f"{language}.toml").code == 0
    english, french = (Path(f"{language}.toml").read_text(encoding="utf-8") for language in ("en", "fr"))
    values, theirs = tomllib.loads(english), tomllib.loads(french)
    assert (values.pop("name"), theirs.pop("name")) == ("my box", "ma boîte")
    assert values == theirs
    ids = r'# (?:".+" = \{.*|(?:[a-z]+\.[a-z-]+,? ?)+)'  # what can be made a value, and what cannot, has no language
    comments = [line for line in english.splitlines() if line.startswith("#") and not re.fullmatch(ids, line)]
    assert len(comments) > 3
    assert [line for line in comments if line in french] == []
    assert max(map(len, french.splitlines())) <= 120


def test_an_edition_of_ephyran(run: Run) -> None:
    assert run("edition", "new", "box.toml", "--game", "ephyran").code == 0
    for arguments in ([], ["--game", "ephyran"]):  # it is found out which game
        assert (
            "box.toml is fine: an edition of Ephyran, “my box”" in run("edition", "check", "box.toml", *arguments).out
        )
    text = Path("box.toml").read_text(encoding="utf-8")
    line = next(i for i, own in enumerate(text.splitlines(), 1) if own.startswith("TS04"))
    wrong = written("box.toml", text.replace("poseidon 2 Hippocamp + owl", "poseidon 9 Hippocamp + owl"))
    ran = run("edition", "check", wrong)
    assert ran.code == 1
    assert f"box.toml:{line}: TS04: " in ran.out
    assert "1 problem." in ran.out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_edition_file_names_every_card_beside_its_id(run: Run, language: str) -> None:
    assert run("edition", "new", "box.toml", "--language", language).code == 0
    game = pediment.game("elysium")
    lines = Path("box.toml").read_text(encoding="utf-8").splitlines()
    for card in game.cards():
        facts = game.card(card, language)
        assert f'"{card}" = "{facts["condition"]}"  # {facts["name"]}' in lines


def test_an_edition_is_not_overwritten(run: Run) -> None:
    written("box.toml", "mine")
    ran = run("edition", "new", "box.toml")
    assert ran.code == 2
    assert "box.toml already exists; --force overwrites it" in ran.err
    assert Path("box.toml").read_text(encoding="utf-8") == "mine"
    assert run("edition", "new", "box.toml", "--force").code == 0
    assert run("edition", "check", "box.toml").code == 0


def test_every_problem_of_an_edition_with_its_line(run: Run) -> None:
    template = pediment.game("elysium").edition_template()
    line = next(i for i, text in enumerate(template.splitlines(), 1) if text.startswith('"zeus.hercules"'))
    wrong = template.replace('"zeus.hercules" = "BY"', '"zeus.hercules" = "BB"').replace("[pediment]", "[pedimant]")
    ran = run("edition", "check", written("box.toml", wrong))
    assert ran.code == 1
    assert f"box.toml:{line}: zeus.hercules: a colour is named twice" in ran.out
    assert "unknown section or field “pedimant”" in ran.out
    assert "box.toml: “pediment” is missing" in ran.out
    assert "3 problems." in ran.out
    french = run("edition", "check", "box.toml", "--language", "fr")
    assert "3 problèmes." in french.out


def test_an_edition_that_is_no_toml(run: Run) -> None:
    ran = run("edition", "check", written("box.toml", 'name = "x"\n[conditions\n'))
    assert ran.code == 1
    assert "box.toml:2: not valid TOML" in ran.out
    assert "1 problem." in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nothing.toml"], "cannot read nothing.toml"),
        (["new", "nowhere/box.toml"], "cannot write nowhere/box.toml"),
        (["chek", "box.toml"], "Did you mean check?"),
        (["new"], "missing: FILE."),
    ],
)
def test_wrong_uses_of_edition(run: Run, arguments: list[str], message: str) -> None:
    ran = run("edition", *arguments)
    assert ran.code == 2
    assert message in ran.err


# games


def test_games(run: Run) -> None:
    ran = run("games")
    assert ran.code == 0
    assert "elysium   2 to 4 players" in ran.out
    assert "--families" in ran.out
    assert "ephyran   2 to 4 players" in ran.out
    assert "--gods" in ran.out
    assert "2 à 4 joueurs" in run("games", "--language", "fr").out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_options_are_told_alike_by_games_and_help(run: Run, language: str) -> None:
    told = run("games", "--language", language, columns=300).out
    helped = " ".join(run("play", "--help", "--language", language).out.split())
    for name in pediment.games():
        for option, text in pediment.game(name).option_texts(language).items():
            shown = re.escape(text.replace("\u00a0", " "))
            assert re.search(rf"^  --{option} +{shown}$", told, re.MULTILINE)
            assert " ".join(of_game(name, text, language).split()) in helped


def test_words_for_values_are_translated_in_every_command() -> None:
    """Some are the same in both languages."""
    english, french = (
        {one.metavar for command in COMMANDS for one in parser_of(command, Messages(language)).arguments if one.metavar}
        for language in ("en", "fr")
    )
    words = {metavar for metavar in english & french if re.search("[A-Z]{3,}", metavar)}
    assert words - {"URL", "PORT", "HEX", "BOT", "ACTION", "RAY", "SHELL"} == TEXTS.section("fr", "metavars").keys()
