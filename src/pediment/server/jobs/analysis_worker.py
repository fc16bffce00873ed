"""A process in which a finished game is analysed: `python -m pediment.server.jobs.analysis_worker`.

Its job is a record. It says after every decision how many are done, and in the end the analysis in all languages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pediment
from pediment.lab.analysis import analyse
from pediment.lab.analysis_text import AnalysisText
from pediment.server.jobs.worker import work

NICENESS: Final = 15
"""An analysis gives way to the bots of games that are played."""
MAX_DIGITS: Final = 4


def analysis(job: dict[str, Any], progress: Callable[[int], None]) -> dict[str, Any]:
    """The analysis of a job's record, by language."""
    found = analyse(job["record"], iterations=job["iterations"], progress=lambda done, _: progress(done))
    match = pediment.replay(job["record"])
    return {
        language: rounded(AnalysisText(found, match, language, names).as_dict())
        for language, names in job["names"].items()
    }


def rounded(value: Any) -> Any:
    """The same with shorter numbers: what is beyond a hundredth of a percent is noise.

    >>> rounded({"chances": [0.123456, 1], "who": "Ana"})
    {'chances': [0.1235, 1], 'who': 'Ana'}
    """
    if isinstance(value, float):
        return round(value, MAX_DIGITS)
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, list | tuple) else value


if __name__ == "__main__":
    work(NICENESS, analysis)
