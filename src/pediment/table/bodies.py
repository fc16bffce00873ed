"""The bodies of requests and of their answers: all that is asked and told besides what goes over a table's wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pediment.table.chronicle import House
from pediment.table.wire import In, Language, Level, Name, Nonce, Prompt, Seat, Seq, Table, View


class Chair(In, frozen=True):
    """What a seat is to be at a new table: one's own, a bot's, or open to others."""

    kind: Literal["me", "bot", "open"]
    name: Name | None = None
    level: Level | None = None


class NewTable(In, frozen=True):
    """A new table."""

    game: Annotated[str, Meta(max_length=40)]
    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=10)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    edition: Annotated[str, Meta(max_length=200_000)] | None = None
    """The text of an edition file."""
    house: House = House()
    nonce: Nonce = ""
    start: bool = True
    """Begin as soon as all seats are taken; if not, with the command `start`, once one has seen the commitment."""


class SitDown(In, frozen=True):
    """Take a free seat. Who shows the token of another seat there plays both with it (hot-seat)."""

    seat: Seat
    name: Name
    nonce: Nonce = ""


class Seated(msgspec.Struct, frozen=True):
    """Seats of one's own. The words are told this once."""

    table: str
    seats: list[int]
    token: str | None
    """What one shows for the seats; null if one has it already."""
    invite: str | None = None
    """The word for the link by which others sit down, told to who made the table."""


class AskHint(In, frozen=True):
    """Advise the seat in the question of its view `seq`. The table is told that it asked."""

    seat: Seat
    seq: Seq


class Hint(msgspec.Struct, frozen=True):
    """A move with the chance to win and the margin that a search expects of it, and why. The band is of 95 %."""

    label: str
    caption: str
    chance: float
    band: tuple[float, float]
    margin: float
    reasons: list[str]


class Hints(msgspec.Struct, frozen=True):
    """The best moves in the question of a view, the best first."""

    seq: int
    hints: list[Hint]


class NewPerson(In, frozen=True):
    """A new identity."""

    name: Name


class Identity(msgspec.Struct, frozen=True):
    """An identity. The key is told this once; a link with it opens the identity on another device."""

    person: str
    name: str
    key: str | None = None
    webhook: str | None = None
    language: Language = "en"


class ChangePerson(In, frozen=True):
    """What to change of an identity; what is left out stays."""

    name: Name | None = None
    webhook: Annotated[str, Meta(max_length=500)] | None = None
    """An address that is told when it is one's turn; empty for none."""
    language: Language | None = None


class GoOn(In, frozen=True):
    """A new table that goes on from a finished game, after its first `move` decisions, with new draws."""

    move: Annotated[int, Meta(ge=0, le=100_000)]
    chairs: Annotated[list[Chair], Meta(min_length=1, max_length=10)]
    house: House = House()
    nonce: Nonce = ""


