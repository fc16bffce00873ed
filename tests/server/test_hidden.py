"""Hidden stays hidden: what a seat or a spectator gets does not change when what they cannot know does.

Random games with all that happens at tables are played; again and again the world is drawn anew for each viewer
(`Game.resample`), and every byte that they can get from the table, in messages, lists and errors, must be the same.
"""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pediment
from pediment.core.engine.rng import stream
from pediment.server.domain import commands, decide, history, preview
from pediment.server.domain.events import Acted, Created, House, Undone, read_event
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import Caller
from pediment.server.domain.table import Table
from pediment.server.jobs.bot_worker import advise
from pediment.server.live import compose, messages
from pediment.server.live.listing import head_of
from pediment.server.live.live_table import Listener, LiveTable
from pediment.server.web import rest
from tests.depth import often, some_of
from tests.games.ephyran.common import CITY, columns
from tests.games.ephyran.test_hidden import unknown_cards
from tests.server.playing import LIVE, Sitting, in_a_loop, labels_to_plan, serving, wild_game

GAMES = pediment.games()
EVERY = 9
"""Steps between two looks at other worlds."""


class Recorder:
    """Somebody who listens from the beginning, over a socket, and keeps what they were told."""

    def __init__(self, sitting: Sitting, viewer: int) -> None:
        self.viewer = viewer
        self.caller = sitting.caller(viewer)
        self.listener = Listener(self.caller, "en")
        self.log: list[dict[str, Any]] = []
        self.shown: dict[int, str] = {}
        """By its number, every view as it was first shown, with its whole log."""

    def hear(self, live: LiveTable) -> list[bytes]:
        """What is new."""
        found = self.listener.messages(live)
        for message in map(json.loads, found):
            if message["type"] == "view":
                lines = message.pop("log")
                self.log[lines["start"] :] = lines["entries"]
                message["log"] = {"start": 0, "entries": self.log}
                self.shown.setdefault(message["seq"], json.dumps(message, sort_keys=True))
        return found

    def would_hear(self, live: LiveTable) -> list[bytes]:
        """What would be new there, without taking note of it."""
        listener = Listener(self.caller, "en")
        for name, value in vars(self.listener).items():
            setattr(listener, name, copy.copy(value))
        return listener.messages(live)


def told(table: Table, caller: Caller, command: commands.AnyCommand) -> object:
    """What the answer to a command tells."""
    try:
        change = decide.decide(table, caller, command, 2_000_000.0, "en")
    except Refused as refused:
        return refused.code, refused.status, refused.text, refused.rule
    return compose.done_message(command, change)


def advised(table: Table, seat: int, label: str) -> list[object]:
    """What a seat is told before it plays or plans that: why it may not, and what it would do."""
    found: list[object] = []
    for ahead in (False, True):  # as an answer, and as a plan
        found.append(msgspec.structs.astuple(preview.why(table, seat, label, "en", ahead)))
        try:
            found.append(msgspec.json.encode(preview.preview(table, seat, label, "en", ahead)))
        except Refused as refused:
            found.append((refused.code, refused.text, refused.rule))
    return found


def tries(table: Table, viewer: int, labels: list[str]) -> list[commands.AnyCommand]:
    """Commands of all kinds, for one's own seat and for others."""
    found: list[commands.AnyCommand] = []
    for seat in range(len(table.seats)):
        seq = table.seq[viewer]
        found += [
            commands.Undo(seat, seq),
            commands.Propose(seat, seq),
            commands.Vote(seat, True),
            commands.Start(seat, "potter"),
        ]
        found += [
            commands.Move(seat, seq - 1, labels[0]),
            commands.Return(seat),
            commands.Hand(seat, "x"),
            commands.Chat(seat, "\n"),
            commands.Concede(seat),
            commands.Phrase(seat, "hello"),
            commands.Plan(seat, seq),
        ]
        found += [commands.Plan(seat, seq, [label]) for label in labels[:3]]
        found += [commands.Move(seat, seq, label) for label in labels]
        for name in table.done[seat]:  # it comes again
            found += [commands.Move(seat, seq, labels[0], name), commands.Undo(seat, seq, name)]
    return found


