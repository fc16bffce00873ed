"""Which engine runs: the one compiled with mypyc, or plain Python from the very same sources; and is the page there?

The package imports this before anything of the engine, so that `PEDIMENT_PURE` is obeyed.
"""

from __future__ import annotations

import json
import linecache
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

FORCED_PLAIN = os.environ.get("PEDIMENT_PURE", "0") not in ("", "0")
"""`PEDIMENT_PURE=1` asks for plain Python, whatever is installed."""
STATIC = Path(__file__).with_name("server") / "web" / "static"
"""Where the browser table lies once it is built."""


class PlainFinder(MetaPathFinder):
    """Finds the modules of this package as sources, where a compiled library lies beside them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module of ours, if there is one."""
        if not fullname.startswith("pediment.") or path is None:
            return None
        found = (FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname) for folder in path)
        return next((spec for spec in found if spec is not None), None)


def compiled() -> bool:
    """Does the compiled engine run in this process?

    >>> isinstance(compiled(), bool)
    True
    """
    from pediment.core.engine import kernel

    return not str(kernel.__file__).endswith(".py")


def why_plain() -> str:
    """Why this is plain Python; empty when the compiled engine runs. `pediment doctor` has the sentences.

    "forced": by PEDIMENT_PURE; "sources": not installed; "other-python": compiled for another one; or what the build
    said when it was installed: "pure" (PEDIMENT_PURE), "no-compiler", "no-headers", "failed".
    """
    if compiled():
        return ""
    if FORCED_PLAIN:
        return "forced"
    note = _note()
    return (note["why_plain"] or "other-python") if note else "sources"


def why_no_page() -> str:
    """Why there is no browser table in this package, whole; empty when there is one.

    "sources": not installed; or what the build said when it was installed: "no-tools" (npm or Node), "failed".
    """
    if all(STATIC.joinpath(name).exists() for name in ("index.html", "analysis.js", "analysis.css")):
        return ""
    note = _note()
    return (note["why_no_page"] or "failed") if note else "sources"


def _note() -> dict[str, str]:
    """What the build left for us; nothing where the sources run."""
    path = Path(__file__).with_name("build.json")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def _show_sources() -> None:
    """Let tracebacks show the lines of compiled modules, which name their files as they lie in the package."""
    home = Path(__file__).parent
    for library in home.rglob(f"*{EXTENSION_SUFFIXES[0]}"):
        source = library.with_name(library.name.partition(".")[0] + ".py")
        linecache.cache[source.relative_to(home.parent).as_posix()] = (partial(source.read_text, "utf-8"),)


if FORCED_PLAIN:
    sys.meta_path.insert(0, PlainFinder())
else:
    _show_sources()
