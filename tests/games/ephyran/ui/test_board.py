from __future__ import annotations

import io
import itertools
import random
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

import pediment
from pediment.games.ephyran.ui.board import EphyranBoard
from pediment.terminal.board import Detail, board_of
from pediment.terminal.messages import Messages
from tests.depth import often, some_of

GAME = pediment.game("ephyran")
# Seat 1 has a locked territory, a token that seat 0 has not seen, and a hand of which two cards are known
TABLE: dict[str, Any] = {
    "athena": 1,
    "to_move": 0,
    "seats": [
        {
            "god": "poseidon",
            "hand": ["TS21", "TT29", "dionysus"],
            "territories": {
                "poseidon": {"areas": ["TS01a", {"card": "TS04", "half": "a", "tokens": ["owl", "helmet"]}]},
                "aether": {"areas": [{"card": "TS26", "half": "a", "tokens": ["trident"]}]},
            },
        },
        {
            "god": "gaia",
            "hand": ["TS10", {"card": "TT03", "known": True}, "dionysus", "TT08"],
            "territories": {
                "gaia": {"areas": ["TS37a", {"card": "TS40", "half": "a", "tokens": ["thunderbolt"]}]},
                "aether": {"areas": ["TS27a"], "locked": "TS09"},
            },
        },
    ],
    "first_discard": ["TT01", "TT36"],
    "pile_size": 30,
}


def board_for(state: Any, language: str = "en") -> EphyranBoard:
    found = board_of(pediment.Match.of(GAME, state), Messages(language))
    assert isinstance(found, EphyranBoard)
    return found


def drawn(what: RenderableType, width: int = 80) -> str:
    file = io.StringIO()
    Console(file=file, width=width, markup=False, highlight=False).print(what)
    return "\n".join(line.rstrip() for line in file.getvalue().replace("\xa0", " ").splitlines())


def table(
    position: dict[str, Any],
    seat: int | None = 0,
    *,
    language: str = "en",
    detail: Detail = Detail.USUAL,
    numbers: dict[str, int] | None = None,
) -> str:
    state = GAME.position(position)
    return drawn(board_for(state, language).whole(GAME.view(state, seat), seat, numbers or {}, detail))


def rows(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_the_piles() -> None:
    assert table(TABLE).startswith("draw pile 30 · discard pile 2 · second discard pile 60 · tokens 8 ─")
    assert "last round" not in table(TABLE)
    assert "· last round ─" in table({**TABLE, "last_round": True})
    assert "· game over ─" in table({**TABLE, "over": True})
    assert table(TABLE, language="fr").startswith("pioche 30 · défausse 2 · seconde défausse 60 · jetons 8 ─")


def test_the_names_of_the_players_are_everywhere() -> None:
    state = GAME.position(TABLE)
    named = board_of(pediment.Match.of(GAME, state), Messages(), ["Ada", "Bob"])
    view = GAME.view(state, 0)
    text = drawn(named.whole(view, 0, {}, Detail.FULL)) + drawn(named.sheet(view, 80))
    assert text.count("Ada") == text.count("Bob") == 2
    assert "Player" not in text
    assert named.verdict(view, [0, 0]) == "Ada leads with 11 points."
    assert named.in_words(state, "with seat 1") == "With the same area in Bob’s city"
    assert named.in_words(state, "with seat 3") == "With the same area in Player 4’s city"  # there is none


def test_the_own_city_in_columns_with_tokens() -> None:
    text = table(TABLE)
    lines = text.splitlines()
    head = lines.index("* Player 1  Poseidon  11 points")
    assert lines[head + 1 : head + 3] == [
        "   Poseidon ×2 (8)     Hephaestus         Aether (3)         Gaia",
        " 1 Siren +1                               Stymphalian Bird",
    ]


def test_neither_a_creature_nor_its_tokens_are_cut() -> None:
    bird = {"card": "TS26", "half": "a", "tokens": ["trident", "owl", "owl"]}
    position = {"seats": [{"territories": {"aether": {"areas": [bird]}}}, {}]}
    own = table(position, 0).splitlines()
    at = next(i for i, line in enumerate(own) if line.endswith(" Stymphalian Bird"))
    assert own[at + 1].strip() == "[+2] [+1] [+1]"  # together, on a line of their own
    assert "Aether (1) Stymphalian Bird [?] [?] [?]" in table(position, 1)


def test_an_opponent_at_a_glance() -> None:
    text = table(TABLE)
    assert "  Player 2  Gaia  9 points  Athena  4 cards (TT03 Pose 1/Gaia 4 · Dionysus)" in text
    assert "    Aether locked (1) Sphinx · Gaia ×2 (8) Cyclops +1, Nemean Lion +1 [?]" in text


def test_a_tall_screen_shows_every_city_in_columns() -> None:
    lines = table(TABLE, detail=Detail.FULL).splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("  Player 2"))
    assert lines[head + 1] == "   Poseidon            Hephaestus         Aether locked (1)  Gaia ×2 (8)"
    assert lines[head + 3].split() == ["2", "Nemean", "Lion", "+1", "[?]"]


