"""`pediment analyse`: the terminal, the page, the numbers, and everything that can be wrong with a file."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import pediment
from pediment.cli import main
from pediment.lab import analyse as command
from pediment.lab import analysis_page
from pediment.lab.analysis import analyse, errors_in_band
from pediment.lab.analysis_page import page
from pediment.lab.analysis_text import AnalysisText
from pediment.lab.formatting import TEXTS
from pediment.lab.workers import WorkerLost
from tests.lab.games import beginning, blunder, ending, token

SECTIONS = ("analyse-help", "analyse-errors", "analyse")


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PEDIMENT_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As if the page was built. The browser's tests have the real one."""
    for kind, text in (("js", "drawn()"), ("css", "p { margin: 0 }")):
        (tmp_path / f"analysis.{kind}").write_text(text, encoding="utf-8")
    monkeypatch.setattr(analysis_page, "STATIC", tmp_path)
    monkeypatch.setattr(command, "why_no_page", lambda: "")


def save(*records: dict[str, Any]) -> str:
    Path("game.json").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    return "game.json"


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["analyse", *words])
    out, err = capsys.readouterr()
    return code, out.replace("\xa0", " "), err.replace("\xa0", " ")


def test_a_game_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, save(blunder()), "--iterations", "32")
    assert (code, err) == (0, "")
    assert "Elysium, 2 players, 1 move\n" in out
    assert "Player 1 won with 20 to 19." in out
    assert "Luck played no part in these moves." in out
    assert re.search(r"1 +Player 2 +.* → 0% +−\d+% +· +Transfer Hercules", out)
    assert re.search(r"Legends +0 +3\n", out)


def test_luck_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    match = next(match for match in map(token, range(20)) if match.game.returns(match.state) == [1.0, 0.0])
    code, out, _ = run(capsys, save(match.record()), "--iterations", "320", "--names", "Ana,Mo")
    assert code == 0
    found = re.search(r"At the time, the draws brought Ana \+(\d+)% ± (\d+)\.", out)
    assert found
    assert 15 < int(found[1]) < 70
    assert 0 < int(found[2]) < 60
    assert "luck that shows only later" in " ".join(out.split())
    row = re.search(r"Ana +50% +(\S+)% +(\S+)% +(\S+)% +(\S+)% ± \d+ +100%", out)
    assert row
    assert 50 + sum(int(part.replace("−", "-")) for part in row.groups()) == pytest.approx(100, abs=3)  # rounded


def test_an_unfinished_game_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, save(beginning("ephyran", 3, 3)), "--iterations", "4", "--language", "fr")
    assert code == 0
    assert "Ephyran, 3 joueurs, 3 coups" in out
    assert "La partie n’est pas finie." in out
    assert "4 itérations et 2 lignes par coup" in " ".join(out.split())
    assert "Score si la partie s’arrêtait là" in out


@pytest.mark.usefixtures("built")
def test_numbers_and_page_in_files(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, save(blunder()), "--iterations", "8", "--json", "n.json", "--html", "p.html")
    assert code == 0
    assert "The page is p.html." in out
    assert "All numbers are in n.json." in out
    numbers = json.dumps(analyse(blunder(), iterations=8).as_dict())
    assert json.loads(Path("n.json").read_text(encoding="utf-8")) == json.loads(numbers)
    assert Path("p.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_one_of_several_records(capsys: pytest.CaptureFixture[str]) -> None:
    file = save(beginning("ephyran", 2, 2), blunder())
    told = run(capsys, file, "--game", "2", "--iterations", "1")[1]
    assert "Elysium" in told
    assert "1 iteration and 2 lines per move" in " ".join(told.split())
    assert "has 2 records; choose one" in run(capsys, file)[2]
    assert "has no record 3; it has 2" in run(capsys, file, "--game", "3")[2]
    assert "has no record 0" in run(capsys, file, "--game", "0")[2]


def test_from_the_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(blunder(), indent=1)))
    code, out, _ = run(capsys, "-", "--iterations", "1")
    assert (code, "1 move" in out) == (0, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "game.json is empty"),
        ("Dear diary", "game.json, line 1, column 1: not valid JSON"),
        ("{}", "game.json is not a record: it has no field “format”."),
        ('{"format": "other"}', "game.json is not a valid record. format"),
        ("[1, 2]", "game.json is neither a record nor a position"),
        (json.dumps(blunder() | {"rules": "0"}), "game.json is not a valid record. rules"),
        (json.dumps(blunder() | {"actions": ["take zeus.zeus"]}), "game.json is not a valid record. actions[0]"),
        (json.dumps(blunder() | {"game": "chess"}), "game.json is not a valid record. game"),
        (json.dumps(beginning("elysium", 2, 0)), "nobody has moved yet"),
    ],
)
def test_files_that_are_no_game(text: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.json").write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "game.json")
    assert (code, out) == (2, "")
    assert err.startswith("pediment analyse: ")
    assert message in err


@pytest.mark.usefixtures("built")
def test_files_that_cannot_be_read_or_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cannot read none.json: No such file" in run(capsys, "none.json")[2]
    Path("bytes.json").write_bytes(b"\xff\xfe")
    assert "is not a text file (byte 0" in run(capsys, "bytes.json")[2]
    for option in ("--html", "--json"):
        code, out, err = run(capsys, save(blunder()), option, "no/where")
        assert (code, out) == (2, "")
        assert "cannot write no/where" in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--iterations", "0"], "iterations must be at least 1, not 0"),
        (["--jobs", "0"], "jobs must be at least 1, not 0"),
        (["--names", "Ana,Mo,Zoé"], "3 names for 2 seats"),
    ],
)
def test_wrong_arguments(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, save(blunder()), *words)
    assert code == 2
    assert message in err


