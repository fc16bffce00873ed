"""What a line typed by a player means: a number, a label, or a part of one that fits a single option."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from pediment.core.game import Game


def plain(text: str) -> str:
    """A text without capitals, accents and signs, for comparing.

    >>> plain("Prendre : Hécatombe d'Arès")
    'prendre hecatombe d ares'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", bare))


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
    if not wanted:
        return []
    bare = [plain(text) for text in texts]
    begins = [i for i, text in enumerate(bare) if all(f" {word}" in f" {text}" for word in wanted)]
    return begins or [i for i, text in enumerate(bare) if all(word in text for word in wanted)]


class Options:
    """The answers to the pending question, numbered from 1 in the order of a key."""

    def __init__(self, game: Game[Any], state: Any, language: str, order: Callable[[str], tuple[int, int]]) -> None:
        self.game = game
        self.state = state
        self.language = language
        self.actions = sorted(game.legal(state), key=lambda action: order(game.label(state, action)))
        self.labels = [game.label(state, action) for action in self.actions]
        self.captions = [game.caption(state, action, language) for action in self.actions]
        self.numbers = {label: i for i, label in enumerate(self.labels, 1)}

    def meant(self, typed: str) -> list[int]:
        """The places of the options that a typed answer may mean; exactly one if it is clear."""
        if re.fullmatch(r"\d+", typed):
            number = int(typed)
            return [number - 1] if 1 <= number <= len(self.actions) else []
        label = " ".join(typed.lower().split())
        if label in self.numbers:
            return [self.numbers[label] - 1]
        by_caption = matching(typed, self.captions)
        by_label = matching(typed, self.labels)
        return by_caption if len(by_caption) == 1 else by_label or by_caption

    def near(self, typed: str) -> list[int]:
        """The places of the options that look most like a typed answer."""
        wanted = plain(typed)
        alike = [
            max(_alike(own, wanted) for text in texts for own in [plain(text), *plain(text).split()])
            for texts in zip(self.labels, self.captions, strict=True)
        ]
        return [i for i in sorted(range(len(alike)), key=lambda i: -alike[i]) if alike[i] > 0.6][:3]

    def of_the_game(self, typed: str) -> list[int]:
        """The actions of the whole game that a text may mean; if it can be, those that do what can be done now."""
        labels = self.game.label_list
        label = " ".join(typed.lower().split())
        if label in labels:
            return [labels.index(label)]
        captions = [self.game.caption(self.state, action, self.language) for action in range(len(labels))]
        found = matching(typed, captions) or matching(typed, labels)
        verbs = {own.split()[0] for own in self.labels}
        return [action for action in found if labels[action].split()[0] in verbs] or found


def _alike(own: str, wanted: str) -> float:
    return difflib.SequenceMatcher(None, own, wanted).ratio()
