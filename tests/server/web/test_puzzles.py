"""The puzzles over HTTP: what is asked, what is told of an answer, who is rated, and what nobody may learn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core.engine.rng import stream
from pediment.lab.puzzles import Puzzle, played_on
from pediment.server.domain.commands import Chair, PlayOn
from pediment.server.domain.events import Created
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.live.identities import ChangePerson, Identities, NewPerson, standing_of
from pediment.server.live.puzzles import PuzzleRecord, Standing, noted
from pediment.server.live.webhooks import Webhooks
from pediment.server.store.sqlite import SqliteStore
from pediment.server.web import bodies, puzzles
from tests.server.playing import Client, serving

GAMES = ["elysium", "ephyran"]
LANGUAGES = ["en", "fr"]
TODAY = date(2026, 11, 18)


def first(game: str, n: int = 0) -> Puzzle:
    return puzzles.packs()[game].puzzles[n]


def path(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.game().name}/{puzzle.id}"


@pytest.fixture(scope="module")
def ann(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with serving(tmp_path_factory.mktemp("puzzles") / "tables.sqlite") as running:
        yield running.client()


# What is shown, and what is not


@pytest.mark.parametrize("game", GAMES)
def test_what_the_seat_cannot_know_changes_nothing_that_is_sent(game: str) -> None:
    for n, puzzle in enumerate(puzzles.packs()[game].puzzles[::6]):
        other = replace(puzzle, position=played_on(puzzle, stream(n, "hidden")))
        language = LANGUAGES[n % 2]
        assert msgspec.json.encode(puzzles.shown(other, language)) == msgspec.json.encode(
            puzzles.shown(puzzle, language)
        )
        for move in (puzzle.answer, puzzle.second, "castle"):
            asked = bodies.AnswerPuzzle(move, last=True)
            assert puzzles.judged(other, asked, language) == puzzles.judged(puzzle, asked, language)


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_shown_with_all_answers_alike(game: str) -> None:
    puzzle = first(game)
    shown = puzzles.shown(puzzle, "fr")
    assert (shown.seat, shown.names[puzzle.seat]) == (puzzle.seat, "Vous")
    assert "log" not in shown.view
    assert [option.label for option in shown.prompt.options] == puzzle.labels()
    assert not {"answer", "second", "margin", "solved", "position"} & set(shown.__struct_fields__)
    listed = puzzles.listed(TODAY)
    assert [one.game for one in listed] == GAMES
    assert set(bodies.ListedPuzzle.__struct_fields__) == {"id", "level", "rating", "seats"}
    assert all(one.of_the_day == puzzles.packs()[one.game].of_the_day(TODAY).id for one in listed)


def test_an_answer_is_judged_at_once() -> None:
    puzzle = first("elysium")
    right = puzzles.judged(puzzle, bodies.AnswerPuzzle(puzzle.answer.upper()), "en")
    assert (right.counts, right.right) == (True, True)
    assert right.solution is not None
    assert (right.solution.label, right.solution.margin) == (puzzle.answer, puzzle.margin)
    assert right.solution.reasons
    wrong = puzzles.judged(puzzle, bodies.AnswerPuzzle(puzzle.second), "en")
    assert (wrong.counts, wrong.right, wrong.solution) == (True, False, None)
    assert wrong.tried
    assert wrong.tried_reasons
    last = puzzles.judged(puzzle, bodies.AnswerPuzzle(puzzle.second, last=True), "en")
    assert last.solution == right.solution
    forbidden = puzzles.judged(puzzle, bodies.AnswerPuzzle("legend 30"), "fr")
    assert (forbidden.counts, forbidden.right, forbidden.solution) == (False, False, None)
    assert forbidden.remark
    given_up = puzzles.judged(puzzle, bodies.AnswerPuzzle(), "en")
    assert (given_up.counts, given_up.right, given_up.solution) == (True, False, right.solution)


# Ratings and streaks


def test_only_the_first_answer_is_rated() -> None:
    puzzle, other = first("elysium"), first("elysium", 1)
    once = noted(Standing(), puzzle, right=False, of_the_day=None)
    record = once.games["elysium"]
    assert record.rating < 1000
    assert (record.solved, record.failed) == ([], [puzzle.id])
    assert noted(once, puzzle, right=True, of_the_day=None) == once
    twice = noted(once, other, right=True, of_the_day=None)
    assert twice.games["elysium"].rating > record.rating
    assert twice.games["elysium"].solved == [other.id]


def test_a_streak_is_of_days_in_a_row() -> None:
    puzzle, standing = first("elysium"), Standing()
    for day, right, streak, longest in (
        (18, True, 1, 1), (18, True, 1, 1), (19, False, 1, 1), (19, True, 2, 2), (20, True, 3, 3), (22, True, 1, 3),
        (21, True, 1, 3),
    ):  # fmt: skip
        standing = noted(standing, puzzle, right=right, of_the_day=date(2026, 11, day))
        assert (standing.streak, standing.longest) == (streak, longest), day
    assert standing.day == "2026-11-22"


def test_an_identity_keeps_its_standing_and_takes_it_along(ann: Client) -> None:
    puzzle = first("ephyran")
    somebody = Client(ann.port, [ann.post("/api/people", {"name": "Ann"})["key"]])
    assert somebody.get("/api/me/puzzles") == {"games": {}, "streak": 0, "longest": 0, "day": ""}
    told = somebody.post(path(puzzle), {"move": puzzle.second})
    assert (told["right"], told["solution"]) == (False, None)
    again = somebody.post(path(puzzle), {"move": puzzle.answer})
    assert again["right"]
    kept = somebody.get("/api/me/puzzles")
    assert kept == again["standing"]
    assert kept["games"]["ephyran"]["failed"] == [puzzle.id]
    assert somebody.call("PATCH", "/api/me", {"name": "Anna"}).status == 200  # and nothing is lost
    assert somebody.get("/api/me/puzzles") == kept
    assert somebody.get("/api/me/data")["settings"]["puzzles"] == kept
    # What a page says of itself does not count beside it
    boast = {"games": {"ephyran": {"rating": 3000.0, "deviation": 50.0, "solved": [], "failed": []}}}
    assert somebody.post(path(puzzle), {"move": puzzle.answer, "standing": boast})["standing"] == kept
    assert somebody.call("DELETE", "/api/me").status == 200
    assert somebody.call("GET", "/api/me/puzzles").code == "no-person"


def test_a_page_without_an_identity_keeps_its_standing_itself(ann: Client) -> None:
    puzzle, other = first("elysium"), first("elysium", 1)
    told = ann.post(path(puzzle), {"move": puzzle.answer})["standing"]
    assert told["games"]["elysium"]["solved"] == [puzzle.id]
    more = ann.post(path(other), {"standing": told})["standing"]
    assert more["games"]["elysium"]["failed"] == [other.id]
    assert more["games"]["elysium"]["rating"] < told["games"]["elysium"]["rating"]
    assert ann.post(path(puzzle), {"move": "castle"})["standing"] is None
    assert ann.call("GET", "/api/me/puzzles").code == "no-person"


def test_two_answers_at_the_same_time_both_count(tmp_path: Path) -> None:
    async def test() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        identities = Identities(store, Webhooks(False))
        key = (await identities.add(NewPerson("Ann"), "en")).key
        assert key is not None

        def solving(n: int) -> Any:
            return lambda standing: noted(standing, first("elysium", n), right=True, of_the_day=None)

        person = await identities.of([key], "en")
        changes = [identities.change_standing([key], solving(n), "en") for n in range(8)]
        await asyncio.gather(*changes, identities.change(person, ChangePerson(name="Anna"), "en"))
        after = await identities.of([key], "en")
        assert after.name == "Anna"
        solved = standing_of(after).games["elysium"].solved
        assert sorted(solved) == sorted(first("elysium", n).id for n in range(8))
        await store.close()

    asyncio.run(test())


# Played on


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_played_on_against_bots(ann: Client, game: str) -> None:
    puzzle = first(game)
    chairs = [
        {"kind": "me", "name": "Ann"} if seat == puzzle.seat else {"kind": "bot", "level": "scholar"}
        for seat in range(puzzle.seats())
    ]
    seated = ann.post(f"{path(puzzle)}/continue", {"chairs": chairs})
    assert seated["seats"] == [puzzle.seat]
    guest = Client(ann.port, [seated["token"]])
    found = guest.get(f"/api/tables/{seated['table']}")
    [view] = found["views"]
    shown = msgspec.to_builtins(puzzles.shown(puzzle, "en"))
    assert view["view"] == shown["view"]
    assert [option["label"] for option in view["prompt"]["options"]] == puzzle.labels()
    assert guest.command(seated["table"], "move", puzzle.seat, seq=view["seq"], move=puzzle.answer).status == 200


def test_what_is_hidden_is_not_dealt_as_the_pack_has_it() -> None:
    puzzle = max(puzzles.packs()["ephyran"].puzzles, key=lambda one: len(one.position["seats"][one.seat - 1]["hand"]))
    chairs = [Chair("me", "Ann")] + [Chair("bot", level="scholar")] * (puzzle.seats() - 1)
    dealt = set()
    for _ in range(4):
        created = puzzles.play_on(puzzle, PlayOn(chairs), Caller(), "en").events[0]
        assert isinstance(created, Created)
        assert created.course is not None
        dealt.add(str(created.course["position"]["seats"][puzzle.seat - 1]["hand"]))
    assert len(dealt) > 1


# What is refused


def test_what_is_not_there_is_refused() -> None:
    for game, name, code in (("chess", "x", "no-game"), ("elysium", "nothing", "no-puzzle")):
        with pytest.raises(Refused) as refused:
            puzzles.find(game, name, "fr")
        assert refused.value.code == code


def test_bad_input_is_refused_and_changes_nothing(ann: Client) -> None:
    puzzle = first("elysium")
    somebody = Client(ann.port, [ann.post("/api/people", {"name": "Bad"})["key"]])
    me = {"kind": "me", "name": "Ann"}
    for call, body, status, code in (
        (("GET", "/api/puzzles/chess/00000000"), None, 422, "no-game"),
        (("GET", "/api/puzzles/elysium/00000000"), None, 404, "no-puzzle"),
        (("GET", f"/api/puzzles/ephyran/{puzzle.id}"), None, 404, "no-puzzle"),
        (("GET", f"/api/puzzles/elysium/{'x' * 17}"), None, 400, "malformed"),
        (("POST", "/api/puzzles/elysium/00000000"), {}, 404, "no-puzzle"),
        (("POST", path(puzzle)), {"move": 1}, 400, "malformed"),
        (("POST", path(puzzle)), {"move": "x" * 121}, 400, "malformed"),
        (("POST", path(puzzle)), {"more": 1}, 400, "malformed"),
        (("POST", path(puzzle)), [], 400, "malformed"),
        (("POST", path(puzzle)), {"standing": {"streak": -1}}, 400, "malformed"),
        (("POST", path(puzzle)), {"standing": {"day": "yesterday"}}, 400, "malformed"),
        (("POST", path(puzzle)), {"standing": {"games": {"elysium": {"solved": ["x"]}}}}, 400, "malformed"),
        (("POST", path(puzzle)), {"standing": {"games": {str(n): {} for n in range(21)}}}, 400, "malformed"),
        (("POST", f"{path(puzzle)}/continue"), {"chairs": []}, 400, "malformed"),
        (("POST", f"{path(puzzle)}/continue"), {"chairs": [me] * (puzzle.seats() + 1)}, 422, "chairs"),
        (("POST", f"{path(puzzle)}/continue"), {"chairs": [{"kind": "bot"}] * puzzle.seats()}, 422, "chair"),
        (("PUT", path(puzzle)), {}, 405, "no-method"),
    ):
        answer = somebody.call(*call, body)
        assert (answer.status, answer.code) == (status, code), (call, body)
    assert somebody.get("/api/me/puzzles")["games"] == {}


def test_a_pack_that_cannot_be_read_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "puzzles.jsonl"
    broken.write_text("a poem\n", encoding="utf-8")
    kits = {name: pediment.kit(name) for name in GAMES}
    kits["pebbles"] = pediment.Kit("pebbles", "Pebbles", "pediment.testing.toy:GAME")
    kits["broken"] = pediment.Kit("broken", "Broken", "pediment.testing.toy:GAME", puzzles=broken)
    monkeypatch.setattr(pediment, "_kits", lambda: kits)
    puzzles.packs.cache_clear()
    try:
        assert [one.game for one in puzzles.listed(TODAY)] == GAMES
        with pytest.raises(Refused, match="no such puzzle for Pebbles"):
            puzzles.find("pebbles", "00000000", "en")
    finally:
        puzzles.packs.cache_clear()


def test_a_standing_has_its_bounds() -> None:
    assert PuzzleRecord().rating == 1000
    ids = ["0" * 8] * 2_001
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode({"solved": ids}), type=PuzzleRecord)
