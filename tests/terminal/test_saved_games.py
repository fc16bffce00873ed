"""Games that are kept move by move and resumed: by the program, and in a real terminal that is closed."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pytest

import pediment
from pediment.core import record as records
from pediment.core.match import Match
from pediment.terminal import saved_games
from pediment.terminal.messages import Messages
from pediment.terminal.play import _rematch
from pediment.terminal.saved_games import Player, SavedGame, home, unfinished_games
from tests.terminal.running import Run

PATIENCE = 60.0


class Terminal:
    """`pediment` in a pseudo-terminal of 80 x 24."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {**os.environ, "TERM": "xterm", **environment}
            os.execve(sys.executable, [sys.executable, "-m", "pediment.cli", *arguments], env)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.raw = ""
        self.at = 0

    def until(self, text: str) -> str:
        """Everything that appears up to a text, without colours; the next look begins behind it."""
        end = time.monotonic() + PATIENCE
        while text not in (seen := re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.raw)[self.at :]):
            assert time.monotonic() < end, f"{text!r} did not come; there was {seen!r}"
            if select.select([self.fd], [], [], 0.1)[0]:
                with contextlib.suppress(OSError):
                    self.raw += os.read(self.fd, 65536).decode(errors="replace")
        self.at += (found := seen.index(text) + len(text))
        return seen[:found]

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def exit_code(self) -> int:
        """Wait until the program has ended by itself."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.fd)
        return code

    def end(self, by: int | None = None) -> None:
        """Close the window, or kill the program by a signal."""
        if by is None:
            os.close(self.fd)
        else:
            os.kill(self.pid, by)
        os.waitpid(self.pid, 0)
        if by is not None:
            os.close(self.fd)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Terminal]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("COLUMNS", "LINES", "PEDIMENT_LANGUAGE", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Terminal


def leave(match: Match, players: list[Player]) -> SavedGame:
    """A game as a window leaves it that was closed."""
    with contextlib.closing(SavedGame(players)) as game:
        game.write(match, [None] * len(players))
    return game


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGHUP, None])
def test_a_game_goes_on_after_its_window_was_closed(terminal: type[Terminal], by: int | None) -> None:
    window = terminal("play", "--seed", "11", "--names", "Ana,Mo", "--players", "human,potter")
    window.until("> ")
    window.type("quest 1\n")
    window.until("Which column")
    window.until("> ")
    window.end(by)
    (left,) = unfinished_games()
    assert left.record["actions"][-1] == "quest 1"
    again = terminal("play", "--resume")
    screen = again.until("> ")
    assert "Welcome to Elysium: Ana and Mo (potter)." in screen
    assert "Which column do you dismiss?" in screen
    again.type("quit\n")
    assert "The game is kept. Continue with: pediment play --resume" in again.until("Goodbye.")
    again.end()


def test_a_game_is_open_in_one_window_only(terminal: type[Terminal]) -> None:
    """The lock goes with the process, however it ends; every move replaces the file, and it stays locked."""
    refused = "this game is open in another window; continue it there"
    first = terminal("play", "--seed", "11")
    first.until("> ")
    first.type("quest 1\n")
    first.until("Which column")
    second = terminal("play", "--resume")
    second.until(refused)
    assert second.exit_code() == 1
    first.end(signal.SIGKILL)
    third = terminal("play", "--resume")
    third.until("Which column")
    third.until("> ")
    fourth = terminal("play", "--resume", "--language", "fr")
    fourth.until("cette partie est ouverte dans une autre fenêtre")
    assert fourth.exit_code() == 1
    leave(pediment.Match(pediment.game("ephyran"), seed=1), [Player(name="Ana"), Player("scholar", "Mo", 5)])
    fifth = terminal("play", "--resume")
    assert " 2 Elysium" in fifth.until("newest: ")
    fifth.type("2\n")
    fifth.until(refused)
    fifth.until("newest: ")
    third.type("1\n")
    third.until("> ")
    fifth.type("2\n")
    fifth.until(refused)
    third.type("quit\n")
    third.until("Goodbye.")
    assert third.exit_code() == 0
    fifth.type("2\n")
    assert "dismisses" not in fifth.until("Welcome to Elysium")
    fifth.until("> ")
    assert len(unfinished_games()[0].record["actions"]) > 1  # what the third window did since the list was shown
    fifth.end(signal.SIGKILL)


def test_a_game_that_is_gone_is_not_resumed(terminal: type[Terminal]) -> None:
    match = pediment.Match(pediment.game("elysium"), seed=1)
    games = [leave(match, [Player(name=name), Player("scholar")]) for name in ("Ana", "Mo")]
    window = terminal("play", "--resume")
    window.until("newest: ")
    games[1].file.unlink()
    window.type("\n")
    window.until("this game is no longer there: it was finished or deleted in the meantime")
    window.type("2\n")
    window.until("Welcome to Elysium: Ana")
    window.end(signal.SIGKILL)


def test_without_locks_games_are_kept_all_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Some network drives have none."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(fcntl, "flock", refuse)
    files = len(os.listdir("/dev/fd"))
    game = SavedGame([Player(), Player()])
    game.write(pediment.Match(pediment.game("elysium"), seed=1), [None, None])
    again = SavedGame.resume(game.file)
    assert again is not None
    assert again.record == game.record
    assert len(os.listdir("/dev/fd")) == files


def test_a_file_may_vanish_while_the_games_are_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = pediment.Match(pediment.game("elysium"), seed=1)
    games = [leave(match, [Player(), Player()]) for _ in range(3)]
    listed = sorted(games[0].file.parent.glob("*.json"))
    games[1].file.unlink()
    monkeypatch.setattr(Path, "glob", lambda *_: iter(listed))
    assert {game.file for game in unfinished_games()} == {games[0].file, games[2].file}


def test_accents_are_typed_where_the_terminal_has_none(terminal: type[Terminal]) -> None:
    window = terminal("play", "ephyran", "--seed", "5", LC_ALL="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    window.until("> ")
    window.type("? sirène\n")
    window.until("> ")
    window.type("hint\n")
    assert re.search(r"[-\\|/] Looking for the best moves\.\.\.", window.until("Margin"))
    window.until("> ")
    window.type("quit\n")
    window.until("Goodbye.")
    assert window.exit_code() == 0


def test_every_unfinished_game_can_be_chosen(terminal: type[Terminal]) -> None:
    match = pediment.Match(pediment.game("elysium"), seed=1)
    for _ in range(12):
        leave(match, [Player(), Player()])
    window = terminal("play", "--resume")
    window.until("1 to 12")
    window.type("12\n")
    window.until("> ")
    window.end(signal.SIGKILL)


@pytest.mark.parametrize(
    "record", [{}, {"game": "elysium"}, {"game": "elysium", "actions": 3}, {"game": 3, "actions": []}]
)
def test_a_damaged_file_is_not_listed(record: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    good = leave(pediment.Match(pediment.game("elysium"), seed=1), [Player(), Player()])
    damaged = json.loads(good.file.read_text(encoding="utf-8")) | {"record": record}
    good.file.with_name("damaged.json").write_text(json.dumps(damaged), encoding="utf-8")
    assert [game.file for game in unfinished_games()] == [good.file]


def test_tab_completes_and_a_hint_shows_that_it_thinks(terminal: type[Terminal]) -> None:
    window = terminal("play", "--seed", "11")
    window.until("> ")
    window.type("? anta\t\n")
    assert "Choose a Level." in window.until("Id ")
    window.until("> ")
    window.type("take earth\t\n")
    assert "You take Earthquake." in window.until("Which column")
    window.until("> ")
    window.type("hint\n")
    window.until("Looking for the best moves…")
    window.until("Margin")
    window.end(signal.SIGKILL)


def test_what_was_typed_while_a_bot_thought_is_no_answer(terminal: type[Terminal]) -> None:
    window = terminal("play", "--seed", "11")
    window.until("> ")
    window.type("take earthquake\n")
    window.until("Which column")
    window.until("> ")
    window.type("1\nscore\n")
    window.until("Your turn")
    window.until("> ")
    window.type("log 1\n")
    assert "If the game ended now" not in window.until("dismisses")
    window.until("> ")
    window.type("score\n")
    window.until("If the game ended now")
    window.end(signal.SIGKILL)


def test_several_games_are_chosen_from_a_list(terminal: type[Terminal]) -> None:
    for name in ("elysium", "ephyran"):
        game = pediment.game(name)
        match = pediment.Match(game, seed=1)
        match.play(match.options()[0])
        leave(match, [Player(name="Ana" if name == "elysium" else ""), Player("scholar", "Mo", 5)])
    window = terminal("play", "--resume", "--language", "fr")
    screen = window.until("récente : ".replace(" ", "\xa0", 1))
    assert " 1 Ephyran · humain, Mo · 1 coup · " in screen
    assert " 2 Elysium · Ana, Mo · 1 coup · " in screen
    window.type("2\n")
    assert "Bienvenue dans Elysium" in window.until("> ")
    window.end(signal.SIGKILL)


def test_after_the_end_there_are_a_replay_and_a_rematch(terminal: type[Terminal], tmp_path: Path) -> None:
    match = pediment.Match(pediment.game("elysium"), seed=4, families="first-game")
    while not match.over:
        last, label = match.state.clone(), match.options()[0]
        match.play(label)
    before = pediment.Match.of(match.game, last)
    players = [Player("human" if seat == last.to_move else "uniform") for seat in range(2)]
    leave(before, players)
    window = terminal("play", "--resume")
    window.until("> ")
    window.type(f"{label}\n")
    window.until("1 rematch · 2 analysis · 3 replay · Enter: leave")
    assert unfinished_games() == []
    window.until("> ")
    window.type("replay\n")
    window.until("verified")
    window.type("q\n")
    window.until("Enter: leave")
    window.type("2\n")
    window.until("0/")  # the analysis shows how far it is
    window.type("\x03")
    window.until("Enter: leave")
    window.type("what\n")
    window.until("“what” is not one of these.")
    window.type("1\n")
    assert "Welcome to Elysium" in window.until("Seed ")
    window.end(signal.SIGKILL)


def test_after_the_end_there_is_an_analysis(terminal: type[Terminal]) -> None:
    """Of a described position too, which cannot be dealt again."""
    seat = {"gold": 3, "quest": 1, "domain": ["zeus.hercules", "athena.trade-agreement"]}
    position = {"epoch": 5, "phase": "transfers", "seats": [seat, {"quest": 2}]}
    game = pediment.game("elysium")
    leave(Match.of(game, game.position(position)), [Player(name="-Ana"), Player("uniform", "Mo")])
    window = terminal("play", "--resume", "--language", "fr")
    window.until("> ")
    window.type("hercule\n")
    for _ in range(3):
        window.until("> ")
        window.type("1\n")
    window.until("1 analyse · 2 revoir la partie · Entrée")
    window.until("> ")
    window.type("analyse\n")
    told = window.until("Entrée")
    assert "-Ana" in told
    assert "Mo" in told
    assert "chances" in told
    window.until("> ")
    window.type("\n")
    window.until("Au revoir.")
    assert window.exit_code() == 0


def test_more_comes_a_screen_at_a_time(terminal: type[Terminal]) -> None:
    window = terminal("play", "--seed", "11", "--seats", "4", "--names", "Ana,Mo")
    window.until("> ")
    window.type("more\n")
    page = window.until("Enter: the rest  > ")
    assert "Mo (scholar)" in page
    assert "Your turn" not in page
    assert page.count("\n") <= 24
    window.type("\n")
    last = window.until("> ")
    assert "Your turn" in last
    assert last.count("\n") == 24  # with the line of the answer before
    window.type("more\n")
    window.until("Enter: the rest  > ")
    window.type("quest 1\n")  # seen enough
    window.until("Which column")
    window.end(signal.SIGKILL)


def test_bots_go_on_as_if_nothing_had_happened(run: Run) -> None:
    """Left and resumed, a game with bots is the game that it would have been."""
    answers = ["1", "2", "1", "3", "1", "1", "2", "1"]
    start = ["play", "--seed", "5", "--players", "human,uniform,shepherd"]
    run(*start, typed="\n".join(answers))
    (whole,) = unfinished_games()
    expected = whole.record["actions"]
    whole.file.unlink()
    run(*start, typed=answers[0])
    for answer in answers[1:]:
        assert run("play", "--resume", typed=answer).code == 0
    (parts,) = unfinished_games()
    assert parts.record["actions"] == expected


@pytest.mark.parametrize(
    ("name", "n", "answer"),
    [("elysium-2-finished-pass", 128, "pass"), ("ephyran-2-finished-exchange", 148, "with tt42a")],
)
def test_a_game_of_an_earlier_version_is_resumed_by_its_rules(name: str, n: int, answer: str, run: Run) -> None:
    """To its end, by answers that only the first rules know (E4.7, Y4.5)."""
    kept = Path(__file__).parents[1] / "fixtures" / "v0.1.0" / "records" / f"{name}.json"
    record = json.loads(kept.read_text(encoding="utf-8"))
    assert record["actions"][n] == answer
    game = pediment.game(record["game"])
    leave(Match.of(game, records.at(game, record, n)), [Player(), Player()])
    assert run("play", "--resume", typed=f"\n{answer}").code == 0  # the keyboard may be handed over first
    assert unfinished_games()[0].record["rules"] == "1"
    assert unfinished_games()[0].record["actions"] == record["actions"][: n + 1]
    assert run("play", "--resume", typed="\n" + "\n\n".join(record["actions"][n + 1 :])).code == 0
    (finished,) = home().joinpath("records").iterdir()
    assert json.loads(finished.read_text(encoding="utf-8")) == record


def test_a_rematch_is_a_new_game() -> None:
    """By the present rules, with the present values or those of one's own box."""
    game = pediment.game("ephyran")
    assert game.editions is not None
    own = game.editions.name(game.editions.parse(game.edition_template()))
    for edition in (game.editions.name(game.editions.standard), own):
        options = {"gods": "choose", "edition": edition}
        course = {"game": "ephyran", "rules": "1", "options": options, "seats": 3, "seed": 1, "actions": []}
        origin = _rematch(Match.of(game, records.follow(game, course)), 9).state.origin
        assert (origin.rules, origin.options, origin.seats, origin.seed) == (2, options, 3, 9)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_at_the_end_of_input_the_game_is_kept_and_that_is_said(run: Run, language: str) -> None:
    said = [Messages(language)(f"play.{key}").replace("\u00a0", " ") for key in ("kept", "goodbye")]
    play = ("play", "elysium", "--players", "human,human", "--language", language)
    assert run(*play, typed="1\n").out.splitlines()[-2:] == said
    assert said[0] not in run(*play).out, "nothing was played"


