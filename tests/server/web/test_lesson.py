"""The lessons over HTTP, asked for beat by beat; what they say is tried in tests/core/test_lesson.py."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import pediment
from pediment.core.engine.state import OVER
from pediment.server.domain.refusal import Refused
from pediment.server.web import bodies, game_facts, lesson, puzzles
from tests.server.playing import Client, serving

GAMES = ["elysium", "ephyran"]
LANGUAGES = ["en", "fr"]
PEBBLES = pediment.Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")


def ask(game: str, chapter: str, beat: int, move: str | None = None, language: str = "en") -> bodies.Beat:
    return lesson.answer(game, bodies.AskBeat(chapter, beat, move), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_learner_gets_from_the_first_beat_to_the_last(game: str, language: str) -> None:
    [about] = [found for found in lesson.lessons(language) if found.game == game]
    for chapter in about.chapters:
        shown = ask(game, chapter.id, 0, None, language)
        while True:
            assert (shown.chapter, shown.title, shown.beats) == (chapter.id, chapter.title, chapter.beats)
            assert shown.last is (shown.beat == chapter.beats - 1)
            assert shown.text
            assert "log" not in shown.view
            assert all(entry["text"] for entry in shown.log)
            if shown.last:
                break
            following = ask(game, chapter.id, shown.beat + 1, None, language)
            if shown.expect:
                assert shown.prompt is not None
                assert shown.expect in {option.label for option in shown.prompt.options}
                after = ask(game, chapter.id, shown.beat, shown.expect.upper(), language)
                assert (after.beat, after.view, after.log, after.rule) == (
                    following.beat, following.view, following.log, "",
                )  # fmt: skip
            shown = following
        assert shown.expect == ""
    assert shown.prompt is None
    assert pediment.game(game).to_move(lesson.taught()[game].steps[about.chapters[-1].id][-1].state) == OVER


@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_are_listed_with_what_they_teach_and_their_puzzles(language: str) -> None:
    for about in lesson.lessons(language):
        pack = puzzles.packs()[about.game]
        listed = [puzzle for chapter in about.chapters for puzzle in chapter.puzzles]
        assert len(set(listed)) == len(listed)
        assert set(listed) <= set(pack.by_id)
        for chapter in about.chapters:
            assert chapter.about
            assert 2 <= chapter.minutes <= 6
            assert 2 <= len(chapter.puzzles) <= 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_answered_by_a_remark(game: str, language: str) -> None:
    for chapter, steps in lesson.taught()[game].steps.items():
        for n, step in enumerate(steps):
            said = lesson.taught()[game].words(language).beats[step.line.id]
            shown = ask(game, chapter, n, None, language)
            others = [option.label for option in shown.prompt.options] if shown.prompt else []
            for move in set(others) - {shown.expect}:
                tried = ask(game, chapter, n, move, language)
                assert (tried.beat, tried.view, tried.rule) == (n, shown.view, "")
                assert tried.remark
                assert tried.remark == (said.wrong or tried.remark)
            assert ask(game, chapter, n, "castle", language).remark
            assert ask(game, chapter, n, "castle", language).beat == n


def test_a_forbidden_move_is_answered_by_its_rule() -> None:
    tried = ask("elysium", "eleusis", 0, "use zeus.initiation", "fr")
    assert (tried.beat, tried.rule) == (0, "E5.3")
    assert "il faut une autre carte Eleusis" in tried.remark


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="no such game"):
        ask("chess", "cards", 0)
    for chapter, beat in (("cards", 1000), ("castles", 0)):
        with pytest.raises(Refused, match="no such chapter or step") as refused:
            ask("elysium", chapter, beat)
        assert refused.value.status == 404


@pytest.fixture
def another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Two games more: one without a lesson, one whose script is broken."""
    script = tmp_path / "lesson.toml"
    script.write_text("seat = 0\n", encoding="utf-8")
    broken = pediment.Kit("broken", "Broken", PEBBLES.engine, lesson=script)
    kits = {name: pediment.kit(name) for name in GAMES} | {"pebbles": PEBBLES, "broken": broken}
    monkeypatch.setattr(pediment, "_kits", lambda: kits)
    lesson.taught.cache_clear()
    lesson.courses.cache_clear()
    yield
    lesson.taught.cache_clear()
    lesson.courses.cache_clear()


def test_a_game_without_a_lesson_is_not_listed_and_refused(another: None) -> None:
    assert [about.game for about in lesson.lessons("en")] == GAMES
    for language, text in (("en", "There is no lesson for Pebbles."), ("fr", "Il n’y a pas de leçon pour Pebbles.")):
        with pytest.raises(Refused) as refused:
            ask("pebbles", "cards", 0, None, language)
        assert (refused.value.status, refused.value.code, refused.value.text) == (404, "no-lesson", text)


