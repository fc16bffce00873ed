"""What a line typed by a player means: a number, a label, or a part of one that fits a single option."""

from __future__ import annotations

import difflib
import re
from typing import Any

from pediment.core.texts import plain
from pediment.terminal.board import Board
from pediment.terminal.matching import beginning, matching


class Options:
    """The answers to the pending question, numbered from 1 in the order of the board; none where nobody is `asked`."""

    def __init__(self, board: Board, state: Any, view: dict[str, Any], asked: bool = True) -> None:
        game, language, names = board.game, board.say.language, board.short_names
        self.board = board
        self.state = state
        self.view = view
        legal = game.legal(state) if asked else []
        self.actions = sorted(legal, key=lambda action: board.order(view, game.label(state, action)))
        self.labels = [game.label(state, action) for action in self.actions]
        whole = [game.caption(state, action, language, names) for action in self.actions]
        self.listed = [board.listed(view, label, text) for label, text in zip(self.labels, whole, strict=True)]
        self.captions = [f"{heading} {text}".strip() for heading, text in self.listed]
        self.texts = list(zip(self.captions, whole, self.labels, strict=True))
        """All that an option is called, in the player's language and by its label."""
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
        if len(by_caption) == 1:
            return by_caption
        return sorted({*by_caption, *matching(typed, self.labels)}) or self._mixed(typed)

    def _mixed(self, typed: str) -> list[int]:
        """The options that are meant by words from all that they are called: "ajouter ts04a", "jouer grées".

        The first word must say what to do: the name of a card alone shall not discard it.
        """
        verb = typed.partition(" ")[0]
        does = [any(beginning(verb, [text.partition(" ")[0]]) for text in texts) for texts in self.texts]
        return [i for i in beginning(typed, [" ".join(texts) for texts in self.texts]) if does[i]]

    def near(self, typed: str) -> list[int]:
        """The places of the options that look most like a typed answer."""
        wanted = plain(typed)
        alike = [
            max(_alike(own, wanted) for text in texts for own in [plain(text), *plain(text).split()])
            for texts in zip(self.labels, self.captions, strict=True)
        ]
        return [i for i in sorted(range(len(alike)), key=lambda i: -alike[i]) if alike[i] > 0.6][:3]

    def of_the_game(self, typed: str) -> list[str]:
        """The labels of the whole game that a text may mean: if it can be, what can be done now, with what is there."""
        labels = self.board.game.label_list
        label = " ".join(typed.lower().split())
        if label in labels:
            return [label]
        captions = [self.board.in_words(self.state, own) for own in labels]
        places = matching(typed, captions) or matching(typed, labels)
        if not places:  # a word of the language and the name of a card
            places = beginning(typed, [" ".join(texts) for texts in zip(captions, labels, strict=True)])
        found = [labels[i] for i in places]
        verbs = {own.split()[0] for own in self.labels}
        found = [own for own in found if own.split()[0] in verbs] or found
        return [own for own in found if self.board.at_hand(self.view, own)] or found


def _alike(own: str, wanted: str) -> float:
    return difflib.SequenceMatcher(None, own, wanted).ratio()
