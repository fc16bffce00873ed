"""Pictures and link previews: what they show, to whom, at what cost, and what nobody learns from them."""

from __future__ import annotations

import asyncio
import html
import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image

import pediment
from pediment.core.engine.rng import stream
from pediment.lab.puzzles import played_on
from pediment.pictures import posters
from pediment.pictures.canvas import Canvas
from pediment.server.domain import history
from pediment.server.domain.refusal import Refused
from pediment.server.live.limits import PAYER, Limits, Payer
from pediment.server.live.off_loop import OffLoop
from pediment.server.live.pictures import Pictures
from pediment.server.web import pictures, puzzles
from pediment.server.web.pages import STATIC
from tests.server.playing import Answer, Client, Running, serving

GAMES = ["elysium", "ephyran"]
EVIL = '"><script>alert(1)</script>'
PRIVATE = {"spectators": False}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("pictures") / "tables.sqlite") as found:
        yield found


def size(answer: Answer) -> tuple[int, int]:
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png"), answer.body[:200]
    with Image.open(io.BytesIO(answer.body)) as image:
        return image.size


def tags(page: Answer) -> dict[str, str]:
    """The tags of a page, as a program reads them."""
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)" />', page.body.decode())
    return {name: html.unescape(value) for name, value in found}


def look(client: Client, path: str, **headers: str) -> Answer:
    return client.call("GET", path, headers=headers)


