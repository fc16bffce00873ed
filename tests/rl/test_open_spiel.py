"""The games for OpenSpiel: by OpenSpiel's own tests, and against the engine that they are."""

from __future__ import annotations

import json
import pickle
import random
import re
import subprocess
import sys
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest
from open_spiel.python import observation, rl_environment  # type: ignore[import-untyped]
from open_spiel.python.algorithms import ismcts, mcts, sample_some_states  # type: ignore[import-untyped]

import pediment
from benchmarks import open_spiel as benchmark
from pediment.core.engine.rng import Stream
from pediment.core.engine.state import OVER, Origin
from pediment.core.errors import OptionError
from pediment.core.extras import install
from pediment.rl.open_spiel import MAX_ANSWERS, REMEMBERED_ANSWERS
from tests.depth import some_of

GAMES = [f"pediment_{name}" for name in pediment.games()]
TABLES = [f"{name}(players={players})" for name in GAMES for players in (2, 3, 4)]
OPTIONS = [
    "pediment_elysium(players=3,families=opulence,pediment=b)",
    "pediment_elysium(families=ares+athena+hades+hermes+zeus)",
    "pediment_ephyran(players=4,gods=choose)",
]


def load(name: str) -> Any:
    return pyspiel.load_game(name)


def step(state: Any, rng: random.Random) -> int:
    """Go on by any action; returns it."""
    action: int = rng.choice(state.legal_actions())
    state.apply_action(action)
    return action


def at(name: str, answers: int, seed: int = 1) -> Any:
    """A state in which somebody is asked, after this many answers, with all chance resolved."""
    state, rng = load(name).new_initial_state(), random.Random(seed)
    while state.is_chance_node() or len(state.engine.actions) < answers:
        step(state, rng)
    return state


def questions(name: str, seed: int = 1) -> Iterator[Any]:
    """Every question of a random game, and its end. It is one state, played on."""
    state, rng = at(name, 0, seed), random.Random(seed)
    while not state.is_terminal():
        yield state
        step(state, rng)
        while state.is_chance_node():
            step(state, rng)
    yield state


# OpenSpiel's own tests


@pytest.mark.parametrize("name", some_of(TABLES, [*TABLES[:2], *TABLES[3::2]]))
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize="=2" in name, verbose=False)


@pytest.mark.parametrize("name", OPTIONS)
def test_simulation_in_python(name: str) -> None:
    from open_spiel.python.tests import games_sim_test  # type: ignore[import-untyped]  # brings all their games and SciPy

    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name))


@pytest.mark.parametrize("name", GAMES)
def test_what_they_want_of_every_game(name: str) -> None:
    from open_spiel.integration_tests import api_test  # type: ignore[import-untyped]  # brings SciPy, too

    class Played(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game_name = name

        @classmethod
        def setUpClass(cls) -> None:
            cls.game = load(name)
            cls.game_type = cls.game.get_type()
            np.random.seed(1)
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=20)

    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Played).run(found)
    assert found.testsRun == 5
    assert found.errors + found.failures + found.skipped == []


@pytest.mark.parametrize("name", GAMES)
def test_the_environment_for_learners(name: str) -> None:
    env = rl_environment.Environment(load(name), seed=1)
    time_step, rng = env.reset(), random.Random(1)
    assert env.action_spec()["num_actions"] == load(name).num_distinct_actions()
    while not time_step.last():
        player = time_step.observations["current_player"]
        time_step = env.step([rng.choice(time_step.observations["legal_actions"][player])])
    assert sum(time_step.rewards) == 1


# Bots


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["mcts", "is_mcts", "compiled mcts"])
def test_their_bots_play(name: str, kind: str) -> None:
    """The last questions of a game, so that they are many and their rollouts short."""
    game, dice = load(name), np.random.RandomState(1)
    rollout = mcts.RandomRolloutEvaluator(1, dice)
    bots = {
        "mcts": mcts.MCTSBot(game, 2, 4, rollout, solve=False, random_state=dice),
        "is_mcts": ismcts.ISMCTSBot(game, rollout, 2, 4, random_state=dice),
        "compiled mcts": pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2, 4, 100, False, 1, False),
    }
    *_, last = questions(name)
    state, rng = at(name, len(last.engine.actions) - 15), random.Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
        else:
            state.apply_action(bots[kind].step_with_policy(state)[1])
    assert sum(state.returns()) == 1


