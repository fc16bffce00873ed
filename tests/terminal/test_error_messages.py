"""Errors reach the user in their own language: every sentence of the engine, and every command that goes wrong."""

from __future__ import annotations

import ast
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pediment
from pediment.command.arguments import TEXTS
from pediment.command.error_messages import MAX_PARTS, translate, translate_option_error
from pediment.core.errors import EditionError
from pediment.terminal.commands import COMMANDS
from tests.terminal.running import Run

RECORDS = Path(__file__).parents[1] / "records"

HOME = Path(pediment.__file__).parent
SOURCES = [
    *(file for package in ("core", "games", "bots") for file in HOME.glob(f"{package}/**/*.py")),
    *(HOME / "server" / "store" / name for name in ("backup.py", "postgres.py", "sqlite.py", "store.py")),
    *(HOME / name for name in ("__init__.py", "lab/cluster.py", "lab/workers.py")),
]
# Where the text stands among the arguments of what is raised or noted; the others have pairs of a place and a text
TEXT_AT = {
    "OptionError": 0,
    "RecordError": 1,
    "note": 1,
    "Broken": 1,
    "Fault": 1,
    "Mistake": 1,
    "Unavailable": 0,
    "WorkerLost": 0,
    "_gone": 0,
}
PAIRS = ("PositionError", "EditionError")
# What only a program can provoke
FOR_PROGRAMS = {"games must be a whole number", "seed must be a whole number", "seats must be one of x, not x"}


def test_what_a_webhook_is_refused_for_exists_in_french() -> None:
    source = (HOME / "server" / "live" / "webhooks.py").read_text(encoding="utf-8")
    raised = [
        sentence
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "ValueError"
        if (sentence := _sentence(call.args[0]))
    ]
    assert len(raised) == 10
    assert [text for text in raised if translate(text, "fr") == text] == []


def test_a_section_that_stands_twice_is_told_in_french() -> None:
    twice = "Cannot declare ('a',) twice (at line 1, column 3)"
    assert translate(twice, "fr") == "la section ('a',) figure deux fois (ligne 1, colonne 3)"


def test_a_text_with_many_parts_is_read_in_time() -> None:
    many = "; ".join("a" * 40)
    assert translate(many, "fr") == many
    assert translate(f"gods must be random or choose, not '{many}' (Y2.1)", "fr").startswith("gods doit être")


def sentences() -> Iterator[str]:
    """Every sentence that an error of the sources has, with x for what is filled in."""
    for file in SOURCES:
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                if name in PAIRS:
                    pairs = [node for node in ast.walk(call) if isinstance(node, ast.Tuple)]
                    yield from filter(None, (_sentence(pair.elts[1]) for pair in pairs))
                elif name in TEXT_AT and len(call.args) > TEXT_AT[name]:
                    yield from filter(None, [_sentence(call.args[TEXT_AT[name]])])


def _sentence(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    return ""  # the text of another error


def test_every_sentence_of_an_error_is_known_in_french() -> None:
    found = list(sentences())
    assert len(found) > 120
    english = [text for text in found if translate(text, "fr") == text]
    assert [text for text in english if not text.startswith(tuple(FOR_PROGRAMS))] == []


def test_french_says_only_what_english_says() -> None:
    english, french = (TEXTS.section(language, "problems") for language in ("en", "fr"))
    assert english.keys() == french.keys()
    for key, text in french.items():
        assert set(re.findall(r"{\w+}", text)) <= set(re.findall(r"{\w+}", english[key])), key
        assert not re.search(r"[^\u00a0][;?!»](\s|$)|[^\u00a0]:(?=\s)|«[^\u00a0]|[a-zé]'[a-zé]", text), key


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("unknown card 'x'", "unknown card “x”", "carte inconnue «\u00a0x\u00a0»"),
        ("a new thing: 'x'", "a new thing: “x”", "a new thing\u00a0: «\u00a0x\u00a0»"),
        ("unheard of", "unheard of", "unheard of"),
        ("déjà dit\u00a0: ainsi", "déjà dit\u00a0: ainsi", "déjà dit\u00a0: ainsi"),
        (
            "options: edition: unknown card 'x'; 'cards' is missing",
            "options: edition: unknown card “x”; “cards” is missing",
            "options\u00a0: édition\u00a0: carte inconnue «\u00a0x\u00a0»\u00a0; il manque «\u00a0cards\u00a0»",
        ),
        (
            "'take x' cannot be played. E4.4: You have no green column.",
            "“take x” cannot be played. E4.4: You have no green column.",
            "«\u00a0take x\u00a0» ne peut pas être joué ici (règle E4.4)",
        ),
    ],
)
def test_sentences_within_sentences(text: str, english: str, french: str) -> None:
    assert translate(text, "en") == english
    assert translate(text, "fr") == french


