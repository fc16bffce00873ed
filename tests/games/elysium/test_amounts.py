"""The numbers in the powers of the cards: which there are, and that each does what it says when an edition changes it.

Each is played as the package has it and as two more than that. `test_second.py` plays random tables on which all
numbers are others.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.command.editions import problems
from pediment.core.errors import EditionError
from pediment.core.match import Match
from pediment.games.elysium.rules.amounts import name_amounts
from pediment.games.elysium.rules.tables import CARDS_OF_KIND
from pediment.testing import conformance

GAME: Final = pediment.game("elysium")
WITHOUT: Final = [
    "apollo.charisma", "apollo.prophecy-of-glory", "apollo.initiation", "apollo.succession", "hephaestus.sacrifice",
    "hephaestus.golden-throne-of-hera", "hermes.swindler", "hermes.messenger", "hermes.caduceus", "hermes.initiation",
    "hermes.keeper-of-dreams", "hermes.psychopomp", "hermes.theft", "hermes.orpheus", "poseidon.earthquake",
    "poseidon.cyclopes", "poseidon.antaeus", "poseidon.medusa",
]  # fmt: skip
"""Cards whose power has no number: docs/formats.md says why."""


def standard() -> Any:
    editions = GAME.editions
    assert editions is not None
    return editions.standard


def numbers() -> dict[str, dict[str, int]]:
    """Of every card of the package, as the package has them."""
    found: dict[str, dict[str, int]] = standard().in_full()["powers"]
    return found


def box(powers: dict[str, Any]) -> dict[str, Any]:
    """An edition with other numbers in these powers, as a record names it."""
    editions = GAME.editions
    assert editions is not None
    named: dict[str, Any] = editions.name(editions.check(standard().values | {"name": "my box", "powers": powers}, {}))
    return named


def edition(named: dict[str, Any]) -> Any:
    assert GAME.editions is not None
    return GAME.editions.of(named)


# Which there are


NUMBERS: Final = {
    # What a card gives, or makes others lose or give: in the position of `played`, how often
    "apollo.dark-future": {"vp": 3},
    "apollo.offerings": {"gold": 3},
    "ares.hoplites": {"pp": 1},
    "ares.initiation": {"pp": 1},
    "ares.deimos-and-phobos": {"others_pp": 1},
    "ares.go-tell-the-spartans": {"pp": 1},
    "ares.glorious-victory": {"pp": 3},
    "ares.water-dragon": {"others_pp": 1},
    "athena.trade-agreement": {"gold": 1, "others_gold": 1},
    "athena.democracy": {"others_cost": 1},
    "athena.naval-power": {"gold": 1, "vp": 1, "others_gold": 1, "others_vp": 1},
    "athena.initiation": {"gold": 1, "others_gold": 1},
    "athena.panathenaic-games": {"transfers": 1, "others_transfers": 1, "others_cost": 1},
    "athena.embassy": {"gold": 2, "vp": 2},
    "athena.oath-of-hospitality": {"others_cost": 1},
    "athena.divine-law": {"transfers": 1},
    "hades.posthumous-hero": {"transfers": 1},
    "hades.charons-obol": {"gold": 1, "transfers": 1},
    "hades.initiation": {"transfers": 1},
    "hades.cerberus": {"transfers": 1},
    "hades.judges-of-the-underworld": {"transfers": 2},
    "hades.persephone": {"transfers": 1},
    "hephaestus.divine-aid": {"gold": 1},
    "hephaestus.initiation": {"gold": 1},
    "hephaestus.slaves": {"gold": 1},
    "hephaestus.master-builder": {"gold": 2},
    "poseidon.tidal-wave": {"others_gold": 1},
    "poseidon.initiation": {"others_vp": 1},
    "poseidon.raiders": {"others_gold": 1},
    "poseidon.charybdis-and-scylla": {"others_vp": 1, "others_gold": 1},
    "zeus.garden-of-the-hesperides": {"vp": 1},
    "zeus.initiation": {"vp": 1},
    "zeus.trial-of-heroes": {"vp": 1},
    "apollo.gathering-of-heroes": {"cards": 1},
    "apollo.master-of-the-oracle": {"cards": 1},
}
COUNTED: Final = {"zeus.triumph": 9, "zeus.kings-council": 2, "zeus.hercules": 9}
"""`vp` for each `per` of these."""
FOR_TAKES: Final = {
    "apollo.the-muses": "gold", "apollo.god-of-the-sun": "vp", "ares.tribute-to-the-amazons": "gold",
    "ares.god-of-war": "vp", "athena.aegis": "gold", "athena.goddess-of-wisdom": "vp", "hades.horn-of-plenty": "gold",
    "hades.god-of-the-dead": "vp", "hephaestus.automatons": "gold", "hephaestus.god-of-fire": "vp",
    "hermes.legendary-loot": "gold", "hermes.god-of-thieves": "vp", "poseidon.golden-fleece": "gold",
    "poseidon.god-of-the-oceans": "vp", "zeus.whispers-of-hera": "gold", "zeus.father-of-the-gods": "vp",
}  # fmt: skip
FOR_CITIZENS: Final = {"ares.recruiter": "pp", "hephaestus.apprentice": "gold", "zeus.alliance": "vp"}
AT_TRANSFERS: Final = {
    "ares.war-chariots": "pp", "hephaestus.workshop": "gold", "zeus.angels-of-zeus": "vp", "hades.charon": "vp",
}  # fmt: skip
TEMPLES: Final = [
    *(f"{god}.temple-of-{god}" for god in ("apollo", "ares", "athena", "hades", "hermes", "poseidon", "zeus")),
    "hephaestus.forges-of-hephaestus",
]
FAMILIES: Final = sorted({card.partition(".")[0] for card in GAME.cards()})
CHRONOS: Final = {
    **{f"{god}.assembly": (2, None) for god in FAMILIES},
    **dict.fromkeys(TEMPLES, (1, None)),
    "apollo.homer": (1, None), "athena.mediation": (2, None), "hermes.cheater": (1, None), "ares.veterans": (3, None),
    "hades.tartarus": (9, 2), "hephaestus.gift-of-hephaestus": (13, 2), "poseidon.divine-wrath": (11, 4),
    "zeus.justice-of-zeus": (7, 3),
}  # fmt: skip
"""How much there is of what counts, and for how many of it VP are paid, if that can be changed."""


def test_every_number_of_every_card_is_played_here() -> None:
    played = {card: set(found) for card, found in NUMBERS.items()}
    played |= {card: {"vp", "per"} for card in COUNTED}
    played |= {card: {name} for card, name in (FOR_TAKES | FOR_CITIZENS | AT_TRANSFERS).items()}
    played |= {card: {"vp", "per"} if per else {"vp"} for card, (_, per) in CHRONOS.items()}
    played["hades.helm-of-invisibility"] = {"transfers"}
    assert {card: set(found) for card, found in numbers().items()} == {
        card: played[card] for card in GAME.cards() if card in played
    }


def test_the_cards_without_a_number_are_known() -> None:
    assert [card for card in GAME.cards() if card not in numbers()] == WITHOUT


def test_the_documentation_says_why_they_have_none() -> None:
    page = (Path(__file__).parents[3] / "docs/formats.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \| .+ \|$", page.partition("have no number that can be changed:")[2], re.MULTILINE)
    listed = [name for row in rows[1:7] for name in row.split(", ")]
    names = [GAME.card(card)["name"] for card in WITHOUT if not card.endswith(".initiation")]
    assert sorted(listed) == sorted([*names, "Initiation (Apollo)", "Initiation (Hermes)"])


def test_the_numbers_are_those_of_the_texts() -> None:
    for language in ("en", "fr"):
        for card, texts in GAME.texts.section(language, "cards").items():
            for field in ("power", "short"):
                named = set(re.findall(r"\{(\w+)", texts.get(field, "")))
                assert named == set(numbers().get(card, {})) or field not in texts, (language, card, field)
            told = " ".join(texts.get(field, "") for field in ("notes", "starts"))
            assert {re.sub(r"_[35]$", "", name) for name in re.findall(r"\{(\w+)", told)} <= set(
                numbers().get(card, {})
            )


# What they do


def values_of(card: str, name: str) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """A number as the package has it and two more, each with its edition."""
    was = numbers()[card][name]
    yield was, None
    yield was + 2, box({card: {name: was + 2}})


def play(position: dict[str, Any], named: dict[str, Any] | None, wanted: list[str]) -> Match:
    """Answer until a turn's next question comes: what is wanted first, otherwise whatever is first. Never decline."""
    full = position if named is None else position | {"edition": named}
    match = Match.of(GAME, GAME.position(full))
    for want in wanted[:1]:
        match.play(want)
    order = [*wanted[1:], "dismiss red", "yes", "transfer ", "new legend", "discard citizen", "draw"]
    while match.view()["asking"] not in ("turn", "after-take", "over"):
        options = match.options()
        match.play(next((o for want in order for o in options if o.startswith(want)), options[0]))
    return match


