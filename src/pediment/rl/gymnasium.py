"""One seat against bots as a Gymnasium environment.

>>> import gymnasium
>>> import pediment.rl
>>> env = gymnasium.make("pediment/Elysium-v0", seats=3, opponents="shepherd")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pediment
from pediment.bots import Bot
from pediment.bots.agent import whole
from pediment.core.engine.state import OVER
from pediment.core.errors import IllegalMove, OptionError, UnknownOption, brief
from pediment.core.extras import extra
from pediment.rl import render
from pediment.rl.numbers import SEEDS, Numbers
from pediment.rl.opponents import Opponent, Opponents
from pediment.rl.rewards import WIN, Rewards, check_reward
from pediment.rl.saving import again, course
from pediment.rl.spaces import Answers, no_options, with_mask

with extra("rl"):
    import gymnasium
    import numpy as np
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Box
    from numpy.typing import NDArray


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A seat that is asked again and again; between two questions the opponents have answered theirs.

    The seat is `seat`, or drawn for each game; `opponents` are what `pediment.bots.make` takes, one for all or a list
    clockwise from the seat; `reward` is one of `pediment.rl.rewards`. `mine` is the seat of this game. With
    `mask_in_observation` an observation is a dict of `observation` and `action_mask`.

    It can be deep-copied and pickled at any time, unless it plays against a bot that cannot; the copy goes on as the
    original does.

    Raises OptionError for options that the game does not have, and for bots that there are not.
    """

    metadata: dict[str, Any] = {"render_modes": render.MODES, "render_fps": 1}  # noqa: RUF012
    action_space: Answers

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        seat: int | None = None,
        opponents: Opponent | Sequence[Opponent] = "uniform",
        reward: str = WIN,
        mask_in_observation: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = pediment.game(game)
        try:
            self.options = self.game.check_options(seats, 0, options)
        except UnknownOption as error:  # TorchRL tries a keyword of its own, and goes by what Python would say
            unknown = next(name for name in options if name not in self.game.options)
            raise UnknownOption(f"unexpected keyword argument {unknown!r}: {error}") from None
        if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
            raise OptionError(f"seat must be None or one from 0 to {seats - 1}, not {brief(seat)}")
        check_reward(reward)
        render.check_mode(render_mode)
        self.seats = seats
        self.seat = seat
        self.opponents = Opponents(opponents, game, seats)
        self.reward = reward
        self.render_mode = render_mode
        self.numbers = Numbers(self.game, seats)
        self.mask_in_observation = mask_in_observation
        row = Box(0, 1, (self.numbers.width,), np.float32)
        self.observation_space = with_mask(row, self.game.num_actions) if mask_in_observation else row
        self.action_space = Answers(self.game.num_actions)
        self._state: Any = None
        self._bots: list[Bot] = []
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game, at the seat's first question: that of `game.new(seed=seed)`, and the same bots for the same seed.

        Without a seed it is the next one of the run that the last seed began. Raises OptionError for options: there are
        none but those of `gymnasium.make`.
        """
        no_options(options)
        if seed is not None:
            self.game.check_options(self.seats, seed, {})  # a wrong seed changes nothing
        super().reset(seed=seed)
        self.opponents.release(self._bots)
        next_seed, *bot_seeds = self.np_random.integers(SEEDS, size=self.seats).tolist()
        self._bots = self.opponents.sit_down(bot_seeds)
        self.mine = int(self.np_random.integers(self.seats)) if self.seat is None else self.seat
        self._state = self.game.new(seats=self.seats, seed=next_seed if seed is None else seed, **self.options)
        self._rewards = Rewards(self.reward, self.game, self._state)
        self._over = False
        self._let_others_answer()
        info = self._info()
        return self._observation(), info

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """An answer, and those of the opponents until the seat is asked again.

        One that is not legal forfeits the game: the reward is -1, in points -100, and `info["illegal"]` says why.
        Raises ResetNeeded when the game is over, TypeError for an action that is not a whole number.
        """
        answer = whole(action)
        if self._over:
            raise ResetNeeded("the game is over or has not begun: call reset() first")
        try:
            self.game.play(self._state, answer)
        except IllegalMove as error:
            self._over = True
            returns = [0.0] * self.seats
            returns[self.mine] = -1.0
            reward = self._rewards.forfeit(self.seats, self.mine)[self.mine]
            why = {"illegal": str(error.why)}
        else:
            self._let_others_answer()
            self._over = self._state.to_move == OVER
            returns = self.game.returns(self._state)
            reward = self._rewards.take(self.game, self._state, self.mine)
            why = {}
        info = self._info()
        if self._over:
            info |= {"returns": np.array(returns), **why}
        if self._state.to_move == OVER:  # until then points may be hidden
            self.opponents.over(
                self.game, self._state, {(self.mine + 1 + i) % self.seats: bot for i, bot in enumerate(self._bots)}
            )
            info["totals"] = np.array(self.game.totals(self._state))
        return self._observation(), reward, self._over, False, info

    def __getstate__(self) -> dict[str, Any]:
        bots = [] if self._over else self._bots  # each game has its own
        return vars(self) | {"game": self.game.name, "_state": course(self._state), "_bots": bots}

    def __setstate__(self, found: dict[str, Any]) -> None:
        game = pediment.game(found["game"])
        vars(self).update(found, game=game, _state=again(game, found["_state"]))

    @property
    def game_state(self) -> Any:
        """The state of the game, hidden things and all: a clone, which can be played on without touching this one."""
        if self._state is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._state.clone()

    def action_masks(self) -> NDArray[np.int8]:
        """The mask of `info`, where MaskablePPO of sb3-contrib looks for it."""
        mask = np.zeros(self.game.num_actions, np.int8)
        mask[list(self.action_space.legal)] = 1
        return mask

    def render(self) -> Any:
        """The table as the seat sees it: a text for `ansi`, a picture for `rgb_array`; printed for `human`."""
        if self._state is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        if self.render_mode == "human":  # every step shows it, as in Gymnasium's own
            return None
        return self._show()

    def close(self) -> None:
        """Let go of the bots, and end those that are programs of their own."""
        self.opponents.release(self._bots)
        self.opponents.close()
        self._bots = []

    def _let_others_answer(self) -> None:
        while self._state.to_move not in (self.mine, OVER):
            bot = self._bots[(self._state.to_move - self.mine) % self.seats - 1]
            self.game.apply(self._state, bot.choose(self.game, self._state, self._state.to_move))

    def _observation(self) -> Any:
        if self.render_mode == "human":
            self._show()
        row = self.numbers.observation(self._state, self.mine)
        return {"observation": row, "action_mask": self.action_masks()} if self.mask_in_observation else row

    def _show(self) -> Any:
        return render.show(self.game, self._state, self.mine, self.render_mode)

    def _info(self) -> dict[str, Any]:
        self.action_space.legal = [] if self._over else self.game.legal(self._state)
        return {"action_mask": self.action_masks(), "seat": self.mine}
