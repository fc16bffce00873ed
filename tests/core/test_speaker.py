from __future__ import annotations

from pathlib import Path

import pytest

import pediment
from pediment.core.texts import Texts
from pediment.testing.toy import GAME, PebblesSpeaker


def test_players_have_their_names_or_are_numbered() -> None:
    assert [GAME.speak("en", ["Ada", "Max"]).seat(seat) for seat in (0, 1)] == ["Ada", "Max"]
    assert [GAME.speak("fr").seat(seat) for seat in (0, 1)] == ["Joueur 1", "Joueur 2"]


@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_a_speaker_has_the_edition_of_new_games_unless_another_is_named(name: str) -> None:
    game = pediment.game(name)
    assert game.editions is not None
    assert game.speak("en").edition is game.editions.standard
    first = game.editions.first
    assert game.speak("en", edition=first).edition is first
    assert GAME.speak("en").edition is None


def test_the_game_says_what_its_speaker_says() -> None:
    state = GAME.new(seats=2, seed=3)
    speaker = GAME.speak("fr", ["Ada", "Max"], you=1)
    assert speaker.you == 1
    assert GAME.prompt(state, "fr") == speaker.prompt(state)
    for action in state.legal:
        assert GAME.caption(state, action, "fr") == speaker.caption(state, action)
        assert GAME.reasons(state, action, state.to_move, "fr") == speaker.reasons(state, action, state.to_move)
    assert GAME.refuse(state, 3, "fr") == speaker.refuse(state, 3)
    GAME.play(state, "hide")
    entry = GAME.view(state, None)["log"][-1]
    assert GAME.log_line(entry, "fr", ["Ada", "Max"], you=1) == speaker.log_line(entry)


def test_a_text_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        GAME.speak("en").say("labels.fold")
    with pytest.raises(ValueError, match="no texts in 'xx'"):
        GAME.speak("xx").word("player")


@pytest.mark.parametrize(
    ("seat", "to", "you", "section"),
    [
        (0, 1, None, "log"), (0, 1, 2, "log"), (0, None, 1, "log"), (None, None, None, "log"), (None, None, 0, "log"),
        (0, 1, 0, "log-you"), (0, None, 0, "log-you"), (1, 0, 1, "log-you"),
        (0, 1, 1, "log-at-you"), (1, 0, 0, "log-at-you"), (None, 0, 0, "log-at-you"), (None, 1, 0, "log"),
        (0, 0, None, "log-own"), (0, 0, 1, "log-own"), (1, 1, 0, "log-own"),
        (0, 0, 0, "log-your-own"), (1, 1, 1, "log-your-own"),
    ],
)  # fmt: skip
def test_what_happened_is_told_to_the_reader(
    seat: int | None, to: int | None, you: int | None, section: str, tmp_path: Path
) -> None:
    """In the words of the section that fits; what it lacks is told with names."""
    (tmp_path / "en").mkdir()
    sections = ["log", "log-you", "log-at-you", "log-own", "log-your-own"]
    told = [f'[{name}]\ngive = "{name}, {{n}}"' for name in sections]
    told[0] += '\npass = "{n} passes."'
    (tmp_path / "en" / "log.toml").write_text("\n".join(told), encoding="utf-8")
    speaker = PebblesSpeaker("en", you=you)
    speaker.texts = Texts(tmp_path)
    assert speaker.happened({"event": "give", "seat": seat, "to": to}, n=3) == f"{section}, 3"
    assert speaker.happened({"event": "pass", "seat": seat, "to": to}, n=3) == "3 passes."
