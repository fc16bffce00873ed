"""Words for the screen: captions of actions, prompts, log lines, in any language of the catalogues."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pediment.core.kernel import asking
from pediment.core.texts import Texts
from pediment.games.ephyran.io.log import card_id, half_id, half_of_id
from pediment.games.ephyran.rules.edition import CARD_OF_ID, EphyranEdition
from pediment.games.ephyran.rules.labels import TEMPLATES, V_SUPPORT, phrase
from pediment.games.ephyran.rules.state import EphyranState
from pediment.games.ephyran.rules.vocabulary import DIONYSUS, DIONYSUS_AREA, FACES, GODS, NO_SUPPORT, NONE, SUPPORTS

TEXTS: Final = Texts(Path(__file__).parents[1] / "data" / "texts")


def word(language: str, name: str) -> str:
    """A single word: a god, a Support, a token."""
    return TEXTS.say(language, f"words.{name}")


def seat_name(language: str, seat: int, names: list[str] | None = None) -> str:
    """The player's name, or "Player 1"."""
    return names[seat] if names else TEXTS.say(language, "words.player", n=seat + 1)


def creature_name(language: str, half: int, e: EphyranEdition) -> str:
    """The creature of a half; an edition may have others than the catalogue."""
    name: str = TEXTS.section(language, "creatures").get(e.creature[half], e.creature[half])
    return name


def half_name(language: str, half: int, e: EphyranEdition) -> str:
    """A half in words: "Siren, Poseidon 1, owl +1"."""
    if half == DIONYSUS_AREA:
        return word(language, "dionysus")
    if e.support[half] != NO_SUPPORT:
        return word(language, SUPPORTS[e.support[half]])
    words = [f"{creature_name(language, half, e)}, {word(language, GODS[e.god[half]])} {e.number[half]}"]
    if e.printed[half] != NONE:
        words.append(word(language, FACES[e.printed[half]]))
    return ", ".join(words)


def card_name(language: str, card: int, e: EphyranEdition, named: int = NO_SUPPORT) -> str:
    """Both halves of a card, such as "Siren, Poseidon 1, owl +1 / Castor & Pollux"; without a Support named already."""
    if card == DIONYSUS:
        return word(language, "dionysus")
    halves = [half for half in (2 * card, 2 * card + 1) if named == NO_SUPPORT or e.support[half] != named]
    return " / ".join(half_name(language, half, e) for half in halves)


def caption(s: EphyranState, action: int, language: str, names: list[str] | None) -> str:
    """An action in words."""
    verb, *values = phrase(s, action)
    kinds = [part.split("}")[0] for part in TEMPLATES[verb].split("{")[1:]]
    params: dict[str, object] = {}
    for kind, value in zip(kinds, values, strict=True):
        if kind == "half":
            params[kind] = half_name(language, value, s.edition)
            if value != DIONYSUS_AREA:  # many halves are alike; which one it is, the other half tells
                other = half_name(language, value ^ 1, s.edition)
                params[kind] = TEXTS.say(language, "words.half-of", half=params[kind], other=other)
        elif kind == "card":
            support = values[0] if verb == V_SUPPORT else NO_SUPPORT
            params[kind] = card_name(language, value, s.edition, support)
        elif kind == "seat":
            params[kind] = seat_name(language, value, names)
        elif kind == "n":
            params["j" if "n" in params else "n"] = value
        else:
            params[kind] = word(language, (GODS if kind == "god" else SUPPORTS)[value])
    return TEXTS.say(language, f"labels.{label_key(verb)}", **params)


def label_key(verb: int) -> str:
    """The entry of the catalogue for a verb: its label without the words that vary."""
    words = [part for part in TEMPLATES[verb].split() if "{" not in part]
    return "-".join(words) or "half"


def prompt(s: EphyranState, language: str) -> str:
    """The pending question in words."""
    return TEXTS.say(language, f"prompts.{asking(s).replace(' ', '-')}")


def log_line(entry: dict[str, Any], language: str, names: list[str] | None, e: EphyranEdition) -> str:
    """A log entry of a view in words, with the Support that caused it."""
    params: dict[str, Any] = {}
    for field, value in entry.items():
        if field in ("seat", "to"):
            params[field] = seat_name(language, value, names)
        elif field in ("god", "support") or value == "dionysus":
            params[field] = word(language, value)
        elif field == "half":
            params[field] = _creature(language, value, e)
        elif field == "card":
            support = SUPPORTS.index(entry["support"]) if "support" in entry else NO_SUPPORT
            params[field] = card_name(language, CARD_OF_ID[value], e, support)
        else:
            params[field] = value
    text = TEXTS.say(language, f"log.{entry['event']}", **params)
    return f"{text} [{word(language, _support_of(entry['rule']))}]" if entry["cause"] else text


def _creature(language: str, half: str, e: EphyranEdition) -> str:
    """A half where the god is named beside it: "Siren (1, owl +1)"."""
    area = half_of_id(half)
    token = "" if e.printed[area] == NONE else f", {word(language, FACES[e.printed[area]])}"
    return f"{creature_name(language, area, e)} ({e.number[area]}{token})"


def _support_of(rule: str) -> str:
    """The Support of a rule: "ares-theft" of Y4.4."""
    return SUPPORTS[int(rule.partition(".")[2]) - 1]


def card_facts(card: str, language: str, e: EphyranEdition) -> dict[str, Any]:
    """What is to know about a card. Raises KeyError for an unknown id."""
    if card.lower() == "dionysus":
        texts = TEXTS.section(language, "supports")["dionysus"]
        return {"id": "dionysus", "name": word(language, "dionysus"), "halves": [], "text": texts, "copies": 4}
    number = CARD_OF_ID[card.upper()]
    halves = []
    texts_of = TEXTS.section(language, "supports")
    for half in (2 * number, 2 * number + 1):
        facts: dict[str, Any] = {"id": half_id(half), "name": half_name(language, half, e)}
        if e.support[half] != NO_SUPPORT:
            facts |= {"support": SUPPORTS[e.support[half]], "text": texts_of[SUPPORTS[e.support[half]]]}
        else:
            printed = None if e.printed[half] == NONE else FACES[e.printed[half]]
            facts |= {
                "god": GODS[e.god[half]],
                "god_name": word(language, GODS[e.god[half]]),
                "number": e.number[half],
                "creature": e.creature[half],
                "creature_name": creature_name(language, half, e),
                "token": printed,
                "token_name": printed and word(language, printed),
            }
        halves.append(facts)
    name = " / ".join(str(facts["name"]) for facts in halves)
    text = " ".join(str(facts["text"]) for facts in halves if "text" in facts)
    return {"id": card_id(number), "name": name, "halves": halves, "text": text, "copies": 1}
