"""Words for the screen: captions of actions, prompts, log lines, in any language of the catalogues."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from pediment.core.effect import EFFECTS
from pediment.core.kernel import asking
from pediment.core.texts import Texts
from pediment.games.elysium.rules.kinds import CITIZEN_KIND
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, ELEUSIS, FAMILY, IDS, KIND, KIND_OF_ID, LEVEL, POWER
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import (
    A_DISMISS,
    A_LEGEND,
    A_LEVEL,
    A_NEW_LEGEND,
    A_QUEST,
    A_SWAP,
    A_TAKE,
    ANSWERS,
    COLOURS,
    FAMILIES,
    GOLD,
    LETTERS,
    MOST_CONVERTED,
    MOST_LEGENDS,
    NONE,
    PLAIN_LABELS,
    POWERS,
)

TEXTS: Final = Texts(Path(__file__).parents[1] / "data" / "texts")
_PLAIN_KEYS: Final = [
    "pass", "citizen", "end-turn", "stop", "yes", "no", "gold", "vp", "draw", "pay",
]  # fmt: skip


def labels() -> list[str]:
    """The label of every action of the vocabulary, in its order."""
    found = PLAIN_LABELS[:]
    found += [f"quest {n}" for n in range(1, 5)]
    found += [f"dismiss {colour}" for colour in COLOURS]
    found += [f"level {n}" for n in range(1, 4)]
    found += [f"legend {n}" for n in range(1, MOST_LEGENDS + 1)] + ["new legend"]
    found += [f"swap {given} for {got}" for given in COLOURS for got in COLOURS]
    for verb in ("take", "use"):
        found += [f"{verb} {card}" for card in IDS[:CITIZEN_KIND]]
    for verb in ("choose", "discard", "transfer"):
        found += [f"{verb} {card}" for card in IDS]
    for counter in ("gold", "vp"):
        found += [f"convert {n} {counter}" for n in range(1, MOST_CONVERTED + 1)]
    return found


def word(language: str, name: str) -> str:
    """A single word: a colour, a family, a counter."""
    return TEXTS.say(language, f"words.{name}")


def card_name(language: str, card: str) -> str:
    """The name of a card by its id; names that all families share get their family's."""
    if card == "citizen":
        return word(language, "citizen")
    name: str = TEXTS.section(language, "cards")[card]["name"]
    family, _, slug = card.partition(".")
    return f"{name} ({word(language, family)})" if slug in ("assembly", "initiation") else name


def seat_name(language: str, seat: int, names: list[str] | None = None) -> str:
    """The player's name, or "Player 1"."""
    return names[seat] if names else TEXTS.say(language, "words.player", n=seat + 1)


def caption(s: ElysiumState, action: int, language: str) -> str:
    """An action in words."""
    if action < len(_PLAIN_KEYS):
        return TEXTS.say(language, f"labels.{_PLAIN_KEYS[action]}")
    if action > ANSWERS.convert_gold:
        counter, base = ("vp", ANSWERS.convert_vp) if action > ANSWERS.convert_vp else ("gold", ANSWERS.convert_gold)
        return TEXTS.say(language, f"labels.convert-{counter}", n=action - base)
    for verb, base in (
        ("transfer", ANSWERS.transfer),
        ("discard", ANSWERS.discard),
        ("choose", ANSWERS.choose),
        ("use", ANSWERS.use),
        ("take", A_TAKE),
    ):
        if action >= base:
            kind = action - base
            cost = _cost(s, kind) if verb == "transfer" else NONE
            key = "labels.transfer-for" if cost != NONE else f"labels.{verb}"
            return TEXTS.say(language, key, card=card_name(language, IDS[kind]), n=cost)
    if action >= A_SWAP:
        given, got = divmod(action - A_SWAP, 4)
        colour, other = word(language, COLOURS[given]), word(language, COLOURS[got])
        return TEXTS.say(language, "labels.swap", colour=colour, other=other)
    if action == A_NEW_LEGEND:
        return TEXTS.say(language, "labels.new-legend")
    if action > A_LEGEND:
        n = action - A_LEGEND
        return TEXTS.say(language, "labels.legend", n=n, cards=_legend(s, n, language))
    if action > A_LEVEL:
        return TEXTS.say(language, "labels.level", n=action - A_LEVEL)
    if action >= A_DISMISS:
        return TEXTS.say(language, "labels.dismiss", colour=word(language, COLOURS[action - A_DISMISS]))
    return TEXTS.say(language, "labels.quest", n=action - A_QUEST)


