"""One student: a process in which a finished game is analysed.

`python -m pediment.table.student`, started by `studies`. It reads one line with a record, says after
every decision how many are done, and in the end the analysis in all languages. It ends when its stdin does.
"""

from __future__ import annotations

import json
from typing import Any, Final

import pediment
from pediment.lab.analysis import analyse
from pediment.lab.telling import Telling
from pediment.table.worker import place, say, set_up

NICENESS: Final = 15
"""A look back gives way to the bots of games that are played."""
DIGITS: Final = 4


def main() -> None:
    """Analyse a game."""
    questions, answers = set_up(NICENESS)
    asked = json.loads(questions.get())
    try:
        analysis = analyse(
            asked["record"], iterations=asked["iterations"], progress=lambda done, _: say(answers, {"done": done})
        )
        match = pediment.replay(asked["record"])
        tellings = {language: Telling(analysis, match, language, names) for language, names in asked["names"].items()}
        say(answers, {"told": {language: rounded(telling.as_dict()) for language, telling in tellings.items()}})
    except Exception as error:
        say(answers, {"error": place(error)})


def rounded(value: Any) -> Any:
    """The same with shorter numbers: what is beyond a hundredth of a percent is noise.

    >>> rounded({"chances": [0.123456, 1], "who": "Ana"})
    {'chances': [0.1235, 1], 'who': 'Ana'}
    """
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list | tuple) else value


if __name__ == "__main__":
    main()
