from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

import pediment
from pediment.terminal.saved_games import home, unfinished_games
from tests.terminal.running import Run, saved, worlds_given_to_bots

# A turn of the first player in which a few things can and a few cannot be done
TURN: dict[str, Any] = {
    "agora": ["zeus.hercules", "zeus.triumph", "hades.temple-of-hades", "athena.democracy"],
    "seats": [
        {
            "columns": "YGB",
            "gold": 5,
            "domain": ["zeus.trial-of-heroes", "zeus.triumph"],
            "elysium": [["hades.charon"]],
        },
        {"domain": ["poseidon.medusa", "citizen"]},
    ],
}


def numbers(seed: int, n: int = 900) -> str:
    """Answers at random; those that are no option are refused and the next is tried."""
    rng = random.Random(seed)
    return "".join(f"{rng.randint(1, 9)}\n" for _ in range(n))


def records() -> list[Path]:
    """The finished games that were kept."""
    return list((home() / "records").iterdir())


@pytest.mark.parametrize(
    ("language", "options"),
    [
        pytest.param("en", [], marks=pytest.mark.long),
        ("fr", []),
        ("en", ["--seats", "3", "--families", "opulence", "--pediment", "b"]),
        pytest.param(
            "fr", ["--players", "human,uniform,uniform,human", "--families", "deadly-plots"], marks=pytest.mark.long
        ),
        pytest.param(
            "fr",
            ["--players", "uniform,human", "--families", "apollo,ares,athena,poseidon,zeus"],
            marks=pytest.mark.long,
        ),
    ],
)
def test_whole_games(run: Run, language: str, options: list[str]) -> None:
    ran = run("play", "elysium", "--language", language, "--seed", "8", *options, typed=numbers(7))
    assert ran.code == 0
    assert ran.err == ""
    end = {"en": ["Total", " VP.", "Goodbye."], "fr": ["Total", " PV.", "Au revoir."]}[language]
    assert all(text in ran.out[-900:] for text in end)
    assert ran.out.count({"en": "Epoch 5 of 5", "fr": "Époque 5 sur 5"}[language]) > 1
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())


def test_a_whole_game_of_labels(run: Run) -> None:
    """The record of a game, typed label by label, gives the same game again."""
    match = pediment.Match(pediment.game("elysium"), seats=2, seed=0, families="first-game")
    while not match.over:
        match.play(match.options()[0])
    typed = "\n".join([*match.record()["actions"], ""])
    ran = run("play", "--players", "human,human", "--seed", "0", typed=typed)
    assert ran.out.endswith("Goodbye.\n")
    assert [json.loads(file.read_text(encoding="utf-8")) for file in records()] == [match.record()]
    assert unfinished_games() == []


def test_the_same_seed_and_answers_give_the_same_game(run: Run) -> None:
    typed = numbers(1, 30) + "quit\n\n"
    first, second = (run("play", "--seed", "5", typed=typed) for _ in range(2))
    assert first.out == second.out
    assert run("play", "--seed", "6", typed=typed).out != first.out


def test_without_a_seed_one_is_told(run: Run) -> None:
    ran = run("play", typed="quit\n\n")
    assert "Welcome to Elysium: Player 1 (you) and Player 2 (scholar). Seed " in ran.out


def test_a_level_and_a_search_with_its_budget(run: Run) -> None:
    ran = run("play", "--players", "Shepherd, search@4", "--seed", "2")
    assert ran.code == 0
    assert "Welcome to Elysium: Player 1 (shepherd) and Player 2 (search@4). Seed 2." in ran.out
    assert ran.out.endswith("Goodbye.\n")


def test_bots_alone(run: Run) -> None:
    ran = run("play", "--players", "greedy,uniform", "--seed", "2")
    assert ran.code == 0
    assert "Player 1 takes " in ran.out
    assert "rematch" not in ran.out
    assert re.search(r" wins? with ", ran.out)


def test_hot_seat_says_whose_turn_it_is(run: Run) -> None:
    ran = run("play", "--players", "human,human", "--seed", "4", typed="1\n1\n1\n1\nquit\n\n")
    first, second = ran.out.index("Player 1, it is your turn"), ran.out.index("Player 2, it is your turn")
    assert abs(first - second) > 100
    assert "(you)" not in ran.out


