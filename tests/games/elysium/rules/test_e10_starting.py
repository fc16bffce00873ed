"""E10: when a Trigger or Activate power can be started, line by line, and the Instants when copied."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pediment
from tests.games.elysium.cards.common import printed

GAME = pediment.game("elysium")
FAMILIES = ["apollo", "ares", "athena", "hades", "hephaestus", "hermes", "poseidon", "zeus"]
OPEN = [["zeus.assembly", "hades.assembly"]]  # an open Level 1 Legend: a Citizen costs 1 there
FULL = [["zeus.assembly", "zeus.initiation", "zeus.kings-council"]]


def row(
    card: str,
    startable: bool,
    *domain: Any,
    others: list[dict[str, Any]] | None = None,
    oracle: list[str] | None = None,
    deck: bool = True,
    discard: list[str] | None = None,
    copier: str = "",
    **mine: Any,
) -> Any:
    """A power in the Domain beside other cards; nobody has Gold or VP unless the row says so.

    Without `deck` nothing can be drawn. With `copier` the row is about copying the card of the Elysium.
    """
    seat: dict[str, Any] = {"gold": 0, "vp": 0, "domain": [card, *domain], **mine}
    seats = [seat, *({"gold": 0, "vp": 0, **other} for other in others or [{}])]
    position: dict[str, Any] = {"seats": seats, "oracle": oracle or [], "discard": discard or []}
    position["families"] = families(position)
    if not deck:
        position["agora"] = unnamed(position)
    kind = "starts" if startable else "does not"
    return pytest.param(card, startable, position, id=f"{card} {kind}{': ' + copier if copier else ''}")


def families(position: dict[str, Any]) -> list[str]:
    """Five families with those named in the position; Ares where there are PP."""
    text = json.dumps(position)
    named = [family for family in FAMILIES if f'"{family}.' in text or (family == "ares" and '"pp"' in text)]
    if not position["oracle"]:  # Apollo would do no harm, but most tables have no Oracle
        return (named + [family for family in FAMILIES[::-1] if family not in named])[:5]
    return (named + [family for family in FAMILIES if family not in named])[:5]


def unnamed(position: dict[str, Any]) -> list[str]:
    """Cards that the position does not name: in the Agora, so that only faces of Citizens are left."""
    text = json.dumps(position)
    cards = [
        card
        for card in GAME.cards()
        if card.partition(".")[0] in position["families"]
        for _ in range(GAME.card(card)["copies"] - text.count(f'"{card}"'))
    ]
    return cards[text.count('"citizen"') :]


ELEUSIS = "hephaestus.initiation"  # the companion of an Initiation

TABLE = [
    # Dark Future, Offerings: Oracle not empty
    *(
        case
        for card in ("apollo.dark-future", "apollo.offerings")
        for case in (
            row(card, False),
            row(card, True, oracle=["ares.hoplites"]),
            row(card, True, oracle=[card]),  # an identical card is a card of the Oracle
            row(card, True, oracle=["ares.hoplites"], deck=False),
        )
    ),
    # Prophecy of Glory: O
    row("apollo.prophecy-of-glory", False),
    row("apollo.prophecy-of-glory", False, oracle=["apollo.prophecy-of-glory"]),
    row("apollo.prophecy-of-glory", False, "ares.hoplites", oracle=["apollo.prophecy-of-glory", "ares.hoplites"]),
    row("apollo.prophecy-of-glory", True, oracle=["apollo.prophecy-of-glory", "ares.hoplites"]),
    row("apollo.prophecy-of-glory", True, oracle=["ares.hoplites"], elysium=[["ares.hoplites"]]),
    # Gathering of Heroes: D or O
    row("apollo.gathering-of-heroes", True),
    row("apollo.gathering-of-heroes", False, deck=False),
    row("apollo.gathering-of-heroes", True, oracle=["ares.hoplites"], deck=False),
    row("apollo.gathering-of-heroes", False, oracle=["apollo.gathering-of-heroes"], deck=False),
    row("apollo.gathering-of-heroes", True, deck=False, discard=["ares.hoplites"]),
    # Succession, Master of the Oracle: after some discard, O
    row("apollo.succession", False),
    row("apollo.succession", False, "citizen"),
    row("apollo.succession", True, oracle=["ares.hoplites"]),
    row("apollo.succession", True, oracle=["apollo.succession"]),  # discarding this card clears the way
    row("apollo.succession", True, "ares.hoplites", oracle=["ares.hoplites"]),
    row("apollo.master-of-the-oracle", False),
    row("apollo.master-of-the-oracle", True, oracle=["ares.hoplites"]),
    row("apollo.master-of-the-oracle", True, "ares.hoplites", oracle=["ares.hoplites"]),
    # Apollo's Initiation: a Trigger or Instant c in the Oracle, S(c)
    row("apollo.initiation", False, ELEUSIS),
    row(
        "apollo.initiation",
        False,
        ELEUSIS,
        oracle=["zeus.trial-of-heroes", "zeus.alliance", "zeus.assembly", "zeus.angels-of-zeus", "zeus.initiation"],
    ),
    row("apollo.initiation", True, ELEUSIS, oracle=["ares.hoplites"]),
    row("apollo.initiation", False, ELEUSIS, oracle=["zeus.hercules"], vp=2),
    row("apollo.initiation", True, ELEUSIS, oracle=["zeus.hercules"], vp=3),
    row("apollo.initiation", True, ELEUSIS, oracle=["apollo.prophecy-of-glory"]),  # which may take itself
    row("apollo.initiation", False, ELEUSIS, "apollo.prophecy-of-glory", oracle=["apollo.prophecy-of-glory"]),
    row("apollo.initiation", False, ELEUSIS, oracle=["hermes.caduceus"]),
    row("apollo.initiation", True, ELEUSIS, "ares.hoplites", oracle=["hermes.caduceus"]),
    row("apollo.initiation", False, ELEUSIS, "ares.hoplites"),  # an Instant of the Domain is not in the Oracle
    # always
    *(
        row(card, True, *companion, deck=False)
        for card, companion in (
            ("ares.go-tell-the-spartans", ()),
            ("hephaestus.slaves", ()),
            ("zeus.trial-of-heroes", ()),
            ("ares.glorious-victory", ()),
            ("hephaestus.master-builder", ()),
            ("athena.naval-power", ()),
            ("hades.persephone", ()),
            ("ares.initiation", (ELEUSIS,)),
            ("athena.initiation", (ELEUSIS,)),
            ("hephaestus.initiation", ("zeus.initiation",)),
            ("zeus.initiation", (ELEUSIS,)),
        )
    ),
    # Water Dragon: another player has PP
    row("ares.water-dragon", False, pp=3),
    row("ares.water-dragon", True, others=[{"pp": 1}]),
    row("ares.water-dragon", True, others=[{}, {"pp": 1}]),
    # Democracy, Oath of Hospitality: D
    *(
        case
        for card in ("athena.democracy", "athena.oath-of-hospitality")
        for case in (
            row(card, True),
            row(card, False, "citizen", deck=False, others=[{"gold": 5, "domain": ["citizen"]}]),
            row(card, True, deck=False, discard=["zeus.alliance"]),  # reshuffled
        )
    ),
    # Embassy: an Athena card in your Domain
    row("athena.embassy", True, deck=False),
    row("hermes.psychopomp", False, elysium=[["athena.embassy"]], copier="embassy"),
    row("hermes.psychopomp", False, elysium=[["athena.embassy"], ["athena.assembly"]], copier="embassy"),
    row("hermes.psychopomp", True, "athena.assembly", elysium=[["athena.embassy"]], copier="embassy"),
    # Divine Law: D, or T of any player
    row("athena.divine-law", True),
    row("athena.divine-law", False, deck=False),
    row("athena.divine-law", False, deck=False, gold=2),
    row("athena.divine-law", True, deck=False, gold=3),
    row("athena.divine-law", True, "citizen", deck=False, gold=1, elysium=OPEN),
    row("athena.divine-law", True, deck=False, others=[{"gold": 1, "domain": ["zeus.alliance"]}]),
    row("athena.divine-law", False, deck=False, others=[{"gold": 1, "domain": ["zeus.triumph", "citizen"]}]),
    # Posthumous Hero: a Citizen in the Domain and an open Legend of 2+ cards
    row("hades.posthumous-hero", False, elysium=OPEN),
    row("hades.posthumous-hero", False, "citizen"),
    row("hades.posthumous-hero", False, "citizen", elysium=[["zeus.assembly"], ["hades.assembly"]]),
    row("hades.posthumous-hero", False, "citizen", elysium=FULL),
    row("hades.posthumous-hero", True, "citizen", elysium=OPEN),
    row("hades.posthumous-hero", True, "citizen", elysium=[["zeus.initiation", "zeus.assembly"]]),
    row("hades.posthumous-hero", False, gold=9, others=[{"domain": ["citizen"], "elysium": OPEN}]),
    # Hades' Initiation: T
    row("hades.initiation", False, ELEUSIS),
    row("hades.initiation", False, ELEUSIS, gold=1),
    row("hades.initiation", True, ELEUSIS, gold=2),
    row("hades.initiation", True, ELEUSIS, "zeus.alliance", gold=1),
    row("hades.initiation", False, ELEUSIS, "citizen", gold=1),
    row("hades.initiation", True, ELEUSIS, "citizen", gold=1, elysium=OPEN),
    row("hades.initiation", False, ELEUSIS, "citizen", gold=0, elysium=OPEN),
    row("hades.initiation", False, ELEUSIS, "citizen", gold=1, elysium=[["zeus.triumph", "hades.charon"]]),
    # Cerberus: after some discard, T
    row("hades.cerberus", False, gold=9),  # only itself to discard
    row("hades.cerberus", True, "citizen", gold=3),
    row("hades.cerberus", False, "citizen", gold=2),
    row("hades.cerberus", True, "zeus.alliance", gold=1),
    row("hades.cerberus", False, "zeus.alliance", gold=0),
    row("hades.cerberus", True, "citizen", gold=1, elysium=OPEN),
    row("hades.cerberus", False, "citizen", gold=0, elysium=OPEN),
    # Judges of the Underworld: a Hades card in your Domain, and T
    row("hades.judges-of-the-underworld", False, gold=2),
    row("hades.judges-of-the-underworld", True, gold=3),
    row("hades.judges-of-the-underworld", True, "zeus.alliance", gold=1),
    row("hades.judges-of-the-underworld", True, "citizen", gold=1, elysium=OPEN),
    row("hermes.psychopomp", False, gold=9, elysium=[["hades.judges-of-the-underworld"]], copier="judges"),
    row("hermes.psychopomp", False, "hades.cerberus", elysium=[["hades.judges-of-the-underworld"]], copier="judges"),
    row(
        "hermes.psychopomp", True, "hades.cerberus", gold=3, elysium=[["hades.judges-of-the-underworld"]],
        copier="judges",
    ),
    # Golden Throne of Hera: another player has more Gold
    row("hephaestus.golden-throne-of-hera", False),
    row("hephaestus.golden-throne-of-hera", False, gold=3, others=[{"gold": 3}, {"gold": 2}]),
    row("hephaestus.golden-throne-of-hera", True, gold=3, others=[{"gold": 2}, {"gold": 4}]),
    # Swindler: a column on your board and one dismissed
    row("hermes.swindler", False),
    row("hermes.swindler", True, columns="RYG"),
    row("hermes.swindler", True, "zeus.trial-of-heroes", columns="B"),
    row("hermes.swindler", False, "zeus.trial-of-heroes", columns=""),
    row("hermes.swindler", False, others=[{"columns": "RY"}]),
    # Messenger: a Citizen, and an Instant c in your Domain, S(c)
    row("hermes.messenger", False),
    row("hermes.messenger", False, "citizen"),
    row("hermes.messenger", False, "ares.hoplites"),
    row("hermes.messenger", False, "ares.hoplites", others=[{"domain": ["citizen"]}]),
    row("hermes.messenger", False, "ares.hoplites", elysium=[[*OPEN[0], "citizen"]]),
    row("hermes.messenger", True, "citizen", "ares.hoplites"),
    row("hermes.messenger", False, "citizen", "poseidon.tidal-wave"),
    row("hermes.messenger", False, "citizen", elysium=[["ares.hoplites"]]),
    row("hermes.messenger", False, "citizen", "zeus.hercules", vp=9),  # a Trigger is no Instant
    # Caduceus: an Instant c in your Domain, S(c)
    row("hermes.caduceus", False),
    row("hermes.caduceus", True, "ares.hoplites"),
    row("hermes.caduceus", False, "zeus.hercules", vp=9),
    row("hermes.caduceus", False, elysium=[["ares.hoplites"]], others=[{"domain": ["ares.hoplites"]}]),
    # Keeper of Dreams: another Trigger c in your Domain, S(c)
    row("hermes.keeper-of-dreams", False),
    row("hermes.keeper-of-dreams", False, "ares.hoplites"),
    row("hermes.keeper-of-dreams", False, "zeus.hercules", vp=2),
    row("hermes.keeper-of-dreams", True, "zeus.hercules", vp=3),
    row("hermes.keeper-of-dreams", True, {"card": "zeus.hercules", "ring": False}, vp=3),
    row("hermes.keeper-of-dreams", False, elysium=[["zeus.hercules"]], vp=9),
    row("hermes.keeper-of-dreams", False, "hermes.caduceus"),
    row("hermes.keeper-of-dreams", True, "hermes.caduceus", "ares.hoplites"),
    row("hermes.keeper-of-dreams", False, "hermes.psychopomp", elysium=[["hermes.keeper-of-dreams"]]),
    row(
        "hermes.keeper-of-dreams", True, "hermes.psychopomp", vp=3,
        elysium=[["hermes.keeper-of-dreams"], ["zeus.hercules"]],
    ),
    # Psychopomp: a Trigger or Instant c in your Elysium, S(c)
    row("hermes.psychopomp", False),
    row("hermes.psychopomp", False, "ares.hoplites"),
    row("hermes.psychopomp", True, elysium=[["ares.hoplites"]]),
    row("hermes.psychopomp", True, elysium=[["zeus.hercules", "zeus.triumph"]], vp=3),
    row("hermes.psychopomp", False, elysium=[["zeus.hercules", "zeus.triumph"]], vp=2),
    row("hermes.psychopomp", False, elysium=[["zeus.trial-of-heroes"], ["zeus.alliance"], ["zeus.angels-of-zeus"]]),
    row("hermes.psychopomp", False, others=[{"elysium": [["ares.hoplites"]]}]),
    row("hermes.psychopomp", False, elysium=[["hermes.psychopomp"]]),
    # Theft: after some discard, a Trigger or Instant c in your Domain, S(c)
    row("hermes.theft", False),
    row("hermes.theft", False, "citizen"),
    row("hermes.theft", True, "ares.hoplites"),  # Theft itself is discarded
    row("hermes.theft", True, "zeus.hercules", vp=3),
    row("hermes.theft", False, "zeus.hercules", vp=2),
    row("hermes.theft", False, "zeus.triumph"),  # one card is left, Triumph wants two
    row("hermes.theft", True, "zeus.triumph", "citizen"),
    row("hermes.theft", False, elysium=[["ares.hoplites"]]),
    row("hermes.theft", False, "hades.cerberus", "zeus.alliance", gold=9),  # Activate and Permanent
    row("hermes.theft", False, "hermes.messenger", "citizen"),
    # Hermes' Initiation: an Initiation c in another Domain, S(c)
    row("hermes.initiation", False, ELEUSIS),
    row("hermes.initiation", True, ELEUSIS, others=[{"domain": ["zeus.initiation"]}]),
    row("hermes.initiation", True, ELEUSIS, others=[{"domain": [{"card": "zeus.initiation", "used": True}]}]),
    row("hermes.initiation", False, ELEUSIS, others=[{"elysium": [["zeus.initiation"]]}]),
    row("hermes.initiation", False, ELEUSIS, gold=1, others=[{"gold": 9, "domain": ["hades.initiation"]}]),
    row("hermes.initiation", True, ELEUSIS, gold=2, others=[{"domain": ["hades.initiation"]}]),
    row("hermes.initiation", False, ELEUSIS, vp=9, others=[{"domain": ["poseidon.initiation"]}]),
    row("hermes.initiation", True, ELEUSIS, others=[{"vp": 1, "domain": ["poseidon.initiation"]}]),
    row("hermes.initiation", False, ELEUSIS, others=[{"domain": ["hermes.initiation"]}]),
    row("hermes.initiation", True, ELEUSIS, others=[{"domain": ["hermes.initiation", "zeus.initiation"]}]),
    row("hermes.initiation", False, ELEUSIS, others=[{"domain": ["apollo.initiation"]}]),
    row("hermes.initiation", True, ELEUSIS, others=[{"domain": ["apollo.initiation"]}], oracle=["ares.hoplites"]),
    # Orpheus: a Citizen in a Legend, and a non-Citizen Domain card that fits its place
    row("hermes.orpheus", False, "athena.assembly", elysium=OPEN),
    row("hermes.orpheus", True, "athena.assembly", elysium=[[*OPEN[0], "citizen"]]),
    row("hermes.orpheus", False, "citizen", elysium=[[*OPEN[0], "citizen"]]),
    row("hermes.orpheus", False, "zeus.alliance", elysium=[[*OPEN[0], "citizen"]]),
    row("hermes.orpheus", True, elysium=[["hermes.assembly", "hermes.caduceus", "citizen"]]),
    row("hermes.orpheus", True, elysium=[["zeus.hercules", "hades.cerberus", "citizen"]]),
    row("hermes.orpheus", False, "athena.assembly", others=[{"elysium": [[*OPEN[0], "citizen"]]}]),
    # Earthquake: another player has a Citizen in the Domain
    row("poseidon.earthquake", False, "citizen"),
    row("poseidon.earthquake", False, others=[{"domain": ["zeus.alliance"], "elysium": [[*OPEN[0], "citizen"]]}]),
    row("poseidon.earthquake", True, others=[{"domain": ["citizen"]}]),
    # Poseidon's Initiation: another player has VP
    row("poseidon.initiation", False, ELEUSIS, vp=5),
    row("poseidon.initiation", True, ELEUSIS, others=[{}, {"vp": 1}]),
    # Antaeus: another player has a non-Citizen Domain card
    row("poseidon.antaeus", False, "zeus.alliance"),
    row("poseidon.antaeus", False, others=[{"domain": ["citizen"]}]),
    row("poseidon.antaeus", True, others=[{"domain": ["zeus.alliance"]}]),
    # Medusa: another player has a Domain card
    row("poseidon.medusa", False, "zeus.alliance", others=[{"elysium": [["zeus.triumph"]]}]),
    row("poseidon.medusa", True, others=[{"domain": ["citizen"]}]),
    row("poseidon.medusa", True, others=[{}, {"domain": ["zeus.alliance"]}]),
    # Triumph: 2+ cards in your Domain
    row("zeus.triumph", False, elysium=[["zeus.alliance"]]),
    row("zeus.triumph", True, "citizen"),
    # King's Council: 2+ Zeus cards in your Domain
    row("zeus.kings-council", False),
    row("zeus.kings-council", False, "citizen", "hades.tartarus", elysium=[["zeus.alliance"]]),
    row("zeus.kings-council", True, "zeus.alliance"),
    # Hercules: 3+ VP
    row("zeus.hercules", False, vp=2, others=[{"vp": 9}]),
    row("zeus.hercules", True, vp=3),
]  # fmt: skip

INSTANTS = [
    *(
        (card, True, {"deck": False})
        for card in (
            "ares.hoplites",
            "athena.trade-agreement",
            "hades.charons-obol",
            "hephaestus.divine-aid",
            "zeus.garden-of-the-hesperides",
        )
    ),
    ("apollo.charisma", True, {}),
    ("apollo.charisma", False, {"deck": False}),
    ("ares.deimos-and-phobos", False, {"pp": 4}),
    ("ares.deimos-and-phobos", True, {"others": [{}, {"pp": 1}]}),
    ("athena.panathenaic-games", False, {}),
    ("athena.panathenaic-games", True, {"gold": 3}),
    ("athena.panathenaic-games", False, {"others": [{"gold": 1, "domain": ["zeus.alliance"]}]}),
    ("athena.panathenaic-games", True, {"others": [{"gold": 2, "domain": ["zeus.alliance"]}]}),
    ("athena.panathenaic-games", False, {"others": [{"gold": 1, "domain": ["citizen"], "elysium": OPEN}]}),
    ("athena.panathenaic-games", True, {"others": [{"gold": 2, "domain": ["citizen"], "elysium": OPEN}]}),
    ("hephaestus.sacrifice", False, {}),
    ("hephaestus.sacrifice", True, {"gold": 1}),
    ("hephaestus.sacrifice", True, {"vp": 1}),
    ("poseidon.tidal-wave", False, {"gold": 5}),
    ("poseidon.tidal-wave", True, {"others": [{"gold": 1}]}),
    ("poseidon.raiders", False, {"gold": 5}),
    ("poseidon.raiders", True, {"others": [{}, {"gold": 1}]}),
    ("poseidon.cyclopes", False, {"gold": 5}),
    ("poseidon.cyclopes", True, {"others": [{"gold": 1}]}),
    ("poseidon.cyclopes", True, {"others": [{"domain": ["citizen"]}]}),
    ("poseidon.charybdis-and-scylla", False, {"gold": 5, "vp": 5}),
    ("poseidon.charybdis-and-scylla", True, {"others": [{"gold": 1}]}),
    ("poseidon.charybdis-and-scylla", True, {"others": [{"vp": 1}]}),
]


def offered(position: dict[str, Any], card: str) -> bool:
    state = GAME.position(position)
    assert (GAME.asking(state), GAME.to_move(state)) == ("turn", 0)
    return f"use {card}" in [GAME.label(state, action) for action in GAME.legal(state)]


@pytest.mark.parametrize(("card", "startable", "position"), TABLE)
def test_a_line_of_the_table(card: str, startable: bool, position: dict[str, Any]) -> None:
    """E10, E5.7: what is not startable is refused by E10."""
    assert offered(position, card) is startable
    why = GAME.why_not(GAME.position(position), f"use {card}")
    assert (why is None) is startable
    if why is not None:
        assert why.rule == "E10"


STARTABLE = [case for case in TABLE if case.values[1]]
CHANGES = ["gain", "lose", "give", "take", "citizen", "transfer", "swap", "exchange", "convert", "oracle"]


@pytest.mark.parametrize(("card", "startable", "position"), STARTABLE)
def test_what_is_startable_changes_something(card: str, startable: bool, position: dict[str, Any]) -> None:
    """E10, E5.7: by some choices of the players; turning, ring and cost do not count."""
    state = GAME.position(position)
    GAME.play(state, f"use {card}")
    paths = [state]
    while paths:
        state = paths.pop()
        if changed(GAME.view(state, None)["log"]):
            return
        if GAME.asking(state) != "turn":
            for action in GAME.legal(state):
                paths.append(state.clone())
                GAME.apply(paths[-1], action)
    pytest.fail(f"{card} can be started and changes nothing")


def changed(log: list[dict[str, Any]]) -> bool:
    """A counter, a card's place or a column; a discard of the user is the cost."""
    return any(entry["event"] in CHANGES or (entry["event"] == "discard" and entry["seat"] != 0) for entry in log)


