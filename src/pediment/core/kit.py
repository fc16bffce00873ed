"""The kit of a game: what it offers to the rest of the product besides its engine.

A kit names things by their place, "module:name", and imports none of them; each is loaded when it is wanted. The
kits of other packages are checked when games are listed, which loads their engines and what the terminal shows.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pediment.core.calibration import Calibration
from pediment.core.game import Game
from pediment.core.speaker import Speaker
from pediment.core.texts import SPOKEN, Texts

_KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "title": (str, "a text"),
    "engine": (str, 'a place, "module:name"'),
    "hands_hidden": (bool, "True or False"),
    "beginner": (Mapping, "a mapping"),
    "sets": (str, "the name of an option"),
    "finished": (Mapping, "a mapping"),
    "running": (frozenset, "a frozenset"),
    "terminal_board": (str, 'a place, "module:name"'),
    "card_reader": (str, 'a place, "module:name"'),
    "picture": (str, 'a place, "module:name"'),
    "ending": (str, 'a place, "module:name"'),
    "lesson": ((Path, type(None)), "a Path"),
    "puzzles": ((Path, type(None)), "a Path"),
    "studies": ((Path, type(None)), "a Path"),
    "ratings": ((Path, type(None)), "a Path"),
    "calibration": (str, 'a place, "module:name"'),
    "overlooked": (Mapping, "a mapping"),
    "trainer": (str, 'a place, "module:name"'),
    "iterations": (Mapping, "a mapping"),
    "most_outcomes": ((int, str), 'a number or its place, "module:name"'),
    "most_draws": (int, "a number"),
}
"""What each part of a kit must be, for programs and in words."""
_BUILT_ON = {"terminal_board": "pediment.terminal.board:Board", "card_reader": "pediment.terminal.cards:Library"}
"""The places of what the parts for the terminal are subclasses of; the core itself imports neither."""
MOST_ITERATIONS = 1_000_000
_FIGURES = {"rating", "low", "high"}


@dataclass(frozen=True)
class Kit:
    """The manifest of a game. Only the engine is needed; whatever else is missing is replaced by something plain.

    >>> kit = Kit("elysium", "Elysium", "pediment.games.elysium.game:GAME")
    >>> kit.game().name
    'elysium'
    """

    name: str
    """What the game is called in commands, addresses and records: lower case, without spaces."""
    title: str
    """What it is called on the screen."""
    engine: str
    """The `Game`, such as "pediment.games.elysium.game:GAME"."""
    hands_hidden: bool = False
    """Do seats see different things? Players at one screen are then asked to look away."""
    beginner: Mapping[str, Any] = field(default_factory=dict)
    """Options for a first game, where the game's own defaults are not the gentlest."""
    sets: str = ""
    """The option that takes sets and families by their names in any language, such as "families"."""
    finished: Mapping[str, Any] = field(default_factory=dict)
    """What a described position says when the game is over, such as {"phase": "over"}."""
    running: frozenset[str] = frozenset()
    """Fields of a position that only a running game needs: `pediment score` adds `finished` to one without them."""
    terminal_board: str = ""
    """The `pediment.terminal.board.Board` that draws its table."""
    card_reader: str = ""
    """The `pediment.terminal.cards.Library` that shows its cards."""
    picture: str = ""
    """The function that draws its table on a `pediment.pictures.canvas.Canvas`."""
    ending: str = ""
    """The function that draws on the picture of a game's end what a player has made, and what their points are."""
    lesson: Path | None = None
    """The script of its lesson."""
    puzzles: Path | None = None
    """The pack of its puzzles, as `pediment puzzles make` writes it."""
    studies: Path | None = None
    """What the lab has found out about it: cards' worth and balance, for the page."""
    ratings: Path | None = None
    """How strong the levels of the ladder were measured to be in this game."""
    calibration: str = ""
    """The `pediment.core.calibration.Calibration` that says which values are not known, and what is known of them."""
    overlooked: Mapping[str, int] = field(default_factory=dict)
    """By level: how many cards of a hundred a fallible bot overlooks."""
    trainer: str = ""
    """The `pediment.core.training.Trainer` by which `pediment train` learns to judge its positions."""
    iterations: Mapping[str, int] = field(default_factory=dict)
    """By level: for how many iterations a bot searches that counts them."""
    most_outcomes: int | str = 0
    """The most outcomes that one draw can have, or the place of that number; OpenSpiel asks for it."""
    most_draws: int = 0
    """The most draws of a game; likewise."""

    def __post_init__(self) -> None:
        """Raise ValueError for a name that commands, addresses and modules cannot have."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", self.name):
            raise ValueError(f"a game is called by lower case letters, digits and _, not {self.name!r}")

    def game(self) -> Game[Any]:
        """The engine. Raises ImportError or AttributeError if it is not where the kit says."""
        found: Game[Any] = self.part(self.engine)
        return found

    def measured(self) -> dict[str, dict[str, float]]:
        """`rating`, `low` and `high` by level, from `ratings`; empty without. Raises OSError or ValueError."""
        if self.ratings is None:
            return {}
        try:
            found = json.loads(self.ratings.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{self.ratings} is not JSON: {error}") from None
        if not isinstance(found, dict) or not all(_is_rating(one) for one in found.values()):
            raise ValueError(f"{self.ratings} does not have rating, low and high by level")
        return found

    def calibrated(self) -> Calibration | None:
        """What can be calibrated, from `calibration`; None without. Raises ImportError or AttributeError."""
        return self.part(self.calibration) if self.calibration else None

    def check(self) -> None:
        """Find out whether everything can be had that is asked of all games together, such as for a list of them.

        This loads the engine, its texts and what the terminal shows, and begins a game. Pictures are only looked for,
        and a lesson is for those who teach it. Raises any exception, since the engine's own code runs; with a sentence
        on what is wrong where that is the kit itself.
        """
        for part, (kind, words) in _KINDS.items():
            if not isinstance(getattr(self, part), kind):
                raise TypeError(f"{part} must be {words}, not {getattr(self, part)!r}")
        if not self.title.strip():
            raise ValueError("its title is empty")
        _check_engine(self.game(), self.name)
        for part, base in _BUILT_ON.items():
            place = getattr(self, part)
            if place:
                found = self.part(place)
                if not isinstance(found, type) or not issubclass(found, self.part(base)):
                    raise TypeError(f"{part} must be a subclass of {base.replace(':', '.')}, not {found!r}")
        for place in (self.picture, self.ending, self.calibration, self.trainer):
            module = place.partition(":")[0]
            if module and find_spec(module) is None:
                raise ModuleNotFoundError(f"there is no module {module!r}")
        if self.lesson is not None and not self.lesson.is_file():
            raise FileNotFoundError(f"there is no {self.lesson}")
        for file in (self.puzzles, self.studies):
            if file is not None and not file.is_file():
                raise FileNotFoundError(f"there is no {file}")
        self.measured()
        if not all(isinstance(n, int) for n in self.overlooked.values()):
            raise TypeError(f"overlooked must be whole numbers by level, not {dict(self.overlooked)}")
        if not all(n in range(1, MOST_ITERATIONS + 1) for n in self.iterations.values()):
            raise TypeError(
                f"iterations must be whole numbers from 1 to {MOST_ITERATIONS} by level, not {dict(self.iterations)}"
            )
        json.dumps(dict(self.beginner))  # the server sends it
        self.game().new(seats=self.game().usual_seats(), **self.beginner)
        if isinstance(self.most_outcomes, str) and not isinstance(self.part(self.most_outcomes), int):
            raise TypeError(f"there is no whole number at {self.most_outcomes!r}")

    def part(self, place: str) -> Any:
        """What stands at a "module:name". Raises ImportError or AttributeError."""
        module, _, name = place.partition(":")
        return getattr(import_module(module), name)


def _is_rating(found: Any) -> bool:
    return isinstance(found, dict) and set(found) == _FIGURES and all(type(n) in (int, float) for n in found.values())


def _check_engine(game: Any, name: str) -> None:
    """Raise unless this is the engine of that name, with the fields and texts that lists of all games need."""
    if not isinstance(game, Game):
        raise TypeError(f"its engine must be an instance of Game, not {game!r}")
    if game.name != name:
        raise ValueError(f"its engine calls itself {game.name!r}")
    for field_, kind in (("seat_counts", range), ("num_actions", int), ("options", dict), ("texts", Texts)):
        if not isinstance(getattr(game, field_), kind):
            raise TypeError(f"{field_} of its engine must be a {kind.__name__}, not {getattr(game, field_)!r}")
    options: dict[Any, Any] = game.options
    if not all(one and isinstance(one, str) and isinstance(text, str) for one, text in options.items()):
        raise TypeError(f"options of its engine must be texts by name, not {options}")
    if not game.seat_counts:
        raise ValueError("its engine is for no number of seats")
    _check_methods(type(game), Game, "its engine")
    _check_speaker(game)
    game.rules_number()
    game.sets()
    game.cards()
    for language in SPOKEN:
        _check_texts(game, language)


def _check_speaker(game: Game[Any]) -> None:
    speaker = getattr(game, "speaker", None)
    if not isinstance(speaker, type) or not issubclass(speaker, Speaker):
        raise TypeError(f"speaker of its engine must be a subclass of pediment.core.speaker.Speaker, not {speaker!r}")
    missing = sorted(getattr(speaker, "__abstractmethods__", ()))
    if missing:
        raise TypeError(f"its speaker lacks {', '.join(missing)}")
    _check_methods(speaker, Speaker, "its speaker")


def _check_methods(found: type, base: type, whose: str) -> None:
    """Raise TypeError for a method that cannot be called as ours is: it was written for another version."""
    for name, ours in vars(base).items():
        theirs = getattr(found, name)
        if not inspect.isfunction(ours) or not inspect.isfunction(theirs) or theirs is ours:
            continue
        wanted = inspect.signature(ours)
        plain = [one for one in wanted.parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]
        named = [one.name for one in wanted.parameters.values() if one.kind is one.KEYWORD_ONLY]
        try:
            inspect.signature(theirs).bind(*plain, **dict.fromkeys(named))
        except TypeError:
            takes = ", ".join(list(inspect.signature(theirs).parameters)[1:])
            wants = ", ".join([*(one.name for one in plain[1:]), *named])
            raise TypeError(f"{name} of {whose} takes {takes}; it must take {wants}") from None


def _check_texts(game: Game[Any], language: str) -> None:
    """Raise unless a language has the text that each game needs, and the others can be read."""
    try:
        game.texts.say(language, "errors.unknown-move")
    except KeyError:
        raise ValueError(f"its texts in {game.texts.folder} have no errors.unknown-move") from None
    game.texts.find(language, "words.about")
    for section in ("fields", "options", "filters"):
        game.texts.optional(language, section)
    game.set_texts(language)
    game.characters(language)
    game.reconstruction(language)
    game.rules(language)
    game.guide(language)
