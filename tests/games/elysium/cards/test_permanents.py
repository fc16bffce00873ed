"""The two Permanents that pay for the cards of their own Family, in three Families: the same scenarios for each pair.

What else a Family's pair meets is in that Family's file; Apollo's pair has a file's worth of cases of its own there.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from pediment.testing.scenario import Scenario

OPULENCE: Final = ["ares", "athena", "hephaestus", "hermes", "zeus"]
FIRST_GAME: Final = ["athena", "hades", "hephaestus", "poseidon", "zeus"]
PAIRS: Final = {
    "ares": ("ares.tribute-to-the-amazons", "ares.god-of-war"),
    "athena": ("athena.aegis", "athena.goddess-of-wisdom"),
    "hades": ("hades.horn-of-plenty", "hades.god-of-the-dead"),
}
"""By Family: the card that pays Gold, and the one that pays VP."""
BESIDES: Final = {
    "ares": ("ares.veterans", "zeus.hercules", "hermes.caduceus", "new legend"),
    "athena": ("athena.mediation", "zeus.alliance", "zeus.triumph", "legend 1"),
    "hades": ("hades.tartarus", "zeus.alliance", "zeus.triumph", "legend 1"),
}
"""By Family: a Level 1 card of it, two cards of other Families, and where the Permanent goes after that card."""
PERMANENTS: Final = pytest.mark.parametrize(
    ("family", "card", "counter"),
    [
        (family, card, counter)
        for family, pair in PAIRS.items()
        for card, counter in zip(pair, ("gold", "vp"), strict=True)
    ],
)


def at_table(family: str, **position: Any) -> dict[str, Any]:
    """A position with the Families of a set in which that Family is."""
    return {"families": OPULENCE if family == "ares" else FIRST_GAME, **position}


@PERMANENTS
def test_they_pay_for_a_card_of_their_family_taken_before_the_column_goes(family: str, card: str, counter: str) -> None:
    """When you take a card of the Family, 1 Gold or 1 VP. E4.6, E5.2."""
    taken, stranger, _, _ = BESIDES[family]
    seats = [{"gold": 1, "vp": 1, "domain": [card]}, {"gold": 1, "vp": 1}]
    with Scenario(at_table(family, seats=seats, agora=[taken, stranger, f"{family}.assembly"])) as play:
        play.answers(0, f"take {taken}")
        play.has(0, **{"gold": 1, "vp": 1, counter: 2})
        play.logged("gain", seat=0, n=1, counter=counter, cause=card, rule="E5.2")
        play.answers(0, "dismiss red")
        play.answers(1, f"take {family}.assembly", "dismiss red")  # another player's card pays nothing
        play.answers(0, f"take {stranger}", "dismiss green")  # nor does another Family
        play.has(0, **{"gold": 1, "vp": 1, counter: 2})
        play.has(1, gold=1, vp=1)
        play.rests(1)


@PERMANENTS
def test_they_do_not_see_their_own_taking(family: str, card: str, counter: str) -> None:
    """Taking this card itself pays nothing; the other of the two sees it. E5.2."""
    [other] = set(PAIRS[family]) - {card}
    for domain in ([], [other]):
        seats = [{"gold": 1, "vp": 1, "domain": domain}, {}]
        with Scenario(at_table(family, seats=seats, agora=[card])) as play:
            play.answers(0, f"take {card}", "dismiss red")
            play.has(0, **{"gold": 1, "vp": 1, ({"gold": "vp", "vp": "gold"}[counter]): 1 + len(domain)})
            play.rests(1)


@PERMANENTS
def test_they_pay_for_transfers_and_for_their_own(family: str, card: str, counter: str) -> None:
    """When you transfer a card of the Family, 1 Gold or 1 VP; this card too. E5.2, E7.9."""
    first, _, last, place = BESIDES[family]
    seats = [{"quest": 2, "gold": 6, "vp": 0, "domain": [card, first, last]}, {}]
    with Scenario(at_table(family, phase="transfers", epoch=5, seats=seats)) as play:
        gold, vp = int(counter == "gold"), int(counter == "vp")
        play.answers(0, f"transfer {first}")
        play.has(0, gold=5 + gold, vp=vp)
        play.answers(0, f"transfer {card}", place)
        play.has(0, gold=2 + 2 * gold, vp=2 * vp)
        play.logged("gain", seat=0, n=1, counter=counter, cause=card)
        play.asked(0, [f"transfer {last}", "stop"], f"transfer {last}")
        play.has(0, gold=2 * gold, vp=2 * vp)
        play.over()
