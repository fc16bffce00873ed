"""The overview, the aid and the tables above and beside the rules, with the numbers of the game filled in."""

from __future__ import annotations

from pediment.core.guide import Guide, RuleTable, read_guide, read_table
from pediment.games.elysium.explain.captions import card_facts
from pediment.games.elysium.explain.speaker import ElysiumSpeaker
from pediment.games.elysium.rules.edition import EDITIONS
from pediment.games.elysium.rules.kinds import KINDS
from pediment.games.elysium.rules.score import CITIZEN_VP, FAMILY_LEGEND_VP, LEVEL_LEGEND_VP, PRESTIGE_VP
from pediment.games.elysium.rules.tables import IDS
from pediment.games.elysium.rules.vocabulary import (
    CARDS_OWED,
    EPOCHS,
    FAMILY_BONUS,
    INSTANT,
    LEVEL_BONUS,
    POWERS,
    TURNS,
)


def guide(by: ElysiumSpeaker) -> Guide:
    """The guide in the language of the speaker. Raises ValueError for a language that is not there."""
    return read_guide(by.texts, by.language, _values(), {"E10": _when_powers_start(by)})


def _values() -> dict[str, object]:
    """What the lines of overview and aid leave open."""
    incomplete = EDITIONS.standard.incomplete
    values: dict[str, object] = {
        "epochs": EPOCHS,
        "turns": TURNS,
        "cards": CARDS_OWED,
        "citizen": -CITIZEN_VP,
        "prestige": ", ".join(map(str, PRESTIGE_VP)),
        "incomplete_gold": incomplete.gold,
        "incomplete_transfers": incomplete.transfers,
        "tile_first": FAMILY_BONUS[0],
        "tile_second": FAMILY_BONUS[1],
    }
    for level, vp in enumerate(LEVEL_BONUS, 1):
        values[f"tile_{level}"] = vp
    for size, vp in enumerate(FAMILY_LEGEND_VP):
        values[f"family_{size}"] = vp
    for size, vp in enumerate(LEVEL_LEGEND_VP):
        values[f"level_{size}"] = vp
    return values


def _when_powers_start(by: ElysiumSpeaker) -> list[RuleTable]:
    """The tables of E10. An Instant is started only when it is copied: it has a table of its own."""
    started: list[tuple[str, str]] = []
    copied: list[tuple[str, str]] = []
    for card in IDS[:KINDS]:
        facts = card_facts(card, by, EDITIONS.standard)
        if facts["starts"]:
            rows = copied if facts["power"] == POWERS[INSTANT] else started
            rows.append((by.card(card), facts["starts"]))
    return [read_table(by.texts, by.language, "started", started), read_table(by.texts, by.language, "copied", copied)]
