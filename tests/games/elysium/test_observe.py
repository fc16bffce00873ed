"""What a seat observes of Elysium, slice by slice."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.effect import EFFECTS, Effect
from pediment.core.engine.observation import WHO
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER, Frame
from pediment.games.elysium.io.observation import LEGENDS, MAX_CITIZENS, MAX_GOLD, MAX_TOTAL, QUESTIONS, Kept
from pediment.testing.random_game import Table
from pediment.testing.scenario import Scenario

GAME: Final = pediment.game("elysium")
FAMILIES: Final = ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"]
COLOURS: Final = ["red", "yellow", "green", "blue"]
LEVEL: Final = {card: GAME.card(card)["level"] for card in GAME.cards()}
KINDS: Final = [*GAME.cards(), "citizen"]

ABOUT = ("dismiss", "legend", "exchange-legend", "point", "discard-pointed")
NUMBERED = ("transfer", "legend", "draw-or-transfer", "discard-level", "gold-or-vp")
"""The questions about a card or Legend, and those with a number."""


class Row:
    """What a seat observes, by the names of the slices."""

    def __init__(self, state: Any, seat: int) -> None:
        self.row = GAME.observe(state, seat)
        self.slices = {part.name: part for part in GAME.slices(state.origin.seats)}

    def __call__(self, name: str) -> list[int]:
        """The numbers of a slice."""
        part = self.slices[name]
        return list(self.row[part.start : part.end])

    def one(self, name: str) -> int:
        """The only number of a slice."""
        [n] = self(name)
        return n

    def hot(self, name: str) -> list[int]:
        """Where the numbers of a slice are not 0."""
        return [place for place, n in enumerate(self(name)) if n]

    def cards(self, name: str) -> Counter[str]:
        """Cards by their ids."""
        return Counter({KINDS[kind]: n for kind, n in enumerate(self(name)) if n})


def row(position: dict[str, Any], seat: int = 0) -> Row:
    return Row(GAME.position(position), seat)


def name_of(item: Any) -> str:
    """A card of a view's Domain or Legend."""
    name = item["card"] if isinstance(item, dict) else item
    assert isinstance(name, str)
    return name


def agrees_with_the_view(state: Any, seat: int) -> None:
    seen, found = GAME.view(state, seat), Row(state, seat)
    assert found.hot("seat") == [seat]
    assert found.hot("families") == [FAMILIES.index(family) for family in seen["families"]]
    assert found.hot("epoch") == [seen["epoch"] - 1]
    assert found.hot("phase") == [["awakening", "actions", "transfers", "over"].index(seen["phase"])]
    assert found.one("pediment") == "ab".index(seen["pediment"])
    assert [QUESTIONS[place] for place in found.hot("asking")] == [seen["asking"]]
    assert list(found.cards("source")) == [card for card in (seen["source"],) if card]
    if seen["asking"] != "point":
        assert not any(found.one(f"{who}.pointed") for who in WHO[: len(seen["seats"])])
    if seen["asking"] not in ABOUT:
        assert not found.hot("about")
    if seen["asking"] not in NUMBERED:
        assert found.one("number") == 0
    for field in ("agora", "oracle", "discard"):
        assert found.cards(field) == Counter(seen[field])
    assert found.cards("unseen") == Counter(seen["unseen"][-1])
    assert found.cards("former") == Counter(card for deck in seen["unseen"][:-1] for card in deck)
    assert found.one("deck") == seen["deck_size"]
    for quest in seen["quests"]:
        place = quest["n"] - 1
        colours = found("colours")[4 * place : 4 * place + 4]
        assert [COLOURS[i] for i in range(4) if colours[i]] == quest["colours"]
        assert [found(f"quest_{field}")[place] for field in ("gold", "transfers", "vp")] == [
            quest[field] for field in ("gold", "transfers", "vp")
        ]
    n = len(seen["seats"])
    for i in range(n):
        the_seat_agrees(found, WHO[i], seen, (seat + i) % n)


