"""The study of balance, on games and on data of which the answer is known."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pediment
from pediment.core.engine.rng import stream
from pediment.lab import balance_report, lab_command
from pediment.lab.arena import Setting
from pediment.lab.balance import CAUSED, TAKEN, Outcome, PlayedDeal, study, summarise
from pediment.lab.findings import Balance, Group
from pediment.lab.report import show
from pediment.testing.toy import Pebbles, PebblesState
from tests.lab.running import printed, run_command

ELYSIUM = pediment.game("elysium")
TOY = Pebbles()
SETTING = Setting(2, ["uniform", "uniform"], 1, {})


def run(*words: str) -> tuple[int, str]:
    return run_command(lab_command, "lab", "balance", *words)


def outcome(totals: list[float], **known: Any) -> Outcome:
    """A game with those points; whatever is not known did not happen."""
    most = max(totals)
    won = [(total == most) / totals.count(most) for total in totals]
    nothing: list[dict[str, dict[str, int]]] = [{} for _ in totals]
    spare = Outcome(totals, won, 0, 10, {}, nothing, [], {}, {})  # type: ignore[arg-type]  # points need not be whole here
    return replace(spare, **known)


def played(outcomes: list[Outcome]) -> list[PlayedDeal]:
    return [PlayedDeal(one, 0.0, 0.0, 0.5) for one in outcomes]


def studied(outcomes: list[Outcome]) -> Balance:
    return summarise(TOY, SETTING, "uniform", played(outcomes))


def tables(chance: np.random.Generator, deals: int, worth: float) -> list[Outcome]:
    """Games in which each Quest is worth so much to whoever has it, and luck is shared within a table."""
    found = []
    for _ in range(deals):
        quests = [int(n) for n in chance.poisson(1.0, 2)]
        luck = chance.normal(20, 5) + chance.normal(0, 4, 2)
        totals = [float(luck[seat] + worth * quests[seat]) for seat in range(2)]
        found.append(outcome(totals, groups=[{"quests": {"1": n} if n else {}} for n in quests]))
    return found


def group(found: Balance, kind: str, name: str) -> Group:
    return next(one for one in found.groups if (one.kind, one.name) == (kind, name))


def test_what_is_worth_two_points_comes_out_as_two() -> None:
    found = group(studied(tables(np.random.default_rng(1), 4000, 2)), "quests", "1")
    assert found.points is not None
    assert found.points.low <= 2 <= found.points.high
    assert found.points.high - found.points.low < 0.5
    assert found.stands_out
    assert found.per_game == pytest.approx(2, abs=0.1)
    assert found.players == pytest.approx(1 - np.exp(-1), abs=0.03)


def test_intervals_are_right_nineteen_times_of_twenty() -> None:
    chance = np.random.default_rng(2)
    right = 0
    for _ in range(300):
        found = group(studied(tables(chance, 60, 1)), "quests", "1").points
        assert found is not None
        right += found.low <= 1 <= found.high
    assert 0.91 < right / 300 < 0.98


def test_intervals_of_shares_stay_between_nothing_and_all() -> None:
    """Of 20 games, the start player wins 19: twice the standard error above that is more than all of them."""
    games = [outcome([30.0, 31.0 if n == 0 else 29.0], groups=[{"quests": {"1": 1}}, {}]) for n in range(20)]
    found = studied(games)
    wins = {one.name: one.mean for one in found.measures}
    assert (wins["start-wins"].value, wins["start-wins"].high) == (0.95, 1.0)
    assert 0.8 < wins["start-wins"].low < 0.9
    assert wins["points"].high > 1
    (quest,) = [one for one in found.groups if one.kind == "quests"]
    assert quest.wins is not None
    assert (quest.wins.value, quest.wins.high) == (0.95, 1.0)


def test_nothing_comes_out_of_nothing() -> None:
    chance = np.random.default_rng(3)
    clear = 0
    for _ in range(60):
        games = [
            replace(one, setup={"families": [f"f{n}" for n in chance.choice(8, 5, replace=False)]})
            for one in tables(chance, 150, 0)
        ]
        found = studied(games)
        clear += any(one.stands_out for one in found.groups)
        clear += any({"points", "lead", "start_wins"} & set(one.stand_out) for one in found.in_play)
    assert clear <= 24  # of 60 studies with ten families of findings each, about one in eight shows something


def test_families_alone_and_in_pairs() -> None:
    """A family that makes games tighter does, and a pair that scores more does; nobody else does either."""
    chance = np.random.default_rng(4)
    games = []
    for _ in range(3000):
        families = sorted(f"f{n}" for n in chance.choice(6, 3, replace=False))
        spread = 2.0 if "f0" in families else 4.0
        more = 3 * ({"f1", "f2"} <= set(families))
        totals = [float(n) for n in 20 + more + chance.normal(0, spread, 2)]
        games.append(outcome(totals, setup={"families": families}))
    found = {one.names: one for one in studied(games).in_play}
    assert len(found) == 6 + 15 + 20
    assert "lead" in found[("f0",)].stand_out
    assert found[("f0",)].lead.value == pytest.approx(2 * 2 / np.sqrt(np.pi), abs=0.15)
    assert found[("f1", "f2")].points.low <= 23 <= found[("f1", "f2")].points.high
    assert "points" in found[("f1", "f2")].stand_out
    assert found[("f0", "f1", "f2")].games + found[("f1", "f2", "f3")].games < found[("f1", "f2")].games
    assert not any("start_wins" in one.stand_out for one in found.values())


def test_two_of_a_kind_that_are_worth_more_together() -> None:
    chance = np.random.default_rng(5)
    games = []
    for _ in range(2500):
        had = [{f"f{i}": int(n) for i, n in enumerate(chance.poisson(0.7, 5)) if n} for _ in range(2)]
        worth = [
            float(sum(own.values()) + 2 * min(own.get("f1", 0), own.get("f3", 0)) + chance.normal(0, 3)) for own in had
        ]
        games.append(outcome(worth, groups=[{"written": own} for own in had]))
    best, *others = studied(games).pairs
    assert (best.kind, best.names) == ("written", ("f1", "f3"))
    assert best.points.low <= 2 <= best.points.high
    assert len(others) <= 1


@pytest.mark.parametrize(("gap", "deal", "rest"), [(8.0, 3.0, 5.0), (0.0, 4.0, 4.0), (6.0, 0.0, 4.0)])
def test_skill_and_luck_come_out_as_they_were_made(gap: float, deal: float, rest: float) -> None:
    """Half of the variance of a lead each: a quarter of the square of the gap, the deal, and what is neither."""
    chance = np.random.default_rng(6)
    of_deal = chance.normal(0, deal, 6000)
    strong, weak = (of_deal + sign * gap / 2 + chance.normal(0, rest, 6000) for sign in (1, -1))
    deals = [PlayedDeal(outcome([1.0, 0.0]), *pair, 0.5) for pair in zip(strong, weak, strict=True)]
    found = summarise(TOY, SETTING, "uniform", deals).skill
    assert found is not None
    parts = np.array([gap**2 / 4, deal**2, rest**2])
    for one, share in zip((found.player, found.deal, found.rest), parts / parts.sum(), strict=True):
        assert one.value == pytest.approx(share, abs=0.05)
        assert one.high - one.low < 0.06
    assert found.player.value + found.deal.value + found.rest.value == pytest.approx(1)
    assert found.points.low <= gap <= found.points.high


def test_intervals_of_skill_are_right_nineteen_times_of_twenty() -> None:
    chance = np.random.default_rng(7)
    right = np.zeros(3)
    for _ in range(400):
        of_deal = chance.normal(0, 3, 200)
        strong, weak = (of_deal + sign * 2 + chance.normal(0, 4, 200) for sign in (1, -1))
        deals = [PlayedDeal(outcome([1.0, 0.0]), *pair, 0.5) for pair in zip(strong, weak, strict=True)]
        found = summarise(TOY, SETTING, "uniform", deals).skill
        assert found is not None
        shares = np.array([4, 9, 16]) / 29
        intervals = (found.player, found.deal, found.rest)
        right += [one.low <= share <= one.high for one, share in zip(intervals, shares, strict=True)]
    assert all((right / 400 > 0.91) & (right / 400 < 0.99)), right


def test_leaders_and_comebacks() -> None:
    """Of 40 games, in 30 the leader after the first round wins; in 10 the other one catches up in the last."""
    held = outcome([9, 5], standings=[[3, 1], [5, 4]])
    turned = outcome([4, 7], standings=[[3, 1], [3, 2]])
    found = studied([held] * 30 + [turned] * 10)
    assert [(one.round, one.games, one.wins.value) for one in found.leaders] == [(1, 40, 0.75), (2, 40, 0.75)]
    means = {one.name: one.mean.value for one in found.measures}
    assert (means["comebacks"], means["lead-changes"], means["rounds"]) == (0.25, 0.25, 3)
    level = studied([outcome([9, 5], standings=[[2, 2], [5, 4]])] * 30)
    assert [one.round for one in level.leaders] == [2]  # nobody leads after the first
    means = {one.name: one.mean.value for one in level.measures}
    assert (means["comebacks"], means["lead-changes"]) == (0, 0)


def test_rules_and_cards_are_counted() -> None:
    one = outcome([1, 0], rules={"P1": 3}, cards={("3", TAKEN): 2, ("3", CAUSED): 5, ("3", "discard"): 1})
    found = studied([one] * 10 + [outcome([1, 0], rules={"P2": 1})] * 30)
    assert [(use.rule, use.per_game, use.games) for use in found.rule_uses] == [("P1", 0.75, 0.25), ("P2", 0.75, 0.75)]
    (card,) = found.cards
    assert (card.card, card.taken, card.games) == ("3", 0.5, 0.25)
    assert card.events == {"caused": 1.25, "discard": 0.25}


class FirstWins(Pebbles):
    """Pebbles in which the start player has two points more; the rest is luck."""

    name = "first-wins"

    def totals(self, state: PebblesState) -> list[int]:
        luck = stream(sum(value * 5**i for i, value in enumerate(state.revealed)), "luck")
        return [luck.below(5) + 2 * (seat == 0) for seat in range(state.origin.seats)]


def test_places_of_a_game_that_is_played() -> None:
    found = study(FirstWins(), deals=800, bots=["uniform"], weaker="uniform", seed=3)
    first, second = (group(found, "places", place).points for place in ("1", "2"))
    assert first is not None
    assert second is not None
    assert first.low <= 2 <= first.high
    assert (first.value, first.low) == pytest.approx((-second.value, -second.high))
    assert group(found, "places", "1").stands_out
    assert found.skill is not None
    assert found.skill.player.low <= 0.01  # both bots are the same


def test_it_is_the_same_in_any_number_of_processes() -> None:
    one, two = (study(ELYSIUM, deals=20, bots=["uniform"], weaker="uniform", jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert one.skill is not None
    assert one.skill.player.value == 0  # the same bot with the same random numbers


@pytest.mark.parametrize("name", pediment.games())
def test_the_command_tells_it(name: str, tmp_path: Path) -> None:
    out, page = tmp_path / "balance.json", tmp_path / "page.html"
    words = (name, "--deals", "20", "--bots", "uniform", "--weaker", "uniform", "--seed", "2")
    code, shown = run(*words, "--html", str(page))
    assert code == 0
    title = pediment.kit(name).title
    assert shown.startswith(f"{title}: balance, 2 players, 20 deals, uniform, seed 2")
    assert "Skill and luck" in shown
    assert page.read_text(encoding="utf-8").count("<table>") >= 6
    code, _ = run(*words, "--json", str(out))
    assert code == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["format"], found["rules"]) == ("pediment-balance-1", pediment.game(name).rules_version)
    assert {one["kind"] for one in found["groups"]} > {"places", "seats"}


@pytest.mark.parametrize("name", pediment.games())
def test_every_kind_has_a_title_in_every_language(name: str) -> None:
    game = pediment.game(name)
    found = study(game, deals=20, bots=["uniform"], weaker="uniform")
    for language in ("en", "fr"):
        kinds = {*game.texts.section(language, "groups"), "places", "seats"}
        assert {one.kind for one in found.groups} | {one.kind for one in found.in_play} <= kinds
        for everything in (False, True):
            shown = printed(partial(show, balance_report.report(found, game, language, everything=everything)))
            assert "None" not in shown


def test_the_best_known_sets_have_their_names() -> None:
    chance = np.random.default_rng(8)
    sets = list(ELYSIUM.sets().values())
    games = [
        outcome([float(n) for n in chance.normal(40, 5, 2)], setup={"families": sets[i % 6], "pediment": ["a"]})
        for i in range(150)
    ]
    found = summarise(ELYSIUM, SETTING, "uniform", played(games))
    shown = printed(partial(show, balance_report.report(found, ELYSIUM, "en")))
    assert all(ELYSIUM.set_texts()[name]["name"] in shown for name in ELYSIUM.sets())
    assert "Pediment" not in shown  # all games have the same side


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["chess"], "there is no game chess; there are elysium, ephyran: pediment lab balance elysium"),
        (["elysium", "--trials", "30"], "--trials is for calibrate; balance does not take it"),
        (["--deals", "3"], "--deals must be at least 20, not 3"),
        (["--weaker", "best"], "no bot “best”"),
        (["ephyran", "--families", "opulence"], "unknown option"),
    ],
)
def test_wrong_arguments_end_with_2(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = run(*words)
    assert (code, shown) == (2, "")
    assert problem in capsys.readouterr().err
