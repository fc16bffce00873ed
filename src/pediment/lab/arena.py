"""Games between bots: one, or many in several processes; the same ones for the same seed but for bots of the clock."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pediment
from pediment.bots import Bot, make
from pediment.bots.external.bot import is_external
from pediment.bots.roster import Roster, tell_over
from pediment.core.engine.fairness import SECRET_BYTES, deal_seed
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.core.record import MAX_NAME_LETTERS
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.formatting import TEXTS
from pediment.lab.workers import Jobs, work

DEFAULT_BOT: Final = "greedy"
SEED_BITS: Final = 32
"""Of the seed of a bot."""
Watch = Callable[[Any, int], None]
"""Called with the state and the action of each decision before it is played; the state is the game's own."""


@dataclass(frozen=True)
class Setting:
    """What all games of a simulation have in common. `bots` has one name for each seat."""

    seats: int
    bots: list[str]
    seed: int
    options: dict[str, Any]
    records: bool = False


@dataclass(frozen=True)
class Played:
    """What is kept of one game; lists are by seat."""

    number: int
    bots: list[str]
    returns: list[float]
    scores: list[dict[str, int]]
    taken: list[list[str]]
    offered: list[str]
    events: dict[str, int]
    decisions: int
    first: int
    """The seat that was asked first."""
    record: str | None


def prepare(
    game: Game[Any],
    counts: Mapping[str, Jobs],
    *,
    seats: int | None,
    bots: list[str] | None,
    seed: int,
    options: dict[str, Any],
    language: str = DEFAULT_LANGUAGE,
    records: bool = False,
) -> Setting:
    """Check what games between bots are to have in common, and that each of some numbers, by its option, is at least 1.

    One bot has all seats, and greedy if there is none. Raises ValueError.
    """
    names = bots or [DEFAULT_BOT]
    for option, n in counts.items():
        check_number(option, n, names, language)
    players = [make(name) for name in names]
    if seats is None:
        seats = len(names) if len(names) > 1 else game.usual_seats()
    if len(names) not in (1, seats):
        raise ValueError(TEXTS.say(language, "errors.bots-and-seats", bots=len(names), seats=seats))
    checked = game.check_options(seats, seed, options)
    for player in players:
        player.check_plays(game.name, seats)
    return Setting(seats, names if len(names) > 1 else names * seats, seed, checked, records)


def check_number(option: str, n: Jobs, bots: Iterable[str], language: str) -> None:
    """Check a number that must be at least 1; or that the machines of a cluster, if it is one, have the bots.

    Raises ValueError.
    """
    if isinstance(n, str):
        for bot in filter(is_external, bots):
            raise ValueError(TEXTS.say(language, "cluster-errors.programs", bot=bot))
    elif n < 1:
        raise ValueError(TEXTS.say(language, "errors.at-least-one", option=option, n=n))


def play(
    game: Game[Any], setting: Setting, number: int, roster: Roster | None = None, watch: Watch | None = None
) -> Played:
    """Play game `number` of a simulation: the seats rotate, and each game and bot has its own seed.

    With a roster, programs that somebody wrote stay up after it.
    """
    with nullcontext(roster) if roster else closing(Roster()) as own:
        return _play(game, setting, number, own, watch)


def _play(game: Game[Any], setting: Setting, number: int, roster: Roster, watch: Watch | None) -> Played:
    seed = stream(setting.seed, f"game {number}").getrandbits(59)
    seats = range(setting.seats)
    names = [setting.bots[(seat + number) % setting.seats] for seat in seats]
    players = [
        roster.make(name, stream(setting.seed, f"game {number} seat {seat}").getrandbits(SEED_BITS))
        for seat, name in enumerate(names)
    ]
    state = game.new(seats=setting.seats, seed=seed, **setting.options)
    first = game.to_move(state)
    finish(game, state, players, roster, watch)
    log = game.view(state, None)["log"]
    taken: list[list[str]] = [[] for _ in seats]
    offered: set[str] = set()
    for entry in log:
        took = game.card_taken(entry)
        if took is not None:
            seat, card = took
            taken[seat].append(card)
        offered.update(game.cards_offered(entry))
    return Played(
        number,
        names,
        game.returns(state),
        [game.item_points(score) for score in game.scores(state)],
        taken,
        sorted(offered),
        dict(Counter(entry["event"] for entry in log)),
        len(state.actions),
        first,
        _record(game, state, names) if setting.records else None,
    )


def _record(game: Game[Any], state: Any, bots: list[str]) -> str:
    """The record of a game as one line; the players have the names of their bots, as much of them as fits."""
    names = [" ".join(bot.split())[:MAX_NAME_LETTERS] for bot in bots]
    return json.dumps(Match.of(game, state).record() | {"names": names}, separators=(",", ":"))


def shared_deal(seed: int, deal: int) -> str:
    """The seed of a deal: every game with it has the same cards in the same order, as far as they are still there."""
    chance = stream(seed, f"deal {deal}")
    words = [chance.getrandbits(SEED_BITS) for _ in range(8 * SECRET_BYTES // SEED_BITS)]
    return deal_seed(b"".join(word.to_bytes(SEED_BITS // 8, "big") for word in words))


def finish(game: Game[Any], state: Any, bots: list[Bot], roster: Roster, watch: Watch | None = None) -> None:
    """Let the bots, one for each seat, play a game to its end, and let go of them; programs go back to the roster."""
    with ExitStack() as stack:
        for bot in bots:
            stack.callback(bot.close)
        while (seat := game.to_move(state)) != OVER:
            action = bots[seat].choose(game, state, seat)
            if watch:
                watch(state, action)
            game.apply(state, action)
        tell_over(game, state, dict(enumerate(bots)))
        stack.pop_all()
    for bot in bots:
        roster.release(bot)


def play_all(game: Game[Any], setting: Setting, games: int, jobs: Jobs) -> Iterator[Played]:
    """All games of a simulation in their order, whatever the number of processes."""
    with closing(Roster()) as roster:
        one = partial(play, game) if jobs == 1 else partial(_play_by_name, game.name)
        yield from work(partial(one, setting, roster=roster), range(games), jobs)


def _play_by_name(name: str, setting: Setting, number: int, roster: Roster) -> Played:
    return play(pediment.game(name), setting, number, roster)
