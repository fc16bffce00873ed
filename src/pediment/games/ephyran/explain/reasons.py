"""Why a move is good or bad: named features of the position and of what the move changes, weighed in points.

Only what the seat may know takes part: its own hand, open cards, and the faces of tokens that it has seen. Nothing is
played to find out; the cities are changed as the move would change them, and scored by what the seat has seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pediment.core.engine.kernel import asking
from pediment.games.ephyran.explain.prospects import Prospects
from pediment.games.ephyran.io.log import support_of
from pediment.games.ephyran.rules.flow import PLAYABLE, dionysus_owners
from pediment.games.ephyran.rules.labels import (
    V_ADD,
    V_CHANGE,
    V_DESTROY,
    V_DIONYSUS,
    V_DISCARD,
    V_DRAW_DISCARD,
    V_DRAW_PILE,
    V_EXCHANGE,
    V_GOD,
    V_HECATE,
    V_KEEP,
    V_LET,
    V_LOCK,
    V_PLACE,
    V_PUT,
    V_SEAT,
    V_SHIELD,
    V_STEAL,
    V_SUPPORT,
    V_TAKE,
    V_UNLOCK,
    V_WITH,
    V_WITH_SEAT,
    phrase,
)
from pediment.games.ephyran.rules.moves import card_of
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import (
    AREAS,
    CASTOR_POLLUX,
    CITY,
    DIONYSUS,
    DIONYSUS_AREA,
    FACE_POINTS,
    FACES,
    FIRST_BONUS,
    HALVES,
    LATER_BONUS,
    NO_SUPPORT,
    NONE,
    SUPPORTS,
)

if TYPE_CHECKING:
    from pediment.games.ephyran.explain.speaker import EphyranSpeaker


LATER: Final = 0.5  # what can be laid in a later turn, against now


class Adviser:
    """Looks at one answer to the pending question."""

    def __init__(self, s: EphyranState, seat: int, by: EphyranSpeaker) -> None:
        self.table = table = Prospects(s, seat, by)
        self.by = by
        self.s = s
        self.e = s.edition
        self.seat = seat
        self.p = table.p
        self.noted = table.noted

    def reasons(self, action: int) -> list[str]:
        """One to three phrases, the weightiest first."""
        self.look_at(*phrase(self.s, action))
        return self.noted.told()

    def look_at(self, verb: int, *words: int) -> None:
        """Note the features of the answer."""
        _LOOKS[verb](self, *words)

    # Areas

    def _add(self, half: int) -> None:
        self._lay(self.e.god[half], half)

    def _dionysus(self, god: int) -> None:
        self._lay(god, DIONYSUS_AREA)

    def _lay(self, god: int, half: int) -> None:
        """A new area: what it scores, what it opens or rules out, how far the city is."""
        tokens = self.s.transit_tokens if asking(self.s) == "lay" else []
        gain = self.table.gains(self.table.laid(self.seat, god, half, tokens), self.seat)
        self._tell_laid(god, half, gain)
        if god == self.p.god and gain > 0:
            self.noted.add(gain / 2, "double", god=self.table.god_name(god))
        self._tell_city()
        self._tell_opened(god, half)
        if half != DIONYSUS_AREA:
            self._tell_buried(half, gain)

    def _tell_laid(self, god: int, half: int, gain: int) -> None:
        e, areas = self.e, self.p.areas[god]
        creatures = [e.creature_id[area] for area in areas]
        different = DIONYSUS_AREA not in areas and len(set(creatures)) == len(areas)
        params = {
            "god": self.table.god_name(god),
            "points": self.table.count(gain),
            "creature": self.by.creature(half),
        }
        if half == DIONYSUS_AREA:
            self.noted.add(gain or 0.5, "dionysus-first" if gain > 0 else "dionysus-again", **params)
            if different and areas:
                self.noted.against(0.6 + 0.3 * (god == self.p.god), "no-variety", **params)
        elif e.creature_id[half] in creatures:
            self.noted.add(gain or 1.0, "repeated-token" if gain else "repeated", **params)
            if different:
                self.noted.against(0.6 + 0.3 * (god == self.p.god), "no-variety", **params)
        elif different and len(areas) == AREAS - 1:
            self.noted.add(gain, "variety", **params)
        elif e.printed[half] != NONE:
            self.noted.add(gain, "creature-token", token=self.by.word(FACES[e.printed[half]]), **params)
        else:
            self.noted.add(gain, "creature", **params)

    def _tell_city(self) -> None:
        """How near the city bonus is with one more area."""
        size = self.p.size() + 1
        if self.p.city_bonus:
            return
        if size == CITY:
            first = all(not other.city_bonus for other in self.s.players)
            points = self.table.count(FIRST_BONUS if first else LATER_BONUS)
            self.noted.add(4.0 if first else 1.0, "city" if self.s.last_round else "city-end", points=points)
        elif size == CITY - 1:
            self.noted.add(1.5, "city-near")

    def _tell_opened(self, god: int, half: int) -> None:
        """A half in the hand that could follow."""
        after = [*(self.e.creature_id[area] for area in self.p.areas[god]), self.e.creature_id[half]]
        factor = 2 if god == self.p.god else 1
        found = [
            (int(factor * (self.e.points[other] + (self.e.creature_id[other] not in after))), other)
            for card in self.p.hand
            if card != card_of(half)
            for other in self.table.halves(card)
            if self.e.support[other] == NO_SUPPORT
            and (self.e.god[other], self.e.number[other]) == (god, len(after) + 1)
        ]
        gain, follower = max(found, default=(0, NONE))
        if gain > 0 and not self.s.last_round:
            self.noted.add(LATER * gain, "opens", half=self.table.half(follower))

    def _tell_buried(self, half: int, gain: int) -> None:
        """What the other half of the card would have been good for (Y1.3)."""
        other = half ^ 1
        if self.e.support[other] != NO_SUPPORT:
            self.noted.against(0.45, "buries", support=self.table.half(other))
        elif self.table.next(self.seat, other):
            against = self.table.gains(self.table.laid(self.seat, self.e.god[other], other, []), self.seat)
            weight = max(abs(against - gain), 0.5)
            self.noted.against(weight, "instead", half=self.table.half(other), points=self.table.count(against))

    def _change(self, god: int, half: int) -> None:
        self._replace(god, len(self.p.areas[god]) - 1, half, "change")

    def _with(self, half: int) -> None:
        god, at = divmod(self.s.stack[-1].target, AREAS)
        self._replace(god, at, half, "exchange-hand")

    def _replace(self, god: int, at: int, half: int, key: str) -> None:
        """An area replaced by a card of the hand."""
        old = self.p.areas[god][at]
        gain = self.table.gains(self.table.replaced(self.seat, god, at, half), self.seat)
        self.noted.add(
            gain or 0.6, key, old=self.table.half(old), half=self.table.half(half), points=self.table.signed(gain)
        )
        tokens = self.p.tokens[god][at]
        if tokens:
            self.noted.against(1.0, "tokens-leave", n=len(tokens))
        if key == "change":
            self.noted.against(0.5, "no-new-area", n=self.p.size())
            self._tell_gift(card_of(old))
        elif self.s.exchanged_areas_are_spent:
            self.noted.against(0.5, "is-spent", half=self.table.half(old))
        else:
            self.noted.add(0.5, "comes-back", half=self.table.half(old))

    def _take(self, half: int) -> None:
        self._take_from(half, dionysus_owners(self.s, self.seat, half))

    def _take_from(self, half: int, owners: list[int]) -> None:
        """Somebody's Dionysus as a new area, and what its owner gets for it (Y6.3)."""
        god, at = self.e.god[half], self.e.number[half] - 1
        gain = max(
            self.table.gains(self.table.laid(self.seat, own, DIONYSUS_AREA, []), self.seat)
            for own in range(AREAS)
            if self.p.open(own)
        )
        self.noted.add(gain + 0.8, "takes-dionysus" if gain > 0 else "takes-area", points=self.table.count(gain))
        self._tell_city()
        for owner in owners:
            theirs = self.table.gains(self.table.replaced(owner, god, at, half), owner)
            tokens = self.s.players[owner].tokens[god][at]
            player = self.by.seat(owner)
            if tokens:
                self.noted.add(1.0, "tokens-come", player=player, n=len(tokens))
            else:
                self.noted.against(
                    abs(theirs) / 2 or 0.4, "gives-half", player=player, points=self.table.signed(theirs)
                )

    # Cards

    def _discard(self, card: int) -> None:
        """What is given up, and what the next player can do with it."""
        if card == DIONYSUS:
            self.noted.against(1.5, "discard-dionysus")
        else:
            self._tell_given_up(card)
        self._tell_gift(card)
        if self.s.pile:
            self.noted.add(0.2, "must-draw")

    def _tell_given_up(self, card: int) -> None:
        half, gain = self.table.best_half(self.seat, card)
        if half != NONE:
            self.noted.against(max(gain, 0.5), "gives-up", half=self.table.half(half), points=self.table.count(gain))
            return
        later = [other for other in self.table.halves(card) if self._later(other)]
        supports = [other for other in self.table.halves(card) if self.e.support[other] != NO_SUPPORT]
        if later and not self.s.last_round:
            self.noted.against(0.6, "gives-up-later", half=self.table.half(later[0]))
        else:
            self.noted.add(0.8, "fits-nowhere")
        if supports:
            self.noted.against(0.4, "gives-up-support", support=self.table.half(supports[0]))

    def _later(self, half: int) -> bool:
        """Could the half still find its place in a later turn?"""
        if self.e.support[half] != NO_SUPPORT:
            return False
        god = self.e.god[half]
        return self.p.locks[god] == NONE and self.e.number[half] > len(self.p.areas[god]) + 1

    def _tell_gift(self, card: int) -> None:
        """A card on top of the first discard is within the next player's reach."""
        after, gain, half = self._reach(card)
        if gain > 0:
            self.noted.against(LATER * gain, "gift", player=self.by.seat(after), half=self.table.half(half))

    def _reach(self, card: int) -> tuple[int, int, int]:
        """The next player, and the points and half that the card would let them add."""
        after = self.s.others(self.s.active)[0]
        half, gain = self.table.best_half(after, card)
        too_late = self.s.last_round  # who draws in the last round plays the card no more
        return after, 0 if half == NONE or too_late else gain, half

    def _tell_use(self, card: int) -> None:
        """What a card that comes into the hand is good for."""
        if self._too_late():
            self.noted.against(1.0, "too-late")
            return
        if card == DIONYSUS:
            self.noted.add(1.5, "use-dionysus")
            return
        half, gain = self.table.best_half(self.seat, card)
        if half != NONE:
            self.noted.add(max(gain, 0.4), "use-half", half=self.table.half(half), points=self.table.count(gain))
        later = [other for other in self.table.halves(card) if self._later(other)]
        if later and not self.s.last_round:
            self.noted.add(0.5, "use-later", half=self.table.half(later[0]))
        supports = [other for other in self.table.halves(card) if self.e.support[other] != NO_SUPPORT]
        if supports:
            self.noted.add(0.45, "use-support", support=self.table.half(supports[0]))
        if half == NONE and not later and not supports:
            self.noted.add(0.8, "fits-nowhere")

    def _too_late(self) -> bool:
        """Is this the seat's last turn, with no action to come (Y7.1)? Castor & Pollux has one."""
        return self.s.last_round and all(f.effect != PLAYABLE[CASTOR_POLLUX].id for f in self.s.stack)

    def _draw_discard(self) -> None:
        """The open card, which the next player does not get."""
        top = self.s.first_discard[-1]
        self._tell_use(top)
        if self._too_late():
            return
        after, gain, half = self._reach(top)
        self.noted.against(0.3, "known")
        if gain > 0:
            self.noted.add(LATER * gain, "denies", player=self.by.seat(after), half=self.table.half(half))

    def _draw_pile(self) -> None:
        """An unknown card, against the open one."""
        if self._too_late():
            self.noted.against(1.0, "too-late")
            return
        top = self.s.first_discard[-1]
        after, gain, half = self._reach(top)
        if len(self.s.pile) == 1 and not self.s.last_round:
            self.noted.add(2.0, "last-card")
        mine, points = self.table.best_half(self.seat, top)
        if top == DIONYSUS or mine != NONE:
            self.noted.against(
                max(points, 0.5), "leaves", half=self.table.half(DIONYSUS_AREA if top == DIONYSUS else mine)
            )
        elif gain > 0:
            self.noted.against(LATER * gain, "gift", player=self.by.seat(after), half=self.table.half(half))
        else:
            self.noted.add(0.6, "top-useless")
        self.noted.add(0.4, "unknown-card")

    def _put(self, card: int) -> None:
        """Of two cards the one put first lies under the other (Y4.2)."""
        other = next(looked for looked in self.s.looking if looked != card)
        _, under, hidden = self._reach(card)
        after, over, shown = self._reach(other)
        if under > 0:
            self.noted.add(LATER * under, "hides", player=self.by.seat(after), half=self.table.half(hidden))
        if over > 0:
            self.noted.against(LATER * over, "gift", player=self.by.seat(after), half=self.table.half(shown))
        else:
            self.noted.add(0.4, "nothing-on-top", player=self.by.seat(after))

    def _god(self, god: int) -> None:
        """How much of the deck is that god's."""
        halves = [half for half in range(HALVES) if self.e.god[half] == god]
        tokens = sum(self.e.points[half] for half in halves)
        self.noted.add(1.0, "god", n=len(halves), points=self.table.count(tokens))

    # Supports

    def _support(self, support: int, card: int) -> None:
        """What the Support can bring, and what is known about a defence."""
        s = self.s
        match SUPPORTS[support]:
            case "castor-pollux":
                n = min(2, len(s.pile) + len(s.first_discard))
                self.noted.add(1.5, "castor-pollux" if n == 2 else "castor-pollux-few", n=n)
            case "graeae":
                self.noted.add(1.2, "graeae", n=min(3, len(s.pile)))
            case "athena-token":
                factor = 2 if self.p.god in self.p.uncovered() else 1
                key = "token-double" if factor == 2 else "token"
                self.noted.add(abs(factor * self.table.average()) + 0.3, key, points=self.table.mean())
            case "ares-theft":
                known = [t for k in s.others(self.seat) for t in s.players[k].stealable() if self.table.knows(t)]
                best = max(known, key=lambda t: FACE_POINTS[s.token_face[t]], default=NONE)
                if best != NONE and FACE_POINTS[s.token_face[best]] > 0:
                    self.noted.add(2.0, "theft-known", token=self.by.word(FACES[s.token_face[best]]))
                else:
                    self.noted.add(1.0, "theft", points=self.table.mean())
            case "athena-exchange":
                best_gain = max(gain for _, gain in self._exchanges(card))
                key = "exchange-best" if best_gain > 0 else "exchange-idle"
                self.noted.add(max(best_gain, 0.5), key, points=self.table.signed(best_gain))
            case "ares-destruction":
                self.noted.add(1.0, "destruction")
                for k in s.others(self.seat):
                    if s.players[k].uncovered():
                        self._tell_cheapest(k)
            case "shield":
                best_god = max(self.p.uncovered(), key=lambda god: self.table.territory(self.seat, god))
                points = self.table.territory(self.seat, best_god)
                self.noted.add(
                    max(points / 4, 0.4), "shield", god=self.table.god_name(best_god), points=self.table.count(points)
                )
            case "hecate":
                self.noted.add(0.8, "hecate")
        territory = 2 * card if self.e.support[2 * card] == NO_SUPPORT else 2 * card + 1
        if self.table.next(self.seat, territory):
            gain = self.table.gains(self.table.laid(self.seat, self.e.god[territory], territory, []), self.seat)
            weight = max(gain, 0.5)
            self.noted.against(weight, "instead", half=self.table.half(territory), points=self.table.count(gain))

    def _exchanges(self, without: int) -> list[tuple[str, int]]:
        """Every exchange that the hand, but for one card, and the cities allow: with what, and the points it brings."""
        found: list[tuple[str, int]] = []
        for god in self.p.uncovered():
            for at in range(len(self.p.areas[god])):
                found += self._counterparts(god, at, without)
        return found

    def _counterparts(self, god: int, at: int, without: int) -> list[tuple[str, int]]:
        halves = [
            half
            for card in self.p.hand
            if card != without
            for half in ([DIONYSUS_AREA] if card == DIONYSUS else self.table.halves(card))
            if half == DIONYSUS_AREA or (self.e.god[half], self.e.number[half]) == (god, at + 1)
        ]
        found = [
            (self.table.half(h), self.table.gains(self.table.replaced(self.seat, god, at, h), self.seat))
            for h in halves
        ]
        for k in self.s.others(self.seat):
            p = self.s.players[k]
            if p.locks[god] == NONE and at < len(p.areas[god]):
                found.append((self.by.seat(k), self.table.gains(self.table.swapped(god, at, k), self.seat)))
        return found

    def _exchange(self, god: int, n: int) -> None:
        """The best counterpart of an area."""
        name, gain = max(self._counterparts(god, n - 1, NONE), key=lambda found: found[1])
        key = "exchange-with" if gain > 0 else "exchange-none"
        self.noted.add(max(gain, 0.5), key, what=name, points=self.table.signed(gain))

    def _with_seat(self, k: int) -> None:
        """Areas change cities."""
        god, at = divmod(self.s.stack[-1].target, AREAS)
        other = self.table.swapped(god, at, k)
        mine, theirs = self.table.gains(other, self.seat), self.table.gains(other, k)
        params = {"player": self.by.seat(k), "mine": self.table.signed(mine), "theirs": self.table.signed(theirs)}
        self.noted.add(abs(mine) + abs(theirs) / 2 or 0.6, "swap", **params)
        unseen = [token for token in self.s.players[k].tokens[god][at] if not self.table.knows(token)]
        if unseen:
            self.noted.add(0.8, "swap-tokens")
        self.noted.against(0.5, "shield-may-block", player=self.by.seat(k))

    def _tell_cheapest(self, k: int) -> None:
        """The least that a destruction can cost somebody, as far as the seat sees."""
        losses = [-self.table.gains(self.table.without(k, god), k) for god in self.s.players[k].uncovered()]
        self.noted.add(
            max(min(losses), 0) + 0.4, "cheapest", player=self.by.seat(k), points=self.table.count(min(losses))
        )

    def _seat(self, k: int) -> None:
        """A player is named."""
        player = self.by.seat(k)
        match asking(self.s):
            case "take from":
                self._take_from(self.s.in_play, [k])
            case "destruction of":
                self._tell_cheapest(k)
            case "theft from":
                tokens = self.s.players[k].stealable()
                known = [FACE_POINTS[self.s.token_face[t]] for t in tokens if self.table.knows(t)]
                self.noted.add(max([0, *known]) or 0.5, "tokens-there", n=len(tokens), known=len(known))
            case "unlock of" if k == self.seat:
                self.noted.add(1.0, "unlock-own")
                return
        ranked = max(self.s.others(self.seat), key=lambda other: self.table.now[other])
        points = self.table.count(self.table.now[k])
        if k == ranked:
            self.noted.add(0.9, "target-leads", player=player, points=points)
        else:
            self.noted.add(0.6, "target", player=player, points=points)

    def _steal(self, god: int, n: int, j: int) -> None:
        """A token whose face is known, or not."""
        victim = self.s.stack[-1].target
        token = self.s.players[victim].tokens[god][n - 1][j - 1]
        player = self.by.seat(victim)
        if self.table.knows(token):
            face = self.s.token_face[token]
            self.noted.add(abs(FACE_POINTS[face]), "steal-known", token=self.by.word(FACES[face]))
        else:
            self.noted.add(0.8, "steal-unknown", points=self.table.mean())
        if god == self.s.players[victim].god:
            self.noted.add(0.9, "steal-double", player=player)

    def _place(self, god: int, n: int) -> None:
        """Where a token counts, and how safe it lies."""
        points = FACE_POINTS[self.s.token_face[self.s.holding]]
        if god == self.p.god:
            self.noted.add(
                abs(2 * points), "place-double", god=self.table.god_name(god), points=self.table.signed(2 * points)
            )
        else:
            self.noted.add(abs(points), "place", god=self.table.god_name(god), points=self.table.signed(points))
        covered = n < len(self.p.areas[god])
        if points > 0:
            self.noted.add(0.5, "place-covered" if covered else "place-uncovered")
        elif not covered:
            self.noted.add(0.5, "place-shed")

    def _destroy(self, god: int) -> None:
        """An area of one's own that goes."""
        losses = {own: -self.table.gains(self.table.without(self.seat, own), self.seat) for own in self.p.uncovered()}
        loss = losses[god]
        key = "destroy-least" if loss == min(losses.values()) else "destroy"
        params = {"half": self.table.half(self.p.areas[god][-1]), "points": self.table.count(loss)}
        self.noted.add(max(abs(loss), 0.5), key, **params)
        if self.p.tokens[god][-1]:
            self.noted.against(0.8, "tokens-leave", n=len(self.p.tokens[god][-1]))

    def _lock(self, god: int) -> None:
        """What the shield protects, and what it keeps from growing."""
        points, free = self.table.territory(self.seat, god), AREAS - len(self.p.areas[god])
        self.noted.add(max(points / 4, 0.4), "lock", god=self.table.god_name(god), points=self.table.count(points))
        if free:
            self.noted.against(0.6 * free, "lock-free", n=free)
        else:
            self.noted.add(0.5, "lock-full")

    def _unlock(self, god: int) -> None:
        """A territory that can be changed again."""
        k = self.s.stack[-1].target
        free = AREAS - len(self.s.players[k].areas[god])
        points = self.table.territory(k, god)
        params = {"god": self.table.god_name(god), "player": self.by.seat(k), "points": self.table.count(points)}
        if k == self.seat:
            self.noted.add(1.0 + free, "unlock-grow" if free else "unlock-change", n=free, **params)
        else:
            self.noted.add(max(points / 3, 0.5), "unlock-other", **params)

    # The defence

    def _react(self, card: int = NONE) -> None:
        """What the Support would do, and what the defence costs."""
        support = support_of(self.s.stack[-1].source)
        f = self.s.frame_of(PLAYABLE[support].id)
        blocks = card != NONE
        key, weight, params = self._threat(support, f.target, f.amount)
        self.noted.add(weight, f"{'block' if blocks else 'let'}-{key}", **params)
        if not blocks:
            self.noted.add(0.5, "keeps-defence")
            return
        if self.s.pile:
            self.noted.add(0.4, "draws-at-once")
        other = next((half for half in self.table.halves(card) if self.e.support[half] == NO_SUPPORT), NONE)
        if other != NONE and self.table.next(self.seat, other):
            gain = self.table.gains(self.table.laid(self.seat, self.e.god[other], other, []), self.seat)
            self.noted.against(
                max(gain / 2, 0.4), "spends-half", half=self.table.half(other), points=self.table.count(gain)
            )

    def _threat(self, support: int, target: int, amount: int) -> tuple[str, float, dict[str, object]]:
        """The key, weight and words of what is about to happen to the seat."""
        active = self.by.seat(self.s.active)
        match SUPPORTS[support]:
            case "athena-token":
                return "token", abs(self.table.average()), {"player": active, "points": self.table.mean()}
            case "ares-theft":
                god, _, _ = self.p.place_of(amount)
                factor = 2 if god == self.p.god else 1
                if not self.table.knows(amount):  # only a position can bring that about
                    return "token", 1.0, {"player": active, "points": self.table.mean()}
                points = factor * FACE_POINTS[self.s.token_face[amount]]
                face = self.by.word(FACES[self.s.token_face[amount]])
                return (
                    "theft" if points > 0 else "bad-theft",
                    abs(points),
                    {"token": face, "points": self.table.count(points)},
                )
            case "athena-exchange":
                god, at = divmod(target, AREAS)
                points = self.table.gains(self.table.swapped(god, at, self.s.active), self.seat)
                return "exchange", abs(points) or 0.5, {"player": active, "points": self.table.signed(points)}
        losses = [-self.table.gains(self.table.without(self.seat, god), self.seat) for god in self.p.uncovered()]
        return "destruction", max(min(losses), 0.5), {"points": self.table.count(min(losses))}


# By verb: what looks at its words
_LOOKS: Final[dict[int, Callable[..., None]]] = {
    V_DRAW_PILE: Adviser._draw_pile,
    V_DRAW_DISCARD: Adviser._draw_discard,
    V_LET: Adviser._react,
    V_SEAT: Adviser._seat,
    V_WITH_SEAT: Adviser._with_seat,
    V_WITH: Adviser._with,
    V_GOD: Adviser._god,
    V_DESTROY: Adviser._destroy,
    V_LOCK: Adviser._lock,
    V_UNLOCK: Adviser._unlock,
    V_DIONYSUS: Adviser._dionysus,
    V_CHANGE: Adviser._change,
    V_PLACE: Adviser._place,
    V_EXCHANGE: Adviser._exchange,
    V_STEAL: Adviser._steal,
    V_DISCARD: Adviser._discard,
    V_KEEP: Adviser._tell_use,
    V_PUT: Adviser._put,
    V_SHIELD: Adviser._react,
    V_HECATE: Adviser._react,
    V_ADD: Adviser._add,
    V_SUPPORT: Adviser._support,
    V_TAKE: Adviser._take,
}
