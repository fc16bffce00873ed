from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import pediment
from pediment.bots import Bot, make
from pediment.terminal.local_game import LocalGame
from pediment.terminal.messages import Messages
from pediment.terminal.saved_games import home
from tests.terminal.running import Run, saved, worlds_given_to_bots

GAME = pediment.game("ephyran")
# A turn of the first player in which a few things can and a few cannot be done
TURN: dict[str, Any] = {
    "game": "ephyran",
    "seats": [
        {
            "god": "poseidon",
            "hand": ["TS04", "TS21", "TT29", "TS46", "dionysus"],
            "territories": {"poseidon": {"areas": ["TS02a"]}, "gaia": {"areas": ["TS38a"]}},
        },
        {"god": "gaia", "hand": ["TT08", "TT10"], "territories": {"gaia": {"areas": ["TS37a", "TS40a", "dionysus"]}}},
    ],
    "first_discard": ["TT36"],
}
# Three humans; the first is about to draw a token, which the others may block with Hecate
ROUND: dict[str, Any] = {
    "game": "ephyran",
    "seats": [
        {"hand": ["TS03", "TT29"], "territories": {"gaia": {"areas": ["TS38a", "TT51a"]}}},
        {"hand": ["TT08", "TT11"]},
        {"hand": ["TT10", "TT12"]},
    ],
    "supply": ["owl"],
    "first_discard": ["TT36"],
}
CARD = re.compile(r"\b(T[ST]\d\d)[ab]?\b")
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PASS = "Pass the screen to Player {}. Press Enter when nobody else is looking."


def numbers(seed: int, n: int = 3000) -> str:
    """Answers at random; those that are no option are refused and the next is tried."""
    rng = random.Random(seed)
    return "".join(f"{rng.choice([1, 1, 1, 2, 2, 3, 4, 5, 7, 9])}\n" for _ in range(n))


@pytest.mark.parametrize(
    ("language", "options"),
    [
        ("en", []),
        ("fr", ["--seats", "3"]),
        pytest.param("fr", ["--players", "human,human", "--gods", "choose"], marks=pytest.mark.long),
        pytest.param("en", ["--players", "human,uniform,uniform,human"], marks=pytest.mark.long),
    ],
)
def test_whole_games(run: Run, language: str, options: list[str]) -> None:
    ran = run("play", "ephyran", "--language", language, "--seed", "7", *options, typed=numbers(7))
    assert ran.code == 0
    assert ran.err == ""
    assert "Total" in ran.out[-900:]
    assert {"en": " points", "fr": " points"}[language] in ran.out[-300:]
    assert ran.out.endswith({"en": "Goodbye.\n", "fr": "Au revoir.\n"}[language])
    assert {"en": "last round", "fr": "dernière manche"}[language] in ran.out.lower()
    assert all(cell_len(line) <= 80 for line in ran.out.splitlines())


def test_a_whole_game_of_labels(run: Run) -> None:
    """The record of a game, typed label by label, gives the same game again; Enter takes the screen over."""
    match = pediment.Match(GAME, seats=2, seed=734)
    typed: list[str] = []
    verbs: set[str] = set()
    chance = random.Random(734)
    before = -1
    while not match.over:
        if match.to_move != before:
            before = match.to_move
            typed.append("")
        adding = [label for label in match.options() if label.startswith("add ")]  # so that the end comes soon
        label = chance.choice(adding or match.options())
        typed.append(label)
        verbs.add(label.split()[0])
        entries = len(match.state.log)
        active = match.state.active
        match.play(label)
        fresh = match.view()["log"][entries:]
        other = 1 - active
        passed = any(entry["event"] in ("token", "steal", "swap", "destroy") for entry in fresh)
        if passed and before != other and not match.over:  # who might have blocked has had the screen
            typed += ["", ""]
            before = other
    assert len(verbs) == 16
    run("play", "ephyran", "--players", "human,human", "--seed", "734", typed="\n".join([*typed, ""]))
    (kept,) = (home() / "records").iterdir()
    assert json.loads(kept.read_text(encoding="utf-8")) == match.record()


