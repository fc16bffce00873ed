"""While a wheel is built: compile the engine with mypyc where a C compiler is there, and build the browser table.

Neither is done twice: the page has a hash of its sources beside it, and `build/engine` keeps the engine under one.
Lines that begin with `[pediment]` are for people; `install.py` shows them while pip is silent.
"""

from __future__ import annotations

import contextlib
import hashlib
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

# The hot folders, every module of which is compiled: the engine and its search, and of every game its rules, its
# judgement, its views and rows of numbers. Contracts, readers and texts for people lie in other folders and stay plain.
PACKAGES = [
    "core/engine",
    "core/search",
    "games/*/rules",
    "games/*/rules/cards",
    "games/*/ai",
    "games/*/ai/former",
    "games/*/io",
]

# What compiled modules import of those: the exceptions that they raise. A test keeps it so.
SEEN = "pediment/core/errors.py"

WHY = {
    "pure": "the engine stays plain Python: PEDIMENT_PURE is set",
    "no-compiler": "the engine stays plain Python, which is slower: there is no C compiler",
    "no-headers": "the engine stays plain Python, which is slower: the C headers of Python are not there",
    "failed": "the engine stays plain Python, which is slower: compiling it failed",
}
# Calls between the engine's own functions need not go through a table; worth about 6 %.
DIRECT_CALLS = ["-fno-semantic-interposition", "-fno-plt"]
# What takes much of the compile and gains nothing in what mypyc writes: warnings, which Python's own flags may ask for
# and nobody reads, and some steps of the optimizer, without which the engine runs just as many instructions.
LEFT_OUT = ["-Wno-all", "-fno-schedule-insns2", "-fno-tree-pre", "-fno-gcse", "-fno-tree-slp-vectorize"]
# The compiler, exactly: what it gets wrong is mended below.
MYPYC = "mypy[mypyc]==2.4.1"
# A vector that plain Python hands to a function or an attribute is only borrowed there, but counted as if it were kept:
# it would stay for ever, 64 bytes or more at each call. So the C gives it back once it was looked at.
BORROWED_VECTOR = r"(arg_\w+|tmp) = Vec(\w+)Api\.unbox\((?:obj_\w+|value)\b[^;]*;\s*if \(VEC_IS_ERROR\(\1\)\) \{[^}]*\}"
# Compiled engines that are kept: of another Python, or from before the last edit.
KEPT = 4


def compiler() -> list[str]:
    """The C compiler that the build would call, with its arguments."""
    return os.environ.get("CC", "").split() or str(sysconfig.get_config_var("CC") or "cc").split()


def tell(line: str) -> None:
    """Say something to whoever installs."""
    print(f"[pediment] {line}", file=sys.stderr, flush=True)


def is_set(*names: str) -> bool:
    """Is one of these environment variables set to something but 0?"""
    return any(os.environ.get(name, "0") not in ("", "0") for name in names)


