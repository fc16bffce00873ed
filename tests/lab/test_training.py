"""Training, from the first game to the weights that are kept."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import pediment
from pediment.cli import main
from pediment.core.training import Weights
from pediment.lab import self_play, training
from pediment.lab.network import Positions
from pediment.lab.self_play import Notes
from pediment.lab.train import trained
from pediment.lab.training import Damaged, Event, OtherSettings, Settings, Training, judged, trainer_of, usual_seats
from pediment.lab.training_page import write

TINY = Settings("elysium", generations=2, games=6, hidden=2, epochs=2, deals=2, iterations=2, seats=(2,))
KEPT = ["best.json", "weights-001.json", "weights-002.json", "match-001.json", "verdict-002.json"]


class Enough(Exception):
    """A training is broken off."""


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "CHUNK_GAMES", 2)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a training keeps that nobody disturbed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "CHUNK_GAMES", 2)
        return kept(TINY, tmp_path_factory.mktemp("whole"))


def kept(settings: Settings, folder: Path, jobs: int = 1) -> dict[str, bytes]:
    """Train to the end; what is in the folder."""
    Training(settings, folder, jobs).run()
    return {name: (folder / name).read_bytes() for name in KEPT}


def broken_off(folder: Path, after: int) -> None:
    """Train until that many things have happened."""
    heard: list[Event] = []

    def told(event: Event) -> None:
        heard.append(event)
        if len(heard) == after:
            raise Enough

    with pytest.raises(Enough):
        Training(TINY, folder, told=told).run()


def test_it_learns_something_and_says_by_what(whole: dict[str, bytes]) -> None:
    trainer = trainer_of("elysium")
    assert trainer is not None
    learned = trainer.read(whole["weights-002.json"].decode())
    assert learned != trainer.read()
    assert len(learned["bias"]) == TINY.hidden
    made = json.loads(whole["weights-002.json"])["made"]
    assert made["generation"] == 2
    assert made["settings"]["games"] == TINY.games
    assert made["rules"] == pediment.game("elysium").rules_version
    assert trainer.read(trainer.write(learned, made)) == learned


@pytest.mark.heavy
def test_the_number_of_jobs_makes_no_difference(whole: dict[str, bytes], tmp_path: Path) -> None:
    settings = replace(TINY, generations=1)
    folder = tmp_path / "two"
    Training(settings, folder, jobs=2).run()
    wanted, found = (
        json.loads(text) for text in (whole["weights-001.json"], (folder / "weights-001.json").read_text())
    )
    del wanted["made"], found["made"]
    assert found == wanted


@pytest.mark.heavy
@pytest.mark.parametrize("after", [1, 3, 4, 6, 9])
def test_wherever_it_is_broken_off_it_ends_with_the_same(whole: dict[str, bytes], tmp_path: Path, after: int) -> None:
    broken_off(tmp_path, after)
    assert kept(TINY, tmp_path) == whole
    lines = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [(line["generation"], line["part"], line["n"]) for line in lines]
    parts = {"play": 3, "learn": TINY.epochs, "match": TINY.deals}
    assert told == [(g, part, n + 1) for g in (1, 2) for part, total in parts.items() for n in range(total)]


@pytest.mark.heavy
@pytest.mark.parametrize("after", [5, 7])  # the last epoch, the last deal
def test_what_was_kept_and_not_told_is_told_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    settings, heard, tell = replace(TINY, generations=1), list[Event](), Training._tell

    def broken(training: Training, event: Event) -> None:
        heard.append(event)
        if len(heard) == after:
            raise Enough
        tell(training, event)

    monkeypatch.setattr(Training, "_tell", broken)
    with pytest.raises(Enough):
        Training(settings, tmp_path).run()
    Training(settings, tmp_path).run()
    lines = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [(line["part"], line["n"]) for line in lines]
    assert told == [("play", 1), ("play", 2), ("play", 3), ("learn", 1), ("learn", 2), ("match", 1), ("match", 2)]


@pytest.mark.heavy
def test_a_killed_one_goes_on(whole: dict[str, bytes], tmp_path: Path) -> None:
    """Whenever the signal comes, nothing half written is left."""
    code = f"""