def test_a_wide_and_tall_screen_shows_powers_whole(run: Run) -> None:
    position = saved({"agora": ["athena.oath-of-hospitality"], "seats": [{"elysium": [["zeus.hercules"]]}, {}]})
    small = run("play", "--load", position, typed="quit\n").out
    big = run("play", "--load", position, typed="quit\n", columns=120, lines=40).out
    assert "to do the same." in " ".join(big.split())
    assert "…" in small
    assert "…" not in big


def test_the_board(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="quit\n").out
    lines = out.splitlines()
    assert any("Epoch 1 of 5 · Actions" in line for line in lines)
    assert " 1 Quest 1 red/yellow" in out
    assert "2 Gold, 2 transfers" in out
    assert any(line.startswith(" 3 BY Zeus 3  Hercules") and " Trig " in line for line in lines)
    assert any(line.startswith(" - G  Zeus 2  Triumph") for line in lines)  # identical to one in the Domain (E4.5)
    assert "* Player 1 (you)  Disc 1  5 Gold  1 VP  ·YGB  0/3 cards" in out
    assert "Domain  Trial of Heroes Zeus 3 Acti · Triumph Zeus 2 Trig○" in out
    assert "Elysium 1: Charon Hades 2 (single card)" in out
    assert "Domain Medusa Posei 3 Trig○ · Citizen" in out


@pytest.mark.parametrize("typed", ["3", "take zeus.hercules", "hercules", "take herc", "TAKE HERC"])
def test_answers(run: Run, typed: str) -> None:
    out = run("play", "--load", saved(TURN), typed=f"{typed}\nblue\nquit\n\n").out
    assert "You take Hercules." in out
    assert "Which column do you dismiss?" in out
    assert "You dismiss the blue column." in out


def test_answers_in_french(run: Run) -> None:
    out = run("play", "--load", saved(TURN), "--language", "fr", typed="prendre hercule\nbleue\nquitter\n\n").out
    assert "Vous prenez Hercule." in out
    assert "Vous écartez la Colonne bleue." in out


def test_what_is_not_understood(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="zeus\nherculse\nxyzzy\n99\n\nquit\n").out
    assert "“zeus” fits several options:" in out
    assert "There is no option “herculse”. Did you mean:\n   3 Take Hercules" in out
    assert "There is no option “xyzzy”. Type a number from 1 to " in out
    assert "There is no option “99”." in out
    assert out.count("Your turn: use powers, then take a card or a Quest.") == 2  # an empty line asks again


def test_what_is_forbidden_says_why_at_once(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="take zeus.triumph\nquit\n").out
    assert "Take Triumph? Triumph is already in your Domain" in out
    assert "(E4.5)" in out


def test_why(run: Run) -> None:
    typed = "why take triumph\nwhy hercules\nwhy 1\nwhy\nwhy use\nwhy gibberish\nquit\n"
    out = run("play", "--load", saved(TURN), typed=typed).out
    assert "(E4.5)" in out
    assert "Take Hercules: nothing forbids it, it is option 3." in out
    assert "Use Hercules? Hercules is not in your Domain. (E1.3)" in out
    assert "Take Quest 1: nothing forbids it, it is option 1." in out
    assert out.count("Type what you would like to do, such as: why take zeus.hercules") == 2
    assert "Which one? For example: use " in out
    french = run("play", "--load", saved(TURN), "--language", "fr", typed="pourquoi prendre triomphe\nq\n").out
    assert "(E4.5)" in french


def test_help(run: Run) -> None:
    typed = "?\n? hercules\n? 3\n? 1\n? E7.4\n? e7\n? temple\n? reshuffle\n? herculse\n? xyzzy\nquit\n"
    out = run("play", "--load", saved(TURN), typed=typed).out
    assert "why take hercules" in out
    assert out.count("Usable when  you have at least 3 VP") == 2
    assert "There is no card and no rule with “1”." in out
    assert "E7.4  (a) A Citizen may be added to a Legend" in out
    assert "E7.10" in out
    assert "Temple of Hades" in out
    assert "E3.2" in out
    assert "There is no card and no rule with “herculse”. Did you mean Hercules?" in out
    assert "There is no card and no rule with “xyzzy”.\n" in out


