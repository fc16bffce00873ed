from __future__ import annotations

import json
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import pediment
from pediment.core import record as records
from pediment.lab import arena
from pediment.lab import simulate as command
from pediment.lab.arena import Setting, play_all
from pediment.lab.game_tables import CARDS, DECISIONS, GAMES, SEATS, TABLES, schemas
from pediment.lab.games_file import GamesFile, read_description, table
from pediment.lab.simulate import simulate
from pediment.testing.toy import GAME as PEBBLES
from tests.lab.running import run_command

ELYSIUM = pediment.game("elysium")
EPHYRAN = pediment.game("ephyran")


def frames(path: Path) -> dict[str, pl.DataFrame]:
    return {name: pl.read_parquet(table(path, name)) for name in TABLES}


def run(*words: str) -> tuple[int, str]:
    return run_command(command, "simulate", *words)


def setting_of(name: str, seats: int = 2) -> Setting:
    return Setting(seats, ["uniform"] * seats, 4, pediment.game(name).check_options(seats, 4, {}))


def test_the_rows_are_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    for jobs in (1, 2):
        simulate(ELYSIUM, games=5, seats=3, bots=["uniform"], jobs=jobs, seed=4, out=tmp_path / f"{jobs}.parquet")
    one, two = frames(tmp_path / "1.parquet"), frames(tmp_path / "2.parquet")
    for name in TABLES:
        assert one[name].equals(two[name])
    assert one[GAMES]["game"].to_list() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("name", "seats"), [("elysium", 3), ("ephyran", 2)])
def test_every_game_can_be_played_again_from_its_rows(name: str, seats: int, tmp_path: Path) -> None:
    game, path = pediment.game(name), tmp_path / "games.parquet"
    simulate(game, games=2, seats=seats, bots=["uniform"], seed=9, out=path)
    found, facts = frames(path), read_description(path)
    for row in found[GAMES].iter_rows(named=True):
        of_game = {name: frame.filter(game=row["game"]) for name, frame in found.items()}
        decisions = of_game[DECISIONS]
        match = pediment.Match(game, seats=seats, seed=row["seed"], **facts["options"])
        for n, decision in enumerate(decisions.iter_rows(named=True)):
            state = match.state
            assert (n, state.to_move, game.round_of(state)) == (
                decision["decision"],
                decision["seat"],
                decision["round"],
            )
            assert (game.asking(state), len(state.legal)) == (decision["asking"], decision["options"])
            assert state.turns_begun == decision["turn"]
            match.play(decision["label"])
        assert match.over
        assert len(decisions) == row["decisions"]
        assert game.setup(match.state) == {option: row[option] for option in game.setup(match.state)}
        log = match.view()["log"]
        assert {e["event"]: e["n"] for e in row["events"]} == {
            event: sum(entry["event"] == event for entry in log) for event in {entry["event"] for entry in log}
        }
        people = of_game[SEATS]
        assert people["total"].to_list() == game.totals(match.state)
        assert people["won"].to_list() == game.returns(match.state)
        points = people.select(pl.sum_horizontal(pl.col("^points_.*$")))
        assert points.to_series().to_list() == people["total"].to_list()
        assert people.filter(place=1)["seat"].to_list() == [row["first"]] == [decisions["seat"][0]]