def families_with(*cards: str) -> list[str]:
    """Five families with those of these cards."""
    needed = {card.partition(".")[0] for card in cards}
    return sorted(needed | set([god for god in FAMILIES if god not in needed][: 5 - len(needed)]))


def played(card: str, named: dict[str, Any] | None, wanted: str = "") -> Match:
    """The power at a table where everybody has plenty of everything."""
    family = card.partition(".")[0]
    facts = GAME.card(card)
    companion = next(
        other
        for other in GAME.cards()
        if other.startswith(f"{family}.") and other != card and GAME.card(other)["power"] in ("legend", "permanent")
    )
    seat: dict[str, Any] = {
        "gold": 60, "vp": 9, "pp": 3, "elysium": [["zeus.angels-of-zeus", "ares.war-chariots"]],
        "domain": [companion, "citizen", "citizen", "citizen", "zeus.whispers-of-hera", "ares.tribute-to-the-amazons"],
    }  # fmt: skip
    if companion in seat["domain"][1:]:
        seat["domain"].remove(companion)
    other: dict[str, Any] = {
        "gold": 60,
        "vp": 60,
        "pp": 60,
        "domain": ["zeus.temple-of-zeus", "zeus.assembly", "ares.assembly", "citizen"],
    }
    if facts["eleusis"]:
        seat["domain"].append("apollo.initiation" if family != "apollo" else "zeus.initiation")
        other["domain"].append("zeus.initiation")
    instant = facts["power"] == "instant"
    if not instant:
        seat["domain"].append(card)
    position: dict[str, Any] = {
        "families": families_with(card, "zeus.initiation", "ares.assembly", "apollo.initiation"),
        "seats": [seat, other],
        "agora": [card] if instant else [],
        "oracle": ["zeus.trial-of-heroes", "apollo.succession", "ares.go-tell-the-spartans", "ares.glorious-victory"],
    }
    if card in position["oracle"]:
        position["oracle"].remove(card)
        position["oracle"].append("athena.aegis" if "athena" in position["families"] else "zeus.hercules")
    return play(position, named, [f"{'take' if instant else 'use'} {card}", wanted])


