from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pediment
from pediment.core.engine import fairness
from tests.terminal.running import Run

SECRET = bytes(range(32))
OTHER = bytes(32)
COMMITMENT = fairness.commitment(SECRET)
RECORDS = Path(__file__).parents[1] / "records"


def saved(name: str, *redraws: int | str, seed: int | str | None = None) -> dict[str, Any]:
    """A game to its end, saved as game.json; a redraw after every 10th action."""
    match = pediment.Match(pediment.game(name), seed=fairness.fair_seed(SECRET, ["ada7", ""]) if seed is None else seed)
    for redraw in redraws:
        for _ in range(10):
            match.play(match.options()[0])
        match.game.redraw(match.state, redraw)
    match.game.play_out(match.state, 1)
    record = match.record()
    write(record)
    return record


def write(record: dict[str, Any]) -> None:
    Path("game.json").write_text(json.dumps(record), encoding="utf-8")


def branch(n: int, secret: bytes = SECRET, nonce: str = "ada7") -> str:
    return fairness.fair_seed(secret, [nonce, ""], n)


@pytest.mark.parametrize("game", pediment.games())
def test_a_promise_kept(game: str, run: Run) -> None:
    record = saved(game)
    ran = run("verify", "game.json", "--commitment", f" {COMMITMENT.upper()}", columns=120)
    assert ran.code == 0
    assert f"game.json: replays, {len(record['actions'])} actions" in ran.out
    assert "What the players added: ada7, -" in ran.out
    assert COMMITMENT in ran.out
    assert "It is the promised one: no draw was changed after the promise." in ran.out
    assert SECRET.hex() not in ran.out


def test_a_commitment_to_compare(run: Run) -> None:
    saved("elysium")
    ran = run("verify", "game.json", columns=120)
    assert ran.code == 0
    assert COMMITMENT in ran.out
    assert "Compare it with the one that was published" in ran.out


def test_a_promise_broken(run: Run) -> None:
    saved("ephyran")
    ran = run("verify", "game.json", "--commitment", fairness.commitment(OTHER), columns=120)
    assert ran.code == 1
    assert f"It is not the promised one, {fairness.commitment(OTHER)}." in ran.out


def test_every_draw(run: Run) -> None:
    begun = pediment.game("elysium").new(seed=saved("elysium")["seed"])
    cards = sum(len(deck) for deck in begun.unseen) + len(begun.revealed)
    ran = run("verify", "game.json", "--draws")
    lines = [line.split() for line in ran.out.splitlines()]
    assert lines[0] == ["Draw", "What", "for", "Of", "Which"]
    assert lines[1][:3] == ["1", "families", "8"]
    assert lines[8][:3] == ["8", "draws", str(cards)]
    assert lines[9][:3] == ["9", "draws", str(cards - 1)]


def test_nothing_was_promised(run: Run) -> None:
    saved("elysium", seed=7)
    ran = run("verify", "game.json", columns=120)
    assert ran.code == 0
    assert "nothing was promised" in ran.out
    ran = run("verify", "game.json", "--commitment", COMMITMENT, columns=120)
    assert ran.code == 1
    assert "It is not the promised one" in ran.out


def test_the_records_of_the_tests(run: Run) -> None:
    for file in (RECORDS / "elysium-2-seed-1.json", next(RECORDS.glob("ephyran-*.json"))):
        assert run("verify", str(file)).code == 0


def test_redraws_count_up(run: Run) -> None:
    saved("ephyran", branch(1), branch(4))
    ran = run("verify", "game.json", "--commitment", COMMITMENT, "--votes", "4", columns=120)
    assert ran.code == 0
    assert "from action 10 on, the draws are those of branch 1." in ran.out
    assert "from action 20 on, the draws are those of branch 4." in ran.out


@pytest.mark.parametrize(
    ("redraws", "n"),
    [
        ([branch(0)], 10),
        ([branch(2), branch(1)], 20),
        ([branch(2), branch(2)], 20),
        ([branch(1, nonce="max")], 0),
        ([branch(1), branch(2, nonce="max"), branch(3)], 20),
        ([branch(1, OTHER), branch(1)], 10),
        ([7, branch(1)], 10),
    ],
)
def test_redraws_that_do_not(redraws: list[int | str], n: int, run: Run) -> None:
    """Nor may the secret or a nonce be exchanged, and come back."""
    saved("elysium", *redraws)
    ran = run("verify", "game.json", "--commitment", COMMITMENT, columns=120)
    assert ran.code == 1
    assert f"The seed after action {n} is not the next branch of the promised one" in ran.out


def test_the_first_branch_is_0(run: Run) -> None:
    saved("elysium", seed=branch(1))
    ran = run("verify", "game.json", "--commitment", COMMITMENT, columns=120)
    assert ran.code == 1
    assert "The seed after action 0 is not the next branch" in ran.out


@pytest.mark.parametrize("seed", [branch(0, OTHER), 7])
def test_a_game_that_goes_on_from_another_one(seed: int | str, run: Run) -> None:
    saved("elysium", branch(0), branch(1), seed=seed)
    ran = run("verify", "game.json", "--commitment", COMMITMENT, "--votes", "1", columns=120)
    assert ran.code == 0
    assert "Until action 10 this is another game" in ran.out
    assert "branch 0" not in ran.out  # nobody took anything back there
    assert run("verify", "game.json", "--commitment", fairness.commitment(OTHER)).code == 1


