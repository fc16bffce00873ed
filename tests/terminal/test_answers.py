from __future__ import annotations

import pytest

import pediment
from pediment.terminal.answers import Options, containing, matching, plain

GAME = pediment.game("elysium")
POSITION = {
    "agora": ["zeus.hercules", "zeus.triumph", "hades.temple-of-hades", "zeus.temple-of-zeus", "athena.initiation"],
    "seats": [{"columns": "RYGB", "domain": ["zeus.trial-of-heroes"]}, {}],
}


def options(language: str = "en") -> Options:
    return Options(GAME, GAME.position(POSITION), language, lambda label: (0, 0))


def labels(typed: str, language: str = "en") -> list[str]:
    found = options(language)
    return [found.labels[i] for i in found.meant(typed)]


def test_plain() -> None:
    assert plain("Prendre : Hadès, L'obole") == "prendre hades l obole"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("bbb", [3]),
        ("a b", [1]),
        ("b", [1]),
        ("bb", [3]),
        ("ab", [2]),
        ("cb", []),
        ("c bb", [2]),
        ("", []),
        ("!", []),
    ],
)
def test_whole_words_before_beginnings_before_parts(typed: str, found: list[int]) -> None:
    assert matching(typed, ["a", "a b", "c abb", "bbb"]) == found


def test_searching_finds_every_text_with_the_words() -> None:
    texts = ["A Citizen.", "All Citizens.", "Golden", "old"]
    assert containing("CITIZEN", texts) == [0, 1]
    assert containing("old", texts) == [3]
    assert containing("itize", texts) == [0, 1]
    assert containing("a citizen", texts) == [0, 1]
    assert containing(" ", texts) == []


@pytest.mark.parametrize(
    "typed", ["take zeus.hercules", "TAKE  Zeus.Hercules", "hercules", "take herc", "zeus.hercules", "rcul"]
)
def test_many_ways_to_name_an_option(typed: str) -> None:
    assert labels(typed) == ["take zeus.hercules"]


def test_numbers() -> None:
    found = options()
    assert found.meant("1") == [0]
    assert found.meant(str(len(found.actions))) == [len(found.actions) - 1]
    assert found.meant("0") == found.meant("99") == []


def test_what_fits_several_options_is_not_guessed() -> None:
    assert labels("temple") == ["take hades.temple-of-hades", "take zeus.temple-of-zeus"]


def test_captions_in_the_language_of_the_player() -> None:
    assert labels("hercule", "fr") == ["take zeus.hercules"]
    assert labels("quête 1", "fr") == labels("quete 1", "fr") == ["quest 1"]


def test_an_answer_nearly_right() -> None:
    found = options()
    assert found.labels[found.near("herculse")[0]] == "take zeus.hercules"
    assert found.near("xyzzy") == []


def test_what_is_not_offered() -> None:
    found = options()
    named = [GAME.label_list[action] for action in found.of_the_game("cerberus")]
    assert named == ["take hades.cerberus", "use hades.cerberus"]
    assert [GAME.label_list[action] for action in found.of_the_game("take hades.cerberus")] == ["take hades.cerberus"]
    french = options("fr")
    assert [GAME.label_list[action] for action in french.of_the_game("prendre cerbère")] == ["take hades.cerberus"]


def test_what_nothing_offered_does() -> None:
    state = GAME.position(POSITION)
    GAME.play(state, "take zeus.hercules")
    found = Options(GAME, state, "en", lambda label: (0, 0))
    assert [GAME.label_list[action] for action in found.of_the_game("transfer triumph")] == ["transfer zeus.triumph"]


def test_the_order_is_the_given_one() -> None:
    state = GAME.position(POSITION)
    found = Options(GAME, state, "en", lambda label: (0 if label.startswith("use") else 1, 0))
    assert found.labels[0] == "use zeus.trial-of-heroes"
    assert found.numbers["use zeus.trial-of-heroes"] == 1
