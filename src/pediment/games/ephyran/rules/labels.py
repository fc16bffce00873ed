"""What an action is called: a phrase, that is a verb and its words as ints, which depends on the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pediment.core.engine.kernel import asking
from pediment.games.ephyran.io.log import card_id, half_id
from pediment.games.ephyran.rules.edition import EphyranEdition
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import (
    A_CARD,
    A_CHANGE_DIONYSUS,
    A_DIONYSUS,
    A_PLAY,
    A_TAKE,
    ANSWERS,
    AREAS,
    CARDS,
    DIONYSUS,
    DIONYSUS_AREA,
    GODS,
    HALVES,
    HECATE,
    MAX_TOKENS,
    NO_SUPPORT,
    SHIELD,
    SUPPORTS,
)

# Verbs, each with the kinds of its words
TEMPLATES: Final = [
    "draw pile",
    "draw discard",
    "let it happen",
    "seat {seat}",
    "with seat {seat}",
    "with {half}",
    "god {god}",
    "destroy {god}",
    "lock {god}",
    "unlock {god}",
    "dionysus {god}",
    "change {god} with {half}",
    "place {god} {n}",
    "exchange {god} {n}",
    "steal {god} {n} {n}",
    "discard {card}",
    "keep {card}",
    "put {card}",
    "shield {card}",
    "hecate {card}",
    "add {half}",
    "support {support} {card}",
    "take dionysus with {half}",
]
V_DRAW_PILE: Final = 0
V_DRAW_DISCARD: Final = 1
V_LET: Final = 2
V_SEAT: Final = 3
V_WITH_SEAT: Final = 4
V_WITH: Final = 5
V_GOD: Final = 6
V_DESTROY: Final = 7
V_LOCK: Final = 8
V_UNLOCK: Final = 9
V_DIONYSUS: Final = 10
V_CHANGE: Final = 11
V_PLACE: Final = 12
V_EXCHANGE: Final = 13
V_STEAL: Final = 14
V_DISCARD: Final = 15
V_KEEP: Final = 16
V_PUT: Final = 17
V_SHIELD: Final = 18
V_HECATE: Final = 19
V_ADD: Final = 20
V_SUPPORT: Final = 21
V_TAKE: Final = 22

# By block: what an answer says where no question makes a difference
_VERBS: Final = {
    "draw-pile": V_DRAW_PILE, "draw-discard": V_DRAW_DISCARD, "let": V_LET, "dionysus": V_DIONYSUS,
}  # fmt: skip
# By question: what an answer of the block says
_GOD_VERBS: Final = {"god": V_GOD, "destroy": V_DESTROY, "lock": V_LOCK, "unlock": V_UNLOCK}
_AREA_VERBS: Final = {"place": V_PLACE, "exchange": V_EXCHANGE}
_CARD_VERBS: Final = {"keep": V_KEEP, "put": V_PUT}
_DEFENCE_VERBS: Final = {SHIELD: V_SHIELD, HECATE: V_HECATE}


def phrase(s: EphyranState, action: int) -> tuple[int, ...]:
    """An action of the pending question as a verb and its words."""
    asked = asking(s)
    if asked in ("action", "again"):
        return action_words(s, action)[1:]
    block = ANSWERS.block_of(action)
    n = action - block.start
    match block.name:
        case "play":
            return V_WITH, n
        case "card":
            return (_DEFENCE_VERBS[s.stack[-1].amount] if asked == "reactions" else _CARD_VERBS[asked]), n
        case "token":
            victim = s.players[s.stack[-1].target]
            god, at, j = victim.place_of(victim.stealable()[n])
            return V_STEAL, god, at + 1, j + 1
        case "area":
            god, at = divmod(n, AREAS)
            return _AREA_VERBS[asked], god, at + 1
        case "with-dionysus":
            return V_WITH, DIONYSUS_AREA
        case "god":
            return _GOD_VERBS[asked], n
        case "seat":
            return (V_WITH_SEAT if asked == "exchange with" else V_SEAT), n
    verb = _VERBS[block.name]
    return (verb,) if block.size == 1 else (verb, n)


def action_words(s: EphyranState, action: int) -> tuple[int, ...]:
    """The same for the questions that are asked most, which action and which further one, behind the seat."""
    seat = s.to_move
    if action >= A_TAKE:
        return seat, V_TAKE, action - A_TAKE
    if action >= A_PLAY:
        return _play(s, seat, action - A_PLAY)
    if action >= A_CARD:
        return seat, V_DISCARD, action - A_CARD
    if action >= A_CHANGE_DIONYSUS:
        return seat, V_CHANGE, action - A_CHANGE_DIONYSUS, DIONYSUS_AREA
    return seat, V_DIONYSUS, action - A_DIONYSUS


def _play(s: EphyranState, seat: int, half: int) -> tuple[int, ...]:
    e = s.edition
    if e.support[half] != NO_SUPPORT:
        return seat, V_SUPPORT, e.support[half], half // 2
    if e.number[half] == len(s.players[seat].areas[e.god[half]]):
        return seat, V_CHANGE, e.god[half], half
    return seat, V_ADD, half


def text_of(words: tuple[int, ...]) -> str:
    """The label of a phrase."""
    label = TEMPLATES[words[0]]
    for value in words[1:]:
        kind = label[label.index("{") + 1 : label.index("}")]
        label = label.replace("{" + kind + "}", _word(kind, value), 1)
    return label


def _word(kind: str, value: int) -> str:
    if kind == "god":
        return GODS[value]
    if kind == "half":
        return half_id(value).lower()
    if kind == "card":
        return card_id(value).lower()
    return SUPPORTS[value] if kind == "support" else str(value)


def all_labels(e: EphyranEdition) -> list[str]:
    """Every label that a question can offer, with the halves of this edition."""
    found: list[str] = []
    for verb in range(len(TEMPLATES)):
        found += [text_of((verb, *words)) for words in _words(verb, e)]
    return found


def _words(verb: int, e: EphyranEdition) -> Sequence[tuple[int, ...]]:
    """All that the words of a verb can be."""
    halves = [half for half in range(HALVES) if e.support[half] == NO_SUPPORT]
    if verb == V_SUPPORT:
        return [(e.support[half], half // 2) for half in range(HALVES) if e.support[half] != NO_SUPPORT]
    if verb == V_CHANGE:
        return [(e.god[half], half) for half in halves] + [(god, DIONYSUS_AREA) for god in range(AREAS)]
    if verb == V_STEAL:
        return [(g, n, j) for g in range(AREAS) for n in range(1, AREAS + 1) for j in range(1, MAX_TOKENS + 1)]
    words: list[tuple[int, ...]] = [()]
    for kind in re.findall(r"{(\w+)}", TEMPLATES[verb]):
        values = {
            "seat": list(range(AREAS)),
            "god": list(range(AREAS)),
            "n": list(range(1, AREAS + 1)),
            "half": [*halves, DIONYSUS_AREA] if verb == V_WITH else halves,
            "card": list(range(CARDS)) + [DIONYSUS] * (verb == V_DISCARD),
        }[kind]
        words = [(*before, value) for before in words for value in values]
    return words


def public_text(words: tuple[int, ...], own: bool) -> str:
    """The label as others see it: which card is kept stays hidden."""
    return "keep" if words[0] == V_KEEP and not own else text_of(words)
