"""Y5: tokens."""

from __future__ import annotations

from typing import Any

from pediment.core.engine.rng import stream
from tests.games.ephyran.common import CITY, GAME, OTHER, Ephyran, areas, columns, halves, on, tokens

NEXT: dict[str, Any] = {"hand": ["TT53", "TT54"]}


def test_a_token_is_placed_at_once() -> None:
    """Y5.1: before anything else; on any area in an unlocked territory, covered or not."""
    position = {
        "seats": [
            {
                "hand": ["TS03", "TT55"],
                "territories": {**columns(CITY, poseidon=3, gaia=1), "aether": areas("dionysus", locked="TS09")},
            },
            NEXT,
        ],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.refuses("draw pile", "Y5.1")
        play.refuses("discard tt55", "Y5.1")
        play.pending(0, ["place poseidon 1", "place poseidon 2", "place poseidon 3", "place gaia 1"])


def test_any_number_per_area() -> None:
    """Y5.1: the fifth lies beside the four."""
    four = ["owl", "owl", "helmet", "trident"]
    position = {
        "seats": [{"hand": ["TS03", "TT55"], "territories": {"poseidon": areas(on("TT01a", *four))}}, NEXT],
        "supply": ["owl"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        assert tokens(play, 0, 0, "poseidon", 1) == [*four, "owl"]
        assert tokens(play, 1, 0, "poseidon", 1) == [None] * 5
        play.rests(1)


def test_a_token_is_bound_to_its_area() -> None:
    """Y5.1: it stays there when the area is covered, and does not go when another area of the column goes."""
    position = {
        "seats": [
            {"hand": ["TT29", "TT55"], "territories": {"poseidon": areas(on("TT01a", "owl"))}},
            {"hand": ["TS08", "TT54"]},
        ],
        "draws": ["TT48", "TT49"],
    }
    with Ephyran(position) as play:
        play.answers(0, "add tt29a")
        assert [tokens(play, 0, 0, "poseidon", n) for n in (1, 2)] == [["owl"], []]
        play.answers(1, "support ares-destruction ts08")
        assert tokens(play, 0, 0, "poseidon", 1) == ["owl"]
        play.table(tokens_gone=[])
        play.rests(0)


def test_tokens_travel_with_an_exchanged_and_with_a_taken_area() -> None:
    """Y5.2: a new owner looks at once."""
    position = {
        "seats": [
            {"hand": ["TT29", "TS06", "TT55"], "territories": {"gaia": areas("TT22a")}},
            {
                "hand": ["TT53", "TT54"],
                "territories": {
                    "poseidon": areas("TT02a", on("dionysus", "owl", "helmet"), "TT39b"),
                    "gaia": areas(on("TT23a", "trident")),
                },
            },
        ],
        "draws": ["TT48", "TT49", "TT47"],
    }
    with Ephyran(position) as play:
        play.answers(0, "take dionysus with tt29a")
        assert play.match.view(0)["transit"]["tokens"] == ["owl", "helmet"]
        assert play.match.view(None)["transit"]["tokens"] == [None, None]
        play.answers(0, "dionysus aether")
        assert halves(play, 1, "poseidon") == ["TT02a", "TT29a", "TT39b"]
        assert tokens(play, None, 1, "poseidon", 2) == []
        assert tokens(play, 0, 0, "aether", 1) == tokens(play, 1, 0, "aether", 1) == ["owl", "helmet"]
        assert tokens(play, None, 0, "aether", 1) == [None, None]
        play.table(tokens_gone=[])
        play.answers(1, "discard tt53")
        play.answers(0, "support athena-exchange ts06")
        assert tokens(play, 0, 0, "gaia", 1) == ["trident"]
        play.answers(0, "draw pile")
        play.rests(1)


def test_tokens_leave_the_game_face_down_with_a_destroyed_or_self_replaced_area() -> None:
    """Y5.2: Change, exchange with the hand, destruction; in order of leaving."""
    position = {
        "seats": [
            {
                "hand": ["TT30", "TS06", "TT55"],
                "territories": {
                    "poseidon": areas("TT01a", on("TT29a", "owl", "trident")),
                    "gaia": areas(on("TT22a", "helmet")),
                },
            },
            {"hand": ["TS08", "TT54"]},
        ],
        "draws": ["TT48", "TT47", "TT23", "TT46", "TT49"],
    }
    with Ephyran(position) as play:
        play.answers(0, "change poseidon with tt30a")
        play.answers(1, "support ares-destruction ts08")
        play.answers(0, "destroy gaia")
        play.logged("destroy", seat=0, half="TT22a", god="gaia")
        play.answers(1, "draw pile")
        assert play.match.view(0)["tokens_gone"] == ["owl", "trident", "helmet"]
        assert play.match.view(1)["tokens_gone"] == [None, None, None]
        play.rests(0)


def test_who_has_seen_a_token_keeps_knowing_it() -> None:
    """Y5.3: through two thefts and out of the game; everybody else sees its back."""
    position = {
        "seats": [
            {"hand": ["TS03", "TT55", "TT01"], "territories": {"poseidon": areas("TT07a")}},
            {"hand": ["TS05", "TT54", "TT53"], "territories": {"poseidon": areas("TT02a")}},
            {"hand": ["TS13", "TT24", "TT46"], "territories": {"gaia": areas("TT23a")}},
            {"hand": ["TT47", "TT48"]},
        ],
        "supply": ["thunderbolt"],
        "draws": ["TT49", "TT38", "TT52", "TT51", "TT50", "TT40", "TT41"],
    }
    with Ephyran(position) as play:
        play.answers(0, "support athena-token ts03")
        play.answers(1, "support ares-theft ts05")
        seen = [tokens(play, viewer, 1, "poseidon", 1) for viewer in (None, 0, 1, 2, 3)]
        assert seen == [[None], ["thunderbolt"], ["thunderbolt"], [None], [None]]
        play.answers(2, "support ares-theft ts13")
        play.answers(3, "discard tt47")
        seen = [tokens(play, viewer, 2, "gaia", 1) for viewer in (None, 0, 1, 2, 3)]
        assert seen == [[None], ["thunderbolt"], ["thunderbolt"], ["thunderbolt"], [None]]
        play.answers(0, "discard tt55")
        play.answers(1, "discard tt54")
        play.answers(2, "change gaia with tt24a")
        gone = [play.match.view(viewer)["tokens_gone"] for viewer in (None, 0, 1, 2, 3)]
        assert gone == [[None], ["thunderbolt"], ["thunderbolt"], ["thunderbolt"], [None]]
        play.rests(3)


def test_added_tokens_are_followed_as_individuals() -> None:
    """Y5.3: of two backs a viewer knows which is which, also after one was stolen."""
    owl = {"token": "owl", "seen": [0, 1]}
    position = {
        "seats": [
            {"hand": ["TS05", "TT55"], "territories": columns(CITY, poseidon=1)},
            {
                "hand": ["TT53", "TT54"],
                "territories": {"gaia": areas(on("TT23a", "helmet", owl, "trident"))},
            },
        ],
    }
    with Ephyran(position) as play:
        assert tokens(play, 0, 1, "gaia", 1) == [None, "owl", None]
        play.answers(0, "support ares-theft ts05")
        play.asked(0, ["steal gaia 1 1", "steal gaia 1 2", "steal gaia 1 3"], "steal gaia 1 1")
        assert tokens(play, 0, 1, "gaia", 1) == ["owl", None]
        assert tokens(play, 1, 1, "gaia", 1) == ["owl", "trident"]
        assert tokens(play, 1, 0, "poseidon", 1) == ["helmet"]
        play.rests(1)


def test_at_the_end_tokens_out_of_the_game_stay_face_down() -> None:
    """Y5.3, Y8.1: at the end those in cities are revealed, those out of the game are not."""
    position = {
        "seats": [
            {"hand": ["TT53", "TT54"], "territories": {"gaia": areas(on("TT23a", "helmet"))}},
            {"hand": ["TT55", "TT56"], "territories": columns(OTHER, poseidon=1)},
        ],
        "tokens_gone": ["owl", {"token": "trident", "seen": [1]}],
        "to_move": 1,
        "last_round": True,
    }
    with Ephyran(position) as play:
        play.answers(1, "discard tt55")
        play.over()
        for viewer in (None, 0, 1):
            assert tokens(play, viewer, 0, "gaia", 1) == ["helmet"]
            assert GAME.view(play.state, viewer)["tokens_gone"] == [None, "trident" if viewer == 1 else None]


def test_the_set_of_areas_with_tokens_follows_the_tokens() -> None:
    """Y5.2: tokens go where their area goes, or leave; so does the set beside the lists, locked or not."""
    seen = 0
    for seed in range(12):
        state = GAME.new(seats=3, seed=seed)
        chance = stream(seed, "answers")
        while state.legal:
            for p in state.players:
                places = [4 * god + at for god in range(4) for at, on_area in enumerate(p.tokens[god]) if on_area]
                assert p.token_places == sum(1 << place for place in places)
                assert p.can_lose_token() == bool(p.stealable())
                seen += len(places)
            GAME.apply(state, state.legal[chance.below(len(state.legal))])
    assert seen > 100
