"""Install Pediment into the environment whose Python runs this, and say what happens meanwhile.

    .venv/bin/python install.py                build the package and install it, with what it needs to play
    .venv/bin/python install.py build          only build it
    .venv/bin/python install.py build page     the same where only the page is missing: failing does no harm then
    .venv/bin/python install.py wheel          only install what was built
    .venv/bin/python install.py extras lab     what an extra of the installed package needs, or several: dev,rl
    .venv/bin/python install.py tools          all that the tests need besides the package
    .venv/bin/python install.py docs           what builds the documentation as a site

`make play` and `make test` call it. All that pip says is in `.venv/install.log`, `.venv/tools.log` and
`.venv/docs.log`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
WHEELS = Path(sys.prefix, "wheel")
# Is there while the wheel that was built lacks the page.
NO_PAGE = Path(sys.prefix, "no-page")
LOG = Path(sys.prefix, "install.log")
TOOLS_LOG = Path(sys.prefix, "tools.log")  # the tools may be installed while the package is built
DOCS_LOG = Path(sys.prefix, "docs.log")
UNREACHABLE = re.compile(
    r"connection broken by|NewConnectionError|NameResolutionError|ConnectTimeoutError|Max retries exceeded"
)


class Failed(Exception):
    """It could not be installed; the text says why and what to do."""


def say(line: str) -> None:
    """Say what happens now, also where the terminal has no such characters."""
    encoding = sys.stdout.encoding or "ascii"
    if "…".encode(encoding, "ignore") == b"":
        line = line.replace("…", "...")
    print(line.encode(encoding, "replace").decode(encoding), flush=True)


def pip(*arguments: str, log: Path) -> None:
    """Run pip with our pins; the build hook's own lines are shown, the rest goes to a log. Raises Failed."""
    pins = str(HERE / "constraints.txt")
    # The isolated build takes its pins from the same file; older pips read the first name, newer ones the second.
    env = os.environ | {"PIP_CONSTRAINT": pins, "PIP_BUILD_CONSTRAINT": pins, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    env["PYTHONIOENCODING"] = "utf-8"  # as we read it
    command = [sys.executable, "-m", "pip", *arguments]
    said: list[str] = []
    with (
        log.open("a", encoding="utf-8") as written,
        subprocess.Popen(
            command,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as running,
    ):
        assert running.stdout
        for line in running.stdout:
            written.write(line)
            said.append(line.rstrip())
            _, ours, told = line.partition("[pediment] ")
            if ours:
                say(told.rstrip())
    if running.returncode:
        raise Failed(why("\n".join(said), log))


def why(said: str, log: Path) -> str:
    """What to tell somebody about a pip that failed, by what it said."""
    if UNREACHABLE.search(said):
        return (
            "Pediment could not be installed: the Python package index cannot be reached. Check the network, then run "
            f"the same command again; {log} has the details."
        )
    end = "\n".join(f"    {line}" for line in said.splitlines()[-15:])
    return f"{end}\nPediment could not be installed: these are the last lines of pip, and {log} has them all."


def build() -> None:
    """Build the wheel. Raises Failed."""
    say("Preparing the build, up to half a minute…")
    LOG.unlink(missing_ok=True)
    new = WHEELS.with_name("wheel.new")
    shutil.rmtree(new, ignore_errors=True)
    pip("wheel", "-v", "--no-deps", "--wheel-dir", str(new), str(HERE), log=LOG)
    shutil.rmtree(WHEELS, ignore_errors=True)  # not before: where building fails, the old one is still good
    new.rename(WHEELS)
    with zipfile.ZipFile(wheel()) as files:
        if "pediment/server/web/static/index.html" in files.namelist():
            NO_PAGE.unlink(missing_ok=True)
        else:
            NO_PAGE.touch()


def wheel() -> str:
    """The wheel that was built. Raises Failed if there is none."""
    found = next(WHEELS.glob("*.whl"), None)
    if found is None:
        raise Failed(f"Pediment is not installed here yet; first run: {sys.executable} install.py")
    return str(found)


def put_in() -> None:
    """Install the wheel that was built, with the libraries that it needs. Raises Failed."""
    say("Installing Pediment and its libraries, a few seconds…")
    pip("install", "--force-reinstall", "--no-deps", wheel(), log=LOG)
    pip("install", wheel(), log=LOG)


def project() -> dict[str, Any]:
    """What `pyproject.toml` says of the package."""
    found: dict[str, Any] = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def extras(names: list[str]) -> None:
    """Install what these extras of the package need. Raises Failed, also for one that does not exist."""
    known = project()["optional-dependencies"]
    for name in names:
        if name not in known:
            raise Failed(f"There is no extra {name}; there are {', '.join(known)}.")
    built = wheel()
    say(f"Fetching the libraries for {', '.join(names)}, a minute or two…")
    TOOLS_LOG.unlink(missing_ok=True)
    pip("install", f"{built}[{','.join(names)}]", log=TOOLS_LOG)


def tools() -> None:
    """Install the libraries of all extras but `docs`, without the package. Raises Failed."""
    say("Fetching the libraries and tools for the tests, 1.5 GB: a few minutes…")
    by_extra = project()["optional-dependencies"]
    libraries = [line for extra, lines in by_extra.items() if extra != "docs" for line in lines]
    TOOLS_LOG.unlink(missing_ok=True)
    # Python compiles a module when it is first imported, most of these never; compiling all takes a third of the time.
    pip("install", "--no-compile", *project()["dependencies"], *libraries, log=TOOLS_LOG)


def docs() -> None:
    """Install the libraries of the extra `docs` alone: the site is built from the sources. Raises Failed."""
    say("Fetching what builds the documentation, 150 MB: a minute…")
    DOCS_LOG.unlink(missing_ok=True)
    pip("install", *project()["optional-dependencies"]["docs"], log=DOCS_LOG)


def main(arguments: list[str]) -> None:
    """Do what the command line asks for. Raises Failed."""
    match arguments:
        case []:
            build()
            put_in()
        case ["build"]:
            build()
        case ["build", "page"]:
            try:
                build()
            except Failed as failed:
                say(f"The page is still missing; everything else works. {failed}")
        case ["wheel"]:
            put_in()
        case ["extras", names]:
            extras(names.split(","))
        case ["tools"]:
            tools()
        case ["docs"]:
            docs()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Failed as failed:
        sys.exit(str(failed))