def test_the_hand_with_both_halves_and_the_top_of_the_discard() -> None:
    numbers = {"add tt29b": 4, "support graeae ts21": 7, "dionysus gaia": 9}
    lines = table(TABLE, numbers=numbers).splitlines()
    assert lines[-4:] == [
        "Hand    TS21  - Hephaestus 3 Phoenix  7 Graeae",
        "        TT29  - Poseidon 2 Nereid     4 Gaia 3 Cyclops",
        "              9 Dionysus",
        "Discard TT36    Hephaestus 2 Phoenix    Poseidon 3 Siren",
    ]
    plain = table(TABLE, numbers={"draw pile": 1, "draw discard": 2}).splitlines()
    assert plain[-4] == "Hand    TS21    Hephaestus 3 Phoenix    Graeae"


def test_a_spectator_sees_no_hand_and_no_face() -> None:
    text = table(TABLE, None)
    assert "TS21" not in text
    assert "[+" not in text
    assert "Player 1  Poseidon  9 points  3 cards (Dionysus)" in text


@pytest.mark.deep
@pytest.mark.parametrize(
    ("seats", "language"), some_of(itertools.product([2, 3, 4], ["en", "fr"]), [(2, "en"), (3, "fr"), (4, "en")])
)
def test_nobody_sees_what_is_hidden(seats: int, language: str) -> None:
    """Whatever is drawn for a seat names no hand card that the seat cannot know, in any situation of a game."""
    chance = random.Random(seats)
    state = GAME.new(seats=seats, seed=seats)
    board = board_for(state, language)
    while GAME.to_move(state) != pediment.OVER:
        for seat in range(seats):
            if chance.random() * 100 > often(3, 10):
                continue
            view = GAME.view(state, seat)
            shown = all_drawn(board, view, seat)
            for other in range(seats):
                hidden = set(GAME.view(state, other)["hand"]) - set(view["seats"][other]["known"])
                assert other == seat or not [card for card in hidden if card in shown]
        GAME.apply(state, chance.choice(GAME.legal(state)))


def all_drawn(board: EphyranBoard, view: dict[str, Any], seat: int) -> str:
    """Everything that is shown to a seat."""
    own = view["to_move"] == seat
    parts = [drawn(board.whole(view, seat, {}, detail)) for detail in Detail]
    parts += board.private(None, view, seat) if own else []
    parts += [board.line(entry) for entry in view["log"][-3:]]
    text = "\n".join(parts)
    assert all(cell_len(line) <= 80 for part in parts[:2] for line in part.splitlines())
    return text


def test_before_gods_are_chosen() -> None:
    state = GAME.new(seats=2, seed=1, gods="choose")
    text = drawn(board_for(state).whole(GAME.view(state, state.to_move), state.to_move, {}, Detail.USUAL))
    assert "Player 1" in text
    assert "points" not in text