def the_seat_agrees(found: Row, who: str, seen: dict[str, Any], seat: int) -> None:
    shown = seen["seats"][seat]
    assert found.one(f"{who}.asked") == (seen["to_move"] == seat)
    assert found.one(f"{who}.turn") == (seen["turn"] == seat)
    assert found.hot(f"{who}.disc") == [shown["disc"] - 1]
    for field in ("gold", "vp", "pp", "cards_taken"):
        assert found.one(f"{who}.{field}") == shown[field]
    assert found.one(f"{who}.total") == seen["scores"][seat]["total"]
    assert "".join("RYGB"[place] for place in found.hot(f"{who}.columns")) == shown["columns"]
    assert found.one(f"{who}.turns") == shown["cards_taken"] + (shown["quest"] is not None)
    assert found.hot(f"{who}.quest") == [["incomplete", None, 1, 2, 3, 4].index(shown["quest"])]
    domain = Counter(name_of(item) for item in shown["domain"])
    former = sum(isinstance(item, dict) and "deck" in item for item in shown["domain"])
    assert found(f"{who}.citizens") == [domain["citizen"] - former, former]
    del domain["citizen"]
    assert found.cards(f"{who}.domain") == domain
    spent = [item["card"] for item in shown["domain"] if isinstance(item, dict) and {"used", "ring"} & item.keys()]
    assert found.cards(f"{who}.spent") == Counter(spent)
    written = Counter(name_of(item) for legend in shown["elysium"] for item in legend)
    del written["citizen"]
    assert found.cards(f"{who}.written") == written
    legends = [[name_of(item) for item in legend] for legend in shown["elysium"][:LEGENDS]]
    cells = found(f"{who}.legends")
    for place in range(LEGENDS):
        cards = legends[place] if place < len(legends) else []
        assert [cell for cell in range(24) if cells[24 * place + cell]] == cells_of(cards)
        assert found(f"{who}.legend_citizens")[place] == cards.count("citizen")
    tiles = [f"level {1 + place}" for place in found.hot(f"{who}.level_tiles")]
    tiles += [f"{FAMILIES[place // 2]} {(5, 2)[place % 2]}" for place in found.hot(f"{who}.family_tiles")]
    assert sorted(tiles) == shown["bonuses"]


def cells_of(cards: list[str]) -> list[int]:
    real = [card for card in cards if card != "citizen"]
    return sorted(3 * FAMILIES.index(card.partition(".")[0]) + LEVEL[card] - 1 for card in real)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_row_says_what_the_view_shows(seats: int) -> None:
    for seed, families in enumerate([FAMILIES[:5], FAMILIES[3:]]):
        table = Table(GAME, seats, seed, {"families": families}, "observe")
        for n, state in enumerate(table.states()):
            if n % 7 == 0 or state.to_move == pediment.OVER:
                agrees_with_the_view(state, n % seats)


def test_every_question_has_its_place() -> None:
    frames = [Frame(0, 0, 0, 0, 0, step) for step in (0, 1)]
    own = [effect for effect in EFFECTS if type(effect).__module__.startswith("pediment.games.elysium")]
    asked = {effect.asks(f) for effect in own for f in frames}
    assert asked - {""} | {"over"} == set(QUESTIONS)
    assert GAME.slices(2)[5].size == len(QUESTIONS) == len(set(QUESTIONS))


def test_questions_keep_their_places() -> None:
    """Programs that have learned rely on them: a further one goes to the end."""
    assert QUESTIONS[:22] == [
        "turn", "after-take", "dismiss", "transfer", "legend", "discard", "oracle", "copy", "gold-or-vp",
        "offer-citizen", "offer-oath", "draw-or-transfer", "convert", "swap", "exchange", "exchange-legend",
        "card-or-gold", "level", "discard-level", "point", "discard-pointed", "over",
    ]  # fmt: skip


class Barter(Effect[Any]):
    """A question of a card that nobody has told the observer of."""

    asking = "barter"


def test_a_question_without_a_place_is_all_zeros() -> None:
    state = GAME.position({"seats": [{"domain": ["zeus.hercules"]}, {}]})
    before = Row(state, 0)
    assert before.hot("asking") == [QUESTIONS.index("turn")]
    Barter().start(state, 0, state.players[0].domain[0])
    try:
        assert GAME.asking(state) == "barter"
        found = Row(state, 0)
    finally:
        del EFFECTS[-1]
    assert found.hot("asking") == []
    assert list(found.cards("source")) == ["zeus.hercules"]
    for name in found.slices.keys() - {"asking", "source"}:
        assert found(name) == before(name)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_slices_have_names_of_their_own_and_meanings(seats: int) -> None:
    slices = GAME.slices(seats)
    assert len({part.name for part in slices}) == len(slices)
    assert all(part.meaning for part in slices)
    assert slices[-1].end == GAME.observer.width(seats)


@pytest.mark.parametrize("seats", [3, 4])
def test_seats_come_clockwise_from_the_one_that_looks(seats: int) -> None:
    held = ["zeus.triumph", "hades.charon", "athena.democracy", "poseidon.medusa"]
    position = {"seats": [{"gold": 10 + k, "domain": held[k : k + 1]} for k in range(seats)], "to_move": 1}
    for seat in range(seats):
        found = row(position, seat)
        assert found.hot("seat") == [seat]
        for i in range(seats):
            k = (seat + i) % seats
            assert found.one(f"{WHO[i]}.gold") == 10 + k
            assert list(found.cards(f"{WHO[i]}.domain")) == [held[k]]
            assert found.hot(f"{WHO[i]}.disc") == [k]
            assert found.one(f"{WHO[i]}.asked") == found.one(f"{WHO[i]}.turn") == (k == 1)


