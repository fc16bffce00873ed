"""The lessons: scripts that the engine plays, said in every language, asked for beat by beat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import pediment
from pediment.core.state import OVER
from pediment.table import bodies, lesson
from pediment.table.refusal import Refused
from tests.table.playing import Client, serving

GAMES = pediment.games()
LANGUAGES = ["en", "fr"]
BOTH = {"opponents", "prompt", "scores", "log"}
PLACES = {  # as docs/table.md names them
    "elysium": {"agora", "oracle", "temple", "quests", "columns", "domain", "legends", "purse"} | BOTH,
    "ephyran": {"city", "hand", "pile", "discard", "tokens"} | BOTH,
}


def ask(game: str, beat: int, move: str | None = None, language: str = "en") -> bodies.Beat:
    return lesson.answer(game, bodies.AskBeat(beat, move), language)


def words(value: Any) -> Iterator[str]:
    """Every text somewhere in a view."""
    if isinstance(value, dict):
        for part in value.values():
            yield from words(part)
    elif isinstance(value, list):
        for part in value:
            yield from words(part)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_learner_gets_from_the_first_beat_to_the_last(game: str, language: str) -> None:
    [about] = [found for found in lesson.lessons(language) if found.game == game]
    shown, chapters, done = ask(game, 0, None, language), [], 0
    while True:
        assert (shown.beats, shown.last) == (about.beats, shown.beat == about.beats - 1)
        assert shown.text
        assert "log" not in shown.view
        assert all(entry["text"] for entry in shown.log)
        chapters.append(shown.chapter)
        if shown.last:
            break
        if shown.expect:
            assert shown.prompt is not None
            assert set(shown.expect) <= {option.label for option in shown.prompt.options}
            for move in shown.expect:
                after = ask(game, shown.beat, move.upper(), language)
                assert after.beat == shown.beat + 1
            assert (after.view, after.log, after.rule) == (
                ask(game, after.beat, None, language).view,
                ask(game, after.beat, None, language).log,
                "",
            )
            done += 1
        shown = ask(game, shown.beat + 1, None, language)
    assert list(dict.fromkeys(chapters)) == about.chapters
    assert done >= 0.6 * about.beats
    assert 20 <= about.beats <= 32
    assert shown.prompt is None
    assert pediment.game(game).to_move(lesson.steps(game)[-1].state) == OVER


@pytest.mark.parametrize("game", GAMES)
def test_a_script_leads_one_way(game: str) -> None:
    """Several answers lead on only where the next beat begins at a new position."""
    chapters = lesson.script(game).chapters
    follows = [chapter.position is None for chapter in chapters[1:]]
    for chapter, followed in zip(chapters, [*follows, True], strict=True):
        for line in chapter.beats:
            last = line is chapter.beats[-1]
            assert len(line.expect) <= 1 or (last and not followed), line.id
    assert (chapters[-1].beats[-1].expect, chapters[-1].beats[-1].replies) == ([], [])


@pytest.mark.parametrize("game", GAMES)
def test_a_beat_points_at_what_is_there_and_names_rules_that_are_there(game: str) -> None:
    rules, used = pediment.game(game).rules(), set()
    for n, step in enumerate(lesson.steps(game)):
        shown = ask(game, n)
        labels = {option.label for option in shown.prompt.options} if shown.prompt else set()
        cards = set(words(shown.view)) & set(pediment.game(game).cards())
        for point in shown.point:
            assert point in labels | cards | PLACES[game], (step.line.id, point)
        used |= set(shown.point) & PLACES[game]
        assert shown.rules == step.line.rules
        assert set(shown.rules) <= set(rules), step.line.id
    assert len(used) >= 7


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_another_move_is_answered_by_a_remark(game: str, language: str) -> None:
    for n, step in enumerate(lesson.steps(game)):
        said = lesson.TEXTS.section(language, game)["beats"][step.line.id]
        shown = ask(game, n, None, language)
        others = [option.label for option in shown.prompt.options] if shown.prompt else []
        for move in set(others) - set(shown.expect):
            tried = ask(game, n, move, language)
            assert (tried.beat, tried.view, tried.rule) == (n, shown.view, "")
            assert tried.remark
            assert tried.remark == said.get("wrong", tried.remark)
        assert ask(game, n, "castle", language).remark
        assert ask(game, n, "castle", language).beat == n


@pytest.mark.parametrize(
    ("game", "beat", "move", "rule"),
    [
        ("elysium", "first-column", "take zeus.triumph", "E4.2"),
        ("elysium", "two-dots", "take poseidon.charybdis-and-scylla", "E4.4"),
        ("elysium", "take-citizen", "take zeus.garden-of-the-hesperides", "E4.4"),
        ("ephyran", "add", "add tt29b", "Y3.3"),
    ],
)
def test_a_forbidden_move_is_answered_by_its_rule(game: str, beat: str, move: str, rule: str) -> None:
    [n] = [n for n, step in enumerate(lesson.steps(game)) if step.line.id == beat]
    for language in LANGUAGES:
        tried = ask(game, n, move, language)
        assert (tried.beat, tried.rule) == (n, rule)
        assert tried.remark


def test_what_the_learner_has_done_by_the_end() -> None:
    elysium = [step.line.expect[0] for step in lesson.steps("elysium") if step.line.expect]
    assert {"use athena.naval-power", "use zeus.triumph", "citizen", "transfer citizen", "quest 2"} <= set(elysium)
    events = {entry["event"] for n in range(len(lesson.steps("elysium"))) for entry in ask("elysium", n).log}
    assert {"level-bonus", "family-bonus", "end"} <= events
    events = {entry["event"] for n in range(len(lesson.steps("ephyran"))) for entry in ask("ephyran", n).log}
    assert {"add", "change", "replace", "defend", "lock", "place", "city", "end"} <= events


@pytest.mark.parametrize("game", GAMES)
def test_the_scores_that_are_told_are_the_scores(game: str) -> None:
    mine, theirs = (score["total"] for score in pediment.game(game).scores(lesson.steps(game)[-1].state))
    for language in LANGUAGES:
        text = lesson.TEXTS.section(language, game)["beats"]["scores"]["text"]
        assert re.findall(r"\b\d\d\b", text) == [str(mine), str(theirs)]
    assert mine > theirs


@pytest.mark.parametrize("game", GAMES)
def test_every_language_says_the_same_beats(game: str) -> None:
    assert lesson.TEXTS.languages == LANGUAGES
    script = lesson.script(game)
    ids = [line.id for chapter in script.chapters for line in chapter.beats]
    english = lesson.TEXTS.section("en", game)
    for language in LANGUAGES:
        texts = lesson.TEXTS.section(language, game)
        assert list(texts) == list(english)
        assert list(texts["chapters"]) == [chapter.id for chapter in script.chapters]
        assert list(texts["beats"]) == ids
        assert len(texts["names"]) == 2
        for beat, said in texts["beats"].items():
            assert list(said) == list(english["beats"][beat])
            assert "text" in said
            assert set(said) <= {"text", "wrong", "after"}
            assert all(text == text.strip() and "  " not in text for text in said.values()), beat
        for chapter in script.chapters:
            for line in chapter.beats:
                assert not {"wrong", "after"} & set(texts["beats"][line.id]) or line.expect, line.id


def test_french_punctuation_does_not_break_off() -> None:
    french = list(words(lesson.TEXTS.catalogues["fr"]))
    assert len(french) > 100
    for text in french:
        assert not re.search(r"[^\u00a0]»|«[^\u00a0]|[^\u00a0][;?!]|[^\u00a0]:(?=\s)|’", text), text


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="no such game"):
        ask("chess", 0)
    with pytest.raises(Refused, match="no such beat") as refused:
        ask("elysium", 1000)
    assert refused.value.status == 404


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