def test_the_welcome_says_that_the_cards_are_a_reconstruction(run: Run) -> None:
    out = " ".join(run("play", "ephyran", "--seed", "1", typed="quit\n").out.split())
    assert "Welcome to Ephyran: Player 1 (you) and Player 2 (scholar). Seed 1. Build a city:" in out
    assert "The card list and the number of tokens are a reconstruction: the printed list is not public." in out
    french = " ".join(run("play", "ephyran", "--language", "fr", typed="q\n").out.split())
    assert "sont une reconstitution" in french
    run("edition", "new", "box.toml", "--game", "ephyran")
    text = Path("box.toml").read_text(encoding="utf-8")
    Path("box.toml").write_text(text.replace("Siren", "Hydra"), encoding="utf-8")
    own = run("play", "ephyran", "--edition", "box.toml", "--seed", "1", typed="? hydra\nquit\n\n")
    assert "reconstruction" not in own.out
    assert "TT05  Poseidon 1 Hydra" in own.out
    assert "Siren" not in own.out


def test_the_board_and_the_options(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="quit\n").out
    for text in (
        "* Player 1 (you)  Poseidon  3 points  Athena",
        "Hand    TS04  1 Poseidon 2 Hippocamp +1 10 Athena’s gift",
        "Add                   1 Poseidon 2 Hippocamp +1 TS04   2 Poseidon 2 Nereid TT29",
        "Dionysus              3 in Poseidon   4 in Hephaestus   5 in Aether   6 in Gaia",
        "Take a Dionysus with  7 Gaia 3 Cyclops TT29",
        "Support",
        "Discard",
    ):
        assert text in out
    assert "Your turn: add an area, replace one, play a Support or discard." in out


@pytest.mark.parametrize("typed", ["add ts04a", "ADD TS04", "hippocamp", "1"])
def test_answers(run: Run, typed: str) -> None:
    out = run("play", "--load", saved(TURN), typed=f"{typed}\ndiscard\nquit\n\n").out
    assert "You add Hippocamp (2, owl +1) to Poseidon." in out
    assert "Where do you draw from?" in out
    assert " 2 Take TT36 Hephaestus 2 Phoenix / Poseidon 3 Siren" in out
    assert "You take Phoenix (Hephaestus 2) / Siren (Poseidon 3) from the discard" in out


def test_what_is_forbidden_says_why(run: Run) -> None:
    typed = (
        "add ts48a\nwhy add ts46\nwhy add minotaur\nwhy support hecate ts46\nwhy 1\nwhy\nwhy pegasus\nadd ts04b\nquit\n"
    )
    out = run("play", "--load", saved(TURN), typed=typed).out
    said = " ".join(out.split())
    assert "Add Cyclops (Gaia 4) – other half: Graeae? Cyclops (Gaia 4) is not in your hand. (Y3.1)" in said
    not_next = "The next Gaia area is number 2; Minotaur (Gaia 4, thunderbolt +3) does not fit. (Y3.3)"
    assert said.count(not_next) == 2
    assert "(Y9)" in out
    assert "Add Poseidon 2 Hippocamp +1 TS04: nothing forbids it, it is option 1." in out
    assert "Type what you would like to do, such as: why add ts04a" in out
    assert "Which one? For example: change aether with ts30a, " in out
    assert "There is no option “add ts04b”. Did you mean:\n   1 Add Poseidon 2 Hippocamp" in out


def test_why_in_french(run: Run) -> None:
    out = run("play", "--load", saved(TURN), "--language", "fr", typed="pourquoi ajouter minotaure\nq\n").out
    assert "Ajouter Minotaure (Gaïa 4, foudre +3) – autre demi-carte : Hécate ? La prochaine zone du" in " ".join(
        out.split()
    )
    assert "(Y3.3)" in out


