"""Who may do what, and when: every refusal has its code and status, and changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pediment
from pediment.table import bodies, chronicle, commands, tables, wire
from pediment.table.chronicle import Acted, Created, Handed, House, Proposed, Returned, Sat, Started, Undone, Voted
from pediment.table.refusal import STATUS, TEXTS, Refused
from pediment.table.room import Room
from pediment.table.seats import Who, clean, hash_of, new_word
from tests.table.playing import LIVE, Sitting, facts


def asked(sitting: Sitting) -> int:
    seat = sitting.room.asked
    assert seat is not None
    return seat


def new(chairs: list[bodies.Chair], **more: Any) -> tuple[list[chronicle.AnyEvent], bodies.Seated]:
    return tables.new(bodies.NewTable("elysium", chairs, **more), Who(), 1.0, "en")


def open_table(**house: Any) -> tuple[Room, bodies.Seated]:
    """A table with somebody on seat 0 and a free seat 1."""
    events, seated = new([bodies.Chair("me", "Ann"), bodies.Chair("open")], house=House(**house))
    return Room("open").after(events), seated


def sit(room: Room, seat: int, name: str, *words: str, person: str | None = None) -> list[chronicle.AnyEvent]:
    who = Who(frozenset(map(hash_of, words)), person)
    return commands.sit(room, who, bodies.SitDown(seat, name), hash_of("mine"), 2.0, "en")


def refusal(room: Room, seat: int, name: str, *words: str) -> tuple[str, int]:
    before = facts(room)
    with pytest.raises(Refused) as refused:
        sit(room, seat, name, *words)
    assert facts(room) == before
    return refused.value.code, refused.value.status


# Commands of a running game


def test_refusals_of_a_running_game() -> None:
    sitting = Sitting("elysium", 3, house=House())
    seat = asked(sitting)
    other, seq = (seat + 1) % 3, sitting.room.seq[seat]
    wanted: dict[str, wire.AnyCommand] = {
        "not-asked": wire.Move(other, sitting.room.seq[other], sitting.options()[0]),
        "illegal": wire.Move(seat, seq, "nonsense"),
        "old-view": wire.Move(seat, seq + 1, sitting.options()[0]),
        "no-undo": wire.Undo(seat, seq),
        "nothing-to-undo": wire.Propose(seat, seq),
        "no-vote": wire.Vote(seat, True),
        "no-level": wire.Hand(seat, "grandmaster"),
        "already-started": wire.Start(seat, "potter"),
        "no-chat": wire.Chat(seat, "Hello"),
    }
    found = {code: sitting.refused(command) for code, command in wanted.items()}
    for code, refused in found.items():
        assert refused.code == code
        assert refused.status == STATUS.get(code, 409)
        assert refused.text
    assert found["illegal"].status == 422
    assert found["old-view"].status == 409


def test_refusals_of_who_and_where() -> None:
    sitting = Sitting("elysium", 2)
    move = wire.Move(0, 1, "pass")
    for who in (Who(), sitting.who(1), Who(frozenset({"", hash_of("seat_9")}), "nobody")):
        refused = sitting.refused(move, who)
        assert (refused.code, refused.status) == ("not-your-seat", 403)
    refused = sitting.refused(wire.Leave(7), sitting.who(0))
    assert (refused.code, refused.status) == ("no-seat", 422)


def test_nobody_commands_a_bot_or_a_free_seat() -> None:
    sitting = Sitting("elysium", 2, bots=(1,))
    for command in (wire.Return(1), wire.Hand(1, "potter"), wire.Move(1, 1, "x"), wire.Vote(1, True)):
        assert sitting.refused(command, Who(frozenset({"", hash_of("")}), None)).code == "not-your-seat"
    room, _ = open_table()
    with pytest.raises(Refused, match="not your seat"):
        commands.decide(room, Who(frozenset({""})), wire.Leave(1), 1.0, "en")


def test_refusals_before_the_start_and_after_the_end() -> None:
    room, seated = open_table(chat=True)
    assert seated.token is not None
    who = Who(frozenset({hash_of(seated.token)}))
    for command in (
        wire.Move(0, 0, "pass"),
        wire.Undo(0, 0),
        wire.Propose(0, 0),
        wire.Hand(0, "potter"),
        wire.Return(0),
    ):
        with pytest.raises(Refused) as refused:
            commands.decide(room, who, command, 1.0, "en")
        assert (refused.value.code, refused.value.status) == ("not-running", 409)
    with pytest.raises(Refused) as refused:
        commands.rematch(room, who, wire.Rematch(0), 1.0, "en")
    assert (refused.value.code, refused.value.status) == ("not-over", 409)
    sitting = Sitting("elysium", 2, house=House(chat=True))
    sitting.finish(random.Random(1))
    for late in (wire.Hand(0, "potter"), wire.Return(0), wire.Leave(0)):
        assert sitting.refused(late).code == "not-running"
    assert sitting.do(wire.Chat(0, "Well played"))  # people still talk


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_can_be_said(language: str) -> None:
    """And nothing is left of a placeholder."""
    texts = TEXTS.section(language, "refused")
    assert set(STATUS) <= set(texts)
    assert set(texts) == set(TEXTS.section("en", "refused"))
    refused = Refused("old-view", language, seq=3, now=4)
    assert "3" in refused.text
    assert refused.said("fr").text != refused.said("en").text
    assert refused.said(language).text == refused.text


def test_the_refusal_of_who_is_not_asked_does_not_depend_on_the_move() -> None:
    """A legal move, one of another card, nonsense: the same words."""
    sitting = Sitting("ephyran", 3)
    chance = random.Random(3)
    for _ in range(12):
        seat = asked(sitting)
        for other in {0, 1, 2} - {seat}:
            texts = {
                sitting.refused(wire.Move(other, sitting.room.seq[other], label)).text
                for label in (*sitting.options()[:3], "nonsense", "", "let it happen")
            }
            assert len(texts) == 1
        sitting.move(chance.choice(sitting.options()))


# Twice


def test_a_move_sent_twice_counts_once() -> None:
    """At once, after other moves, and after the server was started again."""
    sitting = Sitting("elysium", 2)
    seat = asked(sitting)
    move = wire.Move(seat, sitting.room.seq[seat], sitting.options()[0], "first")
    assert sitting.do(move)
    assert sitting.do(move) == []
    chance = random.Random(1)
    for n in range(10):
        sitting.move(chance.choice(sitting.options()), f"m{n}")
    assert sitting.do(move) == []
    sitting.room = Room.of("a-table", sitting.events)
    before = facts(sitting.room)
    assert sitting.do(move) == []
    assert facts(sitting.room) == before
    other = wire.Move(1 - seat, sitting.room.seq[1 - seat] - 1, "pass", "first")  # another seat's name for its own
    assert sitting.refused(other).code == "old-view"


def test_an_undone_move_sent_again_stays_undone() -> None:
    sitting = Sitting("elysium", 2)
    chance = random.Random(2)
    while True:
        seat = asked(sitting)
        move = wire.Move(seat, sitting.room.seq[seat], chance.choice(sitting.options()), f"m{len(sitting.events)}")
        sitting.do(move)
        if sitting.room.undo_of(seat) == "free":
            break
    undo = wire.Undo(seat, sitting.room.seq[seat], "back")
    assert sitting.do(undo)
    before = facts(sitting.room)
    assert sitting.do(move) == sitting.do(undo) == []
    assert facts(sitting.room) == before


def test_a_proposal_sent_twice_counts_once() -> None:
    sitting = Sitting("elysium", 2)
    while sitting.room.undo_of(0) is None:
        sitting.move()
    propose = wire.Propose(0, sitting.room.seq[0], "please")
    assert [type(event) for event in sitting.do(propose)] == [Proposed]
    assert sitting.do(propose) == []
    sitting.do(wire.Vote(1, False))
    assert sitting.do(propose) == []
    assert sitting.room.wish is None


def test_without_a_name_an_old_move_is_refused() -> None:
    sitting = Sitting("elysium", 2)
    seat = asked(sitting)
    move = wire.Move(seat, sitting.room.seq[seat], sitting.options()[0])
    sitting.do(move)
    assert sitting.refused(move).code == "old-view"


# Votes


def voting(seats: int = 3, **more: Any) -> tuple[Sitting, int]:
    """A table where seat 0 wants to take back, and how many decisions there were before."""
    sitting = Sitting("elysium", seats, seed=1, **more)
    chance = random.Random(1)
    while sitting.room.undo_of(0) is None or len(sitting.room.labels) < 9:
        sitting.move(chance.choice(sitting.options()))
    to = sitting.room.last_of(0)
    assert to is not None
    sitting.do(wire.Propose(0, sitting.room.seq[0]))
    return sitting, to


def test_all_others_must_agree() -> None:
    sitting, to = voting()
    assert sitting.refused(wire.Vote(0, True)).code == "no-vote"
    assert sitting.refused(wire.Propose(1, sitting.room.seq[1])).code in ("wish-pending", "nothing-to-undo")
    assert [type(event) for event in sitting.do(wire.Vote(1, True))] == [Voted]
    assert sitting.refused(wire.Vote(2, True, number=7)).code == "no-vote"  # meant for another wish
    assert sitting.refused(wire.Vote(1, True)).code == "no-vote"
    assert [type(event) for event in sitting.do(wire.Vote(2, True))] == [Voted, Undone]
    assert len(sitting.room.labels) == to
    assert sitting.room.asked == 0


def test_one_refusal_ends_it() -> None:
    sitting, _ = voting()
    labels = sitting.room.labels
    sitting.do(wire.Vote(1, True))
    sitting.do(wire.Vote(2, False))
    assert (sitting.room.wish, sitting.room.labels) == (None, labels)
    assert sitting.refused(wire.Vote(1, True)).code == "no-vote"


def test_a_move_ends_it() -> None:
    sitting, _ = voting()
    sitting.do(wire.Vote(1, True))
    sitting.move()
    assert sitting.room.wish is None


def test_nobody_agrees_for_somebody_who_is_away() -> None:
    """A seat handed over in the middle of a vote still has its voice, and only its person has it."""
    sitting, to = voting()
    sitting.do(wire.Vote(1, True))
    assert [type(event) for event in sitting.do(wire.Hand(2, "potter"))] == [Handed]
    assert sitting.room.wish is not None
    assert [type(event) for event in sitting.do(wire.Vote(2, True))] == [Voted, Undone]
    assert len(sitting.room.labels) == to
    sitting, to = voting()
    assert [type(event) for event in sitting.do(wire.Leave(2))] == [Handed]
    sitting.do(wire.Return(2))
    assert [type(event) for event in sitting.do(wire.Vote(2, True))] == [Voted]
    assert [type(event) for event in sitting.do(wire.Vote(1, True))] == [Voted, Undone]


def test_a_clock_in_the_middle_of_a_vote() -> None:
    sitting, _ = voting(2, house=House(clock=LIVE))
    while sitting.room.wish is None or sitting.room.asked != 1:
        if sitting.room.wish:
            sitting.do(wire.Vote(1, False))
        sitting.move()
        if sitting.room.asked == 1 and sitting.room.undo_of(0):
            sitting.do(wire.Propose(0, sitting.room.seq[0]))
    events = commands.time_is_up(sitting.room, sitting.now + 1000)
    assert [type(event) for event in events] == [Handed]
    sitting.add(*events)
    assert sitting.room.wish is not None  # whose time is up has not agreed
    assert facts(Room.of("a-table", sitting.events)) == facts(sitting.room)


def test_who_hands_their_seat_over_wishes_nothing() -> None:
    sitting, _ = voting()
    assert [type(event) for event in sitting.do(wire.Hand(0, "potter"))] == [Handed]
    assert sitting.room.wish is None


def test_alone_among_bots_one_takes_back_at_once() -> None:
    sitting = Sitting("elysium", 3, bots=(1, 2))
    while sitting.room.undo_of(0) != "vote":
        room = sitting.room
        if room.asked == 0:
            sitting.move()
        else:
            sitting.add(commands.act(room, asked(sitting), sitting.options()[0], sitting.now, "bot", "en"))
    assert [type(event) for event in sitting.do(wire.Propose(0, sitting.room.seq[0]))] == [Undone]
    assert sitting.room.branches == 1


def test_at_one_screen_nobody_is_asked() -> None:
    """Hot-seat: one token plays all seats."""
    sitting = Sitting("elysium", 3, same_token=True)
    sitting.move()
    seat = next(seat for seat in range(3) if sitting.room.undo_of(seat))
    assert [type(event) for event in sitting.do(wire.Propose(seat, sitting.room.seq[seat]))] == [Undone]


# Seats


def test_coming_and_going() -> None:
    sitting = Sitting("elysium", 2, house=House(stand_in="merchant"))
    seat = asked(sitting)
    assert sitting.do(wire.Return(seat)) == []
    [left] = sitting.do(wire.Leave(seat))
    assert left == Handed(at=sitting.now, seat=seat, level="merchant", why="left")
    assert not sitting.room.seats[seat].played_by_person
    assert sitting.room.due() is not None
    events = sitting.move()  # who simply plays is back
    assert [type(event) for event in events] == [Returned, Acted]
    assert sitting.room.seats[seat].level is None
    sitting.do(wire.Hand(seat, "potter"))
    sitting.do(wire.Hand(seat, "shepherd"))
    assert sitting.room.seats[seat].level == "shepherd"
    assert [type(event) for event in sitting.do(wire.Return(seat))] == [Returned]


def test_a_move_that_does_not_count_does_not_bring_back() -> None:
    sitting = Sitting("elysium", 2)
    seat = asked(sitting)
    sitting.do(wire.Leave(seat))
    assert sitting.refused(wire.Move(seat, sitting.room.seq[seat], "nonsense")).code == "illegal"
    assert sitting.room.seats[seat].level is not None


def test_refusals_of_sitting_down() -> None:
    room, seated = open_table()
    invite = seated.invite
    assert invite is not None
    assert refusal(room, 5, "Ben", invite) == ("no-seat", 422)
    assert refusal(room, 0, "Ben", invite) == ("seat-taken", 409)
    assert refusal(room, 1, "Ben") == ("no-invitation", 403)
    assert refusal(room, 1, "Ben", "invite_another") == ("no-invitation", 403)
    assert refusal(room, 1, "  ANN ", invite) == ("name-taken", 409)
    assert refusal(room, 1, "\u200b", invite) == ("unprintable", 422)
    running = room.after(sit(room, 1, "Ben", invite))
    assert running.status == "running"
    assert refusal(running, 1, "Cyd", invite) == ("already-started", 409)


def test_who_stands_up_before_the_start_leaves_the_seat_free() -> None:
    events, seated = new([bodies.Chair("me", "Ann"), bodies.Chair("open"), bodies.Chair("open")])
    room = Room("open").after(events)
    assert seated.invite is not None
    room = room.after(sit(room, 1, "Ben", seated.invite))
    assert room.status == "open"
    left = commands.decide(room, Who(frozenset({hash_of("mine")})), wire.Leave(1), 3.0, "en")
    room = room.after(left)
    assert room.seats[1].free
    room = room.after(sit(room, 1, "Cyd", seated.invite))
    started = commands.decide(room, Who(frozenset({hash_of("mine")})), wire.Start(1, "potter"), 3.0, "en")
    assert [type(event) for event in started] == [Handed, Started]
    assert room.after(started).names() == ["Ann", "Cyd", "Potter"]


def test_one_token_takes_several_seats_without_an_invitation() -> None:
    room, seated = open_table()
    assert seated.token is not None
    assert [type(event) for event in sit(room, 1, "Ben", seated.token)] == [Sat, Started]


def test_a_listed_table_needs_no_invitation() -> None:
    room, seated = open_table(listed=True)
    assert seated.invite is None
    assert sit(room, 1, "Ben")


def over(person: str | None = None) -> Sitting:
    """A finished game; who sat on seat 1 has an identity if wished."""
    sitting = Sitting("elysium", 2)
    if person:
        sitting.add(Sat(at=1.0, seat=1, name="Player 1", token=hash_of(sitting.tokens[1]), person=person, nonce="n1"))
    sitting.finish(random.Random(1))
    return sitting


def test_the_seats_of_a_rematch_are_kept() -> None:
    sitting = over("ben")
    created = commands.rematch(sitting.room, sitting.who(0), wire.Rematch(0), 9.0, "en")
    room = Room("again").after(created)
    assert isinstance(created[0], Created)
    assert created[0].secret != sitting.secret
    assert (room.status, room.names()) == ("open", ["", ""])
    assert refusal(room, 0, "Thief") == ("seat-reserved", 409)
    assert refusal(room, 0, "Thief", sitting.tokens[1]) == ("seat-reserved", 409)
    room = room.after(sit(room, 0, "Player 0", sitting.tokens[0]))
    assert [type(event) for event in sit(room, 1, "Player 1", person="ben")] == [Sat, Started]
    assert [type(event) for event in sit(room, 1, "Player 1", sitting.tokens[1])] == [Sat, Started]
    with pytest.raises(Refused, match="kept"):
        sit(room, 1, "Player 1", person="somebody")


def test_a_rematch_keeps_bots_and_is_made_once() -> None:
    sitting = Sitting("elysium", 3, bots=(2,))
    chance = random.Random(1)
    while sitting.room.status == "running":
        seat, label = asked(sitting), chance.choice(sitting.options())
        sitting.add(commands.act(sitting.room, seat, label, sitting.now, "bot" if seat == 2 else "person", "en"))
    created = commands.rematch(sitting.room, sitting.who(0), wire.Rematch(0), 9.0, "en")
    assert [type(event) for event in created] == [Created, Handed]
    assert isinstance(created[0], Created)
    assert created[0].starts  # whatever the first one did
    sitting.add(chronicle.Rematched(at=9.0, table="again"))
    assert commands.rematch(sitting.room, sitting.who(0), wire.Rematch(0), 9.0, "en") == []


# New tables


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (bodies.NewTable("chess", [bodies.Chair("open")] * 2), "no-game"),
        (bodies.NewTable("elysium", [bodies.Chair("open")]), "chairs"),
        (bodies.NewTable("elysium", [bodies.Chair("open")] * 9), "chairs"),
        (bodies.NewTable("elysium", [bodies.Chair("me"), bodies.Chair("open")]), "chair"),
        (bodies.NewTable("elysium", [bodies.Chair("bot", "Ann"), bodies.Chair("open")]), "chair"),
        (bodies.NewTable("elysium", [bodies.Chair("me", "Ann", "potter"), bodies.Chair("open")]), "chair"),
        (bodies.NewTable("elysium", [bodies.Chair("bot", level="x"), bodies.Chair("open")]), "no-level"),
        (bodies.NewTable("elysium", [bodies.Chair("open")] * 2, house=House(stand_in="x")), "no-level"),
        (bodies.NewTable("elysium", [bodies.Chair("me", "Ann"), bodies.Chair("me", "ann ")]), "name-taken"),
        (bodies.NewTable("elysium", [bodies.Chair("me", "\x00"), bodies.Chair("open")]), "unprintable"),
        (bodies.NewTable("elysium", [bodies.Chair("open")] * 2, {"nonsense": 1}), "options"),
        (bodies.NewTable("elysium", [bodies.Chair("open")] * 2, {"edition": "x"}), "options"),
        (bodies.NewTable("elysium", [bodies.Chair("open")] * 2, {"edition": {}}), "options"),
        (bodies.NewTable("elysium", [bodies.Chair("open")] * 2, edition="nonsense"), "options"),
        (bodies.NewTable("ephyran", [bodies.Chair("open")] * 2, {"gods": [1]}), "options"),
    ],
)
def test_refusals_of_a_new_table(wanted: bodies.NewTable, code: str) -> None:
    with pytest.raises(Refused) as refused:
        tables.new(wanted, Who(), 1.0, "en")
    assert (refused.value.code, refused.value.status) == (code, STATUS.get(code, 409))


def test_an_edition_of_ones_own() -> None:
    """Its text is read, and what is wrong with it told."""
    text = pediment.game("elysium").edition_template()
    wanted = bodies.NewTable(
        "elysium", [bodies.Chair("me", "Ann"), bodies.Chair("me", "Ben")], edition=text + "\nx = ["
    )
    with pytest.raises(Refused, match="line"):
        tables.new(wanted, Who(), 1.0, "en")


# Words


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\t",
        "a\nb",
        "a\rb",
        "a\x00b",
        "\u202eevil",
        "a\u200bb",
        "\u2066x\u2069",
        "\ufeffx",
        "a\x7f",
        "\ud800",
        "a\u00a0b",
        "a\u2028b",
        "\ue000",
        "a\u0085b",
    ],
)
def test_what_is_no_line_of_text(text: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(text, "en")
    assert (refused.value.code, refused.value.status) == ("unprintable", 422)


def test_names_are_made_alike() -> None:
    assert clean("  Zoe\u0308   B ", "en") == "Zoë B"
    assert clean("<b>Ann</b> & 王", "en") == "<b>Ann</b> & 王"  # text stays text: who shows it escapes it


@given(st.text(max_size=60))
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    try:
        found = clean(text, "en")
    except Refused:
        return
    assert clean(found, "en") == found
    assert found.isprintable()
    assert found == found.strip() != ""


def test_words_are_long_and_kept_as_hashes() -> None:
    words = {new_word("seat") for _ in range(100)}
    assert len(words) == 100
    assert all(len(word) >= 5 + 22 for word in words)  # 128 bits and more
    events, seated = new([bodies.Chair("me", "Ann"), bodies.Chair("open")])
    stored = b"".join(chronicle.write(event) for event in events).decode()
    assert seated.token is not None
    assert seated.invite is not None
    for word in (seated.token, seated.invite):
        assert word not in stored
        assert word.split("_", 1)[1] not in stored
        assert hash_of(word) in stored
