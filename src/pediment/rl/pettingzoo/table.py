"""A table of any game as a PettingZoo environment: one agent acts at a time."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeAlias, TypeVar

import pediment
from pediment.bots.agent import whole
from pediment.core.engine.state import OVER, State
from pediment.core.errors import IllegalMove, OptionError, brief
from pediment.core.extras import extra
from pediment.rl import render
from pediment.rl.numbers import SEEDS, Numbers
from pediment.rl.opponents import Opponent, Others
from pediment.rl.rewards import POINTS, Rewards, check_reward
from pediment.rl.saving import again, course
from pediment.rl.spaces import Answers, with_mask

with extra("rl"):
    import numpy as np
    from gymnasium.spaces import Box, Dict
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

Observation: TypeAlias = dict[str, NDArray[Any]]
Environment: TypeAlias = AECEnv[str, Any, Any]
P = ParamSpec("P")
E = TypeVar("E")


class Table(AECEnv[str, Any, Any]):
    """The raw environment: a registered game for a number of seats.

    `game` is the game, `game_state` its state, `numbers` says what is where in an observation. It can be copied and
    pickled at any time; the copy goes on as the original does.

    Raises OptionError for options that it cannot have.
    """

    def __init__(
        self,
        played: str,
        *,
        seats: int,
        reward: str,
        noop: bool,
        max_cycles: int | None,
        render_mode: str | None,
        opponents: Opponent | Sequence[Opponent | None] | None = None,
        **options: Any,
    ) -> None:
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise OptionError(f"max_cycles must be a whole number of 1 or more, or None, not {brief(max_cycles)}")
        check_reward(reward)
        render.check_mode(render_mode)
        self.game = pediment.game(played)
        self.metadata = {
            "name": f"{played}_v0",
            "render_modes": [*render.MODES],
            "render_fps": 1,
            "is_parallelizable": False,  # not by PettingZoo's wrapper, for which everybody acts in every cycle
        }
        self.reward = reward
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self._options = self.game.check_options(seats, 0, options)
        self._others = None if opponents is None else Others(opponents, played, seats)
        self.numbers = Numbers(self.game, seats)
        self._chance, _ = seeding.np_random()
        self._state: State | None = None
        taken = self._others.seats if self._others else []
        self._seats = {f"player_{seat}": seat for seat in range(seats) if seat not in taken}
        self.possible_agents = list(self._seats)
        self.agents = []
        width, actions = self.numbers.width, self.game.num_actions + noop
        self._not_asked = [self.game.num_actions] if noop else []
        """What an agent can answer that is not asked: nothing, or the no-op."""
        self._answers = {agent: Answers(actions) for agent in self.possible_agents}
        self._observations = {
            agent: with_mask(Box(0, 1, (width,), np.float32), actions) for agent in self.possible_agents
        }
        self.state_space = Box(0, 1, (seats * width,), np.float32)

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"game": self.game.name, "_state": course(self._state)}

    def __setstate__(self, found: dict[str, Any]) -> None:
        game = pediment.game(found["game"])
        vars(self).update(found, game=game, _state=again(game, found["_state"]))

    @property
    def game_state(self) -> Any:
        """The state of the game, hidden things and all: a clone, which can be played on without touching this one."""
        return self._now.clone()

    @property
    def _now(self) -> State:
        if self._state is None:
            raise ValueError("there is no game yet; call reset() first")
        return self._state

    def observation_space(self, agent: str) -> Dict:
        """Numbers from 0 to 1, and a mask with a 1 for every legal answer."""
        return self._observations[agent]

    def action_space(self, agent: str) -> Answers:
        """All answers of the game; `sample()` without a mask draws among those that are legal for the agent now."""
        return self._answers[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of `game.new(seed=seed)`; without a seed one more of the run that the last seed began.

        `options` are PettingZoo's and mean nothing here: a table has its options when it is made.
        """
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        else:
            seed = int(self._chance.integers(SEEDS))
        seats = self.numbers.seats
        self._state = self.game.new(seats=seats, seed=seed, **self._options)
        if self._others:
            self._others.sit_down(self._chance)
        self._rewards = Rewards(self.reward, self.game, self._state)
        # How many answers everybody has left; without a limit it counts down from below 0 and never gets there
        self._left = [(self.max_cycles or -1) * (seat in self._seats.values()) for seat in range(seats)]
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        for answers in self._answers.values():
            answers.legal = self._not_asked
        self._play_for_others()
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Play the selected agent's answer. An illegal one ends the game, and that agent gets -1, or -100 in points.

        Raises TypeError for an action that is not a whole number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        answer = whole(action)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._answers[agent].legal = self._not_asked
        try:
            self.game.play(self._now, answer)
        except IllegalMove as error:
            self._end(self._rewards.forfeit(self.numbers.seats, self._seats[agent]))
            self.infos[agent]["illegal"] = str(error.why)
        else:
            self._left[self._seats[agent]] -= 1
            self._play_for_others()
            if self.reward == POINTS and self._now.to_move != OVER:
                self._pay(self._rewards.take_all(self.game, self._now))
            self._go_on()
        if self.render_mode == "human":
            self.render()

    def _play_for_others(self) -> None:
        """Opponents answer; a seat that has given `max_cycles` answers plays on at random until every seat has."""
        now = self._now
        while any(self._left) and now.to_move != OVER and not self._left[now.to_move]:
            answer = self._others.answer(self.game, now) if self._others else None
            self.game.apply(now, int(self._chance.choice(now.legal)) if answer is None else answer)

    def _go_on(self) -> None:
        """Turn to the seat that is asked, unless it is all over."""
        now = self._now
        if now.to_move == OVER:
            self._end(self._rewards.take_all(self.game, now))
        elif any(self._left):
            self.agent_selection = f"player_{now.to_move}"
            self._answers[self.agent_selection].legal = now.legal[:]
        else:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self, rewards: list[float]) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self._pay(rewards)
        if self._others:
            self._others.over(self.game, self._now)
        if self._now.to_move == OVER:  # until then points may be hidden
            totals = self.game.totals(self._now)
            self.infos = {agent: {"totals": totals} for agent in self.agents}

    def _pay(self, rewards: list[float]) -> None:
        self.rewards = {agent: rewards[self._seats[agent]] for agent in self.agents}
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What the agent may know; unless the agent has to act, the mask is all 0, or has a 1 at the no-op."""
        answers = self._answers[agent]
        mask = np.zeros(answers.n, np.int8)
        mask[list(answers.legal)] = 1
        return {
            "observation": self.numbers.observation(self._now, self._seats[agent]),
            "action_mask": mask,
        }

    def state(self) -> NDArray[np.float32]:
        """What all seats know together, for a critic that sees everything: their observations in order."""
        return np.concatenate([self.numbers.observation(self._now, seat) for seat in range(self.numbers.seats)])

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as a spectator sees it, so that nothing hidden is shown: as text, as a picture, or printed."""
        return render.show(self.game, self._now, None, self.render_mode)

    def close(self) -> None:
        """Let go of the opponents, and end those that are programs of their own."""
        if self._others:
            self._others.close()