def test_what_a_position_put_on_the_table() -> None:
    domain = ["zeus.triumph", {"card": "zeus.hercules", "ring": False}, {"card": "zeus.kings-council", "used": True}]
    me = {"gold": 7, "vp": 9, "columns": "RG", "cards_taken": 1, "quest": 2, "domain": [*domain, "citizen"]}
    agora = ["zeus.alliance", "zeus.assembly"]
    found = row({"epoch": 3, "pediment": "b", "seats": [me, {}], "agora": agora, "discard": ["hades.charon"] * 2})
    assert (found.hot("epoch"), found.hot("phase"), found.one("pediment")) == ([2], [1], 1)
    assert found.hot("asking") == [QUESTIONS.index("turn")]
    assert found.cards("agora") == Counter(agora)
    assert found.cards("discard") == {"hades.charon": 2}
    assert found("colours") == [0, 1, 0, 1, 1, 0, 1, 0] + [0] * 8
    assert found.hot("me.columns") == [0, 2]
    assert (found.one("me.gold"), found.one("me.vp"), found.one("me.turns")) == (7, 9, 2)
    assert (found.hot("me.quest"), found.hot("next.quest")) == ([3], [1])
    assert set(found.cards("me.spent")) == {"zeus.hercules", "zeus.kings-council"}
    assert found("me.citizens") == [1, 0]


def test_citizens_of_former_decks_are_counted_apart() -> None:
    former = {"card": "citizen", "deck": 0}
    found = row({"seats": [{"domain": ["citizen", former, former]}, {"domain": [former] * (MAX_CITIZENS + 1)}]})
    assert found("me.citizens") == [1, 2]
    assert found("next.citizens") == [0, MAX_CITIZENS]


def test_quests_and_the_incomplete_one() -> None:
    printed = GAME.edition_of(GAME.new())
    found = row({"seats": [{}, {}]})
    quests = [(quest.gold, quest.transfers, quest.vp) for quest in [*printed.quests(2), printed.incomplete]]
    told = list(zip(*(found(f"quest_{field}") for field in ("gold", "transfers", "vp")), strict=True))
    assert told == [*quests[:2], (0, 0, 0), (0, 0, 0), quests[2]]


def test_reach_is_what_the_columns_allow() -> None:
    cards = ["zeus.alliance", "zeus.triumph", "hades.charon", "zeus.hercules"]
    state = GAME.position({"seats": [{}, {"columns": "R"}], "agora": cards})
    labels = [GAME.label(state, action) for action in GAME.legal(state)]
    found = Row(state, 0)
    assert set(found.cards("me.reach")) == {label[5:] for label in labels if label.startswith("take ")}
    assert set(found.cards("next.reach")) == {card for card in cards if GAME.card(card)["condition"] in ("R", "*")}


def test_legends_stand_in_order_and_later_ones_only_count() -> None:
    family = ["zeus.triumph", "zeus.alliance", "citizen"]
    found = row({"seats": [{"elysium": [["hades.charon"], family]}, {}], "agora": ["zeus.hercules", "zeus.assembly"]})
    cells = found("me.legends")
    assert [place for place in range(24) if cells[place]] == cells_of(["hades.charon"])
    assert [place for place in range(24) if cells[24 + place]] == cells_of(family)
    assert found("me.legend_citizens") == [0, 1] + [0] * (LEGENDS - 2)
    lone = [card for card in GAME.cards() if card.startswith(("zeus", "hades"))][: LEGENDS + 2]
    found = row({"seats": [{"elysium": [[card] for card in lone]}, {}]})
    assert len(found.hot("me.legends")) == LEGENDS
    assert set(found.cards("me.written")) == set(lone)
    found = row({"seats": [{"elysium": [*([card] for card in lone if card not in family), family]}, {}]})
    assert found.hot("me.legend_citizens") == found.hot("me.level_tiles") == []


