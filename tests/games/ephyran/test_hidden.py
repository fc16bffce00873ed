"""Y8 and Y4.10: a view tells its seat what it may know, and nothing else."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import examples, some_of
from tests.games.ephyran.common import CITY, GAME, Ephyran, areas, columns, game, labels, on, viewers, with_new_entries

IDS: Final = GAME.cards()[:-1]
DIONYSUS: Final = len(IDS)
TABLES: Final = some_of([(seats, seed) for seats in (2, 3, 4) for seed in range(2)], [(2, 1), (3, 0), (4, 1)])


def unknown_cards(state: Any, viewer: int | None) -> list[str]:
    """Cards that the viewer must not see: the pile, other hands but for what all know, what another looks at."""
    hidden = list(state.pile)
    for seat, p in enumerate(state.players):
        if seat != viewer:
            hidden += (Counter(p.hand) - Counter(p.known)).elements()
    if GAME.to_move(state) != viewer:
        hidden += state.looking
    return [IDS[card] for card in hidden]


def named(value: Any) -> set[str]:
    """The cards that stand anywhere in a JSON value."""
    return set(re.findall(r"T[ST]\d\d", json.dumps(value).upper()))


@pytest.mark.parametrize(("seats", "seed"), TABLES)
@pytest.mark.laws
def test_no_hidden_card_stands_anywhere_in_a_view(seats: int, seed: int) -> None:
    """Y8.1, Y4.2: a card leaves the pile once, so one that is hidden now was never public: not in the log either."""
    read: defaultdict[int | None, list[dict[str, Any]]] = defaultdict(list)
    logged: defaultdict[int | None, set[str]] = defaultdict(set)
    for state in game(seats, seed):
        for viewer in viewers(state):
            view = with_new_entries(GAME.view(state, viewer), read[viewer])
            logged[viewer] |= named(view.pop("log"))
            leaked = (named(view) | logged[viewer]).intersection(unknown_cards(state, viewer))
            assert not leaked, (viewer, GAME.asking(state), leaked)


def shuffle_what_is_hidden(state: Any, viewer: int | None, chance: random.Random) -> Any:
    """A clone with other cards and other faces wherever the viewer must not see them (Y8.1)."""
    other = state.clone()
    places = [(other.pile, i) for i in range(len(other.pile))]
    for seat, p in enumerate(other.players):
        if seat != viewer:
            places += [(p.hand, i) for i, card in enumerate(p.hand) if card not in p.known]
    if GAME.to_move(state) != viewer:
        places += [(other.looking, i) for i in range(len(other.looking))]
    deal(places, chance)
    bit = 4 if viewer is None else viewer
    places = [(other.supply, i) for i in range(len(other.supply))]
    places += [(other.token_face, i) for i, seen in enumerate(other.seen) if not seen >> bit & 1]
    deal(places, chance)
    return other


def deal(places: list[tuple[list[int], int]], chance: random.Random) -> None:
    values = [items[i] for items, i in places]
    chance.shuffle(values)
    for (items, i), value in zip(places, values, strict=True):
        items[i] = value


@pytest.mark.parametrize(("seats", "seed"), TABLES)
@pytest.mark.laws
def test_a_view_is_the_same_whatever_is_hidden(seats: int, seed: int) -> None:
    """Y8.1, Y5.3: pile, hands, Graeae's cards, supply and unseen faces; in the scores too."""
    chance = random.Random(seed)
    for state in game(seats, seed):
        for viewer in viewers(state):
            assert GAME.view(shuffle_what_is_hidden(state, viewer, chance), viewer) == GAME.view(state, viewer)


class Onlooker:
    """Follows the public log and keeps what everybody must know of the hands (Y8.1)."""

    def __init__(self, seats: int) -> None:
        self.known: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.lines = 0
        self.taken = False  # the next area laid is a Dionysus taken from a city, not a hand card

    def look(self, view: dict[str, Any]) -> None:
        """Read the new lines of the log."""
        for entry in view["log"][self.lines :]:
            self.read(entry)
        self.lines = len(view["log"])
        if view["asking"] == "take from":  # named, and logged when it is known whose Dionysus it takes
            self.leave(self.known[view["active"]], view["in_play"])

    def read(self, entry: dict[str, Any]) -> None:
        """One line."""
        event, known = entry["event"], self.known[entry.get("seat", 0)]
        if event == "deal":
            known["dionysus"] += 1
        elif event == "pick":
            known[entry["card"]] += 1
        elif event == "replace":
            self.taken = True
            self.leave(known, entry["half"])
        elif event == "add" and self.taken:
            self.taken = False
        elif event in ("add", "change", "exchange"):
            self.leave(known, entry["half"])
        elif event in ("discard", "support", "defend"):
            self.leave(known, entry["card"])

    def leave(self, known: Counter[str], card: str) -> None:
        """A card, or a half of it, leaves a hand."""
        card = card if card == "dionysus" else card[:4]
        if known[card]:
            known[card] -= 1


