"""What a seat may ask before it decides, and what there is to read: why not, what would happen, rules and cards."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

import pediment
from pediment.core.engine.rng import Stream, stream
from pediment.server.domain import commands, history, opening, preview
from pediment.server.domain.refusal import Refused
from pediment.server.domain.table import Table
from pediment.server.live import compose, messages
from pediment.server.web import bodies, game_facts
from pediment.testing.toy import GAME as PEBBLES
from tests.server.playing import Client, Running, Sitting, labels_to_plan, serving
from tests.server.stores import PATIENCE
from tests.server.test_hidden import secretly_asked


def elysium(**fields: Any) -> Sitting:
    """Seat 0 is asked, at a position of Elysium."""
    seats = [{"vp": 3, "gold": 4, "domain": ["hermes.assembly", "zeus.hercules"]}, {}]
    position = {"seats": seats, "families": "opulence", **fields}
    return Sitting("elysium", 2, course={"game": "elysium", "position": position, "actions": []})


def theft(defence: str = "TT04") -> Sitting:
    """Seat 0 may steal the only token of seat 1, who holds that card; nobody knows which."""
    mine = {"hand": ["TS05", "TT55"], "territories": {"gaia": {"areas": ["TS38a"]}}}
    area = {"card": "TS37", "half": "a", "tokens": ["owl"]}
    seats = [mine, {"hand": [defence], "territories": {"gaia": {"areas": [area]}}}]
    return Sitting("ephyran", 2, course={"game": "ephyran", "position": {"seats": seats}, "actions": []})


# Why not?


def test_a_move_that_is_possible_needs_no_reason() -> None:
    sitting = elysium()
    assert preview.why(sitting.table, 0, sitting.options()[0], "en") == preview.Reason(True)


def test_a_move_that_the_rules_forbid_has_one_in_the_language_of_who_asks() -> None:
    table = elysium().table
    english, french = (preview.why(table, 0, "pass", language) for language in ("en", "fr"))
    assert (english.possible, english.rule) == (french.possible, french.rule) == (False, "E4.7")
    assert english.text
    assert english.text != french.text


def test_players_are_called_as_at_the_table() -> None:
    """The people of these tables are called Player 0 and Player 1; a game left to itself counts from 1."""
    domain = ["zeus.triumph", "zeus.alliance", "hades.charon"]
    sitting = elysium(seats=[{"domain": ["poseidon.medusa"]}, {"domain": domain, "quest": 2}], families="first-game")
    taken = "Player 1 has already taken Quest 2."
    assert preview.why(sitting.table, 0, "quest 2", "en").text == taken
    assert taken in sitting.refused(commands.Move(0, sitting.table.seq[0], "quest 2")).text
    asked = "Medusa: which card in Player 1’s Domain do you choose?"
    assert preview.preview(sitting.table, 0, "use poseidon.medusa", "en").prompt == asked
    sitting.move("use poseidon.medusa")
    prompt = compose.view_message(sitting.table, 0, "en").prompt
    assert prompt is not None
    assert prompt.text == asked


def test_nothing_is_told_of_what_comes_after_a_draw() -> None:
    """Oath of Hospitality: the Citizen turns out to be some card, then 1 Gold is paid, then a card is drawn."""
    domain = ["athena.oath-of-hospitality", "citizen"]
    sitting = elysium(seats=[{"gold": 4, "domain": domain}, {}], families="first-game")
    sitting.move("use athena.oath-of-hospitality")
    foreseen = preview.preview(sitting.table, 0, "discard citizen", "en")
    assert [(line["event"], line["card"]) for line in foreseen.lines] == [("discard", "citizen")]
    assert foreseen.uncertain


def test_answers_and_decisions_call_players_as_the_table_does() -> None:
    first, second = ({"card": card, "half": "a", "tokens": ["owl"]} for card in ("TS37", "TS39"))
    hands, areas = [["TS05", "TT55"], ["TT04"], ["TT05"]], ["TS38a", first, second]
    seats = [
        {"hand": hand, "territories": {"gaia": {"areas": [area]}}} for hand, area in zip(hands, areas, strict=True)
    ]
    position = {"seats": seats}
    sitting = Sitting("ephyran", 3, course={"game": "ephyran", "position": position, "actions": []})
    sitting.move("support ares-theft ts05")
    prompt = compose.view_message(sitting.table, 0, "en").prompt
    assert prompt is not None
    assert prompt.options == [
        messages.Option("seat 1", "Player 1", "city 1"),
        messages.Option("seat 2", "Player 2", "city 2"),
    ]
    sitting.move("seat 2")
    sitting.finish(random.Random(3))
    shown = history.at_move(sitting.table, 1, None, "en")
    assert (shown.played, shown.caption) == ("seat 2", "Player 2")


@pytest.mark.parametrize("label", ["nonsense", "", "take", "add ts99a", "\u202e", "x" * 120])
@pytest.mark.parametrize("game", pediment.games())
def test_nonsense_is_answered_in_words(game: str, label: str) -> None:
    table = Sitting(game).table
    assert table.asked is not None
    reason = preview.why(table, table.asked, label, "en")
    assert not reason.possible
    assert len(reason.text) > 20


def test_why_a_move_cannot_be_planned() -> None:
    sitting = elysium()
    table = sitting.table
    label = labels_to_plan(table, 1)[0]
    assert preview.why(table, 1, label, "en", ahead=True) == preview.Reason(True)
    reason = preview.why(table, 1, "nonsense", "en", ahead=True)
    assert (reason.possible, reason.text.startswith("Not your turn")) == (False, False)
    assert preview.why(table, 0, label, "en", ahead=True) == preview.Reason(False, Refused("plan-when").text)


def test_who_is_not_asked_is_told_who_is() -> None:
    sitting = elysium()
    for label in (sitting.options()[0], "nonsense"):
        waiting = preview.Reason(False, "Not your turn: waiting for Player 0.")
        assert preview.why(sitting.table, 1, label, "en") == waiting


def test_where_it_is_a_secret_who_is_asked_nothing_tells() -> None:
    sitting = secretly_asked()
    for label in ("let it happen", "shield ts19", "nonsense"):
        reasons = [preview.why(sitting.table, seat, label, "en") for seat in (0, 2)]
        assert reasons == [preview.Reason(False, Refused("not-asked").text)] * 2
    assert preview.why(sitting.table, 1, "let it happen", "en").possible


def test_nobody_is_asked_before_the_beginning_and_after_the_end() -> None:
    sitting = Sitting("elysium")
    sitting.finish(random.Random(1))
    waiting = Table("a-table")
    waiting.fold(opening.new_table(NEW, sitting.caller(2), 0.0, "en").events[0])
    for table in (sitting.table, waiting):
        assert preview.why(table, 0, "pass", "en") == preview.Reason(False, Refused("not-running").text)
        with pytest.raises(Refused, match="not running"):
            preview.preview(table, 0, "pass", "en")


NEW = commands.NewTable("elysium", [commands.Chair("open"), commands.Chair("open")])


# What would happen?


def test_a_preview_is_what_the_log_will_say() -> None:
    sitting = elysium()
    foreseen = preview.preview(sitting.table, 0, "use zeus.hercules", "en")
    assert foreseen.lines[0]["text"] == "You use Hercules."
    assert not foreseen.uncertain
    assert foreseen.prompt == "Your turn: use powers, then take a card or a Quest."
    known = len(sitting.table.view(0)["log"])
    totals = [[score["total"] for score in sitting.table.view(0)["scores"]]]
    sitting.move("use zeus.hercules")
    after = sitting.table.view(0)
    events = [{key: value for key, value in line.items() if key != "text"} for line in foreseen.lines]
    assert events == after["log"][known:]
    totals.append([score["total"] for score in after["scores"]])
    assert foreseen.scores == list(zip(*totals, strict=True))
    assert foreseen.scores[0][1] > foreseen.scores[0][0]


@pytest.mark.parametrize("game", pediment.games())
def test_what_was_foreseen_with_certainty_happens(game: str) -> None:
    sitting = Sitting(game, 3, seed=5)
    chance = random.Random(5)
    certain = 0
    for _ in range(60):
        seat, label = sitting.table.asked, chance.choice(sitting.options())
        assert seat is not None
        foreseen = preview.preview(sitting.table, seat, label, "en")
        assert foreseen == preview.preview(sitting.table, seat, label, "en")
        known = len(sitting.table.state.log)
        sitting.move(label)
        if foreseen.uncertain:
            continue
        certain += 1
        view = sitting.table.view(seat)
        assert [line["event"] for line in foreseen.lines] == [entry["event"] for entry in view["log"][known:]]
        assert foreseen.scores is not None
        assert [after for _, after in foreseen.scores] == [score["total"] for score in view["scores"]]
    assert certain > 3


def test_what_will_be_drawn_is_not_told() -> None:
    """Graeae would show three cards that the position has laid on top."""
    draws = ["TT05", "TT07", "TT09"]
    position = {"seats": [{"hand": ["TS02", "TT55"]}, {}], "draws": draws}
    sitting = Sitting("ephyran", 2, course={"game": "ephyran", "position": position, "actions": []})
    foreseen = preview.preview(sitting.table, 0, "support graeae ts02", "en")
    assert [line["event"] for line in foreseen.lines] == ["support", "look"]
    assert foreseen.uncertain
    assert foreseen.prompt == "Which card do you keep?"
    assert not any(card in repr(foreseen) for card in draws)


def test_of_what_comes_out_differently_nothing_is_told_nor_of_what_follows() -> None:
    first, second, third = ({"event": name} for name in ("take", "draw", "place"))
    assert preview._common([[first, second, third], [first, third, third]]) == [first]
    assert preview._common([[first, second], [first]]) == [first]
    assert preview._common([[first, second]]) == [first, second]


def test_a_preview_looks_at_eight_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def noted(number: int, purpose: str) -> Stream:
        seen.append(number)
        return stream(number, purpose)

    monkeypatch.setattr(preview, "stream", noted)
    sitting = elysium()
    preview.preview(sitting.table, 0, sitting.options()[0], "en")
    assert {*seen} == {*range(8)}


def test_whether_somebody_could_block_it_is_not_told() -> None:
    previews = [preview.preview(theft(card).table, 0, "support ares-theft ts05", "en") for card in ("TT04", "TS11")]
    assert previews[0] == previews[1]
    assert [line["event"] for line in previews[0].lines][:2] == ["support", "target-area"]
    assert previews[0].uncertain


def test_only_an_answer_of_the_asked_seat_can_be_foreseen() -> None:
    table = elysium().table
    with pytest.raises(Refused) as refused:
        preview.preview(table, 0, "pass", "en")
    assert (refused.value.code, refused.value.rule) == ("illegal", "E4.7")
    with pytest.raises(Refused) as refused:
        preview.preview(table, 1, "pass", "en")
    assert refused.value.code == "not-asked"


# What would remain?


Then = dict[int | None, str | None]


class World:
    """A world in which seat 0 has played: by the answer to what it is asked then, what it can do on its next turn."""

    def __init__(self, then: Then, to_move: int | None = None, turns_begun: int = 1) -> None:
        self.then = then
        self.turns_begun = turns_begun
        self.legal = [answer for answer in then if answer is not None]
        self.to_move = to_move if to_move is not None else 0 if self.legal else 1
        self.answer: int | None = None

    def clone(self) -> World:
        return copy.copy(self)


class Letters:
    """As much of a game as a preview needs to say what remains: turns are words, and their letters can be played."""

    def resample(self, state: World, seat: int, bits: Stream) -> World:
        return state

    def turn_ahead(self, world: World, seat: int) -> str | None:
        assert seat == 0
        return world.then.get(world.answer)

    def apply(self, world: World, answer: int) -> None:
        world.answer = answer

    def parse(self, state: World, label: str) -> str:
        return label.removeprefix("play ")

    def label(self, state: Any, letter: str) -> str:
        return f"play {letter}"

    def reach(self, turn: str) -> list[str]:
        return list(turn)

    def thing(self, turn: str, letter: str, language: str, names: list[str]) -> str:
        return letter.upper()

    def caption(self, state: World, answer: int, language: str, names: list[str]) -> str:
        return f"Answer {answer}"

    def remains(self, turn: str, seat: int, language: str) -> str:
        return f"{len(turn)} letters"


def remains(before: str | None, *worlds: World) -> list[tuple[str, str, str, str]]:
    """What remains once the letter a was played where these could be: after which answer, how many, which, and lost."""
    game: Any = Letters()
    found = preview._remains(game, World({None: before}), "play a", [*worlds], 0, "en", None)
    letters = [["".join(thing.name for thing in things) for things in (one.can, one.lost)] for one in found]
    assert all(thing.label == f"play {thing.name.lower()}" for one in found for thing in one.can + one.lost)
    return [(one.choice, one.keeps, can, lost) for one, (can, lost) in zip(found, letters, strict=True)]


def test_what_can_be_done_next_time_and_what_can_not_any_more() -> None:
    assert remains("abc", World({None: "bd"})) == [("", "2 letters", "BD", "C")]  # what was played is not lost
    assert remains("abc", World({None: "ab"})) == [("", "2 letters", "AB", "C")]


def test_what_depends_on_what_the_seat_does_not_know_is_neither_sure_nor_lost() -> None:
    worlds = [World({None: letters}) for letters in ("bc", "bd", "bd")]
    assert remains("abcde", *worlds) == [("", "2 letters", "B", "E")]


def test_what_remains_after_each_answer_to_what_is_asked_then() -> None:
    asked = World({None: "xyz", 3: "bc", 5: "b"})
    assert remains("abc", asked) == [("Answer 3", "2 letters", "BC", ""), ("Answer 5", "1 letters", "B", "C")]
    assert remains("abc", asked, asked) == remains("abc", asked)
    assert asked.answer is None


def test_answers_after_which_the_same_remains_are_not_told_apart() -> None:
    assert remains("abc", World({3: "bc", 5: "bc"})) == [("", "2 letters", "BC", "")]


def test_of_a_question_with_many_answers_or_of_another_turn_or_seat_nothing_is_told() -> None:
    """It is told what remains as things stand."""
    stands = [("", "1 letters", "B", "C")]
    answers: Then = {None: "b", **{n: "b" * (n + 1) for n in range(6)}}
    assert len(remains("abc", World(answers))) == preview.MAX_CHOICES == 6
    assert remains("abc", World(answers | {6: "c"})) == stands
    asked: Then = {None: "b", 3: "bc", 5: "b"}
    assert remains("abc", World(asked, turns_begun=2)) == stands
    assert remains("abc", World(asked, to_move=1)) == stands
    for other in (World(asked, to_move=1), World({None: "b", 3: "bc"})):
        assert remains("abc", World(asked), other) == stands


def test_whoever_has_no_more_turn_is_told_of_none() -> None:
    assert remains(None, World({None: "b"})) == []
    assert remains("abc", World({None: "b"}), World({None: None})) == []
    assert remains("abc", World({3: "b", 5: None})) == []


def test_a_preview_tells_what_remains_to_act_with() -> None:
    seats: list[Any] = [{"gold": 4}, {"gold": 4}]
    sitting = elysium(seats=seats, agora=["zeus.hercules", "hades.charon", "zeus.triumph"], families="first-game")
    found = preview.preview(sitting.table, 0, "quest 1", "en").remains
    assert [one.choice for one in found] == [f"Dismiss the {colour} column" for colour in COLOURS]
    assert found[0] == preview.Remains(
        "Dismiss the red column",
        "columns left: yellow, green, blue",
        [preview.Thing("take zeus.triumph", "Triumph"), preview.Thing("take zeus.hercules", "Hercules")],
        [preview.Thing("quest 2", "Quest 2"), preview.Thing("take hades.charon", "Charon")],
    )
    sitting.move("quest 1")
    [after] = preview.preview(sitting.table, 0, "dismiss red", "fr").remains
    assert (after.choice, after.keeps) == ("", "Colonnes restantes\u00a0: jaune, verte, bleue")
    assert [thing.name for thing in after.can] == ["Triomphe", "Hercule"]
    assert [thing.name for thing in after.lost] == ["Charon"]


COLOURS = ("red", "yellow", "green", "blue")


# A finished game


@pytest.mark.parametrize("game", pediment.games())
def test_every_decision_of_a_finished_game_in_words(game: str) -> None:
    sitting = Sitting(game)
    sitting.finish(random.Random(3))
    moves = len(sitting.table.labels)
    for move in random.Random(1).sample(range(moves), 6):
        shown = [history.at_move(sitting.table, move, None, language) for language in ("en", "fr")]
        assert shown[0].played == sitting.table.labels[move]
        assert shown[0].by == shown[1].by == sitting.table.past_moves[move].seat
        assert shown[0].caption
        assert shown[1].caption
    end = history.at_move(sitting.table, moves, None, "en")
    assert (end.played, end.by, end.caption) == (None, None, None)


# The doors


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(tmp_path_factory.mktemp("advice") / "tables.sqlite") as found:
        found.server.upload_reader.job_seconds = PATIENCE  # how quickly editions are read is not what is tested
        yield found


@pytest.fixture
def ann(running: Running) -> Client:
    return running.client()


def asked(client: Client, table: str, what: str, **query: Any) -> Any:
    return client.call("GET", f"/api/tables/{table}/{what}?{urlencode(query)}")


def test_ask_at_the_doors(ann: Client, running: Running) -> None:
    table_id = ann.new_table("elysium", [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}])["table"]
    table = running.table(table_id)
    seat = table.asked
    assert seat is not None
    option = table.options()[0]
    assert asked(ann, table_id, "why", seat=seat, move=option).json == {"possible": True, "text": "", "rule": ""}
    preview = asked(ann, table_id, "preview", seat=seat, move=option).json
    assert set(preview) == {"lines", "scores", "uncertain", "prompt", "remains"}
    refused = asked(ann, table_id, "preview", seat=seat, move="stop")
    assert (refused.status, refused.code) == (422, "illegal")
    assert asked(ann, table_id, "preview", seat=1 - seat, move=option).code == "not-asked"
    ahead = asked(ann, table_id, "ahead", seat=1 - seat).json
    labels = [one["label"] for one in ahead["prompt"]["options"]]
    assert asked(ann, table_id, "why", seat=1 - seat, move=labels[0], ahead="true").json["possible"]
    planned = asked(ann, table_id, "preview", seat=1 - seat, move=labels[0], ahead="true").json
    assert {one["choice"] for one in planned["remains"]} >= {"Dismiss the red column"}
    assert asked(ann, table_id, "ahead", seat=seat).code == "plan-when"
    assert ann.command(table_id, "plan", 1 - seat, seq=table.seq[1 - seat], moves=labels[:1]).json["type"] == "done"
    [view] = [view for view in ann.get(f"/api/tables/{table_id}")["views"] if view["seat"] == 1 - seat]
    assert [move["label"] for move in view["plan"]["moves"]] == labels[:1]
    ann.language = "fr"
    assert "Pas encore à vous" in asked(ann, table_id, "why", seat=1 - seat, move=option).json["text"]


@pytest.mark.parametrize("what", ["why", "preview"])
def test_nobody_asks_for_the_seat_of_another(ann: Client, running: Running, what: str) -> None:
    table = ann.new_table()["table"]
    stranger = running.client()
    assert asked(stranger, table, what, seat=0, move="pass").code == "not-your-seat"
    assert asked(ann, table, what, seat=2, move="pass").code == "not-your-seat"
    for query in ({"seat": 0}, {"move": "pass"}, {"seat": "x", "move": "pass"}, {"seat": 0, "move": "x" * 121}):
        assert asked(ann, table, what, **query).status == 400
    assert ann.call("POST", f"/api/tables/{table}/{what}", {}).status == 405


@pytest.mark.parametrize("game", pediment.games())
def test_the_rules(running: Running, game: str) -> None:
    found = {}
    for language in ("en", "fr"):
        rules = running.client(language=language).get(f"/api/games/{game}/rules")
        texts = pediment.game(game).texts
        assert {rule["rule"]: rule["text"] for rule in rules} == pediment.game(game).rules(language)
        assert {rule["section"]: rule["title"] for rule in rules} == texts.section(language, "sections")
        word = {"en": "Ruling:", "fr": "Décision\u00a0:"}[language]
        found[language] = [rule["rule"] for rule in rules if rule["ruling"]]
        assert found[language] == [rule["rule"] for rule in rules if word in rule["text"]]
    assert found["en"] == found["fr"]
    assert running.client().call("GET", "/api/games/chess/rules").code == "no-game"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", pediment.games())
def test_the_guide(running: Running, game: str, language: str) -> None:
    client, guide = running.client(language=language), pediment.game(game).guide(language)
    told = client.get(f"/api/games/{game}/guide")
    for name, parts in (("overview", guide.overview), ("aid", guide.aid)):
        assert told[name] == [
            {"name": part.name, "title": part.title, "lines": part.lines, "words": part.words} for part in parts
        ]
        assert told[name]
    rules = {rule["rule"]: rule for rule in client.get(f"/api/games/{game}/rules")}
    assert {number: rule["words"] for number, rule in rules.items()} == guide.words
    for number, rule in rules.items():
        tables = guide.tables.get(number, [])
        assert rule["tables"] == [
            {"lead": table.lead, "head": [*table.head], "rows": [[*row] for row in table.rows]} for table in tables
        ]
    assert [number for number, rule in rules.items() if rule["tables"]] == [list(rules)[-1]]  # E10, Y9


def test_a_game_without_a_guide() -> None:
    assert game_facts.guide_of(PEBBLES, "en") == bodies.Guide([], [])
    rules = game_facts.rules_of(PEBBLES, "fr")
    assert [rule.rule for rule in rules] == ["P1", "P2", "P3", "P4"]
    assert all(rule == bodies.Rule(rule.rule, "", "", rule.text, False, "", []) for rule in rules)


def test_the_family_sets(ann: Client) -> None:
    games = {game["game"]: game for game in ann.get("/api/games")}
    assert games["elysium"]["sets"]["first-game"] == ["athena", "hades", "hephaestus", "poseidon", "zeus"]
    assert games["ephyran"]["sets"] == {}
    for name, families in games["elysium"]["sets"].items():
        assert name in games["elysium"]["options"]["families"]
        chairs = [{"kind": "bot", "level": "potter"}] * 2
        ann.new_table("elysium", chairs, options={"families": families}, start=False)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sets_families_and_what_is_a_reconstruction_in_words(running: Running, language: str) -> None:
    for facts in running.client(language=language).get("/api/games"):
        game = pediment.game(facts["game"])
        assert facts["set_texts"] == game.set_texts(language)
        assert list(facts["set_texts"]) == list(facts["sets"])
        assert facts["characters"] == game.characters(language)
        assert facts["options"] == game.option_texts(language) != game.options
        assert facts["reconstruction"] == game.reconstruction(language) != ""


BOXES = [
    ("elysium", '"zeus.hercules" = "BY"', '"zeus.hercules" = "RG"'),
    ("ephyran", 'TS01 = ["poseidon 1 Siren + owl", "castor-pollux"]', 'TS01 = ["gaia 2 Hydra + helmet", "hecate"]'),
]


@pytest.mark.parametrize(("game", "standard", "other"), BOXES)
def test_the_cards_of_a_table_are_those_of_its_edition(ann: Client, game: str, standard: str, other: str) -> None:
    package = ann.get(f"/api/games/{game}/cards")
    assert sum("our reconstruction" in card["remark"] for card in package) == 104  # a Dionysus is known
    plainly = [{name: fact for name, fact in card.items() if name != "remark"} for card in package]
    text = pediment.game(game).edition_template()
    assert standard in text
    for start in (False, True):  # before the game, and in it
        table = ann.new_table(game, edition=text.replace(standard, other), start=start)["table"]
        cards = ann.get(f"/api/tables/{table}/cards")
        assert {card.pop("remark") for card in cards} == {""}
        [changed] = [card for card, known in zip(cards, plainly, strict=True) if card != known]
        if game == "elysium":
            assert changed["condition"] == "RG"
        else:
            assert changed["name"] == "Hydra (Gaia 2, helmet −1) / Hecate"
    plain = ann.new_table(game)["table"]
    assert ann.get(f"/api/tables/{plain}/cards") == package


def test_what_a_page_has_to_know_of_cards(running: Running) -> None:
    french = running.client(language="fr")
    for card in french.get("/api/games/elysium/cards"):
        assert {"id", "name", "family", "family_name", "level", "copies", "power", "power_name"} <= set(card)
        assert {"eleusis", "text", "rulings", "condition", "starts"} <= set(card)
    halves = [half for card in french.get("/api/games/ephyran/cards") for half in card["halves"]]
    for half in halves:
        area = {"god", "god_name", "number", "creature", "creature_name", "token", "token_name"}
        assert (area if "god" in half else {"support", "text"}) | {"id", "name"} == set(half)
    assert {half["creature_name"] for half in halves if half.get("creature") == "Siren"} == {"Sirène"}


def test_the_log_of_another_box_names_its_cards() -> None:
    """A position carries its edition with it."""
    game = pediment.game("ephyran")
    text = game.edition_template().replace(BOXES[1][1], BOXES[1][2])
    assert game.editions is not None
    edition = game.editions.name(game.editions.parse(text))
    seats = [{"hand": ["TS01", "TT55"], "territories": {"gaia": {"areas": ["TS38a"]}}}, {}]
    course = {"game": "ephyran", "position": {"seats": seats, "edition": edition}, "actions": []}
    sitting = Sitting("ephyran", 2, course=course)
    [line, *_] = preview.preview(sitting.table, 0, "add ts01a", "en").lines
    assert line["text"] == "You add Hydra (2, helmet −1) to Gaia."
    assert {card["id"]: card["name"] for card in game_facts.cards_of(sitting.table, "en")}["TS01"].startswith("Hydra")
    assert msgspec.json.encode(line)
