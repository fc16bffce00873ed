from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pediment
from pediment.core.engine.rng import stream
from pediment.lab import card_worth_report, lab_command
from pediment.lab.arena import Setting
from pediment.lab.card_worth import PlayedDeal, Result, Sample, pairs, study, summarise
from pediment.lab.findings import Cards
from pediment.lab.report import Table, show
from pediment.testing.toy import HIDE, OPEN, Pebbles, PebblesState
from tests.lab.running import printed, run_command

ELYSIUM = pediment.game("elysium")
SETTING = Setting(2, ["uniform", "uniform"], 1, {})


class Twos(Pebbles):
    """Pebbles in which each opened one is worth some points, whatever is on it; the rest is luck."""

    name = "twos"
    worth = 2

    def card_taken(self, entry: dict[str, Any]) -> tuple[int, str] | None:
        return (entry["seat"], "open") if entry["event"] == "open" else None

    def card(self, card: str, language: str = "en", edition: Any = None) -> dict[str, Any]:
        return {"name": card, "family_name": "pebbles"}

    def totals(self, state: PebblesState) -> list[int]:
        luck = stream(sum(value * 5**i for i, value in enumerate(state.revealed)), "luck")
        opened = [took[0] for entry in self.view(state, None)["log"] if (took := self.card_taken(entry))]
        return [self.worth * opened.count(seat) + luck.below(4) for seat in range(state.origin.seats)]


def run(*words: str) -> tuple[int, str]:
    return run_command(lab_command, "lab", "cards", *words)


@pytest.mark.parametrize("worth", [0, 2])
def test_what_is_worth_two_points_comes_out_as_two_and_nothing_as_nothing(worth: int) -> None:
    game = Twos()
    game.worth = worth
    found = study(game, deals=120, bots=["uniform"], seed=5, copies=3)
    (card,) = found.cards
    assert (card.card, card.stands_out) == ("open", worth == 2)
    assert card.points is not None
    assert card.points.value == pytest.approx(worth, abs=0.1)
    assert card.points.high - card.points.low < 0.2
    assert found.positions == card.positions > 500
    assert [*card.by_round] == [1, 2, 3, 4, 5, 6]  # 12 pebbles, two seats
    assert not card.later_stands_out


def test_both_ways_go_on_with_the_same_chance() -> None:
    """Where nobody opens a four, the very same pebbles come, whether this one is opened or hidden."""
    game = Twos()
    state = game.new(seed=1)
    ends = []
    for action in (OPEN, HIDE):
        then = state.clone()
        for answer in (action, *[HIDE] * 11):
            game.apply(then, answer)
        ends.append(then.revealed)
    assert ends[0] == ends[1]


def test_it_is_the_same_in_any_number_of_processes() -> None:
    one, two = (study(ELYSIUM, deals=20, bots=["uniform"], jobs=jobs, families="first-game") for jobs in (1, 2))
    assert one == two
    assert one.positions > 60
    assert {card.card.split(".")[0] for card in one.cards} <= set(ELYSIUM.sets()["first-game"])


def test_raw_numbers_are_those_of_whole_games() -> None:
    """Raw, a card that good players take looks good; the positions do not say so."""
    chance = np.random.default_rng(1)
    played = []
    for _ in range(200):
        good = bool(chance.integers(2))
        lead = float(6 * (good - 0.5) + chance.normal())
        results = [Result(["taken-by-good"] if good else [], lead, lead > 0), Result([], -lead, lead < 0)]
        played.append(PlayedDeal(results, [Sample("taken-by-good", 1, False, chance.normal(), 0.0)]))
    (card,) = summarise_of(played).cards
    assert card.raw_points is not None
    assert card.points is not None
    assert card.raw_points.low > 2
    assert card.points.low < 0 < card.points.high
    assert not card.stands_out


def summarise_of(played: list[PlayedDeal]) -> Cards:
    game = Twos()
    return summarise(game, SETTING, played)


def test_worth_by_round_and_company_comes_out() -> None:
    chance = np.random.default_rng(2)
    played = []
    for _ in range(400):
        n, company = int(chance.integers(1, 6)), bool(chance.integers(2))
        points = 1 + 2 * (n - 3) + 3 * company + chance.normal(0, 4)
        flat = Sample("flat", n, company, chance.normal(0, 4), 0.0)
        played.append(PlayedDeal([], [Sample("late", n, company, points, 0.0), flat]))
    late, other = sorted(summarise_of(played).cards, key=lambda one: one.card, reverse=True)
    assert late.later is not None
    assert late.company is not None
    assert late.later.low <= 2 <= late.later.high
    assert late.company.low <= 3 <= late.company.high
    assert (late.later_stands_out, late.company_stands_out) == (True, True)
    assert (other.later_stands_out, other.company_stands_out, other.stands_out) == (False, False, False)
    in_round = late.by_round[5]
    assert in_round is not None
    assert in_round.low <= 1 + 4 + 1.5 <= in_round.high


