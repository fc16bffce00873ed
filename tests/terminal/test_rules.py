"""`pediment rules`: overview and aid before the rules, and rules found by what they are about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

import pediment
from pediment.core.kit import Kit
from pediment.terminal.messages import Messages
from pediment.terminal.rules import Rulebook
from pediment.testing.toy import GAME as PEBBLES
from tests.terminal.running import Run


def words(text: str) -> str:
    """A text without its line breaks, indentation and bullets."""
    return " ".join(text.replace("·", " ").split())


def numbers(run: Run, *query: str, language: str = "en") -> list[str]:
    """What is found, by number."""
    ran = run("rules", *query, "--language", language, "--json", "-")
    assert ran.err == ""
    return [entry["number"] for entry in json.loads(ran.out)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", pediment.games())
def test_the_overview_comes_first_then_the_contents_then_how_to_go_on(run: Run, game: str, language: str) -> None:
    ran = run("rules", "--game", game, "--language", language, columns=120)
    assert (ran.code, ran.err) == (0, "")
    guide, rules, say = pediment.game(game).guide(language), pediment.game(game).rules(), Messages(language)
    texts = [say("rules.overview", game=game.capitalize())]
    texts += [text for part in guide.overview for text in (part.title, *part.lines)]
    texts.append(say("rules.contents"))
    for section, title in guide.sections.items():
        count = sum(number.partition(".")[0] == section for number in rules)
        texts += [section, title, say("rules.count", n=count)]
    assert words(ran.out) == words(" ".join([*texts, say("rules.hint")]))


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    ("query", "section", "language"),
    [
        ("overview", "overview", "en"),
        ("aid", "aid", "en"),
        ("Player Aid", "aid", "en"),
        ("aperçu", "overview", "fr"),
        ("apercu", "overview", "en"),
        ("aide-mémoire", "aid", "fr"),
        ("aide memoire", "aid", "fr"),
        ("aid", "aid", "fr"),
    ],
)
def test_the_overview_and_the_aid_alone(run: Run, query: str, section: str, language: str, width: int) -> None:
    for games in (["elysium"], ["ephyran"], pediment.games()):
        only = ["--game", games[0]] if len(games) == 1 else []
        ran = run("rules", query, *only, "--language", language, columns=width)
        expected = []
        for game in games:
            expected.append(Messages(language)(f"rules.{section}", game=game.capitalize()))
            guide = pediment.game(game).guide(language)
            parts = guide.overview if section == "overview" else guide.aid
            expected += [text for part in parts for text in (part.title, *part.lines)]
        assert words(ran.out) == words(" ".join(expected))
        assert all(cell_len(line) <= width for line in ran.out.splitlines())


ENGLISH = {
    "goal": ["overview.aim", "E8.7", "overview.aim", "Y7.5"],
    "winner": ["overview.winning", "E8.7", "overview.winning", "Y7.5"],
    "VICTORY": ["overview.winning", "E8.7", "overview.winning", "Y7.5"],
    "awakening": ["overview.epoch", "E3.1"],
    "writing the legends": ["overview.epoch", "E6.1", "E6.2", "E6.3"],
    "passer": ["E4.1", "E4.7"],
    "tie": ["overview.winning", "E6.1", "E7.7", "E7.10", "E8.5", "E8.7", "overview.winning", "Y7.5"],
    "golden rule": ["E5.12"],
    "legend values": ["aid.legends", "E8.3"],
    "secret": ["E9.1", "Y5.3", "Y8.1"],
}
FRENCH = {
    "but": ["overview.aim", "E8.7", "overview.aim", "Y7.5"],
    "gagnant": ["overview.winning", "E8.7", "overview.winning", "Y7.5"],
    "victoire": ["overview.winning", "E8.7", "overview.winning", "Y7.5"],
    "réveil": ["overview.epoch", "E3.1"],
    "eveil": ["overview.epoch", "E3.1"],
    "écriture des légendes": ["overview.epoch", "E6.1", "E6.2", "E6.3"],
    "passer": ["E4.1", "E4.7", "Y3.1", "Y3.5"],
    "egalite": ["overview.winning", "E6.1", "E7.7", "E7.10", "E8.5", "E8.7", "overview.winning", "Y7.5"],
    "L’exception": ["E5.12"],
}


@pytest.mark.parametrize(
    ("language", "query", "found"),
    [(language, *case) for language, cases in (("en", ENGLISH), ("fr", FRENCH)) for case in cases.items()],
)
def test_rules_are_found_by_what_they_are_about(run: Run, language: str, query: str, found: list[str]) -> None:
    assert numbers(run, query, language=language) == found


@pytest.mark.parametrize(
    ("language", "query", "some"),
    [
        ("en", "turn", {"aid.turn", "E4.2", "Y3.1"}),
        ("en", "discard", {"E3.1", "E5.10", "Y1.4", "Y3.5"}),
        ("en", "hidden", {"E9.1", "Y8.1"}),
        ("en", "citizen", {"aid.citizens", "E1.5", "E4.7", "E7.4", "E8.6"}),
        ("en", "transfer", {"aid.legends", "E1.7", "E7.1", "E6.3"}),
        ("en", "end of the epoch", {"overview.epoch", "E3.3"}),
        ("en", "phase 1", {"E3.1"}),
        ("fr", "tour", {"aid.turn", "E4.2", "Y3.1"}),
        ("fr", "citoyen", {"aid.citizens", "E1.5", "E4.7", "E7.4", "E8.6"}),
        ("fr", "fin de l'époque", {"overview.epoch", "E3.3"}),
    ],
)
def test_a_common_word_finds_its_rules_among_others(run: Run, language: str, query: str, some: set[str]) -> None:
    assert some <= set(numbers(run, query, language=language))


def test_a_number_finds_nothing_but_itself(run: Run) -> None:
    assert numbers(run, "E7.4") == ["E7.4"]
    assert numbers(run, "overview.aim") == ["overview.aim", "overview.aim"]
    assert numbers(run, "8.7") == ["E8.7"]
    assert numbers(run, "9") == ["E9.1", "Y9"]
    assert numbers(run, "E4.99") == []
    assert numbers(run, "e4.") == numbers(run, "E4") != []
    assert numbers(run, "E7.4.") == ["E7.4"]
    assert numbers(run, "4.") == numbers(run, "4") != []


@pytest.mark.parametrize("query", [["   "], ["", " "]])
def test_blanks_are_no_query(run: Run, query: list[str]) -> None:
    assert run("rules", *query).out == run("rules").out
    assert numbers(run, *query) == numbers(run)


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("number", ["E10", "Y9"])
def test_when_powers_start_is_a_table_by_name(run: Run, number: str, language: str, width: int) -> None:
    game = pediment.game("elysium" if number == "E10" else "ephyran")
    ran = run("rules", number, "--language", language, columns=width)
    said = words(ran.out)
    for table in game.guide(language).tables[number]:
        assert words(table.lead) in said
        for name, text in table.rows if width == 40 else []:
            assert words(f"{name} {text}") in said
        for name, _ in table.rows:
            assert any(line.startswith(name) for line in ran.out.splitlines()), name
    assert all(cell_len(line) <= width for line in ran.out.splitlines())


def test_programs_get_everything(run: Run) -> None:
    assert run("rules", "--game", "elysium", "--language", "fr", "--json", "rules.json").code == 0
    entries = json.loads(Path("rules.json").read_text(encoding="utf-8"))
    game = pediment.game("elysium")
    guide = game.guide("fr")
    parts = [("overview", part) for part in guide.overview] + [("aid", part) for part in guide.aid]
    assert entries[: len(parts)] == [
        {
            "number": f"{section}.{part.name}",
            "game": "elysium",
            "section": section,
            "title": part.title,
            "text": "\n".join(part.lines),
            "tables": [],
        }
        for section, part in parts
    ]
    rules = entries[len(parts) :]
    assert {rule["number"]: rule["text"] for rule in rules} == game.rules("fr")
    assert {rule["section"]: rule["title"] for rule in rules} == guide.sections
    assert [rule["number"] for rule in rules if rule["tables"]] == ["E10"]
    assert rules[-1]["tables"] == [
        {"lead": table.lead, "head": [*table.head], "rows": [[*row] for row in table.rows]}
        for table in guide.tables["E10"]
    ]


@pytest.mark.parametrize(
    ("language", "query", "said"),
    [
        (
            "en",
            "éveil",
            "No rule found for “éveil”. The rules in another language have that word (--language fr): see E3.1.",
        ),
        (
            "fr",
            "awakening",
            "Aucune règle trouvée pour « awakening ». "
            "Ce mot figure dans les règles d’une autre langue (--language en) : voir E3.1.",
        ),
        ("en", "awakning", "No rule found for “awakning”. Did you mean awakening?"),
        ("fr", "gagnnat", "Aucune règle trouvée pour « gagnnat ». Vouliez-vous dire gagnant ?"),
        ("en", "E3.99", "No rule found for “E3.99”. Did you mean E3?"),
        ("en", "citizn", "No rule found for “citizn”. Did you mean citizen?"),
        ("fr", "citoyn", "Aucune règle trouvée pour « citoyn ». Vouliez-vous dire citoyen ?"),
        ("en", "overvew.aim", "No rule found for “overvew.aim”."),
        ("en", "xyzzy", "No rule found for “xyzzy”."),
    ],
)
def test_what_is_not_found_was_perhaps_meant_otherwise(run: Run, language: str, query: str, said: str) -> None:
    ran = run("rules", query, "--language", language, columns=200)
    assert (ran.code, ran.out.replace("\u00a0", " ").strip()) == (1, said)


def test_a_game_without_a_guide_shows_its_rules(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kits = {"pebbles": Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")}
    monkeypatch.setattr(pediment, "_kits", lambda: kits)
    book = Rulebook([PEBBLES], Messages("en"))
    assert [entry.number for entry in book.entries] == ["P1", "P2", "P3", "P4"]
    assert book.find("overview") == book.find("aid") == []
    assert [entry.number for entry in book.find("p3")] == ["P3"]
    assert [entry.number for entry in book.find("bag")] == ["P1"]
    assert [fact["section"] for fact in book.facts(book.entries)] == [""] * 4
    Console(width=80).print(book.contents())
    said = words(capsys.readouterr().out)
    assert said == words("Pebbles " + " ".join(f"{n} {text}" for n, text in PEBBLES.rules().items()))


def test_a_long_word_is_only_not_found(run: Run) -> None:
    ran = run("rules", "a" * 5000)
    assert (ran.code, "Traceback" in ran.err) == (1, False)
    assert numbers(run, "e4.7b") == ["E4.7b"]