def test_a_citizen_in_a_later_legend_leaves_no_trace() -> None:
    """Neither before it nor behind: in the slices beside those of the Legends."""
    places = [card for card in GAME.cards() if card.startswith(("poseidon", "zeus"))][:LEGENDS]
    level = ["hades.assembly", "athena.assembly"]
    me = {"quest": 2, "gold": 9, "domain": ["citizen"], "elysium": [*([card] for card in places), level]}
    with Scenario({"seats": [me, {}], "phase": "transfers"}) as play:
        before = Row(play.state, 0)
        assert before.hot("me.legend_citizens") == []
        assert before.hot("me.level_tiles") == [0]
        play.answers(0, "transfer citizen")
        after = Row(play.state, 0)
        for name in ("legends", "legend_citizens", "level_tiles", "family_tiles", "written"):
            assert after(f"me.{name}") == before(f"me.{name}")
        play.rests(0)


def test_tiles_lie_with_who_holds_them() -> None:
    found = row({"seats": [{}, {"bonuses": ["level 2", "zeus 2", "athena 5"]}, {}]}, seat=2)
    assert [found.hot(f"{who}.level_tiles") for who in WHO[:3]] == [[], [], [1]]
    assert found.hot("third.family_tiles") == [2 * FAMILIES.index("athena"), 2 * FAMILIES.index("zeus") + 1]


def test_totals_and_counters_end_at_their_most() -> None:
    legend = ["zeus.triumph", "zeus.alliance", "citizen"]
    seats = [{"vp": 1, "elysium": [legend]}, {"vp": 0}, {"vp": 900, "gold": 900}]
    found = row({"epoch": 5, "phase": "over", "seats": seats})
    assert found.one("me.total") == 1 + 6 + 5 - 2  # VP, the Legend, its tile, the Citizen
    assert found.one("next.total") == 0
    assert (found.one("third.total"), found.one("third.gold")) == (MAX_TOTAL, MAX_GOLD)
    assert (found.hot("asking"), found.one("me.asked")) == ([QUESTIONS.index("over")], 0)


def test_a_citizens_face_and_coming_draws_do_not_show() -> None:
    position = {"agora": ["zeus.alliance", "zeus.assembly"]}
    rows = {
        row(position | {"seats": [{"domain": [{"card": "citizen"} | face]}, {}], "draws": draws}, seat=1).row
        for face in ({}, {"face": "hades.charon"}, {"face": "zeus.triumph"})
        for draws in ([], ["athena.democracy"])
    }
    assert len(rows) == 1


def test_what_the_question_is_about() -> None:
    agora = ["zeus.alliance", "zeus.assembly", "hades.charon"]
    with Scenario({"seats": [{}, {}], "agora": agora}) as play:
        play.answers(0, "take zeus.alliance")
        found = Row(play.match.state, 1)
        assert found.cards("about") == {"zeus.alliance": 1}
        assert (found.one("me.asked"), found.one("next.asked")) == (0, 1)
        play.answers(0, "dismiss red")
        play.rests(1)
    with Scenario({"seats": [{}, {}], "agora": agora}) as play:
        play.answers(0, "quest 1")
        found = Row(play.match.state, 0)
        assert found.hot("asking") == [QUESTIONS.index("dismiss")]
        assert not found.hot("about")
        play.answers(0, "dismiss red")
        play.rests(1)
    me = {"gold": 20, "quest": 2, "domain": ["zeus.triumph", "zeus.hercules"], "elysium": [["zeus.alliance"]]}
    with Scenario({"seats": [me, {}], "phase": "transfers"}) as play:
        before = Row(play.match.state, 0).one("number")
        play.answers(0, "transfer zeus.triumph")
        found = Row(play.match.state, 0)
        assert found.cards("about") == {"zeus.triumph": 1}
        assert found.one("number") == before == found("quest_transfers")[1]
        play.answers(0, "legend 1")
        assert Row(play.match.state, 0).one("number") == before - 1
        play.answers(0, "stop")
        play.rests(0)


def test_medusa_points_at_a_seat_and_two_cards() -> None:
    seats = [{"domain": ["poseidon.medusa"]}, {}, {"domain": ["zeus.triumph", "citizen", "citizen"]}]
    with Scenario({"seats": seats, "agora": ["zeus.alliance", "zeus.assembly"]}) as play:
        play.answers(0, "use poseidon.medusa")
        found = Row(play.match.state, 1)
        assert [found.one(f"{who}.pointed") for who in WHO[:3]] == [0, 1, 0]
        assert [Row(play.match.state, seat).one("third.pointed") for seat in range(3)] == [1, 0, 0]
        assert list(found.cards("source")) == ["poseidon.medusa"]
        assert not found.hot("about")
        play.answers(0, "choose zeus.triumph")
        found = Row(play.match.state, 2)
        assert found.cards("about") == {"zeus.triumph": 1, "citizen": 1}
        assert found.hot("asking") == [QUESTIONS.index("discard-pointed")]
        play.answers(2, "discard zeus.triumph")
        play.rests(0)