def everything(live: LiveTable, listener: Recorder, labels: list[str]) -> list[object]:
    """All that the viewer can get from a table at this moment, whatever they ask."""
    table, caller, viewer = live.table, listener.caller, listener.viewer
    live.changed()  # nothing that was encoded before
    found: list[object] = [Listener(caller, language).messages(live) for language in ("en", "fr")]
    found.append(listener.would_hear(live))
    found.append(rest._state(live, caller, "en"))
    found += [told(table, caller, command) for command in tries(table, viewer, labels)]
    if viewer < len(table.seats):
        found.append(to_plan(table, viewer))
        found += [part for label in labels for part in advised(table, viewer, label)]
    # The last is what pictures and link previews ask first
    for refused_while_it_runs in (history.record_of, lambda r, x: history.at_move(r, 0, None, x), history.check_over):
        with pytest.raises(Refused) as refused:
            refused_while_it_runs(table, "en")
        found.append(refused.value.text)
    found += [asked_for_hint(table, caller, seat, viewer) for seat in range(len(table.seats))]
    found.append(head_of(table).summary)
    found.append((table.seq[viewer], table.number, table.updated, compose.view_version(table, viewer)))
    return found


def to_plan(table: Table, seat: int) -> object:
    """What a seat is told that it can plan next."""
    return compose.plannable(table, seat, "en")


def asked_for_hint(table: Table, caller: Caller, seat: int, viewer: int) -> object:
    """What who asks for a hint gets: the hints, or a refusal."""
    try:
        told = decide.hint(table, caller, commands.AskHint(seat, table.seq[viewer]), 2_000_000.0, "en").events
    except Refused as refused:
        return refused.code, refused.status, refused.text, refused.rule
    return [told, advise(table.game, table.state, seat, iterations=4, language="en")]


def other_world(table: Table, viewer: int, chance: Any) -> Table:
    """The same table in a world that the viewer cannot tell from the true one."""
    twin = copy.copy(table)
    twin.state = table.game.resample(table.state, viewer if viewer < len(table.seats) else None, chance)
    twin.look()
    return twin


def labels_of(sitting: Sitting, chance: random.Random) -> list[str]:
    """Moves to try: what is legal, what is not, what is nothing."""
    words = sitting.table.game.label_list
    return [*sitting.options()[:4], *chance.sample(words, min(len(words), 8)), "nonsense"]


def play_and_compare(sitting: Sitting, chance: random.Random, worlds: Any, most: int) -> list[Recorder]:
    seats = sitting.table.seats
    listeners = [Recorder(sitting, k) for k in range(len(seats) + 1) if k == len(seats) or seats[k].owned]
    live = LiveTable(sitting.table)
    for listener in listeners:
        listener.hear(live)
    compared = 0
    for n, events in enumerate(wild_game(sitting, chance, most)):
        if sitting.table.status == "over":
            break
        before = {x.viewer: rest._state(live, x.caller, "en") for x in listeners}
        live.replace(sitting.last)
        secret = all(isinstance(event, Acted | Undone) for event in events)
        for listener in listeners:
            viewer = listener.viewer
            play = [event for event in events if isinstance(event, Acted | Undone)]
            if secret and not any(event.told >> viewer & 1 for event in play):
                assert listener.would_hear(live) == []
                assert rest._state(live, listener.caller, "en") == before[viewer]
        heard = [listener.hear(live) for listener in listeners]
        assert_no_secret(sitting, heard)
        if n % EVERY:
            continue
        labels = labels_of(sitting, chance)
        for listener in listeners:
            true = everything(live, listener, labels)
            twin = LiveTable(other_world(sitting.table, listener.viewer, worlds))
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
    if sitting.table.created.game != "ephyran":
        return
    seat = viewer if viewer < len(sitting.table.seats) else None
    got = [part for part in found if not isinstance(part, tuple)]  # errors repeat the label that was tried
    named = set(re.findall(r"T[ST]\d\d", repr(got).upper()))
    assert not named.intersection(unknown_cards(sitting.table.state, seat))


@pytest.mark.deep
@pytest.mark.parametrize("seats", some_of([2, 3, 4], [3]))
@pytest.mark.parametrize("game", GAMES)
@in_a_loop
def test_nothing_that_somebody_gets_depends_on_what_they_cannot_know(game: str, seats: int) -> None:
    house = House(chat=True, clock=LIVE, listed=True, hints=True)
    sitting = Sitting(game, seats, house=house, seed=seats, bots=(1,) if seats == 4 else ())
    chance = random.Random(f"{game} {seats}")
    listeners = play_and_compare(sitting, chance, stream(seats, "worlds"), often(60, 160))
    for listener in listeners:
        for seq in chance.sample(sorted(listener.shown), 4):
            table = history.at_view("a-table", sitting.events, listener.viewer, seq, "en")
            again = json.loads(messages.encode(compose.view_message(table, listener.viewer, "en")))
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
    sitting.move("support athena-token ts03", "mine")
    assert sitting.table.asked == 1
    assert sitting.table.secret
    return sitting


