"""Why a move is forbidden: the rule and a sentence, for everything that is not offered."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pediment
from pediment.testing.scenario import Scenario
from tests.depth import DEEP, some_of

GAME = pediment.game("elysium")
RULES = GAME.rules()
LANGUAGES = ["en", "fr"]


def unfilled(text: str) -> bool:
    """Is a parameter of the message left over?"""
    return "{" in text or "}" in text


def check(state: Any, actions: list[int]) -> None:
    """Every one of these actions is refused with a rule and a sentence, in every language."""
    asking = GAME.asking(state)
    asked = {GAME.prompt(state, language) for language in LANGUAGES} if asking != "over" else set()
    for action in actions:
        label = GAME.label(state, action)
        whys = [GAME.why_not(state, label, language) for language in LANGUAGES]
        for why in whys:
            assert why is not None, (asking, label)
            assert why.rule in RULES, (asking, label, why)
            assert len(why.sentence) > 10, (asking, label, why)
            assert not unfilled(why), (asking, label, why)
            assert asked.isdisjoint({why.sentence, why.sentence.partition(". ")[2]}), (asking, label, why)
            assert why.startswith(f"{why.rule}: ")
        assert len({why.rule for why in whys if why is not None}) == 1, (asking, label, whys)


@pytest.mark.parametrize("families", ["first-game", "opulence", "wasteland", "deadly-plots"])
@pytest.mark.parametrize("seats", some_of([2, 3, 4], [3]))
@pytest.mark.laws
@pytest.mark.deep
def test_every_action_that_is_not_legal_is_refused_in_words(families: str, seats: int) -> None:
    """E4.2, E5.7, E7.8, E10: the whole vocabulary at every kind of question, else a sample; with two all of it."""
    choice = random.Random(f"{families} {seats}")
    state = GAME.new(seats=seats, seed=seats, families=families)
    asked: set[str] = set()
    while GAME.to_move(state) != pediment.OVER:
        refused = sorted(set(range(GAME.num_actions)) - set(GAME.legal(state)))
        asking = GAME.asking(state)
        check(state, refused if asking not in asked or (DEEP and seats == 2) else choice.sample(refused, 12))
        asked.add(asking)
        GAME.apply(state, choice.choice(GAME.legal(state)))
    assert {"turn", "dismiss", "transfer", "legend"} <= asked
    check(state, choice.sample(range(GAME.num_actions), 60))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.laws
def test_everything_on_the_table_that_is_not_offered_is_refused_in_words(seed: int) -> None:
    """E4.4, E5.3, E5.4, E7.1: every Agora card, Quest, power and transfer, at every question of a whole game."""
    choice = random.Random(seed)
    state = GAME.new(seats=2 + seed % 3, seed=seed)
    while GAME.to_move(state) != pediment.OVER:
        view = GAME.view(state, None)
        mine = view["seats"][GAME.to_move(state)]
        domain = [card["card"] if isinstance(card, dict) else card for card in mine["domain"]]
        labels = [f"take {card}" for card in view["agora"]]
        labels += [f"quest {n}" for n in range(1, 5)]
        labels += [f"use {card}" for card in domain if card != "citizen"]
        labels += [f"transfer {card}" for card in domain]
        labels += [f"legend {n}" for n in range(1, len(mine["elysium"]) + 2)]
        labels += ["citizen", "pass", "end turn", "stop", "new legend"]
        legal = GAME.legal(state)
        check(state, [action for action in (GAME.parse(state, label) for label in labels) if action not in legal])
        GAME.apply(state, choice.choice(legal))


def test_a_legal_move_is_not_refused() -> None:
    """E4.4"""
    state = GAME.new(seats=3, seed=4)
    for action in GAME.legal(state):
        assert GAME.why_not(state, GAME.label(state, action)) is None
        assert GAME.why_not(state, GAME.label(state, action).upper()) is None


def test_a_text_that_is_no_move_has_no_rule() -> None:
    state = GAME.new()
    for language in LANGUAGES:
        why = GAME.why_not(state, "take zeus.dionysus", language)
        assert why is not None
        assert (why.rule, len(why.sentence) > 20) == ("", True)


def test_english_and_french_differ() -> None:
    """E4.7"""
    state = GAME.new()
    assert GAME.why_not(state, "citizen", "en") != GAME.why_not(state, "citizen", "fr")


# One case each

TABLE = ["zeus.alliance", "zeus.temple-of-zeus", "zeus.hercules", "zeus.kings-council"]  # G, R, BY, Y*


def test_no_green_column() -> None:
    """E4.4: the sentence names the card and the colour."""
    with Scenario({"seats": [{"columns": "RYB"}, {}], "agora": TABLE}) as play:
        play.refuses("take zeus.alliance", "E4.4")
        why = GAME.why_not(play.state, "take zeus.alliance")
        assert why is not None
        assert "green" in why
        assert "Alliance" in why


def test_no_further_column_for_a_black_dot() -> None:
    """E4.4: yellow alone is not enough for King's Council."""
    with Scenario({"seats": [{"columns": "Y", "domain": ["zeus.trial-of-heroes"]}, {}], "agora": TABLE}) as play:
        play.refuses("take zeus.kings-council", "E4.4")
        play.refuses("take zeus.hercules", "E4.4")