class Hook(BuildHookInterface):  # type: ignore[type-arg]
    """hatchling's hook. It leaves no library in the sources: that would shadow what is edited."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the isolated build needs besides hatchling."""
        plain = self.target_name != "wheel" or self.why_plain()
        compiling = [] if plain or self.kept.exists() else [MYPYC, "setuptools>=77"]
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

    @property
    def modules(self) -> list[str]:
        """The modules to compile, as paths below `src`."""
        src = Path(self.root, "src")
        files = [file for package in PACKAGES for file in sorted((src / "pediment").glob(f"{package}/*.py"))]
        return [file.relative_to(src).as_posix() for file in files if file.stem != "__init__"]

    @property
    def kept(self) -> Path:
        """Where the compiled engine is kept, by a hash of all that it is made of and with."""
        version = subprocess.run([*compiler(), "--version"], capture_output=True, check=False).stdout
        around = [sys.version, sysconfig.get_platform(), str(sysconfig.get_config_var("CFLAGS")), *compiler()]
        around += [os.environ.get(name, "") for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS")]
        found = hashlib.sha256(repr(around).encode() + version)
        for name in [*(f"src/{module}" for module in [*self.modules, SEEN]), "hatch_build.py", "constraints.txt"]:
            found.update(name.encode() + b"\0" + Path(self.root, name).read_bytes() + b"\0")
        return Path(self.root, "build", "engine", found.hexdigest()[:32])

    def why_plain(self) -> str:
        """Why this build stays plain Python, a key of `WHY`; empty when it is to be compiled."""
        if is_set("PEDIMENT_PURE"):
            return "pure"
        if shutil.which(compiler()[0]) is None:
            return "no-compiler"
        if not Path(sysconfig.get_paths()["include"], "Python.h").exists():
            return "no-headers"
        return ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the browser table into wheel and sdist; into the wheel also what is compiled, and a word on the build."""
        why_no_page = self.add_page(build_data)
        if self.target_name != "wheel" or version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="pediment-"))  # lives until the wheel is zipped
        why_plain = self.why_plain() or self.add_engine(build_data)
        if why_plain:
            tell(WHY[why_plain])
        note = self.folder / "build.json"
        note.write_text(json.dumps({"why_plain": why_plain, "why_no_page": why_no_page}) + "\n", encoding="utf-8")
        build_data["force_include"][str(note)] = "pediment/build.json"

    def add_page(self, build_data: dict[str, Any]) -> str:
        """Add the page, built if need be. Where that fails a wheel does without it, unless CI or somebody insists.

        Returns why it is left out: "no-tools" or "failed"; nothing if it is there.
        """
        page = self.page
        if not page.is_fresh():
            tell("Building the page, about half a minute…")
            try:
                page.build(page.STATIC)
            except page.Failed as failed:
                if self.target_name != "wheel" or is_set("CI", "PEDIMENT_MUST"):
                    raise
                tell(f"Pediment is installed without its page: {failed}")
                return "no-tools" if isinstance(failed, page.NoTools) else "failed"
        inside = "pediment/server/web/static" if self.target_name == "wheel" else "src/pediment/server/web/static"
        build_data["force_include"][str(page.STATIC)] = inside
        return ""

    def add_engine(self, build_data: dict[str, Any]) -> str:
        """Add the compiled engine, compiled if need be; returns why that failed, or nothing."""
        engine = self.kept
        if not engine.exists():
            tell("Compiling the engine, about two minutes…")
            engine = self.compile()
        libraries = [file for file in engine.rglob("*") if file.suffix in {".so", ".pyd"}]
        for file in libraries:
            build_data["force_include"][str(file)] = file.relative_to(engine).as_posix()
        if libraries:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        return "" if libraries else "failed"

    def compile(self) -> Path:
        """Compile a copy of the sources, and keep what comes out; the folder of that, empty if it failed."""
        work, out = self.folder / "src", self.folder / "engine"
        shutil.copytree(Path(self.root, "src"), work, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        script = (
            "import pathlib, re; from setuptools import setup; from mypyc.build import mypycify\n"
            f"modules = mypycify({self.modules!r}, opt_level='2', debug_level='0', group_name='pediment')\n"
            f"borrowed = re.compile({BORROWED_VECTOR!r})\n"
            "give_back = lambda found: f'{found[0]} VEC_{found[2].upper()}_DECREF({found[1]});'\n"
            "for file in {pathlib.Path(source) for module in modules for source in module.sources}:\n"
            "    written = borrowed.sub(give_back, file.read_text('utf-8'))\n"
            "    file.write_text(written, 'utf-8')\n"
            f"flags = {[*DIRECT_CALLS, *LEFT_OUT] if 'gcc' in compiler()[0] else []}\n"
            "for module in modules: module.extra_compile_args = [*module.extra_compile_args, *flags]\n"
            "setup(name='engine', packages=[], ext_modules=modules)"
        )
        command = [sys.executable, "-c", script, "build_ext", "--build-lib", str(out), "--parallel", "2"]
        # Python's own way to link may name its folder on this machine, which nothing here needs.
        linking = str(sysconfig.get_config_var("LDSHARED") or "cc -shared").split()[1:]
        linker = [*compiler(), *(part for part in linking if not part.startswith("-Wl,-rpath"))]
        env = {"LDSHARED": " ".join(linker)} | os.environ
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False)
        if done.returncode or not out.exists():
            print(done.stdout, done.stderr, file=sys.stderr)
            return self.folder / "nothing"
        with contextlib.suppress(OSError):  # a folder that may not be written to keeps nothing
            self.keep(out)
        return out

    def keep(self, engine: Path) -> None:
        """Keep a compiled engine for the next time, whole or not at all, and drop the oldest."""
        home = self.kept.parent
        home.mkdir(parents=True, exist_ok=True)
        copy = Path(tempfile.mkdtemp(dir=home, prefix="new-"))
        try:
            shutil.copytree(engine, copy, dirs_exist_ok=True)
            copy.rename(self.kept)
        finally:  # another build may have kept it first
            shutil.rmtree(copy, ignore_errors=True)
        for old in sorted(home.iterdir(), key=lambda folder: folder.stat().st_mtime)[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)
