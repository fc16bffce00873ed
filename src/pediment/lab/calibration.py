"""Values of an edition held against facts: which editions agree with them, what they pin down and what they leave open.

An edition is tried by playing the same deals with it, always the same ones. Each fact then says how far it is from what
happened: a square of standard deviations, so that the sum over the facts, the distance, is about twice what the
logarithm of a likelihood loses. Editions are drawn evenly, and between them Optuna looks for near ones. Only the even
ones tell what the facts say of a value, since whoever looks for something finds it.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pediment
from pediment.bots.roster import Roster
from pediment.core.calibration import Calibration, Choice, Knob
from pediment.core.engine.rng import stream
from pediment.core.engine.state import Origin
from pediment.core.errors import brief
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.arena import SEED_BITS, finish, prepare, shared_deal
from pediment.lab.formatting import TEXTS
from pediment.lab.paired import MAX_FALSE_SHARE
from pediment.lab.workers import Jobs, work

with extra("lab"):
    import numpy as np
    import optuna
    from numpy.typing import NDArray
    from optuna.distributions import BaseDistribution, CategoricalDistribution
    from scipy.special import betaincinv  # type: ignore[import-untyped]
    from scipy.stats import false_discovery_control, kruskal  # type: ignore[import-untyped]

FORMAT: Final = "pediment-calibration-1"
STANDARD, EVEN, SOUGHT = "standard", "even", "sought"
"""How the values of a trial were found; those of the first are the ones that new games have."""
BATCH: Final = 10
"""Trials between two looks at the results. It is the same for any number of processes, as is then what Optuna sees."""
EVEN_OF_BATCH: Final = 6
MIN_TRIALS: Final = 20
MIN_DEALS: Final = 2
FRESH: Final = 10
"""How many times as many other deals the nearest edition is tried with."""
RESAMPLED: Final = 200
TAILS: Final = (0.025, 0.975)
MIN_OFFERS: Final = 10
"""In so many games a card must have been on offer before it is called dead."""

Scene = tuple[int, str]
"""How many players, and the options of the game as JSON."""
Chosen = dict[str, Choice]
Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Fact:
    """Something that is known of a game; what its fields mean depends on its kind (docs/lab.md)."""

    name: str
    kind: str
    seats: int
    options: dict[str, Any]
    text: dict[str, str]
    source: dict[str, str]
    than: dict[str, Any] | None = None
    observed: tuple[int, ...] = ()
    least: float = 0.0
    most: float = 1.0
    tolerance: float = 1.0
    event: str = ""
    round: str = ""

    @property
    def scene(self) -> Scene:
        """The games that it is about."""
        return self.seats, json.dumps(self.options, sort_keys=True)

    @property
    def other_scene(self) -> Scene:
        """The games that these are held against."""
        return self.seats, json.dumps(self.than, sort_keys=True)


@dataclass(frozen=True)
class Outcome:
    """What is kept of a game: the points, the cards that lay before everybody and that were taken, the first of each
    event that a fact is about, by its name, in every round."""

    totals: list[int]
    offered: list[str]
    taken: list[str]
    firsts: dict[str, list[str]]


@dataclass(frozen=True)
class Terms:
    """What all trials have in common. `events` are pairs of an event and the one that begins a round."""

    game: str
    rules: str
    edition: str
    bot: str
    seed: int
    deals: int
    scenes: list[Scene]
    events: list[tuple[str, str]]


@dataclass(frozen=True)
class Trial:
    """An edition that was tried: the values that were chosen, and how far each fact is from what happened."""

    number: int
    origin: str
    chosen: Chosen
    tensions: dict[str, float]

    @property
    def distance(self) -> float:
        """Their sum."""
        return sum(self.tensions.values())


@dataclass(frozen=True)
class Told:
    """What the facts say of a value: the share of each choice among editions that agree, and from where to where it
    lies with 95%. `p` is the probability of distances that differ as much if the value were without influence; `fact`
    is the one that says most of it."""

    name: str
    standard: Choice | None
    nearest: Choice | None
    choices: list[Choice]
    shares: list[float]
    low: Choice
    high: Choice
    p: float
    pinned: bool
    fact: str


@dataclass(frozen=True)
class Fresh:
    """The nearest edition on other deals: both distances, and by how much it is nearer, with the 95% interval."""

    deals: int
    standard: float
    nearest: float
    nearer: float
    low: float
    high: float


@dataclass(frozen=True)
class Calibrated:
    """All of it. `editions` is how many even editions would tell as much, if all agreed as well as the nearest."""

    game: str
    bot: str
    seed: int
    deals: int
    trials: int
    even: int
    editions: float
    facts: list[Fact]
    standard: Trial
    nearest: Trial
    fresh: Fresh
    values: list[Told]

    @property
    def better(self) -> bool:
        """Is the nearest edition clearly nearer, on deals that it was not chosen by?"""
        return self.fresh.low > 0

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {"format": FORMAT, **asdict(self), "better": self.better}


def study(
    game: Game[Any],
    *,
    trials: int = 200,
    deals: int = 20,
    bot: str = "greedy",
    jobs: Jobs = 1,
    seed: int = 1,
    out: Path | None = None,
    language: str = DEFAULT_LANGUAGE,
    watch: Callable[[Iterable[Trial]], Iterable[Trial]] = iter,
) -> Calibrated:
    """Hold editions of a game against its facts: `study(pediment.game("elysium"), trials=100, jobs=2)`.

    Trials that are in the file `out` are not played again. The result is the same whatever `jobs` is, unless the bot
    thinks by the clock. `watch` is handed the trials as they are known and gives them back. Raises ValueError, in the
    language, for arguments that make no sense and for a file of something else, OSError for one that cannot be written.
    """
    calibration = pediment.kit(game.name).calibrated()
    if calibration is None or game.editions is None:
        raise ValueError(TEXTS.say(language, "calibrate-errors.no-facts", game=pediment.kit(game.name).title))
    for option, n, least in (("trials", trials, MIN_TRIALS), ("deals", deals, MIN_DEALS)):
        if n < least:
            raise ValueError(TEXTS.say(language, "calibrate-errors.few", option=option, least=least, n=n))
    facts = read_facts(calibration.facts)
    for seats in {fact.seats for fact in facts}:
        prepare(game, {"jobs": jobs}, seats=seats, bots=[bot], seed=seed, options={}, language=language)
    terms = Terms(
        game.name,
        game.rules_version,
        game.editions.standard.hash,
        bot,
        seed,
        deals,
        sorted({scene for fact in facts for scene in ((fact.scene, fact.other_scene) if fact.than else (fact.scene,))}),
        sorted({(fact.event, fact.round) for fact in facts if fact.event}),
    )
    described = _described(terms, facts, calibration)
    known = [] if out is None else _resume(out, described, language)
    measure = partial(_measure, terms, facts, range(deals), jobs)
    found = _kept(search(calibration.knobs, measure, trials, seed, known), known, out)
    done = [*islice(watch(found), trials)]
    nearest = min(done, key=lambda trial: trial.distance)
    fresh = _fresh(terms, facts, nearest.chosen, jobs)
    return summarise(terms, facts, calibration, game.editions.standard.values, done, fresh)


def read_facts(path: Path) -> list[Fact]:
    """The facts of a file."""
    parts = tomllib.loads(path.read_text(encoding="utf-8"))["facts"]
    return [Fact(**{**part, "observed": tuple(part.get("observed", ()))}) for part in parts]


def search(
    knobs: Sequence[Knob],
    measure: Callable[[list[Chosen]], Iterable[dict[str, float]]],
    trials: int,
    seed: int,
    known: Sequence[Trial] = (),
) -> Iterator[Trial]:
    """Trials after those that are known, batch by batch; `measure` tells how far the facts are from each edition.

    The same seed gives the same trials, also where some of them were known.
    """
    found = list(known)
    while len(found) < trials:
        start = len(found) // BATCH * BATCH
        planned = _planned(knobs, found[:start], seed)[len(found) - start : trials - start]
        for (origin, chosen), tensions in zip(planned, measure([one for _, one in planned]), strict=True):
            found.append(Trial(len(found), origin, chosen, tensions))
            yield found[-1]


def _planned(knobs: Sequence[Knob], known: Sequence[Trial], seed: int) -> list[tuple[str, Chosen]]:
    """The trials of a batch: even ones, and those that Optuna asks for after all that is known."""
    start = len(known)
    planned: list[tuple[str, Chosen]] = []
    for number in range(start, start + EVEN_OF_BATCH):
        chance = stream(seed, f"trial {number}")
        planned.append((EVEN, {knob.name: knob.choices[chance.getrandbits(32) % len(knob.choices)] for knob in knobs}))
    if start == 0:
        planned[0] = STANDARD, {}
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    distributions: dict[str, BaseDistribution] = {knob.name: CategoricalDistribution(knob.choices) for knob in knobs}
    sampler = optuna.samplers.TPESampler(seed=stream(seed, f"batch {start}").getrandbits(32))
    seen = optuna.create_study(sampler=sampler)
    for trial in known:
        if trial.chosen:
            made = optuna.trial.create_trial(params=trial.chosen, distributions=distributions, value=trial.distance)
            seen.add_trial(made)
    sought = [dict(seen.ask(distributions).params) for _ in range(BATCH - EVEN_OF_BATCH)]
    return planned + [(SOUGHT, chosen) for chosen in sought]


def summarise(
    terms: Terms,
    facts: list[Fact],
    calibration: Calibration,
    values: dict[str, Any],
    trials: list[Trial],
    fresh: Fresh,
) -> Calibrated:
    """What the trials say; the first of them has these values."""
    even = [trial for trial in trials if trial.origin == EVEN]
    weights = _weights(even)
    standard = {
        knob.name: choice
        for knob in calibration.knobs
        for choice in knob.choices
        if calibration.edition(values, {knob.name: choice}) == values
    }
    nearest = min(trials, key=lambda trial: trial.distance)
    return Calibrated(
        terms.game,
        terms.bot,
        terms.seed,
        terms.deals,
        len(trials),
        len(even),
        float(1 / (weights**2).sum()),
        facts,
        trials[0],
        nearest,
        fresh,
        told(calibration.knobs, even, standard, {**standard, **nearest.chosen}),
    )


def _weights(even: Sequence[Trial]) -> Numbers:
    """How well each of them agrees with the facts, in all 1: a likelihood falls by e for every 2 of distance."""
    distances = np.array([trial.distance for trial in even])
    weights: Numbers = np.exp((distances.min() - distances) / 2)
    weights /= weights.sum()
    return weights


def told(knobs: Sequence[Knob], even: Sequence[Trial], standard: Chosen, nearest: Chosen) -> list[Told]:
    """What evenly drawn trials say of each value, the clearest first."""
    weights = _weights(even)
    names = list(even[0].tensions)
    columns = {name: np.array([trial.tensions[name] for trial in even]) for name in names}
    distances = np.array([trial.distance for trial in even])
    found: list[Told] = []
    for knob in knobs:
        chosen = np.array([knob.choices.index(trial.chosen[knob.name]) for trial in even])
        sums = np.array([weights[chosen == n].sum() for n in range(len(knob.choices))])
        counts = np.array([np.count_nonzero(chosen == n) for n in range(len(knob.choices))])
        means = np.divide(sums, counts, out=np.zeros(len(sums)), where=counts > 0)  # each choice weighs the same before
        shares = means / means.sum()
        below = np.cumsum(shares)
        low, high = (knob.choices[min(int(np.searchsorted(below, tail)), len(below) - 1)] for tail in TAILS)
        fact = min(names, key=lambda name: _p(columns[name], chosen))
        p = _p(distances, chosen)
        here = standard.get(knob.name), nearest.get(knob.name)
        found.append(Told(knob.name, *here, [*knob.choices], [float(n) for n in shares], low, high, p, False, fact))
    pinned = false_discovery_control([one.p for one in found]) <= MAX_FALSE_SHARE
    marked = [replace(one, pinned=bool(mark)) for one, mark in zip(found, pinned, strict=True)]
    return sorted(marked, key=lambda one: one.p)


def _p(distances: Numbers, chosen: NDArray[np.int64]) -> float:
    """The probability of distances that differ as much, if the choice changes nothing (Kruskal and Wallis)."""
    groups = [distances[chosen == n] for n in np.unique(chosen)]
    if len(groups) < 2 or np.ptp(distances) == 0:
        return 1.0
    return float(kruskal(*groups).pvalue)


def tensions(facts: Sequence[Fact], played: Mapping[Scene, Sequence[Outcome]]) -> dict[str, float]:
    """How far each fact is from the games that were played: a square of standard deviations, 0 if it holds."""
    return {fact.name: KINDS[fact.kind](fact, played) for fact in facts}


def _scores(fact: Fact, played: Mapping[Scene, Sequence[Outcome]]) -> float:
    """Of one result: its mean, and the way from the last to the first, among those of the games."""
    totals = np.array([one.totals for one in played[fact.scene]], dtype=float)
    observed = np.array(fact.observed, dtype=float)
    found = 0.0
    for values, value in ((totals.mean(axis=1), observed.mean()), (np.ptp(totals, axis=1), np.ptp(observed))):
        found += (float(value) - float(values.mean())) ** 2 / (float(values.var(ddof=1)) + fact.tolerance**2)
    return found


def _short(fact: Fact, more: float) -> float:
    """By how much something falls short of the least."""
    return max(0.0, (fact.least - more) / fact.tolerance) ** 2


def _points(games: Sequence[Outcome]) -> float:
    return float(np.mean([one.totals for one in games]))


def _width(games: Sequence[Outcome]) -> float:
    return float(np.ptp(np.array([one.totals for one in games]), axis=1).mean())


def _more_points(fact: Fact, played: Mapping[Scene, Sequence[Outcome]]) -> float:
    return _short(fact, _points(played[fact.scene]) - _points(played[fact.other_scene]))


def _fewer_points(fact: Fact, played: Mapping[Scene, Sequence[Outcome]]) -> float:
    return _short(fact, _points(played[fact.other_scene]) - _points(played[fact.scene]))


def _tighter(fact: Fact, played: Mapping[Scene, Sequence[Outcome]]) -> float:
    return _short(fact, _width(played[fact.other_scene]) - _width(played[fact.scene]))


def _first(fact: Fact, played: Mapping[Scene, Sequence[Outcome]]) -> float:
    """By how much the most popular is first in more rounds than it may be."""
    firsts = Counter(about for one in played[fact.scene] for about in one.firsts[fact.event])
    share = max(firsts.values(), default=0) / max(firsts.total(), 1)
    return max(0.0, (share - fact.most) / fact.tolerance) ** 2


def _taken(fact: Fact, played: Mapping[Scene, Sequence[Outcome]]) -> float:
    """How many cards are dead: taken in fewer games that offer them than is asked for, the interval of 95% included."""
    offered = Counter(card for one in played[fact.scene] for card in one.offered)
    taken = Counter(card for one in played[fact.scene] for card in {*one.offered} & {*one.taken})
    dead = 0
    for card, games in offered.items():
        if games >= MIN_OFFERS and taken[card] < games:
            dead += float(betaincinv(taken[card] + 1, games - taken[card], TAILS[1])) < fact.least
    return float(dead)


KINDS: Final[dict[str, Callable[[Fact, Mapping[Scene, Sequence[Outcome]]], float]]] = {
    "scores": _scores,
    "more-points": _more_points,
    "fewer-points": _fewer_points,
    "tighter": _tighter,
    "first": _first,
    "taken": _taken,
}


def _measure(
    terms: Terms, facts: Sequence[Fact], deals: Sequence[int], jobs: Jobs, editions: Sequence[Chosen]
) -> Iterator[dict[str, float]]:
    """How far the facts are from each of these editions, as soon as it is known."""
    with closing(_games(terms, deals, jobs, editions)) as games:
        for played in games:
            yield tensions(facts, played)


def _games(
    terms: Terms, deals: Sequence[int], jobs: Jobs, editions: Sequence[Chosen]
) -> Generator[dict[Scene, list[Outcome]], None, None]:
    """All games with each of the editions."""
    tasks = [(chosen, scene, deal) for chosen in editions for scene in terms.scenes for deal in deals]
    with closing(Roster()) as roster, closing(work(partial(_play, terms, roster), tasks, jobs)) as played:
        for _ in editions:
            yield {scene: [*islice(played, len(deals))] for scene in terms.scenes}


def _play(terms: Terms, roster: Roster, task: tuple[Chosen, Scene, int]) -> Outcome:
    chosen, (seats, options), deal = task
    game = pediment.game(terms.game)
    calibration = pediment.kit(terms.game).calibrated()
    assert calibration is not None
    assert game.editions is not None
    values = calibration.edition(game.editions.standard.values, chosen)
    edition = game.editions.name(game.editions.check(values, {}))
    checked = game.check_options(seats, 0, {**json.loads(options), "edition": edition})
    state = game.restart(Origin(seats, shared_deal(terms.seed, deal), checked, None, game.rules_number()))
    players = [
        roster.make(terms.bot, stream(terms.seed, f"deal {deal} seat {seat}").getrandbits(SEED_BITS))
        for seat in range(seats)
    ]
    finish(game, state, players, roster)
    log = game.view(state, None)["log"]
    taken = filter(None, map(game.card_taken, log))
    return Outcome(
        game.totals(state),
        sorted({card for entry in log for card in game.cards_offered(entry)}),
        sorted({card for _, card in taken}),
        {event: _firsts(log, event, begins) for event, begins in terms.events},
    )


def _firsts(log: list[dict[str, Any]], event: str, begins: str) -> list[str]:
    """What the first of these events in each round was about."""
    found: list[str] = []
    waiting = False
    for entry in log:
        if entry["event"] == begins:
            waiting = True
        elif waiting and entry["event"] == event:
            _, _, about, *_ = entry.values()
            found.append(str(about))
            waiting = False
    return found


def _fresh(terms: Terms, facts: Sequence[Fact], nearest: Chosen, jobs: Jobs) -> Fresh:
    """The nearest edition and the standard one, on deals of which none was played before; its errors by resampling."""
    deals = range(terms.deals, (1 + FRESH) * terms.deals)
    sides = [*_games(terms, deals, jobs, [{}, nearest])]
    standard, found = (sum(tensions(facts, side).values()) for side in sides)
    chance = np.random.default_rng(terms.seed)
    nearer: list[float] = []
    for _ in range(RESAMPLED):
        drawn = chance.integers(len(deals), size=len(deals))
        one, other = (
            sum(tensions(facts, {scene: [games[n] for n in drawn] for scene, games in side.items()}).values())
            for side in sides
        )
        nearer.append(one - other)
    low, high = np.quantile(nearer, TAILS)
    return Fresh(len(deals), standard, found, standard - found, float(low), float(high))


def _described(terms: Terms, facts: list[Fact], calibration: Calibration) -> dict[str, Any]:
    """All that the trials depend on, ready for JSON."""
    knobs = {knob.name: knob.choices for knob in calibration.knobs}
    about = {"format": FORMAT, **asdict(terms), "facts": [asdict(fact) for fact in facts], "knobs": knobs}
    described: dict[str, Any] = json.loads(json.dumps(about))
    return described


def _resume(out: Path, described: dict[str, Any], language: str) -> list[Trial]:
    """The trials in a file; a new one begins with what they depend on, and half a line at its end is cut off."""
    begin = json.dumps(described, ensure_ascii=False).encode() + b"\n"
    data = out.read_bytes() if out.exists() else b""
    if begin.startswith(data):
        out.write_bytes(begin)
        return []
    whole = data.rfind(b"\n") + 1
    first, *lines = data[:whole].splitlines() or [b""]
    try:
        found = json.loads(first)
        if found["format"] != FORMAT:
            raise ValueError
        trials = [Trial(**json.loads(line)) for line in lines]
    except (ValueError, TypeError, KeyError):
        raise ValueError(TEXTS.say(language, "calibrate-errors.no-trials", file=out)) from None
    for fact in described:
        if found.get(fact) != described[fact]:
            both = {"found": brief(found.get(fact)), "wanted": brief(described[fact])}
            raise ValueError(TEXTS.say(language, "calibrate-errors.other", file=out, fact=fact, **both))
    os.truncate(out, whole)  # the trials stay where they are, whatever happens meanwhile
    return trials


def _kept(new: Iterable[Trial], known: Sequence[Trial], out: Path | None) -> Iterator[Trial]:
    """All trials, those that are known first; the new ones are in the file before they are told."""
    yield from known
    for trial in new:
        if out is not None:
            with out.open("ab") as file:
                file.write(json.dumps(asdict(trial)).encode() + b"\n")
        yield trial
