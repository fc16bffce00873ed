"""Why a move is not allowed: the rule and a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pediment.core.engine.kernel import asking
from pediment.core.errors import WhyNot
from pediment.games.ephyran.io.log import half_of_id
from pediment.games.ephyran.rules.edition import CARD_OF_ID
from pediment.games.ephyran.rules.flow import PLAYABLE, dionysus_owners
from pediment.games.ephyran.rules.labels import TEMPLATES
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import AREAS, DIONYSUS, GODS, NO_SUPPORT, NONE, SUPPORTS

if TYPE_CHECKING:
    from pediment.games.ephyran.explain.speaker import EphyranSpeaker

_WORDS: Final = {
    "seat": r"(?P<seat>[0-3])",
    "half": r"(?P<half>t[st]\d\d[ab]|dionysus)",
    "card": r"(?P<card>t[st]\d\d|dionysus)",
    "god": f"(?P<god>{'|'.join(GODS)})",
    "n": r"[1-9]\d?",
    "support": f"(?P<support>{'|'.join(SUPPORTS)})",
}
_RULES: Final = {
    "god": "Y2.1", "take from": "Y6.3", "lay": "Y6.3", "draw": "Y3.1", "keep": "Y4.2", "put": "Y4.2",
    "theft from": "Y4.4", "steal": "Y4.4", "place": "Y5.1", "exchange": "Y4.5", "exchange with": "Y4.5",
    "destruction of": "Y4.6", "destroy": "Y4.6", "lock": "Y4.7", "unlock of": "Y4.8", "unlock": "Y4.8",
    "reactions": "Y4.9",
}  # fmt: skip
# by question: the first words of its labels
_VERBS: Final = {
    "god": ["god"], "take from": ["seat"], "lay": ["dionysus"], "draw": ["draw"], "keep": ["keep"], "put": ["put"],
    "theft from": ["seat"], "steal": ["steal"], "place": ["place"], "exchange": ["exchange"],
    "exchange with": ["with"], "destruction of": ["seat"], "destroy": ["destroy"], "lock": ["lock"],
    "unlock of": ["seat"], "unlock": ["unlock"], "reactions": ["shield", "hecate", "let"],
}  # fmt: skip
_ACTIONS: Final = ["add", "dionysus", "take", "change", "support", "discard"]


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", lambda found: _WORDS[found[1]], template))


_PATTERNS: Final = [_pattern(template) for template in TEMPLATES]


class Refuser:
    """Finds the first rule in the way of a label."""

    def __init__(self, s: EphyranState, by: EphyranSpeaker) -> None:
        self.s = s
        self.by = by
        self.asking = asking(s)

    def refuse_label(self, text: str) -> WhyNot:
        """Why this text, lower case and no legal label, is forbidden."""
        for pattern in _PATTERNS:
            found = pattern.fullmatch(text)
            if found:
                return self.refuse(text.split()[0], found.groupdict())
        return WhyNot("", self.by.say("errors.unknown-move"))

    def refuse_action(self) -> WhyNot:
        """Why an action that is not among the answers is forbidden."""
        if self.asking == "over":
            return self.why("Y7.1", "over")
        return self.first() if self.asking in _RULES else self.why("Y3.1", "support-when")

    def first(self) -> WhyNot:
        """What has to be chosen before anything else can be done."""
        return self.why(_RULES[self.asking], f"first-{self.asking.replace(' ', '-')}")

    def why(self, rule: str, key: str, **params: object) -> WhyNot:
        """A refusal in words."""
        return WhyNot(rule, self.by.say(f"refusals.{key}", **params))

    def refuse(self, verb: str, words: dict[str, str | None]) -> WhyNot:
        """Go by the question, then by what the label wants to do."""
        s = self.s
        if self.asking == "over":
            return self.why("Y7.1", "over")
        if self.asking not in ("action", "again"):
            return self.choice(words) if verb in _VERBS[self.asking] else self.first()
        if verb not in _ACTIONS:
            return self.no_action(verb)
        card = self.card(words, verb)
        if card not in s.players[s.to_move].hand:
            return self.why("Y3.1", "not-in-hand", card=self.named(words, card))
        if verb == "support":
            return self.support(words, card)
        if verb == "take":
            return self.take(words)
        return self.lay(verb, words, card)

    def choice(self, words: dict[str, str | None]) -> WhyNot:
        """An answer to this question that is not possible."""
        if self.asking == "lay":
            return self.no_room(GODS.index(words["god"] or ""), "Y6.3")
        return self.why(_RULES[self.asking], f"not-{self.asking.replace(' ', '-')}")

    def no_action(self, verb: str) -> WhyNot:
        """On a turn, what is no action: it belongs to another moment."""
        if verb == "draw":
            return self.why("Y4.1", "no-draw-again") if self.asking == "again" else self.why("Y3.1", "act-first")
        if verb == "god":
            return self.why("Y2.1", "gods-chosen")
        if verb in _VERBS["reactions"]:
            return self.why("Y4.9", "block-when")
        return self.why("Y3.1", "support-when")

    def card(self, words: dict[str, str | None], verb: str) -> int:
        """The hand card that the label names."""
        name = words.get("card") or words.get("half") or "dionysus"
        if name == "dionysus":
            return DIONYSUS
        return CARD_OF_ID.get(name[:4].upper(), NONE)

    def support(self, words: dict[str, str | None], card: int) -> WhyNot:
        """A Support that cannot be played (Y9)."""
        name = words["support"] or ""
        support = SUPPORTS.index(name)
        if card == DIONYSUS or support not in self.s.edition.support[2 * card : 2 * card + 2]:
            return self.why("Y1.3", "no-such-half", card=self.named(words, card))
        if self.asking == "again":
            return self.why("Y4.1", "no-support-again")
        assert not PLAYABLE[support].playable(self.s, self.s.to_move, card)
        starts = self.by.say(f"starts.{name}")
        return self.why("Y9", "no-effect", support=self.by.word(name), starts=starts)

    def take(self, words: dict[str, str | None]) -> WhyNot:
        """Taking a Dionysus (Y6.3)."""
        s = self.s
        half = self.half(words)
        if half == NONE or s.edition.support[half] != NO_SUPPORT:
            return self.why("Y6.3", "no-territory-half", half=self.named(words, DIONYSUS))
        if not any(s.players[s.to_move].open(god) for god in range(AREAS)):
            return self.why("Y6.3", "no-room")
        assert not dionysus_owners(s, s.to_move, half)
        return self.why("Y6.3", "no-dionysus-there", half=self.named(words, DIONYSUS))

    def half(self, words: dict[str, str | None]) -> int:
        """The half that the label names, NONE for a Dionysus."""
        name = words.get("half") or "dionysus"
        return NONE if name == "dionysus" else half_of_id(name)

    def named(self, words: dict[str, str | None], card: int) -> str:
        """That half, or else that card, in words; one that is not there as it was written."""
        if card == NONE:
            return str(words.get("card") or words.get("half"))
        half = self.half(words)
        return self.by.card(card) if half == NONE else self.by.half(half)

    def lay(self, verb: str, words: dict[str, str | None], card: int) -> WhyNot:
        """Adding or changing an area (Y3.3, Y3.4)."""
        e = self.s.edition
        p = self.s.players[self.s.to_move]
        half = self.half(words)
        rule = "Y3.4" if verb == "change" else "Y3.3"
        if half != NONE and e.support[half] != NO_SUPPORT:
            return self.why("Y1.3", "no-territory-half", half=self.named(words, card))
        if half == NONE and "god" not in words:  # "add dionysus" names no territory
            return WhyNot("", self.by.say("errors.unknown-move"))
        god = GODS.index(words.get("god") or GODS[e.god[half]])
        name = self.by.word(GODS[god])
        if p.locks[god] != NONE or (verb != "change" and len(p.areas[god]) == AREAS):
            return self.no_room(god, rule)
        if verb == "change" and not p.areas[god]:
            return self.why(rule, "territory-empty", god=name)
        if verb == "change":
            return self.why(rule, "no-such-place", half=self.named(words, card), n=len(p.areas[god]), god=name)
        return self.why(rule, "not-next", half=self.named(words, card), n=len(p.areas[god]) + 1, god=name)

    def no_room(self, god: int, rule: str) -> WhyNot:
        """A territory to which nothing can be added, by this rule or because it is locked."""
        name = self.by.word(GODS[god])
        if self.s.players[self.s.to_move].locks[god] != NONE:
            return self.why("Y4.7", "locked", god=name)
        return self.why(rule, "territory-full", god=name)
