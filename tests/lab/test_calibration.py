"""Calibration, on toys whose answer is known and on the games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.core.calibration import Knob
from pediment.core.engine.rng import stream
from pediment.lab import lab_command
from pediment.lab.calibration import (
    BATCH,
    EVEN,
    EVEN_OF_BATCH,
    KINDS,
    SOUGHT,
    STANDARD,
    Chosen,
    Fact,
    Outcome,
    Told,
    Trial,
    read_facts,
    search,
    study,
    tensions,
    told,
)
from tests.lab.running import run_command

HIDDEN = 6
KNOBS = (
    Knob.at("hidden", *range(9)),
    Knob.at("idle", *range(9)),
    Knob.at("colour", "red", "green", "blue"),
)
TRIALS = 20
DEALS = 2


class Toy:
    """Facts that say something of one value, as far as chance lets them: 1.5 values make a standard deviation."""

    def __init__(self, seed: int, weight: float = 1.0) -> None:
        self.chance = stream(seed, "noise")
        self.weight = weight
        self.asked: list[Chosen] = []

    def measure(self, editions: Iterable[Chosen]) -> Iterator[dict[str, float]]:
        for chosen in editions:
            self.asked.append(chosen)
            off = int(chosen.get("hidden", 0)) - HIDDEN
            noise = sum(self.chance.getrandbits(16) for _ in range(4)) / (1 << 16)
            yield {"strong": self.weight * (off / 1.5) ** 2, "weak": noise}


def trials_of(toy: Toy, n: int, seed: int = 1) -> list[Trial]:
    return list(search(KNOBS, toy.measure, n, seed))


def told_of(trials: list[Trial]) -> dict[str, Told]:
    even = [trial for trial in trials if trial.origin == EVEN]
    return {one.name: one for one in told(KNOBS, even, {}, {})}


def test_a_hidden_value_is_found_and_others_are_left_open() -> None:
    found = told_of(trials_of(Toy(1), 200))
    hidden = found["hidden"]
    assert hidden.pinned
    assert hidden.fact == "strong"
    assert max(hidden.choices, key=lambda choice: hidden.shares[hidden.choices.index(choice)]) in (5, 6, 7)
    assert 3 <= int(hidden.low) <= HIDDEN <= int(hidden.high) <= 8
    assert int(hidden.high) - int(hidden.low) < 8
    for name in ("idle", "colour"):
        assert not found[name].pinned
        assert found[name].shares == pytest.approx([1 / len(found[name].shares)] * len(found[name].shares), abs=0.3)
    assert (found["idle"].low, found["idle"].high) != (found["hidden"].low, found["hidden"].high)


def test_nothing_comes_out_of_nothing() -> None:
    pinned = [
        one.name
        for seed in range(12)
        for one in told_of(trials_of(Toy(seed, weight=0.0), 60, seed)).values()
        if one.pinned
    ]
    assert len(pinned) <= 2  # of 36


def test_optuna_looks_near_what_is_hidden() -> None:
    trials = trials_of(Toy(1), 200)
    later = trials[100:]
    hits = {origin: [trial.chosen["hidden"] for trial in later if trial.origin == origin] for origin in (EVEN, SOUGHT)}
    near = {origin: sum(abs(int(n) - HIDDEN) <= 1 for n in chosen) / len(chosen) for origin, chosen in hits.items()}
    assert near[SOUGHT] > near[EVEN] + 0.2


def test_batches_have_even_trials_and_sought_ones_after_the_standard() -> None:
    trials = trials_of(Toy(1), 2 * BATCH)
    sought = [SOUGHT] * (BATCH - EVEN_OF_BATCH)
    assert [one.origin for one in trials] == [
        STANDARD,
        *[EVEN] * (EVEN_OF_BATCH - 1),
        *sought,
        *[EVEN] * EVEN_OF_BATCH,
        *sought,
    ]
    assert trials[0].chosen == {}
    assert trials[0].distance == sum(trials[0].tensions.values())


@pytest.mark.parametrize("known", [1, 9, 10, 13, 25])
def test_a_search_goes_on_as_if_it_had_never_stopped(known: int) -> None:
    def measure(editions: Iterable[Chosen]) -> Iterator[dict[str, float]]:
        for chosen in editions:
            yield {"strong": float((int(chosen.get("hidden", 0)) - HIDDEN) ** 2)}

    whole = list(search(KNOBS, measure, 30, 5))
    assert [*whole[:known], *search(KNOBS, measure, 30, 5, whole[:known])] == whole
    assert list(search(KNOBS, measure, 17, 5)) == whole[:17]


FIRST = {"families": "first-game"}
OTHER = {"families": "opulence"}


def fact(kind: str, **fields: Any) -> Fact:
    return Fact(**{"name": "it", "kind": kind, "seats": 2, "options": FIRST, "text": {}, "source": {}, **fields})


def games(totals: list[list[int]], **fields: Any) -> list[Outcome]:
    return [
        Outcome(one, fields.get("offered", []), fields.get("taken", []), fields.get("firsts", {})) for one in totals
    ]


@pytest.mark.parametrize(
    ("one", "here", "there", "expected"),
    [
        (fact("scores", observed=(60, 50), tolerance=3), games([[63, 53], [63, 53]]), [], 1),
        (fact("scores", observed=(60, 50), tolerance=3), games([[60, 50], [50, 70]]), [], 2.5**2 / 21.5 + 25 / 59),
        (fact("more-points", than=OTHER, tolerance=2), games([[10, 20]]), games([[16, 20]]), 1.5**2),
        (fact("more-points", than=OTHER, tolerance=2), games([[16, 20]]), games([[10, 20]]), 0),
        (fact("fewer-points", than=OTHER, least=1, tolerance=2), games([[10, 20]]), games([[10, 20]]), 0.25),
        (fact("tighter", than=OTHER, tolerance=2), games([[10, 20]]), games([[16, 20]]), 9),
        (fact("tighter", than=OTHER, tolerance=2), games([[20, 16]]), games([[10, 20]]), 0),
        (
            fact("first", event="quest", most=0.5, tolerance=0.25),
            games([[1, 2]], firsts={"quest": ["1", "1", "1", "2"]}),
            [],
            1,
        ),
        (
            fact("first", event="quest", most=0.75, tolerance=0.25),
            games([[1, 2]], firsts={"quest": ["1", "1", "1", "2"]}),
            [],
            0,
        ),
        (fact("taken", least=0.25), games([[1, 2]] * 20, offered=["a", "b"], taken=["a", "c"]), [], 1),
        (fact("taken", least=0.25), games([[1, 2]] * 9, offered=["a", "b"], taken=["a"]), [], 0),
    ],
)
def test_how_far_a_fact_is(one: Fact, here: list[Outcome], there: list[Outcome], expected: float) -> None:
    played = {one.scene: here, **({one.other_scene: there} if there else {})}
    assert tensions([one], played) == {"it": pytest.approx(expected)}


@pytest.mark.parametrize("game", [name for name in pediment.games() if pediment.kit(name).calibrated()])
class TestEveryGame:
    def test_every_choice_is_an_edition_and_one_of_each_is_the_standard_one(self, game: str) -> None:
        calibration = pediment.kit(game).calibrated()
        editions = pediment.game(game).editions
        assert calibration
        assert editions
        standard = editions.standard.values
        names = [knob.name for knob in calibration.knobs]
        assert len({*names}) == len(names)
        for knob in calibration.knobs:
            made = [calibration.edition(standard, {knob.name: choice}) for choice in knob.choices]
            assert [editions.check(values, {}).hash for values in made]
            assert made.count(standard) == 1, knob.name
            assert len({json.dumps(values) for values in made}) == len(made), knob.name
        assert editions.standard.values == standard

    def test_the_facts_can_be_read_and_are_sourced_in_both_languages(self, game: str) -> None:
        calibration = pediment.kit(game).calibrated()
        assert calibration
        facts = read_facts(calibration.facts)
        assert len({one.name for one in facts}) == len(facts)
        for one in facts:
            assert one.kind in KINDS
            assert {*one.text} == {*one.source} == {"en", "fr"}
            assert "\u00a0;" in one.source["fr"] or ";" not in one.source["fr"]
            pediment.game(game).check_options(one.seats, 0, one.options)
            pediment.game(game).check_options(one.seats, 0, one.than or {})


def test_what_a_quest_of_elysium_gives_may_be_one_more_or_less() -> None:
    calibration, editions = pediment.kit("elysium").calibrated(), pediment.game("elysium").editions
    assert calibration
    assert editions
    choices = {knob.name: knob.choices for knob in calibration.knobs}
    for section in ("quests_2", "quests_3_4"):
        for order, quest in enumerate(editions.standard.values[section], 1):
            for field, n in quest.items():
                if field != "order":
                    assert choices[f"{section}/{order}/{field}"] == tuple(range(max(n - 1, 0), n + 2))


def run(*words: str) -> tuple[int, str]:
    return run_command(lab_command, "lab", "calibrate", *words)


QUICK = ("elysium", "--trials", str(TRIALS), "--deals", str(DEALS), "--bots", "uniform")


def test_the_same_result_for_any_number_of_processes_and_after_a_stop(tmp_path: Path) -> None:
    game = pediment.game("elysium")
    out = tmp_path / "trials.jsonl"
    found = study(game, trials=TRIALS, deals=DEALS, bot="uniform", out=out)
    assert study(game, trials=TRIALS, deals=DEALS, bot="uniform", jobs=2) == found
    lines = out.read_text().splitlines(keepends=True)
    assert len(lines) == 1 + TRIALS
    out.write_text("".join(lines[:8]) + lines[8][:20])
    assert study(game, trials=TRIALS, deals=DEALS, bot="uniform", out=out) == found
    assert out.read_text().splitlines(keepends=True) == lines
    with pytest.raises(ValueError, match="deals = 2 instead of 3"):
        study(game, trials=TRIALS, deals=3, bot="uniform", out=out)
    for other in (b"something else\n", b"\xff\xfe no text", b"{}\n[]\n"):
        out.write_bytes(other)
        with pytest.raises(ValueError, match="not a file of editions"):
            study(game, trials=TRIALS, deals=DEALS, bot="uniform", out=out)
        assert out.read_bytes() == other


def test_the_command_says_what_it_found_in_text_numbers_and_a_page(tmp_path: Path) -> None:
    out, page, numbers = (str(tmp_path / name) for name in ("trials.jsonl", "page.html", "numbers.json"))
    code, said = run(*QUICK, "--out", out, "--html", page)
    assert code == 0
    assert said.startswith("Elysium: 20 editions held against 8 facts, 2 deals each, uniform, seed 1")
    assert "On 20 other deals, the standard edition is" in said
    assert "The facts leave open:" in said
    assert "quests_2/1/gold" in Path(page).read_text()
    code, said = run(*QUICK, "--out", out, "--json", numbers)
    assert code == 0
    found = json.loads(Path(numbers).read_text())
    assert found["format"] == "pediment-calibration-1"
    assert found["trials"] == TRIALS
    assert len(found["values"]) == 22
    assert not any(one["pinned"] for one in found["values"]) or found["even"] > 0
    code, said = run(*QUICK, "--out", out, "--language", "fr", "--all")
    assert code == 0
    assert "Toutes les valeurs" in said
    assert "Zone aride" in said


def test_an_interrupt_says_whether_it_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab_command, "watched", interrupted)
    stopped = "Interrupted: the study is not finished.\n"
    assert run(*QUICK) == (130, stopped)
    kept = stopped + "The same command continues from here.\n"
    assert run(*QUICK, "--out", str(tmp_path / "trials.jsonl")) == (130, kept)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["ephyran"], "no facts that editions of Ephyran"),
        (["--trials", "3"], "--trials must be at least 20, not 3"),
        (["--deals", "1"], "--deals must be at least 2, not 1"),
        (["--bots", "uniform,greedy"], "all seats have the same bot"),
        (["--seats", "3"], "leave out --seats"),
        (["--families", "opulence"], "leave out --seats"),
        (["elysium", "ephyran"], "name one game, such as: pediment lab calibrate elysium"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*words)[0] == 2
    assert problem in capsys.readouterr().err