def test_help(run: Run) -> None:
    typed = "?\n? ts46\n? 1\n? graeae\n? Y4.9\n? reshuffled\n? hecat\n? xyzzy\nquit\n"
    out = run("play", "--load", saved(TURN), typed=typed).out
    assert "why add ts04a" in out
    assert "TS46 Gaia 4 Minotaur +3 / Hecate" in out
    assert "Playable when  someone has a locked territory" in out
    assert "TS04 Poseidon 2 Hippocamp +1 / Athena’s gift" in out
    assert "TS48  Gaia 4 Cyclops" in out
    assert "Y4.9  (a) A defence is played out of turn" in out
    assert "Y3.2  (a) Ruling" in out
    assert "There is no card and no rule with “xyzzy”." in out


def test_score_log_and_board(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="score\nhippocamp\nlog 1\nboard\nquit\n\n").out
    assert "If the game ended now:" in out
    assert "creatures" in out
    assert out.count("You add Hippocamp (2, owl +1) to Poseidon.") == 2
    assert out.count("pile 93 ") == 2


def test_save_load_and_replay(run: Run) -> None:
    ran = run("play", "ephyran", "--seed", "9", typed="save\n1\n1\nsave a.json\nquit\n")
    assert "For example: save ephyran.json" in ran.out
    assert "Saved to a.json" in ran.out
    again = run("play", "--load", "a.json", typed="log\nquit\n")
    assert again.code == 0
    assert "Welcome to Ephyran" in again.out
    assert "You add " in again.out
    replayed = run("replay", "a.json", "--board")
    assert replayed.code == 0
    assert "verified" in replayed.out
    assert "Hand" not in replayed.out
    assert all(cell_len(line) <= 80 for line in replayed.out.splitlines())
    mine = run("replay", "a.json", "--board", "--seat", "1")
    assert "Hand" in mine.out
    assert run("replay", "a.json", "--seat", "3").code == 2


def test_a_loaded_game_that_is_over(run: Run) -> None:
    ran = run("play", "--load", saved({**TURN, "over": True}))
    assert ran.code == 0
    assert "Player 2 (scholar) wins with 10 points." in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--gods", "chose"], "Did you mean choose?"),
        (["--families", "random"], "unknown option “families”; ephyran has gods, edition"),
        (["--seats", "5"], "not 5 (Y2.1)"),
        (["--load", "x", "--gods", "choose"], "leave out --gods"),
    ],
)
def test_wrong_arguments(run: Run, arguments: list[str], message: str) -> None:
    ran = run("play", "ephyran", *arguments)
    assert ran.code == 2
    assert message in ran.err


# Undo


def test_undo_before_anybody_has_learned_anything(run: Run) -> None:
    out = run("play", "--load", saved(TURN), typed="dionysus aether\nundo\nhippocamp\nundo\nquit\n\n").out
    assert out.count("Your last move is undone.") == 1
    assert "Your last move cannot be undone: since then, a card was drawn, or" in out


def test_undo_does_not_tell_who_holds_a_defence(run: Run) -> None:
    """After an exchange that nobody blocked nothing is taken back, whether the opponent could have blocked or not."""
    told = []
    for card in ("TS09", "TT08"):
        position = {
            "game": "ephyran",
            "seats": [
                {"hand": ["TS06"], "territories": {"gaia": {"areas": ["TS38a"]}}},
                {"hand": [card], "territories": {"gaia": {"areas": ["TT22a"]}}},
            ],
            "first_discard": ["TT36"],
        }
        answer = "let it happen" if card == "TS09" else ""
        lines = ["", "support athena-exchange ts06", "", answer, "", "undo", "quit", ""]
        out = run(*hot_seat(position, "human,human"), typed="\n".join([*lines, ""])).out
        told.append(out[out.rindex(PASS.format(1, 1)) :])
    assert told[0] == told[1]
    assert "You and Player 2 exchange your Gaia" in told[0]
    assert "Your last move cannot be undone" in told[0]


# One screen, several hands


