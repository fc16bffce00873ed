"""Using another card's power (E5.9)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from pediment.core.engine.answers import Answers
from pediment.core.engine.lists import contains
from pediment.core.engine.state import Frame
from pediment.games.elysium.io.log import L_COPY
from pediment.games.elysium.rules.card import EFFECT
from pediment.games.elysium.rules.power import Power
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import ELEUSIS, KIND, POWER
from pediment.games.elysium.rules.vocabulary import ANSWERS, FIRST_CITIZEN

# Where the card lies whose power is used
ORACLE: Final = 0
DOMAIN: Final = 1
ELYSIUM: Final = 2
OTHER_DOMAINS: Final = 3
_PLACES: Final = ["oracle", "domain", "elysium", "others"]


class Use(Power):
    """Use the power of a card that lies somewhere: of those kinds of power, or Eleusis."""

    asking = "copy"

    def __init__(self, where: int, *powers: int, eleusis: bool = False, citizen: bool = False) -> None:
        super().__init__()
        self.where = where
        self.powers = 0  # a bit for each kind of power
        for power in powers:
            self.powers |= 1 << power
        self.eleusis = eleusis
        self.citizen = citizen  # Messenger: only with a Citizen in the Domain

    def possible(self, s: ElysiumState, user: int) -> bool:
        """Is there a card whose power could be used?"""
        if self.citizen and all(card < FIRST_CITIZEN for card in s.players[user].domain):
            return False
        return any(self._usable(s, user, card) for card in self.cards(s, user))

    def run(self, s: ElysiumState, f: Frame) -> bool:
        """Ask; when the power that was used has ended, so has this one."""
        if f.step == 0:
            return True
        s.stack.pop()
        return False

    def offer(self, s: ElysiumState, f: Frame, answers: Answers) -> None:
        """Cards whose power could still change something."""
        for card in self.cards(s, f.actor):
            if self._usable(s, f.actor, card):
                answers.add(ANSWERS.choose.start + KIND[card])

    def choose(self, s: ElysiumState, f: Frame, action: int) -> None:
        """Use the power of that card: of equal ones, one that is not in the chain."""
        kind = action - ANSWERS.choose.start
        for card in self.cards(s, f.actor):
            effect = EFFECT[card]
            if KIND[card] == kind and effect is not None and not contains(s.chain, card):
                f.step = 1
                s.chain.append(card)
                s.log.note(L_COPY, f.source, f.actor, card)
                effect.start(s, f.actor, card)
                return

    def place(self, s: ElysiumState, f: Frame, action: int) -> str:
        """Where it looks for a power."""
        return _PLACES[self.where]

    def cards(self, s: ElysiumState, user: int) -> vec[i64]:
        """Where it may look for a power."""
        if self.where == ORACLE:
            return s.oracle
        if self.where == DOMAIN:
            return s.players[user].domain
        found = vec[i64]()
        if self.where == ELYSIUM:
            for legend in s.players[user].legends:
                for card in legend:
                    found = append(found, card)
        else:
            for seat in s.others(user):
                found = extend(found, s.players[seat].domain)
        return found

    def copies(self, card: i64) -> bool:
        """Is the card's power of a kind that it uses?"""
        if card >= FIRST_CITIZEN:
            return False
        return ELEUSIS[card] if self.eleusis else self.powers >> POWER[card] & 1 == 1

    def _usable(self, s: ElysiumState, user: int, card: i64) -> bool:
        """E10: not in the chain, of the right kind, and able to change something."""
        if not self.copies(card) or card == s.starting or contains(s.chain, card):
            return False
        effect = EFFECT[card]
        assert effect is not None
        s.chain.append(card)
        usable = effect.possible(s, user)
        s.chain.pop()
        return usable
