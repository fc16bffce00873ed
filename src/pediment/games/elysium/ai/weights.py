"""What was learned: in the file by the name of a block of features and by the id of a card, in memory by number.

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
"""What was learned from games of bots (docs/bots.md)."""

SPREADS: Final = [10.8, 9.1, 7.4, 5.7, 4.0]
"""By Epoch, where a file does not say: weights that were learned before November 2026 had these."""

Weights = dict[str, list[float]]
"""`promise` and `spread` by Epoch; `features`, the worth of each; `rows`, `bias` and `outs` of the hidden units, all
empty without any (`pediment.core.search.net`)."""


def read_weights(text: str | None = None) -> Weights:
    """The weights in that text, or those of the package. Raises ValueError where a block is missing or has other sizes.

    Weights of cards that do not exist are ignored.
    """
    stored: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    net: dict[str, Any] = stored.get("net", {"bias": [], "outs": []})
    width = 2 * len(net["bias"])
    worths: list[float] = []
    rows: list[float] = []
    for name, size in _sizes():
        worths += _read(name, stored.get(name), size, 1)
        if width:
            rows += _read(name, net.get(name), size, width)
    return {
        "promise": _floats(stored["promise"]),
        "spread": _floats(stored.get("spread", SPREADS)),
        "features": worths,
        "rows": rows,
        "bias": _floats(net["bias"]),
        "outs": _floats(net["outs"]),
    }


def write_weights(weights: Weights, made: dict[str, Any] | None = None) -> str:
    """The same as a text for the file, a block or a card on a line; with what they were made by."""
    lines = [] if made is None else [f'"made": {json.dumps(made)}']
    lines += [f"{json.dumps(name)}: {json.dumps(weights[name])}" for name in ("promise", "spread")]
    lines += _blocks(weights["features"], 1)
    if weights["bias"]:
        net = [f"{json.dumps(name)}: {json.dumps(weights[name])}" for name in ("bias", "outs")]
        net += _blocks(weights["rows"], 2 * len(weights["bias"]))
        lines.append('"net": {\n' + ",\n".join(net) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]


def _sizes() -> list[tuple[str, int]]:
    """Every block with its size, in order."""
    ends = [first for _, first in BLOCKS[1:]] + [FEATURES]
    return [(name, end - first) for (name, first), end in zip(BLOCKS, ends, strict=True)]


def _read(name: str, values: Any, size: int, width: int) -> list[float]:
    """A block of so many features with `width` numbers each."""
    rows = BY_CARD.get(name, 0)
    found = _by_kind(name, values, rows, size // rows, width) if rows else _floats(values or [])
    if len(found) != size * width:
        raise ValueError(f"the block {name!r} of the weights has {len(found)} numbers instead of {size * width}")
    return found


def _by_kind(name: str, cards: Any, rows: int, kinds: int, width: int) -> list[float]:
    """A block that the file has by card: kind by kind, `rows` times."""
    learned: dict[str, list[float]] = cards or {}
    n = rows * width
    for card, weights in learned.items():
        if len(weights) != n:
            raise ValueError(f"{card} has {len(weights)} numbers instead of {n} in the block {name!r} of the weights")
    printed = [learned[card] for card in IDS[:-1] if card in learned]
    mean = [sum(weights[k] for weights in printed) / max(1, len(printed)) for k in range(n)]
    found: list[float] = []
    for row in range(rows):
        for kind in range(kinds):
            found += _floats(learned.get(IDS[kind], mean)[row * width : (row + 1) * width])
    return found


def _blocks(values: list[float], width: int) -> list[str]:
    """All blocks as lines of the file, of features with `width` numbers each."""
    lines: list[str] = []
    at = 0
    for name, size in _sizes():
        block = values[at * width : (at + size) * width]
        at += size
        rows = BY_CARD.get(name, 0)
        if rows:
            kinds = size // rows
            cards: list[str] = []
            for kind in range(kinds):
                own: list[float] = []
                for row in range(rows):
                    first = (row * kinds + kind) * width
                    own += block[first : first + width]
                cards.append(f"  {json.dumps(IDS[kind])}: {json.dumps(own)}")
            lines.append(f"{json.dumps(name)}: {{\n" + ",\n".join(cards) + "\n}")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(block)}")
    return lines
