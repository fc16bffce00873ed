"""Why a move is good or bad: named features of the position and of what the move changes, weighed in VP.

Everything is read from the open table. What a draw will bring takes no part: the effects of a move are followed only
until chance or somebody's choice goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.kernel import apply, asking
from pediment.games.elysium.explain.captions import price
from pediment.games.elysium.explain.growth import Growth, best_growth, chronos_vp, growths, transfer_of
from pediment.games.elysium.explain.prospects import Prospects, worth_of
from pediment.games.elysium.explain.taking import Taking
from pediment.games.elysium.io.log import (
    L_DISCARD,
)
from pediment.games.elysium.rules.deck import pick
from pediment.games.elysium.rules.effects import GoldOrVp
from pediment.games.elysium.rules.flow import PHASE_THREE, WRITE_LEGENDS
from pediment.games.elysium.rules.legends import FAMILY_LEGEND, LEVEL_LEGEND, LONE
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, ELEUSIS, IDS, KIND, LEVEL, POWER
from pediment.games.elysium.rules.vocabulary import (
    A_CITIZEN,
    A_DISMISS,
    A_DRAW,
    A_END,
    A_GOLD,
    A_NO,
    A_PASS,
    A_PAY,
    A_STOP,
    A_VP,
    A_YES,
    ACTIONS,
    ACTIVATE,
    ANSWERS,
    CHRONOS,
    FIRST_CITIZEN,
    GOLD,
    NONE,
    POWERS,
    TURNS,
    VP,
)

if TYPE_CHECKING:
    from pediment.games.elysium.explain.speaker import ElysiumSpeaker


class Adviser:
    """Looks at one answer to the pending question."""

    def __init__(self, s: ElysiumState, seat: int, by: ElysiumSpeaker) -> None:
        self.table = table = Prospects(s, seat, by)
        self.taking = Taking(table)
        self.by = by
        self.s = s
        self.seat = seat
        self.p = table.p
        self.later = table.later
        self.noted = table.noted

    def reasons(self, action: int) -> list[str]:
        """One to three phrases, the weightiest first."""
        self.look_at(action)
        return self.noted.told()

    def look_at(self, action: int) -> None:
        """Note the features of the answer."""
        asked = asking(self.s)
        block = ANSWERS.block_of(action)
        n = action - block.start
        match block.name:
            case "quest":
                self.taking.quest(n + 1)
            case "dismiss":
                self.taking.columns(self.p.columns & ~(1 << n), [answer - A_DISMISS for answer in self.s.legal], n)
            case "swap":
                given, got = divmod(n, 4)
                self.taking.columns(self.p.columns & ~(1 << given) | 1 << got, [given, got], NONE)
            case "level":
                self._level(n + 1)
            case "legend":
                self._legend(n, asked)
            case "new-legend":
                self._legend(NONE, asked)
            case "take":
                self.taking.take(action, pick(self.s.agora, n))
            case "use":
                self._use(action, pick(self.p.domain, n))
            case "choose":
                self._choose(action, n, asked)
            case "discard":
                self._discard(action, pick(self.p.domain, n), asked)
            case "transfer":
                self._transfer(pick(self.p.domain, n))
            case "convert-gold":
                self._convert(n + 1, GOLD, VP)
            case "convert-vp":
                self._convert(n + 1, VP, GOLD)
            case _:
                self._plain(action, asked)

    # Powers

    def _use(self, action: int, card: int) -> None:
        """Start a power: what it surely brings, what it asks for, why now."""
        after = self.s.clone()
        apply(after, action)
        told = self.table.tell_effects(after)
        granted = self._tell_granted(after)
        if not told and not granted:
            self.table.tell_power(card, self.table.worth(card))
        discards = any(line[0] == L_DISCARD and line[2] == self.seat for line in self.table.sure(after))
        if discards or self.table.asks_on(after) == "discard":
            self.noted.against(0.8, "costs-card")
        if POWER[card] == ACTIVATE:
            self.noted.add(0.5, "once-per-epoch")
        elif not self.later:
            self.noted.add(0.5, "last-epoch-ring")
        growth = best_growth(self.s, self.seat, card)
        if growth and growth.points > 0 and card in after.players[self.seat].domain:
            self.noted.add(0.4, "before-transfer", card=self.table.name(card))

    def _tell_granted(self, after: ElysiumState) -> bool:
        """A transfer that the power grants, if one would bring something."""
        if self.table.asks_on(after) != "transfer":
            return False
        domain = after.players[self.seat].domain
        cards = [pick(domain, a - ANSWERS.transfer.start) for a in after.legal if a != A_STOP]
        found = [growth for card in cards if (growth := self.table.best_transfer(after, card))]
        best = max(found, key=lambda growth: growth.points, default=None)
        if best is None or best.points <= 0:
            return False
        self.noted.add(best.points, "grants", card=self.table.name(best.card), n=best.points)
        return True

    def _choose(self, action: int, kind: int, asked: str) -> None:
        """A card of the Oracle, a card to copy, Orpheus' card, a card that Medusa points at."""
        s = self.s
        f = s.stack[-1]
        if asked == "point":
            self._point(pick(s.players[f.target].domain, kind), f.target)
            return
        after = s.clone()
        apply(after, action)
        if asked == "oracle":
            self.taking.gets(pick(s.oracle, kind), after)
            return
        if asked == "exchange":
            card = pick(self.p.domain, kind)
            self.noted.add(2.0, "exchange", card=self.table.name(card))
            self._tell_loss(card)
            return
        copied = CARDS_OF_KIND[kind][0]
        told = self.table.tell_effects(after)
        if not self._tell_granted(after) and not told:
            self.table.tell_power(copied, 1.0)

    def _point(self, card: int, victim: int) -> None:
        """What the victim would lose with it."""
        growth = best_growth(self.s, victim, card)
        player = self.by.seat(victim)
        if growth and growth.points > 0:
            self.noted.add(growth.points / 2, "point-legend", player=player, n=growth.points)
        if card >= FIRST_CITIZEN:
            self.noted.add(0.4, "point-citizen", player=player)
        elif POWER[card] == CHRONOS:
            self.noted.add(self.table.worth(card), "point-chronos", player=player, card=self.table.name(card))
        elif self.table.live(card, victim):
            self.noted.add(self.table.worth(card), "point-power", player=player, card=self.table.name(card))
        else:
            self.noted.add(0.4, "asleep" if ELEUSIS[card] else "spent", card=self.table.name(card))

    def _level(self, level: int) -> None:
        """Antaeus: whom the Level hits."""
        hit = {
            k: cards
            for k in self.s.others(self.seat)
            if (cards := [card for card in self.s.players[k].domain if LEVEL[card] == level])
        }
        self.noted.add(len(hit), "hits", n=len(hit))
        for k, cards in hit.items():
            if len(cards) == 1:
                weight = 0.5 + self.table.worth(cards[0]) / 2
                self.noted.add(weight, "hits-only", player=self.by.seat(k), card=self.table.name(cards[0]))

    # Transfers

    def _transfer(self, card: int) -> None:
        """The best Legend for the card, what it costs, and what ends with it."""
        growth = self.table.best_transfer(self.s, card)
        if growth is not None:  # a Legend can be named: the question would not offer it else
            self._tell_growth(growth)
            self._tell_transfer(growth)

    def _legend(self, place: int, asked: str) -> None:
        """The very Legend; NONE is a new one."""
        f = self.s.stack[-1]
        if asked == "exchange-legend":
            self.noted.add(2.0, "exchange", card=self.table.name(f.target))
            return
        found = growths(self.s, self.seat, f.target, transfer_of(self.s))
        growth = next(growth for growth in found if growth.place == place)
        self._tell_growth(growth)
        best = max(found, key=lambda other: other.points)
        if best.points > growth.points:
            legend = self.noted.listed([self.table.name(card) for card in best.legend[:-1][:2]])
            self.noted.against(
                best.points - growth.points, "better-legend", n=best.points - growth.points, legend=legend
            )
        self._tell_transfer(growth)

    def _tell_growth(self, growth: Growth) -> None:
        """What the Legend is worth with the card."""
        card, n = growth.card, len(growth.legend)
        if growth.kind == LONE:
            friend = next((c for c in self.p.domain if c != card and growth.goes_with(c)), NONE)
            if friend != NONE:
                self.noted.add(0.8, "lone-friend", card=self.table.name(friend))
            else:
                self.noted.add(0.5, "lone" if self.later or self.s.phase == ACTIONS else "lone-end")
        elif growth.kind == FAMILY_LEGEND:
            key = "complete-family" if n == 3 else "pair-family-now"
            self.noted.add(growth.vp, key, family=self.table.family(growth.legend[0]), n=growth.vp)
        else:
            assert growth.kind == LEVEL_LEGEND
            level = LEVEL[growth.legend[0]]
            self.noted.add(growth.vp, "pair-level-now" if n == 2 else "grow-level", level=level, cards=n, n=growth.vp)
        if growth.tile:
            family = self.table.family(growth.legend[0])
            key = "tile-stolen" if growth.stolen_from != NONE else f"tile-{'family' if growth.kind == 1 else 'level'}"
            player = self.by.seat(growth.stolen_from)
            level = LEVEL[growth.legend[0]]
            self.noted.add(growth.tile, key, n=growth.tile, family=family, level=level, player=player)
        self._tell_chronos_change(growth.chronos)
        if card >= FIRST_CITIZEN:
            self.noted.against(2.0, "citizen-charge")

    def _tell_chronos_change(self, n: int) -> None:
        if n > 0:
            self.noted.add(n, "chronos-more", n=n)
        elif n < 0:
            self.noted.against(-n, "chronos-less", n=-n)

    def _tell_transfer(self, growth: Growth) -> None:
        """Gold, permanent powers, Charon, and the power that ends."""
        s, p, card = self.s, self.p, growth.card
        left = p.purse[GOLD] - growth.cost
        if growth.cost == 0:
            saved = int(LEVEL[card])
            self.noted.add(0.6 * saved + 0.3, "free-transfer")
        elif left == 0:
            self.noted.against(0.7, "last-gold", n=growth.cost)
        else:
            self.noted.against(0.2 * growth.cost, "gold-left", n=growth.cost, left=left)
        if any(growth.pays):
            self.noted.add(worth_of(growth.pays), "gain", amounts=self.table.amounts(growth.pays))
        f = s.stack[-1]
        charon = next((c for c in p.domain if IDS[KIND[c]] == "hades.charon"), NONE)
        if charon != NONE and f.effect == WRITE_LEGENDS.id:
            made = s.frame_of(PHASE_THREE.id).amount
            paid = s.edition.amounts_of("hades.charon")["vp"]
            if made == 1:
                self.noted.add(paid, "charon", card=self.table.name(charon), n=paid)
            elif made == 0 and charon == card and f.amount > 1:
                self.noted.against(0.75 * paid, "charon-first", card=self.table.name(charon), n=paid)
        if self.table.live(card, self.seat) and self.table.uses(card, POWER[card]) > 0:
            kind = self.by.word("eleusis" if ELEUSIS[card] else POWERS[POWER[card]])
            self.noted.against(0.5 * self.table.worth(card), "power-ends", card=self.table.name(card), kind=kind)

    # Losing cards and counters

    def _discard(self, action: int, card: int, asked: str) -> None:
        """A card that goes, for something or by force."""
        after = self.s.clone()
        apply(after, action)
        if asked == "discard":
            self.table.tell_effects(after)
        elif asked == "offer-oath":
            cost = price(self.s)
            self.noted.against(0.8, "oath", cost=cost, n=self.p.purse[GOLD] - cost)
        elif asked == "card-or-gold" and A_PAY in self.s.legal:
            self.noted.add(0.5, "saves-gold")
        self._tell_loss(card)

    def _tell_loss(self, card: int) -> None:
        """What the Domain loses with a card."""
        if card >= FIRST_CITIZEN:
            self.noted.add(0.5, "loses-citizen")
            return
        growth = best_growth(self.s, self.seat, card)
        if self.table.live(card, self.seat):
            kind = self.by.word("eleusis" if ELEUSIS[card] else POWERS[POWER[card]])
            self.noted.against(self.table.worth(card), "loses-power", card=self.table.name(card), kind=kind)
        elif POWER[card] == CHRONOS:
            self.noted.against(self.table.worth(card), "loses-chronos", card=self.table.name(card))
        else:
            self.noted.add(0.6, "asleep" if ELEUSIS[card] else "spent", card=self.table.name(card))
        if growth and growth.points > 0:
            self.noted.against(growth.points / 2, "loses-growth", n=growth.points)
        elif not growth:
            self.noted.add(0.4, "fits-nothing")

    def _convert(self, n: int, given: int, got: int) -> None:
        """Sacrifice: what is sure, what is left, and what Chronos cards make of it."""
        after = self.s.clone()
        purse = after.players[self.seat].purse
        purse[given] -= n
        purse[got] += n
        if given == VP:
            self.noted.add(n, "vp-to-gold", n=n, gold=purse[GOLD])
        else:
            self.noted.add(n, "gold-to-vp", n=n)
            self.noted.against(0.8, "leaves-gold" if purse[GOLD] else "leaves-no-gold", n=purse[GOLD])
        self._tell_chronos_change(chronos_vp(after, self.seat) - chronos_vp(self.s, self.seat))

    # Plain answers

    def _plain(self, action: int, asked: str) -> None:
        """Everything without a card or a number."""
        s, purse = self.s, self.p.purse
        if action == A_PASS:
            less = s.edition.incomplete
            amounts = [less.gold, less.transfers, less.vp]
            brings = self.noted.listed([self.taking.income(i, amount) for i, amount in enumerate(amounts) if amount])
            self.noted.add(1.0, "pass", amounts=brings or "0")
        elif action in (A_CITIZEN, A_YES):
            self._citizen(action)
        elif action == A_NO:
            if price(s):
                self.noted.add(1.0, "keeps-gold", n=purse[GOLD])
            self.noted.against(0.8, "citizen-charge")
        elif action == A_END:
            self._end()
        elif action == A_STOP:
            self._stop(asked)
        elif action == A_GOLD:
            self.noted.add(1.0, "gold-for-transfers", n=self._offered()[0], gold=purse[GOLD])
        elif action == A_VP:
            self.noted.add(1.0, "vp-for-sure", n=self._offered()[1])
            if purse[GOLD]:
                self.noted.add(0.4, "gold-you-have", n=purse[GOLD])
        elif action == A_DRAW:
            self.noted.add(1.0, "draw")
        else:
            assert action == A_PAY
            self.noted.add(1.0, "keeps-domain", left=purse[GOLD] - 2)

    def _offered(self) -> tuple[int, int]:
        """Gold or VP to choose from."""
        f = self.s.stack[-1]
        effect: object = EFFECTS[f.effect]
        assert isinstance(effect, GoldOrVp)
        return effect.offered(self.s, f)

    def _citizen(self, action: int) -> None:
        """A face-down card: what pays for it, and what it may be good for."""
        after = self.s.clone()
        apply(after, action)
        if action == A_CITIZEN:
            self.table.tell_effects(after)
            self.noted.add(1.0, "citizen-forced")
        else:
            cost = price(self.s)
            self.noted.against(0.6, "pays", cost=cost, n=self.p.purse[GOLD] - cost)
        growth = best_growth(self.s, self.seat, FIRST_CITIZEN)
        if growth and growth.points > 0:
            self.noted.add(growth.points / 2, "citizen-fits", n=growth.points)
        else:
            self.noted.against(0.5, "citizen-nowhere")

    def _end(self) -> None:
        """Powers that are left for later, or let go."""
        over = self.p.turns >= TURNS
        for action in self.s.legal:
            if action == A_END:
                continue
            card = pick(self.p.domain, action - ANSWERS.use.start)
            activate = POWER[card] == ACTIVATE
            if over and (activate or not self.later):
                self.noted.against(self.table.worth(card), "lets-go", card=self.table.name(card))
            else:
                self.noted.add(0.5 + self.table.worth(card) / 4, "saves-power", card=self.table.name(card))

    def _stop(self, asked: str) -> None:
        """To decline: what it saves, and what it gives up."""
        s = self.s
        gold: int = self.p.purse[GOLD]
        if asked == "convert":
            self.noted.add(1.0, "keeps-both", gold=gold, vp=self.p.purse[VP])
            return
        if asked == "offer-oath":
            self.noted.add(1.0, "keeps-all", n=gold)
            return
        transfers = [action for action in s.legal if ANSWERS.block_of(action) is ANSWERS.transfer]
        cards = [pick(self.p.domain, action - ANSWERS.transfer.start) for action in transfers]
        found = [growth for card in cards if (growth := self.table.best_transfer(s, card))]
        best = max(found, key=lambda growth: growth.points, default=None)
        if best and best.points > 0:
            self.noted.against(best.points, "gives-up", n=best.points, card=self.table.name(best.card))
        else:
            self.noted.add(1.0, "no-gain")
        if gold and self.later:
            self.noted.add(0.2 * gold + 0.3, "keeps-gold", n=gold)
        live = [card for card in cards if self.table.live(card, self.seat)]
        if live:
            card = max(live, key=self.table.worth)
            self.noted.add(0.5 * self.table.worth(card), "keeps-power", card=self.table.name(card))
