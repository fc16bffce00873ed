"""The contract: what every game offers to tables, terminals, bots and tests."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final, Protocol, TypeVar

from pediment.core.engine import fairness, kernel
from pediment.core.engine.edition import Editions
from pediment.core.engine.observation import Observer, Slice, room
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER, Origin, State
from pediment.core.errors import EditionError, IllegalMove, OptionError, PositionError, UnknownOption, WhyNot, brief
from pediment.core.guide import Guide, read_guide
from pediment.core.search import playout
from pediment.core.search.playout import Policy, Weighted
from pediment.core.search.tree import Judge
from pediment.core.speaker import Speaker
from pediment.core.texts import DEFAULT_LANGUAGE, Texts

S = TypeVar("S", bound=State)
MAX_SEED: Final = 10**18
NEWEST: Final = object()
"""The rules of new games."""


def check_seed(seed: object, seats: int) -> None:
    """Raise ValueError unless this is a seed for that number of seats: a whole number, or a fair seed."""
    if isinstance(seed, str) and seed.startswith(fairness.METHOD):
        fairness.check(seed, seats)
    elif type(seed) is not int or not -MAX_SEED <= seed <= MAX_SEED:
        raise ValueError(f"seed must be a fair seed or a whole number of at most 18 digits, not {brief(seed)}")


def words_of(text: object) -> str:
    """A label as it is compared: lower case, single spaces; empty unless it is a text."""
    return " ".join(text.lower().split()) if isinstance(text, str) else ""


class Bits(Protocol):
    """A source of random bits: `random.Random` or a `Stream`."""

    def getrandbits(self, k: int, /) -> int:
        """A random int of k bits."""


class Game(kernel.Driver[S], ABC):
    """A game. States are changed by `apply` only, and by nothing else here."""

    name: str
    rules_version: str
    """The rules that new games are played by: a number that rises with every changed ruling."""
    seat_counts: range
    num_actions: int
    """Actions are ints below this, whatever the options."""
    options: dict[str, str]
    """The options of `new` besides seats and seed, each with one line of help."""
    texts: Texts
    speaker: type[Speaker[S]]
    """The class of its speaker, which puts everything into words."""
    editions: Editions[Any] | None = None
    judge: Judge
    """What a search asks about positions."""
    observer: Observer
    """How a position is written down for programs that learn."""
    label_list: list[str]
    """Every label that a question can offer, lower case and stable; by action where a label has one meaning."""

    def new(self, *, seats: int = 2, seed: int | str = 0, **options: Any) -> S:
        """A game at its first question, for example `game.new(seats=3, seed=7)`; a text is a fair seed.

        Raises OptionError for a seat count, a seed or an option that the game does not have; for the name of an option
        it is a TypeError, too.
        """
        return self.restart(Origin(seats, seed, self.check_options(seats, seed, options), None, self.rules_number()))

    def usual_seats(self) -> int:
        """The number of seats unless one is given: two, or the fewest that the game is played with."""
        return 2 if 2 in self.seat_counts else self.seat_counts[0]

    def rules_number(self, version: object = NEWEST) -> int:
        """A version of the rules as a number, the present one unless another is named.

        Games go on by the rules that they began with. Raises ValueError for a version that the game never had.
        """
        present = int(self.rules_version)
        if version is NEWEST:
            return present
        if version not in [str(n) for n in range(1, present + 1)]:
            raise ValueError(f"must be a version of the rules, from '1' to '{present}', not {brief(version)}")
        return int(str(version))

    def option_texts(self, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
        """What each of `options` can be, for people: the section `options` of the catalogue, else the line of help.

        >>> game.option_texts("fr")["copies"]                       # doctest: +SKIP
        "nombre de cailloux de chaque valeur, de 1 à 9, 3 d'habitude"
        """
        texts = self.texts.optional(language, "options")
        return {option: texts.get(option, line) for option, line in self.options.items()}

    def sets(self) -> dict[str, list[str]]:
        """What can be chosen together by one name in the options, such as five families; empty where nothing can."""
        return {}

    def set_texts(self, language: str = DEFAULT_LANGUAGE) -> dict[str, dict[str, str]]:
        """The name of each of `sets` and what to expect of it, as `name` and `text`; empty without a section `sets`.

        >>> game.set_texts("fr")["wasteland"]["name"]               # doctest: +SKIP
        'Zone aride'
        """
        texts: dict[str, dict[str, str]] = self.texts.optional(language, "sets")
        return texts

    def characters(self, language: str = DEFAULT_LANGUAGE) -> dict[str, dict[str, str]]:
        """The name of each family that cards belong to and one line on it, as `name` and `text`.

        Empty for a game whose catalogue has no section `characters`.
        """
        lines = self.texts.optional(language, "characters")
        return {name: {"name": self.texts.say(language, f"words.{name}"), "text": lines[name]} for name in lines}

    @abstractmethod
    def check_options(self, seats: int, seed: int | str, options: dict[str, Any]) -> dict[str, Any]:
        """The options in full, as a record stores them; raises OptionError."""

    def options_anew(self, state: S) -> dict[str, Any]:
        """The options of a rematch: a typed-in edition stays, ours is replaced by that of new games."""
        options = {name: value for name, value in state.origin.options.items() if name != "edition"}
        if self.editions is not None:
            edition = self.editions.name(self.edition_of(state))
            if "values" in edition:
                options["edition"] = edition
        return self.check_options(state.origin.seats, 0, options)

    def check_seats_and_seed(self, seats: int, seed: int | str, options: dict[str, Any], rule: str) -> None:
        """Raise OptionError for a seat count, a seed or the name of an option that the game does not have."""
        if type(seats) is not int or seats not in self.seat_counts:
            counts = ", ".join(map(str, self.seat_counts))
            raise OptionError(f"seats must be one of {counts}, not {brief(seats)} ({rule})")
        try:
            check_seed(seed, seats)
        except ValueError as error:
            raise OptionError(str(error)) from None
        for name in options:
            if name not in self.options:
                raise UnknownOption(f"unknown option {brief(name)}; {self.name} has {', '.join(self.options)}")

    def check_seat(self, state: S, seat: int | None) -> None:
        """Raise ValueError unless the state has such a seat; None is a spectator."""
        n = state.origin.seats
        if seat is not None and (type(seat) is not int or not 0 <= seat < n):
            raise ValueError(f"there is no seat {brief(seat)}; seats run from 0 to {n - 1}")

    @abstractmethod
    def begin(self, origin: Origin) -> S:
        """The state before its first question; all chance comes from `origin.stream`."""

    def restart(self, origin: Origin, witness: list[Any] | None = None) -> S:
        """The state at its first question, before any redraw; the last start of a turn is kept in `witness`."""
        state = self.begin(origin.redrawn([]))
        state.witness = witness
        kernel.advance(state)
        return state

    def retrace(self, state: S, witness: list[Any] | None = None) -> Iterator[S]:
        """This very game again: at its first question, then after each of its actions. It is one object, played on."""
        origin = self.past(state)
        again = self.restart(origin, witness)
        for n in range(len(state.actions) + 1):
            if n:
                self.apply(again, state.actions[n - 1])
            for at, seed in origin.redraws:
                if at == n:
                    self.redraw(again, seed)
            yield again

    def rewind(self, state: S, actions: int = 0) -> S:
        """This very game after its first `actions` actions: at its beginning, unless another number is given.

        Raises ValueError for a number of actions that it does not have.
        """
        if not 0 <= actions <= len(state.actions):
            raise ValueError(f"the game has {len(state.actions)} actions; there is no state after {brief(actions)}")
        return next(itertools.islice(self.retrace(state), actions, None))

    def redraw(self, state: S, seed: int | str) -> None:
        """From here on chance comes from another seed, and nothing that was settled before is drawn.

        The origin notes it, so that a record replays to the same game. Undo does not go back beyond it. Raises
        ValueError for a seed that is not valid, or for a resampled world.
        """
        origin = self.past(state)
        check_seed(seed, origin.seats)
        n = len(state.actions)
        before = [redraw for redraw in origin.redraws if redraw[0] < n]
        if len(before) == len(origin.redraws):  # else nothing was drawn from the one that this replaces
            state.drawn += 1
        state.origin = origin.redrawn([*before, (n, seed)])
        state.chance_from(origin.stream_of(seed, "draws"))

    def past(self, state: S) -> Origin:
        """Where this game began. Raises ValueError for a resampled world, which never began anywhere."""
        if not state.origin.known:
            raise ValueError("a resampled world has no past: it cannot be rewound, described or recorded")
        return state.origin

    def play(self, state: S, move: str | int) -> None:
        """Check and play a label or an action. Raises IllegalMove, and then nothing has changed."""
        action = move if type(move) is int else self.parse(state, move)
        if action not in state.legal:
            text = move if isinstance(move, str) else f"action {brief(move)}"
            if 0 <= action < self.num_actions:
                raise IllegalMove(text, self.refuse(state, action, DEFAULT_LANGUAGE))
            raise IllegalMove(text, WhyNot("", f"Actions run from 0 to {self.num_actions - 1}."))
        self.apply(state, action)

    def play_out(self, state: S, seed: int = 0, policy: Policy | None = None) -> int:
        """Play a state to its end inside the engine, uniformly or by a policy; returns the number of decisions.

        Raises TypeError for what is no policy, ValueError for a table that does not fit the game or a wrong seed.
        """
        if type(seed) is not int:
            raise ValueError(f"seed must be a whole number, not {brief(seed)}")
        if policy is None:
            policy = Policy()
        elif not isinstance(policy, Policy):
            raise TypeError(f"a policy is a Policy of pediment.core.search.playout, not {brief(policy)}")
        elif isinstance(policy, Weighted) and len(policy.weights) != self.num_actions:
            raise ValueError(f"{self.name} has {self.num_actions} actions, the table {len(policy.weights)} weights")
        return playout.play_out(state, policy, stream(seed, "playout"))

    def play_games(
        self, games: int, *, seats: int = 2, seed: int = 0, policy: Policy | None = None, **options: Any
    ) -> list[list[int]]:
        """Play many games inside the engine; returns the totals of each, by seat. Game i has the seed `seed + i`.

        For example `game.play_games(1000, seats=3)`. Raises OptionError as `new` does, and what `play_out` raises.
        """
        if type(games) is not int or games < 0:
            raise OptionError(f"games must be a whole number of 0 or more, not {brief(games)}")
        if type(seed) is not int:
            raise OptionError(f"seed must be a whole number, not {brief(seed)}")
        checked = self.check_options(seats, seed, options)
        self.check_seats_and_seed(seats, seed + max(games - 1, 0), {}, "")  # the last game's
        found: list[list[int]] = []
        for i in range(games):
            state = self.restart(Origin(seats, seed + i, checked, None, self.rules_number()))
            self.play_out(state, seed + i, policy)
            found.append(self.totals(state))
        return found

    def label(self, state: S, action: int) -> str:
        """The short text of an action, unique within the state: "take zeus.hercules". Raises ValueError."""
        if not 0 <= action < self.num_actions:
            raise ValueError(f"there is no action {brief(action)}; actions run from 0 to {self.num_actions - 1}")
        return self.label_list[action]

    def answer_name(self, action: int) -> str:
        """What an action is called without a question that would say more; its label where it has only one."""
        return self.label_list[action] if len(self.label_list) == self.num_actions else f"answer {action}"

    def parse(self, state: S, text: object) -> int:
        """The action of a label, in any case. Raises IllegalMove for a text that is no label of this game."""
        try:
            return self.label_list.index(words_of(text))
        except ValueError:
            why = WhyNot("", self.texts.say(DEFAULT_LANGUAGE, "errors.unknown-move"))
            raise IllegalMove(text, why) from None

    def why_not(
        self, state: S, text: object, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None
    ) -> WhyNot | None:
        """The rule and sentence that forbid a move now, or None if it is legal; `names` are the players'."""
        try:
            action = self.parse(state, text)
        except IllegalMove:
            return WhyNot("", self.texts.say(language, "errors.unknown-move"))
        if action in state.legal:
            return None
        return self.refuse(state, action, language, names)

    def refuse(self, state: S, action: int, language: str, names: list[str] | None = None) -> WhyNot:
        """Why this action, known but not legal now, is forbidden."""
        return self.speak(language, names, self.edition_of(state)).refuse(state, action)

    def asking(self, state: S) -> str:
        """The name of the pending question, "over" at the end."""
        return kernel.asking(state)

    def place(self, state: S, action: int) -> str:
        """The area of the board where the thing lies that a legal answer names; empty for an answer without one.

        Areas have names of the game's own. It tells nothing that the view of the asked seat does not.
        """
        return kernel.place(state, action)

    def turn_ahead(self, world: S, seat: int) -> S | None:
        """The seat at the start of a turn of its own as things stand in this world, whoever's turn it is there.

        Whatever is under way is left out. None if the seat has no more turn that could be told, or the game cannot say:
        then nothing is planned there, and previews do not say what remains.
        """
        return None

    def reach(self, turn: S) -> list[int]:
        """Of the answers to the question of `turn_ahead`, those of which a preview says whether they remain."""
        return turn.legal

    def basis(self, world: S, seat: int, action: int) -> Any:
        """What a planned answer rests on, as JSON can hold it: when that changes, the plan is withdrawn.

        `world` asks the seat. This is all of its own area, and whatever it alone can see; a game adds what else an
        answer depends on.
        """
        view, public = self.view(world, seat), self.view(world, None)
        apart = ("log", "scores", "seats")
        return view["seats"][seat], {
            field: value for field, value in view.items() if field not in apart and value != public[field]
        }

    def remains(self, world: S, seat: int, language: str = DEFAULT_LANGUAGE) -> str:
        """What the seat has left to act with on its next turn, in words, such as its columns; empty for nothing."""
        return self.speak(language, None, self.edition_of(world)).remains(world, seat)

    def verbs(self, state: S) -> dict[str, str]:
        """By area, the first word of the label that a thing in it stands for in this question, legal or not.

        With it a front end asks `why_not` about a thing that is not offered. Things of other areas stand for nothing.
        """
        return {}

    @abstractmethod
    def returns(self, state: S) -> list[float]:
        """At the end: 1 to the winner, a shared victory splits it, 0 to others. All 0 before."""

    @abstractmethod
    def scores(self, state: S) -> list[dict[str, Any]]:
        """Per seat an itemised score with its "total", as if the game ended now."""

    def totals(self, state: S) -> list[int]:
        """The totals of `scores` alone, for loops that need no more."""
        return [score["total"] for score in self.scores(state)]

    def item_points(self, score: dict[str, Any]) -> dict[str, int]:
        """The points of each item of one of `scores`, and its total, for sums and means over many games.

        Items that are not whole numbers are left out; a game that has such items, lists or tables, adds them up here.
        """
        return {item: value for item, value in score.items() if isinstance(value, int)}

    @abstractmethod
    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """What that seat may know, None for a spectator: a dict that JSON can hold."""

    def slices(self, seats: int) -> list[Slice]:
        """The slices of an observation with that number of seats, in order: name, start, size, highest number, meaning.

        Raises OptionError for a seat count that the game does not have.
        """
        if type(seats) is not int or seats not in self.seat_counts:
            raise OptionError(f"seats must be one of {', '.join(map(str, self.seat_counts))}, not {brief(seats)}")
        return self.observer.slices(seats)

    def observe(self, state: S, seat: int) -> bytes:
        """What that seat may know as one row of small ints, for programs that learn; `slices` says what is where.

        Raises ValueError for a seat that does not exist.
        """
        if seat is None:
            raise ValueError("an observation is that of a seat; a spectator has none")
        self.check_seat(state, seat)
        observer = self.observer
        return bytes(observer.add(state, seat, room(observer.width(state.origin.seats))))

    @abstractmethod
    def resample(self, state: S, seat: int | None, rng: Bits) -> S:
        """Another world that the seat cannot tell from this one."""

    def position(
        self, position: dict[str, Any], noted: list[tuple[str, int, int]] | None = None, rules: str | None = None
    ) -> S:
        """A state from a position, at the question that its `played` labels lead to; draws are noted if wished.

        It is played by the rules that the position names, else by `rules`, else by the present ones, and with the
        edition that it names, else with that of new games; a record of it names both. `rules` are those of a record; a
        position in a record that names no edition is of the first one. Raises PositionError with every problem and its
        field.
        """
        if not isinstance(position, dict):
            raise PositionError([("position", f"must be a table of fields, not {brief(position)}")])
        try:
            start = copy.deepcopy({field: value for field, value in position.items() if field != "played"})
        except RecursionError:
            raise PositionError([("position", "is nested too deeply")]) from None
        seats, seed = start.get("seats"), start.get("seed", 0)
        n = len(seats) if isinstance(seats, list) else 0
        stated = start.get("rules", rules or self.rules_version)
        try:
            version = self.rules_number(stated)
        except ValueError as error:
            raise PositionError([("rules", str(error))]) from None
        if rules is not None and rules != stated:
            raise PositionError([("rules", f"the record says {brief(rules)}, its position {brief(stated)}")])
        editions = self.editions
        if editions is not None:
            new = rules is None and start.get("edition") is None
            start["edition"] = editions.name(editions.standard if new else self.position_edition(start))
        origin = Origin(n, seed if type(seed) in (int, str) else 0, {}, start, version, noted=noted)
        state = self.restart(origin)
        played = position.get("played", [])
        if not isinstance(played, list):
            raise PositionError([("played", f"must be a list of labels, not {brief(played)}")])
        for i, label in enumerate(played):
            if not isinstance(label, str):
                raise PositionError([(f"played[{i}]", f"must be a label, not {brief(label)}")])
            try:
                self.play(state, label)
            except IllegalMove as error:
                raise PositionError([(f"played[{i}]", str(error))]) from None
        return state

    def describe(self, state: S) -> dict[str, Any]:
        """The position of a state: `position(describe(state))` asks the same question.

        It describes the start of the turn; what was played since stands in `played`.
        """
        former = {} if state.origin.rules == self.rules_number() else {"rules": str(state.origin.rules)}
        if state.to_move == OVER:
            return self.describe_start(state, state) | former
        witness: list[S] = []
        labels: list[str] = []
        for again in self.retrace(state, witness):
            n = len(again.actions)
            if n < len(state.actions):
                labels.append(self.label(again, state.actions[n]))
        start = witness[0]
        position = self.describe_start(start, state) | former
        played = labels[len(start.actions) :]
        if played:
            position["played"] = played
        return position

    @abstractmethod
    def describe_start(self, start: S, now: S) -> dict[str, Any]:
        """The position of `start`, a turn's start, with the chance that followed until `now`."""

    @abstractmethod
    def evaluate(self, state: S, seat: int) -> float:
        """A guess at how well the seat stands, higher is better; comparable within one game only."""

    def standings(self, state: S) -> list[float]:
        """For every seat a guess at its points at the end, up to an additive constant.

        It uses all that the state holds: ask it of a resampled one.
        """
        return self.judge.standings(state)

    @abstractmethod
    def ints(self, state: S) -> list[int]:
        """Everything that happened, in ints that mean the same on every machine: what `digest` hashes."""

    def digest(self, state: S) -> str:
        """A short hash of the state, for records: what happened, what is asked, and the chance to come."""
        labels = sorted(self.label(state, action) for action in state.legal)
        parts = [self.ints(state), state.to_move, labels, len(state.actions), state.rng.state]
        text = json.dumps(parts, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @abstractmethod
    def cards(self) -> list[str]:
        """The ids of all kinds of cards."""

    def cards_in(self, edition: Any) -> list[str]:
        """The ids of those that are in an edition; a game whose editions differ in that overrides it."""
        return self.cards()

    def card_taken(self, entry: dict[str, Any]) -> tuple[int, str] | None:
        """The seat that takes or plays a card in that log entry, and the id of the card; None where nobody does.

        A game overrides it to be told by simulations which cards win.
        """
        return None

    def cards_offered(self, entry: dict[str, Any]) -> list[str]:
        """The ids of the cards that come to lie before everybody in that log entry, for the same simulations."""
        return []

    def gathered(self, state: S) -> list[dict[str, int]]:
        """Per seat, how many cards it has gathered of each family, god or the like, by names that are words of `texts`.

        A game overrides it to tell players, after many games, which ones they like best.
        """
        return [{} for _ in range(state.origin.seats)]

    def groups(self, state: S) -> list[dict[str, dict[str, int]]]:
        """Per seat and kind, how often it had each thing, such as {"quests": {"2": 3}}, at the end of a game.

        A game overrides it to be told by studies of balance what its players win with. The section `groups` of its
        catalogue has a `title` for each kind, and may say in `one` what a thing is called, such as "Quest {name}".
        """
        return [{} for _ in range(state.origin.seats)]

    def setup(self, state: S) -> dict[str, list[str]]:
        """What the game is played with, by option, also where the option left it to chance, such as the families.

        A game overrides it to tell many games apart by it. The names are always the same.
        """
        return {}

    @abstractmethod
    def card(self, card: str, language: str = DEFAULT_LANGUAGE, edition: Any = None) -> dict[str, Any]:
        """Everything about a card of an edition, the package's unless another is given: names, facts, texts.

        Raises KeyError for an unknown id.
        """

    def rules(self, language: str = DEFAULT_LANGUAGE) -> dict[str, str]:
        """Every rule by its number."""
        return dict(self.texts.optional(language, "rules"))

    def guide(self, language: str = DEFAULT_LANGUAGE) -> Guide:
        """What teaches the game beside its rules, as far as its catalogues have it: overview, aid, other words.

        Raises ValueError for a language that is not there.
        """
        return read_guide(self.texts, language)

    def edition_template(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The text of an edition file to type printed values into, with comments and names of cards in a language.

        Raises EditionError for a game without editions.
        """

        def named(line: re.Match[str]) -> str:
            return f"{line[0]}  # {self.card(line[1], language)['name']}"

        text = self._editions().template()
        if language != DEFAULT_LANGUAGE:
            comments = self.texts.section(language, "edition-comments")
            for key, comment in self.texts.section(DEFAULT_LANGUAGE, "edition-comments").items():
                text = text.replace(comment, comments[key])
        cards = "|".join(map(re.escape, self.cards()))
        return re.sub(rf'^(?:# )?"({cards})" = .*$', named, text, flags=re.MULTILINE)

    def check_edition(self, text: str) -> tuple[str, str]:
        """Name and hash of the edition in that text. Raises EditionError with every problem and its line."""
        edition = self._editions().parse(text)
        return edition.name, edition.hash

    def edition_of(self, state: S) -> Any:
        """The edition that a state is played with; None for a game without."""
        return None

    def reconstruction(self, language: str = DEFAULT_LANGUAGE, edition: Any = None) -> str:
        """What in an edition, the package's unless another is given, is not printed in any public source, in one line.

        Empty for an edition that somebody typed in, and where there is nothing to say: `words.reconstruction`.
        """
        if self.editions is None or (edition is not None and self.editions.shipped(edition.hash) is None):
            return ""
        return str(self.texts.optional(language, "words").get("reconstruction", ""))

    def _editions(self) -> Editions[Any]:
        if self.editions is None:
            raise EditionError([(0, f"{self.name} has no editions")])
        return self.editions

    def position_edition(self, position: dict[str, Any]) -> Any:
        """The edition that the position of an origin names, or else the first one; raises PositionError."""
        named = position.get("edition")
        if not isinstance(named, dict | None):
            raise PositionError([("edition", f"must be a table of name, hash and values, not {brief(named)}")])
        try:
            return self._editions().first if named is None else self._editions().of(named)
        except OptionError as error:
            raise PositionError([("edition", str(error))]) from None

    def edition_field(self, edition: Any) -> dict[str, Any]:
        """What a position says of its edition: nothing of that of new games."""
        editions = self._editions()
        return {} if edition.hash == editions.standard.hash else {"edition": editions.name(edition)}

    def player(self, number: int, language: str = DEFAULT_LANGUAGE) -> str:
        """What a player without a name is called; players are counted from 1."""
        return self.texts.find(language, "words.player", f"#{number}", n=number)

    def rounds(self, views: list[dict[str, Any]]) -> list[int]:
        """For each of these views of one game, as spectators see it, the round that it belongs to, from 1.

        The first question is taken for that of a turn: a round begins when the seat that was asked it first is asked it
        again after another. Other questions, such as those out of turn, do not count. A game with parts of its own,
        such as Epochs, or that begins with another question, counts by itself; the section `rounds` of its catalogue
        may name the parts.
        """
        found: list[int] = []
        first = turn = None
        others = False  # had a turn since the first seat's
        n = 1
        for view in views:
            asked = view["to_move"]
            if first is None and asked is not None:
                first, turn = asked, view["asking"]
            if asked is not None and view["asking"] == turn:
                n += others and asked == first
                others = asked != first
            found.append(n)
        return found

    def round_of(self, state: S) -> int:
        """The round of a state, as `rounds` counts them; unless a game overrides it, everybody has a turn in each."""
        return max(0, state.turns_begun - 1) // state.origin.seats + 1

    def speak(
        self, language: str, names: list[str] | None = None, edition: Any = None, you: int | None = None
    ) -> Speaker[S]:
        """The game's speaker; cards are those of the package's edition unless another is given."""
        if edition is None and self.editions is not None:
            edition = self.editions.standard
        return self.speaker(language, names, edition, you)

    def caption(self, state: S, action: int, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None) -> str:
        """An action in words for the screen; `names` are the players', else they are numbered."""
        return self.speak(language, names, self.edition_of(state)).caption(state, action)

    def thing(self, state: S, action: int, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None) -> str:
        """What a legal action is about, such as the card that it takes, for a list; `names` as in `caption`."""
        return self.speak(language, names, self.edition_of(state)).thing(state, action)

    def prompt(self, state: S, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None) -> str:
        """The pending question in words for the screen; `names` as in `caption`."""
        return self.speak(language, names, self.edition_of(state)).prompt(state)

    def reasons(
        self, state: S, action: int, seat: int, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None
    ) -> list[str]:
        """What speaks for and against a legal action, in one to three short phrases, the weightiest first.

        Only what the seat, which is asked, may know takes part; `names` are as in `caption`. Raises ValueError for an
        action that is not legal.
        """
        self.check_asked(state, action, seat)
        return self.speak(language, names, self.edition_of(state)).reasons(state, action, seat)

    def check_asked(self, state: S, action: int, seat: int) -> None:
        """Raise ValueError unless the seat is asked and may answer so."""
        if seat != state.to_move or action not in state.legal:
            raise ValueError(f"action {brief(action)} is not an answer of seat {brief(seat)} now")

    def log_line(
        self,
        entry: dict[str, Any],
        language: str = DEFAULT_LANGUAGE,
        names: list[str] | None = None,
        edition: Any = None,
        you: int | None = None,
    ) -> str:
        """A log entry of a view in words; `names` are the players', cards are those of the edition, as in `card`.

        `you` is the seat of the reader, None for somebody who has none.
        """
        return self.speak(language, names, edition, you).log_line(entry)