def test_cards_stand_where_they_came(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    simulate(ELYSIUM, games=3, bots=["uniform"], seed=2, out=path)
    found = frames(path)
    took = found[DECISIONS].filter(pl.col("label").str.starts_with("take "))
    cards = found[CARDS].filter(pl.col("seat").is_not_null())
    both = cards.join(took, on=["game", "decision", "seat", "round"], how="inner")
    assert len(cards) > len(both) == len(took) > 60  # others came by a power, or without a choice
    assert (both["label"] == "take " + both["card"]).all()
    laid_out = found[CARDS].filter(pl.col("seat").is_null())
    at_first = laid_out.filter(pl.col("decision").is_null())
    assert set(at_first["round"]) == {1}
    assert at_first.group_by("game").len()["len"].to_list() == [7, 7, 7]  # E3.1: three a player and one more
    later = laid_out.filter(pl.col("decision").is_not_null()).join(found[DECISIONS], on=["game", "decision"])
    assert (later["round_right"] == later["round"]).all()  # they come when the last decision of an Epoch is played


def test_the_summary_is_that_of_the_same_games_without_tables(tmp_path: Path) -> None:
    plain = simulate(EPHYRAN, games=4, bots=["uniform", "uniform"], seed=3)
    assert simulate(EPHYRAN, games=4, bots=["uniform", "uniform"], seed=3, out=tmp_path / "games.parquet") == plain


def test_another_program_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    summary = simulate(ELYSIUM, games=6, bots=["uniform"], seed=1, out=path)
    seats = table(path, SEATS)
    questions = [
        f"select avg(total), count(*) from '{seats}' join '{path}' using (game) where len(families) = 5",
        f"select sum(n) / 6 from (select unnest(events, recursive := true) from '{path}') where event = 'take'",
        f"select decode(value) from parquet_kv_metadata('{path}') where decode(key) = 'pediment'",
    ]
    # in a process of its own, which may tell at its end what it has leaked
    script = "import duckdb, json, sys; print(json.dumps([duckdb.sql(q).fetchall() for q in sys.argv[1:]]))"
    done = subprocess.run([sys.executable, "-c", script, *questions], check=True, capture_output=True, text=True)
    [[mean, n]], [[takes]], [[facts]] = json.loads(done.stdout)
    assert (mean, n) == (pytest.approx(summary.bots[0].score.mean), 12)
    assert takes == pytest.approx(summary.events["take"])
    assert json.loads(facts) == read_description(path)


def test_a_simulation_that_was_killed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    script = """
import os, signal, sys
from pathlib import Path
from pediment.lab.games_file import GamesFile
from pediment.testing.toy import GAME
from pediment.lab.arena import Setting
setting = Setting(2, ["uniform"] * 2, 4, GAME.check_options(2, 4, {}))
for played in GamesFile(GAME, setting, 900, 1, Path(sys.argv[1])):
    if played.number == 500:
        os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert not path.exists()
    setting = Setting(2, ["uniform"] * 2, 4, PEBBLES.check_options(2, 4, {}))
    with closing(GamesFile(PEBBLES, setting, 900, 1, path)) as games:
        assert sum(map(len, games.missing)) < 400
        assert sorted(played.number for played in games) == list(range(900))
    simulate(PEBBLES, games=900, seats=2, bots=["uniform"], seed=4, out=tmp_path / "at-once.parquet")
    at_once, found = frames(tmp_path / "at-once.parquet"), frames(path)
    for name in TABLES:
        assert found[name].equals(at_once[name])
    assert [file.name for file in tmp_path.iterdir() if file.is_dir()] == []


@pytest.mark.parametrize("games", [3, 8])
def test_fewer_or_more_games_use_what_was_played(games: int, tmp_path: Path) -> None:
    setting, path = setting_of("elysium"), tmp_path / "games.parquet"
    with closing(GamesFile(ELYSIUM, setting, 6, 1, path)) as first:
        of_first = iter(first)
        for _ in range(5):
            next(of_first)
    with closing(GamesFile(ELYSIUM, setting, games, 1, path)) as then:
        assert [numbers for part in then.missing for numbers in part] == list(range(5, games))
        assert list(then) == list(play_all(ELYSIUM, setting, games, 1))
    assert frames(path)[GAMES]["game"].to_list() == list(range(games))
    assert set(frames(path)[DECISIONS]["game"]) == set(range(games))


def test_a_part_that_lacks_a_table_is_played_again(tmp_path: Path) -> None:
    """The folder of parts is removed file by file, and that can be interrupted, too."""
    setting, path = setting_of("elysium"), tmp_path / "games.parquet"
    with closing(GamesFile(ELYSIUM, setting, 3, 1, path)) as first:
        of_first = iter(first)
        for _ in range(2):
            next(of_first)
    next(first.parts.glob(f"*1-*.{SEATS}.parquet")).unlink()
    with closing(GamesFile(ELYSIUM, setting, 3, 1, path)) as then:
        assert [numbers for part in then.missing for numbers in part] == [1, 2]
        assert list(then) == list(play_all(ELYSIUM, setting, 3, 1))


def test_what_is_finished_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.parquet"
    first = simulate(EPHYRAN, games=2, bots=["uniform"], out=path)
    written = path.stat().st_mtime_ns

    def nothing_is_played(*arguments: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(arena, "finish", nothing_is_played)
    assert simulate(EPHYRAN, games=2, bots=["uniform"], out=path) == first
    assert path.stat().st_mtime_ns == written
    with pytest.raises(AssertionError):
        simulate(EPHYRAN, games=2, bots=["uniform"], seed=2, out=path)


def test_parts_of_another_simulation_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.parquet"
    with closing(GamesFile(ELYSIUM, setting_of("elysium"), 3, 1, path)) as games:
        next(iter(games))
    code, _ = run("elysium", "--games", "3", "--bots", "uniform", "--seed", "5", "--out", str(path))
    assert code == 2
    assert "has parts of another simulation, with seed = 4 instead of 5" in capsys.readouterr().err
    code, shown = run("elysium", "--games", "3", "--bots", "uniform", "--seed", "4", "--out", str(path))
    assert code == 0
    assert "3 games are in" in shown


def test_another_parquet_file_is_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(path)
    with pytest.raises(ValueError, match="not a file of games"):
        read_description(path)
    path.write_text("no table", encoding="utf-8")
    with pytest.raises(ValueError, match="not a file of games"):
        read_description(path)


def test_the_files_say_what_was_simulated(tmp_path: Path) -> None:
    path, box = tmp_path / "games.parquet", tmp_path / "box.toml"
    box.write_text(ELYSIUM.edition_template().replace("gold = 4", "gold = 5"), encoding="utf-8")
    code, shown = run("--games", "2", "--bots", "uniform", "--edition", str(box), "--out", str(path))
    assert (code, "2 games are in" in shown) == (0, True)
    facts = read_description(path)
    assert (facts["games"], facts["bots"], facts["options"]["edition"]["name"]) == (2, ["uniform"] * 2, "my box")
    assert all(read_description(table(path, name)) == facts for name in TABLES)
    seed = frames(path)[GAMES]["seed"][0]
    assert ELYSIUM.new(seats=2, seed=seed, **facts["options"]).edition.values["quests_2"][1]["gold"] == 5


def test_an_interrupt_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(games: GamesFile, *arguments: Any) -> Any:
        raise KeyboardInterrupt

    path = tmp_path / "games.parquet"
    with monkeypatch.context() as patched:
        patched.setattr(GamesFile, "_join", interrupted)
        code, shown = run("--games", "2", "--bots", "uniform", "--out", str(path))
    assert code == 130
    assert shown.endswith("Stopped after 2 of 2 games.\nThe same command continues from here.\n")
    assert run("--games", "2", "--bots", "uniform", "--out", str(path))[0] == 0
    assert records.FORMAT not in path.read_bytes().decode("latin-1")


@pytest.mark.parametrize("name", ["elysium", "ephyran"])
def test_the_page_describes_every_column(name: str) -> None:
    page = Path("docs/games-as-data.md").read_text(encoding="utf-8")
    game = pediment.game(name)
    for table_name, columns in schemas(game, setting_of(name)).items():
        section = page.split(f"\n## {table_name.capitalize()}\n")[1].split("\n## ")[0]
        for column in columns:
            assert f"`{column}`" in section, f"{table_name}.{column}"
