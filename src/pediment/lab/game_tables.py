"""Games as tables: a row for each game, seat, decision and card that came to somebody or lay before everybody.

The columns are described in `docs/games-as-data.md`. What a game gives does not depend on the other games, nor on the
process that played it.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final

from pediment.bots.roster import Roster
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.lab.arena import Played, Setting, play

with extra("lab"):
    import polars as pl

GAMES: Final = "games"
SEATS: Final = "seats"
DECISIONS: Final = "decisions"
CARDS: Final = "cards"
TABLES: Final = (GAMES, SEATS, DECISIONS, CARDS)
POINTS: Final = "points_"
"""What the column of an item of the score begins with."""
BEFORE_ALL: Final = None
"""The decision of what the setup brought."""

Schema = dict[str, pl.DataType]
Frames = dict[str, pl.DataFrame]


def schemas(game: Game[Any], setting: Setting) -> dict[str, Schema]:
    """The columns of each table, in their order; those of setup and score have the game's own names."""
    state = game.new(seats=setting.seats, seed=0, **setting.options)
    items = game.item_points(game.scores(state)[0])
    return {
        GAMES: {
            "game": pl.UInt32(),
            "seed": pl.Int64(),
            **{name: pl.List(pl.String()) for name in game.setup(state)},
            "first": pl.UInt8(),
            "decisions": pl.UInt16(),
            "turns": pl.UInt16(),
            "rounds": pl.UInt16(),
            "events": pl.List(pl.Struct({"event": pl.String(), "n": pl.UInt16()})),
        },
        SEATS: {
            "game": pl.UInt32(),
            "seat": pl.UInt8(),
            "place": pl.UInt8(),
            "bot": pl.String(),
            "won": pl.Float64(),
            "total": pl.Int32(),
            **{f"{POINTS}{item}": pl.Int32() for item in items if item != "total"},
        },
        DECISIONS: {
            "game": pl.UInt32(),
            "decision": pl.UInt16(),
            "round": pl.UInt16(),
            "turn": pl.UInt16(),
            "seat": pl.UInt8(),
            "asking": pl.String(),
            "options": pl.UInt16(),
            "label": pl.String(),
        },
        CARDS: {
            "game": pl.UInt32(),
            "decision": pl.UInt16(),
            "round": pl.UInt16(),
            "seat": pl.UInt8(),
            "card": pl.String(),
        },
    }


class Watcher:
    """Writes down the decisions of one game as it is played, and where each stands in the log."""

    def __init__(self, game: Game[Any], number: int) -> None:
        self.game = game
        self.number = number
        self.state: Any = None
        self.decisions: list[tuple[Any, ...]] = []
        self.rounds: list[int] = []
        self.lines: list[int] = []  # of the log, before each decision

    def __call__(self, state: Any, action: int) -> None:
        """A decision is about to be played; the state is the one that the game ends in, too."""
        game = self.game
        self.state = state
        now = game.round_of(state)
        self.rounds.append(now)
        self.lines.append(len(state.log))
        row = (state.turns_begun, state.to_move, game.asking(state), state.answers.size, game.label(state, action))
        self.decisions.append((self.number, len(state.actions), now, *row))


def chunk(game: Game[Any], setting: Setting, numbers: range, roster: Roster | None = None) -> Frames:
    """These games, played, as tables."""
    columns = schemas(game, setting)
    rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in TABLES}
    items = [name.removeprefix(POINTS) for name in columns[SEATS] if name.startswith(POINTS)]
    for number in numbers:
        watcher = Watcher(game, number)
        played = play(game, setting, number, roster, watcher)
        rows[GAMES].append(_game(watcher, played))
        rows[SEATS] += _seats(played, items)
        rows[DECISIONS] += watcher.decisions
        rows[CARDS] += _cards(watcher)
    return {name: pl.DataFrame(rows[name], schema=columns[name], orient="row") for name in TABLES}


def _game(watcher: Watcher, played: Played) -> tuple[Any, ...]:
    state = watcher.state
    events = [{"event": event, "n": n} for event, n in played.events.items()]
    setup = watcher.game.setup(state).values()
    return (
        played.number, state.origin.seed, *setup, played.first, played.decisions, state.turns_begun,
        watcher.rounds[-1], events,
    )  # fmt: skip


def _seats(played: Played, items: list[str]) -> Iterator[tuple[Any, ...]]:
    n = len(played.bots)
    for seat, score in enumerate(played.scores):
        place = (seat - played.first) % n + 1
        points = (score.get(item, 0) for item in items)
        yield played.number, seat, place, played.bots[seat], played.returns[seat], score["total"], *points


def _cards(watcher: Watcher) -> Iterator[tuple[Any, ...]]:
    """What lay before everybody and who took what, in the order of the log."""
    game, number = watcher.game, watcher.number
    decision: int | None = BEFORE_ALL
    following = 0
    for at, entry in enumerate(game.view(watcher.state, None)["log"]):
        while following < len(watcher.lines) and watcher.lines[following] <= at:
            decision = following
            following += 1
        now = watcher.rounds[decision or 0]
        for card in game.cards_offered(entry):
            yield number, decision, now, None, card
        took = game.card_taken(entry)
        if took is not None:
            yield number, decision, now, *took


def games_in(frames: Frames) -> Iterator[Played]:
    """The games of whole tables as simulations know them, without their records."""
    seats = frames[SEATS].partition_by("game", as_dict=True)
    cards = frames[CARDS].partition_by("game", as_dict=True)
    for row in frames[GAMES].iter_rows(named=True):
        key = (row["game"],)
        players = seats[key]
        items = {name.removeprefix(POINTS): players[name] for name in players.columns if name.startswith(POINTS)}
        taken: list[list[str]] = [[] for _ in range(len(players))]
        offered: set[str] = set()
        for seat, card in cards[key].select("seat", "card").iter_rows() if key in cards else ():
            if seat is None:
                offered.add(card)
            else:
                taken[seat].append(card)
        yield Played(
            row["game"],
            players["bot"].to_list(),
            players["won"].to_list(),
            [
                {"total": total, **{item: points[seat] for item, points in items.items()}}
                for seat, total in enumerate(players["total"])
            ],
            taken,
            sorted(offered),
            {event["event"]: event["n"] for event in row["events"]},
            row["decisions"],
            row["first"],
            None,
        )


def to_bytes(frames: Frames) -> dict[str, bytes]:
    """Each table as a Parquet file, to be sent or written."""
    found = {}
    for name, frame in frames.items():
        buffer = BytesIO()
        frame.write_parquet(buffer, compression="zstd")
        found[name] = buffer.getvalue()
    return found
