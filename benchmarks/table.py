"""The table of all participants, and the targets in words."""

from __future__ import annotations

from statistics import median, quantiles

from rich.table import Table

from benchmarks.environments import Round

Rounds = dict[str, list[Round]]
"""All rounds by participant, as measured."""

COLUMNS = {
    "moves": "moves\n/s",
    "inside": "inside\n/s",
    "choices": "choices\n/s",
    "batch": "batch\n/s",
    "games": "games\n/s",
    "choices a game": "choices\na game",
    "new": "new\nµs",
    "clone": "clone\nµs",
    "view": "view\nµs",
    "view at the end": "view at\nend, µs",
    "memory": "memory\nMB",
}
SMALLER_IS_BETTER = {"new", "clone", "view", "view at the end", "memory"}
NARROW = 100
WIDE = 140

FOOTNOTES = [
    "Medians, and ± half the distance between the quartiles; processor time, one core.",
    "moves: answers of players in random play driven from Python (list the answers, pick one, apply it unchecked); "
    "setting up the game is in the time. inside: the same, the loop being the engine's own.",
    "choices: moves with two or more answers to pick from; our engines ask nothing else.",
    "batch: answers in 1,024 games by one call, with all observations and masks; if the extra rl is installed.",
    "clone, view, memory: after half the moves of a usual game; views with the whole log, memory of 1,000 games.",
    "pyminion asks its players inside its own turn: those here pick at random and count, several cards at once being "
    "one move. It has no clone of its own: copy.deepcopy.",
    "OpenSpiel is C++ behind Python; what chance does there is in the time, and not counted.",
]


def table(rounds: Rounds, titles: dict[str, str], width: int) -> Table:
    """A row for each participant and number of seats. In a narrow terminal the spread stands below its number."""
    found = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    found.add_column("", no_wrap=True)
    found.add_column("seats", justify="right")
    for title in COLUMNS.values():
        found.add_column(title, justify="right")
    between = " " if width >= WIDE else "\n"
    for participant, title in titles.items():
        for row in rounds[participant][0]:
            game, _, seats = row.rpartition(" ")
            cells = [cell(values(rounds, participant, row, column), between) for column in COLUMNS]
            found.add_row(f"{title} {game}".rstrip(), seats, *cells)
    return found


def values(rounds: Rounds, participant: str, row: str, column: str) -> list[float]:
    """One number from all rounds; empty if it was not measured."""
    return [one[row][column] for one in rounds.get(participant, []) if column in one.get(row, {})]


def cell(numbers: list[float], between: str) -> str:
    """The median with its spread, if there is any: memory is measured once."""
    if not numbers:
        return ""
    low, middle, high = quantiles(numbers, n=4) if len(numbers) > 1 else numbers * 3
    spread = f"{between}[dim]±{(high - low) / 2 / middle:.0%}[/]" if high > low else ""
    return short(middle) + spread


def short(number: float) -> str:
    """The number with about three digits."""
    if number >= 1e6:
        return f"{number / 1e6:.2f}M"
    if number >= 1e4:
        return f"{number / 1e3:.{0 if number >= 1e5 else 1}f}k"
    return f"{number:,.{0 if number >= 100 else 1 if number >= 10 else 2}f}"


def then(participant: str, revision: str) -> str:
    """The id of one of our engines as of a revision."""
    return f"{participant}@{revision}"


def ratios(rounds: Rounds, titles: dict[str, str], revision: str) -> Table:
    """How many times as fast as at the revision, or as small in memory: the median of the ratios within each round."""
    columns = [column for column in COLUMNS if column not in ("choices", "choices a game")]
    found = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    found.add_column("", no_wrap=True)
    found.add_column("seats", justify="right")
    for column in columns:
        found.add_column(column, justify="right")
    for participant, title in titles.items():
        before = then(participant, revision)
        if participant in rounds and before in rounds:
            for seats in rounds[participant][0]:
                found.add_row(title, seats, *(better(rounds, participant, before, seats, column) for column in columns))
    return found


def better(rounds: Rounds, participant: str, other: str, row: str, column: str) -> str:
    """By what factor a participant is faster or smaller than the other; empty if it was not measured."""
    ours, theirs = values(rounds, participant, row, column), values(rounds, other, row, column)
    if column in SMALLER_IS_BETTER:
        ours, theirs = theirs, ours
    found = [a / b for a, b in zip(ours, theirs, strict=False)]
    return f"{median(found):.2f} ×" if found else ""


class Aim:
    """A sentence about a number by seats; the worst of them decides."""

    def __init__(self, text: str, found: dict[str, float], bound: float, unit: str, more: bool = False) -> None:
        self.found = found
        numbers = [f"{x:,.{0 if x >= 100 else 1}f}{unit} with {seats} seats" for seats, x in found.items()]
        met = all(x >= bound if more else x <= bound for x in found.values())
        self.text = f"{text}: {', '.join(numbers)}; aim {bound:,}{unit}: {'met' if met else 'missed'}"


def aims(rounds: Rounds) -> list[str]:
    """Our targets in words, as far as they were measured. A ratio is the median of those within each round."""

    def of(participant: str, column: str) -> dict[str, list[float]]:
        return {seats: values(rounds, participant, seats, column) for seats in ("2", "4")}

    def number(participant: str, column: str) -> dict[str, float]:
        return {seats: median(numbers) for seats, numbers in of(participant, column).items() if numbers}

    def ratio(participant: str, column: str, other: str, other_column: str) -> dict[str, float]:
        theirs = of(other, other_column)
        pairs = {seats: list(zip(ours, theirs[seats], strict=False)) for seats, ours in of(participant, column).items()}
        return {seats: median(a / b for a, b in both) for seats, both in pairs.items() if both}

    ours, rival = "elysium-compiled", "Elysium compiled over catanatron"
    found = [
        Aim(f"{rival}, moves/s", ratio(ours, "moves", "catanatron", "moves"), 10, " ×", True),
        Aim(f"{rival}, ours inside, theirs driven", ratio(ours, "inside", "catanatron", "moves"), 18, " ×", True),
    ]
    for name in ("elysium", "ephyran"):
        title, compiled, plain = f"{name.title()} compiled", f"{name}-compiled", f"{name}-plain"
        clones = {seats: 1e6 / clone for seats, clone in number(compiled, "clone").items()}
        found += [
            Aim(f"{title} over plain, moves/s", ratio(compiled, "moves", plain, "moves"), 5, " ×", True),
            Aim(f"{title} over plain, inside", ratio(compiled, "inside", plain, "inside"), 5, " ×", True),
            Aim(f"{title}, clones", clones, 200_000, "/s", True),
            Aim(f"{title}, view in the middle", number(compiled, "view"), 100, " µs"),
            Aim(f"{title}, view at the end", number(compiled, "view at the end"), 100, " µs"),
            Aim(f"{title}, 1,000 games", number(compiled, "memory"), 50, " MB"),
        ]
    return [aim.text for aim in found if aim.found]