def two(name: str = "Ann") -> list[dict[str, Any]]:
    return [{"kind": "me", "name": name}, {"kind": "me", "name": "Ben"}]


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_has_pictures_of_its_end_and_of_every_move(running: Running, game: str) -> None:
    ann, anyone = running.client(), running.client()
    table = running.finished(ann, game, chairs=two())
    end = look(anyone, f"/api/tables/{table}/picture")
    assert size(end) == posters.SIZE_PIXELS
    assert len(end.body) < 100_000
    moves = len(running.table(table).labels)
    bodies = {end.body, look(anyone, f"/api/tables/{table}/picture?language=fr").body}
    for move in (0, 7, moves):
        drawn = look(anyone, f"/api/tables/{table}/picture?move={move}")
        assert size(drawn) == posters.POSITION_SIZE_PIXELS
        bodies.add(drawn.body)
    assert len(bodies) == 5
    again = look(anyone, f"/api/tables/{table}/picture", **{"if-none-match": end.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert end.headers["cache-control"].startswith("public")
    assert look(anyone, f"/api/tables/{table}/picture?move={moves + 1}").code == "no-picture"


def test_a_program_may_ask_for_the_headers_alone(running: Running) -> None:
    """As those do that show what is behind a link; for whatever can be read."""
    ann, anyone = running.client(), running.client()
    table = running.finished(ann, "elysium", chairs=two())
    for path in (f"/api/tables/{table}/picture", "/api/daily/picture", "/api/games", f"/t/{table}", "/api/nothing"):
        whole, head = look(anyone, path), anyone.call("HEAD", path)
        assert (head.status, head.body) == (whole.status, b""), path
        unlike = {name for name in whole.headers if whole.headers[name] != head.headers.get(name)} - {"date"}
        assert not unlike, path
    assert anyone.call("HEAD", f"/api/tables/{table}/share").status == 405


def test_a_link_to_a_position_of_a_review_shows_that_position(running: Running) -> None:
    anyone = running.client()
    table = running.finished(running.client(), "elysium", chairs=two())
    end = tags(look(anyone, f"/t/{table}/review"))["og:image"]
    shown = tags(look(anyone, f"/t/{table}/review?move=7"))["og:image"]
    assert shown == f"{end}&move=7"
    assert size(look(anyone, shown[shown.index("/api") :])) == posters.POSITION_SIZE_PIXELS
    for odd in ("0x7", "-1", "99999", "", "7&move=8", "²"):
        found = tags(anyone.call("GET", f"/t/{table}/review?move={quote(odd)}"))["og:image"]
        assert found == end, odd


def test_what_one_may_not_see_is_answered_as_what_does_not_exist(running: Running) -> None:
    ann, anyone = running.client(), running.client()
    unknown = look(anyone, "/api/tables/zgiiwkYf2mY2aS7g/picture")
    assert (unknown.status, unknown.code) == (404, "no-picture")
    blank = look(anyone, "/t/zgiiwkYf2mY2aS7g").body
    assert blank == (STATIC / "index.html").read_bytes()
    open_ = str(ann.new_table(chairs=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])["table"])
    started = str(ann.new_table()["table"])
    private = running.finished(ann, house=PRIVATE)
    for table in (open_, started, private):
        for path in (f"/api/tables/{table}/picture", f"/api/tables/{table}/picture?move=0"):
            answer = look(anyone, path)
            assert (answer.status, answer.body) == (unknown.status, unknown.body)
            assert answer.headers.keys() == unknown.headers.keys()
        for path in (f"/t/{table}", f"/t/{table}/review"):
            assert look(anyone, path).body == blank
    for table in (open_, started):  # nor do those who play there
        assert look(ann, f"/api/tables/{table}/picture").code == "no-picture"
    own = look(ann, f"/api/tables/{private}/picture")
    assert size(own) == posters.SIZE_PIXELS
    assert own.headers["cache-control"].startswith("private")
    word = ann.post(f"/api/tables/{private}/share")["word"]
    assert size(look(running.client(word), f"/api/tables/{private}/picture?move=3"))


def test_a_sealed_deal_has_no_picture_for_anybody(running: Running) -> None:
    ann = running.client()
    seated = ann.post("/api/daily/elysium", {"name": "Ann"})
    ann.keys.append(seated["token"])
    running.finish(seated["table"])
    assert look(ann, f"/api/tables/{seated['table']}/picture").code == "no-picture"
    assert not tags(look(ann, f"/t/{seated['table']}"))


@pytest.mark.parametrize("game", GAMES)
def test_pictures_show_no_more_than_a_spectator_sees(running: Running, game: str) -> None:
    """What is hidden is drawn again, and every picture stays the same: of positions here, of puzzles below."""
    ann = running.client()
    table = running.table(running.finished(ann, game, chairs=two()))
    rng = stream(3, "worlds")
    for move in (5, len(table.labels) // 2):
        state = table.back(move, None)
        other = table.game.resample(state, None, rng)
        views = [table.game.view(one, None) for one in (state, other)]
        prompts = [table.game.prompt(one, "en", table.called("en")) for one in (state, other)]
        drawn = [
            posters.position(view, ["A", "B"], [], prompt, "", "en")
            for view, prompt in zip(views, prompts, strict=True)
        ]
        assert drawn[0].image.tobytes() == drawn[1].image.tobytes()
        assert pictures.position(table, move, "en").image.size == posters.POSITION_SIZE_PIXELS


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_has_a_picture_without_its_answer(
    running: Running, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = puzzles.packs()[game].puzzles[0]
    anyone = running.client()
    drawn = look(anyone, f"/api/puzzles/{game}/{puzzle.id}/picture?language=fr")
    assert size(drawn) == posters.POSITION_SIZE_PIXELS
    assert look(anyone, f"/api/puzzles/{game}/nothing/picture").code == "no-puzzle"
    found = tags(look(anyone, f"/puzzles/{game}/{puzzle.id}"))
    assert found["og:title"] == f"A puzzle of {pediment.kit(game).title}"
    assert found["og:image"].endswith(f"/api/puzzles/{game}/{puzzle.id}/picture?language=en")
    assert not tags(look(anyone, f"/puzzles/{game}/nothing"))
    before = pictures.question(game, puzzle.id, "en").image.tobytes()
    other = replace(puzzle, position=played_on(puzzle, stream(1, "hidden")), answer=puzzle.second, second=puzzle.answer)
    monkeypatch.setattr(puzzles, "find", lambda *_: other)
    assert pictures.question(game, puzzle.id, "en").image.tobytes() == before


def test_the_deal_of_the_day_has_a_picture_and_a_preview(running: Running) -> None:
    anyone = running.client()
    assert size(look(anyone, "/api/daily/picture")) == posters.SIZE_PIXELS
    found = tags(look(anyone, "/daily?language=fr"))
    assert (found["og:title"], found["og:locale"]) == ("La donne du jour", "fr_FR")
    width, height = size(look(anyone, found["og:image"].partition(f":{running.port}")[2]))
    assert (found["og:image:width"], found["og:image:height"]) == (str(width), str(height))


def test_a_link_to_a_finished_game_says_how_it_ended(running: Running) -> None:
    ann, anyone = running.client(), running.client()
    table = running.finished(ann, chairs=two())
    winner = ["Ann", "Ben"][running.table(table).winners()[0]]
    for path in (f"/t/{table}", f"/t/{table}/review"):
        page = look(anyone, path)
        found = tags(page)
        assert found["og:title"] == f"{winner} wins Elysium"
        assert re.match(r"Ann \d+, Ben \d+\. ", found["og:description"])
        assert found["og:url"] == f"http://127.0.0.1:{running.port}{path}"
        assert found["og:image"] == f"http://127.0.0.1:{running.port}/api/tables/{table}/picture?language=en"
        assert found["twitter:card"] == "summary_large_image"
        assert page.body.count(b"</head>") == 1
        assert "accept-language" in page.headers["vary"]
    assert tags(look(anyone, f"/t/{table}", **{"accept-language": "fr"}))["og:title"] == f"{winner} gagne à Elysium"
    assert tags(look(anyone, f"/t/{table}?language=fr"))["og:locale"] == "fr_FR"
    assert tags(look(anyone, f"/t/{table}?language=xx"))["og:locale"] == "en_GB"


def test_a_name_is_only_ever_a_text(running: Running) -> None:
    ann = running.client()
    table = running.finished(ann, chairs=[{"kind": "me", "name": EVIL}, {"kind": "me", "name": "たろう\u0301"}])
    page = look(running.client(), f"/t/{table}")
    assert b"<script>alert" not in page.body
    assert EVIL in tags(page)["og:description"]
    assert size(look(ann, f"/api/tables/{table}/picture")) == posters.SIZE_PIXELS


def test_a_forgotten_name_is_in_no_picture(running: Running) -> None:
    ann = running.client()
    table = running.finished(ann, chairs=two("Hippolyta"))
    before = look(ann, f"/api/tables/{table}/picture").body
    assert ann.call("DELETE", f"/api/tables/{table}/seats").status == 200
    after = look(running.client(), f"/api/tables/{table}/picture")
    assert size(after) == posters.SIZE_PIXELS
    assert after.body != before
    assert "Hippolyta" not in json.dumps(tags(look(running.client(), f"/t/{table}")))


def test_links_name_the_public_address(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", public_url="https://play.example.org") as running:
        found = tags(look(running.client(), "/daily", host="play.example.org:443"))
    assert found["og:url"] == "https://play.example.org/daily"
    assert found["og:image"] == "https://play.example.org/api/daily/picture?language=en"


def test_places_count_those_who_conceded_last(running: Running) -> None:
    ann = running.client()
    table = str(ann.new_table(chairs=[*two(), {"kind": "bot", "level": "shepherd"}])["table"])
    assert ann.command(table, "concede", 0).status == 200
    running.finish(table)
    assert history.places(running.table(table))[0] == 3


def test_a_picture_is_drawn_once_paid_for_and_kept_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(n: int) -> Canvas:
        drawn.append(n)
        return Canvas(300, 300 + n)

    async def go() -> None:
        off_loop = OffLoop()
        kept = Pictures(off_loop)
        limits = Limits(1, 10)
        PAYER.set(Payer("192.0.2.1", limits))
        first = await kept.get("a", lambda: draw(1))
        assert (await kept.get("a", lambda: draw(2))) is first
        monkeypatch.setattr("pediment.server.live.pictures.MAX_KEPT_BYTES", len(first.body) * 3)
        for n in range(10):
            await kept.get(n, partial(draw, n))
        assert len(kept._kept) <= 3
        assert kept._bytes == sum(len(one.body) for one in kept._kept.values())
        limits.charge("192.0.2.1", 1000)
        with pytest.raises(Refused, match="too"):
            await kept.get("b", lambda: draw(3))
        await kept.get(9, lambda: draw(4))  # what is there costs nothing
        off_loop.close()

    asyncio.run(go())
    assert drawn == [1, *range(10)]
