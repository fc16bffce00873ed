"""The standings of a tournament, and the curves of a training, as pictures."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from pediment.core.extras import extra
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.formatting import TEXTS
from pediment.lab.ratings import ANCHOR_RATING, Standings

with extra("lab"):
    import matplotlib
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_NAME_LETTERS: Final = 22
INK: Final = "#1a1a1a"
BLUE: Final = "#0b559f"
# Orange to purple: told apart by colour-blind people, and by lightness from the middle outwards.
COLOURS: Final = "PuOr"
MIN_LIGHTNESS_FOR_INK: Final = 0.45
NO_DATE: Final = {".svg": {"Date": None}, ".png": {"Software": None}}


def kind(path: Path | str, language: str = DEFAULT_LANGUAGE) -> str:
    """`.svg` or `.png`, by the name of a file. Raises ValueError for another one."""
    suffix = Path(path).suffix.lower()
    if suffix not in NO_DATE:
        raise ValueError(TEXTS.say(language, "arena-errors.plot-name", file=path))
    return suffix


def save(standings: Standings, path: Path | str, title: str, language: str = DEFAULT_LANGUAGE) -> None:
    """Ratings with their intervals beside the cross table, as SVG or PNG by the name of the file.

    The same standings make the same file, byte for byte. Raises ValueError for another kind of file, OSError for one
    that cannot be written.
    """
    suffix = kind(path, language)
    n = len(standings.ratings)
    # In SVG words stay words, for readers of the screen; names of its parts do not change from run to run
    with matplotlib.rc_context({"font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "pediment"}):
        side = max(3.0, 0.62 * n)
        figure = Figure(figsize=(side + 6.4, side + 1.6), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=[4.2, side])
        figure.suptitle(title, fontweight="bold", color=INK)
        say = TEXTS.section(language, "arena-plot")
        _ratings(left, standings, say)
        _cross(right, standings, say)
        figure.savefig(path, dpi=150, metadata=NO_DATE[suffix])


def curves(at: Sequence[str], values: Mapping[str, Sequence[float]], label: str) -> str:
    """Curves over the same steps, each in a box of its own with its name, as the text of an SVG for a page."""
    with matplotlib.rc_context({"font.size": 10, "svg.fonttype": "none", "svg.hashsalt": "pediment"}):
        figure = Figure(figsize=(4.8 * len(values), 2.6), layout="constrained")
        boxes = figure.subplots(1, len(values), squeeze=False)[0]
        for axes, (name, curve) in zip(boxes, values.items(), strict=True):
            axes.plot(range(len(at)), curve, marker="o", markersize=3, color=BLUE)
            axes.set_xticks(range(len(at))[:: 1 + len(at) // 12], at[:: 1 + len(at) // 12])
            axes.set_title(name, fontsize=10)
            axes.set_xlabel(label)
            axes.grid(axis="y", color="#e2e2e2", linewidth=0.8)
            axes.spines[["top", "right"]].set_visible(False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata=NO_DATE[".svg"])
    return out.getvalue().partition("<svg")[1] + out.getvalue().partition("<svg")[2]


def _ratings(axes: Axes, standings: Standings, say: dict[str, str]) -> None:
    rows = range(len(standings.ratings))
    found = standings.ratings
    errors = [[max(0.0, one.rating - one.low) for one in found], [max(0.0, one.high - one.rating) for one in found]]
    axes.axvline(ANCHOR_RATING, color="#8a8a8a", linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.errorbar([one.rating for one in found], rows, xerr=errors, fmt="o", color=BLUE, capsize=4, zorder=3)
    for row, one in enumerate(found):
        text = axes.annotate(f"{one.rating:.0f}", (one.rating, row), (0, 8), textcoords="offset points", ha="center")
        text.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 1})
    axes.set_yticks(rows, [_short(one.bot) for one in found])
    axes.set_ylim(len(found) - 0.5, -0.5)  # the best on top
    axes.margins(x=0.1)
    axes.grid(axis="x", color="#e2e2e2", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_title(say["ratings"], fontsize=10)
    axes.set_xlabel(say["points"])
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _cross(axes: Axes, standings: Standings, say: dict[str, str]) -> None:
    names = [one.bot for one in standings.ratings]
    shares = [[float("nan")] * len(names) for _ in names]
    for pair in standings.pairs:
        row, column = names.index(pair.bot), names.index(pair.against)
        shares[row][column] = pair.share
        red, green, blue, _ = matplotlib.colormaps[COLOURS](pair.share)
        ink = INK if 0.299 * red + 0.587 * green + 0.114 * blue > MIN_LIGHTNESS_FOR_INK else "white"
        interval = f"{100 * pair.low:.0f}–{100 * pair.high:.0f}"
        axes.text(column, row, f"{100 * pair.share:.0f}", ha="center", va="bottom", color=ink)
        axes.text(column, row + 0.06, interval, ha="center", va="top", color=ink, fontsize=7.5)
    axes.imshow(shares, cmap=COLOURS, vmin=0, vmax=1, aspect="auto")
    for line in range(1, len(names)):
        axes.axhline(line - 0.5, color="white", linewidth=1.5)
        axes.axvline(line - 0.5, color="white", linewidth=1.5)
    axes.set_xticks(
        range(len(names)), [_short(name) for name in names], rotation=40, ha="right", rotation_mode="anchor"
    )
    axes.set_title(say["cross"], fontsize=10)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME_LETTERS else f"…{name[1 - MAX_NAME_LETTERS :]}"