def measured(match: Match, card: str, name: str) -> int:
    """How much of that the card has brought about, by the log."""
    seat, kind = (1, name.removeprefix("others_")) if name.startswith("others_") else (0, name)
    log = [entry for entry in match.view()["log"] if entry["cause"] == card]
    own = [entry for entry in log if entry.get("seat") == seat]
    if kind == "transfers":
        return sum(entry["event"] == "transfer" for entry in own)
    if kind == "cards":
        drawn = sum(len(entry["cards"]) for entry in log if entry["event"] == "oracle")
        return drawn or sum(entry["event"] == "take" for entry in own)
    if kind == "cost" and card == "athena.panathenaic-games":
        moved = next(entry for entry in own if entry["event"] == "transfer")
        return int(moved["n"]) - int(GAME.card(moved["card"])["level"])
    counter = "gold" if kind == "cost" else kind
    changed = [entry for entry in own if entry["event"] in ("gain", "lose", "give") and entry["counter"] == counter]
    return sum(entry["n"] for entry in changed)


@pytest.mark.parametrize(("card", "name"), [(card, name) for card, found in NUMBERS.items() for name in found])
def test_a_number_of_a_power(card: str, name: str) -> None:
    for value, named in values_of(card, name):
        match = played(card, named, "vp" if name == "others_vp" else "gold")
        assert measured(match, card, name) == NUMBERS[card][name] * value