def hot_seat(position: dict[str, Any], players: str = "human,human,human") -> list[str]:
    return ["play", "--players", players, "--load", saved(position)]


def pages(out: str) -> list[str]:
    """What is shown between one passing of the screen and the next."""
    return re.split(r"=+\n(?=Pass the screen)", out)[1:]


def test_the_screen_is_passed_before_a_hand_is_shown(run: Run) -> None:
    typed = "\n".join(["", "hippocamp", "pile", "", "quit", "", ""])
    out = run("play", "--players", "human,human", "--load", saved(TURN), typed=typed).out
    first, second = pages(out)
    assert first.startswith(PASS.format(1, 1))
    assert second.startswith(PASS.format(2, 2))
    assert "TS46" in first
    assert "TS46" not in second
    assert "TT08" in second
    assert "TT08" not in first
    assert "Player 1 adds Hippocamp (2, owl +1) to Poseidon." in second  # each reads the news


def test_whoever_waits_for_the_screen_may_leave(run: Run) -> None:
    ran = run("play", "ephyran", "--players", "human,human", typed="quit\n")
    assert ran.code == 0
    assert "Hand" not in ran.out
    assert ran.out.endswith("Goodbye.\n")


def test_elysium_has_nothing_to_hide(run: Run) -> None:
    assert "Pass the screen" not in run("play", "elysium", "--players", "human,human", typed="1\n1\n").out


@pytest.mark.parametrize("holder", [None, 1, 2])
def test_the_screen_goes_round_whoever_is_asked(run: Run, holder: int | None) -> None:
    """A token may be blocked by both others: both get the screen, and nobody learns who could have (Y4.10)."""
    position = json.loads(json.dumps(ROUND))
    lines = ["", "support athena-token ts03"]
    for seat in (1, 2):
        if seat == holder:
            position["seats"][seat]["hand"][0] = "TS11"
        lines += ["", "let it happen" if seat == holder else ""]
    lines += ["", "place gaia 2", "draw discard", "quit", ""]
    out = run(*hot_seat(position), typed="\n".join([*lines, ""])).out
    found = pages(out)
    assert [page.split(".")[0][-8:] for page in found] == [f"Player {n}" for n in (1, 2, 3, 1, 2)]
    for seat, page in ((1, found[1]), (2, found[2])):
        assert ("Do you block this Support?" in page) == (seat == holder)
        assert (f"Player {seat + 1}, you cannot answer this. Press Enter." in page) == (seat != holder)
        assert "Player 1 plays Athena’s gift; other half: Triton (Poseidon 1)." in page
    assert "You look at the token: owl +1." in found[3]
    assert "block" not in found[0] + found[3]


def test_what_one_sees_does_not_depend_on_who_else_was_asked(run: Run) -> None:
    seen: list[set[str]] = [set(), set(), set()]
    for holder in (None, 1, 2):
        position = json.loads(json.dumps(ROUND))
        lines = ["", "support athena-token ts03"]
        for seat in (1, 2):
            if seat == holder:
                position["seats"][seat]["hand"][0] = "TS11"
            lines += ["", "let it happen" if seat == holder else ""]
        lines += ["", "log", "undo", "score", "place gaia 2", "quit", ""]
        found = pages(run(*hot_seat(position), typed="\n".join([*lines, ""])).out)
        seen[0].add(found[0] + found[3])
        for seat in (1, 2):
            if seat != holder:
                seen[seat].add(found[seat])
    assert [len(texts) for texts in seen] == [1, 1, 1]


def test_a_defence_is_told_to_all(run: Run) -> None:
    position = json.loads(json.dumps(ROUND))
    position["seats"][1]["hand"] = ["TS11", "TT08"]
    lines = ["", "support athena-token ts03", "", "hecate ts11", "", "quit", ""]
    found = pages(run(*hot_seat(position), typed="\n".join([*lines, ""])).out)
    assert len(found) == 3  # the third player is not asked any more
    assert "Player 2 blocks with Hecate; other half: Nereid (Poseidon 4)." in found[2]