def test_pairs_that_are_worth_more_together_come_out_and_no_others() -> None:
    chance = np.random.default_rng(3)
    cards = [f"card-{i}" for i in range(12)]
    worths = dict(zip(cards, chance.normal(0, 3, 12), strict=True))
    played = []
    for _ in range(1500):
        results = []
        for _ in range(2):
            own = sorted(map(str, chance.choice(cards, 5, replace=False)))
            together = 4 * ({"card-3", "card-7"} <= set(own))
            results.append(Result(own, float(sum(worths[card] for card in own) + together + chance.normal(0, 5)), 0.0))
        played.append(PlayedDeal(results, []))
    best, *others = pairs(played)
    assert best.cards == ("card-3", "card-7")
    assert best.points.low <= 4 <= best.points.high
    assert len(others) <= 2


def test_the_command_tells_it(tmp_path: Path) -> None:
    out = tmp_path / "cards.json"
    words = ("elysium", "--deals", "20", "--bots", "uniform", "--families", "first-game", "--seed", "2")
    code, shown = run(*words)
    assert code == 0
    assert shown.startswith("Elysium: what cards are worth, 2 players, 20 deals, ")
    assert "Too few positions tell about: " in shown
    code, _ = run(*words, "--json", str(out))
    assert code == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["format"], found["options"]["families"]) == ("pediment-cards-1", "first-game")
    assert sum(card["positions"] for card in found["cards"]) == found["positions"]


def test_the_tables() -> None:
    chance = np.random.default_rng(4)
    ids = ELYSIUM.cards()[:40]
    played = []
    for _ in range(60):
        samples = [Sample(card, 1 + i % 5, False, i / 4 + chance.normal(), 0.1) for i, card in enumerate(ids)]
        played.append(PlayedDeal([Result(ids[:3], 1.0, 0.5), Result([], -1.0, -0.5)], samples))
    found = summarise(ELYSIUM, SETTING, played)
    for language, words in (
        ("en", ("The best cards", "Homer Apollo", "+50.0%")),
        ("fr", ("Les pires cartes", "Homère")),
    ):
        shown = printed(partial(show, card_worth_report.report(found, ELYSIUM, language)))
        assert all(word in shown for word in words)
    everything = printed(partial(show, card_worth_report.report(found, ELYSIUM, "en", everything=True)))
    assert "The best cards" not in everything
    assert "Cards, the best first" in everything


def test_points_by_round_and_company_are_a_table_of_their_own() -> None:
    chance = np.random.default_rng(6)
    ids = ELYSIUM.cards()[:3]
    played = []
    for _ in range(300):
        n, company = int(chance.integers(1, 6)), bool(chance.integers(2))
        samples = [Sample(card, n, company, 2.0 * n + 3 * company + chance.normal(), 0.1) for card in ids]
        played.append(PlayedDeal([], samples))
    found = summarise(ELYSIUM, SETTING, played)
    for language, words in (("en", ("more each round later", "Epoch 5")), ("fr", ("de plus en compagnie", "Époque 1"))):
        parts = card_worth_report.report(found, ELYSIUM, language, everything=True).parts
        first = ELYSIUM.texts.say(language, "rounds.one", n=1)
        (table,) = (part for part in parts if isinstance(part, Table) and part.titles[1] == first)
        assert set(words) <= set(table.titles)
        assert len(table.rows) == 3
        for row in table.rows:
            values = [cell.value for cell in row[1:6]]
            assert values == pytest.approx([2 * n + 1.5 for n in range(1, 6)], abs=0.8)
            assert row[6].text.endswith("*")
            assert row[8].value == pytest.approx(3, abs=0.6)
    brief = card_worth_report.report(found, ELYSIUM, "en").parts
    assert not any(isinstance(part, Table) and "more in company" in part.titles for part in brief)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["chess"], "there is no game chess"),
        (["elysium", "--weaker", "uniform"], "--weaker is for balance; cards does not take it"),
        (["elysium", "ephyran"], "name one game"),
        (["--deals", "3"], "--deals must be at least 20, not 3"),
        (["ephyran", "--families", "opulence"], "unknown option"),
        (["--bots", "best"], "no bot “best”"),
    ],
)
def test_wrong_arguments_end_with_2(words: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = run(*words)
    assert (code, shown) == (2, "")
    assert problem in capsys.readouterr().err
