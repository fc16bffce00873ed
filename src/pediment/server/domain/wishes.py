"""What people look for in the lobby: a game, a number of seats, a clock; and the table that suits two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

import pediment
from pediment.server.domain.clock import Clock
from pediment.server.domain.commands import Chair, NewTable, Nonce, Request
from pediment.server.domain.events import Created, House
from pediment.server.domain.names import look_alike
from pediment.server.domain.opening import Opened, new_table
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller, hash_of, new_word

CHALLENGE_SECONDS: Final = 86_400.0
"""For which a chair is kept for somebody who was challenged."""


class Wish(Request, frozen=True):
    """What somebody would like to play; whatever is left out is all the same to them."""

    game: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[int, Meta(ge=2, le=10)] | None = None
    clock: Literal["none", "live", "days"] | None = None


def check(wish: Wish, language: str) -> None:
    """Raise Refused for a game that does not exist, or is not played by so many."""
    if wish.game is not None and wish.game not in pediment.games():
        raise Refused("no-game", language, games=", ".join(pediment.games()))
    if not _games(wish):
        counts = sorted({n for game in _wanted(wish) for n in pediment.game(game).seat_counts})
        raise Refused("chairs", language, game=wish.game or "Pediment", counts=", ".join(map(str, counts)))


def together(one: Wish, other: Wish) -> Wish | None:
    """What suits both; None if nothing does.

    >>> together(Wish(seats=2), Wish(game="elysium", clock="live"))
    Wish(game='elysium', seats=2, clock='live')
    >>> together(Wish(game="elysium"), Wish(game="ephyran")) is None
    True
    """
    pairs = [(getattr(one, name), getattr(other, name)) for name in Wish.__struct_fields__]
    if any(mine is not None and theirs is not None and mine != theirs for mine, theirs in pairs):
        return None
    found = Wish(*(theirs if mine is None else mine for mine, theirs in pairs))
    return found if _games(found) else None


def names_apart(first: str, second: str) -> str:
    """The second name, with a number if it could be taken for the first.

    >>> names_apart("Ann", "Ben"), names_apart("Player", "player")
    ('Ben', 'player 2')
    """
    return f"{second[:36]} 2" if look_alike(first, second) else second


def meeting(wish: Wish, kept: Mapping[int, str], people: Mapping[int, str], now: float) -> Opened:
    """A table for two who met, with their chairs kept for them: by the hashes of their tokens, and their identities.

    They sit down themselves, once they have seen what the server commits to. Where more can play, the other chairs are
    for anybody.
    """
    wanted = _new_table(wish, [], "")
    opened = new_table(wanted, Caller(), now, "en")
    return _keeping(opened, host=kept[0], reserved=dict(kept), reserved_people=dict(people))


def challenge(wish: Wish, name: str, nonce: str, caller: Caller, person: str, now: float, language: str) -> Opened:
    """A table with the caller's chair, and one that is kept for that identity for a while. Raises Refused."""
    wanted = _new_table(wish, [Chair("me", name)], nonce)
    opened = new_table(wanted, caller, now, language)
    kept = {1: hash_of(new_word("seat"))}  # a word that nobody has: the identity is what counts
    return _keeping(opened, reserved=kept, reserved_people={1: person}, until=now + CHALLENGE_SECONDS)


def _new_table(wish: Wish, mine: list[Chair], nonce: Nonce) -> NewTable:
    """The table that is usual for such a wish: by the game's gentlest options, and against the clock."""
    game = _games(wish)[0]
    seats = wish.seats or pediment.game(game).seat_counts[0]
    house = House(clock=Clock(wish.clock or "live"), chat=True, listed=seats > 2 and not mine)
    chairs = [*mine, *[Chair("open")] * (seats - len(mine))]
    return NewTable(game, chairs, options=dict(pediment.kit(game).beginner), house=house, nonce=nonce)


def _keeping(opened: Opened, **kept: Any) -> Opened:
    created, *others = opened.events
    assert isinstance(created, Created)
    return Opened([msgspec.structs.replace(created, **kept), *others], opened.seats, opened.token, opened.invite)


def _games(wish: Wish) -> list[str]:
    """The games that suit a wish."""
    return [name for name in _wanted(wish) if wish.seats is None or wish.seats in pediment.game(name).seat_counts]


def _wanted(wish: Wish) -> list[str]:
    """The same, whatever their number of seats."""
    return pediment.games() if wish.game is None else [wish.game]
