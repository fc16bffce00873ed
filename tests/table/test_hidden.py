"""Hidden stays hidden: what a seat or a spectator gets does not change when what they cannot know does.

Random games with all that happens at tables are played; again and again the world is drawn anew for each viewer
(`Game.resample`), and every byte that they can get from the table, in messages, lists and errors, must be the same.
"""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core.rng import stream
from pediment.table import advice, bodies, chronicle, commands, rest, tables, telling, wire
from pediment.table.chronicle import Acted, House, Undone
from pediment.table.place import Ear, Place
from pediment.table.refusal import Refused
from pediment.table.room import Room
from pediment.table.rooms import head_of
from pediment.table.seats import Who
from pediment.table.worker import advise
from tests.games.ephyran.common import CITY, columns
from tests.games.ephyran.test_hidden import unknown_cards
from tests.table.playing import LIVE, Sitting, in_a_loop, wild_game

GAMES = pediment.games()
EVERY = 9
"""Steps between two looks at other worlds."""


class Listener:
    """Somebody who listens from the beginning, over a socket, and keeps what they were told."""

    def __init__(self, sitting: Sitting, viewer: int) -> None:
        self.viewer = viewer
        self.who = sitting.who(viewer)
        self.ear = Ear(self.who, "en")
        self.log: list[dict[str, Any]] = []
        self.shown: dict[int, str] = {}
        """By its number, every view as it was first shown, with its whole log."""

    def hear(self, place: Place) -> list[bytes]:
        """What is new."""
        found = self.ear.messages(place)
        for message in map(json.loads, found):
            if message["type"] == "view":
                lines = message.pop("log")
                self.log[lines["start"] :] = lines["entries"]
                message["log"] = {"start": 0, "entries": self.log}
                self.shown.setdefault(message["seq"], json.dumps(message, sort_keys=True))
        return found

    def would_hear(self, place: Place) -> list[bytes]:
        """What would be new there, without taking note of it."""
        ear = Ear(self.who, "en")
        for name, value in vars(self.ear).items():
            setattr(ear, name, copy.copy(value))
        return ear.messages(place)


def told(room: Room, who: Who, command: wire.AnyCommand) -> object:
    """What the answer to a command tells; of one that counts nothing but that."""
    try:
        commands.decide(room, who, command, 2_000_000.0, "en")
    except Refused as refused:
        return refused.code, refused.status, refused.text, refused.rule
    return "counts"


def advised(room: Room, seat: int, label: str) -> list[object]:
    """What a seat is told before it plays that: why it may not, and what it would do."""
    found: list[object] = [msgspec.structs.astuple(advice.why(room, seat, label, "en"))]
    try:
        found.append(msgspec.json.encode(advice.preview(room, seat, label, "en")))
    except Refused as refused:
        found.append((refused.code, refused.text, refused.rule))
    return found


def tries(room: Room, viewer: int, labels: list[str]) -> list[wire.AnyCommand]:
    """Commands of all kinds, for one's own seat and for others."""
    found: list[wire.AnyCommand] = []
    for seat in range(len(room.seats)):
        seq = room.seq[viewer]
        found += [wire.Undo(seat, seq), wire.Propose(seat, seq), wire.Vote(seat, True), wire.Start(seat, "potter")]
        found += [wire.Move(seat, seq - 1, labels[0]), wire.Return(seat), wire.Hand(seat, "x"), wire.Chat(seat, "\n")]
        found += [wire.Move(seat, seq, label) for label in labels]
    return found


def everything(place: Place, listener: Listener, labels: list[str]) -> list[object]:
    """All that the viewer can get from a table at this moment, whatever they ask."""
    room, who, viewer = place.room, listener.who, listener.viewer
    place.changed()  # nothing that was encoded before
    found: list[object] = [Ear(who, language).messages(place) for language in ("en", "fr")]
    found.append(listener.would_hear(place))
    found.append(rest._state(place, who, "en"))
    found += [told(room, who, command) for command in tries(room, viewer, labels)]
    if viewer < len(room.seats):
        found += [part for label in labels for part in advised(room, viewer, label)]
    for refused_while_it_runs in (tables.written, lambda r, x: tables.shown(r, 0, None, x)):
        with pytest.raises(Refused) as refused:
            refused_while_it_runs(room, "en")
        found.append(refused.value.text)
    found += [asked_for_hint(room, who, seat, viewer) for seat in range(len(room.seats))]
    found.append(head_of(room).summary)
    found.append((room.seq[viewer], room.number, room.updated, telling.besides(room, viewer)))
    return found