@pytest.mark.parametrize(("seats", "seed"), TABLES)
@pytest.mark.laws
def test_everybody_knows_what_was_taken_in_public(seats: int, seed: int) -> None:
    """Y8.1: the dealt Dionysus and cards of the first discard, while they are held."""
    onlooker = Onlooker(seats)
    for state in game(seats, seed):
        onlooker.look(GAME.view(state, None))
        for viewer in viewers(state):
            view = GAME.view(state, viewer)
            for seat, shown in enumerate(view["seats"]):
                assert shown["known"] == sorted(onlooker.known[seat].elements())
                assert shown["hand_size"] == len(state.players[seat].hand)
            if viewer is not None:
                mine = state.players[viewer].hand
                assert view["hand"] == sorted("dionysus" if card == DIONYSUS else IDS[card] for card in mine)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
@pytest.mark.laws
def test_reactions_leave_no_trace_until_a_defence_is_played(seats: int, seed: int) -> None:
    """Y4.10: in whole games; nobody's view but the asked seat's names who is asked."""
    for state in game(seats, seed):
        if GAME.asking(state) != "reactions":
            continue
        asked = GAME.to_move(state)
        passed = state.clone()
        GAME.play(passed, "let it happen")
        for viewer in viewers(state):
            view, after = GAME.view(state, viewer), GAME.view(passed, viewer)
            assert (view["asking"], view["to_move"]) == ("reactions", asked if viewer == asked else None)
            new = after["log"][len(view["log"]) :]
            assert after["log"][: len(view["log"])] == view["log"]
            assert not any(line["event"] == "defend" for line in new)
            if after["active"] == view["active"]:
                assert after["turn"] == view["turn"]
            if GAME.asking(passed) == "reactions" and viewer not in (asked, GAME.to_move(passed)):
                assert after == view  # another is asked now, and nobody else can tell


# Y4.10, exactly: two tables that differ in the defence cards in hands, and in nothing else.

SUPPORTS: Final = {
    "athena-token": ("ts03", "hecate"),
    "ares-theft": ("ts05", "hecate"),
    "athena-exchange": ("ts06", "shield"),
    "ares-destruction": ("ts08", "shield"),
}
DEFENCES: Final = {"hecate": ["TS11", "TS18", "TS19"], "shield": ["TS10", "TS17", "TS25"]}
PLAIN: Final = ["TT45", "TT46", "TT47"]  # what those hold instead who have no defence
COLUMNS: Final = [["TT02a", "TT30a"], ["TT05a", "TT31a"], ["TT06a", "TT32a"]]
TOKENS: Final = ["owl", "helmet", "trident"]


def table(support: str, holders: tuple[bool, ...]) -> dict[str, Any]:
    """Seat 0 is about to play the Support; of the others those hold the defence who are said to."""
    card, defence = SUPPORTS[support]
    others: list[dict[str, Any]] = []
    for i, holds in enumerate(holders):
        column = areas(on(COLUMNS[i][0], TOKENS[i], "owl"), COLUMNS[i][1])
        mine = DEFENCES[defence][i] if holds else PLAIN[i]
        others.append({"hand": [mine, f"TT5{i + 2}"], "territories": {"poseidon": column}})
    first = {"hand": [card, "TT55", "TT56"], "territories": columns(CITY, poseidon=2)}
    return {
        "seats": [first, *others],
        "draws": ["TT40", "TT41", "TT42", "TT44"],
        "supply": ["thunderbolt"],
        "first_discard": ["TT48"],
    }


def choose(state: Any, choices: list[int]) -> str:
    """The answer to a question that is the same at both tables."""
    found = labels(state)
    return found[choices[len(GAME.view(state, None)["turn"]) % len(choices)] % len(found)]