# Chance


class Given(Stream):
    """A stream that gives numbers which were drawn before."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(0)
        self.numbers = numbers

    def below(self, n: int) -> int:
        return self.numbers.pop(0) if n > 1 else 0

    def clone(self) -> Stream:
        return self


@pytest.mark.parametrize("name", [*GAMES, *OPTIONS])
def test_chance_is_what_the_engine_draws(name: str) -> None:
    """A game of the engine, its draws noted, is the same game here; every draw is a node of equal chances."""
    spiel = load(name)
    spec = spiel.spec
    game, rng = spec.game, random.Random(3)
    noted: list[tuple[str, int, int]] = []
    engine = game.restart(Origin(spec.seats, 3, spec.options, None, game.rules_number(), noted=noted))
    state = spiel.new_initial_state()
    while True:
        for _, n, number in noted:
            if n > 1:
                assert state.chance_outcomes() == [(k, 1 / n) for k in range(n)]
                state.apply_action(number)
        assert game.ints(state.engine) == game.ints(engine)
        assert game.view(state.engine, None) == game.view(engine, None)
        if engine.to_move == OVER:
            break
        assert (state.current_player(), state.legal_actions()) == (engine.to_move, engine.legal)
        action = rng.choice(engine.legal)
        noted.clear()
        game.apply(engine, action)
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == game.returns(engine)


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_plays_what_was_drawn_here(name: str) -> None:
    *_, state = questions(name)
    spec = state.node.spec
    numbers = [item.action for item in state.full_history() if item.player == pyspiel.PlayerId.CHANCE]
    engine = spec.game.restart(
        Origin(spec.seats, 0, spec.options, None, spec.game.rules_number(), dealer=Given(numbers))
    )
    for action in state.engine.actions:
        spec.game.apply(engine, action)
    assert not numbers
    assert spec.game.ints(engine) == spec.game.ints(state.engine)
    assert len(state.full_history()) <= state.get_game().max_history_length()
    assert state.get_game().max_game_length() == MAX_ANSWERS


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(name: str) -> None:
    for state in (load(name).new_initial_state(), at(name, 10)):
        before = str(state)
        with pytest.raises(ValueError, match=r"one of \d+ numbers from 0, not for 99999|99999 is not an answer to"):
            state.apply_action(99999)
        assert str(state) == before


# Cloning and keeping


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_its_own_way(name: str) -> None:
    state = at(name, 20)
    before, players = str(state), range(state.num_players())
    told = [state.information_state_string(player) for player in players]
    other, rng = state.clone(), random.Random(1)
    while not other.is_terminal():
        step(other, rng)
    assert str(state) == before
    assert [state.information_state_string(player) for player in players] == told
    assert state.history() == other.history()[: len(state.history())]


@pytest.mark.parametrize("name", GAMES)
def test_states_are_kept(name: str) -> None:
    rng = random.Random(4)
    state = load(name).new_initial_state()
    for _ in range(6):
        again = pickle.loads(pickle.dumps(state))
        _, third = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        for other in (again, third):
            assert (str(other), other.history()) == (str(state), state.history())
            for player in range(state.num_players()):
                assert other.information_state_string(player) == state.information_state_string(player)
        for _ in range(rng.randrange(1, 60)):
            if not state.is_terminal():
                step(state, rng)


# What players know


@pytest.mark.parametrize("name", [*GAMES, "pediment_ephyran(players=3)"])
def test_another_world_is_the_same_to_the_player(name: str) -> None:
    rng = random.Random(5)
    for state in questions(name, seed=5):
        for player in range(state.num_players()):
            if rng.random() < 0.95:
                continue
            world = state.resample_from_infostate(player, rng.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.history() == []
            if player == state.current_player():
                assert world.current_player() == player
                assert world.legal_actions() == state.legal_actions()
            while not world.is_terminal():
                step(world, rng)
            assert sum(world.returns()) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_world_has_no_past(name: str) -> None:
    state = at(name, 20)
    world = state.resample_from_infostate(1, random.Random(1).random)
    with pytest.raises(ValueError, match="a resampled world has no past"):
        pickle.dumps(world)
    numbers = iter((0.25, 0.25, 0.75))
    worlds = [state.resample_from_infostate(1, numbers.__next__).engine for _ in range(3)]
    one, same, other = map(state.node.spec.game.ints, worlds)
    assert one == same
    assert (one == other) == (name == "pediment_elysium")  # where nothing but draws to come is hidden
    with pytest.raises(ValueError, match="another world can be drawn when it has answered"):
        load(name).new_initial_state().resample_from_infostate(0, random.random)


@pytest.mark.parametrize("name", GAMES)
def test_information_states_tell_apart_what_the_player_can(name: str) -> None:
    """Of two outcomes of a draw, and of two answers."""
    told: set[tuple[bool, bool]] = set()
    state, rng = load(name).new_initial_state(), random.Random(6)
    while not state.is_terminal():
        if state.engine and rng.random() < 0.2:
            twins = [state.child(action) for action in rng.sample(state.legal_actions(), 2)]
            for twin in twins:
                while twin.is_chance_node():
                    twin.apply_action(0)
            logs = [state.node.spec.game.view(twin.engine, None)["log"] for twin in twins]
            for player in range(state.num_players()):
                if any(json.loads(twin.observation_string(player))["to_move"] is None for twin in twins):
                    continue  # over, or somebody is asked in secret, which nobody remembers
                seen = twins[0].observation_tensor(player) != twins[1].observation_tensor(player) or logs[0] != logs[1]
                known = len({twin.information_state_string(player) for twin in twins}) > 1
                if player == state.current_player():
                    assert known
                else:
                    assert known == seen
                    told.add((state.is_chance_node(), known))
        step(state, rng)
    expected = {(True, True), (False, True)} if "elysium" in name else {(True, True), (True, False), (False, True)}
    assert told >= expected


def test_nobody_remembers_that_another_could_have_defended() -> None:
    """Y4.10: "let it happen" looks like a world in which nobody could have said it."""
    rng, compared = random.Random(3), 0
    for seed in range(12):
        for state in questions("pediment_ephyran", seed):
            game, player = state.node.spec.game, state.current_player()
            for action in state.legal_actions():
                asked = state.child(action)
                if asked.is_chance_node() or asked.current_player() < 0 or game.asking(asked.engine) != "reactions":
                    continue
                asked.apply_action(game.parse(asked.engine, "let it happen"))
                for _ in range(20):
                    world = state.resample_from_infostate(player, rng.random)
                    world.apply_action(action)
                    if world.is_chance_node() or asked.is_chance_node():
                        break
                    if game.view(world.engine, player) == game.view(asked.engine, player):
                        assert world.information_state_string(player) == asked.information_state_string(player)
                        compared += 1
        if compared > 20:
            return
    raise AssertionError("no such reaction was found")


def test_an_observation_tells_the_question_and_its_answers() -> None:
    """Which card is on its way into a Legend is in no view, but its owner knows."""
    told: dict[str, list[int]] = {}
    for seed in range(3):
        for state in questions("pediment_elysium", seed):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            assert told.setdefault(state.observation_string(), legal) == legal
            seen = json.loads(state.observation_string())
            assert seen["answers"] == [state.action_to_string(action) for action in legal]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_their_playthrough_is_complete(name: str) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # brings SciPy, too

    text = generate_playthrough.playthrough(name, action_sequence=[], seed=1)
    assert "IsTerminal() = True" in text
    state = load(name).new_initial_state()
    for action in re.findall(r"^action: (\d+)$", text, re.MULTILINE):
        state.apply_action(int(action))
    assert state.is_terminal()


def test_questions_put_in_secret_are_not_counted() -> None:
    """Y4.10: two players are asked for a defence, one after the other; the third cannot tell when."""
    state, rng = load("pediment_ephyran(players=3)").new_initial_state(), random.Random(30)
    asked: list[int] = []
    while len(asked) < 2:
        game = state.node.spec.game
        if not state.is_chance_node() and game.asking(state.engine) == "reactions":
            asked.append(state.current_player())
            before = [state.information_state_string(player) for player in range(3)]
            state.apply_action(game.parse(state.engine, "let it happen"))
        else:
            asked.clear()
            step(state, rng)
        if len(asked) == 1 and not state.is_chance_node() and state.current_player() not in asked:
            (third,) = {0, 1, 2} - {asked[0], state.current_player()}
            assert state.information_state_string(third) == before[third]
            assert state.information_state_string(asked[0]) != before[asked[0]]
    assert asked == [0, 1]


@pytest.mark.parametrize("name", GAMES)
def test_tensors_are_those_that_openspiel_finds_by_itself(name: str) -> None:
    """Python is answered at once, without the detour through C++, which asks the observer."""
    rng = random.Random(2)
    state = load(f"{name}(players=3)").new_initial_state()
    while True:
        for player in range(3):
            for tensor in ("information_state_tensor", "observation_tensor"):
                assert getattr(state, tensor)(player) == getattr(pyspiel.State, tensor)(state, player)
        if state.is_terminal():
            break
        for _ in range(rng.randrange(1, 12)):
            if not state.is_terminal():
                step(state, rng)
    state = at(name, 5)
    assert state.information_state_tensor() == state.information_state_tensor(state.current_player())
    assert state.observation_tensor() == state.observation_tensor(state.current_player())
    for player in (-1, 2):
        with pytest.raises(pyspiel.SpielError):
            state.observation_tensor(player)
        with pytest.raises(pyspiel.SpielError):
            state.information_state_tensor(player)


@pytest.mark.parametrize("name", GAMES)
def test_tensors_have_names(name: str) -> None:
    state = at(name, 30)
    game, player = state.get_game(), state.current_player()
    seen = observation.make_observation(game)
    seen.set_from(state, player)
    assert seen.dict["me.asked"].tolist() == [1]
    assert seen.tensor.tolist() == state.observation_tensor(player)
    recalled = observation.make_observation(game, observation.INFO_STATE_OBS_TYPE)
    recalled.set_from(state, player)
    own = [item.action for item in state.full_history() if item.player == player][::-1]
    answers = [round(number * game.num_distinct_actions()) - 1 for number in recalled.dict["answers"]]
    assert answers == own + [-1] * (REMEMBERED_ANSWERS - len(own))
    assert recalled.tensor.tolist() == state.information_state_tensor(player)
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    assert observation.make_observation(game, public) is None
    with pytest.raises(ValueError, match="an observation has no parameters; leave out"):
        observation.make_observation(game, None, {"colour": "red"})


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("pediment_elysium", {5: "no", 14: "dismiss red", 791 - 1: "convert 99 vp"}),
        (
            "pediment_ephyran",
            {0: "draw pile", 4: "seat 0", 8: "god poseidon", 21: "area poseidon 2", 153: "play ts01a"},
        ),
    ],
)
def test_answers_have_names_without_a_state(name: str, known: dict[int, str]) -> None:
    game = load(name)
    names = [game.action_to_string(0, action) for action in range(game.num_distinct_actions())]
    assert len(set(names)) == len(names)
    assert {action: names[action] for action in known} == known
    assert game.action_to_string(-1, 3) == "draw 4"
    with pytest.raises(ValueError, match="there is no action 1000; actions run from 0 to"):
        game.action_to_string(0, 1000)


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_readable(name: str) -> None:
    state = load(name).new_initial_state()
    n = len(state.legal_actions())
    assert str(state) == f"setup: one of {n}"
    assert state.action_to_string(1) == f"draw 2 of {n}"
    assert state.observation_string(0) == "setup"
    assert state.information_state_string(0) == "player 0, 0 answers, "
    state = at(name, 12)
    game, player = state.node.spec.game, state.current_player()
    assert str(state).startswith(f"player {player}: {game.asking(state.engine)} (12 answers, totals [")
    labels = [state.action_to_string(action) for action in state.legal_actions()]
    assert labels == [game.label(state.engine, action) for action in state.legal_actions()]
    view = game.view(state.engine, player)
    del view["log"]
    question = {"question": game.prompt(state.engine), "answers": labels}
    assert json.loads(state.observation_string(player)) == view | question
    other = game.view(state.engine, 1 - player)
    assert json.loads(state.observation_string(1 - player)) == {field: other[field] for field in view}


def test_options_are_checked() -> None:
    assert load(OPTIONS[1]).spec.options["families"] == ["ares", "athena", "hades", "hermes", "zeus"]
    assert load("pediment_ephyran").num_players() == 2
    with pytest.raises(OptionError, match=r"seats must be one of 2, 3, 4, not 5 \(E2.1\)"):
        load("pediment_elysium(players=5)")
    with pytest.raises(OptionError, match="gods must be random or choose"):
        load("pediment_ephyran(gods=none)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'edition'"):
        load("pediment_elysium(edition=mine)")


@pytest.mark.parametrize("code", ["", "import sys; sys.modules['pyspiel'] = None; "], ids=["there", "missing"])
def test_the_library_is_asked_for_where_it_is_missing(code: str) -> None:
    """And a process that has it ends in peace: OpenSpiel lets go of our games when Python is gone."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}import pediment.rl.open_spiel"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == bool(code)
    assert bool(code) == (f"pyspiel is missing; get it with: {install('rl')}" in ran.stderr)


