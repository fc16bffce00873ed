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
from pediment.core.lesson import TEXTS, Lesson, LessonError, lesson_of

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


def beat_of(lesson: Lesson, name: str) -> int:
    [n] = [n for n, step in enumerate(lesson.steps) if step.line.id == name]
    return n


def offered(lesson: Lesson, beat: int) -> list[str]:
    """The labels of what the learner may answer."""
    game, state = lesson.game, lesson.steps[beat].state
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
    for beat, step in enumerate(lesson.steps):
        assert set(step.line.expect) <= set(offered(lesson, beat)), step.line.id
        state = step.state.clone()
        for move in (*step.line.expect[:1], *step.line.replies):
            assert move in [own.label(state, action) for action in own.legal(state)], (step.line.id, move)
            own.play(state, move)
        if beat + 1 < len(lesson.steps) and not lesson.steps[beat + 1].fresh:
            assert own.digest(state) == own.digest(lesson.steps[beat + 1].state), step.line.id
    assert own.to_move(lesson.steps[-1].state) == OVER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_only_what_is_expected_leads_on(game: str, language: str) -> None:
    lesson = taught(game)
    for beat, step in enumerate(lesson.steps):
        said = lesson.words(language).beats[step.line.id]
        for move in offered(lesson, beat):
            tried = lesson.answer(beat, move.upper(), language)
            assert tried.leads_on is (move in step.line.expect), (step.line.id, move)
            assert tried.rule == ""
            if tried.leads_on:
                assert tried.remark == said.after
            elif step.line.expect:
                every = TEXTS.say(language, "lesson.wrong", moves=" / ".join(lesson.expected(beat, language)))
                assert tried.remark == (said.wrong or every)
            else:
                assert tried.remark == TEXTS.say(language, "lesson.go-on")
        assert (lesson.answer(beat, "castle", language).leads_on, lesson.expected(beat, language) != []) == (
            False,
            bool(step.line.expect),
        )
        assert lesson.answer(beat, "castle", language).remark


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
    tried = lesson.answer(beat_of(lesson, beat), move, language)
    assert (tried.leads_on, tried.rule) == (False, rule)
    assert tried.remark


def test_eleusis_is_seen_to_fail_alone_and_to_work_in_a_pair() -> None:
    lesson = taught("elysium")
    alone, pair, both = (beat_of(lesson, name) for name in ("alone", "pair", "both"))
    assert lesson.answer(alone, "use zeus.initiation", "en").remark == (
        "Initiation (Zeus) is an Eleusis card: it needs another Eleusis card in your Domain."
    )
    assert lesson.answer(pair, "use zeus.initiation", "en").leads_on
    assert lesson.answer(both, "use athena.initiation", "en").leads_on
    seats = [lesson.game.view(lesson.steps[beat].state, 0)["seats"] for beat in (alone, pair, both)]
    initiations = [
        [item for item in seat[0]["domain"] if "initiation" in (item["card"] if isinstance(item, dict) else item)]
        for seat in seats
    ]
    used = {"card": "zeus.initiation", "used": True}
    assert initiations == [
        ["zeus.initiation"], ["zeus.initiation", "athena.initiation"], [used, "athena.initiation"]
    ]  # fmt: skip
    assert seats[2][0]["vp"] == seats[1][0]["vp"] + 1
    after = lesson.steps[both].state.clone()
    lesson.game.play(after, "use athena.initiation")  # 2 Gold, and none for Leander, as is said
    gold = [seat["gold"] for seat in lesson.game.view(after, 0)["seats"]]
    assert gold == [seats[2][0]["gold"] + 2, seats[2][1]["gold"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_script_leads_one_way(game: str) -> None:
    """Several answers lead on only where the next beat begins at a new position."""
    chapters = taught(game).script.chapters
    follows = [chapter.position is None for chapter in chapters[1:]]
    for chapter, followed in zip(chapters, [*follows, True], strict=True):
        for line in chapter.beats:
            last = line is chapter.beats[-1]
            assert len(line.expect) <= 1 or (last and not followed), line.id
    assert (chapters[-1].beats[-1].expect, chapters[-1].beats[-1].replies) == ([], [])


@pytest.mark.parametrize("game", GAMES)
def test_a_beat_points_at_what_is_there_and_names_rules_that_are_there(game: str) -> None:
    lesson = taught(game)
    rules, used = lesson.game.rules(), set()
    for beat, step in enumerate(lesson.steps):
        view = lesson.game.view(step.state, lesson.seat)
        cards = set(texts_in(view)) & set(lesson.game.cards())
        for point in step.line.point:
            assert point in {*offered(lesson, beat), *cards, *PLACES[game]}, (step.line.id, point)
        used |= set(step.line.point) & PLACES[game]
        assert step.line.rules
        assert set(step.line.rules) <= set(rules), step.line.id
    assert len(used) >= 7


def test_what_the_learner_has_done_by_the_end() -> None:
    lessons = {game: taught(game) for game in GAMES}
    elysium = {move for step in lessons["elysium"].steps for move in step.line.expect}
    assert {"use athena.naval-power", "use zeus.triumph", "use zeus.initiation", "citizen", "quest 2"} <= elysium
    events = {
        game: {entry["event"] for step in lesson.steps for entry in lesson.game.view(step.state, 0)["log"]}
        for game, lesson in lessons.items()
    }
    assert {"level-bonus", "family-bonus", "end"} <= events["elysium"]
    assert {"add", "change", "replace", "defend", "lock", "place", "city", "end"} <= events["ephyran"]
    for lesson in lessons.values():
        done = [step for step in lesson.steps if step.line.expect]
        assert len(done) >= 0.6 * len(lesson.steps)
        assert 20 <= len(lesson.steps) <= 34


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_that_are_told_are_the_scores(game: str) -> None:
    lesson = taught(game)
    mine, theirs = (score["total"] for score in lesson.game.scores(lesson.steps[-1].state))
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
    lines = {step.line.id: step.line for step in lesson.steps}
    english = lesson.game.texts.section("en", "lesson")
    for language in LANGUAGES:
        texts = lesson.game.texts.section(language, "lesson")
        assert list(texts) == list(english)
        assert set(texts["places"]) == PLACES[game]
        assert list(texts["chapters"]) == [chapter.id for chapter in lesson.script.chapters]
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


@pytest.mark.parametrize("game", GAMES)
def test_chapters_begin_where_they_begin(game: str) -> None:
    lesson = taught(game)
    starts = lesson.chapter_starts()
    assert [lesson.steps[n].line for n in starts] == [chapter.beats[0] for chapter in lesson.script.chapters]
    fresh = [n for n, step in enumerate(lesson.steps) if step.fresh]
    positions = [chapter.position is not None for chapter in lesson.script.chapters]
    assert fresh == [n for n, own in zip(starts, positions, strict=True) if own]


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
        (POSITION + 'beats = [{ id = "add", expect = ["add tt29b"] }]', "Y3.3"),
        (POSITION + 'beats = [{ id = "add", expect = ["add tt29a", "castle"] }]', "castle"),
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
