"""What features are worth: in the file by the name of their block and by the id of a card, in memory by number.

So a card can be added or removed without shifting the weights of any other. A card that nothing was learned about gets
the mean of all cards, feature by feature: what cards have in common is learned too, and zero would make a card that is
like any other look worse than all of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pediment.games.elysium.ai.features import BLOCKS, BY_CARD, FEATURES
from pediment.games.elysium.rules.tables import IDS

FILE: Final = Path(__file__).parents[1] / "data" / "judge.json"
"""What a feature is worth in points, found by regression over games of bots (docs/bots.md)."""

Weights = dict[str, list[float]]
"""`promise` by Epoch, and `features` by number."""


def read_weights(text: str | None = None) -> Weights:
    """The weights in that text, or those of the package. Raises ValueError where a block is missing or has other sizes.

    Weights of cards that do not exist are ignored.
    """
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    found: list[float] = []
    for name, size in _sizes():
        values: Any = stored.get(name)
        rows = BY_CARD.get(name, 0)
        weights = [float(weight) for weight in (_by_kind(name, values, rows, size // rows) if rows else values or [])]
        if len(weights) != size:
            raise ValueError(f"the block {name!r} of the weights has {len(weights)} numbers instead of {size}")
        found += weights
    return {"promise": [float(weight) for weight in stored["promise"]], "features": found}


def write_weights(weights: Weights) -> str:
    """The same as a text for the file: a block or a card on a line."""
    lines = [f'"promise": {json.dumps(weights["promise"])}']
    at = 0
    for name, size in _sizes():
        block = weights["features"][at : at + size]
        at += size
        rows = BY_CARD.get(name, 0)
        if rows:
            kinds = size // rows
            cards = [f"  {json.dumps(IDS[kind])}: {json.dumps(block[kind::kinds])}" for kind in range(kinds)]
            lines.append(f"{json.dumps(name)}: {{\n" + ",\n".join(cards) + "\n}")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(block)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _sizes() -> list[tuple[str, int]]:
    """Every block with its size, in order."""
    ends = [first for _, first in BLOCKS[1:]] + [FEATURES]
    return [(name, end - first) for (name, first), end in zip(BLOCKS, ends, strict=True)]


def _by_kind(name: str, cards: Any, rows: int, kinds: int) -> list[float]:
    """A block that the file has by card: kind by kind, `rows` times."""
    learned: dict[str, list[float]] = cards or {}
    for card, weights in learned.items():
        if len(weights) != rows:
            raise ValueError(
                f"{card} has {len(weights)} numbers instead of {rows} in the block {name!r} of the weights"
            )
    printed = [learned[card] for card in IDS[:-1] if card in learned]
    mean = [sum(weights[row] for weights in printed) / max(1, len(printed)) for row in range(rows)]
    return [learned.get(IDS[kind], mean)[row] for row in range(rows) for kind in range(kinds)]
