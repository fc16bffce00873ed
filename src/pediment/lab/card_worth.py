"""What cards are worth to whoever takes them, by paired play-outs: the same position with the card and without it.

In games between bots, positions are drawn in which a card can be taken. There the game goes on twice, with the same
chance and the same bots: once after the seat has taken the card, once after its best answer otherwise.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pediment
from pediment.bots.greedy import Greedy
from pediment.bots.roster import Roster
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.arena import SEED_BITS, Setting, Watch, finish, prepare, shared_deal
from pediment.lab.findings import Cards, CardWorth, Estimate, PairWorth
from pediment.lab.formatting import TEXTS
from pediment.lab.paired import MIN_DEALS, mean_by_deal, slope_by_deal, stands_out, together
from pediment.lab.workers import Jobs, work

with extra("lab"):
    import numpy as np
    from numpy.typing import NDArray

POSITIONS: Final = 8
"""Positions of a game that are played on twice, if it has so many."""
TRIES: Final = 2
"""Decisions that are looked at for each of them: in some, no card can be taken."""

Numbers = NDArray[np.float64]
Deals = NDArray[np.int64]


@dataclass(frozen=True)
class Sample:
    """A position that was played on twice; `points` and `won` are with the card, less those without it."""

    card: str
    round: int
    company: bool
    """Had the seat another card of its family?"""
    points: float
    won: float


@dataclass(frozen=True)
class Result:
    """A seat of a whole game. Points are its lead over the mean of the others, wins what is above an even share."""

    cards: list[str]
    points: float
    won: float


@dataclass(frozen=True)
class PlayedDeal:
    """What is kept of a deal."""

    results: list[Result]
    samples: list[Sample]


class Only(Greedy):
    """Greedy, with some of the answers."""

    def __init__(self, seed: int, allowed: Iterable[int]) -> None:
        super().__init__(seed)
        self.allowed = frozenset(allowed)

    def seen(self, game: Game[Any], world: Any) -> list[int]:
        return [action for action in game.legal(world) if action in self.allowed]


def study(
    game: Game[Any],
    *,
    deals: int = 1000,
    seats: int | None = None,
    bots: list[str] | None = None,
    jobs: Jobs = 1,
    seed: int = 1,
    language: str = DEFAULT_LANGUAGE,
    watch: Callable[[Iterable[PlayedDeal]], Iterable[PlayedDeal]] = iter,
    **options: Any,
) -> Cards:
    """What each card is worth: `study(pediment.game("elysium"), deals=2000, jobs=2, families="opulence")`.

    `bots` play the games and play the positions on. The result is the same whatever `jobs` is, unless a bot thinks by
    the clock. `watch` is as in `compare`. Raises ValueError, in the language, for arguments that make no sense.
    """
    if deals < MIN_DEALS:
        raise ValueError(TEXTS.say(language, "compare-errors.few-deals", least=MIN_DEALS, n=deals))
    setting = prepare(game, {"jobs": jobs}, seats=seats, bots=bots, seed=seed, options=options, language=language)
    with closing(Roster()) as roster:
        one = partial(play_deal, game) if jobs == 1 else partial(_play_by_name, game.name)
        with closing(work(partial(one, setting, roster=roster), range(deals), jobs)) as played:
            return summarise(game, setting, list(watch(played)))


def _play_by_name(name: str, setting: Setting, deal: int, roster: Roster) -> PlayedDeal:
    return play_deal(pediment.game(name), setting, deal, roster)


def play_deal(game: Game[Any], setting: Setting, deal: int, roster: Roster) -> PlayedDeal:
    """A whole game, and positions of it with a card and without it."""
    seats = range(setting.seats)
    names = [setting.bots[(seat + deal) % setting.seats] for seat in seats]
    state = game.new(seats=setting.seats, seed=shared_deal(setting.seed, deal), **setting.options)
    asked: list[tuple[int, str, int]] = []  # at each decision: whom, what, and where the log stood

    def watch(now: Any, action: int) -> None:
        asked.append((now.to_move, game.asking(now), len(now.log)))

    _play_on(game, setting, state, names, f"deal {deal}", roster, watch)
    log = game.view(state, None)["log"]
    leads, wins = _standing(game, state)
    results = [Result(sorted({card for _, card in _taken(game, log, seat)}), leads[seat], wins[seat]) for seat in seats]
    likely = _likely(game, log, asked)
    return PlayedDeal(results, _samples(game, setting, state, likely, names, deal, roster))


def _likely(game: Game[Any], log: list[dict[str, Any]], asked: list[tuple[int, str, int]]) -> list[int]:
    """The decisions at which the same was asked as where somebody took a card in this game."""
    lines = [line for _, _, line in asked]
    questions: set[str] = set()
    for at, entry in enumerate(log):
        took, decision = game.card_taken(entry), bisect_right(lines, at) - 1
        if took is not None and decision >= 0 and asked[decision][0] == took[0]:
            questions.add(asked[decision][1])
    return [at for at, (_, question, _) in enumerate(asked) if question in questions]


def _samples(
    game: Game[Any], setting: Setting, end: Any, likely: list[int], names: list[str], deal: int, roster: Roster
) -> list[Sample]:
    """Positions of a game that was played, with and without a card that can be taken there."""
    chance = stream(setting.seed, f"deal {deal} positions")
    left = likely[:]
    drawn = [left.pop(chance.below(len(left))) for _ in range(min(TRIES * POSITIONS, len(left)))]
    states = {len(state.actions): state.clone() for state in game.retrace(end) if len(state.actions) in drawn}
    found: list[Sample] = []
    for at in drawn:  # in no order, so that the end of a game is looked at as often as its beginning
        state = states[at]
        ways = _ways(game, state)
        if ways:
            cards = sorted(ways)
            card = cards[chance.below(len(cards))]
            others = [action for action in game.legal(state) if action not in ways[card]]
            if others:
                purpose = f"deal {deal} position {at}"
                found.append(_sample(game, setting, state, card, (ways[card], others), names, purpose, roster))
        if len(found) == POSITIONS:
            break
    return found


def _ways(game: Game[Any], state: Any) -> dict[str, list[int]]:
    """By card the answers by which the seat that is asked takes it at once."""
    seat, before = state.to_move, len(state.log)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for action in game.legal(state) if seat != OVER else ():
        after = state.clone()
        game.apply(after, action)
        for _, card in _taken(game, game.view(after, None)["log"][before:], seat)[:1]:
            found[card].append(action)
    return found


def _sample(
    game: Game[Any],
    setting: Setting,
    state: Any,
    card: str,
    ways: tuple[list[int], list[int]],
    names: list[str],
    purpose: str,
    roster: Roster,
) -> Sample:
    seat = state.to_move
    ends: list[tuple[float, float]] = []
    for allowed in ways:
        then = state.clone()
        game.apply(then, Only(setting.seed, allowed).choose(game, then, seat))
        _play_on(game, setting, then, names, purpose, roster)
        leads, wins = _standing(game, then)
        ends.append((leads[seat], wins[seat]))
    (points, won), (points_without, won_without) = ends
    family = _family(game, card)
    owned = {other for _, other in _taken(game, game.view(state, None)["log"], seat)}
    company = bool(family) and any(_family(game, other) == family for other in owned)
    return Sample(card, game.round_of(state), company, points - points_without, won - won_without)


def _play_on(
    game: Game[Any],
    setting: Setting,
    state: Any,
    names: list[str],
    purpose: str,
    roster: Roster,
    watch: Watch | None = None,
) -> None:
    """Play a state to its end; the same purpose gives the bots the same random numbers."""
    players = [
        roster.make(name, stream(setting.seed, f"{purpose} seat {seat}").getrandbits(SEED_BITS))
        for seat, name in enumerate(names)
    ]
    finish(game, state, players, roster, watch)


def _taken(game: Game[Any], log: list[dict[str, Any]], seat: int) -> list[tuple[int, str]]:
    return [took for entry in log if (took := game.card_taken(entry)) is not None and took[0] == seat]


def _standing(game: Game[Any], state: Any) -> tuple[list[float], list[float]]:
    """By seat the lead over the mean of the others, and how much of a win more than an even share."""
    totals, n = game.totals(state), state.origin.seats
    leads = [total - (sum(totals) - total) / (n - 1) for total in totals]
    return leads, [won - 1 / n for won in game.returns(state)]


def _family(game: Game[Any], card: str) -> str:
    """The family of a card; empty in a game without families."""
    return str(game.card(card).get("family_name", ""))


def summarise(game: Game[Any], setting: Setting, played: list[PlayedDeal]) -> Cards:
    """What the deals say of each card, and of each pair."""
    samples: defaultdict[str, list[tuple[int, Sample]]] = defaultdict(list)
    results: defaultdict[str, list[tuple[int, Result]]] = defaultdict(list)
    for deal, one in enumerate(played):
        for sample in one.samples:
            samples[sample.card].append((deal, sample))
        for result in one.results:
            for card in result.cards:
                results[card].append((deal, result))
    names = sorted({*samples, *results})
    rows = [_estimates(samples[card], results[card]) for card in names]
    clear = {part: stands_out([row[part] for row in rows]) for part in ("points", "later", "company")}
    cards = [
        CardWorth(
            card,
            len(results[card]) / len(played),
            positions=len(samples[card]),
            by_round=_by_round(samples[card]),
            stands_out=clear["points"][i],
            later_stands_out=clear["later"][i],
            company_stands_out=clear["company"][i],
            **rows[i],
        )
        for i, card in enumerate(names)
    ]
    cards.sort(key=lambda one: (one.points is None, -(one.points.value if one.points else 0), one.card))
    bots = setting.bots if len(set(setting.bots)) > 1 else setting.bots[:1]
    return Cards(
        game.name,
        game.rules_version,
        setting.seats,
        bots,
        setting.seed,
        len(played),
        sum(len(one.samples) for one in played),
        setting.options,
        cards,
        pairs(played),
    )


def _estimates(samples: list[tuple[int, Sample]], results: list[tuple[int, Result]]) -> dict[str, Estimate | None]:
    deals = np.array([deal for deal, _ in samples], dtype=np.int64)
    taken = np.array([deal for deal, _ in results], dtype=np.int64)
    points = _numbers(one.points for _, one in samples)
    return {
        "raw_points": mean_by_deal(_numbers(one.points for _, one in results), taken),
        "raw_won": mean_by_deal(_numbers(one.won for _, one in results), taken),
        "points": mean_by_deal(points, deals),
        "won": mean_by_deal(_numbers(one.won for _, one in samples), deals),
        "later": slope_by_deal(_numbers(one.round for _, one in samples), points, deals),
        "company": slope_by_deal(_numbers(one.company for _, one in samples), points, deals),
    }


def _by_round(samples: list[tuple[int, Sample]]) -> dict[int, Estimate | None]:
    found: dict[int, Estimate | None] = {}
    for n in sorted({one.round for _, one in samples}):
        of_round = [(deal, one.points) for deal, one in samples if one.round == n]
        deals = np.array([deal for deal, _ in of_round], dtype=np.int64)
        found[n] = mean_by_deal(_numbers(points for _, points in of_round), deals)
    return found


def pairs(played: list[PlayedDeal]) -> list[PairWorth]:
    """Pairs of cards with more or fewer points than both cards alone explain, the best first.

    It is a regression of a seat's points on its cards, each with a worth of its own, and on having both of a pair.
    """
    rows = [(deal, result) for deal, one in enumerate(played) for result in one.results]
    names = sorted({card for _, result in rows for card in result.cards})
    if not names:
        return []
    column = {card: i for i, card in enumerate(names)}
    has = np.zeros((len(rows), len(names)))
    for row, (_, result) in enumerate(rows):
        has[row, [column[card] for card in result.cards]] = 1
    points = _numbers(result.points for _, result in rows)
    found = together(points, has, np.array([deal for deal, _ in rows], dtype=np.int64))
    marks = stands_out([estimate for *_, estimate in found])
    clear = [
        PairWorth((names[one], names[other]), seats, estimate)
        for (one, other, seats, estimate), mark in zip(found, marks, strict=True)
        if mark
    ]
    return sorted(clear, key=lambda pair: -pair.points.value)


def _numbers(values: Iterable[float]) -> Numbers:
    return np.array(list(values), dtype=float)
