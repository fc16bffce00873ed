"""The laws that every game keeps, checked by playing it at random.

Each law is a function: `labels(game, seats=3, seed=7)` plays one game, options of the game by keyword, and raises
AssertionError with the place where the law is broken; with `rules="1"` it plays by the first version of the rules.
`LAWS` lists those that every game keeps; `conserved` also wants to know what is to be counted, and
`hidden_until_chance` is for games in which all seats know the same. For pytest there is a class to inherit from:

    class TestPebbles(Conformance):
        game = GAME
        tables = [(2, 1, {}), (4, 2, {"copies": 5})]

        def count(self, view):
            return number_of_pebbles(view)
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Collection
from functools import partial
from operator import gt
from typing import Any, ClassVar, Final

from pediment.core import record as records
from pediment.core.engine.fairness import SECRET_BYTES, deal_seed, fair_seed
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER
from pediment.core.errors import IllegalMove
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.testing.random_game import MAX_ACTIONS, SAMPLED_STATES, Table, begin, pick, without_log

_ILLEGAL_TRIES: Final = 25  # illegal moves that are tried at a point


def questions(game: Game[Any], seats: int, seed: int, lone: Collection[str] = (), **options: Any) -> None:
    """Answers are ascending ints below `num_actions`; a question has at least two, and somebody is asked.

    `lone` names the questions that a rule puts even if they have only one answer.
    """
    table = Table(game, seats, seed, options, "questions")
    for state in table.states():
        legal = game.legal(state)
        if legal != sorted(set(legal)):
            table.fail(f"not ascending: {legal}")
        if legal and not 0 <= legal[0] <= legal[-1] < game.num_actions:
            table.fail(f"out of the vocabulary: {legal}")
        asked, question = game.to_move(state), game.asking(state)
        if asked == OVER:
            table.check(not legal and question == "over", f"something is asked at the end: {legal}")
        else:
            if len(legal) <= (question not in lone):
                table.fail(f"a question with one answer: {legal}")
            if not 0 <= asked < seats:
                table.fail(f"seat {asked} is asked")
            table.check(question not in ("", "over"), "the question has no name")


def labels(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Labels are lower case and unique, and `parse` is their inverse in any case."""
    table = Table(game, seats, seed, options, "labels")
    known = set(game.label_list)
    table.check(len(known) == len(game.label_list), "a label stands twice in the list")
    met: set[str] = set()
    for state in table.states():
        legal = game.legal(state)
        found = [game.label(state, action) for action in legal]
        if len(set(found)) < len(found):
            table.fail(f"not unique: {found}")
        for action, label in zip(legal, found, strict=True):
            spellings = [label]
            if label not in met:  # the case of a label is the same matter at every question
                met.add(label)
                table.check(label in known and label == label.lower(), f"not a label of the list: {label!r}")
                spellings += [label.upper(), f" {label.title()} "]
            for text in spellings:
                if game.parse(state, text) != action:
                    table.fail(f"{text!r} is not parsed to its action")
            if game.why_not(state, label) is not None:
                table.fail(f"legal, and why_not refuses it: {label!r}")


