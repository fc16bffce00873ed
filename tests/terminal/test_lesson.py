"""`pediment lesson`: whole lessons at the screen, what they answer, and how one leaves them."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest
from rich.cells import cell_len

import pediment
from pediment.core.lesson import TEXTS as EVERY
from pediment.core.lesson import Lesson, Step, lesson_of
from pediment.core.match import Match
from pediment.lab.chapters import Course
from pediment.lab.puzzles import shipped
from pediment.terminal.board import board_of
from pediment.terminal.messages import Messages
from pediment.terminal.options import Options
from pediment.terminal.saved_games import home
from tests.depth import some_of
from tests.terminal.running import Run

GAMES = ["elysium", "ephyran"]
LANGUAGES = ["en", "fr"]


def taught(game: str) -> Lesson:
    script = pediment.kit(game).lesson
    assert script is not None
    return lesson_of(pediment.game(game), script)


def chapter_of(game: str, beat: str) -> str:
    [found] = [name for name, steps in taught(game).steps.items() if beat in [step.line.id for step in steps]]
    return found


def number_of(game: str, beat: str) -> str:
    """The number of the chapter of a beat, as it is typed."""
    return str(taught(game).chapters.index(chapter_of(game, beat)) + 1)


def step_of(game: str, beat: str) -> Step:
    [found] = [step for step in taught(game).steps[chapter_of(game, beat)] if step.line.id == beat]
    return found


def numbers(lesson: Lesson, language: str) -> list[str]:
    """What leads through a lesson: the numbers of what is expected, Enter where nothing is, and no puzzles."""
    typed = []
    for steps in lesson.steps.values():
        for step in steps[:-1]:
            match = Match.of(lesson.game, step.state)
            options = Options(
                board_of(match, Messages(language)), step.state, match.view(lesson.seat), bool(step.line.expect)
            )
            typed.append(str(options.numbers[step.line.expect]) if step.line.expect else "")
        typed.append("next")
    return typed


def labels(lesson: Lesson) -> list[str]:
    typed = ([*(step.line.expect for step in steps[:-1]), "next"] for steps in lesson.steps.values())
    return [one for chapter in typed for one in chapter]


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def up_to(game: str, beat: str, *typed: str) -> str:
    """What is typed from the first beat of the beat's chapter on, then at the beat."""
    steps = taught(game).steps[chapter_of(game, beat)]
    before = [step.line.expect for step in steps[: [step.line.id for step in steps].index(beat)]]
    return lines(*before, *typed)


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
    for chapter, steps in lesson.steps.items():
        for n, step in enumerate(steps, 1):  # everything is said, in its order
            where = {"en": f"step {n} of {len(steps)}", "fr": f"étape {n} sur {len(steps)}"}[language]
            beat = words.beats[step.line.id]
            for text in (words.chapters[chapter].title, where, after, beat.text, *step.line.rules):
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
    out = run("lesson", "elysium", "--chapter", "2", "--language", language, typed=typed).out
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
    out = flowing(run("lesson", "elysium", "--chapter", "6", "--language", language, typed=typed).out)
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
    out = flowing(run("lesson", "elysium", "--chapter", "1", "--language", language, typed=typed).out)
    lesson, step = taught("elysium"), step_of("elysium", "two-dots")
    wrong = flowing(lesson.answer(step, "take zeus.triumph", language).remark)
    forbidden = lesson.answer(step, "take poseidon.charybdis-and-scylla", language)
    assert out.count(wrong) == 2
    assert f"{flowing(forbidden.remark)} ({forbidden.rule})" in out
    assert {"en": "There is no option “xyzzy”.", "fr": "Il n’y a pas d’option « xyzzy »."}[language] in out
    assert {"en": "step 8 of", "fr": "étape 8 sur"}[language] not in out


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
    ran = run("lesson", "elysium", "--chapter", "1", typed=typed)
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
        "back", "", "back", "", "chapter", "chapter 99", "chapter legends", "chapter 2", "back", "again", "undo", "quit"
    )
    ran = run("lesson", "elysium", typed=typed)
    assert ran.code == 0
    places = [line.partition(" ─")[0] for line in ran.out.splitlines() if " · step " in line]
    assert places == [
        "Cards and columns · step 1 of 9",
        "Cards and columns · step 2 of 9",
        "Cards and columns · step 1 of 9",
        "Cards and columns · step 2 of 9",
        "Legends and transfers · step 1 of 6",
        "The Quest · step 1 of 5",
        "Cards and columns · step 9 of 9",
        "Cards and columns · step 1 of 9",
    ]
    assert "This is the first step." in ran.out
    assert ran.out.count("   3 Legends and transfers  3 min\n") == ran.out.count("Which one? For example") == 2
    assert "“undo” is not understood" in ran.out  # that is a command of a game


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_can_be_the_first(run: Run, game: str) -> None:
    lesson = taught(game)
    for n, (chapter, steps) in enumerate(lesson.steps.items(), 1):
        ran = run("lesson", game, "--chapter", str(n))
        assert ran.code == 0
        assert f"{lesson.words('en').chapters[chapter].title} · step 1 of {len(steps)}" in ran.out
        assert flowing(lesson.words("en").beats[steps[0].line.id].text) in flowing(ran.out)
        assert " · Leander " not in ran.out  # nothing has happened yet
        assert ran.out.endswith(f"\nContinue with: pediment lesson {game}\n")


