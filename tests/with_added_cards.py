"""What must hold once the cards of docs/add-a-card.md are in the package: `test_add_card.py` runs it with a copy.

Never collected by itself, because the package does not have these cards.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import pytest

import pediment
from pediment.bots import ladder
from pediment.bots.bot import Bot
from pediment.bots.search import Budget, Search
from pediment.cli import main
from pediment.core.engine.rng import Stream, stream
from pediment.core.errors import EditionError, PositionError
from pediment.games.elysium.ai.features import TAKEN
from pediment.games.elysium.ai.weights import read_weights
from pediment.games.elysium.rules.tables import CARDS_OF_KIND, WORTH
from tests.depth import games, often
from tests.server.web.test_pages import get

GAME: Final = pediment.game("elysium")
HYMN, SERPENT = "apollo.delphic-hymn", "poseidon.sea-serpent"
ADDED: Final = {HYMN: 2, SERPENT: 1}
"""The cards and their copies."""
TESTS: Final = Path(__file__).parent
RECORDS: Final = sorted([*TESTS.glob("records/elysium-*.json"), *TESTS.glob("fixtures/v*/records/elysium-*.json")])


def replayed(file: Path) -> tuple[dict[str, Any], pediment.Match]:
    """A record and its game at the end; the digests on the way are compared."""
    record = json.loads(file.read_text(encoding="utf-8"))
    return record, pediment.replay(record)


def judged() -> str:
    """What bots think of all that was recorded, to the bit."""
    found = hashlib.sha256()
    for file in RECORDS:
        _, match = replayed(file)
        for state in GAME.retrace(match.state):
            if len(state.actions) % 7 == 0:
                found.update(repr([GAME.standings(state), GAME.evaluate(state, 0), GAME.digest(state)]).encode())
    return found.hexdigest()


def test_they_are_cards_like_any_other() -> None:
    cards = GAME.cards()
    assert cards[cards.index(HYMN) + 1].startswith("ares.")
    assert cards[cards.index(SERPENT) + 1].startswith("zeus.")
    assert {card: GAME.card(card)["copies"] for card in ADDED} == ADDED
    english, french = GAME.card(SERPENT), GAME.card(SERPENT, "fr")
    assert [english[field] for field in ("name", "level", "power", "condition")] == ["Sea Serpent", 3, "trigger", "B*"]
    assert english["short"] == "The others discard a card of their highest Level."
    assert french["short"] == french["text"] != english["text"]
    assert len(set(GAME.label_list)) == len(GAME.label_list) == GAME.num_actions


def test_what_they_are_worth() -> None:
    """Delphic Hymn says it; Sea Serpent does not, and is a Trigger like any other."""
    worth = {card: WORTH[CARDS_OF_KIND[kind][0]] for kind, card in enumerate(GAME.cards())}
    triggers = [worth[card] for card in GAME.cards() if GAME.card(card)["power"] == "trigger" and card != SERPENT]
    assert worth[HYMN] == 1.2
    assert worth[SERPENT] == pytest.approx(sum(triggers) / len(triggers))
    weights = read_weights()["features"]
    learned = [weights[TAKEN + kind] for kind, card in enumerate(GAME.cards()) if card not in ADDED]
    for card in ADDED:
        assert weights[TAKEN + GAME.cards().index(card)] == pytest.approx(sum(learned) / len(learned))


def test_a_person_can_read_them(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["cards", "serpent", "--language", "en"]) == 0
    shown = capsys.readouterr().out.replace("\xa0", " ")
    assert "Sea Serpent   Poseidon 3 · Trigger · 1 copy" in shown
    assert "Id           poseidon.sea-serpent" in shown
    assert main(["cards", "delphique", "--language", "fr"]) == 0
    assert "Hymne delphique" in capsys.readouterr().out
    status, _, body = get("/api/games/elysium/cards")
    assert status == 200
    assert [card for card in json.loads(body) if card["id"] in ADDED] == [GAME.card(card) for card in ADDED]


def test_a_table_shows_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = {"game": "elysium", "families": "wasteland", "agora": list(ADDED), "seats": [{"domain": [SERPENT]}, {}]}
    seats = [{}, {"domain": ["hades.charon"]}]
    file = tmp_path / "table.json"
    file.write_text(json.dumps({**table, "seats": seats}), encoding="utf-8")
    assert main(["hint", str(file), "--bot", "search@5", "--language", "en"]) == 0
    assert "Delphic Hymn" in capsys.readouterr().out
    with pytest.raises(PositionError, match=r"poseidon\.sea-serpent is in more places than it has copies"):
        GAME.position(table)


def test_bots_of_all_levels_play_with_them() -> None:
    """200 games; in plain Python fewer, and in all but a part of the questions a move at random."""
    taken: set[str] = set()
    used: set[str] = set()
    every = 1 if pediment.build.compiled() else often(40, 20)
    for seed in range(games(200, 60)):
        state = GAME.new(seats=2 + seed % 3, seed=seed, families=["wasteland", "why-bother"][seed % 2])
        bots = [bot(name, seed) for name in ladder.LEVELS]
        moves = stream(seed, "moves")
        cards = set(GAME.view(state, None)["conditions"])
        assert ADDED.keys() <= cards
        while (seat := state.to_move) != pediment.OVER:
            if moves.below(every):
                action = state.legal[moves.below(len(state.legal))]
            else:
                action = bots[moves.below(len(bots))].choose(GAME, GAME.resample(state, seat, moves), seat)
                assert action in state.legal
            GAME.apply(state, action)
        view = GAME.view(state, None)
        taken |= {entry["card"] for entry in view["log"] if entry["event"] == "take"}
        used |= {entry["cause"] for entry in view["log"] if entry["cause"]}
        lying = [card for seat in view["seats"] for cards in seat["elysium"] for card in cards if isinstance(card, str)]
        lying += view["agora"] + view["oracle"] + view["discard"] + [card for deck in view["unseen"] for card in deck]
        assert all(lying.count(card) <= copies for card, copies in ADDED.items())
    assert taken >= ADDED.keys()
    assert used >= ADDED.keys()


def bot(level: str, seed: int) -> Bot:
    """A bot of that level that does not think for long."""
    found = ladder.level(level, seed)
    if isinstance(found, Search):
        found.budget = Budget(iterations=4)
        found.by_game = {}
    return found


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_what_was_recorded_before_has_the_cards_it_had(file: Path) -> None:
    record, match = replayed(file)
    edition = GAME.edition_of(match.state)
    assert GAME.editions is not None
    if "position" in record:  # version 0.1.0 did not name its edition
        record["position"] = {"edition": GAME.editions.name(edition)} | record["position"]
    assert match.record() == record
    assert [card for card in GAME.cards() if card not in GAME.cards_in(edition)] == list(ADDED)
    view = match.view()
    assert not ADDED.keys() & view["conditions"].keys()
    assert not ADDED.keys() & {card for deck in view["unseen"] for card in deck}
    described = GAME.describe(match.state)
    assert described["edition"] == GAME.editions.name(edition)
    again = GAME.position(described)
    assert GAME.view(again, None)["unseen"] == view["unseen"]
    world = GAME.resample(match.state, 0, Stream(7))
    assert GAME.view(world, None)["unseen"] == view["unseen"]


def test_a_box_without_them_stays_a_box() -> None:
    """An owner's file from before, whose values are of no edition of the package."""
    editions = GAME.editions
    assert editions is not None
    standard = editions.folder / "standard.toml"
    lines = standard.read_text(encoding="utf-8").replace("reconstruction", "my box").splitlines(keepends=True)
    box = "".join(line for line in lines if not any(card in line for card in ADDED))
    edition = editions.parse(box)
    assert set(GAME.cards()) - set(GAME.cards_in(edition)) == ADDED.keys()
    assert len(edition.cards) == sum(GAME.card(card)["copies"] for card in GAME.cards() if card not in ADDED)
    assert [GAME.card(card, edition=edition)["condition"] for card in ADDED] == ["", ""]
    table = {"families": "wasteland", "seats": [{}, {}], "edition": editions.name(edition)}
    assert GAME.view(GAME.position(table), None)["deck_size"] == len(edition.deck([0, 1, 3, 5, 6])) == 105
    for place in ({"agora": [HYMN]}, {"draws": [HYMN]}, {"seats": [{"domain": [HYMN]}, {}]}):
        with pytest.raises(PositionError, match=r"apollo\.delphic-hymn is not in the edition 'my box'"):
            GAME.position(table | place)
    with pytest.raises(EditionError) as one:
        editions.parse("".join(line for line in lines if SERPENT not in line))
    assert [text for _, text in one.value.problems] == ["poseidon.sea-serpent has no condition"]
    with pytest.raises(EditionError) as other:
        editions.parse("".join(line for line in box.splitlines(keepends=True) if "zeus.hercules" not in line))
    assert [text for _, text in other.value.problems] == ["zeus.hercules has no condition"]