def test_a_lesson_that_cannot_be_taught_is_left_out_and_logged_once(
    another: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="pediment.server"):
        for _ in range(2):
            assert [about.game for about in lesson.lessons("fr")] == GAMES
        with pytest.raises(Refused, match="no lesson for Broken"):
            ask("broken", "cards", 0)
        facts = {name: game_facts.facts_of(name, "en").lesson for name in pediment.games()}
        assert facts == {"elysium": True, "ephyran": True, "pebbles": False, "broken": False}
    [entry] = caplog.records
    assert (entry.message, vars(entry)["fields"]) == ("lesson left out", {"game": "broken"})
    assert "missing required field `chapters`" in str(entry.exc_info)


def test_the_door(ann: Client) -> None:
    found = ann.get("/api/lessons")
    assert [about["game"] for about in found] == GAMES
    first = ann.post("/api/lessons/elysium", {"chapter": "cards", "beat": 3})
    assert first["prompt"]["question"] == "turn"
    ann.language = "fr"
    tried = ann.post("/api/lessons/elysium", {"chapter": "cards", "beat": 3, "move": first["expect"]})
    assert (tried["beat"], tried["names"]) == (4, ["Ariane", "Léandre"])
    cards = {"chapter": "cards"}
    for path, body, status, code in (
        ("chess", cards | {"beat": 0}, 422, "no-game"),
        ("elysium", cards | {"beat": 900}, 404, "no-beat"),
        ("elysium", {"chapter": "castle", "beat": 0}, 404, "no-beat"),
        ("elysium", {"chapter": "x" * 41, "beat": 0}, 400, "malformed"),
        ("elysium", {"beat": 0}, 400, "malformed"),
        ("elysium", cards | {"beat": -1}, 400, "malformed"),
        ("elysium", cards | {"beat": 0, "move": "x" * 121}, 400, "malformed"),
        ("elysium", cards | {"beat": 0, "more": 1}, 400, "malformed"),
    ):
        answer = ann.call("POST", f"/api/lessons/{path}", body)
        assert (answer.status, answer.code) == (status, code)


def at(chapter: str, beat: int, *solved: str, read: bool = False) -> dict[str, object]:
    return {"games": {"elysium": {chapter: {"beat": beat, "read": read, "solved": list(solved)}}}}


def test_progress_is_kept_with_an_identity_exported_and_deleted(ann: Client) -> None:
    somebody = Client(ann.port, [ann.post("/api/people", {"name": "Lea"})["key"]])
    assert somebody.get("/api/me/lessons") == {"games": {}}
    puzzle, other, _ = (one.id for one in lesson.courses()["elysium"].puzzles["cards"])
    assert somebody.post("/api/me/lessons", at("cards", 4)) == at("cards", 4)
    somebody.post("/api/me/lessons", at("cards", 8, puzzle, read=True))
    somebody.post("/api/me/lessons", at("quest", 1))
    now = somebody.post("/api/me/lessons", at("cards", 2, other, puzzle))  # from the start again: what is done stays
    assert now["games"]["elysium"] == {
        "cards": {"beat": 2, "read": True, "solved": [puzzle, other]},
        "quest": {"beat": 1, "read": False, "solved": []},
    }
    assert somebody.get("/api/me/lessons") == now
    assert somebody.get("/api/me/data")["settings"]["lessons"] == now
    assert somebody.call("DELETE", "/api/me").status == 200
    assert somebody.call("GET", "/api/me/lessons").code == "no-person"
    assert somebody.call("POST", "/api/me/lessons", at("cards", 1)).code == "no-person"


def test_what_is_not_in_the_lessons_is_not_kept(ann: Client) -> None:
    somebody = Client(ann.port, [ann.post("/api/people", {"name": "Max"})["key"]])
    theirs = lesson.courses()["elysium"].puzzles["quest"][0].id
    assert somebody.post("/api/me/lessons", at("castle", 1)) == {"games": {}}
    assert somebody.post("/api/me/lessons", {"games": {"chess": {"cards": {}}}}) == {"games": {}}
    now = somebody.post("/api/me/lessons", at("cards", 1000, theirs, "00000000"))
    assert now == at("cards", 8)
    malformed: list[dict[str, object]] = [
        at("cards", 1001),
        at("cards", 0, "x"),
        {"games": {str(n): {} for n in range(21)}},
        {"games": {"elysium": {str(n): {} for n in range(101)}}},
        {"games": {"elysium": {"cards": {"more": 1}}}},
    ]
    for wrong in malformed:
        assert somebody.call("POST", "/api/me/lessons", wrong).code == "malformed"
    assert somebody.get("/api/me/lessons") == now
    assert ann.call("GET", "/api/me/lessons").code == "no-person"


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("lessons") / "tables.sqlite") as running:
        yield running.client()