def test_help_in_french(run: Run) -> None:
    out = run("play", "--load", saved(TURN), "--language", "fr", typed="aide\n? hercule\nquitter\n").out
    assert "pourquoi prendre hercule" in out
    assert "Utilisable si  vous avez au moins 3 PV" in out


def test_conditions_are_those_of_the_edition(run: Run) -> None:
    text = pediment.game("elysium").edition_template().replace('"zeus.hercules" = "BY"', '"zeus.hercules" = "RG"')
    Path("box.toml").write_text(text, encoding="utf-8")
    ran = run("play", "--edition", "box.toml", "--seed", "1", typed="? hercules\nquit\n\n")
    assert ran.code == 0
    assert "Columns      RG   red and green" in ran.out


def test_undo(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="undo\nhercules\nundo\ntriumph\nhercules\nblue\nquit\n\n").out
    assert "There is no move of yours to undo." in out
    assert "Your last move is undone." in out
    assert out.count("You take Hercules.") == 2


def test_undo_goes_no_further_than_a_draw(run: Run) -> None:
    position = {"agora": [], "seats": [{"domain": ["athena.oath-of-hospitality", "zeus.triumph"]}, {"gold": 0}]}
    typed = "use athena.oath-of-hospitality\ndiscard zeus.triumph\nundo\nquit\n\n"
    out = run("play", "--load", saved(position), typed=typed).out
    assert "Your last move cannot be undone: since then, a card was drawn" in out


def test_undo_at_one_keyboard_takes_back_the_last_human_decision(run: Run) -> None:
    typed = "take zeus.hercules\nblue\nend turn\nundo\nquit\n\n"
    out = run("play", "--players", "human,human", "--load", saved(TURN), typed=typed).out
    after = out[out.index("Your last move is undone.") :]
    assert "Player 1, it is your turn" in after
    assert "Player 2, it is your turn" not in after


def test_score_log_and_board(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="score\nhercules\nlog\nlog 1\nlog 0\nblue\nboard\nquit\n\n").out
    assert "If the game ended now:" in out
    assert "Total" in out
    assert out.count("You take Hercules.") == 3  # once as news, twice from the log
    assert out.count("Epoch 1 of 5 · Actions") >= 2


def test_save_and_load(run: Run) -> None:
    ran = run("play", "--seed", "9", typed="save\nsave a.json\n1\n1\nsave\nquit\n")
    assert "Where to? For example: save elysium.json" in ran.out
    assert ran.out.count("Saved to a.json. Continue with: pediment play --load a.json") == 2
    record = json.loads(Path("a.json").read_text(encoding="utf-8"))
    assert len(record["actions"]) >= 2
    again = run("play", "--load", "a.json", typed="log\nquit\n")
    assert "Seed" not in again.out
    assert "You take Quest 1." in again.out


def test_no_file_is_overwritten_without_a_yes(run: Run) -> None:
    Path("a.json").write_text("mine", encoding="utf-8")
    ran = run("play", "--seed", "9", typed="1\nsave a.json\nn\nquit\n")
    assert ran.out.count("a.json already exists. Overwrite it? (y/n)") == 1
    assert ran.out.count("Not saved.") == 1
    assert Path("a.json").read_text(encoding="utf-8") == "mine"
    ran = run("play", "--seed", "9", "--language", "fr", typed="1\nenregistrer a.json\noui\nquitter\n")
    assert "enregistrée dans a.json" in ran.out
    assert Path("a.json").read_text(encoding="utf-8").startswith("{")


@pytest.mark.parametrize("name", ["-", "n", "no", "y", "Yes"])
def test_an_answer_is_no_file_name(run: Run, name: str) -> None:
    ran = run("play", "--seed", "9", typed=f"save {name}\nquit\n")
    assert "save elysium.json" in ran.out
    assert not Path(name).exists()


def test_a_file_that_cannot_be_written(run: Run) -> None:
    ran = run("play", "--seed", "9", typed="save nowhere/a.json\nquit\n\n")
    assert ran.code == 0
    assert "cannot write nowhere/a.json: No such file or directory" in ran.out