def test_names_in_the_log() -> None:
    state = GAME.position(TABLE)
    board = board_for(state)
    GAME.play(state, "support graeae ts21")
    lines = [board.line(entry) for entry in GAME.view(state, 0)["log"]]
    played = "Player 1 plays Graeae; other half: Phoenix (Hephaestus 3)."
    assert lines == [played, "Player 1 looks at 3 cards from the top of the draw pile."]
    added = {"event": "add", "seat": 0, "half": "TS04a", "god": "poseidon", "cause": None, "rule": "Y3.3"}
    assert board.line(added) == "Player 1 adds Hippocamp (2, owl +1) to Poseidon."
    laid = {**added, "half": "dionysus"}
    assert board.line(laid) == "Player 1 adds Dionysus to Poseidon."
    put = {"event": "put", "seat": 0, "card": "TT36", "cause": "TS21", "rule": "Y4.2"}
    assert board.line(put) == "Player 1 puts Phoenix (Hephaestus 2) / Siren (Poseidon 3) on the discard pile."


def test_what_only_one_seat_learns() -> None:
    state = GAME.position({**TABLE, "draws": ["TT10"]})
    board = board_for(state)
    before = GAME.view(state, 0)
    assert board.private(None, before, 0) == []
    GAME.play(state, "discard ts21")
    assert state.to_move == 1
    after = GAME.view(state, 0)
    assert board.private(before, after, 0) == ["New in your hand: TT10 Hephaestus 1 Salamander / Poseidon 4 Hippocamp."]
    assert board.private(GAME.view(state, 1), GAME.view(state, 1), 1) == []


def test_the_token_in_hand_is_told_to_who_places_it() -> None:
    me = {"hand": ["TS03", "TT29"], "territories": {"gaia": {"areas": ["TS38a", "TT51a"]}}}
    state = GAME.position({"seats": [me, {}], "supply": ["helmet"]})
    GAME.play(state, "support athena-token ts03")
    board = board_for(state)
    assert board.private(None, GAME.view(state, 0), 0) == ["You look at the token: helmet −1."]
    assert board.private(None, GAME.view(state, 1), 1) == []
    assert board.note(GAME.view(state, 0), "place gaia 2") == "Cyclops"


def defended(support: str, mine: dict[str, Any], theirs: dict[str, Any], *labels: str) -> str:
    """What seat 1 is told when it may block a Support of seat 0."""
    state = GAME.position({"seats": [{"hand": [support.split()[-1].upper()], **mine}, theirs]})
    for label in (f"support {support}", *labels):
        GAME.play(state, label)
    view = GAME.view(state, 1)
    assert view["asking"] == "reactions"
    assert view["to_move"] == 1
    [told] = board_for(state).private(None, view, 1)
    return told


def test_a_defender_is_told_what_for() -> None:
    area = {"territories": {"gaia": {"areas": ["TS38a"]}}}
    token = {"hand": ["TS11"], "territories": {"aether": {"areas": [{"card": "TS27", "half": "a", "tokens": ["owl"]}]}}}
    both = {"hand": ["TS09"], "territories": {"gaia": {"areas": ["TT22a"]}, "poseidon": {"areas": ["TS02a"]}}}
    assert defended("athena-token ts03", area, {"hand": ["TS11"]}) == (
        "Player 1 is about to draw a token from the supply."
    )
    assert defended("ares-theft ts05", area, token) == "Player 1 is about to steal your token on Aether 1."
    assert defended("athena-exchange ts06", area, both) == "Player 1 is about to exchange areas with you: Gaia 1."
    assert defended("ares-destruction ts08", area, both) == "You are about to lose an uncovered area of your choice."


@pytest.mark.parametrize("seats", [2, 3])
def test_a_defender_is_told_the_truth(seats: int) -> None:
    """What is announced is what happens if nobody blocks, also where nobody had to choose."""
    checked = 0
    for seed in range(25):
        chance = random.Random(seed)
        state = GAME.new(seats=seats, seed=seed)
        board = board_for(state)
        while GAME.to_move(state) != pediment.OVER:
            labels = [GAME.label(state, action) for action in GAME.legal(state)]
            rare = [label for label in labels if label.split()[0] in ("support", "with", "let")]
            view = GAME.view(state, state.to_move)
            told = board.private(None, view, state.to_move) if view["asking"] == "reactions" else []
            GAME.play(state, chance.choice(rare if rare and chance.random() < 0.7 else labels))
            last = GAME.view(state, None)["log"][-1]
            if told and last["event"] in ("swap", "steal"):
                checked += 1
                assert f"{board.word(last['god'])} {last['n']}." in told[0]
    assert checked > 5


