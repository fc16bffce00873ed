"""What a seat knows of the cities, and what they would be worth with other areas: what reasons are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pediment.core.reasons import Reasons
from pediment.games.ephyran.rules.score import scores
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import (
    DIONYSUS,
    DIONYSUS_AREA,
    FACE_POINTS,
    GODS,
    NO_SUPPORT,
    NONE,
    SUPPORTS,
)

if TYPE_CHECKING:
    from pediment.games.ephyran.explain.speaker import EphyranSpeaker


class Prospects:
    """The table as one seat sees it, and the features of a move noted so far."""

    def __init__(self, s: EphyranState, seat: int, by: EphyranSpeaker) -> None:
        self.s = s
        self.e = s.edition
        self.seat = seat
        self.p = s.players[seat]
        self.by = by
        self.noted = Reasons(by)
        self.now = self.points(s)

    # Words

    def god_name(self, god: int) -> str:
        """What a god is called."""
        return self.by.word(GODS[god])

    def half(self, half: int) -> str:
        """A half in few words: "Siren (Poseidon 1)"."""
        if half == DIONYSUS_AREA:
            return self.by.word("dionysus")
        if self.e.support[half] != NO_SUPPORT:
            return self.by.word(SUPPORTS[self.e.support[half]])
        return f"{self.by.creature(half)} ({self.god_name(self.e.god[half])} {self.e.number[half]})"

    def count(self, n: int) -> str:
        """So many points."""
        return self.noted.say("points", n=n)

    def signed(self, n: int) -> str:
        """A change of points with its sign."""
        return f"{n:+d}".replace("-", "−") if n else self.count(0)

    def mean(self) -> str:
        """What an unseen token is worth on average, in words."""
        text = f"{self.average():+.1f}".replace("-", "−")
        return text.replace(".", ",") if self.by.language == "fr" else text

    # What the seat knows

    def points(self, s: EphyranState) -> list[int]:
        """The points of every city, as far as the seat has seen the tokens."""
        return [score["total"] for score in scores(s, self.seat)]

    def territory(self, seat: int, god: int) -> int:
        """The points of one territory."""
        points: int = scores(self.s, self.seat)[seat]["territories"][GODS[god]]["points"]
        return points

    def gains(self, other: EphyranState, seat: int) -> int:
        """The points that another position brings a city."""
        return self.points(other)[seat] - self.now[seat]

    def laid(self, seat: int, god: int, half: int, tokens: list[int]) -> EphyranState:
        """The position with a new area in somebody's city."""
        other = self.s.clone()
        other.players[seat].lay(god, half, tokens)
        return other

    def replaced(self, seat: int, god: int, at: int, half: int) -> EphyranState:
        """The position with an area replaced: its added tokens are gone."""
        other = self.s.clone()
        other.players[seat].replace(god, at, half, [])
        return other

    def next(self, seat: int, half: int) -> bool:
        """Is the half the next area of its territory in that city?"""
        if self.e.support[half] != NO_SUPPORT:
            return False
        p, god = self.s.players[seat], self.e.god[half]
        return p.locks[god] == NONE and self.e.number[half] == len(p.areas[god]) + 1

    def best_half(self, seat: int, card: int) -> tuple[int, int]:
        """The half of a card that the seat could add next with the most points, and these; or NONE."""
        best = (NONE, -9)
        for half in self.halves(card):
            if self.next(seat, half):
                gain = self.gains(self.laid(seat, self.e.god[half], half, []), seat)
                if gain > best[1]:
                    best = (half, gain)
        return best

    def halves(self, card: int) -> list[int]:
        """Both halves of a card; a Dionysus has none."""
        return [] if card == DIONYSUS else [2 * card, 2 * card + 1]

    def average(self) -> float:
        """What a token that the seat has not seen is worth on average."""
        unseen = [self.s.token_face[t] for t, seen in enumerate(self.s.seen) if not seen >> self.seat & 1]
        pool = self.s.supply + unseen
        return sum(FACE_POINTS[face] for face in pool) / max(len(pool), 1)

    def knows(self, token: int) -> bool:
        """Has the seat seen the face of this token?"""
        return bool(self.s.seen[token] >> self.seat & 1)

    def without(self, k: int, god: int) -> EphyranState:
        """The position without somebody's uncovered area of that territory."""
        other = self.s.clone()
        other.players[k].remove(god)
        return other

    # Whose, which, where

    def swapped(self, god: int, at: int, k: int) -> EphyranState:
        """The position after a swap of areas; tokens that the seat has not seen count nothing."""
        other = self.s.clone()
        other.players[self.seat].swap(other.players[k], god, at)
        return other