def test_a_card_that_is_not_in_the_agora() -> None:
    """E4.4"""
    with Scenario({"seats": [{}, {}], "agora": TABLE}) as play:
        play.refuses("take zeus.triumph", "E4.4")


def test_an_identical_card() -> None:
    """E4.5"""
    with Scenario({"seats": [{"domain": ["zeus.alliance"]}, {}], "agora": TABLE}) as play:
        play.refuses("take zeus.alliance", "E4.5")


def test_the_third_card_is_taken() -> None:
    """E4.3"""
    with Scenario({"seats": [{"cards_taken": 3}, {}], "agora": TABLE}) as play:
        play.refuses("take zeus.alliance", "E4.3")


def test_the_quest_is_taken() -> None:
    """E4.3, E4.4, E2.3: by you, by another, not there, no column."""
    with Scenario({"seats": [{"quest": 1}, {}], "agora": TABLE}) as play:
        play.refuses("quest 2", "E4.3")
        play.refuses("quest 1", "E4.3")
    with Scenario({"seats": [{"columns": "YG"}, {"quest": 2}, {}], "agora": TABLE}) as play:
        play.refuses("quest 2", "E4.4")
        play.refuses("quest 1", "E4.4")
    with Scenario({"seats": [{}, {}], "agora": TABLE}) as play:
        play.refuses("quest 4", "E2.3")


def test_a_citizen_or_a_pass_while_a_card_can_be_taken() -> None:
    """E4.7: the sentence names what can be taken."""
    with Scenario({"seats": [{}, {}], "agora": TABLE}) as play:
        play.refuses("citizen", "E4.7")
        play.refuses("pass", "E4.7")


def test_a_citizen_while_only_a_quest_is_owed() -> None:
    """E4.7"""
    with Scenario({"seats": [{"cards_taken": 3}, {}], "agora": TABLE}) as play:
        play.refuses("citizen", "E4.7")
        play.refuses("pass", "E4.7")


def test_a_second_take() -> None:
    """E4.2"""
    with Scenario({"seats": [{"domain": ["zeus.trial-of-heroes"]}, {}], "agora": TABLE}) as play:
        play.refuses("end turn", "E4.2")
        play.answers(0, "take zeus.alliance", "dismiss red")
        for label in ("take zeus.temple-of-zeus", "quest 1", "citizen", "pass"):
            play.refuses(label, "E4.2")
        play.rests(0)


def test_a_column_that_is_gone() -> None:
    """E4.6"""
    with Scenario({"seats": [{"columns": "GB"}, {}], "agora": TABLE}) as play:
        play.answers(0, "take zeus.alliance")
        play.refuses("dismiss red", "E4.6")
        play.pending(0, ["dismiss green", "dismiss blue"])


def writing(domain: list[Any], elysium: list[list[Any]] | None = None, gold: int = 2) -> dict[str, Any]:
    seat = {"quest": 1, "gold": gold, "domain": domain, "elysium": elysium or []}
    return {"phase": "transfers", "seats": [seat, {"gold": 0}]}


