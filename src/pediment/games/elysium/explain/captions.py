"""Words for the screen: captions of actions, prompts, log lines, in any language of the catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.kernel import asking
from pediment.games.elysium.rules.cards.athena import OfferCitizen
from pediment.games.elysium.rules.edition import ElysiumEdition
from pediment.games.elysium.rules.effects import GoldOrVp
from pediment.games.elysium.rules.kinds import CITIZEN_KIND
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, ELEUSIS, FAMILY, IDS, KIND, KIND_OF_ID, LEVEL, POWER
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import (
    ANSWERS,
    COLOURS,
    FAMILIES,
    GOLD,
    NONE,
    POWERS,
)

if TYPE_CHECKING:
    from pediment.games.elysium.explain.speaker import ElysiumSpeaker


def caption(s: ElysiumState, action: int, by: ElysiumSpeaker) -> str:
    """An action in words."""
    block = ANSWERS.block_of(action)
    n = action - block.start
    match block.name:
        case "quest" | "level" | "convert-gold" | "convert-vp":
            params: dict[str, object] = {"n": n + 1}
        case "dismiss":
            params = {"colour": by.word(COLOURS[n])}
        case "swap":
            given, got = divmod(n, 4)
            params = {"colour": by.word(COLOURS[given]), "other": by.word(COLOURS[got])}
        case "legend":
            params = {"n": n + 1, "cards": _legend(s, n, by)}
        case "take" | "use" | "choose" | "discard":
            params = {"card": by.card(IDS[n])}
        case "transfer":
            params = {"card": by.card(IDS[n])}
            cost = _cost(s, n)
            if cost != NONE:
                return by.say("labels.transfer-for", n=cost, **params)
        case "yes":
            params = {"n": price(s)}
        case _:
            params = {}
    return by.say(f"labels.{block.name}", **params)


def prompt(s: ElysiumState, by: ElysiumSpeaker) -> str:
    """The pending question in words."""
    params: dict[str, Any] = {}
    if s.stack:
        f = s.stack[-1]
        effect: object = EFFECTS[f.effect]
        params["n"] = f.amount
        if isinstance(effect, OfferCitizen):
            params["n"] = effect.cost(s)
        elif isinstance(effect, GoldOrVp):
            params["n"], params["vp"] = effect.offered(s, f)
        params["gold"] = s.players[f.actor].purse[GOLD]
        if f.source >= 0:
            params["source"] = by.card(IDS[KIND[f.source]])
        if asking(s) == "point":
            params["player"] = by.seat(f.target)
        elif asking(s) in ("legend", "exchange-legend"):
            params["target"] = by.card(IDS[KIND[f.target]])
    return by.say(f"prompts.{asking(s)}", **params)


def log_line(entry: dict[str, Any], by: ElysiumSpeaker) -> str:
    """A log entry of a view in words, with its cause."""
    params: dict[str, Any] = {}
    for field, value in entry.items():
        if field in ("seat", "to"):
            params[field] = by.seat(value)
        elif field == "card":
            params[field] = by.card(value)
        elif field == "cards":
            params[field] = ", ".join(by.card(card) for card in value)
        elif field in ("colour", "other", "counter", "into", "family"):
            params[field] = by.word(value)
        else:
            params[field] = value
    text = by.happened(entry, **params)
    return f"{text} [{by.card(entry['cause'])}]" if entry["cause"] else text


def card_facts(card: str, by: ElysiumSpeaker, edition: ElysiumEdition) -> dict[str, Any]:
    """Everything about a kind of card of an edition. Raises KeyError for an unknown id."""
    kind = KIND_OF_ID[card]
    first = CARDS_OF_KIND[kind][0]
    texts = by.section("cards")[card]
    own = by.texts.catalogue(by.language).get("cards", {}).get(card, {})  # a shorter wording of English is no help
    power = POWERS[POWER[first]]
    return {
        "id": card,
        "name": texts["name"],
        "family": FAMILIES[FAMILY[first]],
        "family_name": by.word(FAMILIES[FAMILY[first]]),
        "level": LEVEL[first],
        "copies": len(CARDS_OF_KIND[kind]),
        "power": power,
        "power_name": by.word(power),
        "eleusis": ELEUSIS[first],
        "text": by.of_card(card, texts["power"], edition),
        "short": by.of_card(card, own.get("short", texts["power"]), edition),
        "rulings": by.of_card(card, texts["notes"], edition),
        "starts": by.of_card(card, texts.get("starts", ""), edition),
        "condition": edition.conditions[kind],
    }


def price(s: ElysiumState) -> int:
    """The Gold that what is offered now costs; the usual price while nothing is."""
    effect: object = EFFECTS[s.stack[-1].effect] if s.stack else None
    return effect.cost(s) if isinstance(effect, OfferCitizen) else 1


def _cost(s: ElysiumState, kind: int) -> int:
    """What the transfer of that card costs now; NONE for a Citizen, whose cost depends on the Legend (E7.4)."""
    effect: object = EFFECTS[s.stack[-1].effect] if s.stack else None
    if kind == CITIZEN_KIND or not isinstance(effect, Transfer):
        return NONE
    return effect.cost(s, LEVEL[CARDS_OF_KIND[kind][0]])


def _legend(s: ElysiumState, place: int, by: ElysiumSpeaker) -> str:
    legends = s.players[s.to_move].legends
    return ", ".join(by.card(IDS[KIND[card]]) for card in legends[place]) if place < len(legends) else ""
