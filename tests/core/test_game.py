"""What the core gives to every game, shown on pebbles."""

from __future__ import annotations

import copy
import pickle
import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.edition import Editions
from pediment.core.engine.rng import Stream, stream
from pediment.core.engine.state import OVER, Origin
from pediment.core.errors import EditionError, IllegalMove, OptionError, PositionError
from pediment.core.game import Game
from pediment.core.match import Match
from pediment.core.texts import SPOKEN, Texts
from pediment.testing.toy import GAME, HIDE, OPEN

START: dict[str, Any] = {"seats": [{"open": [1, 2]}, {}], "to_move": 1, "draws": [4, 3]}


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match=r"seats must be one of 2, 3, 4, not 1 \(P1\)"):
        GAME.new(seats=1)
    with pytest.raises(OptionError, match="not True"):
        GAME.new(seats=True)
    with pytest.raises(OptionError, match="whole number of at most 18 digits, not 'seven'"):
        GAME.new(seed="seven")
    with pytest.raises(OptionError, match="unknown option 'families'; pebbles has copies"):
        GAME.new(families="random")
    with pytest.raises(TypeError, match="unknown option"):  # as of any function in Python
        GAME.new(sets=2)


def test_two_play_with_the_seed_0_unless_something_else_is_said() -> None:
    usual = GAME.new(seats=2, seed=0)
    for state in (GAME.new(), Match(GAME).state):
        assert GAME.digest(state) == GAME.digest(usual)
        assert (state.origin.seats, state.origin.seed) == (2, 0)
    again = usual.clone()
    assert GAME.play_out(again) == GAME.play_out(usual, 0)
    assert again.actions == usual.actions
    assert GAME.play_games(4) == GAME.play_games(4, seats=2, seed=0)


def test_all_cards_are_in_every_edition_unless_a_game_says_otherwise() -> None:
    assert GAME.cards_in(None) == GAME.cards()
    assert GAME.cards_offered({"event": "open"}) == []
    assert GAME.setup(GAME.new()) == {}
    assert GAME.card_taken({"event": "open"}) is None


def test_a_game_need_not_tell_what_was_gathered() -> None:
    state = GAME.new(seats=3)
    assert GAME.gathered(state) == [{}, {}, {}]
    assert GAME.groups(state) == [{}, {}, {}]


def test_an_answer_has_the_name_of_its_label_where_it_has_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [GAME.answer_name(OPEN), GAME.answer_name(HIDE)] == ["open", "hide"]
    monkeypatch.setattr(GAME, "label_list", [*GAME.label_list, "open twice"])
    assert GAME.answer_name(OPEN) == f"answer {OPEN}"


def test_a_game_need_not_have_sets_families_or_values_to_reconstruct() -> None:
    assert GAME.sets() == {}
    assert GAME.set_texts("fr") == GAME.characters("fr") == {}
    assert GAME.reconstruction("fr") == ""


OPTION_TEXTS = {
    ("elysium", "en"): {
        "families": "first-game, opulence, misfortune, wasteland, deadly-plots, why-bother, random, or five families "
        "joined by commas",
        "pediment": "side of the Pediment: a, b or random (default)",
        "edition": "an edition file with the printed values of your box",
    },
    ("elysium", "fr"): {
        "families": "first-game, opulence, misfortune, wasteland, deadly-plots, why-bother, random, ou cinq Familles "
        "jointes par des virgules",
        "pediment": "face du Fronton\u00a0: a, b ou random (par défaut)",
        "edition": "un fichier d’édition avec les valeurs imprimées de votre boîte",
    },
    ("ephyran", "en"): {
        "gods": "random (default), or choose in seat order from the first player",
        "edition": "an edition file with the cards and tokens of your box",
    },
    ("ephyran", "fr"): {
        "gods": "random (par défaut), ou choose pour choisir dans l’ordre des places à partir du premier joueur",
        "edition": "un fichier d’édition avec les cartes et les jetons de votre boîte",
    },
    ("pebbles", "en"): {"copies": "number of pebbles of each value, 1 to 9, usually 3"},
    ("pebbles", "fr"): {"copies": "nombre de cailloux de chaque valeur, de 1 à 9, 3 d’habitude"},
}


