"""Bots in processes and behind sockets: right ones play; what a wrong one does costs its seat a greedy move."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import shlex
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.sync.server import ServerConnection, serve

import pediment
from pediment.bots import make
from pediment.bots.external import bot as external
from pediment.bots.external import transport
from pediment.bots.external.bot import External, Fault
from pediment.bots.external.transport import Broken
from pediment.bots.greedy import Greedy
from pediment.core import record as records
from pediment.lab.workers import work
from pediment.testing.toy import GAME as PEBBLES
from tests.bots import rude_bot
from tests.bots.external.test_protocol import FROM_BOT, TO_BOT

RUDE = f"{shlex.quote(sys.executable)} -IS {shlex.quote(rude_bot.__file__)}"
SHORT = 0.1
"""Seconds for a bot that will not answer anyway."""
PATIENCE = 60.0
"""Seconds for what happens at once, unless the machine is busy."""


class Talk:
    """Every message of a session, checked against the schema on its way to the bot."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []

    def __call__(self, way: str, text: str) -> None:
        self.said.append((way, text))
        if way == ">":
            TO_BOT.validate(json.loads(text))

    def types(self, way: str) -> list[str]:
        return [json.loads(text)["type"] for w, text in self.said if w == way]

    def of_type(self, wanted: str) -> list[dict[str, Any]]:
        sent = [json.loads(text) for way, text in self.said if way == ">"]
        return [message for message in sent if message["type"] == wanted]


def play(bot: External, seats: int = 2, seat: int = 0, seed: int = 1, game: pediment.Game[Any] = PEBBLES) -> list[int]:
    """A game in which all others take the first move; the answers of the bot."""
    state = game.new(seats=seats, seed=seed)
    answers: list[int] = []
    while (mover := game.to_move(state)) != pediment.OVER:
        action = game.legal(state)[0]
        if mover == seat:
            action = bot.choose(game, state, seat)
            assert action in game.legal(state)
            answers.append(action)
        game.apply(state, action)
    bot.over(game, state, seat)
    return answers


def kinds(bot: External) -> list[str]:
    return [fault.kind for fault in bot.faults]


def alive(pid: int) -> bool:
    """Is there such a process, other than one that has only not been buried by its new parent yet?"""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    return True


def gone(file: Path) -> bool:
    """Have all processes that are listed in the file ended, after a moment at most?"""
    pids = [int(pid) for pid in file.read_text(encoding="utf-8").split()]
    assert pids
    end = time.monotonic() + PATIENCE
    while any(map(alive, pids)) and time.monotonic() < end:
        time.sleep(0.01)
    return not any(map(alive, pids))


def no_more_threads_than(before: int) -> bool:
    """Have all other threads ended, those of the server too, after a moment at most?"""
    end = time.monotonic() + PATIENCE
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    return threading.active_count() <= before


@pytest.fixture
def pids(tmp_path: Path) -> Iterator[Path]:
    """A file for the numbers of processes, none of which may be there at the end."""
    file = tmp_path / "pids"
    yield file
    assert gone(file)


def test_a_good_bot_plays_games_one_after_the_other(pids: Path) -> None:
    talk = Talk()
    with External(f"{RUDE} good {pids}", seed=7, trace=talk) as bot:
        about = bot.open()
        first, second = play(bot), play(bot, seats=3, seat=2)
    assert (about.name, about.version, about.author) == ("rude", "2", "Eris")
    assert (bot.faults, bot.fallbacks) == ([], 0)
    assert len(bot.times) == len(first + second) > 4
    assert set(first + second) <= {0, 2, 3, 4}
    if Path("/proc").exists():
        assert (bot.memory or 0) > 1_000_000
    sent = talk.types(">")
    assert sent[0] == "hello"
    assert sent[-1] == "bye"
    assert [said for said in sent if said not in ("ask", "hello", "bye")] == ["start", "over", "start", "over"]
    for way, text in talk.said:
        if way == "<":
            FROM_BOT.validate(json.loads(text))
    assert [start["seat"] for start in talk.of_type("start")] == [0, 2]
    assert [ask["id"] for ask in talk.of_type("ask")] == list(range(1, len(bot.times) + 1))


