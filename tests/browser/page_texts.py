"""What the page can say."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "frontend" / "src"
_LINE = re.compile(r'^ {4}"([^"]+)":\s*"(.*)",$', re.MULTILINE)


def page_texts(language: str) -> dict[str, str]:
    """The texts of the page in a language, by their keys."""
    files = [*SOURCES.glob(f"texts/{language}/*.ts"), *SOURCES.glob(f"games/*/texts/{language}.ts")]
    return {key: text for file in files for key, text in _LINE.findall(file.read_text(encoding="utf-8"))}
