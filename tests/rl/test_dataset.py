"""Records as arrays: what the environments showed in the same games, however the records come and wherever they go."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import minari
import numpy as np
import pyarrow.parquet
import pytest

import pediment
from pediment.core.errors import RecordError
from pediment.core.extras import install
from pediment.core.record import at
from pediment.lab.arena import Setting, play
from pediment.rl import dataset
from pediment.rl.dataset import Dataset
from pediment.rl.gymnasium import SeatEnv


def recorded(bots: list[str], games: int, game: str = "elysium") -> list[str]:
    """Records of games between bots, with exchanged seats."""
    played = pediment.game(game)
    setting = Setting(len(bots), bots, 1, played.check_options(len(bots), 1, {}), records=True)
    return [record for i in range(games) if (record := play(played, setting, i).record)]


@pytest.fixture(scope="module")
def games() -> list[str]:
    return recorded(["greedy", "uniform"], 3)


def shown(game: str, seats: int, seed: int) -> tuple[list[Any], float, SeatEnv]:
    """What an environment shows in a game: observation, mask and answer at each question, the end, the reward."""
    env = SeatEnv(game, seats=seats, mask_in_observation=True)
    env.action_space.seed(seed)
    seen, info = env.reset(seed=seed)
    found = []
    over, reward = False, 0.0
    while not over:
        answer = env.action_space.sample()
        found.append((seen["observation"], seen["action_mask"], answer))
        seen, reward, over, _, info = env.step(answer)
    return [*found, (seen["observation"], info["action_mask"], None)], reward, env


@pytest.mark.parametrize(("game", "seats"), [("elysium", 2), ("elysium", 3), ("ephyran", 4)])
def test_rows_are_what_an_environment_showed(game: str, seats: int) -> None:
    [*questions, _], reward, env = shown(game, seats, seed=3)
    match = pediment.Match.of(env.game, env.game_state)
    data = dataset.load(match.record(), seat=env.mine)
    assert len(data) == len(questions) > 10
    for row, (observation, mask, answer) in enumerate(questions):
        np.testing.assert_array_equal(data.observations[row], observation)
        np.testing.assert_array_equal(data.masks[row], mask)
        assert data.answers[row] == answer
    assert data.returns.tolist() == [np.float32(reward)] * len(questions)
    totals = env.game.totals(match.state)
    assert data.points[-1].tolist() == [totals[(env.mine + i) % seats] for i in range(seats)]
    raw = dataset.load(match.record(), seat=env.mine, scaled=False)
    assert raw.observations.dtype == np.uint8
    np.testing.assert_array_equal(raw.numbers.scaled(raw.observations), data.observations)


def test_rows_are_in_order_and_say_where_they_are_from(games: list[str]) -> None:
    data = dataset.load(games)
    where = list(zip(data.games.tolist(), data.seats.tolist(), data.steps.tolist(), strict=True))
    assert where == sorted(where)
    by_step = sorted((game, step) for game, _, step in where)
    actions = [json.loads(text)["actions"] for text in games]
    assert by_step == [(game, step) for game, labels in enumerate(actions) for step in range(len(labels))]
    row = where.index((1, 0, data.steps[(data.games == 1) & (data.seats == 0)][5]))
    state = at(data.numbers.game, json.loads(games[1]), int(data.steps[row]))
    assert data.numbers.game.label(state, int(data.answers[row])) == actions[1][data.steps[row]]
    assert data.masks[row].nonzero()[0].tolist() == state.legal


def test_a_part_of_a_dataset_has_the_same_columns(games: list[str]) -> None:
    data = dataset.load(games)
    won = data[data.returns == 1]
    assert 0 < len(won) < len(data)
    assert (won.points[:, 0] > won.points[:, 1]).all()
    for name, column in data[10:20].columns().items():
        np.testing.assert_array_equal(column, data.columns()[name][10:20])
    assert data[np.array([4, 2])].answers.tolist() == [data.answers[4], data.answers[2]]
    with pytest.raises(TypeError, match="a slice or an array, not by 3"):
        data[3]  # type: ignore[index]


def test_players_are_chosen_by_name(games: list[str]) -> None:
    """Seats rotate, so greedy is in seat 0, then 1, then 0."""
    data = dataset.load(games, players="greedy")
    assert [set(data.seats[data.games == game].tolist()) for game in range(3)] == [{0}, {1}, {0}]
    assert len(dataset.load(games, players=["greedy", "uniform"])) == len(dataset.load(games))
    assert len(data) + len(dataset.load(games, players=["uniform"])) == len(dataset.load(games))
    assert set(dataset.load(games, players="greedy", seat=0).games.tolist()) == {0, 2}
    with pytest.raises(ValueError, match="no decision to take in these records; players are called greedy, uniform"):
        dataset.load(games, players="scholar")
    nameless = {name: value for name, value in json.loads(games[0]).items() if name != "names"}
    with pytest.raises(RecordError, match="record 1: names: missing"):
        dataset.load([games[0], nameless], players="greedy")


def same(one: Dataset, other: Dataset) -> bool:
    columns = one.columns().items()
    return all(np.array_equal(column, other.columns()[name]) for name, column in columns)


def test_records_come_in_files_and_otherwise(games: list[str], tmp_path: Path) -> None:
    data = dataset.load(games)
    lines, single = tmp_path / "games.jsonl", tmp_path / "game.json"
    lines.write_text("".join(f"{text}\n" for text in games) + "\n", encoding="utf-8")
    single.write_text(json.dumps(json.loads(games[0]), indent=2), encoding="utf-8")
    several: list[dataset.Records] = [lines, str(lines), map(json.loads, games)]
    for records in several:
        assert same(dataset.load(records), data)
    one: list[dataset.Records] = [single, json.loads(games[0]), [games[0]]]
    for records in one:
        assert same(dataset.load(records), data[data.games == 0])


def test_records_that_will_not_do_are_refused(games: list[str], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no decision to take in these records$"):
        dataset.load([])
    broken = tmp_path / "games.jsonl"
    broken.write_text(f"{games[0]}\n{games[1][:300]}\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"record 1: line 1, column .*not a whole JSON document"):
        dataset.load(broken)
    record = json.loads(games[0])
    altered = record | {"result": [points + 1 for points in record["result"]]}
    with pytest.raises(RecordError, match="record 0: result: the game replays to"):
        dataset.load(altered)
    with pytest.raises(RecordError, match="record 0: game: there is no game 'chess'"):
        dataset.load(record | {"game": "chess"})
    with pytest.raises(RecordError, match=r"record 0: result: missing; .* how this game ends"):
        dataset.load(pediment.Match(pediment.game("elysium"), seed=1).record())
    for other in (recorded(["uniform"] * 3, 1), recorded(["uniform"] * 2, 1, "ephyran")):
        with pytest.raises(RecordError, match=r"record 1: game: this is .*, and before it was elysium with 2 seats"):
            dataset.load([games[0], *other])


def test_a_dataset_is_saved(games: list[str], tmp_path: Path) -> None:
    data = dataset.load(games[:1])
    data.save(tmp_path / "games.npz")
    with np.load(tmp_path / "games.npz") as found:
        assert same(Dataset(data.numbers, **found), data)
    data.save(str(tmp_path / "games.parquet"))
    table = pyarrow.parquet.read_table(tmp_path / "games.parquet")
    assert table.column_names == list(data.columns())
    columns = {name: np.array(table[name].to_pylist()) for name in table.column_names}
    assert same(Dataset(data.numbers, **columns), data)
    for name in ("games.csv", "games"):
        with pytest.raises(ValueError, match=r"saved as \.npz or \.parquet, not as"):
            data.save(tmp_path / name)


def test_minari_reads_what_is_written_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    questions, reward, env = shown("elysium", 3, seed=4)
    record = pediment.Match.of(env.game, env.game_state).record()
    about: dict[str, Any] = {"author": "Ada", "author_email": "ada@example.org", "algorithm_name": "uniform"}
    about |= {"code_permalink": "https://example.org/code", "description": "A test."}
    dataset.write_minari(
        "elysium/test-v0", [record, *map(json.loads, recorded(["uniform"] * 3, 1))], seat=env.mine, **about
    )
    found = minari.load_dataset("elysium/test-v0")
    assert (found.total_episodes, found.storage.metadata["author"]) == (2, {"Ada"})
    episode = found[0]
    np.testing.assert_array_equal(episode.observations["observation"], [row for row, _, _ in questions])
    np.testing.assert_array_equal(episode.observations["action_mask"], [mask for _, mask, _ in questions])
    assert episode.actions.tolist() == [answer for _, _, answer in questions[:-1]]
    assert episode.rewards.tolist() == [0.0] * (len(questions) - 2) + [reward]
    assert episode.terminations.tolist() == [False] * (len(questions) - 2) + [True]
    assert not episode.truncations.any()
    again = found.recover_environment().unwrapped
    assert isinstance(again, SeatEnv)
    assert (again.game.name, again.seats, again.mask_in_observation) == ("elysium", 3, True)
    assert again.observation_space == found.observation_space
    with pytest.raises(ValueError, match="test-v0"):
        dataset.write_minari("elysium/test-v0", record, **about)


@pytest.mark.parametrize("library", ["minari", "pyarrow"])
def test_a_missing_library_is_named(library: str) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None; import pediment; from pediment.rl import dataset;"
        "game = pediment.game('ephyran'); state = game.new(); game.play_out(state);"
        "dataset.write_minari('a/b-v0', pediment.Match.of(game, state).record())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{library} is missing; get it with: {install('data')}" in done.stderr