def test_undo_is_kept_too_and_bots_alone_are_not(run: Run) -> None:
    run("play", "--seed", "9", typed="quest 1\nundo\n")
    assert unfinished_games()[0].record["actions"] == []
    unfinished_games()[0].file.unlink()
    run("play", "--players", "uniform,uniform", "--seed", "9")
    assert not home().joinpath("records").exists()


def test_old_games_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(saved_games, "MAX_UNFINISHED_GAMES", 2)
    match = pediment.Match(pediment.game("elysium"), seed=1)
    games = [SavedGame([Player(), Player()]) for _ in range(3)]
    for game in games:
        with contextlib.closing(game):
            game.write(match, [None, None])
    assert [game.file for game in unfinished_games()] == [games[2].file, games[1].file]
    games[1].file.write_text("{", encoding="utf-8")  # what cannot be read is not offered
    assert len(unfinished_games()) == 1
    assert list(games[1].file.parent.glob("*.new")) == []


def test_a_game_that_cannot_be_kept_is_played_all_the_same(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(Path("file").absolute()))
    out = run("play", "--seed", "9", typed="quest 1\n1\nquit\n").out
    assert out.count("From here on, the game is not kept: cannot write") == 1
    assert "The game is kept" not in out
    out = run("play", "--seed", "9", "--language", "fr", typed="quit\n").out
    assert "Not a directory" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--resume"], "there is no unfinished game to resume"),
        (["--resume", "--seed", "3", "--names", "Ana"], "leave out --seed, --names"),
        (["--names", "Ana,Mo,Zoe"], "2 seats, but --names has 3 names"),
        (["--names", "Ana,Ana"], "two players are called Ana"),
        (["--names", "A" * 21], "a name has at most 20 printable characters"),
    ],
)
def test_wrong_arguments(run: Run, arguments: list[str], message: str) -> None:
    ran = run("play", *arguments)
    assert ran.code in (1, 2)
    assert message in ran.err