def test_a_transfer_too_expensive() -> None:
    """E7.1: the sentence says what it costs and what you have."""
    with Scenario(writing(["zeus.hercules", "zeus.triumph"])) as play:
        play.refuses("transfer zeus.hercules", "E7.1")
        why = GAME.why_not(play.state, "transfer zeus.hercules")
        assert why is not None
        assert "3" in why
        assert "2" in why


def test_a_transfer_at_plus_one_too_expensive() -> None:
    """E7.1"""
    seats = [{"gold": 0}, {"gold": 2, "domain": ["zeus.triumph", "zeus.alliance"]}]
    with Scenario({"seats": seats, "agora": ["athena.panathenaic-games"]}) as play:
        play.answers(0, "take athena.panathenaic-games", "dismiss red")
        play.refuses("transfer zeus.triumph", "E7.1")
        play.pending(1, ["transfer zeus.alliance", "stop"])


def test_a_transfer_outside_transfers() -> None:
    """E6.3"""
    with Scenario({"seats": [{"domain": ["zeus.alliance"]}, {}]}) as play:
        play.refuses("transfer zeus.alliance", "E6.3")


def test_a_legend_that_does_not_fit() -> None:
    """E7.3, E7.2"""
    elysium = [["hades.cerberus"], ["zeus.alliance", "zeus.initiation"], ["zeus.assembly"]]
    with Scenario(writing(["zeus.triumph"], elysium)) as play:
        play.answers(0, "transfer zeus.triumph")
        play.refuses("legend 1", "E7.3")
        play.refuses("legend 2", "E7.3")
        play.refuses("legend 4", "E7.2")
        play.pending(0, ["legend 3", "new legend"])


def test_a_citizen_that_finds_no_legend() -> None:
    """E7.4: none open, too expensive, no founding."""
    with Scenario(writing(["citizen", "zeus.triumph"], [["zeus.alliance"]])) as play:
        play.refuses("transfer citizen", "E7.4")
    dear = [
        ["zeus.alliance", "zeus.initiation"],
        ["hades.charon", "hades.cerberus"],
        ["hades.assembly", "zeus.assembly"],
    ]
    with Scenario(writing(["citizen", "zeus.triumph"], dear)) as play:
        play.answers(0, "transfer citizen")
        play.refuses("legend 1", "E7.4")
        play.refuses("new legend", "E7.4")
        play.pending(0, ["legend 2", "legend 3"])


_KINDS = {
    "card": "take zeus.alliance", "Quest": "quest 2", "Citizen": "citizen", "pass": "pass", "end": "end turn",
    "power": "use zeus.trial-of-heroes", "column": "dismiss red", "transfer": "transfer zeus.triumph",
    "Legend": "legend 1", "discard": "discard zeus.triumph", "choice": "choose zeus.triumph", "Level": "level 2",
}  # fmt: skip


@pytest.mark.parametrize(
    ("phase", "refused"),
    [
        ("transfers", {
            "card": ("E6.3", "Cards are taken in the Actions phase; you are writing Legends."),
            "Quest": ("E6.3", "Quests are taken in the Actions phase; you are writing Legends."),
            "Citizen": ("E6.3", "Citizens are taken in the Actions phase; you are writing Legends."),
            "pass": ("E6.3", "That ends a turn in the Actions phase; you are writing Legends."),
            "end": ("E6.3", "That ends a turn in the Actions phase; you are writing Legends."),
            "power": ("E5.3", "Activate and Trigger powers are used in the Actions phase; you are writing Legends."),
            "column": ("E4.6", "You dismiss a column right after taking a card, a Quest or a Citizen."),
            "Legend": ("E7.9", "First choose the card that you transfer, then its Legend."),
            "discard": ("E5.7", "Only a power can ask for that, and none is running now."),
            "choice": ("E5.7", "Only a power can ask for that, and none is running now."),
            "Level": ("E5.7", "Only a power can ask for that, and none is running now."),
        }),
        ("actions", {
            "end": ("E4.2", "First take a card or a Quest, then end your turn."),
            "column": ("E4.6", "You dismiss a column right after taking a card, a Quest or a Citizen."),
            "transfer": ("E6.3", "You make transfers on your turn in Phase III, or when a power grants one."),
            "Legend": ("E6.3", "You make transfers on your turn in Phase III, or when a power grants one."),
            "discard": ("E5.7", "Only a power can ask for that, and none is running now."),
            "choice": ("E5.7", "Only a power can ask for that, and none is running now."),
            "Level": ("E5.7", "Only a power can ask for that, and none is running now."),
        }),
    ],
)  # fmt: skip
def test_what_belongs_to_another_moment_says_to_which(phase: str, refused: dict[str, tuple[str, str]]) -> None:
    """E4.2, E4.6, E5.3, E5.7, E6.3, E7.9: the moment for it, and never the question again."""
    domain = ["zeus.trial-of-heroes", "zeus.triumph"]
    seat = {"gold": 3, "domain": domain, "elysium": [["hades.cerberus"]]}
    state = GAME.position({
        "phase": phase, "seats": [seat | ({"quest": 1} if phase == "transfers" else {}), {"gold": 0}], "agora": TABLE,
    })  # fmt: skip
    for kind, told in refused.items():
        why = GAME.why_not(state, _KINDS[kind])
        assert why is not None, kind
        assert (why.rule, why.sentence) == told