# The match against their bots


def test_a_match_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[tuple[int, int]] = []

    def play(game: Any, kind: str, seconds: float, seed: int, deal: int, seat: int) -> dict[str, Any]:
        played.append((deal, seat))
        facts = {"moves": [40, 50], "seconds": [20.0, 50.0], "simulations": 5000}
        return {"deal": deal, "seat": seat, "won": float(deal < 2), "totals": [30, 30], **facts}

    monkeypatch.setattr(benchmark, "play", play)
    for deals in ("1", "3"):
        benchmark.main(["elysium", "--deals", deals, "--json", str(tmp_path / "games.json")])
    assert played == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert capsys.readouterr().out.splitlines()[-1] == (
        "3 deals: search wins 4 of 6 games against is_mcts, 66.7% (95 %: 0.0% to 100.0%), margin +0.0; "
        "seconds a move 0.50 and 1.00, is_mcts 100 simulations/s"
    )
    with pytest.raises(SystemExit):
        benchmark.main(["elysium", "--seed", "2", "--json", str(tmp_path / "games.json")])
    assert "has games of other terms" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["mcts", "is_mcts", "mcts_cpp"])
def test_their_bots_keep_to_the_time(kind: str) -> None:
    state = at("pediment_elysium(players=3)", 90)
    theirs = benchmark.Theirs(kind, state.get_game(), 0.01, 1)
    for _ in range(3):
        assert theirs.choose(state) in state.legal_actions()
    assert theirs.simulations


@pytest.mark.long
def test_one_of_ours_among_three() -> None:
    found = benchmark.play(load("pediment_ephyran(players=3)"), "mcts_cpp", 0.002, seed=1, deal=0, seat=2)
    assert len(found["totals"]) == 3
    assert min(found["moves"]) > 5
    assert found["simulations"] > found["moves"][1]
    text = benchmark.report([{**found, "seat": seat, "won": seat / 2} for seat in range(3)], "mcts_cpp", 3)
    assert text.startswith("1 deals: search wins 1.5 of 3 games against mcts_cpp, 50.0%")
