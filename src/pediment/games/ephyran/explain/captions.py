"""Words for the screen: captions of actions, prompts, log lines, in any language of the catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pediment.core.engine.kernel import asking
from pediment.games.ephyran.io.log import card_id, half_id, half_of_id
from pediment.games.ephyran.rules.edition import CARD_OF_ID
from pediment.games.ephyran.rules.labels import TEMPLATES, V_SUPPORT, phrase
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import DIONYSUS_AREA, FACES, GODS, NO_SUPPORT, NONE, SUPPORTS

if TYPE_CHECKING:
    from pediment.games.ephyran.explain.speaker import EphyranSpeaker


def caption(s: EphyranState, action: int, by: EphyranSpeaker) -> str:
    """An action in words."""
    verb, *values = phrase(s, action)
    key = label_key(verb)
    kinds = [part.split("}")[0] for part in TEMPLATES[verb].split("{")[1:]]
    params: dict[str, object] = {}
    for kind, value in zip(kinds, values, strict=True):
        if kind == "half":
            params[kind] = by.half(value)
            if value != DIONYSUS_AREA:  # many halves are alike; which one it is, the other half tells
                other = by.half(value ^ 1)
                params[kind] = by.say("words.half-of", half=params[kind], other=other)
        elif kind == "card":
            support = values[0] if verb == V_SUPPORT else SUPPORTS.index(key) if key in SUPPORTS else NO_SUPPORT
            params[kind] = by.card(value, support)
        elif kind == "seat":
            params[kind] = by.seat(value)
        elif kind == "n":
            params["j" if "n" in params else "n"] = value
        else:
            params[kind] = by.word((GODS if kind == "god" else SUPPORTS)[value])
    return by.say(f"labels.{key}", **params)


def label_key(verb: int) -> str:
    """The entry of the catalogue for a verb: its label without the words that vary."""
    words = [part for part in TEMPLATES[verb].split() if "{" not in part]
    return "-".join(words) or "half"


def prompt(s: EphyranState, by: EphyranSpeaker) -> str:
    """The pending question in words."""
    return by.say(f"prompts.{asking(s).replace(' ', '-')}")


def log_line(entry: dict[str, Any], by: EphyranSpeaker) -> str:
    """A log entry of a view in words, with the Support that caused it."""
    params: dict[str, Any] = {}
    for field, value in entry.items():
        if field in ("seat", "to"):
            params[field] = by.seat(value)
        elif field in ("god", "support") or value == "dionysus":
            params[field] = by.word(value)
        elif field == "half":
            params[field] = _creature(value, by)
        elif field == "card":
            support = SUPPORTS.index(entry["support"]) if "support" in entry else NO_SUPPORT
            params[field] = by.card(CARD_OF_ID[value], support)
        else:
            params[field] = value
    text = by.happened(entry, **params)
    return f"{text} [{by.word(_support_of(entry['rule']))}]" if entry["cause"] else text


def _creature(half: str, by: EphyranSpeaker) -> str:
    """A half where the god is named beside it: "Siren (1, owl +1)"."""
    e, area = by.edition, half_of_id(half)
    token = "" if e.printed[area] == NONE else f", {by.word(FACES[e.printed[area]])}"
    return f"{by.creature(area)} ({e.number[area]}{token})"


def _support_of(rule: str) -> str:
    """The Support of a rule: "ares-theft" of Y4.4."""
    return SUPPORTS[int(rule.partition(".")[2]) - 1]


def card_facts(card: str, by: EphyranSpeaker) -> dict[str, Any]:
    """Everything about a card. Raises KeyError for an unknown id."""
    if card.lower() == "dionysus":
        texts = by.section("supports")["dionysus"]
        return {"id": "dionysus", "name": by.word("dionysus"), "halves": [], "text": texts, "copies": 4}
    e, number = by.edition, CARD_OF_ID[card.upper()]
    halves = []
    texts_of = by.section("supports")
    for half in (2 * number, 2 * number + 1):
        facts: dict[str, Any] = {"id": half_id(half), "name": by.half(half)}
        if e.support[half] != NO_SUPPORT:
            facts |= {"support": SUPPORTS[e.support[half]], "text": texts_of[SUPPORTS[e.support[half]]]}
        else:
            printed = None if e.printed[half] == NONE else FACES[e.printed[half]]
            facts |= {
                "god": GODS[e.god[half]],
                "god_name": by.word(GODS[e.god[half]]),
                "number": e.number[half],
                "creature": e.creature[half],
                "creature_name": by.creature(half),
                "token": printed,
                "token_name": printed and by.word(printed),
            }
        halves.append(facts)
    name = " / ".join(str(facts["name"]) for facts in halves)
    text = " ".join(str(facts["text"]) for facts in halves if "text" in facts)
    return {"id": card_id(number), "name": name, "halves": halves, "text": text, "copies": 1}