def test_an_option_is_named_as_it_was_typed() -> None:
    assert translate_option_error("games must be more than 1", "en") == "--games must be more than 1"
    assert translate_option_error("no bot 'x'; there are y", "en") == "no bot “x”; there are y"


BOX = '[conditions]\n"zeus.hercules" = "Q"\nfoo = "R"\n'
SEATS = '"seats": [{"gold": "x"}, {"domain": ["foo"]}]'
FILES = {
    "junk.json": "{",
    "junk.toml": "a\n",
    "list.json": "[]",
    "other.json": '{"format": "x"}',
    "short.json": '{"format": "pediment-record-1", "game": "elysium"}',
    "chess.json": '{"game": "chess", "seats": [{}, {}]}',
    "position.json": f"{{{SEATS}}}",
    "ephyran.json": f'{{"game": "ephyran", {SEATS}}}',
    "broken.toml": "[conditions\n",
    "box.toml": BOX,
    "empty.json": "",
    "notes.txt": "my notes\n",
    "my-bot": "",
}
WRONG = [
    "play --seats 7",
    "play --seats x",
    "play --families foo",
    "play --families zeus,ares",
    "play --pediment q",
    "play --gods choose",
    "play ephyran --gods foo",
    "play --seed 99999999999999999999",
    "play --edition box.toml",
    "play --edition broken.toml",
    "play --edition missing.toml",
    "play ephyran --edition box.toml",
    "play --players human,foo",
    "play --players human,scholar@1s",
    "play --players human,search@x",
    "play --players human,./missing",
    "play --players human,./my-bot",
    "play --players human,false",
    "play --players human,ws://localhost:1",
    "play --players human",
    "play --names A,B,C",
    "play --load missing.json",
    "play --load junk.json",
    "play --load position.json",
    "play --load ephyran.json",
    "play --load chess.json",
    "play --load list.json",
    "play --load . --seats 2",
    "play --load .",
    "play --resume --seats 3",
    "play --game 2",
    "play chess",
    "play --foo",
    "simulate --bots foo",
    "simulate --bots greedy@1s",
    "simulate --bots greedy,greedy,greedy --seats 2",
    "simulate --games 0",
    "simulate --jobs 0",
    "simulate --seats 9",
    "simulate --families foo",
    "simulate --edition broken.toml",
    "simulate --json missing/x.json",
    "arena --bots foo,greedy",
    "arena --bots greedy",
    "arena --bots greedy,greedy",
    "arena --bots greedy,",
    "arena --bots greedy,uniform --games 1",
    "arena --bots greedy,uniform --seats 9",
    "arena --bots greedy,uniform --jobs 0",
    "arena --bots greedy,uniform --plot x.txt",
    "arena --bots search,uniform --time x",
    "arena --bots greedy,uniform --out notes.txt",
    "arena",
    "analyse junk.json",
    "analyse other.json",
    "analyse list.json",
    "analyse short.json",
    "analyse empty.json",
    "analyse missing.json --jobs 0",
    "score junk.json",
    "score junk.toml",
    "score position.json",
    "score other.json",
    "score short.json",
    "replay short.json",
    "replay position.json",
    "verify short.json",
    "verify other.json --commitment x",
    "verify other.json",
    "hint position.json",
    "hint junk.toml --time 1",
    "hint junk.toml --bot foo",
    "edition check box.toml",
    "edition check broken.toml",
    "edition check missing.toml",
    "edition foo box.toml",
    "edition new box.toml",
    "cards foo",
    "cards --family foo",
    "cards --god foo",
    "cards --id foo",
    "rules foo",
    "bot-check foo",
    "bot-check ./my-bot",
    "bot-check false",
    "bot-check ws://",
    "bot-check false --time x",
    "bot-check false --games 0",
    "bot-check ws://localhost:1",
    "backup new.sqlite --database missing.sqlite",
    "backup new.sqlite --database sqlite:///notes.txt",
    "backup new.sqlite --database mysql://x",
    "backup new.sqlite --database notes.txt",
    "serve --database mysql://x",
    "serve --port x",
    "serve --host nowhere.invalid",
    "completion foo",
    "help foo",
    "foo",
]
# Words of English sentences that no French one has
ENGLISH = re.compile(
    r"\b(an|and|any|are|be|by|cannot|does|each|exists?|file|for|from|has|have|is|it|its|missing|must|no|not|of|or|"
    r"records?|seats?|than|that|the|there|this|to|unknown|was|with|you|Errno|Expect(ed|ing)|Error|Invalid|bots?"
    r"|siège|sièges|sauvé|Sauvé)\b"
)