@pytest.mark.parametrize(
    ("file", "n", "legal"),
    [
        ("elysium-2-finished-pass", 128, ["pass", "use hades.cerberus"]),
        ("ephyran-2-finished-exchange", 148, ["with seat 0", "with tt42a"]),
    ],
)
def test_a_game_by_earlier_rules(file: str, n: int, legal: list[str], pids: Path) -> None:
    """The bot is told by which rules it plays, and asked what only those ask (E4.7, Y4.5)."""
    kept = Path(__file__).parents[2] / "fixtures" / "v0.1.0" / "records" / f"{file}.json"
    record = json.loads(kept.read_text(encoding="utf-8"))
    game = pediment.game(record["game"])
    state = records.at(game, record, n)
    seat = game.to_move(state)
    talk = Talk()
    with External(f"{RUDE} good {pids}", seed=7, trace=talk) as bot:
        assert game.label(state, bot.choose(game, state, seat)) == legal[0]
        for label in record["actions"][n:]:
            game.play(state, label)
        bot.over(game, state, seat)
        play(bot, seat=1, game=game)
    assert (bot.faults, bot.fallbacks) == ([], 0)
    assert [start["rules"] for start in talk.of_type("start")] == ["1", "2"]
    assert talk.of_type("ask")[0]["legal"] == legal
    assert talk.of_type("over")[0]["totals"] == record["result"]


def test_a_new_game_is_noticed_without_being_told() -> None:
    talk = Talk()
    with External(f"{RUDE} good", seed=7, trace=talk) as bot:
        for seed in (1, 2):
            state = PEBBLES.new(seed=seed)
            while (mover := PEBBLES.to_move(state)) != pediment.OVER:
                PEBBLES.apply(state, bot.choose(PEBBLES, state, 0) if mover == 0 else PEBBLES.legal(state)[0])
    assert talk.types(">").count("start") == 2