def places(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Places and verbs are words in lower case, and the seat that is asked learns nothing from them."""
    table = Table(game, seats, seed, options, "places")
    for state in table.states():
        found = [game.place(state, action) for action in game.legal(state)]
        verbs = game.verbs(state)
        for text in {*found, *verbs, *verbs.values()}:
            if text != " ".join(text.lower().split()):
                table.fail(f"not words in lower case: {text!r}")
        table.check("" not in verbs and "" not in verbs.values(), f"an area or a verb without a name: {verbs}")
        if state.to_move == OVER:
            table.check(not verbs, f"something stands for an answer at the end: {verbs}")
        elif table.chance.below(40) == 0:
            other = game.resample(state, state.to_move, table.chance)
            table.same([game.place(other, action) for action in game.legal(other)], found, "places of another world")
            table.same(game.verbs(other), verbs, "verbs of another world")


def clones(game: Game[Any], seats: int, seed: int | str, **options: Any) -> None:
    """Old clones never change, and a clone played on gives the same game."""
    table = Table(game, seats, seed, options, "clones")
    old = [
        (state.clone(), game.digest(state), game.view(state, None), state.turns_begun)
        for state in table.states()
        if not state.actions or table.chance.below(40) == 0
    ]
    for clone, digest, view, turns in old:
        table.same(game.digest(clone), digest, "an old clone has changed")
        table.same(game.view(clone, None), view, "an old clone has changed")
        table.same(clone.turns_begun, turns, "a clone counts other turns")
        table.play(clone, table.state.actions[len(clone.actions) :])
        table.same_state(clone, table.state, "a clone played on")


def same_seed(game: Game[Any], seats: int, seed: int | str, **options: Any) -> None:
    """The same seed and the same actions give the same game."""
    table = Table(game, seats, seed, options, "same seed")
    again = begin(game, seats, seed, options)
    for state in table.states():
        table.play(again, state.actions[-1:])
        table.same((again.to_move, again.legal), (state.to_move, state.legal), "the question")
    table.same_state(again, table.state, "at the end")


def replays(game: Game[Any], seats: int, seed: int | str, **options: Any) -> None:
    """A record goes through JSON and replays to the same state; so does one that begins at a position."""
    table = Table(game, seats, seed, options, "replays")
    for state in table.points(2):
        written = json.dumps(records.write(game, state))
        table.same_state(records.replay(game, records.parse(written)), state, "a record replayed")
        table.same(json.dumps(records.write(game, state)), written, "written twice")
        placed = game.position(game.describe(state))
        for _ in range(10):
            if placed.to_move != OVER:
                game.apply(placed, table.choose(placed))
        again = records.replay(game, records.parse(json.dumps(records.write(game, placed))))
        table.same_state(again, placed, "a record from a position replayed")


def positions(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """`describe` and `position` are inverse: the same question, answers and view, at every step of the turn too."""
    table = Table(game, seats, seed, options, "positions")
    for state in table.points():
        described = game.describe(state)
        table.same(json.loads(json.dumps(described)), described, "a position is not JSON")
        played: list[str] = described.pop("played", [])
        seen = game.rewind(state)
        table.play(seen, state.actions[: len(state.actions) - len(played)])
        placed = game.position(described)
        for label in played:
            _same_question(table, placed, seen)
            game.play(placed, label)
            game.play(seen, label)
        _same_question(table, placed, state)
        table.same(game.describe(placed), described | ({"played": played} if played else {}), "described again")
        drawn = placed.drawn, seen.drawn
        while seen.to_move != OVER and (placed.drawn, seen.drawn) == drawn:
            _same_question(table, placed, seen)
            action = table.choose(seen)
            game.apply(placed, action)
            game.apply(seen, action)


def _same_question(table: Table, a: Any, b: Any) -> None:
    game = table.game
    table.same(game.asking(a), game.asking(b), "the question of a position")
    table.same(game.legal(a), game.legal(b), "the answers of a position")
    for seat in table.concerned(b):
        table.same(without_log(game.view(a, seat)), without_log(game.view(b, seat)), f"a position: view of {seat}")


def rewinds(game: Game[Any], seats: int, seed: int | str, **options: Any) -> None:
    """A game goes back to its beginning, from where its actions lead to it again, and to any of its states."""
    table = Table(game, seats, seed, options, "rewinds")
    for state in table.points(2):
        before = game.digest(state)
        again = game.rewind(state)
        table.play(again, state.actions)
        table.same_state(again, state, "rewound and played")
        for n, step in enumerate(game.retrace(state)):
            table.check(len(step.actions) == n, f"retraced: {len(step.actions)} actions after {n}")
        table.same_state(step, state, "retraced")
        table.same(game.digest(state), before, "rewinding has changed the state")


def redraws(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Chance that began anew in mid-game is in the record: all that goes back comes to the same state again."""
    table = Table(game, seats, seed, options, "redraws")
    for fresh, state in enumerate(table.points()):
        before = game.digest(state), game.view(state, None)
        game.redraw(state, fresh)
        table.check(game.digest(state) != before[0], "a redraw has left chance as it was")
        table.same(game.view(state, None), before[1], "a redraw has changed the table")
        table.check(not any(Match.of(game, state.clone()).undo(seat) for seat in range(seats)), "undo beyond a redraw")
        table.same_state(records.replay(game, records.write(game, state)), state, "redrawn and recorded")
        while state.to_move != OVER and len(state.actions) < MAX_ACTIONS:
            game.apply(state, table.choose(state))
        written = records.parse(json.dumps(records.write(game, state)))
        table.same_state(records.replay(game, written), state, "a record with a redraw")
        table.same_state(game.rewind(state, len(state.actions)), state, "rewound over a redraw")
        table.same(game.view(game.position(game.describe(state)), None)["scores"], game.scores(state), "described")


def fair_seeds(
    game: Game[Any], seats: int, seed: int, laws: Collection[Callable[..., None]] | None = None, **options: Any
) -> None:
    """A fair seed is a seed like any other, and another branch of it is another game.

    `laws` are those of `FAIR_LAWS` that it is to keep, usually all.
    """
    numbers = stream(seed, "conformance secrets")
    secret = bytes(numbers.below(256) for _ in range(SECRET_BYTES))
    nonces = [str(seat) * seat for seat in range(seats)]
    seeds = [fair_seed(secret, nonces, branch) for branch in range(2)]
    for law in FAIR_LAWS if laws is None else laws:
        law(game, seats, seeds[0], **options)
    one, other = (Table(game, seats, fair, options, "fair seeds") for fair in seeds)
    one.check(game.digest(one.state) != game.digest(other.state), "another branch is the same game")


def deals(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """The seed of a deal is a seed like any other, and what it holds does not follow into resampled worlds."""
    numbers = stream(seed, "conformance deals")
    dealt = deal_seed(bytes(numbers.below(256) for _ in range(SECRET_BYTES)))
    FAIR_LAWS[seed % len(FAIR_LAWS)](game, seats, dealt, **options)
    table = Table(game, seats, dealt, options, "deals")
    for state in table.points(2):
        for seat in table.everybody:
            world = game.resample(state, seat, table.chance)
            table.check(type(world.rng) is Stream, "a resampled world knows the deal")
            table.check(world.origin.seed == 0, "a resampled world knows the seed")


def views(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """A view is JSON, says who must answer, and is the reader's own: changing it changes nothing."""
    table = Table(game, seats, seed, options, "views")
    for state in table.points(2):
        for seat in table.everybody:
            view = game.view(state, seat)
            copy = json.loads(json.dumps(view))
            table.same(copy, view, "a view is not JSON")
            asked = game.to_move(state)
            table.check(view["to_move"] in (None, asked), f"seat {asked} is asked, not {view['to_move']}")
            _spoil(view)
            table.same(game.view(state, seat), copy, "a view was changed, and the state with it")


def _spoil(value: dict[str, Any] | list[Any]) -> None:
    """Change a JSON value wherever it can be changed."""
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, (dict, list)):
            _spoil(inner)
    value.clear()


def hidden(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Nobody can tell a resampled world from the real one."""
    table = Table(game, seats, seed, options, "hidden")
    for state in table.points():
        before = game.digest(state)
        for seat in table.everybody:
            other = game.resample(state, seat, table.chance)
            table.same(game.digest(state), before, "resampling has changed the state")
            table.same(game.view(other, seat), game.view(state, seat), f"resampled: view of {seat}")
            if state.to_move == seat:
                table.same(game.legal(other), game.legal(state), f"resampled: answers of {seat}")


def observations(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """A row is what its slices say, changes nothing, and tells a seat nothing that it cannot know or that is past."""
    table = Table(game, seats, seed, options, "observations")
    watched = begin(game, seats, seed, options)  # again and again, so that an observer may keep what it wrote
    slices = game.slices(seats)
    table.same([slice.start for slice in slices], [0, *(slice.end for slice in slices)][:-1], "a gap between slices")
    table.check(len({slice.name for slice in slices}) == len(slices), "two slices have the same name")
    most = [slice.most for slice in slices for _ in range(slice.size)]
    for state in table.points(3 * SAMPLED_STATES):
        table.play(watched, state.actions[len(watched.actions) :])
        before = game.digest(state)
        for seat in range(seats):
            row = game.observe(state, seat)
            table.same(len(row), slices[-1].end, "the length of a row")
            if any(map(gt, row, most)):
                found = [(max(row[slice.start : slice.end], default=0), slice) for slice in slices]
                number, slice = next((number, slice) for number, slice in found if number > slice.most)
                table.fail(f"{slice.name} is {number}, and may be {slice.most} at most")
            other = game.resample(state, seat, table.chance)
            if game.observe(other, seat) != row:
                table.same(list(game.observe(other, seat)), list(row), f"resampled: observation of {seat}")
            if game.observe(watched, seat) != row:
                table.same(list(game.observe(watched, seat)), list(row), f"watched all along: observation of {seat}")
        table.same(game.digest(state), before, "observing has changed the state")


def hidden_until_chance(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Where no seat knows more than another, a resampled world stays like the real one until chance speaks."""
    table = Table(game, seats, seed, options, "hidden until chance")
    for state in table.points():
        for seat in table.everybody:
            real = state.clone()
            other = game.resample(real, seat, table.chance)
            while (real.drawn, other.drawn) == (state.drawn, state.drawn):
                table.same(game.view(other, seat), game.view(real, seat), f"resampled: view of {seat}")
                if real.to_move == seat:
                    table.same(game.legal(other), game.legal(real), f"resampled: answers of {seat}")
                common = [action for action in game.legal(real) if action in game.legal(other)]
                if not common or seat not in table.concerned(state):
                    break
                action = pick(common, table.moves)
                game.apply(real, action)
                game.apply(other, action)


def refusals(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """An illegal or unknown move raises IllegalMove with its reason, and changes nothing."""
    table = Table(game, seats, seed, options, "refusals")
    for state in table.points():
        before = game.digest(state), game.view(state, None), state.rng.state
        legal = {game.label(state, action) for action in game.legal(state)}
        others = [label for label in game.label_list if label not in legal]
        tries: list[str | int] = ["", "no such move", -1, game.num_actions]
        tries += [others[table.chance.below(len(others))] for _ in range(_ILLEGAL_TRIES)]
        tries += itertools.islice((a for a in range(game.num_actions) if a not in game.legal(state)), 1)
        for move in tries:
            try:
                game.play(state, move)
            except IllegalMove as error:
                table.check(bool(error.why.sentence), f"no reason why {move!r} is refused")
                known = isinstance(move, str) and move in game.label_list
                table.check(bool(error.rule) or not known, f"no rule forbids {move!r}")
            else:
                table.check(False, f"{move!r} was played")
            if isinstance(move, str):
                for language in game.texts.languages:
                    table.check(bool(game.why_not(state, move, language)), f"{move!r} is refused without a reason")
        table.same((game.digest(state), game.view(state, None), state.rng.state), before, "a refusal changed the state")


def ends(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Before the end everybody has 0, at the end returns sum to 1 and everybody sees the scores."""
    table = Table(game, seats, seed, options, "ends")
    nothing = [0.0] * seats
    for state in table.states():
        if state.to_move != OVER and (returns := game.returns(state)) != nothing:
            table.fail(f"returns before the end: {returns}")
    returns = game.returns(table.state)
    table.check(abs(sum(returns) - 1) < 1e-9, f"returns do not sum to 1: {returns}")
    table.check(all(share in (0, max(returns)) for share in returns), f"a victory is shared unevenly: {returns}")
    scores = game.scores(table.state)
    best = max(score["total"] for score in scores)
    won = [score["total"] == best for score, share in zip(scores, returns, strict=True) if share]
    table.check(all(won), f"a winner has not the highest total: {returns}, {scores}")
    for seat in table.everybody:
        table.same(game.view(table.state, seat)["scores"], scores, "the scores in a view of the end")


def words(game: Game[Any], seats: int, seed: int, **options: Any) -> None:
    """Every question, answer and log entry has its words in every language."""
    table = Table(game, seats, seed, options, "words")
    names = [f"<{seat}>" for seat in range(seats)]
    points = table.points()
    for language in game.texts.languages:
        for state in points:
            for called in (None, names):
                table.check(bool(game.prompt(state, language, called)), f"no words for the question in {language}")
                captions = [game.caption(state, action, language, called) for action in game.legal(state)]
                alike = len(captions) - len(set(captions))
                table.check(all(captions) and not alike, f"captions in {language}: {captions}")
        for entry in game.view(table.state, None)["log"]:
            line = game.log_line(entry, language, names)
            table.check(bool(line) and "{" not in line, f"no words for {entry} in {language}: {line!r}")
            if "seat" in entry:
                table.check(names[entry["seat"]] in line, f"{line!r} does not say whose it is: {entry}")


def undos(game: Game[Any], seats: int, seed: int | str, **options: Any) -> None:
    """What is taken back is a decision of that seat with nothing of chance after it, and can be played again."""
    table = Table(game, seats, seed, options, "undos")
    for state in table.points():
        for seat in range(seats):
            match = Match.of(game, state.clone())
            if not match.undo(seat):
                table.same_state(match.state, state, "an undo that was refused has changed the match")
                continue
            table.same(match.to_move, seat, "the seat that is asked after an undo")
            table.same(match.state.drawn, state.drawn, "chance spoke after what was taken back")
            table.play(match.state, state.actions[len(match.state.actions) :])
            table.same_state(match.state, state, "played again after an undo")


def conserved(game: Game[Any], count: Callable[[dict[str, Any]], Any], seats: int, seed: int, **options: Any) -> None:
    """What `count` finds in the spectator's view never changes: every card and token is somewhere."""
    table = Table(game, seats, seed, options, "conserved")
    first = count(game.view(table.state, None))
    for state in table.points(3 * SAMPLED_STATES):
        table.same(count(game.view(state, None)), first, "something was lost or came from nowhere")


Law = Callable[..., None]
LAWS: Final[list[Law]] = [
    questions, labels, places, clones, same_seed, replays, positions, rewinds, redraws, fair_seeds, deals, views,
    hidden, observations, refusals, ends, words, undos,
]  # fmt: skip
"""Every law but `conserved`; each is called with game, seats, seed and options."""
FAIR_LAWS: Final[list[Law]] = [clones, same_seed, replays, rewinds, undos]
"""Those in which all chance comes from the seed."""


class Conformance:
    """All laws as tests, to inherit from: name the game and the tables, and say what is conserved."""

    game: ClassVar[Game[Any]]
    tables: ClassVar[list[tuple[int, int, dict[str, Any]]]]
    """Seats, seed and options of the games to play."""
    lone: ClassVar[Collection[str]] = ()
    """Questions that are put even if they have only one answer."""

    def count(self, view: dict[str, Any]) -> Any:
        """What never changes in a spectator's view."""
        raise NotImplementedError

    def keep(self, law: Law) -> None:
        """Play every table under a law."""
        for seats, seed, options in self.tables:
            law(self.game, seats, seed, **options)

    def test_questions(self) -> None:
        """Every question is a real one: ascending answers, at least two of them."""
        self.keep(partial(questions, lone=self.lone))

    def test_labels(self) -> None:
        """Labels are unique, and parsed back to their answers."""
        self.keep(labels)

    def test_places(self) -> None:
        """Places and verbs are words, and tell the seat nothing new."""
        self.keep(places)

    def test_clones(self) -> None:
        """Playing on leaves old clones as they are."""
        self.keep(clones)

    def test_same_seed(self) -> None:
        """One seed and one list of actions give one game."""
        self.keep(same_seed)

    def test_replays(self) -> None:
        """Records replay to the same state."""
        self.keep(replays)

    def test_positions(self) -> None:
        """A described position leads to the same question."""
        self.keep(positions)

    def test_rewinds(self) -> None:
        """A game can be rewound to any of its states."""
        self.keep(rewinds)

    def test_redraws(self) -> None:
        """Chance drawn afresh in mid-game is in the record."""
        self.keep(redraws)

    def test_fair_seeds(self) -> None:
        """A fair seed plays like any other seed."""
        self.keep(fair_seeds)

    def test_deals(self) -> None:
        """The seed of a deal plays like any other seed, and resampled worlds do not know it."""
        self.keep(deals)

    def test_views(self) -> None:
        """Views are JSON, and belong to their reader."""
        self.keep(views)

    def test_hidden(self) -> None:
        """Nobody can tell a resampled world from the real one."""
        self.keep(hidden)

    def test_observations(self) -> None:
        """Observations are what their slices say, and leak nothing."""
        self.keep(observations)

    def test_refusals(self) -> None:
        """Illegal moves are refused with a reason, and change nothing."""
        self.keep(refusals)

    def test_ends(self) -> None:
        """Returns sum to 1 at the end, and not before."""
        self.keep(ends)

    def test_words(self) -> None:
        """Everything has words in every language."""
        self.keep(words)

    def test_undos(self) -> None:
        """What is undone had nothing of chance after it."""
        self.keep(undos)

    def test_conserved(self) -> None:
        """No card and no token appears or is lost."""
        for seats, seed, options in self.tables:
            conserved(self.game, self.count, seats, seed, **options)
