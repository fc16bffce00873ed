"""Many games at once as a Gymnasium vector environment, on the engine's own batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pediment
from pediment.bots import Bot
from pediment.bots.agent import whole
from pediment.core.engine.log import SILENT
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER, Origin
from pediment.core.errors import OptionError, brief
from pediment.core.extras import extra
from pediment.core.search.batch import EVERYBODY, Batch, Row
from pediment.core.search.playout import Policy
from pediment.rl.numbers import SEEDS, Numbers
from pediment.rl.opponents import Bots, Opponent, Opponents
from pediment.rl.recycled import Recycled
from pediment.rl.rewards import POINTS, WIN, Rewards, check_reward
from pediment.rl.saving import Course, again, course
from pediment.rl.spaces import BatchAnswers, no_options, with_mask

with extra("rl"):
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

_REMADE = ("_arrays", "_masks", "_rows", "_seats", "_uniform")
"""What a copy makes anew: it belongs to the memory of the engine."""


class BatchEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """A game in each row, all played on by one call of `step`, which takes an answer for each.

    >>> from pediment.rl.vector import BatchEnv
    >>> envs = BatchEnv("elysium", num_envs=64, seats=3)
    >>> observations, infos = envs.reset(seed=7)
    >>> infos["action_mask"].shape == (64, envs.single_action_space.n)
    True

    With `opponents="uniform"` a row is one seat, `seat` or drawn for each game, and the engine answers for the others;
    other opponents are what `pediment.bots.make` takes, one for all or a list clockwise from the seat.
    With `opponents="self"` a row shows whoever is asked, and the reward of a step is that of the seat that answered.
    With `scaled=False` observations are the engine's own small ints; `numbers.most` has the highest of each column.
    With `mask_in_observation` they are dicts of `observation` and `action_mask`.
    A row whose game ended shows the next one in the same step; what there is to know of the end is in
    `infos["final_obs"]` and `infos["final_info"]`. It can be deep-copied and pickled at any time; the copy goes on as
    the original does.

    Raises OptionError for options that the game does not have, and for opponents that there are not.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012
    opponents: Opponents | None = None
    """None where the engine answers for the others, and where `__init__` refused what it was given."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int = 2,
        seat: int | None = None,
        opponents: Opponent | Sequence[Opponent] = "uniform",
        reward: str = WIN,
        scaled: bool = True,
        mask_in_observation: bool = False,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        if type(num_envs) is not int or num_envs < 1:
            raise OptionError(f"num_envs must be a whole number of 1 or more, not {brief(num_envs)}")
        self.game = pediment.game(game)
        self.options = self.game.check_options(seats, 0, options)
        if seat is not None and (opponents == "self" or type(seat) is not int or not 0 <= seat < seats):
            raise OptionError(f"seat must be None or, against others, one from 0 to {seats - 1}")
        check_reward(reward)
        if render_mode is not None:
            raise OptionError(
                f"render_mode must be None, not {brief(render_mode)}: a batch has no one table to show;"
                " pediment.rl.render shows the game_state of a row"
            )
        self.reward = reward
        self.num_envs = num_envs
        self.seats = seats
        self.seat = EVERYBODY if opponents == "self" else seat
        self.opponents = None if opponents in ("self", "uniform") else Opponents(opponents, self.game.name, seats)
        self._uniform = Policy()
        self._batch: Batch | None = None
        self._rewards: list[Rewards] = []
        self._runs: list[Stream] = []
        """Where a row takes the seeds of its games from, and its seat in them."""
        self.numbers = Numbers(self.game, seats)
        self.scaled = scaled
        self.mask_in_observation = mask_in_observation
        row: Box[Any]
        if scaled:
            row = Box(0, 1, (self.numbers.width,), np.float32)
        else:
            row = Box(np.uint8(0), self.numbers.most.astype(np.uint8), dtype=np.uint8)
        self.single_observation_space = with_mask(row, self.game.num_actions) if mask_in_observation else row
        self.single_action_space = Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._arrays = Recycled((num_envs, self.numbers.width), row.dtype)
        self.action_space: BatchAnswers = BatchAnswers(num_envs, self.game.num_actions)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games in all rows, or only in those where `options["reset_mask"]` is True.

        With a list of seeds, each row begins the game of `game.new(seed=…)`, and whatever the other rows do, the same
        games follow in it; one seed gives every row another one. Without a seed, or with None, a row goes on to the
        next game of its run. Raises OptionError for seeds or a mask that do not fit, and for other options.
        """
        seeds, mask = self._wanted(seed, options)
        rows, rewards = self._batch.rows[:] if self._batch else [], self._rewards
        if not rows:
            self._runs = [stream(int(self.np_random.integers(SEEDS)), "row") for _ in range(self.num_envs)]
        for row, wanted in zip(rows, mask, strict=False):
            if wanted:
                self._let_go(row)
        self._begin([self._new(i, seeds[i]) if mask[i] else rows[i] for i in range(self.num_envs)])
        self._rewards = [new if mask[i] else rewards[i] for i, new in enumerate(self._rewards)]
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An answer in every row. Raises ValueError unless there is a whole number for each."""
        answers = self._answers_of(actions)
        batch = self.batch
        answered = self._seats.tolist()
        try:
            ended = batch.play(answers.tolist())
        except Exception:  # of somebody's agent, when some rows have gone on and others have not
            self._batch = None
            raise
        self._look()
        rewards = np.zeros(self.num_envs)
        if self.reward == POINTS:
            for i in {*range(self.num_envs)} - {*ended}:
                rewards[i] = self._rewards[i].take(self.game, batch.rows[i].state, answered[i])
        terminations = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        if ended:
            terminations[ended] = True
            infos = self._end(ended, rewards, terminations.copy())
            for i in ended:
                self._let_go(batch.rows[i])
                row = self._new(i)
                self._rewards[i] = Rewards(self.reward, self.game, row.state)
                self.batch.place(i, row)
        return self._observations(), rewards, terminations, np.zeros(self.num_envs, np.bool_), infos | self._infos()

    def __getstate__(self) -> dict[str, Any]:
        rows = self._batch and [(course(row.state), row.seat, row.rng, self._bots_of(row)) for row in self._batch.rows]
        own = {name: value for name, value in vars(self).items() if name not in _REMADE}
        return own | {"game": self.game.name, "_batch": rows}

    def __setstate__(self, found: dict[str, Any]) -> None:
        rows: list[tuple[Course, int, Stream, list[Bot]]] | None = found.pop("_batch")
        vars(self).update(found, game=pediment.game(found["game"]), _batch=None, _uniform=Policy())
        self._arrays = Recycled((self.num_envs, self.numbers.width), np.float32 if self.scaled else np.uint8)
        if rows is not None:
            silent = self.opponents is None
            games = [
                Row(again(self.game, course, silent=silent), seat, self._policy(seat, bots), rng)
                for course, seat, rng, bots in rows
            ]
            rewards = self._rewards  # what the seats were told already
            self._begin(games)
            self._rewards = rewards

    @staticmethod
    def _bots_of(row: Row) -> list[Bot]:
        """The opponents of a row, clockwise from its seat; none of those that the engine answers for."""
        bots = row.policy.bots if isinstance(row.policy, Bots) else {}
        return [bots[seat] for seat in (*range(row.seat + 1, len(bots) + 1), *range(row.seat)) if seat in bots]

    def close_extras(self, **kwargs: Any) -> None:
        """Let go of the opponents, and end those that are programs of their own."""
        if self.opponents:
            for row in self._batch.rows if self._batch else []:
                self._let_go(row)
            self.opponents.close()

    @property
    def begun(self) -> bool:
        """Are there games?"""
        return self._batch is not None

    @property
    def batch(self) -> Batch:
        """The games themselves. Raises ResetNeeded before there are any."""
        if self._batch is None:
            raise ResetNeeded("there are no games yet: call reset() first")
        return self._batch

    def game_state(self, row: int) -> Any:
        """The state of the game in a row, hidden things and all: played again, for labels, pictures or a look ahead."""
        state = self.batch.rows[row].state
        return self.game.rewind(state, len(state.actions))

    def _wanted(
        self, seed: int | Sequence[int | None] | None, options: dict[str, Any] | None
    ) -> tuple[list[int | None], list[bool]]:
        """What `reset` is asked for: a seed for each row, and which of them get a new game."""
        given = dict(options or {})
        mask = self._mask_of(given.pop("reset_mask", None))
        no_options(given)
        seeds = self._seeds_of(seed)
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        return seeds, mask

    def _answers_of(self, actions: NDArray[np.int64]) -> NDArray[Any]:
        """The answers of a step. Raises ValueError unless there is a whole number for each row."""
        answers = np.asarray(actions)
        if answers.shape != (self.num_envs,) or answers.dtype.kind not in "iu":
            found = f"{answers.dtype} {answers.shape}"
            raise ValueError(f"there must be a whole number for each of {self.num_envs} rows, not {found}")
        return answers

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """A seed for each row; None to go on with its run."""
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            numbers = stream(int(seed), "rows")
            return [numbers.getrandbits(32) for _ in range(self.num_envs)]
        seeds = [None if one is None else whole(one) for one in seed]
        if len(seeds) != self.num_envs:
            raise OptionError(f"seed must be a whole number or a list of {self.num_envs}, not of {len(seeds)}")
        for one in seeds:
            if one is not None:
                self.game.check_options(self.seats, one, {})  # a wrong seed changes nothing
        return seeds

    def _mask_of(self, mask: Any) -> list[bool]:
        """Which rows get a new game: all, unless a mask says otherwise."""
        if mask is None:
            return [True] * self.num_envs
        found = np.asarray(mask)
        if found.shape != (self.num_envs,) or found.dtype != np.bool_ or not found.any():
            raise OptionError(f"reset_mask must be {self.num_envs} times True or False, and True at least once")
        if not self.begun:
            raise ResetNeeded("there are no games yet: call reset() first, without reset_mask")
        wanted: list[bool] = found.tolist()
        return wanted

    def _new(self, i: int, seed: int | None = None) -> Row:
        """The next game of a row, or the first of the run that a seed begins, with its opponents."""
        if seed is None:
            seed = self._runs[i].getrandbits(32)
        else:
            self._runs[i] = stream(seed, "row")
        seat = self._runs[i].below(self.seats) if self.seat is None else self.seat
        state = self.game.restart(Origin(self.seats, seed, self.options, None, self.game.rules_number()))
        rng = stream(seed, "opponents")
        if self.opponents is None:
            state.log = SILENT  # `game_state` writes it again
            return Row(state, seat, self._uniform, rng)
        bots = self.opponents.sit_down([rng.getrandbits(32) for _ in range(self.seats - 1)])
        return Row(state, seat, self._policy(seat, bots), rng)

    def _policy(self, seat: int, bots: list[Bot]) -> Policy:
        """Bots clockwise from the seat, or uniform play where there are none."""
        around = {(seat + 1 + i) % self.seats: bot for i, bot in enumerate(bots)}
        return Bots(self.game, around) if around else self._uniform

    def _let_go(self, row: Row) -> None:
        """Of the opponents of a row whose game is over, or was broken off."""
        if self.opponents and isinstance(row.policy, Bots):
            self.opponents.over(self.game, row.state, row.policy.bots)
            self.opponents.release(row.policy.bots.values())

    def _begin(self, rows: list[Row]) -> None:
        self._rewards = [Rewards(self.reward, self.game, row.state) for row in rows]
        self._batch = Batch(rows, self.game.observer, self.numbers.width, self.game.num_actions)
        self._look()

    def _look(self) -> None:
        """Into the engine's own memory, without copying: what it writes there until the next step is seen at once."""
        self._rows = np.frombuffer(memoryview(self.batch.observations), np.uint8).reshape(self.num_envs, -1)
        self._masks = np.frombuffer(memoryview(self.batch.masks), np.int8).reshape(self.num_envs, -1)
        self._seats = np.frombuffer(memoryview(self.batch.seats), np.int8)
        self.action_space.masks = self._masks

    def _end(self, ended: list[int], rewards: NDArray[Any], which: NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of the games that ended; their rewards are filled in."""
        final_obs = np.full(self.num_envs, None, object)
        returns = np.zeros((self.num_envs, self.seats))
        totals = np.zeros((self.num_envs, self.seats), np.int64)
        paid = np.zeros((self.num_envs, self.seats))
        illegal = np.zeros(self.num_envs, np.bool_)
        rows = self._rows[ended]
        seen: NDArray[Any] = self.numbers.scaled(rows) if self.scaled else rows
        for i, observation in zip(ended, seen, strict=True):
            state = self.batch.rows[i].state
            seat = self.batch.seats[i]
            if state.to_move == OVER:
                returns[i] = self.game.returns(state)
                totals[i] = self.game.totals(state)
                paid[i] = self._rewards[i].take_all(self.game, state)
            else:
                illegal[i] = True
                returns[i, seat] = -1
                paid[i] = self._rewards[i].forfeit(self.seats, seat)
            rewards[i] = paid[i, seat]
            final_obs[i] = self._with_masks(observation, self._masks[i])
        final: dict[str, Any] = {"returns": returns, "totals": totals, "rewards": paid}
        final |= {"illegal": illegal, "seat": self._seats.astype(np.int64)}
        final |= {f"_{key}": which for key in final}
        return {"final_obs": final_obs, "_final_obs": which, "final_info": final, "_final_info": which}

    def _observations(self) -> Any:
        found = self._arrays.take()
        if self.scaled:
            self.numbers.scale(self._rows, found)
        else:
            found[:] = self._rows
        return self._with_masks(found, self._masks)

    def _with_masks(self, found: NDArray[Any], masks: NDArray[np.int8]) -> Any:
        return {"observation": found, "action_mask": masks.copy()} if self.mask_in_observation else found

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._masks.copy(), "seat": self._seats.astype(np.int64)}
