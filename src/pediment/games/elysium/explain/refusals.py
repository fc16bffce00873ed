"""Why a move is not allowed: the rule and a sentence for every card, Quest, power and transfer not offered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.kernel import asking
from pediment.core.errors import WhyNot
from pediment.games.elysium.rules.deck import holds
from pediment.games.elysium.rules.flow import open_quests
from pediment.games.elysium.rules.kinds import CITIZEN_KIND
from pediment.games.elysium.rules.legends import fits, stand_in
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import ELEUSIS, IDS, KIND, LEVEL, POWER
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import (
    A_CITIZEN,
    A_END,
    A_PASS,
    A_QUEST,
    A_STOP,
    A_TAKE,
    ANSWERS,
    CARDS_OWED,
    COLOURS,
    FIRST_CITIZEN,
    GOLD,
    LETTERS,
    NO_QUEST,
    NONE,
    TRIGGER,
)

if TYPE_CHECKING:
    from pediment.games.elysium.explain.speaker import ElysiumSpeaker

_POWER_RULES: Final = ["E5.1", "E5.2", "", "", "E5.5", "E5.6"]
_POWER_REASONS: Final = ["use-instant", "use-permanent", "", "", "use-legend", "use-chronos"]

_NO_STOP: Final = ("turn", "after-take", "dismiss", "legend", "exchange-legend", "offer-citizen", "gold-or-vp")


class Refuser:
    """Finds the first rule in the way of an action of the player who is asked."""

    def __init__(self, s: ElysiumState, by: ElysiumSpeaker) -> None:
        self.s = s
        self.by = by
        self.asking = asking(s)

    def why(self, rule: str, key: str, **params: object) -> WhyNot:
        """A refusal in words."""
        sentence = self.by.say(f"refusals.{key}", **params)
        return WhyNot(rule, sentence[0].upper() + sentence[1:])  # it may begin with "a Citizen"

    def name(self, kind: int) -> str:
        """A card's name."""
        return self.by.card(IDS[kind])

    def refuse(self, action: int) -> WhyNot:
        """Go by what the action wants to do."""
        s = self.s
        if not s.stack:
            return self.why("E3.3", "over")
        p = s.players[s.to_move]
        block = ANSWERS.block_of(action)
        n = action - block.start
        match block.name:
            case "quest":
                return self.quest(p, n + 1)
            case "dismiss":
                return self.dismiss(n)
            case "legend":
                return self.legend(p, n)
            case "new-legend":
                return self.legend(p, NONE)
            case "take":
                return self.take(p, n)
            case "use":
                return self.use(p, n)
            case "choose":
                return self.choose(p, n)
            case "discard":
                return self.discard(p, n)
            case "transfer":
                return self.transfer(p, n)
            case _:
                return self.plain(p, action)

    def first(self) -> WhyNot | None:
        """What has to be chosen before anything else can be done; None on a turn and between transfers."""
        f = self.s.stack[-1]
        if self.asking == "dismiss":
            return self.why("E4.6", "first-column")
        if self.asking == "legend":
            return self.why("E7.9", "first-legend", target=self.name(KIND[f.target]))
        if f.source != NONE:
            return self.why("E4.2", "first-power", source=self.name(KIND[f.source]))
        return None

    def plain(self, p: Player, action: int) -> WhyNot:
        """Citizen, pass, end of turn, stop, and the choices inside powers."""
        if self.asking == "turn":
            if action in (A_CITIZEN, A_PASS):
                return self.citizen_or_pass(p, action)
            if action in (A_END, A_STOP):
                return self.why("E4.2", "take-first")
        if self.asking == "after-take" and action in (A_CITIZEN, A_PASS):
            return self.why("E4.2", "take-done")
        if action == A_STOP and self.asking not in _NO_STOP:
            return self.why("E5.7", "must")
        if action in (A_CITIZEN, A_PASS, A_END):
            return self.first() or self.why("E6.3", "citizen-in-actions" if action == A_CITIZEN else "end-in-actions")
        source = self.s.stack[-1].source
        if source == NONE or self.asking == "legend":
            return self.first() or self.why("E5.7", "power-when")
        return self.why("E5.7", "not-offered", source=self.name(KIND[source]))

    def citizen_or_pass(self, p: Player, action: int) -> WhyNot:
        """E4.7: while an owed card or Quest can be taken, neither is allowed."""
        offered = {ANSWERS.block_of(legal).name: legal for legal in reversed(self.s.legal)}  # the first of each block
        if "take" in offered:
            return self.why("E4.7", "can-take-card", card=self.name(offered["take"] - A_TAKE))
        if "quest" in offered:
            return self.why("E4.7", "can-take-quest", n=offered["quest"] - A_QUEST + 1)
        return self.why("E4.7", "owe-card" if action == A_PASS else "owe-quest-only")

    def take(self, p: Player, kind: int) -> WhyNot:
        """A card of the Agora."""
        s = self.s
        if self.asking == "after-take":
            return self.why("E4.2", "take-done")
        if self.asking != "turn":
            return self.first() or self.why("E6.3", "take-in-actions")
        if all(KIND[card] != kind for card in s.agora):
            return self.why("E4.4", "not-in-agora", card=self.name(kind))
        if p.cards_taken == CARDS_OWED:
            return self.why("E4.3", "three-cards")
        if holds(s, s.to_move, kind):
            return self.why("E4.5", "identical", card=self.name(kind))
        text = s.edition.conditions[kind]
        needs = self.by.condition(text)
        for letter in text:
            if letter != "*" and not p.columns >> LETTERS.index(letter) & 1:
                missing = self.by.word(COLOURS[LETTERS.index(letter)])
                return self.why("E4.4", "no-column", card=self.name(kind), needs=needs, missing=missing)
        return self.why("E4.4", "too-few-columns", card=self.name(kind), needs=needs)

    def quest(self, p: Player, n: int) -> WhyNot:
        """A Quest of the Temple."""
        s = self.s
        if self.asking == "after-take":
            return self.why("E4.2", "take-done")
        if self.asking != "turn":
            return self.first() or self.why("E6.3", "quest-in-actions")
        if n >= len(s.quest_columns):
            return self.why("E2.3", "no-such-quest", n=n)
        if p.quest != NO_QUEST:
            return self.why("E4.3", "has-quest")
        for seat, other in enumerate(s.players):
            if other.quest == n:
                return self.why("E4.4", "quest-taken", n=n, seat=self.by.seat(seat))
        assert n not in open_quests(s, p)
        colours = [self.by.word(COLOURS[i]) for i in range(4) if s.quest_columns[n] >> i & 1]
        return self.why("E4.4", "quest-column", n=n, needs=" / ".join(colours))

    def dismiss(self, colour: int) -> WhyNot:
        """A column after a take."""
        if self.asking != "dismiss":
            return self.first() or self.why("E4.6", "dismiss-when")
        return self.why("E4.6", "column-gone", colour=self.by.word(COLOURS[colour]))

    def use(self, p: Player, kind: int) -> WhyNot:
        """A power (E5, E10)."""
        name = self.name(kind)
        cards = [card for card in p.domain if KIND[card] == kind]
        if not cards:
            return self.why("E1.3", "not-in-domain", card=name)
        power = POWER[cards[0]]
        if _POWER_REASONS[power]:
            return self.why(_POWER_RULES[power], _POWER_REASONS[power], card=name)
        rule = "E5.4" if power == TRIGGER else "E5.3"
        if self.asking not in ("turn", "after-take"):
            return self.first() or self.why(rule, "use-in-actions")
        if power == TRIGGER:
            if cards[0] not in p.rings:
                return self.why(rule, "use-ring", card=name)
        elif cards[0] in p.used:
            return self.why(rule, "use-used", card=name)
        elif ELEUSIS[cards[0]] and sum(ELEUSIS[card] for card in p.domain) < 2:
            return self.why(rule, "use-eleusis", card=name)
        starts = self.by.of_card(IDS[kind], self.by.section("cards")[IDS[kind]]["starts"], self.s.edition)
        return self.why("E10", "use-nothing", card=name, starts=starts)

    def transfer(self, p: Player, kind: int) -> WhyNot:
        """A transfer of Phase III or of a power (E7)."""
        effect: Any = EFFECTS[self.s.stack[-1].effect]
        if self.asking not in ("transfer", "draw-or-transfer") or not isinstance(effect, Transfer):
            return self.first() or self.why("E6.3", "transfer-when")
        cards = [card for card in p.domain if KIND[card] == kind]
        if not cards:
            return self.why("E1.7", "not-in-domain", card=self.name(kind))
        if kind == CITIZEN_KIND:
            return self.why("E7.4", "transfer-citizen")
        if effect.citizens:
            return self.why("E7.4", "transfer-only-citizen")
        cost = effect.cost(self.s, LEVEL[cards[0]])
        return self.why("E7.1", "transfer-gold", card=self.name(kind), n=cost, gold=p.purse[GOLD])

    def legend(self, p: Player, place: int) -> WhyNot:
        """The place of a transfer or of Orpheus' exchange; NONE is a new Legend."""
        s = self.s
        f = s.stack[-1]
        if self.asking in ("transfer", "draw-or-transfer"):
            return self.why("E7.9", "first-card")
        if self.asking not in ("legend", "exchange-legend"):
            return self.first() or self.why("E6.3", "transfer-when")
        if place == NONE:
            if self.asking == "legend":
                return self.why("E7.4", "citizen-new")
            return self.why("E7.8", "not-offered", source=self.name(KIND[f.source]))
        n = place + 1
        if n > len(p.legends):
            return self.why("E7.2", "no-such-legend", n=n)
        legend = p.legends[place]
        name = self.name(KIND[f.target])
        if self.asking == "exchange-legend":
            return self.why("E7.8", "exchange-no-fit", card=name, n=n)
        if f.target < FIRST_CITIZEN:
            assert not fits(legend, f.target)
            return self.why("E7.3", "no-fit", card=name, n=n)
        if not stand_in(legend):
            return self.why("E7.4", "citizen-no-fit", n=n)
        effect: Any = EFFECTS[f.effect]
        return self.why("E7.4", "citizen-gold", cost=effect.cost(s, stand_in(legend)), gold=p.purse[GOLD])

    def discard(self, p: Player, kind: int) -> WhyNot:
        """A discard as cost or by force."""
        if self.asking not in ("discard", "offer-oath", "card-or-gold", "discard-level", "discard-pointed"):
            return self.first() or self.why("E5.7", "power-when")
        if all(KIND[card] != kind for card in p.domain):
            return self.why("E5.7", "not-in-domain", card=self.name(kind))
        if self.asking == "discard":
            return self.why("E5.7", "discard-useless", source=self.name(KIND[self.s.stack[-1].source]))
        return self.why("E5.7", "discard-other", card=self.name(kind))

    def choose(self, p: Player, kind: int) -> WhyNot:
        """A card of the Oracle, to copy, to exchange or to point at."""
        if self.asking not in ("oracle", "copy", "exchange", "point"):
            return self.first() or self.why("E5.7", "power-when")
        if self.asking == "oracle":
            if all(KIND[card] != kind for card in self.s.oracle):
                return self.why("E5.7", "not-in-oracle", card=self.name(kind))
            return self.why("E4.5", "choose-identical", card=self.name(kind))
        if self.asking == "copy":
            return self.copy(kind)
        if self.asking == "point":
            return self.point(kind)
        if all(KIND[card] != kind for card in p.domain):
            return self.why("E7.8", "not-in-domain", card=self.name(kind))
        return self.why("E7.8", "exchange-nowhere", card=self.name(kind))

    def copy(self, kind: int) -> WhyNot:
        """A card whose power cannot be used by the one that copies (E5.9)."""
        s = self.s
        effect: Any = EFFECTS[s.stack[-1].effect]
        names = {"card": self.name(kind), "source": self.name(KIND[s.stack[-1].source])}
        cards = [card for card in effect.cards(s, s.to_move) if KIND[card] == kind]
        if not cards:
            return self.why("E5.9", "copy-not-there", **names)
        if not effect.copies(cards[0]):
            return self.why("E5.9", "copy-kind", **names)
        if all(card in s.chain for card in cards):
            return self.why("E5.9", "copy-chain", **names)
        return self.why("E5.9", "choose-other", **names)

    def point(self, kind: int) -> WhyNot:
        """A card that Medusa cannot point at: not there, or named out of order."""
        victim = self.s.stack[-1].target
        if all(KIND[card] != kind for card in self.s.players[victim].domain):
            player = self.by.seat(victim)
            return self.why("E5.7", "point-not-there", card=self.name(kind), player=player)
        return self.why("E5.7", "point-order", card=self.name(kind))
