"""An edition: conditions, Quests, Pediment and numbers in powers, ours or those of an owner, in one TOML file."""

from __future__ import annotations

import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from pediment.core.engine.edition import Checker, Edition, Editions
from pediment.games.elysium.rules.amounts import LEAST, MOST, OF_CARD, STANDARD
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, FAMILY, IDS, KIND, KIND_OF_ID, WORTH
from pediment.games.elysium.rules.vocabulary import COLOURS, COLUMN_COUNT, FAMILIES, FIRST_CITIZEN, LETTERS

_QUEST_FIELDS: Final = ["gold", "transfers", "vp"]
_SECTIONS: Final = ["name", "conditions", "incomplete_quest", "quests_2", "quests_3_4", "pediment"]
_POWERS: Final = "powers"  # the one section that a file need not have


class Quest:
    """What a Quest gives in Phase III (E6.2, E6.3)."""

    __slots__ = ("gold", "transfers", "vp")

    def __init__(self, gold: int, transfers: int, vp: int) -> None:
        self.gold = gold
        self.transfers = transfers
        self.vp = vp


class ElysiumEdition(Edition):
    """Conditions, Quests and Pediment sides, made fast to ask. `values` is what the file said.

    The cards of the box are those that have a condition: a card that was added to the package later is not among them.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        conditions: dict[str, str] = values["conditions"]
        # by kind; nothing for a card that the box does not have
        self.conditions: list[str] = [conditions.get(card, "") for card in IDS[: len(CARDS_OF_KIND)]]
        self.cards: list[int] = []
        for kind, condition in enumerate(self.conditions):
            if condition:
                self.cards += CARDS_OF_KIND[kind]
        self._number = {card: number for number, card in enumerate(self.cards)}
        self._conditions_of: dict[tuple[int, ...], dict[str, str]] = {}
        self._of_family: list[list[int]] = [[] for _ in FAMILIES]
        for card in self.cards:
            self._of_family[FAMILY[card]].append(card)
        # by set of columns, then by kind: may a card be taken with these columns (E4.4)? The last kind is the Citizen
        self.takeable: list[vec[bool]] = []
        for columns in range(16):
            met = [condition != "" and meets(condition, columns) for condition in self.conditions]
            met.append(False)
            self.takeable.append(vec[bool](met))
        self.incomplete = _quest(values["incomplete_quest"])
        self.quests_2 = [_quest(quest) for quest in values["quests_2"]]
        self.quests_3_4 = [_quest(quest) for quest in values["quests_3_4"]]
        sides: dict[str, list[str]] = values["pediment"]
        self.pediment: list[list[int]] = [
            [COLOURS.index(colour) for colour in sides[side]] for side in ("side_a", "side_b")
        ]
        self.amounts = vec[i64](STANDARD)  # the numbers in the powers of the cards
        powers: dict[str, dict[str, int]] = values.get(_POWERS, {})
        for owner, changed in powers.items():
            for name, n in changed.items():
                self.amounts[OF_CARD[owner][name]] = n
        self.worth = vec[float](list(WORTH))  # by card, for the bots
        for owner in powers:
            share = self._share(OF_CARD[owner])
            for number in CARDS_OF_KIND[KIND_OF_ID[owner]]:
                self.worth[number] *= share

    def _share(self, named: dict[str, int]) -> float:
        """How many times as much as usual a power brings its user with these numbers of this edition, by and large."""
        share = 1.0
        own = [at for name, at in named.items() if name != "per" and not name.startswith("others_")]
        if own:
            share = sum([int(self.amounts[at]) / STANDARD[at] for at in own]) / len(own)
        if "per" in named:
            share *= STANDARD[named["per"]] / int(self.amounts[named["per"]])
        return share

    def amounts_of(self, card: str) -> dict[str, int]:
        """The numbers in the power of a card, by their names."""
        return {name: self.amounts[at] for name, at in OF_CARD[card].items()}

    def in_full(self) -> dict[str, Any]:
        """Its values, with all numbers in the powers of its cards."""
        cards: dict[str, str] = self.values["conditions"]
        return {**self.values, _POWERS: {card: self.amounts_of(card) for card in cards if OF_CARD[card]}}

    def conditions_of(self, families: list[int]) -> dict[str, str]:
        """By id the condition of every card of these families, a dict of the caller's own."""
        key = tuple(families)
        known = self._conditions_of.get(key)
        if known is None:
            kinds = [KIND[card] for card in self.deck(families)]
            known = self._conditions_of[key] = {IDS[kind]: self.conditions[kind] for kind in kinds}
        return known.copy()

    def deck(self, families: list[int]) -> list[int]:
        """The cards of these families, in the order of the card table."""
        found: list[int] = []
        for family in sorted(families):
            found += self._of_family[family]
        return found

    def numbers(self, cards: list[int]) -> list[int]:
        """What the cards are called within the box, Citizens behind the printed ones: other boxes change nothing."""
        first = len(self.cards)
        return [self._number[card] if card < FIRST_CITIZEN else first + card - FIRST_CITIZEN for card in cards]

    def quests(self, seats: int) -> list[Quest]:
        """The Quests for that many players, left to right."""
        return self.quests_2 if seats == 2 else self.quests_3_4

    def quest_columns(self, seats: int, side: int) -> list[int]:
        """By Quest number: the columns of which one is needed (E2.3); entry 0 is empty."""
        colours = self.pediment[side]
        if seats == 2:
            return [0, 1 << colours[0] | 1 << colours[1], 1 << colours[2] | 1 << colours[3]]
        return [0] + [1 << colour for colour in colours]


