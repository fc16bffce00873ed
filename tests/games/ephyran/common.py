"""Cities, areas and games that several scenarios build alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pediment
from pediment.testing.scenario import Scenario

GAME: Final = pediment.game("ephyran")
GODS: Final = ["poseidon", "hephaestus", "aether", "gaia"]

# Two whole cities without a card that has a Support; in `CITY` every territory has four different creatures.
CITY: Final = {
    "poseidon": ["TT01a", "TT29a", "TT36b", "TT10b"],  # Scylla, Nereid, Siren, Hippocamp
    "hephaestus": ["TT09a", "TT37a", "TT34b", "TT04b"],  # Phoenix, Chimera, Salamander, Fire Dragon
    "aether": ["TT15a", "TT43a", "TT33b", "TT08b"],  # Pegasus, Griffin, Sphinx, Stymphalian Bird
    "gaia": ["TT22a", "TT50a", "TT40b", "TT03b"],  # Minotaur, Satyr, Centaur, Nemean Lion
}
OTHER: Final = {
    "poseidon": ["TT02a", "TT30a", "TT39b", "TT16b"],  # Nereid, Siren, Hippocamp, Triton
    "hephaestus": ["TT11a", "TT38a", "TT31b", "TT17b"],  # Phoenix, Phoenix, Chimera, Bronze Bull
    "aether": ["TT18a", "TT44a", "TT41b", "TT05b"],  # Griffin, Harpy, Pegasus, Pegasus
    "gaia": ["TT23a", "TT51a", "TT42b", "TT12b"],  # Satyr, Cyclops, Satyr, Minotaur
}


def Ephyran(position: dict[str, Any]) -> Scenario:
    """A scenario of Ephyran."""
    return Scenario(position, game="ephyran")


def columns(city: dict[str, list[str]], **sizes: int) -> dict[str, Any]:
    """The first areas of a city's territories: `columns(CITY, poseidon=3)`; all of them without sizes."""
    sizes = sizes or dict.fromkeys(GODS, 4)
    return {god: {"areas": list(city[god][:size])} for god, size in sizes.items()}


def areas(*cards: Any, locked: str | None = None) -> dict[str, Any]:
    """A territory."""
    return {"locked": locked, "areas": list(cards)}


def on(half: str, *tokens: Any) -> dict[str, Any]:
    """An area with added tokens."""
    if half == "dionysus":
        return {"card": half, "tokens": list(tokens)}
    return {"card": half[:-1], "half": half[-1], "tokens": list(tokens)}


def halves(play: Scenario, seat: int, god: str) -> list[str]:
    """The areas of a territory as everybody sees them, in short: ["TS04a", "dionysus"]."""
    shown = play.match.view()["seats"][seat]["territories"][god]["areas"]
    return [area["card"] + (area["half"] or "") for area in shown]


def tokens(play: Scenario, viewer: int | None, seat: int, god: str, n: int) -> list[str | None]:
    """The added tokens on an area as a viewer sees them."""
    found: list[str | None] = play.match.view(viewer)["seats"][seat]["territories"][god]["areas"][n - 1]["tokens"]
    return found


def hand(play: Scenario, seat: int) -> list[str]:
    """The hand of a seat as it sees it."""
    found: list[str] = play.match.view(seat)["hand"]
    return found


def labels(state: Any) -> list[str]:
    """The labels of all answers to the pending question."""
    return [GAME.label(state, action) for action in GAME.legal(state)]


def viewers(state: Any) -> list[int | None]:
    """All seats, and a spectator."""
    return [None, *range(len(state.players))]


def game(seats: int, seed: int, **options: Any) -> Iterator[Any]:
    """The state at every question of a random game, and at its end: one object, played on between the steps.

    Supports and other rare answers are preferred, so that every question is put now and then.
    """
    state = GAME.new(seats=seats, seed=seed, **options)
    choice = random.Random(seed)
    yield state
    while GAME.to_move(state) != pediment.OVER:
        actions = dict(zip(labels(state), GAME.legal(state), strict=True))
        rare = [label for label in actions if label.split()[0] in ("support", "dionysus", "take", "with")]
        GAME.apply(state, actions[choice.choice(rare if rare and choice.random() < 0.6 else list(actions))])
        yield state


def with_new_entries(view: dict[str, Any], read: list[dict[str, Any]]) -> dict[str, Any]:
    """A view with that of its log which was not there when it was `read`; the rest of the log is as it was then."""
    log = view["log"]
    assert log[: len(read)] == read
    new = log[len(read) :]
    read += new
    return {**view, "log": new}