class Summary(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: str
    game: str
    status: str
    updated: float
    players: list[str]
    free: int
    your_turn: bool = False


class State(msgspec.Struct, frozen=True):
    """A table as it stands for who asks, as a WebSocket tells it in several messages."""

    table: Table
    views: list[View]


class Word(msgspec.Struct, frozen=True):
    """The secret word of a link, told this once."""

    table: str
    word: str


class Kept(msgspec.Struct, frozen=True):
    """A record that was kept, as a table to look at."""

    table: str


class Shown(msgspec.Struct, frozen=True):
    """A finished game at one of its decisions."""

    move: int
    moves: int
    seat: int | None
    view: dict[str, Any]
    log: list[dict[str, Any]]
    played: str | None
    """The decision that follows,"""
    by: int | None
    """whose it is,"""
    caption: str | None
    """and in words."""


class Reason(msgspec.Struct, frozen=True):
    """Whether a move is possible now; if not, why, and the rule that forbids it."""

    possible: bool
    text: str = ""
    rule: str = ""


class Preview(msgspec.Struct, frozen=True):
    """What a move would do, as far as its seat can foresee it."""

    lines: list[dict[str, Any]]
    """Log entries that it would add."""
    scores: list[tuple[int, int]] | None
    """By seat, the total before and after; null where that depends on what the seat does not know."""
    uncertain: bool
    """Does more depend on that, or is somebody else to decide?"""
    prompt: str | None
    """What the seat would be asked next."""


class RuleTable(msgspec.Struct, frozen=True):
    """A table of a rule, with a sentence above it and the titles of its two columns."""

    lead: str
    head: tuple[str, str]
    rows: list[tuple[str, str]]


class Rule(msgspec.Struct, frozen=True):
    """A rule, with the title of its section; both are empty for a game without sections."""

    rule: str
    section: str
    title: str
    text: str
    ruling: bool
    """Is something in it decided here, where the printed rules are silent?"""
    words: str
    """Other words for what it is about, for a search."""
    tables: list[RuleTable]


class Part(msgspec.Struct, frozen=True):
    """A titled part of an overview or an aid, line by line; `words` are as those of a rule."""

    name: str
    title: str
    lines: list[str]
    words: str


class Guide(msgspec.Struct, frozen=True):
    """What comes before the rules: an overview, and an aid of one page to print. Empty for a game without."""

    overview: list[Part]
    aid: list[Part]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that teaches a game on its own board."""

    game: str
    title: str
    about: str
    chapters: list[str]
    beats: int


class AskBeat(In, frozen=True):
    """A beat of a lesson, counted from 0: as it stands, or with a move that is tried there."""

    beat: Annotated[int, Meta(ge=0, le=1000)]
    move: Annotated[str, Meta(max_length=120)] | None = None


class Beat(msgspec.Struct, frozen=True):
    """A beat of a lesson: what is said, what to look at, and the game as the learner's seat sees it."""

    beat: int
    beats: int
    chapter: str
    text: str
    point: list[str]
    """What to look at: answers by their labels, cards by their ids, places of the board by their names."""
    expect: list[str]
    """Labels of the answers that lead on; with none, ask for the next beat."""
    rules: list[str]
    """Where to read more."""
    seat: int
    names: list[str]
    view: dict[str, Any]
    log: list[dict[str, Any]]
    prompt: Prompt | None
    remark: str
    """What is said to the move that was tried."""
    rule: str
    """The rule that forbids it."""
    last: bool


class Studied(msgspec.Struct, frozen=True):
    """How far the analysis of a finished game is, in decisions; and the analysis once it is done."""

    status: Literal["none", "running", "done", "failed"]
    done: int
    of: int
    analysis: dict[str, Any] | None = None
    """As `pediment analyse --json` writes it, with words."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: a code for programs, a text for people, the rule of the game if one forbids it."""

    code: str
    text: str
    rule: str = ""


class Rating(msgspec.Struct, frozen=True):
    """A level of the bots, with its strength: 100 points more win 64 % of the games of two."""

    level: str
    rating: float | None
    """None where nobody has measured it."""


class Named(msgspec.Struct, frozen=True):
    """What something is called, and a line or two on it."""

    name: str
    text: str


class GameFacts(msgspec.Struct, frozen=True):
    """A game that can be played: how many sit down, what can be chosen, which bots there are."""

    game: str
    seats: list[int]
    options: dict[str, str]
    levels: list[Rating]
    sets: dict[str, list[str]]
    """What can be chosen together by one name, such as five families."""
    set_texts: dict[str, Named]
    """The sets by their names."""
    characters: dict[str, Named]
    """The families that cards belong to."""
    reconstruction: str
    """Which values of the game no public source prints; empty where all are known."""
    title: str
    """What the game is called on the screen."""
    about: str
    """One sentence on what one does in it; empty if it has none."""
    hands_hidden: bool
    """Do seats see different things? Players at one screen are then asked to look away."""
    lesson: bool
    """Is there a lesson?"""
    beginner: dict[str, Any]
    """Options for a first game, where the usual ones are not the gentlest."""
    fields: dict[str, str]
    """What the fields of its views, scores, cards and options are called; others are shown by their own names."""
