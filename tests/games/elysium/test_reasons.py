"""Reasons for moves: each kind of them where it holds and where it does not, and laws that hold for all."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.core.engine.rng import stream
from tests.depth import games

GAME: Final = pediment.game("elysium")
FIRST_GAME: Final = ["athena", "hades", "hephaestus", "poseidon", "zeus"]


def why(label: str, seats: list[dict[str, Any]], language: str = "en", **fields: Any) -> list[str]:
    """The reasons for an answer of the seat that is asked."""
    state = GAME.position({"seats": seats, **fields})
    return GAME.reasons(state, GAME.parse(state, label), GAME.to_move(state), language)


def transfers(label: str, seat: dict[str, Any], played: list[str] | None = None, **fields: Any) -> list[str]:
    """The reasons for an answer in the transfers of the first seat."""
    given = {"quest": 1, "gold": 9} | seat
    return why(label, [given, {"quest": 2}], phase="transfers", played=played or [], **fields)


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_answer_has_reasons_and_none_is_learned_from_hidden_cards(seats: int) -> None:
    for seed in range(games(2, 1)):
        chance = random.Random(seed)
        worlds = stream(seed, "other worlds")
        state = GAME.new(seats=seats, seed=seed)
        while GAME.to_move(state) != pediment.OVER:
            seat = GAME.to_move(state)
            world = GAME.resample(state, seat, worlds)
            for action in GAME.legal(state):
                told = GAME.reasons(state, action, seat)
                assert 1 <= len(told) <= 3
                assert len(set(told)) == len(told)
                assert told == GAME.reasons(world, action, seat)
                for text in [*told, *GAME.reasons(state, action, seat, "fr")]:
                    assert text == text.strip() != ""
                    assert "{" not in text
                    assert len(text) <= 110
            GAME.apply(state, chance.choice(GAME.legal(state)))


def test_every_sentence_is_used() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in Path(pediment.__file__).parent.rglob("*.py"))
    for key in GAME.texts.section("en", "reasons"):
        stem = re.sub(r"-(one|many)$", "", key)
        parts = [f'"{end}"' for end in (key, stem, key.partition("-")[2])]
        assert any(part in code for part in parts), key


def test_an_answer_that_is_none() -> None:
    state = GAME.new(seats=2, seed=1)
    seat = GAME.to_move(state)
    with pytest.raises(ValueError, match="is not an answer of seat"):
        GAME.reasons(state, GAME.parse(state, "pass"), seat)
    with pytest.raises(ValueError, match="is not an answer of seat"):
        GAME.reasons(state, GAME.legal(state)[0], 1 - seat)


# Taking cards


def test_what_an_instant_brings_and_costs_others() -> None:
    agora = ["zeus.garden-of-the-hesperides", "poseidon.charybdis-and-scylla", "athena.trade-agreement"]
    assert "brings 2 VP right away" in why("take zeus.garden-of-the-hesperides", [{}, {}], agora=agora)
    scylla = "take poseidon.charybdis-and-scylla"
    assert "costs Player 2 1 Gold and 1 VP" in why(scylla, [{}, {}], agora=agora)
    assert "costs Player 2 1 VP" in why(scylla, [{}, {"gold": 0}], agora=agora)
    assert "costs your opponents 2 Gold and 2 VP in all" in why(scylla, [{}, {}, {}], agora=agora)
    trade = why("take athena.trade-agreement", [{}, {}], agora=agora)
    assert trade[0] == "brings 3 Gold right away"
    assert "gives Player 2 1 Gold too" in trade


def test_a_power_that_can_be_used_at_once() -> None:
    label = "take zeus.hercules"
    agora = ["zeus.hercules"]
    assert "you can use its power this turn: 4 VP" in why(label, [{"vp": 13}, {}], agora=agora)
    early = why(label, [{"vp": 1}, {}], agora=agora)
    assert "its Trigger power – 1 VP per 3 VP you have" in early
    assert not any("this turn" in text for text in early)


def test_an_eleusis_card_alone_and_beside_another() -> None:
    agora = ["zeus.initiation"]
    alone = why("take zeus.initiation", [{}, {}], agora=agora)
    assert "an Eleusis card: no effect until you have a second one" in alone
    pair = why("take zeus.initiation", [{"domain": ["hades.initiation"]}, {}], agora=agora)
    assert pair[0] == "wakes Initiation (Hades): you can use two Eleusis cards every Epoch"


def test_a_chronos_card_as_things_stand() -> None:
    label, agora = "take zeus.justice-of-zeus", ["zeus.justice-of-zeus"]
    rich = why(label, [{"vp": 12}, {}], agora=agora)
    assert "Chronos: 4 VP at the end as things stand, once in a Legend of 2 or more cards" in rich
    assert "its Chronos power – 1 VP per 3 VP you have" in why(label, [{"vp": 2}, {}], agora=agora)


def test_the_legend_that_a_card_would_let_grow() -> None:
    label, agora = "take zeus.hercules", ["zeus.hercules"]
    two = {"elysium": [["zeus.alliance", "zeus.triumph"]]}
    tile = "would complete your Zeus Family Legend: 8 VP more with the bonus tile"
    assert tile in why(label, [two, {}], agora=agora)
    taken: list[dict[str, Any]] = [two | {"bonuses": []}, {"bonuses": ["zeus 5", "zeus 2"]}]
    assert "would complete your Zeus Family Legend: 3 VP more" in why(label, taken, agora=agora)
    lone = [{"elysium": [["zeus.alliance"]]}, {}]
    assert "would make a Zeus Family Legend with Alliance: 3 VP more" in why(label, lone, agora=agora)
    level = [{"elysium": [["hades.cerberus"]]}, {"elysium": [["athena.aegis", "poseidon.medusa"]]}]
    assert "would make a Level 3 Legend with Cerberus: 2 VP more" in why(label, level, agora=agora)
    three = [{"elysium": [["hades.cerberus", "athena.aegis", "poseidon.medusa"]]}, {}]
    assert "fits your Level 3 Legend of 3 cards: 4 VP more once transferred" in why(label, three, agora=agora)
    other = [{"elysium": [["hades.charon", "poseidon.raiders"]]}, {}]
    assert not any("Legend" in text for text in why(label, other, agora=agora))


def test_a_card_that_goes_with_one_of_the_domain() -> None:
    label, agora = "take zeus.hercules", ["zeus.hercules"]
    family = why(label, [{"vp": 0, "domain": ["zeus.alliance"]}, {}], agora=agora)
    assert "pairs with Alliance in your Domain: a Zeus Family Legend" in family
    level = why(label, [{"vp": 0, "domain": ["hades.cerberus"]}, {}], agora=agora)
    assert "pairs with Cerberus in your Domain: a Level 3 Legend" in level
    for neither in ("zeus.father-of-the-gods", "hades.charon"):  # family and Level, or none of them
        told = why(label, [{"vp": 0, "domain": [neither]}, {}], agora=agora)
        assert not any("goes with" in text for text in told)


def test_a_card_that_another_player_waits_for() -> None:
    label, agora = "take zeus.triumph", ["zeus.triumph"]
    waiting = {"elysium": [["zeus.alliance", "zeus.hercules"]]}
    deny = "keeps it from Player 2, whose Legends would gain 8 VP"
    assert deny in why(label, [{}, waiting], agora=agora)
    for barred in ({"columns": "R"}, {"cards_taken": 3}, {"domain": ["zeus.triumph"]}):
        assert deny not in why(label, [{}, waiting | barred], agora=agora[:1])
    assert deny not in why(label, [{}, waiting], agora=agora * 2)  # a second copy stays


def test_who_else_could_take_it() -> None:
    agora = ["zeus.triumph"]
    others = [{}, {}, {"columns": "RY"}, {}]
    assert "2 opponents could take it too" in why("take zeus.triumph", others, agora=agora)
    assert "1 opponent could take it too" in why("take zeus.triumph", others[:3], agora=agora)
    assert not any("opponent" in text for text in why("take zeus.triumph", [{}, {"columns": "R"}], agora=agora))


# Quests


def test_what_a_quest_brings_and_what_another_would() -> None:
    told = why("quest 2", [{}, {}])
    assert "brings 4 Gold, 3 transfers and 1 VP" in told
    assert "instead of Quest 1: 2 Gold more, 1 transfer more, 1 VP more" in told
    assert "instead of Quest 2: 2 Gold less, 1 transfer less, 1 VP less" in why("quest 1", [{}, {}])
    only = why("quest 1", [{"columns": "RY"}, {"quest": 2}], agora=["zeus.angels-of-zeus"])
    assert "the only Quest that your columns allow now" in only
    assert not any("instead" in text for text in only)
    assert "Gold is what you lack: you have 1" in why("quest 2", [{"gold": 1}, {}])


def test_the_order_that_a_quest_brings() -> None:
    def order(label: str, columns: str, *others: dict[str, Any], epoch: int = 2) -> list[str]:
        return why(label, [{"columns": columns, "domain": ["athena.naval-power"]}, *others], epoch=epoch)

    assert "makes you first in the next Epoch" in order("quest 1", "RY", {})
    last = "makes you last in the next Epoch"
    assert last in order("quest 2", "GB", {"quest": 1})
    assert last not in order("quest 2", "GB", {})
    assert "in the next Epoch, you play number 2 or 3 of 3" in order("quest 4", "B", {"quest": 1}, {})
    between = "in the next Epoch, you play between number 2 and number 4 of 4"
    assert between in order("quest 4", "B", {"quest": 1}, {}, {})
    nobody: dict[str, Any] = {}
    for others in (1, 2, 3):  # any place is possible, so there is nothing to say
        assert not any("next Epoch" in text for text in order(f"quest {others + 1}", "RYGB", *[nobody] * others))
    number = "makes you number 2 of 3 in the next Epoch"
    assert number in order("quest 3", "G", {"quest": 1}, {"quest": 4})
    assert not any("next Epoch" in text for text in order("quest 1", "RY", {}, epoch=5))


def test_an_incomplete_quest() -> None:
    """An answer by the rules of version 1 only."""
    seats: list[dict[str, Any]] = [
        {"cards_taken": 3, "columns": "R", "domain": ["athena.naval-power"]},
        {"quest": 1},
    ]
    told = why("pass", seats, rules="1")
    assert told == ["no Quest is in reach; the Incomplete Quest brings 1 Gold and 1 transfer"]


# Columns


def dismissing(label: str, agora: list[str], mine: dict[str, Any], *others: dict[str, Any]) -> list[str]:
    """After a Quest, with the columns that are left in question."""
    seats = [{"cards_taken": 1} | mine, *others]
    return why(label, seats, agora=agora, played=["quest 1"])


def test_a_column_kept_for_a_card() -> None:
    agora = ["zeus.angels-of-zeus", "zeus.hercules"]  # red; blue and yellow
    told = dismissing("dismiss yellow", agora, {"columns": "RYB"}, {}, {})
    assert "leaves you the columns for Angels of Zeus, Level 2; 2 opponents can still take it" in told
    assert "puts Hercules out of reach" in told
    told = dismissing("dismiss red", agora, {"columns": "RYB"}, {"columns": "R"})
    assert "leaves you the columns for Hercules, Level 3; no opponent can take it now" in told
    assert "puts Angels of Zeus out of reach" in told


def test_a_column_that_nothing_needs() -> None:
    free = "you do not need the green column: no card or Quest goes out of reach"
    agora = ["zeus.angels-of-zeus"]
    assert free in dismissing("dismiss green", agora, {"columns": "RG"}, {})
    assert free not in dismissing("dismiss green", ["zeus.triumph"], {"columns": "RG"}, {})
    last = "you have taken everything for this Epoch: you need no more columns"
    assert dismissing("dismiss green", agora, {"columns": "RG", "cards_taken": 3}, {}) == [last]


def test_a_column_kept_for_a_quest() -> None:
    mine = {"columns": "RB", "cards_taken": 0}
    seats: list[dict[str, Any]] = [mine, {}]
    agora = ["zeus.angels-of-zeus", "zeus.triumph", "hephaestus.sacrifice"]
    told = why("dismiss red", seats, agora=agora, played=["take zeus.angels-of-zeus"])
    assert "keeps Quest 2 in reach" in told
    assert "puts Quest 1 out of reach" in told
    taken: list[dict[str, Any]] = [mine, {"quest": 1}]
    assert "puts every Quest out of reach" in why(
        "dismiss blue", taken, agora=agora, played=["take zeus.angels-of-zeus"]
    )


def test_columns_swapped() -> None:
    swindler = {"domain": ["hermes.swindler"], "columns": "RY", "quest": 1}
    families = ["ares", "athena", "hephaestus", "hermes", "zeus"]
    told = why(
        "swap red for green", [swindler, {}], agora=["zeus.triumph", "zeus.angels-of-zeus"], families=families,
        played=["use hermes.swindler"],
    )  # fmt: skip
    assert "brings Triumph into reach" in told
    assert "puts Angels of Zeus out of reach" in told


# Powers


def test_what_a_power_brings_and_asks_for() -> None:
    mine = {
        "vp": 7,
        "domain": ["zeus.hercules", "zeus.trial-of-heroes"],
        "elysium": [["zeus.alliance", "zeus.triumph"]],
    }
    told = why("use zeus.hercules", [mine, {}], epoch=5)
    assert told[0] == "brings 2 VP right away"
    assert "last Epoch: an unused ring will be worth nothing" in told
    assert "uses Hercules before its transfer: in a Legend, its power no longer works" in told
    assert not any("last Epoch" in text for text in why("use zeus.hercules", [mine, {}], epoch=4))
    trial = why("use zeus.trial-of-heroes", [mine, {}])
    assert "costs a card from your Domain" in trial
    assert "usable once per Epoch: lost if unused" in trial


def test_a_transfer_that_a_power_grants() -> None:
    mine = {"domain": ["hades.persephone", "zeus.hercules"], "elysium": [["zeus.alliance", "zeus.triumph"]]}
    assert "lets you transfer Hercules right away: 8 VP more" in why("use hades.persephone", [mine, {}])
    none = {"domain": ["hades.persephone", "zeus.hercules"]}
    assert not any("lets you transfer" in text for text in why("use hades.persephone", [none, {}]))


def test_powers_left_for_later_or_let_go() -> None:
    agora = ["zeus.angels-of-zeus"]
    played = ["take zeus.angels-of-zeus"]
    mine = {"domain": ["athena.naval-power"], "columns": "R"}
    assert why("end turn", [mine, {}], agora=agora, played=played) == ["saves the power of Naval Power for later"]
    last = mine | {"cards_taken": 2, "quest": 1}
    assert why("end turn", [last, {}], agora=agora, played=played) == ["leaves the power of Naval Power unused"]


# Transfers


def test_a_family_legend_completed_with_its_tile() -> None:
    seat = {"domain": ["zeus.hercules"], "elysium": [["zeus.alliance", "zeus.triumph"]]}
    told = transfers("transfer zeus.hercules", seat)
    assert told[:2] == ["wins the Zeus bonus tile: 5 VP", "completes the Zeus Family Legend: 3 VP more"]
    assert transfers("legend 1", seat, ["transfer zeus.hercules"])[:2] == told[:2]
    new = transfers("new legend", seat, ["transfer zeus.hercules"])
    assert new[0] == "with Alliance and Triumph it would be worth 8 VP more"


def test_a_level_legend_and_its_tile() -> None:
    three = {"domain": ["zeus.hercules"], "elysium": [["hades.cerberus", "athena.aegis"]]}
    assert "brings your Level 3 Legend to 3 cards: 2 VP more" in transfers("transfer zeus.hercules", three)
    holder = {"quest": 2, "elysium": [["hades.judges-of-the-underworld", "athena.embassy"]], "bonuses": ["level 3"]}
    mine = {"quest": 1, "gold": 9, "bonuses": []} | three
    told = why("transfer zeus.hercules", [mine, holder], phase="transfers")
    assert "takes the Level 3 bonus tile from Player 2: 9 VP" in told
    lone = {"domain": ["zeus.hercules"], "elysium": [["hades.cerberus"]]}
    assert transfers("transfer zeus.hercules", lone)[:2] == [
        "wins the Level 3 bonus tile: 9 VP", "makes a Level 3 Legend: 2 VP",
    ]  # fmt: skip


def test_a_card_alone() -> None:
    one = {"domain": ["zeus.triumph"]}
    assert "starts a Legend: worth nothing until you add a second card" in transfers("transfer zeus.triumph", one)
    last = transfers("transfer zeus.triumph", one, epoch=5)
    assert "a single card: it will be worth nothing at the end" in last
    friends = {"domain": ["zeus.triumph", "zeus.hercules"]}
    friend = "starts a Legend to which you can add Hercules from your Domain"
    assert friend in transfers("transfer zeus.triumph", friends)


def test_what_a_transfer_costs_and_ends() -> None:
    seat = {"domain": ["zeus.father-of-the-gods"], "gold": 3}
    told = transfers("transfer zeus.father-of-the-gods", seat)
    assert "ends the Permanent power of Father of the Gods" in told
    assert "brings 1 VP right away" in told
    richer = transfers("transfer zeus.father-of-the-gods", seat | {"gold": 5}, epoch=5)
    assert "costs 3 Gold, which leaves 2" in richer
    assert not any("ends" in text for text in richer)
    spent = {"domain": [{"card": "zeus.hercules", "ring": False}]}
    told = transfers("transfer zeus.hercules", spent | {"gold": 3})
    assert "costs 3 Gold, all you have" in told
    assert not any("ends" in text for text in told)


def test_charon() -> None:
    seat = {"domain": ["hades.charon", "zeus.triumph", "zeus.alliance"]}
    first = "transferred first, Charon pays nothing: as the second transfer it would pay 2 VP"
    assert first in transfers("transfer hades.charon", seat)
    second = transfers("transfer hades.charon", seat, ["transfer zeus.triumph"])
    assert "your second transfer of this phase: Charon pays 2 VP" in second
    assert first not in second


def test_a_citizen_in_a_legend() -> None:
    seat = {"domain": ["citizen"], "elysium": [["zeus.alliance", "zeus.triumph"]]}
    told = transfers("transfer citizen", seat)
    assert "a Citizen in a Legend costs 2 VP at the end" in told
    assert "completes the Zeus Family Legend: 3 VP more" in told


def test_chronos_cards_that_score_more_or_less() -> None:
    families = ["ares", "athena", "hephaestus", "hermes", "zeus"]
    cheater = {"domain": ["citizen"], "elysium": [["hermes.cheater", "zeus.alliance"]]}
    told = transfers("transfer citizen", cheater, families=families)
    assert "your Chronos cards score 5 VP less, as things stand" in told
    temple = {"domain": ["zeus.triumph"], "elysium": [["zeus.temple-of-zeus", "zeus.hercules"]]}
    assert "your Chronos cards score 1 VP more, as things stand" in transfers("transfer zeus.triumph", temple)


def test_to_stop() -> None:
    seat = {"domain": ["zeus.hercules"], "elysium": [["zeus.alliance", "zeus.triumph"]]}
    assert "gives up 8 VP that transferring Hercules would bring" in transfers("stop", seat)
    nothing = transfers("stop", {"domain": ["zeus.hercules"]})
    assert "no transfer would bring VP by itself now" in nothing
    assert "keeps your 11 Gold" in [*nothing, *transfers("stop", {"domain": ["zeus.hercules"], "gold": 11})]
    assert "keeps the power of Hercules in your Domain" in nothing
    assert not any("keeps" in text for text in transfers("stop", {"domain": ["zeus.hercules"]}, epoch=5))


# Losing cards and counters


def discarding(label: str, domain: list[Any], **mine: Any) -> list[str]:
    seat = {"domain": ["zeus.trial-of-heroes", *domain]} | mine
    return why(label, [seat, {}], played=["use zeus.trial-of-heroes"])


def test_what_is_lost_with_a_card() -> None:
    spent = discarding("discard zeus.hercules", [{"card": "zeus.hercules", "ring": False}])
    assert spent == [
        "brings 2 VP right away",
        "Hercules has no power left to use",
        "the card fits none of your Legends",
    ]
    ready = discarding("discard zeus.hercules", ["zeus.hercules"])
    assert "gives up the Trigger power of Hercules" in ready
    assert "gives up Temple of Zeus, which would score at the end" in discarding(
        "discard zeus.temple-of-zeus", ["zeus.temple-of-zeus"]
    )
    assert "a Citizen has no power to lose" in discarding("discard citizen", ["citizen"])
    assert "Initiation (Zeus) has no effect without a second Eleusis card" in discarding(
        "discard zeus.initiation", ["zeus.initiation"]
    )
    both = discarding("discard zeus.initiation", ["zeus.initiation", "hades.initiation"])
    assert "gives up the Eleusis power of Initiation (Zeus)" in both
    wanted = discarding(
        "discard zeus.hercules", [{"card": "zeus.hercules", "ring": False}], elysium=[["zeus.alliance", "zeus.triumph"]]
    )
    assert "gives up 8 VP that the card would add to a Legend" in wanted


def test_the_cyclopes() -> None:
    mine = {"domain": ["zeus.triumph", "zeus.alliance"]}
    played = ["take poseidon.cyclopes", "dismiss red"]
    fields: dict[str, Any] = {"agora": ["poseidon.cyclopes"], "played": played}
    assert "saves 2 Gold" in why("discard zeus.triumph", [{}, mine], **fields)
    paid = why("pay 2 gold", [{}, mine], **fields)
    assert paid == ["keeps every card in your Domain, and leaves 2 Gold"]
    poor = why("discard zeus.triumph", [{}, mine | {"gold": 1}], **fields)
    assert "saves 2 Gold" not in poor


def test_antaeus_and_medusa() -> None:
    domain = ["zeus.triumph", "zeus.alliance", "hades.charon"]
    mine = {"domain": ["poseidon.antaeus", "poseidon.medusa"]}
    level = why("level 1", [mine, {"domain": domain}], played=["use poseidon.antaeus"])
    assert "Player 2 has no other card of this Level and must discard Alliance" in level
    two = why("level 2", [mine, {"domain": domain}], played=["use poseidon.antaeus"])
    assert two == ["1 opponent has cards of this Level and must discard one"]
    point = why("choose hades.charon", [mine, {"domain": domain}], played=["use poseidon.medusa"])
    assert "Player 2 can still use Charon" in point
    gone: list[Any] = [
        "hades.charon",
        {"card": "zeus.triumph", "ring": False},
        {"card": "zeus.hercules", "ring": False},
    ]
    spent = why("choose zeus.triumph", [mine, {"domain": gone}], played=["use poseidon.medusa"])
    assert spent == ["Triumph has no power left to use"]


def test_sacrifice() -> None:
    fields: dict[str, Any] = {"agora": ["hephaestus.sacrifice"], "played": ["take hephaestus.sacrifice", "dismiss red"]}
    assert why("convert 4 gold", [{}, {}], **fields) == ["secures 4 VP", "leaves no Gold for transfers"]
    assert why("convert 1 gold", [{}, {}], **fields)[1] == "leaves 3 Gold for transfers"
    assert "5 Gold to pay for transfers" in why("convert 1 vp", [{}, {}], **fields)[0]
    gift = {"elysium": [["hephaestus.gift-of-hephaestus", "zeus.alliance"]]}
    assert "your Chronos cards score 2 VP less, as things stand" in why("convert 4 gold", [gift, {}], **fields)
    assert why("stop", [{}, {}], **fields) == ["keeps your 4 Gold and 1 VP as they are"]


def test_gold_or_vp_and_a_citizen_offered() -> None:
    navy = {"domain": ["athena.naval-power"]}
    played = ["use athena.naval-power"]
    assert why("gold", [navy, {}], played=played) == ["1 Gold more to pay for transfers; you have 4"]
    assert why("vp", [navy, {}], played=played)[0] == "1 VP for certain"
    people = {"domain": ["athena.democracy"]}
    played = ["use athena.democracy"]
    gap = {"elysium": [["zeus.alliance", "zeus.triumph"]]}
    assert "a Citizen can be added to one of your Legends: 6 VP more, its 2 VP deducted" in why(
        "yes", [people, gap], played=played
    )
    assert "costs 1 Gold, which leaves 3" in why("yes", [people, {}], played=played)
    assert why("no", [people, {}], played=played)[0] == "keeps your 4 Gold"


def test_a_citizen_for_want_of_anything_else() -> None:
    bare = {"columns": "R", "quest": 1, "domain": ["zeus.alliance", "athena.naval-power"]}
    told = why("citizen", [bare, {}], agora=["zeus.triumph"])
    assert "neither a card nor a Quest that you still have to take is in reach" in told
    assert "brings 1 VP right away" in told


def test_orpheus() -> None:
    families = ["ares", "athena", "hephaestus", "hermes", "zeus"]
    mine = {
        "domain": ["hermes.orpheus", "zeus.hercules", "ares.water-dragon"],
        "elysium": [["zeus.alliance", "zeus.triumph", "citizen"], ["athena.aegis", "hermes.theft", "citizen"]],
    }
    seats: list[dict[str, Any]] = [mine, {}]
    told = why("choose zeus.hercules", seats, families=families, played=["use hermes.orpheus"])
    saved = "puts Hercules in the place of a Citizen: saves 2 VP, and the Citizen can be used again"
    assert saved in told
    assert "gives up the Trigger power of Hercules" in told


def test_a_draw_tells_nothing_of_the_card() -> None:
    mine = {"domain": ["athena.divine-law"], "gold": 0}
    for face in ("zeus.garden-of-the-hesperides", "hephaestus.divine-aid"):
        told = why("use athena.divine-law", [mine, {}], draws=[face])
        assert not any("brings" in text for text in told)


def test_the_same_in_french() -> None:
    seat = {"domain": ["zeus.hercules"], "elysium": [["zeus.alliance", "zeus.triumph"]], "quest": 1, "gold": 9}
    told = why("transfer zeus.hercules", [seat, {"quest": 2}], "fr", phase="transfers")
    assert told[0] == "gagne la tuile Bonus Zeus\u00a0: 5 PV"
    agora = ["zeus.angels-of-zeus", "zeus.hercules"]
    kept = why("dismiss yellow", [{"columns": "RYB"}, {}, {}], "fr", agora=agora, played=["quest 1"])
    assert "garde de quoi prendre Anges de Zeus, de Niveau 2\u00a0; 2 adversaires peuvent encore la prendre" in kept
