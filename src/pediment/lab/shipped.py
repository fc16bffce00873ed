"""The studies that a game is shipped with: what its cards are worth, and how balanced it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

import pediment
from pediment.lab.findings import Balance, Cards

FORMAT: Final = "pediment-studies-1"
_DIGITS: Final = 4
"""Of each figure that is kept."""


@dataclass(frozen=True)
class Studies:
    """All studies of a game, and by which version of Pediment they were made."""

    version: str
    cards: list[Cards]
    balance: list[Balance]


def shipped(name: str) -> Studies | None:
    """The studies of a game; None for a game without. Raises OSError or ValueError for a file that cannot be read."""
    path = pediment.kit(name).studies
    if path is None:
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=Studies)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{path} does not hold studies: {error}") from None


def keep(path: Path, studies: Studies) -> None:
    """Write a file of studies, a line each, with as many digits as anybody reads."""
    lines = [json.dumps({"format": FORMAT, "version": studies.version})[:-1]]
    for name, found in (("cards", studies.cards), ("balance", studies.balance)):
        each = ",\n".join(_written(one.as_dict()) for one in found)
        lines.append(f'"{name}": [\n{each}]')
    path.write_text(",\n".join(lines) + "}\n", encoding="utf-8")


def _written(study: dict[str, Any]) -> str:
    return json.dumps(_rounded(study), ensure_ascii=False, separators=(",", ":"))


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value