def test_who_may_have_been_asked() -> None:
    state = GAME.new(seats=4, seed=1)
    board = board_for(state)
    view = {**GAME.view(state, None), "active": 2, "asking": "place"}
    assert board.defenders(view, []) == []
    assert board.defenders(view, [{"event": "token", "seat": 2}]) == [3, 0, 1]
    assert board.defenders({**view, "active": 3}, [{"event": "token", "seat": 2}]) == [3, 0, 1]  # the turn went on
    assert board.defenders(view, [{"event": "steal", "seat": 2, "to": 1}]) == [1]
    assert board.defenders(view, [{"event": "swap", "seat": 2, "to": 0}]) == [0]
    assert board.defenders(view, [{"event": "destroy", "seat": 3}]) == [3]
    waiting = {**view, "asking": "reactions", "log": [{"event": "support", "support": "athena-token"}]}
    assert board.defenders(waiting, []) == [3, 0, 1]
    aimed = {**waiting, "log": [{"event": "support", "support": "ares-theft"}]}
    assert board.defenders(aimed, []) == []  # whoever is asked is the only one


def test_notes() -> None:
    state = GAME.position({**TABLE, "played": ["dionysus hephaestus"]})
    board = board_for(state)
    view = GAME.view(state, 0)
    assert board.note(view, "draw pile") == ""
    assert board.note(view, "destroy poseidon") == "Hippocamp +1 [+1] [−1]"
    exchange = {
        "seats": [
            {"hand": ["TS06", "TT22"], "territories": {"gaia": {"areas": ["TS38a", "TT51a"]}}},
            {"territories": {"gaia": {"areas": ["TT23a"]}}},
        ],
        "played": ["support athena-exchange ts06"],
    }
    state = GAME.position(exchange)
    assert GAME.asking(state) == "exchange with"  # Gaia 1 is the only area that has a counterpart
    assert board.note(GAME.view(state, 0), "with seat 1") == "Satyr"
    assert board.note(GAME.view(state, 0), "with tt22a") == ""


def test_when_the_whole_table_is_worth_a_look() -> None:
    state = GAME.position(TABLE)
    board = board_for(state)
    turn = GAME.view(state, 0)
    assert board.changed(None, turn)
    assert board.changed(turn, turn)
    GAME.play(state, "dionysus hephaestus")
    draw = GAME.view(state, 0)
    assert not board.changed(turn, draw)
    assert board.changed(None, draw)
    assert board.reminder(draw, 0, {}) is None
    again = drawn(board.reminder({**turn, "asking": "again"}, 0, {"add tt29b": 1}) or "")
    assert "Poseidon ×2 (8)" in again
    assert "1 Gaia 3 Cyclops" in again
    assert "Hand" not in drawn(board.reminder({**turn, "asking": "place"}, 0, {}) or "")


def test_options_in_groups() -> None:
    state = GAME.position(TABLE)
    board = board_for(state)
    view = GAME.view(state, 0)
    labels = {
        "discard dionysus": ("Discard", "Dionysus"),
        "discard ts21": ("Discard", "TS21"),
        "support graeae ts21": ("Support", "Graeae TS21"),
        "change poseidon with tt29a": ("Replace with", "Poseidon 2 Nereid TT29"),
        "change gaia with dionysus": ("Replace with", "Dionysus in Gaia"),
        "take dionysus with tt29b": ("Take a Dionysus with", "Gaia 3 Cyclops TT29"),
        "dionysus aether": ("Dionysus", "in Aether"),
        "add tt29b": ("Add", "Gaia 3 Cyclops TT29"),
    }
    for label, listed in labels.items():
        assert board.listed(view, label, "") == listed
    order = sorted(labels, key=lambda label: board.order(view, label))
    assert [label.split()[0] for label in order] == [
        "add",
        "dionysus",
        "take",
        "change",
        "change",
        "support",
        "discard",
        "discard",
    ]
    assert board.listed({**view, "asking": "draw"}, "draw pile", "Draw from the draw pile") == (
        "",
        "Draw from the draw pile",
    )
    assert board.listed(view, "draw discard", "") == ("", "Take TT36 Hephaestus 2 Phoenix / Poseidon 3 Siren")
    assert board.order(view, "shield ts10") < board.order(view, "let it happen")


