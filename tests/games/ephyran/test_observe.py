"""A row says what the view says: slice by slice in whole games, and in positions."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest

from pediment.core.engine.effect import EFFECTS
from pediment.core.engine.observation import WHO
from pediment.core.engine.rng import stream
from pediment.core.engine.state import OVER, Frame
from pediment.games.ephyran.io.observation import QUESTIONS
from tests.games.ephyran.common import CITY, GAME, GODS, OTHER, areas, columns, game, on

IDS: Final = GAME.cards()
HALVES: Final = [card + half for card in IDS[:-1] for half in "ab"]
FACES: Final = ["thunderbolt", "trident", "owl", "helmet", None]
SUPPORTS: Final = [
    "castor-pollux", "graeae", "athena-token", "ares-theft",
    "athena-exchange", "ares-destruction", "shield", "hecate",
]  # fmt: skip
ZERO: Final = 50


def read(state: Any, seat: int) -> dict[str, list[int]]:
    """A row by the names of its slices."""
    row = GAME.observe(state, seat)
    return {slice.name: list(row[slice.start : slice.end]) for slice in GAME.slices(len(state.players))}


def at(position: dict[str, Any], seat: int) -> dict[str, list[int]]:
    """The row of a seat in a position."""
    return read(GAME.position({"game": "ephyran", **position}), seat)


def count(items: list[Any], among: list[Any]) -> list[int]:
    """How often each of `among` is there."""
    found = Counter(items)
    assert set(found) <= set(among)
    return [found[item] for item in among]


def one(item: Any, among: list[Any]) -> list[int]:
    """A 1 at the item; nothing for None."""
    return [int(item is not None and item == other) for other in among]


def expected(view: dict[str, Any], seat: int) -> dict[str, list[int]]:
    """What the slices should hold that follow from fields of the view alone."""
    first, transit = view["first_discard"], view["transit"]
    locks = [territory["locked"] for p in view["seats"] for territory in p["territories"].values()]
    shield = view["in_play"] in IDS
    found = {
        "seat": one(seat, [0, 1, 2, 3]),
        "hand": count(view["hand"], IDS),
        "pile_size": [view["pile_size"]],
        "first_discard": count(first, IDS),
        "first_discard_top": one(first[-1] if first else None, IDS),
        "first_discard_below": one(first[-2] if first[1:] else None, IDS),
        "second_discard": count(view["second_discard"], IDS),
        "locks": count([lock for lock in locks if lock], IDS[:-1]),
        "supply_size": [view["supply_size"]],
        "tokens_gone": count(view["tokens_gone"], FACES),
        "last_round": [int(view["last_round"])],
        "in_play": one(shield_half(view["in_play"]) if shield else view["in_play"], HALVES),
        "transit": [int(transit is not None)],
        "transit_tokens": count(transit["tokens"] if transit else [], FACES),
        "looking": count(view["looking"], IDS[:-1]),
        "looking_size": [view["looking_size"]],
        "asking": one(view["asking"], QUESTIONS),
    }
    n = len(view["seats"])
    for i in range(n):
        k = (seat + i) % n
        found |= {f"{WHO[i]}.{name}": values for name, values in of_player(view, k).items()}
    return found


def shield_half(card: str) -> str:
    """The half of a card that is a shield."""
    halves = GAME.card(card)["halves"]
    return card + "ab"[[half.get("support") == "shield" for half in halves].index(True)]


def of_player(view: dict[str, Any], k: int) -> dict[str, list[int]]:
    """The slices of one seat."""
    p, score = view["seats"][k], view["scores"][k]
    territories = list(p["territories"].values())
    cities = [territory["areas"] for territory in territories]
    every = [area for city in cities for area in city]
    places = [city[i] if i < len(city) else None for city in cities for i in range(4)]
    free = [area for territory in territories if not territory["locked"] for area in territory["areas"]]
    behind = [area for territory in territories if territory["locked"] for area in territory["areas"]]
    tokens = [one_face(token) for area in free + behind for token in area["tokens"]]
    tokens += [[0] * 5] * (12 - len(tokens))
    return {
        "asked": [int(view["to_move"] == k)],
        "active": [int(view["active"] == k)],
        "athena": [int(view["athena"] == k)],
        "god": one(p["god"], GODS),
        "hand_size": [p["hand_size"]],
        "known": count(p["known"], IDS),
        "city_bonus": [p["city_bonus"]],
        "locked": [int(territory["locked"] is not None) for territory in territories],
        "sizes": [len(city) for city in cities],
        "city_size": [len(every)],
        "areas": count([area["card"] + area["half"] for area in every if area["half"]], HALVES),
        "dionysus": [int(area is not None and area["card"] == "dionysus") for area in places],
        "tokens": [n for area in places for n in count(area["tokens"] if area else [], FACES)],
        "stealable": [n for token in tokens for n in token],
        "points": [ZERO + items["points"] for items in score["territories"].values()],
        "total": [ZERO + score["total"]],
    }


def one_face(token: str | None) -> list[int]:
    """A 1 at the face, or at the last place."""
    return [int(token == face) for face in FACES]


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_row_says_what_the_view_says(seats: int, seed: int) -> None:
    """At every question of whole games, for one seat after the other."""
    asked = set()
    for i, state in enumerate(game(seats, seed, gods="choose" if seed % 2 else "random")):
        seat = i // 3 % seats
        view, row = GAME.view(state, seat), read(state, seat)
        wanted = expected(view, seat)
        assert {name: row[name] for name in wanted} == wanted
        assert row["holding"] == (one_face(view["holding"]) if view["asking"] == "place" else [0] * 5)
        if not any(row["support"]):
            assert [row[f"{who}.aimed"] for who in WHO[:seats]] == [[0]] * seats
        asked.add(view["asking"])
    assert {"over", "action", "draw", "place", "lock"} <= asked


def test_every_question_has_its_place() -> None:
    asked = {"over"}
    for effect in EFFECTS:
        if type(effect).__module__.startswith("pediment.games.ephyran"):
            asked |= {effect.asks(Frame(effect.id, 0, 0, 0, 0, step)) for step in range(10)} - {""}
    assert sorted(QUESTIONS) == sorted(asked)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_others_come_clockwise(seats: int) -> None:
    players = [{"god": GODS[k], "hand": ["dionysus", *IDS[5 * k : 5 * k + k]]} for k in range(seats)]
    position = {"seats": players, "athena": 1, "to_move": seats - 1}
    for seat in range(seats):
        row = at(position, seat)
        assert row["seat"] == one(seat, [0, 1, 2, 3])
        for i in range(seats):
            k = (seat + i) % seats
            assert row[f"{WHO[i]}.god"] == one(GODS[k], GODS)
            assert row[f"{WHO[i]}.hand_size"] == [1 + k]
            assert row[f"{WHO[i]}.athena"] == [int(k == 1)]
            assert row[f"{WHO[i]}.asked"] == row[f"{WHO[i]}.active"] == [int(k == seats - 1)]


def test_hidden_hands_do_not_show() -> None:
    """Y8.1."""
    rows = []
    for card in ("TT01", "TT02"):
        hand = [{"card": "TT03", "known": True}, card]
        position = {"seats": [{"hand": ["TT04", "TT05"]}, {"hand": hand}], "pile_size": 90, "first_discard": ["TT06"]}
        state = GAME.position({"game": "ephyran", **position, "second_discard": ["TT01" if card == "TT02" else "TT02"]})
        rows.append([read(state, seat) | {"second_discard": []} for seat in (0, 1)])
    (mine, theirs), (same, other) = rows
    assert mine == same
    assert mine["hand"] == count(["TT04", "TT05"], IDS)
    assert mine["next.known"] == theirs["me.known"] == count(["TT03"], IDS)
    assert theirs["hand"] == count(["TT03", "TT01"], IDS)
    assert other["hand"] == count(["TT03", "TT02"], IDS)


def test_tokens_show_their_faces_to_who_has_seen_them() -> None:
    """Y5.3: on an area, in the points, behind a lock, and gone."""
    hidden, shared = {"token": "trident", "seen": [1]}, {"token": "owl", "seen": [0, 1]}
    city = {"poseidon": areas(on("TT01a", hidden), locked="TS09"), "gaia": areas(on("TT22a", hidden, shared))}
    position = {
        "seats": [{"god": "aether"}, {"god": "poseidon", "territories": city}],
        "tokens_gone": [{"token": "helmet", "seen": [0]}],
    }
    mine, theirs = at(position, 0), at(position, 1)
    for row, who, seen in ((mine, "next", False), (theirs, "me", True)):
        trident = "trident" if seen else None
        tokens = row[f"{who}.tokens"]
        assert (tokens[:5], tokens[60:65]) == (one_face(trident), count([trident, "owl"], FACES))
        order = [*one_face(trident), *one_face("owl"), *one_face(trident)]
        assert row[f"{who}.stealable"] == order + [0] * 45
        assert row[f"{who}.points"] == [ZERO + (6 if seen else 2), ZERO, ZERO, ZERO + (4 if seen else 2)]
        assert row[f"{who}.total"] == [ZERO + (10 if seen else 4)]
        assert row[f"{who}.locked"] == [1, 0, 0, 0]
        assert row["locks"] == one("TS09", IDS[:-1])
    assert mine["tokens_gone"] == one_face("helmet")
    assert theirs["tokens_gone"] == one_face(None)


def test_who_is_asked_for_a_defence_does_not_show() -> None:
    """Y4.10: the two who hold Hecate, and the one who is asked."""
    players = [
        {"hand": ["TS03", "TT40"], "territories": columns(CITY, poseidon=1)},
        {"hand": ["TS11", "TT41"]},
        {"hand": ["TS18", "TT42"]},
        {"hand": ["TT44", "TT43"]},
    ]
    state = GAME.position({"game": "ephyran", "seats": players, "played": ["support athena-token ts03"]})
    assert GAME.to_move(state) == 1
    for seat in range(4):
        row = read(state, seat)
        assert row["asking"] == one("reactions", QUESTIONS)
        assert row["support"] == one("athena-token", SUPPORTS)
        assert [row[f"{who}.asked"] for who in WHO] == [[int(seat == 1)], [0], [0], [0]]
        assert [row[f"{who}.active"] for who in WHO] == [[int((seat + i) % 4 == 0)] for i in range(4)]


def test_what_graeae_shows_is_for_who_looks() -> None:
    """Y4.2."""
    shown = ["TT07", "TT01", "TT05"]
    position = {"seats": [{"hand": ["TS02"]}, {}], "draws": shown, "played": ["support graeae ts02"]}
    mine, theirs = at(position, 0), at(position, 1)
    assert (mine["looking"], mine["looking_size"]) == (count(shown, IDS[:-1]), [3])
    assert (theirs["looking"], theirs["looking_size"]) == ([0] * 104, [3])
    assert mine["support"] == theirs["support"] == one("graeae", SUPPORTS)


@pytest.mark.parametrize(
    ("played", "asking"),
    [
        ("support ares-theft ts05", "theft from"),
        ("support ares-destruction ts08", "destruction of"),
        ("support athena-exchange ts06", "exchange"),
        ("support hecate ts11", "unlock of"),
    ],
)
def test_a_support_is_aimed_at_nothing_before_a_choice(played: str, asking: str) -> None:
    """Y4.4, Y4.5, Y4.6, Y4.8."""
    one_city = {"poseidon": areas("TT02a"), "gaia": areas(on("TT23a", "owl")), "aether": areas("TT18a", locked="TS09")}
    other_city = {"poseidon": areas(on("TS01a", "helmet")), "hephaestus": areas("TT11a", locked="TS17")}
    players = [
        {"hand": ["TS05", "TS06", "TS08", "TS11"], "territories": columns(CITY, poseidon=1, gaia=1)},
        {"territories": one_city},
        {"territories": other_city},
    ]
    row = at({"seats": players, "played": [played]}, 0)
    assert row["asking"] == one(asking, QUESTIONS)
    assert row["support"] == one(played.split()[1], SUPPORTS)
    assert (row["aim"], row["aim_token"]) == ([0] * 16, [0] * 5)
    assert [row[f"{who}.aimed"] for who in WHO[:3]] == [[0], [0], [0]]


def test_a_theft_is_aimed_at_a_token() -> None:
    """Y4.4: the victim sees what is about to be stolen, the thief where from."""
    tokens = ["owl", "thunderbolt"]
    players = [
        {"hand": ["TS05"], "territories": columns(CITY, poseidon=2)},
        {"hand": ["TT40"], "territories": {"gaia": areas("TT23a", on("TT51a", "helmet"))}},
        {"hand": ["TS11", "TT41"], "territories": {"aether": areas("TT18a", on("TT44a", *tokens))}},
    ]
    played = ["support ares-theft ts05", "seat 2"]
    row = at({"seats": players, "played": played}, 0)
    assert row["asking"] == one("steal", QUESTIONS)
    assert [row[f"{who}.aimed"] for who in WHO[:3]] == [[0], [0], [1]]
    assert row["aim"] == [0] * 16
    position = {"seats": players, "played": [*played, "steal aether 2 2"]}
    for seat, face in ((0, None), (1, None), (2, "thunderbolt")):
        row = at(position, seat)
        assert row["asking"] == one("reactions", QUESTIONS)
        assert row["aim"] == one(4 * 2 + 1, list(range(16)))
        assert row["aim_token"] == one_face(face)
        assert [row[f"{who}.aimed"] for who in WHO[:3]] == [[int((seat + i) % 3 == 2)] for i in range(3)]
    state = GAME.position({"game": "ephyran", **position})
    GAME.play(state, "let it happen")
    assert (read(state, 0)["holding"], read(state, 1)["holding"]) == (one_face("thunderbolt"), one_face(None))
    assert read(state, 0)["aim"] == [0] * 16


def test_an_exchange_shows_its_area_once_it_is_told() -> None:
    """Y4.5: what had to be named is public; what went without saying is not, until somebody may defend it."""
    one_area = [
        {"hand": ["TS06", "TT02"], "territories": columns(CITY, poseidon=1)},
        {"hand": ["TS09", "TT41"], "territories": {"poseidon": areas("TT03a")}},
    ]
    two_areas = [
        one_area[0] | {"territories": columns(CITY, poseidon=1, gaia=1)},
        one_area[1] | {"territories": {"poseidon": areas("TT03a"), "gaia": areas("TT23a")}},
    ]
    first = one(0, list(range(16)))
    for players, named, told in ((one_area, [], [0] * 16), (two_areas, ["exchange poseidon 1"], first)):
        position: dict[str, Any] = {"seats": players, "played": ["support athena-exchange ts06", *named]}
        assert at(position, 0)["asking"] == one("exchange with", QUESTIONS)
        assert (at(position, 0)["aim"], at(position, 1)["aim"]) == (first, told)
        assert at(position, 0)["next.aimed"] == [0]
        position["played"].append("with seat 1")
        assert at(position, 1)["asking"] == one("reactions", QUESTIONS)
        assert at(position, 0)["aim"] == at(position, 1)["aim"] == first
        assert at(position, 0)["next.aimed"] == at(position, 1)["me.aimed"] == [1]
    row = at({"seats": two_areas, "played": ["support athena-exchange ts06"]}, 0)
    assert (row["asking"], row["aim"]) == (one("exchange", QUESTIONS), [0] * 16)
    for seat in (0, 1):  # of Gaia, only the other city has a counterpart
        row = at({"seats": two_areas, "played": ["support athena-exchange ts06", "exchange gaia 1"]}, seat)
        assert (row["asking"], row["aim"]) == (one("reactions", QUESTIONS), one(4 * 3, list(range(16))))


def test_hecate_is_aimed_at_a_city() -> None:
    """Y4.8: one's own may be."""
    city = {god: areas(CITY[god][0], locked=lock) for god, lock in zip(GODS, ["TS09", "TS10"], strict=False)}
    other = {god: areas(OTHER[god][0], locked=lock) for god, lock in zip(GODS, ["TS17", "TS25"], strict=False)}
    players = [{"hand": ["TS11"], "territories": city}, {"territories": other}]
    for seat in (0, 1):
        row = at({"seats": players, "played": ["support hecate ts11", f"seat {seat}"]}, 0)
        assert row["asking"] == one("unlock", QUESTIONS)
        assert [row["me.aimed"], row["next.aimed"]] == [[int(seat == 0)], [int(seat == 1)]]
        assert row["locks"] == count(["TS09", "TS10", "TS17", "TS25"], IDS[:-1])