def test_those_of_embassy_are_the_others_choice_too() -> None:
    named = box({"athena.embassy": {"gold": 3, "vp": 5}})
    for choice, n in (("gold", 6), ("vp", 10)):
        assert measured(played("athena.embassy", named, choice), "athena.embassy", f"others_{choice}") == n


@pytest.mark.parametrize("card", COUNTED)
@pytest.mark.parametrize("name", ["vp", "per"])
def test_a_power_for_so_many_of_something(card: str, name: str) -> None:
    for value, named in values_of(card, name):
        n = numbers()[card] | {name: value}
        count = COUNTED[card]
        domain = [card, *["citizen"] * 7, "zeus.whispers-of-hera"]
        position: dict[str, Any] = {"seats": [{"vp": 9, "domain": domain}, {}]}
        match = Match.of(GAME, GAME.position(position | ({"edition": named} if named else {})))
        if count < n["per"]:
            assert match.why_not(f"use {card}").startswith("E10")  # type: ignore[union-attr]
            assert f"at least {n['per']} " in str(match.why_not(f"use {card}"))
        else:
            match.play(f"use {card}")
            assert measured(match, card, "vp") == n["vp"] * (count // n["per"])


@pytest.mark.parametrize(("card", "name"), FOR_TAKES.items())
def test_what_is_paid_for_a_take(card: str, name: str) -> None:
    taken = f"{card.partition('.')[0]}.assembly"
    for value, named in values_of(card, name):
        position = {"families": families_with(card), "seats": [{"domain": [card]}, {}], "agora": [taken]}
        assert measured(play(position, named, [f"take {taken}"]), card, name) == value


@pytest.mark.parametrize(("card", "name"), FOR_CITIZENS.items())
def test_what_is_paid_for_a_citizen(card: str, name: str) -> None:
    for value, named in values_of(card, name):
        position = {"families": families_with(card), "seats": [{"quest": 1, "domain": [card]}, {}, {}]}
        assert measured(play(position, named, []), card, name) == value  # a Citizen is the only move


@pytest.mark.parametrize(("card", "name"), AT_TRANSFERS.items())
def test_what_is_paid_in_phase_three(card: str, name: str) -> None:
    for value, named in values_of(card, name):
        domain = ["zeus.hercules", "citizen", "zeus.triumph", card]
        seats = [{"quest": 2, "gold": 20, "domain": domain}, {"quest": 1, "disc": 2}]
        position = {"families": families_with(card, "zeus.hercules"), "phase": "transfers", "seats": seats}
        assert measured(play(position, named, ["transfer zeus.triumph"]), card, name) == value


def test_the_transfers_of_helm() -> None:
    for value, named in values_of("hades.helm-of-invisibility", "transfers"):
        seats = [{"quest": 2, "domain": ["hades.helm-of-invisibility", "zeus.triumph"]}, {"quest": 1, "disc": 2}]
        match = play({"phase": "transfers", "seats": seats}, named, [])
        assert next(e["n"] for e in match.view()["log"] if e["event"] == "transfers" and e["seat"] == 0) == 3 + value


@pytest.mark.parametrize(
    ("card", "name"), [(card, "vp") for card in CHRONOS] + [(c, "per") for c, (_, p) in CHRONOS.items() if p]
)
def test_a_chronos_power(card: str, name: str) -> None:
    count, per = CHRONOS[card]
    other = next(f"{god}.assembly" for god in FAMILIES if not card.startswith(god))
    legends = [
        [card, other],
        ["zeus.alliance", "zeus.triumph", "zeus.trial-of-heroes"],
        ["zeus.angels-of-zeus", "zeus.kings-council", "zeus.garden-of-the-hesperides"],
    ]
    if card == "hades.tartarus":
        legends[0].append("zeus.assembly")
    seat = {"gold": 13, "vp": 7, "pp": 3, "elysium": legends}
    discard = [c for c in GAME.cards() if c.startswith("ares.") and c not in (card, "ares.assembly")][:11]
    families = families_with(card, "ares.assembly", "zeus.assembly", other)
    position = {"families": families, "epoch": 5, "phase": "over", "seats": [seat, {}], "discard": discard}
    for value, named in values_of(card, name):
        n = {"vp": numbers()[card]["vp"], "per": per or 1} | {name: value}
        state = GAME.position(position | ({"edition": named} if named else {}))
        vp = next(item["vp"] for item in GAME.scores(state)[0]["chronos"] if item["card"] == card)
        assert vp == n["vp"] * (count // n["per"])
        assert GAME.scores(state)[0]["total"] == GAME.totals(state)[0]


def test_a_gain_in_steps_is_no_loan() -> None:
    """Democracy for 3 Gold: whoever has 2 is not asked; for nothing, everybody is."""
    for cost, asked in ((0, [1, 2, 3]), (1, [2, 3]), (3, [3])):
        named = box({"athena.democracy": {"others_cost": cost}})
        seats = [{"domain": ["athena.democracy"]}, {"gold": 0}, {"gold": 2}, {"gold": 3}]
        match = Match.of(GAME, GAME.position({"seats": seats, "edition": named}))
        match.play("use athena.democracy")
        found = []
        while match.view()["asking"] == "offer-citizen":
            seat = match.to_move
            assert f"pay {cost} Gold" in GAME.prompt(match.state)
            captions = [GAME.caption(match.state, action) for action in match.state.legal]
            assert captions == [f"Yes, pay {cost} Gold", "No"]
            reasons = [GAME.reasons(match.state, action, seat) for action in match.state.legal]
            assert any(f"costs {cost} Gold" in reason for reason in reasons[0]), reasons
            found.append(seat)
            match.play("yes")
        assert found == asked
        left = [max(0, gold - cost) if seat in asked else gold for seat, gold in ((1, 0), (2, 2), (3, 3))]
        assert [shown["gold"] for shown in match.view()["seats"]][1:] == left


# What is said of them


def test_every_text_has_the_changed_number() -> None:
    for card, found in numbers().items():
        changed = edition(box({card: dict.fromkeys(found, 17)}))
        for language in ("en", "fr"):
            usual, other = GAME.card(card, language), GAME.card(card, language, changed)
            for field in ("text", "short"):
                assert other[field].count("17") >= len(found), (card, other[field])
                assert "{" not in other[field] + usual[field]
            assert "{" not in other["rulings"] + other["starts"]
    assert GAME.card("zeus.assembly", edition=edition(box({"zeus.assembly": {"vp": 2}})))["rulings"] == (
        "Up to 10 in a Level 1 Legend; 2 in a Family Legend."
    )


@pytest.mark.parametrize(
    ("card", "changed", "english", "french"),
    [
        (
            "hephaestus.slaves", {"gold": 3},
            "Discard a card from your Domain: 3 Gold.", "Défaussez une carte de votre Domaine : 3 Or.",
        ),
        (
            "hades.charons-obol", {"transfers": 2},
            "1 Gold, then you may make up to 2 transfers.", "1 Or, puis vous pouvez faire jusqu’à 2 transferts.",
        ),
        (
            "athena.divine-law", {"transfers": 2},
            "Draw a card and take it, then you may make up to 2 transfers. Every other player either draws and "
            "takes a card or makes one transfer.",
            "Piochez une carte et prenez-la, puis vous pouvez faire jusqu’à 2 transferts. Chaque autre joueur pioche "
            "et prend une carte ou fait un transfert.",
        ),
        ("hades.persephone", {"transfers": 2}, "Transfer 2 cards for free.", "Transfert gratuit de 2 cartes."),
        ("hades.helm-of-invisibility", {"transfers": 2}, "2 more transfers.", "2 transferts de plus."),
        ("zeus.hercules", {"vp": 2, "per": 5}, "2 VP per 5 VP you have.", "2 PV par tranche de 5 PV que vous avez."),
        (
            "zeus.triumph", {"per": 1},
            "1 VP per 1 card in your Domain.", "1 PV par tranche de 1 carte de votre Domaine.",
        ),
    ],
)  # fmt: skip
def test_some_of_them_in_full(card: str, changed: dict[str, int], english: str, french: str) -> None:
    own = edition(box({card: changed}))
    assert GAME.card(card, "en", own)["text"] == english
    assert re.sub(r"\s", " ", GAME.card(card, "fr", own)["text"]) == french


@pytest.mark.parametrize(
    ("card", "changed", "english", "french"),
    [
        ("apollo.master-of-the-oracle", {"cards": 1}, "a Citizen or this card.", "un Citoyen ou cette carte-ci."),
        ("poseidon.raiders", {}, "A player without Gold gives none.", "Un joueur sans Or n’en donne pas."),
        (
            "poseidon.raiders", {"others_gold": 3},
            "A player with less gives all of it.", "Un joueur qui en a moins donne ce qui lui reste.",
        ),
        (
            "ares.water-dragon", {"others_pp": 3},
            "A player with fewer gives all of them.", "Un joueur qui en a moins les donne tous.",
        ),
        (
            "hades.cerberus", {"transfers": 3},
            "you must make as many as you can, up to 3. You pay as usual.",
            "vous devez alors en faire autant que vous pouvez, jusqu’à 3. Vous payez normalement.",
        ),
        (
            "apollo.gathering-of-heroes", {"cards": 1},
            "You must take a card if you can, old or new.",
            "Vous devez prendre une carte si vous le pouvez, ancienne ou nouvelle.",
        ),
        (
            "hades.posthumous-hero", {"transfers": 2},
            "to which a Citizen can be added (E7.4).", "qui puisse accueillir un Citoyen (E7.4).",
        ),
    ],
)  # fmt: skip
def test_rulings_follow_the_number(card: str, changed: dict[str, int], english: str, french: str) -> None:
    own = edition(box({card: changed}))
    assert GAME.card(card, "en", own)["rulings"].endswith(english)
    assert re.sub(r"\s", " ", GAME.card(card, "fr", own)["rulings"]).endswith(french)


def test_charon_weighs_what_it_pays() -> None:
    domain = ["zeus.hercules", "hades.charon", "zeus.triumph", "zeus.alliance"]
    seats = [{"quest": 2, "gold": 20, "domain": domain}, {"quest": 1, "disc": 2}]
    told = []
    for vp in (1, 20):
        named = box({"hades.charon": {"vp": vp}})
        state = GAME.position({"phase": "transfers", "seats": seats, "edition": named})
        action = GAME.parse(state, "transfer hades.charon")
        assert action is not None
        told.append(GAME.reasons(state, action, 0))
    assert "as the second transfer it would pay 1 VP" in told[0][-1]
    assert "as the second transfer it would pay 20 VP" in told[1][1]


def test_whoever_declines_a_free_citizen_saves_no_gold() -> None:
    for cost in (0, 1):
        named = box({"athena.democracy": {"others_cost": cost}})
        seats = [{"domain": ["athena.democracy"]}, {"gold": 3}]
        match = Match.of(GAME, GAME.position({"seats": seats, "edition": named}))
        match.play("use athena.democracy")
        action = GAME.parse(match.state, "no")
        assert action is not None
        assert ("keeps your 3 Gold" in GAME.reasons(match.state, action, 1)) == (cost > 0)


def test_the_choice_between_gold_and_vp_names_both() -> None:
    named = box({"athena.naval-power": {"others_gold": 4, "others_vp": 2}})
    seats = [{"domain": ["athena.naval-power"]}, {"gold": 1}]
    match = Match.of(GAME, GAME.position({"seats": seats, "edition": named}))
    match.play("use athena.naval-power")
    assert GAME.prompt(match.state) == "Naval Power: 4 Gold or 2 VP?"
    told = {GAME.label(match.state, a): GAME.reasons(match.state, a, 1) for a in match.state.legal}
    assert any("4 Gold more" in reason for reason in told["gold"])
    assert any("2 VP for certain" in reason for reason in told["vp"])


def test_advice_quotes_the_power_of_the_box() -> None:
    named = box({"hephaestus.gift-of-hephaestus": {"vp": 6}})
    agora = ["hephaestus.gift-of-hephaestus", "zeus.initiation"]
    state = GAME.position({"seats": [{"gold": 0}, {}], "agora": agora, "edition": named})
    action = GAME.parse(state, "take hephaestus.gift-of-hephaestus")
    assert action is not None
    assert "its Chronos power – 6 VP per 2 Gold you have" in GAME.reasons(state, action, 0)


def test_bots_expect_more_of_a_card_with_greater_numbers() -> None:
    changed = {"hephaestus.slaves": {"gold": 6}, "zeus.hercules": {"per": 6}, "athena.trade-agreement": {"gold": 6}}
    own = edition(box(changed | {"poseidon.raiders": {"others_gold": 5}, "hades.charons-obol": {"gold": 2}}))
    shares = {"hephaestus.slaves": 3, "zeus.hercules": 0.5, "athena.trade-agreement": 2, "hades.charons-obol": 1.5}
    for card in GAME.cards():
        usual, new = (
            GAME.evaluate(GAME.position({"families": families_with(card), "seats": [{"domain": [card]}, {}]} | more), 0)
            for more in ({}, {"edition": GAME.editions.name(own)})  # type: ignore[union-attr]
        )
        if shares.get(card, 1) == 1:
            assert new == usual, card
        else:
            assert (new > usual) == (shares[card] > 1) or GAME.card(card)["power"] == "instant", card


@pytest.mark.parametrize(
    ("card", "changed", "share"),
    [
        ("hephaestus.slaves", {"gold": 5}, 5 / 2),
        ("athena.naval-power", {"gold": 2}, (2 + 1) / 2),  # two numbers for the user, two for the others
        ("athena.naval-power", {"gold": 4, "vp": 3, "others_gold": 20, "others_vp": 20}, (4 + 3) / 2),
        ("poseidon.raiders", {"others_gold": 7}, 1),
        ("hephaestus.gift-of-hephaestus", {"per": 8}, 2 / 8),
        ("zeus.justice-of-zeus", {"vp": 5, "per": 4}, 5 * 3 / 4),
    ],
)
def test_what_a_card_is_worth_to_bots_follows_the_users_numbers(
    card: str, changed: dict[str, int], share: float
) -> None:
    """And only that of this card."""
    own = edition(box({card: changed}))
    copies = CARDS_OF_KIND[GAME.cards().index(card)]
    for number, usual in enumerate(standard().worth):
        assert own.worth[number] == pytest.approx(share * usual if number in copies else usual)


def test_a_power_cannot_have_two_numbers_of_one_name() -> None:
    with pytest.raises(AssertionError, match=r"^zeus\.hercules has two numbers 'vp'$"):
        name_amounts("zeus.hercules", [("vp", 1), ("per", 2), ("vp", 3)])
    assert list(numbers()["zeus.hercules"]) == ["vp", "per"]


# The file


def test_the_template_shows_every_number_as_a_comment() -> None:
    for language in ("en", "fr"):
        text = GAME.edition_template(language)
        opened = re.sub(r'^# (".*)$', r"\1", text, flags=re.MULTILINE)
        assert tomllib.loads(opened)["powers"] == numbers()
        listed = text.rpartition(":\n# ")[2].replace("\n# ", " ")
        assert listed.strip().split(", ") == WITHOUT
        line = next(line for line in text.splitlines() if "zeus.hercules" in line and line.startswith("#"))
        assert line == f'# "zeus.hercules" = {{ vp = 1, per = 3 }}  # {GAME.card("zeus.hercules", language)["name"]}'


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        ('"zeus.heracles" = { vp = 1 }', "unknown card 'zeus.heracles'", "carte inconnue"),
        (
            '"poseidon.medusa" = { cards = 3 }',
            "poseidon.medusa: the power of this card has no number that can be changed",
            "poseidon.medusa : le pouvoir de cette carte n’a pas de nombre qui puisse changer",
        ),
        (
            '"athena.trade-agreement" = 3',
            "athena.trade-agreement: must be a table in braces with gold, others_gold, not 3",
            "athena.trade-agreement : il faut une table entre accolades avec gold, others_gold, et non 3",
        ),
        (
            '"hephaestus.slaves" = { vp = 3 }',
            "hephaestus.slaves: unknown number 'vp'; there is gold",
            "hephaestus.slaves : nombre inconnu « vp » ; il y a gold",
        ),
        (
            '"hephaestus.slaves" = { gold = 0 }',
            "hephaestus.slaves: gold must be a whole number from 1 to 20, not 0",
            "hephaestus.slaves : gold doit être un nombre entier de 1 à 20, et non 0",
        ),
        ('"zeus.hercules" = { per = 0 }', "zeus.hercules: per must be a whole number from 1 to 20, not 0", "de 1 à 20"),
        ('"zeus.hercules" = { vp = 21 }', "zeus.hercules: vp must be a whole number from 1 to 20, not 21", "et non 21"),
        ('"zeus.hercules" = { vp = true }', "not True", "et non True"),
        ('"zeus.hercules" = { vp = 1.5 }', "not 1.5", "et non 1.5"),
        (
            '"athena.democracy" = { others_cost = -1 }',
            "athena.democracy: others_cost must be a whole number from 0 to 20, not -1",
            "de 0 à 20",
        ),
    ],
)  # fmt: skip
def test_a_problem_has_its_line_and_its_sentence(line: str, english: str, french: str) -> None:
    text = GAME.edition_template().replace("[powers]\n", f"[powers]\n{line}\n")
    with pytest.raises(EditionError) as error:
        GAME.check_edition(text)
    [(at, problem)] = error.value.problems
    assert text.splitlines()[at - 1] == line
    assert english in problem
    assert french in re.sub(r"\s", " ", problems("box.toml", error.value, "fr")[0])


