"""A game of another package that is not what its kit says is left out, with a sentence on what is wrong."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

import pediment
from tests.pebbles import install

PEBBLES = """
from pathlib import Path

from pediment.core.kit import Kit
from pediment.core.texts import Texts
from pediment.testing.toy import Pebbles


class Marbles(Pebbles):
    name = "marbles"


GAME = Marbles()
HERE = Path(__file__).parent


def marbles(**parts):
    return Kit(**{"name": "marbles", "title": "Marbles", "engine": "marbles.kit:GAME", **parts})


def file(text):
    (HERE / "ratings.json").write_text(text)
    return HERE / "ratings.json"


"""
OLD_SPEAKER = """
from pediment.core.speaker import Speaker


class Mute(Speaker):
    def caption(self, s, action):
        return ""


class Nameless(Pebbles.speaker):
    def __init__(self, language, names=None):
        super().__init__(language, names)


"""
OLD_LOG_LINE = """
class Old(Marbles):
    def log_line(self, entry, language="en", names=None, edition=None):
        return ""


"""
BROKEN = {
    "import nonsense_that_is_not_there\n": "ModuleNotFoundError: No module named 'nonsense_that_is_not_there'",
    "KIT = 3\n": "TypeError: it is not a Kit with the name 'marbles'",
    "from pediment.core.kit import Kit\nKIT = Kit('marbles', 'Marbles', 'marbles.engine:GAME')\n": (
        "ModuleNotFoundError: No module named 'marbles.engine'"
    ),
    "from pediment.core.kit import Kit\nKIT = Kit('marbles', 'Marbles', 'pediment.testing.toy:GAME')\n": (
        "ValueError: its engine calls itself 'pebbles'"
    ),
    PEBBLES + "KIT = Kit('pebbles', 'Pebbles', 'pediment.testing.toy:GAME')\n": (
        "TypeError: it is not a Kit with the name 'marbles'"
    ),
    PEBBLES + "KIT = marbles(terminal_board='marbles.board:Board')\n": (
        "ModuleNotFoundError: No module named 'marbles.board'"
    ),
    PEBBLES + "KIT = marbles(picture='marbles.picture:draw')\n": (
        "ModuleNotFoundError: there is no module 'marbles.picture'"
    ),
    PEBBLES + "KIT = marbles(lesson=Path('nowhere.toml'))\n": "FileNotFoundError: there is no nowhere.toml",
    PEBBLES + "KIT = marbles(ratings=Path('nowhere.json'))\n": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'nowhere.json'"
    ),
    PEBBLES + "KIT = marbles(ratings=file('3'))\n": (
        "ValueError: HERE/ratings.json does not have rating, low and high by level"
    ),
    PEBBLES + "KIT = marbles(ratings=file('{'))\n": (
        "ValueError: HERE/ratings.json is not JSON: "
        "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"
    ),
    PEBBLES + 'KIT = marbles(ratings=file(\'{"shepherd": {"rating": 1}}\'))\n': (
        "ValueError: HERE/ratings.json does not have rating, low and high by level"
    ),
    PEBBLES + "KIT = marbles(engine='marbles.kit:Marbles')\n": (
        "TypeError: its engine must be an instance of Game, not <class 'marbles.kit.Marbles'>"
    ),
    PEBBLES + "KIT = marbles(engine='marbles.kit:Nope')\n": (
        "AttributeError: module 'marbles.kit' has no attribute 'Nope'"
    ),
    PEBBLES + "GAME.texts = Texts(HERE / 'texts')\nKIT = marbles()\n": (
        "FileNotFoundError: [Errno 2] No such file or directory: 'HERE/texts'"
    ),
    PEBBLES + "(HERE / 'texts' / 'en').mkdir(parents=True)\nGAME.texts = Texts(HERE / 'texts')\nKIT = marbles()\n": (
        "ValueError: its texts in HERE/texts have no errors.unknown-move"
    ),
    PEBBLES + "GAME.options = None\nKIT = marbles()\n": "TypeError: options of its engine must be a dict, not None",
    PEBBLES + "GAME.options = {'copies': 3}\nKIT = marbles()\n": (
        "TypeError: options of its engine must be texts by name, not {'copies': 3}"
    ),
    PEBBLES + "GAME.options = {3: 'three'}\nKIT = marbles()\n": (
        "TypeError: options of its engine must be texts by name, not {3: 'three'}"
    ),
    PEBBLES + "GAME.options = {'': 'nothing'}\nKIT = marbles()\n": (
        "TypeError: options of its engine must be texts by name, not {'': 'nothing'}"
    ),
    PEBBLES + "GAME.speaker = None\nKIT = marbles()\n": (
        "TypeError: speaker of its engine must be a subclass of pediment.core.speaker.Speaker, not None"
    ),
    PEBBLES + OLD_SPEAKER + "GAME.speaker = Mute\nKIT = marbles()\n": (
        "TypeError: its speaker lacks log_line, prompt, reasons, refuse"
    ),
    PEBBLES + OLD_SPEAKER + "GAME.speaker = Nameless\nKIT = marbles()\n": (
        "TypeError: __init__ of its speaker takes language, names; it must take language, names, edition, you"
    ),
    PEBBLES + OLD_LOG_LINE + "GAME = Old()\nKIT = marbles()\n": (
        "TypeError: log_line of its engine takes entry, language, names, edition; "
        "it must take entry, language, names, edition, you"
    ),
    PEBBLES + "GAME.seat_counts = range(0)\nKIT = marbles()\n": "ValueError: its engine is for no number of seats",
    PEBBLES + "KIT = marbles(beginner={'copies': 30})\n": (
        "OptionError: copies must be a number from 1 to 9, not 30 (P1)"
    ),
    PEBBLES + "KIT = marbles(title=3)\n": "TypeError: title must be a text, not 3",
    PEBBLES + "KIT = marbles(title=' ')\n": "ValueError: its title is empty",
    PEBBLES + "KIT = marbles(terminal_board=3)\n": 'TypeError: terminal_board must be a place, "module:name", not 3',
    PEBBLES + "KIT = marbles(card_reader=3)\n": 'TypeError: card_reader must be a place, "module:name", not 3',
    PEBBLES + "KIT = marbles(terminal_board='marbles.kit:Nope')\n": (
        "AttributeError: module 'marbles.kit' has no attribute 'Nope'"
    ),
    PEBBLES + "KIT = marbles(card_reader='marbles.kit:Nope')\n": (
        "AttributeError: module 'marbles.kit' has no attribute 'Nope'"
    ),
    PEBBLES + "KIT = marbles(card_reader='marbles.kit:Marbles')\n": (
        "TypeError: card_reader must be a subclass of pediment.terminal.cards.Library, "
        "not <class 'marbles.kit.Marbles'>"
    ),
    PEBBLES + "KIT = marbles(overlooked={'shepherd': 'many'})\n": (
        "TypeError: overlooked must be whole numbers by level, not {'shepherd': 'many'}"
    ),
    PEBBLES + "KIT = marbles(beginner={'copies': {2}})\n": "TypeError: Object of type set is not JSON serializable",
    PEBBLES + "KIT = marbles(most_outcomes='marbles.kit:GAME')\n": (
        "TypeError: there is no whole number at 'marbles.kit:GAME'"
    ),
    "import sys\nsys.exit(3)\n": "SystemExit: 3",
    "from pediment.core.kit import Kit\nKIT = Kit('Marbles!', 'Marbles', '')\n": (
        "ValueError: a game is called by lower case letters, digits and _, not 'Marbles!'"
    ),
}


@pytest.mark.parametrize(("kit", "problem"), BROKEN.items(), ids=itertools.count())
def test_a_broken_package_is_left_out(kit: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "marbles", kit)
    monkeypatch.syspath_prepend(tmp_path)
    pediment._kits.cache_clear()
    try:
        with pytest.warns(pediment.GameLeftOut) as told:
            assert pediment.games() == ["elysium", "ephyran"]
        assert [str(one.message) for one in told] == [
            "the game 'marbles' of the package 'marbles' is left out: "
            + problem.replace("HERE", str(tmp_path / "marbles"))
        ]
    finally:
        pediment._kits.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "marbles"]:
            del sys.modules[name]
