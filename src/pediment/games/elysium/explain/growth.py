"""What a Legend gains by one more card: points, tile, Chronos cards, and what permanent powers pay."""

from __future__ import annotations

from pediment.core.engine.effect import EFFECTS
from pediment.games.elysium.io.log import L_FAMILY_BONUS, L_GAIN, L_LEVEL_BONUS, L_STEAL
from pediment.games.elysium.rules.card import CHRONOS_OF
from pediment.games.elysium.rules.legends import LONE, fits, kind_of, stand_in, transfer
from pediment.games.elysium.rules.score import CITIZEN_VP, legend_vp
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import LEVEL
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import FIRST_CITIZEN, GOLD, LEVEL_BONUS, MAX_LEGENDS, NONE


class Growth:
    """A card transferred to a place of the Elysium: the position is tried out, nothing is played."""

    def __init__(self, s: ElysiumState, seat: int, card: int, place: int, cost: int) -> None:
        after = s.clone()
        mine = after.players[seat]
        if card not in mine.domain:
            mine.enter(card)
        mine.purse[GOLD] += cost  # whether it can be paid is the asker's business
        before = [] if place == NONE else mine.legends[place][:]
        transfer(after, seat, card, place, cost, NONE)
        self.card = card
        self.place = place
        self.cost = cost
        self.legend = mine.legends[place]
        self.kind = kind_of(self.legend)
        self.vp = legend_vp(self.legend) - (legend_vp(before) if len(before) > 1 else 0)
        self.tile = 0
        self.stolen_from = NONE
        self.pays = [0, 0, 0]
        for i in range(len(s.log), len(after.log)):
            line = after.log[i]
            if line[0] == L_FAMILY_BONUS:
                self.tile = line[4]
            elif line[0] in (L_LEVEL_BONUS, L_STEAL):
                self.tile = LEVEL_BONUS[line[3] - 1]
                self.stolen_from = line[4] if line[0] == L_STEAL else NONE
            elif line[0] == L_GAIN:
                self.pays[line[4]] += line[3]
        self.chronos = chronos_vp(after, seat) - chronos_vp(s, seat)
        charge = CITIZEN_VP if card >= FIRST_CITIZEN else 0
        self.points = self.vp + self.tile + self.chronos + charge

    def goes_with(self, card: int) -> bool:
        """Could that card join this Legend next?"""
        if card >= FIRST_CITIZEN:
            return stand_in(self.legend) > 0
        return fits(self.legend, card)


def chronos_vp(s: ElysiumState, seat: int) -> int:
    """VP of the Chronos cards in the seat's Legends, as things stand."""
    total = 0
    for legend in s.players[seat].legends:
        for card in legend if kind_of(legend) != LONE else []:
            chronos = CHRONOS_OF[card]
            if chronos is not None:
                total += chronos.vp(s, seat, legend)
    return total


def growths(s: ElysiumState, seat: int, card: int, by: Transfer) -> list[Growth]:
    """Every place that the card can go to at the cost of that transfer; the last is a Legend of its own."""
    gold = s.players[seat].purse[GOLD]
    found: list[Growth] = []
    for place, legend in enumerate(s.players[seat].legends[:MAX_LEGENDS]):
        if card < FIRST_CITIZEN:
            joins, level = fits(legend, card), LEVEL[card]
        else:
            level = stand_in(legend)
            joins = level > 0
        if joins and by.cost(s, level) <= gold:
            found.append(Growth(s, seat, card, place, by.cost(s, level)))
    if card < FIRST_CITIZEN:
        found.append(Growth(s, seat, card, NONE, by.cost(s, LEVEL[card])))
    return found


def transfer_of(s: ElysiumState) -> Transfer:
    """The transfer that is asked about."""
    effect: object = EFFECTS[s.stack[-1].effect]
    assert isinstance(effect, Transfer)
    return effect


def best_growth(s: ElysiumState, seat: int, card: int) -> Growth | None:
    """The Legend of the seat that gains most by the card, cost left aside; None if it fits none."""
    found = [
        Growth(s, seat, card, place, 0)
        for place, legend in enumerate(s.players[seat].legends[:MAX_LEGENDS])
        if (stand_in(legend) > 0 if card >= FIRST_CITIZEN else fits(legend, card))
    ]
    return max(found, key=lambda growth: growth.points, default=None)
