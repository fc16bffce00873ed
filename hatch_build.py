"""While a wheel is built: compile the engine with mypyc where a C compiler is there, and build the browser table."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ["core", "elysium", "elysium/cards", "ephyran"]
# What stays plain: contracts, errors and texts for people, which no hot loop calls.
PLAIN = {
    *("__init__", "errors", "extras", "game", "match", "position", "record", "refusals", "texts", "wording"),
    *("growth", "prospects", "reasons", "taking"),
}

WHY = {
    "": "the engine is compiled with mypyc",
    "pure": "the engine stays plain Python: PEDIMENT_PURE is set",
    "no-compiler": "the engine stays plain Python, which is slower: there is no C compiler",
    "no-headers": "the engine stays plain Python, which is slower: the C headers of Python are not there",
    "failed": "the engine stays plain Python, which is slower: compiling it failed",
}
# Calls between the engine's own functions need not go through a table; worth about 6 %.
GCC_FLAGS = "-fno-semantic-interposition -fno-plt"


def compiler() -> str:
    """The C compiler that the build would call."""
    return (os.environ.get("CC", "").split() or str(sysconfig.get_config_var("CC") or "cc").split())[0]


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """hatchling's hook. It leaves no library in the sources: that would shadow what is edited."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the isolated build needs besides hatchling."""
        compiling = [] if self.why_plain() else ["mypy[mypyc]>=2,<3", "setuptools>=77"]
        building = [] if self.page.is_fresh() else [self.page.NODE]
        return compiling + building

    @property
    def page(self) -> ModuleType:
        """How the browser table is built: `frontend/build.py`."""
        spec = importlib.util.spec_from_file_location("page", Path(__file__).parent / "frontend" / "build.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def why_plain(self) -> str:
        """Why this build stays plain Python, a key of `WHY`; empty when it is to be compiled."""
        if os.environ.get("PEDIMENT_PURE", "0") not in ("", "0"):
            return "pure"
        if shutil.which(compiler()) is None:
            return "no-compiler"
        if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
            return "no-headers"
        return ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the browser table into wheel and sdist; into the wheel also what is compiled, and a word on the build."""
        page = self.page
        if not page.is_fresh():
            page.build(page.STATIC)
        wheel = self.target_name == "wheel"
        inside = "pediment/table/static" if wheel else "src/pediment/table/static"
        build_data["force_include"][str(page.STATIC)] = inside
        if not wheel or version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="pediment-"))  # lives until the wheel is zipped
        why = self.why_plain() or self.compile(build_data)
        print(f"[pediment] {WHY[why]}", file=sys.stderr, flush=True)
        note = self.folder / "build.json"
        note.write_text(json.dumps({"why_plain": why}) + "\n", encoding="utf-8")
        build_data["force_include"][str(note)] = "pediment/build.json"

    def compile(self, build_data: dict[str, Any]) -> str:
        """Compile a copy of the sources; returns why that failed, or nothing."""
        work = self.folder / "src"
        shutil.copytree(Path(self.root, "src"), work, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        modules = [
            file.relative_to(work).as_posix()
            for package in PACKAGES
            for file in sorted((work / "pediment" / package).glob("*.py"))
            if file.stem not in PLAIN
        ]
        script = (
            "from setuptools import setup; from mypyc.build import mypycify; "
            f"setup(name='engine', packages=[], "
            f"ext_modules=mypycify({modules!r}, opt_level='2', debug_level='0', group_name='pediment'))"
        )
        command = [sys.executable, "-c", script, "build_ext", "--inplace"]
        flags = {"CFLAGS": f"{os.environ.get('CFLAGS', '')} {GCC_FLAGS}"} if "gcc" in compiler() else {}
        env = os.environ | flags
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False)
        libraries = [
            file
            for file in work.rglob("*")
            if file.suffix in {".so", ".pyd"} and file.relative_to(work).parts[0] != "build"
        ]
        if done.returncode or not libraries:
            print(done.stdout, done.stderr, file=sys.stderr)
            return "failed"
        for file in libraries:
            build_data["force_include"][str(file)] = file.relative_to(work).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        return ""

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)
