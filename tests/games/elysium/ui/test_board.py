from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console, RenderableType

import pediment
from pediment.games.elysium.ui.board import ElysiumBoard
from pediment.terminal.board import Detail, board_of
from pediment.terminal.messages import Messages

GAME = pediment.game("elysium")
ENGLISH = Messages("en")
LEGENDS: dict[str, Any] = {
    "families": "why-bother",
    "phase": "over",
    "seats": [
        {
            "gold": 5,
            "vp": 14,
            "pp": 2,
            "elysium": [
                ["zeus.temple-of-zeus", "zeus.triumph", "zeus.hercules"],
                ["poseidon.raiders", "apollo.offerings", "citizen"],
                ["athena.embassy"],
            ],
        },
        {"gold": 2, "vp": 17, "pp": 1, "domain": [{"card": "zeus.triumph", "ring": False}]},
    ],
}


def board(language: str = "en", seats: int = 2) -> ElysiumBoard:
    found = board_of(pediment.Match(GAME, seats=seats), Messages(language))
    assert isinstance(found, ElysiumBoard)
    return found


def drawn(what: RenderableType, width: int = 80) -> str:
    file = io.StringIO()
    Console(file=file, width=width, markup=False, highlight=False).print(what)
    return "\n".join(line.rstrip() for line in file.getvalue().replace("\xa0", " ").splitlines())


def view(position: dict[str, Any]) -> dict[str, Any]:
    return GAME.view(GAME.position(position), None)


def test_legends_in_short_and_in_full() -> None:
    shown = view(LEGENDS)
    short = drawn(board().part(shown, 0, Detail.USUAL))
    assert "Elysium 1: Zeus 1+2+3 (3/3, 6 VP) · 2: Level 2 Posei+Apoll+Cit (3/5, 4 VP) ·" in short
    assert "3: Embassy Athen 3 (single card)" in short
    assert "tiles Level 2, Zeus 5" in short
    tall = drawn(board().part(shown, 0, Detail.FULL))
    assert "1: Zeus Temple of Zeus 1, Triumph 2, Hercules 3 (3/3, 6 VP)" in tall
    assert "2: Level 2 Raiders Posei, Offerings Apoll, Citizen (3/5, 4 VP)" in tall


def test_rings_and_used_cards() -> None:
    position = {
        "seats": [
            {"domain": ["zeus.triumph", {"card": "zeus.initiation", "used": True}, "zeus.kings-council", "citizen"]},
            {"domain": [{"card": "zeus.triumph", "ring": False}]},
        ]
    }
    shown = view(position)
    first, second = (drawn(board().part(shown, seat, Detail.USUAL)) for seat in (0, 1))
    assert "Domain Triumph Zeus 2 Trig○ · Initiation Zeus 2 Eleu× ·\n" in first  # broken only between cards
    assert "           King’s Council Zeus 3 Acti · Citizen" in first
    assert "Triumph Zeus 2 Trig×" in second


def test_the_oracle_and_prestige_only_where_they_exist() -> None:
    families = ["apollo", "ares", "hades", "poseidon", "zeus"]
    shown = view({"families": families, "oracle": ["zeus.triumph"], "seats": [{"pp": 3}, {}]})
    text = drawn(board().whole(shown, 0, {}, Detail.USUAL))
    assert "Oracle" in text
    assert "3 PP" in text
    without = drawn(board().whole(view({"seats": [{}, {}]}), 0, {}, Detail.USUAL))
    assert "Oracle" not in without
    assert "PP" not in without


def test_quests_and_who_has_them() -> None:
    shown = view({"seats": [{"quest": 2}, {"quest": "incomplete", "cards_taken": 2}, {}], "to_move": 2})
    text = drawn(board(seats=3).whole(shown, 2, {"quest 1": 7}, Detail.USUAL))
    assert " 7 Quest 1 red" in text
    assert "2 Gold 2 tr." in text
    assert "taken: Player 1" in text
    assert "Incomplete Quest" in text
    french = drawn(board("fr", 3).whole(shown, 2, {}, Detail.USUAL))
    assert "prise : Joueur 1" in french
    assert "Quête 3 verte" in french


