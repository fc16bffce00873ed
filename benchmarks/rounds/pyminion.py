"""Pyminion: Dominion with its base set. Its players choose inside its own turn, so they count here."""

from __future__ import annotations

import copy
import random
from itertools import cycle, islice
from typing import Any

from pyminion.bots.bot import Bot  # type: ignore[import-not-found]
from pyminion.expansions.base import base_set  # type: ignore[import-not-found]
from pyminion.game import Game as Dominion  # type: ignore[import-not-found]

from benchmarks.rounds.shared import Game, answer

MAX_TURNS = 1000  # a player who has trashed all Treasures would play for ever


class Enough(Exception):
    """The requested number of moves has been made."""


class Chance:
    """Decides at random and counts; choosing several cards at once is one move."""

    def __init__(self, rng: random.Random, most: int) -> None:
        self.rng = rng
        self.most = most
        self.moves = self.choices = 0

    def count(self, answers: int) -> None:
        if self.moves == self.most:
            raise Enough
        self.moves += 1
        self.choices += answers > 1

    def one(self, cards: list[Any]) -> Any:
        self.count(len(cards))
        return cards[int(self.rng.random() * len(cards))]

    def some(self, cards: list[Any], least: int, most: int) -> list[Any]:
        """Any number of cards within the bounds; a negative bound means none."""
        most = len(cards) if most < 0 else min(most, len(cards))
        least = min(least, most)
        self.count(1 if least == most and most in (0, len(cards)) else 2)
        return self.rng.sample(cards, least + int(self.rng.random() * (most - least + 1)))

    def action_phase_decision(self, valid_actions: list[Any], player: Bot, game: Dominion) -> Any:
        return self.one([*valid_actions, None])

    def treasure_phase_decision(self, valid_treasures: list[Any], player: Bot, game: Dominion) -> list[Any]:
        return self.some(valid_treasures, 0, -1)

    def buy_phase_decision(self, valid_cards: list[Any], player: Bot, game: Dominion) -> Any:
        return self.one([*valid_cards, None])

    def binary_decision(self, **question: Any) -> Any:
        return self.one([False, True])

    def multi_play_decision(self, *, valid_cards: list[Any], required: bool = True, **question: Any) -> Any:
        return self.one(valid_cards if required else [*valid_cards, None])

    def discard_decision(
        self, *, valid_cards: list[Any], min_num_discard: int = 0, max_num_discard: int = -1, **question: Any
    ) -> list[Any]:
        return self.some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(
        self, *, valid_cards: list[Any], min_num_trash: int = 0, max_num_trash: int = -1, **question: Any
    ) -> list[Any]:
        return self.some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(
        self, *, valid_cards: list[Any], min_num_gain: int = 0, max_num_gain: int = -1, **question: Any
    ) -> list[Any]:
        return self.some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self, *, valid_cards: list[Any], min_num_topdeck: int = 0, max_num_topdeck: int = -1, **question: Any
    ) -> list[Any]:
        return self.some(valid_cards, min_num_topdeck, max_num_topdeck)


def new(rng: random.Random) -> Dominion:
    random.seed(rng.getrandbits(32))  # its own random source
    game = Dominion([Bot(player_id=name) for name in ("one", "two")], [base_set], log_stdout=False)
    game.start()
    return game


def drive(game: Dominion, rng: random.Random, most: int) -> tuple[int, int]:
    """Play turn by turn; a limit on moves may stop in the middle of a turn."""
    chance = Chance(rng, most)
    for player in game.players:
        player.decider = chance
    try:
        for player in islice(cycle(game.players), MAX_TURNS):
            if game.is_over():
                break
            player.take_turn(game)
    except (Enough, AssertionError):  # one game in a thousand trips over an assertion of its own, and ends there
        pass
    return chance.moves, chance.choices


answer({"2": lambda: Game(new, drive, copy.deepcopy)})
