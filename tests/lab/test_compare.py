from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import pediment
from pediment.lab import comparison_report, lab_command
from pediment.lab.comparison import Comparison, Finding, Variant, compare, variant
from pediment.lab.findings import Estimate
from tests.lab.running import run_command

ELYSIUM = pediment.game("elysium")
EPHYRAN = pediment.game("ephyran")
DEALS = 60


def box(folder: Path, change: str) -> Path:
    """An edition of Elysium in which the second Quest for two players has another value."""
    text = ELYSIUM.edition_template()
    before = "order = 2\ngold = 4\ntransfers = 3\nvp = 1"
    assert before in text
    field = change.partition(" =")[0]
    lines = [change if line.startswith(f"{field} =") else line for line in before.splitlines()]
    file = folder / "box.toml"
    file.write_text(text.replace(before, "\n".join(lines), 1), encoding="utf-8")
    return file


def run(*words: str) -> tuple[int, str]:
    return run_command(lab_command, "lab", "compare", *words)


def of(found: Comparison, event: str, about: str) -> Finding:
    return next(one for one in found.findings if (one.event, one.about) == (event, about))


@cache
def with_two_points_more(folder: Path) -> Comparison:
    one, other = variant(ELYSIUM), variant(ELYSIUM, "box", edition=box(folder, "vp = 3"))
    return compare(ELYSIUM, one, other, deals=DEALS, bots=["uniform"], seed=3)


def test_two_points_more_are_two_points_more(tmp_path_factory: pytest.TempPathFactory) -> None:
    found = with_two_points_more(tmp_path_factory.getbasetemp())
    assert found.changes == ["edition/name reconstruction → my box", "edition/quests_2/2/vp 1 → 3"]
    quest = of(found, "quest", "2")
    assert quest.points is not None
    assert quest.points_stand_out
    assert quest.points.low <= 2 <= quest.points.high
    assert quest.points.high - quest.points.low < 2
    assert found.findings[0].event == "quest"
    points = found.measures[0]
    assert points.name == "points"
    per_player = 2 * (quest.a + quest.b) / 2 / found.seats  # two for each time, shared among the seats
    assert points.difference.low <= per_player <= points.difference.high


def test_a_number_of_a_card_is_worth_what_it_says(tmp_path: Path) -> None:
    """Garden of the Hesperides with 5 VP: three more for each time it is taken."""
    file = tmp_path / "box.toml"
    line = '"zeus.garden-of-the-hesperides" = { vp = 5 }'
    file.write_text(ELYSIUM.edition_template().replace("[powers]\n", f"[powers]\n{line}\n"), encoding="utf-8")
    options = {"families": "first-game"}
    one, other = variant(ELYSIUM, **options), variant(ELYSIUM, "box", edition=file, **options)
    found = compare(ELYSIUM, one, other, deals=120, bots=["uniform"], seed=3)
    assert found.changes == [
        "edition/name reconstruction → my box",
        "edition/powers/zeus.garden-of-the-hesperides/vp 2 → 5",
    ]
    taken = of(found, "take", "zeus.garden-of-the-hesperides")
    assert taken.points is not None
    assert taken.points.low <= 3 <= taken.points.high
    assert taken.points.high - taken.points.low < 2


def test_nothing_comes_out_of_nothing() -> None:
    found = compare(EPHYRAN, variant(EPHYRAN), variant(EPHYRAN), deals=20, seats=3, bots=["uniform"])
    assert found.changes == []
    assert {one.difference.value for one in found.measures} == {0}
    assert not any(one.points_stand_out or one.frequency_stands_out for one in found.findings)
    assert all(one.a == one.b for one in found.findings)
    assert {one.event for one in found.findings} > {"add", "draw", "support"}