from pathlib import Path
from pediment.lab import self_play, training
from pediment.lab.network import Positions
from pediment.lab.self_play import Notes
from pediment.lab.train import trained
training.CHUNK_GAMES = 2
training.Training(training.Settings(**{TINY.__dict__!r}), Path({str(tmp_path)!r}), told=print).run()
"""
    for _ in range(2):
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=os.environ) as running:
            assert running.stdout
            for _ in range(3):
                running.stdout.readline()
            running.send_signal(signal.SIGKILL)
    assert kept(TINY, tmp_path) == whole


def worse(weights: Weights) -> Weights:
    """Weights that like what is bad."""
    return weights | {"features": [-3 * worth for worth in weights["features"]]}


def the_same(weights: Weights) -> Weights:
    return weights


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("new", "old", "wins"), [(worse, the_same, False), (the_same, the_same, False), (the_same, worse, True)]
)
def test_only_weights_that_win_replace_others(
    tmp_path: Path, new: Callable[[Weights], Weights], old: Callable[[Weights], Weights], wins: bool
) -> None:
    settings = replace(TINY, generations=1, deals=8, iterations=4)
    gate = Training(settings, tmp_path)
    weights = gate.trainer.read((Path("benchmarks") / "former" / "elysium.json").read_text(encoding="utf-8"))
    for name, own in (("best.json", old(weights)), ("weights-001.json", new(weights))):
        (tmp_path / name).write_text(gate.trainer.write(own, {}), encoding="utf-8")
    best = gate.run()
    verdict = json.loads((tmp_path / "verdict-001.json").read_text(encoding="utf-8"))
    assert verdict["wins"] is wins
    assert best == (new(weights) if wins else old(weights))


def test_a_verdict_needs_deals_and_a_clear_lead() -> None:
    assert not judged([1.0] * 7).wins
    assert judged([1.0] * 8).wins
    assert not judged([1.0, 0.5] * 2 + [0.5, 0.0] * 2).wins
    assert not judged([0.5] * 50).wins
    assert judged([0.5, 1.0] * 10).low == pytest.approx(0.75 - 1.729 * 0.2565 / 20**0.5, abs=1e-3)


def test_a_folder_is_of_one_training(tmp_path: Path) -> None:
    Training(TINY, tmp_path)
    Training(TINY, tmp_path, jobs=3)
    with pytest.raises(OtherSettings):
        Training(replace(TINY, seed=2), tmp_path)
    (tmp_path / "settings.json").write_bytes(b"\xff no text")
    with pytest.raises(OtherSettings):
        Training(TINY, tmp_path)


def test_it_begins_with_the_weights_of_a_file(tmp_path: Path) -> None:
    former = str(Path("benchmarks") / "former" / "elysium.json")
    begun = Training(replace(TINY, generations=0, start=former), tmp_path)
    assert begun.run() == begun.trainer.read(Path(former).read_text(encoding="utf-8")) != begun.trainer.read()


@pytest.mark.heavy
def test_ephyran_learns_too(tmp_path: Path) -> None:
    tiny = replace(TINY, game="ephyran", seats=(2, 3, 4))
    found = kept(tiny, tmp_path / "first")
    trainer = trainer_of("ephyran")
    assert trainer is not None
    learned = trainer.read(found["weights-002.json"].decode())
    assert learned != trainer.read()
    assert len(learned["bias"]) == tiny.hidden
    assert kept(tiny, tmp_path / "again", jobs=2) == found


def test_a_judge_that_learned_nothing_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it expects teaches nothing: only the ends of games do."""
    asked: list[float] = []
    made = self_play.positions

    def positions(noted: Sequence[Notes], weights: Weights, features: int, trust: float) -> list[Positions]:
        asked.append(trust)
        return made(noted, weights, features, trust)

    monkeypatch.setattr(self_play, "positions", positions)
    (tmp_path / "nothing.json").write_text("{}", encoding="utf-8")
    tiny = replace(TINY, game="ephyran", generations=1, deals=1, start=str(tmp_path / "nothing.json"))
    Training(tiny, tmp_path / "first").run()
    assert asked == [1, 1]  # what teaches, and what is held out
    Training(replace(tiny, start=str(tmp_path / "first" / "weights-001.json")), tmp_path / "second").run()
    assert asked[2:] == [tiny.trust, 1]


