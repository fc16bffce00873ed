"""Zeus: VP."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInLegend, PerFamilyInLegend, PerOwned
from pediment.games.elysium.rules.effects import Discarding, Gain, InDomain, OfFamily, Owned, Per
from pediment.games.elysium.rules.listeners import TRANSFERS_BEGIN, WhenEvent, WhenFamily
from pediment.games.elysium.rules.vocabulary import GOLD, NO_FAMILY, VP, ZEUS

CARDS: Final[list[Card]] = [
    Card("garden-of-the-hesperides", 1, 2, worth=2.3, instant=Gain(2, VP)),
    Card("alliance", 1, 2, worth=0.4, permanent=WhenFamily(NO_FAMILY, 1, VP)),
    Card("assembly", 1, 1, worth=3.8, chronos=PerFamilyInLegend()),
    Card("temple-of-zeus", 1, 1, worth=1.5, chronos=PerCardInLegend(ZEUS)),
    Card("justice-of-zeus", 1, 1, worth=4.4, chronos=PerOwned(VP, 3)),
    Card("angels-of-zeus", 2, 3, worth=0.8, legend=WhenEvent(TRANSFERS_BEGIN, 1, VP)),
    Card("initiation", 2, 2, worth=0.8, eleusis=Gain(1, VP)),
    Card("triumph", 2, 2, worth=2.5, trigger=Per(InDomain(), Gain(1, VP), per=2)),
    Card("kings-council", 3, 2, worth=1.1, activate=Per(OfFamily(ZEUS), Gain(1, VP), per=2)),
    Card("trial-of-heroes", 3, 2, worth=0.4, activate=Discarding(Gain(2, VP))),
    Card("whispers-of-hera", 3, 1, worth=0.7, permanent=WhenFamily(ZEUS, 1, GOLD)),
    Card("father-of-the-gods", 3, 1, worth=2.2, permanent=WhenFamily(ZEUS, 1, VP)),
    Card("hercules", 3, 1, worth=2.2, trigger=Per(Owned(VP), Gain(1, VP), per=3)),
]
