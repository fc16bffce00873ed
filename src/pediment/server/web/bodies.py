"""The bodies of requests and answers that only the web knows of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pediment.server.domain.commands import Request, SeatNumber
from pediment.server.live.messages import Prompt, Table, View
from pediment.server.live.puzzles import Standing


class Seated(msgspec.Struct, frozen=True):
    """Your own seats. The words are told only this once."""

    table: str
    seats: list[int]
    token: str | None
    """The key of the seats; null if you have it already."""
    invite: str | None = None
    """The word for the link by which others sit down, told to the host."""
    twin: str | None = None
    """The other table of a duplicate match."""


class State(msgspec.Struct, frozen=True):
    """A table as it stands for you, as a WebSocket tells it in several messages."""

    table: Table
    views: list[View]
    queue: int = 0
    """The place of the table's bot or hint in the queue for a worker; 0 if none waits."""


class Word(msgspec.Struct, frozen=True):
    """The secret word of a link, told only this once."""

    table: str
    word: str


class NewReport(Request, frozen=True):
    """Tell the operator of something at a table: as your seat, about another one."""

    seat: SeatNumber
    about: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Gone(msgspec.Struct, frozen=True):
    """At how many tables something was deleted."""

    tables: int


class Kept(msgspec.Struct, frozen=True):
    """A record that was imported, as a table to look at."""

    table: str


class RuleTable(msgspec.Struct, frozen=True):
    """A table in a rule, with the sentence above it and the titles of its two columns."""

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
    """Whether it holds a ruling of ours, where the printed rules are silent."""
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


class LessonChapter(msgspec.Struct, frozen=True):
    """A chapter of a lesson."""

    id: str
    title: str
    about: str
    beats: int
    minutes: int
    """About how long it takes, without its puzzles."""
    puzzles: list[str]
    """The ids of the puzzles that come after it."""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that teaches a game on its own board."""

    game: str
    title: str
    about: str
    chapters: list[LessonChapter]


class AskBeat(Request, frozen=True):
    """A beat of a chapter, counted from 0: as it stands, or with a move that is tried there."""

    chapter: Annotated[str, Meta(max_length=40)]
    beat: Annotated[int, Meta(ge=0, le=1000)]
    move: Annotated[str, Meta(max_length=120)] | None = None


class Beat(msgspec.Struct, frozen=True):
    """A beat of a lesson: what is said, what to look at, and the game as the learner's seat sees it."""

    chapter: str
    title: str
    """What the chapter is called."""
    beat: int
    beats: int
    text: str
    point: list[str]
    """What to look at: answers by their labels, cards by their ids, places of the board by their names."""
    expect: str
    """The label of the answer that leads on; if it is empty, ask for the next beat."""
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
    """Whether the chapter ends here."""


class ListedPuzzle(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    level: str
    """"easy", "medium" or "hard"."""
    rating: int
    """How hard it is, on the scale of the bots."""
    seats: int


class PuzzleList(msgspec.Struct, frozen=True):
    """The puzzles of a game, and which of them is on today."""

    game: str
    day: str
    of_the_day: str
    version: str
    """The Pediment whose bots found and graded them,"""
    rules: str
    """and the version of the rules."""
    puzzles: list[ListedPuzzle]


class StudyCell(msgspec.Struct, frozen=True):
    """A cell of a table of the lab."""

    text: str
    value: float | None
    """The number by which it is sorted."""
    interval: tuple[float, float, float] | None
    """From where to where the value may lie, and where it would be if there were nothing."""


class StudyPart(msgspec.Struct, frozen=True):
    """A table of a study, or sentences without a heading."""

    heading: str
    titles: list[str]
    rows: list[list[StudyCell]]
    """The first cell of each says what it is about."""
    lines: list[str]


class Study(msgspec.Struct, frozen=True):
    """What the lab has found out about a game."""

    about: str
    """"cards" or "balance"."""
    seats: int
    rules: str
    """The version of the rules it was played by,"""
    version: str
    """and that of the Pediment that played it."""
    title: str
    """The game, bots, deals and seed."""
    parts: list[StudyPart]
    note: str
    """How to read it."""


class ShownPuzzle(msgspec.Struct, frozen=True):
    """A puzzle as its seat sees it, without its answer."""

    game: str
    id: str
    level: str
    rating: int
    seat: int
    names: list[str]
    view: dict[str, Any]
    log: list[dict[str, Any]]
    prompt: Prompt


class AnswerPuzzle(Request, frozen=True):
    """An answer to a puzzle; without a move, you give up and are shown the solution."""

    move: Annotated[str, Meta(max_length=120)] | None = None
    last: bool = False
    """Show the solution even if this is wrong."""
    standing: Standing | None = None
    """What you have made of the puzzles so far, if no identity keeps it."""


class PuzzleSolution(msgspec.Struct, frozen=True):
    """The best answer with its reasons, the next best with its own, and how much lies between them."""

    label: str
    caption: str
    reasons: list[str]
    second: str
    second_reasons: list[str]
    margin: float
    """Points."""
    chance: float
    """A part of the chance to win."""
    solved: dict[str, int]
    """How many of their four tries the bots that graded it got right."""


class JudgedAnswer(msgspec.Struct, frozen=True):
    """What is said to an answer. One that the rules forbid does not count."""

    counts: bool
    right: bool
    remark: str = ""
    """Why it is not possible,"""
    rule: str = ""
    """and by which rule."""
    tried: str = ""
    """The answer in words,"""
    tried_reasons: list[str] = []
    """and what is to be said of it, if it is not the best."""
    solution: PuzzleSolution | None = None
    standing: Standing | None = None
    """What you have made of the puzzles now."""


class AnalysisProgress(msgspec.Struct, frozen=True):
    """How many moves of a finished game are analysed; and the analysis once it is done."""

    status: Literal["none", "running", "done", "failed"]
    done: int
    of: int
    analysis: dict[str, Any] | None = None
    """As `pediment analyse --json` writes it, with words."""
    queue: int = 0
    """The place of the game in the queue for an analysis; 0 if it does not wait."""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused: a code for programs, a text for people, the rule of the game if one forbids it."""

    code: str
    text: str
    rule: str = ""


class Rating(msgspec.Struct, frozen=True):
    """A level of the bots, or an agent that the host offers, with its strength.

    100 points of lead mean 64% of two-player games won.
    """

    level: str
    rating: float | None
    """None where it was never measured."""
    seats: list[int]
    """For how many players it can be chosen."""


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
    """What you do in it, in one sentence; empty if it has none."""
    hands_hidden: bool
    """Whether seats see different things: players at one screen are then asked to look away."""
    lesson: bool
    """Whether there is a lesson."""
    beginner: dict[str, Any]
    """Options for a first game, where the usual ones are not the gentlest."""
    fields: dict[str, str]
    """What the fields of its views, scores, cards and options are called; others are shown by their own names."""