def prompt(s: ElysiumState, language: str, names: list[str] | None) -> str:
    """The pending question in words."""
    params: dict[str, Any] = {}
    if s.stack:
        f = s.stack[-1]
        params["n"] = f.amount
        params["gold"] = s.players[f.actor].purse[GOLD]
        if f.source >= 0:
            params["source"] = card_name(language, IDS[KIND[f.source]])
        if asking(s) == "point":
            params["player"] = seat_name(language, f.target, names)
        elif asking(s) in ("legend", "exchange-legend"):
            params["target"] = card_name(language, IDS[KIND[f.target]])
    return TEXTS.say(language, f"prompts.{asking(s)}", **params)


def log_line(entry: dict[str, Any], language: str, names: list[str] | None) -> str:
    """A log entry of a view in words, with its cause."""
    params: dict[str, Any] = {}
    for field, value in entry.items():
        if field in ("seat", "to"):
            params[field] = seat_name(language, value, names)
        elif field == "card":
            params[field] = card_name(language, value)
        elif field == "cards":
            params[field] = ", ".join(card_name(language, card) for card in value)
        elif field in ("colour", "other", "counter", "into", "family"):
            params[field] = word(language, value)
        else:
            params[field] = value
    text = TEXTS.say(language, f"log.{entry['event']}", **params)
    return f"{text} [{card_name(language, entry['cause'])}]" if entry["cause"] else text


def condition(text: str, language: str) -> str:
    """A condition in words: "red, any other column"."""
    words = ["any-column" if letter == "*" else COLOURS[LETTERS.index(letter)] for letter in text]
    return f" {word(language, 'and')} ".join(word(language, name) for name in words)


def card_facts(card: str, language: str) -> dict[str, Any]:
    """What is to know about a kind of card but its condition. Raises KeyError for an unknown id."""
    kind = KIND_OF_ID[card]
    first = CARDS_OF_KIND[kind][0]
    texts = TEXTS.section(language, "cards")[card]
    own = TEXTS.catalogues.get(language, {}).get("cards", {}).get(card, {})  # a shorter wording of English is no help
    power = POWERS[POWER[first]]
    return {
        "id": card,
        "name": texts["name"],
        "family": FAMILIES[FAMILY[first]],
        "family_name": word(language, FAMILIES[FAMILY[first]]),
        "level": LEVEL[first],
        "copies": len(CARDS_OF_KIND[kind]),
        "power": power,
        "power_name": word(language, power),
        "eleusis": ELEUSIS[first],
        "text": texts["power"],
        "short": own.get("short", texts["power"]),
        "rulings": texts["notes"],
        "starts": texts.get("starts", ""),
    }


def _cost(s: ElysiumState, kind: int) -> int:
    """What the transfer of that card costs now; NONE for a Citizen, whose cost depends on the Legend (E7.4)."""
    effect: object = EFFECTS[s.stack[-1].effect] if s.stack else None
    if kind == CITIZEN_KIND or not isinstance(effect, Transfer):
        return NONE
    return effect.cost(LEVEL[CARDS_OF_KIND[kind][0]])


def _legend(s: ElysiumState, n: int, language: str) -> str:
    legends = s.players[s.to_move].legends
    return ", ".join(card_name(language, IDS[KIND[card]]) for card in legends[n - 1]) if n <= len(legends) else ""
