"""A bot that somebody else wrote, in any language: a program, or an address where it listens."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final

from pediment.bots.bot import Bot
from pediment.bots.external import protocol, transport
from pediment.bots.external.protocol import About, Kind, Mistake
from pediment.bots.external.transport import GRACE_SECONDS, Broken, Late, Transport
from pediment.bots.greedy import Greedy
from pediment.core.engine.rng import stream
from pediment.core.errors import brief
from pediment.core.game import Game

MOVE_SECONDS: Final = 5.0
"""How long a bot may take for a move, unless its spec or the caller says otherwise."""
START_SECONDS: Final = 10.0
"""How long a bot may take to start and to say hello."""
MAX_STARTS: Final = 3
"""How often a bot is started in one game at most."""
MAX_TIMEOUTS: Final = 3
"""Time-outs in a row after which a bot is started again."""

Trace = Callable[[str, str], None]
"""Is told every message: ">" to the bot or "<" from it, and the text."""


@dataclass(frozen=True)
class Fault:
    """Something that a bot did wrong, and what exactly."""

    kind: Kind
    detail: str


def is_external(spec: str) -> bool:
    """Is this an external bot: a path, a command line or an address?

    >>> [is_external(spec) for spec in ("greedy", "./my-bot", "python3 my_bot.py", "ws://localhost:8765")]
    [False, True, True, True]
    """
    return re.search(r"[/\s]", spec.strip()) is not None


def split_time(spec: str) -> tuple[str, float | None]:
    """The command of a spec, and the seconds that it allows for a move.

    >>> split_time("./my-bot@250ms"), split_time("ws://me@localhost:8765")
    (('./my-bot', 0.25), ('ws://me@localhost:8765', None))
    """
    found = re.fullmatch(r"(.*)@(\d+(?:\.\d+)?)(ms|s)", spec.strip())
    if not found:
        return spec.strip(), None
    return found[1], float(found[2]) / (1 if found[3] == "s" else 1000)


def greet(bot: Bot) -> None:
    """Start an external bot and hear its name, so that one that does not work is refused before the game.

    Does nothing for one of ours. Raises ValueError.
    """
    if isinstance(bot, External):
        try:
            bot.open()
        except Broken as broken:
            raise ValueError(f"the bot {bot.command!r} does not start: {broken}") from None


def greet_all(specs: list[str]) -> None:
    """Start the external bots among these once, before many games. Raises ValueError for one that does not work."""
    for spec in dict.fromkeys(filter(is_external, specs)):
        with contextlib.closing(External(spec, 0)) as bot:
            greet(bot)


class External(Bot):
    """Speaks the bot protocol with a program, or with an address such as `ws://localhost:8765`.

    It never fails at the table: where the bot hangs, ends, writes rubbish or chooses what is not legal, the seat plays
    a greedy move instead, and `faults` tells what happened. A bot that has ended is started again, a few times. It must
    be closed, best by `with External("./my-bot@2s", seed=7) as bot:`.
    """

    name = "external"
    copyable = False

    def __init__(self, spec: str, seed: int, seconds: float | None = None, trace: Trace | None = None) -> None:
        """A bot that is started when it is first needed. Raises ValueError if it cannot be."""
        self.name = spec
        self.command, own = split_time(spec)
        self.seconds = next(limit for limit in (seconds, own, MOVE_SECONDS) if limit is not None)
        if not 0.001 <= self.seconds <= 86_400:
            raise ValueError(f"a bot may take from 1ms to a day for a move, not {self.seconds:g}s")
        transport.check(self.command)
        self.begin(seed)
        self.about: About | None = None
        self.memory: int | None = None
        """The most bytes of memory that were seen, where that can be known."""
        self._trace = trace or (lambda way, text: None)
        self._line: Transport | None = None
        self._asked = 0
        self._late = 0

    def begin(self, seed: int) -> None:
        """The next question is of another game, which has this seed for the bot, and for which faults count anew."""
        super().__init__(seed)
        self._fallback = Greedy(seed)
        self._seed = stream(seed, "protocol").getrandbits(32)
        self._game: tuple[str, int, int] | None = None
        self._logged = 0
        self._starts = 0
        self.faults: list[Fault] = []
        self.fallbacks = 0
        """How many moves were played in its place."""
        self.times: list[float] = []
        """The seconds that each of its answers took."""

    def open(self) -> About:
        """Start the bot now, if it is not yet, and hear its name. Raises Broken if that fails."""
        try:
            if self._line is None:
                self._connect()
        except Broken:
            self._hang_up()
            raise
        assert self.about
        return self.about

    def over(self, game: Game[Any], state: Any, seat: int) -> None:
        """Tell the bot that the game is over; a bot that is not running is told nothing."""
        if self._line and self._game:
            self._tell(protocol.over(game, state, seat))
        self._game = None

    def answer(self, game: Game[Any], world: Any, seat: int) -> int:
        """The bot's move; a greedy one where the bot has none."""
        self._asked += 1
        fault: Fault | None = None
        try:
            return self._question(game, world, seat, self._asked)
        except Late:
            self._late += 1
            fault = Fault("timeout", f"no answer within {self.seconds:g} s")
        except Mistake as mistake:
            fault = Fault(mistake.kind, str(mistake))
        except Broken as broken:
            self._hang_up()
            fault = Fault(broken.kind, str(broken))
        except _GivenUp:
            pass
        action = self._fallback.answer(game, world, seat)
        self.fallbacks += 1
        if fault:
            self.faults.append(fault)
            self._tell(protocol.error(fault.kind, fault.detail, self._asked, game.label(world, action)))
            if self._late >= MAX_TIMEOUTS:
                self._hang_up()
        return action

    def close(self) -> None:
        """Say goodbye and leave nothing behind."""
        self._weigh()
        with contextlib.suppress(Broken, Late):
            if self._line:
                self._send(self._line, protocol.bye(), time.monotonic() + GRACE_SECONDS)
        self._hang_up()

    def __enter__(self) -> External:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _question(self, game: Game[Any], world: Any, seat: int, number: int) -> int:
        """Ask, and return the legal action that the bot answers with. Raises Broken, Late, Mistake and _GivenUp."""
        line = self._line or self._connect()
        view = game.view(world, seat)
        milliseconds = max(1, round(self.seconds * 1000))
        playing = game.name, world.origin.seats, seat
        began = time.monotonic()
        deadline = began + self.seconds
        if playing != self._game or len(view["log"]) < self._logged:
            self._send(line, protocol.start(game, world, seat, self._seed, milliseconds, self._wants), deadline)
        self._game, self._logged = playing, len(view["log"])
        self._send(line, protocol.ask(game, world, seat, view, number, milliseconds, self._wants), deadline)
        label = self._reply(line, number, deadline)
        self.times.append(time.monotonic() - began)
        self._late = 0
        why = game.why_not(world, label)
        if why is not None:
            raise Mistake("illegal", f"{brief(label)} is not one of the legal moves. {why}")
        return game.parse(world, label)

    @property
    def _wants(self) -> tuple[str, ...]:
        return self.about.wants if self.about else ()

    def _reply(self, line: Transport, number: int, deadline: float) -> str:
        """The label of the answer to this question. Answers to former ones, which were too late, are left out."""
        while True:
            text = line.receive(deadline)
            self._trace("<", text if isinstance(text, str) else text.decode(errors="replace"))
            given, label = protocol.read_move(protocol.decode(text))
            if given == number:
                return label
            if not 0 < given < number:
                raise Mistake("protocol", f"there is no question {given}; the last one has the id {number}")

    def _connect(self) -> Transport:
        """Start the bot and exchange hellos. Raises Broken, and _GivenUp if it was started too often."""
        if self._starts == MAX_STARTS:
            raise _GivenUp
        self._starts += 1
        self._late = 0
        self._game = None
        deadline = time.monotonic() + START_SECONDS
        line = self._line = transport.connect(self.command, START_SECONDS)
        try:
            self._send(line, protocol.hello(), deadline)
            text = line.receive(deadline)
            self._trace("<", text if isinstance(text, str) else text.decode(errors="replace"))
            self.about = protocol.read_hello(protocol.decode(text))
        except Late:
            raise Broken("start", f"no hello within {START_SECONDS:g} s") from None
        except Mistake as mistake:
            raise Broken(mistake.kind, str(mistake)) from None
        except Broken as broken:
            raise Broken("start" if broken.kind == "crash" else broken.kind, str(broken)) from None
        return line

    def _send(self, line: Transport, message: dict[str, Any], deadline: float) -> None:
        text = protocol.encode(message)
        self._trace(">", text)
        line.send(text, deadline)

    def _tell(self, message: dict[str, Any]) -> None:
        """Send what needs no answer to a bot that is there to hear it."""
        if self._line:
            try:
                self._send(self._line, message, time.monotonic() + GRACE_SECONDS)
            except Late:
                pass
            except Broken as broken:
                self._hang_up()
                self.faults.append(Fault(broken.kind, str(broken)))

    def _hang_up(self) -> None:
        if self._line:
            self._weigh()
            self._line.close()
            self._line = None

    def _weigh(self) -> None:
        taken = self._line.memory() if self._line else None
        self.memory = max(self.memory or 0, taken or 0) or None


class _GivenUp(Exception):
    """The bot was started too often."""