@pytest.mark.parametrize("undo_request", [False, True])
@in_a_loop
def test_a_secret_decision_leaves_no_trace(undo_request: bool) -> None:
    """Not for the others, not in lists, whatever time it took; only the one who is asked next hears of it."""
    sitting = secretly_asked()
    if undo_request:
        sitting.do(commands.Propose(0, sitting.table.seq[0]))
        assert sitting.table.undo_request is not None
    live = LiveTable(sitting.table)
    listeners = [Recorder(sitting, viewer) for viewer in range(4)]
    for listener in listeners:
        listener.hear(live)
    labels = ["let it happen", "shield ts19", "nonsense"]
    before = {x.viewer: everything(live, x, labels) for x in listeners}
    head = head_of(sitting.table)
    sitting.now += 29.0
    [acted] = sitting.do(commands.Move(1, sitting.table.seq[1], "let it happen"))
    assert isinstance(acted, Acted)
    assert acted.told == 0b0110
    assert acted.used == 0.0
    live.replace(sitting.last)
    for listener in (listeners[0], listeners[3]):
        assert listener.hear(live) == []
        assert everything(live, listener, labels) == before[listener.viewer]
    assert listeners[1].hear(live)
    assert listeners[2].hear(live)
    assert head_of(sitting.table).summary == head.summary
    assert (sitting.table.undo_request is not None) == undo_request


def test_what_the_first_defender_could_do_is_not_told_to_the_second() -> None:
    """Seat 2 gets the same question whether seat 1 was asked before it or not."""
    asked = secretly_asked()
    asked.move("let it happen")
    course = defenders()
    course["position"]["seats"][1]["hand"] = ["TT04", "TT02"]
    alone = Sitting("ephyran", 3, course=course, house=House(chat=True, clock=LIVE, listed=True))
    alone.move("support athena-token ts03")
    assert asked.table.asked == alone.table.asked == 2
    views = [msgspec.structs.replace(compose.view_message(s.table, 2, "en"), seq=0) for s in (asked, alone)]
    assert views[0] == views[1]
    for viewer in (0, 3):
        assert compose.view_message(asked.table, viewer, "en") == compose.view_message(alone.table, viewer, "en")


def test_a_clock_does_not_tell_who_is_asked() -> None:
    sitting = secretly_asked()
    for viewer, known in ((0, False), (1, True), (2, False), (3, False)):
        time = compose.view_message(sitting.table, viewer, "en").time
        assert time is not None
        assert (time.running == 1, time.until is not None) == (known, known)
    handed = decide.decide(sitting.table, sitting.caller(1), commands.Hand(1, "potter"), sitting.now, "en").table
    for viewer in (0, 2, 3):
        assert compose.view_message(handed, viewer, "en") == compose.view_message(sitting.table, viewer, "en")


def test_a_list_does_not_tell_whose_turn_it_is_in_secret() -> None:
    sitting = secretly_asked()
    assert msgspec.json.decode(head_of(sitting.table).summary)["asked"] is None
    updated = sitting.table.updated
    sitting.now += 5.0
    sitting.move("let it happen")
    assert sitting.table.updated == updated
    sitting.now += 5.0
    sitting.move("let it happen")
    assert sitting.table.updated == sitting.now


@pytest.mark.parametrize("game", GAMES)
@in_a_loop
def test_a_plan_leaves_no_trace(game: str) -> None:
    """Made, changed, withdrawn or made void by a move: nobody else is sent, shown or refused anything else for it."""
    plain, planned = (Sitting(game, 3, house=House(listed=True, clock=LIVE), seed=2) for _ in range(2))
    for sitting in (plain, planned):
        while len(sitting.options()) < 5:
            sitting.move()
    asked = planned.table.asked
    assert asked is not None
    own = (asked + 1) % 3
    others = [Recorder(planned, viewer) for viewer in range(4) if viewer != own]
    lives = [LiveTable(plain.table), LiveTable(planned.table)]
    for listener in others:
        listener.hear(lives[1])
    for moves in ([labels_to_plan(planned.table, own)[0]], [labels_to_plan(planned.table, own)[-1]], []):
        assert planned.do(commands.Plan(own, planned.table.seq[own], moves))
        lives[1].replace(planned.last)
        labels = labels_of(plain, random.Random(1))
        for listener in others:
            assert listener.would_hear(lives[1]) == []
            assert everything(lives[1], listener, labels) == everything(lives[0], listener, labels)
        assert head_of(planned.table).summary == head_of(plain.table).summary
    label = labels_to_plan(planned.table, own)[0]
    planned.do(commands.Plan(own, planned.table.seq[own], [label]))
    for sitting, live in zip((plain, planned), lives, strict=True):
        while sitting.table.asked == asked:
            sitting.move(label if label in sitting.options() else None)
            live.replace(sitting.last)
    assert planned.table.plan_is_due or own in planned.table.lost_plans
    for listener in others:
        assert everything(lives[1], listener, [label]) == everything(lives[0], listener, [label])