def test_it_is_the_same_in_any_number_of_processes() -> None:
    sides = variant(ELYSIUM, families="opulence"), variant(ELYSIUM, "wasteland", families="wasteland")
    one, two = (compare(ELYSIUM, *sides, deals=20, bots=["uniform"], seed=7, jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert one.changes == ["families opulence → wasteland"]
    assert one != compare(ELYSIUM, *sides, deals=20, bots=["uniform"], seed=8)


def test_bots_are_compared_in_every_seat() -> None:
    sides = variant(EPHYRAN, "uniform", bot="uniform"), variant(EPHYRAN, "greedy", bot="greedy")
    found = compare(EPHYRAN, *sides, deals=20, seats=2, bots=["uniform"], seed=2)
    wins, points, margin, _ = found.measures
    assert (wins.name, wins.b, margin.name) == ("bot-wins", 1.0, "bot-margin")
    assert 0.2 < wins.a < 0.8
    assert points.difference.low > 0
    assert margin.b > 0
    assert all(one.points is None for one in found.findings)
    draws = of(found, "draw", "")
    assert draws.frequency is not None
    assert draws.frequency.value == pytest.approx(draws.b / draws.a)


def test_an_earlier_version_of_the_rules_is_a_side() -> None:
    found = compare(EPHYRAN, variant(EPHYRAN, rules="1"), variant(EPHYRAN), deals=20, bots=["uniform"])
    assert found.changes == [f"rules 1 → {EPHYRAN.rules_version}"]


def test_the_command_tells_it(tmp_path: Path) -> None:
    file = box(tmp_path, "vp = 3")
    words = ("standard", str(file), "--deals", str(DEALS), "--bots", "uniform", "--seed", "3")
    code, shown = run(*words)
    assert code == 0
    assert f"Elysium: standard (A) and {file} (B) on the same {DEALS} deals" in " ".join(shown.split())
    assert "edition/quests_2/2/vp 1 → 3." in " ".join(shown.split())
    assert "Taking Quest 2: +" in shown
    assert "taking Hercules" not in shown
    assert "taking Hercules" in run(*words, "--all")[1]


def test_the_command_writes_json(tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    code, _ = run("pediment=a", "pediment=b", "--deals", "20", "--bots", "uniform", "--json", str(out))
    assert code == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["format"], found["changes"]) == ("pediment-comparison-1", ["pediment a → b"])
    assert found["findings"][0].keys() == Finding.__annotations__.keys()


def test_in_french_and_as_a_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    words = ("pediment=a", "pediment=b", "--deals", "20", "--bots", "uniform", "--language", "fr")
    code, shown = run(*words, "--html", str(file))
    assert code == 0
    assert "Parties entières" in shown
    assert "Rien de ce qui se passe dans les parties ne diffère nettement." in shown
    assert shown.endswith(f"La page est {file}.\n")
    text = file.read_text(encoding="utf-8")
    assert '<html lang="fr">' in text
    assert "<h2>Tout ce qui se passe dans les parties</h2>" in text
    assert ">prendre la Quête 1</th>" in text


def test_sentences() -> None:
    estimate = Estimate(2.06, 1.6, 2.55, 0.0)
    one = Finding("quest", "3", 1.0, 1.2, Estimate(1.18, 1.12, 1.25, 0.0), estimate, True, True)
    tell = comparison_report.sentence
    assert tell(one, ELYSIUM, "en") == (
        "Taking Quest 3: +2.1 points (+1.6 to +2.5) each time, against the others at the table; "
        "18% more often (12% to 25%)."
    )
    assert tell(replace(one, points_stand_out=False), ELYSIUM, "fr") == (
        "Prendre la Quête 3\u00a0: 18\u00a0% plus souvent (12\u00a0% à 25\u00a0%)."
    )
    seldom = replace(one, event="take", about="zeus.hercules", frequency=Estimate(0.8, 0.7, 0.9, 0.0))
    assert tell(replace(seldom, points=None), ELYSIUM, "en") == "Taking Hercules: 20% less often (10% to 30%)."
    alike = replace(one, event="use", about="zeus.initiation", points=None)
    assert tell(alike, ELYSIUM, "en").startswith("Using Initiation (Zeus): ")
    half = replace(one, event="add", about="TS13a", points=None)
    assert tell(half, EPHYRAN, "en").startswith("Adding Chimera (Hephaestus 1, owl +1): ")
    support = replace(one, event="support", about="ares-theft", points=None)
    assert tell(support, EPHYRAN, "fr").startswith("Jouer Vol d’Arès")
    assert tell(replace(one, frequency_stands_out=False), ELYSIUM, "en").endswith("; about as often as before.")
    assert tell(replace(one, frequency=None, frequency_stands_out=False), ELYSIUM, "en").endswith("only in few games.")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["standard"], "name two sides to compare"),
        (["standard", "greedy"], "standard and greedy cannot be compared"),
        (["uniform", "best"], "no bot “best”"),
        (["standard", "colour=red"], "colour=red is neither standard nor an option of Elysium such as families=…"),
        (["standard", "families=nice"], "families must be"),
        (["standard", "no-such-file.toml"], "cannot read no-such-file.toml"),
        (["standard", "rules=9"], "rules=9: must be a version of the rules, from"),
        (["standard", "pediment=a", "--deals", "19"], "--deals must be at least 20, not 19"),
        (["standard", "pediment=a", "--jobs", "0"], "--jobs must be at least 1, not 0"),
        (["standard", "pediment=a", "--bots", "uniform,greedy", "--seats", "3"], "2 bots for 3 seats"),
        (["standard", "pediment=a", "--json", "no-such-folder/a.json"], "cannot write"),
        (["standard", "pediment=a", "--html", "no-such-folder/a.html"], "cannot write"),
        (["standard", "pediment=a", "--trials", "30"], "--trials is for calibrate; compare does not take it"),
        (["standard", "pediment=a", "--weaker", "uniform"], "--weaker is for balance; compare does not take it"),
        (["standard", "pediment=a", "--out", "a.json"], "--out is for calibrate: what compare finds goes into a file"),
    ],
)
def test_wrong_arguments_end_with_2(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = run(*words)
    assert (code, shown) == (2, "")
    assert problem in capsys.readouterr().err


def test_the_game_is_that_of_the_edition_file(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    file.write_text(EPHYRAN.edition_template(), encoding="utf-8")
    code, shown = run("standard", str(file), "--deals", "20", "--bots", "uniform")
    assert code == 0
    assert shown.startswith("Ephyran: ")


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lab_command, "watched", interrupted)
    assert run("pediment=a", "pediment=b", "--deals", "20") == (130, "Interrupted: the study is not finished.\n")


def test_a_side_is_checked_in_python_too() -> None:
    with pytest.raises(ValueError, match="families must be"):
        variant(ELYSIUM, families="nice")
    options, rules = ELYSIUM.check_options(2, 0, {}), ELYSIUM.rules_number()
    assert variant(ELYSIUM, bot="greedy") == Variant("standard", options, rules, "greedy")
