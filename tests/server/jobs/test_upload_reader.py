"""Strangers' files are read in a process that is killed if it takes too long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import pediment
from pediment.core.match import Match
from pediment.server.domain.events import Created
from pediment.server.domain.refusal import Refused
from pediment.server.jobs import upload_reader
from pediment.server.jobs.upload_reader import UploadReader
from tests.server.jobs.test_bot_workers import READY, stand_in


def reading(test: Callable[[UploadReader], Awaitable[None]], seconds: float = upload_reader.READ_SECONDS) -> None:
    async def main() -> None:
        found = UploadReader(seconds)
        try:
            async with asyncio.timeout(60):
                await test(found)
        finally:
            await found.close()

    asyncio.run(main())


async def refusal(work: Awaitable[Any]) -> Refused:
    with pytest.raises(Refused) as refused:
        await work
    return refused.value


def test_editions_and_records_are_read_as_in_one_process() -> None:
    game = pediment.game("elysium")

    async def test(found: UploadReader) -> None:
        read = await found.edition("elysium", game.edition_template(), "a", "en")
        assert game.editions is not None
        assert read == game.editions.name(game.editions.parse(game.edition_template()))
        wrong = await refusal(found.edition("elysium", "x = [", "a", "fr"))
        assert (wrong.code, "TOML non valide" in wrong.text) == ("options", True)
        assert (await refusal(found.edition("chess", "", "a", "en"))).code == "no-game"
        record = Match(game, seats=2, seed=1, edition=read).record()
        [created] = await found.record(record, "a", 5.0, "en")
        assert isinstance(created, Created)
        assert (created.options, created.shown, created.at) == (record["options"], True, 5.0)
        altered = await refusal(found.record(record | {"seed": 2}, "a", 5.0, "en"))
        assert (altered.code, "altered" in altered.text) == ("record", True)
        assert found.replaced == {}

    reading(test)


def test_what_takes_too_long_is_refused_and_its_process_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = READY + "for line in sys.stdin:\n"
    hangs += "    job = json.loads(line)\n"
    hangs += "    if job['text'] == 'slow': time.sleep(3600)\n"
    hangs += "    print(json.dumps({'id': job['id'], 'answer': {'value': {'name': 'x'}}}), flush=True)"
    monkeypatch.setattr(upload_reader, "COMMAND", stand_in(hangs))

    async def test(found: UploadReader) -> None:
        slow = [found.edition("elysium", "slow", "eve", "en") for _ in range(2)]
        quick = found.edition("elysium", "quick", "ann", "en")
        first, second, third = await asyncio.gather(*slow, quick, return_exceptions=True)
        for each in (first, second):
            assert isinstance(each, Refused)
            assert each.code == "unreadable"
        assert third == {"name": "x"}
        assert found.replaced["hung"] == 2, "each was tried once"

    reading(test, seconds=0.5)


def test_an_address_waits_for_few_files_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_reader, "COMMAND", stand_in(READY + "time.sleep(3600)"))

    async def test(found: UploadReader) -> None:
        most = upload_reader.MAX_WAITING_PER_ADDRESS
        tasks = [asyncio.create_task(found.edition("elysium", "", "eve", "en")) for _ in range(most)]
        await asyncio.sleep(0)
        assert (await refusal(found.edition("elysium", "", "eve", "en"))).code == "long-reading"
        assert found.waiting_of("eve") == most
        await found.close()
        assert [(await refusal(task)).code for task in tasks] == ["closing"] * most
        assert (await refusal(found.edition("elysium", "", "ann", "en"))).code == "closing"

    reading(test)
