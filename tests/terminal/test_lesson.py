"""`pediment lesson`: whole lessons at the screen, what they answer, and how one leaves them."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len

import pediment
from pediment.core.lesson import TEXTS as EVERY
from pediment.core.lesson import Lesson, lesson_of
from pediment.core.match import Match
from pediment.terminal.board import board_of
from pediment.terminal.messages import Messages
from pediment.terminal.options import Options
from tests.depth import some_of
from tests.terminal.running import Run

GAMES = ["elysium", "ephyran"]
LANGUAGES = ["en", "fr"]


def taught(game: str) -> Lesson:
    script = pediment.kit(game).lesson
    assert script is not None
    return lesson_of(pediment.game(game), script)


def beat_of(game: str, name: str) -> int:
    [n] = [n for n, step in enumerate(taught(game).steps) if step.line.id == name]
    return n


def numbers(lesson: Lesson, language: str) -> list[str]:
    """What leads through a lesson: the numbers of what is expected, and Enter where nothing is."""
    typed = []
    for step in lesson.steps[:-1]:
        match = Match.of(lesson.game, step.state)
        options = Options(
            board_of(match, Messages(language)), step.state, match.view(lesson.seat), bool(step.line.expect)
        )
        typed.append(str(options.numbers[step.line.expect[0]]) if step.line.expect else "")
    return typed


def labels(lesson: Lesson) -> list[str]:
    return [step.line.expect[0] if step.line.expect else "" for step in lesson.steps[:-1]]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def up_to(game: str, beat: str, *typed: str) -> str:
    """What is typed from the first beat of the beat's chapter on, then at the beat."""
    lesson, n = taught(game), beat_of(game, beat)
    start = max(at for at in lesson.chapter_starts() if at <= n)
    return lines(*labels(lesson)[start:n], *typed)


def chapter_of(game: str, beat: str) -> str:
    return str(sum(start <= beat_of(game, beat) for start in taught(game).chapter_starts()))


def flowing(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.replace("\xa0", " ").split())


@pytest.mark.parametrize(
    ("game", "language", "width"),
    some_of(product(GAMES, LANGUAGES, (80, 40)), [("elysium", "fr", 40), ("ephyran", "en", 80)]),
)
def test_a_whole_lesson(run: Run, game: str, language: str, width: int) -> None:
    lesson = taught(game)
    typed = numbers(lesson, language) if width == 80 else labels(lesson)
    ran = run("lesson", game, "--language", language, typed=lines(*typed), columns=width)
    assert (ran.code, ran.err) == (0, "")
    said, words = flowing(ran.out), lesson.words(language)
    at, after = 0, ""
    for n, step in enumerate(lesson.steps, 1):  # everything is said, in its order
        where = {"en": f"step {n} of {len(lesson.steps)}", "fr": f"étape {n} sur {len(lesson.steps)}"}[language]
        beat = words.beats[step.line.id]
        for text in (words.chapters[step.chapter], where, after, beat.text, *step.line.rules):
            at = said.index(flowing(text), at)
        for point in step.line.point:
            assert flowing(words.places.get(point, "")) in said[at:]
        after = beat.after
    command = f"pediment play {game} --players human,shepherd"
    assert said.endswith({"en": f"Your first game: {command}", "fr": f"Votre première partie : {command}"}[language])
    wide = [line for line in ran.out.splitlines() if cell_len(line) > width and not line.startswith(">")]
    assert wide == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_teacher_points_at_options_cards_and_places(run: Run, language: str) -> None:
    typed = up_to("elysium", "keep-green", "", "dismiss red", "quit")
    out = run("lesson", "elysium", "--chapter", "3", "--language", language, typed=typed).out
    pointed = {
        "en": ["Look at: Take Quest 2 (2) · the Temple", "Look at: Dismiss the red column (1) · Tidal Wave"],
        "fr": [
            "Regardez : Prendre la Quête 2 (2) · le Temple",
            "Regardez : Écarter la Colonne rouge (1) · Raz-de-marée",
        ],
    }[language]
    for text in pointed:
        assert text in flowing(out)
    assert flowing(out).count(pointed[1]) == 2  # just Enter shows the step again


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_initiation_cannot_be_used_and_two_can(run: Run, language: str) -> None:
    words = taught("elysium").words(language)
    use, take = {"en": ("use", "take"), "fr": ("utiliser", "prendre")}[language]
    god = {"en": "athena", "fr": "athéna"}[language]
    typed = lines(
        f"{use} initiation", f"{take} initiation", f"{use} initiation zeus", f"{use} initiation {god}", "quit"
    )
    out = flowing(run("lesson", "elysium", "--chapter", "7", "--language", language, typed=typed).out)
    why = {
        "en": "Initiation (Zeus) is an Eleusis card: it needs another Eleusis card in your Domain. (E5.3)",
        "fr": "est une carte Eleusis : il faut une autre carte Eleusis dans votre Domaine. (E5.3)",
    }[language]
    at = out.index(why)
    for text in (words.beats["pair"].text, words.beats["pair"].after, words.beats["both"].after):
        at = out.index(flowing(text), at)
    assert "Eleu×" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_move_is_answered_and_nothing_is_played(run: Run, language: str) -> None:
    typed = up_to(
        "elysium", "two-dots", "take zeus.triumph", "take poseidon.charybdis-and-scylla", "xyzzy", "4", "quit"
    )
    out = flowing(run("lesson", "elysium", "--chapter", "2", "--language", language, typed=typed).out)
    lesson = taught("elysium")
    n = beat_of("elysium", "two-dots")
    wrong = flowing(lesson.answer(n, "take zeus.triumph", language).remark)
    forbidden = lesson.answer(n, "take poseidon.charybdis-and-scylla", language)
    assert out.count(wrong) == 2
    assert f"{flowing(forbidden.remark)} ({forbidden.rule})" in out
    assert {"en": "There is no option “xyzzy”.", "fr": "Il n’y a pas d’option « xyzzy »."}[language] in out
    assert {"en": f"step {n + 2} of", "fr": f"étape {n + 2} sur"}[language] not in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nothing_is_to_be_played(run: Run, language: str) -> None:
    typed = lines("take divine aid" if language == "en" else "prendre aide divine", "xyzzy", "1", "hint", "", "quit")
    out = flowing(run("lesson", "elysium", "--language", language, typed=typed).out)
    assert flowing(EVERY.say(language, "lesson.go-on")) in out
    unknown = {
        "en": "“{}” is not understood. There is nothing to play",
        "fr": "« {} » n’est pas compris. Il n’y a rien",
    }
    assert unknown[language].format("xyzzy") in out
    assert unknown[language].format("1") in out
    assert flowing(taught("elysium").words(language).beats["two-places"].text) in out