def views(state: Any, same_hands: list[int | None]) -> list[dict[str, Any]]:
    """What the prompt and the views show to those whose hand is the same at both tables, and to others but for it."""
    shown: list[dict[str, Any]] = []
    for viewer in viewers(state):
        view = GAME.view(state, viewer)
        shown.append(view if viewer in same_hands else {**view, "hand": None})
    return shown


def course(support: str, holders: tuple[bool, ...], choices: list[int], same_hands: list[int | None]) -> Any:
    """Play the Support, letting it happen: what was seen at every question, and apart what was seen in the waits."""
    state = GAME.position(table(support, holders))
    GAME.play(state, f"support {support} {SUPPORTS[support][0]}")
    seen: list[Any] = []
    waits: list[Any] = []
    while GAME.view(state, None)["active"] == 0:
        if GAME.asking(state) == "reactions":
            waits.append((GAME.to_move(state), GAME.prompt(state), state.clone()))
            GAME.play(state, "let it happen")
        else:
            seen.append((GAME.to_move(state), GAME.prompt(state), views(state, same_hands)))
            GAME.play(state, choose(state, choices))
    seen.append(views(state, same_hands))
    return seen, waits


def two_hands(others: int) -> st.SearchStrategy[tuple[tuple[bool, ...], tuple[bool, ...]]]:
    """Who of the others holds the defence, at two tables."""
    holders = st.tuples(*[st.booleans()] * others)
    return st.tuples(holders, holders)


@pytest.mark.laws
@pytest.mark.deep
@settings(max_examples=examples(150, 150))
@given(
    support=st.sampled_from(sorted(SUPPORTS)),
    holders=st.integers(1, 3).flatmap(two_hands),
    choices=st.lists(st.integers(0, 5), min_size=4, max_size=4),
)
def test_that_a_player_is_asked_tells_nothing(
    support: str, holders: tuple[tuple[bool, ...], tuple[bool, ...]], choices: list[int]
) -> None:
    """Y4.10: with or without the card: the same views, prompts and logs, until a defence is really played."""
    a, b = holders
    same: list[int | None] = [None, 0] + [i + 1 for i in range(len(a)) if a[i] == b[i]]
    seen_a, waits_a = course(support, a, choices, same)
    seen_b, waits_b = course(support, b, choices, same)
    assert seen_a == seen_b
    for asked, prompt, state in waits_a:
        assert holders[0][asked - 1]
        for viewer in viewers(state):
            view = GAME.view(state, viewer)
            assert (view["asking"], view["to_move"]) == ("reactions", asked if viewer == asked else None)
            for other_asked, other_prompt, other_state in waits_a + waits_b:
                if viewer in same and viewer not in (asked, other_asked):
                    assert GAME.view(other_state, viewer) == view
                assert prompt == other_prompt


@pytest.mark.parametrize("support", sorted(SUPPORTS))
@pytest.mark.parametrize("holders", [(True, True, True), (False, True, True), (False, False, True)])
def test_only_the_first_defence_played_is_shown(support: str, holders: tuple[bool, ...]) -> None:
    """Y4.10, Y4.9: in the views of all others, who else held one makes no difference."""
    alone = (False, False, True)
    endings = []
    for hands in (holders, alone):
        state = GAME.position(table(support, hands))
        GAME.play(state, f"support {support} {SUPPORTS[support][0]}")
        while GAME.asking(state) != "reactions":  # aim at seat 3
            found = labels(state)
            aimed = [label for label in found if label.endswith("seat 3")]
            GAME.play(state, (aimed or found)[0])
        while GAME.to_move(state) != 3:
            GAME.play(state, "let it happen")
        GAME.play(state, next(label for label in labels(state) if label != "let it happen"))
        endings.append([GAME.view(state, viewer) for viewer in (None, 0)])
    assert endings[0] == endings[1]


def test_the_asked_seat_sees_that_it_is_asked() -> None:
    """Y4.10, Y4.9"""
    with Ephyran(table("ares-destruction", (True, True, True))) as play:
        play.answers(0, "support ares-destruction ts08", "seat 2")
        view = play.match.view(2)
        assert (view["asking"], view["to_move"], view["active"]) == ("reactions", 2, 0)
        play.pending(2, ["shield ts17", "let it happen"])
