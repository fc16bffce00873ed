"""Reasons for takes: cards, Quests, and the columns that they need (E4)."""

from __future__ import annotations

from pediment.core.engine.kernel import apply, asking
from pediment.core.engine.vecs import listed
from pediment.core.reasons import MINOR_POINTS
from pediment.games.elysium.explain.growth import Growth, best_growth
from pediment.games.elysium.explain.prospects import Prospects, worth_of
from pediment.games.elysium.rules.card import CHRONOS_OF
from pediment.games.elysium.rules.deck import holds
from pediment.games.elysium.rules.flow import open_quests
from pediment.games.elysium.rules.legends import FAMILY_LEGEND
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import ELEUSIS, FAMILY, KIND, LEVEL, POWER
from pediment.games.elysium.rules.vocabulary import (
    ANSWERS,
    CARDS_OWED,
    CHRONOS,
    COLOURS,
    COUNTERS,
    FIRST_CITIZEN,
    GOLD,
    INSTANT,
    NO_QUEST,
    NONE,
)


class Taking:
    """Looks at answers that take something, or leave something to be taken."""

    def __init__(self, table: Prospects) -> None:
        self.table = table
        self.by = table.by
        self.s = table.s
        self.seat = table.seat
        self.p = table.p
        self.later = table.later
        self.noted = table.noted

    # Taking cards

    def take(self, action: int, card: int) -> None:
        """From the Agora: what the card brings, what it fits, who else wants it."""
        s = self.s
        after = s.clone()
        apply(after, action)
        if asking(after) == "dismiss":  # an Instant resolves behind it, whatever the column (E4.6)
            apply(after, after.legal[0])
        self.gets(card, after)
        copies = sum(KIND[other] == KIND[card] for other in s.agora)
        rivals = self.table.rivals(card) if copies == 1 else []
        wants = [(growth.points, k) for k in rivals if (growth := best_growth(s, k, card))]
        denied, rival = max(wants, default=(0, NONE))
        if denied > 2:
            self.noted.add(denied / (2 + len(s.players)), "deny", player=self.by.seat(rival), n=denied)
        elif rivals:
            self.noted.add(0.25 * self.table.value(card), "rivals-too", n=len(rivals))

    def gets(self, card: int, after: ElysiumState) -> None:
        """A card that comes into the Domain, with the position after it."""
        power = POWER[card]
        told = self.table.tell_effects(after)
        partners = [other for other in self.p.domain if ELEUSIS[other]]
        if ELEUSIS[card] and not partners:
            self.noted.against(0.6 + 0.3 * self.later, "eleusis-alone")
        elif ELEUSIS[card] and len(partners) == 1:
            self.noted.add(1.5 + self.table.worth(card) / 2, "eleusis-pair", card=self.table.name(partners[0]))
        elif power == CHRONOS:
            self._tell_chronos(card)
        elif not (told if power == INSTANT else self._tell_use_at_once(card, after)):
            self.table.tell_power(card, self.table.worth(card))
        self._tell_fit(card)

    def _tell_use_at_once(self, card: int, after: ElysiumState) -> bool:
        """A power that may be started in this very turn and then surely brings something."""
        action = ANSWERS.use.start + KIND[card]
        if self.table.asks_on(after) != "after-take" or action not in after.legal:
            return False
        used = after.clone()
        apply(used, action)
        mine, _ = Prospects(after, self.seat, self.by).effects(used)
        if not any(n > 0 for n in mine):
            return False
        gains = [max(n, 0) for n in mine]
        self.noted.add(max(worth_of(gains), self.table.worth(card)), "use-at-once", amounts=self.table.amounts(gains))
        return True

    def _tell_chronos(self, card: int) -> None:
        """What a Chronos card is worth as things stand, once it is in a Legend."""
        growth = best_growth(self.s, self.seat, card)
        chronos = CHRONOS_OF[card]
        assert chronos is not None
        n = chronos.vp(self.s, self.seat, growth.legend if growth else [card])
        if n > 0:
            self.noted.add(self.table.worth(card) / 2 + n / 2, "chronos", n=n)
        else:
            self.table.tell_power(card, self.table.worth(card))

    def _tell_fit(self, card: int) -> None:
        """The Legend that the card would let grow, or the card of the Domain that it goes with."""
        growth = best_growth(self.s, self.seat, card)
        if growth and growth.points > 0:
            self._tell_would_grow(growth)
            return
        for other in self.p.domain:
            if other < FIRST_CITIZEN and (FAMILY[other] == FAMILY[card]) != (LEVEL[other] == LEVEL[card]):
                kind = "pair-family" if FAMILY[other] == FAMILY[card] else "pair-level"
                params = {"family": self.table.family(card), "level": LEVEL[card], "card": self.table.name(other)}
                self.noted.add(0.9 if self.later else 1.4, kind, **params)
                return

    def _tell_would_grow(self, growth: Growth) -> None:
        """The growth of a Legend by a card that is not in the Domain yet."""
        n, weight, size = growth.points, growth.points / 2, len(growth.legend)
        family, level = self.table.family(growth.card), LEVEL[growth.card]
        if size == 2:
            key = "fit-family" if growth.kind == FAMILY_LEGEND else "fit-pair"
            self.noted.add(weight, key, family=family, level=level, card=self.table.name(growth.legend[0]), n=n)
        elif growth.kind == FAMILY_LEGEND:
            self.noted.add(weight, "fit-complete-tile" if growth.tile else "fit-complete", family=family, n=n)
        else:
            self.noted.add(weight, "fit-level", level=level, cards=size - 1, n=n)

    # Quests and columns

    def quest(self, n: int) -> None:
        """What it brings, against the other Quests in reach; the order of the next Epoch; who else can take it."""
        s = self.s
        quests = s.edition.quests(len(s.players))
        quest = quests[n - 1]
        amounts = [quest.gold, quest.transfers, quest.vp]
        brings = self.noted.listed([self.income(i, amount) for i, amount in enumerate(amounts) if amount])
        self.noted.add(sum(amounts) / 2, "quest", amounts=brings)
        others = [other for other in open_quests(s, self.p) if other != n]
        if others:
            best = max(others, key=lambda i: quests[i - 1].gold + quests[i - 1].transfers + quests[i - 1].vp - 0.4 * i)
            other = quests[best - 1]
            differs = [quest.gold - other.gold, quest.transfers - other.transfers, quest.vp - other.vp]
            parts = [
                self.noted.say("more" if d > 0 else "less", amount=self.income(i, abs(d)))
                for i, d in enumerate(differs)
                if d
            ]
            if parts:
                self.noted.add(sum(map(abs, differs)) / 2.5, "quest-instead", n=best, parts=", ".join(parts))
        else:
            self.noted.add(1.5, "quest-only")
        if quest.gold > 2 and self.p.purse[GOLD] < 2:
            self.noted.add(1.4, "quest-gold", n=self.p.purse[GOLD])
        self._tell_order(n)
        rivals = [
            k
            for k in s.others(self.seat)
            if s.players[k].quest == NO_QUEST and s.quest_columns[n] & s.players[k].columns
        ]
        if rivals and others:
            self.noted.add(0.3 * len(rivals), "rivals", n=len(rivals))

    def income(self, i: int, n: int) -> str:
        """What a Quest brings of one thing: of Gold, transfers or VP."""
        return self.noted.say("transfers", n=n) if i == 1 else f"{n} {self.by.word(COUNTERS[i // 2])}"

    def _tell_order(self, n: int) -> None:
        """The place in the next Epoch's order that the Quest allows (E6.1)."""
        if not self.later:
            return
        taken = [other.quest for other in self.s.players if other is not self.p and other.quest > 0]
        waiting = sum(other.quest == NO_QUEST for other in self.s.players if other is not self.p)
        first = 1 + sum(quest < n for quest in taken)
        last = first + min(waiting, sum(quest not in taken for quest in range(1, n)))
        seats = len(self.s.players)
        if last == 1:
            self.noted.add(1.2, "order-first")
        elif first == seats:
            self.noted.against(1.0, "order-last")
        elif first == last:
            self.noted.add(0.6, "order", n=first, seats=seats)
        elif last - first < seats - 1:  # else it leaves every place open
            self.noted.add(
                0.6, "order-either" if last == first + 1 else "order-between", first=first, last=last, seats=seats
            )

    def columns(self, columns: int, colours: list[int], dismissed: int) -> None:
        """What these columns leave in reach, against those that another answer would leave.

        `colours` are those in question; `dismissed` is NONE when columns are swapped.
        """
        s, p = self.s, self.p
        cards = p.cards_taken < CARDS_OWED
        if not cards and p.quest != NO_QUEST:
            self.noted.add(1.0, "column-last")
            return
        before, takeable = p.columns, s.edition.takeable
        agora = listed(s.agora)[::-1] if cards else []
        kinds = {KIND[card]: card for card in agora if not holds(s, self.seat, KIND[card])}
        kept: list[tuple[float, int]] = []
        lost: list[tuple[float, int]] = []
        for kind, card in kinds.items():
            differs = dismissed == NONE or len({takeable[before & ~(1 << colour)][kind] for colour in colours}) == 2
            if takeable[columns][kind] and not takeable[before][kind]:
                self.noted.add(self.table.value(card), "reach-card", card=self.table.name(card))
            elif takeable[columns][kind] and differs:
                kept.append((self.table.value(card), card))
            elif takeable[before][kind] and not takeable[columns][kind]:
                lost.append((self.table.value(card) if differs else MINOR_POINTS, card))  # every answer costs it
        if kept and dismissed != NONE:
            self._tell_kept(*max(kept))
        if lost:
            weight, card = max(lost)
            self.noted.against(weight, "lose-card", card=self.table.name(card))
        gone = self._tell_quests(columns, colours, dismissed) if p.quest == NO_QUEST else False
        if not lost and not gone:
            colour = colours[0] if dismissed == NONE else dismissed
            self.noted.add(0.7, "column-free", colour=self.by.word(COLOURS[colour]))

    def _tell_kept(self, value: float, card: int) -> None:
        """A card that another column would have cost, with those who can still take it."""
        rivals = len(self.table.rivals(card))
        who = self.noted.say("still-rivals", n=rivals) if rivals else self.noted.say("no-rivals")
        self.noted.add(
            (0.6 if rivals else 0.9) * value + 0.3, "keep-card", level=LEVEL[card], card=self.table.name(card), who=who,
        )  # fmt: skip

    def _tell_quests(self, columns: int, colours: list[int], dismissed: int) -> bool:
        """Quests kept, lost or won by the columns; True if one is lost."""
        s, p = self.s, self.p
        now = open_quests(s, p)
        then = [n for n in range(1, len(s.quest_columns)) if s.quest_columns[n] & columns and self._there(n)]
        lost = [n for n in now if n not in then]
        won = [n for n in then if n not in now]
        if lost and not then:
            self.noted.against(3.0, "lose-quests")
        elif lost:
            self.noted.against(1.0, "lose-quest", n=lost[-1])
        if won:
            self.noted.add(1.5, "reach-quest", n=won[-1])
        kept = [n for n in then if n in now and any(not s.quest_columns[n] & p.columns & ~(1 << c) for c in colours)]
        if kept and dismissed != NONE:
            self.noted.add(1.2, "keep-quest", n=kept[-1])
        return bool(lost)

    def _there(self, n: int) -> bool:
        return all(other.quest != n for other in self.s.players)
