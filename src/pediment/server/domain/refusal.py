"""Refusals: why a client cannot have what it asked for, in words, with a code for programs and an HTTP status."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pediment.command.error_messages import translate
from pediment.core.errors import WhyNot
from pediment.core.texts import DEFAULT_LANGUAGE, Texts

TEXTS: Final = Texts(Path(__file__).parents[1] / "texts")

STATUS: Final = {
    "no-table": 404,
    "game-gone": 404,
    "no-game": 422,
    "at-its-end": 422,
    "no-page": 404,
    "no-day": 422,
    "no-view": 404,
    "no-beat": 404,
    "no-lesson": 404,
    "no-puzzle": 404,
    "no-picture": 404,
    "no-person": 401,
    "not-your-seat": 403,
    "no-spectators": 403,
    "no-invitation": 403,
    "only-host": 403,
    "banned": 403,
    "muted": 403,
    "not-alone": 403,
    "not-operator": 403,
    "no-such": 404,
    "no-profile": 404,
    "other-origin": 403,
    "other-host": 421,
    "too-fast": 429,
    "quota": 429,
    "sat-often": 429,
    "too-big": 413,
    "unavailable": 503,
    "full": 507,
    "no-hint": 503,
    "long-line": 503,
    "own-line": 429,
    "long-reading": 429,
    "unreadable": 422,
    "edition-name": 422,
    "unsure": 503,
    "closing": 503,
    "failed": 500,
    "malformed": 400,
    "bad-request": 400,
    "no-method": 405,
    "bad-type": 415,
    "options": 422,
    "unprintable": 422,
    "record": 422,
    "webhook": 422,
    "no-mail": 404,
    "no-mail-word": 404,
    "bad-address": 422,
    "mail-often": 429,
    "no-challenge": 404,
    "no-partner": 403,
    "no-seat": 422,
    "not-others": 422,
    "no-level": 422,
    "no-moves": 422,
    "chairs": 422,
    "chair": 422,
    "not-two": 422,
    "illegal": 422,
    "not-plannable": 422,
}
"""By code; 409 for all others: possible, but not now."""
UNREADABLE: Final = ("malformed", "bad-request")
"""Their `why` is an English sentence of a library, which is translated."""
MAX_WHY_LETTERS: Final = 300


class Refused(Exception):
    """A request that is refused; nothing has changed. The texts are in `texts/<language>/refused.toml`."""

    def __init__(self, code: str, language: str = DEFAULT_LANGUAGE, *, rule: str = "", **params: object) -> None:
        self.code = code
        self.params = params
        if code in UNREADABLE:
            params = params | {"why": translate(params["why"], language)[:MAX_WHY_LETTERS].rstrip(".")}
        self.text = TEXTS.say(language, f"refused.{code}", **params)
        self.rule = rule
        self.status = STATUS.get(code, 409)
        super().__init__(self.text)

    def said(self, language: str) -> Refused:
        """The same refusal in another language."""
        return Refused(self.code, language, rule=self.rule, **self.params)

    @classmethod
    def illegal(cls, why: WhyNot, language: str) -> Refused:
        """A move that the rules forbid."""
        return cls("illegal", language, rule=why.rule, why=why.sentence)