def meets(condition: str, columns: int) -> bool:
    """Do these columns suffice: every colour, and one further column for each black dot (E4.4)?

    >>> meets("R*", 0b0011), meets("R*", 0b0001), meets("RG", 0b0011)
    (True, False, False)
    """
    needed = 0
    for letter in condition:
        if letter != "*":
            needed |= 1 << LETTERS.index(letter)
    return needed & columns == needed and COLUMN_COUNT[columns] >= len(condition)


def _quest(values: dict[str, int]) -> Quest:
    return Quest(values["gold"], values["transfers"], values["vp"])


class ElysiumChecker(Checker):
    """Checks conditions, Quests, Pediment sides and numbers in powers."""

    def __init__(self, values: Any, lines: dict[str, int]) -> None:
        super().__init__(values, lines, _SECTIONS, [_POWERS])
        self.conditions(self.section("conditions"))
        self.quest("incomplete_quest", self.section("incomplete_quest"))
        self.quests("quests_2", 2)
        self.quests("quests_3_4", 4)
        self.pediment(self.section("pediment"))
        self.powers(self.section(_POWERS))

    def conditions(self, conditions: dict[str, Any] | None) -> None:
        """Every card of the box has a condition of at most four dots, no colour twice."""
        if conditions is None:
            return
        for card, condition in conditions.items():
            path = f"conditions/{card}"
            if card not in KIND_OF_ID or card == "citizen":
                self.note(path, f"unknown card {card!r}")
            elif not isinstance(condition, str) or not re.fullmatch(r"[RYGB*]{1,4}", condition):
                self.note(
                    path, f"{card}: the condition must be 1 to 4 of the letters R, Y, G, B and *, not {condition!r}"
                )
            elif any(condition.count(letter) > 1 for letter in LETTERS):
                self.note(
                    path, f"{card}: a colour is named twice in {condition!r}; nobody has two columns of one colour"
                )
        for card in _box(conditions):
            if card not in conditions:
                self.note("conditions", f"{card} has no condition")

    def quests(self, name: str, n: int) -> None:
        """Quests 1 to n, each with its income."""
        quests = self.values.get(name)
        if quests is None:
            return
        if not isinstance(quests, list) or len(quests) != n:
            self.note(name, f"{name} must be {n} parts [[{name}]]")
            return
        for i, quest in enumerate(quests):
            if isinstance(quest, dict):
                self.quest(f"{name}/{i}", quest, order=i + 1)
            else:
                self.note(f"{name}/{i}", f"a part [[{name}]] has gold, transfers and vp")

    def quest(self, path: str, quest: dict[str, Any] | None, order: int | None = None) -> None:
        """Whole numbers, none below zero."""
        if quest is None:
            return
        for field in quest:
            if field not in _QUEST_FIELDS and (field != "order" or order is None):
                self.note(f"{path}/{field}", f"unknown field {field!r}")
        if order is not None and quest.get("order", order) != order:
            self.note(f"{path}/order", f"the Quests are in order; this one is number {order}")
        for field in _QUEST_FIELDS:
            self.number(quest, path, field, 20)

    def pediment(self, sides: dict[str, Any] | None) -> None:
        """Two sides with all four colours each."""
        if sides is None:
            return
        for side in sides:
            if side not in ("side_a", "side_b"):
                self.note(f"pediment/{side}", f"unknown field {side!r}")
        for side in ("side_a", "side_b"):
            colours = sides.get(side)
            if not isinstance(colours, list) or sorted(map(str, colours)) != sorted(COLOURS):
                self.note(f"pediment/{side}", f"{side} must name each of {', '.join(COLOURS)} once, left to right")

    def powers(self, cards: dict[str, Any] | None) -> None:
        """Cards with numbers in their powers, and numbers that they can be."""
        for card, changed in (cards or {}).items():
            path = f"{_POWERS}/{card}"
            known = OF_CARD.get(card)
            if known is None:
                self.note(path, f"unknown card {card!r}")
            elif not known:
                self.note(path, f"{card}: the power of this card has no number that can be changed")
            elif not isinstance(changed, dict):
                self.note(path, f"{card}: must be a table in braces with {', '.join(known)}, not {changed!r}")
            else:
                for name, n in changed.items():
                    self.amount(path, card, name, n)

    def amount(self, path: str, card: str, name: str, n: Any) -> None:
        """A whole number within its bounds."""
        at = OF_CARD[card].get(name)
        if at is None:
            self.note(path, f"{card}: unknown number {name!r}; there is {', '.join(OF_CARD[card])}")
        elif type(n) is not int or not LEAST[at] <= n <= MOST:
            self.note(path, f"{card}: {name} must be a whole number from {LEAST[at]} to {MOST}, not {n!r}")


