"""What a seat may know (E9). Everything but faces of Citizens and the order of decks is public, to spectators too."""

from __future__ import annotations

from typing import Any

from pediment.core.engine.kernel import asking
from pediment.core.engine.state import OVER
from pediment.core.engine.vecs import listed
from pediment.games.elysium.io.log import EVENTS
from pediment.games.elysium.rules.edition import Quest
from pediment.games.elysium.rules.score import scores, tiles
from pediment.games.elysium.rules.state import ElysiumState, Player
from pediment.games.elysium.rules.tables import IDS, KIND, POWER
from pediment.games.elysium.rules.vocabulary import (
    ACTIVATE,
    COLOURS,
    COUNTERS,
    FAMILIES,
    FIRST_CITIZEN,
    INCOMPLETE,
    LETTERS,
    NO_QUEST,
    NONE,
    PHASES,
    TRIGGER,
)


def view(s: ElysiumState) -> dict[str, Any]:
    """The table as everybody sees it."""
    sheets = scores(s)
    return {
        "game": "elysium",
        "families": [FAMILIES[family] for family in s.families],
        "edition": s.edition.name,
        "pediment": "ab"[s.pediment],
        "epoch": s.epoch,
        "phase": PHASES[s.phase],
        "turn": None if s.turn == NONE else s.turn,
        "to_move": None if s.to_move == OVER else s.to_move,
        "asking": asking(s),
        "source": _source(s),
        "quests": _quests(s),
        "incomplete_quest": _income(s.edition.incomplete),
        "conditions": s.edition.conditions_of(s.families),
        "seats": [_seat(s, p, sheet) for p, sheet in zip(s.players, sheets, strict=True)],
        "agora": names(listed(s.agora)),
        "oracle": names(listed(s.oracle)),
        "discard": names(s.discard),
        "deck_size": s.deck_size(),
        "unseen": [sorted(names(cards)) for cards in s.unseen],
        "bonuses": [name for name, _ in tiles(s, NONE)],
        "scores": sheets,
        "log": EVENTS.entries(s.log),
    }


def names(cards: list[int]) -> list[str]:
    """The ids of face-up cards."""
    return [IDS[KIND[card]] for card in cards]


def citizen(s: ElysiumState, card: int) -> Any:
    """A Citizen: a word, or of a former deck with its number."""
    deck = s.citizen_deck[card - FIRST_CITIZEN]
    return "citizen" if deck == len(s.unseen) - 1 else {"card": "citizen", "deck": deck}


def domain_card(s: ElysiumState, p: Player, card: int) -> Any:
    """A card of a Domain: turned ones and Triggers without their ring say so."""
    if card >= FIRST_CITIZEN:
        return citizen(s, card)
    name = IDS[KIND[card]]
    if POWER[card] == TRIGGER and card not in p.rings:
        return {"card": name, "ring": False}
    if POWER[card] == ACTIVATE and card in p.used:
        return {"card": name, "used": True}
    return name


def legend_card(s: ElysiumState, card: int) -> Any:
    """A card of a Legend."""
    return citizen(s, card) if card >= FIRST_CITIZEN else IDS[KIND[card]]


def quest_name(quest: int) -> int | str | None:
    """A Quest number, "incomplete" or None."""
    return None if quest == NO_QUEST else "incomplete" if quest == INCOMPLETE else quest


def columns_name(columns: int) -> str:
    """Columns as letters: "RGB"."""
    return "".join(letter for i, letter in enumerate(LETTERS) if columns >> i & 1)


def _seat(s: ElysiumState, p: Player, sheet: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {"disc": p.disc}
    for counter, name in enumerate(COUNTERS):
        shown[name] = p.purse[counter]
    shown["columns"] = columns_name(p.columns)
    shown["cards_taken"] = p.cards_taken
    shown["quest"] = quest_name(p.quest)
    shown["domain"] = [domain_card(s, p, card) for card in p.domain]
    shown["elysium"] = [[legend_card(s, card) for card in legend] for legend in p.legends]
    shown["bonuses"] = [bonus["tile"] for bonus in sheet["bonuses"]]
    return shown


def _quests(s: ElysiumState) -> list[dict[str, Any]]:
    """The Temple: every Quest with its colours and income, and who has it."""
    taken = {p.quest: seat for seat, p in enumerate(s.players)}
    return [
        {
            "n": n,
            "colours": [COLOURS[i] for i in range(4) if s.quest_columns[n] >> i & 1],
            **_income(quest),
            "taken_by": taken.get(n),
        }
        for n, quest in enumerate(s.edition.quests(len(s.players)), 1)
    ]


def _income(quest: Quest) -> dict[str, int]:
    return {"gold": quest.gold, "transfers": quest.transfers, "vp": quest.vp}


def _source(s: ElysiumState) -> str | None:
    """The card whose power asks, if one does."""
    if not s.stack or s.stack[-1].source == NONE:
        return None
    return IDS[KIND[s.stack[-1].source]]
