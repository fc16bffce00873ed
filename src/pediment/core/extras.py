"""Optional libraries, which the extras of the package install."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname


def install(name: str) -> str:
    """The command that gets an extra: with the pip of the Python that runs, from where Pediment itself came.

    Pediment is in no package index, so its bare name would not do.
    """
    try:
        pediment = Distribution.from_name("pediment")
    except PackageNotFoundError:
        source: Path | None = Path(__file__).parents[3]  # it runs from its sources
    else:
        source = _came_from(pediment)
    wanted = [f"{source}[{name}]"] if source else _libraries(pediment, name)
    return shlex.join([str(Path(sys.executable).with_name("pip")), "install", *_pins(source), *wanted])


def _came_from(pediment: Distribution) -> Path | None:
    """The wheel or folder that Pediment was installed from, where it is still there."""
    url = urlsplit(json.loads(pediment.read_text("direct_url.json") or "{}").get("url", ""))
    path = Path(url2pathname(url.path))
    return path if url.scheme == "file" and path.exists() else None


def _libraries(pediment: Distribution, name: str) -> list[str]:
    """The libraries of an extra, as the package's metadata names them."""
    lines = [line.replace('"', "'").partition(";") for line in pediment.requires or []]
    return [library.strip() for library, _, marker in lines if marker.strip() == f"extra == '{name}'"]


def _pins(source: Path | None) -> list[str]:
    """The pins of the clone that a wheel or folder belongs to; none for a wheel that was downloaded."""
    around = [source, *source.parents] if source else []
    clone = next((folder for folder in around if (folder / "hatch_build.py").exists()), None)
    return ["-c", str(clone / "constraints.txt")] if clone else []


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around an import of a library of an extra such as `lab`: says what to install where it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        raise ModuleNotFoundError(f"{library} is missing; get it with: {install(name)}", name=library) from None
