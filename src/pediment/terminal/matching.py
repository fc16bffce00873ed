"""Which texts a typed line means, whatever its capitals, accents and signs."""

from __future__ import annotations

from pediment.core.texts import plain


def matching(typed: str, texts: list[str]) -> list[int]:
    """Which of the texts are meant, by their places. Whole words count before beginnings, beginnings before parts.

    >>> matching("herc", ["take zeus.hercules", "take zeus.triumph"])
    [0]
    >>> matching("level 1", ["level 1", "level 11"])
    [0]
    """
    wanted = plain(typed)
    exact = [i for i, text in enumerate(texts) if plain(text) == wanted]
    if exact or not wanted:
        return exact
    split = [plain(text).split() for text in texts]
    whole = [i for i, have in enumerate(split) if all(word in have for word in wanted.split())]
    return whole or containing(typed, texts)


def containing(typed: str, texts: list[str]) -> list[int]:
    """Which of the texts have words that begin as those typed, by their places; failing that, which contain them.

    >>> containing("citizen", ["A Citizen.", "All Citizens.", "Nobody."])
    [0, 1]
    """
    wanted = plain(typed).split()
    parts = [i for i, text in enumerate(texts) if wanted and all(word in plain(text) for word in wanted)]
    return beginning(typed, texts) or parts


def beginning(typed: str, texts: list[str]) -> list[int]:
    """Which of the texts have words that begin as those typed, by their places.

    >>> beginning("shield", ["Athena's shield", "Hecate"])
    [0]
    """
    wanted = plain(typed).split()
    bare = [f" {plain(text)}" for text in texts]
    return [i for i, text in enumerate(bare) if wanted and all(f" {word}" in text for word in wanted)]