def test_a_lesson_goes_on_where_one_was(run: Run) -> None:
    run("lesson", "elysium", typed=up_to("elysium", "two-dots", "quit"))
    assert "Cards and columns · step 7 of 9" in run("lesson", "elysium").out
    run("lesson", "elysium", "--chapter", "4", typed=up_to("elysium", "trigger", "quit"))
    assert "Cards and columns · step 7 of 9" in run("lesson", "elysium").out  # first things first
    run("lesson", "elysium", typed=lines("take hades.god-of-the-dead", "dismiss yellow", "quit"))
    assert "Powers and Citizens · step 4 of 5" in run("lesson", "elysium").out
    run("lesson", "elysium", typed=lines("use zeus.triumph", "quit"))
    assert "The Quest · step 1 of 5" in run("lesson", "elysium").out
    assert "Your city · step 1 of 7" in run("lesson", "ephyran").out
    listed = run("lesson", "elysium", "--list").out
    assert "   1 Cards and columns  4 min · puzzles 0/3 · read\n" in listed
    assert "   2 The Quest  3 min · puzzles 0/3 · begun\n" in listed
    assert "   3 Legends and transfers  3 min\n" in listed
    french = flowing(run("lesson", "elysium", "--list", "--language", "fr").out)
    assert "2 La Quête 3 min · problèmes 0/3 · commencé" in french


def test_puzzles_follow_a_chapter_and_complete_it(run: Run) -> None:
    lesson = taught("ephyran")
    puzzles = Course(lesson, shipped("ephyran")).puzzles["city"]
    chapter = [step.line.expect for step in lesson.steps["city"][:-1]]
    # The first one at the second try, the second not at all: it is asked again, the third one is left for later
    answers = [puzzles[0].second, puzzles[0].answer, "", puzzles[1].second, puzzles[1].second, "", "quit"]
    ran = run("lesson", "ephyran", typed=lines(*chapter, "", *answers))
    assert (ran.code, ran.err) == (0, "")
    assert "Enter: 3 puzzles on this chapter; next: Replacing, and Dionysus" in flowing(ran.out)
    assert [puzzle.id in ran.out for puzzle in puzzles] == [True, True, True]
    assert "puzzles 1/3 · read" in run("lesson", "ephyran", "--list").out
    ran = run(
        "lesson", "ephyran", "--chapter", "1", typed=lines(*chapter, "", puzzles[1].answer, "", puzzles[2].answer, "")
    )
    assert "Enter: 2 puzzles on this chapter" in flowing(ran.out)
    assert puzzles[0].id not in ran.out
    assert "Replacing, and Dionysus · step 1 of 5" in ran.out
    assert "   1 Your city  3 min · puzzles 3/3 · complete\n" in run("lesson", "ephyran", "--list").out
    ran = run("lesson", "ephyran", "--chapter", "1", typed=lines(*chapter, "quit"))
    assert "Enter: Replacing, and Dionysus" in ran.out


def test_what_is_kept_of_lessons_may_be_anything(run: Run) -> None:
    file = home() / "lessons.json"
    file.parent.mkdir(parents=True)
    kept_elsewhere = '{"games": {"elysium": {"castle": {"beat": 3}, "cards": {"beat": 900}}}}'
    for text, step in (("[", "step 1 of 9"), (kept_elsewhere, "step 9 of 9")):
        file.write_text(text, encoding="utf-8")
        ran = run("lesson", "elysium")
        assert (ran.code, ran.err) == (0, "")
        assert f"Cards and columns · {step}" in ran.out
    assert file.with_suffix(".bad.json").read_text(encoding="utf-8") == "["  # set aside when something was kept anew
    file.unlink()
    file.mkdir()  # nothing can be written there: the lesson goes on, and says so once
    ran = run("lesson", "elysium", typed=lines("", ""))
    assert ran.code == 0
    assert "step 3 of 9" in ran.out
    assert ran.out.replace("\n", "").count("lessons.json") == 1


@pytest.mark.parametrize(
    ("language", "chapter", "message"),
    [
        ("en", "0", "there is no chapter 0; they are numbered from 1 to 9"),
        ("en", "10", "there is no chapter 10; they are numbered from 1 to 9"),
        ("fr", "-1", "il n’y a pas de chapitre -1 ; ils sont numérotés de 1 à 9"),
    ],
)
def test_a_chapter_that_is_not_there(run: Run, language: str, chapter: str, message: str) -> None:
    ran = run("lesson", "elysium", f"--chapter={chapter}", "--language", language)
    assert (ran.code, ran.out, ran.err) == (2, "", f"pediment lesson: {message}\n")


@pytest.mark.parametrize("typed", ["", "quit\n", "\n\nq\n"])
def test_leaving_says_how_to_continue(run: Run, typed: str) -> None:
    ran = run("lesson", "ephyran", typed=typed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\nContinue with: pediment lesson ephyran\n")


def test_ctrl_c_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    ran = run("lesson", "elysium")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\nContinue with: pediment lesson elysium\n")


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
    chapter = number_of("ephyran", "play")
    ran = run("lesson", "ephyran", "--chapter", chapter, typed=up_to("ephyran", "play", "next", answer))
    assert (ran.code, ran.err) == (0, "")
    assert "Your first game: pediment play ephyran --players human,shepherd\n" in ran.out
    assert "Play it now? (y/n) " in ran.out
    assert games == [("ephyran", "human,shepherd")] * played
