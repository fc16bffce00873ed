"""All games for OpenSpiel, as `pediment_elysium`, `pediment_ephyran` and so on.

>>> import pyspiel
>>> import pediment.rl.open_spiel
>>> game = pyspiel.load_game("pediment_elysium(players=3,families=opulence)")
>>> game.new_initial_state().is_chance_node()
True

Every draw is a chance node of its own, all outcomes equally likely. `docs/open_spiel.md` tells more.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import pediment
from pediment.core.extras import extra
from pediment.core.game import Game
from pediment.core.kit import Kit
from pediment.rl.explicit_chance import CHANCE, TERMINAL, GameSpec, Node
from pediment.rl.numbers import Numbers
from pediment.rl.rewards import MARGIN, POINTS, WIN, ZERO_SUM, at_the_end, check_reward

with extra("rl"):
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]

REMEMBERED_ANSWERS: Final = 200
"""The tensor of an information state has this many of a seat's last answers."""
MAX_OUTCOMES: Final = 1000
MAX_DRAWS: Final = 10_000
"""For a game whose kit does not say how many outcomes a draw has, and how many draws there are."""
MAX_ANSWERS: Final = 5000
"""More questions than any game asks; random games ask up to 350."""

MAX_POINTS: Final = 1000.0
"""More points than anybody makes, or loses by."""
UTILITIES: Final[dict[str, tuple[float, float, float | None]]] = {
    WIN: (0.0, 1.0, 1.0),
    ZERO_SUM: (-1.0, 1.0, 0.0),
    MARGIN: (-MAX_POINTS, MAX_POINTS, 0.0),
    POINTS: (-MAX_POINTS, MAX_POINTS, None),
}
"""By reward, the least and the highest that a player can get, and the sum of all, where it is always the same."""
_SUMS: Final = {
    WIN: pyspiel.GameType.Utility.CONSTANT_SUM,
    ZERO_SUM: pyspiel.GameType.Utility.ZERO_SUM,
    MARGIN: pyspiel.GameType.Utility.ZERO_SUM,
    POINTS: pyspiel.GameType.Utility.GENERAL_SUM,
}