@pytest.mark.parametrize(
    ("language", "seats", "width", "lines"),
    [
        ("en", 2, 80, ["Incomplete Quest", "1 Gold, 1 transfer"]),
        ("fr", 2, 80, ["Quête inachevée", "1 Or, 1 transfert"]),
        ("en", 2, 60, ["   Incomplete Quest: 1 Gold, 1 transfer"]),
        ("en", 4, 80, ["   Incomplete Quest: 1 Gold, 1 transfer"]),
        ("fr", 4, 80, ["   Quête inachevée : 1 Or, 1 transfert"]),
        ("en", 4, 120, ["Incomplete Quest", "1 Gold, 1 transfer"]),
    ],
)
@pytest.mark.parametrize("detail", Detail)
def test_what_an_incomplete_quest_gives(
    detail: Detail, language: str, seats: int, width: int, lines: list[str]
) -> None:
    """E4.8: beside the Quests where there is room, else below them, however short the rest is."""
    shown = GAME.view(GAME.new(seats=seats, seed=3), None)
    drawing = drawn(board(language, seats).whole(shown, 0, {}, detail), width).splitlines()
    found = [i for i, line in enumerate(drawing) if line.endswith(lines[0])]
    assert len(found) == 1
    for i, text in enumerate(lines):
        assert drawing[found[0] + i].endswith(text)


def test_whoever_has_an_incomplete_quest_is_told_what_it_gives() -> None:
    seats = [{"quest": "incomplete", "domain": ["zeus.alliance"], "gold": 3}, {"quest": 1}]
    shown = view({"families": "first-game", "phase": "transfers", "seats": seats})
    assert "Incomplete Quest: 1 Gold 1 tr." in drawn(board().part(shown, 0, Detail.USUAL))
    assert "Incomplete" not in drawn(board().part(shown, 1, Detail.USUAL))


def test_the_names_of_the_players_are_everywhere() -> None:
    state = GAME.position({"seats": [{"quest": 2}, {}], "to_move": 1})
    table = board_of(pediment.Match.of(GAME, state), Messages(), ["Ada", "Bob"])
    shown = GAME.view(state, 1)
    text = drawn(table.whole(shown, 1, {}, Detail.USUAL)) + drawn(table.sheet(shown, 80))
    assert "taken: Ada" in text
    assert "Player" not in text
    assert table.line({"event": "take", "seat": 1, "card": "zeus.hercules", "cause": None}) == "Bob takes Hercules."


@pytest.mark.parametrize(
    ("language", "phase", "line"),
    [
        ("en", "actions", "Score   5 VP if the game ended now"),
        ("en", "over", "Score   5 VP"),
        ("fr", "actions", "Score   5 PV si la partie s’arrêtait là"),
        ("fr", "over", "Score   5 PV"),
    ],
)
def test_the_score_now_and_at_the_end(language: str, phase: str, line: str) -> None:
    seats: list[dict[str, Any]] = [{"elysium": [["zeus.alliance", "zeus.triumph"]], "vp": 2}, {}]
    shown = view({"phase": phase, "seats": seats})
    assert drawn(board(language).part(shown, 0, Detail.USUAL)).splitlines()[-1].strip() == line


def test_phase_three_shows_the_tiles_instead_of_the_agora() -> None:
    seats = [{"quest": 1, "domain": ["zeus.triumph", "hades.charon"]}, {"quest": 2}]
    shown = view({"phase": "transfers", "agora": ["zeus.hercules"], "seats": seats})
    text = drawn(board().whole(shown, 0, {}, Detail.USUAL))
    assert "Writing the Legends" in text
    assert "Bonus tiles left: Athena 2/5 · Hades 2/5 · Hephaestus 2/5 · Level 1/2/3 ·" in text
    assert "Hercules" not in text


def test_when_the_whole_table_is_worth_a_look() -> None:
    state = GAME.position({"agora": ["zeus.hercules", "zeus.triumph"], "seats": [{}, {}]})
    table = board()
    turn = GAME.view(state, 0)
    GAME.play(state, "take zeus.hercules")
    dismissing = GAME.view(state, 0)
    assert table.changed(None, dismissing)
    assert table.changed(dismissing, turn)
    assert not table.changed(turn, dismissing)
    other = {**dismissing, "seats": [dismissing["seats"][0], {**dismissing["seats"][1], "gold": 9}]}
    assert table.changed(turn, other)
    assert table.changed(turn, {**dismissing, "epoch": 2})


def test_options_stand_as_on_the_table() -> None:
    shown = view({"agora": ["zeus.triumph", "athena.embassy"], "seats": [{"domain": ["zeus.hercules"]}, {}]})
    labels = ["end turn", "use zeus.hercules", "take athena.embassy", "dismiss red", "take zeus.triumph", "quest 2"]
    assert sorted(labels, key=lambda label: board().order(shown, label)) == [
        "quest 2",
        "take zeus.triumph",
        "take athena.embassy",
        "use zeus.hercules",
        "dismiss red",
        "end turn",
    ]


def test_notes_and_cards_of_labels() -> None:
    assert board().note({}, "use zeus.hercules") == "Zeus 3"
    assert board().note({}, "transfer zeus.hercules") == ""  # it stands in the list
    assert board().note({}, "take zeus.hercules") == ""  # the Agora shows it
    assert board().note({}, "transfer citizen") == ""
    assert board().card_in("take zeus.hercules") == "zeus.hercules"
    assert board().card_in("quest 1") is None


