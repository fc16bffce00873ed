"""The bot that searches."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

import pediment
from pediment.bots import Budget, make, search
from pediment.bots.search import Helper, Memory, Search, Thought
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import State
from pediment.core.search.tree import MAX_NODES, Judge, Node, Tree
from pediment.testing.toy import GAME as PEBBLES
from tests.bots.common import ELYSIUM, EPHYRAN, GAMES, play, positions
from tests.games.ephyran.common import CITY, columns

LAST_TRANSFER = {
    "epoch": 5,
    "phase": "transfers",
    "seats": [
        {
            "quest": 1,
            "gold": 9,
            "domain": ["zeus.hercules", "hades.charon"],
            "elysium": [["zeus.alliance", "zeus.triumph"]],
        },
        {"quest": 2, "vp": 12},
    ],
}
NEARLY = columns(CITY)
NEARLY["gaia"]["areas"].pop()
LAST_AREA = {"seats": [{"god": "poseidon", "hand": ["TT03", "TT02"], "territories": NEARLY}, {}]}


class Watched(Search):
    """Notes what every question begins with, and what it ends with."""

    def __init__(self, seed: int, iterations: int) -> None:
        super().__init__(seed, Budget(iterations=iterations))
        self.begun: list[int] = []
        self.ended: list[int] = []

    def _grow(self, tree: Tree, game: Any, world: Any, *args: Any, **more: Any) -> dict[int, int]:
        self.begun.append(sum(tree.visits(world.legal).values()))
        found = super()._grow(tree, game, world, *args, **more)
        self.ended.append(sum(tree.visits(world.legal).values()))
        return found


def best(game: pediment.Game[Any], state: Any, iterations: int = 40) -> str:
    """The label that a search thinks best."""
    return game.label(state, make(f"search@{iterations}", 1).choose(game, state, state.to_move))


# Budgets


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1s", Budget(seconds=1.0)),
        ("250ms", Budget(seconds=0.25)),
        ("0.5s", Budget(seconds=0.5)),
        (" 2000 ", Budget(iterations=2000)),
        ("1sx2", Budget(seconds=1.0, processes=2)),
        ("60x64", Budget(iterations=60, processes=64)),
        ("250ms-cpu", Budget(processor_seconds=0.25)),
    ],
)
def test_a_budget(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget


@pytest.mark.parametrize(
    "text",
    [
        *("", "s", "0", "0s", "0.0ms", "-1s", "1.5", "1.s", "1m", "1 s", "1S", "1e3", "inf"),
        *("x2", "5x", "5x0", "5x65", "5x2x2", "9" * 400, "1" * 400 + "s", "5x" + "1" * 5000),
        *("5-cpu", "-cpu", "1s-cpux2", "1sx2-cpu", "1s-CPU", "1scpu"),
    ],
)
def test_what_is_no_budget(text: str) -> None:
    with pytest.raises(ValueError, match="a budget is 1s, 250ms, or iterations such as 2000; 1sx2 in two processes"):
        Budget.parse(text)


def test_without_a_budget_it_thinks_for_a_second() -> None:
    assert Search(1).budget == Budget(seconds=1.0)


@pytest.mark.parametrize("text", ["1ms", "200ms", "200msx2"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_time_is_kept(game: pediment.Game[Any], text: str) -> None:
    state = game.new(seats=2, seed=3)
    begin, worked = time.perf_counter(), time.process_time()
    assert make(f"search@{text}", 1).choose(game, state, state.to_move) in state.legal
    assert time.process_time() - worked < 5
    assert time.perf_counter() - begin < 60  # on a busy machine


def test_time_is_spent_thinking() -> None:
    bot = Search(1, Budget.parse("300ms"))
    assert sum(thought.visits for thought in bot.think(PEBBLES, PEBBLES.new(seed=1), 0)) > 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_seconds_of_the_processor_are_those_of_its_clock(
    game: pediment.Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at that clock finds it 10 ms later; how late it is otherwise does not matter."""
    ticks = itertools.count()
    monkeypatch.setattr(time, "thread_time", lambda: next(ticks) / 100)
    state = game.new(seats=2, seed=3)
    thoughts = Search(1, Budget.parse("505ms-cpu")).think(game, state, state.to_move)
    assert sum(thought.visits for thought in thoughts) == 49  # 10 ms are kept, another 10 are gone at the beginning