def test_names(run: Run) -> None:
    out = run("play", "--seed", "11", "--names", "Ana", typed="quest 1\n").out
    assert "Welcome to Elysium: Ana and Player 2 (scholar)." in out
    assert "You take Quest 1." in out
    assert json.loads(unfinished_games()[0].file.read_text(encoding="utf-8"))["players"][0]["name"] == "Ana"


def test_a_saved_game_keeps_the_names(run: Run) -> None:
    run("play", "--seed", "11", "--names", "Ana,Mo", typed="quest 1\nred\nsave game.json\nquit\n")
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert record["names"] == ["Ana", "Mo"]
    again = run("play", "--load", "game.json", typed="save game.json\ny\nquit\n").out
    assert "Welcome to Elysium: Ana and Mo (scholar)." in again
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["names"] == ["Ana", "Mo"]
    others = run("play", "--load", "game.json", "--names", "Zoe", typed="quit\n").out
    assert "Zoe and Player 2 (scholar)." in others
    assert "Ana" not in others
    assert len(pediment.replay(record).state.actions) == len(record["actions"]) > 0
    assert run("verify", "game.json").code == 0
    for command in ("replay", "score", "analyse --iterations 1"):
        out = run(*command.split(), "game.json").out
        assert "Ana" in out
        assert "Mo" in out
        assert "Player" not in out
    assert "Ana – " in run("hint", "game.json", "--iterations", "5", "--move", "1").out