def test_an_error_of_a_hidden_question_is_that_of_any_other() -> None:
    """Seat 2, which will be asked next, and seat 0, which never is, hear the same."""
    sitting = secretly_asked()
    for label in ("let it happen", "shield ts19", "shield ts18", "nonsense", ""):
        texts = {sitting.refused(commands.Move(seat, sitting.table.seq[seat], label)).text for seat in (0, 2)}
        assert texts == {Refused("not-asked").text}


@in_a_loop
def test_the_seed_is_told_at_the_end_only() -> None:
    for game in GAMES:
        sitting = Sitting(game, 2)
        live = LiveTable(sitting.table)
        assert live.table_message(Caller()).seed is None
        assert live.table_message(Caller()).commitment == sitting.table.commitment
        sitting.finish(random.Random(1))
        live.replace(sitting.last)
        seed = live.table_message(Caller()).seed
        assert seed is not None
        assert sitting.secret in seed
        assert history.record_of(sitting.table, "en")["seed"] == seed


def test_what_the_store_keeps_for_lists_holds_no_secret() -> None:
    sitting = Sitting("ephyran", 3, house=House(listed=True))
    for _ in wild_game(sitting, random.Random(1), 60):
        head = head_of(sitting.table)
        text = repr(head)
        assert sitting.secret not in text
        assert not re.search(r"T[ST]\d\d", head.summary.decode())
    assert any(sitting.secret.encode() in event for event in sitting.events)
    assert isinstance(read_event(sitting.events[0]), Created)


def test_what_a_person_or_an_operator_is_told_of_a_table_hides_the_others_moves(tmp_path: Path) -> None:
    """Exports hold one's own moves, the operator's overview none, and neither holds a secret of the running game."""
    with serving(tmp_path / "tables.sqlite", operator="operator-" + "x" * 40) as running:
        ann, ben = running.client(), running.client()
        for client, name in ((ann, "Ann"), (ben, "Ben")):
            client.keys = [client.post("/api/people", {"name": name})["key"]]
        chairs = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
        made = ann.post("/api/tables", {"game": "ephyran", "chairs": chairs, "nonce": "anns"})
        table = made["table"]
        ben.post(f"/api/tables/{table}/seats", {"seat": 1, "name": "Ben"}, keys=[*ben.keys, made["invite"]])
        for _ in range(12):
            for client in (ann, ben):
                for view in client.get(f"/api/tables/{table}")["views"]:
                    if view["prompt"]:
                        label = view["prompt"]["options"][0]["label"]
                        done = client.command(table, "move", view["seat"], seq=view["seq"], move=label)
                        assert running.table(table).created.secret not in done.body.decode()
        secret = running.table(table).created.secret
        mine = ann.get("/api/me/data")
        assert {move["seat"] for found in mine["tables"] for move in found["moves"]} == {0}
        ann.post(f"/api/tables/{table}/reports", {"seat": 0, "about": 1, "text": "Slow"})
        told = running.client("operator-" + "x" * 40).get("/api/operator")
        for text in (json.dumps(mine), json.dumps(told)):
            assert secret not in text
            assert not any(key in text for key in [*ann.keys, *ben.keys, made["token"], made["invite"]])
        ids = [table, told["reports"][0]["id"], *(client.get("/api/me")["person"] for client in (ann, ben))]
        shown = re.sub("|".join(map(re.escape, ids)), "", json.dumps(told))  # they are random, and may look like cards
        assert not re.findall(r"ts\d\d|tt\d\d", shown, re.IGNORECASE)  # no card at all
        for path in ("/api/operator", "/api/me/data"):
            assert ben.call("GET", path, keys=["person_" + "x" * 32]).status in (401, 403)