def test_castor_and_pollux_draw_twice() -> None:
    """Y4.1: the two topmost cards of the first discard matter."""
    first = ["TT08", "TT09", "TT10"]
    position: dict[str, Any] = {"seats": [{"hand": ["TS01", "TT01"]}, {}], "first_discard": first}
    played = ["support castor-pollux ts01", "draw discard", "draw discard"]
    rows = [at(position | {"played": played[:n]}, 0) for n in range(4)]
    assert [row["draw_again"] for row in rows] == [[0], [1], [0], [0]]
    assert [QUESTIONS[row["asking"].index(1)] for row in rows] == ["action", "draw", "draw", "again"]
    assert [row["support"] for row in rows] == [[0] * 8] + [one("castor-pollux", SUPPORTS)] * 3
    assert rows[1]["first_discard_top"] == rows[2]["me.known"] == one("TT10", IDS)
    assert rows[1]["first_discard_below"] == rows[2]["first_discard_top"] == one("TT09", IDS)
    assert rows[3]["first_discard_below"] == [0] * 105


def test_a_dionysus_under_way() -> None:
    """Y6.3: the half that takes it, then the Dionysus with its tokens, which the taker sees."""
    players: list[dict[str, Any]] = [{"hand": ["TT01"]}, {"territories": {"poseidon": areas(on("dionysus", "owl"))}}]
    players += [{"territories": {"poseidon": areas("dionysus")}}]
    before = at({"seats": players}, 0)
    assert (before["next.dionysus"], before["next.areas"]) == (one(0, list(range(16))), [0] * 208)
    naming = at({"seats": players, "played": ["take dionysus with tt01a"]}, 2)
    assert (naming["in_play"], naming["transit"]) == (one("TT01a", HALVES), [0])
    position = {"seats": players, "played": ["take dionysus with tt01a", "seat 1"]}
    for seat, face in ((0, "owl"), (1, "owl"), (2, None)):
        row = at(position, seat)
        assert (row["transit"], row["transit_tokens"]) == ([1], one_face(face))
        assert row[f"{WHO[(1 - seat) % 3]}.areas"] == one("TT01a", HALVES)
        assert row["in_play"] == [0] * 208


def test_a_large_hand_is_clipped() -> None:
    row = at({"seats": [{"hand": IDS[:20]}, {"hand": ["dionysus", "dionysus"]}]}, 0)
    assert (row["me.hand_size"], row["next.hand_size"]) == ([12], [2])
    assert row["next.known"][-1] == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_parts_of_a_row_that_were_kept_are_those_of_a_state_that_keeps_nothing(seats: int) -> None:
    """Whoever looks, and however much has happened since somebody looked."""
    looked = 0
    for seed in range(6):
        state = GAME.new(seats=seats, seed=seed)
        numbers = stream(seed, "answers")
        while state.to_move != OVER:
            if numbers.below(3) == 0:
                seat = numbers.below(seats)
                assert bytes(GAME.observe(state, seat)) == bytes(GAME.observe(state.clone(), seat))
                assert GAME.totals(state) == [items["total"] for items in GAME.scores(state)]
                looked += 1
            GAME.apply(state, state.legal[numbers.below(len(state.legal))])
    assert looked > 100
