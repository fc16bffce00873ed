"""What a seat knows of the cities, and what they would be worth with other areas: what reasons are made of."""

from __future__ import annotations

from pediment.core.reasons import Reasons
from pediment.games.ephyran.explain.captions import TEXTS, seat_name, word
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


class Prospects:
    """The table as one seat sees it, and the features of a move noted so far."""

    def __init__(self, s: EphyranState, seat: int, language: str, names: list[str] | None) -> None:
        self.s = s
        self.e = s.edition
        self.seat = seat
        self.p = s.players[seat]
        self.language = language
        self.names = names
        self.noted = Reasons(TEXTS, language)
        self.now = self._points(s)

    # Words

    def _player(self, seat: int) -> str:
        return seat_name(self.language, seat, self.names)

    def _god_name(self, god: int) -> str:
        return word(self.language, GODS[god])

    def _half(self, half: int) -> str:
        """A half in few words: "Siren (Poseidon 1)"."""
        if half == DIONYSUS_AREA:
            return word(self.language, "dionysus")
        if self.e.support[half] != NO_SUPPORT:
            return word(self.language, SUPPORTS[self.e.support[half]])
        return f"{self._creature(half)} ({self._god_name(self.e.god[half])} {self.e.number[half]})"

    def _creature(self, half: int) -> str:
        name: str = TEXTS.section(self.language, "creatures").get(self.e.creature[half], self.e.creature[half])
        return name

    def _count(self, n: int) -> str:
        return self.noted.count("points", n)

    def _signed(self, n: int) -> str:
        return f"{n:+d}" if n else "±0"

    def _mean(self) -> str:
        """What an unseen token is worth on average, in words."""
        text = f"{self._average():+.1f}"
        return text.replace(".", ",") if self.language == "fr" else text

    # What the seat knows

    def _points(self, s: EphyranState) -> list[int]:
        """The points of every city, as far as the seat has seen the tokens."""
        return [score["total"] for score in scores(s, self.seat)]

    def _territory(self, seat: int, god: int) -> int:
        points: int = scores(self.s, self.seat)[seat]["territories"][GODS[god]]["points"]
        return points

    def _gains(self, other: EphyranState, seat: int) -> int:
        return self._points(other)[seat] - self.now[seat]

    def _laid(self, seat: int, god: int, half: int, tokens: list[int]) -> EphyranState:
        """The position with a new area in somebody's city."""
        other = self.s.clone()
        other.players[seat].areas[god].append(half)
        other.players[seat].tokens[god].append(tokens)
        return other

    def _replaced(self, seat: int, god: int, at: int, half: int) -> EphyranState:
        """The position with an area replaced: its added tokens are gone."""
        other = self.s.clone()
        other.players[seat].areas[god][at] = half
        other.players[seat].tokens[god][at] = []
        return other

    def _next(self, seat: int, half: int) -> bool:
        """Is the half the next area of its territory in that city?"""
        if self.e.support[half] != NO_SUPPORT:
            return False
        p, god = self.s.players[seat], self.e.god[half]
        return p.locks[god] == NONE and self.e.number[half] == len(p.areas[god]) + 1

    def _best_half(self, seat: int, card: int) -> tuple[int, int]:
        """The half of a card that the seat could add next with the most points, and these; or NONE."""
        best = (NONE, -9)
        for half in self._halves(card):
            if self._next(seat, half):
                gain = self._gains(self._laid(seat, self.e.god[half], half, []), seat)
                if gain > best[1]:
                    best = (half, gain)
        return best

    def _halves(self, card: int) -> list[int]:
        return [] if card == DIONYSUS else [2 * card, 2 * card + 1]

    def _average(self) -> float:
        """What a token that the seat has not seen is worth on average."""
        unseen = [self.s.token_face[t] for t, seen in enumerate(self.s.seen) if not seen >> self.seat & 1]
        pool = self.s.supply + unseen
        return sum(FACE_POINTS[face] for face in pool) / max(len(pool), 1)

    def _knows(self, token: int) -> bool:
        return bool(self.s.seen[token] >> self.seat & 1)

    def _without(self, k: int, god: int) -> EphyranState:
        other = self.s.clone()
        other.players[k].areas[god].pop()
        other.players[k].tokens[god].pop()
        return other

    # Whose, which, where

    def _swapped(self, god: int, at: int, k: int) -> EphyranState:
        """The position after a swap of areas; tokens that the seat has not seen count nothing."""
        other = self.s.clone()
        mine, theirs = other.players[self.seat], other.players[k]
        mine.areas[god][at], theirs.areas[god][at] = theirs.areas[god][at], mine.areas[god][at]
        mine.tokens[god][at], theirs.tokens[god][at] = theirs.tokens[god][at], mine.tokens[god][at]
        return other
