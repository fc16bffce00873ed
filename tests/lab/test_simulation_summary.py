from __future__ import annotations

import json

import pytest

import pediment
from pediment.lab.arena import Played, Setting
from pediment.lab.formatting import TEXTS
from pediment.lab.simulation_summary import Tally, rate, spread

ELYSIUM = pediment.game("elysium")


def played(number: int, bots: list[str], returns: list[float], totals: list[int], taken: list[list[str]]) -> Played:
    scores = [{"tokens": total - 1, "bonuses": 1, "total": total} for total in totals]
    events = {"epoch": 5, "take": sum(map(len, taken))}
    return Played(number, bots, returns, scores, taken, ["a", "b"], events, 100 + 10 * number, number % 2, None)


def tally() -> Tally:
    """Three games of two bots: one wins, the other wins, they share the third."""
    found = Tally()
    found.add(played(0, ["x", "y"], [1.0, 0.0], [30, 20], [["a", "a"], ["b"]]))
    found.add(played(1, ["y", "x"], [1.0, 0.0], [40, 25], [["a"], ["c"]]))
    found.add(played(2, ["x", "y"], [0.5, 0.5], [35, 35], [["b"], ["b"]]))
    return found


def test_a_summary_adds_up() -> None:
    summary = tally().summary(ELYSIUM, Setting(2, ["x", "y"], 7, {"families": "random"}))
    assert (summary.game, summary.rules, summary.games, summary.seats, summary.seed) == ("elysium", "2", 3, 2, 7)
    x, y = summary.bots
    assert (x.name, x.won.games, x.won.wins, x.won.rate) == ("x", 3, 1.5, 0.5)
    assert (x.score.mean, x.score.median, x.score.sd, x.score.least, x.score.most) == (30, 30, 5, 25, 35)
    assert x.items == {"tokens": 29, "bonuses": 1}
    assert (y.name, y.won.wins, y.score.median) == ("y", 1.5, 35)
    assert (summary.decisions.mean, summary.decisions.least, summary.decisions.most) == (110, 100, 120)
    assert summary.events == {"epoch": 5, "take": pytest.approx(7 / 3)}


def test_a_win_counts_for_the_place_in_the_first_round() -> None:
    # seat 0 begins games 0 and 2, seat 1 begins game 1
    assert [place.wins for place in tally().summary(ELYSIUM, Setting(2, ["x", "y"], 7, {})).places] == [1.5, 1.5]


def test_cards_are_told_by_who_took_them() -> None:
    a, b, c = tally().summary(ELYSIUM, Setting(2, ["x", "y"], 7, {})).cards
    assert (a.card, a.offered, a.by_winners, a.by_others, a.won.rate) == ("a", 1.0, 2, 0, 1.0)
    assert (b.card, b.by_winners, b.by_others, b.won.wins, b.won.games) == ("b", 2, 1, 1.0, 3)
    assert (c.card, c.offered, c.by_winners, c.by_others, c.won.rate) == ("c", 0.0, 0, 1, 0.0)


def test_a_summary_is_ready_for_json() -> None:
    summary = tally().summary(ELYSIUM, Setting(2, ["x", "y"], 7, {}))
    again = json.loads(json.dumps(summary.as_dict()))
    assert again["bots"][0]["won"]["wins"] == 1.5
    assert again["cards"][0]["card"] == "a"


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (95, 100, 0.8882, 0.9785), (0, 0, 0.0, 1.0), (3, 3, 0.4385, 1.0)],
)
def test_the_interval_is_that_of_wilson(wins: float, games: int, low: float, high: float) -> None:
    found = rate(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_a_single_number_has_no_spread() -> None:
    assert spread([4]).sd == 0


def test_both_languages_say_the_same() -> None:
    english, french = (TEXTS.catalogue(language) for language in ("en", "fr"))
    assert {name: set(section) for name, section in english.items()} == {n: set(s) for n, s in french.items()}