def test_cards_of_the_domain_are_listed_side_by_side() -> None:
    domain = ["zeus.hercules", "citizen", {"card": "athena.trade-agreement"}]
    seen = view({"epoch": 5, "phase": "transfers", "seats": [{"quest": 1, "domain": domain}, {"quest": 2}]})
    own = board()
    assert own.listed(seen, "transfer zeus.hercules", "Transfer Hercules for 3 Gold") == (
        "Transfer",
        "Hercules Zeus 3 Trig○, 3 Gold",
    )
    assert own.listed(seen, "transfer citizen", "Transfer Citizen") == ("Transfer", "Citizen")
    assert own.listed(seen, "discard athena.trade-agreement", "Discard Trade Agreement") == (
        "Discard",
        "Trade Agreement Athen 1 Inst",
    )
    assert own.listed(seen, "discard zeus.alliance", "Discard Alliance") == (
        "",
        "Discard Alliance",
    )  # no such card
    numbers = {"transfer zeus.hercules": 1, "stop": 2}
    short = drawn(own.whole(seen, 0, numbers, Detail.SHORT))
    assert "Domain Hercules Zeus 3 Trig○ · Citizen · Trade Agreement" in short
    brief = drawn(own.whole(seen, 0, numbers, Detail.BRIEF))
    assert "Domain Citizen · Trade Agreement" in brief


def test_the_sheet_is_itemised() -> None:
    text = drawn(board().sheet(view(LEGENDS), 80))
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert rows[0] == "Player 1 Player 2"
    assert "VP 14 17" in rows
    assert "Chronos Temple of Zeus 3" in rows
    assert "Legends Zeus (3) 6" in rows
    assert "Level 2 (3) 4" in rows
    assert "Bonus tiles Level 2 6" in rows
    assert "Zeus 5 5" in rows
    assert "Prestige 16 8" in rows
    assert "Citizens -2 0" in rows
    assert "Total 52 25" in rows
    assert "Gold 5 2" in rows


def test_a_sheet_of_four_fits_80_columns() -> None:
    legends = [["hephaestus.forges-of-hephaestus", "hades.temple-of-hades"]]
    position = {"phase": "over", "seats": [{"elysium": legends}, {"vp": 123}, {}, {}]}
    for language in ("en", "fr"):
        text = drawn(board(language, 4).sheet(view(position), 80))
        assert max(map(len, text.splitlines())) <= 80
        assert "123" in text
        assert "…" not in text


@pytest.mark.parametrize(
    ("seats", "verdict"),
    [
        ([{"vp": 9}, {"vp": 3}], "Player 1 wins with 9 VP."),
        (
            [{"vp": 9, "gold": 1}, {"vp": 9, "gold": 2}, {"vp": 1}],
            "Player 1 and Player 2 have 9 VP each; Player 2 wins with the most Gold among them, 2 (E8.7).",
        ),
        (
            [{"vp": 9, "gold": 2}, {"vp": 9, "gold": 2}, {"vp": 9, "gold": 1}],
            "Player 1 and Player 2 share the victory with 9 VP and 2 Gold each (E8.7).",
        ),
    ],
)
def test_who_wins_and_why(seats: list[dict[str, Any]], verdict: str) -> None:
    state = GAME.position({"phase": "over", "seats": seats})
    assert board(seats=len(seats)).verdict(GAME.view(state, None), GAME.returns(state)) == verdict


def test_a_winner_is_told_so() -> None:
    won = board()
    won.you = 1
    state = GAME.position({"phase": "over", "seats": [{"vp": 3}, {"vp": 9}]})
    assert won.verdict(GAME.view(state, None), GAME.returns(state)) == "You win with 9 VP!"
    tie = GAME.position({"phase": "over", "seats": [{"vp": 9, "gold": 1}, {"vp": 9, "gold": 2}]})
    assert won.verdict(GAME.view(tie, None), GAME.returns(tie)).endswith(
        "; you win with the most Gold among them, 2 (E8.7)!"
    )
    won.you = 0
    assert won.verdict(GAME.view(state, None), GAME.returns(state)) == "Player 2 wins with 9 VP."


def test_who_leads() -> None:
    assert board().verdict(view({"seats": [{"vp": 9}, {"vp": 3}]}), [0.0, 0.0]) == "Player 1 leads with 9 VP."
    assert (
        board().verdict(view({"seats": [{"vp": 9}, {"vp": 9}]}), [0.0, 0.0])
        == "Player 1 and Player 2 are level with 9 VP."
    )
