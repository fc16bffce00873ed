"""An analysis in words: what the terminal and the pages both say."""

from __future__ import annotations

import itertools
from typing import Any

import pediment
from pediment.core.match import Match
from pediment.core.texts import DEFAULT_LANGUAGE
from pediment.lab.analysis import Account, Analysis, Decision, errors_in_band
from pediment.lab.formatting import TEXTS, percent, percent_sign

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MIN_CHANCE_CHANGE = 0.05
"""The least change of a chance that is worth a word."""
ROUNDS_PER_MARK = 5
"""Rounds that are marked together; an Epoch is marked alone."""


class AnalysisText:
    """An analysis of a match in one language, with the names of the players."""

    def __init__(
        self, analysis: Analysis, match: Match, language: str = DEFAULT_LANGUAGE, names: list[str] | None = None
    ) -> None:
        self.analysis = analysis
        self.language = language
        game = match.game
        self.game_title = pediment.kit(analysis.game).title
        given = enumerate(names or [""] * analysis.seats, 1)
        self.names = names = [name or game.player(n, language) for n, name in given]
        self.items = TEXTS.section(language, "items")
        self.moves: list[str] = []
        """Every decision in words,"""
        self.betters: list[str] = []
        """and what was better; empty if nothing was."""
        self.periods = [game.texts.find(language, f"rounds.{key}") for key in ("one", "all")]
        """What a game calls its rounds, if it has few and long ones: "Epoch {n}", "Epochs"."""
        for decision, state in zip(analysis.decisions, game.retrace(match.state), strict=False):
            self.moves.append(game.caption(state, decision.action, language, names))
            better = decision.better
            self.betters.append(game.caption(state, better.action, language, names) if better else "")

    def __call__(self, key: str, **params: object) -> str:
        """A text with its parameters filled in."""
        return TEXTS.say(self.language, f"analyse.{key}", **params)

    def percent(self, share: float) -> str:
        """A chance: "62%", in French "62 %"."""
        return percent(share, self.language, 0)

    def change(self, share: float) -> str:
        """A change of a chance: "+8%", "−12%", "0%"."""
        return f"{_signed(f'{100 * share:.0f}')}{percent_sign(self.language)}"

    def move_of_chance(self, decision: Decision, seat: int) -> str:
        """A chance before and after a decision: "41 → 58%"."""
        return f"{100 * decision.before[seat]:.0f} → {self.percent(decision.after[seat])}"

    def others_moved(self, decision: Decision) -> list[int]:
        """Of more than two, the seats whose chances a move of somebody else changed clearly, the most first."""
        gaps = [abs(after - before) for before, after in zip(decision.before, decision.after, strict=True)]
        moved = [k for k, gap in enumerate(gaps) if k != decision.seat and gap >= MIN_CHANCE_CHANGE and len(gaps) > 2]
        return sorted(moved, key=lambda k: -gaps[k])

    def points(self, margin: float) -> str:
        """A change of a margin: "+3.2"."""
        text = _signed(f"{margin:.1f}")
        return text.replace(".", ",") if self.language == "fr" else text

    def period(self, n: int) -> str:
        """An Epoch or a round by its name."""
        return self.periods[0].format(n=n) if self.periods[0] else self("round", n=n)

    def part(self, decision: Decision) -> int:
        """The part of the game that a chart marks: an Epoch, or some rounds."""
        return decision.period if self.periods[0] else decision.period // ROUNDS_PER_MARK

    def starts(self) -> list[int]:
        """The numbers of the decisions with which a part begins."""
        decisions = self.analysis.decisions
        pairs = itertools.pairwise(decisions)
        return [1, *(after.number for before, after in pairs if self.part(after) != self.part(before))]

    def period_word(self) -> str:
        """What the parts of the game are called."""
        return self.periods[1] or self("rounds")

    def title(self) -> str:
        """Which game this was."""
        analysis = self.analysis
        moves = self("moves-made", n=len(analysis.decisions))
        return self("title", game=self.game_title, seats=analysis.seats, moves=moves)

    def sentences(self) -> list[str]:
        """Who won, what the draws brought, and where it turned."""
        return [self.verdict(), self.luck(), self.turn()]

    def verdict(self) -> str:
        """Who won, or leads."""
        accounts = self.analysis.accounts
        first = max(accounts, key=lambda account: account.end)
        if not self.analysis.finished:
            return self("unfinished", name=self.names[first.seat], chance=self.percent(first.end))
        winners = [account.seat for account in accounts if account.end == first.end]
        totals = [account.score["total"] for account in accounts]
        if len(winners) > 1:
            return self("shared", names=self.all([self.names[seat] for seat in winners]), points=totals[first.seat])
        others = [str(total) for seat, total in enumerate(totals) if seat != first.seat]
        return self("won", name=self.names[first.seat], points=totals[first.seat], others=self.all(others))

    def luck(self) -> str:
        """What the draws brought who won or leads; of several the luckiest."""
        if not any(decision.drew for decision in self.analysis.decisions):
            return self("no-luck")
        account = max(self.analysis.accounts, key=lambda account: (account.end, account.luck))
        return self("draws-brought", name=self.names[account.seat], luck=self.luck_of(account))

    def luck_of(self, account: Account) -> str:
        """What the draws brought a seat, and half its band: "+29% ± 21"."""
        half = account.luck_band[1] - account.luck
        return f"{self.change(account.luck)}{NO_BREAK}±{NO_BREAK}{100 * half:.0f}"

    def turn(self) -> str:
        """The largest turning point."""
        decision = self.decision(self.analysis.turning_points[0])
        return self("turn", n=decision.number, name=self.names[decision.seat], move=self.moves[decision.number - 1])

    def turning(self, decision: Decision) -> str:
        """A turning point in a sentence or two."""
        chances = [self.move_of_chance(decision, decision.seat)]
        chances += [f"{self.names[k]} {self.move_of_chance(decision, k)}" for k in self.others_moved(decision)]
        said = self(
            "turning",
            n=decision.number,
            name=self.names[decision.seat],
            move=self.moves[decision.number - 1],
            chances=", ".join(chances),
            why=self("by-chance" if decision.by_chance else "by-choice"),
        )
        if decision.better:
            said += " " + self("turning-better", better=self.betters[decision.number - 1], gain=self.gain(decision))
        return said

    def as_dict(self) -> dict[str, Any]:
        """All numbers of the analysis with words for people, ready for JSON."""
        found = self.analysis.as_dict()
        for decision, move, better in zip(found["decisions"], self.moves, self.betters, strict=True):
            decision["caption"] = move
            if better:
                decision["better"]["caption"] = better
        numbers = self.analysis.turning_points
        accounts = self.analysis.accounts
        return found | {
            "errors_in_band": errors_in_band(self.analysis.lines),
            "names": self.names,
            "game_title": self.game_title,
            "title": self.title(),
            "sentences": self.sentences(),
            "turns": [{"number": n, "text": self.turning(self.decision(n))} for n in numbers],
            "parts": [{"number": n, "text": self.period(self.decision(n).period)} for n in self.starts()],
            "periods": {n: self.period(n) for n in sorted({decision.period for decision in self.analysis.decisions})},
            "scores": [
                {"item": item, "text": self.item(item), "points": [account.score[item] for account in accounts]}
                for item in accounts[0].score
            ],
        }

    def item(self, item: str) -> str:
        """An item of the score by its name."""
        return self("total") if item == "total" else self.items.get(item, item)

    def decision(self, number: int) -> Decision:
        """A decision by its number."""
        return self.analysis.decisions[number - 1]

    def gain(self, decision: Decision) -> str:
        """By how much the better answer was better; empty if there was none."""
        better = decision.better
        if better is None:
            return ""
        return self("gain", chance=self.change(better.chance), margin=self.points(better.margin))

    def all(self, words: list[str]) -> str:
        """Words as a list that a sentence can hold."""
        if len(words) < 2:
            return "".join(words)
        return self("and", first=", ".join(words[:-1]), last=words[-1])


def _signed(number: str) -> str:
    """A number with its sign; nothing has none."""
    value = float(number)
    if value == 0:
        return number.lstrip("-")
    return f"+{number}" if value > 0 else number.replace("-", MINUS)