def test_without_names_a_saved_game_is_the_plain_record(run: Run) -> None:
    run("play", "--seed", "11", typed="quest 1\nsave game.json\nquit\n")
    assert "names" not in json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert "Player 1 (you) and Player 2 (scholar)." in run("play", "--load", "game.json", typed="quit\n").out


@pytest.mark.parametrize("names", [["Ana"], ["Ana", 3], ["Ana", "M" * 41], ["Ana", "M\n"]])
def test_names_in_a_file_that_are_none(run: Run, names: list[object]) -> None:
    run("play", "--seed", "11", typed="quest 1\nsave game.json\nquit\n")
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    Path("game.json").write_text(json.dumps(record | {"names": names}), encoding="utf-8")
    ran = run("play", "--load", "game.json", typed="quit\n")
    assert (ran.code, ran.out) == (2, "")
    assert "name" in ran.err


def test_bots_of_the_same_name_are_told_apart(run: Run) -> None:
    """`simulate` calls all players of a kind the same."""
    match = pediment.Match(pediment.game("ephyran"), seats=3, seed=2)
    match.play(match.options()[0])
    record = match.record() | {"names": ["uniform", "Ana", "uniform"]}
    Path("game.json").write_text(json.dumps(record), encoding="utf-8")
    for command in (
        ["play", "--load", "game.json"],
        ["replay", "game.json"],
        ["score", "game.json"],
        ["hint", "game.json", "--iterations", "5"],
        ["analyse", "game.json", "--iterations", "1"],
    ):
        ran = run(*command)
        assert ran.code == 0
        assert set(re.findall(r"uniform\b(?: \d)?", ran.out)) <= {"uniform 1", "uniform 2"}
        assert re.search(r"uniform [12]|Ana", ran.out)
    assert "uniform 1, Ana (scholar) and uniform 2 (scholar)." in run("play", "--load", "game.json").out


