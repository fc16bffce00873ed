"""The environments of peers and of our own revisions, under `.venv-peers`, and the processes of all participants."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
HOME = ROOT / ".venv-peers"
FOR_BATCHES = ["gymnasium", "numpy"]
Round = dict[str, dict[str, float]]


class Absent(Exception):
    """A participant that cannot take part, and why."""


class Process:
    """A participant's process, which measures one round on request."""

    def __init__(self, python: str, arguments: list[str], variables: dict[str, str]) -> None:
        """Start the process. Raises Absent if it does not start."""
        self.process = subprocess.Popen(
            [python, "-m", *arguments],
            cwd=ROOT,
            env=without("PEDIMENT_PURE") | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.facts: dict[str, object] = self._answer()

    def measure(self, seconds: float) -> Round:
        """One round. Raises Absent if the process ended."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # the answer says why
            print(seconds, file=self.process.stdin, flush=True)
        found: Round = self._answer()
        return found

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Absent(last_line(self.process.communicate()[1]) or "its process ended")
        return json.loads(line)

    def close(self) -> None:
        """Let the process exit by itself."""
        if self.process.returncode is None:
            self.process.communicate()


def python_with(requirement: str) -> str:
    """The Python of an environment that has the requirement, made if necessary. Raises Absent if that fails."""

    def install(python: str) -> None:
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", requirement)

    return python_in(HOME / requirement.partition("==")[0], requirement, install)


def python_of(revision: str) -> str:
    """The Python of an environment that has Pediment as of a git revision, built if necessary. Raises Absent.

    It is installed as that revision installs itself, with its own pins, and has what the batch environment needs.
    """
    try:
        commit = run("git", "rev-parse", "--verify", f"{revision}^{{commit}}").strip()
    except (OSError, subprocess.CalledProcessError):
        raise Absent(f"git knows no revision {revision!r}") from None

    def install(python: str) -> None:
        with sources_of(commit) as tree:
            run(python, str(tree / "install.py"))
            pins = str(tree / "constraints.txt")
            run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", pins, *FOR_BATCHES)

    return python_in(HOME / f"pediment-{commit[:12]}", f"pediment at {commit}", install)


@contextmanager
def sources_of(revision: str) -> Iterator[Path]:
    """The sources of a revision, in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        run("git", "worktree", "add", "--detach", str(tree), revision)
        try:
            yield tree
        finally:
            run("git", "worktree", "remove", "--force", str(tree))


def python_in(home: Path, content: str, install: Callable[[str], None]) -> str:
    """The Python of the environment there; made anew unless it has that content. Raises Absent if that fails."""
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = home / "installed"
    if not done.exists() or done.read_text() != content:
        print(f"Installing {content} in {home.relative_to(ROOT)}")
        try:
            run(sys.executable, "-m", "venv", "--clear", str(home))
            install(str(python))
        except OSError as error:
            raise Absent(f"cannot be installed here: {error}") from None
        except subprocess.CalledProcessError as error:
            raise Absent(f"cannot be installed here: {last_line(error.stderr) or error}") from None
        done.write_text(content)
    return str(python)


def run(*command: str) -> str:
    """What a command prints. The pins of this project are not those of a peer or of another revision."""
    outer = without("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT", "PEDIMENT_PURE", "PYTHONPATH")
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, env=outer).stdout


def without(*names: str) -> dict[str, str]:
    """Our environment variables without the given ones."""
    return {name: value for name, value in os.environ.items() if name not in names}


def last_line(text: str) -> str:
    """The last line that a process wrote."""
    return text.strip().rpartition("\n")[2]