class PedimentGame(pyspiel.Game):  # type: ignore[misc]
    """A game for OpenSpiel. Its parameters are `players` and the options of the game but `edition`.

    Five families are written with + between them: `families=ares+athena+hades+hermes+zeus`.
    """

    played: str
    """The name of the game."""
    most_outcomes: int
    """Numbers that chance can choose from in one draw."""
    most_draws: int

    def __init__(self, params: dict[str, Any]) -> None:
        options = {option: _listed(value) for option, value in params.items() if option not in ("players", "reward")}
        seats = params["players"]
        game = pediment.game(self.played)
        self.spec = GameSpec(game.name, seats, game.check_options(seats, 0, options))
        self.reward = params["reward"]
        check_reward(self.reward)
        self.numbers = Numbers(game, seats)
        self.floats = Floats(self.numbers)
        self.first = self.spec.start()
        least, most, total = UTILITIES[self.reward]
        facts = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.most_outcomes,
            num_players=seats,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=MAX_ANSWERS,
        )
        super().__init__(_kind(game, self.reward), facts, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which would not call `__init__`."""
        return pyspiel.load_game, (str(self),)

    def action_to_string(self, player: int, action: int) -> str:
        """The name of an action without a state, which may know a better one. Raises ValueError for what is none."""
        if player == CHANCE:
            return f"draw {action + 1}"
        if not 0 <= action < self.num_distinct_actions():
            raise ValueError(f"there is no action {action}; actions run from 0 to {self.num_distinct_actions() - 1}")
        return self.spec.game.answer_name(action)

    def new_initial_state(self) -> PedimentState:
        return PedimentState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Watcher | None:
        """An observer that writes down all that a player may know, with `perfect_recall` also what it answered.

        None for a part of that, and for more. Raises ValueError for parameters.
        """
        if params:
            raise ValueError(f"an observation has no parameters; leave out {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Watcher(self.numbers, wanted.perfect_recall)


class PedimentState(pyspiel.State):  # type: ignore[misc]
    """A state for OpenSpiel: a node in a game, which clones share."""

    def __init__(self, game: PedimentGame) -> None:
        super().__init__(game)
        self.node = game.first

    @property
    def engine(self) -> Any:
        """The engine's own state at the last question, for `Game`; None in the setup. Clone it to play on."""
        return self.node.state

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == TERMINAL

    def is_chance_node(self) -> bool:
        """Is chance asked? Python asks here at once, as rollouts do at every step."""
        return self.node.outcomes > 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What can be chosen; nothing by a player that is not asked. Python asks here at once, too."""
        node = self.node
        found: list[int] = node.legal() if player in (None, node.player) else super().legal_actions(player)
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All numbers that may be drawn, equally likely."""
        n = self.node.outcomes
        return [(number, 1 / n) for number in range(n)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"draw {action + 1} of {self.node.outcomes}"
        return self.node.spec.game.label(self.node.state, action)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """The observation and the last answers, as `Watcher` writes them. Python asks here at once, too."""
        seat = self.node.player if player is None else player
        found: list[float]
        if 0 <= seat < self.node.spec.seats:
            found = self.get_game().floats.information_state(self.node, seat)
        else:
            found = super().information_state_tensor(seat)  # it says what is wrong
        return found

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The observation, as `Watcher` writes it. Python asks here at once, too."""
        seat = self.node.player if player is None else player
        found: list[float]
        if 0 <= seat < self.node.spec.seats:
            found = self.get_game().floats.observation(self.node, seat)
        else:
            found = super().observation_tensor(seat)
        return found

    def returns(self) -> list[float]:
        """What the players are rewarded with at the end; all 0 before."""
        node, reward = self.node, self.get_game().reward
        if not self.is_terminal():
            return [0.0] * node.spec.seats
        game = node.spec.game
        return list(map(float, game.totals(node.state))) if reward == POINTS else at_the_end(reward, game, node.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> PedimentState:
        """A state of another world that the player cannot tell from this one; its history begins here.

        Chance is explicit in it as well. Raises ValueError at a chance node.
        """
        other = PedimentState(self.get_game())
        other.node = self.node.resampled(int(player), int(sampler() * 2**53))
        return other

    def __str__(self) -> str:
        node, game = self.node, self.node.spec.game
        drawn = f", drawn {' '.join(map(str, node.script))}" if node.script else ""
        if node.state is None:
            return f"setup: one of {node.outcomes}{drawn}"
        now = f"{len(node.state.actions)} answers, totals {game.totals(node.state)}, {game.digest(node.state)}"
        if not node.outcomes:
            asked = "over" if self.is_terminal() else f"player {node.player}: {game.asking(node.state)}"
            return f"{asked} ({now})"
        assert node.answer is not None
        answer = game.label(node.state, node.answer)
        return f"chance after {answer!r} of player {node.path[-1].player}: one of {node.outcomes}{drawn} ({now})"


class Floats:
    """Tensors as Python wants them, lists of floats: looked up, since making thousands of floats would take longest."""

    def __init__(self, numbers: Numbers) -> None:
        self.game = numbers.game
        self.width = numbers.width
        actions = self.game.num_actions
        values = [np.arange(most + 1, dtype=np.float32) / most for most in numbers.most]
        values.append((np.arange(actions + 1, dtype=np.float32)) / actions)
        self._floats = np.array(np.concatenate(values).tolist(), object)
        starts = np.cumsum([0, *map(len, values[:-1])])
        self._starts, self._no_answer = starts[:-1], starts[-1]

    def observation(self, node: Node, player: int) -> list[float]:
        """What the player may know; all 0 in the setup."""
        return self._looked_up(node, player, self.width)

    def information_state(self, node: Node, player: int) -> list[float]:
        """The same, and the player's last answers, the latest first."""
        return self._looked_up(node, player, self.width + REMEMBERED_ANSWERS)

    def _looked_up(self, node: Node, player: int, size: int) -> list[float]:
        if node.state is None:
            return [0.0] * size
        places = np.empty(size, np.int64)
        row = np.frombuffer(self.game.observe(node.state, player), np.uint8)
        np.add(self._starts, row, out=places[: self.width])
        if size > self.width:
            last = node.answers(player)[: -REMEMBERED_ANSWERS - 1 : -1]
            places[self.width :] = self._no_answer
            places[self.width : self.width + len(last)] += np.array(last, np.int64) + 1
        found: list[float] = self._floats.take(places).tolist()
        return found


class Watcher:
    """Writes down what a player observes: floats from 0 to 1 in `tensor`, by name in `dict`; and as text."""

    def __init__(self, numbers: Numbers, recall: bool) -> None:
        self.numbers = numbers
        self.recall = recall
        parts = numbers.slices | (
            {"answers": slice(numbers.width, numbers.width + REMEMBERED_ANSWERS)} if recall else {}
        )
        self.tensor = np.zeros(max(part.stop for part in parts.values()), np.float32)
        self.dict = {name: self.tensor[part] for name, part in parts.items()}

    def set_from(self, state: PedimentState, player: int) -> None:
        """Write down what the player knows; all 0 in the setup. A chance node shows the question before."""
        node = state.node
        self.tensor.fill(0)
        if node.state is None:
            return
        self.tensor[: self.numbers.width] = self.numbers.observation(node.state, player)
        if self.recall:
            last = node.answers(player)[-REMEMBERED_ANSWERS:]
            self.dict["answers"][: len(last)] = (np.array(last[::-1], np.float32) + 1) / self.numbers.game.num_actions

    def string_from(self, state: PedimentState, player: int) -> str:
        """With recall, the same text for all that the player cannot tell apart; without, the view as JSON.

        Who is asked also reads the question and its answers there.
        """
        node = state.node
        if self.recall:
            return f"player {player}, {len(node.answers(player))} answers, {node.memory(player).digest.hex()}"
        if node.state is None:
            return "setup"
        game = node.spec.game
        view = game.view(node.state, player)
        del view["log"]
        if player == node.player:
            view["question"] = game.prompt(node.state)
            view["answers"] = [game.label(node.state, action) for action in node.legal()]
        return json.dumps(view)


def _listed(value: Any) -> Any:
    return value.split("+") if isinstance(value, str) and "+" in value else value


def _kind(game: Game[Any], reward: str = WIN) -> Any:
    options = game.check_options(game.seat_counts[0], 0, {})
    options = {name: value for name, value in options.items() if isinstance(value, str | int | float)}  # no table
    return pyspiel.GameType(
        short_name=f"pediment_{game.name}",
        long_name=f"Pediment {pediment.kit(game.name).title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=_SUMS[reward],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seat_counts[-1],
        min_num_players=game.seat_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seat_counts[0], "reward": WIN} | options,
    )


def _register(kit: Kit) -> None:
    most = kit.most_outcomes
    facts = {
        "__doc__": f"{kit.title} for OpenSpiel.",
        "played": kit.name,
        "most_outcomes": (kit.part(most) if isinstance(most, str) else most) or MAX_OUTCOMES,
        "most_draws": kit.most_draws or MAX_DRAWS,
    }
    made = type(f"{kit.name.capitalize()}Game", (PedimentGame,), facts)
    globals()[made.__name__] = made  # where pickle looks for it
    pyspiel.register_game(_kind(kit.game()), made)


for _name in pediment.games():  # classes live to the end of the process, as OpenSpiel needs it
    _register(pediment.kit(_name))