def asked_for_hint(room: Room, who: Who, seat: int, viewer: int) -> object:
    """What who asks for a hint gets: the hints, or a refusal."""
    try:
        told = commands.hint(room, who, bodies.AskHint(seat, room.seq[viewer]), 2_000_000.0, "en")
    except Refused as refused:
        return refused.code, refused.status, refused.text, refused.rule
    return [told, advise(room.game, room.state, seat, iterations=4, language="en")]


def other_world(room: Room, viewer: int, chance: Any) -> Room:
    """The same table in a world that the viewer cannot tell from the true one."""
    twin = copy.copy(room)
    twin.state = room.game.resample(room.state, viewer if viewer < len(room.seats) else None, chance)
    twin.look()
    return twin


def labels_of(sitting: Sitting, chance: random.Random) -> list[str]:
    """Moves to try: what is legal, what is not, what is nothing."""
    words = sitting.room.game.label_list
    return [*sitting.options()[:4], *chance.sample(words, min(len(words), 8)), "nonsense"]


def play_and_compare(sitting: Sitting, chance: random.Random, worlds: Any, most: int) -> list[Listener]:
    seats = sitting.room.seats
    listeners = [Listener(sitting, k) for k in range(len(seats) + 1) if k == len(seats) or seats[k].owned]
    place = Place(sitting.room)
    for listener in listeners:
        listener.hear(place)
    compared = 0
    for n, events in enumerate(wild_game(sitting, chance, most)):
        if sitting.room.status == "over":
            break
        before = {x.viewer: rest._state(place, x.who, "en") for x in listeners}
        place.replace(sitting.room)
        secret = all(isinstance(event, Acted | Undone) for event in events)
        for listener in listeners:
            viewer = listener.viewer
            play = [event for event in events if isinstance(event, Acted | Undone)]
            if secret and not any(event.told >> viewer & 1 for event in play):
                assert listener.would_hear(place) == []
                assert rest._state(place, listener.who, "en") == before[viewer]
        heard = [listener.hear(place) for listener in listeners]
        assert_no_secret(sitting, heard)
        if n % EVERY:
            continue
        labels = labels_of(sitting, chance)
        for listener in listeners:
            true = everything(place, listener, labels)
            twin = Place(other_world(sitting.room, listener.viewer, worlds))
            assert everything(twin, listener, labels) == true
            compared += 1
            assert_no_hidden_card(sitting, listener.viewer, true)
    assert compared > 10
    return listeners


def assert_no_secret(sitting: Sitting, heard: list[list[bytes]]) -> None:
    text = b"".join(message for messages in heard for message in messages)
    assert sitting.secret.encode() not in text
    assert bytes.fromhex(sitting.secret) not in text
    assert all(token.encode() not in text for token in sitting.tokens)


def assert_no_hidden_card(sitting: Sitting, viewer: int, found: list[object]) -> None:
    """Ephyran: no card of a hand or the pile that the viewer has not seen stands anywhere."""
    if sitting.room.created.game != "ephyran":
        return
    seat = viewer if viewer < len(sitting.room.seats) else None
    got = [part for part in found if not isinstance(part, tuple)]  # errors repeat the label that was tried
    named = set(re.findall(r"T[ST]\d\d", repr(got).upper()))
    assert not named.intersection(unknown_cards(sitting.room.state, seat))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
@in_a_loop
def test_nothing_that_somebody_gets_depends_on_what_they_cannot_know(game: str, seats: int) -> None:
    house = House(chat=True, clock=LIVE, listed=True, hints=True)
    sitting = Sitting(game, seats, house=house, seed=seats, bots=(1,) if seats == 4 else ())
    chance = random.Random(f"{game} {seats}")
    listeners = play_and_compare(sitting, chance, stream(seats, "worlds"), 160)
    for listener in listeners:
        for seq in chance.sample(sorted(listener.shown), 4):
            view = tables.as_shown("a-table", sitting.events, listener.viewer, seq, "en")
            again = json.loads(wire.encode(view))
            assert json.dumps(again, sort_keys=True) == listener.shown[seq], (listener.viewer, seq)


def defenders() -> dict[str, Any]:
    """Seat 0 plays a Support that both others could block, and nobody knows (Y4.9)."""
    seats: list[dict[str, Any]] = [{"hand": cards} for cards in ([], ["TS18", "TT02"], ["TS19", "TT03"])]
    seats[0] = {"hand": [{"card": "TS03", "known": True}, "TT55"], "territories": columns(CITY, poseidon=2)}
    return {"game": "ephyran", "position": {"seats": seats}, "actions": []}


def secretly_asked(bots: tuple[int, ...] = ()) -> Sitting:
    sitting = Sitting(
        "ephyran", 3, course=defenders(), house=House(chat=True, clock=LIVE, listed=True, hints=True), bots=bots
    )
    sitting.move("support athena-token ts03")
    assert sitting.room.asked == 1
    assert sitting.room.secret
    return sitting