def leftovers(text: str, typed: str) -> list[str]:
    """The English words in a text, without what was typed, quoted, or is the name of something."""
    for word in (*FILES, *COMMANDS, *typed.split(), *re.findall(r"[\w.-]+", typed)):
        text = text.replace(word, "…")
    text = re.sub(r"«[^»]*»|\"[^\"]*\"|'[^']*'|--[\w-]+|\w+\[[^\]]*\][\w.]*|\w+://\S*|\{.*?\}|.*[/\\]\S+", "…", text)
    text = re.sub(r"\b[a-z]+\.[a-z-]+|(?<=[:\n] )\s*[\w.…]+(?= :)", "…", text)  # cards and fields
    return [found[0] for found in ENGLISH.finditer(text)]


@pytest.mark.parametrize("typed", WRONG)
def test_what_goes_wrong_is_said_in_french(typed: str, run: Run) -> None:
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    ran = run(*typed.split(), "--language", "fr")
    said = ran.out + ran.err
    assert ran.code in (1, 2)
    assert said
    assert leftovers(said, typed) == [], said
    assert "’" in said or "'" not in said, said


def test_leftovers_would_be_found() -> None:
    assert leftovers("seats must be one of 2, 3, 4", "play --families foo") == ["seats", "must", "be", "of"]


def test_each_of_these_goes_wrong_in_english_too(run: Run) -> None:
    for typed in itertools.islice(WRONG, 0, None, 7):
        ran = run(*typed.split())
        assert ran.code in (1, 2), typed
        assert not re.search("[éèà]", ran.out + ran.err), typed


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_why_a_move_of_a_record_cannot_be_played_is_said_in_french(command: str, run: Run) -> None:
    record = json.loads((RECORDS / "elysium-2-seed-1.json").read_text(encoding="utf-8"))
    record["actions"][3] = "take zeus.hercules"
    Path("broken.json").write_text(json.dumps(record), encoding="utf-8")
    said = run(command, "broken.json", "--language", "fr").err
    match = pediment.Match(pediment.game("elysium"), seats=2, seed=1, families="first-game", pediment="a")
    for move in record["actions"][:3]:
        match.play(move)
    why = match.game.why_not(match.state, "take zeus.hercules", "fr")
    assert why is not None
    assert said == (
        f"pediment {command}: broken.json n’est pas une partie enregistrée valide. "
        f"actions[3] : « take zeus.hercules » ne peut pas être joué. {why.rule} – {why.sentence}\n".replace("\xa0", " ")
    )
    record["actions"][3] = 3
    Path("broken.json").write_text(json.dumps(record), encoding="utf-8")
    assert (
        "actions[3] : doit être un coup en toutes lettres, et non 3"
        in run(command, "broken.json", "--language", "fr").err
    )


def test_a_list_of_many_problems_is_cut_and_read_in_time() -> None:
    text = "\n".join(f'k{n} = "a; b; c"' for n in range(300))
    with pytest.raises(EditionError) as wrong:
        pediment.game("elysium").check_edition(text)
    assert str(wrong.value).count("; ") > 250
    said = translate(wrong.value, "fr")
    assert said.endswith(" …")
    assert said.count(" ; ") == MAX_PARTS - 1