def without_training(monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """This game offers nothing to learn."""
    kit = pediment.kit
    monkeypatch.setattr(pediment, "kit", lambda name: replace(kit(name), trainer="") if name == game else kit(name))


def test_a_game_offers_itself_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert trained() == ["elysium", "ephyran"]
    without_training(monkeypatch, "ephyran")
    assert trained() == ["elysium"]
    assert trainer_of("ephyran") is None
    with pytest.raises(ValueError, match="ephyran offers nothing to learn"):
        Training(Settings("ephyran"), Path("nowhere"))


def test_tables_of_two_are_the_most_usual() -> None:
    assert usual_seats(pediment.game("elysium")) == (2, 2, 2, 3, 4)


@pytest.mark.parametrize("game", trained())
def test_the_features_of_a_note_are_those_that_the_judge_adds_up(game: str) -> None:
    trainer = trainer_of(game)
    assert trainer is not None
    weights = trainer.read()
    state = pediment.game(game).new(seats=3, seed=4)
    value, held = trainer.note(state, weights)[1]
    one = held[-1]
    dearer = weights | {"features": [worth + 2 * (i == one) for i, worth in enumerate(weights["features"])]}
    before, after = (trainer.judge(w).standings(state) for w in (weights, dearer))
    rises = [late - early for early, late in zip(before, after, strict=True)]
    assert rises == pytest.approx([2.0 * found.count(one) for _, found in trainer.note(state, weights)])
    plain = weights | {"features": [0.0] * trainer.features, "rows": [], "bias": [], "outs": []}
    assert trainer.judge(plain).standings(state)[1] == pytest.approx(value)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_command_trains_and_writes_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    out = tmp_path / "learned"
    few = ["--generations", "1", "--games", "2", "--hidden", "2", "--epochs", "1", "--deals", "1", "--iterations", "1"]
    assert main(["train", "elysium", "--out", str(out), *few, "--language", language]) == 0
    said = capsys.readouterr().out
    assert ("La génération 1" if language == "fr" else "Generation 1") in said
    page = (out / "progress.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    assert page.count("<svg") == 1
    assert ("Courbes d’apprentissage" if language == "fr" else "Learning curves") in page
    assert ("1 génération de 2 parties" if language == "fr" else "1 generation of 2 games") in page
    write(out, language)
    assert (out / "progress.html").read_text(encoding="utf-8") == page
    assert main(["train", "elysium", "--out", str(out), *few, "--seed", "2", "--language", language]) == 2
    assert str(out) in capsys.readouterr().err


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 and no more", b"no archive"])
def test_damaged_notes_are_named(tmp_path: Path, damage: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "learned"
    few = ["--generations", "1", "--games", "2", "--hidden", "2", "--epochs", "1", "--deals", "1", "--iterations", "1"]
    assert main(["train", "elysium", "--out", str(out), *few]) == 0
    (notes,) = (out / "notes").iterdir()
    notes.write_bytes(damage)
    (out / "weights-001.json").unlink()
    assert main(["train", "elysium", "--out", str(out), *few, "--language", "en"]) == 2
    assert f"{notes} is damaged: delete it, then repeat the command" in capsys.readouterr().err.replace("\n", " ")


def test_notes_are_damaged_wherever_a_byte_is_another(tmp_path: Path) -> None:
    """The reader of archives has many ways to stumble."""
    settings = replace(TINY, games=2, generations=1, epochs=1, deals=1)
    Training(settings, tmp_path).run()
    (notes,) = (tmp_path / "notes").iterdir()
    whole, chance = notes.read_bytes(), random.Random(2)
    unharmed = 0
    for _ in range(1000):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole) - 900, len(whole))] ^= 1 << chance.randrange(8)
        notes.write_bytes(damaged)
        with suppress(Damaged):
            training._read_notes(notes)
            unharmed += 1
    assert unharmed < 500


def test_every_other_damaged_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "learned"
    few = ["--generations", "1", "--games", "2", "--hidden", "2", "--epochs", "1", "--deals", "1", "--iterations", "1"]
    command = ["train", "elysium", "--out", str(out), *few, "--language", "en"]
    assert main(command) == 0
    wholly = {name: (out / name).read_bytes() for name in ("best.json", "weights-001.json", "progress.jsonl")}
    # by file what else must be gone for it to be read
    gone = {"match-001.json": "verdict-001.json", "learning.npz": "weights-001.json"}
    for name in [*wholly, *gone]:
        for damage in (b"", b'{"generation": [', b"3", b"PK\x03\x04 and no more", b"\xff\x00"):
            if name == "progress.jsonl" and not damage:
                continue  # nothing has happened yet
            (out / gone.get(name, "none")).unlink(missing_ok=True)
            (out / name).write_bytes(damage)
            assert main(command) == 2, (name, damage)
            said = capsys.readouterr().err.replace("\n", " ")
            assert f"{out / name} is damaged: delete it, then repeat the command" in said
        (out / name).unlink()
        for other, content in wholly.items():
            (out / other).write_bytes(content)
    (out / "weights-001.json").unlink()
    assert main(command) == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_help_is_about_games_that_can_be_trained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    without_training(monkeypatch, "ephyran")
    with pytest.raises(SystemExit):
        main(["train", "--help", "--language", language])
    said = capsys.readouterr().out
    assert "pediment train elysium" in said
    assert "{elysium}" in said


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["pebbles", "--out", "x"], "pebbles"),
        (["elysium"], "--out"),
        (["elysium", "--out", "x", "--games", "0"], "games must be at least 1, not 0"),
        (["elysium", "--out", "x", "--hidden", "-2"], "hidden must be 0 or more, not −2"),
        (["elysium", "--out", "x", "--start", "none.json"], "cannot read none.json: No such file or directory"),
        (["elysium", "--out", "x", "--start", "/dev/null"], "/dev/null does not contain the weights of this game"),
        (["elysium", "--out", "x", "--hidden", "3"], "hidden must be an even number, not 3"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str],
    problem: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) if problem in ("pebbles", "--out") else monkeypatch.context():
        assert main(["train", *arguments, "--language", "en"]) == 2
    assert problem in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
