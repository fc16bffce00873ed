"""The environments of the peers, under `.venv-peers`, and the processes of all participants."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
HOME = ROOT / ".venv-peers"
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
    home = HOME / requirement.partition("==")[0]
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = home / "installed"
    if not done.exists() or done.read_text() != requirement:
        print(f"Installing {requirement} in {home.relative_to(ROOT)}")
        # the pins of this project are not the peer's
        outer = without("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", requirement]
        try:
            for command in ([sys.executable, "-m", "venv", "--clear", str(home)], install):
                subprocess.run(command, check=True, capture_output=True, text=True, env=outer)
        except OSError as error:
            raise Absent(f"cannot be installed here: {error}") from None
        except subprocess.CalledProcessError as error:
            raise Absent(f"cannot be installed here: {last_line(error.stderr) or error}") from None
        done.write_text(requirement)
    return str(python)


def without(*names: str) -> dict[str, str]:
    """Our environment variables without the given ones."""
    return {name: value for name, value in os.environ.items() if name not in names}


def last_line(text: str) -> str:
    """The last line that a process wrote."""
    return text.strip().rpartition("\n")[2]
