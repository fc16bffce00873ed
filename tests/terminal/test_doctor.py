from __future__ import annotations

import re

import pytest

import pediment
from pediment.terminal import doctor
from tests.terminal.running import Run


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SECONDS", 0.02)


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
