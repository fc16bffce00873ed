"""Y9: when a Support can be played (Y3.6 applied)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.ephyran.common import CITY, GAME, OTHER, Ephyran, areas, columns, labels, on

LOCK = "TS44"
MINE = areas("TT01a", "TT29a")
MINE_LOCKED = areas("TT01a", "TT29a", locked=LOCK)
THEIRS = areas("TT02a", "TT30a")
THEIRS_LOCKED = areas("TT02a", "TT30a", locked=LOCK)
TOKEN = areas(on("TT02a", "owl"))
TOKEN_LOCKED = areas(on("TT02a", "owl"), locked=LOCK)


def table(
    hand: list[str],
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    mine_in: str = "poseidon",
    theirs_in: str = "poseidon",
    **more: Any,
) -> dict[str, Any]:
    return {
        "seats": [
            {"hand": hand, "territories": {mine_in: mine} if mine else {}},
            {"hand": ["TT53", "TT54"], "territories": {theirs_in: theirs} if theirs else {}},
        ],
        **more,
    }


YES = [
    # Castor & Pollux: a card can be taken, or a hand card remains
    ("castor-pollux ts12", table(["TS12", "TT55"])),
    ("castor-pollux ts12", table(["TS12"], pile_size=1)),
    ("castor-pollux ts12", table(["TS12"], pile_size=0, first_discard=["TT05"])),
    ("castor-pollux ts12", table(["TS12", "TT55"], pile_size=0)),
    ("castor-pollux ts12", table(["TS12", "dionysus"], pile_size=0)),
    # Graeae: the pile is not empty
    ("graeae ts21", table(["TS21", "TT55"], pile_size=1)),
    # Athena, token: a token in supply, and an own area in an unlocked territory
    ("athena-token ts03", table(["TS03", "TT55"], MINE, supply_size=1)),
    ("athena-token ts03", table(["TS03", "TT55"], areas("dionysus"))),
    # Ares, theft: an opponent's added token in an unlocked territory, and such an own area
    ("ares-theft ts05", table(["TS05", "TT55"], MINE, TOKEN)),
    # Athena, exchange: an own unlocked area with a fitting hand half or Dionysus besides the Support card
    ("athena-exchange ts07", table(["TS07", "TT31"], MINE)),
    ("athena-exchange ts07", table(["TS07", "dionysus"], MINE)),
    ("athena-exchange ts07", table(["TS07", "TT04"], MINE)),  # covered
    ("athena-exchange ts07", table(["TS07", "TT04"], areas("dionysus"))),
    # or the same god and number filled in both cities, both unlocked
    ("athena-exchange ts07", table(["TS07", "TT55"], MINE, THEIRS)),
    ("athena-exchange ts07", table(["TS07", "TT55"], areas("dionysus"), THEIRS)),
    # Ares, destruction: an opponent has an area in an unlocked territory
    ("ares-destruction ts08", table(["TS08", "TT55"], None, THEIRS)),
    ("ares-destruction ts08", table(["TS08", "TT55"], None, areas("dionysus"))),
    # Shield: an own unlocked territory with an area
    ("shield ts09", table(["TS09", "TT55"], MINE)),
    ("shield ts09", table(["TS09", "TT55"], areas("dionysus"))),
    # Hecate: any locked territory
    ("hecate ts11", table(["TS11", "TT55"], MINE_LOCKED)),
    ("hecate ts11", table(["TS11", "TT55"], None, THEIRS_LOCKED)),
]
NO = [
    ("castor-pollux ts12", table(["TS12"], areas(*CITY["poseidon"][:3]), pile_size=0)),
    ("graeae ts21", table(["TS21", "TT55"], pile_size=0)),
    ("graeae ts21", table(["TS21", "TT55"], pile_size=0, first_discard=["TT05"])),
    ("athena-token ts03", table(["TS03", "TT55"], MINE, supply_size=0)),
    ("athena-token ts03", table(["TS03", "TT55"])),
    ("athena-token ts03", table(["TS03", "TT55"], None, THEIRS)),
    ("athena-token ts03", table(["TS03", "TT55"], MINE_LOCKED)),
    ("ares-theft ts05", table(["TS05", "TT55"], MINE, THEIRS)),
    ("ares-theft ts05", table(["TS05", "TT55"], MINE, TOKEN_LOCKED)),
    ("ares-theft ts05", table(["TS05", "TT55"], None, TOKEN)),
    ("ares-theft ts05", table(["TS05", "TT55"], MINE_LOCKED, TOKEN)),
    ("ares-theft ts05", table(["TS05", "TT55"], areas(on("TT01a", "owl")))),
    ("athena-exchange ts06", table(["TS06", "TT55"], MINE)),  # TS06 is Poseidon 2 itself
    ("athena-exchange ts07", table(["TS07", "TT55"], MINE)),
    ("athena-exchange ts07", table(["TS07", "TT31", "dionysus"])),
    ("athena-exchange ts07", table(["TS07", "TT31", "dionysus"], MINE_LOCKED)),
    ("athena-exchange ts07", table(["TS07", "TT55"], MINE_LOCKED, THEIRS)),
    ("athena-exchange ts07", table(["TS07", "TT55"], MINE, THEIRS_LOCKED)),
    ("athena-exchange ts07", table(["TS07", "TT55"], MINE, areas("TT23a"), theirs_in="gaia")),
    ("athena-exchange ts07", table(["TS07", "TT55"], None, THEIRS)),
    ("ares-destruction ts08", table(["TS08", "TT55"], MINE)),
    ("ares-destruction ts08", table(["TS08", "TT55"], MINE, THEIRS_LOCKED)),
    ("shield ts09", table(["TS09", "TT55"])),
    ("shield ts09", table(["TS09", "TT55"], None, THEIRS)),
    ("shield ts09", table(["TS09", "TT55"], MINE_LOCKED)),
    ("hecate ts11", table(["TS11", "TT55"], MINE, THEIRS)),
    ("hecate ts11", table(["TS11", "TT55"])),
]


@pytest.mark.parametrize(("support", "position"), YES)
def test_playable(support: str, position: dict[str, Any]) -> None:
    """Y9, Y3.6"""
    with Ephyran(position) as play:
        play.offers(f"support {support}")
        play.rests(0)


@pytest.mark.parametrize(("support", "position"), NO)
def test_not_playable(support: str, position: dict[str, Any]) -> None:
    """Y9, Y3.6: it could have no effect."""
    with Ephyran(position) as play:
        play.refuses(f"support {support}", "Y9")
        play.rests(0)


def test_castor_and_pollux_alone_with_nothing_to_take() -> None:
    """Y9: not playable, so that its discard is the only answer, and is not asked for."""
    with Ephyran(table(["TS12"], pile_size=0)) as play:
        play.table(first_discard=["TS12"], active=1)
        play.rests(1)


def test_y9_is_the_whole_test() -> None:
    """Y3.6, Y9: whether it would help is not asked. Here every Support is offered, the useless ones too."""
    position = {
        "seats": [
            {
                "hand": ["TS12", "TS21", "TS03", "TS05", "TS06", "TS08", "TS09", "TS11", "dionysus"],
                "territories": {"poseidon": areas("dionysus"), "gaia": areas("TT22a", locked=LOCK)},
            },
            {"hand": ["TT53", "TT54"], "territories": {"aether": areas(on("TT18a", "helmet"))}},
        ],
    }
    offered = [label for label in labels(GAME.position(position)) if label.startswith("support")]
    assert sorted(offered) == sorted(
        f"support {name}"
        for name in (
            "castor-pollux ts12",
            "graeae ts21",
            "athena-token ts03",
            "ares-theft ts05",
            "athena-exchange ts06",
            "ares-destruction ts08",
            "shield ts09",
            "hecate ts11",
        )
    )


def test_a_support_with_a_defence_waiting_can_be_played() -> None:
    """Y9: what others may answer does not matter."""
    position = {
        "seats": [
            {"hand": ["TS08", "TT55"]},
            {"hand": ["TS10", "TS25"], "territories": columns(OTHER, gaia=1)},
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support ares-destruction ts08")
        play.pending(1, ["shield ts10", "shield ts25", "let it happen"])
