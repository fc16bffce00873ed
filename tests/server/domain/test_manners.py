"""Conceding, and phrases that everybody reads in their own language."""

from __future__ import annotations

import random

import msgspec
import pytest

from pediment.server.domain import commands, decide
from pediment.server.domain.decide import MAX_CHATTED
from pediment.server.domain.events import Chatted, Conceded, House, Muted, read_event
from pediment.server.domain.forgetting import forget, known_of, remove_line
from pediment.server.domain.refusal import Refused
from pediment.server.domain.seats import hash_of
from pediment.server.domain.table import Table
from pediment.server.live import compose
from tests.server.playing import Sitting, facts

AFTERWARDS = (
    commands.Return(0),
    commands.Hand(0, "potter"),
    commands.Leave(0),
    commands.Concede(0),
    commands.Undo(0, 1),
    commands.Propose(0, 1),
    commands.Vote(0, True),
    commands.Replace(0, 1),
)


def test_conceding_is_for_good_and_a_bot_plays_on() -> None:
    sitting = Sitting(seats=3)
    [event] = sitting.do(commands.Concede(0))
    assert event == Conceded(at=sitting.now, seat=0, level="scholar")
    table = sitting.table
    assert (table.status, table.seats[0].level, table.conceded) == ("running", "scholar", (0,))
    move = commands.Move(0, table.seq[0], sitting.options()[0])
    for command in (*AFTERWARDS, move):
        assert sitting.refused(command).code == "conceded"
    sitting.do(commands.Chat(0, "Good luck"))  # they are still at the table
    assert facts(Table.of(table.id, sitting.events)) == facts(sitting.table)


def test_only_a_running_game_is_conceded_and_only_ones_own_seat() -> None:
    sitting = Sitting(seats=2)
    assert sitting.refused(commands.Concede(0), sitting.caller(1)).code == "not-your-seat"
    assert sitting.refused(commands.Concede(7), sitting.caller(0)).code == "no-seat"
    sitting.do(commands.Concede(0))
    sitting.do(commands.Concede(1))
    assert sitting.table.status == "over"
    assert sitting.table.asked is None
    assert sitting.table.due(watched=True) is None


def test_nobody_concedes_before_the_beginning_and_after_the_end() -> None:
    sitting = Sitting(seats=2)
    waiting = Table("a-table")
    for event in sitting.events[:-1]:
        waiting.fold(read_event(event))
    assert waiting.status == "open"
    sitting.finish(random.Random(1))
    for table in (waiting, sitting.table):
        with pytest.raises(Refused) as refused:
            decide.decide(table, sitting.caller(0), commands.Concede(0), 9.0, "en")
        assert refused.value.code == "not-running"


def test_those_who_have_conceded_are_not_asked_to_agree() -> None:
    sitting = Sitting(seats=3)
    mover = sitting.table.asked
    assert mover is not None
    sitting.move()
    others = [seat for seat in range(3) if seat != mover]
    sitting.do(commands.Propose(mover, sitting.table.seq[mover]))
    assert compose.table_message(sitting.table, (), 0, [], 1, None).proposal is not None
    sitting.do(commands.Concede(others[0]))
    assert compose.table_message(sitting.table, (), 0, [], 1, None).proposal is None  # now, others must agree
    assert sitting.table.asked_to_agree(mover) == {others[1]}


def test_the_table_tells_who_conceded() -> None:
    sitting = Sitting(seats=2)
    sitting.do(commands.Concede(1))
    told = compose.table_message(sitting.table, (), 0, [0], 1, None)
    assert [player.conceded for player in told.seats] == [False, True]
    assert [(news.what, news.seat) for news in told.news][-1] == ("conceded", 1)


def test_phrases_need_no_chat() -> None:
    sitting = Sitting(house=House(chat=False))
    assert sitting.refused(commands.Chat(0, "Hello")).code == "no-chat"
    [event] = sitting.do(commands.Phrase(0, "hello"))
    assert event == Chatted(at=sitting.now, seat=0, text="", phrase="hello")
    [line] = compose.table_message(sitting.table, (), 0, [], 1, None).chat
    assert (line.seat, line.text, line.phrase) == (0, "", "hello")


def test_phrases_are_limited_and_muted_as_chat_is() -> None:
    sitting = Sitting()
    sitting.add(Muted(at=sitting.now, seat=0))
    assert sitting.refused(commands.Phrase(0, "hello")).code == "muted"
    sitting.table.chatted[1] = MAX_CHATTED // 2
    assert sitting.refused(commands.Phrase(1, "hello")).code == "full-chat"


@pytest.mark.parametrize("phrase", ["", "rude", "Hello", None, 3])
def test_there_are_no_other_phrases(phrase: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "phrase", "seat": 0, "phrase": phrase}, commands.AnyCommand)


def test_phrases_are_exported_removed_and_forgotten() -> None:
    sitting = Sitting()
    sitting.do(commands.Phrase(0, "thanks"))
    said = sitting.table.chat[0]
    tokens = [hash_of(sitting.tokens[0])]
    events = [read_event(event) for event in sitting.events]
    assert known_of(events, None, tokens)["chat"] == [{"at": said.at, "seat": 0, "text": "", "phrase": "thanks"}]
    for left in (forget(events, None, tokens), remove_line(events, 0, said.at)):
        [line] = [event for event in left if isinstance(event, Chatted)]
        assert (line.text, line.phrase) == ("", "")
