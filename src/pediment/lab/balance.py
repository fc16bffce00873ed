"""Is a game balanced: places, families and whatever else players have, luck, comebacks, and what hardly ever matters.

Every deal is played twice: by the bots, and once more with a weaker one in one of the seats. All but the part of luck
is about the first of these games.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import pediment
from pediment.bots import make
from pediment.bots.roster import Roster
from pediment.core.engine.rng import stream
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.arena import SEED_BITS, Setting, check_number, finish, prepare, shared_deal
from pediment.lab.findings import (
    SHARES,
    Balance,
    CardUse,
    Estimate,
    Group,
    GroupPair,
    InPlay,
    Leader,
    Measure,
    RuleUse,
    Skill,
)
from pediment.lab.formatting import TEXTS
from pediment.lab.paired import (
    MIN_DEALS,
    mean,
    mean_by_deal,
    shares,
    slope_by_deal,
    stands_out,
    together,
    worth_each,
)
from pediment.lab.workers import Jobs, work

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray

PLACES: Final = "places"
SEATS: Final = "seats"
"""Where players sit at the table: nothing should depend on it, which shows how far chance goes."""
OUTCOMES: Final = ("points", "lead", "start_wins", "decisions")
"""What is told of tables that are played with something."""

Numbers = NDArray[np.float64]
Deals = NDArray[np.int64]


@dataclass(frozen=True)
class Outcome:
    """What is kept of a game; lists are by seat."""

    totals: list[int]
    won: list[float]
    first: int
    decisions: int
    setup: dict[str, list[str]]
    groups: list[dict[str, dict[str, int]]]
    standings: list[list[int]]
    """The totals after each round but the last, as if the game ended there."""
    rules: dict[str, int]
    """How often the log cites each rule."""
    cards: dict[tuple[str, str], int]
    """How often each event names each card; the event is TAKEN where somebody takes it, CAUSED where it did that."""


TAKEN: Final = "taken"
CAUSED: Final = "caused"


@dataclass(frozen=True)
class PlayedDeal:
    """A deal: the game between the bots, and how far a seat led there and with the weaker bot in it."""

    game: Outcome
    strong: float
    weak: float
    weak_won: float


def study(
    game: Game[Any],
    *,
    deals: int = 1000,
    seats: int | None = None,
    bots: list[str] | None = None,
    weaker: str = "potter",
    jobs: Jobs = 1,
    seed: int = 1,
    language: str = DEFAULT_LANGUAGE,
    watch: Callable[[Iterable[PlayedDeal]], Iterable[PlayedDeal]] = iter,
    **options: Any,
) -> Balance:
    """How balanced a game is: `study(pediment.game("elysium"), deals=2000, jobs=2, pediment="a")`.

    `weaker` is the bot against which the luck of the game is measured. The result is the same whatever `jobs` is,
    unless a bot thinks by the clock. `watch` is as in `compare`. Raises ValueError, in the language, for arguments that
    make no sense.
    """
    if deals < MIN_DEALS:
        raise ValueError(TEXTS.say(language, "compare-errors.few-deals", least=MIN_DEALS, n=deals))
    check_number("jobs", jobs, [weaker], language)
    setting = prepare(game, {"jobs": jobs}, seats=seats, bots=bots, seed=seed, options=options, language=language)
    with closing(make(weaker)) as player:
        player.check_plays(game.name, setting.seats)
    with closing(Roster()) as roster:
        one = partial(play_deal, game) if jobs == 1 else partial(_play_by_name, game.name)
        with closing(work(partial(one, setting, weaker, roster=roster), range(deals), jobs)) as played:
            return summarise(game, setting, weaker, list(watch(played)))


def _play_by_name(name: str, setting: Setting, weaker: str, deal: int, roster: Roster) -> PlayedDeal:
    return play_deal(pediment.game(name), setting, weaker, deal, roster)


def play_deal(game: Game[Any], setting: Setting, weaker: str, deal: int, roster: Roster) -> PlayedDeal:
    """A deal between the bots, and once more with the weaker one in a seat, another one in each deal."""
    own = deal % setting.seats
    names = [setting.bots[(seat + deal) % setting.seats] for seat in range(setting.seats)]
    outcome = _play(game, setting, names, deal, roster)
    weak = _play(game, setting, [*names[:own], weaker, *names[own + 1 :]], deal, roster)
    return PlayedDeal(outcome, _leads(outcome.totals)[own], _leads(weak.totals)[own], weak.won[own])


def _play(game: Game[Any], setting: Setting, names: list[str], deal: int, roster: Roster) -> Outcome:
    state = game.new(seats=setting.seats, seed=shared_deal(setting.seed, deal), **setting.options)
    players = [
        roster.make(name, stream(setting.seed, f"deal {deal} seat {seat}").getrandbits(SEED_BITS))
        for seat, name in enumerate(names)
    ]
    first = game.to_move(state)
    standings: list[list[int]] = []
    last = game.round_of(state)

    def watch(now: Any, action: int) -> None:
        nonlocal last
        if (n := game.round_of(now)) > last:
            standings.extend([game.totals(now)] * (n - last))
            last = n

    finish(game, state, players, roster, watch)
    log = game.view(state, None)["log"]
    return Outcome(
        game.totals(state),
        game.returns(state),
        first,
        len(state.actions),
        game.setup(state),
        _groups(game, state, first),
        standings,
        dict(Counter(entry["rule"] for entry in log)),
        _cards(game, log),
    )


def _groups(game: Game[Any], state: Any, first: int) -> list[dict[str, dict[str, int]]]:
    """What each seat had, and where it sat."""
    n = state.origin.seats
    return [
        {PLACES: {str((seat - first) % n + 1): 1}, SEATS: {str(seat + 1): 1}, **had}
        for seat, had in enumerate(game.groups(state))
    ]


def _cards(game: Game[Any], log: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    known = set(game.cards())
    found: Counter[tuple[str, str]] = Counter()
    for entry in log:
        took = game.card_taken(entry)
        if took is not None:
            found[took[1], TAKEN] += 1
        elif entry.get("card") in known:
            found[entry["card"], entry["event"]] += 1
        if entry["cause"] in known:
            found[entry["cause"], CAUSED] += 1
    return dict(found)


def _leads(totals: Sequence[int]) -> list[float]:
    """By seat how far it is ahead of the mean of the others."""
    return [total - (sum(totals) - total) / (len(totals) - 1) for total in totals]


def summarise(game: Game[Any], setting: Setting, weaker: str, played: list[PlayedDeal]) -> Balance:
    """What the deals say of the game."""
    outcomes = [one.game for one in played]
    groups, pairs = _what_players_had(outcomes)
    return Balance(
        game.name,
        game.rules_version,
        setting.seats,
        setting.bots if len(set(setting.bots)) > 1 else setting.bots[:1],
        setting.seed,
        len(played),
        setting.options,
        [
            _measure("points", (sum(one.totals) / setting.seats for one in outcomes)),
            _measure("lead", (max(_leads(one.totals)) for one in outcomes)),
            _measure("start-wins", (one.won[one.first] for one in outcomes)),
            _measure("shared", (float(max(one.won) < 1) for one in outcomes)),
            _measure("decisions", (one.decisions for one in outcomes)),
            _measure("rounds", (len(one.standings) + 1 for one in outcomes)),
            _measure("lead-changes", (_lead_changes(one) for one in outcomes)),
            _measure("comebacks", (_comeback(one) for one in outcomes)),
        ],
        _skill(weaker, played),
        _after_rounds(outcomes),
        groups,
        pairs,
        _in_play(game, outcomes),
        _rules(outcomes),
        _card_uses(outcomes),
    )


def _measure(name: str, values: Iterable[float]) -> Measure:
    found = _numbers(values)
    low, middle, high = (float(n) for n in np.quantile(found, (0.05, 0.5, 0.95)))
    return Measure(name, _share(mean(found)) if name in SHARES else mean(found), low, middle, high)


def _share(estimate: Estimate) -> Estimate:
    """A share of games, whose interval does not go beyond nothing and all: with few deals, that of t would."""
    return replace(estimate, low=max(estimate.low, 0.0), high=min(estimate.high, 1.0))


def _skill(weaker: str, played: list[PlayedDeal]) -> Skill | None:
    strong, weak = _numbers(one.strong for one in played), _numbers(one.weak for one in played)
    parts = shares(strong, weak)
    if parts is None:
        return None
    return Skill(weaker, *parts, _share(mean(_numbers(one.weak_won for one in played))), mean(strong - weak))


def _ahead(totals: list[int]) -> set[int]:
    """The seats that lead; none where all are level."""
    most = max(totals)
    return set() if min(totals) == most else {seat for seat, total in enumerate(totals) if total == most}


def _lead_changes(one: Outcome) -> int:
    """How often nobody of those who led after a round leads after the next one, the end of the game among them."""
    leaders = [ahead for totals in (*one.standings, one.totals) if (ahead := _ahead(totals))]
    return sum(not before & after for before, after in itertools.pairwise(leaders))


def _comeback(one: Outcome) -> float:
    """The part of the victory of those who did not lead after half of the rounds; games of one round have no half."""
    if not one.standings:
        return 0.0
    ahead = _ahead(one.standings[(len(one.standings) + 1) // 2 - 1])
    return sum(won for seat, won in enumerate(one.won) if seat not in ahead) if ahead else 0.0


def _after_rounds(outcomes: list[Outcome]) -> list[Leader]:
    found: list[Leader] = []
    for n in range(max(len(one.standings) for one in outcomes)):
        wins = [
            float(np.mean([one.won[seat] for seat in ahead]))
            for one in outcomes
            if n < len(one.standings) and (ahead := _ahead(one.standings[n]))
        ]
        if len(wins) >= MIN_DEALS:
            found.append(Leader(n + 1, len(wins), _share(mean(_numbers(wins)))))
    return found


def _what_players_had(outcomes: list[Outcome]) -> tuple[list[Group], list[GroupPair]]:
    totals, won = _numbers_by_seat(one.totals for one in outcomes), _numbers_by_seat(one.won for one in outcomes)
    seats = totals.shape[1]
    of_deal = np.repeat(np.arange(len(outcomes)), seats)
    groups: list[Group] = []
    pairs: list[GroupPair] = []
    for kind in dict.fromkeys(kind for one in outcomes for had in one.groups for kind in had):
        names = sorted({name for one in outcomes for had in one.groups for name in had.get(kind, ())})
        counts = np.array(
            [[[had.get(kind, {}).get(name, 0) for name in names] for had in one.groups] for one in outcomes],
            dtype=float,
        )
        points = [worth_each(totals, counts[:, :, i]) for i in range(len(names))]
        marks = stands_out(points)
        for i, name in enumerate(names):
            has = counts[:, :, i] > 0
            wins = mean_by_deal(won[has], np.nonzero(has)[0])
            per_game = float(counts[:, :, i].sum(axis=1).mean())
            known = wins and _share(wins)
            groups.append(Group(kind, name, per_game, float(has.mean()), known, points[i], marks[i]))
        found = together(totals.ravel(), counts.reshape(-1, len(names)), of_deal, seats=seats)
        clear = stands_out([estimate for *_, estimate in found])
        pairs += [
            GroupPair(kind, (names[one], names[other]), n, estimate)
            for (one, other, n, estimate), mark in zip(found, clear, strict=True)
            if mark
        ]
    return groups, sorted(pairs, key=lambda pair: -pair.points.value)


def _in_play(game: Game[Any], outcomes: list[Outcome]) -> list[InPlay]:
    values = {
        "points": _numbers(sum(one.totals) / len(one.totals) for one in outcomes),
        "lead": _numbers(max(_leads(one.totals)) for one in outcomes),
        "start_wins": _numbers(one.won[one.first] for one in outcomes),
        "decisions": _numbers(one.decisions for one in outcomes),
    }
    deals = np.arange(len(outcomes))
    found: list[InPlay] = []
    for kind, size in _kinds_in_play(outcomes):
        tables = _tables_with(kind, size, outcomes)
        differences: dict[str, list[Estimate | None]] = {name: [] for name in OUTCOMES}
        for those in tables.values():
            has = np.isin(deals, those).astype(float)
            for name in OUTCOMES:
                differences[name].append(slope_by_deal(has, values[name], deals))
        marks = {name: stands_out(differences[name]) for name in OUTCOMES}
        for i, (names, those) in enumerate(tables.items()):
            points, lead, start_wins, decisions = (mean(values[name][those]) for name in OUTCOMES)
            clear = [name for name in OUTCOMES if marks[name][i]]
            found.append(InPlay(kind, names, len(those), points, lead, _share(start_wins), decisions, clear))
    return found


def _kinds_in_play(outcomes: list[Outcome]) -> list[tuple[str, int]]:
    """What tables are played with, alone, in pairs and all of it, where that can differ."""
    found: list[tuple[str, int]] = []
    for kind in outcomes[0].setup:
        most = max(len(set(one.setup[kind])) for one in outcomes)
        found += [
            (kind, size) for size in sorted({1, min(2, most), most}) if len(_tables_with(kind, size, outcomes)) > 1
        ]
    return found


def _tables_with(kind: str, size: int, outcomes: list[Outcome]) -> dict[tuple[str, ...], list[int]]:
    """The games with each choice of so many of what they are played with, if there are `MIN_DEALS` of them."""
    found: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for deal, one in enumerate(outcomes):
        for names in itertools.combinations(sorted(filter(None, set(one.setup[kind]))), size):
            found[names].append(deal)
    return {names: those for names, those in sorted(found.items()) if len(those) >= MIN_DEALS}


def _rules(outcomes: list[Outcome]) -> list[RuleUse]:
    """The rules that the log cites, the most frequent first."""
    times: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for one in outcomes:
        times.update(one.rules)
        games.update(one.rules.keys())
    n = len(outcomes)
    return [
        RuleUse(rule, of / n, games[rule] / n) for rule, of in sorted(times.items(), key=lambda it: (-it[1], it[0]))
    ]


def _card_uses(outcomes: list[Outcome]) -> list[CardUse]:
    """The cards that the log names, the most frequently taken first."""
    times: Counter[tuple[str, str]] = Counter()
    games: Counter[str] = Counter()
    for one in outcomes:
        times.update(one.cards)
        games.update(card for card, event in one.cards if event == CAUSED)
    n = len(outcomes)
    found = [
        CardUse(
            card,
            times[card, TAKEN] / n,
            games[card] / n,
            {event: of / n for (of_card, event), of in sorted(times.items()) if of_card == card and event != TAKEN},
        )
        for card in sorted({card for card, _ in times})
    ]
    return sorted(found, key=lambda one: (-one.taken, one.card))


def _numbers(values: Iterable[float]) -> Numbers:
    return np.array(list(values), dtype=float)


def _numbers_by_seat(rows: Iterable[Sequence[float]]) -> Numbers:
    return np.array(list(rows), dtype=float)