def test_the_seed_of_the_bot_is_its_own_and_that_of_the_game_is_never_told() -> None:
    seeds: set[int] = set()
    for seed in (7, 7, 8):
        talk = Talk()
        with External(f"{RUDE} good", seed=seed, trace=talk) as bot:
            play(bot, seed=123456789123)
        seeds.add(talk.of_type("start")[0]["seed"])
        assert not any("123456789123" in text for _, text in talk.said)
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ("rubbish", "rubbish", "this is not JSON: b'dismiss red'"),
        ("noise", "rubbish", "this is not JSON: b'"),
        ("deep", "rubbish", "this is not JSON"),
        ("greets again", "protocol", "a message of type move was due, not 'hello'"),
        ("future", "protocol", "there is no question"),
        ("zero", "protocol", "there is no question 0"),
        ("illegal", "illegal", "'discard 4' is not one of the legal moves. P1"),
        ("unknown", "illegal", "'castle' is not one of the legal moves. "),
        ("surrogate", "illegal", r"'\ud800' is not one of the legal moves"),
        ("chatty", "rubbish", "this is not JSON: b'by the way'"),
        ("huge", "rubbish", "more than 65536 bytes without an end of line"),
        ("dies", "crash", "it ended with exit code 1; its last words: RuntimeError: a bug"),
        ("killed", "crash", "it was ended by signal 9"),
        ("closes stdout", "crash", "it closed its output"),
        ("closes stdin", "crash", "it closed its input"),
    ],
)
def test_what_is_wrong_costs_a_greedy_move(
    wrong: str, kind: str, words: str, pids: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "closes" in wrong:  # it does not end by itself
        monkeypatch.setattr(transport, "GRACE_SECONDS", 0.05)
    talk = Talk()
    with External(f"{RUDE} '{wrong}' {pids}", seed=7, trace=talk) as bot:
        answers = play(bot)
    assert bot.faults
    assert {fault.kind for fault in bot.faults} == {kind}
    assert words in bot.faults[0].detail
    assert len(bot.faults) <= bot.fallbacks < len(answers)
    for error in talk.of_type("error"):
        assert error["kind"] == kind
        assert error["played"] in PEBBLES.label_list


@pytest.mark.parametrize("wrong", ["loud", "stale", "slow to start", "screams", "leaves"])
def test_what_is_not_wrong(wrong: str, pids: Path) -> None:
    """Capitals and spaces; answers to former questions, which came too late; a slow start; a full stderr."""
    with External(f"{RUDE} '{wrong}' {pids}", seed=7) as bot:
        play(bot)
    assert (bot.faults, bot.fallbacks) == ([], 0)


@pytest.mark.parametrize("wrong", ["stubborn", "parent", "deaf"])
def test_a_bot_that_hangs(wrong: str, pids: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is left alone for three questions, started anew a few times, then given up; and no process is left."""
    monkeypatch.setattr(transport, "GRACE_SECONDS", 0.05)
    with External(f"{RUDE} {wrong} {pids}", seed=7, seconds=SHORT) as bot:
        for seed in range(1, 4):
            play(bot, seed=seed)
    assert set(kinds(bot)) == {"timeout"}
    assert bot.faults[0].detail == "no answer within 0.1 s"
    assert 1 < len(pids.read_text(encoding="utf-8").splitlines()) <= external.MAX_STARTS


class HurriedOnce(External):
    """Has little time for the second question, which is not answered in any, and plenty for all others."""

    def answer(self, game: pediment.Game[Any], world: Any, seat: int) -> int:
        self.seconds = SHORT if self._asked == 1 else PATIENCE
        return super().answer(game, world, seat)


def test_a_bot_that_was_late_goes_on(pids: Path) -> None:
    """It answers its second question when it is asked the third."""
    with HurriedOnce(f"{RUDE} late {pids}", seed=7) as bot:
        answers = play(bot)
    assert kinds(bot) == ["timeout"]
    assert bot.fallbacks == 1
    assert len(bot.times) == len(answers) - 1 > 1
    assert len(pids.read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ("stillborn", "start", "it ended with exit code 1; its last words: no wish to play"),
        ("greets badly", "rubbish", "this is not JSON"),
        ("old", "protocol", "the bot's hello says 0"),
        ("nameless", "protocol", "the bot's hello has no name"),
        ("mute", "start", "no hello within 1 s"),
    ],
)
def test_a_bot_that_does_not_start_is_given_up(
    wrong: str, kind: str, words: str, pids: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = f"{RUDE} '{wrong}' {pids}"
    if wrong == "mute":
        monkeypatch.setattr(external, "START_SECONDS", 1.0)
        monkeypatch.setattr(transport, "GRACE_SECONDS", 0.05)
        # Python may need longer to start, on a busy machine, and would not have told its number yet.
        command = f"sh -c 'echo $$ >> {pids}; exec sleep 600'"
    with External(command, seed=7) as bot:
        answers = play(bot)
        assert kinds(bot) == [kind] * external.MAX_STARTS
        assert words in bot.faults[0].detail
        assert bot.fallbacks == len(answers)
        assert len(pids.read_text(encoding="utf-8").splitlines()) <= external.MAX_STARTS
        bot.begin(8)
        with pytest.raises(Broken, match=words.replace("(", r"\(")):
            bot.open()


def test_a_bot_that_is_only_fallbacks_plays_like_greedy() -> None:
    with External(f"{RUDE} stillborn", seed=7) as bot:
        bot._starts = external.MAX_STARTS
        for seed in range(5):
            state, greedy = PEBBLES.new(seed=seed), Greedy(7)
            world = PEBBLES.resample(state, 0, greedy.stream.clone())
            bot.begin(7)
            bot._starts = external.MAX_STARTS
            assert bot.answer(PEBBLES, world, 0) == Greedy(7).answer(PEBBLES, world, 0)
    assert bot.faults == []


def test_a_bot_that_crashed_knows_which_game_it_is_in() -> None:
    talk = Talk()
    with External(f"{RUDE} dies", seed=7, trace=talk) as bot:
        play(bot)
    assert talk.types(">")[:7] == ["hello", "start", "ask", "ask", "hello", "start", "ask"]


def test_a_bot_that_leaves_at_the_end_is_started_for_the_next_game(pids: Path) -> None:
    with External(f"{RUDE} leaves {pids}", seed=7) as bot:
        play(bot)
        assert bot._line
        assert isinstance(bot._line, transport.Process)
        bot._line.process.wait(PATIENCE)
        state = PEBBLES.new()
        bot.over(PEBBLES, state, 0)  # tells nothing, since no game is on
        play(bot)
    assert len(bot.faults) == 1
    assert bot.faults[0] == Fault("crash", "it ended with exit code 0")


def test_it_is_fair() -> None:
    """The bot's questions are the same in every world that its seat cannot tell apart."""
    state = pediment.game("ephyran").new(seed=3)
    game, seat = pediment.game("ephyran"), state.to_move
    said: set[str] = set()
    for world in (state, *(game.resample(state, seat, External(f"{RUDE} good", seed).stream) for seed in range(3))):
        talk = Talk()
        with External(f"{RUDE} good", seed=7, trace=talk) as bot:
            bot.choose(game, world, seat)
        said.add(json.dumps(talk.said))
    assert len(said) == 1


def test_a_bot_that_nobody_closed_ends_with_its_owner(pids: Path) -> None:
    bot = External(f"{RUDE} stubborn {pids}", seed=7)
    bot.open()
    del bot
    gc.collect()
    assert gone(pids)


@pytest.mark.parametrize("end", ["raise KeyboardInterrupt", "sys.exit(3)"])
def test_a_bot_ends_with_the_program(end: str, pids: Path) -> None:
    code = f"import sys; from pediment.bots import make; bot = make({f'{RUDE} stubborn {pids}'!r}); bot.open(); {end}"
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert gone(pids)


def play_with(command: str) -> None:
    """A game in another process."""
    with External(command, seed=7, seconds=600) as bot:
        play(bot)


def test_a_bot_ends_with_the_process_that_plays_with_it(pids: Path) -> None:
    games = work(play_with, [f"{RUDE} good", f"{RUDE} stubborn {pids}"], jobs=2)
    next(games)
    while not pids.exists() or not pids.read_text(encoding="utf-8"):
        time.sleep(0.01)
    games.close()
    assert gone(pids)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("./no-such-bot", "there is no program ./no-such-bot"),
        ("no-such-bot --fast", "there is no program no-such-bot"),
        ("python3 'my_bot.py", "is not a command: no closing quotation"),
        (" @2s", "a bot is a command, such as ./my-bot"),
        (f"{RUDE} good@0s", "a bot may take from 1ms to a day for a move, not 0s"),
        (f"{RUDE} good@100000s", "a bot may take from 1ms to a day"),
        ("ws://", "ws:// is not the address of a WebSocket; one looks like ws://localhost:8765"),
        ("ws://localhost:port", "is not the address of a WebSocket"),
    ],
)
def test_a_spec_that_is_wrong_is_refused_at_once(spec: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        External(spec, seed=1)


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("print()\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bot.py is not executable: chmod \+x .*bot.py, or put its"):
        make(str(file))
    file.chmod(0o755)  # but has no first line that says how to run it
    with External(str(file), seed=1) as bot, pytest.raises(Broken, match="it cannot be started: Exec format error"):
        bot.open()


def test_elsewhere_than_on_posix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.name", "nt")
    with pytest.raises(ValueError, match="bots over stdin and stdout need Linux or macOS"):
        External("./my-bot", seed=1)


def test_specs() -> None:
    for spec, command, seconds in [
        (f"{RUDE} good@250ms", f"{RUDE} good", 0.25),
        ("ws://localhost:1@1.5s", "ws://localhost:1", 1.5),
        ("ws://me@localhost:1", "ws://me@localhost:1", external.MOVE_SECONDS),
    ]:
        bot = make(spec, seed=3)
        assert isinstance(bot, External)
        assert (bot.name, bot.command, bot.seconds) == (spec, command, seconds)
    assert External(f"{RUDE} good@250ms", seed=1, seconds=2).seconds == 2


# Over WebSocket

Handler = Callable[[ServerConnection], None]


@contextlib.contextmanager
def listening(handler: Handler) -> Iterator[str]:
    """The address of a server whose connections are handled so."""
    with serve(handler, "localhost", 0, compression=None, close_timeout=0.5) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"ws://localhost:{server.socket.getsockname()[1]}"
        finally:
            server.shutdown()
            thread.join()


def rude(wrong: str, connections: list[int]) -> Handler:
    """The rude bot as a server; `connections` counts them."""

    def talk(connection: ServerConnection) -> None:
        connections.append(1)
        nth = 0
        for frame in connection:
            message = json.loads(frame)
            if message["type"] == "hello":
                connection.send(rude_bot.hello(wrong)[0])
            if message["type"] != "ask":
                continue
            nth += 1
            if nth == 2 and wrong == "hangs":
                for _ in connection:  # reads on, says nothing
                    pass
                return
            if nth == 2 and wrong == "disconnects":
                return
            if nth == 2 and wrong == "slams":
                connection.socket.close()
                return
            if nth == 2 and wrong == "binary":
                connection.send(b"\x00\xff")
                continue
            for reply in rude_bot.replies(wrong, message, nth):
                connection.send(reply)

    return talk


def test_a_good_bot_over_websocket() -> None:
    connections: list[int] = []
    talk = Talk()
    before = threading.active_count()
    with listening(rude("good", connections)) as address:
        with External(address, seed=7, trace=talk) as bot:
            play(bot)
            play(bot, seats=4, seat=3)
        assert (bot.faults, bot.fallbacks) == ([], 0)
        assert bot.memory is None
    assert len(connections) == 1
    assert no_more_threads_than(before)
    with External(f"{RUDE} good", seed=7, trace=(pipes := Talk())) as bot:
        play(bot)
        play(bot, seats=4, seat=3)
    assert [json.loads(text) for _, text in talk.said] == [json.loads(text) for _, text in pipes.said]


@pytest.mark.parametrize(
    ("wrong", "kind", "words", "again"),
    [
        ("rubbish", "rubbish", "this is not JSON: 'dismiss red'", False),
        ("binary", "rubbish", "a binary frame; messages are text frames", False),
        ("huge", "rubbish", "a frame of more than 65536 bytes", True),
        ("future", "protocol", "there is no question", False),
        ("illegal", "illegal", "'discard 4' is not one of the legal moves. P1", False),
        ("unknown", "illegal", "'castle' is not one of the legal moves.", False),
        ("disconnects", "crash", "1000", True),
        ("slams", "crash", "no close frame", True),
        ("old", "protocol", "the bot's hello says 0", True),
    ],
)
def test_what_is_wrong_over_websocket(wrong: str, kind: str, words: str, again: bool) -> None:
    connections: list[int] = []
    before = threading.active_count()
    with listening(rude(wrong, connections)) as address, External(address, seed=7) as bot:
        play(bot)
    assert bot.faults
    assert set(kinds(bot)) == {kind}
    assert words in bot.faults[0].detail
    assert 1 <= len(connections) <= external.MAX_STARTS
    assert (len(connections) > 1) == again
    assert no_more_threads_than(before)


def test_a_bot_that_hangs_over_websocket() -> None:
    connections: list[int] = []
    with listening(rude("hangs", connections)) as address, External(address, seed=7, seconds=SHORT) as bot:
        play(bot)
        play(bot)
    assert set(kinds(bot)) == {"timeout"}
    assert 1 < len(connections) <= external.MAX_STARTS


def test_a_bot_that_reads_nothing_is_cut_off() -> None:
    def greet() -> None:
        """Take the connection, say hello, and never read again."""
        connection, _ = server.accept()
        stack.enter_context(connection)
        bot = ServerProtocol()
        bot.receive_data(connection.recv(65_536))
        request = bot.events_received()[0]
        assert isinstance(request, Request)
        bot.send_response(bot.accept(request))
        bot.send_text(rude_bot.hello("")[0].encode())
        connection.sendall(b"".join(bot.data_to_send()))

    with contextlib.ExitStack() as stack, socket.create_server(("localhost", 0)) as server:
        thread = threading.Thread(target=greet)
        thread.start()
        with External(f"ws://localhost:{server.getsockname()[1]}", seed=7) as bot:
            bot.open()
            thread.join()
            assert bot._line
            much = "x" * 100_000_000  # more than all buffers on the way hold
            with pytest.raises(Broken):
                bot._line.send(much, time.monotonic() + 0.2)


def test_an_address_that_is_none() -> None:
    with External("ws://a..b:1", seed=7) as bot, pytest.raises(Broken, match=r"no connection to ws://a\.\.b:1: "):
        bot.open()


def test_nobody_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        address = f"ws://127.0.0.1:{taken.getsockname()[1]}"
        with External(address, seed=7) as bot:
            play(bot)
            assert kinds(bot) == ["start"] * external.MAX_STARTS
            assert bot.faults[0].detail.startswith(f"no connection to {address}: ")
