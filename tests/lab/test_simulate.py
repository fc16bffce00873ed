from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import pediment
from pediment.bots import bots
from pediment.core import record as records
from pediment.core.engine.state import Origin
from pediment.lab import arena, simulation_report
from pediment.lab import simulate as command
from pediment.lab.arena import Played, Setting, play, play_all
from pediment.lab.simulate import simulate
from pediment.lab.workers import WorkerLost
from pediment.testing.toy import GAME as PEBBLES
from pediment.testing.toy import Pebbles, PebblesReader, PebblesState
from tests.lab.running import run_command

GAME = pediment.game("elysium")


def run(*words: str) -> tuple[int, str]:
    """The exit code of `pediment simulate` with these words, and what it prints."""
    return run_command(command, "simulate", *words)


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes() -> None:
    setting = Setting(3, ["uniform"] * 3, 5, GAME.check_options(3, 5, {}), records=True)
    alone = list(play_all(GAME, setting, 5, jobs=1))
    assert list(play_all(GAME, setting, 5, jobs=2)) == alone
    assert len({game.record for game in alone}) == 5


def test_another_seed_plays_other_games() -> None:
    options = GAME.check_options(2, 1, {})
    one, two = (play(GAME, Setting(2, ["uniform"] * 2, seed, options, records=True), 0) for seed in (1, 2))
    assert one.record != two.record


def test_the_seats_rotate() -> None:
    setting = Setting(3, ["uniform", "greedy", "uniform"], 1, {"copies": 3})
    assert [game.bots.index("greedy") for game in play_all(PEBBLES, setting, 4, jobs=1)] == [1, 0, 2, 1]


def test_what_is_kept_of_a_game_is_what_its_record_says() -> None:
    setting = Setting(2, ["uniform", "uniform"], 3, GAME.check_options(2, 3, {"families": "first-game"}), records=True)
    kept = play(GAME, setting, 0)
    assert kept.record is not None
    match = pediment.replay(kept.record)
    assert [score["total"] for score in kept.scores] == [score["total"] for score in match.scores()]
    assert kept.returns == GAME.returns(match.state)
    assert kept.decisions == len(match.record()["actions"])
    view = match.view()
    for seat in range(2):
        takes = [e["card"] for e in view["log"] if e["event"] == "take" and e["seat"] == seat]
        assert kept.taken[seat] == takes
        assert (
            sum(points for item, points in kept.scores[seat].items() if item != "total") == kept.scores[seat]["total"]
        )
    assert {card.split(".")[0] for card in kept.offered} <= set(view["families"])


def test_a_record_names_the_bots() -> None:
    long = "uniform" + " " * 3 + "x" * 50
    written = arena._record(GAME, GAME.new(seed=1), ["uniform", long])
    assert json.loads(written)["names"] == ["uniform", ("uniform " + "x" * 50)[:40]]
    pediment.replay(written)
    setting = Setting(2, ["uniform", "greedy"], 1, GAME.check_options(2, 1, {}), records=True)
    for game in play_all(GAME, setting, 2, jobs=1):
        assert json.loads(game.record or "")["names"] == game.bots


def test_simulate_from_python() -> None:
    summary = simulate(GAME, games=4, bots=["uniform", "uniform"], seed=2, families="opulence")
    assert (summary.games, summary.seats, summary.options["families"]) == (4, 2, "opulence")
    (uniform,) = summary.bots
    assert (uniform.won.games, uniform.won.wins) == (8, 4.0)
    assert sum(place.wins for place in summary.places) == 4
    assert set(uniform.items) == {"tokens", "chronos", "legends", "bonuses", "prestige", "citizens"}
    assert sum(uniform.items.values()) == pytest.approx(uniform.score.mean)