@pytest.mark.parametrize(("card", "startable", "more"), INSTANTS)
@pytest.mark.parametrize("copier", ["hermes.caduceus", "hermes.psychopomp", "hermes.messenger"])
def test_an_instant_when_copied(card: str, startable: bool, more: dict[str, Any], copier: str) -> None:
    """E10, E5.9: the list of Instants, through Caduceus, Messenger and, in the Elysium, Psychopomp."""
    if copier == "hermes.psychopomp":
        case = row(copier, startable, elysium=[[card]], **more)
    elif copier == "hermes.messenger":
        case = row(copier, startable, card, "citizen", **more)
    else:
        case = row(copier, startable, card, **more)
    assert offered(case.values[2], copier) is startable


@pytest.mark.parametrize(("card", "startable", "position"), STARTABLE)
def test_always_needed_a_ring_or_an_unused_card(card: str, startable: bool, position: dict[str, Any]) -> None:
    """E10, E5.3, E5.4: the first line of the table."""
    trigger = GAME.card(card)["power"] == "trigger"
    mine = position["seats"][0]
    spent = {"card": card, "ring": False} if trigger else {"card": card, "used": True}
    without = position | {"seats": [mine | {"domain": [spent, *mine["domain"][1:]]}, *position["seats"][1:]]}
    assert not offered(without, card)
    why = GAME.why_not(GAME.position(without), f"use {card}")
    assert why is not None
    assert why.rule == ("E5.4" if trigger else "E5.3")


