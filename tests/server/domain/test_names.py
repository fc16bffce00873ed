"""Names that cannot be seen or told apart, and emoji, which can."""

from __future__ import annotations

import pytest

from pediment.server.domain.names import clean, look_alike, skeleton
from pediment.server.domain.refusal import Refused


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Zoé",
        "Мария",
        "مريم",
        "👩\u200d💻",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f",
        "🏳\ufe0f\u200d🌈",
        "👍🏽",
        "🇫🇷",
        "🙂\u200d↔\ufe0f",
        "⤴\ufe0f",
        "©\ufe0f",
        "\U0001f000\ufe0f",
        "A 1",
        "!",
        "\u180a",  # these four stand beside what cannot be seen
        "\u1810",
        "\ufdff",
        "\ufe10",
    ],
)
def test_what_can_be_seen(name: str) -> None:
    assert clean(name, "en") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200b",
        "Ann\u200b",
        "a\u200db",
        "👩\u200d",
        "\u200d👩",
        "\u3164",
        "Ann\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800",
        "\u034f",
        "\u0301",
        "a\ufe0f",
        "a\ufe00",
        "a\ufe0e",
        "a\U000e0100",
        "a\U000e01ef",
        "\u180b",
        "a\u180b",
        "a\u180f",
        "\u17b4",
        "Ann\u202e",
        "Ann\u00ad",
        "Ann\n",
        "Ann\u00a0",
        "\ud800",
        "\U0001d159",
        "Ann\U00016fe4",
        "Ana~\ufe0f",
        "Ana|\u200d|",
        "+\u200d+",
        "^\ufe0f",
        "°\ufe0f",
        "\U0001fb00\ufe0f",
        "❤\ufe0f\ufe0f",
    ],
)
def test_what_cannot(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean(name, "en")
    assert refused.value.code == "unprintable"


@pytest.mark.parametrize(
    ("first", "last"), ["\u2190\u21ff", "\u2300\u23ff", "\u25a0\u27bf", "\u2900\u297f", "\u2b00\u2bff"]
)
def test_what_can_be_an_emoji_is_a_whole_block(first: str, last: str) -> None:
    for sign in (first, last):
        assert clean(f"{sign}\ufe0f", "en") == f"{sign}\ufe0f"
    for other in (chr(ord(first) - 1), chr(ord(last) + 1)):
        with pytest.raises(Refused):
            clean(f"{other}\ufe0f", "en")


def test_a_name_is_one_line_of_composed_characters() -> None:
    assert clean("  Zoe\u0301   B ", "en") == "Zoé B"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Paul", "PAUL"),
        ("Paul", "\u0420\u0430ul"),
        ("Ann", "\uff21nn"),
        ("Paul", "\uff30\uff41\uff55\uff4c"),
        ("Paul", "\u24c5\u24d0\u24e4\u24db"),
        ("Paul", "𝐏𝐀𝐔𝐋"),
        ("Paul", "ᴾᴬᵁᴸ"),
        ("Paul", "🄿🄰🅄🄻"),
        ("Paul", "ᴘᴀᴜʟ"),
        ("Paul", "🅿🅰🆄🅻"),
        ("Paul", "🅟🅐🅤🅛"),
        ("PAUL", "𝓹𝓪𝓾𝓵"),
        ("Zoé", "𝐙𝐎É"),
        ("max", "rnax"),
        ("Bill", "Bi1l"),
        ("AnnO", "Ann0"),
        ("Zoé", "Zoe\u0301"),
        ("Ana", "\U0001d400na"),
        ("❤", "❤\ufe0f"),
        ("👩💻", "👩\u200d💻"),
        ("Ana", "Ana\U0001d159"),
        ("hero", "he\u0433o".replace("\u0433", "r").replace("o", "\u03bf")),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Ana", "Anna"), ("Zoe", "Zoé"), ("Max", "Mix"), ("Мария", "Мари")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


def test_a_skeleton_is_its_own() -> None:
    for text in ("Paul", "\u0420\u0430ul", "\ufb01", "\u2179", "1lI|", "m", "\u23e8", "\u2780", "\u2789"):
        assert skeleton(skeleton(text)) == skeleton(text)