def test_one_bot_plays_all_seats_and_two_players_are_usual() -> None:
    summary = simulate(PEBBLES, games=1)
    assert (summary.seats, summary.bots[0].name, summary.bots[0].won.games) == (2, "greedy", 2)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"games": 0}, "games must be at least 1, not 0"),
        ({"jobs": 0}, "jobs must be at least 1, not 0"),
        ({"bots": ["uniform", "best"]}, "no bot 'best'; there are uniform, greedy"),
        ({"bots": ["uniform", "greedy"], "seats": 3}, "2 bots for 3 seats"),
        ({"seats": 7}, "seats must be .*, not 7"),
        ({"families": "nice"}, "families must be .*, not 'nice'"),
        ({"colour": "red"}, "unknown option 'colour'"),
    ],
)
def test_arguments_that_make_no_sense(arguments: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        simulate(GAME, **arguments)


def test_the_command_shows_tables() -> None:
    code, shown = run("elysium", "--games", "3", "--bots", "uniform", "--seats", "3", "--seed", "4")
    assert code == 0
    assert "Elysium: 3 games with 3 players, seed 4" in shown
    for title in ("95% interval", "Chronos", "Wins by place in the first round", "the best 15", "the worst 15"):
        assert title in shown
    assert "\x1b" not in shown


def test_the_command_shows_as_many_cards_as_it_is_asked_to() -> None:
    words = ("--games", "2", "--bots", "uniform", "--families", "first-game", "--cards")
    assert "Wins of those who took" not in run(*words, "none")[1]
    shown = run(*words, "all")[1]
    assert "the best" not in shown
    _, cards = shown.split("Wins of those who took a card\n")
    assert len(cards.split("A game has")[0].strip().splitlines()) > 31


@pytest.mark.parametrize(
    ("typed", "families"),
    [
        ("Elysium, pourquoi faire ?", "why-bother"),
        ("Zeus,Héphaïstos,ares,Hadès,hermes", ["ares", "hades", "hephaestus", "hermes", "zeus"]),
    ],
)
def test_families_by_their_names_in_french(typed: str, families: str | list[str], tmp_path: Path) -> None:
    assert (
        run("--games", "1", "--bots", "uniform", "--families", typed, "--json", str(tmp_path / "summary.json"))[0] == 0
    )
    assert json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))["options"]["families"] == families


def test_the_command_speaks_french() -> None:
    shown = run("--language", "fr", "--games", "2", "--bots", "uniform", "--families", "first-game", "--cards", "all")[
        1
    ]
    assert "Score moyen par poste" in shown
    assert "Légendes" in shown
    assert "Assemblée" in shown


def test_records_and_summary_are_written(tmp_path: Path) -> None:
    out, summary = tmp_path / "games.jsonl", tmp_path / "summary.json"
    code, shown = run("--games", "3", "--bots", "uniform", "--out", str(out), "--json", str(summary))
    assert code == 0
    assert "3 records are in" in shown
    lines = out.read_text(encoding="utf-8").splitlines()
    results = [pediment.replay(line).record()["result"] for line in lines]
    found = json.loads(summary.read_text(encoding="utf-8"))
    assert found["games"] == len(lines) == 3
    assert found["bots"][0]["score"]["mean"] == pytest.approx(sum(map(sum, results)) / 6)


