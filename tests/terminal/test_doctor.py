from __future__ import annotations

import re

import pytest

import pediment
from tests.terminal.running import Run


def test_the_doctor_names_engine_and_speed(run: Run) -> None:
    said = run("doctor").out
    assert pediment.__version__ in said
    assert ("compiled with mypyc" if pediment.build.compiled() else "plain Python, because") in " ".join(said.split())
    speeds = re.findall(r"([\d\u202f]+) decisions a second", said)
    assert len(speeds) == 2
    assert all(int(speed.replace("\u202f", "")) > 1000 for speed in speeds)


@pytest.mark.parametrize("why", ["forced", "sources", "pure", "no-compiler", "no-headers", "failed", "other-python"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_has_its_sentence(run: Run, monkeypatch: pytest.MonkeyPatch, why: str, language: str) -> None:
    monkeypatch.setattr(pediment.build, "why_plain", lambda: why)
    said = run("--language", language, "doctor").out
    assert {"en": "because", "fr": "car"}[language] in said
    if why in ("no-compiler", "failed"):
        assert re.search(r"gcc, libc6-dev (and|et) python3-dev", " ".join(said.split()))


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("", {"en": "built in", "fr": "présente"}),
        ("sources", {"en": "make page", "fr": "make page"}),
        ("no-tools", {"en": "npm could not fetch", "fr": "npm n’a pas pu"}),
        ("failed", {"en": "building it failed", "fr": "construction a échoué"}),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_doctor_says_whether_the_page_is_there(
    run: Run, monkeypatch: pytest.MonkeyPatch, why: str, words: dict[str, str], language: str
) -> None:
    monkeypatch.setattr(pediment.build, "why_no_page", lambda: why)
    said = " ".join(run("--language", language, "doctor").out.split())
    assert f"Page {'' if not why else {'en': 'missing, ', 'fr': 'absente, '}[language]}" in said
    assert words[language] in said