def _box(conditions: dict[str, Any]) -> list[str]:
    """The cards of the smallest box that has all these: of every box that was ever shipped, or all cards."""
    everything = IDS[: len(CARDS_OF_KIND)]
    named = {card for card in everything if card in conditions}
    if len(named) == len(everything):
        return everything
    if not _BOXES:
        for file in sorted(_FOLDER.glob("*.toml")):
            if file.stem != "standard":  # what it lacks, it has forgotten
                _BOXES.append(list(tomllib.loads(file.read_text(encoding="utf-8"))["conditions"]))
    return min([everything, *(box for box in _BOXES if named <= set(box))], key=len)


class ElysiumEditions(Editions[ElysiumEdition]):
    """The editions, whose template shows the numbers in the powers."""

    def template(self) -> str:
        """The standard edition under another name, with every number in a comment that can be made a line."""
        lines = [_CHANGE, f"[{_POWERS}]"]
        without: list[str] = []
        for card in IDS[: len(CARDS_OF_KIND)]:
            numbers = ", ".join(f"{name} = {STANDARD[at]}" for name, at in OF_CARD[card].items())
            if numbers:
                lines.append(f'# "{card}" = {{ {numbers} }}')
            else:
                without.append(card)
        lines += ["", _WITHOUT, *textwrap.wrap(", ".join(without), 120, initial_indent="# ", subsequent_indent="# ")]
        return super().template() + "\n" + "\n".join(lines) + "\n"


_CHANGE: Final = (
    "# Numbers in the powers of the cards: 1 to 20, costs from 0. To change one, remove the # in front of its card."
)
_WITHOUT: Final = "# Powers without a number that could be changed:"
_FOLDER: Final = Path(__file__).parents[1] / "data" / "editions"
_BOXES: Final[list[list[str]]] = []
EDITIONS: Final = ElysiumEditions(_FOLDER, ElysiumChecker, ElysiumEdition, first="3b34aac3c3b1e374")