def test_an_edition_reaches_the_games(tmp_path: Path) -> None:
    edition, out = tmp_path / "box.toml", tmp_path / "games.jsonl"
    edition.write_text(pediment.game("elysium").edition_template().replace("gold = 4", "gold = 5"), encoding="utf-8")
    code, _ = run("--games", "1", "--bots", "uniform", "--edition", str(edition), "--out", str(out), "--cards", "none")
    assert code == 0
    assert pediment.replay(out.read_text(encoding="utf-8")).view()["edition"] == "my box"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--bots", "uniform,best"], "no bot “best”"),
        (["--bots", "uniform,greedy", "--seats", "4"], "2 bots for 4 seats; give one name for all of them"),
        (["--games", "-1"], "games must be at least 1"),
        (["--families", "zeus,ares"], "five different"),
        (["--edition", "no-such-file.toml"], "cannot read no-such-file.toml"),
        (["--out", "no-such-folder/games.jsonl"], "cannot write no-such-folder/games.jsonl"),
        (["--json", "no-such-folder/summary.json"], "cannot write"),
    ],
)
def test_wrong_arguments_end_with_2(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = run(*words)
    assert (code, shown) == (2, "")
    assert problem in capsys.readouterr().err


def test_an_unknown_game_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        run("chess")
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize(("played", "told"), [(2, "Stopped after 2 of 9 games."), (0, "Stopped after 0 of 9 games.")])
def test_an_interrupt_keeps_what_was_played(
    played: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Iterator[Played]:
        games = play_all(*arguments)
        for _ in range(played):
            yield next(games)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_all", interrupted)
    out = tmp_path / "games.jsonl"
    code, shown = run("--games", "9", "--bots", "uniform", "--out", str(out))
    assert code == 130
    assert told in shown
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == played
    for line in lines:
        pediment.replay(line)


def test_a_lost_process_ends_with_1_and_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lost(*arguments: Any) -> Iterator[Played]:
        yield next(play_all(*arguments))
        raise WorkerLost("a process that played games was ended, with the exit code -9")

    monkeypatch.setattr(command, "play_all", lost)
    code, shown = run("--games", "9", "--bots", "uniform")
    assert code == 1
    assert "Stopped after 1 of 9 games" in shown
    assert "a process that played games was ended" in capsys.readouterr().err


def test_every_bot_can_be_simulated() -> None:
    specs = [{"search": "search@5", "titan": "search@9"}.get(name, name) for name in bots()]  # no bot of the clock
    for i in range(0, len(specs), 2):
        pair = [specs[i], specs[(i + 1) % len(specs)]]
        summary = simulate(PEBBLES, games=2, bots=pair)
        assert sorted(bot.name for bot in summary.bots) == sorted(pair)


def test_it_ends_with_words_that_people_know() -> None:
    _, shown = run("--games", "2", "--bots", "uniform", "--cards", "none")
    assert "moves on average" in shown
    assert "cards taken" in shown
    assert "family-bonus" not in shown
    assert " ".join(shown.split()).endswith("More games make it narrower.")


def test_french_has_no_english_left_and_decimals_with_a_comma() -> None:
    _, shown = run("--games", "2", "--bots", "uniform", "--language", "fr")
    assert "Hadès" in shown
    assert not re.search(r"\b(hades|zeus|athena)\b", shown)  # families by their names, not by their ids
    assert "cartes prises" in shown
    assert not re.search(r"\d\.\d|\d%", shown)


def test_one_game_is_one_game() -> None:
    assert "Elysium: 1 game with" in run("--games", "1", "--bots", "uniform", "--cards", "none")[1]


def test_it_ends_quietly_when_nobody_reads_on() -> None:
    command = [sys.executable, "-m", "pediment.cli", "simulate", "--games", "1", "--bots", "uniform"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()  # before it has anything to print
        assert running.stderr.read() == ""


@pytest.mark.parametrize(("language", "words"), [("en", "Never taken: "), ("fr", "Jamais prises\u00a0: ")])
@pytest.mark.parametrize("cards", ["some", "all", "none"])
def test_cards_that_nobody_took_are_neither_good_nor_bad(language: str, words: str, cards: str) -> None:
    game = pediment.game("elysium")
    summary = simulate(game, games=2, bots=["uniform"], seed=1, families="first-game")
    names = {card.card: "{name} {family_name}".format(**game.card(card.card, language)) for card in summary.cards}
    never = sorted(names[card.card] for card in summary.cards if not card.won.games)
    taken = [names[card.card] for card in summary.cards if card.won.games]
    assert never
    told = io.StringIO()
    simulation_report.show(summary, game, Console(file=told, width=5000), language, cards)
    lines = told.getvalue().splitlines()
    shown = [name for name in names.values() if any(line.startswith(f"{name} ") for line in lines)]
    told_so = [line for line in lines if line.startswith(words)]
    if cards == "none":
        assert (shown, told_so) == ([], [])
        return
    assert told_so == [f"{words}{', '.join(never)}."]
    worst = taken[simulation_report.SHOWN_CARDS :][-simulation_report.SHOWN_CARDS :]
    assert shown == (taken if cards == "all" else taken[: simulation_report.SHOWN_CARDS] + worst)


def test_a_half_is_of_its_card() -> None:
    game = pediment.game("ephyran")
    entries: list[tuple[dict[str, Any], str]] = [
        ({"event": "add", "half": "TS04a"}, "TS04"),
        ({"event": "replace", "half": "TS04b"}, "TS04"),
        ({"event": "change", "half": "dionysus"}, "dionysus"),
        ({"event": "support", "card": "TS04"}, "TS04"),
        ({"event": "defend", "card": "TT04"}, "TT04"),
    ]
    assert [game.card_taken(entry | {"seat": 1}) for entry, _ in entries] == [(1, card) for _, card in entries]
    assert game.card_taken({"event": "destroy", "seat": 1, "half": "TS04a", "god": "gaia"}) is None
    assert {card for _, card in entries} <= set(game.cards())


HOMONYMS = ("start", "take", "add", "change", "replace", "support", "defend", "agora", "slide")


class Homonyms(Pebbles):
    """Pebbles whose events are called like those of other games, without their fields; scores have lists, too."""

    def view(self, state: PebblesState, seat: int | None) -> dict[str, Any]:
        """Nothing but the log is changed."""
        return super().view(state, seat) | {"log": [{"event": event} for event in HOMONYMS]}

    def scores(self, state: PebblesState) -> list[dict[str, Any]]:
        """Values that are not numbers beside those that are; the first seat has an item of its own."""
        found = super().scores(state)
        for seat, score in enumerate(found):
            score |= {"pebbles": state.shown[seat], "table": {"open": 1}, "note": "x", "none": None}
        found[0]["thumb"] = 2
        return found


def test_what_events_and_items_mean_is_said_by_the_game_alone() -> None:
    played = play(Homonyms(), Setting(2, ["uniform", "greedy"], 1, {"copies": 3}), 1)
    assert (played.taken, played.offered, played.first) == ([[], []], [], 0)
    assert played.events == dict.fromkeys(HOMONYMS, 1)
    first, second = played.scores
    assert (list(first), list(second)) == (["open", "hidden", "total", "thumb"], ["open", "hidden", "total"])
    summary = simulate(Homonyms(), games=4, bots=["uniform", "greedy"], seed=1)
    assert summary.cards == []
    assert [list(bot.items) for bot in summary.bots] == [["open", "hidden", "thumb"]] * 2
    assert [bot.items["thumb"] for bot in summary.bots] == [1.0, 1.0]  # each sat in the first seat every other game


COURSE = ("game", "options", "seats", "seed", "actions")


class Marked(Pebbles):
    """Pebbles that says what is taken and offered, and in which the last seat begins."""

    def begin(self, origin: Origin) -> PebblesState:
        """The last seat is asked first."""
        n = origin.seats
        return PebblesReader({"seats": [{}] * n, "to_move": n - 1, **origin.options}).state(origin)

    def card_taken(self, entry: dict[str, Any]) -> tuple[int, str] | None:
        """An open pebble."""
        return (entry["seat"], str(entry["n"])) if entry["event"] == "open" else None

    def cards_offered(self, entry: dict[str, Any]) -> list[str]:
        """A discarded pebble."""
        return [str(entry["n"])] if entry["event"] == "discard" else []


def test_a_game_says_which_cards_are_taken_and_offered() -> None:
    game = Marked()
    played = play(game, Setting(3, ["uniform"] * 3, 1, {"copies": 3}, records=True), 0)
    assert played.first == 2
    assert played.record is not None
    course = {field: value for field, value in json.loads(played.record).items() if field in COURSE}
    log = game.view(records.follow(game, course), None)["log"]
    assert played.taken == [
        [str(entry["n"]) for entry in log if (entry["event"], entry.get("seat")) == ("open", seat)] for seat in range(3)
    ]
    assert any(played.taken)
    assert played.offered == sorted({str(entry["n"]) for entry in log if entry["event"] == "discard"})
