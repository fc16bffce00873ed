"""A library that is missing is named together with the command that gets it."""

from __future__ import annotations

import shlex
import sys
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import pytest

from pediment.core import extras
from pediment.core.extras import extra, install

PIP = str(Path(sys.executable).with_name("pip"))


class Installed(Distribution):
    """A package that was installed from a URL."""

    def __init__(self, url: str) -> None:
        self.url = url

    def read_text(self, filename: str) -> str | None:
        lines = ["Requires-Dist: rich", "Requires-Dist: numpy<3,>=2.4; extra == 'lab'"]
        lines += ["Requires-Dist: psycopg; extra == 'scale'", 'Requires-Dist: scipy<2; extra == "lab"']
        return {"METADATA": "\n".join(lines), "direct_url.json": f'{{"url": "{self.url}"}}'}.get(filename)

    def locate_file(self, path: object) -> Path:
        raise NotImplementedError


def came_from(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Distribution, "from_name", lambda name: Installed(url))


def test_a_missing_library_is_named_with_its_command() -> None:
    with pytest.raises(ModuleNotFoundError) as error, extra("rl"):
        import no_such_library.inside  # type: ignore[import-not-found] # noqa: F401
    assert str(error.value) == f"no_such_library is missing; get it with: {install('rl')}"
    assert error.value.name == "no_such_library"


def test_after_make_play_the_command_names_the_wheel_and_the_pins_of_the_clone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "it's here"
    wheel = clone / ".venv" / "wheel" / "pediment-1-py3-none-any.whl"
    wheel.parent.mkdir(parents=True)
    for file in (wheel, clone / "hatch_build.py", clone / "constraints.txt"):
        file.touch()
    came_from(wheel.as_uri(), monkeypatch)
    assert shlex.split(install("lab")) == [PIP, "install", "-c", f"{clone}/constraints.txt", f"{wheel}[lab]"]
    came_from(clone.as_uri(), monkeypatch)
    assert shlex.split(install("lab")) == [PIP, "install", "-c", f"{clone}/constraints.txt", f"{clone}[lab]"]


def test_a_downloaded_wheel_is_named_while_it_is_there_and_the_libraries_after_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = tmp_path / "pediment-1-py3-none-any.whl"
    wheel.touch()
    came_from(wheel.as_uri(), monkeypatch)
    assert shlex.split(install("lab")) == [PIP, "install", f"{wheel}[lab]"]
    wheel.unlink()
    assert shlex.split(install("lab")) == [PIP, "install", "numpy<3,>=2.4", "scipy<2"]


def test_sources_that_are_not_installed_are_named_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(Distribution, "from_name", nothing)
    assert shlex.split(install("lab"))[-1] == f"{Path(extras.__file__).parents[3]}[lab]"
