"""What was learned about positions of Ephyran, by the names of blocks of features in the file, by number in memory.

What a file does not name counts nothing, so a block can be added without learning again; `{}` has learned nothing.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from pediment.games.ephyran.ai.features import BLOCKS, FEATURES
from pediment.games.ephyran.ai.stages import STAGES

FILE: Final = Path(__file__).parents[1] / "data" / "judge.json"
SPREAD_POINTS: Final = 6.0
"""Where a file does not say."""

Learned = dict[str, list[float]]
"""`features`, the worth of each; `rows`, `bias` and `outs` of the hidden units, all empty without any
(`pediment.core.search.net`); `spread`, by stage the points that make a victory e times as likely."""


def read_learned(text: str | None = None) -> Learned:
    """What was learned according to that text, or to the package.

    Raises ValueError for names that do not exist and for blocks of other sizes.
    """
    stored: Any = json.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    if not isinstance(stored, dict):
        raise ValueError("what was learned is a table by name")
    net: dict[str, Any] = stored.get("net", {"bias": [], "outs": []})
    width = 2 * len(net["bias"])
    sizes = _sizes()
    names = [name for name, _ in sizes]
    for name in [*stored, *net]:
        if name not in names and name not in ("made", "spread", "net", "bias", "outs"):
            raise ValueError(f"there is no block {name!r} of features")
    worths: list[float] = []
    rows: list[float] = []
    for name, size in sizes:
        worths += _read(stored, name, size)
        rows += _read(net, name, size * width)
    return {
        "features": worths,
        "rows": rows,
        "bias": _floats(net["bias"]),
        "outs": _floats(net["outs"]),
        "spread": _floats(stored.get("spread", [SPREAD_POINTS] * STAGES)),
    }


def write_learned(learned: Learned, made: dict[str, Any] | None = None) -> str:
    """The same as a text for the file, a block on a line; with what it was made by."""
    lines = [] if made is None else [f'"made": {json.dumps(made)}']
    lines.append(f'"spread": {json.dumps(learned["spread"])}')
    lines += _blocks(learned["features"], 1)
    if learned["bias"]:
        net = [f"{json.dumps(name)}: {json.dumps(learned[name])}" for name in ("bias", "outs")]
        net += _blocks(learned["rows"], 2 * len(learned["bias"]))
        lines.append('"net": {\n' + ",\n".join(net) + "\n}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _sizes() -> list[tuple[str, int]]:
    """Every block with its size, in order."""
    ends = [first for _, first in BLOCKS[1:]] + [FEATURES]
    return [(name, end - first) for (name, first), end in zip(BLOCKS, ends, strict=True)]


def _floats(values: Any) -> list[float]:
    return [float(value) for value in values]


def _read(stored: dict[str, Any], name: str, size: int) -> list[float]:
    """The numbers of a block, zeros where there are none."""
    values: list[Any] = stored.get(name, [0.0] * size)
    if len(values) != size:
        raise ValueError(f"the block {name!r} of features has {len(values)} numbers instead of {size}")
    return _floats(values)


def _blocks(values: list[float], width: int) -> list[str]:
    """All blocks as lines of the file, of features with `width` numbers each."""
    lines: list[str] = []
    at = 0
    for name, size in _sizes():
        block = json.dumps(values[at * width : (at + size) * width], separators=(",", ":"))
        lines.append(f"{json.dumps(name)}: {block}")
        at += size
    return lines