# The same seed, the same answers


@pytest.mark.parametrize(("game", "iterations"), [(ELYSIUM, 4), (EPHYRAN, 4), (PEBBLES, 60)])
def test_whole_games_are_the_same_again(game: pediment.Game[Any], iterations: int) -> None:
    def actions(seed: int) -> list[int]:
        players = [make(f"search@{iterations}", seed + seat) for seat in range(2)]
        found: list[int] = play(game, players, seed=6).actions
        return found

    first = actions(1)
    assert actions(1) == first
    assert actions(3) != first


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_thought_is_the_same_again_whatever_is_hidden(game: pediment.Game[Any]) -> None:
    state = positions(game, 3, seed=3, every=13)[-1]
    seat = state.to_move
    other = game.resample(state, seat, Stream(77))
    for text in ("12", "12x2"):
        one, two = (make(f"search@{text}", 4) for _ in range(2))
        assert isinstance(one, Search)
        assert isinstance(two, Search)
        assert one.think(game, state, seat) == two.think(game, other, seat)


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("game", "most"), [(ELYSIUM, 60), (EPHYRAN, 15), (PEBBLES, 99)])
def test_what_it_remembers_is_fair_too(game: pediment.Game[Any], most: int, seats: int) -> None:
    """A stretch of a game, once with the true states, twice with all that is hidden drawn again every time."""
    chance = stream(seats, "chance")
    tables = [[make("search@4", seat) for seat in range(seats)] for _ in range(3)]
    state = game.new(seats=seats, seed=9)
    while (seat := state.to_move) != pediment.OVER and len(state.actions) < most:
        worlds = [state, *(game.resample(state, seat, chance) for _ in tables[1:])]
        answers = [table[seat].choose(game, world, seat) for table, world in zip(tables, worlds, strict=True)]
        assert len(set(answers)) == 1
        game.play(state, answers[0])


# Memory


@pytest.mark.parametrize("game", [ELYSIUM, PEBBLES], ids=lambda game: game.name)
def test_the_next_question_begins_with_what_was_found(game: pediment.Game[Any]) -> None:
    bot = Watched(1, iterations=40)
    play(game, [bot, make("greedy", 1)], seed=1, most=30)
    assert bot.begun[0] == 0
    assert sum(visits > 0 for visits in bot.begun) > len(bot.begun) / 3
    assert max(bot.ended) <= max(40, *bot.begun)


def test_a_question_that_follows_its_own_answer_is_remembered_in_ephyran() -> None:
    """There nobody knows all answers of the past: only what follows directly is known."""
    city = {"poseidon": {"areas": ["TT05a"]}, "gaia": {"areas": ["TT22a"]}}
    state = EPHYRAN.position({"seats": [{"god": "gaia", "hand": ["TS03", "TT29"], "territories": city}, {}]})
    bot = Watched(1, iterations=16)
    asked: list[int] = []
    while len(asked) < 9:
        if state.to_move == 0:
            asked.append(len(state.actions))
            EPHYRAN.play(state, bot.choose(EPHYRAN, state, 0))
        else:
            EPHYRAN.play(state, state.legal[0])
    follows = [False, *(n == before + 1 for before, n in itertools.pairwise(asked))]
    assert any(visits for visits, direct in zip(bot.begun, follows, strict=True) if direct)
    others_turn = [False, *(n > before + 3 for before, n in itertools.pairwise(asked))]
    assert not any(visits for visits, other in zip(bot.begun, others_turn, strict=True) if other)


def remembered(state: Any, iterations: int = 30) -> Memory:
    """What a bot remembers after it has answered; the answer is not played."""
    bot = Search(1, Budget(iterations=iterations))
    bot.choose(ELYSIUM, state, state.to_move)
    assert bot.memory
    return bot.memory


def test_a_tree_is_recalled_below_what_was_answered() -> None:
    state = ELYSIUM.new(seats=2, seed=2)
    seat = state.to_move
    memory = remembered(state)
    found = memory.tree.visits(state.legal)[memory.action]
    ELYSIUM.play(state, memory.action)
    assert state.to_move == seat
    tree = memory.recall(ELYSIUM, ELYSIUM.resample(state, seat, Stream(1)), seat)
    assert tree is memory.tree
    assert tree.root.visits == found > 0