@pytest.mark.parametrize(
    ("answers", "rule", "sentence"),
    [
        (["take zeus.alliance"], "E4.6", "First choose the column that you dismiss."),
        (["use hades.persephone"], "E4.2", "First make your choice for Persephone."),
        (["use hades.persephone", "transfer zeus.triumph"], "E7.9",
         "First choose the Legend to which you transfer Triumph."),
    ],
)  # fmt: skip
def test_in_the_middle_of_something_it_says_what_comes_first(answers: list[str], rule: str, sentence: str) -> None:
    """E4.2, E4.6, E7.9: whatever else one wants to do."""
    domain = ["hades.persephone", "zeus.trial-of-heroes", "zeus.triumph"]
    seat = {"gold": 3, "domain": domain, "elysium": [["zeus.assembly"]]}
    state = GAME.position({"seats": [seat, {}], "agora": TABLE})
    for answer in answers:
        GAME.play(state, answer)
    for kind in ("card", "Quest", "Citizen", "pass", "end", "power", "discard", "choice"):
        why = GAME.why_not(state, _KINDS[kind])
        assert why is not None, kind
        assert (why.rule, why.sentence) == (rule, sentence), kind


def test_a_used_card() -> None:
    """E5.3"""
    position = {"seats": [{"domain": [{"card": "zeus.trial-of-heroes", "used": True}]}, {}]}
    with Scenario(position) as play:
        play.refuses("use zeus.trial-of-heroes", "E5.3")


def test_a_ring_that_is_gone() -> None:
    """E5.4"""
    with Scenario({"seats": [{"vp": 9, "domain": [{"card": "zeus.hercules", "ring": False}]}, {}]}) as play:
        play.refuses("use zeus.hercules", "E5.4")


def test_eleusis_alone() -> None:
    """E5.3"""
    with Scenario({"seats": [{"domain": ["zeus.initiation"]}, {}]}) as play:
        play.refuses("use zeus.initiation", "E5.3")


def test_a_power_that_could_change_nothing() -> None:
    """E10: the sentence says when it could be started."""
    with Scenario({"seats": [{"vp": 2, "domain": ["zeus.hercules"]}, {}]}) as play:
        play.refuses("use zeus.hercules", "E10")
        why = GAME.why_not(play.state, "use zeus.hercules")
        assert why is not None
        assert "3" in why


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("zeus.garden-of-the-hesperides", "E5.1"),
        ("zeus.alliance", "E5.2"),
        ("zeus.angels-of-zeus", "E5.5"),
        ("zeus.assembly", "E5.6"),
    ],
)
def test_powers_that_are_never_started(card: str, rule: str) -> None:
    """E5.1, E5.2, E5.5, E5.6"""
    with Scenario({"seats": [{"domain": [card]}, {}]}) as play:
        play.refuses(f"use {card}", rule)