def test_the_section_can_be_left_out_and_must_be_one() -> None:
    text = GAME.edition_template()
    name, digest = GAME.check_edition(text.partition("\n# Numbers in the powers")[0])
    assert name == "my box"
    assert digest != GAME.check_edition(text.replace("[powers]\n", '[powers]\n"zeus.hercules" = { vp = 2 }\n'))[1]
    with pytest.raises(EditionError, match=r"powers must be a section \[powers\]"):
        GAME.check_edition("powers = 3\n" + text.replace("[powers]", ""))


def test_the_standard_edition_is_what_it_was() -> None:
    """No number of a power is in its values: its hash, and with it all records, stay."""
    assert (standard().hash, "powers" in standard().values) == ("3b34aac3c3b1e374", False)


# Games with it


def other_numbers() -> dict[str, Any]:
    """All numbers of all cards are one more."""
    return box({card: {name: n + 1 for name, n in found.items()} for card, found in numbers().items()})


def test_a_record_keeps_the_numbers() -> None:
    match = pediment.Match(GAME, seats=3, seed=5, families="first-game", edition=other_numbers())
    while not match.over:
        match.play(match.options()[-1])
    record = json.loads(json.dumps(match.record()))
    again = pediment.replay(record)
    assert again.scores() == match.scores()
    assert again.view() == match.view()
    usual = pediment.Match(GAME, seats=3, seed=5, families="first-game")
    assert (
        usual.view()["agora"]
        == pediment.Match(GAME, seats=3, seed=5, families="first-game", edition=other_numbers()).view()["agora"]
    )
    described = GAME.describe(match.state)
    assert GAME.edition_of(GAME.position(described)).in_full() == GAME.edition_of(match.state).in_full()


