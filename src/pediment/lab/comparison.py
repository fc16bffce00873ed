"""Two editions, two options or two bots on the same deals, and what is different between them.

Both variants play every deal once, with the same bots and the same random numbers of theirs. The n-th card of a deck is
the same in both as long as it is still there, however differently they go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

import pediment
from pediment.bots import make
from pediment.bots.roster import Roster
from pediment.core.engine.rng import stream
from pediment.core.engine.state import Origin
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.arena import SEED_BITS, check_number, finish, prepare, shared_deal
from pediment.lab.findings import Estimate
from pediment.lab.formatting import TEXTS
from pediment.lab.paired import MIN_DEALS, difference, ratio, slopes_differ, stands_out
from pediment.lab.workers import Jobs, work

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray

FORMAT: Final = "pediment-comparison-1"

Numbers = NDArray[np.float64]
Thing = tuple[str, str]
"""An event of the log and what it is about: ("quest", "3"), ("take", "zeus.hercules")."""


@dataclass(frozen=True)
class Variant:
    """One side of a comparison. `bot` is the one that is compared and sits at each table once; none where all do."""

    name: str
    options: dict[str, Any]
    rules: int
    bot: str | None = None


@dataclass(frozen=True)
class Terms:
    """What both sides have in common: `bots` has a name for each seat, `events` those that things are made of."""

    seats: int
    bots: list[str]
    seed: int
    events: list[str]


@dataclass(frozen=True)
class Outcome:
    """What is kept of one game; lists are by seat."""

    totals: list[int]
    returns: list[float]
    first: int
    decisions: int
    things: dict[Thing, list[int]]
    """How often each thing happened to each seat."""


Pair = tuple[Outcome, Outcome]


@dataclass(frozen=True)
class Measure:
    """One number about whole games: its mean in a and b, and the difference."""

    name: str
    a: float
    b: float
    difference: Estimate


@dataclass(frozen=True)
class Finding:
    """A thing that happens in games: how often in each, and what it is worth to the seat.

    `frequency` is how many times as often it happens in b. `points` is how many points more it is worth there each
    time, against the others at the table. None where too few deals tell.
    """

    event: str
    about: str
    a: float
    b: float
    frequency: Estimate | None
    points: Estimate | None
    frequency_stands_out: bool
    points_stand_out: bool


@dataclass(frozen=True)
class Comparison:
    """All of it; findings are sorted, the clearest first."""

    game: str
    seats: int
    bots: list[str]
    seed: int
    deals: int
    a: Variant
    b: Variant
    changes: list[str]
    """The values in which the editions differ."""
    measures: list[Measure]
    findings: list[Finding]

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {"format": FORMAT, **asdict(self)}


def compare(
    game: Game[Any],
    a: Variant,
    b: Variant,
    *,
    deals: int = 1000,
    seats: int | None = None,
    bots: list[str] | None = None,
    jobs: Jobs = 1,
    seed: int = 1,
    language: str = DEFAULT_LANGUAGE,
    watch: Callable[[Iterable[Pair]], Iterable[Pair]] = iter,
) -> Comparison:
    """Both variants on the same deals: `compare(game, variant(game), variant(game, families="opulence"), deals=100)`.

    `bots` are the players: one name for all seats or a name for each; they rotate from deal to deal. If the variants
    are bots, each of them has one seat, another one in each deal, and the others are the `bots`. The result is the same
    whatever `jobs` is, unless a bot thinks by the clock. `watch` is handed the deals as they are played and gives them
    back, to show a bar for example. Raises ValueError, in the language, for arguments that make no sense.
    """
    if (a.bot is None) != (b.bot is None):
        raise ValueError(TEXTS.say(language, "compare-errors.unlike", a=a.name, b=b.name))
    if deals < MIN_DEALS:
        raise ValueError(TEXTS.say(language, "compare-errors.few-deals", least=MIN_DEALS, n=deals))
    setting = prepare(game, {"jobs": jobs}, seats=seats, bots=bots, seed=seed, options={}, language=language)
    for bot in filter(None, (a.bot, b.bot)):
        check_number("jobs", jobs, [bot], language)
        with closing(make(bot)) as player:
            player.check_plays(game.name, setting.seats)
    terms = Terms(setting.seats, setting.bots, seed, list(TEXTS.section(DEFAULT_LANGUAGE, "things")))
    with closing(Roster()) as roster:
        one = partial(play_deal, game) if jobs == 1 else partial(_play_by_name, game.name)
        with closing(work(partial(one, terms, (a, b), roster=roster), range(deals), jobs)) as played:
            outcomes = list(watch(played))
    return summarise(game, terms, (a, b), outcomes)


def variant(game: Game[Any], name: str = "standard", *, bot: str | None = None, **options: Any) -> Variant:
    """A side of a comparison: options of the game, among them `edition`, or a bot. Raises ValueError.

    The option `rules` is an earlier version of the rules, such as "1".
    """
    rules = game.rules_number(options.pop("rules")) if "rules" in options else game.rules_number()
    return Variant(name, game.check_options(game.usual_seats(), 0, options), rules, bot)


def play_deal(game: Game[Any], terms: Terms, variants: tuple[Variant, Variant], deal: int, roster: Roster) -> Pair:
    """A deal, played in both ways."""
    first, second = (_play(game, terms, variant, deal, roster) for variant in variants)
    return first, second


def _play_by_name(name: str, terms: Terms, variants: tuple[Variant, Variant], deal: int, roster: Roster) -> Pair:
    return play_deal(pediment.game(name), terms, variants, deal, roster)


def _play(game: Game[Any], terms: Terms, side: Variant, deal: int, roster: Roster) -> Outcome:
    state = game.restart(Origin(terms.seats, shared_deal(terms.seed, deal), side.options, None, side.rules))
    names = [terms.bots[(seat + deal) % terms.seats] for seat in range(terms.seats)]
    if side.bot is not None:
        names[_seat_of_bot(deal, terms.seats)] = side.bot
    players = [
        roster.make(name, stream(terms.seed, f"deal {deal} seat {seat}").getrandbits(SEED_BITS))
        for seat, name in enumerate(names)
    ]
    first = game.to_move(state)
    finish(game, state, players, roster)
    things: defaultdict[Thing, list[int]] = defaultdict(lambda: [0] * terms.seats)
    for entry in game.view(state, None)["log"]:
        if entry["event"] in terms.events:
            event, seat, *about = entry.values()
            things[event, str(about[0]) if _is_about_something(entry) else ""][seat] += 1
    return Outcome(game.totals(state), game.returns(state), first, len(state.actions), dict(things))


def _is_about_something(entry: dict[str, Any]) -> bool:
    """Does an entry have a field behind the seat? Each ends with its cause and rule."""
    return len(entry) > len(("event", "seat", "cause", "rule"))


def _seat_of_bot(deal: int, seats: int) -> int:
    return deal % seats


def summarise(game: Game[Any], terms: Terms, variants: tuple[Variant, Variant], outcomes: list[Pair]) -> Comparison:
    """What is different, from what each deal was in both variants."""
    a, b = variants
    sides = [[pair[side] for pair in outcomes] for side in range(2)]
    seats = None if a.bot is None else [_seat_of_bot(deal, terms.seats) for deal in range(len(outcomes))]
    return Comparison(
        game.name,
        terms.seats,
        terms.bots if len(set(terms.bots)) > 1 else terms.bots[:1],
        terms.seed,
        len(outcomes),
        a,
        b,
        _changes(game, a, b),
        _measures_of_games(sides) if seats is None else _measures_of_bot(sides, seats),
        _findings(sides, seats),
    )


def _measures_of_games(sides: list[list[Outcome]]) -> list[Measure]:
    def lead(one: Outcome) -> float:
        most = max(one.totals)
        return most - (sum(one.totals) - most) / (len(one.totals) - 1)

    return [
        _measure("points", sides, lambda one: sum(one.totals) / len(one.totals)),
        _measure("lead", sides, lead),
        _measure("start-wins", sides, lambda one: one.returns[one.first]),
        _measure("shared", sides, lambda one: float(max(one.returns) < 1)),
        _measure("decisions", sides, lambda one: one.decisions),
    ]


def _measures_of_bot(sides: list[list[Outcome]], seats: list[int]) -> list[Measure]:
    """The outcomes have the same order as the seats of the bot."""
    where = {id(one): seat for side in sides for one, seat in zip(side, seats, strict=True)}

    def margin(one: Outcome) -> float:
        own = where[id(one)]
        return one.totals[own] - max(total for seat, total in enumerate(one.totals) if seat != own)

    return [
        _measure("bot-wins", sides, lambda one: one.returns[where[id(one)]]),
        _measure("bot-points", sides, lambda one: one.totals[where[id(one)]]),
        _measure("bot-margin", sides, margin),
        _measure("decisions", sides, lambda one: one.decisions),
    ]


def _measure(name: str, sides: list[list[Outcome]], number: Callable[[Outcome], float]) -> Measure:
    a, b = (np.array([number(one) for one in side], dtype=float) for side in sides)
    return Measure(name, float(a.mean()), float(b.mean()), difference(a, b))


def _findings(sides: list[list[Outcome]], seats: list[int] | None) -> list[Finding]:
    """Every thing that happened, to the bot in these seats if there is one.

    In a comparison of bots what a thing is worth is not asked: both have the same rules.
    """
    totals = [np.array([one.totals for one in side], dtype=float) for side in sides]
    things = sorted({thing for side in sides for one in side for thing in one.things})
    counts = [_counts(things, side) for side in sides]
    often: list[Estimate | None] = []
    points: list[Estimate | None] = []
    means: list[tuple[float, float]] = []
    for thing in things:
        a, b = (of_side[thing] for of_side in counts)
        own = [by_seat.sum(axis=1) if seats is None else by_seat[np.arange(len(seats)), seats] for by_seat in (a, b)]
        means.append((float(own[0].mean()), float(own[1].mean())))
        often.append(ratio(*own))
        points.append(slopes_differ(totals[0], a, totals[1], b) if seats is None else None)
    rows = zip(things, means, often, points, stands_out(often), stands_out(points), strict=True)
    found = [Finding(*thing, *mean, *estimates) for thing, mean, *estimates in rows]
    return sorted(found, key=lambda one: (not (one.points_stand_out or one.frequency_stands_out), _least_p(one)))


def _least_p(one: Finding) -> float:
    return min((estimate.p for estimate in (one.points, one.frequency) if estimate is not None), default=1.0)


def _counts(things: list[Thing], side: list[Outcome]) -> dict[Thing, Numbers]:
    found = {thing: np.zeros((len(side), len(side[0].totals))) for thing in things}
    for deal, one in enumerate(side):
        for thing, by_seat in one.things.items():
            found[thing][deal] = by_seat
    return found


def _changes(game: Game[Any], a: Variant, b: Variant) -> list[str]:
    """What the two have differently, by path: "edition/quests_2/2/vp 1 → 3"."""
    return [f"{path} {x} → {y}" for path, x, y in _differences("", _told(game, a), _told(game, b))]


def _told(game: Game[Any], one: Variant) -> dict[str, Any]:
    """A variant with the values of its edition."""
    told = {"bot": one.bot, "rules": str(one.rules), **one.options}
    if game.editions is not None:
        told["edition"] = game.editions.of(one.options["edition"]).in_full()
    return told


def _differences(path: str, a: Any, b: Any) -> Iterator[tuple[str, Any, Any]]:
    """Numbered from 1 within lists of the same length."""
    if a == b:
        return
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        a, b = (dict(enumerate(values, 1)) for values in (a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        for key in dict.fromkeys([*a, *b]):
            yield from _differences(f"{path}/{key}" if path else str(key), a.get(key), b.get(key))
    else:
        yield path, a, b