def test_long_names_of_bots_are_shortened(run: Run) -> None:
    record = pediment.Match(pediment.game("elysium"), seed=2).record()
    names = {"names": [f"python3 examples/bots/{name}.py" for name in ("first", "second")]}
    Path("game.json").write_text(json.dumps(record | names), encoding="utf-8")
    assert "…mples/bots/first.py and …ples/bots/second.py (scholar)." in run("play", "--load", "game.json").out


def test_a_finished_game_keeps_the_names(run: Run) -> None:
    run("play", "--seed", "11", "--names", "Ana,Mo", typed="1\n" * 500)
    (file,) = home().joinpath("records").iterdir()
    assert json.loads(file.read_text(encoding="utf-8"))["names"] == ["Ana", "Mo"]


def test_errors_are_as_wide_as_the_window(terminal: type[Terminal]) -> None:
    window = terminal("backup", "--language", "en", "--database", "mysql://host/name", "x")
    window.until("postgresql://host/name")
    assert window.exit_code() == 2
    lines = window.raw.strip().split("\r\n")
    assert [len(line) <= 80 for line in lines] == [True, True]
    sentence = "no store for mysql://; there are sqlite:///path/to/file and postgresql://host/name"
    assert " ".join(lines).endswith(sentence)


def test_a_bot_shows_that_it_thinks(terminal: type[Terminal], tmp_path: Path) -> None:
    # it never answers: one of ours may be quicker than the sign
    bot = tmp_path / "sleeper.py"
    bot.write_text(
        "import sys\nprint(input().replace('}', ', \"name\": \"sleeper\"}'), flush=True)\nsys.stdin.read()\n"
    )
    window = terminal("play", "--seed", "11", "--players", f"{sys.executable} {bot}@600s,human")
    window.until("thinking…")
    window.end(signal.SIGKILL)


def test_a_finished_game_that_is_loaded_can_be_looked_at(terminal: type[Terminal]) -> None:
    record = Path(__file__).parents[1] / "records" / "elysium-2-seed-1.json"
    window = terminal("play", "--load", str(record))
    window.until("> ")
    window.type("replay\n")
    assert "cannot read" not in window.until("120")
    window.end(signal.SIGKILL)