def test_views_and_observations_have_no_numbers_of_powers() -> None:
    usual = GAME.new(seats=2, seed=5, families="first-game")
    other = GAME.new(seats=2, seed=5, families="first-game", edition=other_numbers())
    seen = [GAME.view(state, 0) | {"edition": ""} for state in (usual, other)]
    assert seen[0] == seen[1]
    observed = [bytes(GAME.observe(state, 0)) for state in (usual, other)]
    assert observed[0] == observed[1]


@pytest.mark.laws
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_laws(seats: int) -> None:
    for n, law in enumerate(conformance.LAWS):
        families = ["first-game", "wasteland", "why-bother"][(n + seats) % 3]
        law(GAME, seats=seats, seed=n, families=families, edition=other_numbers())


def test_the_terminal_and_the_picture_show_them(tmp_path: Path) -> None:
    from pediment.pictures import posters
    from pediment.terminal.cards import library_of
    from pediment.terminal.messages import Messages

    file = tmp_path / "box.toml"
    file.write_text(
        GAME.edition_template().replace("[powers]\n", '[powers]\n"hephaestus.slaves" = { gold = 3 }\n'),
        encoding="utf-8",
    )
    match = pediment.Match(GAME, seats=2, seed=1, families="first-game", edition=file)
    own = GAME.edition_of(match.state)
    assert "3 Gold" in library_of(GAME, Messages("en"), str(file)).body("hephaestus.slaves")
    view = GAME.view(GAME.position({"seats": [{}, {}], "agora": ["hephaestus.slaves"]}), None)
    usual, changed = (posters.table(view, ["A", "B"], [], box=one).image.tobytes() for one in (None, own))
    assert usual != changed