@pytest.mark.parametrize(("name", "language"), OPTION_TEXTS)
def test_options_are_told_in_both_languages(name: str, language: str) -> None:
    game: Game[Any] = GAME if name == GAME.name else pediment.game(name)
    assert game.option_texts(language) == OPTION_TEXTS[name, language]
    assert list(game.option_texts(language)) == list(game.options)
    assert all(one in game.option_texts(language)["families"] for one in game.sets())


def test_a_rematch_has_the_options_of_the_game_before() -> None:
    assert GAME.options_anew(GAME.new(seats=3, seed=4, copies=2)) == {"copies": 2}


def test_an_option_without_a_text_has_its_line_of_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "options", GAME.options | {"bags": "how many bags"})
    assert GAME.option_texts("fr") == OPTION_TEXTS["pebbles", "fr"] | {"bags": "how many bags"}
    monkeypatch.setattr(GAME, "texts", Texts(tmp_path))  # no catalogue at all
    assert GAME.option_texts("fr") == GAME.options


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_a_round_is_a_turn_of_everybody_whoever_is_asked_in_between(seats: int) -> None:
    discards = 0
    for seed in range(30):
        state = GAME.new(seats=seats, seed=seed)
        GAME.play_out(state, seed)
        seen = [(GAME.view(again, None), GAME.round_of(again)) for again in GAME.retrace(state)]
        views = [view for view, _ in seen]
        pebbles = sum(GAME.new(seats=seats).bag)
        drawn = [pebbles - view["bag_size"] for view in views]  # one in each turn
        turns = [n + (view["asking"] == "turn") for n, view in zip(drawn, views, strict=True)]
        assert GAME.rounds(views) == [1 + (turn - 1) // seats for turn in turns]
        assert GAME.rounds(views) == [n for _, n in seen]
        discards += sum((view["asking"], view["to_move"]) == ("discard", 0) for view in views)
    assert discards  # the first seat was asked out of turn


def test_a_game_that_was_described_at_its_end_is_in_its_first_round() -> None:
    """As far as anybody knows: no turn has begun since."""
    state = GAME.position({"seats": [{}, {}], "copies": 1, "gone": [1, 2, 3, 4]})
    assert (state.to_move, state.turns_begun, GAME.round_of(state)) == (OVER, 0, 1)


def test_a_move_is_a_label_or_an_action() -> None:
    state = GAME.new(seed=1)
    GAME.play(state, "  Hide ")
    GAME.play(state, OPEN)
    assert state.actions == [HIDE, OPEN]


@pytest.mark.parametrize("move", ["discard 1", "fold", "", -1, 6, 1 << 80])
def test_an_illegal_move_changes_nothing(move: str | int) -> None:
    state = GAME.new(seed=1)
    before = GAME.digest(state)
    with pytest.raises(IllegalMove):
        GAME.play(state, move)
    assert GAME.digest(state) == before


def test_an_unknown_move_has_no_rule_a_known_one_has() -> None:
    state = GAME.new(seed=1)
    unknown, known = GAME.why_not(state, "fold"), GAME.why_not(state, "discard 1")
    assert unknown is not None
    assert known is not None
    assert (unknown.rule, known.rule) == ("", "P1")
    assert GAME.why_not(state, "discard 1", "fr") == "P1: Répondez d’abord à la question."
    assert GAME.why_not(state, "open") is None


def test_legal_is_the_callers_own() -> None:
    state = GAME.new(seed=1)
    GAME.legal(state).clear()
    assert GAME.legal(state) == [OPEN, HIDE]


def test_played_reaches_an_inner_question() -> None:
    state = GAME.position({**START, "played": ["open"]})
    assert (GAME.to_move(state), GAME.asking(state)) == (0, "discard")
    assert GAME.describe(state)["played"] == ["open"]
    assert GAME.describe(state)["draws"] == [4, 3]


def test_a_position_without_a_seed_has_the_seed_0() -> None:
    given: dict[str, Any] = {"seats": [{"open": [1, 2]}, {}]}
    state = GAME.position(given)
    assert state.origin.seed == 0
    assert GAME.digest(state) == GAME.digest(GAME.position(given | {"seed": 0}))


def test_a_position_belongs_to_the_state() -> None:
    given: dict[str, Any] = {"seats": [{"open": [1, 2]}, {}], "draws": [4, 3]}
    state = GAME.position(given)
    GAME.play(state, "open")
    given["draws"].clear()
    given["seats"][0]["open"].append(3)
    again = GAME.rewind(state)
    GAME.play(again, "open")
    assert GAME.digest(again) == GAME.digest(state)


@pytest.mark.parametrize(
    ("position", "field"),
    [
        (None, "position"),
        ([], "position"),
        ({**START, "played": "open"}, "played"),
        ({**START, "played": [OPEN]}, "played[0]"),
        ({**START, "played": ["open", "discard 4"]}, "played[1]"),
        ({**START, "played": ["open", "fold"]}, "played[1]"),
    ],
)
def test_what_was_played_is_checked(position: Any, field: str) -> None:
    with pytest.raises(PositionError) as error:
        GAME.position(position)
    assert [place for place, _ in error.value.problems] == [field]


def test_a_digest_tells_states_apart() -> None:
    seen = set()
    state = GAME.new(seed=1)
    while state.to_move >= 0:
        seen.add(GAME.digest(state))
        GAME.apply(state, state.legal[0])
    assert len(seen) == len(state.actions)
    assert all(len(digest) == 16 for digest in seen)


def test_a_game_without_editions_says_so() -> None:
    with pytest.raises(EditionError, match="pebbles has no editions"):
        GAME.edition_template()
    with pytest.raises(EditionError, match="pebbles has no editions"):
        GAME.check_edition("")


@pytest.mark.parametrize("language", SPOKEN)
def test_a_template_is_in_the_language_of_its_reader(language: str) -> None:
    for game in map(pediment.game, pediment.games()):
        text = game.edition_template(language)
        for comment in game.texts.section(language, "edition-comments").values():
            assert comment in text
        assert tomllib.loads(text) | {"name": "my box"} == tomllib.loads(game.edition_template())
    elysium = pediment.game("elysium")
    named = re.findall(r'^"(\S+)" = "\S+"  # (.+)$', elysium.edition_template(language), re.MULTILINE)
    assert dict(named) == {card: elysium.card(card, language)["name"] for card in elysium.cards()}


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
@pytest.mark.parametrize("name", pediment.games())
def test_a_state_is_copied_by_its_clone_only(way: Callable[[Any], Any], name: str) -> None:
    with pytest.raises(TypeError, match=r"a state is copied by its clone\(\)"):
        way(pediment.game(name).new())


@pytest.mark.parametrize("name", pediment.games())
def test_games_of_one_edition_share_it(name: str) -> None:
    game = pediment.game(name)
    values = tomllib.loads(game.edition_template())
    first, second = (game.new(seed=seed, edition={"values": values} | named(game)) for seed in (1, 2))
    assert first.edition is second.edition
    values["name"] = "another box"
    assert first.edition.name == "my box"


@pytest.mark.parametrize("name", pediment.games())
def test_a_few_editions_are_kept_and_no_more(name: str) -> None:
    ours: Any = pediment.game(name).editions
    editions, most = Editions[Any](ours.folder, ours.checker, ours.make), 0
    values = tomllib.loads(ours.template())
    for n in range(40):
        box = values | {"name": f"box {n}"}
        assert editions.check(box, {}) is editions.check(box, {})
        most = max(most, len(editions._known))
    assert most == 16


@pytest.mark.parametrize("name", pediment.games())
@pytest.mark.parametrize("values", [{1: 2}, {"name": {None: 3}}, {"quests_2": [{7: 8}]}])
def test_names_in_an_edition_are_texts(name: str, values: dict[Any, Any]) -> None:
    with pytest.raises(pediment.OptionError, match="a name must be a text, not"):
        pediment.game(name).new(edition={"values": values})


@pytest.mark.parametrize("name", pediment.games())
@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_a_seat_that_does_not_exist_is_refused(name: str, seat: int) -> None:
    game = pediment.game(name)
    state = game.new(seats=3, seed=1)
    for ask in (game.view, game.evaluate, game.observe, lambda s, k: game.resample(s, k, stream(1, "worlds"))):
        with pytest.raises(ValueError, match="seat"):
            ask(state, seat)


class Noted(random.Random):
    """Notes how many bits it is asked for."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[int] = []

    def getrandbits(self, k: int, /) -> int:
        self.asked.append(k)
        return super().getrandbits(k)


@pytest.mark.parametrize("name", pediment.games())
def test_a_world_takes_64_bits_of_its_callers_chance(name: str) -> None:
    game, chance = pediment.game(name), Noted()
    game.resample(game.new(seed=1), 0, chance)
    assert chance.asked == [64]


@pytest.mark.parametrize("name", pediment.games())
def test_an_action_beyond_the_vocabulary_is_told_its_range(name: str) -> None:
    game = pediment.game(name)
    state = game.new(seed=1)
    for action in (-1, game.num_actions):
        with pytest.raises(pediment.IllegalMove, match=f"Actions run from 0 to {game.num_actions - 1}"):
            game.play(state, action)


@pytest.mark.parametrize("name", pediment.games())
def test_the_seed_of_a_position_is_a_number_of_62_bits(name: str) -> None:
    game = pediment.game(name)
    for seed in (0, 1 << 62):
        assert game.position({"seats": [{}, {}], "seed": seed}).origin.seed == seed
    for seed in (-1, (1 << 62) + 1):
        with pytest.raises(pediment.PositionError, match="seed"):
            game.position({"seats": [{}, {}], "seed": seed})


@pytest.mark.parametrize("name", pediment.games())
def test_an_edition_nested_too_deep_is_refused(name: str) -> None:
    """However deep: compiled functions have no limit of recursion that would end them in time."""
    values: list[Any] = []
    values.append((values,))
    with pytest.raises(pediment.OptionError, match="the values are nested too deeply"):
        pediment.game(name).new(edition={"values": {"name": values}})


def nested(deep: int) -> list[Any]:
    """Lists nested this deep."""
    found: list[Any] = []
    for _ in range(deep - 1):
        found = [found]
    return found


DEEP: Final = nested(100_000)


@pytest.mark.parametrize("name", pediment.games())
def test_an_edition_has_less_than_a_hundred_levels(name: str) -> None:
    """Below that, only what the values are is wrong."""
    for deep, problem in ((99, "must be a text|missing"), (100, "the values are nested too deeply")):
        with pytest.raises(pediment.OptionError, match=problem):
            pediment.game(name).new(edition={"values": {"name": nested(deep)}})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("elysium", {"families": DEEP}),
        ("elysium", {"families": {"five": DEEP}}),
        ("elysium", {"pediment": DEEP}),
        ("ephyran", {"gods": DEEP}),
        *((name, {"edition": DEEP}) for name in pediment.games()),
        *((name, {"edition": {"name": DEEP}}) for name in pediment.games()),
        *((name, {"edition": {"hash": DEEP}}) for name in pediment.games()),
        *((name, {"seed": DEEP}) for name in pediment.games()),
        *((name, {"unheard of": DEEP}) for name in pediment.games()),
    ],
)
def test_an_option_nested_too_deep_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(pediment.OptionError):
        pediment.game(name).new(**options)
    with pytest.raises(pediment.OptionError):
        pediment.game(name).play_games(1, **options)


@pytest.mark.parametrize("name", pediment.games())
def test_a_position_nested_too_deep_is_refused(name: str) -> None:
    with pytest.raises(PositionError, match="position: is nested too deeply"):
        pediment.game(name).position({"seats": DEEP})
    with pytest.raises(PositionError, match=r"played\[0\]: must be a label, not something nested too deeply"):
        pediment.game(name).position({"seats": [{}, {}], "played": DEEP})


@pytest.mark.parametrize("name", pediment.games())
def test_an_edition_in_a_position_is_never_a_file(name: str, tmp_path: Path) -> None:
    """A position comes from anywhere: it must not make anybody read a file."""
    game, box = pediment.game(name), tmp_path / "box.toml"
    box.write_text(game.edition_template(), encoding="utf-8")
    assert game.edition_of(game.new(edition=str(box))).name == "my box"
    with pytest.raises(PositionError, match="edition: must be a table of name, hash and values"):
        game.position({"seats": [{}, {}], "edition": str(box)})


@pytest.mark.parametrize("name", pediment.games())
def test_the_last_sixteen_editions_are_kept(name: str) -> None:
    game = pediment.game(name)
    assert game.editions is not None
    editions = Editions(game.editions.folder, game.editions.checker, game.editions.make)
    boxes = [game.edition_template().replace("my box", f"box {n}") for n in range(17)]
    first = editions.parse(boxes[0])
    for box in boxes[1:16]:
        editions.parse(box)
        assert editions.parse(boxes[0]) is first
    editions.parse(boxes[16])
    assert editions.parse(boxes[0]) is not first
    assert editions.parse(boxes[0]).hash == first.hash


def named(game: Game[Any]) -> dict[str, str]:
    name, found = game.check_edition(game.edition_template())
    return {"name": name, "hash": found}


class Lowest(Stream):
    """Always the first of what there is."""

    def below(self, n: int) -> int:
        return 0

    def clone(self) -> Stream:
        return Lowest(0)


@pytest.mark.parametrize("name", pediment.games())
def test_a_dealer_settles_all_chance_whatever_the_seed(name: str) -> None:
    game = pediment.game(name)
    options = game.check_options(3, 0, {})
    origins = [Origin(3, seed, options, None, game.rules_number(), dealer=Lowest(0)) for seed in (1, 2)]
    views = [game.view(game.restart(origin), 0) for origin in origins]
    assert views[0] == views[1] != game.view(game.new(seats=3, seed=1), 0)


@pytest.mark.parametrize("name", pediment.games())
@pytest.mark.laws
def test_a_long_chain_of_clones_can_be_let_go(name: str) -> None:
    """Compiled classes without a header for the garbage collector broke Python's memory at such depths."""
    state = pediment.game(name).new(seats=4)
    for _ in range(50):
        chain: Any = None
        for _ in range(200):
            chain = (chain, state.clone())
        del chain
    assert state.clone().legal == state.legal


def test_a_label_is_of_an_action() -> None:
    state = GAME.new()
    assert [GAME.label(state, action) for action in (0, GAME.num_actions - 1)] == ["open", "discard 4"]
    for action in (-1, GAME.num_actions):
        with pytest.raises(ValueError, match=f"there is no action {action}; actions run from 0 to 5"):
            GAME.label(state, action)


def test_reasons_are_for_an_answer_of_the_seat_that_is_asked() -> None:
    state = GAME.new()
    assert GAME.reasons(state, OPEN, 0)
    for action, seat in ((OPEN, 1), (GAME.num_actions - 1, 0)):
        with pytest.raises(ValueError, match=f"action {action} is not an answer of seat {seat} now"):
            GAME.reasons(state, action, seat)


def test_only_whole_numbers_are_summed_up() -> None:
    assert GAME.item_points({"open": 3, "pebbles": [1, 2], "total": 4}) == {"open": 3, "total": 4}


@pytest.mark.parametrize("name", pediment.games())
def test_a_player_without_a_name_has_a_number(name: str) -> None:
    game = pediment.game(name)
    assert (game.player(2), game.player(3, "fr")) == ("Player 2", "Joueur 3")