def test_the_first_card_that_medusa_points_at_shows_before_the_second() -> None:
    held = ["zeus.triumph", "zeus.hercules", "hades.charon"]
    with Scenario({"seats": [{"domain": ["poseidon.medusa"]}, {"domain": held}], "agora": ["zeus.alliance"]}) as play:
        play.answers(0, "use poseidon.medusa", "choose hades.charon")
        found = Row(play.match.state, 0)
        assert found.hot("asking") == [QUESTIONS.index("point")]
        assert found.cards("about") == {"hades.charon": 1}
        assert (found.one("me.pointed"), found.one("next.pointed")) == (0, 1)
        play.answers(0, "choose zeus.hercules")
        assert Row(play.match.state, 0).cards("about") == {"zeus.hercules": 1, "hades.charon": 1}
        play.answers(1, "discard hades.charon")
        play.rests(0)


KEPT: Final = [
    "families", "pediment", "colours", "quest_gold", "quest_transfers", "quest_vp", "agora", "oracle", "discard",
    "unseen", "former", "deck",
    *(
        f"{who}.{name}"
        for who in WHO[:2]
        for name in (
            "domain", "spent", "citizens", "reach", "written", "legends", "legend_citizens", "level_tiles",
            "family_tiles",
        )
    ),
]  # fmt: skip
"""The slices that mostly stay the same from one question to the next."""


@pytest.mark.parametrize("former", [[], [{"card": "citizen", "deck": 0}]])
def test_parts_of_a_row_that_have_not_changed_are_not_written_again(former: list[Any]) -> None:
    """Whoever marks what is kept finds the marks at the next look, except where something has changed since."""
    domain = ["zeus.triumph", "zeus.trial-of-heroes", "citizen", *former]
    me = {"quest": 1, "columns": "RG", "domain": domain, "elysium": [["zeus.assembly"]]}
    table = {
        "families": "why-bother",
        "agora": ["zeus.hercules"],
        "oracle": ["apollo.homer"],
        "discard": ["ares.hoplites"],
    }
    state = GAME.position({**table, "seats": [me, {"columns": "Y"}]})
    GAME.observe(state, 0)
    kept = state.observed
    assert isinstance(kept, Kept)
    for row in (kept.table, *(board.row for board in kept.boards)):
        for place in range(len(row)):
            row[place] = 9
    found = Row(state, 0)
    assert [name for name in KEPT if set(found(name)) != {9}] == []
    GAME.play(state, "citizen")
    found = Row(state, 0)
    written = [name for name in KEPT if set(found(name)) != {9}]
    assert written == ["deck", "me.domain", "me.spent", "me.citizens"]
    assert found.one("deck") == GAME.view(state, None)["deck_size"]
    assert found("me.citizens") == [2, len(former)]
    GAME.play(state, "dismiss red")
    GAME.play(state, "use zeus.trial-of-heroes")
    GAME.play(state, "discard zeus.triumph")
    found = Row(state, 0)
    if former:  # cards of former decks are told apart, and all piles anew
        assert found.cards("discard") == {"ares.hoplites": 1, "zeus.triumph": 1}
    else:
        assert found.cards("discard") == dict.fromkeys(KINDS[:-1], 9) | {"zeus.triumph": 10}
        assert set(found("unseen")) == {9}


def test_a_citizen_and_a_card_that_became_known_are_two_draws() -> None:
    """Divine Law draws Charisma, which takes a Citizen: the deck has two cards less."""
    seats = [{"domain": ["athena.divine-law"]}, {}]
    state = GAME.position({"families": "why-bother", "seats": seats, "draws": ["apollo.charisma"]})
    agrees_with_the_view(state, 0)
    GAME.play(state, "use athena.divine-law")
    assert GAME.view(state, None)["seats"][0]["domain"][1:] == ["apollo.charisma", "citizen"]
    agrees_with_the_view(state, 0)


@pytest.mark.parametrize("odds", [1, 5])
def test_parts_of_a_row_that_were_kept_are_those_of_a_state_that_keeps_nothing(odds: int) -> None:
    """However much has happened since somebody looked."""
    for seed in range(6):
        state = GAME.new(seats=3, seed=seed)
        numbers = stream(seed, "answers")
        while state.to_move != OVER:
            if numbers.below(odds) == 0:
                assert bytes(GAME.observe(state, state.to_move)) == bytes(GAME.observe(state.clone(), state.to_move))
            assert GAME.totals(state) == [items["total"] for items in GAME.scores(state)]
            GAME.apply(state, state.legal[numbers.below(len(state.legal))])