def test_what_can_be_asked_in_between(run: Run) -> None:
    typed = up_to("elysium", "first-card", "hint", "? triumph", "E7.4", "? E8.7", "rules", "rules citizen",
                  "rules xyzzy", "why take triumph", "why take hercules", "score", "log", "board", "more", "?",
                  "quit")  # fmt: skip
    ran = run("lesson", "elysium", "--chapter", "2", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    for text in (
        "This step asks for: Take Divine Aid",
        "1 VP per 2 cards in your Domain. Columns G green",
        "E7.4 (a) A Citizen may be added to a Legend",
        "E8.7 The highest total wins",
        "E4.4 (a) To take a card from the Agora, you need every colour",
        "E1.5",
        "No rule found for “xyzzy”.",
        "Take Triumph: nothing forbids it, it is option 8.",
        "Take Hercules? Hercules is not in the Agora. (E4.4)",
        "If the game ended now:",
        "chapter chapter 3 the list of chapters; go to one of them",
        "Kinds: Inst when taken",
    ):
        assert text in flowing(ran.out), text
    assert "save FILE" not in ran.out
    assert "step 5 of" not in ran.out


def test_back_again_and_chapters(run: Run) -> None:
    typed = lines(
        "back", "", "back", "", "chapter", "chapter 99", "chapter writing", "chapter 3", "again", "undo", "quit"
    )
    ran = run("lesson", "elysium", typed=typed)
    assert ran.code == 0
    places = [line.partition(" ─")[0] for line in ran.out.splitlines() if " · step " in line]
    assert places == [
        "The aim · step 1 of 34",
        "The aim · step 2 of 34",
        "The aim · step 1 of 34",
        "The aim · step 2 of 34",
        "Writing Legends · step 13 of 34",
        "The Quest · step 9 of 34",
        "The aim · step 1 of 34",
    ]
    assert "This is the first step." in ran.out
    assert ran.out.count("   4 Writing Legends\n") == ran.out.count("Which one? For example: chapter 2") == 2
    assert "“undo” is not understood" in ran.out  # that is a command of a game


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_can_be_the_first(run: Run, game: str) -> None:
    lesson = taught(game)
    for n, start in enumerate(lesson.chapter_starts(), 1):
        ran = run("lesson", game, "--chapter", str(n))
        assert ran.code == 0
        assert f"step {start + 1} of {len(lesson.steps)}" in ran.out
        assert flowing(lesson.words("en").beats[lesson.steps[start].line.id].text) in flowing(ran.out)
        assert " · Leander " not in ran.out  # nothing has happened yet
        assert ran.out.endswith(f"\nContinue with: pediment lesson {game} --chapter {n}\n")


@pytest.mark.parametrize(
    ("language", "chapter", "message"),
    [
        ("en", "0", "there is no chapter 0; they are numbered from 1 to 8"),
        ("en", "9", "there is no chapter 9; they are numbered from 1 to 8"),
        ("fr", "-1", "il n’y a pas de chapitre -1 ; ils sont numérotés de 1 à 8"),
    ],
)
def test_a_chapter_that_is_not_there(run: Run, language: str, chapter: str, message: str) -> None:
    ran = run("lesson", "elysium", f"--chapter={chapter}", "--language", language)
    assert (ran.code, ran.out, ran.err) == (2, "", f"pediment lesson: {message}\n")


@pytest.mark.parametrize("typed", ["", "quit\n", "\n\nq\n"])
def test_leaving_says_how_to_continue(run: Run, typed: str) -> None:
    ran = run("lesson", "ephyran", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\nContinue with: pediment lesson ephyran --chapter 1\n")


def test_ctrl_c_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = run("lesson", "elysium")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\nContinue with: pediment lesson elysium --chapter 1\n")


@pytest.fixture
def another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two games more: one without a lesson, one whose script is broken."""
    script = tmp_path / "lesson.toml"
    script.write_text("seat = 0\n", encoding="utf-8")
    kits = {name: pediment.kit(name) for name in GAMES}
    kits["pebbles"] = pediment.Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")
    kits["broken"] = pediment.Kit("broken", "Broken", "pediment.testing.toy:GAME", lesson=script)
    monkeypatch.setattr(pediment, "_kits", lambda: kits)


def test_a_game_without_a_lesson(run: Run, another: None) -> None:
    english, french = run("lesson", "pebbles"), run("lesson", "pebbles", "--language", "fr")
    known = "elysium, ephyran, broken"
    assert english == (1, "", f"pediment lesson: there is no lesson for Pebbles; there are lessons for: {known}\n")
    assert french == (1, "", f"pediment lesson: il n’y a pas de leçon pour Pebbles ; il y en a pour : {known}\n")


def test_a_lesson_that_cannot_be_taught(run: Run, another: None) -> None:
    ran = run("lesson", "broken")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("pediment lesson: the lesson for Broken cannot be taught: ")
    assert "lesson.toml: Object missing required field `chapters`" in ran.err


class Keyboard(io.StringIO):
    """Somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed comes from a person, though not through readline."""
    monkeypatch.setattr("io.StringIO", Keyboard)
    monkeypatch.setattr("pediment.terminal.line_editor.LineEditor.__init__", lambda self, candidates: None)
    monkeypatch.setattr("pediment.terminal.line_editor.LineEditor.remember", lambda self, line: None)


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("\n", "Learn Elysium"),
        ("1\n", "Learn Elysium"),
        ("9\nxyzzy\n2\n", "Learn Ephyran"),
        ("ephyr\n", "Learn Ephyran"),
        ("quit\n", None),
        ("", None),
    ],
)
def test_without_a_name_a_person_chooses(run: Run, keyboard: None, typed: str, title: str | None) -> None:
    ran = run("lesson", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert " 1 Elysium\n   Take cards, use their powers" in ran.out
    assert " 2 Ephyran\n   Build a city" in ran.out
    titles = [line.rpartition(": ")[2] for line in ran.out.splitlines() if ": Learn " in line]
    assert titles == ([title] if title else [])
    assert ("step 1 of" in ran.out) is (title is not None)


def test_a_lesson_that_cannot_be_taught_is_not_offered(run: Run, another: None, keyboard: None) -> None:
    ran = run("lesson", typed="broken\n2\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Which one? 1 to 2, or Enter for Elysium: Learn Ephyran\n" in ran.out


def test_without_a_name_and_a_person_it_is_elysium(run: Run) -> None:
    assert run("lesson").out.startswith("Learn Elysium\n")


@pytest.mark.parametrize(("answer", "played"), [("y", True), ("n", False), ("", False)])
def test_at_the_end_a_first_game_is_offered(
    run: Run, keyboard: None, monkeypatch: pytest.MonkeyPatch, answer: str, played: bool
) -> None:
    games: list[tuple[str, str]] = []
    monkeypatch.setattr("pediment.terminal.play.run", lambda args, console: games.append((args.game, args.players)))
    chapter = chapter_of("ephyran", "play")
    ran = run("lesson", "ephyran", "--chapter", chapter, typed=up_to("ephyran", "play", answer))
    assert (ran.code, ran.err) == (0, "")
    assert "Your first game: pediment play ephyran --players human,shepherd\n" in ran.out
    assert "Play it now? (y/n) " in ran.out
    assert games == [("ephyran", "human,shepherd")] * played
