"""The lessons: scripts that the engine plays, said in every language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.core.engine.state import OVER
from pediment.core.lesson import TEXTS, Lesson, LessonError, Step, lesson_of

GAMES = [name for name in pediment.games() if pediment.kit(name).lesson is not None]
LANGUAGES = ["en", "fr"]
BOTH = {"opponents", "prompt", "scores", "log"}
PLACES = {  # as docs/table.md names them
    "elysium": {"agora", "oracle", "temple", "quests", "columns", "domain", "legends", "purse"} | BOTH,
    "ephyran": {"city", "hand", "pile", "discard", "tokens"} | BOTH,
}


def taught(game: str) -> Lesson:
    script = pediment.kit(game).lesson
    assert script is not None
    return lesson_of(pediment.game(game), script)


def every(lesson: Lesson) -> list[Step]:
    """The steps of all chapters."""
    return [step for steps in lesson.steps.values() for step in steps]


def named(lesson: Lesson, name: str) -> Step:
    [found] = [step for step in every(lesson) if step.line.id == name]
    return found


def offered(lesson: Lesson, step: Step) -> list[str]:
    """The labels of what the learner may answer."""
    game, state = lesson.game, step.state
    return [game.label(state, action) for action in game.legal(state)] if game.to_move(state) == lesson.seat else []


def texts_in(value: Any) -> Iterator[str]:
    """Every text somewhere in a view or a catalogue."""
    if isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)
    elif isinstance(value, str):
        yield value


def test_both_games_have_one() -> None:
    assert GAMES == ["elysium", "ephyran"]
    assert taught("elysium") is taught("elysium")  # read once


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_and_reply_is_legal_and_leads_to_the_next_beat(game: str) -> None:
    lesson = taught(game)
    own = lesson.game
    steps = every(lesson)
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        assert not step.line.expect or step.line.expect in offered(lesson, step), step.line.id
        state = step.state.clone()
        for move in (*filter(None, [step.line.expect]), *step.line.replies):
            assert move in [own.label(state, action) for action in own.legal(state)], (step.line.id, move)
            own.play(state, move)
        if following is not None and not following.fresh:
            assert own.digest(state) == own.digest(following.state), step.line.id
    assert own.to_move(steps[-1].state) == OVER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_only_what_is_expected_leads_on(game: str, language: str) -> None:
    lesson = taught(game)
    for step in every(lesson):
        said = lesson.words(language).beats[step.line.id]
        for move in offered(lesson, step):
            tried = lesson.answer(step, move.upper(), language)
            assert tried.leads_on is (move == step.line.expect), (step.line.id, move)
            assert tried.rule == ""
            if tried.leads_on:
                assert tried.remark == said.after
            elif step.line.expect:
                plain = TEXTS.say(language, "lesson.wrong", move=lesson.expected(step, language))
                assert tried.remark == (said.wrong or plain)
            else:
                assert tried.remark == TEXTS.say(language, "lesson.go-on")
        assert not lesson.answer(step, "castle", language).leads_on
        assert lesson.answer(step, "castle", language).remark
        assert bool(lesson.expected(step, language)) is bool(step.line.expect)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "beat", "move", "rule"),
    [
        ("elysium", "first-column", "take zeus.triumph", "E4.6"),
        ("elysium", "two-dots", "take poseidon.charybdis-and-scylla", "E4.4"),
        ("elysium", "take-citizen", "take zeus.garden-of-the-hesperides", "E4.4"),
        ("elysium", "alone", "use zeus.initiation", "E5.3"),
        ("elysium", "both", "use zeus.initiation", "E5.3"),
        ("ephyran", "add", "add tt29b", "Y3.3"),
    ],
)
def test_a_forbidden_move_is_answered_by_its_rule(game: str, beat: str, move: str, rule: str, language: str) -> None:
    lesson = taught(game)
    tried = lesson.answer(named(lesson, beat), move, language)
    assert (tried.leads_on, tried.rule) == (False, rule)
    assert tried.remark


def test_eleusis_is_seen_to_fail_alone_and_to_work_in_a_pair() -> None:
    lesson = taught("elysium")
    alone, pair, both = (named(lesson, name) for name in ("alone", "pair", "both"))
    assert lesson.answer(alone, "use zeus.initiation", "en").remark == (
        "Initiation (Zeus) is an Eleusis card: it needs another Eleusis card in your Domain."
    )
    assert lesson.answer(pair, "use zeus.initiation", "en").leads_on
    assert lesson.answer(both, "use athena.initiation", "en").leads_on
    seats = [lesson.game.view(step.state, 0)["seats"] for step in (alone, pair, both)]
    initiations = [
        [item for item in seat[0]["domain"] if "initiation" in (item["card"] if isinstance(item, dict) else item)]
        for seat in seats
    ]
    used = {"card": "zeus.initiation", "used": True}
    assert initiations == [
        ["zeus.initiation"], ["zeus.initiation", "athena.initiation"], [used, "athena.initiation"]
    ]  # fmt: skip
    assert seats[2][0]["vp"] == seats[1][0]["vp"] + 1
    after = both.state.clone()
    lesson.game.play(after, "use athena.initiation")  # 2 Gold, and none for Leander, as is said
    gold = [seat["gold"] for seat in lesson.game.view(after, 0)["seats"]]
    assert gold == [seats[2][0]["gold"] + 2, seats[2][1]["gold"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_chapter_ends_with_a_word_and_not_with_a_move(game: str) -> None:
    lesson = taught(game)
    assert 5 <= len(lesson.chapters) <= 10
    for chapter, steps in lesson.steps.items():
        assert 4 <= len(steps) <= 12, chapter
        assert steps[-1].line.expect == ""
        assert any(step.line.expect for step in steps), chapter
        assert len([step for step in steps if not step.line.expect]) <= 5, chapter  # a learner plays
        for language in LANGUAGES:
            assert 2 <= lesson.minutes(chapter, language) <= 6, chapter


@pytest.mark.parametrize("game", GAMES)
def test_a_beat_points_at_what_is_there_and_names_rules_that_are_there(game: str) -> None:
    lesson = taught(game)
    rules, used = lesson.game.rules(), set()
    for step in every(lesson):
        view = lesson.game.view(step.state, lesson.seat)
        cards = set(texts_in(view)) & set(lesson.game.cards())
        for point in step.line.point:
            assert point in {*offered(lesson, step), *cards, *PLACES[game]}, (step.line.id, point)
        used |= set(step.line.point) & PLACES[game]
        assert step.line.rules
        assert set(step.line.rules) <= set(rules), step.line.id
    assert len(used) >= 7


def test_what_the_learner_has_done_by_the_end() -> None:
    lessons = {game: taught(game) for game in GAMES}
    moves = {game: {step.line.expect for step in every(lesson)} for game, lesson in lessons.items()}
    assert {
        "use athena.naval-power", "use zeus.triumph", "use zeus.initiation", "use apollo.prophecy-of-glory",
        "use hermes.caduceus", "take ares.hoplites", "citizen", "transfer citizen", "quest 2",
    } <= moves["elysium"]  # fmt: skip
    assert {
        "add tt29a", "change poseidon with ts07a", "dionysus aether", "take dionysus with tt26a",
        "support castor-pollux ts12", "support graeae ts48", "support athena-exchange ts33",
        "support athena-token ts03", "hecate ts11", "lock poseidon", "destroy gaia",
    } <= moves["ephyran"]  # fmt: skip
    events = {
        game: {entry["event"] for step in every(lesson) for entry in lesson.game.view(step.state, 0)["log"]}
        for game, lesson in lessons.items()
    }
    assert {"level-bonus", "family-bonus", "end"} <= events["elysium"]
    assert {"add", "change", "replace", "defend", "lock", "place", "city", "end"} <= events["ephyran"]
    for lesson in lessons.values():
        done = [step for step in every(lesson) if step.line.expect]
        assert len(done) >= 0.6 * len(every(lesson))


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_that_are_told_are_the_scores(game: str) -> None:
    lesson = taught(game)
    mine, theirs = (score["total"] for score in lesson.game.scores(every(lesson)[-1].state))
    for language in LANGUAGES:
        assert re.findall(r"\b\d\d\b", lesson.words(language).beats["scores"].text) == [str(mine), str(theirs)]
    assert mine > theirs


def test_what_an_incomplete_quest_gives_is_what_the_edition_says() -> None:
    lesson = taught("elysium")
    script = pediment.kit("elysium").lesson
    assert script is not None
    edition = script.parents[1] / "data" / "editions" / "standard.toml"
    values = tomllib.loads(edition.read_text(encoding="utf-8"))["incomplete_quest"]
    assert values == {"gold": 1, "vp": 0, "transfers": 1}
    said = {language: lesson.words(language).beats["take-citizen"].after for language in LANGUAGES}
    assert "you receive an Incomplete Quest, with 1 Gold, one transfer, and" in said["en"]
    assert "vous recevez une Quête inachevée, avec 1 Or, un transfert, et" in said["fr"]


@pytest.mark.parametrize("game", GAMES)
def test_every_language_says_the_same_beats(game: str) -> None:
    assert TEXTS.languages == LANGUAGES
    lesson = taught(game)
    lines = {step.line.id: step.line for step in every(lesson)}
    assert len(lines) == len(every(lesson))
    english = lesson.game.texts.section("en", "lesson")
    for language in LANGUAGES:
        texts = lesson.game.texts.section(language, "lesson")
        assert list(texts) == list(english)
        assert set(texts["places"]) == PLACES[game]
        assert list(texts["chapters"]) == lesson.chapters
        assert all(set(heading) == {"title", "about"} for heading in texts["chapters"].values())
        assert list(texts["beats"]) == list(lines)
        assert len(texts["names"]) == 2
        for beat, said in texts["beats"].items():
            assert list(said) == list(english["beats"][beat])
            assert all(text == text.strip() and "  " not in text for text in said.values()), beat
            assert not {"wrong", "after"} & set(said) or lines[beat].expect, beat


def test_french_punctuation_does_not_break_off() -> None:
    french = [*texts_in(TEXTS.catalogue("fr"))]
    french += [text for game in GAMES for text in texts_in(taught(game).game.texts.section("fr", "lesson"))]
    assert len(french) > 100
    for text in french:
        assert not re.search(r"[^\u00a0]»|«[^\u00a0]|[^\u00a0][;?!]|[^\u00a0]:(?=\s)|'", text), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_chapter_takes_as_long_as_reading_it_and_finding_its_moves(game: str, language: str) -> None:
    """At 150 words and 4 moves a minute."""
    lesson = taught(game)
    beats = lesson.words(language).beats
    for chapter, steps in lesson.steps.items():
        said = [beats[step.line.id] for step in steps]
        words = sum(len(f"{one.text} {one.after}".split()) for one in said)
        moves = sum(bool(step.line.expect) for step in steps)
        assert 0 <= 300 * lesson.minutes(chapter, language) - 2 * words - 75 * moves < 300


@pytest.mark.parametrize("game", GAMES)
def test_chapters_begin_where_they_begin(game: str) -> None:
    lesson = taught(game)
    for chapter in lesson.script.chapters:
        steps = lesson.steps[chapter.id]
        assert [step.line for step in steps] == chapter.beats
        assert [step.fresh for step in steps] == [chapter.position is not None, *[False] * (len(steps) - 1)]


POSITION = """
seat = 0
[[chapters]]
id = "city"
position = { to_move = 0, athena = 0, draws = ["TS26"], seats = [
    { god = "poseidon", hand = ["TT29", "TS13", "TT44", "TS18", "dionysus"], territories.poseidon.areas = ["TS02a"] },
    { god = "gaia", hand = ["TS40", "TT02", "TT38", "TS05", "dionysus"], territories.gaia.areas = ["TS39a"] },
] }
"""


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (None, "No such file"),
        ("seat = ", "Invalid value"),
        ("seat = 0", "missing required field `chapters`"),
        (POSITION + 'beats = [{ id = "add", expects = ["add tt29a"] }]', "unknown field `expects`"),
        (POSITION.replace("TT44", "TT99") + 'beats = [{ id = "add" }]', "TT99"),
        (POSITION + 'beats = [{ id = "add", expect = "add tt29b" }, { id = "draw" }]', "Y3.3"),
        (POSITION + 'beats = [{ id = "add", expect = "castle" }, { id = "draw" }]', "castle"),
        (POSITION + 'beats = [{ id = "add", expect = "add tt29a" }]', "'city' ends with a beat that expects a move"),
        (POSITION + "beats = []", "length >= 1"),
        (POSITION.replace('"city"', '"my city"') + 'beats = [{ id = "add" }]', "matching regex"),
        (
            POSITION + 'beats = [{ id = "add" }]\n[[chapters]]\nid = "city"\nbeats = [{ id = "draw" }]',
            "there are two chapters 'city'",
        ),
        (POSITION + 'beats = [{ id = "add", replies = ["draw pile"] }]', "Y3.1"),
        (POSITION + 'beats = [{ id = "nonsense" }]', "no text in 'en' for 'city', beat 'nonsense'"),
        (POSITION + 'beats = [{ id = "add", point = ["moon"] }]', "beat 'add': there is nothing called 'moon'"),
    ],
)
def test_a_script_that_is_wrong_is_refused_with_its_place(tmp_path: Path, script: str | None, problem: str) -> None:
    file = tmp_path / "lesson.toml"
    if script is not None:
        file.write_text(script, encoding="utf-8")
    with pytest.raises(LessonError) as refused:
        Lesson(pediment.game("ephyran"), file)
    assert str(file) in str(refused.value)
    assert problem in str(refused.value)