def test_the_end_of_the_input_is_a_polite_end(run: Run) -> None:
    ran = run("play", "--seed", "9", typed="1")
    assert ran.code == 0
    assert ran.out.endswith("Goodbye.\n")
    assert run("play", "--seed", "9", typed="1\nquit").out.endswith("Goodbye.\n")


@pytest.mark.parametrize("moment", ["a question", "a bot", "every question"])
def test_an_interrupt_is_a_polite_end(run: Run, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    asked = 0

    def interrupted(*_: object) -> str:
        nonlocal asked
        asked += 1
        if moment == "every question" or asked == 1:
            raise KeyboardInterrupt
        return ""

    if moment == "a bot":
        monkeypatch.setattr("pediment.bots.greedy.Greedy.choose", interrupted)
    else:
        monkeypatch.setattr("builtins.input", interrupted)
    ran = run("play", "--seed", "2", typed="1\n1\n1\n1\n")
    assert ran.code == 0
    assert ran.out.endswith("Goodbye.\n")


def test_bots_do_not_see_what_is_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot gets another world than the true one: other faces, another random stream."""
    seat, world = worlds_given_to_bots(run, monkeypatch, "elysium")[0]
    true = pediment.game("elysium").new(seats=2, seed=1, families="first-game")
    assert world.rng.state != true.rng.state
    assert pediment.game("elysium").view(world, seat) == pediment.game("elysium").view(true, seat)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "7"], "not 7 (E2.1)"),
        (["--seats", "x"], "--seats needs a whole number, not x."),
        (["--players", "human,gredy"], "Did you mean greedy?"),
        (["--players", "human,sholar"], "Did you mean scholar?"),
        (["--players", "human,search@soon"], "a budget is 1s, 250ms, or iterations such as 2000"),
        (["--players", "human,titan@2s"], "only search takes a time to think: leave out @2s"),
        (["--players", "human,xyzzy"], "there is no player “xyzzy”; there are human, "),
        (["--seats", "3", "--players", "human,greedy"], "3 seats, but --players names 2"),
        (["--seats", "1", "--players", "human,greedy"], "1 seat, but --players names 2"),
        (["--families", "first-gmae"], "Did you mean first-game?"),
        (["--families", "zeus,ares,athna,hades,hermes"], "Did you mean athena?"),
        (["--pediment", "c"], "--pediment must be a, b or random, not “c”"),
        (["--edition", "nothing.toml"], "cannot read nothing.toml"),
        (["--load", "nothing.json"], "cannot read nothing.json: No such file or directory"),
        (["--load", "x", "--seed", "1", "--families", "random"], "leave out --families, --seed"),
        (["--familes", "random"], "there is no option --familes. Did you mean --families?"),
        (["elysum"], "Did you mean elysium?"),
    ],
)
def test_wrong_arguments(run: Run, arguments: list[str], message: str) -> None:
    ran = run("play", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.out == ""


def test_players_of_a_loaded_game_must_be_as_many_as_its_seats(run: Run) -> None:
    ran = run("play", "--load", saved(TURN), "--players", "human,greedy,greedy")
    assert ran.code == 2
    assert "2 seats, but --players names 3" in ran.err


def test_a_loaded_game_that_is_over(run: Run) -> None:
    ran = run("play", "--load", saved({"phase": "over", "seats": [{"vp": 9}, {"vp": 3}]}))
    assert ran.code == 0
    assert "You win with 9 VP!" in ran.out


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("en", "YES"), ("fr", "o"), ("fr", "oui")])
def test_yes_is_not_the_name_of_a_file(language: str, yes: str, run: Run) -> None:
    ran = run("play", "--seed", "1", "--language", language, typed=f"1\nsave {yes}\nsave my game.json\nquit\n")
    assert {"en": "save elysium.json", "fr": "enregistrer elysium.json"}[language] in ran.out
    assert [file.name for file in Path().iterdir()] == ["my game.json"]
    assert "pediment play --load 'my game.json'" in " ".join(ran.out.split())  # to be pasted as it is


def test_nobody_is_told_to_type_what_they_typed(run: Run) -> None:
    assert "Did you mean" not in run("play", "--families", "zeus").err
    assert "Did you mean Zeus?" in run("play", "--families", "zeuss").err
