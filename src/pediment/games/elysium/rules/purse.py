"""Gold, VP and PP: what is received, lost and given (E1.6)."""

from __future__ import annotations

from pediment.games.elysium.io.log import L_GAIN, L_GIVE, L_LOSE
from pediment.games.elysium.rules.state import ElysiumState


def gain(s: ElysiumState, seat: int, n: int, counter: int, source: int) -> None:
    """Receive from the bank, which is unlimited."""
    if n > 0:
        s.players[seat].receive(n, counter)
        s.log.note(L_GAIN, source, seat, n, counter)


def lose(s: ElysiumState, seat: int, n: int, counter: int, source: int) -> None:
    """Lose to the bank, never below zero."""
    purse = s.players[seat].purse
    if n > purse[counter]:
        n = purse[counter]
    if n > 0:
        purse[counter] -= n
        s.log.note(L_LOSE, source, seat, n, counter)


def give(s: ElysiumState, seat: int, n: int, counter: int, to: int, source: int) -> None:
    """Hand over what is there, n at most."""
    purse = s.players[seat].purse
    if n > purse[counter]:
        n = purse[counter]
    if n > 0:
        purse[counter] -= n
        s.players[to].receive(n, counter)
        s.log.note(L_GIVE, source, seat, n, counter, to)
