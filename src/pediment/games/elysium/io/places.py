"""Where on the board the answers are: the names of its areas, and what a thing in each of them stands for."""

from __future__ import annotations

from typing import Final

from pediment.core.engine import kernel
from pediment.core.engine.effect import EFFECTS
from pediment.games.elysium.rules.state import ElysiumState
from pediment.games.elysium.rules.transfers import Transfer
from pediment.games.elysium.rules.vocabulary import ANSWERS

# By block; where a card lies that is chosen, only the effect that asks knows
_AREAS: Final = {
    "take": "agora",
    "citizen": "deck",
    "draw": "deck",
    "quest": "quests",
    "dismiss": "columns",
    "swap": "columns",
    "use": "domain",
    "discard": "domain",
    "transfer": "domain",
    "legend": "legends",
    "new-legend": "legends",
}
_VERBS: Final = {"agora": "take", "quests": "quest", "columns": "dismiss", "domain": "use", "legends": "legend"}
_ONE_OF_MANY: Final = ("choose", "discard", "transfer")  # what else a card can stand for


def place(s: ElysiumState, action: int) -> str:
    """The area of a legal answer."""
    block = ANSWERS.block_of(action).name
    return kernel.place(s, action) if block == "choose" else _AREAS.get(block, "")


def verbs(s: ElysiumState) -> dict[str, str]:
    """By area, the verb of what lies there: that of the answers of this question, else the usual one."""
    if not s.stack:
        return {}
    found = dict(_VERBS)
    for action in s.legal:
        block = ANSWERS.block_of(action).name
        if block in _ONE_OF_MANY:
            found[place(s, action)] = block
    if isinstance(EFFECTS[s.stack[-1].effect], Transfer):  # though no card may be affordable
        found["domain"] = "transfer"
    return found