def test_a_card_of_another_domain() -> None:
    """E1.3"""
    with Scenario({"seats": [{}, {"domain": ["zeus.trial-of-heroes"]}]}) as play:
        play.refuses("use zeus.trial-of-heroes", "E1.3")


def test_choices_inside_powers() -> None:
    """E5.7, E5.9, E7.8, E4.5: what cannot be declined, discarded, copied, exchanged or taken."""
    with Scenario({"seats": [{"gold": 0, "domain": ["hades.persephone", "zeus.alliance"]}, {}]}) as play:
        play.answers(0, "use hades.persephone")
        play.refuses("stop", "E5.7")
        play.pending(0, ["transfer hades.persephone", "transfer zeus.alliance"])
    domain = ["hermes.theft", "ares.hoplites", "zeus.alliance", "citizen"]
    with Scenario({"families": "opulence", "seats": [{"domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.theft")
        play.refuses("discard ares.hoplites", "E5.7")
        play.refuses("discard zeus.triumph", "E5.7")
        play.pending(0, ["discard hermes.theft", "discard zeus.alliance", "discard citizen"])
    domain = ["hermes.caduceus", "ares.hoplites", "zeus.garden-of-the-hesperides", "zeus.alliance"]
    with Scenario({"families": "opulence", "seats": [{"domain": domain}, {}]}) as play:
        play.answers(0, "use hermes.caduceus")
        play.refuses("choose zeus.alliance", "E5.9")
        play.refuses("choose hermes.caduceus", "E5.9")
        play.pending(0, ["choose ares.hoplites", "choose zeus.garden-of-the-hesperides"])
    seat = {
        "domain": ["hermes.orpheus", "zeus.hercules", "zeus.kings-council"],
        "elysium": [["zeus.alliance", "zeus.triumph", "citizen"]],
    }
    with Scenario({"families": "opulence", "seats": [seat, {}]}) as play:
        play.answers(0, "use hermes.orpheus")
        play.refuses("choose hermes.orpheus", "E7.8")
        play.pending(0, ["choose zeus.hercules", "choose zeus.kings-council"])


def test_after_the_end() -> None:
    """E3.3"""
    state = GAME.position({"epoch": 5, "phase": "transfers", "to_move": 1, "seats": [{"domain": []}, {}]})
    assert GAME.to_move(state) == pediment.OVER
    why = GAME.why_not(state, "quest 1")
    assert why is not None
    assert why.rule == "E3.3"


# IllegalMove


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("take zeus.alliance", "E4.5"),
        ("use zeus.hercules", "E10"),
        ("citizen", "E4.7"),
        ("quest 3", "E2.3"),
        ("fly", ""),
    ],
)
def test_an_illegal_move_changes_nothing(move: str, rule: str) -> None:
    """E4.5, E10, E4.7, E2.3: it raises IllegalMove with the move, the rule and the sentence."""
    domain = ["zeus.alliance", "zeus.hercules"]
    state = GAME.position(
        {"seats": [{"vp": 0, "domain": domain}, {}], "agora": ["zeus.alliance", "zeus.temple-of-zeus"]}
    )
    before, view = GAME.digest(state), GAME.view(state, None)
    with pytest.raises(pediment.IllegalMove) as refused:
        GAME.play(state, move)
    assert (refused.value.move, refused.value.rule) == (move, rule)
    assert refused.value.why == GAME.why_not(state, move)
    assert refused.value.why in str(refused.value)
    assert (GAME.digest(state), GAME.view(state, None)) == (before, view)
    assert state.actions == []


def test_illegal_moves_of_a_whole_game_change_nothing() -> None:
    """E4.2"""
    choice = random.Random(5)
    match = pediment.Match(GAME, seats=3, seed=5, families="wasteland")
    while not match.over:
        before, actions = GAME.digest(match.state), len(match.state.actions)
        illegal = choice.choice(sorted(set(range(GAME.num_actions)) - set(GAME.legal(match.state))))
        with pytest.raises(pediment.IllegalMove):
            match.play(illegal)
        with pytest.raises(pediment.IllegalMove):
            match.play(GAME.num_actions + 3)
        assert (GAME.digest(match.state), len(match.state.actions)) == (before, actions)
        match.play(choice.choice(match.options()))