def test_cards_of_labels() -> None:
    board = board_for(GAME.position(TABLE))
    assert board.card_in("add ts04a") == "TS04"
    assert board.card_in("discard dionysus") == "dionysus"
    assert board.card_in("draw pile") is None
    assert board.cards_named("ts04b") == ["TS04"]
    assert board.cards_named("graeae")[0] == "TS02"
    assert board.similar("hecat") == "Hecate"


def test_the_cards_are_those_of_the_edition() -> None:
    text = GAME.edition_template().replace(
        'TS21 = ["hephaestus 3 Phoenix", "graeae"]', 'TS21 = ["gaia 1 Hydra", "hecate"]'
    )
    assert GAME.editions is not None
    edition = GAME.editions.name(GAME.editions.parse(text))
    shown = table({**TABLE, "edition": edition})
    assert "TS21    Gaia 1 Hydra" in shown
    assert "Hecate" in shown
    assert board_for(GAME.position({**TABLE, "edition": edition})).remark == ""
    assert "reconstruction" in board_for(GAME.position(TABLE)).remark


def test_the_sheet_is_itemised_by_territory() -> None:
    state = GAME.position({**TABLE, "over": True})
    found = rows(drawn(board_for(state).sheet(GAME.view(state, None), 80)))
    assert found[0] == "creatures bonus Dionysus printed added points"
    assert found[1] == "Player 1"
    assert "Poseidon 2 · · 2 0 ×2 8" in found
    assert "Aether 1 · · · 2 3" in found
    assert "Gaia 2 · · 2 3 ×2 14" in found
    assert [line for line in found if line.startswith("Total")] == ["Total 11", "Total 15"]
    assert "?" not in " ".join(found)


def test_a_sheet_counts_only_what_the_reader_knows() -> None:
    state = GAME.position(TABLE)
    text = drawn(board_for(state).sheet(GAME.view(state, 0), 80))
    assert "Gaia 2 · · 2 1? ×2 8" in rows(text)
    assert text.endswith("? stands for added tokens whose faces are not known; they are not counted.")
    bonus = {"seats": [{"city_bonus": 3}, {}]}
    assert "City bonus 3" in rows(drawn(board_for(state).sheet(GAME.view(GAME.position(bonus), 0), 80)))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_sheet_of_four_fits_80_columns(language: str) -> None:
    state = GAME.position({"seats": [{}, {}, {}, {}]})
    text = drawn(board_for(state, language).sheet(GAME.view(state, 0), 80))
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.splitlines()) == 1 + 4 * 6


@pytest.mark.parametrize(
    ("bonuses", "over", "verdict"),
    [
        ([3, 1], True, "Player 1 wins with 3 points."),
        ([1, 3], True, "Player 2 wins with 3 points."),
        ([1, 1, 0], True, "Player 1 and Player 2 share the victory with 1 point each (Y7.5)."),
        ([3, 1], False, "Player 1 leads with 3 points."),
        ([1, 1], False, "Player 1 and Player 2 are level with 1 point."),
    ],
)
def test_who_wins(bonuses: list[int], over: bool, verdict: str) -> None:
    position: dict[str, Any] = {"seats": [{"city_bonus": n, "hand": ["dionysus"]} for n in bonuses], "over": over}
    state = GAME.position(position)
    assert board_for(state).verdict(GAME.view(state, None), GAME.returns(state)) == verdict


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["Ana", "Player 2", "x" * 20])
@pytest.mark.parametrize("bot", ["", " (scholar)", " (strategist)"])
@pytest.mark.parametrize("god", ["gaia", "hephaestus"])
def test_an_opponent_in_one_line_keeps_the_points(god: str, bot: str, name: str, language: str) -> None:
    state = GAME.position(TABLE | {"seats": [TABLE["seats"][0], TABLE["seats"][1] | {"god": god}]})
    short = ["me", name]
    board = board_of(pediment.Match.of(GAME, state), Messages(language), ["me", name + bot], short)
    view = GAME.view(state, 0)
    points = f"{view['scores'][1]['total']} points"
    lines = drawn(board.whole(view, 0, {}, Detail.FOLDED), 40).splitlines()
    (line,) = [line for line in lines if name in line]
    assert points in line
    assert cell_len(line) <= 40
