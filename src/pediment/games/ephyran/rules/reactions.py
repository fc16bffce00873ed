"""The defence against Supports, out of turn (Y4.9, Y4.10)."""

from __future__ import annotations

from typing import Final

from pediment.core.engine.state import Frame
from pediment.games.ephyran.io.log import L_DEFEND, cause_of
from pediment.games.ephyran.rules.flow import Part
from pediment.games.ephyran.rules.moves import draw_from_pile, leave_hand
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import A_CARD, A_LET, DIONYSUS, NONE

BLOCKED: Final = 99  # the step of a Support that a defence has ended


class Reactions(Part):
    """Ask the possible defenders who hold the card, clockwise; the first defence ends the Support (Y4.9).

    `target` is the seat that may defend, or NONE for every opponent; `amount` is the defence; `step` counts seats.
    """

    asking = "reactions"

    def run(self, s: EphyranState, f: Frame) -> bool:
        """A player without the card is passed silently (Y4.10)."""
        s.drawn += 1  # whether somebody is asked, and whether that goes on, tells who could block it
        others = s.others(s.active)
        while f.step < len(others):
            seat = others[f.step]
            if f.target in (NONE, seat) and defences(s, seat, f.amount):
                f.actor = seat
                return True
            f.step += 1
        s.stack.pop()
        return False

    def options(self, s: EphyranState, f: Frame) -> list[int]:
        """Any card with the defence, or none."""
        return [A_LET] + [A_CARD + card for card in defences(s, f.actor, f.amount)]

    def choose(self, s: EphyranState, f: Frame, action: int) -> None:
        """Letting it happen leaves no trace; a defence is spent, and its player draws at once."""
        if action == A_LET:
            f.step += 1
            return
        s.stack.pop()
        s.drawn += 1  # now all know who was asked
        card = action - A_CARD
        leave_hand(s, s.players[f.actor], card)
        s.second_discard.append(card)
        s.log.note(L_DEFEND, NONE, f.actor, f.amount, card)
        draw_from_pile(s, f.actor, cause_of(card, f.amount))
        s.stack[-1].step = BLOCKED


def defences(s: EphyranState, seat: int, support: int) -> list[int]:
    """Cards of the hand with a half of that defence."""
    halves = s.edition.support
    return [
        card
        for card in s.players[seat].hand
        if card != DIONYSUS and support in (halves[2 * card], halves[2 * card + 1])
    ]


REACTIONS: Final = Reactions()