@pytest.mark.parametrize("wrong", ["answer", "past", "nothing", "seat", "game"])
def test_another_course_of_the_game_is_forgotten(wrong: str) -> None:
    state = positions(ELYSIUM, 2, seed=2, every=10)[2]
    seat = state.to_move
    memory = remembered(state)
    game: Any = ELYSIUM
    if wrong == "answer":
        ELYSIUM.play(state, next(action for action in state.legal if action != memory.action))
    elif wrong != "nothing":
        ELYSIUM.play(state, memory.action)
    if wrong == "past":
        state.actions[3] += 1
    elif wrong == "seat":
        seat = 1 - seat
    elif wrong == "game":
        game = EPHYRAN
    assert memory.recall(game, state, seat) is None


def test_a_new_game_begins_without_memories() -> None:
    bot = Watched(1, iterations=20)
    for seed in (1, 2):
        play(ELYSIUM, [bot, make("uniform", 1)], seed=seed, most=6)
    assert bot.begun[0] == 0
    bot.choose(EPHYRAN, EPHYRAN.new(seed=1), 0)
    assert bot.begun[-1] == 0


# When to stop


def test_it_stops_when_the_answer_is_clear() -> None:
    bot = Watched(1, iterations=400)
    state = ELYSIUM.position(LAST_TRANSFER)
    assert ELYSIUM.label(state, bot.choose(ELYSIUM, state, 0)) == "transfer zeus.hercules"
    assert 200 <= bot.ended[0] < 400
    easy = Watched(1, iterations=100_000)
    easy.choose(ELYSIUM, state, 0)
    assert easy.ended[0] < 2000
    timed = Search(1, Budget.parse("300ms"))
    assert timed.choose(ELYSIUM, state, 0) == ELYSIUM.parse(state, "transfer zeus.hercules")


def test_whoever_wants_to_know_more_gets_all_iterations() -> None:
    bot = Watched(1, iterations=100)
    thoughts = bot.think(ELYSIUM, ELYSIUM.position(LAST_TRANSFER), 0)
    assert bot.ended == [100]
    assert sum(thought.visits for thought in thoughts) == 100


# What it thinks


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("game", "iterations"), [(ELYSIUM, 40), (EPHYRAN, 10), (PEBBLES, 40)])
def test_thoughts(game: pediment.Game[Any], seats: int, iterations: int) -> None:
    for state in positions(game, seats, seed=seats, every=33):
        before = game.digest(state)
        thoughts = Search(1, Budget(iterations=iterations)).think(game, state, state.to_move)
        assert game.digest(state) == before
        assert sorted(thought.action for thought in thoughts) == state.legal
        assert thoughts == sorted(thoughts, key=lambda thought: (-thought.visits, -thought.chance))
        assert sum(thought.visits for thought in thoughts) == iterations
        for thought in thoughts:
            low, high = thought.chance_band
            assert 0 <= low <= thought.chance <= high <= 1
            low, high = thought.margin_band
            assert low <= thought.margin <= high


def test_an_answer_that_was_not_looked_at() -> None:
    thoughts = Search(1, Budget(iterations=1)).think(PEBBLES, PEBBLES.new(seed=1), 0)
    assert [thought.visits for thought in thoughts] == [1, 0]
    assert thoughts[1] == Thought(thoughts[1].action, 0, 0.0, (0.0, 1.0), 0.0, (-99.0, 99.0))


def test_it_wins_with_the_last_transfer() -> None:
    state = ELYSIUM.position(LAST_TRANSFER)
    assert best(ELYSIUM, state) == "transfer zeus.hercules"
    thought, *others = Search(1, Budget(iterations=60)).think(ELYSIUM, state, 0)
    assert thought.chance > 0.9 > 0.5 > max(other.chance for other in others)


def test_it_completes_its_city() -> None:
    state = EPHYRAN.position(LAST_AREA)
    assert best(EPHYRAN, state, iterations=20) == "add tt03b"


def test_of_three_seats_each_has_its_value_and_together_they_are_one_victory() -> None:
    state = positions(EPHYRAN, 3, seed=1, every=50)[-1]
    tree = Tree(3, EPHYRAN.judge)
    worlds = stream(1, "worlds")
    for _ in range(12):
        tree.iterate(EPHYRAN.resample(state, state.to_move, worlds))
    for node in [tree.root, *(tree.root.children or {}).values()]:
        assert sum(node.value) == pytest.approx(node.visits)
        assert all(value >= 0 for value in node.value)