class AtOnce(turn_based_aec_to_parallel_wrapper[str, Any, Any]):
    """The parallel environment: everybody acts in every step, and only the selected agent's answer counts.

    It ends after `max_cycles` steps.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table
        self.max_cycles = table.max_cycles

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game, as `Table.reset` does."""
        self._steps = 0
        self.table.max_cycles = None  # steps are counted here, whoever is asked
        observations, infos = super().reset(seed, options)  # type: ignore[no-untyped-call]
        return observations, infos

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the selected agent's answer and ignore the others. Raises ValueError if it is missing."""
        table, agents = self.table, self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        if table.agent_selection not in actions:
            raise ValueError(f"{table.agent_selection} is asked and has no action")
        table.step(actions[table.agent_selection])
        self._steps += 1
        over = any(table.terminations.values())
        stopped = self._steps == self.max_cycles and not over
        if over or stopped:
            self.agents = []
        return (
            {agent: table.observe(agent) for agent in agents},
            table.rewards.copy(),
            table.terminations.copy(),
            dict.fromkeys(agents, stopped),
            {agent: table.infos[agent].copy() for agent in agents},
        )


def wrapped(raw: Callable[P, Table]) -> Callable[P, Environment]:
    """What `env` is to `raw_env`: the same environment in the wrappers of PettingZoo's own board games.

    All but TerminateIllegalWrapper, which prints a warning and cannot say why an answer is not legal: `Table` can.
    """

    def env(*args: P.args, **kwargs: P.kwargs) -> Environment:
        return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw(*args, **kwargs)))

    return _like(raw, env)


def parallel(raw: Callable[P, Table]) -> Callable[P, AtOnce]:
    """What `parallel_env` is to `raw_env`: a step is an action of everybody."""

    def parallel_env(*args: P.args, **kwargs: P.kwargs) -> AtOnce:
        return AtOnce(raw(*args, **kwargs))

    return _like(raw, parallel_env)


def _like(raw: Callable[P, Table], made: Callable[P, E]) -> Callable[P, E]:
    """With the signature of `raw`, its text and its module, so that it can be pickled; the name stays."""
    name = made.__name__
    functools.update_wrapper(made, raw)
    made.__name__ = made.__qualname__ = name
    return made
