"""The lessons over HTTP, asked for beat by beat; what they say is tried in tests/core/test_lesson.py."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import pediment
from pediment.core.engine.state import OVER
from pediment.server.domain.refusal import Refused
from pediment.server.web import bodies, game_facts, lesson
from tests.server.playing import Client, serving

GAMES = ["elysium", "ephyran"]
LANGUAGES = ["en", "fr"]
PEBBLES = pediment.Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")


def ask(game: str, beat: int, move: str | None = None, language: str = "en") -> bodies.Beat:
    return lesson.answer(game, bodies.AskBeat(beat, move), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_learner_gets_from_the_first_beat_to_the_last(game: str, language: str) -> None:
    [about] = [found for found in lesson.lessons(language) if found.game == game]
    shown, chapters = ask(game, 0, None, language), []
    while True:
        assert (shown.beats, shown.last) == (about.beats, shown.beat == about.beats - 1)
        assert shown.text
        assert "log" not in shown.view
        assert all(entry["text"] for entry in shown.log)
        chapters.append(shown.chapter)
        if shown.last:
            break
        following = ask(game, shown.beat + 1, None, language)
        if shown.expect:
            assert shown.prompt is not None
            assert set(shown.expect) <= {option.label for option in shown.prompt.options}
            for move in shown.expect:
                after = ask(game, shown.beat, move.upper(), language)
                assert (after.beat, after.view, after.log, after.rule) == (
                    following.beat, following.view, following.log, "",
                )  # fmt: skip
        shown = following
    assert list(dict.fromkeys(chapters)) == about.chapters
    assert shown.prompt is None
    assert pediment.game(game).to_move(lesson.taught()[game].steps[-1].state) == OVER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_answered_by_a_remark(game: str, language: str) -> None:
    for n, step in enumerate(lesson.taught()[game].steps):
        said = lesson.taught()[game].words(language).beats[step.line.id]
        shown = ask(game, n, None, language)
        others = [option.label for option in shown.prompt.options] if shown.prompt else []
        for move in set(others) - set(shown.expect):
            tried = ask(game, n, move, language)
            assert (tried.beat, tried.view, tried.rule) == (n, shown.view, "")
            assert tried.remark
            assert tried.remark == (said.wrong or tried.remark)
        assert ask(game, n, "castle", language).remark
        assert ask(game, n, "castle", language).beat == n


def test_a_forbidden_move_is_answered_by_its_rule() -> None:
    ids = [step.line.id for step in lesson.taught()["elysium"].steps]
    tried = ask("elysium", ids.index("alone"), "use zeus.initiation", "fr")
    assert (tried.beat, tried.rule) == (ids.index("alone"), "E5.3")
    assert "il faut une autre carte Eleusis" in tried.remark


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="no such game"):
        ask("chess", 0)
    with pytest.raises(Refused, match="no such step") as refused:
        ask("elysium", 1000)
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
    yield
    lesson.taught.cache_clear()


def test_a_game_without_a_lesson_is_not_listed_and_refused(another: None) -> None:
    assert [about.game for about in lesson.lessons("en")] == GAMES
    for language, text in (("en", "There is no lesson for Pebbles."), ("fr", "Il n’y a pas de leçon pour Pebbles.")):
        with pytest.raises(Refused) as refused:
            ask("pebbles", 0, None, language)
        assert (refused.value.status, refused.value.code, refused.value.text) == (404, "no-lesson", text)


def test_a_lesson_that_cannot_be_taught_is_left_out_and_logged_once(
    another: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="pediment.server"):
        for _ in range(2):
            assert [about.game for about in lesson.lessons("fr")] == GAMES
        with pytest.raises(Refused, match="no lesson for Broken"):
            ask("broken", 0)
        facts = {name: game_facts.facts_of(name, "en").lesson for name in pediment.games()}
        assert facts == {"elysium": True, "ephyran": True, "pebbles": False, "broken": False}
    [entry] = caplog.records
    assert (entry.message, vars(entry)["fields"]) == ("lesson left out", {"game": "broken"})
    assert "missing required field `chapters`" in str(entry.exc_info)


def test_the_door(ann: Client) -> None:
    found = ann.get("/api/lessons")
    assert [about["game"] for about in found] == GAMES
    first = ann.post("/api/lessons/elysium", {"beat": 3})
    assert first["prompt"]["question"] == "turn"
    ann.language = "fr"
    tried = ann.post("/api/lessons/elysium", {"beat": 3, "move": first["expect"][0]})
    assert (tried["beat"], tried["names"]) == (4, ["Ariane", "Léandre"])
    for path, body, status, code in (
        ("chess", {"beat": 0}, 422, "no-game"),
        ("elysium", {"beat": 900}, 404, "no-beat"),
        ("elysium", {"beat": -1}, 400, "malformed"),
        ("elysium", {"beat": 0, "move": "x" * 121}, 400, "malformed"),
        ("elysium", {"beat": 0, "more": 1}, 400, "malformed"),
    ):
        answer = ann.call("POST", f"/api/lessons/{path}", body)
        assert (answer.status, answer.code) == (status, code)


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("lessons") / "tables.sqlite") as running:
        yield running.client()
