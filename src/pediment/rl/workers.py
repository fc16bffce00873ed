"""A batch whose rows are spread over several processes, for machines with several cores."""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import weakref
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple, NoReturn

from pediment.core.errors import OptionError, brief
from pediment.core.extras import extra
from pediment.lab.workers import WorkerLost
from pediment.rl.league import League
from pediment.rl.opponents import Opponent
from pediment.rl.saving import Course, again, course
from pediment.rl.vector import BatchEnv

with extra("rl"):
    import numpy as np
    from gymnasium.error import ResetNeeded
    from numpy.typing import NDArray

_SPAWN: Final = multiprocessing.get_context("spawn")
_PATIENCE_SECONDS: Final = 5.0
"""How long a process has to end by itself."""


def make(game: str, num_envs: int = 1, *, workers: int | None = None, **options: Any) -> BatchEnv:
    """What `gymnasium.make_vec` makes: a batch in this process, or with `workers` one in so many others."""
    return BatchEnv(game, num_envs, **options) if workers is None else WorkersEnv(game, num_envs, workers, **options)


class Worker(NamedTuple):
    """A process, and which rows it plays."""

    process: SpawnProcess
    connection: Connection
    rows: slice


class WorkersEnv(BatchEnv):
    """A batch that is played by `workers` processes, with the same games, observations and infos in each row.

    >>> import gymnasium, pediment.rl
    >>> envs = gymnasium.make_vec("pediment/Elysium-v0", num_envs=1024, workers=2)  # doctest: +SKIP

    All arrays pass through memory that the processes share. As always with `multiprocessing`, the caller's module must
    be safe to import. It cannot be copied or pickled.

    Raises what `BatchEnv` raises, OptionError also for more workers than rows and for opponents that another process
    cannot make. `step` and `reset` raise WorkerLost if a process was ended; the batch is closed then.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        workers: int,
        *,
        opponents: Opponent | Sequence[Opponent] = "uniform",
        **options: Any,
    ) -> None:
        self._workers: list[Worker] = []
        self._finish = weakref.finalize(self, _finish, self._workers)
        super().__init__(game, num_envs, opponents=opponents, **options)
        if self.opponents:
            self.opponents.close()  # they play elsewhere
        if type(workers) is not int or not 1 <= workers <= num_envs:
            raise OptionError(f"workers must be a whole number from 1 to {num_envs}, the rows, not {brief(workers)}")
        if any(isinstance(one, League) for one in (opponents if isinstance(opponents, list | tuple) else [opponents])):
            raise OptionError("a league is for a batch without workers, each of which would have one of its own")
        options |= {"opponents": opponents, "mask_in_observation": False}  # masks are shared by themselves
        try:
            pickle.dumps(options)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise OptionError("with workers, opponents must be names, or classes and functions of a module") from None
        self._memory = Memory(self)
        self._all = self._memory.arrays()
        self._reset = False
        for i in range(workers):
            rows = slice(num_envs * i // workers, num_envs * (i + 1) // workers)
            ours, theirs = _SPAWN.Pipe()
            process = _SPAWN.Process(target=_serve, args=(theirs, self._memory, rows, game, options))
            process.start()
            theirs.close()  # so that the end of the process is the end of the pipe
            self._workers.append(Worker(process, ours, rows))
        self.action_space.masks = None

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        seeds, mask = self._wanted(seed, options)
        self._reset = False
        wanted = [worker for worker in self._workers if any(mask[worker.rows])]
        self._ask([(worker, "reset", (seeds[worker.rows], mask[worker.rows])) for worker in wanted])
        self._reset = True
        self.action_space.masks = self._all["masks"]
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        answers = self._answers_of(actions)
        if not self._reset:
            raise ResetNeeded("there are no games yet: call reset() first")
        self._all["answers"][:] = answers
        self._reset = False  # unless all of them go on
        self._ask([(worker, "step", None) for worker in self._workers])
        self._reset = True
        ended = self._all["ended"].copy()
        infos = self._ends(ended) if ended.any() else {}
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observations(), self._all["reward"].copy(), ended, truncations, infos | self._infos()

    def game_state(self, row: int) -> Any:
        if not self._reset:
            raise ResetNeeded("there are no games yet: call reset() first")
        row = range(self.num_envs)[row]
        worker = next(worker for worker in self._workers if row < worker.rows.stop)
        (played,) = self._ask([(worker, "course", row - worker.rows.start)])
        return again(self.game, played)

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes."""
        self._reset = False
        self._finish()

    @property
    def begun(self) -> bool:
        return self._reset

    def __reduce__(self) -> NoReturn:
        """No copy and no pickle. Raises TypeError."""
        raise TypeError("a batch with workers cannot be copied or pickled, since its games are in other processes")

    def _ask(self, questions: list[tuple[Worker, str, Any]]) -> list[Any]:
        """What workers answer, who all work at once. Raises what one of them raises, and WorkerLost."""
        if not self._finish.alive:
            raise WorkerLost("the batch is closed: its processes have ended")
        answers: list[Any] = []
        errors: list[Exception] = []
        asked = self._workers[0]
        try:
            for asked, command, argument in questions:
                asked.connection.send((command, argument))
            for asked, _, _ in questions:
                answer, error = asked.connection.recv()
                answers.append(answer)
                errors += [error] if error else []
        except (EOFError, ConnectionError):
            asked.process.join(_PATIENCE_SECONDS)
            self._finish()
            text = f"a process that played rows was ended, with the exit code {asked.process.exitcode}"
            raise WorkerLost(f"{text}; the batch is closed") from None
        except BaseException:  # Ctrl-C: the answers to come would be taken for those of the next question
            self._finish()
            raise
        if errors:
            raise errors[0]
        return answers

    def _ends(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of the games that ended."""
        final_obs = np.full(self.num_envs, None, object)
        nothing = np.zeros(self.game.num_actions, np.int8)
        for row in np.flatnonzero(ended):
            final_obs[row] = self._with_masks(self._all["final_obs"][row].copy(), nothing)
        final: dict[str, Any] = {key: self._all[key].copy() for key in _FINAL}
        final |= {f"_{key}": ended.copy() for key in final}
        return {"final_obs": final_obs, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    def _observations(self) -> Any:
        found = self._arrays.take()
        found[:] = self._all["observations"]
        return self._with_masks(found, self._all["masks"])

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._all["masks"].copy(), "seat": self._all["seats"].copy()}


class Memory:
    """What the processes share: arrays with as many rows as the batch."""

    def __init__(self, envs: BatchEnv) -> None:
        observation = (envs.numbers.width,), np.dtype(np.float32 if envs.scaled else np.uint8)
        self._kinds = {
            "answers": ((), np.dtype(np.int64)),
            "observations": observation,
            "masks": ((envs.game.num_actions,), np.dtype(np.int8)),
            "seats": ((), np.dtype(np.int64)),
            "reward": ((), np.dtype(np.float64)),
            "ended": ((), np.dtype(np.bool_)),
            "final_obs": observation,
            "returns": ((envs.seats,), np.dtype(np.float64)),
            "totals": ((envs.seats,), np.dtype(np.int64)),
            "rewards": ((envs.seats,), np.dtype(np.float64)),
            "illegal": ((), np.dtype(np.bool_)),
            "seat": ((), np.dtype(np.int64)),
        }
        self._rows = envs.num_envs
        self._memory = {
            name: _SPAWN.RawArray("B", self._rows * int(np.prod(shape)) * kind.itemsize)
            for name, (shape, kind) in self._kinds.items()
        }

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays in this process."""
        return {
            name: np.frombuffer(self._memory[name], kind).reshape(self._rows, *shape)
            for name, (shape, kind) in self._kinds.items()
        }


_FINAL: Final = ("returns", "totals", "rewards", "illegal", "seat")
"""What there is in `infos["final_info"]`."""


def _finish(workers: list[Worker]) -> None:
    """End the processes: by the end of their pipe, or by force."""
    for worker in workers:
        worker.connection.close()
    for worker in workers:
        worker.process.join(_PATIENCE_SECONDS)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


def _serve(connection: Connection, memory: Memory, rows: slice, game: str, options: dict[str, Any]) -> None:
    """Play these rows, until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the parent
    arrays = {name: array[rows] for name, array in memory.arrays().items()}
    envs = BatchEnv(game, rows.stop - rows.start, **options)
    with contextlib.closing(envs), contextlib.suppress(EOFError, ConnectionError):  # the parent is gone
        while True:
            command, argument = connection.recv()
            try:
                connection.send((_do(envs, arrays, command, argument), None))
            except Exception as error:  # of somebody's agent
                connection.send((None, error))


def _do(envs: BatchEnv, arrays: dict[str, NDArray[Any]], command: str, argument: Any) -> Course | None:
    """What a worker is asked for, by its arrays where they say it all."""
    if command == "course":
        return course(envs.game_state(argument))
    if command == "reset":
        seeds, mask = argument
        options = None if all(mask) else {"reset_mask": np.array(mask)}
        observations, infos = envs.reset(seed=seeds, options=options)
    else:
        observations, arrays["reward"][:], arrays["ended"][:], _, infos = envs.step(arrays["answers"])
    final = infos.get("final_info", {"seat": infos["seat"]})
    for name in _FINAL:
        arrays[name][:] = final.get(name, 0)
    for row in np.flatnonzero(infos.get("_final_obs", ())):
        arrays["final_obs"][row] = infos["final_obs"][row]
    arrays["observations"][:] = observations
    arrays["masks"][:] = infos["action_mask"]
    arrays["seats"][:] = infos["seat"]
    return None