def test_the_first_decision_of_a_game_that_goes_on_was_taken_back(run: Run) -> None:
    saved("elysium", branch(1), branch(2), seed=branch(0, OTHER))
    ran = run("verify", "game.json", "--commitment", COMMITMENT, "--votes", "2", columns=120)
    assert ran.code == 0
    assert "from action 10 on, the draws are those of branch 1." in ran.out


def test_chance_that_was_promised_no_more(run: Run) -> None:
    saved("elysium", 7)
    ran = run("verify", "game.json", "--commitment", COMMITMENT, columns=120)
    assert (ran.code, "nothing was promised" in ran.out) == (1, True)


def test_a_record_that_does_not_follow_from_its_draws(run: Run) -> None:
    record = saved("elysium")
    write(record | {"seed": branch(0, OTHER)})
    ran = run("verify", "game.json")
    assert ran.code == 1
    assert "hashes['0']" in ran.err
    write(record | {"result": [1, 2]})
    assert run("verify", "game.json").code == 1


@pytest.mark.parametrize(
    "change", [{"seed": "seven"}, {"format": "x"}, {"game": "chess"}, {"rules": "0"}, {"x": 1}, {"actions": [1]}]
)
def test_a_bad_record(change: dict[str, Any], run: Run) -> None:
    write(saved("elysium") | change)
    ran = run("verify", "game.json")
    assert ran.code == 2
    assert ran.err.startswith("pediment verify: game.json")


def test_wrong_arguments(run: Run) -> None:
    assert run("verify", "nowhere.json").code == 2
    write({"seats": [{}, {}]})
    assert "is not a record" in run("verify", "game.json").err
    ran = run("verify", "game.json", "--commitment", "5f1c")
    assert (ran.code, "64 hex digits" in ran.err) == (2, True)


def test_in_french(run: Run) -> None:
    saved("ephyran", branch(1))
    ran = run("verify", "game.json", "--commitment", COMMITMENT, "--votes", "1", "--language", "fr", columns=120)
    assert ran.code == 0
    assert "C’est bien celui qui a été promis : aucun tirage n’a changé depuis." in ran.out


# What only the players know


@pytest.mark.parametrize("votes", [[], ["--votes", "1"], ["--votes", "5"]])
def test_votes_are_not_vouched_for(votes: list[str], run: Run) -> None:
    """Only the players know whether they agreed: without their word a record with fresh draws is not fine."""
    saved("ephyran", branch(1), branch(4))
    ran = run("verify", "game.json", "--commitment", COMMITMENT, *votes, columns=300)
    assert ran.code == 1
    assert "agreed 4 times to undo with fresh draws" in ran.out
    assert "--votes 4" in ran.out


def test_no_vote_where_there_was_none(run: Run) -> None:
    saved("ephyran")
    assert run("verify", "game.json", "--votes", "0").code == 0
    assert run("verify", "game.json", "--votes", "1").code == 1


def test_my_nonce_went_in(run: Run) -> None:
    saved("ephyran")
    assert run("verify", "game.json", "--nonce", "ada7").code == 0
    ran = run("verify", "game.json", "--nonce", "ada7", "--nonce", "max", columns=120)
    assert ran.code == 1
    assert "A word of yours is not among what the players added" in ran.out
    saved("ephyran", seed=7)
    assert run("verify", "game.json", "--nonce", "ada7").code == 1


def test_receipts_notice_a_changed_move(run: Run) -> None:
    record = saved("elysium")
    actions = record["actions"]
    given = fairness.receipt(SECRET, 1, 9, actions[:7])
    ran = run("verify", "game.json", "--receipt", given, columns=120)
    assert ran.code == 0
    assert f"Receipt {given}: the first 7 actions are as played then." in ran.out
    other = fairness.receipt(SECRET, 1, 9, [*actions[:6], "pass"])
    ran = run("verify", "game.json", "--receipt", given, "--receipt", other, columns=120)
    assert ran.code == 1
    assert "No beginning of this game fits the receipt" in ran.out
    for nonsense in ("", "1.9", "x.y.z", given[:-1], f"0{given}", f"{'1' * 5000}.9.{'0' * 32}"):
        assert run("verify", "game.json", "--receipt", nonsense).code == 1


# Commitments to the whole beginning


def test_a_commitment_of_version_2_binds_to_table_and_options(run: Run) -> None:
    record = saved("elysium")
    course = {name: record[name] for name in ("game", "rules", "options", "seats")}
    promised = fairness.commitment(SECRET, fairness.terms("a-table", course))
    write(record | {"fair": {"version": 2, "table": "a-table"}})
    assert run("verify", "game.json", "--commitment", promised).code == 0
    assert run("verify", "game.json", "--commitment", COMMITMENT).code == 1  # the rule of version 1
    write(record | {"fair": {"version": 2, "table": "b-table"}})
    assert run("verify", "game.json", "--commitment", promised).code == 1
    write(record | {"fair": {"version": 1, "table": ""}})
    assert run("verify", "game.json", "--commitment", COMMITMENT).code == 0
    other = fairness.terms("a-table", course | {"options": course["options"] | {"pediment": "fixed"}})
    assert fairness.commitment(SECRET, other) != promised


@pytest.mark.parametrize("fair", [{}, {"version": "2", "table": ""}, {"version": 2}, {"version": 3, "table": "x"}, 2])
def test_a_version_that_is_not_known(fair: Any, run: Run) -> None:
    write(saved("elysium") | {"fair": fair})
    assert run("verify", "game.json").code == 2
