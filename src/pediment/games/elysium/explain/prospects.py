"""What cards promise a seat at the open table, and what a move surely brings: what reasons are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pediment.core.engine.kernel import asking
from pediment.core.reasons import DRAWBACK_SHARE, Reasons
from pediment.games.elysium.explain.growth import Growth, best_growth, growths, transfer_of
from pediment.games.elysium.io.log import (
    L_DISC,
    L_DUPLICATE,
    L_EPOCH,
    L_GAIN,
    L_GIVE,
    L_INCOMPLETE,
    L_LOSE,
    L_ORACLE,
    L_TAKE,
    L_TRANSFERS,
)
from pediment.games.elysium.rules.deck import holds
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import ELEUSIS, FAMILY, IDS, KIND, POWER
from pediment.games.elysium.rules.vocabulary import (
    ACTIONS,
    CARDS_OWED,
    CHRONOS,
    COUNTERS,
    EPOCHS,
    FAMILIES,
    FIRST_CITIZEN,
    INSTANT,
    POWERS,
    TRIGGER,
)

if TYPE_CHECKING:
    from pediment.games.elysium.explain.speaker import ElysiumSpeaker

MAX_QUOTED_LETTERS: Final = 110  # a power that takes more letters is not quoted
COUNTER_WORTH: Final = [0.6, 1.0, 1.2]  # Gold, VP, PP
LATER: Final = 0.6  # a power in an Epoch to come
UNTOLD: Final = (L_EPOCH, L_DISC, L_INCOMPLETE, L_TRANSFERS, L_ORACLE, L_DUPLICATE)  # here chance or a phase begins


class Prospects:
    """The table as one seat sees it, and the features of a move noted so far."""

    def __init__(self, s: ElysiumState, seat: int, by: ElysiumSpeaker) -> None:
        self.s = s
        self.seat = seat
        self.p = s.players[seat]
        self.by = by
        self.later = EPOCHS - s.epoch  # Epochs after this one
        self.noted = Reasons(by)

    # Words

    def name(self, card: int) -> str:
        """What a card is called."""
        return self.by.card(IDS[KIND[card]])

    def amounts(self, purse: list[int]) -> str:
        """Gold, VP and PP as a list: "2 Gold and 1 VP"."""
        return self.noted.listed([f"{n} {self.by.word(COUNTERS[counter])}" for counter, n in enumerate(purse) if n])

    def family(self, card: int) -> str:
        """The name of a card's family."""
        return self.by.word(FAMILIES[FAMILY[card]])

    # What a card promises

    def uses(self, card: int, power: int) -> float:
        """How often the power of a card in the Domain can still serve, later uses counted in part."""
        acting = self.s.phase == ACTIONS
        if power == CHRONOS:
            return LATER if acting or self.later else 0.0
        if power == INSTANT:
            return 1.0
        if power == TRIGGER:
            return 1.0 if acting or self.later else 0.0
        turned = any(card in player.used for player in self.s.players)
        return LATER * self.later + (acting and not turned)

    def worth(self, card: int) -> float:
        """What the card promises whoever takes it, its Legend left aside."""
        return 0.0 if card >= FIRST_CITIZEN else self.s.edition.worth[card] * self.uses(card, POWER[card])

    def value(self, card: int) -> float:
        """What taking the card promises the seat."""
        growth = best_growth(self.s, self.seat, card)
        return self.worth(card) + (growth.vp / 2 if growth else 0.0)

    def rivals(self, card: int) -> list[int]:
        """Others who can still take that Agora card in this Epoch."""
        return [
            k
            for k in self.s.others(self.seat)
            if self.s.players[k].cards_taken < CARDS_OWED
            and self.s.edition.takeable[self.s.players[k].columns][KIND[card]]
            and not holds(self.s, k, KIND[card])
        ]

    def live(self, card: int, owner: int) -> bool:
        """Can the power of this Domain card still bring its owner anything in the Domain?"""
        power = POWER[card]
        if card >= FIRST_CITIZEN or power in (INSTANT, CHRONOS):
            return False
        if power == TRIGGER:
            return card in self.s.players[owner].rings
        if ELEUSIS[card] and sum(ELEUSIS[other] for other in self.s.players[owner].domain) < 2:
            return False
        return self.uses(card, power) > 0

    def best_transfer(self, s: ElysiumState, card: int) -> Growth | None:
        """The best place for the card by the transfer that is asked about; None if there is none."""
        found = growths(s, self.seat, card, transfer_of(s))
        return max(found, key=lambda growth: (growth.points, growth.place)) if found else None

    # What surely happens

    def sure(self, after: ElysiumState) -> list[tuple[int, ...]]:
        """The lines of the log that the move surely writes: until a card is drawn or another phase begins."""
        found: list[tuple[int, ...]] = []
        for i in range(len(self.s.log), len(after.log)):
            line = after.log[i]
            if line[0] in UNTOLD or (
                line[0] == L_TAKE and line[3] not in self.s.agora and line[3] not in self.s.oracle
            ):
                break
            found.append(line)
        return found

    def effects(self, after: ElysiumState) -> tuple[list[int], dict[int, list[int]]]:
        """What the seat and every other seat surely gain or lose by the move, as purses."""
        mine = [0, 0, 0]
        theirs = {k: [0, 0, 0] for k in self.s.others(self.seat)}
        purses = {**theirs, self.seat: mine}
        for line in self.sure(after):
            if line[0] in (L_GAIN, L_LOSE, L_GIVE):
                purses[line[2]][line[4]] += line[3] if line[0] == L_GAIN else -line[3]
                if line[0] == L_GIVE:
                    purses[line[5]][line[4]] += line[3]
        return mine, theirs

    def asks_on(self, after: ElysiumState) -> str:
        """What the move asks its own player next, chance left aside."""
        drawn = len(after.revealed) > len(self.s.revealed)
        return "" if drawn or after.to_move != self.seat else asking(after)

    def tell_effects(self, after: ElysiumState) -> bool:
        """Tell them; False if there are none."""
        mine, theirs = self.effects(after)
        gains = [max(n, 0) for n in mine]
        if any(gains):
            self.noted.add(worth_of(gains), "gain", amounts=self.amounts(gains))
        for sign, key in ((-1, "lose"), (1, "give")):
            hit = {k: [max(sign * n, 0) for n in purse] for k, purse in theirs.items()}
            hit = {k: purse for k, purse in hit.items() if any(purse)}
            total = [sum(purse[counter] for purse in hit.values()) for counter in range(3)]
            weight = (worth_of(total) if sign < 0 else DRAWBACK_SHARE * worth_of(total)) / len(theirs)
            if len(hit) == 1:
                self.noted.add(weight, f"{key}-one", player=self.by.seat(*hit), amounts=self.amounts(total))
            elif hit:
                self.noted.add(weight, f"{key}-many", amounts=self.amounts(total))
        return any(mine) or any(any(purse) for purse in theirs.values())

    def tell_power(self, card: int, weight: float) -> None:
        """The power in the card's own words, if they are short."""
        kind = self.by.word("eleusis" if ELEUSIS[card] else POWERS[POWER[card]])
        name = IDS[KIND[card]]
        text = self.by.of_card(name, self.by.section("cards")[name]["power"], self.s.edition).removesuffix(".")
        if len(self.noted.say("power", kind=kind, power=text)) <= MAX_QUOTED_LETTERS:
            self.noted.add(weight, "power", kind=kind, power=text)
        else:
            self.noted.add(weight, "power-long", kind=kind, card=self.name(card))


def worth_of(purse: list[int]) -> float:
    """Gold, VP and PP in VP, whichever way they go."""
    return sum(abs(n) * COUNTER_WORTH[counter] for counter, n in enumerate(purse))
