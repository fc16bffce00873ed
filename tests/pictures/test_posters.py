"""Pictures to share: of one size, in both languages, with every name, and with everything in its place."""

from __future__ import annotations

import io
import random
from datetime import date
from functools import cache
from typing import Any

import pytest
from PIL import Image

import pediment
from pediment.pictures import posters
from pediment.pictures.canvas import Canvas, is_drawable
from pediment.pictures.words import TEXTS
from tests.pictures.places import check_masks, texts

GAMES = pytest.mark.parametrize("name", ["elysium", "ephyran"])
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
LANGUAGES = ["en", "fr"]
NAMES = ["Zoë Œuvrard", "Bartholomäus von Žižkov-Łódzki", "Ελένη Παπαδοπούλου", "W" * 40]


@cache
def played(name: str, seats: int) -> tuple[Any, Any]:
    """A random game at its end and somewhere before."""
    game, rng = pediment.game(name), random.Random(seats)
    state = game.new(seats=seats, seed=seats)
    while game.to_move(state) != pediment.OVER:
        game.apply(state, rng.choice(list(game.legal(state))))
    return state, game.rewind(state, 60)


def ending(name: str, state: Any, names: list[str], language: str) -> Canvas:
    game = pediment.game(name)
    totals = game.totals(state)
    winners = [seat for seat, share in enumerate(game.returns(state)) if share]
    places = [1 + sum(other > own for other in totals) for own in totals]
    return posters.ending(game.view(state, None), names, winners, places, language)


@GAMES
@SEATS
def test_everything_is_in_its_place_in_both_languages(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, (end, before) = pediment.game(name), played(name, seats)
    check_masks(monkeypatch)
    for language in LANGUAGES:
        assert ending(name, end, NAMES[:seats], language).image.size == posters.SIZE_PIXELS
        prompt = game.prompt(before, language, NAMES[:seats])
        for viewer in (None, seats - 1):
            view = game.view(before, viewer)
            drawn = posters.position(view, NAMES[:seats], [], prompt, "After 60 of 120 moves", language)
            assert drawn.image.size == posters.POSITION_SIZE_PIXELS


@GAMES
@SEATS
def test_the_end_names_everybody_with_points_and_places(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    end, _ = played(name, seats)
    drawn = texts(monkeypatch)
    names = ["Ann", "Ben", "Zoé", "Ελένη"][:seats]
    ending(name, end, names, "fr")
    assert set(names) <= set(drawn)
    assert {str(total) for total in pediment.game(name).totals(end)} <= set(drawn)
    assert any(text.endswith((" gagne", " partagent la victoire")) for text in drawn)
    assert not any("…" in text for text in drawn)
    wanted = {"elysium": "Légendes", "ephyran": "Héphaïstos"}[name]
    assert wanted in drawn


def test_names_without_letters_are_called_by_their_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    end, _ = played("elysium", 4)
    drawn = texts(monkeypatch)
    ending("elysium", end, ["たろう", "🦉", "Ann", ""], "fr")
    assert {"Joueur 1", "Joueur 2", "Joueur 4", "Ann"} <= set(drawn)
    assert is_drawable("Nguyễn Łukasz-Žofie O’Brien «1» №")
    assert not is_drawable("A" + "\u0301" * 3)


def test_crowded_legends_become_smaller_and_stay_within_their_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (end, _) = pediment.game("elysium"), played("elysium", 4)
    view = game.view(end, None)
    cards = list(view["conditions"])
    for n, seat in enumerate(view["seats"]):
        seat["elysium"] = [[*cards[i : i + 4], "citizen"] for i in range(4 + 3 * n)]
        seat["elysium"] += [[card] for card in cards[: 3 * n]]
        view["scores"][n].update(total=288, legends=[{"legend": i, "vp": 16} for i in range(1, 4)])
    check_masks(monkeypatch)
    posters.ending(view, NAMES, [0, 1, 2, 3], [1, 1, 1, 1], "fr")


def test_a_full_city_has_room(monkeypatch: pytest.MonkeyPatch) -> None:
    for seats in (2, 4):
        end, _ = played("ephyran", seats)
        view = pediment.game("ephyran").view(end, None)
        area = {"card": "TT47", "half": "a", "creature": "Stymphalian Bird", "tokens": ["thunderbolt", "helmet"]}
        for seat, score in zip(view["seats"], view["scores"], strict=True):
            score["city_bonus"] = 3
            for territory in seat["territories"].values():
                territory.update(areas=[area] * 4, locked=0)
        with monkeypatch.context() as patch:
            check_masks(patch)
            posters.ending(view, NAMES[:seats], [0], [1, 2, 2, 4][:seats], "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_every_card_has_room_in_a_crowded_agora(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pediment.game("elysium")
    view = game.view(game.new(seats=2, seed=1), None)
    drawn = texts(monkeypatch)
    for n in range(0, len(game.cards()), 7):
        view["agora"] = game.cards()[n : n + 7]
        view["conditions"] = dict.fromkeys(view["agora"], "RY")
        posters.table(view, ["Ann", "Ben"], [], "", language)
    assert [text for text in drawn if "…" in text] == []


def test_a_game_that_stopped_has_no_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    _, before = played("ephyran", 2)
    drawn = texts(monkeypatch)
    posters.ending(pediment.game("ephyran").view(before, None), ["Ann", "Ben"], [], [1, 1], "en")
    assert "The game stopped here" in drawn


def test_the_deal_of_the_day_names_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = texts(monkeypatch)
    for day, language in ((date(2026, 11, 18), "en"), (date(2027, 3, 1), "fr")):
        posters.daily(day, ["Elysium"], language)
    assert "18 November 2026" in drawn
    assert "1er mars 2027" in drawn


def test_a_file_is_small_and_opens() -> None:
    end, _ = played("elysium", 4)
    file = posters.png(ending("elysium", end, NAMES, "en"))
    assert len(file) < 100_000
    with Image.open(io.BytesIO(file)) as image:
        assert (image.format, image.size) == ("PNG", posters.SIZE_PIXELS)


def test_both_languages_say_the_same_things() -> None:
    catalogues = [TEXTS.catalogue(language) for language in LANGUAGES]
    assert [{section: list(entries) for section, entries in one.items()} for one in catalogues[:1]] == [
        {section: list(entries) for section, entries in one.items()} for one in catalogues[1:]
    ]