@pytest.mark.parametrize(
    ("card", "startable", "position"), [case for case in STARTABLE if "initiation" in case.values[0]]
)
def test_always_needed_another_eleusis_card(card: str, startable: bool, position: dict[str, Any]) -> None:
    """E10, E5.3: without its companion an Initiation is not usable, whatever the others have."""
    mine = position["seats"][0]
    alone = [mine["domain"][0], *(other for other in mine["domain"][1:] if "initiation" not in other)]
    without = position | {"seats": [mine | {"domain": alone}, *position["seats"][1:]]}
    assert not offered(without, card)
    why = GAME.why_not(GAME.position(without), f"use {card}")
    assert why is not None
    assert why.rule == "E5.3"


@pytest.mark.parametrize(("card", "startable", "position"), STARTABLE)
def test_always_needed_the_card_in_your_domain(card: str, startable: bool, position: dict[str, Any]) -> None:
    """E10, E1.3: not in your Elysium."""
    mine = position["seats"][0]
    legends = [*mine.get("elysium", []), [card]]
    moved = position | {"seats": [mine | {"domain": mine["domain"][1:], "elysium": legends}, *position["seats"][1:]]}
    state = GAME.position(moved)
    assert f"use {card}" not in [GAME.label(state, action) for action in GAME.legal(state)]


def test_the_table_covers_every_trigger_and_activate_card_and_every_instant() -> None:
    """E10: with a startable and, unless it is always startable, another line. Added cards have scenarios."""
    always = {
        "ares.go-tell-the-spartans", "hephaestus.slaves", "zeus.trial-of-heroes", "ares.glorious-victory",
        "hephaestus.master-builder", "athena.naval-power", "hades.persephone", "ares.initiation", "athena.initiation",
        "hephaestus.initiation", "zeus.initiation", "athena.embassy",
    }  # fmt: skip
    powers = {card for card in printed() if GAME.card(card)["power"] in ("trigger", "activate")}
    assert {case.values[0] for case in TABLE if case.values[1]} == powers
    assert {case.values[0] for case in TABLE if not case.values[1]} == powers - always
    instants = {card for card in printed() if GAME.card(card)["power"] == "instant"}
    assert {card for card, startable, _ in INSTANTS if startable} == instants
    assert len(instants) == 13