def test_the_only_one_who_may_block_gets_the_screen_in_any_case(run: Run) -> None:
    """A destruction: the victim with one area has nothing to choose, and has the screen all the same."""
    for card, answer in (("TS09", "let it happen"), ("TT08", "")):
        position = {
            "game": "ephyran",
            "seats": [
                {"hand": ["TS08"], "territories": {"gaia": {"areas": ["TS38a"]}}},
                {"hand": [card], "territories": {"gaia": {"areas": ["TT22a"]}}},
            ],
            "first_discard": ["TT36"],
        }
        lines = ["", "support ares-destruction ts08", "", answer, "", "quit", ""]
        found = pages(run(*hot_seat(position, "human,human"), typed="\n".join([*lines, ""])).out)
        assert [page.split(".")[0][-8:] for page in found] == ["Player 1", "Player 2", "Player 1"]
        assert "Player 2 loses a Gaia area, Minotaur (1)." in found[2]


class Screen:
    """A whole game at one keyboard, in which everything is read over the shoulders."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, players: list[Bot | None], seed: int) -> None:
        self.file = io.StringIO()
        self.read = 0
        self.asked = 0
        self.chance = random.Random(seed)
        self.match = pediment.Match(GAME, seats=len(players), seed=seed)
        console = Console(file=self.file, width=80, force_terminal=True, highlight=False, markup=False)
        self.session = LocalGame(self.match, players, Messages("en"), console)
        monkeypatch.setattr("builtins.input", self.type)
        self.session.run()

    def type(self, prompt: str) -> str:
        """Look at what is new on the screen, colours apart, then answer at random."""
        shown = COLOUR.sub("", self.file.getvalue()[self.read :])
        self.read = len(self.file.getvalue())
        state = self.match.state
        waiting = "Pass the screen" in shown
        for seat, player in enumerate(state.players):
            hidden = {GAME.cards()[card] for card in player.hand if card not in player.known}
            if waiting or seat != self.session.reader:
                assert not hidden & set(CARD.findall(shown))
        if waiting or "you cannot answer" in shown or self.match.over:
            return ""
        self.asked += 1
        assert self.session.reader == state.to_move
        return str(self.chance.randint(1, len(GAME.legal(state))))


@pytest.mark.parametrize(
    "bots",
    [
        pytest.param([None, None], marks=pytest.mark.long),
        [None, "uniform", None],
        pytest.param([None, None, None, "uniform"], marks=pytest.mark.long),
    ],
)
def test_hidden_cards_are_never_shown_to_the_wrong_human(
    monkeypatch: pytest.MonkeyPatch, bots: list[str | None]
) -> None:
    """Neither while a player reads nor later, when they scroll back or look for what was typed."""
    forgotten: list[bool] = []
    nothing = dict.fromkeys(
        ["set_auto_history", "set_completer_delims", "set_completer", "parse_and_bind", "add_history"], lambda _: None
    )
    history = SimpleNamespace(clear_history=lambda: forgotten.append(True), **nothing)
    monkeypatch.setitem(sys.modules, "readline", history)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("termios.tcflush", lambda *_: None)
    screen = Screen(monkeypatch, [make(name, 1) if name else None for name in bots], seed=len(bots))
    assert screen.match.over
    assert screen.asked > 50
    passed = screen.file.getvalue().split("Pass the screen")
    assert all("\x1b[2J" in page and "\x1b[3J" in page for page in passed[1:-1])
    assert len(forgotten) == len(passed) - 1


def test_bots_do_not_see_what_is_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot gets another world than the true one, with the same view for its seat."""
    seat, world = worlds_given_to_bots(run, monkeypatch, "ephyran")[0]
    true = GAME.new(seats=2, seed=1)
    assert GAME.view(world, seat) == GAME.view(true, seat)
    assert GAME.view(world, 1 - seat)["hand"] != GAME.view(true, 1 - seat)["hand"]