# Several processes


def alone(monkeypatch: pytest.MonkeyPatch, kill: bool) -> list[int]:
    """From now on helpers note their numbers, and are killed as soon as they have begun."""
    pids: list[int] = []

    class Noted(Helper):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            assert self.process.pid
            pids.append(self.process.pid)
            if kill:
                os.kill(self.process.pid, signal.SIGKILL)

    monkeypatch.setattr(search, "Helper", Noted)
    return pids


def test_processes_share_the_iterations_and_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    pids = alone(monkeypatch, kill=False)
    state = ELYSIUM.new(seats=2, seed=1)
    bot = Search(1, Budget.parse("61x3"))
    thoughts = bot.think(ELYSIUM, state, state.to_move)
    assert sum(thought.visits for thought in thoughts) == 61
    assert Search(1, Budget.parse("61x3")).think(ELYSIUM, state, state.to_move) == thoughts
    assert thoughts != Search(1, Budget.parse("61")).think(ELYSIUM, state, state.to_move)
    assert len(set(pids)) == 4
    for pid in pids:
        with pytest.raises(ProcessLookupError):  # a zombie would still be there
            os.kill(pid, 0)


def test_a_helper_that_dies_costs_only_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pids = alone(monkeypatch, kill=True)
    state = ELYSIUM.new(seats=2, seed=1)
    bot = Search(1, Budget.parse("4000x2"))
    monkeypatch.setattr(search, "_shares", lambda budget: [30, 10**9])  # it would need days
    begin = time.perf_counter()
    thoughts = bot.think(ELYSIUM, state, state.to_move)
    assert sum(thought.visits for thought in thoughts) == 30
    assert bot.choose(ELYSIUM, state, state.to_move) in state.legal
    assert time.perf_counter() - begin < 60
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


# Memory of the machine

FULL_TREE = """
import pathlib, resource, sys
from pediment.core.search.tree import MAX_NODES, Node
root = Node(4, 1.0)
made, nodes = 1, [root]
for node in nodes:
    node.children = {}
    for action in range(8):
        child = Node(4, made / 3)
        child.value = [made / 5, made / 7, made / 9, made / 11]
        child.visits = made
        node.children[action] = child
        made += 1
        nodes.append(child)
    if made > MAX_NODES:
        break
status = pathlib.Path("/proc/self/status")  # where there is one: the other number counts what the parent had
if status.exists():
    peak = int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(made, peak)
"""


def test_the_largest_tree_fits_into_300_megabytes() -> None:
    """With everything that Python and Pediment take besides."""
    ran = subprocess.run([sys.executable, "-c", FULL_TREE], capture_output=True, encoding="utf-8", check=True)
    made, peak = map(int, ran.stdout.split())
    assert made >= MAX_NODES
    assert peak < 300_000_000


def test_a_search_ends_at_the_largest_tree() -> None:
    bot = Watched(1, iterations=50)
    state = ELYSIUM.new(seats=2, seed=1)
    tree = Tree(2, ELYSIUM.judge)
    tree.nodes = MAX_NODES
    bot._grow(tree, ELYSIUM, state, 0, float("inf"), decided=False)
    children: dict[int, Node] = tree.root.children or {}
    assert sorted(children) == state.legal
    assert all(child.children is None for child in children.values())


class Partial(Judge):
    """Sees all positions alike, and likes the last answer to any question."""

    def standings(self, s: State) -> list[float]:
        return [0.0] * s.origin.seats

    def spread(self, s: State) -> float:
        return 1.0

    def sights(self, s: State) -> list[float]:
        return [5.0 * (action == s.legal[-1]) for action in s.legal]


class Biased(Search):
    """Asks that judge instead of the game's own."""

    def judge(self, game: pediment.Game[Any]) -> Judge:
        return Partial()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_search_with_another_judge_asks_it_in_every_process(processes: int) -> None:
    state = ELYSIUM.new(seats=2, seed=3)
    first, *others = Biased(1, Budget(iterations=400, processes=processes)).think(ELYSIUM, state, state.to_move)
    assert first.action == state.legal[-1]
    assert first.visits > 20 * max(thought.visits for thought in others[:1])