def test_an_interrupt_ends_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "analyse", interrupted)
    assert run(capsys, save(blunder()))[0] == 130


def test_a_lost_process_ends_with_1(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **__: object) -> None:
        raise WorkerLost("gone")

    monkeypatch.setattr(command, "analyse", lost)
    assert run(capsys, save(blunder())) == (1, "", "pediment analyse: gone\n")


def test_without_the_page_html_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def analysed(*_: object, **__: object) -> None:
        raise AssertionError("for minutes")

    file = save(blunder())
    monkeypatch.setattr(command, "analyse", analysed)
    for why, advice in (("sources", "make page"), ("no-tools", "make play"), ("failed", "make play")):
        monkeypatch.setattr(command, "why_no_page", lambda why=why: why)
        for language, missing in (("en", "--html needs the page, which is"), ("fr", "--html a besoin de la page, qui")):
            code, out, err = run(capsys, file, "--html", "p.html", "--language", language)
            assert (code, out) == (2, "")
            assert missing in err
            assert f"`{advice}`" in err
    assert not Path("p.html").exists()


def test_without_the_page_numbers_and_words_are_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "why_no_page", lambda: "sources")
    code, out, _ = run(capsys, save(blunder()), "--iterations", "1", "--json", "n.json")
    assert code == 0
    assert "Elysium, 2 players, 1 move" in out
    assert Path("n.json").exists()


@pytest.mark.usefixtures("built")
def test_no_name_ends_the_data_or_the_title() -> None:
    names = ["</script><script>alert(1)</script><!--", '"Mo" & <i>\u2028\ud800']
    record = blunder()
    html = page(AnalysisText(analyse(record, iterations=1), pediment.replay(record), "fr", names))
    assert html.startswith('<!doctype html>\n<html lang="fr">')
    assert html.count("<script") == html.count("</script>") == 2
    assert "<!--" not in html
    assert "\u2028" not in html
    data = re.search(r'id="data">(.*?)</script>', html)
    assert data
    assert html.encode("utf-8")
    assert json.loads(data[1])["analysis"]["names"] == names


@pytest.mark.usefixtures("built")
def test_only_the_script_of_the_page_may_run() -> None:
    record = blunder()
    html = page(AnalysisText(analyse(record, iterations=1), pediment.replay(record)))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    scripts = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    assert policy
    assert scripts == ["drawn()"]
    digest = base64.b64encode(hashlib.sha256(b"drawn()").digest()).decode()
    assert policy[1] == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words_for_a_page_are_complete(language: str) -> None:
    record = ending("ephyran", 3, 12)
    analysis = analyse(record, iterations=1)
    told = AnalysisText(analysis, pediment.replay(record), language).as_dict()
    assert told["periods"].keys() == {decision["period"] for decision in told["decisions"]}
    assert told["errors_in_band"] == errors_in_band(analysis.lines)
    assert told["game_title"] == "Ephyran"
    assert [row["item"] for row in told["scores"]] == [*analysis.accounts[0].score]
    assert told["scores"][-1] == {
        "item": "total",
        "text": "total",
        "points": [account.score["total"] for account in analysis.accounts],
    }


def entries(language: str) -> dict[str, str]:
    return {f"{name}.{key}": text for name in SECTIONS for key, text in TEXTS.section(language, name).items()}


def test_both_languages_say_everything_with_the_same_parameters() -> None:
    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    english, french = entries("en"), entries("fr")
    assert {key: fields(text) for key, text in english.items()} == {key: fields(text) for key, text in french.items()}
    assert [key for key, text in english.items() if len(text) > 25 and french[key] == text] == []
    for key, text in french.items():
        assert not re.search(r" [;?!%]|[^\xa0]:(?=\s)", text), key


def test_every_text_is_used() -> None:
    home = Path(command.__file__).parent
    code = "".join(
        (home / f"{name}.py").read_text(encoding="utf-8") for name in ("analyse", "analysis_page", "analysis_text")
    )
    for key in entries("en"):
        name = key.partition(".")[2]
        names = [key, name, re.sub(r"-(one|many)$", "", name), re.sub(r"(no-page)-.*", r"\1-{why}", name)]
        assert any(f'"{one}"' in code or f"'{one}'" in code for one in names), key


def test_percents_and_points_have_signs() -> None:
    record = blunder()
    english, french = (
        AnalysisText(analyse(record, iterations=1), pediment.replay(record), own) for own in ("en", "fr")
    )
    assert [english.change(n) for n in (0.084, -0.12, -0.001)] == ["+8%", "−12%", "0%"]
    assert [french.change(n) for n in (0.084, -0.12, -0.001)] == ["+8\xa0%", "−12\xa0%", "0\xa0%"]
    assert (english.percent(0.5), french.percent(0.5)) == ("50%", "50\xa0%")
    assert (english.points(3.25), french.points(-3.21)) == ("+3.2", "−3,2")