@pytest.mark.parametrize("wish", [False, True])
@in_a_loop
def test_a_secret_decision_leaves_no_trace(wish: bool) -> None:
    """Not for the others, not in lists, whatever time it took; only the one who is asked next hears of it."""
    sitting = secretly_asked()
    if wish:
        sitting.do(wire.Propose(0, sitting.room.seq[0]))
        assert sitting.room.wish is not None
    place = Place(sitting.room)
    listeners = [Listener(sitting, viewer) for viewer in range(4)]
    for listener in listeners:
        listener.hear(place)
    labels = ["let it happen", "shield ts19", "nonsense"]
    before = {x.viewer: everything(place, x, labels) for x in listeners}
    head = head_of(sitting.room)
    sitting.now += 29.0
    [acted] = sitting.do(wire.Move(1, sitting.room.seq[1], "let it happen"))
    assert isinstance(acted, Acted)
    assert acted.told == 0b0110
    assert acted.used == 0.0
    place.replace(sitting.room)
    for listener in (listeners[0], listeners[3]):
        assert listener.hear(place) == []
        assert everything(place, listener, labels) == before[listener.viewer]
    assert listeners[1].hear(place)
    assert listeners[2].hear(place)
    assert head_of(sitting.room).summary == head.summary
    assert (sitting.room.wish is not None) == wish


def test_what_the_first_defender_could_do_is_not_told_to_the_second() -> None:
    """Seat 2 gets the same question whether seat 1 was asked before it or not."""
    asked = secretly_asked()
    asked.move("let it happen")
    course = defenders()
    course["position"]["seats"][1]["hand"] = ["TT04", "TT02"]
    alone = Sitting("ephyran", 3, course=course, house=House(chat=True, clock=LIVE, listed=True))
    alone.move("support athena-token ts03")
    assert asked.room.asked == alone.room.asked == 2
    views = [msgspec.structs.replace(telling.view(s.room, 2, "en"), seq=0) for s in (asked, alone)]
    assert views[0] == views[1]
    for viewer in (0, 3):
        assert telling.view(asked.room, viewer, "en") == telling.view(alone.room, viewer, "en")


def test_a_clock_does_not_tell_who_is_asked() -> None:
    sitting = secretly_asked()
    for viewer, known in ((0, False), (1, True), (2, False), (3, False)):
        time = telling.view(sitting.room, viewer, "en").time
        assert time is not None
        assert (time.running == 1, time.until is not None) == (known, known)
    [event] = commands.decide(sitting.room, sitting.who(1), wire.Hand(1, "potter"), sitting.now, "en")
    handed = sitting.room.after([event])
    for viewer in (0, 2, 3):
        assert telling.view(handed, viewer, "en") == telling.view(sitting.room, viewer, "en")


def test_a_list_does_not_tell_whose_turn_it_is_in_secret() -> None:
    sitting = secretly_asked()
    assert msgspec.json.decode(head_of(sitting.room).summary)["asked"] is None
    updated = sitting.room.updated
    sitting.now += 5.0
    sitting.move("let it happen")
    assert sitting.room.updated == updated
    sitting.now += 5.0
    sitting.move("let it happen")
    assert sitting.room.updated == sitting.now


def test_an_error_of_a_hidden_question_is_that_of_any_other() -> None:
    """Seat 2, which will be asked next, and seat 0, which never is, hear the same."""
    sitting = secretly_asked()
    for label in ("let it happen", "shield ts19", "shield ts18", "nonsense", ""):
        texts = {sitting.refused(wire.Move(seat, sitting.room.seq[seat], label)).text for seat in (0, 2)}
        assert texts == {Refused("not-asked").text}


@in_a_loop
def test_the_seed_is_told_at_the_end_only() -> None:
    for game in GAMES:
        sitting = Sitting(game, 2)
        place = Place(sitting.room)
        assert place.table(Who()).seed is None
        assert place.table(Who()).commitment == sitting.room.commitment
        sitting.finish(random.Random(1))
        place.replace(sitting.room)
        seed = place.table(Who()).seed
        assert seed is not None
        assert sitting.secret in seed
        assert tables.written(sitting.room, "en")["seed"] == seed


def test_what_the_store_keeps_for_lists_holds_no_secret() -> None:
    sitting = Sitting("ephyran", 3, house=House(listed=True))
    for _ in wild_game(sitting, random.Random(1), 60):
        head = head_of(sitting.room)
        text = repr(head)
        assert sitting.secret not in text
        assert not re.search(r"T[ST]\d\d", head.summary.decode())
    assert any(sitting.secret.encode() in event for event in sitting.events)
    assert isinstance(chronicle.read(sitting.events[0]), chronicle.Created)
