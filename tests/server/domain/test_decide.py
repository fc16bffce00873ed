"""Who may do what, and when: every refusal has its code and status, and changes nothing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pediment
from pediment.server.domain import commands, decide, opening
from pediment.server.domain.events import (
    Acted,
    AnyEvent,
    Created,
    Handed,
    House,
    Proposed,
    Returned,
    Sat,
    Started,
    Undone,
    Voted,
    write_event,
)
from pediment.server.domain.names import clean
from pediment.server.domain.refusal import STATUS, TEXTS, Refused
from pediment.server.domain.seats import Caller, hash_of, new_word
from pediment.server.domain.table import Table
from tests.server.playing import LIVE, Sitting, facts


def asked(sitting: Sitting) -> int:
    seat = sitting.table.asked
    assert seat is not None
    return seat


def new(chairs: list[commands.Chair], **more: Any) -> tuple[list[AnyEvent], opening.Opened]:
    opened = opening.new_table(commands.NewTable("elysium", chairs, **more), Caller(), 1.0, "en")
    return opened.events, opened


def open_table(**house: Any) -> tuple[Table, opening.Opened]:
    """A table with somebody on seat 0 and a free seat 1."""
    events, seated = new([commands.Chair("me", "Ann"), commands.Chair("open")], house=House(**house))
    return Table("open").after(events), seated


def sit(table: Table, seat: int, name: str, *words: str, person: str | None = None) -> list[AnyEvent]:
    caller = Caller(frozenset(map(hash_of, words)), person)
    return decide.sit(table, caller, commands.SitDown(seat, name), hash_of("mine"), 2.0, "en").events


def refusal(table: Table, seat: int, name: str, *words: str) -> tuple[str, int]:
    before = facts(table)
    with pytest.raises(Refused) as refused:
        sit(table, seat, name, *words)
    assert facts(table) == before
    return refused.value.code, refused.value.status


# Commands of a running game


def test_refusals_of_a_running_game() -> None:
    sitting = Sitting("elysium", 3, house=House())
    seat = asked(sitting)
    other, seq = (seat + 1) % 3, sitting.table.seq[seat]
    wanted: dict[str, commands.AnyCommand] = {
        "not-asked": commands.Move(other, sitting.table.seq[other], sitting.options()[0]),
        "illegal": commands.Move(seat, seq, "nonsense"),
        "old-view": commands.Move(seat, seq + 1, sitting.options()[0]),
        "no-undo": commands.Undo(seat, seq),
        "nothing-to-undo": commands.Propose(seat, seq),
        "no-vote": commands.Vote(seat, True),
        "no-level": commands.Hand(seat, "grandmaster"),
        "already-started": commands.Start(seat, "potter"),
        "no-chat": commands.Chat(seat, "Hello"),
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
    move = commands.Move(0, 1, "pass")
    for caller in (Caller(), sitting.caller(1), Caller(frozenset({"", hash_of("seat_9")}), "nobody")):
        refused = sitting.refused(move, caller)
        assert (refused.code, refused.status) == ("not-your-seat", 403)
    refused = sitting.refused(commands.Leave(7), sitting.caller(0))
    assert (refused.code, refused.status) == ("no-seat", 422)


def test_nobody_commands_a_bot_or_a_free_seat() -> None:
    sitting = Sitting("elysium", 2, bots=(1,))
    for command in (commands.Return(1), commands.Hand(1, "potter"), commands.Move(1, 1, "x"), commands.Vote(1, True)):
        assert sitting.refused(command, Caller(frozenset({"", hash_of("")}), None)).code == "not-your-seat"
    table, _ = open_table()
    with pytest.raises(Refused, match="not your seat"):
        decide.decide(table, Caller(frozenset({""})), commands.Leave(1), 1.0, "en")


def test_refusals_before_the_start_and_after_the_end() -> None:
    table, seated = open_table(chat=True)
    assert seated.token is not None
    caller = Caller(frozenset({hash_of(seated.token)}))
    for command in (
        commands.Move(0, 0, "pass"),
        commands.Undo(0, 0),
        commands.Propose(0, 0),
        commands.Hand(0, "potter"),
        commands.Return(0),
    ):
        with pytest.raises(Refused) as refused:
            decide.decide(table, caller, command, 1.0, "en")
        assert (refused.value.code, refused.value.status) == ("not-running", 409)
    with pytest.raises(Refused) as refused:
        decide.rematch(table, caller, commands.Rematch(0), 1.0, "en")
    assert (refused.value.code, refused.value.status) == ("not-over", 409)
    sitting = Sitting("elysium", 2, house=House(chat=True))
    sitting.finish(random.Random(1))
    for late in (commands.Hand(0, "potter"), commands.Return(0), commands.Leave(0)):
        assert sitting.refused(late).code == "not-running"
    assert sitting.do(commands.Chat(0, "Well played"))  # people still talk


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_can_be_said(language: str) -> None:
    """And nothing is left of a placeholder."""
    texts = TEXTS.section(language, "refused")
    assert set(STATUS) <= set(texts)
    assert set(texts) == set(TEXTS.section("en", "refused"))
    refused = Refused("no-view", language, first=3, last=4)
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
                sitting.refused(commands.Move(other, sitting.table.seq[other], label)).text
                for label in (*sitting.options()[:3], "nonsense", "", "let it happen")
            }
            assert len(texts) == 1
        sitting.move(chance.choice(sitting.options()))


# Twice


def test_a_move_sent_twice_counts_once() -> None:
    """At once, after other moves, and after the server was started again."""
    sitting = Sitting("elysium", 2)
    seat = asked(sitting)
    move = commands.Move(seat, sitting.table.seq[seat], sitting.options()[0], "first")
    assert sitting.do(move)
    assert sitting.do(move) == []
    chance = random.Random(1)
    for n in range(10):
        sitting.move(chance.choice(sitting.options()), f"m{n}")
    assert sitting.do(move) == []
    sitting.table = Table.of("a-table", sitting.events)
    before = facts(sitting.table)
    assert sitting.do(move) == []
    assert facts(sitting.table) == before
    other = commands.Move(1 - seat, sitting.table.seq[1 - seat] - 1, "pass", "first")  # another seat's name for its own
    assert sitting.refused(other).code == "old-view"


def test_an_undone_move_sent_again_stays_undone() -> None:
    sitting = Sitting("elysium", 2)
    chance = random.Random(2)
    while True:
        seat = asked(sitting)
        move = commands.Move(seat, sitting.table.seq[seat], chance.choice(sitting.options()), f"m{len(sitting.events)}")
        sitting.do(move)
        if sitting.table.undo_of(seat) == "free":
            break
    undo = commands.Undo(seat, sitting.table.seq[seat], "back")
    assert sitting.do(undo)
    before = facts(sitting.table)
    assert sitting.do(move) == sitting.do(undo) == []
    assert facts(sitting.table) == before


def test_a_proposal_sent_twice_counts_once() -> None:
    sitting = Sitting("elysium", 2)
    while sitting.table.undo_of(0) is None:
        sitting.move()
    propose = commands.Propose(0, sitting.table.seq[0], "please")
    assert [type(event) for event in sitting.do(propose)] == [Proposed]
    assert sitting.do(propose) == []
    sitting.do(commands.Vote(1, False))
    assert sitting.do(propose) == []
    assert sitting.table.undo_request is None


def test_without_a_name_an_old_move_is_refused() -> None:
    sitting = Sitting("elysium", 2)
    seat = asked(sitting)
    move = commands.Move(seat, sitting.table.seq[seat], sitting.options()[0])
    sitting.do(move)
    assert sitting.refused(move).code == "old-view"


# Votes


def voting(seats: int = 3, **more: Any) -> tuple[Sitting, int]:
    """A table where seat 0 wants to take back, and how many decisions there were before."""
    sitting = Sitting("elysium", seats, seed=1, **more)
    chance = random.Random(1)
    while sitting.table.undo_of(0) is None or len(sitting.table.labels) < 9:
        sitting.move(chance.choice(sitting.options()))
    to = sitting.table.last_of(0)
    assert to is not None
    sitting.do(commands.Propose(0, sitting.table.seq[0]))
    return sitting, to


def test_all_others_must_agree() -> None:
    sitting, to = voting()
    assert sitting.refused(commands.Vote(0, True)).code == "no-vote"
    assert sitting.refused(commands.Propose(1, sitting.table.seq[1])).code in ("wish-pending", "nothing-to-undo")
    assert [type(event) for event in sitting.do(commands.Vote(1, True))] == [Voted]
    assert sitting.refused(commands.Vote(2, True, number=7)).code == "no-vote"  # meant for another wish
    assert sitting.refused(commands.Vote(1, True)).code == "no-vote"
    assert [type(event) for event in sitting.do(commands.Vote(2, True))] == [Voted, Undone]
    assert len(sitting.table.labels) == to
    assert sitting.table.asked == 0


def test_one_refusal_ends_it() -> None:
    sitting, _ = voting()
    labels = sitting.table.labels
    sitting.do(commands.Vote(1, True))
    sitting.do(commands.Vote(2, False))
    assert (sitting.table.undo_request, sitting.table.labels) == (None, labels)
    assert sitting.refused(commands.Vote(1, True)).code == "no-vote"


def test_a_move_ends_it() -> None:
    sitting, _ = voting()
    sitting.do(commands.Vote(1, True))
    sitting.move()
    assert sitting.table.undo_request is None


def test_nobody_agrees_for_somebody_who_is_away() -> None:
    """A seat handed over in the middle of a vote still has its voice, and only its person has it."""
    sitting, to = voting()
    sitting.do(commands.Vote(1, True))
    assert [type(event) for event in sitting.do(commands.Hand(2, "potter"))] == [Handed]
    assert sitting.table.undo_request is not None
    assert [type(event) for event in sitting.do(commands.Vote(2, True))] == [Voted, Undone]
    assert len(sitting.table.labels) == to
    sitting, to = voting()
    assert [type(event) for event in sitting.do(commands.Leave(2))] == [Handed]
    sitting.do(commands.Return(2))
    assert [type(event) for event in sitting.do(commands.Vote(2, True))] == [Voted]
    assert [type(event) for event in sitting.do(commands.Vote(1, True))] == [Voted, Undone]


def test_a_clock_in_the_middle_of_a_vote() -> None:
    sitting, _ = voting(2, house=House(clock=LIVE))
    while sitting.table.undo_request is None or sitting.table.asked != 1:
        if sitting.table.undo_request:
            sitting.do(commands.Vote(1, False))
        sitting.move()
        if sitting.table.asked == 1 and sitting.table.undo_of(0):
            sitting.do(commands.Propose(0, sitting.table.seq[0]))
    events = sitting.take(decide.time_is_up(sitting.table, sitting.now + 1000))
    assert [type(event) for event in events] == [Handed]
    assert sitting.table.undo_request is not None  # whose time is up has not agreed
    assert facts(Table.of("a-table", sitting.events)) == facts(sitting.table)


def test_who_hands_their_seat_over_wishes_nothing() -> None:
    sitting, _ = voting()
    assert [type(event) for event in sitting.do(commands.Hand(0, "potter"))] == [Handed]
    assert sitting.table.undo_request is None


def test_alone_among_bots_one_takes_back_at_once() -> None:
    sitting = Sitting("elysium", 3, bots=(1, 2))
    while sitting.table.undo_of(0) != "vote":
        table = sitting.table
        if table.asked == 0:
            sitting.move()
        else:
            sitting.take(decide.act(table, asked(sitting), sitting.options()[0], sitting.now, "bot", "en"))
    assert [type(event) for event in sitting.do(commands.Propose(0, sitting.table.seq[0]))] == [Undone]
    assert sitting.table.branches == 1


def test_at_one_screen_nobody_is_asked() -> None:
    """Hot-seat: one token plays all seats."""
    sitting = Sitting("elysium", 3, same_token=True)
    sitting.move()
    seat = next(seat for seat in range(3) if sitting.table.undo_of(seat))
    assert [type(event) for event in sitting.do(commands.Propose(seat, sitting.table.seq[seat]))] == [Undone]


# Seats


def test_coming_and_going() -> None:
    sitting = Sitting("elysium", 2, house=House(stand_in="merchant"))
    seat = asked(sitting)
    assert sitting.do(commands.Return(seat)) == []
    [left] = sitting.do(commands.Leave(seat))
    assert left == Handed(at=sitting.now, seat=seat, level="merchant", why="left")
    assert not sitting.table.seats[seat].played_by_person
    assert sitting.table.due() is not None
    events = sitting.move()  # who simply plays is back
    assert [type(event) for event in events] == [Returned, Acted]
    assert sitting.table.seats[seat].level is None
    sitting.do(commands.Hand(seat, "potter"))
    sitting.do(commands.Hand(seat, "shepherd"))
    assert sitting.table.seats[seat].level == "shepherd"
    assert [type(event) for event in sitting.do(commands.Return(seat))] == [Returned]


def test_a_move_that_does_not_count_does_not_bring_back() -> None:
    sitting = Sitting("elysium", 2)
    seat = asked(sitting)
    sitting.do(commands.Leave(seat))
    assert sitting.refused(commands.Move(seat, sitting.table.seq[seat], "nonsense")).code == "illegal"
    assert sitting.table.seats[seat].level is not None


def test_refusals_of_sitting_down() -> None:
    table, seated = open_table()
    invite = seated.invite
    assert invite is not None
    assert refusal(table, 5, "Ben", invite) == ("no-seat", 422)
    assert refusal(table, 0, "Ben", invite) == ("seat-taken", 409)
    assert refusal(table, 1, "Ben") == ("no-invitation", 403)
    assert refusal(table, 1, "Ben", "invite_another") == ("no-invitation", 403)
    assert refusal(table, 1, "  ANN ", invite) == ("name-taken", 409)
    assert refusal(table, 1, "\u200b", invite) == ("unprintable", 422)
    running = table.after(sit(table, 1, "Ben", invite))
    assert running.status == "running"
    assert refusal(running, 1, "Cyd", invite) == ("already-started", 409)


def test_who_stands_up_before_the_start_leaves_the_seat_free() -> None:
    events, seated = new([commands.Chair("me", "Ann"), commands.Chair("open"), commands.Chair("open")])
    table = Table("open").after(events)
    assert seated.invite is not None
    table = table.after(sit(table, 1, "Ben", seated.invite))
    assert table.status == "open"
    left = decide.decide(table, Caller(frozenset({hash_of("mine")})), commands.Leave(1), 3.0, "en")
    table = left.table
    assert table.seats[1].free
    table = table.after(sit(table, 1, "Cyd", seated.invite))
    started = decide.decide(table, Caller(frozenset({hash_of("mine")})), commands.Start(1, "potter"), 3.0, "en")
    assert [type(event) for event in started.events] == [Handed, Started]
    assert started.table.names() == ["Ann", "Cyd", "Potter"]


def test_one_token_takes_several_seats_without_an_invitation() -> None:
    table, seated = open_table()
    assert seated.token is not None
    assert [type(event) for event in sit(table, 1, "Ben", seated.token)] == [Sat, Started]


def test_a_host_begins_even_a_table_that_strangers_have_filled() -> None:
    """By sitting down and leaving, thousands of times."""
    table, seated = open_table(listed=True)
    table.events = 4_999
    assert sit(table, 1, "Eve")
    table.events = 5_000
    assert seated.token is not None
    host = Caller(frozenset({hash_of(seated.token)}))
    assert refusal(table, 1, "Eve")[0] == "full-table"
    started = decide.decide(table, host, commands.Start(seated.seats[0], "potter"), 3.0, "en")
    assert started.table.status == "running"


def test_a_listed_table_needs_no_invitation() -> None:
    table, seated = open_table(listed=True)
    assert seated.invite is None
    assert sit(table, 1, "Ben")


def over(person: str | None = None) -> Sitting:
    """A finished game; who sat on seat 1 has an identity if wished."""
    sitting = Sitting("elysium", 2)
    if person:
        sitting.add(Sat(at=1.0, seat=1, name="Player 1", token=hash_of(sitting.tokens[1]), person=person, nonce="n1"))
    sitting.finish(random.Random(1))
    return sitting


def test_the_seats_of_a_rematch_are_kept() -> None:
    sitting = over("ben")
    created = decide.rematch(sitting.table, sitting.caller(0), commands.Rematch(0), 9.0, "en")
    table = Table("again").after(created)
    assert isinstance(created[0], Created)
    assert created[0].secret != sitting.secret
    assert (table.status, table.names()) == ("open", ["", ""])
    assert refusal(table, 0, "Thief") == ("seat-reserved", 409)
    assert refusal(table, 0, "Thief", sitting.tokens[1]) == ("seat-reserved", 409)
    table = table.after(sit(table, 0, "Player 0", sitting.tokens[0]))
    assert [type(event) for event in sit(table, 1, "Player 1", person="ben")] == [Sat, Started]
    assert [type(event) for event in sit(table, 1, "Player 1", sitting.tokens[1])] == [Sat, Started]
    with pytest.raises(Refused, match="kept"):
        sit(table, 1, "Player 1", person="somebody")


def test_a_table_where_too_much_has_happened_has_no_rematch() -> None:
    """Each one that is removed and made again is noted there."""
    sitting = over()
    sitting.table.events = decide.MAX_EVENTS
    with pytest.raises(Refused) as refused:
        decide.rematch(sitting.table, sitting.caller(0), commands.Rematch(0), 9.0, "en")
    assert refused.value.code == "full-table"


def test_a_rematch_keeps_bots() -> None:
    sitting = Sitting("elysium", 3, bots=(2,))
    chance = random.Random(1)
    while sitting.table.status == "running":
        seat, label = asked(sitting), chance.choice(sitting.options())
        sitting.take(decide.act(sitting.table, seat, label, sitting.now, "bot" if seat == 2 else "person", "en"))
    created = decide.rematch(sitting.table, sitting.caller(0), commands.Rematch(0), 9.0, "en")
    assert [type(event) for event in created] == [Created, Handed]
    assert isinstance(created[0], Created)
    assert created[0].starts  # whatever the first one did


# New tables


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (commands.NewTable("chess", [commands.Chair("open")] * 2), "no-game"),
        (commands.NewTable("elysium", [commands.Chair("open")]), "chairs"),
        (commands.NewTable("elysium", [commands.Chair("open")] * 9), "chairs"),
        (commands.NewTable("elysium", [commands.Chair("me"), commands.Chair("open")]), "chair"),
        (commands.NewTable("elysium", [commands.Chair("bot", "Ann"), commands.Chair("open")]), "chair"),
        (commands.NewTable("elysium", [commands.Chair("me", "Ann", "potter"), commands.Chair("open")]), "chair"),
        (commands.NewTable("elysium", [commands.Chair("bot", level="x"), commands.Chair("open")]), "no-level"),
        (commands.NewTable("elysium", [commands.Chair("open")] * 2, house=House(stand_in="x")), "no-level"),
        (commands.NewTable("elysium", [commands.Chair("me", "Ann"), commands.Chair("me", "ann ")]), "name-taken"),
        (commands.NewTable("elysium", [commands.Chair("me", "\x00"), commands.Chair("open")]), "unprintable"),
        (commands.NewTable("elysium", [commands.Chair("open")] * 2, {"nonsense": 1}), "options"),
        (commands.NewTable("elysium", [commands.Chair("open")] * 2, {"edition": "x"}), "options"),
        (commands.NewTable("elysium", [commands.Chair("open")] * 2, {"edition": {}}), "options"),
        (commands.NewTable("ephyran", [commands.Chair("open")] * 2, {"gods": [1]}), "options"),
    ],
)
def test_refusals_of_a_new_table(wanted: commands.NewTable, code: str) -> None:
    with pytest.raises(Refused) as refused:
        opening.new_table(wanted, Caller(), 1.0, "en")
    assert (refused.value.code, refused.value.status) == (code, STATUS.get(code, 409))


def test_an_edition_of_ones_own() -> None:
    """Its text is read, and what is wrong with it told."""
    text = pediment.game("elysium").edition_template()
    with pytest.raises(Refused, match="line"):
        opening.read_edition("elysium", text + "\nx = [", "en")


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
    assert clean("<b>Ann</b> & 王", "en") == "<b>Ann</b> & 王"  # text stays text: the page escapes it


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
    events, seated = new([commands.Chair("me", "Ann"), commands.Chair("open")])
    stored = b"".join(write_event(event) for event in events).decode()
    assert seated.token is not None
    assert seated.invite is not None
    for word in (seated.token, seated.invite):
        assert word not in stored
        assert word.split("_", 1)[1] not in stored
        assert hash_of(word) in stored
