"""Zeus: VP."""

from __future__ import annotations

from typing import Final

from pediment.games.elysium.rules.card import Card
from pediment.games.elysium.rules.chronos import PerCardInLegend, PerFamilyInLegend, PerOwned
from pediment.games.elysium.rules.effects import Discarding, Gain, InDomain, OfFamily, Owned, Per
from pediment.games.elysium.rules.listeners import TRANSFERS_BEGIN, WhenEvent, WhenFamily
from pediment.games.elysium.rules.vocabulary import GOLD, NO_FAMILY, VP, ZEUS

CARDS: Final = [
    Card("garden-of-the-hesperides", 1, 2, instant=Gain(2, VP)),
    Card("alliance", 1, 2, permanent=WhenFamily(NO_FAMILY, 1, VP)),
    Card("assembly", 1, 1, chronos=PerFamilyInLegend()),
    Card("temple-of-zeus", 1, 1, chronos=PerCardInLegend(ZEUS)),
    Card("justice-of-zeus", 1, 1, chronos=PerOwned(VP, 3)),
    Card("angels-of-zeus", 2, 3, legend=WhenEvent(TRANSFERS_BEGIN, 1, VP)),
    Card("initiation", 2, 2, eleusis=Gain(1, VP)),
    Card("triumph", 2, 2, trigger=Per(InDomain(), Gain(1, VP), per=2)),
    Card("kings-council", 3, 2, activate=Per(OfFamily(ZEUS), Gain(1, VP), per=2)),
    Card("trial-of-heroes", 3, 2, activate=Discarding(Gain(2, VP))),
    Card("whispers-of-hera", 3, 1, permanent=WhenFamily(ZEUS, 1, GOLD)),
    Card("father-of-the-gods", 3, 1, permanent=WhenFamily(ZEUS, 1, VP)),
    Card("hercules", 3, 1, trigger=Per(Owned(VP), Gain(1, VP), per=3)),
]
